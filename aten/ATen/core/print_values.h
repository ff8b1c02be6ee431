#pragma once
// The values of a tensor in logical order, as the printers want them. Private to Formatting.cpp and tensor_repr.cpp.
#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

namespace at::detail {

// A dense CPU tensor with the same values: what is on another device, quantized or in another layout is converted by its operators.
Tensor printable(const Tensor& t);

// One element. Which member holds it follows from the dtype.
struct PrintValue {
  double re = 0;
  double im = 0;
  int64_t integer = 0; // exact, for integral dtypes
};
// The element at an offset, counted in elements from the tensor's first.
PrintValue read_value(const Tensor& t, int64_t offset);
// All elements in row-major order.
std::vector<PrintValue> read_values(const Tensor& t);

} // namespace at::detail
