#include <ATen/native/cpu/TileLoaders.h>
#include <c10/core/ScalarType.h>
#include <c10/util/BFloat16.h>
#include <c10/util/Exception.h>
#include <c10/util/Half.h>
#include <c10/util/complex.h>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#if defined(__x86_64__)
#include <emmintrin.h>
#endif
#include <unistd.h>

namespace at::native {
namespace {

struct Bytes16 {
  uint64_t a, b;
};

// One inner row: n elements a stride apart. memcpy keeps the type rules and costs nothing.
template <class U>
void gather_row(const char* from, int64_t stride, int64_t n, char* to) {
  if (stride == static_cast<int64_t>(sizeof(U))) {
    std::memcpy(to, from, static_cast<size_t>(n) * sizeof(U));
  } else if (stride == 0) {
    U x;
    std::memcpy(&x, from, sizeof(U));
    for (int64_t i = 0; i < n; ++i) {
      std::memcpy(to + i * static_cast<int64_t>(sizeof(U)), &x, sizeof(U));
    }
  } else {
    for (int64_t i = 0; i < n; ++i) {
      U x;
      std::memcpy(&x, from + i * stride, sizeof(U));
      std::memcpy(to + i * static_cast<int64_t>(sizeof(U)), &x, sizeof(U));
    }
  }
}
template <class U>
void scatter_row(char* to, int64_t stride, int64_t n, const char* from) {
  if (stride == static_cast<int64_t>(sizeof(U))) {
    std::memcpy(to, from, static_cast<size_t>(n) * sizeof(U));
  } else {
    for (int64_t i = 0; i < n; ++i) {
      U x;
      std::memcpy(&x, from + i * static_cast<int64_t>(sizeof(U)), sizeof(U));
      std::memcpy(to + i * stride, &x, sizeof(U));
    }
  }
}

// Walks the rows of [begin, begin + n): f(byte offset of the row's first element, elements).
template <class F>
void for_rows(const Geometry& g, const DimVector& strides, int64_t begin, int64_t n, F f) {
  const int ndim = g.ndim();
  if (ndim == 0) {
    if (n > 0) {
      f(int64_t(0), int64_t(1));
    }
    return;
  }
  DimVector index(ndim);
  int64_t rest = begin, offset = 0;
  for (int d = 0; d < ndim; ++d) {
    const int64_t size = g.shape[d] > 0 ? g.shape[d] : 1;
    index[d] = rest % size;
    rest /= size;
    offset += index[d] * strides[d];
  }
  while (n > 0) {
    const int64_t row = std::min(n, g.shape[0] - index[0]);
    f(offset, row);
    n -= row;
    if (n == 0) {
      return;
    }
    offset -= index[0] * strides[0];
    index[0] = 0;
    for (int d = 1; d < ndim; ++d) {
      offset += strides[d];
      if (++index[d] < g.shape[d]) {
        break;
      }
      offset -= strides[d] * g.shape[d];
      index[d] = 0;
    }
  }
}

template <class U>
void gather_as(const Geometry& g, const DimVector& strides, const char* base, int64_t begin, int64_t n, char* out) {
  const int64_t inner = strides.empty() ? static_cast<int64_t>(sizeof(U)) : strides[0];
  for_rows(g, strides, begin, n, [&](int64_t offset, int64_t row) {
    gather_row<U>(base + offset, inner, row, out);
    out += row * static_cast<int64_t>(sizeof(U));
  });
}
template <class U>
void scatter_as(const Geometry& g, const DimVector& strides, char* base, int64_t begin, int64_t n, const char* in) {
  const int64_t inner = strides.empty() ? static_cast<int64_t>(sizeof(U)) : strides[0];
  for_rows(g, strides, begin, n, [&](int64_t offset, int64_t row) {
    scatter_row<U>(base + offset, inner, row, in);
    in += row * static_cast<int64_t>(sizeof(U));
  });
}

template <class U>
void gather_block_as(int64_t stride0, int64_t stride1, const char* from, BlockSize size, char* to) {
  constexpr int64_t width = static_cast<int64_t>(sizeof(U));
  if (stride1 == width && stride0 != width) { // line after line of the operand
    for (int64_t c = 0; c < size.columns; ++c) {
      for (int64_t r = 0; r < size.rows; ++r) {
        std::memcpy(to + (r * size.columns + c) * width, from + c * stride0 + r * width, sizeof(U));
      }
    }
    return;
  }
  for (int64_t r = 0; r < size.rows; ++r) {
    gather_row<U>(from + r * stride1, stride0, size.columns, to + r * size.columns * width);
  }
}
template <class U>
void scatter_block_as(int64_t stride0, int64_t stride1, char* to, BlockSize size, const char* from) {
  constexpr int64_t width = static_cast<int64_t>(sizeof(U));
  if (stride1 == width && stride0 != width) {
    for (int64_t c = 0; c < size.columns; ++c) {
      for (int64_t r = 0; r < size.rows; ++r) {
        std::memcpy(to + c * stride0 + r * width, from + (r * size.columns + c) * width, sizeof(U));
      }
    }
    return;
  }
  for (int64_t r = 0; r < size.rows; ++r) {
    scatter_row<U>(to + r * stride1, stride0, size.columns, from + r * size.columns * width);
  }
}

// ---- conversion
template <class T>
constexpr bool is_complex_v = std::is_same_v<T, c10::complex<float>> || std::is_same_v<T, c10::complex<double>>;
template <class T>
constexpr bool is_small_float_v = std::is_same_v<T, c10::Half> || std::is_same_v<T, c10::BFloat16>;

template <class I, class F>
I float_to_int(F x) {
  // Out of range or NaN: the smallest value, as the processor's conversion gives.
  constexpr F low = static_cast<F>(std::numeric_limits<I>::min());
  return x >= low && x < -low ? static_cast<I>(x) : std::numeric_limits<I>::min();
}

template <class To, class From>
To convert_one(From x) {
  if constexpr (is_small_float_v<From>) {
    return convert_one<To>(static_cast<float>(x));
  } else if constexpr (is_complex_v<From>) {
    if constexpr (is_complex_v<To>) {
      using R = typename To::value_type;
      return To(static_cast<R>(x.real()), static_cast<R>(x.imag()));
    } else if constexpr (std::is_same_v<To, bool>) {
      return x.real() != 0 || x.imag() != 0;
    } else {
      return convert_one<To>(x.real());
    }
  } else if constexpr (std::is_same_v<To, bool>) {
    return x != From(0);
  } else if constexpr (is_complex_v<To>) {
    return To(convert_one<typename To::value_type>(x));
  } else if constexpr (is_small_float_v<To>) {
    return To(static_cast<float>(x));
  } else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>) {
    if constexpr (std::is_same_v<To, uint8_t>) {
      return static_cast<uint8_t>(float_to_int<int64_t>(x));
    } else if constexpr (sizeof(To) < sizeof(int32_t)) {
      return static_cast<To>(float_to_int<int32_t>(x));
    } else {
      return float_to_int<To>(x);
    }
  } else {
    return static_cast<To>(x);
  }
}
template <class From, class To>
void convert_loop(const void* in, void* out, size_t n) {
  // bool is read as a byte: memory from elsewhere may hold others than 0 and 1.
  using F = std::conditional_t<std::is_same_v<From, bool>, uint8_t, From>;
  const F* const from = static_cast<const F*>(in);
  To* const to = static_cast<To*>(out);
  for (size_t i = 0; i < n; ++i) {
    if constexpr (std::is_same_v<From, bool>) {
      to[i] = convert_one<To>(static_cast<uint8_t>(from[i] != 0));
    } else {
      to[i] = convert_one<To>(from[i]);
    }
  }
}

#define WICK_TYPES(X)                                                                                                                                     \
  X(Byte, uint8_t) X(Char, int8_t) X(Short, int16_t) X(Int, int32_t) X(Long, int64_t) X(Half, c10::Half) X(Float, float) X(Double, double)                 \
      X(ComplexFloat, c10::complex<float>) X(ComplexDouble, c10::complex<double>) X(Bool, bool) X(BFloat16, c10::BFloat16)

template <class From>
ConvertFn converter_from(c10::ScalarType to) {
  switch (to) {
#define X(Name, T)                 \
  case c10::ScalarType::Name:      \
    return convert_loop<From, T>;
    WICK_TYPES(X)
#undef X
    default:
      return nullptr;
  }
}

} // namespace

