#include <c10/core/impl/SystemMemory.h>
#include <c10/core/impl/ThreadCache.h>

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>

namespace c10::detail {

namespace {

// What a thread has before its first and after its last allocation: holds nothing, takes nothing. Never written.
constinit ThreadCache no_cache = {};

// All living caches, for statistics, and what those of ended threads had counted.
struct Registry {
  std::mutex mutex;
  ThreadCache* first = nullptr;
  ThreadTotals retired;
};
Registry& registry() {
  static Registry& r = *new Registry; // Never destroyed: threads may end after static objects do.
  return r;
}

void add(ThreadTotals& t, const ThreadCache& c) {
  t.allocated_bytes += c.allocated_bytes.load(std::memory_order_relaxed);
  t.freed_bytes += c.freed_bytes.load(std::memory_order_relaxed);
  t.allocations += c.allocations.load(std::memory_order_relaxed);
  t.frees += c.frees.load(std::memory_order_relaxed);
}

void give_back(void* p, int c) noexcept {
  std::free(p);
  unreserve_bytes(class_bytes(c));
}
void shrink_bin(ThreadCache::Bin& bin, int c, uint32_t keep) noexcept {
  while (bin.count > keep) {
    FreeBlock* b = bin.head;
    bin.head = b->next;
    --bin.count;
    give_back(b, c);
  }
}

WICK_FAST_THREAD_LOCAL bool thread_ended = false;

// Ends a thread's cache. The object exists only on threads that allocated, made on their first slow call.
struct ThreadEnd {
  ThreadCache* cache = nullptr;
  ~ThreadEnd() {
    if (cache == nullptr) {
      return;
    }
    // Objects that other thread-locals free later find the empty cache and go straight back to the system.
    thread_cache = &no_cache;
    thread_ended = true;
    for (int c = 0; c < kNumSizeClasses; ++c) {
      shrink_bin(cache->bins[c], c, 0);
    }
    Registry& r = registry();
    {
      std::lock_guard<std::mutex> lock(r.mutex);
      add(r.retired, *cache);
      if (cache->next != nullptr) {
        cache->next->previous = cache->previous;
      }
      (cache->previous != nullptr ? cache->previous->next : r.first) = cache->next;
    }
    delete cache;
  }
};

bool start_cache() {
  if (thread_ended) {
    return false;
  }
  static thread_local ThreadEnd end;
  auto* cache = new (std::nothrow) ThreadCache();
  if (cache == nullptr) {
    return false;
  }
  for (int c = 0; c < kNumSizeClasses; ++c) {
    // Small blocks 256 each; larger ones 256 KiB a class, but two at least.
    const size_t fit = (size_t{256} << 10) / class_bytes(c);
    cache->bins[c].limit = static_cast<uint32_t>(c < 16 ? 256 : fit < 2 ? 2 : fit);
  }
  cache->trim_epoch = memory_account.trim_epoch.load(std::memory_order_relaxed);
  end.cache = cache;
  Registry& r = registry();
  std::lock_guard<std::mutex> lock(r.mutex);
  cache->next = r.first;
  if (r.first != nullptr) {
    r.first->previous = cache;
  }
  r.first = cache;
  thread_cache = cache;
  return true;
}

} // namespace

WICK_FAST_THREAD_LOCAL ThreadCache* thread_cache = &no_cache;

void flush_thread_cache() noexcept {
  ThreadCache* cache = thread_cache;
  if (cache == &no_cache) {
    return;
  }
  for (int c = 0; c < kNumSizeClasses; ++c) {
    shrink_bin(cache->bins[c], c, 0);
  }
}

ThreadTotals thread_totals() {
  Registry& r = registry();
  std::lock_guard<std::mutex> lock(r.mutex);
  ThreadTotals t = r.retired;
  for (ThreadCache* c = r.first; c != nullptr; c = c->next) {
    add(t, *c);
  }
  return t;
}

// Nothing was free in the class: memory comes from the system. Also the place where a thread notices that somebody asked everyone to trim.
void* cache_alloc_slow(int c) {
  if (thread_cache == &no_cache) {
    start_cache();
  } else {
    const uint64_t epoch = memory_account.trim_epoch.load(std::memory_order_relaxed);
    if (C10_UNLIKELY(thread_cache->trim_epoch != epoch)) {
      thread_cache->trim_epoch = epoch;
      flush_thread_cache();
    }
  }
  if (C10_UNLIKELY(memory_account.cached.load(std::memory_order_relaxed) != 0)) {
    trim_large_blocks(false);
  }
  const size_t bytes = class_bytes(c);
  if (!reserve_bytes(bytes)) {
    throw_out_of_memory(bytes);
  }
  void* p = std::aligned_alloc(64, bytes);
  if (p == nullptr) {
    trim_large_blocks(true);
    flush_thread_cache();
    p = std::aligned_alloc(64, bytes);
    if (p == nullptr) {
      unreserve_bytes(bytes);
      throw_out_of_memory(bytes);
    }
  }
  memory_account.system_allocations.fetch_add(1, std::memory_order_relaxed);
  return p;
}

void cache_free_slow(void* p, int c) noexcept {
  ThreadCache* cache = thread_cache;
  if (cache == &no_cache) {
    // A thread that frees what others made keeps some of it from now on.
    if (!start_cache()) {
      give_back(p, c);
      return;
    }
    cache_free(p, c);
    return;
  }
  shrink_bin(cache->bins[c], c, cache->bins[c].limit / 2);
  give_back(p, c);
}

} // namespace c10::detail
