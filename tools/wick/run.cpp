// `wick run`: calls a method of an archive and prints what it returns.
#include "commands.h"
#include "values.h"

#include <CLI/CLI.hpp>
#include <c10/core/InferenceMode.h>
#include <c10/util/Exception.h>
#include <cstdio>

namespace wick {
namespace {

struct Options {
  std::string file, method = "forward";
  std::vector<std::string> arguments;
};

int run(const Options& options) {
  auto module = load_or_report(options.file);
  if (!module) return kUnreadable;
  auto method = module->find_method(options.method);
  if (!method) {
    std::string known;
    for (const auto& m : module->get_methods()) known += (known.empty() ? "" : ", ") + m.name();
    std::fprintf(stderr, "wick run: %s has no method '%s'; it has: %s\n", options.file.c_str(), options.method.c_str(), known.c_str());
    return kUsage;
  }
  const auto& schema = method->function().getSchema();
  const auto& parameters = schema.arguments();  // the first is self
  if (options.arguments.size() > parameters.size() - 1) {
    std::fprintf(stderr, "wick run: '%s' takes %zu arguments, %zu were given\n", options.method.c_str(), parameters.size() - 1, options.arguments.size());
    return kUsage;
  }
  std::vector<c10::IValue> inputs;
  try {
    for (size_t i = 0; i < options.arguments.size(); ++i) inputs.push_back(parse_argument(options.arguments[i], parameters[i + 1].type(), parameters[i + 1].name()));
  } catch (const c10::Error& error) {
    std::fprintf(stderr, "wick run: %s\n", error.what_without_backtrace());
    return kUsage;
  }
  c10::InferenceMode no_gradients;
  std::printf("%s\n", show((*method)(std::move(inputs))).c_str());
  return kOk;
}

}  // namespace

void add_run(CLI::App& app, Action& chosen) {
  auto options = std::make_shared<Options>();
  auto* command = app.add_subcommand("run", "Call a method of an archive and print what it returns");
  command->add_option("FILE", options->file, "The archive")->required();
  command->add_option("--method", options->method, "The method to call")->capture_default_str();
  command->add_option("--arg", options->arguments, "One argument: a Python literal, or @FILE written by torch.save; repeat it in order")
      ->allow_extra_args(false)
      ->take_all();
  command->footer("Example: wick run mlp.pt --arg @input.pt\n         wick run lang.pt --arg '[[1., 2., 3., 4.]]' --arg '\"a\"' --arg 2");
  command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

}  // namespace wick
