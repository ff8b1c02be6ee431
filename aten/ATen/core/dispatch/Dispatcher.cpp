#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/dispatch/RegisterRows.h>
#include <ATen/core/dispatch/Registry.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

#include <algorithm>
#include <mutex>

namespace c10 {

Dispatcher::Dispatcher() : impl_(new Impl) {}
Dispatcher& Dispatcher::singleton() {
  static Dispatcher& d = *new Dispatcher;
  return d;
}

// ---- finding

const OperatorRow* Dispatcher::findRow(std::string_view name, std::string_view overload) const {
  std::shared_lock<std::shared_mutex> lock(impl_->mutex);
  return impl_->find_row(name, overload);
}
std::optional<OperatorHandle> Dispatcher::findSchema(std::string_view name, std::string_view overload) const {
  const OperatorRow* row = findRow(name, overload);
  return row == nullptr ? std::nullopt : std::optional<OperatorHandle>(OperatorHandle(row));
}
std::optional<OperatorHandle> Dispatcher::findSchema(const OperatorName& name) const { return findSchema(std::string_view(name.name), std::string_view(name.overload_name)); }
std::optional<OperatorHandle> Dispatcher::findOp(const OperatorName& name) const { return findSchema(name); }

std::vector<const OperatorRow*> Dispatcher::overloads(std::string_view qualified_name) const {
  std::vector<const OperatorRow*> out;
  auto take = [&](ArrayRef<const OperatorRow* const> rows) {
    auto it = std::lower_bound(rows.begin(), rows.end(), qualified_name, [](const OperatorRow* row, std::string_view name) { return std::string_view(row->name) < name; });
    for (; it != rows.end() && qualified_name == (*it)->name; ++it) {
      out.push_back(*it);
    }
  };
  take(at::generated_operators());
  std::shared_lock<std::shared_mutex> lock(impl_->mutex);
  for (const auto& table : impl_->row_tables) {
    take(table);
  }
  auto dynamic = impl_->dynamic_by_name.find(std::string(qualified_name));
  if (dynamic != impl_->dynamic_by_name.end()) {
    for (const DynamicOperator* op : dynamic->second) {
      out.push_back(&op->row);
    }
  }
  return out;
}

OperatorHandle Dispatcher::findSchemaOrThrow(const char* name, const char* overload_name) const {
  auto op = findSchema(std::string_view(name), std::string_view(overload_name));
  if (!op) {
    std::vector<std::string> others;
    for (const OperatorRow* row : overloads(name)) {
      others.push_back(row->qualified_overload());
    }
    TORCH_CHECK(false, "Could not find schema for ", toString(OperatorName(name, overload_name)), others.empty() ? ": there is no operator of that name" : ", there is ", Join(", ", others));
  }
  return *op;
}

std::vector<OperatorName> Dispatcher::getAllOpNames() const {
  std::vector<OperatorName> out;
  std::shared_lock<std::shared_mutex> lock(impl_->mutex);
  impl_->for_each_row([&](const OperatorRow* row) { out.emplace_back(row->name, row->overload); });
  for (const auto& entry : impl_->dynamic) {
    out.push_back(entry.first);
  }
  return out;
}

// ---- registering

RegistrationHandleRAII Dispatcher::registerLibrary(std::string ns, std::string debug) {
  std::unique_lock<std::shared_mutex> lock(impl_->mutex);
  auto [it, fresh] = impl_->libraries.emplace(ns, debug);
  TORCH_CHECK(fresh, "Only a single TORCH_LIBRARY can be used to register the namespace ", ns, "; please put all of your definitions in a single TORCH_LIBRARY block, or use TORCH_LIBRARY_FRAGMENT. ",
              "Previous registration of TORCH_LIBRARY was at ", it->second, "; latest at ", debug);
  return RegistrationHandleRAII([this, ns = std::move(ns)] {
    std::unique_lock<std::shared_mutex> guard(impl_->mutex);
    impl_->libraries.erase(ns);
  });
}

namespace {
void check_kernel_fits(const FunctionSchema& schema, const KernelFunction& kernel, const std::string& debug) {
  if (!kernel.has_inferred_schema()) {
    return;
  }
  const FunctionSchema inferred = kernel.inferred_schema();
  auto fits = [](const std::vector<Argument>& a, const std::vector<Argument>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Argument& x, const Argument& y) { return *x.type() == *y.type(); });
  };
  TORCH_CHECK(fits(schema.arguments(), inferred.arguments()) && fits(schema.returns(), inferred.returns()), "the kernel's C++ signature does not fit the operator's schema.\n  operator: ", toString(schema),
              "\n  kernel: ", toString(inferred), debug.empty() ? "" : "\n  registered at ", debug);
}
} // namespace

