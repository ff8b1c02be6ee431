#include <c10/core/impl/SystemMemory.h>

#include <c10/core/CachingCPUAllocator.h>
#include <c10/util/Exception.h>

#include <sys/mman.h>
#include <algorithm>
#include <chrono>
#include <mutex>
#include <vector>

namespace c10::detail {

constinit MemoryAccount memory_account;

namespace {

constexpr size_t kPage = 4096;
constexpr size_t kHugePage = size_t{2} << 20;
constexpr uint64_t kLeastCache = uint64_t{64} << 20;
constexpr int64_t kIdleNanoseconds = 1000000000;
constexpr size_t kMostBlocks = 512;

// Idle large blocks, oldest first.
struct SharedCache {
  std::mutex mutex;
  std::vector<LargeBlock*> blocks;
};
SharedCache& shared_cache() {
  static SharedCache& c = *[] {
    auto* fresh = new SharedCache;
    fresh->blocks.reserve(kMostBlocks); // so that freeing never allocates
    return fresh;
  }();
  return c;
}

int64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Sizes go up in eighths, so that a block fits again when a shape changes a little.
size_t rounded(size_t bytes) {
  const int msb = 63 - __builtin_clzll(bytes);
  const size_t step = std::max(kPage, size_t{1} << (msb - 3));
  return (bytes + step - 1) / step * step;
}

void* map(size_t bytes) {
  const bool huge = bytes >= kHugePage;
  const size_t length = huge ? bytes + kHugePage : bytes;
  void* p = mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) {
    return nullptr;
  }
  if (!huge) {
    return p;
  }
  // Keep the aligned part only.
  auto* base = static_cast<char*>(p);
  const size_t before = (kHugePage - reinterpret_cast<uintptr_t>(base) % kHugePage) % kHugePage;
  const size_t after = length - before - bytes;
  if (before != 0) {
    munmap(base, before);
  }
  if (after != 0) {
    munmap(base + before + bytes, after);
  }
#ifdef MADV_HUGEPAGE
  madvise(base + before, bytes, MADV_HUGEPAGE); // only advice: failing is fine
#endif
  return base + before;
}

void unmap(LargeBlock* list) noexcept {
  while (list != nullptr) {
    LargeBlock* b = list;
    list = b->next;
    munmap(b->data, b->bytes);
    unreserve_bytes(b->bytes);
    delete b;
  }
}

// Takes out of the cache what has to go; the caller unmaps the list after unlocking.
LargeBlock* take_idle(SharedCache& c, int64_t before, uint64_t limit) noexcept {
  LargeBlock* out = nullptr;
  uint64_t cached = memory_account.cached.load(std::memory_order_relaxed);
  size_t n = 0;
  while (n < c.blocks.size() && (c.blocks[n]->idle_since < before || cached > limit || c.blocks.size() - n >= kMostBlocks)) {
    cached -= c.blocks[n]->bytes;
    c.blocks[n]->next = out;
    out = c.blocks[n];
    ++n;
  }
  if (n != 0) {
    c.blocks.erase(c.blocks.begin(), c.blocks.begin() + static_cast<ptrdiff_t>(n));
    memory_account.cached.store(cached, std::memory_order_relaxed);
  }
  return out;
}

void note_peak() {
  const uint64_t reserved = memory_account.reserved.load(std::memory_order_relaxed), cached = memory_account.cached.load(std::memory_order_relaxed);
  const uint64_t used = reserved > cached ? reserved - cached : 0;
  uint64_t peak = memory_account.peak.load(std::memory_order_relaxed);
  while (used > peak && !memory_account.peak.compare_exchange_weak(peak, used, std::memory_order_relaxed)) {
  }
}

} // namespace

uint64_t bytes_in_use() {
  const ThreadTotals t = thread_totals();
  const auto& a = memory_account;
  const uint64_t in = t.allocated_bytes + a.allocated_bytes.load(std::memory_order_relaxed);
  const uint64_t out = t.freed_bytes + a.freed_bytes.load(std::memory_order_relaxed);
  return in > out ? in - out : 0; // other threads may be half way through a count
}

bool reserve_bytes(size_t bytes) {
  auto& a = memory_account;
  const uint64_t before = a.reserved.fetch_add(bytes, std::memory_order_relaxed);
  const uint64_t cap = a.cap.load(std::memory_order_relaxed);
  if (C10_UNLIKELY(cap != 0 && before + bytes > cap)) {
    // What is idle goes first; other threads' lists cannot be reached, so the last word has what tensors really hold.
    trim_large_blocks(true);
    flush_thread_cache();
    if (a.reserved.load(std::memory_order_relaxed) > cap && bytes_in_use() + bytes > cap) {
      a.reserved.fetch_sub(bytes, std::memory_order_relaxed);
      return false;
    }
  }
  note_peak();
  return true;
}
void unreserve_bytes(size_t bytes) {
  memory_account.reserved.fetch_sub(bytes, std::memory_order_relaxed);
}

