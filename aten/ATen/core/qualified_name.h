#pragma once
// QualifiedName: a dotted name such as `__torch__.models.Net`, kept with its parts: prefix (`__torch__.models`), name (`Net`) and atoms.
#include <c10/macros/Macros.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace c10 {

struct C10_API QualifiedName {
  QualifiedName() = default;
  // "foo.bar.baz". An empty atom ("foo..bar") is an error.
  /* implicit */ QualifiedName(const std::string& name) : QualifiedName(std::string_view(name)) {}
  /* implicit */ QualifiedName(const char* name) : QualifiedName(std::string_view(name)) {}
  explicit QualifiedName(std::string_view name);
  explicit QualifiedName(std::vector<std::string> atoms);
  // `name` may not contain a dot.
  QualifiedName(const QualifiedName& prefix, std::string name);

  const std::string& qualifiedName() const { return qualified_name_; }
  const std::string& prefix() const { return prefix_; }
  const std::string& name() const { return name_; }
  const std::vector<std::string>& atoms() const { return atoms_; }

  // Whether this names an enclosing scope of `other` (or `other` itself).
  bool isPrefixOf(const QualifiedName& other) const;

  bool operator==(const QualifiedName& other) const { return qualified_name_ == other.qualified_name_; }
  bool operator!=(const QualifiedName& other) const { return !(*this == other); }

 private:
  void cacheParts();

  std::vector<std::string> atoms_;
  std::string qualified_name_;
  std::string prefix_;
  std::string name_;
};

} // namespace c10

template <>
struct std::hash<c10::QualifiedName> {
  size_t operator()(const c10::QualifiedName& n) const noexcept { return std::hash<std::string>()(n.qualifiedName()); }
};
