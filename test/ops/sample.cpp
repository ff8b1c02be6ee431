#include "sample.h"

#include <ATen/ops/empty.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/schema_parser.h>
#include <torch/csrc/jit/api/compilation_unit.h>
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/runtime/interpreter.h>

#include <cctype>
#include <cstring>
#include <stdexcept>

namespace wick_test {

using c10::IValue;
using c10::OperatorRow;

at::Tensor fixed_values(at::IntArrayRef sizes, uint64_t seed) {
  at::Tensor t = at::empty(sizes);
  float* data = t.data_ptr<float>();
  uint64_t x = seed * 0x9e3779b97f4a7c15u + 12345;
  for (int64_t i = 0; i < t.numel(); ++i) {
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    data[i] = static_cast<float>(static_cast<int64_t>(x >> 40) - (1 << 23)) / (1 << 22);
  }
  return t;
}

namespace {

// `torch.randn` of samples, where the library has none.
at::Tensor sample_randn(at::IntArrayRef sizes) {
  static uint64_t seed = 0;
  return fixed_values(sizes, ++seed);
}

void register_randn() {
  static const bool done = [] {
    auto& dispatcher = c10::Dispatcher::singleton();
    static auto def = dispatcher.registerDef(c10::parseSchema("wick_test::randn(int[] size) -> Tensor"));
    static auto impl = dispatcher.registerImpl(c10::OperatorName("wick_test::randn", ""), std::nullopt, c10::KernelFunction::makeFromUnboxed(&sample_randn));
    return true;
  }();
  (void)done;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; }

// randn(3, 4) becomes ops.wick_test.randn([3, 4]).
std::string spelled_out(const std::string& sample) {
  static const std::string name = "randn(";
  std::string text;
  for (size_t at = 0; at < sample.size();) {
    if (sample.compare(at, name.size(), name) != 0 || (at > 0 && is_word(sample[at - 1]))) {
      text += sample[at++];
      continue;
    }
    at += name.size();
    size_t end = at;
    for (int depth = 1; end < sample.size(); ++end) {
      depth += (sample[end] == '(') - (sample[end] == ')');
      if (depth == 0) break;
    }
    std::string sizes = sample.substr(at, end - at);
    if (sizes == "()") sizes = "";
    text += "ops.wick_test.randn(" + (sizes.empty() ? std::string("annotate(List[int], [])") : "[" + sizes + "]") + ")";
    at = end + 1;
  }
  return text;
}

} // namespace

std::vector<IValue> arguments_of(const OperatorRow& row, const std::string& sample) {
  register_randn();
  const std::string source = "def f():\n    return " + spelled_out(sample) + "\n";
  auto unit = torch::jit::compile(source);
  auto graph = torch::jit::toGraphFunction(unit->get_function("f")).graph()->copy();
  torch::jit::Node* call = nullptr;
  for (torch::jit::Node* node : graph->nodes()) {
    const OperatorRow* found = node->row();
    if (found != nullptr && std::strcmp(found->name, row.name) == 0 && std::strcmp(found->overload, row.overload) == 0) call = node;
  }
  if (call == nullptr) throw std::runtime_error("the sample does not call " + row.qualified_overload() + ":\n" + graph->toString(false));
  while (graph->outputs().size() != 0) graph->eraseOutput(0);
  for (torch::jit::Value* input : call->inputs()) graph->registerOutput(input);
  torch::jit::Code code(graph, "sample");
  torch::jit::InterpreterState state(code);
  torch::jit::Stack stack;
  state.run(stack);
  return stack;
}

} // namespace wick_test
