// The CPU's Allocator over the thread caches and the mapped blocks. A block of a size class needs no header: its class is in its deleter.
#include <c10/core/CPUAllocator.h>
#include <c10/core/CachingCPUAllocator.h>
#include <c10/core/impl/SystemMemory.h>
#include <c10/core/impl/ThreadCache.h>
#include <c10/util/Exception.h>

#include <malloc.h>
#include <cstdlib>
#include <utility>

namespace c10 {
namespace {

using detail::memory_account;

// The owner writes its own counters with plain arithmetic: a locked instruction would cost more than the rest of the call.
C10_ALWAYS_INLINE void add_relaxed(std::atomic<uint64_t>& counter, uint64_t n) {
  counter.store(counter.load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
}
// The shared empty cache, before a thread's first and after its last allocation, must not be written.
C10_ALWAYS_INLINE bool countable(const detail::ThreadCache* c) {
  return c->bins[0].limit != 0;
}

C10_COLD void count_alloc_elsewhere(size_t bytes) {
  memory_account.allocated_bytes.fetch_add(bytes, std::memory_order_relaxed);
  memory_account.allocations.fetch_add(1, std::memory_order_relaxed);
}
C10_COLD void count_free_elsewhere(size_t bytes) {
  memory_account.freed_bytes.fetch_add(bytes, std::memory_order_relaxed);
  memory_account.frees.fetch_add(1, std::memory_order_relaxed);
}

#if !WICK_SANITIZED
template <int kClass>
void free_class(void* p) {
  constexpr size_t bytes = detail::class_bytes(kClass);
  detail::cache_free(p, kClass);
  detail::ThreadCache* cache = detail::thread_cache;
  if (C10_LIKELY(countable(cache))) {
    add_relaxed(cache->freed_bytes, bytes);
    add_relaxed(cache->frees, 1);
  } else {
    count_free_elsewhere(bytes);
  }
}
template <int... kClass>
constexpr auto make_deleters(std::integer_sequence<int, kClass...>) {
  struct Table {
    DeleterFnPtr f[sizeof...(kClass)];
  };
  return Table{{&free_class<kClass>...}};
}
constexpr auto deleters = make_deleters(std::make_integer_sequence<int, detail::kNumSizeClasses>());

void free_large(void* block) {
  detail::large_free(static_cast<detail::LargeBlock*>(block));
}
#endif

// One malloc, by its exact size, for raw_allocate and under sanitizers.
void* plain_alloc(size_t n) {
  void* p = nullptr;
  if (n <= (size_t{1} << 62)) {
    if (!detail::reserve_bytes(n)) {
      detail::throw_out_of_memory(n);
    }
    if (posix_memalign(&p, gAlignment, n) != 0) {
      p = nullptr;
    }
    detail::unreserve_bytes(n);
  }
  if (p == nullptr) {
    detail::throw_out_of_memory(n);
  }
  const size_t usable = malloc_usable_size(p);
  memory_account.reserved.fetch_add(usable, std::memory_order_relaxed);
  memory_account.system_allocations.fetch_add(1, std::memory_order_relaxed);
  count_alloc_elsewhere(usable);
  return p;
}
void plain_free(void* p) {
  const size_t usable = malloc_usable_size(p);
  std::free(p);
  detail::unreserve_bytes(usable);
  count_free_elsewhere(usable);
}

struct CPUAllocator final : Allocator {
  DataPtr allocate(size_t n) override {
    if (C10_UNLIKELY(n == 0)) {
      return DataPtr(nullptr, nullptr, &detail::deleteNothing, Device(DeviceType::CPU));
    }
#if WICK_SANITIZED
    void* p = plain_alloc(n);
    return DataPtr(p, p, &plain_free, Device(DeviceType::CPU));
#else
    if (C10_UNLIKELY(n > detail::kMaxCachedBytes)) {
      detail::LargeBlock* b = detail::large_alloc(n);
      return DataPtr(b->data, b, &free_large, Device(DeviceType::CPU));
    }
    const int c = detail::size_class(n);
    void* p = detail::cache_alloc(c);
    detail::ThreadCache* cache = detail::thread_cache;
    if (C10_LIKELY(countable(cache))) {
      add_relaxed(cache->allocated_bytes, detail::class_bytes(c));
      add_relaxed(cache->allocations, 1);
    } else {
      count_alloc_elsewhere(detail::class_bytes(c));
    }
    return DataPtr(p, p, deleters.f[c], Device(DeviceType::CPU));
#endif
  }
  DeleterFnPtr raw_deleter() const override {
    return &plain_free;
  }
  void* raw_allocate(size_t n) override {
    return n == 0 ? nullptr : plain_alloc(n);
  }
  void raw_deallocate(void* p) override {
    if (p != nullptr) {
      plain_free(p);
    }
  }
  bool is_simple_data_ptr(const DataPtr& p) const override {
    return p.get_deleter() == &plain_free;
  }
  void copy_data(void* dest, const void* src, size_t count) const override {
    default_copy_data(dest, src, count);
  }
};

// Never destroyed: tensors in static objects outlive it otherwise.
alignas(CPUAllocator) constinit unsigned char cpu_allocator_room[sizeof(CPUAllocator)] = {};

} // namespace

Allocator* GetDefaultCPUAllocator() {
  static Allocator* const a = ::new (static_cast<void*>(cpu_allocator_room)) CPUAllocator;
  return a;
}

} // namespace c10
