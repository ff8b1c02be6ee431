#pragma once
// Symbol: an interned "namespace::name" as a 32-bit number. Two symbols are equal exactly when their numbers are. The common
// ones have numbers at compile time (interned_strings.h); any other name gets the next free number when it is first asked for.
// Interning is thread-safe, and a symbol's strings live as long as the process.
#include <c10/macros/Macros.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace c10 {

using unique_t = uint32_t;

struct C10_API Symbol {
  constexpr Symbol() : value(0xffffffffu) {}
  explicit constexpr Symbol(unique_t uniq) : value(uniq) {}

  // "prim::Loop". Throws when there is no "::".
  static Symbol fromQualString(std::string_view s);
  // "org.pytorch.prim" + "Loop" and "prim" + "Loop" are the same symbol.
  static Symbol fromDomainAndUnqualString(std::string_view domain, std::string_view s);

  static Symbol attr(std::string_view s);
  static Symbol aten(std::string_view s);
  static Symbol prim(std::string_view s);
  static Symbol cuda(std::string_view s);
  static Symbol onnx(std::string_view s);
  static Symbol user(std::string_view s);
  static Symbol caffe2(std::string_view s);
  static Symbol dimname(std::string_view s);
  static Symbol scope(std::string_view s);

  bool is_attr() const { return in("attr"); }
  bool is_aten() const { return in("aten"); }
  bool is_prim() const { return in("prim"); }
  bool is_cuda() const { return in("cuda"); }
  bool is_onnx() const { return in("onnx"); }
  bool is_user() const { return in("user"); }
  bool is_caffe2() const { return in("_caffe2"); }
  bool is_dimname() const { return in("dimname"); }

  // The number, for switches.
  constexpr operator unique_t() const { return value; }

  // The symbol "namespaces::<ns>" of this symbol's namespace.
  Symbol ns() const;

  const char* toUnqualString() const; // "Loop"
  const char* toQualString() const; // "prim::Loop"
  const char* toDisplayString() const { return toQualString(); }
  std::string domainString() const; // "org.pytorch.prim"
  std::string_view namespaceString() const; // "prim"

 private:
  bool in(std::string_view ns) const { return namespaceString() == ns; }
  unique_t value;
};

constexpr bool operator==(Symbol a, Symbol b) { return static_cast<unique_t>(a) == static_cast<unique_t>(b); }
constexpr bool operator!=(Symbol a, Symbol b) { return !(a == b); }

} // namespace c10

template <>
struct std::hash<c10::Symbol> {
  size_t operator()(c10::Symbol s) const noexcept { return std::hash<uint32_t>()(static_cast<uint32_t>(s)); }
};
