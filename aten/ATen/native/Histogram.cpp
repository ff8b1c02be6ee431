// Histograms in one and more dimensions.
#include <ATen/EmptyTensor.h>
#include <ATen/native/OperatorStub.h>
#include <ATen/native/ReduceDims.h>
#include <ATen/ops/_histogramdd_bin_edges.h>
#include <ATen/ops/_histogramdd_from_bin_cts.h>
#include <ATen/ops/_histogramdd_from_bin_tensors.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace at::native {
namespace {

using OptionalTensor = const std::optional<Tensor>&;

// ---- histc

OutputMeta histc_meta(const Tensor& self, int64_t bins, const Scalar&, const Scalar&) {
  TORCH_CHECK(bins > 0, "histc(): argument 'bins' must be above 0, got ", bins);
  return {{bins}, self.scalar_type()};
}

// The smallest and the largest of n > 0 elements; NaN if there is one.
template <class T>
std::pair<double, double> extremes(const T* x, int64_t n, int64_t step) {
  double low = INFINITY, high = -INFINITY;
  for (int64_t i = 0; i < n; i++) {
    const double v = static_cast<double>(x[i * step]);
    if (v != v) return {v, v};
    low = std::min(low, v), high = std::max(high, v);
  }
  return {low, high};
}

template <class scalar_t>
void histc_cpu(const Tensor& self, int64_t bins, const Scalar& min, const Scalar& max, Tensor& out) {
  const Tensor source = self.contiguous();
  const scalar_t* const x = source.const_data_ptr<scalar_t>();
  double low = min.toDouble(), high = max.toDouble();
  if (low == high && self.numel() > 0) std::tie(low, high) = extremes(x, self.numel(), 1);
  if (low == high) low -= 1, high += 1;
  TORCH_CHECK(std::isfinite(low) && std::isfinite(high), "histc(): arguments 'min' and 'max': the range from ", low, " to ", high, " is not finite");
  TORCH_CHECK(low < high, "histc(): argument 'max' must be larger than min ", low, ", got ", high);
  std::vector<int64_t> counts(static_cast<size_t>(bins), 0);
  // In the arithmetic of the elements, which decides about those that lie at an edge.
  const scalar_t left = static_cast<scalar_t>(low), right = static_cast<scalar_t>(high), width = static_cast<scalar_t>(right - left);
  for (int64_t i = 0; i < self.numel(); i++) {
    if (!(x[i] >= left && x[i] <= right)) continue;
    const auto place = static_cast<int64_t>(static_cast<double>((x[i] - left) * static_cast<scalar_t>(static_cast<float>(bins)) / width));
    counts[static_cast<size_t>(std::clamp<int64_t>(place, 0, bins - 1))]++;
  }
  scalar_t* const to = out.mutable_data_ptr<scalar_t>();
  for (int64_t b = 0; b < bins; b++) to[b] = static_cast<scalar_t>(static_cast<double>(counts[static_cast<size_t>(b)]));
}

// ---- histogram, histogramdd

template <class F>
void float_or_double(const char* op, const Tensor& self, const F& f) {
  if (self.scalar_type() == ScalarType::Float) return f(float());
  if (self.scalar_type() == ScalarType::Double) return f(double());
  TORCH_CHECK_NOT_IMPLEMENTED(false, op, " is not implemented for ", self.scalar_type(), "; it is for Float, Double");
}

// Points in rows, and their weights in order if there are any.
struct Points {
  Tensor rows, weight;
  int64_t count, dims;
  Points(const char* op, const Tensor& self, OptionalTensor given) {
    TORCH_CHECK(self.dim() >= 2, op, "(): argument 'self' must have at least 2 dimensions, got shape ", self.sizes());
    dims = self.size(self.dim() - 1);
    count = 1;
    for (int64_t d = 0; d + 1 < self.dim(); d++) count *= self.size(d);
    rows = self.contiguous();
    if (!given.has_value() || !given->defined()) return;
    TORCH_CHECK(given->sizes().equals(self.sizes().slice(0, static_cast<size_t>(self.dim() - 1))), op, "(): argument 'weight' must have the shape of self ", self.sizes(),
                " without its last dimension, got ", given->sizes());
    TORCH_CHECK(given->scalar_type() == self.scalar_type(), op, "(): argument 'weight' must have the dtype of self, ", self.scalar_type(), ", got ", given->scalar_type());
    weight = given->contiguous();
  }
};

std::vector<Tensor> even_edges(const char* op, const Points& points, IntArrayRef bins, std::optional<ArrayRef<double>> range) {
  TORCH_CHECK(points.dims == static_cast<int64_t>(bins.size()), op, "(): argument 'bins' must have one item for each of ", points.dims, " coordinates, got ", bins.size());
  TORCH_CHECK(!range.has_value() || range->size() == 2 * bins.size(), op, "(): argument 'range' must have ", 2 * bins.size(), " items, got ", range.has_value() ? range->size() : 0);
  int64_t boxes = 1;
  for (const int64_t n : bins) boxes = stub::mul(boxes, std::max<int64_t>(n, 1));
  std::vector<Tensor> edges;
  float_or_double(op, points.rows, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t d = 0; d < points.dims; d++) {
      const int64_t n = bins[d];
      TORCH_CHECK(n > 0, op, "(): argument 'bins' must be above 0, got ", n, " for dimension ", d);
      TORCH_CHECK(n < std::numeric_limits<int64_t>::max(), op, "(): argument 'bins' is too large for dimension ", d);
      double low = 0, high = 1;
      if (range.has_value()) low = (*range)[2 * d], high = (*range)[2 * d + 1];
      else if (points.count > 0) std::tie(low, high) = extremes(points.rows.const_data_ptr<T>() + d, points.count, points.dims);
      TORCH_CHECK(std::isfinite(low) && std::isfinite(high), op, "(): argument 'range': that from ", low, " to ", high, " of dimension ", d, " is not finite");
      TORCH_CHECK(low <= high, op, "(): argument 'range': its start ", low, " lies above its end ", high, " in dimension ", d);
      if (low == high) low -= 0.5, high += 0.5;
      Tensor edge = at::detail::empty_cpu({n + 1}, points.rows.scalar_type());
      T* const to = edge.mutable_data_ptr<T>();
      const T first = static_cast<T>(low), last = static_cast<T>(high), step = (last - first) / static_cast<T>(n);
      // From both ends, so that both are exact.
      for (int64_t i = 0; i <= n; i++) to[i] = i <= n / 2 ? first + step * static_cast<T>(i) : last - step * static_cast<T>(n - i);
      edges.push_back(edge);
    }
  });
  return edges;
}

