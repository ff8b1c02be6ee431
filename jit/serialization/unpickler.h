#pragma once
// Unpickler: reads the pickles of archives and of torch.save (protocol 2) into an IValue. It is a stack machine without recursion; memory and time grow with the
// size of the pickle only. No code runs: the few globals that are understood are named in unpickler_globals.cpp, all others are refused by name. The result has
// no cycles, is not nested deeper than limits.h allows, and its tensors lie within their storages.
//
// What lies outside the pickle comes through PickleContext: bytes of storages, classes, and how an object is made from its pickled state.

#include <ATen/core/ivalue.h>
#include <ATen/core/jit_type.h>
#include <c10/core/Storage.h>
#include <torch/csrc/jit/serialization/type_tag.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace torch::jit {

struct PickleContext {
  // For messages: "model.pt: record 'data.pkl'".
  std::string where = "pickle";
  // A storage of exactly `nbytes` bytes from the record of this key. Called once a key. Null: tensors are refused.
  std::function<c10::Storage(const std::string& key, uint64_t nbytes)> read_storage;
  // Classes and enums by qualified name. Null, or a null result: refused.
  TypeResolver resolve_type;
  // Makes an object of a class out of its pickled state (a dict of attributes for most). Null: refused.
  std::function<c10::IValue(const c10::TypePtr& type, c10::IValue state)> make_object;
  // Where tensors go; else where the pickle says.
  std::optional<at::Device> device;
};

TORCH_API c10::IValue unpickle(std::string_view bytes, const PickleContext& context);

} // namespace torch::jit
