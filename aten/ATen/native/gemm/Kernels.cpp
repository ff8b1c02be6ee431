// Compiles Kernels.simd.h for each instruction set and picks the one of this processor, once.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE <ATen/native/gemm/Kernels.simd.h>
#include <hwy/foreach_target.h>
#include <ATen/native/gemm/Kernels.simd.h>

#if HWY_ONCE
namespace at::native::gemm {
HWY_EXPORT(float_kernels);
HWY_EXPORT(double_kernels);

template <> const Kernels<float>& kernels<float>() {
  static const Kernels<float>* const chosen = HWY_DYNAMIC_DISPATCH(float_kernels)();
  return *chosen;
}
template <> const Kernels<double>& kernels<double>() {
  static const Kernels<double>* const chosen = HWY_DYNAMIC_DISPATCH(double_kernels)();
  return *chosen;
}
}  // namespace at::native::gemm
#endif
