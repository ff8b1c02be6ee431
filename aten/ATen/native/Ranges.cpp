// Evenly spaced numbers: arange, range, linspace, logspace. An element follows from its index alone, so a range is written in any number of pieces.
#include <ATen/native/Factories.h>
#include <ATen/native/OperatorStub.h>
#include <ATen/native/cpu/ScalarMath.h>
#include <ATen/ops/item.h>
#include <cmath>

namespace at::native {

// ---- arange and range: a step given

namespace {
struct Range {
  double from, by;
  int64_t int_from, int_by, size;
  bool integral;
};

// `closed`: the end belongs to it, as range() has it.
Range plan_range(const char* op, const Scalar& start, const Scalar& end, const Scalar& step, ScalarType t, bool closed) {
  TORCH_CHECK(!start.isComplex() && !end.isComplex() && !step.isComplex(), op, ": complex numbers have no order (start ", start, ", end ", end, ", step ", step,
              ")");
  TORCH_CHECK_NOT_IMPLEMENTED(t != ScalarType::Bool && !c10::isComplexType(t), "\"", op, "\" not implemented for '", c10::toString(t), "'");
  const bool whole = start.isIntegral(true) && end.isIntegral(true) && step.isIntegral(true);
  const double to = end.to<double>();
  Range r{.from = start.to<double>(), .by = step.to<double>(), .int_from = 0, .int_by = 0, .size = 0, .integral = c10::isIntegralType(t, false)};
  TORCH_CHECK(r.by > 0 || r.by < 0, op, ": step must be nonzero, got ", step);
  TORCH_CHECK(std::isfinite(r.from) && std::isfinite(to), op, ": unsupported range: ", start, " -> ", end);
  TORCH_CHECK((r.by > 0 && to >= r.from) || (r.by < 0 && to <= r.from), op, ": upper bound and lower bound inconsistent with step sign (start ", start,
              ", end ", end, ", step ", step, ")");
  if (whole) {  // exactly
    const int64_t a = start.to<int64_t>(), b = end.to<int64_t>(), s = step.to<int64_t>();
    const uint64_t distance = s > 0 ? static_cast<uint64_t>(b) - static_cast<uint64_t>(a) : static_cast<uint64_t>(a) - static_cast<uint64_t>(b);
    const uint64_t stride = s > 0 ? static_cast<uint64_t>(s) : uint64_t(0) - static_cast<uint64_t>(s);
    const uint64_t n = distance / stride + (closed || distance % stride != 0);
    TORCH_CHECK(n <= static_cast<uint64_t>(INT64_MAX), op, ": invalid size, possible overflow? (start ", start, ", end ", end, ", step ", step, ")");
    r.size = static_cast<int64_t>(n);
  } else {
    const double n = closed ? std::floor((to - r.from) / r.by) + 1 : std::ceil((to - r.from) / r.by);
    TORCH_CHECK(n >= 0 && n < 9.2e18, op, ": invalid size, possible overflow? (start ", start, ", end ", end, ", step ", step, ")");
    r.size = static_cast<int64_t>(n);
  }
  if (r.integral) {
    TORCH_CHECK(std::fabs(r.from) < 9.3e18 && std::fabs(r.by) < 9.3e18, op, ": start ", start, " and step ", step, " must fit ", c10::toString(t));
    r.int_from = start.isIntegral(true) ? start.to<int64_t>() : static_cast<int64_t>(r.from);
    r.int_by = step.isIntegral(true) ? step.to<int64_t>() : static_cast<int64_t>(r.by);
    TORCH_CHECK(!closed || r.int_by != 0, op, ": step must be nonzero, got ", step, " for a result of ", c10::toString(t));
  }
  return r;
}

void write_range(const Tensor& out, const Range& r, const char* op) {
  if (r.integral) {
    write_sequence<int64_t>(out, op, [&](int64_t first, int64_t n, int64_t* values) {
      for (int64_t k = 0; k < n; ++k) {
        values[k] = static_cast<int64_t>(static_cast<uint64_t>(r.int_from) + static_cast<uint64_t>(first + k) * static_cast<uint64_t>(r.int_by));
      }
    });
  } else {
    write_sequence<double>(out, op, [&](int64_t first, int64_t n, double* values) {
      for (int64_t k = 0; k < n; ++k) {
        values[k] = r.from + r.by * static_cast<double>(first + k);
      }
    });
  }
}

Tensor new_range(const char* op, const Scalar& start, const Scalar& end, const Scalar& step, ScalarType t, OptLayout layout, OptDevice device,
                 OptBool pin_memory, bool closed) {
  const Range r = plan_range(op, start, end, step, t, closed);
  Tensor out = detail::empty({r.size}, factory_options(op, t, layout, device, pin_memory));
  write_range(out, r, op);
  return out;
}

// A result of as many elements keeps its shape.
Tensor& range_into(const char* op, const Scalar& start, const Scalar& end, const Scalar& step, Tensor& out, bool closed) {
  const Range r = plan_range(op, start, end, step, out.scalar_type(), closed);
  if (out.numel() != r.size) {
    resize_output(out, {r.size});
  }
  write_range(out, r, op);
  return out;
}
}  // namespace

static Tensor arange_start_step(const Scalar& start, const Scalar& end, const Scalar& step, OptType dtype, OptLayout layout, OptDevice device,
                                OptBool pin_memory) {
  const bool whole = start.isIntegral(true) && end.isIntegral(true) && step.isIntegral(true);
  return new_range("aten::arange", start, end, step, dtype ? *dtype : whole ? ScalarType::Long : default_dtype(), layout, device, pin_memory, false);
}
static Tensor arange(const Scalar& end, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return arange_start_step(Scalar(0), end, Scalar(1), dtype, layout, device, pin_memory);
}
static Tensor arange_start(const Scalar& start, const Scalar& end, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return arange_start_step(start, end, Scalar(1), dtype, layout, device, pin_memory);
}
static Tensor& arange_out(const Scalar& end, Tensor& out) { return range_into("aten::arange", Scalar(0), end, Scalar(1), out, false); }
static Tensor& arange_start_out(const Scalar& start, const Scalar& end, const Scalar& step, Tensor& out) {
  return range_into("aten::arange", start, end, step, out, false);
}
static Tensor range_step(const Scalar& start, const Scalar& end, const Scalar& step, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return new_range("aten::range", start, end, step, dtype ? *dtype : default_dtype(), layout, device, pin_memory, true);
}
static Tensor range(const Scalar& start, const Scalar& end, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return range_step(start, end, Scalar(1), dtype, layout, device, pin_memory);
}
static Tensor& range_out(const Scalar& start, const Scalar& end, const Scalar& step, Tensor& out) {
  return range_into("aten::range", start, end, step, out, true);
}
static Tensor& range_out_(const Scalar& start, const Scalar& end, Tensor& out) { return range_into("aten::range", start, end, Scalar(1), out, true); }

// ---- linspace and logspace: the number of elements given

namespace {
using Complex = c10::complex<double>;

// The first half is counted from the start, the second from the end: both ends are exact, and the middle is no further off than it must be.
struct Spacing {
  double start, end, step;
  int64_t steps;

