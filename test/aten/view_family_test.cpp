// The families of views: axes, diagonals, cuts, other dtypes, in place, their copies and scatters; as_strided against every bad argument.
#include "tile_helpers.h"

#include <ATen/ATen.h>
#include <functional>

using namespace wick_test;
using at::IntArrayRef;
using at::ScalarType;
using at::Tensor;

TEST(ViewFamilies, Axes) {
  const Tensor a = at::arange(24).view({2, 3, 4});
  EXPECT_EQ(at::movedim(a, {2, 0}, {0, 1}).sizes(), (IntArrayRef{4, 2, 3}));
  EXPECT_EQ(at::movedim(a, 0, -1).strides(), (IntArrayRef{4, 1, 12}));
  EXPECT_EQ(at::moveaxis(a, -1, 0).sizes(), (IntArrayRef{4, 2, 3}));
  EXPECT_EQ(at::swapaxes(a, 0, -1).sizes(), (IntArrayRef{4, 3, 2}));
  EXPECT_EQ(at::numpy_T(a).strides(), (IntArrayRef{1, 4, 12}));
  EXPECT_EQ(at::mT(a).sizes(), (IntArrayRef{2, 4, 3}));
  EXPECT_TRUE(at::movedim(a, {2, 0}, {0, 1}).is_alias_of(a));
  EXPECT_EQ(at::movedim(at::zeros({}), {}, {}).dim(), 0);
  EXPECT_ERROR(at::movedim(a, {0, -3}, {1, 2}), "movedim: repeated dim in `source` ([0, -3])");
  EXPECT_ERROR(at::movedim(a, {0, 1}, {1}), "should contain the same number of dims");
  EXPECT_ERROR(at::mT(at::zeros({3})), "Got 1-D tensor");
  EXPECT_ERROR(at::matrix_H(a), "Got 3-D tensor");
}

TEST(ViewFamilies, Diagonals) {
  const Tensor a = at::arange(24).view({2, 3, 4});
  EXPECT_TRUE(same_bits(at::diagonal(a, 1, 1, 2), tensor_of<int64_t>({1, 6, 11, 13, 18, 23}).view({2, 3})));
  EXPECT_TRUE(same_bits(at::diagonal(a, -1, -1, 1), at::diagonal(a, 1, 1, 2)));
  EXPECT_TRUE(at::diagonal(a).is_alias_of(a));
  for (const int64_t offset : {INT64_MIN, int64_t(-3), int64_t(4), INT64_MAX}) EXPECT_EQ(at::diagonal(a, offset, 1, 2).sizes(), (IntArrayRef{2, 0}));
  EXPECT_ERROR(at::diagonal(a, 0, 1, -2), "diagonal dimensions cannot be identical");
  for (int64_t offset = -4; offset <= 4; ++offset) {
    const Tensor v = at::arange(1, 7).view({2, 3});
    for (const auto& [d1, d2] : {std::pair<int64_t, int64_t>{-2, -1}, {0, 1}, {2, 0}}) {
      const Tensor m = at::diag_embed(v, offset, d1, d2);
      EXPECT_TRUE(same_bits(at::diagonal(m, offset, d1, d2), v));
      EXPECT_EQ(m.ne(0).sum().item<int64_t>(), 6);
    }
  }
  EXPECT_TRUE(same_bits(at::diag(at::diag(at::arange(3), -1), -1), at::arange(3)));
  EXPECT_ERROR(at::diag_embed(at::arange(3), INT64_MIN), "diag_embed(): argument 'offset'");
  EXPECT_ERROR(at::diag_embed(at::arange(3), INT64_MAX), "diag_embed(): argument 'offset'");
  EXPECT_ERROR(at::diag(a), "diag(): argument 'self'");
  const Tensor b = at::block_diag({at::ones({2, 1}, at::kInt), tensor_of<float>({2, 3}), at::scalar_tensor(4), at::zeros({0, 1})});
  EXPECT_TRUE(same_bits(b, tensor_of<float>({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 3, 0, 0, 0, 0, 0, 4, 0}).view({4, 5})));
}

