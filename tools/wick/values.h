// Values on the command line and how they are shown.
#pragma once
#include <ATen/core/Dict.h>
#include <ATen/core/ivalue.h>
#include <ATen/core/jit_type.h>
#include <torch/csrc/jit/api/module.h>

#include <memory>
#include <optional>
#include <string>

namespace wick {

// The archive, ready to run. A file that cannot be loaded is reported on stderr, and the result is empty.
std::unique_ptr<torch::jit::Module> load_or_report(const std::string& path);

// What `dict` has under a string, if anything.
std::optional<c10::IValue> lookup(const c10::impl::GenericDict& dict, const char* key);

// `value` as an argument of `type`: lists and dicts read from a file take their element types, integers become floats where floats are
// declared. Throws if it does not fit.
c10::IValue as_argument(c10::IValue value, const c10::TypePtr& type, const std::string& name);

// Reads one --arg as a value of `type`: a Python literal (3, -1.5, "text", True, None, [1, 2], {"a": 1}, (1, 2)), or @FILE for what
// torch.save wrote. Where a Tensor is wanted, a number or nested lists of numbers make one. `name` is the parameter's, for errors.
c10::IValue parse_argument(const std::string& text, const c10::TypePtr& type, const std::string& name);

// The value as Python would print it, tensors in full form.
std::string show(const c10::IValue& value);

} // namespace wick
