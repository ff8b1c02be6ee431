#include <c10/core/ScalarType.h>
#include <c10/util/typeid.h>

#include <ostream>

namespace c10 {
namespace detail {

constexpr ScalarTypeInfo row(const char* name, const char* dtype, const char* legacy, int i) {
  return {name, dtype, legacy, scalar_type_sizes[i]};
}
constinit const ScalarTypeInfo scalar_type_info[NumScalarTypes] = {
    row("Byte", "uint8", "", 0),
    row("Char", "int8", "", 1),
    row("Short", "int16", "short", 2),
    row("Int", "int32", "int", 3),
    row("Long", "int64", "long", 4),
    row("Half", "float16", "half", 5),
    row("Float", "float32", "float", 6),
    row("Double", "float64", "double", 7),
    row("ComplexHalf", "complex32", "chalf", 8),
    row("ComplexFloat", "complex64", "cfloat", 9),
    row("ComplexDouble", "complex128", "cdouble", 10),
    row("Bool", "bool", "", 11),
    row("QInt8", "qint8", "", 12),
    row("QUInt8", "quint8", "", 13),
    row("QInt32", "qint32", "", 14),
    row("BFloat16", "bfloat16", "", 15),
    row("QUInt4x2", "quint4x2", "", 16),
    row("QUInt2x4", "quint2x4", "", 17),
    row("Bits1x8", "bits1x8", "", 18),
    row("Bits2x4", "bits2x4", "", 19),
    row("Bits4x2", "bits4x2", "", 20),
    row("Bits8", "bits8", "", 21),
    row("Bits16", "bits16", "", 22),
    row("Float8_e5m2", "float8_e5m2", "", 23),
    row("Float8_e4m3fn", "float8_e4m3fn", "", 24),
    row("Float8_e5m2fnuz", "float8_e5m2fnuz", "", 25),
    row("Float8_e4m3fnuz", "float8_e4m3fnuz", "", 26),
    row("UInt16", "uint16", "", 27),
    row("UInt32", "uint32", "", 28),
    row("UInt64", "uint64", "", 29),
    row("UInt1", "uint1", "", 30),
    row("UInt2", "uint2", "", 31),
    row("UInt3", "uint3", "", 32),
    row("UInt4", "uint4", "", 33),
    row("UInt5", "uint5", "", 34),
    row("UInt6", "uint6", "", 35),
    row("UInt7", "uint7", "", 36),
    row("Int1", "int1", "", 37),
    row("Int2", "int2", "", 38),
    row("Int3", "int3", "", 39),
    row("Int4", "int4", "", 40),
    row("Int5", "int5", "", 41),
    row("Int6", "int6", "", 42),
    row("Int7", "int7", "", 43),
    row("Float8_e8m0fnu", "float8_e8m0fnu", "", 44),
    row("Float4_e2m1fn_x2", "float4_e2m1fn_x2", "", 45),
    row("Undefined", "undefined", "", 46),
};

void unknown_element_size(ScalarType t) {
  TORCH_CHECK(false, "elementSize: dtype ", toString(t), " has no element size");
  __builtin_unreachable();
}

} // namespace detail

std::pair<std::string, std::string> getDtypeNames(ScalarType t) {
  const auto i = static_cast<unsigned>(static_cast<int>(t));
  TORCH_CHECK(i < NumScalarTypes, "getDtypeNames: ", i, " is no dtype");
  return {detail::scalar_type_info[i].dtype, detail::scalar_type_info[i].legacy};
}
ScalarType scalarTypeFromName(std::string_view name) {
  for (int i = 0; i < NumScalarTypes - 1; ++i) {
    const auto& r = detail::scalar_type_info[i];
    if (name == r.dtype || name == r.name || (*r.legacy != 0 && name == r.legacy)) {
      return static_cast<ScalarType>(i);
    }
  }
  return ScalarType::Undefined;
}
std::ostream& operator<<(std::ostream& out, ScalarType t) {
  return out << toString(t);
}

namespace {

// Every ordinary dtype has a kind and a width; two of them meet in the higher kind, at the least width that neither loses range in.
enum Kind : int { kBoolKind, kIntKind, kFloatKind, kComplexKind };
struct Class {
  Kind kind;
  int bytes; // of the real part
};
Class class_of(ScalarType t) {
  switch (t) {
    case ScalarType::Bool:
      return {kBoolKind, 1};
    case ScalarType::Byte:
    case ScalarType::Char:
      return {kIntKind, 1};
    case ScalarType::Short:
      return {kIntKind, 2};
    case ScalarType::Int:
      return {kIntKind, 4};
    case ScalarType::Long:
      return {kIntKind, 8};
    case ScalarType::Half:
    case ScalarType::BFloat16:
      return {kFloatKind, 2};
    case ScalarType::Float:
      return {kFloatKind, 4};
    case ScalarType::Double:
      return {kFloatKind, 8};
    case ScalarType::ComplexHalf:
      return {kComplexKind, 2};
    case ScalarType::ComplexFloat:
      return {kComplexKind, 4};
    default:
      return {kComplexKind, 8};
  }
}
ScalarType floating(int bytes) {
  return bytes == 2 ? ScalarType::Half : bytes == 4 ? ScalarType::Float : ScalarType::Double;
}

} // namespace

ScalarType promoteTypes(ScalarType a, ScalarType b) {
  if (a == ScalarType::Undefined || b == ScalarType::Undefined) {
    return ScalarType::Undefined;
  }
  if (a == b) {
    return a;
  }
  if (isQIntType(a) || isQIntType(b)) {
    TORCH_CHECK(false, "promoteTypes with quantized numbers is not handled yet; figure out what the correct rules should be, offending types: ", toString(a), " ", toString(b));
  }
  if (isBitsType(a) || isBitsType(b)) {
    return ScalarType::Undefined;
  }
  constexpr auto kNarrow = detail::kFloat8Bits | detail::bit(ScalarType::Float4_e2m1fn_x2);
  TORCH_CHECK(
      !detail::in(a, kNarrow) && !detail::in(b, kNarrow), "Promotion for Float8 Types is not supported, attempted to promote ", toString(a), " and ", toString(b));
  if (a >= ScalarType::UInt16 || b >= ScalarType::UInt16) {
    // The plain unsigned types meet floating ones only.
    if (isFloatingType(a) || isComplexType(a)) {
      return a;
    }
    if (isFloatingType(b) || isComplexType(b)) {
      return b;
    }
    TORCH_CHECK(false, "Promotion for uint16, uint32, uint64 types is not supported, attempted to promote ", toString(a), " and ", toString(b));
  }

  Class x = class_of(a), y = class_of(b);
  if (x.kind < y.kind) {
    std::swap(a, b);
    std::swap(x, y);
  }
  switch (x.kind) {
    case kBoolKind:
      return a;
    case kIntKind:
      if (y.kind == kBoolKind) {
        return a;
      }
      if (x.bytes != y.bytes) {
        // The wider one, which is signed: there are no ordinary unsigned ones above 8 bits.
        return x.bytes > y.bytes ? a : b;
      }
      return ScalarType::Short; // uint8 with int8
    case kFloatKind:
      if (y.kind != kFloatKind) {
        return a;
      }
      return x.bytes == y.bytes ? ScalarType::Float : floating(x.bytes > y.bytes ? x.bytes : y.bytes); // half with bfloat16: float
    case kComplexKind:
      if (y.kind < kFloatKind) {
        return a;
      }
      {
        // bfloat16 has float's range, so with it complex-half becomes complex-float.
        const int other = b == ScalarType::BFloat16 ? 4 : y.bytes;
        return toComplexType(floating(x.bytes > other ? x.bytes : other));
      }
  }
  return ScalarType::Undefined;
}

} // namespace c10

namespace caffe2 {

std::string_view TypeMeta::name() const noexcept {
  switch (toScalarType()) {
#define WICK_NAME(cpp, n)         \
  case c10::ScalarType::n:        \
    return #cpp;
    AT_FORALL_SCALAR_TYPES_WITH_COMPLEX_AND_QINTS(WICK_NAME)
#undef WICK_NAME
    case c10::ScalarType::Undefined:
      return "nullptr (uninitialized)";
    default:
      return c10::toString(toScalarType());
  }
}
std::ostream& operator<<(std::ostream& out, TypeMeta m) {
  return out << m.name();
}

} // namespace caffe2
