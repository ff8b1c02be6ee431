// The value types that formulas are written over, once for each instruction set: Vec<T> wraps a Highway vector, Mask<T> the result of a comparison, One<T> a single element for
// dtypes without vector instructions (complex). Integers wrap; bool is a byte of 0 or 1 whose sum is "or" and whose product is "and". Arithmetic lives here, functions in TileMath.h.
// Includable again and again under <hwy/foreach_target.h>.
#if defined(WICK_TILE_VEC_H) == defined(HWY_TARGET_TOGGLE)
#ifdef WICK_TILE_VEC_H
#undef WICK_TILE_VEC_H
#else
#define WICK_TILE_VEC_H
#endif

#include <ATen/native/cpu/ScalarMath.h>
#include <hwy/highway.h>
#include <cmath>
#include <limits>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace at::native {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Dtypes that go element by element.
template <class T>
constexpr bool is_one_v = std::is_same_v<T, c10::complex<float>> || std::is_same_v<T, c10::complex<double>>;
template <class T>
using lane_t = std::conditional_t<std::is_same_v<T, bool>, uint8_t, T>;

template <class T>
struct Vec {
  using scalar = T;
  using lane = lane_t<T>;
  using D = hn::ScalableTag<lane>;
  hn::Vec<D> v;
};
template <class T>
struct Mask {
  using scalar = T;
  hn::Mask<typename Vec<T>::D> m;
};
template <class T>
struct One {
  using scalar = T;
  T v;
};
template <class T>
struct OneMask {
  using scalar = T;
  bool m;
};

#define WICK_T template <class T>
#define WICK_FN HWY_INLINE HWY_MAYBE_UNUSED

// ---- loads, stores, constants
WICK_T WICK_FN Vec<T> Splat(T x) {
  return {hn::Set(typename Vec<T>::D(), static_cast<lane_t<T>>(x))};
}
template <class T, class X>
WICK_FN Vec<T> Const(Vec<T>, X x) {
  return Splat<T>(static_cast<T>(x));
}
template <class T, class X>
WICK_FN One<T> Const(One<T>, X x) {
  return {T(static_cast<typename T::value_type>(x))};
}

// f of each lane; the way of everything that has no vector form.
template <class T, class F>
WICK_FN Vec<T> Lanes(Vec<T> a, F f) {
  typename Vec<T>::D d;
  HWY_ALIGN lane_t<T> x[hn::MaxLanes(d)];
  hn::Store(a.v, d, x);
  for (size_t i = 0; i < hn::Lanes(d); ++i) {
    x[i] = f(x[i]);
  }
  return {hn::Load(d, x)};
}
template <class T, class F>
WICK_FN Vec<T> Lanes(Vec<T> a, Vec<T> b, F f) {
  typename Vec<T>::D d;
  HWY_ALIGN lane_t<T> x[hn::MaxLanes(d)];
  HWY_ALIGN lane_t<T> y[hn::MaxLanes(d)];
  hn::Store(a.v, d, x);
  hn::Store(b.v, d, y);
  for (size_t i = 0; i < hn::Lanes(d); ++i) {
    x[i] = f(x[i], y[i]);
  }
  return {hn::Load(d, x)};
}

