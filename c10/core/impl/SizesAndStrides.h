// A tensor's sizes and strides: five dimensions inside the object, more in one heap block (sizes first, then as many strides).
#pragma once

#include <c10/macros/Macros.h>
#include <c10/util/ArrayRef.h>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#define C10_SIZES_AND_STRIDES_MAX_INLINE_SIZE 5

namespace c10::impl {

class C10_API SizesAndStrides {
 public:
  static constexpr size_t kMaxInline = C10_SIZES_AND_STRIDES_MAX_INLINE_SIZE;

  // One dimension of size 0, as a fresh tensor has.
  SizesAndStrides() {
    inline_[0] = 0;
    inline_[kMaxInline] = 1;
  }
  ~SizesAndStrides() {
    if (C10_UNLIKELY(!is_inline())) {
      std::free(heap_);
    }
  }
  SizesAndStrides(const SizesAndStrides& o) : size_(o.size_) {
    if (C10_LIKELY(is_inline())) {
      std::memcpy(inline_, o.inline_, sizeof(inline_));
    } else {
      heap_ = allocate(size_);
      std::memcpy(heap_, o.heap_, bytes(size_));
    }
  }
  SizesAndStrides& operator=(const SizesAndStrides& o) {
    if (this != &o) {
      resize_uninitialised(o.size_);
      std::memcpy(sizes_data(), o.sizes_data(), o.size_ * sizeof(int64_t));
      std::memcpy(strides_data(), o.strides_data(), o.size_ * sizeof(int64_t));
    }
    return *this;
  }
  SizesAndStrides(SizesAndStrides&& o) noexcept : size_(o.size_) {
    steal(o);
  }
  SizesAndStrides& operator=(SizesAndStrides&& o) noexcept {
    if (this != &o) {
      if (!is_inline()) {
        std::free(heap_);
      }
      size_ = o.size_;
      steal(o);
    }
    return *this;
  }
  bool operator==(const SizesAndStrides& o) const {
    return size_ == o.size_ && std::memcmp(sizes_data(), o.sizes_data(), size_ * sizeof(int64_t)) == 0 &&
        std::memcmp(strides_data(), o.strides_data(), size_ * sizeof(int64_t)) == 0;
  }

  size_t size() const noexcept {
    return size_;
  }
  const int64_t* sizes_data() const noexcept {
    return C10_LIKELY(is_inline()) ? inline_ : heap_;
  }
  int64_t* sizes_data() noexcept {
    return C10_LIKELY(is_inline()) ? inline_ : heap_;
  }
  const int64_t* strides_data() const noexcept {
    return C10_LIKELY(is_inline()) ? inline_ + kMaxInline : heap_ + size_;
  }
  int64_t* strides_data() noexcept {
    return C10_LIKELY(is_inline()) ? inline_ + kMaxInline : heap_ + size_;
  }
  const int64_t* sizes_begin() const noexcept {
    return sizes_data();
  }
  const int64_t* sizes_end() const noexcept {
    return sizes_data() + size_;
  }
  const int64_t* strides_begin() const noexcept {
    return strides_data();
  }
  const int64_t* strides_end() const noexcept {
    return strides_data() + size_;
  }
  IntArrayRef sizes_arrayref() const noexcept {
    return IntArrayRef(sizes_data(), size_);
  }
  IntArrayRef strides_arrayref() const noexcept {
    return IntArrayRef(strides_data(), size_);
  }
  int64_t size_at_unchecked(size_t i) const noexcept {
    return sizes_data()[i];
  }
  int64_t& size_at_unchecked(size_t i) noexcept {
    return sizes_data()[i];
  }
  int64_t stride_at_unchecked(size_t i) const noexcept {
    return strides_data()[i];
  }
  int64_t& stride_at_unchecked(size_t i) noexcept {
    return strides_data()[i];
  }
  int64_t size_at(size_t i) const {
    TORCH_INTERNAL_ASSERT(i < size_);
    return sizes_data()[i];
  }
  int64_t stride_at(size_t i) const {
    TORCH_INTERNAL_ASSERT(i < size_);
    return strides_data()[i];
  }
  void set_sizes(IntArrayRef sizes) {
    resize(sizes.size());
    if (!sizes.empty()) { // an empty list may be a null pointer
      std::memmove(sizes_data(), sizes.data(), sizes.size() * sizeof(int64_t));
    }
  }
  void set_strides(IntArrayRef strides) {
    TORCH_INTERNAL_ASSERT(strides.size() == size_);
    if (!strides.empty()) { // an empty list may be a null pointer
      std::memmove(strides_data(), strides.data(), strides.size() * sizeof(int64_t));
    }
  }
  // Keeps what was there; new dimensions have size and stride 0.
  void resize(size_t n) {
    if (n == size_) {
      return;
    }
    if (C10_LIKELY(n <= kMaxInline && is_inline())) {
      for (size_t i = size_; i < n; ++i) {
        inline_[i] = inline_[kMaxInline + i] = 0;
      }
      size_ = n;
      return;
    }
    resize_slow(n);
  }

 private:
  bool is_inline() const noexcept {
    return size_ <= kMaxInline;
  }
  static size_t bytes(size_t n) {
    return 2 * n * sizeof(int64_t);
  }
  static int64_t* allocate(size_t n) {
    auto* p = static_cast<int64_t*>(std::malloc(bytes(n)));
    if (p == nullptr) {
      throw std::bad_alloc();
    }
    return p;
  }
  void steal(SizesAndStrides& o) noexcept {
    if (C10_LIKELY(is_inline())) {
      std::memcpy(inline_, o.inline_, sizeof(inline_));
    } else {
      heap_ = o.heap_;
    }
    o.size_ = 0;
  }
  void resize_uninitialised(size_t n) {
    if (n == size_ || (n <= kMaxInline && is_inline())) {
      size_ = n;
      return;
    }
    int64_t* fresh = n <= kMaxInline ? nullptr : allocate(n);
    if (!is_inline()) {
      std::free(heap_);
    }
    if (fresh != nullptr) {
      heap_ = fresh;
    }
    size_ = n;
  }
  void resize_slow(size_t n);

  size_t size_ = 1;
  union {
    int64_t* heap_;
    int64_t inline_[kMaxInline * 2];
  };
};

} // namespace c10::impl
