// Folds and row statistics for each instruction set. See ReduceKernels.h for the order in which elements are joined.
// No include guard: foreach_target.h includes it again for each instruction set.
#include <ATen/native/ReduceKernels.h>
#include <hwy/highway.h>
#include <algorithm>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace at::native {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

#define WICK_UNROLL _Pragma("GCC unroll 32")

template <class T> using Tag = hn::ScalableTag<T>;
template <class T> using Vector = hn::Vec<Tag<T>>;
template <class T> constexpr int64_t kVector = HWY_LANES(T);
template <class T> constexpr int64_t kVectors = kSumLanes<T> / kVector<T>;  // vectors that hold the partial results

// The first n lanes; the others are unspecified but may be computed with.
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
HWY_INLINE void store_partial(Vector<T> v, T* p, int64_t n) {
  HWY_ALIGN T lanes[kVector<T>];
  hn::Store(v, Tag<T>(), lanes);
  for (int64_t i = 0; i < n; i++) p[i] = lanes[i];
}

// Element or partial result, times one more. A NaN of either side stays.
template <Fold F, class T>
HWY_INLINE Vector<T> joined(Vector<T> a, Vector<T> b) {
  if constexpr (F == Fold::Product) {
    return hn::Mul(a, b);
  } else if constexpr (F == Fold::Max) {
    return hn::IfThenElse(hn::Or(hn::Gt(b, a), hn::IsNaN(b)), b, a);
  } else if constexpr (F == Fold::Min) {
    return hn::IfThenElse(hn::Or(hn::Lt(b, a), hn::IsNaN(b)), b, a);
  } else {
    return hn::Add(a, b);
  }
}
template <Fold F, class T>
HWY_INLINE Vector<T> identity() {
  const Tag<T> d;
  if constexpr (F == Fold::Product) return hn::Set(d, T(1));
  else if constexpr (F == Fold::Max) return hn::Set(d, -std::numeric_limits<T>::infinity());
  else if constexpr (F == Fold::Min) return hn::Set(d, std::numeric_limits<T>::infinity());
  else return hn::Zero(d);
}
template <Fold F, class T>
HWY_INLINE Vector<T> term(Vector<T> x, Vector<T> p) {
  if constexpr (F == Fold::SumAbs) {
    return hn::Abs(x);
  } else if constexpr (F == Fold::SumSquares) {
    return hn::Mul(x, x);
  } else if constexpr (F == Fold::SumSquaredDistance) {
    const Vector<T> y = hn::Sub(x, p);
    return hn::Mul(y, y);
  } else {
    return x;
  }
}

template <Fold F, class T>
HWY_INLINE T join_lanes(Vector<T> v) {
  HWY_ALIGN T lanes[kVector<T>];
  hn::Store(v, Tag<T>(), lanes);
  for (int64_t step = kVector<T> / 2; step > 0; step /= 2) {
    for (int64_t l = 0; l < step; l++) lanes[l] = join(F, lanes[l], lanes[l + step]);
  }
  return lanes[0];
}

// The extreme of n elements, if none is a NaN: then hn::Max and hn::Min have one meaning, and are faster than `joined`. A NaN shows
// in the sum of all, as may infinities of both signs, which then take the other way too.
template <class T, Fold F>
HWY_INLINE bool extreme_of_numbers(const T* x, int64_t n, T& result) {
  const Tag<T> d;
  constexpr int64_t V = 4;
  const auto pick = [](Vector<T> a, Vector<T> b) HWY_ATTR { return F == Fold::Max ? hn::Max(b, a) : hn::Min(b, a); };
  Vector<T> best[V], sum[V];
  WICK_UNROLL
  for (int64_t v = 0; v < V; v++) best[v] = identity<F, T>(), sum[v] = hn::Zero(d);
  int64_t i = 0;
  for (; i + V * kVector<T> <= n; i += V * kVector<T>) {
    WICK_UNROLL
    for (int64_t v = 0; v < V; v++) {
      const Vector<T> a = hn::LoadU(d, x + i + v * kVector<T>);
      best[v] = pick(best[v], a), sum[v] = hn::Add(sum[v], a);
    }
  }
  if (!hn::AllFalse(d, hn::IsNaN(hn::Add(hn::Add(sum[0], sum[1]), hn::Add(sum[2], sum[3]))))) return false;
  result = join_lanes<F, T>(pick(pick(best[0], best[1]), pick(best[2], best[3])));
  for (; i < n; i++) {
    if (x[i] != x[i]) return false;
    result = join(F, result, x[i]);
  }
  return true;
}

