// cat and stack copy runs of bytes where dtypes and strides allow it.
#include <ATen/EmptyTensor.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/cat.h>
#include <ATen/Parallel.h>
#include <ATen/native/Checks.h>
#include <ATen/native/cpu/Pointwise.h>
#include <ATen/native/cpu/StridedCopy.h>
#include <c10/util/ArrayRef.h>
#include <c10/util/SmallVector.h>

#include <algorithm>
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
  // A format that all tensors have is the result's.
  const MemoryFormat format = like->suggest_memory_format();
  bool common = format != MemoryFormat::Contiguous;
  for (const Tensor& t : tensors) common = common && t.suggest_memory_format() == format;
  if (common) meta.strides = at::detail::strides_for(meta.sizes, format);
  return meta;
}

// Copies a contiguous tensor into `rows` runs of `run` bytes, `pitch` bytes apart.
void copy_runs(const Tensor& t, char* to, int64_t rows, int64_t run, int64_t pitch) {
  const char* const from = static_cast<const char*>(t.const_data_ptr());
  at::parallel_for(0, rows, std::max<int64_t>(1, 131'072 / run), [&](int64_t r0, int64_t r1) {
    if (run == 4 || run == 8 || run == 16) {
      with_element(run, [&](auto element) {
        for (int64_t r = r0; r < r1; r++) std::memcpy(to + r * pitch, from + r * run, sizeof(element));
      });
      return;
    }
    for (int64_t r = r0; r < r1; r++) move_bytes(to + r * pitch, from + r * run, run);
  });
}

// A contiguous tensor of the result's dtype gives `run` bytes to each row.
struct Run {
  const char* from;
  int64_t bytes;
};
// Row after row, so that the result is written from front to back.
void copy_rows(c10::ArrayRef<Run> runs, char* to, int64_t rows, int64_t pitch) {
  at::parallel_for(0, rows, std::max<int64_t>(1, 131'072 / pitch), [&](int64_t r0, int64_t r1) {
    for (int64_t r = r0; r < r1; r++) {
      char* at = to + r * pitch;
      for (const Run& run : runs) {
        move_bytes(at, run.from + r * run.bytes, run.bytes);
        at += run.bytes;
      }
    }
  });
}

// out holds, row by row, the runs of all tensors; a row is everything at one index of the dimensions before `dim`.
void join_into(TensorList tensors, int64_t dim, bool new_dim, Tensor& out) {
  if (out.numel() == 0) return;
  const int64_t d = dim < 0 ? dim + out.dim() : dim;
  int64_t rows = 1, inner = static_cast<int64_t>(out.element_size());
  for (int64_t i = 0; i < d; i++) rows *= out.size(i);
  for (int64_t i = d + 1; i < out.dim(); i++) inner *= out.size(i);
  const auto plain = [&](const Tensor& t) { return t.is_contiguous() && t.scalar_type() == out.scalar_type(); };
  const auto counts = [&](const Tensor& t) { return t.numel() > 0 && (new_dim || !skipped(t)); };
  char* const to = static_cast<char*>(out.mutable_data_ptr());
  const int64_t pitch = out.size(d) * inner;

  c10::SmallVector<Run, 8> runs;
  bool together = out.is_contiguous() && rows > 1;
  for (const Tensor& t : tensors) {
    if (!counts(t)) continue;
    runs.push_back({static_cast<const char*>(t.const_data_ptr()), (new_dim ? 1 : t.size(d)) * inner});
    together = together && plain(t) && runs.back().bytes > 16;
  }
  if (together) return copy_rows(runs, to, rows, pitch);

  int64_t begin = 0;
  for (const Tensor& t : tensors) {
    if (!counts(t)) continue;
    const int64_t width = new_dim ? 1 : t.size(d);
    if (plain(t) && out.is_contiguous()) {
      copy_runs(t, to + begin * inner, rows, width * inner, pitch);
    } else {
      copy_tiles(new_dim ? out.select(d, begin) : out.narrow(d, begin, width), t);
    }
    begin += width;
  }
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

}  // namespace
}  // namespace at::native

#include <ATen/native/Joining.stubs.inc>
