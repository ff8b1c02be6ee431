// What users reported of pointwise operators elsewhere, each as a test of its whole kind: integer division at its edges, NaN among bounds, empty operands, promotion with numbers, exact remainders.
#include "tile_helpers.h"
#include <cmath>
#include <functional>
#include <limits>

using namespace wick_test;
using at::Scalar;
using at::ScalarType;
using at::Tensor;

namespace {
constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInf = std::numeric_limits<float>::infinity();

Tensor filled(at::IntArrayRef size, Scalar value, ScalarType t) {
  return at::full(size, value, at::TensorOptions().dtype(t));
}
// Each element of the tensor, in any dtype, as a double.
std::vector<double> values(const Tensor& t) {
  std::vector<double> v;
  const Tensor d = t.to(ScalarType::Double).contiguous();
  for (int64_t i = 0; i < d.numel(); ++i) {
    v.push_back(d.const_data_ptr<double>()[i]);
  }
  return v;
}
void expect_values(const Tensor& got, const std::vector<double>& want, double tolerance = 0) {
  const std::vector<double> have = values(got);
  ASSERT_EQ(have.size(), want.size());
  for (size_t i = 0; i < want.size(); ++i) {
    if (std::isnan(want[i])) {
      EXPECT_TRUE(std::isnan(have[i])) << i << ": " << have[i];
    } else if (std::isinf(want[i])) {
      EXPECT_EQ(have[i], want[i]) << i;
    } else {
      EXPECT_NEAR(have[i], want[i], tolerance) << i;
    }
  }
}
struct Smallest {
  ScalarType dtype;
  int64_t value;
};
constexpr Smallest kSmallest[] = {{ScalarType::Char, -128}, {ScalarType::Short, -32768}, {ScalarType::Int, INT32_MIN}, {ScalarType::Long, INT64_MIN}};
using Binary = std::function<Tensor(const Tensor&, const Tensor&)>;
const std::pair<const char*, Binary> kDivisions[] = {
    {"floor_divide", [](const Tensor& a, const Tensor& b) { return at::floor_divide(a, b); }},
    {"div trunc", [](const Tensor& a, const Tensor& b) { return at::div(a, b, "trunc"); }},
    {"div floor", [](const Tensor& a, const Tensor& b) { return at::div(a, b, "floor"); }},
    {"remainder", [](const Tensor& a, const Tensor& b) { return at::remainder(a, b); }},
    {"fmod", [](const Tensor& a, const Tensor& b) { return at::fmod(a, b); }},
};
} // namespace

TEST(PointwiseFaults, SmallestIntegerByMinusOne) { // OPS-01
  for (const Smallest& s : kSmallest) {
    for (int64_t n : {1, 9, 1000}) {
      const Tensor a = filled({n}, s.value, s.dtype), b = filled({n}, -1, s.dtype);
      EXPECT_TRUE(same_bits(at::floor_divide(a, b), a));
      EXPECT_TRUE(same_bits(at::div(a, b, "trunc"), a));
      EXPECT_TRUE(same_bits(at::remainder(a, b), filled({n}, 0, s.dtype)));
      EXPECT_TRUE(same_bits(at::fmod(a, b), filled({n}, 0, s.dtype)));
      EXPECT_TRUE(same_bits(at::floor_divide(a, Scalar(-1)), a));
      EXPECT_TRUE(same_bits(at::remainder(a, Scalar(-1)), filled({n}, 0, s.dtype)));
      EXPECT_TRUE(same_bits(at::fmod(a, Scalar(-1)), filled({n}, 0, s.dtype)));
      EXPECT_TRUE(same_bits(at::remainder(Scalar(s.value), b), filled({n}, 0, s.dtype)));
      // The other operators that divide inside.
      EXPECT_TRUE(same_bits(at::gcd(a, b), filled({n}, 1, s.dtype)));
      EXPECT_TRUE(same_bits(at::lcm(b, b), filled({n}, 1, s.dtype)));
      EXPECT_EQ(at::lcm(a, b).numel(), n);
      EXPECT_EQ(at::gcd(b, a).numel(), n);
      EXPECT_EQ(at::gcd(a, a).numel(), n);
    }
  }
}

