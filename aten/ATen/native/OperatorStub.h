// What the generated stubs are made of: constant-initialised kernel tables, the helpers of size expressions (checked
// arithmetic, slices, broadcasting), outputs and their versions. Hand-written code has no use for it. Exported, since stubs are generated into users' libraries too.
#pragma once

#include <ATen/EmptyTensor.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/boxing.h>
#include <ATen/core/dispatch/OperatorRow.h>
#include <ATen/native/Checks.h>
#include <ATen/native/ViewGeometry.h>
#include <c10/core/DimVector.h>
#include <c10/core/DispatchKeySet.h>
#include <c10/core/ScalarType.h>
#include <c10/util/Exception.h>
#include <c10/util/StringUtil.h>
#include <c10/util/complex.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace at::native::stub {

// ---- Kernel tables

template <class Sig>
struct SlotKernel {
  c10::DispatchSlot slot;
  Sig* kernel;
};

// The same bytes as c10::DispatchTable. A function pointer cannot become a void* in a constant expression, but a union
// can be constant-initialised through its typed member.
template <class Sig>
union Table {
  union Slot {
    std::atomic<Sig*> typed;
    std::atomic<void*> erased;
    constexpr Slot(Sig* kernel) : typed(kernel) {}
  };
  struct Slots {
    Slot kernel[c10::kNumDispatchSlots];
  };

  constexpr Table(std::initializer_list<SlotKernel<Sig>> kernels) : Table(kernels, std::make_index_sequence<c10::kNumDispatchSlots>()) {}

  Slots typed;
  c10::DispatchTable table;

 private:
  static constexpr Sig* pick(std::initializer_list<SlotKernel<Sig>> kernels, size_t slot) {
    for (const SlotKernel<Sig>& k : kernels) {
      if (static_cast<size_t>(k.slot) == slot) return k.kernel;
    }
    return nullptr;
  }
  template <size_t... slot>
  constexpr Table(std::initializer_list<SlotKernel<Sig>> kernels, std::index_sequence<slot...>) : typed{{Slot(pick(kernels, slot))...}} {}
};

// ---- Values of size expressions

inline bool has(const Tensor& t) { return t.defined(); }
inline bool has(const std::optional<Tensor>& t) { return t.has_value() && t->defined(); }
template <class T>
inline bool has(const T& optional) { return optional.has_value(); }

[[noreturn]] TORCH_API void fail_absent(const char* op);
[[noreturn]] TORCH_API void fail_overflow();
[[noreturn]] TORCH_API void fail_zero_division();
[[noreturn]] TORCH_API void fail_item(const char* op, int64_t index, int64_t size);
[[noreturn]] TORCH_API void fail_variant(const char* op, const char* arguments);

// The value of an optional argument that the expression relies on.
template <class T>
inline const auto& present(const T& optional, const char* op) {
  if (C10_UNLIKELY(!has(optional))) fail_absent(op);
  return *optional;
}

inline int64_t add(int64_t a, int64_t b) {
  int64_t r;
  if (C10_UNLIKELY(__builtin_add_overflow(a, b, &r))) fail_overflow();
  return r;
}
inline int64_t sub(int64_t a, int64_t b) {
  int64_t r;
  if (C10_UNLIKELY(__builtin_sub_overflow(a, b, &r))) fail_overflow();
  return r;
}
inline int64_t mul(int64_t a, int64_t b) {
  int64_t r;
  if (C10_UNLIKELY(__builtin_mul_overflow(a, b, &r))) fail_overflow();
  return r;
}
inline int64_t floor_div(int64_t a, int64_t b) {
  if (C10_UNLIKELY(b == 0)) fail_zero_division();
  if (b == -1) return sub(0, a);
  const int64_t q = a / b;
  return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q;
}
inline int64_t remainder(int64_t a, int64_t b) {
  if (C10_UNLIKELY(b == 0)) fail_zero_division();
  if (b == -1) return 0;
  const int64_t r = a % b;
  return (r != 0 && (r < 0) != (b < 0)) ? r + b : r;
}
inline int64_t ceil_div(int64_t a, int64_t b) { return sub(0, floor_div(sub(0, a), b)); }
inline int64_t absolute(int64_t a) { return a < 0 ? sub(0, a) : a; }

