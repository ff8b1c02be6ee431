#pragma once
// torch::jit::Module: what torch::jit::load returns. Parameters, buffers, submodules and attributes are slots of the underlying object; lists of them
// (named_parameters() and the like) walk the module and its submodules depth first, each shared submodule once.

#include <ATen/core/Tensor.h>
#include <ATen/core/jit_type.h>
#include <torch/csrc/jit/api/object.h>

#include <string>
#include <utility>
#include <vector>

namespace torch::jit {

struct Module;
struct Resolver;

template <class T>
struct Named {
  std::string name;
  T value;
};
using NameModule = Named<Module>;
using NameTensor = Named<at::Tensor>;
using NameValue = Named<c10::IValue>;

// A list made when it is asked for; libtorch's lazily walked slot lists have the same operations.
template <class T>
class slot_list_of {
 public:
  using value_type = T;
  using const_iterator = typename std::vector<T>::const_iterator;
  using iterator = const_iterator;
  slot_list_of() = default;
  explicit slot_list_of(std::vector<T> values) : values_(std::move(values)) {}
  const_iterator begin() const {
    return values_.begin();
  }
  const_iterator end() const {
    return values_.end();
  }
  size_t size() const {
    return values_.size();
  }
  const T& operator[](size_t i) const {
    return values_[i];
  }

 private:
  std::vector<T> values_;
};
using module_list = slot_list_of<Module>;
using named_module_list = slot_list_of<NameModule>;
using parameter_list = slot_list_of<at::Tensor>;
using named_parameter_list = slot_list_of<NameTensor>;
using buffer_list = slot_list_of<at::Tensor>;
using named_buffer_list = slot_list_of<NameTensor>;
using attribute_list = slot_list_of<c10::IValue>;
using named_attribute_list = slot_list_of<NameValue>;

using ExtraFilesMap = std::unordered_map<std::string, std::string>;

struct TORCH_API Module : public Object {
  // A module with no attributes, in a unit of its own.
  Module();
  explicit Module(c10::QualifiedName class_name);
  Module(std::shared_ptr<CompilationUnit> cu, const c10::ClassTypePtr& type);
  Module(c10::QualifiedName class_name, std::shared_ptr<CompilationUnit> cu, bool shouldMangle = false);
  Module(ObjectPtr module_value) : Object(std::move(module_value)) {}

  c10::IValue forward(std::vector<c10::IValue> inputs, const Kwargs& kwargs = Kwargs());
  c10::IValue operator()(std::vector<c10::IValue> inputs, const Kwargs& kwargs = Kwargs());

  void register_buffer(const std::string& name, at::Tensor v);
  void register_parameter(const std::string& name, at::Tensor v, bool is_buffer);
  void register_attribute(const std::string& name, const c10::TypePtr& t, c10::IValue v, bool is_param = false, bool is_buffer = false);
  void register_module(const std::string& name, const Module& module);

  // Methods from source text, with `self` as the first parameter of each.
  void define(const std::string& src, const std::shared_ptr<Resolver>& resolver = nullptr);

  parameter_list parameters(bool recurse = true) const;
  named_parameter_list named_parameters(bool recurse = true) const;
  buffer_list buffers(bool recurse = true) const;
  named_buffer_list named_buffers(bool recurse = true) const;
  module_list children() const;
  named_module_list named_children() const;
  module_list modules() const;
  named_module_list named_modules() const;
  attribute_list attributes(bool recurse = true) const;
  named_attribute_list named_attributes(bool recurse = true) const;

  void train(bool on = true);
  void eval() {
    train(false);
  }
  bool is_training() const;

  void to(at::Device device, at::ScalarType dtype, bool non_blocking = false);
  void to(at::ScalarType dtype, bool non_blocking = false);
  void to(at::Device device, bool non_blocking = false);

  // One object for each attribute path, shared as in the original.
  Module copy() const;
  Module deepcopy() const;

  // The class, its attributes and methods, for people; submodules indented.
  std::string dump_to_str(bool print_method_bodies, bool print_attr_values, bool print_param_values) const;
  void dump(bool print_method_bodies = true, bool print_attr_values = true, bool print_param_values = true) const;
  // As `print(module)` shows in Python: class names only.
  std::string str() const;

 private:
  void to_impl(const std::optional<at::Device>& device, const std::optional<at::ScalarType>& dtype, bool non_blocking);
};

} // namespace torch::jit
