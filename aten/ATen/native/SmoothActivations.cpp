// Smooth activation functions: formulas, see SmoothActivations.yaml, and what has two halves or two results.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE <ATen/native/SmoothActivations.tiles.inc>
#include <ATen/native/cpu/Pointwise.h>
#include <hwy/foreach_target.h>
#include <ATen/native/SmoothActivations.tiles.inc>

#include <ATen/core/Tensor.h>
#include <ATen/ops/abs.h>
#include <ATen/ops/exp.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/narrow.h>
#include <ATen/ops/neg.h>
#include <ATen/ops/log_sigmoid.h>
#include <ATen/ops/sigmoid.h>
#include <ATen/ops/to.h>

namespace at::native {
namespace {
// Half and bfloat16 go through float as a whole, so that they are rounded once.
bool narrow_dtype(const Tensor& t) {
  return t.scalar_type() == ScalarType::Half || t.scalar_type() == ScalarType::BFloat16;
}
Tensor wide(const Tensor& t) {
  return narrow_dtype(t) ? t.to(ScalarType::Float) : t;
}
std::tuple<Tensor, Tensor> log_sigmoid_forward(const Tensor& self) {
  const Tensor buffer = at::exp(at::neg(at::abs(wide(self))));
  return {at::log_sigmoid(self), narrow_dtype(self) ? buffer.to(self.scalar_type()) : buffer};
}
Tensor glu(const Tensor& self, int64_t dim) {
  const int64_t half = self.size(dim) / 2;
  const Tensor result = at::mul(wide(at::narrow(self, dim, 0, half)), at::sigmoid(wide(at::narrow(self, dim, half, half))));
  return narrow_dtype(self) ? result.to(self.scalar_type()) : result;
}
} // namespace
} // namespace at::native

#include <ATen/native/SmoothActivations.stubs.inc>
