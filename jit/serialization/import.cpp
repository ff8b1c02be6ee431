#include <torch/csrc/jit/serialization/import.h>

#include <c10/util/Exception.h>
#include <torch/csrc/jit/serialization/import_archive.h>

namespace torch::jit {
namespace {

void readExtraFiles(const ZipReader& archive, ExtraFilesMap& files) {
  for (auto& [name, content] : files) {
    const std::string record = "extra/" + name;
    if (archive.has(record)) {
      content = archive.readString(record);
    }
  }
}

Module loadInto(std::shared_ptr<CompilationUnit> unit, ByteSourcePtr source, const LoadOptions& options) {
  const auto archive = std::make_shared<const ZipReader>(std::move(source));
  detail::ArchiveImport import(archive, std::move(unit), options);
  const c10::IValue top = import.readTop();
  try {
    import.importer().compileAll();
  } catch (const c10::Error& error) { // the code of the archive is at fault
    throw c10::Error(c10::str(archive->file_name(), ": ", error.what()));
  }
  if (options.extra_files != nullptr) {
    readExtraFiles(*archive, *options.extra_files);
  }
  return Module(top.toObject());
}

ByteSourcePtr open(const std::string& filename, const LoadOptions& options) {
  return ByteSource::fromFile(filename, /*copy=*/options.safe);
}

LoadOptions optionsOf(std::optional<at::Device> device, bool load_debug_files, ExtraFilesMap* extra_files = nullptr) {
  LoadOptions options;
  options.device = device;
  options.load_debug_files = load_debug_files;
  options.extra_files = extra_files;
  return options;
}

} // namespace

Module load(const std::string& filename, const LoadOptions& options) {
  return load(open(filename, options), options);
}

Module load(ByteSourcePtr source, const LoadOptions& options) {
  TORCH_CHECK(source != nullptr, "load() was given no bytes");
  return loadInto(std::make_shared<CompilationUnit>(), std::move(source), options);
}

Module load(const std::string& filename, std::optional<at::Device> device, bool load_debug_files) {
  return load(filename, optionsOf(device, load_debug_files));
}

Module load(const std::string& filename, std::optional<at::Device> device, ExtraFilesMap& extra_files, bool load_debug_files) {
  return load(filename, optionsOf(device, load_debug_files, &extra_files));
}

Module load(std::istream& in, std::optional<at::Device> device, bool load_debug_files) {
  return load(ByteSource::fromStream(in), optionsOf(device, load_debug_files));
}

Module load(std::istream& in, std::optional<at::Device> device, ExtraFilesMap& extra_files, bool load_debug_files) {
  return load(ByteSource::fromStream(in), optionsOf(device, load_debug_files, &extra_files));
}

Module load(const void* data, size_t size, std::optional<at::Device> device) {
  return load(ByteSource::copyOf(data, size), optionsOf(device, true)); // the weights live in the copy
}

Module import_ir_module(std::shared_ptr<CompilationUnit> cu, const std::string& filename, std::optional<at::Device> device, bool load_debug_files) {
  const LoadOptions options = optionsOf(device, load_debug_files);
  return loadInto(std::move(cu), open(filename, options), options);
}

Module import_ir_module(std::shared_ptr<CompilationUnit> cu, std::istream& in, std::optional<at::Device> device, bool load_debug_files) {
  return loadInto(std::move(cu), ByteSource::fromStream(in), optionsOf(device, load_debug_files));
}

} // namespace torch::jit
