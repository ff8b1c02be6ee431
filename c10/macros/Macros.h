// Compiler and platform spellings: visibility of the public API, branch hints, inlining. Everything else in Wick includes this.
#pragma once

// libtorch's names are one family: whatever is in c10 is seen in at, too.
namespace c10 {}
namespace at {
using namespace c10;
}

#if defined(__GNUC__)
#define C10_EXPORT __attribute__((visibility("default")))
#define C10_HIDDEN __attribute__((visibility("hidden")))
#define C10_LIKELY(expr) (__builtin_expect(static_cast<bool>(expr), 1))
#define C10_UNLIKELY(expr) (__builtin_expect(static_cast<bool>(expr), 0))
#define C10_NOINLINE __attribute__((noinline))
#define C10_ALWAYS_INLINE __attribute__((always_inline)) inline
#define C10_COLD __attribute__((cold, noinline))
#define C10_RESTRICT __restrict
#else
#define C10_EXPORT
#define C10_HIDDEN
#define C10_LIKELY(expr) (expr)
#define C10_UNLIKELY(expr) (expr)
#define C10_NOINLINE
#define C10_ALWAYS_INLINE inline
#define C10_COLD
#define C10_RESTRICT
#endif

#define C10_IMPORT C10_EXPORT
#define C10_API C10_EXPORT
#define TORCH_API C10_EXPORT
#define C10_API_ENUM
#define C10_EXPORT_ENUM

#define C10_NODISCARD [[nodiscard]]
#define C10_UNUSED [[maybe_unused]]
#define C10_FALLTHROUGH [[fallthrough]]
#define C10_LIKELY_OR_CONST(expr) (expr)
#define C10_HOST_DEVICE
#define C10_HOST
#define C10_DEVICE
#define C10_ALWAYS_INLINE_UNLESS_MOBILE C10_ALWAYS_INLINE

#define C10_CONCATENATE_IMPL(s1, s2) s1##s2
#define C10_CONCATENATE(s1, s2) C10_CONCATENATE_IMPL(s1, s2)
#define C10_MACRO_EXPAND(args) args
#define C10_STRINGIZE_IMPL(x) #x
#define C10_STRINGIZE(x) C10_STRINGIZE_IMPL(x)
#define C10_UID __COUNTER__
#define C10_ANONYMOUS_VARIABLE(str) C10_CONCATENATE(str, __COUNTER__)

#define C10_DISABLE_COPY_AND_ASSIGN(classname) \
  classname(const classname&) = delete;        \
  classname& operator=(const classname&) = delete

// Thread-local state that hot paths read is plain data, constant-initialised, and reached without a function call even from inside a shared
// library. Only a few dozen bytes in all may be declared this way (the dynamic loader reserves little room for it).
#define WICK_FAST_THREAD_LOCAL __thread __attribute__((tls_model("initial-exec")))

// Under a sanitizer memory comes from plain malloc, so that it sees every block.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WICK_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define WICK_SANITIZED 1
#endif
#endif
#ifndef WICK_SANITIZED
#define WICK_SANITIZED 0
#endif
