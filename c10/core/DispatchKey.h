// Dispatch keys: which kernel of an operator answers. A runtime key is a functionality (Dense, Sparse, Quantized, Autograd ...), for some of them
// crossed with a backend (CPU, CUDA, Meta, PrivateUse1 ...). Key sets hold one bit a functionality and one a backend; see DispatchKeySet.h.
#pragma once

#include <c10/core/DeviceType.h>
#include <c10/macros/Macros.h>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string_view>

namespace c10 {

enum class BackendComponent : uint8_t {
  InvalidBit = 0,
  CPUBit,
  CUDABit,
  HIPBit,
  XLABit,
  MPSBit,
  IPUBit,
  XPUBit,
  HPUBit,
  VEBit,
  LazyBit,
  MTIABit,
  MAIABit,
  PrivateUse1Bit,
  PrivateUse2Bit,
  PrivateUse3Bit,
  MetaBit,
  EndOfBackendKeys = MetaBit,
};

#define WICK_FORALL_BACKENDS(_, prefix)                                                                                               \
  _(prefix, CPU) _(prefix, CUDA) _(prefix, HIP) _(prefix, XLA) _(prefix, MPS) _(prefix, IPU) _(prefix, XPU) _(prefix, HPU) _(prefix, VE) \
  _(prefix, Lazy) _(prefix, MTIA) _(prefix, MAIA) _(prefix, PrivateUse1) _(prefix, PrivateUse2) _(prefix, PrivateUse3) _(prefix, Meta)
#define WICK_RUNTIME_KEY(prefix, backend) prefix##backend,

enum class DispatchKey : uint16_t {
  Undefined = 0,
  CatchAll = Undefined,

  // Functionalities, lowest priority first.
  Dense,
  FPGA,
  Vulkan,
  Metal,
  Quantized,
  CustomRNGKeyId,
  MkldnnCPU,
  Sparse,
  SparseCsr,
  NestedTensor,
  BackendSelect,
  Python,
  Fake,
  FuncTorchDynamicLayerBackMode,
  Functionalize,
  Named,
  Conjugate,
  Negative,
  ZeroTensor,
  ADInplaceOrView,
  AutogradOther,
  AutogradFunctionality,
  AutogradNestedTensor,
  Tracer,
  AutocastCPU,
  AutocastMTIA,
  AutocastMAIA,
  AutocastXPU,
  AutocastIPU,
  AutocastHPU,
  AutocastXLA,
  AutocastMPS,
  AutocastCUDA,
  AutocastPrivateUse1,
  FuncTorchBatched,
  BatchedNestedTensor,
  FuncTorchVmapMode,
  Batched,
  VmapMode,
  FuncTorchGradWrapper,
  DeferredInit,
  PythonTLSSnapshot,
  FuncTorchDynamicLayerFrontMode,
  TESTING_ONLY_GenericWrapper,
  TESTING_ONLY_GenericMode,
  PreDispatch,
  PythonDispatcher,
  EndOfFunctionalityKeys,

  // Runtime keys of the functionalities that exist once a backend. 
  StartOfDenseBackends,
  WICK_FORALL_BACKENDS(WICK_RUNTIME_KEY, )
  EndOfDenseBackends = Meta,
  StartOfQuantizedBackends,
  WICK_FORALL_BACKENDS(WICK_RUNTIME_KEY, Quantized)
  EndOfQuantizedBackends = QuantizedMeta,
  StartOfSparseBackends,
  WICK_FORALL_BACKENDS(WICK_RUNTIME_KEY, Sparse)
  EndOfSparseBackends = SparseMeta,
  StartOfSparseCsrBackends,
  WICK_FORALL_BACKENDS(WICK_RUNTIME_KEY, SparseCsr)
  EndOfSparseCsrBackends = SparseCsrMeta,
  StartOfNestedTensorBackends,
  WICK_FORALL_BACKENDS(WICK_RUNTIME_KEY, NestedTensor)
  EndOfNestedTensorBackends = NestedTensorMeta,
  StartOfAutogradFunctionalityBackends,
  WICK_FORALL_BACKENDS(WICK_RUNTIME_KEY, Autograd)
  EndOfAutogradFunctionalityBackends = AutogradMeta,
  EndOfRuntimeBackendKeys = EndOfAutogradFunctionalityBackends,

