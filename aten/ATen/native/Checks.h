// What operators check and say. The generated stubs test conditions inline and call these functions when one fails; each
// opens its message with operator and argument. OutputMeta is what a `meta:` function returns.
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

[[noreturn]] TORCH_API void fail_defined(const char* op, const char* name);
[[noreturn]] TORCH_API void fail_same_device(const char* op, const char* name, const Tensor& a, const char* other_name, const Tensor& b);
[[noreturn]] TORCH_API void fail_same_dtype(const char* op, const char* name, const Tensor& a, const char* other_name, const Tensor& b);
// `accepted` has bit (1 << ScalarType) of each dtype.
[[noreturn]] TORCH_API void fail_dtype(const char* op, const char* name, const Tensor& t, uint32_t accepted);
[[noreturn]] TORCH_API void fail_dim(const char* op, const char* name, const Tensor& t, int64_t dims);
[[noreturn]] TORCH_API void fail_dim_in(const char* op, const char* name, const Tensor& t, int64_t least, int64_t most);
[[noreturn]] TORCH_API void fail_min_dim(const char* op, const char* name, const Tensor& t, int64_t least);
[[noreturn]] TORCH_API void fail_in_dim(const char* op, const char* name, const Tensor& t, int64_t dim);
[[noreturn]] TORCH_API void fail_size(const char* op, const char* name, const Tensor& t, int64_t dim, int64_t size);
[[noreturn]] TORCH_API void fail_same_size(const char* op, const char* name, const Tensor& a, const char* other_name, const Tensor& b);
[[noreturn]] TORCH_API void fail_same_numel(const char* op, const char* name, const Tensor& a, const char* other_name, const Tensor& b);
[[noreturn]] TORCH_API void fail_empty(const char* op, const char* name, const Tensor& t);
[[noreturn]] TORCH_API void fail_contiguous(const char* op, const char* name);
[[noreturn]] TORCH_API void fail_require(const char* op, const std::string& what);

// "float32, int64" of a set of dtypes, in the order of their codes.
TORCH_API std::string dtype_names(uint32_t dtypes);

} // namespace checks
} // namespace at::native
