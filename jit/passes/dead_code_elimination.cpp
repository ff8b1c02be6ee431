#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/passes/dead_code_elimination.h>
#include <torch/csrc/jit/passes/purity.h>
#include <torch/csrc/jit/passes/unused_block_values.h>

namespace torch::jit {
namespace {

bool ends(const Node* loop) {
  const LoopView view(const_cast<Node*>(loop));
  const auto next = toIValue(view.nextCond());
  return next && next->isBool() && next->toBool();  // `for`: only the trip count decides
}

bool contains_endless_loop(const Node* node) {
  if (node->kind() == prim::Loop && !ends(node)) return true;
  for (const Block* block : node->blocks())
    for (const Node* inner : block->nodes())
      if (contains_endless_loop(inner)) return true;
  return false;
}

void sweep(Block* block) {
  // Backwards, so that a user goes before what it used.
  auto nodes = block->nodes().reverse();
  for (auto it = nodes.begin(); it != nodes.end(); ++it) {
    Node* node = *it;
    if (!node->hasUses() && !hasEffects(node) && !contains_endless_loop(node)) {
      it.destroyCurrent();
      continue;
    }
    if (node->kind() == prim::If) RemoveUnusedOutputsOfIf(node);
    for (Block* inner : node->blocks()) sweep(inner);
  }
}

}  // namespace

void EliminateDeadCode(Block* block) { sweep(block); }
void EliminateDeadCode(const std::shared_ptr<Graph>& graph) { sweep(graph->block()); }

}  // namespace torch::jit
