// Copies, conversions, formats, fills and item.
#include "tile_helpers.h"
#include <cmath>
#include <limits>

using namespace wick_test;
using at::ScalarType;
using at::Tensor;

TEST(Copy, ConversionsTruncateAndWrap) {
  const Tensor f = tensor_of<float>({1.9f, -1.9f, 300.5f, -1.0f, 70000.0f});
  EXPECT_TRUE(same_bits(f.to(at::kLong), tensor_of<int64_t>({1, -1, 300, -1, 70000})));
  EXPECT_TRUE(same_bits(f.to(at::kByte), tensor_of<uint8_t>({1, 255, 44, 255, 112})));
  EXPECT_TRUE(same_bits(f.to(at::kChar), tensor_of<int8_t>({1, -1, 44, -1, 112})));
  EXPECT_TRUE(same_bits(f.to(at::kShort), tensor_of<int16_t>({1, -1, 300, -1, 4464})));
  EXPECT_TRUE(same_bits(tensor_of<int64_t>({-1, 256, 65537}).to(at::kByte), tensor_of<uint8_t>({255, 0, 1})));
  const float inf = std::numeric_limits<float>::infinity();
  const Tensor wild = tensor_of<float>({NAN, inf, -inf, 1e30f});
  const int64_t low = std::numeric_limits<int64_t>::min();
  EXPECT_TRUE(same_bits(wild.to(at::kLong), tensor_of<int64_t>({low, low, low, low})));
  EXPECT_TRUE(same_bits(wild.to(at::kBool), tensor_of<bool>({true, true, true, true})));
  EXPECT_TRUE(same_bits(tensor_of<float>({0.0f, -0.0f, 1e-40f}).to(at::kBool), tensor_of<bool>({false, false, true})));
  EXPECT_TRUE(same_bits(tensor_of<c10::complex<float>>({{2, 3}}).to(at::kFloat), tensor_of<float>({2})));
  EXPECT_TRUE(same_bits(tensor_of<float>({2}).to(at::kComplexDouble), tensor_of<c10::complex<double>>({{2, 0}})));
  EXPECT_TRUE(same_bits(tensor_of<float>({65504, 65520, 1e-8f}).to(at::kHalf).to(at::kFloat), tensor_of<float>({65504, inf, 0})));
}

TEST(Copy, EveryPairOfDtypesKeepsSmallNumbers) {
  const ScalarType all[] = {ScalarType::Byte, ScalarType::Char, ScalarType::Short, ScalarType::Int, ScalarType::Long, ScalarType::Half, ScalarType::Float, ScalarType::Double, ScalarType::ComplexFloat, ScalarType::ComplexDouble, ScalarType::BFloat16};
  const Tensor base = at::arange(100);
  for (ScalarType a : all) {
    for (ScalarType b : all) {
      EXPECT_TRUE(same_bits(base.to(a).to(b).to(at::kLong), base)) << c10::toString(a) << " " << c10::toString(b);
      Tensor gaps = at::zeros({200}, at::TensorOptions().dtype(b)).slice(0, 0, 200, 2);
      gaps.copy_(base.to(a));
      EXPECT_TRUE(same_bits(gaps, base.to(b)));
    }
  }
}

TEST(Copy, SmallFloatsRoundToEven) {
  // All 65,536 values of each go to float and come back; floats between two neighbours go to the nearer one, or to the even one.
  for (ScalarType t : {ScalarType::Half, ScalarType::BFloat16}) {
    Tensor all = at::empty({65536}, at::TensorOptions().dtype(t));
    for (int i = 0; i < 65536; ++i) {
      static_cast<uint16_t*>(all.mutable_data_ptr())[i] = static_cast<uint16_t>(i);
    }
    const Tensor wide = all.to(at::kFloat), back = wide.to(t);
    for (int i = 0; i < 65536; ++i) {
      if (!std::isnan(wide.const_data_ptr<float>()[i])) {
        ASSERT_EQ(static_cast<const uint16_t*>(back.const_data_ptr())[i], i);
      } else {
        const float again = back.slice(0, i, i + 1).to(at::kFloat).item<float>();
        ASSERT_TRUE(std::isnan(again)) << i;
      }
    }
    for (int i = 0; i < 31000; i += 7) {
      const float low = wide.const_data_ptr<float>()[i], high = wide.const_data_ptr<float>()[i + 1], middle = low + (high - low) / 2;
      const Tensor r = tensor_of<float>({middle, std::nextafter(middle, high), std::nextafter(middle, low)}).to(t);
      const uint16_t* p = static_cast<const uint16_t*>(r.const_data_ptr());
      ASSERT_EQ(p[0], i + i % 2) << i;
      ASSERT_EQ(p[1], i + 1) << i;
      ASSERT_EQ(p[2], i) << i;
    }
  }
}

