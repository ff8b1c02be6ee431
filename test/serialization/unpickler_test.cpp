// The unpickler: what archives and torch.save write is understood; everything else is an error that says where and what.
#include <ATen/core/ivalue.h>
#include <ATen/core/jit_type.h>
#include <torch/csrc/jit/serialization/limits.h>
#include <torch/csrc/jit/serialization/unpickler.h>

#include "support.h"

using namespace testing_support;
using namespace torch::jit;
using c10::IValue;

namespace {

// Storages that hold 0, 1, 2, ... bytes.
PickleContext context() {
  PickleContext made;
  made.where = "x.pt: record 'data.pkl'";
  made.read_storage = [](const std::string& key, uint64_t nbytes) {
    TORCH_CHECK(key == "0" && nbytes <= 64, "record 'data/", key, "' does not have ", nbytes, " bytes");
    c10::Storage storage(c10::Storage::use_byte_size_t(), nbytes);
    for (uint64_t i = 0; i < nbytes; ++i) {
      static_cast<uint8_t*>(storage.mutable_data())[i] = static_cast<uint8_t>(i);
    }
    return storage;
  };
  return made;
}

IValue read(const std::string& body) {
  return unpickle(pickle(body), context());
}

template <class... Words>
void refuses(const std::string& body, const Words&... words) {
  expectError([&] { read(body); }, "x.pt: record 'data.pkl': at byte", words...);
}

std::string storage(const std::string& count, const std::string& key = "0", const std::string& location = "cpu", const std::string& type = "FloatStorage") {
  return "(" + text("storage") + name("torch", type) + text(key) + text(location) + count + "tQ";
}

std::string tensor(const std::string& storage, const std::string& offset, const std::string& sizes, const std::string& strides, const std::string& grad = "\x89") {
  return name("torch._utils", "_rebuild_tensor_v2") + "(" + storage + offset + "(" + sizes + "t(" + strides + "t" + grad + name("collections", "OrderedDict") + ")RtR";
}

std::string long1(std::string_view bytes) {
  return "\x8a" + std::string(1, static_cast<char>(bytes.size())) + std::string(bytes);
}

} // namespace

TEST(Unpickler, PlainValues) {
  EXPECT_TRUE(read("N").isNone());
  EXPECT_TRUE(read("\x88").toBool());
  EXPECT_FALSE(read("\x89").toBool());
  EXPECT_EQ(read(small(200)).toInt(), 200);
  EXPECT_EQ(read("M\x01\x02").toInt(), 0x201);
  EXPECT_EQ(read("J\xfe\xff\xff\xff").toInt(), -2);
  EXPECT_EQ(read(std::string("G\x3f\xf8\0\0\0\0\0\0", 9)).toDouble(), 1.5);
  EXPECT_EQ(read(text("h\xc3\xa9")).toStringRef(), "h\xc3\xa9");
  EXPECT_EQ(read(text("")).toStringRef(), "");
  EXPECT_EQ(read(name("builtins", "complex") + std::string("G\x3f\xf8\0\0\0\0\0\0G\0\0\0\0\0\0\0\0\x86R", 20)).toComplexDouble(), c10::complex<double>(1.5, 0));
  EXPECT_EQ(read(name("torch", "device") + text("cpu") + "\x85R").toDevice(), c10::Device("cpu"));
  EXPECT_EQ(read(name("torch", "float64")).toInt(), 7);
  EXPECT_EQ(read(name("torch.torch_version", "TorchVersion") + text("2.15") + "\x85\x81").toStringRef(), "2.15");
  EXPECT_EQ(read(name("_codecs", "encode") + text("a\xc3\xbf") + text("latin1") + "\x86R").toStringRef(), "a\xff");
}

TEST(Unpickler, Longs) {
  EXPECT_EQ(read(long1("")).toInt(), 0);
  EXPECT_EQ(read(long1("\xff")).toInt(), -1);
  EXPECT_EQ(read(long1("\x2a")).toInt(), 42);
  EXPECT_EQ(read(long1(std::string_view("\xff\0", 2))).toInt(), 255);
  EXPECT_EQ(read(long1(std::string_view("\0\0\0\0\0\0\0\x80", 8))).toInt(), INT64_MIN);
  EXPECT_EQ(read(long1(std::string_view("\xff\xff\xff\xff\xff\xff\xff\x7f\0", 9))).toInt(), INT64_MAX);
  refuses(long1(std::string_view("\0\0\0\0\0\0\0\x80\0", 9)), "64 bits");
  refuses(long1(std::string_view("\0\0\0\0\0\0\0\0\1", 9)), "64 bits");
}

