// Bags of rows: sums, means, maxima.
#include <ATen/EmptyTensor.h>
#include <ATen/Parallel.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/embedding_bag.h>
#include <ATen/ops/_embedding_bag.h>
#include <ATen/native/Checks.h>
#include <ATen/native/IndexLoop.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <type_traits>
#include <vector>

namespace at::native {
namespace {

using Four = std::tuple<Tensor, Tensor, Tensor, Tensor>;
enum Mode : int64_t { kSum = 0, kMean = 1, kMax = 2 };

struct Bags {
  const char* op;
  const Tensor& weight;
  Tensor indices, offsets, scales; // int64; scales of weight's dtype or undefined
  int64_t mode, padding_idx, rows, width, n, bags;

  const int64_t* index() const { return indices.const_data_ptr<int64_t>(); }
  int64_t begin(int64_t bag) const { return offsets.const_data_ptr<int64_t>()[bag]; }
  int64_t end(int64_t bag) const { return bag + 1 < offsets.numel() ? begin(bag + 1) : n; }
};

Bags checked(
    const char* op, const Tensor& weight, const Tensor& indices, const Tensor& offsets, int64_t mode, const std::optional<Tensor>& per_sample_weights, bool include_last_offset, int64_t padding_idx) {
  TORCH_CHECK(weight.dim() == 2, op, "(): argument 'weight': must be 2-D, got one of shape ", weight.sizes());
  TORCH_CHECK_NOT_IMPLEMENTED(c10::isFloatingType(weight.scalar_type()), op, "(): argument 'weight': not implemented for dtype ", weight.scalar_type());
  TORCH_CHECK(indices.dim() == 1 || indices.dim() == 2, op, "(): argument 'indices': must have 1 or 2 dimensions, got one of shape ", indices.sizes());
  TORCH_CHECK(offsets.dim() == 1, op, "(): argument 'offsets': must have 1 dimension, got one of shape ", offsets.sizes());
  check_index_dtype(op, "indices", indices);
  check_index_dtype(op, "offsets", offsets);
  TORCH_CHECK(mode >= kSum && mode <= kMax, op, "(): argument 'mode': must be 0 (sum), 1 (mean) or 2 (max), got ", mode);
  TORCH_CHECK(!include_last_offset || offsets.numel() >= 1, op, "(): argument 'offsets': with include_last_offset there must be at least one offset");
  Bags b = {op, weight, indices.reshape({-1}).to(ScalarType::Long).contiguous(), offsets.to(ScalarType::Long).contiguous(), Tensor(), mode, padding_idx, weight.size(0), weight.size(1), indices.numel(), 0};
  b.bags = offsets.numel() - (include_last_offset ? 1 : 0);
  for (int64_t i = 0; i < offsets.numel(); ++i) {
    const int64_t at = b.begin(i), least = i == 0 ? 0 : b.begin(i - 1);
    TORCH_CHECK(i > 0 || at == 0, op, "(): argument 'offsets': offsets[0] has to be 0, got ", at);
    TORCH_CHECK(at >= least && at <= b.n, op, "(): argument 'offsets': offsets[", i, "] is ", at, ", expected a place from ", least, " to ", b.n, ", the number of indices");
  }
  for (int64_t i = 0; i < b.n; ++i) {
    if (b.index()[i] < 0 || b.index()[i] >= b.rows) fail_index({op, "indices", 0, b.rows, false, true}, b.index()[i]);
  }
  if (per_sample_weights.has_value() && per_sample_weights->defined()) {
    const Tensor& w = *per_sample_weights;
    TORCH_CHECK(mode == kSum, op, "(): argument 'per_sample_weights': only supported with mode sum (0), got mode ", mode);
    TORCH_CHECK(w.scalar_type() == weight.scalar_type(), op, "(): argument 'per_sample_weights': must have weight's dtype ", weight.scalar_type(), ", got ", w.scalar_type());
    TORCH_CHECK(w.numel() == b.n, op, "(): argument 'per_sample_weights': must have as many elements as there are indices, ", b.n, ", got shape ", w.sizes());
    b.scales = w.reshape({-1}).contiguous();
  }
  return b;
}

// Sums of half and bfloat16 are made in float.
template <class T>
using accumulated = std::conditional_t<std::is_same_v<T, double>, double, float>;

template <class T>
void sum_bags(const Bags& b, Tensor& out) {
  using A = accumulated<T>;
  const T* const table = b.weight.const_data_ptr<T>();
  const T* const scales = b.scales.defined() ? b.scales.const_data_ptr<T>() : nullptr;
  const int64_t row_step = b.weight.stride(0), step = b.weight.stride(1);
  T* const to = out.mutable_data_ptr<T>();
  at::parallel_for(0, b.bags, std::max<int64_t>(1, 32'768 / std::max<int64_t>(1, b.width * (1 + b.n / std::max<int64_t>(1, b.bags)))), [&](int64_t b0, int64_t b1) {
    std::vector<A> sums(static_cast<size_t>(b.width));
    for (int64_t bag = b0; bag < b1; ++bag) {
      std::fill(sums.begin(), sums.end(), A(0));
      int64_t count = 0;
      for (int64_t i = b.begin(bag); i < b.end(bag); ++i) {
        if (b.index()[i] == b.padding_idx) continue;
        ++count;
        const T* const row = table + b.index()[i] * row_step;
        const A scale = scales == nullptr ? A(1) : static_cast<A>(scales[i]);
        for (int64_t x = 0; x < b.width; ++x) sums[static_cast<size_t>(x)] += static_cast<A>(row[x * step]) * scale;
      }
      const A divisor = b.mode == kMean && count > 0 ? static_cast<A>(count) : A(1);
      for (int64_t x = 0; x < b.width; ++x) to[bag * b.width + x] = static_cast<T>(sums[static_cast<size_t>(x)] / divisor);
    }
  });
}

template <class T>
void max_bags(const Bags& b, Tensor& out, Tensor& places) {
  const T* const table = b.weight.const_data_ptr<T>();
  const int64_t row_step = b.weight.stride(0), step = b.weight.stride(1);
  T* const to = out.mutable_data_ptr<T>();
  int64_t* const from = places.mutable_data_ptr<int64_t>();
  for (int64_t bag = 0; bag < b.bags; ++bag) {
    bool empty = true;
    for (int64_t i = b.begin(bag); i < b.end(bag); ++i) {
      const int64_t index = b.index()[i];
      if (index == b.padding_idx) continue;
      for (int64_t x = 0; x < b.width; ++x) {
        const T v = table[index * row_step + x * step];
        T& best = to[bag * b.width + x];
        if (empty || v > best) best = v, from[bag * b.width + x] = index;
      }
      empty = false;
    }
  }
}

template <class T>
void fill_bags(const Bags& b, Tensor& out, Tensor& places) {
  if (b.mode == kMax) {
    max_bags<T>(b, out, places);
  } else {
    sum_bags<T>(b, out);
  }
}

Tensor zeros_of(IntArrayRef sizes, ScalarType dtype) {
  Tensor t = at::detail::empty_cpu(sizes, dtype);
  return t.zero_();
}

Four run(
    const char* op, const Tensor& weight, const Tensor& indices, const Tensor& offsets, int64_t mode, const std::optional<Tensor>& per_sample_weights, bool include_last_offset, int64_t padding_idx) {
  const Bags b = checked(op, weight, indices, offsets, mode, per_sample_weights, include_last_offset, padding_idx);
  Tensor out = zeros_of({b.bags, b.width}, weight.scalar_type());
  Tensor places = mode == kMax ? zeros_of({b.bags, b.width}, ScalarType::Long) : Tensor();
  switch (weight.scalar_type()) {
    case ScalarType::Float: fill_bags<float>(b, out, places); break;
    case ScalarType::Double: fill_bags<double>(b, out, places); break;
    case ScalarType::Half: fill_bags<c10::Half>(b, out, places); break;
    default: fill_bags<c10::BFloat16>(b, out, places); break;
  }
  const ScalarType dtype = c10::promoteTypes(indices.scalar_type(), offsets.scalar_type());
  // What a backward pass would need. Plain sums do without the bag of each index, and sums without the
  // bags' sizes, as PyTorch's of contiguous tensors.
  const bool plain = mode == kSum && padding_idx < 0 && weight.scalar_type() != ScalarType::Double;
  Tensor bag_of = zeros_of({plain ? 0 : b.n}, ScalarType::Long);
  Tensor sizes = zeros_of({mode == kSum ? offsets.numel() : b.bags}, ScalarType::Long);
  for (int64_t bag = 0; bag < b.bags; ++bag) {
    for (int64_t i = b.begin(bag); i < b.end(bag); ++i) {
      if (!plain) bag_of.mutable_data_ptr<int64_t>()[i] = bag;
      if (mode != kSum && b.index()[i] != padding_idx) ++sizes.mutable_data_ptr<int64_t>()[bag];
    }
  }
  return {out, bag_of.to(dtype), sizes.to(dtype), mode == kMax ? places.to(dtype) : sizes.to(dtype).clone()};
}

Four _embedding_bag(
    const Tensor& weight, const Tensor& indices, const Tensor& offsets, bool /*scale_grad_by_freq*/, int64_t mode, bool /*sparse*/, const std::optional<Tensor>& per_sample_weights,
    bool include_last_offset, int64_t padding_idx) {
  return run("_embedding_bag", weight, indices, offsets, mode, per_sample_weights, include_last_offset, padding_idx);
}
Four _embedding_bag_forward_only(
    const Tensor& weight, const Tensor& indices, const Tensor& offsets, bool /*scale_grad_by_freq*/, int64_t mode, bool /*sparse*/, const std::optional<Tensor>& per_sample_weights,
    bool include_last_offset, int64_t padding_idx) {
  return run("_embedding_bag_forward_only", weight, indices, offsets, mode, per_sample_weights, include_last_offset, padding_idx);
}
Four embedding_bag(
    const Tensor& weight, const Tensor& indices, const Tensor& offsets, bool scale_grad_by_freq, int64_t mode, bool sparse, const std::optional<Tensor>& per_sample_weights, bool include_last_offset) {
  return at::_embedding_bag(weight, indices, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights, include_last_offset, -1);
}
Four embedding_bag_padding_idx(
    const Tensor& weight, const Tensor& indices, const Tensor& offsets, bool scale_grad_by_freq, int64_t mode, bool sparse, const std::optional<Tensor>& per_sample_weights, bool include_last_offset,
    std::optional<int64_t> padding_idx) {
  int64_t padding = -1;
  if (padding_idx.has_value()) {
    TORCH_CHECK(weight.dim() == 2, "embedding_bag(): argument 'weight': must be 2-D, got one of shape ", weight.sizes());
    const int64_t rows = weight.size(0);
    TORCH_CHECK(*padding_idx >= -rows && *padding_idx < rows, "embedding_bag(): argument 'padding_idx': must be within the number of embeddings, ", -rows, " through ", rows - 1, ", but got ", *padding_idx);
    padding = *padding_idx < 0 ? *padding_idx + rows : *padding_idx;
  }
  return at::_embedding_bag(weight, indices, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights, include_last_offset, padding);
}

} // namespace
} // namespace at::native

#include <ATen/native/EmbeddingBag.stubs.inc>
