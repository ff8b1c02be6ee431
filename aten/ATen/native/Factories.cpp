// Tensors from sizes and numbers: the kernels of Factories.yaml.
#include <ATen/EmptyTensor.h>
#include <ATen/Parallel.h>
#include <ATen/core/Tensor.h>
#include <ATen/native/OperatorStub.h>
#include <ATen/native/TypeProperties.h>
#include <ATen/native/cpu/Geometry.h>
#include <ATen/native/cpu/Pointwise.h>
#include <ATen/native/cpu/TileLoaders.h>
#include <c10/util/Exception.h>
#include <cmath>

namespace at::native {

using OptType = std::optional<ScalarType>;
using OptLayout = std::optional<Layout>;
using OptDevice = std::optional<Device>;
using OptBool = std::optional<bool>;
using OptFormat = std::optional<MemoryFormat>;

static TensorOptions options(const char* op, ScalarType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  TORCH_CHECK_NOT_IMPLEMENTED(!pin_memory.value_or(false), op, ": pinned memory is not supported (argument pin_memory is true)");
  TORCH_CHECK_NOT_IMPLEMENTED(layout.value_or(Layout::Strided) == Layout::Strided, op, ": argument layout is ", *layout, "; only strided tensors are supported");
  return TensorOptions().dtype(dtype).device(device.value_or(Device(DeviceType::CPU))).layout(Layout::Strided);
}

static Tensor empty(IntArrayRef size, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory, OptFormat memory_format) {
  if (C10_LIKELY(!layout && !device && !pin_memory && !memory_format)) {
    return detail::empty_cpu(size, dtype ? *dtype : default_dtype());
  }
  return detail::empty(size, options("aten::empty", dtype ? *dtype : default_dtype(), layout, device, pin_memory), memory_format);
}

static Tensor empty_strided(IntArrayRef size, IntArrayRef stride, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return detail::empty_strided(size, stride, options("aten::empty_strided", dtype ? *dtype : default_dtype(), layout, device, pin_memory));
}

static Tensor empty_like(const Tensor& self, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory, OptFormat memory_format) {
  const TensorOptions o = options("aten::empty_like", dtype.value_or(self.scalar_type()), layout.has_value() ? layout : OptLayout(self.layout()), device.has_value() ? device : OptDevice(self.device()), pin_memory);
  const MemoryFormat format = memory_format.value_or(MemoryFormat::Preserve);
  if (format != MemoryFormat::Preserve) {
    return detail::empty(self.sizes(), o, format);
  }
  if (self.is_contiguous()) {
    return detail::empty(self.sizes(), o);
  }
  if (self.is_non_overlapping_and_dense()) {
    return detail::empty_strided(self.sizes(), self.strides(), o);
  }
  Geometry g;
  g.start(self.sizes(), 1);
  g.set_operand(0, self.sizes(), self.strides(), 1);
  g.order();
  return detail::empty_strided(self.sizes(), g.dense_strides(), o);
}

static Tensor filled(Tensor out, const Scalar& value, const char* op) {
  if (!out.is_meta()) {
    fill_tiles(out, value, op);
  }
  return out;
}

static Tensor zeros(IntArrayRef size, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return filled(detail::empty(size, options("aten::zeros", dtype ? *dtype : default_dtype(), layout, device, pin_memory)), Scalar(0), "aten::zeros");
}
static Tensor zeros_like(const Tensor& self, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory, OptFormat memory_format) {
  return filled(native::empty_like(self, dtype, layout, device, pin_memory, memory_format), Scalar(0), "aten::zeros_like");
}
static Tensor ones(IntArrayRef size, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return filled(detail::empty(size, options("aten::ones", dtype ? *dtype : default_dtype(), layout, device, pin_memory)), Scalar(1), "aten::ones");
}
static Tensor ones_like(const Tensor& self, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory, OptFormat memory_format) {
  return filled(native::empty_like(self, dtype, layout, device, pin_memory, memory_format), Scalar(1), "aten::ones_like");
}
static Tensor full(IntArrayRef size, const Scalar& fill_value, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return filled(detail::empty(size, options("aten::full", dtype ? *dtype : dtype_of_number(fill_value), layout, device, pin_memory)), fill_value, "aten::full");
}
static Tensor scalar_tensor(const Scalar& s, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return filled(detail::empty({}, options("aten::scalar_tensor", dtype ? *dtype : default_dtype(), layout, device, pin_memory)), s, "aten::scalar_tensor");
}

// ---- arange

static Tensor arange_start_step(const Scalar& start, const Scalar& end, const Scalar& step, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  TORCH_CHECK(!start.isComplex() && !end.isComplex() && !step.isComplex(), "aten::arange: complex numbers have no order (start ", start, ", end ", end, ", step ", step, ")");
  const bool whole = start.isIntegral(true) && end.isIntegral(true) && step.isIntegral(true);
  const ScalarType t = dtype ? *dtype : whole ? ScalarType::Long : default_dtype();
  TORCH_CHECK_NOT_IMPLEMENTED(t != ScalarType::Bool && !c10::isComplexType(t), "\"aten::arange\" not implemented for '", c10::toString(t), "'");
  const double from = start.to<double>(), to = end.to<double>(), by = step.to<double>();
  TORCH_CHECK(by > 0 || by < 0, "aten::arange: step must be nonzero, got ", step);
  TORCH_CHECK(std::isfinite(from) && std::isfinite(to), "aten::arange: unsupported range: ", start, " -> ", end);
  TORCH_CHECK((by > 0 && to >= from) || (by < 0 && to <= from), "aten::arange: upper bound and lower bound inconsistent with step sign (start ", start, ", end ", end, ", step ", step, ")");
  int64_t size;
  int64_t int_from = 0, int_by = 0;
  const bool integral = c10::isIntegralType(t, false);
  if (whole) { // exactly
    const int64_t a = start.to<int64_t>(), b = end.to<int64_t>(), s = step.to<int64_t>();
    const uint64_t distance = s > 0 ? static_cast<uint64_t>(b) - static_cast<uint64_t>(a) : static_cast<uint64_t>(a) - static_cast<uint64_t>(b);
    const uint64_t stride = s > 0 ? static_cast<uint64_t>(s) : uint64_t(0) - static_cast<uint64_t>(s);
    const uint64_t n = distance / stride + (distance % stride != 0);
    TORCH_CHECK(n <= static_cast<uint64_t>(INT64_MAX), "aten::arange: invalid size, possible overflow? (start ", start, ", end ", end, ", step ", step, ")");
    size = static_cast<int64_t>(n);
  } else {
    const double n = std::ceil((to - from) / by);
    TORCH_CHECK(n >= 0 && n < 9.2e18, "aten::arange: invalid size, possible overflow? (start ", start, ", end ", end, ", step ", step, ")");
    size = static_cast<int64_t>(n);
  }
  if (integral) {
    int_from = start.isIntegral(true) ? start.to<int64_t>() : static_cast<int64_t>(from);
    int_by = step.isIntegral(true) ? step.to<int64_t>() : static_cast<int64_t>(by);
    TORCH_CHECK(int_by != 0 || size <= 1 || !whole, "aten::arange: step must be nonzero, got ", step);
  }
  Tensor out = detail::empty({size}, options("aten::arange", t, layout, device, pin_memory));
  if (out.is_meta()) {
    return out;
  }
  char* const data = static_cast<char*>(out.mutable_data_ptr());
  const int64_t itemsize = static_cast<int64_t>(out.itemsize());
  at::parallel_for(0, size, 32768, [&](int64_t begin, int64_t last) {
    constexpr int64_t kPiece = 512;
    int64_t whole_piece[kPiece];
    double piece[kPiece];
    for (int64_t i = begin; i < last; i += kPiece) {
      const int64_t n = std::min(kPiece, last - i);
      if (integral) {
        for (int64_t k = 0; k < n; ++k) {
          whole_piece[k] = static_cast<int64_t>(static_cast<uint64_t>(int_from) + static_cast<uint64_t>(i + k) * static_cast<uint64_t>(int_by));
        }
        convert(ScalarType::Long, whole_piece, t, data + i * itemsize, static_cast<size_t>(n));
      } else {
        for (int64_t k = 0; k < n; ++k) {
          piece[k] = from + by * static_cast<double>(i + k);
        }
        convert(ScalarType::Double, piece, t, data + i * itemsize, static_cast<size_t>(n));
      }
    }
  });
  return out;
}
static Tensor arange(const Scalar& end, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return arange_start_step(Scalar(0), end, Scalar(1), dtype, layout, device, pin_memory);
}
static Tensor arange_start(const Scalar& start, const Scalar& end, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return arange_start_step(start, end, Scalar(1), dtype, layout, device, pin_memory);
}

} // namespace at::native

#include <ATen/native/Factories.stubs.inc>
