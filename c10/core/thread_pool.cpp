#include <c10/core/thread_pool.h>

#include <c10/util/Exception.h>

#include <pthread.h>
#include <sched.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace c10 {
namespace {

// Of this thread: whether it runs a chunk now, as which member, and its own limit (0: none).
struct ThreadState {
  int region_depth, thread_num, limit;
};
WICK_FAST_THREAD_LOCAL ThreadState state = {};

int usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) == 0) {
    const int n = CPU_COUNT(&set);
    if (n > 0) {
      return n;
    }
  }
  return std::max(1u, std::thread::hardware_concurrency());
}
int threads_at_start() {
  for (const char* name : {"WICK_NUM_THREADS", "OMP_NUM_THREADS"}) {
    if (const char* text = std::getenv(name)) {
      const int n = std::atoi(text);
      if (n > 0) {
        return std::min(n, 1024);
      }
    }
  }
  return usable_cores();
}
constinit std::atomic<int> num_threads{0}; // 0: not asked yet

// One parallel_for in progress; lives on its caller's stack. `next` and `stop` are touched by all members; the rest is written under Pool::mutex, except
// for what never changes. `active` is also read without it, by the caller that waits.
struct Job {
  FunctionRef<void(int64_t, int64_t)> f;
  int64_t begin, end, chunk, chunks;
  std::atomic<int64_t> next{0};
  std::atomic<bool> stop{false};
  int wanted = 0; // helpers that may still join
  int joined = 0; // helpers that ever joined: their thread numbers
  std::atomic<int> active{0}; // helpers inside
  std::exception_ptr error;
};

struct Pool {
  std::mutex mutex;
  std::condition_variable work; // workers wait for jobs and tasks
  std::condition_variable done; // callers wait for their helpers
  std::deque<Job*> jobs;
  std::deque<std::function<void()>> tasks;
  int threads = 0, sleeping = 0, looking = 0;
  // Raised whenever there is new work: what a worker watches for a few microseconds before it sleeps.
  std::atomic<uint64_t> arrivals{0};
  // Cores in use by callers and helpers of parallel_for and by tasks. Callers always go on; helpers join only below the number of cores.
  std::atomic<int> running{0};
  int cores = usable_cores();
};

// Made on first use and never destroyed; a forked child, which has none of its threads, makes its own.
constinit std::atomic<Pool*> the_pool{nullptr};

Pool& pool() {
  Pool* p = the_pool.load(std::memory_order_acquire);
  if (C10_LIKELY(p != nullptr)) {
    return *p;
  }
  static std::once_flag fork_handler;
  std::call_once(fork_handler, [] { pthread_atfork(nullptr, nullptr, [] { the_pool.store(nullptr, std::memory_order_release); }); });
  auto* fresh = new Pool;
  if (!the_pool.compare_exchange_strong(p, fresh, std::memory_order_acq_rel, std::memory_order_acquire)) {
    delete fresh;
    return *p;
  }
  return *fresh;
}

int core_limit(const Pool& p) {
  return std::max(p.cores, get_num_threads());
}

// Runs chunks until none is left, or `yield` says that this helper's core is wanted by a caller.
template <typename Yield>
void run_chunks(Job& job, std::exception_ptr& error, Yield yield) {
  while (!job.stop.load(std::memory_order_relaxed)) {
    const int64_t i = job.next.fetch_add(1, std::memory_order_relaxed);
    if (i >= job.chunks) {
      return;
    }
    const int64_t b = job.begin + i * job.chunk;
    try {
      job.f(b, job.end - b > job.chunk ? b + job.chunk : job.end);
    } catch (...) {
      error = std::current_exception();
      job.stop.store(true, std::memory_order_relaxed);
      return;
    }
    if (yield()) {
      return;
    }
  }
}

inline void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}
template <typename Condition>
bool look_for(int tries, Condition condition) {
  for (int i = 0; i < tries; ++i) {
    if (condition()) {
      return true;
    }
    pause();
  }
  return false;
}

