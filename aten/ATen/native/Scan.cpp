// Running sums, products and extremes along one dimension. A row is carried element by element; where the dimension is not the last
// one, lines of neighbouring columns are carried together. The order is the same, so every layout gives the same bits.
#include <ATen/EmptyTensor.h>
#include <ATen/native/ReduceDims.h>
#include <ATen/ops/cummax.h>
#include <ATen/ops/cummin.h>

#include <array>
#include <cmath>
#include <complex>

namespace at::native {
namespace {

// A contiguous tensor as outer x n x inner around dim.
struct Lines {
  int64_t outer = 1, n = 1, inner = 1;
  Lines(const char* op, const Tensor& self, int64_t dim) {
    const int64_t d = wrap_dim(op, self, dim);
    n = size_at(self, d);
    for (int64_t i = 0; i < d; i++) outer *= self.size(i);
    for (int64_t i = d + 1; i < self.dim(); i++) inner *= self.size(i);
  }
};

constexpr int64_t kScanColumns = 64, kScanRows = 4;

// step(state, place of the element, its index in the line) along each line from `start`; lines are carried several at a time, so that one
// need not wait for the other.
template <class State, class Start, class Step>
void scan(const Lines& lines, const Start& start, const Step& step) {
  const auto [outer, n, inner] = lines;
  if (outer == 0 || n == 0 || inner == 0) return;
  if (inner == 1) {
    const int64_t groups = (outer + kScanRows - 1) / kScanRows;
    at::parallel_for(0, groups, std::max<int64_t>(1, 16'384 / (n * kScanRows)), [&, n = n, outer = outer](int64_t g0, int64_t g1) {
      for (int64_t g = g0; g < g1; g++) {
        const int64_t first = g * kScanRows;
        if (first + kScanRows <= outer) {
          State state[kScanRows];
          for (int64_t r = 0; r < kScanRows; r++) state[r] = start;
          for (int64_t k = 0; k < n; k++) {
            for (int64_t r = 0; r < kScanRows; r++) step(state[r], (first + r) * n + k, k);
          }
        } else {
          for (int64_t r = first; r < outer; r++) {
            State state = start;
            for (int64_t k = 0; k < n; k++) step(state, r * n + k, k);
          }
        }
      }
    });
    return;
  }
  const int64_t blocks = (inner + kScanColumns - 1) / kScanColumns;
  at::parallel_for(0, outer * blocks, std::max<int64_t>(1, 16'384 / (n * std::min(inner, kScanColumns))), [&, n = n, inner = inner](int64_t b0, int64_t b1) {
    for (int64_t b = b0; b < b1; b++) {
      const int64_t c = b % blocks * kScanColumns, width = std::min(kScanColumns, inner - c), from = b / blocks * n * inner + c;
      State state[kScanColumns];
      for (int64_t i = 0; i < width; i++) state[i] = start;
      for (int64_t k = 0; k < n; k++) {
        for (int64_t i = 0; i < width; i++) step(state[i], from + k * inner + i, k);
      }
    }
  });
}

// ---- cumsum, cumprod

OutputMeta like(const char* op, const Tensor& self, int64_t dim, ScalarType dtype) {
  wrap_dim(op, self, dim);
  OutputMeta meta;
  meta.sizes.assign(self.sizes().begin(), self.sizes().end());
  meta.dtype = dtype;
  return meta;
}
ScalarType sum_dtype(const Tensor& self, std::optional<ScalarType> dtype) {
  if (dtype.has_value()) return *dtype;
  return c10::isIntegralType(self.scalar_type(), /*includeBool=*/true) ? ScalarType::Long : self.scalar_type();
}
OutputMeta cumsum_meta(const Tensor& self, int64_t dim, std::optional<ScalarType> dtype) {
  return like("cumsum", self, dim, sum_dtype(self, dtype));
}
OutputMeta cumprod_meta(const Tensor& self, int64_t dim, std::optional<ScalarType> dtype) {
  return like("cumprod", self, dim, sum_dtype(self, dtype));
}

template <class T> struct Carried { using type = T; };
template <> struct Carried<float> { using type = double; };
template <> struct Carried<c10::complex<float>> { using type = c10::complex<double>; };
template <> struct Carried<c10::Half> { using type = float; };
template <> struct Carried<c10::BFloat16> { using type = float; };

// Eight elements are summed apart and added to the sum before them, so that the next eight need not wait.
template <class T, class A>
void running_sums(const Lines& lines, const T* from, T* to) {
  constexpr int64_t kGroup = 8;
  if (lines.inner == 1) {
    at::parallel_for(0, lines.outer, std::max<int64_t>(1, 16'384 / std::max<int64_t>(lines.n, 1)), [&](int64_t r0, int64_t r1) {
      for (int64_t r = r0; r < r1; r++) {
        const T* const x = from + r * lines.n;
        T* const y = to + r * lines.n;
        A before(0);
        int64_t k = 0;
        for (; k + kGroup <= lines.n; k += kGroup) {
          A group[kGroup];
          group[0] = static_cast<A>(x[k]);
          for (int64_t i = 1; i < kGroup; i++) group[i] = group[i - 1] + static_cast<A>(x[k + i]);
          for (int64_t i = 0; i < kGroup; i++) y[k + i] = static_cast<T>(before + group[i]);
          before = before + group[kGroup - 1];
        }
        A group(0);
        for (bool first = true; k < lines.n; k++, first = false) {
          group = first ? static_cast<A>(x[k]) : group + static_cast<A>(x[k]);
          y[k] = static_cast<T>(before + group);
        }
      }
    });
    return;
  }
  const int64_t n = lines.n, inner = lines.inner, blocks = (inner + kScanColumns - 1) / kScanColumns;
  if (n == 0 || inner == 0) return;
  at::parallel_for(0, lines.outer * blocks, std::max<int64_t>(1, 16'384 / (n * std::min(inner, kScanColumns))), [&](int64_t b0, int64_t b1) {
    for (int64_t b = b0; b < b1; b++) {
      const int64_t c = b % blocks * kScanColumns, width = std::min(kScanColumns, inner - c), at = b / blocks * n * inner + c;
      A before[kScanColumns], group[kScanColumns];
      std::fill_n(before, width, A(0));
      for (int64_t k = 0; k < n; k++) {
        const T* const x = from + at + k * inner;
        T* const y = to + at + k * inner;
        if (k % kGroup == 0) {
          for (int64_t i = 0; i < width; i++) group[i] = static_cast<A>(x[i]);
        } else {
          for (int64_t i = 0; i < width; i++) group[i] = group[i] + static_cast<A>(x[i]);
        }
        for (int64_t i = 0; i < width; i++) y[i] = static_cast<T>(before[i] + group[i]);
        if (k % kGroup == kGroup - 1) {
          for (int64_t i = 0; i < width; i++) before[i] = before[i] + group[i];
        }
      }
    }
  });
}

template <class T, bool Product>
void accumulate(const Lines& lines, const Tensor& x, Tensor& out) {
  const T* const from = x.const_data_ptr<T>();
  T* const to = out.mutable_data_ptr<T>();
  using A = typename Carried<T>::type;
  if constexpr (std::is_same_v<T, bool>) {
    scan<bool>(lines, Product, [=](bool& state, int64_t i, int64_t) { to[i] = state = Product ? state && from[i] : state || from[i]; });
  } else if constexpr (std::is_integral_v<T>) {
    scan<uint64_t>(lines, static_cast<uint64_t>(Product), [=](uint64_t& state, int64_t i, int64_t) {
      state = Product ? state * static_cast<uint64_t>(from[i]) : state + static_cast<uint64_t>(from[i]);
      to[i] = static_cast<T>(state);
    });
  } else if constexpr (Product) {
    scan<A>(lines, A(1), [=](A& state, int64_t i, int64_t) { to[i] = static_cast<T>(state = state * static_cast<A>(from[i])); });
  } else {
    running_sums<T, A>(lines, from, to);
  }
}

template <bool Product>
void accumulate_into(const char* op, const Tensor& self, int64_t dim, Tensor& out) {
  const Lines lines(op, self, dim);
  const Tensor x = (self.scalar_type() == out.scalar_type() ? self : self.to(out.scalar_type())).contiguous();
  switch (out.scalar_type()) {
    case ScalarType::Float: return accumulate<float, Product>(lines, x, out);
    case ScalarType::Double: return accumulate<double, Product>(lines, x, out);
    case ScalarType::Half: return accumulate<c10::Half, Product>(lines, x, out);
    case ScalarType::BFloat16: return accumulate<c10::BFloat16, Product>(lines, x, out);
    case ScalarType::ComplexFloat: return accumulate<c10::complex<float>, Product>(lines, x, out);
    case ScalarType::ComplexDouble: return accumulate<c10::complex<double>, Product>(lines, x, out);
    case ScalarType::Long: return accumulate<int64_t, Product>(lines, x, out);
    case ScalarType::Int: return accumulate<int32_t, Product>(lines, x, out);
    case ScalarType::Short: return accumulate<int16_t, Product>(lines, x, out);
    case ScalarType::Char: return accumulate<int8_t, Product>(lines, x, out);
    case ScalarType::Byte: return accumulate<uint8_t, Product>(lines, x, out);
    case ScalarType::Bool: return accumulate<bool, Product>(lines, x, out);
    default: TORCH_CHECK_NOT_IMPLEMENTED(false, op, " is not implemented for ", out.scalar_type());
  }
}
void cumsum_cpu(const Tensor& self, int64_t dim, std::optional<ScalarType>, Tensor& out) {
  accumulate_into<false>("cumsum", self, dim, out);
}
void cumprod_cpu(const Tensor& self, int64_t dim, std::optional<ScalarType>, Tensor& out) {
  accumulate_into<true>("cumprod", self, dim, out);
}

// ---- logcumsumexp

OutputMeta logcumsumexp_meta(const Tensor& self, int64_t dim) {
  return like("logcumsumexp", self, dim, self.scalar_type());
}

// log(exp(a) + exp(b))
template <class A>
A log_add(A a, A b) {
  if constexpr (std::is_floating_point_v<A>) {
    if (a != a || b != b) return a + b;
    const A high = std::max(a, b), low = std::min(a, b);
    return high != low || std::isfinite(low) ? high + std::log1p(std::exp(low - high)) : high;
  } else {
    using R = typename A::value_type;
    if (std::isnan(a.real()) || std::isnan(a.imag())) return A(NAN, NAN);
    if (std::isnan(b.real()) || std::isnan(b.imag())) return A(NAN, NAN);
    const A high = a.real() >= b.real() ? a : b, low = a.real() >= b.real() ? b : a;
    if (std::isinf(low.real()) && low.real() < 0) return high;  // exp(low) is 0
    if (std::isinf(high.real())) return high;
    // log1p in two parts, exact where exp(low - high) is small
    const std::complex<R> z = std::exp(std::complex<R>(low.real() - high.real(), low.imag() - high.imag()));
    const R real = std::log1p(z.real() * (2 + z.real()) + z.imag() * z.imag()) / 2;
    return high + A(real, std::atan2(z.imag(), 1 + z.real()));
  }
}

template <class scalar_t>
void logcumsumexp_cpu(const Tensor& self, int64_t dim, Tensor& out) {
  using A = std::conditional_t<sizeof(scalar_t) == 2, float, scalar_t>;
  using State = std::conditional_t<c10::is_complex<scalar_t>::value, A, double>;
  const Lines lines("logcumsumexp", self, dim);
  const Tensor x = self.contiguous();
  const scalar_t* const from = x.const_data_ptr<scalar_t>();
  scalar_t* const to = out.mutable_data_ptr<scalar_t>();
  scan<State>(lines, State(-INFINITY), [=](State& state, int64_t i, int64_t) {
    state = log_add(state, static_cast<State>(from[i]));
    to[i] = static_cast<scalar_t>(state);
  });
}

// ---- cummax, cummin

std::array<OutputMeta, 2> cummax_meta(const Tensor& self, int64_t dim) {
  return {like("cummax", self, dim, self.scalar_type()), like("cummax", self, dim, ScalarType::Long)};
}
std::array<OutputMeta, 2> cummin_meta(const Tensor& self, int64_t dim) {
  return {like("cummin", self, dim, self.scalar_type()), like("cummin", self, dim, ScalarType::Long)};
}

template <class T, bool Largest>
void running_extremes(const char* op, const Tensor& self, int64_t dim, Tensor& values, Tensor& indices) {
  const Lines lines(op, self, dim);
  const Tensor x = self.contiguous();
  const T* const from = x.const_data_ptr<T>();
  T* const to = values.mutable_data_ptr<T>();
  int64_t* const at = indices.mutable_data_ptr<int64_t>();
  struct State {
    T best;
    int64_t at;
  };
  using A = std::conditional_t<std::is_integral_v<T> || std::is_same_v<T, double>, T, float>;
  scan<State>(lines, State{T(), 0}, [=](State& state, int64_t i, int64_t k) {
    const A v = static_cast<A>(from[i]), best = static_cast<A>(state.best);
    if (k == 0 || v != v || (Largest ? v >= best : v <= best)) state = {from[i], k};
    to[i] = state.best;
    at[i] = state.at;
  });
}
template <class scalar_t>
void cummax_cpu(const Tensor& self, int64_t dim, Tensor& values, Tensor& indices) {
  running_extremes<scalar_t, true>("cummax", self, dim, values, indices);
}
template <class scalar_t>
void cummin_cpu(const Tensor& self, int64_t dim, Tensor& values, Tensor& indices) {
  running_extremes<scalar_t, false>("cummin", self, dim, values, indices);
}
void _cummax_helper_cpu(const Tensor& self, Tensor& values, Tensor& indices, int64_t dim) {
  at::cummax_out(values, indices, self, dim);
}
void _cummin_helper_cpu(const Tensor& self, Tensor& values, Tensor& indices, int64_t dim) {
  at::cummin_out(values, indices, self, dim);
}

}  // namespace
}  // namespace at::native

#include <ATen/native/Scan.stubs.inc>
