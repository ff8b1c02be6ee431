// The other pairs of dtypes are plain loops in TileLoaders.cpp.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE <ATen/native/cpu/TileConvert.h>
#include <hwy/foreach_target.h>
#include <ATen/native/cpu/TileConvert.h>

namespace at::native {
HWY_EXPORT(small_float_converter_here);
ConvertFn small_float_converter(c10::ScalarType from, c10::ScalarType to) {
  return HWY_DYNAMIC_DISPATCH(small_float_converter_here)(from, to);
}
} // namespace at::native