TEST(PointwiseFaults, IntegerDivisionByZero) { // OPS-01
  for (ScalarType t : {ScalarType::Byte, ScalarType::Char, ScalarType::Short, ScalarType::Int, ScalarType::Long}) {
    for (const auto& [name, f] : kDivisions) {
      for (int64_t n : {1, 17, 5000}) {
        const Tensor a = filled({n}, 7, t);
        Tensor b = filled({n}, 1, t);
        EXPECT_NO_THROW(f(a, b)) << name;
        b.select(0, n - 1).fill_(Scalar(0));
        const std::string message = message_of([&, &f = f] { f(a, b); });
        EXPECT_NE(message.find("division by zero"), std::string::npos) << name << ": " << message;
      }
    }
    EXPECT_NO_THROW(at::gcd(filled({3}, 0, t), filled({3}, 0, t)));
    EXPECT_NO_THROW(at::lcm(filled({3}, 0, t), filled({3}, 0, t)));
  }
  // Floating point has an answer.
  expect_values(at::floor_divide(tensor_of<float>({1, -1, 0}), tensor_of<float>({0, 0, 0})), {kInf, -kInf, kNan});
  expect_values(at::remainder(tensor_of<float>({1}), tensor_of<float>({0})), {kNan});
}

TEST(PointwiseFaults, NanStaysInEveryLane) { // OPS-09
  const std::vector<float> pattern = {kNan, -1, .5f, 3};
  std::vector<float> many;
  for (int i = 0; i < 1037; ++i) {
    many.push_back(pattern[static_cast<size_t>(i) % 4]);
  }
  const std::pair<const char*, std::function<Tensor(const Tensor&)>> bounded[] = {
      {"clamp", [](const Tensor& x) { return at::clamp(x, Scalar(0), Scalar(1)); }},
      {"clamp_min", [](const Tensor& x) { return at::clamp_min(x, Scalar(0)); }},
      {"clamp_max", [](const Tensor& x) { return at::clamp_max(x, Scalar(1)); }},
      {"clamp tensor", [](const Tensor& x) { return at::clamp(x, at::zeros({}), at::ones({})); }},
      {"relu", [](const Tensor& x) { return at::relu(x); }},
      {"relu6", [](const Tensor& x) { return at::relu6(x); }},
      {"hardtanh", [](const Tensor& x) { return at::hardtanh(x); }},
      {"hardsigmoid", [](const Tensor& x) { return at::hardsigmoid(x); }},
      {"hardswish", [](const Tensor& x) { return at::hardswish(x); }},
      {"hardshrink", [](const Tensor& x) { return at::hardshrink(x); }},
      {"softshrink", [](const Tensor& x) { return at::softshrink(x); }},
      {"leaky_relu", [](const Tensor& x) { return at::leaky_relu(x); }},
      {"elu", [](const Tensor& x) { return at::elu(x); }},
      {"softplus", [](const Tensor& x) { return at::softplus(x); }},
      {"threshold", [](const Tensor& x) { return at::threshold(x, Scalar(0), Scalar(0)); }},
      {"maximum", [](const Tensor& x) { return at::maximum(x, at::zeros({})); }},
      {"minimum, other way", [](const Tensor& x) { return at::minimum(at::zeros({}), x); }},
  };
  for (size_t n : {size_t(1), size_t(4), size_t(20), many.size()}) {
    const Tensor x = tensor_of(std::vector<float>(many.begin(), many.begin() + static_cast<int64_t>(n)));
    for (const auto& [name, f] : bounded) {
      const std::vector<double> y = values(f(x));
      for (size_t i = 0; i < n; ++i) {
        EXPECT_EQ(std::isnan(y[i]), i % 4 == 0) << name << " at " << i << " of " << n;
      }
    }
  }
}

