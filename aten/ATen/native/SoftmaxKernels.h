#pragma once
// softmax of rows and of neighbouring columns, compiled once for each instruction set (SoftmaxKernels.cpp). A row and a column of the
// same values need not agree in the last bit: which walk is taken depends on the shape and dim alone.
#include <cstdint>

namespace at::native {

constexpr int64_t kSoftmaxColumns = 256;  // columns that `columns` takes at most

template <class T>
struct SoftmaxKernels {
  // One contiguous row of n > 0 elements; out may be x.
  void (*row)(const T* x, int64_t n, bool log, T* out);
  // `width` columns over n > 0 rows that lie `stride` apart, in x and out alike.
  void (*columns)(const T* x, int64_t stride, int64_t n, int64_t width, bool log, T* out);
};

template <class T> const SoftmaxKernels<T>& softmax_kernels();
template <> const SoftmaxKernels<float>& softmax_kernels<float>();
template <> const SoftmaxKernels<double>& softmax_kernels<double>();

}  // namespace at::native
