// The functions of formulas over the values of TileVec.h. Single precision has polynomials of its own for exp, log, tanh, sigmoid, erf, sin, cos, atan2 (at most 4 ulp, right for NaN,
// infinities and denormals; they want fused multiply-add, so an instruction set without it calls the C library), double precision has exp and sigmoid; all else goes lane by lane
// through the C library. Includable again and again under <hwy/foreach_target.h>.
#if defined(WICK_TILE_MATH_H) == defined(HWY_TARGET_TOGGLE)
#ifdef WICK_TILE_MATH_H
#undef WICK_TILE_MATH_H
#else
#define WICK_TILE_MATH_H
#endif

#include <ATen/native/cpu/TileVec.h>

HWY_BEFORE_NAMESPACE();
namespace at::native {
namespace HWY_NAMESPACE {

// x86 and Arm: fused multiply-add, and a Min and Max of which the order of operands says what becomes of a NaN.
constexpr bool kOwnMath = (HWY_ARCH_X86 || HWY_ARCH_ARM) && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128;

// c[0] + c[1] x + c[2] x^2 + ..., Horner.
template <class T, size_t K>
WICK_FN Vec<T> Polynomial(Vec<T> x, const T (&c)[K]) {
  auto r = Splat<T>(c[K - 1]).v;
  HWY_UNROLL(16)
  for (size_t i = K - 1; i-- > 0;) {
    r = hn::MulAdd(r, x.v, Splat<T>(c[i]).v);
  }
  return {r};
}
WICK_T WICK_FN Vec<T> MulAdd(Vec<T> a, Vec<T> b, Vec<T> c) {
  return {hn::MulAdd(a.v, b.v, c.v)};
}
WICK_T WICK_FN Vec<T> MulAdd(Vec<T> a, T b, Vec<T> c) {
  return {hn::MulAdd(a.v, Splat<T>(b).v, c.v)};
}

#define WICK_LANE_FUNCTION(Name, name)                                     \
  WICK_T WICK_FN Vec<T> Name(Vec<T> a) {                                   \
    static_assert(std::is_floating_point_v<T>);                            \
    return Lanes(a, [](T x) { return static_cast<T>(std::name(x)); });     \
  }                                                                        \
  WICK_T WICK_FN One<T> Name(One<T> a) {                                   \
    return {scalar::name(a.v)};                                            \
  }
WICK_LANE_FUNCTION(Log2, log2)
WICK_LANE_FUNCTION(Log10, log10)
WICK_LANE_FUNCTION(Tan, tan)
WICK_LANE_FUNCTION(Asin, asin)
WICK_LANE_FUNCTION(Acos, acos)
WICK_LANE_FUNCTION(Atan, atan)
WICK_LANE_FUNCTION(Sinh, sinh)
WICK_LANE_FUNCTION(Cosh, cosh)
WICK_LANE_FUNCTION(Asinh, asinh)
WICK_LANE_FUNCTION(Acosh, acosh)
WICK_LANE_FUNCTION(Atanh, atanh)
WICK_LANE_FUNCTION(Exp2, exp2)
#undef WICK_LANE_FUNCTION
WICK_T WICK_FN Vec<T> Erfinv(Vec<T> a) {
  return Lanes(a, [](T x) { return scalar::erfinv(x); });
}
WICK_T WICK_FN Vec<T> Hypot(Vec<T> a, Vec<T> b) {
  return Lanes(a, b, [](T x, T y) { return std::hypot(x, y); });
}
WICK_T WICK_FN Vec<T> Erfc(Vec<T> a) {
  return Lanes(a, [](T x) { return std::erfc(x); });
}
#define WICK_ONE_FUNCTION(Name, name)       \
  WICK_T WICK_FN One<T> Name(One<T> a) {    \
    return {scalar::name(a.v)};             \
  }
WICK_ONE_FUNCTION(Exp, exp)
WICK_ONE_FUNCTION(Log, log)
WICK_ONE_FUNCTION(Expm1, expm1)
WICK_ONE_FUNCTION(Log1p, log1p)
WICK_ONE_FUNCTION(Sqrt, sqrt)
WICK_ONE_FUNCTION(Rsqrt, rsqrt)
WICK_ONE_FUNCTION(Sin, sin)
WICK_ONE_FUNCTION(Cos, cos)
WICK_ONE_FUNCTION(Tanh, tanh)
WICK_ONE_FUNCTION(Sigmoid, sigmoid)
WICK_ONE_FUNCTION(Sign, sign)
WICK_ONE_FUNCTION(Abs, abs)
#undef WICK_ONE_FUNCTION
WICK_T WICK_FN One<T> Reciprocal(One<T> a) {
  return Div(Const(a, 1), a);
}

// ---- exp. x = n ln 2 + r, |r| <= ln 2 / 2. 2^n goes on in two factors, so that results between the smallest normal number and 0 are rounded once and large ones become
// infinite. A NaN runs through: Min and Max are called so that it is the operand they return, and every factor multiplies it.
struct ExpParts {
  Vec<float> p; // exp(r)
  hn::Vec<hn::ScalableTag<int32_t>> shifted_n; // n << 23
};
// exp(r) of |r| up to ln 2 / 2.
WICK_FN Vec<float> ExpOfRest(Vec<float> r) {
  const Vec<float> q = Polynomial<float>(r, {5.000000078e-01f, 1.666666686e-01f, 4.166626826e-02f, 8.333265168e-03f, 1.394618977e-03f, 1.991797032e-04f});
  return {hn::Add(hn::MulAdd(hn::Mul(r.v, r.v), q.v, r.v), Splat<float>(1.0f).v)};
}
WICK_FN ExpParts ExpReduce(Vec<float> x) {
  const hn::ScalableTag<float> d;
  const hn::ScalableTag<int32_t> di;
  const auto magic = hn::Set(d, 12582912.0f); // 1.5 * 2^23: adding it rounds to a whole number, which then stands in the low bits
  const auto shifted = hn::MulAdd(x.v, hn::Set(d, 1.44269504088896341f), magic);
  const auto n = hn::Sub(shifted, magic);
  auto r = hn::NegMulAdd(n, hn::Set(d, 0.693359375f), x.v);
  r = hn::NegMulAdd(n, hn::Set(d, -2.12194440e-4f), r);
  return {ExpOfRest({r}), hn::ShiftLeft<23>(hn::BitCast(di, shifted))};
}
// p 2^(n - k) 2^k; `offset` is 127 - k, the bias of an exponent and what keeps the first factor normal.
WICK_FN Vec<float> ExpScale(const ExpParts& e, int32_t offset) {
  const hn::ScalableTag<float> d;
  const hn::ScalableTag<int32_t> di;
  return {hn::Mul(e.p.v, hn::BitCast(d, hn::Add(e.shifted_n, hn::Set(di, offset * (1 << 23)))))};
}
WICK_FN Vec<float> AtMost(Vec<float> x, float limit) {
  return {hn::Min(Splat<float>(limit).v, x.v)};
}
WICK_FN Vec<float> AtLeast(Vec<float> x, float limit) {
  return {hn::Max(Splat<float>(limit).v, x.v)};
}
// Of numbers from 0 to 80.
WICK_FN Vec<float> ExpSmall(Vec<float> x) {
  return ExpScale(ExpReduce(x), 127);
}
// Of numbers up to 0.
WICK_FN Vec<float> ExpNegative(Vec<float> x) {
  return Mul(ExpScale(ExpReduce(AtLeast(x, -104.5f)), 127 + 64), Splat<float>(5.421010862427522e-20f)); // 2^-64
}
WICK_FN Vec<float> ExpCore(Vec<float> x) {
  const hn::ScalableTag<float> d;
  const ExpParts e = ExpReduce(AtMost(AtLeast(x, -104.5f), 89.0f));
  const auto first = hn::BitCast(hn::ScalableTag<int32_t>(), hn::IfNegativeThenElse(x.v, hn::BitCast(d, hn::Set(hn::ScalableTag<int32_t>(), (127 + 64) * (1 << 23))), hn::BitCast(d, hn::Set(hn::ScalableTag<int32_t>(), (127 - 64) * (1 << 23)))));
  const auto second = hn::IfNegativeThenElse(x.v, hn::Set(d, 5.421010862427522e-20f), hn::Set(d, 18446744073709551616.0f));
  return {hn::Mul(hn::Mul(e.p.v, hn::BitCast(d, hn::Add(e.shifted_n, first))), second)};
}
WICK_FN Vec<double> ExpCore(Vec<double> x) {
  const hn::ScalableTag<double> d;
  const hn::ScalableTag<int64_t> di;
  const auto clamped = hn::Min(hn::Max(x.v, hn::Set(d, -746.0)), hn::Set(d, 710.0));
  const auto magic = hn::Set(d, 6755399441055744.0); // 1.5 * 2^52
  const auto shifted = hn::MulAdd(clamped, hn::Set(d, 1.4426950408889634074), magic);
  const auto n = hn::Sub(shifted, magic);
  auto r = hn::NegMulAdd(n, hn::Set(d, 6.93147180369123816490e-01), clamped);
  r = hn::NegMulAdd(n, hn::Set(d, 1.90821492927058770002e-10), r);
  const Vec<double> q = Polynomial<double>({r}, {1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800.0});
  const auto p = hn::Add(hn::MulAdd(hn::Mul(r, r), q.v, r), hn::Set(d, 1.0));
  const auto whole = hn::Sub(hn::BitCast(di, shifted), hn::BitCast(di, magic));
  // No arithmetic shift of 64-bit integers everywhere: halve the (positive) biased exponent instead.
  const auto biased = hn::Add(whole, hn::Set(di, 2046));
  const auto half = hn::BitCast(di, hn::ShiftRight<1>(hn::BitCast(hn::ScalableTag<uint64_t>(), biased)));
  const auto f1 = hn::BitCast(d, hn::ShiftLeft<52>(half));
  const auto f2 = hn::BitCast(d, hn::ShiftLeft<52>(hn::Sub(biased, half)));
  return {hn::Mul(hn::Mul(p, f1), f2)};
}
WICK_T WICK_FN Vec<T> Exp(Vec<T> x) {
  if constexpr (!kOwnMath) {
    return Lanes(x, [](T v) { return std::exp(v); });
  } else if constexpr (std::is_same_v<T, float>) {
    return ExpCore(x);
  } else {
    return Where(IsNan(x), x, ExpCore(x));
  }
}
// ---- expm1: 2 (s expm1(r) + (s - 1/2)) with s = 2^(n - 1), which does not overflow before the result does. The sign is x's, so that -0 stays.
WICK_FN Vec<float> Expm1Core(Vec<float> x) {
  const hn::ScalableTag<float> d;
  const hn::ScalableTag<int32_t> di;
  const auto magic = hn::Set(d, 12582912.0f);
  const Vec<float> clamped = AtMost(AtLeast(x, -30.0f), 89.0f);
  const auto shifted = hn::MulAdd(clamped.v, hn::Set(d, 1.44269504088896341f), magic);
  const auto n = hn::Sub(shifted, magic);
  auto r = hn::NegMulAdd(n, hn::Set(d, 0.693359375f), clamped.v);
  r = hn::NegMulAdd(n, hn::Set(d, -2.12194440e-4f), r);
  const Vec<float> q = Polynomial<float>({r}, {5.000000078e-01f, 1.666666686e-01f, 4.166626826e-02f, 8.333265168e-03f, 1.394618977e-03f, 1.991797032e-04f});
  const auto e = hn::MulAdd(hn::Mul(r, r), q.v, r);
  const auto s = hn::BitCast(d, hn::Add(hn::ShiftLeft<23>(hn::BitCast(di, shifted)), hn::Set(di, 126 * (1 << 23))));
  const auto half = hn::MulAdd(s, e, hn::Sub(s, hn::Set(d, 0.5f)));
  return CopySign(Vec<float>{hn::Add(half, half)}, x);
}
WICK_T WICK_FN Vec<T> Expm1(Vec<T> x) {
  if constexpr (kOwnMath && std::is_same_v<T, float>) {
    return Expm1Core(x);
  } else {
    return Lanes(x, [](T v) { return std::expm1(v); });
  }
}
// e / (1 + e) or 1 / (1 + e) with e = exp(-|x|): neither end overflows and the lower one keeps its precision. One coefficient less than exp has: 2.4 ulp in all.
WICK_FN Vec<float> SigmoidCore(Vec<float> x) {
  const hn::ScalableTag<float> d;
  const auto magic = hn::Set(d, 12582912.0f);
  const auto a = hn::Max(hn::Set(d, -104.5f), hn::Or(x.v, hn::Set(d, -0.0f)));
  const auto shifted = hn::MulAdd(a, hn::Set(d, 1.44269504088896341f), magic);
  const auto n = hn::Sub(shifted, magic);
  auto r = hn::NegMulAdd(n, hn::Set(d, 0.693359375f), a);
  r = hn::NegMulAdd(n, hn::Set(d, -2.12194440e-4f), r);
  const Vec<float> q = Polynomial<float>({r}, {4.99999851e-01f, 1.66664720e-01f, 4.16695364e-02f, 8.37312452e-03f, 1.37805939e-03f});
  const Vec<float> p = {hn::Add(hn::MulAdd(hn::Mul(r, r), q.v, r), hn::Set(d, 1.0f))};
  const Vec<float> e64 = ExpScale({p, hn::ShiftLeft<23>(hn::BitCast(hn::ScalableTag<int32_t>(), shifted))}, 127 + 64);
  const auto scale = hn::Set(d, 5.421010862427522e-20f); // 2^-64
  const auto one = hn::Set(d, 1.0f);
  return {hn::Div(hn::IfNegativeThenElse(x.v, hn::Mul(e64.v, scale), one), hn::MulAdd(e64.v, scale, one))};
}
WICK_T WICK_FN Vec<T> Sigmoid(Vec<T> x) {
  if constexpr (kOwnMath && std::is_same_v<T, float>) {
    return SigmoidCore(x);
  } else {
    const Vec<T> e = Exp(Neg(Abs(x))), one = Const(x, 1);
    return Div(Where(Lt(x, Const(x, 0)), e, one), Add(one, e));
  }
}

WICK_FN Vec<float> TanhCore(Vec<float> x) {
  const Vec<float> a = Abs(x), z = Mul(x, x), one = Const(x, 1);
  const Vec<float> q = Polynomial<float>(z, {-3.333333091e-01f, 1.333320976e-01f, -5.394720427e-02f, 2.170296710e-02f, -8.182673847e-03f, 2.147536850e-03f});
  const Vec<float> small = MulAdd(Mul(z, x), q, x); // a NaN too
  const Vec<float> large = Sub(one, Div(Const(x, 2), Add(ExpSmall(AtMost(Add(a, a), 20.0f)), one)));
  return Where(Ge(a, Const(x, 0.625f)), CopySign(large, x), small);
}
WICK_T WICK_FN Vec<T> Tanh(Vec<T> x) {
  if constexpr (kOwnMath && std::is_same_v<T, float>) {
    return TanhCore(x);
  } else {
    return Lanes(x, [](T v) { return std::tanh(v); });
  }
}

// ---- log. x = 2^e (1 + f) with 1 + f between sqrt(1/2) and sqrt(2); log(1 + f) = f - f^2/2 + f^3 P(f).
WICK_FN Vec<float> LogCore(Vec<float> x) {
  const hn::ScalableTag<float> d;
  const hn::ScalableTag<int32_t> di;
  const auto tiny = hn::Lt(x.v, hn::Set(d, 1.17549435e-38f));
  const auto scaled = hn::IfThenElse(tiny, hn::Mul(x.v, hn::Set(d, 33554432.0f)), x.v); // 2^25
  const auto bits = hn::BitCast(di, scaled);
  const auto e_int = hn::ShiftRight<23>(hn::Sub(bits, hn::Set(di, 0x3f3504f3)));
  const auto f = hn::Sub(hn::BitCast(d, hn::Sub(bits, hn::ShiftLeft<23>(e_int))), hn::Set(d, 1.0f));
  auto e = hn::ConvertTo(d, e_int);
  e = hn::IfThenElse(tiny, hn::Sub(e, hn::Set(d, 25.0f)), e);
  const Vec<float> p = Polynomial<float>({f}, {3.333331044e-01f, -2.499998660e-01f, 2.000222661e-01f, -1.666925082e-01f, 1.421865809e-01f, -1.238434848e-01f, 1.187297631e-01f, -1.178980766e-01f, 6.915367989e-02f});
  const auto f2 = hn::Mul(f, f);
  auto r = hn::Mul(hn::Mul(f2, f), p.v);
  r = hn::MulAdd(e, hn::Set(d, -2.12194440e-4f), r);
  r = hn::NegMulAdd(f2, hn::Set(d, 0.5f), r);
  r = hn::Add(f, r);
  r = hn::MulAdd(e, hn::Set(d, 0.693359375f), r);
  const auto infinity = hn::Set(d, std::numeric_limits<float>::infinity());
  r = hn::IfThenElse(hn::Eq(x.v, infinity), infinity, r);
  r = hn::IfThenElse(hn::Eq(x.v, hn::Zero(d)), hn::Neg(infinity), r);
  // below 0, and NaN
  return {hn::IfThenElse(hn::Ge(x.v, hn::Zero(d)), r, hn::Set(d, std::numeric_limits<float>::quiet_NaN()))};
}
WICK_T WICK_FN Vec<T> Log(Vec<T> x) {
  if constexpr (kOwnMath && std::is_same_v<T, float>) {
    return LogCore(x);
  } else {
    return Lanes(x, [](T v) { return std::log(v); });
  }
}

// ---- log1p: the logarithm of u, which is 1 + x rounded, and what the rounding lost.
WICK_FN Vec<float> Log1pCore(Vec<float> x) {
  const Vec<float> one = Const(x, 1), u = Add(one, x);
  const Vec<float> lost = Div(Sub(x, Sub(u, one)), u);
  const Vec<float> l = LogCore(u);
  const Vec<float> r = Where(IsFinite(l), Add(l, lost), l);
  return Where(Eq(u, one), x, r);
}
WICK_T WICK_FN Vec<T> Log1p(Vec<T> x) {
  if constexpr (kOwnMath && std::is_same_v<T, float>) {
    return Log1pCore(x);
  } else {
    return Lanes(x, [](T v) { return std::log1p(v); });
  }
}

// ---- log(exp(a) + exp(b)); equal infinities are their own sum.
WICK_T WICK_FN Vec<T> LogAddExp(Vec<T> a, Vec<T> b) {
  const Vec<T> sum = Add(Max(a, b), Log1p(Exp(Neg(Abs(Sub(a, b))))));
  return Where(And(Eq(a, b), IsInf(a)), a, sum);
}
WICK_T WICK_FN One<T> LogAddExp(One<T> a, One<T> b) {
  return {scalar::logaddexp(a.v, b.v)};
}

WICK_T WICK_FN Vec<T> Logit(Vec<T> x) {
  return Log(Div(x, Sub(Const(x, 1), x)));
}

// ---- erf. x P(x^2) up to 1; beyond it 1 - exp(Q(|x|)), Q approximating log(erfc).
WICK_FN Vec<float> ErfCore(Vec<float> x) {
  const Vec<float> a = Abs(x), z = Mul(x, x);
  const Vec<float> small = Mul(x, Polynomial<float>(z, {1.128379166e+00f, -3.761262714e-01f, 1.128360018e-01f, -2.685444459e-02f, 5.189535342e-03f, -8.020841300e-04f, 7.889119598e-05f}));
  const Vec<float> capped = {hn::Min(a.v, Splat<float>(4.0f).v)};
  const Vec<float> q = Polynomial<float>(capped, {1.880402250e-04f, -1.129578424e+00f, -6.332198931e-01f, -1.084185773e-01f, 2.520825672e-02f, -4.204561867e-03f, 4.413363759e-04f, -2.168684986e-05f});
  const Vec<float> large = CopySign(Sub(Const(x, 1), ExpNegative(q)), x);
  return Where(Ge(a, Const(x, 1)), large, small);
}
WICK_T WICK_FN Vec<T> Erf(Vec<T> x) {
  if constexpr (kOwnMath && std::is_same_v<T, float>) {
    return ErfCore(x);
  } else {
    return Lanes(x, [](T v) { return std::erf(v); });
  }
}

// ---- the normal distribution's probability below -a, erfc(a / sqrt 2) / 2: exp(-a^2 / 2) times a rational function, so the far tail keeps its precision. The exponential comes 2^64
// too large, for the caller to scale after his last product: what is less than the smallest normal number is then rounded once. What the rounding of a^2 lost, up to 50 ulp of the
// result, goes into the exponential's argument.
struct NormalTail {
  Vec<float> e, ratio;
};
WICK_FN NormalTail NormalTailOf(Vec<float> a) {
  const hn::ScalableTag<float> d;
  const hn::ScalableTag<int32_t> di;
  const auto magic = hn::Set(d, 12582912.0f);
  const auto square = hn::Mul(a.v, a.v);
  const auto lost = hn::MulSub(a.v, a.v, square);
  const auto shifted = hn::MulAdd(square, hn::Set(d, -0.72134752044448170f), magic);
  const auto n = hn::Sub(shifted, magic);
  auto r = hn::NegMulAdd(n, hn::Set(d, 0.693359375f), hn::Mul(square, hn::Set(d, -0.5f)));
  r = hn::NegMulAdd(n, hn::Set(d, -2.12194440e-4f), r);
  r = hn::MulAdd(lost, hn::Set(d, -0.5f), r);
  const ExpParts parts = {ExpOfRest({r}), hn::ShiftLeft<23>(hn::BitCast(di, shifted))};
  const Vec<float> p = Polynomial<float>(a, {5.000000030e-01f, 4.386966087e-01f, 1.835331401e-01f, 4.073380768e-02f, 4.131272268e-03f});
  const Vec<float> q = Polynomial<float>(a, {1.000000000e+00f, 1.675278209e+00f, 1.203740001e+00f, 4.702574353e-01f, 1.021108251e-01f, 1.035544747e-02f});
  return {ExpScale(parts, 127 + 64), Div(p, q)};
}
WICK_FN Vec<float> NormalCdfCore(Vec<float> x) {
  const NormalTail t = NormalTailOf(AtMost(Abs(x), 14.6f));
  const Vec<float> tail = Mul(Mul(t.e, t.ratio), Const(x, 5.421010862427522e-20f)); // 2^-64
  return Where(Gt(x, Const(x, 0)), Sub(Const(x, 1), tail), tail);
}
// x times it: what is above 0 of x, less |x| times the tail. Minus infinity gives 0.
WICK_FN Vec<float> GeluCore(Vec<float> x) {
  const Vec<float> a = AtMost(Abs(x), 14.6f);
  const NormalTail t = NormalTailOf(a);
  const Vec<float> tail = Mul(Mul(t.e, Mul(a, t.ratio)), Const(x, 5.421010862427522e-20f));
  return Sub(AtLeast(x, 0.0f), tail);
}
WICK_T WICK_FN Vec<T> NormalCdf(Vec<T> x) {
  if constexpr (kOwnMath && std::is_same_v<T, float>) {
    return NormalCdfCore(x);
  } else {
    return Lanes(x, [](T v) { return static_cast<T>(0.5) * std::erfc(v * static_cast<T>(-0.70710678118654752440)); });
  }
}

WICK_T WICK_FN Vec<T> Gelu(Vec<T> x) {
  if constexpr (kOwnMath && std::is_same_v<T, float>) {
    return GeluCore(x);
  } else {
    return Lanes(x, [](T v) { return v < static_cast<T>(-40) ? static_cast<T>(-0.0) : v * (static_cast<T>(0.5) * std::erfc(v * static_cast<T>(-0.70710678118654752440))); });
  }
}

// ---- sin, cos. x = n pi/2 + r; from 2^15 on lane by lane, where three pieces of pi/2 are no longer enough.
template <bool kCos>
WICK_FN Vec<float> SinCosCore(Vec<float> x) {
  const hn::ScalableTag<float> d;
  const hn::ScalableTag<int32_t> di;
  const auto magic = hn::Set(d, 12582912.0f);
  const auto shifted = hn::MulAdd(x.v, hn::Set(d, 0.636619772367581343f), magic);
  const auto n = hn::Sub(shifted, magic);
  auto r = hn::NegMulAdd(n, hn::Set(d, 1.57079637050628662109375f), x.v);
  r = hn::NegMulAdd(n, hn::Set(d, -4.37113900018624283e-8f), r);
  r = hn::NegMulAdd(n, hn::Set(d, -1.71512449e-15f), r);
  auto quadrant = hn::BitCast(di, shifted);
  if (kCos) {
    quadrant = hn::Add(quadrant, hn::Set(di, 1));
  }
  const Vec<float> z = {hn::Mul(r, r)};
  const auto s = hn::MulAdd(hn::Mul(z.v, r), Polynomial<float>(z, {-1.666666664e-01f, 8.333329362e-03f, -1.983932713e-04f, 2.718237186e-06f}).v, r);
  const auto c = hn::Add(hn::MulAdd(hn::Mul(z.v, z.v), Polynomial<float>(z, {4.166666662e-02f, -1.388888372e-03f, 2.479951172e-05f, -2.720954473e-07f}).v, hn::Mul(z.v, hn::Set(d, -0.5f))), hn::Set(d, 1.0f));
  const auto odd = hn::MaskFromVec(hn::BitCast(d, hn::Neg(hn::And(quadrant, hn::Set(di, 1)))));
  const auto sign = hn::BitCast(d, hn::ShiftLeft<30>(hn::And(quadrant, hn::Set(di, 2))));
  return {hn::Xor(hn::IfThenElse(odd, c, s), sign)};
}
template <bool kCos, class T>
WICK_FN Vec<T> SinCos(Vec<T> x) {
  const auto slow = [](T v) { return kCos ? std::cos(v) : std::sin(v); };
  if constexpr (kOwnMath && std::is_same_v<T, float>) {
    const Mask<T> fast = Lt(Abs(x), Const(x, 32768.0f));
    Vec<T> r = SinCosCore<kCos>(x);
    if (!hn::AllTrue(typename Vec<T>::D(), fast.m)) {
      r = Where(fast, r, Lanes(x, slow));
    }
    // -0 and denormals: sin x is x.
    return kCos ? r : Where(Lt(Abs(x), Const(x, 1e-4f)), x, r);
  } else {
    return Lanes(x, slow);
  }
}
WICK_T WICK_FN Vec<T> Sin(Vec<T> x) {
  return SinCos<false>(x);
}
WICK_T WICK_FN Vec<T> Cos(Vec<T> x) {
  return SinCos<true>(x);
}

// ---- atan2: the arc of the smaller over the larger side, then the octant.
WICK_FN Vec<float> Atan2Core(Vec<float> y, Vec<float> x) {
  const Vec<float> ay = Abs(y), ax = Abs(x), zero = Const(x, 0), one = Const(x, 1);
  const Mask<float> steep = Gt(ay, ax);
  const Vec<float> high = Where(steep, ay, ax), low = Where(steep, ax, ay);
  Vec<float> t = Div(low, high);
  t = Where(Eq(high, zero), zero, t);
  t = Where(Eq(low, Const(x, std::numeric_limits<float>::infinity())), one, t);
  const Vec<float> z = Mul(t, t);
  const Vec<float> p = Polynomial<float>(z, {-3.333332743e-01f, 1.999969261e-01f, -1.428013074e-01f, 1.106024454e-01f, -8.818848303e-02f, 6.759572114e-02f, -4.494644561e-02f, 2.276034075e-02f, -7.422637620e-03f, 1.134878314e-03f});
  Vec<float> r = MulAdd(Mul(z, t), p, t);
  r = Where(steep, Add(Sub(Const(x, 1.57079637050628662109375f), r), Const(x, -4.37113900018624283e-8f)), r);
  // The sign bit decides, so that -0 counts as negative.
  const Mask<float> left = Lt(CopySign(one, x), zero);
  r = Where(left, Add(Sub(Const(x, 3.1415927410125732421875f), r), Const(x, -8.74227800037248566e-8f)), r);
  r = CopySign(r, y);
  return Where(Or(IsNan(x), IsNan(y)), Add(x, y), r);
}
WICK_T WICK_FN Vec<T> Atan2(Vec<T> y, Vec<T> x) {
  if constexpr (kOwnMath && std::is_same_v<T, float>) {
    return Atan2Core(y, x);
  } else {
    return Lanes(y, x, [](T a, T b) { return std::atan2(a, b); });
  }
}

// From a to b by the part w of the way; from the nearer end, so that both ends are exact.
WICK_T WICK_FN Vec<T> Lerp(Vec<T> a, Vec<T> b, Vec<T> w) {
  const Vec<T> way = Sub(b, a);
  return Where(Lt(Abs(w), Const(w, 0.5)), MulAdd(w, way, a), Sub(b, Mul(way, Sub(Const(w, 1), w))));
}
WICK_T WICK_FN One<T> Lerp(One<T> a, One<T> b, One<T> w) {
  return {scalar::lerp(a.v, b.v, w.v)};
}
// To so many decimals; the power of ten is the same for all elements.
WICK_T WICK_FN Vec<T> RoundDecimals(Vec<T> a, Vec<T> decimals) {
  const T count = hn::GetLane(decimals.v);
  const Vec<T> ten = Splat<T>(std::pow(T(10), std::abs(count)));
  return count < 0 ? Mul(Round(Div(a, ten)), ten) : count > 0 ? Div(Round(Mul(a, ten)), ten) : Round(a);
}

// x^2 is x * x, wherever the 2 comes from.
WICK_T WICK_FN Vec<T> Pow(Vec<T> base, Vec<T> exponent) {
  if constexpr (std::is_integral_v<T>) {
    return Lanes(base, exponent, [](lane_t<T> a, lane_t<T> b) { return scalar::int_pow(a, b); });
  } else {
    if (hn::AllTrue(typename Vec<T>::D(), hn::Eq(exponent.v, Splat<T>(T(2)).v))) {
      return Mul(base, base);
    }
    return Lanes(base, exponent, [](T a, T b) { return b == T(2) ? a * a : std::pow(a, b); });
  }
}
WICK_T WICK_FN One<T> Pow(One<T> base, One<T> exponent) {
  return {scalar::pow(base.v, exponent.v)};
}
// With a number as exponent: integers refuse a negative one.
template <class V>
WICK_FN V PowScalar(V base, V exponent) {
  using T = typename V::scalar;
  if constexpr (is_one_v<T>) {
    return Pow(base, exponent);
  } else if constexpr (std::is_integral_v<T>) {
    if constexpr (std::is_signed_v<T>) {
      if (hn::GetLane(exponent.v) < 0) {
        scalar::negative_power();
      }
    }
    return Pow(base, exponent);
  } else {
    const T e = hn::GetLane(exponent.v);
    return e == T(0.5) ? Sqrt(base) : e == T(-0.5) ? Rsqrt(base) : e == T(3) ? Mul(Mul(base, base), base) : e == T(-1) ? Reciprocal(base) : e == T(-2) ? Reciprocal(Mul(base, base)) : Pow(base, exponent);
  }
}

} // namespace HWY_NAMESPACE
} // namespace at::native
HWY_AFTER_NAMESPACE();

#endif // per target
