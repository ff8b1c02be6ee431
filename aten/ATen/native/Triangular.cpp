// Identity and triangular matrices, and the indices of their elements; vander and one_hot. Elements are moved by their size, not by their dtype.
#include <ATen/native/Factories.h>
#include <ATen/native/OperatorStub.h>
#include <ATen/ops/zeros.h>
#include <cstring>

namespace at::native {

// ---- eye

static Tensor& eye_m_out(int64_t n, int64_t m, Tensor& out) {
  TORCH_CHECK(n >= 0, "eye(): argument 'n' must be greater or equal to 0, got ", n);
  TORCH_CHECK(m >= 0, "eye(): argument 'm' must be greater or equal to 0, got ", m);
  resize_output(out, {n, m});
  if (out.is_meta()) {
    return out;
  }
  fill_all(out, Scalar(0), "aten::eye");
  const int64_t diagonal = std::min(n, m);
  if (diagonal > 0) {
    fill_tiles(detail::alias_with(out, {diagonal}, {out.stride(0) + out.stride(1)}, out.storage_offset()), Scalar(1), "aten::eye");
  }
  return out;
}
static Tensor& eye_out(int64_t n, Tensor& out) { return eye_m_out(n, n, out); }
static Tensor eye_m(int64_t n, int64_t m, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  Tensor out = detail::empty({0}, factory_options("aten::eye", dtype ? *dtype : default_dtype(), layout, device, pin_memory));
  return eye_m_out(n, m, out);
}
static Tensor eye(int64_t n, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) { return eye_m(n, n, dtype, layout, device, pin_memory); }

// ---- tril and triu

namespace {
// a + b, held at the ends of the range: a diagonal may be any int64.
int64_t saturated_add(int64_t a, int64_t b) {
  int64_t r;
  return __builtin_add_overflow(a, b, &r) ? (b < 0 ? INT64_MIN : INT64_MAX) : r;
}

// Of each row the elements [first, last) are kept, the others become 0.
void keep_triangle(const Tensor& self, int64_t diagonal, bool lower, Tensor& out) {
  const Tensor in = self.contiguous();
  const int64_t rows = self.size(-2), columns = self.size(-1);
  if (in.numel() == 0) {
    return;
  }
  const int64_t size = static_cast<int64_t>(self.itemsize());
  const char* const from = static_cast<const char*>(in.const_data_ptr());
  char* const to = static_cast<char*>(out.mutable_data_ptr());
  at::parallel_for(0, in.numel() / columns, std::max<int64_t>(1, 65536 / (columns * size)), [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      const int64_t edge = saturated_add(row % rows, diagonal);
      const int64_t first = lower ? 0 : std::clamp<int64_t>(edge, 0, columns), last = lower ? std::clamp<int64_t>(saturated_add(edge, 1), 0, columns) : columns;
      const char* const source = from + row * columns * size;
      char* const target = to + row * columns * size;
      std::memset(target, 0, static_cast<size_t>(first * size));
      std::memcpy(target + first * size, source + first * size, static_cast<size_t>((last - first) * size));
      std::memset(target + last * size, 0, static_cast<size_t>((columns - last) * size));
    }
  });
}
}  // namespace
static void tril_cpu(const Tensor& self, int64_t diagonal, Tensor& out) { keep_triangle(self, diagonal, true, out); }
static void triu_cpu(const Tensor& self, int64_t diagonal, Tensor& out) { keep_triangle(self, diagonal, false, out); }

// ---- tril_indices and triu_indices

namespace {
int64_t limited(__int128 a, int64_t least, int64_t most) { return a < least ? least : a > most ? most : static_cast<int64_t>(a); }
// The sum of r + k, held between 0 and col, over the rows r: how many elements a lower triangle has.
unsigned __int128 clamped_sum(int64_t row, __int128 k, int64_t col) {
  const int64_t rising = limited(-k, 0, row), full = limited(col - k, rising, row);
  unsigned __int128 sum = static_cast<unsigned __int128>(row - full) * col;
  if (full > rising) {
    sum += static_cast<unsigned __int128>((rising + k) + (full - 1 + k)) * (full - rising) / 2;
  }
  return sum;
}

// Row 0 of the result holds the rows, row 1 the columns of the elements of the triangle, row by row.
Tensor triangle_indices(const char* op, int64_t row, int64_t col, int64_t offset, bool lower, OptType dtype, OptLayout layout, OptDevice device,
                        OptBool pin_memory) {
  TORCH_CHECK(row >= 0, op, "(): argument 'row' must be non-negative, got ", row);
  TORCH_CHECK(col >= 0, op, "(): argument 'col' must be non-negative, got ", col);
  const ScalarType t = dtype.value_or(ScalarType::Long);
  TORCH_CHECK_NOT_IMPLEMENTED(t == ScalarType::Long || t == ScalarType::Int || t == ScalarType::Short, "\"", op, "\" not implemented for '", c10::toString(t),
                              "'");
  const unsigned __int128 total =
      lower ? clamped_sum(row, static_cast<__int128>(offset) + 1, col) : static_cast<unsigned __int128>(row) * col - clamped_sum(row, offset, col);
  TORCH_CHECK(total <= static_cast<unsigned __int128>(INT64_MAX / 2), op, "(): the triangle of a matrix of ", row, " x ", col, " (offset ", offset,
              ") has more elements than a tensor holds");
  const int64_t count = static_cast<int64_t>(total);
  Tensor out = detail::empty({2, count}, factory_options(op, t, layout, device, pin_memory));
  if (out.is_meta() || count == 0) {
    return out;
  }
  const auto write = [&](auto zero) {
    using T = decltype(zero);
    T* rows = out.mutable_data_ptr<T>();
    T* columns = rows + count;
    const int64_t begin = lower ? limited(-static_cast<__int128>(offset), 0, row) : 0, end = lower ? row : limited(static_cast<__int128>(col) - offset, 0, row);
    for (int64_t r = begin; r < end; ++r) {
      const int64_t edge = limited(static_cast<__int128>(r) + offset + (lower ? 1 : 0), 0, col);
      for (int64_t c = lower ? 0 : edge; c < (lower ? edge : col); ++c) {
        *rows++ = static_cast<T>(r);
        *columns++ = static_cast<T>(c);
      }
    }
  };
  switch (t) {
    case ScalarType::Long:
      write(int64_t(0));
      break;
    case ScalarType::Int:
      write(int32_t(0));
      break;
    default:
      write(int16_t(0));
      break;
  }
  return out;
}
}  // namespace
static Tensor tril_indices(int64_t row, int64_t col, int64_t offset, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return triangle_indices("tril_indices", row, col, offset, true, dtype, layout, device, pin_memory);
}
static Tensor triu_indices(int64_t row, int64_t col, int64_t offset, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return triangle_indices("triu_indices", row, col, offset, false, dtype, layout, device, pin_memory);
}

