// The views of ComplexViews.yaml.
#include <ATen/core/Tensor.h>
#include <ATen/native/ViewGeometry.h>
#include <ATen/ops/_conj.h>
#include <c10/util/Exception.h>

namespace at::native {
namespace {

Tensor conj(const Tensor& self) {
  return self.is_complex() ? at::_conj(self) : self;
}
Tensor itself(const Tensor& self) {
  return self;
}

} // namespace
} // namespace at::native

#include <ATen/native/ComplexViews.stubs.inc>
