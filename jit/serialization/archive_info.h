#pragma once
// What is in an archive, without running or fully loading it: its records, its code, its version, and the operators that its code calls with those that are
// missing here. `wick info` prints it.
//
// Trust: reads the directory, the version and the code; nothing of the archive runs.

#include <c10/macros/Macros.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace torch::jit {

struct ArchiveInfo {
  struct Record {
    std::string name;
    uint64_t size = 0, stored_size = 0, offset = 0;
    bool compressed = false;
  };
  struct OperatorUse {
    std::string schema_or_name; // the schema of an operator that exists, else the name as called
    std::string where; // file:line of the first call
    size_t count = 0;
  };
  std::string archive_name;
  int64_t version = 0;
  std::string byteorder; // "little" where the record is absent
  std::vector<Record> records;
  std::vector<std::pair<std::string, std::string>> code; // file name and text
  std::vector<OperatorUse> operators, missing;
  bool is_torchscript = false; // false: data written by torch.save
  std::string fault; // why load() would refuse the archive, missing operators apart; empty if it would not
};

TORCH_API ArchiveInfo archiveInfo(const std::string& path);

} // namespace torch::jit
