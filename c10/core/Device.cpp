#include <c10/core/Device.h>
#include <c10/core/DeviceGuard.h>

#include <array>
#include <atomic>
#include <cctype>
#include <mutex>
#include <ostream>

namespace c10 {
namespace {

constexpr const char* kNames[COMPILE_TIME_MAX_DEVICE_TYPES] = {"cpu",    "cuda",  "mkldnn", "opengl", "opencl", "ideep", "hip", "fpga", "maia", "xla", "vulkan",
                                                               "metal",  "xpu",   "mps",    "meta",   "hpu",    "ve",    "lazy", "ipu", "mtia", "privateuseone"};

// The name PrivateUse1 was given: set once, never changed, so readers need no lock after the flag.
struct PrivateUse1Name {
  std::mutex mutex;
  std::atomic<bool> set{false};
  std::string name;
};
PrivateUse1Name& privateuse1() {
  static PrivateUse1Name& n = *new PrivateUse1Name;
  return n;
}

} // namespace

std::string DeviceTypeName(DeviceType d, bool lower_case) {
  TORCH_CHECK(isValidDeviceType(d), "Unknown device: ", static_cast<int>(d), ". If you have recently updated the caffe2.proto file to add a new device type, did you forget to update the DeviceTypeName() function to reflect such recent changes?");
  if (d == DeviceType::PrivateUse1) {
    return get_privateuse1_backend(lower_case);
  }
  std::string s = kNames[static_cast<int>(d)];
  if (!lower_case) {
    if (d == DeviceType::Vulkan || d == DeviceType::Metal || d == DeviceType::Lazy || d == DeviceType::Meta) {
      s[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(s[0])));
    } else {
      for (char& c : s) {
        c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      }
    }
  }
  return s;
}
std::ostream& operator<<(std::ostream& out, DeviceType d) {
  return out << DeviceTypeName(d, true);
}

void register_privateuse1_backend(const std::string& name) {
  TORCH_CHECK(!name.empty(), "register_privateuse1_backend: the name is empty");
  for (int i = 0; i < COMPILE_TIME_MAX_DEVICE_TYPES - 1; ++i) {
    TORCH_CHECK(name != kNames[i], "Cannot register privateuse1 backend with in-tree device name: ", name);
  }
  auto& p = privateuse1();
  std::lock_guard<std::mutex> lock(p.mutex);
  TORCH_CHECK(
      !p.set.load() || p.name == name,
      "torch.register_privateuse1_backend() has already been set! Current backend: ", p.name);
  p.name = name;
  p.set.store(true, std::memory_order_release);
}
std::string get_privateuse1_backend(bool lower_case) {
  auto& p = privateuse1();
  std::string s = p.set.load(std::memory_order_acquire) ? p.name : "privateuseone";
  if (!lower_case) {
    for (char& c : s) {
      c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
  }
  return s;
}
bool is_privateuse1_backend_registered() {
  return privateuse1().set.load(std::memory_order_acquire);
}

Device::Device(const std::string& text) : type_(DeviceType::CPU) {
  const size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  bool known = false;
  for (int i = 0; i < COMPILE_TIME_MAX_DEVICE_TYPES; ++i) {
    if (name == kNames[i]) {
      type_ = static_cast<DeviceType>(i);
      known = true;
    }
  }
  if (!known && is_privateuse1_backend_registered() && name == get_privateuse1_backend()) {
    type_ = DeviceType::PrivateUse1;
    known = true;
  }
  TORCH_CHECK(known, "Invalid device string: '", text, "'");
  if (colon != std::string::npos) {
    const std::string digits = text.substr(colon + 1);
    const bool good = !digits.empty() && digits.size() <= 3 && digits.find_first_not_of("0123456789") == std::string::npos &&
        (digits.size() == 1 || digits[0] != '0');
    const int index = good ? std::stoi(digits) : -1;
    TORCH_CHECK(index >= 0 && index <= 127, "Invalid device string: '", text, "'");
    index_ = static_cast<DeviceIndex>(index);
  }
  validate();
}
void Device::fail() const {
  TORCH_CHECK(index_ >= -1, "Device index must be -1 or non-negative, got ", static_cast<int>(index_));
  TORCH_CHECK(false, DeviceTypeName(type_), " device index must be -1 or zero, got ", static_cast<int>(index_));
  __builtin_unreachable();
}
std::string Device::str() const {
  std::string s = DeviceTypeName(type_, true);
  if (has_index()) {
    s += ':';
    s += std::to_string(static_cast<int>(index_));
  }
  return s;
}
std::ostream& operator<<(std::ostream& out, const Device& d) {
  return out << d.str();
}

namespace impl {

DeviceGuardImplInterface::~DeviceGuardImplInterface() = default;

namespace {
struct CPUGuardImpl final : DeviceGuardImplInterface {
  explicit CPUGuardImpl(DeviceType t) : type_(t) {}
  DeviceType type() const override {
    return type_;
  }
  Device exchangeDevice(Device) const override {
    return Device(type_, -1);
  }
  Device getDevice() const override {
    return Device(type_, -1);
  }
  void setDevice(Device) const override {}
  void uncheckedSetDevice(Device) const noexcept override {}
  DeviceIndex deviceCount() const noexcept override {
    return 1;
  }
  DeviceType type_;
};
constinit std::atomic<const DeviceGuardImplInterface*> guards[COMPILE_TIME_MAX_DEVICE_TYPES] = {};
} // namespace

void setDeviceGuardImpl(DeviceType t, const DeviceGuardImplInterface* impl) {
  TORCH_CHECK(isValidDeviceType(t), "setDeviceGuardImpl: ", static_cast<int>(t), " is no device type");
  guards[static_cast<int>(t)].store(impl, std::memory_order_release);
}
bool hasDeviceGuardImpl(DeviceType t) {
  return isValidDeviceType(t) && (t == DeviceType::CPU || t == DeviceType::Meta || guards[static_cast<int>(t)].load(std::memory_order_acquire) != nullptr);
}
const DeviceGuardImplInterface* getDeviceGuardImpl(DeviceType t) {
  const auto* g = isValidDeviceType(t) ? guards[static_cast<int>(t)].load(std::memory_order_acquire) : nullptr;
  if (g == nullptr && (t == DeviceType::CPU || t == DeviceType::Meta)) {
    static const CPUGuardImpl* const cpu = new CPUGuardImpl(DeviceType::CPU);
    static const CPUGuardImpl* const meta = new CPUGuardImpl(DeviceType::Meta);
    return t == DeviceType::CPU ? cpu : meta;
  }
  TORCH_CHECK(g != nullptr, "Wick is not linked with support for ", DeviceTypeName(t, true), " devices");
  return g;
}

} // namespace impl
} // namespace c10
