// The elementwise Bessel and Airy functions of Bessel.yaml, computed in double precision.
#include <ATen/core/Tensor.h>
#include <ATen/native/SpecialMath.h>
#include <ATen/native/cpu/Pointwise.h>

namespace at::native {

#define WICK_BESSEL(name, function)              \
  template <class T>                             \
  T name(T x) {                                  \
    return static_cast<T>(special::function(x)); \
  }
WICK_BESSEL(i0_one, i0)
WICK_BESSEL(i0e_one, i0e)
WICK_BESSEL(i1_one, i1)
WICK_BESSEL(i1e_one, i1e)
WICK_BESSEL(k0_one, k0)
WICK_BESSEL(k0e_one, k0e)
WICK_BESSEL(k1_one, k1)
WICK_BESSEL(k1e_one, k1e)
WICK_BESSEL(j0_one, j0)
WICK_BESSEL(j1_one, j1)
WICK_BESSEL(y0_one, y0)
WICK_BESSEL(y1_one, y1)
WICK_BESSEL(spherical_j0_one, spherical_j0)
WICK_BESSEL(airy_ai_one, airy_ai)
#undef WICK_BESSEL

}  // namespace at::native

#include <ATen/native/Bessel.stubs.inc>
