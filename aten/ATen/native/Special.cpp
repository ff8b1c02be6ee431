// The elementwise special functions of Special.yaml: each is a function of SpecialMath.h, computed in double precision.
#include <ATen/core/Tensor.h>
#include <ATen/native/SpecialMath.h>
#include <ATen/native/cpu/Pointwise.h>
#include <ATen/ops/polygamma.h>
#include <cmath>
#include <type_traits>

namespace at::native {

namespace {
// Scalar templates from functions of one or two numbers.
#define WICK_SPECIAL_1(name, function)           \
  template <class T>                             \
  T name(T x) {                                  \
    return static_cast<T>(special::function(x)); \
  }
#define WICK_SPECIAL_2(name, function)              \
  template <class T>                                \
  T name(T a, T b) {                                \
    return static_cast<T>(special::function(a, b)); \
  }
WICK_SPECIAL_1(lgamma_one, lgamma)
WICK_SPECIAL_1(digamma_one, digamma)
WICK_SPECIAL_1(erfcx_one, erfcx)
WICK_SPECIAL_1(log_ndtr_one, log_ndtr)
WICK_SPECIAL_1(ndtri_one, ndtri)
WICK_SPECIAL_2(igamma_one, gamma_p)
WICK_SPECIAL_2(igammac_one, gamma_q)
WICK_SPECIAL_2(zeta_one, zeta)
#undef WICK_SPECIAL_1
#undef WICK_SPECIAL_2

// Recurrence up to 10, then DLMF 5.15.8; below 1/2 by reflection (5.15.6). The sine is taken in T: at the poles, where it ought to be 0, its rounding error
// gives the large number that PyTorch answers with.
template <class T>
T trigamma(T x) {
  constexpr double kPi = 3.14159265358979323846;
  const bool reflect = x < T(0.5);
  double reflected = 0, y = x;
  if (reflect) {
    const double s = std::sin(static_cast<T>(kPi) * x);
    reflected = kPi * kPi / (s * s);
    y = 1 - y;
  }
  double sum = 0;
  for (; y < 10; y += 1) {
    sum += 1 / (y * y);
  }
  const double w = 1 / (y * y);
  sum += (1 + 0.5 / y + w * (1.0 / 6 - w * (1.0 / 30 - w * (1.0 / 42 - w * (1.0 / 30 - w * (5.0 / 66 - w * (691.0 / 2730 - w * 7 / 6))))))) / y;
  return static_cast<T>(reflect ? reflected - sum : sum);
}
}  // namespace

template <class T>
T polygamma_one(T x, T n) {
  if (n == T(0)) {
    return digamma_one(x);
  }
  return n == T(1) ? trigamma(x) : static_cast<T>(special::polygamma(n, x));
}
template <class T>
T ndtr_one(T x) {
  return static_cast<T>(0.5 * std::erfc(-0.70710678118654752440 * static_cast<double>(x)));
}
// The generated loop passes tensors before numbers: zeta of a number.
template <class T>
T zeta_of_number(T q, T s) {
  return zeta_one(s, q);
}
// Its own entry: the order of the arguments is another one.
static Tensor& polygamma_(Tensor& self, int64_t n) { return at::polygamma_out(self, n, self); }
template <class T>
T multigammaln_one(T x, T p) {
  return static_cast<T>(special::multigammaln(x, static_cast<int>(p)));
}

}  // namespace at::native

#include <ATen/native/Special.stubs.inc>
