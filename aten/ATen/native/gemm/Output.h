#pragma once
// Where a kernel that wants a contiguous result writes: `out` itself, or a stand-in that finish() copies back when a
// caller's out= is strided or lies in the memory of an input.
#include <initializer_list>

#include <ATen/EmptyTensor.h>
#include <ATen/core/Tensor.h>

namespace at::native {

inline bool shares_memory(const Tensor& a, const Tensor& b) {
  return a.defined() && b.defined() && a.has_storage() && b.has_storage() && a.storage().data() != nullptr &&
         a.storage().data() == b.storage().data();
}

class ContiguousOut {
 public:
  ContiguousOut(Tensor& out, std::initializer_list<const Tensor*> inputs) : out_(out), dense_(out) {
    bool direct = out.is_contiguous();
    for (const Tensor* input : inputs) direct = direct && !(input != nullptr && shares_memory(out, *input));
    if (!direct) dense_ = at::detail::empty_cpu(out.sizes(), out.scalar_type()), copied_ = true;
  }
  Tensor& tensor() { return dense_; }
  template <class T> T* data() { return dense_.mutable_data_ptr<T>(); }
  void finish() {
    if (copied_) out_.copy_(dense_);
  }

 private:
  Tensor& out_;
  Tensor dense_;
  bool copied_ = false;
};

}  // namespace at::native
