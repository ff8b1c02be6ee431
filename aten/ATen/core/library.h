#pragma once
// torch::Library and torch::CppFunction: how programs register operators and kernels. <torch/library.h> has the macros around them.
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/schema_parser.h>

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace torch {

// A kernel on its way to m.def or m.impl, perhaps with a dispatch key of its own.
class TORCH_API CppFunction final {
 public:
  template <class F, std::enable_if_t<!std::is_same_v<std::decay_t<F>, CppFunction>, int> = 0> explicit CppFunction(F&& f) : kernel_(c10::KernelFunction::makeFromUnboxed(std::decay_t<F>(std::forward<F>(f)))) {}
  explicit CppFunction(c10::KernelFunction kernel) : kernel_(std::move(kernel)) {}

  static CppFunction makeFallthrough() { return CppFunction(c10::KernelFunction::makeFallthrough()); }
  template <c10::KernelFunction::BoxedFunction* F> static CppFunction makeFromBoxedFunction() { return CppFunction(c10::KernelFunction::makeFromBoxedFunction(F)); }
  template <c10::KernelFunction::BoxedFunctionWithKeys* F> static CppFunction makeFromBoxedFunction() { return CppFunction(c10::KernelFunction::makeFromBoxedFunction(F)); }

  CppFunction&& debug(std::string d) && {
    debug_ = std::move(d);
    return std::move(*this);
  }

 private:
  template <class F> friend CppFunction dispatch(c10::DispatchKey key, F&& f);
  friend class Library;
  c10::KernelFunction kernel_;
  std::optional<c10::DispatchKey> key_;
  std::string debug_;
};

// m.impl("op", torch::dispatch(torch::kCPU, &fn))
template <class F> CppFunction dispatch(c10::DispatchKey key, F&& f) {
  CppFunction r(std::forward<F>(f));
  r.key_ = key == c10::DispatchKey::CatchAll ? std::nullopt : std::optional<c10::DispatchKey>(key);
  return r;
}
template <class F> CppFunction dispatch(c10::DeviceType type, F&& f) {
  return dispatch(c10::toRuntimePerBackendFunctionalityKey(c10::DispatchKey::Dense, c10::toBackendComponent(type)), std::forward<F>(f));
}

inline c10::FunctionSchema schema(const char* text) { return c10::parseSchema(text); }

class TORCH_API Library final {
 public:
  enum Kind { DEF, IMPL, FRAGMENT };

  // What the macros make. `ns` is "_" for an IMPL block of all operators (fallbacks).
  Library(Kind kind, std::string ns, std::optional<c10::DispatchKey> key, const char* file, uint32_t line);
  Library(Library&&) = default;
  Library& operator=(Library&&) = default;
  ~Library() = default;

  // "name.overload(Type arg, ...) -> Type", or just a name when a kernel gives the types.
  Library& def(c10::FunctionSchema schema) & { return def_schema(std::move(schema), nullptr); }
  Library& def(const char* schema) & { return def(std::string(schema)); }
  Library& def(const std::string& schema) &;
  template <class NameOrSchema, class F> Library& def(NameOrSchema&& name_or_schema, F&& f) & { return def_with_kernel(to_text(std::forward<NameOrSchema>(name_or_schema)), to_kernel(std::forward<F>(f))); }
  template <class F> Library& impl(const char* name, F&& f) & { return impl_kernel(name, to_kernel(std::forward<F>(f))); }
  template <class F> Library& impl(const std::string& name, F&& f) & { return impl(name.c_str(), std::forward<F>(f)); }
  template <class F> Library& impl_UNBOXED(const char* name, F* f) & { return impl(name, f); }
  // A boxed kernel for all operators without one for the block's key. Only in TORCH_LIBRARY_IMPL(_, Key, m).
  template <class F> Library& fallback(F&& f) & { return fallback_kernel(to_kernel(std::forward<F>(f))); }
  Library& set_python_module(const char*, const char* = "") { return *this; }
  // Undoes all.
  void reset() { registrations_.clear(); }

 private:
  static std::string to_text(const char* s) { return s; }
  static std::string to_text(const std::string& s) { return s; }
  static std::string to_text(const c10::FunctionSchema& s) { return c10::toString(s); }
  template <class F> static CppFunction to_kernel(F&& f) {
    if constexpr (std::is_same_v<std::decay_t<F>, CppFunction>) {
      return std::forward<F>(f);
    } else {
      return CppFunction(std::forward<F>(f));
    }
  }
  Library& def_schema(c10::FunctionSchema schema, c10::OperatorName* out_name);
  Library& def_with_kernel(const std::string& name_or_schema, CppFunction&& f);
  Library& impl_kernel(const char* name, CppFunction&& f);
  Library& fallback_kernel(CppFunction&& f);
  std::string where() const;
  c10::OperatorName qualify(c10::OperatorName name) const;

  Kind kind_;
  std::string ns_;
  std::optional<c10::DispatchKey> key_;
  const char* file_;
  uint32_t line_;
  std::vector<c10::RegistrationHandleRAII> registrations_;
};

namespace detail {
class TORCH_API TorchLibraryInit final {
 public:
  using InitFn = void(Library&);
  TorchLibraryInit(Library::Kind kind, InitFn* fn, const char* ns, std::optional<c10::DispatchKey> key, const char* file, uint32_t line) : lib_(kind, ns, key, file, line) { fn(lib_); }

 private:
  Library lib_;
};
} // namespace detail

} // namespace torch
