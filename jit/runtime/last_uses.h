#pragma once
// Where each value of a graph dies. A value defined in a block is dead after the last node of that block that uses it, directly or in a block inside. If that node
// is a branch, each side ends the value itself: with the last use in it, or at its start. A loop's body may run again, so what comes from outside a loop dies
// after the loop. Values that are numbers own nothing: they have a life (for their register) but no end that must be executed.

#include <torch/csrc/jit/ir/ir.h>

#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace torch::jit {

// int, float, bool or None by static type (also what is an int at run time: dtypes, layouts): the register holds no reference.
bool isNumberType(const c10::Type& type);
// The tag a number of this type has, or -1 (kAnyTag) when it is no number.
int32_t tagOfType(const c10::Type& type);

struct LastUses {
  explicit LastUses(Graph& graph);

  // Input `offset` of `user` is the last use of a value: it may be moved out.
  bool mayMove(const Node* user, size_t offset) const { return moves_.count({user, offset}) != 0; }
  // Values to release after the node.
  const std::vector<Value*>* dropAfter(const Node* node) const { return find(drop_after_, node); }
  // Values to release where the block begins.
  const std::vector<Value*>* dropAtStart(const Block* block) const { return find(drop_at_start_, block); }
  // Values whose registers are free after the node (numbers too); for those that nobody uses, the node that makes them.
  const std::vector<Value*>* freeAfter(const Node* node) const { return find(free_after_, node); }
  // The node of the defining block after which the value is dead; the return node if it lives till the end.
  Node* end(const Value* v) const { return ends_.at(v); }
  // Position in program order.
  int order(const Node* n) const { return order_.at(n); }

 private:
  struct PairHash {
    size_t operator()(const std::pair<const Node*, size_t>& p) const { return reinterpret_cast<size_t>(p.first) * 31 + p.second; }
  };
  template <class K>
  static const std::vector<Value*>* find(const std::unordered_map<const K*, std::vector<Value*>>& map, const K* key) {
    const auto it = map.find(key);
    return it == map.end() ? nullptr : &it->second;
  }
  void number(Block* block, int& next);
  void visit(Block* block);
  void define(Value* v, Block* scope, Node* at);
  Node* endIn(Value* v, Block* scope, const std::vector<Use>& uses, bool owns);
  static Node* ancestorIn(Node* n, const Block* scope);

  std::unordered_map<const Node*, int> order_;
  std::unordered_map<const Value*, Node*> ends_;
  std::unordered_set<std::pair<const Node*, size_t>, PairHash> moves_;
  std::unordered_map<const Node*, std::vector<Value*>> drop_after_;
  std::unordered_map<const Node*, std::vector<Value*>> free_after_;
  std::unordered_map<const Block*, std::vector<Value*>> drop_at_start_;
};

}  // namespace torch::jit
