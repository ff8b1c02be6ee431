// layer_norm against a two-pass mean and variance in double.
#include "dense_reference.h"

using namespace dense;

namespace {

const ScalarType kFloating[] = {ScalarType::Float, ScalarType::Double, ScalarType::Half, ScalarType::BFloat16};

void check(std::vector<int64_t> sizes, size_t normalized, bool affine, ScalarType t) {
  const std::vector<int64_t> last(sizes.end() - static_cast<std::ptrdiff_t>(normalized), sizes.end());
  const Tensor x = values(sizes, t, 1);
  std::optional<Tensor> w, b;
  if (affine) w = values(last, t, 2), b = values(last, t, 3);
  const double eps = 1e-3;
  const Tensor y = at::layer_norm(x, last, w, b, eps);
  ASSERT_EQ(shape(y), sizes);
  int64_t n = 1;
  for (const int64_t s : last) n *= s;
  // The rows' elements one after another: mean and variance of each.
  std::vector<double> flat;
  each(sizes, [&](const std::vector<int64_t>& i) { flat.push_back(value_at(x, i).real()); });
  std::vector<double> mean(flat.size() / static_cast<size_t>(n)), variance(mean.size());
  for (size_t i = 0; i < flat.size(); i++) mean[i / n] += flat[i] / static_cast<double>(n);
  for (size_t i = 0; i < flat.size(); i++) variance[i / n] += (flat[i] - mean[i / n]) * (flat[i] - mean[i / n]) / static_cast<double>(n);
  size_t at_element = 0;
  expect_values(
      y,
      [&](const std::vector<int64_t>& i) {
        const std::vector<int64_t> inner(i.end() - static_cast<std::ptrdiff_t>(normalized), i.end());
        const double z = (flat[at_element] - mean[at_element / n]) / std::sqrt(variance[at_element / n] + eps);
        at_element++;
        return affine ? z * value_at(*w, inner).real() + value_at(*b, inner).real() : z;
      },
      4, "layer_norm");
  for (int layout = 1; layout < kLayouts; layout++) EXPECT_TRUE(same_bits(y, at::layer_norm(laid_out(x, layout), last, w, b, eps)));
}

TEST(LayerNorm, ShapesAndDtypes) {
  for (const ScalarType t : kFloating) {
    for (const bool affine : {false, true}) {
      check({3, 7}, 1, affine, t);
      check({2, 3, 40}, 1, affine, t);
      check({2, 3, 40}, 2, affine, t);
      check({5}, 1, affine, t);
      check({0, 7}, 1, affine, t);
      check({4, 1}, 1, affine, t);
    }
  }
  check({2, 9000}, 1, true, ScalarType::Float);
}

TEST(LayerNorm, FarFromZero) {  // a mean large against the deviation
  Tensor x = values({1, 512});
  for (int64_t i = 0; i < 512; i++) write(x, i, 4096 + (i % 2));
  const Tensor y = at::layer_norm(x, {512}, std::nullopt, std::nullopt, 0);
  expect_values(y, [](const std::vector<int64_t>& i) { return i[1] % 2 ? 1 : -1; });
}

TEST(LayerNorm, NativeGivesStatistics) {
  const Tensor x = values({3, 10});
  const auto [y, mean, rstd] = at::native_layer_norm(x, {10}, std::nullopt, std::nullopt, 1e-5);
  EXPECT_TRUE(same_bits(y, at::layer_norm(x, {10})));
  ASSERT_EQ(shape(mean), (std::vector<int64_t>{3, 1}));
  expect_values(mean, [&](const std::vector<int64_t>& i) {
    Value sum = 0;
    for (int64_t k = 0; k < 10; k++) sum += value_at(x, {i[0], k});
    return sum / 10.0;
  });
  for (int64_t i = 0; i < 3; i++) EXPECT_GT(value_at(rstd, {i, 0}).real(), 0);
}

TEST(LayerNorm, SameBitsForAnyNumberOfThreads) {
  const Tensor x = values({300, 1000});
  expect_same_bits_for_all_thread_counts([&] { return at::layer_norm(x, {1000}); });
}

TEST(LayerNorm, Errors) {
  const Tensor x = values({1, 2, 3});
  expect_error([&] { at::layer_norm(x, {}); }, {"layer_norm", "normalized_shape"});
  expect_error([&] { at::layer_norm(x, {2, 2}); }, {"layer_norm", "[1, 2, 3]", "[2, 2]"});
  expect_error([&] { at::layer_norm(x, {3}, values({2})); }, {"layer_norm", "weight", "[2]"});
  expect_error([&] { at::layer_norm(x, {3}, std::nullopt, values({3, 1})); }, {"layer_norm", "bias", "[3, 1]"});
  expect_error([&] { at::layer_norm(x, {3}, values({3}, ScalarType::Double)); }, {"layer_norm", "weight", "Double"});
  expect_error([&] { at::layer_norm(values({3}, ScalarType::Long), {3}); }, {"layer_norm", "Long"});
}

}  // namespace
