#pragma once
// Bodies of List.h.
#include <ATen/core/List.h>
#include <ATen/core/ivalue.h>
#include <ATen/core/type_ptr.h>

#include <algorithm>

namespace c10 {

namespace detail {
[[noreturn]] C10_API C10_COLD void list_index_error(size_t index, size_t size);
C10_API intrusive_ptr<ListImpl> empty_list_like(const ListImpl& impl);
C10_API void check_list_element_type(const ListImpl& impl, const TypePtr& wanted);

// T from an element that stays in its list.
template <class T> decltype(auto) element_as(const IValue& v) {
  if constexpr (std::is_same_v<T, IValue>) {
    return static_cast<const IValue&>(v);
  } else {
    return v.to<T>();
  }
}
template <class T> IValue element_from(T&& v) { return IValue(std::forward<T>(v)); }
} // namespace detail

namespace impl {

template <class T> ListElementReference<T>::operator T() const { return detail::element_as<T>(*element_); }
template <class T> ListElementReference<T>& ListElementReference<T>::operator=(T&& value) && {
  *element_ = IValue(std::move(value));
  return *this;
}
template <class T> ListElementReference<T>& ListElementReference<T>::operator=(const T& value) && {
  *element_ = IValue(value);
  return *this;
}
template <class T> ListElementReference<T>& ListElementReference<T>::operator=(ListElementReference&& rhs) && noexcept {
  *element_ = *rhs.element_;
  return *this;
}
template <class T> ListElementReference<T> ListIterator<T>::operator*() const {
  if (C10_UNLIKELY(static_cast<size_t>(index_) >= list_->list.size())) {
    detail::list_index_error(static_cast<size_t>(index_), list_->list.size());
  }
  return ListElementReference<T>(&list_->list[static_cast<size_t>(index_)]);
}

template <class T> List<T> toTypedList(List<IValue> list) {
  detail::check_list_element_type(*list.impl(), getTypePtr<T>());
  return List<T>(std::move(list).release_impl());
}
template <class T> List<IValue> toList(List<T>&& list) { return List<IValue>(std::move(list).release_impl()); }
template <class T> List<IValue> toList(const List<T>& list) { return List<IValue>(list.impl()); }

} // namespace impl

template <class T> List<T>::List() : impl_(make_intrusive<detail::ListImpl>(detail::ListImpl::list_type(), getTypePtr<T>())) {}
template <class T> List<T>::List(std::initializer_list<T> values) : List(ArrayRef<T>(values.begin(), values.size())) {}
template <class T> List<T>::List(ArrayRef<T> values) : List() {
  impl_->list.reserve(values.size());
  for (const T& v : values) {
    impl_->list.emplace_back(v);
  }
}
template <class T> List<T>::List(const std::vector<T>& values) : List() {
  impl_->list.reserve(values.size());
  for (auto&& v : values) {
    impl_->list.emplace_back(T(v)); // bool: a vector's proxy
  }
}
template <class T> List<T>::List(TypePtr element_type) : impl_(make_intrusive<detail::ListImpl>(detail::ListImpl::list_type(), std::move(element_type))) {
  static_assert(std::is_same_v<T, IValue>, "only List<IValue> takes its element type at run time");
}
template <class T> intrusive_ptr<detail::ListImpl> List<T>::fresh_like(const detail::ListImpl& impl) { return detail::empty_list_like(impl); }
template <class T> IValue& List<T>::element(size_t pos) const {
  if (C10_UNLIKELY(pos >= impl_->list.size())) {
    detail::list_index_error(pos, impl_->list.size());
  }
  return impl_->list[pos];
}
template <class T> detail::ListImpl::list_type::iterator List<T>::at(iterator pos) const {
  auto i = pos - begin();
  if (C10_UNLIKELY(i < 0 || static_cast<size_t>(i) > size())) {
    detail::list_index_error(static_cast<size_t>(i), size());
  }
  return impl_->list.begin() + i;
}
template <class T> T List<T>::get(size_t pos) const { return detail::element_as<T>(element(pos)); }
template <class T> T List<T>::extract(size_t pos) const { return std::exchange(element(pos), IValue()).template to<T>(); }
template <class T> impl::ListElementReference<T> List<T>::operator[](size_t pos) const { return impl::ListElementReference<T>(&element(pos)); }
template <class T> void List<T>::set(size_t pos, const T& value) const { element(pos) = IValue(value); }
template <class T> void List<T>::set(size_t pos, T&& value) const { element(pos) = IValue(std::move(value)); }
template <class T> size_t List<T>::size() const { return impl_->list.size(); }
template <class T> void List<T>::reserve(size_t capacity) const { impl_->list.reserve(capacity); }
template <class T> void List<T>::clear() const { impl_->list.clear(); }
template <class T> impl::ListIterator<T> List<T>::insert(iterator pos, const T& value) const {
  impl_->list.insert(at(pos), IValue(value));
  return pos;
}
template <class T> impl::ListIterator<T> List<T>::insert(iterator pos, T&& value) const {
  impl_->list.insert(at(pos), IValue(std::move(value)));
  return pos;
}
template <class T> template <class... Args> impl::ListIterator<T> List<T>::emplace(iterator pos, Args&&... args) const { return insert(pos, T(std::forward<Args>(args)...)); }
template <class T> void List<T>::push_back(const T& value) const { impl_->list.emplace_back(value); }
template <class T> void List<T>::push_back(T&& value) const { impl_->list.emplace_back(std::move(value)); }
template <class T> void List<T>::append(List<T> values) const {
  auto& src = values.impl_->list;
  if (values.use_count() == 1) {
    impl_->list.insert(impl_->list.end(), std::make_move_iterator(src.begin()), std::make_move_iterator(src.end()));
  } else {
    auto n = src.size(); // `src` may be this list
    impl_->list.reserve(impl_->list.size() + n);
    for (size_t i = 0; i < n; ++i) {
      impl_->list.push_back(src[i]);
    }
  }
}
template <class T> template <class... Args> void List<T>::emplace_back(Args&&... args) const { push_back(T(std::forward<Args>(args)...)); }
template <class T> impl::ListIterator<T> List<T>::erase(iterator pos) const {
  TORCH_CHECK_INDEX(pos - begin() < static_cast<std::ptrdiff_t>(size()), "List::erase: position past the end");
  impl_->list.erase(at(pos));
  return pos;
}
template <class T> impl::ListIterator<T> List<T>::erase(iterator first, iterator last) const {
  TORCH_CHECK_INDEX(first <= last, "List::erase: first is behind last");
  impl_->list.erase(at(first), at(last));
  return first;
}
template <class T> void List<T>::pop_back() const {
  TORCH_CHECK_INDEX(!empty(), "pop from empty list");
  impl_->list.pop_back();
}
template <class T> void List<T>::resize(size_t count) const { resize(count, T{}); }
template <class T> void List<T>::resize(size_t count, const T& value) const { impl_->list.resize(count, IValue(value)); }
template <class T> std::vector<T> List<T>::vec() const {
  std::vector<T> r;
  r.reserve(size());
  for (const IValue& v : impl_->list) {
    r.push_back(detail::element_as<T>(v));
  }
  return r;
}
template <class T> TypePtr List<T>::elementType() const { return impl_->elementType; }
template <class T> void List<T>::unsafeSetElementType(TypePtr t) { impl_->elementType = std::move(t); }

} // namespace c10