RegistrationHandleRAII Dispatcher::registerDef(FunctionSchema schema, std::string debug) {
  auto op = std::make_unique<DynamicOperator>(std::move(schema), std::move(debug));
  const OperatorName name = op->schema.operator_name();
  std::unique_lock<std::shared_mutex> lock(impl_->mutex);
  if (const OperatorRow* have = impl_->find_row(name.name, name.overload_name)) {
    auto dynamic = impl_->dynamic.find(name);
    TORCH_CHECK(false, "Tried to register an operator (", op->text, ") with the same name and overload name multiple times. It is already registered as ", have->schema,
                dynamic == impl_->dynamic.end() ? std::string(" by the library") : " at " + dynamic->second->debug, "; latest at ", op->debug);
  }
  auto waiting = impl_->kernels.find(name);
  if (waiting != impl_->kernels.end()) {
    for (DispatchKey key : waiting->second.keys()) {
      check_kernel_fits(op->schema, **waiting->second.find(key), op->debug);
    }
    if (KernelPtr typed = waiting->second.first_typed()) {
      op->signature = typed->signature();
      op->adapter = typed->adapter();
    }
  }
  DynamicOperator* raw = op.release(); // for good, see DynamicOperator
  impl_->dynamic.emplace(name, raw);
  impl_->dynamic_by_name[name.name].push_back(raw);
  impl_->dynamic_by_row.emplace(&raw->row, raw);
  impl_->recompute(raw->row);
  return RegistrationHandleRAII([this, raw] {
    std::unique_lock<std::shared_mutex> guard(impl_->mutex);
    impl_->dynamic.erase(raw->schema.operator_name());
    auto by_name = impl_->dynamic_by_name.find(raw->schema.name());
    by_name->second.erase(std::remove(by_name->second.begin(), by_name->second.end(), raw), by_name->second.end());
    if (by_name->second.empty()) {
      impl_->dynamic_by_name.erase(by_name);
    }
    impl_->originals.erase(&raw->row);
    for (auto& kernel : raw->table.kernel) {
      kernel.store(nullptr, std::memory_order_release);
    }
  });
}

RegistrationHandleRAII register_rows(ArrayRef<const OperatorRow* const> rows) {
  auto& impl = Dispatcher::singleton().impl();
  std::unique_lock<std::shared_mutex> lock(impl.mutex);
  for (const OperatorRow* row : rows) {
    const OperatorRow* have = impl.find_row(row->name, row->overload);
    TORCH_CHECK(have == nullptr, "Tried to register an operator (", row->schema, ") with the same name and overload name multiple times. It is already registered as ", have == nullptr ? "" : have->schema);
  }
  impl.row_tables.push_back(rows);
  for (const OperatorRow* row : rows) {
    if (impl.kernels_of(*row) != nullptr) {
      impl.recompute(*row); // kernels that waited for the operator
    }
  }
  return RegistrationHandleRAII([rows] {
    auto& registry = Dispatcher::singleton().impl();
    std::unique_lock<std::shared_mutex> guard(registry.mutex);
    for (const OperatorRow* row : rows) {
      registry.originals.erase(row);
    }
    auto& tables = registry.row_tables;
    tables.erase(std::find_if(tables.begin(), tables.end(), [&](const auto& table) { return table.data() == rows.data(); }));
  });
}

