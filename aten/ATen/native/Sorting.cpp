// sort, topk, kthvalue, median, mode: one line after another along the dimension, as keys with their places (SortKeys.h).
#include <ATen/EmptyTensor.h>
#include <ATen/Parallel.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/sort.h>
#include <ATen/native/Checks.h>
#include <ATen/native/IndexLoop.h>
#include <ATen/native/SortKeys.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace at::native {
namespace {

using Meta2 = std::array<OutputMeta, 2>;

OutputMeta meta_of(IntArrayRef sizes, ScalarType dtype) {
  return {c10::DimVector(sizes.begin(), sizes.end()), dtype};
}
void check_ordered(const char* op, const Tensor& self, bool bools) {
  const ScalarType t = self.scalar_type();
  TORCH_CHECK_TYPE(!c10::isComplexType(t), op, "(): argument 'self': complex dtypes have no order, got ", t);
  TORCH_CHECK_NOT_IMPLEMENTED(bools || t != ScalarType::Bool, op, "(): argument 'self': not implemented for dtype ", t);
}

// The lines along one dimension, and results with a line of `out_size` for each of them.
struct Lines {
  Tensor source; // contiguous, a line after another
  int64_t count = 0, size = 0, out_size = 0;
  ScalarType dtype;

  Lines(const Tensor& self, int64_t dim, int64_t results) : source(at_least_1d(self)), out_size(results), dtype(self.scalar_type()) {
    if (dim != source.dim() - 1) source = source.transpose(dim, -1);
    source = source.contiguous();
    size = source.size(-1);
    count = size == 0 ? 0 : source.numel() / size;
  }
  const char* line(int64_t l) const { return static_cast<const char*>(source.const_data_ptr()) + l * size * static_cast<int64_t>(source.element_size()); }

