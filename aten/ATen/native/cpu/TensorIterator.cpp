#include <ATen/TensorIterator.h>
#include <ATen/EmptyTensor.h>
#include <ATen/MemoryOverlap.h>
#include <ATen/Parallel.h>
#include <ATen/native/Resize.h>
#include <ATen/native/TypeProperties.h>
#include <ATen/native/cpu/Pointwise.h>
#include <c10/util/Exception.h>

namespace at {

TensorIteratorConfig& TensorIteratorConfig::add_output(const Tensor& output) {
  TORCH_INTERNAL_ASSERT(static_cast<int>(tensors_.size()) == num_outputs_, "TensorIterator: outputs are added before inputs");
  tensors_.push_back(output);
  ++num_outputs_;
  return *this;
}

TensorIteratorConfig& TensorIteratorConfig::add_input(const Tensor& input) {
  TORCH_CHECK(input.defined(), "TensorIterator: input ", tensors_.size() - static_cast<size_t>(num_outputs_), " is undefined");
  tensors_.push_back(input);
  return *this;
}

void TensorIteratorBase::build(TensorIteratorConfig& c) {
  num_outputs_ = c.num_outputs_;
  operands_.resize(c.tensors_.size());
  for (size_t i = 0; i < operands_.size(); ++i) {
    operands_[i].original = operands_[i].current = c.tensors_[i];
    operands_[i].is_output = static_cast<int>(i) < num_outputs_;
  }
  TORCH_CHECK(!operands_.empty(), "TensorIterator: no operands");

  // The common dtype.
  native::ResultTypeState state;
  ScalarType first = ScalarType::Undefined;
  bool same = true;
  Device device(DeviceType::CPU);
  bool have_device = false;
  for (const Operand& o : operands_) {
    if (!o.original.defined()) {
      continue;
    }
    TORCH_CHECK_NOT_IMPLEMENTED(o.original.layout() == Layout::Strided, "TensorIterator: only strided tensors are supported, got ", o.original.layout());
    if (!have_device || (device.is_cpu() && !o.original.device().is_cpu())) {
      device = o.original.device();
      have_device = true;
    }
    same &= first == ScalarType::Undefined || first == o.original.scalar_type();
    first = first == ScalarType::Undefined ? o.original.scalar_type() : first;
    if (!o.is_output) {
      state = native::update_result_type_state(o.original, state);
    }
  }
  if (c.check_all_same_dtype_) {
    for (const Operand& o : operands_) {
      TORCH_CHECK(!o.original.defined() || o.original.scalar_type() == first, "Found dtype ", c10::toString(o.original.scalar_type()), " but expected ", c10::toString(first));
    }
  }
  if (c.check_all_same_device_) {
    for (const Operand& o : operands_) {
      TORCH_CHECK(
          !o.original.defined() || o.original.device() == device || (c.allow_cpu_scalars_ && !o.is_output && o.original.dim() == 0 && o.original.device().is_cpu()),
          "Expected all tensors to be on the same device, but found at least two devices, ", device.str(), " and ", o.original.device().str(), "!");
    }
  }
  TORCH_CHECK_NOT_IMPLEMENTED(device.is_cpu() || device.is_meta(), "TensorIterator: no loops for device '", device.str(), "'; cpu and meta exist");
  common_dtype_ = c.promote_ ? native::result_type(state) : same ? first : ScalarType::Undefined;
  if (c.promote_int_to_float_ && common_dtype_ != ScalarType::Undefined && c10::isIntegralType(common_dtype_, true)) {
    common_dtype_ = native::default_dtype();
  }

  // The common shape.
  DimVector shape;
  if (c.static_shape_.has_value()) {
    shape = *c.static_shape_;
  } else {
    bool started = false;
    for (const Operand& o : operands_) {
      if (o.is_output && (c.resize_outputs_ || !o.original.defined()) && num_outputs_ < ntensors()) {
        continue;
      }
      if (!o.original.defined()) {
        continue;
      }
      shape = started ? native::broadcast_shapes("", shape, o.original.sizes()) : DimVector(o.original.sizes().begin(), o.original.sizes().end());
      started = true;
    }
  }
  const auto is_input = [&](const Tensor& t) {
    for (int i = num_outputs_; i < ntensors(); ++i) {
      if (operands_[static_cast<size_t>(i)].original.is_same(t)) {
        return true;
      }
    }
    return false;
  };

  geometry_.start(shape, operands_.size());
  for (size_t i = 0; i < operands_.size(); ++i) {
    Operand& o = operands_[i];
    const bool resized = o.is_output && o.original.defined() && o.original.sizes() != IntArrayRef(shape);
    if (resized) {
      TORCH_CHECK(c.resize_outputs_ && !is_input(o.original), "output with shape ", o.original.sizes(), " doesn't match the broadcast shape ", shape);
    }
    if (o.original.defined() && !resized) {
      geometry_.set_operand(i, o.original.sizes(), o.original.strides(), static_cast<int64_t>(c10::elementSize(o.original.scalar_type())));
    }
  }
  geometry_.order();
  const DimVector dense = geometry_.dense_strides();

  for (size_t i = 0; i < operands_.size(); ++i) {
    Operand& o = operands_[i];
    if (o.is_output) {
      const ScalarType made = c.static_dtype_.has_value() ? *c.static_dtype_ : common_dtype_;
      if (!o.original.defined()) {
        TORCH_CHECK(made != ScalarType::Undefined, "TensorIterator: an output must be made but there is no common dtype");
        o.original = device.is_meta() ? detail::empty_strided_meta(shape, dense, made) : detail::empty_strided_cpu(shape, dense, made);
      } else {
        if (o.original.sizes() != IntArrayRef(shape)) {
          native::resize_output(o.original, shape, dense);
        }
        if (c.safe_casting_ && common_dtype_ != ScalarType::Undefined) {
          TORCH_CHECK(
              c10::canCast(common_dtype_, o.original.scalar_type()), "result type ", c10::toString(common_dtype_), " can't be cast to the desired output type ", c10::toString(o.original.scalar_type()));
        }
      }
      if (c.check_mem_overlap_ && !device.is_meta()) {
        assert_no_internal_overlap(o.original);
        for (int k = num_outputs_; k < ntensors(); ++k) {
          const Tensor& in = operands_[static_cast<size_t>(k)].original;
          if (!in.is_same(o.original)) {
            assert_no_partial_overlap(o.original, in);
          }
        }
      }
      const bool temporary = c.cast_to_outputs_ && common_dtype_ != ScalarType::Undefined && o.original.scalar_type() != common_dtype_;
      o.current = temporary ? (device.is_meta() ? detail::empty_strided_meta(shape, dense, common_dtype_) : detail::empty_strided_cpu(shape, dense, common_dtype_)) : o.original;
    } else if (c.promote_ && o.original.scalar_type() != common_dtype_ && !o.original.is_meta()) {
      Tensor converted = detail::empty_strided_cpu(o.original.sizes(), detail::strides_for(o.original.sizes(), MemoryFormat::Contiguous), common_dtype_);
      native::copy_tiles(converted, o.original);
      o.current = converted;
    }
  }
  // The strides of what the loop sees, in the order found.
  const DimVector perm = geometry_.perm;
  const size_t n = shape.size();
  for (size_t i = 0; i < operands_.size(); ++i) {
    const Tensor& t = operands_[i].current;
    const int64_t size = static_cast<int64_t>(c10::elementSize(t.scalar_type()));
    DimVector s(n, 0);
    const IntArrayRef sizes = t.sizes(), strides = t.strides();
    for (size_t k = 0; k < n; ++k) {
      const int64_t d = perm[k] - static_cast<int64_t>(n - sizes.size());
      if (d >= 0 && (sizes[d] != 1 || geometry_.shape[k] == 1)) {
        s[k] = strides[d] * size;
      }
    }
    geometry_.strides[i] = s;
  }
  numel_ = geometry_.numel();
  geometry_.coalesce();
}

void* TensorIteratorBase::data_ptr(int arg) const {
  const Operand& o = operands_[static_cast<size_t>(arg)];
  return o.is_output ? o.current.mutable_data_ptr() : const_cast<void*>(o.current.const_data_ptr());
}

ScalarType TensorIteratorBase::common_dtype() const {
  TORCH_INTERNAL_ASSERT(common_dtype_ != ScalarType::Undefined, "Queried for invalid common dtype!");
  return common_dtype_;
}

bool TensorIteratorBase::is_scalar(int arg) const {
  return operands_[static_cast<size_t>(arg)].current.numel() == 1;
}

bool TensorIteratorBase::is_contiguous() const {
  for (int i = 0; i < ntensors(); ++i) {
    if (!geometry_.is_dense(static_cast<size_t>(i), element_size(i))) {
      return false;
    }
  }
  return true;
}

void TensorIteratorBase::serial_for_each(loop2d_t loop, Range range) const {
  if (range.size() <= 0 || numel_ == 0) {
    return;
  }
  const size_t count = operands_.size();
  const int ndim = geometry_.ndim();
  c10::SmallVector<char*, 8> base(count), data(count);
  c10::SmallVector<int64_t, 16> strides(2 * count, 0);
  for (size_t k = 0; k < count; ++k) {
    base[k] = static_cast<char*>(data_ptr(static_cast<int>(k)));
    strides[k] = ndim > 0 ? geometry_.strides[k][0] : 0;
    strides[count + k] = ndim > 1 ? geometry_.strides[k][1] : 0;
  }
  if (ndim == 0) {
    loop(base.data(), strides.data(), 1, 1);
    return;
  }
  DimVector index(ndim);
  int64_t rest = range.begin;
  for (int d = 0; d < ndim; ++d) {
    index[d] = rest % geometry_.shape[d];
    rest /= geometry_.shape[d];
  }
  int64_t left = range.size();
  const int64_t inner = geometry_.shape[0];
  while (left > 0) {
    for (size_t k = 0; k < count; ++k) {
      data[k] = base[k];
      for (int d = 0; d < ndim; ++d) {
        data[k] += index[d] * geometry_.strides[k][d];
      }
    }
    int64_t size0 = std::min(left, inner - index[0]), size1 = 1;
    if (size0 == inner && ndim > 1) {
      size1 = std::max<int64_t>(1, std::min(left / inner, geometry_.shape[1] - index[1]));
    }
    loop(data.data(), strides.data(), size0, size1);
    left -= size0 * size1;
    index[0] += size0;
    if (index[0] < inner) {
      continue;
    }
    index[0] = 0;
    for (int d = 1; d < ndim; ++d) {
      index[d] += d == 1 ? size1 : 1;
      if (index[d] < geometry_.shape[d]) {
        break;
      }
      index[d] = 0;
    }
  }
}

void TensorIteratorBase::for_each(loop2d_t loop, int64_t grain_size) {
  parallel_for(0, numel_, grain_size, [&](int64_t begin, int64_t end) { serial_for_each(loop, Range{begin, end}); });
}

void TensorIteratorBase::for_each(loop1d_t loop, int64_t grain_size) {
  const size_t count = operands_.size();
  for_each(
      [&](char** data, const int64_t* strides, int64_t size0, int64_t size1) {
        c10::SmallVector<char*, 8> row(data, data + count);
        for (int64_t i = 0; i < size1; ++i) {
          loop(row.data(), strides, size0);
          for (size_t k = 0; k < count; ++k) {
            row[k] += strides[count + k];
          }
        }
      },
      grain_size);
}

void TensorIteratorBase::cast_outputs() {
  for (int i = 0; i < num_outputs_; ++i) {
    Operand& o = operands_[static_cast<size_t>(i)];
    if (!o.current.is_same(o.original)) {
      if (!o.original.is_meta()) {
        native::copy_tiles(o.original, o.current);
      }
      o.current = o.original;
    }
  }
}

TensorIterator TensorIterator::binary_op(Tensor& out, const Tensor& a, const Tensor& b) {
  return TensorIteratorConfig().add_output(out).add_input(a).add_input(b).allow_cpu_scalars(true).promote_inputs_to_common_dtype(true).cast_common_dtype_to_outputs(true).enforce_safe_casting_to_output(true).build();
}
TensorIterator TensorIterator::binary_float_op(Tensor& out, const Tensor& a, const Tensor& b) {
  return TensorIteratorConfig()
      .add_output(out)
      .add_input(a)
      .add_input(b)
      .allow_cpu_scalars(true)
      .promote_inputs_to_common_dtype(true)
      .promote_integer_inputs_to_float(true)
      .cast_common_dtype_to_outputs(true)
      .enforce_safe_casting_to_output(true)
      .build();
}
TensorIterator TensorIterator::comparison_op(Tensor& out, const Tensor& a, const Tensor& b) {
  TensorIteratorConfig config;
  config.add_output(out).add_input(a).add_input(b).allow_cpu_scalars(true).promote_inputs_to_common_dtype(true);
  if (!out.defined()) {
    config.declare_static_dtype(ScalarType::Bool);
  }
  return config.build();
}
TensorIterator TensorIterator::unary_op(Tensor& out, const Tensor& a) {
  return TensorIteratorConfig().add_output(out).add_input(a).cast_common_dtype_to_outputs(false).check_all_same_dtype(true).build();
}
TensorIterator TensorIterator::unary_float_op(Tensor& out, const Tensor& a) {
  return TensorIteratorConfig()
      .add_output(out)
      .add_input(a)
      .promote_inputs_to_common_dtype(true)
      .promote_integer_inputs_to_float(true)
      .cast_common_dtype_to_outputs(true)
      .enforce_safe_casting_to_output(true)
      .build();
}
TensorIterator TensorIterator::nullary_op(Tensor& out) {
  return TensorIteratorConfig().add_output(out).check_all_same_dtype(false).resize_outputs(false).build();
}

} // namespace at