TEST(ViewFamilies, Cuts) {
  const Tensor a = at::arange(14).view({7, 2});
  const auto sizes = [](const std::vector<Tensor>& pieces) {
    std::vector<int64_t> result;
    for (const Tensor& p : pieces) result.push_back(p.size(0));
    return result;
  };
  using Sizes = std::vector<int64_t>;
  EXPECT_EQ(sizes(at::tensor_split(a, 3)), (Sizes{3, 2, 2}));
  EXPECT_EQ(sizes(at::tensor_split(a, {2, 9, -1, 3})), (Sizes{2, 5, 0, 0, 4}));
  EXPECT_EQ(sizes(at::tensor_split(a, tensor_of<int64_t>({3, 5}))), (Sizes{3, 2, 2}));
  EXPECT_EQ(sizes(at::tensor_split(a, at::scalar_tensor(3, at::kLong))), (Sizes{3, 2, 2}));
  EXPECT_EQ(sizes(at::split(a, 3)), (Sizes{3, 3, 1}));
  EXPECT_EQ(sizes(at::split(a, INT64_MAX)), (Sizes{7}));
  EXPECT_EQ(sizes(at::split(at::zeros({0, 2}), 0)), (Sizes{0}));
  EXPECT_EQ(sizes(at::chunk(a, 5)), (Sizes{2, 2, 2, 1}));
  EXPECT_EQ(sizes(at::chunk(at::zeros({0}), 3)), (Sizes{0, 0, 0}));
  EXPECT_EQ(sizes(at::vsplit(a, {1, 1})), (Sizes{1, 0, 6}));
  EXPECT_TRUE(same_bits(at::hsplit(a, 2)[1], a.slice(1, 1)));
  for (const auto& cut : {at::split(a, 3), at::chunk(a, 2), at::tensor_split(a, 2), at::unsafe_split(a, 3), at::unsafe_chunk(a, 3), at::unbind(a)}) EXPECT_TRUE(cut.back().is_alias_of(a));
  EXPECT_ERROR(at::tensor_split(a, 0), "number of sections must be larger than 0");
  EXPECT_ERROR(at::tensor_split(a, INT64_MAX), "too many");
  EXPECT_ERROR(at::tensor_split(a, tensor_of<float>({3})), "dtype of long");
  EXPECT_ERROR(at::split(a, 0), "split_size can only be 0");
  EXPECT_ERROR(at::split(a, IntArrayRef{INT64_MAX, INT64_MAX, 2}), "non-negative entries");
  EXPECT_ERROR(at::split(a, IntArrayRef{3, 3}), "sum exactly to 7");
  EXPECT_ERROR(at::chunk(at::zeros({0}), INT64_MAX), "too many");
  EXPECT_ERROR(at::hsplit(a, 0), "not divisible");
  EXPECT_ERROR(at::dsplit(a, 2), "at least 3 dimension");
  EXPECT_ERROR(at::split(at::zeros({}), 1), "at least a 1-dimensional tensor");
}

TEST(ViewFamilies, OtherDtypes) {
  const Tensor z = at::view_as_complex(at::arange(8, at::kFloat).view({4, 2}));
  EXPECT_EQ(z.scalar_type(), ScalarType::ComplexFloat);
  EXPECT_TRUE(same_bits(at::view_as_real(z).view({8}), at::arange(8, at::kFloat)));
  EXPECT_TRUE(same_bits(at::imag(z), tensor_of<float>({1, 3, 5, 7})));
  EXPECT_TRUE(same_bits(at::real(z.slice(0, 1, 4, 2)), tensor_of<float>({2, 6})));
  at::imag(z).fill_(-1); // writing through the view
  EXPECT_TRUE(same_bits(at::view_as_real(z).select(0, 3), tensor_of<float>({6, -1})));
  EXPECT_TRUE(same_bits(at::imag(at::conj(z)), at::ones({4})));
  EXPECT_EQ(at::imag(z).select(0, 0).item<float>(), -1) << "conj must not change its argument";
  EXPECT_TRUE(at::conj(at::real(z)).is_alias_of(z));
  EXPECT_TRUE(same_bits(at::mH(z.view({1, 2, 2})), at::conj(z).view({1, 2, 2}).transpose(1, 2)));
  const Tensor f = at::ones({2, 4});
  EXPECT_EQ(at::view(f, at::kInt).select(0, 0).select(0, 0).item<int64_t>(), 0x3f800000);
  EXPECT_EQ(at::view(f, at::kByte).sizes(), (IntArrayRef{2, 16}));
  EXPECT_EQ(at::view(f.slice(0, 1), at::kLong).storage_offset(), 2);
  EXPECT_ERROR(at::view(f.t(), at::kLong), "self.stride(-1) must be 1 to view");
  EXPECT_ERROR(at::view(f.slice(1, 1, 3), at::kLong), "storage_offset() must be divisible by 2");
  EXPECT_ERROR(at::view(f.slice(1, 0, 3), at::kLong), "self.size(-1) must be divisible by 2");
  EXPECT_ERROR(at::view(at::zeros({}), at::kLong), "self.dim() cannot be 0");
  EXPECT_ERROR(at::view_as_complex(f), "last dimension of size 2");
  EXPECT_ERROR(at::view_as_complex(at::zeros({})), "one or more dimensions");
  EXPECT_ERROR(at::imag(f), "non-complex");
}

