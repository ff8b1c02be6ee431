// The operators of Diagonal.yaml; a matrix is made by writing through its diagonal's view.
#include <ATen/core/Tensor.h>
#include <ATen/native/ViewGeometry.h>
#include <ATen/ops/diag_embed.h>
#include <ATen/ops/diagonal.h>
#include <ATen/ops/zeros.h>
#include <c10/core/ScalarType.h>
#include <c10/core/WrapDimMinimal.h>
#include <c10/util/Exception.h>

#include <algorithm>

namespace at::native {
namespace {

ViewGeometry diagonal_geometry(const Tensor& self, int64_t offset, int64_t dim1, int64_t dim2) {
  const int64_t a = c10::maybe_wrap_dim(dim1, self.dim()), b = c10::maybe_wrap_dim(dim2, self.dim());
  TORCH_CHECK(a != b, "diagonal(): argument 'dim2': diagonal dimensions cannot be identical ", dim1, ", ", dim2);
  ViewGeometry g = geometry_of(self);
  const int64_t rows = g.sizes[a], columns = g.sizes[b];
  // Rows and columns before the first element; compared before anything is negated, since offset may be any number.
  const int64_t down = offset < 0 ? (offset < -rows ? rows : -offset) : 0, right = offset > 0 ? std::min(offset, columns) : 0;
  const int64_t size = std::max<int64_t>(std::min(rows - down, columns - right), 0);
  const int64_t stride = g.strides[a] + g.strides[b];
  if (size > 0) {
    g.offset += down * g.strides[a] + right * g.strides[b];
  }
  for (const int64_t d : {std::max(a, b), std::min(a, b)}) {
    g.sizes.erase(g.sizes.begin() + d);
    g.strides.erase(g.strides.begin() + d);
  }
  g.sizes.push_back(size);
  g.strides.push_back(stride);
  return g;
}

Tensor linalg_diagonal(const Tensor& A, int64_t offset, int64_t dim1, int64_t dim2) {
  return at::diagonal(A, offset, dim1, dim2);
}

Tensor diag_embed(const Tensor& self, int64_t offset, int64_t dim1, int64_t dim2) {
  const int64_t dims = self.dim() + 1;
  const int64_t a = c10::maybe_wrap_dim(dim1, dims), b = c10::maybe_wrap_dim(dim2, dims);
  TORCH_CHECK(a != b, "diag_embed(): argument 'dim2': diagonal dimensions cannot be identical ", dim1, ", ", dim2);
  int64_t width;
  TORCH_CHECK(
      offset != INT64_MIN && !__builtin_add_overflow(self.size(-1), offset < 0 ? -offset : offset, &width), "diag_embed(): argument 'offset' is ", offset,
      "; the matrix is larger than a size can say");
  DimVector sizes(self.sizes().begin(), self.sizes().end() - 1);
  sizes.insert(sizes.begin() + std::min(a, b), width);
  sizes.insert(sizes.begin() + std::max(a, b), width);
  Tensor out = at::zeros(sizes, self.options());
  at::diagonal(out, offset, a, b).copy_(self);
  return out;
}

Tensor diag(const Tensor& self, int64_t diagonal) {
  TORCH_CHECK(self.dim() == 1 || self.dim() == 2, "diag(): argument 'self': Supports 1D or 2D tensors. Got ", self.dim(), "D");
  return self.dim() == 1 ? at::diag_embed(self, diagonal) : at::diagonal(self, diagonal).clone(MemoryFormat::Contiguous);
}

Tensor diagflat(const Tensor& self, int64_t offset) {
  return at::diag_embed(self.reshape({-1}), offset);
}

Tensor block_diag(TensorList tensors) {
  if (tensors.empty()) {
    return at::zeros({1, 0});
  }
  ScalarType dtype = tensors[0].scalar_type();
  int64_t rows = 0, columns = 0;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Tensor& t = tensors[i];
    TORCH_CHECK(t.dim() <= 2, "block_diag(): argument 'tensors': Input tensors must have 2 or fewer dimensions. Input ", i, " has ", t.dim(), " dimensions");
    TORCH_CHECK(t.device() == tensors[0].device(), "block_diag(): argument 'tensors': input tensors must all be on the same device. Input 0 is on ", tensors[0].device().str(), " and input ", i,
                " is on ", t.device().str());
    dtype = c10::promoteTypes(dtype, t.scalar_type());
    TORCH_CHECK(
        !__builtin_add_overflow(rows, t.dim() == 2 ? t.size(0) : 1, &rows) && !__builtin_add_overflow(columns, t.dim() == 0 ? 1 : t.size(-1), &columns),
        "block_diag(): argument 'tensors': the sizes add up to more than a size can hold");
  }
  Tensor out = at::zeros({rows, columns}, tensors[0].options().dtype(dtype));
  int64_t row = 0, column = 0;
  for (const Tensor& t : tensors) {
    const int64_t height = t.dim() == 2 ? t.size(0) : 1, width = t.dim() == 0 ? 1 : t.size(-1);
    out.narrow(0, row, height).narrow(1, column, width).copy_(t);
    row += height;
    column += width;
  }
  return out;
}

} // namespace
} // namespace at::native

#include <ATen/native/Diagonal.stubs.inc>
