// TensorIterator, cpu_kernel, the dispatch macros and parallel loops, as a kernel written by hand uses them.
#include "tile_helpers.h"
#include <ATen/Dispatch.h>
#include <ATen/Parallel.h>
#include <ATen/TensorIterator.h>
#include <ATen/native/cpu/Loops.h>

using namespace wick_test;
using at::Tensor;

namespace {
Tensor twice_plus(const Tensor& a, const Tensor& b) {
  Tensor out;
  auto iter = at::TensorIterator::binary_op(out, a, b);
  AT_DISPATCH_ALL_TYPES(iter.common_dtype(), "twice_plus", [&] {
    at::native::cpu_kernel(iter, [](scalar_t x, scalar_t y) -> scalar_t { return static_cast<scalar_t>(2 * x + y); });
  });
  return iter.output();
}
} // namespace

TEST(TensorIterator, BroadcastsPromotesAndKeepsLayout) {
  const Tensor a = noise({5, 7, 9}), b = noise({7, 1}, 2, at::kDouble);
  EXPECT_TRUE(same_bits(twice_plus(a, b), at::add(b, a, 2)));
  EXPECT_TRUE(same_bits(twice_plus(a.permute({2, 1, 0}), b), at::add(b, a.permute({2, 1, 0}), 2)));
  EXPECT_EQ(twice_plus(a.transpose(0, 1), a.transpose(0, 1)).strides(), a.transpose(0, 1).strides());
  EXPECT_EQ(twice_plus(at::ones({}), at::ones({})).item<float>(), 3);
  EXPECT_EQ(twice_plus(at::ones({0, 3}), at::ones({3})).numel(), 0);
  const Tensor big = noise({300, 411});
  EXPECT_TRUE(same_bits(twice_plus(big, big.t().contiguous().t()), at::add(big, big, 2)));
  EXPECT_ERROR(twice_plus(a.to(at::kComplexFloat), a), "\"twice_plus\" not implemented for 'ComplexFloat'");
  EXPECT_ERROR(twice_plus(a, at::ones({4})), "must match the size of tensor b (4)");
}

TEST(TensorIterator, OutputsOfOtherDtypesAreCast) {
  Tensor out = at::empty({3}, at::TensorOptions().dtype(at::kDouble));
  const Tensor a = tensor_of<float>({1, 2, 3});
  auto iter = at::TensorIterator::binary_op(out, a, a);
  at::native::cpu_kernel(iter, [](float x, float y) { return x * y; });
  EXPECT_TRUE(same_bits(out, tensor_of<double>({1, 4, 9})));
  Tensor whole = at::empty({3}, at::TensorOptions().dtype(at::kLong));
  EXPECT_ERROR(at::TensorIterator::binary_op(whole, a, a), "result type Float can't be cast to the desired output type Long");
  Tensor undefined;
  EXPECT_ERROR(at::TensorIteratorConfig().add_output(undefined).add_input(a).add_input(at::arange(3)).build(), "Found dtype Long but expected Float");
}

TEST(TensorIterator, CoalescesDenseOperands) {
  Tensor out;
  const Tensor a = noise({4, 5, 6});
  const auto iter = at::TensorIterator::unary_op(out, a);
  EXPECT_EQ(iter.ndim(), 1);
  EXPECT_EQ(iter.numel(), 120);
  EXPECT_TRUE(iter.is_contiguous());
}

TEST(Parallel, ReduceDoesNotDependOnThreads) {
  const Tensor a = noise({1000003});
  const float* p = a.const_data_ptr<float>();
  const int before = at::get_num_threads();
  std::vector<float> sums;
  for (int threads : {1, 2, 8}) {
    at::set_num_threads(threads);
    sums.push_back(at::parallel_reduce(
        int64_t(0), a.numel(), int64_t(10000), 0.0f,
        [&](int64_t begin, int64_t end, float sum) {
          for (int64_t i = begin; i < end; ++i) {
            sum += p[i];
          }
          return sum;
        },
        [](float x, float y) { return x + y; }));
  }
  at::set_num_threads(before);
  EXPECT_EQ(sums[0], sums[1]);
  EXPECT_EQ(sums[0], sums[2]);
  EXPECT_THROW(at::parallel_for(0, 100000, 10, [](int64_t begin, int64_t) { TORCH_CHECK(begin < 500, "stop"); }), c10::Error);
}
