#pragma once
// Symbols known at compile time: `prim::Loop`, `aten::add`, `attr::value`. See symbol.h for what a Symbol is and
// interned_strings_list.h for the list.
#include <ATen/core/interned_strings_list.h>
#include <ATen/core/symbol.h>

namespace c10 {

namespace _keys {
enum : unique_t {
#define WICK_SYMBOL_KEY(ns, s) ns##_##s,
  FORALL_KNOWN_SYMBOLS(WICK_SYMBOL_KEY)
#undef WICK_SYMBOL_KEY
  num_symbols
};
} // namespace _keys

#define WICK_SYMBOL_CONSTANT(ns, s) namespace ns { constexpr Symbol s(static_cast<unique_t>(_keys::ns##_##s)); }
FORALL_KNOWN_SYMBOLS(WICK_SYMBOL_CONSTANT)
#undef WICK_SYMBOL_CONSTANT

} // namespace c10

namespace torch::jit {
using c10::Symbol;
namespace aten = ::c10::aten;
namespace prim = ::c10::prim;
namespace attr = ::c10::attr;
} // namespace torch::jit
