#include <c10/core/VariableVersion.h>
#include <c10/core/impl/ThreadCache.h>

namespace c10 {

class VariableVersion::Counter final : public intrusive_ptr_target {
 public:
  explicit Counter(uint32_t v) : version(v) {}
  WICK_CACHED_NEW_DELETE
  std::atomic<uint32_t> version;
};

bool VariableVersion::unique() const {
  const uintptr_t w = word_.load(std::memory_order_acquire);
  return !shared(w) || intrusive_access::use_count(reinterpret_cast<Counter*>(w)) == 1;
}

uintptr_t VariableVersion::share() const {
  uintptr_t w = word_.load(std::memory_order_acquire);
  if (w == 0) {
    return 0;
  }
  Counter* fresh = nullptr;
  while (!shared(w)) {
    if (fresh == nullptr) {
      fresh = intrusive_ptr<Counter>::make(static_cast<uint32_t>(w >> 1)).release();
    } else {
      fresh->version.store(static_cast<uint32_t>(w >> 1), std::memory_order_relaxed);
    }
    if (word_.compare_exchange_weak(w, reinterpret_cast<uintptr_t>(fresh), std::memory_order_acq_rel, std::memory_order_acquire)) {
      w = reinterpret_cast<uintptr_t>(fresh);
      fresh = nullptr;
    }
  }
  if (fresh != nullptr) {
    intrusive_access::decref(fresh); // another thread was first
  }
  intrusive_access::incref(reinterpret_cast<Counter*>(w));
  return w;
}

void VariableVersion::drop_shared(uintptr_t w) noexcept {
  intrusive_access::decref(reinterpret_cast<Counter*>(w));
}

void VariableVersion::bump() {
  uintptr_t w = word_.load(std::memory_order_acquire);
  TORCH_CHECK(w != 0, "Inplace update to inference tensor outside InferenceMode is not allowed. You can make a clone to get a normal tensor before doing inplace update.");
  while (!shared(w)) {
    const uintptr_t next = (uintptr_t{static_cast<uint32_t>((w >> 1) + 1)} << 1) | 1;
    if (word_.compare_exchange_weak(w, next, std::memory_order_acq_rel, std::memory_order_acquire)) {
      return;
    }
  }
  reinterpret_cast<Counter*>(w)->version.fetch_add(1, std::memory_order_relaxed);
}

uint32_t VariableVersion::current_version() const {
  const uintptr_t w = word_.load(std::memory_order_acquire);
  TORCH_CHECK(w != 0, "Inference tensors do not track version counter.");
  return shared(w) ? reinterpret_cast<Counter*>(w)->version.load(std::memory_order_relaxed) : static_cast<uint32_t>(w >> 1);
}

void VariableVersion::set_version(int64_t version) {
  TORCH_CHECK(version >= 0 && version <= UINT32_MAX, "Cannot set a version_counter to ", version, ": out of range");
  uintptr_t w = word_.load(std::memory_order_acquire);
  TORCH_CHECK(w != 0, "Inference tensors do not track version counter.");
  while (!shared(w)) {
    if (word_.compare_exchange_weak(w, (static_cast<uintptr_t>(version) << 1) | 1, std::memory_order_acq_rel, std::memory_order_acquire)) {
      return;
    }
  }
  reinterpret_cast<Counter*>(w)->version.store(static_cast<uint32_t>(version), std::memory_order_relaxed);
}

} // namespace c10
