// Losses: each is a composition of pointwise operators and a reduction.
#include <ATen/core/Tensor.h>
#include <ATen/ops/abs.h>
#include <ATen/ops/add.h>
#include <ATen/ops/clamp_min.h>
#include <ATen/ops/exp.h>
#include <ATen/ops/le.h>
#include <ATen/ops/log.h>
#include <ATen/ops/log1p.h>
#include <ATen/ops/log_sigmoid.h>
#include <ATen/ops/lt.h>
#include <ATen/ops/mean.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/neg.h>
#include <ATen/ops/rsub.h>
#include <ATen/ops/square.h>
#include <ATen/ops/sub.h>
#include <ATen/ops/sum.h>
#include <ATen/ops/to.h>
#include <ATen/ops/where.h>
#include <ATen/ops/ge.h>
#include <ATen/ops/logical_and.h>
#include <ATen/native/TypeProperties.h>

namespace at::native {
namespace {
Tensor reduced(const Tensor& loss, int64_t reduction, ScalarType dtype, const char* op) {
  TORCH_CHECK(reduction >= 0 && reduction <= 2, op, "(): argument 'reduction' must be 0 (none), 1 (mean) or 2 (sum), got ", reduction);
  const Tensor result = reduction == 1 ? at::mean(loss) : reduction == 2 ? at::sum(loss) : loss;
  return result.scalar_type() == dtype ? result : result.to(dtype);
}
// Half and bfloat16 are computed in float and rounded at the end.
Tensor wide(const Tensor& t) {
  return t.scalar_type() == ScalarType::Half || t.scalar_type() == ScalarType::BFloat16 ? t.to(ScalarType::Float) : t;
}
void check_floating(const Tensor& self, const Tensor& target, const char* op) {
  const ScalarType t = at::result_type(self, target);
  TORCH_CHECK_NOT_IMPLEMENTED(c10::isFloatingType(t), op, "(): argument 'self' must be floating point, got ", c10::toString(t));
}
Tensor difference(const Tensor& self, const Tensor& target) {
  return at::sub(wide(self), wide(target));
}
Tensor mse_loss(const Tensor& self, const Tensor& target, int64_t reduction) {
  check_floating(self, target, "mse_loss");
  return reduced(at::square(difference(self, target)), reduction, at::result_type(self, target), "mse_loss");
}
Tensor l1_loss(const Tensor& self, const Tensor& target, int64_t reduction) {
  const Tensor loss = at::abs(difference(self, target));
  return reduced(loss, reduction, c10::toRealValueType(at::result_type(self, target)), "l1_loss");
}
Tensor huber_loss(const Tensor& self, const Tensor& target, int64_t reduction, double delta) {
  check_floating(self, target, "huber_loss");
  const Tensor d = at::abs(difference(self, target));
  const Tensor bent = at::where(at::le(d, Scalar(delta)), at::mul(at::square(d), Scalar(0.5)), at::mul(at::sub(d, Scalar(0.5 * delta)), Scalar(delta)));
  return reduced(bent, reduction, at::result_type(self, target), "huber_loss");
}
Tensor smooth_l1_loss(const Tensor& self, const Tensor& target, int64_t reduction, double beta) {
  if (beta == 0) {
    return l1_loss(self, target, reduction);
  }
  check_floating(self, target, "smooth_l1_loss");
  const Tensor d = at::abs(difference(self, target));
  const Tensor bent = at::where(at::lt(d, Scalar(beta)), at::mul(at::square(d), Scalar(0.5 / beta)), at::sub(d, Scalar(0.5 * beta)));
  return reduced(bent, reduction, at::result_type(self, target), "smooth_l1_loss");
}
Tensor soft_margin_loss(const Tensor& self, const Tensor& target, int64_t reduction) {
  check_floating(self, target, "soft_margin_loss");
  return reduced(at::neg(at::log_sigmoid(at::mul(wide(self), wide(target)))), reduction, at::result_type(self, target), "soft_margin_loss");
}
void check_probabilities(const Tensor& t, const char* name) {
  const Tensor x = wide(t);
  TORCH_CHECK(at::sum(at::logical_and(at::ge(x, Scalar(0)), at::le(x, Scalar(1)))).item<int64_t>() == t.numel(), "binary_cross_entropy(): all elements of argument '", name, "' must be between 0 and 1");
}
Tensor binary_cross_entropy(const Tensor& self, const Tensor& target, const std::optional<Tensor>& weight, int64_t reduction) {
  TORCH_CHECK(self.sizes() == target.sizes(), "binary_cross_entropy(): argument 'target' has shape ", target.sizes(), ", but self has ", self.sizes());
  check_floating(self, target, "binary_cross_entropy");
  check_probabilities(self, "self");
  check_probabilities(target, "target");
  const Tensor p = wide(self), t = wide(target);
  Tensor loss = at::sub(at::mul(at::sub(t, Scalar(1)), at::clamp_min(at::log1p(at::neg(p)), Scalar(-100))), at::mul(t, at::clamp_min(at::log(p), Scalar(-100))));
  if (weight.has_value() && weight->defined()) {
    loss = at::mul(loss, wide(*weight));
  }
  return reduced(loss, reduction, self.scalar_type(), "binary_cross_entropy");
}
Tensor binary_cross_entropy_with_logits(const Tensor& self, const Tensor& target, const std::optional<Tensor>& weight, const std::optional<Tensor>& pos_weight, int64_t reduction) {
  check_floating(self, target, "binary_cross_entropy_with_logits");
  const Tensor x = wide(self), t = wide(target);
  Tensor certain = at::log_sigmoid(x);
  if (pos_weight.has_value() && pos_weight->defined()) {
    certain = at::mul(certain, at::add(at::mul(at::sub(wide(*pos_weight), Scalar(1)), t), Scalar(1)));
  }
  Tensor loss = at::sub(at::mul(at::rsub(t, Scalar(1)), x), certain);
  if (weight.has_value() && weight->defined()) {
    loss = at::mul(loss, wide(*weight));
  }
  return reduced(loss, reduction, at::result_type(self, target), "binary_cross_entropy_with_logits");
}
} // namespace
} // namespace at::native

#include <ATen/native/Losses.stubs.inc>
