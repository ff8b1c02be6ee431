#include <c10/util/StringUtil.h>
#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/passes/constant_pooling.h>
#include <torch/csrc/jit/passes/purity.h>

#include <cstring>
#include <unordered_map>

namespace torch::jit {
namespace {

// Equal keys, equal constants; empty if this one is not pooled.
std::string key_of(const Node* node) {
  const auto& type = node->output()->type();
  const auto value = toIValue(node->output());
  if (!value) return {};
  const auto bits = [](double d) {
    uint64_t b;
    std::memcpy(&b, &d, sizeof b);
    return std::to_string(b);
  };
  const std::string prefix = type->annotation_str() + ' ';
  if (value->isNone()) return prefix + 'n';
  if (value->isInt()) return prefix + 'i' + std::to_string(value->toInt());
  if (value->isBool()) return prefix + 'b' + (value->toBool() ? '1' : '0');
  if (value->isDouble()) return prefix + 'f' + bits(value->toDouble());
  if (value->isString()) return prefix + 's' + value->toStringRef();
  if (value->isTensor()) return prefix + 't' + std::to_string(reinterpret_cast<uintptr_t>(value->toTensor().unsafeGetTensorImpl()));
  return {};
}

void pool(Block* block, Graph& graph, std::unordered_map<std::string, Node*>& known, Node*& last) {
  auto nodes = block->nodes();
  for (auto it = nodes.begin(); it != nodes.end();) {
    Node* node = *it;
    ++it;
    for (Block* inner : node->blocks()) pool(inner, graph, known, last);
    if (node->kind() != prim::Constant) continue;
    auto key = key_of(node);
    if (key.empty()) continue;
    if (auto [entry, is_new] = known.emplace(std::move(key), node); !is_new) {
      node->output()->replaceAllUsesWith(entry->second->output());
      node->destroy();
      continue;
    }
    if (last) {
      if (node != last) node->moveAfter(last);
    } else if (node != graph.block()->nodes().front()) {
      node->moveBefore(graph.block()->nodes().front());
    }
    last = node;
  }
}

}  // namespace

void ConstantPooling(const std::shared_ptr<Graph>& graph) {
  std::unordered_map<std::string, Node*> known;
  Node* last = nullptr;
  pool(graph->block(), *graph, known, last);
}

}  // namespace torch::jit