// ---- arithmetic
WICK_T WICK_FN Vec<T> Add(Vec<T> a, Vec<T> b) {
  if constexpr (std::is_same_v<T, bool>) {
    return {hn::Or(a.v, b.v)};
  } else {
    return {hn::Add(a.v, b.v)};
  }
}
WICK_T WICK_FN Vec<T> Sub(Vec<T> a, Vec<T> b) {
  if constexpr (std::is_same_v<T, bool>) {
    return {hn::Xor(a.v, b.v)};
  } else {
    return {hn::Sub(a.v, b.v)};
  }
}
WICK_T WICK_FN Vec<T> Mul(Vec<T> a, Vec<T> b) {
  if constexpr (std::is_same_v<T, bool>) {
    return {hn::And(a.v, b.v)};
  } else if constexpr (std::is_integral_v<T> && (sizeof(T) == 1 || sizeof(T) == 8 || HWY_TARGET == HWY_SCALAR)) {
    return Lanes(a, b, [](T x, T y) { return scalar::wrap_mul(x, y); });
  } else {
    return {hn::Mul(a.v, b.v)};
  }
}
WICK_T WICK_FN Vec<T> Div(Vec<T> a, Vec<T> b) {
  static_assert(std::is_floating_point_v<T>, "integers divide by TruncDiv or FloorDiv");
  return {hn::Div(a.v, b.v)};
}
WICK_T WICK_FN Vec<T> Neg(Vec<T> a) {
  static_assert(!std::is_same_v<T, bool>);
  if constexpr (std::is_floating_point_v<T>) {
    return {hn::Neg(a.v)};
  } else {
    return {hn::Sub(hn::Zero(typename Vec<T>::D()), a.v)};
  }
}
WICK_T WICK_FN Vec<T> Square(Vec<T> a) {
  return Mul(a, a);
}
WICK_T WICK_FN One<T> Add(One<T> a, One<T> b) {
  return {scalar::add(a.v, b.v)};
}
WICK_T WICK_FN One<T> Sub(One<T> a, One<T> b) {
  return {scalar::sub(a.v, b.v)};
}
WICK_T WICK_FN One<T> Mul(One<T> a, One<T> b) {
  return {scalar::mul(a.v, b.v)};
}
WICK_T WICK_FN One<T> Div(One<T> a, One<T> b) {
  return {scalar::div(a.v, b.v)};
}
WICK_T WICK_FN One<T> Neg(One<T> a) {
  return {scalar::neg(a.v)};
}
WICK_T WICK_FN One<T> Square(One<T> a) {
  return Mul(a, a);
}

// ---- comparisons
#define WICK_COMPARE(Name)                                 \
  WICK_T WICK_FN Mask<T> Name(Vec<T> a, Vec<T> b) {        \
    return {hn::Name(a.v, b.v)};                           \
  }
WICK_COMPARE(Eq)
WICK_COMPARE(Lt)
WICK_COMPARE(Gt)
#undef WICK_COMPARE
WICK_T WICK_FN Mask<T> Le(Vec<T> a, Vec<T> b) {
  if constexpr (std::is_floating_point_v<T>) {
    return {hn::Le(a.v, b.v)};
  } else {
    return {hn::Not(hn::Lt(b.v, a.v))};
  }
}
WICK_T WICK_FN Mask<T> Ge(Vec<T> a, Vec<T> b) {
  return Le(b, a);
}
// Highway leaves the answer for NaN to the instruction set; here a NaN differs from everything.
WICK_T WICK_FN Mask<T> Ne(Vec<T> a, Vec<T> b) {
  return {hn::Not(hn::Eq(a.v, b.v))};
}
WICK_T WICK_FN OneMask<T> Eq(One<T> a, One<T> b) {
  return {a.v.real() == b.v.real() && a.v.imag() == b.v.imag()};
}
WICK_T WICK_FN OneMask<T> Ne(One<T> a, One<T> b) {
  return {!(a.v.real() == b.v.real() && a.v.imag() == b.v.imag())};
}
WICK_T WICK_FN Mask<T> IsNan(Vec<T> a) {
  return Ne(a, a);
}
WICK_T WICK_FN OneMask<T> IsNan(One<T> a) {
  return {a.v.real() != a.v.real() || a.v.imag() != a.v.imag()};
}
// Whether a value counts as true.
WICK_T WICK_FN Mask<T> ToMask(Vec<T> a) {
  return {hn::Not(hn::Eq(a.v, hn::Zero(typename Vec<T>::D())))};
}
WICK_T WICK_FN Mask<T> ToMask(Mask<T> a) {
  return a;
}
WICK_T WICK_FN OneMask<T> ToMask(One<T> a) {
  return {a.v.real() != 0 || a.v.imag() != 0};
}
WICK_T WICK_FN OneMask<T> ToMask(OneMask<T> a) {
  return a;
}

