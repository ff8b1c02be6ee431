// pad in its four modes, dropout's certain cases.
#include "dense_reference.h"

using namespace dense;

namespace {

const ScalarType kAll[] = {ScalarType::Float, ScalarType::Double, ScalarType::Half, ScalarType::BFloat16, ScalarType::ComplexFloat, ScalarType::ComplexDouble,
                           ScalarType::Long,  ScalarType::Int,    ScalarType::Short, ScalarType::Byte,     ScalarType::Bool};

int64_t source(const std::string& mode, int64_t i, int64_t n) {
  if (i >= 0 && i < n) return i;
  if (mode == "constant") return -1;
  if (mode == "replicate") return i < 0 ? 0 : n - 1;
  if (mode == "circular") return (i % n + n) % n;
  return i < 0 ? -i : 2 * (n - 1) - i;
}

void check(std::vector<int64_t> sizes, std::vector<int64_t> pad, const std::string& mode, ScalarType t = ScalarType::Float) {
  const Tensor x = values(sizes, t);
  const double fill = mode == "constant" ? 1 : 0;
  const Tensor y = at::pad(x, pad, mode, mode == "constant" ? std::optional<double>(fill) : std::nullopt);
  std::vector<int64_t> want = sizes;
  for (size_t p = 0; p < pad.size(); p++) want[want.size() - 1 - p / 2] += pad[p];
  ASSERT_EQ(shape(y), want);
  EXPECT_EQ(y.scalar_type(), t);
  expect_values(
      y,
      [&](std::vector<int64_t> i) -> Value {
        for (size_t d = 0; d < i.size(); d++) {
          const size_t p = 2 * (i.size() - 1 - d);
          i[d] = source(mode, i[d] - (p < pad.size() ? pad[p] : 0), sizes[d]);
          if (i[d] < 0) return fill;
        }
        return value_at(x, i);
      },
      1, mode);
  for (int layout = 1; layout < kLayouts; layout++) {
    EXPECT_TRUE(same_bits(y, at::pad(laid_out(x, layout), pad, mode, mode == "constant" ? std::optional<double>(fill) : std::nullopt)));
  }
}

TEST(Pad, Constant) {
  for (const ScalarType t : kAll) check({2, 3, 4}, {1, 2, 0, 1}, "constant", t);
  check({5}, {2, 3}, "constant");
  check({2, 3, 4}, {1, 1, 1, 1, 1, 1}, "constant");
  check({1, 3, 4, 4}, {-1, 1, -2, 1}, "constant");
  check({5}, {-2, -3}, "constant");
  check({0, 3}, {1, 1}, "constant");
  check({0, 3}, {0, 0, 2, 1}, "constant");
  check({3, 200}, {100, 57}, "constant");
  check({3, 4}, {}, "constant");
}

TEST(Pad, ReflectReplicateCircular) {
  for (const std::string mode : {"reflect", "replicate", "circular"}) {
    for (const ScalarType t : {ScalarType::Float, ScalarType::Half, ScalarType::ComplexDouble, ScalarType::Int}) check({2, 3, 5}, {2, 3}, mode, t);
    check({3, 5}, {4, 1}, mode);
    check({2, 3, 5, 6}, {1, 2, 3, 0}, mode);
    check({2, 4, 5, 6}, {1, 2, 3, 0, 2, 1}, mode);
    check({2, 3, 5}, {0, 0}, mode);
    check({2, 3, 5}, {-1, 2}, mode);
    check({0, 3, 5}, {1, 2}, mode);
  }
  check({1, 1, 2}, {7, 9}, "replicate");
  check({1, 1, 4}, {4, 4}, "circular");
  check({1, 1, 4}, {3, 3}, "reflect");
}

TEST(Pad, OperatorsByName) {
  const Tensor x = values({2, 3, 5});
  EXPECT_TRUE(same_bits(at::reflection_pad1d(x, {1, 2}), at::pad(x, {1, 2}, "reflect")));
  EXPECT_TRUE(same_bits(at::constant_pad_nd(x, {1, 2}, 3), at::pad(x, {1, 2}, "constant", 3)));
  EXPECT_TRUE(same_bits(at::_pad_enum(x, {1, 2}, 1), at::pad(x, {1, 2}, "replicate")));
  Tensor out = at::empty({0}, x.options());
  at::reflection_pad1d_out(out, x, {1, 2});
  EXPECT_TRUE(same_bits(out, at::reflection_pad1d(x, {1, 2})));
}

TEST(Pad, Errors) {
  const Tensor x = values({1, 1, 3});
  expect_error([&] { at::pad(x, {3, 0}, "reflect"); }, {"reflection_pad1d", "(3, 0)", "[1, 1, 3]"});
  expect_error([&] { at::pad(x, {4, 0}, "circular"); }, {"_pad_circular", "(4, 0)", "[1, 1, 3]"});
  expect_error([&] { at::pad(x, {1}); }, {"constant_pad_nd", "pad", "[1]"});
  expect_error([&] { at::pad(x, {1, 1, 1, 1, 1, 1, 1, 1}); }, {"constant_pad_nd", "[1, 1, 3]"});
  expect_error([&] { at::pad(x, {-2, -2}); }, {"constant_pad_nd", "(-2, -2)", "-1"});
  expect_error([&] { at::pad(x, {INT64_MAX, 1}); }, {"constant_pad_nd", "dimension 2"});
  expect_error<c10::NotImplementedError>([&] { at::pad(x, {1, 1}, "mirror"); }, {"pad", "mode", "mirror"});
  expect_error([&] { at::pad(x, {1, 1}, "reflect", 2.5); }, {"pad", "reflect", "2.5"});
  expect_error([&] { at::pad(x, {1, 1, 1, 1, 1, 1, 1, 1}, "reflect"); }, {"pad", "reflect"});
  expect_error([&] { at::reflection_pad1d(values({3}), {1, 1}); }, {"reflection_pad1d", "[3]"});
  expect_error([&] { at::replication_pad1d(values({2, 0}), {1, 1}); }, {"replication_pad1d", "empty"});
}

TEST(Dropout, CertainCases) {
  const Tensor x = values({3, 4});
  EXPECT_TRUE(at::dropout(x, 0.5, false).is_same(x));
  EXPECT_TRUE(same_bits(at::dropout(x, 0, true), x));
  expect_values(at::dropout(x, 1, true), [](const std::vector<int64_t>&) { return 0; });
  Tensor y = x.clone();
  at::dropout_(y, 0.5, false);
  EXPECT_TRUE(same_bits(x, y));
  at::dropout_(y, 1, true);
  expect_values(y, [](const std::vector<int64_t>&) { return 0; });
  expect_error<c10::NotImplementedError>([&] { at::dropout(x, 0.5, true); }, {"dropout", "0.5", "random"});
  expect_error([&] { at::dropout(x, 1.5, true); }, {"dropout", "p", "1.5"});
  expect_error([&] { at::dropout(x, NAN, false); }, {"dropout", "p"});
}

}  // namespace
