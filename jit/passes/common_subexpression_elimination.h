// Computes an expression of numbers and strings once. Two nodes are merged if they are the same pure operator on immutable scalars (purity.h)
// with the same inputs, and the first runs whenever the second does: it stands earlier in the same block or in an enclosing one. Tensors, lists,
// dicts and attributes are left alone: they have an identity, and what is read from them may have changed in between.
#pragma once
#include <torch/csrc/jit/ir/ir.h>

namespace torch::jit {
TORCH_API bool EliminateCommonSubexpression(const std::shared_ptr<Graph>& graph);
}
