// Sums and row statistics for each instruction set. See ReduceKernels.h for the order in which elements are added.
// No include guard: foreach_target.h includes it again for each instruction set.
#include <ATen/native/ReduceKernels.h>
#include <hwy/highway.h>
#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace at::native {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

#define WICK_UNROLL _Pragma("GCC unroll 32")

template <class T> using Tag = hn::ScalableTag<T>;
template <class T> using Vector = hn::Vec<Tag<T>>;
template <class T> constexpr int64_t kVector = HWY_LANES(T);
template <class T> constexpr int64_t kVectors = kSumLanes<T> / kVector<T>;  // vectors that hold the partial sums

template <class T>
HWY_INLINE Vector<T> load_partial(const T* p, int64_t n) {
  const Tag<T> d;
#if HWY_MEM_OPS_MIGHT_FAULT
  HWY_ALIGN T lanes[kVector<T>] = {};
  for (int64_t i = 0; i < n; i++) lanes[i] = p[i];
  return hn::Load(d, lanes);
#else
  return hn::MaskedLoad(hn::FirstN(d, static_cast<size_t>(n)), d, p);
#endif
}

template <class T>
HWY_INLINE T fold_lanes(Vector<T>* part) {
  const Tag<T> d;
  WICK_UNROLL
  for (int64_t step = kVectors<T> / 2; step > 0; step /= 2) {
    WICK_UNROLL
    for (int64_t v = 0; v < step; v++) part[v] = hn::Add(part[v], part[v + step]);
  }
  HWY_ALIGN T lanes[kVector<T>];
  hn::Store(part[0], d, lanes);
  for (int64_t step = kVector<T> / 2; step > 0; step /= 2) {
    for (int64_t l = 0; l < step; l++) lanes[l] = lanes[l] + lanes[l + step];
  }
  return lanes[0];
}

struct Plain {
  template <class V> HWY_INLINE V operator()(V x) const { return x; }
};
template <class T>
struct SquaredDistance {
  Vector<T> mean;
  HWY_INLINE Vector<T> operator()(Vector<T> x) const {
    const Vector<T> y = hn::Sub(x, mean);
    return hn::Mul(y, y);
  }
};

template <class T, class F>
HWY_INLINE T sum_of(const T* x, int64_t n, F f) {
  const Tag<T> d;
  Vector<T> part[kVectors<T>];
  WICK_UNROLL
  for (int64_t v = 0; v < kVectors<T>; v++) part[v] = hn::Zero(d);
  int64_t i = 0;
  for (; i + kSumLanes<T> <= n; i += kSumLanes<T>) {
    WICK_UNROLL
    for (int64_t v = 0; v < kVectors<T>; v++) part[v] = hn::Add(part[v], f(hn::LoadU(d, x + i + v * kVector<T>)));
  }
  WICK_UNROLL
  for (int64_t v = 0; v < kVectors<T>; v++, i += kVector<T>) {
    if (i + kVector<T> <= n) {
      part[v] = hn::Add(part[v], f(hn::LoadU(d, x + i)));
    } else if (i < n) {
      const auto here = hn::FirstN(d, static_cast<size_t>(n - i));
      part[v] = hn::Add(part[v], hn::IfThenElseZero(here, f(load_partial(x + i, n - i))));
    }
  }
  return fold_lanes<T>(part);
}

template <class T>
T row(const T* x, int64_t n) {
  return sum_of(x, n, Plain());
}

template <class T>
T squares(const T* x, int64_t n, T mean) {
  return sum_of(x, n, SquaredDistance<T>{hn::Set(Tag<T>(), mean)});
}

// sums[c] += x[0][c] + x[1][c] + ..., one row after the other; a first pass starts from zero.
template <class T, int Rows>
HWY_INLINE void add_rows(const T* const* x, int64_t width, bool first, T* sums) {
  const Tag<T> d;
  int64_t c = 0;
  for (; c + kVector<T> <= width; c += kVector<T>) {
    Vector<T> s = first ? hn::Zero(d) : hn::LoadU(d, sums + c);
    WICK_UNROLL
    for (int r = 0; r < Rows; r++) s = hn::Add(s, hn::LoadU(d, x[r] + c));
    hn::StoreU(s, d, sums + c);
  }
  for (; c < width; c++) {
    T s = first ? T(0) : sums[c];
    for (int r = 0; r < Rows; r++) s = s + x[r][c];
    sums[c] = s;
  }
}

template <class T>
void columns(const T* x, int64_t row_stride, int64_t rows, int64_t width, T* out) {
  constexpr int64_t P = kSumLanes<T>;
  alignas(64) T sums[P * kSumColumns];
  const int64_t active = std::min(P, rows);
  for (int64_t k = 0; k < rows; k += 4 * P) {
    for (int64_t lane = 0; lane < active && k + lane < rows; lane++) {
      const T* r[4] = {};
      int count = 0;
      for (int64_t i = k + lane; i < rows && count < 4; i += P) r[count++] = x + i * row_stride;
      T* s = sums + lane * width;
      switch (count) {
        case 1: add_rows<T, 1>(r, width, k == 0, s); break;
        case 2: add_rows<T, 2>(r, width, k == 0, s); break;
        case 3: add_rows<T, 3>(r, width, k == 0, s); break;
        default: add_rows<T, 4>(r, width, k == 0, s); break;
      }
    }
  }
  // Lanes that saw no row are zero, and adding zero changes nothing: they are left out.
  for (int64_t step = P / 2; step > 0; step /= 2) {
    for (int64_t lane = 0; lane < step && lane + step < active; lane++) {
      for (int64_t c = 0; c < width; c++) sums[lane * width + c] = sums[lane * width + c] + sums[(lane + step) * width + c];
    }
  }
  for (int64_t c = 0; c < width; c++) out[c] = rows == 0 ? T(0) : sums[c];
}

template <class T>
void normalize(const T* x, int64_t n, T mean, T scale, const T* weight, const T* bias, T* out) {
  const Tag<T> d;
  const Vector<T> vmean = hn::Set(d, mean), vscale = hn::Set(d, scale);
  int64_t i = 0;
  for (; i + kVector<T> <= n; i += kVector<T>) {
    Vector<T> y = hn::Mul(hn::Sub(hn::LoadU(d, x + i), vmean), vscale);
    if (weight != nullptr) y = hn::Mul(y, hn::LoadU(d, weight + i));
    if (bias != nullptr) y = hn::Add(y, hn::LoadU(d, bias + i));
    hn::StoreU(y, d, out + i);
  }
  for (; i < n; i++) {
    T y = (x[i] - mean) * scale;
    if (weight != nullptr) y = y * weight[i];
    if (bias != nullptr) y = y + bias[i];
    out[i] = y;
  }
}

const ReduceKernels<float>* reduce_float() {
  static constexpr ReduceKernels<float> table = {row<float>, columns<float>, squares<float>, normalize<float>};
  return &table;
}
const ReduceKernels<double>* reduce_double() {
  static constexpr ReduceKernels<double> table = {row<double>, columns<double>, squares<double>, normalize<double>};
  return &table;
}

#undef WICK_UNROLL
}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace at::native
HWY_AFTER_NAMESPACE();
