#pragma once
// x + y, x < y, ~x ... on tensors, numbers and both. Each is the method of the same meaning; templates, so that only those in use
// need their operator.
#include <ATen/core/Tensor.h>

#include <type_traits>

namespace at {
namespace detail {
// A tensor, and what becomes a number.
template <class T> constexpr bool is_tensor_v = std::is_same_v<std::decay_t<T>, Tensor>;
template <class T> constexpr bool is_number_v = !is_tensor_v<T> && std::is_convertible_v<const T&, Scalar>;
} // namespace detail

#define WICK_TENSOR_OPERATOR(op, method) \
  template <class A, class B, std::enable_if_t<detail::is_tensor_v<A> && (detail::is_tensor_v<B> || detail::is_number_v<B>), int> = 0> inline auto operator op(const A& a, const B& b) -> Tensor { \
    if constexpr (detail::is_tensor_v<B>) { \
      return a.method(b); \
    } else { \
      return a.method(Scalar(b)); \
    } \
  }
WICK_TENSOR_OPERATOR(+, add)
WICK_TENSOR_OPERATOR(-, sub)
WICK_TENSOR_OPERATOR(*, mul)
WICK_TENSOR_OPERATOR(/, div)
WICK_TENSOR_OPERATOR(%, remainder)
WICK_TENSOR_OPERATOR(&, bitwise_and)
WICK_TENSOR_OPERATOR(|, bitwise_or)
WICK_TENSOR_OPERATOR(^, bitwise_xor)
WICK_TENSOR_OPERATOR(<, lt)
WICK_TENSOR_OPERATOR(<=, le)
WICK_TENSOR_OPERATOR(>, gt)
WICK_TENSOR_OPERATOR(>=, ge)
WICK_TENSOR_OPERATOR(==, eq)
WICK_TENSOR_OPERATOR(!=, ne)
#undef WICK_TENSOR_OPERATOR

// number op tensor, by the operator's mirror
#define WICK_TENSOR_MIRROR(op, expression) \
  template <class A, class B, std::enable_if_t<detail::is_number_v<A> && detail::is_tensor_v<B>, int> = 0> inline auto operator op(const A& a, const B& b) -> Tensor { return expression; }
WICK_TENSOR_MIRROR(+, b.add(Scalar(a)))
WICK_TENSOR_MIRROR(-, b.neg().add(Scalar(a)))
WICK_TENSOR_MIRROR(*, b.mul(Scalar(a)))
WICK_TENSOR_MIRROR(/, b.reciprocal().mul(Scalar(a)))
WICK_TENSOR_MIRROR(<, b.gt(Scalar(a)))
WICK_TENSOR_MIRROR(<=, b.ge(Scalar(a)))
WICK_TENSOR_MIRROR(>, b.lt(Scalar(a)))
WICK_TENSOR_MIRROR(>=, b.le(Scalar(a)))
WICK_TENSOR_MIRROR(==, b.eq(Scalar(a)))
WICK_TENSOR_MIRROR(!=, b.ne(Scalar(a)))
#undef WICK_TENSOR_MIRROR

#define WICK_TENSOR_ASSIGN(op, method) \
  template <class A, class B, std::enable_if_t<detail::is_tensor_v<A> && (detail::is_tensor_v<B> || detail::is_number_v<B>), int> = 0> inline auto operator op(A& a, const B& b) -> A& { \
    if constexpr (detail::is_tensor_v<B>) { \
      a.method(b); \
    } else { \
      a.method(Scalar(b)); \
    } \
    return a; \
  }
WICK_TENSOR_ASSIGN(+=, add_)
WICK_TENSOR_ASSIGN(-=, sub_)
WICK_TENSOR_ASSIGN(*=, mul_)
WICK_TENSOR_ASSIGN(/=, div_)
WICK_TENSOR_ASSIGN(&=, bitwise_and_)
WICK_TENSOR_ASSIGN(|=, bitwise_or_)
WICK_TENSOR_ASSIGN(^=, bitwise_xor_)
#undef WICK_TENSOR_ASSIGN

template <class A, std::enable_if_t<detail::is_tensor_v<A>, int> = 0> inline auto operator-(const A& a) -> Tensor { return a.neg(); }
template <class A, std::enable_if_t<detail::is_tensor_v<A>, int> = 0> inline auto operator~(const A& a) -> Tensor { return a.bitwise_not(); }
template <class A, std::enable_if_t<detail::is_tensor_v<A>, int> = 0> inline auto operator!(const A& a) -> Tensor { return a.logical_not(); }

} // namespace at
