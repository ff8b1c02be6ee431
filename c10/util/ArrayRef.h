// ArrayRef<T>: a pointer and a length, seen read-only; how sizes, strides and lists of tensors are passed. It owns nothing: for parameters, not members.
#pragma once

#include <c10/macros/Macros.h>
#include <c10/util/Exception.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <optional>
#include <type_traits>
#include <vector>

namespace c10 {

template <typename T, unsigned N>
class SmallVector;

template <typename T>
class ArrayRef {
 public:
  using iterator = const T*;
  using const_iterator = const T*;
  using size_type = size_t;
  using value_type = T;
  using reverse_iterator = std::reverse_iterator<iterator>;

  constexpr ArrayRef() = default;
  constexpr ArrayRef(const T& one) : data_(&one), size_(1) {}
  constexpr ArrayRef(const T* data, size_t size) : data_(data), size_(size) {}
  constexpr ArrayRef(const T* begin, const T* end) : data_(begin), size_(static_cast<size_t>(end - begin)) {}
  // Any contiguous container of T (vector, SmallVector, array, string ...) except vector<bool>, which has no pointer.
  template <
      typename C,
      typename U = decltype(std::declval<const C&>().data()),
      std::enable_if_t<
          (std::is_same_v<U, const T*> || std::is_same_v<U, T*>)&&!std::is_same_v<C, ArrayRef<T>> && std::is_convertible_v<decltype(std::declval<const C&>().size()), size_t>,
          bool> = true>
  constexpr ArrayRef(const C& c) : data_(c.data()), size_(c.size()) {}
  template <size_t N>
  constexpr ArrayRef(const T (&array)[N]) : data_(array), size_(N) {}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winit-list-lifetime"
#endif
  constexpr ArrayRef(const std::initializer_list<T>& list) : data_(list.begin() == list.end() ? nullptr : list.begin()), size_(list.size()) {}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

  constexpr iterator begin() const {
    return data_;
  }
  constexpr iterator end() const {
    return data_ + size_;
  }
  constexpr const_iterator cbegin() const {
    return data_;
  }
  constexpr const_iterator cend() const {
    return data_ + size_;
  }
  constexpr reverse_iterator rbegin() const {
    return reverse_iterator(end());
  }
  constexpr reverse_iterator rend() const {
    return reverse_iterator(begin());
  }
  constexpr bool empty() const {
    return size_ == 0;
  }
  constexpr const T* data() const {
    return data_;
  }
  constexpr size_t size() const {
    return size_;
  }
  constexpr const T& front() const {
    TORCH_CHECK(size_ != 0, "ArrayRef: attempted to access front() of an empty list");
    return data_[0];
  }
  constexpr const T& back() const {
    TORCH_CHECK(size_ != 0, "ArrayRef: attempted to access back() of an empty list");
    return data_[size_ - 1];
  }
  constexpr bool equals(ArrayRef other) const {
    if (size_ != other.size_) {
      return false;
    }
    for (size_t i = 0; i < size_; ++i) {
      if (!(data_[i] == other.data_[i])) {
        return false;
      }
    }
    return true;
  }
  constexpr ArrayRef<T> slice(size_t n, size_t m) const {
    TORCH_CHECK(n <= size_ && m <= size_ - n, "ArrayRef: invalid slice, N = ", n, "; M = ", m, "; size = ", size_);
    return ArrayRef<T>(data_ + n, m);
  }
  constexpr ArrayRef<T> slice(size_t n) const {
    TORCH_CHECK(n <= size_, "ArrayRef: invalid slice, N = ", n, "; size = ", size_);
    return ArrayRef<T>(data_ + n, size_ - n);
  }
  constexpr const T& operator[](size_t i) const {
    return data_[i];
  }
  constexpr const T& at(size_t i) const {
    TORCH_CHECK(i < size_, "ArrayRef: invalid index, Index = ", i, "; Length = ", size_);
    return data_[i];
  }
  std::vector<T> vec() const {
    return std::vector<T>(begin(), end());
  }
  // A temporary list cannot be assigned: it would dangle.
  template <typename U>
  std::enable_if_t<std::is_same_v<U, T>, ArrayRef<T>>& operator=(U&&) = delete;
  template <typename U>
  std::enable_if_t<std::is_same_v<U, T>, ArrayRef<T>>& operator=(std::initializer_list<U>) = delete;

