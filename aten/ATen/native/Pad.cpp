// Padding. Every mode is one walk over the result: along each dimension a table says which element of self an index takes
// (or none, for the constant), and rows of the last dimension are copied in runs.
#include <ATen/core/Tensor.h>
#include <ATen/ops/_pad_circular.h>
#include <ATen/ops/constant_pad_nd.h>
#include <ATen/ops/full.h>
#include <ATen/ops/reflection_pad1d.h>
#include <ATen/ops/reflection_pad2d.h>
#include <ATen/ops/reflection_pad3d.h>
#include <ATen/ops/replication_pad1d.h>
#include <ATen/ops/replication_pad2d.h>
#include <ATen/ops/replication_pad3d.h>
#include <ATen/Parallel.h>
#include <ATen/native/Checks.h>
#include <ATen/native/gemm/Output.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

namespace at::native {
namespace {

enum class Mode { Reflect, Replicate, Circular, Constant };

// Amounts before and after dimension d of a tensor with `dims` dimensions; pad begins with the last one.
int64_t before(IntArrayRef pad, int64_t dims, int64_t d) {
  const size_t i = 2 * static_cast<size_t>(dims - 1 - d);
  return i < pad.size() ? pad[i] : 0;
}
int64_t after(IntArrayRef pad, int64_t dims, int64_t d) {
  const size_t i = 2 * static_cast<size_t>(dims - 1 - d) + 1;
  return i < pad.size() ? pad[i] : 0;
}

OutputMeta padded_meta(const char* op, const Tensor& self, IntArrayRef pad, Mode mode) {
  TORCH_CHECK(pad.size() % 2 == 0, op, ": pad must hold two amounts for each dimension, got ", pad.size(), " numbers: ", pad);
  TORCH_CHECK(static_cast<int64_t>(pad.size() / 2) <= self.dim(), op, ": pad ", pad, " names ", pad.size() / 2, " dimensions, more than self of shape ",
              self.sizes(), " has");
  OutputMeta meta;
  meta.dtype = self.scalar_type();
  for (int64_t d = 0; d < self.dim(); d++) {
    const int64_t size = self.size(d), left = before(pad, self.dim(), d), right = after(pad, self.dim(), d);
    int64_t result;
    TORCH_CHECK(!__builtin_add_overflow(size, left, &result) && !__builtin_add_overflow(result, right, &result), op, ": padding (", left, ", ", right,
                ") at dimension ", d, " of self of shape ", self.sizes(), " is more than a size can hold");
    if (mode == Mode::Reflect) {
      TORCH_CHECK((left < size || left <= 0) && (right < size || right <= 0), op, ": padding must be less than the dimension it reflects, got (", left, ", ", right, ") at dimension ",
                  d, " of self of shape ", self.sizes());
    }
    if (mode == Mode::Circular) {
      TORCH_CHECK(left <= size && right <= size, op, ": padding would wrap around more than once, got (", left, ", ", right, ") at dimension ", d,
                  " of self of shape ", self.sizes());
    }
    TORCH_CHECK(mode == Mode::Constant || (size > 0 || (left == 0 && right == 0)), op, ": dimension ", d, " of self of shape ", self.sizes(), " is empty, nothing can be taken from it");
    TORCH_CHECK(result >= 0, op, ": padding (", left, ", ", right, ") at dimension ", d, " of self of shape ", self.sizes(), " gives the negative size ", result);
    meta.sizes.push_back(result);
  }
  return meta;
}

// The element of a dimension of `size` elements that index i of the result takes; -1 for the constant.
int64_t source(int64_t i, int64_t left, int64_t size, Mode mode) {
  int64_t s = i - left;
  switch (mode) {
    case Mode::Constant: return s >= 0 && s < size ? s : -1;
    case Mode::Replicate: return std::clamp<int64_t>(s, 0, size - 1);
    case Mode::Circular: return s < 0 ? s + size : s >= size ? s - size : s;
    case Mode::Reflect: break;
  }
  if (s < 0) s = -s;
  return s >= size ? 2 * (size - 1) - s : s;
}

// `fill` is one element. T is any type of the element's size: only its bytes are moved.
template <class T>
void pad_elements(const Tensor& self, IntArrayRef pad, Mode mode, const T& fill, Tensor& out) {
  const int64_t dims = out.dim();
  const T* const from = static_cast<const T*>(self.const_data_ptr());
  T* const to = static_cast<T*>(out.mutable_data_ptr());
  const int64_t width = out.size(-1), left = before(pad, dims, dims - 1), length = self.size(-1);
  // The run [first, last) of a row lies in self as it is.
  const int64_t first = std::clamp<int64_t>(left, 0, width), last = std::clamp<int64_t>(left + length, first, width);
  const int64_t rows = out.numel() / width;
  at::parallel_for(0, rows, std::max<int64_t>(1, 32'768 / width), [&](int64_t r0, int64_t r1) {
    for (int64_t r = r0; r < r1; r++) {
      int64_t rest = r, offset = 0, step = length;
      bool inside = true;
      for (int64_t d = dims - 2; d >= 0; d--) {
        const int64_t s = source(rest % out.size(d), before(pad, dims, d), self.size(d), mode);
        rest /= out.size(d);
        inside = inside && s >= 0;
        offset += s * step;
        step *= self.size(d);
      }
      T* const row = to + r * width;
      if (!inside || length == 0) {
        std::fill_n(row, width, fill);
        continue;
      }
      for (int64_t i = 0; i < first; i++) row[i] = mode == Mode::Constant ? fill : from[offset + source(i, left, length, mode)];
      std::copy(from + offset + first - left, from + offset + last - left, row + first);
      for (int64_t i = last; i < width; i++) row[i] = mode == Mode::Constant ? fill : from[offset + source(i, left, length, mode)];
    }
  });
}

struct Bytes16 {
  uint64_t half[2];
};

void pad_into(const Tensor& self, IntArrayRef pad, Mode mode, const Scalar& value, Tensor& out) {
  if (out.numel() == 0) return;
  ContiguousOut target(out, {&self});
  if (self.dim() == 0) {
    target.tensor().copy_(self);
    return target.finish();
  }
  // The constant as one element of self's dtype, whatever that is.
  const Tensor fill = at::full({}, value, self.options());
  const Tensor x = self.contiguous();
  const auto run = [&](auto zero) {
    using T = decltype(zero);
    T element;
    std::memcpy(&element, fill.const_data_ptr(), sizeof(T));
    pad_elements<T>(x, pad, mode, element, target.tensor());
  };
  switch (self.element_size()) {
    case 1: run(uint8_t()); break;
    case 2: run(uint16_t()); break;
    case 4: run(uint32_t()); break;
    case 8: run(uint64_t()); break;
    case 16: run(Bytes16()); break;
    default: TORCH_CHECK_NOT_IMPLEMENTED(false, "pad: elements of ", self.element_size(), " bytes (", self.scalar_type(), ") are not implemented");
  }
  target.finish();
}

OutputMeta constant_pad_meta(const Tensor& self, IntArrayRef pad, const Scalar&) {
  return padded_meta("constant_pad_nd", self, pad, Mode::Constant);
}
void constant_pad_cpu(const Tensor& self, IntArrayRef pad, const Scalar& value, Tensor& out) {
  pad_into(self, pad, Mode::Constant, value, out);
}
OutputMeta circular_meta(const Tensor& self, IntArrayRef pad) {
  return padded_meta("_pad_circular", self, pad, Mode::Circular);
}
void circular_cpu(const Tensor& self, IntArrayRef pad, Tensor& out) {
  pad_into(self, pad, Mode::Circular, 0, out);
}

// A batch and channels stand before the padded dimensions, the batch may be left out.
OutputMeta border_meta(const char* op, const Tensor& self, IntArrayRef padding, int64_t dims, Mode mode) {
  TORCH_CHECK(static_cast<int64_t>(padding.size()) == 2 * dims, op, ": padding must hold ", 2 * dims, " numbers, got ", padding);
  TORCH_CHECK(self.dim() == dims + 1 || self.dim() == dims + 2, op, ": self must have ", dims + 1, " or ", dims + 2, " dimensions, got shape ", self.sizes());
  return padded_meta(op, self, padding, mode);
}
OutputMeta reflection1_meta(const Tensor& self, IntArrayRef padding) {
  return border_meta("reflection_pad1d", self, padding, 1, Mode::Reflect);
}
OutputMeta reflection2_meta(const Tensor& self, IntArrayRef padding) {
  return border_meta("reflection_pad2d", self, padding, 2, Mode::Reflect);
}
OutputMeta reflection3_meta(const Tensor& self, IntArrayRef padding) {
  return border_meta("reflection_pad3d", self, padding, 3, Mode::Reflect);
}
void reflection_cpu(const Tensor& self, IntArrayRef padding, Tensor& out) {
  pad_into(self, padding, Mode::Reflect, 0, out);
}
OutputMeta replication1_meta(const Tensor& self, IntArrayRef padding) {
  return border_meta("replication_pad1d", self, padding, 1, Mode::Replicate);
}
OutputMeta replication2_meta(const Tensor& self, IntArrayRef padding) {
  return border_meta("replication_pad2d", self, padding, 2, Mode::Replicate);
}
OutputMeta replication3_meta(const Tensor& self, IntArrayRef padding) {
  return border_meta("replication_pad3d", self, padding, 3, Mode::Replicate);
}
void replication_cpu(const Tensor& self, IntArrayRef padding, Tensor& out) {
  pad_into(self, padding, Mode::Replicate, 0, out);
}

Tensor pad_in_mode(const Tensor& self, IntArrayRef pad, Mode mode, std::string_view name, std::optional<double> value) {
  if (mode == Mode::Constant) return at::constant_pad_nd(self, pad, value.value_or(0.0));
  TORCH_CHECK(!value.has_value() || *value == 0, "pad: mode \"", name, "\" takes no value, got ", value.value_or(0));
  const int64_t dims = static_cast<int64_t>(pad.size() / 2);
  TORCH_CHECK(pad.size() % 2 == 0 && dims >= 1 && dims <= 3 && (self.dim() == dims + 1 || self.dim() == dims + 2), "pad: mode \"", name,
              "\" pads the last 1, 2 or 3 dimensions of a tensor with one or two dimensions more, got pad ", pad, " for self of shape ", self.sizes());
  if (mode == Mode::Circular) return at::_pad_circular(self, pad);
  if (mode == Mode::Reflect) {
    return dims == 1 ? at::reflection_pad1d(self, pad) : dims == 2 ? at::reflection_pad2d(self, pad) : at::reflection_pad3d(self, pad);
  }
  return dims == 1 ? at::replication_pad1d(self, pad) : dims == 2 ? at::replication_pad2d(self, pad) : at::replication_pad3d(self, pad);
}

constexpr std::string_view kModeNames[] = {"reflect", "replicate", "circular", "constant"};

Tensor pad_by_name(const Tensor& self, IntArrayRef pad, std::string_view mode, std::optional<double> value) {
  for (int i = 0; i < 4; i++) {
    if (kModeNames[i] == mode) return pad_in_mode(self, pad, static_cast<Mode>(i), mode, value);
  }
  TORCH_CHECK_NOT_IMPLEMENTED(false, "pad: mode must be \"constant\", \"reflect\", \"replicate\" or \"circular\", got \"", mode, "\"");
}
Tensor pad_by_number(const Tensor& self, IntArrayRef pad, int64_t mode, std::optional<double> value) {
  TORCH_CHECK(mode >= 0 && mode < 4, "_pad_enum: mode must be from 0 to 3, got ", mode);
  return pad_in_mode(self, pad, static_cast<Mode>(mode), kModeNames[mode], value);
}

}  // namespace
}  // namespace at::native

#include <ATen/native/Pad.stubs.inc>
