// Reductions: which elements make up which result. How sums are made is in ReduceKernels.
#include <ATen/core/Tensor.h>
#include <ATen/Parallel.h>
#include <ATen/native/Checks.h>
#include <ATen/native/ReduceKernels.h>
#include <ATen/native/gemm/Output.h>

#include <bitset>
#include <cmath>
#include <limits>
#include <optional>

namespace at::native {
namespace {

constexpr int64_t kMaxDims = 64;
using DimSet = std::bitset<kMaxDims>;

DimSet dim_set(const char* op, const Tensor& self, OptionalIntArrayRef dims) {
  TORCH_CHECK(self.dim() <= kMaxDims, op, ": self has ", self.dim(), " dimensions, more than the ", kMaxDims, " that can be reduced");
  DimSet set;
  if (!dims.has_value() || dims->empty()) return set.set();
  for (const int64_t dim : *dims) {
    const int64_t range = std::max<int64_t>(1, self.dim());
    TORCH_CHECK_INDEX(dim >= -range && dim < range, op, ": Dimension out of range: dim ", dim, " is not in [", -range, ", ", range - 1, "] for self of shape ", self.sizes());
    const int64_t d = dim < 0 ? dim + range : dim;
    TORCH_CHECK(!set[d], op, ": dim ", d, " appears multiple times in the list of dims");
    set.set(d);
  }
  return set;
}

OutputMeta reduced_meta(const Tensor& self, const DimSet& dims, bool keepdim, ScalarType dtype) {
  OutputMeta meta;
  meta.dtype = dtype;
  for (int64_t d = 0; d < self.dim(); d++) {
    if (!dims[d]) {
      meta.sizes.push_back(self.size(d));
    } else if (keepdim) {
      meta.sizes.push_back(1);
    }
  }
  return meta;
}

// A tensor seen by a reduction: dimensions of size one dropped, neighbours of the same kind that lie in one run merged.
struct Walk {
  DimVector kept_sizes, kept_strides, sizes, strides;  // strides in elements; the latter two are the reduced dimensions
  int64_t results = 1, elements = 1;

  // `pairs`: each element is two reals, which become one more kept dimension.
  Walk(const Tensor& t, const DimSet& dims, bool pairs = false) {
    for (int64_t d = 0; d < t.dim(); d++) {
      (dims[d] ? elements : results) *= t.size(d);
      if (t.size(d) != 1) merge(dims[d] ? sizes : kept_sizes, dims[d] ? strides : kept_strides, t.size(d), t.stride(d) * (pairs ? 2 : 1));
    }
    if (pairs) {
      merge(kept_sizes, kept_strides, 2, 1);
      results *= 2;
    }
  }
  // Where the elements of result i begin.
  int64_t offset(int64_t i) const {
    int64_t at = 0;
    for (size_t d = kept_sizes.size(); d-- > 0;) {
      at += i % kept_sizes[d] * kept_strides[d];
      i /= kept_sizes[d];
    }
    return at;
  }

