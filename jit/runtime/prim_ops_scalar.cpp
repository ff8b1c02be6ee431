// Operators on int, float, bool and Scalar: arithmetic, comparison, conversion, minimum and maximum.
#include <torch/csrc/jit/runtime/prim_ops.h>
#include <torch/csrc/jit/runtime/python_arith.h>

#include <cmath>

namespace torch::jit {

void arith::divisionByZero(const char* operation) {
  throw c10::ValueError(c10::str("ZeroDivisionError: ", operation, " by zero"));
}

namespace prim_ops {
namespace {

using c10::Scalar;

// A Scalar operand is an int or float here (bool counts as int); complex goes its own way.
double real(const Scalar& s) {
  TORCH_CHECK(!s.isComplex(), "this operator takes no complex number");
  return s.toDouble();
}
bool integral(const Scalar& s) { return s.isIntegral(/*includeBool=*/true); }

struct Add {
  static int64_t apply(int64_t a, int64_t b) { return arith::add(a, b); }
  template <class T>
  static T apply(T a, T b) { return a + b; }
};
struct Sub {
  static int64_t apply(int64_t a, int64_t b) { return arith::sub(a, b); }
  template <class T>
  static T apply(T a, T b) { return a - b; }
};
struct Mul {
  static int64_t apply(int64_t a, int64_t b) { return arith::mul(a, b); }
  template <class T>
  static T apply(T a, T b) { return a * b; }
};
struct FloorDiv {
  static int64_t apply(int64_t a, int64_t b) { return arith::floordiv(a, b); }
  static double apply(double a, double b) { return arith::floordiv(a, b); }
};
struct Remainder {
  static int64_t apply(int64_t a, int64_t b) { return arith::mod(a, b); }
  static double apply(double a, double b) { return arith::mod(a, b); }
};
// With a NaN on either side the right operand comes out, as in PyTorch.
struct Min {
  template <class T>
  static T apply(T a, T b) { return a < b ? a : b; }
};
struct Max {
  template <class T>
  static T apply(T a, T b) { return a > b ? a : b; }
};

// Five overloads: (int, int), (float, float), the two mixed ones, and Scalars.
template <class F>
constexpr std::array<PrimOp, 5> arithmetic(const char* name) {
  return {
      keyed(name, "%.int(int a, int b) -> int", [](int64_t a, int64_t b) { return F::apply(a, b); }),
      keyed(name, "%.float(float a, float b) -> float", [](double a, double b) { return F::apply(a, b); }),
      keyed(name, "%.int_float(int a, float b) -> float", [](int64_t a, double b) { return F::apply(static_cast<double>(a), b); }),
      keyed(name, "%.float_int(float a, int b) -> float", [](double a, int64_t b) { return F::apply(a, static_cast<double>(b)); }),
      keyed(name, "%(Scalar a, Scalar b) -> Scalar", [](Scalar a, Scalar b) -> Scalar {
        if constexpr (requires { F::apply(complexd(), complexd()); } && !std::is_same_v<F, Min> && !std::is_same_v<F, Max>) {
          if (a.isComplex() || b.isComplex()) return F::apply(a.toComplexDouble(), b.toComplexDouble());
        }
        if (integral(a) && integral(b)) return F::apply(a.toLong(), b.toLong());
        return F::apply(real(a), real(b));
      })};
}

struct Eq {
  template <class T>
  static bool apply(const T& a, const T& b) { return a == b; }
};
struct Ne {
  template <class T>
  static bool apply(const T& a, const T& b) { return a != b; }
};
struct Lt {
  template <class T>
  static bool apply(const T& a, const T& b) { return a < b; }
};
struct Gt {
  template <class T>
  static bool apply(const T& a, const T& b) { return a > b; }
};
struct Le {
  template <class T>
  static bool apply(const T& a, const T& b) { return a <= b; }
};
struct Ge {
  template <class T>
  static bool apply(const T& a, const T& b) { return a >= b; }
};

template <class F>
constexpr std::array<PrimOp, 6> comparison(const char* name) {
  return {
      keyed(name, "%.int(int a, int b) -> bool", [](int64_t a, int64_t b) { return F::apply(a, b); }),
      keyed(name, "%.float(float a, float b) -> bool", [](double a, double b) { return F::apply(a, b); }),
      keyed(name, "%.int_float(int a, float b) -> bool", [](int64_t a, double b) { return F::apply(static_cast<double>(a), b); }),
      keyed(name, "%.float_int(float a, int b) -> bool", [](double a, int64_t b) { return F::apply(a, static_cast<double>(b)); }),
      keyed(name, "%(Scalar a, Scalar b) -> bool", [](Scalar a, Scalar b) {
        if (a.isComplex() || b.isComplex()) {
          if constexpr (std::is_same_v<F, Eq> || std::is_same_v<F, Ne>) {
            return F::apply(a.toComplexDouble(), b.toComplexDouble());
          }
          throw c10::TypeError("complex numbers have no order");
        }
        if (integral(a) && integral(b)) return F::apply(a.toLong(), b.toLong());
        return F::apply(real(a), real(b));
      }),
      keyed(name, "%.str(str a, str b) -> bool", [](std::string_view a, std::string_view b) { return F::apply(a, b); })};
}

int64_t intPower(int64_t base, int64_t exponent) {
  TORCH_CHECK_VALUE(exponent >= 0, "pow: an int to the negative power ", exponent, " is no int");
  int64_t result = 1;
  while (exponent) {
    if (exponent & 1) result = arith::mul(result, base);
    base = arith::mul(base, base);
    exponent >>= 1;
  }
  return result;
}

// div is true division; by zero it gives inf or nan, as PyTorch does.
double divide(double a, double b) { return a / b; }

int64_t parseInt(std::string_view text) {
  size_t begin = 0, end = text.size();
  const auto space = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  while (begin < end && space(text[begin])) ++begin;
  while (end > begin && space(text[end - 1])) --end;
  const std::string_view body = text.substr(begin, end - begin);
  const bool negative = !body.empty() && body[0] == '-';
  size_t i = !body.empty() && (body[0] == '-' || body[0] == '+');
  TORCH_CHECK_VALUE(i < body.size(), "ValueError: invalid literal for int() with base 10: '", text, "'");
  uint64_t value = 0;
  const uint64_t limit = negative ? uint64_t{1} << 63 : (uint64_t{1} << 63) - 1;
  for (; i < body.size(); ++i) {
    const char c = body[i];
    if (c == '_' && i + 1 < body.size() && body[i - 1] >= '0' && body[i - 1] <= '9') continue;
    TORCH_CHECK_VALUE(c >= '0' && c <= '9', "ValueError: invalid literal for int() with base 10: '", text, "'");
    const uint64_t digit = c - '0';
    TORCH_CHECK_VALUE(value <= (limit - digit) / 10, "ValueError: int() of '", text, "' does not fit in 64 bits");
    value = value * 10 + digit;
  }
  return static_cast<int64_t>(negative ? uint64_t{0} - value : value);
}

double parseFloat(std::string_view text) {
  std::string body(text);
  while (!body.empty() && (body.back() == ' ' || (body.back() >= '\t' && body.back() <= '\r'))) body.pop_back();
  const char* begin = body.c_str();
  while (*begin == ' ' || (*begin >= '\t' && *begin <= '\r')) ++begin;
  const bool hex = std::string_view(begin).find_first_of("xX") != std::string_view::npos;
  char* end = nullptr;
  const double value = *begin && !hex ? std::strtod(begin, &end) : 0;
  TORCH_CHECK_VALUE(end && *end == 0 && end == body.c_str() + body.size(), "ValueError: could not convert string to float: '", text, "'");
  return value;
}

int64_t rangeLength(int64_t lo, int64_t hi, int64_t step) {
  TORCH_CHECK_VALUE(step != 0, "range() arg 3 must not be zero");
  if (step > 0 ? lo >= hi : lo <= hi) return 0;
  // The distance is taken unsigned: it may be larger than any int.
  const uint64_t distance = step > 0 ? static_cast<uint64_t>(hi) - static_cast<uint64_t>(lo) : static_cast<uint64_t>(lo) - static_cast<uint64_t>(hi);
  const uint64_t stride = step > 0 ? static_cast<uint64_t>(step) : uint64_t{0} - static_cast<uint64_t>(step);
  return static_cast<int64_t>((distance - 1) / stride + 1);
}

constexpr std::array single = {
    op("aten::div.int(int a, int b) -> float", [](int64_t a, int64_t b) { return divide(static_cast<double>(a), static_cast<double>(b)); }),
    op("aten::div.float(float a, float b) -> float", [](double a, double b) { return divide(a, b); }),
    op("aten::div(Scalar a, Scalar b) -> float", [](Scalar a, Scalar b) { return divide(real(a), real(b)); }),
    op("aten::pow.int(int a, int b) -> float", [](int64_t a, int64_t b) { return std::pow(static_cast<double>(a), static_cast<double>(b)); }),
    op("aten::pow.float(float a, float b) -> float", [](double a, double b) { return std::pow(a, b); }),
    op("aten::pow.int_float(int a, float b) -> float", [](int64_t a, double b) { return std::pow(static_cast<double>(a), b); }),
    op("aten::pow.float_int(float a, int b) -> float", [](double a, int64_t b) { return std::pow(a, static_cast<double>(b)); }),
    op("aten::pow.Scalar_Scalar(Scalar a, Scalar b) -> float", [](Scalar a, Scalar b) { return std::pow(real(a), real(b)); }),
    op("aten::pow.int_to_int(int a, int b) -> int", [](int64_t a, int64_t b) { return intPower(a, b); }),
    op("aten::__round_to_zero_floordiv.int(int a, int b) -> int", [](int64_t a, int64_t b) { return arith::truncdiv(a, b); }),
    op("aten::divmod.int(int x, int y) -> (int, int)",
       [](int64_t a, int64_t b) { return std::tuple<int64_t, int64_t>(arith::floordiv(a, b), arith::mod(a, b)); }),
    op("aten::divmod.float(float x, float y) -> (float, float)",
       [](double a, double b) {
         if (b == 0) arith::divisionByZero("float divmod()");
         const double r = arith::mod(a, b);
         return std::tuple<double, double>((a - r) / b, r);
       }),
    op("aten::divmod.int_float(int x, float y) -> (float, float)",
       [](int64_t a, double b) {
         if (b == 0) arith::divisionByZero("float divmod()");
         const double r = arith::mod(static_cast<double>(a), b);
         return std::tuple<double, double>((static_cast<double>(a) - r) / b, r);
       }),
    op("aten::divmod.float_int(float x, int y) -> (float, float)",
       [](double a, int64_t b) {
         if (b == 0) arith::divisionByZero("float divmod()");
         const double r = arith::mod(a, static_cast<double>(b));
         return std::tuple<double, double>((a - r) / static_cast<double>(b), r);
       }),
    op("aten::neg.int(int a) -> int", [](int64_t a) { return arith::neg(a); }),
    op("aten::neg.float(float a) -> float", [](double a) { return -a; }),
    op("aten::neg.Scalar(Scalar a) -> Scalar",
       [](Scalar a) -> Scalar {
         if (a.isComplex()) return -a.toComplexDouble();
         if (integral(a)) return arith::neg(a.toLong());
         return -a.toDouble();
       }),
    op("prim::abs.int(int a) -> int", [](int64_t a) { return arith::abs(a); }),
    op("prim::abs.float(float a) -> float", [](double a) { return std::fabs(a); }),
    op("prim::abs.Scalar(Scalar a) -> Scalar",
       [](Scalar a) -> Scalar {
         if (a.isComplex()) return std::hypot(a.toComplexDouble().real(), a.toComplexDouble().imag());
         if (integral(a)) return arith::abs(a.toLong());
         return std::fabs(a.toDouble());
       }),
    op("aten::__and__.int(int a, int b) -> int", [](int64_t a, int64_t b) { return a & b; }),
    op("aten::__or__.int(int a, int b) -> int", [](int64_t a, int64_t b) { return a | b; }),
    op("aten::__xor__.int(int a, int b) -> int", [](int64_t a, int64_t b) { return a ^ b; }),
    op("aten::__lshift__.int(int a, int b) -> int", [](int64_t a, int64_t b) { return arith::shl(a, b); }),
    op("aten::__rshift__.int(int a, int b) -> int", [](int64_t a, int64_t b) { return arith::shr(a, b); }),
    op("aten::__and__.bool(bool a, bool b) -> bool", [](bool a, bool b) { return a && b; }),
    op("aten::__or__.bool(bool a, bool b) -> bool", [](bool a, bool b) { return a || b; }),
    op("aten::__xor__.bool(bool a, bool b) -> bool", [](bool a, bool b) { return a != b; }),
    op("aten::__not__(bool self) -> bool", [](bool a) { return !a; }),
    op("aten::eq.bool(bool a, bool b) -> bool", [](bool a, bool b) { return a == b; }),
    op("aten::ne.bool(bool a, bool b) -> bool", [](bool a, bool b) { return a != b; }),
    op("aten::Bool.int(int a) -> bool", [](int64_t a) { return a != 0; }),
    op("aten::Bool.float(float a) -> bool", [](double a) { return a != 0; }),
    op("aten::Int.bool(bool a) -> int", [](bool a) { return static_cast<int64_t>(a); }),
    op("aten::Int.float(float a) -> int", [](double a) { return arith::toInt(a); }),
    op("aten::Int.Scalar(Scalar a) -> int", [](Scalar a) { return integral(a) ? a.toLong() : arith::toInt(real(a)); }),
    op("aten::Int.str(str a) -> int", [](std::string_view a) { return parseInt(a); }),
    op("aten::Float.bool(bool a) -> float", [](bool a) { return static_cast<double>(a); }),
    op("aten::Float.int(int a) -> float", [](int64_t a) { return static_cast<double>(a); }),
    op("aten::Float.Scalar(Scalar a) -> float", [](Scalar a) { return real(a); }),
    op("aten::Float.str(str a) -> float", [](std::string_view a) { return parseFloat(a); }),
    op("aten::__range_length(int lo, int hi, int step) -> int", [](int64_t lo, int64_t hi, int64_t step) { return rangeLength(lo, hi, step); }),
    op("aten::__derive_index(int index, int start, int step) -> int",
       [](int64_t index, int64_t start, int64_t step) { return arith::add(start, arith::mul(index, step)); }),
};

constexpr auto kOps = concat(
    arithmetic<Add>("aten::add"), arithmetic<Sub>("aten::sub"), arithmetic<Mul>("aten::mul"), arithmetic<FloorDiv>("aten::floordiv"),
    arithmetic<Remainder>("aten::remainder"), arithmetic<Min>("prim::min"), arithmetic<Max>("prim::max"), comparison<Eq>("aten::eq"),
    comparison<Ne>("aten::ne"), comparison<Lt>("aten::lt"), comparison<Gt>("aten::gt"), comparison<Le>("aten::le"), comparison<Ge>("aten::ge"), single);

}  // namespace

c10::ArrayRef<OperatorRow> scalarOps() { return PrimTable<kOps>::rows(); }

}  // namespace prim_ops
}  // namespace torch::jit
