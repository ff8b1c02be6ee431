// layer_norm: rows of the last dimensions, each with its mean and variance.
#include <ATen/core/Tensor.h>
#include <ATen/Parallel.h>
#include <ATen/native/Checks.h>
#include <ATen/native/ReduceKernels.h>
#include <ATen/native/gemm/Gemm.h>
#include <ATen/native/gemm/Output.h>
#include <ATen/native/gemm/Scratch.h>

#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace at::native {
namespace {

void check_layer_norm(const char* op, const Tensor& input, IntArrayRef shape, const std::optional<Tensor>& weight, const std::optional<Tensor>& bias) {
  TORCH_CHECK(!shape.empty(), op, ": normalized_shape must name at least one dimension");
  const int64_t n = static_cast<int64_t>(shape.size());
  TORCH_CHECK(input.dim() >= n && input.sizes().slice(input.dim() - n).equals(shape), op, ": input of shape ", input.sizes(),
              " does not end in normalized_shape ", shape);
  const auto check = [&](const char* name, const std::optional<Tensor>& t) {
    if (!t.has_value() || !t->defined()) return;
    TORCH_CHECK(t->sizes().equals(shape), op, ": ", name, " of shape ", t->sizes(), " differs from normalized_shape ", shape);
    const bool half = input.scalar_type() == ScalarType::Half || input.scalar_type() == ScalarType::BFloat16;
    TORCH_CHECK(t->scalar_type() == input.scalar_type() || (half && t->scalar_type() == ScalarType::Float), op, ": ", name, " has dtype ",
                t->scalar_type(), ", but input has dtype ", input.scalar_type());
  };
  check("weight", weight);
  check("bias", bias);
}

int64_t elements_of(IntArrayRef shape) {
  int64_t n = 1;
  for (const int64_t size : shape) n *= size;
  return n;
}

OutputMeta same_as(const Tensor& input) {
  OutputMeta meta;
  meta.sizes.assign(input.sizes().begin(), input.sizes().end());
  meta.dtype = input.scalar_type();
  return meta;
}

OutputMeta layer_norm_meta(const Tensor& input, IntArrayRef normalized_shape, const std::optional<Tensor>& weight, const std::optional<Tensor>& bias,
                           double, bool) {
  check_layer_norm("layer_norm", input, normalized_shape, weight, bias);
  return same_as(input);
}

std::array<OutputMeta, 3> native_layer_norm_meta(const Tensor& input, IntArrayRef normalized_shape, const std::optional<Tensor>& weight,
                                                 const std::optional<Tensor>& bias, double) {
  check_layer_norm("native_layer_norm", input, normalized_shape, weight, bias);
  OutputMeta statistic = same_as(input);
  for (size_t d = input.dim() - normalized_shape.size(); d < statistic.sizes.size(); d++) statistic.sizes[d] = 1;
  return {same_as(input), statistic, statistic};
}

// The elements of weight or bias in the type of the computation; null when absent.
template <class A>
const A* parameter(const std::optional<Tensor>& t, ScalarType compute, Tensor& keep) {
  if (!t.has_value() || !t->defined()) return nullptr;
  keep = t->to(compute).contiguous();
  return keep.const_data_ptr<A>();
}

// `mean` and `rstd` take one value a row; either may be null.
template <class T>
void layer_norm_rows(const Tensor& input, int64_t columns, const std::optional<Tensor>& weight, const std::optional<Tensor>& bias, double eps, Tensor& out,
                     T* mean_out, T* rstd_out) {
  using A = gemm::accumulate_t<T>;
  if (input.numel() == 0) return;
  ContiguousOut target(out, {&input});
  const Tensor x = input.contiguous();
  const T* const from = x.const_data_ptr<T>();
  T* const to = target.data<T>();
  Tensor weight_keep, bias_keep;
  const ScalarType compute = c10::CppTypeToScalarType<A>::value;
  const A* const w = parameter<A>(weight, compute, weight_keep);
  const A* const b = parameter<A>(bias, compute, bias_keep);
  const ReduceKernels<A>& kern = reduce_kernels<A>();
  const int64_t rows = input.numel() / columns;
  at::parallel_for(0, rows, std::max<int64_t>(1, 16'384 / columns), [&](int64_t r0, int64_t r1) {
    Scratch<A> scratch;
    A* const wide = std::is_same_v<T, A> ? nullptr : scratch.take(1, columns);
    for (int64_t r = r0; r < r1; r++) {
      const A* row;
      A* result;
      if constexpr (std::is_same_v<T, A>) {
        row = from + r * columns, result = to + r * columns;
      } else {
        for (int64_t i = 0; i < columns; i++) wide[i] = static_cast<A>(from[r * columns + i]);
        row = result = wide;
      }
      const A mean = fold_row(Fold::Sum, row, columns) / static_cast<A>(columns);
      const A variance = fold_row(Fold::SumSquaredDistance, row, columns, mean) / static_cast<A>(columns);
      const A rstd = A(1) / std::sqrt(variance + static_cast<A>(eps));
      kern.normalize(row, columns, mean, rstd, w, b, result);
      if constexpr (!std::is_same_v<T, A>) {
        for (int64_t i = 0; i < columns; i++) to[r * columns + i] = static_cast<T>(wide[i]);
      }
      if (mean_out != nullptr) mean_out[r] = static_cast<T>(mean), rstd_out[r] = static_cast<T>(rstd);
    }
  });
  target.finish();
}

template <class scalar_t>
void layer_norm_cpu(const Tensor& input, IntArrayRef normalized_shape, const std::optional<Tensor>& weight, const std::optional<Tensor>& bias, double eps,
                    bool, Tensor& out) {
  layer_norm_rows<scalar_t>(input, elements_of(normalized_shape), weight, bias, eps, out, nullptr, nullptr);
}

template <class scalar_t>
void native_layer_norm_cpu(const Tensor& input, IntArrayRef normalized_shape, const std::optional<Tensor>& weight, const std::optional<Tensor>& bias,
                           double eps, Tensor& out, Tensor& mean, Tensor& rstd) {
  ContiguousOut mean_target(mean, {&input}), rstd_target(rstd, {&input});
  if (input.numel() == 0 && mean.numel() > 0) {  // rows without elements
    mean_target.tensor().zero_();
    rstd_target.tensor().fill_(std::numeric_limits<double>::quiet_NaN());
  } else {
    layer_norm_rows<scalar_t>(input, elements_of(normalized_shape), weight, bias, eps, out, mean_target.data<scalar_t>(),
                              rstd_target.data<scalar_t>());
  }
  mean_target.finish();
  rstd_target.finish();
}

}  // namespace
}  // namespace at::native

#include <ATen/native/Normalization.stubs.inc>
