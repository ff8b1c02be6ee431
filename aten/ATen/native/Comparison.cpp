// Comparisons: formulas, see Comparison.yaml, and what is composed of them.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE <ATen/native/Comparison.tiles.inc>
#include <ATen/native/cpu/Pointwise.h>
#include <hwy/foreach_target.h>
#include <ATen/native/Comparison.tiles.inc>

#include <ATen/core/Tensor.h>
#include <c10/core/TensorImpl.h>
#include <ATen/ops/abs.h>
#include <ATen/ops/add.h>
#include <ATen/ops/eq.h>
#include <ATen/ops/ge.h>
#include <ATen/ops/gt.h>
#include <ATen/ops/isfinite.h>
#include <ATen/ops/isnan.h>
#include <ATen/ops/le.h>
#include <ATen/ops/logical_and.h>
#include <ATen/ops/logical_not.h>
#include <ATen/ops/logical_or.h>
#include <ATen/ops/lt.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/ne.h>
#include <ATen/ops/scalar_tensor.h>
#include <ATen/ops/sub.h>
#include <ATen/ops/to.h>
#include <ATen/ops/where.h>

namespace at::native {
namespace {
Tensor isclose(const Tensor& self, const Tensor& other, double rtol, double atol, bool equal_nan) {
  Tensor close = at::eq(self, other);
  if (equal_nan && !c10::isIntegralType(self.scalar_type(), true)) {
    close = at::logical_or(close, at::logical_and(at::isnan(self), at::isnan(other)));
  }
  if (rtol == 0 && atol == 0) {
    return close;
  }
  // Integers are compared in the default dtype.
  const bool whole = c10::isIntegralType(self.scalar_type(), true);
  const Tensor a = whole ? self.to(c10::get_default_dtype_as_scalartype()) : self, b = whole ? other.to(a.scalar_type()) : other;
  const Tensor allowed = at::add(at::abs(at::mul(b, Scalar(rtol))), Scalar(atol)), actual = at::abs(at::sub(a, b));
  return at::logical_or(close, at::logical_and(at::isfinite(actual), at::le(actual, allowed)));
}
// A number as a tensor that counts as a number when dtypes are promoted.
Tensor wrapped(const Scalar& s) {
  const Tensor t = at::scalar_tensor(s, s.isComplex() ? ScalarType::ComplexDouble : s.isFloatingPoint() ? ScalarType::Double : s.isBoolean() ? ScalarType::Bool : ScalarType::Long);
  t.unsafeGetTensorImpl()->set_wrapped_number(true);
  return t;
}
Tensor where(const Tensor& condition, const Scalar& self, const Tensor& other) {
  return at::where(condition, wrapped(self), other);
}
Tensor where(const Tensor& condition, const Tensor& self, const Scalar& other) {
  return at::where(condition, self, wrapped(other));
}
Tensor where(const Tensor& condition, const Scalar& self, const Scalar& other) {
  return at::where(condition, wrapped(self), wrapped(other));
}
Tensor& eq_(Tensor& self, const Tensor& other) {
  return at::eq_out(self, self, other);
}
Tensor& eq_(Tensor& self, const Scalar& other) {
  return at::eq_out(self, self, other);
}
Tensor& ne_(Tensor& self, const Tensor& other) {
  return at::ne_out(self, self, other);
}
Tensor& ne_(Tensor& self, const Scalar& other) {
  return at::ne_out(self, self, other);
}
Tensor& lt_(Tensor& self, const Tensor& other) {
  return at::lt_out(self, self, other);
}
Tensor& lt_(Tensor& self, const Scalar& other) {
  return at::lt_out(self, self, other);
}
Tensor& le_(Tensor& self, const Tensor& other) {
  return at::le_out(self, self, other);
}
Tensor& le_(Tensor& self, const Scalar& other) {
  return at::le_out(self, self, other);
}
Tensor& gt_(Tensor& self, const Tensor& other) {
  return at::gt_out(self, self, other);
}
Tensor& gt_(Tensor& self, const Scalar& other) {
  return at::gt_out(self, self, other);
}
Tensor& ge_(Tensor& self, const Tensor& other) {
  return at::ge_out(self, self, other);
}
Tensor& ge_(Tensor& self, const Scalar& other) {
  return at::ge_out(self, self, other);
}
Tensor& logical_not_(Tensor& self) {
  return at::logical_not_out(self, self);
}
} // namespace
} // namespace at::native

#include <ATen/native/Comparison.stubs.inc>
