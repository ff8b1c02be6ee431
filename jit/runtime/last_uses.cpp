#include <torch/csrc/jit/runtime/last_uses.h>

#include <ATen/core/ivalue.h>

namespace torch::jit {

int32_t tagOfType(const c10::Type& type) {
  switch (type.kind()) {
    case TypeKind::IntType:
    case TypeKind::SymIntType:
    case TypeKind::ScalarTypeType:
    case TypeKind::LayoutType:
    case TypeKind::MemoryFormatType:
    case TypeKind::QSchemeType:
      return static_cast<int32_t>(IValue::Tag::Int);
    case TypeKind::FloatType:
    case TypeKind::SymFloatType:
      return static_cast<int32_t>(IValue::Tag::Double);
    case TypeKind::BoolType:
    case TypeKind::SymBoolType:
      return static_cast<int32_t>(IValue::Tag::Bool);
    case TypeKind::NoneType:
      return static_cast<int32_t>(IValue::Tag::None);
    default:
      return -1;
  }
}

bool isNumberType(const c10::Type& type) { return tagOfType(type) >= 0; }

LastUses::LastUses(Graph& graph) {
  int next = 0;
  number(graph.block(), next);
  visit(graph.block());
}

void LastUses::number(Block* block, int& next) {
  order_[block->param_node()] = next++;
  for (Node* n : block->nodes()) {
    order_[n] = next++;
    for (Block* b : n->blocks()) number(b, next);
  }
  order_[block->return_node()] = next++;
}

void LastUses::visit(Block* block) {
  for (Value* v : block->inputs()) define(v, block, block->param_node());
  for (Node* n : block->nodes()) {
    if (n->kind() != prim::Constant) {
      for (Value* v : n->outputs()) define(v, block, n);
    }
    for (Block* b : n->blocks()) visit(b);
  }
}

Node* LastUses::ancestorIn(Node* n, const Block* scope) {
  while (n->owningBlock() != scope) n = n->owningBlock()->owningNode();
  return n;
}

void LastUses::define(Value* v, Block* scope, Node* at) {
  const bool owns = !isNumberType(*v->type());
  if (!v->hasUses()) {
    if (owns) {
      if (at == scope->param_node()) {
        drop_at_start_[scope].push_back(v);
      } else {
        drop_after_[at].push_back(v);
      }
    }
    free_after_[at].push_back(v);
    ends_[v] = at;
    return;
  }
  Node* end = endIn(v, scope, std::vector<Use>(v->uses().begin(), v->uses().end()), owns);
  free_after_[end].push_back(v);
  ends_[v] = end;
}

// All of `uses` are inside `scope`, where v is alive at the start.
Node* LastUses::endIn(Value* v, Block* scope, const std::vector<Use>& uses, bool owns) {
  Node* last = nullptr;
  for (const Use& u : uses) {
    Node* n = ancestorIn(u.user, scope);
    if (!last || order_.at(n) > order_.at(last)) last = n;
  }
  if (!owns) return last;

  std::vector<Use> direct, inside;
  for (const Use& u : uses) {
    if (u.user == last) {
      direct.push_back(u);
    } else if (ancestorIn(u.user, scope) == last) {
      inside.push_back(u);
    }
  }
  if (inside.empty()) {
    size_t offset = 0;
    for (const Use& u : direct) offset = std::max(offset, u.offset);
    moves_.insert({last, offset});
  } else if (last->kind() == prim::If) {
    for (Block* side : last->blocks()) {
      std::vector<Use> here;
      for (const Use& u : inside) {
        Node* n = u.user;
        while (n->owningBlock() != side && n->owningBlock() != scope) n = n->owningBlock()->owningNode();
        if (n->owningBlock() == side) here.push_back(u);
      }
      if (here.empty()) {
        drop_at_start_[side].push_back(v);
      } else {
        endIn(v, side, here, owns);
      }
    }
  } else {
    drop_after_[last].push_back(v);
  }
  return last;
}

}  // namespace torch::jit
