// Sums, means, products and counts over dimensions. How a fold is made is in ReduceKernels, how its elements are walked in ReduceDims.
#include <ATen/EmptyTensor.h>
#include <ATen/native/ReduceDims.h>
#include <ATen/ops/div.h>
#include <ATen/ops/eq.h>
#include <ATen/ops/nansum.h>
#include <ATen/ops/ne.h>
#include <ATen/ops/sum.h>
#include <ATen/ops/where.h>
#include <ATen/ops/zeros.h>


namespace at::native {
namespace {

// f(zero of the type that results of `dtype` are computed in). Half and BFloat16 have been widened by then.
template <class F>
void sum_types(const char* op, ScalarType dtype, const F& f) {
  switch (dtype) {
    case ScalarType::Float: return f(float());
    case ScalarType::Double: return f(double());
    case ScalarType::ComplexFloat: return f(c10::complex<float>());
    case ScalarType::ComplexDouble: return f(c10::complex<double>());
    case ScalarType::Long: return f(int64_t());
    case ScalarType::Int: return f(int32_t());
    case ScalarType::Short: return f(int16_t());
    case ScalarType::Char: return f(int8_t());
    case ScalarType::Byte: return f(uint8_t());
    case ScalarType::Bool: return f(bool());
    default: TORCH_CHECK_NOT_IMPLEMENTED(false, op, " is not implemented for ", dtype);
  }
}

// Integers wrap around, so their order is free; bool adds by "or" and multiplies by "and".
template <class T>
void fold_integers(Fold fold, const Tensor& x, const DimSet& dims, T* out) {
  using U = std::conditional_t<std::is_same_v<T, bool>, uint8_t, std::make_unsigned_t<std::conditional_t<std::is_same_v<T, bool>, int8_t, T>>>;
  U* const to = reinterpret_cast<U*>(out);
  const auto value = [](T v) { return static_cast<U>(v); };
  if (fold == Fold::Product) {
    fold_free<T, U>(x, dims, U(1), value, [](U a, U b) { return static_cast<U>(static_cast<uint64_t>(a) * b); }, to);
  } else if constexpr (std::is_same_v<T, bool>) {
    fold_free<T, U>(x, dims, U(0), value, [](U a, U b) { return static_cast<U>(a | b); }, to);
  } else {
    fold_free<T, U>(x, dims, U(0), value, [](U a, U b) { return static_cast<U>(a + b); }, to);
  }
}

// Products of complex numbers, by the lanes and halves of the real ones.
template <class T>
void complex_products(const Tensor& x, const DimSet& dims, T* out) {
  each_run<T>(x, dims, [&](int64_t i, const T* v, int64_t n) {
    T part[16];
    std::fill_n(part, 16, T(1));
    for (int64_t k = 0; k < n; k++) part[k % 16] = part[k % 16] * v[k];
    for (int64_t step = 8; step > 0; step /= 2) {
      for (int64_t l = 0; l < step; l++) part[l] = part[l] * part[l + step];
    }
    out[i] = part[0];
  });
}

// out = the fold of self over dims, divided by the number of elements for a mean. The dtype of the result decides how self is read.
void fold_into(const char* op, Fold fold, const Tensor& self, const DimSet& dims, bool mean, Tensor& out) {
  const ScalarType dtype = out.scalar_type(), compute = wide_dtype(dtype);
  if (out.numel() == 0) return;
  Tensor x = self.scalar_type() == dtype ? self : self.to(dtype);
  if (compute != dtype) x = x.to(compute);
  Tensor wide = compute == dtype ? out : at::detail::empty_cpu(out.sizes(), compute);
  sum_types(op, compute, [&](auto zero) {
    using T = decltype(zero);
    T* const to = wide.mutable_data_ptr<T>();
    if constexpr (std::is_integral_v<T>) {
      if (elements_in(x, dims) == 0) {
        std::fill_n(to, wide.numel(), T(fold == Fold::Product));
      } else {
        fold_integers<T>(fold, x, dims, to);
      }
    } else if constexpr (std::is_floating_point_v<T>) {
      fold_dims<T>(fold, x, dims, nullptr, to);
    } else if (fold == Fold::Product) {
      if (elements_in(x, dims) == 0) std::fill_n(to, wide.numel(), T(1));
      else complex_products<T>(x, dims, to);
    } else {
      using R = typename T::value_type;
      fold_dims<R>(fold, x, dims, nullptr, reinterpret_cast<R*>(to), /*pairs=*/true);
    }
    if constexpr (!std::is_integral_v<T>) {
      const auto divisor = static_cast<typename c10::scalar_value_type<T>::type>(elements_in(self, dims));
      for (int64_t i = 0; mean && i < wide.numel(); i++) to[i] = to[i] / divisor;
    }
  });
  if (compute != dtype) out.copy_(wide);
}

// ---- sum

ScalarType sum_dtype(const Tensor& self, std::optional<ScalarType> dtype) {
  if (dtype.has_value()) return *dtype;
  return c10::isIntegralType(self.scalar_type(), /*includeBool=*/true) ? ScalarType::Long : self.scalar_type();
}
OutputMeta sum_meta(const Tensor& self, std::optional<ScalarType> dtype) {
  return reduced_meta(self, DimSet().set(), false, sum_dtype(self, dtype));
}
OutputMeta sum_dim_meta(const Tensor& self, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) {
  return reduced_meta(self, dim_set("sum", self, dim), keepdim, sum_dtype(self, dtype));
}
void sum_cpu(const Tensor& self, std::optional<ScalarType>, Tensor& out) {
  fold_into("sum", Fold::Sum, self, dim_set("sum", self, std::nullopt), false, out);
}
void sum_dim_cpu(const Tensor& self, OptionalIntArrayRef dim, bool, std::optional<ScalarType>, Tensor& out) {
  fold_into("sum", Fold::Sum, self, dim_set("sum", self, dim), false, out);
}

Tensor sum_to_size(const Tensor& self, IntArrayRef size) {
  const int64_t extra = self.dim() - static_cast<int64_t>(size.size());
  bool fits = extra >= 0;
  DimVector dims, sizes;
  for (int64_t d = 0; fits && d < self.dim(); d++) {
    const int64_t to = d < extra ? 1 : size[d - extra];
    fits = to == 1 || to == self.size(d);
    if (d < extra || (to == 1 && self.size(d) != 1)) dims.push_back(d);
  }
  TORCH_CHECK(fits, "sum_to_size(): argument 'size': self of shape ", self.sizes(), " does not come from broadcasting a tensor of shape ", size);
  if (size.empty()) return at::sum(self);  // of int64 for integers, as every sum
  if (dims.empty()) return self;
  return at::sum(self, IntArrayRef(dims), /*keepdim=*/true).view(size);
}

// ---- mean

ScalarType mean_dtype(const Tensor& self, std::optional<ScalarType> dtype) {
  const ScalarType t = dtype.value_or(self.scalar_type());
  TORCH_CHECK(c10::isFloatingType(t) || c10::isComplexType(t), "mean(): argument '", dtype.has_value() ? "dtype" : "self", "' must be floating-point or complex, got ", t,
              dtype.has_value() ? "" : "; pass dtype to say what the elements become");
  return t;
}
OutputMeta mean_meta(const Tensor& self, std::optional<ScalarType> dtype) {
  return reduced_meta(self, DimSet().set(), false, mean_dtype(self, dtype));
}
OutputMeta mean_dim_meta(const Tensor& self, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) {
  return reduced_meta(self, dim_set("mean", self, dim), keepdim, mean_dtype(self, dtype));
}
void mean_cpu(const Tensor& self, std::optional<ScalarType>, Tensor& out) {
  fold_into("mean", Fold::Sum, self, dim_set("mean", self, std::nullopt), true, out);
}
void mean_dim_cpu(const Tensor& self, OptionalIntArrayRef dim, bool, std::optional<ScalarType>, Tensor& out) {
  fold_into("mean", Fold::Sum, self, dim_set("mean", self, dim), true, out);
}

// ---- nansum, nanmean

OutputMeta nansum_meta(const Tensor& self, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) {
  TORCH_CHECK(!self.is_complex(), "nansum(): argument 'self' is complex, which nansum does not support");
  return reduced_meta(self, dim_set("nansum", self, dim), keepdim, sum_dtype(self, dtype));
}
void nansum_cpu(const Tensor& self, OptionalIntArrayRef dim, bool, std::optional<ScalarType>, Tensor& out) {
  const Tensor numbers = self.is_floating_point() ? at::where(at::eq(self, self), self, at::zeros({}, self.options())) : self;
  fold_into("nansum", Fold::Sum, numbers, dim_set("nansum", self, dim), false, out);
}

Tensor nanmean(const Tensor& self, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) {
  TORCH_CHECK(self.is_floating_point() || self.is_complex(), "nanmean(): argument 'self' must be floating-point or complex, got ", self.scalar_type());
  const Tensor count = at::sum(at::eq(self, self), dim, keepdim);
  return at::div(at::nansum(self, dim, keepdim, dtype), count);
}

// ---- prod

OutputMeta prod_dim_meta(const Tensor& self, int64_t dim, bool keepdim, std::optional<ScalarType> dtype) {
  return reduced_meta(self, dim_set("prod", self, IntArrayRef(dim)), keepdim, sum_dtype(self, dtype));
}
void prod_cpu(const Tensor& self, std::optional<ScalarType>, Tensor& out) {
  fold_into("prod", Fold::Product, self, dim_set("prod", self, std::nullopt), false, out);
}
void prod_dim_cpu(const Tensor& self, int64_t dim, bool, std::optional<ScalarType>, Tensor& out) {
  fold_into("prod", Fold::Product, self, dim_set("prod", self, IntArrayRef(dim)), false, out);
}

// ---- count_nonzero

OutputMeta count_nonzero_meta(const Tensor& self, std::optional<int64_t> dim) {
  return reduced_meta(self, dim.has_value() ? dim_set("count_nonzero", self, IntArrayRef(*dim)) : DimSet().set(), false, ScalarType::Long);
}
OutputMeta count_nonzero_dims_meta(const Tensor& self, IntArrayRef dim) {
  return reduced_meta(self, dim_set("count_nonzero", self, dim), false, ScalarType::Long);
}

void count_into(const Tensor& self, const DimSet& dims, Tensor& out) {
  if (out.numel() == 0) return;
  const Tensor is = self.scalar_type() == ScalarType::Bool ? self : at::ne(self, 0);
  int64_t* const to = out.mutable_data_ptr<int64_t>();
  if (elements_in(self, dims) == 0) {
    std::fill_n(to, out.numel(), int64_t{0});
  } else {
    fold_free<bool, int64_t>(is, dims, 0, [](bool v) { return static_cast<int64_t>(v); }, [](int64_t a, int64_t b) { return a + b; }, to);
  }
}
void count_nonzero_cpu(const Tensor& self, std::optional<int64_t> dim, Tensor& out) {
  count_into(self, dim.has_value() ? dim_set("count_nonzero", self, IntArrayRef(*dim)) : DimSet().set(), out);
}
void count_nonzero_dims_cpu(const Tensor& self, IntArrayRef dim, Tensor& out) {
  count_into(self, dim_set("count_nonzero", self, dim), out);
}

}  // namespace
}  // namespace at::native

#include <ATen/native/Reduce.stubs.inc>
