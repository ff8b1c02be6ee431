// segment_reduce: runs of slices along one dimension.
#include <ATen/native/ReduceDims.h>

#include <cmath>
#include <string_view>
#include <vector>

namespace at::native {
namespace {

using OptionalTensor = const std::optional<Tensor>&;

bool given(OptionalTensor t) {
  return t.has_value() && t->defined();
}

enum class Kind : uint8_t { Sum, Mean, Max, Min, Prod };

Kind kind_of(std::string_view reduce) {
  if (reduce == "sum") return Kind::Sum;
  if (reduce == "mean") return Kind::Mean;
  if (reduce == "max" || reduce == "amax") return Kind::Max;
  if (reduce == "min" || reduce == "amin") return Kind::Min;
  TORCH_CHECK(reduce == "prod", "segment_reduce(): argument 'reduce' must be sum, mean, max, min or prod, got ", reduce);
  return Kind::Prod;
}

OutputMeta segment_reduce_meta(const Tensor& data, std::string_view reduce, OptionalTensor lengths, OptionalTensor indices, OptionalTensor offsets, int64_t axis, bool, const std::optional<Scalar>&) {
  kind_of(reduce);
  TORCH_CHECK(data.numel() > 0, "segment_reduce(): argument 'data' of shape ", data.sizes(), " has no elements");
  TORCH_CHECK(data.dim() > 0, "segment_reduce(): argument 'data' must have a dimension");
  const int64_t d = wrap_dim("segment_reduce", data, axis);
  TORCH_CHECK(!given(indices), "segment_reduce(): argument 'indices' is not supported; give lengths or offsets");
  TORCH_CHECK(given(lengths) || given(offsets), "segment_reduce(): arguments 'lengths' and 'offsets': one of them must be given");
  const char* const name = given(lengths) ? "lengths" : "offsets";
  const Tensor& cuts = given(lengths) ? *lengths : *offsets;
  TORCH_CHECK_NOT_IMPLEMENTED(cuts.scalar_type() == ScalarType::Long || cuts.scalar_type() == ScalarType::Int, "segment_reduce(): argument '", name, "' must be of dtype int64 or int32, got ", cuts.scalar_type());
  TORCH_CHECK(cuts.dim() == d + 1, "segment_reduce(): argument '", name, "' must have ", d + 1, " dimensions, axis being the last of them, got shape ", cuts.sizes());
  for (int64_t i = 0; i < d; i++) {
    TORCH_CHECK(cuts.size(i) == data.size(i), "segment_reduce(): argument '", name, "' of shape ", cuts.sizes(), " differs from data of shape ", data.sizes(), " in dimension ", i);
  }
  OutputMeta meta;
  meta.sizes.assign(data.sizes().begin(), data.sizes().end());
  meta.sizes[d] = cuts.size(d) - (given(lengths) ? 0 : 1);
  TORCH_CHECK(meta.sizes[d] >= 0, "segment_reduce(): argument 'offsets' must have at least one item along axis");
  meta.dtype = data.scalar_type();
  return meta;
}

template <class scalar_t>
void segment_reduce_cpu(const Tensor& data, std::string_view reduce, OptionalTensor lengths, OptionalTensor, OptionalTensor offsets, int64_t axis, bool unsafe,
                        const std::optional<Scalar>& initial, Tensor& out) {
  using A = std::conditional_t<sizeof(scalar_t) == 2, float, scalar_t>;
  const Kind kind = kind_of(reduce);
  const int64_t d = wrap_dim("segment_reduce", data, axis), n = data.size(d), runs = out.size(d);
  int64_t outer = 1, inner = 1;
  for (int64_t i = 0; i < d; i++) outer *= data.size(i);
  for (int64_t i = d + 1; i < data.dim(); i++) inner *= data.size(i);
  const bool by_length = given(lengths);
  const Tensor cuts = (by_length ? *lengths : *offsets).to(ScalarType::Long).contiguous();
  const int64_t* const cut = cuts.const_data_ptr<int64_t>();

  // Where each run begins and ends, all checked before anything is read.
  struct Run {
    int64_t begin, end;
  };
  std::vector<Run> places;
  places.reserve(static_cast<size_t>(outer * runs));
  for (int64_t o = 0; o < outer; o++) {
    int64_t at = 0;
    for (int64_t r = 0; r < runs; r++) {
      if (by_length) {
        const int64_t length = cut[o * runs + r];
        TORCH_CHECK(length >= 0, "segment_reduce(): argument 'lengths' has a negative item, ", length);
        TORCH_CHECK(length <= n - at, "segment_reduce(): argument 'lengths' adds up to more than the ", n, " slices of data");
        places.push_back({at, at + length});
        at += length;
      } else {
        const int64_t begin = cut[o * (runs + 1) + r], end = cut[o * (runs + 1) + r + 1];
        TORCH_CHECK(begin >= 0 && begin <= end && end <= n, "segment_reduce(): argument 'offsets': a run from ", begin, " to ", end, " does not lie in ", n, " slices of data");
        places.push_back({begin, end});
      }
    }
    TORCH_CHECK(!by_length || unsafe || at == n, "segment_reduce(): argument 'lengths' must add up to the ", n, " slices of data, got ", at);
  }

  const A start = initial.has_value() ? static_cast<A>(initial->toDouble())
                  : kind == Kind::Max ? -std::numeric_limits<A>::infinity()
                  : kind == Kind::Min ? std::numeric_limits<A>::infinity()
                  : kind == Kind::Prod ? A(1)
                                       : A(0);
  const Tensor source = data.contiguous();
  const scalar_t* const x = source.const_data_ptr<scalar_t>();
  scalar_t* const to = out.mutable_data_ptr<scalar_t>();
  at::parallel_for(0, outer * runs, 64, [&](int64_t r0, int64_t r1) {
    std::vector<A> line(static_cast<size_t>(inner));
    for (int64_t r = r0; r < r1; r++) {
      std::fill(line.begin(), line.end(), start);
      const auto [begin, end] = places[static_cast<size_t>(r)];
      for (int64_t k = begin; k < end; k++) {
        const scalar_t* const from = x + (r / runs * n + k) * inner;
        for (int64_t i = 0; i < inner; i++) {
          const A v = static_cast<A>(from[i]), so_far = line[static_cast<size_t>(i)];
          A& result = line[static_cast<size_t>(i)];
          switch (kind) {
            case Kind::Max: result = v != v || v > so_far ? v : so_far; break;
            case Kind::Min: result = v != v || v < so_far ? v : so_far; break;
            case Kind::Prod: result = so_far * v; break;
            default: result = so_far + v;
          }
        }
      }
      for (int64_t i = 0; i < inner; i++) {
        A v = line[static_cast<size_t>(i)];
        // A mean of nothing is not a number, unless there is a value to begin with.
        if (kind == Kind::Mean) v = end > begin ? v / static_cast<A>(end - begin) : initial.has_value() ? v : std::numeric_limits<A>::quiet_NaN();
        to[r * inner + i] = static_cast<scalar_t>(v);
      }
    }
  });
}

}  // namespace
}  // namespace at::native

#include <ATen/native/SegmentReduce.stubs.inc>
