#pragma once
// TensorBase: a reference to a TensorImpl, 8 bytes, with everything that reads metadata or data: sizes, dtype, device, pointers,
// accessors. Tensor (Tensor.h) adds the operators. Copying is one atomic increment; a default-constructed one is undefined.
#include <ATen/core/ATen_fwd.h>
#include <ATen/core/TensorAccessor.h>
#include <c10/core/Device.h>
#include <c10/core/DimVector.h>
#include <c10/core/DispatchKeySet.h>
#include <c10/core/Layout.h>
#include <c10/core/MemoryFormat.h>
#include <c10/core/QScheme.h>
#include <c10/core/Scalar.h>
#include <c10/core/ScalarType.h>
#include <c10/core/Storage.h>
#include <c10/core/TensorImpl.h>
#include <c10/core/TensorOptions.h>
#include <c10/core/WrapDimMinimal.h>
#include <c10/util/OptionalArrayRef.h>

#include <array>
#include <iosfwd>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace at {

using c10::ArrayRef;
using c10::Device;
using c10::DeviceIndex;
using c10::DeviceType;
using c10::DispatchKey;
using c10::DispatchKeySet;
using c10::DimVector;
using c10::IntArrayRef;
using c10::Layout;
using c10::MemoryFormat;
using c10::OptionalIntArrayRef;
using c10::QScheme;
using c10::Scalar;
using c10::ScalarType;
using c10::Storage;
using c10::TensorImpl;
using c10::TensorOptions;

#ifdef WICK_BUILDING_LIBRARY
#define WICK_USER_CODE false
#else
#define WICK_USER_CODE true
#endif

class TORCH_API TensorBase {
 public:
  TensorBase() = default;
  TensorBase(const TensorBase&) = default;
  TensorBase(TensorBase&&) = default;
  explicit TensorBase(c10::intrusive_ptr<TensorImpl> impl) : impl_(std::move(impl)) {}
  TensorBase& operator=(const TensorBase&) & = default;
  TensorBase& operator=(TensorBase&&) & noexcept = default;

  // ---- the reference
  bool defined() const { return impl_.defined(); }
  void reset() { impl_.reset(); }
  bool is_same(const TensorBase& other) const { return impl_.get() == other.impl_.get(); }
  uint32_t use_count() const noexcept { return impl_.use_count(); }
  uint32_t weak_use_count() const noexcept { return impl_.weak_use_count(); }
  TensorImpl* unsafeGetTensorImpl() const { return impl_.get(); }
  TensorImpl* unsafeReleaseTensorImpl() { return impl_.release(); }
  const c10::intrusive_ptr<TensorImpl>& getIntrusivePtr() const { return impl_; }
  c10::intrusive_ptr<TensorImpl> unsafeReleaseIntrusivePtr() { return std::move(impl_); }

  // ---- sizes
  int64_t dim() const { return impl()->dim(); }
  int64_t ndimension() const { return dim(); }
  int64_t numel() const { return impl()->numel(); }
  IntArrayRef sizes() const { return impl()->sizes(); }
  IntArrayRef strides() const { return impl()->strides(); }
  int64_t size(int64_t d) const {
    auto s = sizes();
    return s[static_cast<size_t>(c10::maybe_wrap_dim(d, static_cast<int64_t>(s.size()), /*wrap_scalar=*/false))];
  }
  int64_t stride(int64_t d) const {
    auto s = strides();
    return s[static_cast<size_t>(c10::maybe_wrap_dim(d, static_cast<int64_t>(s.size()), /*wrap_scalar=*/false))];
  }
  // SymInt is int here.
  IntArrayRef sym_sizes() const { return sizes(); }
  IntArrayRef sym_strides() const { return strides(); }
  int64_t sym_size(int64_t d) const { return size(d); }
  int64_t sym_stride(int64_t d) const { return stride(d); }
  int64_t sym_numel() const { return numel(); }
  int64_t sym_storage_offset() const { return storage_offset(); }
  int64_t storage_offset() const { return impl()->storage_offset(); }
  size_t itemsize() const { return c10::elementSize(scalar_type()); }
  int64_t element_size() const { return static_cast<int64_t>(itemsize()); }
  size_t nbytes() const { return static_cast<size_t>(numel()) * itemsize(); }
  bool is_contiguous(MemoryFormat format = MemoryFormat::Contiguous) const { return impl()->is_contiguous(format); }
  bool is_non_overlapping_and_dense() const { return impl()->is_non_overlapping_and_dense(); }
  // The format the strides follow: channels-last if it is one, else contiguous.
  MemoryFormat suggest_memory_format(bool channels_last_strides_exact_match = false) const;