void gather(const Geometry& g, const DimVector& strides, int64_t element_size, const char* base, int64_t begin, int64_t n, char* out) {
  switch (element_size) {
    case 1: return gather_as<uint8_t>(g, strides, base, begin, n, out);
    case 2: return gather_as<uint16_t>(g, strides, base, begin, n, out);
    case 4: return gather_as<uint32_t>(g, strides, base, begin, n, out);
    case 8: return gather_as<uint64_t>(g, strides, base, begin, n, out);
    case 16: return gather_as<Bytes16>(g, strides, base, begin, n, out);
    default: TORCH_INTERNAL_ASSERT(false, "gather: elements of ", element_size, " bytes");
  }
}

void scatter(const Geometry& g, const DimVector& strides, int64_t element_size, char* base, int64_t begin, int64_t n, const char* in) {
  switch (element_size) {
    case 1: return scatter_as<uint8_t>(g, strides, base, begin, n, in);
    case 2: return scatter_as<uint16_t>(g, strides, base, begin, n, in);
    case 4: return scatter_as<uint32_t>(g, strides, base, begin, n, in);
    case 8: return scatter_as<uint64_t>(g, strides, base, begin, n, in);
    case 16: return scatter_as<Bytes16>(g, strides, base, begin, n, in);
    default: TORCH_INTERNAL_ASSERT(false, "scatter: elements of ", element_size, " bytes");
  }
}

