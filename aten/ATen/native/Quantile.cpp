// quantile and nanquantile: each result's elements are copied and sorted, then read at a fraction of their number.
#include <ATen/native/ReduceDims.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

namespace at::native {
namespace {

enum class Between : uint8_t { Linear, Lower, Higher, Midpoint, Nearest };

Between between(const char* op, std::string_view interpolation) {
  if (interpolation == "linear") return Between::Linear;
  if (interpolation == "lower") return Between::Lower;
  if (interpolation == "higher") return Between::Higher;
  if (interpolation == "midpoint") return Between::Midpoint;
  TORCH_CHECK(interpolation == "nearest", op, "(): argument 'interpolation' must be linear, lower, higher, midpoint or nearest, got ", interpolation);
  return Between::Nearest;
}

DimSet quantile_dims(const char* op, const Tensor& self, std::optional<int64_t> dim) {
  return dim.has_value() ? dim_set(op, self, IntArrayRef(*dim)) : dim_set(op, self, std::nullopt);
}

OutputMeta quantile_shape(const char* op, const Tensor& self, std::optional<int64_t> dim, bool keepdim, std::string_view interpolation) {
  TORCH_CHECK(self.scalar_type() == ScalarType::Float || self.scalar_type() == ScalarType::Double, op, "(): argument 'self' must be of dtype float32 or float64, got ", self.scalar_type());
  TORCH_CHECK(self.numel() > 0, op, "(): argument 'self' of shape ", self.sizes(), " has no elements");
  between(op, interpolation);
  return reduced_meta(self, quantile_dims(op, self, dim), keepdim, self.scalar_type());
}
OutputMeta quantile_list(const char* op, const Tensor& self, const Tensor& q, std::optional<int64_t> dim, bool keepdim, std::string_view interpolation) {
  OutputMeta meta = quantile_shape(op, self, dim, keepdim, interpolation);
  TORCH_CHECK(q.dim() <= 1, op, "(): argument 'q' must be a number or have one dimension, got shape ", q.sizes());
  TORCH_CHECK(q.scalar_type() == self.scalar_type(), op, "(): argument 'q' must have the dtype of self, ", self.scalar_type(), ", got ", q.scalar_type());
  if (q.dim() == 1) meta.sizes.insert(meta.sizes.begin(), q.size(0));
  return meta;
}
OutputMeta quantile_meta(const Tensor& self, const Tensor& q, std::optional<int64_t> dim, bool keepdim, std::string_view interpolation) {
  return quantile_list("quantile", self, q, dim, keepdim, interpolation);
}
OutputMeta nanquantile_meta(const Tensor& self, const Tensor& q, std::optional<int64_t> dim, bool keepdim, std::string_view interpolation) {
  return quantile_list("nanquantile", self, q, dim, keepdim, interpolation);
}
OutputMeta quantile_scalar_meta(const Tensor& self, double, std::optional<int64_t> dim, bool keepdim, std::string_view interpolation) {
  return quantile_shape("quantile", self, dim, keepdim, interpolation);
}
OutputMeta nanquantile_scalar_meta(const Tensor& self, double, std::optional<int64_t> dim, bool keepdim, std::string_view interpolation) {
  return quantile_shape("nanquantile", self, dim, keepdim, interpolation);
}

// The value at fraction q of n > 0 sorted elements.
template <class T>
T value_at(const T* sorted, int64_t n, T q, Between how) {
  T rank = q * static_cast<T>(n - 1);
  if (how == Between::Lower) rank = std::floor(rank);
  if (how == Between::Higher) rank = std::ceil(rank);
  if (how == Between::Nearest) rank = std::nearbyint(rank);
  const int64_t below = std::clamp<int64_t>(static_cast<int64_t>(rank), 0, n - 1), above = std::clamp<int64_t>(static_cast<int64_t>(std::ceil(rank)), 0, n - 1);
  if (how != Between::Linear && how != Between::Midpoint) return sorted[below];
  const T weight = how == Between::Midpoint ? T(0.5) : rank - static_cast<T>(below);
  const T a = sorted[below], b = sorted[above], step = b - a;
  return weight < T(0.5) ? a + weight * step : b - step * (1 - weight);
}

template <class T>
void quantiles(const char* op, const Tensor& self, const std::vector<T>& q, std::optional<int64_t> dim, std::string_view interpolation, bool ignore_nan, Tensor& out) {
  for (const T fraction : q) TORCH_CHECK(fraction >= 0 && fraction <= 1, op, "(): argument 'q' must lie between 0 and 1, got ", fraction);
  if (out.numel() == 0) return;
  const Between how = between(op, interpolation);
  const DimSet dims = quantile_dims(op, self, dim);
  const int64_t results = self.numel() / elements_in(self, dims);
  T* const to = out.mutable_data_ptr<T>();
  each_run<T>(self, dims, [&](int64_t i, const T* x, int64_t n) {
    std::vector<T> sorted;
    sorted.reserve(static_cast<size_t>(n));
    std::copy_if(x, x + n, std::back_inserter(sorted), [](T v) { return v == v; });
    const int64_t numbers = static_cast<int64_t>(sorted.size());
    const bool none = numbers == 0 || (numbers < n && !ignore_nan);
    if (!none) std::sort(sorted.begin(), sorted.end());
    for (size_t k = 0; k < q.size(); k++) to[static_cast<int64_t>(k) * results + i] = none ? std::numeric_limits<T>::quiet_NaN() : value_at(sorted.data(), numbers, q[k], how);
  });
}

template <class T>
std::vector<T> fractions(const Tensor& q) {
  const Tensor list = q.contiguous();
  const T* const data = list.template const_data_ptr<T>();
  return std::vector<T>(data, data + list.numel());
}
template <class scalar_t>
void quantile_cpu(const Tensor& self, const Tensor& q, std::optional<int64_t> dim, bool, std::string_view interpolation, Tensor& out) {
  quantiles<scalar_t>("quantile", self, fractions<scalar_t>(q), dim, interpolation, false, out);
}
template <class scalar_t>
void nanquantile_cpu(const Tensor& self, const Tensor& q, std::optional<int64_t> dim, bool, std::string_view interpolation, Tensor& out) {
  quantiles<scalar_t>("nanquantile", self, fractions<scalar_t>(q), dim, interpolation, true, out);
}
template <class scalar_t>
void quantile_scalar_cpu(const Tensor& self, double q, std::optional<int64_t> dim, bool, std::string_view interpolation, Tensor& out) {
  quantiles<scalar_t>("quantile", self, {static_cast<scalar_t>(q)}, dim, interpolation, false, out);
}
template <class scalar_t>
void nanquantile_scalar_cpu(const Tensor& self, double q, std::optional<int64_t> dim, bool, std::string_view interpolation, Tensor& out) {
  quantiles<scalar_t>("nanquantile", self, {static_cast<scalar_t>(q)}, dim, interpolation, true, out);
}

}  // namespace
}  // namespace at::native

#include <ATen/native/Quantile.stubs.inc>
