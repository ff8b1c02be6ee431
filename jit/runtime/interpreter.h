#pragma once
// Code: a graph compiled to register instructions, immutable and shared by threads. InterpreterState: one run of it.

#include <ATen/core/ivalue.h>
#include <c10/macros/Macros.h>

#include <memory>
#include <string>
#include <vector>

namespace torch::jit {

struct Graph;
struct CodeImpl;
using Stack = std::vector<c10::IValue>;

struct TORCH_API Code {
  Code() = default;
  Code(const std::shared_ptr<Graph>& graph, std::string function_name);
  explicit operator bool() const {
    return impl_ != nullptr;
  }
  size_t num_inputs() const;
  size_t num_outputs() const;
  size_t register_size() const;
  // The instructions in text, one a line.
  std::string dump() const;
  const CodeImpl& impl() const {
    return *impl_;
  }

 private:
  std::shared_ptr<const CodeImpl> impl_;
};

struct TORCH_API InterpreterState {
  explicit InterpreterState(const Code& code);
  // Takes the inputs from the end of the stack, leaves the outputs there.
  void run(Stack& stack);

 private:
  Code code_;
};

} // namespace torch::jit
