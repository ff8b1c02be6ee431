#pragma once
// Small helpers of the core tests: tensors made without any operator, text of values, messages of errors.
#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>
#include <c10/core/Allocator.h>

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace core_test {

// A contiguous CPU tensor with these values.
template <class T> at::Tensor tensor(std::vector<T> values, std::vector<int64_t> sizes) {
  c10::Storage storage(c10::Storage::use_byte_size_t(), values.size() * sizeof(T), c10::GetAllocator(c10::kCPU));
  if (!values.empty()) {
    std::memcpy(storage.mutable_data(), values.data(), values.size() * sizeof(T));
  }
  auto t = at::detail::make_tensor<c10::TensorImpl>(std::move(storage), c10::DispatchKey::CPU, c10::scalarTypeToTypeMeta(c10::CppTypeToScalarType<T>::value));
  t.unsafeGetTensorImpl()->set_sizes_contiguous(sizes);
  return t;
}
template <class T> at::Tensor tensor(std::vector<T> values) {
  const auto n = static_cast<int64_t>(values.size());
  return tensor<T>(std::move(values), {n});
}
// Sizes and dtype without data.
inline at::Tensor meta_tensor(std::vector<int64_t> sizes) {
  auto t = at::detail::make_tensor<c10::TensorImpl>(c10::DispatchKeySet(c10::DispatchKey::Meta), c10::scalarTypeToTypeMeta(c10::kFloat), c10::Device(c10::kMeta));
  t.unsafeGetTensorImpl()->set_sizes_contiguous(sizes);
  return t;
}

template <class T> std::string text(const T& v) {
  std::ostringstream out;
  out << v;
  return out.str();
}
inline std::string repr(const c10::IValue& v) {
  std::ostringstream out;
  v.repr(out, nullptr);
  return out.str();
}

// The message of what f throws; empty when it throws nothing.
template <class F> std::string message(F&& f) {
  try {
    f();
  } catch (const std::exception& e) {
    return e.what();
  }
  return std::string();
}
#define EXPECT_THROWS_WITH(statement, part) \
  do { \
    const std::string thrown = core_test::message([&] { statement; }); \
    EXPECT_NE(thrown.find(part), std::string::npos) << "message: " << thrown; \
  } while (false)

} // namespace core_test
