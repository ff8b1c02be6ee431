// The subcommands of `wick`. Each adds itself to the command line and, when chosen, does its work and returns the process's exit code.
#pragma once
#include <functional>

namespace CLI { class App; }

namespace wick {

// What a script can tell from the exit code; `wick --help` prints these lines.
enum ExitCode {
  kOk = 0,       // done; for `check` and `check-ops`: every output agrees
  kFailed = 1,   // the model raised, or an output differs
  kUsage = 2,    // the command line is wrong
  kUnreadable = 3, // a file cannot be read, or needs operators that are missing
};

using Action = std::function<int()>;

// Each stores in `chosen` what to do if its subcommand was given.
void add_run(CLI::App& app, Action& chosen);
void add_check(CLI::App& app, Action& chosen);
void add_check_ops(CLI::App& app, Action& chosen);
void add_info(CLI::App& app, Action& chosen);
void add_ops(CLI::App& app, Action& chosen);
// `--library FILE` of every subcommand added after it: loads operators before it runs.
void add_library_option(CLI::App& app);

} // namespace wick
