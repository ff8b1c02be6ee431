#include "run_script.h"

#include <ATen/ATen.h>
#include <torch/csrc/jit/runtime/interpreter.h>
#include <torch/csrc/jit/runtime/jit_exception.h>
#include <torch/csrc/jit/runtime/print_handler.h>

#include <limits>
#include <thread>

using namespace wick_test;

namespace {

TEST(Interpreter, IntLoop) {
  const IValue r = run(R"(
def f(n: int) -> int:
    s = 0
    i = 0
    while i < n:
        s += i * 2 % 7
        i += 1
    return s
)",
                       {1000});
  int64_t s = 0;
  for (int64_t i = 0; i < 1000; ++i) s += i * 2 % 7;
  EXPECT_EQ(r.toInt(), s);
}

TEST(Interpreter, NegativeDivision) {
  const char* source = R"(
def f(a: int) -> List[int]:
    return [a // 7, a % 7, a // -7, a % -7, a // 1, a % 1, a // 8, a % 8, a // 4611686018427387905, a % 4611686018427387905]
)";
  for (int64_t a : {0l, 1l, -1l, 6l, 7l, -7l, -8l, 1000000007l, std::numeric_limits<int64_t>::max(), std::numeric_limits<int64_t>::min()}) {
    const IValue r = run(source, {a});
    const auto floordiv = [](__int128 x, __int128 y) {
      __int128 q = x / y;
      if (q * y != x && ((x < 0) != (y < 0))) --q;
      return q;
    };
    int64_t expected[10];
    int k = 0;
    for (__int128 d : {__int128(7), __int128(-7), __int128(1), __int128(8), __int128(4611686018427387905)}) {
      expected[k++] = static_cast<int64_t>(floordiv(a, d));
      expected[k++] = static_cast<int64_t>(a - floordiv(a, d) * d);
    }
    const auto got = r.toIntVector();
    for (int i = 0; i < 10; ++i) EXPECT_EQ(got[static_cast<size_t>(i)], expected[i]) << a << " " << i;
  }
}

TEST(Interpreter, IntArithmeticWraps) {
  const int64_t low = std::numeric_limits<int64_t>::min(), high = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(run("def f(a: int, b: int) -> int:\n    return a + b\n", {high, 1}).toInt(), low);
  EXPECT_EQ(run("def f(a: int, b: int) -> int:\n    return a * b\n", {low, -1}).toInt(), low);
  EXPECT_EQ(run("def f(a: int, b: int) -> int:\n    return a // b\n", {low, -1}).toInt(), low);
  EXPECT_EQ(run("def f(a: int, b: int) -> int:\n    return a % b\n", {low, -1}).toInt(), 0);
  EXPECT_EQ(run("def f(a: int) -> int:\n    return -a\n", {low}).toInt(), low);
  EXPECT_EQ(run("def f(a: int) -> int:\n    return a - 1\n", {low}).toInt(), high);
  EXPECT_EQ(run("def f(a: int) -> int:\n    return 1 - a\n", {low}).toInt(), low + 1);
}

TEST(Interpreter, DivisionByZeroIsAnError) {
  EXPECT_SAYS(runError("def f(a: int, b: int) -> int:\n    return a // b\n", {1, 0}), "ZeroDivisionError");
  EXPECT_SAYS(runError("def f(a: int, b: int) -> int:\n    return a % b\n", {1, 0}), "ZeroDivisionError");
  EXPECT_SAYS(runError("def f(a: int) -> int:\n    return a % 0\n", {1}), "ZeroDivisionError");
}