// ---- logic: of masks, and bit by bit of integers
WICK_T WICK_FN Mask<T> And(Mask<T> a, Mask<T> b) {
  return {hn::And(a.m, b.m)};
}
WICK_T WICK_FN Mask<T> Or(Mask<T> a, Mask<T> b) {
  return {hn::Or(a.m, b.m)};
}
WICK_T WICK_FN Mask<T> Xor(Mask<T> a, Mask<T> b) {
  return {hn::Xor(a.m, b.m)};
}
WICK_T WICK_FN Mask<T> Not(Mask<T> a) {
  return {hn::Not(a.m)};
}
WICK_T WICK_FN Vec<T> And(Vec<T> a, Vec<T> b) {
  static_assert(std::is_integral_v<T>);
  return {hn::And(a.v, b.v)};
}
WICK_T WICK_FN Vec<T> Or(Vec<T> a, Vec<T> b) {
  static_assert(std::is_integral_v<T>);
  return {hn::Or(a.v, b.v)};
}
WICK_T WICK_FN Vec<T> Xor(Vec<T> a, Vec<T> b) {
  static_assert(std::is_integral_v<T>);
  return {hn::Xor(a.v, b.v)};
}
WICK_T WICK_FN Vec<T> Not(Vec<T> a) {
  static_assert(std::is_integral_v<T>);
  if constexpr (std::is_same_v<T, bool>) {
    return {hn::Xor(a.v, Splat<bool>(true).v)};
  } else {
    return {hn::Not(a.v)};
  }
}
WICK_T WICK_FN OneMask<T> And(OneMask<T> a, OneMask<T> b) {
  return {a.m && b.m};
}
WICK_T WICK_FN OneMask<T> Or(OneMask<T> a, OneMask<T> b) {
  return {a.m || b.m};
}
WICK_T WICK_FN OneMask<T> Xor(OneMask<T> a, OneMask<T> b) {
  return {a.m != b.m};
}
WICK_T WICK_FN OneMask<T> Not(OneMask<T> a) {
  return {!a.m};
}

// ---- selection
WICK_T WICK_FN Vec<T> Where(Mask<T> c, Vec<T> a, Vec<T> b) {
  return {hn::IfThenElse(c.m, a.v, b.v)};
}
WICK_T WICK_FN Vec<T> Where(Vec<T> c, Vec<T> a, Vec<T> b) {
  return Where(ToMask(c), a, b);
}
WICK_T WICK_FN One<T> Where(OneMask<T> c, One<T> a, One<T> b) {
  return c.m ? a : b;
}
WICK_T WICK_FN One<T> Where(One<T> c, One<T> a, One<T> b) {
  return ToMask(c).m ? a : b;
}
WICK_T WICK_FN Vec<T> ToValue(Vec<T> like, Mask<T> m) {
  return Where(m, Const(like, 1), Const(like, 0));
}
WICK_T WICK_FN Vec<T> ToValue(Vec<T>, Vec<T> v) {
  return v;
}
WICK_T WICK_FN One<T> ToValue(One<T> like, OneMask<T> m) {
  return Const(like, m.m ? 1 : 0);
}
WICK_T WICK_FN One<T> ToValue(One<T>, One<T> v) {
  return v;
}

