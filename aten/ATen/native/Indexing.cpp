// x[...] with tensors among the indices: what they name, and the loop over it.
#include <ATen/EmptyTensor.h>
#include <ATen/MemoryOverlap.h>
#include <ATen/core/List.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>
#include <ATen/ops/masked_fill.h>
#include <ATen/ops/nonzero.h>
#include <ATen/ops/where.h>
#include <ATen/ops/zeros_like.h>
#include <ATen/native/Checks.h>
#include <ATen/native/IndexReduce.h>
#include <ATen/native/cpu/Geometry.h>

#include <optional>
#include <vector>

namespace at::native {
namespace {

using OptionalTensors = c10::List<std::optional<Tensor>>;

bool is_mask(const Tensor& t) {
  return t.scalar_type() == ScalarType::Bool || t.scalar_type() == ScalarType::Byte;
}

// One tensor of indices for each dimension; an undefined one takes all of it. Masks become the indices of their true elements.
std::vector<Tensor> index_tensors(const char* op, const Tensor& self, const OptionalTensors& indices) {
  TORCH_CHECK_INDEX(indices.size() > 0, op, "(): argument 'indices': at least one index must be provided");
  std::vector<Tensor> found;
  for (size_t i = 0; i < indices.size(); ++i) {
    const std::optional<Tensor> given = indices.get(i);
    if (!given.has_value() || !given->defined()) {
      found.emplace_back();
      continue;
    }
    const Tensor& index = *given;
    TORCH_CHECK(index.is_cpu(), op, "(): argument 'indices': indices[", i, "] is on ", index.device().str(), " and self on ", self.device().str());
    if (!is_mask(index)) {
      TORCH_CHECK_INDEX(
          index.scalar_type() == ScalarType::Long || index.scalar_type() == ScalarType::Int, op, "(): argument 'indices': tensors used as indices must be long, int, byte or bool tensors, got ",
          index.scalar_type(), " at ", i);
      found.push_back(index);
      continue;
    }
    TORCH_CHECK_INDEX(index.dim() > 0, op, "(): argument 'indices': a mask at ", i, " has no dimension");
    const int64_t first = static_cast<int64_t>(found.size());
    for (int64_t d = 0; d < index.dim(); ++d) {
      TORCH_CHECK_INDEX(
          first + d < self.dim() && index.size(d) == self.size(first + d), op, "(): argument 'indices': The shape of the mask ", index.sizes(), " at index ", d,
          " does not match the shape of the indexed tensor ", self.sizes(), " at index ", first + d);
    }
    const Tensor places = at::nonzero(index);
    for (int64_t d = 0; d < index.dim(); ++d) found.push_back(places.select(1, d));
  }
  TORCH_CHECK_INDEX(
      static_cast<int64_t>(found.size()) <= self.dim(), op, "(): argument 'indices': too many indices for tensor of dimension ", self.dim(), " (got ", found.size(), ")");
  return found;
}

// What indices name: the shape of the result, and its dimensions with those of the index tensors merged into one.
struct Named {
  DimVector result; // sizes
  DimVector merged, table_strides; // the same with one dimension for all indices, at `dim`
  int64_t dim = 0;
  Tensor index; // of that dimension
  IndexRange range;
  bool all = false; // no index tensor at all

  Named(const char* op, const Tensor& self, const OptionalTensors& indices) : range{op, "indices"} {
    std::vector<Tensor> found = index_tensors(op, self, indices);
    found.resize(static_cast<size_t>(self.dim()));
    DimVector picked; // the indices' common shape
    std::vector<int64_t> dims;
    for (int64_t d = 0; d < self.dim(); ++d) {
      const Tensor& index = found[static_cast<size_t>(d)];
      if (!index.defined()) continue;
      bool fits = true;
      for (int64_t k = 1; k <= std::min<int64_t>(index.dim(), static_cast<int64_t>(picked.size())); ++k) {
        const int64_t a = index.size(-k), b = picked[picked.size() - static_cast<size_t>(k)];
        fits = fits && (a == b || a == 1 || b == 1);
      }
      TORCH_CHECK_INDEX(
          fits, op, "(): argument 'indices': shape mismatch: indexing tensors could not be broadcast together with shapes ", IntArrayRef(picked), ", ", index.sizes(), " at dimension ", d);
      picked = broadcast_shapes(op, picked, index.sizes());
      dims.push_back(d);
    }
    if (dims.empty()) {
      all = true;
      result.assign(self.sizes().begin(), self.sizes().end());
      return;
    }
    int64_t count = 1;
    for (const int64_t size : picked) count *= size;
    const bool neighbours = dims.back() - dims.front() + 1 == static_cast<int64_t>(dims.size());
    const int64_t place = neighbours ? dims.front() : 0;
    const auto insert_picked = [&] {
      dim = static_cast<int64_t>(merged.size());
      result.insert(result.end(), picked.begin(), picked.end());
      merged.push_back(count), table_strides.push_back(1);
    };
    int64_t numel = count;
    for (int64_t d = 0; d < self.dim(); ++d) {
      if (d == place) insert_picked();
      if (found[static_cast<size_t>(d)].defined()) {
        TORCH_CHECK_INDEX(self.size(d) != 0 || count == 0, op, "(): argument 'indices': index is out of bounds for dimension ", d, " with size 0");
        continue;
      }
      numel *= self.size(d);
      result.push_back(self.size(d)), merged.push_back(self.size(d)), table_strides.push_back(self.stride(d));
    }
    if (dims.size() == 1) {
      range.dim = dims[0], range.size = self.size(dims[0]), range.negative = true;
      index = found[static_cast<size_t>(dims[0])].reshape({-1});
      table_strides[static_cast<size_t>(dim)] = self.stride(dims[0]);
    } else if (numel > 0) {
      index = offsets(self, found, dims, picked);
    }
  }

