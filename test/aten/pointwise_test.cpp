// The tile engine through the operators of Pointwise.yaml: promotion, broadcasting, layouts, tile positions, threads, wrap-around, overlap, out= and in-place forms.
#include "tile_helpers.h"
#include <ATen/Parallel.h>
#include <ATen/native/TypeProperties.h>
#include <cmath>
#include <limits>

using namespace wick_test;
using at::ScalarType;
using at::Tensor;

namespace {
// PyTorch's table of result types. u uint8, h int8, s int16, i int32, l int64, e half, f float, d double, F D complex, b bool, B bfloat16.
constexpr ScalarType kTypes[] = {ScalarType::Byte, ScalarType::Char, ScalarType::Short, ScalarType::Int, ScalarType::Long, ScalarType::Half, ScalarType::Float, ScalarType::Double, ScalarType::ComplexFloat, ScalarType::ComplexDouble, ScalarType::Bool, ScalarType::BFloat16};
constexpr char kLetters[] = "uhsilefdFDbB";
const char* const kBoth[] = {"ussilefdFDuB", "shsilefdFDhB", "sssilefdFDsB", "iiiilefdFDiB", "lllllefdFDlB", "eeeeeefdFDef", "fffffffdFDff", "ddddddddDDdd", "FFFFFFFDFDFF", "DDDDDDDDDDDD", "uhsilefdFDbB", "BBBBBffdFDBB"};
const char* const kZeroDim[] = {"uuuuuefdFDuB", "hhhhhefdFDhB", "sssssefdFDsB", "iiiiiefdFDiB", "lllllefdFDlB", "eeeeeeee??ee", "ffffffffFFff", "ddddddddDDdd", "FFFFFFFFFFFF", "DDDDDDDDDDDD", "uhsilefdFDbB", "BBBBBBBB??BB"};
const char* const kNumber[] = {"uufF", "hhfF", "ssfF", "iifF", "llfF", "eee?", "fffF", "dddD", "FFFF", "DDDD", "blfF", "BBB?"};

ScalarType from_letter(char c) {
  return kTypes[std::strchr(kLetters, c) - kLetters];
}
Tensor ones(at::IntArrayRef size, ScalarType t) {
  return at::ones(size, at::TensorOptions().dtype(t));
}
} // namespace

TEST(Promotion, TwoTensors) {
  for (int i = 0; i < 12; ++i) {
    for (int j = 0; j < 12; ++j) {
      const Tensor a = ones({2}, kTypes[i]), b = ones({2}, kTypes[j]), z = ones({}, kTypes[j]);
      EXPECT_EQ(at::result_type(a, b), from_letter(kBoth[i][j])) << kLetters[i] << kLetters[j];
      EXPECT_EQ(at::mul(a, b).scalar_type(), from_letter(kBoth[i][j])) << kLetters[i] << kLetters[j];
      if (kZeroDim[i][j] != '?') {
        EXPECT_EQ(at::result_type(a, z), from_letter(kZeroDim[i][j])) << kLetters[i] << kLetters[j];
        EXPECT_EQ(at::mul(a, z).scalar_type(), from_letter(kZeroDim[i][j])) << kLetters[i] << kLetters[j];
        EXPECT_EQ(at::mul(z, a).scalar_type(), from_letter(kZeroDim[i][j])) << kLetters[i] << kLetters[j];
      }
    }
  }
}

TEST(Promotion, Numbers) {
  const at::Scalar numbers[] = {at::Scalar(true), at::Scalar(1), at::Scalar(1.5), at::Scalar(c10::complex<double>(0, 1))};
  for (int i = 0; i < 12; ++i) {
    for (int j = 0; j < 4; ++j) {
      if (kNumber[i][j] != '?') {
        EXPECT_EQ(at::result_type(ones({2}, kTypes[i]), numbers[j]), from_letter(kNumber[i][j])) << kLetters[i] << j;
        EXPECT_EQ(at::mul(ones({2}, kTypes[i]), numbers[j]).scalar_type(), from_letter(kNumber[i][j])) << kLetters[i] << j;
      }
    }
  }
}