Blocks plan_blocks(const Geometry& g, const int64_t* element_sizes) {
  Blocks b;
  constexpr int64_t kLine = 64;
  if (g.ndim() < 2 || g.shape[0] < 16 || g.numel() < 4096) {
    return b;
  }
  for (size_t k = 0; k < g.strides.size() && b.dim == 0; ++k) {
    const DimVector& s = g.strides[k];
    if (s[0] < kLine) {
      continue;
    }
    for (int d = 1; d < g.ndim(); ++d) {
      if (s[d] == element_sizes[k] && g.shape[d] >= 8) {
        b.dim = d;
        break;
      }
    }
  }
  if (b.dim != 0) {
    b.along0 = (g.shape[0] + Blocks::kColumns - 1) / Blocks::kColumns;
    b.along1 = (g.shape[b.dim] + Blocks::kRows - 1) / Blocks::kRows;
    b.count = b.along0 * b.along1 * (g.numel() / (g.shape[0] * g.shape[b.dim]));
  }
  return b;
}

BlockSize locate_block(const Geometry& g, const Blocks& blocks, int64_t b, DimVector& index) {
  const int64_t c = b % blocks.along0 * Blocks::kColumns;
  b /= blocks.along0;
  const int64_t r = b % blocks.along1 * Blocks::kRows;
  b /= blocks.along1;
  index.assign(g.shape.size(), 0);
  for (int d = 1; d < g.ndim(); ++d) {
    if (d != blocks.dim) {
      index[d] = b % g.shape[d];
      b /= g.shape[d];
    }
  }
  index[0] = c;
  index[blocks.dim] = r;
  return {std::min(Blocks::kColumns, g.shape[0] - c), std::min(Blocks::kRows, g.shape[blocks.dim] - r)};
}

int64_t offset_of(const DimVector& index, const DimVector& strides) {
  int64_t offset = 0;
  for (size_t d = 0; d < index.size(); ++d) {
    offset += index[d] * strides[d];
  }
  return offset;
}

void gather_block(int64_t stride0, int64_t stride1, int64_t element_size, const char* from, BlockSize size, char* to) {
  switch (element_size) {
    case 1: return gather_block_as<uint8_t>(stride0, stride1, from, size, to);
    case 2: return gather_block_as<uint16_t>(stride0, stride1, from, size, to);
    case 4: return gather_block_as<uint32_t>(stride0, stride1, from, size, to);
    case 8: return gather_block_as<uint64_t>(stride0, stride1, from, size, to);
    case 16: return gather_block_as<Bytes16>(stride0, stride1, from, size, to);
    default: TORCH_INTERNAL_ASSERT(false, "gather: elements of ", element_size, " bytes");
  }
}

