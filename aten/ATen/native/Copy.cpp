// Copies, conversions and fills of Copy.yaml; the loops are the tile engine's.
#include <ATen/EmptyTensor.h>
#include <ATen/ops/_local_scalar_dense.h>
#include <ATen/ops/_to_copy.h>
#include <ATen/MemoryOverlap.h>
#include <ATen/core/Tensor.h>
#include <ATen/native/CopyStrides.h>
#include <ATen/native/OperatorStub.h>
#include <ATen/native/cpu/Geometry.h>
#include <ATen/native/cpu/Pointwise.h>
#include <c10/util/Exception.h>

namespace at::native {

DimVector copy_strides(const Tensor& self, MemoryFormat format) {
  if (format == MemoryFormat::Preserve) {
    if (self.is_contiguous()) {
      return {};
    }
    if (self.is_non_overlapping_and_dense()) {
      return DimVector(self.strides().begin(), self.strides().end());
    }
    // The order of the dimensions is kept, the gaps are not.
    Geometry g;
    g.start(self.sizes(), 1);
    g.set_operand(0, self.sizes(), self.strides(), 1);
    g.order();
    return g.dense_strides();
  }
  return format == MemoryFormat::Contiguous ? DimVector{} : detail::strides_for(self.sizes(), format);
}

static Tensor empty_for_copy(const Tensor& self, const TensorOptions& options, MemoryFormat format) {
  const DimVector strides = copy_strides(self, format);
  return strides.empty() ? detail::empty(self.sizes(), options) : detail::empty_strided(self.sizes(), strides, options);
}

// Writes without touching versions: the callers' stubs do.
static void copy_values(const Tensor& self, const Tensor& src) {
  if (self.is_same(src)) {
    return;
  }
  TORCH_CHECK_NOT_IMPLEMENTED(
      (self.is_cpu() || self.is_meta()) && (src.is_cpu() || src.is_meta()), "aten::copy_: no kernel from device '", src.device().str(), "' to '", self.device().str(), "'; cpu and meta exist");
  if (self.sizes() != src.sizes()) {
    const DimVector shape = broadcast_shapes("aten::copy_", self.sizes(), src.sizes());
    TORCH_CHECK(IntArrayRef(shape) == self.sizes(), "aten::copy_: output with shape ", self.sizes(), " doesn't match the broadcast shape ", shape);
  }
  if (self.is_meta()) {
    return;
  }
  TORCH_CHECK_NOT_IMPLEMENTED(!src.is_meta(), "Cannot copy out of meta tensor; no data! (aten::copy_, src of sizes ", src.sizes(), ")");
  assert_no_internal_overlap(self, "aten::copy_");
  assert_no_partial_overlap(self, src, "aten::copy_");
  copy_tiles(self, src);
}

static Tensor& copy_(Tensor& self, const Tensor& src, bool /*non_blocking*/) {
  copy_values(self, src);
  return self;
}

static Tensor clone(const Tensor& self, std::optional<MemoryFormat> memory_format) {
  Tensor out = empty_for_copy(self, self.options(), memory_format.value_or(MemoryFormat::Preserve));
  copy_values(out, self);
  return out;
}

static Tensor contiguous(const Tensor& self, MemoryFormat memory_format) {
  if (self.is_contiguous(memory_format)) {
    return self;
  }
  TORCH_CHECK(memory_format != MemoryFormat::Preserve, "preserve memory format is unsupported by the contiguous operator");
  return self.clone(memory_format);
}

static TensorOptions options_of(
    const Tensor& self, std::optional<ScalarType> dtype, std::optional<Layout> layout, std::optional<Device> device, std::optional<bool> pin_memory, const char* op) {
  TORCH_CHECK_NOT_IMPLEMENTED(!pin_memory.value_or(false), op, ": pinned memory is not supported (argument pin_memory is true)");
  TORCH_CHECK_NOT_IMPLEMENTED(layout.value_or(Layout::Strided) == Layout::Strided, op, ": argument layout is ", *layout, "; only strided tensors are supported");
  return TensorOptions().dtype(dtype.value_or(self.scalar_type())).device(device.value_or(self.device())).layout(Layout::Strided);
}

static Tensor _to_copy(
    const Tensor& self, std::optional<ScalarType> dtype, std::optional<Layout> layout, std::optional<Device> device, std::optional<bool> pin_memory, bool /*non_blocking*/,
    std::optional<MemoryFormat> memory_format) {
  Tensor out = empty_for_copy(self, options_of(self, dtype, layout, device, pin_memory, "aten::_to_copy"), memory_format.value_or(MemoryFormat::Preserve));
  copy_values(out, self);
  return out;
}

static Tensor to_impl(
    const Tensor& self, std::optional<ScalarType> dtype, std::optional<Layout> layout, std::optional<Device> device, std::optional<bool> pin_memory, bool non_blocking, bool copy,
    std::optional<MemoryFormat> memory_format) {
  const MemoryFormat format = memory_format.value_or(MemoryFormat::Preserve);
  const bool same_device = !device.has_value() || *device == self.device() || (device->type() == self.device().type() && !device->has_index());
  if (!copy && dtype.value_or(self.scalar_type()) == self.scalar_type() && layout.value_or(self.layout()) == self.layout() && same_device &&
      (format == MemoryFormat::Preserve || self.suggest_memory_format() == format)) {
    return self;
  }
  return at::_to_copy(self, dtype, layout, device, pin_memory, non_blocking, memory_format);
}

static Tensor to_dtype_layout(
    const Tensor& self, std::optional<ScalarType> dtype, std::optional<Layout> layout, std::optional<Device> device, std::optional<bool> pin_memory, bool non_blocking, bool copy,
    std::optional<MemoryFormat> memory_format) {
  return to_impl(self, dtype, layout, device, pin_memory, non_blocking, copy, memory_format);
}
static Tensor to_device(const Tensor& self, Device device, ScalarType dtype, bool non_blocking, bool copy, std::optional<MemoryFormat> memory_format) {
  return to_impl(self, dtype, std::nullopt, device, std::nullopt, non_blocking, copy, memory_format);
}
static Tensor to_dtype(const Tensor& self, ScalarType dtype, bool non_blocking, bool copy, std::optional<MemoryFormat> memory_format) {
  return to_impl(self, dtype, std::nullopt, std::nullopt, std::nullopt, non_blocking, copy, memory_format);
}
static Tensor to_other(const Tensor& self, const Tensor& other, bool non_blocking, bool copy, std::optional<MemoryFormat> memory_format) {
  return to_impl(self, other.scalar_type(), other.layout(), other.device(), std::nullopt, non_blocking, copy, memory_format);
}
static Tensor type_as(const Tensor& self, const Tensor& other) {
  return to_impl(self, other.scalar_type(), other.layout(), other.device(), std::nullopt, false, false, std::nullopt);
}
static Tensor cpu(const Tensor& self) {
  return to_impl(self, std::nullopt, std::nullopt, Device(DeviceType::CPU), std::nullopt, false, false, std::nullopt);
}
static Tensor lift_fresh(const Tensor& self) {
  return self;
}

static Scalar item(const Tensor& self) {
  TORCH_CHECK(self.numel() == 1, "a Tensor with ", self.numel(), " elements cannot be converted to Scalar (aten::item, sizes ", self.sizes(), ")");
  return at::_local_scalar_dense(self);
}

template <class T>
static Scalar read_one(const Tensor& self) {
  return Scalar(*static_cast<const T*>(self.const_data_ptr()));
}

static Scalar _local_scalar_dense_cpu(const Tensor& self) {
  TORCH_CHECK(self.numel() > 0, "_local_scalar_dense: Empty tensor not supported");
  switch (self.scalar_type()) {
    case ScalarType::Float: return read_one<float>(self);
    case ScalarType::Double: return read_one<double>(self);
    case ScalarType::Long: return read_one<int64_t>(self);
    case ScalarType::Int: return read_one<int32_t>(self);
    case ScalarType::Short: return read_one<int16_t>(self);
    case ScalarType::Char: return read_one<int8_t>(self);
    case ScalarType::Byte: return read_one<uint8_t>(self);
    case ScalarType::Bool: return Scalar(*static_cast<const uint8_t*>(self.const_data_ptr()) != 0);
    case ScalarType::Half: return read_one<c10::Half>(self);
    case ScalarType::BFloat16: return read_one<c10::BFloat16>(self);
    case ScalarType::ComplexFloat: return read_one<c10::complex<float>>(self);
    case ScalarType::ComplexDouble: return read_one<c10::complex<double>>(self);
    default: TORCH_CHECK_NOT_IMPLEMENTED(false, "\"aten::_local_scalar_dense\" not implemented for '", c10::toString(self.scalar_type()), "'");
  }
  return Scalar();
}

static Tensor& fill_scalar_(Tensor& self, const Scalar& value) {
  if (self.is_meta()) {
    return self;
  }
  TORCH_CHECK_NOT_IMPLEMENTED(self.is_cpu(), "aten::fill_: no kernel for device '", self.device().str(), "'; cpu and meta exist");
  assert_no_internal_overlap(self, "aten::fill_");
  fill_tiles(self, value, "aten::fill_");
  return self;
}

static Tensor& fill_tensor_(Tensor& self, const Tensor& value) {
  TORCH_CHECK(value.dim() == 0, "fill_ only supports 0-dimension value tensor but got tensor with ", value.dim(), " dimensions.");
  // The value may be part of self.
  if (!self.is_meta() && !value.is_meta() && self.is_alias_of(value)) {
    copy_values(self, value.clone());
  } else {
    copy_values(self, value);
  }
  return self;
}

static Tensor& zero_(Tensor& self) {
  return fill_scalar_(self, Scalar(0));
}

} // namespace at::native

#include <ATen/native/Copy.stubs.inc>
