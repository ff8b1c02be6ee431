// bfloat16, the upper half of a float: stored in 16 bits, computed in float and rounded once per operation.
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
inline float bfloat16_to_float(uint16_t b) {
  return bit_cast<float>(static_cast<uint32_t>(b) << 16);
}
// To nearest, ties to even; every NaN becomes the one quiet NaN 0x7FC0.
inline uint16_t bfloat16_from_float(float f) {
  const uint32_t bits = bit_cast<uint32_t>(f);
  if ((bits & 0x7fffffffu) > 0x7f800000u) {
    return 0x7fc0;
  }
  return static_cast<uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}
} // namespace detail

struct alignas(2) BFloat16 {
  unsigned short x;

  struct from_bits_t {};
  static constexpr from_bits_t from_bits() {
    return from_bits_t();
  }
  BFloat16() = default;
  constexpr BFloat16(unsigned short bits, from_bits_t) : x(bits) {}
  inline BFloat16(float value) : x(detail::bfloat16_from_float(value)) {}
  inline operator float() const {
    return detail::bfloat16_to_float(x);
  }
};

C10_API std::ostream& operator<<(std::ostream& out, const BFloat16& v);

inline BFloat16 operator+(const BFloat16& a, const BFloat16& b) {
  return static_cast<float>(a) + static_cast<float>(b);
}
inline BFloat16& operator+=(BFloat16& a, const BFloat16& b) {
  return a = a + b;
}
inline BFloat16 operator-(const BFloat16& a, const BFloat16& b) {
  return static_cast<float>(a) - static_cast<float>(b);
}
inline BFloat16& operator-=(BFloat16& a, const BFloat16& b) {
  return a = a - b;
}
inline BFloat16 operator*(const BFloat16& a, const BFloat16& b) {
  return static_cast<float>(a) * static_cast<float>(b);
}
inline BFloat16& operator*=(BFloat16& a, const BFloat16& b) {
  return a = a * b;
}
inline BFloat16 operator/(const BFloat16& a, const BFloat16& b) {
  return static_cast<float>(a) / static_cast<float>(b);
}
inline BFloat16& operator/=(BFloat16& a, const BFloat16& b) {
  return a = a / b;
}
inline BFloat16 operator-(const BFloat16& a) {
  return BFloat16(static_cast<unsigned short>(a.x ^ 0x8000), BFloat16::from_bits());
}
// float += BFloat16 stays float.
inline float& operator+=(float& a, const BFloat16& b) {
  return a += static_cast<float>(b);
}
inline float& operator-=(float& a, const BFloat16& b) {
  return a -= static_cast<float>(b);
}
inline float& operator*=(float& a, const BFloat16& b) {
  return a *= static_cast<float>(b);
}
inline float& operator/=(float& a, const BFloat16& b) {
  return a /= static_cast<float>(b);
}
inline float operator+(BFloat16 a, float b) {
  return static_cast<float>(a) + b;
}
inline float operator+(float a, BFloat16 b) {
  return a + static_cast<float>(b);
}
inline float operator-(BFloat16 a, float b) {
  return static_cast<float>(a) - b;
}
inline float operator-(float a, BFloat16 b) {
  return a - static_cast<float>(b);
}
inline float operator*(BFloat16 a, float b) {
  return static_cast<float>(a) * b;
}
inline float operator*(float a, BFloat16 b) {
  return a * static_cast<float>(b);
}
inline float operator/(BFloat16 a, float b) {
  return static_cast<float>(a) / b;
}
inline float operator/(float a, BFloat16 b) {
  return a / static_cast<float>(b);
}
inline double operator+(BFloat16 a, double b) {
  return static_cast<double>(a) + b;
}
inline double operator+(double a, BFloat16 b) {
  return a + static_cast<double>(b);
}
inline double operator-(BFloat16 a, double b) {
  return static_cast<double>(a) - b;
}
inline double operator-(double a, BFloat16 b) {
  return a - static_cast<double>(b);
}
inline double operator*(BFloat16 a, double b) {
  return static_cast<double>(a) * b;
}
inline double operator*(double a, BFloat16 b) {
  return a * static_cast<double>(b);
}
inline double operator/(BFloat16 a, double b) {
  return static_cast<double>(a) / b;
}
inline double operator/(double a, BFloat16 b) {
  return a / static_cast<double>(b);
}
inline BFloat16 operator+(BFloat16 a, int b) {
  return a + static_cast<BFloat16>(b);
}
inline BFloat16 operator+(int a, BFloat16 b) {
  return static_cast<BFloat16>(a) + b;
}
inline BFloat16 operator-(BFloat16 a, int b) {
  return a - static_cast<BFloat16>(b);
}
inline BFloat16 operator-(int a, BFloat16 b) {
  return static_cast<BFloat16>(a) - b;
}
inline BFloat16 operator*(BFloat16 a, int b) {
  return a * static_cast<BFloat16>(b);
}
inline BFloat16 operator*(int a, BFloat16 b) {
  return static_cast<BFloat16>(a) * b;
}
inline BFloat16 operator/(BFloat16 a, int b) {
  return a / static_cast<BFloat16>(b);
}
inline BFloat16 operator/(int a, BFloat16 b) {
  return static_cast<BFloat16>(a) / b;
}
inline BFloat16 operator+(BFloat16 a, int64_t b) {
  return a + static_cast<BFloat16>(b);
}
inline BFloat16 operator+(int64_t a, BFloat16 b) {
  return static_cast<BFloat16>(a) + b;
}
inline BFloat16 operator-(BFloat16 a, int64_t b) {
  return a - static_cast<BFloat16>(b);
}
inline BFloat16 operator-(int64_t a, BFloat16 b) {
  return static_cast<BFloat16>(a) - b;
}
inline BFloat16 operator*(BFloat16 a, int64_t b) {
  return a * static_cast<BFloat16>(b);
}
inline BFloat16 operator*(int64_t a, BFloat16 b) {
  return static_cast<BFloat16>(a) * b;
}
inline BFloat16 operator/(BFloat16 a, int64_t b) {
  return a / static_cast<BFloat16>(b);
}
inline BFloat16 operator/(int64_t a, BFloat16 b) {
  return static_cast<BFloat16>(a) / b;
}

} // namespace c10

