#include <torch/csrc/jit/serialization/archive_info.h>

#include <ATen/core/dispatch/OperatorRow.h>
#include <c10/util/Exception.h>
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/serialization/archive_records.h>
#include <torch/csrc/jit/serialization/import_archive.h>

#include <algorithm>
#include <map>

namespace torch::jit {
namespace {

std::string place(const SourceRange& range) {
  const auto at = range.file_line_col();
  return at ? c10::str(std::get<0>(*at), ":", std::get<1>(*at)) : std::string();
}

using Uses = std::map<std::string, ArchiveInfo::OperatorUse>; // by name or schema, so in order

void count(Uses& uses, const std::string& key, const SourceRange& range) {
  ArchiveInfo::OperatorUse& use = uses[key];
  if (use.count++ == 0) {
    use.schema_or_name = key;
    use.where = place(range);
  }
}

void countOperators(Uses& uses, const Graph& graph) {
  std::vector<const Block*> work{graph.block()};
  while (!work.empty()) {
    const Block* block = work.back();
    work.pop_back();
    for (const Node* node : block->nodes()) {
      if (const c10::OperatorRow* row = node->row()) {
        count(uses, row->schema, node->sourceRange());
      }
      work.insert(work.end(), node->blocks().begin(), node->blocks().end());
    }
  }
}

std::vector<ArchiveInfo::OperatorUse> listed(Uses uses) {
  std::vector<ArchiveInfo::OperatorUse> list;
  for (auto& [key, use] : uses) {
    list.push_back(std::move(use));
  }
  return list;
}

void compileAndCount(ArchiveInfo& info, const std::shared_ptr<const ZipReader>& archive) {
  const auto unit = std::make_shared<CompilationUnit>();
  LoadOptions options;
  options.device = at::Device(at::DeviceType::CPU);
  detail::ArchiveImport import(archive, unit, options);
  const c10::IValue top = import.readTop();
  Uses missing, used;
  for (const MissingOperatorUse& use : import.importer().compileAllCollecting()) {
    count(missing, use.attempted.empty() ? use.name : use.attempted, use.range);
  }
  for (Function* function : unit->get_functions()) {
    if (GraphFunction* with_graph = tryToGraphFunction(*function)) {
      countOperators(used, *with_graph->graph());
    }
  }
  info.missing = listed(std::move(missing));
  info.operators = listed(std::move(used));
}

bool isCode(const std::string& name) {
  return name.rfind("code/", 0) == 0 && name.size() > 3 && name.compare(name.size() - 3, 3, ".py") == 0;
}

} // namespace

ArchiveInfo archiveInfo(const std::string& path) {
  const auto archive = std::make_shared<const ZipReader>(ByteSource::fromFile(path));
  ArchiveInfo info;
  info.archive_name = archive->archive_name();
  info.is_torchscript = detail::ArchiveImport::isTorchScript(*archive);
  for (const ZipRecord& record : archive->records()) {
    info.records.push_back({record.name, record.size, record.stored_size, record.offset, record.compressed()});
    if (isCode(record.name)) {
      info.code.emplace_back(record.name, archive->readString(record.name));
    }
  }
  try {
    info.byteorder = readByteOrder(*archive);
    info.version = static_cast<int64_t>(readVersion(*archive));
    if (info.is_torchscript) {
      compileAndCount(info, archive);
    }
  } catch (const c10::Error& error) {
    info.fault = error.what();
  }
  return info;
}

} // namespace torch::jit