TEST(ViewFamilies, InPlace) {
  Tensor a = at::arange(6).view({1, 2, 3, 1});
  Tensor same = a;
  const uint32_t before = a.current_version();
  at::squeeze_(a, 0);
  EXPECT_EQ(same.sizes(), (IntArrayRef{2, 3, 1}));
  at::squeeze_(a);
  at::transpose_(a, 0, 1);
  EXPECT_EQ(same.strides(), (IntArrayRef{1, 3}));
  at::t_(a);
  at::unsqueeze_(a, -1);
  at::swapdims_(a, 0, 2);
  EXPECT_EQ(same.sizes(), (IntArrayRef{1, 3, 2}));
  at::as_strided_(a, {2, 2}, {1, 1}, 2);
  EXPECT_TRUE(same_bits(same, tensor_of<int64_t>({2, 3, 3, 4}).view({2, 2})));
  EXPECT_GT(a.current_version(), before);
}

// Offsets and lists that as_strided and its kin must refuse, and those that name no memory.
TEST(ViewFamilies, AsStridedChecksEveryArgument) {
  const Tensor a = at::arange(10);
  using Call = std::function<Tensor(const Tensor&, IntArrayRef, IntArrayRef, std::optional<int64_t>)>;
  const Call calls[] = {
      [](const Tensor& t, IntArrayRef size, IntArrayRef stride, std::optional<int64_t> offset) { return at::as_strided(t, size, stride, offset); },
      [](const Tensor& t, IntArrayRef size, IntArrayRef stride, std::optional<int64_t> offset) {
        Tensor alias = at::alias(t);
        return at::as_strided_(alias, size, stride, offset);
      },
      [](const Tensor& t, IntArrayRef size, IntArrayRef stride, std::optional<int64_t> offset) { return at::as_strided_copy(t, size, stride, offset); },
      [](const Tensor& t, IntArrayRef size, IntArrayRef stride, std::optional<int64_t> offset) {
        return at::as_strided_scatter(t, at::zeros({0}, t.options()), size, stride, offset);
      },
  };
  for (const Call& call : calls) {
    EXPECT_ERROR(call(a, {5}, {2}, INT64_MAX - 9999), "overflow");
    EXPECT_ERROR(call(at::ones({1}, at::kBool), {4096}, {0}, INT64_MAX), "");
    EXPECT_NE(message_of([&] { call(at::ones({1}, at::kBool), {4096}, {0}, INT64_MAX); }), "no error");
    EXPECT_ERROR(call(at::scalar_tensor(4), {1}, {}, std::nullopt), "mismatch in length of strides and shape");
    EXPECT_ERROR(call(a, {2, 2}, {1}, std::nullopt), "mismatch in length of strides and shape");
    EXPECT_ERROR(call(a, {20}, {1}, std::nullopt), "out of bounds for storage of size 80");
    EXPECT_ERROR(call(a, {INT64_MAX, INT64_MAX}, {1, 1}, std::nullopt), "overflow");
    EXPECT_ERROR(call(a, {2}, {INT64_MAX}, std::nullopt), "overflow");
    EXPECT_ERROR(call(a, {-1}, {1}, std::nullopt), "negative dimension");
    EXPECT_ERROR(call(a, {2}, {-1}, std::nullopt), "Negative strides");
    EXPECT_ERROR(call(a, {2}, {1}, -1), "invalid storage offset");
    EXPECT_EQ(call(at::arange(3), {0}, {1}, 99).dim(), 1);
  }
}

