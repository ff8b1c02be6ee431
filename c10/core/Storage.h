// Storage: a handle on a StorageImpl, as programs hold it.
#pragma once

#include <c10/core/StorageImpl.h>
#include <c10/util/intrusive_ptr.h>
#include <utility>

namespace c10 {

struct C10_API Storage {
 public:
  struct use_byte_size_t {};
  struct unsafe_borrow_t {
    explicit unsafe_borrow_t() = default;
  };

  Storage() = default;
  Storage(intrusive_ptr<StorageImpl> impl) : impl_(std::move(impl)) {}
  Storage(use_byte_size_t, size_t size_bytes, Allocator* allocator = nullptr, bool resizable = false)
      : impl_(make_intrusive<StorageImpl>(StorageImpl::use_byte_size_t(), size_bytes, allocator ? allocator : default_allocator(), resizable)) {}
  Storage(use_byte_size_t, size_t size_bytes, DataPtr data_ptr, Allocator* allocator = nullptr, bool resizable = false)
      : impl_(make_intrusive<StorageImpl>(StorageImpl::use_byte_size_t(), size_bytes, std::move(data_ptr), allocator, resizable)) {}

  static Storage create_legacy(Device device);

  void reset() {
    impl_->reset();
  }
  void set_nbytes(size_t n) const {
    impl_->set_nbytes(n);
  }
  bool resizable() const {
    return impl_->resizable();
  }
  size_t nbytes() const {
    return impl_->nbytes();
  }
  const void* data() const {
    return impl_->data();
  }
  void* mutable_data() const {
    return impl_->mutable_data();
  }
  DataPtr& mutable_data_ptr() const {
    return impl_->mutable_data_ptr();
  }
  const DataPtr& data_ptr() const {
    return impl_->data_ptr();
  }
  DataPtr set_data_ptr(DataPtr&& p) const {
    return impl_->set_data_ptr(std::move(p));
  }
  void set_data_ptr_noswap(DataPtr&& p) const {
    impl_->set_data_ptr_noswap(std::move(p));
  }
  DeviceType device_type() const {
    return impl_->device_type();
  }
  Device device() const {
    return impl_->device();
  }
  Allocator* allocator() const {
    return impl_->allocator();
  }
  StorageImpl* unsafeReleaseStorageImpl() {
    return impl_.release();
  }
  StorageImpl* unsafeGetStorageImpl() const noexcept {
    return impl_.get();
  }
  intrusive_ptr<StorageImpl> getIntrusivePtr() const {
    return impl_;
  }
  weak_intrusive_ptr<StorageImpl> getWeakStorageImpl() const {
    return weak_intrusive_ptr<StorageImpl>(impl_);
  }
  operator bool() const {
    return static_cast<bool>(impl_);
  }
  size_t use_count() const {
    return impl_.use_count();
  }
  bool unique() const {
    return impl_.unique();
  }
  bool is_alias_of(const Storage& o) const {
    return impl_ == o.impl_ || (impl_ && o.impl_ && impl_->data() != nullptr && impl_->data() == o.impl_->data());
  }
  void UniqueStorageShareExternalPointer(void* src, size_t capacity, DeleterFnPtr d = nullptr) {
    impl_->UniqueStorageShareExternalPointer(src, capacity, d);
  }
  void UniqueStorageShareExternalPointer(DataPtr&& p, size_t capacity) {
    impl_->UniqueStorageShareExternalPointer(std::move(p), capacity);
  }

 private:
  static Allocator* default_allocator();
  intrusive_ptr<StorageImpl> impl_;
};

inline bool isSharedStorageAlias(const Storage& a, const Storage& b) {
  return a.is_alias_of(b);
}

} // namespace c10
