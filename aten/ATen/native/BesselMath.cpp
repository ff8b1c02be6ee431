// Bessel and Airy functions.
#include <ATen/native/SpecialMath.h>

#include <ATen/native/BesselTables.h>
#include <cmath>
#include <limits>

namespace at::native::special {

namespace {
constexpr double kInf = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kPi = 3.14159265358979323846, kEuler = 0.57721566490153286061, kLog2 = 0.69314718055994530942;

// The sum of c[k] T_k(t), by Clenshaw's recurrence (DLMF 3.11.16).
template <size_t N>
double chebyshev(const double (&c)[N], double t) {
  double b1 = 0, b2 = 0;
  for (size_t k = N - 1; k > 0; --k) {
    const double b = c[k] + 2 * t * b1 - b2;
    b2 = b1;
    b1 = b;
  }
  return c[0] + t * b1 - b2;
}
}  // namespace

double i0e(double x) {
  x = std::fabs(x);
  return x <= 10 ? chebyshev(kI0Small, x / 5 - 1) : chebyshev(kI0Large, 20 / x - 1) / std::sqrt(x);
}
double i1e(double x) {
  const double a = std::fabs(x);
  return a <= 10 ? x * chebyshev(kI1Small, a / 5 - 1) : std::copysign(chebyshev(kI1Large, 20 / a - 1) / std::sqrt(a), x);
}
// In two factors: the result may be finite where exp(x) is not. Infinity gives NaN, as in PyTorch.
double i0(double x) {
  const double half = std::exp(std::fabs(x) / 2);
  return half * i0e(x) * half;
}
double i1(double x) {
  const double half = std::exp(std::fabs(x) / 2);
  return half * i1e(x) * half;
}

namespace {
// DLMF 10.31.2: up to 2.
double k0_series(double x) {
  const double w = x * x / 4, log_part = kLog2 - kEuler - std::log(x);
  double term = 1, harmonic = 0, sum = log_part;
  for (int k = 1; k < 20 && term > 1e-18; ++k) {
    term *= w / (static_cast<double>(k) * k);
    harmonic += 1.0 / k;
    sum += term * (log_part + harmonic);
  }
  return sum;
}
// DLMF 10.31.1.
double k1_series(double x) {
  const double w = x * x / 4, log_part = std::log(x) - kLog2;
  double term = x / 2, psi = 1 - 2 * kEuler, sum = 0;  // psi(k + 1) + psi(k + 2)
  for (int k = 0; k < 20 && term > 1e-18 * x; ++k) {
    sum += term * (log_part - psi / 2);
    term *= w / ((k + 1.0) * (k + 2.0));
    psi += 1.0 / (k + 1) + 1.0 / (k + 2);
  }
  return 1 / x + sum;
}
}  // namespace

double k0e(double x) {
  if (x > 2) {
    return chebyshev(kK0Large, 4 / x - 1) / std::sqrt(x);
  }
  return x > 0 ? std::exp(x) * k0_series(x) : x == 0 ? kInf : kNan;
}
double k1e(double x) {
  if (x > 2) {
    return chebyshev(kK1Large, 4 / x - 1) / std::sqrt(x);
  }
  return x > 0 ? std::exp(x) * k1_series(x) : x == 0 ? kInf : kNan;
}
double k0(double x) {
  if (x > 2) {
    return chebyshev(kK0Large, 4 / x - 1) / std::sqrt(x) * std::exp(-x);
  }
  return x > 0 ? k0_series(x) : x == 0 ? kInf : kNan;
}
double k1(double x) {
  if (x > 2) {
    return chebyshev(kK1Large, 4 / x - 1) / std::sqrt(x) * std::exp(-x);
  }
  return x > 0 ? k1_series(x) : x == 0 ? kInf : kNan;
}

// The C library has these; at infinity PyTorch answers NaN.
double j0(double x) { return std::isinf(x) ? kNan : ::j0(x); }
double j1(double x) { return std::isinf(x) ? kNan : ::j1(x); }
double y0(double x) { return x > 0 && std::isfinite(x) ? ::y0(x) : x == 0 ? -kInf : kNan; }
double y1(double x) { return x > 0 && std::isfinite(x) ? ::y1(x) : x == 0 ? -kInf : kNan; }

double spherical_j0(double x) {
  if (std::isinf(x)) {
    return 0;
  }
  return std::fabs(x) < 1e-4 ? 1 - x * x / 6 : std::sin(x) / x;
}

// From -4 to 2 the power series DLMF 9.4.1; outside the forms of the asymptotic expansions 9.7.5 and 9.7.9, their slowly varying factors as Chebyshev sums.
double airy_ai(double x) {
  if (!std::isfinite(x)) {
    return kNan;
  }
  if (x >= -4 && x <= 2) {
    const double cube = x * x * x;
    double f = 1, g = x, sum_f = 1, sum_g = x;
    for (int k = 1; k < 40 && std::fabs(f) + std::fabs(g) > 1e-18; ++k) {
      f *= cube / ((3.0 * k - 1) * (3.0 * k));
      g *= cube / ((3.0 * k) * (3.0 * k + 1));
      sum_f += f;
      sum_g += g;
    }
    return 0.35502805388781723926 * sum_f - 0.25881940379280679841 * sum_g;
  }
  const double a = std::fabs(x), root = std::sqrt(a), z = 2 * a * root / 3;
  const double scale = std::sqrt(root * kPi);
  if (x > 0) {
    constexpr double kAt2 = 1.8856180831641267317;  // z of 2
    return chebyshev(kAiryDecay, 2 * kAt2 / z - 1) * std::exp(-z) / (2 * scale);
  }
  constexpr double kAt4 = 16.0 / 3;  // z of 4
  const double t = 2 * (kAt4 / z) * (kAt4 / z) - 1;
  return (chebyshev(kAiryCos, t) * std::cos(z - kPi / 4) + chebyshev(kAirySin, t) / z * std::sin(z - kPi / 4)) / scale;
}

}  // namespace at::native::special