TEST(PointwiseFaults, NanAsBound) { // OPS-09
  std::vector<float> bounds;
  std::vector<double> want;
  for (int i = 0; i < 21; ++i) {
    bounds.push_back(i % 2 ? 0 : kNan);
    want.push_back(i % 2 ? 1 : kNan);
  }
  expect_values(at::clamp_min(at::ones({21}), tensor_of(bounds)), want);
  expect_values(at::clamp(at::ones({21}), std::optional<Tensor>(tensor_of(bounds))), want);
  expect_values(at::clamp(tensor_of<float>({1, 2}), std::optional<Scalar>(), Scalar(kNan)), {kNan, kNan});
  expect_values(at::clamp(tensor_of<float>({1, 2}), Scalar(kNan), Scalar(3)), {kNan, kNan});
  expect_values(at::clamp(tensor_of<float>({0, 5, 9}), Scalar(7), Scalar(3)), {3, 3, 3});
  expect_values(at::fmax(tensor_of<float>({1, kNan, kNan}), tensor_of<float>({kNan, 2, kNan})), {1, 2, kNan});
  expect_values(at::fmin(tensor_of<float>({1, kNan, kNan}), tensor_of<float>({kNan, 2, kNan})), {1, 2, kNan});
  EXPECT_NE(message_of([] { at::clamp(at::ones({2}), std::optional<Scalar>()); }).find("At least one of 'min' or 'max'"), std::string::npos);
}

TEST(PointwiseFaults, EmptyOperands) { // OPS-12
  for (ScalarType t : {ScalarType::Half, ScalarType::BFloat16, ScalarType::Float, ScalarType::Double, ScalarType::Int, ScalarType::Long}) {
    const Tensor a = filled({3, 0}, 1, t), b = filled({2, 3, 0}, 1, t), one = filled({1}, 1, t);
    for (const auto& [name, f] : kDivisions) {
      EXPECT_EQ(f(a, b).sizes(), (std::vector<int64_t>{2, 3, 0})) << name;
      EXPECT_EQ(f(a, one).sizes(), (std::vector<int64_t>{3, 0})) << name;
      EXPECT_EQ(f(one, filled({0}, 0, t)).sizes(), (std::vector<int64_t>{0})) << name;
    }
    EXPECT_EQ(at::mul(a, b).sizes(), (std::vector<int64_t>{2, 3, 0}));
    EXPECT_EQ(at::where(filled({3, 0}, 1, ScalarType::Bool), a, b).sizes(), (std::vector<int64_t>{2, 3, 0}));
    EXPECT_EQ(at::clamp(a, one, b).sizes(), (std::vector<int64_t>{2, 3, 0}));
    EXPECT_EQ(at::addcmul(a, b, one).sizes(), (std::vector<int64_t>{2, 3, 0}));
  }
  EXPECT_EQ(std::get<1>(at::frexp(at::zeros({0, 2}))).sizes(), (std::vector<int64_t>{0, 2}));
  EXPECT_EQ(at::complex(at::zeros({3, 0}), at::zeros({2, 1, 0})).sizes(), (std::vector<int64_t>{2, 3, 0}));
  EXPECT_EQ(at::glu(at::zeros({0, 4})).sizes(), (std::vector<int64_t>{0, 2}));
}

