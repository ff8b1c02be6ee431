#include <torch/csrc/jit/serialization/pickler.h>

#include <ATen/core/ivalue.h>
#include <c10/core/ScalarType.h>
#include <c10/util/Exception.h>
#include <torch/csrc/jit/serialization/limits.h>
#include <torch/csrc/jit/serialization/pickle_opcodes.h>
#include <torch/csrc/jit/serialization/value_shape.h>

#include <cstring>

namespace torch::jit {
namespace {

using c10::IValue;
using c10::ScalarType;
namespace o = pickle_op;

// The class torch.<name> of typed storages; null for dtypes that have none and are written as bytes with a dtype.
const char* storageClass(ScalarType type) {
  switch (type) {
    case ScalarType::Byte:
      return "ByteStorage";
    case ScalarType::Char:
      return "CharStorage";
    case ScalarType::Short:
      return "ShortStorage";
    case ScalarType::Int:
      return "IntStorage";
    case ScalarType::Long:
      return "LongStorage";
    case ScalarType::Half:
      return "HalfStorage";
    case ScalarType::Float:
      return "FloatStorage";
    case ScalarType::Double:
      return "DoubleStorage";
    case ScalarType::ComplexFloat:
      return "ComplexFloatStorage";
    case ScalarType::ComplexDouble:
      return "ComplexDoubleStorage";
    case ScalarType::Bool:
      return "BoolStorage";
    case ScalarType::BFloat16:
      return "BFloat16Storage";
    default:
      return nullptr;
  }
}

const char* dtypeName(ScalarType type) {
  switch (type) {
    case ScalarType::ComplexHalf:
      return "complex32";
    case ScalarType::UInt16:
      return "uint16";
    case ScalarType::UInt32:
      return "uint32";
    case ScalarType::UInt64:
      return "uint64";
    default:
      return nullptr;
  }
}

} // namespace

Pickler::Pickler(PickleDialect dialect) : dialect_(dialect) {}

std::string Pickler::pickle(const IValue& value) {
  checkValueShape(value, "cannot be pickled", limits::kMaxWrittenValues);
  op(o::PROTO);
  op(2);
  push(value);
  op(o::STOP);
  return std::move(out_);
}

void Pickler::number(uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) {
    out_.push_back(static_cast<char>(value >> (8 * i) & 0xff));
  }
}

void Pickler::integer(int64_t value) {
  if (value >= 0 && value <= 0xff) {
    op(o::BININT1);
    number(static_cast<uint64_t>(value), 1);
  } else if (value >= 0 && value <= 0xffff) {
    op(o::BININT2);
    number(static_cast<uint64_t>(value), 2);
  } else if (value >= INT32_MIN && value <= INT32_MAX) {
    op(o::BININT);
    number(static_cast<uint64_t>(value), 4);
  } else {
    op(o::LONG1);
    number(8, 1);
    number(static_cast<uint64_t>(value), 8);
  }
}

void Pickler::real(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, 8);
  op(o::BINFLOAT);
  for (int i = 7; i >= 0; --i) {
    out_.push_back(static_cast<char>(bits >> (8 * i) & 0xff));
  }
}

void Pickler::boolean(bool value) {
  op(value ? o::NEWTRUE : o::NEWFALSE);
}

void Pickler::get(uint32_t id) {
  op(id <= 0xff ? o::BINGET : o::LONG_BINGET);
  number(id, id <= 0xff ? 1 : 4);
}

uint32_t Pickler::put() {
  const uint32_t id = next_id_++;
  op(id <= 0xff ? o::BINPUT : o::LONG_BINPUT);
  number(id, id <= 0xff ? 1 : 4);
  return id;
}

bool Pickler::recall(const std::string& key) {
  const auto found = names_.find(key);
  if (found == names_.end()) {
    return false;
  }
  get(found->second);
  return true;
}

void Pickler::memoise(const std::string& key) {
  names_.emplace(key, put());
}

void Pickler::string(const std::string& text) {
  const std::string key = "s" + text;
  if (recall(key)) {
    return;
  }
  TORCH_CHECK(text.size() <= UINT32_MAX, "a string of ", text.size(), " bytes cannot be pickled");
  op(o::BINUNICODE);
  number(text.size(), 4);
  out_ += text;
  memoise(key);
}

void Pickler::global(const std::string& module, const std::string& name) {
  const std::string key = "g" + module + "\n" + name;
  if (recall(key)) {
    return;
  }
  op(o::GLOBAL);
  out_ += module + "\n" + name + "\n";
  memoise(key);
}

