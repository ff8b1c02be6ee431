#include "test_support.h"

#include <ATen/core/schema_parser.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace c10;

namespace {

std::vector<std::string> schema_lines(const std::filesystem::path& file) {
  std::vector<std::string> out;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line[0] != '#') {
      out.push_back(line);
    }
  }
  return out;
}

void expect_unchanged(const std::vector<std::string>& lines) {
  for (const auto& line : lines) {
    std::string printed;
    const std::string error = core_test::message([&] { printed = toString(parseSchema(line)); });
    EXPECT_EQ(error, "") << line;
    EXPECT_EQ(printed, line);
  }
}

} // namespace

TEST(SchemaTest, PrintsBackUnchanged) {
  const auto lines = schema_lines(std::filesystem::path(WICK_TEST_DATA) / "schemas.txt");
  ASSERT_GT(lines.size(), 60u);
  expect_unchanged(lines);
}

// All of PyTorch's, where the workplace's shared folder is at hand.
TEST(SchemaTest, PrintsAllOfPyTorchsBack) {
  const char* shared = std::getenv("WICK_SHARED");
  const auto file = (shared ? std::filesystem::path(shared) : std::filesystem::path(WICK_TEST_DATA) / "../../../../shared") / "reference/schemas-2.15.txt";
  if (!std::filesystem::exists(file)) {
    GTEST_SKIP() << file << " is not here";
  }
  const auto lines = schema_lines(file);
  EXPECT_GT(lines.size(), 2500u);
  expect_unchanged(lines);
}

TEST(SchemaTest, Parts) {
  const auto s = parseSchema("aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor");
  EXPECT_EQ(s.name(), "aten::add");
  EXPECT_EQ(s.overload_name(), "Tensor");
  ASSERT_EQ(s.arguments().size(), 3u);
  EXPECT_TRUE(s.arguments()[2].kwarg_only());
  EXPECT_EQ(s.arguments()[2].default_value()->toInt(), 1);
  EXPECT_EQ(s.argumentIndexWithName("other"), 1);
  EXPECT_FALSE(s.is_mutable());
  const auto out = parseSchema("add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)");
  EXPECT_TRUE(out.is_mutable());
  EXPECT_TRUE(out.is_mutable("out"));
  EXPECT_TRUE(out.arguments()[3].is_out());
  EXPECT_FALSE(out.is_aliased(0));
  EXPECT_THROWS_WITH(out.is_mutable("nope"), "no argument named nope");
}

TEST(SchemaTest, DefaultsHaveTheArgumentsType) {
  const auto s = parseSchema("f(int[2] stride=1, float p=2, int reduction=Mean, SymInt[1] d=[0,1], ScalarType? dtype=long, str s=\"a\\\"b\", float? x=None, Tensor? t=None, bool[3] m=[True, False, True], "
                             "MemoryFormat f=contiguous_format, float e=1e-05, Device d2=cpu, int n=-100) -> ()");
  const auto value = [&](const char* name) { return *s.arguments()[static_cast<size_t>(*s.argumentIndexWithName(name))].default_value(); };
  EXPECT_EQ(value("stride").toIntVector(), (std::vector<int64_t>{1, 1}));
  EXPECT_TRUE(value("p").isDouble());
  EXPECT_EQ(value("reduction").toInt(), 1);
  EXPECT_EQ(value("d").toIntVector(), (std::vector<int64_t>{0, 1}));
  EXPECT_EQ(value("dtype").toInt(), 4);
  EXPECT_EQ(value("s").toStringRef(), "a\"b");
  EXPECT_TRUE(value("x").isNone());
  EXPECT_TRUE(value("t").isNone());
  EXPECT_EQ(value("m").toListRef().size(), 3u);
  EXPECT_EQ(value("f").toInt(), 0);
  EXPECT_EQ(value("e").toDouble(), 1e-05);
  EXPECT_EQ(value("d2").toDevice(), c10::Device(c10::kCPU));
  EXPECT_EQ(value("n").toInt(), -100);
  EXPECT_EQ(s.arguments()[4].type()->annotation_str(), "Optional[int]");
  EXPECT_EQ(s.arguments()[4].real_type()->str(), "ScalarType?");
  EXPECT_EQ(s.arguments()[0].N(), 2);
}

