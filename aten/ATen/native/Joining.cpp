// cat and stack copy runs of bytes where dtypes and strides allow it; chunk and split are views.
#include <ATen/core/Tensor.h>
#include <ATen/ops/cat.h>
#include <ATen/Parallel.h>
#include <ATen/native/Checks.h>
#include <ATen/native/gemm/Output.h>

#include <cstring>
#include <vector>

namespace at::native {
namespace {

int64_t wrap(const char* op, int64_t dim, int64_t range, const char* of) {
  TORCH_CHECK_INDEX(range > 0, op, ": ", of, " has no dimension, so dim ", dim, " does not exist");
  TORCH_CHECK_INDEX(dim >= -range && dim < range, op, ": Dimension out of range: dim ", dim, " is not in [", -range, ", ", range - 1, "] for ", of);
  return dim < 0 ? dim + range : dim;
}

// Old programs start a list with torch.tensor([]) whatever comes after.
bool skipped(const Tensor& t) {
  return t.dim() == 1 && t.size(0) == 0;
}

ScalarType joined_dtype(TensorList tensors) {
  ScalarType t = tensors[0].scalar_type();
  for (const Tensor& tensor : tensors) t = c10::promoteTypes(t, tensor.scalar_type());
  return t;
}

void check_list(const char* op, TensorList tensors) {
  TORCH_CHECK_VALUE(!tensors.empty(), op, ": tensors must not be an empty list");
  for (size_t i = 0; i < tensors.size(); i++) TORCH_CHECK(tensors[i].defined(), op, ": tensors[", i, "] is undefined");
}

OutputMeta cat_meta(TensorList tensors, int64_t dim) {
  check_list("cat", tensors);
  const Tensor* like = nullptr;  // the first that counts
  for (size_t i = 0; i < tensors.size(); i++) {
    TORCH_CHECK(tensors[i].dim() > 0, "cat: tensors[", i, "] has no dimension and cannot be concatenated");
    if (like == nullptr && !skipped(tensors[i])) like = &tensors[i];
  }
  OutputMeta meta;
  meta.dtype = joined_dtype(tensors);
  if (like == nullptr) {
    wrap("cat", dim, 1, "tensors[0]");
    meta.sizes.push_back(0);
    return meta;
  }
  const int64_t d = wrap("cat", dim, like->dim(), "the tensors");
  meta.sizes.assign(like->sizes().begin(), like->sizes().end());
  meta.sizes[d] = 0;
  for (size_t i = 0; i < tensors.size(); i++) {
    const Tensor& t = tensors[i];
    if (skipped(t)) continue;
    bool fits = t.dim() == like->dim();
    for (int64_t x = 0; fits && x < t.dim(); x++) fits = x == d || t.size(x) == like->size(x);
    TORCH_CHECK(fits, "cat: tensors[", i, "] of shape ", t.sizes(), " does not fit the shape ", like->sizes(), " of another: sizes must agree except in dim ", d);
    TORCH_CHECK(!__builtin_add_overflow(meta.sizes[d], t.size(d), &meta.sizes[d]), "cat: the sizes of dim ", d, " add up to more than a size can hold");
  }
  return meta;
}

// Copies `t` to `begin` of the rows of out: `rows` runs of t, each `run` elements, `pitch` elements apart in out.
void copy_runs(const Tensor& t, Tensor& out, int64_t rows, int64_t run, int64_t pitch, int64_t begin) {
  const int64_t size = static_cast<int64_t>(out.element_size());
  const Tensor source = (t.scalar_type() == out.scalar_type() ? t : t.to(out.scalar_type())).contiguous();
  const char* const from = static_cast<const char*>(source.const_data_ptr());
  char* const to = static_cast<char*>(out.mutable_data_ptr()) + begin * size;
  at::parallel_for(0, rows, std::max<int64_t>(1, 131'072 / std::max<int64_t>(1, run * size)), [&](int64_t r0, int64_t r1) {
    for (int64_t r = r0; r < r1; r++) std::memcpy(to + r * pitch * size, from + r * run * size, static_cast<size_t>(run * size));
  });
}

// out holds, row by row, the runs of all tensors; a row is everything at one index of the dimensions before `dim`.
void join(TensorList tensors, int64_t dim, bool new_dim, Tensor& out) {
  int64_t rows = 1, inner = 1;
  for (int64_t i = 0; i < dim; i++) rows *= out.size(i);
  for (int64_t i = dim + 1; i < out.dim(); i++) inner *= out.size(i);
  const int64_t pitch = out.size(dim) * inner;
  int64_t begin = 0;
  for (const Tensor& t : tensors) {
    if (!new_dim && skipped(t)) continue;
    const int64_t run = (new_dim ? 1 : t.size(dim)) * inner;
    if (t.numel() > 0) copy_runs(t, out, rows, run, pitch, begin);
    begin += run;
  }
}

void join_into(TensorList tensors, int64_t dim, bool new_dim, Tensor& out) {
  if (out.numel() == 0) return;
  Tensor dense = out;
  bool direct = out.is_contiguous();
  for (const Tensor& t : tensors) direct = direct && !shares_memory(out, t);
  if (!direct) dense = at::detail::empty_cpu(out.sizes(), out.scalar_type());
  join(tensors, dim < 0 ? dim + out.dim() : dim, new_dim, dense);
  if (!direct) out.copy_(dense);
}

void cat_cpu(TensorList tensors, int64_t dim, Tensor& out) {
  join_into(tensors, dim, false, out);
}

Tensor concat(TensorList tensors, int64_t dim) {
  return at::cat(tensors, dim);
}

OutputMeta stack_meta(TensorList tensors, int64_t dim) {
  check_list("stack", tensors);
  for (size_t i = 1; i < tensors.size(); i++) {
    TORCH_CHECK(tensors[i].sizes().equals(tensors[0].sizes()), "stack: tensors[", i, "] of shape ", tensors[i].sizes(), " differs from tensors[0] of shape ",
                tensors[0].sizes());
  }
  OutputMeta meta;
  meta.dtype = joined_dtype(tensors);
  meta.sizes.assign(tensors[0].sizes().begin(), tensors[0].sizes().end());
  const int64_t d = wrap("stack", dim, tensors[0].dim() + 1, "the result");
  meta.sizes.insert(meta.sizes.begin() + d, static_cast<int64_t>(tensors.size()));
  return meta;
}
void stack_cpu(TensorList tensors, int64_t dim, Tensor& out) {
  join_into(tensors, dim, true, out);
}

// ---- views

std::vector<Tensor> cut(const Tensor& self, int64_t piece, int64_t pieces, int64_t d) {
  std::vector<Tensor> result;
  result.reserve(static_cast<size_t>(pieces));
  for (int64_t i = 0; i < pieces; i++) {
    result.push_back(self.narrow(d, i * piece, i + 1 < pieces ? piece : self.size(d) - piece * (pieces - 1)));
  }
  return result;
}

std::vector<Tensor> split(const Tensor& self, int64_t split_size, int64_t dim) {
  const int64_t d = wrap("split", dim, self.dim(), "self");
  const int64_t size = self.size(d);
  TORCH_CHECK(split_size >= 0, "split: split_size must not be negative, got ", split_size);
  TORCH_CHECK(split_size > 0 || size == 0, "split: split_size may be 0 only if dim ", d, " of self of shape ", self.sizes(), " is 0");
  if (split_size == 0) return {self.narrow(d, 0, 0)};
  return cut(self, split_size, std::max<int64_t>(1, size / split_size + (size % split_size != 0)), d);
}

std::vector<Tensor> split_with_sizes(const Tensor& self, IntArrayRef split_sizes, int64_t dim) {
  const int64_t d = wrap("split_with_sizes", dim, self.dim(), "self");
  int64_t total = 0;
  for (const int64_t size : split_sizes) {
    TORCH_CHECK(size >= 0 && !__builtin_add_overflow(total, size, &total), "split_with_sizes: split_sizes must hold sizes that are not negative, got ", split_sizes);
  }
  TORCH_CHECK(total == self.size(d), "split_with_sizes: split_sizes ", split_sizes, " add up to ", total, ", but dim ", d, " of self of shape ", self.sizes(),
              " is ", self.size(d));
  std::vector<Tensor> result;
  result.reserve(split_sizes.size());
  int64_t begin = 0;
  for (const int64_t size : split_sizes) {
    result.push_back(self.narrow(d, begin, size));
    begin += size;
  }
  return result;
}

std::vector<Tensor> chunk(const Tensor& self, int64_t chunks, int64_t dim) {
  const int64_t d = wrap("chunk", dim, self.dim(), "self");
  TORCH_CHECK(chunks > 0, "chunk: chunks must be positive, got ", chunks);
  const int64_t size = self.size(d);
  if (size == 0) {  // as many empty pieces as asked for
    TORCH_CHECK(chunks <= (int64_t(1) << 24), "chunk: ", chunks, " pieces of an empty dimension are too many");
    return std::vector<Tensor>(static_cast<size_t>(chunks), self.narrow(d, 0, 0));
  }
  const int64_t piece = size / chunks + (size % chunks != 0);
  return cut(self, piece, (size + piece - 1) / piece, d);
}

}  // namespace
}  // namespace at::native

#include <ATen/native/Joining.stubs.inc>
