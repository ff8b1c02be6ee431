#include <torch/csrc/jit/api/function_impl.h>

#include <c10/util/Exception.h>
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/passes/common_subexpression_elimination.h>
#include <torch/csrc/jit/passes/constant_pooling.h>
#include <torch/csrc/jit/passes/constant_propagation.h>
#include <torch/csrc/jit/passes/dead_code_elimination.h>
#include <torch/csrc/jit/passes/inliner.h>
#include <torch/csrc/jit/passes/lower_simple_tuples.h>
#include <torch/csrc/jit/passes/peephole.h>
#include <torch/csrc/jit/passes/unused_block_values.h>
#include <torch/csrc/jit/runtime/code_impl.h>

namespace torch::jit {

namespace {

// One lock for all work on graphs: compiling one function reads and completes others, in any order.
std::recursive_mutex& compilerLock() {
  static std::recursive_mutex lock;
  return lock;
}
using Locked = std::lock_guard<std::recursive_mutex>;

// The program that runs: the same calls in the same order, less what nobody can see.
std::shared_ptr<Graph> optimize(Graph& source) {
  std::shared_ptr<Graph> graph = source.copy();
  Inline(*graph);
  LowerSimpleTuples(graph);
  PeepholeOptimize(graph);
  ConstantPropagation(graph);
  PeepholeOptimize(graph);
  LowerSimpleTuples(graph);
  EliminateCommonSubexpression(graph);
  RemoveUnusedBlockValues(graph);
  EliminateDeadCode(graph);
  ConstantPooling(graph);
  return graph;
}

}  // namespace

GraphFunction::GraphFunction(c10::QualifiedName name, std::shared_ptr<Graph> graph, std::function<void(GraphFunction&)> creator)
    : name_(std::move(name)), graph_(graph ? std::move(graph) : std::make_shared<Graph>()), function_creator_(std::move(creator)), defined_(!function_creator_) {}

GraphFunction::~GraphFunction() = default;

void GraphFunction::ensure_defined() {
  if (defined_.load(std::memory_order_acquire)) return;
  Locked locked(compilerLock());
  if (defined_.load(std::memory_order_relaxed)) return;
  if (being_defined_) {
    // Its own body, or one that it calls, asks. A declared signature is all that a call needs.
    TORCH_CHECK(has_schema(), "function '", name_.name(), "' is called recursively: its return type must be annotated");
    return;
  }
  being_defined_ = true;
  try {
    function_creator_(*this);
  } catch (...) {
    being_defined_ = false;
    graph_ = std::make_shared<Graph>();  // half a body is none; the next call tries again and fails with the same error
    throw;
  }
  being_defined_ = false;
  function_creator_ = nullptr;
  defined_.store(true, std::memory_order_release);
}

std::shared_ptr<Graph> GraphFunction::graph() const {
  if (!defined_.load(std::memory_order_acquire)) {
    Locked locked(compilerLock());
    if (being_defined_) return graph_;
    const_cast<GraphFunction*>(this)->ensure_defined();
  }
  return graph_;
}

bool GraphFunction::has_schema() const { return schema_.load(std::memory_order_acquire) != nullptr; }

const c10::FunctionSchema& GraphFunction::getSchema() const {
  if (const auto* schema = schema_.load(std::memory_order_acquire)) return *schema;
  Locked locked(compilerLock());
  const_cast<GraphFunction*>(this)->ensure_defined();
  if (!has_schema()) const_cast<GraphFunction*>(this)->setSchema(defaultSchemaFor(*this));
  return *schema_.load();
}

Function& GraphFunction::setSchema(c10::FunctionSchema schema) {
  Locked locked(compilerLock());
  // Readers hold references: an old schema stays as long as the function.
  schemas_.push_back(std::make_unique<const c10::FunctionSchema>(std::move(schema)));
  schema_.store(schemas_.back().get(), std::memory_order_release);
  return *this;
}

size_t GraphFunction::num_inputs() const {
  if (const auto* schema = schema_.load(std::memory_order_acquire)) return schema->arguments().size();
  return graph()->inputs().size();
}

std::shared_ptr<Graph> GraphFunction::optimized_graph() const {
  Locked locked(compilerLock());
  if (!optimized_graph_) optimized_graph_ = optimize(*graph());
  return optimized_graph_;
}

void GraphFunction::clear_optimized_graphs() {
  Locked locked(compilerLock());
  optimized_graph_ = nullptr;
  code_.store(nullptr);
  code_owner_ = nullptr;
}

const CodeImpl& GraphFunction::code() const {
  if (const CodeImpl* code = code_.load(std::memory_order_acquire)) return *code;
  Locked locked(compilerLock());
  if (const CodeImpl* code = code_.load()) return *code;
  code_owner_ = std::make_shared<const CodeImpl>(*optimized_graph(), name_.name());
  code_.store(code_owner_.get(), std::memory_order_release);
  return *code_owner_;
}

void GraphFunction::run(Stack& stack) { runCode(code(), stack); }

GraphFunction* tryToGraphFunction(Function& function) { return function.isGraphFunction() ? static_cast<GraphFunction*>(&function) : nullptr; }
GraphFunction& toGraphFunction(Function& function) {
  GraphFunction* graph_function = tryToGraphFunction(function);
  TORCH_CHECK(graph_function, "function '", function.qualname().qualifiedName(), "' has no graph");
  return *graph_function;
}
const GraphFunction& toGraphFunction(const Function& function) { return toGraphFunction(const_cast<Function&>(function)); }

c10::FunctionSchema defaultSchemaFor(const GraphFunction& function) {
  std::vector<c10::Argument> arguments, returns;
  const auto graph = function.graph();
  for (size_t i = 0; i < graph->inputs().size(); ++i) {
    const Value* v = graph->inputs()[i];
    arguments.emplace_back(v->hasDebugName() ? v->debugNameBase() : "argument_" + std::to_string(i), v->type());
  }
  for (const Value* v : graph->outputs()) returns.emplace_back("", v->type());
  return {function.name(), "", std::move(arguments), std::move(returns)};
}

}  // namespace torch::jit
