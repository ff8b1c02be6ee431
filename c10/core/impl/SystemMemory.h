// Where the CPU allocator's memory comes from, with the account of it: bytes taken from the system, the cap, the shared cache of large blocks.
// Internal to c10.
#pragma once

#include <c10/core/impl/ThreadCache.h>
#include <c10/macros/Macros.h>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace c10::detail {

// A mapped block above kMaxCachedBytes. Its descriptor is the context of the DataPtr.
struct LargeBlock {
  void* data;
  size_t bytes;
  int64_t idle_since; // steady clock, nanoseconds; while in the shared cache
  LargeBlock* next; // among blocks on their way back to the system
};

// The account. Thread-safety: relaxed counters; no decision depends on two of them being read at the same moment.
struct MemoryAccount {
  std::atomic<uint64_t> reserved{0}; // taken from the system
  std::atomic<uint64_t> peak{0};
  std::atomic<uint64_t> cached{0}; // of those, idle in the shared cache
  std::atomic<uint64_t> cap{0};
  std::atomic<uint64_t> system_allocations{0};
  std::atomic<uint64_t> trim_epoch{0};
  // Of blocks that no thread cache counts: large ones, and all of them under a sanitizer.
  std::atomic<uint64_t> allocated_bytes{0}, freed_bytes{0}, allocations{0}, frees{0};
};
extern MemoryAccount memory_account;

// Accounts for `bytes` more from the system: over the cap, idle memory is given back first; answers false if it still does not fit.
bool reserve_bytes(size_t bytes);
void unreserve_bytes(size_t bytes);
[[noreturn]] void throw_out_of_memory(size_t bytes);

LargeBlock* large_alloc(size_t bytes); // throws OutOfMemoryError
void large_free(LargeBlock* block) noexcept;
// Gives idle large blocks back: all, or those unused for a second.
void trim_large_blocks(bool all) noexcept;
// Gives this thread's free lists back.
void flush_thread_cache() noexcept;
// Totals over all threads, living and gone.
struct ThreadTotals {
  uint64_t allocated_bytes = 0, freed_bytes = 0, allocations = 0, frees = 0;
};
ThreadTotals thread_totals();
uint64_t bytes_in_use();

} // namespace c10::detail
