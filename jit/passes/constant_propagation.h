// Computes ahead what depends on constants only, and removes branches that are never taken. A node is computed ahead only if it is a pure
// operator on immutable scalars (purity.h) and all its inputs are prim::Constant; if the call raises, the node stays and raises at its time.
// An `if` on a constant becomes the branch taken; a loop whose trip count is at most 0 or whose first condition is False becomes its
// inputs. Values that a loop carries are not constants even if they start as one, and attributes never are: a wrong fold is the worst fault.
#pragma once
#include <torch/csrc/jit/ir/ir.h>

namespace torch::jit {
TORCH_API bool ConstantPropagation(const std::shared_ptr<Graph>& graph);
}
