#pragma once
// Printing tensors and numbers. operator<< gives libtorch's C++ form, columns and `[ CPUFloatType{2,3} ]`; tensor_repr gives
// Python's `tensor([[1., 2.]])`, which TorchScript's print and str use too.
#include <ATen/core/Tensor.h>

#include <cstdint>
#include <iosfwd>
#include <string>

namespace at {

struct PrintOptions {
  int precision = 4;
  int64_t threshold = 1000; // more elements than this are summarised
  int64_t edgeitems = 3;
  int64_t linewidth = 80;
};

TORCH_API std::ostream& print(std::ostream& stream, const Tensor& tensor, int64_t linesize);
TORCH_API void print(const Tensor& t, int64_t linesize = 80);

// "tensor([0.5000, 0.8808])", with dtype, device and requires_grad where Python shows them.
TORCH_API std::string tensor_repr(const Tensor& t, const PrintOptions& options = {});

} // namespace at
