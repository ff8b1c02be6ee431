// Special functions: values of mpmath at 50 digits on both sides of every branch, identities, and what PyTorch answers at the edges.
#include <cmath>
#include <limits>
#include <tuple>
#include "tile_helpers.h"

using namespace wick_test;
using at::Tensor;

namespace {
constexpr double kInf = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN(), kPi = 3.14159265358979323846;

double of(Tensor (*f)(const Tensor&), double x) { return f(tensor_of<double>({x})).item<double>(); }
double of(Tensor (*f)(const Tensor&, const Tensor&), double a, double b) { return f(tensor_of<double>({a}), tensor_of<double>({b})).item<double>(); }
double polygamma(int64_t n, double x) { return at::polygamma(n, tensor_of<double>({x})).item<double>(); }

::testing::AssertionResult near(double value, double want, double tolerance) {
  if (std::isnan(want) ? std::isnan(value) : value == want || std::fabs(value - want) <= tolerance * std::fabs(want)) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure() << c10::str(value) << ", expected " << c10::str(want) << ", off by " << c10::str(std::fabs(value / want - 1));
}

struct Unary {
  Tensor (*f)(const Tensor&);
  const char* name;
  std::vector<std::pair<double, double>> values;
};
const std::vector<Unary>& unary() {
  static const std::vector<Unary> table = {
      {at::lgamma,
       "lgamma",
       {{0.25, 1.2880225246980774},
        {0.5, 0.5723649429247001},
        {3.0, 0.6931471805599453},
        {-2.5, -0.056243716497674054},
        {1e-10, 23.025850929882736},
        {171.5, 709.1431630309282},
        {10000000000.0, 220258509288.81058}}},
      {at::digamma,
       "digamma",
       {{1.0, -0.5772156649015329},
        {0.5, -1.9635100260214235},
        {1.47, 0.008066489011364869},
        {-0.5, 0.03648997397857652},
        {-20.3, 5.317549924239749},
        {1e-08, -100000000.57721564},
        {30.0, 3.384438132685525},
        {10000000000.0, 23.025850929890456}}},
      {at::special_erfcx,
       "special_erfcx",
       {{-2.0, 108.94090438997797},
        {0.0, 1.0},
        {0.5, 0.6156903441929259},
        {9.99, 0.05619664070685882},
        {10.01, 0.056085454355001924},
        {26.0, 0.021683584850562907},
        {100000.0, 5.6418958351954685e-06}}},
      {at::special_ndtr, "special_ndtr", {{-20.0, 2.7536241186062337e-89}, {-1.0, 0.15865525393145705}, {0.3, 0.6179114221889527}, {2.5, 0.9937903346742238}}},
      {at::special_log_ndtr,
       "special_log_ndtr",
       {{-40.0, -804.6084420137538},
        {-1.5, -2.7059444008238898},
        {-1.0, -1.8410216450092636},
        {0.0, -0.6931471805599453},
        {3.0, -0.0013508099647481938},
        {8.0, -6.220960574271786e-16}}},
      {at::special_ndtri,
       "special_ndtri",
       {{1e-20, -9.262340089798407}, {0.001, -3.0902323061678136}, {0.25, -0.6744897501960817}, {0.6, 0.2533471031357997}, {0.975, 1.9599639845400538}}},
      {at::i0,
       "i0",
       {{0.0, 1.0},
        {1.0, 1.2660658777520084},
        {-9.5, 1753.4809905273228},
        {10.5, 4527.441714638888},
        {100.0, 1.0737517071310738e+42},
        {711.0, 9.087162727263793e+306}}},
      {at::special_i0e,
       "special_i0e",
       {{0.5, 0.6450352704491501}, {-9.5, 0.13125126081426788}, {10.5, 0.12466966945908617}, {1000000.0, 0.00039894233026924577}}},
      {at::special_i1, "special_i1", {{1.0, 0.565159103992485}, {-9.5, -1658.4530777821342}, {10.5, 4306.134875096274}, {100.0, 1.0683693903381625e+42}}},
      {at::special_i1e,
       "special_i1e",
       {{1e-08, 4.99999995e-09}, {-9.5, -0.12413824765488178}, {10.5, 0.11857566488126838}, {1000000.0, 0.0003989421307980308}}},
      {at::special_modified_bessel_k0,
       "special_modified_bessel_k0",
       {{0.001, 7.023688800562382}, {1.0, 0.42102443824070834}, {2.0, 0.11389387274953344}, {2.001, 0.11375409873668463}, {50.0, 3.4101677497894956e-23}}},
      {at::special_modified_bessel_k1,
       "special_modified_bessel_k1",
       {{0.001, 999.9962381560856}, {1.0, 0.6019072301972346}, {2.0, 0.13986588181652243}, {2.001, 0.13968218830176757}, {50.0, 3.4441022267175555e-23}}},
      {at::special_scaled_modified_bessel_k0,
       "special_scaled_modified_bessel_k0",
       {{0.5, 1.5241093857739094}, {2.5, 0.7595486903280996}, {10000.0, 0.012532984717699286}}},
      {at::special_scaled_modified_bessel_k1,
       "special_scaled_modified_bessel_k1",
       {{0.5, 2.731009708211786}, {2.5, 0.900174423907878}, {10000.0, 0.012533611351270506}}},
      {at::special_bessel_j0,
       "special_bessel_j0",
       {{0.5, 0.9384698072408129}, {-7.5, 0.2663396578803784}, {30.25, -0.05443267228961778}, {1000.0, 0.024786686152420176}}},
      {at::special_bessel_j1,
       "special_bessel_j1",
       {{0.5, 0.2422684576748739}, {-7.5, -0.1352484275797055}, {30.25, -0.135377822725874}, {1000.0, 0.004728311907089524}}},
      {at::special_bessel_y0,
       "special_bessel_y0",
       {{0.5, -0.44451873350670656}, {7.5, 0.11731328614820863}, {30.25, -0.1344600176566395}, {1000.0, 0.0047159179776228135}}},
      {at::special_bessel_y1,
       "special_bessel_y1",
       {{0.5, -1.471472392670243}, {7.5, -0.25912851048611624}, {30.25, 0.05221822074062348}, {1000.0, -0.024784331292351778}}},
      {at::special_spherical_bessel_j0, "special_spherical_bessel_j0", {{0.5, 0.958851077208406}, {1e-05, 0.9999999999833333}, {30.25, -0.030385246089374453}}},
      {at::special_airy_ai,
       "special_airy_ai",
       {{-100.0, 0.1767533932395529},
        {-4.001, -0.0694747643583422},
        {-3.999, -0.07105602047833014},
        {-1.0, 0.5355608832923521},
        {0.0, 0.3550280538878172},
        {1.0, 0.13529241631288141},
        {1.999, 0.034977255743715956},
        {2.001, 0.03487107495109645},
        {20.0, 1.6916728686705404e-27}}},
  };
  return table;
}
struct Binary {
  Tensor (*f)(const Tensor&, const Tensor&);
  const char* name;
  std::vector<std::tuple<double, double, double>> values;
};
const std::vector<Binary>& binary() {
  static const std::vector<Binary> table = {
      {at::igamma,
       "igamma",
       {{0.5, 1.0, 0.8427007929497149},
        {0.001, 0.5, 0.9994399333435292},
        {19.0, 25.0, 0.9079591408011427},
        {25.0, 20.0, 0.15677262182623772},
        {1000.0, 1010.0, 0.6276789447369947},
        {1000.0, 500.0, 3.2982727970671e-86},
        {1000000.0, 1000000.0, 0.5001329807608725}}},
      {at::igammac,
       "igammac",
       {{1e-10, 0.5, 5.597735948054988e-11},
        {0.5, 1.0, 0.15729920705028513},
        {5.0, 30.0, 3.6243009520614882e-09},
        {25.0, 33.0, 0.0641813543995017},
        {1000.0, 1500.0, 2.204698611388996e-43},
        {1000000.0, 1002000.0, 0.022804095898769864}}},
      {at::special_zeta,
       "special_zeta",
       {{2.0, 1.0, 1.6449340668482264},
        {1.5, 0.25, 10.213055360466601},
        {3.0, -2.5, 0.0541020258208637},
        {4.0, -50.25, 259.7575735409894},
        {30.0, 12.0, 4.6418371139547267e-33},
        {2.0, 100000000.0, 1.000000005e-08},
        {1.0001, 3.0, 9999.077257603696}}},
  };
  return table;
}
}  // namespace

