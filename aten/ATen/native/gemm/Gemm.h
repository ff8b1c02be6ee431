#pragma once
// The product engine: C = alpha * (A x B) + beta * bias for every dtype, with strides on every operand.
//
// Linear, mm, bmm, conv1d and lstm_cell all end here. The engine picks one of three orders of summation, by the sizes
// m, n and k alone, and then a way to walk memory that suits the strides:
//   rows   min(m, n) <= 16: vector lanes run over K, partial sum l takes the k that are l modulo the lane count
//   tiles  otherwise: a register tile of C, K in blocks of kBlockK, each block summed in order
//   plain  integers and complex numbers: one sum in order of K
// So an element of the result has the same bits for every layout of A and B, and for every thread count: threads share
// tiles of C, never K. Half and BFloat16 are computed in float and rounded once.
#include <cstdint>

#include <c10/util/BFloat16.h>
#include <c10/util/Half.h>
#include <c10/util/complex.h>

namespace at::native::gemm {

// The type in which products of T are summed and scaled.
template <class T> struct Accumulate { using type = T; };
template <> struct Accumulate<c10::Half> { using type = float; };
template <> struct Accumulate<c10::BFloat16> { using type = float; };
template <class T> using accumulate_t = typename Accumulate<T>::type;

// What happens to a finished sum: c = alpha * sum + beta * bias(i, j). Strides of zero broadcast a bias row or column.
template <class T>
struct Epilogue {
  const T* bias = nullptr;
  int64_t bias_row = 0, bias_col = 0;
  accumulate_t<T> alpha = accumulate_t<T>(1), beta = accumulate_t<T>(1);
};

// One product. A is m x k, B is k x n, C is m x n; strides count elements. C overlaps nothing else, bias included.
template <class T>
struct Product {
  int64_t m = 0, n = 0, k = 0;
  const T* a = nullptr;
  int64_t a_row = 0, a_col = 1;
  const T* b = nullptr;
  int64_t b_row = 0, b_col = 1;
  T* c = nullptr;
  int64_t c_row = 0, c_col = 1;
  Epilogue<T> epilogue;
};

// Computes one product. Instantiated for every numeric dtype but bool.
template <class T> void product(const Product<T>& p);

// Runs `count` products of the same sizes whose operands lie `a_step`, `b_step`, `c_step`, `bias_step` elements apart.
template <class T>
void batched_product(const Product<T>& first, int64_t count, int64_t a_step, int64_t b_step, int64_t c_step, int64_t bias_step);

}  // namespace at::native::gemm
