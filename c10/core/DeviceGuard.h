// Makes a device current while the guard lives. On the CPU and meta device nothing happens.
#pragma once

#include <c10/core/Device.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <optional>

namespace c10 {

class DeviceGuard {
 public:
  explicit DeviceGuard(Device device) : original_(device), current_(device) {
    if (C10_UNLIKELY(needs_guard(device))) {
      impl_ = impl::getDeviceGuardImpl(device.type());
      original_ = impl_->exchangeDevice(device);
    }
  }
  DeviceGuard(Device device, const impl::DeviceGuardImplInterface* impl) : original_(device), current_(device), impl_(impl) {
    original_ = impl_->exchangeDevice(device);
  }
  ~DeviceGuard() {
    if (impl_ != nullptr) {
      impl_->uncheckedSetDevice(original_);
    }
  }
  DeviceGuard(const DeviceGuard&) = delete;
  DeviceGuard& operator=(const DeviceGuard&) = delete;
  void reset_device(Device device) {
    if (impl_ != nullptr) {
      impl_->uncheckedSetDevice(original_);
      impl_ = nullptr;
    }
    original_ = current_ = device;
    if (needs_guard(device)) {
      impl_ = impl::getDeviceGuardImpl(device.type());
      original_ = impl_->exchangeDevice(device);
    }
  }
  void set_index(DeviceIndex index) {
    current_ = Device(current_.type(), index);
    if (impl_ != nullptr) {
      impl_->setDevice(current_);
    }
  }
  Device original_device() const {
    return original_;
  }
  Device current_device() const {
    return current_;
  }

 private:
  static bool needs_guard(Device d) {
    return d.type() != DeviceType::CPU && d.type() != DeviceType::Meta;
  }
  Device original_, current_;
  const impl::DeviceGuardImplInterface* impl_ = nullptr;
};

class OptionalDeviceGuard {
 public:
  OptionalDeviceGuard() = default;
  explicit OptionalDeviceGuard(Device device) {
    guard_.emplace(device);
  }
  explicit OptionalDeviceGuard(std::optional<Device> device) {
    if (device) {
      guard_.emplace(*device);
    }
  }
  OptionalDeviceGuard(const OptionalDeviceGuard&) = delete;
  OptionalDeviceGuard& operator=(const OptionalDeviceGuard&) = delete;
  void reset_device(Device device) {
    if (guard_) {
      guard_->reset_device(device);
    } else {
      guard_.emplace(device);
    }
  }
  std::optional<Device> original_device() const {
    return guard_ ? std::make_optional(guard_->original_device()) : std::nullopt;
  }
  std::optional<Device> current_device() const {
    return guard_ ? std::make_optional(guard_->current_device()) : std::nullopt;
  }

 private:
  std::optional<DeviceGuard> guard_;
};

} // namespace c10
