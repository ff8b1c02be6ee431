// Variances, norms, logsumexp, quantiles, histograms against plain loops; what users reported of them.
#include "dense_reference.h"

using namespace dense;

namespace {

std::vector<double> elements(const Tensor& x) {
  std::vector<double> all;
  each(x.sizes(), [&](const std::vector<int64_t>& i) { all.push_back(value_at(x, i).real()); });
  return all;
}

TEST(Variance, AgainstTwoPasses) {
  for (const ScalarType t : {ScalarType::Float, ScalarType::Double, ScalarType::Half, ScalarType::BFloat16}) {
    const Tensor x = values({5, 40, 6}, t);
    for (int64_t d = 0; d < 3; d++) {
      for (const double correction : {0.0, 1.0, 2.5}) {
        const Tensor y = at::var(x, at::IntArrayRef(d), at::Scalar(correction), true), s = at::std(x, at::IntArrayRef(d), at::Scalar(correction), true);
        const auto reference = [&](const std::vector<int64_t>& i) {
          std::vector<int64_t> k = i;
          double mean = 0, sum = 0;
          const double n = static_cast<double>(x.size(d));
          for (int64_t j = 0; j < x.size(d); j++) k[d] = j, mean += value_at(x, k).real() / n;
          for (int64_t j = 0; j < x.size(d); j++) k[d] = j, sum += std::pow(value_at(x, k).real() - mean, 2);
          return sum / (n - correction);
        };
        expect_values(y, [&](const std::vector<int64_t>& i) { return Value(reference(i)); }, 1, "var");
        expect_values(s, [&](const std::vector<int64_t>& i) { return Value(std::sqrt(reference(i))); }, 1, "std");
        for (int layout = 1; layout < kLayouts; layout++) EXPECT_TRUE(same_bits(y, at::var(laid_out(x, layout), at::IntArrayRef(d), at::Scalar(correction), true)));
        EXPECT_TRUE(same_bits(std::get<1>(at::var_mean(x, at::IntArrayRef(d), at::Scalar(correction), true)), at::mean(x, d, true)));
      }
    }
  }
  const Tensor z = values({30}, ScalarType::ComplexFloat);
  EXPECT_EQ(at::var(z, true).scalar_type(), ScalarType::Float);
  Value mean = 0;
  for (int64_t i = 0; i < 30; i++) mean += value_at(z, {i}) / 30.0;
  double sum = 0;
  for (int64_t i = 0; i < 30; i++) sum += std::norm(value_at(z, {i}) - mean);
  EXPECT_NEAR(value_at(at::var(z, true), {}).real(), sum / 29, 1e-5);
}

TEST(Variance, EdgesAndErrors) {
  EXPECT_TRUE(std::isnan(value_at(at::var(values({1}), true), {}).real()));
  EXPECT_EQ(value_at(at::var(values({1}), false), {}), Value(0));
  EXPECT_TRUE(std::isinf(value_at(at::var(values({2}), at::IntArrayRef{}, at::Scalar(2)), {}).real()));
  expect_error([] { at::var(values({3}, ScalarType::Int), true); }, {"var", "self", "Int"});
  expect_error<c10::IndexError>([] { at::std(values({3}), 1, true); }, {"std", "dim"});
  // large means lose nothing that the elements still have
  const Tensor far = at::add(values({1000}, ScalarType::Double), 1e9);
  EXPECT_NEAR(value_at(at::var(far, true), {}).real(), value_at(at::var(values({1000}, ScalarType::Double), true), {}).real(), 1e-6);
}

TEST(Norm, OrdersLayoutsThreads) {
  for (const ScalarType t : {ScalarType::Float, ScalarType::Double, ScalarType::Half, ScalarType::ComplexFloat}) {
    const Tensor x = values({6, 50}, t, 3);
    for (const double p : {0.0, 1.0, 2.0, 3.0, 0.5, -1.0, static_cast<double>(INFINITY), -static_cast<double>(INFINITY)}) {
      const Tensor y = at::linalg_vector_norm(x, p, at::IntArrayRef(1));
      const auto reference = [&](const std::vector<int64_t>& i) {
        double sum = 0, high = 0, low = INFINITY;
        for (int64_t j = 0; j < 50; j++) {
          const double v = std::abs(value_at(x, {i[0], j}));
          sum += p == 0 ? v != 0 : std::pow(v, p), high = std::max(high, v), low = std::min(low, v);
        }
        return std::isinf(p) ? (p > 0 ? high : low) : p == 0 ? sum : std::pow(sum, 1 / p);
      };
      expect_values(y, [&](const std::vector<int64_t>& i) { return Value(reference(i)); }, 3000, "norm");
      for (int layout = 1; layout < kLayouts; layout++) EXPECT_TRUE(same_bits(y, at::linalg_vector_norm(laid_out(x, layout), p, at::IntArrayRef(1))));
    }
  }
}

TEST(Norm, SizeAndThreadsDoNotMatter) {  // OPS-13
  const Tensor twos = at::full({90000}, 2.), ones = at::ones({1 << 20});
  EXPECT_NEAR(value_at(at::norm(twos), {}).real(), 600, 6e-4);
  EXPECT_NEAR(value_at(at::norm(ones), {}).real(), 1024, 1e-3);
  const Tensor x = values({300000});
  expect_same_bits_for_all_thread_counts([&] { return at::norm(x); });
  expect_same_bits_for_all_thread_counts([&] { return at::norm(x, 3); });
}

TEST(Norm, Errors) {
  expect_error([] { at::linalg_vector_norm(values({3}, ScalarType::Int)); }, {"linalg_vector_norm", "self", "Int"});
  expect_error([] { at::linalg_vector_norm(values({0, 3}), -1, at::IntArrayRef(0)); }, {"linalg_vector_norm", "self", "dim 0"});
  expect_error([] { at::linalg_vector_norm(values({0}), INFINITY); }, {"linalg_vector_norm", "self"});
  EXPECT_EQ(value_at(at::linalg_vector_norm(values({0})), {}), Value(0));
  expect_error([] { at::linalg_vector_norm(values({3}), 2, std::nullopt, false, ScalarType::Half); }, {"linalg_vector_norm", "dtype"});
  expect_error([] { at::renorm(values({3}), 2, 0, 1); }, {"renorm", "self"});
  expect_error([] { at::renorm(values({3, 3}), 0, 0, 1); }, {"renorm", "'p'"});
  expect_error([] { at::renorm(values({3, 3}), 1, 0, -1); }, {"renorm", "maxnorm"});
}

TEST(Logsumexp, ExtremeValues) {  // OPS-23
  Tensor x = at::full({2}, -INFINITY);
  EXPECT_EQ(value_at(at::logsumexp(x, 0), {}), Value(-INFINITY));
  x = at::full({2}, 1000.);
  EXPECT_NEAR(value_at(at::logsumexp(x, 0), {}).real(), 1000.6931, 1e-3);
  write(x, 1, INFINITY);
  EXPECT_EQ(value_at(at::logsumexp(x, 0), {}), Value(INFINITY));
  write(x, 0, NAN);
  EXPECT_TRUE(std::isnan(value_at(at::logsumexp(x, 0), {}).real()));
  const Tensor y = values({3, 60, 5});
  for (int64_t d = 0; d < 3; d++) {
    const Tensor z = at::logsumexp(y, d);
    const Tensor want = at::log(at::sum(at::exp(y.to(ScalarType::Double)), d));
    const std::vector<double> a = elements(z), b = elements(want);
    for (size_t i = 0; i < a.size(); i++) EXPECT_NEAR(a[i], b[i], 1e-5);
    EXPECT_TRUE(same_bits(z, at::logsumexp(laid_out(y, 1), d)));
  }
}

TEST(Quantile, InterpolationNanErrors) {
  Tensor x = at::empty({4}, at::TensorOptions().dtype(ScalarType::Double));
  const double data[] = {9, 1, 7, 3};
  for (int64_t i = 0; i < 4; i++) write(x, i, data[i]);
  const std::pair<const char*, double> wanted[] = {{"nearest", 7}, {"lower", 3}, {"higher", 7}, {"midpoint", 5}, {"linear", 5}};
  for (const auto& [name, value] : wanted) EXPECT_EQ(value_at(at::quantile(x, 0.5, std::nullopt, false, name), {}), Value(value)) << name;
  write(x, 2, NAN);
  EXPECT_TRUE(std::isnan(value_at(at::quantile(x, 0.5), {}).real()));
  EXPECT_EQ(value_at(at::nanquantile(x, 0.5), {}), Value(3));
  EXPECT_EQ(shape(at::quantile(values({2, 3}), at::full({2}, 0.5), 1, true)), (std::vector<int64_t>{2, 2, 1}));
  expect_error([&] { at::quantile(x, 1.5); }, {"quantile", "'q'"});
  expect_error([&] { at::quantile(x, 0.5, std::nullopt, false, "best"); }, {"quantile", "interpolation"});
  expect_error([] { at::quantile(values({0}), 0.5); }, {"quantile", "self"});
  expect_error([] { at::quantile(values({2}), at::full({1}, 0.5, at::TensorOptions().dtype(ScalarType::Double))); }, {"quantile", "'q'"});
}

TEST(Histogram, BinsEdgesWeights) {
  Tensor x = at::empty({5});
  const double data[] = {0, 1, 2, 2.5, 3};
  for (int64_t i = 0; i < 5; i++) write(x, i, data[i]);
  EXPECT_EQ(elements(at::histc(x, 3, 0, 3)), (std::vector<double>{1, 1, 3}));  // the last bin holds its right edge
  const auto [hist, edges] = at::histogram(x, 3);
  EXPECT_EQ(elements(hist), (std::vector<double>{1, 1, 3}));
  EXPECT_EQ(elements(edges), (std::vector<double>{0, 1, 2, 3}));
  EXPECT_EQ(elements(std::get<0>(at::histogram(x, edges, at::full({5}, 2.)))), (std::vector<double>{2, 2, 6}));
  write(x, 0, NAN);
  EXPECT_EQ(elements(at::histc(x, 3, 0, 3)), (std::vector<double>{0, 1, 3}));
  expect_error([&] { at::histc(x, 3); }, {"histc", "finite"});
  expect_error([&] { at::histc(x, 0, 0, 1); }, {"histc", "bins"});
  expect_error([&] { at::histc(x, 3, 2, 1); }, {"histc", "max"});
  expect_error([&] { at::histogram(x, 3, std::nullopt, at::ones({4})); }, {"histogram", "weight"});
  expect_error([&] { at::histogram(x, at::ones({1})); }, {"histogram", "bins"});
  expect_error([&] { at::_histogramdd_from_bin_cts(values({4, 2}), {3}); }, {"bins"});
  expect_error([&] { at::_histogramdd_from_bin_cts(values({4, 2}), {int64_t{1} << 40, int64_t{1} << 40}); }, {"64 bits"});
}

TEST(SegmentReduce, RunsAreChecked) {  // OPS-25
  const Tensor x = values({3, 2});
  Tensor lengths = at::full({2}, 2, at::TensorOptions().dtype(ScalarType::Long));
  expect_error([&] { at::segment_reduce(x, "sum", lengths); }, {"segment_reduce", "lengths"});
  write(lengths, 1, 1);
  EXPECT_EQ(value_at(at::segment_reduce(x, "sum", lengths), {1, 1}), value_at(x, {2, 1}));
  write(lengths, 0, -1);
  expect_error([&] { at::segment_reduce(x, "sum", lengths, {}, {}, 0, true); }, {"segment_reduce", "lengths", "-1"});
  write(lengths, 0, 7);
  expect_error([&] { at::segment_reduce(x, "sum", {}, {}, lengths, 0, true); }, {"segment_reduce", "offsets"});
  expect_error([&] { at::segment_reduce(x, "best", lengths); }, {"segment_reduce", "reduce"});
  expect_error([&] { at::segment_reduce(x, "sum"); }, {"segment_reduce", "lengths"});
}

}  // namespace