template <class T, Fold F>
T row(const T* x, int64_t n, T parameter) {
  const Tag<T> d;
  if constexpr (F == Fold::Max || F == Fold::Min) {
    T result;
    if (n >= 2 * kSumLanes<T> && extreme_of_numbers<T, F>(x, n, result)) return result;
  }
  const Vector<T> p = hn::Set(d, parameter);
  Vector<T> part[kVectors<T>];
  WICK_UNROLL
  for (int64_t v = 0; v < kVectors<T>; v++) part[v] = identity<F, T>();
  int64_t i = 0;
  for (; i + kSumLanes<T> <= n; i += kSumLanes<T>) {
    WICK_UNROLL
    for (int64_t v = 0; v < kVectors<T>; v++) part[v] = joined<F, T>(part[v], term<F, T>(hn::LoadU(d, x + i + v * kVector<T>), p));
  }
  WICK_UNROLL
  for (int64_t v = 0; v < kVectors<T>; v++, i += kVector<T>) {
    if (i + kVector<T> <= n) {
      part[v] = joined<F, T>(part[v], term<F, T>(hn::LoadU(d, x + i), p));
    } else if (i < n) {
      const auto here = hn::FirstN(d, static_cast<size_t>(n - i));
      part[v] = hn::IfThenElse(here, joined<F, T>(part[v], term<F, T>(load_partial(x + i, n - i), p)), part[v]);
    }
  }
  WICK_UNROLL
  for (int64_t step = kVectors<T> / 2; step > 0; step /= 2) {
    WICK_UNROLL
    for (int64_t v = 0; v < step; v++) part[v] = joined<F, T>(part[v], part[v + step]);
  }
  return join_lanes<F, T>(part[0]);
}

// Joins `Rows` rows to the partial results of one lane, one row after the other; a first pass starts from the identity.
template <class T, Fold F, int Rows>
HWY_INLINE void join_rows(const T* const* x, int64_t width, bool first, const T* p, T* sums) {
  const Tag<T> d;
  int64_t c = 0;
  for (; c + kVector<T> <= width; c += kVector<T>) {
    const Vector<T> parameter = has_parameter(F) ? hn::LoadU(d, p + c) : hn::Zero(d);
    Vector<T> s = first ? identity<F, T>() : hn::LoadU(d, sums + c);
    WICK_UNROLL
    for (int r = 0; r < Rows; r++) s = joined<F, T>(s, term<F, T>(hn::LoadU(d, x[r] + c), parameter));
    hn::StoreU(s, d, sums + c);
  }
  if (c < width) {
    const Vector<T> parameter = has_parameter(F) ? load_partial(p + c, width - c) : hn::Zero(d);
    Vector<T> s = first ? identity<F, T>() : hn::LoadU(d, sums + c);
    WICK_UNROLL
    for (int r = 0; r < Rows; r++) s = joined<F, T>(s, term<F, T>(load_partial(x[r] + c, width - c), parameter));
    hn::StoreU(s, d, sums + c);
  }
}

