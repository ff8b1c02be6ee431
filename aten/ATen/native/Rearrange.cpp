// The operators of Rearrange.yaml; none of them looks at a value, so kernels know elements by their size only.
#include <ATen/EmptyTensor.h>
#include <ATen/Parallel.h>
#include <ATen/core/Tensor.h>
#include <ATen/native/Checks.h>
#include <ATen/native/CopyStrides.h>
#include <ATen/native/cpu/Geometry.h>
#include <ATen/native/cpu/StridedCopy.h>
#include <ATen/ops/flip.h>
#include <ATen/ops/repeat.h>
#include <c10/core/WrapDimMinimal.h>
#include <c10/util/Exception.h>
#include <c10/util/SmallVector.h>

#include <algorithm>
#include <cstring>

namespace at::native {
namespace {

using c10::maybe_wrap_dim;

// Bytes that one task writes.
constexpr int64_t kTask = 128 * 1024;

// ---- flip

OutputMeta flip_meta(const Tensor& self, IntArrayRef dims) {
  c10::SmallVector<bool, 8> seen(static_cast<size_t>(std::max<int64_t>(self.dim(), 1)), false);
  for (const int64_t dim : dims) {
    const int64_t d = maybe_wrap_dim(dim, self.dim());
    TORCH_CHECK(!seen[d], "flip(): argument 'dims': dim ", d, " appears multiple times in the list of dims ", dims);
    seen[d] = true;
  }
  return {DimVector(self.sizes().begin(), self.sizes().end()), self.scalar_type(), copy_strides(self, MemoryFormat::Preserve)};
}

// A strided copy whose source strides are negative along the reversed dimensions.
void flip_cpu(const Tensor& self, IntArrayRef dims, Tensor& out) {
  if (out.numel() == 0) {
    return;
  }
  const int64_t size = static_cast<int64_t>(self.element_size());
  DimVector strides(self.strides().begin(), self.strides().end());
  int64_t first = 0;
  if (self.dim() > 0) {
    for (const int64_t dim : dims) {
      const int64_t d = maybe_wrap_dim(dim, self.dim());
      first += (self.sizes()[d] - 1) * strides[d];
      strides[d] = -strides[d];
    }
  }
  Geometry g;
  g.start(out.sizes(), 2);
  g.set_operand(0, out.sizes(), out.strides(), size);
  g.order(); // by the result alone
  g.strides[1].resize(g.shape.size());
  for (size_t i = 0; i < g.shape.size(); ++i) {
    g.strides[1][i] = g.shape[i] == 1 ? 0 : strides[g.perm[i]] * size;
  }
  g.coalesce();
  copy_strided(g, size, static_cast<char*>(out.mutable_data_ptr()), static_cast<const char*>(self.const_data_ptr()) + first * size);
}

Tensor fliplr(const Tensor& self) {
  TORCH_CHECK(self.dim() >= 2, "fliplr(): argument 'self': Input must be >= 2-d.");
  return at::flip(self, {1});
}
Tensor flipud(const Tensor& self) {
  TORCH_CHECK(self.dim() >= 1, "flipud(): argument 'self': Input must be >= 1-d.");
  return at::flip(self, {0});
}

Tensor rot90(const Tensor& self, int64_t k, IntArrayRef dims) {
  TORCH_CHECK(dims.size() == 2, "rot90(): argument 'dims': expected total rotation dims == 2, but got dims = ", dims.size());
  TORCH_CHECK(self.dim() >= 2, "rot90(): argument 'self': expected total dims >= 2, but got total dims = ", self.dim());
  const int64_t a = maybe_wrap_dim(dims[0], self.dim()), b = maybe_wrap_dim(dims[1], self.dim());
  TORCH_CHECK(a != b, "rot90(): argument 'dims': expected rotation dims to be different, but got dim0 = ", dims[0], " and dim1 = ", dims[1]);
  switch (((k % 4) + 4) % 4) {
    case 1: return at::flip(self, {b}).transpose(a, b);
    case 2: return at::flip(self, {a, b});
    case 3: return at::flip(self, {a}).transpose(a, b);
    default: return self.clone(MemoryFormat::Contiguous);
  }
}

// ---- roll

// Blocks that stay together: each rolled dimension cuts the rest in two.
void roll_blocks(const Tensor& self, const Tensor& out, const DimVector& shifts, int64_t d) {
  while (d < self.dim() && shifts[d] == 0) {
    ++d;
  }
  if (d == self.dim()) {
    out.copy_(self);
    return;
  }
  const int64_t shift = shifts[d], rest = self.size(d) - shift;
  roll_blocks(self.narrow(d, 0, rest), out.narrow(d, shift, rest), shifts, d + 1);
  roll_blocks(self.narrow(d, rest, shift), out.narrow(d, 0, shift), shifts, d + 1);
}

void roll_cpu(const Tensor& self, IntArrayRef shifts, IntArrayRef dims, Tensor& out) {
  TORCH_CHECK(!shifts.empty(), "roll(): argument 'shifts': `shifts` required");
  if (dims.empty() && shifts.size() == 1) {
    if (self.numel() > 0) {
      const int64_t n = self.numel();
      roll_blocks(self.reshape({n}), out.view({n}), {((shifts[0] % n) + n) % n}, 0);
    }
    return;
  }
  TORCH_CHECK(shifts.size() == dims.size(), "roll(): argument 'dims': shifts and dimensions must align. shifts: ", shifts.size(), ", dims:", dims.size());
  if (self.numel() == 0) {
    return;
  }
  TORCH_CHECK_INDEX(self.dim() > 0, "roll(): argument 'dims': Dimension specified as ", dims[0], " but tensor has no dimensions");
  DimVector total(static_cast<size_t>(self.dim()), 0);
  for (size_t i = 0; i < dims.size(); ++i) {
    const int64_t d = maybe_wrap_dim(dims[i], self.dim()), n = self.size(d);
    total[d] = (total[d] + ((shifts[i] % n) + n) % n) % n;
  }
  roll_blocks(self, out, total, 0);
}

// ---- repeat

OutputMeta repeat_meta(const Tensor& self, IntArrayRef repeats) {
  const int64_t dims = static_cast<int64_t>(repeats.size());
  TORCH_CHECK(
      dims >= self.dim(), "repeat(): argument 'repeats' ", repeats, ": Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor (", self.dim(), ")");
  OutputMeta meta;
  meta.dtype = self.scalar_type();
  for (int64_t d = 0; d < dims; ++d) {
    const int64_t own = d - (dims - self.dim());
    int64_t size = own < 0 ? 1 : self.size(own);
    TORCH_CHECK(repeats[d] >= 0, "repeat(): argument 'repeats': Trying to create tensor with negative dimension ", repeats[d], ": ", repeats);
    TORCH_CHECK(!__builtin_mul_overflow(size, repeats[d], &size), "repeat(): argument 'repeats' ", repeats, " of self of shape ", self.sizes(), " is more than a size can hold");
    meta.sizes.push_back(size);
  }
  return meta;
}

// The first `bytes` of `to` are filled; the same follows until they stand there `times` times.
void replicate(char* to, int64_t bytes, int64_t times) {
  const int64_t all = bytes * times;
  int64_t have = bytes;
  // Doubled until it is worth a call, then copied out of the cache.
  for (int64_t n; have < all && have < 16 * 1024; have += n) {
    n = std::min(have, all - have);
    std::memcpy(to + have, to, static_cast<size_t>(n));
  }
  for (int64_t n, block = have; have < all; have += n) {
    n = std::min(block, all - have);
    std::memcpy(to + have, to, static_cast<size_t>(n));
  }
}

struct Repeat {
  DimVector sizes, times; // outermost first; inner dimensions that are not repeated merged into `run`
  DimVector in, out; // bytes of one index of a dimension
  int64_t run = 0; // bytes moved as one

