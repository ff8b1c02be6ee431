// What a device's library must answer so that guards, streams-free, work for it: which device is current and how to change it. A library that brings a
// device sets its implementation at load; the CPU's does nothing.
#pragma once

#include <c10/core/Device.h>
#include <c10/macros/Macros.h>

namespace c10::impl {

struct C10_API DeviceGuardImplInterface {
  DeviceGuardImplInterface() = default;
  DeviceGuardImplInterface(const DeviceGuardImplInterface&) = default;
  DeviceGuardImplInterface& operator=(const DeviceGuardImplInterface&) = default;
  virtual ~DeviceGuardImplInterface();
  virtual DeviceType type() const = 0;
  // Makes d current, answers the device that was.
  virtual Device exchangeDevice(Device d) const = 0;
  virtual Device getDevice() const = 0;
  virtual void setDevice(Device d) const = 0;
  virtual void uncheckedSetDevice(Device d) const noexcept = 0;
  virtual DeviceIndex deviceCount() const noexcept = 0;
  virtual void synchronizeDevice(DeviceIndex) const {}
};

// Thread-safety: one atomic pointer a device type, set with release and read with acquire order.
C10_API void setDeviceGuardImpl(DeviceType t, const DeviceGuardImplInterface* impl);
C10_API bool hasDeviceGuardImpl(DeviceType t);
// Throws if the device type has none.
C10_API const DeviceGuardImplInterface* getDeviceGuardImpl(DeviceType t);

class DeviceGuardImplRegistrar {
 public:
  DeviceGuardImplRegistrar(DeviceType t, const DeviceGuardImplInterface* impl) {
    setDeviceGuardImpl(t, impl);
  }
};
#define C10_REGISTER_GUARD_IMPL(DevType, DeviceGuardImpl)              \
  static ::c10::impl::DeviceGuardImplRegistrar C10_ANONYMOUS_VARIABLE( \
      g_##DeviceType)(::c10::DeviceType::DevType, new DeviceGuardImpl());

} // namespace c10::impl
