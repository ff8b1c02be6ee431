// IEEE half precision: stored in 16 bits, computed in float and rounded once per operation.
#pragma once

#include <c10/macros/Macros.h>
#include <c10/util/bit_cast.h>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <limits>

namespace c10 {

namespace detail {
// Exact: every half is a float.
inline float half_to_float(uint16_t h) {
  const uint32_t sign = static_cast<uint32_t>(h & 0x8000u) << 16;
  const uint32_t magnitude = h & 0x7fffu;
  if (magnitude >= 0x7c00u) { // infinity and NaN keep their payload
    return bit_cast<float>(sign | 0x7f800000u | ((magnitude & 0x3ffu) << 13));
  }
  if (magnitude < 0x0400u) { // zero and subnormals: magnitude units of 2^-24
    const float v = static_cast<float>(static_cast<int32_t>(magnitude)) * 0x1p-24f;
    return bit_cast<float>(bit_cast<uint32_t>(v) | sign);
  }
  return bit_cast<float>(sign | ((magnitude << 13) + ((127u - 15u) << 23)));
}
// To nearest, ties to even; what is too large becomes infinity, NaN stays (quiet) NaN.
inline uint16_t half_from_float(float f) {
  const uint32_t bits = bit_cast<uint32_t>(f);
  const uint32_t sign = (bits >> 16) & 0x8000u;
  const uint32_t a = bits & 0x7fffffffu;
  if (a >= 0x7f800000u) {
    return static_cast<uint16_t>(sign | (a > 0x7f800000u ? 0x7e00u : 0x7c00u));
  }
  if (a >= 0x477ff000u) { // 65520 and more round to infinity
    return static_cast<uint16_t>(sign | 0x7c00u);
  }
  if (a < 0x38800000u) { // below 2^-14: adding 0.5 puts the units of 2^-24 into the last bits, rounded by the addition
    const float shifted = bit_cast<float>(a) + 0.5f;
    return static_cast<uint16_t>(sign | (bit_cast<uint32_t>(shifted) - 0x3f000000u));
  }
  const uint32_t odd = (a >> 13) & 1u;
  return static_cast<uint16_t>(sign | ((a - ((127u - 15u) << 23) + 0xfffu + odd) >> 13));
}
} // namespace detail


struct alignas(2) Half {
  unsigned short x;

