#include <ATen/core/Tensor.h>
#include <c10/util/StringUtil.h>
#include <torch/csrc/jit/api/compilation_unit.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/frontend/resolver.h>
#include <torch/csrc/jit/frontend/sugared_value.h>
#include <torch/csrc/jit/ir/ir.h>

#include <cstdio>
#include <unordered_set>

namespace torch::jit {
namespace {

c10::ClassTypePtr new_module_class(const std::shared_ptr<CompilationUnit>& cu, c10::QualifiedName name, bool mangle) {
  if (mangle && cu->get_class(name)) name = cu->mangle(name);
  auto type = c10::ClassType::create(std::move(name), cu, /*is_module=*/true);
  cu->register_type(type);
  return type;
}

// A slot of a module on the way down from the root.
struct Slot {
  const std::string& path;  // "layers.0.weight"
  const c10::ClassType& type;
  size_t index;
  const c10::IValue& value;
};

// Depth first, slots in declared order; a submodule that is reached twice is walked once, as named_modules() of PyTorch does.
template <class F>
void walk(const ObjectPtr& object, const std::string& prefix, bool recurse, std::unordered_set<const void*>& seen, const F& visit) {
  const auto type = object->type();
  for (size_t i = 0; i < type->numAttributes(); ++i) {
    const std::string path = prefix.empty() ? type->getAttributeName(i) : prefix + "." + type->getAttributeName(i);
    const auto& value = object->getSlot(i);
    visit(Slot{path, *type, i, value});
    if (recurse && type->getAttribute(i)->is_module() && value.isObject() && seen.insert(value.internalToPointer()).second) walk(value.toObject(), path, true, seen, visit);
  }
}

template <class F>
void walk(const Module& module, bool recurse, const F& visit) {
  std::unordered_set<const void*> seen{module._ivalue().get()};
  walk(module._ivalue(), "", recurse, seen, visit);
}

bool is_module_slot(const Slot& s) { return s.type.getAttribute(s.index)->is_module() && s.value.isObject(); }
bool is_parameter(const Slot& s) { return s.type.is_parameter(s.index) && s.value.isTensor() && s.value.toTensor().defined(); }
bool is_buffer(const Slot& s) { return s.type.is_buffer(s.index) && s.value.isTensor() && s.value.toTensor().defined(); }

template <class Wanted>
std::vector<NameTensor> tensors(const Module& module, bool recurse, Wanted wanted) {
  std::vector<NameTensor> found;
  walk(module, recurse, [&](const Slot& s) {
    if (wanted(s)) found.push_back({s.path, s.value.toTensor()});
  });
  return found;
}

template <class List, class Named>
List values_of(const Named& named) {
  std::vector<typename List::value_type> values;
  for (const auto& entry : named) values.push_back(entry.value);
  return List(std::move(values));
}

}  // namespace

Module::Module() : Module(c10::QualifiedName("__torch__.Module")) {}
Module::Module(c10::QualifiedName class_name) : Module(std::move(class_name), std::make_shared<CompilationUnit>()) {}
Module::Module(std::shared_ptr<CompilationUnit> cu, const c10::ClassTypePtr& type) : Object(std::move(cu), type) {}
Module::Module(c10::QualifiedName class_name, std::shared_ptr<CompilationUnit> cu, bool shouldMangle) : Module(cu, new_module_class(cu, std::move(class_name), shouldMangle)) {}

c10::IValue Module::forward(std::vector<c10::IValue> inputs, const Kwargs& kwargs) { return get_method("forward")(std::move(inputs), kwargs); }
c10::IValue Module::operator()(std::vector<c10::IValue> inputs, const Kwargs& kwargs) { return forward(std::move(inputs), kwargs); }

void Module::register_attribute(const std::string& name, const c10::TypePtr& t, c10::IValue v, bool is_param, bool is_buffer) {
  const size_t slot = type()->addOrCheckAttribute(name, t, is_param, is_buffer);
  _ivalue()->setSlot(slot, std::move(v));
}
void Module::register_buffer(const std::string& name, at::Tensor v) { register_attribute(name, c10::TensorType::get(), std::move(v), false, true); }
void Module::register_parameter(const std::string& name, at::Tensor v, bool is_buffer) { register_attribute(name, c10::TensorType::get(), std::move(v), !is_buffer, is_buffer); }
void Module::register_module(const std::string& name, const Module& module) { register_attribute(name, module.type(), module._ivalue()); }

void Module::define(const std::string& src, const std::shared_ptr<Resolver>& resolver) {
  const SimpleSelf self(type());
  _ivalue()->compilation_unit()->define(*type()->name(), src, resolver ? resolver : nativeResolver(), &self);
}

named_parameter_list Module::named_parameters(bool recurse) const { return named_parameter_list(tensors(*this, recurse, is_parameter)); }
named_buffer_list Module::named_buffers(bool recurse) const { return named_buffer_list(tensors(*this, recurse, is_buffer)); }
parameter_list Module::parameters(bool recurse) const { return values_of<parameter_list>(named_parameters(recurse)); }
buffer_list Module::buffers(bool recurse) const { return values_of<buffer_list>(named_buffers(recurse)); }

named_module_list Module::named_children() const {
  std::vector<NameModule> found;
  walk(*this, false, [&](const Slot& s) {
    if (is_module_slot(s)) found.push_back({s.path, Module(s.value.toObject())});
  });
  return named_module_list(std::move(found));
}

named_module_list Module::named_modules() const {
  std::vector<NameModule> found{{"", *this}};
  std::unordered_set<const void*> seen{_ivalue().get()};
  walk(*this, true, [&](const Slot& s) {
    if (is_module_slot(s) && seen.insert(s.value.internalToPointer()).second) found.push_back({s.path, Module(s.value.toObject())});
  });
  return named_module_list(std::move(found));
}
module_list Module::children() const { return values_of<module_list>(named_children()); }
module_list Module::modules() const { return values_of<module_list>(named_modules()); }

named_attribute_list Module::named_attributes(bool recurse) const {
  std::vector<NameValue> found;
  walk(*this, recurse, [&](const Slot& s) { found.push_back({s.path, s.value}); });
  return named_attribute_list(std::move(found));
}
attribute_list Module::attributes(bool recurse) const { return values_of<attribute_list>(named_attributes(recurse)); }

void Module::train(bool on) {
  for (const auto& module : modules()) {
    const auto slot = module.type()->findAttributeSlot("training");
    // A frozen module has no such attribute; a constant one cannot change.
    if (slot && module._ivalue()->getSlot(*slot).isBool()) module._ivalue()->setSlot(*slot, on);
  }
}

bool Module::is_training() const { return attr("training", true).toBool(); }

void Module::to_impl(const std::optional<at::Device>& device, const std::optional<at::ScalarType>& dtype, bool non_blocking) {
  const auto move = [&](const at::Tensor& t) {
    auto options = t.options();
    if (device) options = options.device(*device);
    if (dtype && t.is_floating_point()) options = options.dtype(*dtype);
    // In place, so that every reference to the parameter sees it.
    t.unsafeGetTensorImpl()->shallow_copy_from(t.to(options, non_blocking).getIntrusivePtr());
  };
  for (const auto& t : parameters()) move(t);
  for (const auto& t : buffers()) move(t);
}
void Module::to(at::Device device, at::ScalarType dtype, bool non_blocking) { to_impl(device, dtype, non_blocking); }
void Module::to(at::ScalarType dtype, bool non_blocking) { to_impl(std::nullopt, dtype, non_blocking); }
void Module::to(at::Device device, bool non_blocking) { to_impl(device, std::nullopt, non_blocking); }

Module Module::copy() const { return Module(_ivalue()->copy()); }
Module Module::deepcopy() const { return Module(_ivalue()->deepcopy()); }

std::string Module::dump_to_str(bool print_method_bodies, bool print_attr_values, bool print_param_values) const {
  std::string out = c10::str("module ", type_name(), " {\n");
  const auto section = [&](const char* title, bool values, auto wanted) {
    out += c10::str("  ", title, " {\n");
    walk(*this, false, [&](const Slot& s) {
      if (wanted(s)) out += values ? c10::str("    ", s.path, " = ", s.value, "\n") : c10::str("    ", s.path, ": ", s.type.getAttribute(s.index)->annotation_str(), "\n");
    });
    out += "  }\n";
  };
  section("parameters", print_param_values, [](const Slot& s) { return is_parameter(s) || is_buffer(s); });
  section("attributes", print_attr_values, [](const Slot& s) { return !is_parameter(s) && !is_buffer(s) && !is_module_slot(s); });
  out += "  methods {\n";
  for (const auto& method : get_methods())
    out += print_method_bodies ? c10::str("    ", method.name(), ":\n", method.graph()->toString(), "\n") : c10::str("    ", method.name(), "\n");
  out += "  }\n  submodules {\n";
  for (const auto& child : named_children()) {
    std::string text = child.value.dump_to_str(print_method_bodies, print_attr_values, print_param_values);
    for (size_t at = 0; (at = text.find('\n', at)) != std::string::npos && at + 1 < text.size(); ++at) text.replace(at, 1, "\n    ");
    out += c10::str("    ", child.name, ": ", text);
  }
  return out + "  }\n}\n";
}

void Module::dump(bool print_method_bodies, bool print_attr_values, bool print_param_values) const {
  std::fputs(dump_to_str(print_method_bodies, print_attr_values, print_param_values).c_str(), stdout);
}

std::string Module::str() const { return dump_to_str(false, false, false); }

}  // namespace torch::jit
