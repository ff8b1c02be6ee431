// The shape of a pointwise loop: the operands' strides broadcast to one shape, dimensions ordered so that memory is walked in order, neighbours merged where every operand allows it.
// TensorIterator and the tile engine stand on it. Dimension 0 is the innermost. Strides are in bytes.
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/util/ArrayRef.h>
#include <c10/core/DimVector.h>
#include <c10/util/SmallVector.h>

namespace at::native {

struct Geometry {
  DimVector shape; // innermost first once `order` ran; merged once `coalesce` ran
  c10::SmallVector<DimVector, 4> strides; // one an operand; empty: to be allocated
  DimVector perm; // perm[i]: the tensor dimension that loop dimension i was before merging
  bool coalesced = false;

  int ndim() const {
    return static_cast<int>(shape.size());
  }
  int64_t numel() const {
    int64_t n = 1;
    for (int64_t s : shape) {
      n *= s;
    }
    return n;
  }

  // Starts from tensor order (outermost first): the common shape, and for each operand its sizes and strides (elements), which broadcast to it.
  void start(IntArrayRef common_shape, size_t operands);
  void set_operand(size_t i, IntArrayRef sizes, IntArrayRef element_strides, int64_t element_size);
  // Picks the order of the dimensions from the operands that have strides, earlier operands first.
  void order();
  // The strides (elements, tensor order) of a result that lies in memory in loop order.
  DimVector dense_strides() const;
  // Gives operand i that layout.
  void set_dense(size_t i, int64_t element_size);
  void coalesce();
  // Whether operand i lies in memory densely in loop order (after coalesce).
  bool is_dense(size_t i, int64_t element_size) const;
  // Whether operand i is one element repeated.
  bool is_repeated(size_t i) const;
};

// The common shape of two shapes under broadcasting; `op` opens the message.
DimVector broadcast_shapes(const char* op, IntArrayRef a, IntArrayRef b);

} // namespace at::native
