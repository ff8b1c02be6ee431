#pragma once
// ClassType: a TorchScript class or module: attributes (slots of its objects), constants, methods, properties.
#include <ATen/core/jit_type_base.h>

#include <cstdint>
#include <unordered_map>
#include <utility>

namespace c10 {

struct IValue;
struct FunctionSchema;
struct ClassType;
using ClassTypePtr = std::shared_ptr<ClassType>;

enum class AttributeKind { BUFFER, PARAMETER, REGULAR_ATTRIBUTE };

struct C10_API ClassAttribute {
  ClassAttribute(AttributeKind kind, TypePtr type, std::string name) : kind_(kind), type_(std::move(type)), name_(std::move(name)) {}
  AttributeKind getKind() const { return kind_; }
  const TypePtr& getType() const { return type_; }
  const std::string& getName() const { return name_; }

 private:
  friend struct ClassType;
  AttributeKind kind_;
  TypePtr type_;
  std::string name_;
};

struct C10_API ClassType : NamedType {
  static constexpr TypeKind Kind = TypeKind::ClassType;

  struct Property {
    std::string name;
    torch::jit::Function* getter;
    torch::jit::Function* setter; // null when read-only
  };

  static ClassTypePtr create(std::optional<QualifiedName> name, std::weak_ptr<torch::jit::CompilationUnit> cu, bool is_module = false, std::string doc_string = "",
                             std::vector<std::string> unresolved_class_attributes = {});
  ~ClassType() override;

  bool equals(const Type& rhs) const override;
  bool isSubtypeOfExt(const Type& rhs, std::ostream* why_not) const override;
  std::string str() const override;
  std::string repr_str() const override;
  bool is_module() const override { return is_module_; }
  // Not asked of the attributes: a class may contain itself.
  bool requires_grad() const override { return true; }
  const std::string& doc_string() const { return doc_string_; }
  std::shared_ptr<torch::jit::CompilationUnit> compilation_unit() { return cu_.lock(); }
  std::shared_ptr<const torch::jit::CompilationUnit> compilation_unit() const { return cu_.lock(); }

  // Attributes: one slot of the object each, in order of addition.
  size_t numAttributes() const { return attributes_.size(); }
  const std::vector<ClassAttribute>& getAttributes() const { return attributes_; }
  const TypePtr& getAttribute(size_t slot) const { return attributes_.at(slot).type_; }
  const std::string& getAttributeName(size_t slot) const { return attributes_.at(slot).name_; }
  ArrayRef<TypePtr> containedTypes() const override { return attribute_types_; }
  std::vector<std::string> attributeNames() const;
  // Throws when there is none of that name.
  TypePtr getAttribute(const std::string& name) const;
  size_t getAttributeSlot(const std::string& name) const;
  TypePtr findAttribute(const std::string& name) const; // or null
  std::optional<size_t> findAttributeSlot(const std::string& name) const;
  bool hasAttribute(const std::string& name) const { return findAttributeSlot(name).has_value(); }
  // The slot. Throws when the name is taken; a parameter or buffer must be a Tensor, Optional[Tensor] or None.
  size_t addAttribute(const std::string& name, TypePtr type, bool is_parameter = false, bool is_buffer = false);
  // As addAttribute, but an existing attribute of a supertype is fine.
  size_t addOrCheckAttribute(const std::string& name, TypePtr type, bool is_parameter = false, bool is_buffer = false);
  void unsafeRemoveAttribute(const std::string& name);
  void unsafeChangeAttributeType(const std::string& name, const TypePtr& new_type);
  bool is_parameter(size_t slot) const { return attributes_.at(slot).kind_ == AttributeKind::PARAMETER; }
  bool is_buffer(size_t slot) const { return attributes_.at(slot).kind_ == AttributeKind::BUFFER; }
  bool isUnresolvedClassAttribute(const std::string& name) const;

  // Constants: values that are part of the type.
  size_t addConstant(const std::string& name, const IValue& value);
  size_t numConstants() const;
  bool hasConstant(const std::string& name) const { return findConstantSlot(name).has_value(); }
  std::optional<size_t> findConstantSlot(const std::string& name) const;
  size_t getConstantSlot(const std::string& name) const;
  const std::string& getConstantName(size_t slot) const;
  IValue getConstant(const std::string& name) const;
  IValue getConstant(size_t slot) const;
  std::optional<IValue> findConstant(const std::string& name) const;
  ArrayRef<std::string> constantNames() const { return constant_names_; }
  ArrayRef<IValue> constantValues() const;
  void unsafeRemoveConstant(const std::string& name);

