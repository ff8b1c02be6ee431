// The checks of <ATen/TensorUtils.h>: each holds and fails, and its sentence opens with operator and argument. The dtype switches of <ATen/Dispatch.h>.
#include <ATen/Dispatch.h>
#include <ATen/Dispatch_v2.h>
#include <ATen/TensorUtils.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/zeros.h>

#include "tile_helpers.h"

using namespace wick_test;
using at::Tensor;
using at::TensorArg;

namespace {

struct Args {
  Tensor matrix = at::zeros({2, 3}), vector = at::zeros({3}), longs = at::zeros({2, 3}, at::kLong), absent, meta = at::empty({2, 3}, at::TensorOptions().device(at::kMeta));
  TensorArg m{matrix, "m", 1}, v{vector, "v", 2}, l{longs, "l", 3}, n{absent, "n", 4}, e{meta, "e", 5};
};

// The whole sentence, and that nothing is thrown where the check holds.
#define SAYS(statement, text) EXPECT_EQ(::wick_test::message_of([&] { statement; }), text) << #statement
#define HOLDS(statement) EXPECT_NO_THROW(statement)

} // namespace

TEST(TensorUtils, Dimensions) {
  const Args a;
  HOLDS(at::checkDim("f", a.m, 2));
  HOLDS(at::checkDim("f", a.matrix, "m", 1, 2));
  SAYS(at::checkDim("f", a.v, 2), "f(): argument 'v' must have 2 dimensions, its shape is [3]");
  SAYS(at::checkDim("f", a.matrix, "m", 1, 1), "f(): argument 'm' must have 1 dimension, its shape is [2, 3]");
  HOLDS(at::checkDimRange("f", a.m, 1, 3));
  SAYS(at::checkDimRange("f", a.m, 3, 6), "f(): argument 'm' must have 3 to 5 dimensions, its shape is [2, 3]");
  SAYS(at::checkDimRange("f", a.m, 0, 2), "f(): argument 'm' must have 0 to 1 dimensions, its shape is [2, 3]");
  HOLDS(at::checkSameDim("f", a.m, a.l));
  SAYS(at::checkSameDim("f", a.m, a.v), "f(): argument 'm' has shape [2, 3], argument 'v' has [3]; they must have as many dimensions");
}

TEST(TensorUtils, Sizes) {
  const Args a;
  HOLDS(at::checkSize("f", a.m, {2, 3}));
  HOLDS(at::checkSize("f", a.m, -1, 3));
  SAYS(at::checkSize("f", a.m, {3, 2}), "f(): argument 'm' must have shape [3, 2], it has [2, 3]");
  SAYS(at::checkSize("f", a.m, 0, 3), "f(): argument 'm' must have size 3 in dimension 0, its shape is [2, 3]");
  SAYS(at::checkSize("f", a.m, 2, 3), "f(): argument 'm' of shape [2, 3] has no dimension 2 (expected -2 to 1)");
  EXPECT_THROW(at::checkSize("f", a.m, 2, 3), c10::IndexError);
  HOLDS(at::checkSameSize("f", a.m, a.l));
  SAYS(at::checkSameSize("f", a.m, a.v), "f(): argument 'm' has shape [2, 3], argument 'v' has [3]; they must be the same");
  HOLDS(at::checkAllSameSize("f", {a.n, a.m, a.n, a.l}));
  SAYS(at::checkAllSameSize("f", {a.m, a.n, a.v}), "f(): argument 'm' has shape [2, 3], argument 'v' has [3]; they must be the same");
  HOLDS(at::checkNumel("f", a.m, 6));
  SAYS(at::checkNumel("f", a.m, 1), "f(): argument 'm' must have 1 element, its shape is [2, 3]");
  HOLDS(at::checkSameNumel("f", a.m, a.l));
  SAYS(at::checkAllSameNumel("f", {a.m, a.l, a.v}), "f(): argument 'm' has 6 elements, argument 'v' has 3; they must have as many");
  HOLDS(at::check_dim_size(a.matrix, 2, 1, 3));
  EXPECT_ERROR(at::check_dim_size(a.matrix, 3, 1, 3), "must have 3 dimensions");
  EXPECT_ERROR(at::check_dim_size(a.matrix, 2, 1, 4), "must have size 4 in dimension 1");
}