TEST(Promotion, IntToFloatAndComplexToFloat) {
  EXPECT_EQ(at::div(ones({2}, ScalarType::Long), ones({2}, ScalarType::Int)).scalar_type(), ScalarType::Float);
  EXPECT_EQ(at::exp(ones({2}, ScalarType::Bool)).scalar_type(), ScalarType::Float);
  EXPECT_EQ(at::exp(ones({2}, ScalarType::Half)).scalar_type(), ScalarType::Half);
  EXPECT_EQ(at::abs(ones({2}, ScalarType::ComplexFloat)).scalar_type(), ScalarType::Float);
  EXPECT_EQ(at::abs(ones({2}, ScalarType::ComplexDouble)).scalar_type(), ScalarType::Double);
  EXPECT_EQ(at::abs(tensor_of<c10::complex<float>>({{3, 4}})).item<float>(), 5.0f);
}

TEST(Pointwise, Values) {
  const Tensor a = tensor_of<float>({1, 2, 3}), b = tensor_of<float>({10, 20, 30});
  EXPECT_TRUE(same_bits(at::add(a, b), tensor_of<float>({11, 22, 33})));
  EXPECT_TRUE(same_bits(at::add(a, b, 2), tensor_of<float>({21, 42, 63})));
  EXPECT_TRUE(same_bits(at::sub(b, a, 3), tensor_of<float>({7, 14, 21})));
  EXPECT_TRUE(same_bits(at::rsub(a, 1), tensor_of<float>({0, -1, -2})));
  EXPECT_TRUE(same_bits(at::div(b, a), tensor_of<float>({10, 10, 10})));
  EXPECT_TRUE(same_bits(at::div(tensor_of<int64_t>({7, -7}), tensor_of<int64_t>({2, 2})), tensor_of<float>({3.5, -3.5})));
  EXPECT_TRUE(same_bits(at::div(tensor_of<int64_t>({7, -7}), tensor_of<int64_t>({2, 2}), "trunc"), tensor_of<int64_t>({3, -3})));
  EXPECT_TRUE(same_bits(at::div(tensor_of<int64_t>({7, -7}), tensor_of<int64_t>({2, 2}), "floor"), tensor_of<int64_t>({3, -4})));
  EXPECT_TRUE(same_bits(at::where(at::gt(a, 1.5), a, b), tensor_of<float>({10, 2, 3})));
  EXPECT_TRUE(same_bits(at::pow(tensor_of<int64_t>({-2, 3, 0}), 3), tensor_of<int64_t>({-8, 27, 0})));
  EXPECT_TRUE(same_bits(at::pow(tensor_of<int64_t>({2, 1, -1}), tensor_of<int64_t>({-1, -5, -3})), tensor_of<int64_t>({0, 1, -1})));
  EXPECT_TRUE(same_bits(at::pow(tensor_of<float>({1.1f, -3}), 2), tensor_of<float>({1.1f * 1.1f, 9})));
  EXPECT_TRUE(same_bits(at::add(tensor_of<bool>({true, false}), tensor_of<bool>({true, false})), tensor_of<bool>({true, false})));
  using c = c10::complex<float>;
  EXPECT_TRUE(same_bits(at::mul(tensor_of<c>({{1, 2}}), tensor_of<c>({{3, -1}})), tensor_of<c>({{5, 5}})));
  EXPECT_TRUE(same_bits(at::div(tensor_of<c>({{-2, 6}}), tensor_of<c>({{2, 2}})), tensor_of<c>({{1, 2}})));
}

