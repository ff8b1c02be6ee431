// InferenceMode: like NoGradGuard, and tensors made under it carry no autograd keys and no version counter: they can never take part in a graph, so
// nothing is tracked for them. Operations on ordinary tensors under it still raise their versions when they write in place.
#pragma once

#include <c10/core/AutogradState.h>
#include <c10/core/impl/LocalDispatchKeySet.h>
#include <c10/macros/Macros.h>

namespace c10 {

class C10_API InferenceMode {
 public:
  explicit InferenceMode(bool enabled = true) : previous_state_(raw_autograd_state), previous_keys_(impl::raw_local_dispatch_key_set) {
    raw_autograd_state.set_grad_mode(!enabled);
    raw_autograd_state.set_inference_mode(enabled);
    raw_autograd_state.set_fw_grad_mode(!enabled);
    auto& keys = impl::raw_local_dispatch_key_set;
    const auto included = keys.included();
    const auto excluded = keys.excluded();
    keys.set_included(enabled ? included.remove(DispatchKey::ADInplaceOrView) : included.add(DispatchKey::ADInplaceOrView));
    keys.set_excluded(enabled ? (excluded | autograd_dispatch_keyset) : (excluded - autograd_dispatch_keyset));
  }
  ~InferenceMode() {
    raw_autograd_state = previous_state_;
    impl::raw_local_dispatch_key_set = previous_keys_;
  }
  InferenceMode(const InferenceMode&) = delete;
  InferenceMode& operator=(const InferenceMode&) = delete;

  static bool is_enabled() {
    return raw_autograd_state.get_inference_mode();
  }

 private:
  AutogradState previous_state_;
  impl::PODLocalDispatchKeySet previous_keys_;
};

} // namespace c10

namespace torch {
using c10::InferenceMode;
}
