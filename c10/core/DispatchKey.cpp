#include <c10/core/DispatchKey.h>
#include <c10/core/DispatchKeySet.h>
#include <c10/core/AutogradState.h>
#include <c10/core/impl/LocalDispatchKeySet.h>
#include <c10/util/Exception.h>

#include <ostream>

namespace c10 {

WICK_FAST_THREAD_LOCAL AutogradState raw_autograd_state = {};
namespace impl {
WICK_FAST_THREAD_LOCAL PODLocalDispatchKeySet raw_local_dispatch_key_set = {};
}

BackendComponent toBackendComponent(DeviceType t) {
  switch (t) {
    case DeviceType::CPU:
    case DeviceType::MKLDNN:
      return BackendComponent::CPUBit;
    case DeviceType::CUDA:
      return BackendComponent::CUDABit;
    case DeviceType::HIP:
      return BackendComponent::HIPBit;
    case DeviceType::XLA:
      return BackendComponent::XLABit;
    case DeviceType::MPS:
      return BackendComponent::MPSBit;
    case DeviceType::IPU:
      return BackendComponent::IPUBit;
    case DeviceType::XPU:
      return BackendComponent::XPUBit;
    case DeviceType::HPU:
      return BackendComponent::HPUBit;
    case DeviceType::VE:
      return BackendComponent::VEBit;
    case DeviceType::Lazy:
      return BackendComponent::LazyBit;
    case DeviceType::MTIA:
      return BackendComponent::MTIABit;
    case DeviceType::MAIA:
      return BackendComponent::MAIABit;
    case DeviceType::PrivateUse1:
      return BackendComponent::PrivateUse1Bit;
    case DeviceType::Meta:
      return BackendComponent::MetaBit;
    default:
      return BackendComponent::InvalidBit;
  }
}

namespace {
constexpr const char* kBackendNames[num_backends] = {"CPUBit",  "CUDABit", "HIPBit",  "XLABit",  "MPSBit",         "IPUBit",         "XPUBit",         "HPUBit",
                                                     "VEBit",   "LazyBit", "MTIABit", "MAIABit", "PrivateUse1Bit", "PrivateUse2Bit", "PrivateUse3Bit", "MetaBit"};
constexpr const char* kFunctionalityNames[num_functionality_keys] = {
    "Undefined",
    "Dense",
    "FPGA",
    "Vulkan",
    "Metal",
    "Quantized",
    "CustomRNGKeyId",
    "MkldnnCPU",
    "Sparse",
    "SparseCsr",
    "NestedTensor",
    "BackendSelect",
    "Python",
    "Fake",
    "FuncTorchDynamicLayerBackMode",
    "Functionalize",
    "Named",
    "Conjugate",
    "Negative",
    "ZeroTensor",
    "ADInplaceOrView",
    "AutogradOther",
    "AutogradFunctionality",
    "AutogradNestedTensor",
    "Tracer",
    "AutocastCPU",
    "AutocastMTIA",
    "AutocastMAIA",
    "AutocastXPU",
    "AutocastIPU",
    "AutocastHPU",
    "AutocastXLA",
    "AutocastMPS",
    "AutocastCUDA",
    "AutocastPrivateUse1",
    "FuncTorchBatched",
    "BatchedNestedTensor",
    "FuncTorchVmapMode",
    "Batched",
    "VmapMode",
    "FuncTorchGradWrapper",
    "DeferredInit",
    "PythonTLSSnapshot",
    "FuncTorchDynamicLayerFrontMode",
    "TESTING_ONLY_GenericWrapper",
    "TESTING_ONLY_GenericMode",
    "PreDispatch",
    "PythonDispatcher"};

#define WICK_NAME(prefix, backend) #prefix #backend,
constexpr const char* kRuntimeNames[6][num_backends] = {
    {WICK_FORALL_BACKENDS(WICK_NAME, )},
    {WICK_FORALL_BACKENDS(WICK_NAME, Quantized)},
    {WICK_FORALL_BACKENDS(WICK_NAME, Sparse)},
    {WICK_FORALL_BACKENDS(WICK_NAME, SparseCsr)},
    {WICK_FORALL_BACKENDS(WICK_NAME, NestedTensor)},
    {WICK_FORALL_BACKENDS(WICK_NAME, Autograd)}};
#undef WICK_NAME
constexpr const char* kAliasNames[] = {
    "Autograd",
    "CompositeImplicitAutograd",
    "FuncTorchBatchedDecomposition",
    "CompositeImplicitAutogradNestedTensor",
    "CompositeExplicitAutograd",
    "CompositeExplicitAutogradNonFunctional"};
constexpr int kAliases = static_cast<int>(DispatchKey::EndOfAliasKeys) - static_cast<int>(DispatchKey::StartOfAliasKeys) + 1;
static_assert(sizeof(kAliasNames) / sizeof(kAliasNames[0]) == kAliases);

constexpr DispatchKey kPerBackend[6] = {
    DispatchKey::Dense,
    DispatchKey::Quantized,
    DispatchKey::Sparse,
    DispatchKey::SparseCsr,
    DispatchKey::NestedTensor,
    DispatchKey::AutogradFunctionality};
} // namespace

const char* toString(BackendComponent b) {
  const int i = static_cast<int>(b);
  return i >= 1 && i <= num_backends ? kBackendNames[i - 1] : "InvalidBit";
}
const char* toString(DispatchKey k) {
  const int i = static_cast<int>(k);
  if (i < num_functionality_keys) {
    return kFunctionalityNames[i];
  }
  if (isAliasDispatchKey(k)) {
    return kAliasNames[i - static_cast<int>(DispatchKey::StartOfAliasKeys)];
  }
  const DispatchKey f = toFunctionalityKey(k);
  const BackendComponent b = toBackendComponent(k);
  for (int row = 0; row < 6 && b != BackendComponent::InvalidBit; ++row) {
    if (kPerBackend[row] == f) {
      return kRuntimeNames[row][static_cast<int>(b) - 1];
    }
  }
  return "UNKNOWN_TENSOR_TYPE_ID";
}
std::ostream& operator<<(std::ostream& out, BackendComponent b) {
  return out << toString(b);
}
std::ostream& operator<<(std::ostream& out, DispatchKey k) {
  return out << toString(k);
}

DispatchKey parseDispatchKey(std::string_view name) {
  for (int i = 0; i < num_functionality_keys; ++i) {
    if (name == kFunctionalityNames[i]) {
      return static_cast<DispatchKey>(i);
    }
  }
  for (int row = 0; row < 6; ++row) {
    for (int b = 1; b <= num_backends; ++b) {
      if (name == kRuntimeNames[row][b - 1]) {
        return toRuntimePerBackendFunctionalityKey(kPerBackend[row], static_cast<BackendComponent>(b));
      }
    }
  }
  for (int i = 0; i < kAliases; ++i) {
    if (name == kAliasNames[i]) {
      return static_cast<DispatchKey>(static_cast<int>(DispatchKey::StartOfAliasKeys) + i);
    }
  }
  if (name == "CatchAll") {
    return DispatchKey::CatchAll;
  }
  if (name == "Autocast") {
    return DispatchKey::AutocastCUDA;
  }
  TORCH_CHECK(false, "could not parse dispatch key: ", name);
  return DispatchKey::Undefined;
}

DeviceType dispatchKeyToDeviceType(DispatchKey k) {
  if (k == DispatchKey::MkldnnCPU) {
    return DeviceType::CPU;
  }
  switch (toBackendComponent(k)) {
    case BackendComponent::CPUBit:
      return DeviceType::CPU;
    case BackendComponent::CUDABit:
      return DeviceType::CUDA;
    case BackendComponent::HIPBit:
      return DeviceType::HIP;
    case BackendComponent::XLABit:
      return DeviceType::XLA;
    case BackendComponent::MPSBit:
      return DeviceType::MPS;
    case BackendComponent::IPUBit:
      return DeviceType::IPU;
    case BackendComponent::XPUBit:
      return DeviceType::XPU;
    case BackendComponent::HPUBit:
      return DeviceType::HPU;
    case BackendComponent::VEBit:
      return DeviceType::VE;
    case BackendComponent::LazyBit:
      return DeviceType::Lazy;
    case BackendComponent::MTIABit:
      return DeviceType::MTIA;
    case BackendComponent::MAIABit:
      return DeviceType::MAIA;
    case BackendComponent::PrivateUse1Bit:
      return DeviceType::PrivateUse1;
    case BackendComponent::MetaBit:
      return DeviceType::Meta;
    default:
      TORCH_CHECK(false, "DispatchKey ", toString(k), " doesn't correspond to a device");
      return DeviceType::CPU;
  }
}

DispatchKey getAutogradKeyFromBackend(BackendComponent b) {
  return b == BackendComponent::InvalidBit ? DispatchKey::AutogradOther : toRuntimePerBackendFunctionalityKey(DispatchKey::AutogradFunctionality, b);
}

std::string toString(DispatchKeySet ks) {
  std::string out = "DispatchKeySet(";
  bool first = true;
  auto add = [&](const char* name) {
    if (!first) {
      out += ", ";
    }
    first = false;
    out += name;
  };
  for (int f = 1; f < num_functionality_keys; ++f) {
    const auto key = static_cast<DispatchKey>(f);
    if ((ks.raw_repr() & DispatchKeySet::functionality_bit(key)) == 0) {
      continue;
    }
    if (!isPerBackendFunctionalityKey(key)) {
      add(toString(key));
      continue;
    }
    for (int b = 1; b <= num_backends; ++b) {
      const auto backend = static_cast<BackendComponent>(b);
      if (ks.has_backend(backend)) {
        add(toString(toRuntimePerBackendFunctionalityKey(key, backend)));
      }
    }
  }
  return out + ")";
}
std::ostream& operator<<(std::ostream& out, DispatchKeySet ks) {
  return out << toString(ks);
}

namespace {
// Every backend's key of these functionalities, and the ones without backend that a composite kernel serves too.
constexpr uint64_t kBackendFunctionalities = DispatchKeySet::functionality_bit(DispatchKey::Dense) | DispatchKeySet::functionality_bit(DispatchKey::Quantized) |
    DispatchKeySet::functionality_bit(DispatchKey::Sparse) | DispatchKeySet::functionality_bit(DispatchKey::SparseCsr) |
    DispatchKeySet::functionality_bit(DispatchKey::MkldnnCPU) | DispatchKeySet::functionality_bit(DispatchKey::FPGA) |
    DispatchKeySet::functionality_bit(DispatchKey::Vulkan) | DispatchKeySet::functionality_bit(DispatchKey::Metal) |
    DispatchKeySet::functionality_bit(DispatchKey::CustomRNGKeyId);
} // namespace

DispatchKeySet getRuntimeDispatchKeySet(DispatchKey t) {
  switch (t) {
    case DispatchKey::Autograd:
      return autograd_dispatch_keyset | full_backend_mask;
    case DispatchKey::CompositeImplicitAutograd:
      return autograd_dispatch_keyset | DispatchKeySet(DispatchKeySet::RAW, kBackendFunctionalities) | full_backend_mask;
    case DispatchKey::CompositeImplicitAutogradNestedTensor:
      return DispatchKeySet(DispatchKeySet::RAW, DispatchKeySet::functionality_bit(DispatchKey::NestedTensor)) | full_backend_mask;
    case DispatchKey::CompositeExplicitAutograd:
      return DispatchKeySet(DispatchKeySet::RAW, kBackendFunctionalities) | full_backend_mask;
    case DispatchKey::CompositeExplicitAutogradNonFunctional:
      return DispatchKeySet(
                 DispatchKeySet::RAW,
                 kBackendFunctionalities &
                     ~(DispatchKeySet::functionality_bit(DispatchKey::Sparse) | DispatchKeySet::functionality_bit(DispatchKey::SparseCsr))) |
          full_backend_mask;
    default:
      return DispatchKeySet(t);
  }
}
bool runtimeDispatchKeySetHas(DispatchKey t, DispatchKey k) {
  return k != DispatchKey::Undefined && getRuntimeDispatchKeySet(t).has(k);
}
bool isIncludedInAlias(DispatchKey k, DispatchKey alias) {
  return k != DispatchKey::Undefined && runtimeDispatchKeySetHas(alias, k);
}
DispatchKeySet getBackendKeySetFromAutograd(DispatchKey t) {
  if (toFunctionalityKey(t) == DispatchKey::AutogradFunctionality) {
    return DispatchKeySet(toRuntimePerBackendFunctionalityKey(DispatchKey::Dense, toBackendComponent(t)));
  }
  return DispatchKeySet();
}

} // namespace c10
