// The orders of dimensions of Axes.yaml.
#include <ATen/core/Tensor.h>
#include <ATen/native/ViewGeometry.h>
#include <ATen/ops/conj.h>
#include <ATen/ops/mT.h>
#include <c10/core/WrapDimMinimal.h>
#include <c10/util/Exception.h>

#include <algorithm>

namespace at::native {
namespace {

using c10::maybe_wrap_dim;

// Dimension order[i] of self becomes dimension i.
ViewGeometry reordered(const Tensor& self, IntArrayRef order) {
  ViewGeometry g;
  g.offset = self.storage_offset();
  for (const int64_t d : order) {
    g.sizes.push_back(self.sizes()[d]);
    g.strides.push_back(self.strides()[d]);
  }
  return g;
}

// A list of dimensions counted from 0, each once.
DimVector distinct_dims(IntArrayRef dims, int64_t n, const char* name) {
  DimVector wrapped;
  for (const int64_t d : dims) {
    wrapped.push_back(maybe_wrap_dim(d, n));
    TORCH_CHECK(std::find(wrapped.begin(), wrapped.end() - 1, wrapped.back()) == wrapped.end() - 1, "movedim: repeated dim in `", name, "` (", dims, ")");
  }
  return wrapped;
}

ViewGeometry movedim_geometry(const Tensor& self, IntArrayRef source, IntArrayRef destination) {
  TORCH_CHECK(
      source.size() == destination.size(), "movedim: Invalid source or destination dims: source (", source, " dims) should contain the same number of dims as destination (", destination, " dims)");
  const int64_t n = self.dim();
  const DimVector from = distinct_dims(source, n, "source"), to = distinct_dims(destination, n, "destination");
  if (n == 0) {
    return geometry_of(self);
  }
  DimVector order(static_cast<size_t>(n), -1);
  for (size_t i = 0; i < from.size(); ++i) {
    order[to[i]] = from[i];
  }
  int64_t next = 0;
  for (int64_t& place : order) {
    if (place < 0) {
      while (std::find(from.begin(), from.end(), next) != from.end()) {
        ++next;
      }
      place = next++;
    }
  }
  return reordered(self, order);
}
ViewGeometry movedim_one_geometry(const Tensor& self, int64_t source, int64_t destination) {
  return movedim_geometry(self, {source}, {destination});
}

ViewGeometry swapped_geometry(const Tensor& self, int64_t dim0, int64_t dim1) {
  const int64_t a = maybe_wrap_dim(dim0, self.dim()), b = maybe_wrap_dim(dim1, self.dim());
  ViewGeometry g = geometry_of(self);
  if (a != b) {
    std::swap(g.sizes[a], g.sizes[b]);
    std::swap(g.strides[a], g.strides[b]);
  }
  return g;
}

ViewGeometry reversed_geometry(const Tensor& self) {
  ViewGeometry g = geometry_of(self);
  std::reverse(g.sizes.begin(), g.sizes.end());
  std::reverse(g.strides.begin(), g.strides.end());
  return g;
}

void check_matrices(const char* op, const Tensor& self) {
  TORCH_CHECK(self.dim() != 1, op, " is only supported on matrices or batches of matrices. Got 1-D tensor.");
}

ViewGeometry matrix_geometry(const Tensor& self) {
  check_matrices("tensor.mT", self);
  return self.dim() == 0 ? geometry_of(self) : swapped_geometry(self, -2, -1);
}

Tensor conjugate_transposed(const Tensor& self) {
  return at::conj(self.dim() == 0 ? self : at::mT(self));
}
Tensor matrix_h(const Tensor& self) {
  TORCH_CHECK(self.dim() == 0 || self.dim() == 2, "tensor.H is only supported on matrices (2-D tensors). Got ", self.dim(), "-D tensor.",
              self.dim() > 2 ? " For batches of matrices, consider using tensor.mH" : "");
  return conjugate_transposed(self);
}
Tensor mh(const Tensor& self) {
  check_matrices("tensor.mH", self);
  return conjugate_transposed(self);
}
Tensor adjoint(const Tensor& self) {
  check_matrices("tensor.adjoint()", self);
  return conjugate_transposed(self);
}

} // namespace
} // namespace at::native

#include <ATen/native/Axes.stubs.inc>