  // ---- kind
  caffe2::TypeMeta dtype() const { return c10::scalarTypeToTypeMeta(scalar_type()); }
  ScalarType scalar_type() const { return impl()->scalar_type(); }
  Device device() const { return impl()->device(); }
  int64_t get_device() const { return device().index(); }
  Layout layout() const { return impl()->layout(); }
  TensorOptions options() const { return TensorOptions().dtype(scalar_type()).device(device()).layout(layout()); }
  // Empty for an undefined tensor.
  DispatchKeySet key_set() const { return impl_.defined() ? impl_->key_set() : DispatchKeySet(); }
  bool is_cpu() const { return device().is_cpu(); }
  bool is_cuda() const { return device().is_cuda(); }
  bool is_meta() const { return device().is_meta(); }
  bool is_privateuseone() const { return device().type() == DeviceType::PrivateUse1; }
  bool is_sparse() const { return layout() == Layout::Sparse; }
  bool is_sparse_csr() const { return layout() == Layout::SparseCsr; }
  bool is_mkldnn() const { return layout() == Layout::Mkldnn; }
  bool is_quantized() const { return c10::isQIntType(scalar_type()); }
  bool is_xpu() const { return device().type() == DeviceType::XPU; }
  bool is_vulkan() const { return false; }
  bool is_mps() const { return false; }
  bool is_nested() const { return false; }
  bool is_floating_point() const { return c10::isFloatingType(scalar_type()); }
  bool is_complex() const { return c10::isComplexType(scalar_type()); }
  bool is_signed() const { return c10::isSignedType(scalar_type()); }
  // Conjugation and negation are never lazy here.
  bool is_conj() const { return false; }
  bool is_neg() const { return false; }
  bool is_zerotensor() const { return false; }
  bool has_names() const { return false; }
  bool is_inference() const { return impl()->is_inference(); }
  bool has_storage() const { return defined() && impl_->has_storage(); }
  const Storage& storage() const { return impl()->storage(); }
  bool is_alias_of(const TensorBase& other) const { return storage().is_alias_of(other.storage()); }
  // Made from a Python or C++ number: takes part in type promotion as one.
  bool is_wrapped_number() const { return impl()->is_wrapped_number(); }

  // ---- data
  // Writable pointers. What a program outside the library gets from these it may write through at any time, so the storage is marked
  // (StorageImpl::mutable_data_escaped) and nothing computed from its values is kept. kUser is false in the library's own sources, which
  // raise the write epoch instead; being a template argument it keeps the two kinds of caller apart.
  template <bool kUser = WICK_USER_CODE> void* data_ptr() const { return mutable_data_ptr<kUser>(); }
  template <bool kUser = WICK_USER_CODE> void* mutable_data_ptr() const {
    mark_escaped<kUser>(impl());
    return impl_->mutable_data();
  }
  const void* const_data_ptr() const { return impl()->data(); }
  // The element type must be T.
  template <typename T, bool kUser = WICK_USER_CODE> T* data_ptr() const {
    if constexpr (std::is_const_v<T>) {
      return const_data_ptr<T>();
    } else {
      return mutable_data_ptr<T, kUser>();
    }
  }
  template <typename T, bool kUser = WICK_USER_CODE> T* mutable_data_ptr() const {
    check_dtype<T>();
    mark_escaped<kUser>(impl_.get());
    return static_cast<T*>(impl_->mutable_data());
  }
  template <typename T> const std::remove_const_t<T>* const_data_ptr() const {
    check_dtype<std::remove_const_t<T>>();
    return static_cast<const std::remove_const_t<T>*>(impl_->data());
  }
  template <typename T> [[deprecated("use data_ptr<T>()")]] T* data() const { return data_ptr<T>(); }

  template <typename T, size_t N> TensorAccessor<T, N> accessor() const& {
    static_assert(N > 0, "accessor of a 0-dim tensor: use *data_ptr<T>()");
    TORCH_CHECK(dim() == static_cast<int64_t>(N), "TensorAccessor expected ", N, " dims but tensor has ", dim());
    if constexpr (std::is_const_v<T>) {
      return TensorAccessor<T, N>(const_data_ptr<std::remove_const_t<T>>(), sizes().data(), strides().data());
    } else {
      return TensorAccessor<T, N>(data_ptr<T>(), sizes().data(), strides().data());
    }
  }
  template <typename T, size_t N> TensorAccessor<T, N> accessor() && = delete;
  template <typename T, size_t N> PackedTensorAccessor64<T, N> packed_accessor64() const& {
    TORCH_CHECK(dim() == static_cast<int64_t>(N), "packed_accessor expected ", N, " dims but tensor has ", dim());
    return PackedTensorAccessor64<T, N>(data_ptr<T>(), sizes().data(), strides().data());
  }
  template <typename T, size_t N> PackedTensorAccessor32<T, N> packed_accessor32() const& {
    TORCH_CHECK(numel() <= INT32_MAX, "packed_accessor32: the tensor has more than 2^31 - 1 elements");
    return PackedTensorAccessor32<T, N>(data_ptr<T>(), sizes().data(), strides().data());
  }

  // The only element, as a number. Throws unless numel() == 1.
  Scalar item() const;
  template <typename T> T item() const { return item().template to<T>(); }

  // ---- autograd state
  bool requires_grad() const { return impl()->requires_grad(); }
  const TensorBase& set_requires_grad(bool requires_grad) const {
    impl()->set_requires_grad(requires_grad);
    return *this;
  }
  uint32_t current_version() const { return impl()->version_counter().current_version(); }

  // ---- text
  // "CPUFloatType"
  std::string toString() const;

 protected:
  template <bool kUser> static void mark_escaped(TensorImpl* impl) {
    if constexpr (kUser) {
      if (impl->has_storage()) {
        impl->unsafe_storage().unsafeGetStorageImpl()->mark_mutable_data_escaped();
      }
    }
  }
  TensorImpl* impl() const {
    if (C10_UNLIKELY(!impl_.defined())) {
      throw_undefined();
    }
    return impl_.get();
  }
  template <typename T> void check_dtype() const {
    constexpr ScalarType want = c10::CppTypeToScalarType<T>::value;
    if (C10_UNLIKELY(!impl_.defined() || impl_->scalar_type() != want)) {
      throw_wrong_dtype(want);
    }
  }
  [[noreturn]] static void throw_undefined();
  [[noreturn]] void throw_wrong_dtype(ScalarType want) const;

  c10::intrusive_ptr<TensorImpl> impl_;
};

} // namespace at

namespace c10 {
using at::TensorBase;
}
