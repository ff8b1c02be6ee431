#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/passes/peephole.h>

namespace torch::jit {
namespace {

// What stands for the node's output, or null.
Value* simpler(Node* node) {
  Graph& graph = *node->owningGraph();
  switch (node->kind()) {
    case aten::__is__:
    case aten::__isnot__: {
      Value *a = node->input(0), *b = node->input(1);
      const bool both_none = a->mustBeNone() && b->mustBeNone();
      const bool one_none = (a->mustBeNone() && b->mustNotBeNone()) || (a->mustNotBeNone() && b->mustBeNone());
      if (!both_none && !one_none) return nullptr;
      return graph.insertConstant(both_none == (node->kind() == aten::__is__), node->sourceRange());
    }
    case prim::unchecked_cast:
      return *node->input(0)->type() == *node->output()->type() ? node->input(0) : nullptr;
    case aten::__not__: {
      Node* inner = node->input(0)->node();
      return inner->kind() == aten::__not__ && inner->input(0)->type()->kind() == TypeKind::BoolType ? inner->input(0) : nullptr;
    }
    case aten::Bool: return node->input(0)->type()->kind() == TypeKind::BoolType ? node->input(0) : nullptr;
    case aten::Int: return node->input(0)->type()->kind() == TypeKind::IntType ? node->input(0) : nullptr;
    case aten::Float: return node->input(0)->type()->kind() == TypeKind::FloatType ? node->input(0) : nullptr;
    default: return nullptr;
  }
}

bool rewrite(Block* block) {
  bool changed = false;
  auto nodes = block->nodes();
  for (auto it = nodes.begin(); it != nodes.end(); ++it) {
    Node* node = *it;
    for (Block* inner : node->blocks()) changed |= rewrite(inner);
    if (node->outputs().size() != 1 || node->inputs().empty()) continue;
    WithInsertPoint here(node);
    if (Value* value = simpler(node)) {
      node->output()->replaceAllUsesWith(value);
      it.destroyCurrent();
      changed = true;
    }
  }
  return changed;
}

}  // namespace

bool PeepholeOptimize(const std::shared_ptr<Graph>& graph) { return rewrite(graph->block()); }

}  // namespace torch::jit
