// A set of dispatch keys in 64 bits: the lower num_backends bits say which backends take part, the others which functionalities; the highest functionality
// with the highest backend is the key that runs. getRuntimeDispatchSlot() is that key's place in a kernel table: two bit scans and one load.
#pragma once

#include <c10/core/DispatchKey.h>
#include <c10/macros/Macros.h>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <string>

namespace c10 {

namespace detail {
struct DispatchSlotTable {
  uint8_t slot[num_functionality_keys][num_backends + 1];
  constexpr DispatchSlotTable() : slot() {
    for (int f = 0; f < num_functionality_keys; ++f) {
      for (int b = 0; b <= num_backends; ++b) {
        DispatchKey k = static_cast<DispatchKey>(f);
        if (isPerBackendFunctionalityKey(k)) {
          k = b == 0 ? DispatchKey::Undefined : toRuntimePerBackendFunctionalityKey(k, static_cast<BackendComponent>(b));
        }
        slot[f][b] = static_cast<uint8_t>(toDispatchSlot(k));
      }
    }
  }
};
inline constexpr DispatchSlotTable dispatch_slot_table{};
} // namespace detail

class DispatchKeySet final {
 public:
  enum Full { FULL };
  enum FullAfter { FULL_AFTER };
  enum Raw { RAW };

  constexpr DispatchKeySet() = default;
  constexpr DispatchKeySet(Full) : repr_((uint64_t{1} << (num_backends + num_functionality_keys - 1)) - 1) {}
  // All functionalities below that of t.
  constexpr DispatchKeySet(FullAfter, DispatchKey t)
      : repr_((uint64_t{1} << (num_backends + static_cast<uint8_t>(toFunctionalityKey(t)) - 1)) - 1) {}
  constexpr DispatchKeySet(Raw, uint64_t x) : repr_(x) {}
  constexpr explicit DispatchKeySet(BackendComponent b) : repr_(b == BackendComponent::InvalidBit ? 0 : uint64_t{1} << (static_cast<uint8_t>(b) - 1)) {}
  constexpr explicit DispatchKeySet(DispatchKey k) : repr_(0) {
    const DispatchKey f = toFunctionalityKey(k);
    if (f == DispatchKey::Undefined || f == DispatchKey::EndOfFunctionalityKeys) {
      return;
    }
    repr_ = functionality_bit(f) | DispatchKeySet(toBackendComponent(k)).repr_;
  }
  constexpr explicit DispatchKeySet(std::initializer_list<DispatchKey> keys) : repr_(0) {
    for (DispatchKey k : keys) {
      repr_ |= DispatchKeySet(k).repr_;
    }
  }
  constexpr explicit DispatchKeySet(std::initializer_list<BackendComponent> backends) : repr_(0) {
    for (BackendComponent b : backends) {
      repr_ |= DispatchKeySet(b).repr_;
    }
  }

  constexpr bool has(DispatchKey t) const {
    const uint64_t r = DispatchKeySet(t).repr_;
    return r != 0 && (repr_ & r) == r;
  }
  constexpr bool has_backend(BackendComponent b) const {
    return (repr_ & DispatchKeySet(b).repr_) != 0;
  }
  constexpr bool has_all(DispatchKeySet ks) const {
    return (repr_ & ks.repr_) == ks.repr_;
  }
  // Any functionality (or backend bit without functionality) in common.
  constexpr bool has_any(DispatchKeySet ks) const {
    return (repr_ & ks.repr_) != 0;
  }
  constexpr bool isSupersetOf(DispatchKeySet ks) const {
    return (repr_ & ks.repr_) == ks.repr_;
  }
  constexpr DispatchKeySet operator|(DispatchKeySet o) const {
    return DispatchKeySet(RAW, repr_ | o.repr_);
  }
  constexpr DispatchKeySet operator&(DispatchKeySet o) const {
    return DispatchKeySet(RAW, repr_ & o.repr_);
  }
  // Takes functionalities away; backend bits stay, as a set may hold others of the same backend.
  constexpr DispatchKeySet operator-(DispatchKeySet o) const {
    return DispatchKeySet(RAW, repr_ & (kBackendMask | ~o.repr_));
  }
  constexpr DispatchKeySet operator^(DispatchKeySet o) const {
    return DispatchKeySet(RAW, repr_ ^ o.repr_);
  }
  constexpr DispatchKeySet& operator|=(DispatchKeySet o) {
    repr_ |= o.repr_;
    return *this;
  }
  constexpr bool operator==(DispatchKeySet o) const {
    return repr_ == o.repr_;
  }
  constexpr bool operator!=(DispatchKeySet o) const {
    return repr_ != o.repr_;
  }
  C10_NODISCARD constexpr DispatchKeySet add(DispatchKey t) const {
    return *this | DispatchKeySet(t);
  }
  C10_NODISCARD constexpr DispatchKeySet add(DispatchKeySet ks) const {
    return *this | ks;
  }
  C10_NODISCARD constexpr DispatchKeySet remove(DispatchKey t) const {
    return DispatchKeySet(RAW, repr_ & ~(DispatchKeySet(t).repr_ & ~kBackendMask));
  }
  constexpr DispatchKeySet removeBackend(BackendComponent b) const {
    return DispatchKeySet(RAW, repr_ & ~DispatchKeySet(b).repr_);
  }
  constexpr bool empty() const {
    return repr_ == 0;
  }
  constexpr uint64_t raw_repr() const {
    return repr_;
  }
  static constexpr DispatchKeySet from_raw_repr(uint64_t x) {
    return DispatchKeySet(RAW, x);
  }

