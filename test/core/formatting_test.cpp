#include "test_support.h"

#include <ATen/core/Formatting.h>

#include <limits>

using at::tensor_repr;
using core_test::meta_tensor;
using core_test::tensor;
using core_test::text;

namespace {
std::vector<float> range(int n) {
  std::vector<float> v;
  for (int i = 0; i < n; ++i) {
    v.push_back(static_cast<float>(i));
  }
  return v;
}
} // namespace

TEST(FormattingTest, CppForm) {
  EXPECT_EQ(text(tensor<float>({1.5f, 2.25f})), " 1.5000\n 2.2500\n[ CPUFloatType{2} ]");
  EXPECT_EQ(text(tensor<float>({1, 1, 1, 1})), " 1\n 1\n 1\n 1\n[ CPUFloatType{4} ]");
  EXPECT_EQ(text(tensor<float>({3.5f}, {})), "3.5\n[ CPUFloatType{} ]");
  EXPECT_EQ(text(tensor<float>({1, 2, 3, 4}, {2, 2})), " 1  2\n 3  4\n[ CPUFloatType{2,2} ]");
  EXPECT_EQ(text(tensor<float>({0.25f, 0.5f, 0.75f, 0.125f}, {2, 2})), " 0.2500  0.5000\n 0.7500  0.1250\n[ CPUFloatType{2,2} ]");
  EXPECT_EQ(text(tensor<int64_t>({1, 2, 3, 4}, {2, 1, 2})), "(1,.,.) = \n  1  2\n\n(2,.,.) = \n  3  4\n[ CPULongType{2,1,2} ]");
  EXPECT_EQ(text(tensor<float>({}, {0})), "[ CPUFloatType{0} ]");
  EXPECT_EQ(text(tensor<float>({1e-6f, 1.5f})), " 1.0000e-06\n 1.5000e+00\n[ CPUFloatType{2} ]");
  EXPECT_EQ(text(tensor<float>({1234567.5f, 2345678.5f})), "1e+06 *\n 1.2346\n 2.3457\n[ CPUFloatType{2} ]");
  EXPECT_EQ(text(at::Tensor()), "[ Tensor (undefined) ]");
  EXPECT_EQ(text(meta_tensor({2, 3})), "[ MetaFloatType{2,3} ]");
}

TEST(FormattingTest, WideMatricesAreSplit) {
  const std::string s = text(tensor<float>(range(60), {2, 30}));
  EXPECT_EQ(s.substr(0, 18), "Columns 1 to 20  0");
  EXPECT_NE(s.find("\nColumns 21 to 30 20  21"), std::string::npos) << s;
}

TEST(FormattingTest, TheStreamKeepsItsFormat) {
  std::ostringstream out;
  out << tensor<float>({1.5f}) << 0.123456789;
  EXPECT_NE(out.str().find("]0.123457"), std::string::npos) << out.str();
}

TEST(FormattingTest, PythonForm) {
  EXPECT_EQ(tensor_repr(tensor<float>({0.5f, 0.8808f})), "tensor([0.5000, 0.8808])");
  EXPECT_EQ(tensor_repr(tensor<float>({1, 2})), "tensor([1., 2.])");
  EXPECT_EQ(tensor_repr(tensor<float>({2, 1, 4, 3}, {2, 2})), "tensor([[2., 1.],\n        [4., 3.]])");
  EXPECT_EQ(tensor_repr(tensor<float>({3}, {})), "tensor(3.)");
  EXPECT_EQ(tensor_repr(tensor<int64_t>({1, -20})), "tensor([  1, -20])");
  EXPECT_EQ(tensor_repr(tensor<int64_t>({std::numeric_limits<int64_t>::min()})), "tensor([-9223372036854775808])");
  EXPECT_EQ(tensor_repr(tensor<int32_t>({1})), "tensor([1], dtype=torch.int32)");
  EXPECT_EQ(tensor_repr(tensor<double>({1.5})), "tensor([1.5000], dtype=torch.float64)");
  EXPECT_EQ(tensor_repr(tensor<float>({}, {0})), "tensor([])");
  EXPECT_EQ(tensor_repr(tensor<int64_t>({}, {0, 3})), "tensor([], size=(0, 3), dtype=torch.int64)");
  EXPECT_EQ(tensor_repr(meta_tensor({2, 3})), "tensor(..., device='meta', size=(2, 3))");
  const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(tensor_repr(tensor<float>({1, inf, nan})), "tensor([1., inf, nan])");
  EXPECT_EQ(tensor_repr(tensor<float>({1e-5f, 1})), "tensor([1.0000e-05, 1.0000e+00])");
  EXPECT_EQ(tensor_repr(tensor<float>({0, 0})), "tensor([0., 0.])");
  EXPECT_EQ(tensor_repr(tensor<c10::complex<float>>({{1, -2}, {0.5f, 3}})), "tensor([1.0000-2.j, 0.5000+3.j])");
  EXPECT_EQ(tensor_repr(tensor<float>(range(8), {2, 2, 2})), "tensor([[[0., 1.],\n         [2., 3.]],\n\n        [[4., 5.],\n         [6., 7.]]])");
}

TEST(FormattingTest, LongOnesAreSummarised) {
  EXPECT_EQ(tensor_repr(tensor<float>(range(2000))), "tensor([0.0000e+00, 1.0000e+00, 2.0000e+00,  ..., 1.9970e+03, 1.9980e+03,\n        1.9990e+03])");
  EXPECT_EQ(tensor_repr(tensor<float>(range(30))),
            "tensor([ 0.,  1.,  2.,  3.,  4.,  5.,  6.,  7.,  8.,  9., 10., 11., 12., 13.,\n        14., 15., 16., 17., 18., 19., 20., 21., 22., 23., 24., 25., 26., 27.,\n        28., 29.])");
}

TEST(TensorTest, Metadata) {
  auto t = tensor<float>({1, 2, 3, 4, 5, 6}, {2, 3});
  EXPECT_EQ(t.dim(), 2);
  EXPECT_EQ(t.size(-1), 3);
  EXPECT_EQ(t.stride(0), 3);
  EXPECT_EQ(t.nbytes(), 24u);
  EXPECT_EQ(t.toString(), "CPUFloatType");
  EXPECT_THROW(t.size(2), c10::IndexError);
  EXPECT_EQ((t.accessor<float, 2>()[1][2]), 6.f);
  EXPECT_THROWS_WITH((t.accessor<float, 3>()), "expected 3 dims but tensor has 2");
  EXPECT_THROWS_WITH(t.data_ptr<double>(), "expected scalar type Double but found Float");
  EXPECT_THROWS_WITH(t.item(), "6 elements cannot be converted to Scalar");
  EXPECT_EQ(tensor<int32_t>({7}).item<int64_t>(), 7);
  EXPECT_THROWS_WITH(at::Tensor().dim(), "undefined Tensor");
  EXPECT_THROWS_WITH(meta_tensor({}).item(), "meta");
  EXPECT_TRUE(at::Tensor().key_set().empty());
}

// A writable pointer that a program holds bars folding; reading does not.
TEST(TensorTest, WritablePointersAreNoted) {
  auto t = tensor<float>({1, 2});
  t.const_data_ptr<float>();
  EXPECT_FALSE(t.storage().unsafeGetStorageImpl()->mutable_data_escaped());
  t.data_ptr<float>();
  EXPECT_TRUE(t.storage().unsafeGetStorageImpl()->mutable_data_escaped());
}
