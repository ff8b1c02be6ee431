#pragma once
// What the tests of products, convolutions, reductions and joins share: tensors of known values in any dtype and layout, and plain
// reading of their elements, so that a reference is a few nested loops over complex<double>.
#include <gtest/gtest.h>

#include <ATen/ATen.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace dense {

using at::ScalarType;
using at::Tensor;
using Value = std::complex<double>;

inline bool is_integer(ScalarType t) { return c10::isIntegralType(t, true); }

// The element at a storage position, whatever the dtype.
inline Value read(const Tensor& t, int64_t offset) {
  const void* p = t.const_data_ptr();
  switch (t.scalar_type()) {
    case ScalarType::Float: return static_cast<const float*>(p)[offset];
    case ScalarType::Double: return static_cast<const double*>(p)[offset];
    case ScalarType::Half: return static_cast<float>(static_cast<const c10::Half*>(p)[offset]);
    case ScalarType::BFloat16: return static_cast<float>(static_cast<const c10::BFloat16*>(p)[offset]);
    case ScalarType::ComplexFloat: {
      const auto v = static_cast<const c10::complex<float>*>(p)[offset];
      return {v.real(), v.imag()};
    }
    case ScalarType::ComplexDouble: {
      const auto v = static_cast<const c10::complex<double>*>(p)[offset];
      return {v.real(), v.imag()};
    }
    case ScalarType::Long: return static_cast<double>(static_cast<const int64_t*>(p)[offset]);
    case ScalarType::Int: return static_cast<const int32_t*>(p)[offset];
    case ScalarType::Short: return static_cast<const int16_t*>(p)[offset];
    case ScalarType::Char: return static_cast<const int8_t*>(p)[offset];
    case ScalarType::Byte: return static_cast<const uint8_t*>(p)[offset];
    case ScalarType::Bool: return static_cast<const bool*>(p)[offset];
    default: ADD_FAILURE() << "dtype"; return 0;
  }
}
inline void write(Tensor& t, int64_t offset, Value v) {
  void* p = t.mutable_data_ptr();
  switch (t.scalar_type()) {
    case ScalarType::Float: static_cast<float*>(p)[offset] = static_cast<float>(v.real()); break;
    case ScalarType::Double: static_cast<double*>(p)[offset] = v.real(); break;
    case ScalarType::Half: static_cast<c10::Half*>(p)[offset] = c10::Half(static_cast<float>(v.real())); break;
    case ScalarType::BFloat16: static_cast<c10::BFloat16*>(p)[offset] = c10::BFloat16(static_cast<float>(v.real())); break;
    case ScalarType::ComplexFloat: static_cast<c10::complex<float>*>(p)[offset] = {static_cast<float>(v.real()), static_cast<float>(v.imag())}; break;
    case ScalarType::ComplexDouble: static_cast<c10::complex<double>*>(p)[offset] = {v.real(), v.imag()}; break;
    case ScalarType::Long: static_cast<int64_t*>(p)[offset] = static_cast<int64_t>(v.real()); break;
    case ScalarType::Int: static_cast<int32_t*>(p)[offset] = static_cast<int32_t>(v.real()); break;
    case ScalarType::Short: static_cast<int16_t*>(p)[offset] = static_cast<int16_t>(v.real()); break;
    case ScalarType::Char: static_cast<int8_t*>(p)[offset] = static_cast<int8_t>(v.real()); break;
    case ScalarType::Byte: static_cast<uint8_t*>(p)[offset] = static_cast<uint8_t>(v.real()); break;
    case ScalarType::Bool: static_cast<bool*>(p)[offset] = v.real() != 0; break;
    default: ADD_FAILURE() << "dtype";
  }
}

inline int64_t offset_of(const Tensor& t, const std::vector<int64_t>& index) {
  int64_t offset = 0;
  for (size_t d = 0; d < index.size(); d++) offset += index[d] * t.stride(static_cast<int64_t>(d));
  return offset;
}
inline Value value_at(const Tensor& t, const std::vector<int64_t>& index) { return read(t, offset_of(t, index)); }

// f(index) for each element of a shape, in order.
inline void each(at::IntArrayRef sizes, const std::function<void(const std::vector<int64_t>&)>& f) {
  std::vector<int64_t> index(sizes.size(), 0);
  for (const int64_t s : sizes) {
    if (s == 0) return;
  }
  for (;;) {
    f(index);
    size_t d = sizes.size();
    for (; d-- > 0;) {
      if (++index[d] < sizes[d]) break;
      index[d] = 0;
    }
    if (d == static_cast<size_t>(-1)) return;
  }
}

