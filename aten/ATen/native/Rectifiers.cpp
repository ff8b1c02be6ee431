// Activation functions with a bend: formulas, see Rectifiers.yaml, and what is composed of them.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE <ATen/native/Rectifiers.tiles.inc>
#include <ATen/native/cpu/Pointwise.h>
#include <hwy/foreach_target.h>
#include <ATen/native/Rectifiers.tiles.inc>

#include <ATen/core/Tensor.h>
#include <ATen/ops/_prelu_kernel.h>
#include <ATen/ops/elu.h>
#include <ATen/ops/reshape.h>

namespace at::native {
namespace {
Tensor celu(const Tensor& self, const Scalar& alpha) {
  TORCH_CHECK(alpha.to<double>() != 0, "celu(): ZeroDivisionError: argument 'alpha' cannot be 0");
  return at::elu(self, alpha, Scalar(1.0), Scalar(1.0 / alpha.to<double>()));
}
Tensor selu(const Tensor& self) {
  return at::elu(self, Scalar(1.6732632423543772848170429916717), Scalar(1.0507009873554804934193349852946), Scalar(1.0));
}
Tensor prelu(const Tensor& self, const Tensor& weight) {
  TORCH_CHECK(weight.dim() <= 1, "prelu(): argument 'weight' must be a scalar or have 1 dimension, got ", weight.dim());
  if (weight.numel() == 1) {
    return at::_prelu_kernel(self, at::reshape(weight, {}));
  }
  TORCH_CHECK(self.dim() > 0, "prelu(): argument 'self' of 0 dimensions takes a weight of one number, got ", weight.numel());
  const int64_t channels = self.dim() > 1 ? self.size(1) : 1;
  TORCH_CHECK(weight.numel() == channels, "prelu(): argument 'weight' has ", weight.numel(), " numbers for ", channels, " channels of self");
  DimVector shape(static_cast<size_t>(self.dim()), 1);
  shape[1] = channels;
  return at::_prelu_kernel(self, at::reshape(weight, shape));
}
} // namespace
} // namespace at::native

#include <ATen/native/Rectifiers.stubs.inc>