namespace std {
template <>
class numeric_limits<c10::BFloat16> {
 public:
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false, has_infinity = true, has_quiet_NaN = true,
                        has_signaling_NaN = true, is_iec559 = true, is_bounded = true, is_modulo = false, traps = false, tinyness_before = false;
  static constexpr auto has_denorm = numeric_limits<float>::has_denorm;
  static constexpr bool has_denorm_loss = false;
  static constexpr auto round_style = round_to_nearest;
  static constexpr int digits = 8;
  static constexpr int digits10 = 2;
  static constexpr int max_digits10 = 4;
  static constexpr int radix = 2;
  static constexpr int min_exponent = -125;
  static constexpr int min_exponent10 = -37;
  static constexpr int max_exponent = 128;
  static constexpr int max_exponent10 = 38;
  static constexpr c10::BFloat16 min() {
    return c10::BFloat16(0x0080, c10::BFloat16::from_bits());
  }
  static constexpr c10::BFloat16 lowest() {
    return c10::BFloat16(0xFF7F, c10::BFloat16::from_bits());
  }
  static constexpr c10::BFloat16 max() {
    return c10::BFloat16(0x7F7F, c10::BFloat16::from_bits());
  }
  static constexpr c10::BFloat16 epsilon() {
    return c10::BFloat16(0x3C00, c10::BFloat16::from_bits());
  }
  static constexpr c10::BFloat16 round_error() {
    return c10::BFloat16(0x3F00, c10::BFloat16::from_bits());
  }
  static constexpr c10::BFloat16 infinity() {
    return c10::BFloat16(0x7F80, c10::BFloat16::from_bits());
  }
  static constexpr c10::BFloat16 quiet_NaN() {
    return c10::BFloat16(0x7FC0, c10::BFloat16::from_bits());
  }
  static constexpr c10::BFloat16 signaling_NaN() {
    return c10::BFloat16(0x7F81, c10::BFloat16::from_bits());
  }
  static constexpr c10::BFloat16 denorm_min() {
    return c10::BFloat16(0x0001, c10::BFloat16::from_bits());
  }
};
template <>
struct hash<c10::BFloat16> {
  size_t operator()(c10::BFloat16 v) const {
    return std::hash<float>()(static_cast<float>(v));
  }
};
} // namespace std
