// `--library FILE`: shared libraries of operators, as wick_add_operators() and TORCH_LIBRARY make them. Their operators register when they are loaded.
#include "commands.h"

#include <CLI/CLI.hpp>
#include <dlfcn.h>

namespace wick {
namespace {

// Throws what the command line reports for a wrong argument.
void load(const std::string& file) {
  // A bare name would be looked for in the system's folders only.
  const std::string path = file.find('/') == std::string::npos ? "./" + file : file;
  try {
    if (dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL) == nullptr) throw CLI::ValidationError("--library", dlerror());
  } catch (const CLI::Error&) {
    throw;
  } catch (const std::exception& error) {  // of a registration
    throw CLI::ValidationError("--library", file + ": " + error.what());
  }
}

}  // namespace

void add_library_option(CLI::App& app) {
  app.add_option_function<std::vector<std::string>>(
         "--library",
         [](const std::vector<std::string>& files) {
           for (const std::string& file : files) load(file);
         },
         "Load a shared library of operators first; may be given again")
      ->allow_extra_args(false)
      ->type_name("FILE");
  app.fallthrough();  // after the subcommand too; the subcommands added later take it over
}

}  // namespace wick
