// The largest and smallest elements over dimensions. float and double go through ReduceKernels; the order of the others is free.
#include <ATen/native/ReduceDims.h>
#include <ATen/ops/aminmax.h>
#include <ATen/ops/maximum.h>
#include <ATen/ops/minimum.h>

#include <array>
#include <cmath>

namespace at::native {
namespace {

// Whether `x` takes the place of `best`. NaN beats everything but another NaN.
template <bool Largest, class T>
bool beats(T x, T best) {
  if constexpr (std::is_integral_v<T>) {
    return Largest ? x > best : x < best;
  } else {
    const auto a = static_cast<std::conditional_t<std::is_same_v<T, double>, double, float>>(x), b = static_cast<decltype(a)>(best);
    return (Largest ? a > b : a < b) | ((a != a) & (b == b));  // no branch: a comparison with a NaN `best` is false
  }
}

template <bool Largest, class T>
void extreme(const Tensor& self, const DimSet& dims, Tensor& out) {
  if (out.numel() == 0) return;
  if constexpr (std::is_floating_point_v<T>) {
    fold_dims<T>(Largest ? Fold::Max : Fold::Min, self, dims, nullptr, out.mutable_data_ptr<T>());
  } else {
    const T start = [] {
      if constexpr (std::is_integral_v<T>) return Largest ? std::numeric_limits<T>::lowest() : std::numeric_limits<T>::max();
      else return static_cast<T>(Largest ? -INFINITY : INFINITY);
    }();
    fold_free<T, T>(self, dims, start, [](T v) { return v; }, [](T a, T b) { return beats<Largest>(b, a) ? b : a; }, out.mutable_data_ptr<T>());
  }
}

OutputMeta extreme_meta(const char* op, const Tensor& self, IntArrayRef dim, bool keepdim) {
  const DimSet dims = dim_set(op, self, dim);
  check_has_elements(op, self, dims, !dim.empty());
  return reduced_meta(self, dims, keepdim, self.scalar_type());
}
OutputMeta amax_meta(const Tensor& self, IntArrayRef dim, bool keepdim) {
  return extreme_meta("amax", self, dim, keepdim);
}
OutputMeta amin_meta(const Tensor& self, IntArrayRef dim, bool keepdim) {
  return extreme_meta("amin", self, dim, keepdim);
}
OutputMeta max_meta(const Tensor& self) {
  return extreme_meta("max", self, {}, false);
}
OutputMeta min_meta(const Tensor& self) {
  return extreme_meta("min", self, {}, false);
}
template <class scalar_t>
void amax_cpu(const Tensor& self, IntArrayRef dim, bool, Tensor& out) {
  extreme<true, scalar_t>(self, dim_set("amax", self, dim), out);
}
template <class scalar_t>
void amin_cpu(const Tensor& self, IntArrayRef dim, bool, Tensor& out) {
  extreme<false, scalar_t>(self, dim_set("amin", self, dim), out);
}
template <class scalar_t>
void max_cpu(const Tensor& self, Tensor& out) {
  extreme<true, scalar_t>(self, DimSet().set(), out);
}
template <class scalar_t>
void min_cpu(const Tensor& self, Tensor& out) {
  extreme<false, scalar_t>(self, DimSet().set(), out);
}

Tensor max_other(const Tensor& self, const Tensor& other) {
  return at::maximum(self, other);
}
Tensor min_other(const Tensor& self, const Tensor& other) {
  return at::minimum(self, other);
}

// ---- aminmax

std::array<OutputMeta, 2> aminmax_meta(const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  DimVector list;
  if (dim.has_value()) list.push_back(*dim);
  // keepdim without dim keeps every dimension.
  const OutputMeta meta = extreme_meta("aminmax", self, list, keepdim);
  return {meta, meta};
}
template <class scalar_t>
void aminmax_cpu(const Tensor& self, std::optional<int64_t> dim, bool, Tensor& min, Tensor& max) {
  const DimSet dims = dim.has_value() ? dim_set("aminmax", self, IntArrayRef(*dim)) : DimSet().set();
  extreme<false, scalar_t>(self, dims, min);
  extreme<true, scalar_t>(self, dims, max);
}
std::tuple<Tensor, Tensor> _aminmax(const Tensor& self) {
  return at::aminmax(self, std::nullopt, false);
}
std::tuple<Tensor, Tensor> _aminmax_dim(const Tensor& self, int64_t dim, bool keepdim) {
  return at::aminmax(self, dim, keepdim);
}

// ---- where they are

// to[i] = the place of the extreme among the elements of result i, and values[i] the extreme itself unless values is null.
template <bool Largest, class T>
void arg_extreme(const Tensor& self, const DimSet& dims, int64_t* to, T* values) {
  const Walkable w(self, dims);
  const T* const x = w.source.const_data_ptr<T>();
  const int64_t n = w.walk.elements, stride = w.walk.is_rows() ? 1 : w.walk.strides[0];
  constexpr int64_t kColumns = 128;
  each_walk(
      w.walk, kColumns,
      [&](int64_t i, int64_t from) {
        int64_t best = 0;
        if constexpr (std::is_floating_point_v<T>) {
          best = reduce_kernels<T>().arg_row(x + from, n, Largest);
        } else {
          for (int64_t k = 1; k < n; k++) best = beats<Largest>(x[from + k], x[from + best]) ? k : best;
        }
        to[i] = best;
        if (values != nullptr) values[i] = x[from + best];
      },
      [&](int64_t first, int64_t step, int64_t from, int64_t count) {
        T best[kColumns];
        int64_t at[kColumns];
        if constexpr (std::is_floating_point_v<T>) {
          reduce_kernels<T>().arg_columns(x + from, stride, n, count, Largest, best, at);
        } else {
          std::copy_n(x + from, count, best);
          std::fill_n(at, count, int64_t{0});
          for (int64_t k = 1; k < n; k++) {
            const T* const line = x + from + k * stride;
            for (int64_t c = 0; c < count; c++) {
              if (beats<Largest>(line[c], best[c])) best[c] = line[c], at[c] = k;
            }
          }
        }
        for (int64_t c = 0; c < count; c++) to[first + c * step] = at[c];
        for (int64_t c = 0; c < count && values != nullptr; c++) values[first + c * step] = best[c];
      });
}

OutputMeta arg_meta(const char* op, const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  const DimSet dims = dim.has_value() ? dim_set(op, self, IntArrayRef(*dim)) : dim_set(op, self, std::nullopt);
  check_has_elements(op, self, dims, /*named=*/true);
  return reduced_meta(self, dims, keepdim, ScalarType::Long);
}
OutputMeta argmax_meta(const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  return arg_meta("argmax", self, dim, keepdim);
}
OutputMeta argmin_meta(const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  return arg_meta("argmin", self, dim, keepdim);
}
template <bool Largest, class T>
void arg_into(const char* op, const Tensor& self, std::optional<int64_t> dim, Tensor& out) {
  if (out.numel() == 0) return;
  arg_extreme<Largest, T>(self, dim.has_value() ? dim_set(op, self, IntArrayRef(*dim)) : DimSet().set(), out.mutable_data_ptr<int64_t>(), nullptr);
}
template <class scalar_t>
void argmax_cpu(const Tensor& self, std::optional<int64_t> dim, bool, Tensor& out) {
  arg_into<true, scalar_t>("argmax", self, dim, out);
}
template <class scalar_t>
void argmin_cpu(const Tensor& self, std::optional<int64_t> dim, bool, Tensor& out) {
  arg_into<false, scalar_t>("argmin", self, dim, out);
}

std::array<OutputMeta, 2> extreme_dim_meta(const char* op, const Tensor& self, int64_t dim, bool keepdim) {
  const OutputMeta indices = arg_meta(op, self, dim, keepdim);
  OutputMeta values = indices;
  values.dtype = self.scalar_type();
  return {values, indices};
}
std::array<OutputMeta, 2> max_dim_meta(const Tensor& self, int64_t dim, bool keepdim) {
  return extreme_dim_meta("max", self, dim, keepdim);
}
std::array<OutputMeta, 2> min_dim_meta(const Tensor& self, int64_t dim, bool keepdim) {
  return extreme_dim_meta("min", self, dim, keepdim);
}
template <class scalar_t>
void max_dim_cpu(const Tensor& self, int64_t dim, bool, Tensor& values, Tensor& indices) {
  if (values.numel() == 0) return;
  arg_extreme<true, scalar_t>(self, dim_set("max", self, IntArrayRef(dim)), indices.mutable_data_ptr<int64_t>(), values.mutable_data_ptr<scalar_t>());
}
template <class scalar_t>
void min_dim_cpu(const Tensor& self, int64_t dim, bool, Tensor& values, Tensor& indices) {
  if (values.numel() == 0) return;
  arg_extreme<false, scalar_t>(self, dim_set("min", self, IntArrayRef(dim)), indices.mutable_data_ptr<int64_t>(), values.mutable_data_ptr<scalar_t>());
}

}  // namespace
}  // namespace at::native

#include <ATen/native/Extremes.stubs.inc>
