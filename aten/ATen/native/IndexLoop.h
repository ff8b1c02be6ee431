// One loop for everything that moves elements along an indexed dimension: gather, scatter, index_select, index_add, index_put,
// take, embedding and their like. A tensor with a dimension that an index runs over (`table`) stands against one that has the
// index's shape (`values`); the loop turns indices into byte offsets, checked, and hands whole rows to a function that knows
// the elements' size or type.
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/DimVector.h>

#include <cstdint>
#include <limits>

namespace at::native {

// What happens to a row. `values` are `step` bytes apart.
struct RowOps {
  // table[offsets[i]] with values[i], i in order; offsets in elements
  void (*indexed)(char* table, const int64_t* offsets, char* values, int64_t step, int64_t n);
  // table[i * table_step] with values[i]: all under one index
  void (*line)(char* table, int64_t table_step, char* values, int64_t step, int64_t n);
};

// Copies of elements of 1, 2, 4, 8 or 16 bytes, out of the table and into it.
const RowOps& gather_rows(int64_t element_size);
const RowOps& scatter_rows(int64_t element_size);
enum class Accumulate : uint8_t { Add, Multiply, Max, Min };
// Combines values into the table. No float16, bfloat16 (callers compute in float), no Max and Min of complex numbers.
const RowOps& accumulate_rows(Accumulate op, ScalarType dtype);

// What an index may be, and how messages speak of it.
struct IndexRange {
  const char* op;
  const char* argument = "index";
  int64_t dim = 0;
  int64_t size = std::numeric_limits<int64_t>::max();
  bool negative = false; // counted from the end
  bool runtime_error = false; // what is out of range is a RuntimeError, as in PyTorch's gather and scatter
};

struct IndexLoop {
  // Strides in bytes. Operands: 0 the table, 1 the values, 2 the index.
  static constexpr int kOperands = 3;
  int64_t element_size = 1;
  DimVector outer_sizes;
  DimVector outer_strides[kOperands];
  int64_t n = 1; // along the indexed dimension
  int64_t n_strides[kOperands] = {0, 0, 0}; // of the table: bytes from one index to the next
  int64_t inner = 1; // the innermost of the other dimensions
  int64_t inner_strides[kOperands] = {0, 0, 0};
  char* base[kOperands] = {nullptr, nullptr, nullptr};
  bool index_is_int32 = false;

  // `sizes`: the values' shape. Strides of table and values in elements, one for each dimension; the table's at `dim` is that
  // of the indexed dimension. `index` has strides in elements for each dimension too.
  IndexLoop(IntArrayRef sizes, int64_t dim, char* table, IntArrayRef table_strides, char* values, IntArrayRef value_strides, int64_t element_size, const Tensor& index, IntArrayRef index_strides);

  // `ordered`: values under one index are taken in their order, by one thread.
  void run(const RowOps& ops, const IndexRange& range, bool ordered) const;
};

// The usual calls. `index` has as many dimensions as `values` (gather, scatter) or one (index_select).
void run_gather(const char* op, Tensor& out, const Tensor& self, int64_t dim, const Tensor& index);
void run_scatter(const RowOps& ops, const char* op, Tensor& self, int64_t dim, const Tensor& index, const Tensor& src);
void run_select(const IndexRange& range, Tensor& out, const Tensor& self, int64_t dim, const Tensor& index);
void run_select_into(const RowOps& ops, const IndexRange& range, Tensor& self, int64_t dim, const Tensor& index, const Tensor& src);

// dim counted from 0; a 0-dim tensor has the dimensions 0 and -1.
int64_t wrap_dim(const char* op, int64_t dim, const Tensor& self);
[[noreturn]] void fail_index(const IndexRange& range, int64_t index);
// Elements of a 0-dim tensor as those of a vector of one.
Tensor at_least_1d(const Tensor& t);
void check_index_dtype(const char* op, const char* argument, const Tensor& index);

} // namespace at::native
