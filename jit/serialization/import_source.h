// Compiles the code of an archive. Names under __torch__ are looked up in the compilation unit and, when they are not there, in the file of their
// prefix, which is read and parsed once; a class, named tuple, enum, interface or function comes into being when something first refers to it, so
// files may refer to one another in any order. Bodies of methods and functions are compiled later, by compileAll() or on first call.
#pragma once
#include <ATen/core/ivalue.h>
#include <ATen/core/jit_type.h>
#include <ATen/core/qualified_name.h>
#include <torch/csrc/jit/api/compilation_unit.h>
#include <torch/csrc/jit/frontend/ir_emitter.h>
#include <torch/csrc/jit/frontend/source_range.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace torch::jit {

// The source of a qualifier (`__torch__.torch.nn.modules.linear`), or null if the archive has no such file.
using SourceLoader = std::function<std::shared_ptr<Source>(const std::string& qualifier)>;

struct SourceImporterImpl;

class TORCH_API SourceImporter {
 public:
  // `constant_table` (CONSTANTS.c0, ...) may be filled until the first body is compiled; it must live as long as the importer or until compileAll().
  SourceImporter(std::shared_ptr<CompilationUnit> cu, const std::vector<at::IValue>* constant_table, SourceLoader source_loader, size_t version);
  ~SourceImporter();

  // The type of this name. Throws if the archive does not define it.
  c10::TypePtr loadType(const c10::QualifiedName& name) const;
  // The free function of this name, or null.
  Function* findFunction(const c10::QualifiedName& name) const;
  // A type in Python's spelling, as in type tags: "Dict[str, __torch__.M]". Throws on anything else.
  c10::TypePtr parseType(const std::string& text) const;

  // Compiles every body that was defined so far and those they call. Throws one error that lists all missing operators if there are any.
  void compileAll();
  // The same without throwing for missing operators (other errors do throw).
  std::vector<MissingOperatorUse> compileAllCollecting();

  // That list as text: one entry an operator with its call sites.
  static std::string formatMissing(const std::vector<MissingOperatorUse>& uses);

 private:
  std::shared_ptr<SourceImporterImpl> pImpl;
  std::shared_ptr<CompilationUnit> cu_;
};

}  // namespace torch::jit