TEST(SchemaTest, HandMadeOnesPrint) {
  const FunctionSchema s("aten::f", "x", {Argument("a", ListType::ofInts(), 2, IValue(std::vector<int64_t>{1, 1})), Argument("s", StringType::get(), std::nullopt, IValue("q"), true),
                                          Argument("p", FloatType::get(), std::nullopt, IValue(0.5), true), Argument("l", ListType::ofInts(), std::nullopt, IValue(std::vector<int64_t>{1, 2}), true)},
                         {Argument("", TensorType::get())});
  EXPECT_EQ(toString(s), "aten::f.x(int[2] a=1, *, str s=\"q\", float p=0.5, int[] l=[1, 2]) -> Tensor");
  EXPECT_EQ(parseSchema(toString(s)), s);
}

TEST(SchemaTest, ErrorsHaveTheirPlace) {
  const std::string e = core_test::message([] { parseSchema("aten::add(int a -> int"); });
  EXPECT_NE(e.find("expected ')' at position 16"), std::string::npos) << e;
  EXPECT_NE(e.find("\naten::add(int a -> int\n                ^ HERE"), std::string::npos) << e;
  EXPECT_THROWS_WITH(parseSchema(""), "expected an operator name at position 0");
  EXPECT_THROWS_WITH(parseSchema("f"), "expected '('");
  EXPECT_THROWS_WITH(parseSchema("f()"), "expected '->'");
  EXPECT_THROWS_WITH(parseSchema("f() -> "), "expected a type");
  EXPECT_THROWS_WITH(parseSchema("f(Tensr x) -> ()"), "unknown type 'Tensr' at position 2");
  EXPECT_THROWS_WITH(parseSchema("f(Tensor) -> ()"), "expected an argument name");
  EXPECT_THROWS_WITH(parseSchema("f(int x=) -> ()"), "expected a value");
  EXPECT_THROWS_WITH(parseSchema("f(int x=1.5) -> ()"), "cannot be the default of a int");
  EXPECT_THROWS_WITH(parseSchema("f(int x=what) -> ()"), "unknown value 'what'");
  EXPECT_THROWS_WITH(parseSchema("f(Tensor x=1) -> ()"), "only None");
  EXPECT_THROWS_WITH(parseSchema("f(str x=\"abc) -> ()"), "string without end");
  EXPECT_THROWS_WITH(parseSchema("f(int[0] x) -> ()"), "list size");
  EXPECT_THROWS_WITH(parseSchema("f(int[99999999999999999999] x) -> ()"), "list size");
  EXPECT_THROWS_WITH(parseSchema("f(int x=99999999999999999999) -> ()"), "expected a value");
  EXPECT_THROWS_WITH(parseSchema("f(..., int x) -> ()"), "must be the last");
  EXPECT_THROWS_WITH(parseSchema("f(*, int x, *, int y) -> ()"), "second '*'");
  EXPECT_THROWS_WITH(parseSchema("f() -> () trailing"), "after the end");
  EXPECT_THROWS_WITH(parseSchema("f(int x=1, int y) -> ()"), "follows default argument");
  EXPECT_THROWS_WITH(parseName("aten::add(int"), "after the end");
}

TEST(SchemaTest, DepthIsBounded) {
  std::string deep = "f(";
  for (int i = 0; i < 100000; ++i) {
    deep += "(";
  }
  EXPECT_THROWS_WITH(parseSchema(deep), "deep");
  EXPECT_THROWS_WITH(parseSchemaType("int" + [] {
    std::string s;
    for (int i = 0; i < 100000; ++i) {
      s += "[]";
    }
    return s;
  }()),
                     "deep");
}

