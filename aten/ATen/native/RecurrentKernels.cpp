// Compiles RecurrentKernels.simd.h for each instruction set and picks the one of this processor, once.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE <ATen/native/RecurrentKernels.simd.h>
#include <hwy/foreach_target.h>
#include <ATen/native/RecurrentKernels.simd.h>

#if HWY_ONCE
namespace at::native {
HWY_EXPORT(recurrent_float);
HWY_EXPORT(recurrent_double);

template <> const RecurrentKernels<float>& recurrent_kernels<float>() {
  static const RecurrentKernels<float>* const chosen = HWY_DYNAMIC_DISPATCH(recurrent_float)();
  return *chosen;
}
template <> const RecurrentKernels<double>& recurrent_kernels<double>() {
  static const RecurrentKernels<double>* const chosen = HWY_DYNAMIC_DISPATCH(recurrent_double)();
  return *chosen;
}
}  // namespace at::native
#endif
