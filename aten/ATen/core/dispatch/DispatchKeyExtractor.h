#pragma once
// The key set of a call from its unboxed arguments: the union over the tensors; for factories, which have none, the backend of the
// device argument.
#include <ATen/core/List.h>
#include <ATen/core/Tensor.h>
#include <c10/core/DispatchKeySet.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

#include <optional>
#include <type_traits>

namespace c10::impl {

template <class T> struct is_tensor_like : std::false_type {};
template <> struct is_tensor_like<at::Tensor> : std::true_type {};
template <> struct is_tensor_like<std::optional<at::Tensor>> : std::true_type {};
template <> struct is_tensor_like<at::TensorList> : std::true_type {};
template <> struct is_tensor_like<std::vector<at::Tensor>> : std::true_type {};
template <> struct is_tensor_like<List<at::Tensor>> : std::true_type {};
template <> struct is_tensor_like<List<std::optional<at::Tensor>>> : std::true_type {};

template <class T> C10_ALWAYS_INLINE DispatchKeySet tensor_keys(const T&) { return DispatchKeySet(); }
C10_ALWAYS_INLINE DispatchKeySet tensor_keys(const at::Tensor& t) { return t.key_set(); }
C10_ALWAYS_INLINE DispatchKeySet tensor_keys(const std::optional<at::Tensor>& t) { return t.has_value() ? t->key_set() : DispatchKeySet(); }
inline DispatchKeySet tensor_keys(at::TensorList ts) {
  DispatchKeySet ks;
  for (const auto& t : ts) {
    ks = ks | t.key_set();
  }
  return ks;
}
inline DispatchKeySet tensor_keys(const std::vector<at::Tensor>& ts) { return tensor_keys(at::TensorList(ts)); }
C10_API DispatchKeySet tensor_keys(const List<at::Tensor>& ts);
C10_API DispatchKeySet tensor_keys(const List<std::optional<at::Tensor>>& ts);
// From a boxed value, lists included.
C10_API DispatchKeySet tensor_keys(const IValue& v);

template <class T> C10_ALWAYS_INLINE DispatchKeySet device_keys(const T&) { return DispatchKeySet(); }
inline DispatchKeySet device_keys(const Device& d) { return DispatchKeySet(DispatchKeySet::RAW, DispatchKeySet::functionality_bit(DispatchKey::Dense)) | DispatchKeySet(d.is_cpu() ? BackendComponent::CPUBit : toBackendComponent(d.type())); }
inline DispatchKeySet device_keys(const std::optional<Device>& d) { return d.has_value() ? device_keys(*d) : DispatchKeySet(); }

// Before the thread's included and excluded keys.
template <class... Args> C10_ALWAYS_INLINE DispatchKeySet argument_keys(const Args&... args) {
  if constexpr ((is_tensor_like<Args>::value || ...)) {
    return (tensor_keys(args) | ... | DispatchKeySet());
  } else {
    DispatchKeySet ks = (device_keys(args) | ... | DispatchKeySet());
    return ks.empty() ? DispatchKeySet(DispatchKey::CPU) : ks;
  }
}

} // namespace c10::impl