 private:
  const T* data_ = nullptr;
  size_t size_ = 0;
};

template <typename T>
std::ostream& operator<<(std::ostream& out, ArrayRef<T> list) {
  std::string text;
  detail::append(text, list);
  return detail::write_text(out, text);
}

template <typename T>
ArrayRef<T> makeArrayRef(const T& one) {
  return one;
}
template <typename T>
ArrayRef<T> makeArrayRef(const T* data, size_t size) {
  return ArrayRef<T>(data, size);
}
template <typename T>
ArrayRef<T> makeArrayRef(const T* begin, const T* end) {
  return ArrayRef<T>(begin, end);
}
template <typename T, unsigned N>
ArrayRef<T> makeArrayRef(const SmallVector<T, N>& v) {
  return v;
}
template <typename T>
ArrayRef<T> makeArrayRef(const std::vector<T>& v) {
  return v;
}
template <typename T, size_t N>
ArrayRef<T> makeArrayRef(const std::array<T, N>& v) {
  return v;
}
template <typename T, size_t N>
ArrayRef<T> makeArrayRef(const T (&v)[N]) {
  return ArrayRef<T>(v);
}
template <typename T>
ArrayRef<T> makeArrayRef(ArrayRef<T> v) {
  return v;
}

// The friend-like templates below accept whatever converts on the other side.
template <typename T>
bool operator==(ArrayRef<T> a, ArrayRef<T> b) {
  return a.equals(b);
}
template <typename T>
bool operator!=(ArrayRef<T> a, ArrayRef<T> b) {
  return !a.equals(b);
}
template <typename T>
bool operator==(const std::vector<T>& a, ArrayRef<T> b) {
  return ArrayRef<T>(a).equals(b);
}
template <typename T>
bool operator!=(const std::vector<T>& a, ArrayRef<T> b) {
  return !ArrayRef<T>(a).equals(b);
}
template <typename T>
bool operator==(ArrayRef<T> a, const std::vector<T>& b) {
  return a.equals(ArrayRef<T>(b));
}
template <typename T>
bool operator!=(ArrayRef<T> a, const std::vector<T>& b) {
  return !a.equals(ArrayRef<T>(b));
}

using IntArrayRef = ArrayRef<int64_t>;
using SymInt = int64_t; // Symbolic sizes do not exist here; signatures that name them take plain numbers.
using SymIntArrayRef = ArrayRef<int64_t>;

// An optional list that a bare number or a braced list converts to. A number of another type becomes a T in the caller's expression (the constructor of
// `const T&`), never inside a constructor here, where it would be gone at once.
template <typename T>
class OptionalArrayRef final {
 public:
  constexpr OptionalArrayRef() noexcept = default;
  constexpr OptionalArrayRef(std::nullopt_t) noexcept {}
  constexpr OptionalArrayRef(std::optional<ArrayRef<T>> o) noexcept : list_(o) {}
  constexpr OptionalArrayRef(ArrayRef<T> list) noexcept : list_(list) {}
  constexpr OptionalArrayRef(const T& one) noexcept : list_(ArrayRef<T>(one)) {}
  constexpr OptionalArrayRef(const std::initializer_list<T>& list) noexcept : list_(ArrayRef<T>(list)) {}
  template <
      typename U,
      std::enable_if_t<
          !std::is_same_v<std::decay_t<U>, OptionalArrayRef> && !std::is_same_v<std::decay_t<U>, ArrayRef<T>> && !std::is_convertible_v<const U&, T> &&
              std::is_convertible_v<const U&, ArrayRef<T>>,
          bool> = true>
  constexpr OptionalArrayRef(const U& u) : list_(ArrayRef<T>(u)) {}
  template <
      typename U,
      std::enable_if_t<
          std::is_convertible_v<const U&, ArrayRef<T>> && !std::is_same_v<U, ArrayRef<T>> && (std::is_same_v<U, T> || !std::is_convertible_v<const U&, T>),
          bool> = true>
  constexpr OptionalArrayRef(const std::optional<U>& u) : list_(u ? std::optional<ArrayRef<T>>(ArrayRef<T>(*u)) : std::nullopt) {}

  template <typename U, std::enable_if_t<!std::is_same_v<U, T> && std::is_convertible_v<const U&, T>, int> = 0>
  OptionalArrayRef(const std::optional<U>&) = delete; // would point at a temporary T

  constexpr const ArrayRef<T>* operator->() const {
    return &*list_;
  }
  constexpr const ArrayRef<T>& operator*() const {
    return *list_;
  }
  constexpr explicit operator bool() const {
    return list_.has_value();
  }
  constexpr bool has_value() const {
    return list_.has_value();
  }
  constexpr const ArrayRef<T>& value() const {
    return list_.value();
  }
  constexpr ArrayRef<T> value_or(ArrayRef<T> other) const {
    return list_.value_or(other);
  }
  constexpr operator std::optional<ArrayRef<T>>() const {
    return list_;
  }
  void reset() {
    list_.reset();
  }

 private:
  std::optional<ArrayRef<T>> list_;
};
using OptionalIntArrayRef = OptionalArrayRef<int64_t>;
using OptionalSymIntArrayRef = OptionalArrayRef<int64_t>;
inline bool operator==(const OptionalIntArrayRef& a, const IntArrayRef& b) {
  return a.has_value() && a.value().equals(b);
}

inline IntArrayRef asIntArrayRefUnchecked(IntArrayRef list) {
  return list;
}

} // namespace c10

#define C10_AS_INTARRAYREF_SLOW(a) (a)
