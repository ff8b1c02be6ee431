// The loops of the product engine, compiled for each instruction set. See Kernels.h for what each one promises.
// No include guard: foreach_target.h includes it again for each instruction set.
#include <ATen/native/gemm/Kernels.h>
#include <hwy/highway.h>
#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace at::native::gemm {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#define WICK_UNROLL _Pragma("GCC unroll 16")

template <class T> using Tag = hn::ScalableTag<T>;
template <class T> using V = hn::Vec<Tag<T>>;
template <class T> constexpr int64_t kLanes = HWY_LANES(T);
// Enough independent sums to hide the multiply-add's latency: 12 of 16 registers, or 24 of 32.
constexpr int kTileRows = HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86 ? 12 : 6;

// The first n elements at p, zeros after them; never touches what lies behind.
template <class T>
HWY_INLINE V<T> load_partial(const T* p, int64_t n) {
  const Tag<T> d;
#if HWY_MEM_OPS_MIGHT_FAULT
  HWY_ALIGN T lanes[kLanes<T>] = {};
  for (int64_t i = 0; i < n; i++) lanes[i] = p[i];
  return hn::Load(d, lanes);
#else
  return hn::MaskedLoad(hn::FirstN(d, static_cast<size_t>(n)), d, p);
#endif
}