TEST(Interpreter, FloatComparisonsWithNaN) {
  const char* source = R"(
def f(a: float, b: float) -> List[int]:
    r = [0, 0, 0, 0, 0, 0]
    if a < b:
        r[0] = 1
    if a <= b:
        r[1] = 1
    if a > b:
        r[2] = 1
    if a >= b:
        r[3] = 1
    if a == b:
        r[4] = 1
    if a != b:
        r[5] = 1
    return r
)";
  EXPECT_EQ(run(source, {1.0, std::nan("")}).toIntVector(), (std::vector<int64_t>{0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(run(source, {1.0, 2.0}).toIntVector(), (std::vector<int64_t>{1, 1, 0, 0, 0, 1}));
  EXPECT_EQ(run(source, {2.0, 1.0}).toIntVector(), (std::vector<int64_t>{0, 0, 1, 1, 0, 1}));
  EXPECT_EQ(run(source, {2.0, 2.0}).toIntVector(), (std::vector<int64_t>{0, 1, 0, 1, 1, 0}));
}

TEST(Interpreter, MixedArithmetic) {
  EXPECT_EQ(run("def f(a: int, b: float) -> float:\n    return a * b + a / 2 - b\n", {3, 0.5}).toDouble(), 3 * 0.5 + 1.5 - 0.5);
  EXPECT_TRUE(run("def f(a: int, b: float) -> bool:\n    return a < b\n", {3, 3.5}).toBool());
}

TEST(Interpreter, NestedLoops) {
  const IValue r = run(R"(
def f(n: int) -> List[int]:
    out: List[int] = []
    i = 0
    go = i < n
    while go:
        if i % 2 == 0:
            for j in range(i, 0, -1):
                if j > 2:
                    out.append(i * 10 + j)
            go = i <= 6
        i += 1
    return out
)",
                       {100});
  std::vector<int64_t> expected;
  for (int64_t i = 0; i < 100; ++i) {
    if (i % 2 == 1) continue;
    for (int64_t j = i; j > 0; --j) {
      if (j <= 2) break;
      expected.push_back(i * 10 + j);
    }
    if (i > 6) break;
  }
  EXPECT_EQ(r.toIntVector(), expected);
}

TEST(Interpreter, SwappedLoopValues) {
  // Both carried values are needed for the next ones: a ring of moves.
  EXPECT_EQ(run(R"(
def f(n: int) -> int:
    a = 0
    b = 1
    for i in range(n):
        a, b = b, a + b
    return a
)",
                {50})
                .toInt(),
            12586269025);
  EXPECT_EQ(show(run(R"(
def f(n: int) -> Tuple[List[int], List[str], List[int]]:
    a = [1]
    b = ["x"]
    c = [3]
    for i in range(n):
        a, c = c, a
    return (a, b, c)
)",
                     {3})),
            "([3], [x], [1])");
}

TEST(Interpreter, WhileConditionOnCarriedValue) {
  EXPECT_EQ(run(R"(
def f(n: int) -> int:
    a = n
    steps = 0
    while a > 1:
        if a % 2 == 0:
            a = a // 2
        else:
            a = 3 * a + 1
        steps += 1
    return steps
)",
                {27})
                .toInt(),
            111);
  // The condition looks at the old value.
  EXPECT_EQ(run(R"(
def f(n: int) -> int:
    go = True
    i = 0
    while go:
        old = i
        i = i + 3
        go = old < n
    return i
)",
                {10})
                .toInt(),
            15);
}

TEST(Interpreter, ValuesLiveThroughBranchesAndLoops) {
  EXPECT_EQ(show(run(R"(
def f(n: int) -> Tuple[List[int], List[int]]:
    kept = [7]
    for i in range(n):
        if i % 3 == 0:
            x = kept
        elif i % 3 == 1:
            x = [i]
        else:
            x = kept + [i]
        kept = x
    last = kept
    if n > 100:
        last = [0]
    return (kept, last)
)",
                     {6})),
            "([4, 5], [4, 5])");
}

