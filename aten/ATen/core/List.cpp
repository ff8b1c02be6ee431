// ListImpl and DictImpl.
#include <ATen/core/ivalue.h>
#include <ATen/core/jit_type.h>

namespace c10::detail {

// ---- List

ListImpl::ListImpl(std::vector<IValue>&& elements, TypePtr element_type) : list(std::move(elements)), elementType(std::move(element_type)) {}
ListImpl::~ListImpl() { release_values(list); }
intrusive_ptr<ListImpl> ListImpl::copy() const { return make_intrusive<ListImpl>(list_type(list), elementType); }
intrusive_ptr<ListImpl> empty_list_like(const ListImpl& impl) { return make_intrusive<ListImpl>(ListImpl::list_type(), impl.elementType); }
void swap_values(IValue* a, IValue* b) noexcept { a->swap(*b); }
void list_index_error(size_t index, size_t size) { TORCH_CHECK_INDEX(false, "list index out of range: ", static_cast<int64_t>(index), " of a list of ", size); std::abort(); }
void check_list_element_type(const ListImpl& impl, const TypePtr& wanted) {
  // A list of a subtype may be read as the wider one (`Tensor[]` as `Tensor?[]`).
  TORCH_CHECK(impl.elementType == wanted || impl.elementType->isSubtypeOf(*wanted), "Tried to cast a List[", impl.elementType->repr_str(), "] to a List[", wanted->repr_str(),
              "]: the types mismatch");
}

// ---- Dict

namespace {
constexpr int32_t kFree = -1;
constexpr int32_t kErased = -2;
constexpr size_t kMinTable = 8;

bool keys_equal(const IValue& a, const IValue& b) {
  if (a.isTensor() || b.isTensor()) {
    return a.is(b); // tensors are keys by identity
  }
  return a == b;
}
} // namespace

DictImpl::DictImpl(TypePtr key_type, TypePtr value_type) : elementTypes{std::move(key_type), std::move(value_type)} {}

DictImpl::~DictImpl() {
  std::vector<IValue> values;
  for (auto& e : entries_) {
    if (e.value.holds_reference()) {
      values.push_back(std::move(e.value));
    }
    if (e.key.isTuple()) {
      values.push_back(std::move(e.key));
    }
  }
  release_values(values);
}

intrusive_ptr<DictImpl> DictImpl::copy() const {
  auto r = make_intrusive<DictImpl>(elementTypes.keyType, elementTypes.valueType);
  r->reserve(live_);
  for (const Entry& e : entries_) {
    if (e.live) {
      r->insert(e.key, e.value);
    }
  }
  return r;
}

// The table is never full, so the search ends.
size_t DictImpl::probe(const IValue& key, size_t hash) const {
  const size_t mask = table_.size() - 1;
  size_t place = hash & mask;
  while (true) {
    const int32_t entry = table_[place];
    if (entry == kFree) {
      return place;
    }
    if (entry >= 0) {
      const Entry& e = entries_[static_cast<size_t>(entry)];
      if (e.hash == hash && keys_equal(e.key, key)) {
        return place;
      }
    }
    place = (place + 1) & mask;
  }
}

size_t DictImpl::find(const IValue& key) const {
  if (live_ == 0) {
    IValue::hash(key); // an unhashable key is an error in any dict
    return entries_.size();
  }
  const int32_t entry = table_[probe(key, IValue::hash(key))];
  return entry >= 0 ? static_cast<size_t>(entry) : entries_.size();
}

void DictImpl::rebuild(size_t min_entries) {
  TORCH_CHECK(min_entries < (size_t{1} << 30), "a dict of more than 2^30 entries");
  size_t size = kMinTable;
  while (size < min_entries * 2) {
    size *= 2;
  }
  if (live_ != entries_.size()) {
    size_t to = 0;
    for (size_t from = 0; from < entries_.size(); ++from) {
      if (entries_[from].live) {
        if (to != from) {
          entries_[to] = std::move(entries_[from]);
        }
        ++to;
      }
    }
    entries_.resize(to);
  }
  table_.assign(size, kFree);
  const size_t mask = size - 1;
  for (size_t i = 0; i < entries_.size(); ++i) {
    size_t place = entries_[i].hash & mask;
    while (table_[place] != kFree) {
      place = (place + 1) & mask;
    }
    table_[place] = static_cast<int32_t>(i);
  }
  used_ = entries_.size();
}

std::pair<size_t, bool> DictImpl::insert(IValue key, IValue value) {
  const size_t hash = IValue::hash(key);
  if ((used_ + 1) * 3 > table_.size() * 2) { // at most two thirds of the places are taken
    rebuild(live_ + 1 + live_ / 2);
  }
  const size_t place = probe(key, hash);
  if (table_[place] >= 0) {
    return {static_cast<size_t>(table_[place]), false};
  }
  entries_.push_back(Entry{std::move(key), std::move(value), hash, true});
  table_[place] = static_cast<int32_t>(entries_.size() - 1);
  ++live_;
  ++used_;
  return {entries_.size() - 1, true};
}

bool DictImpl::erase(const IValue& key) {
  const size_t index = find(key);
  if (index == entries_.size()) {
    return false;
  }
  erase_at(index);
  return true;
}

void DictImpl::erase_at(size_t index) {
  if (!live(index)) {
    dict_stale_iterator();
  }
  table_[probe(entries_[index].key, entries_[index].hash)] = kErased;
  Entry& e = entries_[index];
  e.live = false;
  --live_;
  // These go last: their destruction may look at this dict.
  IValue key = std::move(e.key);
  IValue value = std::move(e.value);
}

void DictImpl::clear() {
  std::vector<Entry> gone;
  gone.swap(entries_);
  table_.clear();
  live_ = 0;
  used_ = 0;
}

void DictImpl::reserve(size_t count) {
  entries_.reserve(count);
  if (count * 3 > table_.size() * 2) {
    rebuild(count + count / 2);
  }
}

void dict_key_error(const IValue& key) { TORCH_CHECK_INDEX(false, "KeyError: ", key); std::abort(); }
void dict_stale_iterator() { TORCH_CHECK_INDEX(false, "dict entry was erased, or the iterator is at the end"); std::abort(); }
void check_dict_types(const DictImpl& impl, const TypePtr& key, const TypePtr& value) {
  const auto& have = impl.elementTypes;
  TORCH_CHECK(have.keyType->isSubtypeOf(*key) && have.valueType->isSubtypeOf(*value), "Tried to cast a Dict[", have.keyType->repr_str(), ", ", have.valueType->repr_str(), "] to a Dict[",
              key->repr_str(), ", ", value->repr_str(), "]: the types mismatch");
}

} // namespace c10::detail
