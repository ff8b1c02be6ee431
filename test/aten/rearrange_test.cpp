// What only moves elements: flips, rolls, repetitions, strided and transposed copies, shuffles, windows, against the same moves by index; each for
// elements of every size and inputs of every layout.
#include "tile_helpers.h"

#include <ATen/ATen.h>
#include <functional>

using namespace wick_test;
using at::IntArrayRef;
using at::ScalarType;
using at::Tensor;
using Index = std::vector<int64_t>;

namespace {

constexpr ScalarType kSizes[] = {ScalarType::Bool, ScalarType::Half, ScalarType::Float, ScalarType::Double, ScalarType::ComplexDouble};

// The same values with other strides: row-major, reversed dimensions, a step of two with an offset.
std::vector<Tensor> layouts(const Tensor& t) {
  std::vector<int64_t> reversed, doubled(t.sizes().begin(), t.sizes().end());
  for (int64_t d = t.dim() - 1; d >= 0; --d) reversed.push_back(d);
  Tensor wide = at::zeros(t.dim() > 0 ? IntArrayRef(doubled) : IntArrayRef{}, t.options());
  if (t.dim() > 0) {
    doubled.back() = doubled.back() * 2 + 1;
    wide = at::zeros(doubled, t.options()).slice(-1, 1, INT64_MAX, 2);
  }
  wide.copy_(t);
  return {t, t.permute(reversed).contiguous().permute(reversed), wide};
}

// out[i] = self[from(i)], for every index i.
Tensor by_index(const Tensor& self, IntArrayRef sizes, const std::function<Index(const Index&)>& from) {
  Tensor out = at::zeros(sizes, self.options());
  Index i(sizes.size(), 0);
  for (int64_t n = 0; n < out.numel(); ++n) {
    const Index source = from(i);
    Tensor to = out, element = self;
    for (const int64_t k : i) to = to.select(0, k);
    for (const int64_t k : source) element = element.select(0, k);
    to.copy_(element);
    for (size_t d = i.size(); d-- > 0;) {
      if (++i[d] < sizes[d]) break;
      i[d] = 0;
    }
  }
  return out;
}

} // namespace

TEST(Rearrange, FlipRollRotRepeat) {
  for (const ScalarType dtype : kSizes) {
    for (const Tensor& x : layouts(noise({3, 4, 5}, 3).mul(8).to(dtype))) {
      EXPECT_TRUE(same_bits(at::flip(x, {0, 2}), by_index(x, x.sizes(), [](Index i) { return Index{2 - i[0], i[1], 4 - i[2]}; })));
      EXPECT_TRUE(same_bits(at::flip(x, {-2}), by_index(x, x.sizes(), [](Index i) { return Index{i[0], 3 - i[1], i[2]}; })));
      EXPECT_TRUE(same_bits(at::flip(x, {0, 1, 2}), by_index(x, x.sizes(), [](Index i) { return Index{2 - i[0], 3 - i[1], 4 - i[2]}; })));
      EXPECT_TRUE(same_bits(at::roll(x, {1}, {1}), by_index(x, x.sizes(), [](Index i) { return Index{i[0], (i[1] + 3) % 4, i[2]}; })));
      EXPECT_TRUE(same_bits(at::roll(x, {-4, 7, 1}, {0, 2, 0}), by_index(x, x.sizes(), [](Index i) { return Index{i[0], i[1], (i[2] + 3) % 5}; })));
      EXPECT_TRUE(same_bits(at::roll(x, {7}), at::cat({x.reshape({-1}).slice(0, 53), x.reshape({-1}).slice(0, 0, 53)}).view({3, 4, 5})));
      EXPECT_TRUE(same_bits(at::rot90(x, -7, {0, 1}), by_index(x, {4, 3, 5}, [](Index i) { return Index{i[1], 3 - i[0], i[2]}; })));
      for (const Index& times : {Index{1, 1, 3}, Index{2, 1, 1}, Index{1, 3, 1}, Index{2, 3, 2}, Index{3, 1, 2, 1}, Index{2, 0, 1}, Index{2, 2, 1, 1, 1}}) {
        Index sizes(times);
        const size_t front = times.size() - 3;
        for (size_t d = 0; d < 3; ++d) sizes[front + d] *= x.size(d);
        EXPECT_TRUE(same_bits(at::repeat(x, times), by_index(x, sizes, [&](Index i) { return Index{i[front] % 3, i[front + 1] % 4, i[front + 2] % 5}; })));
      }
      for (int64_t d = 0; d < 3; ++d) {
        Index sizes(x.sizes().begin(), x.sizes().end());
        sizes[d] *= 3;
        const auto third = [d](Index i) { return i[d] /= 3, i; };
        EXPECT_TRUE(same_bits(at::repeat_interleave(x, 3, d), by_index(x, sizes, third)));
        EXPECT_TRUE(same_bits(at::repeat_interleave(x, at::full({x.size(d)}, 3, at::kInt), d), by_index(x, sizes, third)));
      }
      EXPECT_TRUE(same_bits(at::repeat_interleave(x, tensor_of<int64_t>({2, 0, 1}), 0), by_index(x, {3, 4, 5}, [](Index i) { return Index{i[0] / 2 * 2, i[1], i[2]}; })));
    }
  }
  EXPECT_TRUE(same_bits(at::tile(at::arange(3), {2}), tensor_of<int64_t>({0, 1, 2, 0, 1, 2})));
  EXPECT_TRUE(same_bits(at::repeat_interleave(tensor_of<int64_t>({1, 0, 2})), tensor_of<int64_t>({0, 2, 2})));
  EXPECT_EQ(at::repeat_interleave(at::empty({0}, at::kLong)).numel(), 0);
  EXPECT_EQ(at::flip(at::zeros({}), {0}).dim(), 0);
  EXPECT_EQ(at::roll(at::zeros({0, 3}), {1}, {0}).numel(), 0);
  EXPECT_EQ(at::repeat(at::zeros({}), {2, 2}).numel(), 4);
}

