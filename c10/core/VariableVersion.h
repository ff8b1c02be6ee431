// The count of in-place writes to a tensor, shared by the tensor and its views, by which the autograd engine notices that a saved value changed.
//
// One word: 0 for none (inference tensors), an odd number for a count of its own, else a pointer to a counter that others share. The shared counter is
// made only when somebody asks to share, so a tensor without views pays nothing.
// Thread-safety: the word is only ever advanced by compare-exchange; two threads may make views of one tensor at the same time.
#pragma once

#include <c10/macros/Macros.h>
#include <c10/util/Exception.h>
#include <c10/util/intrusive_ptr.h>
#include <atomic>
#include <cstdint>
#include <utility>

namespace c10 {

class C10_API VariableVersion {
 public:
  enum Disabled { DISABLED };

  explicit VariableVersion(uint32_t version = 0) noexcept : word_((uintptr_t{version} << 1) | 1) {}
  VariableVersion(Disabled) noexcept : word_(0) {}
  // A copy shares the count.
  VariableVersion(const VariableVersion& o) : word_(o.share()) {}
  VariableVersion(VariableVersion&& o) noexcept : word_(o.word_.exchange(0, std::memory_order_relaxed)) {}
  VariableVersion& operator=(const VariableVersion& o) {
    if (this != &o) {
      drop(word_.exchange(o.share(), std::memory_order_acq_rel));
    }
    return *this;
  }
  VariableVersion& operator=(VariableVersion&& o) noexcept {
    if (this != &o) {
      drop(word_.exchange(o.word_.exchange(0, std::memory_order_relaxed), std::memory_order_acq_rel));
    }
    return *this;
  }
  ~VariableVersion() {
    drop(word_.load(std::memory_order_relaxed));
  }

  bool enabled() const {
    return word_.load(std::memory_order_relaxed) != 0;
  }
  bool unique() const;
  void bump();
  uint32_t current_version() const;
  void set_version(int64_t version);

 private:
  class Counter;
  static bool shared(uintptr_t w) {
    return w != 0 && (w & 1) == 0;
  }
  void drop(uintptr_t w) noexcept {
    if (C10_UNLIKELY(shared(w))) {
      drop_shared(w);
    }
  }
  uintptr_t share() const;
  static void drop_shared(uintptr_t w) noexcept;

  mutable std::atomic<uintptr_t> word_;
};

} // namespace c10
