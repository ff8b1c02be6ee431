// The operators of Patches.yaml.
#include <ATen/Parallel.h>
#include <ATen/core/Tensor.h>
#include <ATen/native/Checks.h>
#include <ATen/native/cpu/StridedCopy.h>
#include <ATen/ops/zeros.h>
#include <c10/core/WrapDimMinimal.h>
#include <c10/util/Exception.h>
#include <c10/util/complex.h>

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <vector>

namespace at::native {
namespace {

// The windows over one dimension of an image.
struct Axis {
  int64_t size, kernel, dilation, padding, stride;
  int64_t windows = 0;

  // The places o of windows whose element k lies in the image: [first, last); it is there at o * stride + shift(k).
  int64_t shift(int64_t k) const { return k * dilation - padding; }
  int64_t first(int64_t k) const { return shift(k) >= 0 ? 0 : std::min(windows, (-shift(k) + stride - 1) / stride); }
  int64_t last(int64_t k) const { return shift(k) >= size ? 0 : std::clamp<int64_t>((size - shift(k) + stride - 1) / stride, first(k), windows); }
};
struct Windows {
  Axis y, x;
  Windows(const char* op, IntArrayRef image, IntArrayRef kernel, IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride) {
    const auto two = [op](const char* name, IntArrayRef list, int64_t least) {
      TORCH_CHECK(list.size() == 2, op, "(): argument '", name, "': It is expected ", name, " equals to 2, but got size ", list.size());
      // The upper limit keeps every product below in range.
      TORCH_CHECK(
          std::min(list[0], list[1]) >= least && std::max(list[0], list[1]) <= INT32_MAX, op, "(): argument '", name, "' should be ", least > 0 ? "greater than zero" : "non-negative", ", but got ", list);
    };
    two("kernel_size", kernel, 1);
    two("dilation", dilation, 1);
    two("padding", padding, 0);
    two("stride", stride, 1);
    y = axis(image[0], kernel[0], dilation[0], padding[0], stride[0]);
    x = axis(image[1], kernel[1], dilation[1], padding[1], stride[1]);
  }
  Windows() = default;

