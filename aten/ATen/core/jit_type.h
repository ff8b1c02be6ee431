#pragma once
// The kinds of types (see jit_type_base.h): singletons, containers, functions and interfaces; unification and matching of
// type variables. ClassType is in class_type.h, EnumType in enum_type.h; the C++ to TypePtr map getTypePtr<T>() in type_ptr.h.
#include <ATen/core/jit_type_base.h>
#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>

#include <unordered_map>
#include <utility>

namespace c10 {

struct IValue;
struct FunctionSchema;

// A type with one value of itself and nothing inside. `parent` types accept it by subtyping.
#define WICK_SINGLETON_TYPE(T) \
  struct T; \
  using T##Ptr = std::shared_ptr<T>; \
  struct C10_API T : Type { \
    static constexpr TypeKind Kind = TypeKind::T; \
    static const T##Ptr& get(); \
    bool equals(const Type& rhs) const override { return rhs.kind() == kind(); } \
    bool isSubtypeOfExt(const Type& rhs, std::ostream* why_not) const override; \
    std::string str() const override; \
\
   protected: \
    std::string annotation_str_impl(const TypePrinter& printer) const override; \
\
   private: \
    T() : Type(Kind) {} \
    friend struct SingletonTypes; \
  };

WICK_SINGLETON_TYPE(AnyType) // the top: any value
WICK_SINGLETON_TYPE(NumberType) // Scalar: int, float or complex
WICK_SINGLETON_TYPE(IntType)
WICK_SINGLETON_TYPE(FloatType)
WICK_SINGLETON_TYPE(ComplexType)
WICK_SINGLETON_TYPE(BoolType)
WICK_SINGLETON_TYPE(StringType)
WICK_SINGLETON_TYPE(NoneType)
WICK_SINGLETON_TYPE(StorageType)
WICK_SINGLETON_TYPE(GeneratorType)
WICK_SINGLETON_TYPE(QuantizerType)
WICK_SINGLETON_TYPE(QSchemeType)
WICK_SINGLETON_TYPE(DeviceObjType)
WICK_SINGLETON_TYPE(StreamObjType)
WICK_SINGLETON_TYPE(CapsuleType)
WICK_SINGLETON_TYPE(PyObjectType)
WICK_SINGLETON_TYPE(ScalarTypeType) // these three are int at run time; they stand in schemas as real_type
WICK_SINGLETON_TYPE(LayoutType)
WICK_SINGLETON_TYPE(MemoryFormatType)
WICK_SINGLETON_TYPE(SymIntType) // as these are int, float and bool
WICK_SINGLETON_TYPE(SymFloatType)
WICK_SINGLETON_TYPE(SymBoolType)
WICK_SINGLETON_TYPE(AnyListType) // List of anything, for isinstance(x, list)
WICK_SINGLETON_TYPE(AnyTupleType)
WICK_SINGLETON_TYPE(AnyClassType)
WICK_SINGLETON_TYPE(AnyEnumType)
#undef WICK_SINGLETON_TYPE

// Tensor. Nothing is specialised to observed shapes, so the refinements PyTorch keeps here (dtype, device, sizes) are an
// optional few that IR text may carry.
struct TensorType;
using TensorTypePtr = std::shared_ptr<TensorType>;
struct C10_API TensorType : Type {
  static constexpr TypeKind Kind = TypeKind::TensorType;
  static const TensorTypePtr& get();
  static TensorTypePtr create(std::optional<ScalarType> dtype, std::optional<Device> device, std::optional<std::vector<int64_t>> sizes, std::optional<bool> requires_grad = std::nullopt);
  // What the literal None becomes where a Tensor is expected in old archives.
  static const TensorTypePtr& getInferred();

  const std::optional<ScalarType>& scalarType() const { return dtype_; }
  const std::optional<Device>& device() const { return device_; }
  const std::optional<std::vector<int64_t>>& concrete_sizes() const { return sizes_; }
  const std::optional<bool>& requiresGrad() const { return requires_grad_; }
  std::optional<size_t> dim() const;
  bool isInferredType() const { return inferred_; }

