#pragma once
// ZipReader: the container of an archive. It trusts the central directory only after it has checked it against the file: every entry lies inside the file, in
// front of the directory; no two overlap or share a name; local headers agree with their entries. zip64, deflate and data descriptors are read; encryption,
// spanning and other methods are refused. Whatever is wrong ends in a c10::Error that names the file and, where there is one, the record, in plain words: a
// cut download, a web page and a Git LFS pointer are said to be what they are.
//
// Records are named without the archive's top folder, which is taken from the first entry and means nothing.

#include <torch/csrc/jit/serialization/byte_source.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace torch::jit {

struct ZipRecord {
  std::string name; // without the top folder
  uint64_t size = 0; // of the data
  uint64_t stored_size = 0; // in the file
  uint64_t offset = 0; // of the data in the file
  uint32_t crc = 0;
  uint16_t method = 0; // 0 stored, 8 deflated
  bool compressed() const {
    return method != 0;
  }
};

// The bytes of a record: a view of the source, or inflated into memory of their own. Valid while `owner` lives.
struct RecordBytes {
  const uint8_t* data = nullptr;
  size_t size = 0;
  bool writable = false; // ours alone: a tensor may live in it
  std::shared_ptr<const void> owner;
  std::string_view view() const {
    return {reinterpret_cast<const char*>(data), size};
  }
};

class TORCH_API ZipReader {
 public:
  explicit ZipReader(ByteSourcePtr source);
  ZipReader(const ZipReader&) = delete;
  ZipReader& operator=(const ZipReader&) = delete;

  const std::string& file_name() const {
    return source_->name();
  }
  const std::string& archive_name() const {
    return archive_name_;
  }
  const std::vector<ZipRecord>& records() const {
    return records_;
  }
  const ZipRecord* find(std::string_view name) const;
  bool has(std::string_view name) const {
    return find(name) != nullptr;
  }
  // A missing record is an error that names it.
  const ZipRecord& at(std::string_view name) const;

  // The data, CRC checked.
  RecordBytes read(const ZipRecord& record) const;
  RecordBytes read(std::string_view name) const {
    return read(at(name));
  }
  // Without the CRC where the record is stored and the archive large; for weights.
  RecordBytes readWeights(const ZipRecord& record, bool check_crc) const;
  std::string readString(std::string_view name) const;
  const ByteSource& source() const {
    return *source_;
  }

 private:
  RecordBytes inflate(const ZipRecord& record) const;
  void checkCrc(const ZipRecord& record, const uint8_t* data) const;

  ByteSourcePtr source_;
  std::string archive_name_;
  std::vector<ZipRecord> records_;
  std::unordered_map<std::string_view, size_t> index_; // names are views into records_
};

} // namespace torch::jit
