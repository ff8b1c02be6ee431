#include <torch/csrc/jit/serialization/zip_reader.h>

#include <c10/util/Exception.h>
#include <torch/csrc/jit/serialization/limits.h>
#include <torch/csrc/jit/serialization/zip_format.h>

#include <libdeflate.h>

#include <algorithm>
#include <cctype>
#include <new>

namespace torch::jit {
namespace {

using namespace zip;

template <class... Args>
[[noreturn]] C10_COLD void fail(const ByteSource& file, const Args&... args) {
  throw c10::Error(c10::str(file.name(), ": ", args...));
}

bool startsWith(std::string_view text, std::string_view with) {
  return text.substr(0, with.size()) == with;
}

// What a file is that has no archive directory at its end, in words for the person who was given it.
std::string describe(std::string_view bytes) {
  if (bytes.empty()) {
    return "the file is empty, so it is not a TorchScript archive";
  }
  if (startsWith(bytes, "PYTORCH1")) {
    return "the file is in the preview format PYTORCH1 of 2018, which is not supported; load and save it again with PyTorch 1.0 to 1.9";
  }
  if (startsWith(bytes, "PK\3\4")) {
    return c10::str(
        "the archive is truncated or damaged: its ", bytes.size(), " bytes begin like a zip archive, but there is no directory at the end. Was the download complete?");
  }
  if (bytes.size() >= 2 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5) {
    return "this is a pickle as torch.save wrote it before PyTorch 1.6 (or another pickle), not a TorchScript archive; save the model with torch.jit.save";
  }
  std::string head(bytes.substr(0, 512));
  std::transform(head.begin(), head.end(), head.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  head.erase(0, std::min(head.find_first_not_of(" \t\r\n\xef\xbb\xbf"), head.size()));
  if (startsWith(head, "<!doctype html") || startsWith(head, "<html") || startsWith(head, "<head") || startsWith(head, "<?xml")) {
    return "this is a web page (HTML or XML), not a TorchScript archive; the download answered with a page instead of the file";
  }
  if (startsWith(head, "version https://git-lfs")) {
    return "this is a Git LFS pointer, not the file itself; fetch it with `git lfs pull`";
  }
  if (startsWith(bytes, "\x1f\x8b")) {
    return "this is a gzip file, not a TorchScript archive; unpack it first";
  }
  if (bytes.size() > 8 && bytes.substr(4, 4) == "PTMF") {
    return "this is a mobile model in flatbuffer form (.ff), which is not supported";
  }
  return c10::str("not a TorchScript archive: these ", bytes.size(), " bytes are not a zip archive");
}

struct Directory {
  uint64_t offset = 0, size = 0, count = 0;
};

// The last end record behind which only its comment and zeros follow.
size_t findEnd(const ByteSource& file) {
  const uint8_t* data = file.data();
  const size_t size = file.size();
  if (size >= kEndSize) {
    const size_t lowest = size > kEndSize + 0xffff ? size - kEndSize - 0xffff : 0;
    for (size_t at = size - kEndSize + 1; at-- > lowest;) {
      if (get32(data + at) != kEnd) {
        continue;
      }
      const size_t end = at + kEndSize + get16(data + at + 20);
      if (end <= size && std::all_of(data + end, data + size, [](uint8_t byte) { return byte == 0; })) {
        return at;
      }
    }
  }
  fail(file, describe(file.view()));
}

Directory findDirectory(const ByteSource& file) {
  const uint8_t* data = file.data();
  const size_t end = findEnd(file);
  const uint8_t* record = data + end;
  Directory dir{get32(record + 16), get32(record + 12), get16(record + 10)};
  size_t follows = end; // what the directory ends at
  if (get16(record + 4) != 0 || get16(record + 6) != 0 || get16(record + 8) != dir.count) {
    fail(file, "the archive is split into several files (or its end record is damaged), which is not supported");
  }
  if (end >= kEnd64LocatorSize && get32(record - kEnd64LocatorSize) == kEnd64Locator) {
    const size_t locator = end - kEnd64LocatorSize;
    const uint64_t at = get64(data + locator + 8);
    if (get32(data + locator + 4) != 0 || get32(data + locator + 16) > 1 || locator < kEnd64Size || at > locator - kEnd64Size ||
        get32(data + at) != kEnd64 || get64(data + at + 4) != locator - at - 12) {
      fail(file, "the archive's zip64 end record is damaged");
    }
    const uint8_t* large = data + at;
    const Directory dir64{get64(large + 48), get64(large + 40), get64(large + 32)};
    const bool agrees = (dir.offset == dir64.offset || dir.offset == 0xffffffff) && (dir.size == dir64.size || dir.size == 0xffffffff) &&
        (dir.count == dir64.count || dir.count == 0xffff);
    if (!agrees || get32(large + 16) != 0 || get32(large + 20) != 0 || get64(large + 24) != dir64.count) {
      fail(file, "the archive's two end records disagree; the file is damaged");
    }
    dir = dir64;
    follows = at;
  }
  if (dir.size > follows || dir.offset > follows - dir.size) {
    fail(file, "the archive is truncated or damaged: its directory is said to be at ", dir.offset, " with ", dir.size, " bytes, but the file has ", file.size());
  }
  if (dir.offset + dir.size != follows) {
    const uint64_t shift = follows - dir.size - dir.offset;
    fail(file, "the archive's directory is not where its end record says (", shift, " bytes off); does something stand in front of the archive?");
  }
  if (dir.count > limits::kMaxRecords || dir.count > dir.size / kDirectoryEntrySize) {
    fail(file, "the archive's directory claims ", dir.count, " records, more than fit into its ", dir.size, " bytes or than are allowed (", limits::kMaxRecords, ")");
  }
  return dir;
}

struct Entry {
  std::string_view name; // with the top folder, a view of the file
  uint64_t size, stored_size, header, data;
  uint32_t crc;
  uint16_t method, flags;
};

// Sizes and the position that do not fit 32 bits stand in the zip64 extra field, in this order, those that are saturated only.
void readZip64(Entry& entry, const uint8_t* extra, size_t extra_size) {
  uint64_t* const wanted[] = {&entry.size, &entry.stored_size, &entry.header};
  if (std::none_of(std::begin(wanted), std::end(wanted), [](const uint64_t* value) { return *value == 0xffffffff; })) {
    return;
  }
  for (size_t at = 0; at + 4 <= extra_size;) {
    const size_t length = get16(extra + at + 2);
    if (length > extra_size - at - 4) {
      break;
    }
    if (get16(extra + at) == kExtraZip64) {
      size_t used = 0;
      for (uint64_t* value : wanted) {
        if (*value == 0xffffffff && used + 8 <= length) {
          *value = get64(extra + at + 4 + used);
          used += 8;
        }
      }
      return;
    }
    at += 4 + length;
  }
}

std::vector<Entry> readDirectory(const ByteSource& file, const Directory& dir) {
  std::vector<Entry> entries;
  entries.reserve(dir.count);
  const uint8_t* at = file.data() + dir.offset;
  const uint8_t* const end = at + dir.size;
  for (uint64_t i = 0; i < dir.count; ++i) {
    if (static_cast<size_t>(end - at) < kDirectoryEntrySize || get32(at) != kDirectoryEntry) {
      fail(file, "entry ", i, " of the archive's directory is damaged");
    }
    const size_t name_size = get16(at + 28), extra_size = get16(at + 30), comment_size = get16(at + 32);
    if (static_cast<size_t>(end - at) - kDirectoryEntrySize < name_size + extra_size + comment_size) {
      fail(file, "entry ", i, " of the archive's directory reaches beyond the directory");
    }
    const uint8_t* name = at + kDirectoryEntrySize;
    Entry entry{{reinterpret_cast<const char*>(name), name_size}, get32(at + 24), get32(at + 20), get32(at + 42), 0, get32(at + 16), get16(at + 10), get16(at + 8)};
    if (name_size == 0 || name_size > limits::kMaxRecordName || entry.name.find('\0') != std::string_view::npos) {
      fail(file, "entry ", i, " of the archive's directory has a name that is empty, too long or holds a zero byte");
    }
    if (get16(at + 34) != 0) {
      fail(file, "record '", entry.name, "': lies in another file of a split archive, which is not supported");
    }
    readZip64(entry, name + name_size, extra_size);
    entries.push_back(entry);
    at += kDirectoryEntrySize + name_size + extra_size + comment_size;
  }
  if (at != end) {
    fail(file, "the archive's directory has ", static_cast<size_t>(end - at), " bytes behind its last entry; the file is damaged");
  }
  return entries;
}

// Finds the data through the local header, which must agree with the directory.
void locate(const ByteSource& file, const Directory& dir, Entry& entry) {
  const auto damaged = [&](const auto&... what) { fail(file, "record '", entry.name, "': ", what...); };
  if (entry.flags & (kFlagEncrypted | kFlagStrongEncryption | kFlagMasked)) {
    damaged("is encrypted, which is not supported");
  }
  if (entry.flags & kFlagPatched) {
    damaged("is patched data, which is not supported");
  }
  if (entry.method != kStored && entry.method != kDeflated) {
    damaged("is compressed with method ", entry.method, "; only stored (0) and deflated (8) records are supported");
  }
  if (dir.offset < kLocalHeaderSize || entry.header > dir.offset - kLocalHeaderSize) {
    damaged("its position ", entry.header, " lies outside the archive");
  }
  const uint8_t* local = file.data() + entry.header;
  const uint64_t room = dir.offset - entry.header - kLocalHeaderSize;
  const uint64_t name_size = get16(local + 26), extra_size = get16(local + 28);
  if (get32(local) != kLocalHeader || name_size + extra_size > room || get16(local + 8) != entry.method ||
      ((get16(local + 6) ^ entry.flags) & (kFlagEncrypted | kFlagDescriptor)) != 0 ||
      std::string_view(reinterpret_cast<const char*>(local + kLocalHeaderSize), name_size) != entry.name) {
    damaged("its header does not agree with the archive's directory; the file is damaged");
  }
  entry.data = entry.header + kLocalHeaderSize + name_size + extra_size;
  if (entry.stored_size > dir.offset - entry.data) {
    damaged("its ", entry.stored_size, " bytes at ", entry.data, " reach beyond the data of the archive, which ends at ", dir.offset);
  }
  if (!(entry.flags & kFlagDescriptor)) { // else sizes and CRC follow the data, or stand only in the directory
    const auto same = [](uint32_t ours, uint64_t theirs) { return ours == theirs || ours == 0xffffffff; };
    if (get32(local + 14) != entry.crc || !same(get32(local + 18), entry.stored_size) || !same(get32(local + 22), entry.size)) {
      damaged("its header does not agree with the archive's directory; the file is damaged");
    }
  }
  if (entry.method == kStored && entry.size != entry.stored_size) {
    damaged("is stored, but its two sizes differ (", entry.size, " and ", entry.stored_size, "); the file is damaged");
  }
  if (entry.method == kDeflated && entry.size / limits::kDeflateMaxRatio > entry.stored_size) {
    damaged("claims to inflate from ", entry.stored_size, " bytes to ", entry.size, ", which is impossible");
  }
}

void checkTogether(const ByteSource& file, std::vector<Entry> entries) {
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.name < b.name; });
  for (size_t i = 1; i < entries.size(); ++i) {
    if (entries[i].name == entries[i - 1].name) {
      fail(file, "record '", entries[i].name, "': is there twice");
    }
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.header < b.header; });
  uint64_t inflated = 0;
  for (size_t i = 0; i < entries.size(); ++i) {
    if (i != 0 && entries[i].header < entries[i - 1].data + entries[i - 1].stored_size) {
      fail(file, "records '", entries[i - 1].name, "' and '", entries[i].name, "' overlap");
    }
    if (entries[i].method == kDeflated) {
      inflated += entries[i].size; // cannot overflow: each at most kDeflateMaxRatio times its own bytes of the file
    }
  }
  const uint64_t most = limits::kInflateAllowance + limits::kInflateRatio * file.size();
  if (inflated > most) {
    fail(file, "the compressed records would take ", inflated, " bytes; at most ", most, " are allowed for a file of ", file.size());
  }
}

} // namespace

