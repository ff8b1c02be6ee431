// Numbers taken apart. The kernels walk contiguous elements; half and bfloat16 count in float.
#include <ATen/core/Tensor.h>
#include <ATen/Dispatch.h>
#include <ATen/Parallel.h>
#include <ATen/native/Checks.h>
#include <ATen/native/TypeProperties.h>
#include <array>
#include <cmath>
#include <limits>

namespace at::native {
namespace {
template <class T>
using wide_t = std::conditional_t<std::is_same_v<T, c10::Half> || std::is_same_v<T, c10::BFloat16>, float, T>;

template <class F>
void each(int64_t n, F f) {
  at::parallel_for(0, n, at::internal::GRAIN_SIZE, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      f(i);
    }
  });
}

OutputMeta angle_meta(const Tensor& self) {
  const ScalarType t = self.scalar_type();
  return {DimVector(self.sizes().begin(), self.sizes().end()), c10::isIntegralType(t, true) ? c10::get_default_dtype_as_scalartype() : c10::toRealValueType(t), {}};
}
template <class T>
T angle_of(T x) {
  return x != x ? x : x < 0 ? static_cast<T>(3.14159265358979323846) : T(0);
}
template <class T>
T angle_of(c10::complex<T> z) {
  return std::atan2(z.imag(), z.real());
}
void angle_cpu(const Tensor& self, Tensor& out) {
  const ScalarType t = c10::isComplexType(self.scalar_type()) ? self.scalar_type() : out.scalar_type();
  const Tensor in = self.to(t).contiguous();
  AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND2(kHalf, kBFloat16, t, "angle", [&] {
    using real = typename c10::scalar_value_type<scalar_t>::type;
    const scalar_t* x = in.const_data_ptr<scalar_t>();
    real* y = out.mutable_data_ptr<real>();
    each(in.numel(), [&](int64_t i) { y[i] = static_cast<real>(angle_of(static_cast<wide_t<scalar_t>>(x[i]))); });
  });
}

std::array<OutputMeta, 2> frexp_meta(const Tensor& self) {
  const DimVector sizes(self.sizes().begin(), self.sizes().end());
  return {OutputMeta{sizes, self.scalar_type(), {}}, OutputMeta{sizes, ScalarType::Int, {}}};
}
template <class scalar_t>
void frexp_cpu(const Tensor& self, Tensor& mantissa, Tensor& exponent) {
  const Tensor in = self.contiguous();
  const scalar_t* x = in.const_data_ptr<scalar_t>();
  scalar_t* m = mantissa.mutable_data_ptr<scalar_t>();
  int32_t* e = exponent.mutable_data_ptr<int32_t>();
  each(in.numel(), [&](int64_t i) {
    int power = 0;
    const auto v = static_cast<wide_t<scalar_t>>(x[i]);
    m[i] = static_cast<scalar_t>(std::frexp(v, &power));
    e[i] = std::isfinite(v) ? power : 0;
  });
}

// Complex numbers are twice as many real ones.
template <class scalar_t>
void nan_to_num_cpu(const Tensor& self, std::optional<double> nan, std::optional<double> posinf, std::optional<double> neginf, Tensor& out) {
  using real = typename c10::scalar_value_type<scalar_t>::type;
  const Tensor in = self.contiguous();
  const real* x = static_cast<const real*>(in.const_data_ptr());
  real* y = static_cast<real*>(out.mutable_data_ptr());
  const int64_t n = in.numel() * static_cast<int64_t>(sizeof(scalar_t) / sizeof(real));
  if constexpr (std::is_integral_v<real>) {
    std::copy(x, x + n, y);
  } else {
    using wide = wide_t<real>;
    const wide most = static_cast<wide>(std::numeric_limits<real>::max()), infinity = std::numeric_limits<wide>::infinity();
    const auto for_nan = static_cast<wide>(nan.value_or(0));
    const auto for_pos = posinf.has_value() ? static_cast<wide>(*posinf) : most, for_neg = neginf.has_value() ? static_cast<wide>(*neginf) : -most;
    each(n, [&](int64_t i) {
      const auto v = static_cast<wide>(x[i]);
      y[i] = static_cast<real>(v != v ? for_nan : v == infinity ? for_pos : v == -infinity ? for_neg : v);
    });
  }
}
} // namespace
} // namespace at::native

#include <ATen/native/Parts.stubs.inc>
