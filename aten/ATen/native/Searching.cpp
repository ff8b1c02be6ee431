// Binary search, membership, counts.
#include <ATen/EmptyTensor.h>
#include <ATen/Parallel.h>
#include <ATen/core/Tensor.h>
#include <ATen/native/Checks.h>
#include <ATen/native/IndexReduce.h>
#include <ATen/native/SortKeys.h>
#include <ATen/native/TypeProperties.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>

namespace at::native {
namespace {

// ---- searchsorted

bool side_of(bool right, std::optional<std::string_view> side) {
  if (!side.has_value()) return right;
  TORCH_CHECK(*side == "left" || *side == "right", "searchsorted(): argument 'side': can only be 'left' or 'right' but got '", *side, "'");
  TORCH_CHECK(!(right && *side == "left"), "searchsorted(): argument 'side': side and right can't be set to opposites, got side of left while right was True");
  return *side == "right";
}

void check_search_dtype(const char* op, ScalarType common) {
  TORCH_CHECK_NOT_IMPLEMENTED(common != ScalarType::Bool && !c10::isComplexType(common), op, "(): argument 'self': not implemented for dtype ", common);
}

void check_sequence(const Tensor& sequence, IntArrayRef self_sizes, const std::optional<Tensor>& sorter) {
  const int64_t dims = static_cast<int64_t>(self_sizes.size());
  TORCH_CHECK(
      sequence.dim() == 1 || (dims > 0 && sequence.dim() > 0), "searchsorted(): argument 'self': input value can be a scalar only when sorted_sequence has one dimension, got sorted_sequence of shape ", sequence.sizes());
  bool fits = sequence.dim() == 1 || sequence.dim() == dims;
  for (int64_t d = 0; fits && sequence.dim() > 1 && d + 1 < dims; ++d) fits = sequence.size(d) == self_sizes[static_cast<size_t>(d)];
  TORCH_CHECK(
      fits, "searchsorted(): argument 'sorted_sequence': should have 1 dimension or the first N-1 dimensions of self must match, got sorted_sequence of shape ", sequence.sizes(), " and self of shape ",
      self_sizes);
  if (!sorter.has_value() || !sorter->defined()) return;
  TORCH_CHECK(sorter->scalar_type() == ScalarType::Long, "searchsorted(): argument 'sorter': must be a tensor of long dtype but got ", sorter->scalar_type());
  TORCH_CHECK(
      sorter->sizes() == sequence.sizes(), "searchsorted(): argument 'sorter': must have the same size as sorted_sequence, got shapes ", sorter->sizes(), " and ", sequence.sizes());
}

OutputMeta search_meta(IntArrayRef sizes, bool out_int32) {
  return {c10::DimVector(sizes.begin(), sizes.end()), out_int32 ? ScalarType::Int : ScalarType::Long};
}

// A NaN in the sequence is passed over, as PyTorch does it; a NaN that is looked for goes to the end.
template <class T>
int64_t search(const T* sequence, const int64_t* sorter, int64_t n, T value, bool right) {
  int64_t begin = 0, end = n;
  while (begin < end) {
    const int64_t middle = begin + (end - begin) / 2;
    const T x = sequence[sorter != nullptr ? sorter[middle] : middle];
    const bool before = right ? !(x > value) : !(x >= value);
    begin = before ? middle + 1 : begin;
    end = before ? end : middle;
  }
  return begin;
}

template <class T>
void search_lines(const Tensor& sequence, const Tensor& self, const int64_t* sorter, bool right, Tensor& out) {
  const T* const from = sequence.const_data_ptr<T>();
  const T* const values = self.const_data_ptr<T>();
  const int64_t n = sequence.size(-1), per_line = sequence.dim() == 1 ? std::max<int64_t>(self.numel(), 1) : std::max<int64_t>(self.size(-1), 1);
  const auto run = [&](auto* to) {
    at::parallel_for(0, self.numel(), 2048, [&](int64_t i0, int64_t i1) {
      for (int64_t i = i0; i < i1; ++i) {
        const int64_t line = i / per_line * n;
        to[i] = static_cast<std::remove_reference_t<decltype(*to)>>(search<T>(from + line, sorter == nullptr ? nullptr : sorter + line, n, values[i], right));
      }
    });
  };
  if (out.scalar_type() == ScalarType::Int) {
    run(out.mutable_data_ptr<int32_t>());
  } else {
    run(out.mutable_data_ptr<int64_t>());
  }
}

void search_into(const char* op, const Tensor& sequence, const Tensor& self, ScalarType common, const std::optional<Tensor>& sorter, bool right, Tensor& out) {
  check_search_dtype(op, common);
  TORCH_CHECK(out.scalar_type() == ScalarType::Long || sequence.size(-1) <= std::numeric_limits<int32_t>::max(), op, "(): argument 'out_int32': the sequence is too long for int32");
  if (self.numel() == 0) return;
  // Half widens without loss.
  const ScalarType compute = c10::isReducedFloatingType(common) ? ScalarType::Float : common;
  const Tensor from = sequence.to(compute).contiguous(), values = self.to(compute).contiguous();
  Tensor order;
  const int64_t* places = nullptr;
  if (sorter.has_value() && sorter->defined()) {
    order = sorter->contiguous();
    places = order.const_data_ptr<int64_t>();
    for (int64_t i = 0; i < order.numel(); ++i) {
      TORCH_CHECK(places[i] >= 0 && places[i] < sequence.size(-1), op, "(): argument 'sorter': index ", places[i], " is out of range for a sequence of ", sequence.size(-1));
    }
  }
  switch (compute) {
    case ScalarType::Byte: return search_lines<uint8_t>(from, values, places, right, out);
    case ScalarType::Char: return search_lines<int8_t>(from, values, places, right, out);
    case ScalarType::Short: return search_lines<int16_t>(from, values, places, right, out);
    case ScalarType::Int: return search_lines<int32_t>(from, values, places, right, out);
    case ScalarType::Long: return search_lines<int64_t>(from, values, places, right, out);
    case ScalarType::Float: return search_lines<float>(from, values, places, right, out);
    default: return search_lines<double>(from, values, places, right, out);
  }
}

// A number that is looked for, with the weight in promotion that numbers have.
struct Number {
  ScalarType common;
  Tensor value;
  Number(const Scalar& number, const Tensor& sequence) : common(at::result_type(sequence, number)), value(repeated_value(number, {}, common)) {}
};

OutputMeta searchsorted_meta(const Tensor& sequence, const Tensor& self, bool out_int32, bool right, std::optional<std::string_view> side, const std::optional<Tensor>& sorter) {
  side_of(right, side);
  check_search_dtype("searchsorted", at::result_type(sequence, self));
  check_sequence(sequence, self.sizes(), sorter);
  return search_meta(self.sizes(), out_int32);
}
void searchsorted_cpu(const Tensor& sequence, const Tensor& self, bool /*out_int32*/, bool right, std::optional<std::string_view> side, const std::optional<Tensor>& sorter, Tensor& out) {
  search_into("searchsorted", sequence, self, at::result_type(sequence, self), sorter, side_of(right, side), out);
}
OutputMeta searchsorted_scalar_meta(const Tensor& sequence, const Scalar& self, bool out_int32, bool right, std::optional<std::string_view> side, const std::optional<Tensor>& sorter) {
  side_of(right, side);
  check_search_dtype("searchsorted", at::result_type(sequence, self));
  check_sequence(sequence, {}, sorter);
  return search_meta({}, out_int32);
}
void searchsorted_scalar_cpu(const Tensor& sequence, const Scalar& self, bool /*out_int32*/, bool right, std::optional<std::string_view> side, const std::optional<Tensor>& sorter, Tensor& out) {
  const Number number(self, sequence);
  search_into("searchsorted", sequence, number.value, number.common, sorter, side_of(right, side), out);
}

void check_boundaries(const Tensor& boundaries) {
  TORCH_CHECK(boundaries.dim() == 1, "bucketize(): argument 'boundaries': must have 1 dimension, got one of shape ", boundaries.sizes());
}
OutputMeta bucketize_meta(const Tensor& self, const Tensor& boundaries, bool out_int32, bool /*right*/) {
  check_boundaries(boundaries);
  check_search_dtype("bucketize", at::result_type(boundaries, self));
  return search_meta(self.sizes(), out_int32);
}
void bucketize_cpu(const Tensor& self, const Tensor& boundaries, bool /*out_int32*/, bool right, Tensor& out) {
  search_into("bucketize", boundaries, self, at::result_type(boundaries, self), std::nullopt, right, out);
}
OutputMeta bucketize_scalar_meta(const Scalar& self, const Tensor& boundaries, bool out_int32, bool /*right*/) {
  check_boundaries(boundaries);
  check_search_dtype("bucketize", at::result_type(boundaries, self));
  return search_meta({}, out_int32);
}
void bucketize_scalar_cpu(const Scalar& self, const Tensor& boundaries, bool /*out_int32*/, bool right, Tensor& out) {
  const Number number(self, boundaries);
  search_into("bucketize", boundaries, number.value, number.common, std::nullopt, right, out);
}

// ---- isin

OutputMeta isin_metas(IntArrayRef sizes, ScalarType common) {
  TORCH_CHECK_NOT_IMPLEMENTED(common != ScalarType::Bool && !c10::isComplexType(common), "isin(): argument 'elements': not implemented for dtype ", common);
  return {c10::DimVector(sizes.begin(), sizes.end()), ScalarType::Bool};
}
void check_isin(ScalarType t) {
  TORCH_CHECK_NOT_IMPLEMENTED(t != ScalarType::Bool && !c10::isComplexType(t), "isin(): argument 'elements': Unsupported input type ", t);
}

template <class K>
void find_keys(ScalarType dtype, const void* elements, int64_t n, const void* tests, int64_t m, bool invert, bool* out) {
  constexpr int64_t kBlock = 1024, kFew = 16;
  Uncleared<K> among(m);
  encode_keys<K>(dtype, tests, m, false, among.data());
  K* const first = among.data();
  std::sort(first, first + m);
  K* last = std::unique(first, first + m);
  if (has_nan(dtype) && last != first && last[-1] == static_cast<K>(~K(0))) --last; // a NaN equals nothing
  const int64_t count = last - first;
  at::parallel_for(0, n, 8192, [&](int64_t i0, int64_t i1) {
    K keys[kBlock];
    for (int64_t b = i0; b < i1; b += kBlock) {
      const int64_t e = std::min(kBlock, i1 - b);
      encode_keys<K>(dtype, static_cast<const K*>(elements) + b, e, false, keys);
      if (count <= kFew) {
        bool found[kBlock] = {};
        for (const K* t = first; t != last; ++t) {
          for (int64_t i = 0; i < e; ++i) found[i] |= keys[i] == *t;
        }
        for (int64_t i = 0; i < e; ++i) out[b + i] = found[i] != invert;
      } else {
        for (int64_t i = 0; i < e; ++i) {
          // The last one that is not larger, by halves without branches.
          const K* at = first;
          for (int64_t left = count; left > 1; left -= left / 2) at += at[left / 2] <= keys[i] ? left / 2 : 0;
          out[b + i] = (*at == keys[i]) != invert;
        }
      }
    }
  });
}

void isin_into(const Tensor& elements, const Tensor& tests, ScalarType common, bool invert, Tensor& out) {
  const Tensor from = elements.to(common).contiguous(), among = tests.to(common).contiguous();
  bool* const to = out.mutable_data_ptr<bool>();
  switch (c10::elementSize(common)) {
    case 1: return find_keys<uint8_t>(common, from.const_data_ptr(), from.numel(), among.const_data_ptr(), among.numel(), invert, to);
    case 2: return find_keys<uint16_t>(common, from.const_data_ptr(), from.numel(), among.const_data_ptr(), among.numel(), invert, to);
    case 4: return find_keys<uint32_t>(common, from.const_data_ptr(), from.numel(), among.const_data_ptr(), among.numel(), invert, to);
    default: return find_keys<uint64_t>(common, from.const_data_ptr(), from.numel(), among.const_data_ptr(), among.numel(), invert, to);
  }
}
OutputMeta isin_meta(const Tensor& elements, const Tensor& test_elements, bool /*assume_unique*/, bool /*invert*/) {
  check_isin(elements.scalar_type());
  check_isin(test_elements.scalar_type());
  return isin_metas(elements.sizes(), at::result_type(elements, test_elements));
}
void isin_cpu(const Tensor& elements, const Tensor& test_elements, bool /*assume_unique*/, bool invert, Tensor& out) {
  isin_into(elements, test_elements, at::result_type(elements, test_elements), invert, out);
}
OutputMeta isin_tensor_scalar_meta(const Tensor& elements, const Scalar& test_element, bool /*assume_unique*/, bool /*invert*/) {
  check_isin(elements.scalar_type());
  check_isin(dtype_of_number(test_element));
  return isin_metas(elements.sizes(), at::result_type(elements, test_element));
}
void isin_tensor_scalar_cpu(const Tensor& elements, const Scalar& test_element, bool /*assume_unique*/, bool invert, Tensor& out) {
  const Number number(test_element, elements);
  isin_into(elements, number.value, number.common, invert, out);
}
OutputMeta isin_scalar_tensor_meta(const Scalar& element, const Tensor& test_elements, bool /*assume_unique*/, bool /*invert*/) {
  check_isin(test_elements.scalar_type());
  check_isin(dtype_of_number(element));
  return isin_metas({}, at::result_type(test_elements, element));
}
void isin_scalar_tensor_cpu(const Scalar& element, const Tensor& test_elements, bool /*assume_unique*/, bool invert, Tensor& out) {
  const Number number(element, test_elements);
  isin_into(number.value, test_elements, number.common, invert, out);
}

// ---- bincount

template <class T>
void add_weights(const int64_t* bins, const T* weights, int64_t n, T* out) {
  for (int64_t i = 0; i < n; ++i) out[bins[i]] += weights == nullptr ? T(1) : weights[i];
}

Tensor bincount(const Tensor& self, const std::optional<Tensor>& weights, int64_t minlength) {
  TORCH_CHECK_NOT_IMPLEMENTED(c10::isIntegralType(self.scalar_type(), /*includeBool=*/false), "bincount(): argument 'self': not implemented for dtype ", self.scalar_type());
  TORCH_CHECK(minlength >= 0, "bincount(): argument 'minlength': should be >= 0, got ", minlength);
  TORCH_CHECK(self.dim() == 1, "bincount(): argument 'self': only supports 1-d non-negative integral inputs, got one of shape ", self.sizes());
  const bool weighted = weights.has_value() && weights->defined();
  TORCH_CHECK(
      !weighted || (weights->dim() == 1 && weights->size(0) == self.size(0)), "bincount(): argument 'weights': should be 1-d and have the same length as self of shape ", self.sizes(), ", got shape ",
      weights->sizes());
  const int64_t n = self.numel();
  const Tensor bins = self.to(ScalarType::Long).contiguous();
  const int64_t* const from = bins.const_data_ptr<int64_t>();
  int64_t largest = -1;
  for (int64_t i = 0; i < n; ++i) {
    TORCH_CHECK(from[i] >= 0, "bincount(): argument 'self': only supports 1-d non-negative integral inputs, got ", from[i]);
    largest = std::max(largest, from[i]);
  }
  TORCH_CHECK(largest < std::numeric_limits<int64_t>::max(), "bincount(): argument 'self': ", largest, " is too large to count to");
  const ScalarType dtype = !weighted || n == 0 ? ScalarType::Long : weights->scalar_type() == ScalarType::Float ? ScalarType::Float : ScalarType::Double;
  Tensor out = at::detail::empty_cpu({std::max(minlength, largest + 1)}, dtype);
  out.zero_();
  if (n == 0) return out;
  if (dtype == ScalarType::Long) {
    add_weights<int64_t>(from, nullptr, n, out.mutable_data_ptr<int64_t>());
    return out;
  }
  const Tensor w = weights->to(dtype).contiguous();
  if (dtype == ScalarType::Float) {
    add_weights(from, w.const_data_ptr<float>(), n, out.mutable_data_ptr<float>());
  } else {
    add_weights(from, w.const_data_ptr<double>(), n, out.mutable_data_ptr<double>());
  }
  return out;
}

} // namespace
} // namespace at::native

#include <ATen/native/Searching.stubs.inc>