  bool equals(const Type& rhs) const override;
  bool isSubtypeOfExt(const Type& rhs, std::ostream* why_not) const override;
  std::string str() const override { return "Tensor"; }
  std::string repr_str() const override;
  bool requires_grad() const override { return requires_grad_.value_or(true); }

 private:
  TensorType() : Type(Kind) {}
  std::optional<ScalarType> dtype_;
  std::optional<Device> device_;
  std::optional<std::vector<int64_t>> sizes_;
  std::optional<bool> requires_grad_;
  bool inferred_ = false;
  friend struct SingletonTypes;
};

// A container of one element type.
template <TypeKind K, typename T> struct SingleElementType : Type {
  static constexpr TypeKind Kind = K;
  const TypePtr& getElementType() const { return elem_; }
  bool hasFreeVariables() const override { return has_free_; }
  ArrayRef<TypePtr> containedTypes() const override { return ArrayRef<TypePtr>(elem_); }
  bool equals(const Type& rhs) const override { return rhs.kind() == K && *elem_ == *static_cast<const SingleElementType&>(rhs).elem_; }
  TypePtr createWithContained(std::vector<TypePtr> contained) const override { return T::create(std::move(contained.at(0))); }

 protected:
  explicit SingleElementType(TypePtr elem) : Type(Kind), elem_(std::move(elem)) {
    TORCH_CHECK(elem_, "Can not create ", typeKindToString(Kind), " with None type");
    has_free_ = elem_->hasFreeVariables();
  }

 private:
  TypePtr elem_;
  bool has_free_;
};

struct ListType;
using ListTypePtr = std::shared_ptr<ListType>;
struct C10_API ListType : SingleElementType<TypeKind::ListType, ListType> {
  static ListTypePtr create(TypePtr element);
  static const ListTypePtr& ofTensors();
  static const ListTypePtr& ofOptionalTensors();
  static const ListTypePtr& ofInts();
  static const ListTypePtr& ofFloats();
  static const ListTypePtr& ofComplexDoubles();
  static const ListTypePtr& ofBools();
  static const ListTypePtr& ofStrings();
  static const ListTypePtr& ofNumbers();
  bool isSubtypeOfExt(const Type& rhs, std::ostream* why_not) const override;
  std::string str() const override;

 protected:
  std::string annotation_str_impl(const TypePrinter& printer) const override;

 private:
  using SingleElementType::SingleElementType;
};

struct FutureType;
using FutureTypePtr = std::shared_ptr<FutureType>;
struct C10_API FutureType : SingleElementType<TypeKind::FutureType, FutureType> {
  static FutureTypePtr create(TypePtr element);
  bool isSubtypeOfExt(const Type& rhs, std::ostream* why_not) const override;
  std::string str() const override;

 protected:
  std::string annotation_str_impl(const TypePrinter& printer) const override;

 private:
  using SingleElementType::SingleElementType;
};

struct AwaitType;
using AwaitTypePtr = std::shared_ptr<AwaitType>;
struct C10_API AwaitType : SingleElementType<TypeKind::AwaitType, AwaitType> {
  static AwaitTypePtr create(TypePtr element);
  std::string str() const override;

 protected:
  std::string annotation_str_impl(const TypePrinter& printer) const override;

 private:
  using SingleElementType::SingleElementType;
};

struct DictType;
using DictTypePtr = std::shared_ptr<DictType>;
struct C10_API DictType : Type {
  static constexpr TypeKind Kind = TypeKind::DictType;
  // Keys are str, int, float, complex, bool, Tensor, device or a type variable; anything else is an error.
  static DictTypePtr create(TypePtr key, TypePtr value);
  const TypePtr& getKeyType() const { return types_[0]; }
  const TypePtr& getValueType() const { return types_[1]; }
  bool hasFreeVariables() const override { return has_free_; }
  ArrayRef<TypePtr> containedTypes() const override { return types_; }
  TypePtr createWithContained(std::vector<TypePtr> contained) const override;
  bool equals(const Type& rhs) const override;
  std::string str() const override;

 protected:
  std::string annotation_str_impl(const TypePrinter& printer) const override;

