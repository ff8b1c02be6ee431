// Small rewrites that need only types: `x is None` and `x is not None` where the type decides; unchecked_cast to the type a value has;
// `not not b`; Bool, Int and Float of a value that has that type. Sound because a value's static type never changes while it lives.
#pragma once
#include <torch/csrc/jit/ir/ir.h>

namespace torch::jit {
TORCH_API bool PeepholeOptimize(const std::shared_ptr<Graph>& graph);
}
