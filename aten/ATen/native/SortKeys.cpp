// Keys of each dtype and the radix sort of keys with places.
#include <ATen/native/SortKeys.h>

#include <c10/util/Exception.h>

#include <array>
#include <cstring>
#include <utility>

namespace at::native {
namespace {

template <class K, class Encode>
void each_key(const void* data, int64_t n, bool descending, K* keys, const Encode& encode) {
  const K* const from = static_cast<const K*>(data);
  const K flip = descending ? static_cast<K>(~K(0)) : K(0);
  for (int64_t i = 0; i < n; ++i) keys[i] = static_cast<K>(encode(from[i]) ^ flip);
}

template <class K>
constexpr K kSign = static_cast<K>(K(1) << (sizeof(K) * 8 - 1));

template <class K>
void unsigned_keys(const void* data, int64_t n, bool descending, K* keys) {
  each_key<K>(data, n, descending, keys, [](K x) { return x; });
}
template <class K>
void signed_keys(const void* data, int64_t n, bool descending, K* keys) {
  each_key<K>(data, n, descending, keys, [](K x) { return static_cast<K>(x ^ kSign<K>); });
}
// By bits: the exponent's tell a NaN, a negative number's are all turned round.
template <class K, K infinity>
void floating_keys(const void* data, int64_t n, bool descending, K* keys) {
  using S = std::make_signed_t<K>;
  each_key<K>(data, n, descending, keys, [](K x) {
    const K magnitude = static_cast<K>(x & ~kSign<K>);
    const K turned = static_cast<K>(static_cast<S>(x) >> (sizeof(K) * 8 - 1)); // all ones for negative numbers
    const K key = static_cast<K>(x ^ (turned | kSign<K>));
    const K zero = magnitude == 0 ? kSign<K> : key;
    return magnitude > infinity ? static_cast<K>(~K(0)) : zero;
  });
}

template <class Item>
Item* radix_sort(Item* from, Item* to, int64_t n, int key_bytes) {
  constexpr int kMaxBytes = 8;
  std::array<std::array<int64_t, 256>, kMaxBytes> counts;
  for (int b = 0; b < key_bytes; ++b) counts[static_cast<size_t>(b)].fill(0);
  for (int64_t i = 0; i < n; ++i) {
    uint64_t key = from[i].key();
    for (int b = 0; b < key_bytes; ++b, key >>= 8) ++counts[static_cast<size_t>(b)][key & 255];
  }
  for (int b = 0; b < key_bytes; ++b) {
    auto& place = counts[static_cast<size_t>(b)];
    const int shift = b * 8;
    if (place[from[0].key() >> shift & 255] == n) continue; // one digit for all
    int64_t begin = 0;
    for (int64_t& p : place) begin += std::exchange(p, begin);
    for (int64_t i = 0; i < n; ++i) {
      const Item item = from[i];
      to[place[item.key() >> shift & 255]++] = item;
    }
    std::swap(from, to);
  }
  return from;
}

} // namespace

template <class K>
void encode_keys(c10::ScalarType dtype, const void* data, int64_t n, bool descending, K* keys) {
  switch (dtype) {
    case c10::ScalarType::Bool:
    case c10::ScalarType::Byte: return unsigned_keys<K>(data, n, descending, keys);
    case c10::ScalarType::Half:
      if constexpr (sizeof(K) == 2) return floating_keys<K, 0x7C00>(data, n, descending, keys);
      break;
    case c10::ScalarType::BFloat16:
      if constexpr (sizeof(K) == 2) return floating_keys<K, 0x7F80>(data, n, descending, keys);
      break;
    case c10::ScalarType::Float:
      if constexpr (sizeof(K) == 4) return floating_keys<K, 0x7F800000>(data, n, descending, keys);
      break;
    case c10::ScalarType::Double:
      if constexpr (sizeof(K) == 8) return floating_keys<K, 0x7FF0000000000000>(data, n, descending, keys);
      break;
    case c10::ScalarType::Char:
    case c10::ScalarType::Short:
    case c10::ScalarType::Int:
    case c10::ScalarType::Long: return signed_keys<K>(data, n, descending, keys);
    default: break;
  }
  TORCH_INTERNAL_ASSERT(false, "no keys of ", sizeof(K), " bytes for dtype ", dtype);
}
template void encode_keys<uint8_t>(c10::ScalarType, const void*, int64_t, bool, uint8_t*);
template void encode_keys<uint16_t>(c10::ScalarType, const void*, int64_t, bool, uint16_t*);
template void encode_keys<uint32_t>(c10::ScalarType, const void*, int64_t, bool, uint32_t*);
template void encode_keys<uint64_t>(c10::ScalarType, const void*, int64_t, bool, uint64_t*);

template <class Item>
Item* sort_items(Item* items, Item* spare, int64_t n, int key_bytes) {
  if (n < 64 * key_bytes) { // where the counters cost more than comparing
    std::sort(items, items + n);
    return items;
  }
  return radix_sort(items, spare, n, key_bytes);
}
template NarrowItem* sort_items<NarrowItem>(NarrowItem*, NarrowItem*, int64_t, int);
template WideItem* sort_items<WideItem>(WideItem*, WideItem*, int64_t, int);

} // namespace at::native
