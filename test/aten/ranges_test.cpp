// Ranges, triangles, windows, powers: against their definitions, at the ends of what fits.
#include <cmath>
#include <limits>
#include "tile_helpers.h"

using namespace wick_test;
using at::Tensor;
using at::TensorOptions;

namespace {
TensorOptions of(at::ScalarType t) { return TensorOptions().dtype(t); }
}  // namespace

TEST(Ranges, LinspaceEndsAreExact) {
  for (const at::ScalarType t : {at::kFloat, at::kDouble, at::kHalf, at::kBFloat16}) {
    for (const int64_t steps : {2, 3, 50, 1001, 100000}) {
      const Tensor r = at::linspace(-3, 5, steps, of(t));
      EXPECT_EQ(r.numel(), steps);
      EXPECT_EQ(r.select(0, 0).item<double>(), -3);
      EXPECT_EQ(r.select(0, steps - 1).item<double>(), 5);
    }
  }
  EXPECT_TRUE(same_bits(at::linspace(0, 1, 5), tensor_of<float>({0, 0.25f, 0.5f, 0.75f, 1})));
  EXPECT_TRUE(same_bits(at::linspace(2, 9, 1), tensor_of<float>({2})));
  EXPECT_EQ(at::linspace(2, 9, 0).numel(), 0);
  // The distance of the bounds does not fit the dtype; the numbers do.
  EXPECT_TRUE(same_bits(at::linspace(-1.7e308, 1.7e308, 3, of(at::kDouble)), tensor_of<double>({-1.7e308, 0, 1.7e308})));
}

TEST(Ranges, LinspaceOfIntegersIsCutExactly) {
  EXPECT_TRUE(same_bits(at::linspace(0, 2, 5, of(at::kByte)), tensor_of<uint8_t>({0, 0, 1, 1, 2})));
  EXPECT_TRUE(same_bits(at::linspace(50, -3, 50, of(at::kLong)).slice(0, 46), tensor_of<int64_t>({0, 0, -1, -3})));
  const int64_t big = int64_t(1) << 60;
  EXPECT_TRUE(same_bits(at::linspace(big + 1, big + 9, 3, of(at::kLong)), tensor_of<int64_t>({big + 1, big + 5, big + 9})));
  EXPECT_TRUE(same_bits(at::linspace(INT64_MIN, INT64_MAX, 2, of(at::kLong)), tensor_of<int64_t>({INT64_MIN, INT64_MAX})));
  EXPECT_ERROR(at::linspace(0, 300, 5, of(at::kByte)), "argument 'end'");
  EXPECT_ERROR(at::linspace(std::nan(""), 1, 5, of(at::kInt)), "argument 'start'");
}

TEST(Ranges, SpacingsOfTensorsAndComplex) {
  const Tensor a = at::scalar_tensor(1.), b = at::scalar_tensor(4, of(at::kLong));
  const Tensor want = at::linspace(1., 4, 7), wanted = at::logspace(1., 4, 7, 2);
  EXPECT_TRUE(same_bits(at::linspace(a, b, 7), want));
  EXPECT_TRUE(same_bits(at::linspace(a, 4, 7), want));
  EXPECT_TRUE(same_bits(at::linspace(1., b, 7), want));
  EXPECT_TRUE(same_bits(at::logspace(a, b, 7, 2), wanted));
  EXPECT_TRUE(same_bits(at::logspace(a, 4, 7, 2), wanted));
  EXPECT_TRUE(same_bits(at::logspace(1., b, 7, 2), wanted));
  EXPECT_ERROR(at::linspace(at::ones({1}), b, 7), "linspace(): argument 'start'");
  EXPECT_ERROR(at::logspace(a, at::ones({1, 2}), 7), "logspace(): argument 'end'");
  EXPECT_ERROR(at::linspace(0, 1, -1), "linspace(): argument 'steps'");
  const c10::complex<double> i(0, 1);
  EXPECT_EQ(at::linspace(i, 3, 4).scalar_type(), at::kComplexFloat);
  EXPECT_ERROR(at::linspace(i, 3, 4, of(at::kFloat)), "can't be safely cast");
  EXPECT_TRUE(same_bits(at::logspace(0, 3, 4, -2), tensor_of<float>({1, -2, 4, -8})));
  EXPECT_TRUE(same_bits(at::logspace(0, 2, 5, 10, of(at::kLong)), tensor_of<int64_t>({1, 3, 10, 31, 100})));
}

