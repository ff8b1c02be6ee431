// The pointwise engine: runs one operator, given as a constant-initialised PointwiseOp, over tensors of any dtypes, strides and shapes that broadcast. It decides the common dtype,
// allocates or checks the result, and calls the operator's tile kernel (Tile.h) over tiles. An element's value depends on its inputs only, never on layout, tile or thread.
#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/cpu/Tile.h>
#include <initializer_list>

namespace at::native {

// What the common dtype of the operands turns into before computing, and what the result is.
enum class Promotion : uint8_t {
  Default, // the result has the common dtype
  IntToFloat, // integers and bool compute in the default dtype
  AlwaysBool, // the result is bool
  ComplexToFloat, // the result of a complex input is real
  BoolToLong, // bool computes in int64
  None, // all tensors must have the first one's dtype
};

struct PointwiseOp {
  const char* name; // "aten::sigmoid"
  uint8_t n_inputs, n_scalars;
  Promotion promotion;
  bool result_is_bool;
  uint32_t compute_dtypes; // bit (1 << ScalarType) of each dtype accepted after promotion; Half and BFloat16 compute in float
  TileFn (*tile)(ScalarType compute); // the kernel for this processor
  uint8_t scalar_promotes; // bit i: scalar argument i takes part in type promotion
  const char* argument_names; // inputs, then scalars: "self,other,alpha"
};

TORCH_API Tensor pointwise(const PointwiseOp& op, std::initializer_list<const Tensor*> in, std::initializer_list<const Scalar*> scalars);
// Into `out`, which is resized unless it is one of the inputs (in place: out is in[0]). Bumps its version and write epoch.
TORCH_API void pointwise_out(const PointwiseOp& op, Tensor& out, std::initializer_list<const Tensor*> in, std::initializer_list<const Scalar*> scalars);

// dst = src with broadcasting, conversion and any strides; shapes and overlap are the caller's to check.
void copy_tiles(const Tensor& dst, const Tensor& src);
// Every element of dst becomes the number, converted to its dtype.
void fill_tiles(const Tensor& dst, const Scalar& value, const char* op);

} // namespace at::native
