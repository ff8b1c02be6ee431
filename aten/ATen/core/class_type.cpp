#include <ATen/core/class_type.h>
#include <ATen/core/function_schema.h>
#include <ATen/core/ivalue.h>
#include <ATen/core/jit_type.h>

#include <algorithm>
#include <ostream>

namespace c10 {

ClassType::ClassType(std::optional<QualifiedName> name, std::weak_ptr<torch::jit::CompilationUnit> cu, bool is_module, std::string doc_string, std::vector<std::string> unresolved)
    : NamedType(Kind, std::move(name)), cu_(std::move(cu)), constant_values_(std::make_shared<std::vector<IValue>>()), unresolved_class_attributes_(std::move(unresolved)),
      doc_string_(std::move(doc_string)), is_module_(is_module) {}
ClassType::~ClassType() = default;

ClassTypePtr ClassType::create(std::optional<QualifiedName> name, std::weak_ptr<torch::jit::CompilationUnit> cu, bool is_module, std::string doc_string,
                               std::vector<std::string> unresolved_class_attributes) {
  return ClassTypePtr(new ClassType(std::move(name), std::move(cu), is_module, std::move(doc_string), std::move(unresolved_class_attributes)));
}

std::string ClassType::str() const { return annotation_str(); }
std::string ClassType::repr_str() const {
  std::string out = str() + " (of Python compilation unit at: ";
  out += cu_.lock() ? c10::str(static_cast<const void*>(cu_.lock().get())) : "0";
  return out + ")";
}

bool ClassType::equals(const Type& rhs) const {
  if (this == &rhs) {
    return true;
  }
  auto r = rhs.castRaw<ClassType>();
  return r != nullptr && name() && name() == r->name() && compilation_unit() == r->compilation_unit();
}

bool ClassType::isSubtypeOfExt(const Type& rhs, std::ostream* why_not) const {
  if (rhs.kind() == TypeKind::AnyClassType) {
    return true;
  }
  if (auto iface = rhs.castRaw<InterfaceType>()) {
    if (iface->is_module() && !is_module()) {
      if (why_not) {
        *why_not << "Class '" << str() << "' is not a subtype of the module interface '" << iface->str() << "', because only modules are\n";
      }
      return false;
    }
    for (const auto& schema : iface->methods()) {
      if (!hasMethod(schema.name())) {
        if (why_not) {
          *why_not << "Class '" << str() << "' does not have method '" << schema.name() << "' but '" << iface->str() << "' does.\n";
        }
        return false;
      }
      const FunctionSchema& own = getMethodSchema(schema.name());
      if (!own.isSubtypeOf(schema, /*as_method=*/true, why_not)) {
        if (why_not) {
          *why_not << "Method on class '" << str() << "' (1) is not compatible with interface '" << iface->str() << "' (2)\n  (1) " << toString(own) << "\n  (2) " << toString(schema) << "\n";
        }
        return false;
      }
    }
    return true;
  }
  return Type::isSubtypeOfExt(rhs, why_not);
}

// ---- attributes

std::vector<std::string> ClassType::attributeNames() const {
  std::vector<std::string> out;
  for (const auto& a : attributes_) {
    out.push_back(a.getName());
  }
  return out;
}

std::optional<size_t> ClassType::findAttributeSlot(const std::string& name) const {
  auto it = attribute_slots_.find(name);
  return it == attribute_slots_.end() ? std::nullopt : std::optional<size_t>(it->second);
}
size_t ClassType::getAttributeSlot(const std::string& name) const {
  auto slot = findAttributeSlot(name);
  TORCH_CHECK(slot.has_value(), repr_str(), " does not have an attribute with name '", name, "'");
  return *slot;
}
TypePtr ClassType::findAttribute(const std::string& name) const {
  auto slot = findAttributeSlot(name);
  return slot ? attributes_[*slot].type_ : nullptr;
}
TypePtr ClassType::getAttribute(const std::string& name) const { return attributes_[getAttributeSlot(name)].type_; }

void ClassType::checkNotExist(const std::string& name, const char* what) const {
  TORCH_CHECK(!hasAttribute(name), "attempting to add ", what, " '", name, "' to ", repr_str(), " but an attribute of the same name already exists with type ",
              hasAttribute(name) ? getAttribute(name)->repr_str() : std::string());
  TORCH_CHECK(!hasConstant(name), "attempting to add ", what, " '", name, "' to ", repr_str(), " but a constant of the same name already exists");
}

size_t ClassType::addAttribute(const std::string& name, TypePtr type, bool is_parameter, bool is_buffer) {
  TORCH_CHECK(!(is_parameter && is_buffer), "attribute '", name, "' cannot be both a parameter and a buffer");
  TORCH_CHECK(type, "attribute '", name, "' needs a type");
  checkNotExist(name, is_parameter ? "parameter" : is_buffer ? "buffer" : "attribute");
  if (is_parameter || is_buffer) {
    const bool ok = type->kind() == TypeKind::NoneType || type->kind() == TypeKind::TensorType || type->isSubtypeOf(*OptionalType::ofTensor()) || (type->isUnionType() && type->requires_grad());
    TORCH_CHECK(ok, "Expecting parameter or buffer '", name, "' to have either None, Tensor or Optional[Tensor] type, but got: ", type->repr_str());
  }
  const size_t slot = attributes_.size();
  attributes_.emplace_back(is_parameter ? AttributeKind::PARAMETER : is_buffer ? AttributeKind::BUFFER : AttributeKind::REGULAR_ATTRIBUTE, type, name);
  attribute_types_.push_back(std::move(type));
  attribute_slots_.emplace(name, slot);
  ++epoch_;
  return slot;
}

size_t ClassType::addOrCheckAttribute(const std::string& name, TypePtr type, bool is_parameter, bool is_buffer) {
  auto slot = findAttributeSlot(name);
  if (!slot) {
    return addAttribute(name, std::move(type), is_parameter, is_buffer);
  }
  TORCH_CHECK(is_parameter == this->is_parameter(*slot), "Parameter field mismatch for the field '", name, "'");
  const TypePtr& have = getAttribute(*slot);
  TORCH_CHECK(type->isSubtypeOf(*have), type->repr_str(), " is not compatible with the type ", have->repr_str(), " for the field '", name, "'");
  return *slot;
}

void ClassType::unsafeRemoveAttribute(const std::string& name) {
  const size_t slot = getAttributeSlot(name);
  attributes_.erase(attributes_.begin() + static_cast<std::ptrdiff_t>(slot));
  attribute_types_.erase(attribute_types_.begin() + static_cast<std::ptrdiff_t>(slot));
  attribute_slots_.clear();
  for (size_t i = 0; i < attributes_.size(); ++i) {
    attribute_slots_.emplace(attributes_[i].getName(), i);
  }
  ++epoch_;
}
void ClassType::unsafeChangeAttributeType(const std::string& name, const TypePtr& new_type) {
  const size_t slot = getAttributeSlot(name);
  attributes_[slot].type_ = new_type;
  attribute_types_[slot] = new_type;
  ++epoch_;
}
bool ClassType::isUnresolvedClassAttribute(const std::string& name) const {
  return std::find(unresolved_class_attributes_.begin(), unresolved_class_attributes_.end(), name) != unresolved_class_attributes_.end();
}

// ---- constants

size_t ClassType::addConstant(const std::string& name, const IValue& value) {
  checkNotExist(name, "constant");
  constant_names_.push_back(name);
  constant_values_->push_back(value);
  return constant_names_.size() - 1;
}
size_t ClassType::numConstants() const { return constant_names_.size(); }
std::optional<size_t> ClassType::findConstantSlot(const std::string& name) const {
  auto it = std::find(constant_names_.begin(), constant_names_.end(), name);
  return it == constant_names_.end() ? std::nullopt : std::optional<size_t>(static_cast<size_t>(it - constant_names_.begin()));
}
size_t ClassType::getConstantSlot(const std::string& name) const {
  auto slot = findConstantSlot(name);
  TORCH_CHECK(slot.has_value(), repr_str(), " does not have constant field with the name '", name, "'");
  return *slot;
}
const std::string& ClassType::getConstantName(size_t slot) const { return constant_names_.at(slot); }
IValue ClassType::getConstant(const std::string& name) const { return (*constant_values_)[getConstantSlot(name)]; }
IValue ClassType::getConstant(size_t slot) const { return constant_values_->at(slot); }
std::optional<IValue> ClassType::findConstant(const std::string& name) const {
  auto slot = findConstantSlot(name);
  return slot ? std::optional<IValue>((*constant_values_)[*slot]) : std::nullopt;
}
ArrayRef<IValue> ClassType::constantValues() const { return *constant_values_; }
void ClassType::unsafeRemoveConstant(const std::string& name) {
  const auto slot = static_cast<std::ptrdiff_t>(getConstantSlot(name));
  constant_names_.erase(constant_names_.begin() + slot);
  constant_values_->erase(constant_values_->begin() + slot);
}

// ---- methods

void ClassType::addMethod(const std::string& name, torch::jit::Function* method, MethodSchema schema) {
  TORCH_CHECK(findMethod(name) == nullptr, "Can't redefine method: ", name, " on class: ", repr_str());
  method_names_.push_back(name);
  methods_.push_back(method);
  method_schema_ = schema;
  ++epoch_;
}
void ClassType::addStaticMethod(const std::string& name, torch::jit::Function* method) {
  TORCH_CHECK(findStaticMethod(name) == nullptr && findMethod(name) == nullptr, "Can't redefine static method: ", name, " on class: ", repr_str());
  static_method_names_.push_back(name);
  static_methods_.push_back(method);
}
torch::jit::Function* ClassType::findMethod(const std::string& name) const {
  auto it = std::find(method_names_.begin(), method_names_.end(), name);
  return it == method_names_.end() ? nullptr : methods_[static_cast<size_t>(it - method_names_.begin())];
}
torch::jit::Function& ClassType::getMethod(const std::string& name) const {
  auto method = findMethod(name);
  TORCH_CHECK(method != nullptr, "Couldn't find method: '", name, "' on class: '", repr_str(), "'");
  return *method;
}
torch::jit::Function* ClassType::findStaticMethod(const std::string& name) const {
  auto it = std::find(static_method_names_.begin(), static_method_names_.end(), name);
  return it == static_method_names_.end() ? nullptr : static_methods_[static_cast<size_t>(it - static_method_names_.begin())];
}
void ClassType::unsafeRemoveMethod(const std::string& name) {
  auto it = std::find(method_names_.begin(), method_names_.end(), name);
  TORCH_CHECK(it != method_names_.end(), "Can't delete undefined method ", name, " on class: ", repr_str());
  methods_.erase(methods_.begin() + (it - method_names_.begin()));
  method_names_.erase(it);
  ++epoch_;
}
const FunctionSchema& ClassType::getMethodSchema(const std::string& name) const { return method_schema_(&getMethod(name)); }

std::optional<ClassType::Property> ClassType::getProperty(const std::string& name) const {
  for (const auto& p : properties_) {
    if (p.name == name) {
      return p;
    }
  }
  return std::nullopt;
}
void ClassType::addProperty(const std::string& name, torch::jit::Function* getter, torch::jit::Function* setter) {
  TORCH_CHECK(!getProperty(name), "Property named ", name, " already exists!");
  properties_.push_back({name, getter, setter});
}

ClassTypePtr ClassType::refine(ArrayRef<TypePtr> refined_slots) const {
  TORCH_CHECK(refined_slots.size() == attributes_.size(), repr_str(), " has ", attributes_.size(), " attributes, got ", refined_slots.size(), " types");
  auto r = create(name(), cu_, is_module_, doc_string_, unresolved_class_attributes_);
  for (size_t i = 0; i < attributes_.size(); ++i) {
    TORCH_CHECK(refined_slots[i]->isSubtypeOf(*attributes_[i].type_), "attribute '", attributes_[i].name_, "': ", refined_slots[i]->repr_str(), " is no subtype of ", attributes_[i].type_->repr_str());
    r->addAttribute(attributes_[i].name_, refined_slots[i], is_parameter(i), is_buffer(i));
  }
  r->method_names_ = method_names_;
  r->methods_ = methods_;
  r->method_schema_ = method_schema_;
  return r;
}
TypePtr ClassType::createWithContained(std::vector<TypePtr> contained) const { return refine(contained); }

} // namespace c10
