// caffe2::TypeMeta: a dtype in two bytes, as Tensor::dtype() answers it. Here it is exactly a ScalarType; other element types do not exist.
#pragma once

#include <c10/core/ScalarType.h>
#include <string_view>

namespace caffe2 {

class TypeMeta final {
 public:
  constexpr TypeMeta() noexcept : index_(static_cast<uint16_t>(c10::ScalarType::Undefined)) {}
  template <typename T>
  static constexpr TypeMeta Make() {
    return fromScalarType(c10::CppTypeToScalarType<T>::value);
  }
  static constexpr TypeMeta fromScalarType(c10::ScalarType t) {
    TypeMeta m;
    m.index_ = static_cast<uint16_t>(t);
    return m;
  }
  constexpr c10::ScalarType toScalarType() const {
    return static_cast<c10::ScalarType>(index_);
  }
  constexpr bool isScalarType() const {
    return index_ < c10::NumScalarTypes - 1;
  }
  constexpr bool isScalarType(c10::ScalarType t) const {
    return index_ == static_cast<uint16_t>(t);
  }
  constexpr size_t itemsize() const noexcept {
    return c10::detail::scalar_type_sizes[index_];
  }
  template <typename T>
  constexpr bool Match() const noexcept {
    return *this == Make<T>();
  }
  // "float", "c10::Half": the element's C++ type.
  C10_API std::string_view name() const noexcept;
  constexpr friend bool operator==(const TypeMeta& a, const TypeMeta& b) noexcept {
    return a.index_ == b.index_;
  }
  constexpr friend bool operator!=(const TypeMeta& a, const TypeMeta& b) noexcept {
    return a.index_ != b.index_;
  }

 private:
  uint16_t index_;
};
C10_API std::ostream& operator<<(std::ostream& out, TypeMeta m);

} // namespace caffe2
namespace c10 {
using caffe2::TypeMeta;
}
