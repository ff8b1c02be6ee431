// What the entries say beyond the registration rows: which operators form a group, of what kind, for which dtypes. The
// generic tests run over this table; the fusion passes and the documentation read it too.
#pragma once

#include <ATen/core/dispatch/OperatorRow.h>
#include <c10/util/ArrayRef.h>

#include <cstdint>

namespace at::native {

enum class OperatorKind : uint8_t {
  Pointwise, // a formula over the broadcast tensors
  Structured, // the stub makes the results, a kernel fills them
  View, // an alias of the first argument
  Direct, // the kernel makes the result
};

struct OperatorFacts {
  const c10::OperatorRow* base; // the entry's `func`
  const c10::OperatorRow* inplace; // its forms; null where there is none
  const c10::OperatorRow* out;
  const c10::OperatorRow* copy; // of a view
  const c10::OperatorRow* copy_out;
  OperatorKind kind;
  uint32_t dtypes; // bit (1 << ScalarType) of each compute dtype the entry names; 0 where it names none
};

// One for each entry, in the order of native_functions.yaml. Generated.
TORCH_API c10::ArrayRef<const OperatorFacts* const> operator_facts();

} // namespace at::native
