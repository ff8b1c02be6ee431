#pragma once
// Sums and row statistics, compiled once for each instruction set (ReduceKernels.cpp).
//
// A sum of n elements is defined by n alone. Chunks of kSumChunk elements are summed in kSumLanes<T> partial sums (lane l
// takes the elements that are l modulo kSumLanes), the partial sums are folded in halves, the chunks' sums are added in
// pairs. A row that lies contiguously and a column that lies across rows are two walks of this one definition, so every
// layout of the same values gives the same bits, on every instruction set.
#include <algorithm>
#include <cstdint>

#include <ATen/Parallel.h>
#include <ATen/native/gemm/Scratch.h>

namespace at::native {

constexpr int64_t kSumChunk = 4096;
template <class T> constexpr int64_t kSumLanes = 128 / sizeof(T);
constexpr int64_t kSumColumns = 128;  // columns that `columns` takes at most

template <class T>
struct ReduceKernels {
  T (*row)(const T* x, int64_t n);                                                          // sum of n <= kSumChunk elements
  void (*columns)(const T* x, int64_t row_stride, int64_t rows, int64_t width, T* out);    // sums of `width` columns, rows <= kSumChunk
  T (*squares)(const T* x, int64_t n, T mean);                                              // sum of (x - mean)^2, n <= kSumChunk
  void (*normalize)(const T* x, int64_t n, T mean, T scale, const T* weight, const T* bias, T* out);  // (x - mean) * scale * weight + bias
};

template <class T> const ReduceKernels<T>& reduce_kernels();
template <> const ReduceKernels<float>& reduce_kernels<float>();
template <> const ReduceKernels<double>& reduce_kernels<double>();

// Adds the sums of the chunks in pairs; `width` sums a chunk, one after another. The result stands in the first `width`.
template <class T>
void fold_chunks(T* sums, int64_t chunks, int64_t width) {
  for (; chunks > 1; chunks = (chunks + 1) / 2) {
    for (int64_t i = 0; i < chunks / 2; i++) {
      for (int64_t x = 0; x < width; x++) sums[i * width + x] = sums[2 * i * width + x] + sums[(2 * i + 1) * width + x];
    }
    if (chunks % 2 == 1) {
      for (int64_t x = 0; x < width; x++) sums[chunks / 2 * width + x] = sums[(chunks - 1) * width + x];
    }
  }
}

// The sum of a contiguous row of any length, or of its squared distances from a mean.
template <class T>
T sum_row(const T* x, int64_t n, const T* mean = nullptr) {
  const ReduceKernels<T>& kern = reduce_kernels<T>();
  const auto chunk_sum = [&](int64_t chunk) {
    const int64_t count = std::min(kSumChunk, n - chunk * kSumChunk);
    return mean == nullptr ? kern.row(x + chunk * kSumChunk, count) : kern.squares(x + chunk * kSumChunk, count, *mean);
  };
  if (n <= kSumChunk) return chunk_sum(0);
  const int64_t chunks = (n + kSumChunk - 1) / kSumChunk;
  Scratch<T> scratch;
  T* const sums = scratch.take(chunks, 1);
  at::parallel_for(0, chunks, 16, [&](int64_t c0, int64_t c1) {
    for (int64_t c = c0; c < c1; c++) sums[c] = chunk_sum(c);
  });
  fold_chunks(sums, chunks, 1);
  return sums[0];
}

}  // namespace at::native
