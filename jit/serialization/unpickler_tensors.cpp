// Tensors of pickles. A tensor is made only after it was shown to lie within its storage, whatever sizes, strides and offset the file claims.
#include <torch/csrc/jit/serialization/unpickler_globals.h>

#include <c10/core/ScalarType.h>
#include <c10/core/TensorImpl.h>
#include <c10/util/Exception.h>
#include <c10/util/SmallVector.h>
#include <c10/util/overflows.h>
#include <torch/csrc/jit/serialization/limits.h>

#include <algorithm>

namespace torch::jit::detail {
namespace {

using c10::IValue;
using c10::ScalarType;

c10::SmallVector<int64_t, 6> integers(const IValue& value, const char* what) {
  c10::ArrayRef<IValue> values;
  if (value.isTuple()) {
    values = value.toTupleRef().elements();
  } else {
    TORCH_CHECK(value.isList(), "gives a tensor ", what, " that are not a tuple");
    values = value.toListRef();
  }
  TORCH_CHECK(values.size() <= limits::kMaxTensorDims, "gives a tensor ", values.size(), " ", what, "; at most ", limits::kMaxTensorDims, " are allowed");
  c10::SmallVector<int64_t, 6> result;
  for (const IValue& v : values) {
    TORCH_CHECK(v.isInt(), "gives a tensor ", what, " that are not integers");
    TORCH_CHECK(v.toInt() >= 0, "gives a tensor negative ", what, " (", v.toInt(), ")");
    result.push_back(v.toInt());
  }
  return result;
}

// Bytes that are neither 0 nor 1 would be undefined behaviour wherever they are read as bool.
void checkBools(const c10::Storage& storage) {
  const auto* bytes = static_cast<const uint8_t*>(storage.data());
  TORCH_CHECK(
      std::all_of(bytes, bytes + storage.nbytes(), [](uint8_t byte) { return byte <= 1; }), "has a storage of bool with a byte that is neither 0 nor 1");
}

// The geometry was checked by the caller.
at::Tensor makeTensor(c10::Storage storage, ScalarType dtype, c10::IntArrayRef sizes, c10::IntArrayRef strides, int64_t offset) {
  auto impl = c10::make_intrusive<c10::TensorImpl>(std::move(storage), c10::DispatchKey::CPU, c10::scalarTypeToTypeMeta(dtype));
  impl->unchecked_set_sizes_and_strides(sizes, strides, offset);
  return at::Tensor(std::move(impl));
}

} // namespace

c10::intrusive_ptr<PickledStorage> StorageTable::fromPersistentId(const IValue& id) {
  TORCH_CHECK(id.isTuple(), "refers to something outside the pickle by a value that is not a tuple");
  const auto& parts = id.toTupleRef().elements();
  TORCH_CHECK(parts.size() >= 5 && parts.size() <= 6 && parts[0].isString() && parts[0].toStringRef() == "storage", "refers to something outside the pickle that is not a storage");
  const auto* type = capsuleAs<PickleGlobal>(parts[1]);
  TORCH_CHECK(type != nullptr && type->kind == GlobalKind::StorageClass, "refers to a storage of an unknown class");
  TORCH_CHECK(parts[2].isString() && parts[3].isString() && parts[4].isInt(), "refers to a storage whose key, location or size is of a wrong type");
  const std::string& key = parts[2].toStringRef();
  const std::string& location = parts[3].toStringRef();
  const bool untyped = type->code < 0;
  const uint64_t item = untyped ? 1 : c10::elementSize(static_cast<ScalarType>(type->code));
  const int64_t count = parts[4].toInt();
  uint64_t nbytes = 0;
  TORCH_CHECK(count >= 0 && !c10::mul_overflows(static_cast<uint64_t>(count), item, &nbytes), "refers to storage '", key, "' with an impossible number of elements (", count, ")");
  TORCH_CHECK(
      context_.device.has_value() || location == "cpu" || location.substr(0, 4) == "cpu:",
      "storage '", key, "' was saved on the device '", location, "', which is not here; give a device to load to, such as cpu");
  auto result = c10::make_intrusive<PickledStorage>();
  result->code = type->code;
  auto found = storages_.find(key);
  if (found == storages_.end()) {
    TORCH_CHECK(context_.read_storage, "refers to storage '", key, "', but tensors are not read here");
    found = storages_.emplace(key, context_.read_storage(key, nbytes)).first;
    if (!untyped && static_cast<ScalarType>(type->code) == ScalarType::Bool) {
      checkBools(found->second);
    }
  }
  TORCH_CHECK(found->second.nbytes() == nbytes, "refers to storage '", key, "' with ", found->second.nbytes(), " bytes and again with ", nbytes);
  result->storage = found->second;
  return result;
}

at::Tensor rebuildTensor(c10::ArrayRef<IValue> args, bool has_dtype, const PickleContext& context) {
  const auto* pickled = capsuleAs<PickledStorage>(args[0]);
  TORCH_CHECK(pickled != nullptr, "makes a tensor of something that is not a storage");
  TORCH_CHECK(args[1].isInt(), "gives a tensor a storage offset that is not an integer");
  const auto sizes = integers(args[2], "sizes");
  const auto strides = integers(args[3], "strides");
  TORCH_CHECK(sizes.size() == strides.size(), "gives a tensor ", sizes.size(), " sizes and ", strides.size(), " strides");
  TORCH_CHECK(args[4].isBool(), "gives a tensor a requires_grad that is not a bool");
  int64_t type = pickled->code;
  if (has_dtype) {
    TORCH_CHECK(args[6].isInt() && args[6].toInt() >= 0 && args[6].toInt() < static_cast<int64_t>(ScalarType::NumOptions), "gives a tensor an unknown dtype");
    type = args[6].toInt();
  }
  TORCH_CHECK(type >= 0, "makes a tensor of an untyped storage without a dtype");
  const auto dtype = static_cast<ScalarType>(type);
  const uint64_t item = c10::elementSize(dtype);
  TORCH_CHECK(item != 0, "gives a tensor the dtype ", c10::toString(dtype), ", which is not supported");

  // The last element that can be reached, and the number of elements.
  const int64_t offset = args[1].toInt();
  TORCH_CHECK(offset >= 0, "gives a tensor a negative storage offset (", offset, ")");
  uint64_t last = static_cast<uint64_t>(offset), numel = 1;
  bool overflow = false, empty = false;
  for (size_t i = 0; i < sizes.size(); ++i) {
    const auto size = static_cast<uint64_t>(sizes[i]);
    uint64_t reach = 0;
    if (size == 0) {
      empty = true;
      continue;
    }
    overflow |= c10::mul_overflows(numel, size, &numel);
    overflow |= c10::mul_overflows(size - 1, static_cast<uint64_t>(strides[i]), &reach);
    overflow |= c10::add_overflows(last, reach, &last);
  }
  uint64_t bytes = 0;
  overflow |= c10::mul_overflows(numel, item, &bytes) || bytes > static_cast<uint64_t>(INT64_MAX);
  const uint64_t nbytes = pickled->storage.nbytes();
  TORCH_CHECK(!overflow, "gives a tensor sizes or strides that overflow");
  TORCH_CHECK(
      empty ? static_cast<uint64_t>(offset) <= nbytes / item : last < nbytes / item,
      "gives a tensor sizes, strides and an offset that reach beyond its storage: element ", last, " of ", nbytes / item);
  if (has_dtype && dtype == ScalarType::Bool && pickled->code < 0) {
    checkBools(pickled->storage);
  }
  at::Tensor tensor = makeTensor(pickled->storage, dtype, sizes, strides, offset);
  if (args[4].toBool()) {
    TORCH_CHECK(tensor.is_floating_point() || tensor.is_complex(), "says that a tensor of ", c10::toString(dtype), " requires a gradient");
    tensor.set_requires_grad(true);
  }
  return tensor;
}

} // namespace torch::jit::detail