  constexpr DispatchKey highestFunctionalityKey() const {
    const uint64_t f = repr_ >> num_backends;
    return f == 0 ? DispatchKey::Undefined : static_cast<DispatchKey>(64 - __builtin_clzll(f));
  }
  constexpr BackendComponent highestBackendKey() const {
    const uint64_t b = repr_ & kBackendMask;
    return b == 0 ? BackendComponent::InvalidBit : static_cast<BackendComponent>(64 - __builtin_clzll(b));
  }
  constexpr DispatchKey highestPriorityTypeId() const {
    const DispatchKey f = highestFunctionalityKey();
    return isPerBackendFunctionalityKey(f) ? toRuntimePerBackendFunctionalityKey(f, highestBackendKey()) : f;
  }
  C10_ALWAYS_INLINE constexpr int getRuntimeDispatchSlot() const {
    // The extra low bits stand for "no functionality" and "no backend", so neither scan sees a zero.
    const int f = 63 - __builtin_clzll(((repr_ >> num_backends) << 1) | 1);
    const int b = 63 - __builtin_clzll(((repr_ & kBackendMask) << 1) | 1);
    return detail::dispatch_slot_table.slot[f][b];
  }
  constexpr int getDispatchTableIndexForDispatchKeySet() const {
    return getRuntimeDispatchSlot();
  }

  static constexpr uint64_t kBackendMask = (uint64_t{1} << num_backends) - 1;
  static constexpr uint64_t functionality_bit(DispatchKey f) {
    return uint64_t{1} << (num_backends + static_cast<uint8_t>(f) - 1);
  }

 private:
  uint64_t repr_ = 0;
};

C10_API std::string toString(DispatchKeySet ks);
C10_API std::ostream& operator<<(std::ostream& out, DispatchKeySet ks);

constexpr DispatchKeySet full_backend_mask{DispatchKeySet::RAW, DispatchKeySet::kBackendMask};
constexpr DispatchKeySet autograd_dispatch_keyset{
    DispatchKeySet::RAW,
    DispatchKeySet::functionality_bit(DispatchKey::AutogradFunctionality) | DispatchKeySet::functionality_bit(DispatchKey::AutogradOther) |
        DispatchKeySet::functionality_bit(DispatchKey::AutogradNestedTensor)};
constexpr DispatchKeySet inplace_or_view_ks{DispatchKey::ADInplaceOrView};
constexpr DispatchKeySet autograd_dispatch_keyset_with_ADInplaceOrView = autograd_dispatch_keyset | inplace_or_view_ks;
constexpr DispatchKeySet autocast_dispatch_keyset{
    DispatchKey::AutocastCPU,
    DispatchKey::AutocastMPS,
    DispatchKey::AutocastCUDA,
    DispatchKey::AutocastXPU,
    DispatchKey::AutocastIPU,
    DispatchKey::AutocastHPU,
    DispatchKey::AutocastXLA,
    DispatchKey::AutocastPrivateUse1,
    DispatchKey::AutocastMTIA,
    DispatchKey::AutocastMAIA};
// What every thread includes and excludes to begin with.
constexpr DispatchKeySet default_included_set{DispatchKey::BackendSelect, DispatchKey::ADInplaceOrView};
constexpr DispatchKeySet default_excluded_set = autocast_dispatch_keyset;
constexpr DispatchKeySet autograd_dispatch_keyset_with_TLS = autograd_dispatch_keyset_with_ADInplaceOrView;
constexpr DispatchKeySet after_autograd_keyset{DispatchKeySet::FULL_AFTER, DispatchKey::AutogradOther};
constexpr DispatchKeySet after_ADInplaceOrView_keyset{DispatchKeySet::FULL_AFTER, DispatchKey::ADInplaceOrView};
constexpr DispatchKeySet after_func_keyset =
    DispatchKeySet(DispatchKeySet::FULL_AFTER, DispatchKey::Functionalize).remove(DispatchKey::ADInplaceOrView);
constexpr DispatchKeySet python_ks{DispatchKey::Python, DispatchKey::PythonTLSSnapshot};
constexpr DispatchKeySet sparse_ks{DispatchKey::Sparse};
constexpr DispatchKeySet sparse_csr_ks{DispatchKey::SparseCsr};
constexpr DispatchKeySet mkldnn_ks{DispatchKey::MkldnnCPU};

// The autograd keys a tensor of this backend carries.
constexpr DispatchKeySet getAutogradRelatedKeySetFromBackend(BackendComponent b) {
  return inplace_or_view_ks | DispatchKeySet(DispatchKeySet::RAW, DispatchKeySet::functionality_bit(DispatchKey::AutogradFunctionality)) | DispatchKeySet(b);
}
C10_API DispatchKeySet getRuntimeDispatchKeySet(DispatchKey t);
C10_API bool runtimeDispatchKeySetHas(DispatchKey t, DispatchKey k);
C10_API bool isIncludedInAlias(DispatchKey k, DispatchKey alias);
C10_API DispatchKeySet getBackendKeySetFromAutograd(DispatchKey t);
constexpr DispatchKey legacyExtractDispatchKey(DispatchKeySet s) {
  return (s - autograd_dispatch_keyset_with_ADInplaceOrView - autocast_dispatch_keyset -
          DispatchKeySet({DispatchKey::Functionalize, DispatchKey::PythonTLSSnapshot, DispatchKey::Python}))
      .highestPriorityTypeId();
}

} // namespace c10
