// Views: geometry, sharing of memory and version, and each bad argument's message.
#include "tile_helpers.h"

using namespace wick_test;
using at::Tensor;
using Shape = at::IntArrayRef;

TEST(Views, Geometry) {
  const Tensor a = at::arange(24).view({2, 3, 4});
  EXPECT_EQ(a.view({6, -1}).sizes(), (Shape{6, 4}));
  EXPECT_EQ(a.permute({2, 0, 1}).strides(), (Shape{1, 12, 4}));
  EXPECT_EQ(a.transpose(0, -1).sizes(), (Shape{4, 3, 2}));
  EXPECT_EQ(a.select(1, -1).storage_offset(), 8);
  EXPECT_EQ(a.select(1, -1).sizes(), (Shape{2, 4}));
  EXPECT_EQ(a.slice(2, 1, 100, 2).sizes(), (Shape{2, 3, 2}));
  EXPECT_EQ(a.slice(2, -3, -1).storage_offset(), 1);
  EXPECT_EQ(a.slice(0, 2, 1).sizes(), (Shape{0, 3, 4}));
  EXPECT_EQ(a.unsqueeze(-1).sizes(), (Shape{2, 3, 4, 1}));
  EXPECT_EQ(a.unsqueeze(0).squeeze(0).sizes(), a.sizes());
  EXPECT_EQ(a.unsqueeze(1).unsqueeze(0).squeeze().sizes(), a.sizes());
  EXPECT_EQ(a.squeeze(1).sizes(), a.sizes());
  EXPECT_EQ(at::zeros({3, 1}).expand({2, 3, 4}).strides(), (Shape{0, 1, 0}));
  EXPECT_EQ(at::zeros({3, 1}).expand({-1, 4}).sizes(), (Shape{3, 4}));
  EXPECT_EQ(a.flatten(1).sizes(), (Shape{2, 12}));
  EXPECT_EQ(at::zeros({}).flatten().sizes(), (Shape{1}));
  EXPECT_EQ(a.narrow(2, 1, 2).sizes(), (Shape{2, 3, 2}));
  EXPECT_EQ(a.as_strided({2, 2}, {1, 1}, 3).storage_offset(), 3);
  EXPECT_EQ(at::zeros({2, 3}).t().sizes(), (Shape{3, 2}));
  EXPECT_EQ(a.unbind(1).size(), 3u);
  EXPECT_TRUE(same_bits(a.unbind(1)[2], a.select(1, 2)));
  EXPECT_EQ(at::zeros({0, 3}).view({0, 7}).sizes(), (Shape{0, 7}));
  EXPECT_EQ(at::zeros({}).view({1, 1}).sizes(), (Shape{1, 1}));
}

TEST(Views, ShareMemoryAndVersion) {
  Tensor a = at::zeros({2, 3});
  Tensor v = a.select(0, 1).view({3, 1});
  EXPECT_TRUE(v.is_alias_of(a));
  const uint32_t before = a.current_version();
  v.fill_(5);
  EXPECT_GT(a.current_version(), before);
  EXPECT_EQ(a.select(0, 1).select(0, 2).item<float>(), 5);
  EXPECT_EQ(a.select(0, 0).select(0, 2).item<float>(), 0);
  EXPECT_TRUE(a.detach().is_alias_of(a));
}

TEST(Views, ReshapeCopiesOnlyWhereItMust) {
  const Tensor a = at::arange(12).view({3, 4});
  EXPECT_TRUE(a.reshape({4, 3}).is_alias_of(a));
  const Tensor r = a.t().reshape({12});
  EXPECT_FALSE(r.is_alias_of(a));
  EXPECT_TRUE(same_bits(r, a.t().contiguous().view({12})));
  // Every view that exists is found: against a copy.
  for (const Tensor& v : {a, a.t(), a.slice(1, 0, 4, 2), a.unsqueeze(1), a.slice(0, 0, 3, 2)}) {
    EXPECT_TRUE(same_bits(v.reshape({-1}), v.contiguous().view({-1})));
  }
}

TEST(Views, Errors) {
  const Tensor a = at::arange(6).view({2, 3});
  EXPECT_ERROR(a.view({5}), "shape '[5]' is invalid for input of size 6");
  EXPECT_ERROR(a.view({-1, 4}), "shape '[-1, 4]' is invalid for input of size 6");
  EXPECT_ERROR(a.view({-1, -1}), "only one dimension can be inferred");
  EXPECT_ERROR(a.view({-2, 3}), "invalid shape dimension -2");
  EXPECT_ERROR(a.view({INT64_MAX, INT64_MAX}), "is invalid for input of size 6");
  EXPECT_ERROR(a.t().view({6}), "view size is not compatible");
  EXPECT_ERROR(a.permute({0}), "permute: dims must name each of the 2 dimensions");
  EXPECT_ERROR(a.permute({0, 0}), "duplicate dims");
  EXPECT_ERROR(a.transpose(0, 5), "Dimension out of range (expected to be in range of [-2, 1], but got 5)");
  EXPECT_ERROR(a.select(0, 7), "select(): index 7 out of range for tensor of size [2, 3] at dimension 0");
  EXPECT_ERROR(a.select(0, INT64_MIN), "out of range");
  EXPECT_ERROR(at::zeros({}).select(0, 0), "0-dim");
  EXPECT_ERROR(a.slice(0, 0, 1, 0), "slice step");
  EXPECT_ERROR(a.slice(0, 0, 1, -1), "got -1");
  EXPECT_ERROR(a.expand({3}), "the number of sizes provided (1) must be greater or equal to the number of dimensions in the tensor (2)");
  EXPECT_ERROR(a.expand({5, 3}), "The expanded size of the tensor (5) must match the existing size (2) at non-singleton dimension 0");
  EXPECT_ERROR(a.expand({-1, 2, 3}), "isn't allowed in a leading, non-existing dimension 0");
  EXPECT_ERROR(a.unsqueeze(7), "Dimension out of range (expected to be in range of [-3, 2], but got 7)");
  EXPECT_ERROR(a.squeeze(9), "Dimension out of range");
  EXPECT_ERROR(a.flatten(1, 0), "start_dim cannot come after end_dim");
  EXPECT_ERROR(a.narrow(0, 1, 5), "start (1) + length (5) exceeds dimension size (2)");
  EXPECT_ERROR(a.narrow(0, -5, 1), "start out of range");
  EXPECT_ERROR(a.narrow(0, 0, -1), "length must be non-negative");
  EXPECT_ERROR(a.as_strided({3, 3}, {3, 3}), "out of bounds for storage of size 48");
  EXPECT_ERROR(a.as_strided({3}, {3, 1}), "mismatch in length of strides and shape");
  EXPECT_ERROR(a.as_strided({2}, {-1}), "Negative strides");
  EXPECT_ERROR(a.as_strided({2}, {INT64_MAX}), "overflow");
  EXPECT_ERROR(a.as_strided({1}, {1}, -1), "invalid storage offset -1");
  EXPECT_ERROR(at::zeros({2, 2, 2}).t(), "t() expects a tensor with <= 2 dimensions, but self is 3D");
  EXPECT_ERROR(a.unbind(3), "Dimension out of range");
  EXPECT_THROW(a.select(0, 7), c10::IndexError);
  EXPECT_THROW(a.transpose(0, 5), c10::IndexError);
}
