// TensorImpl: what a tensor is: a view (sizes, strides, offset) of a Storage with a dtype, a device and a dispatch key set; plus its version counter and,
// if it takes part in autograd, that layer's metadata. Reading any of it is inline and never a virtual call. Layouts that are not strided subclass it.
#pragma once

#include <c10/core/Contiguity.h>
#include <c10/core/Device.h>
#include <c10/core/DispatchKeySet.h>
#include <c10/core/InferenceMode.h>
#include <c10/core/Layout.h>
#include <c10/core/MemoryFormat.h>
#include <c10/core/ScalarTypeToTypeMeta.h>
#include <c10/core/Storage.h>
#include <c10/core/VariableVersion.h>
#include <c10/core/WrapDimMinimal.h>
#include <c10/core/impl/SizesAndStrides.h>
#include <c10/core/impl/ThreadCache.h>
#include <c10/macros/Macros.h>
#include <c10/util/intrusive_ptr.h>
#include <c10/util/typeid.h>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace at {
class Tensor;
} // namespace at

namespace c10 {

struct TensorImpl;

// What the autograd layer hangs onto a tensor.
struct C10_API AutogradMetaInterface {
  virtual void set_requires_grad(bool requires_grad, TensorImpl* self_impl) = 0;
  virtual bool requires_grad() const = 0;
  virtual at::Tensor& mutable_grad() = 0;
  virtual const at::Tensor& grad() const = 0;
  virtual const at::Tensor& fw_grad(uint64_t level, const at::Tensor& self) const = 0;
  virtual void set_fw_grad(const at::Tensor& new_grad, const at::Tensor& self, uint64_t level, bool is_inplace_op) = 0;
  virtual ~AutogradMetaInterface();
};
namespace impl {
struct C10_API AutogradMetaFactory {
  virtual ~AutogradMetaFactory() = default;
  virtual std::unique_ptr<AutogradMetaInterface> make() const = 0;
  virtual const at::Tensor& undefined_tensor() const = 0;
};
C10_API void SetAutogradMetaFactory(AutogradMetaFactory* factory);
// Null until the autograd layer is there.
C10_API AutogradMetaFactory* GetAutogradMetaFactory();
} // namespace impl

struct C10_API TensorImpl : public intrusive_ptr_target {
 public:
  enum ImplType { VIEW };

  // A 1-dim tensor of size 0; sizes are set afterwards.
  TensorImpl(Storage&& storage, DispatchKeySet key_set, caffe2::TypeMeta data_type)
      : TensorImpl(std::move(storage), add_mode_keys(key_set), data_type, storage_device(storage), 0) {}
  // A view keeps its base's key set as it is; its version counter is set by whoever makes it.
  TensorImpl(ImplType, Storage&& storage, DispatchKeySet key_set, caffe2::TypeMeta data_type)
      : TensorImpl(std::move(storage), key_set, data_type, storage_device(storage), 0) {}
  // Without a storage (sparse and other layouts).
  TensorImpl(DispatchKeySet key_set, caffe2::TypeMeta data_type, std::optional<Device> device)
      : TensorImpl(Storage(), add_mode_keys(key_set), data_type, device.value_or(Device(DeviceType::CPU)), 0) {}
  TensorImpl(DispatchKey key, caffe2::TypeMeta data_type, std::optional<Device> device) : TensorImpl(DispatchKeySet(key), data_type, device) {}
  TensorImpl(Storage&& storage, DispatchKey key, caffe2::TypeMeta data_type) : TensorImpl(std::move(storage), DispatchKeySet(key), data_type) {}
  TensorImpl(const TensorImpl&) = delete;
  TensorImpl& operator=(const TensorImpl&) = delete;
  ~TensorImpl() override;
  WICK_CACHED_NEW_DELETE

