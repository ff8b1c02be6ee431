// One node a constant, at the top of the graph. Merged are immutable scalars of equal type and value (floats by their bits: 0. and -0. differ,
// a NaN equals itself), and tensors that are the same object. Lists and dicts are not moved or merged: each execution makes its own.
#pragma once
#include <torch/csrc/jit/ir/ir.h>

namespace torch::jit {
TORCH_API void ConstantPooling(const std::shared_ptr<Graph>& graph);
}
