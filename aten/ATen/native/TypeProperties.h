// Type promotion: which dtype an operation of several tensors and numbers computes in. Operands fall into three categories, tensors with dimensions, 0-dim tensors, and numbers
// (a C++ or Python number, or a tensor that wraps one); a lower category raises the result only if its kind (bool < integer < floating < complex) is higher.
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Scalar.h>
#include <c10/core/ScalarType.h>

namespace at::native {

struct ResultTypeState {
  ScalarType dimResult = ScalarType::Undefined;
  ScalarType wrappedResult = ScalarType::Undefined;
  ScalarType zeroResult = ScalarType::Undefined;
};

TORCH_API ResultTypeState update_result_type_state(const Tensor& tensor, const ResultTypeState& in_state);
TORCH_API ResultTypeState update_result_type_state(const Scalar& number, const ResultTypeState& in_state);
TORCH_API ScalarType result_type(const ResultTypeState& state);
TORCH_API ScalarType result_type(TensorList tensors);

// promoteTypes, and either one where the other is Undefined.
ScalarType promote_skip_undefined(ScalarType a, ScalarType b);
// torch.get_default_dtype().
ScalarType default_dtype();
// The dtype of a tensor made from this number: bool, int64, the default dtype, its complex.
ScalarType dtype_of_number(const Scalar& number);

} // namespace at::native

namespace at {
TORCH_API ScalarType result_type(const Tensor& tensor, const Tensor& other);
TORCH_API ScalarType result_type(const Tensor& tensor, const Scalar& other);
TORCH_API ScalarType result_type(const Scalar& scalar, const Tensor& tensor);
TORCH_API ScalarType result_type(const Scalar& scalar1, const Scalar& scalar2);
} // namespace at
