// Conversions between float and the two 16-bit floats with the instructions that exist for them, once for each instruction set: the body of TileConvert.cpp, which <hwy/foreach_target.h>
// includes again and again. Nobody else includes it.
#include <ATen/native/cpu/TileLoaders.h>
#include <c10/util/BFloat16.h>
#include <c10/util/Half.h>
#include <hwy/highway.h>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace at::native {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
template <class From, class To>
void plain(const void* in, void* out, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    static_cast<To*>(out)[i] = static_cast<To>(static_cast<const From*>(in)[i]);
  }
}
constexpr ConvertFn half_to_float = plain<c10::Half, float>, float_to_half = plain<float, c10::Half>, bfloat16_to_float = plain<c10::BFloat16, float>, float_to_bfloat16 = plain<float, c10::BFloat16>;
#else
// f over whole vectors; the tail goes through a padded one.
template <class From, class To, class F>
HWY_INLINE void run(const void* in, void* out, size_t n, F f) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  const From* from = static_cast<const From*>(in);
  To* to = static_cast<To*>(out);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    f(from + i, to + i);
  }
  if (i < n) {
    From a[hn::MaxLanes(d)] = {};
    To b[hn::MaxLanes(d)];
    std::memcpy(a, from + i, (n - i) * sizeof(From));
    f(a, b);
    std::memcpy(to + i, b, (n - i) * sizeof(To));
  }
}
void half_to_float(const void* in, void* out, size_t n) {
  const hn::ScalableTag<float> d;
  const hn::Rebind<hwy::float16_t, decltype(d)> dh;
  run<uint16_t, float>(in, out, n, [&](const uint16_t* a, float* b) HWY_ATTR { hn::StoreU(hn::PromoteTo(d, hn::LoadU(dh, reinterpret_cast<const hwy::float16_t*>(a))), d, b); });
}
void float_to_half(const void* in, void* out, size_t n) {
  const hn::ScalableTag<float> d;
  const hn::Rebind<hwy::float16_t, decltype(d)> dh;
  run<float, uint16_t>(in, out, n, [&](const float* a, uint16_t* b) HWY_ATTR { hn::StoreU(hn::DemoteTo(dh, hn::LoadU(d, a)), dh, reinterpret_cast<hwy::float16_t*>(b)); });
}
void bfloat16_to_float(const void* in, void* out, size_t n) {
  const hn::ScalableTag<float> d;
  const hn::Rebind<uint32_t, decltype(d)> d32;
  const hn::Rebind<uint16_t, decltype(d)> d16;
  run<uint16_t, float>(in, out, n, [&](const uint16_t* a, float* b) HWY_ATTR { hn::StoreU(hn::BitCast(d, hn::ShiftLeft<16>(hn::PromoteTo(d32, hn::LoadU(d16, a)))), d, b); });
}
void float_to_bfloat16(const void* in, void* out, size_t n) {
  const hn::ScalableTag<float> d;
  const hn::Rebind<uint32_t, decltype(d)> d32;
  const hn::Rebind<int32_t, decltype(d)> di;
  const hn::Rebind<uint16_t, decltype(d)> d16;
  run<float, uint16_t>(in, out, n, [&](const float* a, uint16_t* b) HWY_ATTR {
    const auto x = hn::LoadU(d, a);
    const auto bits = hn::BitCast(d32, x);
    const auto even = hn::And(hn::ShiftRight<16>(bits), hn::Set(d32, 1u)); // half way goes to the even neighbour
    const auto rounded = hn::ShiftRight<16>(hn::Add(bits, hn::Add(even, hn::Set(d32, 0x7fffu))));
    const auto result = hn::IfThenElse(hn::RebindMask(d32, hn::Eq(x, x)), rounded, hn::Set(d32, 0x7fc0u));
    hn::StoreU(hn::DemoteTo(d16, hn::BitCast(di, result)), d16, b);
  });
}
#endif

ConvertFn small_float_converter_here(c10::ScalarType from, c10::ScalarType to) {
  using ST = c10::ScalarType;
  if (from == ST::Half) {
    return to == ST::Float ? half_to_float : nullptr;
  }
  if (from == ST::BFloat16) {
    return to == ST::Float ? bfloat16_to_float : nullptr;
  }
  if (from == ST::Float) {
    return to == ST::Half ? float_to_half : to == ST::BFloat16 ? float_to_bfloat16 : nullptr;
  }
  return nullptr;
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace at::native
HWY_AFTER_NAMESPACE();
