// Exponentials, logarithms, error functions: all of it is formulas, see Exponential.yaml.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE <ATen/native/Exponential.tiles.inc>
#include <ATen/native/cpu/Pointwise.h>
#include <hwy/foreach_target.h>
#include <ATen/native/Exponential.tiles.inc>

#include <ATen/core/Tensor.h>
#include <ATen/native/Exponential.stubs.inc>
