// Signs, steps, conjugates, reciprocals: all of it is formulas, see Signs.yaml.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE <ATen/native/Signs.tiles.inc>
#include <ATen/native/cpu/Pointwise.h>
#include <hwy/foreach_target.h>
#include <ATen/native/Signs.tiles.inc>

#include <ATen/core/Tensor.h>
#include <ATen/native/Signs.stubs.inc>
