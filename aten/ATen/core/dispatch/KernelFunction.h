#pragma once
// KernelFunction: a kernel that a program registers at run time: a C++ function, a callable object, a boxed function, or
// "fall through to the next key". It can always be called boxed; a plain function of the operator's own signature is also put into
// the operator's table and then called directly.
#include <ATen/core/boxing.h>
#include <ATen/core/function_schema.h>
#include <ATen/core/stack.h>

#include <functional>
#include <memory>
#include <typeinfo>
#include <utility>

namespace c10 {

class OperatorHandle;

namespace impl {

// A schema made of C++ types; arguments are called _0, _1 ...
C10_API FunctionSchema schema_from_types(std::vector<TypePtr> arguments, std::vector<TypePtr> returns);
template <class R> std::vector<TypePtr> result_types() {
  if constexpr (std::is_void_v<R>) {
    return {};
  } else {
    return {getTypePtr<R>()};
  }
}
template <class Tup, size_t... I> std::vector<TypePtr> tuple_types(std::index_sequence<I...>) { return {getTypePtr<std::tuple_element_t<I, Tup>>()...}; }

template <class Sig> struct SchemaOf;
template <class R, class... Args> struct SchemaOf<R(Args...)> {
  static FunctionSchema make() {
    if constexpr (is_result_tuple<R>::value) {
      return schema_from_types({getTypePtr<Args>()...}, tuple_types<R>(std::make_index_sequence<std::tuple_size_v<R>>()));
    } else {
      return schema_from_types({getTypePtr<Args>()...}, result_types<R>());
    }
  }
};
template <class R, class... Args> struct SchemaOf<R(DispatchKeySet, Args...)> : SchemaOf<R(Args...)> {};
template <class Sig> FunctionSchema infer_schema() { return SchemaOf<Sig>::make(); }

// The call operator's signature of a function object.
template <class F> struct CallableSig : CallableSig<decltype(&F::operator())> {};
template <class R, class C, class... Args> struct CallableSig<R (C::*)(Args...)> { using type = R(Args...); };
template <class R, class C, class... Args> struct CallableSig<R (C::*)(Args...) const> { using type = R(Args...); };
template <class R, class... Args> struct CallableSig<R (*)(Args...)> { using type = R(Args...); };
template <class R, class... Args> struct CallableSig<R(Args...)> { using type = R(Args...); };

template <class Sig> struct TakesKeys : std::false_type {};
template <class R, class... Args> struct TakesKeys<R(DispatchKeySet, Args...)> : std::true_type {};
template <class Sig> struct WithoutKeys { using type = Sig; };
template <class R, class... Args> struct WithoutKeys<R(DispatchKeySet, Args...)> { using type = R(Args...); };

} // namespace impl

class C10_API KernelFunction final {
 public:
  // The boxed call: n_args arguments in slots with room for the results.
  struct C10_API Body {
    virtual ~Body();
    virtual void call(const OperatorHandle& op, DispatchKeySet keys, IValue* args, size_t n_args, size_t n_returns) const = 0;
  };
  using BoxedFunction = void(const OperatorHandle&, torch::jit::Stack*);
  using BoxedFunctionWithKeys = void(const OperatorHandle&, DispatchKeySet, torch::jit::Stack*);

  KernelFunction() = default;

  static KernelFunction makeFallthrough();
  static KernelFunction makeFromBoxedFunction(BoxedFunction* function);
  static KernelFunction makeFromBoxedFunction(BoxedFunctionWithKeys* function);
  template <BoxedFunction* F> static KernelFunction makeFromBoxedFunction() { return makeFromBoxedFunction(F); }
  template <BoxedFunctionWithKeys* F> static KernelFunction makeFromBoxedFunction() { return makeFromBoxedFunction(F); }
  // A function, or an object with one call operator. A first argument of type DispatchKeySet gets the call's keys.
  template <class F> static KernelFunction makeFromUnboxed(F function);

  bool isValid() const { return body_ != nullptr || fallthrough_; }
  bool isFallthrough() const { return fallthrough_; }
  const Body* body() const { return body_.get(); }
  // For a plain function: its address and C++ signature.
  void* unboxed() const { return unboxed_; }
  const std::type_info* signature() const { return signature_; }
  void* adapter() const { return adapter_; }
  bool has_inferred_schema() const { return infer_ != nullptr; }
  FunctionSchema inferred_schema() const { return infer_(); }

 private:
  std::shared_ptr<const Body> body_;
  void* unboxed_ = nullptr;
  const std::type_info* signature_ = nullptr;
  void* adapter_ = nullptr;
  FunctionSchema (*infer_)() = nullptr;
  bool fallthrough_ = false;
};

namespace impl {
template <class F, class Sig> struct UnboxedBody;
template <class F, class R, class... Args> struct UnboxedBody<F, R(Args...)> final : KernelFunction::Body {
  explicit UnboxedBody(F f) : function(std::move(f)) {}
  void call(const OperatorHandle&, DispatchKeySet, IValue* args, size_t, size_t) const override {
    Caller<R(Args...)>::run(args, [this](auto&&... a) -> R { return const_cast<F&>(function)(std::forward<decltype(a)>(a)...); });
  }
  F function;
};
template <class F, class R, class... Args> struct UnboxedBody<F, R(DispatchKeySet, Args...)> final : KernelFunction::Body {
  explicit UnboxedBody(F f) : function(std::move(f)) {}
  void call(const OperatorHandle&, DispatchKeySet keys, IValue* args, size_t, size_t) const override {
    Caller<R(Args...)>::run(args, [this, keys](auto&&... a) -> R { return const_cast<F&>(function)(keys, std::forward<decltype(a)>(a)...); });
  }
  F function;
};
} // namespace impl

template <class F> KernelFunction KernelFunction::makeFromUnboxed(F function) {
  using Sig = typename impl::CallableSig<F>::type;
  using Unkeyed = typename impl::WithoutKeys<Sig>::type;
  KernelFunction k;
  if constexpr (!impl::TakesKeys<Sig>::value && std::is_convertible_v<F, Sig*>) {
    k.unboxed_ = reinterpret_cast<void*>(static_cast<Sig*>(function)); // a function, or a lambda without captures
  }
  k.signature_ = &typeid(Unkeyed);
  k.adapter_ = reinterpret_cast<void*>(&impl::BoxedAdapter<Unkeyed>::call);
  k.infer_ = &impl::infer_schema<Sig>;
  k.body_ = std::make_shared<impl::UnboxedBody<F, Sig>>(std::move(function));
  return k;
}

} // namespace c10
