// The operators of Shuffle.yaml: the input taken apart into smaller dimensions is copied into the result taken apart likewise.
#include <ATen/EmptyTensor.h>
#include <ATen/core/Tensor.h>
#include <c10/util/Exception.h>

namespace at::native {
namespace {

Tensor empty_like_in_format(const Tensor& self, IntArrayRef sizes) {
  return detail::empty(sizes, self.options(), self.suggest_memory_format());
}

// Sizes with the last three replaced.
DimVector with_image(const Tensor& self, std::initializer_list<int64_t> image) {
  DimVector sizes(self.sizes().begin(), self.sizes().end() - 3);
  sizes.append(image);
  return sizes;
}
// The batch's dimensions, then the others in this order, counted behind the batch.
Tensor reordered(const Tensor& t, int64_t batch, std::initializer_list<int64_t> order) {
  DimVector dims;
  for (int64_t d = 0; d < batch; ++d) dims.push_back(d);
  for (const int64_t d : order) dims.push_back(batch + d);
  return t.permute(dims);
}

Tensor pixel_shuffle(const Tensor& self, int64_t upscale_factor) {
  const int64_t r = upscale_factor;
  TORCH_CHECK(self.dim() >= 3, "pixel_shuffle(): argument 'self': pixel_shuffle expects input to have at least 3 dimensions, but got input with ", self.dim(), " dimension(s)");
  TORCH_CHECK(r > 0, "pixel_shuffle(): argument 'upscale_factor': pixel_shuffle expects a positive upscale_factor, but got ", r);
  const int64_t channels = self.size(-3), height = self.size(-2), width = self.size(-1), batch = self.dim() - 3;
  int64_t square, high, wide;
  TORCH_CHECK(
      !__builtin_mul_overflow(r, r, &square) && !__builtin_mul_overflow(height, r, &high) && !__builtin_mul_overflow(width, r, &wide), "pixel_shuffle(): argument 'upscale_factor' is ", r,
      "; its square, or the image, is more than a size can hold");
  TORCH_CHECK(
      channels % square == 0, "pixel_shuffle(): argument 'self': pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, but input.size(-3)=", channels,
      " is not divisible by ", square);
  const int64_t left = channels / square;
  Tensor out = empty_like_in_format(self, with_image(self, {left, high, wide}));
  if (out.numel() > 0) {
    // (c, r, r, h, w) to (c, h, r, w, r)
    const Tensor pixels = reordered(self.view(with_image(self, {left, r, r, height, width})), batch, {0, 3, 1, 4, 2});
    out.view(pixels.sizes()).copy_(pixels);
  }
  return out;
}

Tensor pixel_unshuffle(const Tensor& self, int64_t downscale_factor) {
  const int64_t r = downscale_factor;
  TORCH_CHECK(self.dim() >= 3, "pixel_unshuffle(): argument 'self': pixel_unshuffle expects input to have at least 3 dimensions, but got input with ", self.dim(), " dimension(s)");
  TORCH_CHECK(r > 0, "pixel_unshuffle(): argument 'downscale_factor': pixel_unshuffle expects a positive downscale_factor, but got ", r);
  const int64_t channels = self.size(-3), height = self.size(-2), width = self.size(-1), batch = self.dim() - 3;
  TORCH_CHECK(height % r == 0, "pixel_unshuffle(): argument 'self': pixel_unshuffle expects height to be divisible by downscale_factor, but input.size(-2)=", height, " is not divisible by ", r);
  TORCH_CHECK(width % r == 0, "pixel_unshuffle(): argument 'self': pixel_unshuffle expects width to be divisible by downscale_factor, but input.size(-1)=", width, " is not divisible by ", r);
  int64_t square, more;
  TORCH_CHECK(
      !__builtin_mul_overflow(r, r, &square) && !__builtin_mul_overflow(channels, square, &more), "pixel_unshuffle(): argument 'downscale_factor' is ", r, "; the channels are more than a size can hold");
  Tensor out = empty_like_in_format(self, with_image(self, {more, height / r, width / r}));
  if (out.numel() > 0) {
    // (c, h, r, w, r) to (c, r, r, h, w)
    const Tensor pixels = reordered(self.view(with_image(self, {channels, height / r, r, width / r, r})), batch, {0, 2, 4, 1, 3});
    out.view(pixels.sizes()).copy_(pixels);
  }
  return out;
}

Tensor channel_shuffle(const Tensor& self, int64_t groups) {
  TORCH_CHECK(self.dim() > 2, "channel_shuffle(): argument 'self': channel_shuffle expects input with > 2 dims, but got input with sizes ", self.sizes());
  TORCH_CHECK(groups > 0, "channel_shuffle(): argument 'groups': Number of groups to divide channels in must be positive. Value of groups:", groups);
  const int64_t channels = self.size(1);
  TORCH_CHECK(
      channels % groups == 0, "channel_shuffle(): argument 'groups': Number of channels must be divisible by groups. Got ", channels, " channels and ", groups, " groups.");
  Tensor out = empty_like_in_format(self, self.sizes());
  if (out.numel() > 0) {
    DimVector apart(self.sizes().begin(), self.sizes().end());
    apart[1] = groups;
    apart.insert(apart.begin() + 2, channels / groups);
    const Tensor dealt = self.view(apart).transpose(1, 2);
    out.view(dealt.sizes()).copy_(dealt);
  }
  return out;
}

} // namespace
} // namespace at::native

#include <ATen/native/Shuffle.stubs.inc>