  static Axis axis(int64_t size, int64_t kernel, int64_t dilation, int64_t padding, int64_t stride) {
    Axis a{size, kernel, dilation, padding, stride};
    const int64_t span = size + 2 * padding - (dilation * (kernel - 1) + 1);
    a.windows = span < 0 ? 0 : span / stride + 1;
    return a;
  }
};

// ---- im2col

Windows windows_of(const Tensor& self, IntArrayRef kernel, IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride) {
  const int64_t dims = self.dim();
  bool fits = dims == 3 || dims == 4;
  for (int64_t d = dims == 4 ? 1 : 0; fits && d < dims; ++d) fits = self.size(d) > 0 && self.size(d) <= INT32_MAX;
  TORCH_CHECK(
      fits, "im2col(): argument 'self': Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, but got: ", self.sizes());
  const Windows w("im2col", self.sizes().slice(dims - 2, 2), kernel, dilation, padding, stride);
  TORCH_CHECK(
      w.y.windows > 0 && w.x.windows > 0, "im2col(): argument 'kernel_size': Given input with spatial size (", w.y.size, ", ", w.x.size, "), kernel_size=", kernel, ", dilation=", dilation,
      ", padding=", padding, ", calculated shape of the array of sliding blocks as (", w.y.windows, ", ", w.x.windows, "), but its components must be at least one.");
  return w;
}

OutputMeta im2col_meta(const Tensor& self, IntArrayRef kernel, IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride) {
  const Windows w = windows_of(self, kernel, dilation, padding, stride);
  OutputMeta meta;
  meta.dtype = self.scalar_type();
  if (self.dim() == 4) meta.sizes.push_back(self.size(0));
  int64_t rows = self.size(-3), columns;
  TORCH_CHECK(
      !__builtin_mul_overflow(rows, w.y.kernel * w.x.kernel, &rows) && !__builtin_mul_overflow(w.y.windows, w.x.windows, &columns),
      "im2col(): argument 'kernel_size' ", kernel, " makes a result that is more than a size can hold");
  meta.sizes.push_back(rows);
  meta.sizes.push_back(columns);
  return meta;
}

void im2col_cpu(const Tensor& self, IntArrayRef kernel, IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride, Tensor& out) {
  if (out.numel() == 0) return;
  const Windows w = windows_of(self, kernel, dilation, padding, stride);
  const Tensor dense = self.contiguous();
  const int64_t columns = w.y.windows * w.x.windows, taps = w.y.kernel * w.x.kernel, image = w.y.size * w.x.size;
  with_element(static_cast<int64_t>(self.element_size()), [&](auto element) {
    using U = decltype(element);
    const U* const from = static_cast<const U*>(dense.const_data_ptr());
    U* const to = static_cast<U*>(out.mutable_data_ptr());
    // A row is one element of the window of one channel, at all places of the window.
    at::parallel_for(0, out.numel() / columns, std::max<int64_t>(1, 32'768 / columns), [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        const int64_t tap = row % taps, ky = tap / w.x.kernel, kx = tap % w.x.kernel;
        const U* const channel = from + row / taps * image;
        U* at = to + row * columns;
        const int64_t y0 = w.y.first(ky), y1 = w.y.last(ky), x0 = w.x.first(kx), x1 = w.x.last(kx), sx = w.x.stride;
        at = std::fill_n(at, y0 * w.x.windows, U());
        for (int64_t y = y0; y < y1; ++y, at += w.x.windows) {
          const U* const line = channel + (y * w.y.stride + w.y.shift(ky)) * w.x.size;
          std::fill_n(at, x0, U());
          if (x1 > x0) {
            const U* const x = line + x0 * sx + w.x.shift(kx);
            if (sx == 1) {
              std::copy_n(x, x1 - x0, at + x0);
            } else {
              for (int64_t i = 0; i < x1 - x0; ++i) at[x0 + i] = x[i * sx];
            }
          }
          std::fill_n(at + std::max(x0, x1), w.x.windows - std::max(x0, x1), U());
        }
        std::fill_n(at, (w.y.windows - std::max(y0, y1)) * w.x.windows, U());
      }
    });
  });
}

// ---- col2im

Windows windows_to(const Tensor& self, IntArrayRef output_size, IntArrayRef kernel, IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride) {
  TORCH_CHECK(output_size.size() == 2, "col2im(): argument 'output_size': It is expected output_size equals to 2, but got size ", output_size.size());
  TORCH_CHECK(
      std::min(output_size[0], output_size[1]) >= 0 && std::max(output_size[0], output_size[1]) <= INT32_MAX, "col2im(): argument 'output_size' should be positive, but got ", output_size);
  const int64_t dims = self.dim();
  bool fits = dims == 2 || dims == 3;
  for (int64_t d = dims == 3 ? 1 : 0; fits && d < dims; ++d) fits = self.size(d) > 0;
  TORCH_CHECK(
      fits, "col2im(): argument 'self': Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and non-zero dimensions for input, but got: ", self.sizes());
  const Windows w("col2im", output_size, kernel, dilation, padding, stride);
  TORCH_CHECK(
      self.size(-2) % (w.y.kernel * w.x.kernel) == 0, "col2im(): argument 'self': Expected size of input's dimension ", dims - 2,
      " to be divisible by the product of kernel_size, but got input.size(", dims - 2, ")=", self.size(-2), " and kernel_size=", kernel);
  TORCH_CHECK(
      w.y.windows * w.x.windows == self.size(-1) && w.y.windows > 0 && w.x.windows > 0, "col2im(): argument 'self': Given output_size=", output_size, ", kernel_size=", kernel, ", dilation=", dilation,
      ", padding=", padding, ", stride=", stride, ", expected size of input's dimension ", dims - 1, " to match the calculated number of sliding blocks ", w.y.windows, " * ", w.x.windows, " = ",
      w.y.windows * w.x.windows, ", but got input.size(", dims - 1, ")=", self.size(-1));
  return w;
}

OutputMeta col2im_meta(const Tensor& self, IntArrayRef output_size, IntArrayRef kernel, IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride) {
  const Windows w = windows_to(self, output_size, kernel, dilation, padding, stride);
  OutputMeta meta;
  meta.dtype = self.scalar_type();
  if (self.dim() == 3) meta.sizes.push_back(self.size(0));
  meta.sizes.push_back(self.size(-2) / (w.y.kernel * w.x.kernel));
  meta.sizes.push_back(w.y.size);
  meta.sizes.push_back(w.x.size);
  return meta;
}

// What elements are summed in: float for the 16-bit ones, int for bool, of which the result is `or`.
template <class T>
using sum_of = std::conditional_t<std::is_same_v<T, c10::Half> || std::is_same_v<T, c10::BFloat16>, float, std::conditional_t<std::is_same_v<T, bool>, int, T>>;

template <class scalar_t>
void col2im_cpu(const Tensor& self, IntArrayRef output_size, IntArrayRef kernel, IntArrayRef dilation, IntArrayRef padding, IntArrayRef stride, Tensor& out) {
  if (out.numel() == 0) return;
  const Windows w = windows_to(self, output_size, kernel, dilation, padding, stride);
  const Tensor dense = self.contiguous();
  const scalar_t* const from = dense.const_data_ptr<scalar_t>();
  scalar_t* const to = out.mutable_data_ptr<scalar_t>();
  const int64_t columns = w.y.windows * w.x.windows, taps = w.y.kernel * w.x.kernel, image = w.y.size * w.x.size;
  // An image of one channel a task: its sums have one order.
  at::parallel_for(0, out.numel() / image, std::max<int64_t>(1, 32'768 / (columns * taps)), [&](int64_t begin, int64_t end) {
    std::vector<sum_of<scalar_t>> sums(static_cast<size_t>(image));
    for (int64_t channel = begin; channel < end; ++channel) {
      std::fill(sums.begin(), sums.end(), sum_of<scalar_t>(0));
      for (int64_t tap = 0; tap < taps; ++tap) {
        const int64_t ky = tap / w.x.kernel, kx = tap % w.x.kernel;
        const int64_t x0 = w.x.first(kx), x1 = w.x.last(kx), sx = w.x.stride;
        const scalar_t* const row = from + (channel * taps + tap) * columns;
        for (int64_t y = w.y.first(ky); y < w.y.last(ky) && x0 < x1; ++y) {
          const scalar_t* const x = row + y * w.x.windows + x0;
          sum_of<scalar_t>* const sum = sums.data() + (y * w.y.stride + w.y.shift(ky)) * w.x.size + x0 * sx + w.x.shift(kx);
          for (int64_t i = 0; i < x1 - x0; ++i) sum[i * sx] += static_cast<sum_of<scalar_t>>(x[i]);
        }
      }
      for (int64_t i = 0; i < image; ++i) to[channel * image + i] = static_cast<scalar_t>(sums[static_cast<size_t>(i)]);
    }
  });
}

// ---- unfold_backward

Tensor unfold_backward(const Tensor& grad_in, IntArrayRef input_sizes, int64_t dim, int64_t size, int64_t step) {
  const int64_t dims = static_cast<int64_t>(input_sizes.size()), d = c10::maybe_wrap_dim(dim, dims);
  TORCH_CHECK(step > 0, "unfold_backward(): argument 'step': step is ", step, " but must be > 0");
  const int64_t length = dims == 0 ? 1 : input_sizes[d];
  TORCH_CHECK(size >= 0 && size <= length, "unfold_backward(): argument 'size': maximum size for tensor at dimension ", d, " is ", length, " but size is ", size);
  DimVector expected(input_sizes.begin(), input_sizes.end());
  const int64_t windows = (length - size) / step + 1;
  if (dims > 0) expected[d] = windows;
  expected.push_back(size);
  // Fewer windows may be given than there are.
  bool fits = grad_in.dim() == dims + 1;
  for (int64_t i = 0; fits && i <= dims; ++i) fits = dims > 0 && i == d ? grad_in.size(i) <= windows : grad_in.size(i) == expected[i];
  TORCH_CHECK(fits, "unfold_backward(): argument 'grad_in': expected shape ", expected, " for input_sizes ", input_sizes, ", got ", grad_in.sizes());
  // The 16-bit dtypes are summed in float and rounded once.
  const ScalarType dtype = grad_in.scalar_type();
  const bool small = dtype == ScalarType::Half || dtype == ScalarType::BFloat16;
  Tensor out = at::zeros(input_sizes, grad_in.options().dtype(small ? ScalarType::Float : dtype));
  const int64_t n = dims == 0 ? 1 : grad_in.size(d);
  for (int64_t k = 0; k < size && n > 0; ++k) {
    Tensor places = dims == 0 ? out : out.slice(d, k, k + (n - 1) * step + 1, step);
    places.add_(grad_in.select(-1, k));
  }
  return small ? out.to(dtype) : out;
}

} // namespace
} // namespace at::native

#include <ATen/native/Patches.stubs.inc>