ZipReader::ZipReader(ByteSourcePtr source) : source_(std::move(source)) {
  const Directory dir = findDirectory(*source_);
  std::vector<Entry> entries = readDirectory(*source_, dir);
  if (entries.empty()) {
    fail(*source_, "the archive is empty, so it is not a TorchScript archive");
  }
  for (Entry& entry : entries) {
    locate(*source_, dir, entry);
  }
  checkTogether(*source_, entries);
  const size_t slash = entries[0].name.find('/');
  if (slash == std::string_view::npos) {
    fail(*source_, "record '", entries[0].name, "': is not in a folder; this zip archive is not a TorchScript archive");
  }
  archive_name_ = entries[0].name.substr(0, slash);
  records_.reserve(entries.size());
  for (const Entry& entry : entries) {
    const bool inside = entry.name.size() > slash && entry.name[slash] == '/' && startsWith(entry.name, archive_name_);
    if (inside && entry.name.back() != '/') { // what lies outside the top folder, and folders themselves, are nothing to us
      records_.push_back({std::string(entry.name.substr(slash + 1)), entry.size, entry.stored_size, entry.data, entry.crc, entry.method});
    }
  }
  index_.reserve(records_.size());
  for (size_t i = 0; i < records_.size(); ++i) {
    index_.emplace(records_[i].name, i);
  }
}

