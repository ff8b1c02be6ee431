// c10::complex<T>: the same layout as std::complex<T>, with arithmetic that compilers vectorise. Multiplication follows the plain formula; division scales
// by the larger component, so it neither overflows nor underflows early. Transcendental functions are in complex_math.h.
#pragma once

#include <c10/macros/Macros.h>
#include <c10/util/Half.h>
#include <cmath>
#include <functional>
#include <iosfwd>
#include <type_traits>

#if defined(__GLIBCXX__)
namespace std {
template <typename T>
class complex; // <complex> would bring <sstream> into every file
}
#else
#include <complex>
#endif

namespace c10 {

template <typename T>
class complex;

namespace detail {
// x / y for real components a+bi and c+di.
template <typename T>
constexpr void complex_divide(T a, T b, T c, T d, T& re, T& im) {
  const T ac = c < 0 ? -c : c, ad = d < 0 ? -d : d;
  if (ac >= ad) {
    if (ac == 0 && ad == 0) {
      re = a / ac;
      im = b / ad;
      return;
    }
    const T ratio = d / c, scale = T(1) / (c + d * ratio);
    re = (a + b * ratio) * scale;
    im = (b - a * ratio) * scale;
  } else {
    const T ratio = c / d, scale = T(1) / (d + c * ratio);
    re = (a * ratio + b) * scale;
    im = (b * ratio - a) * scale;
  }
}
} // namespace detail

template <typename T>
class alignas(sizeof(T) * 2) complex {
 public:
  using value_type = T;
  T real_ = T(0);
  T imag_ = T(0);