// A NaN in either operand is the result.
WICK_T WICK_FN Vec<T> Min(Vec<T> a, Vec<T> b) {
  if constexpr (std::is_floating_point_v<T>) {
    return {hn::IfThenElse(hn::Eq(a.v, a.v), hn::IfThenElse(hn::Eq(b.v, b.v), hn::Min(a.v, b.v), b.v), a.v)};
  } else {
    return {hn::Min(a.v, b.v)};
  }
}
WICK_T WICK_FN Vec<T> Max(Vec<T> a, Vec<T> b) {
  if constexpr (std::is_floating_point_v<T>) {
    return {hn::IfThenElse(hn::Eq(a.v, a.v), hn::IfThenElse(hn::Eq(b.v, b.v), hn::Max(a.v, b.v), b.v), a.v)};
  } else {
    return {hn::Max(a.v, b.v)};
  }
}
// The other operand where one is NaN.
WICK_T WICK_FN Vec<T> Fmin(Vec<T> a, Vec<T> b) {
  if constexpr (std::is_floating_point_v<T>) {
    return Where(IsNan(a), b, Where(IsNan(b), a, Vec<T>{hn::Min(a.v, b.v)}));
  } else {
    return Min(a, b);
  }
}
WICK_T WICK_FN Vec<T> Fmax(Vec<T> a, Vec<T> b) {
  if constexpr (std::is_floating_point_v<T>) {
    return Where(IsNan(a), b, Where(IsNan(b), a, Vec<T>{hn::Max(a.v, b.v)}));
  } else {
    return Max(a, b);
  }
}
// 0 where a is not above 0; a NaN stays.
WICK_T WICK_FN Vec<T> Relu(Vec<T> a) {
  if constexpr (std::is_floating_point_v<T>) {
    const auto zero = hn::Zero(typename Vec<T>::D());
    return {hn::IfThenElse(hn::Le(a.v, zero), zero, a.v)};
  } else if constexpr (std::is_unsigned_v<T>) {
    return a;
  } else {
    return {hn::Max(a.v, hn::Zero(typename Vec<T>::D()))};
  }
}
WICK_T WICK_FN Vec<T> Abs(Vec<T> a) {
  if constexpr (std::is_unsigned_v<T>) { // bool too
    return a;
  } else if constexpr (std::is_floating_point_v<T>) {
    return {hn::Abs(a.v)};
  } else {
    // The smallest integer is its own absolute value, as everywhere where integers wrap.
    return Where(Lt(a, Const(a, 0)), Neg(a), a);
  }
}
WICK_T WICK_FN Vec<T> Sign(Vec<T> a) {
  const auto zero = Const(a, 0);
  const auto one = Const(a, 1);
  if constexpr (std::is_unsigned_v<T>) {
    return Where(Eq(a, zero), zero, one);
  } else {
    return Where(Gt(a, zero), one, Where(Lt(a, zero), Const(a, -1), zero));
  }
}
WICK_T WICK_FN Vec<T> Conj(Vec<T> a) {
  return a;
}
WICK_T WICK_FN One<T> Conj(One<T> a) {
  return {T(a.v.real(), -a.v.imag())};
}

// ---- integers divide; a zero divisor is an error
WICK_T WICK_FN Vec<T> TruncDiv(Vec<T> a, Vec<T> b) {
  if constexpr (std::is_floating_point_v<T>) {
    return Lanes(Div(a, b), [](T x) { return std::trunc(x); });
  } else {
    return Lanes(a, b, [](lane_t<T> x, lane_t<T> y) { return scalar::trunc_div(x, y); });
  }
}
WICK_T WICK_FN Vec<T> FloorDiv(Vec<T> a, Vec<T> b) {
  return Lanes(a, b, [](lane_t<T> x, lane_t<T> y) { return scalar::floor_div(x, y); });
}
WICK_T WICK_FN Vec<T> Remainder(Vec<T> a, Vec<T> b) {
  return Lanes(a, b, [](lane_t<T> x, lane_t<T> y) { return scalar::remainder(x, y); });
}
WICK_T WICK_FN Vec<T> Fmod(Vec<T> a, Vec<T> b) {
  return Lanes(a, b, [](lane_t<T> x, lane_t<T> y) { return scalar::fmod(x, y); });
}
WICK_T WICK_FN Vec<T> ShiftLeft(Vec<T> a, Vec<T> b) {
  return Lanes(a, b, [](lane_t<T> x, lane_t<T> y) { return scalar::shift_left(x, y); });
}
WICK_T WICK_FN Vec<T> ShiftRight(Vec<T> a, Vec<T> b) {
  return Lanes(a, b, [](lane_t<T> x, lane_t<T> y) { return scalar::shift_right(x, y); });
}