RegistrationHandleRAII Dispatcher::registerImpl(OperatorName name, std::optional<DispatchKey> key, KernelFunction kernel, std::string debug) {
  TORCH_CHECK(kernel.isValid(), "registering an empty kernel for ", toString(name));
  const DispatchKey at = key.value_or(DispatchKey::CatchAll);
  auto shared = std::make_shared<const KernelFunction>(std::move(kernel));
  std::unique_lock<std::shared_mutex> lock(impl_->mutex);
  const OperatorRow* row = impl_->find_row(name.name, name.overload_name);
  if (row != nullptr) {
    TORCH_CHECK(row->table != nullptr, "operator ", row->qualified_overload(), " has no dispatch: no kernel can be registered for it");
    check_kernel_fits(row->function_schema(), *shared, debug);
    auto dynamic = impl_->dynamic.find(name);
    if (dynamic != impl_->dynamic.end() && dynamic->second->signature == nullptr) {
      dynamic->second->signature = shared->signature();
      dynamic->second->adapter = shared->adapter();
    }
  }
  impl_->kernels[name].add(at, shared);
  if (row != nullptr) {
    impl_->recompute(*row);
  }
  return RegistrationHandleRAII([this, name = std::move(name), at, shared] {
    std::unique_lock<std::shared_mutex> guard(impl_->mutex);
    auto it = impl_->kernels.find(name);
    if (it == impl_->kernels.end()) {
      return;
    }
    it->second.remove(at, shared);
    if (it->second.empty()) {
      impl_->kernels.erase(it);
    }
    if (const OperatorRow* r = impl_->find_row(name.name, name.overload_name)) {
      impl_->recompute(*r);
    }
  });
}

RegistrationHandleRAII Dispatcher::registerFallback(DispatchKey key, KernelFunction kernel, std::string debug) {
  TORCH_CHECK(kernel.isValid() && !kernel.has_inferred_schema(), "a backend fallback must be a boxed function (CppFunction::makeFromBoxedFunction) or a fallthrough; key ", toString(key), ", at ", debug);
  TORCH_CHECK(!isAliasDispatchKey(key) && key != DispatchKey::Undefined, "a backend fallback needs a run-time dispatch key, not ", toString(key));
  auto shared = std::make_shared<const KernelFunction>(std::move(kernel));
  std::unique_lock<std::shared_mutex> lock(impl_->mutex);
  TORCH_CHECK(impl_->fallbacks.find(key) == nullptr, "Tried to register multiple backend fallbacks for the same dispatch key ", toString(key), "; latest at ", debug);
  impl_->fallbacks.add(key, shared);
  impl_->recompute_all(key);
  return RegistrationHandleRAII([this, key, shared] {
    std::unique_lock<std::shared_mutex> guard(impl_->mutex);
    impl_->fallbacks.remove(key, shared);
    impl_->recompute_all(key);
  });
}

bool Dispatcher::hasBackendFallbackForDispatchKey(DispatchKey key) const {
  std::shared_lock<std::shared_mutex> lock(impl_->mutex);
  return impl_->fallbacks.find(key) != nullptr;
}
bool Dispatcher::hasKernel(const OperatorRow& row, DispatchKey key) const {
  std::shared_lock<std::shared_mutex> lock(impl_->mutex);
  if (row.table != nullptr && !isAliasDispatchKey(key)) {
    const DispatchSlot slot = toDispatchSlot(key);
    if (slot != DispatchSlot::Rest && slot != DispatchSlot::Autocast && row.table->kernel[static_cast<int>(slot)].load(std::memory_order_acquire) != nullptr) {
      return true;
    }
  }
  const KernelMap* own = impl_->kernels_of(row);
  return own != nullptr && own->find(key) != nullptr;
}
std::string Dispatcher::registeredBackends(const OperatorRow& row) const {
  std::shared_lock<std::shared_mutex> lock(impl_->mutex);
  return impl_->backends(row);
}

