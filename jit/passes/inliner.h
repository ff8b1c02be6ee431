// Puts the bodies of called functions and methods in place of the calls. Sound because a call of a known function does exactly what its graph does, in that
// place; values are renamed apart by the copy. Calls stay when the function is not known before run time (methods of interfaces), when it is being inlined
// already (recursion), and when the graph has become very large. A copied node remembers the chain of calls it came through, for tracebacks.
#pragma once
#include <torch/csrc/jit/ir/ir.h>

namespace torch::jit {

// A graph grows to at most this many nodes by inlining.
constexpr size_t kMaxInlinedNodes = 100000;

TORCH_API void Inline(Graph& graph);

}  // namespace torch::jit
