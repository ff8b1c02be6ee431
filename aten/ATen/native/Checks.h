// What operators check and say. The generated stubs test conditions inline and call these functions when one fails, and so do the checks of
// <ATen/TensorUtils.h> for kernels written by hand: one sentence each, which opens with operator and argument. OutputMeta is what a `meta:` function returns.
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/DimVector.h>
#include <c10/core/ScalarType.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace at::native {

// Sizes, dtype and (unless contiguous) strides of a result.
struct OutputMeta {
  c10::DimVector sizes;
  ScalarType dtype = ScalarType::Undefined;
  c10::DimVector strides = {};
};

namespace checks {

// An argument as messages name it: `self`, or `tensors[2]` of a list.
struct Argument {
  const char* name;
  int64_t item = -1;
  constexpr Argument(const char* name_, int64_t item_ = -1) : name(name_), item(item_) {}
};
TORCH_API std::string str(Argument argument);

[[noreturn]] TORCH_API void fail_defined(const char* op, Argument name);
[[noreturn]] TORCH_API void fail_same_device(const char* op, Argument name, c10::Device a, Argument other, c10::Device b);
[[noreturn]] TORCH_API void fail_device_type(const char* op, Argument name, c10::Device device, std::string_view accepted);
[[noreturn]] TORCH_API void fail_layout(const char* op, Argument name, c10::Layout layout, c10::Layout accepted);
[[noreturn]] TORCH_API void fail_same_dtype(const char* op, Argument name, ScalarType a, Argument other, ScalarType b);
// `accepted` has bit (1 << ScalarType) of each dtype.
[[noreturn]] TORCH_API void fail_dtype(const char* op, Argument name, ScalarType dtype, uint64_t accepted);
[[noreturn]] TORCH_API void fail_dim(const char* op, Argument name, IntArrayRef sizes, int64_t dims);
[[noreturn]] TORCH_API void fail_dim_in(const char* op, Argument name, IntArrayRef sizes, int64_t least, int64_t most);
[[noreturn]] TORCH_API void fail_min_dim(const char* op, Argument name, IntArrayRef sizes, int64_t least);
[[noreturn]] TORCH_API void fail_same_dim(const char* op, Argument name, IntArrayRef a, Argument other, IntArrayRef b);
[[noreturn]] TORCH_API void fail_in_dim(const char* op, Argument name, IntArrayRef sizes, int64_t dim);
[[noreturn]] TORCH_API void fail_size(const char* op, Argument name, IntArrayRef sizes, int64_t dim, int64_t size);
[[noreturn]] TORCH_API void fail_sizes(const char* op, Argument name, IntArrayRef sizes, IntArrayRef wanted);
[[noreturn]] TORCH_API void fail_same_size(const char* op, Argument name, IntArrayRef a, Argument other, IntArrayRef b);
[[noreturn]] TORCH_API void fail_numel(const char* op, Argument name, IntArrayRef sizes, int64_t numel);
[[noreturn]] TORCH_API void fail_same_numel(const char* op, Argument name, IntArrayRef a, Argument other, IntArrayRef b);
[[noreturn]] TORCH_API void fail_empty(const char* op, Argument name, IntArrayRef sizes);
[[noreturn]] TORCH_API void fail_contiguous(const char* op, Argument name);
[[noreturn]] TORCH_API void fail_require(const char* op, const std::string& what);

// "Float, Long" of a set of dtypes, in the order of their codes.
TORCH_API std::string dtype_names(uint64_t dtypes);

} // namespace checks
} // namespace at::native
