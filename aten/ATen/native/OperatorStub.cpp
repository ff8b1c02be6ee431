#include <ATen/native/OperatorStub.h>

#include <ATen/Dispatch.h>
#include <ATen/native/Resize.h>
#include <ATen/native/TypeProperties.h>

#include <limits>

namespace at::native::stub {

// ---- Failures of expressions

void fail_absent(const char* op) {
  TORCH_CHECK(false, op, "(): an optional argument is None where its value is needed");
}
void fail_overflow() {
  TORCH_CHECK(false, "a size is too large for 64 bits");
}
void fail_zero_division() {
  TORCH_CHECK(false, "a size is divided by zero");
}
void fail_item(const char* op, int64_t index, int64_t size) {
  TORCH_CHECK_INDEX(false, op, "(): index ", index, " is outside a list of ", size);
}
void fail_variant(const char* op, const char* arguments) {
  TORCH_CHECK(false, op, "(): no such variant; see the accepted values of ", arguments);
}
void fail_switch(const char* op, ScalarType dtype, uint32_t accepted) {
  at::detail::dispatch_unsupported(op, dtype, accepted);
}

// ---- Lists of sizes

namespace {

size_t place(IntArrayRef list, int64_t i, int64_t extra) {
  const int64_t n = static_cast<int64_t>(list.size()) + extra;
  const int64_t at = i < 0 ? i + n : i;
  if (at < 0 || at >= n) fail_item("a list of sizes", i, n);
  return static_cast<size_t>(at);
}

} // namespace

c10::DimVector concat(IntArrayRef a, IntArrayRef b) {
  c10::DimVector result(a.begin(), a.end());
  result.append(b.begin(), b.end());
  return result;
}

c10::DimVector insert(IntArrayRef list, int64_t i, int64_t value) {
  const size_t at = place(list, i, 1);
  c10::DimVector result;
  for (size_t k = 0; k < list.size() + 1; ++k) {
    result.push_back(k < at ? list[k] : k == at ? value : list[k - 1]);
  }
  return result;
}

c10::DimVector remove(IntArrayRef list, int64_t i) {
  const size_t at = place(list, i, 0);
  c10::DimVector result;
  for (size_t k = 0; k < list.size(); ++k) {
    if (k != at) result.push_back(list[k]);
  }
  return result;
}

c10::DimVector replace(IntArrayRef list, int64_t i, int64_t value) {
  c10::DimVector result(list.begin(), list.end());
  result[place(list, i, 0)] = value;
  return result;
}

c10::DimVector broadcast(IntArrayRef a, IntArrayRef b, const char* op) {
  const size_t n = std::max(a.size(), b.size());
  c10::DimVector result(n);
  for (size_t k = 0; k < n; ++k) { // from the last dimension
    const int64_t x = k < a.size() ? a[a.size() - 1 - k] : 1;
    const int64_t y = k < b.size() ? b[b.size() - 1 - k] : 1;
    TORCH_CHECK(x == y || x == 1 || y == 1, op, "(): shapes ", a, " and ", b, " do not broadcast: size ", x, " and size ", y, " in dimension ", n - 1 - k);
    result[n - 1 - k] = x == 1 ? y : x;
  }
  return result;
}

c10::DimVector reduced(IntArrayRef sizes, OptionalIntArrayRef dims, bool keepdim, const char* op) {
  const int64_t n = static_cast<int64_t>(sizes.size());
  c10::SmallVector<bool, 8> gone(sizes.size(), !dims.has_value() || dims->empty());
  if (dims.has_value()) {
    for (const int64_t dim : *dims) {
      const int64_t at = wrap(dim, n, op);
      if (n == 0) continue;
      TORCH_CHECK(!gone[at], op, "(): dimension ", at, " appears twice in the list of dimensions ", *dims);
      gone[at] = true;
    }
  }
  c10::DimVector result;
  for (int64_t d = 0; d < n; ++d) {
    if (!gone[d]) {
      result.push_back(sizes[d]);
    } else if (keepdim) {
      result.push_back(1);
    }
  }
  return result;
}

c10::DimVector reduced(IntArrayRef sizes, int64_t dim, bool keepdim, const char* op) {
  return reduced(sizes, OptionalIntArrayRef(IntArrayRef(&dim, 1)), keepdim, op);
}

int64_t product(IntArrayRef list) {
  int64_t result = 1;
  for (const int64_t item : list) result = mul(result, item);
  return result;
}

int64_t wrap(int64_t dim, int64_t dims, const char* op) {
  const int64_t n = std::max<int64_t>(dims, 1);
  TORCH_CHECK_INDEX(dim >= -n && dim < n, op, "(): Dimension out of range (expected to be in range of [", -n, ", ", n - 1, "], but got ", dim, ")");
  return dim < 0 ? dim + n : dim;
}

// ---- Dtypes

Dtypes promoted(Rule rule, std::initializer_list<const Tensor*> tensors, TensorList list) {
  ScalarType common = ScalarType::Undefined;
  if (tensors.size() == 1 && list.empty()) {
    common = (*tensors.begin())->scalar_type();
  } else {
    ResultTypeState state;
    for (const Tensor* t : tensors) state = update_result_type_state(*t, state);
    for (const Tensor& t : list) state = update_result_type_state(t, state);
    common = result_type(state);
  }
  switch (rule) {
    case Rule::Default:
    case Rule::None:
      return {common, common};
    case Rule::IntToFloat:
      if (c10::isIntegralType(common, /*includeBool=*/true)) common = default_dtype();
      return {common, common};
    case Rule::AlwaysBool:
      return {common, ScalarType::Bool};
    case Rule::ComplexToFloat:
      return {common, c10::isComplexType(common) ? c10::toRealValueType(common) : common};
    case Rule::BoolToLong:
      if (c10::isIntegralType(common, /*includeBool=*/true)) common = ScalarType::Long;
      return {common, common};
  }
  return {common, common};
}

Tensor converted_copy(const Tensor& t, ScalarType dtype) {
  return t.to(dtype);
}

ConvertedList::ConvertedList(TensorList list, ScalarType dtype) : list_(list) {
  bool same = true;
  for (const Tensor& t : list) same = same && t.scalar_type() == dtype;
  if (same) return;
  converted_.reserve(list.size());
  for (const Tensor& t : list) converted_.push_back(converted(t, dtype));
  list_ = converted_;
}

// ---- Views

namespace {

void check_out_dtype(const char* op, const char* name, ScalarType result, const Tensor& out) {
  TORCH_CHECK(result == out.scalar_type(), op, "(): argument '", name, "': Expected out tensor to have dtype ", c10::toString(result), ", but got ", c10::toString(out.scalar_type()), " instead");
}

} // namespace

std::vector<Tensor> make_views(const Tensor& self, const std::vector<ViewGeometry>& geometries) {
  std::vector<Tensor> views;
  views.reserve(geometries.size());
  for (const ViewGeometry& g : geometries) views.push_back(at::native::make_view(self, g));
  return views;
}

void set_view(Tensor& self, const ViewGeometry& g) {
  self.unsafeGetTensorImpl()->set_sizes_and_strides(g.sizes, g.strides, g.offset);
  self.unsafeGetTensorImpl()->bump_version();
}

Tensor copied(const Tensor& view) {
  return view.clone(c10::MemoryFormat::Contiguous);
}

std::vector<Tensor> copied(const std::vector<Tensor>& views) {
  std::vector<Tensor> copies;
  copies.reserve(views.size());
  for (const Tensor& view : views) copies.push_back(copied(view));
  return copies;
}

void copied_out(const char* op, const char* name, Tensor& out, const Tensor& view) {
  check_out_dtype(op, name, view.scalar_type(), out);
  // Resizing the viewed tensor would move what is to be copied.
  const Tensor from = view.has_storage() && out.has_storage() && view.is_alias_of(out) ? copied(view) : view;
  resize_output(out, from.sizes());
  out.copy_(from);
}

void copied_out(const char* op, const char* name, TensorList out, const std::vector<Tensor>& views) {
  TORCH_CHECK(out.size() == views.size(), op, "(): argument '", name, "' must be a list of ", views.size(), " tensors, got ", out.size());
  bool aliased = false;
  for (size_t i = 0; i < views.size(); ++i) {
    if (C10_UNLIKELY(!out[i].defined())) checks::fail_defined(op, name);
    check_out_dtype(op, name, views[i].scalar_type(), out[i]);
    for (const Tensor& view : views) aliased = aliased || (view.has_storage() && out[i].has_storage() && view.is_alias_of(out[i]));
  }
  const std::vector<Tensor> from = aliased ? copied(views) : views;
  for (size_t i = 0; i < from.size(); ++i) {
    Tensor to = out[i];
    resize_output(to, from[i].sizes());
    to.copy_(from[i]);
  }
}

// ---- Outputs

[[noreturn]] static void fail_out_device(const char* op, const char* name, c10::Device out, c10::Device input) {
  TORCH_CHECK(false, op, "(): argument '", name, "' is on ", out.str(), ", the first tensor on ", input.str(), "; they must be on the same device");
}

Tensor allocate(bool meta, const OutputMeta& result) {
  if (C10_LIKELY(result.strides.empty())) {
    return meta ? at::detail::empty_meta(result.sizes, result.dtype) : at::detail::empty_cpu(result.sizes, result.dtype);
  }
  return meta ? at::detail::empty_strided_meta(result.sizes, result.strides, result.dtype) : at::detail::empty_strided_cpu(result.sizes, result.strides, result.dtype);
}

OutTarget::OutTarget(const char* op, const char* name, bool meta, Tensor& out, const OutputMeta& result, std::initializer_list<const Tensor*> inputs, TensorList list, bool inplace) : out_(out) {
  const bool has_input = inputs.size() != 0;
  if (has_input && C10_UNLIKELY((*inputs.begin())->device() != out.device())) fail_out_device(op, name, out.device(), (*inputs.begin())->device());
  if (inplace) {
    TORCH_CHECK(IntArrayRef(result.sizes) == out.sizes(), op, "(): argument '", name, "' of shape ", out.sizes(), " cannot hold a result of shape ", IntArrayRef(result.sizes));
    TORCH_CHECK(c10::canCast(result.dtype, out.scalar_type()), op, "(): argument '", name, "': result type ", c10::toString(result.dtype), " can't be cast to the desired output type ", c10::toString(out.scalar_type()));
  } else {
    check_out_dtype(op, name, result.dtype, out);
    resize_output(out, result.sizes);
  }
  // The kernel writes contiguous memory that it does not read; what is not so gets a tensor apart, copied at the end.
  bool apart = inplace || !out.is_contiguous() || !result.strides.empty() || result.dtype != out.scalar_type();
  for (const Tensor* input : inputs) apart = apart || (input != nullptr && input->defined() && input->has_storage() && out.has_storage() && input->is_alias_of(out));
  for (const Tensor& input : list) apart = apart || (input.defined() && input.has_storage() && out.has_storage() && input.is_alias_of(out));
  if (apart) fresh_ = allocate(meta, result);
}

void OutTarget::finish() {
  if (fresh_.defined()) {
    out_.copy_(fresh_); // raises the version
  } else {
    written(out_);
  }
}

void assign_out(const char* op, const char* name, Tensor& out, const Tensor& result) {
  TORCH_CHECK(c10::canCast(result.scalar_type(), out.scalar_type()), op, "(): argument '", name, "': result type ", c10::toString(result.scalar_type()), " can't be cast to the desired output type ", c10::toString(out.scalar_type()));
  resize_output(out, result.sizes());
  out.copy_(result);
}

void assign_inplace(const char* op, Tensor& self, const Tensor& result) {
  TORCH_CHECK(self.sizes() == result.sizes(), op, "(): argument 'self' of shape ", self.sizes(), " cannot hold a result of shape ", result.sizes());
  TORCH_CHECK(c10::canCast(result.scalar_type(), self.scalar_type()), op, "(): argument 'self': result type ", c10::toString(result.scalar_type()), " can't be cast to the desired output type ", c10::toString(self.scalar_type()));
  self.copy_(result);
}

} // namespace at::native::stub
