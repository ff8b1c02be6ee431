#include <torch/csrc/jit/serialization/archive_info.h>

#include <ATen/core/dispatch/OperatorRow.h>
#include <c10/util/Exception.h>
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/serialization/archive_records.h>
#include <torch/csrc/jit/serialization/import_archive.h>

#include <algorithm>
#include <map>
#include <set>

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

void countOperators(Uses& uses, std::set<std::string>& names, const Graph& graph) {
  std::vector<const Block*> work{graph.block()};
  while (!work.empty()) {
    const Block* block = work.back();
    work.pop_back();
    for (const Node* node : block->nodes()) {
      if (const c10::OperatorRow* row = node->row()) {
        count(uses, row->schema, node->sourceRange());
        names.insert(row->name);
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

bool partOfName(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

// Calls torch.<name>( and ops.<namespace>.<name>( in the text of a code file, outside of strings. For functions that did not compile.
class CallScanner {
 public:
  CallScanner(const std::string& file, std::string_view text) : file_(file), text_(text) {}

  template <class Found> // (const std::string& qualified name, std::string place)
  void run(Found&& found) {
    for (size_t i = 0; i < text_.size();) {
      const char c = text_[i];
      if (c == '"' || c == '\'') {
        i = endOfString(i);
      } else if (partOfName(c)) {
        const size_t start = i;
        while (i < text_.size() && partOfName(text_[i])) {
          ++i;
        }
        const std::string name = qualified(text_.substr(start, i - start));
        if (!name.empty() && i < text_.size() && text_[i] == '(') {
          found(name, c10::str(file_, ":", line_));
        }
      } else {
        line_ += c == '\n';
        ++i;
      }
    }
  }

 private:
  size_t endOfString(size_t i) const {
    const char quote = text_[i++];
    while (i < text_.size() && text_[i] != quote && text_[i] != '\n') {
      i += text_[i] == '\\' ? 2 : 1;
    }
    return std::min(i + 1, text_.size());
  }
  static std::string qualified(std::string_view called) {
    if (called.substr(0, 6) == "torch.") {
      called.remove_prefix(6);
      return called.find('.') == std::string_view::npos ? c10::str("aten::", called) : std::string();
    }
    const size_t dot = called.rfind('.');
    return called.substr(0, 4) == "ops." && dot > 4 ? c10::str(called.substr(4, dot - 4), "::", called.substr(dot + 1)) : std::string();
  }

  const std::string& file_;
  std::string_view text_;
  size_t line_ = 1;
};

void compileAndCount(ArchiveInfo& info, const std::shared_ptr<const ZipReader>& archive) {
  const auto unit = std::make_shared<CompilationUnit>();
  LoadOptions options;
  options.device = at::Device(at::DeviceType::CPU);
  detail::ArchiveImport import(archive, unit, options);
  const c10::IValue top = import.readTop();
  Uses missing, used;
  std::set<std::string> known; // names that are in one of the lists
  for (const MissingOperatorUse& use : import.importer().compileAllCollecting()) {
    count(missing, use.attempted.empty() ? use.name : use.attempted, use.range);
    known.insert(use.name);
  }
  bool all = true;
  for (Function* function : unit->get_functions()) {
    if (GraphFunction* with_graph = tryToGraphFunction(*function)) {
      try {
        countOperators(used, known, *with_graph->graph());
      } catch (const c10::Error&) { // it calls one that is missing
        all = false;
      }
    }
  }
  for (const auto& [file, text] : info.code) {
    if (!all) {
      CallScanner(file, text).run([&](const std::string& name, std::string where) {
        if (known.count(name) == 0) {
          ArchiveInfo::OperatorUse& use = used[name];
          use.schema_or_name = name;
          use.where = use.count++ == 0 ? std::move(where) : use.where;
        }
      });
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
