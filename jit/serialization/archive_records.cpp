#include <torch/csrc/jit/serialization/archive_records.h>

#include <c10/core/Allocator.h>
#include <c10/core/CPUAllocator.h>
#include <c10/util/Exception.h>
#include <torch/csrc/jit/serialization/limits.h>

#include <cstring>

namespace torch::jit {
namespace {

void releaseOwner(void* context) {
  delete static_cast<std::shared_ptr<const void>*>(context);
}

c10::Storage storageOver(const RecordBytes& bytes) {
  const bool aligned = reinterpret_cast<uintptr_t>(bytes.data) % limits::kDataAlignment == 0;
  at::DataPtr memory;
  if (bytes.writable && aligned && bytes.size != 0) {
    auto* owner = new std::shared_ptr<const void>(bytes.owner);
    memory = at::DataPtr(const_cast<uint8_t*>(bytes.data), owner, &releaseOwner, c10::Device(c10::DeviceType::CPU));
  } else {
    memory = c10::GetCPUAllocator()->allocate(bytes.size);
    if (bytes.size != 0) {
      std::memcpy(memory.get(), bytes.data, bytes.size);
    }
  }
  return c10::Storage(c10::Storage::use_byte_size_t(), bytes.size, std::move(memory), nullptr, /*resizable=*/false);
}

} // namespace

uint64_t readVersion(const ZipReader& archive) {
  const char* name = archive.has(".data/version") ? ".data/version" : "version";
  std::string text = archive.readString(name);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' ')) {
    text.pop_back();
  }
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  TORCH_CHECK(digits, archive.file_name(), ": record '", name, "': '", text.substr(0, 40), "' is not a number");
  const uint64_t version = text.size() > 9 ? UINT64_MAX : std::stoull(text);
  TORCH_CHECK(
      version >= limits::kMinVersion, archive.file_name(), ": the archive has format version ", text, "; versions ", limits::kMinVersion, " to ", limits::kMaxVersion,
      " can be read: re-save the model with a newer PyTorch");
  TORCH_CHECK(
      version <= limits::kMaxVersion, archive.file_name(), ": the archive has format version ", text.substr(0, 40), "; versions ", limits::kMinVersion, " to ", limits::kMaxVersion,
      " can be read: upgrade the runtime (this library), or re-save the model with an older PyTorch");
  return version;
}

std::string readByteOrder(const ZipReader& archive) {
  return archive.has("byteorder") ? archive.readString("byteorder") : "little";
}

void checkByteOrder(const ZipReader& archive) {
  const std::string order = readByteOrder(archive);
  TORCH_CHECK(
      order == "little", archive.file_name(), ": record 'byteorder': the data is in the byte order '", order.substr(0, 40),
      "'; only little-endian archives can be read. Save the model on a little-endian machine");
}

std::function<c10::Storage(const std::string& key, uint64_t nbytes)> storageReader(std::shared_ptr<const ZipReader> archive, std::string folder, bool check_crc) {
  return [archive = std::move(archive), folder = std::move(folder), check_crc](const std::string& key, uint64_t nbytes) {
    const std::string name = folder + "/" + key;
    if (nbytes == 0 && !archive->has(name)) {
      return storageOver(RecordBytes());
    }
    const ZipRecord& record = archive->at(name);
    TORCH_CHECK(record.size == nbytes, "record '", name, "' has ", record.size, " bytes, but its tensor needs ", nbytes);
    return storageOver(archive->readWeights(record, check_crc));
  };
}

} // namespace torch::jit