  // Of several indices the sum of what each adds, in elements.
  Tensor offsets(const Tensor& self, const std::vector<Tensor>& found, const std::vector<int64_t>& dims, IntArrayRef picked) const {
    Tensor sum = at::detail::empty_cpu(picked, ScalarType::Long);
    int64_t* const to = sum.mutable_data_ptr<int64_t>();
    for (const int64_t d : dims) {
      const Tensor whole = found[static_cast<size_t>(d)].to(ScalarType::Long).expand(picked).contiguous();
      const int64_t* const from = whole.const_data_ptr<int64_t>();
      const int64_t size = self.size(d), stride = self.stride(d), n = sum.numel();
      const bool first = d == dims.front();
      bool good = true;
      for (int64_t i = 0; i < n; ++i) {
        const int64_t v = from[i] + (from[i] < 0 ? size : 0);
        good &= static_cast<uint64_t>(v) < static_cast<uint64_t>(size);
        to[i] = (first ? 0 : to[i]) + static_cast<int64_t>(static_cast<uint64_t>(v) * static_cast<uint64_t>(stride));
      }
      for (int64_t i = 0; !good && i < n; ++i) {
        if (from[i] < -size || from[i] >= size) fail_index({range.op, "indices", d, size}, from[i]);
      }
    }
    return sum.view({-1});
  }

