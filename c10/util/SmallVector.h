// A vector whose first N elements live inside the object: sizes, strides and argument lists seldom need the heap.
#pragma once

#include <c10/macros/Macros.h>
#include <c10/util/ArrayRef.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace c10 {

// What does not depend on N: pass `SmallVectorImpl<T>&` to fill a caller's vector.
template <typename T>
class SmallVectorImpl {
 public:
  using value_type = T;
  using size_type = size_t;
  using difference_type = std::ptrdiff_t;
  using iterator = T*;
  using const_iterator = const T*;
  using reference = T&;
  using const_reference = const T&;
  using pointer = T*;
  using const_pointer = const T*;
  using reverse_iterator = std::reverse_iterator<T*>;
  using const_reverse_iterator = std::reverse_iterator<const T*>;

  SmallVectorImpl(const SmallVectorImpl&) = delete;

  iterator begin() {
    return begin_;
  }
  const_iterator begin() const {
    return begin_;
  }
  iterator end() {
    return begin_ + size_;
  }
  const_iterator end() const {
    return begin_ + size_;
  }
  const_iterator cbegin() const {
    return begin_;
  }
  const_iterator cend() const {
    return begin_ + size_;
  }
  reverse_iterator rbegin() {
    return reverse_iterator(end());
  }
  reverse_iterator rend() {
    return reverse_iterator(begin());
  }
  const_reverse_iterator rbegin() const {
    return const_reverse_iterator(end());
  }
  const_reverse_iterator rend() const {
    return const_reverse_iterator(begin());
  }
  size_t size() const {
    return size_;
  }
  size_t capacity() const {
    return capacity_;
  }
  bool empty() const {
    return size_ == 0;
  }
  T* data() {
    return begin_;
  }
  const T* data() const {
    return begin_;
  }
  T& operator[](size_t i) {
    return begin_[i];
  }
  const T& operator[](size_t i) const {
    return begin_[i];
  }
  T& at(size_t i) {
    TORCH_CHECK(i < size_, "SmallVector: invalid index ", i, "; length ", size_);
    return begin_[i];
  }
  const T& at(size_t i) const {
    TORCH_CHECK(i < size_, "SmallVector: invalid index ", i, "; length ", size_);
    return begin_[i];
  }
  T& front() {
    return begin_[0];
  }
  const T& front() const {
    return begin_[0];
  }
  T& back() {
    return begin_[size_ - 1];
  }
  const T& back() const {
    return begin_[size_ - 1];
  }

