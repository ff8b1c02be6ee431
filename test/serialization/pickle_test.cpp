// pickle_save / pickle_load and torch.save's files: what is written comes back, types and sharing included.
#include <ATen/core/ivalue.h>
#include <ATen/core/jit_type.h>
#include <torch/csrc/jit/serialization/pickle.h>
#include <torch/csrc/jit/serialization/torch_save.h>

#include <cmath>

#include "support.h"

using namespace testing_support;
using namespace torch::jit;
using c10::IValue;

namespace {

at::Tensor floats(const std::vector<float>& values) {
  c10::Storage storage(c10::Storage::use_byte_size_t(), values.size() * 4);
  std::memcpy(storage.mutable_data(), values.data(), values.size() * 4);
  auto impl = c10::make_intrusive<c10::TensorImpl>(std::move(storage), c10::DispatchKey::CPU, c10::scalarTypeToTypeMeta(at::kFloat));
  impl->set_sizes_and_strides({static_cast<int64_t>(values.size())}, {1});
  return at::Tensor(std::move(impl));
}

at::Tensor view(const at::Tensor& base, at::IntArrayRef sizes, at::IntArrayRef strides, int64_t offset) {
  auto impl = c10::make_intrusive<c10::TensorImpl>(c10::Storage(base.storage()), c10::DispatchKey::CPU, base.dtype());
  impl->set_sizes_and_strides(sizes, strides, offset);
  return at::Tensor(std::move(impl));
}

IValue again(const IValue& value) {
  return pickle_load(pickle_save(value));
}

} // namespace