WICK_T WICK_FN Vec<T> Gcd(Vec<T> a, Vec<T> b) {
  return Lanes(a, b, [](lane_t<T> x, lane_t<T> y) { return scalar::gcd(x, y); });
}
WICK_T WICK_FN Vec<T> Lcm(Vec<T> a, Vec<T> b) {
  return Lanes(a, b, [](lane_t<T> x, lane_t<T> y) { return scalar::lcm(x, y); });
}
WICK_T WICK_FN Vec<T> NextAfter(Vec<T> a, Vec<T> b) {
  return Lanes(a, b, [](T x, T y) { return std::nextafter(x, y); });
}

// ---- rounding; integers are whole already
#define WICK_ROUND(Name, hwy_name)            \
  WICK_T WICK_FN Vec<T> Name(Vec<T> a) {      \
    if constexpr (std::is_integral_v<T>) {    \
      return a;                               \
    } else {                                  \
      return {hn::hwy_name(a.v)};             \
    }                                         \
  }
WICK_ROUND(Floor, Floor)
WICK_ROUND(Ceil, Ceil)
WICK_ROUND(Round, Round)
WICK_ROUND(Trunc, Trunc)
#undef WICK_ROUND
WICK_T WICK_FN Vec<T> Sqrt(Vec<T> a) {
  return {hn::Sqrt(a.v)};
}
WICK_T WICK_FN Vec<T> Reciprocal(Vec<T> a) {
  return Div(Const(a, 1), a);
}
WICK_T WICK_FN Vec<T> Rsqrt(Vec<T> a) {
  return Div(Const(a, 1), Sqrt(a));
}
WICK_T WICK_FN Mask<T> IsInf(Vec<T> a) {
  if constexpr (std::is_floating_point_v<T>) {
    return Eq(Abs(a), Const(a, std::numeric_limits<T>::infinity()));
  } else {
    return Ne(a, a);
  }
}
WICK_T WICK_FN Mask<T> IsFinite(Vec<T> a) {
  if constexpr (std::is_floating_point_v<T>) {
    return Lt(Abs(a), Const(a, std::numeric_limits<T>::infinity()));
  } else {
    return Eq(a, a);
  }
}

WICK_T WICK_FN OneMask<T> IsInf(One<T> a) {
  return {std::isinf(a.v.real()) || std::isinf(a.v.imag())};
}
WICK_T WICK_FN OneMask<T> IsFinite(One<T> a) {
  return {std::isfinite(a.v.real()) && std::isfinite(a.v.imag())};
}
WICK_T WICK_FN Mask<T> IsReal(Vec<T>) {
  return {hn::Eq(hn::Zero(typename Vec<T>::D()), hn::Zero(typename Vec<T>::D()))};
}
WICK_T WICK_FN OneMask<T> IsReal(One<T> a) {
  return {a.v.imag() == 0};
}
// Below 0, or a minus before a zero or NaN.
WICK_T WICK_FN Mask<T> SignBit(Vec<T> a) {
  if constexpr (std::is_floating_point_v<T>) {
    return Lt(Vec<T>{hn::CopySign(Const(a, 1).v, a.v)}, Const(a, 0));
  } else {
    return Lt(a, Const(a, 0));
  }
}
WICK_T WICK_FN Vec<T> CopySign(Vec<T> magnitude, Vec<T> sign) {
  return {hn::CopySign(magnitude.v, sign.v)};
}

} // namespace HWY_NAMESPACE
} // namespace at::native
HWY_AFTER_NAMESPACE();

#endif // per target
