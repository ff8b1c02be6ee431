// The views of ComplexViews.yaml. Strides and offsets of a view in another dtype count that dtype's elements.
#include <ATen/core/Tensor.h>
#include <ATen/native/ViewGeometry.h>
#include <ATen/ops/_conj.h>
#include <ATen/ops/neg.h>
#include <ATen/ops/view_as_complex.h>
#include <ATen/ops/view_as_real.h>
#include <c10/core/ScalarType.h>
#include <c10/util/Exception.h>

#include <optional>

namespace at::native {
namespace {

// A stride that overflows could only belong to a dimension of at most one element.
int64_t times(int64_t stride, int64_t n) {
  int64_t product;
  return __builtin_mul_overflow(stride, n, &product) ? INT64_MAX : product;
}

ViewGeometry view_as_real_geometry(const Tensor& self) {
  TORCH_CHECK_TYPE(self.is_complex(), "view_as_real(): argument 'self': view_as_real is only supported for complex tensors, got ", c10::toString(self.scalar_type()));
  ViewGeometry g = geometry_of(self);
  for (int64_t& stride : g.strides) {
    stride = times(stride, 2);
  }
  g.sizes.push_back(2);
  g.strides.push_back(1);
  g.offset *= 2;
  g.dtype = c10::toRealValueType(self.scalar_type());
  return g;
}

ViewGeometry view_as_complex_geometry(const Tensor& self) {
  TORCH_CHECK_NOT_IMPLEMENTED(
      self.is_floating_point() && self.scalar_type() != ScalarType::BFloat16,
      "view_as_complex(): argument 'self': view_as_complex is only supported for half, float and double tensors, but got a tensor of scalar type: ", c10::toString(self.scalar_type()));
  TORCH_CHECK(self.dim() > 0, "view_as_complex(): argument 'self': Input tensor must have one or more dimensions");
  TORCH_CHECK(self.size(-1) == 2, "view_as_complex(): argument 'self': Tensor must have a last dimension of size 2, got shape ", self.sizes());
  TORCH_CHECK(self.stride(-1) == 1, "view_as_complex(): argument 'self': Tensor must have a last dimension with stride 1, got strides ", self.strides());
  TORCH_CHECK(self.storage_offset() % 2 == 0, "view_as_complex(): argument 'self': Tensor must have a storage_offset divisible by 2, got ", self.storage_offset());
  ViewGeometry g = geometry_of(self);
  g.sizes.pop_back();
  g.strides.pop_back();
  for (int64_t& stride : g.strides) {
    TORCH_CHECK(stride % 2 == 0, "view_as_complex(): argument 'self': Tensor must have a stride divisible by 2 for all but last dimension, got strides ", self.strides());
    stride /= 2;
  }
  g.offset /= 2;
  g.dtype = c10::toComplexType(self.scalar_type());
  return g;
}

ViewGeometry view_dtype_geometry(const Tensor& self, ScalarType dtype) {
  ViewGeometry g = geometry_of(self);
  g.dtype = dtype;
  const int64_t from = static_cast<int64_t>(self.element_size()), to = static_cast<int64_t>(c10::elementSize(dtype));
  if (from == to) {
    return g;
  }
  const char* const a = c10::toString(self.scalar_type());
  const char* const b = c10::toString(dtype);
  TORCH_CHECK(self.dim() > 0, "view(): argument 'dtype': self.dim() cannot be 0 to view ", a, " as ", b, " (different element sizes)");
  TORCH_CHECK(self.stride(-1) == 1, "view(): argument 'dtype': self.stride(-1) must be 1 to view ", a, " as ", b, " (different element sizes), but got ", self.stride(-1));
  const size_t last = g.sizes.size() - 1;
  if (to < from) { // each element becomes several
    const int64_t n = from / to;
    g.offset *= n;
    g.sizes[last] *= n;
    for (size_t d = 0; d < last; ++d) {
      g.strides[d] = times(g.strides[d], n);
    }
    return g;
  }
  const int64_t n = to / from;
  TORCH_CHECK(g.sizes[last] % n == 0, "view(): argument 'dtype': self.size(-1) must be divisible by ", n, " to view ", a, " as ", b, " (different element sizes), but got ", g.sizes[last]);
  TORCH_CHECK(g.offset % n == 0, "view(): argument 'dtype': self.storage_offset() must be divisible by ", n, " to view ", a, " as ", b, " (different element sizes), but got ", g.offset);
  g.offset /= n;
  g.sizes[last] /= n;
  for (size_t d = 0; d < last; ++d) {
    TORCH_CHECK(g.strides[d] % n == 0, "view(): argument 'dtype': self.stride(", d, ") must be divisible by ", n, " to view ", a, " as ", b, " (different element sizes), but got ", g.strides[d]);
    g.strides[d] /= n;
  }
  return g;
}

Tensor real(const Tensor& self) {
  return self.is_complex() ? at::view_as_real(self).select(-1, 0) : self;
}
Tensor imag(const Tensor& self) {
  TORCH_CHECK_TYPE(self.is_complex(), "imag(): argument 'self': imag is not implemented for tensors with non-complex dtypes.");
  return at::view_as_real(self).select(-1, 1);
}

Tensor _conj(const Tensor& self) {
  Tensor result = self.clone();
  if (self.is_complex()) {
    Tensor part = at::view_as_real(result).select(-1, 1);
    at::neg_out(part, part);
  }
  return result;
}
Tensor conj(const Tensor& self) {
  return self.is_complex() ? at::_conj(self) : self;
}
Tensor itself(const Tensor& self) {
  return self;
}
// Pairs of halves have no arithmetic; they are made as pairs.
Tensor chalf(const Tensor& self, std::optional<MemoryFormat> memory_format) {
  if (self.scalar_type() == ScalarType::ComplexHalf) {
    return self;
  }
  const Tensor pairs = at::view_as_real(self.to(ScalarType::ComplexFloat, /*non_blocking=*/false, /*copy=*/false, memory_format));
  return at::view_as_complex(pairs.to(ScalarType::Half));
}

Tensor _neg_view(const Tensor& self) {
  return at::neg(self);
}

} // namespace
} // namespace at::native

#include <ATen/native/ComplexViews.stubs.inc>
