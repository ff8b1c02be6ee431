// Dimensions of reductions and the folds over them. See ReduceDims.h.
#include <ATen/native/ReduceDims.h>

#include <algorithm>

namespace at::native {

DimSet dim_set(const char* op, const Tensor& self, OptionalIntArrayRef dims) {
  TORCH_CHECK(self.dim() <= kMaxDims, op, "(): argument 'self' has ", self.dim(), " dimensions, more than the ", kMaxDims, " that can be reduced");
  DimSet set;
  if (!dims.has_value() || dims->empty()) return set.set();
  for (const int64_t dim : *dims) {
    const int64_t d = wrap_dim(op, self, dim);
    TORCH_CHECK(!set[d], op, "(): argument 'dim': dim ", d, " appears multiple times in the list of dims");
    set.set(d);
  }
  return set;
}

int64_t wrap_dim(const char* op, const Tensor& self, int64_t dim) {
  const int64_t range = std::max<int64_t>(1, self.dim());
  TORCH_CHECK_INDEX(dim >= -range && dim < range, op, "(): argument 'dim': Dimension out of range: dim ", dim, " is not in [", -range, ", ", range - 1, "] for self of shape ", self.sizes());
  return dim < 0 ? dim + range : dim;
}

int64_t size_at(const Tensor& self, int64_t wrapped) {
  return self.dim() == 0 ? 1 : self.size(wrapped);
}

OutputMeta reduced_meta(const Tensor& self, const DimSet& dims, bool keepdim, ScalarType dtype) {
  OutputMeta meta;
  meta.dtype = dtype;
  for (int64_t d = 0; d < self.dim(); d++) {
    if (!dims[d]) {
      meta.sizes.push_back(self.size(d));
    } else if (keepdim) {
      meta.sizes.push_back(1);
    }
  }
  return meta;
}

int64_t elements_in(const Tensor& self, const DimSet& dims) {
  int64_t n = 1;
  for (int64_t d = 0; d < self.dim(); d++) n *= dims[d] ? self.size(d) : 1;
  return n;
}

void check_has_elements(const char* op, const Tensor& self, const DimSet& dims, bool named) {
  for (int64_t d = 0; d < self.dim(); d++) {
    if (!dims[d] || self.size(d) != 0) continue;
    TORCH_CHECK_INDEX(!named, op, "(): argument 'self' of shape ", self.sizes(), " has no elements along dim ", d, ", so it has no extreme");
    TORCH_CHECK(false, op, "(): argument 'self' of shape ", self.sizes(), " has no elements, so it has no extreme");
  }
}

namespace {

void merge(DimVector& sizes, DimVector& strides, int64_t size, int64_t stride) {
  if (!sizes.empty() && strides.back() == stride * size) {
    sizes.back() *= size, strides.back() = stride;
  } else {
    sizes.push_back(size), strides.push_back(stride);
  }
}

}  // namespace

Walk::Walk(const Tensor& t, const DimSet& dims, bool pairs) {
  for (int64_t d = 0; d < t.dim(); d++) {
    (dims[d] ? elements : results) *= t.size(d);
    if (t.size(d) != 1) merge(dims[d] ? sizes : kept_sizes, dims[d] ? strides : kept_strides, t.size(d), t.stride(d) * (pairs ? 2 : 1));
  }
  if (pairs) {
    merge(kept_sizes, kept_strides, 2, 1);
    results *= 2;
  }
}

bool Walk::is_columns() const {
  return sizes.size() == 1 && std::find(kept_strides.begin(), kept_strides.end(), 1) != kept_strides.end();
}

Tensor reduced_last(const Tensor& self, const DimSet& dims) {
  DimVector order;
  for (const bool reduced : {false, true}) {
    for (int64_t d = 0; d < self.dim(); d++) {
      if (dims[d] == reduced) order.push_back(d);
    }
  }
  return self.permute(order).contiguous();
}

Walkable::Walkable(const Tensor& self, const DimSet& dims, bool pairs) : source(self), walk(self, dims, pairs) {
  if (walk.is_rows() || walk.is_columns() || walk.elements == 0 || walk.results == 0) return;
  source = reduced_last(self, dims);
  DimSet last;
  for (int64_t d = 0, kept = 0; d < self.dim(); d++) {
    if (dims[d]) last.set(self.dim() - 1 - kept++);
  }
  walk = Walk(source, last, pairs);
}

namespace {

// Folds of `count` neighbouring columns over `rows` rows.
template <class T>
void fold_columns(Fold fold, const T* x, int64_t row_stride, int64_t rows, int64_t count, const T* p, T* out) {
  const auto kernel = reduce_kernels<T>().fold[static_cast<int>(fold)].columns;
  if (rows <= kSumChunk) return kernel(x, row_stride, rows, count, p, out);
  const int64_t chunks = (rows + kSumChunk - 1) / kSumChunk;
  Scratch<T> scratch;
  T* const sums = scratch.take(chunks, count);
  at::parallel_for(0, chunks, std::max<int64_t>(1, 16 / count), [&](int64_t c0, int64_t c1) {
    for (int64_t c = c0; c < c1; c++) {
      kernel(x + c * kSumChunk * row_stride, row_stride, std::min(kSumChunk, rows - c * kSumChunk), count, p, sums + c * count);
    }
  });
  fold_chunks(fold, sums, chunks, count);
  std::copy_n(sums, count, out);
}

}  // namespace

template <class T>
void fold_dims(Fold fold, const Tensor& x, const DimSet& dims, const T* p, T* out, bool pairs) {
  const Walkable w(x, dims, pairs);
  const Walk& walk = w.walk;
  const T* const from = static_cast<const T*>(w.source.const_data_ptr());
  const int64_t n = walk.elements;
  if (walk.results == 0) return;
  if (n == 0) {
    const T nothing = reduce_kernels<T>().fold[static_cast<int>(fold)].row(nullptr, 0, T(0));
    std::fill_n(out, walk.results, nothing);
    return;
  }
  each_walk(
      walk, n <= kFewRows<T> ? kFewRowsColumns : kSumColumns, [&](int64_t i, int64_t at) { out[i] = fold_row(fold, from + at, n, p == nullptr ? T(0) : p[i]); },
      [&](int64_t first, int64_t step, int64_t at, int64_t count) {
        if (step == 1) return fold_columns(fold, from + at, walk.strides[0], n, count, p == nullptr ? nullptr : p + first, out + first);
        T results[kFewRowsColumns], parameters[kFewRowsColumns];
        for (int64_t c = 0; c < count && p != nullptr; c++) parameters[c] = p[first + c * step];
        fold_columns(fold, from + at, walk.strides[0], n, count, parameters, results);
        for (int64_t c = 0; c < count; c++) out[first + c * step] = results[c];
      });
}

template void fold_dims(Fold, const Tensor&, const DimSet&, const float*, float*, bool);
template void fold_dims(Fold, const Tensor&, const DimSet&, const double*, double*, bool);

}  // namespace at::native
