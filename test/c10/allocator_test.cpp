// The CPU allocator: alignment, reuse, counters, cap, trim, blocks that change threads.
#include <c10/core/CPUAllocator.h>
#include <c10/core/CachingCPUAllocator.h>
#include <c10/core/impl/ThreadCache.h>
#include <c10/util/Exception.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

namespace {

constexpr size_t kMiB = size_t{1} << 20;

TEST(SizeClasses, CoverEverySize) {
  for (size_t n = 1; n <= c10::detail::kMaxCachedBytes; n += n < 5000 ? 1 : 61) {
    const int c = c10::detail::size_class(n);
    ASSERT_GE(c, 0);
    ASSERT_LT(c, c10::detail::kNumSizeClasses);
    ASSERT_GE(c10::detail::class_bytes(c), n);
    if (c > 0) {
      ASSERT_LT(c10::detail::class_bytes(c - 1), n);
    }
    ASSERT_EQ(c10::detail::class_bytes(c) % 64, 0u);
  }
  EXPECT_EQ(c10::detail::size_class(c10::detail::kMaxCachedBytes), c10::detail::kNumSizeClasses - 1);
}

TEST(Allocator, AlignedWritableAndOwned) {
  auto* a = c10::GetCPUAllocator();
  for (size_t n : {size_t{1}, size_t{63}, size_t{64}, size_t{65}, size_t{1024}, size_t{1025}, size_t{100000}, 256 * 1024 + size_t{1}, kMiB, 2 * kMiB, 5 * kMiB + 3}) {
    c10::DataPtr p = a->allocate(n);
    ASSERT_NE(p.get(), nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(p.get()) % 64, 0u);
    std::memset(p.get(), 0x5a, n);
    c10::DataPtr q = a->clone(p.get(), n);
    EXPECT_EQ(std::memcmp(p.get(), q.get(), n), 0);
    EXPECT_EQ(p.device().type(), c10::kCPU);
  }
  c10::DataPtr none = a->allocate(0);
  EXPECT_EQ(none.get(), nullptr);
}

TEST(Allocator, CountersReturnToWhereTheyWere) {
  const auto before = c10::cpu_allocator_stats();
  {
    std::vector<c10::DataPtr> held;
    for (size_t n : {size_t{10}, size_t{1000}, size_t{100000}, 3 * kMiB}) {
      held.push_back(c10::GetCPUAllocator()->allocate(n));
    }
    const auto during = c10::cpu_allocator_stats();
    EXPECT_EQ(during.num_allocations - before.num_allocations, 4u);
    EXPECT_GE(during.allocated_bytes - before.allocated_bytes, 101010 + 3 * kMiB);
    EXPECT_GE(during.reserved_bytes, during.allocated_bytes - before.allocated_bytes);
    EXPECT_GE(during.peak_bytes, 3 * kMiB);
  }
  const auto after = c10::cpu_allocator_stats();
  EXPECT_EQ(after.allocated_bytes, before.allocated_bytes);
  EXPECT_EQ(after.num_frees - before.num_frees, 4u);
}

TEST(Allocator, RawPointers) {
  auto* a = c10::GetCPUAllocator();
  const auto before = c10::cpu_allocator_stats();
  void* p = a->raw_allocate(1000);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(p) % 64, 0u);
  std::memset(p, 1, 1000);
  a->raw_deallocate(p);
  p = a->raw_allocate(kMiB);
  a->raw_deleter()(p);
  EXPECT_EQ(c10::cpu_allocator_stats().allocated_bytes, before.allocated_bytes);
}

#if !WICK_SANITIZED
TEST(Allocator, ReusesBlocks) {
  auto* a = c10::GetCPUAllocator();
  c10::DataPtr warm = a->allocate(200);
  warm.clear();
  const auto before = c10::cpu_allocator_stats();
  for (int i = 0; i < 1000; ++i) {
    a->allocate(200);
  }
  EXPECT_EQ(c10::cpu_allocator_stats().num_system_allocations, before.num_system_allocations);
  void* large = a->allocate(8 * kMiB).get();
  EXPECT_EQ(reinterpret_cast<uintptr_t>(large) % (2 * kMiB), 0u);
  EXPECT_EQ(a->allocate(8 * kMiB - 100).get(), large);
  EXPECT_GE(c10::cpu_allocator_stats().cached_bytes, 8 * kMiB);
}

TEST(Allocator, TheSharedCacheIsBoundedAndTrimmed) {
  auto* a = c10::GetCPUAllocator();
  c10::trim_cpu_memory();
  c10::reset_cpu_allocator_peak();
  {
    std::vector<c10::DataPtr> held;
    for (int i = 0; i < 40; ++i) {
      held.push_back(a->allocate(3 * kMiB)); // untouched: costs no memory
    }
  }
  const auto stats = c10::cpu_allocator_stats();
  EXPECT_LE(stats.cached_bytes, std::max<uint64_t>(64 * kMiB, stats.peak_bytes / 4));
  EXPECT_GT(stats.cached_bytes, 0u);
  const auto reserved = stats.reserved_bytes;
  c10::trim_cpu_memory();
  EXPECT_EQ(c10::cpu_allocator_stats().cached_bytes, 0u);
  EXPECT_LE(c10::cpu_allocator_stats().reserved_bytes, reserved - stats.cached_bytes);
}

TEST(Allocator, IdleBlocksGoAfterASecond) {
  auto* a = c10::GetCPUAllocator();
  c10::trim_cpu_memory();
  a->allocate(3 * kMiB);
  EXPECT_GE(c10::cpu_allocator_stats().cached_bytes, 3 * kMiB);
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  a->allocate(kMiB); // the next call looks after it
  EXPECT_LE(c10::cpu_allocator_stats().cached_bytes, kMiB + kMiB / 4);
}

