// The operator of smooth.yaml by hand: checks, dtype switch, result and registration are what the entry would have given.
#include <ATen/Dispatch.h>
#include <ATen/TensorUtils.h>
#include <ATen/ops/empty.h>
#include <torch/library.h>

namespace {

at::Tensor smooth(const at::Tensor& self, double amount) {
  at::checkDefined("smooth", {self, "self", 1});
  TORCH_CHECK(self.dim() >= 1, "smooth(): argument 'self' must have at least 1 dimension, its shape is ", self.sizes());
  TORCH_CHECK(amount > 0 && amount <= 1, "smooth(): amount must be above 0 and at most 1, got ", amount);
  const at::Tensor in = self.contiguous();
  at::Tensor out = at::empty(self.sizes(), self.options());
  AT_DISPATCH_FLOATING_TYPES(self.scalar_type(), "smooth", [&] {
    const int64_t length = self.size(-1), rows = length == 0 ? 0 : self.numel() / length;
    const scalar_t* x = in.const_data_ptr<scalar_t>();
    scalar_t* y = out.mutable_data_ptr<scalar_t>();
    const auto a = static_cast<scalar_t>(amount);
    for (int64_t r = 0; r < rows; ++r, x += length, y += length) {
      scalar_t level = x[0];
      for (int64_t i = 0; i < length; ++i) y[i] = level += a * (x[i] - level);
    }
  });
  return out;
}

} // namespace

TORCH_LIBRARY(byhand, m) {
  m.def("smooth(Tensor self, float amount=0.5) -> Tensor");
}
TORCH_LIBRARY_IMPL(byhand, CPU, m) {
  m.impl("smooth", &smooth);
}
