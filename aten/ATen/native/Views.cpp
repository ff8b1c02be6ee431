// Views: the geometry functions of Views.yaml and what is composed of them.
#include <ATen/EmptyTensor.h>
#include <ATen/core/Tensor.h>
#include <ATen/native/OperatorStub.h>
#include <ATen/native/ViewGeometry.h>
#include <c10/core/WrapDimMinimal.h>
#include <c10/util/Exception.h>
#include <c10/util/SmallVector.h>

namespace at::native {

using c10::maybe_wrap_dim;

static ViewGeometry alias_geometry(const Tensor& self) {
  return geometry_of(self);
}

static ViewGeometry view_geometry(const Tensor& self, IntArrayRef size) {
  ViewGeometry g;
  g.sizes = infer_view_size(size, self.numel());
  std::optional<DimVector> strides = compute_view_strides(self.sizes(), self.strides(), g.sizes);
  TORCH_CHECK(
      strides.has_value(),
      "view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous subspaces). Use .reshape(...) instead. (aten::view: size ",
      size, " of a tensor with sizes ", self.sizes(), " and strides ", self.strides(), ")");
  g.strides = *strides;
  g.offset = self.storage_offset();
  return g;
}

static ViewGeometry permute_geometry(const Tensor& self, IntArrayRef dims) {
  const int64_t n = self.dim();
  TORCH_CHECK(
      static_cast<int64_t>(dims.size()) == n,
      "permute: dims must name each of the ", n, " dimensions of self of shape ", self.sizes(), " once, got ", dims);
  ViewGeometry g;
  g.sizes.resize(dims.size());
  g.strides.resize(dims.size());
  g.offset = self.storage_offset();
  c10::SmallVector<bool, 8> seen(dims.size(), false);
  const IntArrayRef sizes = self.sizes(), strides = self.strides();
  for (size_t i = 0; i < dims.size(); ++i) {
    const size_t d = static_cast<size_t>(maybe_wrap_dim(dims[i], n));
    TORCH_CHECK(!seen[d], "permute(): duplicate dims are not allowed. (dims ", dims, ")");
    seen[d] = true;
    g.sizes[i] = sizes[d];
    g.strides[i] = strides[d];
  }
  return g;
}

static ViewGeometry transpose_geometry(const Tensor& self, int64_t dim0, int64_t dim1) {
  ViewGeometry g = geometry_of(self);
  const int64_t a = maybe_wrap_dim(dim0, self.dim()), b = maybe_wrap_dim(dim1, self.dim());
  if (a != b) {
    std::swap(g.sizes[a], g.sizes[b]);
    std::swap(g.strides[a], g.strides[b]);
  }
  return g;
}

static ViewGeometry t_geometry(const Tensor& self) {
  TORCH_CHECK(self.dim() <= 2, "t() expects a tensor with <= 2 dimensions, but self is ", self.dim(), "D");
  return self.dim() < 2 ? geometry_of(self) : transpose_geometry(self, 0, 1);
}

static ViewGeometry select_geometry(const Tensor& self, int64_t dim, int64_t index) {
  TORCH_CHECK_INDEX(self.dim() > 0, "select() cannot be applied to a 0-dim tensor.");
  const int64_t d = maybe_wrap_dim(dim, self.dim());
  const int64_t size = self.sizes()[d];
  TORCH_CHECK_INDEX(-size <= index && index < size, "select(): index ", index, " out of range for tensor of size ", self.sizes(), " at dimension ", d);
  ViewGeometry g = geometry_of(self);
  g.offset += (index < 0 ? index + size : index) * g.strides[d];
  g.sizes.erase(g.sizes.begin() + d);
  g.strides.erase(g.strides.begin() + d);
  return g;
}

static ViewGeometry slice_geometry(const Tensor& self, int64_t dim, std::optional<int64_t> start, std::optional<int64_t> end, int64_t step) {
  TORCH_CHECK_INDEX(self.dim() > 0, "slice() cannot be applied to a 0-dim tensor.");
  const int64_t d = maybe_wrap_dim(dim, self.dim());
  TORCH_CHECK_VALUE(step != 0, "slice step cannot be zero");
  TORCH_CHECK_VALUE(step > 0, "slice step must be positive, got ", step);
  const int64_t size = self.sizes()[d];
  int64_t from = start.value_or(0), to = end.value_or(INT64_MAX);
  from = from < 0 ? from + size : from;
  to = to < 0 ? to + size : to;
  from = from < 0 ? 0 : from > size ? size : from;
  to = to < from ? from : to > size ? size : to;
  ViewGeometry g = geometry_of(self);
  g.offset += from * g.strides[d];
  g.sizes[d] = to == from ? 0 : 1 + (to - from - 1) / step;
  // A stride that overflows could only belong to a dimension of at most one element.
  int64_t stride = 0;
  g.strides[d] = __builtin_mul_overflow(g.strides[d], step, &stride) ? INT64_MAX : stride;
  return g;
}

static void drop_if_one(ViewGeometry& g, const c10::SmallVector<bool, 8>& drop) {
  size_t to = 0;
  for (size_t i = 0; i < g.sizes.size(); ++i) {
    if (!drop[i] || g.sizes[i] != 1) {
      g.sizes[to] = g.sizes[i];
      g.strides[to++] = g.strides[i];
    }
  }
  g.sizes.resize(to);
  g.strides.resize(to);
}

static ViewGeometry squeeze_geometry(const Tensor& self) {
  ViewGeometry g = geometry_of(self);
  drop_if_one(g, c10::SmallVector<bool, 8>(g.sizes.size(), true));
  return g;
}

static ViewGeometry squeeze_dim_geometry(const Tensor& self, int64_t dim) {
  ViewGeometry g = geometry_of(self);
  const int64_t d = maybe_wrap_dim(dim, self.dim());
  c10::SmallVector<bool, 8> drop(g.sizes.size(), false);
  if (!drop.empty()) {
    drop[d] = true;
  }
  drop_if_one(g, drop);
  return g;
}

static ViewGeometry squeeze_dims_geometry(const Tensor& self, IntArrayRef dims) {
  ViewGeometry g = geometry_of(self);
  c10::SmallVector<bool, 8> drop(g.sizes.size(), false);
  for (int64_t dim : dims) {
    const int64_t d = maybe_wrap_dim(dim, self.dim());
    if (!drop.empty()) {
      TORCH_CHECK(!drop[d], "dim ", d, " appears multiple times in the list of dims ", dims);
      drop[d] = true;
    }
  }
  drop_if_one(g, drop);
  return g;
}

static ViewGeometry unsqueeze_geometry(const Tensor& self, int64_t dim) {
  const int64_t d = maybe_wrap_dim(dim, self.dim() + 1);
  ViewGeometry g = geometry_of(self);
  const int64_t stride = d < self.dim() ? g.sizes[d] * g.strides[d] : 1;
  g.sizes.insert(g.sizes.begin() + d, 1);
  g.strides.insert(g.strides.begin() + d, stride);
  return g;
}

static ViewGeometry expand_geometry(const Tensor& self, IntArrayRef size, bool /*implicit*/) {
  const int64_t have = self.dim(), want = static_cast<int64_t>(size.size());
  TORCH_CHECK(
      want >= have, "expand(", self.toString(), "{", self.sizes(), "}, size=", size, "): the number of sizes provided (", want,
      ") must be greater or equal to the number of dimensions in the tensor (", have, ")");
  ViewGeometry g;
  g.sizes.resize(size.size());
  g.strides.resize(size.size());
  g.offset = self.storage_offset();
  const IntArrayRef sizes = self.sizes(), strides = self.strides();
  for (int64_t i = want - 1; i >= 0; --i) {
    const int64_t from = i - (want - have);
    int64_t target = size[i];
    if (from < 0) {
      TORCH_CHECK(target >= 0, "The expanded size of the tensor (", target, ") isn't allowed in a leading, non-existing dimension ", i);
      g.sizes[i] = target;
      g.strides[i] = i + 1 < want ? g.sizes[i + 1] * g.strides[i + 1] : 1;
      if (target != 1) {
        g.strides[i] = 0;
      }
      continue;
    }
    if (target == -1) {
      target = sizes[from];
    }
    g.sizes[i] = target;
    g.strides[i] = strides[from];
    if (sizes[from] != target) {
      TORCH_CHECK(
          sizes[from] == 1 && target >= 0, "The expanded size of the tensor (", target, ") must match the existing size (", sizes[from], ") at non-singleton dimension ", i, ".  Target sizes: ", size,
          ".  Tensor sizes: ", sizes);
      g.strides[i] = 0;
    }
  }
  return g;
}

static ViewGeometry as_strided_geometry(const Tensor& self, IntArrayRef size, IntArrayRef stride, std::optional<int64_t> storage_offset) {
  TORCH_CHECK(size.size() == stride.size(), "as_strided(): argument 'stride': mismatch in length of strides and shape: sizes ", size, ", strides ", stride);
  const int64_t offset = storage_offset.value_or(self.storage_offset());
  for (size_t i = 0; i < size.size(); ++i) {
    TORCH_CHECK(size[i] >= 0, "as_strided(): argument 'size': Trying to create tensor with negative dimension ", size[i], ": ", size);
    TORCH_CHECK(stride[i] >= 0, "as_strided(): argument 'stride': Negative strides are not supported at the moment, got strides: ", stride);
  }
  TORCH_CHECK(offset >= 0, "as_strided(): argument 'storage_offset': invalid storage offset ", offset);
  const size_t itemsize = self.itemsize();
  const size_t need = detail::storage_nbytes(size, stride, itemsize, static_cast<size_t>(offset));
  const size_t have = self.storage().nbytes();
  TORCH_CHECK(
      need <= have, "as_strided(): argument 'size': sizes ", size, ", strides ", stride, ", storage offset ", offset, ", and itemsize ", itemsize, " requiring a storage size of ", need,
      " are out of bounds for storage of size ", have);
  ViewGeometry g;
  g.sizes.assign(size.begin(), size.end());
  g.strides.assign(stride.begin(), stride.end());
  g.offset = offset;
  return g;
}

static std::vector<ViewGeometry> unbind_geometry(const Tensor& self, int64_t dim) {
  TORCH_CHECK_INDEX(self.dim() > 0, "unbind(): argument 'dim': Dimension specified as ", dim, " but tensor has no dimensions");
  const int64_t d = maybe_wrap_dim(dim, self.dim()), size = self.sizes()[d];
  ViewGeometry slice = geometry_of(self);
  slice.sizes.erase(slice.sizes.begin() + d);
  slice.strides.erase(slice.strides.begin() + d);
  std::vector<ViewGeometry> slices(static_cast<size_t>(size), slice);
  for (int64_t i = 0; i < size; ++i) {
    slices[i].offset += i * self.strides()[d];
  }
  return slices;
}

// ---- in place: the tensor itself gets the geometry

static Tensor& become(Tensor& self, const ViewGeometry& geometry) {
  stub::set_view(self, geometry);
  return self;
}
static Tensor& detach_(Tensor& self) {
  return become(self, alias_geometry(self));
}
static Tensor& transpose_(Tensor& self, int64_t dim0, int64_t dim1) {
  return become(self, transpose_geometry(self, dim0, dim1));
}
static Tensor& t_(Tensor& self) {
  return become(self, t_geometry(self));
}
static Tensor& squeeze_all_(Tensor& self) {
  return become(self, squeeze_geometry(self));
}
static Tensor& squeeze_dim_(Tensor& self, int64_t dim) {
  return become(self, squeeze_dim_geometry(self, dim));
}
static Tensor& squeeze_dims_(Tensor& self, IntArrayRef dim) {
  return become(self, squeeze_dims_geometry(self, dim));
}
static Tensor& unsqueeze_(Tensor& self, int64_t dim) {
  return become(self, unsqueeze_geometry(self, dim));
}
static Tensor& as_strided_(Tensor& self, IntArrayRef size, IntArrayRef stride, std::optional<int64_t> storage_offset) {
  return become(self, as_strided_geometry(self, size, stride, storage_offset));
}

// ---- compositions

static Tensor view_as(const Tensor& self, const Tensor& other) {
  return self.view(other.sizes());
}

static Tensor _unsafe_view(const Tensor& self, IntArrayRef size) {
  return make_view(self, view_geometry(self, size));
}

static Tensor reshape(const Tensor& self, IntArrayRef proposed) {
  const DimVector shape = infer_view_size(proposed, self.numel());
  if (compute_view_strides(self.sizes(), self.strides(), shape).has_value()) {
    return self.view(shape);
  }
  return self.clone(MemoryFormat::Contiguous).view(shape);
}

static Tensor flatten(const Tensor& self, int64_t start_dim, int64_t end_dim) {
  const int64_t first = maybe_wrap_dim(start_dim, self.dim()), last = maybe_wrap_dim(end_dim, self.dim());
  TORCH_CHECK(first <= last, "flatten() has invalid args: start_dim cannot come after end_dim (start_dim ", start_dim, ", end_dim ", end_dim, ")");
  if (self.dim() == 0) {
    return self.reshape({1});
  }
  if (first == last) {
    return self;
  }
  const IntArrayRef sizes = self.sizes();
  DimVector shape(sizes.begin(), sizes.begin() + first);
  int64_t merged = 1;
  for (int64_t d = first; d <= last; ++d) {
    merged *= sizes[d];
  }
  shape.push_back(merged);
  shape.append(sizes.begin() + last + 1, sizes.end());
  return self.reshape(shape);
}

static Tensor narrow(const Tensor& self, int64_t dim, int64_t start, int64_t length) {
  TORCH_CHECK(self.dim() > 0, "narrow() cannot be applied to a 0-dim tensor.");
  TORCH_CHECK(length >= 0, "narrow(): argument 'length': length must be non-negative, got ", length);
  const int64_t size = self.size(dim);
  TORCH_CHECK_INDEX(-size <= start && start <= size, "start out of range (expected to be in range of [", -size, ", ", size, "], but got ", start, ")");
  const int64_t from = start < 0 ? start + size : start;
  TORCH_CHECK(from <= size - length, "start (", from, ") + length (", length, ") exceeds dimension size (", size, ").");
  return self.slice(dim, from, from + length, 1);
}

static Tensor narrow_from(const Tensor& self, int64_t dim, const Tensor& start, int64_t length) {
  TORCH_CHECK(
      start.dim() == 0 && c10::isIntegralType(start.scalar_type(), /*includeBool=*/false), "narrow(): argument 'start': start must be an 0-dim integral Tensor, got ", c10::toString(start.scalar_type()),
      " of shape ", start.sizes());
  return narrow(self, dim, start.item<int64_t>(), length);
}

static Tensor view_copy(const Tensor& self, IntArrayRef size) {
  return self.clone(MemoryFormat::Contiguous).view(size);
}

static Tensor expand_as(const Tensor& self, const Tensor& other) {
  return self.expand(other.sizes());
}

static int64_t size(const Tensor& self, int64_t dim) {
  return self.size(dim);
}

static int64_t stride(const Tensor& self, int64_t dim) {
  return self.stride(dim);
}

} // namespace at::native

#include <ATen/native/Views.stubs.inc>
