// Makes a qualified name unique by an atom `___torch_mangle_<n>` before its last one.
#pragma once
#include <ATen/core/qualified_name.h>

#include <cstddef>

namespace torch::jit {

class TORCH_API NameMangler {
 public:
  c10::QualifiedName mangle(const c10::QualifiedName& name);

 private:
  size_t mangle_index_ = 0;
};

}  // namespace torch::jit
