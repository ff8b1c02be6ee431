#pragma once
// torch::jit::load: an archive becomes a Module. The container is checked, the version must be one of 1 to 10, constants and the top object are unpickled, and
// the classes they name are compiled from the archive's code as they are needed. An archive whose code calls operators that are not here ends in one error
// that lists all of them.
//
// Trust: no function here runs code of the archive, and no byte of the file may crash the program; every fault is a c10::Error. Running a method of the loaded
// module runs what the archive's author wrote, which can use any operator of this library, with all the memory and time it likes. Weights of a file are mapped
// (see byte_source.h); LoadOptions::safe copies the file first and checks every byte.

#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/serialization/byte_source.h>

#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

namespace torch::jit {

struct LoadOptions {
  std::optional<at::Device> device; // where tensors go; else where the archive says
  bool load_debug_files = true; // show the author's source lines in errors
  bool safe = false; // copy the file first, check the CRC of the weights too
  ExtraFilesMap* extra_files = nullptr; // records extra/<key> are read for the keys that are in it
};

// From a file, a stream (all of it, wherever it stands), or bytes in memory (copied).
TORCH_API Module load(const std::string& filename, std::optional<at::Device> device = std::nullopt, bool load_debug_files = true);
TORCH_API Module load(const std::string& filename, std::optional<at::Device> device, ExtraFilesMap& extra_files, bool load_debug_files = true);
TORCH_API Module load(std::istream& in, std::optional<at::Device> device = std::nullopt, bool load_debug_files = true);
TORCH_API Module load(std::istream& in, std::optional<at::Device> device, ExtraFilesMap& extra_files, bool load_debug_files = true);
TORCH_API Module load(const void* data, size_t size, std::optional<at::Device> device = std::nullopt);
TORCH_API Module load(const std::string& filename, const LoadOptions& options);
TORCH_API Module load(ByteSourcePtr source, const LoadOptions& options);

// The same into a unit of the caller's, so that modules can share types.
TORCH_API Module import_ir_module(
    std::shared_ptr<CompilationUnit> cu,
    const std::string& filename,
    std::optional<at::Device> device = std::nullopt,
    bool load_debug_files = true);
TORCH_API Module import_ir_module(
    std::shared_ptr<CompilationUnit> cu,
    std::istream& in,
    std::optional<at::Device> device = std::nullopt,
    bool load_debug_files = true);

} // namespace torch::jit
