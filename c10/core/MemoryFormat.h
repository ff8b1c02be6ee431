// The order in which a dense tensor's dimensions lie in memory, and the strides each order gives.
#pragma once

#include <c10/macros/Macros.h>
#include <c10/util/ArrayRef.h>
#include <cstdint>
#include <iosfwd>
#include <vector>

namespace c10 {

enum class MemoryFormat : int8_t { Contiguous, Preserve, ChannelsLast, ChannelsLast3d, NumOptions };

inline MemoryFormat get_contiguous_memory_format() {
  return MemoryFormat::Contiguous;
}
C10_API std::ostream& operator<<(std::ostream& out, MemoryFormat f);

// Strides of a 4-dim NCHW (3-dim CHW) tensor stored NHWC, and of the 5-dim kind.
C10_API std::vector<int64_t> get_channels_last_strides_2d(IntArrayRef sizes);
C10_API std::vector<int64_t> get_channels_last_strides_3d(IntArrayRef sizes);
// Whether strides are those of channels-last without being those of contiguous alone; ties of size-1 dimensions are decided as PyTorch does.
C10_API bool is_channels_last_strides_2d(IntArrayRef sizes, IntArrayRef strides);
C10_API bool is_channels_last_strides_3d(IntArrayRef sizes, IntArrayRef strides);

} // namespace c10
