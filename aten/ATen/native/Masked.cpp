// Masks: compression and expansion by a mask, the places where it holds.
#include <ATen/EmptyTensor.h>
#include <ATen/MemoryOverlap.h>
#include <ATen/Parallel.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/nonzero.h>
#include <ATen/ops/nonzero_numpy.h>
#include <ATen/ops/where.h>
#include <ATen/native/Checks.h>
#include <ATen/native/IndexReduce.h>
#include <ATen/native/cpu/Geometry.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace at::native {
namespace {

constexpr int64_t kPiece = 32'768; // elements of one task
constexpr int64_t kBlock = 256; // elements compressed at a time

void check_mask(const char* op, const Tensor& mask) {
  TORCH_CHECK(mask.scalar_type() == ScalarType::Bool, op, "(): argument 'mask': only boolean masks are supported, got ", mask.scalar_type());
}

// ---- masked_fill

void check_number(const char* op, const Tensor& mask, const Tensor& value) {
  check_mask(op, mask);
  TORCH_CHECK(value.dim() == 0, op, "(): argument 'value': only a 0-dimensional value tensor is supported, but got tensor with ", value.dim(), " dimension(s)");
}
Tensor masked_fill_scalar(const Tensor& self, const Tensor& mask, const Scalar& value) {
  check_mask("masked_fill", mask);
  return at::where(mask, repeated_value(value, {}, self.scalar_type()), self);
}
Tensor& masked_fill_scalar_(Tensor& self, const Tensor& mask, const Scalar& value) {
  check_mask("masked_fill_", mask);
  check_overlap("masked_fill_", self, {});
  const DimVector shape = broadcast_shapes("masked_fill_", self.sizes(), mask.sizes());
  TORCH_CHECK(IntArrayRef(shape) == self.sizes(), "masked_fill_(): argument 'mask': of shape ", mask.sizes(), " does not broadcast to self of shape ", self.sizes());
  return at::where_out(self, mask, repeated_value(value, {}, self.scalar_type()), self);
}
Tensor masked_fill_tensor(const Tensor& self, const Tensor& mask, const Tensor& value) {
  check_number("masked_fill", mask, value);
  return masked_fill_scalar(self, mask, value.item());
}
Tensor& masked_fill_tensor_(Tensor& self, const Tensor& mask, const Tensor& value) {
  check_number("masked_fill_", mask, value);
  return masked_fill_scalar_(self, mask, value.item());
}

// ---- Where a mask holds

// A mask as bytes 0 and 1 in a row, and before each piece how many hold.
struct Mask {
  Tensor bytes;
  const uint8_t* data;
  int64_t n;
  std::vector<int64_t> before; // one more than there are pieces

  explicit Mask(const Tensor& mask) : bytes(mask.contiguous()), data(static_cast<const uint8_t*>(bytes.const_data_ptr())), n(mask.numel()) {
    const int64_t pieces = at::divup(n, kPiece);
    before.assign(static_cast<size_t>(pieces) + 1, 0);
    at::parallel_for(0, pieces, 1, [&](int64_t p0, int64_t p1) {
      for (int64_t p = p0; p < p1; ++p) {
        int64_t held = 0;
        for (int64_t i = p * kPiece; i < end(p); ++i) held += data[i];
        before[static_cast<size_t>(p) + 1] = held;
      }
    });
    for (size_t p = 1; p < before.size(); ++p) before[p] += before[p - 1];
  }
  int64_t count() const { return before.back(); }
  int64_t end(int64_t piece) const { return std::min(n, (piece + 1) * kPiece); }

