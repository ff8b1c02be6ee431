// Window functions of signal processing. A periodic window is the symmetric one of a point more, without its last point.
#include <ATen/native/Factories.h>
#include <ATen/native/OperatorStub.h>
#include <cmath>

namespace at::native {

namespace {
constexpr double kPi = 3.14159265358979323846;

// f(position, from 0 to 1) for each point; one point is 1.
template <class F>
Tensor window(const char* op, int64_t length, bool periodic, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory, F f) {
  const ScalarType t = dtype ? *dtype : default_dtype();
  TORCH_CHECK(length >= 0, op, "(): argument 'window_length' must be non-negative, got ", length);
  TORCH_CHECK(c10::isFloatingType(t), op, "(): argument 'dtype' must be a floating point dtype, got ", c10::toString(t));
  Tensor out = detail::empty({length}, factory_options(op, t, layout, device, pin_memory));
  if (length == 1) {
    fill_all(out, Scalar(1), op);
    return out;
  }
  const double last = periodic ? static_cast<double>(length) : static_cast<double>(length - 1);
  write_sequence<double>(out, op, [&](int64_t first, int64_t n, double* values) {
    for (int64_t k = 0; k < n; ++k) {
      values[k] = f(static_cast<double>(first + k) / last);
    }
  });
  return out;
}
Tensor cosine_window(const char* op, int64_t length, bool periodic, double alpha, double beta, OptType dtype, OptLayout layout, OptDevice device,
                     OptBool pin_memory) {
  return window(op, length, periodic, dtype, layout, device, pin_memory, [=](double x) { return alpha - beta * std::cos(2 * kPi * x); });
}

// The modified Bessel function I0 times e^-|x|: the power series (Abramowitz & Stegun 9.6.12), from 30 on the asymptotic one (9.7.1).
double scaled_i0(double x) {
  x = std::fabs(x);
  if (x < 30) {
    const double quarter = x * x / 4;
    double term = 1, sum = 1;
    for (int k = 1; term > sum * 1e-17; ++k) {
      term *= quarter / (static_cast<double>(k) * k);
      sum += term;
    }
    return sum * std::exp(-x);
  }
  double term = 1, sum = 1;
  for (int k = 1; k < 20; ++k) {
    term *= (2.0 * k - 1) * (2.0 * k - 1) / (8.0 * k * x);
    sum += term;
  }
  return sum / std::sqrt(2 * kPi * x);
}
}  // namespace

static Tensor bartlett_window_periodic(int64_t window_length, bool periodic, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return window("bartlett_window", window_length, periodic, dtype, layout, device, pin_memory, [](double x) { return 1 - std::fabs(2 * x - 1); });
}
static Tensor bartlett_window(int64_t window_length, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return bartlett_window_periodic(window_length, true, dtype, layout, device, pin_memory);
}
static Tensor blackman_window_periodic(int64_t window_length, bool periodic, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return window("blackman_window", window_length, periodic, dtype, layout, device, pin_memory,
                [](double x) { return 0.42 - 0.5 * std::cos(2 * kPi * x) + 0.08 * std::cos(4 * kPi * x); });
}
static Tensor blackman_window(int64_t window_length, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return blackman_window_periodic(window_length, true, dtype, layout, device, pin_memory);
}
static Tensor hann_window_periodic(int64_t window_length, bool periodic, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return cosine_window("hann_window", window_length, periodic, 0.5, 0.5, dtype, layout, device, pin_memory);
}
static Tensor hann_window(int64_t window_length, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return hann_window_periodic(window_length, true, dtype, layout, device, pin_memory);
}
static Tensor hamming_window_alpha_beta(int64_t window_length, bool periodic, double alpha, double beta, OptType dtype, OptLayout layout, OptDevice device,
                                        OptBool pin_memory) {
  return cosine_window("hamming_window", window_length, periodic, alpha, beta, dtype, layout, device, pin_memory);
}
static Tensor hamming_window_alpha(int64_t window_length, bool periodic, double alpha, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return hamming_window_alpha_beta(window_length, periodic, alpha, 0.46, dtype, layout, device, pin_memory);
}
static Tensor hamming_window_periodic(int64_t window_length, bool periodic, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return hamming_window_alpha(window_length, periodic, 0.54, dtype, layout, device, pin_memory);
}
static Tensor hamming_window(int64_t window_length, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return hamming_window_periodic(window_length, true, dtype, layout, device, pin_memory);
}
static Tensor kaiser_window_beta(int64_t window_length, bool periodic, double beta, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  const double scale = scaled_i0(beta), largest = std::fabs(beta);
  return window("kaiser_window", window_length, periodic, dtype, layout, device, pin_memory, [=](double x) {
    const double argument = beta * std::sqrt(std::max(0.0, 4 * x * (1 - x)));
    return scaled_i0(argument) / scale * std::exp(std::fabs(argument) - largest);
  });
}
static Tensor kaiser_window_periodic(int64_t window_length, bool periodic, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return kaiser_window_beta(window_length, periodic, 12.0, dtype, layout, device, pin_memory);
}
static Tensor kaiser_window(int64_t window_length, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return kaiser_window_periodic(window_length, true, dtype, layout, device, pin_memory);
}

}  // namespace at::native

#include <ATen/native/Windows.stubs.inc>
