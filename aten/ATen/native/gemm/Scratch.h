#pragma once
// Memory that a kernel needs for the length of a call, from the CPU allocator's per-thread free lists.
#include <cstdint>

#include <c10/core/Allocator.h>
#include <c10/core/CPUAllocator.h>
#include <c10/util/Exception.h>

namespace at::native {

template <class T>
class Scratch {
 public:
  // Room for rows * cols elements, unset, 64-byte aligned. A second call gives the first one's memory back unless it was as large.
  T* take(int64_t rows, int64_t cols) {
    int64_t bytes;
    TORCH_CHECK(!__builtin_mul_overflow(rows, cols, &bytes) && !__builtin_mul_overflow(bytes, int64_t(sizeof(T)), &bytes),
                "a working buffer of ", rows, " x ", cols, " elements is larger than memory can be");
    if (bytes > bytes_ || !data_) {
      data_ = c10::GetCPUAllocator()->allocate(static_cast<size_t>(bytes));
      bytes_ = bytes;
    }
    return static_cast<T*>(data_.get());
  }

 private:
  c10::DataPtr data_;
  int64_t bytes_ = 0;
};

}  // namespace at::native
