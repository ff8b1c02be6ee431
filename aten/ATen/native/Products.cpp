// Products composed of matrix products, broadcasts and sums; see Products.yaml.
#include <ATen/core/Tensor.h>
#include <ATen/native/Checks.h>
#include <ATen/native/gemm/Gemm.h>
#include <ATen/native/gemm/Output.h>
#include <ATen/ops/add.h>
#include <ATen/ops/addmm.h>
#include <ATen/ops/diagonal.h>
#include <ATen/ops/expand.h>
#include <ATen/ops/gelu.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/permute.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/reshape.h>
#include <ATen/ops/select.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/sub.h>
#include <ATen/ops/sum.h>
#include <ATen/ops/to.h>
#include <ATen/ops/unsqueeze.h>
#include <ATen/ops/zeros.h>
#include <c10/core/WrapDimMinimal.h>

#include <algorithm>
#include <limits>

namespace at::native {
namespace {

using c10::maybe_wrap_dim;

int64_t product_of(const char* op, IntArrayRef sizes) {
  int64_t n = 1;
  for (const int64_t s : sizes) TORCH_CHECK(!__builtin_mul_overflow(n, s, &n), op, ": a result of sizes ", sizes, " has more elements than 64 bits count");
  return n;
}

// Half and bfloat16 go through several steps in float and are rounded once, at the end.
bool is_reduced(const Tensor& t) {
  return c10::isReducedFloatingType(t.scalar_type());
}

bool is_zero(const Scalar& s) {
  return s.toComplexDouble() == c10::complex<double>(0);
}

} // namespace

Tensor addbmm(const Tensor& self, const Tensor& batch1, const Tensor& batch2, const Scalar& beta, const Scalar& alpha) {
  // The batch is one more dimension to sum over, so it is one product of longer rows.
  const int64_t k = product_of("addbmm", {batch1.size(0), batch1.size(2)});
  return at::addmm(self, batch1.permute({1, 0, 2}).reshape({batch1.size(1), k}), batch2.reshape({k, batch2.size(2)}), beta, alpha);
}

Tensor outer(const Tensor& self, const Tensor& vec2) {
  return at::mul(self.unsqueeze(1), vec2);
}

Tensor ger(const Tensor& self, const Tensor& vec2) {
  return outer(self, vec2);
}

Tensor addr(const Tensor& self, const Tensor& vec1, const Tensor& vec2, const Scalar& beta, const Scalar& alpha) {
  const bool integral = c10::isIntegralType(self.scalar_type(), true) && c10::isIntegralType(vec1.scalar_type(), true) && c10::isIntegralType(vec2.scalar_type(), true);
  TORCH_CHECK(!integral || beta.isIntegral(true), "addr(): argument 'beta' must not be a floating-point number for tensors of integers, got ", beta.toDouble());
  TORCH_CHECK(!integral || alpha.isIntegral(true), "addr(): argument 'alpha' must not be a floating-point number for tensors of integers, got ", alpha.toDouble());
  if (is_reduced(self) && is_reduced(vec1) && is_reduced(vec2)) {
    return addr(self.to(ScalarType::Float), vec1.to(ScalarType::Float), vec2.to(ScalarType::Float), beta, alpha).to(c10::promoteTypes(self.scalar_type(), c10::promoteTypes(vec1.scalar_type(), vec2.scalar_type())));
  }
  // Numbers promote bools, so a factor of one is left out, and any other counts as a bool among bools.
  const auto scaled = [](const Tensor& t, const Scalar& factor) {
    if (factor.equal(1)) return t;
    return t.scalar_type() == ScalarType::Bool ? at::mul(t, Scalar(factor.to<bool>())) : at::mul(t, factor);
  };
  const Tensor product = at::mul(scaled(vec1, alpha).unsqueeze(1), vec2);
  const Tensor base = self.expand(product.sizes());
  return is_zero(beta) ? product : at::add(scaled(base, beta), product);
}

template <class scalar_t>
void vdot_cpu(const Tensor& self, const Tensor& other, Tensor& out) {
  ContiguousOut target(out, {&self, &other});
  gemm::Product<scalar_t> p;
  Tensor conjugate;
  p.m = p.n = 1, p.k = self.size(0);
  p.a = self.const_data_ptr<scalar_t>(), p.a_col = self.stride(0);
  if constexpr (c10::is_complex<scalar_t>::value) {
    conjugate = at::detail::empty_cpu({p.k}, self.scalar_type());
    scalar_t* to = conjugate.mutable_data_ptr<scalar_t>();
    for (int64_t i = 0; i < p.k; ++i) to[i] = std::conj(p.a[i * p.a_col]);
    p.a = to, p.a_col = 1;
  }
  p.b = other.const_data_ptr<scalar_t>(), p.b_row = other.stride(0);
  p.c = target.data<scalar_t>();
  gemm::product(p);
  target.finish();
}

Tensor tensordot(const Tensor& self, const Tensor& other, IntArrayRef dims_self, IntArrayRef dims_other) {
  TORCH_CHECK(dims_self.size() == dims_other.size(), "tensordot(): argument 'dims_self' has ", dims_self.size(), " dimensions, 'dims_other' ", dims_other.size(), "; they are paired");
  // Rows that stay and columns that are summed of one side, as a matrix.
  const auto split = [](const char* name, const Tensor& t, IntArrayRef dims, bool summed_first, DimVector& kept_sizes) {
    DimVector order, summed;
    c10::SmallVector<bool, 8> taken(static_cast<size_t>(t.dim()), false);
    int64_t rows = 1, columns = 1;
    for (const int64_t dim : dims) {
      const int64_t d = maybe_wrap_dim(dim, t.dim());
      TORCH_CHECK(!taken[d], "tensordot(): argument '", name, "' names dimension ", d, " twice");
      taken[d] = true;
      summed.push_back(d);
      columns *= t.size(d);
    }
    for (int64_t d = 0; d < t.dim(); ++d) {
      if (taken[d]) continue;
      order.push_back(d);
      kept_sizes.push_back(t.size(d));
      rows *= t.size(d);
    }
    order.insert(summed_first ? order.begin() : order.end(), summed.begin(), summed.end());
    return t.permute(order).reshape(summed_first ? DimVector{columns, rows} : DimVector{rows, columns});
  };
  for (size_t i = 0; i < dims_self.size(); ++i) {
    const int64_t a = self.size(maybe_wrap_dim(dims_self[i], self.dim())), b = other.size(maybe_wrap_dim(dims_other[i], other.dim()));
    TORCH_CHECK(a == b, "tensordot(): dimension ", dims_self[i], " of self has size ", a, ", dimension ", dims_other[i], " of other has size ", b);
  }
  DimVector sizes;
  const Tensor a = split("dims_self", self, dims_self, false, sizes);
  const Tensor b = split("dims_other", other, dims_other, true, sizes);
  return at::mm(a, b).reshape(sizes);
}

Tensor inner(const Tensor& self, const Tensor& other) {
  if (self.dim() == 0 || other.dim() == 0) return at::mul(self, other);
  TORCH_CHECK(self.size(-1) == other.size(-1), "inner(): the last dimensions of self of shape ", self.sizes(), " and other of shape ", other.sizes(), " must have equal sizes");
  return tensordot(self, other, {-1}, {-1});
}

Tensor kron(const Tensor& self, const Tensor& other) {
  const int64_t n = std::max(self.dim(), other.dim());
  // a x 1 times 1 x b in each dimension, then the pairs joined.
  DimVector a_sizes, b_sizes, sizes;
  for (int64_t d = 0; d < n; ++d) {
    const int64_t da = d - (n - self.dim()), db = d - (n - other.dim());
    const int64_t a = da < 0 ? 1 : self.size(da), b = db < 0 ? 1 : other.size(db);
    a_sizes.push_back(a), a_sizes.push_back(1);
    b_sizes.push_back(1), b_sizes.push_back(b);
    sizes.push_back(product_of("kron", {a, b}));
  }
  return at::mul(self.reshape(a_sizes), other.reshape(b_sizes)).reshape(sizes);
}

static Tensor cross_along(const char* op, const Tensor& self, const Tensor& other, int64_t dim) {
  TORCH_CHECK(self.dim() == other.dim(), op, "(): inputs must have the same number of dimensions, got self of shape ", self.sizes(), " and other of shape ", other.sizes());
  const int64_t d = maybe_wrap_dim(dim, self.dim());
  TORCH_CHECK(self.size(d) == 3 && other.size(d) == 3, op, "(): inputs must have size 3 in dimension ", dim, ", got self of shape ", self.sizes(), " and other of shape ", other.sizes());
  Tensor a[3], b[3];
  for (int64_t i = 0; i < 3; ++i) a[i] = self.select(d, i), b[i] = other.select(d, i);
  const auto one = [&](int i, int j) { return at::sub(at::mul(a[i], b[j]), at::mul(a[j], b[i])); };
  return at::stack({one(1, 2), one(2, 0), one(0, 1)}, d);
}

Tensor linalg_cross(const Tensor& self, const Tensor& other, int64_t dim) {
  return cross_along("linalg_cross", self, other, dim);
}

Tensor cross(const Tensor& self, const Tensor& other, std::optional<int64_t> dim) {
  if (dim) return cross_along("cross", self, other, *dim);
  const auto found = std::find(self.sizes().begin(), self.sizes().end(), 3);
  TORCH_CHECK(found != self.sizes().end(), "cross(): no dimension of size 3 in self of shape ", self.sizes());
  return cross_along("cross", self, other, found - self.sizes().begin());
}

Tensor trace(const Tensor& self) {
  return at::sum(at::diagonal(self));
}

Tensor _trilinear(const Tensor& i1, const Tensor& i2, const Tensor& i3, IntArrayRef expand1, IntArrayRef expand2, IntArrayRef expand3, IntArrayRef sumdim, int64_t unroll_dim) {
  if (is_reduced(i1) && is_reduced(i2) && is_reduced(i3)) {
    return _trilinear(i1.to(ScalarType::Float), i2.to(ScalarType::Float), i3.to(ScalarType::Float), expand1, expand2, expand3, sumdim, unroll_dim).to(i1.scalar_type());
  }
  // How the sum is cut into pieces is no business of the result's; the argument is only checked.
  const int64_t dims = i1.dim() + static_cast<int64_t>(expand1.size());
  maybe_wrap_dim(unroll_dim, dims);
  const auto expanded = [&](const char* name, Tensor t, IntArrayRef places) {
    TORCH_CHECK(t.dim() + static_cast<int64_t>(places.size()) == dims, "_trilinear(): argument '", name, "' of shape ", t.sizes(), " with ", places.size(), " new dimensions must have ", dims, " dimensions as i1");
    for (const int64_t d : places) t = t.unsqueeze(d);
    return t;
  };
  const Tensor a = expanded("i1", i1, expand1), b = expanded("i2", i2, expand2), c = expanded("i3", i3, expand3);
  const Tensor product = at::mul(at::mul(a, b), c);
  return sumdim.empty() ? product : at::sum(product, sumdim, false, product.scalar_type());
}

Tensor bilinear(const Tensor& input1, const Tensor& input2, const Tensor& weight, const std::optional<Tensor>& bias) {
  TORCH_CHECK(input1.dim() >= 1 && input1.dim() == input2.dim(), "bilinear(): input1 of shape ", input1.sizes(), " and input2 of shape ", input2.sizes(), " must have equally many dimensions, one or more");
  TORCH_CHECK(input1.sizes().slice(0, input1.dim() - 1) == input2.sizes().slice(0, input2.dim() - 1), "bilinear(): batch dimensions of input1 of shape ", input1.sizes(), " and input2 of shape ", input2.sizes(), " do not match");
  TORCH_CHECK(input1.size(-1) == weight.size(1), "bilinear(): input1 of shape ", input1.sizes(), " does not match weight of shape ", weight.sizes());
  TORCH_CHECK(input2.size(-1) == weight.size(2), "bilinear(): input2 of shape ", input2.sizes(), " does not match weight of shape ", weight.sizes());
  const bool has_bias = bias.has_value() && bias->defined();
  TORCH_CHECK(!has_bias || (bias->dim() == 1 && bias->size(0) == weight.size(0)), "bilinear(): bias of shape ", has_bias ? bias->sizes() : IntArrayRef(), " does not match weight of shape ", weight.sizes());
  DimVector sizes(input1.sizes().begin(), input1.sizes().end());
  sizes.back() = weight.size(0);
  const int64_t rows = product_of("bilinear", input1.sizes().slice(0, input1.dim() - 1));
  const int64_t features = product_of("bilinear", {weight.size(0), weight.size(2)});
  const Tensor halfway = at::mm(input1.reshape({rows, weight.size(1)}), weight.permute({1, 0, 2}).reshape({weight.size(1), features})).reshape({rows, weight.size(0), weight.size(2)});
  Tensor result = at::sum(at::mul(halfway, input2.reshape({rows, 1, weight.size(2)})), {2}, false, input1.scalar_type());
  if (has_bias) result = at::add(result, *bias);
  return result.reshape(sizes);
}

Tensor linalg_matmul(const Tensor& self, const Tensor& other) {
  return at::matmul(self, other);
}

// Cormen et al., Introduction to Algorithms, "Matrix-chain multiplication": the cheapest split of every range, from short ranges to long ones.
static Tensor cheapest_product(const char* op, TensorList matrices) {
  const size_t n = matrices.size();
  std::vector<double> cost(n * n, 0.0);
  std::vector<size_t> split(n * n, 0);
  for (size_t i = 0; i + 1 < n; ++i)
    TORCH_CHECK(matrices[i].size(1) == matrices[i + 1].size(0), op, "(): matrices ", i, " and ", i + 1, " of shapes ", matrices[i].sizes(), " and ", matrices[i + 1].sizes(), " cannot be multiplied");
  for (size_t length = 2; length <= n; ++length) {
    for (size_t i = 0; i + length <= n; ++i) {
      const size_t j = i + length - 1;
      cost[i * n + j] = std::numeric_limits<double>::infinity();
      for (size_t k = i; k < j; ++k) {
        const double c = cost[i * n + k] + cost[(k + 1) * n + j] + double(matrices[i].size(0)) * double(matrices[k].size(1)) * double(matrices[j].size(1));
        if (c < cost[i * n + j]) cost[i * n + j] = c, split[i * n + j] = k;
      }
    }
  }
  // Ranges still to multiply, innermost last: a stack, since a chain may be long.
  struct Range {
    size_t begin, end;
    bool ready;
  };
  std::vector<Range> todo = {{0, n - 1, false}};
  std::vector<Tensor> done;
  while (!todo.empty()) {
    const Range r = todo.back();
    todo.pop_back();
    if (r.begin == r.end) {
      done.push_back(matrices[r.begin]);
    } else if (!r.ready) {
      const size_t k = split[r.begin * n + r.end];
      todo.push_back({r.begin, r.end, true});
      todo.push_back({k + 1, r.end, false});
      todo.push_back({r.begin, k, false});
    } else {
      const Tensor right = std::move(done.back());
      done.pop_back();
      done.back() = at::mm(done.back(), right);
    }
  }
  return done[0];
}

Tensor linalg_multi_dot(TensorList tensors) {
  TORCH_CHECK(tensors.size() >= 2, "linalg_multi_dot(): argument 'tensors' must have two tensors or more, got ", tensors.size());
  std::vector<Tensor> matrices(tensors.begin(), tensors.end());
  DimVector sizes;
  for (size_t i = 0; i < matrices.size(); ++i) {
    const bool end = i == 0 || i + 1 == matrices.size();
    TORCH_CHECK(matrices[i].dim() == 2 || (end && matrices[i].dim() == 1), "linalg_multi_dot(): tensor ", i, " must be a matrix", end ? " or a vector" : "", ", got shape ", matrices[i].sizes());
  }
  if (matrices.front().dim() == 1) matrices.front() = matrices.front().unsqueeze(0);
  else sizes.push_back(matrices.front().size(0));
  if (matrices.back().dim() == 1) matrices.back() = matrices.back().unsqueeze(1);
  else sizes.push_back(matrices.back().size(1));
  return cheapest_product("linalg_multi_dot", matrices).reshape(sizes);
}

Tensor chain_matmul(TensorList matrices) {
  TORCH_CHECK(!matrices.empty(), "chain_matmul(): argument 'matrices' must have one matrix or more");
  for (size_t i = 0; i < matrices.size(); ++i) TORCH_CHECK(matrices[i].dim() == 2, "chain_matmul(): matrix ", i, " has shape ", matrices[i].sizes());
  return cheapest_product("chain_matmul", matrices);
}

Tensor _addmm_activation(const Tensor& self, const Tensor& mat1, const Tensor& mat2, const Scalar& beta, const Scalar& alpha, bool use_gelu) {
  const Tensor sum = at::addmm(self, mat1, mat2, beta, alpha);
  return use_gelu ? at::gelu(sum) : at::relu(sum);
}

} // namespace at::native

#include <ATen/native/Products.stubs.inc>
