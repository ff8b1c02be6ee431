#pragma once
// Text of values, and small things that several families of operators share: slices with any step, bounded lengths, lists of strings.

#include <ATen/core/ivalue.h>
#include <ATen/core/dispatch/OperatorRow.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace torch::jit::prim_ops {

// str(v), as PyTorch prints values: floats end in a point or show an exponent, strings are bare.
std::string printed(const c10::IValue& v);

// '{} and {}'.format(...): only `{}` is replaced; `{:.2f}` and the like stay as they are, as PyTorch has it (recorded archives depend on it).
void formatBraces(const c10::OperatorRow& row, c10::IValue* args, size_t n);
// 'text %s %d %5.2f' % (...)
void formatPercent(const c10::OperatorRow& row, c10::IValue* args, size_t n);

// What x[start:end:step] takes from n elements: `count` of them, from `start` on in steps of `step`.
struct SliceRange {
  int64_t start;
  int64_t count;
};
SliceRange sliceRange(int64_t n, std::optional<int64_t> start, std::optional<int64_t> end, int64_t step, const char* what);

// A length that a script asks for may not take the memory of the machine: at most 2^40.
void checkLength(int64_t length, const char* what);

c10::IValue stringList(std::vector<std::string> values);

}  // namespace torch::jit::prim_ops
