// A device: its kind and its number, -1 meaning the current one of the kind. Written "cpu", "cuda:1", "meta".
#pragma once

#include <c10/core/DeviceType.h>
#include <c10/util/Exception.h>
#include <cstddef>
#include <functional>
#include <iosfwd>
#include <string>

namespace c10 {

using DeviceIndex = int8_t;

struct C10_API Device final {
  using Type = DeviceType;

  Device(DeviceType type, DeviceIndex index = -1) : type_(type), index_(index) {
    validate();
  }
  // From text; throws if it is no device.
  Device(const std::string& device_string);
  // A literal; not any const char*, which a 0 would be.
  template <size_t N>
  Device(const char (&device_string)[N]) : Device(std::string(device_string)) {}

  bool operator==(const Device& o) const noexcept {
    return type_ == o.type_ && index_ == o.index_;
  }
  bool operator!=(const Device& o) const noexcept {
    return !(*this == o);
  }
  void set_index(DeviceIndex index) {
    index_ = index;
    validate();
  }
  DeviceType type() const noexcept {
    return type_;
  }
  DeviceIndex index() const noexcept {
    return index_;
  }
  bool has_index() const noexcept {
    return index_ != -1;
  }
  bool is_cpu() const noexcept {
    return type_ == DeviceType::CPU;
  }
  bool is_cuda() const noexcept {
    return type_ == DeviceType::CUDA;
  }
  bool is_meta() const noexcept {
    return type_ == DeviceType::Meta;
  }
  bool is_privateuseone() const noexcept {
    return type_ == DeviceType::PrivateUse1;
  }
  bool is_mps() const noexcept {
    return type_ == DeviceType::MPS;
  }
  bool is_hip() const noexcept {
    return type_ == DeviceType::HIP;
  }
  bool is_xla() const noexcept {
    return type_ == DeviceType::XLA;
  }
  bool is_xpu() const noexcept {
    return type_ == DeviceType::XPU;
  }
  bool supports_as_strided() const noexcept {
    return true;
  }
  std::string str() const;

 private:
  void validate() const {
    if (C10_UNLIKELY(index_ < -1 || (index_ > 0 && (type_ == DeviceType::CPU || type_ == DeviceType::Meta)))) {
      fail();
    }
  }
  [[noreturn]] void fail() const;
  DeviceType type_;
  DeviceIndex index_ = -1;
};

C10_API std::ostream& operator<<(std::ostream& out, const Device& d);

} // namespace c10

namespace std {
template <>
struct hash<c10::Device> {
  size_t operator()(c10::Device d) const noexcept {
    return (static_cast<size_t>(static_cast<uint8_t>(d.type())) << 8) | static_cast<uint8_t>(d.index());
  }
};
} // namespace std
