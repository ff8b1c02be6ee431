#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/api/method.h>

namespace torch::jit {

Method::Method(ObjectPtr owner, Function* function) : owner_(std::move(owner)), function_(function) {}

void Method::run(Stack& stack) {
  stack.insert(stack.begin(), owner_);
  function_->run(stack);
}

c10::IValue Method::operator()(std::vector<c10::IValue> stack, const Kwargs& kwargs) const {
  stack.insert(stack.begin(), owner_);
  return (*function_)(std::move(stack), kwargs);
}

std::shared_ptr<Graph> Method::graph() const { return toGraphFunction(*function_).graph(); }

}  // namespace torch::jit
