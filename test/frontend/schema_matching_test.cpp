#include <ATen/core/schema_parser.h>
#include <gtest/gtest.h>
#include <torch/csrc/jit/frontend/schema_matching.h>
#include <torch/csrc/jit/ir/constants.h>

namespace torch::jit {
namespace {

struct SchemaMatchingTest : ::testing::Test {
  Graph g;
  Value* of(const TypePtr& type) { return g.addInput()->setType(type); }
  TypePtr tensor = TensorType::get(), integer = IntType::get(), floating = FloatType::get(), boolean = BoolType::get(), string = StringType::get();

  MatchedSchema match(const std::string& schema, std::vector<NamedValue> args, std::vector<NamedValue> kwargs = {}) {
    return matchSchema(c10::parseSchema(schema), fakeRange(), g, args, kwargs);
  }
  std::string error(const std::string& schema, std::vector<NamedValue> args, std::vector<NamedValue> kwargs = {}) {
    try {
      match(schema, std::move(args), std::move(kwargs));
    } catch (const ErrorReport& e) {
      const std::string text = e.message();
      return text.substr(text.find(":\n") + 2);
    }
    return "no error";
  }
  size_t choose(const std::vector<std::string>& texts, std::vector<NamedValue> args) {
    std::vector<FunctionSchema> schemas;
    std::vector<const FunctionSchema*> pointers;
    for (const auto& t : texts) schemas.push_back(c10::parseSchema(t));
    for (const auto& s : schemas) pointers.push_back(&s);
    return matchSchemas(pointers, fakeRange(), g, args, {}).first;
  }
};

TEST_F(SchemaMatchingTest, KeywordsAndDefaults) {
  Value* x = of(tensor);
  Value* n = of(integer);
  auto m = match("f(Tensor x, int a, *, int b=7, Tensor? c=None) -> Tensor", {x}, {NamedValue("a", n)});
  ASSERT_EQ(m.inputs.size(), 4u);
  EXPECT_EQ(m.inputs[0], x);
  EXPECT_EQ(m.inputs[1], n);
  EXPECT_EQ(toIValue(m.inputs[2])->toInt(), 7);
  EXPECT_TRUE(toIValue(m.inputs[3])->isNone());
  EXPECT_EQ(m.return_types.at(0)->str(), "Tensor");
}

TEST_F(SchemaMatchingTest, ReasonsOfFailure) {
  Value* x = of(tensor);
  Value* n = of(integer);
  EXPECT_EQ(error("f(Tensor x, int a) -> ()", {x}), "Argument a not provided.\n");
  EXPECT_EQ(error("f(Tensor x) -> ()", {x, n}), "Expected at most 1 arguments but found 2 positional arguments.\n");
  EXPECT_EQ(error("f(Tensor x) -> ()", {x}, {NamedValue("y", n)}), "Keyword argument y unknown.\n");
  EXPECT_EQ(error("f(Tensor x) -> ()", {x}, {NamedValue("x", x)}), "Keyword argument x specified twice.\n");
  EXPECT_EQ(error("f(Tensor x, *, int a) -> ()", {x, n}), "Argument a not provided.\n");
  EXPECT_NE(error("f(str x) -> ()", {n}).find("Expected a value of type 'str' for argument 'x' but instead found type 'int'."), std::string::npos);
  // A failed match leaves nothing in the graph.
  EXPECT_TRUE(g.nodes().empty());
}

TEST_F(SchemaMatchingTest, ImplicitConversions) {
  Value* t = of(tensor);
  auto converted = [&](const std::string& schema, Value* v) { return std::string(match(schema, {v}).inputs[0]->node()->kind().toQualString()); };
  EXPECT_EQ(converted("f(int x) -> ()", t), "aten::IntImplicit");
  EXPECT_EQ(converted("f(float x) -> ()", t), "aten::FloatImplicit");
  EXPECT_EQ(converted("f(Scalar x) -> ()", t), "aten::ScalarImplicit");
  EXPECT_EQ(converted("f(float? x) -> ()", t), "aten::FloatImplicit");
  EXPECT_EQ(converted("f(Device x) -> ()", of(string)), "aten::device");
  EXPECT_EQ(converted("f(Scalar x) -> ()", of(integer)), "prim::Param");
  // An int is no float, as in PyTorch.
  EXPECT_NE(error("f(float x) -> ()", {of(integer)}), "no error");
  EXPECT_NE(error("f(int x) -> ()", {of(floating)}), "no error");
}

TEST_F(SchemaMatchingTest, ListsOfFixedLength) {
  auto m = match("f(int[2] x) -> ()", {of(integer)});
  EXPECT_EQ(m.inputs[0]->type()->str(), "int[]");
  EXPECT_EQ(m.inputs[0]->node()->inputs().size(), 2u);
  m = match("f(int[2]? x) -> ()", {of(integer)});
  EXPECT_EQ(m.inputs[0]->node()->inputs().size(), 2u);
  EXPECT_NE(error("f(int[] x, int y) -> ()", {of(integer), of(integer)}), "no error");
}

TEST_F(SchemaMatchingTest, TheRestAsAList) {
  auto m = match("f(int[] size, *, int? dtype=None) -> Tensor", {of(integer), of(integer), of(integer)});
  EXPECT_EQ(m.inputs[0]->node()->inputs().size(), 3u);
  // A tuple is a list of its elements.
  Value* pair = of(TupleType::create({integer, integer}));
  m = match("f(int[] size) -> Tensor", {pair});
  EXPECT_EQ(m.inputs[0]->type()->str(), "int[]");
}

TEST_F(SchemaMatchingTest, TypeVariables) {
  auto m = match("f(t[] l, t x) -> t", {of(ListType::ofStrings()), of(string)});
  EXPECT_EQ(m.return_types[0]->str(), "str");
  EXPECT_NE(error("f(t[] l, t x) -> t", {of(ListType::ofStrings()), of(integer)}), "no error");
  m = match("f(Dict(str, t) d, str k) -> t", {of(c10::DictType::create(string, floating)), of(string)});
  EXPECT_EQ(m.return_types[0]->str(), "float");
}

TEST_F(SchemaMatchingTest, ExactBeforeGeneral) {
  const std::vector<std::string> add = {"add(Scalar a, Scalar b) -> Scalar", "add.int(int a, int b) -> int", "add.float_int(float a, int b) -> float", "add.Tensor(Tensor a, Tensor b) -> Tensor",
                                        "add.Scalar(Tensor a, Scalar b) -> Tensor"};
  EXPECT_EQ(choose(add, {of(integer), of(integer)}), 1u);
  EXPECT_EQ(choose(add, {of(floating), of(integer)}), 2u);
  EXPECT_EQ(choose(add, {of(integer), of(floating)}), 0u);
  EXPECT_EQ(choose(add, {of(tensor), of(integer)}), 4u);
  EXPECT_EQ(choose(add, {of(tensor), of(tensor)}), 3u);
}

TEST_F(SchemaMatchingTest, AtMostFiveReasonsNearestFirst) {
  std::vector<FunctionSchema> schemas;
  for (int i = 0; i < 8; ++i) schemas.push_back(c10::parseSchema("f.o" + std::to_string(i) + (i == 6 ? "(Tensor a, str b) -> ()" : "(str a, str b) -> ()")));
  std::vector<const FunctionSchema*> pointers;
  for (const auto& s : schemas) pointers.push_back(&s);
  std::vector<NamedValue> args{of(tensor), of(integer)};
  try {
    matchSchemas(pointers, fakeRange(), g, args, {});
    FAIL();
  } catch (const ErrorReport& e) {
    const std::string& m = e.message();
    EXPECT_LT(m.find("f.o6"), m.find("f.o0"));
    EXPECT_EQ(m.find("f.o5"), std::string::npos);
    EXPECT_NE(m.find("and 3 more that fit less"), std::string::npos) << m;
  }
}

TEST_F(SchemaMatchingTest, MissingOperators) {
  try {
    emitBuiltinCall(fakeRange(), g, Symbol::fromQualString("aten::not_an_operator"), {NamedValue(of(tensor))}, {NamedValue("k", of(integer))});
    FAIL();
  } catch (const MissingOperator& e) {
    EXPECT_EQ(e.name, "aten::not_an_operator");
    EXPECT_EQ(e.attempted, "aten::not_an_operator(Tensor, k=int)");
  }
}

}  // namespace
}  // namespace torch::jit