  // Fills one index of the dimension before d.
  void fill(char* to, const char* from, size_t d) const {
    if (d == sizes.size()) {
      std::memcpy(to, from, static_cast<size_t>(run));
      return;
    }
    for (int64_t i = 0; i < sizes[d]; ++i) {
      fill(to + i * out[d], from + i * in[d], d + 1);
    }
    replicate(to, sizes[d] * out[d], times[d]);
  }
};

void repeat_cpu(const Tensor& self, IntArrayRef repeats, Tensor& result) {
  if (result.numel() == 0) {
    return;
  }
  const Tensor dense = self.contiguous();
  Repeat r;
  r.run = static_cast<int64_t>(self.element_size());
  int64_t in = r.run, out = r.run;
  for (int64_t d = static_cast<int64_t>(repeats.size()) - 1, own = self.dim() - 1; d >= 0; --d, --own) {
    const int64_t size = own < 0 ? 1 : self.size(own), times = repeats[d];
    if (times == 1 && r.sizes.empty()) {
      r.run *= size; // nothing repeated yet
    } else if (!r.sizes.empty() && times == 1 && r.times.back() == 1) {
      r.sizes.back() *= size;
    } else if (!r.sizes.empty() && size == 1 && r.sizes.back() == 1) {
      r.times.back() *= times;
    } else if (size != 1 || times != 1) {
      r.sizes.push_back(size);
      r.times.push_back(times);
      r.in.push_back(in);
      r.out.push_back(out);
      // A row that is repeated whole is one run.
      if (r.sizes.size() == 1) {
        r.run *= size;
        r.in[0] = in * size;
        r.out[0] = out * size;
        r.sizes[0] = 1;
      }
    }
    in *= size;
    out *= size * times;
  }
  std::reverse(r.sizes.begin(), r.sizes.end());
  std::reverse(r.times.begin(), r.times.end());
  std::reverse(r.in.begin(), r.in.end());
  std::reverse(r.out.begin(), r.out.end());
  char* const to = static_cast<char*>(result.mutable_data_ptr());
  const char* const from = static_cast<const char*>(dense.const_data_ptr());
  if (r.sizes.empty()) {
    std::memcpy(to, from, static_cast<size_t>(r.run));
    return;
  }
  const bool element = r.run == 1 || r.run == 2 || r.run == 4 || r.run == 8 || r.run == 16;
  if (element && r.sizes.size() > 1 && r.times.back() * r.run <= 256) {
    // Short repetitions: a strided copy that does not move along the repeated dimensions.
    Geometry g;
    g.strides.resize(2);
    const auto dimension = [&](int64_t size, int64_t to_stride, int64_t from_stride) {
      g.shape.push_back(size);
      g.strides[0].push_back(to_stride);
      g.strides[1].push_back(from_stride);
    };
    for (size_t d = r.sizes.size(); d-- > 0;) {
      if (r.sizes[d] != 1) dimension(r.sizes[d], r.out[d], r.in[d]);
      if (r.times[d] != 1) dimension(r.times[d], r.sizes[d] * r.out[d], 0);
    }
    return copy_strided(g, r.run, to, from);
  }
  // The outermost dimension in parallel, its repetitions too.
  const int64_t block = r.out[0], rows = r.sizes[0];
  at::parallel_for(0, rows, std::max<int64_t>(1, kTask / block), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      r.fill(to + i * block, from + i * r.in[0], 1);
    }
  });
  const int64_t whole = rows * block;
  if (whole < kTask) {
    replicate(to, whole, r.times[0]);
    return;
  }
  at::parallel_for(1, r.times[0], 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      std::memcpy(to + i * whole, to, static_cast<size_t>(whole));
    }
  });
}

