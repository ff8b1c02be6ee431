#include <torch/csrc/jit/passes/unused_block_values.h>

namespace torch::jit {

bool RemoveUnusedOutputsOfIf(Node* n) {
  bool changed = false;
  for (size_t i = n->outputs().size(); i-- > 0;) {
    if (n->output(i)->hasUses()) continue;
    n->eraseOutput(i);
    for (Block* side : n->blocks()) side->eraseOutput(i);
    changed = true;
  }
  return changed;
}

namespace {

bool removeFromLoop(Node* n) {
  Block* body = n->blocks()[0];
  bool changed = false;
  for (size_t i = n->outputs().size(); i-- > 0;) {
    Value* inside = body->inputs()[i + 1];
    // Handing a value round unchanged is no reading of it.
    bool read = n->output(i)->hasUses();
    for (const Use& u : inside->uses()) read |= u.user != body->return_node() || u.offset != i + 1;
    if (read) continue;
    n->eraseOutput(i);
    body->eraseOutput(i + 1);
    body->eraseInput(i + 1);
    n->removeInput(i + 2);
    changed = true;
  }
  return changed;
}

bool removeIn(Block* block) {
  bool changed = false;
  for (Node* n = block->nodes().back(); n != block->param_node() && n != block->return_node(); n = n->prev()) {
    if (n->kind() == prim::If) changed |= RemoveUnusedOutputsOfIf(n);
    if (n->kind() == prim::Loop) changed |= removeFromLoop(n);
    for (Block* b : n->blocks()) changed |= removeIn(b);
  }
  return changed;
}

}  // namespace

bool RemoveUnusedBlockValues(const std::shared_ptr<Graph>& graph) {
  bool changed = false;
  while (removeIn(graph->block())) changed = true;  // each round takes at least one value away
  return changed;
}

}  // namespace torch::jit