  // --- shape
  IntArrayRef sizes() const {
    return sizes_and_strides_.sizes_arrayref();
  }
  IntArrayRef strides() const {
    return sizes_and_strides_.strides_arrayref();
  }
  IntArrayRef sym_sizes() const {
    return sizes();
  }
  IntArrayRef sym_strides() const {
    return strides();
  }
  int64_t dim() const {
    return static_cast<int64_t>(sizes_and_strides_.size());
  }
  int64_t size(int64_t d) const {
    return sizes_and_strides_.size_at_unchecked(static_cast<size_t>(maybe_wrap_dim(d, dim(), false)));
  }
  int64_t stride(int64_t d) const {
    return sizes_and_strides_.stride_at_unchecked(static_cast<size_t>(maybe_wrap_dim(d, dim(), false)));
  }
  int64_t numel() const {
    return numel_;
  }
  bool is_empty() const {
    return numel_ == 0;
  }
  int64_t storage_offset() const {
    return storage_offset_;
  }
  void set_storage_offset(int64_t offset) {
    check_metadata_change("set_storage_offset");
    TORCH_CHECK(offset >= 0, "Tensor: invalid storage offset ", offset);
    storage_offset_ = offset;
  }
  bool is_contiguous(MemoryFormat f = MemoryFormat::Contiguous) const {
    if (C10_LIKELY(f == MemoryFormat::Contiguous)) {
      return is_contiguous_;
    }
    return f == MemoryFormat::ChannelsLast ? is_channels_last_contiguous_ : f == MemoryFormat::ChannelsLast3d ? is_channels_last_3d_contiguous_ : is_contiguous_;
  }
  bool is_strides_like_channels_last() const {
    return is_channels_last_;
  }
  bool is_strides_like_channels_last_3d() const {
    return is_channels_last_3d_;
  }
  bool is_non_overlapping_and_dense() const {
    return is_non_overlapping_and_dense_;
  }
  // Sizes with row-major strides. Throws on a negative size and when the number of elements overflows.
  void set_sizes_contiguous(IntArrayRef new_size);
  void set_sizes_and_strides(IntArrayRef new_size, IntArrayRef new_stride, std::optional<int64_t> storage_offset = std::nullopt);
  // For sizes and strides known to be good (a geometry already checked): only the derived facts are computed.
  void unchecked_set_sizes_and_strides(IntArrayRef new_size, IntArrayRef new_stride, int64_t storage_offset);
  // The strides of this order for the sizes it has.
  void empty_tensor_restride(MemoryFormat f);
  void refresh_numel();
  void refresh_contiguous();

  // --- dtype, device, layout
  const caffe2::TypeMeta dtype() const {
    return data_type_;
  }
  ScalarType scalar_type() const {
    return data_type_.toScalarType();
  }
  size_t itemsize() const {
    return data_type_.itemsize();
  }
  bool dtype_initialized() const noexcept {
    return data_type_ != caffe2::TypeMeta();
  }
  Device device() const {
    return device_;
  }
  DeviceType device_type() const {
    return device_.type();
  }
  std::optional<Device> device_opt() const {
    return device_;
  }
  DeviceIndex get_device() const {
    return device_.index();
  }
  Layout layout() const {
    constexpr auto other = DispatchKeySet::functionality_bit(DispatchKey::Sparse) | DispatchKeySet::functionality_bit(DispatchKey::SparseCsr) |
        DispatchKeySet::functionality_bit(DispatchKey::MkldnnCPU) | DispatchKeySet::functionality_bit(DispatchKey::NestedTensor);
    if (C10_LIKELY((key_set_.raw_repr() & other) == 0)) {
      return Layout::Strided;
    }
    return layout_impl();
  }
  bool is_cpu() const {
    return device_.is_cpu();
  }
  bool is_cuda() const {
    return device_.is_cuda();
  }
  bool is_meta() const {
    return device_.is_meta();
  }
  bool is_privateuseone() const {
    return device_.is_privateuseone();
  }
  bool is_sparse() const {
    return key_set_.has_any(sparse_ks);
  }
  bool is_sparse_csr() const {
    return key_set_.has_any(sparse_csr_ks);
  }
  bool is_mkldnn() const {
    return key_set_.has_any(mkldnn_ks);
  }
  bool is_quantized() const {
    return (key_set_.raw_repr() & DispatchKeySet::functionality_bit(DispatchKey::Quantized)) != 0;
  }
  bool is_nested() const {
    return (key_set_.raw_repr() & DispatchKeySet::functionality_bit(DispatchKey::NestedTensor)) != 0;
  }
  DispatchKeySet key_set() const {
    return key_set_;
  }
  void set_key_set(DispatchKeySet ks) {
    key_set_ = ks;
  }
  bool is_conj() const {
    return has_functionality(DispatchKey::Conjugate);
  }
  void _set_conj(bool on) {
    set_functionality(DispatchKey::Conjugate, on);
  }
  bool is_neg() const {
    return has_functionality(DispatchKey::Negative);
  }
  void _set_neg(bool on) {
    set_functionality(DispatchKey::Negative, on);
  }
  bool _is_zerotensor() const {
    return has_functionality(DispatchKey::ZeroTensor);
  }
  void _set_zero(bool on) {
    set_functionality(DispatchKey::ZeroTensor, on);
  }

