#pragma once
// The `reduction` argument of losses, as the integer that schemas carry.
namespace at::Reduction {

enum Reduction { None, Mean, Sum, END };

} // namespace at::Reduction
