// Operators that ask a tensor about itself, and those that go between tensors and Python's values.
#include <ATen/ops/detach.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/scalar_tensor.h>
#include <c10/core/GradMode.h>
#include <torch/csrc/jit/runtime/prim_ops.h>

#include <cstring>

namespace torch::jit::prim_ops {
namespace {

using at::ScalarType;
using at::Tensor;

IValue intList(at::IntArrayRef values) {
  std::vector<IValue> list;
  list.reserve(values.size());
  for (int64_t v : values) list.emplace_back(v);
  return c10::List<IValue>(c10::make_intrusive<ListImpl>(std::move(list), c10::IntType::get()));
}

// What may stand for a number without being asked to.
const Tensor& implicitNumber(const Tensor& t, const char* type) {
  TORCH_CHECK(t.dim() == 0, "Cannot convert a tensor of dimension ", t.dim(), " to scalar ", type, ": only one of dimension 0 is converted implicitly");
  TORCH_CHECK(!t.requires_grad(), "Cannot input a tensor that requires grad as a scalar argument");
  return t;
}

ScalarType dtypeOf(int64_t code) {
  TORCH_CHECK_VALUE(code >= 0 && code < static_cast<int64_t>(ScalarType::NumOptions), "there is no dtype ", code);
  return static_cast<ScalarType>(code);
}

Tensor converted(const Tensor& t, std::optional<ScalarType> dtype, std::optional<c10::Device> device, bool copy) {
  return t.to(dtype, std::nullopt, device, std::nullopt, /*non_blocking=*/false, copy, std::nullopt);
}

// ---- torch.tensor(data) ----

struct Shape {
  std::vector<int64_t> sizes;
  IValue::Tag leaf = IValue::Tag::Double;  // an empty list is float
};

constexpr size_t kMaxNesting = 64;

// Follows the first element down.
Shape shapeOf(const IValue& data) {
  Shape shape;
  const IValue* v = &data;
  c10::TypePtr declared;
  while (v->isList()) {
    const ListImpl& l = v->unsafe_list();
    TORCH_CHECK_VALUE(shape.sizes.size() < kMaxNesting, "tensor(): lists nested deeper than ", kMaxNesting);
    shape.sizes.push_back(static_cast<int64_t>(l.list.size()));
    if (l.list.empty()) {
      // [] of a known element type keeps it.
      c10::TypePtr t = l.elementType;
      while (auto inner = t->cast<c10::ListType>()) t = inner->getElementType();
      shape.leaf = t->kind() == c10::TypeKind::IntType ? IValue::Tag::Int : t->kind() == c10::TypeKind::BoolType ? IValue::Tag::Bool : IValue::Tag::Double;
      return shape;
    }
    v = &l.list[0];
  }
  shape.leaf = v->tag();
  return shape;
}

template <class T, class Read>
void fillFrom(const IValue& data, const std::vector<int64_t>& sizes, size_t dim, T*& out, Read read) {
  if (dim == sizes.size()) {
    *out++ = read(data);
    return;
  }
  TORCH_CHECK_VALUE(data.isList(), "tensor(): expected a list of ", sizes[dim], " at dimension ", dim, " but found a value of kind ", data.tagKind());
  const ListImpl& l = data.unsafe_list();
  TORCH_CHECK_VALUE(
      static_cast<int64_t>(l.list.size()) == sizes[dim], "Expected sequence of length ", sizes[dim], " at dim ", dim, " (got ", l.list.size(), ")");
  for (const IValue& v : l.list) fillFrom(v, sizes, dim + 1, out, read);
}

Tensor tensorOf(const IValue& data, std::optional<ScalarType> dtype, std::optional<c10::Device> device) {
  if (data.isTensor()) return converted(data.toTensor(), dtype, device, false);
  if (data.isList()) {  // a list of one-element tensors
    const IValue* first = &data;
    while (first->isList() && !first->unsafe_list().list.empty()) first = &first->unsafe_list().list[0];
    TORCH_CHECK_NOT_IMPLEMENTED(!first->isTensor(), "tensor() of a list of tensors");
  }
  const Shape shape = shapeOf(data);
  Tensor result;
  switch (shape.leaf) {
    case IValue::Tag::Int: {
      result = at::empty(shape.sizes, at::TensorOptions(ScalarType::Long));
      int64_t* out = result.mutable_data_ptr<int64_t>();
      fillFrom(data, shape.sizes, 0, out, [](const IValue& v) { return v.isBool() ? static_cast<int64_t>(v.toBool()) : v.toInt(); });
      break;
    }
    case IValue::Tag::Bool: {
      result = at::empty(shape.sizes, at::TensorOptions(ScalarType::Bool));
      bool* out = result.mutable_data_ptr<bool>();
      fillFrom(data, shape.sizes, 0, out, [](const IValue& v) { return v.toBool(); });
      break;
    }
    case IValue::Tag::Double: {
      // Straight to the dtype that is wanted when it is double: no rounding through float.
      if (dtype == ScalarType::Double) {
        result = at::empty(shape.sizes, at::TensorOptions(ScalarType::Double));
        double* out = result.mutable_data_ptr<double>();
        fillFrom(data, shape.sizes, 0, out, [](const IValue& v) { return v.isInt() ? static_cast<double>(v.toInt()) : v.toDouble(); });
      } else {
        result = at::empty(shape.sizes, at::TensorOptions(ScalarType::Float));
        float* out = result.mutable_data_ptr<float>();
        fillFrom(data, shape.sizes, 0, out, [](const IValue& v) { return static_cast<float>(v.isInt() ? static_cast<double>(v.toInt()) : v.toDouble()); });
      }
      break;
    }
    case IValue::Tag::ComplexDouble: {
      result = at::empty(shape.sizes, at::TensorOptions(ScalarType::ComplexFloat));
      auto* out = result.mutable_data_ptr<c10::complex<float>>();
      fillFrom(data, shape.sizes, 0, out, [](const IValue& v) {
        const complexd z = v.toComplexDouble();
        return c10::complex<float>(static_cast<float>(z.real()), static_cast<float>(z.imag()));
      });
      break;
    }
    default: throw c10::TypeError(c10::str("tensor() takes numbers and lists of numbers, but found a value of kind ", IValue(data).tagKind()));
  }
  return converted(result, dtype, device, false);
}

void tensor(const OperatorRow&, IValue* args) {
  const auto dtype = args[1].isNone() ? std::nullopt : std::optional(dtypeOf(args[1].toInt()));
  Tensor t = tensorOf(args[0], dtype, Arg<std::optional<c10::Device>>::get(args[2]));
  if (args[3].toBool()) t.set_requires_grad(true);
  for (int i = 1; i < 4; ++i) args[i] = IValue();
  args[0] = IValue(std::move(t));
}
void asTensor(const OperatorRow&, IValue* args) {
  const auto dtype = args[1].isNone() ? std::nullopt : std::optional(dtypeOf(args[1].toInt()));
  Tensor t = tensorOf(args[0], dtype, Arg<std::optional<c10::Device>>::get(args[2]));
  for (int i = 1; i < 3; ++i) args[i] = IValue();
  args[0] = IValue(std::move(t));
}

IValue elementsOf(const Tensor& t) {
  TORCH_CHECK(t.dim() <= 1 && t.scalar_type() == ScalarType::Long, "_tensor_to_list takes a 1-dimensional int64 tensor");
  const Tensor c = t.contiguous();
  return intList(at::IntArrayRef(c.const_data_ptr<int64_t>(), static_cast<size_t>(c.numel())));
}

constexpr std::array<PrimOp, 2> creators(const char* type) {
  return {
      raw("aten::tensor.%(% t, *, ScalarType? dtype=None, Device? device=None, bool requires_grad=False) -> Tensor", &tensor, 4, 1, 0, type),
      raw("aten::as_tensor.%(% t, *, ScalarType? dtype=None, Device? device=None) -> Tensor", &asTensor, 3, 1, 0, type)};
}

constexpr std::array single = {
    raw("aten::tensor(t[] data, *, ScalarType? dtype=None, Device? device=None, bool requires_grad=False) -> Tensor", &tensor, 4, 1),
    raw("aten::as_tensor.list(t[] data, *, ScalarType? dtype=None, Device? device=None) -> Tensor", &asTensor, 3, 1),
    raw("aten::as_tensor(Tensor(a) data, *, ScalarType? dtype=None, Device? device=None) -> Tensor(a|b)", &asTensor, 3, 1),
    op("aten::size(Tensor self) -> int[]", [](const Tensor& t) { return intList(t.sizes()); }),
    op("prim::shape(Tensor self) -> int[]", [](const Tensor& t) { return intList(t.sizes()); }),
    op("aten::stride(Tensor self) -> int[]", [](const Tensor& t) { return intList(t.strides()); }),
    op("aten::dim(Tensor self) -> int", [](const Tensor& t) { return t.dim(); }),
    op("prim::ndim(Tensor a) -> int", [](const Tensor& t) { return t.dim(); }),
    op("aten::numel(Tensor self) -> int", [](const Tensor& t) { return t.numel(); }),
    op("aten::len.Tensor(Tensor t) -> int",
       [](const Tensor& t) {
         TORCH_CHECK_TYPE(t.dim() > 0, "len() of a 0-d tensor");
         return t.sizes()[0];
       }),
    op("aten::element_size(Tensor self) -> int", [](const Tensor& t) { return static_cast<int64_t>(t.dtype().itemsize()); }),
    op("prim::itemsize(Tensor a) -> int", [](const Tensor& t) { return static_cast<int64_t>(t.dtype().itemsize()); }),
    op("prim::nbytes(Tensor a) -> int", [](const Tensor& t) { return t.numel() * static_cast<int64_t>(t.dtype().itemsize()); }),
    op("aten::storage_offset(Tensor self) -> int", [](const Tensor& t) { return static_cast<int64_t>(t.storage_offset()); }),
    op("aten::get_device(Tensor self) -> int", [](const Tensor& t) { return static_cast<int64_t>(t.device().index()); }),
    op("aten::is_contiguous(Tensor self) -> bool", [](const Tensor& t) { return t.is_contiguous(); }),
    op("aten::is_contiguous.memory_format(Tensor self, MemoryFormat memory_format) -> bool",
       [](const Tensor& t, int64_t format) {
         TORCH_CHECK_VALUE(format >= 0 && format < 4, "there is no memory format ", format);
         return t.is_contiguous(static_cast<c10::MemoryFormat>(format));
       }),
    op("prim::device(Tensor a) -> Device", [](const Tensor& t) { return t.device(); }),
    op("prim::dtype(Tensor a) -> int", [](const Tensor& t) { return static_cast<int64_t>(t.scalar_type()); }),
    op("prim::layout(Tensor a) -> Layout", [](const Tensor& t) { return static_cast<int64_t>(t.layout()); }),
    op("prim::requires_grad(Tensor a) -> bool", [](const Tensor& t) { return t.requires_grad(); }),
    op("prim::is_cpu(Tensor a) -> bool", [](const Tensor& t) { return t.device().is_cpu(); }),
    op("prim::is_cuda(Tensor a) -> bool", [](const Tensor& t) { return t.device().is_cuda(); }),
    op("prim::is_meta(Tensor a) -> bool", [](const Tensor& t) { return t.device().type() == c10::DeviceType::Meta; }),
    op("prim::is_sparse(Tensor a) -> bool", [](const Tensor& t) { return t.layout() == c10::Layout::Sparse; }),
    op("prim::is_sparse_csr(Tensor a) -> bool", [](const Tensor& t) { return t.layout() == c10::Layout::SparseCsr; }),
    op("prim::is_mkldnn(Tensor a) -> bool", [](const Tensor& t) { return t.layout() == c10::Layout::Mkldnn; }),
    op("prim::is_quantized(Tensor a) -> bool", [](const Tensor& t) { return c10::isQIntType(t.scalar_type()); }),
    op("prim::is_nested(Tensor a) -> bool", [](const Tensor&) { return false; }),
    op("prim::is_xla(Tensor a) -> bool", [](const Tensor&) { return false; }),
    op("prim::is_xpu(Tensor a) -> bool", [](const Tensor&) { return false; }),
    op("prim::is_mps(Tensor a) -> bool", [](const Tensor&) { return false; }),
    op("prim::is_vulkan(Tensor a) -> bool", [](const Tensor&) { return false; }),
    op("prim::is_ipu(Tensor a) -> bool", [](const Tensor&) { return false; }),
    op("prim::data(Tensor(a) a) -> Tensor(a)", [](const Tensor& t) { return at::detach(t); }),
    op("aten::Int.Tensor(Tensor a) -> int", [](const Tensor& t) { return t.item<int64_t>(); }),
    op("aten::Float.Tensor(Tensor a) -> float", [](const Tensor& t) { return t.item<double>(); }),
    op("aten::Bool.Tensor(Tensor a) -> bool", [](const Tensor& t) { return t.item<bool>(); }),
    op("aten::IntImplicit(Tensor a) -> int",
       [](const Tensor& t) {
         TORCH_CHECK(c10::isIntegralType(t.scalar_type(), false), "Cannot input a tensor of dtype ", c10::toString(t.scalar_type()), " as an integral argument");
         return implicitNumber(t, "int").item<int64_t>();
       }),
    op("aten::FloatImplicit(Tensor a) -> float", [](const Tensor& t) { return implicitNumber(t, "float").item<double>(); }),
    op("aten::ScalarImplicit(Tensor a) -> Scalar", [](const Tensor& t) { return implicitNumber(t, "Scalar").item(); }),
    op("aten::ComplexImplicit(Tensor a) -> complex", [](const Tensor& t) { return implicitNumber(t, "complex").item().toComplexDouble(); }),
    op("prim::NumToTensor.Scalar(Scalar a) -> Tensor",
       [](c10::Scalar s) { return at::scalar_tensor(s, at::TensorOptions(s.isIntegral(false) ? ScalarType::Long : s.isBoolean() ? ScalarType::Bool : s.isComplex() ? ScalarType::ComplexDouble : ScalarType::Double)); }),
    op("prim::NumToTensor.bool(bool a) -> Tensor", [](bool b) { return at::scalar_tensor(c10::Scalar(b), at::TensorOptions(ScalarType::Bool)); }),
    op("aten::_tensor_to_list(Tensor self) -> int[]", [](const Tensor& t) { return elementsOf(t); }),
    op("aten::_list_to_tensor(int[] self) -> Tensor", [](const IValue& l) { return tensorOf(l, ScalarType::Long, std::nullopt); }),
    op("aten::to.prim_Device(Tensor(a) self, Device? device, int? dtype=None, bool non_blocking=False, bool copy=False) -> Tensor(a|b)",
       [](const Tensor& t, std::optional<c10::Device> device, std::optional<int64_t> dtype, bool, bool copy) {
         return converted(t, dtype ? std::optional(dtypeOf(*dtype)) : std::nullopt, device, copy);
       }),
    op("aten::to.prim_dtype(Tensor(a) self, int? dtype=None, bool non_blocking=False, bool copy=False) -> Tensor(a|b)",
       [](const Tensor& t, std::optional<int64_t> dtype, bool, bool copy) { return converted(t, dtype ? std::optional(dtypeOf(*dtype)) : std::nullopt, std::nullopt, copy); }),
    op("aten::to.prim_other(Tensor(a) self, bool non_blocking=False, bool copy=False) -> Tensor(a|b)",
       [](const Tensor& t, bool, bool copy) { return converted(t, std::nullopt, std::nullopt, copy); }),
    op("aten::_no_grad_fill_(Tensor(a!) tensor, float val) -> Tensor(a!)",
       [](const Tensor& t, double value) {
         c10::NoGradGuard guard;
         t.fill_(c10::Scalar(value));
         return t;
       }),
    op("aten::_no_grad_zero_(Tensor(a!) tensor) -> Tensor(a!)",
       [](const Tensor& t) {
         c10::NoGradGuard guard;
         t.fill_(c10::Scalar(int64_t{0}));
         return t;
       }),
};

constexpr auto kOps = concat(creators("int"), creators("float"), creators("bool"), creators("complex"), single);

}  // namespace

c10::ArrayRef<OperatorRow> tensorOps() { return PrimTable<kOps>::rows(); }

}  // namespace torch::jit::prim_ops