  void run(const RowOps& ops, const Tensor& table, const Tensor& values, bool ordered) const {
    DimVector index_strides(merged.size(), 0);
    index_strides[static_cast<size_t>(dim)] = index.stride(0);
    const auto data = [](const Tensor& t) { return static_cast<char*>(const_cast<void*>(t.const_data_ptr())); };
    IndexLoop(merged, dim, data(table), table_strides, data(values), values.strides(), static_cast<int64_t>(table.element_size()), index, index_strides).run(ops, range, ordered);
  }
};

Tensor index_of(const char* op, const Tensor& self, const OptionalTensors& indices) {
  const Named named(op, self, indices);
  if (named.all) return self.clone();
  Tensor out = at::detail::empty_cpu(named.result, self.scalar_type());
  if (out.numel() > 0) named.run(gather_rows(static_cast<int64_t>(out.element_size())), self, out.view(named.merged), false);
  return out;
}

// x[mask] = number, which needs no list of places.
bool fill_masked(Tensor& self, const OptionalTensors& indices, const Tensor& values) {
  if (indices.size() != 1 || values.numel() != 1 || values.dim() > 1) return false;
  const std::optional<Tensor> mask = indices.get(0);
  if (!mask.has_value() || !mask->defined() || mask->scalar_type() != ScalarType::Bool || mask->dim() == 0 || !mask->is_cpu()) return false;
  if (mask->dim() > self.dim() || mask->sizes() != self.sizes().slice(0, static_cast<size_t>(mask->dim()))) return false;
  Tensor wide = *mask;
  while (wide.dim() < self.dim()) wide = wide.unsqueeze(-1);
  at::masked_fill_(self, wide, values.item());
  return true;
}

void put_into(const char* op, Tensor& self, const OptionalTensors& indices, const Tensor& values, bool accumulate) {
  TORCH_CHECK(
      self.scalar_type() == values.scalar_type(), op, "(): argument 'values': Index put requires the source and destination dtypes match, got ", self.scalar_type(), " for the destination and ",
      values.scalar_type(), " for the source");
  if (!accumulate && fill_masked(self, indices, values)) return;
  if (accumulate && c10::isReducedFloatingType(self.scalar_type())) { // here, since the places depend on the strides of what is added to
    Tensor wide = self.to(ScalarType::Float);
    put_into(op, wide, indices, values.to(ScalarType::Float), accumulate);
    self.copy_(wide);
    return;
  }
  const Named named(op, self, indices);
  bool fits = values.dim() <= static_cast<int64_t>(named.result.size());
  for (int64_t k = 1; fits && k <= values.dim(); ++k) fits = values.size(-k) == 1 || values.size(-k) == named.result[named.result.size() - static_cast<size_t>(k)];
  TORCH_CHECK(fits, op, "(): argument 'values': shape mismatch: value tensor of shape ", values.sizes(), " cannot be broadcast to indexing result of shape ", IntArrayRef(named.result));
  const Tensor wide = values.expand(named.result);
  if (wide.numel() == 0) return;
  if (named.all) {
    if (accumulate) {
      self.add_(wide);
    } else {
      self.copy_(wide);
    }
    return;
  }
  const Tensor source = wide.reshape(named.merged);
  if (accumulate) {
    reduce_into(op, self, source, IndexReduction::Sum, true, [&](const RowOps& ops, Tensor& table, const Tensor& v) { named.run(ops, table, v, true); });
  } else {
    named.run(scatter_rows(static_cast<int64_t>(self.element_size())), self, source, true);
  }
}
Tensor& put_in_place(const char* op, Tensor& self, const OptionalTensors& indices, const Tensor& values, bool accumulate) {
  check_overlap(op, self, {&values});
  for (size_t i = 0; i < indices.size(); ++i) {
    const std::optional<Tensor> index = indices.get(i);
    if (index.has_value()) check_overlap(op, self, {&*index});
  }
  put_into(op, self, indices, values, accumulate);
  return self;
}
Tensor put_copy(const char* op, const Tensor& self, const OptionalTensors& indices, const Tensor& values, bool accumulate) {
  Tensor out = self.clone();
  if (at::has_internal_overlap(out) != MemOverlap::No) out = self.contiguous().clone();
  put_into(op, out, indices, values, accumulate);
  return out;
}

Tensor index_tensor(const Tensor& self, const OptionalTensors& indices) {
  return index_of("index", self, indices);
}
Tensor _unsafe_index(const Tensor& self, const OptionalTensors& indices) {
  return index_of("_unsafe_index", self, indices);
}
Tensor index_put(const Tensor& self, const OptionalTensors& indices, const Tensor& values, bool accumulate) {
  return put_copy("index_put", self, indices, values, accumulate);
}
Tensor _unsafe_index_put(const Tensor& self, const OptionalTensors& indices, const Tensor& values, bool accumulate) {
  return put_copy("_unsafe_index_put", self, indices, values, accumulate);
}
Tensor& index_put_(Tensor& self, const OptionalTensors& indices, const Tensor& values, bool accumulate) {
  return put_in_place("index_put_", self, indices, values, accumulate);
}
Tensor& _index_put_impl_(Tensor& self, const OptionalTensors& indices, const Tensor& values, bool accumulate, bool /*unsafe*/) {
  return put_in_place("_index_put_impl_", self, indices, values, accumulate);
}

// ---- Under a mask

void check_bool(const char* op, const Tensor& mask) {
  TORCH_CHECK(mask.scalar_type() == ScalarType::Bool, op, "(): argument 'mask': must be bool, got ", mask.scalar_type());
}

// The indices with 0 where the mask does not hold.
OptionalTensors under_mask(const char* op, const Tensor& mask, const OptionalTensors& indices) {
  OptionalTensors masked;
  for (size_t i = 0; i < indices.size(); ++i) {
    const std::optional<Tensor> index = indices.get(i);
    if (index.has_value() && index->defined()) {
      TORCH_CHECK_INDEX(
          index->scalar_type() == ScalarType::Long || index->scalar_type() == ScalarType::Int, op, "(): argument 'indices': must be long or int tensors, got ", index->scalar_type(), " at ", i);
      masked.push_back(at::where(mask, *index, at::zeros_like(*index)));
    } else {
      masked.push_back(std::nullopt);
    }
  }
  return masked;
}

Tensor _unsafe_masked_index(const Tensor& self, const Tensor& mask, const OptionalTensors& indices, const Scalar& fill) {
  check_bool("_unsafe_masked_index", mask);
  if (self.numel() == 0) return repeated_value(fill, mask.sizes(), self.scalar_type()).clone(MemoryFormat::Contiguous);
  const Tensor found = index_of("_unsafe_masked_index", self, under_mask("_unsafe_masked_index", mask, indices));
  return at::where(mask, found, repeated_value(fill, {}, self.scalar_type()));
}

Tensor _unsafe_masked_index_put_accumulate(const Tensor& self, const Tensor& mask, const OptionalTensors& indices, const Tensor& values) {
  check_bool("_unsafe_masked_index_put_accumulate", mask);
  if (self.numel() == 0) return self.clone();
  const Tensor counted = at::where(mask, values, repeated_value(0, {}, values.scalar_type()));
  return put_copy("_unsafe_masked_index_put_accumulate", self, under_mask("_unsafe_masked_index_put_accumulate", mask, indices), counted, true);
}

} // namespace
} // namespace at::native

#include <ATen/native/Indexing.stubs.inc>