  // Aliases: registrations that stand for several runtime keys.
  Autograd,
  CompositeImplicitAutograd,
  FuncTorchBatchedDecomposition,
  CompositeImplicitAutogradNestedTensor,
  CompositeExplicitAutograd,
  CompositeExplicitAutogradNonFunctional,
  StartOfAliasKeys = Autograd,
  EndOfAliasKeys = CompositeExplicitAutogradNonFunctional,

  // Older names.
  CPUTensorId = CPU,
  CUDATensorId = CUDA,
  DefaultBackend = CompositeExplicitAutograd,
  PrivateUse1_PreAutograd = AutogradPrivateUse1,
  PrivateUse2_PreAutograd = AutogradPrivateUse2,
  PrivateUse3_PreAutograd = AutogradPrivateUse3,
  Autocast = AutocastCUDA,
};
#undef WICK_RUNTIME_KEY

constexpr uint8_t num_backends = static_cast<uint8_t>(BackendComponent::EndOfBackendKeys);
constexpr uint8_t num_functionality_keys = static_cast<uint8_t>(DispatchKey::EndOfFunctionalityKeys);
static_assert(num_backends + num_functionality_keys <= 64, "a key set is 64 bits");

constexpr bool isAliasDispatchKey(DispatchKey k) {
  return k >= DispatchKey::StartOfAliasKeys && k <= DispatchKey::EndOfAliasKeys;
}
constexpr bool isPerBackendFunctionalityKey(DispatchKey k) {
  return k == DispatchKey::Dense || k == DispatchKey::Quantized || k == DispatchKey::Sparse || k == DispatchKey::SparseCsr ||
      k == DispatchKey::AutogradFunctionality || k == DispatchKey::NestedTensor;
}
constexpr DispatchKey toFunctionalityKey(DispatchKey k) {
  if (k <= DispatchKey::EndOfFunctionalityKeys) {
    return k;
  } else if (k <= DispatchKey::EndOfDenseBackends) {
    return DispatchKey::Dense;
  } else if (k <= DispatchKey::EndOfQuantizedBackends) {
    return DispatchKey::Quantized;
  } else if (k <= DispatchKey::EndOfSparseBackends) {
    return DispatchKey::Sparse;
  } else if (k <= DispatchKey::EndOfSparseCsrBackends) {
    return DispatchKey::SparseCsr;
  } else if (k <= DispatchKey::EndOfNestedTensorBackends) {
    return DispatchKey::NestedTensor;
  } else if (k <= DispatchKey::EndOfAutogradFunctionalityBackends) {
    return DispatchKey::AutogradFunctionality;
  }
  return DispatchKey::Undefined;
}
constexpr BackendComponent toBackendComponent(DispatchKey k) {
  const DispatchKey starts[] = {
      DispatchKey::StartOfDenseBackends,
      DispatchKey::StartOfQuantizedBackends,
      DispatchKey::StartOfSparseBackends,
      DispatchKey::StartOfSparseCsrBackends,
      DispatchKey::StartOfNestedTensorBackends,
      DispatchKey::StartOfAutogradFunctionalityBackends};
  for (DispatchKey s : starts) {
    const int d = static_cast<int>(k) - static_cast<int>(s);
    if (d >= 1 && d <= num_backends) {
      return static_cast<BackendComponent>(d);
    }
  }
  return BackendComponent::InvalidBit;
}
C10_API BackendComponent toBackendComponent(DeviceType t);
// The runtime key of a functionality on a backend: (Sparse, CPUBit) -> SparseCPU.
constexpr DispatchKey toRuntimePerBackendFunctionalityKey(DispatchKey functionality, BackendComponent backend) {
  DispatchKey start = DispatchKey::Undefined;
  switch (functionality) {
    case DispatchKey::Dense:
      start = DispatchKey::StartOfDenseBackends;
      break;
    case DispatchKey::Quantized:
      start = DispatchKey::StartOfQuantizedBackends;
      break;
    case DispatchKey::Sparse:
      start = DispatchKey::StartOfSparseBackends;
      break;
    case DispatchKey::SparseCsr:
      start = DispatchKey::StartOfSparseCsrBackends;
      break;
    case DispatchKey::NestedTensor:
      start = DispatchKey::StartOfNestedTensorBackends;
      break;
    case DispatchKey::AutogradFunctionality:
      start = DispatchKey::StartOfAutogradFunctionalityBackends;
      break;
    default:
      return DispatchKey::Undefined;
  }
  return static_cast<DispatchKey>(static_cast<uint16_t>(start) + static_cast<uint16_t>(backend));
}

C10_API const char* toString(BackendComponent b);
C10_API const char* toString(DispatchKey k);
C10_API std::ostream& operator<<(std::ostream& out, BackendComponent b);
C10_API std::ostream& operator<<(std::ostream& out, DispatchKey k);
// From "CPU", "AutogradCPU", "CompositeImplicitAutograd" ...; throws for a name that is none.
C10_API DispatchKey parseDispatchKey(std::string_view name);
C10_API DeviceType dispatchKeyToDeviceType(DispatchKey k);
C10_API DispatchKey getAutogradKeyFromBackend(BackendComponent b);

// Kernel tables have one place for each of these; what has no place of its own goes to Rest, where no kernel of ours stands.
enum class DispatchSlot : uint8_t {
  CPU,
  CUDA,
  Meta,
  PrivateUse1,
  SparseCPU,
  SparseCsrCPU,
  QuantizedCPU,
  MkldnnCPU,
  ADInplaceOrView,
  AutogradCPU,
  AutogradOther,
  Autocast,
  AutogradCUDA,
  AutogradMeta,
  AutogradPrivateUse1,
  SparseCUDA,
  SparseCsrCUDA,
  SparseMeta,
  QuantizedMeta,
  BackendSelect,
  Conjugate,
  Negative,
  Rest,
  Undefined,
};
constexpr int kNumDispatchSlots = 24;
static_assert(static_cast<int>(DispatchSlot::Undefined) == kNumDispatchSlots - 1);
constexpr DispatchSlot toDispatchSlot(DispatchKey k) {
  switch (k) {
    case DispatchKey::Undefined:
      return DispatchSlot::Undefined;
    case DispatchKey::CPU:
      return DispatchSlot::CPU;
    case DispatchKey::CUDA:
      return DispatchSlot::CUDA;
    case DispatchKey::Meta:
      return DispatchSlot::Meta;
    case DispatchKey::PrivateUse1:
      return DispatchSlot::PrivateUse1;
    case DispatchKey::SparseCPU:
      return DispatchSlot::SparseCPU;
    case DispatchKey::SparseCsrCPU:
      return DispatchSlot::SparseCsrCPU;
    case DispatchKey::QuantizedCPU:
      return DispatchSlot::QuantizedCPU;
    case DispatchKey::MkldnnCPU:
      return DispatchSlot::MkldnnCPU;
    case DispatchKey::ADInplaceOrView:
      return DispatchSlot::ADInplaceOrView;
    case DispatchKey::AutogradCPU:
      return DispatchSlot::AutogradCPU;
    case DispatchKey::AutogradCUDA:
      return DispatchSlot::AutogradCUDA;
    case DispatchKey::AutogradMeta:
      return DispatchSlot::AutogradMeta;
    case DispatchKey::AutogradPrivateUse1:
      return DispatchSlot::AutogradPrivateUse1;
    case DispatchKey::AutocastCPU:
    case DispatchKey::AutocastCUDA:
    case DispatchKey::AutocastPrivateUse1:
      return DispatchSlot::Autocast;
    case DispatchKey::SparseCUDA:
      return DispatchSlot::SparseCUDA;
    case DispatchKey::SparseCsrCUDA:
      return DispatchSlot::SparseCsrCUDA;
    case DispatchKey::SparseMeta:
      return DispatchSlot::SparseMeta;
    case DispatchKey::QuantizedMeta:
      return DispatchSlot::QuantizedMeta;
    case DispatchKey::BackendSelect:
      return DispatchSlot::BackendSelect;
    case DispatchKey::Conjugate:
      return DispatchSlot::Conjugate;
    case DispatchKey::Negative:
      return DispatchSlot::Negative;
    case DispatchKey::AutogradOther:
    case DispatchKey::AutogradNestedTensor:
      return DispatchSlot::AutogradOther;
    default:
      return k > DispatchKey::StartOfAutogradFunctionalityBackends && k <= DispatchKey::EndOfAutogradFunctionalityBackends ? DispatchSlot::AutogradOther
                                                                                                                           : DispatchSlot::Rest;
  }
}

} // namespace c10

namespace torch {
using c10::DispatchKey;
}
namespace std {
template <>
struct hash<c10::DispatchKey> {
  size_t operator()(c10::DispatchKey k) const {
    return static_cast<size_t>(k);
  }
};
} // namespace std
