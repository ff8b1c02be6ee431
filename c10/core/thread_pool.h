// The pool that all parallel work of the process runs on.
//
// parallel_for cuts [begin, end) into chunks whose bounds depend on the size and the grain only, never on the number of threads, so what is computed per chunk
// is the same for every thread count. Callers work on their own chunks and take helpers only while cores are free: all callers of the process share one
// count of cores, so that many callers never oversubscribe the machine. Nested calls run inline. The first exception stops the remaining chunks and is thrown in
// the caller. Threads start on first use. After fork() the child starts a fresh pool.
#pragma once

#include <c10/macros/Macros.h>
#include <c10/util/FunctionRef.h>
#include <cstdint>
#include <functional>

namespace c10 {

// f(b, e) once for each chunk. Chunks hold at least `grain` elements (but for the last) and there are at most kMaxParallelChunks.
constexpr int64_t kMaxParallelChunks = 64;
C10_API void parallel_for(int64_t begin, int64_t end, int64_t grain, FunctionRef<void(int64_t, int64_t)> f);
// How long a chunk parallel_for uses for so many elements: what reductions size their partial results by.
inline int64_t parallel_chunk_size(int64_t size, int64_t grain) {
  const int64_t least = size / kMaxParallelChunks + (size % kMaxParallelChunks != 0 ? 1 : 0);
  return grain < 1 ? (least < 1 ? 1 : least) : (grain > least ? grain : least);
}

// At most this many threads work on one parallel_for (caller included). Starts as the WICK_NUM_THREADS or OMP_NUM_THREADS variable, else the usable cores.
C10_API void set_num_threads(int n);
C10_API int get_num_threads();
// 0 for the caller, 1.. for helpers; below get_num_threads(). 0 outside.
C10_API int get_thread_num();
C10_API bool in_parallel_region();

// Limits this thread's own calls while it lives.
class C10_API ParallelLimitGuard {
 public:
  explicit ParallelLimitGuard(int max_threads);
  ~ParallelLimitGuard();
  ParallelLimitGuard(const ParallelLimitGuard&) = delete;
  ParallelLimitGuard& operator=(const ParallelLimitGuard&) = delete;

 private:
  int previous_;
};

// Runs the task some time on a pool thread (fork/wait of scripts). The task must not throw.
C10_API void launch(std::function<void()> task);
// Runs one waiting launched task on this thread if there is one: what a thread that waits for a task does meanwhile.
C10_API bool run_one_launched_task();

} // namespace c10
