// Operators on complex numbers.
#include <torch/csrc/jit/runtime/prim_ops.h>

#include <cmath>
#include <complex>

namespace torch::jit::prim_ops {
namespace {

using c10::Scalar;
using stdc = std::complex<double>;

stdc wide(complexd z) { return {z.real(), z.imag()}; }
stdc wide(double x) { return {x, 0}; }
stdc wide(int64_t x) { return {static_cast<double>(x), 0}; }
complexd narrow(stdc z) { return complexd(z.real(), z.imag()); }
double part(int64_t x) { return static_cast<double>(x); }
double part(double x) { return x; }
double part(bool x) { return x; }

struct Add { static stdc f(stdc a, stdc b) { return a + b; } };
struct Sub { static stdc f(stdc a, stdc b) { return a - b; } };
struct Mul { static stdc f(stdc a, stdc b) { return a * b; } };
struct LogBase { static stdc f(stdc a, stdc b) { return std::log(a) / std::log(b); } };

template <class F, class A, class B>
constexpr PrimOp mixed(const char* name, const char* schema) {
  return keyed(name, schema, [](A a, B b) { return narrow(F::f(wide(a), wide(b))); });
}
template <class F>
constexpr std::array<PrimOp, 4> withReal(const char* name) {
  return {
      mixed<F, complexd, double>(name, "aten::%.complex_float(complex a, float b) -> complex"),
      mixed<F, complexd, int64_t>(name, "aten::%.complex_int(complex a, int b) -> complex"),
      mixed<F, double, complexd>(name, "aten::%.float_complex(float a, complex b) -> complex"),
      mixed<F, int64_t, complexd>(name, "aten::%.int_complex(int a, complex b) -> complex")};
}

template <class A, class B>
constexpr PrimOp make(const char* schema) {
  return op(schema, [](A a, B b) { return complexd(part(a), part(b)); });
}
template <class A, class B>
constexpr PrimOp polar(const char* schema) {
  return op(schema, [](A r, B angle) { return complexd(part(r) * std::cos(part(angle)), part(r) * std::sin(part(angle))); });
}
double angleOf(double x) { return std::isnan(x) ? x : x < 0 ? 3.14159265358979323846 : 0.0; }

constexpr std::array single = {
    mixed<Add, complexd, complexd>("add", "aten::%.complex(complex a, complex b) -> complex"),
    mixed<Sub, complexd, complexd>("sub", "aten::%.complex(complex a, complex b) -> complex"),
    mixed<Mul, complexd, complexd>("mul", "aten::%.complex(complex a, complex b) -> complex"),
    mixed<LogBase, complexd, complexd>("log", "aten::%.complex_complex(complex a, complex b) -> complex"),
    op("aten::div.complex(complex a, complex b) -> complex", [](complexd a, complexd b) { return narrow(wide(a) / wide(b)); }),
    op("aten::pow.complex(complex a, complex b) -> complex", [](complexd a, complexd b) { return narrow(std::pow(wide(a), wide(b))); }),
    op("aten::pow.complex_float(complex a, float b) -> complex", [](complexd a, double b) { return narrow(std::pow(wide(a), b)); }),
    op("aten::pow.float_complex(float a, complex b) -> complex", [](double a, complexd b) { return narrow(std::pow(a, wide(b))); }),
    op("aten::neg.complex(complex a) -> complex", [](complexd a) { return complexd(-a.real(), -a.imag()); }),
    op("prim::abs.complex(complex a) -> float", [](complexd a) { return std::hypot(a.real(), a.imag()); }),
    op("aten::angle.complex(complex a) -> float", [](complexd a) { return std::atan2(a.imag(), a.real()); }),
    op("aten::angle.float(float a) -> float", [](double a) { return angleOf(a); }),
    op("aten::angle.int(int a) -> float", [](int64_t a) { return angleOf(static_cast<double>(a)); }),
    op("aten::angle.Scalar(Scalar a) -> Scalar",
       [](Scalar a) -> Scalar {
         const complexd z = a.toComplexDouble();
         return a.isComplex() ? std::atan2(z.imag(), z.real()) : angleOf(z.real());
       }),
    op("aten::eq.complex(complex a, complex b) -> bool", [](complexd a, complexd b) { return a == b; }),
    op("aten::eq.complex_float(complex a, float b) -> bool", [](complexd a, double b) { return a.real() == b && a.imag() == 0; }),
    op("aten::eq.float_complex(float a, complex b) -> bool", [](double a, complexd b) { return b.real() == a && b.imag() == 0; }),
    op("aten::ne.complex(complex a, complex b) -> bool", [](complexd a, complexd b) { return !(a == b); }),
    op("aten::ne.complex_float(complex a, float b) -> bool", [](complexd a, double b) { return !(a.real() == b && a.imag() == 0); }),
    op("aten::ne.float_complex(float a, complex b) -> bool", [](double a, complexd b) { return !(b.real() == a && b.imag() == 0); }),
    op("aten::isnan.complex(complex a) -> bool", [](complexd a) { return std::isnan(a.real()) || std::isnan(a.imag()); }),
    op("aten::isinf.complex(complex a) -> bool", [](complexd a) { return std::isinf(a.real()) || std::isinf(a.imag()); }),
    op("aten::isfinite.complex(complex a) -> bool", [](complexd a) { return std::isfinite(a.real()) && std::isfinite(a.imag()); }),
    op("aten::Complex.Scalar(Scalar a) -> complex", [](Scalar a) { return a.toComplexDouble(); }),
    make<bool, bool>("aten::Complex.bool_bool(bool x, bool y) -> complex"),
    make<bool, double>("aten::Complex.bool_float(bool x, float y) -> complex"),
    make<bool, int64_t>("aten::Complex.bool_int(bool x, int y) -> complex"),
    make<double, bool>("aten::Complex.float_bool(float x, bool y) -> complex"),
    make<double, double>("aten::Complex.float_float(float x, float y) -> complex"),
    make<double, int64_t>("aten::Complex.float_int(float x, int y) -> complex"),
    make<int64_t, bool>("aten::Complex.int_bool(int x, bool y) -> complex"),
    make<int64_t, double>("aten::Complex.int_float(int x, float y) -> complex"),
    make<int64_t, int64_t>("aten::Complex.int_int(int x, int y) -> complex"),
    polar<double, double>("aten::polar.float(float a, float b) -> complex"),
    polar<double, int64_t>("aten::polar.float_int(float a, int b) -> complex"),
    polar<int64_t, int64_t>("aten::polar.int(int a, int b) -> complex"),
    polar<int64_t, double>("aten::polar.int_float(int a, float b) -> complex"),
};

constexpr auto kOps = concat(withReal<Add>("add"), withReal<Sub>("sub"), withReal<Mul>("mul"), withReal<LogBase>("log"), single);

}  // namespace

c10::ArrayRef<OperatorRow> complexOps() { return PrimTable<kOps>::rows(); }

}  // namespace torch::jit::prim_ops