// A few rows a lane: the partial results of one vector of columns at a time. Lanes that see no row would hold the identity, and
// joining that changes nothing: they are left out.
// V vectors of columns, or the first `here` columns of one.
template <class T, Fold F, int64_t V>
HWY_INLINE void few_rows_of(const T* x, int64_t row_stride, int64_t rows, int64_t here, const T* p, T* out) {
  constexpr int64_t P = kSumLanes<T>, W = kVector<T>;
  const Tag<T> d;
  const auto load = [&](const T* from, int64_t v) HWY_ATTR { return V > 1 || here >= W ? hn::LoadU(d, from + v * W) : load_partial(from, here); };
  Vector<T> parameter[V], part[P * V];
  for (int64_t v = 0; v < V; v++) parameter[v] = has_parameter(F) ? load(p, v) : hn::Zero(d);
  const int64_t active = std::min(P, rows);
  for (int64_t lane = 0; lane < active; lane++) {
    WICK_UNROLL
    for (int64_t v = 0; v < V; v++) part[lane * V + v] = joined<F, T>(identity<F, T>(), term<F, T>(load(x + lane * row_stride, v), parameter[v]));
  }
  for (int64_t k = P; k < rows; k += P) {
    for (int64_t lane = 0; lane < std::min(P, rows - k); lane++) {
      WICK_UNROLL
      for (int64_t v = 0; v < V; v++) part[lane * V + v] = joined<F, T>(part[lane * V + v], term<F, T>(load(x + (k + lane) * row_stride, v), parameter[v]));
    }
  }
  for (int64_t step = P / 2; step > 0; step /= 2) {
    for (int64_t i = 0; i < step * V && i + step * V < active * V; i++) part[i] = joined<F, T>(part[i], part[i + step * V]);
  }
  if (V > 1 || here >= W) {
    for (int64_t v = 0; v < V; v++) hn::StoreU(part[v], d, out + v * W);
  } else {
    store_partial<T>(part[0], out, here);
  }
}
template <class T, Fold F>
void few_rows(const T* x, int64_t row_stride, int64_t rows, int64_t width, const T* p, T* out) {
  constexpr int64_t V = 4, W = kVector<T>;
  int64_t c = 0;
  for (; c + V * W <= width; c += V * W) few_rows_of<T, F, V>(x + c, row_stride, rows, 0, has_parameter(F) ? p + c : p, out + c);
  for (; c < width; c += W) few_rows_of<T, F, 1>(x + c, row_stride, rows, width - c, has_parameter(F) ? p + c : p, out + c);
}

