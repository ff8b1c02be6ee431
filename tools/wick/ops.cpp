// `wick ops`: the operators this build has.
#include "commands.h"

#include <CLI/CLI.hpp>
#include <fnmatch.h>
#include <torch/csrc/jit/runtime/operator.h>

#include <cstdio>

namespace wick {
namespace {

bool matches(const std::string& pattern, const c10::OperatorRow& row) {
  const std::string name = row.name, full = row.overload[0] ? name + "." + row.overload : name;
  if (pattern.find_first_of("*?[") == std::string::npos) return full.find(pattern) != std::string::npos;
  return fnmatch(pattern.c_str(), full.c_str(), 0) == 0 || fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

int ops(const std::string& pattern) {
  size_t shown = 0;
  for (const auto* row : torch::jit::allOperators())
    if (pattern.empty() || matches(pattern, *row)) {
      std::printf("%s\n", row->schema);
      ++shown;
    }
  if (!shown) std::fprintf(stderr, "wick ops: no operator matches '%s'\n", pattern.c_str());
  return shown ? kOk : kFailed;
}

}  // namespace

void add_ops(CLI::App& app, Action& chosen) {
  auto pattern = std::make_shared<std::string>();
  auto* command = app.add_subcommand("ops", "List the operators of this build, a schema a line");
  command->add_option("PATTERN", *pattern, "A part of the name, or a pattern with * ? [] for the whole name");
  command->footer("Example: wick ops 'aten::conv*'");
  command->callback([pattern, &chosen] { chosen = [pattern] { return ops(*pattern); }; });
}

}  // namespace wick
