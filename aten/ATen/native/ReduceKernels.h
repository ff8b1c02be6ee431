#pragma once
// Folds of many elements into one, and row statistics, compiled once for each instruction set (ReduceKernels.cpp).
//
// A fold of n elements is defined by n alone. Chunks of kSumChunk elements are folded into kSumLanes<T> partial results (lane l
// takes the elements that are l modulo kSumLanes), the partial results are joined in halves, the chunks' results in pairs. A row
// that lies contiguously and a column that lies across rows are two walks of this one definition, so every layout of the same
// values gives the same bits, on every instruction set.
#include <algorithm>
#include <cstdint>

#include <ATen/Parallel.h>
#include <ATen/native/gemm/Scratch.h>

namespace at::native {

// What is folded: a sum of terms made of element x (and a parameter p, one a result), a product, an extreme. NaN wins extremes.
enum class Fold : uint8_t { Sum, SumAbs, SumSquares, SumSquaredDistance, Product, Max, Min };
constexpr int kFolds = 7;
constexpr bool has_parameter(Fold fold) { return fold == Fold::SumSquaredDistance; }  // (x - p)^2

constexpr int64_t kSumChunk = 4096;
template <class T> constexpr int64_t kSumLanes = 128 / sizeof(T);
constexpr int64_t kSumColumns = 128;  // columns that `columns` takes at most
template <class T> constexpr int64_t kFewRows = 4 * kSumLanes<T>;
constexpr int64_t kFewRowsColumns = 2048;  // columns that it takes at most of up to kFewRows<T> rows

template <class T>
struct FoldKernels {
  T (*row)(const T* x, int64_t n, T p);  // n <= kSumChunk elements
  // `width` columns of rows <= kSumChunk elements each; `p` one parameter a column.
  void (*columns)(const T* x, int64_t row_stride, int64_t rows, int64_t width, const T* p, T* out);
};

template <class T>
struct ReduceKernels {
  FoldKernels<T> fold[kFolds];
  void (*normalize)(const T* x, int64_t n, T mean, T scale, const T* weight, const T* bias, T* out);  // (x - mean) * scale * weight + bias
  // Where the first of the largest (smallest) of n > 0 elements is; a NaN is larger (smaller) than all.
  int64_t (*arg_row)(const T* x, int64_t n, bool largest);
  void (*arg_columns)(const T* x, int64_t row_stride, int64_t rows, int64_t width, bool largest, T* best, int64_t* at);
};

template <class T> const ReduceKernels<T>& reduce_kernels();
template <> const ReduceKernels<float>& reduce_kernels<float>();
template <> const ReduceKernels<double>& reduce_kernels<double>();

template <class T>
T join(Fold fold, T a, T b) {
  switch (fold) {
    case Fold::Product: return a * b;
    case Fold::Max: return b != b || b > a ? b : a;
    case Fold::Min: return b != b || b < a ? b : a;
    default: return a + b;
  }
}

// Joins the chunks' results in pairs; `width` results a chunk, one after another. The last stands in the first `width`.
template <class T>
void fold_chunks(Fold fold, T* sums, int64_t chunks, int64_t width) {
  for (; chunks > 1; chunks = (chunks + 1) / 2) {
    for (int64_t i = 0; i < chunks / 2; i++) {
      for (int64_t x = 0; x < width; x++) sums[i * width + x] = join(fold, sums[2 * i * width + x], sums[(2 * i + 1) * width + x]);
    }
    if (chunks % 2 == 1) {
      for (int64_t x = 0; x < width; x++) sums[chunks / 2 * width + x] = sums[(chunks - 1) * width + x];
    }
  }
}

// The fold of a contiguous row of any length.
template <class T>
T fold_row(Fold fold, const T* x, int64_t n, T p = T(0)) {
  const auto kernel = reduce_kernels<T>().fold[static_cast<int>(fold)].row;
  if (n <= kSumChunk) return kernel(x, n, p);
  const int64_t chunks = (n + kSumChunk - 1) / kSumChunk;
  Scratch<T> scratch;
  T* const sums = scratch.take(chunks, 1);
  at::parallel_for(0, chunks, 16, [&](int64_t c0, int64_t c1) {
    for (int64_t c = c0; c < c1; c++) sums[c] = kernel(x + c * kSumChunk, std::min(kSumChunk, n - c * kSumChunk), p);
  });
  fold_chunks(fold, sums, chunks, 1);
  return sums[0];
}

}  // namespace at::native