Tensor tile(const Tensor& self, IntArrayRef dims) {
  DimVector repeats(static_cast<size_t>(std::max<int64_t>(0, self.dim() - static_cast<int64_t>(dims.size()))), 1);
  repeats.append(dims.begin(), dims.end());
  return at::repeat(self, repeats);
}

// ---- repeat_interleave

void check_counts(const Tensor& repeats) {
  TORCH_CHECK_NOT_IMPLEMENTED(repeats.is_cpu(), "repeat_interleave(): argument 'repeats': its values are needed, and device '", repeats.device().str(), "' has none here");
  TORCH_CHECK_NOT_IMPLEMENTED(
      repeats.scalar_type() == ScalarType::Long || repeats.scalar_type() == ScalarType::Int, "repeat_interleave(): argument 'repeats': \"repeat_interleave_cpu\" not implemented for '",
      c10::toString(repeats.scalar_type()), "'");
}

// How often each index occurs, as int64, and the sum, which output_size must be if given.
struct Counts {
  Tensor held;
  const int64_t* count;
  int64_t n, total = 0;

  Counts(const Tensor& repeats, std::optional<int64_t> output_size) : held(repeats.to(ScalarType::Long).contiguous()), count(held.const_data_ptr<int64_t>()), n(held.numel()) {
    for (int64_t i = 0; i < n; ++i) {
      TORCH_CHECK(count[i] >= 0, "repeat_interleave(): argument 'repeats': repeats can not be negative, got ", count[i]);
      TORCH_CHECK(!__builtin_add_overflow(total, count[i], &total), "repeat_interleave(): argument 'repeats' adds up to more than a size can hold");
    }
    TORCH_CHECK(
        !output_size.has_value() || *output_size == total, "repeat_interleave(): argument 'output_size': allocated size does not match required size: Invalid output_size, expected ", total, " but got ",
        output_size.value_or(0));
  }
};

