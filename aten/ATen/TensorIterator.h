// TensorIterator: the loop of kernels that people write by hand. It takes outputs and inputs, finds their common shape and dtype, makes or checks the outputs, orders and merges
// dimensions, and calls a loop over pieces that are strided in one or two dimensions; <ATen/native/cpu/Loops.h> makes such a loop from a function of one element.
// Operators of one formula need none of this: see cpu/Pointwise.h.
#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/cpu/Geometry.h>
#include <c10/util/FunctionRef.h>
#include <c10/util/SmallVector.h>
#include <optional>
#include <utility>

namespace at {

namespace internal {
// Elements of work that are worth a thread.
constexpr int64_t TI_GRAIN_SIZE = 32768;
} // namespace internal

struct Range {
  int64_t begin, end;
  int64_t size() const {
    return end - begin;
  }
};

class TensorIteratorConfig;

struct TORCH_API TensorIteratorBase {
  // data[k]: first element of operand k; strides[k] bytes along the piece, in two dimensions strides[ntensors + k] between its rows.
  using loop1d_t = c10::FunctionRef<void(char** data, const int64_t* strides, int64_t size)>;
  using loop2d_t = c10::FunctionRef<void(char** data, const int64_t* strides, int64_t size0, int64_t size1)>;

  void build(TensorIteratorConfig& config);

  int ndim() const {
    return geometry_.ndim();
  }
  IntArrayRef shape() const {
    return geometry_.shape;
  }
  int64_t numel() const {
    return numel_;
  }
  int ntensors() const {
    return static_cast<int>(operands_.size());
  }
  int noutputs() const {
    return num_outputs_;
  }
  int ninputs() const {
    return ntensors() - noutputs();
  }
  IntArrayRef strides(int arg) const { // bytes, innermost dimension first
    return geometry_.strides[static_cast<size_t>(arg)];
  }
  void* data_ptr(int arg) const;
  ScalarType dtype(int arg = 0) const {
    return operands_[static_cast<size_t>(arg)].current.scalar_type();
  }
  ScalarType common_dtype() const;
  ScalarType input_dtype(int arg = 0) const {
    return dtype(arg + num_outputs_);
  }
  Device device(int arg = 0) const {
    return operands_[static_cast<size_t>(arg)].current.device();
  }
  int64_t element_size(int arg) const {
    return static_cast<int64_t>(c10::elementSize(dtype(arg)));
  }
  // The operand as the loop sees it; `output` after cast_outputs is the caller's own.
  const Tensor& tensor(int arg) const {
    return operands_[static_cast<size_t>(arg)].current;
  }
  const Tensor& output(int arg = 0) const {
    return operands_[static_cast<size_t>(arg)].original;
  }
  const Tensor& input(int arg = 0) const {
    return operands_[static_cast<size_t>(arg + num_outputs_)].current;
  }
  bool is_scalar(int arg) const;
  bool is_cpu_scalar(int arg) const {
    return is_scalar(arg) && device(arg).is_cpu();
  }
  bool is_trivial_1d() const {
    return ndim() <= 1;
  }
  // All operands lie densely in loop order.
  bool is_contiguous() const;
  template <class T>
  T scalar_value(int arg) const {
    return *static_cast<const T*>(data_ptr(arg));
  }

  void for_each(loop1d_t loop, int64_t grain_size = internal::TI_GRAIN_SIZE);
  void for_each(loop2d_t loop, int64_t grain_size = internal::TI_GRAIN_SIZE);
  void serial_for_each(loop2d_t loop, Range range) const;
  // Converts what was computed in the common dtype into outputs of other dtypes. Call it once after the loop.
  void cast_outputs();

