#include <c10/core/thread_pool.h>
#include <c10/util/Exception.h>
#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

struct ThreadsGuard {
  int before = c10::get_num_threads();
  explicit ThreadsGuard(int n) {
    c10::set_num_threads(n);
  }
  ~ThreadsGuard() {
    c10::set_num_threads(before);
  }
};

std::set<std::pair<int64_t, int64_t>> chunks_of(int64_t begin, int64_t end, int64_t grain) {
  std::set<std::pair<int64_t, int64_t>> chunks;
  std::mutex mutex;
  c10::parallel_for(begin, end, grain, [&](int64_t b, int64_t e) {
    std::lock_guard<std::mutex> lock(mutex);
    EXPECT_TRUE(chunks.emplace(b, e).second);
  });
  return chunks;
}

TEST(ParallelFor, ChunksCoverTheRangeOnceAndDependOnTheSizeOnly) {
  for (int64_t size : {1, 2, 63, 64, 65, 1000, 4097}) {
    for (int64_t grain : {0, 1, 7, 100, 5000}) {
      std::set<std::pair<int64_t, int64_t>> want;
      {
        ThreadsGuard one(1);
        want = chunks_of(-5, size - 5, grain);
      }
      int64_t at = -5;
      for (const auto& c : want) {
        ASSERT_EQ(c.first, at);
        ASSERT_GT(c.second, c.first);
        if (c.second != size - 5) {
          ASSERT_EQ(c.second - c.first, c10::parallel_chunk_size(size, grain));
        }
        at = c.second;
      }
      ASSERT_EQ(at, size - 5);
      ASSERT_LE(want.size(), 64u);
      for (int n : {2, 3, 8}) {
        ThreadsGuard many(n);
        ASSERT_EQ(chunks_of(-5, size - 5, grain), want);
      }
    }
  }
  c10::parallel_for(3, 3, 1, [](int64_t, int64_t) { FAIL(); });
  c10::parallel_for(3, 1, 1, [](int64_t, int64_t) { FAIL(); });
  EXPECT_THROW(c10::parallel_for(INT64_MIN, INT64_MAX, 1, [](int64_t, int64_t) {}), c10::Error);
}

TEST(ParallelFor, HelpersReallyHelp) {
  ThreadsGuard four(4);
  std::mutex mutex;
  std::condition_variable met;
  std::set<std::thread::id> ids;
  std::set<int> numbers;
  // Every chunk waits until a second thread has come: without helpers this would never end.
  c10::parallel_for(0, 8, 1, [&](int64_t, int64_t) {
    std::unique_lock<std::mutex> lock(mutex);
    ids.insert(std::this_thread::get_id());
    numbers.insert(c10::get_thread_num());
    EXPECT_TRUE(c10::in_parallel_region());
    met.notify_all();
    met.wait(lock, [&] { return ids.size() >= 2; });
  });
  EXPECT_GE(ids.size(), 2u);
  EXPECT_LE(ids.size(), 4u);
  EXPECT_EQ(numbers.size(), ids.size());
  EXPECT_LT(*numbers.rbegin(), 4);
  EXPECT_FALSE(c10::in_parallel_region());
  EXPECT_EQ(c10::get_thread_num(), 0);
}

TEST(ParallelFor, SumsAreTheSameForEveryThreadCount) {
  std::vector<float> data(100000);
  for (size_t i = 0; i < data.size(); ++i) {
    data[i] = 1.0f / static_cast<float>(i + 1);
  }
  auto sum = [&] {
    const int64_t n = static_cast<int64_t>(data.size()), chunk = c10::parallel_chunk_size(n, 1000);
    std::vector<float> partial(static_cast<size_t>((n + chunk - 1) / chunk));
    c10::parallel_for(0, n, 1000, [&](int64_t b, int64_t e) {
      float s = 0;
      for (int64_t i = b; i < e; ++i) {
        s += data[static_cast<size_t>(i)];
      }
      partial[static_cast<size_t>(b / chunk)] = s;
    });
    float s = 0;
    for (float p : partial) {
      s += p;
    }
    return s;
  };
  float first = 0;
  for (int n : {1, 2, 3, 5, 8}) {
    ThreadsGuard threads(n);
    for (int i = 0; i < 5; ++i) {
      const float s = sum();
      if (first == 0) {
        first = s;
      }
      EXPECT_EQ(s, first);
    }
  }
}

