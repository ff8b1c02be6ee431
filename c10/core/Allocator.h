// DataPtr, an owned piece of memory on a device with the function that gives it back, and Allocator, which makes them. One allocator a device type.
#pragma once

#include <c10/core/Device.h>
#include <c10/macros/Macros.h>
#include <c10/util/Exception.h>
#include <cstddef>
#include <memory>
#include <utility>

namespace c10 {

using DeleterFnPtr = void (*)(void*);

namespace detail {
// Does nothing: for memory that somebody else owns.
C10_API void deleteNothing(void*);

// The data pointer and, apart from it, what the deleter is called with.
class UniqueVoidPtr {
 public:
  UniqueVoidPtr() : data_(nullptr), ctx_(nullptr), deleter_(nullptr) {}
  explicit UniqueVoidPtr(void* data) : data_(data), ctx_(nullptr), deleter_(nullptr) {}
  UniqueVoidPtr(void* data, void* ctx, DeleterFnPtr deleter) : data_(data), ctx_(ctx), deleter_(deleter) {}
  UniqueVoidPtr(UniqueVoidPtr&& o) noexcept : data_(std::exchange(o.data_, nullptr)), ctx_(std::exchange(o.ctx_, nullptr)), deleter_(o.deleter_) {}
  UniqueVoidPtr& operator=(UniqueVoidPtr&& o) noexcept {
    if (this != &o) {
      clear();
      data_ = std::exchange(o.data_, nullptr);
      ctx_ = std::exchange(o.ctx_, nullptr);
      deleter_ = o.deleter_;
    }
    return *this;
  }
  ~UniqueVoidPtr() {
    free_ctx();
  }
  void clear() {
    free_ctx();
    ctx_ = nullptr;
    data_ = nullptr;
  }
  void* get() const {
    return data_;
  }
  void* get_context() const {
    return ctx_;
  }
  void* release_context() {
    return std::exchange(ctx_, nullptr);
  }
  DeleterFnPtr get_deleter() const {
    return deleter_;
  }
  bool compare_exchange_deleter(DeleterFnPtr expected, DeleterFnPtr fresh) {
    if (deleter_ != expected) {
      return false;
    }
    deleter_ = fresh;
    return true;
  }
  template <typename T>
  T* cast_context(DeleterFnPtr expected) const {
    return deleter_ == expected ? static_cast<T*>(ctx_) : nullptr;
  }
  std::unique_ptr<void, DeleterFnPtr> move_context() {
    return std::unique_ptr<void, DeleterFnPtr>(std::exchange(ctx_, nullptr), deleter_ ? deleter_ : &deleteNothing);
  }
  explicit operator bool() const {
    return data_ || ctx_;
  }

 private:
  void free_ctx() {
    if (ctx_ != nullptr && deleter_ != nullptr) {
      deleter_(ctx_);
    }
  }
  void* data_;
  void* ctx_;
  DeleterFnPtr deleter_;
};
} // namespace detail

class C10_API DataPtr {
 public:
  DataPtr() : device_(DeviceType::CPU) {}
  DataPtr(void* data, Device device) : ptr_(data), device_(device) {}
  DataPtr(void* data, void* ctx, DeleterFnPtr deleter, Device device) : ptr_(data, ctx, deleter), device_(device) {}
  void* operator->() const {
    return ptr_.get();
  }
  void clear() {
    ptr_.clear();
  }
  void* get() const {
    return ptr_.get();
  }
  const void* const_get() const {
    return ptr_.get();
  }
  void* mutable_get() {
    return ptr_.get();
  }
  void* get_context() const {
    return ptr_.get_context();
  }
  void* release_context() {
    return ptr_.release_context();
  }
  std::unique_ptr<void, DeleterFnPtr> move_context() {
    return ptr_.move_context();
  }
  operator bool() const {
    return static_cast<bool>(ptr_);
  }
  template <typename T>
  T* cast_context(DeleterFnPtr expected) const {
    return ptr_.cast_context<T>(expected);
  }
  DeleterFnPtr get_deleter() const {
    return ptr_.get_deleter();
  }
  bool compare_exchange_deleter(DeleterFnPtr expected, DeleterFnPtr fresh) {
    return ptr_.compare_exchange_deleter(expected, fresh);
  }
  Device device() const {
    return device_;
  }
  void unsafe_set_device(Device device) {
    device_ = device;
  }

 private:
  detail::UniqueVoidPtr ptr_;
  Device device_;
};
inline bool operator==(const DataPtr& p, std::nullptr_t) noexcept {
  return !p;
}
inline bool operator==(std::nullptr_t, const DataPtr& p) noexcept {
  return !p;
}
inline bool operator!=(const DataPtr& p, std::nullptr_t) noexcept {
  return static_cast<bool>(p);
}
inline bool operator!=(std::nullptr_t, const DataPtr& p) noexcept {
  return static_cast<bool>(p);
}

struct C10_API Allocator {
  virtual ~Allocator();

  // n bytes of uninitialised memory; throws OutOfMemoryError. n = 0 gives a null pointer that is fine to own.
  virtual DataPtr allocate(size_t n) = 0;
  DataPtr clone(const void* data, size_t n);
  virtual bool is_simple_data_ptr(const DataPtr& p) const;
  // The deleter of memory from raw_allocate; null if this allocator has none.
  virtual DeleterFnPtr raw_deleter() const {
    return nullptr;
  }
  virtual void copy_data(void* dest, const void* src, size_t count) const = 0;
  // For allocators whose deleter needs nothing but the pointer. Virtual, unlike libtorch's: the CPU allocator's tensors take a path without headers.
  virtual void* raw_allocate(size_t n);
  virtual void raw_deallocate(void* ptr);

 protected:
  void default_copy_data(void* dest, const void* src, size_t count) const;
};

// Makes a DataPtr from any callable deleter.
struct C10_API InefficientStdFunctionContext {
  template <typename F>
  static DataPtr makeDataPtr(void* ptr, F deleter, Device device) {
    struct Context {
      void* ptr;
      F deleter;
    };
    return {ptr, new Context{ptr, std::move(deleter)},
            [](void* c) {
              auto* ctx = static_cast<Context*>(c);
              ctx->deleter(ctx->ptr);
              delete ctx;
            },
            device};
  }
};

// The allocator of a device type: the one of the highest priority set so far. Not owned.
C10_API void SetAllocator(DeviceType t, Allocator* alloc, uint8_t priority = 0);
// Throws if the device type has none.
C10_API Allocator* GetAllocator(const DeviceType& t);

template <DeviceType t>
struct AllocatorRegisterer {
  explicit AllocatorRegisterer(Allocator* alloc) {
    SetAllocator(t, alloc);
  }
};
#define REGISTER_ALLOCATOR(t, f) \
  namespace {                    \
  static c10::AllocatorRegisterer<t> g_allocator_d(f); \
  }

} // namespace c10
