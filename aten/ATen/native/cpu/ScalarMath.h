// One element at a time: complex arithmetic and functions, integer division and powers with PyTorch's conventions. Tile kernels call these for dtypes and functions without a vector
// form; the bodies that are not one line are compiled once, in ScalarMath.cpp, and not once an instruction set.
#pragma once

#include <c10/macros/Macros.h>
#include <c10/util/complex.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace at::native::scalar {

template <class T>
using cplx = c10::complex<T>;

template <class T>
inline cplx<T> add(cplx<T> a, cplx<T> b) {
  return {a.real() + b.real(), a.imag() + b.imag()};
}
template <class T>
inline cplx<T> sub(cplx<T> a, cplx<T> b) {
  return {a.real() - b.real(), a.imag() - b.imag()};
}
template <class T>
inline cplx<T> neg(cplx<T> a) {
  return {-a.real(), -a.imag()};
}
template <class T>
inline cplx<T> mul(cplx<T> a, cplx<T> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}
// Scaled by the larger part of the divisor, so that its square neither overflows nor vanishes.
template <class T>
inline cplx<T> div(cplx<T> a, cplx<T> b) {
  const T r = std::fabs(b.real()), i = std::fabs(b.imag());
  if (r >= i) {
    if (r == 0 && i == 0) {
      return {a.real() / r, a.imag() / r};
    }
    const T ratio = b.imag() / b.real(), scale = T(1) / (b.real() + b.imag() * ratio);
    return {(a.real() + a.imag() * ratio) * scale, (a.imag() - a.real() * ratio) * scale};
  }
  const T ratio = b.real() / b.imag(), scale = T(1) / (b.real() * ratio + b.imag());
  return {(a.real() * ratio + a.imag()) * scale, (a.imag() * ratio - a.real()) * scale};
}

#define WICK_COMPLEX_FUNCTION(name)      \
  cplx<float> name(cplx<float>);         \
  cplx<double> name(cplx<double>);
WICK_COMPLEX_FUNCTION(exp)
WICK_COMPLEX_FUNCTION(expm1)
WICK_COMPLEX_FUNCTION(log)
WICK_COMPLEX_FUNCTION(log1p)
WICK_COMPLEX_FUNCTION(log2)
WICK_COMPLEX_FUNCTION(log10)
WICK_COMPLEX_FUNCTION(sqrt)
WICK_COMPLEX_FUNCTION(rsqrt)
WICK_COMPLEX_FUNCTION(sin)
WICK_COMPLEX_FUNCTION(cos)
WICK_COMPLEX_FUNCTION(tan)
WICK_COMPLEX_FUNCTION(sinh)
WICK_COMPLEX_FUNCTION(cosh)
WICK_COMPLEX_FUNCTION(tanh)
WICK_COMPLEX_FUNCTION(asin)
WICK_COMPLEX_FUNCTION(acos)
WICK_COMPLEX_FUNCTION(atan)
WICK_COMPLEX_FUNCTION(asinh)
WICK_COMPLEX_FUNCTION(acosh)
WICK_COMPLEX_FUNCTION(atanh)
WICK_COMPLEX_FUNCTION(exp2)
WICK_COMPLEX_FUNCTION(sigmoid)
WICK_COMPLEX_FUNCTION(sign)
#undef WICK_COMPLEX_FUNCTION
cplx<float> pow(cplx<float>, cplx<float>);
cplx<double> pow(cplx<double>, cplx<double>);
cplx<float> logaddexp(cplx<float>, cplx<float>);
cplx<double> logaddexp(cplx<double>, cplx<double>);
cplx<float> lerp(cplx<float>, cplx<float>, cplx<float>);
cplx<double> lerp(cplx<double>, cplx<double>, cplx<double>);
float abs(cplx<float>);
double abs(cplx<double>);

float erfinv(float);
double erfinv(double);

[[noreturn]] void division_by_zero();
[[noreturn]] void negative_power();

template <class T>
using wide_unsigned_t = std::conditional_t<(sizeof(T) < sizeof(unsigned)), unsigned, std::make_unsigned_t<T>>;