Tensor repeat_interleave_indices(const Tensor& repeats, std::optional<int64_t> output_size) {
  TORCH_CHECK(repeats.dim() == 1, "repeat_interleave(): argument 'repeats': repeat_interleave only accept 1D vector as repeat, got shape ", repeats.sizes());
  check_counts(repeats);
  const Counts counts(repeats, output_size);
  Tensor out = detail::empty_cpu({counts.total}, repeats.scalar_type());
  const auto fill = [&](auto* to) {
    for (int64_t i = 0; i < counts.n; ++i) {
      to = std::fill_n(to, counts.count[i], static_cast<std::remove_reference_t<decltype(*to)>>(i));
    }
  };
  if (out.scalar_type() == ScalarType::Int) {
    fill(out.mutable_data_ptr<int32_t>());
  } else {
    fill(out.mutable_data_ptr<int64_t>());
  }
  return out;
}

// Slice i of dimension d `times(i)` times; `total` of them in all.
template <class Times>
Tensor interleave(const Tensor& self, int64_t d, int64_t total, Times times) {
  TORCH_CHECK_NOT_IMPLEMENTED(self.is_cpu(), "repeat_interleave(): no kernel for device '", self.device().str(), "'; cpu exists");
  DimVector sizes(self.sizes().begin(), self.sizes().end());
  const int64_t n = sizes[d];
  int64_t rows = 1, run = static_cast<int64_t>(self.element_size());
  for (int64_t i = 0; i < self.dim(); ++i) {
    (i < d ? rows : run) *= i == d ? 1 : sizes[i];
  }
  sizes[d] = total;
  Tensor out = detail::empty_cpu(sizes, self.scalar_type());
  if (out.numel() == 0) {
    return out;
  }
  const Tensor dense = self.contiguous();
  const char* const from = static_cast<const char*>(dense.const_data_ptr());
  char* const to = static_cast<char*>(out.mutable_data_ptr());
  const bool single = run == static_cast<int64_t>(self.element_size());
  at::parallel_for(0, rows, std::max<int64_t>(1, kTask / (total * run)), [&](int64_t begin, int64_t end) {
    if (single) {
      with_element(run, [&](auto element) {
        using U = decltype(element);
        U* at = reinterpret_cast<U*>(to) + begin * total;
        const U* x = reinterpret_cast<const U*>(from) + begin * n;
        for (int64_t row = begin; row < end; ++row, x += n) {
          for (int64_t i = 0; i < n; ++i) {
            for (int64_t k = times(i); k > 0; --k) *at++ = x[i];
          }
        }
      });
      return;
    }
    char* at = to + begin * total * run;
    const char* x = from + begin * n * run;
    for (int64_t row = begin; row < end; ++row) {
      for (int64_t i = 0; i < n; ++i, x += run) {
        for (int64_t k = times(i); k > 0; --k, at += run) std::memcpy(at, x, static_cast<size_t>(run));
      }
    }
  });
  return out;
}

Tensor repeat_interleave_evenly(const Tensor& given, int64_t repeats, std::optional<int64_t> dim, std::optional<int64_t> output_size) {
  TORCH_CHECK(repeats >= 0, "repeat_interleave(): argument 'repeats': Repeats must be non-negative, got ", repeats);
  const Tensor self = dim.has_value() ? given : given.reshape({-1});
  TORCH_CHECK_INDEX(self.dim() > 0, "repeat_interleave(): argument 'dim': Dimension specified as ", dim.value_or(0), " but tensor has no dimensions");
  const int64_t d = maybe_wrap_dim(dim.value_or(0), self.dim());
  int64_t total;
  TORCH_CHECK(!__builtin_mul_overflow(self.size(d), repeats, &total), "repeat_interleave(): argument 'repeats' is ", repeats, "; the result is more than a size can hold");
  TORCH_CHECK(
      !output_size.has_value() || *output_size == total, "repeat_interleave(): argument 'output_size': Invalid output_size, expected ", total, " but got ", output_size.value_or(0));
  return interleave(self, d, total, [repeats](int64_t) { return repeats; });
}

