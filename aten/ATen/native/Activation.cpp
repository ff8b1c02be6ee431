// Activation functions: all of it is formulas, see Activation.yaml.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE <ATen/native/Activation.tiles.inc>
#include <ATen/native/cpu/Pointwise.h>
#include <hwy/foreach_target.h>
#include <ATen/native/Activation.tiles.inc>

#include <ATen/core/Tensor.h>
#include <ATen/native/Activation.stubs.inc>
