// Dropout without random numbers: the cases whose result is certain.
#include <ATen/core/Tensor.h>
#include <ATen/ops/mul.h>
#include <ATen/native/Checks.h>

namespace at::native {
namespace {

// Whether the result is all zeros (true) or the input (false).
bool drops_all(const char* op, double p, bool train) {
  TORCH_CHECK(p >= 0 && p <= 1, op, ": p must be between 0 and 1, got ", p);
  if (!train || p == 0) return false;
  TORCH_CHECK_NOT_IMPLEMENTED(p == 1, op, ": training mode with p=", p, " needs random numbers, which are not implemented");
  return true;
}

Tensor dropout(const Tensor& input, double p, bool train) {
  // Multiplied, not overwritten: NaN stays NaN, as training code expects.
  return drops_all("dropout", p, train) ? at::mul(input, Scalar(0)) : input;
}

Tensor& dropout_(Tensor& self, double p, bool train) {
  if (drops_all("dropout_", p, train)) self.mul_(Scalar(0));
  return self;
}

Tensor native_dropout_backward(const Tensor& grad_output, const Tensor& mask, double scale) {
  return at::mul(grad_output, at::mul(mask.to(grad_output.scalar_type()), Scalar(scale)));
}

}  // namespace
}  // namespace at::native

#include <ATen/native/Dropout.stubs.inc>