template <class T, Fold F>
void columns(const T* x, int64_t row_stride, int64_t rows, int64_t width, const T* p, T* out) {
  constexpr int64_t P = kSumLanes<T>;
  if (rows <= kFewRows<T>) return few_rows<T, F>(x, row_stride, rows, width, p, out);
  const Tag<T> d;
  alignas(64) T sums[P * kSumColumns];
  const int64_t padded = (width + kVector<T> - 1) / kVector<T> * kVector<T>;
  for (int64_t k = 0; k < rows; k += 4 * P) {
    for (int64_t lane = 0; lane < P && k + lane < rows; lane++) {
      const T* r[4] = {};
      int count = 0;
      for (int64_t i = k + lane; i < rows && count < 4; i += P) r[count++] = x + i * row_stride;
      T* s = sums + lane * padded;
      switch (count) {
        case 1: join_rows<T, F, 1>(r, width, k == 0, p, s); break;
        case 2: join_rows<T, F, 2>(r, width, k == 0, p, s); break;
        case 3: join_rows<T, F, 3>(r, width, k == 0, p, s); break;
        default: join_rows<T, F, 4>(r, width, k == 0, p, s); break;
      }
    }
  }
  for (int64_t step = P / 2; step > 0; step /= 2) {
    for (int64_t lane = 0; lane < step; lane++) {
      T* const to = sums + lane * padded;
      const T* const from = sums + (lane + step) * padded;
      for (int64_t c = 0; c < padded; c += kVector<T>) hn::StoreU(joined<F, T>(hn::LoadU(d, to + c), hn::LoadU(d, from + c)), d, to + c);
    }
  }
  std::copy_n(sums, width, out);
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

// The extreme of each chunk first, then the place of the first element like it in the chunk that has the best.
template <class T>
int64_t arg_row(const T* x, int64_t n, bool largest) {
  const Tag<T> d;
  const Fold fold = largest ? Fold::Max : Fold::Min;
  T best = x[0];
  int64_t from = 0;
  for (int64_t c = 0; c < n; c += kSumChunk) {
    const int64_t count = std::min(kSumChunk, n - c);
    const T here = largest ? row<T, Fold::Max>(x + c, count, T(0)) : row<T, Fold::Min>(x + c, count, T(0));
    const T both = join(fold, best, here);
    if (c == 0 || (both != both ? best == best : both != best)) best = here, from = c;
    if (best != best) break;
  }
  int64_t i = from;
  const Vector<T> wanted = hn::Set(d, best);
  for (; i + kVector<T> <= n; i += kVector<T>) {
    const Vector<T> v = hn::LoadU(d, x + i);
    const intptr_t lane = hn::FindFirstTrue(d, best != best ? hn::IsNaN(v) : hn::Eq(v, wanted));
    if (lane >= 0) return i + lane;
  }
  while (best != best ? x[i] == x[i] : x[i] != best) i++;
  return i;
}

// Row by row: the best so far of each column and the row that it came from, in an integer as wide as T.
template <class T>
void arg_columns(const T* x, int64_t row_stride, int64_t rows, int64_t width, bool largest, T* best, int64_t* at) {
  const Tag<T> d;
  const hn::RebindToSigned<Tag<T>> di;
  using I = hn::TFromD<decltype(di)>;
  constexpr int64_t kMostRows = int64_t{1} << 30;
  for (int64_t k = 0; k < rows; k += kMostRows) {
    const int64_t count = std::min(kMostRows, rows - k);
    int64_t c = 0;
    constexpr int64_t U = 4;
    const auto walk = [&](auto vectors, int64_t columns) {
      constexpr int64_t V = decltype(vectors)::value;
      Vector<T> top[V];
      hn::Vec<decltype(di)> where[V];
      const auto load = [&](int64_t r, int64_t v) {
        const T* from = x + (k + r) * row_stride + c + v * kVector<T>;
        return columns < kVector<T> ? load_partial(from, columns) : hn::LoadU(d, from);
      };
      WICK_UNROLL
      for (int64_t v = 0; v < V; v++) top[v] = load(0, v), where[v] = hn::Zero(di);
      for (int64_t r = 1; r < count; r++) {
        const auto index = hn::Set(di, static_cast<I>(r));
        WICK_UNROLL
        for (int64_t v = 0; v < V; v++) {
          const Vector<T> y = load(r, v);
          const auto better = largest ? hn::Gt(y, top[v]) : hn::Lt(y, top[v]);
          const auto takes = hn::Or(better, hn::AndNot(hn::IsNaN(top[v]), hn::IsNaN(y)));
          top[v] = hn::IfThenElse(takes, y, top[v]);
          where[v] = hn::IfThenElse(hn::RebindMask(di, takes), index, where[v]);
        }
      }
      HWY_ALIGN T values[V * kVector<T>];
      HWY_ALIGN I places[V * kVector<T>];
      for (int64_t v = 0; v < V; v++) {
        hn::Store(top[v], d, values + v * kVector<T>);
        hn::Store(where[v], di, places + v * kVector<T>);
      }
      for (int64_t i = 0; i < std::min(columns, V * kVector<T>); i++) {
        const T old = best[c + i];
        if (k == 0 || (values[i] != values[i] ? old == old : largest ? values[i] > old : values[i] < old)) best[c + i] = values[i], at[c + i] = k + places[i];
      }
      c += V * kVector<T>;
    };
    while (c + U * kVector<T> <= width) walk(std::integral_constant<int64_t, U>(), U * kVector<T>);
    while (c < width) walk(std::integral_constant<int64_t, 1>(), std::min(kVector<T>, width - c));
  }
}

template <class T, Fold F>
constexpr FoldKernels<T> fold_of() {
  return {row<T, F>, columns<T, F>};
}
template <class T>
const ReduceKernels<T>* table_of() {
  // In the order of Fold.
  static constexpr ReduceKernels<T> table = {
      {fold_of<T, Fold::Sum>(), fold_of<T, Fold::SumAbs>(), fold_of<T, Fold::SumSquares>(), fold_of<T, Fold::SumSquaredDistance>(), fold_of<T, Fold::Product>(),
       fold_of<T, Fold::Max>(), fold_of<T, Fold::Min>()},
      normalize<T>, arg_row<T>, arg_columns<T>};
  return &table;
}
const ReduceKernels<float>* reduce_float() {
  return table_of<float>();
}
const ReduceKernels<double>* reduce_double() {
  return table_of<double>();
}

#undef WICK_UNROLL
}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace at::native
HWY_AFTER_NAMESPACE();