TEST(Copy, StridesAndBroadcast) {
  const Tensor a = noise({5, 6, 7});
  for (const Tensor& v : {a.permute({2, 0, 1}), a.transpose(0, 1), a.slice(2, 1, 7, 3), a.select(1, 2), a.unsqueeze(0).expand({3, 5, 6, 7})}) {
    const Tensor c = v.clone(at::MemoryFormat::Contiguous);
    EXPECT_TRUE(c.is_contiguous());
    EXPECT_TRUE(same_bits(c, v));
    Tensor back = at::empty_like(v);
    back.copy_(v);
    EXPECT_TRUE(same_bits(back, v));
  }
  Tensor big = at::zeros({3, 4});
  big.copy_(at::arange(4));
  EXPECT_TRUE(same_bits(big.select(0, 2), at::arange(4).to(at::kFloat)));
  EXPECT_ERROR(big.copy_(at::zeros({5})), "aten::copy_");
  EXPECT_ERROR(big.copy_(at::zeros({2, 3, 4})), "doesn't match the broadcast shape");
  Tensor line = at::arange(6);
  EXPECT_ERROR(line.slice(0, 1).copy_(line.slice(0, 0, 5)), "refer to a single memory location");
  EXPECT_ERROR(at::zeros({1}).expand({3}).copy_(at::zeros({3})), "more than one element");
}

TEST(Copy, Formats) {
  const Tensor a = noise({2, 3, 4, 5});
  const Tensor last = a.contiguous(at::MemoryFormat::ChannelsLast);
  EXPECT_EQ(last.strides(), (at::IntArrayRef{60, 1, 15, 3}));
  EXPECT_TRUE(same_bits(last, a));
  EXPECT_TRUE(a.contiguous().is_same(a));
  EXPECT_EQ(last.clone().strides(), last.strides());
  EXPECT_EQ(at::empty_like(last).strides(), last.strides());
  EXPECT_EQ(last.to(at::kDouble).strides(), last.strides());
  EXPECT_TRUE(a.slice(3, 0, 5, 2).clone().is_contiguous());
  EXPECT_ERROR(at::zeros({3}).contiguous(at::MemoryFormat::ChannelsLast), "channels_last");
}

TEST(Copy, To) {
  const Tensor a = noise({3});
  EXPECT_TRUE(a.to(at::kFloat).is_same(a));
  EXPECT_FALSE(a.to(at::kFloat, false, /*copy=*/true).is_same(a));
  EXPECT_TRUE(a.cpu().is_same(a));
  EXPECT_EQ(a.to(at::zeros({1}, at::TensorOptions().dtype(at::kInt))).scalar_type(), at::kInt);
  EXPECT_TRUE(a.to(at::Device(at::kMeta), at::kFloat).is_meta());
  EXPECT_ERROR(a.to(at::Device("cuda"), at::kFloat), "cuda");
  EXPECT_ERROR(at::empty({2}, at::TensorOptions().device(at::kMeta)).cpu(), "meta");
}

TEST(Copy, FillAndItem) {
  Tensor a = at::empty({3, 40}, at::TensorOptions().dtype(at::kInt));
  a.t().fill_(7);
  EXPECT_TRUE(same_bits(a, at::full({3, 40}, 7, at::TensorOptions().dtype(at::kInt))));
  a.slice(1, 0, 40, 2).zero_();
  EXPECT_EQ(a.select(0, 1).select(0, 2).item<int>(), 0);
  EXPECT_EQ(a.select(0, 1).select(0, 3).item<int>(), 7);
  a.fill_(tensor_of<float>({2.5f}).select(0, 0));
  EXPECT_EQ(a.select(0, 0).select(0, 0).item<int>(), 2);
  EXPECT_ERROR(a.fill_(at::zeros({2})), "fill_ only supports 0-dimension value tensor but got tensor with 1 dimensions");
  EXPECT_ERROR(a.item(), "a Tensor with 120 elements cannot be converted to Scalar");
  // A tensor without elements has none to read (OPS-11).
  EXPECT_ERROR(at::zeros({0}).item(), "a Tensor with 0 elements cannot be converted to Scalar");
  EXPECT_ERROR(at::_local_scalar_dense(at::zeros({0})), "Empty tensor");
  EXPECT_ERROR(at::_local_scalar_dense(at::zeros({2, 0}, at::kBool)), "Empty tensor");
  EXPECT_TRUE(tensor_of<bool>({true}).item().isBoolean());
  EXPECT_EQ(tensor_of<c10::complex<double>>({{1, 2}}).item().toComplexDouble(), (c10::complex<double>(1, 2)));
}
