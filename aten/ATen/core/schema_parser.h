#pragma once
// Parses operator schemas: `name.overload(Type arg=default, *, Type kwarg) -> Type`. Errors are c10::Error and show the text with
// a caret under the place. Type nesting is bounded.
#include <ATen/core/function_schema.h>

#include <string_view>
#include <variant>

namespace c10 {

C10_API FunctionSchema parseSchema(std::string_view schema);
// Just a name, `aten::add.Tensor`.
C10_API OperatorName parseName(std::string_view name);
// Whichever of the two it is.
C10_API std::variant<OperatorName, FunctionSchema> parseSchemaOrName(std::string_view schema_or_name);
// One type in schema spelling, `Dict(str, Tensor)[]?`.
C10_API TypePtr parseSchemaType(std::string_view type);

} // namespace c10

namespace torch::jit {
using c10::parseName;
using c10::parseSchema;
using c10::parseSchemaOrName;
} // namespace torch::jit
