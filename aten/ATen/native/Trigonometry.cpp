// Trigonometric and hyperbolic functions: all of it is formulas, see Trigonometry.yaml.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE <ATen/native/Trigonometry.tiles.inc>
#include <ATen/native/cpu/Pointwise.h>
#include <hwy/foreach_target.h>
#include <ATen/native/Trigonometry.tiles.inc>

#include <ATen/core/Tensor.h>
#include <ATen/native/Trigonometry.stubs.inc>
