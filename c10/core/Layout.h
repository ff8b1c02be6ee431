// How elements lie in memory.
#pragma once

#include <c10/macros/Macros.h>
#include <cstdint>
#include <iosfwd>

namespace c10 {

enum class Layout : int8_t { Strided, Sparse, SparseCsr, Mkldnn, SparseCsc, SparseBsr, SparseBsc, Jagged, NumOptions };
constexpr Layout kStrided = Layout::Strided;
constexpr Layout kSparse = Layout::Sparse;
constexpr Layout kSparseCsr = Layout::SparseCsr;
constexpr Layout kMkldnn = Layout::Mkldnn;
constexpr Layout kSparseCsc = Layout::SparseCsc;
constexpr Layout kSparseBsr = Layout::SparseBsr;
constexpr Layout kSparseBsc = Layout::SparseBsc;
constexpr Layout kJagged = Layout::Jagged;

// "Strided", "Sparse" ...
C10_API const char* toString(Layout layout);
C10_API std::ostream& operator<<(std::ostream& out, Layout layout);

} // namespace c10