  // Methods are owned by the compilation unit.
  // Templates because the layer above defines Function.
  template <class F> void addMethod(F* method) { addMethod(method->name(), method, &schema_of<F>); }
  template <class F> void addStaticMethod(F* method) { addStaticMethod(method->name(), method); }
  using MethodSchema = const FunctionSchema& (*)(torch::jit::Function*);
  void addMethod(const std::string& name, torch::jit::Function* method, MethodSchema schema);
  void addStaticMethod(const std::string& name, torch::jit::Function* method);
  torch::jit::Function* findMethod(const std::string& name) const;
  torch::jit::Function& getMethod(const std::string& name) const;
  bool hasMethod(const std::string& name) const { return findMethod(name) != nullptr; }
  torch::jit::Function* findStaticMethod(const std::string& name) const;
  const std::vector<torch::jit::Function*>& methods() const { return methods_; }
  const std::vector<torch::jit::Function*>& static_methods() const { return static_methods_; }
  void unsafeRemoveMethod(const std::string& name);
  const FunctionSchema& getMethodSchema(const std::string& name) const;

  template <class F> void addForwardPreHook(F* hook) { forward_pre_hooks_.push_back(hook); }
  template <class F> void addForwardHook(F* hook) { forward_hooks_.push_back(hook); }
  const std::vector<torch::jit::Function*>& getForwardPreHooks() const { return forward_pre_hooks_; }
  const std::vector<torch::jit::Function*>& getForwardHooks() const { return forward_hooks_; }

  std::optional<Property> getProperty(const std::string& name) const;
  void addProperty(const std::string& name, torch::jit::Function* getter, torch::jit::Function* setter);
  const std::vector<Property>& properties() const { return properties_; }

  // The same class with the attributes' types replaced by subtypes.
  ClassTypePtr refine(ArrayRef<TypePtr> refined_slots) const;
  TypePtr createWithContained(std::vector<TypePtr> contained) const override;

  // Raised when attributes or methods are added or removed: what was derived from the type is stale then.
  uint64_t epoch() const { return epoch_; }

 private:
  ClassType(std::optional<QualifiedName> name, std::weak_ptr<torch::jit::CompilationUnit> cu, bool is_module, std::string doc_string, std::vector<std::string> unresolved);
  template <class F> static const FunctionSchema& schema_of(torch::jit::Function* f) { return static_cast<F*>(f)->getSchema(); }
  void checkNotExist(const std::string& name, const char* what) const;

  std::weak_ptr<torch::jit::CompilationUnit> cu_;
  std::vector<ClassAttribute> attributes_;
  std::vector<TypePtr> attribute_types_; // same order as attributes_
  std::unordered_map<std::string, size_t> attribute_slots_;
  std::vector<std::string> constant_names_;
  std::shared_ptr<std::vector<IValue>> constant_values_;
  std::vector<std::string> method_names_;
  std::vector<torch::jit::Function*> methods_;
  MethodSchema method_schema_ = nullptr;
  std::vector<std::string> static_method_names_;
  std::vector<torch::jit::Function*> static_methods_;
  std::vector<torch::jit::Function*> forward_hooks_;
  std::vector<torch::jit::Function*> forward_pre_hooks_;
  std::vector<Property> properties_;
  std::vector<std::string> unresolved_class_attributes_;
  std::string doc_string_;
  uint64_t epoch_ = 0;
  bool is_module_;
};

// A type together with the compilation unit that keeps its methods alive.
struct C10_API StrongTypePtr {
  StrongTypePtr(std::shared_ptr<torch::jit::CompilationUnit> cu, TypePtr type) : cu_(std::move(cu)), type_(std::move(type)) { TORCH_CHECK(type_, "StrongTypePtr needs a type"); }
  std::shared_ptr<torch::jit::CompilationUnit> cu_;
  TypePtr type_;
};
// The same without keeping the unit alive, for objects that are constants of that unit's own code.
struct C10_API WeakTypePtr {
  WeakTypePtr(std::weak_ptr<torch::jit::CompilationUnit> cu, TypePtr type) : cu_(std::move(cu)), type_(std::move(type)) {}
  std::weak_ptr<torch::jit::CompilationUnit> cu_;
  TypePtr type_;
};

} // namespace c10
