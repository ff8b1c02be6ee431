#pragma once
// What the dispatcher keeps: operators and kernels registered at run time, and what they change in the tables of the library's
// own operators. Private to the dispatch folder. All members are used under Dispatcher::Impl::mutex.
#include <ATen/core/dispatch/Dispatcher.h>

#include <map>
#include <memory>
#include <shared_mutex>
#include <unordered_map>

namespace c10 {

using KernelPtr = std::shared_ptr<const KernelFunction>;

// Kernels registered for one operator (or as fallbacks). For each key the last one registered is in force.
class KernelMap {
 public:
  void add(DispatchKey key, KernelPtr kernel) { by_key_[key].push_back(std::move(kernel)); }
  void remove(DispatchKey key, const KernelPtr& kernel);
  // Null when there is none.
  const KernelPtr* find(DispatchKey key) const {
    auto it = by_key_.find(key);
    return it == by_key_.end() ? nullptr : &it->second.back();
  }
  bool empty() const { return by_key_.empty(); }
  std::vector<DispatchKey> keys() const;
  // Any kernel with a C++ signature.
  KernelPtr first_typed() const;

 private:
  std::map<DispatchKey, std::vector<KernelPtr>> by_key_;
};

// An operator that a program defined. Never freed, so handles and rows that callers kept stay readable after it is removed.
struct DynamicOperator {
  DynamicOperator(FunctionSchema s, std::string where);
  FunctionSchema schema;
  std::string text;
  std::string debug;
  DispatchTable table{};
  OperatorRow row;
  const std::type_info* signature = nullptr; // of the kernels in the table
  void* adapter = nullptr;
};

// What stood in a library operator's table before anything was registered.
struct OriginalTable {
  void* kernel[kNumDispatchSlots];
};

struct Dispatcher::Impl {
  mutable std::shared_mutex mutex;
  std::unordered_map<OperatorName, DynamicOperator*> dynamic;
  std::unordered_map<std::string, std::vector<DynamicOperator*>> dynamic_by_name;
  std::unordered_map<const OperatorRow*, DynamicOperator*> dynamic_by_row;
  std::unordered_map<OperatorName, KernelMap> kernels;
  std::unordered_map<const OperatorRow*, OriginalTable> originals;
  KernelMap fallbacks;
  std::unordered_map<std::string, std::string> libraries; // namespace -> where

  std::vector<ArrayRef<const OperatorRow* const>> row_tables; // of libraries outside this tree (register_rows)

  // Every constant row: the library's own, then those of others.
  template <class F> void for_each_row(F f) const {
    for (const OperatorRow* row : at::generated_operators()) {
      f(row);
    }
    for (const auto& table : row_tables) {
      for (const OperatorRow* row : table) {
        f(row);
      }
    }
  }
  const OperatorRow* find_row(std::string_view name, std::string_view overload) const;
  const KernelMap* kernels_of(const OperatorRow& row) const;
  // The signature of the kernels in the row's table and the adapter of that signature; nulls when unknown.
  impl::SignatureInfo signature_of(const OperatorRow& row) const;

  // What is registered for a key: the operator's own kernel, composite ones, else a fallback.
  const KernelPtr* choose(const OperatorRow& row, DispatchKey key) const;
  // Fills the row's table from the original and registered kernels.
  void recompute(const OperatorRow& row);
  void recompute_all(DispatchKey changed_fallback);

  // The kernel for a key set: a function for the table's signature, or a registered one. Throws when there is none.
  struct Resolved {
    void* function = nullptr;
    KernelPtr kernel;
    DispatchKeySet keys;
  };
  Resolved resolve(const OperatorRow& row, DispatchKeySet keys) const;
  std::string backends(const OperatorRow& row) const;
  [[noreturn]] void missing(const OperatorRow& row, DispatchKeySet keys) const;
};

namespace impl {
// The boxed entry of operators defined at run time.
void dynamic_thunk(const OperatorRow& row, IValue* args);
void call_resolved(const OperatorRow& row, const Dispatcher::Impl::Resolved& resolved, IValue* args);
void set_pending(const OperatorRow& row, KernelPtr kernel, DispatchKeySet keys);
} // namespace impl

} // namespace c10