void Pickler::push(const IValue& value) {
  const void* identity = nullptr;
  if ((value.isTensor() && value.toTensor().defined()) || value.isList() || value.isGenericDict() || value.isTuple()) {
    identity = value.internalToPointer();
    const auto found = values_.find(identity);
    if (found != values_.end()) {
      get(found->second);
      return;
    }
  }
  if (value.isNone()) {
    op(o::NONE);
  } else if (value.isBool()) {
    boolean(value.toBool());
  } else if (value.isInt()) {
    integer(value.toInt());
  } else if (value.isDouble()) {
    real(value.toDouble());
  } else if (value.isString()) {
    string(value.toStringRef());
  } else if (value.isComplexDouble()) {
    const auto number = value.toComplexDouble();
    global("builtins", "complex");
    real(number.real());
    real(number.imag());
    op(o::TUPLE2);
    op(o::REDUCE);
  } else if (value.isDevice()) {
    global("torch", "device");
    string(value.toDevice().str());
    op(o::TUPLE1);
    op(o::REDUCE);
  } else if (value.isTensor()) {
    tensor(value.toTensor());
  } else if (value.isTuple()) {
    tuple(value);
  } else if (value.isList()) {
    list(value);
  } else if (value.isGenericDict()) {
    dict(value);
  } else {
    TORCH_CHECK(false, "a value of type ", value.type()->annotation_str(), " cannot be pickled; only tensors, numbers, strings, devices, None, lists, tuples and dicts of them");
  }
  // Whoever else holds it may bring it again.
  if (identity != nullptr && value.use_count() > 1) {
    values_.emplace(identity, put());
  }
}

void Pickler::tuple(const IValue& value) {
  const auto& elements = value.toTupleRef().elements();
  if (elements.empty()) {
    op(o::EMPTY_TUPLE);
    return;
  }
  if (elements.size() > 3) {
    op(o::MARK);
  }
  for (const IValue& element : elements) {
    push(element);
  }
  op(static_cast<unsigned char>(elements.size() > 3 ? +o::TUPLE : o::TUPLE1 + elements.size() - 1));
}

void Pickler::list(const IValue& value) {
  const char* build = nullptr;
  const bool archive = dialect_ == PickleDialect::Archive;
  if (archive) {
    build = value.isIntList() ? "build_intlist" : value.isDoubleList() ? "build_doublelist" : value.isBoolList() ? "build_boollist" : value.isTensorList() ? "build_tensorlist" : "restore_type_tag";
    global("torch.jit._pickle", build);
  }
  op(o::EMPTY_LIST);
  const auto elements = value.toListRef();
  if (!elements.empty()) {
    op(o::MARK);
    for (const IValue& element : elements) {
      push(element);
    }
    op(o::APPENDS);
  }
  if (archive) {
    const bool tagged = std::strcmp(build, "restore_type_tag") == 0;
    if (tagged) {
      string(value.type()->annotation_str());
    }
    op(tagged ? o::TUPLE2 : o::TUPLE1);
    op(o::REDUCE);
  }
}

void Pickler::dict(const IValue& value) {
  const bool archive = dialect_ == PickleDialect::Archive;
  if (archive) {
    global("torch.jit._pickle", "restore_type_tag");
  }
  op(o::EMPTY_DICT);
  const auto entries = value.toGenericDict();
  if (!entries.empty()) {
    op(o::MARK);
    for (const auto& entry : entries) {
      push(entry.key());
      push(entry.value());
    }
    op(o::SETITEMS);
  }
  if (archive) {
    string(value.type()->annotation_str());
    op(o::TUPLE2);
    op(o::REDUCE);
  }
}

void Pickler::sizes(c10::ArrayRef<int64_t> values) {
  op(o::MARK);
  for (const int64_t value : values) {
    integer(value);
  }
  op(o::TUPLE);
}

// The persistent id of the tensor's storage. A storage seen as two dtypes becomes two records, as readers give each record one.
void Pickler::storage(const at::Tensor& value) {
  const ScalarType dtype = value.scalar_type();
  const char* typed = storageClass(dtype);
  const c10::Storage& storage = value.storage();
  const std::string identity = c10::str(reinterpret_cast<uintptr_t>(storage.unsafeGetStorageImpl()), typed != nullptr ? typed : "");
  const auto [found, fresh] = storage_index_.emplace(identity, storages_.size());
  if (fresh) {
    storages_.push_back(storage);
  }
  op(o::MARK);
  string("storage");
  global(typed != nullptr ? "torch" : "torch.storage", typed != nullptr ? typed : "UntypedStorage");
  string(std::to_string(found->second));
  string("cpu");
  integer(static_cast<int64_t>(typed != nullptr ? storage.nbytes() / value.itemsize() : storage.nbytes()));
  op(o::TUPLE);
  op(o::BINPERSID);
}

void Pickler::tensor(const at::Tensor& value) {
  if (!value.defined()) {
    op(o::NONE);
    return;
  }
  const ScalarType dtype = value.scalar_type();
  TORCH_CHECK(value.has_storage() && value.is_cpu(), "a tensor on the device ", value.device().str(), " or without a storage cannot be pickled; move it to the CPU first");
  const bool typed = storageClass(dtype) != nullptr;
  TORCH_CHECK(typed || dtypeName(dtype) != nullptr, "a tensor of dtype ", c10::toString(dtype), " cannot be pickled");
  global("torch._utils", typed ? "_rebuild_tensor_v2" : "_rebuild_tensor_v3");
  op(o::MARK);
  storage(value);
  integer(value.storage_offset());
  sizes(value.sizes());
  sizes(value.strides());
  boolean(value.requires_grad());
  global("collections", "OrderedDict");
  op(o::EMPTY_TUPLE);
  op(o::REDUCE);
  if (!typed) {
    global("torch", dtypeName(dtype));
  }
  op(o::TUPLE);
  op(o::REDUCE);
}

} // namespace torch::jit
