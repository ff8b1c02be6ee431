// The gamma family and what belongs to the normal distribution.
#include <ATen/native/SpecialMath.h>

#include <ATen/native/GammaTables.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace at::native::special {

namespace {
constexpr double kInf = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kPi = 3.14159265358979323846, kEuler = 0.57721566490153286061, kSqrtHalf = 0.70710678118654752440;

// tan(pi x): the whole part taken off first, so that large x keep their fraction.
double tan_pi(double x) { return std::tan(kPi * (x - std::round(x))); }
// log(1 + m) - m without cancellation for small m: with r = m / (2 + m), log(1 + m) = 2 atanh(r).
double log1p_minus(double m) {
  if (m < -0.5 || m > 1) {
    return std::log1p(m) - m;
  }
  const double r = m / (2 + m), r2 = r * r;
  double term = r2, sum = 1.0 / 3;
  for (int k = 5; term > 1e-17; k += 2) {
    sum += term / k;
    term *= r2;
  }
  return r * (2 * r2 * sum - m);
}
// log gamma(1 + a) for |a| <= 0.3, DLMF 5.7.3.
double log_gamma_1p(double a) {
  double sum = 0;
  for (int k = static_cast<int>(sizeof(kZeta) / sizeof(kZeta[0])) - 1; k >= 0; --k) {
    sum = kZeta[k] / (k + 2) - a * sum;
  }
  return a * (a * sum - kEuler);
}
}  // namespace

// The C library's; the form that does not write the process-wide `signgam`.
double lgamma(double x) {
  int sign;
  return ::lgamma_r(x, &sign);
}

// Recurrence up to 10, then the asymptotic series (DLMF 5.5.2, 5.11.2); below 0 by reflection (5.5.4).
double digamma(double x) {
  if (x == 0) {
    return std::copysign(kInf, -x);
  }
  double reflected = 0;
  if (x < 0) {
    if (x == std::floor(x)) {
      return kNan;
    }
    reflected = -kPi / tan_pi(x);
    x = 1 - x;
  }
  double below = 0;
  for (; x < 10; x += 1) {
    below -= 1 / x;
  }
  const double w = 1 / (x * x);
  const double series = w * (1.0 / 12 - w * (1.0 / 120 - w * (1.0 / 252 - w * (1.0 / 240 - w * (1.0 / 132 - w * (691.0 / 32760 - w / 12))))));
  return std::log(x) - 0.5 / x - series + below + reflected;
}

// Euler and Maclaurin's sum (DLMF 25.11.7 with N = 0 after 10 or more terms). Below 0 only for whole s: the terms on either side of 0 are two sums of the same
// kind.
double zeta(double s, double q) {
  if (s == 1) {
    return kInf;
  }
  if (s < 1) {
    return kNan;
  }
  if (q <= 0) {
    if (q == std::floor(q)) {
      return kInf;
    }
    if (s != std::floor(s)) {
      return kNan;
    }
  }
  if (!(std::isfinite(q) && std::isfinite(s))) {
    return q < 1 && s > 1 ? kInf : q == 1 && s > 1 ? 1 : kNan;
  }
  if (q < -8) {
    const double above = q - std::floor(q), below = 1 - above;
    const double far = zeta(s, below) - zeta(s, 1 - q);
    return zeta(s, above) + (std::fmod(s, 2) == 0 ? far : -far);
  }
  double sum = 0, power = 0;
  for (int k = 0; k < 10 || q < 10; ++k, q += 1) {
    power = std::pow(q, -s);
    sum += power;
    if (std::fabs(power) <= std::fabs(sum) * 1e-17 && q > 0) {
      return sum;
    }
  }
  power = std::pow(q, -s);
  sum += power * q / (s - 1) + 0.5 * power;
  // B_2j / (2j)!
  constexpr double kBernoulli[] = {1.0 / 12,
                                   -1.0 / 720,
                                   1.0 / 30240,
                                   -1.0 / 1209600,
                                   2.08767569878681e-08,
                                   -5.284190138687493e-10,
                                   1.3382536530684679e-11,
                                   -3.3896802963225827e-13,
                                   8.586062056277845e-15,
                                   -2.174868698558062e-16,
                                   5.5090028283602295e-18,
                                   -1.3954464685812522e-19};
  double factor = s, b = power / q;
  for (int j = 0; j < 12; ++j) {
    const double term = kBernoulli[j] * factor * b;
    sum += term;
    if (std::fabs(term) <= std::fabs(sum) * 1e-17) {
      break;
    }
    factor *= (s + 2 * j + 1) * (s + 2 * j + 2);
    b /= q * q;
  }
  return sum;
}