TEST(Pickle, PlainValues) {
  for (const int64_t i : {int64_t(0), int64_t(255), int64_t(256), int64_t(65535), int64_t(65536), int64_t(-1), int64_t(INT32_MIN), int64_t(INT32_MAX) + 1, INT64_MIN, INT64_MAX}) {
    EXPECT_EQ(again(i).toInt(), i);
  }
  for (const double d : {0.0, 1.5, -2e300, 5e-324, std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(again(d).toDouble(), d);
  }
  EXPECT_TRUE(std::isnan(again(std::nan("")).toDouble()));
  EXPECT_TRUE(again(IValue()).isNone());
  EXPECT_TRUE(again(true).toBool());
  EXPECT_EQ(again("h\xc3\xa9\n").toStringRef(), "h\xc3\xa9\n");
  EXPECT_EQ(again(c10::complex<double>(1, -2)).toComplexDouble(), c10::complex<double>(1, -2));
  EXPECT_EQ(again(c10::Device("cpu")).toDevice(), c10::Device("cpu"));
}

TEST(Pickle, ContainersKeepTheirTypes) {
  EXPECT_TRUE(again(c10::List<int64_t>({1, 2})).isIntList());
  EXPECT_TRUE(again(c10::List<double>()).isDoubleList());
  EXPECT_TRUE(again(c10::List<bool>({true})).isBoolList());
  EXPECT_TRUE(again(c10::List<at::Tensor>()).isTensorList());
  EXPECT_EQ(again(c10::List<std::string>()).type()->annotation_str(), "List[str]");
  c10::Dict<std::string, double> dict;
  dict.insert("b", 1.0);
  dict.insert("a", 2.0);
  const IValue back = again(dict);
  EXPECT_EQ(back.type()->annotation_str(), "Dict[str, float]");
  EXPECT_EQ(back.toGenericDict().begin()->key().toStringRef(), "b"); // order too
  for (const size_t n : {0, 1, 2, 3, 4}) {
    std::vector<IValue> elements;
    for (size_t i = 0; i < n; ++i) {
      elements.emplace_back(static_cast<int64_t>(i));
    }
    EXPECT_EQ(again(c10::ivalue::Tuple::create(elements)).toTupleRef().size(), n);
  }
}

TEST(Pickle, ManyStringsPassTheShortMemo) {
  c10::List<std::string> list;
  for (int i = 0; i < 1000; ++i) {
    list.push_back("s" + std::to_string(i % 600));
  }
  const IValue back = again(list);
  EXPECT_EQ(back.toListRef().size(), 1000u);
  EXPECT_EQ(back.toListRef()[999].toStringRef(), "s399");
}

TEST(Pickle, TensorsAndTheirSharing) {
  const at::Tensor base = floats({0, 1, 2, 3, 4, 5});
  const at::Tensor part = view(base, {2, 2}, {1, 3}, 1);
  const IValue back = again(c10::ivalue::Tuple::create(IValue(base), IValue(part), IValue(base)));
  const auto& elements = back.toTupleRef().elements();
  EXPECT_EQ(elements[1].toTensor().strides(), at::IntArrayRef({1, 3}));
  EXPECT_EQ(elements[1].toTensor().storage_offset(), 1);
  EXPECT_TRUE(elements[1].toTensor().is_alias_of(elements[0].toTensor()));
  EXPECT_TRUE(elements[2].toTensor().is_same(elements[0].toTensor()));
  EXPECT_EQ(elements[0].toTensor().const_data_ptr<float>()[5], 5);
  const IValue list = c10::List<int64_t>({7});
  const IValue pair = again(c10::ivalue::Tuple::create(IValue(list), IValue(list)));
  EXPECT_TRUE(pair.toTupleRef().element(0).is(pair.toTupleRef().element(1)));
}

TEST(Pickle, SameValueSameBytes) {
  const IValue value = c10::ivalue::Tuple::create(IValue(floats({1, 2})), IValue("x"));
  EXPECT_EQ(pickle_save(value), pickle_save(value));
}

TEST(Pickle, RefusesWhatItCannotWrite) {
  c10::impl::GenericList cycle(c10::AnyType::get());
  cycle.push_back(cycle);
  expectError([&] { pickle_save(cycle); }, "contains itself");
  cycle.clear();
}

TEST(TorchSave, FilesComeBack) {
  const TemporaryFile file("", "values.pt");
  c10::impl::GenericDict dict(c10::StringType::get(), c10::AnyType::get());
  dict.insert("t", floats({1, 2, 3}));
  dict.insert("l", c10::List<int64_t>({1, 2}));
  writeTorchSave(file.path(), dict);
  const IValue back = readTorchSave(file.path());
  const at::Tensor t = back.toGenericDict().at("t").toTensor();
  EXPECT_EQ(t.const_data_ptr<float>()[2], 3);
  EXPECT_TRUE(back.toGenericDict().at("l").isIntList());
  // The tensor lives in a private map: it outlives the file, and writing to it changes nothing but itself.
  t.mutable_data_ptr<float>()[2] = 9;
  EXPECT_EQ(readTorchSave(file.path()).toGenericDict().at("t").toTensor().const_data_ptr<float>()[2], 3);
  ::unlink(file.path().c_str());
  EXPECT_EQ(t.const_data_ptr<float>()[2], 9);
}

TEST(TorchSave, ReadsWhatPythonWrote) {
  const auto dict = readTorchSave(dataFile("mlp.io.pt")).toGenericDict();
  const IValue inputs = dict.at("inputs");
  EXPECT_EQ(inputs.toTupleRef().element(0).toTensor().sizes(), at::IntArrayRef({5, 16}));
  EXPECT_EQ(dict.at("outputs").toTensor().sizes(), at::IntArrayRef({5, 4}));
}

TEST(TorchSave, CallersBytesAreCopied) {
  const std::vector<char> bytes = writeTorchSaveBytes(floats({1, 2, 3}));
  std::vector<char> own = bytes;
  const at::Tensor t = readTorchSave(own.data(), own.size()).toTensor();
  std::fill(own.begin(), own.end(), 0);
  EXPECT_EQ(t.const_data_ptr<float>()[1], 2);
}

TEST(TorchSave, RefusesOtherFiles) {
  expectError([] { readTorchSave(dataFile("mlp.pt")); }, "mlp.pt", "torch::jit::load");
  const auto refuses = [](const Records& records, std::string_view words) {
    const std::string zip = zipOf(records);
    expectError([&] { readTorchSave(zip.data(), zip.size()); }, words);
  };
  refuses({{"data", "x"}}, "data.pkl");
  refuses({{"data.pkl", pickle("N")}, {"byteorder", "big"}}, "byteorder");
  refuses({{"data.pkl", pickle("cnumpy.core.multiarray\n_reconstruct\n")}}, "numpy.core.multiarray._reconstruct");
  expectError([] { readTorchSave("/nonexistent.pt"); }, "/nonexistent.pt");
}

TEST(TorchSave, RandomChangesDoNoHarm) {
  const std::vector<char> good = writeTorchSaveBytes(c10::ivalue::Tuple::create(IValue(floats({1, 2, 3})), IValue("x")));
  uint32_t state = 99;
  const auto next = [&] { return state = state * 1664525u + 1013904223u, state >> 8; };
  for (int i = 0; i < 2000; ++i) {
    std::vector<char> bytes = good;
    bytes[next() % bytes.size()] = static_cast<char>(next());
    try {
      const IValue value = readTorchSave(bytes.data(), bytes.size());
      EXPECT_EQ(value.toTupleRef().element(0).toTensor().const_data_ptr<float>()[2], 3);
      EXPECT_EQ(value.toTupleRef().element(1).toStringRef(), "x");
    } catch (const c10::Error&) {
    }
  }
}
