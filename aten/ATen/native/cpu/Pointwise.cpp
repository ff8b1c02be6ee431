#include <ATen/native/cpu/Pointwise.h>
#include <ATen/Dispatch.h>
#include <ATen/EmptyTensor.h>
#include <ATen/MemoryOverlap.h>
#include <ATen/Parallel.h>
#include <ATen/native/Resize.h>
#include <ATen/native/TypeProperties.h>
#include <ATen/native/cpu/Geometry.h>
#include <ATen/native/cpu/StridedCopy.h>
#include <ATen/native/cpu/TileLoaders.h>
#include <c10/core/StorageImpl.h>
#include <c10/core/TensorImpl.h>
#include <c10/util/Exception.h>
#include <cstring>
#include <string>

namespace at::native {
namespace {

// A piece of this many elements is one job for the pool; less work is not worth a thread.
constexpr int64_t kGrain = 32 * static_cast<int64_t>(kTileSize);
// Up to here the fast path calls the kernel once, with no tiles.
constexpr int64_t kOneCall = 4 * static_cast<int64_t>(kTileSize);

int kind(ScalarType t) {
  return c10::isComplexType(t) ? 3 : c10::isFloatingType(t) ? 2 : t == ScalarType::Bool ? 0 : 1;
}
int kind(const Scalar& s) {
  return s.isComplex() ? 3 : s.isFloatingPoint() ? 2 : s.isBoolean() ? 0 : 1;
}

std::string argument_name(const PointwiseOp& op, size_t index) {
  const char* p = op.argument_names != nullptr ? op.argument_names : "";
  for (; index > 0 && *p; ++p) {
    index -= *p == ',';
  }
  size_t n = 0;
  while (p[n] && p[n] != ',') {
    ++n;
  }
  return std::string(p, n);
}

// ---- scalars
template <class T>
void put(unsigned char* to, T x) {
  std::memcpy(to, &x, sizeof(T));
}
template <class T>
T integer_of(const PointwiseOp& op, size_t i, const Scalar& s) {
  if ((op.scalar_promotes >> i & 1) != 0) {
    return s.isIntegral(true) ? static_cast<T>(s.to<int64_t>()) : static_cast<T>(s.to<double>()); // wraps, as a number converted to the tensor's dtype does
  }
  if (kind(s) != 1) {
    const std::string name = argument_name(op, op.n_inputs + i);
    TORCH_CHECK(kind(s) <= 1 || (name != "alpha" && name != "beta"), op.name, ": For integral input tensors, argument ", name, " must not be a floating point number, got ", s);
    TORCH_CHECK(!s.isBoolean() || name != "alpha", op.name, ": Boolean alpha only supported for Boolean results.");
  }
  return s.to<T>();
}
// As a value of the compute dtype; a number first becomes one of the common dtype, so that 300 is 44 among uint8.
void put_scalar(const PointwiseOp& op, size_t i, const Scalar& s, ScalarType common, TileParams& p) {
  unsigned char* const to = p.scalar[i];
  if (C10_UNLIKELY(s.isComplex() && !c10::isComplexType(common))) {
    TORCH_CHECK(false, op.name, ": For non-complex input tensors, argument ", argument_name(op, op.n_inputs + i), " must not be a complex number, got ", s);
  }
  switch (common) {
    case ScalarType::Float:
    case ScalarType::Half:
    case ScalarType::BFloat16: return put(to, static_cast<float>(s.to<double>()));
    case ScalarType::Double: return put(to, s.to<double>());
    case ScalarType::Long: return put(to, integer_of<int64_t>(op, i, s));
    case ScalarType::Int: return put(to, integer_of<int32_t>(op, i, s));
    case ScalarType::Short: return put(to, static_cast<int32_t>(integer_of<int16_t>(op, i, s)));
    case ScalarType::Char: return put(to, static_cast<int32_t>(integer_of<int8_t>(op, i, s)));
    case ScalarType::Byte: return put(to, static_cast<int32_t>(integer_of<uint8_t>(op, i, s)));
    case ScalarType::Bool:
      TORCH_CHECK(kind(s) <= 1, op.name, ": For boolean input tensors, argument ", argument_name(op, op.n_inputs + i), " must not be a floating point number, got ", s);
      return put(to, static_cast<uint8_t>(s.to<bool>()));
    case ScalarType::ComplexFloat: return put(to, static_cast<c10::complex<float>>(s.to<c10::complex<double>>()));
    case ScalarType::ComplexDouble: return put(to, s.to<c10::complex<double>>());
    default: return;
  }
}

// ---- dtypes
struct Types {
  ScalarType common, compute, kernel_out, result;
};

[[noreturn]] C10_COLD void unsupported(const PointwiseOp& op, ScalarType t) {
  at::detail::dispatch_unsupported(op.name, t, op.compute_dtypes);
}

Types resolve_types(const PointwiseOp& op, std::initializer_list<const Tensor*> in, std::initializer_list<const Scalar*> scalars) {
  ScalarType common;
  if (op.promotion == Promotion::None) {
    common = in.begin()[0]->scalar_type();
    size_t i = 0;
    for (const Tensor* t : in) {
      TORCH_CHECK(t->scalar_type() == common, op.name, ": expected argument ", argument_name(op, i), " to have dtype ", c10::toString(common), " but got ", c10::toString(t->scalar_type()));
      ++i;
    }
  } else {
    ResultTypeState state;
    // What chooses between the others is no operand of them.
    const bool chooses = op.argument_names != nullptr && std::strncmp(op.argument_names, "condition,", 10) == 0;
    for (size_t k = chooses ? 1 : 0; k < in.size(); ++k) {
      state = update_result_type_state(*in.begin()[k], state);
    }
    size_t i = 0;
    for (const Scalar* s : scalars) {
      if ((op.scalar_promotes >> i & 1) != 0) {
        state = update_result_type_state(*s, state);
      }
      ++i;
    }
    common = result_type(state);
    if (op.promotion == Promotion::IntToFloat && kind(common) < 2) {
      common = default_dtype();
    } else if (op.promotion == Promotion::BoolToLong && common == ScalarType::Bool) {
      common = ScalarType::Long;
    }
  }
  if (C10_UNLIKELY((op.compute_dtypes & dtype_bit(common)) == 0)) {
    unsupported(op, common);
  }
  Types t;
  t.common = common;
  t.compute = tile_compute_type(common);
  t.kernel_out = op.result_is_bool ? ScalarType::Bool : t.compute;
  t.result = op.result_is_bool || op.promotion == Promotion::AlwaysBool ? ScalarType::Bool
      : op.promotion == Promotion::ComplexToFloat && c10::isComplexType(common) ? c10::toRealValueType(common)
                                                                                : common;
  return t;
}

// ---- running
struct Source {
  const char* data;
  const DimVector* strides;
  int64_t element_size;
  ScalarType dtype;
  bool dense, repeated;
  ConvertFn convert; // to the compute dtype
};
struct Sink {
  char* data;
  const DimVector* strides;
  int64_t element_size;
  ScalarType dtype;
  bool dense;
};

inline void prefetch(const char* p, size_t bytes) {
  for (size_t i = 0; i < bytes; i += 64) {
    __builtin_prefetch(p + i);
  }
}
inline void fence_stream() {
#if defined(__x86_64__)
  __builtin_ia32_sfence();
#endif
}

// Everything dense and of the compute dtype: pointers move along.
void run_dense(TileFn fn, const TileParams& params, const char* const* in, const int64_t* in_size, int n_in, char* out, int64_t out_size, int64_t numel) {
  const bool stream = static_cast<size_t>(numel) * static_cast<size_t>(out_size) >= stream_threshold();
  at::parallel_for(0, numel, kGrain, [&](int64_t begin, int64_t end) {
    alignas(64) char buffer[kTileSize * 16];
    const void* p[kMaxTileInputs] = {};
    for (int64_t i = begin; i < end; i += static_cast<int64_t>(kTileSize)) {
      const int64_t n = std::min(static_cast<int64_t>(kTileSize), end - i);
      const int64_t next = std::min(static_cast<int64_t>(kTileSize), end - i - n);
      for (int k = 0; k < n_in; ++k) {
        p[k] = in[k] + i * in_size[k];
        prefetch(in[k] + (i + n) * in_size[k], static_cast<size_t>(next * in_size[k]));
      }
      char* const to = out + i * out_size;
      if (stream) {
        fn(p, buffer, static_cast<size_t>(n), params);
        stream_copy(to, buffer, static_cast<size_t>(n * out_size));
      } else {
        fn(p, to, static_cast<size_t>(n), params);
      }
    }
    if (stream) {
      fence_stream();
    }
  });
}

// The repeated operands' tiles, filled once.
void load_repeated(const Source* in, int n_in, int64_t compute_size, int64_t most, char (*loaded)[kTileSize * 16], const void** p) {
  alignas(16) char one[16];
  for (int k = 0; k < n_in; ++k) {
    if (in[k].repeated) {
      if (in[k].convert != nullptr) {
        in[k].convert(in[k].data, one, 1);
      } else {
        std::memcpy(one, in[k].data, static_cast<size_t>(compute_size));
      }
      for (int64_t i = 0; i < most; ++i) {
        std::memcpy(loaded[k] + i * compute_size, one, static_cast<size_t>(compute_size));
      }
      p[k] = loaded[k];
    }
  }
}

// From what the kernel gave (in `at`) to the output's dtype, rounded once to the result's dtype on the way. Returns where it is: `at`, `other`, or `final` if given.
char* finish(const Types& types, ScalarType out, char* at, char* other, size_t n, char* final) {
  if (types.result != types.kernel_out && types.result != out) {
    convert(types.kernel_out, at, types.result, other, n);
    std::swap(at, other);
  }
  const ScalarType have = types.result != out ? types.result : types.kernel_out;
  if (final != nullptr || have != out) {
    char* const to = final != nullptr ? final : other;
    convert(have, at, out, to, n);
    return to;
  }
  return at;
}

// The general case: tile after tile in loop order.
void run_tiles(TileFn fn, const TileParams& params, const Geometry& g, const Source* in, int n_in, const Sink& out, const Types& types, int64_t numel) {
  const int64_t compute_size = static_cast<int64_t>(c10::elementSize(types.compute));
  const bool direct = out.dense && out.dtype == types.kernel_out && types.result == types.kernel_out;
  at::parallel_for(0, numel, kGrain, [&](int64_t begin, int64_t end) {
    alignas(64) char loaded[kMaxTileInputs][kTileSize * 16];
    alignas(64) char raw[kTileSize * 16];
    alignas(64) char result[kTileSize * 16];
    const void* p[kMaxTileInputs] = {};
    load_repeated(in, n_in, compute_size, std::min(static_cast<int64_t>(kTileSize), end - begin), loaded, p);
    for (int64_t i = begin; i < end; i += static_cast<int64_t>(kTileSize)) {
      const int64_t n = std::min(static_cast<int64_t>(kTileSize), end - i);
      const int64_t next = std::min(static_cast<int64_t>(kTileSize), end - i - n);
      for (int k = 0; k < n_in; ++k) {
        const Source& s = in[k];
        if (s.repeated) {
          continue;
        }
        const char* from = s.data + i * s.element_size;
        if (s.dense) {
          prefetch(from + n * s.element_size, static_cast<size_t>(next * s.element_size));
        } else {
          char* const to = s.convert != nullptr ? raw : loaded[k];
          gather(g, *s.strides, s.element_size, s.data, i, n, to);
          from = to;
        }
        if (s.convert != nullptr) {
          s.convert(from, loaded[k], static_cast<size_t>(n));
          from = loaded[k];
        }
        p[k] = from;
      }
      char* const to = out.data + i * out.element_size;
      if (direct) {
        fn(p, to, static_cast<size_t>(n), params);
        continue;
      }
      fn(p, result, static_cast<size_t>(n), params);
      const char* const done = finish(types, out.dtype, result, raw, static_cast<size_t>(n), out.dense ? to : nullptr);
      if (!out.dense) {
        scatter(g, *out.strides, out.element_size, out.data, i, n, done);
      }
    }
  });
}

// The same block after block, where an operand is transposed.
void run_blocks(TileFn fn, const TileParams& params, const Geometry& g, const Blocks& blocks, const Source* in, int n_in, const Sink& out, const Types& types) {
  const int64_t compute_size = static_cast<int64_t>(c10::elementSize(types.compute));
  at::parallel_for(0, blocks.count, kGrain / static_cast<int64_t>(kTileSize), [&](int64_t begin, int64_t end) {
    alignas(64) char loaded[kMaxTileInputs][kTileSize * 16];
    alignas(64) char raw[kTileSize * 16];
    alignas(64) char result[kTileSize * 16];
    const void* p[kMaxTileInputs] = {};
    DimVector index;
    load_repeated(in, n_in, compute_size, static_cast<int64_t>(kTileSize), loaded, p);
    for (int64_t b = begin; b < end; ++b) {
      const BlockSize size = locate_block(g, blocks, b, index);
      const size_t n = static_cast<size_t>(size.columns * size.rows);
      for (int k = 0; k < n_in; ++k) {
        const Source& s = in[k];
        if (s.repeated) {
          continue;
        }
        gather_block((*s.strides)[0], (*s.strides)[blocks.dim], s.element_size, s.data + offset_of(index, *s.strides), size, s.convert != nullptr ? raw : loaded[k]);
        if (s.convert != nullptr) {
          s.convert(raw, loaded[k], n);
        }
        p[k] = loaded[k];
      }
      fn(p, result, n, params);
      const char* const done = finish(types, out.dtype, result, raw, n, nullptr);
      scatter_block((*out.strides)[0], (*out.strides)[blocks.dim], out.element_size, out.data + offset_of(index, *out.strides), size, done);
    }
  });
}

// The devices of the operands: 0-dim CPU tensors go with any. Returns that of the result.
Device common_device(const PointwiseOp& op, std::initializer_list<const Tensor*> in, const Tensor* out) {
  Device device = out != nullptr ? out->device() : in.begin()[0]->device();
  if (out == nullptr && device.is_cpu()) {
    for (const Tensor* t : in) {
      if (!t->device().is_cpu() && (in.begin()[0]->dim() == 0)) {
        device = t->device();
        break;
      }
    }
  }
  size_t i = 0;
  for (const Tensor* t : in) {
    TORCH_CHECK(
        t->device() == device || (t->device().is_cpu() && t->dim() == 0), op.name, ": Expected all tensors to be on the same device, but argument ", argument_name(op, i), " is on ", t->device().str(),
        " and another one is on ", device.str());
    ++i;
  }
  TORCH_CHECK_NOT_IMPLEMENTED(device.is_cpu() || device.is_meta(), op.name, ": no kernel for device '", device.str(), "'; cpu and meta exist");
  return device;
}

DimVector common_shape(const PointwiseOp& op, std::initializer_list<const Tensor*> in) {
  DimVector shape(in.begin()[0]->sizes().begin(), in.begin()[0]->sizes().end());
  for (const Tensor* t : in) {
    if (t->sizes() != IntArrayRef(shape)) {
      shape = broadcast_shapes(op.name, shape, t->sizes());
    }
  }
  return shape;
}

void run_general(const PointwiseOp& op, const Types& types, const TileParams& params, Geometry& g, std::initializer_list<const Tensor*> in, const Tensor& out) {
  const int64_t numel = out.numel();
  if (numel == 0) {
    return;
  }
  g.coalesce();
  Source source[kMaxTileInputs];
  int n_in = 0;
  bool simple = true;
  const char* pointers[kMaxTileInputs];
  int64_t sizes[kMaxTileInputs];
  for (const Tensor* t : in) {
    Source& s = source[n_in];
    s.dtype = t->scalar_type();
    s.element_size = static_cast<int64_t>(c10::elementSize(s.dtype));
    s.data = static_cast<const char*>(t->const_data_ptr());
    s.strides = &g.strides[static_cast<size_t>(n_in) + 1];
    s.repeated = numel > 1 && g.is_repeated(static_cast<size_t>(n_in) + 1);
    s.dense = g.is_dense(static_cast<size_t>(n_in) + 1, s.element_size);
    s.convert = nullptr;
    if (s.dtype != types.compute) {
      s.convert = converter(s.dtype, types.compute);
      TORCH_CHECK_NOT_IMPLEMENTED(s.convert != nullptr, op.name, ": argument ", argument_name(op, static_cast<size_t>(n_in)), " has dtype ", c10::toString(s.dtype), ", which has no arithmetic");
    }
    simple &= s.dense && s.convert == nullptr;
    pointers[n_in] = s.data;
    sizes[n_in] = s.element_size;
    ++n_in;
  }
  Sink sink;
  sink.data = static_cast<char*>(out.mutable_data_ptr());
  sink.dtype = out.scalar_type();
  sink.element_size = static_cast<int64_t>(c10::elementSize(sink.dtype));
  sink.strides = &g.strides[0];
  sink.dense = g.is_dense(0, sink.element_size);
  const TileFn fn = op.tile(types.compute);
  TORCH_INTERNAL_ASSERT(fn != nullptr, op.name, " has no kernel for ", c10::toString(types.compute));
  try {
    if (simple && sink.dense && sink.dtype == types.kernel_out && types.result == types.kernel_out) {
      run_dense(fn, params, pointers, sizes, n_in, sink.data, sink.element_size, numel);
    } else {
      int64_t element_sizes[kMaxTileInputs + 1] = {sink.element_size};
      for (int k = 0; k < n_in; ++k) {
        element_sizes[k + 1] = source[k].element_size;
      }
      const Blocks blocks = plan_blocks(g, element_sizes);
      if (blocks.dim != 0) {
        run_blocks(fn, params, g, blocks, source, n_in, sink, types);
      } else {
        run_tiles(fn, params, g, source, n_in, sink, types, numel);
      }
    }
  } catch (c10::Error& e) {
    e.add_context(std::string("in ") + op.name);
    throw;
  }
}

void fill_params(const PointwiseOp& op, std::initializer_list<const Scalar*> scalars, ScalarType common, TileParams& params) {
  size_t i = 0;
  for (const Scalar* s : scalars) {
    put_scalar(op, i, *s, common, params);
    ++i;
  }
}

C10_NOINLINE Tensor pointwise_general(const PointwiseOp& op, std::initializer_list<const Tensor*> in, std::initializer_list<const Scalar*> scalars) {
  size_t i = 0;
  for (const Tensor* t : in) {
    TORCH_CHECK(t->defined(), op.name, ": expected argument ", argument_name(op, i), " to be a tensor, got an undefined one");
    TORCH_CHECK_NOT_IMPLEMENTED(t->layout() == Layout::Strided, op.name, ": argument ", argument_name(op, i), " has layout ", t->layout(), "; only strided tensors are supported");
    ++i;
  }
  const Device device = common_device(op, in, nullptr);
  const Types types = resolve_types(op, in, scalars);
  TileParams params;
  fill_params(op, scalars, types.common, params);
  const DimVector shape = common_shape(op, in);
  Geometry g;
  g.start(shape, in.size() + 1);
  bool all_contiguous = true;
  i = 1;
  for (const Tensor* t : in) {
    g.set_operand(i++, t->sizes(), t->strides(), static_cast<int64_t>(c10::elementSize(t->scalar_type())));
    all_contiguous &= t->is_contiguous() && t->sizes() == IntArrayRef(shape);
  }
  Tensor out;
  if (all_contiguous) {
    out = device.is_meta() ? detail::empty_meta(shape, types.result) : detail::empty_cpu(shape, types.result);
  } else {
    g.order();
    const DimVector strides = g.dense_strides();
    out = device.is_meta() ? detail::empty_strided_meta(shape, strides, types.result) : detail::empty_strided_cpu(shape, strides, types.result);
  }
  if (device.is_meta()) {
    return out;
  }
  g.set_dense(0, static_cast<int64_t>(c10::elementSize(types.result)));
  run_general(op, types, params, g, in, out);
  return out;
}

} // namespace

namespace {
// The short way is open to contiguous CPU tensors of one shape and one dtype in which the operator computes, none of them a wrapped number.
inline bool plain(const TensorImpl* t) {
  return t != nullptr && t->is_contiguous() && t->is_cpu() && t->layout() == Layout::Strided && !t->is_wrapped_number();
}
inline bool short_way(const PointwiseOp& op, std::initializer_list<const Tensor*> in, std::initializer_list<const Scalar*> scalars, const void** pointers) {
  const TensorImpl* const first = in.begin()[0]->unsafeGetTensorImpl();
  if (!plain(first)) {
    return false;
  }
  const ScalarType t = first->scalar_type();
  if ((op.compute_dtypes & dtype_bit(t)) == 0 || tile_compute_type(t) != t) {
    return false;
  }
  const int k = kind(t);
  if ((op.promotion == Promotion::IntToFloat && k < 2) || (op.promotion == Promotion::ComplexToFloat && k == 3) || (op.promotion == Promotion::BoolToLong && k == 0)) {
    return false;
  }
  pointers[0] = first->data();
  for (size_t i = 1; i < in.size(); ++i) {
    const TensorImpl* const other = in.begin()[i]->unsafeGetTensorImpl();
    if (!plain(other) || other->scalar_type() != t || other->sizes() != first->sizes()) {
      return false;
    }
    pointers[i] = other->data();
  }
  size_t i = 0;
  for (const Scalar* s : scalars) {
    if ((op.scalar_promotes >> i & 1) != 0 && kind(*s) > k) {
      return false;
    }
    ++i;
  }
  return true;
}

inline void run_short(const PointwiseOp& op, ScalarType t, const TileParams& params, const void* const* pointers, size_t n_in, void* out, int64_t numel) {
  const TileFn fn = op.tile(t);
  try {
    if (numel <= kOneCall) {
      fn(pointers, out, static_cast<size_t>(numel), params);
      return;
    }
    int64_t sizes[kMaxTileInputs];
    const char* bytes[kMaxTileInputs];
    for (size_t j = 0; j < n_in; ++j) {
      sizes[j] = static_cast<int64_t>(c10::elementSize(t));
      bytes[j] = static_cast<const char*>(pointers[j]);
    }
    run_dense(fn, params, bytes, sizes, static_cast<int>(n_in), static_cast<char*>(out), op.result_is_bool ? 1 : static_cast<int64_t>(c10::elementSize(t)), numel);
  } catch (c10::Error& e) {
    e.add_context(std::string("in ") + op.name);
    throw;
  }
}
} // namespace

Tensor pointwise(const PointwiseOp& op, std::initializer_list<const Tensor*> in, std::initializer_list<const Scalar*> scalars) {
  const void* pointers[kMaxTileInputs];
  if (C10_UNLIKELY(!short_way(op, in, scalars, pointers))) {
    return pointwise_general(op, in, scalars);
  }
  // One allocation, one call.
  const TensorImpl* const first = in.begin()[0]->unsafeGetTensorImpl();
  const ScalarType t = first->scalar_type();
  TileParams params;
  fill_params(op, scalars, t, params);
  Tensor out = detail::empty_cpu(first->sizes(), op.result_is_bool ? ScalarType::Bool : t);
  run_short(op, t, params, pointers, in.size(), out.unsafeGetTensorImpl()->mutable_data(), first->numel());
  return out;
}

void pointwise_out(const PointwiseOp& op, Tensor& out, std::initializer_list<const Tensor*> in, std::initializer_list<const Scalar*> scalars) {
  // In place, or into a tensor of the right shape and dtype, with no memory in common but whole tensors.
  TensorImpl* const target = out.unsafeGetTensorImpl();
  const void* pointers[kMaxTileInputs];
  if (plain(target) && short_way(op, in, scalars, pointers) && in.begin()[0]->sizes() == target->sizes() &&
      target->scalar_type() == (op.result_is_bool ? ScalarType::Bool : in.begin()[0]->scalar_type())) {
    bool apart = true;
    for (const Tensor* t : in) {
      const TensorImpl* const impl = t->unsafeGetTensorImpl();
      apart &= impl == target || impl->unsafe_storage().unsafeGetStorageImpl() != target->unsafe_storage().unsafeGetStorageImpl();
    }
    if (apart) {
      const ScalarType t = in.begin()[0]->scalar_type();
      TileParams params;
      fill_params(op, scalars, t, params);
      run_short(op, t, params, pointers, in.size(), target->mutable_data(), target->numel());
      target->mark_written();
      return;
    }
  }
  size_t i = 0;
  TORCH_CHECK(out.defined(), op.name, ": expected argument out to be a tensor, got an undefined one");
  TORCH_CHECK_NOT_IMPLEMENTED(out.layout() == Layout::Strided, op.name, ": argument out has layout ", out.layout(), "; only strided tensors are supported");
  for (const Tensor* t : in) {
    TORCH_CHECK(t->defined(), op.name, ": expected argument ", argument_name(op, i), " to be a tensor, got an undefined one");
    TORCH_CHECK_NOT_IMPLEMENTED(t->layout() == Layout::Strided, op.name, ": argument ", argument_name(op, i), " has layout ", t->layout(), "; only strided tensors are supported");
    ++i;
  }
  const Device device = common_device(op, in, &out);
  const Types types = resolve_types(op, in, scalars);
  TORCH_CHECK(c10::canCast(types.result, out.scalar_type()), op.name, ": result type ", c10::toString(types.result), " can't be cast to the desired output type ", c10::toString(out.scalar_type()));
  TileParams params;
  fill_params(op, scalars, types.common, params);
  const DimVector shape = common_shape(op, in);
  bool is_input = false;
  for (const Tensor* t : in) {
    is_input |= t->is_same(out);
  }
  if (out.sizes() != IntArrayRef(shape)) {
    TORCH_CHECK(!is_input, op.name, ": output with shape ", out.sizes(), " doesn't match the broadcast shape ", shape);
  }
  Geometry g;
  g.start(shape, in.size() + 1);
  i = 1;
  for (const Tensor* t : in) {
    g.set_operand(i++, t->sizes(), t->strides(), static_cast<int64_t>(c10::elementSize(t->scalar_type())));
  }
  const int64_t out_size = static_cast<int64_t>(c10::elementSize(out.scalar_type()));
  if (out.sizes() != IntArrayRef(shape)) {
    g.order();
    resize_output(out, shape, g.dense_strides());
    g.set_operand(0, {}, {}, out_size);
    g.set_dense(0, out_size);
  } else {
    g.set_operand(0, out.sizes(), out.strides(), out_size);
    g.order();
  }
  if (!device.is_meta()) {
    assert_no_internal_overlap(out, op.name);
    for (const Tensor* t : in) {
      if (!t->is_same(out)) {
        assert_no_partial_overlap(out, *t, op.name);
      }
    }
    run_general(op, types, params, g, in, out);
  }
  target->mark_written();
}

// ---- copies and fills: the same loops with no kernel
namespace {
template <class U>
void copy_bytes(const void* const* in, void* out, size_t n, const TileParams&) {
  move_bytes(static_cast<char*>(out), static_cast<const char*>(in[0]), static_cast<int64_t>(n * sizeof(U)));
}
struct U16 {
  uint64_t a, b;
};
TileFn copy_kernel(size_t element_size) {
  switch (element_size) {
    case 1: return copy_bytes<uint8_t>;
    case 2: return copy_bytes<uint16_t>;
    case 4: return copy_bytes<uint32_t>;
    case 8: return copy_bytes<uint64_t>;
    case 16: return copy_bytes<U16>;
    default: return nullptr;
  }
}
} // namespace

void copy_tiles(const Tensor& dst, const Tensor& src) {
  const int64_t numel = dst.numel();
  if (numel == 0) {
    return;
  }
  const ScalarType from = src.scalar_type(), to = dst.scalar_type();
  const ConvertFn change = converter(from, to);
  TORCH_CHECK_NOT_IMPLEMENTED(change != nullptr || from == to, "aten::copy_: there is no conversion from ", c10::toString(from), " to ", c10::toString(to));
  const int64_t from_size = static_cast<int64_t>(c10::elementSize(from)), to_size = static_cast<int64_t>(c10::elementSize(to));
  // Contiguous both: no geometry.
  if (numel <= kOneCall && dst.is_contiguous() && src.is_contiguous() && dst.sizes() == src.sizes()) {
    if (change != nullptr) {
      change(src.const_data_ptr(), dst.mutable_data_ptr(), static_cast<size_t>(numel));
    } else {
      std::memcpy(dst.mutable_data_ptr(), src.const_data_ptr(), static_cast<size_t>(numel * to_size));
    }
    return;
  }
  Geometry g;
  g.start(dst.sizes(), 2);
  g.set_operand(0, dst.sizes(), dst.strides(), to_size);
  g.set_operand(1, src.sizes(), src.strides(), from_size);
  g.order();
  g.coalesce();
  const bool dense = g.is_dense(0, to_size);
  const char* const in = static_cast<const char*>(src.const_data_ptr());
  char* const out = static_cast<char*>(dst.mutable_data_ptr());
  if (dense && change == nullptr && g.is_dense(1, from_size)) {
    TileParams params;
    run_dense(copy_kernel(static_cast<size_t>(to_size)), params, &in, &from_size, 1, out, to_size, numel);
    return;
  }
  if (change == nullptr) {
    copy_strided(g, to_size, out, in);
    return;
  }
  Source s{in, &g.strides[1], from_size, from, g.is_dense(1, from_size), false, change};
  Sink k{out, &g.strides[0], to_size, to, dense};
  const int64_t element_sizes[2] = {to_size, from_size};
  const Blocks blocks = plan_blocks(g, element_sizes);
  if (blocks.dim != 0) {
    at::parallel_for(0, blocks.count, kGrain / static_cast<int64_t>(kTileSize), [&](int64_t begin, int64_t end) {
      alignas(64) char raw[kTileSize * 16];
      alignas(64) char result[kTileSize * 16];
      DimVector index;
      for (int64_t b = begin; b < end; ++b) {
        const BlockSize size = locate_block(g, blocks, b, index);
        gather_block((*s.strides)[0], (*s.strides)[blocks.dim], from_size, in + offset_of(index, *s.strides), size, raw);
        s.convert(raw, result, static_cast<size_t>(size.columns * size.rows));
        scatter_block((*k.strides)[0], (*k.strides)[blocks.dim], to_size, out + offset_of(index, *k.strides), size, result);
      }
    });
    return;
  }
  at::parallel_for(0, numel, kGrain, [&](int64_t begin, int64_t end) {
    alignas(64) char raw[kTileSize * 16];
    alignas(64) char result[kTileSize * 16];
    for (int64_t i = begin; i < end; i += static_cast<int64_t>(kTileSize)) {
      const int64_t n = std::min(static_cast<int64_t>(kTileSize), end - i);
      const char* at = s.data + i * s.element_size;
      char* const place = k.data + i * k.element_size;
      if (!s.dense) {
        gather(g, *s.strides, s.element_size, s.data, i, n, raw);
        at = raw;
      }
      char* const to_where = k.dense ? place : result;
      s.convert(at, to_where, static_cast<size_t>(n));
      if (!k.dense) {
        scatter(g, *k.strides, k.element_size, k.data, i, n, result);
      }
    }
  });
}

void fill_tiles(const Tensor& dst, const Scalar& value, const char* op) {
  const int64_t numel = dst.numel();
  const ScalarType to = dst.scalar_type();
  const int64_t size = static_cast<int64_t>(c10::elementSize(to));
  // The number in its own widest form, then as any element is converted.
  alignas(16) unsigned char element[16] = {};
  if (value.isComplex()) {
    const c10::complex<double> z = value.to<c10::complex<double>>();
    TORCH_CHECK(c10::isComplexType(to) || z.imag() == 0, op, ": value ", value, " cannot be converted to type ", c10::toString(to), " without overflow");
    convert(ScalarType::ComplexDouble, &z, to, element, 1);
  } else if (value.isFloatingPoint()) {
    const double x = value.to<double>();
    convert(ScalarType::Double, &x, to, element, 1);
  } else if (value.isBoolean()) {
    const uint8_t x = value.to<bool>();
    convert(ScalarType::Bool, &x, to, element, 1);
  } else {
    const int64_t x = value.to<int64_t>();
    convert(ScalarType::Long, &x, to, element, 1);
  }
  if (numel == 0) {
    return;
  }
  char* const out = static_cast<char*>(dst.mutable_data_ptr());
  bool all_zero = true;
  for (int64_t i = 0; i < size; ++i) {
    all_zero &= element[i] == 0;
  }
  if (numel <= kOneCall && dst.is_non_overlapping_and_dense()) {
    if (all_zero) {
      std::memset(out, 0, static_cast<size_t>(numel * size));
    } else {
      for (int64_t i = 0; i < numel; ++i) {
        std::memcpy(out + i * size, element, static_cast<size_t>(size));
      }
    }
    return;
  }
  Geometry g;
  g.start(dst.sizes(), 1);
  g.set_operand(0, dst.sizes(), dst.strides(), size);
  g.order();
  g.coalesce();
  const bool dense = g.is_dense(0, size);
  at::parallel_for(0, numel, kGrain, [&](int64_t begin, int64_t end) {
    if (dense && all_zero) {
      std::memset(out + begin * size, 0, static_cast<size_t>((end - begin) * size));
      return;
    }
    alignas(64) char tile[kTileSize * 16];
    const int64_t most = std::min(static_cast<int64_t>(kTileSize), end - begin);
    for (int64_t i = 0; i < most; ++i) {
      std::memcpy(tile + i * size, element, static_cast<size_t>(size));
    }
    for (int64_t i = begin; i < end; i += static_cast<int64_t>(kTileSize)) {
      const int64_t n = std::min(static_cast<int64_t>(kTileSize), end - i);
      if (dense) {
        std::memcpy(out + i * size, tile, static_cast<size_t>(n * size));
      } else {
        scatter(g, g.strides[0], size, out, i, n, tile);
      }
    }
  });
}

} // namespace at::native
