#pragma once
// OperatorRow: one row of the table of operators. The generator writes one constant-initialised row per overload (nothing runs at
// start), the JIT's own operators are written by hand in the same form, and TORCH_LIBRARY makes rows at run time. A row has the
// schema's text (parsed when first asked for), the boxed thunk that the interpreter calls, and the table of unboxed kernels.
#include <c10/core/DispatchKeySet.h>
#include <c10/macros/Macros.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

namespace c10 {

struct IValue;
struct FunctionSchema;
struct OperatorRow;

// Boxed call. `args` points at max(n_args, n_returns) values; the arguments are args[0..n_args) in schema order, all present. The
// thunk may move them out; it leaves the results in args[0..n_returns) and None in the other slots. Throws on failure (the slots
// then hold valid but unspecified values).
using BoxedThunk = void (*)(const OperatorRow& row, IValue* args);
// The same for operators with kOpVarargs: n values (n >= 1), the result in args[0].
using BoxedVarThunk = void (*)(const OperatorRow& row, IValue* args, size_t n);

// Unboxed kernels `Return (*)(Args...)` by backend; null where there is none. A kernel is published with release order and read
// with acquire (free on x86), so that what a registration wrote before is seen by the kernel's callers.
struct DispatchTable {
  std::atomic<void*> kernel[kNumDispatchSlots];
};

enum OperatorFlags : uint32_t {
  kOpView = 1, // the result aliases an argument
  kOpInplace = 2, // writes its first argument and returns it
  kOpOut = 4, // writes its out= arguments
  kOpNondeterministic = 8, // two calls may differ
  kOpSideEffect = 16, // print, raise, warn, attribute-like state: never removed, never reordered
  kOpVarargs = 32, // `...` in the schema: call boxed_var
};

// Constant tables are written with designated initialisers:
//   constinit const OperatorRow rows[] = {{.name = "aten::add", .overload = "int", .schema = "aten::add.int(int a, int b) -> int", .boxed = add_int, .n_args = 2, .n_returns = 1}};
// `parsed` is mutable, so a table lives in writable memory even when it is const.
struct OperatorRow {
  const char* name = nullptr; // "aten::add"
  const char* overload = ""; // "Tensor" or ""
  const char* schema = nullptr; // the whole text
  BoxedThunk boxed = nullptr;
  BoxedVarThunk boxed_var = nullptr; // only with kOpVarargs, boxed is null then
  DispatchTable* table = nullptr; // null for operators without dispatch
  uint16_t n_args = 0;
  uint16_t n_returns = 0;
  uint32_t flags = 0;
  const char* const* samples = nullptr; // calls, in TorchScript, that the generic tests run
  uint16_t n_samples = 0;
  const char* doc = nullptr;
  mutable std::atomic<const FunctionSchema*> parsed{nullptr};

  // Parses the text once; the result lives as long as the process. Thread-safe.
  C10_API const FunctionSchema& function_schema() const;
  // "aten::add.Tensor"
  C10_API std::string qualified_overload() const;
  bool has(OperatorFlags flag) const { return (flags & flag) != 0; }
};

// Wrapping keys that say nothing for the library's own operators: autograd and views are one test inside the generated function.
// A call of a generated operator dispatches on computeDispatchKeySet(keys of the tensors, kGeneratedOperatorMask).
constexpr DispatchKeySet kGeneratedOperatorMask = DispatchKeySet(DispatchKeySet::FULL) - DispatchKeySet({DispatchKey::ADInplaceOrView, DispatchKey::BackendSelect});

namespace impl {
// The cold part of an unboxed call, when the table has no kernel at the slot of `ks`: falls through wrapping keys (autograd, autocast,
// ADInplaceOrView, ...) without a kernel, and finds kernels that only exist in boxed form. What it returns has the operator's C++
// signature and must be called at once on this thread (a boxed kernel comes as an adapter that remembers which kernel it stands for).
// Throws NotImplementedError naming operator, overload, backend and the backends that exist.
C10_API C10_COLD void* resolve_kernel(const OperatorRow& row, DispatchKeySet ks);
} // namespace impl

} // namespace c10
