// Layouts, memory formats, quantization schemes: their names, and the strides of channels-last orders.
#include <c10/core/Contiguity.h>
#include <c10/core/Layout.h>
#include <c10/core/MemoryFormat.h>
#include <c10/core/QScheme.h>
#include <c10/util/Exception.h>
#include <c10/util/SmallVector.h>

#include <algorithm>
#include <ostream>

namespace c10 {

const char* toString(Layout l) {
  switch (l) {
    case Layout::Strided:
      return "Strided";
    case Layout::Sparse:
      return "Sparse";
    case Layout::SparseCsr:
      return "SparseCsr";
    case Layout::Mkldnn:
      return "Mkldnn";
    case Layout::SparseCsc:
      return "SparseCsc";
    case Layout::SparseBsr:
      return "SparseBsr";
    case Layout::SparseBsc:
      return "SparseBsc";
    case Layout::Jagged:
      return "Jagged";
    default:
      return "Unknown layout";
  }
}
std::ostream& operator<<(std::ostream& out, Layout l) {
  return out << toString(l);
}
std::ostream& operator<<(std::ostream& out, MemoryFormat f) {
  switch (f) {
    case MemoryFormat::Preserve:
      return out << "Preserve";
    case MemoryFormat::Contiguous:
      return out << "Contiguous";
    case MemoryFormat::ChannelsLast:
      return out << "ChannelsLast";
    case MemoryFormat::ChannelsLast3d:
      return out << "ChannelsLast3d";
    default:
      return out << "Unknown memory format " << static_cast<int>(f);
  }
}
std::string toString(QScheme s) {
  switch (s) {
    case QScheme::PER_TENSOR_AFFINE:
      return "per_tensor_affine";
    case QScheme::PER_CHANNEL_AFFINE:
      return "per_channel_affine";
    case QScheme::PER_TENSOR_SYMMETRIC:
      return "per_tensor_symmetric";
    case QScheme::PER_CHANNEL_SYMMETRIC:
      return "per_channel_symmetric";
    case QScheme::PER_CHANNEL_AFFINE_FLOAT_QPARAMS:
      return "per_channel_affine_float_qparams";
    default:
      TORCH_CHECK(false, "Unrecognized qscheme: ", static_cast<int>(s));
      return "";
  }
}

namespace {

// Dimensions from the fastest to the slowest in a channels-last tensor of this many dimensions; the batch may be missing.
constexpr int kOrder4[] = {1, 3, 2, 0}, kOrder3[] = {0, 2, 1};
constexpr int kOrder5[] = {1, 4, 3, 2, 0}, kOrder4of3d[] = {0, 3, 2, 1};
ArrayRef<int> order_2d(size_t dim) {
  return dim == 4 ? ArrayRef<int>(kOrder4) : dim == 3 ? ArrayRef<int>(kOrder3) : ArrayRef<int>();
}
ArrayRef<int> order_3d(size_t dim) {
  return dim == 5 ? ArrayRef<int>(kOrder5) : dim == 4 ? ArrayRef<int>(kOrder4of3d) : ArrayRef<int>();
}

std::vector<int64_t> strides_in_order(IntArrayRef sizes, ArrayRef<int> order, const char* what) {
  TORCH_CHECK(!order.empty(), what, ": a tensor of ", sizes.size(), " dimensions has no such order");
  std::vector<int64_t> strides(sizes.size());
  uint64_t step = 1;
  for (const int d : order) {
    strides[d] = static_cast<int64_t>(step);
    step *= static_cast<uint64_t>(std::max<int64_t>(sizes[d], 1)); // cannot overflow for sizes whose product was checked
  }
  return strides;
}

bool contiguous_in_order(IntArrayRef sizes, IntArrayRef strides, ArrayRef<int> order) {
  int64_t expected = 1;
  for (const int d : order) {
    if (sizes[d] != 1) {
      if (strides[d] != expected) {
        return false;
      }
      expected *= sizes[d];
    }
  }
  return true;
}

// Like contiguous_in_order, but gaps are fine, and two orders that both fit (size-1 dimensions) are told apart as PyTorch does: a tensor whose channel
// stride equals its batch stride counts as row-major.
bool strides_like(IntArrayRef sizes, IntArrayRef strides, ArrayRef<int> order) {
  int64_t least = 0;
  if (strides[1] == 0) {
    return false;
  }
  for (const int d : order) {
    if (sizes[d] == 0) {
      return false;
    }
    if (strides[d] < least) {
      return false;
    }
    // N111 with equal strides, and NC11 whose strides fit both orders, stay row-major.
    if (d == 0 && least == strides[1]) {
      return false;
    }
    least = strides[d];
    if (sizes[d] > 1) {
      least *= sizes[d];
    }
  }
  return true;
}

} // namespace

std::vector<int64_t> get_channels_last_strides_2d(IntArrayRef sizes) {
  return strides_in_order(sizes, order_2d(sizes.size()), "ChannelsLast");
}
std::vector<int64_t> get_channels_last_strides_3d(IntArrayRef sizes) {
  return strides_in_order(sizes, order_3d(sizes.size()), "ChannelsLast3d");
}
bool is_channels_last_strides_2d(IntArrayRef sizes, IntArrayRef strides) {
  return sizes.size() == 4 && strides_like(sizes, strides, kOrder4);
}
bool is_channels_last_strides_3d(IntArrayRef sizes, IntArrayRef strides) {
  return sizes.size() == 5 && strides_like(sizes, strides, kOrder5);
}
bool _compute_channels_last_contiguous_2d(IntArrayRef sizes, IntArrayRef strides) {
  return sizes.size() == 4 && contiguous_in_order(sizes, strides, kOrder4);
}
bool _compute_channels_last_contiguous_3d(IntArrayRef sizes, IntArrayRef strides) {
  return sizes.size() == 5 && contiguous_in_order(sizes, strides, kOrder5);
}

bool _compute_non_overlapping_and_dense(IntArrayRef sizes, IntArrayRef strides) {
  const size_t dim = sizes.size();
  if (dim == 1) {
    return sizes[0] < 2 || strides[0] == 1;
  }
  SmallVector<int, 8> order;
  for (size_t d = 0; d < dim; ++d) {
    if (sizes[d] == 0) {
      return true;
    }
    if (sizes[d] != 1) {
      order.push_back(static_cast<int>(d));
    }
  }
  std::sort(order.begin(), order.end(), [&](int a, int b) { return strides[a] < strides[b]; });
  int64_t expected = 1;
  for (const int d : order) {
    if (strides[d] != expected) {
      return false;
    }
    expected *= sizes[d];
  }
  return true;
}

} // namespace c10
