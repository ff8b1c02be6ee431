#include <c10/util/intrusive_ptr.h>

namespace c10 {

void intrusive_access::decref_shared(intrusive_ptr_target* t) noexcept {
  const uint64_t before = t->counts_.fetch_sub(intrusive_ptr_target::kStrongOne, std::memory_order_acq_rel);
  if (static_cast<uint32_t>(before) != 1) {
    return;
  }
  // The last strong reference went. The weak one that all strong ones held together goes with it; if others remain the object stays as a shell.
  if (before == intrusive_ptr_target::kSoleOwner) {
    delete t;
    return;
  }
  t->release_resources();
  decref_weak(t);
}

void intrusive_access::decref_weak(intrusive_ptr_target* t) noexcept {
  const uint64_t before = t->counts_.fetch_sub(intrusive_ptr_target::kWeakOne, std::memory_order_acq_rel);
  if (before >> 32 == 1) {
    delete t;
  }
}

} // namespace c10
