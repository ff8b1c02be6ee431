#include <torch/csrc/jit/api/function.h>

#include <c10/util/Exception.h>

namespace torch::jit {

Function::~Function() = default;

c10::IValue Function::operator()(Stack stack, const Kwargs& kwargs) {
  getSchema().checkAndNormalizeInputs(stack, kwargs);
  run(stack);
  TORCH_CHECK(stack.size() == 1, "function ", name(), " left ", stack.size(), " results, one was expected");
  return std::move(stack[0]);
}

}  // namespace torch::jit
