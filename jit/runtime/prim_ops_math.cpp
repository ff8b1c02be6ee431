// The functions of Python's math module on int, float and Scalar.
#include <torch/csrc/jit/runtime/prim_ops.h>
#include <torch/csrc/jit/runtime/python_arith.h>

#include <cmath>
#include <complex>

namespace torch::jit::prim_ops {
namespace {

using c10::Scalar;

struct Acos { static auto f(auto x) { return std::acos(x); } };
struct Acosh { static auto f(auto x) { return std::acosh(x); } };
struct Asin { static auto f(auto x) { return std::asin(x); } };
struct Asinh { static auto f(auto x) { return std::asinh(x); } };
struct Atan { static auto f(auto x) { return std::atan(x); } };
struct Atanh { static auto f(auto x) { return std::atanh(x); } };
struct Cos { static auto f(auto x) { return std::cos(x); } };
struct Cosh { static auto f(auto x) { return std::cosh(x); } };
struct Exp { static auto f(auto x) { return std::exp(x); } };
struct Log { static auto f(auto x) { return std::log(x); } };
struct Log10 { static auto f(auto x) { return std::log10(x); } };
struct Sin { static auto f(auto x) { return std::sin(x); } };
struct Sinh { static auto f(auto x) { return std::sinh(x); } };
struct Sqrt { static auto f(auto x) { return std::sqrt(x); } };
struct Tan { static auto f(auto x) { return std::tan(x); } };
struct Tanh { static auto f(auto x) { return std::tanh(x); } };
struct Erf { static double f(double x) { return std::erf(x); } };
struct Erfc { static double f(double x) { return std::erfc(x); } };
struct Expm1 { static double f(double x) { return std::expm1(x); } };
struct Log1p { static double f(double x) { return std::log1p(x); } };
struct Gamma { static double f(double x) { return std::tgamma(x); } };
struct Lgamma {
  // lgamma() of the C library writes a global; the re-entrant one does not.
  static double f(double x) {
    int sign = 0;
    return ::lgamma_r(x, &sign);
  }
};
struct Fabs { static double f(double x) { return std::fabs(x); } };
struct Degrees { static double f(double x) { return x * (180 / 3.14159265358979323846); } };
struct Radians { static double f(double x) { return x * (3.14159265358979323846 / 180); } };

double real(const Scalar& s) {
  TORCH_CHECK(!s.isComplex(), "this function takes no complex number");
  return s.toDouble();
}

template <class F>
constexpr std::array<PrimOp, 3> unary(const char* name) {
  return {
      keyed(name, "aten::%.float(float a) -> float", [](double a) { return F::f(a); }),
      keyed(name, "aten::%.int(int a) -> float", [](int64_t a) { return F::f(static_cast<double>(a)); }),
      keyed(name, "aten::%.Scalar(Scalar a) -> Scalar", [](Scalar a) -> Scalar {
        if constexpr (requires { F::f(std::complex<double>()); }) {
          if (a.isComplex()) {
            const complexd z = a.toComplexDouble();
            return complexd(F::f(std::complex<double>(z.real(), z.imag())));
          }
        }
        return F::f(real(a));
      })};
}
template <class F>
constexpr std::array<PrimOp, 1> ofComplex(const char* name) {
  return {keyed(name, "aten::%.complex(complex a) -> complex", [](complexd z) { return complexd(F::f(std::complex<double>(z.real(), z.imag()))); })};
}

struct Atan2 { static double f(double a, double b) { return std::atan2(a, b); } };
struct Copysign { static double f(double a, double b) { return std::copysign(a, b); } };
struct Fmod {
  static double f(double a, double b) {
    if (b == 0) arith::divisionByZero("fmod()");
    return std::fmod(a, b);
  }
};
struct MathRemainder {
  static double f(double a, double b) {
    if (b == 0) arith::divisionByZero("math.remainder()");
    return std::remainder(a, b);
  }
};

template <class F>
constexpr std::array<PrimOp, 4> binary(const char* name) {
  return {
      keyed(name, "aten::%.int(int a, int b) -> float", [](int64_t a, int64_t b) { return F::f(static_cast<double>(a), static_cast<double>(b)); }),
      keyed(name, "aten::%.float(float a, float b) -> float", [](double a, double b) { return F::f(a, b); }),
      keyed(name, "aten::%.int_float(int a, float b) -> float", [](int64_t a, double b) { return F::f(static_cast<double>(a), b); }),
      keyed(name, "aten::%.float_int(float a, int b) -> float", [](double a, int64_t b) { return F::f(a, static_cast<double>(b)); })};
}
template <class F>
constexpr std::array<PrimOp, 1> binaryScalar(const char* name, const char* schema) {
  return {keyed(name, schema, [](Scalar a, Scalar b) { return F::f(real(a), real(b)); })};
}

double logBase(double x, double base) { return std::log(x) / std::log(base); }

int64_t factorial(int64_t n) {
  TORCH_CHECK_VALUE(n >= 0, "factorial() not defined for negative values, got ", n);
  uint64_t result = 1;
  for (int64_t i = 2; i <= n && result != 0; ++i) result *= static_cast<uint64_t>(i);  // wraps; from 66! on all 64 bits are zero
  return static_cast<int64_t>(result);
}

int64_t gcd(int64_t a, int64_t b) {
  uint64_t x = static_cast<uint64_t>(arith::abs(a)), y = static_cast<uint64_t>(arith::abs(b));
  while (y) {
    const uint64_t r = x % y;
    x = y;
    y = r;
  }
  return static_cast<int64_t>(x);
}

constexpr std::array single = {
    op("aten::ceil.float(float a) -> int", [](double a) { return arith::toInt(std::ceil(a)); }),
    op("aten::ceil.int(int a) -> int", [](int64_t a) { return a; }),
    op("aten::ceil.Scalar(Scalar a) -> Scalar", [](Scalar a) -> Scalar { return a.isIntegral(true) ? a.toLong() : arith::toInt(std::ceil(real(a))); }),
    op("aten::floor.float(float a) -> int", [](double a) { return arith::toInt(std::floor(a)); }),
    op("aten::floor.int(int a) -> int", [](int64_t a) { return a; }),
    op("aten::floor.Scalar(Scalar a) -> Scalar", [](Scalar a) -> Scalar { return a.isIntegral(true) ? a.toLong() : arith::toInt(std::floor(real(a))); }),
    // Halves go to the even neighbour.
    op("aten::round.float(float a) -> float", [](double a) { return std::nearbyint(a); }),
    op("aten::round.int(int a) -> float", [](int64_t a) { return static_cast<double>(a); }),
    op("aten::round.Scalar(Scalar a) -> Scalar", [](Scalar a) -> Scalar { return std::nearbyint(real(a)); }),
    op("aten::log.int_int(int a, int b) -> float", [](int64_t a, int64_t b) { return logBase(static_cast<double>(a), static_cast<double>(b)); }),
    op("aten::log.float_float(float a, float b) -> float", [](double a, double b) { return logBase(a, b); }),
    op("aten::log.int_float(int a, float b) -> float", [](int64_t a, double b) { return logBase(static_cast<double>(a), b); }),
    op("aten::log.float_int(float a, int b) -> float", [](double a, int64_t b) { return logBase(a, static_cast<double>(b)); }),
    op("aten::log.Scalar_Scalar(Scalar a, Scalar b) -> float", [](Scalar a, Scalar b) { return logBase(real(a), real(b)); }),
    op("aten::ldexp(float x, int i) -> float",
       [](double x, int64_t i) { return std::ldexp(x, static_cast<int>(i > 100000 ? 100000 : i < -100000 ? -100000 : i)); }),
    op("aten::frexp(float a) -> (float, int)",
       [](double a) {
         int exponent = 0;
         const double mantissa = std::frexp(a, &exponent);
         return std::tuple<double, int64_t>(mantissa, exponent);
       }),
    op("aten::modf(float a) -> (float, float)",
       [](double a) {
         double whole = 0;
         const double fraction = std::modf(a, &whole);
         return std::tuple<double, double>(fraction, whole);
       }),
    op("aten::factorial.int(int a) -> int", [](int64_t a) { return factorial(a); }),
    op("aten::gcd.int(int a, int b) -> int", [](int64_t a, int64_t b) { return gcd(a, b); }),
    op("aten::isnan.float(float a) -> bool", [](double a) { return std::isnan(a); }),
    op("aten::isinf.float(float a) -> bool", [](double a) { return std::isinf(a); }),
    op("aten::isfinite.float(float a) -> bool", [](double a) { return std::isfinite(a); }),
};

constexpr auto kOps = concat(
    unary<Acos>("acos"), unary<Acosh>("acosh"), unary<Asin>("asin"), unary<Asinh>("asinh"), unary<Atan>("atan"), unary<Atanh>("atanh"), unary<Cos>("cos"),
    unary<Cosh>("cosh"), unary<Exp>("exp"), unary<Log>("log"), unary<Log10>("log10"), unary<Sin>("sin"), unary<Sinh>("sinh"), unary<Sqrt>("sqrt"),
    unary<Tan>("tan"), unary<Tanh>("tanh"), unary<Erf>("erf"), unary<Erfc>("erfc"), unary<Expm1>("expm1"), unary<Log1p>("log1p"), unary<Gamma>("gamma"),
    unary<Lgamma>("lgamma"), unary<Fabs>("fabs"), unary<Degrees>("degrees"), unary<Radians>("radians"), ofComplex<Acos>("acos"), ofComplex<Acosh>("acosh"),
    ofComplex<Asin>("asin"), ofComplex<Asinh>("asinh"), ofComplex<Atan>("atan"), ofComplex<Atanh>("atanh"), ofComplex<Cos>("cos"), ofComplex<Cosh>("cosh"),
    ofComplex<Exp>("exp"), ofComplex<Log>("log"), ofComplex<Log10>("log10"), ofComplex<Sin>("sin"), ofComplex<Sinh>("sinh"), ofComplex<Sqrt>("sqrt"),
    ofComplex<Tan>("tan"), ofComplex<Tanh>("tanh"), binary<Atan2>("atan2"), binaryScalar<Atan2>("atan2", "aten::%.Scalar_Scalar(Scalar a, Scalar b) -> float"),
    binary<Copysign>("copysign"), binaryScalar<Copysign>("copysign", "aten::%(Scalar a, Scalar b) -> float"), binary<Fmod>("fmod"),
    binaryScalar<Fmod>("fmod", "aten::%(Scalar a, Scalar b) -> float"), binary<MathRemainder>("mathremainder"),
    binaryScalar<MathRemainder>("mathremainder", "aten::%(Scalar a, Scalar b) -> float"), single);

}  // namespace

c10::ArrayRef<OperatorRow> mathOps() { return PrimTable<kOps>::rows(); }

}  // namespace torch::jit::prim_ops