std::vector<Tensor> given_edges(const char* op, const Points& points, TensorList bins) {
  TORCH_CHECK(points.dims == static_cast<int64_t>(bins.size()), op, "(): argument 'bins' must have one tensor for each of ", points.dims, " coordinates, got ", bins.size());
  std::vector<Tensor> edges;
  for (const Tensor& t : bins) {
    TORCH_CHECK(t.dim() == 1, op, "(): argument 'bins' must hold tensors of one dimension, got shape ", t.sizes());
    TORCH_CHECK(t.scalar_type() == points.rows.scalar_type(), op, "(): argument 'bins' must have the dtype of self, ", points.rows.scalar_type(), ", got ", t.scalar_type());
    TORCH_CHECK(t.numel() > 1, op, "(): argument 'bins' must have at least 2 edges, got ", t.numel());
    edges.push_back(t.contiguous());
  }
  return edges;
}

// `even`: the edges lie evenly, so a bin is found without a search.
Tensor histogram_of(const char* op, const Points& points, const std::vector<Tensor>& edges, bool even, bool density) {
  DimVector sizes;
  int64_t bins = 1;
  for (const Tensor& edge : edges) {
    sizes.push_back(edge.numel() - 1);
    bins = stub::mul(bins, edge.numel() - 1);
  }
  Tensor hist = at::detail::empty_cpu(sizes, points.rows.scalar_type());
  float_or_double(op, points.rows, [&](auto zero) {
    using T = decltype(zero);
    const T* const x = points.rows.const_data_ptr<T>();
    const T* const weight = points.weight.defined() ? points.weight.const_data_ptr<T>() : nullptr;
    Scratch<double> scratch;
    double* const sums = scratch.take(bins, 1);
    std::fill_n(sums, bins, 0.0);
    for (int64_t i = 0; i < points.count; i++) {
      int64_t at = 0;
      bool inside = true;
      for (int64_t d = 0; d < points.dims && inside; d++) {
        const T v = x[i * points.dims + d];
        const T* const edge = edges[static_cast<size_t>(d)].const_data_ptr<T>();
        const int64_t n = edges[static_cast<size_t>(d)].numel() - 1;
        inside = v >= edge[0] && v <= edge[n];
        if (!inside) break;
        int64_t from = 0, to = n + 1;
        if (even) {  // rounding may lead to a neighbour
          const auto guess = std::clamp<int64_t>(static_cast<int64_t>((v - edge[0]) * static_cast<T>(n) / (edge[n] - edge[0])), 0, n);
          from = std::max<int64_t>(0, guess - 1), to = std::min(guess + 2, n + 1);
        }
        const int64_t bin = std::upper_bound(edge + from, edge + to, v) - edge - 1;
        at = at * n + std::clamp<int64_t>(bin, 0, n - 1);
      }
      if (inside) sums[at] += weight == nullptr ? 1 : static_cast<double>(weight[i]);
    }
    T* const to = hist.mutable_data_ptr<T>();
    double total = 0;
    for (int64_t b = 0; b < bins; b++) total += sums[b];
    for (int64_t b = 0; b < bins; b++) {
      double value = sums[b];
      if (density) {
        value /= total;
        for (int64_t d = points.dims - 1, rest = b; d >= 0; d--) {
          const T* const edge = edges[static_cast<size_t>(d)].const_data_ptr<T>();
          const int64_t n = sizes[static_cast<size_t>(d)], k = rest % n;
          value /= static_cast<double>(edge[k + 1] - edge[k]);
          rest /= n;
        }
      }
      to[b] = static_cast<T>(value);
    }
  });
  return hist;
}

