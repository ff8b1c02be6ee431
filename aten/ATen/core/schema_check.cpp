// Checking calls against a schema, and schemas against each other.
#include <ATen/core/Formatting.h>
#include <ATen/core/function_schema.h>

#include <algorithm>
#include <ostream>

namespace c10 {

namespace {
constexpr size_t kMaxShownValue = 200;
std::string shown(const IValue& v) {
  std::string text = str(v);
  if (text.size() > kMaxShownValue) {
    text = text.substr(0, kMaxShownValue) + "...";
  }
  return text;
}
} // namespace

std::string FunctionSchema::formatTypeMismatchMsg(const Argument& expected, const std::string& actual_type, std::optional<size_t> position, std::optional<std::string> value) const {
  std::string out = name() + "() " + expected.formatTypeMismatchMsg(actual_type);
  if (position) {
    out += "Position: " + std::to_string(*position) + "\n";
  }
  if (value) {
    out += "Value: " + *value + "\n";
  }
  return out + "Declaration: " + toString(*this);
}

void FunctionSchema::checkArg(const IValue& value, const Argument& argument, std::optional<size_t> position) const {
  const TypePtr& wanted = argument.type();
  if (value.isTensor() && wanted->kind() == TypeKind::TensorType) {
    return; // the common case, without making a type
  }
  if (wanted->hasFreeVariables()) {
    TypeEnv env;
    auto match = matchTypeVariables(wanted, value.type(), env);
    TORCH_CHECK(match.success(), formatTypeMismatchMsg(argument, value.type()->repr_str(), position, shown(value)), "\n", match.success() ? std::string() : match.reason());
    return;
  }
  const TypePtr actual = value.type();
  TORCH_CHECK(actual->isSubtypeOf(*wanted), formatTypeMismatchMsg(argument, actual->repr_str(), position, shown(value)));
}

std::string FunctionSchema::findErrorInKwargs(const std::vector<std::string>& kwargs) const {
  for (const auto& k : kwargs) {
    if (!argumentIndexWithName(k)) {
      return "Unknown keyword argument '" + k + "' for operator '" + name() + "'. Schema: " + toString(*this);
    }
  }
  for (const auto& arg : arguments_) {
    if (std::count(kwargs.begin(), kwargs.end(), arg.name()) > 1) {
      return "Argument '" + arg.name() + "' specified twice. Schema: " + toString(*this);
    }
  }
  return std::string();
}

void FunctionSchema::checkAndNormalizeInputs(std::vector<IValue>& inputs, const std::unordered_map<std::string, IValue>& kwargs) const {
  TORCH_CHECK(inputs.size() <= arguments_.size() || is_vararg_, "Expected at most ", arguments_.size(), " argument(s) for operator '", name(), "', but received ", inputs.size(),
              " argument(s). Declaration: ", toString(*this));
  size_t consumed = 0;
  for (size_t i = 0; i < arguments_.size(); ++i) {
    const Argument& arg = arguments_[i];
    if (i < inputs.size()) {
      TORCH_CHECK(kwargs.empty() || kwargs.count(arg.name()) == 0, name(), "() got multiple values for argument '", arg.name(), "'. Declaration: ", toString(*this));
      checkArg(inputs[i], arg, i);
      continue;
    }
    auto it = kwargs.find(arg.name());
    if (it != kwargs.end()) {
      checkArg(it->second, arg, std::nullopt);
      inputs.push_back(it->second);
      ++consumed;
      continue;
    }
    TORCH_CHECK(arg.default_value().has_value(), name(), "() is missing value for argument '", arg.name(), "'. Declaration: ", toString(*this));
    // A list default is a fresh list for every call.
    inputs.push_back(arg.default_value()->isList() || arg.default_value()->isGenericDict() ? arg.default_value()->copy() : *arg.default_value());
  }
  if (consumed != kwargs.size()) {
    std::vector<std::string> names;
    for (const auto& k : kwargs) {
      names.push_back(k.first);
    }
    std::sort(names.begin(), names.end());
    throw Error(findErrorInKwargs(names));
  }
}

namespace {
bool subtypes(ArrayRef<Argument> child, ArrayRef<Argument> parent, const char* what, std::ostream* why_not) {
  if (child.size() != parent.size()) {
    if (why_not) {
      *why_not << "different number of " << what << ": " << child.size() << " and " << parent.size() << "\n";
    }
    return false;
  }
  for (size_t i = 0; i < child.size(); ++i) {
    const Argument& c = child[i];
    const Argument& p = parent[i];
    if (c.name() != p.name()) {
      if (why_not) {
        *why_not << what << ": the names '" << c.name() << "' and '" << p.name() << "' differ\n";
      }
      return false;
    }
    if (!c.type()->isSubtypeOfExt(*p.type(), why_not)) {
      if (why_not) {
        *why_not << what << ": '" << c.type()->repr_str() << "' is not a subtype of '" << p.type()->repr_str() << "' (" << c.name() << ")\n";
      }
      return false;
    }
    if (c.kwarg_only() != p.kwarg_only()) {
      return false;
    }
  }
  return true;
}
} // namespace

bool FunctionSchema::isSubtypeOf(const FunctionSchema& rhs, bool as_method, std::ostream* why_not) const {
  const size_t start = as_method ? 1 : 0;
  if (arguments_.size() < start || rhs.arguments_.size() < start) {
    return false;
  }
  // Contravariant in the arguments, covariant in the results.
  return subtypes(ArrayRef<Argument>(rhs.arguments_).slice(start), ArrayRef<Argument>(arguments_).slice(start), "arguments", why_not) && subtypes(returns_, rhs.returns_, "results", why_not);
}

bool FunctionSchema::isBackwardCompatibleWith(const FunctionSchema& old, std::ostream* why_not) const {
  if (name() != old.name() || overload_name() != old.overload_name() || is_vararg_ != old.is_vararg_ || is_varret_ != old.is_varret_ || returns_.size() != old.returns_.size() ||
      arguments_.size() < old.arguments_.size()) {
    if (why_not) {
      *why_not << "name, number of results or of arguments changed\n";
    }
    return false;
  }
  for (size_t i = 0; i < returns_.size(); ++i) {
    // A result may only become narrower.
    if (!returns_[i].type()->isSubtypeOfExt(*old.returns_[i].type(), why_not)) {
      return false;
    }
  }
  for (size_t i = 0; i < arguments_.size(); ++i) {
    if (i < old.arguments_.size()) {
      if (!arguments_[i].isBackwardCompatibleWith(old.arguments_[i], why_not)) {
        return false;
      }
    } else if (!arguments_[i].default_value()) {
      if (why_not) {
        *why_not << "the new argument '" << arguments_[i].name() << "' has no default\n";
      }
      return false;
    }
  }
  return true;
}

} // namespace c10