bool exhausted(const Job& job) {
  return job.stop.load(std::memory_order_relaxed) || job.next.load(std::memory_order_relaxed) >= job.chunks;
}

void help(Pool& p, Job& job, std::unique_lock<std::mutex>& lock) {
  --job.wanted;
  job.active.fetch_add(1, std::memory_order_relaxed);
  state.thread_num = ++job.joined;
  lock.unlock();
  std::exception_ptr error;
  ++state.region_depth;
  run_chunks(job, error, [&] { return p.running.load(std::memory_order_relaxed) > core_limit(p); });
  --state.region_depth;
  state.thread_num = 0;
  p.running.fetch_sub(1, std::memory_order_relaxed);
  lock.lock();
  if (error && !job.error) {
    job.error = std::move(error);
  }
  if (job.active.fetch_sub(1, std::memory_order_release) == 1) {
    p.done.notify_all(); // the job is gone once the lock is
  }
}

// Takes a core if one is free.
bool take_core(Pool& p) {
  int running = p.running.load(std::memory_order_relaxed);
  while (running < core_limit(p)) {
    if (p.running.compare_exchange_weak(running, running + 1, std::memory_order_relaxed)) {
      return true;
    }
  }
  return false;
}

void run_task(Pool& p, std::unique_lock<std::mutex>& lock) {
  std::function<void()> task = std::move(p.tasks.front());
  p.tasks.pop_front();
  lock.unlock();
  try {
    task();
  } catch (const std::exception& e) {
    // The contract of launch() is that tasks do not throw; a pool thread must live on.
    TORCH_WARN("Exception in thread pool task: ", e.what());
  } catch (...) {
    TORCH_WARN("Exception in thread pool task: unknown");
  }
  task = nullptr;
  lock.lock();
}

void worker(Pool* p) {
  std::unique_lock<std::mutex> lock(p->mutex);
  for (;;) {
    Job* found = nullptr;
    for (Job* j : p->jobs) {
      if (j->wanted > 0 && !exhausted(*j)) {
        found = j;
        break;
      }
    }
    if (found != nullptr && take_core(*p)) {
      help(*p, *found, lock);
      continue;
    }
    if (!p->tasks.empty()) {
      p->running.fetch_add(1, std::memory_order_relaxed);
      run_task(*p, lock);
      p->running.fetch_sub(1, std::memory_order_relaxed);
      continue;
    }
    // Regions often follow one another closely, and waking a sleeper costs more than most of them take.
    const uint64_t seen = p->arrivals.load(std::memory_order_relaxed);
    ++p->looking;
    lock.unlock();
    const bool came = look_for(p->cores > 1 ? 500 : 0, [&] { return p->arrivals.load(std::memory_order_relaxed) != seen; });
    lock.lock();
    --p->looking;
    if (came || p->arrivals.load(std::memory_order_relaxed) != seen) {
      continue;
    }
    ++p->sleeping;
    p->work.wait(lock);
    --p->sleeping;
  }
}

// With the lock held: sees to it that up to n sleepers wake or threads start.
void wake(Pool& p, int n) {
  p.arrivals.fetch_add(1, std::memory_order_relaxed);
  n -= std::min(n, p.looking);
  const int wakeable = std::min(n, p.sleeping);
  for (int i = 0; i < wakeable; ++i) {
    p.work.notify_one();
  }
  // Threads already on their way to sleep look for work first, so only a real lack starts new ones.
  const int most = std::max(core_limit(p) - 1, 1);
  for (int missing = n - wakeable; missing > 0 && p.threads < most; --missing) {
    try {
      std::thread(worker, &p).detach();
      ++p.threads;
    } catch (const std::system_error&) {
      return; // No thread to be had: callers do all the work themselves.
    }
  }
}

} // namespace

