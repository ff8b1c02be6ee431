// The operators of ViewScatter.yaml: copy self as it lies, take the view of the copy, write src into it.
#include <ATen/EmptyTensor.h>
#include <ATen/MemoryOverlap.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/diagonal.h>
#include <c10/util/Exception.h>

namespace at::native {
namespace {

// A copy with the same strides and offset, gaps included, so that every view of self has its like in the copy.
Tensor clone_as_it_lies(const Tensor& self) {
  if (at::has_internal_overlap(self) == MemOverlap::Yes) {
    return self.clone();
  }
  const size_t bytes = detail::storage_nbytes(self.sizes(), self.strides(), self.itemsize(), static_cast<size_t>(self.storage_offset()));
  const int64_t elements = static_cast<int64_t>(bytes / self.itemsize());
  return self.as_strided({elements}, {1}, 0).clone().as_strided(self.sizes(), self.strides(), self.storage_offset());
}

void write(const char* op, const Tensor& slice, const Tensor& src) {
  TORCH_CHECK(
      slice.sizes() == src.sizes(), op, "(): argument 'src' is expected to have a size equal to the slice of self. src size = ", src.sizes(), ", slice size = ", slice.sizes());
  slice.copy_(src);
}

Tensor select_scatter(const Tensor& self, const Tensor& src, int64_t dim, int64_t index) {
  Tensor out = clone_as_it_lies(self);
  write("select_scatter", out.select(dim, index), src);
  return out;
}
Tensor slice_scatter(const Tensor& self, const Tensor& src, int64_t dim, std::optional<int64_t> start, std::optional<int64_t> end, int64_t step) {
  Tensor out = clone_as_it_lies(self);
  write("slice_scatter", out.slice(dim, start, end, step), src);
  return out;
}
Tensor diagonal_scatter(const Tensor& self, const Tensor& src, int64_t offset, int64_t dim1, int64_t dim2) {
  Tensor out = clone_as_it_lies(self);
  write("diagonal_scatter", at::diagonal(out, offset, dim1, dim2), src);
  return out;
}
Tensor as_strided_scatter(const Tensor& self, const Tensor& src, IntArrayRef size, IntArrayRef stride, std::optional<int64_t> storage_offset) {
  // Against self's storage first: the copy holds only what self reaches.
  (void)self.as_strided(size, stride, storage_offset);
  Tensor out = clone_as_it_lies(self);
  write("as_strided_scatter", out.as_strided(size, stride, storage_offset), src);
  return out;
}

} // namespace
} // namespace at::native

#include <ATen/native/ViewScatter.stubs.inc>
