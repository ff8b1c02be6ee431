// Conversions, kinds and the dynamic type of an IValue.
#include <ATen/core/ivalue.h>
#include <ATen/core/ivalue_depth.h>
#include <ATen/core/jit_type.h>
#include <c10/core/StorageImpl.h>

namespace torch {
CustomClassHolder::~CustomClassHolder() = default;
}

namespace c10 {

GeneratorImpl::~GeneratorImpl() = default;

namespace {
const char* tag_name(IValue::Tag tag) {
  switch (tag) {
    case IValue::Tag::None: return "None";
    case IValue::Tag::Double: return "Double";
    case IValue::Tag::Int: return "Int";
    case IValue::Tag::Bool: return "Bool";
    case IValue::Tag::Device: return "Device";
    case IValue::Tag::Uninitialized: return "Uninitialized";
    case IValue::Tag::Tensor: return "Tensor";
    case IValue::Tag::Storage: return "Storage";
    case IValue::Tag::ComplexDouble: return "ComplexDouble";
    case IValue::Tag::Tuple: return "Tuple";
    case IValue::Tag::String: return "String";
    case IValue::Tag::GenericList: return "GenericList";
    case IValue::Tag::GenericDict: return "GenericDict";
    case IValue::Tag::Future: return "Future";
    case IValue::Tag::Object: return "Object";
    case IValue::Tag::Capsule: return "Capsule";
    case IValue::Tag::Enum: return "Enum";
    case IValue::Tag::Generator: return "Generator";
  }
  return "InvalidTag";
}
} // namespace

std::string IValue::tagKind() const { return tag_name(tag_); }

void IValue::wrong_kind(Tag expected) const { TORCH_CHECK(false, "Expected ", tag_name(expected), " but got ", tag_name(tag_)); }
void IValue::wrong_code(const char* what, int64_t code) { TORCH_CHECK_VALUE(false, code, " is not the code of a ", what); }

// ---- constructors

IValue::IValue(Storage s) : IValue(s.getIntrusivePtr(), Tag::Storage) {}
IValue::IValue(c10::complex<double> c) : IValue(make_intrusive<ivalue::ComplexHolder>(c), Tag::ComplexDouble) {}
IValue::IValue(std::string v) : IValue(ivalue::ConstantString::create(std::move(v)), Tag::String) {}
IValue::IValue(const at::Scalar& s) : IValue() {
  if (s.isFloatingPoint()) {
    *this = IValue(s.toDouble());
  } else if (s.isComplex()) {
    *this = IValue(s.toComplexDouble());
  } else if (s.isBoolean()) {
    *this = IValue(s.toBool());
  } else {
    *this = IValue(s.toLong());
  }
}
IValue IValue::make_capsule(intrusive_ptr<CustomClassHolder> blob) { return IValue(std::move(blob), Tag::Capsule); }

// ---- conversions

std::string IValue::toNone() const {
  expect(Tag::None);
  return "None";
}
Storage IValue::toStorage() const { return Storage(share<StorageImpl>(Tag::Storage)); }
double IValue::toDoubleSlow() const {
  if (tag_ == Tag::Int) {
    return static_cast<double>(payload_.u.as_int);
  }
  wrong_kind(Tag::Double);
}
c10::Device IValue::toDeviceSlow() const {
  if (tag_ == Tag::String) {
    return c10::Device(toStringRef());
  }
  wrong_kind(Tag::Device);
}
c10::complex<double> IValue::toComplexDouble() const {
  if (tag_ == Tag::ComplexDouble) {
    return static_cast<ivalue::ComplexHolder*>(payload_.u.as_target)->val;
  }
  if (tag_ == Tag::Int || tag_ == Tag::Double) {
    return c10::complex<double>(toDouble());
  }
  wrong_kind(Tag::ComplexDouble);
}
at::Scalar IValue::toScalar() const {
  switch (tag_) {
    case Tag::Double: return payload_.u.as_double;
    case Tag::Int: return payload_.u.as_int;
    case Tag::Bool: return payload_.u.as_bool;
    case Tag::ComplexDouble: return toComplexDouble();
    default: TORCH_CHECK(false, "IValue is not a Scalar: it is ", tagKind());
  }
}
std::optional<std::reference_wrapper<const std::string>> IValue::toOptionalStringRef() const {
  if (isNone()) {
    return std::nullopt;
  }
  return std::reference_wrapper<const std::string>(toStringRef());
}
intrusive_ptr<CustomClassHolder> IValue::toCapsule() const { return share<CustomClassHolder>(Tag::Capsule); }

bool IValue::isModule() const { return isObject() && toObjectRef().type_ref().is_module(); }
intrusive_ptr<ivalue::Object> IValue::toModuleObject() const {
  TORCH_CHECK(isModule(), "Expected a Module but got ", isObject() ? toObjectRef().name() : tagKind());
  return toObject();
}

// ---- typed lists

namespace {
bool is_list_of(const IValue& v, TypeKind kind) { return v.isList() && v.unsafe_list().elementType->kind() == kind; }
} // namespace

bool IValue::isTensorList() const { return is_list_of(*this, TypeKind::TensorType); }
bool IValue::isIntList() const { return is_list_of(*this, TypeKind::IntType); }
bool IValue::isDoubleList() const { return is_list_of(*this, TypeKind::FloatType); }
bool IValue::isBoolList() const { return is_list_of(*this, TypeKind::BoolType); }
bool IValue::isComplexDoubleList() const { return is_list_of(*this, TypeKind::ComplexType); }
bool IValue::isStringList() const { return is_list_of(*this, TypeKind::StringType); }
bool IValue::isOptionalTensorList() const {
  return is_list_of(*this, TypeKind::OptionalType) && static_cast<const OptionalType&>(*unsafe_list().elementType).getElementType()->kind() == TypeKind::TensorType;
}
c10::List<int64_t> IValue::toIntList() const { return to<c10::List<int64_t>>(); }
c10::List<double> IValue::toDoubleList() const { return to<c10::List<double>>(); }
c10::List<bool> IValue::toBoolList() const { return to<c10::List<bool>>(); }
c10::List<c10::complex<double>> IValue::toComplexDoubleList() const { return to<c10::List<c10::complex<double>>>(); }
c10::List<at::Tensor> IValue::toTensorList() const { return to<c10::List<at::Tensor>>(); }
c10::List<std::optional<at::Tensor>> IValue::toOptionalTensorList() const { return to<c10::List<std::optional<at::Tensor>>>(); }
std::vector<int64_t> IValue::toIntVector() const { return to<std::vector<int64_t>>(); }
std::vector<double> IValue::toDoubleVector() const { return to<std::vector<double>>(); }
std::vector<c10::complex<double>> IValue::toComplexDoubleVector() const { return to<std::vector<c10::complex<double>>>(); }
std::vector<at::Tensor> IValue::toTensorVector() const { return to<std::vector<at::Tensor>>(); }
std::vector<std::optional<at::Tensor>> IValue::toOptionalTensorVector() const { return to<std::vector<std::optional<at::Tensor>>>(); }

namespace detail {
int64_t tuple_elements_checked(const IValue& v, size_t n, const IValue** elements) {
  const auto& e = v.toTupleRef().elements();
  TORCH_CHECK(e.size() == n, "Expected a tuple of ", n, " elements but got one of ", e.size());
  *elements = e.data();
  return static_cast<int64_t>(n);
}
void wrong_array_length(size_t actual, size_t expected) { TORCH_CHECK(false, "Expected a list of ", expected, " elements but got one of ", actual); }
void wrong_custom_class(const char* expected) { TORCH_CHECK(false, "Expected a capsule that holds a ", expected); }
} // namespace detail

// ---- the dynamic type

namespace {
TypePtr type_at_depth(const IValue& v, int depth) {
  check_nesting(depth, "type");
  switch (v.tag()) {
    case IValue::Tag::None: return NoneType::get();
    case IValue::Tag::Double: return FloatType::get();
    case IValue::Tag::Int: return IntType::get();
    case IValue::Tag::Bool: return BoolType::get();
    case IValue::Tag::Device: return DeviceObjType::get();
    case IValue::Tag::Tensor: return TensorType::get();
    case IValue::Tag::Storage: return StorageType::get();
    case IValue::Tag::ComplexDouble: return ComplexType::get();
    case IValue::Tag::String: return StringType::get();
    case IValue::Tag::GenericList: return ListType::create(v.unsafe_list().elementType);
    case IValue::Tag::GenericDict: return DictType::create(v.unsafe_dict().elementTypes.keyType, v.unsafe_dict().elementTypes.valueType);
    case IValue::Tag::Tuple: {
      const auto& tuple = v.unsafe_tuple();
      if (tuple.declared_type()) {
        return tuple.declared_type();
      }
      std::vector<TypePtr> types;
      types.reserve(tuple.size());
      for (const IValue& e : tuple.elements()) {
        types.push_back(type_at_depth(e, depth + 1));
      }
      return TupleType::create(std::move(types));
    }
    case IValue::Tag::Future: return FutureType::create(v.toFuture()->elementType());
    case IValue::Tag::Object: return v.unsafe_object().type();
    case IValue::Tag::Enum: return v.toEnumHolder()->type();
    case IValue::Tag::Capsule: return CapsuleType::get();
    case IValue::Tag::Generator: return GeneratorType::get();
    case IValue::Tag::Uninitialized: return AnyType::get();
  }
  TORCH_INTERNAL_ASSERT(false, "unhandled case in IValue::type()");
}
} // namespace

TypePtr IValue::type() const { return type_at_depth(*this, 0); }

std::shared_ptr<TupleType> ivalue::Tuple::type() const {
  if (!type_) {
    // Not kept: elements may change.
    std::vector<TypePtr> types;
    types.reserve(elements_.size());
    for (const IValue& e : elements_) {
      types.push_back(e.type());
    }
    return TupleType::create(std::move(types));
  }
  return type_;
}

} // namespace c10
