#include <c10/core/Allocator.h>

#include <atomic>
#include <cstring>
#include <mutex>

#include <c10/core/CPUAllocator.h>

namespace c10 {

namespace detail {
void deleteNothing(void*) {}
} // namespace detail

Allocator::~Allocator() = default;

DataPtr Allocator::clone(const void* data, size_t n) {
  DataPtr copy = allocate(n);
  copy_data(copy.mutable_get(), data, n);
  return copy;
}
bool Allocator::is_simple_data_ptr(const DataPtr& p) const {
  return p.get() == p.get_context();
}
void* Allocator::raw_allocate(size_t n) {
  DataPtr p = allocate(n);
  TORCH_CHECK(p.get() == p.get_context(), "raw_allocate: this allocator's memory cannot be held as a bare pointer");
  return p.release_context();
}
void Allocator::raw_deallocate(void* ptr) {
  DeleterFnPtr d = raw_deleter();
  TORCH_CHECK(d != nullptr, "raw_deallocate: this allocator's memory cannot be held as a bare pointer");
  d(ptr);
}
void Allocator::default_copy_data(void* dest, const void* src, size_t count) const {
  if (count != 0) {
    std::memcpy(dest, src, count);
  }
}

namespace {
// Thread-safety: the pointer is published with release order and read with acquire order; the mutex only orders the setters among themselves.
constinit std::atomic<Allocator*> allocators[COMPILE_TIME_MAX_DEVICE_TYPES] = {};
constinit uint8_t priorities[COMPILE_TIME_MAX_DEVICE_TYPES] = {};
constinit std::mutex setters;
} // namespace

void SetAllocator(DeviceType t, Allocator* alloc, uint8_t priority) {
  TORCH_CHECK(isValidDeviceType(t), "SetAllocator: ", static_cast<int>(t), " is no device type");
  std::lock_guard<std::mutex> lock(setters);
  const int i = static_cast<int>(t);
  if (priority >= priorities[i]) {
    allocators[i].store(alloc, std::memory_order_release);
    priorities[i] = priority;
  }
}
Allocator* GetAllocator(const DeviceType& t) {
  Allocator* a = isValidDeviceType(t) ? allocators[static_cast<int>(t)].load(std::memory_order_acquire) : nullptr;
  if (a == nullptr && t == DeviceType::CPU) {
    return GetDefaultCPUAllocator();
  }
  TORCH_CHECK(a != nullptr, "Allocator for ", DeviceTypeName(t, true), " is not set.");
  return a;
}
Allocator* GetCPUAllocator() {
  Allocator* a = allocators[static_cast<int>(DeviceType::CPU)].load(std::memory_order_acquire);
  return C10_LIKELY(a == nullptr) ? GetDefaultCPUAllocator() : a;
}
void SetCPUAllocator(Allocator* alloc, uint8_t priority) {
  SetAllocator(DeviceType::CPU, alloc, priority);
}

} // namespace c10