// ---- calling

namespace impl {

namespace {
PendingBoxedCall& pending_call() {
  static thread_local PendingBoxedCall call;
  return call;
}
} // namespace

void set_pending(const OperatorRow& row, KernelPtr kernel, DispatchKeySet keys) { pending_call() = PendingBoxedCall{&row, std::move(kernel), keys.raw_repr()}; }
PendingBoxedCall take_pending_boxed_call() {
  PendingBoxedCall call = std::move(pending_call());
  TORCH_INTERNAL_ASSERT(call.kernel != nullptr, "a boxed adapter was called without resolve_kernel");
  return call;
}
void call_pending(const PendingBoxedCall& call, IValue* args, size_t n_args, size_t n_returns) {
  call.kernel->body()->call(OperatorHandle(call.row), DispatchKeySet(DispatchKeySet::RAW, call.keys), args, n_args, n_returns);
}

void* resolve_kernel(const OperatorRow& row, DispatchKeySet ks) {
  auto& registry = Dispatcher::singleton().impl();
  std::shared_lock<std::shared_mutex> lock(registry.mutex);
  Dispatcher::Impl::Resolved r = registry.resolve(row, ks);
  if (r.function != nullptr) {
    return r.function;
  }
  const SignatureInfo sig = registry.signature_of(row);
  TORCH_CHECK(sig.adapter != nullptr, "operator ", row.qualified_overload(), ": its kernel cannot be called unboxed");
  set_pending(row, std::move(r.kernel), r.keys);
  return sig.adapter;
}

// Boxed, whatever was found. A function of the table is called through the operator's thunk on a table that holds nothing else.
void call_resolved(const OperatorRow& row, const Dispatcher::Impl::Resolved& resolved, IValue* args) {
  if (resolved.kernel != nullptr) {
    resolved.kernel->body()->call(OperatorHandle(&row), resolved.keys, args, row.n_args, row.n_returns);
    return;
  }
  DispatchTable only{};
  for (auto& k : only.kernel) {
    k.store(resolved.function, std::memory_order_relaxed);
  }
  OperatorRow view;
  view.name = row.name;
  view.overload = row.overload;
  view.schema = row.schema;
  view.table = &only;
  view.n_args = row.n_args;
  view.n_returns = row.n_returns;
  view.flags = row.flags;
  view.parsed.store(&row.function_schema(), std::memory_order_relaxed);
  row.boxed(view, args);
}

namespace {
void call_with_key_set(const OperatorRow& row, DispatchKeySet keys, IValue* args) {
  Dispatcher::Impl::Resolved resolved;
  {
    auto& registry = Dispatcher::singleton().impl();
    std::shared_lock<std::shared_mutex> lock(registry.mutex);
    if (row.boxed == &dynamic_thunk) {
      // Kernels of run-time operators are all known in boxed form; their table is for unboxed callers.
      DispatchKeySet ks = keys;
      while (true) {
        const DispatchKey key = ks.highestPriorityTypeId();
        const KernelPtr* k = registry.choose(row, key);
        if (k != nullptr && !(*k)->isFallthrough()) {
          resolved = {nullptr, *k, ks};
          break;
        }
        if (key == DispatchKey::Undefined) {
          const BackendComponent backend = keys.highestBackendKey();
          const KernelPtr* cpu = backend == BackendComponent::InvalidBit ? registry.choose(row, DispatchKey::CPU) : nullptr;
          if (cpu == nullptr || (*cpu)->isFallthrough()) {
            registry.missing(row, keys);
          }
          resolved = {nullptr, *cpu, DispatchKeySet(DispatchKey::CPU)};
          break;
        }
        ks = ks.remove(ks.highestFunctionalityKey());
      }
    } else {
      resolved = registry.resolve(row, keys);
    }
  }
  call_resolved(row, resolved, args);
}
} // namespace

void dynamic_thunk(const OperatorRow& row, IValue* args) {
  DispatchKeySet ks;
  for (size_t i = 0; i < row.n_args; ++i) {
    ks = ks | tensor_keys(args[i]);
  }
  call_with_key_set(row, computeDispatchKeySet(ks), args);
}

void call_row_boxed(const OperatorRow& row, IValue* args) {
  TORCH_CHECK(row.boxed != nullptr, "operator ", row.qualified_overload(), " takes a variable number of arguments and cannot be called this way");
  row.boxed(row, args);
}
void redispatch_row_boxed(const OperatorRow& row, DispatchKeySet keys, IValue* args) {
  TORCH_CHECK(row.table != nullptr, "operator ", row.qualified_overload(), " has no dispatch");
  call_with_key_set(row, keys, args);
}
bool is_generated(const OperatorRow& row) { return row.boxed != &dynamic_thunk; }

bool check_signature(const OperatorRow& row, const std::type_info& signature, const FunctionSchema& from_cpp) {
  const FunctionSchema& schema = row.function_schema();
  auto fits = [](const std::vector<Argument>& a, const std::vector<Argument>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Argument& x, const Argument& y) { return *x.type() == *y.type(); });
  };
  TORCH_CHECK(fits(schema.arguments(), from_cpp.arguments()) && fits(schema.returns(), from_cpp.returns()), "typed<>(): the C++ signature does not fit the operator's schema.\n  operator: ",
              toString(schema), "\n  C++: ", toString(from_cpp));
  auto& registry = Dispatcher::singleton().impl();
  std::shared_lock<std::shared_mutex> lock(registry.mutex);
  const SignatureInfo sig = registry.signature_of(row);
  return sig.signature != nullptr && *sig.signature == signature;
}

