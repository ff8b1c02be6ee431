// torch::jit::load: archives made here and one that PyTorch 2.15 wrote. Whatever is wrong with an archive is one c10::Error.
#include <ATen/core/ivalue.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/serialization/archive_info.h>
#include <torch/csrc/jit/serialization/import.h>
#include <torch/csrc/jit/serialization/torch_save.h>

#include <cmath>
#include <sstream>

#include "support.h"

using namespace testing_support;
using namespace torch::jit;
using c10::IValue;

namespace {

constexpr const char* kCode = R"(class M(Module):
  __parameters__ = ["w", ]
  __buffers__ = []
  training : bool
  w : Tensor
  scale : float
  names : List[str]
  table : Dict[str, int]
  pair : Tuple[int, Optional[float]]
  def forward(self: __torch__.M,
    x: int) -> int:
    return x
)";

std::string storageOfFour() {
  return "(" + text("storage") + name("torch", "FloatStorage") + text("0") + text("cpu") + small(4) + "tQ";
}
std::string weight(const std::string& sizes = small(4)) {
  return name("torch._utils", "_rebuild_tensor_v2") + "(" + storageOfFour() + small(0) + "(" + sizes + "t(" + small(1) + "t\x88" + name("collections", "OrderedDict") + ")RtR";
}
std::string tagged(const std::string& value, const std::string& tag) {
  return name("torch.jit._pickle", "restore_type_tag") + value + text(tag) + "\x86R";
}

using Attributes = std::vector<std::pair<std::string, std::string>>;

Attributes goodAttributes() {
  return {
      {"training", "\x89"},
      {"w", weight()},
      {"scale", std::string("G\x3f\xf8\0\0\0\0\0\0", 9)},
      {"names", tagged("](" + text("a") + text("b") + "e", "List[str]")},
      {"table", tagged("}(" + text("k") + small(5) + "u", "Dict[str, int]")},
      {"pair", small(1) + "N\x86"},
  };
}

std::string object(const Attributes& attributes, const std::string& cls = "M") {
  std::string body = name("__torch__", cls) + ")\x81}(";
  for (const auto& [key, value] : attributes) {
    body += text(key) + value;
  }
  return body + "ub";
}

// The records of a good archive, some replaced (or, with no content, left out).
Records archive(const Records& changes = {}) {
  Records records = {
      {"data/0", raw(std::vector<float>{1, 2, 3, 4})},
      {"data.pkl", pickle(object(goodAttributes()))},
      {"code/__torch__.py", kCode},
      {"constants.pkl", pickle(")")},
      {"version", "3\n"},
  };
  for (const auto& [name, content] : changes) {
    bool found = false;
    for (size_t i = 0; i < records.size(); ++i) {
      if (records[i].first == name) {
        found = true;
        records[i].second = content;
        if (content == "-") {
          records.erase(records.begin() + static_cast<ptrdiff_t>(i));
        }
        break;
      }
    }
    if (!found) {
      records.emplace_back(name, content);
    }
  }
  return records;
}

Module loadBytes(const std::string& bytes) {
  return load(ByteSource::copyOf(bytes.data(), bytes.size(), "x.pt"), LoadOptions());
}
Module loadRecords(const Records& records) {
  return loadBytes(zipOf(records));
}

template <class... Words>
void refuses(const Records& changes, const Words&... words) {
  expectError([&] { loadRecords(archive(changes)); }, "x.pt", words...);
}

Attributes with(const std::string& key, const std::string& value) {
  Attributes attributes = goodAttributes();
  for (auto& [name, old] : attributes) {
    if (name == key) {
      old = value;
    }
  }
  return attributes;
}

} // namespace

TEST(Import, AttributesGetTheirValuesAndTypes) {
  Module m = loadRecords(archive());
  EXPECT_EQ(m.attr("w").toTensor().const_data_ptr<float>()[3], 4);
  EXPECT_TRUE(m.attr("w").toTensor().requires_grad());
  EXPECT_EQ(m.attr("scale").toDouble(), 1.5);
  EXPECT_EQ(m.attr("names").type()->annotation_str(), "List[str]");
  EXPECT_EQ(m.attr("table").toGenericDict().at("k").toInt(), 5);
  EXPECT_TRUE(m.attr("pair").toTupleRef().element(1).isNone());
  EXPECT_EQ(m.parameters().size(), 1u);
  EXPECT_EQ(m.forward({7}).toInt(), 7);
}

TEST(Import, TypesComeFromTheClassWhereThePickleHasNone) {
  Attributes untagged = with("names", "](" + text("a") + "e");
  for (auto& [key, value] : untagged) {
    if (key == "table") {
      value = "}";
    } else if (key == "scale") {
      value = small(2);
    } else if (key == "pair") {
      value = small(1) + small(2) + "\x86";
    }
  }
  std::swap(untagged[0], untagged[4]); // order does not matter
  Module m = loadRecords(archive({{"data.pkl", pickle(object(untagged))}, {"version", "2\n"}}));
  EXPECT_EQ(m.attr("names").type()->annotation_str(), "List[str]");
  EXPECT_EQ(m.attr("table").type()->annotation_str(), "Dict[str, int]");
  EXPECT_EQ(m.attr("scale").toDouble(), 2.0);
  EXPECT_EQ(m.attr("pair").toTupleRef().element(1).toDouble(), 2.0);
}

