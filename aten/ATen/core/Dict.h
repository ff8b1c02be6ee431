#pragma once
// Dict<K, V>: a typed reference to a shared, insertion-ordered hash map of IValues, as TorchScript's Dict is. Keys are int, float,
// bool, complex, str, device, tuples of these, or Tensors (by identity). Bodies are in Dict_inl.h.
#include <ATen/core/ATen_fwd.h>
#include <c10/macros/Macros.h>
#include <c10/util/intrusive_ptr.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace c10 {

template <class K, class V> class Dict;

namespace detail {

// Entries in a vector in order of insertion, and an open-addressed table of indices into it. An erased entry stays as a hole until
// the next growth; iterators are indices, so they survive insertion and erasure of other entries (a growth that closes holes may
// make them skip or repeat entries, never read outside).
struct C10_API DictImpl final : intrusive_ptr_target {
  struct DictElementTypes {
    TypePtr keyType;
    TypePtr valueType;
  };
  struct Entry;

  DictImpl(TypePtr key_type, TypePtr value_type);
  ~DictImpl() override;
  intrusive_ptr<DictImpl> copy() const;

  size_t size() const { return live_; }
  size_t capacity() const; // entries with holes: the end of iteration
  // The entry's index, or capacity().
  size_t find(const IValue& key) const;
  // The index and whether it was inserted (an existing value is kept).
  std::pair<size_t, bool> insert(IValue key, IValue value);
  bool erase(const IValue& key);
  void erase_at(size_t index);
  void clear();
  void reserve(size_t count);
  // The first live entry at or after `index`.
  size_t next(size_t index) const;
  bool live(size_t index) const;
  const IValue& key_at(size_t index) const;
  IValue& value_at(size_t index);
  const IValue& value_at(size_t index) const;

  friend C10_API bool operator==(const DictImpl& a, const DictImpl& b);

  DictElementTypes elementTypes;

 private:
  size_t probe(const IValue& key, size_t hash) const; // position in table_, of the key or of the first free place
  void rebuild(size_t min_entries);
  std::vector<Entry> entries_;
  std::vector<int32_t> table_; // -1 free, -2 erased
  size_t live_ = 0;
  size_t used_ = 0; // places of table_ that are not free
};

} // namespace detail

namespace impl {

template <class K, class V> class DictEntryRef final {
 public:
  decltype(auto) key() const;
  decltype(auto) value() const;
  void setValue(V value) const;

 private:
  DictEntryRef() = default;
  DictEntryRef(detail::DictImpl* dict, size_t index) : dict_(dict), index_(index) {}
  template <class A, class B> friend class DictIterator;
  template <class A, class B> friend class ::c10::Dict;
  detail::DictImpl* dict_ = nullptr;
  size_t index_ = 0;
};

template <class K, class V> class DictIterator final {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = DictEntryRef<K, V>;
  using difference_type = std::ptrdiff_t;
  using pointer = const value_type*;
  using reference = const value_type&;

  DictIterator() = default;
  const DictEntryRef<K, V>& operator*() const { return entry_; }
  const DictEntryRef<K, V>* operator->() const { return &entry_; }
  DictIterator& operator++() {
    entry_.index_ = entry_.dict_->next(entry_.index_ + 1);
    return *this;
  }
  DictIterator operator++(int) {
    auto r = *this;
    ++*this;
    return r;
  }
  friend bool operator==(const DictIterator& a, const DictIterator& b) { return a.position() == b.position(); }
  friend bool operator!=(const DictIterator& a, const DictIterator& b) { return !(a == b); }

 private:
  DictIterator(detail::DictImpl* dict, size_t index) : entry_(dict, index) {}
  // The end is wherever the entries end now.
  size_t position() const { return entry_.dict_ == nullptr || entry_.index_ >= entry_.dict_->capacity() ? static_cast<size_t>(-1) : entry_.index_; }
  template <class A, class B> friend class ::c10::Dict;
  DictEntryRef<K, V> entry_;
};

using GenericDict = Dict<IValue, IValue>;

} // namespace impl

template <class K, class V> class Dict final {
 public:
  using key_type = K;
  using mapped_type = V;
  using size_type = size_t;
  using iterator = impl::DictIterator<K, V>;

  Dict();
  // Dict<IValue, IValue> says what its keys and values are.
  Dict(TypePtr key_type, TypePtr value_type);
  explicit Dict(intrusive_ptr<detail::DictImpl> impl) : impl_(std::move(impl)) {}

  // The entries copied, not what they refer to.
  Dict copy() const { return Dict(impl_->copy()); }
  iterator begin() const { return iterator(impl_.get(), impl_->next(0)); }
  iterator end() const { return iterator(impl_.get(), static_cast<size_t>(-1)); }
  bool empty() const { return size() == 0; }
  size_t size() const { return impl_->size(); }
  void clear() const { impl_->clear(); }
  template <class A, class B> std::pair<iterator, bool> insert(A&& key, B&& value) const;
  template <class A, class B> std::pair<iterator, bool> insert_or_assign(A&& key, B&& value) const;
  void erase(iterator pos) const { impl_->erase_at(pos.entry_.index_); }
  // How many were erased, 0 or 1.
  size_t erase(const K& key) const;
  V at(const K& key) const; // throws when absent
  iterator find(const K& key) const;
  bool contains(const K& key) const;
  void reserve(size_t count) const { impl_->reserve(count); }

  bool is(const Dict& rhs) const { return impl_ == rhs.impl_; }
  TypePtr keyType() const { return impl_->elementTypes.keyType; }
  TypePtr valueType() const { return impl_->elementTypes.valueType; }
  void unsafeSetKeyType(TypePtr t) { impl_->elementTypes.keyType = std::move(t); }
  void unsafeSetValueType(TypePtr t) { impl_->elementTypes.valueType = std::move(t); }
  size_t use_count() const { return impl_.use_count(); }
  const intrusive_ptr<detail::DictImpl>& impl() const { return impl_; }
  intrusive_ptr<detail::DictImpl> release_impl() && { return std::move(impl_); }

  friend bool operator==(const Dict& a, const Dict& b) { return a.impl_ == b.impl_ || *a.impl_ == *b.impl_; }
  friend bool operator!=(const Dict& a, const Dict& b) { return !(a == b); }

 private:
  intrusive_ptr<detail::DictImpl> impl_;
};

namespace impl {
template <class K, class V> Dict<K, V> toTypedDict(Dict<IValue, IValue> dict);
template <class K, class V> Dict<IValue, IValue> toGenericDict(Dict<K, V> dict);
} // namespace impl

} // namespace c10

namespace torch {
template <class K, class V> using Dict = c10::Dict<K, V>;
}

#include <ATen/core/ivalue.h>