TEST(Pointwise, Broadcasting) {
  const Tensor a = at::arange(6).view({2, 3}), row = at::arange(3), column = at::arange(2).view({2, 1});
  EXPECT_TRUE(same_bits(at::add(a, row), tensor_of<int64_t>({0, 2, 4, 3, 5, 7}).view({2, 3})));
  EXPECT_TRUE(same_bits(at::add(row, column), tensor_of<int64_t>({0, 1, 2, 1, 2, 3}).view({2, 3})));
  EXPECT_EQ(at::add(at::zeros({0, 3}), at::zeros({1, 3})).sizes(), (at::IntArrayRef{0, 3}));
  EXPECT_EQ(at::add(at::zeros({}), at::zeros({})).dim(), 0);
  EXPECT_ERROR(at::add(a, at::zeros({4})), "aten::add: The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 1");
}

TEST(Pointwise, EveryLayoutGivesTheSameBits) {
  const Tensor a = noise({7, 33, 19}, 1), b = noise({7, 33, 19}, 2);
  const Tensor want = at::atan2(at::exp(a), b);
  std::vector<Tensor> as, bs;
  for (const Tensor* t : {&a, &b}) {
    std::vector<Tensor>& to = t == &a ? as : bs;
    to.push_back(*t);
    to.push_back(t->permute({2, 0, 1}).contiguous().permute({1, 2, 0}));
    to.push_back(t->transpose(0, 2).contiguous().transpose(0, 2));
    Tensor gaps = at::zeros({7, 66, 38});
    gaps = gaps.slice(1, 0, 66, 2).slice(2, 1, 38, 2);
    gaps.copy_(*t);
    to.push_back(gaps);
    Tensor shifted = at::zeros({7 * 33 * 19 + 3}).slice(0, 3).view({7, 33, 19});
    shifted.copy_(*t);
    to.push_back(shifted);
  }
  for (const Tensor& x : as) {
    for (const Tensor& y : bs) {
      EXPECT_TRUE(same_bits(at::atan2(at::exp(x), y), want));
    }
  }
}

TEST(Pointwise, TransposedOperandsInBlocks) {
  // Large enough for blocks, of sizes that no block divides.
  const Tensor a = noise({131, 77}, 1), b = noise({77, 131}, 2), c = noise({5, 131, 77}, 3);
  EXPECT_TRUE(same_bits(at::add(a, b.t()), at::add(a, b.t().clone(at::MemoryFormat::Contiguous))));
  EXPECT_TRUE(same_bits(at::mul(a.to(at::kHalf), b.t().to(at::kDouble)), at::mul(a.to(at::kHalf), b.t().to(at::kDouble).clone(at::MemoryFormat::Contiguous))));
  EXPECT_TRUE(same_bits(at::add(c, c.permute({1, 2, 0}).contiguous().permute({2, 0, 1})), at::add(c, c)));
  EXPECT_TRUE(same_bits(at::lt(a, b.t()), at::lt(a, b.t().clone(at::MemoryFormat::Contiguous))));
  Tensor out = at::zeros({131, 77});
  out.copy_(b.t());
  for (int64_t i = 0; i < 131; i += 5) {
    for (int64_t j = 0; j < 77; j += 3) {
      ASSERT_EQ(out.const_data_ptr<float>()[i * 77 + j], b.const_data_ptr<float>()[j * 131 + i]);
    }
  }
  Tensor turned = at::zeros({77, 131}).t();
  at::exp_out(turned, a);
  EXPECT_TRUE(same_bits(turned, at::exp(a)));
  EXPECT_TRUE(same_bits(at::mul(b.t().add_(0), 2), at::add(b.t(), b.t())));
}