  constexpr complex() = default;
  constexpr complex(const T& re, const T& im = T()) : real_(re), imag_(im) {}
  // Widening is implicit, narrowing explicit.
  template <typename U, std::enable_if_t<(sizeof(U) < sizeof(T)) && std::is_arithmetic_v<U>, bool> = true>
  constexpr complex(const complex<U>& o) : real_(static_cast<T>(o.real())), imag_(static_cast<T>(o.imag())) {}
  template <typename U, std::enable_if_t<(sizeof(U) > sizeof(T)) && std::is_arithmetic_v<U>, int> = 0>
  constexpr explicit complex(const complex<U>& o) : real_(static_cast<T>(o.real())), imag_(static_cast<T>(o.imag())) {}
  template <typename U>
  constexpr explicit complex(const std::complex<U>& o) : real_(static_cast<T>(o.real())), imag_(static_cast<T>(o.imag())) {}
  template <typename U>
  constexpr explicit operator std::complex<U>() const {
    return std::complex<U>(static_cast<U>(real_), static_cast<U>(imag_));
  }
  constexpr T real() const {
    return real_;
  }
  constexpr void real(T v) {
    real_ = v;
  }
  constexpr T imag() const {
    return imag_;
  }
  constexpr void imag(T v) {
    imag_ = v;
  }
  constexpr explicit operator bool() const {
    return real_ || imag_;
  }
  constexpr complex& operator=(T re) {
    real_ = re;
    imag_ = 0;
    return *this;
  }
  constexpr complex& operator+=(T re) {
    real_ += re;
    return *this;
  }
  constexpr complex& operator-=(T re) {
    real_ -= re;
    return *this;
  }
  constexpr complex& operator*=(T re) {
    real_ *= re;
    imag_ *= re;
    return *this;
  }
  constexpr complex& operator/=(T re) {
    real_ /= re;
    imag_ /= re;
    return *this;
  }
  template <typename U>
  constexpr complex& operator+=(const complex<U>& o) {
    real_ += o.real();
    imag_ += o.imag();
    return *this;
  }
  template <typename U>
  constexpr complex& operator-=(const complex<U>& o) {
    real_ -= o.real();
    imag_ -= o.imag();
    return *this;
  }
  template <typename U>
  constexpr complex& operator*=(const complex<U>& o) {
    const T a = real_, b = imag_, c = o.real(), d = o.imag();
    real_ = a * c - b * d;
    imag_ = a * d + b * c;
    return *this;
  }
  template <typename U>
  constexpr complex& operator/=(const complex<U>& o) {
    detail::complex_divide<T>(real_, imag_, o.real(), o.imag(), real_, imag_);
    return *this;
  }
};

// Storage only; arithmetic goes through complex<float>.
template <>
class alignas(4) complex<Half> {
 public:
  using value_type = Half;
  Half real_;
  Half imag_;
  complex() = default;
  complex(const Half& re, const Half& im) : real_(re), imag_(im) {}
  explicit complex(const Half& re) : real_(re), imag_(0.0f) {}
  explicit complex(const complex<float>& o) : real_(o.real()), imag_(o.imag()) {}
  explicit complex(const complex<double>& o) : real_(static_cast<float>(o.real())), imag_(static_cast<float>(o.imag())) {}
  operator complex<float>() const {
    return {real_, imag_};
  }
  explicit operator complex<double>() const {
    return {static_cast<float>(real_), static_cast<float>(imag_)};
  }
  Half real() const {
    return real_;
  }
  Half imag() const {
    return imag_;
  }
  complex& operator+=(const complex& o) {
    real_ += o.real_;
    imag_ += o.imag_;
    return *this;
  }
  complex& operator-=(const complex& o) {
    real_ -= o.real_;
    imag_ -= o.imag_;
    return *this;
  }
  complex& operator*=(const complex& o) {
    return *this = complex(complex<float>(*this) *= complex<float>(o));
  }
  complex& operator/=(const complex& o) {
    return *this = complex(complex<float>(*this) /= complex<float>(o));
  }
};

template <typename T>
constexpr complex<T> operator+(const complex<T>& a) {
  return a;
}
template <typename T>
constexpr complex<T> operator-(const complex<T>& a) {
  return complex<T>(-a.real(), -a.imag());
}
#define WICK_COMPLEX_OPERATOR(op, assign)                               \
  template <typename T>                                                 \
  constexpr complex<T> operator op(complex<T> a, const complex<T>& b) { \
    return a assign b;                                                  \
  }                                                                     \
  template <typename T>                                                 \
  constexpr complex<T> operator op(complex<T> a, const T& b) {          \
    return a assign b;                                                  \
  }                                                                     \
  template <typename T>                                                 \
  constexpr complex<T> operator op(const T& a, const complex<T>& b) {   \
    complex<T> r(a);                                                    \
    return r assign b;                                                  \
  }
WICK_COMPLEX_OPERATOR(+, +=)
WICK_COMPLEX_OPERATOR(-, -=)
WICK_COMPLEX_OPERATOR(*, *=)
WICK_COMPLEX_OPERATOR(/, /=)
#undef WICK_COMPLEX_OPERATOR

template <typename T>
constexpr bool operator==(const complex<T>& a, const complex<T>& b) {
  return a.real() == b.real() && a.imag() == b.imag();
}
template <typename T>
constexpr bool operator==(const complex<T>& a, const T& b) {
  return a.real() == b && a.imag() == T();
}
template <typename T>
constexpr bool operator==(const T& a, const complex<T>& b) {
  return a == b.real() && b.imag() == T();
}
template <typename T>
constexpr bool operator!=(const complex<T>& a, const complex<T>& b) {
  return !(a == b);
}
template <typename T>
constexpr bool operator!=(const complex<T>& a, const T& b) {
  return !(a == b);
}
template <typename T>
constexpr bool operator!=(const T& a, const complex<T>& b) {
  return !(a == b);
}
C10_API std::ostream& operator<<(std::ostream& out, const complex<float>& z);
C10_API std::ostream& operator<<(std::ostream& out, const complex<double>& z);
inline std::ostream& operator<<(std::ostream& out, const complex<Half>& z) {
  return out << static_cast<complex<float>>(z);
}

template <typename T>
complex<T> polar(const T& r, const T& theta = T()) {
  return complex<T>(r * std::cos(theta), r * std::sin(theta));
}

template <typename T>
struct is_complex : std::false_type {};
template <typename T>
struct is_complex<complex<T>> : std::true_type {};
template <typename T>
struct is_complex<std::complex<T>> : std::true_type {};

// float for complex<float>, T for anything else.
template <typename T>
struct scalar_value_type {
  using type = T;
};
template <typename T>
struct scalar_value_type<complex<T>> {
  using type = T;
};
template <typename T>
struct scalar_value_type<std::complex<T>> {
  using type = T;
};

inline namespace complex_literals {
constexpr complex<float> operator"" _if(long double v) {
  return complex<float>(0.0f, static_cast<float>(v));
}
constexpr complex<double> operator"" _id(long double v) {
  return complex<double>(0.0, static_cast<double>(v));
}
} // namespace complex_literals

} // namespace c10

namespace std {
template <typename T>
constexpr T real(const c10::complex<T>& z) {
  return z.real();
}
template <typename T>
constexpr T imag(const c10::complex<T>& z) {
  return z.imag();
}
template <typename T>
T abs(const c10::complex<T>& z) {
  return std::hypot(z.real(), z.imag());
}
template <typename T>
T arg(const c10::complex<T>& z) {
  return std::atan2(z.imag(), z.real());
}
template <typename T>
constexpr T norm(const c10::complex<T>& z) {
  return z.real() * z.real() + z.imag() * z.imag();
}
template <typename T>
constexpr c10::complex<T> conj(const c10::complex<T>& z) {
  return c10::complex<T>(z.real(), -z.imag());
}
template <typename T>
struct hash<c10::complex<T>> {
  size_t operator()(const c10::complex<T>& z) const {
    const size_t a = std::hash<T>()(z.real()), b = std::hash<T>()(z.imag());
    return a ^ (b + 0x9e3779b97f4a7c15ull + (a << 6) + (a >> 2));
  }
};
} // namespace std
