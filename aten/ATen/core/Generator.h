#pragma once
// Generator: a reference to a random number generator's state. What a generator does is its implementation's business (GeneratorImpl
// derives from this base); the core only carries it through schemas and IValues.
#include <c10/core/Device.h>
#include <c10/util/intrusive_ptr.h>

#include <cstdint>
#include <mutex>
#include <utility>

namespace c10 {

struct C10_API GeneratorImpl : intrusive_ptr_target {
  explicit GeneratorImpl(Device device) : device_(device) {}
  ~GeneratorImpl() override;
  virtual void set_current_seed(uint64_t seed) = 0;
  virtual uint64_t current_seed() const = 0;
  virtual uint64_t seed() = 0; // a fresh seed from the system
  virtual intrusive_ptr<GeneratorImpl> clone() const = 0;
  Device device() const { return device_; }

  // Whoever draws holds this.
  std::mutex mutex_;

 private:
  Device device_;
};

} // namespace c10

namespace at {

struct Generator {
  Generator() = default;
  explicit Generator(c10::intrusive_ptr<c10::GeneratorImpl> impl) : impl_(std::move(impl)) {}
  bool defined() const { return static_cast<bool>(impl_); }
  void set_current_seed(uint64_t seed) const { impl_->set_current_seed(seed); }
  uint64_t current_seed() const { return impl_->current_seed(); }
  uint64_t seed() const { return impl_->seed(); }
  std::mutex& mutex() const { return impl_->mutex_; }
  c10::Device device() const { return impl_->device(); }
  Generator clone() const { return Generator(impl_->clone()); }
  template <typename T> T* get() const { return static_cast<T*>(impl_.get()); }
  c10::GeneratorImpl* unsafeGetGeneratorImpl() const { return impl_.get(); }
  const c10::intrusive_ptr<c10::GeneratorImpl>& getIntrusivePtr() const { return impl_; }
  friend bool operator==(const Generator& a, const Generator& b) { return a.impl_ == b.impl_; }
  friend bool operator!=(const Generator& a, const Generator& b) { return !(a == b); }

 private:
  c10::intrusive_ptr<c10::GeneratorImpl> impl_;
};

template <class Impl, class... Args> Generator make_generator(Args&&... args) { return Generator(c10::make_intrusive<Impl>(std::forward<Args>(args)...)); }

} // namespace at

namespace c10 {
using at::Generator;
}
