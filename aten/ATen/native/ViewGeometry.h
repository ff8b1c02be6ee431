// The shape of a view: what `view: function` of an entry returns. Everything about a view follows from it: the alias, its checks, `_copy` twins, the backward.
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/DimVector.h>
#include <optional>

namespace at::native {

struct ViewGeometry {
  DimVector sizes, strides;
  int64_t offset = 0; // into the storage, in elements of the view
  ScalarType dtype = ScalarType::Undefined; // of the view; undefined: the tensor's own
};

// The tensor with that geometry on self's storage; shares its version counter.
TORCH_API Tensor make_view(const Tensor& self, const ViewGeometry& geometry);

// The geometry a tensor has.
TORCH_API ViewGeometry geometry_of(const Tensor& self);
// A target shape with one -1 filled in. Throws where it does not fit the number of elements.
TORCH_API DimVector infer_view_size(IntArrayRef shape, int64_t numel);
// Strides that give `new_shape` to memory of `old_shape` and `old_stride` without a copy, if there are any.
TORCH_API std::optional<DimVector> compute_view_strides(IntArrayRef old_shape, IntArrayRef old_stride, IntArrayRef new_shape);

} // namespace at::native
