// Removes what nothing uses. A node goes if none of its outputs is used and it has no effects (purity.h): it writes no argument, prints,
// raises and calls nothing. An operator's own argument error goes with it, as in PyTorch. An unused output of an `if` goes with the values
// that the branches give for it. A loop goes only if its trip count bounds it; `while` may never end, and that is an effect.
// Sound because a node that stays keeps all its inputs, and a write keeps the writer whether or not its result is used.
#pragma once
#include <torch/csrc/jit/ir/ir.h>

namespace torch::jit {
TORCH_API void EliminateDeadCode(const std::shared_ptr<Graph>& graph);
TORCH_API void EliminateDeadCode(Block* block);
}  // namespace torch::jit