 private:
  DictType(TypePtr key, TypePtr value);
  std::vector<TypePtr> types_;
  bool has_free_;
};

// Union[...], flattened and without members that another member covers; and Optional[T], the union of T and None.
struct UnionType;
using UnionTypePtr = std::shared_ptr<UnionType>;
struct C10_API UnionType : Type {
  static constexpr TypeKind Kind = TypeKind::UnionType;
  static UnionTypePtr create(std::vector<TypePtr> members);
  bool isUnionType() const override { return true; }
  bool hasFreeVariables() const override { return has_free_; }
  ArrayRef<TypePtr> containedTypes() const override { return members_; }
  ArrayRef<TypePtr> getTypes() const { return members_; }
  TypePtr createWithContained(std::vector<TypePtr> contained) const override { return create(std::move(contained)); }
  bool equals(const Type& rhs) const override;
  bool isSubtypeOfExt(const Type& rhs, std::ostream* why_not) const override;
  bool canHoldType(const Type& type) const;
  bool canHoldType(const TypePtr& type) const { return canHoldType(*type); }
  // This union as Optional[T] if it has two members and one is None.
  std::optional<TypePtr> toOptional() const;
  // What is left when the members in `to_subtract` are gone; none when nothing is.
  std::optional<TypePtr> subtractTypeSet(const std::vector<TypePtr>& to_subtract) const;
  std::string str() const override;

 protected:
  UnionType(std::vector<TypePtr> members, TypeKind kind = TypeKind::UnionType);
  std::string annotation_str_impl(const TypePrinter& printer) const override;
  std::vector<TypePtr> members_;
  bool has_free_ = false;
};

struct OptionalType;
using OptionalTypePtr = std::shared_ptr<OptionalType>;
struct C10_API OptionalType : UnionType {
  static constexpr TypeKind Kind = TypeKind::OptionalType;
  static OptionalTypePtr create(TypePtr contained);
  static const OptionalTypePtr& ofTensor();
  const TypePtr& getElementType() const { return elem_; }
  ArrayRef<TypePtr> containedTypes() const override { return ArrayRef<TypePtr>(elem_); }
  TypePtr createWithContained(std::vector<TypePtr> contained) const override { return create(std::move(contained.at(0))); }
  bool equals(const Type& rhs) const override;
  bool isSubtypeOfExt(const Type& rhs, std::ostream* why_not) const override;
  std::string str() const override;

 protected:
  std::string annotation_str_impl(const TypePrinter& printer) const override;

 private:
  explicit OptionalType(TypePtr contained);
  TypePtr elem_;
};

// Tuple[...]. A NamedTuple has a name and a schema whose arguments are its fields.
struct TupleType;
using TupleTypePtr = std::shared_ptr<TupleType>;
struct C10_API TupleType : NamedType {
  static constexpr TypeKind Kind = TypeKind::TupleType;
  static TupleTypePtr create(std::vector<TypePtr> types) { return create(std::nullopt, std::move(types), nullptr); }
  static TupleTypePtr create(std::optional<QualifiedName> name, std::vector<TypePtr> types, std::shared_ptr<FunctionSchema> schema);
  static TupleTypePtr createNamed(const std::optional<QualifiedName>& name, const std::vector<std::string>& field_names, const std::vector<TypePtr>& field_types);
  static TupleTypePtr createNamed(const std::optional<QualifiedName>& name, const std::vector<std::string>& field_names, const std::vector<TypePtr>& field_types, std::vector<IValue>& field_defaults);
  ArrayRef<TypePtr> elements() const { return elements_; }
  ArrayRef<TypePtr> containedTypes() const override { return elements_; }
  const std::shared_ptr<FunctionSchema>& schema() const { return schema_; }
  std::optional<std::vector<std::string>> names() const;
  bool hasFreeVariables() const override { return has_free_; }
  TypePtr createWithContained(std::vector<TypePtr> contained) const override;
  bool equals(const Type& rhs) const override;
  bool isSubtypeOfExt(const Type& rhs, std::ostream* why_not) const override;
  std::string str() const override;

 protected:
  std::string annotation_str_impl(const TypePrinter& printer) const override;