// ---- vander: each column is the one before times x

namespace {
template <class T>
T product(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  } else {
    return a * b;
  }
}
// Half and bfloat16 hold every power rounded, as PyTorch's cumulative product does.
template <class scalar_t>
void powers(const Tensor& x, int64_t n, bool increasing, Tensor& out) {
  const Tensor in = x.contiguous();
  const scalar_t* from = in.const_data_ptr<scalar_t>();
  scalar_t* const to = out.mutable_data_ptr<scalar_t>();
  for (int64_t i = 0; i < in.numel(); ++i) {
    scalar_t* const row = to + i * n;
    scalar_t power = scalar_t(1);
    for (int64_t k = 0; k < n; ++k) {
      row[increasing ? k : n - 1 - k] = power;
      power = product(power, from[i]);
    }
  }
}
}  // namespace
static OutputMeta vander_meta(const Tensor& x, std::optional<int64_t> N, bool /*increasing*/) {
  const int64_t n = N.value_or(x.size(0));
  TORCH_CHECK(n >= 0, "vander(): argument 'N' must be non-negative, got ", n);
  return {.sizes = DimVector{x.size(0), n}, .dtype = c10::isIntegralType(x.scalar_type(), true) ? ScalarType::Long : x.scalar_type()};
}
template <class scalar_t>
void vander_cpu(const Tensor& x, std::optional<int64_t> /*N*/, bool increasing, Tensor& out) {
  powers<scalar_t>(x, out.size(1), increasing, out);
}
static OutputMeta linalg_vander_meta(const Tensor& x, std::optional<int64_t> N) {
  const DimVector one{1};
  const IntArrayRef sizes = x.dim() == 0 ? IntArrayRef(one) : x.sizes();
  const int64_t n = N.value_or(sizes.back());
  TORCH_CHECK(!N.has_value() || n > 1, "linalg.vander(): argument 'N' must be greater than 1, got ", n);
  OutputMeta meta{.sizes = DimVector(sizes.begin(), sizes.end()), .dtype = c10::isIntegralType(x.scalar_type(), true) ? ScalarType::Long : x.scalar_type()};
  meta.sizes.push_back(n);
  return meta;
}
template <class scalar_t>
void linalg_vander_cpu(const Tensor& x, std::optional<int64_t> /*N*/, Tensor& out) {
  powers<scalar_t>(x, out.size(-1), true, out);
}

// ---- one_hot

static Tensor one_hot(const Tensor& self, int64_t num_classes) {
  TORCH_CHECK(self.scalar_type() == ScalarType::Long, "one_hot(): argument 'self' must have dtype int64, got ", c10::toString(self.scalar_type()));
  DimVector shape(self.sizes().begin(), self.sizes().end());
  if (self.numel() == 0) {
    TORCH_CHECK(num_classes > 0, "one_hot(): argument 'self' is empty, so the number of classes cannot be inferred; argument 'num_classes' is ", num_classes);
    shape.push_back(num_classes);
    return at::zeros(shape, self.options());
  }
  TORCH_CHECK(!self.is_meta(), "one_hot(): argument 'self' is a meta tensor, its values are not known");
  const Tensor in = self.contiguous();
  const int64_t* const index = in.const_data_ptr<int64_t>();
  const int64_t n = in.numel();
  const auto [least, most] = std::minmax_element(index, index + n);
  TORCH_CHECK(*least >= 0, "one_hot(): argument 'self' holds the class ", *least, "; class values must be non-negative");
  const int64_t classes = num_classes == -1 ? stub::add(*most, 1) : num_classes;
  TORCH_CHECK(*most < classes, "one_hot(): argument 'self' holds the class ", *most, "; class values must be smaller than num_classes (", num_classes, ")");
  shape.push_back(classes);
  Tensor out = at::zeros(shape, self.options());
  int64_t* const to = out.mutable_data_ptr<int64_t>();
  for (int64_t i = 0; i < n; ++i) {
    to[i * classes + index[i]] = 1;
  }
  return out;
}

}  // namespace at::native

#include <ATen/native/Triangular.stubs.inc>
