// What Tensor has that is not inline: item, elements, messages.
#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>

#include <cstdio>

namespace at {

void TensorBase::throw_undefined() { TORCH_CHECK(false, "an undefined Tensor was used where a defined one is needed"); std::abort(); }
void TensorBase::throw_wrong_dtype(ScalarType want) const {
  if (!impl_.defined()) {
    throw_undefined();
  }
  TORCH_CHECK(false, "expected scalar type ", c10::toString(want), " but found ", c10::toString(scalar_type()));
  std::abort();
}

MemoryFormat TensorBase::suggest_memory_format(bool exact_match) const {
  if (layout() == Layout::Strided) {
    if (impl()->is_strides_like_channels_last()) {
      if (!exact_match || is_contiguous(MemoryFormat::ChannelsLast)) {
        return MemoryFormat::ChannelsLast;
      }
    } else if (impl()->is_strides_like_channels_last_3d()) {
      if (!exact_match || is_contiguous(MemoryFormat::ChannelsLast3d)) {
        return MemoryFormat::ChannelsLast3d;
      }
    }
  }
  return MemoryFormat::Contiguous;
}

namespace {

// Calls an operator by name; the look-up is kept.
struct Operator {
  const c10::OperatorHandle handle;
  Operator(const char* name, const char* overload) : handle(c10::Dispatcher::singleton().findSchemaOrThrow(name, overload)) {}
};

Tensor as_tensor(const TensorBase& t) { return Tensor(t); }

} // namespace

Scalar TensorBase::item() const {
  TORCH_CHECK(numel() == 1, "a Tensor with ", numel(), " elements cannot be converted to Scalar");
  if (is_cpu() && layout() == Layout::Strided) {
    const void* p = impl_->data();
    switch (scalar_type()) {
#define WICK_ITEM(cpp, name) \
  case ScalarType::name: return Scalar(*static_cast<const cpp*>(p));
      AT_FORALL_SCALAR_TYPES_WITH_COMPLEX(WICK_ITEM)
      WICK_ITEM(uint16_t, UInt16)
      WICK_ITEM(uint32_t, UInt32)
      WICK_ITEM(uint64_t, UInt64)
#undef WICK_ITEM
      default: break;
    }
  }
  TORCH_CHECK(!is_meta(), "Tensor.item() cannot be called on meta tensors: they have no data");
  static const Operator op("aten::_local_scalar_dense", "");
  torch::jit::Stack stack{as_tensor(*this)};
  op.handle.callBoxed(stack);
  return stack[0].toScalar();
}

std::string TensorBase::toString() const {
  if (!defined()) {
    return "UndefinedType";
  }
  std::string backend;
  switch (layout()) {
    case Layout::Sparse: backend = "Sparse"; break;
    case Layout::SparseCsr: backend = "SparseCsr"; break;
    case Layout::Mkldnn: backend = "Mkldnn"; break;
    default: backend = is_quantized() ? "Quantized" : ""; break;
  }
  return backend + c10::DeviceTypeName(device().type()) + c10::toString(scalar_type()) + "Type";
}

void Tensor::print() const {
  if (defined()) {
    std::printf("[%s %s]\n", toString().c_str(), c10::str(sizes()).c_str());
  } else {
    std::printf("[UndefinedTensor]\n");
  }
}

Tensor Tensor::operator[](int64_t index) const {
  static const Operator op("aten::select", "int");
  torch::jit::Stack stack;
  torch::jit::push(stack, *this, 0, index);
  op.handle.callBoxed(stack);
  return std::move(stack[0]).toTensor();
}
Tensor Tensor::operator[](const Scalar& index) const {
  TORCH_CHECK_INDEX(index.isIntegral(false), "Can only index tensors with integral scalars");
  return (*this)[index.toLong()];
}
Tensor Tensor::operator[](const Tensor& index) const {
  TORCH_CHECK_INDEX(index.defined(), "Can only index with tensors that are defined");
  if (index.dim() == 0 && c10::isIntegralType(index.scalar_type(), /*includeBool=*/false)) {
    return (*this)[index.item().toLong()];
  }
  static const Operator op("aten::index", "Tensor");
  torch::jit::Stack stack;
  torch::jit::push(stack, *this, c10::List<std::optional<Tensor>>({index}));
  op.handle.callBoxed(stack);
  return std::move(stack[0]).toTensor();
}

Tensor& Tensor::operator=(const Tensor& rhs) && {
  static const Operator op("aten::copy_", "");
  torch::jit::Stack stack;
  torch::jit::push(stack, *this, rhs, false);
  op.handle.callBoxed(stack);
  return *this;
}
Tensor& Tensor::operator=(const Scalar& v) && {
  static const Operator op("aten::fill_", "Scalar");
  torch::jit::Stack stack;
  torch::jit::push(stack, *this, v);
  op.handle.callBoxed(stack);
  return *this;
}

} // namespace at
