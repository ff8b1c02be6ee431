#pragma once
// The bound on how deep values may be nested where a function recurses over them (equality, hashing, copying, types). Python's own
// limit for these is 1,000. Printing shows "..." beyond it; releasing has no limit.
#include <c10/util/Exception.h>

namespace c10 {

constexpr int kMaxValueNesting = 1000;

inline void check_nesting(int depth, const char* what) { TORCH_CHECK(depth <= kMaxValueNesting, what, ": the value is nested more than ", kMaxValueNesting, " deep"); }

} // namespace c10
