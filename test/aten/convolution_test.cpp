// conv1d against nested loops: stride, padding, dilation, groups, bias, unbatched input, padding by name.
#include "dense_reference.h"

using namespace dense;

namespace {

// The element of the result, straight from the definition.
Value reference(const Tensor& x, const Tensor& w, const std::optional<Tensor>& b, int64_t n, int64_t oc, int64_t t, int64_t stride, int64_t left, int64_t dilation, int64_t groups) {
  const int64_t per_group = w.size(1), group = oc / (w.size(0) / groups);
  Value sum = b ? value_at(*b, {oc}) : 0;
  for (int64_t c = 0; c < per_group; c++) {
    for (int64_t k = 0; k < w.size(2); k++) {
      const int64_t at_x = t * stride + k * dilation - left;
      if (at_x < 0 || at_x >= x.size(-1)) continue;
      std::vector<int64_t> xi = {group * per_group + c, at_x};
      if (x.dim() == 3) xi.insert(xi.begin(), n);
      sum += value_at(x, xi) * value_at(w, {oc, c, k});
    }
  }
  return sum;
}

void check(std::vector<int64_t> in, std::vector<int64_t> weight, bool with_bias, int64_t stride, int64_t padding, int64_t dilation, int64_t groups,
           ScalarType t = ScalarType::Float) {
  const Tensor x = values(in, t, 1), w = values(weight, t, 2);
  std::optional<Tensor> b;
  if (with_bias) b = values({weight[0]}, t, 3);
  const Tensor y = at::conv1d(x, w, b, stride, padding, dilation, groups);
  const int64_t length = (in.back() + 2 * padding - dilation * (weight[2] - 1) - 1) / stride + 1;
  std::vector<int64_t> want(in.begin(), in.end() - 2);
  want.push_back(weight[0]);
  want.push_back(length);
  ASSERT_EQ(shape(y), want);
  expect_values(
      y,
      [&](const std::vector<int64_t>& i) {
        return reference(x, w, b, i[0], i[i.size() - 2], i.back(), stride, padding, dilation, groups);
      },
      static_cast<double>(weight[1] * weight[2]) + 1, "conv1d");
  for (int layout = 1; layout < kLayouts; layout++) EXPECT_TRUE(same_bits(y, at::conv1d(laid_out(x, layout), laid_out(w, layout), b, stride, padding, dilation, groups)));
}

TEST(Conv1d, StridesPaddingsDilationsGroups) {
  for (const int64_t stride : {1, 2, 3}) {
    for (const int64_t padding : {0, 1, 3}) {
      for (const int64_t dilation : {1, 2}) {
        for (const int64_t groups : {1, 2, 4}) {
          check({2, 4, 13}, {8, 4 / groups, 3}, groups != 2, stride, padding, dilation, groups);
          check({4, 13}, {4, 4 / groups, 1}, groups == 2, stride, padding, dilation, groups);
        }
      }
    }
  }
}

TEST(Conv1d, Dtypes) {
  for (const ScalarType t : {ScalarType::Double, ScalarType::Half, ScalarType::BFloat16, ScalarType::ComplexFloat, ScalarType::Long, ScalarType::Int}) {
    check({2, 3, 20}, {5, 3, 4}, true, 2, 1, 1, 1, t);
    check({2, 4, 20}, {4, 1, 4}, true, 1, 2, 1, 4, t);
  }
}

TEST(Conv1d, ManyFramesFewFramesNoFrames) {
  check({1, 1, 576}, {258, 1, 256}, false, 128, 0, 1, 1);
  check({1, 129, 4}, {128, 129, 3}, true, 1, 1, 1, 1);
  check({1, 128, 4}, {64, 128, 3}, true, 2, 1, 1, 1);
  check({1, 128, 1}, {1, 128, 1}, true, 1, 0, 1, 1);
  check({1, 5, 3000}, {20, 5, 7}, true, 1, 3, 1, 1);
  check({0, 5, 10}, {20, 5, 7}, true, 1, 3, 1, 1);
  check({3, 0, 10}, {20, 0, 7}, true, 1, 3, 1, 1);
  check({1, 2, 9}, {3, 2, 3}, true, 100, 0, 1, 1);
  check({1, 2, 3}, {3, 2, 3}, true, 1, 40, 1, 1);  // more zeros than input
}

TEST(Conv1d, SameBitsForAnyNumberOfThreads) {
  const Tensor x = values({3, 16, 5000}), w = values({32, 16, 5}, ScalarType::Float, 2);
  expect_same_bits_for_all_thread_counts([&] { return at::conv1d(x, w, std::nullopt, 1, 2); });
}

TEST(Conv1d, PaddingByName) {
  for (const int64_t kernel : {1, 2, 3, 4}) {
    for (const int64_t dilation : {1, 2}) {
      const Tensor x = values({2, 2, 9}), w = values({4, 1, kernel}, ScalarType::Float, 2);
      const Tensor y = at::conv1d(x, w, std::nullopt, 1, "same", dilation, 2);
      ASSERT_EQ(shape(y), (std::vector<int64_t>{2, 4, 9}));
      const int64_t left = dilation * (kernel - 1) / 2;
      expect_values(y, [&](const std::vector<int64_t>& i) { return reference(x, w, std::nullopt, i[0], i[1], i[2], 1, left, dilation, 2); }, 8);
      EXPECT_TRUE(same_bits(at::conv1d(x, w, std::nullopt, 2, "valid", dilation, 2), at::conv1d(x, w, std::nullopt, 2, std::vector<int64_t>{0}, dilation, 2)));
    }
  }
  const Tensor x = values({1, 2, 9}), w = values({4, 2, 3});
  expect_error([&] { at::conv1d(x, w, std::nullopt, 2, "same"); }, {"conv1d", "same", "2"});
  expect_error([&] { at::conv1d(x, w, std::nullopt, 1, "full"); }, {"conv1d", "padding", "full"});
}

TEST(Conv1d, Errors) {
  const Tensor x = values({1, 2, 9}), w = values({4, 2, 3});
  const int64_t none = 0;  // a literal 0 could be a null string
  expect_error([&] { at::conv1d(values({9}), w); }, {"conv1d", "input", "[9]"});
  expect_error([&] { at::conv1d(x, values({4, 2})); }, {"conv1d", "weight", "[4, 2]"});
  expect_error([&] { at::conv1d(values({1, 3, 9}), w); }, {"conv1d", "[1, 3, 9]", "[4, 2, 3]", "groups=1"});
  expect_error([&] { at::conv1d(x, w, values({3})); }, {"conv1d", "bias", "[3]", "4"});
  expect_error([&] { at::conv1d(values({1, 2, 2}), w); }, {"conv1d", "kernel of 3", "[1, 2, 2]"});
  expect_error([&] { at::conv1d(x, w, std::nullopt, 0); }, {"conv1d", "stride", "0"});
  expect_error([&] { at::conv1d(x, w, std::nullopt, 1, -1); }, {"conv1d", "padding", "-1"});
  expect_error([&] { at::conv1d(x, w, std::nullopt, 1, none, 0); }, {"conv1d", "dilation", "0"});
  expect_error([&] { at::conv1d(x, w, std::nullopt, 1, none, 1, 0); }, {"conv1d", "groups", "0"});
  expect_error([&] { at::conv1d(x, w, std::nullopt, 1, none, 1, 3); }, {"conv1d", "groups=3"});
  expect_error([&] { at::conv1d(x, w, std::nullopt, 1, none, INT64_MAX); }, {"conv1d", "dilation"});
  expect_error([&] { at::conv1d(x, w, std::nullopt, 1, INT64_MAX); }, {"conv1d", "padding"});
  expect_error([&] { at::conv1d(x, values({4, 2, 3}, ScalarType::Double)); }, {"conv1d", "weight"});
  expect_error([&] { at::conv1d(x, values({4, 2, 0})); }, {"conv1d", "empty kernel"});
}

}  // namespace
