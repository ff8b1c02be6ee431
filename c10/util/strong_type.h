// A number with a name: two of different tags do not mix.
#pragma once
#include <functional>
#include <utility>

namespace c10 {
template <typename T, typename Tag>
class strong {
 public:
  constexpr strong() = default;
  constexpr explicit strong(T v) : v_(std::move(v)) {}
  constexpr const T& value() const {
    return v_;
  }
  constexpr friend bool operator==(const strong& a, const strong& b) {
    return a.v_ == b.v_;
  }
  constexpr friend bool operator!=(const strong& a, const strong& b) {
    return !(a == b);
  }
  constexpr friend bool operator<(const strong& a, const strong& b) {
    return a.v_ < b.v_;
  }

 private:
  T v_{};
};
} // namespace c10
