// cat, stack, chunk, split.
#include "dense_reference.h"

using namespace dense;

namespace {

TEST(Cat, EveryDimDtypeLayout) {
  for (const ScalarType t : {ScalarType::Float, ScalarType::Half, ScalarType::ComplexDouble, ScalarType::Long, ScalarType::Bool}) {
    for (int64_t dim = 0; dim < 3; dim++) {
      std::vector<int64_t> sa = {2, 3, 4}, sb = sa;
      sa[dim] = 1, sb[dim] = 5;
      const Tensor a = values(sa, t, 1), b = values(sb, t, 2);
      for (int layout = 0; layout < kLayouts; layout++) {
        const Tensor c = at::cat({laid_out(a, layout), laid_out(b, 2 - layout)}, dim);
        ASSERT_EQ(c.size(dim), 6);
        expect_values(c, [&](std::vector<int64_t> i) {
          if (i[dim] < 1) return value_at(a, i);
          i[dim] -= 1;
          return value_at(b, i);
        });
        EXPECT_TRUE(same_bits(c, at::cat({a, b}, dim - 3)));
      }
    }
  }
}

TEST(Cat, PromotionEmptyAndNames) {
  const Tensor i = values({2}, ScalarType::Int), f = values({3}), d = values({1}, ScalarType::Double);
  EXPECT_EQ(at::cat({i, f}).scalar_type(), ScalarType::Float);
  EXPECT_EQ(at::cat({i, f, d}).scalar_type(), ScalarType::Double);
  EXPECT_EQ(value_at(at::cat({i, f}), {1}), value_at(i, {1}));
  EXPECT_EQ(shape(at::cat({values({0}), values({2, 3})}, 1)), (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(shape(at::cat({values({2, 0}), values({2, 3})}, 1)), (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(shape(at::cat({values({0}), values({0})})), (std::vector<int64_t>{0}));
  EXPECT_TRUE(same_bits(at::concat({f, f}), at::cat({f, f})));
  EXPECT_TRUE(same_bits(at::concatenate({f, f}), at::cat({f, f})));
}

TEST(Cat, OutMayBeStridedOrAnInput) {
  const Tensor a = values({2, 3}), b = values({1, 3}, ScalarType::Float, 2);
  Tensor out = laid_out(values({3, 3}), 1);
  at::cat_out(out, {a, b});
  EXPECT_TRUE(same_bits(out, at::cat({a, b})));
  Tensor big = values({3, 3});
  const Tensor want = at::cat({big.narrow(0, 1, 2), big.narrow(0, 0, 1)});
  at::cat_out(big, {big.narrow(0, 1, 2), big.narrow(0, 0, 1)});
  EXPECT_TRUE(same_bits(big, want));
}

TEST(Cat, Large) {
  const Tensor a = values({300, 200}), b = values({300, 500}, ScalarType::Float, 2);
  expect_same_bits_for_all_thread_counts([&] { return at::cat({a, b}, 1); });
  const Tensor c = at::cat({a, b}, 1);
  EXPECT_EQ(value_at(c, {299, 699}), value_at(b, {299, 499}));
}

TEST(Cat, Errors) {
  expect_error<c10::ValueError>([] { at::cat(at::TensorList(), 1); }, {"cat", "empty list"});
  expect_error([] { at::cat({values({}), values({})}); }, {"cat", "tensors[0]"});
  expect_error([] { at::cat({values({2, 3}), values({2, 4})}); }, {"cat", "tensors[1]", "[2, 4]", "[2, 3]"});
  expect_error([] { at::cat({values({2, 3}), values({2, 3, 1})}); }, {"cat", "tensors[1]", "[2, 3, 1]"});
  expect_error<c10::IndexError>([] { at::cat({values({2, 3})}, 2); }, {"cat", "dim 2"});
}

TEST(Stack, EveryDim) {
  const Tensor a = values({2, 3}), b = values({2, 3}, ScalarType::Float, 2);
  for (int64_t dim = 0; dim <= 2; dim++) {
    const Tensor s = at::stack({laid_out(a, 1), b}, dim);
    EXPECT_TRUE(same_bits(s.select(dim, 0), a));
    EXPECT_TRUE(same_bits(s.select(dim, 1), b));
    EXPECT_TRUE(same_bits(s, at::stack({a, b}, dim - 3)));
  }
  EXPECT_EQ(shape(at::stack({values({}), values({})})), (std::vector<int64_t>{2}));
  EXPECT_EQ(at::stack({a, values({2, 3}, ScalarType::Double)}).scalar_type(), ScalarType::Double);
  expect_error([] { at::stack({values({2}), values({3})}); }, {"stack", "tensors[1]", "[3]", "[2]"});
  expect_error([] { at::stack(at::TensorList()); }, {"stack", "empty list"});
  expect_error<c10::IndexError>([] { at::stack({values({2})}, 2); }, {"stack", "dim 2"});
}

TEST(Split, PiecesAreViews) {
  Tensor x = values({5, 3});
  const auto pieces = at::split(x, 2);
  ASSERT_EQ(pieces.size(), 3u);
  EXPECT_EQ(pieces[2].size(0), 1);
  Tensor second = pieces[1];
  write(second, 0, 42);
  EXPECT_EQ(value_at(x, {2, 0}), Value(42));
  const auto named = at::split(x, {1, 0, 4});
  ASSERT_EQ(named.size(), 3u);
  EXPECT_EQ(named[1].numel(), 0);
  EXPECT_EQ(value_at(named[2], {0, 1}), value_at(x, {1, 1}));
  EXPECT_EQ(at::split(values({0}), 3).size(), 1u);
  expect_error([&] { at::split(x, -1); }, {"split", "-1"});
  expect_error([&] { at::split(x, 0); }, {"split", "[5, 3]"});
  expect_error([&] { at::split(x, {2, 2}); }, {"split", "[2, 2]", "5"});
  expect_error([&] { at::split(x, {6, -1}); }, {"split", "[6, -1]"});
}

TEST(Chunk, Sizes) {
  const Tensor x = values({2, 5});
  const auto c = at::chunk(x, 2, 1);
  ASSERT_EQ(c.size(), 2u);
  EXPECT_EQ(c[0].size(1), 3);
  EXPECT_EQ(c[1].size(1), 2);
  EXPECT_EQ(at::chunk(x, 9, 1).size(), 5u);
  EXPECT_EQ(at::chunk(values({0, 3}), 3).size(), 3u);
  expect_error([&] { at::chunk(x, 0); }, {"chunk", "0"});
  expect_error<c10::IndexError>([&] { at::chunk(x, 2, 2); }, {"chunk", "dim 2"});
}

}  // namespace
