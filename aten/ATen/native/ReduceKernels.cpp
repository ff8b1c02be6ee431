// Compiles ReduceKernels.simd.h for each instruction set and picks the one of this processor, once.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE <ATen/native/ReduceKernels.simd.h>
#include <hwy/foreach_target.h>
#include <ATen/native/ReduceKernels.simd.h>

#if HWY_ONCE
namespace at::native {
HWY_EXPORT(reduce_float);
HWY_EXPORT(reduce_double);

template <> const ReduceKernels<float>& reduce_kernels<float>() {
  static const ReduceKernels<float>* const chosen = HWY_DYNAMIC_DISPATCH(reduce_float)();
  return *chosen;
}
template <> const ReduceKernels<double>& reduce_kernels<double>() {
  static const ReduceKernels<double>* const chosen = HWY_DYNAMIC_DISPATCH(reduce_double)();
  return *chosen;
}
}  // namespace at::native
#endif
