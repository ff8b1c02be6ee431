// The thread's autograd switches in one word: whether gradients are recorded, whether inference mode is on.
#pragma once
#include <c10/macros/Macros.h>
#include <cstdint>

namespace c10 {

struct C10_API AutogradState {
  // Stored negated where the default is "on", so that a thread starts with zeros.
  bool grad_off, inference, fw_grad_off, multithreading_off;

  static AutogradState& get_tls_state();
  static void set_tls_state(AutogradState s) {
    get_tls_state() = s;
  }
  bool get_grad_mode() const {
    return !grad_off;
  }
  bool get_fw_grad_mode() const {
    return !fw_grad_off;
  }
  bool get_inference_mode() const {
    return inference;
  }
  bool get_multithreading_enabled() const {
    return !multithreading_off;
  }
  void set_grad_mode(bool on) {
    grad_off = !on;
  }
  void set_fw_grad_mode(bool on) {
    fw_grad_off = !on;
  }
  void set_inference_mode(bool on) {
    inference = on;
  }
  void set_multithreading_enabled(bool on) {
    multithreading_off = !on;
  }
};
extern C10_API WICK_FAST_THREAD_LOCAL AutogradState raw_autograd_state;
inline AutogradState& AutogradState::get_tls_state() {
  return raw_autograd_state;
}

} // namespace c10
