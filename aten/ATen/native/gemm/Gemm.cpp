// Which order and which walk a product takes, how it is shared between threads, and the dtypes without a vector kernel.
#include <ATen/native/gemm/Gemm.h>

#include <algorithm>
#include <type_traits>

#include <ATen/Parallel.h>
#include <ATen/native/gemm/Kernels.h>
#include <ATen/native/gemm/Scratch.h>

namespace at::native::gemm {
namespace {

// A chunk of work for one thread: about 20 us of multiply-adds, below which waking a thread does not pay.
constexpr int64_t kChunkWork = 800'000;
// Rows of A and columns of B that stay in the second and third cache while tiles are made of them.
constexpr int64_t kBlockM = 120;
constexpr int64_t kBlockN = 2048;
// B stays in place up to this many rows of A or columns of B: packing would cost more than it saves.
constexpr int64_t kInPlaceM = 48;
constexpr int64_t kInPlaceN = 256;
// From this many rows on, a B contiguous along N is transposed on the way rather than summed lane by lane.
constexpr int64_t kTransposeM = 4;

template <class T>
Product<T> swapped(const Product<T>& p) {
  Product<T> q = p;
  std::swap(q.m, q.n);
  q.a = p.b, q.a_row = p.b_col, q.a_col = p.b_row;
  q.b = p.a, q.b_row = p.a_col, q.b_col = p.a_row;
  std::swap(q.c_row, q.c_col);
  std::swap(q.epilogue.bias_row, q.epilogue.bias_col);
  return q;
}

// n columns of work `per_column` each, in chunks of whole vectors.
int64_t column_grain(int64_t per_column) {
  const int64_t columns = kChunkWork / std::max<int64_t>(per_column, 1);
  return std::max<int64_t>(16, columns / 16 * 16);
}

// Columns [n0, n1) where B is contiguous along N: a few columns at a time are transposed into cache and taken by rows_dot.
template <class T>
void rows_transposed(const Product<T>& p, int64_t n0, int64_t n1) {
  const Kernels<T>& kern = kernels<T>();
  constexpr int64_t kColumns = 32;
  Scratch<T> scratch;
  const int64_t pitch = (p.k + 15) / 16 * 16 + 16;  // not a power of two: the columns would share cache sets
  T* const columns = scratch.take(kColumns, pitch);
  Product<T> q = p;
  q.b = columns, q.b_row = 1, q.b_col = pitch;
  for (int64_t j = n0; j < n1; j += kColumns) {
    q.n = std::min(kColumns, n1 - j);
    kern.transpose(p.b + j, p.b_row, p.k, q.n, columns, pitch);
    q.c = p.c + j * p.c_col;
    if (p.epilogue.bias != nullptr) q.epilogue.bias = p.epilogue.bias + j * p.epilogue.bias_col;
    kern.rows_dot(q, 0, q.n);
  }
}

template <class T>
void rows_order(Product<T> p) {
  const Kernels<T>& kern = kernels<T>();
  const bool dot = p.b_row == 1 || p.k == 1;
  const bool transpose = !dot && p.m >= kTransposeM && p.k >= kern.lanes;
  Scratch<T> a_copy, b_copy;
  if (!dot && p.b_col != 1 && p.n != 1) {  // neither stride is one: a copy with K contiguous
    T* copy = b_copy.take(p.n, p.k);
    for (int64_t j = 0; j < p.n; j++) {
      for (int64_t x = 0; x < p.k; x++) copy[j * p.k + x] = p.b[x * p.b_row + j * p.b_col];
    }
    p.b = copy, p.b_row = 1, p.b_col = p.k;
    return rows_order(p);
  }
  if ((dot || transpose) && p.a_col != 1 && p.k != 1) {
    T* copy = a_copy.take(p.m, p.k);
    for (int64_t i = 0; i < p.m; i++) {
      for (int64_t x = 0; x < p.k; x++) copy[i * p.k + x] = p.a[i * p.a_row + x * p.a_col];
    }
    p.a = copy, p.a_row = p.k, p.a_col = 1;
  }
  const int64_t grain = column_grain(p.m * p.k);
  if (transpose) {
    return at::parallel_for(0, p.n, grain, [&](int64_t n0, int64_t n1) { rows_transposed(p, n0, n1); });
  }
  const auto run = dot ? kern.rows_dot : kern.rows_axpy;
  if (p.n <= grain) return run(p, 0, p.n);
  at::parallel_for(0, p.n, grain, [&](int64_t n0, int64_t n1) { run(p, n0, n1); });
}

template <class T>
void tiles_order(const Product<T>& p) {
  const Kernels<T>& kern = kernels<T>();
  const int64_t nr = kern.tile_cols, mr = kern.tile_rows;
  const bool pack_b = p.b_col != 1 || (p.m > kInPlaceM && p.n > kInPlaceN);
  const bool pack_a = p.n > kInPlaceN || (p.a_col != 1 && p.a_row != 1);
  const int64_t block_n = std::min(p.n, kBlockN);
  const int64_t panels_max = (block_n + nr - 1) / nr;
  Scratch<T> b_scratch;
  T* const b_packed = pack_b ? b_scratch.take(panels_max * nr, std::min(p.k, kBlockK)) : nullptr;

  for (int64_t n0 = 0; n0 < p.n; n0 += block_n) {
    const int64_t n = std::min(block_n, p.n - n0);
    const int64_t panels = (n + nr - 1) / nr;
    for (int64_t k0 = 0; k0 < p.k; k0 += kBlockK) {
      const int64_t k = std::min(kBlockK, p.k - k0);
      const T* b = p.b + k0 * p.b_row + n0 * p.b_col;
      if (pack_b) {
        at::parallel_for(0, panels, std::max<int64_t>(1, 65'536 / (nr * k)), [&](int64_t p0, int64_t p1) {
          kern.pack_b(b + p0 * nr * p.b_col, p.b_row, p.b_col, k, std::min(n, p1 * nr) - p0 * nr, b_packed + p0 * nr * k);
        });
      }
      // The grid of tasks: strips of kBlockM rows times groups of panels, enough of them for many cores.
      const int64_t m_blocks = (p.m + kBlockM - 1) / kBlockM;
      const int64_t group_work = std::min(p.m, kBlockM) * k * nr;
      int64_t groups = std::max<int64_t>(1, std::min<int64_t>((32 + m_blocks - 1) / m_blocks, panels * group_work / (2 * kChunkWork)));
      groups = std::min(groups, panels);
      at::parallel_for(0, m_blocks * groups, 1, [&](int64_t t0, int64_t t1) {
        Scratch<T> a_scratch;
        int64_t packed_block = -1;
        for (int64_t t = t0; t < t1; t++) {
          const int64_t m0 = t / groups * kBlockM, group = t % groups;
          const int64_t g0 = panels * group / groups, g1 = panels * (group + 1) / groups;
          typename Kernels<T>::Block s;
          s.rows = std::min(kBlockM, p.m - m0);
          s.cols = std::min(n, g1 * nr) - g0 * nr;
          s.k = k;
          s.a = p.a + m0 * p.a_row + k0 * p.a_col, s.a_row = p.a_row, s.a_col = p.a_col, s.a_packed = pack_a;
          if (pack_a) {
            T* strips = a_scratch.take((std::min(kBlockM, p.m) + mr - 1) / mr * mr, std::min(p.k, kBlockK));
            if (packed_block != m0) kern.pack_a(s.a, p.a_row, p.a_col, s.rows, k, strips);
            packed_block = m0;
            s.a = strips;
          }
          s.b = pack_b ? b_packed + g0 * nr * k : b + g0 * nr, s.b_row = p.b_row, s.b_packed = pack_b;
          const int64_t column = n0 + g0 * nr;
          s.c = p.c + m0 * p.c_row + column, s.c_row = p.c_row;
          s.first = k0 == 0, s.last = k0 + k == p.k;
          s.epilogue = p.epilogue;
          if (s.epilogue.bias != nullptr) s.epilogue.bias += m0 * p.epilogue.bias_row + column * p.epilogue.bias_col;
          kern.tiles(s);
        }
      });
    }
  }
}

template <class T>
accumulate_t<T> finish(const Epilogue<T>& e, accumulate_t<T> sum, int64_t i, int64_t j) {
  using A = accumulate_t<T>;
  if (e.alpha != A(1)) sum = static_cast<A>(e.alpha * sum);
  if (e.bias == nullptr) return sum;
  const A bias = static_cast<A>(e.bias[i * e.bias_row + j * e.bias_col]);
  return static_cast<A>(sum + (e.beta != A(1) ? static_cast<A>(e.beta * bias) : bias));
}

// K is empty: every sum is zero.
template <class T>
void empty_sums(const Product<T>& p) {
  for (int64_t i = 0; i < p.m; i++) {
    for (int64_t j = 0; j < p.n; j++) p.c[i * p.c_row + j * p.c_col] = static_cast<T>(finish(p.epilogue, accumulate_t<T>(0), i, j));
  }
}

template <class T>
void vector_product(const Product<T>& p) {
  if (std::min(p.m, p.n) <= kRowsLimit) return rows_order(p.n < p.m ? swapped(p) : p);
  if (p.c_col == 1) return tiles_order(p);
  if (p.c_row == 1) return tiles_order(swapped(p));
  Scratch<T> c_scratch;
  Product<T> q = p;
  q.c = c_scratch.take(p.m, p.n), q.c_row = p.n, q.c_col = 1;
  tiles_order(q);
  for (int64_t i = 0; i < p.m; i++) {
    for (int64_t j = 0; j < p.n; j++) p.c[i * p.c_row + j * p.c_col] = q.c[i * p.n + j];
  }
}

// Integers wrap around: their sums are kept in the unsigned type of the same width.
template <class T, bool = std::is_integral_v<T>> struct Wrapping { using type = T; };
template <class T> struct Wrapping<T, true> { using type = std::make_unsigned_t<std::common_type_t<T, int32_t>>; };

template <class T>
void plain_product(const Product<T>& p) {
  using W = typename Wrapping<T>::type;
  constexpr int64_t kColumns = 64;
  at::parallel_for(0, p.m, std::max<int64_t>(1, kChunkWork / 4 / std::max<int64_t>(1, p.n * p.k)), [&](int64_t m0, int64_t m1) {
    for (int64_t j0 = 0; j0 < p.n; j0 += kColumns) {
      const int64_t width = std::min(kColumns, p.n - j0);
      for (int64_t i = m0; i < m1; i++) {
        W sum[kColumns] = {};
        for (int64_t k = 0; k < p.k; k++) {
          const W a = static_cast<W>(p.a[i * p.a_row + k * p.a_col]);
          const T* b = p.b + k * p.b_row + j0 * p.b_col;
          if (p.b_col == 1) {
            for (int64_t j = 0; j < width; j++) sum[j] = sum[j] + a * static_cast<W>(b[j]);
          } else {
            for (int64_t j = 0; j < width; j++) sum[j] = sum[j] + a * static_cast<W>(b[j * p.b_col]);
          }
        }
        for (int64_t j = 0; j < width; j++) {
          const Epilogue<T>& e = p.epilogue;
          W v = sum[j];
          if (e.alpha != T(1)) v = static_cast<W>(e.alpha) * v;
          if (e.bias != nullptr) {
            const W bias = static_cast<W>(e.bias[i * e.bias_row + (j0 + j) * e.bias_col]);
            v = v + (e.beta != T(1) ? static_cast<W>(e.beta) * bias : bias);
          }
          p.c[i * p.c_row + (j0 + j) * p.c_col] = static_cast<T>(v);
        }
      }
    }
  });
}

// A strided matrix of T as contiguous floats.
template <class T>
float* widen(Scratch<float>& scratch, const T* from, int64_t rows, int64_t cols, int64_t row, int64_t col) {
  float* to = scratch.take(rows, cols);
  at::parallel_for(0, rows, std::max<int64_t>(1, 32'768 / std::max<int64_t>(1, cols)), [&](int64_t r0, int64_t r1) {
    for (int64_t i = r0; i < r1; i++) {
      for (int64_t j = 0; j < cols; j++) to[i * cols + j] = static_cast<float>(from[i * row + j * col]);
    }
  });
  return to;
}

template <class T>
void half_product(const Product<T>& p) {
  Scratch<float> a, b, c, bias;
  Product<float> q;
  q.m = p.m, q.n = p.n, q.k = p.k;
  q.a = widen(a, p.a, p.m, p.k, p.a_row, p.a_col), q.a_row = p.k;
  if (p.b_row == 1) {
    q.b = widen(b, p.b, p.n, p.k, p.b_col, p.b_row), q.b_row = 1, q.b_col = p.k;
  } else {
    q.b = widen(b, p.b, p.k, p.n, p.b_row, p.b_col), q.b_row = p.n;
  }
  q.c = c.take(p.m, p.n), q.c_row = p.n;
  q.epilogue.alpha = p.epilogue.alpha, q.epilogue.beta = p.epilogue.beta;
  if (p.epilogue.bias != nullptr) {
    const bool by_row = p.epilogue.bias_row != 0, by_col = p.epilogue.bias_col != 0;
    const int64_t rows = by_row ? p.m : 1, cols = by_col ? p.n : 1;
    q.epilogue.bias = widen(bias, p.epilogue.bias, rows, cols, p.epilogue.bias_row, p.epilogue.bias_col);
    q.epilogue.bias_row = by_row ? cols : 0, q.epilogue.bias_col = by_col ? 1 : 0;
  }
  vector_product(q);
  for (int64_t i = 0; i < p.m; i++) {
    for (int64_t j = 0; j < p.n; j++) p.c[i * p.c_row + j * p.c_col] = static_cast<T>(q.c[i * p.n + j]);
  }
}

}  // namespace

template <class T>
void product(const Product<T>& p) {
  if (p.m == 0 || p.n == 0) return;
  if (p.k == 0) return empty_sums(p);
  if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
    vector_product(p);
  } else if constexpr (std::is_same_v<T, c10::Half> || std::is_same_v<T, c10::BFloat16>) {
    half_product(p);
  } else {
    plain_product(p);
  }
}

