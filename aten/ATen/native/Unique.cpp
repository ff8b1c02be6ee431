// Different elements and slices: sorted keys with their places, and where neighbours differ.
#include <ATen/EmptyTensor.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/index_select.h>
#include <ATen/native/Checks.h>
#include <ATen/native/IndexLoop.h>
#include <ATen/native/SortKeys.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

namespace at::native {
namespace {

using Three = std::tuple<Tensor, Tensor, Tensor>;

Tensor longs(IntArrayRef sizes) {
  return at::detail::empty_cpu(sizes, ScalarType::Long);
}
void check_ordered(const char* op, const Tensor& self) {
  TORCH_CHECK_NOT_IMPLEMENTED(!c10::isComplexType(self.scalar_type()), op, "(): argument 'self': not implemented for dtype ", self.scalar_type());
}

// Groups of equal elements or slices, in their order: for each the place of its first, for each place its group.
struct Groups {
  std::vector<int64_t> first, counts;
  Tensor inverse;

  Groups(bool with_inverse, int64_t n) : inverse(longs({with_inverse ? n : 0})), to_(with_inverse ? inverse.mutable_data_ptr<int64_t>() : nullptr) {}
  void add(int64_t place, bool starts) {
    if (starts) first.push_back(place), counts.push_back(0);
    ++counts.back();
    if (to_ != nullptr) to_[place] = static_cast<int64_t>(first.size()) - 1;
  }
  // `self` has dimension d of the groups; the inverse takes this shape.
  Three results(const Tensor& self, int64_t d, IntArrayRef inverse_sizes, bool with_inverse, bool with_counts) const {
    const int64_t n = static_cast<int64_t>(first.size());
    Tensor places = longs({n}), count = longs({with_counts ? n : 0});
    std::copy(first.begin(), first.end(), places.mutable_data_ptr<int64_t>());
    if (with_counts) std::copy(counts.begin(), counts.end(), count.mutable_data_ptr<int64_t>());
    return {at::index_select(self, d, places), with_inverse ? inverse.view(inverse_sizes) : inverse, count};
  }

 private:
  int64_t* to_;
};

// ---- Elements

Three unique_elements(const char* op, const Tensor& self, bool consecutive, bool with_inverse, bool with_counts) {
  check_ordered(op, self);
  const Tensor flat = self.contiguous().view({-1});
  const int64_t n = flat.numel();
  Groups groups(with_inverse, n);
  if (n > 0) {
    with_keys(op, flat.scalar_type(), n, [&](auto key, auto item) {
      using K = decltype(key);
      using Item = decltype(item);
      const bool nans = has_nan(flat.scalar_type());
      const auto starts = [nans](uint64_t a, uint64_t b) { return a != b || (nans && a == static_cast<K>(~K(0))); };
      if (consecutive) {
        Uncleared<K> keys(n);
        encode_keys<K>(flat.scalar_type(), flat.const_data_ptr(), n, false, keys.data());
        for (int64_t i = 0; i < n; ++i) groups.add(i, i == 0 || starts(keys.data()[i], keys.data()[i - 1]));
      } else {
        with_sorted<K, Item>(flat.scalar_type(), static_cast<const K*>(flat.const_data_ptr()), n, false, [&](const auto* sorted) {
          for (int64_t i = 0; i < n; ++i) groups.add(sorted[i].index(), i == 0 || starts(sorted[i].key(), sorted[i - 1].key()));
        });
      }
    });
  }
  return groups.results(flat, 0, self.sizes(), with_inverse, with_counts);
}

// ---- Slices

Three unique_slices(const char* op, const Tensor& self, int64_t dim, bool consecutive, bool with_inverse, bool with_counts) {
  check_ordered(op, self);
  TORCH_CHECK_INDEX(self.dim() > 0, op, "(): argument 'dim': Dimension specified as ", dim, " but tensor has no dimensions");
  const int64_t d = wrap_dim(op, dim, self), n = self.size(d);
  for (int64_t i = 0; i < self.dim(); ++i) {
    TORCH_CHECK(
        i == d || self.size(i) != 0, op, "(): argument 'self': There are 0 sized dimensions, and they aren't selected (dim is ", d, "), so unique cannot be applied to shape ", self.sizes());
  }
  Groups groups(with_inverse, n);
  if (n > 0) {
    const Tensor rows = self.transpose(0, d).contiguous();
    const int64_t width = rows.numel() / n;
    with_keys(op, self.scalar_type(), n, [&](auto key, auto /*item*/) {
      using K = decltype(key);
      Uncleared<K> keys(rows.numel());
      encode_keys<K>(self.scalar_type(), rows.const_data_ptr(), rows.numel(), false, keys.data());
      const auto row = [&](int64_t i) { return keys.data() + i * width; };
      std::vector<int64_t> order(static_cast<size_t>(n));
      for (int64_t i = 0; i < n; ++i) order[static_cast<size_t>(i)] = i;
      if (!consecutive) {
        std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return std::lexicographical_compare(row(a), row(a) + width, row(b), row(b) + width); });
      }
      const bool nans = has_nan(self.scalar_type());
      const auto differ = [&](int64_t a, int64_t b) {
        return !std::equal(row(a), row(a) + width, row(b), [nans](K x, K y) { return x == y && !(nans && x == static_cast<K>(~K(0))); });
      };
      for (size_t i = 0; i < order.size(); ++i) groups.add(order[i], i == 0 || differ(order[i - 1], order[i]));
    });
  }
  return groups.results(self, d, {n}, with_inverse, with_counts);
}

Three _unique2(const Tensor& self, bool /*sorted*/, bool return_inverse, bool return_counts) {
  return unique_elements("_unique2", self, false, return_inverse, return_counts);
}
std::tuple<Tensor, Tensor> _unique(const Tensor& self, bool /*sorted*/, bool return_inverse) {
  Three all = unique_elements("_unique", self, false, return_inverse, false);
  return {std::get<0>(all), std::get<1>(all)};
}
Three unique_dim(const Tensor& self, int64_t dim, bool /*sorted*/, bool /*return_inverse*/, bool /*return_counts*/) {
  return unique_slices("unique_dim", self, dim, false, true, true); // as PyTorch, which gives both in any case
}
Three unique_dim_consecutive(const Tensor& self, int64_t dim, bool /*return_inverse*/, bool /*return_counts*/) {
  return unique_slices("unique_dim_consecutive", self, dim, true, true, true);
}
Three unique_consecutive(const Tensor& self, bool return_inverse, bool return_counts, std::optional<int64_t> dim) {
  if (dim.has_value()) return unique_slices("unique_consecutive", self, *dim, true, true, true);
  return unique_elements("unique_consecutive", self, true, return_inverse, return_counts);
}

} // namespace
} // namespace at::native

#include <ATen/native/Unique.stubs.inc>
