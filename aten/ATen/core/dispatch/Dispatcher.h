#pragma once
// Dispatcher: finds operators by name and lets programs add operators and kernels at run time. The library's own operators are a
// sorted constant table (at::generated_operators), found by binary search; what TORCH_LIBRARY adds is in a hash table beside it.
// Registrations return handles that undo them. Look-ups take a shared lock; calls through a handle take none.
#include <ATen/core/boxing.h>
#include <ATen/core/dispatch/KernelFunction.h>
#include <ATen/core/dispatch/OperatorRow.h>
#include <ATen/core/function_schema.h>
#include <ATen/core/stack.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace at {
// All operators of the library sorted by (name, overload). Defined in the generated OperatorTable.cpp.
C10_API c10::ArrayRef<const c10::OperatorRow* const> generated_operators();
} // namespace at

namespace c10 {

class OperatorHandle;
template <class FuncType> class TypedOperatorHandle;

// Undoes a registration when it is destroyed.
class C10_API RegistrationHandleRAII {
 public:
  RegistrationHandleRAII() = default;
  explicit RegistrationHandleRAII(std::function<void()> on_destruction) : undo_(std::move(on_destruction)) {}
  ~RegistrationHandleRAII() { reset(); }
  RegistrationHandleRAII(RegistrationHandleRAII&& rhs) noexcept : undo_(std::exchange(rhs.undo_, nullptr)) {}
  RegistrationHandleRAII& operator=(RegistrationHandleRAII&& rhs) noexcept {
    if (this != &rhs) {
      reset();
      undo_ = std::exchange(rhs.undo_, nullptr);
    }
    return *this;
  }
  void reset() {
    if (auto undo = std::exchange(undo_, nullptr)) {
      undo();
    }
  }

 private:
  std::function<void()> undo_;
};

class C10_API Dispatcher final {
 public:
  static Dispatcher& singleton();

  // The operator, if its schema is registered.
  std::optional<OperatorHandle> findSchema(const OperatorName& name) const;
  std::optional<OperatorHandle> findSchema(std::string_view name, std::string_view overload) const;
  OperatorHandle findSchemaOrThrow(const char* name, const char* overload_name) const;
  // The same here: an operator without schema cannot be registered.
  std::optional<OperatorHandle> findOp(const OperatorName& name) const;
  const OperatorRow* findRow(std::string_view name, std::string_view overload) const; // null when there is none
  // All overloads of "aten::add", library ones first.
  std::vector<const OperatorRow*> overloads(std::string_view qualified_name) const;
  std::vector<OperatorName> getAllOpNames() const;

  // Adds an operator. Throws when it exists.
  RegistrationHandleRAII registerDef(FunctionSchema schema, std::string debug = "");
  // Adds a kernel for one dispatch key (CompositeImplicitAutograd and CatchAll: all backends) of an operator. Kernels for an operator whose
  // schema comes later wait for it. A kernel registered later wins until its handle goes.
  RegistrationHandleRAII registerImpl(OperatorName name, std::optional<DispatchKey> key, KernelFunction kernel, std::string debug = "");
  // A boxed kernel for every operator that has none of its own for the key.
  RegistrationHandleRAII registerFallback(DispatchKey key, KernelFunction kernel, std::string debug = "");
  // Reserves a namespace for TORCH_LIBRARY: a second TORCH_LIBRARY of that name throws.
  RegistrationHandleRAII registerLibrary(std::string ns, std::string debug = "");

  bool hasBackendFallbackForDispatchKey(DispatchKey key) const;
  // A kernel that the operator has for this slot, its own first, then a fallback.
  bool hasKernel(const OperatorRow& row, DispatchKey key) const;
  // "CPU, Meta": for error messages.
  std::string registeredBackends(const OperatorRow& row) const;

  // Calls by value stack: takes the arguments off, puts results on.
  void callBoxed(const OperatorHandle& op, torch::jit::Stack* stack) const;
  // From inside a kernel: to the next kernel at or below `keys`.
  void redispatchBoxed(const OperatorHandle& op, DispatchKeySet keys, torch::jit::Stack* stack) const;

