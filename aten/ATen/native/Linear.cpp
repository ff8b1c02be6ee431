// Products of matrices and vectors: each kernel says where its operands lie and leaves the work to gemm/.
#include <ATen/core/Tensor.h>
#include <ATen/native/Checks.h>
#include <ATen/native/gemm/Gemm.h>
#include <ATen/native/gemm/Output.h>

#include <optional>

namespace at::native {
namespace {

using gemm::Epilogue;
using gemm::Product;

// The factor of a product or of what is added to it, in the type in which sums are kept: for integers its whole part, as PyTorch takes it.
template <class T>
gemm::accumulate_t<T> factor(const Scalar& value) {
  return value.to<gemm::accumulate_t<T>>();
}

// `self` broadcast to `sizes` with strides for the engine; the strides of the last two dimensions go into the epilogue.
template <class T>
Epilogue<T> added(const char* op, const Tensor& self, IntArrayRef sizes, const Scalar& beta, const Scalar& alpha, Tensor& expanded) {
  Epilogue<T> e;
  e.alpha = factor<T>(alpha);
  e.beta = factor<T>(beta);
  bool fits = self.dim() <= static_cast<int64_t>(sizes.size());
  for (int64_t i = 1; fits && i <= self.dim(); i++) {
    const int64_t have = self.size(-i), want = sizes[sizes.size() - i];
    fits = have == want || have == 1;
  }
  TORCH_CHECK(fits, op, ": self of shape ", self.sizes(), " does not broadcast to the product's shape ", sizes);
  if (e.beta == gemm::accumulate_t<T>(0)) {
    e.beta = gemm::accumulate_t<T>(1);
    return e;
  }
  expanded = self.expand(sizes);
  e.bias = expanded.const_data_ptr<T>();
  const size_t n = sizes.size();
  if (n >= 2) e.bias_row = expanded.stride(n - 2), e.bias_col = expanded.stride(n - 1);
  if (n == 1) e.bias_row = expanded.stride(0);
  return e;
}

template <class T>
Product<T> matrices(const Tensor& a, const Tensor& b, T* c) {
  Product<T> p;
  p.m = a.size(-2), p.k = a.size(-1), p.n = b.size(-1);
  p.a = a.const_data_ptr<T>(), p.a_row = a.stride(-2), p.a_col = a.stride(-1);
  p.b = b.const_data_ptr<T>(), p.b_row = b.stride(-2), p.b_col = b.stride(-1);
  p.c = c, p.c_row = p.n;
  return p;
}

template <class T>
Product<T> matrix_and_vector(const Tensor& a, const Tensor& x, T* c) {
  Product<T> p;
  p.m = a.size(0), p.k = a.size(1), p.n = 1;
  p.a = a.const_data_ptr<T>(), p.a_row = a.stride(0), p.a_col = a.stride(1);
  p.b = x.const_data_ptr<T>(), p.b_row = x.stride(0);
  p.c = c, p.c_row = 1;
  return p;
}

// The rows of a tensor's last dimension as one matrix: in place where the leading dimensions collapse, else copied.
struct Rows {
  Tensor tensor;
  int64_t count, row_stride, col_stride;
};
Rows rows_of(const Tensor& t) {
  Rows r;
  r.tensor = t;
  r.count = 1;
  for (int64_t d = 0; d + 1 < t.dim(); d++) r.count *= t.size(d);
  r.col_stride = t.stride(-1), r.row_stride = t.dim() >= 2 ? t.stride(-2) : t.size(-1);
  bool collapses = true;
  int64_t expected = -1;
  for (int64_t d = t.dim() - 2; d >= 0; d--) {
    if (t.size(d) == 1) continue;
    if (expected < 0) {
      r.row_stride = t.stride(d);
    } else if (t.stride(d) != expected) {
      collapses = false;
    }
    expected = t.stride(d) * t.size(d);
  }
  if (!collapses) r.tensor = t.contiguous(), r.row_stride = t.size(-1), r.col_stride = 1;
  return r;
}

template <class scalar_t>
void linear_cpu(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias, Tensor& out) {
  const Tensor* const bias_tensor = bias.has_value() && bias->defined() ? &*bias : nullptr;
  ContiguousOut target(out, {&input, &weight, bias_tensor});
  const Rows rows = rows_of(input);
  Product<scalar_t> p;
  p.m = rows.count, p.k = input.size(-1), p.n = weight.dim() == 2 ? weight.size(0) : 1;
  p.a = rows.tensor.const_data_ptr<scalar_t>(), p.a_row = rows.row_stride, p.a_col = rows.col_stride;
  p.b = weight.const_data_ptr<scalar_t>(), p.b_row = weight.stride(-1), p.b_col = weight.dim() == 2 ? weight.stride(0) : p.k;
  p.c = target.data<scalar_t>(), p.c_row = p.n;
  if (bias_tensor != nullptr) {
    p.epilogue.bias = bias_tensor->const_data_ptr<scalar_t>();
    p.epilogue.bias_col = bias_tensor->dim() == 1 && bias_tensor->size(0) > 1 ? bias_tensor->stride(0) : 0;
  }
  gemm::product(p);
  target.finish();
}

OutputMeta linear_meta(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias) {
  TORCH_CHECK(input.size(-1) == weight.size(-1), "linear: input of shape ", input.sizes(), " and weight of shape ", weight.sizes(),
              " cannot be multiplied (", input.size(-1), " columns against ", weight.size(-1), ")");
  OutputMeta meta;
  meta.sizes.assign(input.sizes().begin(), input.sizes().end() - 1);
  if (weight.dim() == 2) meta.sizes.push_back(weight.size(0));
  meta.dtype = input.scalar_type();
  if (bias.has_value() && bias->defined()) {
    const int64_t features = weight.dim() == 2 ? weight.size(0) : 1;
    TORCH_CHECK(bias->dim() <= 1 && (bias->numel() == 1 || bias->numel() == features), "linear: bias of shape ", bias->sizes(),
                " does not fit the ", features, " output features of weight of shape ", weight.sizes());
  }
  return meta;
}

template <class scalar_t>
void mm_cpu(const Tensor& self, const Tensor& mat2, Tensor& out) {
  ContiguousOut target(out, {&self, &mat2});
  gemm::product(matrices<scalar_t>(self, mat2, target.data<scalar_t>()));
  target.finish();
}

template <class scalar_t>
void addmm_cpu(const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta, const Scalar& alpha, Tensor& out) {
  ContiguousOut target(out, {&self, &mat1, &mat2});
  Tensor expanded;
  Product<scalar_t> p = matrices<scalar_t>(mat1, mat2, target.data<scalar_t>());
  p.epilogue = added<scalar_t>("addmm", self, out.sizes(), beta, alpha, expanded);
  gemm::product(p);
  target.finish();
}

template <class scalar_t>
void bmm_cpu(const Tensor& self, const Tensor& mat2, Tensor& out) {
  ContiguousOut target(out, {&self, &mat2});
  const Product<scalar_t> p = matrices<scalar_t>(self, mat2, target.data<scalar_t>());
  gemm::batched_product(p, self.size(0), self.stride(0), mat2.stride(0), p.m * p.n, 0);
  target.finish();
}

template <class scalar_t>
void baddbmm_cpu(const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta, const Scalar& alpha, Tensor& out) {
  ContiguousOut target(out, {&self, &batch1, &batch2});
  Tensor expanded;
  Product<scalar_t> p = matrices<scalar_t>(batch1, batch2, target.data<scalar_t>());
  p.epilogue = added<scalar_t>("baddbmm", self, out.sizes(), beta, alpha, expanded);
  gemm::batched_product(p, batch1.size(0), batch1.stride(0), batch2.stride(0), p.m * p.n, expanded.defined() ? expanded.stride(0) : 0);
  target.finish();
}

template <class scalar_t>
void mv_cpu(const Tensor& self, const Tensor& vec, Tensor& out) {
  ContiguousOut target(out, {&self, &vec});
  gemm::product(matrix_and_vector<scalar_t>(self, vec, target.data<scalar_t>()));
  target.finish();
}

template <class scalar_t>
void addmv_cpu(const Tensor& self, const Tensor& mat, const Tensor& vec, const Scalar& beta, const Scalar& alpha, Tensor& out) {
  ContiguousOut target(out, {&self, &mat, &vec});
  Tensor expanded;
  Product<scalar_t> p = matrix_and_vector<scalar_t>(mat, vec, target.data<scalar_t>());
  p.epilogue = added<scalar_t>("addmv", self, out.sizes(), beta, alpha, expanded);
  gemm::product(p);
  target.finish();
}

template <class scalar_t>
void dot_cpu(const Tensor& self, const Tensor& tensor, Tensor& out) {
  ContiguousOut target(out, {&self, &tensor});
  Product<scalar_t> p;
  p.m = p.n = 1, p.k = self.size(0);
  p.a = self.const_data_ptr<scalar_t>(), p.a_col = self.stride(0);
  p.b = tensor.const_data_ptr<scalar_t>(), p.b_row = tensor.stride(0);
  p.c = target.data<scalar_t>();
  gemm::product(p);
  target.finish();
}

// ---- matmul

// Matrix and batch dimensions of one operand; a vector is a matrix with one row (left) or one column (right).
struct Operand {
  int64_t rows, cols, row_stride, col_stride;
  IntArrayRef batch, batch_strides;
};
Operand left(const Tensor& t) {
  if (t.dim() == 1) return {1, t.size(0), 0, t.stride(0), {}, {}};
  return {t.size(-2), t.size(-1), t.stride(-2), t.stride(-1), t.sizes().slice(0, t.dim() - 2), t.strides().slice(0, t.dim() - 2)};
}
Operand right(const Tensor& t) {
  if (t.dim() == 1) return {t.size(0), 1, t.stride(0), 1, {}, {}};
  return left(t);
}

DimVector broadcast_batch(const Tensor& self, const Tensor& other, IntArrayRef a, IntArrayRef b) {
  DimVector sizes(std::max(a.size(), b.size()), 1);
  for (size_t i = 1; i <= sizes.size(); i++) {
    const int64_t x = i <= a.size() ? a[a.size() - i] : 1, y = i <= b.size() ? b[b.size() - i] : 1;
    TORCH_CHECK(x == y || x == 1 || y == 1, "matmul: the batch dimensions of self of shape ", self.sizes(), " and other of shape ", other.sizes(),
                " do not broadcast (", x, " against ", y, ")");
    sizes[sizes.size() - i] = x == 1 ? y : x;
  }
  return sizes;
}

OutputMeta matmul_meta(const Tensor& self, const Tensor& other) {
  const Operand a = left(self), b = right(other);
  TORCH_CHECK(a.cols == b.rows, "matmul: self of shape ", self.sizes(), " and other of shape ", other.sizes(), " cannot be multiplied (", a.cols,
              " columns against ", b.rows, " rows)");
  OutputMeta meta;
  meta.dtype = self.scalar_type();
  meta.sizes = broadcast_batch(self, other, a.batch, b.batch);
  if (self.dim() > 1) meta.sizes.push_back(a.rows);
  if (other.dim() > 1) meta.sizes.push_back(b.cols);
  return meta;
}

// Steps of an operand through the result's batch, zero where it is broadcast.
DimVector batch_steps(const Operand& o, size_t dims) {
  DimVector steps(dims, 0);
  for (size_t i = 1; i <= o.batch.size(); i++) {
    if (o.batch[o.batch.size() - i] != 1) steps[dims - i] = o.batch_strides[o.batch.size() - i];
  }
  return steps;
}

template <class scalar_t>
void matmul_cpu(const Tensor& self, const Tensor& other, Tensor& out) {
  ContiguousOut target(out, {&self, &other});
  const Operand a = left(self), b = right(other);
  Product<scalar_t> p;
  p.m = a.rows, p.k = a.cols, p.n = b.cols;
  p.a = self.const_data_ptr<scalar_t>(), p.a_row = a.row_stride, p.a_col = a.col_stride;
  p.b = other.const_data_ptr<scalar_t>(), p.b_row = b.row_stride, p.b_col = b.col_stride;
  p.c = target.data<scalar_t>(), p.c_row = p.n;
  if (b.batch.empty()) {  // one matrix on the right: all rows of the left in one product
    const Rows rows = rows_of(self);
    p.m = rows.count, p.a = rows.tensor.const_data_ptr<scalar_t>(), p.a_row = rows.row_stride, p.a_col = rows.col_stride;
    gemm::product(p);
    return target.finish();
  }
  const DimVector batch = broadcast_batch(self, other, a.batch, b.batch);
  const DimVector a_steps = batch_steps(a, batch.size()), b_steps = batch_steps(b, batch.size());
  // The innermost batch dimension goes to the engine as a whole; the others are counted here.
  const size_t outer = batch.size() - 1;
  int64_t count = 1;
  for (size_t d = 0; d < outer; d++) count *= batch[d];
  if (batch[outer] == 0 || count == 0) return target.finish();
  DimVector index(outer, 0);
  for (int64_t i = 0; i < count; i++) {
    Product<scalar_t> q = p;
    for (size_t d = 0; d < outer; d++) q.a += index[d] * a_steps[d], q.b += index[d] * b_steps[d];
    q.c += i * batch[outer] * p.m * p.n;
    gemm::batched_product(q, batch[outer], a_steps[outer], b_steps[outer], p.m * p.n, 0);
    for (size_t d = outer; d-- > 0;) {
      if (++index[d] < batch[d]) break;
      index[d] = 0;
    }
  }
  target.finish();
}

}  // namespace
}  // namespace at::native

#include <ATen/native/Linear.stubs.inc>
