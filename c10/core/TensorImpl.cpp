#include <c10/core/TensorImpl.h>

#include <c10/core/Allocator.h>
#include <c10/core/CPUAllocator.h>
#include <c10/util/overflows.h>

#include <atomic>
#include <cstring>

namespace c10 {

AutogradMetaInterface::~AutogradMetaInterface() = default;

namespace impl {
namespace {
constinit std::atomic<AutogradMetaFactory*> meta_factory{nullptr};
}
void SetAutogradMetaFactory(AutogradMetaFactory* factory) {
  meta_factory.store(factory, std::memory_order_release);
}
AutogradMetaFactory* GetAutogradMetaFactory() {
  return meta_factory.load(std::memory_order_acquire);
}

void SizesAndStrides::resize_slow(size_t n) {
  const size_t keep = n < size_ ? n : size_;
  if (n <= kMaxInline) { // from the heap into the object
    int64_t* old = heap_;
    const size_t old_size = size_;
    int64_t sizes[kMaxInline] = {}, strides[kMaxInline] = {};
    std::memcpy(sizes, old, keep * sizeof(int64_t));
    std::memcpy(strides, old + old_size, keep * sizeof(int64_t));
    std::free(old);
    std::memcpy(inline_, sizes, sizeof(sizes));
    std::memcpy(inline_ + kMaxInline, strides, sizeof(strides));
    size_ = n;
    return;
  }
  int64_t* fresh = allocate(n);
  std::memset(fresh, 0, bytes(n));
  std::memcpy(fresh, sizes_data(), keep * sizeof(int64_t));
  std::memcpy(fresh + n, strides_data(), keep * sizeof(int64_t));
  if (!is_inline()) {
    std::free(heap_);
  }
  heap_ = fresh;
  size_ = n;
}
} // namespace impl

Storage Storage::create_legacy(Device device) {
  return Storage(make_intrusive<StorageImpl>(StorageImpl::use_byte_size_t(), 0, GetAllocator(device.type()), true));
}
Allocator* Storage::default_allocator() {
  return GetCPUAllocator();
}

TensorImpl::~TensorImpl() = default;

void TensorImpl::release_resources() {
  autograd_meta_.reset();
  if (storage_) {
    storage_ = Storage();
  }
}

void* TensorImpl::null_data() const {
  TORCH_CHECK(
      has_storage(),
      "Cannot access data pointer of Tensor that doesn't have storage");
  return nullptr;
}
void TensorImpl::throw_metadata_change(const char* what) const {
  TORCH_CHECK(
      false, what,
      " is not allowed on a Tensor created from .data or .detach().\nIf your intent is to change the metadata of a Tensor (such as sizes / strides / storage / "
      "storage_offset)\nwithout autograd tracking the change, remove the .data / .detach() call and wrap the change in a `with torch.no_grad():` block.");
  __builtin_unreachable();
}
void TensorImpl::throw_storage_access_error() const {
  TORCH_CHECK_NOT_IMPLEMENTED(false, "Cannot access storage of ", tensorimpl_type_name());
  __builtin_unreachable();
}

namespace {
// True if something is wrong: a negative size, or too many elements.
bool contiguous_geometry(const int64_t* sizes, int64_t* strides, size_t n, int64_t* numel) {
  // Strides step over size-0 dimensions as if they were 1, so they can overflow where the product is 0.
  int64_t step = 1, product = 1;
  bool bad = false;
  for (size_t i = n; i-- > 0;) {
    const int64_t s = sizes[i];
    bad |= s < 0;
    strides[i] = step;
    bad |= __builtin_mul_overflow(step, s > 1 ? s : 1, &step);
    product *= s != 0; // 0 as soon as one size is
  }
  *numel = product == 0 ? 0 : step;
  return bad;
}
[[noreturn]] C10_COLD void bad_sizes(IntArrayRef sizes) {
  for (const int64_t s : sizes) {
    TORCH_CHECK(s >= 0, "Trying to create tensor with negative dimension ", s, ": ", sizes);
  }
  TORCH_CHECK(false, "numel: integer multiplication overflow: a tensor of sizes ", sizes, " has too many elements");
  __builtin_unreachable();
}
int64_t checked_numel(IntArrayRef sizes) {
  bool bad = false;
  for (const int64_t s : sizes) {
    bad |= s < 0;
  }
  uint64_t n = 0;
  if (bad || safe_multiplies_u64(sizes.begin(), sizes.end(), &n) || n > static_cast<uint64_t>(INT64_MAX)) {
    bad_sizes(sizes);
  }
  return static_cast<int64_t>(n);
}
} // namespace

void TensorImpl::set_sizes_contiguous(IntArrayRef new_size) {
  check_metadata_change("set_sizes_contiguous");
  const size_t n = new_size.size();
  // Most small tensors are vectors, and a new tensor is one already.
  if (n == 1 && sizes_and_strides_.size() == 1 && new_size[0] >= 0) {
    sizes_and_strides_.sizes_data()[0] = numel_ = new_size[0];
    sizes_and_strides_.strides_data()[0] = 1;
    is_contiguous_ = is_non_overlapping_and_dense_ = true;
    is_channels_last_contiguous_ = is_channels_last_ = is_channels_last_3d_contiguous_ = is_channels_last_3d_ = false;
    return;
  }
  int64_t numel;
  if (C10_LIKELY(n <= impl::SizesAndStrides::kMaxInline)) {
    int64_t strides[impl::SizesAndStrides::kMaxInline];
    if (C10_UNLIKELY(contiguous_geometry(new_size.data(), strides, n, &numel))) {
      bad_sizes(new_size);
    }
    sizes_and_strides_.resize(n);
    int64_t *s = sizes_and_strides_.sizes_data(), *t = sizes_and_strides_.strides_data();
    for (size_t i = 0; i < n; ++i) {
      s[i] = new_size[i];
      t[i] = strides[i];
    }
  } else {
    // On a copy, as new_size may point into this tensor and a failure must change nothing.
    impl::SizesAndStrides fresh;
    fresh.set_sizes(new_size);
    if (contiguous_geometry(new_size.data(), fresh.strides_data(), n, &numel)) {
      bad_sizes(new_size);
    }
    sizes_and_strides_ = std::move(fresh);
  }
  numel_ = numel;
  is_contiguous_ = true;
  is_non_overlapping_and_dense_ = true;
  if (C10_UNLIKELY(n == 4 || n == 5)) {
    const auto sz = sizes(), st = strides();
    is_channels_last_contiguous_ = _compute_channels_last_contiguous_2d(sz, st);
    is_channels_last_ = is_channels_last_strides_2d(sz, st);
    is_channels_last_3d_contiguous_ = _compute_channels_last_contiguous_3d(sz, st);
    is_channels_last_3d_ = is_channels_last_strides_3d(sz, st);
  } else {
    is_channels_last_contiguous_ = is_channels_last_ = is_channels_last_3d_contiguous_ = is_channels_last_3d_ = false;
  }
}

void TensorImpl::set_sizes_and_strides(IntArrayRef new_size, IntArrayRef new_stride, std::optional<int64_t> storage_offset) {
  check_metadata_change("set_sizes_and_strides");
  TORCH_CHECK(
      new_size.size() == new_stride.size(), "dimensionality of sizes (", new_size.size(), ") must match dimensionality of strides (", new_stride.size(), ")");
  TORCH_CHECK(!storage_offset || *storage_offset >= 0, "Tensor: invalid storage offset ", storage_offset.value_or(0));
  const int64_t numel = checked_numel(new_size);
  impl::SizesAndStrides fresh;
  fresh.set_sizes(new_size);
  uint64_t step = 1;
  for (size_t i = new_size.size(); i-- > 0;) {
    // -1 asks for the stride that makes this dimension follow the next one without a gap.
    int64_t s = new_stride[i];
    if (s < 0) {
      TORCH_CHECK(s == -1, "Tensor: negative strides are not supported, got ", new_stride);
      s = static_cast<int64_t>(step);
    }
    fresh.stride_at_unchecked(i) = s;
    step = static_cast<uint64_t>(s) * static_cast<uint64_t>(new_size[i] > 1 ? new_size[i] : 1);
  }
  sizes_and_strides_ = std::move(fresh);
  numel_ = numel;
  if (storage_offset) {
    storage_offset_ = *storage_offset;
  }
  refresh_contiguous();
}

void TensorImpl::unchecked_set_sizes_and_strides(IntArrayRef new_size, IntArrayRef new_stride, int64_t storage_offset) {
  const size_t n = new_size.size();
  sizes_and_strides_.resize(n);
  int64_t *s = sizes_and_strides_.sizes_data(), *t = sizes_and_strides_.strides_data();
  int64_t numel = 1;
  for (size_t i = 0; i < n; ++i) {
    s[i] = new_size[i];
    t[i] = new_stride[i];
    numel *= new_size[i];
  }
  numel_ = numel;
  storage_offset_ = storage_offset;
  refresh_contiguous();
}

void TensorImpl::empty_tensor_restride(MemoryFormat f) {
  switch (f) {
    case MemoryFormat::Contiguous: {
      int64_t numel;
      if (contiguous_geometry(sizes_and_strides_.sizes_data(), sizes_and_strides_.strides_data(), sizes_and_strides_.size(), &numel)) {
        bad_sizes(sizes());
      }
      break;
    }
    case MemoryFormat::ChannelsLast:
      TORCH_CHECK(dim() == 4, "required rank 4 tensor to use channels_last format");
      sizes_and_strides_.set_strides(get_channels_last_strides_2d(sizes()));
      break;
    case MemoryFormat::ChannelsLast3d:
      TORCH_CHECK(dim() == 5, "required rank 5 tensor to use channels_last_3d format");
      sizes_and_strides_.set_strides(get_channels_last_strides_3d(sizes()));
      break;
    default:
      TORCH_CHECK(false, "unsupported memory format ", f);
  }
  refresh_contiguous();
}

void TensorImpl::refresh_numel() {
  numel_ = checked_numel(sizes());
}

void TensorImpl::refresh_contiguous() {
  const auto sz = sizes(), st = strides();
  is_contiguous_ = _compute_contiguous(sz, st, numel_);
  switch (sz.size()) {
    case 4:
      is_channels_last_contiguous_ = _compute_channels_last_contiguous_2d(sz, st);
      is_channels_last_ = is_channels_last_strides_2d(sz, st);
      is_channels_last_3d_ = is_channels_last_3d_contiguous_ = false;
      break;
    case 5:
      is_channels_last_3d_contiguous_ = _compute_channels_last_contiguous_3d(sz, st);
      is_channels_last_3d_ = is_channels_last_strides_3d(sz, st);
      is_channels_last_ = is_channels_last_contiguous_ = false;
      break;
    default:
      is_channels_last_ = is_channels_last_contiguous_ = is_channels_last_3d_ = is_channels_last_3d_contiguous_ = false;
  }
  is_non_overlapping_and_dense_ =
      is_contiguous_ || is_channels_last_contiguous_ || is_channels_last_3d_contiguous_ || _compute_non_overlapping_and_dense(sz, st);
}

void TensorImpl::set_storage_keep_dtype(Storage storage) {
  check_metadata_change("set_storage");
  storage_ = std::move(storage);
  if (storage_) {
    device_ = storage_.device();
  }
}
void TensorImpl::set_storage_and_dtype(Storage storage, caffe2::TypeMeta data_type) {
  set_storage_keep_dtype(std::move(storage));
  data_type_ = data_type;
}

void TensorImpl::set_requires_grad(bool on) {
  TORCH_CHECK(
      !(on && is_inference() && !InferenceMode::is_enabled()), "Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.");
  TORCH_CHECK(
      !on || isFloatingType(scalar_type()) || isComplexType(scalar_type()),
      "only Tensors of floating point and complex dtype can require gradients, got ", dtype_name(scalar_type()));
  if (autograd_meta_ == nullptr && on) {
    if (auto* factory = impl::GetAutogradMetaFactory()) {
      autograd_meta_ = factory->make();
    }
  }
  if (autograd_meta_ != nullptr) {
    autograd_meta_->set_requires_grad(on, this);
  }
  requires_grad_ = on && autograd_meta_ == nullptr;
}

Layout TensorImpl::layout_impl() const {
  // Subclasses of the other compressed layouts say which they are.
  if (is_sparse()) {
    return Layout::Sparse;
  }
  if (is_sparse_csr()) {
    return Layout::SparseCsr;
  }
  if (is_mkldnn()) {
    return Layout::Mkldnn;
  }
  return Layout::Jagged;
}

void TensorImpl::copy_tensor_metadata_except_version_counter(const TensorImpl* src, TensorImpl* dest, bool allow_tensor_metadata_change) {
  dest->storage_ = src->storage_;
  dest->sizes_and_strides_ = src->sizes_and_strides_;
  dest->storage_offset_ = src->storage_offset_;
  dest->numel_ = src->numel_;
  dest->key_set_ = src->key_set_;
  dest->data_type_ = src->data_type_;
  dest->device_ = src->device_;
  dest->is_contiguous_ = src->is_contiguous_;
  dest->is_channels_last_ = src->is_channels_last_;
  dest->is_channels_last_contiguous_ = src->is_channels_last_contiguous_;
  dest->is_channels_last_3d_ = src->is_channels_last_3d_;
  dest->is_channels_last_3d_contiguous_ = src->is_channels_last_3d_contiguous_;
  dest->is_non_overlapping_and_dense_ = src->is_non_overlapping_and_dense_;
  dest->is_wrapped_number_ = src->is_wrapped_number_;
  dest->storage_access_should_throw_ = src->storage_access_should_throw_;
  dest->allow_tensor_metadata_change_ = allow_tensor_metadata_change;
}

intrusive_ptr<TensorImpl> TensorImpl::shallow_copy_and_detach(const VariableVersion& version_counter, bool allow_tensor_metadata_change) const {
  return shallow_copy_and_detach(VariableVersion(version_counter), allow_tensor_metadata_change);
}
intrusive_ptr<TensorImpl> TensorImpl::shallow_copy_and_detach(VariableVersion&& version_counter, bool allow_tensor_metadata_change) const {
  auto copy = make_intrusive<TensorImpl>(VIEW, Storage(storage_), key_set_, data_type_);
  copy_tensor_metadata_except_version_counter(this, copy.get(), allow_tensor_metadata_change);
  if (!copy->is_inference()) {
    copy->version_counter_ = std::move(version_counter);
  }
  return copy;
}
bool TensorImpl::has_compatible_shallow_copy_type(DispatchKeySet from) const {
  constexpr auto dense = DispatchKeySet::functionality_bit(DispatchKey::Dense);
  constexpr auto others = DispatchKeySet::functionality_bit(DispatchKey::Sparse) | DispatchKeySet::functionality_bit(DispatchKey::SparseCsr) |
      DispatchKeySet::functionality_bit(DispatchKey::Quantized) | DispatchKeySet::functionality_bit(DispatchKey::MkldnnCPU) |
      DispatchKeySet::functionality_bit(DispatchKey::NestedTensor);
  const auto mine = key_set_.raw_repr();
  if ((mine & dense) != 0 && (from.raw_repr() & dense) != 0) {
    return true;
  }
  return (mine & others) != 0 && (mine & others) == (from.raw_repr() & others);
}
void TensorImpl::shallow_copy_from(const intrusive_ptr<TensorImpl>& impl) {
  TORCH_CHECK(impl.defined(), "shallow_copy_from: the source is undefined");
  TORCH_CHECK(
      has_compatible_shallow_copy_type(impl->key_set()),
      "shallow_copy_from: a tensor of ", toString(key_set_), " cannot take the contents of one of ", toString(impl->key_set()));
  copy_tensor_metadata_except_version_counter(impl.get(), this, allow_tensor_metadata_change_);
  if (is_inference()) {
    version_counter_ = VariableVersion(VariableVersion::DISABLED);
  } else if (!version_counter_.enabled()) {
    version_counter_ = VariableVersion(0u);
  }
}

} // namespace c10
