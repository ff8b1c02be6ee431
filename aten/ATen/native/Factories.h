// What the sections that make tensors from numbers share: the arguments of every factory, and results written in pieces.
#pragma once

#include <ATen/EmptyTensor.h>
#include <ATen/MemoryOverlap.h>
#include <ATen/Parallel.h>
#include <ATen/core/Tensor.h>
#include <ATen/native/Resize.h>
#include <ATen/native/TypeProperties.h>
#include <ATen/native/cpu/Pointwise.h>
#include <ATen/native/cpu/TileLoaders.h>
#include <c10/util/Exception.h>
#include <algorithm>

namespace at::native {

using OptType = std::optional<ScalarType>;
using OptLayout = std::optional<Layout>;
using OptDevice = std::optional<Device>;
using OptBool = std::optional<bool>;
using OptFormat = std::optional<MemoryFormat>;

inline TensorOptions factory_options(const char* op, ScalarType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  TORCH_CHECK_NOT_IMPLEMENTED(!pin_memory.value_or(false), op, ": pinned memory is not supported (argument pin_memory is true)");
  TORCH_CHECK_NOT_IMPLEMENTED(layout.value_or(Layout::Strided) == Layout::Strided, op, ": argument layout is ", *layout,
                              "; only strided tensors are supported");
  return TensorOptions().dtype(dtype).device(device.value_or(Device(DeviceType::CPU))).layout(Layout::Strided);
}

// Every element of the new or given tensor becomes the number.
inline void fill_all(const Tensor& out, const Scalar& value, const char* op) {
  if (!out.is_meta()) {
    assert_no_internal_overlap(out, op);
    fill_tiles(out, value, op);
  }
}

// The elements of `out` in their order, computed in pieces: f(first, n, T* values), converted to out's dtype.
template <class T, class F>
void write_sequence(const Tensor& out, const char* op, F f) {
  if (out.is_meta()) {
    return;
  }
  assert_no_internal_overlap(out, op);
  const Tensor target = out.is_contiguous() ? out : detail::empty_cpu(out.sizes(), out.scalar_type());
  char* const data = static_cast<char*>(target.mutable_data_ptr());
  const int64_t itemsize = static_cast<int64_t>(target.itemsize());
  constexpr ScalarType from = c10::CppTypeToScalarType<T>::value;
  const ScalarType to = target.scalar_type();
  at::parallel_for(0, target.numel(), 32768, [&](int64_t begin, int64_t end) {
    constexpr int64_t kPiece = 512;
    T values[kPiece];
    for (int64_t i = begin; i < end; i += kPiece) {
      const int64_t n = std::min(kPiece, end - i);
      f(i, n, values);
      convert(from, values, to, data + i * itemsize, static_cast<size_t>(n));
    }
  });
  if (!target.is_same(out)) {
    copy_tiles(out, target);
  }
}

}  // namespace at::native
