// ScalarType: the dtypes, with PyTorch's codes (they are written into archives), their C++ types, sizes, names, classes and the promotion of two of them.
#pragma once

#include <c10/macros/Macros.h>
#include <c10/util/BFloat16.h>
#include <c10/util/Exception.h>
#include <c10/util/Half.h>
#include <c10/util/complex.h>
#include <c10/util/qint.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <type_traits>
#include <utility>

namespace c10 {

// (C++ type, name) of the dtypes that have arithmetic or quantized elements here. Codes are fixed by the enum below.
#define AT_FORALL_SCALAR_TYPES_WITH_COMPLEX_AND_QINTS_(_) \
  _(uint8_t, Byte)                                        \
  _(int8_t, Char)                                         \
  _(int16_t, Short)                                       \
  _(int, Int)                                             \
  _(int64_t, Long)                                        \
  _(c10::Half, Half)                                      \
  _(float, Float)                                         \
  _(double, Double)                                       \
  _(c10::complex<c10::Half>, ComplexHalf)                 \
  _(c10::complex<float>, ComplexFloat)                    \
  _(c10::complex<double>, ComplexDouble)                  \
  _(bool, Bool)                                           \
  _(c10::qint8, QInt8)                                    \
  _(c10::quint8, QUInt8)                                  \
  _(c10::qint32, QInt32)                                  \
  _(c10::BFloat16, BFloat16)                              \
  _(c10::quint4x2, QUInt4x2)                              \
  _(c10::quint2x4, QUInt2x4)                              \
  _(uint16_t, UInt16)                                     \
  _(uint32_t, UInt32)                                     \
  _(uint64_t, UInt64)
#define AT_FORALL_SCALAR_TYPES_WITH_COMPLEX_AND_QINTS(_) AT_FORALL_SCALAR_TYPES_WITH_COMPLEX_AND_QINTS_(_)

#define AT_FORALL_SCALAR_TYPES_WITH_COMPLEX(_) \
  _(uint8_t, Byte)                             \
  _(int8_t, Char)                              \
  _(int16_t, Short)                            \
  _(int, Int)                                  \
  _(int64_t, Long)                             \
  _(c10::Half, Half)                           \
  _(float, Float)                              \
  _(double, Double)                            \
  _(c10::complex<c10::Half>, ComplexHalf)      \
  _(c10::complex<float>, ComplexFloat)         \
  _(c10::complex<double>, ComplexDouble)       \
  _(bool, Bool)                                \
  _(c10::BFloat16, BFloat16)
#define AT_FORALL_SCALAR_TYPES(_) \
  _(uint8_t, Byte)                \
  _(int8_t, Char)                 \
  _(int16_t, Short)               \
  _(int, Int)                     \
  _(int64_t, Long)                \
  _(float, Float)                 \
  _(double, Double)
#define AT_FORALL_SCALAR_TYPES_AND2(T1, T2, _)            \
  AT_FORALL_SCALAR_TYPES(_)                               \
  _(::c10::impl::ScalarTypeToCPPTypeT<::c10::ScalarType::T1>, T1) \
  _(::c10::impl::ScalarTypeToCPPTypeT<::c10::ScalarType::T2>, T2)
#define AT_FORALL_SCALAR_TYPES_AND3(T1, T2, T3, _)        \
  AT_FORALL_SCALAR_TYPES_AND2(T1, T2, _)                  \
  _(::c10::impl::ScalarTypeToCPPTypeT<::c10::ScalarType::T3>, T3)
#define AT_FORALL_QINT_TYPES(_) \
  _(c10::qint8, QInt8)          \
  _(c10::quint8, QUInt8)        \
  _(c10::qint32, QInt32)        \
  _(c10::quint4x2, QUInt4x2)    \
  _(c10::quint2x4, QUInt2x4)
#define AT_FORALL_COMPLEX_TYPES(_)       \
  _(c10::complex<float>, ComplexFloat)   \
  _(c10::complex<double>, ComplexDouble)

enum class ScalarType : int8_t {
  Byte = 0,
  Char,
  Short,
  Int,
  Long,
  Half,
  Float,
  Double,
  ComplexHalf,
  ComplexFloat,
  ComplexDouble,
  Bool,
  QInt8,
  QUInt8,
  QInt32,
  BFloat16,
  QUInt4x2,
  QUInt2x4,
  Bits1x8,
  Bits2x4,
  Bits4x2,
  Bits8,
  Bits16,
  Float8_e5m2,
  Float8_e4m3fn,
  Float8_e5m2fnuz,
  Float8_e4m3fnuz,
  UInt16,
  UInt32,
  UInt64,
  UInt1,
  UInt2,
  UInt3,
  UInt4,
  UInt5,
  UInt6,
  UInt7,
  Int1,
  Int2,
  Int3,
  Int4,
  Int5,
  Int6,
  Int7,
  Float8_e8m0fnu,
  Float4_e2m1fn_x2,
  Undefined,
  NumOptions
};
constexpr uint16_t NumScalarTypes = static_cast<uint16_t>(ScalarType::NumOptions);

constexpr ScalarType kByte = ScalarType::Byte;
constexpr ScalarType kChar = ScalarType::Char;
constexpr ScalarType kShort = ScalarType::Short;
constexpr ScalarType kInt = ScalarType::Int;
constexpr ScalarType kLong = ScalarType::Long;
constexpr ScalarType kHalf = ScalarType::Half;
constexpr ScalarType kFloat = ScalarType::Float;
constexpr ScalarType kDouble = ScalarType::Double;
constexpr ScalarType kComplexHalf = ScalarType::ComplexHalf;
constexpr ScalarType kComplexFloat = ScalarType::ComplexFloat;
constexpr ScalarType kComplexDouble = ScalarType::ComplexDouble;
constexpr ScalarType kBool = ScalarType::Bool;
constexpr ScalarType kQInt8 = ScalarType::QInt8;
constexpr ScalarType kQUInt8 = ScalarType::QUInt8;
constexpr ScalarType kQInt32 = ScalarType::QInt32;
constexpr ScalarType kBFloat16 = ScalarType::BFloat16;
constexpr ScalarType kQUInt4x2 = ScalarType::QUInt4x2;
constexpr ScalarType kQUInt2x4 = ScalarType::QUInt2x4;
constexpr ScalarType kUInt16 = ScalarType::UInt16;
constexpr ScalarType kUInt32 = ScalarType::UInt32;
constexpr ScalarType kUInt64 = ScalarType::UInt64;
constexpr ScalarType kUInt8 = ScalarType::Byte;
constexpr ScalarType kInt8 = ScalarType::Char;
constexpr ScalarType kInt16 = ScalarType::Short;
constexpr ScalarType kInt32 = ScalarType::Int;
constexpr ScalarType kInt64 = ScalarType::Long;
constexpr ScalarType kFloat16 = ScalarType::Half;
constexpr ScalarType kFloat32 = ScalarType::Float;
constexpr ScalarType kFloat64 = ScalarType::Double;
constexpr ScalarType kComplex32 = ScalarType::ComplexHalf;
constexpr ScalarType kComplex64 = ScalarType::ComplexFloat;
constexpr ScalarType kComplex128 = ScalarType::ComplexDouble;
constexpr ScalarType kU8 = ScalarType::Byte;
constexpr ScalarType kI8 = ScalarType::Char;
constexpr ScalarType kI16 = ScalarType::Short;
constexpr ScalarType kI32 = ScalarType::Int;
constexpr ScalarType kI64 = ScalarType::Long;
constexpr ScalarType kF16 = ScalarType::Half;
constexpr ScalarType kF32 = ScalarType::Float;
constexpr ScalarType kF64 = ScalarType::Double;

template <typename T>
struct CppTypeToScalarType; // no value for a type without dtype: the compiler says so
#define WICK_CPP_TO_SCALAR(cpp, name)                                              \
  template <>                                                                      \
  struct CppTypeToScalarType<cpp> : std::integral_constant<ScalarType, ScalarType::name> {};
AT_FORALL_SCALAR_TYPES_WITH_COMPLEX_AND_QINTS(WICK_CPP_TO_SCALAR)
#undef WICK_CPP_TO_SCALAR
// `long long` is int64 too where int64_t is `long`.
template <>
struct CppTypeToScalarType<std::conditional_t<std::is_same_v<int64_t, long>, long long, long>> : std::integral_constant<ScalarType, ScalarType::Long> {};

template <typename T, typename = void>
struct has_scalar_type : std::false_type {};
template <typename T>
struct has_scalar_type<T, std::void_t<decltype(CppTypeToScalarType<T>::value)>> : std::true_type {};

namespace impl {
template <ScalarType N>
struct ScalarTypeToCPPType;
#define WICK_SCALAR_TO_CPP(cpp, name)                  \
  template <>                                          \
  struct ScalarTypeToCPPType<ScalarType::name> {       \
    using type = cpp;                                  \
  };
AT_FORALL_SCALAR_TYPES_WITH_COMPLEX_AND_QINTS(WICK_SCALAR_TO_CPP)
#undef WICK_SCALAR_TO_CPP
template <ScalarType N>
using ScalarTypeToCPPTypeT = typename ScalarTypeToCPPType<N>::type;
} // namespace impl

namespace detail {
struct ScalarTypeInfo {
  const char* name;    // "Float"
  const char* dtype;   // "float32", what Python calls it
  const char* legacy;  // "float": Python's other name, or ""
  uint8_t size;        // bytes an element; 0 for Undefined
};
C10_API extern const ScalarTypeInfo scalar_type_info[NumScalarTypes];
constexpr uint8_t scalar_type_sizes[NumScalarTypes] = {
    1, 1, 2, 4, 8, 2, 4, 8, 4, 8, 16, 1, 1, 1, 4, 2, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 2, 4, 8, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0};
constexpr uint64_t bit(ScalarType t) {
  return uint64_t{1} << static_cast<int>(t);
}
constexpr uint64_t kIntegralBits = bit(kByte) | bit(kChar) | bit(kShort) | bit(kInt) | bit(kLong) | bit(kUInt16) | bit(kUInt32) | bit(kUInt64);
constexpr uint64_t kFloat8Bits = bit(ScalarType::Float8_e5m2) | bit(ScalarType::Float8_e4m3fn) | bit(ScalarType::Float8_e5m2fnuz) |
    bit(ScalarType::Float8_e4m3fnuz) | bit(ScalarType::Float8_e8m0fnu);
constexpr uint64_t kReducedBits = bit(kHalf) | bit(kBFloat16) | kFloat8Bits | bit(ScalarType::Float4_e2m1fn_x2);
constexpr uint64_t kFloatingBits = bit(kFloat) | bit(kDouble) | kReducedBits;
constexpr uint64_t kComplexBits = bit(kComplexHalf) | bit(kComplexFloat) | bit(kComplexDouble);
constexpr uint64_t kQuantizedBits = bit(kQInt8) | bit(kQUInt8) | bit(kQInt32) | bit(kQUInt4x2) | bit(kQUInt2x4);
constexpr uint64_t kBitsBits = bit(ScalarType::Bits1x8) | bit(ScalarType::Bits2x4) | bit(ScalarType::Bits4x2) | bit(ScalarType::Bits8) | bit(ScalarType::Bits16);
constexpr bool in(ScalarType t, uint64_t bits) {
  return (bits >> static_cast<int>(t)) & 1;
}
} // namespace detail

// "Float"; "UNKNOWN_SCALAR" for a code that is none.
inline const char* toString(ScalarType t) {
  const auto i = static_cast<unsigned>(static_cast<int>(t));
  return i < NumScalarTypes ? detail::scalar_type_info[i].name : "UNKNOWN_SCALAR";
}
// "float32", as in torch.float32.
inline const char* dtype_name(ScalarType t) {
  const auto i = static_cast<unsigned>(static_cast<int>(t));
  return i < NumScalarTypes ? detail::scalar_type_info[i].dtype : "unknown";
}
C10_API std::pair<std::string, std::string> getDtypeNames(ScalarType t);
// From "float32", "float", "Float" ...; Undefined if it is no dtype's name.
C10_API ScalarType scalarTypeFromName(std::string_view name);
C10_API std::ostream& operator<<(std::ostream& out, ScalarType t);

namespace detail {
[[noreturn]] C10_API C10_COLD void unknown_element_size(ScalarType t);
}
inline size_t elementSize(ScalarType t) {
  const auto i = static_cast<unsigned>(static_cast<int>(t));
  if (C10_UNLIKELY(i >= NumScalarTypes || detail::scalar_type_sizes[i] == 0)) {
    detail::unknown_element_size(t);
  }
  return detail::scalar_type_sizes[i];
}
constexpr bool isIntegralType(ScalarType t, bool includeBool) {
  return detail::in(t, detail::kIntegralBits) || (includeBool && t == ScalarType::Bool);
}
constexpr bool isFloat8Type(ScalarType t) {
  return detail::in(t, detail::kFloat8Bits);
}
constexpr bool isReducedFloatingType(ScalarType t) {
  return detail::in(t, detail::kReducedBits);
}
constexpr bool isFloatingType(ScalarType t) {
  return detail::in(t, detail::kFloatingBits);
}
constexpr bool isComplexType(ScalarType t) {
  return detail::in(t, detail::kComplexBits);
}
constexpr bool isQIntType(ScalarType t) {
  return detail::in(t, detail::kQuantizedBits);
}
constexpr bool isBitsType(ScalarType t) {
  return detail::in(t, detail::kBitsBits);
}
constexpr bool isBarebonesUnsignedType(ScalarType t) {
  return t >= ScalarType::UInt16 && t <= ScalarType::UInt7;
}
constexpr bool isUnderlying(ScalarType type, ScalarType qtype) {
  switch (qtype) {
    case ScalarType::QInt8:
      return type == ScalarType::Char;
    case ScalarType::QUInt8:
    case ScalarType::QUInt4x2:
    case ScalarType::QUInt2x4:
      return type == ScalarType::Byte;
    case ScalarType::QInt32:
      return type == ScalarType::Int;
    default:
      return type == qtype;
  }
}
constexpr ScalarType toQIntType(ScalarType t) {
  switch (t) {
    case ScalarType::Byte:
      return ScalarType::QUInt8;
    case ScalarType::Char:
      return ScalarType::QInt8;
    case ScalarType::Int:
      return ScalarType::QInt32;
    default:
      return t;
  }
}
constexpr ScalarType toUnderlying(ScalarType t) {
  switch (t) {
    case ScalarType::QUInt8:
    case ScalarType::QUInt4x2:
    case ScalarType::QUInt2x4:
      return ScalarType::Byte;
    case ScalarType::QInt8:
      return ScalarType::Char;
    case ScalarType::QInt32:
      return ScalarType::Int;
    default:
      return t;
  }
}
constexpr bool isSignedType(ScalarType t) {
  return !(t == ScalarType::Byte || t == ScalarType::Bool || isBarebonesUnsignedType(t) || t == ScalarType::QUInt8 || t == ScalarType::QUInt4x2 || t == ScalarType::QUInt2x4);
}
// The real dtype of a complex one and the other way round; other dtypes stay.
constexpr ScalarType toRealValueType(ScalarType t) {
  return t == kComplexHalf ? kHalf : t == kComplexFloat ? kFloat : t == kComplexDouble ? kDouble : t;
}
constexpr ScalarType toComplexType(ScalarType t) {
  return t == kHalf ? kComplexHalf : (t == kFloat || t == kBFloat16) ? kComplexFloat : t == kDouble ? kComplexDouble : isComplexType(t) ? t : ScalarType::Undefined;
}
// Whether a result computed in `from` may be stored into a tensor of `to`: never complex into real, float into integer, number into bool.
constexpr bool canCast(ScalarType from, ScalarType to) {
  if (isComplexType(from) && !isComplexType(to)) {
    return false;
  }
  if (isFloatingType(from) && isIntegralType(to, false)) {
    return false;
  }
  if (from != ScalarType::Bool && to == ScalarType::Bool) {
    return false;
  }
  return true;
}
// The dtype two tensors of dtypes a and b are computed in.
C10_API ScalarType promoteTypes(ScalarType a, ScalarType b);

} // namespace c10
