// TensorOptions: dtype, device, layout, requires_grad, pinned memory and memory format of a tensor to be made, each present or not.
#pragma once

#include <c10/core/DefaultDtype.h>
#include <c10/core/Device.h>
#include <c10/core/DispatchKeySet.h>
#include <c10/core/Layout.h>
#include <c10/core/MemoryFormat.h>
#include <c10/core/ScalarTypeToTypeMeta.h>
#include <c10/macros/Macros.h>
#include <iosfwd>
#include <optional>
#include <utility>

namespace c10 {

C10_API DispatchKey computeDispatchKey(std::optional<ScalarType> dtype, std::optional<Layout> layout, std::optional<Device> device);

inline ScalarType dtype_or_default(std::optional<ScalarType> dtype) {
  return dtype.has_value() ? *dtype : get_default_dtype_as_scalartype();
}
inline caffe2::TypeMeta dtype_or_default(std::optional<caffe2::TypeMeta> dtype) {
  return dtype.has_value() ? *dtype : get_default_dtype();
}
inline Layout layout_or_default(std::optional<Layout> layout) {
  return layout.value_or(kStrided);
}
inline Device device_or_default(std::optional<Device> device) {
  return device.value_or(Device(kCPU));
}
inline bool pinned_memory_or_default(std::optional<bool> pinned) {
  return pinned.value_or(false);
}

struct C10_API TensorOptions {
  TensorOptions()
      : requires_grad_(false),
        pinned_memory_(false),
        has_device_(false),
        has_dtype_(false),
        has_layout_(false),
        has_requires_grad_(false),
        has_pinned_memory_(false),
        has_memory_format_(false) {}
  /* implicit */ TensorOptions(Layout layout) : TensorOptions() {
    set_layout(layout);
  }
  // From a Device or whatever makes one: a DeviceType, a type and an index, text. A template, so that a literal 0 is no null string.
  template <typename... Args, typename = std::enable_if_t<std::is_constructible_v<Device, Args&&...>>>
  /* implicit */ TensorOptions(Args&&... args) : TensorOptions() {
    set_device(Device(std::forward<Args>(args)...));
  }
  /* implicit */ TensorOptions(caffe2::TypeMeta dtype) : TensorOptions() {
    set_dtype(dtype);
  }
  /* implicit */ TensorOptions(ScalarType dtype) : TensorOptions() {
    set_dtype(dtype);
  }
  /* implicit */ TensorOptions(MemoryFormat f) : TensorOptions() {
    set_memory_format(f);
  }

  C10_NODISCARD TensorOptions device(std::optional<Device> d) const {
    TensorOptions r = *this;
    r.set_device(d);
    return r;
  }
  // device(torch::kCUDA, 1)
  template <typename A, typename B, typename... Args>
  C10_NODISCARD TensorOptions device(A&& a, B&& b, Args&&... args) const {
    return device(std::optional<Device>(std::in_place, std::forward<A>(a), std::forward<B>(b), std::forward<Args>(args)...));
  }
  C10_NODISCARD TensorOptions device_index(DeviceIndex i) const noexcept {
    return device(Device(DeviceType::CUDA, i));
  }
  C10_NODISCARD TensorOptions dtype(std::optional<caffe2::TypeMeta> t) const noexcept {
    TensorOptions r = *this;
    r.set_dtype(t);
    return r;
  }
  C10_NODISCARD TensorOptions dtype(std::optional<ScalarType> t) const noexcept {
    TensorOptions r = *this;
    r.set_dtype(t);
    return r;
  }
  C10_NODISCARD TensorOptions dtype(ScalarType t) const noexcept {
    return dtype(std::optional<ScalarType>(t));
  }
  C10_NODISCARD TensorOptions dtype(caffe2::TypeMeta t) const noexcept {
    return dtype(std::optional<caffe2::TypeMeta>(t));
  }
  template <typename T>
  TensorOptions& dtype() {
    dtype_ = caffe2::TypeMeta::Make<T>();
    has_dtype_ = true;
    return *this;
  }
  C10_NODISCARD TensorOptions layout(std::optional<Layout> l) const noexcept {
    TensorOptions r = *this;
    r.set_layout(l);
    return r;
  }
  C10_NODISCARD TensorOptions requires_grad(std::optional<bool> v) const noexcept {
    TensorOptions r = *this;
    r.set_requires_grad(v);
    return r;
  }
  C10_NODISCARD TensorOptions pinned_memory(std::optional<bool> v) const noexcept {
    TensorOptions r = *this;
    r.set_pinned_memory(v);
    return r;
  }
  C10_NODISCARD TensorOptions memory_format(std::optional<MemoryFormat> f) const noexcept {
    TensorOptions r = *this;
    r.set_memory_format(f);
    return r;
  }

