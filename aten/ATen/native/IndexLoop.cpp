// The loop over indexed rows and the functions for each element size and, where values are combined, dtype.
#include <ATen/native/IndexLoop.h>

#include <ATen/Parallel.h>
#include <ATen/native/OperatorStub.h>
#include <c10/util/Exception.h>
#include <c10/util/StringUtil.h>
#include <c10/util/complex.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace at::native {
namespace {

constexpr int64_t kBlock = 1024; // indices turned into offsets at a time
constexpr int64_t kGrain = at::internal::GRAIN_SIZE;

struct Bytes16 {
  uint64_t a, b;
};

// ---- Rows

template <class T>
struct Gather {
  static void indexed(char* table, const int64_t* offsets, char* values, int64_t step, int64_t n) {
    const T* const from = reinterpret_cast<const T*>(table);
    if (step == sizeof(T)) {
      T* const out = reinterpret_cast<T*>(values);
      int64_t i = 0;
      for (; i + 4 <= n; i += 4) { // loads that do not wait for one another
        const T a = from[offsets[i]], b = from[offsets[i + 1]], c = from[offsets[i + 2]], d = from[offsets[i + 3]];
        out[i] = a, out[i + 1] = b, out[i + 2] = c, out[i + 3] = d;
      }
      for (; i < n; ++i) out[i] = from[offsets[i]];
    } else {
      for (int64_t i = 0; i < n; ++i) *reinterpret_cast<T*>(values + i * step) = from[offsets[i]];
    }
  }
  static void line(char* table, int64_t table_step, char* values, int64_t step, int64_t n) {
    if (step == sizeof(T) && table_step == sizeof(T)) {
      std::memcpy(values, table, static_cast<size_t>(n) * sizeof(T));
    } else {
      for (int64_t i = 0; i < n; ++i) *reinterpret_cast<T*>(values + i * step) = *reinterpret_cast<const T*>(table + i * table_step);
    }
  }
  static constexpr RowOps ops = {indexed, line};
};

template <class T>
struct Scatter {
  static void indexed(char* table, const int64_t* offsets, char* values, int64_t step, int64_t n) {
    T* const to = reinterpret_cast<T*>(table);
    for (int64_t i = 0; i < n; ++i) to[offsets[i]] = *reinterpret_cast<const T*>(values + i * step);
  }
  static void line(char* table, int64_t table_step, char* values, int64_t step, int64_t n) {
    if (step == sizeof(T) && table_step == sizeof(T)) {
      std::memcpy(table, values, static_cast<size_t>(n) * sizeof(T));
    } else {
      for (int64_t i = 0; i < n; ++i) *reinterpret_cast<T*>(table + i * table_step) = *reinterpret_cast<const T*>(values + i * step);
    }
  }
  static constexpr RowOps ops = {indexed, line};
};

template <class T, Accumulate op>
T combined(T a, T b) {
  constexpr bool is_complex = c10::is_complex<T>::value;
  if constexpr (std::is_same_v<T, bool>) {
    return op == Accumulate::Add || op == Accumulate::Max ? a | b : a & b;
  } else if constexpr (op == Accumulate::Add || op == Accumulate::Multiply) {
    if constexpr (std::is_integral_v<T>) { // wraps
      using U = std::conditional_t<sizeof(T) < 8, uint32_t, uint64_t>;
      return static_cast<T>(op == Accumulate::Add ? static_cast<U>(a) + static_cast<U>(b) : static_cast<U>(a) * static_cast<U>(b));
    } else {
      return op == Accumulate::Add ? a + b : a * b;
    }
  } else if constexpr (!is_complex) {
    const bool second = op == Accumulate::Max ? b > a : b < a;
    return second || b != b ? b : a; // a NaN stays
  } else {
    return a;
  }
}

template <class T, Accumulate op>
struct Combine {
  static void indexed(char* table, const int64_t* offsets, char* values, int64_t step, int64_t n) {
    for (int64_t i = 0; i < n; ++i) {
      T& to = reinterpret_cast<T*>(table)[offsets[i]];
      to = combined<T, op>(to, *reinterpret_cast<const T*>(values + i * step));
    }
  }
  static void line(char* table, int64_t table_step, char* values, int64_t step, int64_t n) {
    if (step == sizeof(T) && table_step == sizeof(T)) {
      T* const to = reinterpret_cast<T*>(table);
      const T* const from = reinterpret_cast<const T*>(values);
      for (int64_t i = 0; i < n; ++i) to[i] = combined<T, op>(to[i], from[i]);
    } else {
      for (int64_t i = 0; i < n; ++i) {
        T& to = *reinterpret_cast<T*>(table + i * table_step);
        to = combined<T, op>(to, *reinterpret_cast<const T*>(values + i * step));
      }
    }
  }
  static constexpr RowOps ops = {indexed, line};
};

template <template <class> class Rows>
const RowOps& rows_of_size(int64_t size) {
  switch (size) {
    case 1: return Rows<uint8_t>::ops;
    case 2: return Rows<uint16_t>::ops;
    case 4: return Rows<uint32_t>::ops;
    case 8: return Rows<uint64_t>::ops;
    default: return Rows<Bytes16>::ops;
  }
}

template <class T>
const RowOps& combine_rows(Accumulate op) {
  switch (op) {
    case Accumulate::Add: return Combine<T, Accumulate::Add>::ops;
    case Accumulate::Multiply: return Combine<T, Accumulate::Multiply>::ops;
    case Accumulate::Max: return Combine<T, Accumulate::Max>::ops;
    default: return Combine<T, Accumulate::Min>::ops;
  }
}
template <class T>
const RowOps& combine_complex_rows(Accumulate op) {
  TORCH_INTERNAL_ASSERT(op == Accumulate::Add || op == Accumulate::Multiply);
  return op == Accumulate::Add ? Combine<T, Accumulate::Add>::ops : Combine<T, Accumulate::Multiply>::ops;
}

// ---- Offsets

// Negative if v, which is not, is not below size; without overflow for any v.
int64_t beyond(int64_t size, int64_t v) {
  return static_cast<int64_t>(static_cast<uint64_t>(size) - 1 - static_cast<uint64_t>(v));
}

// out[i] = index[i] * step + i * along, in elements. Whether every index is in range.
template <class I>
bool fill_offsets(const char* index, int64_t index_step, int64_t n, int64_t size, bool negative, int64_t step, int64_t along, int64_t* out) {
  int64_t outside = 0; // its sign tells; the compiler makes vectors of that
  const auto run = [&](auto at) {
    for (int64_t i = 0; i < n; ++i) {
      int64_t v = at(i);
      if (negative) v += (v >> 63) & size;
      outside |= v | beyond(size, v);
      out[i] = static_cast<int64_t>(static_cast<uint64_t>(v) * static_cast<uint64_t>(step)) + i * along;
    }
  };
  if (index_step == sizeof(I)) {
    const I* const p = reinterpret_cast<const I*>(index);
    run([p](int64_t i) { return static_cast<int64_t>(p[i]); });
  } else {
    run([=](int64_t i) { return static_cast<int64_t>(*reinterpret_cast<const I*>(index + i * index_step)); });
  }
  return outside >= 0;
}

// Indices as offsets, a block at a time.
struct Offsets {
  const IndexRange& range;
  bool int32;
  std::array<int64_t, kBlock> block; // not cleared
  Offsets(const IndexRange& r, bool is_int32) : range(r), int32(is_int32) {}

