#pragma once
// EnumType: a Python Enum: a name, the type of the values, and the members in order.
#include <ATen/core/jit_type_base.h>

#include <utility>

namespace c10 {

struct IValue;
struct EnumType;
using EnumTypePtr = std::shared_ptr<EnumType>;
using EnumNameValue = std::pair<std::string, IValue>;

struct C10_API EnumType : NamedType {
  static constexpr TypeKind Kind = TypeKind::EnumType;
  // The values are int, float or str, all of one type.
  static EnumTypePtr create(const QualifiedName& name, TypePtr value, std::vector<EnumNameValue> members, std::weak_ptr<torch::jit::CompilationUnit> cu);
  ~EnumType() override;

  const QualifiedName& qualifiedClassName() const { return name().value(); }
  const TypePtr& getValueType() const { return value_type_; }
  ArrayRef<EnumNameValue> enumNamesValues() const;
  std::shared_ptr<const torch::jit::CompilationUnit> compilation_unit() const { return cu_.lock(); }
  bool equals(const Type& rhs) const override;
  bool isSubtypeOfExt(const Type& rhs, std::ostream* why_not) const override;
  std::string str() const override;

 private:
  EnumType(const QualifiedName& name, TypePtr value, std::vector<EnumNameValue> members, std::weak_ptr<torch::jit::CompilationUnit> cu);
  TypePtr value_type_;
  std::shared_ptr<std::vector<EnumNameValue>> members_;
  std::weak_ptr<torch::jit::CompilationUnit> cu_;
};

} // namespace c10
