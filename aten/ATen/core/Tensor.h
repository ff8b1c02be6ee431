#pragma once
// Tensor: a reference to a TensorImpl with the operators as methods. What reads metadata is in TensorBase; the operators
// (`t.add(u)`) are declared by the generated TensorMethods.inc from the entries with `variants: method`. Arithmetic operators are in
// TensorOperators.h.
#include <ATen/core/TensorBase.h>

namespace at {

class TORCH_API Tensor : public TensorBase {
 public:
  Tensor() = default;
  Tensor(const Tensor&) = default;
  Tensor(Tensor&&) = default;
  explicit Tensor(c10::intrusive_ptr<TensorImpl> impl) : TensorBase(std::move(impl)) {}
  explicit Tensor(const TensorBase& base) : TensorBase(base) {}
  static Tensor wrap_tensor_impl(c10::intrusive_ptr<TensorImpl> impl) { return Tensor(std::move(impl)); }

  // `t = u` makes t refer to the same tensor; `t[0] = u` writes into the temporary's elements, as in Python.
  Tensor& operator=(const Tensor& x) & = default;
  Tensor& operator=(Tensor&& x) & noexcept = default;
  Tensor& operator=(const Tensor& rhs) &&;
  Tensor& operator=(Tensor&& rhs) && { return std::move(*this) = static_cast<const Tensor&>(rhs); }
  Tensor& operator=(const Scalar& v) &&;

  const Tensor& set_requires_grad(bool requires_grad) const {
    TensorBase::set_requires_grad(requires_grad);
    return *this;
  }

  // ---- elements; these write through views
  Tensor operator[](int64_t index) const;
  Tensor operator[](const Scalar& index) const;
  Tensor operator[](const Tensor& index) const;

  // Prints type and sizes to stdout.
  void print() const;

#if __has_include(<ATen/core/TensorMethods.inc>)
#include <ATen/core/TensorMethods.inc>
#endif
};

static_assert(sizeof(Tensor) == sizeof(void*), "a Tensor is one pointer");

// The text of printing: values in columns, then `[ CPUFloatType{2,3} ]`.
TORCH_API std::ostream& operator<<(std::ostream& out, const Tensor& t);

namespace detail {
template <typename T, typename... Args> Tensor make_tensor(Args&&... args) { return Tensor(c10::make_intrusive<T>(std::forward<Args>(args)...)); }
} // namespace detail

} // namespace at

namespace c10 {
using at::Tensor;
using at::TensorList;
} // namespace c10

// A weak reference to a tensor.
namespace c10 {
struct WeakTensor {
  explicit WeakTensor(const at::Tensor& t) : ref(t.getIntrusivePtr()) {}
  at::Tensor lock() const { return at::Tensor(ref.lock()); }
  weak_intrusive_ptr<TensorImpl> ref;
};
} // namespace c10