TEST(Pointwise, SmallIntegersAndNumbers) {
  // A number becomes one of the tensor's dtype first.
  EXPECT_TRUE(same_bits(at::eq(tensor_of<uint8_t>({44}), 300), tensor_of<bool>({true})));
  EXPECT_TRUE(same_bits(at::lt(tensor_of<uint8_t>({44}), 300), tensor_of<bool>({false})));
  EXPECT_TRUE(same_bits(at::maximum(tensor_of<int8_t>({-128, 5}), tensor_of<int8_t>({127, -5})), tensor_of<int8_t>({127, 5})));
  EXPECT_TRUE(same_bits(at::neg(tensor_of<uint8_t>({5, 0})), tensor_of<uint8_t>({251, 0})));
  EXPECT_TRUE(same_bits(at::abs(tensor_of<int8_t>({-128, -3})), tensor_of<int8_t>({-128, 3})));
  EXPECT_TRUE(same_bits(at::div(tensor_of<int8_t>({-128}), tensor_of<int8_t>({-1}), "trunc"), tensor_of<int8_t>({-128})));
  EXPECT_TRUE(same_bits(at::pow(tensor_of<uint8_t>({3, 7}), 7), tensor_of<uint8_t>({139, 247})));
  EXPECT_TRUE(same_bits(at::sub(tensor_of<int16_t>({-32768}), 1), tensor_of<int16_t>({32767})));
  EXPECT_TRUE(same_bits(at::relu(tensor_of<int8_t>({-3, 3})), tensor_of<int8_t>({0, 3})));
  EXPECT_ERROR(at::add(tensor_of<uint8_t>({1}), tensor_of<uint8_t>({1}), 300), "overflow");
}

TEST(Pointwise, ResultLayoutFollowsTheInputs) {
  const Tensor a = noise({2, 3, 4}).permute({2, 0, 1});
  EXPECT_EQ(at::exp(a).strides(), a.strides());
  EXPECT_EQ(at::add(a, a).strides(), a.strides());
  EXPECT_TRUE(at::add(a.contiguous(), 1).is_contiguous());
  const Tensor gaps = noise({4, 6}).slice(1, 0, 6, 2);
  EXPECT_TRUE(at::add(gaps, 1).is_contiguous());
  EXPECT_EQ(at::add(noise({3, 1}).expand({3, 5}), 1).strides(), (at::IntArrayRef{5, 1}));
}

TEST(Pointwise, EveryTilePosition) {
  // Lengths around vectors and tiles, starts at any element: each element as it is alone.
  const Tensor base = noise({4200}, 3), other = noise({4200}, 4);
  const Tensor want = at::tanh(at::mul(base, other)), order = at::lt(base, other);
  std::vector<int64_t> lengths;
  for (int64_t n = 0; n <= 70; ++n) {
    lengths.push_back(n);
  }
  for (int64_t tiles : {1024, 2048, 4096}) {
    for (int64_t d = -3; d <= 3; ++d) {
      lengths.push_back(tiles + d);
    }
  }
  for (int64_t n : lengths) {
    for (int64_t start : {0, 1, 5}) {
      const Tensor x = base.slice(0, start, start + n), y = other.slice(0, start, start + n);
      ASSERT_TRUE(same_bits(at::tanh(at::mul(x, y)), want.slice(0, start, start + n))) << n;
      ASSERT_TRUE(same_bits(at::lt(x, y), order.slice(0, start, start + n))) << n;
      const Tensor i = x.to(at::kInt), j = y.to(at::kByte), k = x.to(at::kDouble);
      for (int64_t e = 0; e < n; e += 13) {
        ASSERT_TRUE(same_bits(at::mul(i, i).slice(0, e, e + 1), at::mul(i.slice(0, e, e + 1), i.slice(0, e, e + 1))));
        ASSERT_TRUE(same_bits(at::add(j, j).slice(0, e, e + 1), at::add(j.slice(0, e, e + 1), j.slice(0, e, e + 1))));
        ASSERT_TRUE(same_bits(at::exp(k).slice(0, e, e + 1), at::exp(k.slice(0, e, e + 1))));
      }
    }
  }
}

TEST(Pointwise, NothingIsWrittenBehindTheEnd) {
  for (int64_t n = 0; n <= 40; ++n) {
    for (ScalarType t : {ScalarType::Byte, ScalarType::Short, ScalarType::Int, ScalarType::Long, ScalarType::Float, ScalarType::Double, ScalarType::ComplexFloat}) {
      Tensor guarded = at::full({n + 2}, 77, at::TensorOptions().dtype(t));
      Tensor middle = guarded.slice(0, 1, n + 1);
      middle.add_(1);
      EXPECT_TRUE(same_bits(guarded.slice(0, 0, 1), at::full({1}, 77, at::TensorOptions().dtype(t))));
      EXPECT_TRUE(same_bits(guarded.slice(0, n + 1), at::full({1}, 77, at::TensorOptions().dtype(t))));
      EXPECT_TRUE(same_bits(middle, at::full({n}, 78, at::TensorOptions().dtype(t))));
    }
  }
}

