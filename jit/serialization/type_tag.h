#pragma once
// Types in pickles: the Python-style type strings that archives attach to lists and dicts ("Dict[str, List[int]]"), and static types put onto values that came
// without them. A value that does not have the type that the archive claims for it is an error here, once, so that nothing later has to doubt it.

#include <ATen/core/ivalue.h>
#include <ATen/core/jit_type.h>

#include <functional>
#include <string>
#include <string_view>

namespace torch::jit {

// Finds the type of a dotted name such as `__torch__.Net`; null when there is none.
using TypeResolver = std::function<c10::TypePtr(const std::string& qualified_name)>;

// Parses a type string. An unknown name or malformed text is an error that shows it.
TORCH_API c10::TypePtr parseTypeTag(std::string_view text, const TypeResolver& resolve = nullptr);

// Gives `value` the static type `type`: containers without a type of their own take theirs, plain tuples become named ones, ints become floats where a float is
// declared. False if the value does not fit, with the reason in *why if that is not null.
TORCH_API bool adoptType(c10::IValue& value, const c10::TypePtr& type, std::string* why = nullptr);

// Containers without a type (List[Any], Dict[Any, Any], from Python's pickles) take the narrowest type that all their elements have. The value must be free of
// cycles and not deep, as unpickled ones are.
TORCH_API void inferContainerTypes(const c10::IValue& value);

} // namespace torch::jit
