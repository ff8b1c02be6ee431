// Comparisons: all of it is formulas, see Comparison.yaml.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE <ATen/native/Comparison.tiles.inc>
#include <ATen/native/cpu/Pointwise.h>
#include <hwy/foreach_target.h>
#include <ATen/native/Comparison.tiles.inc>

#include <ATen/core/Tensor.h>
#include <ATen/native/Comparison.stubs.inc>