TEST(ViewFamilies, ScattersKeepStrides) {
  const Tensor base = noise({4, 6}), ones = at::ones({4, 6});
  for (const Tensor& self : {base, noise({6, 4}).t(), noise({4, 13}).slice(1, 1, 13, 2), at::zeros({4, 1}).expand({4, 6})}) {
    const Tensor column = at::select_scatter(self, ones.select(1, 0), 1, -2), part = at::slice_scatter(self, ones.slice(1, 0, 2), 1, 1, 5, 2);
    const Tensor diagonal = at::diagonal_scatter(self, ones.select(1, 0), 1);
    Tensor expected = self.contiguous().clone();
    expected.select(1, 4).fill_(1);
    EXPECT_TRUE(same_bits(column, expected));
    expected = self.contiguous().clone();
    expected.slice(1, 1, 5, 2).fill_(1);
    EXPECT_TRUE(same_bits(part, expected));
    expected = self.contiguous().clone();
    at::diagonal(expected, 1).fill_(1);
    EXPECT_TRUE(same_bits(diagonal, expected));
    if (self.stride(1) != 0) {
      EXPECT_EQ(column.strides(), self.strides());
      EXPECT_FALSE(column.is_alias_of(self));
    }
  }
  const Tensor s = at::as_strided_scatter(base.t(), ones.slice(0, 0, 2).slice(1, 0, 2), {2, 2}, {1, 6}, 1);
  EXPECT_EQ(s.t().select(0, 1).select(0, 2).item<float>(), 1);
  EXPECT_EQ(s.strides(), base.t().strides());
  EXPECT_ERROR(at::select_scatter(base, at::ones({6}), 1, 2), "select_scatter(): argument 'src' is expected to have a size equal to the slice of self");
  EXPECT_ERROR(at::slice_scatter(base, at::ones({1, 2}), 1, 0, 2), "slice_scatter(): argument 'src'");
  EXPECT_ERROR(at::as_strided_scatter(base, at::ones({2, 2}), {2, 2}, {1, 0}), "");
}

TEST(ViewFamilies, CopiesAreContiguousAndApart) {
  const Tensor a = noise({3, 4});
  const Tensor copies[] = {at::t_copy(a), at::transpose_copy(a, 0, 1), at::permute_copy(a, {1, 0}), at::select_copy(a, 1, 2), at::slice_copy(a, 1, 0, 4, 2), at::unsqueeze_copy(a, 1),
                           at::expand_copy(a.select(1, 0), {2, 3}), at::diagonal_copy(a), at::unfold_copy(a, 1, 2, 1), at::alias_copy(a), at::detach_copy(a), at::narrow_copy(a, 1, 1, 2),
                           at::view_copy(a.t(), {2, 6}), at::split_copy(a, 2, 1)[1], at::unbind_copy(a, 1)[3], at::split_with_sizes_copy(a, {1, 3}, 1)[1]};
  const Tensor views[] = {a.t(), a.t(), a.t(), a.select(1, 2), a.slice(1, 0, 4, 2), a.unsqueeze(1), a.select(1, 0).expand({2, 3}), at::diagonal(a), at::unfold(a, 1, 2, 1), a, a, a.narrow(1, 1, 2),
                          a.t().reshape({2, 6}), a.slice(1, 2), a.select(1, 3), a.slice(1, 1)};
  for (size_t i = 0; i < std::size(copies); ++i) {
    EXPECT_TRUE(same_bits(copies[i], views[i])) << i;
    EXPECT_TRUE(copies[i].is_contiguous()) << i;
    EXPECT_FALSE(copies[i].is_alias_of(a)) << i;
  }
}

