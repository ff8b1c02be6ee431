// Constants of a graph: from an IValue to a prim::Constant node and back. Ints, floats, bools, strings and tensors become the attribute
// `value` of their own kind, None has no attribute, everything else is an IValue attribute.
#pragma once
#include <torch/csrc/jit/ir/ir.h>

#include <optional>

namespace torch::jit {

TORCH_API Value* insertConstant(Graph& g, const IValue& val, std::optional<SourceRange> loc = std::nullopt);
// nullopt if this value cannot be a constant (a module, a mutable class's object).
TORCH_API std::optional<Value*> tryInsertConstant(Graph& g, const IValue& val, std::optional<SourceRange> loc = std::nullopt);

// The constant a value is, if its node is a prim::Constant.
TORCH_API std::optional<IValue> toIValue(const Value* v);

template <class T>
std::optional<T> constant_as(const Value* v) {
  if (auto iv = toIValue(v)) return iv->to<T>();
  return std::nullopt;
}

}  // namespace torch::jit
