// Tensors without values: allocation for kernels and factories. Sizes are checked (no negative ones, no overflow); memory comes from c10's CPU allocator and is not cleared.
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/DimVector.h>
#include <optional>

namespace at::detail {

TORCH_API Tensor empty_cpu(IntArrayRef size, ScalarType dtype);
TORCH_API Tensor empty_cpu(IntArrayRef size, ScalarType dtype, MemoryFormat format);
TORCH_API Tensor empty_strided_cpu(IntArrayRef size, IntArrayRef stride, ScalarType dtype);
// On the meta device: sizes, strides and dtype, no memory.
TORCH_API Tensor empty_meta(IntArrayRef size, ScalarType dtype);
TORCH_API Tensor empty_meta(IntArrayRef size, ScalarType dtype, MemoryFormat format);
TORCH_API Tensor empty_strided_meta(IntArrayRef size, IntArrayRef stride, ScalarType dtype);
// By the options' dtype (default: the default dtype), device and layout; names what it cannot do.
TORCH_API Tensor empty(IntArrayRef size, const TensorOptions& options, std::optional<MemoryFormat> format = std::nullopt);
TORCH_API Tensor empty_strided(IntArrayRef size, IntArrayRef stride, const TensorOptions& options);
// An alias of self's memory with another shape; shares storage and version counter. The shape is not checked.
TORCH_API Tensor alias_with(const Tensor& self, IntArrayRef size, IntArrayRef stride, int64_t storage_offset);

// Strides of a dense tensor in that format; channels-last formats need 4 or 5 dimensions.
DimVector strides_for(IntArrayRef size, MemoryFormat format);
// Bytes that sizes and strides reach from the offset on; throws on overflow.
size_t storage_nbytes(IntArrayRef size, IntArrayRef stride, size_t itemsize, size_t offset = 0);

} // namespace at::detail
