// `wick check`: runs an archive on recorded inputs and compares with recorded outputs.
#include "commands.h"
#include "compare.h"
#include "values.h"

#include <ATen/core/Dict.h>
#include <CLI/CLI.hpp>
#include <c10/core/InferenceMode.h>
#include <c10/util/Exception.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/serialization/torch_save.h>

#include <cstdio>

namespace wick {
namespace {

struct Options {
  std::string archive, data, save;
};

// NAME.pt -> NAME.io.pt
std::string default_data(const std::string& archive) {
  const auto slash = archive.find_last_of('/');
  const auto dot = archive.find_last_of('.');
  const bool has_suffix = dot != std::string::npos && (slash == std::string::npos || dot > slash);
  return (has_suffix ? archive.substr(0, dot) : archive) + ".io.pt";
}

// The recorded arguments with the types that `forward` declares.
std::vector<c10::IValue> as_inputs(const c10::IValue& value, const torch::jit::Module& module, const std::string& file, const char* key) {
  TORCH_CHECK(value.isTuple(), file, ": '", key, "' must be a tuple of arguments, it is ", value.tagKind());
  auto inputs = value.toTupleRef().elements();
  const auto& parameters = module.get_method("forward").function().getSchema().arguments();  // the first is self
  for (size_t i = 0; i < inputs.size() && i + 1 < parameters.size(); ++i) inputs[i] = as_argument(std::move(inputs[i]), parameters[i + 1].type(), parameters[i + 1].name());
  return inputs;
}

int check(const Options& options) {
  const auto data_path = options.data.empty() ? default_data(options.archive) : options.data;
  c10::IValue recorded;
  try {
    recorded = torch::jit::readTorchSave(data_path);
    TORCH_CHECK(recorded.isGenericDict() && lookup(recorded.toGenericDict(), "inputs") && lookup(recorded.toGenericDict(), "outputs"), data_path,
                ": not recorded data: a dict with 'inputs' (a tuple) and 'outputs' is wanted");
  } catch (const c10::Error& error) {
    std::fprintf(stderr, "wick check: %s\n", error.what_without_backtrace());
    return kUnreadable;
  }
  auto module = load_or_report(options.archive);
  if (!module) return kUnreadable;

  const auto data = recorded.toGenericDict();
  c10::impl::GenericDict saved(c10::StringType::get(), c10::AnyType::get());
  c10::InferenceMode no_gradients;
  int code = kOk;
  size_t compared = 0;
  // The second call, where there is one, sees the state that the first left.
  const std::pair<const char*, const char*> calls[] = {{"inputs", "outputs"}, {"second_inputs", "second_outputs"}};
  for (const auto& [in, out] : calls) {
    const auto inputs = lookup(data, in), want = lookup(data, out);
    if (!inputs || !want) continue;
    const auto result = module->forward(as_inputs(*inputs, *module, data_path, in));
    saved.insert(c10::IValue(std::string(out)), result);
    ++compared;
    if (auto differs = difference(result, *want, out)) {
      std::fprintf(stderr, "wick check: %s: %s\n", options.archive.c_str(), differs->c_str());
      code = kFailed;
    }
  }
  if (!options.save.empty()) torch::jit::writeTorchSave(options.save, saved);
  if (code == kOk) std::printf("%s: %zu call%s agree%s with %s\n", options.archive.c_str(), compared, compared == 1 ? "" : "s", compared == 1 ? "s" : "", data_path.c_str());
  return code;
}

}  // namespace

void add_check(CLI::App& app, Action& chosen) {
  auto options = std::make_shared<Options>();
  auto* command = app.add_subcommand("check", "Run an archive on recorded inputs and compare with recorded outputs");
  command->add_option("ARCHIVE", options->archive, "The archive")->required();
  command->add_option("--data", options->data, "What torch.save wrote of {'inputs': tuple, 'outputs': value}; NAME.io.pt beside NAME.pt if not given. 'second_inputs' and 'second_outputs' are a further call on the same state");
  command->add_option("--save-outputs", options->save, "Write our outputs in torch.save's format, to be compared from outside");
  command->footer("Example: wick check mlp.pt --data mlp.io.pt --save-outputs ours.pt");
  command->callback([options, &chosen] { chosen = [options] { return check(*options); }; });
}

}  // namespace wick
