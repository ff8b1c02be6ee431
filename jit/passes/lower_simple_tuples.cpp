#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/passes/lower_simple_tuples.h>

namespace torch::jit {
namespace {

// The node's outputs are replaced and it may go.
bool lower(Node* node) {
  if (node->kind() != prim::TupleUnpack && node->kind() != prim::TupleIndex) return false;
  Node* tuple = node->input(0)->node();
  if (tuple->kind() != prim::TupleConstruct) return false;
  const auto elements = tuple->inputs();
  if (node->kind() == prim::TupleUnpack) {
    if (elements.size() != node->outputs().size()) return false;
    for (size_t i = 0; i < elements.size(); ++i) node->output(i)->replaceAllUsesWith(elements[i]);
    return true;
  }
  const auto index = toIValue(node->input(1));
  if (!index || !index->isInt()) return false;
  const auto n = int64_t(elements.size());
  const int64_t i = index->toInt() < 0 ? index->toInt() + n : index->toInt();
  if (i < 0 || i >= n) return false;  // raises when it runs
  node->output()->replaceAllUsesWith(elements[size_t(i)]);
  return true;
}

void lower(Block* block) {
  auto nodes = block->nodes();
  for (auto it = nodes.begin(); it != nodes.end(); ++it) {
    Node* node = *it;
    for (Block* inner : node->blocks()) lower(inner);
    if (lower(node)) it.destroyCurrent();
  }
}

}  // namespace

void LowerSimpleTuples(const std::shared_ptr<Graph>& graph) { lower(graph->block()); }

}  // namespace torch::jit
