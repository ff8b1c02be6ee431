#pragma once
// Files of Python's torch.save: a container with `data.pkl` and one record for each storage. Written so that torch.load (also with weights_only=True) reads
// them back: tensors, numbers, strings, lists, tuples, dicts, None, bool, complex. Reading takes these and what torch.save writes of them (OrderedDict, dtypes
// as their code, parameters); a file with anything else is refused by the name of its class. Lists and dicts get the narrowest element type that fits.
//
// Trust: nothing in the file runs. Tensors of readTorchSave(path) live in a private map of the file; see byte_source.h.

#include <ATen/core/ivalue.h>

#include <string>
#include <string_view>
#include <vector>

namespace torch::jit {

TORCH_API void writeTorchSave(const std::string& path, const c10::IValue& value);
TORCH_API std::vector<char> writeTorchSaveBytes(const c10::IValue& value, const std::string& archive_name = "archive");

TORCH_API c10::IValue readTorchSave(const std::string& path);
// Copies what it needs.
TORCH_API c10::IValue readTorchSave(const void* data, size_t size);

} // namespace torch::jit
