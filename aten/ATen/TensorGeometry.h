// The shape of a tensor without its memory.
#pragma once

#include <ATen/core/TensorBase.h>
#include <c10/core/DimVector.h>

namespace at {

// Row-major without gaps.
TORCH_API bool geometry_is_contiguous(IntArrayRef sizes, IntArrayRef strides);

struct TORCH_API TensorGeometry {
  TensorGeometry() = default;
  // A contiguous one.
  explicit TensorGeometry(IntArrayRef sizes);
  explicit TensorGeometry(const TensorBase& t);

  int64_t dim() const { return static_cast<int64_t>(sizes_.size()); }
  // Dimensions count from the end if negative.
  int64_t size(int64_t dim) const;
  int64_t stride(int64_t dim) const;
  IntArrayRef sizes() const { return sizes_; }
  IntArrayRef strides() const { return strides_; }
  int64_t storage_offset() const { return storage_offset_; }
  int64_t numel() const { return numel_; }
  bool is_contiguous() const { return numel_ == 0 || geometry_is_contiguous(sizes_, strides_); }
  TensorGeometry transpose(int64_t dim0, int64_t dim1) const;

 private:
  DimVector sizes_, strides_;
  int64_t storage_offset_ = 0;
  int64_t numel_ = 1;
};

} // namespace at
