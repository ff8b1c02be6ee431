// linear, mm, addmm, bmm, baddbmm, mv, addmv, dot, matmul against nested loops.
#include "dense_reference.h"

using namespace dense;

namespace {

const ScalarType kDtypes[] = {ScalarType::Float, ScalarType::Double, ScalarType::Half,  ScalarType::BFloat16, ScalarType::ComplexFloat, ScalarType::ComplexDouble,
                              ScalarType::Long,  ScalarType::Int,    ScalarType::Short, ScalarType::Char,     ScalarType::Byte};

Value wrapped(ScalarType t, Value v) {
  if (t == ScalarType::Byte) return static_cast<uint8_t>(static_cast<int64_t>(v.real()));
  if (t == ScalarType::Char) return static_cast<int8_t>(static_cast<int64_t>(v.real()));
  return v;
}

void check_mm(int64_t m, int64_t n, int64_t k, ScalarType t) {
  const Tensor a = values({m, k}, t, 1), b = values({k, n}, t, 2);
  const Tensor first = at::mm(a, b);
  ASSERT_EQ(shape(first), (std::vector<int64_t>{m, n}));
  ASSERT_EQ(first.scalar_type(), t);
  expect_values(
      first,
      [&](const std::vector<int64_t>& i) {
        Value sum = 0;
        for (int64_t x = 0; x < k; x++) sum += value_at(a, {i[0], x}) * value_at(b, {x, i[1]});
        return wrapped(t, sum);
      },
      static_cast<double>(k), "mm");
  for (int la = 0; la < kLayouts; la++) {
    for (int lb = 0; lb < kLayouts; lb++) EXPECT_TRUE(same_bits(first, at::mm(laid_out(a, la), laid_out(b, lb)))) << m << "x" << n << "x" << k << " layouts " << la << lb;
  }
}

TEST(Mm, ShapesLayoutsAndDtypes) {
  for (const ScalarType t : kDtypes) {
    for (const int64_t m : {0, 1, 3, 18}) {
      for (const int64_t n : {0, 1, 5, 21}) {
        for (const int64_t k : {0, 1, 9, 40}) check_mm(m, n, k, t);
      }
    }
  }
  check_mm(130, 300, 270, ScalarType::Float);
}

TEST(Mm, SameBitsForAnyNumberOfThreads) {
  const Tensor a = values({200, 300}), b = values({300, 500});
  expect_same_bits_for_all_thread_counts([&] { return at::mm(a, b); });
}

TEST(Mm, OutIsResizedAndMayOverlap) {
  const Tensor a = values({3, 3}), b = values({3, 3}, ScalarType::Float, 2);
  const Tensor want = at::mm(a, b);
  Tensor out = at::empty({0}, a.options());
  at::mm_out(out, a, b);
  EXPECT_TRUE(same_bits(out, want));
  Tensor strided = laid_out(values({3, 3}), 2);
  at::mm_out(strided, a, b);
  EXPECT_TRUE(same_bits(strided, want));
  Tensor self = a.clone();
  at::mm_out(self, self, b);
  EXPECT_TRUE(same_bits(self, want));
}

TEST(Mm, Errors) {
  expect_error([] { at::mm(values({2, 3}), values({4, 5})); }, {"mm", "[2, 3]", "[4, 5]"});
  expect_error([] { at::mm(values({2}), values({2, 5})); }, {"mm", "self"});
  expect_error([] { at::mm(values({2, 3}), values({3, 5}, ScalarType::Double)); }, {"mm", "mat2"});
  expect_error<c10::Error>([] { at::mm(values({2, 3}, ScalarType::Bool), values({3, 5}, ScalarType::Bool)); }, {"mm", "Bool"});
}

TEST(Addmm, FactorsAndBroadcast) {
  for (const ScalarType t : {ScalarType::Float, ScalarType::Double, ScalarType::Half, ScalarType::ComplexFloat, ScalarType::Long}) {
    for (const std::vector<int64_t>& s : {std::vector<int64_t>{3, 20}, {20}, {1, 20}, {3, 1}, {}}) {
      const Tensor self = values(s, t, 3), a = values({3, 7}, t, 1), b = values({7, 20}, t, 2);
      const Tensor full = self.expand({3, 20});
      for (const bool plain : {true, false}) {
        const int64_t beta = plain ? 1 : 2, alpha = plain ? 1 : 3;
        expect_values(
            at::addmm(self, a, b, beta, alpha),
            [&](const std::vector<int64_t>& i) {
              Value sum = 0;
              for (int64_t x = 0; x < 7; x++) sum += value_at(a, {i[0], x}) * value_at(b, {x, i[1]});
              return static_cast<double>(alpha) * sum + static_cast<double>(beta) * value_at(full, i);
            },
            30, "addmm");
      }
    }
  }
}

TEST(Addmm, BetaZeroIgnoresSelfAndInPlaceWorks) {
  const Tensor a = values({3, 7}), b = values({7, 4}, ScalarType::Float, 2);
  Tensor nan = values({3, 4});
  write(nan, 0, NAN);
  EXPECT_TRUE(same_bits(at::addmm(nan, a, b, 0), at::mm(a, b)));
  const Tensor self = values({3, 4}, ScalarType::Float, 5);
  Tensor target = self.clone();
  target.addmm_(a, b);
  EXPECT_TRUE(same_bits(target, at::addmm(self, a, b)));
}

TEST(Addmm, Errors) {
  expect_error([] { at::addmm(values({3}), values({2, 3}), values({3, 4})); }, {"addmm", "self", "[3]", "[2, 4]"});
  expect_error([] { at::addmm(values({4}), values({2, 3}), values({2, 4})); }, {"addmm", "[2, 3]", "[2, 4]"});
}

// Factors of integer products count with their whole part, as in PyTorch.
TEST(Addmm, FractionsWithIntegers) {
  const auto ints = [](std::vector<int64_t> s) { return at::ones(s, at::kLong); };
  EXPECT_TRUE(same_bits(at::addmm(ints({4}), ints({2, 3}), ints({3, 4}), 1, 0.5), ints({2, 4})));
  EXPECT_TRUE(same_bits(at::addmv(ints({2}), ints({2, 3}), ints({3}), 2.9, -1.9), at::full({2}, -1, at::kLong)));
  EXPECT_TRUE(same_bits(at::baddbmm(ints({1}), ints({1, 2, 3}), ints({1, 3, 4}), 0.5, 1.5), at::full({1, 2, 4}, 3, at::kLong)));
}

// A contraction over nothing is zero: what is added stays, and beta = 0 ignores even NaN (OPS-10).
TEST(Products, OfLengthZero) {
  EXPECT_TRUE(same_bits(at::baddbmm(at::full({3, 2, 2}, 4.), at::zeros({3, 2, 0}), at::zeros({3, 0, 2})), at::full({3, 2, 2}, 4.)));
  EXPECT_TRUE(same_bits(at::baddbmm(at::full({3, 2, 2}, 4.), at::zeros({3, 2, 0}), at::zeros({3, 0, 2}), .5), at::full({3, 2, 2}, 2.)));
  EXPECT_TRUE(same_bits(at::matmul(at::ones({2, 0}), at::ones({0, 3})), at::zeros({2, 3})));
  EXPECT_TRUE(same_bits(at::bmm(at::ones({4, 2, 0}), at::ones({4, 0, 3})), at::zeros({4, 2, 3})));
  EXPECT_TRUE(same_bits(at::mv(at::ones({2, 0}), at::ones({0})), at::zeros({2})));
  EXPECT_TRUE(same_bits(at::dot(at::ones({0}), at::ones({0})), at::zeros({})));
  EXPECT_TRUE(same_bits(at::addmm(at::full({2, 2}, NAN), at::ones({2, 0}), at::ones({0, 2}), 0), at::zeros({2, 2})));
  EXPECT_TRUE(same_bits(at::addmv(at::full({2}, NAN), at::ones({2, 0}), at::ones({0}), 0), at::zeros({2})));
  EXPECT_TRUE(same_bits(at::linear(at::ones({2, 0}), at::ones({3, 0}), at::full({3}, 5.)), at::full({2, 3}, 5.)));
}

TEST(Linear, AgainstLoops) {
  for (const ScalarType t : kDtypes) {
    for (const std::vector<int64_t>& lead : {std::vector<int64_t>{}, {1}, {5}, {2, 3}, {0}, {40}}) {
      std::vector<int64_t> in = lead;
      in.push_back(19);
      const Tensor x = values(in, t, 1), w = values({11, 19}, t, 2), b = values({11}, t, 3);
      const Tensor first = at::linear(x, w, b);
      std::vector<int64_t> want = lead;
      want.push_back(11);
      ASSERT_EQ(shape(first), want);
      expect_values(
          first,
          [&](const std::vector<int64_t>& i) {
            Value sum = value_at(b, {i.back()});
            for (int64_t k = 0; k < 19; k++) {
              std::vector<int64_t> xi = i;
              xi.back() = k;
              sum += value_at(x, xi) * value_at(w, {i.back(), k});
            }
            return wrapped(t, sum);
          },
          20, "linear");
      for (int layout = 1; layout < kLayouts; layout++) {
        EXPECT_TRUE(same_bits(first, at::linear(laid_out(x, layout), laid_out(w, layout), laid_out(b, layout))));
      }
    }
  }
  const Tensor x = values({2, 3}), w = values({3});
  EXPECT_EQ(shape(at::linear(x, w)), (std::vector<int64_t>{2}));
}

TEST(Linear, Errors) {
  expect_error([] { at::linear(values({2, 3}), values({5, 4})); }, {"linear", "[2, 3]", "[5, 4]"});
  expect_error([] { at::linear(values({2, 4}), values({5, 4}), values({3})); }, {"linear", "bias", "[3]"});
  expect_error([] { at::linear(values({2, 4}), values({5, 4}, ScalarType::Double)); }, {"linear", "weight"});
  expect_error([] { at::linear(values({}), values({5, 4})); }, {"linear", "input"});
}

TEST(Bmm, AgainstMm) {
  for (const ScalarType t : {ScalarType::Float, ScalarType::Half, ScalarType::ComplexFloat, ScalarType::Int}) {
    const Tensor a = values({4, 5, 9}, t, 1), b = values({4, 9, 20}, t, 2);
    for (int layout = 0; layout < kLayouts; layout++) {
      const Tensor c = at::bmm(laid_out(a, layout), laid_out(b, layout));
      for (int64_t i = 0; i < 4; i++) EXPECT_TRUE(same_bits(c.select(0, i), at::mm(a.select(0, i), b.select(0, i))));
    }
  }
  EXPECT_EQ(shape(at::bmm(values({0, 2, 3}), values({0, 3, 4}))), (std::vector<int64_t>{0, 2, 4}));
  const Tensor a = values({64, 30, 40}), b = values({64, 40, 50});
  expect_same_bits_for_all_thread_counts([&] { return at::bmm(a, b); });
  expect_error([] { at::bmm(values({2, 3, 4}), values({3, 4, 5})); }, {"bmm", "[2, 3, 4]", "[3, 4, 5]"});
}

TEST(Baddbmm, AgainstBmm) {
  const Tensor a = values({4, 5, 9}), b = values({4, 9, 20}, ScalarType::Float, 2), s = values({5, 1}, ScalarType::Float, 3);
  const Tensor c = at::baddbmm(s, a, b, 2, 3), plain = at::bmm(a, b);
  expect_values(c, [&](const std::vector<int64_t>& i) { return 3.0 * value_at(plain, i) + 2.0 * value_at(s, {i[1], 0}); }, 30);
}

TEST(Mv, AgainstMm) {
  for (const ScalarType t : {ScalarType::Float, ScalarType::Double, ScalarType::BFloat16, ScalarType::ComplexFloat, ScalarType::Short}) {
    for (const int64_t m : {0, 1, 5, 40}) {
      const Tensor a = values({m, 33}, t, 1), x = values({33}, t, 2), s = values({m}, t, 3);
      const Tensor y = at::mv(a, x), z = at::addmv(s, a, x, 2, 3);
      for (int layout = 1; layout < kLayouts; layout++) EXPECT_TRUE(same_bits(y, at::mv(laid_out(a, layout), laid_out(x, layout))));
      const auto sum = [&](int64_t i) {
        Value v = 0;
        for (int64_t k = 0; k < 33; k++) v += value_at(a, {i, k}) * value_at(x, {k});
        return v;
      };
      expect_values(y, [&](const std::vector<int64_t>& i) { return sum(i[0]); }, 33);
      expect_values(z, [&](const std::vector<int64_t>& i) { return 3.0 * sum(i[0]) + 2.0 * value_at(s, i); }, 100);
    }
  }
  expect_error([] { at::mv(values({2, 3}), values({4})); }, {"mv", "[2, 3]", "[4]"});
}

TEST(Dot, ValuesAndErrors) {
  for (const ScalarType t : {ScalarType::Float, ScalarType::Double, ScalarType::ComplexDouble, ScalarType::Long}) {
    for (const int64_t n : {0, 1, 7, 1000}) {
      const Tensor a = values({n}, t, 1), b = values({n}, t, 2);
      Value sum = 0;
      for (int64_t i = 0; i < n; i++) sum += value_at(a, {i}) * value_at(b, {i});
      const Tensor d = at::dot(a, b);
      EXPECT_EQ(d.dim(), 0);
      expect_values(d, [&](const std::vector<int64_t>&) { return sum; }, static_cast<double>(n));
      EXPECT_TRUE(same_bits(d, at::dot(laid_out(a, 2), b)));
    }
  }
  expect_error([] { at::dot(values({9}), values({3})); }, {"dot", "9", "3"});
  expect_error([] { at::dot(values({1, 1}), values({3})); }, {"dot", "self"});
  expect_error([] { at::dot(values({3}), values({3}, ScalarType::Half)); }, {"dot", "tensor"});
}

TEST(Matmul, ShapeRules) {
  struct Case {
    std::vector<int64_t> a, b, c;
  };
  const Case cases[] = {{{4}, {4}, {}},
                        {{3, 4}, {4}, {3}},
                        {{4}, {4, 2}, {2}},
                        {{3, 4}, {4, 2}, {3, 2}},
                        {{2, 3, 4}, {4}, {2, 3}},
                        {{2, 3, 4}, {4, 5}, {2, 3, 5}},
                        {{4}, {2, 4, 5}, {2, 5}},
                        {{3, 4}, {2, 4, 5}, {2, 3, 5}},
                        {{2, 1, 3, 4}, {6, 4, 5}, {2, 6, 3, 5}},
                        {{7, 1, 3, 4}, {1, 6, 4, 5}, {7, 6, 3, 5}},
                        {{0, 3, 4}, {4, 5}, {0, 3, 5}},
                        {{2, 0, 3, 4}, {1, 4, 5}, {2, 0, 3, 5}},
                        {{2, 3, 0}, {0, 5}, {2, 3, 5}}};
  for (const Case& c : cases) {
    for (int la = 0; la < kLayouts; la++) {
      for (int lb = 0; lb < kLayouts; lb++) {
        const Tensor a = laid_out(values(c.a), la), b = laid_out(values(c.b, ScalarType::Float, 2), lb);
        const Tensor r = at::matmul(a, b);
        ASSERT_EQ(shape(r), c.c);
        EXPECT_TRUE(same_bits(r, at::matmul(values(c.a), values(c.b, ScalarType::Float, 2))));
        expect_values(
            r,
            [&](const std::vector<int64_t>& i) {
              // Rows and columns, then the batch from the right.
              std::vector<int64_t> rest = i, ai, bi;
              int64_t row = 0, col = 0;
              if (b.dim() > 1) col = rest.back(), rest.pop_back();
              if (a.dim() > 1) row = rest.back(), rest.pop_back();
              for (int64_t d = 0; d + 2 < a.dim(); d++) ai.push_back(a.size(d) == 1 ? 0 : rest[rest.size() - (a.dim() - 2) + d]);
              for (int64_t d = 0; d + 2 < b.dim(); d++) bi.push_back(b.size(d) == 1 ? 0 : rest[rest.size() - (b.dim() - 2) + d]);
              Value sum = 0;
              for (int64_t k = 0; k < a.size(-1); k++) {
                std::vector<int64_t> x = ai, y = bi;
                if (a.dim() > 1) x.push_back(row);
                x.push_back(k);
                y.push_back(k);
                if (b.dim() > 1) y.push_back(col);
                sum += value_at(a, x) * value_at(b, y);
              }
              return sum;
            },
            4, "matmul");
      }
    }
  }
}

TEST(Matmul, Errors) {
  expect_error([] { at::matmul(values({2, 3}), values({4, 5})); }, {"matmul", "[2, 3]", "[4, 5]"});
  expect_error([] { at::matmul(values({2, 3, 4}), values({3, 4, 5})); }, {"matmul", "broadcast", "[2, 3, 4]"});
  expect_error([] { at::matmul(values({}), values({4})); }, {"matmul", "self"});
}

}  // namespace
