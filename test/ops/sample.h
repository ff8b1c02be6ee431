#pragma once
// A sample of an entry, `torch.mm(randn(3, 4), randn(4, 2))`, compiled by Wick's own compiler and stopped before the operator's call: what it would be
// called with. `randn(sizes...)` in samples gives fixed values between -2 and 2.

#include <ATen/core/dispatch/OperatorRow.h>
#include <ATen/core/ivalue.h>

#include <string>
#include <vector>

namespace wick_test {

// The arguments, in schema order. Throws when the sample does not compile or does not call the operator.
std::vector<c10::IValue> arguments_of(const c10::OperatorRow& row, const std::string& sample);

// Fixed values for tests: the same sizes give the same values.
at::Tensor fixed_values(at::IntArrayRef sizes, uint64_t seed = 1);

} // namespace wick_test
