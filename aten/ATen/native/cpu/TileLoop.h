// The loop around a formula: `tile_loop` runs F::apply over contiguous tiles, `select_tile` gives the loop for a compute dtype. A tail shorter than a vector is loaded under a mask, or
// into a padded register of ones, and goes through the same vector code. Includable again and again under <hwy/foreach_target.h>.
#if defined(WICK_TILE_LOOP_H) == defined(HWY_TARGET_TOGGLE)
#ifdef WICK_TILE_LOOP_H
#undef WICK_TILE_LOOP_H
#else
#define WICK_TILE_LOOP_H
#endif

#include <ATen/native/cpu/Tile.h>
#include <ATen/native/cpu/TileVec.h>
#include <cstring>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace at::native {
namespace HWY_NAMESPACE {

template <class T>
using Value = std::conditional_t<is_one_v<T>, One<T>, Vec<T>>;

// How vectors (or single elements) of T come and go.
template <class T>
struct TileAccess {
  using D = typename Vec<T>::D;
  using L = lane_t<T>;
  // Masked loads that touch no byte behind the tail exist for 4 and 8 bytes.
  static constexpr bool kMasked = sizeof(L) >= 4 && (HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3);
  static constexpr size_t kMax = hn::MaxLanes(D());
  static WICK_FN size_t lanes() {
    return hn::Lanes(D());
  }
  static WICK_FN Vec<T> load(const void* p, size_t i) {
    return {hn::LoadU(D(), static_cast<const L*>(p) + i)};
  }
  static WICK_FN void store(Vec<T> v, void* p, size_t i) {
    hn::StoreU(v.v, D(), static_cast<L*>(p) + i);
  }
  static WICK_FN Vec<T> load_tail(const void* p, size_t i, size_t n) {
    const D d;
    if constexpr (kMasked) {
      const auto mask = hn::FirstN(d, n);
      return {hn::IfThenElse(mask, hn::MaskedLoad(mask, d, static_cast<const L*>(p) + i), hn::Set(d, L(1)))};
    } else {
      HWY_ALIGN L buffer[kMax];
      hn::Store(hn::Set(d, L(1)), d, buffer);
      std::memcpy(buffer, static_cast<const L*>(p) + i, n * sizeof(L));
      return {hn::Load(d, buffer)};
    }
  }
  static WICK_FN void store_tail(Vec<T> v, void* p, size_t i, size_t n) {
    const D d;
    if constexpr (kMasked) {
      hn::BlendedStore(v.v, hn::FirstN(d, n), d, static_cast<L*>(p) + i);
    } else {
      HWY_ALIGN L buffer[kMax];
      hn::Store(v.v, d, buffer);
      std::memcpy(static_cast<L*>(p) + i, buffer, n * sizeof(L));
    }
  }
  static WICK_FN void store_bool(Mask<T> m, uint8_t* p, size_t n) {
    const D d;
    if constexpr (sizeof(L) == 1 && !std::is_floating_point_v<L>) {
      const hn::ScalableTag<uint8_t> du;
      const auto bytes = hn::And(hn::BitCast(du, hn::VecFromMask(d, m.m)), hn::Set(du, 1));
      if (hn::MaxLanes(du) == 1 || n == lanes()) {
        hn::StoreU(bytes, du, p);
      } else {
        HWY_ALIGN uint8_t buffer[hn::MaxLanes(du)];
        hn::Store(bytes, du, buffer);
        std::memcpy(p, buffer, n);
      }
    } else if constexpr (HWY_TARGET == HWY_SCALAR) {
      p[0] = hn::GetLane(hn::IfThenElse(m.m, hn::Set(d, L(1)), hn::Zero(d))) != L(0);
    } else {
      // One bit a lane, spread to bytes eight at a time.
      uint8_t packed[8 * ((kMax + 63) / 64)] = {};
      hn::StoreMaskBits(d, m.m, packed);
      for (size_t k = 0; k < n; k += 8) {
        // Bit j of the byte comes to bit 8 j: copies of the byte at distances of 7, of which each keeps its lowest wanted bit.
        const uint64_t spread = ((packed[k / 8] & 0x7full) * 0x0002040810204081ull & 0x0001010101010101ull) | (static_cast<uint64_t>(packed[k / 8] >> 7) << 56);
        std::memcpy(p + k, &spread, n - k < 8 ? n - k : 8);
      }
    }
  }
};
template <class T>
struct OneAccess {
  static constexpr size_t kMax = 1;
  static WICK_FN size_t lanes() {
    return 1;
  }
  static WICK_FN One<T> load(const void* p, size_t i) {
    return {static_cast<const T*>(p)[i]};
  }
  static WICK_FN void store(One<T> v, void* p, size_t i) {
    static_cast<T*>(p)[i] = v.v;
  }
  static WICK_FN One<T> load_tail(const void* p, size_t i, size_t) {
    return load(p, i);
  }
  static WICK_FN void store_tail(One<T> v, void* p, size_t i, size_t) {
    store(v, p, i);
  }
  static WICK_FN void store_bool(OneMask<T> m, uint8_t* p, size_t) {
    p[0] = m.m;
  }
};
template <class T>
using Access = std::conditional_t<is_one_v<T>, OneAccess<T>, TileAccess<T>>;

template <class F, class T, bool kOutBool, size_t... In, size_t... Sc>
WICK_FN void tile_loop_impl(const void* const* in, void* out, size_t n, const TileParams& params, std::index_sequence<In...>, std::index_sequence<Sc...>) {
  using A = Access<T>;
  const size_t lanes = A::lanes();
  // Kept in an array, for the pack below; the compiler holds it in registers.
  [[maybe_unused]] const void* const inputs[] = {in[In]..., nullptr};
  [[maybe_unused]] const auto scalar = [&](size_t k) HWY_ATTR {
    T x;
    std::memcpy(static_cast<void*>(&x), params.scalar[k], sizeof(T));
    if constexpr (is_one_v<T>) {
      return One<T>{x};
    } else {
      return Splat<T>(x);
    }
  };
  [[maybe_unused]] const Value<T> scalars[] = {scalar(Sc)..., Value<T>{}};
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    const auto r = F::apply(A::load(inputs[In], i)..., scalars[Sc]...);
    if constexpr (kOutBool) {
      A::store_bool(ToMask(r), static_cast<uint8_t*>(out) + i, lanes);
    } else {
      A::store(r, out, i);
    }
  }
  if constexpr (A::kMax > 1) {
    if (i < n) {
      const size_t rest = n - i;
      const auto r = F::apply(A::load_tail(inputs[In], i, rest)..., scalars[Sc]...);
      if constexpr (kOutBool) {
        A::store_bool(ToMask(r), static_cast<uint8_t*>(out) + i, rest);
      } else {
        A::store_tail(r, out, i, rest);
      }
    }
  }
}
template <class F, class T, bool kOutBool, int kInputs, int kScalars>
void tile_loop(const void* const* in, void* out, size_t n, const TileParams& params) {
  tile_loop_impl<F, T, kOutBool>(in, out, n, params, std::make_index_sequence<kInputs>(), std::make_index_sequence<kScalars>());
}

