// Identity, equality and hash of IValues, as Python has them.
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/ivalue.h>
#include <ATen/core/ivalue_depth.h>
#include <ATen/core/jit_type.h>

#include <functional>

namespace c10 {

namespace {

IValue tensors_equal(const at::Tensor& a, const at::Tensor& b) {
  torch::jit::Stack stack{a, b};
  Dispatcher::singleton().findSchemaOrThrow("aten::eq", "Tensor").callBoxed(stack);
  return std::move(stack[0]);
}

bool equal_at_depth(const IValue& a, const IValue& b, int depth);

// Inside containers identity is enough: a list with a tensor equals itself.
bool same_or_equal(const IValue& a, const IValue& b, int depth) { return a.is(b) || equal_at_depth(a, b, depth); }

bool elements_equal(ArrayRef<IValue> a, ArrayRef<IValue> b, int depth) {
  if (a.size() != b.size()) {
    return false;
  }
  for (size_t i = 0; i < a.size(); ++i) {
    if (!same_or_equal(a[i], b[i], depth + 1)) {
      return false;
    }
  }
  return true;
}

bool dicts_equal(const detail::DictImpl& a, const detail::DictImpl& b, int depth) {
  if (a.size() != b.size()) {
    return false;
  }
  for (size_t i = a.next(0); i < a.capacity(); i = a.next(i + 1)) {
    const size_t j = b.find(a.key_at(i));
    if (j == b.capacity() || !same_or_equal(a.value_at(i), b.value_at(j), depth + 1)) {
      return false;
    }
  }
  return true;
}

bool equal_at_depth(const IValue& a, const IValue& b, int depth) {
  check_nesting(depth, "==");
  if (a.tag() != b.tag()) {
    return false;
  }
  switch (a.tag()) {
    case IValue::Tag::None: return true;
    case IValue::Tag::Double: return a.unsafe_double() == b.unsafe_double();
    case IValue::Tag::Int: return a.unsafe_int() == b.unsafe_int();
    case IValue::Tag::Bool: return a.unsafe_bool() == b.unsafe_bool();
    case IValue::Tag::Device: return a.toDevice() == b.toDevice();
    case IValue::Tag::ComplexDouble: return a.toComplexDouble() == b.toComplexDouble();
    case IValue::Tag::String: return a.unsafe_string() == b.unsafe_string();
    case IValue::Tag::Tensor: {
      const IValue eq = tensors_equal(a.toTensor(), b.toTensor());
      TORCH_CHECK(eq.toTensor().numel() == 1, "Boolean value of Tensor with ", eq.toTensor().numel() == 0 ? "no values" : "more than one value", " is ambiguous");
      return eq.toTensor().item<bool>();
    }
    case IValue::Tag::Tuple: return elements_equal(a.unsafe_tuple().elements(), b.unsafe_tuple().elements(), depth);
    case IValue::Tag::GenericList: return &a.unsafe_list() == &b.unsafe_list() || elements_equal(a.unsafe_list().list, b.unsafe_list().list, depth);
    case IValue::Tag::GenericDict: return &a.unsafe_dict() == &b.unsafe_dict() || dicts_equal(a.unsafe_dict(), b.unsafe_dict(), depth);
    case IValue::Tag::Enum: return *a.toEnumHolder() == *b.toEnumHolder();
    case IValue::Tag::Uninitialized: return false;
    default: return a.is(b);
  }
}

size_t combine(size_t seed, size_t value) { return seed ^ (value + 0x9e3779b97f4a7c15ull + (seed << 6) + (seed >> 2)); }

// splitmix64's finaliser: neighbouring ints must not land in neighbouring places only.
size_t mix(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return static_cast<size_t>(x ^ (x >> 31));
}

size_t hash_at_depth(const IValue& v, int depth) {
  check_nesting(depth, "hash");
  switch (v.tag()) {
    case IValue::Tag::None: return 0;
    case IValue::Tag::Bool: return mix(v.unsafe_bool() ? 1 : 0);
    case IValue::Tag::Int: return mix(static_cast<uint64_t>(v.unsafe_int()));
    case IValue::Tag::Double: return std::hash<double>()(v.unsafe_double()); // both zeros hash alike
    case IValue::Tag::ComplexDouble: return combine(std::hash<double>()(v.toComplexDouble().real()), std::hash<double>()(v.toComplexDouble().imag()));
    case IValue::Tag::String: return std::hash<std::string>()(v.unsafe_string());
    case IValue::Tag::Device: return mix(static_cast<uint64_t>(v.unsafe_int()));
    case IValue::Tag::Tensor: return mix(reinterpret_cast<uintptr_t>(v.unsafeToTensorImpl()));
    case IValue::Tag::Enum: return combine(std::hash<std::string>()(v.toEnumHolder()->name()), hash_at_depth(v.toEnumHolder()->value(), depth + 1));
    case IValue::Tag::Tuple: {
      size_t h = v.unsafe_tuple().size();
      for (const IValue& e : v.unsafe_tuple().elements()) {
        h = combine(h, hash_at_depth(e, depth + 1));
      }
      return h;
    }
    case IValue::Tag::Storage:
    case IValue::Tag::Object:
    case IValue::Tag::Capsule:
    case IValue::Tag::Future:
    case IValue::Tag::Generator: return mix(reinterpret_cast<uintptr_t>(v.internalToPointer()));
    case IValue::Tag::GenericList:
    case IValue::Tag::GenericDict:
    case IValue::Tag::Uninitialized: break;
  }
  TORCH_CHECK_TYPE(false, "unhashable type: '", v.type()->repr_str(), "'");
}

} // namespace

bool IValue::is(const IValue& rhs) const {
  // An undefined tensor and None are the same to scripts.
  const auto none_like = [](const IValue& v) { return v.isNone() || (v.isTensor() && !v.unsafe_tensor().defined()); };
  if (none_like(*this) || none_like(rhs)) {
    return none_like(*this) && none_like(rhs);
  }
  if (tag_ != rhs.tag_) {
    return false;
  }
  if (tag_ == Tag::String || tag_ == Tag::ComplexDouble || !holds_reference()) {
    return equal_at_depth(*this, rhs, 0); // equal immutable values are one
  }
  return reference() == rhs.reference();
}

IValue IValue::equals(const IValue& rhs) const {
  if (isTensor() && rhs.isTensor()) {
    return tensors_equal(toTensor(), rhs.toTensor());
  }
  return equal_at_depth(*this, rhs, 0);
}

bool operator==(const IValue& a, const IValue& b) { return equal_at_depth(a, b, 0); }

size_t IValue::hash(const IValue& v) { return hash_at_depth(v, 0); }

namespace detail {
bool operator==(const ListImpl& a, const ListImpl& b) { return elements_equal(a.list, b.list, 0); }
bool operator==(const DictImpl& a, const DictImpl& b) { return dicts_equal(a, b, 0); }
} // namespace detail

namespace ivalue {
bool operator==(const EnumHolder& a, const EnumHolder& b) { return a.name() == b.name() && *a.type() == *b.type(); }
} // namespace ivalue

} // namespace c10
