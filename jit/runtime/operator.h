#pragma once
// What an operator's name stands for: the rows of the registry (tensor operators, and what TORCH_LIBRARY added) together with the rows of this folder
// (operators on numbers, lists, dicts, strings). The front end picks an overload from these; the interpreter calls what was picked.

#include <ATen/core/dispatch/OperatorRow.h>
#include <ATen/core/interned_strings.h>
#include <c10/macros/Macros.h>
#include <c10/util/ArrayRef.h>

#include <string>
#include <string_view>
#include <vector>

namespace torch::jit {

// All overloads of "aten::add", in a fixed order: those of the registry first.
TORCH_API std::vector<const c10::OperatorRow*> operatorsFor(std::string_view qualified_name);
TORCH_API std::vector<const c10::OperatorRow*> operatorsFor(c10::Symbol name);

// The row with exactly this name and overload, or null.
TORCH_API const c10::OperatorRow* findOperator(std::string_view qualified_name, std::string_view overload);

// The operators of this folder, sorted by (name, overload).
TORCH_API c10::ArrayRef<const c10::OperatorRow*> runtimeOperators();

// Every operator there is, sorted by (name, overload).
TORCH_API std::vector<const c10::OperatorRow*> allOperators();

// Operators whose name is near, for "did you mean".
TORCH_API std::vector<std::string> findSimilarOperators(std::string_view qualified_name);

} // namespace torch::jit
