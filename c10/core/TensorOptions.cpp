#include <c10/core/DefaultDtype.h>
#include <c10/core/TensorOptions.h>
#include <c10/core/WrapDimMinimal.h>

#include <atomic>
#include <ostream>

namespace c10 {

namespace {
// Read by every factory without a dtype; programs set it once at start. Relaxed: it orders nothing else.
constinit std::atomic<ScalarType> default_dtype{ScalarType::Float};
} // namespace

void set_default_dtype(caffe2::TypeMeta dtype) {
  const ScalarType t = dtype.toScalarType();
  TORCH_CHECK_TYPE(
      isFloatingType(t), "only floating-point types are supported as the default type, got ", c10::toString(t));
  default_dtype.store(t, std::memory_order_relaxed);
}
ScalarType get_default_dtype_as_scalartype() {
  return default_dtype.load(std::memory_order_relaxed);
}
caffe2::TypeMeta get_default_dtype() {
  return scalarTypeToTypeMeta(get_default_dtype_as_scalartype());
}
caffe2::TypeMeta get_default_complex_dtype() {
  switch (get_default_dtype_as_scalartype()) {
    case ScalarType::Half:
      return scalarTypeToTypeMeta(ScalarType::ComplexHalf);
    case ScalarType::Double:
      return scalarTypeToTypeMeta(ScalarType::ComplexDouble);
    default:
      return scalarTypeToTypeMeta(ScalarType::ComplexFloat);
  }
}

DispatchKey computeDispatchKey(std::optional<ScalarType> dtype, std::optional<Layout> layout, std::optional<Device> device) {
  const Device d = device_or_default(device);
  const Layout l = layout_or_default(layout);
  const BackendComponent b = toBackendComponent(d.type());
  DispatchKey functionality = DispatchKey::Dense;
  switch (l) {
    case Layout::Strided:
    case Layout::Jagged:
      functionality = dtype.has_value() && isQIntType(*dtype) ? DispatchKey::Quantized : DispatchKey::Dense;
      break;
    case Layout::Sparse:
      functionality = DispatchKey::Sparse;
      break;
    case Layout::SparseCsr:
    case Layout::SparseCsc:
    case Layout::SparseBsr:
    case Layout::SparseBsc:
      functionality = DispatchKey::SparseCsr;
      break;
    case Layout::Mkldnn:
      TORCH_CHECK_NOT_IMPLEMENTED(d.is_cpu(), "Unsupported device type for mkldnn layout: ", d.str());
      return DispatchKey::MkldnnCPU;
    default:
      TORCH_CHECK(false, "Unsupported layout: ", static_cast<int>(l));
  }
  TORCH_CHECK_NOT_IMPLEMENTED(b != BackendComponent::InvalidBit, "Unsupported device type for dense layout: ", d.str());
  return toRuntimePerBackendFunctionalityKey(functionality, b);
}

std::string toString(const TensorOptions& o) {
  std::string out = "TensorOptions(dtype=";
  out += o.dtype().name();
  if (!o.has_dtype()) {
    out += " (default)";
  }
  out += ", device=" + o.device().str();
  if (!o.has_device()) {
    out += " (default)";
  }
  out += std::string(", layout=") + c10::toString(o.layout());
  if (!o.has_layout()) {
    out += " (default)";
  }
  out += std::string(", requires_grad=") + (o.requires_grad() ? "true" : "false");
  if (!o.has_requires_grad()) {
    out += " (default)";
  }
  out += std::string(", pinned_memory=") + (o.pinned_memory() ? "true" : "false");
  if (!o.has_pinned_memory()) {
    out += " (default)";
  }
  out += ", memory_format=";
  if (o.has_memory_format()) {
    out += str(*o.memory_format_opt());
  } else {
    out += "(nullopt)";
  }
  return out + ")";
}
std::ostream& operator<<(std::ostream& out, const TensorOptions& o) {
  return out << toString(o);
}

namespace detail {
int64_t maybe_wrap_dim_slow(int64_t dim, int64_t n, bool wrap_scalar) {
  TORCH_CHECK_INDEX(n >= 0, "Rank cannot be negative but got ", n);
  if (n == 0) {
    TORCH_CHECK_INDEX(wrap_scalar, "Dimension specified as ", dim, " but tensor has no dimensions");
    n = 1;
  }
  TORCH_CHECK_INDEX(
      -n <= dim && dim < n, "Dimension out of range (expected to be in range of [", -n, ", ", n - 1, "], but got ", dim, ")");
  return dim < 0 ? dim + n : dim;
}
} // namespace detail

} // namespace c10
