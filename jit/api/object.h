#pragma once
// Object: a handle on an instance of a script class; copies share the instance. Module is an Object whose class is a module.

#include <torch/csrc/jit/api/method.h>

#include <optional>
#include <string>
#include <vector>

namespace torch::jit {

struct CompilationUnit;

// An attribute or method that an object has not.
class TORCH_API ObjectAttributeError : public std::runtime_error {
 public:
  explicit ObjectAttributeError(const std::string& what) : std::runtime_error(what) {}
};

struct TORCH_API Object {
  Object() = default;
  Object(ObjectPtr value) : value_(std::move(value)) {}
  Object(std::shared_ptr<CompilationUnit> cu, const c10::ClassTypePtr& type);

  ObjectPtr _ivalue() const;
  c10::ClassTypePtr type() const;
  std::string type_name() const;

  bool hasattr(const std::string& name) const;
  c10::IValue attr(const std::string& name) const;
  c10::IValue attr(const std::string& name, c10::IValue or_else) const;
  // Checks the value against the declared type; an attribute that does not exist, or a constant, is an error.
  void setattr(const std::string& name, c10::IValue value);

  Method get_method(const std::string& name) const;
  std::optional<Method> find_method(const std::string& name) const;
  std::vector<Method> get_methods() const;
  bool has_method(const std::string& name) const {
    return find_method(name).has_value();
  }
  template <class... Types>
  c10::IValue run_method(const std::string& name, Types&&... args) {
    return get_method(name)({c10::IValue(std::forward<Types>(args))...});
  }

  size_t num_slots() const;
  Object copy() const;
  Object deepcopy() const;

 protected:
  mutable ObjectPtr value_;
};

} // namespace torch::jit
