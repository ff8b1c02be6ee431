// Operators whose meaning changed since an archive was written. An archive of an old version calls the operator by its name of today; what it
// meant then is emitted in its place.
#pragma once
#include <torch/csrc/jit/frontend/sugared_value.h>

#include <cstddef>
#include <string>

namespace torch::jit {

// What torch.<name> meant in archives of `version`, or null if that is what it means now.
//   div, div_       versions to 3: numbers of integral tensors were divided with truncation
//   full            versions to 4: the result was floating unless a dtype was given
//   linspace        versions to 7: 100 steps when none were given;   logspace: versions to 8
//   gelu            versions to 9 had no `approximate`: its default gives the same
SugaredValuePtr upgradedOperator(const std::string& name, size_t version);

}  // namespace torch::jit
