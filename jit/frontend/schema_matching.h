// Finds the overload that a call means. Each candidate is tried by types alone, first without implicit conversions, then with; the first that
// fits is chosen and only then are conversions and defaults put into the graph. When none fits, the error gives the reasons of the candidates
// that came nearest.
#pragma once
#include <ATen/core/dispatch/OperatorRow.h>
#include <ATen/core/function_schema.h>
#include <torch/csrc/jit/frontend/error_report.h>
#include <torch/csrc/jit/ir/ir.h>

#include <optional>
#include <string>
#include <vector>

namespace torch::jit {

// A call whose arguments are in schema order, converted, and complete.
struct MatchedSchema {
  std::vector<Value*> inputs;
  std::vector<TypePtr> return_types;
  std::vector<std::string> return_field_names;  // if the schema names all its results
  std::string schema_name;
};

// Throws ErrorReport(loc) with the reason if the call does not fit.
TORCH_API MatchedSchema matchSchema(const FunctionSchema& schema, const SourceRange& loc, Graph& graph, at::ArrayRef<NamedValue> args,
                                    at::ArrayRef<NamedValue> kwargs, const std::optional<NamedValue>& self = std::nullopt);
// The index of the chosen schema, and the match.
TORCH_API std::pair<size_t, MatchedSchema> matchSchemas(const std::vector<const FunctionSchema*>& schemas, const SourceRange& loc, Graph& graph,
                                                        at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs,
                                                        const std::optional<NamedValue>& self = std::nullopt, bool render_errors = true);

// An operator that this library does not have, or has without a fitting overload.
struct TORCH_API MissingOperator : ErrorReport {
  MissingOperator(const SourceRange& range, std::string name, std::string attempted)
      : ErrorReport(range), name(std::move(name)), attempted(std::move(attempted)) {}
  std::string name;       // "aten::conv2d"
  std::string attempted;  // "aten::conv2d(Tensor, Tensor, Tensor?, int[], ...)"
};

// A call of an operator by name: chooses, converts, inserts the node. Several results come back as a tuple.
TORCH_API Value* emitBuiltinCall(const SourceRange& loc, Graph& graph, Symbol name, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs,
                                 const std::optional<NamedValue>& self = std::nullopt);

// The value of `kwargs` with this name.
TORCH_API std::optional<size_t> findInputWithName(const std::string& name, at::ArrayRef<NamedValue> kwargs);

// `value` as one of type `concrete_type` if an implicit conversion gives that, else `value` itself.
TORCH_API Value* tryConvertToType(const SourceRange& loc, Graph& graph, const TypePtr& concrete_type, Value* value, bool allow_conversions);
TORCH_API bool isBlockListedSchema(const FunctionSchema& schema);

// One value, or the tuple of several.
TORCH_API Value* packOutputs(Graph& g, at::ArrayRef<Value*> values, const std::vector<std::string>& field_names = {});

}  // namespace torch::jit
