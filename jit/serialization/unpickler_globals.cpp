#include <torch/csrc/jit/serialization/unpickler_globals.h>

#include <c10/core/Layout.h>
#include <c10/core/MemoryFormat.h>
#include <c10/core/QScheme.h>
#include <c10/core/ScalarType.h>
#include <c10/util/Exception.h>

namespace torch::jit::detail {
namespace {

using c10::IValue;
using c10::ScalarType;
using Kind = GlobalKind;

struct Row {
  std::string_view module, name;
  KnownGlobal what;
};

constexpr int64_t code(ScalarType type) {
  return static_cast<int64_t>(type);
}

// The one list of what a pickle may name beside classes of the archive.
constexpr Row kGlobals[] = {
    {"torch._utils", "_rebuild_tensor_v2", {Kind::Tensor2, 0}},
    {"torch._utils", "_rebuild_tensor_v3", {Kind::Tensor3, 0}},
    {"torch._utils", "_rebuild_parameter", {Kind::Parameter, 0}},
    {"torch._utils", "_rebuild_parameter_with_state", {Kind::Parameter, 0}},
    {"torch._tensor", "_rebuild_from_type_v2", {Kind::FromType, 0}},
    {"torch._utils", "_rebuild_qtensor", {Kind::Refused, 0}},
    {"torch._utils", "_rebuild_sparse_tensor", {Kind::Refused, 0}},
    {"torch._utils", "_rebuild_sparse_csr_tensor", {Kind::Refused, 0}},
    {"torch._utils", "_rebuild_meta_tensor_no_storage", {Kind::Refused, 0}},
    {"torch", "Tensor", {Kind::TensorClass, 0}},
    {"torch.nn.parameter", "Parameter", {Kind::TensorClass, 0}},
    {"torch.nn.parameter", "Buffer", {Kind::TensorClass, 0}},

    {"torch.jit._pickle", "build_intlist", {Kind::IntList, 0}},
    {"torch.jit._pickle", "build_doublelist", {Kind::FloatList, 0}},
    {"torch.jit._pickle", "build_boollist", {Kind::BoolList, 0}},
    {"torch.jit._pickle", "build_tensorlist", {Kind::TensorList, 0}},
    {"torch.jit._pickle", "restore_type_tag", {Kind::TypeTag, 0}},

    {"collections", "OrderedDict", {Kind::OrderedDict, 0}},
    {"builtins", "complex", {Kind::Complex, 0}},
    {"__builtin__", "complex", {Kind::Complex, 0}},
    {"torch", "device", {Kind::Device, 0}},
    {"torch", "Size", {Kind::Size, 0}},
    {"torch.torch_version", "TorchVersion", {Kind::Text, 0}},
    {"torch.serialization", "_get_layout", {Kind::Layout, 0}},
    {"_codecs", "encode", {Kind::Encode, 0}},

    {"torch", "ByteStorage", {Kind::StorageClass, code(ScalarType::Byte)}},
    {"torch", "CharStorage", {Kind::StorageClass, code(ScalarType::Char)}},
    {"torch", "ShortStorage", {Kind::StorageClass, code(ScalarType::Short)}},
    {"torch", "IntStorage", {Kind::StorageClass, code(ScalarType::Int)}},
    {"torch", "LongStorage", {Kind::StorageClass, code(ScalarType::Long)}},
    {"torch", "HalfStorage", {Kind::StorageClass, code(ScalarType::Half)}},
    {"torch", "FloatStorage", {Kind::StorageClass, code(ScalarType::Float)}},
    {"torch", "DoubleStorage", {Kind::StorageClass, code(ScalarType::Double)}},
    {"torch", "ComplexHalfStorage", {Kind::StorageClass, code(ScalarType::ComplexHalf)}},
    {"torch", "ComplexFloatStorage", {Kind::StorageClass, code(ScalarType::ComplexFloat)}},
    {"torch", "ComplexDoubleStorage", {Kind::StorageClass, code(ScalarType::ComplexDouble)}},
    {"torch", "BoolStorage", {Kind::StorageClass, code(ScalarType::Bool)}},
    {"torch", "BFloat16Storage", {Kind::StorageClass, code(ScalarType::BFloat16)}},
    {"torch", "QInt8Storage", {Kind::Refused, 0}},
    {"torch", "QUInt8Storage", {Kind::Refused, 0}},
    {"torch", "QInt32Storage", {Kind::Refused, 0}},
    {"torch.storage", "UntypedStorage", {Kind::StorageClass, -1}},
    {"torch", "UntypedStorage", {Kind::StorageClass, -1}},

    {"torch", "uint8", {Kind::Value, code(ScalarType::Byte)}},
    {"torch", "int8", {Kind::Value, code(ScalarType::Char)}},
    {"torch", "int16", {Kind::Value, code(ScalarType::Short)}},
    {"torch", "int32", {Kind::Value, code(ScalarType::Int)}},
    {"torch", "int64", {Kind::Value, code(ScalarType::Long)}},
    {"torch", "float16", {Kind::Value, code(ScalarType::Half)}},
    {"torch", "float32", {Kind::Value, code(ScalarType::Float)}},
    {"torch", "float64", {Kind::Value, code(ScalarType::Double)}},
    {"torch", "complex32", {Kind::Value, code(ScalarType::ComplexHalf)}},
    {"torch", "complex64", {Kind::Value, code(ScalarType::ComplexFloat)}},
    {"torch", "complex128", {Kind::Value, code(ScalarType::ComplexDouble)}},
    {"torch", "bool", {Kind::Value, code(ScalarType::Bool)}},
    {"torch", "bfloat16", {Kind::Value, code(ScalarType::BFloat16)}},
    {"torch", "uint16", {Kind::Value, code(ScalarType::UInt16)}},
    {"torch", "uint32", {Kind::Value, code(ScalarType::UInt32)}},
    {"torch", "uint64", {Kind::Value, code(ScalarType::UInt64)}},
    {"torch", "contiguous_format", {Kind::Value, static_cast<int64_t>(c10::MemoryFormat::Contiguous)}},
    {"torch", "preserve_format", {Kind::Value, static_cast<int64_t>(c10::MemoryFormat::Preserve)}},
    {"torch", "channels_last", {Kind::Value, static_cast<int64_t>(c10::MemoryFormat::ChannelsLast)}},
    {"torch", "channels_last_3d", {Kind::Value, static_cast<int64_t>(c10::MemoryFormat::ChannelsLast3d)}},
    {"torch", "per_tensor_affine", {Kind::Value, 0}},
    {"torch", "per_channel_affine", {Kind::Value, 1}},
    {"torch", "per_tensor_symmetric", {Kind::Value, 2}},
    {"torch", "per_channel_symmetric", {Kind::Value, 3}},
    {"torch", "per_channel_affine_float_qparams", {Kind::Value, 4}},
};

c10::ArrayRef<IValue> argumentsOf(const PickleGlobal& global, const IValue& args, size_t least, size_t most) {
  TORCH_CHECK(args.isTuple(), "calls '", global.name, "' with something that is not a tuple");
  const auto& values = args.toTupleRef().elements();
  TORCH_CHECK(values.size() >= least && values.size() <= most, "calls '", global.name, "' with ", values.size(), " arguments");
  return values;
}

IValue enumMember(const PickleGlobal& global, const IValue& value) {
  auto type = global.type->expect<c10::EnumType>();
  for (const auto& [name, member] : type->enumNamesValues()) {
    if (member.tag() == value.tag() && member == value) {
      return c10::make_intrusive<c10::ivalue::EnumHolder>(type, name, member);
    }
  }
  TORCH_CHECK(false, "gives a value that the enum '", global.name, "' does not have");
}

IValue typedList(const PickleGlobal& global, const IValue& args, const c10::TypePtr& element) {
  const auto values = argumentsOf(global, args, 1, 1);
  IValue list = values[0];
  std::string why;
  TORCH_CHECK(adoptType(list, c10::ListType::create(element), &why), "calls '", global.name, "' with a list that has other elements: ", why);
  return list;
}

// Text that stands for bytes: each code point is one.
std::string latin1(const std::string& text) {
  std::string bytes;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c < 0x80) {
      bytes.push_back(text[i]);
    } else {
      TORCH_CHECK((c == 0xc2 || c == 0xc3) && i + 1 < text.size(), "holds bytes that are not written as latin-1 text");
      bytes.push_back(static_cast<char>((c & 3) << 6 | (static_cast<unsigned char>(text[++i]) & 0x3f)));
    }
  }
  return bytes;
}