  // --- memory
  bool has_storage() const {
    return static_cast<bool>(storage_);
  }
  const Storage& storage() const {
    if (C10_UNLIKELY(storage_access_should_throw_)) {
      throw_storage_access_error();
    }
    return storage_;
  }
  const Storage& unsafe_storage() const {
    return storage_;
  }
  bool is_alias_of(const TensorImpl& o) const {
    return has_storage() && storage_.is_alias_of(o.storage_);
  }
  // The first element's address; null for an empty tensor.
  void* mutable_data() {
    return data_address();
  }
  const void* data() const {
    return data_address();
  }
  template <typename T>
  T* mutable_data_dtype_initialized() {
    return static_cast<T*>(data_address());
  }
  template <typename T>
  const T* data_dtype_initialized() const {
    return static_cast<const T*>(data_address());
  }
  void set_storage_keep_dtype(Storage storage);
  void set_storage_and_dtype(Storage storage, caffe2::TypeMeta data_type);
  void set_storage_access_should_throw() {
    storage_access_should_throw_ = true;
  }

  // --- autograd
  bool requires_grad() const {
    return requires_grad_ || (C10_UNLIKELY(autograd_meta_ != nullptr) && autograd_meta_->requires_grad());
  }
  void set_requires_grad(bool requires_grad);
  AutogradMetaInterface* autograd_meta() const {
    return autograd_meta_.get();
  }
  void set_autograd_meta(std::unique_ptr<AutogradMetaInterface> m) {
    autograd_meta_ = std::move(m);
  }
  std::unique_ptr<AutogradMetaInterface> detach_autograd_meta() {
    return std::move(autograd_meta_);
  }
  // Made under InferenceMode: it has neither autograd keys nor a version.
  bool is_inference() const {
    constexpr auto keys = DispatchKeySet::functionality_bit(DispatchKey::ADInplaceOrView) | autograd_dispatch_keyset.raw_repr();
    return (key_set_.raw_repr() & keys) == 0;
  }
  const VariableVersion& version_counter() const noexcept {
    return version_counter_;
  }
  void set_version_counter(const VariableVersion& v) {
    check_version_counter(v);
    version_counter_ = v;
  }
  void set_version_counter(VariableVersion&& v) {
    check_version_counter(v);
    version_counter_ = std::move(v);
  }
  // After an in-place write: raises the version. (The storage's write epoch is raised by the same caller.)
  void bump_version() {
    if (version_counter_.enabled()) {
      version_counter_.bump();
    }
  }
  // Both at once, as every in-place or out= operator does once.
  void mark_written() {
    bump_version();
    if (storage_) {
      storage_.unsafeGetStorageImpl()->bump_write_epoch();
    }
  }

  // A tensor of the same storage and shape that the graph does not know.
  virtual intrusive_ptr<TensorImpl> shallow_copy_and_detach(const VariableVersion& version_counter, bool allow_tensor_metadata_change) const;
  virtual intrusive_ptr<TensorImpl> shallow_copy_and_detach(VariableVersion&& version_counter, bool allow_tensor_metadata_change) const;
  // Makes this one see what impl sees (set_data); keeps its own version counter.
  virtual void shallow_copy_from(const intrusive_ptr<TensorImpl>& impl);
  bool has_compatible_shallow_copy_type(DispatchKeySet from) const;
  void set_allow_tensor_metadata_change(bool value) {
    allow_tensor_metadata_change_ = value;
  }
  bool allow_tensor_metadata_change() const {
    return allow_tensor_metadata_change_;
  }

  // A 0-dim tensor that stands for a Python number and so does not decide the result's dtype.
  bool is_wrapped_number() const {
    return is_wrapped_number_;
  }
  void set_wrapped_number(bool value) {
    TORCH_INTERNAL_ASSERT(dim() == 0);
    is_wrapped_number_ = value;
  }
  // Set aside for the Python package: an object that stands for this tensor. Not owned.
  void* pyobj() const {
    return pyobj_.load(std::memory_order_acquire);
  }
  void set_pyobj(void* p) {
    pyobj_.store(p, std::memory_order_release);
  }
  virtual const char* tensorimpl_type_name() const {
    return "TensorImpl";
  }
  void release_resources() override;

