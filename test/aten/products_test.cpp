// The products of Products.yaml against loops over elements and against the products they are made of.
#include "dense_reference.h"

using namespace dense;

namespace {

TEST(Products, AddbmmIsTheSumOfBmm) {
  const Tensor self = values({3, 5}, ScalarType::Double, 3), a = values({4, 3, 2}, ScalarType::Double, 1), b = values({4, 2, 5}, ScalarType::Double, 2);
  const Tensor all = at::bmm(a, b);
  expect_values(at::addbmm(self, a, b, 2, 3), [&](const std::vector<int64_t>& i) {
    Value sum = 0;
    for (int64_t n = 0; n < 4; ++n) sum += value_at(all, {n, i[0], i[1]});
    return 3. * sum + 2. * value_at(self, i);
  }, 10, "addbmm");
  EXPECT_TRUE(same_bits(at::addbmm(at::full({2, 2}, NAN), at::ones({0, 2, 3}), at::ones({0, 3, 2}), 0), at::zeros({2, 2})));
  expect_error([&] { at::addbmm(self, a, at::ones({4, 3, 5})); }, {"addbmm", "[4, 3, 2]", "[4, 3, 5]"});
}

TEST(Products, OuterAddrKron) {
  const Tensor x = values({3}, ScalarType::Double, 1), y = values({4}, ScalarType::Double, 2), m = values({3, 4}, ScalarType::Double, 3);
  const auto product = [&](const std::vector<int64_t>& i) { return value_at(x, {i[0]}) * value_at(y, {i[1]}); };
  expect_values(at::outer(x, y), product, 1, "outer");
  expect_values(at::addr(m, x, y, 2, 3), [&](const std::vector<int64_t>& i) { return 2. * value_at(m, i) + 3. * product(i); }, 4, "addr");
  EXPECT_TRUE(same_bits(at::addr(at::full({3, 4}, NAN, at::kDouble), x, y, 0), at::outer(x, y)));
  expect_error([&] { at::outer(m, y); }, {"outer", "self"});
  expect_error([&] { at::addr(at::ones({2}, at::kLong), at::ones({2}, at::kLong), at::ones({2}, at::kLong), 1, 0.5); }, {"addr", "alpha", "0.5"});
  const Tensor a = values({2, 3}, ScalarType::Double, 4), b = values({5}, ScalarType::Double, 5);
  expect_values(at::kron(a, b), [&](const std::vector<int64_t>& i) { return value_at(a, {i[0], i[1] / 5}) * value_at(b, {i[1] % 5}); }, 1, "kron");
}

TEST(Products, VdotConjugatesTheFirst) {
  const Tensor x = values({5}, ScalarType::ComplexDouble, 1), y = values({5}, ScalarType::ComplexDouble, 2);
  expect_values(at::vdot(x, y), [&](const std::vector<int64_t>&) {
    Value sum = 0;
    for (int64_t i = 0; i < 5; ++i) sum += std::conj(value_at(x, {i})) * value_at(y, {i});
    return sum;
  }, 5, "vdot");
}

TEST(Products, InnerAndTensordot) {
  const Tensor a = values({2, 3, 4}, ScalarType::Double, 1), b = values({4, 5, 3}, ScalarType::Double, 2);
  expect_values(at::tensordot(a, b, {2, 1}, {0, -1}), [&](const std::vector<int64_t>& i) {
    Value sum = 0;
    for (int64_t j = 0; j < 3; ++j)
      for (int64_t k = 0; k < 4; ++k) sum += value_at(a, {i[0], j, k}) * value_at(b, {k, i[1], j});
    return sum;
  }, 12, "tensordot");
  const Tensor c = values({6, 4}, ScalarType::Double, 3);
  ASSERT_EQ(shape(at::inner(a, c)), (std::vector<int64_t>{2, 3, 6}));
  EXPECT_EQ(shape(at::tensordot(at::ones({2, 0}), at::ones({0, 3}), {1}, {0})), (std::vector<int64_t>{2, 3}));
  expect_error([&] { at::tensordot(a, b, {0}, {0}); }, {"tensordot", "size 2", "size 4"});
  expect_error([&] { at::tensordot(a, b, {2, 2}, {0, 0}); }, {"tensordot", "dims_self", "twice"});
  expect_error([&] { at::tensordot(a, b, {1}, {}); }, {"tensordot", "dims_self"});
  expect_error([&] { at::inner(a, b); }, {"inner", "[2, 3, 4]"});
}

TEST(Products, CrossAndTrace) {
  const Tensor a = values({3, 4}, ScalarType::Double, 1), b = values({3, 1}, ScalarType::Double, 2);
  const Tensor c = at::linalg_cross(a, b, 0);
  ASSERT_EQ(shape(c), (std::vector<int64_t>{3, 4}));
  expect_values(c, [&](const std::vector<int64_t>& i) {
    const int64_t p = (i[0] + 1) % 3, q = (i[0] + 2) % 3;
    return value_at(a, {p, i[1]}) * value_at(b, {q, 0}) - value_at(a, {q, i[1]}) * value_at(b, {p, 0});
  }, 2, "cross");
  EXPECT_TRUE(same_bits(at::cross(a, a), at::zeros({3, 4}, at::kDouble)));
  expect_error([&] { at::linalg_cross(a, a); }, {"linalg_cross", "size 3", "[3, 4]"});
  expect_error([&] { at::cross(at::ones({2}), at::ones({2})); }, {"cross", "size 3"});
  const Tensor m = values({4, 6}, ScalarType::Double, 4);
  expect_values(at::trace(m.t()), [&](const std::vector<int64_t>&) { return value_at(m, {0, 0}) + value_at(m, {1, 1}) + value_at(m, {2, 2}) + value_at(m, {3, 3}); }, 4, "trace");
  EXPECT_EQ(at::trace(at::ones({0, 3})).item<float>(), 0);
}

TEST(Products, ChainsGiveWhatPairsGive) {
  const Tensor a = values({2, 30}, ScalarType::Long, 1), b = values({30, 3}, ScalarType::Long, 2), c = values({3, 20}, ScalarType::Long, 3), d = values({20, 5}, ScalarType::Long, 4);
  const Tensor expected = at::mm(at::mm(at::mm(a, b), c), d);
  EXPECT_TRUE(same_bits(at::linalg_multi_dot({a, b, c, d}), expected));
  EXPECT_TRUE(same_bits(at::chain_matmul({a, b, c, d}), expected));
  EXPECT_EQ(at::linalg_multi_dot({a.select(0, 0), b, c.select(1, 0)}).dim(), 0);
  expect_error([&] { at::linalg_multi_dot({a}); }, {"linalg_multi_dot", "1"});
  expect_error([&] { at::linalg_multi_dot({a, c}); }, {"linalg_multi_dot", "[2, 30]", "[3, 20]"});
  expect_error([&] { at::chain_matmul({a, b.select(0, 0)}); }, {"chain_matmul", "matrix 1"});
}

TEST(Products, BilinearAndTrilinear) {
  const Tensor x = values({2, 3}, ScalarType::Double, 1), y = values({2, 4}, ScalarType::Double, 2), w = values({5, 3, 4}, ScalarType::Double, 3), bias = values({5}, ScalarType::Double, 4);
  const auto form = [&](const std::vector<int64_t>& i) {
    Value sum = 0;
    for (int64_t j = 0; j < 3; ++j)
      for (int64_t k = 0; k < 4; ++k) sum += value_at(x, {i[0], j}) * value_at(w, {i[1], j, k}) * value_at(y, {i[0], k});
    return sum;
  };
  expect_values(at::bilinear(x, y, w, bias), [&](const std::vector<int64_t>& i) { return form(i) + value_at(bias, {i[1]}); }, 12, "bilinear");
  expect_values(at::_trilinear(x, w, y, {1, 3}, {0}, {1, 2}, {2, 3}), form, 12, "_trilinear");
  expect_error([&] { at::bilinear(x, y, at::ones({5, 4, 4}, at::kDouble)); }, {"bilinear", "input1", "[2, 3]"});
  expect_error([&] { at::_trilinear(x, w, y, {1}, {0}, {1, 2}, {2}); }, {"_trilinear", "i2"});
}

}  // namespace
