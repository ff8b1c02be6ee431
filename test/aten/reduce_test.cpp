// sum, mean, amax, amin, argmax, argmin against loops over every subset of dimensions.
#include "dense_reference.h"

using namespace dense;

namespace {

// Calls f(result index, element) for each element that goes into it.
void each_element(const Tensor& x, const std::vector<int64_t>& dims, bool keepdim, const std::function<void(const std::vector<int64_t>&, Value)>& f) {
  each(x.sizes(), [&](const std::vector<int64_t>& i) {
    std::vector<int64_t> r;
    for (int64_t d = 0; d < x.dim(); d++) {
      const bool reduced = dims.empty() || std::find(dims.begin(), dims.end(), d) != dims.end();
      if (!reduced) r.push_back(i[d]);
      else if (keepdim) r.push_back(0);
    }
    f(r, value_at(x, i));
  });
}

Tensor double_sums(const Tensor& x, const std::vector<int64_t>& dims, bool keepdim, const Tensor& like) {
  Tensor sums = at::empty(like.sizes(), at::TensorOptions().dtype(ScalarType::ComplexDouble));
  for (int64_t i = 0; i < sums.numel(); i++) write(sums, i, 0);
  each_element(x, dims, keepdim, [&](const std::vector<int64_t>& r, Value v) { write(sums, offset_of(sums, r), value_at(sums, r) + v); });
  return sums;
}

const std::vector<std::vector<int64_t>> kShapes = {{}, {1}, {7}, {40}, {3, 5}, {40, 130}, {2, 3, 4}, {5, 1, 6}, {0}, {3, 0}, {0, 4}, {2, 3, 4, 5}, {9000}, {5000, 3}};

TEST(Sum, EveryDimsDtypeLayout) {
  for (const ScalarType t : {ScalarType::Float, ScalarType::Double, ScalarType::Half, ScalarType::BFloat16, ScalarType::ComplexFloat, ScalarType::Int, ScalarType::Byte, ScalarType::Bool}) {
    for (const auto& s : kShapes) {
      if (t != ScalarType::Float && s.size() == 4) continue;
      const Tensor x = values(s, t);
      for (int mask = 0; mask < 1 << s.size(); mask++) {
        std::vector<int64_t> dims;
        for (size_t d = 0; d < s.size(); d++) {
          if (mask >> d & 1) dims.push_back(static_cast<int64_t>(d));
        }
        for (const bool keepdim : {false, true}) {
          const Tensor y = at::sum(x, dims, keepdim);
          EXPECT_EQ(y.scalar_type(), is_integer(t) ? ScalarType::Long : t);
          const Tensor want = double_sums(x, dims, keepdim, y);
          const double scale = t == ScalarType::Half || t == ScalarType::BFloat16 ? 60 : std::sqrt(static_cast<double>(x.numel()));
          expect_values(y, [&](const std::vector<int64_t>& i) { return value_at(want, i); }, scale, "sum");
          for (int layout = 1; layout < kLayouts; layout++) EXPECT_TRUE(same_bits(y, at::sum(laid_out(x, layout), dims, keepdim))) << "mask " << mask;
        }
      }
    }
  }
}

TEST(Sum, RowsAndColumnsAgree) {  // one definition, two walks
  for (const int64_t n : {1, 5, 33, 130, 5000, 20000}) {
    const Tensor rows = values({6, n});
    EXPECT_TRUE(same_bits(at::sum(rows, 1), at::sum(laid_out(rows, 1), 1)));
    EXPECT_TRUE(same_bits(at::sum(rows, 1), at::sum(rows.t().contiguous(), 0)));
  }
}

TEST(Sum, Precision) {  // a running float sum of this loses half its digits
  const int64_t n = 1 << 20;
  Tensor x = at::empty({n}, at::TensorOptions().dtype(ScalarType::Float));
  for (int64_t i = 0; i < n; i++) write(x, i, 0.1);
  EXPECT_NEAR(value_at(at::sum(x), {}).real(), static_cast<double>(0.1f) * static_cast<double>(n), 0.2);
}

TEST(Sum, DtypeAndDefaults) {
  const Tensor x = values({3, 4});
  EXPECT_TRUE(same_bits(at::sum(x), at::sum(x, at::IntArrayRef{})));
  EXPECT_TRUE(same_bits(at::sum(x), at::sum(x, at::OptionalIntArrayRef())));
  EXPECT_EQ(at::sum(x, ScalarType::Double).scalar_type(), ScalarType::Double);
  EXPECT_EQ(at::sum(values({3}, ScalarType::Int), ScalarType::Int).scalar_type(), ScalarType::Int);
  EXPECT_EQ(value_at(at::sum(values({0})), {}), Value(0));
  EXPECT_TRUE(same_bits(at::sum(x, -1), at::sum(x, 1)));
  Tensor out = at::empty({0}, x.options());
  at::sum_out(out, x, {1}, false);
  EXPECT_TRUE(same_bits(out, at::sum(x, 1)));
}

TEST(Sum, SameBitsForAnyNumberOfThreads) {
  const Tensor x = values({300, 700}), long_row = values({1 << 20}), tall = values({100000, 3});
  expect_same_bits_for_all_thread_counts([&] { return at::sum(x, 0); });
  expect_same_bits_for_all_thread_counts([&] { return at::sum(x, 1); });
  expect_same_bits_for_all_thread_counts([&] { return at::sum(long_row); });
  expect_same_bits_for_all_thread_counts([&] { return at::sum(tall, 0); });
}

TEST(Sum, Errors) {
  expect_error<c10::IndexError>([] { at::sum(values({2, 3}), 2); }, {"sum", "dim 2", "[2, 3]"});
  expect_error<c10::IndexError>([] { at::sum(values({2, 3}), -3); }, {"sum", "dim -3"});
  expect_error([] { at::sum(values({2, 3}), {0, -2}); }, {"sum", "dim 0", "multiple times"});
}

TEST(Mean, ValuesAndErrors) {
  for (const ScalarType t : {ScalarType::Float, ScalarType::Double, ScalarType::Half, ScalarType::BFloat16, ScalarType::ComplexFloat}) {
    const Tensor x = values({4, 5, 6}, t);
    for (const std::vector<int64_t>& dims : {std::vector<int64_t>{}, {0}, {1}, {2}, {0, 2}, {0, 1, 2}}) {
      const Tensor y = at::mean(x, dims, true);
      const Tensor want = double_sums(x, dims, true, y);
      const double count = static_cast<double>(x.numel() / y.numel());
      expect_values(y, [&](const std::vector<int64_t>& i) { return value_at(want, i) / count; }, 1, "mean");
    }
    EXPECT_TRUE(same_bits(at::mean(x), at::mean(x, std::vector<int64_t>{0, 1, 2})));
  }
  EXPECT_TRUE(std::isnan(value_at(at::mean(values({0})), {}).real()));
  EXPECT_EQ(at::mean(values({3}, ScalarType::Long), ScalarType::Float).scalar_type(), ScalarType::Float);
  expect_error([] { at::mean(values({3}, ScalarType::Long)); }, {"mean", "Long"});
  expect_error([] { at::mean(values({3}), ScalarType::Int); }, {"mean", "dtype", "Int"});
}

TEST(Extremes, ValuesNanAndErrors) {
  for (const ScalarType t : {ScalarType::Float, ScalarType::Double, ScalarType::Half, ScalarType::Long, ScalarType::Byte, ScalarType::Bool}) {
    const Tensor x = values({4, 5, 6}, t);
    for (const std::vector<int64_t>& dims : {std::vector<int64_t>{}, {0}, {1}, {2}, {0, 2}}) {
      const Tensor top = at::amax(x, dims, true), bottom = at::amin(x, dims, true);
      each_element(x, dims, true, [&](const std::vector<int64_t>& r, Value v) {
        EXPECT_LE(v.real(), value_at(top, r).real());
        EXPECT_GE(v.real(), value_at(bottom, r).real());
      });
      EXPECT_TRUE(same_bits(top, at::amax(laid_out(x, 1), dims, true)));
    }
  }
  Tensor x = values({2, 3});
  write(x, 1, NAN);
  EXPECT_TRUE(std::isnan(value_at(at::amax(x, 1), {0}).real()));
  EXPECT_TRUE(std::isnan(value_at(at::amin(x, 1), {0}).real()));
  EXPECT_FALSE(std::isnan(value_at(at::amax(x, 1), {1}).real()));
  expect_error<c10::IndexError>([] { at::amax(values({5, 0, 5}), 1); }, {"amax", "dim 1", "[5, 0, 5]"});
  expect_error([] { at::amin(values({5, 0, 5})); }, {"amin", "[5, 0, 5]"});
  expect_error([] { at::amax(values(std::vector<int64_t>(65, 1)), 1); }, {"amax", "65"});
}

TEST(ArgExtremes, FirstOneWins) {
  Tensor x = values({2, 4}, ScalarType::Int);
  const int data[] = {1, 7, 7, 0, -3, -9, -9, 2};
  for (int64_t i = 0; i < 8; i++) write(x, i, data[i]);
  EXPECT_EQ(value_at(at::argmax(x, 1), {0}), Value(1));
  EXPECT_EQ(value_at(at::argmin(x, 1), {1}), Value(1));
  EXPECT_EQ(value_at(at::argmax(x), {}), Value(1));
  EXPECT_EQ(value_at(at::argmin(x), {}), Value(5));
  EXPECT_EQ(shape(at::argmax(x, 0, true)), (std::vector<int64_t>{1, 4}));
  EXPECT_TRUE(same_bits(at::argmax(x), at::argmax(laid_out(x, 1))));
  Tensor f = values({3});
  write(f, 1, NAN);
  EXPECT_EQ(value_at(at::argmax(f), {}), Value(1));
  EXPECT_EQ(value_at(at::argmin(f), {}), Value(1));
  expect_error<c10::IndexError>([] { at::argmax(values({0})); }, {"argmax", "[0]"});
  expect_error<c10::IndexError>([] { at::argmax(values({2, 0}), 1); }, {"argmax", "dim 1"});
}

}  // namespace
