#pragma once
// What several readers ask of an archive's records: the format's version, the byte order, and storages out of records. Internal.

#include <c10/core/Storage.h>
#include <torch/csrc/jit/serialization/zip_reader.h>

#include <functional>
#include <memory>
#include <string>

namespace torch::jit {

// From `.data/version` or `version`; outside of limits::kMinVersion..kMaxVersion is an error that says which side to upgrade.
uint64_t readVersion(const ZipReader& archive);

// Absent means little. A big-endian archive is refused.
std::string readByteOrder(const ZipReader& archive);
void checkByteOrder(const ZipReader& archive);

// Storages from the records `<folder>/<key>`: they live in the archive's memory where that is ours and the record aligned, else they are copies.
std::function<c10::Storage(const std::string& key, uint64_t nbytes)> storageReader(std::shared_ptr<const ZipReader> archive, std::string folder, bool check_crc);

} // namespace torch::jit
