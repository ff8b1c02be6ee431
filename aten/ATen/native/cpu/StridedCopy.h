// Elements moved between two strided places, bytes as they are: what copies, flips and rolls come down to.
#pragma once

#include <ATen/native/cpu/Geometry.h>

namespace at::native {

// Operand 0 of `g` is written, operand 1 read; the geometry is ordered and coalesced, the strides may have any sign. The
// two do not overlap. The loop order should be that of operand 0.
void copy_strided(const Geometry& g, int64_t element_size, char* to, const char* from);

// memcpy for places that may lie at any distance of each other modulo a page.
void move_bytes(char* to, const char* from, int64_t n);

// One element by its size: f(unsigned integer of that size), for kernels that only move elements.
struct Element16 {
  uint64_t half[2];
};
template <class F>
void with_element(int64_t size, F f) {
  switch (size) {
    case 1: return f(uint8_t());
    case 2: return f(uint16_t());
    case 4: return f(uint32_t());
    case 8: return f(uint64_t());
    default: return f(Element16());
  }
}

} // namespace at::native
