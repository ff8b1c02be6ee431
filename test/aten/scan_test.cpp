// Running sums, products and extremes, differences and integrals, against plain loops over each line.
#include "dense_reference.h"

using namespace dense;

namespace {

TEST(Scan, EveryDimDtypeLayout) {
  for (const ScalarType t : {ScalarType::Float, ScalarType::Double, ScalarType::Half, ScalarType::ComplexFloat, ScalarType::Int, ScalarType::Byte, ScalarType::Bool}) {
    for (const std::vector<int64_t>& s : {std::vector<int64_t>{}, {9}, {9, 5}, {2, 3, 70}, {3, 0, 2}}) {
      const Tensor x = values(s, t, 5);
      for (int64_t d = 0; d < std::max<int64_t>(1, x.dim()); d++) {
        for (const bool product : {false, true}) {
          const Tensor y = product ? at::cumprod(x, d) : at::cumsum(x, d);
          EXPECT_EQ(y.scalar_type(), is_integer(t) ? ScalarType::Long : t);
          expect_values(y, [&](const std::vector<int64_t>& i) {
            if (x.dim() == 0) return value_at(x, i);
            Value v = product ? 1 : 0;
            std::vector<int64_t> k = i;
            for (k[d] = 0; k[d] <= i[d]; k[d]++) v = product ? v * value_at(x, k) : v + value_at(x, k);
            return v;
          }, 40, "scan");
          for (int layout = 1; layout < kLayouts; layout++) EXPECT_TRUE(same_bits(y, product ? at::cumprod(laid_out(x, layout), d) : at::cumsum(laid_out(x, layout), d)));
        }
      }
    }
  }
  Tensor x = values({4}, ScalarType::Int);
  const Tensor y = at::cumsum(x, 0);
  at::cumsum_(x, 0);
  EXPECT_EQ(x.scalar_type(), ScalarType::Int);
  for (int64_t i = 0; i < 4; i++) EXPECT_EQ(value_at(x, {i}), value_at(y, {i}));
  expect_error<c10::IndexError>([] { at::cumsum(values({2, 3}), 2); }, {"cumsum", "dim 2"});
}

TEST(Scan, LongLinesDoNotSaturate) {
  const Tensor y = at::cumsum(at::ones({1 << 25}), 0);
  EXPECT_EQ(value_at(y, {(1 << 25) - 1}), Value(1 << 25));
}

TEST(Scan, ExtremesLastOfEqualNanStays) {
  Tensor x = at::empty({6});
  const double data[] = {1, 3, 3, NAN, 5, 2};
  for (int64_t i = 0; i < 6; i++) write(x, i, data[i]);
  const double places[] = {0, 1, 2, 3, 3, 3};
  for (const bool column : {false, true}) {
    const Tensor z = column ? x.reshape({6, 1}).expand({6, 3}).contiguous() : x;
    const auto [values_of, indices] = at::cummax(z, 0);
    for (int64_t i = 0; i < 6; i++) {
      const std::vector<int64_t> at_i = column ? std::vector<int64_t>{i, 2} : std::vector<int64_t>{i};
      EXPECT_EQ(value_at(indices, at_i), Value(places[i]));
      EXPECT_EQ(std::isnan(value_at(values_of, at_i).real()), i >= 3);
    }
  }
  EXPECT_EQ(value_at(std::get<1>(at::cummin(x, 0)), {2}), Value(0));
}

TEST(Scan, LogcumsumexpExtremeValues) {
  Tensor x = at::full({3}, -INFINITY);
  EXPECT_EQ(value_at(at::logcumsumexp(x, 0), {2}), Value(-INFINITY));
  write(x, 1, 1000), write(x, 2, 1000);
  EXPECT_EQ(value_at(at::logcumsumexp(x, 0), {1}), Value(1000));
  EXPECT_NEAR(value_at(at::logcumsumexp(x, 0), {2}).real(), 1000.6931, 1e-3);
  write(x, 0, NAN);
  EXPECT_TRUE(std::isnan(value_at(at::logcumsumexp(x, 0), {2}).real()));
}

TEST(Differences, Values) {
  const Tensor x = values({3, 6});
  const Tensor d = at::diff(x, 2, 1);
  expect_values(d, [&](const std::vector<int64_t>& i) {
    return value_at(x, {i[0], i[1] + 2}) - 2.0 * value_at(x, {i[0], i[1] + 1}) + value_at(x, {i[0], i[1]});
  }, 4, "diff");
  EXPECT_EQ(shape(at::diff(x, 100, 1)), (std::vector<int64_t>{3, 0}));
  EXPECT_EQ(at::diff(values({4}, ScalarType::Bool)).scalar_type(), ScalarType::Bool);
  expect_error([&] { at::diff(x, -1); }, {"diff", "'n'"});
  expect_error([&] { at::diff(values({})); }, {"diff", "self"});
  expect_error([&] { at::diff(x, 1, 1, values({2, 1})); }, {"diff", "prepend"});
  expect_values(at::trapezoid(x), [&](const std::vector<int64_t>& i) {
    Value sum = 0;
    for (int64_t k = 0; k < 5; k++) sum += (value_at(x, {i[0], k}) + value_at(x, {i[0], k + 1})) / 2.0;
    return sum;
  }, 4, "trapezoid");
  expect_error([&] { at::trapezoid(x, values({4})); }, {"trapezoid", "'x'"});
  // the slopes of a parabola at uneven places are exact inside, and at the ends with edge_order 2
  Tensor places = at::empty({5}), f = at::empty({5});
  const double at_x[] = {0, 1, 3, 4, 7};
  for (int64_t i = 0; i < 5; i++) write(places, i, at_x[i]), write(f, i, at_x[i] * at_x[i]);
  const Tensor slopes = at::gradient(f, at::TensorList(places), std::nullopt, 2)[0];
  for (int64_t i = 0; i < 5; i++) EXPECT_NEAR(value_at(slopes, {i}).real(), 2 * at_x[i], 1e-4);
  const std::vector<at::Scalar> steps = {2., 3.};
  const std::vector<Tensor> both = at::gradient(x, steps, std::vector<int64_t>{1, 0}), each_dim = at::gradient(x, std::vector<at::Scalar>{3., 2.}, std::nullopt);
  EXPECT_TRUE(same_bits(both[0], each_dim[1]));
  EXPECT_TRUE(same_bits(both[1], at::gradient(x, at::Scalar(3.), 0)[0]));
  expect_error([&] { at::gradient(x, steps, std::optional<int64_t>(1)); }, {"gradient", "spacing"});
  expect_error([&] { at::gradient(f, std::nullopt, std::nullopt, 3); }, {"gradient", "edge_order"});
}

}  // namespace
