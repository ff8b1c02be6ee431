#pragma once
// What a GLOBAL of a pickle may name, and what calling it means. Nothing else can be named, so nothing else can happen. Internal.

#include <ATen/core/ivalue.h>
#include <ATen/core/jit_type.h>
#include <c10/core/Storage.h>
#include <torch/csrc/jit/serialization/unpickler.h>

#include <string>
#include <string_view>
#include <unordered_map>

namespace torch::jit::detail {

enum class GlobalKind : uint8_t {
  Class, // of the archive's code: made by NEWOBJ and BUILD
  Enum, // of the archive's code: REDUCE takes the value
  IntList,
  FloatList,
  BoolList,
  TensorList,
  TypeTag,
  Tensor2, // _rebuild_tensor_v2
  Tensor3, // _rebuild_tensor_v3: with a dtype over an untyped storage
  Parameter,
  FromType, // _rebuild_from_type_v2: a call wrapped in a call
  TensorClass, // torch.Tensor and torch.nn.Parameter, named by the one above
  OrderedDict,
  Complex,
  Device,
  Size,
  Text, // a str subclass
  Layout,
  Encode, // _codecs.encode: how protocol 2 writes bytes
  StorageClass,
  Value, // a plain number: dtypes, memory formats, quantisation schemes
  Refused, // known, but not supported; `name` says what to tell the user
};

// Things on the unpickler's stack that are no values. They travel as capsules and may not stand in the result.
struct PickleGlobal : torch::CustomClassHolder {
  GlobalKind kind = GlobalKind::Refused;
  int64_t code = 0; // ScalarType of a storage class; -1 for untyped
  std::string name;
  c10::TypePtr type; // of Class and Enum
};
struct PendingObject : torch::CustomClassHolder {
  c10::TypePtr type;
};
struct PickledStorage : torch::CustomClassHolder {
  c10::Storage storage;
  int64_t code = 0; // as above
};

struct KnownGlobal {
  GlobalKind kind;
  int64_t code;
};
// Null if the name is not known.
const KnownGlobal* findGlobal(std::string_view module, std::string_view name);

// The storages of one pickle, each record read once.
class StorageTable {
 public:
  explicit StorageTable(const PickleContext& context) : context_(context) {}
  // From the tuple of a persistent id.
  c10::intrusive_ptr<PickledStorage> fromPersistentId(const c10::IValue& id);

 private:
  const PickleContext& context_;
  std::unordered_map<std::string, c10::Storage> storages_;
};

// The result of calling `global` with the arguments of a REDUCE. Faults throw a c10::Error without a place; the unpickler adds it.
c10::IValue callGlobal(const PickleGlobal& global, c10::IValue args, const PickleContext& context);

// The tensor that _rebuild_tensor_v2 (has_dtype: v3) describes, checked against its storage.
at::Tensor rebuildTensor(c10::ArrayRef<c10::IValue> args, bool has_dtype, const PickleContext& context);

// The object behind a capsule, or null.
template <class T>
T* capsuleAs(const c10::IValue& value) {
  return value.isCapsule() ? dynamic_cast<T*>(value.toCapsule().get()) : nullptr;
}

} // namespace torch::jit::detail