void throw_out_of_memory(size_t bytes) {
  const uint64_t cap = memory_account.cap.load(std::memory_order_relaxed);
  TORCH_CHECK_WITH(
      OutOfMemoryError, false, "DefaultCPUAllocator: not enough memory: you tried to allocate ", bytes, " bytes; ", bytes_in_use(), " bytes are in use",
      cap != 0 ? str(" and the cap is ", cap, " bytes") : std::string(), ".");
  __builtin_unreachable();
}

LargeBlock* large_alloc(size_t asked) {
  if (asked > (size_t{1} << 62)) {
    throw_out_of_memory(asked);
  }
  const size_t bytes = rounded(asked);
  SharedCache& c = shared_cache();
  LargeBlock* idle = nullptr;
  LargeBlock* found = nullptr;
  if (memory_account.cached.load(std::memory_order_relaxed) != 0) {
    std::lock_guard<std::mutex> lock(c.mutex);
    // The smallest block that fits with little waste, the latest used among equals.
    size_t best = c.blocks.size();
    for (size_t i = c.blocks.size(); i-- > 0;) {
      const size_t b = c.blocks[i]->bytes;
      if (b >= bytes && b <= bytes + bytes / 4 && (best == c.blocks.size() || b < c.blocks[best]->bytes)) {
        best = i;
        if (b == bytes) {
          break;
        }
      }
    }
    if (best != c.blocks.size()) {
      found = c.blocks[best];
      c.blocks.erase(c.blocks.begin() + static_cast<ptrdiff_t>(best));
      memory_account.cached.fetch_sub(found->bytes, std::memory_order_relaxed);
    }
    idle = take_idle(c, now() - kIdleNanoseconds, UINT64_MAX);
  }
  unmap(idle);
  auto& a = memory_account;
  if (found == nullptr) {
    if (!reserve_bytes(bytes)) {
      throw_out_of_memory(asked);
    }
    void* p = map(bytes);
    if (p == nullptr) {
      trim_large_blocks(true);
      flush_thread_cache();
      p = map(bytes);
    }
    if (p == nullptr) {
      unreserve_bytes(bytes);
      throw_out_of_memory(asked);
    }
    found = new LargeBlock{p, bytes, 0, nullptr};
    a.system_allocations.fetch_add(1, std::memory_order_relaxed);
  } else {
    note_peak();
  }
  a.allocations.fetch_add(1, std::memory_order_relaxed);
  a.allocated_bytes.fetch_add(found->bytes, std::memory_order_relaxed);
  return found;
}

void large_free(LargeBlock* b) noexcept {
  auto& a = memory_account;
  a.frees.fetch_add(1, std::memory_order_relaxed);
  a.freed_bytes.fetch_add(b->bytes, std::memory_order_relaxed);
  const uint64_t limit = std::max(kLeastCache, a.peak.load(std::memory_order_relaxed) / 4);
  b->next = nullptr;
  if (b->bytes > limit) {
    unmap(b);
    return;
  }
  LargeBlock* idle = nullptr;
  {
    SharedCache& c = shared_cache();
    std::lock_guard<std::mutex> lock(c.mutex);
    b->idle_since = now();
    // Room first, so that the list never grows beyond what was set aside for it.
    idle = take_idle(c, b->idle_since - kIdleNanoseconds, limit - b->bytes);
    c.blocks.push_back(b);
    a.cached.fetch_add(b->bytes, std::memory_order_relaxed);
  }
  unmap(idle);
}

void trim_large_blocks(bool all) noexcept {
  LargeBlock* idle = nullptr;
  {
    SharedCache& c = shared_cache();
    std::lock_guard<std::mutex> lock(c.mutex);
    idle = take_idle(c, all ? INT64_MAX : now() - kIdleNanoseconds, UINT64_MAX);
  }
  unmap(idle);
}

} // namespace c10::detail

namespace c10 {

CPUAllocatorStats cpu_allocator_stats() {
  const auto t = detail::thread_totals();
  const auto& a = detail::memory_account;
  CPUAllocatorStats s;
  s.allocated_bytes = detail::bytes_in_use();
  s.peak_bytes = a.peak.load(std::memory_order_relaxed);
  s.reserved_bytes = a.reserved.load(std::memory_order_relaxed);
  s.cached_bytes = a.cached.load(std::memory_order_relaxed);
  s.num_allocations = t.allocations + a.allocations.load(std::memory_order_relaxed);
  s.num_frees = t.frees + a.frees.load(std::memory_order_relaxed);
  s.num_system_allocations = a.system_allocations.load(std::memory_order_relaxed);
  return s;
}
void reset_cpu_allocator_peak() {
  auto& a = detail::memory_account;
  const uint64_t reserved = a.reserved.load(std::memory_order_relaxed), cached = a.cached.load(std::memory_order_relaxed);
  a.peak.store(reserved > cached ? reserved - cached : 0, std::memory_order_relaxed);
}
void set_cpu_memory_cap(size_t bytes) {
  detail::memory_account.cap.store(bytes, std::memory_order_relaxed);
}
size_t cpu_memory_cap() {
  return detail::memory_account.cap.load(std::memory_order_relaxed);
}
void trim_cpu_memory() {
  detail::memory_account.trim_epoch.fetch_add(1, std::memory_order_relaxed);
  detail::trim_large_blocks(true);
  detail::flush_thread_cache();
}

} // namespace c10
