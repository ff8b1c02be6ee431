#pragma once
// GraphFunction: a function made of a Graph. The graph the front end emitted is kept as it is (it is what save() and graph() show); the first run makes an
// optimised copy and compiles that to register code, once, under the compiler's lock. Running takes no lock afterwards, so any number of threads may call at once.

#include <torch/csrc/jit/api/function.h>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>

namespace torch::jit {

struct Graph;
struct CodeImpl;

struct TORCH_API GraphFunction final : public Function {
  // `creator` fills the graph on ensure_defined(); the schema may be set earlier by whoever declares the function.
  GraphFunction(c10::QualifiedName name, std::shared_ptr<Graph> graph, std::function<void(GraphFunction&)> function_creator);
  ~GraphFunction() override;

  bool isGraphFunction() const override {
    return true;
  }
  const c10::QualifiedName& qualname() const override {
    return name_;
  }
  size_t num_inputs() const override;
  const c10::FunctionSchema& getSchema() const override;
  Function& setSchema(c10::FunctionSchema schema) override;
  bool has_schema() const;
  void ensure_defined() override;
  void run(Stack& stack) override;

  std::shared_ptr<Graph> graph() const;
  // The inlined and cleaned copy that runs.
  std::shared_ptr<Graph> optimized_graph() const;
  // Forgets the compiled form; the caller makes sure that nobody is inside.
  void clear_optimized_graphs();
  // The register code, compiled on first use.
  const CodeImpl& code() const;

 private:
  c10::QualifiedName name_;
  std::shared_ptr<Graph> graph_;
  std::function<void(GraphFunction&)> function_creator_;
  std::atomic<bool> defined_;
  bool being_defined_ = false;  // the rest is changed under the compiler's lock
  std::vector<std::unique_ptr<const c10::FunctionSchema>> schemas_;
  std::atomic<const c10::FunctionSchema*> schema_{nullptr};
  mutable std::shared_ptr<Graph> optimized_graph_;
  mutable std::atomic<const CodeImpl*> code_{nullptr};
  mutable std::shared_ptr<const CodeImpl> code_owner_;
};

TORCH_API GraphFunction* tryToGraphFunction(Function& function);
TORCH_API GraphFunction& toGraphFunction(Function& function);
TORCH_API const GraphFunction& toGraphFunction(const Function& function);

// The schema that a graph's inputs and outputs have; names without their numbering.
TORCH_API c10::FunctionSchema defaultSchemaFor(const GraphFunction& function);

} // namespace torch::jit