TEST(Unpickler, Containers) {
  EXPECT_EQ(read(")").toTupleRef().size(), 0u);
  EXPECT_EQ(read(small(1) + small(2) + "\x86").toTupleRef().element(1).toInt(), 2);
  EXPECT_EQ(read("(" + small(1) + small(2) + small(3) + small(4) + "t").toTupleRef().size(), 4u);
  EXPECT_EQ(read("](" + small(1) + small(2) + "e").toListRef().size(), 2u);
  EXPECT_EQ(read("]" + small(1) + "a").toListRef()[0].toInt(), 1);
  EXPECT_EQ(read("(" + small(1) + small(2) + "l").toListRef().size(), 2u);
  const auto dict = read("}(" + text("a") + small(1) + text("b") + small(2) + "u").toGenericDict();
  EXPECT_EQ(dict.at("b").toInt(), 2);
  EXPECT_EQ(read("}" + text("a") + small(1) + "s").toGenericDict().size(), 1u);
  EXPECT_EQ(read("(" + text("a") + small(1) + "d").toGenericDict().size(), 1u);
  EXPECT_EQ(read(name("collections", "OrderedDict") + ")R(" + text("a") + small(1) + "u").toGenericDict().size(), 1u);
  // The attributes of a state_dict do not matter.
  EXPECT_EQ(read(name("collections", "OrderedDict") + ")R" + text("a") + small(1) + "s}" + text("_metadata") + small(1) + "sb").toGenericDict().size(), 1u);
  EXPECT_EQ(read(name("torch", "Size") + small(3) + "\x85\x85R").toTupleRef().element(0).toInt(), 3);
}

TEST(Unpickler, SharedPartsStayShared) {
  const IValue pair = read(std::string("]q\0h\0\x86", 6));
  const auto& elements = pair.toTupleRef().elements();
  EXPECT_TRUE(elements[0].is(elements[1]));
}

TEST(Unpickler, TypedContainers) {
  const std::string module = "torch.jit._pickle";
  EXPECT_TRUE(read(name(module, "build_intlist") + "](" + small(1) + small(2) + "e\x85R").isIntList());
  EXPECT_TRUE(read(name(module, "build_doublelist") + "](" + std::string("G\x3f\xf8\0\0\0\0\0\0", 9) + "e\x85R").isDoubleList());
  EXPECT_TRUE(read(name(module, "build_boollist") + "]\x85R").isBoolList());
  EXPECT_TRUE(read(name(module, "build_tensorlist") + "]\x85R").isTensorList());
  const IValue tagged = read(name(module, "restore_type_tag") + "}(" + text("a") + "](" + text("b") + "eu" + text("Dict[str, List[str]]") + "\x86R");
  EXPECT_EQ(tagged.type()->annotation_str(), "Dict[str, List[str]]");
  refuses(name(module, "build_intlist") + "](" + text("no") + "e\x85R", "other elements", "String");
  refuses(name(module, "restore_type_tag") + "](" + small(1) + "e" + text("List[str]") + "\x86R", "List[str]", "Int where str");
  refuses(name(module, "restore_type_tag") + "]" + text("List[nonsense]") + "\x86R", "nonsense");
  // What got its type is complete: nothing of another type can be slipped in.
  refuses(name(module, "build_intlist") + std::string("]q\0\x85R0h\0", 8) + text("no") + "a", "already complete");
  // Nor can it get another type.
  refuses(name(module, "build_intlist") + std::string("](K\1eq\0\x85R0", 10) + name(module, "build_doublelist") + std::string("h\0\x85R", 4), "other elements");
}

TEST(Unpickler, Tensors) {
  const at::Tensor t = read(tensor(storage(small(16)), small(1), small(2) + small(3), small(5) + small(2))).toTensor();
  EXPECT_EQ(t.sizes(), at::IntArrayRef({2, 3}));
  EXPECT_EQ(t.strides(), at::IntArrayRef({5, 2}));
  EXPECT_EQ(t.storage_offset(), 1);
  EXPECT_EQ(t.scalar_type(), at::kFloat);
  EXPECT_EQ(t.storage().nbytes(), 64u);
  EXPECT_FALSE(t.requires_grad());
  const at::Tensor g = read(tensor(storage(small(16)), small(0), "", "", "\x88")).toTensor();
  EXPECT_TRUE(g.requires_grad());
  EXPECT_EQ(g.dim(), 0);
  EXPECT_EQ(read(tensor(storage(small(0)), small(0), small(0), small(1))).toTensor().numel(), 0);
  // Two tensors of one key share their storage.
  const IValue both = read(tensor(storage(small(16)), small(0), small(4), small(1)) + tensor(storage(small(16)), small(4), small(4), small(1)) + "\x86");
  EXPECT_TRUE(both.toTupleRef().element(0).toTensor().is_alias_of(both.toTupleRef().element(1).toTensor()));
  const std::string v3 = name("torch._utils", "_rebuild_tensor_v3") + "((" + text("storage") + name("torch.storage", "UntypedStorage") + text("0") + text("cpu") + small(64) + "tQ" + small(0) +
      "(" + small(2) + "t(" + small(1) + "t\x89" + name("collections", "OrderedDict") + ")R" + name("torch", "uint16") + "tR";
  EXPECT_EQ(read(v3).toTensor().scalar_type(), at::ScalarType::UInt16);
  EXPECT_TRUE(read(name("torch._utils", "_rebuild_parameter") + "(" + tensor(storage(small(16)), small(0), small(4), small(1)) + "\x88" + name("collections", "OrderedDict") + ")RtR").toTensor().requires_grad());
}

