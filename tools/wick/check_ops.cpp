// `wick check-ops`: replays recorded operator calls and compares results, changed arguments and errors with what was recorded.
#include "commands.h"
#include "compare.h"
#include "values.h"

#include <ATen/core/Dict.h>
#include <ATen/core/List.h>
#include <ATen/core/function_schema.h>
#include <ATen/ops/as_strided.h>
#include <ATen/ops/copy.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/item.h>
#include <ATen/ops/scalar_tensor.h>
#include <ATen/ops/select.h>
#include <CLI/CLI.hpp>
#include <c10/core/InferenceMode.h>
#include <c10/util/Exception.h>
#include <c10/util/StringUtil.h>
#include <nlohmann/json.hpp>
#include <torch/csrc/jit/runtime/operator.h>
#include <torch/csrc/jit/serialization/torch_save.h>

#include <algorithm>
#include <cstdio>
#include <map>

namespace wick {
namespace {

using c10::IValue;

struct Options {
  std::string file, op, save;
  bool json = false;
  size_t show = 20;
};

struct Tally {
  size_t passed = 0, failed = 0, missing = 0;
  size_t total() const { return passed + failed + missing; }
};

// ("__dtype__", "float32") and its like stand for values that a pickle of plain values cannot hold.
std::optional<IValue> decode_word(const std::vector<IValue>& words) {
  if (words.size() < 2 || !words[0].isString()) return std::nullopt;
  const std::string& kind = words[0].toStringRef();
  if (kind == "__complex__" && words.size() == 3) return IValue(c10::complex<double>(words[1].toScalar().toDouble(), words[2].toScalar().toDouble()));
  if (!words[1].isString()) return std::nullopt;
  const std::string& word = words[1].toStringRef();
  if (kind == "__device__") return IValue(c10::Device(word));
  if (kind == "__dtype__") {
    for (int code = 0; code < c10::NumScalarTypes; ++code)
      if (word == c10::dtype_name(static_cast<c10::ScalarType>(code))) return IValue(static_cast<int64_t>(code));
    TORCH_CHECK(false, "the recording names an unknown dtype '", word, "'");
  }
  if (kind == "__layout__") {
    TORCH_CHECK(word == "strided", "the recording names an unknown layout '", word, "'");
    return IValue(static_cast<int64_t>(c10::Layout::Strided));
  }
  if (kind == "__memory_format__") {
    static const std::map<std::string, c10::MemoryFormat> names = {{"contiguous_format", c10::MemoryFormat::Contiguous}, {"contiguous", c10::MemoryFormat::Contiguous}, {"preserve_format", c10::MemoryFormat::Preserve},
        {"preserve", c10::MemoryFormat::Preserve}, {"channels_last", c10::MemoryFormat::ChannelsLast}, {"channels_last_3d", c10::MemoryFormat::ChannelsLast3d}};
    const auto found = names.find(word);
    TORCH_CHECK(found != names.end(), "the recording names an unknown memory format '", word, "'");
    return IValue(static_cast<int64_t>(found->second));
  }
  return std::nullopt;
}

// The values and strides of `t` in memory of its own, as when the call was recorded: a recording keeps all tensors of a dtype in one storage.
at::Tensor private_copy(const at::Tensor& t) {
  if (!t.defined()) return t;
  int64_t span = t.numel() == 0 ? 0 : 1;
  for (int64_t d = 0; span != 0 && d < t.dim(); ++d) span += (t.size(d) - 1) * t.stride(d);
  // The whole stretch of memory, so that elements which share a place do so in the copy.
  at::Tensor memory = at::empty({span}, t.options());
  memory.copy_(at::as_strided(t, {span}, {1}, t.storage_offset()));
  return at::as_strided(memory, t.sizes(), t.strides());
}

// The recorded argument as a call takes it: words decoded, tensors copied.
IValue decode(const IValue& value) {
  if (value.isTensor()) return private_copy(value.toTensor());
  if (value.isTuple()) {
    const auto& words = value.toTupleRef().elements();
    if (auto word = decode_word(words)) return *word;
    std::vector<IValue> items;
    for (const auto& item : words) items.push_back(decode(item));
    return c10::ivalue::Tuple::create(std::move(items));
  }
  if (value.isList()) {
    c10::impl::GenericList items(c10::AnyType::get());
    for (const IValue& item : value.toListRef()) items.push_back(decode(item));
    return items;
  }
  return value;
}

IValue number_of_kind(const at::Tensor& tensor, c10::TypeKind kind) {
  const c10::Scalar number = tensor.item();
  switch (kind) {
    case c10::TypeKind::IntType: return number.isFloatingPoint() ? static_cast<int64_t>(number.toDouble()) : number.toLong();
    case c10::TypeKind::FloatType: return number.toDouble();
    case c10::TypeKind::ComplexType: return number.toComplexDouble();
    case c10::TypeKind::BoolType: return number.toComplexDouble() != c10::complex<double>(0);
    case c10::TypeKind::NumberType: return number;
    default: return tensor;
  }
}

// What a call from Python converts: a tuple to a list, a bare value to a list of declared length, a tensor of one element to a number (of one dimension
// to a list of numbers), a number to a tensor, a bool to a number, a string to a device.
IValue as_declared(IValue value, const c10::Argument& argument) {
  auto type = argument.type();
  if (auto optional = type->cast<c10::OptionalType>()) type = optional->getElementType();
  const auto kind = type->kind();
  const bool is_number = value.isInt() || value.isDouble() || value.isBool() || value.isComplexDouble();
  if (kind == c10::TypeKind::ListType) {
    c10::impl::GenericList items(c10::AnyType::get());
    if (value.isTuple()) {
      for (const IValue& item : value.toTupleRef().elements()) items.push_back(item);
      value = items;
    } else if (value.isTensor() && value.toTensor().dim() == 1) {
      const auto element = type->expectRef<c10::ListType>().getElementType()->kind();
      for (int64_t i = 0; i < value.toTensor().size(0); ++i) items.push_back(number_of_kind(at::select(value.toTensor(), 0, i), element));
      value = items;
    } else if (argument.N() && !value.isList() && !value.isNone()) {
      for (int32_t i = 0; i < *argument.N(); ++i) items.push_back(value);
      value = items;
    }
  } else if (kind == c10::TypeKind::TensorType && is_number) {
    at::Tensor number = at::scalar_tensor(value.toScalar(), value.isDouble() ? at::kDouble : value.isInt() ? at::kLong : value.isBool() ? at::kBool : at::kComplexDouble);
    number.unsafeGetTensorImpl()->set_wrapped_number(true);
    value = number;
  } else if (value.isTensor() && value.toTensor().numel() == 1) {
    value = number_of_kind(value.toTensor(), kind);
  } else if (value.isBool() && kind == c10::TypeKind::NumberType) {
    return value;
  } else if (value.isBool() && kind == c10::TypeKind::IntType) {
    value = static_cast<int64_t>(value.toBool());
  } else if (value.isString() && kind == c10::TypeKind::DeviceObjType) {
    value = c10::Device(value.toStringRef());
  }
  return as_argument(std::move(value), argument.type(), argument.name());
}

bool written(const c10::Argument& argument) { return argument.alias_info() && argument.alias_info()->isWrite(); }

std::vector<IValue> arguments_of(const c10::FunctionSchema& schema, const IValue& args, const c10::impl::GenericDict& kwargs) {
  const auto& given = args.toTupleRef().elements();
  std::vector<IValue> values;
  size_t used_words = 0;
  for (size_t i = 0; i < schema.arguments().size(); ++i) {
    const c10::Argument& argument = schema.arguments()[i];
    if (i < given.size() && !argument.kwarg_only()) {
      values.push_back(as_declared(decode(given[i]), argument));
    } else if (auto word = lookup(kwargs, argument.name().c_str())) {
      values.push_back(as_declared(decode(*word), argument));
      ++used_words;
    } else {
      TORCH_CHECK(argument.default_value(), "the recording lacks argument '", argument.name(), "' of ", schema.name());
      values.push_back(*argument.default_value());
    }
  }
  TORCH_CHECK(used_words == kwargs.size(), "the recording has keyword arguments that ", schema.name(), " does not declare");
  return values;
}

// The name of the Python exception that an error turns into.
std::string exception_name(const std::exception& error) {
  if (dynamic_cast<const c10::IndexError*>(&error)) return "IndexError";
  if (dynamic_cast<const c10::ValueError*>(&error)) return "ValueError";
  if (dynamic_cast<const c10::TypeError*>(&error)) return "TypeError";
  if (dynamic_cast<const c10::NotImplementedError*>(&error)) return "NotImplementedError";
  return "RuntimeError";
}
bool same_exception(const std::string& ours, const std::string& recorded) { return ours == recorded || (ours == "NotImplementedError" && recorded == "RuntimeError"); }

IValue packed(std::vector<IValue> values) {
  if (values.empty()) return {};
  if (values.size() == 1) return std::move(values[0]);
  return c10::ivalue::Tuple::create(std::move(values));
}

struct Outcome {
  IValue result; // what is saved: a value, (value, mutated), {"error": text} or None
  std::optional<std::string> fault; // in words; none if the case passed
  bool missing = false;
};

Outcome replay(const c10::impl::GenericDict& recorded) {
  const std::string full = lookup(recorded, "op")->toStringRef();
  const auto dot = full.find('.');
  const auto* row = torch::jit::findOperator(full.substr(0, dot), dot == std::string::npos ? "" : full.substr(dot + 1));
  Outcome outcome;
  if (!row) {
    outcome.missing = true;
    return outcome;
  }
  const auto error = lookup(recorded, "error");
  const auto mutated = lookup(recorded, "mutated");
  try {
    const c10::FunctionSchema& schema = row->function_schema();
    std::vector<IValue> slots = arguments_of(schema, *lookup(recorded, "args"), lookup(recorded, "kwargs")->toGenericDict());
    const std::vector<IValue> arguments = slots;
    slots.resize(std::max<size_t>(row->n_args, row->n_returns));
    row->boxed(*row, slots.data());
    slots.resize(row->n_returns);
    outcome.result = packed(std::move(slots));
    if (mutated) {
      std::vector<IValue> changed;
      for (size_t i = 0; i < arguments.size(); ++i)
        if (written(schema.arguments()[i])) changed.push_back(arguments[i]);
      outcome.result = c10::ivalue::Tuple::create({outcome.result, c10::ivalue::Tuple::create(std::move(changed))});
    }
    if (error) {
      outcome.fault = c10::str("no error, recorded ", error->toStringRef());
    } else {
      IValue want = *lookup(recorded, "outs");
      if (mutated) want = c10::ivalue::Tuple::create({want, *mutated});
      outcome.fault = difference(outcome.result, want, "result", operator_spread(full));
    }
  } catch (const std::exception& raised) {
    const auto* ours = dynamic_cast<const c10::Error*>(&raised);
    const std::string text = ours ? ours->what_without_backtrace() : raised.what();
    c10::impl::GenericDict dict(c10::StringType::get(), c10::AnyType::get());
    dict.insert(IValue(std::string("error")), IValue(text));
    outcome.result = dict;
    const std::string name = exception_name(raised);
    if (!ours) outcome.fault = c10::str("an exception that is no c10::Error: ", text);
    else if (!error) outcome.fault = c10::str(name, ": ", text);
    else if (!same_exception(name, error->toStringRef())) outcome.fault = c10::str(name, ", recorded ", error->toStringRef(), ": ", text);
  }
  return outcome;
}

int check_ops(const Options& options) {
  IValue recorded;
  try {
    recorded = torch::jit::readTorchSave(options.file);
    TORCH_CHECK(recorded.isGenericDict() && lookup(recorded.toGenericDict(), "cases") && lookup(recorded.toGenericDict(), "cases")->isList(), options.file,
                ": not a recording of operator calls: a dict with 'cases' (a list) is wanted");
  } catch (const c10::Error& error) {
    std::fprintf(stderr, "wick check-ops: %s\n", error.what_without_backtrace());
    return kUnreadable;
  }
  c10::InferenceMode no_gradients;
  std::map<std::string, Tally> by_op;
  Tally all;
  c10::impl::GenericList results(c10::AnyType::get());
  nlohmann::json faults = nlohmann::json::array();
  size_t index = 0, shown = 0;
  const auto cases = lookup(recorded.toGenericDict(), "cases")->toListRef().vec();
  for (const IValue& entry : cases) {
    const size_t at = index++;
    const auto dict = entry.toGenericDict();
    const std::string op = lookup(dict, "op")->toStringRef();
    // NAME, aten::NAME, NAME.overload
    const std::string bare = op.substr(op.find(':') == std::string::npos ? 0 : op.find(':') + 2);
    if (!options.op.empty() && op != options.op && bare != options.op && bare.substr(0, bare.find('.')) != options.op) {
      results.push_back(IValue());
      continue;
    }
    Outcome outcome = replay(dict);
    results.push_back(outcome.result);
    Tally& tally = by_op[op];
    (outcome.missing ? tally.missing : outcome.fault ? tally.failed : tally.passed) += 1;
    (outcome.missing ? all.missing : outcome.fault ? all.failed : all.passed) += 1;
    if (outcome.fault) {
      const std::string dtype = lookup(dict, "dtype") ? lookup(dict, "dtype")->toStringRef() : "";
      if (options.json) faults.push_back({{"case", at}, {"op", op}, {"dtype", dtype}, {"fault", *outcome.fault}});
      else if (shown++ < options.show) std::printf("case %zu: %s (%s): %s\n", at, op.c_str(), dtype.c_str(), outcome.fault->c_str());
    }
  }
  if (!options.save.empty()) {
    c10::impl::GenericDict saved(c10::StringType::get(), c10::AnyType::get());
    saved.insert(IValue(std::string("cases")), IValue(results));
    torch::jit::writeTorchSave(options.save, saved);
  }
  if (options.json) {
    nlohmann::json report = {{"file", options.file}, {"cases", all.total()}, {"passed", all.passed}, {"failed", all.failed}, {"missing", all.missing}, {"faults", std::move(faults)}};
    for (const auto& [op, tally] : by_op) report["operators"][op] = {{"passed", tally.passed}, {"failed", tally.failed}, {"missing", tally.missing}};
    std::printf("%s\n", report.dump(1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
  } else {
    if (shown > options.show) std::printf("... and %zu more; --show N prints more, --op NAME those of one operator\n", shown - options.show);
    size_t missing_ops = 0;
    std::vector<std::pair<size_t, std::string>> worst;
    for (const auto& [op, tally] : by_op) {
      missing_ops += tally.missing != 0;
      if (tally.failed) worst.emplace_back(tally.failed, op);
    }
    std::stable_sort(worst.begin(), worst.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [count, op] : worst) std::printf("  %s: %zu of %zu failed\n", op.c_str(), count, by_op[op].total());
    std::printf("%zu of %zu passed, %zu failed, %zu missing (%zu operators)\n", all.passed, all.total(), all.failed, all.missing, missing_ops);
  }
  if (all.total() == 0) std::fprintf(stderr, "wick check-ops: %s has no case of '%s'\n", options.file.c_str(), options.op.c_str());
  return all.failed || all.total() == 0 ? kFailed : kOk;
}

}  // namespace

void add_check_ops(CLI::App& app, Action& chosen) {
  auto options = std::make_shared<Options>();
  auto* command = app.add_subcommand("check-ops", "Replay recorded operator calls and compare with recorded results");
  command->add_option("FILE", options->file, "What torch.save wrote of {'cases': [{'op', 'args', 'kwargs', 'outs' or 'error', 'mutated'}, ...]}")->required();
  command->add_option("--op", options->op, "Only calls of this operator: add, aten::add, add.Tensor");
  command->add_option("--save-outputs", options->save, "Write our results in torch.save's format, in the order of the cases: a value, (value, changed arguments), {'error': text}, or None for a missing operator");
  command->add_flag("--json", options->json, "Print one JSON object: counts, operators, faults");
  command->add_option("--show", options->show, "How many faults to print (20)");
  command->footer("Exit code 0 if no call failed; calls of missing operators are counted apart.\nExample: wick check-ops ops.pt --op add.Tensor");
  command->callback([options, &chosen] { chosen = [options] { return check_ops(*options); }; });
}

}  // namespace wick
