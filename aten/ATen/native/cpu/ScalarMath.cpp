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
template <class T>
cplx<T> exp2_of(cplx<T> z) {
  const T scale = static_cast<T>(0.693147180559945309417);
  return exp(cplx<T>(z.real() * scale, z.imag() * scale));
}
// m + log1p(exp(s - m)), where m has the larger real part.
template <class T>
cplx<T> logaddexp_of(cplx<T> a, cplx<T> b) {
  const bool nan_a = a.real() != a.real() || a.imag() != a.imag(), nan_b = b.real() != b.real() || b.imag() != b.imag();
  if (nan_a || nan_b) {
    return {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::quiet_NaN()};
  }
  const bool swapped = a.real() < b.real();
  const cplx<T> most = swapped ? b : a, least = swapped ? a : b;
  if (std::isinf(most.real()) && most.real() == least.real()) {
    if (most.real() < 0) {
      return least;
    }
    return log(add(exp(least), exp(most)));
  }
  return add(most, log1p(exp(sub(least, most))));
}
template <class T>
cplx<T> lerp_of(cplx<T> a, cplx<T> b, cplx<T> w) {
  const cplx<T> way = sub(b, a);
  return abs(w) < T(0.5) ? add(a, mul(w, way)) : sub(b, mul(way, sub(cplx<T>(T(1)), w)));
}
// A rational start (Giles), then steps of Newton's method.
template <class T>
T erfinv_of(T y) {
  if (!(std::fabs(y) < T(1))) {
    return std::fabs(y) == T(1) ? std::copysign(std::numeric_limits<T>::infinity(), y) : std::numeric_limits<T>::quiet_NaN();
  }
  double w = -std::log((1.0 - static_cast<double>(y)) * (1.0 + static_cast<double>(y))), p;
  if (w < 5) {
    w -= 2.5;
    p = ((((((((2.81022636e-08 * w + 3.43273939e-07) * w - 3.5233877e-06) * w - 4.39150654e-06) * w + 0.00021858087) * w - 0.00125372503) * w - 0.00417768164) * w + 0.246640727) * w + 1.50140941);
  } else {
    w = std::sqrt(w) - 3;
    p = ((((((((-0.000200214257 * w + 0.000100950558) * w + 0.00134934322) * w - 0.00367342844) * w + 0.00573950773) * w - 0.0076224613) * w + 0.00943887047) * w + 1.00167406) * w + 2.83297682);
  }
  const double target = std::fabs(static_cast<double>(y));
  double x = p * target;
  for (int i = 0; i < (sizeof(T) == 4 ? 1 : 3); ++i) {
    const double slope = 0.886226925452758014 * std::exp(x * x);
    if (x < 1) {
      x -= (std::erf(x) - target) * slope;
    } else {
      // Far out the difference cancels and a step overshoots: there the logarithm of what is left to 1 is solved for.
      const double rest = std::erfc(x);
      x += std::log(rest / (1.0 - target)) * rest * slope;
    }
  }
  return std::copysign(static_cast<T>(x), y);
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
WICK_STD(asinh)
WICK_STD(acosh)
WICK_STD(atanh)
WICK_OWN(exp2, exp2_of(z))
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
cplx<float> logaddexp(cplx<float> a, cplx<float> b) {
  return logaddexp_of(a, b);
}
cplx<double> logaddexp(cplx<double> a, cplx<double> b) {
  return logaddexp_of(a, b);
}
cplx<float> lerp(cplx<float> a, cplx<float> b, cplx<float> w) {
  return lerp_of(a, b, w);
}
cplx<double> lerp(cplx<double> a, cplx<double> b, cplx<double> w) {
  return lerp_of(a, b, w);
}
float erfinv(float y) {
  return erfinv_of(y);
}
double erfinv(double y) {
  return erfinv_of(y);
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