TEST(Unpickler, TensorsThatDoNotFit) {
  const auto bad = [](const std::string& offset, const std::string& sizes, const std::string& strides, std::string_view words) {
    refuses(tensor(storage(small(16)), offset, sizes, strides), words);
  };
  bad(small(0), small(17), small(1), "beyond its storage");
  bad(small(13), small(4), small(1), "beyond its storage");
  bad(small(16), "", "", "beyond its storage");
  bad(small(17), small(0), small(1), "beyond its storage");
  bad(small(0), small(2), small(16), "beyond its storage");
  bad(small(0), small(4) + small(4), small(5) + small(1), "beyond its storage");
  bad("J\xff\xff\xff\xff", small(1), small(1), "negative");
  bad(small(0), "J\xff\xff\xff\xff", small(1), "negative");
  bad(small(0), small(2), "J\xff\xff\xff\xff", "negative");
  bad(small(0), small(2), "", "1 sizes and 0 strides");
  bad(text("0"), small(1), small(1), "not an integer");
  bad(small(0), text("0"), small(1), "not integers");
  const std::string huge = long1(std::string_view("\0\0\0\0\0\0\0\x40", 8));
  bad(small(0), huge + small(4), small(0) + small(1), "overflow");
  bad(small(0), huge + huge, small(0) + small(0), "overflow");
  bad(small(0), small(5), huge, "overflow");
  bad(huge, small(1), small(1), "beyond its storage");
  std::string many;
  for (size_t i = 0; i <= limits::kMaxTensorDims; ++i) {
    many += small(1);
  }
  bad(small(0), many, many, "at most 256");
  refuses(tensor(storage(huge), small(0), small(1), small(1)), "impossible");
  refuses(tensor(storage("J\xff\xff\xff\xff"), small(0), small(1), small(1)), "impossible");
  refuses(tensor(storage(small(17)), small(0), small(1), small(1)), "data/0"); // longer than its record
  refuses(tensor(storage(small(16), "7"), small(0), small(1), small(1)), "data/7");
  refuses(tensor(storage(small(16), "0", "cuda:0"), small(0), small(1), small(1)), "cuda:0", "give a device");
  refuses(tensor(storage(small(2), "0", "cpu", "BoolStorage") , small(0), small(2), small(1)) + "0" + tensor(storage(small(3), "0", "cpu", "BoolStorage"), small(0), small(1), small(1)), "and again with");
  refuses(tensor(storage(small(3), "0", "cpu", "BoolStorage"), small(0), small(2), small(1)), "neither 0 nor 1");
  refuses(tensor(small(1), small(0), small(1), small(1)), "not a storage");
  refuses(tensor(storage(small(8), "0", "cpu", "LongStorage"), small(0), small(1), small(1), "\x88"), "requires a gradient");
  refuses(storage(small(16)), "where a value is needed");
}

TEST(Unpickler, MalformedPickles) {
  expectError([] { unpickle("", context()); }, "not a pickle");
  expectError([] { unpickle("\x80\x03N.", context()); }, "protocol 3");
  expectError([] { unpickle("\x80\x02", context()); }, "ends in the middle");
  refuses("", "ends with 0 values");
  refuses("NN", "ends with 2 values");
  refuses("(N", "open marks");
  refuses("t", "mark");
  refuses("e", "mark");
  refuses("(e", "stack is empty");
  refuses("}K\x01K\x02u", "mark");
  refuses("K\x01K\x02K\x03s", "instead of a dict");
  refuses("](K\x01K\x02u", "instead of a dict");
  refuses("}(K\x01u", "no value");
  refuses("N(Ne", "instead of a list");
  refuses(std::string("h\x05"), "never stored");
  refuses(std::string("j\x05\0\0\0", 5), "never stored");
  refuses(std::string("X\xff\xff\xff\xff", 5) + "ab", "ends in the middle");
  refuses("R", "stack is empty");
  refuses("NNR", "not a name");
  refuses("b", "stack is empty");
  refuses("NNb", "has none");
  refuses("\x81", "stack is empty");
  refuses("N)\x81", "instead of a class");
  refuses("Q", "stack is empty");
  refuses("K\x01Q", "not a tuple");
  refuses(")Q", "not a storage");
  refuses("K\x01\x86", "needs 2 values");
  refuses("\xfe", "0xfe");
  refuses("cposix\nsystem\n)R", "posix.system");
  refuses("c__builtin__\neval\n", "eval");
  refuses("ccollections\nOrderedDict\n", "where a value is needed");
  refuses("ctorch", "ends inside a name");
  refuses("c__torch__\nM\n)\x81", "__torch__.M");
  refuses("\x80\x63", "0x80");
  refuses("}]K\x01s", "key of a dict");
  refuses("q\x01", "stack is empty");
  refuses("Nr\xff\xff\xff\x7f", "memo");
  refuses("ctorch\nQInt8Storage\n", "not supported");
  refuses("c" + std::string(5000, 'a') + "\nb\n", "longer");
  // A truncated pickle is an error at every length.
  const std::string whole = pickle(tensor(storage(small(16)), small(1), small(2) + small(3), small(5) + small(2)));
  for (size_t size = 0; size < whole.size(); ++size) {
    expectError([&] { unpickle(std::string_view(whole).substr(0, size), context()); }, "x.pt");
  }
}