TEST(Pointwise, ThreadCountsGiveTheSameBits) {
  const Tensor a = noise({400, 701}, 5), b = noise({701, 400}, 6).t();
  const int before = at::get_num_threads();
  std::vector<Tensor> results;
  for (int threads : {1, 2, 8}) {
    at::set_num_threads(threads);
    results.push_back(at::sigmoid(at::add(a, b)));
    results.push_back(at::gelu(a));
  }
  at::set_num_threads(before);
  for (size_t i = 2; i < results.size(); ++i) {
    EXPECT_TRUE(same_bits(results[i], results[i % 2]));
  }
}

TEST(Pointwise, LargeResultsAreStreamedRight) {
  const int64_t n = (int64_t(24) << 20) + 5;
  const Tensor a = at::arange(n, at::TensorOptions().dtype(at::kFloat));
  const Tensor sum = at::add(a, a);
  const float* p = sum.const_data_ptr<float>();
  for (int64_t i = 0; i < n; i += 4093) {
    ASSERT_EQ(p[i], 2 * static_cast<float>(i)) << i;
  }
  ASSERT_EQ(p[n - 1], 2 * static_cast<float>(n - 1));
}

TEST(Pointwise, IntegersWrap) {
  EXPECT_TRUE(same_bits(at::add(tensor_of<int8_t>({127, -128}), tensor_of<int8_t>({1, -1})), tensor_of<int8_t>({-128, 127})));
  EXPECT_TRUE(same_bits(at::add(tensor_of<uint8_t>({44}), 300), tensor_of<uint8_t>({88})));
  EXPECT_TRUE(same_bits(at::mul(tensor_of<uint8_t>({200, 3}), tensor_of<uint8_t>({2, 100})), tensor_of<uint8_t>({144, 44})));
  const int64_t low = std::numeric_limits<int64_t>::min();
  EXPECT_TRUE(same_bits(at::neg(tensor_of<int64_t>({low, 5})), tensor_of<int64_t>({low, -5})));
  EXPECT_TRUE(same_bits(at::abs(tensor_of<int64_t>({low, -5})), tensor_of<int64_t>({low, 5})));
  EXPECT_TRUE(same_bits(at::mul(tensor_of<int64_t>({low, int64_t(1) << 40}), tensor_of<int64_t>({3, int64_t(1) << 40})), tensor_of<int64_t>({low, 0})));
  EXPECT_TRUE(same_bits(at::div(tensor_of<int64_t>({low}), tensor_of<int64_t>({-1}), "floor"), tensor_of<int64_t>({low})));
  EXPECT_TRUE(same_bits(at::div(tensor_of<int32_t>({std::numeric_limits<int32_t>::min()}), tensor_of<int32_t>({-1}), "trunc"), tensor_of<int32_t>({std::numeric_limits<int32_t>::min()})));
  EXPECT_ERROR(at::div(tensor_of<int64_t>({1, 2, 3}), tensor_of<int64_t>({1, 0, 1}), "floor"), "ZeroDivisionError");
  // A tail's padding divides by nothing.
  EXPECT_TRUE(same_bits(at::div(tensor_of<int64_t>({9}), tensor_of<int64_t>({2}), "floor"), tensor_of<int64_t>({4})));
}

