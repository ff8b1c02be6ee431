// Accuracy of the functions of cpu/TileMath.h against double or long double, in units of the last place, over all magnitudes; NaN, infinities and denormals.
#include "tile_helpers.h"
#include <cmath>
#include <functional>
#include <limits>

using namespace wick_test;
using at::Tensor;

namespace {
double ulps(float got, double want) {
  if (std::isnan(want)) {
    return std::isnan(got) ? 0 : 1e9;
  }
  const float nearest = static_cast<float>(want);
  if (std::isinf(nearest)) {
    return got == nearest ? 0 : 1e9;
  }
  if (std::isnan(got) || std::isinf(got)) {
    return 1e9;
  }
  int e = 0;
  std::frexp(want, &e);
  return std::fabs(got - want) / std::ldexp(1.0, std::max(e - 24, -149));
}
// Every 4099th float, so all exponents and both signs, with the special ones.
Tensor all_floats() {
  std::vector<float> v;
  for (uint64_t bits = 0; bits < (uint64_t(1) << 32); bits += 4099) {
    const uint32_t b = static_cast<uint32_t>(bits);
    float x;
    std::memcpy(&x, &b, 4);
    v.push_back(x);
  }
  for (float x : {0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY, NAN, 1e-45f, -1e-45f, 1.17549435e-38f, 3.4e38f, -3.4e38f, 88.7f, 88.73f, -87.4f, -103.9f, -104.1f, 104.5f}) {
    v.push_back(x);
  }
  for (int i = -200000; i <= 200000; ++i) {
    v.push_back(static_cast<float>(i) / 2000.0f);
  }
  return tensor_of(v);
}
void check(const char* name, const std::function<Tensor(const Tensor&)>& f, const std::function<double(double)>& want, double limit) {
  const Tensor x = all_floats();
  const Tensor y = f(x);
  double worst = 0;
  float at_x = 0;
  for (int64_t i = 0; i < x.numel(); ++i) {
    const float v = x.const_data_ptr<float>()[i];
    const double u = ulps(y.const_data_ptr<float>()[i], want(static_cast<double>(v)));
    if (u > worst) {
      worst = u;
      at_x = v;
    }
  }
  EXPECT_LE(worst, limit) << name << " at " << at_x << " is " << f(tensor_of<float>({at_x})).item<float>();
}
} // namespace

TEST(Math, FourUlp) {
  check("exp", [](const Tensor& t) { return at::exp(t); }, [](double x) { return std::exp(x); }, 4);
  check("log", [](const Tensor& t) { return at::log(t); }, [](double x) { return std::log(x); }, 4);
  check("tanh", [](const Tensor& t) { return at::tanh(t); }, [](double x) { return std::tanh(x); }, 4);
  check("sigmoid", [](const Tensor& t) { return at::sigmoid(t); }, [](double x) { return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x)); }, 4);
  check("sin", [](const Tensor& t) { return at::sin(t); }, [](double x) { return std::sin(x); }, 4);
  check("cos", [](const Tensor& t) { return at::cos(t); }, [](double x) { return std::cos(x); }, 4);
  check("sqrt", [](const Tensor& t) { return at::sqrt(t); }, [](double x) { return std::sqrt(x); }, 0.5);
  check("expm1", [](const Tensor& t) { return at::expm1(t); }, [](double x) { return std::expm1(x); }, 4);
  check("log1p", [](const Tensor& t) { return at::log1p(t); }, [](double x) { return std::log1p(x); }, 4);
  check("erf", [](const Tensor& t) { return at::erf(t); }, [](double x) { return std::erf(x); }, 4);
  check("log_sigmoid", [](const Tensor& t) { return at::log_sigmoid(t); }, [](double x) { return std::fmin(x, 0) - std::log1p(std::exp(-std::fabs(x))); }, 4);
  check("elu", [](const Tensor& t) { return at::elu(t); }, [](double x) { return x > 0 ? x : std::expm1(x); }, 4);
  check("rsqrt", [](const Tensor& t) { return at::rsqrt(t); }, [](double x) { return 1 / std::sqrt(x); }, 2);
}