  // Good until the next call: the block, or the indices themselves where they are the offsets.
  const int64_t* make(const char* index, int64_t index_step, int64_t n, int64_t step, int64_t along) {
    if (!int32 && index_step == sizeof(int64_t) && step == 1 && along == 0) {
      const int64_t* const p = reinterpret_cast<const int64_t*>(index);
      int64_t outside = 0;
      for (int64_t i = 0; i < n; ++i) outside |= p[i] | beyond(range.size, p[i]);
      if (C10_LIKELY(outside >= 0)) return p;
    }
    const bool good = int32 ? fill_offsets<int32_t>(index, index_step, n, range.size, range.negative, step, along, block.data())
                            : fill_offsets<int64_t>(index, index_step, n, range.size, range.negative, step, along, block.data());
    if (C10_UNLIKELY(!good)) fail(index, index_step, n);
    return block.data();
  }

 private:
  void fail(const char* index, int64_t index_step, int64_t n) const {
    for (int64_t i = 0; i < n; ++i) {
      const char* const p = index + i * index_step;
      const int64_t v = int32 ? *reinterpret_cast<const int32_t*>(p) : *reinterpret_cast<const int64_t*>(p);
      if (v >= range.size || v < (range.negative ? -range.size : 0)) fail_index(range, v);
    }
  }
};

// Dimensions with what lies on top of what merged; the last one is the loop's inner one.
struct Dim {
  int64_t size, strides[IndexLoop::kOperands];
};

} // namespace

