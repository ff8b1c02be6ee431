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

#if defined(__x86_64__)
inline __m128i load16(const char* from) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}
inline void store16(char* to, __m128i x) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), x);
}
#endif

} // namespace

// memcpy by plain loads and stores: short rows are not worth a call, and the string instruction that memcpy takes for longer
// ones is ten times slower where source and destination differ by little modulo 4096, as in a roll by one.
void move_bytes(char* to, const char* from, int64_t n) {
#if defined(__x86_64__)
  if (n >= 16) {
    int64_t i = 0;
    for (; i + 64 <= n; i += 64) {
      const __m128i a = load16(from + i), b = load16(from + i + 16), c = load16(from + i + 32), d = load16(from + i + 48);
      store16(to + i, a);
      store16(to + i + 16, b);
      store16(to + i + 32, c);
      store16(to + i + 48, d);
    }
    for (; i + 16 <= n; i += 16) store16(to + i, load16(from + i));
    if (i < n) store16(to + n - 16, load16(from + n - 16));
    return;
  }
#endif
  std::memcpy(to, from, static_cast<size_t>(n));
}

namespace {

#if defined(__x86_64__)
// The elements of 16 bytes in reverse.
template <class U>
inline __m128i reversed(__m128i x) {
  if constexpr (sizeof(U) == 1) x = _mm_or_si128(_mm_srli_epi16(x, 8), _mm_slli_epi16(x, 8));
  if constexpr (sizeof(U) <= 2) return _mm_shuffle_epi32(_mm_shufflehi_epi16(_mm_shufflelo_epi16(x, 0x1b), 0x1b), 0x4e);
  if constexpr (sizeof(U) == 4) return _mm_shuffle_epi32(x, 0x1b);
  if constexpr (sizeof(U) == 8) return _mm_shuffle_epi32(x, 0x4e);
  return x;
}
#endif

// n elements, `from` the last one read first.
template <class U>
void reverse_row(char* to, const char* from, int64_t n) {
  constexpr int64_t size = static_cast<int64_t>(sizeof(U));
  int64_t i = 0;
#if defined(__x86_64__)
  constexpr int64_t lanes = 16 / size;
  for (; i + 4 * lanes <= n; i += 4 * lanes) {
    const char* const x = from - (i + lanes - 1) * size;
    const __m128i a = load16(x), b = load16(x - 16), c = load16(x - 32), d = load16(x - 48);
    store16(to + i * size, reversed<U>(a));
    store16(to + i * size + 16, reversed<U>(b));
    store16(to + i * size + 32, reversed<U>(c));
    store16(to + i * size + 48, reversed<U>(d));
  }
  for (; i + lanes <= n; i += lanes) store16(to + i * size, reversed<U>(load16(from - (i + lanes - 1) * size)));
#endif
  for (; i < n; ++i) store<U>(to + i * size, load<U>(from - i * size));
}

#if defined(__x86_64__)
template <class U>
inline __m128i repeated(U x) {
  if constexpr (sizeof(U) == 1) return _mm_set1_epi8(static_cast<char>(x));
  else if constexpr (sizeof(U) == 2) return _mm_set1_epi16(static_cast<int16_t>(x));
  else if constexpr (sizeof(U) == 4) return _mm_set1_epi32(static_cast<int32_t>(x));
  else if constexpr (sizeof(U) == 8) return _mm_set1_epi64x(static_cast<int64_t>(x));
  else return load16(reinterpret_cast<const char*>(&x));
}

// Rows of 16 to 32 bytes, copied or filled with their first element: two stores each, which overlap where need be.
template <class U, bool fill>
void short_rows(char* to, int64_t to_next, const char* from, int64_t from_next, int64_t bytes, int64_t rows) {
  for (int64_t k = 0; k < rows; ++k, to += to_next, from += from_next) {
    const __m128i a = fill ? repeated(load<U>(from)) : load16(from);
    store16(to, a);
    store16(to + bytes - 16, fill ? a : load16(from + bytes - 16));
  }
}
#endif

// n elements from places `from_stride` bytes apart to places `to_stride` bytes apart.
template <class U>
void move_row(char* to, int64_t to_stride, const char* from, int64_t from_stride, int64_t n) {
  constexpr int64_t size = static_cast<int64_t>(sizeof(U));
  if (to_stride == size) {
    if (from_stride == size) return move_bytes(to, from, n * size);
    if (from_stride == -size) return reverse_row<U>(to, from, n);
    int64_t i = 0;
    if (from_stride == 0) {
      const U x = load<U>(from);
      for (; i < n; ++i) store<U>(to + i * size, x);
      return;
    }
#if defined(__x86_64__)
    if constexpr (sizeof(U) == 4) {
      if (from_stride == 8) { // every other element; the last 16 bytes read end at an element that is taken
        for (; i + 5 <= n; i += 4) {
          const __m128 a = _mm_castsi128_ps(load16(from + i * 8)), b = _mm_castsi128_ps(load16(from + i * 8 + 16));
          store16(to + i * 4, _mm_castps_si128(_mm_shuffle_ps(a, b, 0x88)));
        }
      }
    }
#endif
    for (; i < n; ++i) store<U>(to + i * size, load<U>(from + i * from_stride));
    return;
  }
  for (int64_t i = 0; i < n; ++i) store<U>(to + i * to_stride, load<U>(from + i * from_stride));
}

// ---- transposition

#if defined(__x86_64__)
// 16 / sizeof(U) rows of as many elements, `from_stride` apart, become columns `to_stride` apart. Interleaving row i with row
// i + n / 2, log2(n) times, is a transposition.
template <class U>
inline void transpose_small(char* to, int64_t to_stride, const char* from, int64_t from_stride) {
  const auto row = [&](int i) { return load16(from + i * from_stride); };
  const auto put = [&](int i, __m128i x) { store16(to + i * to_stride, x); };
  if constexpr (sizeof(U) == 8) {
    const __m128i a = row(0), b = row(1);
    put(0, _mm_unpacklo_epi64(a, b));
    put(1, _mm_unpackhi_epi64(a, b));
  } else if constexpr (sizeof(U) == 4) {
    const __m128i a = row(0), b = row(1), c = row(2), d = row(3);
    const __m128i ac0 = _mm_unpacklo_epi32(a, c), ac1 = _mm_unpackhi_epi32(a, c), bd0 = _mm_unpacklo_epi32(b, d), bd1 = _mm_unpackhi_epi32(b, d);
    put(0, _mm_unpacklo_epi32(ac0, bd0));
    put(1, _mm_unpackhi_epi32(ac0, bd0));
    put(2, _mm_unpacklo_epi32(ac1, bd1));
    put(3, _mm_unpackhi_epi32(ac1, bd1));
  } else if constexpr (sizeof(U) == 2) {
    const __m128i a = row(0), b = row(1), c = row(2), d = row(3), e = row(4), f = row(5), g = row(6), h = row(7);
    const __m128i ae0 = _mm_unpacklo_epi16(a, e), ae1 = _mm_unpackhi_epi16(a, e), bf0 = _mm_unpacklo_epi16(b, f), bf1 = _mm_unpackhi_epi16(b, f);
    const __m128i cg0 = _mm_unpacklo_epi16(c, g), cg1 = _mm_unpackhi_epi16(c, g), dh0 = _mm_unpacklo_epi16(d, h), dh1 = _mm_unpackhi_epi16(d, h);
    const __m128i even[4] = {_mm_unpacklo_epi16(ae0, cg0), _mm_unpackhi_epi16(ae0, cg0), _mm_unpacklo_epi16(ae1, cg1), _mm_unpackhi_epi16(ae1, cg1)};
    const __m128i odd[4] = {_mm_unpacklo_epi16(bf0, dh0), _mm_unpackhi_epi16(bf0, dh0), _mm_unpacklo_epi16(bf1, dh1), _mm_unpackhi_epi16(bf1, dh1)};
    for (int i = 0; i < 4; ++i) {
      put(2 * i, _mm_unpacklo_epi16(even[i], odd[i]));
      put(2 * i + 1, _mm_unpackhi_epi16(even[i], odd[i]));
    }
  }
}
// The sides of the squares that transpose_small takes; 1 where it does not serve.
template <class U>
constexpr int64_t kSmall = sizeof(U) == 2 || sizeof(U) == 4 || sizeof(U) == 8 ? 16 / static_cast<int64_t>(sizeof(U)) : 1;
#else
template <class U>
constexpr int64_t kSmall = 1;
#endif

// to[r][c] = from[c][r]: rows of `to` are `to_stride` bytes apart, rows of `from` `from_stride`; elements in a row are neighbours.
template <class U>
void transpose_plain(char* to, int64_t to_stride, const char* from, int64_t from_stride, int64_t rows, int64_t columns) {
  constexpr int64_t size = static_cast<int64_t>(sizeof(U)), n = kSmall<U>;
  int64_t c = 0;
  if constexpr (n > 1) {
    for (; c + n <= columns; c += n) {
      int64_t r = 0;
      for (; r + n <= rows; r += n) transpose_small<U>(to + r * to_stride + c * size, to_stride, from + c * from_stride + r * size, from_stride);
      for (; r < rows; ++r) {
        for (int64_t k = c; k < c + n; ++k) store<U>(to + r * to_stride + k * size, load<U>(from + k * from_stride + r * size));
      }
    }
  }
  if (c >= columns) return;
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t k = c; k < columns; ++k) store<U>(to + r * to_stride + k * size, load<U>(from + k * from_stride + r * size));
  }
}