at::Tensor withGrad(const IValue& tensor, const IValue& requires_grad) {
  TORCH_CHECK(tensor.isTensor() && requires_grad.isBool(), "makes a parameter of something that is not a tensor and a bool");
  at::Tensor result = tensor.toTensor();
  if (requires_grad.toBool()) {
    TORCH_CHECK(result.is_floating_point() || result.is_complex(), "says that a tensor of integers requires a gradient");
    result.set_requires_grad(true);
  }
  return result;
}

} // namespace

const KnownGlobal* findGlobal(std::string_view module, std::string_view name) {
  for (const Row& row : kGlobals) {
    if (row.name == name && row.module == module) {
      return &row.what;
    }
  }
  return nullptr;
}

IValue callGlobal(const PickleGlobal& global, IValue args, const PickleContext& context) {
  switch (global.kind) {
    case Kind::Enum:
      return enumMember(global, args);
    case Kind::IntList:
      return typedList(global, args, c10::IntType::get());
    case Kind::FloatList:
      return typedList(global, args, c10::FloatType::get());
    case Kind::BoolList:
      return typedList(global, args, c10::BoolType::get());
    case Kind::TensorList:
      return typedList(global, args, c10::TensorType::get());
    case Kind::TypeTag: {
      const auto values = argumentsOf(global, args, 2, 2);
      TORCH_CHECK(values[1].isString(), "gives a type that is not a string");
      const std::string& tag = values[1].toStringRef();
      IValue value = values[0];
      std::string why;
      TORCH_CHECK(adoptType(value, parseTypeTag(tag, context.resolve_type), &why), "gives the type '", tag, "' to a value of another type: ", why);
      return value;
    }
    case Kind::Tensor2:
      return rebuildTensor(argumentsOf(global, args, 5, 7), false, context);
    case Kind::Tensor3:
      return rebuildTensor(argumentsOf(global, args, 7, 8), true, context);
    case Kind::Parameter: {
      const auto values = argumentsOf(global, args, 2, 4);
      return withGrad(values[0], values[1]);
    }
    case Kind::FromType: {
      const auto values = argumentsOf(global, args, 4, 4);
      const auto* inner = capsuleAs<PickleGlobal>(values[0]);
      TORCH_CHECK(
          inner != nullptr && (inner->kind == Kind::Tensor2 || inner->kind == Kind::Tensor3 || inner->kind == Kind::Parameter),
          "rebuilds a tensor by something that does not make tensors");
      const auto* type = capsuleAs<PickleGlobal>(values[1]);
      TORCH_CHECK(type != nullptr && type->kind == Kind::TensorClass, "rebuilds a tensor of a class that is not known");
      return callGlobal(*inner, values[2], context);
    }
    case Kind::OrderedDict:
      argumentsOf(global, args, 0, 0);
      return c10::impl::GenericDict(c10::AnyType::get(), c10::AnyType::get());
    case Kind::Complex: {
      const auto values = argumentsOf(global, args, 2, 2);
      TORCH_CHECK(values[0].isDouble() && values[1].isDouble(), "makes a complex number of something that is not two floats");
      return c10::complex<double>(values[0].toDouble(), values[1].toDouble());
    }
    case Kind::Device: {
      const auto values = argumentsOf(global, args, 1, 2);
      TORCH_CHECK(values[0].isString(), "names a device by something that is not a string");
      std::string name = values[0].toStringRef();
      if (values.size() == 2) {
        TORCH_CHECK(values[1].isInt(), "gives a device an index that is not an integer");
        name += ":" + std::to_string(values[1].toInt());
      }
      return c10::Device(name);
    }
    case Kind::Size: {
      const auto values = argumentsOf(global, args, 1, 1);
      TORCH_CHECK(values[0].isTuple(), "makes a torch.Size of something that is not a tuple");
      return values[0];
    }
    case Kind::Text: {
      const auto values = argumentsOf(global, args, 1, 1);
      TORCH_CHECK(values[0].isString(), "makes a '", global.name, "' of something that is not a string");
      return values[0];
    }
    case Kind::Layout: {
      const auto values = argumentsOf(global, args, 1, 1);
      TORCH_CHECK(values[0].isString() && values[0].toStringRef() == "torch.strided", "names a layout that is not supported; only torch.strided is");
      return static_cast<int64_t>(c10::Layout::Strided);
    }
    case Kind::Encode: {
      const auto values = argumentsOf(global, args, 2, 2);
      TORCH_CHECK(values[0].isString() && values[1].isString() && values[1].toStringRef() == "latin1", "encodes something that is not latin-1 text");
      return latin1(values[0].toStringRef());
    }
    case Kind::Class:
    case Kind::TensorClass:
    case Kind::StorageClass:
    case Kind::Value:
    case Kind::Refused:
      break;
  }
  TORCH_CHECK(false, "calls '", global.name, "', which is not a function");
}

} // namespace torch::jit::detail