TEST(TensorUtils, Memory) {
  const Args a;
  const Tensor turned = a.matrix.t();
  HOLDS(at::checkContiguous("f", a.m));
  SAYS(at::checkContiguous("f", TensorArg(turned, "t", 1)), "f(): argument 't' must be contiguous");
  HOLDS(at::checkAllContiguous("f", {a.m, a.n}));
  SAYS(at::checkAllContiguous("f", {a.m, TensorArg(turned, "t", 2)}), "f(): argument 't' must be contiguous");
  HOLDS(at::checkAllDefined("f", {a.m, a.v}));
  SAYS(at::checkAllDefined("f", {a.m, a.n}), "f(): argument 'n' is an undefined tensor");
  EXPECT_EQ(at::maybe_data_ptr(a.absent), nullptr);
  EXPECT_EQ(at::maybe_data_ptr(a.m), a.matrix.data_ptr());
}

TEST(TensorUtils, Types) {
  const Args a;
  HOLDS(at::checkScalarType("f", a.m, at::kFloat));
  HOLDS(at::checkScalarTypes("f", a.l, {at::kFloat, at::kLong}));
  SAYS(at::checkScalarType("f", a.l, at::kFloat), "f(): argument 'l' has dtype Long, which is none of Float");
  SAYS(at::checkScalarTypes("f", a.l, {at::kFloat, at::kHalf}), "f(): argument 'l' has dtype Long, which is none of Half, Float");
  HOLDS(at::checkSameType("f", a.m, a.v));
  SAYS(at::checkSameType("f", a.m, a.l), "f(): argument 'm' has dtype Float, argument 'l' has Long; they must be the same");
  SAYS(at::checkAllSameType("f", {a.m, a.n, a.e}), "f(): argument 'm' has device cpu, argument 'e' has meta; they must be the same");
}

TEST(TensorUtils, Places) {
  const Args a;
  SAYS(at::checkSameGPU("f", a.m, a.v), "f(): argument 'm' must be on a GPU, it is on cpu");
  HOLDS(at::checkDeviceType("f", {a.matrix, a.absent}, at::kCPU));
  SAYS(at::checkDeviceType("f", {a.matrix, a.meta}, at::kCPU), "f(): argument 'tensors[1]' must be on cpu, it is on meta");
  HOLDS(at::checkBackend("f", {a.matrix, a.absent}, at::Backend::CPU));
  SAYS(at::checkBackend("f", {a.meta}, at::Backend::CPU), "f(): argument 't[0]' must be on backend CPU, it is on meta");
  HOLDS(at::checkLayout("f", a.matrix, at::kStrided));
  SAYS(at::checkLayout("f", a.matrix, at::kSparse), "f(): argument 't' must have layout Sparse, it has Strided");
}

TEST(TensorUtils, Geometry) {
  const at::TensorGeometry g({2, 3, 4});
  EXPECT_EQ(g.strides(), at::IntArrayRef({12, 4, 1}));
  EXPECT_EQ(g.numel(), 24);
  EXPECT_TRUE(g.is_contiguous());
  const at::TensorGeometry turned = g.transpose(0, -1);
  EXPECT_EQ(turned.sizes(), at::IntArrayRef({4, 3, 2}));
  EXPECT_FALSE(turned.is_contiguous());
  EXPECT_TRUE(at::TensorGeometry({0, 3}).is_contiguous());
  EXPECT_ERROR(at::TensorGeometry({int64_t{1} << 40, int64_t{1} << 40}), "cannot have shape");
  EXPECT_EQ(at::detail::defaultStrides({2, 3}), (std::vector<int64_t>{3, 1}));
  EXPECT_EQ(at::detail::computeStride({2, 3}, {3, 1}, {6}), (std::vector<int64_t>{1}));
  EXPECT_FALSE(at::detail::computeStride({2, 3}, {1, 2}, {6}).has_value());
}

// ---- Dispatch

namespace {

template <class Switch>
std::string accepted_by(Switch s) {
  std::string names;
  for (int code = 0; code < static_cast<int>(at::ScalarType::UInt64) + 1; ++code) {
    const auto dtype = static_cast<at::ScalarType>(code);
    try {
      if (s(dtype) == static_cast<size_t>(c10::elementSize(dtype))) names += names.empty() ? c10::toString(dtype) : std::string(" ") + c10::toString(dtype);
    } catch (const c10::NotImplementedError& e) {
      const std::string text = e.what_without_backtrace();
      EXPECT_EQ(text.rfind(std::string("\"f\" not implemented for '") + c10::toString(dtype) + "'; it is for ", 0), 0u) << text;
    }
  }
  return names;
}

} // namespace