  struct from_bits_t {};
  static constexpr from_bits_t from_bits() {
    return from_bits_t();
  }
  Half() = default;
  constexpr Half(unsigned short bits, from_bits_t) : x(bits) {}
  inline Half(float value) : x(detail::half_from_float(value)) {}
  inline operator float() const {
    return detail::half_to_float(x);
  }
};

C10_API std::ostream& operator<<(std::ostream& out, const Half& v);

inline Half operator+(const Half& a, const Half& b) {
  return static_cast<float>(a) + static_cast<float>(b);
}
inline Half& operator+=(Half& a, const Half& b) {
  return a = a + b;
}
inline Half operator-(const Half& a, const Half& b) {
  return static_cast<float>(a) - static_cast<float>(b);
}
inline Half& operator-=(Half& a, const Half& b) {
  return a = a - b;
}
inline Half operator*(const Half& a, const Half& b) {
  return static_cast<float>(a) * static_cast<float>(b);
}
inline Half& operator*=(Half& a, const Half& b) {
  return a = a * b;
}
inline Half operator/(const Half& a, const Half& b) {
  return static_cast<float>(a) / static_cast<float>(b);
}
inline Half& operator/=(Half& a, const Half& b) {
  return a = a / b;
}
inline Half operator-(const Half& a) {
  return Half(static_cast<unsigned short>(a.x ^ 0x8000), Half::from_bits());
}
// float += Half stays float.
inline float& operator+=(float& a, const Half& b) {
  return a += static_cast<float>(b);
}
inline float& operator-=(float& a, const Half& b) {
  return a -= static_cast<float>(b);
}
inline float& operator*=(float& a, const Half& b) {
  return a *= static_cast<float>(b);
}
inline float& operator/=(float& a, const Half& b) {
  return a /= static_cast<float>(b);
}
inline float operator+(Half a, float b) {
  return static_cast<float>(a) + b;
}
inline float operator+(float a, Half b) {
  return a + static_cast<float>(b);
}
inline float operator-(Half a, float b) {
  return static_cast<float>(a) - b;
}
inline float operator-(float a, Half b) {
  return a - static_cast<float>(b);
}
inline float operator*(Half a, float b) {
  return static_cast<float>(a) * b;
}
inline float operator*(float a, Half b) {
  return a * static_cast<float>(b);
}
inline float operator/(Half a, float b) {
  return static_cast<float>(a) / b;
}
inline float operator/(float a, Half b) {
  return a / static_cast<float>(b);
}
inline double operator+(Half a, double b) {
  return static_cast<double>(a) + b;
}
inline double operator+(double a, Half b) {
  return a + static_cast<double>(b);
}
inline double operator-(Half a, double b) {
  return static_cast<double>(a) - b;
}
inline double operator-(double a, Half b) {
  return a - static_cast<double>(b);
}
inline double operator*(Half a, double b) {
  return static_cast<double>(a) * b;
}
inline double operator*(double a, Half b) {
  return a * static_cast<double>(b);
}
inline double operator/(Half a, double b) {
  return static_cast<double>(a) / b;
}
inline double operator/(double a, Half b) {
  return a / static_cast<double>(b);
}
inline Half operator+(Half a, int b) {
  return a + static_cast<Half>(b);
}
inline Half operator+(int a, Half b) {
  return static_cast<Half>(a) + b;
}
inline Half operator-(Half a, int b) {
  return a - static_cast<Half>(b);
}
inline Half operator-(int a, Half b) {
  return static_cast<Half>(a) - b;
}
inline Half operator*(Half a, int b) {
  return a * static_cast<Half>(b);
}
inline Half operator*(int a, Half b) {
  return static_cast<Half>(a) * b;
}
inline Half operator/(Half a, int b) {
  return a / static_cast<Half>(b);
}
inline Half operator/(int a, Half b) {
  return static_cast<Half>(a) / b;
}
inline Half operator+(Half a, int64_t b) {
  return a + static_cast<Half>(b);
}
inline Half operator+(int64_t a, Half b) {
  return static_cast<Half>(a) + b;
}
inline Half operator-(Half a, int64_t b) {
  return a - static_cast<Half>(b);
}
inline Half operator-(int64_t a, Half b) {
  return static_cast<Half>(a) - b;
}
inline Half operator*(Half a, int64_t b) {
  return a * static_cast<Half>(b);
}
inline Half operator*(int64_t a, Half b) {
  return static_cast<Half>(a) * b;
}
inline Half operator/(Half a, int64_t b) {
  return a / static_cast<Half>(b);
}
inline Half operator/(int64_t a, Half b) {
  return static_cast<Half>(a) / b;
}

} // namespace c10

namespace std {
template <>
class numeric_limits<c10::Half> {
 public:
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false, has_infinity = true, has_quiet_NaN = true,
                        has_signaling_NaN = true, is_iec559 = true, is_bounded = true, is_modulo = false, traps = false, tinyness_before = false;
  static constexpr auto has_denorm = numeric_limits<float>::has_denorm;
  static constexpr bool has_denorm_loss = false;
  static constexpr auto round_style = round_to_nearest;
  static constexpr int digits = 11;
  static constexpr int digits10 = 3;
  static constexpr int max_digits10 = 5;
  static constexpr int radix = 2;
  static constexpr int min_exponent = -13;
  static constexpr int min_exponent10 = -4;
  static constexpr int max_exponent = 16;
  static constexpr int max_exponent10 = 4;
  static constexpr c10::Half min() {
    return c10::Half(0x0400, c10::Half::from_bits());
  }
  static constexpr c10::Half lowest() {
    return c10::Half(0xFBFF, c10::Half::from_bits());
  }
  static constexpr c10::Half max() {
    return c10::Half(0x7BFF, c10::Half::from_bits());
  }
  static constexpr c10::Half epsilon() {
    return c10::Half(0x1400, c10::Half::from_bits());
  }
  static constexpr c10::Half round_error() {
    return c10::Half(0x3800, c10::Half::from_bits());
  }
  static constexpr c10::Half infinity() {
    return c10::Half(0x7C00, c10::Half::from_bits());
  }
  static constexpr c10::Half quiet_NaN() {
    return c10::Half(0x7E00, c10::Half::from_bits());
  }
  static constexpr c10::Half signaling_NaN() {
    return c10::Half(0x7D00, c10::Half::from_bits());
  }
  static constexpr c10::Half denorm_min() {
    return c10::Half(0x0001, c10::Half::from_bits());
  }
};
template <>
struct hash<c10::Half> {
  size_t operator()(c10::Half v) const {
    return std::hash<float>()(static_cast<float>(v));
  }
};
} // namespace std
