// How operands come into tiles and results go out of them: gather and scatter along a Geometry, conversion between dtypes of contiguous elements. None of it depends on an operator.
#pragma once

#include <ATen/native/cpu/Geometry.h>
#include <c10/core/ScalarType.h>

namespace at::native {

// `n` elements from loop position `begin` on of the operand with these strides, to contiguous memory.
void gather(const Geometry& g, const DimVector& strides, int64_t element_size, const char* base, int64_t begin, int64_t n, char* out);
// The reverse.
void scatter(const Geometry& g, const DimVector& strides, int64_t element_size, char* base, int64_t begin, int64_t n, const char* in);

// Where an operand is transposed against the loop order, a tile is a block of the loop's innermost dimension and of that operand's own innermost one, so that each cache line it
// touches is used whole. `dim` 0: no operand is.
struct Blocks {
  static constexpr int64_t kColumns = 64, kRows = 16; // one tile of elements
  int dim = 0;
  int64_t along0 = 0, along1 = 0, count = 0; // blocks along dimension 0, along `dim`, in all
};
Blocks plan_blocks(const Geometry& g, const int64_t* element_sizes);
// Block number `b`: `index` becomes the position of its first element; the block's columns and rows.
struct BlockSize {
  int64_t columns, rows;
};
BlockSize locate_block(const Geometry& g, const Blocks& blocks, int64_t b, DimVector& index);
int64_t offset_of(const DimVector& index, const DimVector& strides);
// A block from and to contiguous memory of `columns` elements a row.
void gather_block(int64_t stride0, int64_t stride1, int64_t element_size, const char* from, BlockSize size, char* to);
void scatter_block(int64_t stride0, int64_t stride1, int64_t element_size, char* to, BlockSize size, const char* from);

// Contiguous to contiguous. Numbers out of an integer's range wrap through int64 as the processor does, never trap; to bool: not equal to 0; complex to real: the real part.
using ConvertFn = void (*)(const void* in, void* out, size_t n);
// Null where the pair is the same dtype (copy the bytes) or a dtype has no arithmetic.
ConvertFn converter(c10::ScalarType from, c10::ScalarType to);
// float from and to Half and BFloat16 (TileConvert.cpp); null for other pairs. `converter` asks it first.
ConvertFn small_float_converter(c10::ScalarType from, c10::ScalarType to);
// With the copy of bytes for equal dtypes; throws a named error where there is no conversion.
void convert(c10::ScalarType from, const void* in, c10::ScalarType to, void* out, size_t n);

// A copy that does not disturb the caches; for results larger than they are.
void stream_copy(void* out, const void* in, size_t bytes);
// Results of this many bytes and more are streamed: half of the last-level cache.
size_t stream_threshold();

} // namespace at::native
