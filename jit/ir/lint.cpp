// The rules of a well-formed graph, checked: links both ways, every input defined before its use and in an enclosing scope, uses and inputs the
// same relation, blocks' numbers of outputs as their nodes need them.
#include <torch/csrc/jit/ir/ir.h>

#include <unordered_set>

namespace torch::jit {

namespace {

struct Lint {
  const Graph& graph;
  std::unordered_set<const Value*> in_scope;
  std::unordered_set<const Node*> seen;

  void node(const Node* n) {
    TORCH_INTERNAL_ASSERT(n->owningGraph() == &graph, n->kind().toQualString(), " belongs to another graph");
    TORCH_INTERNAL_ASSERT(seen.insert(n).second, n->kind().toQualString(), " stands twice in the graph");
    for (size_t i = 0; i < n->inputs().size(); ++i) {
      const Value* v = n->inputs()[i];
      TORCH_INTERNAL_ASSERT(in_scope.count(v), "%", v->debugName(), " is used by ", n->kind().toQualString(), " but not defined before, or in another block");
      size_t count = 0;
      for (const Use& use : v->uses()) count += use.user == n && use.offset == i;
      TORCH_INTERNAL_ASSERT(count == 1, "%", v->debugName(), " has ", count, " uses for input ", i, " of ", n->kind().toQualString());
    }
    switch (n->kind()) {
      case prim::If:
        TORCH_INTERNAL_ASSERT(n->blocks().size() == 2 && n->inputs().size() == 1 && n->input(0)->type()->kind() == TypeKind::BoolType, "prim::If needs a bool and two blocks");
        for (const Block* b : n->blocks()) TORCH_INTERNAL_ASSERT(b->inputs().empty() && b->outputs().size() == n->outputs().size(), "a block of prim::If has ", b->outputs().size(), " outputs for ", n->outputs().size());
        break;
      case prim::Loop: {
        TORCH_INTERNAL_ASSERT(n->blocks().size() == 1 && n->inputs().size() >= 2, "prim::Loop needs a trip count, a condition and a block");
        const Block* b = n->blocks()[0];
        TORCH_INTERNAL_ASSERT(b->inputs().size() == n->outputs().size() + 1 && b->outputs().size() == n->outputs().size() + 1 && n->inputs().size() == n->outputs().size() + 2,
                              "prim::Loop carries ", n->outputs().size(), " values, its block has ", b->inputs().size(), " inputs and ", b->outputs().size(), " outputs");
        break;
      }
      default:
        break;
    }
    for (const Block* b : n->blocks()) {
      TORCH_INTERNAL_ASSERT(b->owningNode() == n, "a block's owner is another node");
      block(b);
    }
    for (size_t i = 0; i < n->outputs().size(); ++i) define(n->outputs()[i], n, i);
  }

  void define(const Value* v, const Node* n, size_t i) {
    TORCH_INTERNAL_ASSERT(v->node() == n && v->offset() == i, "%", v->debugName(), " does not know its producer");
    TORCH_INTERNAL_ASSERT(v->type(), "%", v->debugName(), " has no type");
    TORCH_INTERNAL_ASSERT(in_scope.insert(v).second, "%", v->debugName(), " is defined twice");
    for (const Use& use : v->uses())
      TORCH_INTERNAL_ASSERT(use.offset < use.user->inputs().size() && use.user->inputs()[use.offset] == v, "%", v->debugName(), " has a use that is no input");
  }

  void block(const Block* b) {
    std::vector<const Value*> local;
    const Node* param = b->param_node();
    for (size_t i = 0; i < param->outputs().size(); ++i) {
      define(param->outputs()[i], param, i);
      local.push_back(param->outputs()[i]);
    }
    const Node* before = b->return_node();
    for (const Node* n : b->nodes()) {
      TORCH_INTERNAL_ASSERT(n->prev() == before && n->owningBlock() == b, "the list of nodes is broken at ", n->kind().toQualString());
      TORCH_INTERNAL_ASSERT(before == b->return_node() || before->isBefore(n), "the positions of nodes do not rise at ", n->kind().toQualString());
      node(n);
      for (const Value* v : n->outputs()) local.push_back(v);
      before = n;
    }
    TORCH_INTERNAL_ASSERT(b->return_node()->prev() == before, "the list of nodes is broken at its end");
    node(b->return_node());
    for (const Value* v : local) in_scope.erase(v);
  }
};

}  // namespace

void Graph::lint() const { Lint{*this, {}, {}}.block(block_); }
void Node::lint() const { graph_->lint(); }

}  // namespace torch::jit
