#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/dispatch/KernelFunction.h>

#include <iterator>

namespace c10 {

KernelFunction::Body::~Body() = default;

namespace {

// A kernel that works on a stack of its own.
template <class F> struct StackBody final : KernelFunction::Body {
  explicit StackBody(F* f) : function(f) {}
  void call(const OperatorHandle& op, DispatchKeySet keys, IValue* args, size_t n_args, size_t n_returns) const override {
    torch::jit::Stack stack(std::make_move_iterator(args), std::make_move_iterator(args + n_args));
    if constexpr (std::is_same_v<F, KernelFunction::BoxedFunctionWithKeys>) {
      function(op, keys, &stack);
    } else {
      function(op, &stack);
    }
    TORCH_CHECK(stack.size() == n_returns, "the boxed kernel of ", op.row().qualified_overload(), " left ", stack.size(), " values on the stack, its schema has ", n_returns, " results");
    for (size_t i = 0; i < n_returns; ++i) {
      args[i] = std::move(stack[i]);
    }
    for (size_t i = n_returns; i < n_args; ++i) {
      args[i] = IValue();
    }
  }
  F* function;
};

} // namespace

KernelFunction KernelFunction::makeFallthrough() {
  KernelFunction k;
  k.fallthrough_ = true;
  return k;
}
KernelFunction KernelFunction::makeFromBoxedFunction(BoxedFunction* function) {
  KernelFunction k;
  k.body_ = std::make_shared<StackBody<BoxedFunction>>(function);
  return k;
}
KernelFunction KernelFunction::makeFromBoxedFunction(BoxedFunctionWithKeys* function) {
  KernelFunction k;
  k.body_ = std::make_shared<StackBody<BoxedFunctionWithKeys>>(function);
  return k;
}

namespace impl {

FunctionSchema schema_from_types(std::vector<TypePtr> arguments, std::vector<TypePtr> returns) {
  std::vector<Argument> args;
  for (size_t i = 0; i < arguments.size(); ++i) {
    args.emplace_back(str("_", i), arguments[i]);
  }
  std::vector<Argument> results;
  for (const auto& r : returns) {
    results.emplace_back("", r);
  }
  return FunctionSchema(std::string(), std::string(), std::move(args), std::move(results));
}

DispatchKeySet tensor_keys(const List<at::Tensor>& ts) {
  DispatchKeySet ks;
  for (const IValue& v : ts.impl()->list) {
    ks = ks | tensor_keys(v);
  }
  return ks;
}
DispatchKeySet tensor_keys(const List<std::optional<at::Tensor>>& ts) {
  DispatchKeySet ks;
  for (const IValue& v : ts.impl()->list) {
    ks = ks | tensor_keys(v);
  }
  return ks;
}
DispatchKeySet tensor_keys(const IValue& v) {
  if (v.isTensor()) {
    return v.unsafe_tensor().key_set();
  }
  DispatchKeySet ks;
  if (v.isList()) {
    for (const IValue& e : v.unsafe_list().list) {
      if (e.isTensor()) {
        ks = ks | e.unsafe_tensor().key_set();
      }
    }
  }
  return ks;
}

} // namespace impl
} // namespace c10
