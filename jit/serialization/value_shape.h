#pragma once
// What may be walked by recursion: a value without cycles, of bounded depth, that stays of bounded size when parts it shares are counted each time they are
// met. Checked of everything that is unpickled or pickled, once, without recursion.

#include <ATen/core/ivalue.h>

#include <cstdint>
#include <string>

namespace torch::jit {

// Gives the number of values, shared ones counted each time. More than `limit`, a cycle, too deep, or a capsule inside: a c10::Error that begins with `where`.
TORCH_API uint64_t checkValueShape(const c10::IValue& value, const std::string& where, uint64_t limit);

} // namespace torch::jit