const RowOps& gather_rows(int64_t element_size) {
  return rows_of_size<Gather>(element_size);
}
const RowOps& scatter_rows(int64_t element_size) {
  return rows_of_size<Scatter>(element_size);
}
const RowOps& accumulate_rows(Accumulate op, ScalarType dtype) {
  switch (dtype) {
    case ScalarType::Bool: return combine_rows<bool>(op);
    case ScalarType::Byte: return combine_rows<uint8_t>(op);
    case ScalarType::Char: return combine_rows<int8_t>(op);
    case ScalarType::Short: return combine_rows<int16_t>(op);
    case ScalarType::Int: return combine_rows<int32_t>(op);
    case ScalarType::Long: return combine_rows<int64_t>(op);
    case ScalarType::Float: return combine_rows<float>(op);
    case ScalarType::Double: return combine_rows<double>(op);
    case ScalarType::ComplexFloat: return combine_complex_rows<c10::complex<float>>(op);
    case ScalarType::ComplexDouble: return combine_complex_rows<c10::complex<double>>(op);
    default: TORCH_INTERNAL_ASSERT(false, "no rows combine values of dtype ", dtype);
  }
}

int64_t wrap_dim(const char* op, int64_t dim, const Tensor& self) {
  return stub::wrap(dim, std::max<int64_t>(self.dim(), 1), op);
}

void fail_index(const IndexRange& range, int64_t index) {
  const std::string what = c10::str(range.op, "(): argument '", range.argument, "': index ", index, " is out of bounds for dimension ", range.dim, " with size ", range.size);
  TORCH_CHECK(!range.runtime_error, what);
  TORCH_CHECK_INDEX(false, what);
#if defined(__GNUC__)
  __builtin_unreachable();
#endif
}

Tensor at_least_1d(const Tensor& t) {
  return t.dim() == 0 ? t.unsqueeze(0) : t;
}

void check_index_dtype(const char* op, const char* argument, const Tensor& index) {
  TORCH_CHECK(
      index.scalar_type() == ScalarType::Long || index.scalar_type() == ScalarType::Int || index.numel() == 0, op, "(): argument '", argument, "': Expected dtype int32/int64 for index, got ", index.scalar_type());
}

IndexLoop::IndexLoop(
    IntArrayRef sizes, int64_t dim, char* table, IntArrayRef table_strides, char* values, IntArrayRef value_strides, int64_t element_size, const Tensor& index, IntArrayRef index_strides)
    : element_size(element_size) {
  const int64_t index_size = static_cast<int64_t>(index.element_size());
  index_is_int32 = index.scalar_type() == ScalarType::Int;
  base[0] = table, base[1] = values, base[2] = static_cast<char*>(const_cast<void*>(index.const_data_ptr()));
  c10::SmallVector<Dim, 8> dims;
  for (size_t d = 0; d < sizes.size(); ++d) {
    const Dim one = {sizes[d], {table_strides[d] * element_size, value_strides[d] * element_size, index_strides[d] * index_size}};
    if (static_cast<int64_t>(d) == dim) {
      n = sizes[d];
      std::copy_n(one.strides, kOperands, n_strides);
    } else if (sizes[d] != 1) {
      dims.push_back(one);
    }
  }
  // Values are walked in the order in which they lie; the order among other dimensions changes no result.
  std::stable_sort(dims.begin(), dims.end(), [](const Dim& a, const Dim& b) { return a.strides[1] > b.strides[1]; });
  c10::SmallVector<Dim, 8> merged;
  for (const Dim& d : dims) {
    bool fits = !merged.empty();
    for (int k = 0; fits && k < kOperands; ++k) fits = merged.back().strides[k] == d.strides[k] * d.size;
    if (fits) {
      merged.back().size *= d.size;
      std::copy_n(d.strides, kOperands, merged.back().strides);
    } else {
      merged.push_back(d);
    }
  }
  if (!merged.empty()) {
    inner = merged.back().size;
    std::copy_n(merged.back().strides, kOperands, inner_strides);
    merged.pop_back();
  }
  for (const Dim& d : merged) {
    outer_sizes.push_back(d.size);
    for (int k = 0; k < kOperands; ++k) outer_strides[k].push_back(d.strides[k]);
  }
}

