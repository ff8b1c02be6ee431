// diff, trapezoid, gradient: arithmetic of slices along a dimension.
#include <ATen/native/ReduceDims.h>
#include <ATen/ops/add.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/cumsum.h>
#include <ATen/ops/diff.h>
#include <ATen/ops/div.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/ne.h>
#include <ATen/ops/neg.h>
#include <ATen/ops/sub.h>
#include <ATen/ops/sum.h>
#include <ATen/ops/zeros.h>

#include <vector>

namespace at::native {
namespace {

// ---- diff

Tensor diff(const Tensor& self, int64_t n, int64_t dim, const std::optional<Tensor>& prepend, const std::optional<Tensor>& append) {
  TORCH_CHECK(self.dim() > 0, "diff(): argument 'self' must have at least one dimension");
  TORCH_CHECK(n >= 0, "diff(): argument 'n' must not be negative, got ", n);
  const int64_t d = wrap_dim("diff", self, dim);
  if (n == 0) return self.clone();
  std::vector<Tensor> parts;
  const auto part = [&](const char* name, const std::optional<Tensor>& t) {
    if (!t.has_value() || !t->defined()) return;
    TORCH_CHECK(t->dim() == self.dim(), "diff(): argument '", name, "' must have as many dimensions as self of shape ", self.sizes(), ", got shape ", t->sizes());
    for (int64_t i = 0; i < self.dim(); i++) {
      TORCH_CHECK(i == d || t->size(i) == self.size(i), "diff(): argument '", name, "' of shape ", t->sizes(), " differs from self of shape ", self.sizes(), " in dimension ", i);
    }
    parts.push_back(*t);
  };
  part("prepend", prepend);
  parts.push_back(self);
  part("append", append);
  Tensor x = parts.size() == 1 ? self : at::cat(parts, d);
  n = std::min(n, x.size(d));
  if (n == x.size(d)) return x.narrow(d, 0, 0).clone();
  for (; n > 0; n--) {
    const int64_t left = x.size(d) - 1;
    const Tensor high = x.narrow(d, 1, left), low = x.narrow(d, 0, left);
    x = x.scalar_type() == ScalarType::Bool ? at::ne(high, low) : at::sub(high, low);
  }
  return x;
}

// ---- trapezoid

void check_samples(const char* op, const Tensor& y) {
  TORCH_CHECK_NOT_IMPLEMENTED(y.scalar_type() != ScalarType::Bool, op, "(): argument 'y' must not be of bools");
}
void check_dx(const char* op, const Scalar& dx) {
  TORCH_CHECK(!dx.isComplex() && !dx.isBoolean(), op, "(): argument 'dx' must be a real number, got ", dx);
}

// y with its samples along dim: those from the first, those from the second on.
struct Ends {
  Tensor left, right;
  Ends(const Tensor& t, int64_t d) : left(t.narrow(d, 0, t.size(d) - 1)), right(t.narrow(d, 1, t.size(d) - 1)) {}
};

// The distances between places x, of a shape that broadcasts with the trapezoids of y along d.
Tensor distances(const char* op, const Tensor& y, const Tensor& x, int64_t d) {
  TORCH_CHECK_NOT_IMPLEMENTED(x.scalar_type() != ScalarType::Bool, op, "(): argument 'x' must not be of bools");
  Tensor places = x;
  if (x.dim() == 1 && y.dim() != 1) {
    TORCH_CHECK(x.size(0) == y.size(d), op, "(): argument 'x' must have one place for each sample, ", y.size(d), ", got ", x.size(0));
    DimVector shape(static_cast<size_t>(y.dim()), 1);
    shape[d] = x.size(0);
    places = x.view(shape);
  } else {
    while (places.dim() < y.dim()) places = places.unsqueeze(0);
  }
  TORCH_CHECK(places.size(d) == y.size(d) || places.size(d) == 1, op, "(): argument 'x' of shape ", x.sizes(), " must have one place for each sample of y of shape ", y.sizes());
  const Ends ends(places, d);
  return at::sub(ends.right, ends.left);
}

int64_t sample_dim(const char* op, const Tensor& y, int64_t dim) {
  TORCH_CHECK_INDEX(y.dim() > 0, op, "(): argument 'dim': Dimension specified as ", dim, " but y has no dimensions");
  return wrap_dim(op, y, dim);
}
Tensor no_area(const Tensor& y, int64_t d) {
  DimVector sizes;
  for (int64_t i = 0; i < y.dim(); i++) {
    if (i != d) sizes.push_back(y.size(i));
  }
  return at::zeros(sizes, y.options());
}

Tensor trapezoid_x(const Tensor& y, const Tensor& x, int64_t dim) {
  const int64_t d = sample_dim("trapezoid", y, dim);
  if (y.size(d) == 0) return no_area(y, d);
  check_samples("trapezoid", y);
  const Ends ends(y, d);
  return at::div(at::sum(at::mul(distances("trapezoid", y, x, d), at::add(ends.left, ends.right)), IntArrayRef(d)), 2.);
}
Tensor trapezoid_dx(const Tensor& y, const Scalar& dx, int64_t dim) {
  const int64_t d = sample_dim("trapezoid", y, dim);
  if (y.size(d) == 0) return no_area(y, d);
  check_samples("trapezoid", y);
  check_dx("trapezoid", dx);
  const Tensor ends = at::add(y.select(d, 0), y.select(d, -1));
  return at::mul(at::sub(at::sum(y, IntArrayRef(d)), at::mul(ends, 0.5)), dx);
}
Tensor trapz_dx(const Tensor& y, double dx, int64_t dim) {
  return trapezoid_dx(y, dx, dim);
}

Tensor cumulative_trapezoid_x(const Tensor& y, const Tensor& x, int64_t dim) {
  const int64_t d = sample_dim("cumulative_trapezoid", y, dim);
  check_samples("cumulative_trapezoid", y);
  if (y.size(d) == 0) return y.clone();
  const Ends ends(y, d);
  const Tensor areas = at::mul(distances("cumulative_trapezoid", y, x, d), at::add(ends.left, ends.right));
  return at::div(at::cumsum(areas, d), 2.);
}
Tensor cumulative_trapezoid_dx(const Tensor& y, const Scalar& dx, int64_t dim) {
  const int64_t d = sample_dim("cumulative_trapezoid", y, dim);
  check_samples("cumulative_trapezoid", y);
  check_dx("cumulative_trapezoid", dx);
  if (y.size(d) == 0) return y.clone();
  const Ends ends(y, d);
  return at::mul(at::cumsum(at::add(ends.left, ends.right), d), dx.isFloatingPoint() ? Scalar(dx.toDouble() / 2) : Scalar(static_cast<double>(dx.toLong()) / 2));
}

// ---- gradient

// Along which dimensions; spacing is given for `given` of them, or (-1) none or one number for all.
DimVector slope_dims(const Tensor& self, OptionalIntArrayRef dim, int64_t given, int64_t edge_order) {
  TORCH_CHECK_NOT_IMPLEMENTED(self.scalar_type() != ScalarType::Byte, "gradient(): argument 'self' must not be of dtype uint8");
  TORCH_CHECK_NOT_IMPLEMENTED(self.scalar_type() != ScalarType::Bool, "gradient(): argument 'self' must not be of bools");
  TORCH_CHECK(edge_order == 1 || edge_order == 2, "gradient(): argument 'edge_order' must be 1 or 2, got ", edge_order);
  DimVector dims;
  if (dim.has_value()) {
    for (const int64_t d : *dim) dims.push_back(wrap_dim("gradient", self, d));
    dim_set("gradient", self, dim);
  } else {
    for (int64_t d = 0; d < self.dim(); d++) dims.push_back(d);
  }
  TORCH_CHECK(given < 0 || given == static_cast<int64_t>(dims.size()), "gradient(): argument 'spacing' must have one item for each of ", dims.size(), " dimensions, got ", given);
  for (const int64_t d : dims) {
    TORCH_CHECK(size_at(self, d) > edge_order, "gradient(): argument 'self' of shape ", self.sizes(), " needs at least edge_order + 1 samples along dim ", d);
  }
  return dims;
}

// a*x + b*y + c*z of three neighbours
Tensor weighted(const Tensor& a, const Tensor& x, const Tensor& b, const Tensor& y, const Tensor& c, const Tensor& z) {
  return at::add(at::add(at::mul(a, x), at::mul(b, y)), at::mul(c, z));
}

Tensor even_slopes(const Tensor& f, int64_t d, const Scalar& h, int64_t edge_order) {
  const int64_t n = f.size(d);
  const auto at = [&](int64_t i) { return f.narrow(d, i, 1); };
  const auto end = [&](int64_t a, int64_t b, int64_t c) {  // of the parabola through three samples, a at the end
    return at::add(at::add(at::mul(at(a), -1.5), at::mul(at(b), 2.)), at::mul(at(c), -0.5));
  };
  const Tensor first = edge_order == 1 ? at::sub(at(1), at(0)) : end(0, 1, 2);
  const Tensor last = edge_order == 1 ? at::sub(at(n - 1), at(n - 2)) : at::neg(end(n - 1, n - 2, n - 3));
  const Tensor middle = at::div(at::sub(f.narrow(d, 2, n - 2), f.narrow(d, 0, n - 2)), 2.);
  return at::div(at::cat({first, middle, last}, d), h);
}

Tensor placed_slopes(const Tensor& f, int64_t d, const Tensor& places, int64_t edge_order) {
  TORCH_CHECK(places.dim() == 1, "gradient(): argument 'spacing' must hold tensors of one dimension, got shape ", places.sizes());
  const int64_t n = f.size(d);
  TORCH_CHECK(places.size(0) == n, "gradient(): argument 'spacing' has ", places.size(0), " places for ", n, " samples along dim ", d);
  DimVector shape(static_cast<size_t>(f.dim()), 1);
  shape[d] = -1;
  const Tensor h = at::diff(places).reshape(shape);
  const auto at = [&](int64_t i, int64_t count = 1) { return f.narrow(d, i, count); };
  const auto step = [&](int64_t i, int64_t count = 1) { return h.narrow(d, i, count); };
  Tensor first, last;
  if (edge_order == 1) {
    first = at::div(at::sub(at(1), at(0)), step(0));
    last = at::div(at::sub(at(n - 1), at(n - 2)), step(n - 2));
  } else {
    {
      const Tensor p = step(0), q = step(1), both = at::add(p, q);
      first = weighted(at::div(at::neg(at::add(p, both)), at::mul(p, both)), at(0), at::div(both, at::mul(p, q)), at(1), at::div(at::neg(p), at::mul(q, both)), at(2));
    }
    const Tensor p = step(n - 3), q = step(n - 2), both = at::add(p, q);
    last = weighted(at::div(q, at::mul(p, both)), at(n - 3), at::div(at::neg(both), at::mul(p, q)), at(n - 2), at::div(at::add(q, both), at::mul(q, both)), at(n - 1));
  }
  if (n == 2) return at::cat({first, last}, d);
  const Tensor p = step(0, n - 2), q = step(1, n - 2), both = at::add(p, q);
  const Tensor middle = weighted(at::div(at::neg(q), at::mul(p, both)), at(0, n - 2), at::div(at::sub(q, p), at::mul(p, q)), at(1, n - 2), at::div(p, at::mul(q, both)), at(2, n - 2));
  return at::cat({first, middle, last}, d);
}

std::vector<Tensor> even(const Tensor& self, OptionalIntArrayRef dim, ArrayRef<Scalar> spacing, bool each, int64_t edge_order) {
  const DimVector dims = slope_dims(self, dim, each ? static_cast<int64_t>(spacing.size()) : -1, edge_order);
  std::vector<Tensor> slopes;
  for (size_t i = 0; i < dims.size(); i++) slopes.push_back(even_slopes(self, dims[i], spacing[each ? i : 0], edge_order));
  return slopes;
}
std::vector<Tensor> placed(const Tensor& self, OptionalIntArrayRef dim, TensorList spacing, int64_t edge_order) {
  const DimVector dims = slope_dims(self, dim, static_cast<int64_t>(spacing.size()), edge_order);
  std::vector<Tensor> slopes;
  for (size_t i = 0; i < dims.size(); i++) slopes.push_back(placed_slopes(self, dims[i], spacing[i], edge_order));
  return slopes;
}
// An int? as the list of that one dimension.
class OneDim {
 public:
  explicit OneDim(std::optional<int64_t> dim) : dim_(dim.value_or(0)), given_(dim.has_value()) {}
  OptionalIntArrayRef list() const { return given_ ? OptionalIntArrayRef(IntArrayRef(dim_)) : OptionalIntArrayRef(); }

