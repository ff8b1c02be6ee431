// Whether memory is written twice or read after it was written: an output that refers to one element several times, an input that shares part of an output's memory.
#pragma once

#include <ATen/core/Tensor.h>

namespace at {

enum class MemOverlap { No, Yes, TooHard };
enum class MemOverlapStatus { Full, Partial, No, TooHard };

TORCH_API MemOverlap has_internal_overlap(const Tensor& t);
TORCH_API MemOverlapStatus get_overlap_status(const Tensor& a, const Tensor& b);
// These throw; `op` ("aten::add", may be empty) opens the message.
TORCH_API void assert_no_internal_overlap(const Tensor& t, const char* op = "");
// Partly the same memory.
TORCH_API void assert_no_partial_overlap(const Tensor& a, const Tensor& b, const char* op = "");
// Any common memory at all.
TORCH_API void assert_no_overlap(const Tensor& a, const Tensor& b, const char* op = "");

} // namespace at