TEST(Allocator, OtherThreadsTrimWhenTheyNextNeedMemory) {
  std::atomic<int> step{0};
  uint64_t kept = 0, after = 0;
  std::thread t([&] {
    auto* a = c10::GetCPUAllocator();
    {
      std::vector<c10::DataPtr> held;
      for (int i = 0; i < 100; ++i) {
        held.push_back(a->allocate(1000));
      }
    }
    kept = c10::cpu_allocator_stats().reserved_bytes;
    step = 1;
    while (step != 2) {
      std::this_thread::yield();
    }
    c10::DataPtr p = a->allocate(200000); // not in any list
    after = c10::cpu_allocator_stats().reserved_bytes;
  });
  while (step != 1) {
    std::this_thread::yield();
  }
  c10::trim_cpu_memory();
  step = 2;
  t.join();
  EXPECT_LT(after, kept + 200000 + 60000 - 90000);
}
#endif

struct CapGuard {
  ~CapGuard() {
    c10::set_cpu_memory_cap(0);
  }
};

TEST(Allocator, TheCapIsAnErrorAndNotTheEnd) {
  auto* a = c10::GetCPUAllocator();
  c10::trim_cpu_memory();
  CapGuard guard;
  c10::set_cpu_memory_cap(c10::cpu_allocator_stats().reserved_bytes + 16 * kMiB);
  c10::DataPtr fine = a->allocate(10 * kMiB);
  EXPECT_THROW(a->allocate(10 * kMiB), c10::OutOfMemoryError);
  EXPECT_THROW(a->allocate(SIZE_MAX), c10::OutOfMemoryError);
  EXPECT_THROW(a->allocate(SIZE_MAX / 2), c10::OutOfMemoryError);
  std::vector<c10::DataPtr> small;
  EXPECT_THROW(
      {
        for (int i = 0; i < 1000; ++i) {
          small.push_back(a->allocate(30000));
        }
      },
      c10::OutOfMemoryError);
  EXPECT_GT(small.size(), 100u);
  small.clear();
  fine.clear();
  // What was cached counts for nothing: it is given back when it stands in the way.
  c10::DataPtr again = a->allocate(12 * kMiB);
  EXPECT_NE(again.get(), nullptr);
  try {
    a->allocate(100 * kMiB);
    FAIL();
  } catch (const c10::OutOfMemoryError& e) {
    EXPECT_NE(std::string(e.what()).find("you tried to allocate 104857600 bytes"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("the cap is"), std::string::npos);
  }
}

TEST(Allocator, BlocksChangeThreads) {
  const auto before = c10::cpu_allocator_stats();
  std::mutex mutex;
  std::vector<c10::DataPtr> handed;
  std::atomic<int> producers{2};
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 3000; ++i) {
        c10::DataPtr p = c10::GetCPUAllocator()->allocate(static_cast<size_t>(1 + (i * 37 + t * 11) % 3000 + (i % 100 == 0 ? 300000 : 0)));
        std::memset(p.get(), t, 1);
        std::lock_guard<std::mutex> lock(mutex);
        handed.push_back(std::move(p));
      }
      --producers;
    });
    threads.emplace_back([&] {
      for (;;) {
        std::vector<c10::DataPtr> got;
        const bool last = producers == 0;
        {
          std::lock_guard<std::mutex> lock(mutex);
          got.swap(handed);
        }
        if (last && got.empty()) {
          return;
        }
      }
    });
  }
  for (auto& t : threads) {
    t.join();
  }
  handed.clear();
  const auto after = c10::cpu_allocator_stats();
  EXPECT_EQ(after.allocated_bytes, before.allocated_bytes);
  EXPECT_EQ(after.num_allocations - before.num_allocations, 6000u);
  EXPECT_EQ(after.num_frees - before.num_frees, 6000u);
}

TEST(Allocator, FreeingAfterTheThreadsCacheEnded) {
  // A thread-local that outlives the allocator's own, as it was made before.
  struct Holder {
    c10::DataPtr p;
  };
  std::thread([] {
    static thread_local Holder holder;
    holder.p = c10::GetCPUAllocator()->allocate(100);
  }).join();
  std::thread([] {
    static thread_local Holder holder;
    holder.p = c10::DataPtr();
    holder.p = c10::GetCPUAllocator()->allocate(100000);
  }).join();
}

TEST(Allocator, AnotherAllocatorByPriority) {
  struct Other final : c10::Allocator {
    c10::DataPtr allocate(size_t n) override {
      return c10::GetDefaultCPUAllocator()->allocate(n);
    }
    void copy_data(void* d, const void* s, size_t n) const override {
      default_copy_data(d, s, n);
    }
  } other;
  EXPECT_THROW(c10::GetAllocator(c10::kCUDA), c10::Error);
  c10::SetAllocator(c10::kPrivateUse1, &other, 1);
  c10::SetAllocator(c10::kPrivateUse1, c10::GetDefaultCPUAllocator(), 0); // lower: ignored
  EXPECT_EQ(c10::GetAllocator(c10::kPrivateUse1), &other);
  c10::SetCPUAllocator(&other);
  EXPECT_EQ(c10::GetCPUAllocator(), &other);
  c10::SetCPUAllocator(nullptr);
  EXPECT_EQ(c10::GetCPUAllocator(), c10::GetDefaultCPUAllocator());
}

} // namespace
