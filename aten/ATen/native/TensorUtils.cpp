#include <ATen/TensorUtils.h>

#include <ATen/native/Checks.h>
#include <ATen/native/ViewGeometry.h>
#include <c10/core/Contiguity.h>
#include <c10/core/WrapDimMinimal.h>
#include <c10/util/Exception.h>
#include <c10/util/StringUtil.h>

#include <algorithm>

namespace at {

namespace checks = native::checks;

// ---- Shapes

bool geometry_is_contiguous(IntArrayRef sizes, IntArrayRef strides) {
  const bool empty = std::find(sizes.begin(), sizes.end(), 0) != sizes.end();
  return c10::_compute_contiguous(sizes, strides, empty ? 0 : 1);
}

TensorGeometry::TensorGeometry(IntArrayRef sizes) : sizes_(sizes.begin(), sizes.end()), strides_(sizes.size()) {
  int64_t step = 1;
  bool fits = true;
  for (size_t i = sizes.size(); i-- > 0;) {
    strides_[i] = step;
    fits = fits && sizes[i] >= 0 && !__builtin_mul_overflow(numel_, sizes[i], &numel_) && !__builtin_mul_overflow(step, std::max<int64_t>(sizes[i], 1), &step);
  }
  TORCH_CHECK(fits, "a tensor cannot have shape ", sizes);
}

TensorGeometry::TensorGeometry(const TensorBase& t)
    : sizes_(t.sizes().begin(), t.sizes().end()), strides_(t.strides().begin(), t.strides().end()), storage_offset_(t.storage_offset()), numel_(t.numel()) {}

int64_t TensorGeometry::size(int64_t dim) const { return sizes_[c10::maybe_wrap_dim(dim, this->dim(), false)]; }
int64_t TensorGeometry::stride(int64_t dim) const { return strides_[c10::maybe_wrap_dim(dim, this->dim(), false)]; }

TensorGeometry TensorGeometry::transpose(int64_t dim0, int64_t dim1) const {
  TensorGeometry r = *this;
  const int64_t a = c10::maybe_wrap_dim(dim0, dim(), false), b = c10::maybe_wrap_dim(dim1, dim(), false);
  std::swap(r.sizes_[a], r.sizes_[b]);
  std::swap(r.strides_[a], r.strides_[b]);
  return r;
}

// ---- Checks

namespace {

// Each defined tensor against the first of them.
template <class Check>
void all_as_the_first(ArrayRef<TensorArg> tensors, Check check) {
  const TensorArg* first = nullptr;
  for (const TensorArg& t : tensors) {
    if (!t->defined()) continue;
    if (first != nullptr) {
      check(*first, t);
    } else {
      first = &t;
    }
  }
}

} // namespace

void checkDefined(CheckedFrom c, const TensorArg& t) {
  if (!t->defined()) checks::fail_defined(c, t.name);
}
void checkAllDefined(CheckedFrom c, ArrayRef<TensorArg> ts) {
  for (const TensorArg& t : ts) checkDefined(c, t);
}

void checkDim(CheckedFrom c, const Tensor& tensor, const char* name, int, int64_t dim) {
  if (tensor.dim() != dim) checks::fail_dim(c, name, tensor.sizes(), dim);
}
void checkDim(CheckedFrom c, const TensorGeometryArg& t, int64_t dim) {
  if (t->dim() != dim) checks::fail_dim(c, t.name, t->sizes(), dim);
}
void checkDimRange(CheckedFrom c, const TensorGeometryArg& t, int64_t dim_start, int64_t dim_end) {
  if (t->dim() < dim_start || t->dim() >= dim_end) checks::fail_dim_in(c, t.name, t->sizes(), dim_start, dim_end - 1);
}
void checkSameDim(CheckedFrom c, const TensorGeometryArg& t1, const TensorGeometryArg& t2) {
  if (t1->dim() != t2->dim()) checks::fail_same_dim(c, t1.name, t1->sizes(), t2.name, t2->sizes());
}

void checkSize(CheckedFrom c, const TensorGeometryArg& t, IntArrayRef sizes) {
  if (t->sizes() != sizes) checks::fail_sizes(c, t.name, t->sizes(), sizes);
}
void checkSize(CheckedFrom c, const TensorGeometryArg& t, int64_t dim, int64_t size) {
  if (dim < -t->dim() || dim >= t->dim()) checks::fail_in_dim(c, t.name, t->sizes(), dim);
  if (t->size(dim) != size) checks::fail_size(c, t.name, t->sizes(), dim, size);
}
void checkSameSize(CheckedFrom c, const TensorArg& t1, const TensorArg& t2) {
  if (t1->sizes() != t2->sizes()) checks::fail_same_size(c, t1.name, t1->sizes(), t2.name, t2->sizes());
}
void checkAllSameSize(CheckedFrom c, ArrayRef<TensorArg> tensors) {
  all_as_the_first(tensors, [c](const TensorArg& a, const TensorArg& b) { checkSameSize(c, a, b); });
}
void checkNumel(CheckedFrom c, const TensorGeometryArg& t, int64_t numel) {
  if (t->numel() != numel) checks::fail_numel(c, t.name, t->sizes(), numel);
}
void checkSameNumel(CheckedFrom c, const TensorArg& t1, const TensorArg& t2) {
  if (t1->numel() != t2->numel()) checks::fail_same_numel(c, t1.name, t1->sizes(), t2.name, t2->sizes());
}
void checkAllSameNumel(CheckedFrom c, ArrayRef<TensorArg> tensors) {
  all_as_the_first(tensors, [c](const TensorArg& a, const TensorArg& b) { checkSameNumel(c, a, b); });
}
void checkContiguous(CheckedFrom c, const TensorGeometryArg& t) {
  if (!t->is_contiguous()) checks::fail_contiguous(c, t.name);
}
void checkAllContiguous(CheckedFrom c, ArrayRef<TensorArg> ts) {
  for (const TensorArg& t : ts) {
    if (t->defined()) checkContiguous(c, t);
  }
}
void check_dim_size(const Tensor& tensor, int64_t dim, int64_t dim_size, int64_t size) {
  checkDim("check_dim_size", tensor, "tensor", 1, dim);
  checkSize("check_dim_size", TensorArg(tensor, "tensor", 1), dim_size, size);
}

void checkScalarType(CheckedFrom c, const TensorArg& t, ScalarType s) { checkScalarTypes(c, t, s); }
void checkScalarTypes(CheckedFrom c, const TensorArg& t, ArrayRef<ScalarType> l) {
  uint64_t accepted = 0;
  for (const ScalarType s : l) accepted |= uint64_t{1} << static_cast<int>(s);
  if ((accepted >> static_cast<int>(t->scalar_type()) & 1) == 0) checks::fail_dtype(c, t.name, t->scalar_type(), accepted);
}
void checkSameType(CheckedFrom c, const TensorArg& t1, const TensorArg& t2) {
  if (t1->scalar_type() != t2->scalar_type()) checks::fail_same_dtype(c, t1.name, t1->scalar_type(), t2.name, t2->scalar_type());
  if (t1->layout() != t2->layout()) checks::fail_layout(c, t1.name, t1->layout(), t2->layout());
  if (t1->device().type() != t2->device().type()) checks::fail_same_device(c, t1.name, t1->device(), t2.name, t2->device());
}
void checkAllSameType(CheckedFrom c, ArrayRef<TensorArg> tensors) {
  all_as_the_first(tensors, [c](const TensorArg& a, const TensorArg& b) { checkSameType(c, a, b); });
}

void checkSameGPU(CheckedFrom c, const TensorArg& t1, const TensorArg& t2) {
  for (const TensorArg* t : {&t1, &t2}) {
    const DeviceType type = (*t)->device().type();
    if (type == DeviceType::CPU || type == DeviceType::Meta) checks::fail_device_type(c, t->name, (*t)->device(), "a GPU");
  }
  if (t1->device() != t2->device()) checks::fail_same_device(c, t1.name, t1->device(), t2.name, t2->device());
}
void checkAllSameGPU(CheckedFrom c, ArrayRef<TensorArg> tensors) {
  all_as_the_first(tensors, [c](const TensorArg& a, const TensorArg& b) { checkSameGPU(c, a, b); });
}
void checkDeviceType(CheckedFrom c, ArrayRef<Tensor> tensors, DeviceType device_type) {
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (tensors[i].defined() && tensors[i].device().type() != device_type) {
      checks::fail_device_type(c, {"tensors", static_cast<int64_t>(i)}, tensors[i].device(), c10::DeviceTypeName(device_type, true));
    }
  }
}
void checkBackend(CheckedFrom c, ArrayRef<Tensor> tensors, Backend backend) {
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Tensor& t = tensors[i];
    if (t.defined() && c10::backendOf(t.layout(), t.device().type()) != backend) {
      checks::fail_device_type(c, {"t", static_cast<int64_t>(i)}, t.device(), c10::str("backend ", c10::toString(backend)));
    }
  }
}
void checkLayout(CheckedFrom c, const Tensor& t, Layout layout) {
  if (t.defined() && t.layout() != layout) checks::fail_layout(c, "t", t.layout(), layout);
}
void checkLayout(CheckedFrom c, ArrayRef<Tensor> tensors, Layout layout) {
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (tensors[i].defined() && tensors[i].layout() != layout) checks::fail_layout(c, {"tensors", static_cast<int64_t>(i)}, tensors[i].layout(), layout);
  }
}

void* maybe_data_ptr(const Tensor& tensor) { return tensor.defined() ? tensor.data_ptr() : nullptr; }
void* maybe_data_ptr(const TensorArg& tensor) { return maybe_data_ptr(tensor.tensor); }

namespace detail {

std::vector<int64_t> defaultStrides(IntArrayRef sizes) {
  const TensorGeometry g(sizes);
  return g.strides().vec();
}

std::optional<std::vector<int64_t>> computeStride(IntArrayRef oldshape, IntArrayRef oldstride, IntArrayRef newshape) {
  const std::optional<DimVector> strides = native::compute_view_strides(oldshape, oldstride, newshape);
  if (!strides.has_value()) return std::nullopt;
  return std::vector<int64_t>(strides->begin(), strides->end());
}

} // namespace detail
} // namespace at