TEST(Special, ValuesOfOneArgument) {
  for (const Unary& u : unary()) {
    for (const auto& [x, want] : u.values) {
      EXPECT_TRUE(near(of(u.f, x), want, 1e-13)) << u.name << " of " << x;
      const Tensor single = u.f(tensor_of<float>({static_cast<float>(x)})), whole = u.f(tensor_of<double>({static_cast<float>(x)})).to(at::kFloat);
      EXPECT_TRUE(same_bits(single, whole)) << u.name << " of " << x;  // float is the double result, rounded once
    }
  }
}

TEST(Special, ValuesOfTwoArguments) {
  for (const Binary& b : binary()) {
    for (const auto& [x, y, want] : b.values) {
      EXPECT_TRUE(near(of(b.f, x, y), want, 1e-12)) << b.name << " of " << x << ", " << y;
    }
  }
  for (const auto& [n, x, want] : std::vector<std::tuple<int64_t, double, double>>{{1, 0.5, 4.934802200544679},
                                                                                   {1, -1.5, 9.379246644989124},
                                                                                   {1, 20.0, 0.05127082293520312},
                                                                                   {2, 0.7, -6.4349928741909235},
                                                                                   {3, -0.3, 766.6198904191685},
                                                                                   {7, 3.0, 0.8623752376394704}}) {
    EXPECT_TRUE(near(polygamma(n, x), want, 1e-13)) << n << " " << x;
  }
  EXPECT_TRUE(near(at::mvlgamma(tensor_of<double>({3.3}), 3).item<double>(), 3.3750856536162117, 1e-14));
}

