#pragma once
// ByteSource: all bytes of an archive, contiguous in memory, with a name for messages. From a path of a regular file it is a private map (copy-on-write):
// tensors may live in it and be written to, nobody else sees it, and the file may be deleted meanwhile. Other files and streams are read into memory of
// our own. Bytes that the caller owns are borrowed and never written.
//
// Trust: a map follows later changes of the file by other processes in pages that were not written yet, and a file that is cut while mapped ends the
// process (SIGBUS), as with every use of mmap. Where that matters, ask for a copy.

#include <c10/macros/Macros.h>

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

namespace torch::jit {

class TORCH_API ByteSource {
 public:
  // `path` is UTF-8 on systems that care, plain bytes elsewhere.
  static std::shared_ptr<const ByteSource> fromFile(const std::string& path, bool copy = false);
  // From the stream's current position to its end.
  static std::shared_ptr<const ByteSource> fromStream(std::istream& in, std::string name = "stream");
  static std::shared_ptr<const ByteSource> fromMemory(std::shared_ptr<const void> owner, const void* data, size_t size, std::string name = "bytes");
  static std::shared_ptr<const ByteSource> copyOf(const void* data, size_t size, std::string name = "bytes");
  // The caller keeps the bytes alive and unchanged while the source lives.
  static std::shared_ptr<const ByteSource> borrow(const void* data, size_t size, std::string name = "bytes");

  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  ~ByteSource();

  const uint8_t* data() const {
    return data_;
  }
  size_t size() const {
    return size_;
  }
  const std::string& name() const {
    return name_;
  }
  // The memory is ours alone: a tensor may live in it.
  bool is_private() const {
    return private_;
  }
  bool is_mapped() const {
    return mapped_;
  }
  std::string_view view() const {
    return {reinterpret_cast<const char*>(data_), size_};
  }

 private:
  ByteSource() = default;
  friend struct ByteSourceAccess;
  const uint8_t* data_ = nullptr;
  size_t size_ = 0;
  std::string name_;
  bool private_ = false, mapped_ = false;
  std::shared_ptr<const void> owner_;
  void* owned_ = nullptr; // our own memory, aligned to limits::kDataAlignment
};
using ByteSourcePtr = std::shared_ptr<const ByteSource>;

} // namespace torch::jit
