#include <ATen/MemoryOverlap.h>
#include <c10/util/Exception.h>
#include <algorithm>

namespace at {

MemOverlap has_internal_overlap(const Tensor& t) {
  if (t.is_non_overlapping_and_dense()) {
    return MemOverlap::No;
  }
  const IntArrayRef sizes = t.sizes(), strides = t.strides();
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] > 1 && strides[i] == 0) {
      return MemOverlap::Yes;
    }
  }
  return MemOverlap::TooHard;
}

MemOverlapStatus get_overlap_status(const Tensor& a, const Tensor& b) {
  if (a.is_same(b)) {
    return MemOverlapStatus::Full;
  }
  if (a.numel() == 0 || b.numel() == 0) {
    return MemOverlapStatus::No;
  }
  if (a.is_meta() || !a.has_storage() || !b.has_storage() || !a.storage().is_alias_of(b.storage())) {
    return MemOverlapStatus::No;
  }
  if (!a.is_non_overlapping_and_dense() || !b.is_non_overlapping_and_dense()) {
    return MemOverlapStatus::TooHard;
  }
  const char* const a0 = static_cast<const char*>(a.const_data_ptr());
  const char* const b0 = static_cast<const char*>(b.const_data_ptr());
  const char* const a1 = a0 + a.nbytes();
  const char* const b1 = b0 + b.nbytes();
  if (a0 == b0 && a1 == b1) {
    return a.strides() == b.strides() ? MemOverlapStatus::Full : MemOverlapStatus::Partial;
  }
  return a0 < b1 && b0 < a1 ? MemOverlapStatus::Partial : MemOverlapStatus::No;
}

void assert_no_internal_overlap(const Tensor& t, const char* op) {
  TORCH_CHECK(
      has_internal_overlap(t) != MemOverlap::Yes, op, *op ? ": " : "",
      "unsupported operation: more than one element of the written-to tensor refers to a single memory location. Please clone() the tensor before performing the operation. (sizes ",
      t.sizes(), ", strides ", t.strides(), ")");
}

void assert_no_partial_overlap(const Tensor& a, const Tensor& b, const char* op) {
  TORCH_CHECK(
      get_overlap_status(a, b) != MemOverlapStatus::Partial, op, *op ? ": " : "",
      "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory location. Please clone() the tensor before performing the operation. (output of sizes ",
      a.sizes(), ", input of sizes ", b.sizes(), ")");
}

void assert_no_overlap(const Tensor& a, const Tensor& b, const char* op) {
  const MemOverlapStatus s = get_overlap_status(a, b);
  TORCH_CHECK(
      s != MemOverlapStatus::Partial && s != MemOverlapStatus::Full, op, *op ? ": " : "",
      "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory location. Please clone() the tensor before performing the operation. (output of sizes ",
      a.sizes(), ", input of sizes ", b.sizes(), ")");
}

} // namespace at