 protected:
  TensorImpl(Storage&& storage, DispatchKeySet key_set, caffe2::TypeMeta data_type, Device device, int)
      : storage_(std::move(storage)),
        version_counter_(without_version(key_set) ? VariableVersion(VariableVersion::DISABLED) : VariableVersion(0u)),
        key_set_(key_set),
        data_type_(data_type),
        device_(device),
        is_contiguous_(true),
        is_channels_last_(false),
        is_channels_last_contiguous_(false),
        is_channels_last_3d_(false),
        is_channels_last_3d_contiguous_(false),
        is_non_overlapping_and_dense_(true),
        is_wrapped_number_(false),
        allow_tensor_metadata_change_(true),
        storage_access_should_throw_(false),
        requires_grad_(false) {}
  virtual Layout layout_impl() const;
  // Copies everything but identity, autograd metadata and version.
  static void copy_tensor_metadata_except_version_counter(const TensorImpl* src, TensorImpl* dest, bool allow_tensor_metadata_change);

  static bool without_version(DispatchKeySet ks) {
    constexpr auto keys = DispatchKeySet::functionality_bit(DispatchKey::ADInplaceOrView) | autograd_dispatch_keyset.raw_repr();
    return (ks.raw_repr() & keys) == 0;
  }
  // Ordinary tensors carry the autograd keys of their backend, those made under InferenceMode do not.
  static DispatchKeySet add_mode_keys(DispatchKeySet ks) {
    constexpr auto mode = DispatchKeySet::functionality_bit(DispatchKey::ADInplaceOrView) | DispatchKeySet::functionality_bit(DispatchKey::AutogradFunctionality);
    return InferenceMode::is_enabled() ? DispatchKeySet(DispatchKeySet::RAW, ks.raw_repr() & ~(mode | autograd_dispatch_keyset.raw_repr()))
                                       : DispatchKeySet(DispatchKeySet::RAW, ks.raw_repr() | mode);
  }
  static Device storage_device(const Storage& s) {
    return s ? s.device() : Device(DeviceType::CPU);
  }
  void check_metadata_change(const char* what) const {
    if (C10_UNLIKELY(!allow_tensor_metadata_change_)) {
      throw_metadata_change(what);
    }
  }

  Storage storage_;
  std::unique_ptr<AutogradMetaInterface> autograd_meta_;
  VariableVersion version_counter_;
  impl::SizesAndStrides sizes_and_strides_;
  int64_t storage_offset_ = 0;
  int64_t numel_ = 0;
  DispatchKeySet key_set_;
  std::atomic<void*> pyobj_{nullptr};
  caffe2::TypeMeta data_type_;
  Device device_;
  bool is_contiguous_ : 1;
  bool is_channels_last_ : 1;
  bool is_channels_last_contiguous_ : 1;
  bool is_channels_last_3d_ : 1;
  bool is_channels_last_3d_contiguous_ : 1;
  bool is_non_overlapping_and_dense_ : 1;
  bool is_wrapped_number_ : 1;
  bool allow_tensor_metadata_change_ : 1;
  bool storage_access_should_throw_ : 1;
  bool requires_grad_ : 1;

 private:
  void* data_address() const {
    if (C10_UNLIKELY(!storage_ || numel_ == 0)) {
      return null_data();
    }
    return static_cast<char*>(const_cast<void*>(storage_.data())) + static_cast<size_t>(storage_offset_) * data_type_.itemsize();
  }
  void* null_data() const;
  bool has_functionality(DispatchKey k) const {
    return (key_set_.raw_repr() & DispatchKeySet::functionality_bit(k)) != 0;
  }
  void set_functionality(DispatchKey k, bool on) {
    key_set_ = on ? key_set_.add(k) : key_set_.remove(k);
  }
  void check_version_counter(const VariableVersion& v) const {
    TORCH_CHECK(!(is_inference() && v.enabled()), "Cannot set version_counter for inference tensor");
  }
  [[noreturn]] C10_COLD void throw_metadata_change(const char* what) const;
  [[noreturn]] C10_COLD void throw_storage_access_error() const;
};

} // namespace c10
