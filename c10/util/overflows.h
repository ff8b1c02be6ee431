// Arithmetic and conversions that say when the result does not fit. The checked_* forms throw; the others answer true on overflow.
#pragma once

#include <c10/macros/Macros.h>
#include <c10/util/Exception.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace c10 {

template <typename T>
class complex;
template <typename T>
struct is_complex;
template <typename T>
struct scalar_value_type;

C10_ALWAYS_INLINE bool add_overflows(int64_t a, int64_t b, int64_t* out) {
  return __builtin_add_overflow(a, b, out);
}
C10_ALWAYS_INLINE bool mul_overflows(int64_t a, int64_t b, int64_t* out) {
  return __builtin_mul_overflow(a, b, out);
}
C10_ALWAYS_INLINE bool add_overflows(uint64_t a, uint64_t b, uint64_t* out) {
  return __builtin_add_overflow(a, b, out);
}
C10_ALWAYS_INLINE bool mul_overflows(uint64_t a, uint64_t b, uint64_t* out) {
  return __builtin_mul_overflow(a, b, out);
}
// The product of [first, last); true if it overflowed, in which case *out is unspecified. A zero factor makes the product 0 whatever the others are.
template <typename It>
bool safe_multiplies_u64(It first, It last, uint64_t* out) {
  uint64_t product = 1;
  bool overflow = false, zero = false;
  for (; first != last; ++first) {
    const auto f = static_cast<uint64_t>(*first);
    zero = zero || f == 0;
    overflow = __builtin_mul_overflow(product, f, &product) || overflow;
  }
  *out = zero ? 0 : product;
  return overflow && !zero;
}

C10_ALWAYS_INLINE int64_t checked_add(int64_t a, int64_t b, const char* what = "size") {
  int64_t r;
  TORCH_CHECK(!__builtin_add_overflow(a, b, &r), what, ": ", a, " + ", b, " overflows int64");
  return r;
}
C10_ALWAYS_INLINE int64_t checked_mul(int64_t a, int64_t b, const char* what = "size") {
  int64_t r;
  TORCH_CHECK(!__builtin_mul_overflow(a, b, &r), what, ": ", a, " * ", b, " overflows int64");
  return r;
}

// Whether `f` has no value of type To near it. Truncating a fraction is no overflow; NaN and infinity overflow integers only. Conversions to unsigned
// types admit negative numbers whose wrapped value is the intended bit pattern unless strict_unsigned.
template <typename To, typename From>
bool overflows(From f, bool strict_unsigned = false) {
  if constexpr (is_complex<From>::value) {
    if constexpr (!is_complex<To>::value) {
      return f.imag() != 0 || overflows<To>(f.real(), strict_unsigned);
    } else {
      using V = typename scalar_value_type<To>::type;
      return overflows<V>(f.real(), strict_unsigned) || overflows<V>(f.imag(), strict_unsigned);
    }
  } else if constexpr (is_complex<To>::value) {
    return overflows<typename scalar_value_type<To>::type>(f, strict_unsigned);
  } else if constexpr (std::is_same_v<To, bool>) {
    return false;
  } else if constexpr (std::is_integral_v<From> && std::is_integral_v<To>) {
    if constexpr (std::is_same_v<From, bool>) {
      return false;
    } else {
      if constexpr (!std::is_signed_v<To> && std::is_signed_v<From>) {
        if (f < 0) {
          // -1 for uint8 means 255: allowed while the magnitude fits.
          return strict_unsigned || (0 - static_cast<uint64_t>(static_cast<int64_t>(f))) > static_cast<uint64_t>(std::numeric_limits<To>::max());
        }
      }
      To out;
      return __builtin_add_overflow(f, From{0}, &out);
    }
  } else if constexpr (std::is_integral_v<To>) {
    const double v = static_cast<double>(f);
    if (!(std::fabs(v) < 1e300)) {
      return true;
    }
    const double t = std::trunc(v);
    // 2^digits is exact in double, while max() itself may not be.
    const double above = std::ldexp(1.0, std::numeric_limits<To>::digits);
    if constexpr (std::is_signed_v<To>) {
      return t < -above || t >= above;
    } else {
      return strict_unsigned ? (t < 0 || t >= above) : (t <= -above || t >= above);
    }
  } else if constexpr (std::is_integral_v<From>) {
    return std::fabs(static_cast<double>(f)) > static_cast<double>(std::numeric_limits<To>::max());
  } else {
    const double v = static_cast<double>(f);
    if (std::isinf(v) || std::isnan(v)) {
      return false;
    }
    return v < static_cast<double>(std::numeric_limits<To>::lowest()) || v > static_cast<double>(std::numeric_limits<To>::max());
  }
}

} // namespace c10