TEST(Import, AttributesThatDoNotFitTheirClass) {
  const auto bad = [](const Attributes& attributes, const auto&... words) { refuses({{"data.pkl", pickle(object(attributes))}}, "data.pkl", words...); };
  bad(with("w", small(1)), "'w'", "Int where Tensor is declared");
  bad(with("scale", text("x")), "'scale'", "String where float is declared");
  bad(with("names", tagged("]", "List[int]")), "'names'", "List[int] where List[str] is declared");
  bad(with("pair", small(1) + "\x85"), "'pair'");
  Attributes missing = goodAttributes();
  missing.pop_back();
  bad(missing, "no attribute 'pair'");
  Attributes extra = goodAttributes();
  extra.emplace_back("more", small(1));
  bad(extra, "7 attributes", "declares 6");
  Attributes other = goodAttributes();
  other.back().first = "pear";
  bad(other, "no attribute 'pair'");
  bad(with("w", weight(small(5))), "beyond its storage");
}

TEST(Import, WrongRecords) {
  refuses({{"data.pkl", "-"}}, "'data.pkl'", "missing");
  refuses({{"constants.pkl", "-"}}, "torch.save");
  refuses({{"code/__torch__.py", "-"}}, "__torch__.M");
  refuses({{"data/0", "-"}}, "data/0", "missing");
  refuses({{"data/0", "123"}}, "data/0", "3 bytes");
  refuses({{"version", "-"}}, "'version'", "missing");
  refuses({{"model.json", "{}"}}, "model.json");
  refuses({{"byteorder", "big"}}, "byteorder", "little-endian");
  refuses({{"constants.pkl", pickle("N")}}, "constants.pkl", "tuple");
  refuses({{"data.pkl", pickle("N")}}, "data.pkl", "not a module");
  refuses({{"data.pkl", pickle(object({}, "Nope"))}}, "Nope");
  refuses({{"code/__torch__.py", "class M(Module):\n  def forward(self"}});
  refuses({{"code/__torch__.py", std::string("class M(Module):\n  a : \xff\0", 24)}});
  loadRecords(archive({{"byteorder", "little"}}));
}

TEST(Import, Versions) {
  for (const char* version : {"1", "2\n", "3\n", "10\n"}) {
    EXPECT_EQ(loadRecords(archive({{"version", version}})).forward({1}).toInt(), 1) << version;
  }
  EXPECT_EQ(loadRecords(archive({{".data/version", "10\n"}, {"version", "999"}})).forward({1}).toInt(), 1); // .data/version counts
  refuses({{"version", "0"}}, "version 0", "re-save the model");
  refuses({{"version", "999"}}, "version 999", "upgrade the runtime");
  refuses({{"version", "11"}}, "upgrade the runtime");
  refuses({{"version", "99999999999999999999"}}, "upgrade the runtime");
  for (const char* version : {"-1", "abc", "", "3 4", "0x3"}) {
    refuses({{"version", version}}, "'version'", "not a number");
  }
}

TEST(Import, FromPathStreamAndBytes) {
  const std::string bytes = zipOf(archive());
  const TemporaryFile file(bytes, "mod\xc3\xa8le_\xe6\xa8\xa1\xe5\x9e\x8b.pt");
  EXPECT_EQ(load(file.path()).forward({1}).toInt(), 1);
  std::istringstream stream(bytes);
  EXPECT_EQ(load(stream).forward({2}).toInt(), 2);
  EXPECT_EQ(load(bytes.data(), bytes.size()).forward({3}).toInt(), 3);
  LoadOptions safe;
  safe.safe = true;
  EXPECT_EQ(load(file.path(), safe).forward({4}).toInt(), 4);
  expectError([] { load("/nonexistent/mod\xc3\xa8le.pt"); }, "mod\xc3\xa8le.pt");
}

TEST(Import, WeightsLiveInAPrivateMap) {
  const TemporaryFile file(zipOf(archive()));
  Module m = load(file.path());
  m.attr("w").toTensor().mutable_data_ptr<float>()[0] = 9;
  EXPECT_EQ(load(file.path()).attr("w").toTensor().const_data_ptr<float>()[0], 1);
  ::unlink(file.path().c_str());
  EXPECT_EQ(m.attr("w").toTensor().const_data_ptr<float>()[0], 9);
  EXPECT_EQ(m.attr("w").toTensor().const_data_ptr<float>()[1], 2);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(m.attr("w").toTensor().const_data_ptr()) % 64, 0u);
}

TEST(Import, ExtraFiles) {
  const TemporaryFile file(zipOf(archive({{"extra/info.txt", "hello"}})));
  ExtraFilesMap files = {{"info.txt", ""}, {"other", "as it was"}};
  load(file.path(), std::nullopt, files);
  EXPECT_EQ(files["info.txt"], "hello");
  EXPECT_EQ(files["other"], "as it was");
}

