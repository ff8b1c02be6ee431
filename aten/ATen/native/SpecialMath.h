// Special functions of one or two numbers in double precision; float and the 16-bit floats are computed here too and rounded once. Definitions, ranges and
// signs as PyTorch has them. Sources are named at each function: DLMF is the NIST Digital Library of Mathematical Functions.
#pragma once

#include <cstddef>

namespace at::native::special {

double lgamma(double x);
double digamma(double x);
// The derivative of digamma of order n, n >= 2.
double polygamma(double n, double x);
// Hurwitz: the sum of (q + k)^-s.
double zeta(double s, double q);
double multigammaln(double x, int p);
// The regularised incomplete gamma functions P and Q.
double gamma_p(double a, double x);
double gamma_q(double a, double x);

// exp(x^2) erfc(x)
double erfcx(double x);
// The logarithm and the inverse of the normal distribution's probability.
double log_ndtr(double x);
double ndtri(double p);

// Bessel functions; `e` is scaled by exp(-|x|) (I) or exp(x) (K).
double i0e(double x);
double i1e(double x);
double i0(double x);
double i1(double x);
double k0e(double x);
double k1e(double x);
double k0(double x);
double k1(double x);
double j0(double x);
double j1(double x);
double y0(double x);
double y1(double x);
double spherical_j0(double x);
double airy_ai(double x);

}  // namespace at::native::special