template <class T>
inline T wrap_mul(T a, T b) {
  using U = wide_unsigned_t<T>;
  return static_cast<T>(static_cast<U>(a) * static_cast<U>(b));
}
template <class T>
inline T wrap_neg(T a) {
  using U = wide_unsigned_t<T>;
  return static_cast<T>(U(0) - static_cast<U>(a));
}
// The smallest integer divided by -1 wraps to itself.
template <class T>
inline T trunc_div(T a, T b) {
  if (C10_UNLIKELY(b == 0)) {
    division_by_zero();
  }
  if constexpr (std::is_signed_v<T>) {
    if (b == T(-1)) {
      return wrap_neg(a);
    }
  }
  return static_cast<T>(a / b);
}
template <class T>
inline T floor_div(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    // Python's: the quotient of what the remainder leaves, rounded to the nearest whole number.
    if (C10_UNLIKELY(b == 0)) {
      return a / b;
    }
    const T mod = std::fmod(a, b);
    T quotient = (a - mod) / b;
    if (mod != 0 && (b < 0) != (mod < 0)) {
      quotient -= T(1);
    }
    if (quotient == 0) {
      return std::copysign(T(0), a / b);
    }
    T whole = std::floor(quotient);
    if (quotient - whole > T(0.5)) {
      whole += T(1);
    }
    return whole;
  } else {
    const T quotient = trunc_div(a, b);
    if constexpr (std::is_signed_v<T>) {
      if (b != T(-1) && (a % b != 0) && ((a < 0) != (b < 0))) {
        return static_cast<T>(quotient - 1);
      }
    }
    return quotient;
  }
}
// The remainder with the divisor's sign.
template <class T>
inline T remainder(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    T mod = std::fmod(a, b);
    if (mod != 0 && (b < 0) != (mod < 0)) {
      mod += b;
    }
    return mod;
  } else {
    if (C10_UNLIKELY(b == 0)) {
      division_by_zero();
    }
    if constexpr (std::is_signed_v<T>) {
      if (b == T(-1)) {
        return 0;
      }
      const T mod = static_cast<T>(a % b);
      return mod != 0 && ((b < 0) != (mod < 0)) ? static_cast<T>(mod + b) : mod;
    } else {
      return static_cast<T>(a % b);
    }
  }
}
// The remainder with the dividend's sign.
template <class T>
inline T fmod(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::fmod(a, b);
  } else {
    if (C10_UNLIKELY(b == 0)) {
      division_by_zero();
    }
    if constexpr (std::is_signed_v<T>) {
      if (b == T(-1)) {
        return 0;
      }
    }
    return static_cast<T>(a % b);
  }
}
// A power of integers wraps; a negative exponent leaves 0, or 1 and -1 where the base is.
template <class T>
inline T int_pow(T base, T exponent) {
  if constexpr (std::is_signed_v<T>) {
    if (exponent < 0) {
      return base == T(1) ? T(1) : base == T(-1) ? static_cast<T>(exponent % 2 ? -1 : 1) : T(0);
    }
  }
  T result = 1;
  while (exponent != 0) {
    if (exponent & 1) {
      result = wrap_mul(result, base);
    }
    exponent = static_cast<T>(exponent / 2);
    base = wrap_mul(base, base);
  }
  return result;
}
// The smallest integer has no absolute value of its own: it wraps, as everywhere.
template <class T>
inline T gcd(T a, T b) {
  a = std::is_signed_v<T> && a < T(0) ? wrap_neg(a) : a;
  b = std::is_signed_v<T> && b < T(0) ? wrap_neg(b) : b;
  while (a != 0) {
    const T rest = a == T(-1) ? T(0) : static_cast<T>(b % a);
    b = a;
    a = rest;
  }
  return b;
}
template <class T>
inline T lcm(T a, T b) {
  const T g = gcd(a, b);
  if (g == 0) {
    return 0;
  }
  const T product = wrap_mul(trunc_div(a, g), b);
  return std::is_signed_v<T> && product < T(0) ? wrap_neg(product) : product;
}
template <class T>
inline T shift_left(T a, T b) {
  const bool out_of_range = (std::is_signed_v<T> && b < T(0)) || static_cast<uint64_t>(b) >= sizeof(T) * 8;
  return out_of_range ? T(0) : static_cast<T>(static_cast<wide_unsigned_t<T>>(a) << static_cast<unsigned>(b));
}
template <class T>
inline T shift_right(T a, T b) {
  const bool out_of_range = (std::is_signed_v<T> && b < T(0)) || static_cast<uint64_t>(b) >= sizeof(T) * 8;
  return static_cast<T>(a >> (out_of_range ? static_cast<unsigned>(sizeof(T) * 8 - 1) : static_cast<unsigned>(b)) >> (out_of_range && !std::is_signed_v<T> ? 1 : 0));
}

} // namespace at::native::scalar
