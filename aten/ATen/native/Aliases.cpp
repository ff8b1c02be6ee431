// Other names of pointwise operators: each calls the one it stands for.
#include <ATen/core/Tensor.h>
#include <ATen/ops/abs.h>
#include <ATen/ops/acos.h>
#include <ATen/ops/acosh.h>
#include <ATen/ops/asin.h>
#include <ATen/ops/asinh.h>
#include <ATen/ops/atan.h>
#include <ATen/ops/atan2.h>
#include <ATen/ops/atanh.h>
#include <ATen/ops/clamp.h>
#include <ATen/ops/div.h>
#include <ATen/ops/ge.h>
#include <ATen/ops/gt.h>
#include <ATen/ops/le.h>
#include <ATen/ops/lt.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/ne.h>
#include <ATen/ops/neg.h>
#include <ATen/ops/sub.h>
#include <ATen/ops/trunc.h>

namespace at::native {
namespace {
Tensor absolute(const Tensor& self) {
  return at::abs(self);
}
Tensor arccos(const Tensor& self) {
  return at::acos(self);
}
Tensor arccosh(const Tensor& self) {
  return at::acosh(self);
}
Tensor arcsin(const Tensor& self) {
  return at::asin(self);
}
Tensor arcsinh(const Tensor& self) {
  return at::asinh(self);
}
Tensor arctan(const Tensor& self) {
  return at::atan(self);
}
Tensor arctanh(const Tensor& self) {
  return at::atanh(self);
}
Tensor arctan2(const Tensor& self, const Tensor& other) {
  return at::atan2(self, other);
}
Tensor negative(const Tensor& self) {
  return at::neg(self);
}
Tensor fix(const Tensor& self) {
  return at::trunc(self);
}
Tensor divide(const Tensor& self, const Tensor& other) {
  return at::div(self, other);
}
Tensor divide(const Tensor& self, const Scalar& other) {
  return at::div(self, other);
}
Tensor divide(const Tensor& self, const Tensor& other, std::optional<std::string_view> rounding_mode) {
  return at::div(self, other, rounding_mode);
}
Tensor divide(const Tensor& self, const Scalar& other, std::optional<std::string_view> rounding_mode) {
  return at::div(self, other, rounding_mode);
}
Tensor true_divide(const Tensor& self, const Tensor& other) {
  return at::div(self, other);
}
Tensor true_divide(const Tensor& self, const Scalar& other) {
  return at::div(self, other);
}
Tensor multiply(const Tensor& self, const Tensor& other) {
  return at::mul(self, other);
}
Tensor multiply(const Tensor& self, const Scalar& other) {
  return at::mul(self, other);
}
Tensor subtract(const Tensor& self, const Tensor& other, const Scalar& alpha) {
  return at::sub(self, other, alpha);
}
Tensor subtract(const Tensor& self, const Scalar& other, const Scalar& alpha) {
  return at::sub(self, other, alpha);
}
Tensor greater(const Tensor& self, const Scalar& other) {
  return at::gt(self, other);
}
Tensor greater(const Tensor& self, const Tensor& other) {
  return at::gt(self, other);
}
Tensor greater_equal(const Tensor& self, const Scalar& other) {
  return at::ge(self, other);
}
Tensor greater_equal(const Tensor& self, const Tensor& other) {
  return at::ge(self, other);
}
Tensor less(const Tensor& self, const Scalar& other) {
  return at::lt(self, other);
}
Tensor less(const Tensor& self, const Tensor& other) {
  return at::lt(self, other);
}
Tensor less_equal(const Tensor& self, const Scalar& other) {
  return at::le(self, other);
}
Tensor less_equal(const Tensor& self, const Tensor& other) {
  return at::le(self, other);
}
Tensor not_equal(const Tensor& self, const Scalar& other) {
  return at::ne(self, other);
}
Tensor not_equal(const Tensor& self, const Tensor& other) {
  return at::ne(self, other);
}
Tensor clip(const Tensor& self, const std::optional<Scalar>& min, const std::optional<Scalar>& max) {
  return at::clamp(self, min, max);
}
Tensor clip(const Tensor& self, const std::optional<Tensor>& min, const std::optional<Tensor>& max) {
  return at::clamp(self, min, max);
}
} // namespace
} // namespace at::native

#include <ATen/native/Aliases.stubs.inc>
