#include <ATen/native/cpu/StridedCopy.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <cstring>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace at::native {
namespace {

// Bytes that one task moves.
constexpr int64_t kTask = 128 * 1024;

template <class U>
inline U load(const char* from) {
  U x;
  std::memcpy(&x, from, sizeof(U));
  return x;
}
template <class U>
inline void store(char* to, U x) {
  std::memcpy(to, &x, sizeof(U));
}

// n elements from places `from_stride` bytes apart to places `to_stride` bytes apart.
template <class U>
void move_row(char* to, int64_t to_stride, const char* from, int64_t from_stride, int64_t n) {
  constexpr int64_t size = static_cast<int64_t>(sizeof(U));
  if (to_stride == size) {
    if (from_stride == size) {
      std::memcpy(to, from, static_cast<size_t>(n * size));
    } else if (from_stride == -size) {
      for (int64_t i = 0; i < n; ++i) store<U>(to + i * size, load<U>(from - i * size));
    } else if (from_stride == 0) {
      const U x = load<U>(from);
      for (int64_t i = 0; i < n; ++i) store<U>(to + i * size, x);
    } else {
      for (int64_t i = 0; i < n; ++i) store<U>(to + i * size, load<U>(from + i * from_stride));
    }
    return;
  }
  for (int64_t i = 0; i < n; ++i) store<U>(to + i * to_stride, load<U>(from + i * from_stride));
}

// ---- transposition

#if defined(__x86_64__)
// Four rows of four 32-bit elements, `from_stride` apart, become columns.
inline void transpose4(char* to, int64_t to_stride, const char* from, int64_t from_stride) {
  const __m128 a = _mm_loadu_ps(reinterpret_cast<const float*>(from)), b = _mm_loadu_ps(reinterpret_cast<const float*>(from + from_stride));
  const __m128 c = _mm_loadu_ps(reinterpret_cast<const float*>(from + 2 * from_stride)), d = _mm_loadu_ps(reinterpret_cast<const float*>(from + 3 * from_stride));
  const __m128 ab0 = _mm_unpacklo_ps(a, b), ab1 = _mm_unpackhi_ps(a, b), cd0 = _mm_unpacklo_ps(c, d), cd1 = _mm_unpackhi_ps(c, d);
  _mm_storeu_ps(reinterpret_cast<float*>(to), _mm_movelh_ps(ab0, cd0));
  _mm_storeu_ps(reinterpret_cast<float*>(to + to_stride), _mm_movehl_ps(cd0, ab0));
  _mm_storeu_ps(reinterpret_cast<float*>(to + 2 * to_stride), _mm_movelh_ps(ab1, cd1));
  _mm_storeu_ps(reinterpret_cast<float*>(to + 3 * to_stride), _mm_movehl_ps(cd1, ab1));
}
#endif

// to[r][c] = from[c][r]: rows of `to` are `to_stride` bytes apart, rows of `from` `from_stride`; elements in a row are neighbours.
template <class U>
void transpose_block(char* to, int64_t to_stride, const char* from, int64_t from_stride, int64_t rows, int64_t columns) {
  constexpr int64_t size = static_cast<int64_t>(sizeof(U));
  int64_t c = 0;
#if defined(__x86_64__)
  if constexpr (sizeof(U) == 4) {
    for (; c + 4 <= columns; c += 4) {
      int64_t r = 0;
      for (; r + 4 <= rows; r += 4) transpose4(to + r * to_stride + c * size, to_stride, from + c * from_stride + r * size, from_stride);
      for (; r < rows; ++r) {
        for (int64_t k = c; k < c + 4; ++k) store<U>(to + r * to_stride + k * size, load<U>(from + k * from_stride + r * size));
      }
    }
  }
#endif
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t k = c; k < columns; ++k) store<U>(to + r * to_stride + k * size, load<U>(from + k * from_stride + r * size));
  }
}

// ---- walks

// The byte offsets of both operands as the index of the dimensions from `first` on advances.
struct Walk {
  const Geometry& g;
  int first, skipped; // dimensions below `first` and this one stay 0
  DimVector index;
  int64_t to = 0, from = 0;

  Walk(const Geometry& geometry, int first_dim, int skipped_dim, int64_t begin) : g(geometry), first(first_dim), skipped(skipped_dim), index(geometry.shape.size(), 0) {
    for (int d = first; d < g.ndim(); ++d) {
      if (d == skipped) continue;
      index[d] = begin % g.shape[d];
      begin /= g.shape[d];
      to += index[d] * g.strides[0][d];
      from += index[d] * g.strides[1][d];
    }
  }
  void next() {
    for (int d = first; d < g.ndim(); ++d) {
      if (d == skipped) continue;
      to += g.strides[0][d];
      from += g.strides[1][d];
      if (++index[d] < g.shape[d]) return;
      to -= g.shape[d] * g.strides[0][d];
      from -= g.shape[d] * g.strides[1][d];
      index[d] = 0;
    }
  }
};

