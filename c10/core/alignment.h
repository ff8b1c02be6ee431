// Every tensor's memory on the CPU starts at a multiple of this.
#pragma once
#include <cstddef>
namespace c10 {
constexpr size_t gAlignment = 64;
constexpr size_t gPagesize = 4096;
} // namespace c10
