// Quotients, remainders, common divisors: all of it is formulas, see Division.yaml.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE <ATen/native/Division.tiles.inc>
#include <ATen/native/cpu/Pointwise.h>
#include <hwy/foreach_target.h>
#include <ATen/native/Division.tiles.inc>

#include <ATen/core/Tensor.h>
#include <ATen/native/Division.stubs.inc>