// Known values: integers from -4 to 4 (0 to 4 unsigned), reals in [-1, 1) with few enough bits for Half.
inline Tensor values(at::IntArrayRef sizes, ScalarType dtype = ScalarType::Float, uint64_t seed = 1) {
  Tensor t = at::empty(sizes, at::TensorOptions().dtype(dtype));
  uint64_t state = seed * 0x9E3779B97F4A7C15ull + 12345;
  const auto next = [&] {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<double>(state >> 40) / double(1 << 24);
  };
  for (int64_t i = 0; i < t.numel(); i++) {
    if (is_integer(dtype)) {
      const bool is_unsigned = dtype == ScalarType::Byte || dtype == ScalarType::Bool;
      write(t, i, std::floor(next() * (is_unsigned ? 5 : 9)) - (is_unsigned ? 0 : 4));
    } else {
      const double re = std::floor(next() * 512 - 256) / 256;
      write(t, i, Value(re, c10::isComplexType(dtype) ? std::floor(next() * 512 - 256) / 256 : 0));
    }
  }
  return t;
}

// The same values in other layouts: as they are, dimensions reversed in memory, every second element of a larger buffer.
constexpr int kLayouts = 3;
inline Tensor laid_out(const Tensor& t, int layout) {
  if (layout == 0 || t.dim() == 0) return t;
  std::vector<int64_t> strides(static_cast<size_t>(t.dim()));
  int64_t step = layout == 2 ? 2 : 1;
  if (layout == 1) {
    for (int64_t d = 0; d < t.dim(); d++) strides[d] = step, step *= std::max<int64_t>(1, t.size(d));
  } else {
    for (int64_t d = t.dim() - 1; d >= 0; d--) strides[d] = step, step *= std::max<int64_t>(1, t.size(d));
  }
  Tensor out = at::empty_strided(t.sizes(), strides, t.options());
  each(t.sizes(), [&](const std::vector<int64_t>& i) { write(out, offset_of(out, i), value_at(t, i)); });
  return out;
}

inline bool same_bits(const Tensor& a, const Tensor& b) {
  if (!a.sizes().equals(b.sizes()) || a.scalar_type() != b.scalar_type()) return false;
  bool same = true;
  const size_t size = a.element_size();
  each(a.sizes(), [&](const std::vector<int64_t>& i) {
    const char* x = static_cast<const char*>(a.const_data_ptr()) + offset_of(a, i) * static_cast<int64_t>(size);
    const char* y = static_cast<const char*>(b.const_data_ptr()) + offset_of(b, i) * static_cast<int64_t>(size);
    same = same && std::memcmp(x, y, size) == 0;
  });
  return same;
}

// Relative to the size of what was added up: `scale` is a bound on the sum of the magnitudes.
inline double tolerance(ScalarType t, double scale = 1) {
  switch (t) {
    case ScalarType::Half: return 1e-3 * std::max(1.0, scale);
    case ScalarType::BFloat16: return 1e-2 * std::max(1.0, scale);
    case ScalarType::Float: case ScalarType::ComplexFloat: return 2e-6 * std::max(1.0, scale);
    case ScalarType::Double: case ScalarType::ComplexDouble: return 1e-13 * std::max(1.0, scale);
    default: return 0;
  }
}

// Each element of t against reference(index).
inline void expect_values(const Tensor& t, const std::function<Value(const std::vector<int64_t>&)>& reference, double scale = 1, const std::string& what = "") {
  int bad = 0;
  each(t.sizes(), [&](const std::vector<int64_t>& i) {
    const Value have = value_at(t, i), want = reference(i);
    if (std::isnan(want.real()) && std::isnan(have.real())) return;
    if (have == want) return;  // infinities too
    if (!(std::abs(have - want) <= tolerance(t.scalar_type(), scale)) && bad++ < 3) {
      std::string at_index;
      for (const int64_t x : i) at_index.append(" ").append(std::to_string(x));
      ADD_FAILURE() << what << " at" << at_index << ": " << have << ", expected " << want;
    }
  });
}

inline std::vector<int64_t> shape(const Tensor& t) { return t.sizes().vec(); }

// f must throw an E whose message has all of the words.
template <class E = c10::Error, class F>
void expect_error(F f, std::vector<std::string> words) {
  try {
    f();
    ADD_FAILURE() << "no error; expected one with: " << words[0];
  } catch (const E& e) {
    const std::string text = e.what_without_backtrace();
    for (const std::string& word : words) EXPECT_NE(text.find(word), std::string::npos) << "no \"" << word << "\" in: " << text;
  }
}

// f() with 1, 2 and 8 threads gives the same bits.
template <class F>
void expect_same_bits_for_all_thread_counts(F f) {
  const int before = at::get_num_threads();
  at::set_num_threads(1);
  const Tensor one = f();
  for (const int threads : {2, 8}) {
    at::set_num_threads(threads);
    EXPECT_TRUE(same_bits(one, f())) << threads << " threads";
  }
  at::set_num_threads(before);
}

}  // namespace dense