// Any prefix and any single changed character parses or throws a c10::Error; nothing else happens.
TEST(SchemaTest, DamagedTextThrowsOnlyErrors) {
  const std::string good = "aten::f.x(Tensor(a!)[] self, int[2]? n=[1, 2], *, str s=\"a\\\"b\", Dict(str, t)(b -> *) d, float e=1e-05) -> (Tensor(a!) out, int)";
  auto attempt = [](const std::string& text) {
    try {
      parseSchema(text);
    } catch (const c10::Error&) {
    }
  };
  for (size_t i = 0; i <= good.size(); ++i) {
    attempt(good.substr(0, i));
    for (char c : {'(', ')', '[', ',', '=', '"', '-', '1', 'x', '\0', '\n'}) {
      std::string changed = good;
      if (i < changed.size()) {
        changed[i] = c;
      }
      attempt(changed);
    }
  }
}

TEST(SchemaTest, CheckAndNormalize) {
  const auto s = parseSchema("aten::f(Tensor x, int n=3, *, float[]? l=None) -> Tensor");
  std::vector<IValue> in{core_test::tensor<float>({1})};
  s.checkAndNormalizeInputs(in);
  ASSERT_EQ(in.size(), 3u);
  EXPECT_EQ(in[1].toInt(), 3);
  EXPECT_TRUE(in[2].isNone());
  std::vector<IValue> in2{core_test::tensor<float>({1})};
  s.checkAndNormalizeInputs(in2, {{"l", std::vector<double>{1}}, {"n", 5}});
  EXPECT_EQ(in2[1].toInt(), 5);

  auto call = [&](std::vector<IValue> args, std::unordered_map<std::string, IValue> kwargs) { return core_test::message([&] { s.checkAndNormalizeInputs(args, kwargs); }); };
  const IValue t = core_test::tensor<float>({1});
  EXPECT_NE(call({}, {}).find("missing value for argument 'x'"), std::string::npos);
  EXPECT_NE(call({t, 1, IValue(), 4}, {}).find("at most 3 argument(s)"), std::string::npos);
  const std::string wrong = call({t, "three"}, {});
  EXPECT_NE(wrong.find("Expected a value of type 'int' for argument 'n' but instead found type 'str'"), std::string::npos) << wrong;
  EXPECT_NE(wrong.find("Position: 1"), std::string::npos);
  EXPECT_NE(wrong.find("Value: three"), std::string::npos);
  EXPECT_NE(wrong.find("Declaration: aten::f(Tensor x, int n=3, *, float[]? l=None) -> Tensor"), std::string::npos);
  EXPECT_NE(call({t}, {{"zz", 1}}).find("Unknown keyword argument 'zz'"), std::string::npos);
  EXPECT_NE(call({t, 1}, {{"n", 1}}).find("multiple values for argument 'n'"), std::string::npos);
}

TEST(SchemaTest, ListDefaultsAreFresh) {
  const auto s = parseSchema("f(int[] l=[1]) -> ()");
  std::vector<IValue> a, b;
  s.checkAndNormalizeInputs(a);
  a[0].toIntList().push_back(2);
  s.checkAndNormalizeInputs(b);
  EXPECT_EQ(b[0].toIntVector(), std::vector<int64_t>{1});
}

TEST(SchemaTest, SubtypesAndCompatibility) {
  const auto base = parseSchema("run(Any self, int x) -> Tensor?");
  EXPECT_TRUE(parseSchema("run(Any self, int? x) -> Tensor").isSubtypeOf(base, true));
  EXPECT_FALSE(parseSchema("run(Any self, str x) -> Tensor").isSubtypeOf(base, true));
  EXPECT_FALSE(parseSchema("run(Any self, int y) -> Tensor").isSubtypeOf(base, true));
  EXPECT_FALSE(base.isSubtypeOf(parseSchema("run(Any self, int x) -> Tensor"), true));
  const auto old = parseSchema("f(Tensor x, int n=1) -> Tensor");
  EXPECT_TRUE(parseSchema("f(Tensor x, int n=1, *, bool b=False) -> Tensor").isBackwardCompatibleWith(old));
  EXPECT_FALSE(parseSchema("f(Tensor x, int n=1, *, bool b) -> Tensor").isBackwardCompatibleWith(old));
  EXPECT_FALSE(parseSchema("f(Tensor x, int n=2) -> Tensor").isBackwardCompatibleWith(old));
  EXPECT_FALSE(parseSchema("f(Tensor x) -> Tensor").isBackwardCompatibleWith(old));
}
