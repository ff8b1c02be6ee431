// Orthogonal polynomials by their three-term recurrences (DLMF 18.9), in the dtype of the operands. The degree is n without its fraction; a negative one gives
// 0, as in PyTorch.
#include <ATen/core/Tensor.h>
#include <ATen/native/cpu/Pointwise.h>
#include <cmath>
#include <cstdint>

namespace at::native {

namespace {
// -1 for a negative degree, NaN, and what no int64 holds.
template <class T>
int64_t degree(T n) {
  return n > T(-1) && n < T(9.2e18) ? static_cast<int64_t>(n) : -1;
}

// p(k + 1) = f(k, p(k), p(k - 1)) from p(0) = 1 and p(1). Once it is NaN it stays so.
template <class T, class F>
T recur(int64_t n, T first, F f) {
  if (n <= 0) {
    return n == 0 ? T(1) : T(0);
  }
  T before = T(1), p = first;
  for (int64_t k = 1; k < n && p == p; ++k) {
    const T next = f(static_cast<T>(k), p, before);
    before = p;
    p = next;
  }
  return p;
}

// The four kinds of Chebyshev's polynomials share a recurrence. From degree 7 on, between -1 and 1, they are quotients of sines and cosines (DLMF 18.5.1
// to 18.5.4) in constant time; at the ends they are known. `kind`: t, u, v, w with PyTorch's v and w, v(1) = 1.
enum class Kind { T, U, V, W };
template <class T, Kind kind>
T chebyshev(T x, int64_t n) {
  constexpr bool is_t = kind == Kind::T, is_u = kind == Kind::U, is_v = kind == Kind::V;
  const T count = static_cast<T>(n);
  if (n > 0 && std::fabs(x) == T(1)) {
    const T sign = x < T(0) && (n & 1) != 0 ? T(-1) : T(1);
    if constexpr (is_t || is_u) {
      return is_t ? sign : sign * (count + 1);
    } else {
      return is_v == (x > T(0)) ? sign : sign * (2 * count + 1);
    }
  }
  if (n > 6 && std::fabs(x) < T(1)) {
    const T angle = std::acos(x);
    if constexpr (is_t) {
      return std::cos(count * angle);
    } else if constexpr (is_u) {
      return std::sin((count + 1) * angle) / std::sin(angle);
    } else if constexpr (is_v) {
      return std::cos((count + T(0.5)) * angle) / std::cos(angle / 2);
    } else {
      return std::sin((count + T(0.5)) * angle) / std::sin(angle / 2);
    }
  }
  const T first = is_t ? x : is_u ? 2 * x : is_v ? 2 * x - 1 : 2 * x + 1;
  return recur(n, first, [x](T, T p, T before) { return 2 * x * p - before; });
}
}  // namespace

#define WICK_CHEBYSHEV(name, shifted, kind)          \
  template <class T>                                 \
  T name(T x, T n) {                                 \
    return chebyshev<T, kind>(x, degree(n));         \
  }                                                  \
  template <class T>                                 \
  T shifted(T x, T n) {                              \
    return chebyshev<T, kind>(2 * x - 1, degree(n)); \
  }
WICK_CHEBYSHEV(chebyshev_t_one, shifted_chebyshev_t_one, Kind::T)
WICK_CHEBYSHEV(chebyshev_u_one, shifted_chebyshev_u_one, Kind::U)
WICK_CHEBYSHEV(chebyshev_v_one, shifted_chebyshev_v_one, Kind::V)
WICK_CHEBYSHEV(chebyshev_w_one, shifted_chebyshev_w_one, Kind::W)
#undef WICK_CHEBYSHEV

template <class T>
T hermite_h_one(T x, T n) {
  return recur(degree(n), 2 * x, [x](T k, T p, T before) { return 2 * (x * p - k * before); });
}
template <class T>
T hermite_he_one(T x, T n) {
  return recur(degree(n), x, [x](T k, T p, T before) { return x * p - k * before; });
}
template <class T>
T laguerre_l_one(T x, T n) {
  const int64_t d = degree(n);
  return x == T(0) && d >= 0 ? T(1) : recur(d, 1 - x, [x](T k, T p, T before) { return ((2 * k + 1 - x) * p - k * before) / (k + 1); });
}
template <class T>
T legendre_p_one(T x, T n) {
  const int64_t d = degree(n);
  if (std::fabs(x) == T(1) && d >= 0) {
    return x < T(0) && (d & 1) != 0 ? T(-1) : T(1);
  }
  return recur(d, x, [x](T k, T p, T before) { return ((2 * k + 1) * x * p - k * before) / (k + 1); });
}

// The generated loop passes tensors before numbers: polynomials at a number.
#define WICK_OF_NUMBER(name, function) \
  template <class T>                   \
  T name(T n, T x) {                   \
    return function(x, n);             \
  }
WICK_OF_NUMBER(chebyshev_t_of_number, chebyshev_t_one)
WICK_OF_NUMBER(chebyshev_u_of_number, chebyshev_u_one)
WICK_OF_NUMBER(chebyshev_v_of_number, chebyshev_v_one)
WICK_OF_NUMBER(chebyshev_w_of_number, chebyshev_w_one)
WICK_OF_NUMBER(shifted_chebyshev_t_of_number, shifted_chebyshev_t_one)
WICK_OF_NUMBER(shifted_chebyshev_u_of_number, shifted_chebyshev_u_one)
WICK_OF_NUMBER(shifted_chebyshev_v_of_number, shifted_chebyshev_v_one)
WICK_OF_NUMBER(shifted_chebyshev_w_of_number, shifted_chebyshev_w_one)
WICK_OF_NUMBER(hermite_h_of_number, hermite_h_one)
WICK_OF_NUMBER(hermite_he_of_number, hermite_he_one)
WICK_OF_NUMBER(laguerre_l_of_number, laguerre_l_one)
WICK_OF_NUMBER(legendre_p_of_number, legendre_p_one)
#undef WICK_OF_NUMBER

}  // namespace at::native

#include <ATen/native/Polynomials.stubs.inc>