  Spacing(double start_, double end_, int64_t steps_) : start(start_), end(end_), step(0), steps(steps_) {
    if (steps > 1) {
      const double gaps = static_cast<double>(steps - 1);
      step = (end - start) / gaps;
      if (!std::isfinite(step)) {  // the distance alone may be too large
        step = end / gaps - start / gaps;
      }
    }
  }
  double operator()(int64_t i) const {
    return i < steps / 2 || steps == 1 ? start + step * static_cast<double>(i) : end - step * static_cast<double>(steps - 1 - i);
  }
};

// start + (end - start) i / (steps - 1) rounded to 0, without error.
int64_t whole_between(int64_t start, int64_t end, int64_t i, int64_t gaps) {
  int64_t a, b, sum;
  if (C10_LIKELY(!__builtin_mul_overflow(start, gaps - i, &a) && !__builtin_mul_overflow(end, i, &b) && !__builtin_add_overflow(a, b, &sum))) {
    return sum / gaps;
  }
  const __int128 wide = static_cast<__int128>(start) * (gaps - i) + static_cast<__int128>(end) * i;
  return static_cast<int64_t>(wide / gaps);
}

// A bound as the result's dtype has it.
Complex bound(const char* op, const char* name, const Scalar& value, ScalarType t) {
  if (c10::isComplexType(t)) {
    return value.to<Complex>();
  }
  const double x = value.to<double>();
  if (t == ScalarType::Bool) {
    return Complex(x != 0);
  }
  if (c10::isIntegralType(t, false)) {
    const int bits = 8 * static_cast<int>(c10::elementSize(t));
    const double most = std::ldexp(1.0, t == ScalarType::Byte ? bits : bits - 1), least = t == ScalarType::Byte ? 0 : -most, whole = std::trunc(x);
    const bool fits = (whole >= least && whole < most) || (t == ScalarType::Long && value.isIntegral(true));
    TORCH_CHECK(fits, op, "(): argument '", name, "' (", value, ") cannot be converted to type ", c10::toString(t), " without overflow");
    return Complex(whole);
  }
  alignas(8) char element[8];
  double rounded;
  convert(ScalarType::Double, &x, t, element, 1);
  convert(t, element, ScalarType::Double, &rounded, 1);
  return rounded;
}

int64_t whole_bound(const Scalar& value) { return value.isIntegral(true) ? value.to<int64_t>() : static_cast<int64_t>(value.to<double>()); }

ScalarType spacing_dtype(const char* op, const Scalar& start, const Scalar& end, OptType dtype) {
  if (start.isComplex() || end.isComplex()) {
    const ScalarType inferred = c10::toComplexType(default_dtype());
    TORCH_CHECK(!dtype || c10::isComplexType(*dtype), op, "(): inferred dtype ", c10::toString(inferred), " can't be safely cast to passed dtype ",
                c10::toString(*dtype));
    return dtype.value_or(inferred);
  }
  return dtype ? *dtype : default_dtype();
}

void write_linspace(const Scalar& start, const Scalar& end, int64_t steps, const Tensor& out) {
  const char* const op = "linspace";
  const ScalarType t = out.scalar_type();
  TORCH_CHECK_NOT_IMPLEMENTED(t != ScalarType::Bool, "\"linspace\" not implemented for 'Bool'");
  const Complex from = bound(op, "start", start, t), to = bound(op, "end", end, t);
  const Spacing real(from.real(), to.real(), steps);
  if (c10::isComplexType(t)) {
    const Spacing imag(from.imag(), to.imag(), steps);
    write_sequence<Complex>(out, op, [&](int64_t first, int64_t n, Complex* values) {
      for (int64_t k = 0; k < n; ++k) {
        values[k] = Complex(real(first + k), imag(first + k));
      }
    });
  } else if (c10::isIntegralType(t, false)) {
    const int64_t a = whole_bound(start), b = whole_bound(end), gaps = std::max<int64_t>(steps - 1, 1);
    write_sequence<int64_t>(out, op, [&](int64_t first, int64_t n, int64_t* values) {
      for (int64_t k = 0; k < n; ++k) {
        values[k] = whole_between(a, b, first + k, gaps);
      }
    });
  } else {
    write_sequence<double>(out, op, [&](int64_t first, int64_t n, double* values) {
      for (int64_t k = 0; k < n; ++k) {
        values[k] = real(first + k);
      }
    });
  }
}

void write_logspace(const Scalar& start, const Scalar& end, int64_t steps, double base, const Tensor& out) {
  const char* const op = "logspace";
  const ScalarType t = out.scalar_type();
  const Complex from = bound(op, "start", start, t), to = bound(op, "end", end, t);
  const Spacing real(from.real(), to.real(), steps);
  if (c10::isComplexType(t)) {
    const Spacing imag(from.imag(), to.imag(), steps);
    write_sequence<Complex>(out, op, [&](int64_t first, int64_t n, Complex* values) {
      for (int64_t k = 0; k < n; ++k) {
        values[k] = scalar::pow(Complex(base), Complex(real(first + k), imag(first + k)));
      }
    });
  } else {
    write_sequence<double>(out, op, [&](int64_t first, int64_t n, double* values) {
      for (int64_t k = 0; k < n; ++k) {
        values[k] = std::pow(base, real(first + k));
      }
    });
  }
}

void check_steps(const char* op, int64_t steps) { TORCH_CHECK(steps >= 0, op, "(): argument 'steps' must be non-negative, got ", steps); }
Scalar number_of(const char* op, const char* name, const Tensor& t) {
  TORCH_CHECK(t.dim() == 0, op, "(): argument '", name, "' must be a 0-dimensional tensor, got one of ", t.dim(), " dimension(s)");
  return at::item(t);
}
void resize_to_steps(Tensor& out, int64_t steps) {
  if (out.numel() != steps) {
    resize_output(out, {steps});
  }
}
}  // namespace

static Tensor linspace(const Scalar& start, const Scalar& end, int64_t steps, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  check_steps("linspace", steps);
  Tensor out = detail::empty({steps}, factory_options("aten::linspace", spacing_dtype("linspace", start, end, dtype), layout, device, pin_memory));
  write_linspace(start, end, steps, out);
  return out;
}
static Tensor linspace_tensors(const Tensor& start, const Tensor& end, int64_t steps, OptType dtype, OptLayout layout, OptDevice device, OptBool pin_memory) {
  return linspace(number_of("linspace", "start", start), number_of("linspace", "end", end), steps, dtype, layout, device, pin_memory);
}
static Tensor linspace_tensor_scalar(const Tensor& start, const Scalar& end, int64_t steps, OptType dtype, OptLayout layout, OptDevice device,
                                     OptBool pin_memory) {
  return linspace(number_of("linspace", "start", start), end, steps, dtype, layout, device, pin_memory);
}
static Tensor linspace_scalar_tensor(const Scalar& start, const Tensor& end, int64_t steps, OptType dtype, OptLayout layout, OptDevice device,
                                     OptBool pin_memory) {
  return linspace(start, number_of("linspace", "end", end), steps, dtype, layout, device, pin_memory);
}
static Tensor& linspace_out(const Scalar& start, const Scalar& end, int64_t steps, Tensor& out) {
  check_steps("linspace", steps);
  spacing_dtype("linspace", start, end, out.scalar_type());
  resize_to_steps(out, steps);
  write_linspace(start, end, steps, out);
  return out;
}
static Tensor& linspace_tensors_out(const Tensor& start, const Tensor& end, int64_t steps, Tensor& out) {
  return linspace_out(number_of("linspace", "start", start), number_of("linspace", "end", end), steps, out);
}
static Tensor& linspace_tensor_scalar_out(const Tensor& start, const Scalar& end, int64_t steps, Tensor& out) {
  return linspace_out(number_of("linspace", "start", start), end, steps, out);
}
static Tensor& linspace_scalar_tensor_out(const Scalar& start, const Tensor& end, int64_t steps, Tensor& out) {
  return linspace_out(start, number_of("linspace", "end", end), steps, out);
}

static Tensor logspace(const Scalar& start, const Scalar& end, int64_t steps, double base, OptType dtype, OptLayout layout, OptDevice device,
                       OptBool pin_memory) {
  check_steps("logspace", steps);
  Tensor out = detail::empty({steps}, factory_options("aten::logspace", spacing_dtype("logspace", start, end, dtype), layout, device, pin_memory));
  write_logspace(start, end, steps, base, out);
  return out;
}
static Tensor logspace_tensors(const Tensor& start, const Tensor& end, int64_t steps, double base, OptType dtype, OptLayout layout, OptDevice device,
                               OptBool pin_memory) {
  return logspace(number_of("logspace", "start", start), number_of("logspace", "end", end), steps, base, dtype, layout, device, pin_memory);
}
static Tensor logspace_tensor_scalar(const Tensor& start, const Scalar& end, int64_t steps, double base, OptType dtype, OptLayout layout, OptDevice device,
                                     OptBool pin_memory) {
  return logspace(number_of("logspace", "start", start), end, steps, base, dtype, layout, device, pin_memory);
}
static Tensor logspace_scalar_tensor(const Scalar& start, const Tensor& end, int64_t steps, double base, OptType dtype, OptLayout layout, OptDevice device,
                                     OptBool pin_memory) {
  return logspace(start, number_of("logspace", "end", end), steps, base, dtype, layout, device, pin_memory);
}
static Tensor& logspace_out(const Scalar& start, const Scalar& end, int64_t steps, double base, Tensor& out) {
  check_steps("logspace", steps);
  spacing_dtype("logspace", start, end, out.scalar_type());
  resize_to_steps(out, steps);
  write_logspace(start, end, steps, base, out);
  return out;
}
static Tensor& logspace_tensors_out(const Tensor& start, const Tensor& end, int64_t steps, double base, Tensor& out) {
  return logspace_out(number_of("logspace", "start", start), number_of("logspace", "end", end), steps, base, out);
}
static Tensor& logspace_tensor_scalar_out(const Tensor& start, const Scalar& end, int64_t steps, double base, Tensor& out) {
  return logspace_out(number_of("logspace", "start", start), end, steps, base, out);
}
static Tensor& logspace_scalar_tensor_out(const Scalar& start, const Tensor& end, int64_t steps, double base, Tensor& out) {
  return logspace_out(start, number_of("logspace", "end", end), steps, base, out);
}

}  // namespace at::native

#include <ATen/native/Ranges.stubs.inc>
