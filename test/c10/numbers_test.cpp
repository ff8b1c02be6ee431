// Half, BFloat16, complex, Scalar and the dtypes.
#include <c10/core/DefaultDtype.h>
#include <c10/core/Scalar.h>
#include <c10/core/ScalarType.h>
#include <c10/core/ScalarTypeToTypeMeta.h>
#include <c10/util/BFloat16.h>
#include <c10/util/Half.h>
#include <c10/util/complex_math.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <sstream>

namespace {

using c10::ScalarType;

float from_bits(uint32_t b) {
  float f;
  std::memcpy(&f, &b, 4);
  return f;
}

// The value of a half computed the slow way.
double half_value(uint16_t h) {
  const int e = (h >> 10) & 31, m = h & 1023;
  double v = e == 0 ? std::ldexp(m, -24) : e == 31 ? (m ? std::nan("") : INFINITY) : std::ldexp(1024 + m, e - 25);
  return h & 0x8000 ? -v : v;
}

TEST(Half, EveryHalfRoundTrips) {
  for (uint32_t h = 0; h < 65536; ++h) {
    const c10::Half v(static_cast<unsigned short>(h), c10::Half::from_bits());
    const float f = v;
    const double want = half_value(static_cast<uint16_t>(h));
    if (std::isnan(want)) {
      EXPECT_TRUE(std::isnan(f));
      EXPECT_TRUE(std::isnan(static_cast<float>(c10::Half(f))));
      continue;
    }
    ASSERT_EQ(static_cast<double>(f), want) << h;
    ASSERT_EQ(std::signbit(f), (h & 0x8000) != 0);
    ASSERT_EQ(c10::Half(f).x, h);
  }
}

TEST(Half, RoundsToNearestEven) {
  // Midpoints between neighbours, and the floats next to them.
  for (uint32_t h = 0; h < 0x7bff; ++h) {
    const float a = static_cast<float>(half_value(static_cast<uint16_t>(h))), b = static_cast<float>(half_value(static_cast<uint16_t>(h + 1)));
    const float mid = (a + b) / 2; // exact
    ASSERT_EQ(c10::Half(mid).x, (h & 1) ? h + 1 : h) << h;
    ASSERT_EQ(c10::Half(std::nextafter(mid, 0.0f)).x, h) << h;
    ASSERT_EQ(c10::Half(std::nextafter(mid, 1e9f)).x, h + 1) << h;
    ASSERT_EQ(c10::Half(-mid).x, ((h & 1) ? h + 1 : h) | 0x8000) << h;
  }
  EXPECT_EQ(c10::Half(65519.996f).x, 0x7bff);
  EXPECT_EQ(c10::Half(65520.0f).x, 0x7c00);
  EXPECT_EQ(c10::Half(1e30f).x, 0x7c00);
  EXPECT_EQ(c10::Half(0x1p-25f).x, 0); // halfway to the least subnormal: even
  EXPECT_EQ(c10::Half(from_bits(1)).x, 0);
}

TEST(BFloat16, EveryValueRoundTripsAndRounds) {
  for (uint32_t h = 0; h < 65536; ++h) {
    const c10::BFloat16 v(static_cast<unsigned short>(h), c10::BFloat16::from_bits());
    const float f = v;
    if (std::isnan(f)) {
      EXPECT_EQ(c10::BFloat16(f).x, 0x7fc0);
      continue;
    }
    ASSERT_EQ(c10::BFloat16(f).x, h);
    if ((h & 0x7fff) < 0x7f80) {
      const uint32_t bits = h << 16;
      ASSERT_EQ(c10::BFloat16(from_bits(bits | 0x7fff)).x, h);
      ASSERT_EQ(c10::BFloat16(from_bits(bits | 0x8001)).x, h + 1);
      ASSERT_EQ(c10::BFloat16(from_bits(bits | 0x8000)).x, (h & 1) ? h + 1 : h);
    }
  }
}

TEST(ReducedFloats, ArithmeticRoundsOncePerOperation) {
  const c10::Half a = 1.0f, eps(0x1000, c10::Half::from_bits()); // 2^-11
  EXPECT_EQ((a + eps).x, a.x); // a tie, to even
  EXPECT_EQ(static_cast<float>(c10::Half(3) * 2), 6.0f);
  EXPECT_TRUE((std::is_same_v<decltype(a + 1.0f), float>));
  EXPECT_TRUE((std::is_same_v<decltype(a + 1), c10::Half>));
  EXPECT_EQ(static_cast<float>(-c10::BFloat16(2.0f)), -2.0f);
  EXPECT_EQ(static_cast<float>(std::numeric_limits<c10::Half>::max()), 65504.0f);
  EXPECT_EQ(static_cast<float>(std::numeric_limits<c10::Half>::lowest()), -65504.0f);
  EXPECT_EQ(static_cast<float>(std::numeric_limits<c10::Half>::epsilon()), 0x1p-10f);
  EXPECT_EQ(static_cast<float>(std::numeric_limits<c10::BFloat16>::epsilon()), 0x1p-7f);
  EXPECT_TRUE(std::isinf(static_cast<float>(std::numeric_limits<c10::BFloat16>::infinity())));
}

TEST(Complex, ArithmeticAndFunctions) {
  using C = c10::complex<double>;
  EXPECT_EQ(C(1, 2) * C(3, 4), C(-5, 10));
  EXPECT_EQ(C(-5, 10) / C(3, 4), C(1, 2));
  EXPECT_EQ(C(1, 2) + 1.0, C(2, 2));
  EXPECT_EQ(1.0 - C(1, 2), C(0, -2));
  EXPECT_EQ(std::conj(C(1, 2)), C(1, -2));
  EXPECT_EQ(std::abs(C(3, 4)), 5.0);
  const C big = C(1e300, 1e300) / C(1e300, 1e300);
  EXPECT_DOUBLE_EQ(big.real(), 1.0);
  EXPECT_TRUE(std::isnan((C(0, 0) / C(0, 0)).real()));
  const C z(0.3, -0.7);
  const auto e = std::exp(z);
  const std::complex<double> want = std::exp(std::complex<double>(0.3, -0.7));
  EXPECT_DOUBLE_EQ(e.real(), want.real());
  EXPECT_DOUBLE_EQ(e.imag(), want.imag());
  const C tiny(1e-12, 1e-12);
  EXPECT_NEAR(std::expm1(tiny).real(), 1e-12, 1e-27);
  EXPECT_NEAR(std::log1p(tiny).real(), 1e-12, 1e-27);
  c10::complex<float> f = c10::complex<float>(C(1.5, 2)); // narrowing is explicit
  C wide = f;
  EXPECT_EQ(wide, C(1.5, 2));
  EXPECT_FALSE((std::is_convertible_v<C, c10::complex<float>>));
  EXPECT_EQ(sizeof(c10::complex<c10::Half>), 4u);
}

TEST(Scalar, KindsAndTypes) {
  EXPECT_EQ(c10::Scalar(3).type(), ScalarType::Long);
  EXPECT_EQ(c10::Scalar(3.5).type(), ScalarType::Double);
  EXPECT_EQ(c10::Scalar(true).type(), ScalarType::Bool);
  EXPECT_EQ(c10::Scalar(c10::complex<float>(1, 2)).type(), ScalarType::ComplexDouble);
  EXPECT_EQ(c10::Scalar(UINT64_MAX).type(), ScalarType::UInt64);
  EXPECT_EQ(c10::Scalar(uint64_t{5}).type(), ScalarType::Long);
  EXPECT_TRUE(c10::Scalar(true).isIntegral(true));
  EXPECT_FALSE(c10::Scalar(true).isIntegral(false));
  EXPECT_TRUE(c10::Scalar(c10::Half(1.5f)).isFloatingPoint());
  EXPECT_EQ(c10::Scalar().toLong(), 0);
}

TEST(Scalar, ConversionsCheckTheRange) {
  EXPECT_EQ(c10::Scalar(2.9).toInt(), 2);
  EXPECT_EQ(c10::Scalar(-2.9).toLong(), -2);
  EXPECT_THROW(c10::Scalar(300).toChar(), c10::Error);
  EXPECT_THROW(c10::Scalar(1e20).toLong(), c10::Error);
  EXPECT_THROW(c10::Scalar(std::nan("")).toInt(), c10::Error);
  EXPECT_THROW(c10::Scalar(1e6).toHalf(), c10::Error);
  EXPECT_THROW(c10::Scalar(1e300).toFloat(), c10::Error);
  EXPECT_THROW(c10::Scalar(c10::complex<double>(1, 1)).toDouble(), c10::Error);
  EXPECT_EQ(c10::Scalar(c10::complex<double>(1, 0)).toDouble(), 1.0);
  EXPECT_EQ(c10::Scalar(-1).toByte(), 255);
  EXPECT_EQ(c10::Scalar(-1.0).toByte(), 255);
  EXPECT_THROW(c10::Scalar(-256).toByte(), c10::Error);
  EXPECT_THROW(c10::Scalar(UINT64_MAX).toLong(), c10::Error);
  EXPECT_EQ(c10::Scalar(UINT64_MAX).toUInt64(), UINT64_MAX);
  EXPECT_TRUE(std::isinf(c10::Scalar(INFINITY).toFloat()));
  EXPECT_TRUE(c10::Scalar(0.5).toBool());
  EXPECT_EQ(c10::Scalar(7).toComplexFloat(), c10::complex<float>(7, 0));
  try {
    c10::Scalar(300).toChar();
  } catch (const c10::Error& e) {
    EXPECT_STREQ(e.what(), "value cannot be converted to type int8_t without overflow: 300");
  }
}

TEST(Scalar, EqualNegatePrint) {
  EXPECT_TRUE(c10::Scalar(3).equal(3));
  EXPECT_TRUE(c10::Scalar(3).equal(3.0));
  EXPECT_FALSE(c10::Scalar(true).equal(1));
  EXPECT_TRUE(c10::Scalar(true).equal(true));
  EXPECT_TRUE(c10::Scalar(c10::complex<double>(2, 0)).equal(2));
  EXPECT_EQ((-c10::Scalar(INT64_MIN)).toLong(), INT64_MIN);
  EXPECT_THROW(-c10::Scalar(true), c10::Error);
  EXPECT_EQ(c10::toString(c10::Scalar(2.0)), "2.0");
  EXPECT_EQ(c10::toString(c10::Scalar(true)), "True");
  EXPECT_EQ(c10::toString(c10::Scalar(c10::complex<double>(1, -2))), "(1-2j)");
  EXPECT_EQ(c10::toString(c10::Scalar(c10::complex<double>(0, 2.5))), "2.5j");
}

TEST(ScalarType, CodesSizesNames) {
  // Written into archives: these never change.
  EXPECT_EQ(static_cast<int>(ScalarType::Float), 6);
  EXPECT_EQ(static_cast<int>(ScalarType::Bool), 11);
  EXPECT_EQ(static_cast<int>(ScalarType::QInt32), 14);
  EXPECT_EQ(static_cast<int>(ScalarType::BFloat16), 15);
  EXPECT_EQ(static_cast<int>(ScalarType::Bits16), 22);
  EXPECT_EQ(static_cast<int>(ScalarType::Float8_e4m3fn), 24);
  EXPECT_EQ(static_cast<int>(ScalarType::UInt16), 27);
  EXPECT_EQ(static_cast<int>(ScalarType::Int7), 43);
#define CHECK_SIZE(cpp, name)                                    \
  EXPECT_EQ(c10::elementSize(ScalarType::name), sizeof(cpp));    \
  EXPECT_STREQ(c10::toString(ScalarType::name), #name);          \
  EXPECT_EQ(c10::CppTypeToScalarType<cpp>::value, ScalarType::name);
  AT_FORALL_SCALAR_TYPES_WITH_COMPLEX_AND_QINTS(CHECK_SIZE)
#undef CHECK_SIZE
  EXPECT_THROW(c10::elementSize(ScalarType::Undefined), c10::Error);
  EXPECT_THROW(c10::elementSize(static_cast<ScalarType>(-1)), c10::Error);
  EXPECT_THROW(c10::elementSize(static_cast<ScalarType>(100)), c10::Error);
  EXPECT_STREQ(c10::toString(static_cast<ScalarType>(100)), "UNKNOWN_SCALAR");
  for (int i = 0; i < c10::NumScalarTypes - 1; ++i) {
    const auto t = static_cast<ScalarType>(i);
    EXPECT_EQ(c10::scalarTypeFromName(c10::dtype_name(t)), t);
    EXPECT_EQ(c10::scalarTypeFromName(c10::toString(t)), t);
  }
  EXPECT_EQ(c10::scalarTypeFromName("float"), ScalarType::Float);
  EXPECT_EQ(c10::scalarTypeFromName("float33"), ScalarType::Undefined);
  EXPECT_TRUE(c10::scalarTypeToTypeMeta(ScalarType::Half) == ScalarType::Half);
  EXPECT_EQ(caffe2::TypeMeta::Make<float>().name(), "float");
}

const ScalarType kOrdinary[] = {
    ScalarType::Byte, ScalarType::Char, ScalarType::Short, ScalarType::Int, ScalarType::Long, ScalarType::Half, ScalarType::Float,
    ScalarType::Double, ScalarType::ComplexHalf, ScalarType::ComplexFloat, ScalarType::ComplexDouble, ScalarType::Bool, ScalarType::BFloat16};

int category(ScalarType t) {
  return t == ScalarType::Bool ? 0 : c10::isIntegralType(t, false) ? 1 : c10::isFloatingType(t) ? 2 : 3;
}

TEST(PromoteTypes, TableProperties) {
  for (const auto a : kOrdinary) {
    EXPECT_EQ(c10::promoteTypes(a, a), a);
    EXPECT_EQ(c10::promoteTypes(a, ScalarType::Bool), a);
    EXPECT_EQ(c10::promoteTypes(a, ScalarType::Undefined), ScalarType::Undefined);
    for (const auto b : kOrdinary) {
      const auto r = c10::promoteTypes(a, b);
      EXPECT_EQ(r, c10::promoteTypes(b, a));
      EXPECT_EQ(category(r), std::max(category(a), category(b))) << a << ' ' << b;
      // The result holds both: promoting again changes nothing.
      EXPECT_EQ(c10::promoteTypes(r, a), r) << a << ' ' << b;
      EXPECT_TRUE(c10::canCast(a, r) && c10::canCast(b, r));
      // Where categories differ, the lower one decides nothing, except a real that widens a complex.
      if (category(a) > category(b) && !(category(a) == 3 && category(b) == 2)) {
        EXPECT_EQ(r, a);
      }
    }
  }
}

TEST(PromoteTypes, WholeTable) {
  // Rows and columns in the order of kOrdinary; one letter a dtype: u i s I l h f d H F D b B.
  const char letters[] = "uisIlhfdHFDbB";
  const char* table[] = {
      "ussIlhfdHFDuB", //
      "sisIlhfdHFDiB", //
      "sssIlhfdHFDsB", //
      "IIIIlhfdHFDIB", //
      "lllllhfdHFDlB", //
      "hhhhhhfdHFDhf", //
      "fffffffdFFDff", //
      "ddddddddDDDdd", //
      "HHHHHHFDHFDHF", //
      "FFFFFFFDFFDFF", //
      "DDDDDDDDDDDDD", //
      "uisIlhfdHFDbB", //
      "BBBBBffdFFDBB"};
  for (int a = 0; a < 13; ++a) {
    for (int b = 0; b < 13; ++b) {
      const auto r = c10::promoteTypes(kOrdinary[a], kOrdinary[b]);
      char got = '?';
      for (int k = 0; k < 13; ++k) {
        if (kOrdinary[k] == r) {
          got = letters[k];
        }
      }
      EXPECT_EQ(got, table[a][b]) << kOrdinary[a] << ' ' << kOrdinary[b];
    }
  }
}

TEST(PromoteTypes, TheOtherDtypes) {
  EXPECT_EQ(c10::promoteTypes(ScalarType::UInt16, ScalarType::Float), ScalarType::Float);
  EXPECT_EQ(c10::promoteTypes(ScalarType::UInt16, ScalarType::UInt16), ScalarType::UInt16);
  EXPECT_THROW(c10::promoteTypes(ScalarType::UInt16, ScalarType::Int), c10::Error);
  EXPECT_THROW(c10::promoteTypes(ScalarType::Float8_e5m2, ScalarType::Float), c10::Error);
  EXPECT_EQ(c10::promoteTypes(ScalarType::QInt8, ScalarType::QInt8), ScalarType::QInt8);
  EXPECT_THROW(c10::promoteTypes(ScalarType::QInt8, ScalarType::Float), c10::Error);
}

TEST(DefaultDtype, OnlyFloatingOnes) {
  EXPECT_EQ(c10::get_default_dtype_as_scalartype(), ScalarType::Float);
  c10::set_default_dtype(caffe2::TypeMeta::Make<double>());
  EXPECT_EQ(c10::get_default_complex_dtype().toScalarType(), ScalarType::ComplexDouble);
  EXPECT_THROW(c10::set_default_dtype(caffe2::TypeMeta::Make<int>()), c10::TypeError);
  c10::set_default_dtype(caffe2::TypeMeta::Make<float>());
}

} // namespace
