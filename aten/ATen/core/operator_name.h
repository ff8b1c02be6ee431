#pragma once
// OperatorName: an operator's qualified name and its overload, "aten::add" and "Tensor".
#include <c10/macros/Macros.h>

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace c10 {

struct C10_API OperatorName final {
  std::string name;
  std::string overload_name;

  OperatorName() = default;
  OperatorName(std::string name, std::string overload_name) : name(std::move(name)), overload_name(std::move(overload_name)) {}

  // "aten" of "aten::add"; none when the name has no namespace.
  std::optional<std::string_view> getNamespace() const {
    auto pos = name.find("::");
    if (pos == std::string::npos) {
      return std::nullopt;
    }
    return std::string_view(name).substr(0, pos);
  }
  // Puts a namespace in front unless there is one. Whether it did.
  bool setNamespaceIfNotSet(const char* ns) {
    if (getNamespace()) {
      return false;
    }
    name = std::string(ns) + "::" + name;
    return true;
  }
};

inline bool operator==(const OperatorName& a, const OperatorName& b) { return a.name == b.name && a.overload_name == b.overload_name; }
inline bool operator!=(const OperatorName& a, const OperatorName& b) { return !(a == b); }

C10_API std::string toString(const OperatorName& name); // "aten::add.Tensor"
C10_API std::ostream& operator<<(std::ostream& out, const OperatorName& name);

} // namespace c10

template <>
struct std::hash<c10::OperatorName> {
  size_t operator()(const c10::OperatorName& n) const noexcept {
    return std::hash<std::string>()(n.name) ^ (~std::hash<std::string>()(n.overload_name));
  }
};
