// Scalar: a number as an argument: int64, double, complex<double>, bool or uint64 above int64. Conversions out of it check that the value fits.
// A Scalar never becomes a 0-dim tensor on its way to a kernel.
#pragma once

#include <c10/core/ScalarType.h>
#include <c10/macros/Macros.h>
#include <c10/util/Exception.h>
#include <c10/util/overflows.h>
#include <cstdint>
#include <iosfwd>
#include <type_traits>

namespace c10 {

class C10_API Scalar {
 public:
  Scalar() : Scalar(int64_t(0)) {}

  Scalar(double v) noexcept : tag_(Tag::Double) {
    v_.d = v;
  }
  Scalar(float v) noexcept : Scalar(static_cast<double>(v)) {}
  Scalar(Half v) noexcept : Scalar(static_cast<double>(static_cast<float>(v))) {}
  Scalar(BFloat16 v) noexcept : Scalar(static_cast<double>(static_cast<float>(v))) {}
  // Exactly bool: a pointer must not become one.
  template <typename B, std::enable_if_t<std::is_same_v<B, bool>, bool>* = nullptr>
  Scalar(B v) noexcept : tag_(Tag::Bool) {
    v_.i = v ? 1 : 0;
  }
  template <
      typename I,
      std::enable_if_t<std::is_integral_v<I> && !std::is_same_v<I, bool>, bool>* = nullptr>
  Scalar(I v) noexcept : tag_(Tag::Int) {
    v_.i = static_cast<int64_t>(v);
    if constexpr (std::is_unsigned_v<I> && sizeof(I) == 8) {
      if (v > static_cast<I>(INT64_MAX)) {
        tag_ = Tag::UInt64;
      }
    }
  }
  Scalar(complex<double> v) noexcept : tag_(Tag::ComplexDouble) {
    v_.z = v;
  }
  Scalar(complex<float> v) noexcept : Scalar(complex<double>(v)) {}
  Scalar(complex<Half> v) noexcept : Scalar(static_cast<complex<double>>(v)) {}

#define WICK_SCALAR_ACCESSOR(cpp, name) \
  cpp to##name() const {                \
    return to<cpp>();                   \
  }
  AT_FORALL_SCALAR_TYPES_WITH_COMPLEX(WICK_SCALAR_ACCESSOR)
  WICK_SCALAR_ACCESSOR(uint16_t, UInt16)
  WICK_SCALAR_ACCESSOR(uint32_t, UInt32)
  WICK_SCALAR_ACCESSOR(uint64_t, UInt64)
#undef WICK_SCALAR_ACCESSOR

  // The value as T; throws where it does not fit (an imaginary part into a real type, 300 into int8 ...). A fraction is truncated.
  template <typename T>
  T to() const {
    switch (tag_) {
      case Tag::Double:
        return convert<T>(v_.d);
      case Tag::Int:
        return convert<T>(v_.i);
      case Tag::Bool:
        return convert<T>(v_.i != 0);
      case Tag::ComplexDouble:
        return convert<T>(v_.z);
      case Tag::UInt64:
        return convert<T>(static_cast<uint64_t>(v_.i));
    }
    return T();
  }

  bool isFloatingPoint() const {
    return tag_ == Tag::Double;
  }
  bool isIntegral(bool includeBool) const {
    return tag_ == Tag::Int || tag_ == Tag::UInt64 || (includeBool && tag_ == Tag::Bool);
  }
  bool isComplex() const {
    return tag_ == Tag::ComplexDouble;
  }
  bool isBoolean() const {
    return tag_ == Tag::Bool;
  }
  bool isUnsigned() const {
    return tag_ == Tag::UInt64;
  }
  bool isSymbolic() const {
    return false;
  }
  Scalar operator-() const;
  Scalar conj() const;
  Scalar log() const;