TEST(ViewFamilies, Shapes) {
  const Tensor a = at::arange(12).view({2, 6});
  EXPECT_EQ(at::unflatten(a, 1, {2, -1}).sizes(), (IntArrayRef{2, 2, 3}));
  EXPECT_EQ(at::unfold(a, 1, 3, 2).sizes(), (IntArrayRef{2, 2, 3}));
  EXPECT_EQ(at::unfold(at::zeros({}), 0, 1, 1).sizes(), (IntArrayRef{1}));
  EXPECT_ERROR(at::unfold(a, 1, 7, 1), "unfold(): argument 'size'");
  EXPECT_ERROR(at::unfold(a, 1, 1, 0), "unfold(): argument 'step'");
  EXPECT_EQ(at::unfold(a, 1, 6, INT64_MAX).sizes(), (IntArrayRef{2, 1, 6}));
  EXPECT_ERROR(at::unflatten(a, 1, {4, -1}), "don't multiply up to the size of dim 1 (6)");
  EXPECT_ERROR(at::unflatten(a, 1, {-1, -1}), "only one dimension can be inferred");
  EXPECT_ERROR(at::unflatten(a, 1, {INT64_MAX, INT64_MAX}), "don't multiply up");
  EXPECT_ERROR(at::unflatten(a, 1, {}), "must be non-empty");
  EXPECT_ERROR(at::_reshape_alias(a, {13}, {1}), "out of bounds");
  EXPECT_ERROR(at::_reshape_alias(a, {2, 2}, {1}), "must be as long as");
  const std::vector<Tensor> xy = at::meshgrid({at::arange(2), at::arange(3)}, "xy");
  EXPECT_EQ(xy[0].sizes(), (IntArrayRef{3, 2}));
  EXPECT_EQ(xy[0].select(0, 0).select(0, 1).item<int64_t>(), 1);
  EXPECT_ERROR(at::meshgrid({at::arange(2)}, "yx"), "meshgrid(): argument 'indexing'");
  EXPECT_ERROR(at::meshgrid({at::arange(2), at::zeros({2})}), "same dtype");
  EXPECT_EQ(at::atleast_3d(at::zeros({5})).sizes(), (IntArrayRef{1, 5, 1}));
  EXPECT_EQ(at::_chunk_cat({at::zeros({3, 2}), at::zeros({5})}, 0, 2).sizes(), (IntArrayRef{2, 7}));
  EXPECT_ERROR(at::_chunk_cat({at::zeros({3}), at::zeros({0})}, 0, 2), "non-empty tensor");
  EXPECT_ERROR(at::_chunk_cat({at::zeros({3}), at::zeros({})}, 0, 2), "_chunk_cat(): argument 'tensors'");
  EXPECT_ERROR(at::narrow(a, 1, tensor_of<int64_t>({1}), 2), "narrow(): argument 'start'");
  EXPECT_EQ(at::column_stack({at::zeros({3}), at::zeros({3, 2})}).sizes(), (IntArrayRef{3, 3}));
  EXPECT_EQ(at::dstack({at::zeros({3}), at::zeros({3})}).sizes(), (IntArrayRef{1, 3, 2}));
}

TEST(ViewFamilies, Questions) {
  const Tensor a = at::zeros({2, 3});
  EXPECT_TRUE(at::is_floating_point(a));
  EXPECT_FALSE(at::is_complex(a));
  EXPECT_FALSE(at::is_signed(a.to(at::kByte)));
  EXPECT_TRUE(at::is_nonzero(at::scalar_tensor(0.5)));
  EXPECT_FALSE(at::is_nonzero(at::scalar_tensor(false)));
  EXPECT_ERROR(at::is_nonzero(a), "is_nonzero(): argument 'self'");
  EXPECT_ERROR(at::is_nonzero(at::zeros({0})), "no values");
  EXPECT_TRUE(at::is_set_to(a, a.detach()));
  EXPECT_FALSE(at::is_set_to(a, a.t()));
  EXPECT_TRUE(at::is_same_size(a, at::ones({2, 3})));
}

TEST(ViewFamilies, PairsOfHalves) {
  const Tensor z = at::chalf(tensor_of<float>({1, -2.5}));
  EXPECT_EQ(z.scalar_type(), ScalarType::ComplexHalf);
  EXPECT_TRUE(same_bits(at::real(z), tensor_of<float>({1, -2.5}, at::kHalf)));
  EXPECT_TRUE(same_bits(at::real(z.to(at::kComplexDouble)), tensor_of<double>({1, -2.5})));
  EXPECT_TRUE(same_bits(at::view_as_real(z.to(at::kComplexFloat).to(ScalarType::ComplexHalf)), at::view_as_real(z)));
}
