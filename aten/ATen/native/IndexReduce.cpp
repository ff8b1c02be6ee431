// Sums, products, means and extremes of what one index names.
#include <ATen/native/IndexReduce.h>

#include <ATen/EmptyTensor.h>
#include <ATen/MemoryOverlap.h>
#include <ATen/ops/div.h>
#include <c10/util/Exception.h>
#include <c10/util/overflows.h>

#include <limits>

namespace at::native {
namespace {

// What combining starts from.
Scalar identity(IndexReduction reduction, ScalarType dtype) {
  const bool largest = reduction == IndexReduction::Max; // of which everything is larger
  switch (reduction) {
    case IndexReduction::Sum:
    case IndexReduction::Mean: return Scalar(0);
    case IndexReduction::Product: return Scalar(1);
    default: break;
  }
  if (c10::isFloatingType(dtype)) return Scalar(largest ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity());
  switch (dtype) {
    case ScalarType::Bool: return Scalar(!largest);
    case ScalarType::Byte: return Scalar(int64_t{largest ? 0 : 255});
    case ScalarType::Char: return Scalar(int64_t{largest ? -128 : 127});
    case ScalarType::Short: return Scalar(int64_t{largest ? -32768 : 32767});
    case ScalarType::Int: return Scalar(int64_t{largest ? std::numeric_limits<int32_t>::min() : std::numeric_limits<int32_t>::max()});
    default: return Scalar(largest ? std::numeric_limits<int64_t>::min() : std::numeric_limits<int64_t>::max());
  }
}

Accumulate rows_of(IndexReduction reduction) {
  switch (reduction) {
    case IndexReduction::Product: return Accumulate::Multiply;
    case IndexReduction::Max: return Accumulate::Max;
    case IndexReduction::Min: return Accumulate::Min;
    default: return Accumulate::Add;
  }
}

} // namespace

Tensor repeated_value(const Scalar& value, IntArrayRef sizes, ScalarType dtype) {
  Tensor one = at::detail::empty_cpu({}, dtype);
  one.fill_(value);
  return one.expand(sizes);
}

void check_overlap(const char* op, const Tensor& self, std::initializer_list<const Tensor*> inputs) {
  at::assert_no_internal_overlap(self, op);
  for (const Tensor* t : inputs) {
    if (t != nullptr && t->defined()) at::assert_no_overlap(self, *t, op);
  }
}

void reduce_into(const char* op, Tensor& self, const Tensor& src, IndexReduction reduction, bool include_self, const IndexRun& run) {
  const ScalarType dtype = self.scalar_type();
  const bool extreme = reduction == IndexReduction::Max || reduction == IndexReduction::Min;
  TORCH_CHECK_NOT_IMPLEMENTED(!(extreme && c10::isComplexType(dtype)), op, "(): argument 'self': amax and amin are not implemented for '", dtype, "', whose numbers have no order");
  TORCH_CHECK_NOT_IMPLEMENTED(!(reduction == IndexReduction::Mean && dtype == ScalarType::Bool), op, "(): argument 'self': mean is not implemented for '", dtype, "'");
  if (src.numel() == 0) return;
  const bool half = c10::isReducedFloatingType(dtype);
  Tensor table = half ? self.to(ScalarType::Float) : self;
  const Tensor values = half ? src.to(ScalarType::Float) : src;
  const int64_t size = static_cast<int64_t>(table.element_size());
  if (!include_self) run(scatter_rows(size), table, repeated_value(identity(reduction, table.scalar_type()), src.sizes(), table.scalar_type()));
  run(accumulate_rows(rows_of(reduction), table.scalar_type()), table, values);
  if (reduction == IndexReduction::Mean) {
    Tensor counts = at::detail::empty_cpu(self.sizes(), ScalarType::Long);
    counts.fill_(include_self ? 1 : 0);
    run(accumulate_rows(Accumulate::Add, ScalarType::Long), counts, repeated_value(1, src.sizes(), ScalarType::Long));
    int64_t* const count = counts.mutable_data_ptr<int64_t>();
    for (int64_t i = 0; i < counts.numel(); ++i) count[i] = count[i] == 0 ? 1 : count[i]; // places that no index names
    const bool whole = c10::isIntegralType(dtype, /*includeBool=*/false);
    table.copy_(whole ? at::div(table, counts, "floor") : at::div(table, counts.to(table.scalar_type())));
  }
  if (half) self.copy_(table);
}

} // namespace at::native
