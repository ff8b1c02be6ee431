// How operands come into tiles and results go out of them: gather and scatter along a Geometry, conversion between dtypes of contiguous elements. None of it depends on an operator.
#pragma once

#include <ATen/native/cpu/Geometry.h>
#include <c10/core/ScalarType.h>

namespace at::native {

// `n` elements from loop position `begin` on of the operand with these strides, to contiguous memory.
void gather(const Geometry& g, const DimVector& strides, int64_t element_size, const char* base, int64_t begin, int64_t n, char* out);
// The reverse.
void scatter(const Geometry& g, const DimVector& strides, int64_t element_size, char* base, int64_t begin, int64_t n, const char* in);

// Contiguous to contiguous. Numbers out of an integer's range wrap through int64 as the processor does, never trap; to bool: not equal to 0; complex to real: the real part.
using ConvertFn = void (*)(const void* in, void* out, size_t n);
// Null where the pair is the same dtype (copy the bytes) or a dtype has no arithmetic.
ConvertFn converter(c10::ScalarType from, c10::ScalarType to);
// With the copy of bytes for equal dtypes; throws a named error where there is no conversion.
void convert(c10::ScalarType from, const void* in, c10::ScalarType to, void* out, size_t n);

// A copy that does not disturb the caches; for results larger than they are.
void stream_copy(void* out, const void* in, size_t bytes);
// Results of this many bytes and more are streamed: half of the last-level cache.
size_t stream_threshold();

} // namespace at::native
