// Logic of truth values and bits: all of it is formulas, see Logic.yaml.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE <ATen/native/Logic.tiles.inc>
#include <ATen/native/cpu/Pointwise.h>
#include <hwy/foreach_target.h>
#include <ATen/native/Logic.tiles.inc>

#include <ATen/core/Tensor.h>
#include <ATen/native/Logic.stubs.inc>