// DLMF 25.11.12 at whole orders: (-1)^(n + 1) n! zeta(n + 1, x).
double polygamma(double n, double x) {
  const double magnitude = std::exp(lgamma(n + 1)) * zeta(n + 1, x);
  return std::fmod(n, 2) == 0 ? -magnitude : magnitude;
}

// DLMF 35.3.4.
double multigammaln(double x, int p) {
  double sum = 0.25 * std::log(kPi) * p * (p - 1.0);
  for (int i = 0; i < p; ++i) {
    sum += lgamma(x - 0.5 * i);
  }
  return sum;
}

namespace {
// x^a e^-x / gamma(a + 1). From 10 on by Stirling's series (DLMF 5.11.1), in which the large parts of the exponent cancel by themselves.
double gamma_term(double a, double x) {
  if (a < 10) {
    return a < 0.3 ? std::exp(a * std::log(x) - x - log_gamma_1p(a)) : std::exp(a * std::log(x) - x - lgamma(a + 1));
  }
  const double w = 1 / (a * a);
  const double stirling = (1.0 / 12 - w * (1.0 / 360 - w * (1.0 / 1260 - w * (1.0 / 1680 - w * (1.0 / 1188 - w * 691.0 / 360360))))) / a;
  const double m = (x - a) / a;
  return std::exp(a * (m < -0.5 ? std::log(x / a) - m : log1p_minus(m)) - stirling) / std::sqrt(2 * kPi * a);
}
// P by its power series, DLMF 8.11.4.
double gamma_p_series(double a, double x) {
  double term = 1, sum = 1;
  for (double n = a + 1; term > sum * 1e-17; n += 1) {
    term *= x / n;
    sum += term;
  }
  return std::fmin(gamma_term(a, x) * sum, 1.0);
}
// Q for small a and x, where 1 - P would cancel: both parts of 1 - x^a / gamma(a + 1) (1 + a (...)) are small with a (DLMF 8.7.1).
double gamma_q_small(double a, double x) {
  const double exponent = a * std::log(x) - (a < 0.3 ? log_gamma_1p(a) : lgamma(a + 1));
  double term = 1, sum = 0;
  for (int n = 1; n < 100; ++n) {
    term *= -x / n;
    const double part = term / (a + n);
    sum += part;
    if (std::fabs(part) <= std::fabs(sum) * 1e-17) {
      break;
    }
  }
  return -std::expm1(exponent) - std::exp(exponent) * a * sum;
}
// Q by the continued fraction DLMF 8.9.2 in its even part, evaluated from the front (the method of Lentz, Thompson and Barnett).
double gamma_q_fraction(double a, double x) {
  constexpr double kTiny = 1e-300;
  double b = x + 1 - a, c = 1 / kTiny, d = 1 / b, h = d;
  for (int i = 1; i < 10000; ++i) {
    const double numerator = -i * (i - a);
    b += 2;
    d = numerator * d + b;
    d = 1 / (std::fabs(d) < kTiny ? kTiny : d);
    c = b + numerator / c;
    c = std::fabs(c) < kTiny ? kTiny : c;
    const double change = d * c;
    h *= change;
    if (std::fabs(change - 1) < 1e-16) {
      break;
    }
  }
  return gamma_term(a, x) * a * h;
}
// Temme's expansion around x = a, uniform in both (DLMF 8.12.3, 8.12.4); the half that is asked for is never a difference.
double gamma_uniform(double a, double x, bool upper) {
  const double mu = (x - a) / a, half_square = -log1p_minus(mu);
  const double eta = std::copysign(std::sqrt(2 * half_square), mu);
  double sum = 0;
  for (int k = 9; k >= 0; --k) {
    double c = 0;
    for (int n = 19; n >= 0; --n) {
      c = c * eta + kTemme[k][n];
    }
    sum = sum / a + c;
  }
  const double side = upper ? 1 : -1;
  return 0.5 * std::erfc(side * eta * std::sqrt(a / 2)) + side * std::exp(-a * half_square) / std::sqrt(2 * kPi * a) * sum;
}
// P where an argument is 0, infinite, NaN or out of range; there it is 0, 1 or NaN, and Q is 1 - P.
std::optional<double> gamma_p_at_edge(double a, double x) {
  if (x < 0 || a < 0) {
    return kNan;
  }
  if (a == 0) {
    return x > 0 ? 1 : kNan;
  }
  if (x == 0) {
    return 0;
  }
  if (std::isinf(a)) {
    return std::isinf(x) ? kNan : 0;
  }
  if (std::isinf(x)) {
    return 1;
  }
  if (std::isnan(a) || std::isnan(x)) {
    return kNan;
  }
  return std::nullopt;
}
bool is_uniform(double a, double x) { return a >= 20 && std::fabs(x - a) <= 0.4 * a; }
}  // namespace

