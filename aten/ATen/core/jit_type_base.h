#pragma once
// Type: the static type of a TorchScript value. This header has the base class; jit_type.h has the kinds. A type is shared by
// std::shared_ptr (TypePtr); the simple ones are singletons, `IntType::get()`.
#include <ATen/core/qualified_name.h>
#include <c10/macros/Macros.h>
#include <c10/util/ArrayRef.h>
#include <c10/util/Exception.h>

#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace torch::jit {
struct Function;
struct CompilationUnit;
} // namespace torch::jit

namespace c10 {

#define C10_FORALL_TYPES(_) \
  _(AnyType) _(EnumType) _(AnyEnumType) _(TensorType) _(StorageType) _(TupleType) _(ListType) _(DictType) _(NumberType) _(FloatType) _(ComplexType) \
  _(FutureType) _(AwaitType) _(RRefType) _(IntType) _(NoneType) _(StringType) _(GeneratorType) _(QuantizerType) _(BoolType) _(OptionalType) _(VarType) \
  _(DeviceObjType) _(StreamObjType) _(FunctionType) _(ClassType) _(PyObjectType) _(CapsuleType) _(InterfaceType) _(QSchemeType) _(ScalarTypeType) \
  _(LayoutType) _(MemoryFormatType) _(AnyListType) _(AnyTupleType) _(AnyClassType) _(SymIntType) _(SymFloatType) _(SymBoolType) _(UnionType) _(DynamicType)

enum class TypeKind {
#define WICK_TYPE_KIND(T) T,
  C10_FORALL_TYPES(WICK_TYPE_KIND)
#undef WICK_TYPE_KIND
};

C10_API const char* typeKindToString(TypeKind kind);

struct Type;
using TypePtr = std::shared_ptr<Type>;
using ConstTypePtr = std::shared_ptr<const Type>;

// Replaces the spelling of a type inside annotation_str: the serializer gives classes mangled names through it.
using TypePrinter = std::function<std::optional<std::string>(const Type&)>;

struct C10_API Type : std::enable_shared_from_this<Type> {
  virtual ~Type();
  Type(const Type&) = delete;
  Type& operator=(const Type&) = delete;

  TypeKind kind() const { return kind_; }

  // Structural equality; classes and interfaces are equal by identity of name and compilation unit.
  virtual bool equals(const Type& rhs) const = 0;
  virtual bool symmetric() const { return true; }

  // Whether every value of this type is one of `rhs`. The second form says why not.
  bool isSubtypeOf(const Type& rhs) const { return isSubtypeOfExt(rhs, nullptr); }
  bool isSubtypeOf(const TypePtr& rhs) const { return isSubtypeOfExt(*rhs, nullptr); }
  virtual bool isSubtypeOfExt(const Type& rhs, std::ostream* why_not) const;
  bool isSubtypeOfExt(const TypePtr& rhs, std::ostream* why_not) const { return isSubtypeOfExt(*rhs, why_not); }

  virtual bool is_module() const { return false; }

  // As schemas and error messages spell it: `int[]`, `Dict(str, Tensor)`, `Tensor?`.
  virtual std::string str() const = 0;
  // As Python annotations spell it: `List[int]`, `Dict[str, Tensor]`, `Optional[Tensor]`.
  std::string annotation_str(const TypePrinter& printer) const;
  std::string annotation_str() const { return annotation_str(nullptr); }
  // For error messages.
  virtual std::string repr_str() const { return annotation_str(); }

  virtual bool hasFreeVariables() const { return false; }
  virtual bool requires_grad() const;

  // The types this one is made of: elements, key and value.
  virtual ArrayRef<TypePtr> containedTypes() const { return {}; }
  TypePtr containedType(size_t i) const { return containedTypes().at(i); }
  size_t containedTypeSize() const { return containedTypes().size(); }
  // The same type around other contained types.
  TypePtr withContained(std::vector<TypePtr> contained_types);
  virtual TypePtr createWithContained(std::vector<TypePtr> contained_types) const;

  virtual bool isUnionType() const { return false; }

  // Downcasts. cast: null when it is another kind; expect: throws then.
  template <typename T> std::shared_ptr<T> cast() {
    return isA<T>() ? std::static_pointer_cast<T>(shared_from_this()) : nullptr;
  }
  template <typename T> std::shared_ptr<const T> cast() const {
    return isA<T>() ? std::static_pointer_cast<const T>(shared_from_this()) : nullptr;
  }
  template <typename T> T* castRaw() { return isA<T>() ? static_cast<T*>(this) : nullptr; }
  template <typename T> const T* castRaw() const { return isA<T>() ? static_cast<const T*>(this) : nullptr; }
  template <typename T> std::shared_ptr<T> expect() {
    checkKind(isA<T>(), T::Kind);
    return std::static_pointer_cast<T>(shared_from_this());
  }
  template <typename T> std::shared_ptr<const T> expect() const {
    checkKind(isA<T>(), T::Kind);
    return std::static_pointer_cast<const T>(shared_from_this());
  }
  template <typename T> T& expectRef() {
    checkKind(isA<T>(), T::Kind);
    return static_cast<T&>(*this);
  }
  template <typename T> const T& expectRef() const {
    checkKind(isA<T>(), T::Kind);
    return static_cast<const T&>(*this);
  }

 protected:
  explicit Type(TypeKind kind) : kind_(kind) {}
  virtual std::string annotation_str_impl([[maybe_unused]] const TypePrinter& printer) const { return str(); }

 private:
  template <typename T> bool isA() const { return kind_ == T::Kind || (T::Kind == TypeKind::UnionType && kind_ == TypeKind::OptionalType); }
  void checkKind(bool ok, TypeKind wanted) const;

  TypeKind kind_;
};

C10_API std::ostream& operator<<(std::ostream& out, const Type& t); // str()
inline bool operator==(const Type& a, const Type& b) { return a.symmetric() ? a.equals(b) : b.equals(a); }
inline bool operator!=(const Type& a, const Type& b) { return !(a == b); }

struct NamedType;
using NamedTypePtr = std::shared_ptr<NamedType>;
using ConstNamedTypePtr = std::shared_ptr<const NamedType>;

// A type with a qualified name: class, interface, enum, named tuple, function.
struct C10_API NamedType : Type {
  NamedType(TypeKind kind, std::optional<QualifiedName> name);

  const std::optional<QualifiedName>& name() const { return name_; }

 protected:
  std::string annotation_str_impl(const TypePrinter& printer) const override;

 private:
  std::optional<QualifiedName> name_;
};

} // namespace c10
