#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/passes/constant_propagation.h>
#include <torch/csrc/jit/passes/purity.h>

#include <algorithm>

namespace torch::jit {
namespace {

// The node's results, or nothing if an input is not a constant or the call raises.
std::optional<std::vector<IValue>> compute(const Node* node) {
  const auto* row = node->row();
  if (!isPureScalarOperator(node) || !row->boxed || node->inputs().size() != row->n_args) return std::nullopt;
  std::vector<IValue> window(std::max(row->n_args, row->n_returns));
  for (size_t i = 0; i < node->inputs().size(); ++i) {
    auto value = toIValue(node->input(i));
    if (!value) return std::nullopt;
    window[i] = std::move(*value);
  }
  try {
    row->boxed(*row, window.data());
  } catch (const std::exception&) {
    return std::nullopt;
  }
  window.resize(row->n_returns);
  return window;
}

bool fold_operator(Node* node) {
  auto results = compute(node);
  if (!results) return false;
  Graph& graph = *node->owningGraph();
  WithInsertPoint here(node);
  for (size_t i = 0; i < results->size(); ++i) {
    auto constant = tryInsertConstant(graph, (*results)[i], node->sourceRange());
    if (!constant) return false;
    (*constant)->setType(node->output(i)->type());
    node->output(i)->replaceAllUsesWith(*constant);
  }
  return true;
}

// Moves the block's nodes before `node` and puts the block's outputs in place of the node's.
void inline_block(Node* node, Block* block) {
  auto nodes = block->nodes();
  for (auto it = nodes.begin(); it != nodes.end();) {
    Node* inner = *it;
    ++it;
    inner->moveBefore(node);
  }
  for (size_t i = 0; i < node->outputs().size(); ++i) node->output(i)->replaceAllUsesWith(block->outputs()[i]);
}

bool fold_if(Node* node) {
  const auto condition = toIValue(node->input(0));
  if (!condition || !condition->isBool()) return false;
  inline_block(node, node->blocks()[condition->toBool() ? 0 : 1]);
  return true;
}

bool fold_loop(Node* node) {
  const auto count = toIValue(node->input(0)), condition = toIValue(node->input(1));
  const bool never = (count && count->isInt() && count->toInt() <= 0) || (condition && condition->isBool() && !condition->toBool());
  if (!never) return false;
  for (size_t i = 0; i < node->outputs().size(); ++i) node->output(i)->replaceAllUsesWith(node->input(i + 2));
  return true;
}

bool fold(Block* block) {
  bool changed = false;
  auto nodes = block->nodes();
  for (auto it = nodes.begin(); it != nodes.end();) {
    Node* node = *it;
    ++it;
    for (Block* inner : node->blocks()) changed |= fold(inner);
    const bool folded = node->kind() == prim::If ? fold_if(node) : node->kind() == prim::Loop ? fold_loop(node) : fold_operator(node);
    if (folded) {
      node->destroy();
      changed = true;
    }
  }
  return changed;
}

}  // namespace

bool ConstantPropagation(const std::shared_ptr<Graph>& graph) { return fold(graph->block()); }

}  // namespace torch::jit
