#pragma once
// Arithmetic of int, float and bool as scripts have it. Sums and products of ints wrap at 64 bits (computed unsigned), quotients and remainders round towards
// minus infinity, and a zero divisor of an int operation is an error. The inline instructions of the interpreter and the operator rows share these.

#include <c10/macros/Macros.h>

#include <cmath>
#include <cstdint>
#include <limits>

namespace torch::jit::arith {

[[noreturn]] TORCH_API void divisionByZero(const char* operation);

inline int64_t add(int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)); }
inline int64_t sub(int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b)); }
inline int64_t mul(int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b)); }
inline int64_t neg(int64_t a) { return static_cast<int64_t>(uint64_t{0} - static_cast<uint64_t>(a)); }
inline int64_t abs(int64_t a) { return a < 0 ? neg(a) : a; }

inline int64_t floordiv(int64_t a, int64_t b) {
  if (C10_UNLIKELY(b == 0)) divisionByZero("integer division");
  if (C10_UNLIKELY(b == -1)) return neg(a);  // the smallest int wraps to itself; the machine's division would trap
  const int64_t q = a / b;
  return (a % b != 0 && ((a ^ b) < 0)) ? q - 1 : q;
}
inline int64_t mod(int64_t a, int64_t b) {
  if (C10_UNLIKELY(b == 0)) divisionByZero("integer modulo");
  if (C10_UNLIKELY(b == -1)) return 0;
  const int64_t r = a % b;
  return (r != 0 && ((r ^ b) < 0)) ? r + b : r;
}
// Towards zero, as C does.
inline int64_t truncdiv(int64_t a, int64_t b) {
  if (C10_UNLIKELY(b == 0)) divisionByZero("integer division");
  if (C10_UNLIKELY(b == -1)) return neg(a);
  return a / b;
}

inline double floordiv(double a, double b) { return std::floor(a / b); }
inline double mod(double a, double b) {
  const double r = std::fmod(a, b);
  return (r != 0 && ((r < 0) != (b < 0))) ? r + b : r;
}

inline int64_t shl(int64_t a, int64_t b) {
  // The count is taken modulo 64, as the processors that PyTorch runs on do.
  return static_cast<int64_t>(static_cast<uint64_t>(a) << (static_cast<uint64_t>(b) & 63));
}
inline int64_t shr(int64_t a, int64_t b) { return a >> (static_cast<uint64_t>(b) & 63); }

// A float that no int holds becomes the smallest int, as the processor's conversion does; the C++ conversion would be undefined.
inline int64_t toInt(double a) {
  if (C10_LIKELY(a >= -9223372036854775808.0 && a < 9223372036854775808.0)) return static_cast<int64_t>(a);
  return std::numeric_limits<int64_t>::min();
}


}  // namespace torch::jit::arith
