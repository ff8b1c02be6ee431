// Tensors from sizes and numbers: the kernels of Factories.yaml.
#include <ATen/native/Factories.h>
#include <ATen/native/OperatorStub.h>
#include <ATen/native/cpu/Geometry.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/fill.h>
#include <c10/util/irange.h>

namespace at::native {

static Tensor empty(IntArrayRef size, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory, OptFormat memory_format) {
  if (C10_LIKELY(!layout && !device && !pin_memory && !memory_format)) {
    return detail::empty_cpu(size, dtype ? *dtype : default_dtype());
  }
  return detail::empty(size, factory_options("aten::empty", dtype ? *dtype : default_dtype(), layout, device, pin_memory), memory_format);
}

static Tensor empty_strided(IntArrayRef size, IntArrayRef stride, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return detail::empty_strided(size, stride, factory_options("aten::empty_strided", dtype ? *dtype : default_dtype(), layout, device, pin_memory));
}

static Tensor empty_like(const Tensor& self, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory, OptFormat memory_format) {
  const TensorOptions o = factory_options("aten::empty_like", dtype.value_or(self.scalar_type()), layout.has_value() ? layout : OptLayout(self.layout()),
                                          device.has_value() ? device : OptDevice(self.device()), pin_memory);
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
  fill_all(out, value, op);
  return out;
}

static Tensor zeros(IntArrayRef size, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return filled(detail::empty(size, factory_options("aten::zeros", dtype ? *dtype : default_dtype(), layout, device, pin_memory)), Scalar(0), "aten::zeros");
}
static Tensor zeros_like(const Tensor& self, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory, OptFormat memory_format) {
  return filled(native::empty_like(self, dtype, layout, device, pin_memory, memory_format), Scalar(0), "aten::zeros_like");
}
static Tensor ones(IntArrayRef size, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return filled(detail::empty(size, factory_options("aten::ones", dtype ? *dtype : default_dtype(), layout, device, pin_memory)), Scalar(1), "aten::ones");
}
static Tensor ones_like(const Tensor& self, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory, OptFormat memory_format) {
  return filled(native::empty_like(self, dtype, layout, device, pin_memory, memory_format), Scalar(1), "aten::ones_like");
}
static Tensor full(IntArrayRef size, const Scalar& fill_value, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return filled(detail::empty(size, factory_options("aten::full", dtype ? *dtype : dtype_of_number(fill_value), layout, device, pin_memory)), fill_value,
                "aten::full");
}
static Tensor scalar_tensor(const Scalar& s, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return filled(detail::empty({}, factory_options("aten::scalar_tensor", dtype ? *dtype : default_dtype(), layout, device, pin_memory)), s,
                "aten::scalar_tensor");
}
static Tensor full_like(const Tensor& self, const Scalar& fill_value, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory,
                        OptFormat memory_format) {
  return filled(native::empty_like(self, dtype, layout, device, pin_memory, memory_format), fill_value, "aten::full_like");
}

// ---- new_*: self gives dtype and device

static TensorOptions options_like(const char* op, const Tensor& self, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return factory_options(op, dtype.value_or(self.scalar_type()), layout, device.has_value() ? device : OptDevice(self.device()), pin_memory);
}
static Tensor new_empty(const Tensor& self, IntArrayRef size, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return detail::empty(size, options_like("aten::new_empty", self, dtype, layout, device, pin_memory));
}
static Tensor new_empty_strided(const Tensor& self, IntArrayRef size, IntArrayRef stride, OptType dtype, OptLayout layout, OptDevice device,
                                OptBool pin_memory) {
  return detail::empty_strided(size, stride, options_like("aten::new_empty_strided", self, dtype, layout, device, pin_memory));
}
static Tensor new_full(const Tensor& self, IntArrayRef size, const Scalar& fill_value, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return filled(detail::empty(size, options_like("aten::new_full", self, dtype, layout, device, pin_memory)), fill_value, "aten::new_full");
}
static Tensor new_zeros(const Tensor& self, IntArrayRef size, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return filled(detail::empty(size, options_like("aten::new_zeros", self, dtype, layout, device, pin_memory)), Scalar(0), "aten::new_zeros");
}
static Tensor new_ones(const Tensor& self, IntArrayRef size, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return filled(detail::empty(size, options_like("aten::new_ones", self, dtype, layout, device, pin_memory)), Scalar(1), "aten::new_ones");
}

static Tensor empty_permuted(IntArrayRef size, IntArrayRef physical_layout, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  const int64_t dims = static_cast<int64_t>(size.size());
  TORCH_CHECK(physical_layout.size() == size.size(), "empty_permuted(): argument 'physical_layout' must name each of the ", dims, " dimensions, got ",
              physical_layout);
  DimVector stride(size.size(), 0);
  std::vector<bool> seen(size.size());
  int64_t next = 1;
  for (int64_t i = dims - 1; i >= 0; --i) {
    const int64_t d = physical_layout[i];
    TORCH_CHECK(d >= 0 && d < dims, "empty_permuted(): argument 'physical_layout' (", physical_layout, ") holds ", d, ", expected 0 to ", dims - 1);
    TORCH_CHECK(!seen[d], "empty_permuted(): argument 'physical_layout' (", physical_layout, ") holds ", d, " twice");
    seen[d] = true;
    stride[d] = next;
    next = stub::mul(next, std::max<int64_t>(size[d], 1));
  }
  return detail::empty_strided(size, stride, factory_options("aten::empty_permuted", dtype ? *dtype : default_dtype(), layout, device, pin_memory));
}

// ---- into a tensor given

static Tensor& empty_out(IntArrayRef size, OptFormat memory_format, Tensor& out) {
  for (const int64_t n : size) {
    TORCH_CHECK(n >= 0, "empty(): argument 'size' has a negative dimension ", n, ": ", size);
  }
  if (memory_format.has_value() && *memory_format != MemoryFormat::Contiguous) {
    TORCH_CHECK(*memory_format != MemoryFormat::Preserve, "empty(): argument 'memory_format' cannot be preserve_format: there is nothing to preserve");
    resize_output(out, size, detail::strides_for(size, *memory_format));
  } else {
    resize_output(out, size);
  }
  return out;
}
static Tensor& full_out(IntArrayRef size, const Scalar& fill_value, Tensor& out) {
  empty_out(size, std::nullopt, out);
  fill_all(out, fill_value, "aten::full");
  return out;
}
static Tensor& zeros_out(IntArrayRef size, Tensor& out) { return full_out(size, Scalar(0), out); }
static Tensor& ones_out(IntArrayRef size, Tensor& out) { return full_out(size, Scalar(1), out); }

// ---- functional forms of fill_, zero_, copy_

static Tensor fill_scalar(const Tensor& self, const Scalar& value) { return filled(at::empty_like(self), value, "aten::fill"); }
static Tensor fill_tensor(const Tensor& self, const Tensor& value) {
  Tensor out = at::empty_like(self);
  out.fill_(value);
  return out;
}
static Tensor zero(const Tensor& self) { return fill_scalar(self, Scalar(0)); }
static Tensor copy(const Tensor& self, const Tensor& src, bool non_blocking) {
  Tensor out = at::empty_like(self);
  out.copy_(src, non_blocking);
  return out;
}

// ---- casts by name

static Tensor cast_byte(const Tensor& self, bool non_blocking) { return self.to(ScalarType::Byte, non_blocking); }
static Tensor cast_char(const Tensor& self, bool non_blocking) { return self.to(ScalarType::Char, non_blocking); }
static Tensor cast_double(const Tensor& self, bool non_blocking) { return self.to(ScalarType::Double, non_blocking); }
static Tensor cast_float(const Tensor& self, bool non_blocking) { return self.to(ScalarType::Float, non_blocking); }
static Tensor cast_int(const Tensor& self, bool non_blocking) { return self.to(ScalarType::Int, non_blocking); }
static Tensor cast_long(const Tensor& self, bool non_blocking) { return self.to(ScalarType::Long, non_blocking); }
static Tensor cast_short(const Tensor& self, bool non_blocking) { return self.to(ScalarType::Short, non_blocking); }
static Tensor cast_half(const Tensor& self, bool non_blocking) { return self.to(ScalarType::Half, non_blocking); }

}  // namespace at::native

#include <ATen/native/Factories.stubs.inc>
