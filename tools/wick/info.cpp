// `wick info`: what is in an archive, and whether this build can run it.
#include "commands.h"

#include <CLI/CLI.hpp>
#include <c10/util/Exception.h>
#include <torch/csrc/jit/serialization/archive_info.h>

#include <cstdio>

namespace wick {
namespace {

struct Options {
  std::string file;
  bool code = false;
};

int info(const Options& options) {
  torch::jit::ArchiveInfo archive;
  try {
    archive = torch::jit::archiveInfo(options.file);
  } catch (const c10::Error& error) {
    std::fprintf(stderr, "wick info: %s\n", error.what_without_backtrace());
    return kUnreadable;
  }
  std::printf("%s: %s '%s', format version %lld, %s endian\n", options.file.c_str(), archive.is_torchscript ? "TorchScript archive" : "torch.save file", archive.archive_name.c_str(),
              static_cast<long long>(archive.version), archive.byteorder.c_str());
  std::printf("\nrecords (%zu):\n", archive.records.size());
  for (const auto& record : archive.records)
    std::printf("  %12llu  %s%s\n", static_cast<unsigned long long>(record.size), record.name.c_str(), record.compressed ? "  (deflated)" : "");
  if (options.code)
    for (const auto& [file, text] : archive.code) std::printf("\n%s:\n%s", file.c_str(), text.c_str());
  if (!archive.is_torchscript) return kOk;
  std::printf("\noperators used (%zu):\n", archive.operators.size());
  for (const auto& use : archive.operators) std::printf("  %5zu  %s\n", use.count, use.schema_or_name.c_str());
  if (archive.missing.empty()) {
    std::printf("\nall of them exist in this build\n");
  } else {
    std::printf("\nmissing in this build (%zu):\n", archive.missing.size());
    for (const auto& use : archive.missing) std::printf("  %5zu  %s  first at %s\n", use.count, use.schema_or_name.c_str(), use.where.c_str());
  }
  return kOk;
}

}  // namespace

void add_info(CLI::App& app, Action& chosen) {
  auto options = std::make_shared<Options>();
  auto* command = app.add_subcommand("info", "Show the records, code, and operators used and missing of an archive");
  command->add_option("ARCHIVE", options->file, "The archive, or a file of torch.save")->required();
  command->add_flag("--code", options->code, "Print the code files too");
  command->footer("Example: wick info model.pt --code");
  command->callback([options, &chosen] { chosen = [options] { return info(*options); }; });
}

}  // namespace wick
