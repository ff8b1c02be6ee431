// QualifiedName, OperatorName and AliasInfo.
#include <ATen/core/alias_info.h>
#include <ATen/core/operator_name.h>
#include <ATen/core/qualified_name.h>
#include <c10/util/Exception.h>

#include <algorithm>
#include <ostream>

namespace c10 {

QualifiedName::QualifiedName(std::string_view name) {
  TORCH_CHECK(!name.empty(), "a qualified name may not be empty");
  size_t start = 0;
  while (true) {
    const size_t dot = name.find('.', start);
    const std::string_view atom = name.substr(start, dot == std::string_view::npos ? dot : dot - start);
    TORCH_CHECK(!atom.empty(), "invalid qualified name '", name, "': an empty part");
    atoms_.emplace_back(atom);
    if (dot == std::string_view::npos) {
      break;
    }
    start = dot + 1;
  }
  cacheParts();
}

QualifiedName::QualifiedName(std::vector<std::string> atoms) : atoms_(std::move(atoms)) {
  for (const auto& atom : atoms_) {
    TORCH_CHECK(!atom.empty(), "an atom of a qualified name may not be empty");
    TORCH_CHECK(atom.find('.') == std::string::npos, "an atom of a qualified name may not contain a dot: '", atom, "'");
  }
  cacheParts();
}

QualifiedName::QualifiedName(const QualifiedName& prefix, std::string name) {
  TORCH_CHECK(!name.empty() && name.find('.') == std::string::npos, "the last part of a qualified name may not be empty or contain a dot: '", name, "'");
  atoms_ = prefix.atoms_;
  atoms_.push_back(std::move(name));
  cacheParts();
}

void QualifiedName::cacheParts() {
  qualified_name_.clear();
  for (size_t i = 0; i < atoms_.size(); ++i) {
    if (i + 1 == atoms_.size()) {
      prefix_ = qualified_name_;
      name_ = atoms_[i];
    }
    if (i != 0) {
      qualified_name_ += '.';
    }
    qualified_name_ += atoms_[i];
  }
}

bool QualifiedName::isPrefixOf(const QualifiedName& other) const {
  return atoms_.size() <= other.atoms_.size() && std::equal(atoms_.begin(), atoms_.end(), other.atoms_.begin());
}

std::string toString(const OperatorName& name) { return name.overload_name.empty() ? name.name : name.name + "." + name.overload_name; }
std::ostream& operator<<(std::ostream& out, const OperatorName& name) { return out << toString(name); }

Symbol AliasInfo::wildcardSet() {
  static const Symbol s = Symbol::fromQualString("alias::*");
  return s;
}

AliasInfo::AliasInfo(bool is_write, const std::vector<std::string>& before, const std::vector<std::string>& after) : is_write_(is_write) {
  for (const auto& s : before) {
    before_.insert(Symbol::fromQualString("alias::" + s));
  }
  for (const auto& s : after) {
    after_.insert(Symbol::fromQualString("alias::" + s));
  }
}

Symbol AliasInfo::beforeSet() const {
  TORCH_INTERNAL_ASSERT(before_.size() == 1, "beforeSet() of an alias annotation with ", before_.size(), " sets");
  return *before_.begin();
}

bool operator==(const AliasInfo& a, const AliasInfo& b) {
  return a.isWrite() == b.isWrite() && a.beforeSets() == b.beforeSets() && a.afterSets() == b.afterSets() && a.containedTypes() == b.containedTypes();
}

namespace {
std::string join_sets(const std::unordered_set<Symbol>& sets) {
  std::vector<std::string> names;
  for (Symbol s : sets) {
    names.emplace_back(s.toUnqualString());
  }
  std::sort(names.begin(), names.end());
  return Join("|", names);
}
} // namespace

std::string toString(const AliasInfo& info) {
  if (info.beforeSets().empty() && info.afterSets().empty()) {
    return std::string();
  }
  std::string out("(");
  out += join_sets(info.beforeSets());
  if (info.isWrite()) {
    out += '!';
  }
  if (info.beforeSets() != info.afterSets()) {
    out += " -> " + join_sets(info.afterSets());
  }
  return out + ")";
}
std::ostream& operator<<(std::ostream& out, const AliasInfo& info) { return out << toString(info); }

} // namespace c10
