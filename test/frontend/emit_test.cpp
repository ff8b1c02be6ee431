#include <gtest/gtest.h>
#include <torch/csrc/jit/api/compilation_unit.h>
#include <torch/csrc/jit/frontend/error_report.h>
#include <torch/csrc/jit/ir/ir.h>

namespace torch::jit {
namespace {

std::string graph(const std::string& source, const std::string& name = "f") {
  CompilationUnit cu(source);
  auto g = toGraphFunction(cu.get_function(name)).graph();
  g->lint();
  return g->toString(false);
}

std::string error(const std::string& source) {
  try {
    CompilationUnit cu(source);
  } catch (const ErrorReport& e) {
    return e.message();
  }
  return "no error";
}

template <class... Args>
std::string run(const std::string& source, Args... args) {
  CompilationUnit cu(source);
  for (Function* f : cu.get_functions()) toGraphFunction(*f).graph()->lint();
  return c10::str(cu.get_functions().back()->operator()({IValue(args)...}));
}

TEST(EmitTest, StraightLine) {
  EXPECT_EQ(graph("def f(x: int, y: float) -> float:\n  z = x * 2\n  return z + y\n"),
            "graph(%x : int,\n"
            "      %y : float):\n"
            "  %2 : int = prim::Constant[value=2]()\n"
            "  %z : int = aten::mul(%x, %2)\n"
            "  %4 : float = aten::add(%z, %y)\n"
            "  return (%4)\n");
}

TEST(EmitTest, SourceRangesOfNodes) {
  CompilationUnit cu("def f(x: int) -> int:\n  return x + 10\n");
  const Node* add = toGraphFunction(cu.get_function("f")).graph()->nodes().back();
  EXPECT_EQ(add->sourceRange().text(), "x + 10");
  EXPECT_EQ(add->sourceRange().str(), "<string>:2:9");
}

TEST(EmitTest, BranchesJoin) {
  EXPECT_EQ(graph("def f(c: bool, x: int) -> int:\n  if c:\n    y = x\n  else:\n    y = 3\n    z = 4\n  return y\n"),
            "graph(%c : bool,\n"
            "      %x : int):\n"
            "  %y : int = prim::If(%c)\n"
            "    block0():\n"
            "      -> (%x)\n"
            "    block1():\n"
            "      %y.1 : int = prim::Constant[value=3]()\n"
            "      %z : int = prim::Constant[value=4]()\n"
            "      -> (%y.1)\n"
            "  return (%y)\n");
}

TEST(EmitTest, LoopsCarry) {
  EXPECT_EQ(graph("def f(n: int) -> int:\n  s = 0\n  for i in range(n):\n    s = s + i\n  return s\n"),
            "graph(%n : int):\n"
            "  %s.1 : int = prim::Constant[value=0]()\n"
            "  %2 : int = prim::Constant[value=0]()\n"
            "  %3 : int = prim::Constant[value=1]()\n"
            "  %4 : bool = prim::Constant[value=1]()\n"
            "  %s : int = prim::Loop(%n, %4, %s.1)\n"
            "    block0(%i : int, %s.2 : int):\n"
            "      %s.3 : int = aten::add(%s.2, %i)\n"
            "      %8 : bool = prim::Constant[value=1]()\n"
            "      -> (%8, %s.3)\n"
            "  return (%s)\n");
}

TEST(EmitTest, RefinementOfOptionals) {
  EXPECT_EQ(graph("def f(x: Optional[int]) -> int:\n  if x is not None:\n    y = x\n  else:\n    y = 0\n  return y\n"),
            "graph(%x : int?):\n"
            "  %1 : NoneType = prim::Constant()\n"
            "  %2 : bool = aten::__isnot__(%x, %1)\n"
            "  %y : int = prim::If(%2)\n"
            "    block0():\n"
            "      %y.1 : int = prim::unchecked_cast(%x)\n"
            "      -> (%y.1)\n"
            "    block1():\n"
            "      %4 : NoneType = prim::unchecked_cast(%x)\n"
            "      %y.2 : int = prim::Constant[value=0]()\n"
            "      -> (%y.2)\n"
            "  return (%y)\n");
  EXPECT_EQ(run("def f(x: Optional[int]) -> int:\n  if x is None or x > 3:\n    return -1\n  return x\n", 2), "2");
  EXPECT_EQ(run("def f(x: Optional[int]) -> int:\n  if x is None:\n    raise ValueError('x')\n  return x + 1\n", 2), "3");
  EXPECT_NE(error("def f(x: Optional[int]) -> int:\n  return x + 1\n").find("Expected a value of type"), std::string::npos);
}

TEST(EmitTest, KnownConditionsCompileOneBranch) {
  // The other branch would not compile.
  EXPECT_EQ(error("def f(x: int) -> int:\n  if x is None:\n    return x.nothing\n  return x\n"), "no error");
  EXPECT_EQ(error("def f(x: int) -> int:\n  if isinstance(x, str):\n    return x.nothing\n  return x\n"), "no error");
}

TEST(EmitTest, EarlyReturns) {
  const std::string find = "def f(xs: List[int], v: int) -> int:\n  for i in range(len(xs)):\n    if xs[i] == v:\n      return i\n  return -1\n";
  EXPECT_EQ(run(find, std::vector<int64_t>{4, 5, 6}, 6), "2");
  EXPECT_EQ(run(find, std::vector<int64_t>{4, 5, 6}, 7), "-1");
  const std::string guards = "def f(x: int) -> str:\n  if x < 0:\n    return 'neg'\n  y = x * 2\n  if y > 10:\n    return 'big'\n  elif y == 4:\n    z = 'four'\n  else:\n    z = 'small'\n  return z\n";
  EXPECT_EQ(run(guards, -1), "neg");
  EXPECT_EQ(run(guards, 6), "big");
  EXPECT_EQ(run(guards, 2), "four");
  EXPECT_EQ(run(guards, 1), "small");
  // The type is that of the first return when none is written.
  EXPECT_EQ(run("def f(x: int):\n  while x > 0:\n    x -= 3\n    if x == 1:\n      return 'one'\n  return 'zero'\n", 10), "one");
  EXPECT_EQ(run("def f(x: int) -> Optional[int]:\n  if x > 1:\n    return x\n", 1), "None");
  EXPECT_EQ(error("def f(x: int) -> int:\n  if x > 1:\n    return x\n"), "Function was annotated as returning int, but not all of its paths return a value");
  EXPECT_EQ(error("def f(x: int):\n  if x > 1:\n    return 'a'\n  return 1\n"), "Previous return statement returned a value of type str but this return statement returns a value of type int");
}

TEST(EmitTest, BreakAndContinue) {
  const std::string text =
      "def f() -> List[int]:\n  out : List[int] = []\n  for i in range(10):\n    if i == 2:\n      continue\n    if i == 5:\n      break\n    j = 0\n    while True:\n      j += 1\n      if j > i:\n        break\n"
      "      if j == 2:\n        continue\n      out.append(i * 10 + j)\n  return out\n";
  EXPECT_EQ(run(text), "[11, 31, 33, 41, 43, 44]");
  EXPECT_EQ(error("def f():\n  break\n"), "break outside of a loop, or in a loop over a tuple, which is unrolled");
}

TEST(EmitTest, Expressions) {
  EXPECT_EQ(run("def f(x: int) -> bool:\n  return 1 < x <= 3 != 4\n", 3), "True");
  EXPECT_EQ(run("def f(x: int) -> str:\n  return 'a' if x > 1 else 'b'\n", 1), "b");
  EXPECT_EQ(run("def f(x: int):\n  return [i * i for i in range(x) if i != 2]\n", 4), "[0, 1, 9]");
  EXPECT_EQ(run("def f(x: int):\n  return {str(i): i for i in range(x)}\n", 2), "{0: 0, 1: 1}");
  EXPECT_EQ(run("def f(x: int):\n  t = (x, 'b', 2.5)\n  a, *r = t\n  return t[-1], t[:2], r\n", 1), "(2.5, (1, b), (b, 2.5))");
  EXPECT_EQ(run("def f(x: int):\n  d = {'a': x}\n  d['b'] = 2\n  d['a'] += 5\n  return d\n", 1), "{a: 6, b: 2}");
  EXPECT_EQ(run("def f(x: int) -> str:\n  return f'{x}-{x + 1}{{}}'\n", 1), "1-2{}");
  EXPECT_EQ(run("def f() -> int:\n  return -9223372036854775808\n"), "-9223372036854775808");
  EXPECT_EQ(run("def f(x: int) -> int:\n  s = 0\n  for a, b in zip([1, 2, x], [4, 5, 6]):\n    s += a * b\n  for i, c in enumerate('ab'):\n    s += i\n  return s\n", 3), "33");
  // The middle of a chain is evaluated once.
  EXPECT_EQ(run("def g(l: List[int]) -> int:\n  l.append(1)\n  return 5\ndef f() -> int:\n  l : List[int] = []\n  b = 1 < g(l) < 9\n  return len(l)\n"), "1");
}

TEST(EmitTest, AnnotationsKeepTheirType) {
  EXPECT_EQ(run("def f() -> int:\n  x : Optional[int] = None\n  for i in range(3):\n    x = i\n  return x if x is not None else -1\n"), "2");
  EXPECT_EQ(run("def f() -> int:\n  x = annotate(List[List[int]], [])\n  x.append([1])\n  return len(x)\n"), "1");
  EXPECT_EQ(error("def f(x: int) -> int:\n  x = 'a'\n  return x\n"), "Variable 'x' previously had type int but is now being assigned to a value of type str");
  EXPECT_EQ(error("def f(x: int):\n  y : str = x\n"), "Variable 'y' is annotated with type str but is being assigned to a value of type int");
}

TEST(EmitTest, NamesThatMayNotBeThere) {
  EXPECT_EQ(error("def f(c: bool) -> int:\n  if c:\n    y = 1\n  return y\n"), "y is not defined in the false branch");
  EXPECT_EQ(error("def f(c: bool) -> int:\n  if c:\n    y = 1\n  else:\n    y = 'a'\n  return y\n"),
            "Type mismatch: y is set to type int in the true branch and type str in the false branch");
  EXPECT_EQ(error("def f(n: int) -> int:\n  for i in range(n):\n    y = i\n  return y\n"), "y is only defined inside a loop, which may not run");
  EXPECT_EQ(error("def f() -> int:\n  return nowhere\n"), "undefined value nowhere");
  EXPECT_EQ(error("def f(x: int) -> str:\n  return x\n"), "Return value was annotated as having type str but is actually of type int");
  EXPECT_EQ(error("def f(x: Nowhere):\n  pass\n"), "Unknown type name 'Nowhere'");
}

TEST(EmitTest, ErrorShowsSourceAndCaller) {
  try {
    CompilationUnit cu("def f(x: int):\n  return x.foo\n");
    FAIL();
  } catch (const c10::Error& e) {  // an ErrorReport is one
    EXPECT_STREQ(e.what(),
                 "\n'int' object has no attribute or method 'foo':\n"
                 "  File \"<string>\", line 2\n"
                 "def f(x: int):\n"
                 "  return x.foo\n"
                 "         ~~~~~ <--- HERE\n");
  } catch (...) {
    FAIL();
  }
}

TEST(EmitTest, TreesAsDeepAsAllowedDoNotOverflowTheStack) {
  for (int n : {900, 990}) {
    std::string parens = "def f(x: int) -> int:\n  return ", nots = "def f(x: bool) -> bool:\n  return ", calls = "def f(x: int) -> int:\n  return ", sums = "def f(x: int) -> int:\n  return x";
    for (int i = 0; i < n; ++i) {
      nots += "not ";
      calls += "abs(";
      sums += "+x";
    }
    EXPECT_EQ(error(nots + "x\n"), "no error");
    EXPECT_EQ(error(calls + "x" + std::string(n, ')') + "\n"), "no error");
    EXPECT_EQ(error(sums + "\n"), "no error");
  }
}

TEST(EmitTest, RecursionNeedsAnAnnotation) {
  EXPECT_EQ(run("def f(n: int) -> int:\n  if n < 2:\n    return n\n  return f(n - 1) + f(n - 2)\n", 10), "55");
}

}  // namespace
}  // namespace torch::jit