TEST(Math, ErfinvTurnsErfRound) {
  for (double x = -5.5; x <= 5.5; x += 0.01) {
    const double y = std::erf(x);
    const double got = at::erfinv(tensor_of<double>({y})).item<double>();
    // What one ulp of y is in x.
    EXPECT_NEAR(got, x, 1e-15 * (1 + std::fabs(x)) + 2.3e-16 * 0.8862269 * std::exp(x * x)) << x;
  }
  EXPECT_EQ(at::erfinv(tensor_of<float>({1})).item<float>(), INFINITY);
  EXPECT_EQ(at::erfinv(tensor_of<float>({-1})).item<float>(), -INFINITY);
  EXPECT_TRUE(std::isnan(at::erfinv(tensor_of<float>({1.5f})).item<float>()));
  EXPECT_TRUE(std::isnan(at::erfinv(tensor_of<float>({NAN})).item<float>()));
}

TEST(Math, Gelu) {
  // The left tail to the last places too; minus infinity gives the limit, 0.
  check("gelu", [](const Tensor& t) { return at::gelu(t); }, [](double x) { return x < -40 ? -0.0 : 0.5 * x * std::erfc(-x * M_SQRT1_2); }, 6);
  // The form with tanh cancels there: measured against the size of the terms.
  const Tensor x = at::arange(-8., 8., 0.001), y = at::gelu(x), z = at::gelu(x, "tanh");
  for (int64_t i = 0; i < x.numel(); ++i) {
    const double v = x.const_data_ptr<float>()[i];
    EXPECT_NEAR(y.const_data_ptr<float>()[i], 0.5 * v * std::erfc(-v * M_SQRT1_2), 3e-7 * (1 + std::fabs(v)));
    EXPECT_NEAR(z.const_data_ptr<float>()[i], 0.5 * v * (1 + std::tanh(0.7978845608028654 * (v + 0.044715 * v * v * v))), 3e-7 * (1 + std::fabs(v)));
  }
}

TEST(Math, Atan2) {
  std::vector<float> ys, xs;
  const float special[] = {0.0f, -0.0f, 1, -1, INFINITY, -INFINITY, NAN, 1e-45f, -3e38f, 0.5f, 1e-20f};
  for (float a : special) {
    for (float b : special) {
      ys.push_back(a);
      xs.push_back(b);
    }
  }
  const Tensor n = noise({40000}, 9);
  for (int64_t i = 0; i + 1 < n.numel(); ++i) {
    ys.push_back(n.const_data_ptr<float>()[i]);
    xs.push_back(n.const_data_ptr<float>()[i + 1] * std::ldexp(1.0f, static_cast<int>(i % 40) - 20));
  }
  const Tensor r = at::atan2(tensor_of(ys), tensor_of(xs));
  for (size_t i = 0; i < ys.size(); ++i) {
    const double want = std::atan2(static_cast<double>(ys[i]), static_cast<double>(xs[i]));
    const float got = r.const_data_ptr<float>()[i];
    ASSERT_LE(ulps(got, want), 4) << ys[i] << " " << xs[i] << " gives " << got;
    if (!std::isnan(want)) {
      ASSERT_EQ(std::signbit(got), std::signbit(want)) << ys[i] << " " << xs[i];
    }
  }
}

TEST(Math, Double) {
  std::vector<double> v = {NAN, INFINITY, -INFINITY, 0, 709.7, 709.79, 710, -745.1, -746, -708.5, -720.25};
  for (int i = -70000; i < 70000; ++i) {
    v.push_back(i / 97.0);
  }
  const Tensor r = at::exp(tensor_of(v));
  for (size_t i = 0; i < v.size(); ++i) {
    const double got = r.const_data_ptr<double>()[i];
    const long double want = std::exp(static_cast<long double>(v[i]));
    if (std::isnan(v[i])) {
      EXPECT_TRUE(std::isnan(got));
    } else if (want > std::numeric_limits<double>::max()) {
      EXPECT_EQ(got, INFINITY);
    } else {
      int e = 0;
      std::frexp(want, &e);
      EXPECT_LE(std::fabs(static_cast<double>(got - want)) / std::ldexp(1.0, std::max(e - 53, -1074)), 2) << v[i];
    }
  }
}
