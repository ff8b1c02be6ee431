#pragma once
// Conversions between IValue and C++ types: the template constructors and to<T>().
#include <ATen/core/ivalue.h>
#include <ATen/core/ivalue_holders.h>
#include <ATen/core/type_ptr.h>

namespace c10 {

namespace detail {

template <class T> struct is_optional : std::false_type {};
template <class T> struct is_optional<std::optional<T>> : std::true_type {};
template <class T> struct is_vector : std::false_type {};
template <class T> struct is_vector<std::vector<T>> : std::true_type {};
template <class T> struct is_std_array : std::false_type {};
template <class T, size_t N> struct is_std_array<std::array<T, N>> : std::true_type {};
template <class T> struct is_list : std::false_type {};
template <class T> struct is_list<List<T>> : std::true_type {};
template <class T> struct is_dict : std::false_type {};
template <class K, class V> struct is_dict<Dict<K, V>> : std::true_type {};
template <class T> struct is_unordered_map : std::false_type {};
template <class K, class V> struct is_unordered_map<std::unordered_map<K, V>> : std::true_type {};
template <class T> struct is_tuple : std::false_type {};
template <class... T> struct is_tuple<std::tuple<T...>> : std::true_type {};
template <class A, class B> struct is_tuple<std::pair<A, B>> : std::true_type {};
template <class T> struct is_intrusive : std::false_type {};
template <class T> struct is_intrusive<intrusive_ptr<T>> : std::true_type {
  using type = T;
};
template <class T> struct always_false : std::false_type {};

C10_API int64_t tuple_elements_checked(const IValue& v, size_t n, const IValue** elements);
[[noreturn]] C10_API C10_COLD void wrong_array_length(size_t actual, size_t expected);
[[noreturn]] C10_API C10_COLD void wrong_custom_class(const char* expected);

template <class T> T ivalue_to(const IValue& v);

template <class Tup, size_t... I> Tup tuple_from(const IValue& v, std::index_sequence<I...>) {
  const IValue* e = nullptr;
  tuple_elements_checked(v, sizeof...(I), &e);
  return Tup(ivalue_to<std::tuple_element_t<I, Tup>>(e[I])...);
}

// A fresh T out of v, which keeps its value. Containers that are references in TorchScript are shared, std::vector copies.
template <class T> T ivalue_to(const IValue& v) {
  if constexpr (std::is_same_v<T, IValue>) {
    return v;
  } else if constexpr (std::is_same_v<T, at::Tensor>) {
    return v.toTensor();
  } else if constexpr (std::is_same_v<T, at::Scalar>) {
    return v.toScalar();
  } else if constexpr (std::is_same_v<T, bool>) {
    return v.toBool();
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(v.toInt());
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(v.toDouble());
  } else if constexpr (std::is_same_v<T, c10::complex<double>>) {
    return v.toComplexDouble();
  } else if constexpr (std::is_same_v<T, std::string>) {
    return v.toStringRef();
  } else if constexpr (std::is_same_v<T, std::string_view>) {
    return v.toStringView();
  } else if constexpr (std::is_same_v<T, c10::Device>) {
    return v.toDevice();
  } else if constexpr (std::is_same_v<T, ScalarType>) {
    return v.toScalarType();
  } else if constexpr (std::is_same_v<T, Layout>) {
    return v.toLayout();
  } else if constexpr (std::is_same_v<T, MemoryFormat>) {
    return v.toMemoryFormat();
  } else if constexpr (std::is_same_v<T, QScheme>) {
    return v.toQScheme();
  } else if constexpr (std::is_same_v<T, Storage>) {
    return v.toStorage();
  } else if constexpr (std::is_same_v<T, at::Generator>) {
    return v.toGenerator();
  } else if constexpr (is_optional<T>::value) {
    if (v.isNone()) {
      return T(std::nullopt);
    }
    return T(ivalue_to<typename T::value_type>(v));
  } else if constexpr (is_vector<T>::value) {
    auto elements = v.toListRef();
    T r;
    r.reserve(elements.size());
    for (const IValue& e : elements) {
      r.push_back(ivalue_to<typename T::value_type>(e));
    }
    return r;
  } else if constexpr (is_std_array<T>::value) {
    auto elements = v.toListRef();
    if (elements.size() != std::tuple_size_v<T>) {
      wrong_array_length(elements.size(), std::tuple_size_v<T>);
    }
    T r{};
    for (size_t i = 0; i < elements.size(); ++i) {
      r[i] = ivalue_to<typename T::value_type>(elements[i]);
    }
    return r;
  } else if constexpr (std::is_same_v<T, List<IValue>>) {
    return v.toList();
  } else if constexpr (is_list<T>::value) {
    return impl::toTypedList<typename T::value_type>(v.toList());
  } else if constexpr (std::is_same_v<T, Dict<IValue, IValue>>) {
    return v.toGenericDict();
  } else if constexpr (is_dict<T>::value) {
    return impl::toTypedDict<typename T::key_type, typename T::mapped_type>(v.toGenericDict());
  } else if constexpr (is_unordered_map<T>::value) {
    T r;
    // A generic lambda: the entry's accessors are defined after this header, clang would look at them here.
    const auto put = [&r](const auto& entry) { r.emplace(ivalue_to<typename T::key_type>(entry.key()), ivalue_to<typename T::mapped_type>(entry.value())); };
    for (const auto& entry : v.toGenericDict()) {
      put(entry);
    }
    return r;
  } else if constexpr (is_tuple<T>::value) {
    return tuple_from<T>(v, std::make_index_sequence<std::tuple_size_v<T>>());
  } else if constexpr (std::is_same_v<T, intrusive_ptr<ivalue::Tuple>>) {
    return v.toTuple();
  } else if constexpr (std::is_same_v<T, intrusive_ptr<ivalue::ConstantString>>) {
    return v.toString();
  } else if constexpr (std::is_same_v<T, intrusive_ptr<ivalue::Object>>) {
    return v.toObject();
  } else if constexpr (std::is_same_v<T, intrusive_ptr<ivalue::EnumHolder>>) {
    return v.toEnumHolder();
  } else if constexpr (std::is_same_v<T, intrusive_ptr<ivalue::Future>>) {
    return v.toFuture();
  } else if constexpr (is_intrusive<T>::value) {
    using C = typename is_intrusive<T>::type;
    static_assert(std::is_base_of_v<CustomClassHolder, C>, "IValue::to<intrusive_ptr<T>>: T must derive from torch::CustomClassHolder");
    auto p = dynamic_intrusive_pointer_cast<C>(v.toCapsule());
    if (!p) {
      wrong_custom_class(typeid(C).name());
    }
    return p;
  } else if constexpr (std::is_constructible_v<T, intrusive_ptr<ivalue::Object>>) {
    return T(v.toModuleObject()); // torch::jit::Module
  } else {
    static_assert(always_false<T>::value, "IValue::to<T>: no conversion to this type");
  }
}

} // namespace detail

// ---- constructors
template <typename... Args, std::enable_if_t<!std::disjunction_v<std::is_lvalue_reference<Args>..., std::negation<std::is_constructible<IValue, Args>>...>, int>> IValue::IValue(const std::tuple<Args...>& t)
    : IValue(std::apply([](const Args&... a) { return ivalue::Tuple::create(std::vector<IValue>{IValue(a)...}); }, t)) {}
template <class T> IValue::IValue(c10::List<T> v) noexcept : IValue(std::move(v).release_impl(), Tag::GenericList) {}
template <class T> IValue::IValue(const std::vector<T>& v) : IValue(c10::List<T>(v)) {}
template <class T> IValue::IValue(at::ArrayRef<T> v) : IValue(c10::List<T>(v)) {}
template <class T, size_t N> IValue::IValue(const std::array<T, N>& v) : IValue(c10::List<T>(at::ArrayRef<T>(v.data(), N))) {}
template <class K, class V> IValue::IValue(c10::Dict<K, V> v) noexcept : IValue(std::move(v).release_impl(), Tag::GenericDict) {}
template <class K, class V> IValue::IValue(const std::unordered_map<K, V>& v) : IValue() {
  c10::Dict<K, V> d;
  d.reserve(v.size());
  for (const auto& e : v) {
    d.insert(e.first, e.second);
  }
  *this = IValue(std::move(d));
}
template <class T> IValue::IValue(const std::optional<T>& v) : IValue() {
  if (v.has_value()) {
    *this = IValue(*v);
  }
}
template <class T> IValue::IValue(std::optional<T>&& v) : IValue() {
  if (v.has_value()) {
    *this = IValue(std::move(*v));
  }
}
inline IValue::IValue(c10::List<IValue> v) noexcept : IValue(std::move(v).release_impl(), Tag::GenericList) {}
inline IValue::IValue(c10::Dict<IValue, IValue> v) noexcept : IValue(std::move(v).release_impl(), Tag::GenericDict) {}
inline IValue::IValue(intrusive_ptr<ivalue::ConstantString> v) noexcept : IValue(std::move(v), Tag::String) {}
inline IValue::IValue(intrusive_ptr<ivalue::Tuple> v) noexcept : IValue(std::move(v), Tag::Tuple) {}
inline IValue::IValue(intrusive_ptr<ivalue::Object> v) noexcept : IValue(std::move(v), Tag::Object) {}
inline IValue::IValue(intrusive_ptr<ivalue::EnumHolder> v) noexcept : IValue(std::move(v), Tag::Enum) {}
inline IValue::IValue(at::Generator g) noexcept : IValue(intrusive_ptr<GeneratorImpl>(g.getIntrusivePtr()), Tag::Generator) {}
inline IValue::IValue(intrusive_ptr<ivalue::Future> v) noexcept : IValue(std::move(v), Tag::Future) {}

// ---- conversions
inline at::Tensor IValue::toTensor() && {
  expect(Tag::Tensor);
  at::Tensor t(std::move(payload_.as_tensor));
  clear_to_none();
  return t;
}
inline intrusive_ptr<ivalue::ConstantString> IValue::toString() && { return take<ivalue::ConstantString>(Tag::String); }
inline intrusive_ptr<ivalue::ConstantString> IValue::toString() const& { return share<ivalue::ConstantString>(Tag::String); }
inline const std::string& IValue::toStringRef() const { return ref<ivalue::ConstantString>(Tag::String).string(); }
inline const std::string& IValue::unsafe_string() const { return static_cast<ivalue::ConstantString*>(payload_.u.as_target)->string(); }
inline intrusive_ptr<ivalue::Tuple> IValue::toTuple() && { return take<ivalue::Tuple>(Tag::Tuple); }
inline intrusive_ptr<ivalue::Tuple> IValue::toTuple() const& { return share<ivalue::Tuple>(Tag::Tuple); }
inline ivalue::Tuple& IValue::toTupleRef() const { return ref<ivalue::Tuple>(Tag::Tuple); }
inline ivalue::Tuple& IValue::unsafe_tuple() const { return *static_cast<ivalue::Tuple*>(payload_.u.as_target); }
inline ivalue::Object& IValue::unsafe_object() const { return *static_cast<ivalue::Object*>(payload_.u.as_target); }
inline intrusive_ptr<ivalue::Object> IValue::toObject() && { return take<ivalue::Object>(Tag::Object); }
inline intrusive_ptr<ivalue::Object> IValue::toObject() const& { return share<ivalue::Object>(Tag::Object); }
inline ivalue::Object& IValue::toObjectRef() const { return ref<ivalue::Object>(Tag::Object); }
inline intrusive_ptr<ivalue::EnumHolder> IValue::toEnumHolder() && { return take<ivalue::EnumHolder>(Tag::Enum); }
inline intrusive_ptr<ivalue::EnumHolder> IValue::toEnumHolder() const& { return share<ivalue::EnumHolder>(Tag::Enum); }
inline intrusive_ptr<ivalue::Future> IValue::toFuture() && { return take<ivalue::Future>(Tag::Future); }
inline intrusive_ptr<ivalue::Future> IValue::toFuture() const& { return share<ivalue::Future>(Tag::Future); }
inline c10::List<IValue> IValue::toList() && { return c10::List<IValue>(take<detail::ListImpl>(Tag::GenericList)); }
inline c10::List<IValue> IValue::toList() const& { return c10::List<IValue>(share<detail::ListImpl>(Tag::GenericList)); }
inline ArrayRef<IValue> IValue::toListRef() const { return ref<detail::ListImpl>(Tag::GenericList).list; }
inline c10::Dict<IValue, IValue> IValue::toGenericDict() && { return c10::Dict<IValue, IValue>(take<detail::DictImpl>(Tag::GenericDict)); }
inline c10::Dict<IValue, IValue> IValue::toGenericDict() const& { return c10::Dict<IValue, IValue>(share<detail::DictImpl>(Tag::GenericDict)); }

template <typename T> T IValue::to() && {
  if constexpr (std::is_same_v<T, at::Tensor>) {
    return std::move(*this).toTensor();
  } else if constexpr (std::is_same_v<T, IValue>) {
    return std::move(*this);
  } else {
    return detail::ivalue_to<std::remove_cv_t<std::remove_reference_t<T>>>(*this);
  }
}
// Tensors and strings come as references into this value.
template <typename T> decltype(auto) IValue::to() const& {
  if constexpr (std::is_same_v<T, at::Tensor>) {
    return static_cast<const at::Tensor&>(toTensor());
  } else if constexpr (std::is_same_v<T, std::string>) {
    return static_cast<const std::string&>(toStringRef());
  } else {
    return detail::ivalue_to<std::remove_cv_t<std::remove_reference_t<T>>>(*this);
  }
}
template <typename T> std::optional<T> IValue::toOptional() const {
  return isNone() ? std::nullopt : std::optional<T>(detail::ivalue_to<T>(*this));
}
template <typename T> bool IValue::isType() const { return *type() == *getTypePtr<T>(); }

namespace ivalue {
// The elements of a tuple-valued IValue.
inline ArrayRef<IValue> tupleElements(const IValue& v) { return v.toTupleRef().elements(); }
} // namespace ivalue

} // namespace c10