  Device device() const noexcept {
    return has_device_ ? device_ : Device(kCPU);
  }
  bool has_device() const noexcept {
    return has_device_;
  }
  std::optional<Device> device_opt() const noexcept {
    return has_device_ ? std::make_optional(device_) : std::nullopt;
  }
  int32_t device_index() const noexcept {
    return device().index();
  }
  caffe2::TypeMeta dtype() const noexcept {
    return has_dtype_ ? dtype_ : get_default_dtype();
  }
  bool has_dtype() const noexcept {
    return has_dtype_;
  }
  std::optional<caffe2::TypeMeta> dtype_opt() const noexcept {
    return has_dtype_ ? std::make_optional(dtype_) : std::nullopt;
  }
  std::optional<ScalarType> scalar_type_opt() const noexcept {
    return has_dtype_ ? std::make_optional(dtype_.toScalarType()) : std::nullopt;
  }
  Layout layout() const noexcept {
    return has_layout_ ? layout_ : kStrided;
  }
  bool has_layout() const noexcept {
    return has_layout_;
  }
  std::optional<Layout> layout_opt() const noexcept {
    return has_layout_ ? std::make_optional(layout_) : std::nullopt;
  }
  bool requires_grad() const noexcept {
    return has_requires_grad_ && requires_grad_;
  }
  bool has_requires_grad() const noexcept {
    return has_requires_grad_;
  }
  std::optional<bool> requires_grad_opt() const noexcept {
    return has_requires_grad_ ? std::make_optional(bool(requires_grad_)) : std::nullopt;
  }
  bool pinned_memory() const noexcept {
    return has_pinned_memory_ && pinned_memory_;
  }
  bool has_pinned_memory() const noexcept {
    return has_pinned_memory_;
  }
  std::optional<bool> pinned_memory_opt() const noexcept {
    return has_pinned_memory_ ? std::make_optional(bool(pinned_memory_)) : std::nullopt;
  }
  bool has_memory_format() const noexcept {
    return has_memory_format_;
  }
  std::optional<MemoryFormat> memory_format_opt() const noexcept {
    return has_memory_format_ ? std::make_optional(memory_format_) : std::nullopt;
  }
  bool is_sparse() const {
    return layout() == kSparse;
  }
  bool is_sparse_csr() const {
    return layout() == kSparseCsr;
  }
  bool is_sparse_compressed() const {
    const Layout l = layout();
    return l == kSparseCsr || l == kSparseCsc || l == kSparseBsr || l == kSparseBsc;
  }
  bool type_equal(const TensorOptions& o) const {
    return computeDispatchKey() == o.computeDispatchKey() && dtype() == o.dtype();
  }
  // What `o` has replaces what this has.
  TensorOptions merge_in(TensorOptions o) const noexcept {
    TensorOptions r = *this;
    if (o.has_device()) {
      r.set_device(o.device_opt());
    }
    if (o.has_dtype()) {
      r.set_dtype(o.dtype_opt());
    }
    if (o.has_layout()) {
      r.set_layout(o.layout_opt());
    }
    if (o.has_requires_grad()) {
      r.set_requires_grad(o.requires_grad_opt());
    }
    if (o.has_pinned_memory()) {
      r.set_pinned_memory(o.pinned_memory_opt());
    }
    if (o.has_memory_format()) {
      r.set_memory_format(o.memory_format_opt());
    }
    return r;
  }
  TensorOptions merge_memory_format(std::optional<MemoryFormat> f) const noexcept {
    TensorOptions r = *this;
    if (f.has_value()) {
      r.set_memory_format(f);
    }
    return r;
  }
  DispatchKeySet computeDispatchKeySet() const {
    return DispatchKeySet(computeDispatchKey());
  }
  DispatchKey computeDispatchKey() const {
    return c10::computeDispatchKey(optTypeMetaToScalarType(dtype_opt()), layout_opt(), device_opt());
  }