 private:
  int64_t dim_;
  bool given_;
};

std::vector<Tensor> gradient_scalarint(const Tensor& self, const std::optional<Scalar>& spacing, std::optional<int64_t> dim, int64_t edge_order) {
  const Scalar h = spacing.value_or(Scalar(1));
  return even(self, OneDim(dim).list(), h, false, edge_order);
}
std::vector<Tensor> gradient_scalararray(const Tensor& self, const Scalar& spacing, IntArrayRef dim, int64_t edge_order) {
  return even(self, dim, spacing, false, edge_order);
}
std::vector<Tensor> gradient_array(const Tensor& self, IntArrayRef dim, int64_t edge_order) {
  const Scalar h = 1;
  return even(self, dim, h, false, edge_order);
}
std::vector<Tensor> gradient_scalarrayint(const Tensor& self, ArrayRef<Scalar> spacing, std::optional<int64_t> dim, int64_t edge_order) {
  return even(self, OneDim(dim).list(), spacing, true, edge_order);
}
std::vector<Tensor> gradient_scalarrayarray(const Tensor& self, ArrayRef<Scalar> spacing, IntArrayRef dim, int64_t edge_order) {
  return even(self, dim, spacing, true, edge_order);
}
std::vector<Tensor> gradient_tensorarrayint(const Tensor& self, TensorList spacing, std::optional<int64_t> dim, int64_t edge_order) {
  return placed(self, OneDim(dim).list(), spacing, edge_order);
}
std::vector<Tensor> gradient_tensorarray(const Tensor& self, TensorList spacing, IntArrayRef dim, int64_t edge_order) {
  return placed(self, dim, spacing, edge_order);
}

}  // namespace
}  // namespace at::native

#include <ATen/native/Differences.stubs.inc>