TEST(ParallelFor, ExceptionsReachTheCaller) {
  ThreadsGuard four(4);
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> ran{0};
    try {
      c10::parallel_for(0, 64, 1, [&](int64_t b, int64_t) {
        ++ran;
        if (b % 3 == 1) {
          throw std::out_of_range("chunk " + std::to_string(b));
        }
      });
      FAIL();
    } catch (const std::out_of_range& e) {
      EXPECT_EQ(std::string(e.what()).rfind("chunk ", 0), 0u);
    }
    EXPECT_LE(ran.load(), 64);
  }
  // And the pool is as good as before.
  std::atomic<int> count{0};
  c10::parallel_for(0, 64, 1, [&](int64_t, int64_t) { ++count; });
  EXPECT_EQ(count.load(), 64);
  EXPECT_FALSE(c10::in_parallel_region());
}

TEST(ParallelFor, NestedCallsRunInline) {
  ThreadsGuard four(4);
  std::atomic<int> inner{0};
  c10::parallel_for(0, 8, 1, [&](int64_t, int64_t) {
    const auto me = std::this_thread::get_id();
    const int number = c10::get_thread_num();
    c10::parallel_for(0, 10, 1, [&](int64_t, int64_t) {
      EXPECT_EQ(std::this_thread::get_id(), me);
      EXPECT_EQ(c10::get_thread_num(), number);
      ++inner;
    });
    EXPECT_TRUE(c10::in_parallel_region());
  });
  EXPECT_EQ(inner.load(), 80);
}

TEST(ParallelFor, ManyCallers) {
  ThreadsGuard four(4);
  std::vector<std::thread> callers;
  for (int c = 0; c < 6; ++c) {
    callers.emplace_back([c] {
      for (int round = 0; round < 200; ++round) {
        std::vector<int64_t> out(100);
        if (round % 50 == 17) {
          EXPECT_THROW(c10::parallel_for(0, 100, 3, [&](int64_t, int64_t) { throw std::runtime_error("x"); }), std::runtime_error);
        }
        c10::parallel_for(0, 100, 3, [&](int64_t b, int64_t e) {
          for (int64_t i = b; i < e; ++i) {
            out[static_cast<size_t>(i)] = i * c;
          }
        });
        for (int64_t i = 0; i < 100; ++i) {
          ASSERT_EQ(out[static_cast<size_t>(i)], i * c);
        }
      }
    });
  }
  for (auto& t : callers) {
    t.join();
  }
}

TEST(ParallelFor, LimitsAndBadCounts) {
  ThreadsGuard four(4);
  {
    c10::ParallelLimitGuard one(1);
    c10::ParallelLimitGuard wider(3); // the narrower limit holds
    const auto me = std::this_thread::get_id();
    c10::parallel_for(0, 50, 1, [&](int64_t, int64_t) { EXPECT_EQ(std::this_thread::get_id(), me); });
  }
  EXPECT_THROW(c10::set_num_threads(0), c10::Error);
  EXPECT_THROW(c10::set_num_threads(-3), c10::Error);
  EXPECT_THROW(c10::ParallelLimitGuard(0), c10::Error);
  EXPECT_EQ(c10::get_num_threads(), 4);
}

TEST(Launch, TasksRunAndMayBeHelped) {
  std::atomic<int> done{0};
  for (int i = 0; i < 50; ++i) {
    c10::launch([&] { ++done; });
  }
  while (done.load() != 50) {
    if (!c10::run_one_launched_task()) {
      std::this_thread::yield();
    }
  }
  EXPECT_THROW(c10::launch(nullptr), c10::Error);
}

#if !defined(__SANITIZE_THREAD__)
TEST(ParallelFor, WorksInAForkedChild) {
  ThreadsGuard four(4);
  c10::parallel_for(0, 64, 1, [](int64_t, int64_t) {});
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::atomic<int> count{0};
    c10::parallel_for(0, 64, 1, [&](int64_t, int64_t) { ++count; });
    _exit(count.load() == 64 ? 0 : 1);
  }
  int status = 1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
#endif

} // namespace
