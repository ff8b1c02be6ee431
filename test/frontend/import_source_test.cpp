#include <gtest/gtest.h>
#include <torch/csrc/jit/frontend/error_report.h>
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/serialization/import_source.h>

#include <map>

namespace torch::jit {
namespace {

using Files = std::map<std::string, std::string>;

// An archive's code in memory.
struct Archive {
  std::map<std::string, std::string> files;
  std::vector<IValue> constants;
  std::shared_ptr<CompilationUnit> cu = std::make_shared<CompilationUnit>();
  std::vector<std::string> loaded;
  size_t version = 10;
  std::unique_ptr<SourceImporter> importer;

  explicit Archive(Files f) : files(std::move(f)) {}
  SourceImporter& open() {
    importer = std::make_unique<SourceImporter>(cu, &constants, [this](const std::string& qualifier) -> std::shared_ptr<Source> {
      auto it = files.find(qualifier);
      if (it == files.end()) return nullptr;
      loaded.push_back(qualifier);
      return std::make_shared<Source>(it->second, "code/" + qualifier + ".py", 1);
    }, version);
    return *importer;
  }
  c10::ClassTypePtr cls(const std::string& name) { return open().loadType(name)->expect<c10::ClassType>(); }
  std::string error(const std::string& name) {
    try {
      open().loadType(name);
      importer->compileAll();
    } catch (const ErrorReport& e) {
      return e.message();
    } catch (const c10::Error& e) {
      return e.msg();
    }
    return "no error";
  }
};

TEST(ImportSourceTest, Module) {
  Archive a(Files{{"__torch__",
              "class M(Module):\n"
              "  __parameters__ = [\"w\", ]\n"
              "  __buffers__ = [\"b\", ]\n"
              "  __annotations__ = []\n"
              "  __annotations__[\"0\"] = int\n"
              "  w : Tensor\n"
              "  b : Optional[Tensor]\n"
              "  training : bool\n"
              "  k : Final[int] = 3\n"
              "  t : Final[Tuple[int, float]] = (1, -inf)\n"
              "  def forward(self: __torch__.M,\n"
              "    x: int,\n"
              "    y: float=2.) -> int:\n"
              "    return torch.add(torch.add(x, self.k), getattr(self, \"0\"))\n"}});
  auto type = a.cls("__torch__.M");
  EXPECT_TRUE(type->is_module());
  EXPECT_EQ(type->attributeNames(), (std::vector<std::string>{"0", "w", "b", "training"}));
  EXPECT_TRUE(type->is_parameter(type->getAttributeSlot("w")));
  EXPECT_TRUE(type->is_buffer(type->getAttributeSlot("b")));
  EXPECT_FALSE(type->is_parameter(type->getAttributeSlot("training")));
  EXPECT_EQ(type->getConstant("k").toInt(), 3);
  EXPECT_EQ(type->getConstant("t").toTupleRef().elements()[1].toDouble(), -std::numeric_limits<double>::infinity());
  Function& forward = type->getMethod("forward");
  EXPECT_EQ(c10::str(forward.getSchema()), "forward(__torch__.M self, int x, float y=2.0) -> int");
  a.importer->compileAll();
  toGraphFunction(forward).graph()->lint();
}

TEST(ImportSourceTest, FilesReferToOneAnother) {
  Archive a(Files{{"__torch__.x", "class A(Module):\n  b : __torch__.y.___torch_mangle_3.B\n  def forward(self: __torch__.x.A, n: int) -> int:\n    b = self.b\n    return (b).forward(n, )\n"
                             "  def back(self: __torch__.x.A, n: int) -> int:\n    return torch.add(n, 1)\n"},
             {"__torch__.y.___torch_mangle_3",
              "class B(Module):\n  def forward(self: __torch__.y.___torch_mangle_3.B, n: int) -> int:\n    _0 = __torch__.z.even\n    c = __torch__.z.C.__new__(__torch__.z.C)\n    _1 = (c).__init__(n, )\n"
              "    if _0(n, ):\n      r = c.n\n    else:\n      r = 0\n    return r\n  def other(self: __torch__.y.___torch_mangle_3.B, a: __torch__.x.A) -> int:\n    return (a).back(3, )\n"},
             {"__torch__.z", "def even(n: int) -> bool:\n  if torch.eq(n, 0):\n    r = True\n  else:\n    r = __torch__.z.odd(torch.sub(n, 1), )\n  return r\n"
                             "def odd(n: int) -> bool:\n  if torch.eq(n, 0):\n    r = False\n  else:\n    r = __torch__.z.even(torch.sub(n, 1), )\n  return r\n"
                             "def unused(n: int) -> int:\n  return torch.no_such_operator(n)\n"
                             "class C:\n  n : int\n  def __init__(self: __torch__.z.C, n: int) -> NoneType:\n    self.n = n\n    return None\n"}});
  auto type = a.cls("__torch__.x.A");
  a.importer->compileAll();  // what nothing refers to is not compiled
  EXPECT_EQ(a.loaded.size(), 3u);
  EXPECT_TRUE(a.cu->find_function("__torch__.z.odd"));
  EXPECT_FALSE(a.cu->find_function("__torch__.z.unused"));
  EXPECT_EQ(a.cu->get_function("__torch__.z.even")({IValue(6)}).toBool(), true);
  EXPECT_EQ(a.cu->get_function("__torch__.z.even")({IValue(7)}).toBool(), false);
}

TEST(ImportSourceTest, NamedTupleEnumInterface) {
  Archive a(Files{{"__torch__",
              "class P(NamedTuple):\n  x : int\n  y : str = \"d\"\n"
              "class E(Enum):\n  A = 1\n  B = 2\n"
              "class I(Interface):\n  def f(self, x: int) -> int:\n    pass\n"
              "def g(n: int) -> Tuple[__torch__.P, int]:\n  p = __torch__.P(n, \"s\")\n  e = __torch__.E.B\n  return (p, torch.add((e).value, p.x))\n"}});
  auto& importer = a.open();
  auto tuple = importer.loadType("__torch__.P")->expect<c10::TupleType>();
  EXPECT_EQ(tuple->schema()->arguments()[1].default_value()->toStringRef(), "d");
  auto e = importer.loadType("__torch__.E")->expect<c10::EnumType>();
  EXPECT_EQ(e->enumNamesValues().size(), 2u);
  auto i = importer.loadType("__torch__.I")->expect<c10::InterfaceType>();
  EXPECT_TRUE(i->getMethod("f"));
  EXPECT_TRUE(importer.findFunction("__torch__.g"));
  importer.compileAll();
  auto result = a.cu->get_function("__torch__.g")({IValue(5)});
  EXPECT_EQ(result.toTupleRef().elements()[1].toInt(), 7);
}

TEST(ImportSourceTest, ConstantsTable) {
  Archive a(Files{{"__torch__", "def g() -> str:\n  return CONSTANTS.c1\ndef h() -> str:\n  return CONSTANTS.c2\ndef d(x: str=CONSTANTS.c1) -> str:\n  return x\n"}});
  a.constants = {IValue(1), IValue("\xc3\xa9")};
  auto& importer = a.open();
  Function* g = importer.findFunction("__torch__.g");
  Function* d = importer.findFunction("__torch__.d");
  importer.compileAll();
  EXPECT_EQ((*g)({}).toStringRef(), "\xc3\xa9");
  EXPECT_EQ((*d)({}).toStringRef(), "\xc3\xa9");
  importer.findFunction("__torch__.h");
  EXPECT_THROW(importer.compileAll(), ErrorReport);
}

TEST(ImportSourceTest, TypeStrings) {
  Archive a(Files{{"__torch__", "class M(Module):\n  pass\n"}});
  auto& importer = a.open();
  EXPECT_EQ(importer.parseType("Dict[str, List[Optional[__torch__.M]]]")->annotation_str(), "Dict[str, List[Optional[__torch__.M]]]");
  EXPECT_EQ(importer.parseType("Tuple[()]")->annotation_str(), "Tuple[()]");
  EXPECT_THROW(importer.parseType("Dict[str"), ErrorReport);
  EXPECT_THROW(importer.parseType("List[int] x"), ErrorReport);
  EXPECT_THROW(importer.parseType("Dict[Tensor[]"), ErrorReport);
  EXPECT_THROW(importer.parseType("__torch__.Nothing"), ErrorReport);
  EXPECT_THROW(importer.parseType(""), ErrorReport);
  EXPECT_THROW(importer.parseType("List[" + std::string(100000, '[')), ErrorReport);
}

TEST(ImportSourceTest, MissingOperatorsAreListedAtOnce) {
  Archive a(Files{{"__torch__",
              "class M(Module):\n"
              "  def forward(self: __torch__.M,\n"
              "    x: Tensor) -> Tensor:\n"
              "    a = torch.no_such_one(x, 2)\n"
              "    b = torch.no_such_two(a)\n"             // depends on what is missing
              "    if bool(torch.no_such_three(x)):\n"
              "      c = torch.no_such_four(b)\n"
              "    else:\n"
              "      c = ops.quantized.no_such_five(x)\n"
              "    d = torch.add(1, \"a\")\n"              // exists, not like this
              "    return c\n"
              "  def other(self: __torch__.M) -> int:\n"
              "    return torch.no_such_one(3, key=\"k\")\n"}});
  auto& importer = a.open();
  importer.loadType("__torch__.M");
  auto missing = importer.compileAllCollecting();
  std::map<std::string, int> names;
  for (const auto& m : missing) ++names[m.name];
  EXPECT_EQ(names, (std::map<std::string, int>{{"aten::no_such_one", 2}, {"aten::no_such_two", 1}, {"aten::no_such_three", 1}, {"aten::no_such_four", 1}, {"quantized::no_such_five", 1}, {"aten::add", 1}}));
  EXPECT_EQ(missing[0].attempted, "aten::no_such_one(Tensor, int)");
  const std::string text = SourceImporter::formatMissing(missing);
  EXPECT_EQ(text.substr(0, text.find('\n')), "The archive needs 6 operators that this library does not have:");
  EXPECT_NE(text.find("    aten::no_such_one(Tensor, int)\n      at code/__torch__.py:4 in __torch__.M.forward: a = torch.no_such_one(x, 2)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  aten::add (it exists, but not with these arguments)\n"), std::string::npos) << text;
  // The functions stay undefined; calling one says so again.
  EXPECT_THROW(a.cu->get_function("__torch__.M.other").ensure_defined(), ErrorReport);
}

TEST(ImportSourceTest, BadClasses) {
  auto error = [](const std::string& text) { return Archive(Files{{"__torch__", text}}).error("__torch__.M"); };
  EXPECT_EQ(error("class M(Other):\n  pass\n"), "Torchscript does not support class inheritance");
  EXPECT_EQ(error("class M(Module):\n  x : int\n  x : int\n").substr(0, 10), error("class M(Module):\n  x : int\n  x : float\n").substr(0, 10));
  EXPECT_NE(error("class M(Module):\n  x : int\n  x : int\n"), "no error");
  EXPECT_EQ(error("class M(Module):\n  x : Nothing\n"), "Unknown type name 'Nothing'");
  EXPECT_EQ(error("class M(Module):\n  pass\nclass M(Module):\n  pass\n"), "'M' is defined twice in this file");
  EXPECT_EQ(error("class M(Module):\n  x = 3\n"), "Unexpected assignment in a class: 'x' has no type");
  EXPECT_EQ(error("class M(Module):\n  return 3\n"), "Unexpected statement in a class: return");
  EXPECT_EQ(error("class M(Module):\n  k : Final[int]\n"), "the constant 'k' has no value");
  EXPECT_EQ(error("x = 3\n"), "expected a class or a function but found 'x' here");
  EXPECT_NE(error("class N(Module):\n  pass\n").find("Unknown type '__torch__.M'"), std::string::npos);
  EXPECT_NE(error("class M(Module):\n  def f(self: __torch__.M) -> int:\n    return \"a\"\n").find("annotated as having type int"), std::string::npos);
  EXPECT_EQ(error("class M(Enum):\n  A = 1\n  B = \"x\"\n"), "Enum class with varying value types are not supported.");
  EXPECT_EQ(error("class M(Module):\n  m : __torch__.M\n"), "no error");
}

TEST(ImportSourceTest, OldFilesStartWithOtherLines) {
  Archive a(Files{{"__torch__", "op_version_set = 1\nimport __torch__.x\nfrom __torch__ import y\ndef f(x: int) -> int:\n  return x\n"}});
  EXPECT_TRUE(a.open().findFunction("__torch__.f"));
}

TEST(ImportSourceTest, FullOfOldVersionsIsFloating) {
  for (size_t version : {4, 5}) {
    Archive a(Files{{"__torch__", "def f() -> Tensor:\n  return torch.full([2], 3)\n"}});
    a.version = version;
    Function* f = a.open().findFunction("__torch__.f");
    a.importer->compileAll();
    const auto g = toGraphFunction(*f).graph();
    bool converts = false;
    for (const Node* n : g->nodes()) converts = converts || n->kind() == aten::Float;
    EXPECT_EQ(converts, version == 4);
  }
}

TEST(ImportSourceTest, DivOfOldVersionsTruncates) {
  Archive a(Files{{"__torch__", "def f(x: Tensor, y: int) -> Tensor:\n  return torch.div(x, y)\ndef g(x: int, y: int) -> float:\n  return torch.div(x, y)\n"}});
  a.version = 3;
  auto& importer = a.open();
  importer.findFunction("__torch__.f");
  Function* g = importer.findFunction("__torch__.g");
  importer.compileAllCollecting();  // is_floating_point may not be there yet
  EXPECT_EQ((*g)({IValue(3), IValue(2)}).toDouble(), 1.5);
}

TEST(ImportSourceTest, WithEntersAndLeaves) {
  Archive a(Files{{"__torch__",
              "class C:\n  n : int\n  def __init__(self: __torch__.C) -> NoneType:\n    self.n = 0\n    return None\n"
              "  def __enter__(self: __torch__.C) -> int:\n    self.n = torch.add(self.n, 1)\n    return 5\n"
              "  def __exit__(self: __torch__.C, a: Any, b: Any, c: Any) -> NoneType:\n    self.n = torch.add(self.n, 10)\n    return None\n"
              "def f() -> Tuple[int, int]:\n  c = __torch__.C.__new__(__torch__.C)\n  _0 = (c).__init__()\n  with c as v:\n    w = torch.add(v, c.n)\n  return (w, c.n)\n"}});
  Function* f = a.open().findFunction("__torch__.f");
  a.importer->compileAll();
  EXPECT_EQ(c10::str((*f)({})), "(6, 11)");
}

}  // namespace
}  // namespace torch::jit