TEST(Unpickler, CyclesAreRefusedAndFreed) {
  refuses(std::string("]q\0h\0a", 6), "contains itself");
  refuses(std::string("]q\0(h\0te", 8) , "mark"); // the tuple took the mark
  refuses(std::string("]q\0(h\0\x85" "e", 8), "contains itself");
  refuses(std::string("}q\0K\1h\0s", 8), "contains itself");
}

TEST(Unpickler, Depth) {
  const auto nested = [](size_t depth) {
    std::string body;
    for (size_t i = 0; i < depth; ++i) {
      body += ']';
    }
    for (size_t i = 1; i < depth; ++i) {
      body += 'a';
    }
    return body;
  };
  EXPECT_TRUE(read(nested(limits::kMaxValueDepth)).isList());
  refuses(nested(limits::kMaxValueDepth + 1), "nested deeper");
  refuses(nested(200000), "nested deeper");
  std::string tuples = ")";
  for (int i = 0; i < 200000; ++i) {
    tuples += "\x85";
  }
  refuses(tuples, "nested deeper");
}

TEST(Unpickler, MemoBombs) {
  // Each level holds the one before twice: 2^60 values in 200 bytes.
  std::string doubling = "]";
  for (char i = 0; i < 60; ++i) {
    doubling += std::string("q") + i + std::string("h") + i + "\x86";
  }
  refuses(doubling, "when written out");
  // An allowed amount of sharing.
  std::string some = "]";
  for (char i = 0; i < 10; ++i) {
    some += std::string("q") + i + std::string("h") + i + "\x86";
  }
  EXPECT_TRUE(read(some).isTuple());
}

TEST(Unpickler, ObjectsNeedSomebodyToMakeThem) {
  PickleContext with_types = context();
  with_types.resolve_type = [](const std::string& full) -> c10::TypePtr {
    return full == "__torch__.a.M" ? c10::TypePtr(c10::ClassType::create(c10::QualifiedName(full), {})) : nullptr;
  };
  const std::string made = name("__torch__.a", "M") + ")\x81}b";
  expectError([&] { unpickle(pickle(made), with_types); }, "objects are not read here");
  with_types.make_object = [](const c10::TypePtr& type, IValue state) { return IValue(c10::str(type->annotation_str(), state.toGenericDict().size())); };
  EXPECT_EQ(unpickle(pickle(made), with_types).toStringRef(), "__torch__.a.M0");
  expectError([&] { unpickle(pickle(name("__torch__.a", "M") + ")\x81"), with_types); }, "unfinished object");
  expectError([&] { unpickle(pickle(name("__torch__.a", "N")), with_types); }, "__torch__.a.N");
  expectError([&] { unpickle(pickle(name("__torch__.a", "M") + "K\x01\x85\x81"), with_types); }, "with arguments");
}

TEST(Unpickler, RandomBytesDoNoHarm) {
  const std::string whole = pickle("}(" + text("a") + tensor(storage(small(16)), small(1), small(2) + small(3), small(5) + small(2)) + text("b") + name("torch.jit._pickle", "restore_type_tag") +
                                   "](" + text("x") + "e" + text("List[str]") + "\x86Ru");
  uint32_t state = 12345;
  const auto next = [&] { return state = state * 1664525u + 1013904223u, state >> 8; };
  for (int i = 0; i < 5000; ++i) {
    std::string bytes = whole;
    for (uint32_t n = next() % 3 + 1; n > 0; --n) {
      bytes[next() % bytes.size()] = static_cast<char>(next());
    }
    try {
      unpickle(bytes, context());
    } catch (const c10::Error&) {
    }
  }
}
