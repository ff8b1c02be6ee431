#pragma once
// List<T>: a typed reference to a shared list of IValues, as TorchScript's List is. Copying a List copies the reference; copy()
// copies the elements. Elements are IValues whatever T is, so a List<int64_t> and the interpreter's list are one object.
// Bodies are in List_inl.h.
#include <ATen/core/ATen_fwd.h>
#include <c10/core/impl/ThreadCache.h>
#include <c10/macros/Macros.h>
#include <c10/util/ArrayRef.h>
#include <c10/util/intrusive_ptr.h>

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <type_traits>
#include <vector>

namespace c10 {

template <class T> class List;

namespace detail {

struct C10_API ListImpl final : intrusive_ptr_target {
  WICK_CACHED_NEW_DELETE
  using list_type = std::vector<IValue>;
  ListImpl(std::vector<IValue>&& list, TypePtr element_type);
  ~ListImpl() override;
  intrusive_ptr<ListImpl> copy() const;
  friend C10_API bool operator==(const ListImpl& a, const ListImpl& b);

  list_type list;
  TypePtr elementType;
};

} // namespace detail

namespace detail {
C10_API void swap_values(IValue* a, IValue* b) noexcept;
}

namespace impl {

// list[i], readable as T and assignable.
template <class T> class ListElementReference final {
 public:
  operator T() const;
  ListElementReference& operator=(T&& value) &&;
  ListElementReference& operator=(const T& value) &&;
  ListElementReference& operator=(ListElementReference&& rhs) && noexcept;
  const IValue& get() const { return *element_; }
  friend void swap(ListElementReference&& a, ListElementReference&& b) noexcept { detail::swap_values(a.element_, b.element_); }

 private:
  explicit ListElementReference(IValue* element) : element_(element) {}
  template <class U> friend class ::c10::List;
  template <class U> friend class ListIterator;
  IValue* element_;
};

template <class T> bool operator==(const ListElementReference<T>& a, const T& b) { return static_cast<T>(a) == b; }
template <class T> bool operator==(const T& a, const ListElementReference<T>& b) { return a == static_cast<T>(b); }

// Walks by index, so a list that grows or shrinks meanwhile is no danger: reading past the end throws.
template <class T> class ListIterator final {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = ListElementReference<T>;

  ListIterator() = default;
  ListElementReference<T> operator*() const;
  ListElementReference<T> operator[](difference_type n) const { return *(*this + n); }
  ListIterator& operator++() { ++index_; return *this; }
  ListIterator operator++(int) { auto r = *this; ++index_; return r; }
  ListIterator& operator--() { --index_; return *this; }
  ListIterator operator--(int) { auto r = *this; --index_; return r; }
  ListIterator& operator+=(difference_type n) { index_ += n; return *this; }
  ListIterator& operator-=(difference_type n) { index_ -= n; return *this; }
  ListIterator operator+(difference_type n) const { return ListIterator(list_, index_ + n); }
  ListIterator operator-(difference_type n) const { return ListIterator(list_, index_ - n); }
  friend difference_type operator-(const ListIterator& a, const ListIterator& b) { return a.index_ - b.index_; }
  friend bool operator==(const ListIterator& a, const ListIterator& b) { return a.index_ == b.index_; }
  friend bool operator!=(const ListIterator& a, const ListIterator& b) { return a.index_ != b.index_; }
  friend bool operator<(const ListIterator& a, const ListIterator& b) { return a.index_ < b.index_; }
  friend bool operator<=(const ListIterator& a, const ListIterator& b) { return a.index_ <= b.index_; }
  friend bool operator>(const ListIterator& a, const ListIterator& b) { return a.index_ > b.index_; }
  friend bool operator>=(const ListIterator& a, const ListIterator& b) { return a.index_ >= b.index_; }

 private:
  ListIterator(detail::ListImpl* list, difference_type index) : list_(list), index_(index) {}
  template <class U> friend class ::c10::List;
  detail::ListImpl* list_ = nullptr;
  difference_type index_ = 0;
};

using GenericList = List<IValue>;

} // namespace impl

template <class T> class List final {
 public:
  using value_type = T;
  using size_type = size_t;
  using iterator = impl::ListIterator<T>;
  using const_iterator = impl::ListIterator<T>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using internal_reference_type = impl::ListElementReference<T>;

  List();
  List(std::initializer_list<T> values);
  explicit List(ArrayRef<T> values);
  explicit List(const std::vector<T>& values);
  // List<IValue> says what its elements are.
  explicit List(TypePtr element_type);
  explicit List(intrusive_ptr<detail::ListImpl> impl) : impl_(std::move(impl)) {}
  List(const List&) = default;
  List& operator=(const List&) = default;
  // A moved-from list is a new empty one with the same element type.
  List(List&& rhs) noexcept : impl_(std::move(rhs.impl_)) { rhs.impl_ = fresh_like(*impl_); }
  List& operator=(List&& rhs) noexcept {
    if (this != &rhs) {
      impl_ = std::move(rhs.impl_);
      rhs.impl_ = fresh_like(*impl_);
    }
    return *this;
  }

  // The elements themselves copied, not what they refer to.
  List copy() const { return List(impl_->copy()); }
  T get(size_t pos) const;
  T extract(size_t pos) const;
  internal_reference_type operator[](size_t pos) const;
  void set(size_t pos, const T& value) const;
  void set(size_t pos, T&& value) const;

  iterator begin() const { return iterator(impl_.get(), 0); }
  iterator end() const { return iterator(impl_.get(), static_cast<std::ptrdiff_t>(size())); }
  bool empty() const { return size() == 0; }
  size_t size() const;
  void reserve(size_t capacity) const;
  void clear() const;
  iterator insert(iterator pos, const T& value) const;
  iterator insert(iterator pos, T&& value) const;
  template <class... Args> iterator emplace(iterator pos, Args&&... args) const;
  void push_back(const T& value) const;
  void push_back(T&& value) const;
  void append(List<T> values) const;
  template <class... Args> void emplace_back(Args&&... args) const;
  iterator erase(iterator pos) const;
  iterator erase(iterator first, iterator last) const;
  void pop_back() const;
  void resize(size_t count) const;
  void resize(size_t count, const T& value) const;
  std::vector<T> vec() const;

  // Whether both are the same list.
  bool is(const List& rhs) const { return impl_ == rhs.impl_; }
  size_t use_count() const { return impl_.use_count(); }
  TypePtr elementType() const;
  void unsafeSetElementType(TypePtr t);
  const intrusive_ptr<detail::ListImpl>& impl() const { return impl_; }
  intrusive_ptr<detail::ListImpl> release_impl() && { return std::move(impl_); }

  friend bool operator==(const List& a, const List& b) { return a.impl_ == b.impl_ || *a.impl_ == *b.impl_; }
  friend bool operator!=(const List& a, const List& b) { return !(a == b); }

 private:
  static intrusive_ptr<detail::ListImpl> fresh_like(const detail::ListImpl& impl);
  detail::ListImpl::list_type::iterator at(iterator pos) const;
  IValue& element(size_t pos) const;
  intrusive_ptr<detail::ListImpl> impl_;
};

namespace impl {
// Between List<T> and List<IValue>; the element types must agree.
template <class T> List<T> toTypedList(List<IValue> list);
template <class T> List<IValue> toList(List<T>&& list);
template <class T> List<IValue> toList(const List<T>& list);
// The vector behind a list.
inline const std::vector<IValue>& listElements(const List<IValue>& list) { return list.impl()->list; }
} // namespace impl

} // namespace c10

namespace torch {
template <class T> using List = c10::List<T>;
}

#include <ATen/core/ivalue.h>
