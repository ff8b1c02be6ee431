// Order as unsigned integers: every dtype that has an order is turned into keys of its own width whose order is the dtype's, NaN
// last and 0 and -0 alike (descending: the complement, so NaN first). Sorting, selection, unique and isin work on keys, which
// leaves four widths of twelve dtypes.
#pragma once

#include <c10/core/ScalarType.h>
#include <c10/util/Exception.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>

namespace at::native {

// keys[i] of the n elements at `data`, one after another. K has the dtype's size.
template <class K>
void encode_keys(c10::ScalarType dtype, const void* data, int64_t n, bool descending, K* keys);
extern template void encode_keys<uint8_t>(c10::ScalarType, const void*, int64_t, bool, uint8_t*);
extern template void encode_keys<uint16_t>(c10::ScalarType, const void*, int64_t, bool, uint16_t*);
extern template void encode_keys<uint32_t>(c10::ScalarType, const void*, int64_t, bool, uint32_t*);
extern template void encode_keys<uint64_t>(c10::ScalarType, const void*, int64_t, bool, uint64_t*);

// The key that only a NaN has; integers have none.
inline bool has_nan(c10::ScalarType dtype) { return c10::isFloatingType(dtype); }

// A key with the place it came from; their order is that of a stable sort. Narrow keys share one word with the place.
struct WideItem {
  uint64_t k;
  int64_t i;
  static WideItem make(uint64_t key, int64_t index) { return {key, index}; }
  uint64_t key() const { return k; }
  int64_t index() const { return i; }
  bool operator<(const WideItem& other) const { return k != other.k ? k < other.k : i < other.i; }
  bool operator<=(const WideItem& other) const { return !(other < *this); }
};
struct NarrowItem {
  uint64_t word;
  static NarrowItem make(uint64_t key, int64_t index) { return {key << 32 | static_cast<uint64_t>(index)}; }
  uint64_t key() const { return word >> 32; }
  int64_t index() const { return static_cast<int64_t>(word & 0xFFFFFFFF); }
  bool operator<(const NarrowItem& other) const { return word < other.word; }
  bool operator<=(const NarrowItem& other) const { return word <= other.word; }
};

// Memory that is not cleared.
template <class T>
class Uncleared {
 public:
  explicit Uncleared(int64_t n) : data_(std::make_unique_for_overwrite<Bytes[]>(static_cast<size_t>(n))) {}
  T* data() { return reinterpret_cast<T*>(data_.get()); }

 private:
  struct alignas(T) Bytes {
    unsigned char bytes[sizeof(T)];
  };
  std::unique_ptr<Bytes[]> data_;
};

// Sorts n items whose places ascend, by key bytes from the lowest up; `spare` has room for n. Where the sorted items lie is returned.
template <class Item>
Item* sort_items(Item* items, Item* spare, int64_t n, int key_bytes);
extern template NarrowItem* sort_items<NarrowItem>(NarrowItem*, NarrowItem*, int64_t, int);
extern template WideItem* sort_items<WideItem>(WideItem*, WideItem*, int64_t, int);

// f(K(), Item()) for a dtype's keys and n elements.
template <class F>
void with_keys(const char* op, c10::ScalarType dtype, int64_t n, const F& f) {
  TORCH_CHECK_NOT_IMPLEMENTED(n < (int64_t{1} << 32), op, "(): argument 'self': ", n, " elements are more than can be ordered, 4294967295");
  switch (c10::elementSize(dtype)) {
    case 1: return f(uint8_t(), NarrowItem());
    case 2: return f(uint16_t(), NarrowItem());
    case 4: return f(uint32_t(), NarrowItem());
    default: return f(uint64_t(), WideItem());
  }
}

constexpr int64_t kKeyBlock = 1024; // keys made at a time

// The items of n elements, places ascending.
template <class K, class Item>
void make_items(c10::ScalarType dtype, const K* data, int64_t n, bool descending, Item* items) {
  K keys[kKeyBlock];
  for (int64_t b = 0; b < n; b += kKeyBlock) {
    const int64_t m = std::min(kKeyBlock, n - b);
    encode_keys<K>(dtype, data + b, m, descending, keys);
    for (int64_t i = 0; i < m; ++i) items[b + i] = Item::make(keys[i], b + i);
  }
}

// The items of n elements in order: sorted(items) is called with them while they are there. Wide integers that lie within 32 bits
// of each other are sorted as narrow ones; keys then count from the smallest.
template <class K, class Item, class F>
void with_sorted(c10::ScalarType dtype, const K* data, int64_t n, bool descending, const F& sorted) {
  const auto run = [&](auto kind, const auto& fill) {
    using Kind = decltype(kind);
    Uncleared<Kind> items(n), spare(n);
    fill(items.data());
    sorted(static_cast<const Kind*>(sort_items(items.data(), spare.data(), n, static_cast<int>(std::min(sizeof(K), sizeof(uint32_t) * sizeof(Kind) / sizeof(NarrowItem))))));
  };
  if constexpr (sizeof(K) == 8) {
    if (!has_nan(dtype) && n > 0) {
      const int64_t* const numbers = reinterpret_cast<const int64_t*>(data);
      const auto [least, most] = std::minmax_element(numbers, numbers + n);
      const uint64_t base = static_cast<uint64_t>(*least), range = static_cast<uint64_t>(*most) - base;
      if (range >> 32 == 0) {
        return run(NarrowItem(), [&](NarrowItem* items) {
          for (int64_t i = 0; i < n; ++i) {
            const uint64_t key = static_cast<uint64_t>(numbers[i]) - base;
            items[i] = NarrowItem::make(descending ? range - key : key, i);
          }
        });
      }
    }
  }
  run(Item(), [&](Item* items) { make_items<K>(dtype, data, n, descending, items); });
}

} // namespace at::native