// Long rows and rows that are repeated many times go other ways than short ones.
TEST(Rearrange, LargeOnes) {
  const Tensor x = at::arange(70'000);
  const Tensor r = at::flip(x, {0});
  EXPECT_EQ(r.select(0, 0).item<int64_t>(), 69'999);
  EXPECT_EQ(r.select(0, 69'999).item<int64_t>(), 0);
  EXPECT_TRUE(same_bits(at::flip(r, {0}), x));
  const Tensor many = at::repeat(at::arange(3), {50'001}), rows = many.view({50'001, 3});
  EXPECT_TRUE(same_bits(rows, at::arange(3).expand({50'001, 3})));
  EXPECT_TRUE(same_bits(at::repeat(x.view({7, 10'000}), {3, 2}).view({3, 7, 2, 10'000}), x.view({1, 7, 1, 10'000}).expand({3, 7, 2, 10'000})));
  EXPECT_TRUE(same_bits(at::repeat_interleave(x.view({10'000, 7}), 5, 0).view({10'000, 5, 7}), x.view({10'000, 1, 7}).expand({10'000, 5, 7})));
}

// Transposed copies run in blocks, whatever the sizes and the dimension that is contiguous.
TEST(Rearrange, StridedCopies) {
  for (const ScalarType dtype : kSizes) {
    for (const int64_t rows : {1, 3, 4, 5, 64, 67, 256, 260}) {
      for (const int64_t columns : {1, 4, 7, 33, 64, 130}) {
        const Tensor x = noise({2, rows, columns}, 5).mul(8).to(dtype);
        const Tensor t = x.transpose(1, 2).contiguous();
        for (int64_t i = 0; i < rows; i += 7) EXPECT_TRUE(same_bits(t.select(2, i), x.select(1, i)));
        EXPECT_TRUE(same_bits(x.permute({2, 1, 0}).contiguous().permute({2, 1, 0}), x));
        Tensor wide = at::zeros({columns, 2 * rows + 1, 2}, x.options());
        const Tensor part = wide.slice(1, 1, INT64_MAX, 2);
        part.copy_(x.permute({2, 1, 0}));
        EXPECT_TRUE(same_bits(part, x.permute({2, 1, 0})));
        EXPECT_TRUE(same_bits(wide.slice(1, 0, INT64_MAX, 2), at::zeros({columns, rows + 1, 2}, x.options())));
      }
    }
  }
}

// Rows of every length, forwards and backwards, beside each other and apart: the short ones and the ends of the long ones are special.
TEST(Rearrange, RowsOfEveryLength) {
  for (const ScalarType dtype : kSizes) {
    const Tensor all = noise({3, 150}, 7).mul(8).to(dtype);
    for (int64_t n = 1; n < 75; ++n) {
      const Tensor x = all.slice(1, 1, 1 + n), every_other = all.slice(1, 0, 2 * n, 2), repeated = all.slice(1, 0, 1).expand({3, n});
      const Tensor dense = at::zeros({3, n}, all.options());
      for (const Tensor& t : {x, every_other, repeated, at::flip(x, {1}), at::flip(every_other, {1})}) {
        Tensor out = t.clone(at::MemoryFormat::Contiguous), wide = at::zeros({3, 2 * n}, all.options());
        wide.slice(1, 0, 2 * n, 2).copy_(t);
        for (int64_t i = 0; i < n; i += 5) {
          EXPECT_TRUE(same_bits(out.select(1, i), t.select(1, i)));
          EXPECT_TRUE(same_bits(wide.select(1, 2 * i), t.select(1, i)));
        }
        EXPECT_TRUE(same_bits(out.select(1, n - 1), t.select(1, n - 1)));
        EXPECT_TRUE(same_bits(wide.slice(1, 1, 2 * n, 2), dense));
      }
      for (int64_t i = 0; i < n; ++i) EXPECT_TRUE(same_bits(at::flip(x, {1}).select(1, i), x.select(1, n - 1 - i)));
      EXPECT_TRUE(same_bits(at::cat({x, every_other}, 1).slice(1, n), every_other));
    }
  }
}

TEST(Rearrange, ShufflesKeepTheFormat) {
  const Tensor x = noise({2, 8, 6, 4});
  for (const Tensor& t : {x, x.contiguous(at::MemoryFormat::ChannelsLast)}) {
    const Tensor up = at::pixel_shuffle(t, 2);
    EXPECT_TRUE(same_bits(up, by_index(x, {2, 2, 12, 8}, [](Index i) { return Index{i[0], i[1] * 4 + i[2] % 2 * 2 + i[3] % 2, i[2] / 2, i[3] / 2}; })));
    EXPECT_TRUE(same_bits(at::pixel_unshuffle(up, 2), x));
    const Tensor dealt = at::channel_shuffle(t, 4);
    EXPECT_TRUE(same_bits(dealt, by_index(x, x.sizes(), [](Index i) { return Index{i[0], i[1] % 4 * 2 + i[1] / 4, i[2], i[3]}; })));
    EXPECT_TRUE(same_bits(at::channel_shuffle(dealt, 2), x));
    for (const Tensor& result : {up, at::pixel_unshuffle(t, 2), dealt, at::flip(t, {1}), t.clone()}) EXPECT_EQ(result.suggest_memory_format(), t.suggest_memory_format());
  }
}

TEST(Rearrange, WindowsAndTheirSums) {
  const Tensor x = noise({2, 3, 5, 6});
  for (const Tensor& t : layouts(x)) {
    const Tensor columns = at::im2col(t, {2, 3}, {2, 1}, {1, 2}, {1, 2});
    EXPECT_EQ(columns.sizes(), (IntArrayRef{2, 18, 20}));
    // out[n, (c, ky, kx), (oy, ox)] = x[n, c, oy + 2 ky - 1, 2 ox + kx - 2]
    EXPECT_TRUE(same_bits(columns.view({2, 3, 2, 3, 5, 4}), by_index(at::constant_pad_nd(x, {2, 2, 1, 1}), {2, 3, 2, 3, 5, 4}, [](Index i) {
      return Index{i[0], i[1], i[4] + 2 * i[2], 2 * i[5] + i[3]};
    })));
  }
  // The sum of as many copies of an element as windows hold it.
  const Tensor ones = at::ones({1, 4, 9}), counts = at::col2im(ones, {4, 4}, {2, 2}, {1, 1}, {0, 0}, {1, 1});
  EXPECT_TRUE(same_bits(counts.view({16}), tensor_of<float>({1, 2, 2, 1, 2, 4, 4, 2, 2, 4, 4, 2, 1, 2, 2, 1})));
  // 16-bit sums are rounded once: 2048 + 1 + 1 + 1.
  const Tensor half = tensor_of<float>({2048, 1, 1, 1}, at::kHalf);
  EXPECT_EQ(at::col2im(half.expand({4, 4}), {1, 1}, {1, 4}, {1, 1}, {0, 3}, {1, 1}).item<float>(), 2052);
  EXPECT_EQ(at::unfold_backward(half.view({4, 1}).expand({4, 4}), {7}, 0, 4, 1).select(0, 3).item<float>(), 2052);
  EXPECT_TRUE(same_bits(at::unfold_backward(at::ones({3, 4}), {8}, 0, 4, 1), tensor_of<float>({1, 2, 3, 3, 2, 1, 0, 0})));
  EXPECT_ERROR(at::im2col(x, {0, 2}, {1, 1}, {0, 0}, {1, 1}), "im2col(): argument 'kernel_size' should be greater than zero, but got [0, 2]");
  EXPECT_ERROR(at::im2col(x, {2, 2}, {1, 1}, {0, 0}, {1, INT64_MAX}), "im2col(): argument 'stride'");
  EXPECT_ERROR(at::im2col(x, {7, 2}, {1, 1}, {0, 0}, {1, 1}), "its components must be at least one");
  EXPECT_ERROR(at::col2im(ones, {5, 5}, {2, 2}, {1, 1}, {0, 0}, {1, 1}), "col2im(): argument 'self': Given output_size=[5, 5]");
  EXPECT_ERROR(at::col2im(ones, {INT64_MAX, 5}, {2, 2}, {1, 1}, {0, 0}, {1, 1}), "col2im(): argument 'output_size'");
  EXPECT_ERROR(at::unfold_backward(at::ones({3, 5}), {8}, 0, 4, 1), "unfold_backward(): argument 'grad_in'");
  EXPECT_ERROR(at::unfold_backward(at::ones({6, 4}), {8}, 0, 4, 1), "unfold_backward(): argument 'grad_in'");
}

TEST(Rearrange, Combinations) {
  EXPECT_TRUE(same_bits(at::combinations(at::arange(4), 3), tensor_of<int64_t>({0, 1, 2, 0, 1, 3, 0, 2, 3, 1, 2, 3}).view({4, 3})));
  EXPECT_TRUE(same_bits(at::combinations(at::arange(2), 3, true), tensor_of<int64_t>({0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 1}).view({4, 3})));
  EXPECT_EQ(at::combinations(at::arange(3), 5).sizes(), (IntArrayRef{0, 5}));
  EXPECT_EQ(at::combinations(at::arange(0), 2, true).sizes(), (IntArrayRef{0, 2}));
  EXPECT_ERROR(at::combinations(at::arange(200), 100), "more ways than a size can hold");
  // Counted, not tried: neither takes long.
  EXPECT_NE(message_of([] { at::combinations(at::arange(1), INT64_MAX, true); }), "no error");
  EXPECT_NE(message_of([] { at::combinations(at::arange(3), INT64_MAX, true); }), "no error");
  EXPECT_EQ(at::combinations(at::arange(3), INT64_MAX).size(0), 0);
  EXPECT_EQ(at::combinations(at::arange(5), 5).size(0), 1);
  EXPECT_EQ(at::combinations(at::arange(30), 2, true).size(0), 465);
  EXPECT_ERROR(at::combinations(at::arange(3), -1), "combinations(): argument 'r'");
}

TEST(Rearrange, Errors) {
  const Tensor x = at::zeros({2, 3});
  EXPECT_ERROR(at::flip(x, {0, -2}), "flip(): argument 'dims': dim 0 appears multiple times");
  EXPECT_ERROR(at::flip(x, {2}), "Dimension out of range");
  EXPECT_ERROR(at::roll(x, {}), "roll(): argument 'shifts'");
  EXPECT_ERROR(at::roll(x, {1, 2}, {0}), "roll(): argument 'dims': shifts and dimensions must align");
  EXPECT_TRUE(same_bits(at::roll(at::arange(5), {INT64_MIN}), at::roll(at::arange(5), {INT64_MIN % 5})));
  EXPECT_ERROR(at::rot90(x, 1, {0, -2}), "rot90(): argument 'dims'");
  EXPECT_ERROR(at::repeat(x, {2}), "repeat(): argument 'repeats'");
  EXPECT_ERROR(at::repeat(x, {2, -1}), "Trying to create tensor with negative dimension");
  EXPECT_ERROR(at::repeat(x, {INT64_MAX, INT64_MAX}), "more than a size can hold");
  EXPECT_ERROR(at::repeat_interleave(x, -1), "repeat_interleave(): argument 'repeats'");
  EXPECT_ERROR(at::repeat_interleave(x, INT64_MAX), "more than a size can hold");
  EXPECT_ERROR(at::repeat_interleave(x, 2, 1, 7), "Invalid output_size, expected 6 but got 7");
  EXPECT_ERROR(at::repeat_interleave(x, tensor_of<int64_t>({INT64_MAX, 1}), 0), "adds up to more than a size can hold");
  EXPECT_ERROR(at::repeat_interleave(x, tensor_of<int64_t>({1, -1}), 0), "can not be negative");
  EXPECT_ERROR(at::repeat_interleave(x, tensor_of<int64_t>({1, 2}), 1), "must have the same size as input along dim");
  EXPECT_ERROR(at::repeat_interleave(x, tensor_of<float>({1, 2}), 0), "not implemented for 'Float'");
  EXPECT_ERROR(at::pixel_shuffle(at::zeros({7, 2, 2}), 2), "not divisible by 4");
  EXPECT_ERROR(at::pixel_shuffle(at::zeros({7, 2, 2}), INT64_MAX), "pixel_shuffle(): argument 'upscale_factor'");
  EXPECT_ERROR(at::channel_shuffle(at::zeros({1, 6, 2}), 4), "channel_shuffle(): argument 'groups'");
}