const ZipRecord* ZipReader::find(std::string_view name) const {
  const auto found = index_.find(name);
  return found == index_.end() ? nullptr : &records_[found->second];
}

const ZipRecord& ZipReader::at(std::string_view name) const {
  const ZipRecord* record = find(name);
  if (record == nullptr) {
    fail(*source_, "record '", name, "' is missing from the archive");
  }
  return *record;
}

void ZipReader::checkCrc(const ZipRecord& record, const uint8_t* data) const {
  const uint32_t crc = libdeflate_crc32(0, data, record.size);
  if (crc != record.crc) {
    fail(*source_, "record '", record.name, "': its checksum is wrong; the file is damaged");
  }
}

RecordBytes ZipReader::inflate(const ZipRecord& record) const {
  struct Inflater {
    libdeflate_decompressor* it = libdeflate_alloc_decompressor();
    ~Inflater() {
      libdeflate_free_decompressor(it);
    }
  } inflater;
  if (inflater.it == nullptr) {
    throw std::bad_alloc();
  }
  constexpr auto kAlign = std::align_val_t(limits::kDataAlignment);
  auto* memory = static_cast<uint8_t*>(::operator new(record.size == 0 ? 1 : record.size, kAlign));
  RecordBytes bytes{memory, record.size, true, std::shared_ptr<const void>(memory, [](const void* p) { ::operator delete(const_cast<void*>(p), kAlign); })};
  size_t read = 0, written = 0;
  const auto result =
      libdeflate_deflate_decompress_ex(inflater.it, source_->data() + record.offset, record.stored_size, memory, record.size, &read, &written);
  if (result != LIBDEFLATE_SUCCESS || read != record.stored_size || written != record.size) {
    fail(*source_, "record '", record.name, "': its compressed data is damaged");
  }
  return bytes;
}

RecordBytes ZipReader::readWeights(const ZipRecord& record, bool check_crc) const {
  RecordBytes bytes = record.compressed() ? inflate(record)
                                          : RecordBytes{source_->data() + record.offset, record.size, source_->is_private(), source_};
  if (check_crc || record.compressed() || source_->size() <= limits::kAlwaysCheckedArchive) {
    checkCrc(record, bytes.data);
  }
  return bytes;
}

RecordBytes ZipReader::read(const ZipRecord& record) const {
  return readWeights(record, true);
}

std::string ZipReader::readString(std::string_view name) const {
  return std::string(read(name).view());
}

} // namespace torch::jit
