// Counters, cap and trim of the CPU allocator.
//
// Up to 256 KiB: size classes, kept in a list per class and thread, so that allocating and freeing are a few instructions without any lock. A block
// freed on another thread joins that thread's list; lists are bounded, what does not fit goes back to the system.
// Above: mapped blocks, kept after use in one cache shared by all threads: at most max(64 MiB, a quarter of the peak), and nothing longer than a second
// unused (looked after on later calls; there is no background thread). From 2 MiB on blocks are 2 MiB-aligned and ask for huge pages.
// Under AddressSanitizer and ThreadSanitizer every allocation is one malloc.
#pragma once

#include <c10/macros/Macros.h>
#include <cstddef>
#include <cstdint>

namespace c10 {

struct CPUAllocatorStats {
  uint64_t allocated_bytes; // in use by tensors now, rounded to size classes
  uint64_t peak_bytes; // the most that was taken from the system and not idle in the shared cache
  uint64_t reserved_bytes; // taken from the system now: in use or cached
  uint64_t cached_bytes; // in the shared cache of large blocks
  uint64_t num_allocations; // since the start
  uint64_t num_frees;
  uint64_t num_system_allocations; // those that no cache answered
};
C10_API CPUAllocatorStats cpu_allocator_stats();
C10_API void reset_cpu_allocator_peak();

// No allocation may take the bytes in use over the cap: it throws OutOfMemoryError instead. 0 means no cap.
C10_API void set_cpu_memory_cap(size_t bytes);
C10_API size_t cpu_memory_cap();

// Gives all idle memory back: the shared cache and this thread's lists now, other threads' lists when they next need memory.
C10_API void trim_cpu_memory();

} // namespace c10
