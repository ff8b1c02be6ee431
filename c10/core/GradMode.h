// Whether operations on this thread are recorded for gradients, and the guards that switch it.
#pragma once

#include <c10/core/AutogradState.h>
#include <c10/macros/Macros.h>

namespace c10 {

struct C10_API GradMode {
  static bool is_enabled() {
    return raw_autograd_state.get_grad_mode();
  }
  static void set_enabled(bool enabled) {
    raw_autograd_state.set_grad_mode(enabled);
  }
};

struct C10_API AutoGradMode {
  AutoGradMode(bool enabled) : previous_(GradMode::is_enabled()) {
    GradMode::set_enabled(enabled);
  }
  AutoGradMode(const AutoGradMode&) = delete;
  AutoGradMode& operator=(const AutoGradMode&) = delete;
  ~AutoGradMode() {
    GradMode::set_enabled(previous_);
  }
  bool previous_;
};
struct C10_API NoGradGuard : public AutoGradMode {
  NoGradGuard() : AutoGradMode(false) {}
};

struct C10_API AutoFwGradMode {
  AutoFwGradMode(bool enabled) : previous_(raw_autograd_state.get_fw_grad_mode()) {
    raw_autograd_state.set_fw_grad_mode(enabled);
  }
  AutoFwGradMode(const AutoFwGradMode&) = delete;
  AutoFwGradMode& operator=(const AutoFwGradMode&) = delete;
  ~AutoFwGradMode() {
    raw_autograd_state.set_fw_grad_mode(previous_);
  }
  bool previous_;
};

} // namespace c10

namespace torch {
using c10::AutoGradMode;
using c10::NoGradGuard;
}
