// What the tests of the tile engine share: tensors from lists, exact comparison of bits, values that look random.
#pragma once

#include <ATen/ATen.h>
#include <c10/util/Exception.h>
#include <gtest/gtest.h>
#include <cstring>
#include <string>
#include <vector>

namespace wick_test {

template <class T>
at::Tensor tensor_of(const std::vector<T>& values, at::ScalarType dtype = c10::CppTypeToScalarType<T>::value) {
  at::Tensor t = at::empty({static_cast<int64_t>(values.size())}, at::TensorOptions().dtype(c10::CppTypeToScalarType<T>::value));
  for (size_t i = 0; i < values.size(); ++i) {
    static_cast<T*>(t.mutable_data_ptr())[i] = values[i];
  }
  return dtype == t.scalar_type() ? t : t.to(dtype);
}

// Numbers between -4 and 4 that depend on the seed only.
inline at::Tensor noise(at::IntArrayRef size, uint64_t seed = 1, at::ScalarType dtype = at::ScalarType::Float) {
  at::Tensor t = at::empty(size, at::TensorOptions().dtype(at::ScalarType::Float));
  float* p = t.mutable_data_ptr<float>();
  uint64_t s = seed * 0x9e3779b97f4a7c15ull + 1;
  for (int64_t i = 0; i < t.numel(); ++i) {
    s = s * 6364136223846793005ull + 1442695040888963407ull;
    p[i] = static_cast<float>(static_cast<int32_t>(s >> 33) % 4000001) / 1000000.0f - 2.0f;
  }
  return dtype == at::ScalarType::Float ? t : t.to(dtype);
}

// Same shape, dtype and bits of every element, whatever the strides.
inline ::testing::AssertionResult same_bits(const at::Tensor& a, const at::Tensor& b) {
  if (a.scalar_type() != b.scalar_type()) {
    return ::testing::AssertionFailure() << "dtypes " << c10::toString(a.scalar_type()) << " and " << c10::toString(b.scalar_type());
  }
  if (a.sizes() != b.sizes()) {
    return ::testing::AssertionFailure() << "shapes differ";
  }
  const at::Tensor x = a.contiguous(), y = b.contiguous();
  const size_t size = x.itemsize();
  for (int64_t i = 0; i < x.numel(); ++i) {
    if (std::memcmp(static_cast<const char*>(x.const_data_ptr()) + i * size, static_cast<const char*>(y.const_data_ptr()) + i * size, size) != 0) {
      return ::testing::AssertionFailure() << "element " << i << " differs";
    }
  }
  return ::testing::AssertionSuccess();
}

template <class F>
std::string message_of(F f) {
  try {
    f();
  } catch (const c10::Error& e) {
    return e.what();
  }
  return "no error";
}

#define EXPECT_ERROR(statement, part)                                                       \
  do {                                                                                      \
    const std::string message = ::wick_test::message_of([&] { (void)(statement); });        \
    EXPECT_NE(message.find(part), std::string::npos) << #statement " said: " << message;    \
  } while (false)

} // namespace wick_test
