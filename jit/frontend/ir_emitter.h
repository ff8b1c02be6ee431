// From a syntax tree to a graph: typed emission. Names are looked up in scopes of the function, then among the compiler's own functions, then
// through the Resolver. Variables that a branch or a loop changes become outputs of its prim::If or prim::Loop; what `x is None` teaches is a
// refinement of x's type in the branch. The graph is in SSA form from the start.
#pragma once
#include <ATen/core/qualified_name.h>
#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/frontend/resolver.h>
#include <torch/csrc/jit/frontend/sugared_value.h>
#include <torch/csrc/jit/frontend/tree_views.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace torch::jit {

using ResolverPtr = std::shared_ptr<Resolver>;

// The format version of code that was not read from an archive.
constexpr size_t kMaxOperatorVersion = 10;

// A function whose body is compiled on ensure_defined(). Keeps the tree alive. The schema is set at once when the return type is written.
TORCH_API std::unique_ptr<GraphFunction> makeFunction(c10::QualifiedName name, const Def& def, const ResolverPtr& resolver, const Self* self,
                                                      size_t operator_set_version = kMaxOperatorVersion);

// Emits the body into function.graph() and sets the schema.
TORCH_API void emitFunction(const Def& def, const ResolverPtr& resolver, const Self* self, GraphFunction& function, size_t operator_set_version = kMaxOperatorVersion);

// An operator that a compiled function needs and the library does not have.
struct MissingOperatorUse {
  std::string name;        // "aten::stft"
  std::string attempted;   // the call with the types of its arguments, or its source text
  std::string function;    // in which function
  SourceRange range;
  bool known_name;         // some overload of that name exists
};

// While one lives on a thread, a missing operator does not end the compilation: it is noted, what depends on it is skipped, and the function is left
// without a usable graph (its creator throws at the end). SourceImporter collects a whole archive's with it.
struct TORCH_API CollectMissingOperators {
  CollectMissingOperators();
  ~CollectMissingOperators();
  CollectMissingOperators(const CollectMissingOperators&) = delete;
  CollectMissingOperators& operator=(const CollectMissingOperators&) = delete;
  const std::vector<MissingOperatorUse>& uses() const { return uses_; }
  static CollectMissingOperators* current();
  void add(MissingOperatorUse use);

 private:
  std::vector<MissingOperatorUse> uses_;
  CollectMissingOperators* previous_;
};

}  // namespace torch::jit
