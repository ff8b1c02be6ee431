// An undefined tensor is a null impl here; this name exists for programs that mention it.
#pragma once
#include <c10/core/TensorImpl.h>
namespace c10 {
struct UndefinedTensorImpl final {
  static constexpr TensorImpl* singleton() noexcept {
    return nullptr;
  }
};
} // namespace c10
