#include <torch/csrc/jit/passes/purity.h>

#include <algorithm>

namespace torch::jit {

bool hasEffects(const Node* node) {
  if (node->hasSideEffects()) return true;
  if (const auto* row = node->row()) {
    if (row->flags & (c10::kOpInplace | c10::kOpOut)) return true;
    for (const auto& argument : row->function_schema().arguments())
      if (argument.alias_info() && argument.alias_info()->isWrite()) return true;
  }
  for (const Block* block : node->blocks())
    for (const Node* inner : block->nodes())
      if (hasEffects(inner)) return true;
  return false;
}

bool isImmutableScalar(const TypePtr& type) {
  switch (type->kind()) {
    case TypeKind::IntType: case TypeKind::FloatType: case TypeKind::BoolType: case TypeKind::ComplexType: case TypeKind::NumberType:
    case TypeKind::StringType: case TypeKind::NoneType: case TypeKind::DeviceObjType:
      return true;
    case TypeKind::OptionalType: return isImmutableScalar(type->expectRef<OptionalType>().getElementType());
    case TypeKind::TupleType: {
      const auto elements = type->expectRef<TupleType>().elements();
      return std::all_of(elements.begin(), elements.end(), isImmutableScalar);
    }
    default: return false;
  }
}

bool isPureScalarOperator(const Node* node) {
  const auto* row = node->row();
  if (!row || row->flags != 0 || !node->blocks().empty() || hasEffects(node)) return false;
  const auto scalar = [](const Value* v) { return isImmutableScalar(v->type()); };
  return std::all_of(node->inputs().begin(), node->inputs().end(), scalar) && std::all_of(node->outputs().begin(), node->outputs().end(), scalar);
}

}  // namespace torch::jit
