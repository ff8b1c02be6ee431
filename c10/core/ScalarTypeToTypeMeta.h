// Between ScalarType and caffe2::TypeMeta, which compare equal when they name the same dtype.
#pragma once

#include <c10/core/ScalarType.h>
#include <c10/util/typeid.h>
#include <optional>

namespace c10 {

constexpr caffe2::TypeMeta scalarTypeToTypeMeta(ScalarType t) {
  return caffe2::TypeMeta::fromScalarType(t);
}
constexpr ScalarType typeMetaToScalarType(caffe2::TypeMeta m) {
  return m.toScalarType();
}
inline std::optional<ScalarType> optTypeMetaToScalarType(std::optional<caffe2::TypeMeta> m) {
  return m ? std::optional<ScalarType>(m->toScalarType()) : std::nullopt;
}
constexpr bool operator==(ScalarType t, caffe2::TypeMeta m) {
  return m.isScalarType(t);
}
constexpr bool operator==(caffe2::TypeMeta m, ScalarType t) {
  return m.isScalarType(t);
}
constexpr bool operator!=(ScalarType t, caffe2::TypeMeta m) {
  return !m.isScalarType(t);
}
constexpr bool operator!=(caffe2::TypeMeta m, ScalarType t) {
  return !m.isScalarType(t);
}

} // namespace c10