template <class T>
void batched_product(const Product<T>& first, int64_t count, int64_t a_step, int64_t b_step, int64_t c_step, int64_t bias_step) {
  const int64_t work = std::max<int64_t>(1, first.m * first.n) * std::max<int64_t>(1, first.k);
  at::parallel_for(0, count, std::max<int64_t>(1, kChunkWork / work), [&](int64_t i0, int64_t i1) {
    for (int64_t i = i0; i < i1; i++) {
      Product<T> p = first;
      p.a += i * a_step;
      p.b += i * b_step;
      p.c += i * c_step;
      if (p.epilogue.bias != nullptr) p.epilogue.bias += i * bias_step;
      product(p);
    }
  });
}

#define WICK_PRODUCT(T)                          \
  template void product<T>(const Product<T>& p); \
  template void batched_product<T>(const Product<T>&, int64_t, int64_t, int64_t, int64_t, int64_t);
WICK_PRODUCT(float)
WICK_PRODUCT(double)
WICK_PRODUCT(c10::Half)
WICK_PRODUCT(c10::BFloat16)
WICK_PRODUCT(c10::complex<float>)
WICK_PRODUCT(c10::complex<double>)
WICK_PRODUCT(uint8_t)
WICK_PRODUCT(int8_t)
WICK_PRODUCT(int16_t)
WICK_PRODUCT(int32_t)
WICK_PRODUCT(int64_t)
#undef WICK_PRODUCT

}  // namespace at::native::gemm
