#include <c10/util/StringUtil.h>
#include <torch/csrc/jit/api/compilation_unit.h>
#include <torch/csrc/jit/api/object.h>

namespace torch::jit {

Object::Object(std::shared_ptr<CompilationUnit> cu, const c10::ClassTypePtr& type)
    : value_(c10::ivalue::Object::create(c10::StrongTypePtr(std::move(cu), type), type->numAttributes())) {}

ObjectPtr Object::_ivalue() const {
  TORCH_CHECK(value_, "an empty torch::jit::Object has no class and no attributes");
  return value_;
}

c10::ClassTypePtr Object::type() const { return _ivalue()->type(); }

std::string Object::type_name() const { return type()->name()->qualifiedName(); }

bool Object::hasattr(const std::string& name) const { return type()->hasAttribute(name) || type()->hasConstant(name); }

c10::IValue Object::attr(const std::string& name) const {
  const auto object = _ivalue();
  const auto& type = object->type_ref();
  if (auto slot = type.findAttributeSlot(name)) return object->getSlot(*slot);
  if (auto constant = type.findConstant(name)) return *constant;
  throw ObjectAttributeError(c10::str(type.repr_str(), " has no attribute '", name, "'"));
}

c10::IValue Object::attr(const std::string& name, c10::IValue or_else) const { return hasattr(name) ? attr(name) : std::move(or_else); }

void Object::setattr(const std::string& name, c10::IValue value) {
  const auto object = _ivalue();
  const auto& type = object->type_ref();
  if (type.hasConstant(name)) throw ObjectAttributeError(c10::str("'", name, "' of ", type.repr_str(), " is a constant and cannot be set"));
  const auto slot = type.findAttributeSlot(name);
  if (!slot) throw ObjectAttributeError(c10::str(type.repr_str(), " has no attribute '", name, "'"));
  const auto& declared = type.getAttribute(*slot);
  TORCH_CHECK_TYPE(value.type()->isSubtypeOf(*declared), "attribute '", name, "' of ", type.repr_str(), " has type ", declared->annotation_str(), ", a value of type ",
                   value.type()->annotation_str(), " cannot be assigned");
  object->setSlot(*slot, std::move(value));
}

std::optional<Method> Object::find_method(const std::string& name) const {
  if (auto* function = type()->findMethod(name)) return Method(_ivalue(), function);
  return std::nullopt;
}

Method Object::get_method(const std::string& name) const {
  if (auto method = find_method(name)) return std::move(*method);
  std::string known;
  for (auto* function : type()->methods()) known += (known.empty() ? "" : ", ") + function->name();
  TORCH_CHECK(false, "method '", name, "' is not defined on ", type()->repr_str(), known.empty() ? "" : "; it has: ", known);
}

std::vector<Method> Object::get_methods() const {
  std::vector<Method> methods;
  for (auto* function : type()->methods()) methods.emplace_back(_ivalue(), function);
  return methods;
}

size_t Object::num_slots() const { return _ivalue()->num_slots(); }
Object Object::copy() const { return Object(_ivalue()->copy()); }
Object Object::deepcopy() const { return Object(_ivalue()->deepcopy()); }

}  // namespace torch::jit