// Where rows of `to` lie a multiple of this apart, few of them fit the cache at a time.
constexpr int64_t kCrowded = 1024;
constexpr int64_t kLine = 64;

// A square of a line a side, by way of memory apart: lines of `to` are written whole and once.
template <class U>
void transpose_crowded(char* to, int64_t to_stride, const char* from, int64_t from_stride) {
  constexpr int64_t side = kLine / static_cast<int64_t>(sizeof(U));
  alignas(64) char square[side * kLine];
  transpose_plain<U>(square, kLine, from, from_stride, side, side);
  for (int64_t r = 0; r < side; ++r) std::memcpy(to + r * to_stride, square + r * kLine, kLine);
}

template <class U>
void transpose_block(char* to, int64_t to_stride, const char* from, int64_t from_stride, int64_t rows, int64_t columns) {
  constexpr int64_t size = static_cast<int64_t>(sizeof(U)), side = kLine / size;
  if (to_stride % kCrowded != 0) return transpose_plain<U>(to, to_stride, from, from_stride, rows, columns);
  const int64_t whole_rows = rows / side * side, whole_columns = columns / side * side;
  for (int64_t c = 0; c < whole_columns; c += side) {
    for (int64_t r = 0; r < whole_rows; r += side) transpose_crowded<U>(to + r * to_stride + c * size, to_stride, from + c * from_stride + r * size, from_stride);
  }
  transpose_plain<U>(to + whole_columns * size, to_stride, from + whole_columns * from_stride, from_stride, whole_rows, columns - whole_columns);
  transpose_plain<U>(to + whole_rows * to_stride, to_stride, from + whole_rows * size, from_stride, rows - whole_rows, columns);
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

// Row after row of dimension 0; long rows are cut, short ones go together.
template <class U>
void copy_rows(const Geometry& g, char* to, const char* from) {
  constexpr int64_t size = static_cast<int64_t>(sizeof(U));
  const int64_t row = g.shape[0], rows = g.ndim() > 1 ? g.shape[1] : 1;
  const int64_t to_stride = g.strides[0][0], from_stride = g.strides[1][0];
  const int64_t to_next = g.ndim() > 1 ? g.strides[0][1] : 0, from_next = g.ndim() > 1 ? g.strides[1][1] : 0;
  const int64_t width = std::min<int64_t>(row, kTask / size), across = (row + width - 1) / width;
  const int64_t height = std::clamp<int64_t>(kTask / (width * size), 1, rows), down = (rows + height - 1) / height;
  const int64_t pieces = across * down;
  at::parallel_for(0, g.numel() / (row * rows) * pieces, std::max<int64_t>(1, kTask / (width * height * size)), [&](int64_t begin, int64_t end) {
    Walk walk(g, 2, -1, begin / pieces);
    int64_t p = begin % pieces;
    for (int64_t i = begin; i < end; ++i) {
      const int64_t first = p % across * width, top = p / across * height;
      const int64_t n = std::min(width, row - first), last = std::min(rows, top + height);
      char* at = to + walk.to + first * to_stride + top * to_next;
      const char* x = from + walk.from + first * from_stride + top * from_next;
#if defined(__x86_64__)
      if (to_stride == size && n * size >= 16 && n * size <= 32 && (from_stride == size || from_stride == 0)) {
        (from_stride == 0 ? short_rows<U, true> : short_rows<U, false>)(at, to_next, x, from_next, n * size, last - top);
      } else
#endif
      for (int64_t k = top; k < last; ++k, at += to_next, x += from_next) move_row<U>(at, to_stride, x, from_stride, n);
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
  constexpr int64_t size = static_cast<int64_t>(sizeof(U)), kBlock = 256 / size > 64 ? 64 : std::max<int64_t>(256 / size, 16);
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