#if HWY_TARGET == HWY_SCALAR  // one lane: nothing to fold
template <class T>
HWY_INLINE void fold4(const V<T>* v, T* out) {
  for (int c = 0; c < 4; c++) out[c] = hn::GetLane(v[c]);
}
#else
// Sums of a vector's lanes, halves folded onto each other: the tree that rows_axpy repeats column by column.
template <class D>
HWY_INLINE auto fold(D d, hn::Vec<D> v) {
  if constexpr (hn::MaxLanes(D()) * sizeof(hn::TFromD<D>) <= 16) {
    return v;
  } else {
    const hn::Half<D> half;
    return fold(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  }
}

// out[i] = sum of the lanes of v[i], four at a time.
HWY_INLINE void fold4(const V<float>* v, float* out) {
  const hn::FixedTag<float, 4> d;
  const Tag<float> wide;
  const auto v0 = fold(wide, v[0]), v1 = fold(wide, v[1]), v2 = fold(wide, v[2]), v3 = fold(wide, v[3]);
  const auto s01 = hn::Add(hn::InterleaveLower(d, v0, v1), hn::InterleaveUpper(d, v0, v1));
  const auto s23 = hn::Add(hn::InterleaveLower(d, v2, v3), hn::InterleaveUpper(d, v2, v3));
  hn::StoreU(hn::Add(hn::ConcatLowerLower(d, s23, s01), hn::ConcatUpperUpper(d, s23, s01)), d, out);
}
HWY_INLINE void fold4(const V<double>* v, double* out) {
  const hn::FixedTag<double, 2> d;
  const Tag<double> wide;
  const auto v0 = fold(wide, v[0]), v1 = fold(wide, v[1]), v2 = fold(wide, v[2]), v3 = fold(wide, v[3]);
  hn::StoreU(hn::Add(hn::InterleaveLower(d, v0, v1), hn::InterleaveUpper(d, v0, v1)), d, out);
  hn::StoreU(hn::Add(hn::InterleaveLower(d, v2, v3), hn::InterleaveUpper(d, v2, v3)), d, out + 2);
}
#endif

template <class T>
HWY_INLINE T finish(const Epilogue<T>& e, T sum, int64_t i, int64_t j) {
  if (e.alpha != T(1)) sum = e.alpha * sum;
  if (e.bias == nullptr) return sum;
  const T bias = e.bias[i * e.bias_row + j * e.bias_col];
  return sum + (e.beta != T(1) ? e.beta * bias : bias);
}

// `count` columns from j on, of row i, whose sums stand in `sums`.
template <class T>
HWY_INLINE void put(const Product<T>& p, int64_t i, int64_t j, int64_t count, const T* sums) {
  T* c = p.c + i * p.c_row + j * p.c_col;
  if (p.epilogue.bias == nullptr && p.epilogue.alpha == T(1)) {
    for (int64_t x = 0; x < count; x++) c[x * p.c_col] = sums[x];
  } else {
    for (int64_t x = 0; x < count; x++) c[x * p.c_col] = finish(p.epilogue, sums[x], i, j + x);
  }
}

// ---- order "rows", K contiguous in both operands

template <class T, int RM, int RN>
HWY_INLINE void dot_block(const Product<T>& p, int64_t i, int64_t j, int64_t count) {
  const Tag<T> d;
  const T* a[RM];
  const T* b[RN];
  V<T> sum[RM][RN];
  WICK_UNROLL
  for (int r = 0; r < RM; r++) a[r] = p.a + (i + r) * p.a_row;
  WICK_UNROLL
  for (int c = 0; c < RN; c++) b[c] = p.b + (j + std::min<int64_t>(c, count - 1)) * p.b_col;
  WICK_UNROLL
  for (int r = 0; r < RM; r++) {
    WICK_UNROLL
    for (int c = 0; c < RN; c++) sum[r][c] = hn::Zero(d);
  }
  int64_t k = 0;
  for (; k + kLanes<T> <= p.k; k += kLanes<T>) {
    V<T> va[RM];
    WICK_UNROLL
    for (int r = 0; r < RM; r++) va[r] = hn::LoadU(d, a[r] + k);
    WICK_UNROLL
    for (int c = 0; c < RN; c++) {
      const V<T> vb = hn::LoadU(d, b[c] + k);
      WICK_UNROLL
      for (int r = 0; r < RM; r++) sum[r][c] = hn::MulAdd(va[r], vb, sum[r][c]);
    }
  }
  if (k < p.k) {
    V<T> va[RM];
    WICK_UNROLL
    for (int r = 0; r < RM; r++) va[r] = load_partial(a[r] + k, p.k - k);
    WICK_UNROLL
    for (int c = 0; c < RN; c++) {
      const V<T> vb = load_partial(b[c] + k, p.k - k);
      WICK_UNROLL
      for (int r = 0; r < RM; r++) sum[r][c] = hn::MulAdd(va[r], vb, sum[r][c]);
    }
  }
  WICK_UNROLL
  for (int r = 0; r < RM; r++) {
    T out[RN];
    WICK_UNROLL
    for (int c = 0; c < RN; c += 4) fold4(sum[r] + c, out + c);
    put(p, i + r, j, count, out);
  }
}

template <class T>
void rows_dot(const Product<T>& p, int64_t n0, int64_t n1) {
  if (p.m == 1) {
    int64_t j = n0;
    for (; j + 8 <= n1; j += 8) dot_block<T, 1, 8>(p, 0, j, 8);
    for (; j < n1; j += 4) dot_block<T, 1, 4>(p, 0, j, std::min<int64_t>(4, n1 - j));
    return;
  }
  for (int64_t j = n0; j < n1; j += 4) {  // four rows of B stay in the first cache for all rows of A
    const int64_t count = std::min<int64_t>(4, n1 - j);
    int64_t i = 0;
    while (p.m - i >= 3 && p.m - i != 4) {
      dot_block<T, 3, 4>(p, i, j, count);
      i += 3;
    }
    for (; p.m - i >= 2; i += 2) dot_block<T, 2, 4>(p, i, j, count);
    if (i < p.m) dot_block<T, 1, 4>(p, i, j, count);
  }
}

// ---- order "rows", N contiguous in B: the partial sums of every lane stand in a small table, one row a lane

constexpr int64_t kAxpyColumns = 512;

template <class T, int Rows>
HWY_INLINE void axpy_pass(T* HWY_RESTRICT sums, const T* const* b, const T* a, int64_t width) {
  const Tag<T> d;
  V<T> va[Rows];
  WICK_UNROLL
  for (int r = 0; r < Rows; r++) va[r] = hn::Set(d, a[r]);
  int64_t x = 0;
  for (; x + kLanes<T> <= width; x += kLanes<T>) {
    V<T> s = hn::Load(d, sums + x);
    WICK_UNROLL
    for (int r = 0; r < Rows; r++) s = hn::MulAdd(va[r], hn::LoadU(d, b[r] + x), s);
    hn::Store(s, d, sums + x);
  }
  if (x < width) {
    V<T> s = hn::Load(d, sums + x);
    WICK_UNROLL
    for (int r = 0; r < Rows; r++) s = hn::MulAdd(va[r], load_partial(b[r] + x, width - x), s);
    hn::Store(s, d, sums + x);
  }
}

// Columns [j, j + width) of row i; `pitch` is width rounded up to whole vectors.
template <class T>
HWY_INLINE void axpy_accumulate(const Product<T>& p, int64_t i, int64_t j, int64_t width, int64_t pitch, int64_t k0, int64_t k1, T* sums) {
  constexpr int64_t L = kLanes<T>;
  for (int64_t lane = 0; lane < L && k0 + lane < k1; lane++) {
    const T* b[4] = {};
    T a[4] = {};
    int64_t rows = 0;
    for (int64_t k = k0 + lane; k < k1; k += L, rows++) {
      b[rows] = p.b + k * p.b_row + j;
      a[rows] = p.a[i * p.a_row + k * p.a_col];
    }
    T* s = sums + lane * pitch;
    switch (rows) {
      case 1: axpy_pass<T, 1>(s, b, a, width); break;
      case 2: axpy_pass<T, 2>(s, b, a, width); break;
      case 3: axpy_pass<T, 3>(s, b, a, width); break;
      default: axpy_pass<T, 4>(s, b, a, width); break;
    }
  }
}

template <class T>
void rows_axpy(const Product<T>& p, int64_t n0, int64_t n1) {
  const Tag<T> d;
  constexpr int64_t L = kLanes<T>;
  alignas(64) T sums[kAxpyColumns * L];
  const int64_t group = p.m == 1 ? 1 : 4;  // rows of A that share a block of B
  const int64_t block = kAxpyColumns / group;
  for (int64_t j = n0; j < n1; j += block) {
    const int64_t width = std::min(block, n1 - j);
    const int64_t pitch = (width + L - 1) / L * L;
    for (int64_t i0 = 0; i0 < p.m; i0 += group) {
      const int64_t i1 = std::min(p.m, i0 + group);
      std::fill_n(sums, (i1 - i0) * L * pitch, T(0));
      for (int64_t k = 0; k < p.k; k += 4 * L) {
        for (int64_t i = i0; i < i1; i++) {
          axpy_accumulate(p, i, j, width, pitch, k, std::min(p.k, k + 4 * L), sums + (i - i0) * L * pitch);
        }
      }
      for (int64_t i = i0; i < i1; i++) {
        T* s = sums + (i - i0) * L * pitch;
        for (int64_t x = 0; x < pitch; x += L) {
          V<T> part[L];
          WICK_UNROLL
          for (int64_t l = 0; l < L; l++) part[l] = hn::Load(d, s + l * pitch + x);
          WICK_UNROLL
          for (int64_t step = L / 2; step > 0; step /= 2) {
            WICK_UNROLL
            for (int64_t l = 0; l < step; l++) part[l] = hn::Add(part[l], part[l + step]);
          }
          hn::Store(part[0], d, s + x);
        }
        put(p, i, j, width, s);
      }
    }
  }
}

// ---- order "tiles"

// to[c * to_row + r] = from[r * from_row + c]
template <class T>
void transpose(const T* from, int64_t from_row, int64_t rows, int64_t cols, T* to, int64_t to_row) {
  int64_t done = 0;
#if HWY_TARGET != HWY_SCALAR
  if constexpr (sizeof(T) == 4) {  // 4 x 4 at a time
    const hn::FixedTag<float, 4> d;
    done = rows / 4 * 4;
    for (int64_t r = 0; r < done; r += 4) {
      const T* f = from + r * from_row;
      T* t = to + r;
      int64_t c = 0;
      for (; c + 4 <= cols; c += 4, f += 4, t += 4 * to_row) {
        const auto r0 = hn::LoadU(d, f), r1 = hn::LoadU(d, f + from_row);
        const auto r2 = hn::LoadU(d, f + 2 * from_row), r3 = hn::LoadU(d, f + 3 * from_row);
        const auto l02 = hn::InterleaveLower(d, r0, r2), l13 = hn::InterleaveLower(d, r1, r3);
        const auto h02 = hn::InterleaveUpper(d, r0, r2), h13 = hn::InterleaveUpper(d, r1, r3);
        hn::StoreU(hn::InterleaveLower(d, l02, l13), d, t);
        hn::StoreU(hn::InterleaveUpper(d, l02, l13), d, t + to_row);
        hn::StoreU(hn::InterleaveLower(d, h02, h13), d, t + 2 * to_row);
        hn::StoreU(hn::InterleaveUpper(d, h02, h13), d, t + 3 * to_row);
      }
      for (; c < cols; c++, f++, t += to_row) {
        for (int64_t x = 0; x < 4; x++) t[x] = f[x * from_row];
      }
    }
  }
#endif
  for (int64_t r = done; r < rows; r++) {
    for (int64_t c = 0; c < cols; c++) to[c * to_row + r] = from[r * from_row + c];
  }
}

template <class T>
void pack_b(const T* b, int64_t b_row, int64_t b_col, int64_t k, int64_t n, T* out) {
  const Tag<T> d;
  constexpr int64_t NR = 2 * kLanes<T>;
  for (int64_t j = 0; j < n; j += NR, out += NR * k) {
    const int64_t width = std::min(NR, n - j);
    const T* from = b + j * b_col;
    if (b_col == 1 && width == NR) {
      for (int64_t x = 0; x < k; x++, from += b_row) {
        hn::StoreU(hn::LoadU(d, from), d, out + x * NR);
        hn::StoreU(hn::LoadU(d, from + kLanes<T>), d, out + x * NR + kLanes<T>);
      }
    } else if (b_row == 1 && width == NR) {
      transpose(from, b_col, NR, k, out, NR);
    } else {
      for (int64_t x = 0; x < k; x++) {
        for (int64_t c = 0; c < width; c++) out[x * NR + c] = from[x * b_row + c * b_col];
        for (int64_t c = width; c < NR; c++) out[x * NR + c] = T(0);
      }
    }
  }
}

template <class T>
void pack_a(const T* a, int64_t a_row, int64_t a_col, int64_t m, int64_t k, T* out) {
  for (int64_t i = 0; i < m; i += kTileRows, out += kTileRows * k) {
    const int64_t rows = std::min<int64_t>(kTileRows, m - i);
    if (rows == kTileRows) {
      for (int64_t x = 0; x < k; x++) {
        WICK_UNROLL
        for (int r = 0; r < kTileRows; r++) out[x * kTileRows + r] = a[(i + r) * a_row + x * a_col];
      }
    } else {
      for (int64_t x = 0; x < k; x++) {
        for (int64_t r = 0; r < rows; r++) out[x * kTileRows + r] = a[(i + r) * a_row + x * a_col];
      }
    }
  }
}

template <class T>
HWY_INLINE V<T> finish_vector(const Epilogue<T>& e, V<T> sum, int64_t i, int64_t j) {
  const Tag<T> d;
  if (e.alpha != T(1)) sum = hn::Mul(hn::Set(d, e.alpha), sum);
  if (e.bias == nullptr) return sum;
  const T* at = e.bias + i * e.bias_row + j * e.bias_col;
  V<T> bias = e.bias_col == 0 ? hn::Set(d, *at) : hn::LoadU(d, at);
  if (e.beta != T(1)) bias = hn::Mul(hn::Set(d, e.beta), bias);
  return hn::Add(sum, bias);
}

// RM rows and `cols` columns of C at (i, j) of the block, from one panel of B.
template <class T, int RM, bool PackedA>
void tile(const typename Kernels<T>::Block& s, int64_t i, int64_t j, int64_t cols, const T* a, const T* b, int64_t b_row) {
  const Tag<T> d;
  constexpr int64_t L = kLanes<T>;
  V<T> sum[RM][2];
  WICK_UNROLL
  for (int r = 0; r < RM; r++) sum[r][0] = sum[r][1] = hn::Zero(d);
  const int64_t a_row = PackedA ? 1 : s.a_row, a_col = PackedA ? kTileRows : s.a_col;
  for (int64_t k = 0; k < s.k; k++, b += b_row, a += a_col) {
    const V<T> b0 = hn::LoadU(d, b), b1 = hn::LoadU(d, b + L);
    WICK_UNROLL
    for (int r = 0; r < RM; r++) {
      const V<T> va = hn::Set(d, a[r * a_row]);
      sum[r][0] = hn::MulAdd(va, b0, sum[r][0]);
      sum[r][1] = hn::MulAdd(va, b1, sum[r][1]);
    }
  }
  const Epilogue<T>& e = s.epilogue;
  if (cols == 2 * L && (e.bias == nullptr || e.bias_col <= 1)) {
    WICK_UNROLL
    for (int r = 0; r < RM; r++) {
      T* c = s.c + (i + r) * s.c_row + j;
      V<T> v0 = sum[r][0], v1 = sum[r][1];
      if (!s.first) v0 = hn::Add(hn::LoadU(d, c), v0), v1 = hn::Add(hn::LoadU(d, c + L), v1);
      if (s.last) v0 = finish_vector(e, v0, i + r, j), v1 = finish_vector(e, v1, i + r, j + L);
      hn::StoreU(v0, d, c);
      hn::StoreU(v1, d, c + L);
    }
    return;
  }
  HWY_ALIGN T edge[RM][2 * L];
  WICK_UNROLL
  for (int r = 0; r < RM; r++) hn::Store(sum[r][0], d, edge[r]), hn::Store(sum[r][1], d, edge[r] + L);
  for (int r = 0; r < RM; r++) {
    T* c = s.c + (i + r) * s.c_row + j;
    for (int64_t x = 0; x < cols; x++) {
      T v = s.first ? edge[r][x] : c[x] + edge[r][x];
      c[x] = s.last ? finish(e, v, i + r, j + x) : v;
    }
  }
}

template <class T, bool PackedA, int RM>
HWY_INLINE void tile_of(int64_t rows, const typename Kernels<T>::Block& s, int64_t i, int64_t j, int64_t cols, const T* a, const T* b, int64_t b_row) {
  if (rows == RM) {
    tile<T, RM, PackedA>(s, i, j, cols, a, b, b_row);
  } else if constexpr (RM > 1) {
    tile_of<T, PackedA, RM - 1>(rows, s, i, j, cols, a, b, b_row);
  }
}

template <class T>
void tiles(const typename Kernels<T>::Block& s) {
  constexpr int64_t NR = 2 * kLanes<T>;
  HWY_ALIGN T tail[kBlockK * NR];
  // Rows are shared out evenly: 8 rows are 4 + 4, not 6 + 2.
  const int64_t strips = (s.rows + kTileRows - 1) / kTileRows;
  for (int64_t j = 0; j < s.cols; j += NR) {
    const int64_t cols = std::min(NR, s.cols - j);
    const T* b = s.b_packed ? s.b + j * s.k : s.b + j;
    int64_t b_row = s.b_packed ? NR : s.b_row;
    if (!s.b_packed && cols < NR) {
      pack_b<T>(b, s.b_row, 1, s.k, cols, tail);
      b = tail, b_row = NR;
    }
    if (s.a_packed) {
      for (int64_t i = 0; i < s.rows; i += kTileRows) {
        tile_of<T, true, kTileRows>(std::min<int64_t>(kTileRows, s.rows - i), s, i, j, cols, s.a + i * s.k, b, b_row);
      }
    } else {
      for (int64_t strip = 0; strip < strips; strip++) {
        const int64_t i = s.rows * strip / strips, end = s.rows * (strip + 1) / strips;
        tile_of<T, false, kTileRows>(end - i, s, i, j, cols, s.a + i * s.a_row, b, b_row);
      }
    }
  }
}

const Kernels<float>* float_kernels() {
  static constexpr Kernels<float> table = {kLanes<float>, kTileRows, 2 * kLanes<float>, rows_dot<float>, rows_axpy<float>,
                                           transpose<float>, pack_b<float>, pack_a<float>, tiles<float>};
  return &table;
}
const Kernels<double>* double_kernels() {
  static constexpr Kernels<double> table = {kLanes<double>, kTileRows, 2 * kLanes<double>, rows_dot<double>, rows_axpy<double>,
                                            transpose<double>, pack_b<double>, pack_a<double>, tiles<double>};
  return &table;
}

#undef WICK_UNROLL
}  // namespace HWY_NAMESPACE
}  // namespace at::native::gemm
HWY_AFTER_NAMESPACE();