TEST(Special, Identities) {
  for (double x = 0.07; x < 60; x *= 1.3) {
    EXPECT_NEAR(of(at::lgamma, x + 1), of(at::lgamma, x) + std::log(x), 1e-13 * (1 + of(at::lgamma, x + 1)));
    EXPECT_NEAR(of(at::digamma, x + 1), of(at::digamma, x) + 1 / x, 1e-13 / x);
    EXPECT_TRUE(near(of(at::i0, x) * of(at::special_modified_bessel_k1, x) + of(at::special_i1, x) * of(at::special_modified_bessel_k0, x), 1 / x, 1e-14))
        << x;  // DLMF 10.28.2
    EXPECT_TRUE(
        near(of(at::special_bessel_j1, x) * of(at::special_bessel_y0, x) - of(at::special_bessel_j0, x) * of(at::special_bessel_y1, x), 2 / (kPi * x), 1e-13))
        << x;  // 10.5.2
    for (double a = 0.01; a < 200; a *= 2.3) {
      EXPECT_NEAR(of(at::igamma, a, x) + of(at::igammac, a, x), 1, 1e-13) << a << " " << x;
      EXPECT_LE(of(at::igamma, a, x), 1) << a << " " << x;
    }
    EXPECT_TRUE(near(of(at::special_zeta, 1 + x, x), std::pow(x, -1 - x) + of(at::special_zeta, 1 + x, x + 1), 1e-13)) << x;
  }
  for (double x = -30; x < 8; x += 0.37) {
    EXPECT_NEAR(of(at::special_ndtri, of(at::special_ndtr, x)), x, x > 3 ? 1e-3 : 1e-12) << x;
    EXPECT_NEAR(std::exp(of(at::special_log_ndtr, x)), of(at::special_ndtr, x), 1e-13) << x;
  }
  // The three-term relation between derivatives, Ai'' = x Ai, by differences.
  for (double x = -12; x < 6; x += 0.31) {
    const double h = 1e-3, second = (of(at::special_airy_ai, x + h) - 2 * of(at::special_airy_ai, x) + of(at::special_airy_ai, x - h)) / (h * h);
    EXPECT_NEAR(second, x * of(at::special_airy_ai, x), 2e-5) << x;
  }
}

