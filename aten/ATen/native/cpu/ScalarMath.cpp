#include <ATen/native/cpu/ScalarMath.h>
#include <c10/util/Exception.h>
#include <complex>

namespace at::native::scalar {
namespace {
template <class T>
std::complex<T> to_std(cplx<T> z) {
  return {z.real(), z.imag()};
}
template <class T>
cplx<T> from_std(std::complex<T> z) {
  return {z.real(), z.imag()};
}
template <class T>
cplx<T> sigmoid_of(cplx<T> z) {
  return div(cplx<T>(T(1)), add(cplx<T>(T(1)), exp(neg(z))));
}
template <class T>
cplx<T> expm1_of(cplx<T> z) {
  // exp(x) cos(y) - 1 without the cancellation near 0.
  const T s = std::sin(z.imag() / 2), e = std::expm1(z.real());
  return {e - 2 * s * s * (e + 1), (e + 1) * std::sin(z.imag())};
}
template <class T>
cplx<T> log1p_of(cplx<T> z) {
  // log|1 + z| = log1p(2x + x^2 + y^2) / 2 while that is small.
  const T x = z.real(), y = z.imag(), r = std::hypot(x, y);
  if (r < T(0.5)) {
    return {std::log1p(x * (T(2) + x) + y * y) / 2, std::atan2(y, T(1) + x)};
  }
  return log(cplx<T>(T(1) + x, y));
}
template <class T>
cplx<T> sign_of(cplx<T> z) {
  const T r = abs(z);
  return r == 0 ? cplx<T>(T(0)) : cplx<T>(z.real() / r, z.imag() / r);
}
template <class T>
cplx<T> log_of(cplx<T> z, T base) {
  const std::complex<T> l = std::log(to_std(z));
  return {l.real() / base, l.imag() / base};
}
template <class T>
cplx<T> pow_of(cplx<T> a, cplx<T> b) {
  if (b.real() == 0 && b.imag() == 0) {
    return cplx<T>(T(1));
  }
  if (b.real() == 2 && b.imag() == 0) {
    return mul(a, a);
  }
  return from_std(std::pow(to_std(a), to_std(b)));
}
} // namespace

#define WICK_STD(name)                                                          \
  cplx<float> name(cplx<float> z) { return from_std(std::name(to_std(z))); }    \
  cplx<double> name(cplx<double> z) { return from_std(std::name(to_std(z))); }
#define WICK_OWN(name, expression)                                \
  cplx<float> name(cplx<float> z) { using T = float; (void)sizeof(T); return expression; }    \
  cplx<double> name(cplx<double> z) { using T = double; (void)sizeof(T); return expression; }
WICK_STD(exp)
WICK_STD(log)
WICK_STD(sqrt)
WICK_STD(sin)
WICK_STD(cos)
WICK_STD(tan)
WICK_STD(sinh)
WICK_STD(cosh)
WICK_STD(tanh)
WICK_STD(asin)
WICK_STD(acos)
WICK_STD(atan)
WICK_OWN(expm1, expm1_of(z))
WICK_OWN(log1p, log1p_of(z))
WICK_OWN(log2, log_of(z, static_cast<T>(0.693147180559945309417)))
WICK_OWN(log10, log_of(z, static_cast<T>(2.302585092994045684018)))
WICK_OWN(rsqrt, div(cplx<T>(T(1)), sqrt(z)))
WICK_OWN(sigmoid, sigmoid_of(z))
WICK_OWN(sign, sign_of(z))
#undef WICK_STD
#undef WICK_OWN

cplx<float> pow(cplx<float> a, cplx<float> b) {
  return pow_of(a, b);
}
cplx<double> pow(cplx<double> a, cplx<double> b) {
  return pow_of(a, b);
}
float abs(cplx<float> z) {
  return std::hypot(z.real(), z.imag());
}
double abs(cplx<double> z) {
  return std::hypot(z.real(), z.imag());
}

void division_by_zero() {
  TORCH_CHECK(false, "ZeroDivisionError: integer division by zero (an element of argument 'other' is 0)");
  __builtin_unreachable();
}

void negative_power() {
  TORCH_CHECK(false, "Integers to negative integer powers are not allowed. (argument 'exponent' is negative)");
  __builtin_unreachable();
}

} // namespace at::native::scalar
