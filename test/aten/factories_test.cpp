// Factories: dtypes by default, sizes, arange, errors.
#include "tile_helpers.h"
#include <limits>

using namespace wick_test;
using at::Tensor;

TEST(Factories, Dtypes) {
  EXPECT_EQ(at::empty({2}).scalar_type(), at::kFloat);
  EXPECT_EQ(at::zeros({2}, at::TensorOptions().dtype(at::kInt)).scalar_type(), at::kInt);
  EXPECT_EQ(at::full({2}, 3).scalar_type(), at::kLong);
  EXPECT_EQ(at::full({2}, true).scalar_type(), at::kBool);
  EXPECT_EQ(at::full({2}, 1.5).scalar_type(), at::kFloat);
  EXPECT_EQ(at::full({2}, c10::complex<double>(0, 1)).scalar_type(), at::kComplexFloat);
  EXPECT_EQ(at::scalar_tensor(3).scalar_type(), at::kFloat);
  EXPECT_EQ(at::scalar_tensor(3).dim(), 0);
  EXPECT_EQ(at::arange(3).scalar_type(), at::kLong);
  EXPECT_EQ(at::arange(2.5).scalar_type(), at::kFloat);
}

TEST(Factories, Values) {
  EXPECT_TRUE(same_bits(at::arange(3), tensor_of<int64_t>({0, 1, 2})));
  EXPECT_TRUE(same_bits(at::arange(1, 6, 2), tensor_of<int64_t>({1, 3, 5})));
  EXPECT_TRUE(same_bits(at::arange(5, 1, -2), tensor_of<int64_t>({5, 3})));
  EXPECT_TRUE(same_bits(at::arange(0., 1., 0.25), tensor_of<float>({0, 0.25f, 0.5f, 0.75f})));
  EXPECT_EQ(at::arange(0).numel(), 0);
  EXPECT_EQ(at::arange(INT64_MAX - 2, INT64_MAX).numel(), 2);
  EXPECT_EQ(at::ones_like(at::arange(3)).scalar_type(), at::kLong);
  EXPECT_EQ(at::zeros({0, 5}).numel(), 0);
  EXPECT_EQ(at::empty_strided({2, 3}, {1, 2}).strides(), (at::IntArrayRef{1, 2}));
  EXPECT_EQ(at::zeros({1 << 20}).select(0, 12345).item<float>(), 0);
  EXPECT_EQ(at::ones({1 << 20}, at::TensorOptions().dtype(at::kHalf)).select(0, 12345).item<float>(), 1);
}

TEST(Factories, Errors) {
  EXPECT_ERROR(at::empty({-1}), "negative dimension -1");
  EXPECT_ERROR(at::empty({INT64_MAX, 8}), "overflow");
  EXPECT_ERROR(at::empty_strided({2}, {1, 2}), "must match dimensionality of strides");
  EXPECT_ERROR(at::empty_strided({2}, {-1}), "negative strides");
  EXPECT_ERROR(at::arange(0, 5, at::Scalar(0)), "step must be nonzero");
  EXPECT_ERROR(at::arange(5, 0, 1), "inconsistent with step sign");
  EXPECT_ERROR(at::arange(0., std::numeric_limits<double>::infinity()), "unsupported range");
  EXPECT_ERROR(at::arange(5, at::TensorOptions().dtype(at::kBool)), "not implemented for 'Bool'");
  EXPECT_ERROR(at::empty({2}, at::TensorOptions().device(at::Device("cuda"))), "cuda");
  EXPECT_ERROR(at::empty({2}, at::TensorOptions().layout(at::kSparse)), "layout");
  EXPECT_EQ(at::empty({0, 1 << 30, 8}).numel(), 0);
}
