// Reference counting with the counts inside the object. An object derives from intrusive_ptr_target and is made by c10::make_intrusive; the
// header is 16 bytes: the vtable and one 64-bit word that holds the strong count (low half) and the weak count (high half; all strong
// references together own one weak one). A sole owner is recognised by one plain load, so dropping the last reference costs no locked instruction.
#pragma once

#include <c10/macros/Macros.h>
#include <c10/util/Exception.h>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace c10 {

template <typename T, typename Null>
class intrusive_ptr;
template <typename T, typename Null>
class weak_intrusive_ptr;

namespace raw {
struct DontIncreaseRefcount {};
} // namespace raw

class C10_API intrusive_ptr_target {
 public:
  static constexpr uint64_t kStrongOne = 1;
  static constexpr uint64_t kWeakOne = uint64_t{1} << 32;
  static constexpr uint64_t kSoleOwner = kStrongOne | kWeakOne;

  // Copying or moving a value never copies its counts.
  intrusive_ptr_target() noexcept = default;
  intrusive_ptr_target(const intrusive_ptr_target&) noexcept {}
  intrusive_ptr_target(intrusive_ptr_target&&) noexcept {}
  intrusive_ptr_target& operator=(const intrusive_ptr_target&) noexcept {
    return *this;
  }
  intrusive_ptr_target& operator=(intrusive_ptr_target&&) noexcept {
    return *this;
  }

 protected:
  virtual ~intrusive_ptr_target() = default;

 private:
  // Called when the last strong reference goes while weak ones remain: drop what is expensive to keep.
  virtual void release_resources() {}

  // How the object is given back; the deleting destructor for everything but statics.
  template <typename T, typename N>
  friend class intrusive_ptr;
  template <typename T, typename N>
  friend class weak_intrusive_ptr;
  friend struct intrusive_access;

  // Thread-safety: increments are relaxed (whoever increments already holds a reference); the decrement that may be the last one is
  // acquire-release, and so is the load that recognises a sole owner (acquire), so the destructor sees every other owner's writes.
  mutable std::atomic<uint64_t> counts_{0};
};

struct intrusive_access {
  static std::atomic<uint64_t>& counts(const intrusive_ptr_target* t) {
    return t->counts_;
  }
  static void incref(const intrusive_ptr_target* t) {
    t->counts_.fetch_add(intrusive_ptr_target::kStrongOne, std::memory_order_relaxed);
  }
  static void incref_weak(const intrusive_ptr_target* t) {
    t->counts_.fetch_add(intrusive_ptr_target::kWeakOne, std::memory_order_relaxed);
  }
  template <typename T>
  C10_ALWAYS_INLINE static void decref(T* t) {
    if (t->intrusive_ptr_target::counts_.load(std::memory_order_acquire) == intrusive_ptr_target::kSoleOwner) {
      destroy(t);
      return;
    }
    decref_shared(const_cast<intrusive_ptr_target*>(static_cast<const intrusive_ptr_target*>(t)));
  }
  template <typename T>
  C10_ALWAYS_INLINE static void destroy(T* t) {
    if constexpr (std::is_final_v<T> && std::is_destructible_v<T>) {
      delete t; // no virtual call
    } else {
      delete static_cast<const intrusive_ptr_target*>(t);
    }
  }
  C10_API static void decref_shared(intrusive_ptr_target* t) noexcept;
  C10_API static void decref_weak(intrusive_ptr_target* t) noexcept;
  static uint32_t use_count(const intrusive_ptr_target* t) {
    return static_cast<uint32_t>(t->counts_.load(std::memory_order_acquire));
  }
  static uint32_t weak_count(const intrusive_ptr_target* t) {
    return static_cast<uint32_t>(t->counts_.load(std::memory_order_acquire) >> 32);
  }
  static void set_sole_owner(const intrusive_ptr_target* t) {
    t->counts_.store(intrusive_ptr_target::kSoleOwner, std::memory_order_relaxed);
  }
};

namespace detail {
template <typename T>
struct intrusive_target_default_null_type final {
  static constexpr T* singleton() noexcept {
    return nullptr;
  }
};
} // namespace detail

template <typename T, typename Null = detail::intrusive_target_default_null_type<T>>
class intrusive_ptr final {
 public:
  using element_type = T;

