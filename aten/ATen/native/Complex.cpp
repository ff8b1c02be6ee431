// Complex tensors from their parts. A complex number lies in memory as two real ones, so the kernels write pairs.
#include <ATen/Parallel.h>
#include <ATen/core/Tensor.h>
#include <ATen/native/OperatorStub.h>
#include <cmath>

namespace at::native {

namespace {
// f(a, b) gives the pair.
template <class scalar_t, class F>
void write_pairs(const Tensor& a, const Tensor& b, Tensor& out, F f) {
  const Tensor x = a.expand(out.sizes()).contiguous(), y = b.expand(out.sizes()).contiguous();
  const scalar_t* const from_x = x.const_data_ptr<scalar_t>();
  const scalar_t* const from_y = y.const_data_ptr<scalar_t>();
  scalar_t* const to = static_cast<scalar_t*>(out.mutable_data_ptr());
  at::parallel_for(0, out.numel(), 32768, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const auto [re, im] = f(from_x[i], from_y[i]);
      to[2 * i] = static_cast<scalar_t>(re);
      to[2 * i + 1] = static_cast<scalar_t>(im);
    }
  });
}
}  // namespace

static OutputMeta complex_meta(const Tensor& real, const Tensor& imag) {
  return {.sizes = stub::broadcast(real.sizes(), imag.sizes(), "complex"), .dtype = c10::toComplexType(real.scalar_type())};
}
template <class scalar_t>
void complex_cpu(const Tensor& real, const Tensor& imag, Tensor& out) {
  write_pairs<scalar_t>(real, imag, out, [](scalar_t re, scalar_t im) { return std::pair(re, im); });
}

static OutputMeta polar_meta(const Tensor& abs, const Tensor& angle) {
  return {.sizes = stub::broadcast(abs.sizes(), angle.sizes(), "polar"), .dtype = c10::toComplexType(abs.scalar_type())};
}
template <class scalar_t>
void polar_cpu(const Tensor& abs, const Tensor& angle, Tensor& out) {
  using compute_t = std::conditional_t<std::is_same_v<scalar_t, double>, double, float>;
  write_pairs<scalar_t>(abs, angle, out, [](compute_t r, compute_t phi) { return std::pair(r * std::cos(phi), r * std::sin(phi)); });
}

}  // namespace at::native

#include <ATen/native/Complex.stubs.inc>