double gamma_p(double a, double x) {
  if (const auto p = gamma_p_at_edge(a, x)) {
    return *p;
  }
  if (is_uniform(a, x)) {
    return gamma_uniform(a, x, false);
  }
  return x < 1.1 || x < a ? gamma_p_series(a, x) : 1 - gamma_q_fraction(a, x);
}

double gamma_q(double a, double x) {
  if (const auto p = gamma_p_at_edge(a, x)) {
    return 1 - *p;
  }
  if (is_uniform(a, x)) {
    return gamma_uniform(a, x, true);
  }
  if (x < a) {
    return 1 - gamma_p_series(a, x);
  }
  return x < 1.1 ? gamma_q_small(a, x) : gamma_q_fraction(a, x);
}

// Up to 10 the product, the rounding error of x^2 put back; then the asymptotic series DLMF 7.12.1.
double erfcx(double x) {
  if (x < 10) {
    if (x < -27) {
      return kInf;
    }
    const double square = x * x, e = std::exp(square);
    return (e + e * std::fma(x, x, -square)) * std::erfc(x);
  }
  const double w = 0.5 / x / x;
  double term = 1, sum = 1;
  for (int k = 1; k < 26 && std::fabs(term) > 1e-17; k += 2) {
    term *= -k * w;
    sum += term;
  }
  return sum * (0.56418958354775628695 / x);
}

double log_ndtr(double x) { return x < -1 ? std::log(0.5 * erfcx(-x * kSqrtHalf)) - 0.5 * x * x : std::log1p(-0.5 * std::erfc(x * kSqrtHalf)); }

// A first value by Abramowitz & Stegun 26.2.23 (4.5e-4 off), then Halley's method (DLMF 3.8.4) on the logarithm of the probability, which is smooth down to the
// smallest numbers. On the left side log_ndtr(x) = log(e / 2) - x^2 / 2 with e = erfcx(-x / sqrt(2)); its derivative is r = sqrt(2 / pi) / e, its second one -r
// (x + r). Each step triples the digits.
double ndtri(double p) {
  if (!(p > 0 && p < 1)) {
    return p == 0 ? -kInf : p == 1 ? kInf : kNan;
  }
  const double goal = std::log(p < 0.5 ? p : 1 - p);
  const double t = std::sqrt(-2 * goal);
  double x = (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t;
  for (int i = 0; i < 2; ++i) {
    const double e = erfcx(-x * kSqrtHalf), r = 0.79788456080286535588 / e;
    const double off = std::log(0.5 * e) - 0.5 * x * x - goal;
    x -= off / (r + 0.5 * off * (x + r));
  }
  return p < 0.5 ? x : p > 0.5 ? -x : 0;
}

}  // namespace at::native::special
