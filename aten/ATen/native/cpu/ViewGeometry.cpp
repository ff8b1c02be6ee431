#include <ATen/native/ViewGeometry.h>
#include <ATen/EmptyTensor.h>
#include <ATen/ExpandUtils.h>
#include <ATen/native/cpu/Geometry.h>
#include <c10/util/Exception.h>

namespace at::native {

Tensor make_view(const Tensor& self, const ViewGeometry& geometry) {
  Tensor view = detail::alias_with(self, geometry.sizes, geometry.strides, geometry.offset);
  if (geometry.dtype != ScalarType::Undefined) {
    view.unsafeGetTensorImpl()->set_storage_and_dtype(view.storage(), c10::scalarTypeToTypeMeta(geometry.dtype));
  }
  return view;
}

ViewGeometry geometry_of(const Tensor& self) {
  ViewGeometry g;
  g.sizes.assign(self.sizes().begin(), self.sizes().end());
  g.strides.assign(self.strides().begin(), self.strides().end());
  g.offset = self.storage_offset();
  return g;
}

DimVector infer_view_size(IntArrayRef shape, int64_t numel) {
  DimVector out(shape.begin(), shape.end());
  int64_t known = 1;
  int64_t unknown = -1;
  bool overflow = false;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == -1) {
      TORCH_CHECK(unknown < 0, "only one dimension can be inferred (shape ", shape, ")");
      unknown = static_cast<int64_t>(i);
    } else {
      TORCH_CHECK(shape[i] >= 0, "invalid shape dimension ", shape[i], " at index ", i, " of shape ", shape);
      overflow |= __builtin_mul_overflow(known, shape[i], &known);
    }
  }
  if (unknown >= 0) {
    TORCH_CHECK(known != 0 || overflow, "cannot reshape tensor of ", numel, " elements into shape ", shape, " because the unspecified dimension size -1 can be any value and is ambiguous");
    if (!overflow && numel % known == 0) {
      out[unknown] = numel / known;
      return out;
    }
  } else if (!overflow && known == numel) {
    return out;
  }
  TORCH_CHECK(false, "shape '", shape, "' is invalid for input of size ", numel);
}

std::optional<DimVector> compute_view_strides(IntArrayRef old_shape, IntArrayRef old_stride, IntArrayRef new_shape) {
  DimVector strides(new_shape.size());
  int64_t numel = 1;
  for (int64_t s : old_shape) {
    numel *= s;
  }
  if (numel == 0 && old_shape == new_shape) {
    strides.assign(old_stride.begin(), old_stride.end());
    return strides;
  }
  if (old_shape.empty() || numel == 0) {
    int64_t step = 1;
    for (size_t i = new_shape.size(); i-- > 0;) {
      strides[i] = step;
      step *= new_shape[i] > 1 ? new_shape[i] : 1;
    }
    return strides;
  }
  // From the inside out: runs of old dimensions that lie densely one in another take new dimensions of the same number of elements.
  int64_t view_d = static_cast<int64_t>(new_shape.size()) - 1;
  int64_t base = old_stride.back();
  int64_t run = 1, viewed = 1;
  for (int64_t d = static_cast<int64_t>(old_shape.size()) - 1; d >= 0; --d) {
    run *= old_shape[d];
    if (d == 0 || (old_shape[d - 1] != 1 && old_stride[d - 1] != run * base)) {
      while (view_d >= 0 && (viewed < run || new_shape[view_d] == 1)) {
        strides[view_d] = viewed * base;
        viewed *= new_shape[view_d];
        --view_d;
      }
      if (viewed != run) {
        return std::nullopt;
      }
      if (d > 0) {
        base = old_stride[d - 1];
        run = 1;
        viewed = 1;
      }
    }
  }
  if (view_d != -1) {
    return std::nullopt;
  }
  return strides;
}

} // namespace at::native

namespace at {

DimVector infer_size_dimvector(IntArrayRef a, IntArrayRef b) {
  return native::broadcast_shapes("", a, b);
}

std::vector<int64_t> infer_size(IntArrayRef a, IntArrayRef b) {
  const DimVector r = infer_size_dimvector(a, b);
  return std::vector<int64_t>(r.begin(), r.end());
}

DimVector infer_size_dv(IntArrayRef shape, int64_t numel) {
  return native::infer_view_size(shape, numel);
}

bool are_expandable(IntArrayRef a, IntArrayRef b) {
  const size_t n = std::min(a.size(), b.size());
  for (size_t k = 1; k <= n; ++k) {
    const int64_t x = a[a.size() - k], y = b[b.size() - k];
    if (x != y && x != 1 && y != 1) {
      return false;
    }
  }
  return true;
}

bool is_expandable_to(IntArrayRef shape, IntArrayRef desired) {
  if (shape.size() > desired.size()) {
    return false;
  }
  for (size_t k = 1; k <= shape.size(); ++k) {
    const int64_t x = shape[shape.size() - k], y = desired[desired.size() - k];
    if (x != y && x != 1) {
      return false;
    }
  }
  return true;
}

static Tensor expanded(const Tensor& t, IntArrayRef shape) {
  if (t.sizes() == shape) {
    return t;
  }
  return t.expand(shape);
}

std::tuple<Tensor, Tensor> expand_outplace(const Tensor& a, const Tensor& b) {
  const DimVector shape = infer_size_dimvector(a.sizes(), b.sizes());
  return {expanded(a, shape), expanded(b, shape)};
}

Tensor expand_inplace(const Tensor& tensor, const Tensor& to_expand) {
  return expanded(to_expand, tensor.sizes());
}

std::vector<Tensor> expand_outplace(TensorList tensors) {
  DimVector shape;
  bool first = true;
  for (const Tensor& t : tensors) {
    if (t.defined()) {
      shape = first ? DimVector(t.sizes().begin(), t.sizes().end()) : infer_size_dimvector(shape, t.sizes());
      first = false;
    }
  }
  std::vector<Tensor> out;
  for (const Tensor& t : tensors) {
    out.push_back(t.defined() ? expanded(t, shape) : Tensor());
  }
  return out;
}

} // namespace at
