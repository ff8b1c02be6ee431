#pragma once
// Between boxed calls (arrays of IValues) and unboxed ones (C++ functions).
//   boxed_thunk<Sig>     the boxed entry of a generated operator: takes references to what the IValues hold, dispatches, boxes results
//   call_function<Sig>   the same for one given function
//   call_boxed_adapter   a function of signature Sig that boxes its arguments and calls the boxed kernel resolve_kernel found
// One instantiation a distinct C++ signature; nothing here allocates unless a list argument has more than eight elements.
#include <ATen/core/dispatch/DispatchKeyExtractor.h>
#include <ATen/core/dispatch/OperatorRow.h>
#include <ATen/core/ivalue.h>
#include <c10/util/OptionalArrayRef.h>
#include <c10/util/SmallVector.h>

#include <array>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>

namespace c10 {
class KernelFunction;
}

namespace c10::impl {

// ---- one argument: Unboxed<Arg> holds what the C++ argument refers to; get() is the argument
template <class T, class = void> struct Unboxed {
  explicit Unboxed(IValue& v) : value(v.to<std::decay_t<T>>()) {}
  T&& get() { return static_cast<T&&>(value); }
  std::decay_t<T> value;
};
template <> struct Unboxed<const at::Tensor&> {
  explicit Unboxed(IValue& v) : ref(v.toTensor()) {}
  const at::Tensor& get() { return ref; }
  const at::Tensor& ref;
};
template <> struct Unboxed<at::Tensor&> {
  explicit Unboxed(IValue& v) : ref(v.toTensor()) {}
  at::Tensor& get() { return ref; }
  at::Tensor& ref;
};
template <> struct Unboxed<at::Tensor> {
  explicit Unboxed(IValue& v) : ref(v.toTensor()) {}
  const at::Tensor& get() { return ref; } // copied by the call
  const at::Tensor& ref;
};
// Moved out of the slot: no counting.
template <class T> struct UnboxedOptionalTensor {
  explicit UnboxedOptionalTensor(IValue& v) {
    if (!v.isNone()) {
      value.emplace(std::move(v).toTensor());
    }
  }
  T&& get() { return static_cast<T&&>(value); }
  std::optional<at::Tensor> value;
};
template <> struct Unboxed<const std::optional<at::Tensor>&> : UnboxedOptionalTensor<const std::optional<at::Tensor>&> { using UnboxedOptionalTensor::UnboxedOptionalTensor; };
template <> struct Unboxed<std::optional<at::Tensor>> : UnboxedOptionalTensor<std::optional<at::Tensor>> { using UnboxedOptionalTensor::UnboxedOptionalTensor; };

// The tensors of a list as an array of borrowed references: the list stays in its slot during the call and keeps them alive.
template <> struct Unboxed<at::TensorList> {
  explicit Unboxed(IValue& v) {
    auto elements = v.toListRef();
    pointers.reserve(elements.size());
    for (const IValue& e : elements) {
      pointers.push_back(e.toTensor().unsafeGetTensorImpl());
    }
  }
  at::TensorList get() { return at::TensorList(reinterpret_cast<const at::Tensor*>(pointers.data()), pointers.size()); }
  SmallVector<TensorImpl*, 8> pointers;
};

template <class T, class Element> struct UnboxedArray {
  explicit UnboxedArray(IValue& v) { fill(v); }
  UnboxedArray() = default;
  void fill(IValue& v) {
    auto elements = v.toListRef();
    values.reserve(elements.size());
    for (const IValue& e : elements) {
      values.push_back(detail::ivalue_to<Element>(e));
    }
  }
  ArrayRef<Element> array() const { return ArrayRef<Element>(values.data(), values.size()); }
  T get() { return array(); }
  SmallVector<Element, 8> values;
};
template <class E> struct Unboxed<ArrayRef<E>, std::enable_if_t<!std::is_same_v<E, at::Tensor>>> : UnboxedArray<ArrayRef<E>, E> { using UnboxedArray<ArrayRef<E>, E>::UnboxedArray; };
template <class T, class Element> struct UnboxedOptionalArray {
  explicit UnboxedOptionalArray(IValue& v) : present(!v.isNone()) {
    if (present) {
      array.fill(v);
    }
  }
  T get() { return present ? T(array.array()) : T(std::nullopt); }
  UnboxedArray<ArrayRef<Element>, Element> array;
  bool present;
};
template <class E> struct Unboxed<OptionalArrayRef<E>> : UnboxedOptionalArray<OptionalArrayRef<E>, E> { using UnboxedOptionalArray<OptionalArrayRef<E>, E>::UnboxedOptionalArray; };
template <class E> struct Unboxed<std::optional<ArrayRef<E>>> : UnboxedOptionalArray<std::optional<ArrayRef<E>>, E> { using UnboxedOptionalArray<std::optional<ArrayRef<E>>, E>::UnboxedOptionalArray; };
template <class E> struct Unboxed<const OptionalArrayRef<E>&> : Unboxed<OptionalArrayRef<E>> { using Unboxed<OptionalArrayRef<E>>::Unboxed; };

// ---- results
template <class R> C10_ALWAYS_INLINE IValue box_result(R&& r) {
  if constexpr (std::is_lvalue_reference_v<R> && std::is_same_v<std::decay_t<R>, at::Tensor> && !std::is_const_v<std::remove_reference_t<R>>) {
    return IValue(std::move(r)); // in-place and out= operators return an argument, which is ours to take
  } else {
    return IValue(std::forward<R>(r));
  }
}
template <class T> struct is_result_tuple : std::false_type {};
template <class... T> struct is_result_tuple<std::tuple<T...>> : std::true_type {};

template <class R, size_t... I> void place_results(R&& results, IValue* args, size_t n_args, std::index_sequence<I...>) {
  // All are boxed before any slot is overwritten: a result may live in one.
  IValue boxed[sizeof...(I)] = {box_result(std::get<I>(std::forward<R>(results)))...};
  for (size_t i = 0; i < sizeof...(I); ++i) {
    args[i] = std::move(boxed[i]);
  }
  for (size_t i = sizeof...(I); i < n_args; ++i) {
    args[i] = IValue();
  }
}

inline void clear_slots(IValue* args, size_t from, size_t to) {
  for (size_t i = from; i < to; ++i) {
    args[i] = IValue();
  }
}

// ---- the call
template <class Sig> struct Caller;
template <class R, class... Args> struct Caller<R(Args...)> {
  static constexpr size_t kArgs = sizeof...(Args);

  // F: (Args&&... unboxed) -> R
  template <class F> C10_ALWAYS_INLINE static void run(IValue* args, F&& f) { run_impl(args, std::forward<F>(f), std::index_sequence_for<Args...>()); }

 private:
  template <class F, size_t... I> C10_ALWAYS_INLINE static void run_impl([[maybe_unused]] IValue* args, F&& f, std::index_sequence<I...>) {
    std::tuple<Unboxed<Args>...> unboxed{args[I]...};
    if constexpr (std::is_void_v<R>) {
      f(std::get<I>(unboxed).get()...);
      clear_slots(args, 0, kArgs);
    } else if constexpr (is_result_tuple<R>::value) {
      place_results(f(std::get<I>(unboxed).get()...), args, kArgs, std::make_index_sequence<std::tuple_size_v<R>>());
    } else {
      IValue result = box_result<R>(f(std::get<I>(unboxed).get()...));
      args[0] = std::move(result);
      clear_slots(args, 1, kArgs);
    }
  }
};

// A function called with boxed arguments.
template <class R, class... Args> void call_function(R (*function)(Args...), IValue* args) {
  Caller<R(Args...)>::run(args, [function](auto&&... a) -> R { return function(std::forward<decltype(a)>(a)...); });
}

// ---- from unboxed to boxed
// What resolve_kernel found, for the adapter it returned, and what a thunk answers when it is asked for its signature.
struct PendingBoxedCall {
  const OperatorRow* row = nullptr;
  std::shared_ptr<const KernelFunction> kernel; // stays alive through the call even if it is unregistered meanwhile
  uint64_t keys = 0;
};
C10_API PendingBoxedCall take_pending_boxed_call();
// Calls with n_args arguments in args, which has room for the results.
C10_API void call_pending(const PendingBoxedCall& call, IValue* args, size_t n_args, size_t n_returns);

struct SignatureInfo {
  const std::type_info* signature; // of the function type
  void* adapter; // call_boxed_adapter<Sig>
};
C10_API void answer_signature(const SignatureInfo& info);

template <class T> IValue box_argument(T&& a) {
  using D = std::decay_t<T>;
  if constexpr (std::is_same_v<D, OptionalArrayRef<int64_t>>) {
    return a.has_value() ? IValue(*a) : IValue();
  } else {
    return IValue(static_cast<const D&>(a));
  }
}
template <class R> R unbox_result(IValue* args) {
  if constexpr (std::is_void_v<R>) {
    return;
  } else {
    return std::move(args[0]).template to<R>();
  }
}
template <class Tup, size_t... I> Tup unbox_results(IValue* args, std::index_sequence<I...>) { return Tup(std::move(args[I]).template to<std::tuple_element_t<I, Tup>>()...); }

// In-place and out= results are references to arguments: the last Tensor& ones, as many as are returned.
template <size_t N, class... Args> auto mutable_tensor_arguments(Args&&... args) {
  constexpr size_t total = (size_t{0} + ... + (std::is_same_v<Args, at::Tensor&> ? 1 : 0));
  static_assert(total >= N, "a reference is returned to what was not an argument");
  std::array<at::Tensor*, N == 0 ? 1 : N> out{};
  size_t seen = 0;
  (void)std::initializer_list<int>{([&](auto& a) {
    if constexpr (std::is_same_v<decltype(a), at::Tensor&>) {
      if (seen >= total - N) {
        out[seen - (total - N)] = &a;
      }
      ++seen;
    }
    return 0;
  }(args))...};
  return out;
}
template <class T> struct is_reference_tuple : std::false_type {};
template <class... T> struct is_reference_tuple<std::tuple<T...>> : std::bool_constant<(std::is_lvalue_reference_v<T> && ...)> {};
template <class Tup, size_t... I> Tup tie_pointers(const std::array<at::Tensor*, sizeof...(I)>& p, std::index_sequence<I...>) { return Tup(*p[I]...); }

template <class R> constexpr size_t result_count() {
  if constexpr (std::is_void_v<R>) {
    return 0;
  } else if constexpr (is_result_tuple<R>::value) {
    return std::tuple_size_v<R>;
  } else {
    return 1;
  }
}

// Boxes, lets `invoke(IValue* slots)` do the call, unboxes.
template <class R, class... Args, class F> R call_through_boxes(F&& invoke, Args... args) {
  constexpr size_t n_returns = result_count<R>();
  constexpr size_t n_slots = sizeof...(Args) > n_returns ? sizeof...(Args) : n_returns;
  IValue slots[n_slots == 0 ? 1 : n_slots] = {box_argument(args)...};
  invoke(slots);
  if constexpr (std::is_void_v<R>) {
    return;
  } else if constexpr (std::is_same_v<R, at::Tensor&> || std::is_same_v<R, const at::Tensor&>) {
    return *mutable_tensor_arguments<1, Args...>(static_cast<Args&&>(args)...)[0];
  } else if constexpr (is_result_tuple<R>::value) {
    if constexpr (is_reference_tuple<R>::value) {
      return tie_pointers<R>(mutable_tensor_arguments<n_returns, Args...>(static_cast<Args&&>(args)...), std::make_index_sequence<n_returns>());
    } else {
      return unbox_results<R>(slots, std::make_index_sequence<n_returns>());
    }
  } else {
    return unbox_result<R>(slots);
  }
}

template <class Sig> struct BoxedAdapter;
template <class R, class... Args> struct BoxedAdapter<R(Args...)> {
  static R call(Args... args) {
    const PendingBoxedCall pending = take_pending_boxed_call();
    return call_through_boxes<R, Args...>([&pending](IValue* slots) { call_pending(pending, slots, sizeof...(Args), result_count<R>()); }, static_cast<Args&&>(args)...);
  }
};

// ---- unboxed call of a row
template <class R, class... Args> C10_ALWAYS_INLINE R call_with_keys(const OperatorRow& row, DispatchKeySet ks, Args... args) {
  void* kernel = row.table->kernel[ks.getRuntimeDispatchSlot()].load(std::memory_order_acquire);
  if (C10_UNLIKELY(kernel == nullptr)) {
    kernel = resolve_kernel(row, ks);
  }
  return reinterpret_cast<R (*)(Args...)>(kernel)(static_cast<Args&&>(args)...);
}

template <class Sig> struct Thunk;
template <class R, class... Args> struct Thunk<R(Args...)> {
  static void call(const OperatorRow& row, IValue* args) {
    if (C10_UNLIKELY(args == nullptr)) { // asked for the signature
      answer_signature({&typeid(R(Args...)), reinterpret_cast<void*>(&BoxedAdapter<R(Args...)>::call)});
      return;
    }
    Caller<R(Args...)>::run(args, [&row](auto&&... a) -> R {
      const DispatchKeySet ks = computeDispatchKeySet(argument_keys<std::decay_t<Args>...>(a...), kGeneratedOperatorMask);
      return call_with_keys<R, Args...>(row, ks, std::forward<decltype(a)>(a)...);
    });
  }
};

} // namespace c10::impl

namespace c10 {
template <class Sig> inline void boxed_thunk(const OperatorRow& row, IValue* args) { impl::Thunk<Sig>::call(row, args); }
} // namespace c10