TEST(Interpreter, TuplesDictsStrings) {
  EXPECT_EQ(show(run(R"(
def f(n: int) -> Tuple[Dict[str, int], str, List[Tuple[int, str]]]:
    d: Dict[str, int] = {}
    pairs: List[Tuple[int, str]] = []
    for i in range(n):
        t = (i, "k{}".format(i))
        a, b = t
        d[b] = a * a
        pairs.append(t)
    text = ",".join([p[1] for p in pairs])
    return (d, text, pairs)
)",
                     {3})),
            "({k0: 0, k1: 1, k2: 4}, k0,k1,k2, [(0, k0), (1, k1), (2, k2)])");
}

TEST(Interpreter, OptionalsAndIsinstance) {
  const char* source = R"(
def f(a: Optional[int], b: Optional[List[int]]) -> int:
    r = 0
    if a is not None:
        r += a
    if b is None:
        r += 100
    else:
        r += len(b)
    return r
)";
  EXPECT_EQ(run(source, {IValue(), IValue()}).toInt(), 100);
  EXPECT_EQ(run(source, {5, ints({1, 2})}).toInt(), 7);
}

TEST(Interpreter, CallsAndRecursion) {
  EXPECT_EQ(run(R"(
def g(a: int, b: int = 10) -> int:
    return a * b

def f(n: int) -> int:
    return g(n) + g(n, 2) + g(b=1, a=n)
)",
                {3})
                .toInt(),
            30 + 6 + 3);
  const char* fib = R"(
def f(n: int) -> int:
    if n < 2:
        r = n
    else:
        r = f(n - 1) + f(n - 2)
    return r
)";
  EXPECT_EQ(run(fib, {15}).toInt(), 610);
  const std::string endless = runError("def f(n: int) -> int:\n    return f(n + 1)\n", {0});
  EXPECT_SAYS(endless, "RecursionError");
  EXPECT_LT(endless.size(), 100000u) << "the traceback of a deep recursion is cut";
}

TEST(Interpreter, Tensors) {
  const IValue r = run(R"(
def f(x: Tensor, n: int) -> Tensor:
    for i in range(n):
        x = x + 1
    return x
)",
                       {at::ones({4}), 10});
  const float* p = r.toTensor().const_data_ptr<float>();
  for (int i = 0; i < 4; ++i) EXPECT_EQ(p[i], 11);
}

TEST(Interpreter, InPlaceChangesTheCallersTensor) {
  at::Tensor x = at::ones({2});
  run("def f(x: Tensor) -> Tensor:\n    x += 2\n    return x\n", {x});
  EXPECT_EQ(x.const_data_ptr<float>()[0], 3);
}

TEST(Interpreter, ArgumentsAreCopiedNotConsumed) {
  at::Tensor x = at::ones({2});
  std::vector<IValue> args{x, ints({1})};
  auto cu = torch::jit::compile("def f(x: Tensor, l: List[int]) -> int:\n    l.append(2)\n    return len(l)\n");
  EXPECT_EQ(cu->get_function("f")(args).toInt(), 2);
  EXPECT_EQ(cu->get_function("f")(args).toInt(), 3) << "the list is shared with the caller";
  EXPECT_TRUE(args[0].isTensor());
  EXPECT_EQ(x.use_count(), 2u);
}

TEST(Interpreter, SchemaErrorsNameTheArgument) {
  auto cu = torch::jit::compile("def f(a: int, b: str = 'x') -> int:\n    return a\n");
  auto& f = cu->get_function("f");
  EXPECT_SAYS(errorOf([&] { f({IValue("no")}); }), "argument 'a'");
  EXPECT_SAYS(errorOf([&] { f({}); }), "'a'");
  EXPECT_SAYS(errorOf([&] { f({1, "s", 3}); }), "at most 2");
  EXPECT_SAYS(errorOf([&] { f({1}, {{"c", 2}}); }), "c");
  EXPECT_EQ(f({}, {{"a", 4}}).toInt(), 4);
}

