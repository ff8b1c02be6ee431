// Operators on dicts: one function for all key types, since a dict compares its keys as values; the schemas differ.
#include <torch/csrc/jit/runtime/prim_format.h>
#include <torch/csrc/jit/runtime/prim_ops.h>

namespace torch::jit::prim_ops {
namespace {

using Values = std::vector<IValue>;

IValue makeList(Values values, const c10::TypePtr& element_type) { return c10::List<IValue>(c10::make_intrusive<ListImpl>(std::move(values), element_type)); }
IValue makeDict(c10::intrusive_ptr<DictImpl> d) { return c10::Dict<IValue, IValue>(std::move(d)); }

[[noreturn]] void noKey(const IValue& key) { throw c10::IndexError(c10::str("KeyError: ", printed(key))); }

size_t find(const DictImpl& d, const IValue& key) {
  const size_t at = d.find(key);
  if (at == d.capacity()) noKey(key);
  return at;
}
void assign(DictImpl& d, IValue key, IValue value) {
  const size_t found = d.find(key);
  if (found != d.capacity()) {
    IValue old = std::exchange(d.value_at(found), std::move(value));
  } else {
    d.insert(std::move(key), std::move(value));
  }
}
template <class F>
void each(const DictImpl& d, F f) {
  for (size_t i = d.next(0); i < d.capacity(); i = d.next(i + 1)) f(d.key_at(i), d.value_at(i));
}

IValue keys(const DictImpl& d) {
  Values out;
  out.reserve(d.size());
  each(d, [&](const IValue& k, const IValue&) { out.push_back(k); });
  return makeList(std::move(out), d.elementTypes.keyType);
}
IValue values(const DictImpl& d) {
  Values out;
  out.reserve(d.size());
  each(d, [&](const IValue&, const IValue& v) { out.push_back(v); });
  return makeList(std::move(out), d.elementTypes.valueType);
}
IValue items(const DictImpl& d) {
  Values out;
  out.reserve(d.size());
  each(d, [&](const IValue& k, const IValue& v) { out.emplace_back(c10::ivalue::Tuple::create({k, v})); });
  return makeList(std::move(out), c10::TupleType::create({d.elementTypes.keyType, d.elementTypes.valueType}));
}
IValue pop(DictImpl& d, const IValue& key) {
  const size_t at = find(d, key);
  IValue v = d.value_at(at);
  d.erase_at(at);
  return v;
}
// The first entry, as PyTorch does.
IValue popitem(DictImpl& d) {
  TORCH_CHECK_INDEX(d.size() != 0, "popitem(): dictionary is empty");
  const size_t at = d.next(0);
  IValue item = c10::ivalue::Tuple::create({d.key_at(at), d.value_at(at)});
  d.erase_at(at);
  return item;
}
IValue setdefault(DictImpl& d, IValue key, IValue value) {
  const auto [at, fresh] = d.insert(std::move(key), std::move(value));
  return d.value_at(at);
}
void update(DictImpl& d, const DictImpl& other) {
  if (&d == &other) return;
  each(other, [&](const IValue& k, const IValue& v) { assign(d, k, v); });
}
IValue fromPairs(const ListImpl& pairs) {
  c10::TypePtr key = c10::AnyType::get(), value = c10::AnyType::get();
  if (const auto tuple = pairs.elementType->cast<c10::TupleType>(); tuple && tuple->elements().size() == 2) {
    key = tuple->elements()[0];
    value = tuple->elements()[1];
  }
  auto d = c10::make_intrusive<DictImpl>(key, value);
  d->reserve(pairs.list.size());
  for (const IValue& pair : pairs.list) {
    const auto& e = pair.toTupleRef().elements();
    TORCH_CHECK_VALUE(e.size() == 2, "dict() takes pairs, but found a tuple of ", e.size());
    assign(*d, e[0], e[1]);
  }
  return makeDict(std::move(d));
}

constexpr std::array<PrimOp, 18> forKey(const char* key) {
  return {
      keyed(key, "aten::__getitem__.Dict_%(Dict(%, t) self, % key) -> t(*)",
            [](DictImpl& d, const IValue& k) -> IValue { return static_cast<const DictImpl&>(d).value_at(find(d, k)); }),
      keyed(key, "aten::_set_item.%(Dict(%, t)(a!) l, %(b -> *) idx, t(c -> *) v) -> ()", [](DictImpl& d, IValue k, IValue v) { assign(d, std::move(k), std::move(v)); }),
      keyed(key, "aten::__contains__.%(Dict(%, t) dict, % key) -> bool", [](DictImpl& d, const IValue& k) { return d.find(k) != d.capacity(); }),
      keyed(key, "aten::len.Dict_%(Dict(%, t) self) -> int", [](DictImpl& d) { return static_cast<int64_t>(d.size()); }),
      keyed(key, "aten::keys.%(Dict(%, t) self) -> %[](*)", [](DictImpl& d) { return keys(d); }),
      keyed(key, "aten::values.%(Dict(%, t) self) -> t[](*)", [](DictImpl& d) { return values(d); }),
      keyed(key, "aten::items.%(Dict(%, t) self) -> ((%, t)[])", [](DictImpl& d) { return items(d); }),
      keyed(key, "aten::get.%(Dict(%, t) self, % key) -> t(*)?",
            [](DictImpl& d, const IValue& k) -> IValue {
              const size_t at = d.find(k);
              return at == d.capacity() ? IValue() : static_cast<const DictImpl&>(d).value_at(at);
            }),
      keyed(key, "aten::get.default_%(Dict(%, t) self, % key, t default_value) -> t(*)",
            [](DictImpl& d, const IValue& k, IValue otherwise) -> IValue {
              const size_t at = d.find(k);
              return at == d.capacity() ? std::move(otherwise) : static_cast<const DictImpl&>(d).value_at(at);
            }),
      keyed(key, "aten::setdefault.%(Dict(%, t)(a!) self, %(b -> *) key, t(c -> *) default_value) -> t(*)",
            [](DictImpl& d, IValue k, IValue v) { return setdefault(d, std::move(k), std::move(v)); }),
      keyed(key, "aten::Delete.Dict_%(Dict(%, t)(a!) self, % key) -> ()", [](DictImpl& d, const IValue& k) { pop(d, k); }),
      keyed(key, "aten::pop.Dict_%(Dict(%, t)(a!) self, % key) -> t(*)", [](DictImpl& d, const IValue& k) { return pop(d, k); }),
      keyed(key, "aten::pop.Dict_default_%(Dict(%, t)(a!) self, % key, t default_value) -> t(*)",
            [](DictImpl& d, const IValue& k, IValue otherwise) -> IValue { return d.find(k) == d.capacity() ? std::move(otherwise) : pop(d, k); }),
      keyed(key, "aten::popitem.%(Dict(%, t)(a!) self) -> ((%, t))", [](DictImpl& d) { return popitem(d); }),
      keyed(key, "aten::clear.%(Dict(%, t)(a!) self) -> ()", [](DictImpl& d) { d.clear(); }),
      keyed(key, "aten::update.%(Dict(%, t)(a!) self, Dict(%, t)(a!) to_add) -> ()", [](DictImpl& d, DictImpl& other) { update(d, other); }),
      keyed(key, "aten::copy.Dict_%(Dict(%, t)(a) self) -> Dict(%, t)", [](DictImpl& d) { return makeDict(d.copy()); }),
      keyed(key, "aten::dict.%((%, tVal)[] inputs) -> Dict(%, tVal)", [](ListImpl& pairs) { return fromPairs(pairs); })};
}
constexpr std::array<PrimOp, 1> copies(const char* key) {
  return {keyed(key, "aten::dict.Dict_%(Dict(%, t)(a) self) -> Dict(%, t)", [](DictImpl& d) { return makeDict(d.copy()); })};
}
constexpr std::array single = {
    op("aten::dict() -> Dict(str, Tensor)", [] { return makeDict(c10::make_intrusive<DictImpl>(c10::StringType::get(), c10::TensorType::get())); }),
};

constexpr auto kOps = concat(
    forKey("str"), forKey("int"), forKey("bool"), forKey("float"), forKey("complex"), forKey("Tensor"), copies("str"), copies("int"), copies("bool"),
    copies("float"), copies("complex"), copies("Tensor"), single);

}  // namespace

c10::ArrayRef<OperatorRow> dictOps() { return PrimTable<kOps>::rows(); }

}  // namespace torch::jit::prim_ops
