// What the current thread adds to and takes from every call's key set: a plain thread-local struct, stored as the difference from the defaults
// so that it starts as zeros.
#pragma once

#include <c10/core/DispatchKeySet.h>
#include <c10/macros/Macros.h>

namespace c10::impl {

struct C10_API PODLocalDispatchKeySet {
  uint64_t included_;
  uint64_t excluded_;
  DispatchKeySet included() const {
    return DispatchKeySet(DispatchKeySet::RAW, included_) ^ default_included_set;
  }
  DispatchKeySet excluded() const {
    return DispatchKeySet(DispatchKeySet::RAW, excluded_) ^ default_excluded_set;
  }
  void set_included(DispatchKeySet x) {
    included_ = (x ^ default_included_set).raw_repr();
  }
  void set_excluded(DispatchKeySet x) {
    excluded_ = (x ^ default_excluded_set).raw_repr();
  }
};

struct LocalDispatchKeySet {
  LocalDispatchKeySet(PODLocalDispatchKeySet x) : included_(x.included()), excluded_(x.excluded()) {}
  DispatchKeySet included_;
  DispatchKeySet excluded_;
};

extern C10_API WICK_FAST_THREAD_LOCAL PODLocalDispatchKeySet raw_local_dispatch_key_set;

inline LocalDispatchKeySet tls_local_dispatch_key_set() {
  return LocalDispatchKeySet(raw_local_dispatch_key_set);
}
inline void _force_tls_local_dispatch_key_set(LocalDispatchKeySet ks) {
  raw_local_dispatch_key_set.set_included(ks.included_);
  raw_local_dispatch_key_set.set_excluded(ks.excluded_);
}
// (ks | included) - excluded, then limited to mask: what a call of tensors with `ks` dispatches on.
C10_ALWAYS_INLINE DispatchKeySet computeDispatchKeySet(DispatchKeySet ks, DispatchKeySet mask = DispatchKeySet(DispatchKeySet::FULL)) {
  const auto& tls = raw_local_dispatch_key_set;
  return ((ks | tls.included()) - tls.excluded()) & mask;
}

class IncludeDispatchKeyGuard {
 public:
  explicit IncludeDispatchKeyGuard(DispatchKeySet include)
      : added_(DispatchKeySet::RAW, include.raw_repr() & ~raw_local_dispatch_key_set.included().raw_repr()) {
    raw_local_dispatch_key_set.set_included(raw_local_dispatch_key_set.included() | added_);
  }
  explicit IncludeDispatchKeyGuard(DispatchKey k) : IncludeDispatchKeyGuard(DispatchKeySet(k)) {}
  ~IncludeDispatchKeyGuard() {
    raw_local_dispatch_key_set.set_included(DispatchKeySet(DispatchKeySet::RAW, raw_local_dispatch_key_set.included().raw_repr() & ~added_.raw_repr()));
  }
  IncludeDispatchKeyGuard(const IncludeDispatchKeyGuard&) = delete;
  IncludeDispatchKeyGuard& operator=(const IncludeDispatchKeyGuard&) = delete;

 private:
  DispatchKeySet added_;
};

class ExcludeDispatchKeyGuard {
 public:
  explicit ExcludeDispatchKeyGuard(DispatchKeySet exclude)
      : added_(DispatchKeySet::RAW, exclude.raw_repr() & ~raw_local_dispatch_key_set.excluded().raw_repr()) {
    raw_local_dispatch_key_set.set_excluded(raw_local_dispatch_key_set.excluded() | added_);
  }
  explicit ExcludeDispatchKeyGuard(DispatchKey k) : ExcludeDispatchKeyGuard(DispatchKeySet(k)) {}
  ~ExcludeDispatchKeyGuard() {
    raw_local_dispatch_key_set.set_excluded(DispatchKeySet(DispatchKeySet::RAW, raw_local_dispatch_key_set.excluded().raw_repr() & ~added_.raw_repr()));
  }
  ExcludeDispatchKeyGuard(const ExcludeDispatchKeyGuard&) = delete;
  ExcludeDispatchKeyGuard& operator=(const ExcludeDispatchKeyGuard&) = delete;

 private:
  DispatchKeySet added_;
};

struct ForceDispatchKeyGuard {
  ForceDispatchKeyGuard() : saved_(tls_local_dispatch_key_set()) {}
  explicit ForceDispatchKeyGuard(LocalDispatchKeySet ks) : ForceDispatchKeyGuard() {
    _force_tls_local_dispatch_key_set(ks);
  }
  ForceDispatchKeyGuard(DispatchKeySet include, DispatchKeySet exclude) : ForceDispatchKeyGuard() {
    raw_local_dispatch_key_set.set_included(include);
    raw_local_dispatch_key_set.set_excluded(exclude);
  }
  ~ForceDispatchKeyGuard() {
    _force_tls_local_dispatch_key_set(saved_);
  }
  ForceDispatchKeyGuard(const ForceDispatchKeyGuard&) = delete;
  ForceDispatchKeyGuard& operator=(const ForceDispatchKeyGuard&) = delete;

 private:
  LocalDispatchKeySet saved_;
};

inline bool tls_is_dispatch_key_excluded(DispatchKey k) {
  return raw_local_dispatch_key_set.excluded().has(k);
}
inline bool tls_is_dispatch_key_included(DispatchKey k) {
  return raw_local_dispatch_key_set.included().has(k);
}
inline void tls_set_dispatch_key_excluded(DispatchKey k, bool desired) {
  const auto e = raw_local_dispatch_key_set.excluded();
  raw_local_dispatch_key_set.set_excluded(desired ? e.add(k) : e.remove(k));
}
inline void tls_set_dispatch_key_included(DispatchKey k, bool desired) {
  const auto i = raw_local_dispatch_key_set.included();
  raw_local_dispatch_key_set.set_included(desired ? i.add(k) : i.remove(k));
}
inline bool tls_is_dispatch_keyset_excluded(DispatchKeySet ks) {
  return raw_local_dispatch_key_set.excluded().isSupersetOf(ks);
}
inline bool tls_is_dispatch_keyset_included(DispatchKeySet ks) {
  return raw_local_dispatch_key_set.included().isSupersetOf(ks);
}

} // namespace c10::impl