TEST(Import, Devices) {
  std::string body = object(goodAttributes());
  body.replace(body.find(text("cpu")), text("cpu").size(), text("cuda:0"));
  refuses({{"data.pkl", pickle(body)}}, "cuda:0", "give a device");
  const std::string bytes = zipOf(archive({{"data.pkl", pickle(body)}}));
  LoadOptions options;
  options.device = at::Device("cpu");
  EXPECT_EQ(load(ByteSource::borrow(bytes.data(), bytes.size()), options).attr("w").toTensor().device(), at::Device("cpu"));
  options.device = at::Device("cuda:0");
  expectError([&] { load(ByteSource::borrow(bytes.data(), bytes.size()), options); }, "cuda:0");
}

TEST(Import, AllMissingOperatorsInOneError) {
  const std::string code = R"(class M(Module):
  __parameters__ = []
  __buffers__ = []
  def forward(self: __torch__.M,
    x: Tensor) -> Tensor:
    y = ops.acme.nope(ops.acme.nix(x), 3)
    print("torch.no(")
    return torch.add(y, torch.neg(x))
)";
  const Records records = archive({{"code/__torch__.py", code}, {"data.pkl", pickle(object({}))}});
  expectError([&] { loadRecords(records); }, "x.pt", "acme::nope", "acme::nix", "code/__torch__.py:6");
  const TemporaryFile file(zipOf(records));
  const ArchiveInfo info = archiveInfo(file.path());
  EXPECT_TRUE(info.is_torchscript);
  EXPECT_EQ(info.version, 3);
  EXPECT_EQ(info.byteorder, "little");
  EXPECT_EQ(info.archive_name, "m");
  EXPECT_EQ(info.records.size(), records.size());
  ASSERT_EQ(info.code.size(), 1u);
  EXPECT_EQ(info.code[0].second, code);
  EXPECT_EQ(info.missing.size(), 2u);
  EXPECT_EQ(info.fault, "");
  std::string used;
  for (const auto& use : info.operators) {
    used += use.schema_or_name + " " + use.where + "; ";
  }
  EXPECT_EQ(used, "aten::add code/__torch__.py:8; aten::neg code/__torch__.py:8; ");
}

TEST(Import, MalformedPickles) {
  for (const char* record : {"data.pkl", "constants.pkl"}) {
    for (const std::string& body : {std::string(), pickle(""), pickle("t"), pickle("e"), pickle("(e"), pickle("}K\x01K\x02u"), pickle("K\x01K\x02K\x03s"), pickle(std::string("](K\0K\1u", 7)), pickle("h\x05"),
                                    pickle("X\xff\xff\xff\xff" "ab"), pickle("R"), pickle("b"), pickle("\x81"), pickle("Q"), pickle("K\x01Q"), pickle("K\x01\x86"), pickle("\xfe"),
                                    pickle("cposix\nsystem\n)R"), std::string("\x80\x63}.")}) {
      refuses({{record, body}}, record);
    }
  }
}

namespace {

bool close(const at::Tensor& a, const at::Tensor& b) {
  if (a.sizes() != b.sizes() || !a.is_contiguous() || !b.is_contiguous()) {
    return false;
  }
  for (int64_t i = 0; i < a.numel(); ++i) {
    if (!(std::abs(a.const_data_ptr<float>()[i] - b.const_data_ptr<float>()[i]) <= 1e-5f)) {
      return false;
    }
  }
  return true;
}

} // namespace

TEST(Import, AModelOfPyTorchGivesPyTorchsAnswer) {
  const auto io = readTorchSave(dataFile("mlp.io.pt")).toGenericDict();
  Module m = load(dataFile("mlp.pt"));
  const IValue inputs = io.at("inputs");
  EXPECT_TRUE(close(m.forward({inputs.toTupleRef().element(0)}).toTensor(), io.at("outputs").toTensor()));
}

TEST(Import, ATruncatedModelIsAnError) {
  const std::string good = fileBytes(dataFile("mlp.pt"));
  for (size_t size = 0; size < good.size(); ++size) {
    expectError([&] { loadBytes(good.substr(0, size)); }, "x.pt");
  }
}

TEST(Import, RandomChangesAreAnErrorOrDoNotMatter) {
  const auto io = readTorchSave(dataFile("mlp.io.pt")).toGenericDict();
  const IValue inputs = io.at("inputs");
  const std::string good = fileBytes(dataFile("mlp.pt"));
  uint32_t state = 2026;
  const auto next = [&] { return state = state * 1664525u + 1013904223u, state >> 8; };
  int loaded = 0;
  for (int i = 0; i < 2000; ++i) {
    std::string bytes = good;
    bytes[next() % bytes.size()] = static_cast<char>(next());
    try {
      Module m = loadBytes(bytes);
      EXPECT_TRUE(close(m.forward({inputs.toTupleRef().element(0)}).toTensor(), io.at("outputs").toTensor())) << i;
      ++loaded;
    } catch (const c10::Error&) {
    }
  }
  EXPECT_GT(loaded, 0); // padding and dates do not matter
}