void IndexLoop::run(const RowOps& ops, const IndexRange& range, bool ordered) const {
  int64_t outer = 1;
  for (const int64_t size : outer_sizes) outer *= size;
  if (outer == 0 || n == 0 || inner == 0) return;
  // A row runs along the inner dimension unless the index's lies denser and is long enough.
  const bool along_n = inner == 1 || (n >= 16 && n_strides[1] < inner_strides[1]);
  const bool same_index = !along_n && inner_strides[2] == 0;

  const auto block = [&](int64_t position, int64_t n0, int64_t n1, int64_t i0, int64_t i1) {
    char* at[kOperands];
    std::copy_n(base, kOperands, at);
    for (size_t d = outer_sizes.size(); d-- > 0;) {
      const int64_t i = position % outer_sizes[d];
      position /= outer_sizes[d];
      for (int k = 0; k < kOperands; ++k) at[k] += i * outer_strides[k][d];
    }
    for (int k = 0; k < kOperands; ++k) at[k] += i0 * inner_strides[k] + (k == 0 ? 0 : n0 * n_strides[k]);
    const int64_t count = n1 - n0, width = i1 - i0;
    Offsets offsets(range, index_is_int32);
    const int64_t step = n_strides[0] / element_size, along = inner_strides[0] / element_size;
    if (same_index) {
      for (int64_t b = 0; b < count; b += kBlock) {
        const int64_t m = std::min(kBlock, count - b);
        const int64_t* const places = offsets.make(at[2] + b * n_strides[2], n_strides[2], m, step, 0);
        for (int64_t j = 0; j < m; ++j) ops.line(at[0] + places[j] * element_size, inner_strides[0], at[1] + (b + j) * n_strides[1], inner_strides[1], width);
      }
    } else if (along_n) {
      for (int64_t b = 0; b < count; b += kBlock) {
        const int64_t m = std::min(kBlock, count - b);
        const int64_t* places = nullptr;
        for (int64_t i = 0; i < width; ++i) {
          if (i == 0 || inner_strides[2] != 0) places = offsets.make(at[2] + i * inner_strides[2] + b * n_strides[2], n_strides[2], m, step, 0);
          ops.indexed(at[0] + i * inner_strides[0], places, at[1] + i * inner_strides[1] + b * n_strides[1], n_strides[1], m);
        }
      }
    } else {
      for (int64_t j = 0; j < count; ++j) {
        for (int64_t b = 0; b < width; b += kBlock) {
          const int64_t m = std::min(kBlock, width - b);
          const int64_t* const places = offsets.make(at[2] + j * n_strides[2] + b * inner_strides[2], inner_strides[2], m, step, along);
          ops.indexed(at[0] + b * inner_strides[0], places, at[1] + j * n_strides[1] + b * inner_strides[1], inner_strides[1], m);
        }
      }
    }
  };

  // Pieces: whole positions while those are small, else parts of one. By the problem's size only.
  const int64_t work = n * inner;
  int64_t n_piece = n, inner_piece = inner;
  if (work > kGrain) {
    if (ordered) {
      inner_piece = std::clamp<int64_t>(kGrain / n, 64, inner < 64 ? 64 : inner);
    } else {
      n_piece = std::max<int64_t>(1, kGrain / inner);
    }
  }
  const int64_t n_pieces = at::divup(n, n_piece), inner_pieces = at::divup(inner, inner_piece), pieces = n_pieces * inner_pieces;
  at::parallel_for(0, outer * pieces, std::max<int64_t>(1, kGrain / std::max<int64_t>(1, work / pieces)), [&](int64_t begin, int64_t end) {
    for (int64_t p = begin; p < end; ++p) {
      const int64_t part = p % pieces, i = part % inner_pieces, j = part / inner_pieces;
      block(p / pieces, j * n_piece, std::min(n, (j + 1) * n_piece), i * inner_piece, std::min(inner, (i + 1) * inner_piece));
    }
  });
}

