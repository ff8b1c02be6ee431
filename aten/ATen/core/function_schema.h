#pragma once
// FunctionSchema: an operator's or function's signature: name, overload, arguments with types, defaults and alias sets, returns.
// `aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor`. It prints back as it was written.
#include <ATen/core/alias_info.h>
#include <ATen/core/ivalue.h>
#include <ATen/core/jit_type.h>
#include <ATen/core/operator_name.h>
#include <c10/macros/Macros.h>

#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace c10 {

struct C10_API Argument {
  Argument(std::string name = "", const TypePtr& type = nullptr, std::optional<int32_t> N = std::nullopt, std::optional<IValue> default_value = std::nullopt, bool kwarg_only = false,
           std::optional<AliasInfo> alias_info = std::nullopt);
  Argument(std::string name, TypePtr fake_type, TypePtr real_type, std::optional<int32_t> N, std::optional<IValue> default_value, bool kwarg_only = false,
           std::optional<AliasInfo> alias_info = std::nullopt);

  const std::string& name() const { return name_; }
  // The run-time type: `SymInt`, `ScalarType`, `Layout` and `MemoryFormat` are int here.
  const TypePtr& type() const { return type_; }
  // The type as written.
  const TypePtr& real_type() const { return real_type_; }
  // The 2 of `int[2]`: a single int is accepted and repeated.
  const std::optional<int32_t>& N() const { return N_; }
  const std::optional<IValue>& default_value() const { return default_value_; }
  bool kwarg_only() const { return kwarg_only_; }
  bool is_out() const { return kwarg_only_ && alias_info_ && alias_info_->isWrite(); }
  const AliasInfo* alias_info() const { return alias_info_.get(); }
  // Its type was not written but assumed to be Tensor.
  bool is_inferred_type() const;

  std::string formatTypeMismatchMsg(const std::string& actual_type) const;
  Argument cloneWithType(const TypePtr& new_type) const;
  // Whether an argument of this kind can stand where `old` is asked for, now that the schema grew.
  bool isBackwardCompatibleWith(const Argument& old, std::ostream* why_not = nullptr) const;

  // The default as it was written (`Mean`, `1e-05`), which its value does not say.
  const std::string& default_text() const { return default_text_; }
  void set_default_text(std::string text) { default_text_ = std::move(text); }

 private:
  std::string name_;
  TypePtr type_;
  TypePtr real_type_;
  std::optional<int32_t> N_;
  std::optional<IValue> default_value_;
  std::string default_text_;
  std::shared_ptr<const AliasInfo> alias_info_;
  bool kwarg_only_;
};

C10_API bool operator==(const Argument& a, const Argument& b);
inline bool operator!=(const Argument& a, const Argument& b) { return !(a == b); }
C10_API std::string toString(const Argument& arg);
C10_API std::ostream& operator<<(std::ostream& out, const Argument& arg);

struct C10_API FunctionSchema {
  FunctionSchema() = default;
  FunctionSchema(std::string name, std::string overload_name, std::vector<Argument> arguments, std::vector<Argument> returns, bool is_vararg = false, bool is_varret = false);
  FunctionSchema(Symbol name, std::string overload_name, std::vector<Argument> arguments, std::vector<Argument> returns, bool is_vararg = false, bool is_varret = false);

  const OperatorName& operator_name() const { return name_; }
  const std::string& name() const { return name_.name; }
  const std::string& overload_name() const { return name_.overload_name; }
  const std::vector<Argument>& arguments() const { return arguments_; }
  const std::vector<Argument>& returns() const { return returns_; }
  bool is_vararg() const { return is_vararg_; }
  bool is_varret() const { return is_varret_; }

  bool is_mutable() const; // some argument is written to
  bool is_aliased(size_t argument) const;
  bool is_mutable(size_t argument) const;
  bool is_mutable(std::string_view name) const;
  bool hasAnyAliasInfo() const;

  std::optional<int> argumentIndexWithName(std::string_view name) const;
  FunctionSchema cloneWithName(std::string name, std::string overload_name) const;
  FunctionSchema cloneWithArguments(std::vector<Argument> new_arguments) const;
  FunctionSchema cloneWithReturns(std::vector<Argument> new_returns) const;
  FunctionSchema cloneWithRemappedTypes(const std::function<TypePtr(TypePtr)>& type_map) const;
  // Gives the operator a namespace if it has none.
  bool setNamespaceIfNotSet(const char* ns) { return name_.setNamespaceIfNotSet(ns); }
  std::optional<std::string_view> getNamespace() const { return name_.getNamespace(); }

  // Appends keyword arguments and defaults to `inputs` and checks count, names and types. Throws, naming the argument.
  void checkAndNormalizeInputs(std::vector<IValue>& inputs, const std::unordered_map<std::string, IValue>& kwargs = {}) const;
  std::string findErrorInKwargs(const std::vector<std::string>& kwargs) const;
  std::string formatTypeMismatchMsg(const Argument& expected, const std::string& actual_type, std::optional<size_t> position = std::nullopt, std::optional<std::string> value = std::nullopt) const;

  // Whether this function can be used where `rhs` is declared: arguments contravariant, result covariant. as_method skips self.
  bool isSubtypeOf(const FunctionSchema& rhs, bool as_method, std::ostream* why_not = nullptr) const;
  bool isBackwardCompatibleWith(const FunctionSchema& old, std::ostream* why_not = nullptr) const;

 private:
  void checkArg(const IValue& value, const Argument& argument, std::optional<size_t> position) const;
  void checkSchema() const;

  OperatorName name_;
  std::vector<Argument> arguments_;
  std::vector<Argument> returns_;
  bool is_vararg_ = false;
  bool is_varret_ = false;
};

C10_API bool operator==(const FunctionSchema& a, const FunctionSchema& b);
inline bool operator!=(const FunctionSchema& a, const FunctionSchema& b) { return !(a == b); }
C10_API std::string toString(const FunctionSchema& schema);
C10_API std::ostream& operator<<(std::ostream& out, const FunctionSchema& schema);

} // namespace c10
