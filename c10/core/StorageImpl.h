// The memory that tensors share: its bytes, their owner, and a write epoch that every in-place or out= kernel raises, by which programs that folded
// constants notice a change.
#pragma once

#include <c10/core/Allocator.h>
#include <c10/core/impl/ThreadCache.h>
#include <c10/macros/Macros.h>
#include <c10/util/Exception.h>
#include <c10/util/intrusive_ptr.h>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace c10 {

struct C10_API StorageImpl final : public intrusive_ptr_target {
 public:
  struct use_byte_size_t {};

  StorageImpl(use_byte_size_t, size_t size_bytes, DataPtr data_ptr, Allocator* allocator, bool resizable)
      : data_ptr_(std::move(data_ptr)), size_bytes_(size_bytes), allocator_(allocator), resizable_(resizable) {
    if (resizable) {
      TORCH_INTERNAL_ASSERT(allocator_ != nullptr, "For resizable storage, allocator must be provided");
    }
  }
  StorageImpl(use_byte_size_t tag, size_t size_bytes, Allocator* allocator, bool resizable)
      : StorageImpl(tag, size_bytes, allocator->allocate(size_bytes), allocator, resizable) {}
  StorageImpl(const StorageImpl&) = delete;
  StorageImpl& operator=(const StorageImpl&) = delete;
  ~StorageImpl() override = default;
  WICK_CACHED_NEW_DELETE

  void reset() {
    data_ptr_.clear();
    size_bytes_ = 0;
  }
  size_t nbytes() const {
    return size_bytes_;
  }
  void set_nbytes(size_t n) {
    size_bytes_ = n;
  }
  bool resizable() const {
    return resizable_;
  }
  void set_resizable(bool resizable) {
    TORCH_INTERNAL_ASSERT(!resizable || allocator_ != nullptr);
    resizable_ = resizable;
  }
  const DataPtr& data_ptr() const {
    return data_ptr_;
  }
  DataPtr& mutable_data_ptr() {
    return data_ptr_;
  }
  DataPtr& _mutable_data_ptr_no_checks() {
    return data_ptr_;
  }
  // Puts other memory in place and answers the old one.
  DataPtr set_data_ptr(DataPtr&& p) {
    bump_write_epoch();
    DataPtr old = std::move(data_ptr_);
    data_ptr_ = std::move(p);
    return old;
  }
  void set_data_ptr_noswap(DataPtr&& p) {
    bump_write_epoch();
    data_ptr_ = std::move(p);
  }
  const void* data() const {
    return data_ptr_.get();
  }
  void* mutable_data() {
    return data_ptr_.mutable_get();
  }
  DeviceType device_type() const {
    return data_ptr_.device().type();
  }
  Device device() const {
    return data_ptr_.device();
  }
  Allocator* allocator() {
    return allocator_;
  }
  const Allocator* allocator() const {
    return allocator_;
  }
  void set_allocator(Allocator* a) {
    allocator_ = a;
  }
  // Memory that came from elsewhere and goes back by its own deleter.
  void UniqueStorageShareExternalPointer(void* src, size_t size_bytes, DeleterFnPtr d = nullptr) {
    UniqueStorageShareExternalPointer(DataPtr(src, src, d, data_ptr_.device()), size_bytes);
  }
  void UniqueStorageShareExternalPointer(DataPtr&& p, size_t size_bytes) {
    bump_write_epoch();
    data_ptr_ = std::move(p);
    size_bytes_ = size_bytes;
    allocator_ = nullptr;
    resizable_ = false;
  }

  // Thread-safety: relaxed increments. Each one is a read-modify-write so that a watcher that has seen epoch n misses no write after it; the ordering of
  // the data itself is the business of whoever writes and reads it.
  uint64_t write_epoch() const {
    return write_epoch_.load(std::memory_order_relaxed);
  }
  void bump_write_epoch() {
    write_epoch_.fetch_add(1, std::memory_order_relaxed);
  }
  // A writable pointer was given to code outside the library: its writes raise no epoch, so nothing computed from this storage may be kept.
  bool mutable_data_escaped() const {
    return escaped_.load(std::memory_order_relaxed);
  }
  void mark_mutable_data_escaped() {
    if (!escaped_.load(std::memory_order_relaxed)) {
      escaped_.store(true, std::memory_order_relaxed);
    }
  }

 private:
  void release_resources() override {
    data_ptr_.clear();
  }
  DataPtr data_ptr_;
  size_t size_bytes_;
  Allocator* allocator_;
  std::atomic<uint64_t> write_epoch_{0};
  bool resizable_;
  std::atomic<bool> escaped_{false};
};

} // namespace c10