TEST(Ranges, OutKeepsAShapeOfAsManyElements) {
  Tensor square = at::empty({2, 2}), strided = at::empty({4, 2}).select(1, 1), small = at::empty({1}, of(at::kInt));
  at::linspace_out(square, 0, 3, 4);
  EXPECT_EQ(square.sizes(), (at::IntArrayRef{2, 2}));
  at::arange_out(strided, 4);
  EXPECT_TRUE(same_bits(strided, tensor_of<float>({0, 1, 2, 3})));
  at::range_out(small, 5, 1, -2);
  EXPECT_TRUE(same_bits(small, tensor_of<int32_t>({5, 3, 1})));
  Tensor overlapping = at::zeros({1}).expand({4});
  EXPECT_NE(message_of([&] { at::arange_out(overlapping, 4); }), "no error");
  EXPECT_NE(message_of([&] { at::linspace_out(overlapping, 0, 3, 4); }), "no error");
  EXPECT_ERROR(at::range(0, 3, 0.5, of(at::kInt)), "step must be nonzero");
}

TEST(Triangles, KeepWhatTheDefinitionSays) {
  for (const at::ScalarType t : {at::kBool, at::kByte, at::kHalf, at::kFloat, at::kLong, at::kComplexDouble}) {
    const Tensor m = at::ones({2, 3, 5}, of(t));
    for (const int64_t diagonal : {INT64_MIN, int64_t(-4), int64_t(-1), int64_t(0), int64_t(2), int64_t(9), INT64_MAX}) {
      const Tensor lower = at::tril(m, diagonal).to(at::kFloat), upper = at::triu(m, diagonal).to(at::kFloat);
      for (int64_t r = 0; r < 3; ++r) {
        for (int64_t c = 0; c < 5; ++c) {
          EXPECT_EQ(lower.select(0, 1).select(0, r).select(0, c).item<float>(), c - r <= diagonal);
          EXPECT_EQ(upper.select(0, 1).select(0, r).select(0, c).item<float>(), c - r >= diagonal);
        }
      }
    }
  }
  Tensor transposed = at::ones({3, 3}).transpose(0, 1);
  at::tril_(transposed);
  EXPECT_EQ(transposed.select(0, 0).select(0, 2).item<float>(), 0);
  EXPECT_EQ(transposed.select(0, 2).select(0, 0).item<float>(), 1);
  EXPECT_ERROR(at::tril(at::ones({3})), "tril(): argument 'self' must have at least 2 dimensions");
}

TEST(Triangles, IndicesAreThoseOfTheTriangle) {
  for (const int64_t rows : {0, 1, 3, 6}) {
    for (const int64_t columns : {0, 1, 4, 6}) {
      for (const int64_t offset : {INT64_MIN, int64_t(-7), int64_t(-2), int64_t(0), int64_t(3), int64_t(8), INT64_MAX}) {
        for (const bool lower : {true, false}) {
          const Tensor indices = lower ? at::tril_indices(rows, columns, offset) : at::triu_indices(rows, columns, offset);
          std::vector<int64_t> want_rows, want_columns;
          for (int64_t r = 0; r < rows; ++r) {
            for (int64_t c = 0; c < columns; ++c) {
              if (lower ? c - r <= offset : c - r >= offset) {
                want_rows.push_back(r);
                want_columns.push_back(c);
              }
            }
          }
          EXPECT_TRUE(same_bits(indices.select(0, 0), tensor_of<int64_t>(want_rows)));
          EXPECT_TRUE(same_bits(indices.select(0, 1), tensor_of<int64_t>(want_columns)));
        }
      }
    }
  }
  EXPECT_NE(message_of([] { at::tril_indices(INT64_MAX, INT64_MAX, 5); }), "no error");
  EXPECT_EQ(at::triu_indices(INT64_MAX, 2, 2).numel(), 0);
  EXPECT_ERROR(at::tril_indices(-1, 2), "tril_indices(): argument 'row'");
}

