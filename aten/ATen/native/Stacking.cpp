// The compositions of Stacking.yaml.
#include <ATen/core/Tensor.h>
#include <ATen/ops/atleast_1d.h>
#include <ATen/ops/atleast_2d.h>
#include <ATen/ops/atleast_3d.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/zeros.h>
#include <c10/core/WrapDimMinimal.h>
#include <c10/util/Exception.h>

#include <vector>

namespace at::native {
namespace {

void check_any(const char* op, TensorList tensors) {
  TORCH_CHECK(!tensors.empty(), op, "(): argument 'tensors': ", op, " expects a non-empty TensorList");
}

Tensor hstack(TensorList tensors) {
  check_any("hstack", tensors);
  const std::vector<Tensor> given = at::atleast_1d(tensors);
  return at::cat(given, given[0].dim() == 1 ? 0 : 1);
}
Tensor vstack(TensorList tensors) {
  check_any("vstack", tensors);
  return at::cat(at::atleast_2d(tensors), 0);
}
Tensor dstack(TensorList tensors) {
  check_any("dstack", tensors);
  return at::cat(at::atleast_3d(tensors), 2);
}
Tensor column_stack(TensorList tensors) {
  check_any("column_stack", tensors);
  std::vector<Tensor> columns;
  columns.reserve(tensors.size());
  for (const Tensor& t : tensors) {
    columns.push_back(t.dim() <= 1 ? t.reshape({t.numel(), 1}) : t);
  }
  return at::cat(columns, 1);
}
Tensor _stack(TensorList tensors, int64_t dim) {
  return at::stack(tensors, dim);
}

Tensor _chunk_cat(TensorList tensors, int64_t dim, int64_t num_chunks) {
  TORCH_CHECK(!tensors.empty(), "_chunk_cat(): argument 'tensors': expects a non-empty input tensor list");
  TORCH_CHECK(num_chunks > 0, "_chunk_cat(): argument 'num_chunks': expects positive num_chunks, got ", num_chunks);
  const int64_t d = c10::maybe_wrap_dim(dim, tensors[0].dim());
  DimVector sizes;
  int64_t width = 0;
  std::vector<int64_t> widths;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Tensor& t = tensors[i];
    TORCH_CHECK(t.numel() > 0, "_chunk_cat(): argument 'tensors': expects non-empty tensor, but tensors[", i, "] has shape ", t.sizes());
    TORCH_CHECK(t.scalar_type() == tensors[0].scalar_type(), "_chunk_cat(): argument 'tensors': expects all input tensors with the same dtype");
    TORCH_CHECK(t.device() == tensors[0].device(), "_chunk_cat(): argument 'tensors': expects all input tensors on the same device");
    TORCH_CHECK(
        t.dim() > d && t.sizes().slice(0, d).equals(tensors[0].sizes().slice(0, d)), "_chunk_cat(): argument 'tensors': _chunk_cat expects same sizes of 0,...,dim-1 dimensions, but tensors[", i,
        "] has shape ", t.sizes(), " and tensors[0] ", tensors[0].sizes());
    // Of each index before dim: pieces of `rows` indices of dim.
    int64_t inner = 1;
    for (int64_t k = d + 1; k < t.dim(); ++k) {
      inner *= t.size(k);
    }
    const int64_t rows = t.size(d) / num_chunks + (t.size(d) % num_chunks != 0);
    int64_t piece;
    TORCH_CHECK(!__builtin_mul_overflow(rows, inner, &piece) && !__builtin_add_overflow(width, piece, &width), "_chunk_cat(): argument 'tensors': the pieces add up to more than a size can hold");
    widths.push_back(piece);
  }
  sizes.assign(tensors[0].sizes().begin(), tensors[0].sizes().begin() + d);
  sizes.push_back(num_chunks);
  sizes.push_back(width);
  Tensor out = at::zeros(sizes, tensors[0].options());
  int64_t begin = 0;
  for (size_t i = 0; i < tensors.size(); ++i) {
    // The elements of one index before dim fill whole pieces, then a part of one.
    const Tensor flat = tensors[i].flatten(d);
    const int64_t n = flat.size(-1), full = n / widths[i], rest = n % widths[i];
    const Tensor columns = out.narrow(-1, begin, widths[i]);
    DimVector shape(flat.sizes().begin(), flat.sizes().end() - 1);
    shape.push_back(full);
    shape.push_back(widths[i]);
    if (full > 0) {
      columns.narrow(d, 0, full).copy_(flat.narrow(-1, 0, full * widths[i]).reshape(shape));
    }
    if (rest > 0) {
      columns.select(d, full).narrow(-1, 0, rest).copy_(flat.narrow(-1, full * widths[i], rest));
    }
    begin += widths[i];
  }
  return out;
}

} // namespace
} // namespace at::native

#include <ATen/native/Stacking.stubs.inc>
