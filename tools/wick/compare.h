// Compares a model's outputs with recorded ones. The tolerances of `wick check` stand here and nowhere else.
#pragma once
#include <ATen/core/ivalue.h>

#include <optional>
#include <string>

namespace wick {

// Where `ours` differs from `recorded`, in words ("outputs[0][1]: ..."), or nothing. Structure, dtype and shape must agree; tuples and
// lists are alike, as named tuples come back as plain ones; NaN equals NaN.
std::optional<std::string> difference(const c10::IValue& ours, const c10::IValue& recorded, const std::string& where);

}  // namespace wick