 private:
  static void merge(DimVector& sizes, DimVector& strides, int64_t size, int64_t stride) {
    if (!sizes.empty() && strides.back() == stride * size) {
      sizes.back() *= size, strides.back() = stride;
    } else {
      sizes.push_back(size), strides.push_back(stride);
    }
  }
};

// `self` with the reduced dimensions last, contiguous: every result's elements are one run.
Tensor reduced_last(const Tensor& self, const DimSet& dims) {
  DimVector order;
  for (int64_t d = 0; d < self.dim(); d++) {
    if (!dims[d]) order.push_back(d);
  }
  for (int64_t d = 0; d < self.dim(); d++) {
    if (dims[d]) order.push_back(d);
  }
  return self.permute(order).contiguous();
}

// Sums of `columns` neighbouring columns over `rows` rows.
template <class T>
void sum_columns(const T* x, int64_t row_stride, int64_t rows, int64_t columns, T* out) {
  const ReduceKernels<T>& kern = reduce_kernels<T>();
  if (rows <= kSumChunk) return kern.columns(x, row_stride, rows, columns, out);
  const int64_t chunks = (rows + kSumChunk - 1) / kSumChunk;
  Scratch<T> scratch;
  T* const sums = scratch.take(chunks, columns);
  at::parallel_for(0, chunks, std::max<int64_t>(1, 16 / columns), [&](int64_t c0, int64_t c1) {
    for (int64_t c = c0; c < c1; c++) {
      kern.columns(x + c * kSumChunk * row_stride, row_stride, std::min(kSumChunk, rows - c * kSumChunk), columns, sums + c * columns);
    }
  });
  fold_chunks(sums, chunks, columns);
  std::copy_n(sums, columns, out);
}

// Sums of float or double elements; out takes walk.results values in order.
template <class T>
void sum_walk(const T* x, const Walk& walk, T* out) {
  const int64_t n = walk.elements;
  if (n == 0) {
    std::fill_n(out, walk.results, T(0));
    return;
  }
  if (walk.sizes.empty() || walk.strides[0] == 1) {  // one run each
    at::parallel_for(0, walk.results, std::max<int64_t>(1, 65'536 / std::max<int64_t>(n, 1)), [&](int64_t i0, int64_t i1) {
      for (int64_t i = i0; i < i1; i++) out[i] = sum_row(x + walk.offset(i), n);
    });
    return;
  }
  // The kept dimension that lies contiguously is walked a few columns at a time; the others are counted.
  size_t unit = 0;
  while (walk.kept_strides[unit] != 1) unit++;
  int64_t inner = 1;
  for (size_t d = unit + 1; d < walk.kept_sizes.size(); d++) inner *= walk.kept_sizes[d];
  const int64_t width = walk.kept_sizes[unit], blocks = (width + kSumColumns - 1) / kSumColumns;
  const int64_t groups = walk.results / width * blocks;
  at::parallel_for(0, groups, std::max<int64_t>(1, 65'536 / (std::min(width, kSumColumns) * n)), [&](int64_t g0, int64_t g1) {
    T sums[kSumColumns];
    for (int64_t g = g0; g < g1; g++) {
      const int64_t c = g % blocks * kSumColumns, columns = std::min(kSumColumns, width - c);
      const int64_t other = g / blocks;
      const int64_t first = (other / inner * width + c) * inner + other % inner;  // result of the block's first column
      T* const to = inner == 1 ? out + first : sums;
      sum_columns(x + walk.offset(first), walk.strides[0], n, columns, to);
      if (inner != 1) {
        for (int64_t i = 0; i < columns; i++) out[first + i * inner] = sums[i];
      }
    }
  });
}

bool one_walk(const Walk& walk) {
  if (walk.sizes.empty() || (walk.sizes.size() == 1 && walk.strides[0] == 1)) return true;
  return walk.sizes.size() == 1 && std::find(walk.kept_strides.begin(), walk.kept_strides.end(), 1) != walk.kept_strides.end();
}

// The sums of x over dims in order, written to `out`. T is float or double, or a complex of one: then pairs of reals are summed.
template <class T>
void float_sums(const Tensor& x, const DimSet& dims, T* out) {
  constexpr bool complex = c10::is_complex<T>::value;
  using R = typename c10::scalar_value_type<T>::type;
  Tensor source = x;
  DimSet set = dims;
  Walk walk(source, set, complex);
  if (!one_walk(walk)) {
    int64_t kept = 0;
    for (int64_t d = 0; d < x.dim(); d++) kept += dims[d] ? 0 : 1;
    source = reduced_last(x, dims);
    set.reset();
    for (int64_t d = kept; d < x.dim(); d++) set.set(d);
    walk = Walk(source, set, complex);
  }
  sum_walk(reinterpret_cast<const R*>(source.const_data_ptr<T>()), walk, reinterpret_cast<R*>(out));
}

// Sums of integers wrap around, so their order is free. bool adds by "or".
template <class T>
void integer_sums(const Tensor& x, const DimSet& dims, T* out) {
  const Tensor source = reduced_last(x, dims);
  const Walk shape(x, dims);
  const T* from = source.const_data_ptr<T>();
  const int64_t n = shape.elements;
  at::parallel_for(0, shape.results, std::max<int64_t>(1, 65'536 / std::max<int64_t>(n, 1)), [&](int64_t i0, int64_t i1) {
    for (int64_t i = i0; i < i1; i++) {
      if constexpr (std::is_same_v<T, bool>) {
        out[i] = std::any_of(from + i * n, from + (i + 1) * n, [](bool v) { return v; });
      } else {
        std::make_unsigned_t<T> sum = 0;
        for (int64_t k = 0; k < n; k++) sum += static_cast<std::make_unsigned_t<T>>(from[i * n + k]);
        out[i] = static_cast<T>(sum);
      }
    }
  });
}

// out = sums of self over dims, divided by the number of elements for a mean. The dtype of the result decides how self is read.
void sum_into(const char* op, const Tensor& self, const DimSet& dims, bool mean, Tensor& out) {
  const ScalarType dtype = out.scalar_type();
  const bool half = dtype == ScalarType::Half || dtype == ScalarType::BFloat16;
  const ScalarType compute = half ? ScalarType::Float : dtype;
  if (out.numel() == 0) return;
  Tensor x = self.scalar_type() == dtype ? self : self.to(dtype);
  if (half) x = x.to(compute);
  int64_t count = 1;
  for (int64_t d = 0; d < self.dim(); d++) count *= dims[d] ? self.size(d) : 1;

  ContiguousOut target(out, {&self});
  const auto run = [&](auto zero) {
    using T = decltype(zero);
    Tensor wide;
    if (half) wide = at::detail::empty_cpu(out.sizes(), compute);
    T* const to = half ? wide.mutable_data_ptr<T>() : target.data<T>();
    if constexpr (std::is_integral_v<T>) {
      integer_sums<T>(x, dims, to);
    } else {
      float_sums<T>(x, dims, to);
      if (mean) {
        const auto divisor = static_cast<typename c10::scalar_value_type<T>::type>(count);
        for (int64_t i = 0; i < out.numel(); i++) to[i] = to[i] / divisor;
      }
    }
    if (half) target.tensor().copy_(wide);
  };
  switch (compute) {
    case ScalarType::Float: run(float()); break;
    case ScalarType::Double: run(double()); break;
    case ScalarType::ComplexFloat: run(c10::complex<float>()); break;
    case ScalarType::ComplexDouble: run(c10::complex<double>()); break;
    case ScalarType::Long: run(int64_t()); break;
    case ScalarType::Int: run(int32_t()); break;
    case ScalarType::Short: run(int16_t()); break;
    case ScalarType::Char: run(int8_t()); break;
    case ScalarType::Byte: run(uint8_t()); break;
    case ScalarType::Bool: run(bool()); break;
    default: TORCH_CHECK_NOT_IMPLEMENTED(false, op, ": sums of dtype ", dtype, " are not implemented");
  }
  target.finish();
}

ScalarType sum_dtype(const Tensor& self, std::optional<ScalarType> dtype) {
  if (dtype.has_value()) return *dtype;
  return c10::isIntegralType(self.scalar_type(), /*includeBool=*/true) ? ScalarType::Long : self.scalar_type();
}

ScalarType mean_dtype(const Tensor& self, std::optional<ScalarType> dtype) {
  const ScalarType t = dtype.value_or(self.scalar_type());
  TORCH_CHECK(c10::isFloatingType(t) || c10::isComplexType(t), "mean: ", dtype.has_value() ? "dtype" : "self", " must be floating-point or complex, got ", t,
              dtype.has_value() ? "" : "; pass dtype to say what the elements become");
  return t;
}

OutputMeta sum_meta(const Tensor& self, std::optional<ScalarType> dtype) {
  return reduced_meta(self, DimSet().set(), false, sum_dtype(self, dtype));
}
OutputMeta sum_dim_meta(const Tensor& self, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) {
  return reduced_meta(self, dim_set("sum", self, dim), keepdim, sum_dtype(self, dtype));
}
OutputMeta mean_meta(const Tensor& self, std::optional<ScalarType> dtype) {
  return reduced_meta(self, DimSet().set(), false, mean_dtype(self, dtype));
}
OutputMeta mean_dim_meta(const Tensor& self, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) {
  return reduced_meta(self, dim_set("mean", self, dim), keepdim, mean_dtype(self, dtype));
}
void sum_cpu(const Tensor& self, std::optional<ScalarType>, Tensor& out) {
  sum_into("sum", self, dim_set("sum", self, std::nullopt), false, out);
}
void sum_dim_cpu(const Tensor& self, OptionalIntArrayRef dim, bool, std::optional<ScalarType>, Tensor& out) {
  sum_into("sum", self, dim_set("sum", self, dim), false, out);
}
void mean_cpu(const Tensor& self, std::optional<ScalarType>, Tensor& out) {
  sum_into("mean", self, dim_set("mean", self, std::nullopt), true, out);
}
void mean_dim_cpu(const Tensor& self, OptionalIntArrayRef dim, bool, std::optional<ScalarType>, Tensor& out) {
  sum_into("mean", self, dim_set("mean", self, dim), true, out);
}

// ---- extremes

template <class T>
bool is_nan(T x) {
  if constexpr (std::is_floating_point_v<T> || std::is_same_v<T, c10::Half> || std::is_same_v<T, c10::BFloat16>) {
    return std::isnan(static_cast<float>(x));
  } else {
    return false;
  }
}
// Whether `x` takes the place of `best`. NaN beats everything but another NaN.
template <bool Largest, class T>
bool beats(T x, T best) {
  if constexpr (std::is_floating_point_v<T>) {
    // A comparison with a NaN `best` is false; bitwise "or" leaves no branch.
    return (Largest ? x > best : x < best) | ((x != x) & (best == best));
  } else {
    return !is_nan(best) && (is_nan(x) || (Largest ? x > best : x < best));
  }
}

OutputMeta extreme_meta(const char* op, const Tensor& self, IntArrayRef dim, bool keepdim) {
  const DimSet dims = dim_set(op, self, dim);
  for (int64_t d = 0; d < self.dim(); d++) {
    if (!dims[d] || self.size(d) != 0) continue;
    TORCH_CHECK_INDEX(dim.empty(), op, ": dim ", d, " of self of shape ", self.sizes(), " has no elements, so it has no extreme");
    TORCH_CHECK(false, op, ": self of shape ", self.sizes(), " has no elements, so it has no extreme");
  }
  return reduced_meta(self, dims, keepdim, self.scalar_type());
}
OutputMeta amax_meta(const Tensor& self, IntArrayRef dim, bool keepdim) {
  return extreme_meta("amax", self, dim, keepdim);
}
OutputMeta amin_meta(const Tensor& self, IntArrayRef dim, bool keepdim) {
  return extreme_meta("amin", self, dim, keepdim);
}

// f(result, its elements) for each result of a reduction; elements lie one after another.
template <class T, class F>
void each_run(const Tensor& self, const DimSet& dims, const F& f) {
  const Tensor source = reduced_last(self, dims);
  const Walk shape(self, dims);
  const T* from = source.const_data_ptr<T>();
  at::parallel_for(0, shape.results, std::max<int64_t>(1, 32'768 / std::max<int64_t>(shape.elements, 1)), [&](int64_t i0, int64_t i1) {
    for (int64_t i = i0; i < i1; i++) f(i, from + i * shape.elements, shape.elements);
  });
}

template <class T, bool Largest>
void extreme(const char* op, const Tensor& self, IntArrayRef dim, Tensor& out) {
  if (out.numel() == 0) return;
  ContiguousOut target(out, {&self});
  T* const to = target.data<T>();
  each_run<T>(self, dim_set(op, self, dim), [&](int64_t i, const T* x, int64_t n) {
    // Sixteen running extremes, which the compiler keeps in vectors; their order is free.
    constexpr int64_t kLanes = 16;
    T best[kLanes];
    std::fill_n(best, kLanes, x[0]);
    int64_t k = 0;
    for (; k + kLanes <= n; k += kLanes) {
      for (int64_t l = 0; l < kLanes; l++) best[l] = beats<Largest>(x[k + l], best[l]) ? x[k + l] : best[l];
    }
    for (; k < n; k++) best[0] = beats<Largest>(x[k], best[0]) ? x[k] : best[0];
    for (int64_t l = 1; l < kLanes; l++) best[0] = beats<Largest>(best[l], best[0]) ? best[l] : best[0];
    to[i] = best[0];
  });
  target.finish();
}
template <class scalar_t>
void amax_cpu(const Tensor& self, IntArrayRef dim, bool, Tensor& out) {
  extreme<scalar_t, true>("amax", self, dim, out);
}
template <class scalar_t>
void amin_cpu(const Tensor& self, IntArrayRef dim, bool, Tensor& out) {
  extreme<scalar_t, false>("amin", self, dim, out);
}

OutputMeta arg_meta(const char* op, const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  if (dim.has_value()) {
    const DimSet dims = dim_set(op, self, IntArrayRef(*dim));
    for (int64_t d = 0; d < self.dim(); d++) {
      TORCH_CHECK_INDEX(!dims[d] || self.size(d) != 0, op, ": dim ", d, " of self of shape ", self.sizes(), " has no elements, so it has no extreme");
    }
    return reduced_meta(self, dims, keepdim, ScalarType::Long);
  }
  TORCH_CHECK_INDEX(self.numel() != 0, op, ": self of shape ", self.sizes(), " has no elements, so it has no extreme");
  return reduced_meta(self, DimSet().set(), keepdim, ScalarType::Long);
}
OutputMeta argmax_meta(const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  return arg_meta("argmax", self, dim, keepdim);
}
OutputMeta argmin_meta(const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  return arg_meta("argmin", self, dim, keepdim);
}

template <class T, bool Largest>
void arg_extreme(const char* op, const Tensor& self, std::optional<int64_t> dim, Tensor& out) {
  if (out.numel() == 0) return;
  ContiguousOut target(out, {&self});
  int64_t* const to = target.data<int64_t>();
  const DimSet dims = dim.has_value() ? dim_set(op, self, IntArrayRef(*dim)) : DimSet().set();
  each_run<T>(self, dims, [&](int64_t i, const T* x, int64_t n) {
    int64_t best = 0;
    for (int64_t k = 1; k < n; k++) best = beats<Largest>(x[k], x[best]) ? k : best;
    to[i] = best;
  });
  target.finish();
}
template <class scalar_t>
void argmax_cpu(const Tensor& self, std::optional<int64_t> dim, bool, Tensor& out) {
  arg_extreme<scalar_t, true>("argmax", self, dim, out);
}
template <class scalar_t>
void argmin_cpu(const Tensor& self, std::optional<int64_t> dim, bool, Tensor& out) {
  arg_extreme<scalar_t, false>("argmin", self, dim, out);
}

}  // namespace
}  // namespace at::native

#include <ATen/native/Reduce.stubs.inc>