TEST(Pointwise, SpecialValues) {
  const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  const Tensor x = tensor_of<float>({nan, 1, nan, -0.0f}), y = tensor_of<float>({1, nan, nan, 0.0f});
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(std::isnan(at::maximum(x, y).select(0, i).item<float>()));
    EXPECT_TRUE(std::isnan(at::minimum(x, y).select(0, i).item<float>()));
  }
  EXPECT_TRUE(std::isnan(at::relu(x).select(0, 0).item<float>()));
  EXPECT_TRUE(same_bits(at::relu(tensor_of<float>({-1, 2, -inf, inf})), tensor_of<float>({0, 2, 0, inf})));
  EXPECT_TRUE(same_bits(at::eq(x, x), tensor_of<bool>({false, true, false, true})));
  EXPECT_TRUE(same_bits(at::ne(x, x), tensor_of<bool>({true, false, true, false})));
  EXPECT_TRUE(same_bits(at::le(x, y), tensor_of<bool>({false, false, false, true})));
  EXPECT_TRUE(same_bits(at::ge(x, y), tensor_of<bool>({false, false, false, true})));
  EXPECT_TRUE(same_bits(at::logical_not(x), tensor_of<bool>({false, false, false, true})));
  EXPECT_TRUE(same_bits(at::neg(tensor_of<float>({0.0f})), tensor_of<float>({-0.0f})));
  EXPECT_TRUE(same_bits(at::floor(tensor_of<float>({-0.5f, 1e30f, -inf})), tensor_of<float>({-1, 1e30f, -inf})));
  EXPECT_TRUE(same_bits(at::ceil(tensor_of<float>({-0.5f, 8388609.0f})), tensor_of<float>({-0.0f, 8388609.0f})));
}

TEST(Pointwise, SmallFloatsComputeInFloat) {
  // Each rounds once: 1/3 + 1/3 in float, then to half.
  const Tensor a = tensor_of<float>({1.0f / 3, 1000.5f}).to(at::kHalf), b = tensor_of<float>({0.1f, 0.3f}).to(at::kHalf);
  const Tensor want = at::add(a.to(at::kFloat), b.to(at::kFloat)).to(at::kHalf);
  EXPECT_TRUE(same_bits(at::add(a, b), want));
  EXPECT_TRUE(same_bits(at::mul(a, 0.1), at::mul(a.to(at::kFloat), 0.1).to(at::kHalf)));
  Tensor wide = at::empty({2}, at::TensorOptions().dtype(at::kFloat));
  at::add_out(wide, a, b);
  EXPECT_TRUE(same_bits(wide, want.to(at::kFloat)));
  const Tensor c = a.to(at::kBFloat16);
  EXPECT_TRUE(same_bits(at::exp(c), at::exp(c.to(at::kFloat)).to(at::kBFloat16)));
}

TEST(Pointwise, InPlace) {
  Tensor a = at::arange(6).view({2, 3});
  const Tensor view = a.select(0, 1);
  const uint32_t version = a.current_version();
  const uint64_t epoch = a.storage().unsafeGetStorageImpl()->write_epoch();
  EXPECT_TRUE(a.add_(10).is_same(a));
  EXPECT_TRUE(same_bits(view, tensor_of<int64_t>({13, 14, 15})));
  EXPECT_EQ(a.current_version(), version + 1);
  EXPECT_GT(a.storage().unsafeGetStorageImpl()->write_epoch(), epoch);
  a.t().mul_(2);
  EXPECT_TRUE(same_bits(a, tensor_of<int64_t>({20, 22, 24, 26, 28, 30}).view({2, 3})));
  EXPECT_ERROR(a.add_(1.5), "result type Float can't be cast to the desired output type Long");
  EXPECT_ERROR(a.add_(at::ones({4, 2, 3}, at::TensorOptions().dtype(at::kLong))), "output with shape [2, 3] doesn't match the broadcast shape [4, 2, 3]");
  Tensor f = tensor_of<float>({1, 2});
  f.mul_(tensor_of<double>({2, 3}));
  EXPECT_TRUE(same_bits(f, tensor_of<float>({2, 6})));
}