inline int64_t item(IntArrayRef list, int64_t i, const char* op) {
  const int64_t n = static_cast<int64_t>(list.size());
  const int64_t at = i < 0 ? i + n : i;
  if (C10_UNLIKELY(at < 0 || at >= n)) fail_item(op, i, n);
  return list[at];
}
inline const Tensor& tensor_item(TensorList list, int64_t i, const char* op) {
  const int64_t n = static_cast<int64_t>(list.size());
  const int64_t at = i < 0 ? i + n : i;
  if (C10_UNLIKELY(at < 0 || at >= n)) fail_item(op, i, n);
  return list[at];
}
// list[begin:end] as Python counts.
inline IntArrayRef slice(IntArrayRef list, int64_t begin, int64_t end) {
  const int64_t n = static_cast<int64_t>(list.size());
  begin = std::clamp<int64_t>(begin < 0 ? begin + n : begin, 0, n);
  end = std::clamp<int64_t>(end < 0 ? end + n : end, begin, n);
  return list.slice(begin, end - begin);
}
TORCH_API c10::DimVector concat(IntArrayRef a, IntArrayRef b);
TORCH_API c10::DimVector insert(IntArrayRef list, int64_t i, int64_t value);
TORCH_API c10::DimVector remove(IntArrayRef list, int64_t i);
TORCH_API c10::DimVector replace(IntArrayRef list, int64_t i, int64_t value);
TORCH_API c10::DimVector broadcast(IntArrayRef a, IntArrayRef b, const char* op);
TORCH_API c10::DimVector reduced(IntArrayRef sizes, int64_t dim, bool keepdim, const char* op);
TORCH_API c10::DimVector reduced(IntArrayRef sizes, OptionalIntArrayRef dims, bool keepdim, const char* op);
TORCH_API int64_t product(IntArrayRef list);
// A dimension counted from 0; of a 0-dim tensor 0 and -1 are valid.
TORCH_API int64_t wrap(int64_t dim, int64_t dims, const char* op);
inline bool in_dim(const Tensor& t, int64_t dim) {
  const int64_t n = std::max<int64_t>(t.dim(), 1);
  return dim >= -n && dim < n;
}
// None as messages show it.
template <class T>
std::string shown(const T& optional) {
  if (!has(optional)) return "None";
  return c10::str(*optional);
}

// ---- Dtypes

struct Dtypes {
  ScalarType compute, result;
};
enum class Rule : uint8_t { Default, IntToFloat, AlwaysBool, ComplexToFloat, BoolToLong, None };
TORCH_API Dtypes promoted(Rule rule, std::initializer_list<const Tensor*> tensors, TensorList list = {});
[[noreturn]] TORCH_API void fail_switch(const char* op, ScalarType dtype, uint32_t accepted);

TORCH_API Tensor converted_copy(const Tensor& t, ScalarType dtype);
inline Tensor converted(const Tensor& t, ScalarType dtype) { return t.scalar_type() == dtype ? t : converted_copy(t, dtype); }
inline std::optional<Tensor> converted(const std::optional<Tensor>& t, ScalarType dtype) {
  return has(t) ? std::optional<Tensor>(converted(*t, dtype)) : std::nullopt;
}

// What a scalar template gives for elements of T.
template <class T> using boolean = bool;
template <class T> using same = T;
template <class T> struct RealOf { using type = T; };
template <class T> struct RealOf<c10::complex<T>> { using type = T; };
template <class T> using real_of = typename RealOf<T>::type;
// A number among a tile's parameters.
template <class T>
inline T number(const unsigned char* bytes) {
  T value;
  std::memcpy(static_cast<void*>(&value), bytes, sizeof(T));
  return value;
}

// A list with every tensor of one dtype; the tensors that have it are not copied.
class TORCH_API ConvertedList {
 public:
  ConvertedList(TensorList list, ScalarType dtype);
  TensorList list() const { return list_; }

 private:
  std::vector<Tensor> converted_;
  TensorList list_;
};

// ---- Calls

template <class Sig>
struct Call;
// at::_ops::X::call: the key set from the arguments, one load, one call.
template <class R, class... Args>
struct Call<R(Args...)> {
  C10_ALWAYS_INLINE static R run(const c10::OperatorRow& row, Args... args) {
    const c10::DispatchKeySet ks = c10::impl::computeDispatchKeySet(c10::impl::argument_keys<std::decay_t<Args>...>(args...), c10::kGeneratedOperatorMask);
    return c10::impl::call_with_keys<R, Args...>(row, ks, static_cast<Args&&>(args)...);
  }
};

// ---- Views

TORCH_API std::vector<Tensor> make_views(const Tensor& self, const std::vector<ViewGeometry>& geometries);
// squeeze_ and its like: the tensor itself gets another geometry.
TORCH_API void set_view(Tensor& self, const ViewGeometry& g);
// `_copy` twins of views: new contiguous memory for what the view shows.
TORCH_API Tensor copied(const Tensor& view);
TORCH_API std::vector<Tensor> copied(const std::vector<Tensor>& views);
TORCH_API void copied_out(const char* op, const char* name, Tensor& out, const Tensor& view);
TORCH_API void copied_out(const char* op, const char* name, TensorList out, const std::vector<Tensor>& views);

// ---- Outputs

inline const Tensor* pointer(const std::optional<Tensor>& t) { return has(t) ? &*t : nullptr; }

// A new tensor on the CPU, or one without data.
TORCH_API Tensor allocate(bool meta, const OutputMeta& result);

// Where the kernel writes: the tensor given for out=, resized, if it may; else a fresh one that finish() copies.
class TORCH_API OutTarget {
 public:
  OutTarget(const char* op, const char* name, bool meta, Tensor& out, const OutputMeta& result, std::initializer_list<const Tensor*> inputs, TensorList list, bool inplace);
  Tensor& target() { return fresh_.defined() ? fresh_ : out_; }
  void finish();

 private:
  Tensor& out_;
  Tensor fresh_;
};

// After a write into t: its version and its storage's epoch.
inline void written(const Tensor& t) { t.unsafeGetTensorImpl()->mark_written(); }
// A result computed apart into out=, resized.
TORCH_API void assign_out(const char* op, const char* name, Tensor& out, const Tensor& result);
// A result computed apart into the tensor itself.
TORCH_API void assign_inplace(const char* op, Tensor& self, const Tensor& result);

} // namespace at::native::stub
