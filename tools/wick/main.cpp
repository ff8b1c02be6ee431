// `wick`: TorchScript archives from the command line.
#include "commands.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

int main(int argc, char** argv) {
  CLI::App app{"Runs, checks and describes TorchScript archives, without PyTorch."};
  app.name("wick");
  app.require_subcommand(1);
  app.footer(
      "Examples:\n"
      "  wick info model.pt\n"
      "  wick run model.pt --arg @input.pt\n"
      "  wick run model.pt --method scale --arg '[[1.0, 2.0]]' --arg 3\n"
      "  wick check model.pt --save-outputs ours.pt\n"
      "  wick check-ops ops.pt --op add.Tensor\n"
      "  wick ops 'aten::add*'\n"
      "  wick run model.pt --library ./libmyops.so --arg @input.pt\n"
      "\n"
      "Exit codes: 0 done; 1 the model raised, or an output differs; 2 the command line is wrong;\n"
      "3 a file cannot be read, or needs operators that are missing.");
  wick::add_library_option(app);
  wick::Action chosen;
  wick::add_run(app, chosen);
  wick::add_check(app, chosen);
  wick::add_check_ops(app, chosen);
  wick::add_info(app, chosen);
  wick::add_ops(app, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? wick::kOk : wick::kUsage;
  }
  try {
    return chosen();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "wick: %s\n", error.what());
    return wick::kFailed;
  }
}