namespace {
// Runs `call` on the last n values of the stack.
template <class F> void on_stack(const OperatorRow& row, torch::jit::Stack* stack, F&& call) {
  const size_t n = row.n_args;
  TORCH_CHECK(stack->size() >= n, "operator ", row.qualified_overload(), " takes ", n, " arguments, the stack holds ", stack->size());
  const size_t base = stack->size() - n;
  stack->resize(base + std::max<size_t>(n, row.n_returns));
  call(stack->data() + base);
  stack->resize(base + row.n_returns);
}
} // namespace

} // namespace impl

void Dispatcher::callBoxed(const OperatorHandle& op, torch::jit::Stack* stack) const {
  const OperatorRow& row = op.row();
  if (row.has(kOpVarargs)) {
    // The number of arguments is the last value, as for the interpreter's variadic operators.
    TORCH_CHECK(!stack->empty(), "operator ", row.qualified_overload(), " needs the number of its arguments on the stack");
    const int64_t n = torch::jit::pop(*stack).toInt();
    TORCH_CHECK(n >= 0 && static_cast<size_t>(n) <= stack->size(), "operator ", row.qualified_overload(), ": ", n, " arguments asked for, the stack holds ", stack->size());
    const size_t base = stack->size() - static_cast<size_t>(n);
    stack->resize(base + std::max<size_t>({static_cast<size_t>(n), row.n_returns, 1}));
    row.boxed_var(row, stack->data() + base, static_cast<size_t>(n));
    stack->resize(base + row.n_returns);
    return;
  }
  impl::on_stack(row, stack, [&row](IValue* args) { row.boxed(row, args); });
}
void Dispatcher::redispatchBoxed(const OperatorHandle& op, DispatchKeySet keys, torch::jit::Stack* stack) const {
  const OperatorRow& row = op.row();
  impl::on_stack(row, stack, [&](IValue* args) { impl::redispatch_row_boxed(row, keys, args); });
}

} // namespace c10
