// Loops over ranges on c10's thread pool. Chunks depend on the size and the grain only, so results do not depend on the number of threads.
#pragma once

#include <c10/core/thread_pool.h>
#include <c10/util/SmallVector.h>
#include <algorithm>
#include <cstdint>
#include <utility>

namespace at {

namespace internal {
constexpr int64_t GRAIN_SIZE = 32768;
}

using c10::get_num_threads;
using c10::get_thread_num;
using c10::set_num_threads;
inline bool in_parallel_region() {
  return c10::in_parallel_region();
}
// Threads start when they are needed.
inline void init_num_threads() {}

inline int64_t divup(int64_t x, int64_t y) {
  return (x + y - 1) / y;
}

// f(begin, end) over pieces of [begin, end) of about `grain_size`, in any order and on any thread; the first exception comes back.
template <class F>
inline void parallel_for(const int64_t begin, const int64_t end, const int64_t grain_size, const F& f) {
  if (begin >= end) {
    return;
  }
  if (end - begin <= grain_size) {
    f(begin, end);
    return;
  }
  c10::parallel_for(begin, end, grain_size < 1 ? 1 : grain_size, c10::FunctionRef<void(int64_t, int64_t)>(f));
}

// sf(f(begin, end, ident), ...): pieces of exactly `grain_size`, combined from left to right.
template <class scalar_t, class F, class SF>
inline scalar_t parallel_reduce(const int64_t begin, const int64_t end, const int64_t grain_size, const scalar_t ident, const F& f, const SF& sf) {
  if (begin >= end) {
    return ident;
  }
  const int64_t grain = grain_size < 1 ? end - begin : grain_size;
  const int64_t pieces = divup(end - begin, grain);
  if (pieces == 1) {
    return f(begin, end, ident);
  }
  c10::SmallVector<scalar_t, 64> results(static_cast<size_t>(pieces), ident);
  scalar_t* const data = results.data();
  parallel_for(0, pieces, 1, [&](int64_t first, int64_t last) {
    for (int64_t i = first; i < last; ++i) {
      data[i] = f(begin + i * grain, std::min(end, begin + (i + 1) * grain), ident);
    }
  });
  scalar_t result = ident;
  for (const scalar_t& r : results) {
    result = sf(result, r);
  }
  return result;
}

} // namespace at