void scatter_block(int64_t stride0, int64_t stride1, int64_t element_size, char* to, BlockSize size, const char* from) {
  switch (element_size) {
    case 1: return scatter_block_as<uint8_t>(stride0, stride1, to, size, from);
    case 2: return scatter_block_as<uint16_t>(stride0, stride1, to, size, from);
    case 4: return scatter_block_as<uint32_t>(stride0, stride1, to, size, from);
    case 8: return scatter_block_as<uint64_t>(stride0, stride1, to, size, from);
    case 16: return scatter_block_as<Bytes16>(stride0, stride1, to, size, from);
    default: TORCH_INTERNAL_ASSERT(false, "scatter: elements of ", element_size, " bytes");
  }
}

// Complex numbers of two halves convert as pairs, to and from the other complex dtypes only.
template <c10::ScalarType from, c10::ScalarType to>
static void convert_pairs(const void* in, void* out, size_t n) {
  converter(from, to)(in, out, 2 * n);
}
static ConvertFn pair_converter(c10::ScalarType from, c10::ScalarType to) {
  using c10::ScalarType;
  if (from == ScalarType::ComplexHalf) {
    return to == ScalarType::ComplexFloat ? convert_pairs<ScalarType::Half, ScalarType::Float> : to == ScalarType::ComplexDouble ? convert_pairs<ScalarType::Half, ScalarType::Double> : nullptr;
  }
  return from == ScalarType::ComplexFloat ? convert_pairs<ScalarType::Float, ScalarType::Half> : from == ScalarType::ComplexDouble ? convert_pairs<ScalarType::Double, ScalarType::Half> : nullptr;
}

ConvertFn converter(c10::ScalarType from, c10::ScalarType to) {
  if (from == to) {
    return nullptr;
  }
  if (from == c10::ScalarType::ComplexHalf || to == c10::ScalarType::ComplexHalf) {
    return pair_converter(from, to);
  }
  if (const ConvertFn f = small_float_converter(from, to)) {
    return f;
  }
  switch (from) {
#define X(Name, T)            \
  case c10::ScalarType::Name: \
    return converter_from<T>(to);
    WICK_TYPES(X)
#undef X
    default:
      return nullptr;
  }
}

void convert(c10::ScalarType from, const void* in, c10::ScalarType to, void* out, size_t n) {
  if (from == to) {
    std::memcpy(out, in, n * c10::elementSize(from));
    return;
  }
  const ConvertFn f = converter(from, to);
  TORCH_CHECK_NOT_IMPLEMENTED(f != nullptr, "copy: there is no conversion from ", c10::toString(from), " to ", c10::toString(to));
  f(in, out, n);
}

void stream_copy(void* out, const void* in, size_t bytes) {
#if defined(__x86_64__)
  char* to = static_cast<char*>(out);
  const char* from = static_cast<const char*>(in);
  const size_t head = std::min(bytes, (64 - reinterpret_cast<uintptr_t>(to) % 64) % 64);
  std::memcpy(to, from, head);
  to += head;
  from += head;
  bytes -= head;
  for (; bytes >= 64; bytes -= 64, to += 64, from += 64) {
    const __m128i a = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)), b = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from) + 1);
    const __m128i c = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from) + 2), d = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from) + 3);
    _mm_stream_si128(reinterpret_cast<__m128i*>(to), a);
    _mm_stream_si128(reinterpret_cast<__m128i*>(to) + 1, b);
    _mm_stream_si128(reinterpret_cast<__m128i*>(to) + 2, c);
    _mm_stream_si128(reinterpret_cast<__m128i*>(to) + 3, d);
  }
  std::memcpy(to, from, bytes);
#else
  std::memcpy(out, in, bytes);
#endif
}

size_t stream_threshold() {
  static const size_t threshold = [] {
#ifdef _SC_LEVEL3_CACHE_SIZE
    const long size = ::sysconf(_SC_LEVEL3_CACHE_SIZE);
    if (size > 0) {
      return static_cast<size_t>(size) / 2;
    }
#endif
    return size_t(8) << 20;
  }();
  return threshold;
}

} // namespace at::native
