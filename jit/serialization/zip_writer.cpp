#include <torch/csrc/jit/serialization/zip_writer.h>

#include <c10/util/Exception.h>
#include <torch/csrc/jit/serialization/limits.h>
#include <torch/csrc/jit/serialization/zip_format.h>

#include <libdeflate.h>

#include <cerrno>
#include <cstring>
#include <new>
#include <unistd.h>

namespace torch::jit {
namespace {

using namespace zip;

// Little-endian fields, appended.
struct Fields {
  std::string bytes;
  Fields& u16(uint64_t value) {
    return put(value, 2);
  }
  Fields& u32(uint64_t value) {
    return put(value, 4);
  }
  Fields& u64(uint64_t value) {
    return put(value, 8);
  }
  Fields& text(std::string_view value) {
    bytes.append(value);
    return *this;
  }

 private:
  Fields& put(uint64_t value, int size) {
    for (int i = 0; i < size; ++i) {
      bytes.push_back(static_cast<char>(value >> (8 * i) & 0xff));
    }
    return *this;
  }
};

constexpr uint64_t kSaturated32 = 0xffffffff;
uint64_t clip32(uint64_t value) {
  return value < kSaturated32 ? value : kSaturated32;
}

// The zip64 field with those of the numbers that do not fit.
std::string zip64Field(std::initializer_list<uint64_t> numbers) {
  Fields field;
  for (const uint64_t number : numbers) {
    if (number >= kSaturated32) {
      field.u64(number);
    }
  }
  return field.bytes.empty() ? field.bytes : Fields().u16(kExtraZip64).u16(field.bytes.size()).text(field.bytes).bytes;
}

std::string deflated(const void* data, size_t size) {
  struct Deflater {
    libdeflate_compressor* it = libdeflate_alloc_compressor(9);
    ~Deflater() {
      libdeflate_free_compressor(it);
    }
  } deflater;
  if (deflater.it == nullptr) {
    throw std::bad_alloc();
  }
  std::string out(size, '\0'); // only worth it when it is smaller
  out.resize(libdeflate_deflate_compress(deflater.it, data, size, out.data(), out.size()));
  return out;
}

} // namespace

ByteSink::~ByteSink() = default;

FileSink::FileSink(std::string path) : path_(std::move(path)) {
  temporary_ = c10::str(path_, ".", ::getpid(), ".tmp");
  file_ = std::fopen(temporary_.c_str(), "wb");
  TORCH_CHECK(file_ != nullptr, path_, ": cannot be written: ", std::strerror(errno));
}

FileSink::~FileSink() {
  if (file_ != nullptr) {
    std::fclose(file_);
    std::remove(temporary_.c_str());
  }
}

void FileSink::write(const void* data, size_t size) {
  TORCH_CHECK(size == 0 || std::fwrite(data, 1, size, file_) == size, path_, ": cannot be written: ", std::strerror(errno));
}

void FileSink::finish() {
  std::FILE* file = file_;
  file_ = nullptr;
  if (std::fclose(file) != 0 || std::rename(temporary_.c_str(), path_.c_str()) != 0) {
    const int reason = errno;
    std::remove(temporary_.c_str());
    TORCH_CHECK(false, path_, ": cannot be written: ", std::strerror(reason));
  }
}

void MemorySink::write(const void* data, size_t size) {
  const auto* from = static_cast<const char*>(data);
  bytes.insert(bytes.end(), from, from + size);
}

ZipWriter::ZipWriter(ByteSink& sink, std::string archive_name) : sink_(sink), archive_name_(std::move(archive_name)) {
  TORCH_CHECK(!archive_name_.empty() && archive_name_.find('/') == std::string::npos, "an archive cannot be named '", archive_name_, "'");
}

void ZipWriter::put(const void* data, size_t size) {
  sink_.write(data, size);
  position_ += size;
}

void ZipWriter::add(std::string_view name, const void* data, size_t size, bool deflate) {
  TORCH_CHECK(!finished_, "record '", name, "': the archive is already finished");
  Entry entry{c10::str(archive_name_, "/", name), size, size, position_, libdeflate_crc32(0, data, size), kStored};
  TORCH_CHECK(!name.empty() && entry.name.size() <= limits::kMaxRecordName, "record '", name, "': its name is empty or too long");
  std::string smaller;
  if (deflate && size != 0 && !(smaller = deflated(data, size)).empty()) {
    entry.method = kDeflated;
    entry.stored_size = smaller.size();
    data = smaller.data();
  }
  // A local header holds both sizes or none in its zip64 field.
  const bool large = entry.size >= kSaturated32 || entry.stored_size >= kSaturated32;
  const std::string zip64 = large ? Fields().u16(kExtraZip64).u16(16).u64(entry.size).u64(entry.stored_size).bytes : std::string();
  const uint64_t before = position_ + kLocalHeaderSize + entry.name.size() + zip64.size() + 4;
  const uint64_t padding = (limits::kDataAlignment - before % limits::kDataAlignment) % limits::kDataAlignment;
  Fields header;
  header.u32(kLocalHeader).u16(entry.method == kDeflated ? 20 : 0).u16(kFlagUtf8).u16(entry.method).u32(0).u32(entry.crc);
  header.u32(large ? kSaturated32 : entry.stored_size).u32(large ? kSaturated32 : entry.size);
  header.u16(entry.name.size()).u16(zip64.size() + 4 + padding).text(entry.name).text(zip64);
  header.u16(kExtraPadding).u16(padding).text(std::string(padding, 'Z'));
  put(header.bytes.data(), header.bytes.size());
  put(data, entry.stored_size);
  entries_.push_back(std::move(entry));
}

void ZipWriter::finish() {
  TORCH_CHECK(!finished_, "the archive is already finished");
  finished_ = true;
  const uint64_t start = position_;
  for (const Entry& entry : entries_) {
    const std::string zip64 = zip64Field({entry.size, entry.stored_size, entry.offset});
    Fields out;
    out.u32(kDirectoryEntry).u16(0).u16(entry.method == kDeflated ? 20 : 0).u16(kFlagUtf8).u16(entry.method).u32(0).u32(entry.crc);
    out.u32(clip32(entry.stored_size)).u32(clip32(entry.size)).u16(entry.name.size()).u16(zip64.size()).u16(0).u16(0).u16(0).u32(0);
    out.u32(clip32(entry.offset)).text(entry.name).text(zip64);
    put(out.bytes.data(), out.bytes.size());
  }
  const uint64_t size = position_ - start, count = entries_.size(), end64 = position_;
  Fields out;
  if (count >= 0xffff || size >= kSaturated32 || start >= kSaturated32) {
    out.u32(kEnd64).u64(kEnd64Size - 12).u16(45).u16(45).u32(0).u32(0).u64(count).u64(count).u64(size).u64(start);
    out.u32(kEnd64Locator).u32(0).u64(end64).u32(1);
  }
  const uint64_t count16 = count < 0xffff ? count : 0xffff;
  out.u32(kEnd).u16(0).u16(0).u16(count16).u16(count16).u32(clip32(size)).u32(clip32(start)).u16(0);
  put(out.bytes.data(), out.bytes.size());
}

std::string archiveNameFor(std::string_view path) {
  const size_t slash = path.rfind('/');
  std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  name = name.substr(0, name.rfind('.'));
  return name.empty() ? "archive" : std::string(name);
}

} // namespace torch::jit
