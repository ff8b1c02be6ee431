#pragma once
// AliasInfo: the parenthesis behind a type in a schema. `Tensor(a!)` may be written to and belongs to alias set `a`;
// `Tensor(a -> *)` belongs to `a` before the call and to anything after it; `Tensor(a)[]` is a list of things in `a`.
#include <ATen/core/symbol.h>
#include <c10/macros/Macros.h>

#include <iosfwd>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace c10 {

class C10_API AliasInfo {
 public:
  AliasInfo() = default;
  AliasInfo(bool is_write, const std::vector<std::string>& before, const std::vector<std::string>& after);

  static Symbol wildcardSet(); // alias::*

  void setIsWrite(bool is_write) { is_write_ = is_write; }
  bool isWrite() const { return is_write_; }

  void addBeforeSet(Symbol set) { before_.insert(set); }
  void addAfterSet(Symbol set) { after_.insert(set); }
  const std::unordered_set<Symbol>& beforeSets() const { return before_; }
  const std::unordered_set<Symbol>& afterSets() const { return after_; }
  Symbol beforeSet() const;

  bool isWildcardBefore() const { return before_.count(wildcardSet()) != 0; }
  bool isWildcardAfter() const { return after_.count(wildcardSet()) != 0; }

  // What the elements of a container alias, for `Tensor(a)[]`.
  void addContainedType(AliasInfo info) { contained_.push_back(std::move(info)); }
  const std::vector<AliasInfo>& containedTypes() const { return contained_; }

 private:
  std::unordered_set<Symbol> before_;
  std::unordered_set<Symbol> after_;
  std::vector<AliasInfo> contained_;
  bool is_write_ = false;
};

C10_API bool operator==(const AliasInfo& a, const AliasInfo& b);
inline bool operator!=(const AliasInfo& a, const AliasInfo& b) { return !(a == b); }

C10_API std::string toString(const AliasInfo& info); // "(a!)"
C10_API std::ostream& operator<<(std::ostream& out, const AliasInfo& info);

} // namespace c10