 private:
  void set_device(std::optional<Device> d) & noexcept {
    has_device_ = d.has_value();
    if (d) {
      device_ = *d;
    }
  }
  void set_dtype(std::optional<caffe2::TypeMeta> t) & noexcept {
    has_dtype_ = t.has_value();
    if (t) {
      dtype_ = *t;
    }
  }
  void set_dtype(std::optional<ScalarType> t) & noexcept {
    has_dtype_ = t.has_value();
    if (t) {
      dtype_ = scalarTypeToTypeMeta(*t);
    }
  }
  void set_dtype(ScalarType t) & noexcept {
    set_dtype(std::optional<ScalarType>(t));
  }
  void set_dtype(caffe2::TypeMeta t) & noexcept {
    set_dtype(std::optional<caffe2::TypeMeta>(t));
  }
  void set_layout(std::optional<Layout> l) & noexcept {
    has_layout_ = l.has_value();
    if (l) {
      layout_ = *l;
    }
  }
  void set_requires_grad(std::optional<bool> v) & noexcept {
    has_requires_grad_ = v.has_value();
    requires_grad_ = v.value_or(false);
  }
  void set_pinned_memory(std::optional<bool> v) & noexcept {
    has_pinned_memory_ = v.has_value();
    pinned_memory_ = v.value_or(false);
  }
  void set_memory_format(std::optional<MemoryFormat> f) & noexcept {
    has_memory_format_ = f.has_value();
    if (f) {
      memory_format_ = *f;
    }
  }

  Device device_ = Device(kCPU);
  caffe2::TypeMeta dtype_ = caffe2::TypeMeta::Make<float>();
  Layout layout_ = kStrided;
  MemoryFormat memory_format_ = MemoryFormat::Contiguous;
  bool requires_grad_ : 1;
  bool pinned_memory_ : 1;
  bool has_device_ : 1;
  bool has_dtype_ : 1;
  bool has_layout_ : 1;
  bool has_requires_grad_ : 1;
  bool has_pinned_memory_ : 1;
  bool has_memory_format_ : 1;
};
static_assert(sizeof(TensorOptions) == 8);

inline TensorOptions dtype(caffe2::TypeMeta t) {
  return TensorOptions().dtype(t);
}
inline TensorOptions dtype(ScalarType t) {
  return TensorOptions().dtype(t);
}
template <typename T>
TensorOptions dtype() {
  return TensorOptions().dtype(caffe2::TypeMeta::Make<T>());
}
inline TensorOptions layout(Layout l) {
  return TensorOptions().layout(l);
}
inline TensorOptions device(Device d) {
  return TensorOptions().device(d);
}
inline TensorOptions device_index(DeviceIndex i) {
  return TensorOptions().device_index(i);
}
inline TensorOptions requires_grad(bool v = true) {
  return TensorOptions().requires_grad(v);
}
inline TensorOptions memory_format(MemoryFormat f) {
  return TensorOptions().memory_format(f);
}

C10_API std::ostream& operator<<(std::ostream& out, const TensorOptions& options);
C10_API std::string toString(const TensorOptions& options);

// Which device type, layout a key's tensors have.
inline DeviceType computeDeviceType(DispatchKey k) {
  return dispatchKeyToDeviceType(k);
}

} // namespace c10
