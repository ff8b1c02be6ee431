// How the compiler finds names that a function does not define itself. Archives resolve through SourceImporter, scripts through their
// compilation unit, a Python package through its own Resolver.
#pragma once
#include <ATen/core/jit_type.h>
#include <torch/csrc/jit/frontend/source_range.h>

#include <memory>
#include <string>

namespace torch::jit {

struct SugaredValue;
struct GraphFunction;

struct TORCH_API Resolver {
  virtual ~Resolver() = default;
  // The value `name` stands for, or null.
  virtual std::shared_ptr<SugaredValue> resolveValue(const std::string& name, GraphFunction& m, const SourceRange& loc);
  // The type `name` stands for, or null.
  virtual c10::TypePtr resolveType(const std::string& name, const SourceRange& loc);
};

// Resolves `torch`, `ops` and nothing else.
TORCH_API std::shared_ptr<Resolver> nativeResolver();

}  // namespace torch::jit
