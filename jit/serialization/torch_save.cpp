#include <torch/csrc/jit/serialization/torch_save.h>

#include <c10/util/Exception.h>
#include <torch/csrc/jit/serialization/archive_records.h>
#include <torch/csrc/jit/serialization/byte_source.h>
#include <torch/csrc/jit/serialization/pickle.h>
#include <torch/csrc/jit/serialization/pickler.h>
#include <torch/csrc/jit/serialization/unpickler.h>
#include <torch/csrc/jit/serialization/zip_reader.h>
#include <torch/csrc/jit/serialization/zip_writer.h>

namespace torch::jit {
namespace {

using c10::IValue;

void writeContainer(ByteSink& sink, const std::string& archive_name, const IValue& value, PickleDialect dialect) {
  Pickler pickler(dialect);
  const std::string pickle = pickler.pickle(value);
  ZipWriter zip(sink, archive_name);
  zip.add("data.pkl", pickle);
  zip.add("byteorder", "little");
  size_t key = 0;
  for (const c10::Storage& storage : pickler.storages()) {
    zip.add("data/" + std::to_string(key++), storage.data(), storage.nbytes());
  }
  zip.add("version", "3\n");
  zip.finish();
}

IValue readContainer(ByteSourcePtr source) {
  const auto archive = std::make_shared<const ZipReader>(std::move(source));
  TORCH_CHECK(
      !archive->has("constants.pkl") && archive->has("data.pkl"), archive->file_name(), ": is not a file of torch.save: ",
      archive->has("constants.pkl") ? "it is a TorchScript archive; use torch::jit::load" : "record 'data.pkl' is missing");
  checkByteOrder(*archive);
  PickleContext context;
  context.where = archive->file_name() + ": record 'data.pkl'";
  context.read_storage = storageReader(archive, "data", false);
  context.device = at::Device(at::DeviceType::CPU); // values saved on another device come to the CPU
  const RecordBytes pickle = archive->read("data.pkl");
  IValue value = unpickle(pickle.view(), context);
  inferContainerTypes(value);
  return value;
}

} // namespace

void writeTorchSave(const std::string& path, const IValue& value) {
  FileSink sink(path);
  writeContainer(sink, archiveNameFor(path), value, PickleDialect::Python);
  sink.finish();
}

std::vector<char> writeTorchSaveBytes(const IValue& value, const std::string& archive_name) {
  MemorySink sink;
  writeContainer(sink, archive_name, value, PickleDialect::Python);
  return std::move(sink.bytes);
}

IValue readTorchSave(const std::string& path) {
  return readContainer(ByteSource::fromFile(path));
}

IValue readTorchSave(const void* data, size_t size) {
  return readContainer(ByteSource::borrow(data, size));
}

std::vector<char> pickle_save(const IValue& ivalue) {
  MemorySink sink;
  writeContainer(sink, "archive", ivalue, PickleDialect::Archive);
  return std::move(sink.bytes);
}

IValue pickle_load(const std::vector<char>& data) {
  return readTorchSave(data.data(), data.size());
}

} // namespace torch::jit
