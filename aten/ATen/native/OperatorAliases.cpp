// Names from torch.special and from Python's operators: each calls the one it stands for.
#include <ATen/core/Tensor.h>
#include <ATen/ops/bitwise_and.h>
#include <ATen/ops/bitwise_left_shift.h>
#include <ATen/ops/bitwise_or.h>
#include <ATen/ops/bitwise_right_shift.h>
#include <ATen/ops/bitwise_xor.h>
#include <ATen/ops/erf.h>
#include <ATen/ops/erfc.h>
#include <ATen/ops/erfinv.h>
#include <ATen/ops/exp2.h>
#include <ATen/ops/expm1.h>
#include <ATen/ops/log1p.h>
#include <ATen/ops/logit.h>
#include <ATen/ops/round.h>
#include <ATen/ops/sigmoid.h>
#include <ATen/ops/sinc.h>
#include <ATen/ops/xlogy.h>

namespace at::native {
namespace {
Tensor special_expit(const Tensor& self) {
  return at::sigmoid(self);
}
Tensor special_exp2(const Tensor& self) {
  return at::exp2(self);
}
Tensor special_expm1(const Tensor& self) {
  return at::expm1(self);
}
Tensor special_erf(const Tensor& self) {
  return at::erf(self);
}
Tensor special_erfc(const Tensor& self) {
  return at::erfc(self);
}
Tensor special_erfinv(const Tensor& self) {
  return at::erfinv(self);
}
Tensor special_log1p(const Tensor& self) {
  return at::log1p(self);
}
Tensor special_logit(const Tensor& self, std::optional<double> eps) {
  return at::logit(self, eps);
}
Tensor special_round(const Tensor& self, int64_t decimals) {
  return at::round(self, decimals);
}
Tensor special_sinc(const Tensor& self) {
  return at::sinc(self);
}
Tensor special_xlogy(const Tensor& self, const Tensor& other) {
  return at::xlogy(self, other);
}
Tensor special_xlogy(const Scalar& self, const Tensor& other) {
  return at::xlogy(self, other);
}
Tensor special_xlogy(const Tensor& self, const Scalar& other) {
  return at::xlogy(self, other);
}
Tensor __and__(const Tensor& self, const Scalar& other) {
  return at::bitwise_and(self, other);
}
Tensor __and__(const Tensor& self, const Tensor& other) {
  return at::bitwise_and(self, other);
}
Tensor __or__(const Tensor& self, const Scalar& other) {
  return at::bitwise_or(self, other);
}
Tensor __or__(const Tensor& self, const Tensor& other) {
  return at::bitwise_or(self, other);
}
Tensor __xor__(const Tensor& self, const Scalar& other) {
  return at::bitwise_xor(self, other);
}
Tensor __xor__(const Tensor& self, const Tensor& other) {
  return at::bitwise_xor(self, other);
}
Tensor __lshift__(const Tensor& self, const Scalar& other) {
  return at::bitwise_left_shift(self, other);
}
Tensor __lshift__(const Tensor& self, const Tensor& other) {
  return at::bitwise_left_shift(self, other);
}
Tensor __rshift__(const Tensor& self, const Scalar& other) {
  return at::bitwise_right_shift(self, other);
}
Tensor __rshift__(const Tensor& self, const Tensor& other) {
  return at::bitwise_right_shift(self, other);
}
Tensor& __iand__(Tensor& self, const Scalar& other) {
  return at::bitwise_and_(self, other);
}
Tensor& __iand__(Tensor& self, const Tensor& other) {
  return at::bitwise_and_(self, other);
}
Tensor& __ior__(Tensor& self, const Scalar& other) {
  return at::bitwise_or_(self, other);
}
Tensor& __ior__(Tensor& self, const Tensor& other) {
  return at::bitwise_or_(self, other);
}
Tensor& __ixor__(Tensor& self, const Scalar& other) {
  return at::bitwise_xor_(self, other);
}
Tensor& __ixor__(Tensor& self, const Tensor& other) {
  return at::bitwise_xor_(self, other);
}
Tensor& __ilshift__(Tensor& self, const Scalar& other) {
  return at::bitwise_left_shift_(self, other);
}
Tensor& __ilshift__(Tensor& self, const Tensor& other) {
  return at::bitwise_left_shift_(self, other);
}
Tensor& __irshift__(Tensor& self, const Scalar& other) {
  return at::bitwise_right_shift_(self, other);
}
Tensor& __irshift__(Tensor& self, const Tensor& other) {
  return at::bitwise_right_shift_(self, other);
}
} // namespace
} // namespace at::native

#include <ATen/native/OperatorAliases.stubs.inc>
