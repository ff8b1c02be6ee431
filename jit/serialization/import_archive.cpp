#include <torch/csrc/jit/serialization/import_archive.h>

#include <c10/util/Exception.h>
#include <torch/csrc/jit/serialization/archive_records.h>
#include <torch/csrc/jit/serialization/limits.h>
#include <torch/csrc/jit/serialization/source_range_serialization.h>
#include <torch/csrc/jit/serialization/type_tag.h>
#include <torch/csrc/jit/serialization/unpickler.h>

#include <algorithm>

namespace torch::jit::detail {

using c10::IValue;

bool ArchiveImport::isTorchScript(const ZipReader& archive) {
  return archive.has("data.pkl") && archive.has("constants.pkl");
}

std::string ArchiveImport::codeRecord(const std::string& qualifier) {
  std::string path = qualifier;
  std::replace(path.begin(), path.end(), '.', '/');
  return "code/" + path + ".py";
}

ArchiveImport::ArchiveImport(std::shared_ptr<const ZipReader> archive, std::shared_ptr<CompilationUnit> unit, const LoadOptions& options)
    : archive_(std::move(archive)), unit_(std::move(unit)), options_(options) {
  const std::string& file = archive_->file_name();
  TORCH_CHECK(!archive_->has("model.json"), file, ": the archive is in the layout of PyTorch 1.0 to 1.3 (model.json), which is not supported; load and save it again with PyTorch 1.4 to 1.9");
  TORCH_CHECK(
      archive_->has("constants.pkl") || !archive_->has("data.pkl"), file,
      ": not a TorchScript archive: it is data that torch.save wrote, such as a state_dict; save the model with torch.jit.save, or read the data with readTorchSave");
  TORCH_CHECK(isTorchScript(*archive_), file, ": not a TorchScript archive: record '", archive_->has("data.pkl") ? "constants.pkl" : "data.pkl", "' is missing");
  TORCH_CHECK(!options_.device || options_.device->is_cpu(), file, ": cannot be loaded to the device ", options_.device ? options_.device->str() : "", ", which is not here");
  version_ = readVersion(*archive_);
  checkByteOrder(*archive_);
  importer_ = std::make_unique<SourceImporter>(unit_, &constants_, [this](const std::string& qualifier) { return loadSource(qualifier); }, version_);
}

std::shared_ptr<Source> ArchiveImport::loadSource(const std::string& qualifier) const {
  const std::string name = codeRecord(qualifier);
  const ZipRecord* record = archive_->find(name);
  if (record == nullptr) {
    return nullptr;
  }
  TORCH_CHECK(record->size <= limits::kMaxCodeFile, archive_->file_name(), ": record '", name, "': ", record->size, " bytes of code are more than are allowed (", limits::kMaxCodeFile, ")");
  std::shared_ptr<SourceRangeUnpickler> original;
  const std::string debug = name + ".debug_pkl";
  if (options_.load_debug_files && archive_->has(debug)) {
    original = std::make_shared<ConcreteSourceRangeUnpickler>([archive = archive_, debug] { return archive->readString(debug); });
  }
  return std::make_shared<Source>(archive_->readString(name), name, 1, std::move(original));
}

c10::TypePtr ArchiveImport::resolve(const std::string& name) const {
  return name.rfind("__torch__", 0) == 0 ? importer_->loadType(c10::QualifiedName(name)) : nullptr;
}

IValue ArchiveImport::makeObject(const c10::TypePtr& type, IValue state, bool weak) const {
  const auto cls = type->expect<c10::ClassType>();
  const std::string name = cls->name() ? cls->name()->qualifiedName() : "?";
  TORCH_CHECK(
      !(cls->hasMethod("__setstate__") && cls->hasMethod("__getstate__")), "the class '", name, "' restores its objects with __setstate__, which is not supported yet");
  TORCH_CHECK(state.isGenericDict(), "the state of an object of '", name, "' is not a dict of attributes");
  const auto values = state.toGenericDict();
  const size_t count = cls->numAttributes();
  TORCH_CHECK(values.size() <= count, "an object of '", name, "' has ", values.size(), " attributes, but its class declares ", count);
  auto object = weak ? c10::ivalue::Object::create(c10::WeakTypePtr(unit_, cls), count) : c10::ivalue::Object::create(c10::StrongTypePtr(unit_, cls), count);
  for (size_t slot = 0; slot < count; ++slot) {
    const std::string& attribute = cls->getAttributeName(slot);
    const auto found = values.find(IValue(attribute));
    TORCH_CHECK(found != values.end(), "an object of '", name, "' has no attribute '", attribute, "', which its class declares");
    IValue value = (*found).value();
    std::string why;
    TORCH_CHECK(adoptType(value, cls->getAttribute(slot), &why), "attribute '", attribute, "' of an object of '", name, "': ", why);
    object->setSlot(slot, std::move(value));
  }
  return object;
}

IValue ArchiveImport::readPickle(const char* record, const char* folder, bool weak) const {
  PickleContext context;
  context.where = archive_->file_name() + ": record '" + record + "'";
  context.read_storage = storageReader(archive_, folder, options_.safe);
  context.resolve_type = [this](const std::string& name) { return resolve(name); };
  context.make_object = [this, weak](const c10::TypePtr& type, IValue state) { return makeObject(type, std::move(state), weak); };
  context.device = options_.device;
  const RecordBytes pickle = archive_->read(record);
  return unpickle(pickle.view(), context);
}

IValue ArchiveImport::readTop() {
  // Objects that are constants of the code do not keep the unit alive, which owns the code.
  IValue constants = readPickle("constants.pkl", "constants", /*weak=*/true);
  TORCH_CHECK(constants.isTuple(), archive_->file_name(), ": record 'constants.pkl': does not hold a tuple");
  constants_ = constants.toTupleRef().elements();
  IValue top = readPickle("data.pkl", "data", /*weak=*/false);
  TORCH_CHECK(top.isObject() && top.toObjectRef().type_ref().is_module(), archive_->file_name(), ": record 'data.pkl': its value is not a module");
  return top;
}

} // namespace torch::jit::detail
