// The product engine by itself: values, the same bits for every layout and thread count, nothing written beside C.
#include <ATen/native/gemm/Gemm.h>

#include "dense_reference.h"

using at::native::gemm::Product;
using at::native::gemm::product;

namespace {

template <class T>
struct Problem {
  int64_t m, n, k;
  std::vector<T> a, b, bias;
  Problem(int64_t m, int64_t n, int64_t k) : m(m), n(n), k(k), a(m * k), b(k * n), bias(m * n) {
    uint64_t state = static_cast<uint64_t>(m * 131 + n * 17 + k);
    const auto next = [&] {
      state = state * 6364136223846793005ull + 1442695040888963407ull;
      return static_cast<T>((static_cast<double>(state >> 40) / double(1 << 24) - 0.5) * (std::is_integral_v<T> ? 9 : 1));
    };
    for (T& x : a) x = next();
    for (T& x : b) x = next();
    for (T& x : bias) x = next();
  }
  // Bit 0: A transposed in memory, bit 1: B transposed, bit 2: C transposed, bit 3: both operands with a step of two.
  std::vector<T> run(int layout, bool with_bias = true) const {
    const int64_t step = layout & 8 ? 2 : 1;
    std::vector<T> a_store(a.size() * step + 1), b_store(b.size() * step + 1), c(m * n + 2, T(7)), result(m * n);
    Product<T> p;
    p.m = m, p.n = n, p.k = k;
    p.a_row = (layout & 1 ? 1 : k) * step, p.a_col = (layout & 1 ? m : 1) * step;
    p.b_row = (layout & 2 ? 1 : n) * step, p.b_col = (layout & 2 ? k : 1) * step;
    p.c_row = layout & 4 ? 1 : n, p.c_col = layout & 4 ? m : 1;
    for (int64_t i = 0; i < m; i++) for (int64_t x = 0; x < k; x++) a_store[i * p.a_row + x * p.a_col] = a[i * k + x];
    for (int64_t x = 0; x < k; x++) for (int64_t j = 0; j < n; j++) b_store[x * p.b_row + j * p.b_col] = b[x * n + j];
    p.a = a_store.data(), p.b = b_store.data(), p.c = c.data() + 1;
    if (with_bias) p.epilogue.bias = bias.data(), p.epilogue.bias_row = n, p.epilogue.bias_col = 1;
    product(p);
    EXPECT_EQ(c.front(), T(7));
    EXPECT_EQ(c.back(), T(7));
    for (int64_t i = 0; i < m; i++) for (int64_t j = 0; j < n; j++) result[i * n + j] = c[1 + i * p.c_row + j * p.c_col];
    return result;
  }
  void check(bool with_bias = true) const {
    const std::vector<T> first = run(0, with_bias);
    for (int64_t i = 0; i < m; i++) {
      for (int64_t j = 0; j < n; j++) {
        T sum = 0;
        double magnitude = 1, wide = 0;
        for (int64_t x = 0; x < k; x++) {
          sum = static_cast<T>(sum + a[i * k + x] * b[x * n + j]);
          wide += static_cast<double>(a[i * k + x]) * static_cast<double>(b[x * n + j]);
          magnitude += std::abs(static_cast<double>(a[i * k + x]) * static_cast<double>(b[x * n + j]));
        }
        if (with_bias) sum = static_cast<T>(sum + bias[i * n + j]), wide += static_cast<double>(bias[i * n + j]);
        if constexpr (std::is_integral_v<T>) {
          ASSERT_EQ(first[i * n + j], sum);
        } else {
          ASSERT_NEAR(first[i * n + j], wide, magnitude * (sizeof(T) == 4 ? 1e-6 : 1e-14)) << m << "x" << n << "x" << k << " at " << i << ", " << j;
        }
      }
    }
    for (int layout = 1; layout < 16; layout++) {
      const std::vector<T> other = run(layout, with_bias);
      ASSERT_EQ(std::memcmp(first.data(), other.data(), first.size() * sizeof(T)), 0) << m << "x" << n << "x" << k << " layout " << layout;
    }
  }
};

constexpr int64_t kSizes[] = {1, 2, 3, 4, 5, 8, 13, 16, 17, 33, 70};

TEST(Gemm, FloatOverShapesAndLayouts) {
  for (const int64_t m : kSizes) {
    for (const int64_t n : kSizes) {
      for (const int64_t k : {0, 1, 7, 8, 33, 257}) Problem<float>(m, n, k).check((m + n + k) % 2 == 0);
    }
  }
}

TEST(Gemm, DoubleOverShapesAndLayouts) {
  for (const int64_t m : {1, 2, 5, 16, 17, 33}) {
    for (const int64_t n : {1, 3, 4, 17, 40}) {
      for (const int64_t k : {0, 1, 5, 33, 300}) Problem<double>(m, n, k).check();
    }
  }
}

TEST(Gemm, LongKAndLargeOperands) {
  Problem<float>(1, 70, 3000).check();
  Problem<float>(5, 1100, 600).check();
  Problem<float>(130, 300, 530).check();
  Problem<float>(60, 2100, 300).check();
}

TEST(Gemm, IntegersWrapAround) {
  for (const int64_t m : {1, 3, 70}) {
    for (const int64_t n : {1, 5, 70}) {
      Problem<int64_t>(m, n, 9).check();
      Problem<int32_t>(m, n, 9).check();
      Problem<int8_t>(m, n, 40).check();
      Problem<uint8_t>(m, n, 40).check();
    }
  }
  const int32_t big = INT32_MAX, two = 2;
  int32_t c = 0;
  Product<int32_t> p;
  p.m = p.n = p.k = 1;
  p.a = &big, p.b = &two, p.c = &c;
  product(p);
  EXPECT_EQ(c, -2);
}

TEST(Gemm, FactorsAndBroadcastBias) {
  for (const int64_t m : {3, 40}) {
    const int64_t n = 37, k = 50;
    const Problem<float> problem(m, n, k);
    for (const bool by_row : {false, true}) {
      std::vector<float> c(m * n);
      Product<float> p;
      p.m = m, p.n = n, p.k = k;
      p.a = problem.a.data(), p.a_row = k, p.b = problem.b.data(), p.b_row = n, p.c = c.data(), p.c_row = n;
      p.epilogue.bias = problem.bias.data(), p.epilogue.bias_row = by_row ? 1 : 0, p.epilogue.bias_col = by_row ? 0 : 1;
      p.epilogue.alpha = 3, p.epilogue.beta = -2;
      product(p);
      for (int64_t i = 0; i < m; i++) {
        for (int64_t j = 0; j < n; j++) {
          double sum = 0;
          for (int64_t x = 0; x < k; x++) sum += static_cast<double>(problem.a[i * k + x]) * problem.b[x * n + j];
          ASSERT_NEAR(c[i * n + j], 3 * sum - 2.0 * problem.bias[by_row ? i : j], 3e-5);
        }
      }
    }
  }
}

TEST(Gemm, SameBitsForAnyNumberOfThreads) {
  const int before = at::get_num_threads();
  for (const auto& [m, n, k] : {std::array<int64_t, 3>{1, 3000, 900}, {12, 2000, 700}, {300, 700, 600}, {64, 5000, 300}}) {
    const Problem<float> problem(m, n, k);
    at::set_num_threads(1);
    const std::vector<float> one = problem.run(0);
    for (const int threads : {2, 8}) {
      at::set_num_threads(threads);
      for (const int layout : {0, 2}) {
        const std::vector<float> many = problem.run(layout);
        EXPECT_EQ(std::memcmp(one.data(), many.data(), one.size() * sizeof(float)), 0) << m << "x" << n << "x" << k << ", " << threads << " threads";
      }
    }
  }
  at::set_num_threads(before);
}

TEST(Gemm, NanAndInfinityPassThrough) {
  for (const int64_t m : {2, 20}) {
    Problem<float> problem(m, 20, 30);
    problem.a[30] = NAN;      // row 1
    problem.b[3] = INFINITY;  // column 3
    const std::vector<float> c = problem.run(0);
    for (int64_t j = 0; j < 20; j++) EXPECT_TRUE(std::isnan(c[20 + j]));
    EXPECT_TRUE(std::isinf(c[3]) || std::isnan(c[3]));
    EXPECT_TRUE(std::isfinite(c[4]));
  }
}

}  // namespace
