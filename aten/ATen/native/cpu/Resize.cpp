#include <ATen/native/Resize.h>
#include <ATen/EmptyTensor.h>
#include <c10/core/Allocator.h>
#include <c10/core/StorageImpl.h>
#include <c10/util/Exception.h>
#include <cstring>

namespace at::native {

void resize_impl(const Tensor& self, IntArrayRef shape, IntArrayRef strides) {
  TensorImpl* const impl = self.unsafeGetTensorImpl();
  const size_t need = detail::storage_nbytes(shape, strides, c10::elementSize(self.scalar_type()), static_cast<size_t>(self.storage_offset()));
  c10::StorageImpl* const storage = self.storage().unsafeGetStorageImpl();
  if (need > storage->nbytes()) {
    if (self.is_meta()) {
      storage->set_nbytes(need);
    } else {
      TORCH_CHECK(storage->resizable() && storage->allocator() != nullptr, "resize: the storage of ", storage->nbytes(), " bytes is not resizable and shape ", shape, " needs ", need);
      c10::DataPtr fresh = storage->allocator()->allocate(need);
      if (storage->nbytes() > 0 && storage->data() != nullptr) {
        std::memcpy(fresh.get(), storage->data(), storage->nbytes());
      }
      storage->set_data_ptr_noswap(std::move(fresh));
      storage->set_nbytes(need);
    }
  }
  impl->set_sizes_and_strides(shape, strides);
}

bool resize_output(const Tensor& out, IntArrayRef shape) {
  if (out.sizes() == shape) {
    return false;
  }
  for (int64_t s : shape) {
    TORCH_CHECK(s >= 0, "resize: negative dimension ", s, " in ", shape);
  }
  resize_impl(out, shape, detail::strides_for(shape, MemoryFormat::Contiguous));
  return true;
}

bool resize_output(const Tensor& out, IntArrayRef shape, IntArrayRef strides) {
  if (out.sizes() == shape) {
    return false;
  }
  resize_impl(out, shape, strides);
  return true;
}

} // namespace at::native