void set_num_threads(int n) {
  TORCH_CHECK(n > 0, "set_num_threads: expected a positive number of threads, got ", n);
  num_threads.store(std::min(n, 1024), std::memory_order_relaxed);
}
int get_num_threads() {
  int n = num_threads.load(std::memory_order_relaxed);
  if (C10_UNLIKELY(n == 0)) {
    n = threads_at_start();
    int none = 0;
    if (!num_threads.compare_exchange_strong(none, n, std::memory_order_relaxed)) {
      n = none;
    }
  }
  return n;
}
int get_thread_num() {
  return state.thread_num;
}
bool in_parallel_region() {
  return state.region_depth > 0;
}

ParallelLimitGuard::ParallelLimitGuard(int max_threads) : previous_(state.limit) {
  TORCH_CHECK(max_threads > 0, "ParallelLimitGuard: expected a positive number of threads, got ", max_threads);
  state.limit = previous_ > 0 ? std::min(previous_, max_threads) : max_threads;
}
ParallelLimitGuard::~ParallelLimitGuard() {
  state.limit = previous_;
}

void parallel_for(int64_t begin, int64_t end, int64_t grain, FunctionRef<void(int64_t, int64_t)> f) {
  if (begin >= end) {
    return;
  }
  int64_t size;
  TORCH_CHECK(!__builtin_sub_overflow(end, begin, &size), "parallel_for: the range [", begin, ", ", end, ") is too long");
  const int64_t chunk = parallel_chunk_size(size, grain);
  if (size <= chunk) {
    f(begin, end);
    return;
  }
  const int64_t chunks = size / chunk + (size % chunk != 0 ? 1 : 0);
  int threads = get_num_threads();
  if (state.limit > 0) {
    threads = std::min(threads, state.limit);
  }
  if (threads <= 1 || state.region_depth > 0) {
    // The same chunks, one after another.
    for (int64_t b = begin;; b += chunk) {
      if (end - b <= chunk) {
        f(b, end);
        return;
      }
      f(b, b + chunk);
    }
  }

  Job job;
  job.f = f;
  job.begin = begin;
  job.end = end;
  job.chunk = chunk;
  job.chunks = chunks;
  Pool& p = pool();
  const int running = p.running.fetch_add(1, std::memory_order_relaxed) + 1;
  const int free_cores = core_limit(p) - running;
  const int helpers = static_cast<int>(std::min<int64_t>({threads - 1, chunks - 1, std::max(free_cores, 0)}));
  // Helpers are asked for even when no core is free now: another caller may finish while this one still works.
  job.wanted = static_cast<int>(std::min<int64_t>(threads - 1, chunks - 1));
  {
    std::lock_guard<std::mutex> lock(p.mutex);
    p.jobs.push_back(&job);
    wake(p, helpers);
  }
  std::exception_ptr error;
  ++state.region_depth;
  run_chunks(job, error, [] { return false; });
  --state.region_depth;
  p.running.fetch_sub(1, std::memory_order_relaxed);
  {
    std::unique_lock<std::mutex> lock(p.mutex);
    p.jobs.erase(std::find(p.jobs.begin(), p.jobs.end(), &job));
    if (job.active.load(std::memory_order_relaxed) != 0) {
      lock.unlock();
      look_for(p.cores > 1 ? 500 : 0, [&] { return job.active.load(std::memory_order_acquire) == 0; });
      lock.lock();
    }
    while (job.active.load(std::memory_order_relaxed) != 0) {
      p.done.wait(lock);
    }
    if (job.error && !error) {
      error = std::move(job.error);
    }
    // A core has become free: a sleeper may help another caller's job.
    if (!p.jobs.empty() && p.sleeping > 0) {
      p.work.notify_one();
    }
  }
  if (error) {
    std::rethrow_exception(error);
  }
}

void launch(std::function<void()> task) {
  TORCH_CHECK(static_cast<bool>(task), "launch: the task is empty");
  Pool& p = pool();
  std::lock_guard<std::mutex> lock(p.mutex);
  p.tasks.push_back(std::move(task));
  wake(p, 1);
}
bool run_one_launched_task() {
  Pool& p = pool();
  std::unique_lock<std::mutex> lock(p.mutex);
  if (p.tasks.empty()) {
    return false;
  }
  run_task(p, lock);
  return true;
}

} // namespace c10
