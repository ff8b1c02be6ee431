// A pointer that may be null, in the shape of an optional.
#pragma once
namespace c10 {
template <typename T>
class OptionalRef {
 public:
  OptionalRef() = default;
  OptionalRef(const T* p) : p_(p) {}
  OptionalRef(const T& v) : p_(&v) {}
  bool has_value() const {
    return p_ != nullptr;
  }
  const T& get() const {
    return *p_;
  }
  explicit operator bool() const {
    return p_ != nullptr;
  }

 private:
  const T* p_ = nullptr;
};
} // namespace c10