// Row after row of dimension 0; long rows are cut.
template <class U>
void copy_rows(const Geometry& g, char* to, const char* from) {
  constexpr int64_t size = static_cast<int64_t>(sizeof(U));
  const int64_t row = g.shape[0], piece = std::min<int64_t>(row, kTask / size), pieces = (row + piece - 1) / piece;
  const int64_t rows = g.numel() / row, to_stride = g.strides[0][0], from_stride = g.strides[1][0];
  at::parallel_for(0, rows * pieces, std::max<int64_t>(1, kTask / (piece * size)), [&](int64_t begin, int64_t end) {
    Walk walk(g, 1, -1, begin / pieces);
    int64_t p = begin % pieces;
    for (int64_t i = begin; i < end; ++i) {
      const int64_t first = p * piece;
      move_row<U>(to + walk.to + first * to_stride, to_stride, from + walk.from + first * from_stride, from_stride, std::min(piece, row - first));
      if (++p == pieces) {
        p = 0;
        walk.next();
      }
    }
  });
}

// Dimension 0 is short: dimension 1 runs inside, a piece of it that stays in the cache after the other.
template <class U>
void copy_short_rows(const Geometry& g, char* to, const char* from) {
  constexpr int64_t kPiece = 512;
  const int64_t row = g.shape[0], columns = g.shape[1], pieces = (columns + kPiece - 1) / kPiece;
  const DimVector &out = g.strides[0], &in = g.strides[1];
  at::parallel_for(0, g.numel() / (row * columns) * pieces, std::max<int64_t>(1, kTask / (row * kPiece * static_cast<int64_t>(sizeof(U)))), [&](int64_t begin, int64_t end) {
    Walk walk(g, 2, -1, begin / pieces);
    int64_t p = begin % pieces;
    for (int64_t i = begin; i < end; ++i) {
      const int64_t first = p * kPiece, n = std::min(kPiece, columns - first);
      for (int64_t k = 0; k < row; ++k) {
        move_row<U>(to + walk.to + first * out[1] + k * out[0], out[1], from + walk.from + first * in[1] + k * in[0], in[1], n);
      }
      if (++p == pieces) {
        p = 0;
        walk.next();
      }
    }
  });
}

// Operand 0 is contiguous along dimension 0, operand 1 along `d`: blocks whose lines both sides use whole.
template <class U>
void copy_transposed(const Geometry& g, int d, char* to, const char* from) {
  constexpr int64_t size = static_cast<int64_t>(sizeof(U)), kBlock = 64 / size >= 16 ? 64 : 32;
  const int64_t columns = g.shape[0], rows = g.shape[d];
  const int64_t across = (columns + kBlock - 1) / kBlock, down = (rows + kBlock - 1) / kBlock, matrices = g.numel() / (columns * rows);
  const int64_t to_stride = g.strides[0][d], from_stride = g.strides[1][0];
  at::parallel_for(0, matrices * down, std::max<int64_t>(1, kTask / (kBlock * columns * size)), [&](int64_t begin, int64_t end) {
    Walk walk(g, 1, d, begin / down);
    int64_t r = begin % down;
    for (int64_t i = begin; i < end; ++i) {
      const int64_t row = r * kBlock;
      for (int64_t b = 0; b < across; ++b) {
        const int64_t column = b * kBlock;
        transpose_block<U>(
            to + walk.to + row * to_stride + column * size, to_stride, from + walk.from + column * from_stride + row * size, from_stride, std::min(kBlock, rows - row), std::min(kBlock, columns - column));
      }
      if (++r == down) {
        r = 0;
        walk.next();
      }
    }
  });
}

template <class U>
void copy_as(const Geometry& g, char* to, const char* from) {
  constexpr int64_t size = static_cast<int64_t>(sizeof(U));
  if (g.ndim() == 0) {
    std::memcpy(to, from, sizeof(U));
    return;
  }
  if (g.strides[0][0] == size && std::abs(g.strides[1][0]) > size) {
    for (int d = 1; d < g.ndim(); ++d) {
      if (g.strides[1][d] == size && g.shape[d] >= 4 && g.shape[0] >= 4) {
        return copy_transposed<U>(g, d, to, from);
      }
    }
  }
  if (g.ndim() >= 2 && g.shape[0] < 8 && g.shape[1] > g.shape[0]) {
    return copy_short_rows<U>(g, to, from);
  }
  copy_rows<U>(g, to, from);
}

} // namespace

void copy_strided(const Geometry& g, int64_t element_size, char* to, const char* from) {
  if (g.numel() == 0) return;
  // Few bytes that lie together on both sides move as one larger element.
  if (g.ndim() >= 2 && g.strides[0][0] == element_size && g.strides[1][0] == element_size) {
    const int64_t bytes = g.shape[0] * element_size;
    if (bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16) {
      Geometry wide;
      wide.shape.assign(g.shape.begin() + 1, g.shape.end());
      wide.strides.resize(2);
      for (size_t k = 0; k < 2; ++k) wide.strides[k].assign(g.strides[k].begin() + 1, g.strides[k].end());
      return with_element(bytes, [&](auto element) { copy_as<decltype(element)>(wide, to, from); });
    }
  }
  with_element(element_size, [&](auto element) { copy_as<decltype(element)>(g, to, from); });
}

} // namespace at::native