  struct Impl;
  Impl& impl() const { return *impl_; }

 private:
  Dispatcher();
  ~Dispatcher() = delete; // lives as long as the process
  Impl* impl_;
};

// A registered operator. Cheap to copy; valid as long as the operator is registered.
class C10_API OperatorHandle {
 public:
  explicit OperatorHandle(const OperatorRow* row) : row_(row) {}

  const OperatorName operator_name() const { return OperatorName(row_->name, row_->overload); }
  bool hasSchema() const { return true; }
  const FunctionSchema& schema() const { return row_->function_schema(); }
  const OperatorRow& row() const { return *row_; }
  bool hasKernelForDispatchKey(DispatchKey key) const { return Dispatcher::singleton().hasKernel(*row_, key); }

  // Checks the C++ signature against the schema (types of arguments and returns) once.
  template <class FuncType> TypedOperatorHandle<FuncType> typed() const;

  void callBoxed(torch::jit::Stack* stack) const { Dispatcher::singleton().callBoxed(*this, stack); }
  void callBoxed(torch::jit::Stack& stack) const { callBoxed(&stack); }
  void redispatchBoxed(DispatchKeySet keys, torch::jit::Stack* stack) const { Dispatcher::singleton().redispatchBoxed(*this, keys, stack); }

  bool operator==(const OperatorHandle& other) const { return row_ == other.row_; }
  bool operator!=(const OperatorHandle& other) const { return row_ != other.row_; }

 protected:
  const OperatorRow* row_;
};

namespace impl {
// Throws unless the C++ signature fits the schema. Answers whether kernels in the row's table have exactly this signature; otherwise
// (`Tensor` where the kernels take `const Tensor&`, say) calls go through boxes.
C10_API bool check_signature(const OperatorRow& row, const std::type_info& signature, const FunctionSchema& from_cpp);
C10_API void call_row_boxed(const OperatorRow& row, IValue* args);
C10_API void redispatch_row_boxed(const OperatorRow& row, DispatchKeySet keys, IValue* args);
C10_API bool is_generated(const OperatorRow& row);
} // namespace impl

template <class Return, class... Args> class TypedOperatorHandle<Return(Args...)> final : public OperatorHandle {
 public:
  TypedOperatorHandle(const OperatorRow* row, bool direct) : OperatorHandle(row), direct_(direct), mask_(impl::is_generated(*row) ? kGeneratedOperatorMask : DispatchKeySet(DispatchKeySet::FULL)) {}

  C10_ALWAYS_INLINE Return call(Args... args) const {
    if (C10_LIKELY(direct_)) {
      return impl::call_with_keys<Return, Args...>(*row_, impl::computeDispatchKeySet(impl::argument_keys<std::decay_t<Args>...>(args...), mask_), static_cast<Args&&>(args)...);
    }
    return impl::call_through_boxes<Return, Args...>([this](IValue* slots) { impl::call_row_boxed(*row_, slots); }, static_cast<Args&&>(args)...);
  }
  // From inside a kernel: to the kernel for `keys`, which are the call's keys without those already served.
  Return redispatch(DispatchKeySet keys, Args... args) const {
    if (direct_) {
      return impl::call_with_keys<Return, Args...>(*row_, keys, static_cast<Args&&>(args)...);
    }
    return impl::call_through_boxes<Return, Args...>([this, keys](IValue* slots) { impl::redispatch_row_boxed(*row_, keys, slots); }, static_cast<Args&&>(args)...);
  }

 private:
  bool direct_;
  DispatchKeySet mask_;
};

template <class FuncType> TypedOperatorHandle<FuncType> OperatorHandle::typed() const {
  return TypedOperatorHandle<FuncType>(row_, impl::check_signature(*row_, typeid(FuncType), impl::infer_schema<FuncType>()));
}

} // namespace c10
