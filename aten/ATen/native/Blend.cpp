// Products, quotients and interpolation of three operands: all of it is formulas, see Blend.yaml.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE <ATen/native/Blend.tiles.inc>
#include <ATen/native/cpu/Pointwise.h>
#include <hwy/foreach_target.h>
#include <ATen/native/Blend.tiles.inc>

#include <ATen/core/Tensor.h>
#include <ATen/native/Blend.stubs.inc>
