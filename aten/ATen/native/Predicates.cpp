// The questions of Predicates.yaml.
#include <ATen/core/Tensor.h>
#include <c10/core/ScalarType.h>
#include <c10/util/Exception.h>

#include <optional>

namespace at::native {
namespace {

bool is_complex(const Tensor& self) {
  return self.is_complex();
}
bool is_floating_point(const Tensor& self) {
  return self.is_floating_point();
}
bool is_signed(const Tensor& self) {
  return c10::isSignedType(self.scalar_type());
}
bool is_conj(const Tensor& self) {
  return self.is_conj();
}
bool is_neg(const Tensor& self) {
  return self.is_neg();
}
bool is_nonzero(const Tensor& self) {
  TORCH_CHECK(self.numel() == 1, "is_nonzero(): argument 'self': Boolean value of Tensor with ", self.numel() == 0 ? "no values" : "more than one value", " is ambiguous (shape ", self.sizes(), ")");
  const Scalar value = self.item();
  return value.isComplex() ? value.toComplexDouble() != c10::complex<double>(0) : value.isFloatingPoint() ? value.toDouble() != 0 : value.isBoolean() ? value.toBool() : value.toLong() != 0;
}
bool is_same_size(const Tensor& self, const Tensor& other) {
  return self.sizes().equals(other.sizes());
}
bool is_set_to(const Tensor& self, const Tensor& tensor) {
  return self.is_alias_of(tensor) && self.storage_offset() == tensor.storage_offset() && self.sizes().equals(tensor.sizes()) && self.strides().equals(tensor.strides());
}
bool is_distributed(const Tensor& /*self*/) {
  return false;
}
bool is_inference(const Tensor& self) {
  return self.is_inference();
}
bool is_pinned(const Tensor& /*self*/, std::optional<Device> /*device*/) {
  return false;
}

int64_t size_of(const Tensor& self, int64_t dim) {
  return self.size(dim);
}
int64_t stride_of(const Tensor& self, int64_t dim) {
  return self.stride(dim);
}
int64_t numel_of(const Tensor& self) {
  return self.numel();
}
int64_t storage_offset_of(const Tensor& self) {
  return self.storage_offset();
}

} // namespace
} // namespace at::native

#include <ATen/native/Predicates.stubs.inc>
