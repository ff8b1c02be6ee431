// Norms of vectors, and distances and similarities made of them.
#include <ATen/EmptyTensor.h>
#include <ATen/native/ReduceDims.h>
#include <ATen/native/TypeProperties.h>
#include <ATen/ops/abs.h>
#include <ATen/ops/add.h>
#include <ATen/ops/div.h>
#include <ATen/ops/gt.h>
#include <ATen/ops/linalg_vector_norm.h>
#include <ATen/ops/maximum.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/ne.h>
#include <ATen/ops/norm.h>
#include <ATen/ops/ones_like.h>
#include <ATen/ops/pow.h>
#include <ATen/ops/scalar_tensor.h>
#include <ATen/ops/sub.h>
#include <ATen/ops/sum.h>
#include <ATen/ops/where.h>

#include <cmath>

namespace at::native {
namespace {

OutputMeta vector_norm_meta(const Tensor& self, const Scalar& ord, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) {
  const ScalarType from = self.scalar_type();
  const auto numbers = [](ScalarType t) { return c10::isFloatingType(t) || c10::isComplexType(t); };
  TORCH_CHECK_NOT_IMPLEMENTED(numbers(from), "linalg_vector_norm(): argument 'self' must be floating-point or complex, got ", from);
  TORCH_CHECK(!ord.isComplex(), "linalg_vector_norm(): argument 'ord' must be a real number, got ", ord);
  const ScalarType to = dtype.value_or(from);
  TORCH_CHECK(numbers(to) && c10::isComplexType(from) == c10::isComplexType(to), "linalg_vector_norm(): argument 'dtype' must be ", c10::isComplexType(from) ? "complex" : "floating-point",
              " as self of ", from, " is, got ", to);
  TORCH_CHECK(c10::promoteTypes(from, to) == to, "linalg_vector_norm(): argument 'dtype': ", to, " is narrower than the dtype of self, ", from);
  const DimSet dims = dim_set("linalg_vector_norm", self, dim);
  const double p = ord.toDouble();
  if (p < 0 || std::isinf(p)) {
    for (int64_t d = 0; d < self.dim(); d++) {
      TORCH_CHECK(!dims[d] || self.size(d) != 0, "linalg_vector_norm(): argument 'self' of shape ", self.sizes(), " has no elements along dim ", d, ", and a norm of order ", p,
                  " of nothing does not exist");
    }
  }
  return reduced_meta(self, dims, keepdim, c10::toRealValueType(to));
}

// Norms of real elements. T is float or double.
template <class T>
void norms(Tensor x, const DimSet& dims, double p, T* out, int64_t results) {
  if (p == 0) return fold_dims<T>(Fold::Sum, at::ne(x, 0).to(x.scalar_type()), dims, nullptr, out);
  if (p == 1) return fold_dims<T>(Fold::SumAbs, x, dims, nullptr, out);
  if (std::isinf(p)) return fold_dims<T>(p > 0 ? Fold::Max : Fold::Min, at::abs(x), dims, nullptr, out);
  if (p == 2) {
    fold_dims<T>(Fold::SumSquares, x, dims, nullptr, out);
    for (int64_t i = 0; i < results; i++) out[i] = std::sqrt(out[i]);
    return;
  }
  fold_dims<T>(Fold::Sum, at::pow(at::abs(x), p), dims, nullptr, out);
  for (int64_t i = 0; i < results; i++) out[i] = std::pow(out[i], static_cast<T>(1 / p));
}

void vector_norm_cpu(const Tensor& self, const Scalar& ord, OptionalIntArrayRef dim, bool, std::optional<ScalarType> dtype, Tensor& out) {
  if (out.numel() == 0) return;
  const DimSet dims = dim_set("linalg_vector_norm", self, dim);
  Tensor x = dtype.has_value() && *dtype != self.scalar_type() ? self.to(*dtype) : self;
  if (x.is_complex()) x = at::abs(x);
  const ScalarType to = out.scalar_type(), compute = wide_dtype(to);
  if (x.scalar_type() != compute) x = x.to(compute);
  Tensor wide = compute == to ? out : at::detail::empty_cpu(out.sizes(), compute);
  if (compute == ScalarType::Double) norms<double>(x, dims, ord.toDouble(), wide.mutable_data_ptr<double>(), wide.numel());
  else norms<float>(x, dims, ord.toDouble(), wide.mutable_data_ptr<float>(), wide.numel());
  if (compute != to) out.copy_(wide);
}

// ---- norm

Tensor norm_of(const Tensor& self, const std::optional<Scalar>& p, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) {
  return at::linalg_vector_norm(self, p.value_or(Scalar(2)), dim, keepdim, dtype);
}
Tensor norm_scalar(const Tensor& self, const Scalar& p) {
  return norm_of(self, p, std::nullopt, false, std::nullopt);
}
Tensor norm_dtype(const Tensor& self, const std::optional<Scalar>& p, ScalarType dtype) {
  return norm_of(self, p, std::nullopt, false, dtype);
}
Tensor norm_dim(const Tensor& self, const std::optional<Scalar>& p, IntArrayRef dim, bool keepdim) {
  return norm_of(self, p, dim, keepdim, std::nullopt);
}
Tensor norm_dim_dtype(const Tensor& self, const std::optional<Scalar>& p, IntArrayRef dim, bool keepdim, ScalarType dtype) {
  return norm_of(self, p, dim, keepdim, dtype);
}
Tensor frobenius_norm(const Tensor& self, IntArrayRef dim, bool keepdim) {
  TORCH_CHECK(dim.size() <= 2, "frobenius_norm(): argument 'dim' must name at most 2 dimensions, got ", dim);
  return norm_of(self, std::nullopt, dim, keepdim, std::nullopt);
}

// ---- what is measured by norms

Tensor dist(const Tensor& self, const Tensor& other, const Scalar& p) {
  return at::norm(at::sub(self, other), p);
}

Tensor renorm(const Tensor& self, const Scalar& p, int64_t dim, const Scalar& maxnorm) {
  TORCH_CHECK(!p.isComplex() && p.toDouble() > 0, "renorm(): argument 'p' must be a number above 0, got ", p);
  TORCH_CHECK(!maxnorm.isComplex() && maxnorm.toDouble() >= 0, "renorm(): argument 'maxnorm' must be a number not below 0, got ", maxnorm);
  TORCH_CHECK(self.dim() > 1, "renorm(): argument 'self' must have at least 2 dimensions, got shape ", self.sizes());
  const int64_t kept = wrap_dim("renorm", self, dim);
  DimVector dims;
  for (int64_t d = 0; d < self.dim(); d++) {
    if (d != kept) dims.push_back(d);
  }
  const Tensor norms = at::linalg_vector_norm(self.to(wide_dtype(self.scalar_type())), p, IntArrayRef(dims), /*keepdim=*/true, std::nullopt);
  // The little addend keeps the result's norm below maxnorm after rounding.
  const Tensor most = at::scalar_tensor(maxnorm.toDouble(), norms.options());
  const Tensor factor = at::where(at::gt(norms, most), at::div(most, at::add(norms, 1e-7)), at::ones_like(norms));
  return at::mul(self, factor.to(c10::toRealValueType(self.scalar_type())));
}

Tensor cosine_similarity(const Tensor& x1, const Tensor& x2, int64_t dim, double eps) {
  const ScalarType common = at::result_type(x1, x2);
  TORCH_CHECK(c10::isFloatingType(common), "cosine_similarity(): arguments 'x1' and 'x2' must have a floating-point dtype in common, got ", common);
  const auto unit = [&](const Tensor& x) {
    const Tensor t = x.to(common);
    const Tensor norm = at::linalg_vector_norm(t, 2, IntArrayRef(dim), /*keepdim=*/true, std::nullopt);
    return at::div(t, at::maximum(norm, at::scalar_tensor(eps, norm.options())));
  };
  const int64_t dims = std::max(x1.dim(), x2.dim());
  // Both are seen at the common shape, so dim counts there.
  const auto spread = [&](const Tensor& x) {
    Tensor t = x;
    while (t.dim() < dims) t = t.unsqueeze(0);
    return t;
  };
  return at::sum(at::mul(unit(spread(x1)), unit(spread(x2))), IntArrayRef(dim));
}

Tensor pairwise_distance(const Tensor& x1, const Tensor& x2, double p, double eps, bool keepdim) {
  const Tensor distance = at::add(at::sub(x1, x2), eps);
  return at::norm(distance, Scalar(p), {-1}, keepdim);
}

}  // namespace
}  // namespace at::native

#include <ATen/native/Norm.stubs.inc>
