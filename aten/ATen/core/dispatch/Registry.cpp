#include <ATen/core/dispatch/Registry.h>

#include <algorithm>
#include <cstring>

namespace c10 {

// ---- KernelMap

void KernelMap::remove(DispatchKey key, const KernelPtr& kernel) {
  auto it = by_key_.find(key);
  if (it == by_key_.end()) {
    return;
  }
  auto& stack = it->second;
  stack.erase(std::remove(stack.begin(), stack.end(), kernel), stack.end());
  if (stack.empty()) {
    by_key_.erase(it);
  }
}
std::vector<DispatchKey> KernelMap::keys() const {
  std::vector<DispatchKey> out;
  for (const auto& entry : by_key_) {
    out.push_back(entry.first);
  }
  return out;
}
KernelPtr KernelMap::first_typed() const {
  for (const auto& entry : by_key_) {
    for (const auto& k : entry.second) {
      if (k->signature() != nullptr) {
        return k;
      }
    }
  }
  return nullptr;
}

DynamicOperator::DynamicOperator(FunctionSchema s, std::string where) : schema(std::move(s)), text(toString(schema)), debug(std::move(where)) {
  TORCH_CHECK(schema.arguments().size() <= UINT16_MAX && schema.returns().size() <= UINT16_MAX, "operator ", schema.name(), " has too many arguments");
  row.name = schema.name().c_str();
  row.overload = schema.overload_name().c_str();
  row.schema = text.c_str();
  row.boxed = &impl::dynamic_thunk;
  row.table = &table;
  row.n_args = static_cast<uint16_t>(schema.arguments().size());
  row.n_returns = static_cast<uint16_t>(schema.returns().size());
  row.flags = kOpSideEffect | kOpNondeterministic; // nothing is known of it
  row.parsed.store(&schema, std::memory_order_release);
}

// ---- slots

namespace {

// The one key a slot stands for; CatchAll for slots that several keys share, which are always resolved by key.
DispatchKey key_of_slot(int slot) {
  switch (static_cast<DispatchSlot>(slot)) {
    case DispatchSlot::CPU: return DispatchKey::CPU;
    case DispatchSlot::CUDA: return DispatchKey::CUDA;
    case DispatchSlot::Meta: return DispatchKey::Meta;
    case DispatchSlot::PrivateUse1: return DispatchKey::PrivateUse1;
    case DispatchSlot::SparseCPU: return DispatchKey::SparseCPU;
    case DispatchSlot::SparseCsrCPU: return DispatchKey::SparseCsrCPU;
    case DispatchSlot::QuantizedCPU: return DispatchKey::QuantizedCPU;
    case DispatchSlot::MkldnnCPU: return DispatchKey::MkldnnCPU;
    case DispatchSlot::ADInplaceOrView: return DispatchKey::ADInplaceOrView;
    case DispatchSlot::AutogradCPU: return DispatchKey::AutogradCPU;
    case DispatchSlot::AutogradCUDA: return DispatchKey::AutogradCUDA;
    case DispatchSlot::AutogradMeta: return DispatchKey::AutogradMeta;
    case DispatchSlot::AutogradPrivateUse1: return DispatchKey::AutogradPrivateUse1;
    case DispatchSlot::SparseCUDA: return DispatchKey::SparseCUDA;
    case DispatchSlot::SparseCsrCUDA: return DispatchKey::SparseCsrCUDA;
    case DispatchSlot::SparseMeta: return DispatchKey::SparseMeta;
    case DispatchSlot::QuantizedMeta: return DispatchKey::QuantizedMeta;
    case DispatchSlot::BackendSelect: return DispatchKey::BackendSelect;
    case DispatchSlot::Conjugate: return DispatchKey::Conjugate;
    case DispatchSlot::Negative: return DispatchKey::Negative;
    case DispatchSlot::AutogradOther:
    case DispatchSlot::Autocast:
    case DispatchSlot::Rest:
    case DispatchSlot::Undefined: return DispatchKey::CatchAll;
  }
  return DispatchKey::CatchAll;
}

int slot_of(DispatchKey key) { return static_cast<int>(toDispatchSlot(key)); }

// Computes results; everything above is wrapped around one of these.
bool is_backend_functionality(DispatchKey functionality) {
  switch (functionality) {
    case DispatchKey::Dense:
    case DispatchKey::Quantized:
    case DispatchKey::Sparse:
    case DispatchKey::SparseCsr:
    case DispatchKey::MkldnnCPU:
    case DispatchKey::NestedTensor:
    case DispatchKey::FPGA:
    case DispatchKey::Vulkan:
    case DispatchKey::Metal:
    case DispatchKey::CustomRNGKeyId:
      return true;
    default:
      return false;
  }
}
bool is_autograd(DispatchKey key) {
  const DispatchKey f = toFunctionalityKey(key);
  return f == DispatchKey::AutogradFunctionality || f == DispatchKey::AutogradOther || f == DispatchKey::AutogradNestedTensor;
}

} // namespace

// ---- look-up

namespace {

const OperatorRow* find_in(ArrayRef<const OperatorRow* const> rows, std::string_view name, std::string_view overload) {
  auto it = std::lower_bound(rows.begin(), rows.end(), std::make_pair(name, overload), [](const OperatorRow* row, const auto& key) {
    const int c = std::string_view(row->name).compare(key.first);
    return c < 0 || (c == 0 && std::string_view(row->overload) < key.second);
  });
  return it != rows.end() && name == (*it)->name && overload == (*it)->overload ? *it : nullptr;
}

} // namespace

const OperatorRow* Dispatcher::Impl::find_row(std::string_view name, std::string_view overload) const {
  if (const OperatorRow* row = find_in(at::generated_operators(), name, overload)) {
    return row;
  }
  for (const auto& table : row_tables) {
    if (const OperatorRow* row = find_in(table, name, overload)) {
      return row;
    }
  }
  auto found = dynamic.find(OperatorName(std::string(name), std::string(overload)));
  return found == dynamic.end() ? nullptr : &found->second->row;
}

const KernelMap* Dispatcher::Impl::kernels_of(const OperatorRow& row) const {
  if (kernels.empty()) {
    return nullptr;
  }
  auto it = kernels.find(OperatorName(row.name, row.overload));
  return it == kernels.end() ? nullptr : &it->second;
}

namespace {
WICK_FAST_THREAD_LOCAL const std::type_info* answered_signature;
WICK_FAST_THREAD_LOCAL void* answered_adapter;
} // namespace
void impl::answer_signature(const SignatureInfo& info) {
  answered_signature = info.signature;
  answered_adapter = info.adapter;
}

impl::SignatureInfo Dispatcher::Impl::signature_of(const OperatorRow& row) const {
  auto it = dynamic_by_row.find(&row);
  if (it != dynamic_by_row.end()) {
    return {it->second->signature, it->second->adapter};
  }
  if (row.table == nullptr || row.boxed == nullptr || row.boxed == &impl::dynamic_thunk) {
    return {nullptr, nullptr};
  }
  answered_signature = nullptr;
  answered_adapter = nullptr;
  row.boxed(row, nullptr); // a boxed_thunk answers for its signature
  return {answered_signature, answered_adapter};
}

const KernelPtr* Dispatcher::Impl::choose(const OperatorRow& row, DispatchKey key) const {
  const KernelMap* own = kernels_of(row);
  if (own != nullptr) {
    if (key != DispatchKey::Undefined) {
      if (auto k = own->find(key)) {
        return k;
      }
    }
    const bool backend = is_backend_functionality(toFunctionalityKey(key)) || key == DispatchKey::Undefined;
    if (is_autograd(key)) {
      if (auto k = own->find(DispatchKey::Autograd)) {
        return k;
      }
    }
    if (backend) {
      for (DispatchKey alias : {DispatchKey::CompositeExplicitAutogradNonFunctional, DispatchKey::CompositeExplicitAutograd, DispatchKey::CompositeImplicitAutograd, DispatchKey::CatchAll}) {
        if (auto k = own->find(alias)) {
          return k;
        }
      }
    }
  }
  return key == DispatchKey::Undefined ? nullptr : fallbacks.find(key);
}

// ---- tables

void Dispatcher::Impl::recompute(const OperatorRow& row) {
  if (row.table == nullptr) {
    return;
  }
  auto inserted = originals.try_emplace(&row);
  const OriginalTable& original = inserted.first->second;
  if (inserted.second) { // untouched so far
    for (int i = 0; i < kNumDispatchSlots; ++i) {
      inserted.first->second.kernel[i] = row.table->kernel[i].load(std::memory_order_relaxed);
    }
  }
  impl::SignatureInfo sig = signature_of(row);
  void* result[kNumDispatchSlots] = {};
  auto direct = [&](const KernelPtr& k) -> void* { return k->unboxed() != nullptr && sig.signature != nullptr && *k->signature() == *sig.signature ? k->unboxed() : nullptr; };
  // Backends first, then what wraps them.
  for (int pass = 0; pass < 2; ++pass) {
    for (int slot = 0; slot < kNumDispatchSlots; ++slot) {
      const DispatchKey key = key_of_slot(slot);
      if (key == DispatchKey::CatchAll || is_autograd(key) != (pass == 1)) {
        if (key == DispatchKey::CatchAll && pass == 0) {
          result[slot] = original.kernel[slot];
        }
        continue;
      }
      const KernelPtr* k = choose(row, key);
      if (pass == 0) {
        // A library kernel goes before a fallback and before composite ones, not before one registered for this operator and key.
        const KernelMap* own = kernels_of(row);
        const bool library_kernel = original.kernel[slot] != nullptr && (own == nullptr || own->find(key) == nullptr);
        result[slot] = library_kernel ? original.kernel[slot] : k == nullptr || (*k)->isFallthrough() ? nullptr : direct(*k);
      } else {
        const BackendComponent backend = toBackendComponent(key);
        const int below = slot_of(toRuntimePerBackendFunctionalityKey(DispatchKey::Dense, backend));
        const bool own_autograd = original.kernel[slot] != nullptr && original.kernel[slot] != original.kernel[below];
        if (k != nullptr) {
          result[slot] = (*k)->isFallthrough() ? result[below] : direct(*k);
        } else {
          result[slot] = own_autograd ? original.kernel[slot] : result[below];
        }
      }
    }
  }
  for (int slot = 0; slot < kNumDispatchSlots; ++slot) {
    row.table->kernel[slot].store(result[slot], std::memory_order_release);
  }
}

void Dispatcher::Impl::recompute_all(DispatchKey changed_fallback) {
  // Only a fallback for a wrapping key changes tables that have kernels: below it they are found by resolve().
  for (auto& entry : dynamic) {
    recompute(entry.second->row);
  }
  if (is_autograd(changed_fallback)) {
    for_each_row([this](const OperatorRow* row) {
      if (row->table != nullptr) {
        recompute(*row);
      }
    });
  }
}

// ---- resolution

Dispatcher::Impl::Resolved Dispatcher::Impl::resolve(const OperatorRow& row, DispatchKeySet keys) const {
  DispatchKeySet ks = keys;
  while (true) {
    const DispatchKey key = ks.highestPriorityTypeId();
    if (key == DispatchKey::Undefined) {
      break;
    }
    const DispatchKey functionality = ks.highestFunctionalityKey();
    const int slot = ks.getRuntimeDispatchSlot();
    if (void* f = row.table->kernel[slot].load(std::memory_order_acquire)) {
      return {f, nullptr, ks};
    }
    if (const KernelPtr* k = choose(row, key)) {
      if (!(*k)->isFallthrough()) {
        return {nullptr, *k, ks};
      }
    } else if (is_backend_functionality(functionality)) {
      missing(row, keys);
    }
    ks = ks.remove(functionality); // nothing here, or "fall through"
  }
  // No tensor says where to run: a composite kernel, else the CPU's.
  if (const KernelPtr* k = choose(row, DispatchKey::Undefined)) {
    return {nullptr, *k, ks};
  }
  if (keys.highestBackendKey() == BackendComponent::InvalidBit || keys.highestBackendKey() == BackendComponent::CPUBit) {
    if (void* f = row.table->kernel[slot_of(DispatchKey::CPU)].load(std::memory_order_acquire)) {
      return {f, nullptr, DispatchKeySet(DispatchKey::CPU)};
    }
    const KernelPtr* k = choose(row, DispatchKey::CPU);
    if (k != nullptr && !(*k)->isFallthrough()) {
      return {nullptr, *k, DispatchKeySet(DispatchKey::CPU)};
    }
  }
  missing(row, keys);
}

std::string Dispatcher::Impl::backends(const OperatorRow& row) const {
  std::vector<std::string> names;
  auto add = [&](DispatchKey key) {
    std::string name = toString(key);
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      names.push_back(std::move(name));
    }
  };
  if (row.table != nullptr) {
    for (int slot = 0; slot < kNumDispatchSlots; ++slot) {
      const DispatchKey key = key_of_slot(slot);
      if (key != DispatchKey::CatchAll && !is_autograd(key) && row.table->kernel[slot].load(std::memory_order_relaxed) != nullptr) {
        add(key);
      }
    }
  }
  if (const KernelMap* own = kernels_of(row)) {
    for (DispatchKey key : own->keys()) {
      if (key == DispatchKey::CatchAll) {
        names.emplace_back("all");
      } else {
        add(key);
      }
    }
  }
  return names.empty() ? "none" : Join(", ", names);
}

void Dispatcher::Impl::missing(const OperatorRow& row, DispatchKeySet keys) const {
  DispatchKeySet ks = keys;
  while (!ks.empty() && ks.highestFunctionalityKey() != DispatchKey::Undefined && !is_backend_functionality(ks.highestFunctionalityKey())) {
    ks = ks.remove(ks.highestFunctionalityKey());
  }
  const DispatchKey key = ks.highestPriorityTypeId();
  const std::string name = row.qualified_overload();
  if (key == DispatchKey::Undefined) {
    TORCH_CHECK_NOT_IMPLEMENTED(false, "Could not run '", name, "': it was called without tensor arguments, and it has no kernel that needs none. It is available for these backends: [", backends(row), "].");
  }
  TORCH_CHECK_NOT_IMPLEMENTED(false, "Could not run '", name, "' with arguments from the '", toString(key), "' backend. '", name, "' is only available for these backends: [", backends(row), "].");
  std::abort();
}

} // namespace c10
