// What a pass may assume of a node: whether it writes, and whether it is a function of its inputs' values alone. The questions are answered
// from the operator's row (flags, alias marks of its schema); what is not known answers as the worst case.
#pragma once
#include <torch/csrc/jit/ir/ir.h>

namespace torch::jit {

// The node, or a node in its blocks, writes an argument or has an effect that a caller can see (print, raise, set an attribute, call).
TORCH_API bool hasEffects(const Node* node);

// A number, bool, string, None, device or a tuple of these: a value that nothing can change and that has no identity.
TORCH_API bool isImmutableScalar(const TypePtr& type);

// Inputs and outputs are immutable scalars, and the operator is deterministic and without effects: equal inputs give equal outputs, now and
// later, so the node may be shared or computed ahead.
TORCH_API bool isPureScalarOperator(const Node* node);

}  // namespace torch::jit
