#pragma once
// Bodies of Dict.h.
#include <ATen/core/Dict.h>
#include <ATen/core/List_inl.h>
#include <ATen/core/ivalue.h>
#include <ATen/core/type_ptr.h>

namespace c10 {

namespace detail {

struct DictImpl::Entry {
  IValue key;
  IValue value;
  size_t hash;
  bool live;
};

[[noreturn]] C10_API C10_COLD void dict_key_error(const IValue& key);
[[noreturn]] C10_API C10_COLD void dict_stale_iterator();
C10_API void check_dict_types(const DictImpl& impl, const TypePtr& key, const TypePtr& value);

inline size_t DictImpl::capacity() const { return entries_.size(); }
inline bool DictImpl::live(size_t index) const { return index < entries_.size() && entries_[index].live; }
inline const IValue& DictImpl::key_at(size_t index) const {
  if (C10_UNLIKELY(!live(index))) {
    dict_stale_iterator();
  }
  return entries_[index].key;
}
inline IValue& DictImpl::value_at(size_t index) {
  if (C10_UNLIKELY(!live(index))) {
    dict_stale_iterator();
  }
  return entries_[index].value;
}
inline const IValue& DictImpl::value_at(size_t index) const { return const_cast<DictImpl*>(this)->value_at(index); }
inline size_t DictImpl::next(size_t index) const {
  while (index < entries_.size() && !entries_[index].live) {
    ++index;
  }
  return index;
}

} // namespace detail

namespace impl {

template <class K, class V> decltype(auto) DictEntryRef<K, V>::key() const { return detail::element_as<K>(dict_->key_at(index_)); }
template <class K, class V> decltype(auto) DictEntryRef<K, V>::value() const { return detail::element_as<V>(static_cast<const detail::DictImpl*>(dict_)->value_at(index_)); }
template <class K, class V> void DictEntryRef<K, V>::setValue(V value) const { dict_->value_at(index_) = IValue(std::move(value)); }

template <class K, class V> Dict<K, V> toTypedDict(Dict<IValue, IValue> dict) {
  detail::check_dict_types(*dict.impl(), getTypePtr<K>(), getTypePtr<V>());
  return Dict<K, V>(std::move(dict).release_impl());
}
template <class K, class V> Dict<IValue, IValue> toGenericDict(Dict<K, V> dict) { return Dict<IValue, IValue>(std::move(dict).release_impl()); }

} // namespace impl

template <class K, class V> Dict<K, V>::Dict() : impl_(make_intrusive<detail::DictImpl>(getTypePtr<K>(), getTypePtr<V>())) {}
template <class K, class V> Dict<K, V>::Dict(TypePtr key_type, TypePtr value_type) : impl_(make_intrusive<detail::DictImpl>(std::move(key_type), std::move(value_type))) {
  static_assert(std::is_same_v<K, IValue> && std::is_same_v<V, IValue>, "only Dict<IValue, IValue> takes its types at run time");
}
template <class K, class V> template <class A, class B> std::pair<impl::DictIterator<K, V>, bool> Dict<K, V>::insert(A&& key, B&& value) const {
  auto [index, inserted] = impl_->insert(IValue(K(std::forward<A>(key))), IValue(V(std::forward<B>(value))));
  return {iterator(impl_.get(), index), inserted};
}
template <class K, class V> template <class A, class B> std::pair<impl::DictIterator<K, V>, bool> Dict<K, V>::insert_or_assign(A&& key, B&& value) const {
  IValue v(V(std::forward<B>(value)));
  IValue k(K(std::forward<A>(key)));
  size_t found = impl_->find(k);
  if (found != impl_->capacity()) {
    impl_->value_at(found) = std::move(v);
    return {iterator(impl_.get(), found), false};
  }
  auto [index, inserted] = impl_->insert(std::move(k), std::move(v));
  return {iterator(impl_.get(), index), inserted};
}
template <class K, class V> size_t Dict<K, V>::erase(const K& key) const { return impl_->erase(IValue(key)) ? 1 : 0; }
template <class K, class V> V Dict<K, V>::at(const K& key) const {
  IValue k(key);
  size_t found = impl_->find(k);
  if (C10_UNLIKELY(found == impl_->capacity())) {
    detail::dict_key_error(k);
  }
  return detail::element_as<V>(static_cast<const detail::DictImpl&>(*impl_).value_at(found));
}
template <class K, class V> impl::DictIterator<K, V> Dict<K, V>::find(const K& key) const { return iterator(impl_.get(), impl_->find(IValue(key))); }
template <class K, class V> bool Dict<K, V>::contains(const K& key) const { return impl_->find(IValue(key)) != impl_->capacity(); }

} // namespace c10
