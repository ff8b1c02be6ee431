#include "compare.h"

#include <ATen/core/Dict.h>
#include <ATen/core/List.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/contiguous.h>
#include <ATen/ops/to.h>
#include <c10/util/StringUtil.h>

#include <cmath>

namespace wick {
namespace {

struct Tolerance {
  double relative, absolute;
};

// golden/README.md's figures: what PyTorch's kernels meet against each other.
Tolerance tolerance(at::ScalarType dtype, double spread) {
  switch (dtype) {
    case at::kDouble: case at::kComplexDouble: return {1e-7 * spread, 1e-7 * spread};
    case at::kFloat: case at::kComplexFloat: return {1.3e-6 * spread, 1e-5 * spread};
    case at::kHalf: return {1e-3 * spread, 1e-3 * spread};
    case at::kBFloat16: return {1.6e-2 * spread, 1e-5 * spread};
    default: return {0, 0};
  }
}

bool close(double a, double b, Tolerance t) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b || std::fabs(a - b) <= t.absolute + t.relative * std::fabs(b);
}

std::optional<std::string> tensors_differ(const at::Tensor& ours, const at::Tensor& recorded, const std::string& where, double spread) {
  if (ours.scalar_type() != recorded.scalar_type()) return c10::str(where, ": dtype ", ours.scalar_type(), ", recorded ", recorded.scalar_type());
  if (ours.sizes() != recorded.sizes()) return c10::str(where, ": shape ", ours.sizes(), ", recorded ", recorded.sizes());
  const auto t = tolerance(recorded.scalar_type(), spread);
  const bool complex = c10::isComplexType(recorded.scalar_type());
  const auto wide = complex ? at::kComplexDouble : at::kDouble;
  const bool integral = c10::isIntegralType(recorded.scalar_type(), true);
  const auto a = integral ? ours.to(at::kLong).contiguous() : ours.to(wide).contiguous();
  const auto b = integral ? recorded.to(at::kLong).contiguous() : recorded.to(wide).contiguous();
  int64_t wrong = 0, first = -1;
  double worst = 0;
  for (int64_t i = 0, n = recorded.numel(); i < n; ++i) {
    bool equal;
    double gap = 0;
    if (integral) {
      equal = a.const_data_ptr<int64_t>()[i] == b.const_data_ptr<int64_t>()[i];
    } else if (complex) {
      const auto x = a.const_data_ptr<c10::complex<double>>()[i], y = b.const_data_ptr<c10::complex<double>>()[i];
      equal = close(x.real(), y.real(), t) && close(x.imag(), y.imag(), t);
      gap = std::hypot(x.real() - y.real(), x.imag() - y.imag());
    } else {
      const double x = a.const_data_ptr<double>()[i], y = b.const_data_ptr<double>()[i];
      equal = close(x, y, t);
      gap = std::fabs(x - y);
    }
    if (!equal) {
      if (first < 0) first = i;
      ++wrong;
      if (gap > worst || std::isnan(gap)) worst = gap;
    }
  }
  if (!wrong) return std::nullopt;
  return c10::str(where, ": ", wrong, " of ", recorded.numel(), " elements differ, the first at flat index ", first, "; largest difference ", worst);
}

bool is_sequence(const c10::IValue& v) { return v.isTuple() || v.isList(); }

std::vector<c10::IValue> elements(const c10::IValue& v) {
  if (v.isTuple()) return v.toTupleRef().elements();
  return v.toListRef().vec();
}

}  // namespace

// Operators whose results PyTorch's own kernels give with more spread: long reductions and linear algebra. As in compare.py of the golden data.
double operator_spread(const std::string& op) {
  for (const char* word : {"linalg", "svd", "eig", "inverse", "pinverse", "solve", "lstsq", "matrix_exp", "det", "fft", "stft", "conv", "special_", "lgamma", "polygamma", "digamma", "igamma", "erfinv", "cumprod", "prod",
                           "var", "std", "norm", "mm", "matmul", "bilinear", "cdist", "grid_sampler", "interp", "upsample"})
    if (op.find(word) != std::string::npos) return 100;
  return 4;
}

std::optional<std::string> difference(const c10::IValue& ours, const c10::IValue& recorded, const std::string& where, double spread) {
  if (recorded.isTensor() && ours.isTensor()) return tensors_differ(ours.toTensor(), recorded.toTensor(), where, spread);
  if (is_sequence(recorded) && is_sequence(ours)) {
    const auto a = elements(ours), b = elements(recorded);
    if (a.size() != b.size()) return c10::str(where, ": ", a.size(), " elements, recorded ", b.size());
    for (size_t i = 0; i < a.size(); ++i)
      if (auto found = difference(a[i], b[i], c10::str(where, "[", i, "]"), spread)) return found;
    return std::nullopt;
  }
  if (recorded.isGenericDict() && ours.isGenericDict()) {
    const auto a = ours.toGenericDict(), b = recorded.toGenericDict();
    if (a.size() != b.size()) return c10::str(where, ": ", a.size(), " keys, recorded ", b.size());
    for (const auto& entry : b) {
      const auto found = a.find(entry.key());
      if (found == a.end()) return c10::str(where, ": key ", entry.key(), " is missing");
      if (auto differs = difference(found->value(), entry.value(), c10::str(where, "[", entry.key(), "]"), spread)) return differs;
    }
    return std::nullopt;
  }
  if (recorded.isDouble() && (ours.isDouble() || ours.isInt())) {
    const double a = ours.isDouble() ? ours.toDouble() : double(ours.toInt()), b = recorded.toDouble();
    if (close(a, b, {1e-6, 1e-6})) return std::nullopt;
  } else if (recorded.isComplexDouble() && ours.isComplexDouble()) {
    const auto a = ours.toComplexDouble(), b = recorded.toComplexDouble();
    if (close(a.real(), b.real(), {1e-6, 1e-6}) && close(a.imag(), b.imag(), {1e-6, 1e-6})) return std::nullopt;
  } else if (ours.tagKind() == recorded.tagKind() && ours == recorded) {
    return std::nullopt;
  }
  return c10::str(where, ": ", ours, " (", ours.tagKind(), "), recorded ", recorded, " (", recorded.tagKind(), ")");
}

}  // namespace wick
