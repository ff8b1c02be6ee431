// Rounding to whole numbers and decimals: all of it is formulas, see Rounding.yaml.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE <ATen/native/Rounding.tiles.inc>
#include <ATen/native/cpu/Pointwise.h>
#include <hwy/foreach_target.h>
#include <ATen/native/Rounding.tiles.inc>

#include <ATen/core/Tensor.h>
#include <ATen/native/Rounding.stubs.inc>
