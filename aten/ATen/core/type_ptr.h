#pragma once
// getTypePtr<T>(): the static type of a C++ type: int64_t -> int, std::optional<at::Tensor> -> Tensor?, List<List<int64_t>> -> int[][].
#include <ATen/core/ATen_fwd.h>
#include <ATen/core/Generator.h>
#include <ATen/core/jit_type_base.h>
#include <c10/core/Device.h>
#include <c10/core/Layout.h>
#include <c10/core/MemoryFormat.h>
#include <c10/core/QScheme.h>
#include <c10/core/ScalarType.h>
#include <c10/core/Storage.h>
#include <c10/util/OptionalArrayRef.h>
#include <c10/util/complex.h>

#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace c10 {
namespace detail {

// Made here, out of line, so that this header needs no concrete type.
C10_API const TypePtr& simple_type(TypeKind kind);
C10_API TypePtr make_list_type(TypePtr element);
C10_API TypePtr make_optional_type(TypePtr element);
C10_API TypePtr make_dict_type(TypePtr key, TypePtr value);
C10_API TypePtr make_tuple_type(std::vector<TypePtr> elements);

template <class T, class = void> struct TypeOf {
  static_assert(sizeof(T) == 0, "this C++ type has no TorchScript type; use int64_t, double, bool, std::string, at::Tensor, or List/Dict/optional/tuple of these");
};
#define WICK_SIMPLE_TYPE(T, K) \
  template <> struct TypeOf<T> { \
    static const TypePtr& get() { return simple_type(TypeKind::K); } \
  };
WICK_SIMPLE_TYPE(at::Tensor, TensorType)
WICK_SIMPLE_TYPE(at::Scalar, NumberType)
WICK_SIMPLE_TYPE(double, FloatType)
WICK_SIMPLE_TYPE(float, FloatType)
WICK_SIMPLE_TYPE(bool, BoolType)
WICK_SIMPLE_TYPE(c10::complex<double>, ComplexType)
WICK_SIMPLE_TYPE(std::string, StringType)
WICK_SIMPLE_TYPE(std::string_view, StringType)
WICK_SIMPLE_TYPE(const char*, StringType)
WICK_SIMPLE_TYPE(c10::Device, DeviceObjType)
WICK_SIMPLE_TYPE(c10::ScalarType, IntType)
WICK_SIMPLE_TYPE(c10::Layout, IntType)
WICK_SIMPLE_TYPE(c10::MemoryFormat, IntType)
WICK_SIMPLE_TYPE(c10::QScheme, IntType)
WICK_SIMPLE_TYPE(c10::Storage, StorageType)
WICK_SIMPLE_TYPE(at::Generator, GeneratorType)
WICK_SIMPLE_TYPE(IValue, AnyType)
WICK_SIMPLE_TYPE(std::nullopt_t, NoneType)
WICK_SIMPLE_TYPE(std::tuple<>, NoneType)
#undef WICK_SIMPLE_TYPE
template <class T> struct TypeOf<T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>>> {
  static const TypePtr& get() { return simple_type(TypeKind::IntType); }
};

// Composed types are made once for each T.
template <class T> struct ListTypeOf {
  static const TypePtr& get() {
    static const TypePtr& t = *new TypePtr(make_list_type(TypeOf<T>::get()));
    return t;
  }
};
template <class T> struct TypeOf<List<T>> : ListTypeOf<T> {};
template <class T> struct TypeOf<std::vector<T>> : ListTypeOf<T> {};
template <class T> struct TypeOf<ArrayRef<T>> : ListTypeOf<T> {};
template <class T, size_t N> struct TypeOf<std::array<T, N>> : ListTypeOf<T> {};
template <class T> struct TypeOf<OptionalArrayRef<T>> : TypeOf<std::optional<ArrayRef<T>>> {};
template <class T> struct TypeOf<std::optional<T>> {
  static const TypePtr& get() {
    static const TypePtr& t = *new TypePtr(make_optional_type(TypeOf<T>::get()));
    return t;
  }
};
template <class K, class V> struct TypeOf<Dict<K, V>> {
  static const TypePtr& get() {
    static const TypePtr& t = *new TypePtr(make_dict_type(TypeOf<K>::get(), TypeOf<V>::get()));
    return t;
  }
};
template <class K, class V> struct TypeOf<std::unordered_map<K, V>> : TypeOf<Dict<K, V>> {};
template <class... T> struct TypeOf<std::tuple<T...>, std::enable_if_t<(sizeof...(T) > 0)>> {
  static const TypePtr& get() {
    static const TypePtr& t = *new TypePtr(make_tuple_type({TypeOf<std::decay_t<T>>::get()...}));
    return t;
  }
};
template <class A, class B> struct TypeOf<std::pair<A, B>> : TypeOf<std::tuple<A, B>> {};

} // namespace detail

template <class T> inline const TypePtr& getTypePtr() { return detail::TypeOf<std::remove_cv_t<std::remove_reference_t<T>>>::get(); }
template <class T> inline TypePtr getTypePtrCopy() { return getTypePtr<T>(); }
template <class T> inline const TypePtr& getFakeTypePtr() { return getTypePtr<T>(); }

} // namespace c10
