#pragma once
// Method: a function bound to an object; calling it puts the object before the arguments.

#include <torch/csrc/jit/api/function.h>

#include <memory>
#include <vector>

namespace torch::jit {

struct Graph;
struct GraphFunction;
struct CompilationUnit;
using ObjectPtr = c10::intrusive_ptr<c10::ivalue::Object>;

struct TORCH_API Method {
  Method(ObjectPtr owner, Function* function);

  ObjectPtr raw_owner() const {
    return owner_;
  }
  void run(Stack& stack);
  void run(Stack&& stack) {
    run(stack);
  }
  c10::IValue operator()(std::vector<c10::IValue> stack, const Kwargs& kwargs = Kwargs()) const;

  std::shared_ptr<Graph> graph() const;
  const std::string& name() const {
    return function_->name();
  }
  size_t num_inputs() const {
    return function_->num_inputs();
  }
  Function& function() const {
    return *function_;
  }

 private:
  ObjectPtr owner_;
  Function* function_;
};

} // namespace torch::jit
