// lstm_cell: both products through the engine, then the gates in one pass. Half and BFloat16 are computed in float throughout.
#include <ATen/core/Tensor.h>
#include <ATen/EmptyTensor.h>
#include <ATen/Parallel.h>
#include <ATen/native/Checks.h>
#include <ATen/native/RecurrentKernels.h>
#include <ATen/native/gemm/Gemm.h>
#include <ATen/native/gemm/Scratch.h>

#include <optional>
#include <tuple>

namespace at::native {
namespace {

void check_lstm(const Tensor& input, TensorList hx, const Tensor& w_ih, const Tensor& w_hh, const std::optional<Tensor>& b_ih, const std::optional<Tensor>& b_hh) {
  TORCH_CHECK(hx.size() == 2, "lstm_cell: hx must hold the hidden and the cell state, got ", hx.size(), " tensors");
  const Tensor &h = hx[0], &c = hx[1];
  TORCH_CHECK(h.defined() && c.defined(), "lstm_cell: hx holds an undefined tensor");
  TORCH_CHECK(input.dim() == 2, "lstm_cell: input must be [batch, features], got shape ", input.sizes());
  TORCH_CHECK(h.dim() == 2 && h.size(0) == input.size(0), "lstm_cell: hx[0] must be [batch, hidden] with the batch of input of shape ", input.sizes(),
              ", got shape ", h.sizes());
  TORCH_CHECK(c.sizes().equals(h.sizes()), "lstm_cell: hx[1] of shape ", c.sizes(), " differs from hx[0] of shape ", h.sizes());
  const int64_t gates = 4 * h.size(1);
  TORCH_CHECK(w_ih.dim() == 2 && w_ih.size(0) == gates && w_ih.size(1) == input.size(1), "lstm_cell: w_ih must be [", gates, ", ", input.size(1),
              "] for input of shape ", input.sizes(), " and hx[0] of shape ", h.sizes(), ", got shape ", w_ih.sizes());
  TORCH_CHECK(w_hh.dim() == 2 && w_hh.size(0) == gates && w_hh.size(1) == h.size(1), "lstm_cell: w_hh must be [", gates, ", ", h.size(1),
              "] for hx[0] of shape ", h.sizes(), ", got shape ", w_hh.sizes());
  const auto check = [&](const char* name, const std::optional<Tensor>& b) {
    if (!b.has_value() || !b->defined()) return;
    TORCH_CHECK(b->dim() == 1 && b->size(0) == gates, "lstm_cell: ", name, " must hold ", gates, " elements, got shape ", b->sizes());
  };
  check("b_ih", b_ih);
  check("b_hh", b_hh);
  const auto same = [&](const char* name, const Tensor& t) {
    TORCH_CHECK(t.scalar_type() == input.scalar_type(), "lstm_cell: ", name, " has dtype ", t.scalar_type(), ", but input has dtype ", input.scalar_type());
  };
  same("hx[0]", h);
  same("hx[1]", c);
  same("w_ih", w_ih);
  same("w_hh", w_hh);
  if (b_ih.has_value() && b_ih->defined()) same("b_ih", *b_ih);
  if (b_hh.has_value() && b_hh->defined()) same("b_hh", *b_hh);
}

// out[batch, gates] = x times the transpose of w, plus the bias.
template <class T>
void gates_of(const Tensor& x, const Tensor& w, const std::optional<Tensor>& bias, T* out) {
  gemm::Product<T> p;
  p.m = x.size(0), p.k = x.size(1), p.n = w.size(0);
  p.a = x.const_data_ptr<T>(), p.a_row = x.stride(0), p.a_col = x.stride(1);
  p.b = w.const_data_ptr<T>(), p.b_row = w.stride(1), p.b_col = w.stride(0);
  p.c = out, p.c_row = p.n;
  if (bias.has_value() && bias->defined()) p.epilogue.bias = bias->const_data_ptr<T>(), p.epilogue.bias_col = bias->stride(0);
  gemm::product(p);
}

template <class T>
std::tuple<Tensor, Tensor> lstm_step(const Tensor& input, TensorList hx, const Tensor& w_ih, const Tensor& w_hh, const std::optional<Tensor>& b_ih,
                                     const std::optional<Tensor>& b_hh) {
  const int64_t batch = input.size(0), hidden = hx[0].size(1);
  Tensor h = at::detail::empty_cpu({batch, hidden}, input.scalar_type()), c = at::detail::empty_cpu({batch, hidden}, input.scalar_type());
  if (batch == 0 || hidden == 0) return {h, c};
  Scratch<T> scratch;
  T* const from_input = scratch.take(2 * batch, 4 * hidden);
  T* const from_hidden = from_input + batch * 4 * hidden;
  gates_of(input, w_ih, b_ih, from_input);
  gates_of(hx[0], w_hh, b_hh, from_hidden);
  const Tensor old = hx[1].contiguous();
  const T* const state = old.const_data_ptr<T>();
  T* const h_out = h.mutable_data_ptr<T>();
  T* const c_out = c.mutable_data_ptr<T>();
  const auto lstm = recurrent_kernels<T>().lstm;
  at::parallel_for(0, batch, std::max<int64_t>(1, 8'192 / hidden), [&](int64_t b0, int64_t b1) {
    for (int64_t b = b0; b < b1; b++) {
      lstm(from_input + b * 4 * hidden, from_hidden + b * 4 * hidden, state + b * hidden, hidden, h_out + b * hidden, c_out + b * hidden);
    }
  });
  return {h, c};
}

std::tuple<Tensor, Tensor> lstm_cell(const Tensor& input, TensorList hx, const Tensor& w_ih, const Tensor& w_hh, const std::optional<Tensor>& b_ih,
                                     const std::optional<Tensor>& b_hh) {
  check_lstm(input, hx, w_ih, w_hh, b_ih, b_hh);
  const ScalarType dtype = input.scalar_type();
  if (dtype == ScalarType::Float) return lstm_step<float>(input, hx, w_ih, w_hh, b_ih, b_hh);
  if (dtype == ScalarType::Double) return lstm_step<double>(input, hx, w_ih, w_hh, b_ih, b_hh);
  TORCH_CHECK_NOT_IMPLEMENTED(dtype == ScalarType::Half || dtype == ScalarType::BFloat16, "lstm_cell: input of dtype ", dtype, " is not implemented");
  const auto wide = [](const Tensor& t) { return t.to(ScalarType::Float); };
  const auto wide_bias = [&](const std::optional<Tensor>& t) { return t.has_value() && t->defined() ? std::optional<Tensor>(wide(*t)) : std::nullopt; };
  const Tensor states[2] = {wide(hx[0]), wide(hx[1])};
  const auto [h, c] = lstm_step<float>(wide(input), states, wide(w_ih), wide(w_hh), wide_bias(b_ih), wide_bias(b_hh));
  return {h.to(dtype), c.to(dtype)};
}

}  // namespace
}  // namespace at::native

#include <ATen/native/Recurrent.stubs.inc>