TEST(Special, EdgesAreAnsweredAsPyTorchDoes) {
  struct Edge {
    Tensor (*f)(const Tensor&);
    const char* name;
    double at_minus_inf, at_minus_zero, at_zero, at_inf;
  };
  for (const Edge& e : std::vector<Edge>{{at::lgamma, "lgamma", kInf, kInf, kInf, kInf},
                                         {at::digamma, "digamma", kNan, kInf, -kInf, kInf},
                                         {at::i0, "i0", kNan, 1, 1, kNan},
                                         {at::special_i0e, "i0e", 0, 1, 1, 0},
                                         {at::special_i1, "i1", kNan, 0, 0, kNan},
                                         {at::special_i1e, "i1e", 0, 0, 0, 0},
                                         {at::special_ndtr, "ndtr", 0, 0.5, 0.5, 1},
                                         {at::special_ndtri, "ndtri", kNan, -kInf, -kInf, kNan},
                                         {at::special_log_ndtr, "log_ndtr", -kInf, std::log(0.5), std::log(0.5), 0},
                                         {at::special_erfcx, "erfcx", kInf, 1, 1, 0},
                                         {at::special_airy_ai, "airy_ai", kNan, 0.3550280538878172, 0.3550280538878172, kNan},
                                         {at::special_bessel_j0, "j0", kNan, 1, 1, kNan},
                                         {at::special_bessel_j1, "j1", kNan, 0, 0, kNan},
                                         {at::special_bessel_y0, "y0", kNan, -kInf, -kInf, kNan},
                                         {at::special_bessel_y1, "y1", kNan, -kInf, -kInf, kNan},
                                         {at::special_modified_bessel_k0, "k0", kNan, kInf, kInf, 0},
                                         {at::special_modified_bessel_k1, "k1", kNan, kInf, kInf, 0},
                                         {at::special_scaled_modified_bessel_k0, "k0e", kNan, kInf, kInf, 0},
                                         {at::special_scaled_modified_bessel_k1, "k1e", kNan, kInf, kInf, 0},
                                         {at::special_spherical_bessel_j0, "spherical", 0, 1, 1, 0}}) {
    EXPECT_TRUE(near(of(e.f, -kInf), e.at_minus_inf, 1e-15)) << e.name << " of -inf";
    EXPECT_TRUE(near(of(e.f, -0.0), e.at_minus_zero, 1e-15)) << e.name << " of -0";
    EXPECT_TRUE(near(of(e.f, 0.0), e.at_zero, 1e-15)) << e.name << " of 0";
    EXPECT_TRUE(near(of(e.f, kInf), e.at_inf, 1e-15)) << e.name << " of inf";
    EXPECT_TRUE(std::isnan(of(e.f, kNan))) << e.name << " of NaN";
    for (const double x : {-1e300, -1e17, -1e-310, 1e-310, 1e17, 1e300}) {  // ends, whatever it is
      of(e.f, x);
    }
  }
  EXPECT_TRUE(std::isnan(of(at::digamma, -3)));
  EXPECT_EQ(of(at::lgamma, -3), kInf);
  const double a[] = {-1, 0, 1, kInf, kNan};
  const double p[5][5] = {
      {kNan, kNan, kNan, kNan, kNan}, {kNan, kNan, 1, 1, kNan}, {kNan, 0, 0.6321205588285577, 1, kNan}, {kNan, 0, 0, kNan, 0}, {kNan, 0, kNan, 1, kNan}};
  const double z[5][5] = {{kNan, kNan, kNan, kNan, kNan},
                          {kNan, kNan, kNan, kNan, kNan},
                          {kInf, kInf, kInf, kInf, kInf},
                          {kInf, kInf, 1, kNan, kNan},
                          {kInf, kInf, kNan, kNan, kNan}};
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 5; ++j) {
      if (!(std::isinf(a[i]) && std::isnan(a[j]))) {
        EXPECT_TRUE(near(of(at::igamma, a[i], a[j]), p[i][j], 1e-15)) << a[i] << " " << a[j];
        EXPECT_TRUE(near(of(at::igammac, a[i], a[j]), 1 - p[i][j], 1e-15)) << a[i] << " " << a[j];
      }
      EXPECT_TRUE(near(of(at::special_zeta, a[i], a[j]), z[i][j], 1e-15)) << a[i] << " " << a[j];
    }
  }
  const double least = std::numeric_limits<double>::denorm_min();
  EXPECT_TRUE(near(of(at::special_modified_bessel_k0, least), 744.5560034370395, 1e-14));  // log(2 / least) - Euler's constant
  EXPECT_EQ(of(at::special_modified_bessel_k1, least), kInf);
  EXPECT_EQ(of(at::special_zeta, 1e300, 3), 0);
  EXPECT_TRUE(std::isnan(of(at::special_zeta, 2.5, -1.5)));
  EXPECT_TRUE(std::isfinite(of(at::special_zeta, 3, -1e15 + 0.5)));  // does not count its way up
}