  // f(first place in the result, begin, end) for each piece.
  template <class F>
  void each_piece(const F& f) const {
    at::parallel_for(0, static_cast<int64_t>(before.size()) - 1, 1, [&](int64_t p0, int64_t p1) {
      for (int64_t p = p0; p < p1; ++p) f(before[static_cast<size_t>(p)], p * kPiece, end(p));
    });
  }
  // out[k] = value(i) for the k-th i that holds, from begin to end; without branches.
  template <class T, class Value>
  void compress(int64_t begin, int64_t end, T* out, const Value& value) const {
    T block[kBlock];
    for (int64_t b = begin; b < end; b += kBlock) {
      const int64_t e = std::min(end, b + kBlock);
      int64_t held = 0;
      for (int64_t i = b; i < e; ++i) {
        block[held] = value(i);
        held += data[i];
      }
      std::copy_n(block, held, out);
      out += held;
    }
  }
};

struct Bytes16 {
  uint64_t a, b;
};
// f(T()) for the unsigned integer of that many bytes.
template <class F>
void with_size(int64_t size, const F& f) {
  switch (size) {
    case 1: return f(uint8_t());
    case 2: return f(uint16_t());
    case 4: return f(uint32_t());
    case 8: return f(uint64_t());
    default: return f(Bytes16());
  }
}

Tensor masked_select(const Tensor& self, const Tensor& mask) {
  check_mask("masked_select", mask);
  const DimVector shape = broadcast_shapes("masked_select", self.sizes(), mask.sizes());
  const Mask held(mask.expand(shape));
  const Tensor source = self.expand(shape).contiguous();
  Tensor out = at::detail::empty_cpu({held.count()}, self.scalar_type());
  with_size(static_cast<int64_t>(self.element_size()), [&](auto zero) {
    using T = decltype(zero);
    const T* const from = static_cast<const T*>(source.const_data_ptr());
    T* const to = static_cast<T*>(out.mutable_data_ptr());
    held.each_piece([&](int64_t first, int64_t begin, int64_t end) { held.compress(begin, end, to + first, [from](int64_t i) { return from[i]; }); });
  });
  return out;
}

// self, contiguous, with source's elements where the mask holds.
void scatter_masked(const char* op, Tensor& self, const Tensor& mask, const Tensor& source) {
  const Mask held(mask.expand(self.sizes()));
  TORCH_CHECK(held.count() <= source.numel(), op, "(): argument 'source': Number of elements of source (", source.numel(), ") < number of ones in mask (", held.count(), ")");
  const Tensor values = source.contiguous();
  with_size(static_cast<int64_t>(self.element_size()), [&](auto zero) {
    using T = decltype(zero);
    const T* const from = static_cast<const T*>(values.const_data_ptr());
    T* const to = static_cast<T*>(self.mutable_data_ptr());
    held.each_piece([&](int64_t first, int64_t begin, int64_t end) {
      // Without branches: the next value is read while there is one, and written where the mask holds.
      const T* next = from + first;
      const T* const last = from + held.before[static_cast<size_t>(begin / kPiece) + 1];
      for (int64_t i = begin; i < end && next < last; ++i) {
        to[i] = held.data[i] != 0 ? *next : to[i];
        next += held.data[i];
      }
    });
  });
}
void check_scatter(const char* op, const Tensor& self, const Tensor& mask, const Tensor& source) {
  check_mask(op, mask);
  TORCH_CHECK(self.scalar_type() == source.scalar_type(), op, "(): argument 'source': expected self and source to have same dtypes but got ", self.scalar_type(), " and ", source.scalar_type());
}
Tensor masked_scatter(const Tensor& self, const Tensor& mask, const Tensor& source) {
  check_scatter("masked_scatter", self, mask, source);
  Tensor out = self.expand(broadcast_shapes("masked_scatter", self.sizes(), mask.sizes())).clone(MemoryFormat::Contiguous);
  scatter_masked("masked_scatter", out, mask, source);
  return out;
}
Tensor& masked_scatter_(Tensor& self, const Tensor& mask, const Tensor& source) {
  check_scatter("masked_scatter_", self, mask, source);
  check_overlap("masked_scatter_", self, {&mask, &source});
  const DimVector shape = broadcast_shapes("masked_scatter_", self.sizes(), mask.sizes());
  TORCH_CHECK(IntArrayRef(shape) == self.sizes(), "masked_scatter_(): argument 'mask': of shape ", mask.sizes(), " does not broadcast to self of shape ", self.sizes());
  Tensor dense = self.contiguous();
  scatter_masked("masked_scatter_", dense, mask, source);
  if (!dense.is_same(self)) self.copy_(dense);
  return self;
}

// ---- nonzero

// The places as columns that lie one after another, as PyTorch lays them out.
Tensor nonzero(const Tensor& self) {
  const Mask held(self.scalar_type() == ScalarType::Bool ? self : self.to(ScalarType::Bool));
  const int64_t dims = self.dim(), count = held.count();
  Tensor columns = at::detail::empty_cpu({dims, count}, ScalarType::Long);
  int64_t* const to = columns.mutable_data_ptr<int64_t>();
  if (dims == 1) {
    held.each_piece([&](int64_t first, int64_t begin, int64_t end) { held.compress(begin, end, to + first, [](int64_t i) { return i; }); });
  } else if (dims > 1) {
    const IntArrayRef sizes = self.sizes();
    const int64_t row = sizes[static_cast<size_t>(dims) - 1];
    held.each_piece([&](int64_t first, int64_t begin, int64_t end) {
      // Where the row begins that holds the place at hand, and its place in the other dimensions.
      DimVector at(static_cast<size_t>(dims) - 1, 0);
      int64_t row_begin = begin - begin % row;
      int64_t rest = begin / row;
      for (size_t d = at.size(); d-- > 0;) {
        at[d] = rest % sizes[d];
        rest /= sizes[d];
      }
      int64_t places[kBlock];
      for (int64_t b = begin; b < end; b += kBlock) {
        const int64_t e = std::min(end, b + kBlock);
        int64_t found = 0;
        for (int64_t i = b; i < e; ++i) {
          places[found] = i;
          found += held.data[i];
        }
        for (int64_t k = 0; k < found; ++k) {
          while (places[k] >= row_begin + row) {
            row_begin += row;
            for (size_t d = at.size(); d-- > 0;) {
              if (++at[d] < sizes[d]) break;
              at[d] = 0;
            }
          }
          for (size_t d = 0; d < at.size(); ++d) to[static_cast<int64_t>(d) * count + first + k] = at[d];
          to[(dims - 1) * count + first + k] = places[k] - row_begin;
        }
        first += found;
      }
    });
  }
  return columns.t();
}

std::vector<Tensor> nonzero_numpy(const Tensor& self) {
  return at::nonzero(at_least_1d(self)).unbind(1);
}
Tensor argwhere(const Tensor& self) {
  return at::nonzero(self);
}
std::vector<Tensor> where_condition(const Tensor& condition) {
  return at::nonzero_numpy(condition);
}

Tensor nonzero_static(const Tensor& self, int64_t size, int64_t fill_value) {
  TORCH_CHECK(size >= 0, "nonzero_static(): argument 'size': must be an non-negative integer, got ", size);
  const Tensor found = at::nonzero(self);
  const int64_t given = std::min(size, found.size(0));
  Tensor out = at::detail::empty_cpu({size, self.dim()}, ScalarType::Long);
  if (out.numel() == 0) return out;
  out.narrow(0, 0, given).copy_(found.narrow(0, 0, given));
  out.narrow(0, given, size - given).fill_(fill_value);
  return out;
}

} // namespace
} // namespace at::native

#include <ATen/native/Masked.stubs.inc>
