#pragma once
// torch::jit::Function: a callable with a qualified name and a schema. What a Method binds to, what CallFunction names, and what a ClassType keeps for
// each of its methods. The only kind in the library is GraphFunction (function_impl.h), compiled from TorchScript.

#include <ATen/core/function_schema.h>
#include <ATen/core/ivalue.h>
#include <ATen/core/qualified_name.h>
#include <ATen/core/stack.h>
#include <c10/macros/Macros.h>

#include <string>
#include <unordered_map>

namespace torch::jit {

using c10::IValue;
using Stack = std::vector<c10::IValue>;
using Kwargs = std::unordered_map<std::string, c10::IValue>;

struct TORCH_API Function {
  Function() = default;
  Function(const Function&) = delete;
  Function& operator=(const Function&) = delete;
  virtual ~Function();

  virtual const c10::QualifiedName& qualname() const = 0;
  const std::string& name() const {
    return qualname().name();
  }
  virtual const c10::FunctionSchema& getSchema() const = 0;
  virtual Function& setSchema(c10::FunctionSchema schema) = 0;
  virtual size_t num_inputs() const = 0;

  // Compiles the body now if that has not been done yet; errors of the source come out here.
  virtual void ensure_defined() = 0;
  virtual bool isGraphFunction() const {
    return false;
  }

  // Takes the arguments from the end of the stack and leaves the results there. Arguments are not checked.
  virtual void run(Stack& stack) = 0;

  // Checks the arguments against the schema, fills in defaults, runs.
  c10::IValue operator()(Stack stack, const Kwargs& kwargs = Kwargs());
};

} // namespace torch::jit
