// The cuts of Splitting.yaml: each gives the geometries of its pieces.
#include <ATen/core/Tensor.h>
#include <ATen/native/ViewGeometry.h>
#include <ATen/ops/tensor_split.h>
#include <c10/core/WrapDimMinimal.h>
#include <c10/util/Exception.h>

#include <algorithm>
#include <vector>

namespace at::native {
namespace {

using Pieces = std::vector<ViewGeometry>;

// As many pieces, each yet the whole of self.
Pieces whole(const Tensor& self, int64_t pieces) {
  return Pieces(static_cast<size_t>(pieces), geometry_of(self));
}
// The whole becomes the indices [begin, end) of dimension d; none where end is not after begin.
void keep(ViewGeometry& g, int64_t d, int64_t begin, int64_t end) {
  if (begin < g.sizes[d]) { // past the end there is no address, and the product may not fit
    g.offset += begin * g.strides[d];
  }
  g.sizes[d] = std::max<int64_t>(end - begin, 0);
}

// What a program may ask for; each piece is a tensor of its own.
constexpr int64_t kMostPieces = int64_t(1) << 24;

Pieces cut_evenly(const char* op, const Tensor& self, int64_t sections, int64_t d) {
  TORCH_CHECK(sections > 0, op, "(): argument 'sections': number of sections must be larger than 0, got ", sections);
  TORCH_CHECK(sections <= kMostPieces, op, "(): argument 'sections': ", sections, " pieces are too many");
  const int64_t size = self.size(d), each = size / sections, longer = size % sections;
  Pieces pieces = whole(self, sections);
  for (int64_t i = 0, begin = 0; i < sections; ++i) {
    const int64_t end = begin + each + (i < longer);
    keep(pieces[i], d, begin, end);
    begin = end;
  }
  return pieces;
}

// ---- split, split_with_sizes, chunk

int64_t pieces_dim(const char* op, const Tensor& self, int64_t dim) {
  const int64_t dims = self.dim();
  TORCH_CHECK(dims > 0, op, "(): argument 'self': ", op, " expects at least a 1-dimensional tensor");
  TORCH_CHECK_INDEX(dim >= -dims && dim < dims, op, "(): argument 'dim': Dimension out of range (expected to be in range of [", -dims, ", ", dims - 1, "], but got dim ", dim, ")");
  return dim < 0 ? dim + dims : dim;
}

// All pieces have `each` indices but the last, which has what is left.
Pieces cut_by(const Tensor& self, int64_t each, int64_t pieces, int64_t d) {
  const int64_t size = self.size(d);
  Pieces result = whole(self, pieces);
  for (int64_t i = 0; i < pieces; ++i) {
    keep(result[i], d, i * each, i + 1 < pieces ? (i + 1) * each : size);
  }
  return result;
}

Pieces split_geometry(const Tensor& self, int64_t split_size, int64_t dim) {
  const int64_t d = pieces_dim("split", self, dim), size = self.size(d);
  TORCH_CHECK(split_size >= 0, "split(): argument 'split_size': split expects split_size be non-negative, but got split_size=", split_size);
  TORCH_CHECK(
      split_size > 0 || size == 0, "split(): argument 'split_size': split_size can only be 0 if dimension size is 0, but got dimension size of ", size, " in shape ", self.sizes());
  const int64_t pieces = split_size == 0 ? 1 : std::max<int64_t>(1, size / split_size + (size % split_size != 0));
  return cut_by(self, pieces == 1 ? size : split_size, pieces, d);
}

Pieces split_with_sizes_geometry(const Tensor& self, IntArrayRef split_sizes, int64_t dim) {
  const int64_t d = pieces_dim("split_with_sizes", self, dim);
  int64_t total = 0;
  for (const int64_t size : split_sizes) {
    TORCH_CHECK(
        size >= 0 && !__builtin_add_overflow(total, size, &total),
        "split_with_sizes(): argument 'split_sizes': split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes=", split_sizes);
  }
  TORCH_CHECK(
      total == self.size(d), "split_with_sizes(): argument 'split_sizes': split_with_sizes expects split_sizes to sum exactly to ", self.size(d), " (input tensor's size at dimension ", d,
      "), but got split_sizes=", split_sizes);
  Pieces pieces = whole(self, static_cast<int64_t>(split_sizes.size()));
  int64_t begin = 0;
  for (size_t i = 0; i < split_sizes.size(); ++i) {
    keep(pieces[i], d, begin, begin + split_sizes[i]);
    begin += split_sizes[i];
  }
  return pieces;
}

Pieces chunk_geometry(const Tensor& self, int64_t chunks, int64_t dim) {
  const int64_t d = pieces_dim("chunk", self, dim), size = self.size(d);
  TORCH_CHECK(chunks > 0, "chunk(): argument 'chunks': chunk expects `chunks` to be greater than 0, got: ", chunks);
  if (size == 0) { // as many empty pieces as asked for
    TORCH_CHECK(chunks <= kMostPieces, "chunk(): argument 'chunks': ", chunks, " pieces of an empty dimension are too many");
    return whole(self, chunks);
  }
  const int64_t each = size / chunks + (size % chunks != 0);
  return cut_by(self, each, (size + each - 1) / each, d);
}

// ---- tensor_split

// An index counts from the end if negative, and is clamped to the dimension; an interval that goes back is empty.
Pieces cut_before(const Tensor& self, IntArrayRef indices, int64_t d) {
  const int64_t size = self.size(d);
  const auto place = [size](int64_t i) { return std::clamp<int64_t>(i < 0 ? i + size : i, 0, size); };
  Pieces pieces = whole(self, static_cast<int64_t>(indices.size()) + 1);
  int64_t begin = 0;
  for (size_t i = 0; i < indices.size(); ++i) {
    const int64_t end = place(indices[i]);
    keep(pieces[i], d, begin, end);
    begin = end;
  }
  keep(pieces.back(), d, begin, size);
  return pieces;
}

int64_t split_dim(const Tensor& self, int64_t dim) {
  TORCH_CHECK(self.dim() > 0, "tensor_split(): argument 'self' is expected to be at least a 1-dimensional tensor, but got a tensor with 0 dims");
  return c10::maybe_wrap_dim(dim, self.dim());
}
Pieces tensor_split_sections(const Tensor& self, int64_t sections, int64_t dim) {
  return cut_evenly("tensor_split", self, sections, split_dim(self, dim));
}
Pieces tensor_split_indices(const Tensor& self, IntArrayRef indices, int64_t dim) {
  return cut_before(self, indices, split_dim(self, dim));
}

std::vector<Tensor> tensor_split_tensor(const Tensor& self, const Tensor& how, int64_t dim) {
  TORCH_CHECK(self.dim() > 0, "tensor_split(): argument 'self' is expected to be at least a 1-dimensional tensor, but got a tensor with 0 dims");
  TORCH_CHECK(
      how.scalar_type() == ScalarType::Long, "tensor_split(): argument 'tensor_indices_or_sections' is expected to have dtype of long, but got ", c10::toString(how.scalar_type()));
  TORCH_CHECK(how.is_cpu(), "tensor_split(): argument 'tensor_indices_or_sections' is expected to be on cpu, but it's on ", how.device().str());
  TORCH_CHECK(
      how.dim() <= 1, "tensor_split(): argument 'tensor_indices_or_sections' is expected to be a zero-dimensional or one-dimensional tensor, but got a tensor with ", how.dim(), " dims");
  if (how.dim() == 0) {
    return at::tensor_split(self, how.item<int64_t>(), dim);
  }
  const Tensor dense = how.contiguous();
  return at::tensor_split(self, IntArrayRef(dense.const_data_ptr<int64_t>(), static_cast<size_t>(dense.numel())), dim);
}

// ---- hsplit, vsplit, dsplit

int64_t named_dim(const char* op, const Tensor& self, int64_t least, int64_t d) {
  TORCH_CHECK(self.dim() >= least, op, "(): argument 'self': torch.", op, " requires a tensor with at least ", least, " dimension, but got a tensor with ", self.dim(), " dimensions!");
  return self.dim() == 1 ? 0 : d;
}
Pieces cut_equally(const char* op, const Tensor& self, int64_t sections, int64_t d) {
  TORCH_CHECK(
      sections != 0 && self.size(d) % sections == 0, op, "(): argument 'sections': torch.", op, " attempted to split along dimension ", d, ", but the size of the dimension ", self.size(d),
      " is not divisible by the split_size ", sections, "!");
  return cut_evenly(op, self, sections, d);
}
Pieces hsplit_sections(const Tensor& self, int64_t sections) {
  return cut_equally("hsplit", self, sections, named_dim("hsplit", self, 1, 1));
}
Pieces hsplit_indices(const Tensor& self, IntArrayRef indices) {
  return cut_before(self, indices, named_dim("hsplit", self, 1, 1));
}
Pieces vsplit_sections(const Tensor& self, int64_t sections) {
  return cut_equally("vsplit", self, sections, named_dim("vsplit", self, 2, 0));
}
Pieces vsplit_indices(const Tensor& self, IntArrayRef indices) {
  return cut_before(self, indices, named_dim("vsplit", self, 2, 0));
}
Pieces dsplit_sections(const Tensor& self, int64_t sections) {
  return cut_equally("dsplit", self, sections, named_dim("dsplit", self, 3, 2));
}
Pieces dsplit_indices(const Tensor& self, IntArrayRef indices) {
  return cut_before(self, indices, named_dim("dsplit", self, 3, 2));
}

// ---- the unsafe ones

std::vector<Tensor> unsafe_split(const Tensor& self, int64_t split_size, int64_t dim) {
  return self.split(split_size, dim);
}
std::vector<Tensor> unsafe_split_with_sizes(const Tensor& self, IntArrayRef split_sizes, int64_t dim) {
  return self.split(split_sizes, dim);
}
std::vector<Tensor> unsafe_chunk(const Tensor& self, int64_t chunks, int64_t dim) {
  return self.chunk(chunks, dim);
}

} // namespace
} // namespace at::native

#include <ATen/native/Splitting.stubs.inc>
