// gather, scatter and their reductions: checks of shapes; the loop is IndexLoop's.
#include <ATen/EmptyTensor.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/gather.h>
#include <ATen/native/Checks.h>
#include <ATen/native/IndexReduce.h>
#include <ATen/native/cpu/Geometry.h>

#include <optional>

namespace at::native {
namespace {

int64_t dims_of(const Tensor& t) {
  return std::max<int64_t>(t.dim(), 1);
}
int64_t size_of(const Tensor& t, int64_t d) {
  return t.dim() == 0 ? 1 : t.size(d);
}

OutputMeta meta_of(IntArrayRef sizes, ScalarType dtype) {
  return {c10::DimVector(sizes.begin(), sizes.end()), dtype};
}

OutputMeta gather_meta(const Tensor& self, int64_t dim, const Tensor& index, bool /*sparse_grad*/) {
  const int64_t d = wrap_dim("gather", dim, self);
  check_index_dtype("gather", "index", index);
  if (index.numel() != 0) {
    TORCH_CHECK(dims_of(index) == dims_of(self), "gather(): argument 'index': of shape ", index.sizes(), " must have as many dimensions as self of shape ", self.sizes());
    for (int64_t i = 0; i < dims_of(self); ++i) {
      TORCH_CHECK(
          i == d || size_of(index, i) <= size_of(self, i), "gather(): argument 'index': of shape ", index.sizes(), " must be no larger than self of shape ", self.sizes(), " apart from dimension ", d);
    }
  }
  return meta_of(index.sizes(), self.scalar_type());
}
void gather_cpu(const Tensor& self, int64_t dim, const Tensor& index, bool /*sparse_grad*/, Tensor& out) {
  run_gather("gather", out, self, wrap_dim("gather", dim, self), index);
}

Tensor take_along_dim(const Tensor& self, const Tensor& indices, std::optional<int64_t> dim) {
  TORCH_CHECK(indices.scalar_type() == ScalarType::Long, "take_along_dim(): argument 'indices': must be int64, got ", indices.scalar_type());
  if (!dim.has_value()) return take_along_dim(self.reshape({-1}), indices.reshape({-1}), 0);
  const int64_t d = wrap_dim("take_along_dim", *dim, self);
  TORCH_CHECK(
      dims_of(self) == dims_of(indices), "take_along_dim(): argument 'indices': of shape ", indices.sizes(), " must have as many dimensions as self of shape ", self.sizes());
  const Tensor table = at_least_1d(self);
  // Broadcast in every dimension but d.
  DimVector index_shape(at_least_1d(indices).sizes()), self_shape(table.sizes());
  const int64_t picked = index_shape[static_cast<size_t>(d)], size = self_shape[static_cast<size_t>(d)];
  index_shape[static_cast<size_t>(d)] = 1, self_shape[static_cast<size_t>(d)] = 1;
  DimVector common = broadcast_shapes("take_along_dim", self_shape, index_shape);
  common[static_cast<size_t>(d)] = size;
  const Tensor source = table.expand(common);
  common[static_cast<size_t>(d)] = picked;
  Tensor wrapped = at::detail::empty_cpu(common, ScalarType::Long);
  wrapped.copy_(at_least_1d(indices).expand(common));
  TORCH_CHECK_INDEX(size > 0 || wrapped.numel() == 0, "take_along_dim(): argument 'indices': has elements, but dimension ", d, " of self of shape ", self.sizes(), " has none");
  int64_t* const index = wrapped.mutable_data_ptr<int64_t>();
  for (int64_t i = 0; i < wrapped.numel(); ++i) {
    if (index[i] >= 0 && index[i] < size) continue;
    index[i] %= size;
    index[i] += index[i] < 0 ? size : 0;
  }
  Tensor out = at::gather(source, d, wrapped);
  return self.dim() == 0 && indices.dim() == 0 ? out.squeeze(0) : out;
}

// ---- scatter

void check_scatter(const char* op, const Tensor& self, int64_t dim, const Tensor& index, const Tensor* src) {
  const int64_t d = wrap_dim(op, dim, self);
  check_index_dtype(op, "index", index);
  if (src != nullptr) {
    TORCH_CHECK(src->scalar_type() == self.scalar_type(), op, "(): argument 'src': Expected self.dtype to be equal to src.dtype, got ", self.scalar_type(), " and ", src->scalar_type());
  }
  if (index.numel() == 0) return;
  TORCH_CHECK(dims_of(index) == dims_of(self), op, "(): argument 'index': of shape ", index.sizes(), " must have as many dimensions as self of shape ", self.sizes());
  TORCH_CHECK(
      src == nullptr || dims_of(*src) == dims_of(index), op, "(): argument 'src': of shape ", src->sizes(), " must have as many dimensions as index of shape ", index.sizes());
  for (int64_t i = 0; i < dims_of(self); ++i) {
    TORCH_CHECK(
        i == d || size_of(index, i) <= size_of(self, i), op, "(): argument 'index': of shape ", index.sizes(), " must be no larger than self of shape ", self.sizes(), " apart from dimension ", d);
    TORCH_CHECK(src == nullptr || size_of(index, i) <= size_of(*src, i), op, "(): argument 'src': of shape ", src->sizes(), " must be no smaller than index of shape ", index.sizes());
  }
}

// The part of src that index covers.
Tensor covered(const Tensor& src, const Tensor& index) {
  Tensor part = at_least_1d(src);
  const Tensor where = at_least_1d(index);
  for (int64_t i = 0; i < part.dim(); ++i) part = part.narrow(i, 0, where.size(i));
  return part;
}

void scatter_into(const char* op, Tensor& self, int64_t dim, const Tensor& index, const Tensor& src) {
  run_scatter(scatter_rows(static_cast<int64_t>(self.element_size())), op, self, wrap_dim(op, dim, self), index, src);
}
void reduce_scattered(const char* op, Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, IndexReduction reduction, bool include_self) {
  if (index.numel() == 0) return;
  const int64_t d = wrap_dim(op, dim, self);
  reduce_into(op, self, covered(src, index), reduction, include_self, [&](const RowOps& ops, Tensor& table, const Tensor& values) { run_scatter(ops, op, table, d, index, values); });
}

IndexReduction old_reduction(const char* op, std::string_view reduce) {
  TORCH_CHECK(reduce == "add" || reduce == "multiply", op, "(): argument 'reduce': must be either add or multiply, got '", reduce, "'");
  return reduce == "add" ? IndexReduction::Sum : IndexReduction::Product;
}
IndexReduction reduction_of(const char* op, std::string_view reduce) {
  if (reduce == "sum") return IndexReduction::Sum;
  if (reduce == "prod") return IndexReduction::Product;
  if (reduce == "mean") return IndexReduction::Mean;
  if (reduce == "amax") return IndexReduction::Max;
  TORCH_CHECK(reduce == "amin", op, "(): argument 'reduce': must be either sum, prod, mean, amax or amin, got '", reduce, "'");
  return IndexReduction::Min;
}

OutputMeta scatter_src_meta(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src) {
  check_scatter("scatter", self, dim, index, &src);
  return meta_of(self.sizes(), self.scalar_type());
}
OutputMeta scatter_value_meta(const Tensor& self, int64_t dim, const Tensor& index, const Scalar& /*value*/) {
  check_scatter("scatter", self, dim, index, nullptr);
  return meta_of(self.sizes(), self.scalar_type());
}
OutputMeta scatter_reduce_meta_of(const Tensor& self, int64_t dim, const Tensor& index, const Tensor* src, std::string_view reduce) {
  old_reduction("scatter", reduce);
  check_scatter("scatter", self, dim, index, src);
  return meta_of(self.sizes(), self.scalar_type());
}
OutputMeta scatter_reduce_meta(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce) {
  return scatter_reduce_meta_of(self, dim, index, &src, reduce);
}
OutputMeta scatter_value_reduce_meta(const Tensor& self, int64_t dim, const Tensor& index, const Scalar& /*value*/, std::string_view reduce) {
  return scatter_reduce_meta_of(self, dim, index, nullptr, reduce);
}
OutputMeta scatter_add_meta(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src) {
  check_scatter("scatter_add", self, dim, index, &src);
  return meta_of(self.sizes(), self.scalar_type());
}
OutputMeta scatter_reduce_two_meta(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce, bool /*include_self*/) {
  reduction_of("scatter_reduce", reduce);
  check_scatter("scatter_reduce", self, dim, index, &src);
  return meta_of(self.sizes(), self.scalar_type());
}

void scatter_src_cpu(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, Tensor& out) {
  out.copy_(self);
  scatter_into("scatter", out, dim, index, src);
}
void scatter_value_cpu(const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value, Tensor& out) {
  out.copy_(self);
  scatter_into("scatter", out, dim, index, repeated_value(value, index.sizes(), self.scalar_type()));
}
void scatter_reduce_cpu(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce, Tensor& out) {
  out.copy_(self);
  reduce_scattered("scatter", out, dim, index, src, old_reduction("scatter", reduce), true);
}
void scatter_value_reduce_cpu(const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value, std::string_view reduce, Tensor& out) {
  out.copy_(self);
  reduce_scattered("scatter", out, dim, index, repeated_value(value, index.sizes(), self.scalar_type()), old_reduction("scatter", reduce), true);
}
void scatter_add_cpu(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, Tensor& out) {
  out.copy_(self);
  reduce_scattered("scatter_add", out, dim, index, src, IndexReduction::Sum, true);
}
void scatter_reduce_two_cpu(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce, bool include_self, Tensor& out) {
  out.copy_(self);
  reduce_scattered("scatter_reduce", out, dim, index, src, reduction_of("scatter_reduce", reduce), include_self);
}

Tensor& scatter_src_(Tensor& self, int64_t dim, const Tensor& index, const Tensor& src) {
  check_scatter("scatter_", self, dim, index, &src);
  check_overlap("scatter_", self, {&index, &src});
  scatter_into("scatter_", self, dim, index, src);
  return self;
}
Tensor& scatter_value_(Tensor& self, int64_t dim, const Tensor& index, const Scalar& value) {
  check_scatter("scatter_", self, dim, index, nullptr);
  check_overlap("scatter_", self, {&index});
  scatter_into("scatter_", self, dim, index, repeated_value(value, index.sizes(), self.scalar_type()));
  return self;
}
Tensor& scatter_reduce_(Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce) {
  const IndexReduction reduction = old_reduction("scatter_", reduce);
  check_scatter("scatter_", self, dim, index, &src);
  check_overlap("scatter_", self, {&index, &src});
  reduce_scattered("scatter_", self, dim, index, src, reduction, true);
  return self;
}
Tensor& scatter_value_reduce_(Tensor& self, int64_t dim, const Tensor& index, const Scalar& value, std::string_view reduce) {
  const IndexReduction reduction = old_reduction("scatter_", reduce);
  check_scatter("scatter_", self, dim, index, nullptr);
  check_overlap("scatter_", self, {&index});
  reduce_scattered("scatter_", self, dim, index, repeated_value(value, index.sizes(), self.scalar_type()), reduction, true);
  return self;
}
Tensor& scatter_add_(Tensor& self, int64_t dim, const Tensor& index, const Tensor& src) {
  check_scatter("scatter_add_", self, dim, index, &src);
  check_overlap("scatter_add_", self, {&index, &src});
  reduce_scattered("scatter_add_", self, dim, index, src, IndexReduction::Sum, true);
  return self;
}
Tensor& scatter_reduce_two_(Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, std::string_view reduce, bool include_self) {
  const IndexReduction reduction = reduction_of("scatter_reduce_", reduce);
  check_scatter("scatter_reduce_", self, dim, index, &src);
  check_overlap("scatter_reduce_", self, {&index, &src});
  reduce_scattered("scatter_reduce_", self, dim, index, src, reduction, include_self);
  return self;
}

} // namespace
} // namespace at::native

#include <ATen/native/Scatter.stubs.inc>
