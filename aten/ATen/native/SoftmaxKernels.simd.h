// softmax for each instruction set: the largest element, then exponentials and their sum, then the quotient.
// No include guard: foreach_target.h includes it again for each instruction set.
#include <ATen/native/SoftmaxKernels.h>
#include <hwy/highway.h>
#include <ATen/native/cpu/TileMath.h>
#include <algorithm>
#include <cmath>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace at::native {
namespace HWY_NAMESPACE {
namespace {

template <class T> using Tag = hn::ScalableTag<T>;
template <class T> using Vector = hn::Vec<Tag<T>>;
template <class T> constexpr int64_t kWidth = HWY_LANES(T);

template <class T>
HWY_INLINE Vector<T> exp_of(Vector<T> x) {
  return Exp(Vec<T>{x}).v;
}
template <class T>
HWY_INLINE Vector<T> larger(Vector<T> a, Vector<T> b) {
  return Max(Vec<T>{a}, Vec<T>{b}).v;  // a NaN stays
}

// The last, partial vector of a row, filled up with `fill`.
template <class T>
HWY_INLINE Vector<T> tail_of(const T* x, int64_t n, T fill) {
  HWY_ALIGN T lanes[kWidth<T>];
  for (int64_t i = 0; i < kWidth<T>; i++) lanes[i] = i < n ? x[i] : fill;
  return hn::Load(Tag<T>(), lanes);
}
template <class T>
HWY_INLINE void put_tail(Vector<T> v, int64_t n, T* out) {
  HWY_ALIGN T lanes[kWidth<T>];
  hn::Store(v, Tag<T>(), lanes);
  for (int64_t i = 0; i < n; i++) out[i] = lanes[i];
}
template <class T>
HWY_INLINE T sum_lanes(Vector<T> v) {
  return hn::GetLane(hn::SumOfLanes(Tag<T>(), v));
}
template <class T>
HWY_INLINE T largest_lane(Vector<T> v) {
  const Tag<T> d;
  return hn::AllFalse(d, hn::IsNaN(v)) ? hn::GetLane(hn::MaxOfLanes(d, v)) : std::numeric_limits<T>::quiet_NaN();
}

// Where a row or a block of columns does not stay in the cache, it is read twice, not three times: a first walk keeps the largest
// element so far and the sum of exponentials below it, scaled anew where the largest changes; a second one writes.
constexpr int64_t kCached = 1 << 17;  // bytes

// What the exponents are taken from: the largest element, but 0 where that is -inf, since -inf - -inf is not a number.
template <class T>
HWY_INLINE Vector<T> base_of(Vector<T> top) {
  const Tag<T> d;
  return hn::IfThenZeroElse(hn::Eq(top, hn::Set(d, -std::numeric_limits<T>::infinity())), top);
}

template <class T>
void long_row(const T* x, int64_t n, bool log, T* out) {
  const Tag<T> d;
  constexpr int64_t W = kWidth<T>, kChunk = 1024;
  constexpr T lowest = -std::numeric_limits<T>::infinity();
  T top = lowest, sum = 0;
  for (int64_t k = 0; k < n; k += kChunk) {
    const int64_t end = std::min(n, k + kChunk);
    Vector<T> vtop = hn::Set(d, lowest);
    int64_t i = k;
    for (; i + W <= end; i += W) vtop = larger<T>(vtop, hn::LoadU(d, x + i));
    if (i < end) vtop = larger<T>(vtop, tail_of(x + i, end - i, lowest));
    const T here = largest_lane<T>(vtop), next = here > top || here != here ? here : top;
    const T base = next == lowest ? 0 : next;
    if (next != top) sum = sum * std::exp(top - base);
    top = next;
    const Vector<T> vbase = hn::Set(d, base);
    Vector<T> sums[4] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
    for (i = k; i + 4 * W <= end; i += 4 * W) {
      for (int64_t v = 0; v < 4; v++) sums[v] = hn::Add(sums[v], exp_of<T>(hn::Sub(hn::LoadU(d, x + i + v * W), vbase)));
    }
    for (; i < end; i += W) sums[0] = hn::Add(sums[0], exp_of<T>(hn::Sub(tail_of(x + i, std::min(W, end - i), lowest), vbase)));
    sum += sum_lanes<T>(hn::Add(hn::Add(sums[0], sums[1]), hn::Add(sums[2], sums[3])));
  }
  const T base = top == lowest ? 0 : top, last = log ? std::log(sum) : T(1) / sum;
  const Vector<T> vbase = hn::Set(d, log ? top : base), vlast = hn::Set(d, last);
  int64_t i = 0;
  const auto result = [&](Vector<T> v) HWY_ATTR {
    const Vector<T> z = hn::Sub(v, vbase);
    return log ? hn::Sub(z, vlast) : hn::Mul(exp_of<T>(z), vlast);
  };
  for (; i + W <= n; i += W) hn::StoreU(result(hn::LoadU(d, x + i)), d, out + i);
  if (i < n) put_tail<T>(result(tail_of(x + i, n - i, lowest)), n - i, out + i);
}

template <class T>
void row(const T* x, int64_t n, bool log, T* out) {
  if (n * static_cast<int64_t>(sizeof(T)) > kCached) return long_row(x, n, log, out);
  const Tag<T> d;
  constexpr int64_t W = kWidth<T>;
  constexpr T lowest = -std::numeric_limits<T>::infinity();
  Vector<T> top = hn::Set(d, lowest);
  int64_t i = 0;
  for (; i + W <= n; i += W) top = larger<T>(top, hn::LoadU(d, x + i));
  if (i < n) top = larger<T>(top, tail_of(x + i, n - i, lowest));
  const T max = largest_lane<T>(top);
  const Vector<T> vmax = hn::Set(d, max);
  // Four running sums in turn, so that an addition need not wait for the one before.
  Vector<T> sums[4] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  for (i = 0; i + W <= n; i += W) {
    const Vector<T> e = exp_of<T>(hn::Sub(hn::LoadU(d, x + i), vmax));
    if (!log) hn::StoreU(e, d, out + i);
    sums[i / W % 4] = hn::Add(sums[i / W % 4], e);
  }
  if (i < n) {
    const Vector<T> e = exp_of<T>(hn::Sub(tail_of(x + i, n - i, max), vmax));
    HWY_ALIGN T lanes[W];
    hn::Store(e, d, lanes);
    for (int64_t l = n - i; l < W; l++) lanes[l] = T(0);
    if (!log) {
      for (int64_t l = 0; l < n - i; l++) out[i + l] = lanes[l];
    }
    sums[i / W % 4] = hn::Add(sums[i / W % 4], hn::Load(d, lanes));
  }
  const T sum = sum_lanes<T>(hn::Add(hn::Add(sums[0], sums[1]), hn::Add(sums[2], sums[3])));
  if (log) {
    const T shift = std::log(sum);
    const Vector<T> vshift = hn::Set(d, shift);
    for (i = 0; i + W <= n; i += W) hn::StoreU(hn::Sub(hn::Sub(hn::LoadU(d, x + i), vmax), vshift), d, out + i);
    for (; i < n; i++) out[i] = (x[i] - max) - shift;
  } else {
    const T scale = T(1) / sum;
    const Vector<T> vscale = hn::Set(d, scale);
    for (i = 0; i + W <= n; i += W) hn::StoreU(hn::Mul(hn::LoadU(d, out + i), vscale), d, out + i);
    for (; i < n; i++) out[i] = out[i] * scale;
  }
}

// A line of up to kSoftmaxColumns elements, the last vector filled up.
template <class T>
HWY_INLINE Vector<T> part_of(const T* line, int64_t c, int64_t width) {
  return c + kWidth<T> <= width ? hn::LoadU(Tag<T>(), line + c) : tail_of(line + c, width - c, T(0));
}
template <class T>
HWY_INLINE void put_part(Vector<T> v, int64_t c, int64_t width, T* line) {
  if (c + kWidth<T> <= width) hn::StoreU(v, Tag<T>(), line + c);
  else put_tail<T>(v, width - c, line + c);
}

template <class T>
void columns(const T* x, int64_t stride, int64_t n, int64_t width, bool log, T* out) {
  const Tag<T> d;
  constexpr int64_t W = kWidth<T>;
  constexpr int64_t kRows = 16;  // whose lines are walked together
  HWY_ALIGN T top[kSoftmaxColumns];
  HWY_ALIGN T sum[kSoftmaxColumns];
  const bool cached = n * width * static_cast<int64_t>(sizeof(T)) <= kCached;
  const Vector<T> lowest = hn::Set(d, -std::numeric_limits<T>::infinity());
  for (int64_t c = 0; c < width; c += W) hn::Store(lowest, d, top + c), hn::Store(hn::Zero(d), d, sum + c);
  const auto raise = [&](int64_t k, int64_t rows, int64_t c) HWY_ATTR {
    Vector<T> most = hn::Load(d, top + c);
    for (int64_t r = 0; r < rows; r++) most = larger<T>(most, part_of(x + (k + r) * stride, c, width));
    return most;
  };
  if (cached) {
    for (int64_t k = 0; k < n; k += kRows) {
      for (int64_t c = 0; c < width; c += W) hn::Store(raise(k, std::min(kRows, n - k), c), d, top + c);
    }
  }
  for (int64_t k = 0; k < n; k += kRows) {
    const int64_t rows = std::min(kRows, n - k);
    for (int64_t c = 0; c < width; c += W) {
      Vector<T> sums = hn::Load(d, sum + c), base;
      if (cached) {
        base = hn::Load(d, top + c);
      } else {
        const Vector<T> next = raise(k, rows, c);
        base = base_of<T>(next);
        sums = hn::Mul(sums, exp_of<T>(hn::Sub(hn::Load(d, top + c), base)));
        hn::Store(next, d, top + c);
      }
      for (int64_t r = 0; r < rows; r++) {
        const Vector<T> e = exp_of<T>(hn::Sub(part_of(x + (k + r) * stride, c, width), base));
        sums = hn::Add(sums, e);
        if (cached && !log) put_part<T>(e, c, width, out + (k + r) * stride);
      }
      hn::Store(sums, d, sum + c);
    }
  }
  for (int64_t c = 0; c < width; c += W) {
    const Vector<T> s = hn::Load(d, sum + c);
    hn::Store(log ? Log(Vec<T>{s}).v : hn::Div(hn::Set(d, T(1)), s), d, sum + c);
  }
  for (int64_t k = 0; k < n; k++) {
    const T* const from = x + k * stride;
    T* const to = out + k * stride;
    for (int64_t c = 0; c < width; c += W) {
      const Vector<T> last = hn::Load(d, sum + c), most = hn::Load(d, top + c);
      Vector<T> y;
      if (log) y = hn::Sub(hn::Sub(part_of(from, c, width), most), last);
      else if (cached) y = hn::Mul(part_of(const_cast<const T*>(to), c, width), last);
      else y = hn::Mul(exp_of<T>(hn::Sub(part_of(from, c, width), base_of<T>(most))), last);
      put_part<T>(y, c, width, to);
    }
  }
}

const SoftmaxKernels<float>* softmax_float() {
  static constexpr SoftmaxKernels<float> table = {row<float>, columns<float>};
  return &table;
}
const SoftmaxKernels<double>* softmax_double() {
  static constexpr SoftmaxKernels<double> table = {row<double>, columns<double>};
  return &table;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace at::native
HWY_AFTER_NAMESPACE();
