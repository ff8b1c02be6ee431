// What a tile kernel is. All pointwise work, eager and fused, runs as `TileFn`s over contiguous pieces of memory ("tiles") of one compute dtype:
// the engine (Pointwise.h) gathers, broadcasts and converts strided operands into tiles and scatters results, so a kernel knows nothing of strides or casts.
#pragma once

#include <c10/core/ScalarType.h>
#include <cstddef>
#include <cstdint>

namespace at::native {

constexpr int kMaxTileInputs = 4;
constexpr int kMaxTileScalars = 4;
// Elements of a tile: three operands of eight bytes still fit the first-level cache.
constexpr size_t kTileSize = 1024;

// Scalar arguments, each stored as one value of the compute dtype.
struct TileParams {
  alignas(16) unsigned char scalar[kMaxTileScalars][16];
};

// Contiguous inputs of the compute dtype, contiguous result of the compute dtype (or bool, for predicates). Any n, any element-aligned address; the result may be one of
// the inputs. A tail of less than a vector goes through the same vector code, so an element's value does not depend on its place.
using TileFn = void (*)(const void* const* in, void* out, size_t n, const TileParams& p);

// Half and BFloat16 compute in float, the integers of 8 and 16 bits in int32: converted back they are what they would have been, wrap-around included.
constexpr c10::ScalarType tile_compute_type(c10::ScalarType t) {
  switch (t) {
    case c10::ScalarType::Half:
    case c10::ScalarType::BFloat16:
      return c10::ScalarType::Float;
    case c10::ScalarType::Byte:
    case c10::ScalarType::Char:
    case c10::ScalarType::Short:
      return c10::ScalarType::Int;
    default:
      return t;
  }
}
constexpr uint32_t dtype_bit(c10::ScalarType t) {
  return 1u << static_cast<int>(t);
}

} // namespace at::native
