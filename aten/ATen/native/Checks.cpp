#include <ATen/native/Checks.h>

#include <c10/util/Exception.h>
#include <c10/util/StringUtil.h>

namespace at::native::checks {

namespace {

const char* plural(int64_t n) { return n == 1 ? "" : "s"; }

} // namespace

std::string dtype_names(uint32_t dtypes) {
  std::string text;
  for (int code = 0; code < 32; ++code) {
    if ((dtypes >> code & 1) == 0) continue;
    if (!text.empty()) text += ", ";
    text += c10::toString(static_cast<ScalarType>(code));
  }
  return text;
}

void fail_defined(const char* op, const char* name) {
  TORCH_CHECK(false, op, ": ", name, " is an undefined tensor");
}
void fail_same_device(const char* op, const char* name, const Tensor& a, const char* other_name, const Tensor& b) {
  TORCH_CHECK(false, op, ": ", name, " is on ", a.device().str(), " and ", other_name, " on ", b.device().str(), "; they must be on the same device");
}
void fail_same_dtype(const char* op, const char* name, const Tensor& a, const char* other_name, const Tensor& b) {
  TORCH_CHECK(false, op, ": ", name, " has dtype ", c10::toString(a.scalar_type()), " and ", other_name, " has ", c10::toString(b.scalar_type()), "; they must have the same dtype");
}
void fail_dtype(const char* op, const char* name, const Tensor& t, uint32_t accepted) {
  TORCH_CHECK(false, op, ": ", name, " has dtype ", c10::toString(t.scalar_type()), ", which is none of ", dtype_names(accepted));
}
void fail_dim(const char* op, const char* name, const Tensor& t, int64_t dims) {
  TORCH_CHECK(false, op, ": ", name, " must have ", dims, " dimension", plural(dims), ", got one of shape ", t.sizes());
}
void fail_dim_in(const char* op, const char* name, const Tensor& t, int64_t least, int64_t most) {
  TORCH_CHECK(false, op, ": ", name, " must have ", least, " to ", most, " dimensions, got one of shape ", t.sizes());
}
void fail_min_dim(const char* op, const char* name, const Tensor& t, int64_t least) {
  TORCH_CHECK(false, op, ": ", name, " must have at least ", least, " dimension", plural(least), ", got one of shape ", t.sizes());
}
void fail_in_dim(const char* op, const char* name, const Tensor& t, int64_t dim) {
  const int64_t n = t.dim() == 0 ? 1 : t.dim();
  TORCH_CHECK_INDEX(false, op, ": ", name, " of shape ", t.sizes(), " has no dimension ", dim, " (expected ", -n, " to ", n - 1, ")");
}
void fail_size(const char* op, const char* name, const Tensor& t, int64_t dim, int64_t size) {
  TORCH_CHECK(false, op, ": ", name, " must have size ", size, " in dimension ", dim, ", got one of shape ", t.sizes());
}
void fail_same_size(const char* op, const char* name, const Tensor& a, const char* other_name, const Tensor& b) {
  TORCH_CHECK(false, op, ": ", name, " has shape ", a.sizes(), " and ", other_name, " has ", b.sizes(), "; they must be the same");
}
void fail_same_numel(const char* op, const char* name, const Tensor& a, const char* other_name, const Tensor& b) {
  TORCH_CHECK(false, op, ": ", name, " has ", a.numel(), " element", plural(a.numel()), " and ", other_name, " has ", b.numel(), "; they must have as many");
}
void fail_empty(const char* op, const char* name, const Tensor& t) {
  TORCH_CHECK(false, op, ": ", name, " must have elements, got one of shape ", t.sizes());
}
void fail_contiguous(const char* op, const char* name) {
  TORCH_CHECK(false, op, ": ", name, " must be contiguous");
}
void fail_require(const char* op, const std::string& what) {
  TORCH_CHECK(false, op, ": ", what);
}

} // namespace at::native::checks
