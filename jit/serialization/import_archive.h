#pragma once
// The steps of torch::jit::load up to, but without, the compilation of method bodies; archiveInfo() shares them. Internal.

#include <torch/csrc/jit/api/compilation_unit.h>
#include <torch/csrc/jit/serialization/import.h>
#include <torch/csrc/jit/serialization/import_source.h>
#include <torch/csrc/jit/serialization/zip_reader.h>

#include <memory>
#include <vector>

namespace torch::jit::detail {

class ArchiveImport {
 public:
  // Says what the file is if it is no TorchScript archive; checks version and byte order.
  ArchiveImport(std::shared_ptr<const ZipReader> archive, std::shared_ptr<CompilationUnit> unit, const LoadOptions& options);

  // The constants and the top object, with the classes they name declared.
  c10::IValue readTop();

  const ZipReader& archive() const {
    return *archive_;
  }
  uint64_t version() const {
    return version_;
  }
  CompilationUnit& unit() {
    return *unit_;
  }
  SourceImporter& importer() {
    return *importer_;
  }

  // Names of records and files.
  static bool isTorchScript(const ZipReader& archive);
  static std::string codeRecord(const std::string& qualifier);

 private:
  std::shared_ptr<Source> loadSource(const std::string& qualifier) const;
  c10::TypePtr resolve(const std::string& name) const;
  c10::IValue makeObject(const c10::TypePtr& type, c10::IValue state, bool weak) const;
  c10::IValue readPickle(const char* record, const char* folder, bool weak) const;

  std::shared_ptr<const ZipReader> archive_;
  std::shared_ptr<CompilationUnit> unit_;
  LoadOptions options_;
  uint64_t version_;
  std::vector<c10::IValue> constants_;
  std::unique_ptr<SourceImporter> importer_;
};

} // namespace torch::jit::detail