  void clear() {
    destroy(begin_, end());
    size_ = 0;
  }
  void reserve(size_t n) {
    if (n > capacity_) {
      grow(n);
    }
  }
  void push_back(const T& v) {
    emplace_back(v);
  }
  void push_back(T&& v) {
    emplace_back(std::move(v));
  }
  template <typename... Args>
  T& emplace_back(Args&&... args) {
    if (C10_UNLIKELY(size_ == capacity_)) {
      // The argument may live inside this vector, so the element is made before the storage moves.
      T made(std::forward<Args>(args)...);
      grow(size_ + 1);
      ::new (static_cast<void*>(begin_ + size_)) T(std::move(made));
    } else {
      ::new (static_cast<void*>(begin_ + size_)) T(std::forward<Args>(args)...);
    }
    return begin_[size_++];
  }
  void pop_back() {
    --size_;
    begin_[size_].~T();
  }
  T pop_back_val() {
    T v = std::move(back());
    pop_back();
    return v;
  }
  void truncate(size_t n) {
    destroy(begin_ + n, end());
    size_ = static_cast<uint32_t>(n);
  }
  void resize(size_t n) {
    if (n < size_) {
      truncate(n);
    } else {
      reserve(n);
      for (size_t i = size_; i < n; ++i) {
        ::new (static_cast<void*>(begin_ + i)) T();
      }
      size_ = static_cast<uint32_t>(n);
    }
  }
  // New elements of a trivial type are left as they are.
  void resize_for_overwrite(size_t n) {
    if constexpr (std::is_trivially_default_constructible_v<T>) {
      reserve(n);
      size_ = static_cast<uint32_t>(n);
    } else {
      resize(n);
    }
  }
  void resize(size_t n, const T& value) {
    if (n < size_) {
      truncate(n);
    } else if (n > size_) {
      const T copy = value;
      reserve(n);
      std::uninitialized_fill(begin_ + size_, begin_ + n, copy);
      size_ = static_cast<uint32_t>(n);
    }
  }
  void assign(size_t n, const T& value) {
    const T copy = value;
    clear();
    resize(n, copy);
  }
  template <typename It, typename = typename std::iterator_traits<It>::iterator_category>
  void assign(It first, It last) {
    clear();
    append(first, last);
  }
  void assign(std::initializer_list<T> list) {
    assign(list.begin(), list.end());
  }
  template <typename It, typename = typename std::iterator_traits<It>::iterator_category>
  void append(It first, It last) {
    using category = typename std::iterator_traits<It>::iterator_category;
    if constexpr (std::is_base_of_v<std::forward_iterator_tag, category>) {
      const size_t n = static_cast<size_t>(std::distance(first, last));
      reserve(size_ + n);
      std::uninitialized_copy(first, last, begin_ + size_);
      size_ += static_cast<uint32_t>(n);
    } else {
      for (; first != last; ++first) {
        emplace_back(*first);
      }
    }
  }
  void append(size_t n, const T& value) {
    resize(size_ + n, value);
  }
  void append(std::initializer_list<T> list) {
    append(list.begin(), list.end());
  }
  iterator erase(const_iterator at) {
    iterator p = begin_ + (at - begin_);
    std::move(p + 1, end(), p);
    pop_back();
    return p;
  }
  iterator erase(const_iterator first, const_iterator last) {
    iterator p = begin_ + (first - begin_), q = begin_ + (last - begin_);
    iterator e = std::move(q, end(), p);
    truncate(static_cast<size_t>(e - begin_));
    return p;
  }
  iterator insert(const_iterator at, T value) {
    const size_t i = static_cast<size_t>(at - begin_);
    emplace_back(std::move(value));
    std::rotate(begin_ + i, end() - 1, end());
    return begin_ + i;
  }
  template <typename It, typename = typename std::iterator_traits<It>::iterator_category>
  iterator insert(const_iterator at, It first, It last) {
    const size_t i = static_cast<size_t>(at - begin_), old = size_;
    append(first, last);
    std::rotate(begin_ + i, begin_ + old, end());
    return begin_ + i;
  }
  iterator insert(const_iterator at, size_t n, const T& value) {
    const size_t i = static_cast<size_t>(at - begin_), old = size_;
    append(n, value);
    std::rotate(begin_ + i, begin_ + old, end());
    return begin_ + i;
  }
  SmallVectorImpl& operator=(const SmallVectorImpl& other) {
    if (this != &other) {
      assign(other.begin(), other.end());
    }
    return *this;
  }
  bool operator==(const SmallVectorImpl& o) const {
    return size_ == o.size_ && std::equal(begin(), end(), o.begin());
  }
  bool operator!=(const SmallVectorImpl& o) const {
    return !(*this == o);
  }
  bool operator<(const SmallVectorImpl& o) const {
    return std::lexicographical_compare(begin(), end(), o.begin(), o.end());
  }
  void swap(SmallVectorImpl& o) {
    if (this == &o) {
      return;
    }
    SmallVectorImpl* small = this;
    SmallVectorImpl* large = &o;
    if (small->size_ > large->size_) {
      std::swap(small, large);
    }
    const uint32_t n = small->size_, m = large->size_;
    small->reserve(m);
    std::swap_ranges(small->begin_, small->begin_ + n, large->begin_);
    std::uninitialized_move(large->begin_ + n, large->begin_ + m, small->begin_ + n);
    destroy(large->begin_ + n, large->begin_ + m);
    small->size_ = m;
    large->size_ = n;
  }

 protected:
  SmallVectorImpl(T* inline_data, uint32_t n) : begin_(inline_data), capacity_(n) {}
  ~SmallVectorImpl() {
    destroy(begin_, end());
    if (!is_inline()) {
      std::free(static_cast<void*>(begin_));
    }
  }
  // The inline elements stand right behind this object.
  T* inline_data() {
    constexpr size_t at = (sizeof(SmallVectorImpl) + alignof(T) - 1) / alignof(T) * alignof(T);
    return reinterpret_cast<T*>(reinterpret_cast<char*>(this) + at);
  }
  bool is_inline() {
    return begin_ == inline_data();
  }
  void take(SmallVectorImpl& o) {
    if (!o.is_inline()) {
      destroy(begin_, end());
      if (!is_inline()) {
        std::free(static_cast<void*>(begin_));
      }
      begin_ = o.begin_;
      size_ = o.size_;
      capacity_ = o.capacity_;
      o.begin_ = o.inline_data();
      o.size_ = 0;
      o.capacity_ = 0; // Its inline room is not known here; it grows on the heap from now on.
    } else {
      clear();
      append(std::make_move_iterator(o.begin()), std::make_move_iterator(o.end()));
      o.clear();
    }
  }

