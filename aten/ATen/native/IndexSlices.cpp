// index_select and the index_ family, take and put, embedding: one vector of indices along one dimension.
#include <ATen/EmptyTensor.h>
#include <ATen/MemoryOverlap.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/mul.h>
#include <ATen/native/Checks.h>
#include <ATen/native/IndexReduce.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace at::native {
namespace {

OutputMeta like(const Tensor& self) {
  return {c10::DimVector(self.sizes().begin(), self.sizes().end()), self.scalar_type()};
}
int64_t size_at(const Tensor& t, int64_t d) {
  return t.dim() == 0 ? 1 : t.size(d);
}
void check_long(const char* op, const char* argument, const Tensor& index) {
  TORCH_CHECK_INDEX(index.scalar_type() == ScalarType::Long, op, "(): argument '", argument, "': Expected a long tensor for index, got ", index.scalar_type());
}
void check_vector(const char* op, const Tensor& index) {
  TORCH_CHECK_INDEX(index.dim() <= 1, op, "(): argument 'index': is supposed to be a vector, got one of shape ", index.sizes());
}

// ---- index_select, embedding

OutputMeta index_select_meta(const Tensor& self, int64_t dim, const Tensor& index) {
  const int64_t d = wrap_dim("index_select", dim, self);
  check_index_dtype("index_select", "index", index);
  check_vector("index_select", index);
  OutputMeta meta = like(self);
  if (self.dim() > 0) {
    meta.sizes[static_cast<size_t>(d)] = index.numel();
  } else {
    TORCH_CHECK(index.numel() == 1, "index_select(): argument 'index': Index to scalar can have only 1 value, got ", index.numel(), " value(s)");
  }
  return meta;
}
void index_select_cpu(const Tensor& self, int64_t dim, const Tensor& index, Tensor& out) {
  run_select({"index_select"}, out, self, wrap_dim("index_select", dim, self), index);
}

OutputMeta embedding_meta(const Tensor& weight, const Tensor& indices, int64_t /*padding_idx*/, bool /*scale_grad_by_freq*/, bool /*sparse*/) {
  TORCH_CHECK(weight.dim() == 2, "embedding(): argument 'weight': must be 2-D, got one of shape ", weight.sizes());
  check_index_dtype("embedding", "indices", indices);
  OutputMeta meta = {c10::DimVector(indices.sizes().begin(), indices.sizes().end()), weight.scalar_type()};
  meta.sizes.push_back(weight.size(1));
  return meta;
}
void embedding_cpu(const Tensor& weight, const Tensor& indices, int64_t /*padding_idx*/, bool /*scale_grad_by_freq*/, bool /*sparse*/, Tensor& out) {
  Tensor rows = out.view({indices.numel(), weight.size(1)});
  run_select({"embedding", "indices"}, rows, weight, 0, indices.reshape({-1}));
}

template <class T>
double norm_of(const T* row, int64_t step, int64_t n, double p) {
  double sum = 0;
  for (int64_t i = 0; i < n; ++i) {
    const double x = std::abs(static_cast<double>(row[i * step]));
    if (std::isinf(p)) {
      sum = x > sum || std::isnan(x) ? x : sum;
    } else {
      sum += p == 2 ? x * x : p == 1 ? x : p == 0 ? (x != 0) : std::pow(x, p);
    }
  }
  return p == 2 ? std::sqrt(sum) : p == 1 || p == 0 || std::isinf(p) ? sum : std::pow(sum, 1 / p);
}

template <class T>
void renormed(Tensor& self, const std::vector<int64_t>& rows, double max_norm, double p) {
  T* const data = self.mutable_data_ptr<T>();
  for (const int64_t r : rows) {
    T* const row = data + r * self.stride(0);
    const double norm = norm_of(row, self.stride(1), self.size(1), p);
    if (!(norm > max_norm)) continue;
    const double scale = max_norm / (norm + 1e-7);
    for (int64_t i = 0; i < self.size(1); ++i) row[i * self.stride(1)] = static_cast<T>(static_cast<double>(row[i * self.stride(1)]) * scale);
  }
}

Tensor& embedding_renorm_(Tensor& self, const Tensor& indices, double max_norm, double norm_type) {
  TORCH_CHECK(self.dim() == 2, "embedding_renorm_(): argument 'self': must be 2-D, got one of shape ", self.sizes());
  check_index_dtype("embedding_renorm_", "indices", indices);
  at::assert_no_internal_overlap(self, "embedding_renorm_");
  const Tensor all = indices.to(ScalarType::Long).contiguous();
  const int64_t* const index = all.const_data_ptr<int64_t>();
  std::vector<int64_t> rows(index, index + all.numel());
  for (const int64_t r : rows) {
    if (r < 0 || r >= self.size(0)) fail_index({"embedding_renorm_", "indices", 0, self.size(0)}, r);
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  switch (self.scalar_type()) {
    case ScalarType::Float: renormed<float>(self, rows, max_norm, norm_type); break;
    case ScalarType::Double: renormed<double>(self, rows, max_norm, norm_type); break;
    case ScalarType::Half: renormed<c10::Half>(self, rows, max_norm, norm_type); break;
    case ScalarType::BFloat16: renormed<c10::BFloat16>(self, rows, max_norm, norm_type); break;
    default: TORCH_CHECK_NOT_IMPLEMENTED(false, "embedding_renorm_(): argument 'self': not implemented for dtype ", self.scalar_type());
  }
  return self;
}

// ---- index_add, index_reduce

void check_sources(const char* op, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source) {
  const int64_t d = wrap_dim(op, dim, self);
  check_index_dtype(op, "index", index);
  check_vector(op, index);
  TORCH_CHECK(self.scalar_type() == source.scalar_type(), op, "(): argument 'source': self (", self.scalar_type(), ") and source (", source.scalar_type(), ") must have the same scalar type");
  bool fits = self.dim() == source.dim();
  for (int64_t i = 0; fits && i < self.dim(); ++i) fits = i == d || self.size(i) == source.size(i);
  TORCH_CHECK(
      fits, op, "(): argument 'source': source tensor shape must match self tensor shape, excluding dimension ", d, ". Got self.shape = ", self.sizes(), " source.shape = ", source.sizes());
  TORCH_CHECK(
      index.numel() == size_at(source, d), op, "(): argument 'index': Number of indices (", index.numel(), ") should be equal to source.size(dim): (", size_at(source, d), "), for dim: ", d);
}

void reduce_slices(const char* op, Tensor& self, int64_t dim, const Tensor& index, const Tensor& source, IndexReduction reduction, bool include_self) {
  const int64_t d = wrap_dim(op, dim, self);
  reduce_into(op, self, source, reduction, include_self, [&](const RowOps& ops, Tensor& table, const Tensor& values) { run_select_into(ops, {op}, table, d, index, values); });
}

// alpha is a number of self's dtype.
Tensor scaled(const char* op, const Tensor& source, const Scalar& alpha) {
  const ScalarType dtype = source.scalar_type();
  TORCH_CHECK(!alpha.isComplex() || c10::isComplexType(dtype), op, "(): argument 'alpha': must not be complex for tensors of dtype ", dtype);
  if (alpha.isComplex() ? alpha.toComplexDouble() == c10::complex<double>(1) : alpha.toDouble() == 1) return source;
  return at::mul(source, repeated_value(alpha, {}, dtype));
}
void add_slices(const char* op, Tensor& self, int64_t dim, const Tensor& index, const Tensor& source, const Scalar& alpha) {
  reduce_slices(op, self, dim, index, scaled(op, source, alpha), IndexReduction::Sum, true);
}

OutputMeta index_add_meta(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source, const Scalar& /*alpha*/) {
  check_sources("index_add", self, dim, index, source);
  return like(self);
}
void index_add_cpu(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source, const Scalar& alpha, Tensor& out) {
  out.copy_(self);
  add_slices("index_add", out, dim, index, source, alpha);
}
Tensor& index_add_(Tensor& self, int64_t dim, const Tensor& index, const Tensor& source, const Scalar& alpha) {
  check_sources("index_add_", self, dim, index, source);
  check_overlap("index_add_", self, {&index, &source});
  add_slices("index_add_", self, dim, index, source, alpha);
  return self;
}

IndexReduction slice_reduction(const char* op, std::string_view reduce) {
  if (reduce == "prod") return IndexReduction::Product;
  if (reduce == "mean") return IndexReduction::Mean;
  if (reduce == "amax") return IndexReduction::Max;
  TORCH_CHECK(reduce == "amin", op, "(): argument 'reduce': Expected reduce to be one of prod, mean, amax or amin but got '", reduce, "'");
  return IndexReduction::Min;
}
OutputMeta index_reduce_meta(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source, std::string_view reduce, bool /*include_self*/) {
  slice_reduction("index_reduce", reduce);
  check_sources("index_reduce", self, dim, index, source);
  return like(self);
}
void index_reduce_cpu(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source, std::string_view reduce, bool include_self, Tensor& out) {
  out.copy_(self);
  reduce_slices("index_reduce", out, dim, index, source, slice_reduction("index_reduce", reduce), include_self);
}
Tensor& index_reduce_(Tensor& self, int64_t dim, const Tensor& index, const Tensor& source, std::string_view reduce, bool include_self) {
  const IndexReduction reduction = slice_reduction("index_reduce_", reduce);
  check_sources("index_reduce_", self, dim, index, source);
  check_overlap("index_reduce_", self, {&index, &source});
  reduce_slices("index_reduce_", self, dim, index, source, reduction, include_self);
  return self;
}

// ---- index_copy, index_fill

void check_copy(const char* op, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source) {
  const int64_t d = wrap_dim(op, dim, self);
  check_vector(op, index);
  check_long(op, "index", index);
  TORCH_CHECK(self.scalar_type() == source.scalar_type(), op, "(): argument 'source': self and source expected to have the same dtype, but got (self) ", self.scalar_type(), " and (source) ", source.scalar_type());
  TORCH_CHECK_INDEX(source.dim() != 0 || index.numel() == 1, op, "(): argument 'index': When source is scalar, index should have one element (got ", index.numel(), ")");
  TORCH_CHECK_INDEX(
      source.dim() == self.dim() || source.dim() == 0 || self.dim() == 0, op, "(): argument 'source': When source and destination are not scalars, their dimensionality must match. Source dimensionality (",
      source.dim(), "), destination dimensionality (", self.dim(), ")");
  TORCH_CHECK_INDEX(
      source.dim() == 0 || index.numel() == source.size(std::min(d, source.dim() - 1)), op, "(): argument 'index': Number of indices (", index.numel(), ") should be equal to source.size(dim) of source of shape ", source.sizes());
  bool fits = true;
  if (self.dim() == source.dim()) {
    for (int64_t i = 0; i < self.dim(); ++i) fits = fits && (i == d || self.size(i) == source.size(i));
  } else {
    fits = at_least_1d(self).dim() == at_least_1d(source).dim() || (source.dim() == 0 && self.numel() == size_at(self, d)) || (self.dim() == 0 && source.numel() == index.numel());
  }
  TORCH_CHECK(
      fits, op, "(): argument 'source': Source/destination tensor must have same slice shapes apart from dimension ", d, ", got shapes ", self.sizes(), " of self and ", source.sizes(), " of source");
}
void copy_slices(const char* op, Tensor& self, int64_t dim, const Tensor& index, const Tensor& source) {
  Tensor values = source;
  while (values.dim() < std::max<int64_t>(self.dim(), 1)) values = values.unsqueeze(0);
  if (self.dim() == 0) values = values.reshape({-1});
  run_select_into(scatter_rows(static_cast<int64_t>(self.element_size())), {op}, self, wrap_dim(op, dim, self), index, values);
}
OutputMeta index_copy_meta(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source) {
  check_copy("index_copy", self, dim, index, source);
  return like(self);
}
void index_copy_cpu(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& source, Tensor& out) {
  out.copy_(self);
  copy_slices("index_copy", out, dim, index, source);
}
Tensor& index_copy_(Tensor& self, int64_t dim, const Tensor& index, const Tensor& source) {
  check_copy("index_copy_", self, dim, index, source);
  check_overlap("index_copy_", self, {&index, &source});
  copy_slices("index_copy_", self, dim, index, source);
  return self;
}

void check_fill(const char* op, const Tensor& self, int64_t dim, const Tensor& index) {
  wrap_dim(op, dim, self);
  check_long(op, "index", index);
  TORCH_CHECK(index.dim() <= 1, op, "(): argument 'index': has to be a vector or a number, got one of shape ", index.sizes());
}
void fill_slices(const char* op, Tensor& self, int64_t dim, const Tensor& index, const Scalar& value) {
  TORCH_CHECK(!value.isComplex() || c10::isComplexType(self.scalar_type()), op, "(): argument 'value': Converting complex Scalar to non-complex type is not supported");
  const int64_t d = wrap_dim(op, dim, self);
  DimVector sizes(at_least_1d(self).sizes());
  sizes[static_cast<size_t>(d)] = index.numel();
  IndexRange range = {op};
  range.negative = true;
  run_select_into(scatter_rows(static_cast<int64_t>(self.element_size())), range, self, d, index, repeated_value(value, sizes, self.scalar_type()));
}
Scalar number_of(const char* op, const Tensor& value) {
  TORCH_CHECK(value.dim() == 0, op, "(): argument 'value': only a 0-dimensional value tensor is supported, but got tensor with ", value.dim(), " dimension(s)");
  return value.item();
}
OutputMeta index_fill_scalar_meta(const Tensor& self, int64_t dim, const Tensor& index, const Scalar& /*value*/) {
  check_fill("index_fill", self, dim, index);
  return like(self);
}
OutputMeta index_fill_tensor_meta(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& value) {
  check_fill("index_fill", self, dim, index);
  TORCH_CHECK(value.dim() == 0, "index_fill(): argument 'value': only a 0-dimensional value tensor is supported, but got tensor with ", value.dim(), " dimension(s)");
  return like(self);
}
void index_fill_scalar_cpu(const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value, Tensor& out) {
  out.copy_(self);
  fill_slices("index_fill", out, dim, index, value);
}
void index_fill_tensor_cpu(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& value, Tensor& out) {
  index_fill_scalar_cpu(self, dim, index, number_of("index_fill", value), out);
}
Tensor& index_fill_scalar_(Tensor& self, int64_t dim, const Tensor& index, const Scalar& value) {
  check_fill("index_fill_", self, dim, index);
  check_overlap("index_fill_", self, {&index});
  fill_slices("index_fill_", self, dim, index, value);
  return self;
}
Tensor& index_fill_tensor_(Tensor& self, int64_t dim, const Tensor& index, const Tensor& value) {
  return index_fill_scalar_(self, dim, index, number_of("index_fill_", value));
}

// ---- take, put

IndexRange anywhere(const char* op) {
  IndexRange range = {op};
  range.negative = true;
  return range;
}
OutputMeta take_meta(const Tensor& self, const Tensor& index) {
  TORCH_CHECK(index.scalar_type() == ScalarType::Long, "take(): argument 'index': Expected a long tensor for index, got ", index.scalar_type());
  TORCH_CHECK_INDEX(self.numel() != 0 || index.numel() == 0, "take(): argument 'self': tried to take from an empty tensor");
  return {c10::DimVector(index.sizes().begin(), index.sizes().end()), self.scalar_type()};
}
void take_cpu(const Tensor& self, const Tensor& index, Tensor& out) {
  Tensor flat = out.view({-1});
  run_select(anywhere("take"), flat, self.reshape({-1}), 0, index.reshape({-1}));
}

void check_put(const char* op, const Tensor& self, const Tensor& index, const Tensor& source) {
  TORCH_CHECK(index.scalar_type() == ScalarType::Long, op, "(): argument 'index': Expected a long tensor for index, got ", index.scalar_type());
  TORCH_CHECK(self.scalar_type() == source.scalar_type(), op, "(): argument 'source': self and source expected to have the same dtype, but got self.dtype = ", self.scalar_type(), " and source.dtype = ", source.scalar_type());
  TORCH_CHECK_INDEX(
      source.numel() == index.numel(), op, "(): argument 'source': Expected source and index to have the same number of elements, but got source.numel() = ", source.numel(), ", index.numel() = ",
      index.numel());
  TORCH_CHECK_INDEX(self.numel() != 0 || index.numel() == 0, op, "(): argument 'self': Tried to put elements into an empty tensor");
}
void put_into(const char* op, Tensor& self, const Tensor& index, const Tensor& source, bool accumulate) {
  const Tensor places = index.reshape({-1}), values = source.reshape({-1});
  Tensor dense = self.contiguous();
  Tensor flat = dense.view({-1});
  if (accumulate) {
    reduce_into(op, flat, values, IndexReduction::Sum, true, [&](const RowOps& ops, Tensor& table, const Tensor& v) { run_select_into(ops, anywhere(op), table, 0, places, v); });
  } else {
    run_select_into(scatter_rows(static_cast<int64_t>(self.element_size())), anywhere(op), flat, 0, places, values);
  }
  if (!dense.is_same(self)) self.copy_(dense);
}
OutputMeta put_meta(const Tensor& self, const Tensor& index, const Tensor& source, bool /*accumulate*/) {
  check_put("put", self, index, source);
  return like(self);
}
void put_cpu(const Tensor& self, const Tensor& index, const Tensor& source, bool accumulate, Tensor& out) {
  out.copy_(self);
  put_into("put", out, index, source, accumulate);
}
Tensor& put_(Tensor& self, const Tensor& index, const Tensor& source, bool accumulate) {
  check_put("put_", self, index, source);
  check_overlap("put_", self, {&index, &source});
  put_into("put_", self, index, source, accumulate);
  return self;
}

} // namespace
} // namespace at::native

#include <ATen/native/IndexSlices.stubs.inc>
