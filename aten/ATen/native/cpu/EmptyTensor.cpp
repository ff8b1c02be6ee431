#include <ATen/EmptyTensor.h>
#include <ATen/native/TypeProperties.h>
#include <c10/core/CPUAllocator.h>
#include <c10/core/StorageImpl.h>
#include <c10/core/TensorImpl.h>
#include <c10/util/Exception.h>
#include <c10/util/overflows.h>

namespace at::detail {
namespace {

void check_sizes(IntArrayRef size) {
  for (int64_t s : size) {
    TORCH_CHECK(s >= 0, "Trying to create tensor with negative dimension ", s, ": ", size);
  }
}

size_t dense_nbytes(IntArrayRef size, size_t itemsize) {
  uint64_t n = itemsize;
  bool overflow = false, zero = false;
  for (int64_t s : size) {
    TORCH_CHECK(s >= 0, "Trying to create tensor with negative dimension ", s, ": ", size);
    zero |= s == 0;
    overflow |= __builtin_mul_overflow(n, static_cast<uint64_t>(s), &n);
  }
  if (C10_UNLIKELY(overflow && zero)) {
    return 0;
  }
  TORCH_CHECK(!overflow && n <= static_cast<uint64_t>(INT64_MAX), "empty: Storage size calculation overflowed with sizes=", size);
  return static_cast<size_t>(n);
}

Tensor allocate_cpu(size_t nbytes, ScalarType dtype) {
  auto storage = c10::make_intrusive<c10::StorageImpl>(c10::StorageImpl::use_byte_size_t(), nbytes, c10::GetCPUAllocator(), /*resizable=*/true);
  return Tensor(c10::make_intrusive<TensorImpl>(c10::Storage(std::move(storage)), c10::DispatchKeySet(DispatchKey::CPU), c10::scalarTypeToTypeMeta(dtype)));
}

Tensor allocate_meta(size_t nbytes, ScalarType dtype) {
  auto storage = c10::make_intrusive<c10::StorageImpl>(
      c10::StorageImpl::use_byte_size_t(), nbytes, c10::DataPtr(nullptr, Device(DeviceType::Meta)), /*allocator=*/nullptr, /*resizable=*/false);
  return Tensor(c10::make_intrusive<TensorImpl>(c10::Storage(std::move(storage)), c10::DispatchKeySet(DispatchKey::Meta), c10::scalarTypeToTypeMeta(dtype)));
}

void set_sizes(const Tensor& t, IntArrayRef size) {
  if (size.size() != 1 || size[0] != 0) { // what a new TensorImpl has already
    t.unsafeGetTensorImpl()->set_sizes_contiguous(size);
  }
}

void check_strides(IntArrayRef size, IntArrayRef stride) {
  check_sizes(size);
  TORCH_CHECK(size.size() == stride.size(), "empty_strided: dimensionality of sizes (", size.size(), ") must match dimensionality of strides (", stride.size(), ")");
  for (int64_t s : stride) {
    TORCH_CHECK(s >= 0, "empty_strided: negative strides are not supported, got strides ", stride);
  }
}

Device device_of(const TensorOptions& options) {
  TORCH_CHECK_NOT_IMPLEMENTED(options.layout() == Layout::Strided, "empty: layout ", options.layout(), " is not supported; strided is");
  const Device device = options.device();
  TORCH_CHECK_NOT_IMPLEMENTED(device.is_cpu() || device.is_meta(), "empty: no kernel for device '", device.str(), "'; cpu and meta exist");
  return device;
}

ScalarType dtype_of(const TensorOptions& options) {
  return options.has_dtype() ? c10::typeMetaToScalarType(options.dtype()) : native::default_dtype();
}

} // namespace

size_t storage_nbytes(IntArrayRef size, IntArrayRef stride, size_t itemsize, size_t offset) {
  uint64_t last = offset; // index of the last element
  bool overflow = false;
  for (size_t i = 0; i < size.size(); ++i) {
    if (size[i] == 0) {
      return 0;
    }
    uint64_t reach = 0;
    overflow |= __builtin_mul_overflow(static_cast<uint64_t>(size[i] - 1), static_cast<uint64_t>(stride[i]), &reach);
    overflow |= __builtin_add_overflow(last, reach, &last);
  }
  overflow |= __builtin_add_overflow(last, uint64_t(1), &last);
  overflow |= __builtin_mul_overflow(last, static_cast<uint64_t>(itemsize), &last);
  TORCH_CHECK(!overflow && last <= static_cast<uint64_t>(INT64_MAX), "Storage size calculation overflowed with sizes=", size, " and strides=", stride);
  return static_cast<size_t>(last);
}

DimVector strides_for(IntArrayRef size, MemoryFormat format) {
  DimVector stride(size.size());
  const auto fill = [&](std::initializer_list<int> inner_to_outer) {
    uint64_t step = 1; // wraps where the number of elements does not fit, which the caller finds
    for (int d : inner_to_outer) {
      stride[d] = static_cast<int64_t>(step);
      step *= static_cast<uint64_t>(size[d] > 1 ? size[d] : 1);
    }
  };
  switch (format) {
    case MemoryFormat::ChannelsLast:
      TORCH_CHECK(size.size() == 4, "required rank 4 tensor to use channels_last format, got sizes ", size);
      fill({1, 3, 2, 0});
      break;
    case MemoryFormat::ChannelsLast3d:
      TORCH_CHECK(size.size() == 5, "required rank 5 tensor to use channels_last_3d format, got sizes ", size);
      fill({1, 4, 3, 2, 0});
      break;
    default: {
      uint64_t step = 1;
      for (size_t i = size.size(); i-- > 0;) {
        stride[i] = static_cast<int64_t>(step);
        step *= static_cast<uint64_t>(size[i] > 1 ? size[i] : 1);
      }
    }
  }
  return stride;
}

Tensor empty_cpu(IntArrayRef size, ScalarType dtype) {
  Tensor t = allocate_cpu(dense_nbytes(size, c10::elementSize(dtype)), dtype);
  set_sizes(t, size);
  return t;
}

Tensor empty_cpu(IntArrayRef size, ScalarType dtype, MemoryFormat format) {
  if (format == MemoryFormat::Contiguous) {
    return empty_cpu(size, dtype);
  }
  Tensor t = allocate_cpu(dense_nbytes(size, c10::elementSize(dtype)), dtype);
  t.unsafeGetTensorImpl()->set_sizes_and_strides(size, strides_for(size, format));
  return t;
}

Tensor empty_strided_cpu(IntArrayRef size, IntArrayRef stride, ScalarType dtype) {
  check_strides(size, stride);
  Tensor t = allocate_cpu(storage_nbytes(size, stride, c10::elementSize(dtype)), dtype);
  t.unsafeGetTensorImpl()->set_sizes_and_strides(size, stride);
  return t;
}

Tensor empty_meta(IntArrayRef size, ScalarType dtype) {
  Tensor t = allocate_meta(dense_nbytes(size, c10::elementSize(dtype)), dtype);
  set_sizes(t, size);
  return t;
}

Tensor empty_meta(IntArrayRef size, ScalarType dtype, MemoryFormat format) {
  if (format == MemoryFormat::Contiguous) {
    return empty_meta(size, dtype);
  }
  Tensor t = allocate_meta(dense_nbytes(size, c10::elementSize(dtype)), dtype);
  t.unsafeGetTensorImpl()->set_sizes_and_strides(size, strides_for(size, format));
  return t;
}

Tensor empty_strided_meta(IntArrayRef size, IntArrayRef stride, ScalarType dtype) {
  check_strides(size, stride);
  Tensor t = allocate_meta(storage_nbytes(size, stride, c10::elementSize(dtype)), dtype);
  t.unsafeGetTensorImpl()->set_sizes_and_strides(size, stride);
  return t;
}

Tensor empty(IntArrayRef size, const TensorOptions& options, std::optional<MemoryFormat> format) {
  const Device device = device_of(options);
  const ScalarType dtype = dtype_of(options);
  const MemoryFormat f = format.value_or(MemoryFormat::Contiguous);
  TORCH_CHECK(f != MemoryFormat::Preserve, "empty: memory_format may not be preserve_format, there is no tensor to take it from");
  return device.is_meta() ? empty_meta(size, dtype, f) : empty_cpu(size, dtype, f);
}

Tensor empty_strided(IntArrayRef size, IntArrayRef stride, const TensorOptions& options) {
  const Device device = device_of(options);
  const ScalarType dtype = dtype_of(options);
  return device.is_meta() ? empty_strided_meta(size, stride, dtype) : empty_strided_cpu(size, stride, dtype);
}

Tensor alias_with(const Tensor& self, IntArrayRef size, IntArrayRef stride, int64_t storage_offset) {
  TensorImpl* const from = self.unsafeGetTensorImpl();
  auto impl = c10::make_intrusive<TensorImpl>(TensorImpl::VIEW, c10::Storage(self.storage()), from->key_set(), from->dtype());
  impl->unchecked_set_sizes_and_strides(size, stride, storage_offset);
  if (!from->is_inference()) {
    impl->set_version_counter(from->version_counter());
  }
  return Tensor(std::move(impl));
}

} // namespace at::detail