  intrusive_ptr() noexcept : target_(Null::singleton()) {}
  intrusive_ptr(std::nullptr_t) noexcept : target_(Null::singleton()) {}
  explicit intrusive_ptr(T* target, raw::DontIncreaseRefcount) noexcept : target_(target) {}
  explicit intrusive_ptr(std::unique_ptr<T> p) noexcept : target_(p.release()) {
    if (target_ != nullptr) {
      intrusive_access::set_sole_owner(target_);
    }
  }
  intrusive_ptr(const intrusive_ptr& o) noexcept : target_(o.target_) {
    retain();
  }
  intrusive_ptr(intrusive_ptr&& o) noexcept : target_(std::exchange(o.target_, Null::singleton())) {}
  template <typename U, typename N, std::enable_if_t<std::is_convertible_v<U*, T*>, bool> = true>
  intrusive_ptr(intrusive_ptr<U, N>&& o) noexcept : target_(o.get() == N::singleton() ? Null::singleton() : o.get()) {
    o.release();
  }
  template <typename U, typename N, std::enable_if_t<std::is_convertible_v<U*, T*>, bool> = true>
  intrusive_ptr(const intrusive_ptr<U, N>& o) noexcept : target_(o.get() == N::singleton() ? Null::singleton() : o.get()) {
    retain();
  }
  ~intrusive_ptr() noexcept {
    reset_();
  }
  intrusive_ptr& operator=(const intrusive_ptr& o) & noexcept {
    intrusive_ptr(o).swap(*this);
    return *this;
  }
  intrusive_ptr& operator=(intrusive_ptr&& o) & noexcept {
    intrusive_ptr(std::move(o)).swap(*this);
    return *this;
  }
  template <typename U, typename N>
  intrusive_ptr& operator=(intrusive_ptr<U, N> o) & noexcept {
    intrusive_ptr(std::move(o)).swap(*this);
    return *this;
  }

  T* get() const noexcept {
    return target_;
  }
  T& operator*() const noexcept {
    return *target_;
  }
  T* operator->() const noexcept {
    return target_;
  }
  explicit operator bool() const noexcept {
    return target_ != Null::singleton();
  }
  bool defined() const noexcept {
    return target_ != Null::singleton();
  }
  void reset() noexcept {
    reset_();
    target_ = Null::singleton();
  }
  void swap(intrusive_ptr& o) noexcept {
    std::swap(target_, o.target_);
  }
  uint32_t use_count() const noexcept {
    return defined() ? intrusive_access::use_count(target_) : 0;
  }
  uint32_t weak_use_count() const noexcept {
    return defined() ? intrusive_access::weak_count(target_) : 0;
  }
  bool unique() const noexcept {
    return use_count() == 1;
  }
  bool is_uniquely_owned() const noexcept {
    return defined() && intrusive_access::counts(target_).load(std::memory_order_acquire) == intrusive_ptr_target::kSoleOwner;
  }
  // Gives the reference out as a raw pointer; reclaim() takes it back.
  T* release() noexcept {
    return std::exchange(target_, Null::singleton());
  }
  static intrusive_ptr reclaim(T* owned) noexcept {
    return intrusive_ptr(owned, raw::DontIncreaseRefcount{});
  }
  // From a pointer somebody else keeps holding.
  static intrusive_ptr reclaim_copy(T* owned) noexcept {
    intrusive_ptr p(owned, raw::DontIncreaseRefcount{});
    p.retain();
    return p;
  }
  static intrusive_ptr unsafe_reclaim_from_nonowning(T* p) noexcept {
    return reclaim_copy(p);
  }
  // Takes a fresh object made with plain new.
  static intrusive_ptr unsafe_steal_from_new(T* fresh) noexcept {
    return intrusive_ptr(std::unique_ptr<T>(fresh));
  }
  template <typename... Args>
  static intrusive_ptr make(Args&&... args) {
    T* t = new T(std::forward<Args>(args)...);
    intrusive_access::set_sole_owner(t);
    return intrusive_ptr(t, raw::DontIncreaseRefcount{});
  }

 private:
  void retain() noexcept {
    if (target_ != Null::singleton()) {
      intrusive_access::incref(target_);
    }
  }
  C10_ALWAYS_INLINE void reset_() noexcept {
    if (target_ != Null::singleton()) {
      intrusive_access::decref(target_);
    }
  }
  T* target_;
};

template <typename T, typename Null = detail::intrusive_target_default_null_type<T>, typename... Args>
intrusive_ptr<T, Null> make_intrusive(Args&&... args) {
  return intrusive_ptr<T, Null>::make(std::forward<Args>(args)...);
}
template <typename T, typename N>
void swap(intrusive_ptr<T, N>& a, intrusive_ptr<T, N>& b) noexcept {
  a.swap(b);
}
template <typename A, typename N, typename B, typename M>
bool operator==(const intrusive_ptr<A, N>& a, const intrusive_ptr<B, M>& b) noexcept {
  return a.get() == b.get();
}
template <typename A, typename N, typename B, typename M>
bool operator!=(const intrusive_ptr<A, N>& a, const intrusive_ptr<B, M>& b) noexcept {
  return a.get() != b.get();
}
template <typename A, typename N>
bool operator==(const intrusive_ptr<A, N>& a, std::nullptr_t) noexcept {
  return !a.defined();
}
template <typename A, typename N>
bool operator!=(const intrusive_ptr<A, N>& a, std::nullptr_t) noexcept {
  return a.defined();
}
template <typename A, typename N>
bool operator<(const intrusive_ptr<A, N>& a, const intrusive_ptr<A, N>& b) noexcept {
  return std::less<const A*>()(a.get(), b.get());
}
template <typename T, typename U>
intrusive_ptr<T> static_intrusive_pointer_cast(const intrusive_ptr<U>& p) {
  return intrusive_ptr<T>::reclaim_copy(static_cast<T*>(p.get()));
}
template <typename T, typename U>
intrusive_ptr<T> static_intrusive_pointer_cast(intrusive_ptr<U>&& p) {
  return intrusive_ptr<T>::reclaim(static_cast<T*>(p.release()));
}
template <typename T, typename U>
intrusive_ptr<T> dynamic_intrusive_pointer_cast(const intrusive_ptr<U>& p) {
  return intrusive_ptr<T>::reclaim_copy(dynamic_cast<T*>(p.get()));
}

