#pragma once
// The loops of the product engine that are compiled once for each instruction set (Kernels.cpp). A table of them, with
// the sizes of its register tile, is picked once for the processor that the library runs on.
#include <ATen/native/gemm/Gemm.h>

namespace at::native::gemm {

constexpr int64_t kBlockK = 256;   // K is summed in blocks of this many; part of the result's definition
constexpr int64_t kRowsLimit = 16; // products with min(m, n) up to this take the order "rows"

template <class T>
struct Kernels {
  int64_t lanes;      // elements of a vector
  int64_t tile_rows;  // register tile of the order "tiles": tile_rows x tile_cols
  int64_t tile_cols;

  // Order "rows", columns [n0, n1), A and B contiguous along K (a_col == 1, b_row == 1).
  void (*rows_dot)(const Product<T>& p, int64_t n0, int64_t n1);
  // Order "rows", columns [n0, n1), B contiguous along N (b_col == 1).
  void (*rows_axpy)(const Product<T>& p, int64_t n0, int64_t n1);

  // to[c * to_row + r] = from[r * from_row + c]
  void (*transpose)(const T* from, int64_t from_row, int64_t rows, int64_t cols, T* to, int64_t to_row);

  // Order "tiles". Panels of B: tile_cols columns, one after another for each k, zero filled to the right.
  void (*pack_b)(const T* b, int64_t b_row, int64_t b_col, int64_t k, int64_t n, T* panels);
  // Strips of A: tile_rows rows, one after another for each k. A last strip of fewer rows leaves the rest unset.
  void (*pack_a)(const T* a, int64_t a_row, int64_t a_col, int64_t m, int64_t k, T* strips);

  // One block of K for rows x cols of C (c_col == 1).
  struct Block {
    int64_t rows, cols, k;
    const T* a;           // strips when a_packed
    int64_t a_row, a_col;
    bool a_packed;
    const T* b;           // panels when b_packed, otherwise in place with b_col == 1
    int64_t b_row;
    bool b_packed;
    T* c;
    int64_t c_row;
    bool first, last;     // the first block sets C, others add to it; the last applies the epilogue
    Epilogue<T> epilogue; // bias already moved to this block's corner
  };
  void (*tiles)(const Block& block);
};

template <class T> const Kernels<T>& kernels();
template <> const Kernels<float>& kernels<float>();
template <> const Kernels<double>& kernels<double>();

}  // namespace at::native::gemm
