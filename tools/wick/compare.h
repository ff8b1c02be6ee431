// Compares outputs with recorded ones. The tolerances of `wick check` and `wick check-ops` stand here and nowhere else.
#pragma once
#include <ATen/core/ivalue.h>

#include <optional>
#include <string>

namespace wick {

// Where `ours` differs from `recorded`, in words ("outputs[0][1]: ..."), or nothing. Structure, dtype and shape must agree; tuples and
// lists are alike, as named tuples come back as plain ones; NaN equals NaN. `spread` widens the tolerances that one kernel meets: 20 for
// a whole model, whose roundings add up.
std::optional<std::string> difference(const c10::IValue& ours, const c10::IValue& recorded, const std::string& where, double spread = 20);

// The `spread` of one operator's call, by its name.
double operator_spread(const std::string& op);

}  // namespace wick
