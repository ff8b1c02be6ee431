// Broadcasting of shapes: the common shape, the strides of an expanded tensor, expanding several tensors to one shape.
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/DimVector.h>
#include <tuple>
#include <vector>

namespace at {

TORCH_API std::vector<int64_t> infer_size(IntArrayRef a, IntArrayRef b);
TORCH_API DimVector infer_size_dimvector(IntArrayRef a, IntArrayRef b);
// A shape with at most one -1, filled in from the number of elements; `op` opens the messages.
TORCH_API DimVector infer_size_dv(IntArrayRef shape, int64_t numel);
TORCH_API bool are_expandable(IntArrayRef shape1, IntArrayRef shape2);
TORCH_API bool is_expandable_to(IntArrayRef shape, IntArrayRef desired);
TORCH_API std::tuple<Tensor, Tensor> expand_outplace(const Tensor& a, const Tensor& b);
TORCH_API Tensor expand_inplace(const Tensor& tensor, const Tensor& to_expand);
TORCH_API std::vector<Tensor> expand_outplace(TensorList tensors);
// Sums `tensor` down to `shape`, the reverse of broadcasting: needs at::sum.
} // namespace at
