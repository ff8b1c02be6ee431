#pragma once
// Any value but objects to bytes and back, with its list and dict types, as libtorch's functions of these names: a container with `data.pkl` and one record for
// each storage. pickle_load also takes what torch.save wrote. Nothing in the bytes runs.

#include <ATen/core/ivalue.h>

#include <vector>

namespace torch::jit {

TORCH_API std::vector<char> pickle_save(const c10::IValue& ivalue);
TORCH_API c10::IValue pickle_load(const std::vector<char>& data);

} // namespace torch::jit
