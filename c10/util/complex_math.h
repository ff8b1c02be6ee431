// Transcendental functions of c10::complex, through std::complex's: for kernels, not for widely used headers (it brings in <complex>).
#pragma once

#include <c10/util/complex.h>
#include <complex>

namespace c10_complex_math {
#define WICK_COMPLEX_UNARY(name)                                                     \
  template <typename T>                                                              \
  c10::complex<T> name(const c10::complex<T>& z) {                                   \
    return c10::complex<T>(std::name(static_cast<std::complex<T>>(z)));              \
  }
WICK_COMPLEX_UNARY(exp)
WICK_COMPLEX_UNARY(log)
WICK_COMPLEX_UNARY(log10)
WICK_COMPLEX_UNARY(sqrt)
WICK_COMPLEX_UNARY(sin)
WICK_COMPLEX_UNARY(cos)
WICK_COMPLEX_UNARY(tan)
WICK_COMPLEX_UNARY(asin)
WICK_COMPLEX_UNARY(acos)
WICK_COMPLEX_UNARY(atan)
WICK_COMPLEX_UNARY(sinh)
WICK_COMPLEX_UNARY(cosh)
WICK_COMPLEX_UNARY(tanh)
WICK_COMPLEX_UNARY(asinh)
WICK_COMPLEX_UNARY(acosh)
WICK_COMPLEX_UNARY(atanh)
#undef WICK_COMPLEX_UNARY

template <typename T>
c10::complex<T> log2(const c10::complex<T>& z) {
  const T inv_ln2 = T(1.4426950408889634073599246810018921L);
  const auto l = log(z);
  return c10::complex<T>(l.real() * inv_ln2, l.imag() * inv_ln2);
}
// exp(z) - 1 without cancellation near zero: e^x cos y - 1 = expm1(x) cos y - 2 sin^2(y/2).
template <typename T>
c10::complex<T> expm1(const c10::complex<T>& z) {
  const T x = z.real(), y = z.imag(), s = std::sin(y / 2), e = std::expm1(x);
  return c10::complex<T>(e * std::cos(y) - 2 * s * s, (e + 1) * std::sin(y));
}
// log(1 + z) without cancellation near zero: |1+z|^2 - 1 = x(2+x) + y^2.
template <typename T>
c10::complex<T> log1p(const c10::complex<T>& z) {
  const T x = z.real(), y = z.imag();
  if (std::abs(x) < T(0.5) && std::abs(y) < T(0.5)) {
    return c10::complex<T>(T(0.5) * std::log1p(x * (2 + x) + y * y), std::atan2(y, 1 + x));
  }
  return log(c10::complex<T>(1 + x, y));
}
template <typename T>
c10::complex<T> pow(const c10::complex<T>& a, const c10::complex<T>& b) {
  return c10::complex<T>(std::pow(static_cast<std::complex<T>>(a), static_cast<std::complex<T>>(b)));
}
template <typename T>
c10::complex<T> pow(const c10::complex<T>& a, const T& b) {
  return c10::complex<T>(std::pow(static_cast<std::complex<T>>(a), b));
}
template <typename T>
c10::complex<T> pow(const T& a, const c10::complex<T>& b) {
  return c10::complex<T>(std::pow(a, static_cast<std::complex<T>>(b)));
}
} // namespace c10_complex_math

namespace std {
using c10_complex_math::acos;
using c10_complex_math::acosh;
using c10_complex_math::asin;
using c10_complex_math::asinh;
using c10_complex_math::atan;
using c10_complex_math::atanh;
using c10_complex_math::cos;
using c10_complex_math::cosh;
using c10_complex_math::exp;
using c10_complex_math::expm1;
using c10_complex_math::log;
using c10_complex_math::log10;
using c10_complex_math::log1p;
using c10_complex_math::log2;
using c10_complex_math::pow;
using c10_complex_math::sin;
using c10_complex_math::sinh;
using c10_complex_math::sqrt;
using c10_complex_math::tan;
using c10_complex_math::tanh;
} // namespace std