TEST(Special, Errors) {
  const Tensor x = at::ones({2});
  EXPECT_ERROR(at::polygamma(-1, x), "argument 'n'");
  EXPECT_ERROR(at::mvlgamma(x, 0), "argument 'p'");
  EXPECT_ERROR(at::mvlgamma(x, INT64_MAX), "argument 'p'");
  EXPECT_NE(message_of([] { at::igamma(at::ones({2}, at::kLong), at::ones({2}, at::kLong)); }), "no error");
  EXPECT_NE(message_of([&] { at::special_bessel_j0(x.to(at::kHalf)); }), "no error");
  EXPECT_NE(message_of([&] { at::special_zeta(x, at::ones({3})); }), "no error");
  EXPECT_NE(message_of([&] { at::special_legendre_polynomial_p(x, c10::complex<double>(0, 1)); }), "no error");
  EXPECT_EQ(at::lgamma(at::ones({2}, at::kLong)).scalar_type(), at::kFloat);
  Tensor whole = at::ones({2}, at::kLong);
  EXPECT_NE(message_of([&] { at::polygamma_(whole, 2); }), "no error");
  Tensor y = at::ones({1});
  at::polygamma_(y, 1);
  EXPECT_FLOAT_EQ(y.item<float>(), static_cast<float>(kPi * kPi / 6));
}