Tensor repeat_interleave_by(const Tensor& given, const Tensor& repeats, std::optional<int64_t> dim, std::optional<int64_t> output_size) {
  TORCH_CHECK(repeats.dim() <= 1, "repeat_interleave(): argument 'repeats': repeats must be 0-dim or 1-dim tensor, got shape ", repeats.sizes());
  check_counts(repeats);
  const Tensor self = dim.has_value() ? given : given.reshape({-1});
  TORCH_CHECK_INDEX(self.dim() > 0, "repeat_interleave(): argument 'dim': Dimension specified as ", dim.value_or(0), " but tensor has no dimensions");
  const int64_t d = maybe_wrap_dim(dim.value_or(0), self.dim()), n = self.size(d);
  TORCH_CHECK(
      repeats.numel() == 1 || repeats.numel() == n, "repeat_interleave(): argument 'repeats': repeats must have the same size as input along dim, but got repeats.size(0) = ", repeats.numel(),
      " and input.size(", d, ") = ", n);
  // One number serves every index.
  const Counts counts(repeats.numel() == 1 ? repeats.reshape({1}).expand({n}) : repeats, output_size);
  return interleave(self, d, counts.total, [&](int64_t i) { return counts.count[i]; });
}

// ---- combinations

// How many ways there are to choose r of n.
int64_t choices(int64_t n, int64_t r, bool with_replacement) {
  if (with_replacement ? n == 0 : r > n) {
    return 0;
  }
  // With replacement it is n - 1 of n + r - 1. k of `all` is all - k of `all`; the smaller k at least doubles the number at each
  // step, so few steps are taken before it is too large.
  int64_t all = n, k = r;
  bool fits = !with_replacement || !__builtin_add_overflow(n - 1, r, &all);
  if (fits) {
    k = std::min(k, all - r);
  }
  int64_t ways = 1;
  for (int64_t i = 1; fits && i <= k; ++i) {
    const __int128 next = static_cast<__int128>(ways) * (all - k + i) / i; // divides exactly
    fits = next <= INT64_MAX;
    ways = static_cast<int64_t>(next);
  }
  TORCH_CHECK(fits, "combinations(): argument 'r': ", r, " of ", n, " elements can be chosen in more ways than a size can hold");
  return ways;
}

Tensor combinations(const Tensor& self, int64_t r, bool with_replacement) {
  TORCH_CHECK(self.dim() == 1, "combinations(): argument 'self': Expect a 1D vector, but got shape ", self.sizes());
  TORCH_CHECK(r >= 0, "combinations(): argument 'r': Expect a non-negative number, but got ", r);
  if (r == 0) {
    return detail::empty(IntArrayRef{0}, self.options());
  }
  TORCH_CHECK_NOT_IMPLEMENTED(self.is_cpu(), "combinations(): no kernel for device '", self.device().str(), "'; cpu exists");
  const int64_t n = self.size(0);
  const int64_t rows = choices(n, r, with_replacement);
  Tensor out = detail::empty_cpu({rows, r}, self.scalar_type());
  if (rows == 0) {
    return out;
  }
  const Tensor dense = self.contiguous();
  std::vector<int64_t> choice(static_cast<size_t>(r), 0);
  for (int64_t k = 0; !with_replacement && k < r; ++k) {
    choice[k] = k;
  }
  with_element(static_cast<int64_t>(self.element_size()), [&](auto element) {
    using U = decltype(element);
    const U* const x = static_cast<const U*>(dense.const_data_ptr());
    U* to = static_cast<U*>(out.mutable_data_ptr());
    for (int64_t row = 0; row < rows; ++row) {
      for (int64_t k = 0; k < r; ++k) *to++ = x[choice[k]];
      // The last place that can go on does; those behind it start after it.
      int64_t k = r - 1;
      while (k >= 0 && choice[k] == (with_replacement ? n - 1 : n - r + k)) --k;
      if (k < 0) return;
      ++choice[k];
      for (int64_t j = k + 1; j < r; ++j) choice[j] = choice[j - 1] + !with_replacement;
    }
  });
  return out;
}

} // namespace
} // namespace at::native

#include <ATen/native/Rearrange.stubs.inc>
