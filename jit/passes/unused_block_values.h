// Takes away results of branches and carried values of loops that nobody reads. Sound because such a value is only handed on: a branch's result without use,
// or a carried value that neither the body nor anything after the loop reads, has no effect; what computed it stays for dead code elimination to judge.
// (Code from archives carries a loop's condition along as a variable; without it the comparison is free to become the loop's jump.)
#pragma once
#include <torch/csrc/jit/ir/ir.h>

namespace torch::jit {
TORCH_API bool RemoveUnusedBlockValues(const std::shared_ptr<Graph>& graph);
// The step for one prim::If, which dead code elimination takes too as it goes.
bool RemoveUnusedOutputsOfIf(Node* n);
}