 private:
  static void destroy(T* first, T* last) {
    if constexpr (!std::is_trivially_destructible_v<T>) {
      for (; first != last; ++first) {
        first->~T();
      }
    }
  }
  C10_NOINLINE void grow(size_t n) {
    static_assert(alignof(T) <= alignof(std::max_align_t));
    TORCH_CHECK(n <= UINT32_MAX, "SmallVector: ", n, " elements are too many");
    size_t capacity = std::max<size_t>(n, size_t{2} * capacity_ + 1);
    capacity = std::min<size_t>(capacity, UINT32_MAX);
    T* fresh = static_cast<T*>(std::malloc(capacity * sizeof(T)));
    if (fresh == nullptr) {
      throw std::bad_alloc();
    }
    if constexpr (std::is_trivially_copyable_v<T>) {
      if (size_ != 0) {
        std::memcpy(static_cast<void*>(fresh), static_cast<const void*>(begin_), size_ * sizeof(T));
      }
    } else {
      std::uninitialized_move(begin(), end(), fresh);
      destroy(begin_, end());
    }
    if (!is_inline()) {
      std::free(static_cast<void*>(begin_));
    }
    begin_ = fresh;
    capacity_ = static_cast<uint32_t>(capacity);
  }

  T* begin_;
  uint32_t size_ = 0;
  uint32_t capacity_;
};

template <typename T, unsigned N>
class SmallVector : public SmallVectorImpl<T> {
  using Base = SmallVectorImpl<T>;

 public:
  SmallVector() : Base(room(), N) {}
  explicit SmallVector(size_t n) : SmallVector() {
    this->resize(n);
  }
  SmallVector(size_t n, const T& value) : SmallVector() {
    this->resize(n, value);
  }
  template <typename It, typename = typename std::iterator_traits<It>::iterator_category>
  SmallVector(It first, It last) : SmallVector() {
    this->append(first, last);
  }
  SmallVector(std::initializer_list<T> list) : SmallVector() {
    this->append(list.begin(), list.end());
  }
  explicit SmallVector(ArrayRef<T> list) : SmallVector() {
    this->append(list.begin(), list.end());
  }
  // Any other container; explicit, as copying is.
  template <
      typename C,
      std::enable_if_t<
          !std::is_integral_v<std::decay_t<C>> && !std::is_base_of_v<Base, std::decay_t<C>> && !std::is_same_v<std::decay_t<C>, ArrayRef<T>> &&
              std::is_convertible_v<decltype(*std::declval<const std::decay_t<C>&>().begin()), T>,
          bool> = true>
  explicit SmallVector(const C& c) : SmallVector() {
    this->append(c.begin(), c.end());
  }
  SmallVector(const SmallVector& o) : SmallVector() {
    this->append(o.begin(), o.end());
  }
  SmallVector(SmallVector&& o) noexcept(std::is_nothrow_move_constructible_v<T>) : SmallVector() {
    this->take(o);
  }
  explicit SmallVector(const Base& o) : SmallVector() {
    this->append(o.begin(), o.end());
  }
  SmallVector& operator=(const SmallVector& o) {
    Base::operator=(o);
    return *this;
  }
  SmallVector& operator=(const Base& o) {
    Base::operator=(o);
    return *this;
  }
  SmallVector& operator=(SmallVector&& o) noexcept(std::is_nothrow_move_constructible_v<T>) {
    if (this != &o) {
      this->take(o);
    }
    return *this;
  }
  SmallVector& operator=(std::initializer_list<T> list) {
    this->assign(list);
    return *this;
  }
  SmallVector& operator=(ArrayRef<T> list) {
    this->assign(list.begin(), list.end());
    return *this;
  }

 private:
  T* room() {
    return reinterpret_cast<T*>(room_);
  }
  alignas(T) unsigned char room_[sizeof(T) * (N == 0 ? 1 : N)];
};

template <typename T, unsigned N>
std::ostream& operator<<(std::ostream& out, const SmallVector<T, N>& v) {
  return out << ArrayRef<T>(v);
}

constexpr unsigned kDimVectorStaticSize = 5;
using DimVector = SmallVector<int64_t, kDimVectorStaticSize>;
using SymDimVector = DimVector;

} // namespace c10