namespace {
struct Polynomial {
  Tensor (*f)(const Tensor&, const Tensor&);
  Tensor (*of_number)(const at::Scalar&, const Tensor&);
  Tensor (*of_degree)(const Tensor&, const at::Scalar&);
  const char* name;
};
#define WICK_POLYNOMIAL(name) \
  { at::special_##name, at::special_##name, at::special_##name, #name }
const std::vector<Polynomial>& polynomials() {
  static const std::vector<Polynomial> table = {
      WICK_POLYNOMIAL(chebyshev_polynomial_t),         WICK_POLYNOMIAL(chebyshev_polynomial_u),         WICK_POLYNOMIAL(chebyshev_polynomial_v),
      WICK_POLYNOMIAL(chebyshev_polynomial_w),         WICK_POLYNOMIAL(shifted_chebyshev_polynomial_t), WICK_POLYNOMIAL(shifted_chebyshev_polynomial_u),
      WICK_POLYNOMIAL(shifted_chebyshev_polynomial_v), WICK_POLYNOMIAL(shifted_chebyshev_polynomial_w), WICK_POLYNOMIAL(hermite_polynomial_h),
      WICK_POLYNOMIAL(hermite_polynomial_he),          WICK_POLYNOMIAL(laguerre_polynomial_l),          WICK_POLYNOMIAL(legendre_polynomial_p)};
  return table;
}
}  // namespace

TEST(Polynomials, OverloadsAgree) {
  const Tensor x = tensor_of<double>({-1.5, -1, -0.3, 0, 0.5, 1, 2.25}), n = tensor_of<double>({0, 1, 2, 5, 9});
  for (const Polynomial& p : polynomials()) {
    const Tensor all = p.f(x.unsqueeze(1), n.unsqueeze(0));
    for (int64_t i = 0; i < 7; ++i) {
      EXPECT_TRUE(same_bits(p.of_number(x.select(0, i).item<double>(), n), all.select(0, i))) << p.name;
    }
    for (int64_t j = 0; j < 5; ++j) {
      EXPECT_TRUE(same_bits(p.of_degree(x, n.select(0, j).item<double>()), all.select(1, j))) << p.name;
    }
    EXPECT_EQ(p.of_degree(at::ones({2}, at::kInt), 2.5).scalar_type(), at::kFloat);
    // Degrees that are negative, broken, none, or do not fit.
    EXPECT_TRUE(same_bits(p.f(at::full({5}, 0.3, at::kDouble), tensor_of<double>({-2, -0.5, 0.9, kNan, kInf})), tensor_of<double>({0, 1, 1, 0, 0}))) << p.name;
    EXPECT_TRUE(std::isnan(p.f(tensor_of<double>({kNan}), tensor_of<double>({3})).item<double>())) << p.name;
    p.f(tensor_of<double>({1.5}), tensor_of<double>({1e5}));  // overflows, most of them
  }
}

TEST(Polynomials, AreWhatDefinesThem) {
  const std::vector<double> xs = {-0.95, -0.4, 0.1, 0.5, 0.8};
  for (const double x : xs) {
    const double theta = std::acos(x), y = (x + 1) / 2;
    for (int n = 0; n < 14; ++n) {
      const double t = std::cos(n * theta), u = std::sin((n + 1) * theta) / std::sin(theta), v = std::cos((n + 0.5) * theta) / std::cos(theta / 2),
                   w = std::sin((n + 0.5) * theta) / std::sin(theta / 2);
      EXPECT_NEAR(of(at::special_chebyshev_polynomial_t, x, n), t, 1e-12);
      EXPECT_NEAR(of(at::special_chebyshev_polynomial_u, x, n), u, 1e-12);
      EXPECT_NEAR(of(at::special_chebyshev_polynomial_v, x, n), v, 1e-12);
      EXPECT_NEAR(of(at::special_chebyshev_polynomial_w, x, n), w, 1e-12);
      EXPECT_NEAR(of(at::special_shifted_chebyshev_polynomial_t, y, n), t, 1e-12);
      EXPECT_NEAR(of(at::special_shifted_chebyshev_polynomial_u, y, n), u, 1e-12);
      EXPECT_NEAR(of(at::special_shifted_chebyshev_polynomial_v, y, n), v, 1e-12);
      EXPECT_NEAR(of(at::special_shifted_chebyshev_polynomial_w, y, n), w, 1e-12);
    }
    // Generating functions (DLMF 18.12): of the probabilists' and the physicists' Hermite, Legendre and Laguerre polynomials.
    double he = 0, h = 0, legendre = 0, laguerre = 0, factorial = 1;
    const double z = 0.25;
    for (int n = 0; n < 40; ++n) {
      factorial *= n > 0 ? n : 1;
      he += of(at::special_hermite_polynomial_he, x, n) * std::pow(z, n) / factorial;
      h += of(at::special_hermite_polynomial_h, x, n) * std::pow(z, n) / factorial;
      legendre += of(at::special_legendre_polynomial_p, x, n) * std::pow(z, n);
      laguerre += of(at::special_laguerre_polynomial_l, x, n) * std::pow(z, n);
    }
    EXPECT_NEAR(he, std::exp(x * z - z * z / 2), 1e-12);
    EXPECT_NEAR(h, std::exp(2 * x * z - z * z), 1e-12);
    EXPECT_NEAR(legendre, 1 / std::sqrt(1 - 2 * x * z + z * z), 1e-12);
    EXPECT_NEAR(laguerre, std::exp(-x * z / (1 - z)) / (1 - z), 1e-12);
  }
  for (int n = 0; n < 12; ++n) {  // at the ends the closed forms hold exactly
    const double sign = n % 2 == 0 ? 1 : -1;
    EXPECT_EQ(of(at::special_chebyshev_polynomial_t, -1, n), sign);
    EXPECT_EQ(of(at::special_chebyshev_polynomial_u, -1, n), sign * (n + 1));
    EXPECT_EQ(of(at::special_chebyshev_polynomial_v, -1, n), sign * (2 * n + 1));
    EXPECT_EQ(of(at::special_chebyshev_polynomial_v, 1, n), 1);
    EXPECT_EQ(of(at::special_chebyshev_polynomial_w, 1, n), 2 * n + 1);
    EXPECT_EQ(of(at::special_chebyshev_polynomial_w, -1, n), sign);
    EXPECT_EQ(of(at::special_legendre_polynomial_p, -1, n), sign);
    EXPECT_EQ(of(at::special_laguerre_polynomial_l, 0, n), 1);
  }
}
