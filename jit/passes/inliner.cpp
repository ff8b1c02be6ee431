#include <torch/csrc/jit/passes/inliner.h>

#include <torch/csrc/jit/api/function_impl.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace torch::jit {

namespace {

constexpr size_t kMaxDepth = 200;

struct Inliner {
  Graph& graph;
  size_t nodes = 0;
  std::vector<const Function*> active;  // the functions whose bodies are around the present node

  // `chain` is the calls that the nodes of this block came through; they have it already.
  void run(Block* block, const std::vector<std::pair<std::string, SourceRange>>& chain) {
    for (Node* n = block->nodes().front(); n != block->return_node();) {
      Node* next = n->next();
      for (Block* inner : n->blocks()) run(inner, chain);
      if (n->kind() == prim::CallFunction || n->kind() == prim::CallMethod) inlineCall(n, chain);
      n = next;
    }
  }

  void inlineCall(Node* call, const std::vector<std::pair<std::string, SourceRange>>& chain) {
    Function* function = calledFunction(call);
    if (!function || !function->isGraphFunction() || active.size() >= kMaxDepth) return;
    if (std::find(active.begin(), active.end(), function) != active.end()) return;
    const std::shared_ptr<Graph> body = static_cast<GraphFunction*>(function)->graph();
    const size_t size = count(body->block());
    if (nodes + size > kMaxInlinedNodes) return;
    nodes += size;

    const size_t first = call->kind() == prim::CallFunction ? 1 : 0;
    const auto inputs = call->inputs().slice(first);
    if (inputs.size() != body->inputs().size() || call->outputs().size() != body->outputs().size()) return;  // an error at run time

    auto inner = chain;
    inner.emplace_back(function->name(), call->sourceRange());
    InlinedCallStackPtr stack;
    for (size_t i = inner.size(); i-- > 0;) stack = std::make_shared<InlinedCallStack>(std::move(stack), inner[i].first, inner[i].second);

    // The copies come between `before` and the call.
    Node* before = call->prev();
    const bool at_front = call == call->owningBlock()->nodes().front();
    std::vector<Value*> outputs;
    {
      WithInsertPoint here(call);
      outputs = insertGraph(graph, *body, std::vector<Value*>(inputs.begin(), inputs.end()));
    }
    for (size_t i = 0; i < outputs.size(); ++i) call->output(i)->replaceAllUsesWith(outputs[i]);
    Node* begin = at_front ? call->owningBlock()->nodes().front() : before->next();
    for (Node* n = begin; n != call; n = n->next()) mark(n, stack);

    active.push_back(function);
    for (Node* n = begin; n != call;) {
      Node* next = n->next();
      for (Block* b : n->blocks()) run(b, inner);
      if (n->kind() == prim::CallFunction || n->kind() == prim::CallMethod) inlineCall(n, inner);
      n = next;
    }
    active.pop_back();

    Node* callee = first ? call->input(0)->node() : nullptr;
    call->destroy();
    if (callee && !callee->hasUses()) callee->destroy();
  }

  static void mark(Node* n, const InlinedCallStackPtr& stack) {
    n->setCallStack(stack);
    for (Block* b : n->blocks()) {
      for (Node* inner : b->nodes()) mark(inner, stack);
    }
  }

  static size_t count(Block* block) {
    size_t n = 0;
    for (Node* node : block->nodes()) {
      ++n;
      for (Block* b : node->blocks()) n += count(b);
    }
    return n;
  }
};

}  // namespace

void Inline(Graph& graph) {
  Inliner inliner{graph};
  inliner.nodes = Inliner::count(graph.block());
  inliner.run(graph.block(), {});
}

}  // namespace torch::jit
