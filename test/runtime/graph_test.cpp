// Graphs built by hand: what the front end seldom emits, objects, entered contexts, and the inliner.
#include "run_script.h"

#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/passes/inliner.h>
#include <torch/csrc/jit/passes/unused_block_values.h>
#include <torch/csrc/jit/runtime/interpreter.h>

#include <limits>

using namespace wick_test;
using namespace torch::jit;

namespace {

std::vector<IValue> runGraph(const std::shared_ptr<Graph>& graph, std::vector<IValue> args) {
  Code code(graph, "test");
  InterpreterState(code).run(args);
  return args;
}
Value* input(const std::shared_ptr<Graph>& g, const char* name, c10::TypePtr type) { return g->addInput(name)->setType(std::move(type)); }
Value* op(const std::shared_ptr<Graph>& g, const char* name, std::vector<Value*> inputs, c10::TypePtr type) {
  Value* v = g->insertNode(g->create(Symbol::fromQualString(name), inputs))->output();
  return v->setType(std::move(type));
}
size_t count(Graph& g, Symbol kind) {
  size_t n = 0;
  for (Node* node : g.nodes()) n += node->kind() == kind;
  return n;
}

TEST(Graphs, ConstantsEverywhere) {
  auto g = std::make_shared<Graph>();
  Value* x = input(g, "x", c10::IntType::get());
  Value* two = g->insertConstant(2);
  g->registerOutput(op(g, "aten::mul", {two, x}, c10::IntType::get()));
  g->registerOutput(two);
  g->registerOutput(g->insertConstant(IValue("text")));
  g->registerOutput(x);
  const auto r = runGraph(g, {21});
  ASSERT_EQ(r.size(), 4u);
  EXPECT_EQ(r[0].toInt(), 42);
  EXPECT_EQ(r[1].toInt(), 2);
  EXPECT_EQ(r[2].toStringRef(), "text");
  EXPECT_EQ(r[3].toInt(), 21);
}

TEST(Graphs, SameValueGivenTwice) {
  auto g = std::make_shared<Graph>();
  Value* l = input(g, "l", c10::ListType::ofInts());
  g->registerOutput(op(g, "aten::add", {l, l}, c10::ListType::ofInts()));
  const IValue list = ints({1, 2});
  EXPECT_EQ(runGraph(g, {list})[0].toIntVector(), (std::vector<int64_t>{1, 2, 1, 2}));
  EXPECT_EQ(list.use_count(), 1u);

  auto h = std::make_shared<Graph>();
  Value* v = input(h, "v", c10::ListType::ofInts());
  Value* pair = h->insertNode(h->createTuple({v, v}))->output();
  h->registerOutput(pair);
  h->registerOutput(v);
  const auto r = runGraph(h, {list});
  EXPECT_EQ(show(r[0]), "([1, 2], [1, 2])");
  EXPECT_EQ(list.use_count(), 4u);
}

TEST(Graphs, UnusedValuesAreReleased) {
  auto g = std::make_shared<Graph>();
  Value* l = input(g, "l", c10::ListType::ofInts());
  input(g, "unused", c10::ListType::ofInts());
  op(g, "aten::list", {l}, c10::ListType::ofInts());
  g->registerOutput(g->insertConstant(1));
  const IValue a = ints({1}), b = ints({2});
  runGraph(g, {a, b});
  EXPECT_EQ(a.use_count(), 1u);
  EXPECT_EQ(b.use_count(), 1u);
}

TEST(Graphs, CastsAreChecked) {
  auto g = std::make_shared<Graph>();
  Value* x = input(g, "x", c10::AnyType::get());
  Value* i = g->insertUncheckedCast(x, c10::IntType::get());
  g->registerOutput(op(g, "aten::add", {i, g->insertConstant(1)}, c10::IntType::get()));
  EXPECT_EQ(runGraph(g, {1})[0].toInt(), 2);
  EXPECT_SAYS(errorOf([&] { runGraph(g, {IValue("one")}); }), "expected a value of type int");
  EXPECT_SAYS(errorOf([&] { runGraph(g, {IValue()}); }), "expected a value of type int");
}

TEST(Graphs, TupleIndexSliceUnpack) {
  auto g = std::make_shared<Graph>();
  auto type = c10::TupleType::create({c10::IntType::get(), c10::StringType::get(), c10::FloatType::get()});
  Value* t = input(g, "t", type);
  g->registerOutput(g->insertNode(g->createTupleIndex(t, g->insertConstant(-1), c10::FloatType::get()))->output());
  g->registerOutput(g->insertNode(g->createTupleSlice(t, 1, 1, 2))->output());
  Node* parts = g->insertNode(g->createTupleUnpack(t));
  g->registerOutput(parts->output(1));
  IValue tuple = c10::ivalue::Tuple::create({1, "a", 2.5});
  const auto r = runGraph(g, {tuple});
  EXPECT_EQ(r[0].toDouble(), 2.5);
  EXPECT_EQ(show(r[1]), "(a, 2.5)");
  EXPECT_EQ(r[2].toStringRef(), "a");
  EXPECT_EQ(show(tuple), "(1, a, 2.5)");
  EXPECT_NE(errorOf([&] { runGraph(g, {c10::ivalue::Tuple::create({1, "a"})}); }), "");
  EXPECT_SAYS(errorOf([&] { runGraph(g, {3}); }), "tuple");
  // An element that is not what the tuple's type says.
  EXPECT_SAYS(errorOf([&] { runGraph(g, {c10::ivalue::Tuple::create({1, "a", "b"})}); }), "expected a value of type float");
}

TEST(Graphs, IsInstance) {
  auto g = std::make_shared<Graph>();
  Value* x = input(g, "x", c10::AnyType::get());
  g->registerOutput(g->insertNode(g->createIsInstance(x, {c10::IntType::get(), c10::ListType::ofStrings(), c10::OptionalType::create(c10::FloatType::get())}))->output());
  EXPECT_TRUE(runGraph(g, {1})[0].toBool());
  EXPECT_TRUE(runGraph(g, {strs({"a"})})[0].toBool());
  EXPECT_TRUE(runGraph(g, {IValue()})[0].toBool());
  EXPECT_TRUE(runGraph(g, {1.5})[0].toBool());
  EXPECT_FALSE(runGraph(g, {ints({1})})[0].toBool());
  EXPECT_FALSE(runGraph(g, {true})[0].toBool());
}

TEST(Graphs, UnknownNodeIsAnErrorThatNamesIt) {
  auto g = std::make_shared<Graph>();
  g->registerOutput(op(g, "prim::no_such_node", {}, c10::IntType::get()));
  EXPECT_SAYS(errorOf([&] { Code code(g, "test"); }), "prim::no_such_node");
}

TEST(Graphs, CarriedRing) {
  // a, b, c = b, c, a with lists: registers of references change places.
  auto g = std::make_shared<Graph>();
  std::vector<Value*> in;
  for (const char* name : {"a", "b", "c"}) in.push_back(input(g, name, c10::ListType::ofInts()));
  Value* n = input(g, "n", c10::IntType::get());
  Node* loop = g->create(prim::Loop, {n, g->insertConstant(true), in[0], in[1], in[2]}, 3);
  g->insertNode(loop);
  Block* body = loop->addBlock();
  body->addInput("i")->setType(c10::IntType::get());
  std::vector<Value*> now;
  for (const char* name : {"x", "y", "z"}) now.push_back(body->addInput(name)->setType(c10::ListType::ofInts()));
  {
    WithInsertPoint inside(body);
    body->registerOutput(g->insertConstant(true));
  }
  body->registerOutput(now[1]);
  body->registerOutput(now[2]);
  body->registerOutput(now[0]);
  for (Value* v : loop->outputs()) g->registerOutput(v->setType(c10::ListType::ofInts()));
  const IValue a = ints({1}), b = ints({2}), c = ints({3});
  for (int64_t times : {0, 1, 2, 3, 4}) {
    const auto r = runGraph(g, {a, b, c, times});
    const IValue expected[] = {a, b, c};
    for (size_t k = 0; k < 3; ++k) EXPECT_TRUE(r[k].is(expected[(k + static_cast<size_t>(times)) % 3])) << times << " " << k;
  }
  EXPECT_EQ(a.use_count(), 1u);
  EXPECT_EQ(b.use_count(), 1u);
  EXPECT_EQ(c.use_count(), 1u);
}

struct Counter {
  std::shared_ptr<CompilationUnit> cu = std::make_shared<CompilationUnit>();
  c10::ClassTypePtr type = c10::ClassType::create(c10::QualifiedName("__torch__.Counter"), cu);
  Counter() {
    type->addAttribute("n", c10::IntType::get());
    type->addAttribute("log", c10::ListType::ofStrings());
    cu->register_type(type);
  }
  // Adds a method of the given result type whose body `fill` writes.
  template <class F>
  void method(const char* name, c10::TypePtr result, std::vector<c10::TypePtr> args, F fill) {
    auto g = std::make_shared<Graph>();
    Value* self = g->addInput("self")->setType(type);
    std::vector<Value*> values;
    for (auto& t : args) values.push_back(g->addInput()->setType(t));
    g->registerOutput(fill(g, self, values)->setType(result));
    Function* f = cu->create_function(c10::QualifiedName(*type->name(), name), g);
    type->addMethod(f);
  }
  ObjectPtr object() {
    auto o = c10::ivalue::Object::create(type, 2);
    o->setSlot(0, 0);
    o->setSlot(1, strs({}));
    return o;
  }
};

TEST(Graphs, AttributesAndMethods) {
  Counter c;
  c.method("add", c10::IntType::get(), {c10::IntType::get()}, [](auto& g, Value* self, std::vector<Value*> args) {
    Value* n = op(g, "aten::add", {g->insertGetAttr(self, "n")->setType(c10::IntType::get()), args[0]}, c10::IntType::get());
    g->insertNode(g->createSetAttr(self, "n", n));
    return n;
  });
  Object o(c.object());
  const auto epoch = o._ivalue()->attribute_epoch();
  EXPECT_EQ(o.run_method("add", 5).toInt(), 5);
  EXPECT_EQ(o.run_method("add", 6).toInt(), 11);
  EXPECT_EQ(o.attr("n").toInt(), 11);
  EXPECT_GT(o._ivalue()->attribute_epoch(), epoch);
  EXPECT_NE(errorOf([&] { o.run_method("add", "text"); }), "");
  // An attribute that does not hold what its type says is found where it is read.
  o._ivalue()->setSlot(0, IValue("forged"));
  EXPECT_SAYS(errorOf([&] { o.run_method("add", 1); }), "expected a value of type int");
}

TEST(Graphs, ObjectsOfAnotherClassAreLookedUpByName) {
  Counter c;
  c.method("get", c10::IntType::get(), {}, [](auto& g, Value* self, std::vector<Value*>) { return g->insertGetAttr(self, "n"); });
  auto other = c10::ClassType::create(c10::QualifiedName("__torch__.Other"), c.cu);
  other->addAttribute("pad", c10::IntType::get());
  other->addAttribute("n", c10::IntType::get());
  auto o = c10::ivalue::Object::create(other, 2);
  o->setSlot(0, 1);
  o->setSlot(1, 77);
  Stack stack{IValue(o)};
  c.type->getMethod("get").run(stack);
  EXPECT_EQ(stack[0].toInt(), 77);
  auto empty = c10::ClassType::create(c10::QualifiedName("__torch__.Empty"), c.cu);
  Stack bad{IValue(c10::ivalue::Object::create(empty, 0))};
  EXPECT_SAYS(errorOf([&] { c.type->getMethod("get").run(bad); }), "no attribute 'n'");
}

std::shared_ptr<Graph> withGraph(Counter& c, bool fails) {
  auto g = std::make_shared<Graph>();
  Value* o = input(g, "o", c.type);
  Node* enter = g->insertNode(g->create(prim::Enter, {o}));
  enter->output()->setType(c10::NoneType::get());
  Value* l = g->insertNode(g->createList(c10::IntType::get(), {}))->output();
  Value* v = fails ? op(g, "aten::pop", {l, g->insertConstant(-1)}, c10::IntType::get()) : op(g, "aten::len", {l}, c10::IntType::get());
  Node* exit = g->insertNode(g->create(prim::Exit, {o}));
  exit->output()->setType(c10::NoneType::get());
  g->registerOutput(v);
  return g;
}

TEST(Graphs, EnterAndExitAlsoOnErrors) {
  Counter c;
  const auto note = [](const char* what) {
    return [what](auto& g, Value* self, std::vector<Value*>) {
      Value* log = g->insertGetAttr(self, "log")->setType(c10::ListType::ofStrings());
      op(g, "aten::append", {log, g->insertConstant(IValue(what))}, c10::ListType::ofStrings());
      return g->insertConstant(IValue());
    };
  };
  c.method("__enter__", c10::NoneType::get(), {}, note("in"));
  c.method("__exit__", c10::NoneType::get(), {c10::AnyType::get(), c10::AnyType::get(), c10::AnyType::get()}, note("out"));
  auto o = c.object();
  EXPECT_EQ(runGraph(withGraph(c, false), {IValue(o)})[0].toInt(), 0);
  EXPECT_EQ(show(o->getSlot(1)), "[in, out]");
  EXPECT_SAYS(errorOf([&] { runGraph(withGraph(c, true), {IValue(o)}); }), "pop from empty list");
  EXPECT_EQ(show(o->getSlot(1)), "[in, out, in, out]");
  EXPECT_EQ(o.use_count(), 1u);
}

TEST(Inliner, CallsBecomeBodies) {
  auto cu = compile(R"(
def h(x: int) -> int:
    return x * 3

def g(x: int) -> int:
    return h(x) + h(x + 1)

def f(x: int) -> int:
    return g(x) + 1
)");
  auto& f = static_cast<GraphFunction&>(cu->get_function("f"));
  EXPECT_EQ(count(*f.graph(), prim::CallFunction), 1u);
  auto inlined = f.graph()->copy();
  Inline(*inlined);
  inlined->lint();
  EXPECT_EQ(count(*inlined, prim::CallFunction), 0u);
  EXPECT_EQ(count(*inlined, aten::mul), 2u);
  EXPECT_EQ(count(*f.graph(), prim::CallFunction), 1u) << "the original stays";
  for (Node* n : inlined->nodes()) {
    if (n->kind() != aten::mul) continue;
    ASSERT_TRUE(n->callstack().has_value());
    const auto chain = (*n->callstack())->vec();
    ASSERT_EQ(chain.size(), 2u);
    EXPECT_EQ(chain[0].first, "g");
    EXPECT_EQ(chain[1].first, "h");
  }
  EXPECT_EQ(f({2}).toInt(), 2 * 3 + 3 * 3 + 1);
}

TEST(Inliner, RecursionStaysACall) {
  auto cu = compile(R"(
def f(n: int) -> int:
    if n <= 0:
        r = 0
    else:
        r = n + f(n - 1)
    return r
)");
  auto& f = static_cast<GraphFunction&>(cu->get_function("f"));
  auto inlined = f.graph()->copy();
  Inline(*inlined);
  inlined->lint();
  EXPECT_EQ(f({100}).toInt(), 5050);
}

TEST(Inliner, GrowthIsBounded) {
  // Each function calls the one before twice: 2^40 calls if all were put in place.
  std::string source = "def f0(x: int) -> int:\n    return x + 1\n";
  for (int i = 1; i <= 40; ++i) {
    const std::string n = std::to_string(i), m = std::to_string(i - 1);
    source += "def f" + n + "(x: int) -> int:\n    if x > 0:\n        r = f" + m + "(x)\n    else:\n        r = f" + m + "(x - 1)\n    return r\n";
  }
  auto cu = compile(source);
  auto graph = static_cast<GraphFunction&>(cu->get_function("f40")).graph()->copy();
  Inline(*graph);
  SUCCEED();
}

TEST(UnusedBlockValues, CarriedConditionGoes) {
  auto g = std::make_shared<Graph>();
  Value* n = input(g, "n", c10::IntType::get());
  Value* zero = g->insertConstant(0);
  Value* first = op(g, "aten::lt", {zero, n}, c10::BoolType::get());
  Node* loop = g->create(prim::Loop, {g->insertConstant(std::numeric_limits<int64_t>::max()), first, first, zero, zero}, 3);
  g->insertNode(loop);
  Block* body = loop->addBlock();
  body->addInput("trip")->setType(c10::IntType::get());
  body->addInput("condition")->setType(c10::BoolType::get());
  Value* i = body->addInput("i")->setType(c10::IntType::get());
  Value* same = body->addInput("same")->setType(c10::IntType::get());
  Value *next, *again;
  {
    WithInsertPoint inside(body);
    next = op(g, "aten::add", {i, g->insertConstant(1)}, c10::IntType::get());
    again = op(g, "aten::lt", {next, n}, c10::BoolType::get());
  }
  for (Value* v : {again, again, next, same}) body->registerOutput(v);
  loop->output(0)->setType(c10::BoolType::get());
  for (size_t k : {1, 2}) loop->output(k)->setType(c10::IntType::get());
  g->registerOutput(loop->output(1));
  EXPECT_TRUE(RemoveUnusedBlockValues(g));
  g->lint();
  EXPECT_EQ(loop->outputs().size(), 1u);
  EXPECT_EQ(body->inputs().size(), 2u);
  EXPECT_FALSE(RemoveUnusedBlockValues(g));
  EXPECT_EQ(runGraph(g, {7})[0].toInt(), 7);
}

TEST(CompilationUnits, NamesAndErrors) {
  auto cu = compile("def f(x: int) -> int:\n    return x\n");
  EXPECT_EQ(cu->find_function("g"), nullptr);
  EXPECT_SAYS(errorOf([&] { cu->get_function("g"); }), "no function 'g'");
  EXPECT_SAYS(errorOf([&] { cu->define(std::nullopt, "def f(x: int) -> int:\n    return x\n", nullptr, nullptr); }), "already defined");
  // A body that does not compile leaves nothing behind: the same error again, not one about a name that is taken.
  for (int i = 0; i < 2; ++i) {
    EXPECT_SAYS(errorOf([&] { cu->define(std::nullopt, "def bad(x: int) -> int:\n    return nowhere(x)\n", nullptr, nullptr); }), "nowhere");
  }
  EXPECT_EQ(cu->mangle("__torch__.a.B").qualifiedName(), "__torch__.a.___torch_mangle_0.B");
  EXPECT_EQ(cu->mangle("__torch__.a.___torch_mangle_0.B").qualifiedName(), "__torch__.a.___torch_mangle_1.B");
}

}  // namespace
