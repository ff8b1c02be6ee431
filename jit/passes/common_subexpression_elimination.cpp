#include <torch/csrc/jit/passes/common_subexpression_elimination.h>
#include <torch/csrc/jit/passes/purity.h>

#include <unordered_map>

namespace torch::jit {
namespace {

// The same row and the same input values. Rows are unique per overload.
struct Expression {
  const c10::OperatorRow* row;
  std::vector<const Value*> inputs;
  bool operator==(const Expression& o) const { return row == o.row && inputs == o.inputs; }
};
struct ExpressionHash {
  size_t operator()(const Expression& e) const {
    size_t h = std::hash<const void*>()(e.row);
    for (const Value* v : e.inputs) h = h * 1000003 ^ std::hash<const void*>()(v);
    return h;
  }
};
using Known = std::unordered_map<Expression, Node*, ExpressionHash>;

// `scopes`: what enclosing blocks have computed before this point, outermost first.
bool merge(Block* block, std::vector<Known*>& scopes) {
  bool changed = false;
  Known mine;
  scopes.push_back(&mine);
  auto nodes = block->nodes();
  for (auto it = nodes.begin(); it != nodes.end(); ++it) {
    Node* node = *it;
    for (Block* inner : node->blocks()) changed |= merge(inner, scopes);
    if (!isPureScalarOperator(node) || node->outputs().empty()) continue;
    Expression expression{node->row(), {node->inputs().begin(), node->inputs().end()}};
    Node* same = nullptr;
    for (auto* scope : scopes)
      if (auto found = scope->find(expression); found != scope->end()) same = found->second;
    if (same) {
      node->replaceAllUsesWith(same);
      it.destroyCurrent();
      changed = true;
    } else {
      mine.emplace(std::move(expression), node);
    }
  }
  scopes.pop_back();
  return changed;
}

}  // namespace

bool EliminateCommonSubexpression(const std::shared_ptr<Graph>& graph) {
  std::vector<Known*> scopes;
  return merge(graph->block(), scopes);
}

}  // namespace torch::jit