template <typename T, typename Null = detail::intrusive_target_default_null_type<T>>
class weak_intrusive_ptr final {
 public:
  using element_type = T;
  weak_intrusive_ptr() noexcept : target_(Null::singleton()) {}
  explicit weak_intrusive_ptr(const intrusive_ptr<T, Null>& p) noexcept : target_(p.get()) {
    retain();
  }
  weak_intrusive_ptr(const weak_intrusive_ptr& o) noexcept : target_(o.target_) {
    retain();
  }
  weak_intrusive_ptr(weak_intrusive_ptr&& o) noexcept : target_(std::exchange(o.target_, Null::singleton())) {}
  ~weak_intrusive_ptr() noexcept {
    reset_();
  }
  weak_intrusive_ptr& operator=(const weak_intrusive_ptr& o) & noexcept {
    weak_intrusive_ptr(o).swap(*this);
    return *this;
  }
  weak_intrusive_ptr& operator=(weak_intrusive_ptr&& o) & noexcept {
    weak_intrusive_ptr(std::move(o)).swap(*this);
    return *this;
  }
  weak_intrusive_ptr& operator=(const intrusive_ptr<T, Null>& o) & noexcept {
    weak_intrusive_ptr(o).swap(*this);
    return *this;
  }
  void swap(weak_intrusive_ptr& o) noexcept {
    std::swap(target_, o.target_);
  }
  void reset() noexcept {
    reset_();
    target_ = Null::singleton();
  }
  T* _unsafe_get_target() const noexcept {
    return target_;
  }
  uint32_t use_count() const noexcept {
    return target_ == Null::singleton() ? 0 : intrusive_access::use_count(target_);
  }
  uint32_t weak_use_count() const noexcept {
    return target_ == Null::singleton() ? 0 : intrusive_access::weak_count(target_);
  }
  bool expired() const noexcept {
    return use_count() == 0;
  }
  // A strong reference if the object still has one, else null.
  intrusive_ptr<T, Null> lock() const noexcept {
    if (target_ == Null::singleton()) {
      return {};
    }
    auto& counts = intrusive_access::counts(target_);
    uint64_t c = counts.load(std::memory_order_acquire);
    do {
      if (static_cast<uint32_t>(c) == 0) {
        return {};
      }
    } while (!counts.compare_exchange_weak(c, c + intrusive_ptr_target::kStrongOne, std::memory_order_acq_rel, std::memory_order_acquire));
    return intrusive_ptr<T, Null>::reclaim(target_);
  }
  T* release() noexcept {
    return std::exchange(target_, Null::singleton());
  }
  static weak_intrusive_ptr reclaim(T* owned) noexcept {
    weak_intrusive_ptr p;
    p.target_ = owned;
    return p;
  }
  bool operator==(const weak_intrusive_ptr& o) const noexcept {
    return target_ == o.target_;
  }
  bool operator!=(const weak_intrusive_ptr& o) const noexcept {
    return target_ != o.target_;
  }

 private:
  void retain() noexcept {
    if (target_ != Null::singleton()) {
      intrusive_access::incref_weak(target_);
    }
  }
  void reset_() noexcept {
    if (target_ != Null::singleton()) {
      intrusive_access::decref_weak(const_cast<intrusive_ptr_target*>(static_cast<const intrusive_ptr_target*>(target_)));
    }
  }
  T* target_;
};

// Counting by hand, for code that keeps raw pointers in tagged words (IValue).
namespace raw {
namespace intrusive_ptr {
inline void incref(intrusive_ptr_target* self) {
  if (self != nullptr) {
    intrusive_access::incref(self);
  }
}
inline void decref(intrusive_ptr_target* self) {
  if (self != nullptr) {
    intrusive_access::decref(self);
  }
}
inline uint32_t use_count(const intrusive_ptr_target* self) {
  return self == nullptr ? 0 : intrusive_access::use_count(self);
}
} // namespace intrusive_ptr
} // namespace raw

} // namespace c10

namespace std {
template <typename T, typename N>
struct hash<c10::intrusive_ptr<T, N>> {
  size_t operator()(const c10::intrusive_ptr<T, N>& p) const {
    return std::hash<T*>()(p.get());
  }
};
template <typename T, typename N>
struct hash<c10::weak_intrusive_ptr<T, N>> {
  size_t operator()(const c10::weak_intrusive_ptr<T, N>& p) const {
    return std::hash<T*>()(p._unsafe_get_target());
  }
};
} // namespace std
