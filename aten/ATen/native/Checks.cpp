#include <ATen/native/Checks.h>

#include <ATen/Dispatch.h>
#include <c10/util/Exception.h>
#include <c10/util/StringUtil.h>

namespace at::native::checks {

namespace {

const char* plural(int64_t n) { return n == 1 ? "" : "s"; }

// "mm(): argument 'self'": the opening of every message.
std::string at(const char* op, Argument name) { return c10::str(op, "(): argument '", str(name), "'"); }

// Two dtypes, two shapes, ...: "has dtype Float, argument 'mat2' has Double; ...".
template <class T>
[[noreturn]] void fail_same(const char* op, Argument name, const char* what, const T& a, Argument other, const T& b) {
  TORCH_CHECK(false, at(op, name), " has ", what, " ", a, ", argument '", str(other), "' has ", b, "; they must be the same");
}

int64_t numel(IntArrayRef sizes) {
  int64_t n = 1;
  for (const int64_t s : sizes) n *= s;
  return n;
}

} // namespace

std::string str(Argument argument) {
  return argument.item < 0 ? std::string(argument.name) : c10::str(argument.name, "[", argument.item, "]");
}

std::string dtype_names(uint64_t dtypes) {
  std::string text;
  for (int code = 0; code < 64; ++code) {
    if ((dtypes >> code & 1) == 0) continue;
    if (!text.empty()) text += ", ";
    text += c10::toString(static_cast<ScalarType>(code));
  }
  return text;
}

void fail_defined(const char* op, Argument name) {
  TORCH_CHECK(false, at(op, name), " is an undefined tensor");
}
void fail_same_device(const char* op, Argument name, c10::Device a, Argument other, c10::Device b) {
  fail_same(op, name, "device", a.str(), other, b.str());
}
void fail_device_type(const char* op, Argument name, c10::Device device, std::string_view accepted) {
  TORCH_CHECK(false, at(op, name), " must be on ", accepted, ", it is on ", device.str());
}
void fail_layout(const char* op, Argument name, c10::Layout layout, c10::Layout accepted) {
  TORCH_CHECK(false, at(op, name), " must have layout ", accepted, ", it has ", layout);
}
void fail_same_dtype(const char* op, Argument name, ScalarType a, Argument other, ScalarType b) {
  fail_same(op, name, "dtype", c10::toString(a), other, c10::toString(b));
}
void fail_dtype(const char* op, Argument name, ScalarType dtype, uint64_t accepted) {
  TORCH_CHECK(false, at(op, name), " has dtype ", c10::toString(dtype), ", which is none of ", dtype_names(accepted));
}
void fail_dim(const char* op, Argument name, IntArrayRef sizes, int64_t dims) {
  TORCH_CHECK(false, at(op, name), " must have ", dims, " dimension", plural(dims), ", its shape is ", sizes);
}
void fail_dim_in(const char* op, Argument name, IntArrayRef sizes, int64_t least, int64_t most) {
  TORCH_CHECK(false, at(op, name), " must have ", least, " to ", most, " dimensions, its shape is ", sizes);
}
void fail_min_dim(const char* op, Argument name, IntArrayRef sizes, int64_t least) {
  TORCH_CHECK(false, at(op, name), " must have at least ", least, " dimension", plural(least), ", its shape is ", sizes);
}
void fail_same_dim(const char* op, Argument name, IntArrayRef a, Argument other, IntArrayRef b) {
  TORCH_CHECK(false, at(op, name), " has shape ", a, ", argument '", str(other), "' has ", b, "; they must have as many dimensions");
}
void fail_in_dim(const char* op, Argument name, IntArrayRef sizes, int64_t dim) {
  const int64_t n = sizes.empty() ? 1 : static_cast<int64_t>(sizes.size());
  TORCH_CHECK_INDEX(false, at(op, name), " of shape ", sizes, " has no dimension ", dim, " (expected ", -n, " to ", n - 1, ")");
}
void fail_size(const char* op, Argument name, IntArrayRef sizes, int64_t dim, int64_t size) {
  TORCH_CHECK(false, at(op, name), " must have size ", size, " in dimension ", dim, ", its shape is ", sizes);
}
void fail_sizes(const char* op, Argument name, IntArrayRef sizes, IntArrayRef wanted) {
  TORCH_CHECK(false, at(op, name), " must have shape ", wanted, ", it has ", sizes);
}
void fail_same_size(const char* op, Argument name, IntArrayRef a, Argument other, IntArrayRef b) {
  fail_same(op, name, "shape", a, other, b);
}
void fail_numel(const char* op, Argument name, IntArrayRef sizes, int64_t wanted) {
  TORCH_CHECK(false, at(op, name), " must have ", wanted, " element", plural(wanted), ", its shape is ", sizes);
}
void fail_same_numel(const char* op, Argument name, IntArrayRef a, Argument other, IntArrayRef b) {
  TORCH_CHECK(false, at(op, name), " has ", numel(a), " element", plural(numel(a)), ", argument '", str(other), "' has ", numel(b), "; they must have as many");
}
void fail_empty(const char* op, Argument name, IntArrayRef sizes) {
  TORCH_CHECK(false, at(op, name), " must have elements, its shape is ", sizes);
}
void fail_contiguous(const char* op, Argument name) {
  TORCH_CHECK(false, at(op, name), " must be contiguous");
}
void fail_require(const char* op, const std::string& what) {
  TORCH_CHECK(false, op, "(): ", what);
}

} // namespace at::native::checks

namespace at::detail {

void dispatch_unsupported(const char* name, c10::ScalarType dtype, uint64_t accepted) {
  TORCH_CHECK_NOT_IMPLEMENTED(false, '"', name, "\" not implemented for '", c10::toString(dtype), "'; it is for ", native::checks::dtype_names(accepted));
}

} // namespace at::detail
