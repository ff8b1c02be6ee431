// The CPU's allocator; its counters, cap and trim are in CachingCPUAllocator.h.
#pragma once

#include <c10/core/Allocator.h>
#include <c10/core/alignment.h>

namespace c10 {

C10_API Allocator* GetCPUAllocator();
C10_API void SetCPUAllocator(Allocator* alloc, uint8_t priority = 0);
// Wick's own, whatever was set.
C10_API Allocator* GetDefaultCPUAllocator();

} // namespace c10
