// Questions about sizes and strides, answered without a tensor.
#pragma once

#include <c10/macros/Macros.h>
#include <c10/util/ArrayRef.h>
#include <cstdint>

namespace c10 {

// Row-major without gaps; dimensions of size 1 may have any stride, an empty tensor is contiguous.
inline bool _compute_contiguous(IntArrayRef sizes, IntArrayRef strides, int64_t numel) {
  if (numel == 0) {
    return true;
  }
  int64_t expected = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    if (sizes[i] != 1) {
      if (strides[i] != expected) {
        return false;
      }
      expected *= sizes[i];
    }
  }
  return true;
}
C10_API bool _compute_channels_last_contiguous_2d(IntArrayRef sizes, IntArrayRef strides);
C10_API bool _compute_channels_last_contiguous_3d(IntArrayRef sizes, IntArrayRef strides);
// Some permutation of the dimensions is contiguous.
C10_API bool _compute_non_overlapping_and_dense(IntArrayRef sizes, IntArrayRef strides);

} // namespace c10