TEST(Triangles, EyeAndPowersAndOneHot) {
  for (const at::ScalarType t : {at::kBool, at::kInt, at::kFloat, at::kComplexFloat}) {
    EXPECT_EQ(at::eye(3, 4, of(t)).to(at::kFloat).sum().item<float>(), 3);
  }
  Tensor strided = at::empty({2, 3}).transpose(0, 1);
  at::eye_out(strided, 3, 2);
  EXPECT_EQ(strided.select(0, 1).select(0, 1).item<float>(), 1);
  EXPECT_EQ(strided.sum().item<float>(), 2);
  EXPECT_ERROR(at::eye(-1), "eye(): argument 'n'");
  EXPECT_ERROR(at::eye(2, -1), "eye(): argument 'm'");
  const Tensor x = tensor_of<int32_t>({1, 2, 3});
  EXPECT_TRUE(same_bits(at::vander(x).select(0, 2), tensor_of<int64_t>({9, 3, 1})));
  EXPECT_TRUE(same_bits(at::vander(x, 4, true).select(0, 1), tensor_of<int64_t>({1, 2, 4, 8})));
  EXPECT_EQ(at::vander(x, 0).numel(), 0);
  EXPECT_ERROR(at::vander(x, -1), "vander(): argument 'N'");
  EXPECT_ERROR(at::linalg_vander(x, 1), "argument 'N'");
  EXPECT_TRUE(same_bits(at::one_hot(tensor_of<int64_t>({2, 0})).select(0, 0), tensor_of<int64_t>({0, 0, 1})));
  EXPECT_ERROR(at::one_hot(tensor_of<int64_t>({-1})), "non-negative");
  EXPECT_ERROR(at::one_hot(tensor_of<int64_t>({3}), 3), "smaller than num_classes");
  EXPECT_NE(message_of([] { at::one_hot(tensor_of<int64_t>({INT64_MAX})); }), "no error");
  EXPECT_ERROR(at::one_hot(tensor_of<float>({3})), "int64");
}

TEST(Windows, AreSymmetricAndPeriodic) {
  const auto windows = [](int64_t n, bool periodic) {
    const TensorOptions o = of(at::kDouble);
    return std::vector<Tensor>{at::bartlett_window(n, periodic, o), at::blackman_window(n, periodic, o), at::hann_window(n, periodic, o),
                               at::hamming_window(n, periodic, o), at::kaiser_window(n, periodic, o)};
  };
  const std::vector<Tensor> periodic = windows(8, true), symmetric = windows(9, false), single = windows(1, false), none = windows(0, true);
  for (size_t w = 0; w < periodic.size(); ++w) {
    EXPECT_TRUE(same_bits(periodic[w], symmetric[w].slice(0, 0, 8))) << w;
    EXPECT_NEAR(symmetric[w].select(0, 4).item<double>(), 1, 1e-15) << w;
    for (int64_t k = 0; k < 9; ++k) {
      EXPECT_NEAR(symmetric[w].select(0, k).item<double>(), symmetric[w].select(0, 8 - k).item<double>(), 1e-15) << w;
    }
    EXPECT_EQ(single[w].item<double>(), 1);
    EXPECT_EQ(none[w].numel(), 0);
  }
  EXPECT_NEAR(at::kaiser_window(3, false, 12., of(at::kDouble)).select(0, 0).item<double>(), 1 / 18948.925349296309, 1e-17);  // 1 / I0(12)
  EXPECT_EQ(at::kaiser_window(5, false, 2000., of(at::kDouble)).select(0, 2).item<double>(), 1);
  EXPECT_ERROR(at::hann_window(-1), "hann_window(): argument 'window_length'");
  EXPECT_ERROR(at::hann_window(4, of(at::kLong)), "hann_window(): argument 'dtype'");
}