std::vector<Tensor> _histogramdd_bin_edges_cpu(const Tensor& self, IntArrayRef bins, std::optional<ArrayRef<double>> range, OptionalTensor weight, bool) {
  return even_edges("_histogramdd_bin_edges", Points("_histogramdd_bin_edges", self, weight), bins, range);
}
Tensor _histogramdd_from_bin_cts_cpu(const Tensor& self, IntArrayRef bins, std::optional<ArrayRef<double>> range, OptionalTensor weight, bool density) {
  const char* const op = "_histogramdd_from_bin_cts";
  const Points points(op, self, weight);
  return histogram_of(op, points, even_edges(op, points, bins, range), true, density);
}
Tensor _histogramdd_from_bin_tensors_cpu(const Tensor& self, TensorList bins, OptionalTensor weight, bool density) {
  const char* const op = "_histogramdd_from_bin_tensors";
  const Points points(op, self, weight);
  return histogram_of(op, points, given_edges(op, points, bins), false, density);
}

std::tuple<Tensor, std::vector<Tensor>> histogramdd(const Tensor& self, IntArrayRef bins, std::optional<ArrayRef<double>> range, OptionalTensor weight, bool density) {
  return {at::_histogramdd_from_bin_cts(self, bins, range, weight, density), at::_histogramdd_bin_edges(self, bins, range, weight, density)};
}
std::tuple<Tensor, std::vector<Tensor>> histogramdd_int(const Tensor& self, int64_t bins, std::optional<ArrayRef<double>> range, OptionalTensor weight, bool density) {
  TORCH_CHECK(self.dim() >= 2, "histogramdd(): argument 'self' must have at least 2 dimensions, got shape ", self.sizes());
  return histogramdd(self, std::vector<int64_t>(static_cast<size_t>(self.size(self.dim() - 1)), bins), range, weight, density);
}
std::tuple<Tensor, std::vector<Tensor>> histogramdd_tensors(const Tensor& self, TensorList bins, std::optional<ArrayRef<double>>, OptionalTensor weight, bool density) {
  return {at::_histogramdd_from_bin_tensors(self, bins, weight, density), bins.vec()};
}

// Elements as points of one coordinate, their weights as a row.
std::pair<Tensor, std::optional<Tensor>> as_points(const Tensor& self, OptionalTensor weight) {
  std::optional<Tensor> row;
  if (weight.has_value() && weight->defined()) {
    TORCH_CHECK(weight->sizes().equals(self.sizes()), "histogram(): argument 'weight' must have the shape of self ", self.sizes(), ", got ", weight->sizes());
    row = weight->reshape({weight->numel()});
  }
  return {self.reshape({self.numel(), 1}), row};
}
std::tuple<Tensor, Tensor> histogram_tensor_cpu(const Tensor& self, const Tensor& bins, OptionalTensor weight, bool density) {
  const auto [rows, row] = as_points(self, weight);
  const Points points("histogram", rows, row);
  const std::vector<Tensor> edges = given_edges("histogram", points, bins);
  return {histogram_of("histogram", points, edges, false, density), bins.clone()};
}
std::tuple<Tensor, Tensor> histogram_count_cpu(const Tensor& self, int64_t bins, std::optional<ArrayRef<double>> range, OptionalTensor weight, bool density) {
  const auto [rows, row] = as_points(self, weight);
  const Points points("histogram", rows, row);
  const std::vector<Tensor> edges = even_edges("histogram", points, bins, range);
  return {histogram_of("histogram", points, edges, true, density), edges[0]};
}

}  // namespace
}  // namespace at::native

#include <ATen/native/Histogram.stubs.inc>