#define ACCEPTS(text, MACRO, ...) EXPECT_EQ(accepted_by([](at::ScalarType t) { return MACRO(__VA_ARGS__ __VA_OPT__(, ) t, "f", [&] { return sizeof(scalar_t); }); }), text)

TEST(Dispatch, EachSwitchTakesItsDtypes) {
  ACCEPTS("Byte Char Short Int Long", AT_DISPATCH_INTEGRAL_TYPES);
  ACCEPTS("Byte Char Short Int Long Bool", AT_DISPATCH_INTEGRAL_TYPES_AND, at::kBool);
  ACCEPTS("Float Double", AT_DISPATCH_FLOATING_TYPES);
  ACCEPTS("Half Float Double", AT_DISPATCH_FLOATING_TYPES_AND_HALF);
  ACCEPTS("Half BFloat16", AT_DISPATCH_REDUCED_FLOATING_TYPES);
  ACCEPTS("Half Float Double", AT_DISPATCH_FLOATING_TYPES_AND, at::kHalf);
  ACCEPTS("Half Float Double BFloat16", AT_DISPATCH_FLOATING_TYPES_AND2, at::kHalf, at::kBFloat16);
  ACCEPTS("Byte Half Float Double Bool BFloat16", AT_DISPATCH_FLOATING_TYPES_AND4, at::kHalf, at::kBFloat16, at::kBool, at::kByte);
  ACCEPTS("ComplexFloat ComplexDouble", AT_DISPATCH_COMPLEX_TYPES);
  ACCEPTS("Float Double ComplexFloat ComplexDouble", AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES);
  ACCEPTS("Half Float Double ComplexFloat ComplexDouble BFloat16", AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND2, at::kHalf, at::kBFloat16);
  ACCEPTS("Byte Char Short Int Long Float Double", AT_DISPATCH_ALL_TYPES);
  ACCEPTS("Byte Char Short Int Long Half Float Double Bool BFloat16", AT_DISPATCH_ALL_TYPES_AND3, at::kBool, at::kHalf, at::kBFloat16);
  ACCEPTS("Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool BFloat16", AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND3, at::kBool, at::kHalf, at::kBFloat16);
  ACCEPTS("Byte Char Short Int Long Float Double ComplexFloat ComplexDouble Bool UInt16 UInt32 UInt64", AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND4, at::kBool, at::kUInt16, at::kUInt32, at::kUInt64);
  EXPECT_EQ(accepted_by([](at::ScalarType t) { return AT_DISPATCH_INDEX_TYPES(t, "f", [&] { return sizeof(index_t); }); }), "Int Long");
  EXPECT_EQ(accepted_by([](at::ScalarType t) { return AT_DISPATCH_V2(t, "f", AT_WRAP([&] { const size_t a = sizeof(scalar_t), b = 0; return a + b; }), AT_EXPAND(AT_ALL_TYPES), AT_EXPAND(AT_COMPLEX_TYPES), at::kBool, at::kHalf); }),
            "Byte Char Short Int Long Half Float Double ComplexFloat ComplexDouble Bool");
}

TEST(Dispatch, TheErrorNamesOperatorDtypeAndWhatIsSupported) {
  SAYS(AT_DISPATCH_FLOATING_TYPES_AND_HALF(at::kLong, "twice_cpu", [] {}), "\"twice_cpu\" not implemented for 'Long'; it is for Half, Float, Double");
  SAYS(AT_DISPATCH_V2(at::kLong, "twice_cpu", AT_WRAP([] {}), at::kBool), "\"twice_cpu\" not implemented for 'Long'; it is for Bool");
}

TEST(Dispatch, SwitchesNest) {
  const int64_t sum = AT_DISPATCH_ALL_TYPES(at::kInt, "outer", [&] {
    const scalar_t seven = 7;
    return AT_DISPATCH_INDEX_TYPES(at::kLong, "inner", [&] { return static_cast<int64_t>(seven + sizeof(index_t)); });
  });
  EXPECT_EQ(sum, 15);
}
