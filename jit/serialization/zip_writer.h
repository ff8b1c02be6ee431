#pragma once
// ZipWriter: writes the container as PyTorch does: every record under one top folder, stored, its data at a multiple of 64 bytes (the local header carries an
// extra field "FB" of padding), zip64 fields only where a number needs them, times zero. The same records give the same bytes.

#include <c10/macros/Macros.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace torch::jit {

// Where written bytes go.
class TORCH_API ByteSink {
 public:
  virtual ~ByteSink();
  virtual void write(const void* data, size_t size) = 0;
};

// To a file. It appears under its name when finish() was called, so a failed write leaves no half archive.
class TORCH_API FileSink : public ByteSink {
 public:
  explicit FileSink(std::string path);
  ~FileSink() override;
  void write(const void* data, size_t size) override;
  void finish();

 private:
  std::string path_, temporary_;
  std::FILE* file_ = nullptr;
};

class TORCH_API MemorySink : public ByteSink {
 public:
  void write(const void* data, size_t size) override;
  std::vector<char> bytes;
};

class TORCH_API ZipWriter {
 public:
  ZipWriter(ByteSink& sink, std::string archive_name);
  // Deflated if that is asked for and pays.
  void add(std::string_view name, const void* data, size_t size, bool deflate = false);
  void add(std::string_view name, std::string_view text, bool deflate = false) {
    add(name, text.data(), text.size(), deflate);
  }
  // The directory; nothing may be added afterwards.
  void finish();

 private:
  struct Entry {
    std::string name;
    uint64_t size, stored_size, offset;
    uint32_t crc;
    uint16_t method;
  };
  void put(const void* data, size_t size);
  ByteSink& sink_;
  std::string archive_name_;
  std::vector<Entry> entries_;
  uint64_t position_ = 0;
  bool finished_ = false;
};

// The name of the top folder for a file: its base name up to the last dot, "archive" when nothing is left.
TORCH_API std::string archiveNameFor(std::string_view path);

} // namespace torch::jit
