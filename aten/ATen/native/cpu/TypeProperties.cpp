#include <ATen/native/TypeProperties.h>
#include <c10/core/DefaultDtype.h>
#include <c10/util/Exception.h>

namespace at::native {

ScalarType default_dtype() {
  return c10::get_default_dtype_as_scalartype();
}

ScalarType dtype_of_number(const Scalar& number) {
  if (number.isBoolean()) {
    return ScalarType::Bool;
  }
  if (number.isIntegral(/*includeBool=*/false)) {
    return ScalarType::Long;
  }
  return number.isComplex() ? c10::toComplexType(default_dtype()) : default_dtype();
}

ScalarType promote_skip_undefined(ScalarType a, ScalarType b) {
  return a == ScalarType::Undefined ? b : b == ScalarType::Undefined ? a : c10::promoteTypes(a, b);
}

ResultTypeState update_result_type_state(const Tensor& tensor, const ResultTypeState& in_state) {
  if (!tensor.defined()) {
    return in_state;
  }
  ResultTypeState state = in_state;
  ScalarType t = tensor.scalar_type();
  if (tensor.is_wrapped_number()) {
    if (c10::isComplexType(t)) {
      t = c10::toComplexType(default_dtype());
    } else if (c10::isFloatingType(t)) {
      t = default_dtype();
    }
    state.wrappedResult = promote_skip_undefined(state.wrappedResult, t);
  } else if (tensor.dim() > 0) {
    state.dimResult = promote_skip_undefined(state.dimResult, t);
  } else {
    state.zeroResult = promote_skip_undefined(state.zeroResult, t);
  }
  return state;
}

ResultTypeState update_result_type_state(const Scalar& number, const ResultTypeState& in_state) {
  ResultTypeState state = in_state;
  state.wrappedResult = promote_skip_undefined(state.wrappedResult, dtype_of_number(number));
  return state;
}

// `higher` wins unless the kind of `lower` is above its kind.
static ScalarType combine(ScalarType higher, ScalarType lower) {
  if (c10::isComplexType(higher)) {
    return higher;
  }
  if (c10::isFloatingType(higher)) {
    if (c10::isComplexType(lower)) {
      // Only the kind rises, the precision stays.
      return c10::toComplexType(higher);
    }
    return higher;
  }
  if (higher == ScalarType::Bool || c10::isFloatingType(lower) || c10::isComplexType(lower)) {
    return promote_skip_undefined(higher, lower);
  }
  return higher != ScalarType::Undefined ? higher : lower;
}

ScalarType result_type(const ResultTypeState& state) {
  return combine(state.dimResult, combine(state.zeroResult, state.wrappedResult));
}

ScalarType result_type(TensorList tensors) {
  ResultTypeState state;
  for (const Tensor& t : tensors) {
    state = update_result_type_state(t, state);
  }
  return result_type(state);
}

} // namespace at::native

namespace at {
using native::ResultTypeState;
using native::update_result_type_state;

ScalarType result_type(const Tensor& tensor, const Tensor& other) {
  return native::result_type(update_result_type_state(other, update_result_type_state(tensor, ResultTypeState{})));
}
ScalarType result_type(const Tensor& tensor, const Scalar& other) {
  return native::result_type(update_result_type_state(other, update_result_type_state(tensor, ResultTypeState{})));
}
ScalarType result_type(const Scalar& scalar, const Tensor& tensor) {
  return result_type(tensor, scalar);
}
ScalarType result_type(const Scalar& scalar1, const Scalar& scalar2) {
  return native::result_type(update_result_type_state(scalar2, update_result_type_state(scalar1, ResultTypeState{})));
}
} // namespace at
