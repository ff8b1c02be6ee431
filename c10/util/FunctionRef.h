// A reference to a callable, two words and no allocation. The callable must outlive it: for parameters only.
#pragma once
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace c10 {
template <typename Sig>
class FunctionRef;

template <typename R, typename... Args>
class FunctionRef<R(Args...)> {
 public:
  FunctionRef() = default;
  FunctionRef(std::nullptr_t) {}
  template <
      typename F,
      std::enable_if_t<!std::is_same_v<std::decay_t<F>, FunctionRef> && std::is_invocable_r_v<R, F&, Args...>, bool> = true>
  FunctionRef(F&& f) : object_(address(f)), call_(&invoke<std::remove_reference_t<F>>) {}

  R operator()(Args... args) const {
    return call_(object_, std::forward<Args>(args)...);
  }
  explicit operator bool() const {
    return call_ != nullptr;
  }

 private:
  template <typename F>
  static void* address(F& f) {
    if constexpr (std::is_function_v<F>) {
      return reinterpret_cast<void*>(&f);
    } else {
      return const_cast<void*>(static_cast<const void*>(std::addressof(f)));
    }
  }
  template <typename F>
  static R invoke(void* object, Args... args) {
    if constexpr (std::is_function_v<F>) {
      return reinterpret_cast<F*>(object)(std::forward<Args>(args)...);
    } else {
      return (*static_cast<F*>(object))(std::forward<Args>(args)...);
    }
  }
  void* object_ = nullptr;
  R (*call_)(void*, Args...) = nullptr;
};

template <typename Sig>
using function_ref = FunctionRef<Sig>;
} // namespace c10
