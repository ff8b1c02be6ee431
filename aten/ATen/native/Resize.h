// Giving an `out=` argument the result's shape.
#pragma once

#include <ATen/core/Tensor.h>

namespace at::native {

// Makes `out` contiguous with that shape unless it has the shape already; returns whether it changed. Its storage grows if it must; a non-empty tensor of another shape is resized with a
// warning in PyTorch and silently here. Throws where the storage may not grow (a view of foreign memory).
TORCH_API bool resize_output(const Tensor& out, IntArrayRef shape);
TORCH_API bool resize_output(const Tensor& out, IntArrayRef shape, IntArrayRef strides);
// resize_: keeps what fits.
TORCH_API void resize_impl(const Tensor& self, IntArrayRef shape, IntArrayRef strides);

} // namespace at::native
