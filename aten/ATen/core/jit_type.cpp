// The base class, the singletons and the containers of one or two types. See type_union.cpp, type_tuple.cpp, type_unify.cpp for the rest.
#include <ATen/core/ivalue.h>
#include <ATen/core/function_schema.h>
#include <ATen/core/jit_type.h>

#include <array>
#include <ostream>

namespace c10 {

const char* typeKindToString(TypeKind kind) {
  switch (kind) {
#define WICK_KIND_NAME(T) \
  case TypeKind::T: return #T;
    C10_FORALL_TYPES(WICK_KIND_NAME)
#undef WICK_KIND_NAME
  }
  return "unknown type kind";
}

Type::~Type() = default;

std::ostream& operator<<(std::ostream& out, const Type& t) { return out << t.str(); }

std::string Type::annotation_str(const TypePrinter& printer) const {
  if (printer) {
    if (auto renamed = printer(*this)) {
      return *renamed;
    }
  }
  return annotation_str_impl(printer);
}

bool Type::requires_grad() const {
  for (const auto& t : containedTypes()) {
    if (t->requires_grad()) {
      return true;
    }
  }
  return false;
}

TypePtr Type::withContained(std::vector<TypePtr> contained_types) {
  const auto current = containedTypes();
  TORCH_CHECK(current.size() == contained_types.size(), str(), " is made of ", current.size(), " types, got ", contained_types.size());
  return contained_types.empty() ? shared_from_this() : createWithContained(std::move(contained_types));
}

TypePtr Type::createWithContained(std::vector<TypePtr>) const { TORCH_CHECK(false, "type ", str(), " cannot be made with other contained types"); }

void Type::checkKind(bool ok, TypeKind wanted) const { TORCH_INTERNAL_ASSERT(ok, "expected a ", typeKindToString(wanted), ", got ", str()); }

// What holds for every type: itself, Any, and membership of a Union or Optional.
bool Type::isSubtypeOfExt(const Type& rhs, std::ostream* why_not) const {
  if (rhs.kind() == TypeKind::AnyType || *this == rhs) {
    return true;
  }
  if (rhs.kind() == TypeKind::OptionalType) {
    return isSubtypeOfExt(*rhs.expectRef<OptionalType>().getElementType(), why_not);
  }
  if (rhs.kind() == TypeKind::UnionType) {
    return rhs.expectRef<UnionType>().canHoldType(*this);
  }
  return false;
}

NamedType::NamedType(TypeKind kind, std::optional<QualifiedName> name) : Type(kind), name_(std::move(name)) {}
std::string NamedType::annotation_str_impl(const TypePrinter&) const { return name_ ? name_->qualifiedName() : str(); }

// ---- singletons

struct SingletonTypes {
  template <class T> static const std::shared_ptr<T>& get() {
    static const std::shared_ptr<T>& t = *new std::shared_ptr<T>(new T());
    return t;
  }
  static TensorTypePtr tensor() { return TensorTypePtr(new TensorType()); }
};

namespace {
struct SingletonSpelling {
  const char* str;
  const char* annotation;
};
constexpr SingletonSpelling spelling(TypeKind kind) {
  switch (kind) {
    case TypeKind::AnyType: return {"Any", "Any"};
    case TypeKind::NumberType: return {"Scalar", "number"};
    case TypeKind::IntType: return {"int", "int"};
    case TypeKind::FloatType: return {"float", "float"};
    case TypeKind::ComplexType: return {"complex", "complex"};
    case TypeKind::BoolType: return {"bool", "bool"};
    case TypeKind::StringType: return {"str", "str"};
    case TypeKind::NoneType: return {"NoneType", "NoneType"};
    case TypeKind::StorageType: return {"Storage", "Storage"};
    case TypeKind::GeneratorType: return {"Generator", "Generator"};
    case TypeKind::QuantizerType: return {"Quantizer", "Quantizer"};
    case TypeKind::QSchemeType: return {"QScheme", "QScheme"};
    case TypeKind::DeviceObjType: return {"Device", "Device"};
    case TypeKind::StreamObjType: return {"Stream", "Stream"};
    case TypeKind::CapsuleType: return {"Capsule", "Capsule"};
    case TypeKind::PyObjectType: return {"PyObject", "PyObject"};
    case TypeKind::ScalarTypeType: return {"ScalarType", "int"};
    case TypeKind::LayoutType: return {"Layout", "int"};
    case TypeKind::MemoryFormatType: return {"MemoryFormat", "int"};
    case TypeKind::SymIntType: return {"SymInt", "int"};
    case TypeKind::SymFloatType: return {"SymFloat", "float"};
    case TypeKind::SymBoolType: return {"SymBool", "bool"};
    case TypeKind::AnyListType: return {"list", "list"};
    case TypeKind::AnyTupleType: return {"tuple", "tuple"};
    case TypeKind::AnyClassType: return {"AnyClassType", "AnyClassType"};
    case TypeKind::AnyEnumType: return {"AnyEnumType", "AnyEnumType"};
    default: return {nullptr, nullptr};
  }
}
bool subtype_by_kind(const Type& lhs, const Type& rhs, std::initializer_list<TypeKind> parents) {
  for (TypeKind parent : parents) {
    if (rhs.kind() == parent) {
      return true;
    }
    // A member of the union may be the parent.
    if (rhs.kind() == TypeKind::UnionType || rhs.kind() == TypeKind::OptionalType) {
      for (const auto& member : static_cast<const UnionType&>(rhs).getTypes()) {
        if (member->kind() == parent) {
          return true;
        }
      }
    }
  }
  return lhs.Type::isSubtypeOfExt(rhs, nullptr);
}
} // namespace

#define WICK_SINGLETON_BODY(T, ...) \
  const T##Ptr& T::get() { return SingletonTypes::get<T>(); } \
  std::string T::str() const { return spelling(Kind).str; } \
  std::string T::annotation_str_impl(const TypePrinter&) const { return spelling(Kind).annotation; } \
  bool T::isSubtypeOfExt(const Type& rhs, std::ostream*) const { return subtype_by_kind(*this, rhs, {__VA_ARGS__}); }

WICK_SINGLETON_BODY(AnyType)
WICK_SINGLETON_BODY(NumberType)
WICK_SINGLETON_BODY(IntType, TypeKind::NumberType)
WICK_SINGLETON_BODY(FloatType, TypeKind::NumberType)
WICK_SINGLETON_BODY(ComplexType, TypeKind::NumberType)
WICK_SINGLETON_BODY(BoolType)
WICK_SINGLETON_BODY(StringType)
WICK_SINGLETON_BODY(NoneType, TypeKind::OptionalType)
WICK_SINGLETON_BODY(StorageType)
WICK_SINGLETON_BODY(GeneratorType)
WICK_SINGLETON_BODY(QuantizerType)
WICK_SINGLETON_BODY(QSchemeType)
WICK_SINGLETON_BODY(DeviceObjType)
WICK_SINGLETON_BODY(StreamObjType)
WICK_SINGLETON_BODY(CapsuleType)
WICK_SINGLETON_BODY(PyObjectType)
WICK_SINGLETON_BODY(ScalarTypeType, TypeKind::IntType, TypeKind::NumberType)
WICK_SINGLETON_BODY(LayoutType, TypeKind::IntType, TypeKind::NumberType)
WICK_SINGLETON_BODY(MemoryFormatType, TypeKind::IntType, TypeKind::NumberType)
WICK_SINGLETON_BODY(SymIntType, TypeKind::IntType, TypeKind::NumberType)
WICK_SINGLETON_BODY(SymFloatType, TypeKind::FloatType, TypeKind::NumberType)
WICK_SINGLETON_BODY(SymBoolType, TypeKind::BoolType)
WICK_SINGLETON_BODY(AnyListType)
WICK_SINGLETON_BODY(AnyTupleType)
WICK_SINGLETON_BODY(AnyClassType)
WICK_SINGLETON_BODY(AnyEnumType)
#undef WICK_SINGLETON_BODY

// ---- Tensor

const TensorTypePtr& TensorType::get() {
  static const TensorTypePtr& t = *new TensorTypePtr(SingletonTypes::tensor());
  return t;
}
const TensorTypePtr& TensorType::getInferred() {
  static const TensorTypePtr& t = *new TensorTypePtr([] {
    auto r = SingletonTypes::tensor();
    r->inferred_ = true;
    return r;
  }());
  return t;
}
TensorTypePtr TensorType::create(std::optional<ScalarType> dtype, std::optional<Device> device, std::optional<std::vector<int64_t>> sizes, std::optional<bool> requires_grad) {
  auto t = SingletonTypes::tensor();
  t->dtype_ = dtype;
  t->device_ = device;
  t->sizes_ = std::move(sizes);
  t->requires_grad_ = requires_grad;
  return t;
}
std::optional<size_t> TensorType::dim() const { return sizes_ ? std::optional<size_t>(sizes_->size()) : std::nullopt; }
bool TensorType::equals(const Type& rhs) const {
  if (rhs.kind() != Kind) {
    return false;
  }
  const auto& r = static_cast<const TensorType&>(rhs);
  return dtype_ == r.dtype_ && device_ == r.device_ && sizes_ == r.sizes_ && requires_grad_ == r.requires_grad_;
}
bool TensorType::isSubtypeOfExt(const Type& rhs, std::ostream* why_not) const {
  if (rhs.kind() == Kind) {
    const auto& r = static_cast<const TensorType&>(rhs);
    if (this == &r) {
      return true;
    }
    // What the other leaves open accepts anything.
    return (!r.dtype_ || r.dtype_ == dtype_) && (!r.device_ || r.device_ == device_) && (!r.sizes_ || r.sizes_ == sizes_) && (!r.requires_grad_ || r.requires_grad_ == requires_grad_);
  }
  return Type::isSubtypeOfExt(rhs, why_not);
}
std::string TensorType::repr_str() const { return inferred_ ? "Tensor (inferred)" : "Tensor"; }

// ---- List, Future, Await, Dict

ListTypePtr ListType::create(TypePtr element) { return ListTypePtr(new ListType(std::move(element))); }
std::string ListType::str() const { return getElementType()->str() + "[]"; }
std::string ListType::annotation_str_impl(const TypePrinter& printer) const { return "List[" + getElementType()->annotation_str(printer) + "]"; }
bool ListType::isSubtypeOfExt(const Type& rhs, std::ostream* why_not) const { return rhs.kind() == TypeKind::AnyListType || Type::isSubtypeOfExt(rhs, why_not); }

#define WICK_LIST_OF(name, T) \
  const ListTypePtr& ListType::name() { \
    static const ListTypePtr& t = *new ListTypePtr(create(T)); \
    return t; \
  }
WICK_LIST_OF(ofTensors, TensorType::get())
WICK_LIST_OF(ofOptionalTensors, OptionalType::ofTensor())
WICK_LIST_OF(ofInts, IntType::get())
WICK_LIST_OF(ofFloats, FloatType::get())
WICK_LIST_OF(ofComplexDoubles, ComplexType::get())
WICK_LIST_OF(ofBools, BoolType::get())
WICK_LIST_OF(ofStrings, StringType::get())
WICK_LIST_OF(ofNumbers, NumberType::get())
#undef WICK_LIST_OF

FutureTypePtr FutureType::create(TypePtr element) { return FutureTypePtr(new FutureType(std::move(element))); }
std::string FutureType::str() const { return "Future(" + getElementType()->str() + ")"; }
std::string FutureType::annotation_str_impl(const TypePrinter& printer) const { return "Future[" + getElementType()->annotation_str(printer) + "]"; }
bool FutureType::isSubtypeOfExt(const Type& rhs, std::ostream* why_not) const {
  if (Type::isSubtypeOfExt(rhs, why_not)) {
    return true;
  }
  auto other = rhs.castRaw<FutureType>();
  return other != nullptr && getElementType()->isSubtypeOfExt(*other->getElementType(), why_not); // a future is only read
}

AwaitTypePtr AwaitType::create(TypePtr element) { return AwaitTypePtr(new AwaitType(std::move(element))); }
std::string AwaitType::str() const { return "Await(" + getElementType()->str() + ")"; }
std::string AwaitType::annotation_str_impl(const TypePrinter& printer) const { return "Await[" + getElementType()->annotation_str(printer) + "]"; }

DictType::DictType(TypePtr key, TypePtr value) : Type(Kind), types_{std::move(key), std::move(value)} { has_free_ = types_[0]->hasFreeVariables() || types_[1]->hasFreeVariables(); }
DictTypePtr DictType::create(TypePtr key, TypePtr value) {
  TORCH_CHECK(key && value, "Dict needs a key type and a value type");
  switch (key->kind()) {
    case TypeKind::AnyType:
    case TypeKind::IntType:
    case TypeKind::BoolType:
    case TypeKind::FloatType:
    case TypeKind::ComplexType:
    case TypeKind::StringType:
    case TypeKind::TensorType:
    case TypeKind::DeviceObjType:
    case TypeKind::VarType:
    case TypeKind::TupleType:
      return DictTypePtr(new DictType(std::move(key), std::move(value)));
    default:
      TORCH_CHECK(false, "Cannot create dict for key type '", key->str(), "', only int, float, complex, Tensor, device and string keys are supported");
  }
}
TypePtr DictType::createWithContained(std::vector<TypePtr> contained) const { return create(std::move(contained.at(0)), std::move(contained.at(1))); }
bool DictType::equals(const Type& rhs) const {
  auto r = rhs.castRaw<DictType>();
  return r != nullptr && *getKeyType() == *r->getKeyType() && *getValueType() == *r->getValueType();
}
std::string DictType::str() const { return "Dict(" + getKeyType()->str() + ", " + getValueType()->str() + ")"; }
std::string DictType::annotation_str_impl(const TypePrinter& printer) const { return "Dict[" + getKeyType()->annotation_str(printer) + ", " + getValueType()->annotation_str(printer) + "]"; }

// ---- Var, Function

VarTypePtr VarType::create(std::string name) { return VarTypePtr(new VarType(std::move(name))); }
bool VarType::equals(const Type& rhs) const {
  auto r = rhs.castRaw<VarType>();
  return r != nullptr && name_ == r->name_;
}

FunctionType::FunctionType(torch::jit::Function* function, const QualifiedName& name) : NamedType(Kind, name), function_(function) {}
FunctionTypePtr FunctionType::create(torch::jit::Function* function, const QualifiedName& name) { return FunctionTypePtr(new FunctionType(function, name)); }
bool FunctionType::equals(const Type& rhs) const {
  auto r = rhs.castRaw<FunctionType>();
  return r != nullptr && function_ == r->function_;
}

} // namespace c10
