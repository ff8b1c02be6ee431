// Negative dimensions count from the end: checked translation of one and of a list.
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/WrapDimMinimal.h>
#include <bitset>

namespace at {
using c10::maybe_wrap_dim;

constexpr size_t dim_bitset_size = 64;

inline int64_t maybe_wrap_dim(int64_t dim, const Tensor& tensor) {
  return c10::maybe_wrap_dim(dim, tensor.dim());
}

inline void maybe_wrap_dims(int64_t* dims, size_t count, int64_t ndim) {
  for (size_t i = 0; i < count; ++i) {
    dims[i] = c10::maybe_wrap_dim(dims[i], ndim);
  }
}
template <class Container>
inline void maybe_wrap_dims(Container& dims, int64_t ndim) {
  maybe_wrap_dims(dims.data(), dims.size(), ndim);
}

// The set of the dimensions; one that comes twice is an error. No list, or an empty one with `empty_is_all`, is every dimension.
inline std::bitset<dim_bitset_size> dim_list_to_bitset(OptionalIntArrayRef dims, int64_t ndim, bool empty_is_all = false) {
  TORCH_CHECK(ndim <= static_cast<int64_t>(dim_bitset_size), "only tensors with up to ", dim_bitset_size, " dims are supported, got ", ndim);
  std::bitset<dim_bitset_size> seen;
  if (!dims.has_value() || (empty_is_all && dims->empty())) {
    for (int64_t d = 0; d < ndim; ++d) {
      seen[static_cast<size_t>(d)] = true;
    }
    return seen;
  }
  for (int64_t given : *dims) {
    const size_t d = static_cast<size_t>(c10::maybe_wrap_dim(given, ndim));
    TORCH_CHECK(!seen[d], "dim ", d, " appears multiple times in the list of dims ", *dims);
    seen[d] = true;
  }
  return seen;
}
inline std::bitset<dim_bitset_size> dim_list_to_bitset(IntArrayRef dims, int64_t ndim) {
  return dim_list_to_bitset(OptionalIntArrayRef(dims), ndim);
}

} // namespace at
