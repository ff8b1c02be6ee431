// Arithmetic, rounding, extremes and choice: all of it is formulas, see Pointwise.yaml.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE <ATen/native/Pointwise.tiles.inc>
#include <ATen/native/cpu/Pointwise.h>
#include <hwy/foreach_target.h>
#include <ATen/native/Pointwise.tiles.inc>

#include <ATen/core/Tensor.h>
#include <ATen/native/Pointwise.stubs.inc>
