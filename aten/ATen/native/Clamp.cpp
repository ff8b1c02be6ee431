// Bounds and extremes: formulas, see Clamp.yaml, but for bounds that are tensors and may be absent.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE <ATen/native/Clamp.tiles.inc>
#include <ATen/native/cpu/Pointwise.h>
#include <hwy/foreach_target.h>
#include <ATen/native/Clamp.tiles.inc>

#include <ATen/core/Tensor.h>
#include <ATen/ops/clamp_max.h>
#include <ATen/ops/clamp_min.h>

namespace at::native {
namespace {
Tensor clamp(const Tensor& self, const std::optional<Tensor>& min, const std::optional<Tensor>& max) {
  const bool low = min.has_value() && min->defined(), high = max.has_value() && max->defined();
  if (!low) {
    return at::clamp_max(self, *max);
  }
  return high ? at::clamp_max(at::clamp_min(self, *min), *max) : at::clamp_min(self, *min);
}
} // namespace
} // namespace at::native

#include <ATen/native/Clamp.stubs.inc>
