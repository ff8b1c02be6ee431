// Values combined into indexed places, by sum, product, mean or extreme: what scatter_add, scatter_reduce, index_add, index_reduce and accumulating index_put share.
#pragma once

#include <ATen/native/IndexLoop.h>

#include <functional>
#include <string_view>

namespace at::native {

enum class IndexReduction : uint8_t { Sum, Product, Mean, Max, Min };

// One run of the loop: rows of `ops` between `table` and `values`, which has the shape of the sources.
using IndexRun = std::function<void(const RowOps& ops, Tensor& table, const Tensor& values)>;

// Combines src into self; without include_self the old values of indexed places do not count. Half and bfloat16 are computed in float.
void reduce_into(const char* op, Tensor& self, const Tensor& src, IndexReduction reduction, bool include_self, const IndexRun& run);

// A tensor of that shape whose elements are one number, converted to the dtype and checked to fit it.
Tensor repeated_value(const Scalar& value, IntArrayRef sizes, ScalarType dtype);
// No element of self lies in one place with another, nor with one of the inputs.
void check_overlap(const char* op, const Tensor& self, std::initializer_list<const Tensor*> inputs);

} // namespace at::native