TEST(PointwiseFaults, PromotionWithNumbers) { // OPS-17
  const auto expect = [](const Tensor& t, ScalarType dtype, const std::vector<double>& want) {
    EXPECT_EQ(t.scalar_type(), dtype);
    expect_values(t, want, 1e-6);
  };
  expect(at::pow(Scalar(3), filled({}, 6, ScalarType::Byte)), ScalarType::Byte, {217});
  expect(at::pow(Scalar(3), filled({1}, 6, ScalarType::Byte)), ScalarType::Byte, {217});
  EXPECT_EQ(at::add(tensor_of<float>({1}), at::scalar_tensor(Scalar(c10::complex<double>(0, 1)), at::TensorOptions().dtype(ScalarType::ComplexDouble))).scalar_type(), ScalarType::ComplexFloat);
  expect(at::add(filled({1}, 1, ScalarType::Byte), Scalar(300)), ScalarType::Byte, {45});
  expect(at::fmod(tensor_of<int64_t>({7, -7}), Scalar(2.5)), ScalarType::Float, {2, -2});
  expect(at::remainder(tensor_of<int64_t>({7, -7}), Scalar(2.5)), ScalarType::Float, {2, .5});
  Tensor whole = filled({1}, 1, ScalarType::Int);
  EXPECT_THROW(whole.add_(Scalar(.5)), c10::Error);
  EXPECT_THROW(at::clamp_(whole, Scalar(.5), Scalar(2)), c10::Error);
  EXPECT_THROW(at::pow(tensor_of<int64_t>({2}), Scalar(-1)), c10::Error);
  expect(at::sub(filled({1}, 1, ScalarType::Byte), filled({1}, 2, ScalarType::Char)), ScalarType::Short, {-1});
  const Tensor c = tensor_of<float>({1, 0}).to(ScalarType::Bool);
  EXPECT_EQ(at::where(c, tensor_of<int64_t>({1, 2}), tensor_of<float>({1, 2})).scalar_type(), ScalarType::Float);
  expect(at::where(c, Scalar(1), filled({2}, 2, ScalarType::Char)), ScalarType::Char, {1, 2});
  expect(at::where(c, Scalar(1.5), filled({2}, 2, ScalarType::Char)), ScalarType::Float, {1.5, 2});
  expect(at::where(c, Scalar(1.5), Scalar(2)), ScalarType::Float, {1.5, 2});
  expect(at::where(c, Scalar(true), Scalar(2)), ScalarType::Long, {1, 2});
  // A condition of bytes takes no part in the result's dtype.
  expect(at::where(c.to(ScalarType::Byte), filled({2}, 1, ScalarType::Char), filled({2}, -2, ScalarType::Char)), ScalarType::Char, {1, -2});
  expect(at::float_power(filled({1}, 2, ScalarType::Half), Scalar(3)), ScalarType::Double, {8});
  expect(at::ldexp(tensor_of<int64_t>({1}), tensor_of<int64_t>({2})), ScalarType::Float, {4});
  expect(at::copysign(tensor_of<int64_t>({1, 2}), Scalar(-1)), ScalarType::Float, {-1, -2});
  // Numbers that are no operands become the tensor's dtype; only alpha and beta must fit it.
  expect(at::hardtanh(tensor_of<int64_t>({1, 3}), Scalar(1.5), Scalar(2.7)), ScalarType::Long, {1, 2});
  expect(at::addcmul(tensor_of<int64_t>({1}), tensor_of<int64_t>({2}), tensor_of<int64_t>({2}), Scalar(1.5)), ScalarType::Long, {5});
  EXPECT_THROW(at::add(tensor_of<int64_t>({1}), tensor_of<int64_t>({1}), Scalar(1.5)), c10::Error);
}

TEST(PointwiseFaults, RemainderIsExact) { // OPS-24
  expect_values(at::remainder(tensor_of<float>({5e8f}), tensor_of<float>({.7f})), {0.3149494}, 1e-6);
  expect_values(at::remainder(tensor_of<float>({-5e8f}), tensor_of<float>({.7f})), {0.3850506}, 1e-6);
  expect_values(at::remainder(tensor_of<double>({-.8}), Scalar(-1.5)), {-.8}, 1e-15);
  expect_values(at::floor_divide(tensor_of<double>({1}), Scalar(.1)), {9});
  expect_values(at::floor_divide(tensor_of<float>({1}), tensor_of<float>({.1f})), {9});
  expect_values(at::remainder(tensor_of<float>({1, -1, kInf}), tensor_of<float>({kInf, kInf, 2})), {1, kInf, kNan});
  // Everywhere: the remainder is less than the divisor, has its sign, and the quotient goes with it.
  const Tensor a = at::mul(noise({3000}, 3), Scalar(1e7)), b = noise({3000}, 4);
  const std::vector<double> x = values(a), y = values(b), r = values(at::remainder(a, b)), f = values(at::fmod(a, b));
  for (size_t i = 0; i < x.size(); ++i) {
    if (y[i] != 0) {
      EXPECT_LE(std::fabs(r[i]), std::fabs(y[i]));
      EXPECT_TRUE(r[i] == 0 || (r[i] < 0) == (y[i] < 0));
      EXPECT_EQ(f[i], std::fmod(x[i], y[i]));
    }
  }
}