TEST(Pointwise, Out) {
  const Tensor a = tensor_of<float>({1, 2, 3});
  Tensor out = at::empty({0});
  EXPECT_TRUE(at::add_out(out, a, a).is_same(out));
  EXPECT_TRUE(same_bits(out, tensor_of<float>({2, 4, 6})));
  Tensor wide = at::empty({3}, at::TensorOptions().dtype(at::kDouble));
  at::exp_out(wide, a);
  EXPECT_TRUE(same_bits(wide, at::exp(a).to(at::kDouble)));
  Tensor strided = at::zeros({6}).slice(0, 0, 6, 2);
  at::mul_out(strided, a, a);
  EXPECT_TRUE(same_bits(strided, tensor_of<float>({1, 4, 9})));
  Tensor flag = at::empty({3}, at::TensorOptions().dtype(at::kInt));
  at::gt_out(flag, a, at::full({1}, 1.5));
  EXPECT_TRUE(same_bits(flag, tensor_of<int32_t>({0, 1, 1})));
  Tensor wrong = at::empty({3}, at::TensorOptions().dtype(at::kLong));
  EXPECT_ERROR(at::exp_out(wrong, a), "can't be cast to the desired output type Long");
}

TEST(Pointwise, Overlap) {
  const Tensor base = at::arange(8, at::TensorOptions().dtype(at::kFloat));
  Tensor shifted = base.slice(0, 1, 5);
  EXPECT_ERROR(at::add_out(shifted, base.slice(0, 0, 4), base.slice(0, 0, 4)), "refer to a single memory location");
  Tensor repeated = at::zeros({1}).expand({4});
  EXPECT_ERROR(repeated.add_(1), "more than one element of the written-to tensor refers to a single memory location");
  Tensor square = noise({4, 4});
  EXPECT_ERROR(square.add_(square.t()), "refer to a single memory location");
  Tensor same = base.slice(0, 0, 4); // another tensor, the same memory: in place
  at::add_out(same, base.slice(0, 0, 4), base.slice(0, 0, 4));
  EXPECT_TRUE(same_bits(same, tensor_of<float>({0, 2, 4, 6})));
}

TEST(Pointwise, BadArguments) {
  const Tensor i = tensor_of<int64_t>({1}), b = tensor_of<bool>({true}), f = tensor_of<float>({1});
  EXPECT_ERROR(at::add(i, i, 2.5), "aten::add: For integral input tensors, argument alpha must not be a floating point number, got 2.5");
  EXPECT_ERROR(at::add(i, i, true), "Boolean alpha only supported for Boolean results");
  EXPECT_ERROR(at::add(f, f, c10::complex<double>(0, 1)), "argument alpha must not be a complex number");
  EXPECT_ERROR(at::sub(b, b), "\"aten::sub\" not implemented for 'Bool'");
  EXPECT_ERROR(at::relu(b), "\"aten::relu\" not implemented for 'Bool'");
  EXPECT_ERROR(at::gelu(i), "\"aten::gelu\" not implemented for 'Long'");
  EXPECT_ERROR(at::lt(f.to(at::kComplexFloat), f), "not implemented for 'ComplexFloat'");
  EXPECT_ERROR(at::gelu(f, "x"), "approximate argument must be either none or tanh");
  EXPECT_ERROR(at::div(f, f, "x"), "rounding_mode");
  EXPECT_ERROR(at::where(f, f, f), "condition");
  EXPECT_ERROR(at::add(f, Tensor()), "other");
  EXPECT_ERROR(at::add(Tensor(), f), "self");
}

TEST(Pointwise, Meta) {
  const Tensor m = at::empty({2, 3}, at::TensorOptions().device(at::kMeta));
  const Tensor r = at::add(m, at::empty({3}, at::TensorOptions().device(at::kMeta).dtype(at::kDouble)));
  EXPECT_TRUE(r.is_meta());
  EXPECT_EQ(r.sizes(), (at::IntArrayRef{2, 3}));
  EXPECT_EQ(r.scalar_type(), at::kDouble);
  EXPECT_ERROR(at::add(m, at::zeros({2, 3})), "Expected all tensors to be on the same device");
}
