// Powers: formulas, see Powers.yaml, and compositions of pow.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE <ATen/native/Powers.tiles.inc>
#include <ATen/native/cpu/Pointwise.h>
#include <hwy/foreach_target.h>
#include <ATen/native/Powers.tiles.inc>

#include <ATen/core/Tensor.h>
#include <ATen/ops/pow.h>
#include <ATen/ops/mul.h>

namespace at::native {
namespace {
// Numbers and tensors of float_power count in double precision.
Tensor wide(const Tensor& t, bool complex) {
  return t.to(complex ? ScalarType::ComplexDouble : ScalarType::Double);
}
Scalar wide(const Scalar& s, bool complex) {
  return complex ? Scalar(s.to<c10::complex<double>>()) : Scalar(s.to<double>());
}
bool is_complex(const Tensor& t) {
  return c10::isComplexType(t.scalar_type());
}
bool is_complex(const Scalar& s) {
  return s.isComplex();
}
template <class Base, class Exponent>
Tensor float_power(const Base& self, const Exponent& exponent) {
  const bool complex = is_complex(self) || is_complex(exponent);
  return at::pow(wide(self, complex), wide(exponent, complex));
}
template <class Exponent>
Tensor& float_power_(Tensor& self, const Exponent& exponent) {
  const ScalarType needed = is_complex(self) || is_complex(exponent) ? ScalarType::ComplexDouble : ScalarType::Double;
  TORCH_CHECK(self.scalar_type() == needed, "float_power_(): argument 'self' has dtype ", c10::toString(self.scalar_type()), ", but the result has dtype ", c10::toString(needed));
  return self.pow_(wide(exponent, needed == ScalarType::ComplexDouble));
}
Tensor ldexp(const Tensor& self, const Tensor& other) {
  return at::mul(self, at::pow(Scalar(2.0), other));
}
} // namespace
} // namespace at::native

#include <ATen/native/Powers.stubs.inc>
