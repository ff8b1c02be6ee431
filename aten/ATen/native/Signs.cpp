// Signs, steps, conjugates, reciprocals: formulas, see Signs.yaml.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE <ATen/native/Signs.tiles.inc>
#include <ATen/native/cpu/Pointwise.h>
#include <hwy/foreach_target.h>
#include <ATen/native/Signs.tiles.inc>

#include <ATen/core/Tensor.h>
namespace at::native {
namespace {
Tensor positive(const Tensor& self) {
  TORCH_CHECK_NOT_IMPLEMENTED(self.scalar_type() != ScalarType::Bool, "positive(): argument 'self' is a bool tensor, which has no + operator");
  return self;
}
} // namespace
} // namespace at::native

#include <ATen/native/Signs.stubs.inc>
