// Takes apart what was put together: TupleUnpack and TupleIndex of a TupleConstruct become the tuple's elements. After inlining most
// tuples are a function's several results and vanish. Sound because a tuple cannot change; the elements are the same values.
#pragma once
#include <torch/csrc/jit/ir/ir.h>

namespace torch::jit {
TORCH_API void LowerSimpleTuples(const std::shared_ptr<Graph>& graph);
}
