#include <ATen/native/cpu/Geometry.h>
#include <c10/util/Exception.h>
#include <algorithm>

namespace at::native {

DimVector broadcast_shapes(const char* op, IntArrayRef a, IntArrayRef b) {
  const size_t n = std::max(a.size(), b.size());
  DimVector out(n);
  for (size_t k = 0; k < n; ++k) { // k counts from the last dimension
    const int64_t x = k < a.size() ? a[a.size() - 1 - k] : 1;
    const int64_t y = k < b.size() ? b[b.size() - 1 - k] : 1;
    TORCH_CHECK(
        x == y || x == 1 || y == 1, op, op[0] ? ": " : "", "The size of tensor a (", x, ") must match the size of tensor b (", y, ") at non-singleton dimension ",
        static_cast<int64_t>(n - 1 - k), "; the shapes are ", a, " and ", b);
    out[n - 1 - k] = x == 1 ? y : x;
  }
  return out;
}

void Geometry::start(IntArrayRef common_shape, size_t operands) {
  shape.assign(common_shape.rbegin(), common_shape.rend());
  strides.resize(operands);
  for (auto& s : strides) {
    s.clear();
  }
  perm.resize(shape.size());
  for (size_t i = 0; i < shape.size(); ++i) {
    perm[i] = static_cast<int64_t>(shape.size() - 1 - i);
  }
  coalesced = false;
}

void Geometry::set_operand(size_t i, IntArrayRef sizes, IntArrayRef element_strides, int64_t element_size) {
  DimVector& s = strides[i];
  s.assign(shape.size(), 0);
  for (size_t k = 0; k < sizes.size(); ++k) {
    const size_t from = sizes.size() - 1 - k;
    s[k] = sizes[from] == 1 && shape[k] != 1 ? 0 : element_strides[from] * element_size;
  }
}

void Geometry::order() {
  const int n = ndim();
  if (n < 2) {
    return;
  }
  // Does loop dimension a belong outside of b? 1 yes, -1 no, 0 undecided. A repeated dimension decides nothing.
  const auto outside = [&](int64_t a, int64_t b) {
    for (const DimVector& s : strides) {
      if (s.empty()) {
        continue;
      }
      const int64_t x = s[a], y = s[b];
      if (x == 0 || y == 0) {
        continue;
      }
      if (x != y) {
        return x < y ? -1 : 1;
      }
      if (shape[a] > shape[b]) {
        return 1;
      }
    }
    return 0;
  };
  DimVector index(n);
  for (int i = 0; i < n; ++i) {
    index[i] = i;
  }
  // Insertion that passes over undecided pairs.
  bool moved = false;
  for (int i = 1; i < n; ++i) {
    int at = i;
    for (int j = i - 1; j >= 0; --j) {
      const int c = outside(index[j], index[at]);
      if (c > 0) {
        std::swap(index[j], index[at]);
        at = j;
        moved = true;
      } else if (c < 0) {
        break;
      }
    }
  }
  if (!moved) {
    return;
  }
  const auto permute = [&](DimVector& v) {
    DimVector old = v;
    for (int i = 0; i < n; ++i) {
      v[i] = old[index[i]];
    }
  };
  permute(shape);
  permute(perm);
  for (DimVector& s : strides) {
    if (!s.empty()) {
      permute(s);
    }
  }
}

DimVector Geometry::dense_strides() const {
  DimVector out(perm.size());
  int64_t step = 1;
  for (size_t i = 0; i < perm.size(); ++i) {
    out[perm[i]] = step;
    step *= shape[i] > 1 ? shape[i] : 1;
  }
  return out;
}

void Geometry::set_dense(size_t k, int64_t element_size) {
  DimVector& s = strides[k];
  s.resize(shape.size());
  int64_t step = element_size;
  for (size_t i = 0; i < shape.size(); ++i) {
    s[i] = step;
    step *= shape[i] > 1 ? shape[i] : 1;
  }
}

void Geometry::coalesce() {
  coalesced = true;
  const int n = ndim();
  if (n == 0) {
    return;
  }
  int last = 0;
  for (int i = 1; i < n; ++i) {
    bool merge = shape[last] == 1 || shape[i] == 1;
    if (!merge) {
      merge = true;
      for (const DimVector& s : strides) {
        if (shape[last] * s[last] != s[i]) {
          merge = false;
          break;
        }
      }
    }
    if (merge) {
      if (shape[last] == 1) {
        for (DimVector& s : strides) {
          s[last] = s[i];
        }
      }
      shape[last] *= shape[i];
    } else {
      ++last;
      shape[last] = shape[i];
      for (DimVector& s : strides) {
        s[last] = s[i];
      }
    }
  }
  shape.resize(last + 1);
  for (DimVector& s : strides) {
    s.resize(last + 1);
  }
}

bool Geometry::is_dense(size_t k, int64_t element_size) const {
  int64_t step = element_size;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] != 1) {
      if (strides[k][i] != step) {
        return false;
      }
      step *= shape[i];
    }
  }
  return true;
}

bool Geometry::is_repeated(size_t k) const {
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] != 1 && strides[k][i] != 0) {
      return false;
    }
  }
  return true;
}

} // namespace at::native