// ---- The usual calls

namespace {

char* data_of(const Tensor& t) {
  return static_cast<char*>(const_cast<void*>(t.const_data_ptr()));
}

// `index` of one dimension seen in the shape of `values`.
DimVector strides_along(const Tensor& index, int64_t dims, int64_t dim) {
  DimVector strides(static_cast<size_t>(dims), 0);
  strides[static_cast<size_t>(dim)] = index.dim() == 0 ? 1 : index.stride(0);
  return strides;
}

void run_loop(const RowOps& ops, const IndexRange& range, const Tensor& table, const Tensor& values, IntArrayRef sizes, const Tensor& index, IntArrayRef index_strides, bool ordered) {
  IndexLoop(sizes, range.dim, data_of(table), table.strides(), data_of(values), values.strides(), static_cast<int64_t>(table.element_size()), index, index_strides).run(ops, range, ordered);
}

// What the loop checks where it runs.
void check_indices(const IndexRange& range, const Tensor& index) {
  const Tensor all = index.to(ScalarType::Long).contiguous();
  const int64_t* const p = all.const_data_ptr<int64_t>();
  for (int64_t i = 0; i < all.numel(); ++i) {
    if (p[i] >= range.size || p[i] < (range.negative ? -range.size : 0)) fail_index(range, p[i]);
  }
}

} // namespace

void run_gather(const char* op, Tensor& out, const Tensor& self, int64_t dim, const Tensor& index) {
  if (index.numel() == 0) return;
  const Tensor table = at_least_1d(self), values = at_least_1d(out), where = at_least_1d(index);
  run_loop(gather_rows(static_cast<int64_t>(out.element_size())), {op, "index", dim, table.size(dim), false, true}, table, values, where.sizes(), where, where.strides(), false);
}

void run_scatter(const RowOps& ops, const char* op, Tensor& self, int64_t dim, const Tensor& index, const Tensor& src) {
  if (index.numel() == 0) return;
  const Tensor table = at_least_1d(self), where = at_least_1d(index), values = at_least_1d(src);
  run_loop(ops, {op, "index", dim, table.size(dim), false, true}, table, values, where.sizes(), where, where.strides(), true);
}

void run_select(const IndexRange& range, Tensor& out, const Tensor& self, int64_t dim, const Tensor& index) {
  if (index.numel() == 0) return;
  const Tensor table = at_least_1d(self), values = at_least_1d(out);
  IndexRange full = range;
  full.dim = dim, full.size = table.size(dim);
  if (values.numel() == 0) check_indices(full, index);
  run_loop(gather_rows(static_cast<int64_t>(out.element_size())), full, table, values, values.sizes(), index, strides_along(index, values.dim(), dim), false);
}

void run_select_into(const RowOps& ops, const IndexRange& range, Tensor& self, int64_t dim, const Tensor& index, const Tensor& src) {
  if (index.numel() == 0) return;
  const Tensor table = at_least_1d(self), values = at_least_1d(src);
  IndexRange full = range;
  full.dim = dim, full.size = table.size(dim);
  if (values.numel() == 0) check_indices(full, index);
  run_loop(ops, full, table, values, values.sizes(), index, strides_along(index, values.dim(), dim), true);
}

} // namespace at::native