  template <typename T, std::enable_if_t<!is_complex<T>::value, int> = 0>
  bool equal(T num) const {
    switch (tag_) {
      case Tag::ComplexDouble:
        return v_.z.imag() == 0 && v_.z.real() == static_cast<double>(num);
      case Tag::Double:
        return v_.d == static_cast<double>(num);
      case Tag::Bool:
        // A bool equals bools only, as in PyTorch.
        if constexpr (std::is_same_v<T, bool>) {
          return (v_.i != 0) == num;
        } else {
          return false;
        }
      case Tag::Int:
        if constexpr (std::is_unsigned_v<T> && sizeof(T) == 8) {
          return v_.i >= 0 && static_cast<uint64_t>(v_.i) == num;
        } else if constexpr (std::is_integral_v<T>) {
          return v_.i == static_cast<int64_t>(num);
        } else {
          return static_cast<double>(v_.i) == static_cast<double>(num);
        }
      case Tag::UInt64:
        if constexpr (std::is_same_v<T, bool>) {
          return false; // more than int64's range is neither 0 nor 1
        } else if constexpr (std::is_integral_v<T>) {
          return num >= 0 && static_cast<uint64_t>(v_.i) == static_cast<uint64_t>(num);
        } else {
          return static_cast<double>(static_cast<uint64_t>(v_.i)) == static_cast<double>(num);
        }
    }
    return false;
  }
  template <typename T, std::enable_if_t<is_complex<T>::value, int> = 0>
  bool equal(T num) const {
    if (tag_ == Tag::ComplexDouble) {
      return v_.z == complex<double>(num);
    }
    return num.imag() == 0 && tag_ != Tag::Bool && to<double>() == static_cast<double>(num.real());
  }

  // Long, Double, ComplexDouble, Bool or UInt64.
  ScalarType type() const {
    switch (tag_) {
      case Tag::Double:
        return ScalarType::Double;
      case Tag::Int:
        return ScalarType::Long;
      case Tag::Bool:
        return ScalarType::Bool;
      case Tag::ComplexDouble:
        return ScalarType::ComplexDouble;
      case Tag::UInt64:
        return ScalarType::UInt64;
    }
    return ScalarType::Undefined;
  }

 private:
  enum class Tag : uint8_t { Double, Int, Bool, ComplexDouble, UInt64 };

  template <typename T, typename F>
  static T convert(F v) {
    if constexpr (std::is_same_v<T, F>) {
      return v;
    } else {
      if (C10_UNLIKELY((overflows<T, F>(v)))) {
        fail_overflow(CppTypeToScalarType<T>::value, Scalar(v));
      }
      return unchecked<T>(v);
    }
  }
  template <typename T, typename F>
  static T unchecked(F v) {
    if constexpr (is_complex<F>::value) {
      if constexpr (is_complex<T>::value) {
        return T(v);
      } else if constexpr (std::is_same_v<T, bool>) {
        return static_cast<bool>(v);
      } else {
        return unchecked<T>(v.real());
      }
    } else if constexpr (is_complex<T>::value) {
      using V = typename scalar_value_type<T>::type;
      return T(unchecked<V>(v), V(0.0f));
    } else if constexpr (std::is_same_v<T, bool>) {
      return v != 0;
    } else if constexpr (std::is_floating_point_v<F> && std::is_integral_v<T> && std::is_unsigned_v<T>) {
      // Negative numbers wrap; the direct conversion would be undefined.
      return v < 0 ? static_cast<T>(0 - static_cast<T>(-v)) : static_cast<T>(v);
    } else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>) {
      return T(static_cast<float>(v));
    } else {
      return static_cast<T>(v);
    }
  }
  [[noreturn]] C10_COLD static void fail_overflow(ScalarType to, const Scalar& v);

  union V {
    double d;
    int64_t i;
    complex<double> z;
    V() : z() {}
  } v_;
  Tag tag_;
};

// The number as Python prints it: 1, 1.5, True, (1+2j).
C10_API std::string toString(const Scalar& s);
C10_API std::ostream& operator<<(std::ostream& out, const Scalar& s);

} // namespace c10
