// Compiles SoftmaxKernels.simd.h for each instruction set and picks the one of this processor, once.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE <ATen/native/SoftmaxKernels.simd.h>
#include <hwy/foreach_target.h>
#include <ATen/native/SoftmaxKernels.simd.h>

#if HWY_ONCE
namespace at::native {
HWY_EXPORT(softmax_float);
HWY_EXPORT(softmax_double);

template <> const SoftmaxKernels<float>& softmax_kernels<float>() {
  static const SoftmaxKernels<float>* const chosen = HWY_DYNAMIC_DISPATCH(softmax_float)();
  return *chosen;
}
template <> const SoftmaxKernels<double>& softmax_kernels<double>() {
  static const SoftmaxKernels<double>* const chosen = HWY_DYNAMIC_DISPATCH(softmax_double)();
  return *chosen;
}
}  // namespace at::native
#endif
