#include "tensors.h"

#include <ATen/ops/zeros.h>

#include <cmath>
#include <cstring>

namespace wick_test {

using at::Tensor;
using c10::IValue;

std::vector<Tensor> other_layouts(const Tensor& t) {
  std::vector<Tensor> found;
  if (!t.defined() || t.dim() == 0) return found;
  if (t.dim() >= 2) {
    const Tensor turned = t.transpose(0, t.dim() - 1).contiguous().transpose(0, t.dim() - 1);
    found.push_back(turned);
  }
  std::vector<int64_t> sizes = t.sizes().vec();
  sizes.back() = sizes.back() * 2 + 1;
  Tensor spread = at::zeros(sizes, t.options()).slice(-1, 1, sizes.back(), 2);
  spread.copy_(t);
  found.push_back(spread);
  return found;
}

std::vector<Tensor> tensors_in(const IValue& value) {
  std::vector<Tensor> found;
  if (value.isTensor()) {
    found.push_back(value.toTensor());
  } else if (value.isList()) {
    for (const IValue& item : value.toListRef()) {
      for (Tensor& t : tensors_in(item)) found.push_back(t);
    }
  } else if (value.isTuple()) {
    for (const IValue& item : value.toTupleRef().elements()) {
      for (Tensor& t : tensors_in(item)) found.push_back(t);
    }
  }
  return found;
}

IValue mapped(const IValue& value, const std::function<Tensor(const Tensor&)>& f) {
  if (value.isTensor()) return value.toTensor().defined() ? IValue(f(value.toTensor())) : value;
  if (value.isTensorList()) {
    c10::List<Tensor> list;
    for (const Tensor& t : value.toTensorVector()) list.push_back(f(t));
    return list;
  }
  return value;
}

std::vector<IValue> mapped(const std::vector<IValue>& values, const std::function<Tensor(const Tensor&)>& f) {
  std::vector<IValue> result;
  result.reserve(values.size());
  for (const IValue& value : values) result.push_back(mapped(value, f));
  return result;
}

namespace {

template <class T>
bool same_values(const Tensor& a, const Tensor& b) {
  const T* x = a.const_data_ptr<T>();
  const T* y = b.const_data_ptr<T>();
  for (int64_t i = 0; i < a.numel(); ++i) {
    if (std::memcmp(x + i, y + i, sizeof(T)) != 0 && !(x[i] != x[i] && y[i] != y[i])) return false;
  }
  return true;
}

} // namespace

std::string difference(const Tensor& a, const Tensor& b) {
  if (a.defined() != b.defined()) return "one is undefined";
  if (!a.defined()) return "";
  if (a.scalar_type() != b.scalar_type()) return c10::str("dtypes ", c10::toString(a.scalar_type()), " and ", c10::toString(b.scalar_type()));
  if (a.sizes() != b.sizes()) return c10::str("shapes ", a.sizes(), " and ", b.sizes());
  const Tensor x = a.contiguous(), y = b.contiguous();
  bool same = true;
  switch (a.scalar_type()) {
    case at::kFloat: same = same_values<float>(x, y); break;
    case at::kDouble: same = same_values<double>(x, y); break;
    case at::kHalf: same = same_values<c10::Half>(x, y); break;
    case at::kBFloat16: same = same_values<c10::BFloat16>(x, y); break;
    case at::kComplexFloat: same = same_values<c10::complex<float>>(x, y); break;
    case at::kComplexDouble: same = same_values<c10::complex<double>>(x, y); break;
    default: same = x.numel() == 0 || std::memcmp(x.const_data_ptr(), y.const_data_ptr(), x.nbytes()) == 0;
  }
  return same ? "" : c10::str("values\n", a, "\nand\n", b);
}

std::string difference(const std::vector<Tensor>& a, const std::vector<Tensor>& b) {
  if (a.size() != b.size()) return c10::str(a.size(), " and ", b.size(), " tensors");
  for (size_t i = 0; i < a.size(); ++i) {
    const std::string d = difference(a[i], b[i]);
    if (!d.empty()) return c10::str("result ", i, ": ", d);
  }
  return "";
}

} // namespace wick_test
