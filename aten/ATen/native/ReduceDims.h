#pragma once
// What every reduction shares: which dimensions go, the shape that is left, how the elements of one result are walked, and the
// folds over dimensions. A result depends on the values alone, not on their layout or the number of threads.
#include <ATen/Parallel.h>
#include <ATen/core/Tensor.h>
#include <ATen/native/Checks.h>
#include <ATen/native/ReduceKernels.h>

#include <bitset>
#include <optional>
#include <type_traits>

namespace at::native {

constexpr int64_t kMaxDims = 64;
using DimSet = std::bitset<kMaxDims>;

// The dimensions named; all of them when there is no list or an empty one.
DimSet dim_set(const char* op, const Tensor& self, OptionalIntArrayRef dims);
// One dimension, counted from 0; of a 0-dim tensor 0 and -1 are valid.
int64_t wrap_dim(const char* op, const Tensor& self, int64_t dim);
int64_t size_at(const Tensor& self, int64_t wrapped);  // 1 of a 0-dim tensor
OutputMeta reduced_meta(const Tensor& self, const DimSet& dims, bool keepdim, ScalarType dtype);
// How many elements make up one result.
int64_t elements_in(const Tensor& self, const DimSet& dims);
// Throws where a reduced dimension has no elements: an extreme of nothing does not exist. `named`: whether the caller named the dimensions.
void check_has_elements(const char* op, const Tensor& self, const DimSet& dims, bool named);
// Half and BFloat16 are computed in float.
inline ScalarType wide_dtype(ScalarType t) { return t == ScalarType::Half || t == ScalarType::BFloat16 ? ScalarType::Float : t; }

// A tensor seen by a reduction: dimensions of size one dropped, neighbours of the same kind that lie in one run merged.
struct Walk {
  DimVector kept_sizes, kept_strides, sizes, strides;  // strides in elements; the latter two are the reduced dimensions
  int64_t results = 1, elements = 1;

  // `pairs`: each element is two reals, which become one more kept dimension.
  Walk(const Tensor& t, const DimSet& dims, bool pairs = false);
  // Where the elements of result i begin.
  int64_t offset(int64_t i) const {
    if (kept_sizes.size() == 1) return i * kept_strides[0];
    int64_t at = 0;
    for (size_t d = kept_sizes.size(); d-- > 0;) {
      at += i % kept_sizes[d] * kept_strides[d];
      i /= kept_sizes[d];
    }
    return at;
  }
  bool is_rows() const { return sizes.empty() || (sizes.size() == 1 && strides[0] == 1); }
  bool is_columns() const;
};

// `self` with the reduced dimensions last, contiguous: every result's elements are one run.
Tensor reduced_last(const Tensor& self, const DimSet& dims);

// A tensor whose walk is of rows or of columns: self, or a copy where it lies otherwise.
struct Walkable {
  Tensor source;
  Walk walk;
  Walkable(const Tensor& self, const DimSet& dims, bool pairs = false);
};

// row(result, its first element) for each result whose elements are one run, else columns(first element, columns, write), where
// `write(c, value)` sets the result of column c.
template <class Row, class Columns>
void each_walk(const Walk& walk, int64_t most_columns, const Row& row, const Columns& columns) {
  const int64_t n = std::max<int64_t>(walk.elements, 1);
  if (walk.is_rows()) {
    at::parallel_for(0, walk.results, std::max<int64_t>(1, 65'536 / n), [&](int64_t i0, int64_t i1) {
      for (int64_t i = i0; i < i1; i++) row(i, walk.offset(i));
    });
    return;
  }
  // The kept dimension that lies contiguously is walked a few columns at a time; the others are counted.
  size_t unit = 0;
  while (walk.kept_strides[unit] != 1) unit++;
  int64_t inner = 1;
  for (size_t d = unit + 1; d < walk.kept_sizes.size(); d++) inner *= walk.kept_sizes[d];
  const int64_t width = walk.kept_sizes[unit], blocks = (width + most_columns - 1) / most_columns;
  const int64_t groups = walk.results / width * blocks;
  at::parallel_for(0, groups, std::max<int64_t>(1, 65'536 / (std::min(width, most_columns) * n)), [&](int64_t g0, int64_t g1) {
    for (int64_t g = g0; g < g1; g++) {
      const int64_t c = g % blocks * most_columns, count = std::min(most_columns, width - c);
      const int64_t other = g / blocks;
      const int64_t first = (other / inner * width + c) * inner + other % inner;  // result of the block's first column
      columns(first, inner, walk.offset(first), count);
    }
  });
}

// out[i] = the fold of the elements of result i, in order; `p` one parameter a result where the fold has one.
template <class T> void fold_dims(Fold fold, const Tensor& x, const DimSet& dims, const T* p, T* out, bool pairs = false);
extern template void fold_dims(Fold, const Tensor&, const DimSet&, const float*, float*, bool);
extern template void fold_dims(Fold, const Tensor&, const DimSet&, const double*, double*, bool);

// A fold whose order is free, of any type: op(so far, element), from `init`; op joins two partial results too where A is T.
template <class T, class A, class Term, class Join>
void fold_free(const Tensor& self, const DimSet& dims, A init, const Term& term, const Join& joined, A* out) {
  const Walkable w(self, dims);
  const T* const x = w.source.template const_data_ptr<T>();
  const int64_t n = w.walk.elements, stride = w.walk.is_rows() ? 1 : w.walk.strides[0];
  constexpr int64_t kLanes = 16, kColumns = 64;
  each_walk(
      w.walk, kColumns,
      [&](int64_t i, int64_t from) {
        A part[kLanes];  // which the compiler keeps in vectors
        std::fill_n(part, kLanes, init);
        int64_t k = 0;
        for (; k + kLanes <= n; k += kLanes) {
          for (int64_t l = 0; l < kLanes; l++) part[l] = joined(part[l], term(x[from + k + l]));
        }
        for (; k < n; k++) part[0] = joined(part[0], term(x[from + k]));
        for (int64_t l = 1; l < kLanes; l++) part[0] = joined(part[0], part[l]);
        out[i] = part[0];
      },
      [&](int64_t first, int64_t step, int64_t from, int64_t count) {
        A part[kColumns];
        std::fill_n(part, kColumns, init);
        for (int64_t k = 0; k < n; k++) {
          const T* const line = x + from + k * stride;
          for (int64_t c = 0; c < count; c++) part[c] = joined(part[c], term(line[c]));
        }
        for (int64_t c = 0; c < count; c++) out[first + c * step] = part[c];
      });
}

// f(result, its elements) for each result of a reduction; elements lie one after another.
template <class T, class F>
void each_run(const Tensor& self, const DimSet& dims, const F& f) {
  const Tensor source = reduced_last(self, dims);
  const int64_t n = elements_in(self, dims), results = n == 0 ? 0 : self.numel() / n;
  const T* from = source.template const_data_ptr<T>();
  at::parallel_for(0, results, std::max<int64_t>(1, 32'768 / std::max<int64_t>(n, 1)), [&](int64_t i0, int64_t i1) {
    for (int64_t i = i0; i < i1; i++) f(i, from + i * n, n);
  });
}

}  // namespace at::native
