#pragma once
// Tensors of the generic tests: the same values in other strides, and comparing results bit for bit.

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>

#include <functional>
#include <string>
#include <vector>

namespace wick_test {

// Equal values in other strides: transposed memory, every second element of a larger buffer with an offset. Empty for what has no other strides.
std::vector<at::Tensor> other_layouts(const at::Tensor& t);

// All tensors in a value: itself, of a list, of a tuple.
std::vector<at::Tensor> tensors_in(const c10::IValue& value);

// The value with each of its tensors replaced.
c10::IValue mapped(const c10::IValue& value, const std::function<at::Tensor(const at::Tensor&)>& f);
std::vector<c10::IValue> mapped(const std::vector<c10::IValue>& values, const std::function<at::Tensor(const at::Tensor&)>& f);

// Why two results differ, empty when dtype, sizes and bits are the same (any NaN equals any NaN).
std::string difference(const at::Tensor& a, const at::Tensor& b);
std::string difference(const std::vector<at::Tensor>& a, const std::vector<at::Tensor>& b);

} // namespace wick_test
