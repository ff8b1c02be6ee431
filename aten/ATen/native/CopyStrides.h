// How a copy of a tensor lies in memory.
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/DimVector.h>

namespace at::native {

// The strides of a copy of self in that format (Preserve: self's if they are dense, else dense in their order); empty for
// plain row-major ones.
DimVector copy_strides(const Tensor& self, MemoryFormat format);

} // namespace at::native
