// Variances, standard deviations and logsumexp over dimensions.
#include <ATen/EmptyTensor.h>
#include <ATen/native/ReduceDims.h>
#include <ATen/native/TypeProperties.h>
#include <ATen/ops/amax.h>
#include <ATen/ops/exp.h>
#include <ATen/ops/log.h>
#include <ATen/ops/logsumexp.h>
#include <ATen/ops/std.h>
#include <ATen/ops/std_mean.h>
#include <ATen/ops/sub.h>
#include <ATen/ops/sum.h>
#include <ATen/ops/var.h>
#include <ATen/ops/var_mean.h>

#include <array>
#include <cmath>

namespace at::native {
namespace {

using Correction = const std::optional<Scalar>&;

std::array<OutputMeta, 2> moments_meta(const char* op, const Tensor& self, OptionalIntArrayRef dim, bool keepdim) {
  TORCH_CHECK_NOT_IMPLEMENTED(self.is_floating_point() || self.is_complex(), op, "(): argument 'self' must be floating-point or complex, got ", self.scalar_type());
  const OutputMeta mean = reduced_meta(self, dim_set(op, self, dim), keepdim, self.scalar_type());
  OutputMeta spread = mean;
  if (self.is_complex()) spread.dtype = c10::toRealValueType(self.scalar_type());
  return {spread, mean};
}

// Variances (or their roots) and, where `mean_to` is not null, means. T is float or double, of real or complex elements.
template <class T>
void moments(const Tensor& x, const DimSet& dims, double correction, bool root, T* to, T* mean_to) {
  const bool complex = x.is_complex();
  const int64_t n = elements_in(x, dims), results = n == 0 ? 0 : x.numel() / n, reals = complex ? 2 * results : results;
  Scratch<T> mean_scratch, square_scratch;
  T* const mean = mean_to != nullptr ? mean_to : mean_scratch.take(reals, 1);
  T* const squares = complex ? square_scratch.take(reals, 1) : to;
  fold_dims<T>(Fold::Sum, x, dims, nullptr, mean, complex);
  for (int64_t i = 0; i < reals; i++) mean[i] = mean[i] / static_cast<T>(n);
  fold_dims<T>(Fold::SumSquaredDistance, x, dims, mean, squares, complex);
  const T divisor = static_cast<T>(std::max(0.0, static_cast<double>(n) - correction));
  for (int64_t i = 0; i < results; i++) {
    const T variance = (complex ? squares[2 * i] + squares[2 * i + 1] : squares[i]) / divisor;
    to[i] = root ? std::sqrt(variance) : variance;
  }
}

void moments_into(const char* op, const Tensor& self, OptionalIntArrayRef dim, Correction correction, bool root, Tensor& out, Tensor* mean) {
  if (out.numel() == 0) return;
  const DimSet dims = dim_set(op, self, dim);
  if (elements_in(self, dims) == 0) {
    out.fill_(NAN);
    if (mean != nullptr) mean->fill_(mean->is_complex() ? Scalar(c10::complex<double>(NAN, NAN)) : Scalar(NAN));
    return;
  }
  const ScalarType dtype = self.scalar_type(), compute = wide_dtype(dtype);
  const double off = correction.has_value() ? correction->toDouble() : 1;
  const Tensor x = compute == dtype ? self : self.to(compute);
  Tensor wide = compute == dtype ? out : at::detail::empty_cpu(out.sizes(), compute);
  Tensor wide_mean;
  if (mean != nullptr) wide_mean = compute == dtype ? *mean : at::detail::empty_cpu(out.sizes(), compute);
  const auto run = [&](auto zero) {
    using T = decltype(zero);
    moments<T>(x, dims, off, root, static_cast<T*>(wide.mutable_data_ptr()), mean != nullptr ? static_cast<T*>(wide_mean.mutable_data_ptr()) : nullptr);
  };
  if (c10::toRealValueType(compute) == ScalarType::Double) run(double());
  else run(float());
  if (compute != dtype) out.copy_(wide);
  if (compute != dtype && mean != nullptr) mean->copy_(wide_mean);
}

// ---- std

OutputMeta std_meta(const Tensor& self, OptionalIntArrayRef dim, Correction, bool keepdim) {
  return moments_meta("std", self, dim, keepdim)[0];
}
std::array<OutputMeta, 2> std_mean_meta(const Tensor& self, OptionalIntArrayRef dim, Correction, bool keepdim) {
  return moments_meta("std_mean", self, dim, keepdim);
}
void std_cpu(const Tensor& self, OptionalIntArrayRef dim, Correction correction, bool, Tensor& out) {
  moments_into("std", self, dim, correction, true, out, nullptr);
}
void std_mean_cpu(const Tensor& self, OptionalIntArrayRef dim, Correction correction, bool, Tensor& out, Tensor& mean) {
  moments_into("std_mean", self, dim, correction, true, out, &mean);
}
Tensor std_all(const Tensor& self, bool unbiased) {
  return at::std(self, std::nullopt, Scalar(unbiased ? 1 : 0), false);
}
Tensor std_dim(const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  return at::std(self, dim, Scalar(unbiased ? 1 : 0), keepdim);
}
std::tuple<Tensor, Tensor> std_mean_all(const Tensor& self, bool unbiased) {
  return at::std_mean(self, std::nullopt, Scalar(unbiased ? 1 : 0), false);
}
std::tuple<Tensor, Tensor> std_mean_dim(const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  return at::std_mean(self, dim, Scalar(unbiased ? 1 : 0), keepdim);
}

// ---- var

OutputMeta var_meta(const Tensor& self, OptionalIntArrayRef dim, Correction, bool keepdim) {
  return moments_meta("var", self, dim, keepdim)[0];
}
std::array<OutputMeta, 2> var_mean_meta(const Tensor& self, OptionalIntArrayRef dim, Correction, bool keepdim) {
  return moments_meta("var_mean", self, dim, keepdim);
}
void var_cpu(const Tensor& self, OptionalIntArrayRef dim, Correction correction, bool, Tensor& out) {
  moments_into("var", self, dim, correction, false, out, nullptr);
}
void var_mean_cpu(const Tensor& self, OptionalIntArrayRef dim, Correction correction, bool, Tensor& out, Tensor& mean) {
  moments_into("var_mean", self, dim, correction, false, out, &mean);
}
Tensor var_all(const Tensor& self, bool unbiased) {
  return at::var(self, std::nullopt, Scalar(unbiased ? 1 : 0), false);
}
Tensor var_dim(const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  return at::var(self, dim, Scalar(unbiased ? 1 : 0), keepdim);
}
std::tuple<Tensor, Tensor> var_mean_all(const Tensor& self, bool unbiased) {
  return at::var_mean(self, std::nullopt, Scalar(unbiased ? 1 : 0), false);
}
std::tuple<Tensor, Tensor> var_mean_dim(const Tensor& self, OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  return at::var_mean(self, dim, Scalar(unbiased ? 1 : 0), keepdim);
}

// ---- logsumexp

OutputMeta logsumexp_meta(const Tensor& self, IntArrayRef dim, bool keepdim) {
  const ScalarType t = self.scalar_type();
  return reduced_meta(self, dim_set("logsumexp", self, dim), keepdim, c10::isIntegralType(t, /*includeBool=*/true) ? default_dtype() : t);
}

// exp(x - p) is summed with p the largest element, or 0 where that is infinite: then the sum is infinite, or 0, by itself.
template <class T>
void logsumexp_of(const Tensor& x, IntArrayRef dim, const DimSet& dims, T* out, int64_t results) {
  const Tensor top = at::amax(x, dim, /*keepdim=*/true);
  T* const p = top.template mutable_data_ptr<T>();
  for (int64_t i = 0; i < results; i++) p[i] = std::isinf(p[i]) ? T(0) : p[i];
  fold_dims<T>(Fold::Sum, at::exp(at::sub(x, top)), dims, nullptr, out);
  for (int64_t i = 0; i < results; i++) out[i] = std::log(out[i]) + p[i];
}

void logsumexp_cpu(const Tensor& self, IntArrayRef dim, bool, Tensor& out) {
  if (out.numel() == 0) return;
  const DimSet dims = dim_set("logsumexp", self, dim);
  const ScalarType dtype = out.scalar_type(), compute = wide_dtype(dtype);
  Tensor x = self.scalar_type() == compute ? self : self.to(compute);
  if (elements_in(self, dims) == 0) {
    out.fill_(-INFINITY);
    return;
  }
  if (c10::isComplexType(dtype)) {
    // The largest real part goes first, out of the elements laid out one result after another.
    const Tensor rows = reduced_last(x, dims).view({out.numel(), -1});
    const Tensor reals = rows.to(c10::toRealValueType(dtype));
    Tensor top = at::detail::empty_cpu({out.numel(), 1}, reals.scalar_type());
    const auto largest = [&](auto zero) {
      using T = decltype(zero);
      T* const to = top.mutable_data_ptr<T>();
      fold_dims<T>(Fold::Max, reals, DimSet(2), nullptr, to);
      for (int64_t i = 0; i < top.numel(); i++) to[i] = std::isinf(to[i]) ? T(0) : to[i];
    };
    if (reals.scalar_type() == ScalarType::Double) largest(double());
    else largest(float());
    const Tensor sums = at::sum(at::exp(at::sub(rows, top)), 1, /*keepdim=*/true);
    out.copy_(at::log(sums).add(top).view(out.sizes()));
    return;
  }
  Tensor wide = compute == dtype ? out : at::detail::empty_cpu(out.sizes(), compute);
  if (compute == ScalarType::Double) logsumexp_of<double>(x, dim, dims, wide.mutable_data_ptr<double>(), wide.numel());
  else logsumexp_of<float>(x, dim, dims, wide.mutable_data_ptr<float>(), wide.numel());
  if (compute != dtype) out.copy_(wide);
}

Tensor special_logsumexp(const Tensor& self, IntArrayRef dim, bool keepdim) {
  return at::logsumexp(self, dim, keepdim);
}

}  // namespace
}  // namespace at::native

#include <ATen/native/Statistics.stubs.inc>
