// any and all work on the bits of elements: an element is 0 if its bits are, but for the sign of a real number.
#include <ATen/native/ReduceDims.h>
#include <ATen/ops/all.h>
#include <ATen/ops/any.h>
#include <ATen/ops/item.h>
#include <ATen/ops/ne.h>

#include <cmath>
#include <complex>
#include <cstring>

namespace at::native {
namespace {

// For each result whether any (all) of its elements have a bit of `mask`.
template <class U>
void truth_bits(const Tensor& self, const DimSet& dims, U mask, bool all, uint8_t* out) {
  const Walkable w(self, dims);
  const U* const x = static_cast<const U*>(w.source.const_data_ptr());
  const int64_t n = w.walk.elements, stride = w.walk.is_rows() ? 1 : w.walk.strides[0];
  constexpr int64_t kBlock = 4096, kColumns = 256;
  each_walk(
      w.walk, kColumns,
      [&](int64_t i, int64_t from) {
        U found = 0;  // a bit that decides: a set one for any, a zero element for all
        for (int64_t k = 0; k < n && found == 0; k += kBlock) {
          const U* const block = x + from + k;
          const int64_t count = std::min(kBlock, n - k);
          if (all) {
            for (int64_t l = 0; l < count; l++) found |= static_cast<U>((block[l] & mask) == 0);
          } else {
            for (int64_t l = 0; l < count; l++) found |= block[l];
            found &= mask;
          }
        }
        out[i] = (found != 0) != all;
      },
      [&](int64_t first, int64_t step, int64_t from, int64_t count) {
        U found[kColumns] = {};
        for (int64_t k = 0; k < n; k++) {
          const U* const line = x + from + k * stride;
          if (all) {
            for (int64_t c = 0; c < count; c++) found[c] |= static_cast<U>((line[c] & mask) == 0);
          } else {
            for (int64_t c = 0; c < count; c++) found[c] |= line[c] & mask;
          }
        }
        for (int64_t c = 0; c < count; c++) out[first + c * step] = (found[c] != 0) != all;
      });
}

void truth(const Tensor& self, const DimSet& dims, bool all, Tensor& out) {
  if (out.numel() == 0) return;
  uint8_t* const to = static_cast<uint8_t*>(out.mutable_data_ptr());
  if (elements_in(self, dims) == 0) {
    std::fill_n(to, out.numel(), static_cast<uint8_t>(all));
    return;
  }
  const bool real = self.is_floating_point();
  switch (self.scalar_type()) {
    case ScalarType::ComplexFloat: return truth_bits<uint64_t>(self, dims, 0x7fffffff7fffffffu, all, to);
    case ScalarType::ComplexDouble: return truth_bits<uint8_t>(at::ne(self, 0), dims, 0xff, all, to);
    default: break;
  }
  switch (self.element_size()) {
    case 1: return truth_bits<uint8_t>(self, dims, 0xff, all, to);
    case 2: return truth_bits<uint16_t>(self, dims, real ? 0x7fff : 0xffff, all, to);
    case 4: return truth_bits<uint32_t>(self, dims, real ? 0x7fffffff : 0xffffffff, all, to);
    default: return truth_bits<uint64_t>(self, dims, real ? ~uint64_t{0} >> 1 : ~uint64_t{0}, all, to);
  }
}

ScalarType truth_dtype(const Tensor& self) {
  return self.scalar_type() == ScalarType::Byte ? ScalarType::Byte : ScalarType::Bool;
}
DimSet truth_dims(const char* op, const Tensor& self, OptionalIntArrayRef dim) {
  return dim.has_value() && dim->empty() ? DimSet() : dim_set(op, self, dim);
}

OutputMeta any_meta(const Tensor& self) {
  return reduced_meta(self, dim_set("any", self, std::nullopt), false, truth_dtype(self));
}
OutputMeta any_dim_meta(const Tensor& self, int64_t dim, bool keepdim) {
  return reduced_meta(self, dim_set("any", self, IntArrayRef(dim)), keepdim, truth_dtype(self));
}
OutputMeta all_dim_meta(const Tensor& self, int64_t dim, bool keepdim) {
  return reduced_meta(self, dim_set("all", self, IntArrayRef(dim)), keepdim, truth_dtype(self));
}
OutputMeta any_dims_meta(const Tensor& self, OptionalIntArrayRef dim, bool keepdim) {
  return reduced_meta(self, truth_dims("any", self, dim), keepdim, truth_dtype(self));
}
OutputMeta all_dims_meta(const Tensor& self, OptionalIntArrayRef dim, bool keepdim) {
  return reduced_meta(self, truth_dims("all", self, dim), keepdim, truth_dtype(self));
}
void any_cpu(const Tensor& self, Tensor& out) {
  truth(self, DimSet().set(), false, out);
}
void all_cpu(const Tensor& self, Tensor& out) {
  truth(self, DimSet().set(), true, out);
}
void any_dim_cpu(const Tensor& self, int64_t dim, bool, Tensor& out) {
  truth(self, dim_set("any", self, IntArrayRef(dim)), false, out);
}
void all_dim_cpu(const Tensor& self, int64_t dim, bool, Tensor& out) {
  truth(self, dim_set("all", self, IntArrayRef(dim)), true, out);
}
void any_dims_cpu(const Tensor& self, OptionalIntArrayRef dim, bool, Tensor& out) {
  truth(self, truth_dims("any", self, dim), false, out);
}
void all_dims_cpu(const Tensor& self, OptionalIntArrayRef dim, bool, Tensor& out) {
  truth(self, truth_dims("all", self, dim), true, out);
}

Tensor _is_all_true(const Tensor& self) {
  return at::all(self);
}
Tensor _is_any_true(const Tensor& self) {
  return at::any(self);
}

// ---- two tensors

// Whether holds(a, b) for all elements of two contiguous tensors of one dtype, read as A.
template <class T, class A, class F>
bool all_pairs(const Tensor& a, const Tensor& b, const F& holds) {
  const T* const x = a.const_data_ptr<T>();
  const T* const y = b.const_data_ptr<T>();
  constexpr int64_t kBlock = 1024;
  const int64_t n = a.numel();
  bool result = true;
  for (int64_t k = 0; k < n && result; k += kBlock) {
    for (int64_t i = k; i < std::min(n, k + kBlock); i++) result &= holds(static_cast<A>(x[i]), static_cast<A>(y[i]));
  }
  return result;
}

template <class T>
std::complex<double> as_complex(T v) {
  return {v.real(), v.imag()};
}

// `on_real` and `on_complex` see doubles, which hold every element but large int64 exactly; those are compared by `on_long`.
template <class Real, class Complex, class Long>
bool all_pairs_of(const char* op, const Tensor& a, const Tensor& b, const Real& on_real, const Complex& on_complex, const Long& on_long) {
  switch (a.scalar_type()) {
    case ScalarType::Float: return all_pairs<float, double>(a, b, on_real);
    case ScalarType::Double: return all_pairs<double, double>(a, b, on_real);
    case ScalarType::Half: return all_pairs<c10::Half, float>(a, b, on_real);
    case ScalarType::BFloat16: return all_pairs<c10::BFloat16, float>(a, b, on_real);
    case ScalarType::ComplexFloat:
      return all_pairs<c10::complex<float>, c10::complex<float>>(a, b, [&](auto x, auto y) { return on_complex(as_complex(x), as_complex(y)); });
    case ScalarType::ComplexDouble:
      return all_pairs<c10::complex<double>, c10::complex<double>>(a, b, [&](auto x, auto y) { return on_complex(as_complex(x), as_complex(y)); });
    case ScalarType::Long: return all_pairs<int64_t, int64_t>(a, b, on_long);
    case ScalarType::Int: return all_pairs<int32_t, int64_t>(a, b, on_long);
    case ScalarType::Short: return all_pairs<int16_t, int64_t>(a, b, on_long);
    case ScalarType::Char: return all_pairs<int8_t, int64_t>(a, b, on_long);
    case ScalarType::Byte: return all_pairs<uint8_t, int64_t>(a, b, on_long);
    case ScalarType::Bool: return all_pairs<bool, int64_t>(a, b, on_long);
    default: TORCH_CHECK_NOT_IMPLEMENTED(false, op, " is not implemented for ", a.scalar_type());
  }
}

bool equal_cpu(const Tensor& self, const Tensor& other) {
  if (self.sizes() != other.sizes()) return false;
  const ScalarType common = c10::promoteTypes(self.scalar_type(), other.scalar_type());
  const Tensor a = self.to(common).contiguous(), b = other.to(common).contiguous();
  if (!c10::isFloatingType(common) && !c10::isComplexType(common)) return a.numel() == 0 || std::memcmp(a.const_data_ptr(), b.const_data_ptr(), a.numel() * a.element_size()) == 0;
  const auto same = [](auto x, auto y) { return x == y; };
  return all_pairs_of("equal", a, b, same, same, same);
}

bool allclose_cpu(const Tensor& self, const Tensor& other, double rtol, double atol, bool equal_nan) {
  DimVector shape(std::max(self.dim(), other.dim()));
  for (int64_t k = 1; k <= static_cast<int64_t>(shape.size()); k++) {
    const int64_t x = k <= self.dim() ? self.size(self.dim() - k) : 1, y = k <= other.dim() ? other.size(other.dim() - k) : 1;
    TORCH_CHECK(x == y || x == 1 || y == 1, "allclose(): argument 'other' of shape ", other.sizes(), " does not broadcast with self of shape ", self.sizes());
    shape[shape.size() - k] = x == 1 ? y : x;
  }
  const Tensor a = self.expand(shape).contiguous(), b = other.expand(shape).contiguous();
  const auto near = [&](double distance, double size) { return std::isfinite(distance) && distance <= atol + rtol * size; };
  const auto real = [&](double x, double y) { return x == y || near(std::abs(x - y), std::abs(y)) || (equal_nan && x != x && y != y); };
  const auto complex = [&](std::complex<double> x, std::complex<double> y) { return x == y || near(std::abs(x - y), std::abs(y)) || (equal_nan && x != x && y != y); };
  const auto integer = [&](int64_t x, int64_t y) { return x == y || real(static_cast<double>(x), static_cast<double>(y)); };
  return all_pairs_of("allclose", a, b, real, complex, integer);
}

}  // namespace
}  // namespace at::native

#include <ATen/native/Truth.stubs.inc>