// The loop of a formula for one compute dtype; null where `kMask` (bits of accepted dtypes) has it not.
template <class F, int kInputs, int kScalars, bool kOutBool, uint32_t kMask>
TileFn select_tile(c10::ScalarType t) {
  using ST = c10::ScalarType;
#define WICK_CASE(Name, T)                                  \
  case ST::Name:                                            \
    if constexpr ((kMask & dtype_bit(ST::Name)) != 0) {     \
      return tile_loop<F, T, kOutBool, kInputs, kScalars>;  \
    }                                                       \
    break;
  switch (t) {
    WICK_CASE(Bool, bool)
    WICK_CASE(Long, int64_t)
    WICK_CASE(Double, double)
    WICK_CASE(ComplexFloat, c10::complex<float>)
    WICK_CASE(ComplexDouble, c10::complex<double>)
    case ST::Float:
    case ST::Half:
    case ST::BFloat16:
      if constexpr ((kMask & (dtype_bit(ST::Float) | dtype_bit(ST::Half) | dtype_bit(ST::BFloat16))) != 0) {
        return tile_loop<F, float, kOutBool, kInputs, kScalars>;
      }
      break;
    case ST::Byte:
    case ST::Char:
    case ST::Short:
    case ST::Int:
      if constexpr ((kMask & (dtype_bit(ST::Byte) | dtype_bit(ST::Char) | dtype_bit(ST::Short) | dtype_bit(ST::Int))) != 0) {
        return tile_loop<F, int32_t, kOutBool, kInputs, kScalars>;
      }
      break;
    default:
      break;
  }
#undef WICK_CASE
  return nullptr;
}

} // namespace HWY_NAMESPACE
} // namespace at::native
HWY_AFTER_NAMESPACE();

#endif // per target
