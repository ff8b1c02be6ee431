// softmax and log_softmax: which elements make up a row; the arithmetic is in SoftmaxKernels.
#include <ATen/core/Tensor.h>
#include <ATen/ops/_log_softmax.h>
#include <ATen/ops/_softmax.h>
#include <ATen/ops/all.h>
#include <ATen/ops/eq.h>
#include <ATen/ops/exp.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/sub.h>
#include <ATen/ops/sum.h>
#include <ATen/ops/where.h>
#include <ATen/ops/zeros_like.h>
#include <ATen/native/ReduceDims.h>
#include <ATen/native/SoftmaxKernels.h>
#include <ATen/native/gemm/Gemm.h>
#include <ATen/native/gemm/Output.h>
#include <ATen/native/gemm/Scratch.h>

#include <optional>

namespace at::native {
namespace {

OutputMeta meta_of(const char* op, const Tensor& self, int64_t dim, bool half_to_float) {
  wrap_dim(op, self, dim);
  TORCH_CHECK(!half_to_float, op, ": half_to_float is not supported on CPU");
  OutputMeta meta;
  meta.sizes.assign(self.sizes().begin(), self.sizes().end());
  meta.dtype = self.scalar_type();
  return meta;
}
OutputMeta _softmax_meta(const Tensor& self, int64_t dim, bool half_to_float) {
  return meta_of("softmax", self, dim, half_to_float);
}
OutputMeta _log_softmax_meta(const Tensor& self, int64_t dim, bool half_to_float) {
  return meta_of("log_softmax", self, dim, half_to_float);
}

template <class A>
void run(const A* x, A* to, int64_t outer, int64_t n, int64_t inner, bool log) {
  const SoftmaxKernels<A>& kern = softmax_kernels<A>();
  if (inner == 1) {
    at::parallel_for(0, outer, std::max<int64_t>(1, 16'384 / n), [&](int64_t i0, int64_t i1) {
      for (int64_t i = i0; i < i1; i++) kern.row(x + i * n, n, log, to + i * n);
    });
    return;
  }
  const int64_t blocks = (inner + kSoftmaxColumns - 1) / kSoftmaxColumns;
  at::parallel_for(0, outer * blocks, std::max<int64_t>(1, 16'384 / (n * std::min(inner, kSoftmaxColumns))), [&](int64_t i0, int64_t i1) {
    for (int64_t i = i0; i < i1; i++) {
      const int64_t c = i % blocks * kSoftmaxColumns, at = i / blocks * n * inner + c;
      kern.columns(x + at, inner, n, std::min(kSoftmaxColumns, inner - c), log, to + at);
    }
  });
}

template <class T>
void softmax_over(const char* op, const Tensor& self, int64_t dim, bool log, Tensor& out) {
  using A = gemm::accumulate_t<T>;
  if (self.numel() == 0) return;
  const int64_t d = wrap_dim(op, self, dim);
  int64_t outer = 1, inner = 1;
  for (int64_t i = 0; i < d; i++) outer *= self.size(i);
  for (int64_t i = d + 1; i < self.dim(); i++) inner *= self.size(i);
  const int64_t n = self.dim() == 0 ? 1 : self.size(d);
  ContiguousOut target(out, {&self});
  const Tensor x = self.contiguous();
  const T* const from = x.const_data_ptr<T>();
  T* const to = target.data<T>();
  if constexpr (std::is_same_v<T, A>) {
    run(from, to, outer, n, inner, log);
  } else {
    Scratch<A> scratch;
    A* const wide = scratch.take(self.numel(), 1);
    at::parallel_for(0, self.numel(), 65'536, [&](int64_t i0, int64_t i1) {
      for (int64_t i = i0; i < i1; i++) wide[i] = static_cast<A>(from[i]);
    });
    run(wide, wide, outer, n, inner, log);
    at::parallel_for(0, self.numel(), 65'536, [&](int64_t i0, int64_t i1) {
      for (int64_t i = i0; i < i1; i++) to[i] = static_cast<T>(wide[i]);
    });
  }
  target.finish();
}

template <class scalar_t>
void softmax_cpu(const Tensor& self, int64_t dim, bool, Tensor& out) {
  softmax_over<scalar_t>("softmax", self, dim, false, out);
}
template <class scalar_t>
void log_softmax_cpu(const Tensor& self, int64_t dim, bool, Tensor& out) {
  softmax_over<scalar_t>("log_softmax", self, dim, true, out);
}

Tensor floating(const char* op, const Tensor& self, std::optional<ScalarType> dtype) {
  const ScalarType t = dtype.value_or(self.scalar_type());
  TORCH_CHECK_NOT_IMPLEMENTED(c10::isFloatingType(t), op, "(): argument '", dtype.has_value() ? "dtype" : "self", "' must be floating-point, got ", t,
                              dtype.has_value() ? "" : "; pass dtype to convert self first");
  return t == self.scalar_type() ? self : self.to(t);
}

Tensor softmax(const Tensor& self, int64_t dim, std::optional<ScalarType> dtype) {
  return at::_softmax(floating("softmax", self, dtype), dim, false);
}
Tensor log_softmax(const Tensor& self, int64_t dim, std::optional<ScalarType> dtype) {
  return at::_log_softmax(floating("log_softmax", self, dtype), dim, false);
}
Tensor _safe_softmax(const Tensor& self, int64_t dim, std::optional<ScalarType> dtype) {
  const Tensor x = floating("_safe_softmax", self, dtype), result = at::_softmax(x, dim, false);
  const Tensor masked = at::all(at::eq(x, -std::numeric_limits<double>::infinity()), dim, /*keepdim=*/true);
  return at::where(masked, at::zeros_like(result), result);
}

// ---- backward

OutputMeta backward_meta(const char* op, const Tensor& grad, int64_t dim, ScalarType input_dtype) {
  wrap_dim(op, grad, dim);
  TORCH_CHECK(input_dtype == grad.scalar_type(), op, "(): argument 'input_dtype' must be the dtype of grad_output, ", grad.scalar_type(), ", got ", input_dtype);
  OutputMeta meta;
  meta.sizes.assign(grad.sizes().begin(), grad.sizes().end());
  meta.dtype = grad.scalar_type();
  return meta;
}
OutputMeta softmax_backward_meta(const Tensor& grad_output, const Tensor&, int64_t dim, ScalarType input_dtype) {
  return backward_meta("_softmax_backward_data", grad_output, dim, input_dtype);
}
OutputMeta log_softmax_backward_meta(const Tensor& grad_output, const Tensor&, int64_t dim, ScalarType input_dtype) {
  return backward_meta("_log_softmax_backward_data", grad_output, dim, input_dtype);
}
void softmax_backward_cpu(const Tensor& grad_output, const Tensor& output, int64_t dim, ScalarType, Tensor& out) {
  const ScalarType wide = wide_dtype(out.scalar_type());
  const Tensor y = output.to(wide), product = at::mul(grad_output.to(wide), y);
  out.copy_(at::sub(product, at::mul(y, at::sum(product, dim, /*keepdim=*/true))));
}
void log_softmax_backward_cpu(const Tensor& grad_output, const Tensor& output, int64_t dim, ScalarType, Tensor& out) {
  const ScalarType wide = wide_dtype(out.scalar_type());
  const Tensor grad = grad_output.to(wide);
  out.copy_(at::sub(grad, at::mul(at::exp(output.to(wide)), at::sum(grad, dim, /*keepdim=*/true))));
}

}  // namespace
}  // namespace at::native

#include <ATen/native/Softmax.stubs.inc>