TEST(Interpreter, RaiseIsAJITException) {
  auto cu = torch::jit::compile(R"(
def g(x: int) -> int:
    if x > 3:
        raise ValueError("bad {}".format(x))
    return x

def f(x: int) -> int:
    y = x + 1
    return g(y)
)");
  auto& f = cu->get_function("f");
  EXPECT_EQ(f({1}).toInt(), 2);
  try {
    f({7});
    FAIL();
  } catch (const torch::jit::JITException& e) {
    const std::string what = e.what();
    EXPECT_SAYS(what, "The following operation failed in the TorchScript interpreter.\nTraceback of TorchScript (most recent call last):\n");
    EXPECT_SAYS(what, "in f\n");
    EXPECT_SAYS(what, "return g(y)");
    EXPECT_SAYS(what, "in g\n");
    EXPECT_SAYS(what, "raise ValueError");
    EXPECT_SAYS(what, "<--- HERE");
    EXPECT_SAYS(what, "bad 8");
    EXPECT_LT(what.find("return g(y)"), what.find("raise ValueError")) << "outermost first";
    EXPECT_EQ(e.getOriginalMsg().value_or(""), "bad 8");
  }
}

TEST(Interpreter, ErrorsKeepTheirKindAndGetATraceback) {
  auto cu = torch::jit::compile("def f(l: List[int], i: int) -> int:\n    x = 1\n    return l[i]\n");
  try {
    cu->get_function("f")({ints({1, 2}), 5});
    FAIL();
  } catch (const c10::IndexError& e) {
    EXPECT_SAYS(std::string(e.what()), "RuntimeError: list index out of range");
    EXPECT_SAYS(std::string(e.what()), "return l[i]\n           ~~~~ <--- HERE");
  }
}

TEST(Interpreter, NothingLeaksOnErrors) {
  at::Tensor x = at::ones({2});
  auto cu = torch::jit::compile(R"(
def g(x: Tensor, l: List[int], n: int) -> int:
    y = x + 1
    parts = [x, y]
    if n == 0:
        r = l[100]
    else:
        r = g(x, l, n - 1)
    return r

def f(x: Tensor, l: List[int]) -> int:
    keep = (x, l)
    return g(x, l, 5)
)");
  for (int i = 0; i < 3; ++i) EXPECT_SAYS(errorOf([&] { cu->get_function("f")({x, ints({1})}); }), "list index out of range");
  EXPECT_EQ(x.use_count(), 1u);
}

TEST(Interpreter, WrongListElementsAreFound) {
  // A list that says it has ints but does not, as a forged archive may hold.
  auto cu = torch::jit::compile("def f(l: List[int]) -> int:\n    s = 0\n    for v in l:\n        s += v\n    return s\n");
  torch::jit::Stack stack{list({IValue("text")}, c10::IntType::get())};
  EXPECT_SAYS(errorOf([&] { cu->get_function("f").run(stack); }), "expected a value of type int");
}

TEST(Interpreter, PrintGoesToTheHandler) {
  static std::string printed;
  torch::jit::setPrintHandler([](const std::string& s) { printed += s; });
  run("def f(x: int) -> int:\n    print('a', x, [1.5], True)\n    print()\n    return x\n", {3});
  torch::jit::setPrintHandler(nullptr);
  EXPECT_EQ(printed, "a 3 [1.5] True\n\n");
}

TEST(Interpreter, ManyThreadsFirstCallAndAfter) {
  auto cu = torch::jit::compile(R"(
def g(x: List[int], k: int) -> int:
    s = 0
    for v in x:
        s += v * k
    return s

def f(x: List[int], t: Tensor) -> int:
    out: List[int] = []
    for i in range(20):
        out.append(g(x, i))
    y = t + 1
    return len(out) + out[-1]
)");
  const at::Tensor t = at::ones({3});
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int k = 0; k < 4; ++k) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        if (cu->get_function("f")({ints({1, 2, 3}), t}).toInt() != 20 + 6 * 19) ++wrong;
      }
    });
  }
  for (auto& th : threads) th.join();
  EXPECT_EQ(wrong.load(), 0);
  EXPECT_EQ(t.use_count(), 1u);
}

}  // namespace