 private:
  TupleType(std::optional<QualifiedName> name, std::vector<TypePtr> elements, std::shared_ptr<FunctionSchema> schema);
  std::vector<TypePtr> elements_;
  bool has_free_;
  std::shared_ptr<FunctionSchema> schema_;
};

// A type variable, the `t` of `t[]`.
struct VarType;
using VarTypePtr = std::shared_ptr<VarType>;
struct C10_API VarType : Type {
  static constexpr TypeKind Kind = TypeKind::VarType;
  static VarTypePtr create(std::string name);
  const std::string& name() const { return name_; }
  bool hasFreeVariables() const override { return true; }
  bool equals(const Type& rhs) const override;
  std::string str() const override { return name_; }

 private:
  explicit VarType(std::string name) : Type(Kind), name_(std::move(name)) {}
  std::string name_;
};

// A function as a value.
struct FunctionType;
using FunctionTypePtr = std::shared_ptr<FunctionType>;
struct C10_API FunctionType : NamedType {
  static constexpr TypeKind Kind = TypeKind::FunctionType;
  // A template because the layer above defines Function.
  template <class F> static FunctionTypePtr create(F* function) { return create(function, function->qualname()); }
  static FunctionTypePtr create(torch::jit::Function* function, const QualifiedName& name);
  torch::jit::Function* function() const { return function_; }
  bool equals(const Type& rhs) const override;
  std::string str() const override { return "Function"; }

 private:
  FunctionType(torch::jit::Function* function, const QualifiedName& name);
  torch::jit::Function* function_;
};

// A set of method signatures; any class with at least those methods is a subtype.
struct InterfaceType;
using InterfaceTypePtr = std::shared_ptr<InterfaceType>;
struct C10_API InterfaceType : NamedType {
  static constexpr TypeKind Kind = TypeKind::InterfaceType;
  static InterfaceTypePtr create(QualifiedName name, bool is_module = false);
  void addMethod(FunctionSchema schema);
  const FunctionSchema* getMethod(const std::string& name) const;
  const std::vector<FunctionSchema>& methods() const;
  bool is_module() const override { return is_module_; }
  bool equals(const Type& rhs) const override;
  bool isSubtypeOfExt(const Type& rhs, std::ostream* why_not) const override;
  std::string str() const override;
  ~InterfaceType() override;

 private:
  InterfaceType(QualifiedName name, bool is_module);
  static bool isSubTypeImpl(const InterfaceType& lhs, const InterfaceType& rhs, std::ostream* why_not);
  std::shared_ptr<std::vector<FunctionSchema>> methods_;
  bool is_module_;
};

// The smallest type of which both are subtypes, if there is one: Optional[T] for T and None, List[t] only of equal elements.
// default_to_union: Union of the two otherwise.
C10_API std::optional<TypePtr> unifyTypes(const TypePtr& a, const TypePtr& b, bool default_to_union = false, const TypePtr& type_hint = nullptr);
C10_API std::optional<TypePtr> unifyTypeList(ArrayRef<TypePtr> elements, std::ostream& why_not, bool default_to_union = false, const TypePtr& type_hint = nullptr);

// Type variables and what they stand for.
using TypeEnv = std::unordered_map<std::string, TypePtr>;
struct MatchTypeReturn {
  MatchTypeReturn() = default;
  explicit MatchTypeReturn(std::string reason) : reason_(std::move(reason)) {}
  static MatchTypeReturn Success() { return MatchTypeReturn(); }
  bool success() const { return !reason_.has_value(); }
  const std::string& reason() const { return reason_.value(); }

 private:
  std::optional<std::string> reason_;
};
// Binds the variables of `formal` so that `actual` fits.
C10_API MatchTypeReturn matchTypeVariables(const TypePtr& formal, const TypePtr& actual, TypeEnv& type_env);
// `type` with its variables replaced; null when one is unbound.
C10_API TypePtr tryEvalTypeVariables(const TypePtr& type, TypeEnv& type_env);

C10_API bool elementTypeCanBeInferredFromMembers(const TypePtr& elem_type);
C10_API TypePtr unwrapOptional(TypePtr type);
// The type of a tensor's element: int, float, complex or bool.
C10_API TypePtr typeFromScalarType(ScalarType dtype);
C10_API std::optional<ScalarType> tryScalarTypeFromJitType(const Type& type);

} // namespace c10

#include <ATen/core/class_type.h>
#include <ATen/core/enum_type.h>
#include <ATen/core/type_ptr.h>
