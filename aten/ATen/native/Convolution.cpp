// conv1d: shapes and their checks, and how windows of the input become the right operand of a product.
#include <ATen/core/Tensor.h>
#include <ATen/Parallel.h>
#include <ATen/native/Checks.h>
#include <ATen/native/gemm/Gemm.h>
#include <ATen/native/gemm/Kernels.h>
#include <ATen/native/gemm/Output.h>
#include <ATen/native/gemm/Scratch.h>

#include <optional>
#include <string_view>

namespace at::native {
namespace {

struct Window {
  int64_t stride, left, right, dilation;  // left and right: zeros before and after
};

struct Shape {
  int64_t batch, channels, length;           // input
  int64_t out_channels, out_length, kernel;  // result and weight
  int64_t groups;
};

int64_t only(const char* name, IntArrayRef values) {
  TORCH_CHECK(values.size() == 1, "conv1d: ", name, " must hold one number, got ", values);
  return values[0];
}

Shape conv1d_shape(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias, const Window& w, int64_t groups) {
  TORCH_CHECK(input.dim() == 2 || input.dim() == 3, "conv1d: input must be [channels, length] or [batch, channels, length], got shape ", input.sizes());
  TORCH_CHECK(weight.dim() == 3, "conv1d: weight must be [out_channels, channels / groups, kernel], got shape ", weight.sizes());
  TORCH_CHECK(w.stride > 0, "conv1d: stride must be positive, got ", w.stride);
  TORCH_CHECK(w.dilation > 0, "conv1d: dilation must be positive, got ", w.dilation);
  TORCH_CHECK(w.left >= 0 && w.right >= 0, "conv1d: padding must not be negative, got ", w.left);
  TORCH_CHECK(groups > 0, "conv1d: groups must be positive, got ", groups);
  Shape s;
  s.batch = input.dim() == 3 ? input.size(0) : 1;
  s.channels = input.size(-2), s.length = input.size(-1);
  s.out_channels = weight.size(0), s.kernel = weight.size(2), s.groups = groups;
  TORCH_CHECK(s.out_channels >= groups && s.out_channels % groups == 0, "conv1d: groups=", groups, " must divide the ", s.out_channels,
              " output channels of weight of shape ", weight.sizes());
  int64_t expected, reach, padded;
  TORCH_CHECK(!__builtin_mul_overflow(weight.size(1), groups, &expected) && expected == s.channels, "conv1d: with groups=", groups, ", weight of shape ",
              weight.sizes(), " takes ", weight.size(1), " x ", groups, " input channels, but input of shape ", input.sizes(), " has ", s.channels);
  TORCH_CHECK(s.kernel > 0, "conv1d: weight of shape ", weight.sizes(), " has an empty kernel");
  if (bias.has_value() && bias->defined()) {
    TORCH_CHECK(bias->dim() == 1 && bias->size(0) == s.out_channels, "conv1d: bias must hold ", s.out_channels, " elements for weight of shape ",
                weight.sizes(), ", got shape ", bias->sizes());
  }
  TORCH_CHECK(!__builtin_mul_overflow(w.dilation, s.kernel - 1, &reach) && !__builtin_add_overflow(s.length, w.left, &padded) &&
                  !__builtin_add_overflow(padded, w.right, &padded),
              "conv1d: kernel of ", s.kernel, " with dilation ", w.dilation, " and padding ", w.left, " reaches beyond what an index can hold");
  TORCH_CHECK(padded > reach, "conv1d: kernel of ", s.kernel, " with dilation ", w.dilation, " spans ", reach, " + 1 elements, more than the ", padded,
              " of the padded input of shape ", input.sizes());
  s.out_length = (padded - reach - 1) / w.stride + 1;
  return s;
}

OutputMeta result_meta(const Tensor& input, const Shape& s) {
  OutputMeta meta;
  meta.dtype = input.scalar_type();
  if (input.dim() == 3) meta.sizes.push_back(s.batch);
  meta.sizes.push_back(s.out_channels);
  meta.sizes.push_back(s.out_length);
  return meta;
}

Window window(IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation) {
  const int64_t p = only("padding", padding);
  return {only("stride", stride), p, p, only("dilation", dilation)};
}

Window window(const Tensor& weight, IntArrayRef stride, std::string_view padding, IntArrayRef dilation) {
  Window w = {only("stride", stride), 0, 0, only("dilation", dilation)};
  TORCH_CHECK(padding == "same" || padding == "valid", "conv1d: padding must be \"same\" or \"valid\", got \"", padding, "\"");
  if (padding == "same") {
    TORCH_CHECK(w.stride == 1, "conv1d: padding=\"same\" is not supported for strided convolutions, got stride ", w.stride);
    int64_t total = 0;
    TORCH_CHECK(weight.dim() == 3 && w.dilation > 0 && !__builtin_mul_overflow(w.dilation, weight.size(2) - 1, &total),
                "conv1d: padding=\"same\" needs a weight of three dimensions and a positive dilation, got shape ", weight.sizes(), " and dilation ", w.dilation);
    total = std::max<int64_t>(total, 0);
    w.left = total / 2, w.right = total - total / 2;
  }
  return w;
}

// Columns [t0, t1) of the windows' matrix, whose row (channel, tap) and column t is input[channel][t * stride + tap * dilation - left].
// by_column: each window contiguous, as the engine's order "rows" wants it.
template <class T>
void gather(const T* x, const Shape& s, const Window& w, int64_t channels, int64_t t0, int64_t t1, bool by_column, T* to) {
  const int64_t width = t1 - t0, rows = channels * s.kernel;
  for (int64_t c = 0; c < channels; c++) {
    const T* const from = x + c * s.length;
    for (int64_t tap = 0; tap < s.kernel; tap++) {
      const int64_t shift = tap * w.dilation - w.left, row = c * s.kernel + tap;
      // The columns whose element lies inside the input.
      int64_t first = shift >= 0 ? 0 : (-shift + w.stride - 1) / w.stride, last = s.length - shift <= 0 ? 0 : (s.length - shift - 1) / w.stride + 1;
      first = std::min(std::max(first, t0), t1), last = std::max(std::min(last, t1), first);
      if (by_column) {
        T* column = to + row;
        for (int64_t t = t0; t < first; t++, column += rows) *column = T(0);
        for (int64_t t = first; t < last; t++, column += rows) *column = from[t * w.stride + shift];
        for (int64_t t = last; t < t1; t++, column += rows) *column = T(0);
      } else {
        T* const line = to + row * width - t0;
        std::fill(line + t0, line + first, T(0));
        if (w.stride == 1) {
          std::copy(from + first + shift, from + last + shift, line + first);
        } else {
          for (int64_t t = first; t < last; t++) line[t] = from[t * w.stride + shift];
        }
        std::fill(line + last, line + t1, T(0));
      }
    }
  }
}

template <class T>
void convolve(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias, const Window& w, int64_t groups, Tensor& out) {
  const Shape s = conv1d_shape(input, weight, bias, w, groups);
  if (out.numel() == 0) return;
  const Tensor x = input.contiguous(), weights = weight.contiguous();
  const bool with_bias = bias.has_value() && bias->defined();
  const int64_t channels = s.channels / groups, out_channels = s.out_channels / groups;

  gemm::Product<T> whole;  // of one image and group
  whole.m = out_channels, whole.n = s.out_length, whole.k = channels * s.kernel;
  whole.a_row = whole.k, whole.c_row = s.out_length;
  const bool in_place = w.left == 0 && w.right == 0 && (channels == 1 || (s.kernel == 1 && w.stride == 1));
  if (in_place) {
    whole.b_row = channels == 1 ? w.dilation : s.length;
    whole.b_col = w.stride;
  }
  // Few windows make up the left operand of a product with many rows of the weight, many windows the right one.
  const bool by_column = std::min(whole.m, whole.n) <= gemm::kRowsLimit && whole.n <= whole.m;
  const int64_t block = in_place ? s.out_length : std::max<int64_t>(64, std::min<int64_t>(1024, 262'144 / std::max<int64_t>(whole.k, 1) / 16 * 16));
  const int64_t blocks = (s.out_length + block - 1) / block;

  const T* const weight_data = weights.template const_data_ptr<T>();
  const T* const input_data = x.template const_data_ptr<T>();
  const T* const bias_data = with_bias ? bias->template const_data_ptr<T>() : nullptr;
  const int64_t bias_stride = with_bias ? bias->stride(0) : 0;
  T* const out_data = out.mutable_data_ptr<T>();
  const int64_t work = std::max<int64_t>(1, whole.m * std::min(block, whole.n) * std::max<int64_t>(1, whole.k));
  at::parallel_for(0, s.batch * groups * blocks, std::max<int64_t>(1, 800'000 / work), [&](int64_t i0, int64_t i1) {
    Scratch<T> scratch;
    for (int64_t i = i0; i < i1; i++) {
      const int64_t image = i / blocks / groups, group = i / blocks % groups;
      const int64_t t0 = i % blocks * block, t1 = std::min(s.out_length, t0 + block);
      gemm::Product<T> p = whole;
      p.n = t1 - t0;
      p.a = weight_data + group * out_channels * p.k;
      p.b = input_data + (image * s.channels + group * channels) * s.length;
      if (!in_place) {
        T* const windows = scratch.take(p.k, p.n);
        gather(p.b, s, w, channels, t0, t1, by_column, windows);
        p.b = windows;
        p.b_row = by_column ? 1 : p.n, p.b_col = by_column ? p.k : 1;
      }
      p.c = out_data + (image * s.out_channels + group * out_channels) * s.out_length + t0;
      if (with_bias) p.epilogue.bias = bias_data + group * out_channels * bias_stride, p.epilogue.bias_row = bias_stride;
      gemm::product(p);
    }
  });
}

OutputMeta conv1d_meta(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias, IntArrayRef stride, IntArrayRef padding,
                       IntArrayRef dilation, int64_t groups) {
  return result_meta(input, conv1d_shape(input, weight, bias, window(stride, padding, dilation), groups));
}
template <class scalar_t>
void conv1d_cpu(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias, IntArrayRef stride, IntArrayRef padding,
                IntArrayRef dilation, int64_t groups, Tensor& out) {
  convolve<scalar_t>(input, weight, bias, window(stride, padding, dilation), groups, out);
}

OutputMeta conv1d_mode_meta(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias, IntArrayRef stride, std::string_view padding,
                            IntArrayRef dilation, int64_t groups) {
  return result_meta(input, conv1d_shape(input, weight, bias, window(weight, stride, padding, dilation), groups));
}
template <class scalar_t>
void conv1d_mode_cpu(const Tensor& input, const Tensor& weight, const std::optional<Tensor>& bias, IntArrayRef stride, std::string_view padding,
                     IntArrayRef dilation, int64_t groups, Tensor& out) {
  convolve<scalar_t>(input, weight, bias, window(weight, stride, padding, dilation), groups, out);
}

}  // namespace
}  // namespace at::native

#include <ATen/native/Convolution.stubs.inc>