 protected:
  struct Operand {
    Tensor original; // undefined: to be made
    Tensor current; // of the dtype the loop computes in
    bool is_output = false;
  };
  c10::SmallVector<Operand, 4> operands_;
  native::Geometry geometry_;
  int num_outputs_ = 0;
  int64_t numel_ = 0;
  ScalarType common_dtype_ = ScalarType::Undefined;
};

struct TORCH_API TensorIterator final : public TensorIteratorBase {
  static TensorIterator binary_op(Tensor& out, const Tensor& a, const Tensor& b);
  static TensorIterator binary_float_op(Tensor& out, const Tensor& a, const Tensor& b);
  static TensorIterator comparison_op(Tensor& out, const Tensor& a, const Tensor& b);
  static TensorIterator unary_op(Tensor& out, const Tensor& a);
  static TensorIterator unary_float_op(Tensor& out, const Tensor& a);
  static TensorIterator nullary_op(Tensor& out);
  static TensorIterator borrowing_binary_op(Tensor& out, const Tensor& a, const Tensor& b) {
    return binary_op(out, a, b);
  }
  static TensorIterator borrowing_nullary_op(Tensor& out) {
    return nullary_op(out);
  }
};

class TORCH_API TensorIteratorConfig final {
 public:
  // An undefined output is made by build(); outputs come before inputs.
  TensorIteratorConfig& add_output(const Tensor& output);
  TensorIteratorConfig& add_input(const Tensor& input);
  TensorIteratorConfig& add_const_input(const Tensor& input) {
    return add_input(input);
  }
  TensorIteratorConfig& add_owned_output(const Tensor& output) {
    return add_output(output);
  }
  TensorIteratorConfig& add_owned_input(const Tensor& input) {
    return add_input(input);
  }
  TensorIteratorConfig& add_owned_const_input(const Tensor& input) {
    return add_input(input);
  }
  TensorIteratorConfig& add_borrowed_output(const Tensor& output) {
    return add_output(output);
  }
  TensorIteratorConfig& add_borrowed_input(const Tensor& input) {
    return add_input(input);
  }
  TensorIteratorConfig& add_borrowed_const_input(const Tensor& input) {
    return add_input(input);
  }
  TensorIteratorConfig& set_check_mem_overlap(bool on) {
    check_mem_overlap_ = on;
    return *this;
  }
  TensorIteratorConfig& check_all_same_dtype(bool on) {
    check_all_same_dtype_ = on;
    return *this;
  }
  TensorIteratorConfig& check_all_same_device(bool on) {
    check_all_same_device_ = on;
    return *this;
  }
  TensorIteratorConfig& promote_inputs_to_common_dtype(bool on) {
    promote_ = on;
    if (on) {
      check_all_same_dtype_ = false;
    }
    return *this;
  }
  TensorIteratorConfig& promote_integer_inputs_to_float(bool on) {
    promote_int_to_float_ = on;
    return *this;
  }
  TensorIteratorConfig& cast_common_dtype_to_outputs(bool on) {
    cast_to_outputs_ = on;
    if (on) {
      check_all_same_dtype_ = false;
    }
    return *this;
  }
  TensorIteratorConfig& enforce_safe_casting_to_output(bool on) {
    safe_casting_ = on;
    return *this;
  }
  TensorIteratorConfig& resize_outputs(bool on) {
    resize_outputs_ = on;
    return *this;
  }
  TensorIteratorConfig& allow_cpu_scalars(bool on) {
    allow_cpu_scalars_ = on;
    return *this;
  }
  // The dtype of outputs to be made.
  TensorIteratorConfig& declare_static_dtype(ScalarType dtype) {
    static_dtype_ = dtype;
    return *this;
  }
  TensorIteratorConfig& declare_static_shape(IntArrayRef shape) {
    static_shape_.emplace(shape.begin(), shape.end());
    return *this;
  }
  TensorIterator build() {
    TensorIterator iter;
    iter.build(*this);
    return iter;
  }

 private:
  friend struct TensorIteratorBase;
  c10::SmallVector<Tensor, 4> tensors_;
  int num_outputs_ = 0;
  bool check_mem_overlap_ = true, check_all_same_dtype_ = true, check_all_same_device_ = true, promote_ = false, promote_int_to_float_ = false, cast_to_outputs_ = false, safe_casting_ = false,
       resize_outputs_ = true, allow_cpu_scalars_ = false;
  std::optional<ScalarType> static_dtype_;
  std::optional<DimVector> static_shape_;
};

} // namespace at