  // f(l, line, value_at, indices): fills the line of indices; the values follow.
  template <class K, class F>
  void run(int64_t dim, Tensor* values, Tensor& indices, const F& f) const {
    if (indices.numel() == 0) return;
    const bool last = dim == source.dim() - 1;
    DimVector sizes(source.sizes());
    sizes.back() = out_size;
    // Results along another dimension are made aside and copied.
    Tensor places = last ? indices : at::detail::empty_cpu(sizes, ScalarType::Long);
    Tensor elements = last && values != nullptr ? *values : at::detail::empty_cpu(values != nullptr ? IntArrayRef(sizes) : IntArrayRef({0}), dtype);
    int64_t* const to = places.mutable_data_ptr<int64_t>();
    K* const out = values != nullptr ? static_cast<K*>(elements.mutable_data_ptr()) : nullptr;
    at::parallel_for(0, count, std::max<int64_t>(1, 16'384 / size), [&](int64_t l0, int64_t l1) {
      for (int64_t l = l0; l < l1; ++l) {
        const K* const from = reinterpret_cast<const K*>(line(l));
        int64_t* const index = to + l * out_size;
        f(from, index);
        if (out != nullptr) {
          for (int64_t i = 0; i < out_size; ++i) out[l * out_size + i] = from[index[i]];
        }
      }
    });
    if (last) return;
    const auto put = [&](Tensor& result, const Tensor& made) { at_least_1d(result).copy_(made.transpose(dim, -1)); };
    put(indices, places);
    if (values != nullptr) put(*values, elements);
  }
};

// ---- sort

Meta2 sort_metas(const char* op, const Tensor& self, int64_t dim) {
  wrap_dim(op, dim, self);
  check_ordered(op, self, true);
  return {meta_of(self.sizes(), self.scalar_type()), meta_of(self.sizes(), ScalarType::Long)};
}

void sort_into(const Tensor& self, int64_t dim, bool descending, Tensor* values, Tensor& indices) {
  const int64_t d = wrap_dim("sort", dim, self);
  const Lines lines(self, d, at_least_1d(self).size(d));
  with_keys("sort", lines.dtype, lines.size, [&](auto key, auto item) {
    using K = decltype(key);
    using Item = decltype(item);
    lines.run<K>(d, values, indices, [&](const K* from, int64_t* index) {
      with_sorted<K, Item>(lines.dtype, from, lines.size, descending, [&](const auto* sorted) {
        for (int64_t i = 0; i < lines.size; ++i) index[i] = sorted[i].index();
      });
    });
  });
}

Meta2 sort_meta(const Tensor& self, int64_t dim, bool /*descending*/) {
  return sort_metas("sort", self, dim);
}
Meta2 sort_stable_meta(const Tensor& self, std::optional<bool> /*stable*/, int64_t dim, bool /*descending*/) {
  return sort_metas("sort", self, dim);
}
OutputMeta argsort_meta(const Tensor& self, int64_t dim, bool /*descending*/) {
  return sort_metas("argsort", self, dim)[1];
}
OutputMeta argsort_stable_meta(const Tensor& self, bool /*stable*/, int64_t dim, bool /*descending*/) {
  return sort_metas("argsort", self, dim)[1];
}
void sort_cpu(const Tensor& self, int64_t dim, bool descending, Tensor& values, Tensor& indices) {
  sort_into(self, dim, descending, &values, indices);
}
void sort_stable_cpu(const Tensor& self, std::optional<bool> /*stable*/, int64_t dim, bool descending, Tensor& values, Tensor& indices) {
  sort_into(self, dim, descending, &values, indices);
}
void argsort_cpu(const Tensor& self, int64_t dim, bool descending, Tensor& out) {
  sort_into(self, dim, descending, nullptr, out);
}
void argsort_stable_cpu(const Tensor& self, bool /*stable*/, int64_t dim, bool descending, Tensor& out) {
  sort_into(self, dim, descending, nullptr, out);
}
Tensor msort(const Tensor& self) {
  return std::get<0>(at::sort(self, 0, false));
}

// ---- topk

Meta2 topk_meta(const Tensor& self, int64_t k, int64_t dim, bool /*largest*/, bool /*sorted*/) {
  const int64_t d = wrap_dim("topk", dim, self);
  check_ordered("topk", self, false);
  const int64_t size = self.dim() == 0 ? 1 : self.size(d);
  TORCH_CHECK(k >= 0 && k <= size, "topk(): argument 'k': selected index k out of range: ", k, " of ", size, " in dimension ", d);
  c10::DimVector sizes(self.sizes());
  if (self.dim() > 0) sizes[static_cast<size_t>(d)] = k;
  return {meta_of(sizes, self.scalar_type()), meta_of(sizes, ScalarType::Long)};
}

// The first k of n in order when they are few: kept in a buffer whose worst falls as it fills. Of equal elements the first are taken.
template <class K, class Item>
void select_few(ScalarType dtype, const K* from, int64_t n, int64_t k, bool descending, int64_t* index) {
  constexpr int64_t kStep = 128; // elements between looks at the room
  const int64_t room = 2 * k + 2 * kStep;
  Uncleared<Item> buffer(room);
  Item* const kept = buffer.data();
  int64_t held = 0;
  uint64_t worst = std::numeric_limits<uint64_t>::max(); // a key beyond this one is out
  K keys[kKeyBlock];
  for (int64_t b = 0; b < n; b += kKeyBlock) {
    const int64_t m = std::min(kKeyBlock, n - b);
    encode_keys<K>(dtype, from + b, m, descending, keys);
    for (int64_t s = 0; s < m; s += kStep) {
      for (int64_t i = s; i < std::min(m, s + kStep); ++i) {
        kept[held] = Item::make(keys[i], b + i);
        held += static_cast<uint64_t>(keys[i]) <= worst;
      }
      if (held < room - kStep) continue;
      std::nth_element(kept, kept + k - 1, kept + held);
      held = k;
      worst = kept[k - 1].key();
    }
  }
  std::partial_sort(kept, kept + k, kept + held);
  for (int64_t i = 0; i < k; ++i) index[i] = kept[i].index();
}

// The first k of n in order when they are not few. Which of equal elements are taken is std::nth_element's and std::sort's choice,
// and by that PyTorch's.
template <class K, class Item>
void select_many(ScalarType dtype, const K* from, int64_t n, int64_t k, bool descending, int64_t* index) {
  Uncleared<Item> items(n);
  make_items<K>(dtype, from, n, descending, items.data());
  const auto by_key = [](const Item& a, const Item& b) { return a.key() < b.key(); };
  std::nth_element(items.data(), items.data() + k - 1, items.data() + n, by_key);
  std::sort(items.data(), items.data() + k - 1, by_key);
  for (int64_t i = 0; i < k; ++i) index[i] = items.data()[i].index();
}

void topk_cpu(const Tensor& self, int64_t k, int64_t dim, bool largest, bool /*sorted*/, Tensor& values, Tensor& indices) {
  const int64_t d = wrap_dim("topk", dim, self);
  const int64_t results = self.dim() == 0 ? 1 : k; // a number is its own top, whatever k
  const Lines lines(self, d, results);
  with_keys("topk", lines.dtype, lines.size, [&](auto key, auto item) {
    using K = decltype(key);
    using Item = decltype(item);
    lines.run<K>(d, &values, indices, [&](const K* from, int64_t* index) {
      const bool few = results <= lines.size / 64;
      (few ? select_few<K, Item> : select_many<K, Item>)(lines.dtype, from, lines.size, results, largest, index);
    });
  });
}

// ---- kthvalue, median

Meta2 reduced_metas(const char* op, const Tensor& self, int64_t dim, bool keepdim, bool bools) {
  const int64_t d = wrap_dim(op, dim, self);
  TORCH_CHECK_NOT_IMPLEMENTED(!c10::isComplexType(self.scalar_type()), op, "(): argument 'self': not implemented for dtype ", self.scalar_type());
  check_ordered(op, self, bools);
  TORCH_CHECK_INDEX(self.dim() == 0 || self.size(d) != 0, op, "(): argument 'self': Expected reduction dim ", d, " to have non-zero size, got shape ", self.sizes());
  c10::DimVector sizes(self.sizes());
  if (self.dim() > 0) {
    if (keepdim) {
      sizes[static_cast<size_t>(d)] = 1;
    } else {
      sizes.erase(sizes.begin() + d);
    }
  }
  return {meta_of(sizes, self.scalar_type()), meta_of(sizes, ScalarType::Long)};
}

// Which element of n, of which the last `nans` are NaN.
using Rank = std::function<int64_t(int64_t n, int64_t nans)>;

// Closures, as the type of a function pointer in a std::function would become a symbol of the library.
constexpr auto middle = [](int64_t n, int64_t nans) -> int64_t { // the lower one of two; the first NaN if there is one
  return nans > 0 ? n - nans : (n - 1) / 2;
};
constexpr auto middle_of_numbers = [](int64_t n, int64_t nans) -> int64_t {
  return nans == n ? 0 : (n - nans - 1) / 2;
};

// The place of the element that sorting puts at k, by key and place.
template <class K, class Item>
int64_t select_rank(ScalarType dtype, const K* from, int64_t n, const Rank& rank) {
  Uncleared<Item> items(n);
  make_items<K>(dtype, from, n, false, items.data());
  int64_t nans = 0;
  if (has_nan(dtype)) {
    for (int64_t i = 0; i < n; ++i) nans += items.data()[i].key() == static_cast<K>(~K(0));
  }
  const int64_t k = rank(n, nans);
  std::nth_element(items.data(), items.data() + k, items.data() + n);
  return items.data()[k].index();
}

// Textbook quickselect, with the median of three as pivot: of equal elements it finds the one that PyTorch finds.
template <class Item>
int64_t quick_select(Item* items, int64_t n, int64_t k) {
  int64_t left = 0, right = n - 1;
  const auto order = [&](int64_t a, int64_t b) { // the smaller key to a
    if (items[a].key() > items[b].key()) std::swap(items[a], items[b]);
  };
  while (right > left) {
    if (right == left + 1) {
      order(left, right);
      break;
    }
    std::swap(items[left + (right - left) / 2], items[left + 1]);
    order(left + 1, right);
    order(left, right);
    order(left + 1, left);
    const uint64_t pivot = items[left].key();
    int64_t i = left + 1, j = right;
    for (;;) {
      do ++i;
      while (items[i].key() < pivot);
      do --j;
      while (items[j].key() > pivot);
      if (j < i) break;
      std::swap(items[i], items[j]);
    }
    std::swap(items[left], items[j]);
    if (j <= k) left = i;
    if (j >= k) right = j - 1;
  }
  return items[k].index();
}

// Results of one element a line have the line's dimension or not; seen with it here.
template <class Pick>
void reduce_lines(const char* op, const Tensor& self, int64_t dim, Tensor& values, Tensor& indices, const Pick& pick) {
  const int64_t d = wrap_dim(op, dim, self);
  const Lines lines(self, d, 1);
  const bool same_rank = self.dim() == 0 || values.dim() == self.dim();
  Tensor v = same_rank ? values : values.unsqueeze(d), i = same_rank ? indices : indices.unsqueeze(d);
  with_keys(op, lines.dtype, lines.size, [&](auto key, auto item) {
    using K = decltype(key);
    lines.run<K>(d, &v, i, [&](const K* from, int64_t* index) { *index = pick(lines.dtype, from, lines.size, item); });
  });
}
void reduce_to_rank(const char* op, const Tensor& self, int64_t dim, Tensor& values, Tensor& indices, const Rank& rank) {
  reduce_lines(op, self, dim, values, indices, [&](ScalarType dtype, const auto* from, int64_t n, auto item) {
    return select_rank<std::remove_cv_t<std::remove_pointer_t<decltype(from)>>, decltype(item)>(dtype, from, n, rank);
  });
}

Meta2 kthvalue_meta(const Tensor& self, int64_t k, int64_t dim, bool keepdim) {
  Meta2 metas = reduced_metas("kthvalue", self, dim, keepdim, false);
  const int64_t d = wrap_dim("kthvalue", dim, self), size = self.dim() == 0 ? 1 : self.size(d);
  TORCH_CHECK(k >= 1 && k <= size, "kthvalue(): argument 'k': selected number k out of range for dimension ", d, ": ", k, " of ", size);
  return metas;
}
void kthvalue_cpu(const Tensor& self, int64_t k, int64_t dim, bool /*keepdim*/, Tensor& values, Tensor& indices) {
  reduce_lines("kthvalue", self, dim, values, indices, [k](ScalarType dtype, const auto* from, int64_t n, auto item) {
    using K = std::remove_cv_t<std::remove_pointer_t<decltype(from)>>;
    Uncleared<decltype(item)> items(n);
    make_items<K>(dtype, from, n, false, items.data());
    return quick_select(items.data(), n, k - 1);
  });
}

Meta2 median_dim_meta(const Tensor& self, int64_t dim, bool keepdim) {
  return reduced_metas("median", self, dim, keepdim, false);
}
Meta2 nanmedian_dim_meta(const Tensor& self, int64_t dim, bool keepdim) {
  return reduced_metas("nanmedian", self, dim, keepdim, false);
}
void median_dim_cpu(const Tensor& self, int64_t dim, bool /*keepdim*/, Tensor& values, Tensor& indices) {
  reduce_to_rank("median", self, dim, values, indices, middle);
}
void nanmedian_dim_cpu(const Tensor& self, int64_t dim, bool /*keepdim*/, Tensor& values, Tensor& indices) {
  reduce_to_rank("nanmedian", self, dim, values, indices, middle_of_numbers);
}

OutputMeta whole_meta(const char* op, const Tensor& self) {
  TORCH_CHECK_NOT_IMPLEMENTED(!c10::isComplexType(self.scalar_type()), op, "(): argument 'self': not implemented for dtype ", self.scalar_type());
  check_ordered(op, self, self.numel() == 0);
  return meta_of({}, self.scalar_type());
}
OutputMeta median_meta(const Tensor& self) {
  return whole_meta("median", self);
}
OutputMeta nanmedian_meta(const Tensor& self) {
  return whole_meta("nanmedian", self);
}
// Of no elements NaN, or what PyTorch's NaN becomes as an integer.
void fill_empty(Tensor& out) {
  switch (out.scalar_type()) {
    case ScalarType::Long: out.fill_(std::numeric_limits<int64_t>::min()); break;
    case ScalarType::Int: out.fill_(int64_t{std::numeric_limits<int32_t>::min()}); break;
    case ScalarType::Bool: out.fill_(true); break;
    case ScalarType::Short:
    case ScalarType::Char:
    case ScalarType::Byte: out.fill_(0); break;
    default: out.fill_(std::numeric_limits<double>::quiet_NaN());
  }
}
void whole_median(const char* op, const Tensor& self, Tensor& out, const Rank& rank) {
  if (self.numel() == 0) return fill_empty(out);
  Tensor index = at::detail::empty_cpu({}, ScalarType::Long);
  reduce_to_rank(op, self.reshape({-1}), 0, out, index, rank);
}
void median_cpu(const Tensor& self, Tensor& out) {
  whole_median("median", self, out, middle);
}
void nanmedian_cpu(const Tensor& self, Tensor& out) {
  whole_median("nanmedian", self, out, middle_of_numbers);
}

// ---- mode

Meta2 mode_meta(const Tensor& self, int64_t dim, bool keepdim) {
  return reduced_metas("mode", self, dim, keepdim, true);
}
void mode_cpu(const Tensor& self, int64_t dim, bool /*keepdim*/, Tensor& values, Tensor& indices) {
  const int64_t d = wrap_dim("mode", dim, self);
  const Lines lines(self, d, 1);
  const bool same_rank = self.dim() == 0 || values.dim() == self.dim();
  Tensor v = same_rank ? values : values.unsqueeze(d), places = same_rank ? indices : indices.unsqueeze(d);
  with_keys("mode", lines.dtype, lines.size, [&](auto key, auto item) {
    using K = decltype(key);
    using Item = decltype(item);
    const uint64_t nan = static_cast<K>(~K(0));
    lines.run<K>(d, &v, places, [&](const K* from, int64_t* index) {
      with_sorted<K, Item>(lines.dtype, from, lines.size, false, [&](const auto* sorted) {
        // The longest run of equal elements, the first of several; of its places the last. A NaN equals nothing.
        int64_t best = 0, begin = 0;
        for (int64_t i = 0; i < lines.size; ++i) {
          const bool nans = has_nan(lines.dtype) && sorted[i].key() == nan;
          if (i > 0 && (nans || sorted[i].key() != sorted[i - 1].key())) begin = i;
          if (i + 1 - begin > best) best = i + 1 - begin, *index = sorted[i].index();
        }
      });
    });
  });
}

} // namespace
} // namespace at::native

#include <ATen/native/Sorting.stubs.inc>
