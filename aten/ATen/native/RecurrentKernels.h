#pragma once
// The pass over an LSTM cell's gates, compiled once for each instruction set (RecurrentKernels.cpp).
#include <cstdint>

namespace at::native {

template <class T>
struct RecurrentKernels {
  // One row. from_input and from_hidden hold 4 * hidden sums each, added here; c is the old cell state. Writes h_out and c_out.
  void (*lstm)(const T* from_input, const T* from_hidden, const T* c, int64_t hidden, T* h_out, T* c_out);
};

template <class T> const RecurrentKernels<T>& recurrent_kernels();
template <> const RecurrentKernels<float>& recurrent_kernels<float>();
template <> const RecurrentKernels<double>& recurrent_kernels<double>();

}  // namespace at::native
