// for (auto i : c10::irange(n)): i runs over [0, n); irange(a, b) over [a, b). Empty when the end is not above the begin.
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>

namespace c10 {
namespace detail {
template <typename I>
struct integer_iterator {
  using iterator_category = std::input_iterator_tag;
  using value_type = I;
  using difference_type = std::ptrdiff_t;
  using pointer = const I*;
  using reference = I;
  I value;
  constexpr I operator*() const {
    return value;
  }
  constexpr integer_iterator& operator++() {
    ++value;
    return *this;
  }
  constexpr integer_iterator operator++(int) {
    auto old = *this;
    ++value;
    return old;
  }
  constexpr bool operator==(const integer_iterator& o) const {
    return value == o.value;
  }
  constexpr bool operator!=(const integer_iterator& o) const {
    return value != o.value;
  }
};
} // namespace detail

template <typename I>
struct integer_range {
  detail::integer_iterator<I> begin_, end_;
  constexpr detail::integer_iterator<I> begin() const {
    return begin_;
  }
  constexpr detail::integer_iterator<I> end() const {
    return end_;
  }
};

template <typename A, typename B, std::enable_if_t<std::is_integral_v<A> && std::is_integral_v<B>, bool> = true>
constexpr integer_range<B> irange(A begin, B end) {
  const B b = static_cast<B>(begin);
  return {{b}, {b < end ? end : b}};
}
template <typename I, std::enable_if_t<std::is_integral_v<I>, bool> = true>
constexpr integer_range<I> irange(I end) {
  return {{I{0}}, {I{0} < end ? end : I{0}}};
}
} // namespace c10
