// softmax and log_softmax against the definition in double.
#include "dense_reference.h"

using namespace dense;

namespace {

Value reference(const Tensor& x, const std::vector<int64_t>& i, int64_t dim, bool log) {
  double top = -INFINITY, sum = 0;
  std::vector<int64_t> k = i;
  for (int64_t j = 0; j < x.size(dim); j++) k[dim] = j, top = std::max(top, value_at(x, k).real());
  for (int64_t j = 0; j < x.size(dim); j++) k[dim] = j, sum += std::exp(value_at(x, k).real() - top);
  const double z = value_at(x, i).real() - top;
  return log ? z - std::log(sum) : std::exp(z) / sum;
}

TEST(Softmax, ShapesDimsDtypes) {
  for (const ScalarType t : {ScalarType::Float, ScalarType::Double, ScalarType::Half, ScalarType::BFloat16}) {
    for (const std::vector<int64_t>& s : {std::vector<int64_t>{1}, {9}, {3, 70}, {2, 33, 5}, {4, 3, 130}, {2, 0, 3}, {70, 1}}) {
      const Tensor x = values(s, t);
      for (int64_t dim = 0; dim < x.dim(); dim++) {
        for (const bool log : {false, true}) {
          const Tensor y = log ? at::log_softmax(x, dim) : at::softmax(x, dim);
          ASSERT_EQ(shape(y), s);
          expect_values(y, [&](const std::vector<int64_t>& i) { return reference(x, i, dim, log); }, log ? 5 : 1, "softmax");
          for (int layout = 1; layout < kLayouts; layout++) {
            const Tensor other = laid_out(x, layout);
            EXPECT_TRUE(same_bits(y, log ? at::log_softmax(other, dim) : at::softmax(other, dim - x.dim())));
          }
        }
      }
    }
  }
}

TEST(Softmax, LargeValuesInfinityNan) {
  Tensor x = values({1, 20});
  for (int64_t i = 0; i < 20; i++) write(x, i, 1000.0 * static_cast<double>(i));
  EXPECT_EQ(value_at(at::softmax(x, 1), {0, 19}), Value(1));
  EXPECT_EQ(value_at(at::log_softmax(x, 1), {0, 0}), Value(-19000));
  write(x, 3, -INFINITY);
  EXPECT_EQ(value_at(at::softmax(x, 1), {0, 3}), Value(0));
  write(x, 5, NAN);
  for (int64_t i = 0; i < 20; i++) EXPECT_TRUE(std::isnan(value_at(at::softmax(x, 1), {0, i}).real()));
}

TEST(Softmax, DtypeConvertsFirst) {
  const Tensor x = values({3, 4}, ScalarType::Long);
  const Tensor y = at::softmax(x, 1, ScalarType::Double);
  EXPECT_EQ(y.scalar_type(), ScalarType::Double);
  expect_values(y, [&](const std::vector<int64_t>& i) { return reference(x, i, 1, false); });
  EXPECT_EQ(value_at(at::softmax(values({}), 0), {}), Value(1));
}

TEST(Softmax, SameBitsForAnyNumberOfThreads) {
  const Tensor x = values({500, 400});
  for (const int64_t dim : {0, 1}) expect_same_bits_for_all_thread_counts([&] { return at::softmax(x, dim); });
}

TEST(Softmax, Errors) {
  expect_error<c10::IndexError>([] { at::softmax(values({2, 3}), 2); }, {"softmax", "dim 2", "[2, 3]"});
  expect_error<c10::NotImplementedError>([] { at::softmax(values({2}, ScalarType::Long), 0); }, {"softmax", "Long", "dtype"});
  expect_error<c10::NotImplementedError>([] { at::log_softmax(values({2}), 0, ScalarType::Int); }, {"log_softmax", "Int"});
}

}  // namespace
