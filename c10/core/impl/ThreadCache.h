// The per-thread lists of free blocks behind the CPU allocator and behind operator new of TensorImpl and StorageImpl: size classes of 64 bytes up to
// 1 KiB, then four a doubling up to 256 KiB; every block is 64-byte aligned. Popping and pushing are inline; everything else is in ThreadCache.cpp.
//
// Thread-safety: a cache is touched by its own thread only. Its counters are atomics that the owner writes with plain stores and statistics read.
#pragma once

#include <c10/macros/Macros.h>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

namespace c10::detail {

constexpr size_t kMaxCachedBytes = size_t{256} << 10;
constexpr int kNumSizeClasses = 48;

constexpr int size_class(size_t n) { // 1 <= n <= kMaxCachedBytes
  if (n <= 1024) {
    return static_cast<int>((n + 63) >> 6) - 1;
  }
  const int msb = 63 - __builtin_clzll(n - 1);
  return 16 + (msb - 10) * 4 + static_cast<int>(((n - 1) >> (msb - 2)) & 3);
}
constexpr size_t class_bytes(int c) {
  return c < 16 ? size_t(c + 1) << 6 : (size_t{1} << (10 + (c - 16) / 4)) + (size_t((c - 16) % 4 + 1) << (8 + (c - 16) / 4));
}

struct FreeBlock {
  FreeBlock* next;
};
struct ThreadCache {
  struct Bin {
    FreeBlock* head;
    uint32_t count, limit;
  };
  Bin bins[kNumSizeClasses];
  // Of tensors' data only, not of the objects.
  std::atomic<uint64_t> allocated_bytes, freed_bytes, allocations, frees;
  uint64_t trim_epoch;
  ThreadCache *next, *previous;
};

// Starts as a shared empty cache whose bins hold nothing and take nothing, so the fast paths need no test for it.
extern C10_API WICK_FAST_THREAD_LOCAL ThreadCache* thread_cache;
C10_API void* cache_alloc_slow(int size_class);
C10_API void cache_free_slow(void* block, int size_class) noexcept;

C10_ALWAYS_INLINE void* cache_alloc(int c) {
  ThreadCache::Bin& bin = thread_cache->bins[c];
  FreeBlock* b = bin.head;
  if (C10_UNLIKELY(b == nullptr)) {
    return cache_alloc_slow(c);
  }
  bin.head = b->next;
  --bin.count;
  return b;
}
C10_ALWAYS_INLINE void cache_free(void* p, int c) noexcept {
  ThreadCache::Bin& bin = thread_cache->bins[c];
  if (C10_UNLIKELY(bin.count >= bin.limit)) {
    cache_free_slow(p, c);
    return;
  }
  auto* b = static_cast<FreeBlock*>(p);
  b->next = bin.head;
  bin.head = b;
  ++bin.count;
}

// For `operator new` and `operator delete` of small objects that come and go often.
C10_ALWAYS_INLINE void* object_alloc(size_t n) {
#if WICK_SANITIZED
  return ::operator new(n);
#else
  return n <= 1024 ? cache_alloc(size_class(n)) : ::operator new(n);
#endif
}
C10_ALWAYS_INLINE void object_free(void* p, size_t n) noexcept {
#if WICK_SANITIZED
  ::operator delete(p);
#else
  if (n <= 1024) {
    cache_free(p, size_class(n));
  } else {
    ::operator delete(p);
  }
#endif
}

} // namespace c10::detail

// Inside a class: its objects (and its subclasses', by their own size) live in the lists above.
#define WICK_CACHED_NEW_DELETE                                        \
  static void* operator new(size_t n) {                               \
    return ::c10::detail::object_alloc(n);                            \
  }                                                                   \
  static void* operator new(size_t, void* where) noexcept {           \
    return where;                                                     \
  }                                                                   \
  static void operator delete(void* p, size_t n) noexcept {           \
    ::c10::detail::object_free(p, n);                                 \
  }                                                                   \
  static void operator delete(void*, void*) noexcept {}
