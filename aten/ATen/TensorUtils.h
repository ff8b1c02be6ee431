// Checks of arguments, for kernels written by hand; entries write them under `checks:` (docs/operators.md). A failed one throws a c10::Error that opens with operator and argument:
//
//     at::checkDim("twice", {self, "self", 1}, 2);      // twice(): argument 'self' must have 2 dimensions, its shape is [3]
//
// Undefined tensors are skipped by the checks of several tensors, so optional arguments can be among them.
#pragma once

#include <ATen/TensorGeometry.h>
#include <ATen/core/Tensor.h>
#include <c10/core/Backend.h>
#include <c10/core/DeviceType.h>
#include <c10/core/Layout.h>

#include <optional>
#include <vector>

namespace at {

using c10::Backend;

// A tensor with its name and place (from 1) among the arguments; a reference, for the time of a check.
struct TORCH_API TensorArg {
  const Tensor& tensor;
  const char* name;
  int pos;
  TensorArg(const Tensor& tensor_, const char* name_, int pos_) : tensor(tensor_), name(name_), pos(pos_) {}
  TensorArg(Tensor&&, const char*, int) = delete;
  const Tensor* operator->() const { return &tensor; }
  const Tensor& operator*() const { return tensor; }
};

// The same of a shape alone.
struct TORCH_API TensorGeometryArg {
  TensorGeometry tensor;
  const char* name;
  int pos;
  TensorGeometryArg(TensorArg arg) : tensor(arg.tensor), name(arg.name), pos(arg.pos) {}
  TensorGeometryArg(TensorGeometry tensor_, const char* name_, int pos_) : tensor(std::move(tensor_)), name(name_), pos(pos_) {}
  const TensorGeometry* operator->() const { return &tensor; }
  const TensorGeometry& operator*() const { return tensor; }
};

// The operator that checks, as messages name it.
using CheckedFrom = const char*;

TORCH_API void checkDefined(CheckedFrom c, const TensorArg& t);
TORCH_API void checkAllDefined(CheckedFrom c, ArrayRef<TensorArg> t);

TORCH_API void checkDim(CheckedFrom c, const Tensor& tensor, const char* name, int pos, int64_t dim);
TORCH_API void checkDim(CheckedFrom c, const TensorGeometryArg& t, int64_t dim);
// dim_start <= number of dimensions < dim_end.
TORCH_API void checkDimRange(CheckedFrom c, const TensorGeometryArg& t, int64_t dim_start, int64_t dim_end);
TORCH_API void checkSameDim(CheckedFrom c, const TensorGeometryArg& t1, const TensorGeometryArg& t2);

TORCH_API void checkSize(CheckedFrom c, const TensorGeometryArg& t, IntArrayRef sizes);
TORCH_API void checkSize(CheckedFrom c, const TensorGeometryArg& t, int64_t dim, int64_t size);
TORCH_API void checkSameSize(CheckedFrom c, const TensorArg& t1, const TensorArg& t2);
TORCH_API void checkAllSameSize(CheckedFrom c, ArrayRef<TensorArg> tensors);
TORCH_API void checkNumel(CheckedFrom c, const TensorGeometryArg& t, int64_t numel);
TORCH_API void checkSameNumel(CheckedFrom c, const TensorArg& t1, const TensorArg& t2);
TORCH_API void checkAllSameNumel(CheckedFrom c, ArrayRef<TensorArg> tensors);
TORCH_API void checkContiguous(CheckedFrom c, const TensorGeometryArg& t);
TORCH_API void checkAllContiguous(CheckedFrom c, ArrayRef<TensorArg> ts);
// `tensor` has `dim` dimensions and `size` in dimension `dim_size`.
TORCH_API void check_dim_size(const Tensor& tensor, int64_t dim, int64_t dim_size, int64_t size);

TORCH_API void checkScalarType(CheckedFrom c, const TensorArg& t, ScalarType s);
TORCH_API void checkScalarTypes(CheckedFrom c, const TensorArg& t, ArrayRef<ScalarType> l);
// One dtype, layout and kind of device.
TORCH_API void checkSameType(CheckedFrom c, const TensorArg& t1, const TensorArg& t2);
TORCH_API void checkAllSameType(CheckedFrom c, ArrayRef<TensorArg> tensors);

// Both are on one GPU.
TORCH_API void checkSameGPU(CheckedFrom c, const TensorArg& t1, const TensorArg& t2);
TORCH_API void checkAllSameGPU(CheckedFrom c, ArrayRef<TensorArg> tensors);
TORCH_API void checkDeviceType(CheckedFrom c, ArrayRef<Tensor> tensors, DeviceType device_type);
TORCH_API void checkBackend(CheckedFrom c, ArrayRef<Tensor> t, Backend backend);
TORCH_API void checkLayout(CheckedFrom c, const Tensor& t, Layout layout);
TORCH_API void checkLayout(CheckedFrom c, ArrayRef<Tensor> tensors, Layout layout);

// The data of a tensor, null of an undefined one.
TORCH_API void* maybe_data_ptr(const Tensor& tensor);
TORCH_API void* maybe_data_ptr(const TensorArg& tensor);

namespace detail {
TORCH_API std::vector<int64_t> defaultStrides(IntArrayRef sizes);
// Strides that show the memory in a new shape, where that needs no copy.
TORCH_API std::optional<std::vector<int64_t>> computeStride(IntArrayRef oldshape, IntArrayRef oldstride, IntArrayRef newshape);
} // namespace detail

} // namespace at
