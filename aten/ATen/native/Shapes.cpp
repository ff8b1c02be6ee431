// The shapes of Shapes.yaml.
#include <ATen/EmptyTensor.h>
#include <ATen/ExpandUtils.h>
#include <ATen/core/Tensor.h>
#include <ATen/native/ViewGeometry.h>
#include <ATen/ops/stack.h>
#include <c10/core/WrapDimMinimal.h>
#include <c10/util/Exception.h>

#include <string_view>
#include <vector>

namespace at::native {
namespace {

Tensor unflatten(const Tensor& self, int64_t dim, IntArrayRef sizes) {
  TORCH_CHECK(!sizes.empty(), "unflatten(): argument 'sizes': sizes must be non-empty");
  TORCH_CHECK(self.dim() > 0, "unflatten(): argument 'dim': Dimension specified as ", dim, " but tensor has no dimensions");
  const int64_t d = c10::maybe_wrap_dim(dim, self.dim());
  int64_t unknown = 0, known = 1;
  bool overflow = false;
  for (const int64_t size : sizes) {
    TORCH_CHECK(size >= -1, "unflatten(): argument 'sizes' holds the negative size ", size, ": ", sizes);
    unknown += size == -1;
    overflow |= size != -1 && __builtin_mul_overflow(known, size, &known);
  }
  TORCH_CHECK(unknown <= 1, "unflatten(): argument 'sizes': only one dimension can be inferred, got ", sizes);
  TORCH_CHECK(unknown == 0 || known != 0, "unflatten(): argument 'sizes': ", sizes, " leaves the size of -1 open");
  TORCH_CHECK(
      !overflow && (unknown == 1 ? self.size(d) % known == 0 : self.size(d) == known), "unflatten(): argument 'sizes': Provided sizes ", sizes, " don't multiply up to the size of dim ", d, " (",
      self.size(d), ") in the input tensor");
  DimVector shape(self.sizes().begin(), self.sizes().begin() + d);
  for (const int64_t size : sizes) {
    shape.push_back(size == -1 ? self.size(d) / known : size);
  }
  shape.append(self.sizes().begin() + d + 1, self.sizes().end());
  return self.view(shape);
}

Tensor ravel(const Tensor& self) {
  return self.contiguous().view({-1});
}

Tensor reshape_as(const Tensor& self, const Tensor& other) {
  return self.reshape(other.sizes());
}

ViewGeometry reshape_alias_geometry(const Tensor& self, IntArrayRef size, IntArrayRef stride) {
  TORCH_CHECK(size.size() == stride.size(), "_reshape_alias(): argument 'stride' ", stride, " must be as long as argument 'size' ", size);
  for (size_t i = 0; i < size.size(); ++i) {
    TORCH_CHECK(size[i] >= 0 && stride[i] >= 0, "_reshape_alias(): argument 'size' ", size, " and argument 'stride' ", stride, " must not be negative");
  }
  const size_t need = detail::storage_nbytes(size, stride, self.itemsize(), static_cast<size_t>(self.storage_offset()));
  TORCH_CHECK(
      self.is_meta() || need <= self.storage().nbytes(), "_reshape_alias(): argument 'size' ", size, " with strides ", stride, " requires a storage of ", need, " bytes, out of bounds for storage of size ",
      self.storage().nbytes());
  ViewGeometry g;
  g.sizes.assign(size.begin(), size.end());
  g.strides.assign(stride.begin(), stride.end());
  g.offset = self.storage_offset();
  return g;
}

Tensor _reshape_copy(const Tensor& self, IntArrayRef size) {
  return self.clone(MemoryFormat::Contiguous).view(infer_view_size(size, self.numel()));
}

ViewGeometry unfold_geometry(const Tensor& self, int64_t dimension, int64_t size, int64_t step) {
  const int64_t d = c10::maybe_wrap_dim(dimension, self.dim());
  const int64_t length = self.dim() == 0 ? 1 : self.sizes()[d], stride = self.dim() == 0 ? 1 : self.strides()[d];
  TORCH_CHECK(step > 0, "unfold(): argument 'step': step is ", step, " but must be > 0");
  TORCH_CHECK(size >= 0, "unfold(): argument 'size': size is ", size, " but must be >= 0");
  TORCH_CHECK(size <= length, "unfold(): argument 'size': maximum size for tensor at dimension ", dimension, " is ", length, " but size is ", size);
  ViewGeometry g = geometry_of(self);
  g.sizes.push_back(size);
  g.strides.push_back(stride);
  if (self.dim() > 0) {
    g.sizes[d] = (length - size) / step + 1;
    // A stride that overflows belongs to a dimension of one slice.
    int64_t apart;
    g.strides[d] = __builtin_mul_overflow(stride, step, &apart) ? INT64_MAX : apart;
  }
  return g;
}

Tensor broadcast_to(const Tensor& self, IntArrayRef size) {
  return self.expand(size);
}

std::vector<Tensor> broadcast_tensors(TensorList tensors) {
  return expand_outplace(tensors);
}

Tensor atleast_1d(const Tensor& self) {
  return self.dim() == 0 ? self.reshape({1}) : self;
}
Tensor atleast_2d(const Tensor& self) {
  return self.dim() == 0 ? self.reshape({1, 1}) : self.dim() == 1 ? self.unsqueeze(0) : self;
}
Tensor atleast_3d(const Tensor& self) {
  switch (self.dim()) {
    case 0: return self.reshape({1, 1, 1});
    case 1: return self.unsqueeze(0).unsqueeze(-1);
    case 2: return self.unsqueeze(-1);
    default: return self;
  }
}
std::vector<Tensor> of_each(TensorList tensors, Tensor (*f)(const Tensor&)) {
  std::vector<Tensor> result;
  result.reserve(tensors.size());
  for (const Tensor& t : tensors) {
    result.push_back(f(t));
  }
  return result;
}
std::vector<Tensor> atleast_1d_list(TensorList tensors) {
  return of_each(tensors, atleast_1d);
}
std::vector<Tensor> atleast_2d_list(TensorList tensors) {
  return of_each(tensors, atleast_2d);
}
std::vector<Tensor> atleast_3d_list(TensorList tensors) {
  return of_each(tensors, atleast_3d);
}

// ---- grids

std::vector<Tensor> grids_of(TensorList tensors) {
  TORCH_CHECK(!tensors.empty(), "meshgrid(): argument 'tensors': expects a non-empty TensorList");
  DimVector shape;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Tensor& t = tensors[i];
    TORCH_CHECK(t.defined(), "meshgrid(): argument 'tensors': tensors[", i, "] is undefined");
    TORCH_CHECK(t.dim() <= 1, "meshgrid(): argument 'tensors': Expected 0D or 1D tensor in the tensor list but tensors[", i, "] has shape ", t.sizes());
    TORCH_CHECK(t.scalar_type() == tensors[0].scalar_type(), "meshgrid(): argument 'tensors': expects all tensors to have the same dtype, got ", c10::toString(tensors[0].scalar_type()), " and ",
                c10::toString(t.scalar_type()));
    TORCH_CHECK(t.device() == tensors[0].device(), "meshgrid(): argument 'tensors': expects all tensors to have the same device");
    shape.push_back(t.numel());
  }
  std::vector<Tensor> grids;
  grids.reserve(tensors.size());
  for (size_t i = 0; i < tensors.size(); ++i) {
    DimVector alone(tensors.size(), 1);
    alone[i] = -1;
    grids.push_back(tensors[i].reshape(alone).expand(shape));
  }
  return grids;
}

std::vector<Tensor> meshgrid_indexing(TensorList tensors, std::string_view indexing) {
  TORCH_CHECK(indexing == "ij" || indexing == "xy", "meshgrid(): argument 'indexing' must be one of \"xy\" or \"ij\", but received: ", indexing);
  if (indexing == "ij" || tensors.size() < 2) {
    return grids_of(tensors);
  }
  std::vector<Tensor> exchanged(tensors.begin(), tensors.end());
  std::swap(exchanged[0], exchanged[1]);
  std::vector<Tensor> grids = grids_of(exchanged);
  std::swap(grids[0], grids[1]);
  return grids;
}

Tensor cartesian_prod(TensorList tensors) {
  for (size_t i = 0; i < tensors.size(); ++i) {
    TORCH_CHECK(tensors[i].dim() == 1, "cartesian_prod(): argument 'tensors': Expect a 1D vector, but got shape ", tensors[i].sizes());
  }
  if (tensors.size() == 1) {
    return tensors[0];
  }
  std::vector<Tensor> grids = grids_of(tensors);
  for (Tensor& grid : grids) {
    grid = grid.flatten();
  }
  return at::stack(grids, 1);
}

} // namespace
} // namespace at::native

#include <ATen/native/Shapes.stubs.inc>
