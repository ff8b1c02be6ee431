#include <ATen/core/Formatting.h>
#include <ATen/core/function_schema.h>

#include <algorithm>
#include <ostream>

namespace c10 {

Argument::Argument(std::string name, const TypePtr& type, std::optional<int32_t> N, std::optional<IValue> default_value, bool kwarg_only, std::optional<AliasInfo> alias_info)
    : Argument(std::move(name), type, type, N, std::move(default_value), kwarg_only, std::move(alias_info)) {}

Argument::Argument(std::string name, TypePtr fake_type, TypePtr real_type, std::optional<int32_t> N, std::optional<IValue> default_value, bool kwarg_only, std::optional<AliasInfo> alias_info)
    : name_(std::move(name)), type_(fake_type ? std::move(fake_type) : TypePtr(TensorType::get())), real_type_(real_type ? std::move(real_type) : type_), N_(N),
      default_value_(std::move(default_value)), alias_info_(alias_info ? std::make_shared<const AliasInfo>(std::move(*alias_info)) : nullptr), kwarg_only_(kwarg_only) {}

bool Argument::is_inferred_type() const {
  auto tensor = type_->castRaw<TensorType>();
  return tensor != nullptr && tensor->isInferredType();
}

std::string Argument::formatTypeMismatchMsg(const std::string& actual_type) const {
  std::string inferred;
  if (is_inferred_type()) {
    inferred = "Inferred '" + name_ + "' to be of type 'Tensor' because it was not annotated with an explicit type.\n";
  }
  return "Expected a value of type '" + type_->repr_str() + "' for argument '" + name_ + "' but instead found type '" + actual_type + "'.\n" + inferred;
}

Argument Argument::cloneWithType(const TypePtr& new_type) const {
  Argument copy = *this;
  copy.type_ = new_type;
  copy.real_type_ = new_type;
  return copy;
}

bool Argument::isBackwardCompatibleWith(const Argument& old, std::ostream* why_not) const {
  auto optional_alias = [](const AliasInfo* a) { return a == nullptr ? AliasInfo() : *a; };
  if (name_ != old.name_ || N_ != old.N_ || optional_alias(alias_info()) != optional_alias(old.alias_info())) {
    if (why_not) {
      *why_not << "argument '" << old.name_ << "' became '" << toString(*this) << "'\n";
    }
    return false;
  }
  if (kwarg_only_ && !old.kwarg_only_) {
    return false;
  }
  if (!old.type_->isSubtypeOfExt(*type_, why_not)) {
    return false;
  }
  return !old.default_value_ || (default_value_ && *default_value_ == *old.default_value_);
}

bool operator==(const Argument& a, const Argument& b) {
  const bool same_alias = (a.alias_info() == nullptr) == (b.alias_info() == nullptr) && (a.alias_info() == nullptr || *a.alias_info() == *b.alias_info());
  const bool same_default = a.default_value().has_value() == b.default_value().has_value() && (!a.default_value() || *a.default_value() == *b.default_value());
  return a.name() == b.name() && *a.type() == *b.type() && a.N() == b.N() && same_default && a.kwarg_only() == b.kwarg_only() && same_alias;
}

namespace {
// A default in schema spelling when nobody wrote it: `[1, 1]` of an `int[2]` is `1`.
std::string default_as_text(const Argument& arg) {
  const IValue& v = *arg.default_value();
  if (v.isString()) {
    std::string out;
    append_quoted(out, v.toStringRef(), '"');
    return out;
  }
  if (v.isDouble()) {
    return repr_double(v.toDouble());
  }
  if (v.isList()) {
    auto elements = v.toListRef();
    if (arg.N() && !elements.empty() && std::all_of(elements.begin(), elements.end(), [&](const IValue& e) { return e == elements[0]; })) {
      return str(elements[0]);
    }
    std::string out = "[";
    for (size_t i = 0; i < elements.size(); ++i) {
      out += (i == 0 ? "" : ", ") + str(elements[i]);
    }
    return out + "]";
  }
  return str(v);
}
} // namespace

std::string toString(const Argument& arg) {
  // The alias set stands before the question mark and the list's size in the brackets: `Tensor(a!)?`, `int[2]?`, `Tensor(a!)[]`.
  const Type* type = arg.real_type().get();
  const bool optional = type->kind() == TypeKind::OptionalType;
  if (optional) {
    type = type->expectRef<OptionalType>().getElementType().get();
  }
  std::string out;
  if (auto list = type->castRaw<ListType>()) {
    out = list->getElementType()->str();
    if (arg.alias_info() && !arg.alias_info()->containedTypes().empty()) {
      out += toString(arg.alias_info()->containedTypes()[0]);
    }
    out += str("[", arg.N() ? std::to_string(*arg.N()) : std::string(), "]");
  } else {
    out = type->str();
  }
  if (arg.alias_info()) {
    out += toString(*arg.alias_info());
  }
  if (optional) {
    out += '?';
  }
  if (!arg.name().empty()) {
    out += " " + arg.name();
  }
  if (arg.default_value()) {
    out += "=" + (arg.default_text().empty() ? default_as_text(arg) : arg.default_text());
  }
  return out;
}
std::ostream& operator<<(std::ostream& out, const Argument& arg) { return out << toString(arg); }

// ---- FunctionSchema

FunctionSchema::FunctionSchema(std::string name, std::string overload_name, std::vector<Argument> arguments, std::vector<Argument> returns, bool is_vararg, bool is_varret)
    : name_(std::move(name), std::move(overload_name)), arguments_(std::move(arguments)), returns_(std::move(returns)), is_vararg_(is_vararg), is_varret_(is_varret) {
  checkSchema();
}
FunctionSchema::FunctionSchema(Symbol name, std::string overload_name, std::vector<Argument> arguments, std::vector<Argument> returns, bool is_vararg, bool is_varret)
    : FunctionSchema(std::string(name.toQualString()), std::move(overload_name), std::move(arguments), std::move(returns), is_vararg, is_varret) {}

void FunctionSchema::checkSchema() const {
  bool seen_default = false;
  for (const auto& arg : arguments_) {
    if (arg.default_value()) {
      seen_default = true;
    } else {
      // Python allows a broadcasting list or nothing after a default; a Tensor without one is common in old schemas.
      TORCH_CHECK(!seen_default || arg.kwarg_only() || arg.type()->kind() == TypeKind::ListType, "Non-default positional argument follows default argument. Parameter ", arg.name(), " in ", toString(*this));
    }
  }
}

bool FunctionSchema::is_mutable() const {
  return std::any_of(arguments_.begin(), arguments_.end(), [](const Argument& a) { return a.alias_info() != nullptr && a.alias_info()->isWrite(); });
}
bool FunctionSchema::is_aliased(size_t argument) const { return arguments_.at(argument).alias_info() != nullptr; }
bool FunctionSchema::is_mutable(size_t argument) const {
  auto alias = arguments_.at(argument).alias_info();
  return alias != nullptr && alias->isWrite();
}
bool FunctionSchema::is_mutable(std::string_view name) const {
  auto index = argumentIndexWithName(name);
  TORCH_CHECK(index.has_value(), "Schema has no argument named ", name);
  return is_mutable(static_cast<size_t>(*index));
}
bool FunctionSchema::hasAnyAliasInfo() const {
  auto has = [](const Argument& a) { return a.alias_info() != nullptr; };
  return std::any_of(arguments_.begin(), arguments_.end(), has) || std::any_of(returns_.begin(), returns_.end(), has);
}
std::optional<int> FunctionSchema::argumentIndexWithName(std::string_view name) const {
  for (size_t i = 0; i < arguments_.size(); ++i) {
    if (name == arguments_[i].name()) {
      return static_cast<int>(i);
    }
  }
  return std::nullopt;
}
FunctionSchema FunctionSchema::cloneWithName(std::string name, std::string overload_name) const {
  return FunctionSchema(std::move(name), std::move(overload_name), arguments_, returns_, is_vararg_, is_varret_);
}
FunctionSchema FunctionSchema::cloneWithArguments(std::vector<Argument> new_arguments) const {
  return FunctionSchema(name(), overload_name(), std::move(new_arguments), returns_, is_vararg_, is_varret_);
}
FunctionSchema FunctionSchema::cloneWithReturns(std::vector<Argument> new_returns) const {
  return FunctionSchema(name(), overload_name(), arguments_, std::move(new_returns), is_vararg_, is_varret_);
}
FunctionSchema FunctionSchema::cloneWithRemappedTypes(const std::function<TypePtr(TypePtr)>& type_map) const {
  auto remap = [&](const std::vector<Argument>& args) {
    std::vector<Argument> out;
    for (const auto& a : args) {
      out.push_back(a.cloneWithType(type_map(a.type())));
    }
    return out;
  };
  return FunctionSchema(name(), overload_name(), remap(arguments_), remap(returns_), is_vararg_, is_varret_);
}

bool operator==(const FunctionSchema& a, const FunctionSchema& b) {
  return a.operator_name() == b.operator_name() && a.arguments() == b.arguments() && a.returns() == b.returns() && a.is_vararg() == b.is_vararg() && a.is_varret() == b.is_varret();
}

std::string toString(const FunctionSchema& schema) {
  std::string out = toString(schema.operator_name()) + "(";
  bool first = true;
  bool seen_kwarg_only = false;
  auto comma = [&] {
    if (!first) {
      out += ", ";
    }
    first = false;
  };
  for (const auto& arg : schema.arguments()) {
    comma();
    if (arg.kwarg_only() && !seen_kwarg_only) {
      seen_kwarg_only = true;
      out += "*, ";
    }
    out += toString(arg);
  }
  if (schema.is_vararg()) {
    comma();
    out += "...";
  }
  out += ") -> ";
  const auto& returns = schema.returns();
  std::string inner;
  for (size_t i = 0; i < returns.size(); ++i) {
    inner += (i == 0 ? "" : ", ") + toString(returns[i]);
  }
  if (schema.is_varret()) {
    inner += returns.empty() ? "..." : ", ...";
  }
  // A single result needs no parentheses, unless it is a tuple: `((str, t)[])`.
  const bool parens = schema.is_varret() || returns.size() != 1 || inner[0] == '(';
  return out + (parens ? str("(", inner, ")") : inner);
}
std::ostream& operator<<(std::ostream& out, const FunctionSchema& schema) { return out << toString(schema); }

} // namespace c10
