#include <gtest/gtest.h>
#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/ir/ir.h>

namespace torch::jit {
namespace {

// graph(%x : int, %c : bool): an If that adds or multiplies.
std::shared_ptr<Graph> branchy() {
  auto g = std::make_shared<Graph>();
  Value* x = g->addInput("x")->setType(IntType::get());
  Value* c = g->addInput("c")->setType(BoolType::get());
  Node* node = g->insertNode(g->create(prim::If, {c}, 1));
  node->output()->setType(IntType::get());
  for (Symbol op : {aten::add, aten::mul}) {
    WithInsertPoint guard(node->addBlock());
    Value* two = g->insertConstant(IValue(2));
    Value* y = g->insertNode(g->create(op, {x, two}))->output()->setType(IntType::get());
    node->blocks()[node->blocks().size() - 1]->registerOutput(y);
  }
  g->registerOutput(node->output());
  return g;
}

TEST(IRTest, Prints) {
  auto g = branchy();
  g->lint();
  EXPECT_EQ(g->toString(),
            "graph(%x : int,\n"
            "      %c : bool):\n"
            "  %2 : int = prim::If(%c)\n"
            "    block0():\n"
            "      %3 : int = prim::Constant[value=2]()\n"
            "      %4 : int = aten::add(%x, %3)\n"
            "      -> (%4)\n"
            "    block1():\n"
            "      %5 : int = prim::Constant[value=2]()\n"
            "      %6 : int = aten::mul(%x, %5)\n"
            "      -> (%6)\n"
            "  return (%2)\n");
}

TEST(IRTest, PrintsConstants) {
  Graph g;
  g.insertConstant(IValue());
  g.insertConstant(IValue(1.0));
  g.insertConstant(IValue(true));
  g.insertConstant(IValue("a\"\n"));
  g.insertConstant(IValue(c10::Device("cpu")));
  g.insertConstant(IValue(std::vector<int64_t>{1, 2}));
  EXPECT_EQ(g.toString(),
            "graph():\n"
            "  %0 : NoneType = prim::Constant()\n"
            "  %1 : float = prim::Constant[value=1.]()\n"
            "  %2 : bool = prim::Constant[value=1]()\n"
            "  %3 : str = prim::Constant[value=\"a\\\"\\n\"]()\n"
            "  %4 : Device = prim::Constant[value=\"cpu\"]()\n"
            "  %5 : int[] = prim::Constant[value=[1, 2]]()\n"
            "  return ()\n");
}

TEST(IRTest, ConstantsComeBack) {
  Graph g;
  const IValue values[] = {IValue(), IValue(7), IValue(2.5), IValue(false), IValue("s"), IValue(c10::Device("cpu")), IValue(c10::complex<double>(1, 2))};
  for (const auto& v : values) {
    auto back = toIValue(g.insertConstant(v));
    ASSERT_TRUE(back);
    EXPECT_TRUE(*back == v) << v;
    EXPECT_EQ(back->isNone(), v.isNone());
  }
  EXPECT_FALSE(toIValue(g.addInput()));
}

TEST(IRTest, CopiesAreIndependent) {
  auto g = branchy();
  auto copy = g->copy();
  copy->lint();
  EXPECT_EQ(copy->toString(), g->toString());
  copy->block()->clear();
  EXPECT_EQ(g->countNodes(), 5u);
  EXPECT_EQ(copy->countNodes(), 0u);
  g->lint();
}

TEST(IRTest, UsesFollowReplacement) {
  auto g = branchy();
  Value* x = g->inputs()[0];
  EXPECT_EQ(x->uses().size(), 2u);
  Value* y = g->insertInput(1, "y")->setType(IntType::get());
  x->replaceAllUsesWith(y);
  EXPECT_FALSE(x->hasUses());
  EXPECT_EQ(y->uses().size(), 2u);
  g->lint();
  g->eraseInput(0);
  g->lint();
  EXPECT_EQ(g->inputs()[0], y);
  EXPECT_EQ(y->offset(), 0u);
}

TEST(IRTest, InputsMove) {
  Graph g;
  Value* a = g.addInput("a");
  Value* b = g.addInput("b");
  Node* n = g.insertNode(g.create(aten::cat, {a, a, b}));
  n->insertInput(1, b);
  g.lint();
  EXPECT_EQ(n->inputs().vec(), (std::vector<Value*>{a, b, a, b}));
  n->removeInput(0);
  g.lint();
  EXPECT_EQ(n->inputs().vec(), (std::vector<Value*>{b, a, b}));
  n->permuteInputs({1, 0});
  g.lint();
  EXPECT_EQ(n->inputs().vec(), (std::vector<Value*>{a, b}));
  EXPECT_EQ(n->replaceInput(0, b), a);
  EXPECT_FALSE(a->hasUses());
  g.lint();
}

TEST(IRTest, OrderOfNodes) {
  auto g = branchy();
  Node* branch = *g->nodes().begin();
  Node* add = branch->blocks()[0]->nodes().back();
  Node* mul = branch->blocks()[1]->nodes().back();
  Node* first = g->prependNode(g->create(prim::Constant));
  EXPECT_TRUE(first->isBefore(branch));
  EXPECT_TRUE(first->isBefore(add));
  EXPECT_TRUE(branch->isBefore(add));
  EXPECT_FALSE(add->isBefore(branch));
  EXPECT_TRUE(add->isBefore(mul));
  EXPECT_FALSE(mul->isBefore(add));
  EXPECT_TRUE(mul->isAfter(first));
  first->moveAfter(branch);
  EXPECT_TRUE(branch->isBefore(first));
  EXPECT_TRUE(mul->isBefore(first));
  EXPECT_FALSE(add->isDominatedBy(first));
  first->moveBefore(branch);
  EXPECT_TRUE(add->isDominatedBy(first));
}

// Nodes put again and again into the same gap get new positions when it is used up.
TEST(IRTest, PositionsAreDealtAnew) {
  Graph g;
  Node* last = g.appendNode(g.create(prim::Constant));
  g.prependNode(g.create(prim::Constant));
  Node* before = last;
  for (int i = 0; i < 300; ++i) {
    Node* n = g.create(prim::Constant);
    n->insertBefore(before);
    EXPECT_TRUE(n->isBefore(before));
    before = n;
  }
  g.lint();
}

TEST(IRTest, DestroyWhileIterating) {
  auto g = branchy();
  g->eraseOutput(0);
  for (auto it = g->nodes().rbegin(); it != g->nodes().rend(); ++it) it.destroyCurrent();
  EXPECT_TRUE(g->nodes().empty());
  EXPECT_FALSE(g->inputs()[0]->hasUses());
  g->lint();
}

TEST(IRTest, DebugNamesAreUnique) {
  Graph g;
  Value* a = g.addInput("x");
  Value* b = g.addInput("x");
  Value* c = g.addInput("x");
  EXPECT_EQ(c->debugName(), "x");
  EXPECT_EQ(a->debugName(), "x.1");
  EXPECT_EQ(b->debugName(), "x.2");
  EXPECT_EQ(b->debugNameBase(), "x");
  EXPECT_FALSE(Value::isValidName("12"));
  EXPECT_THROW(a->setDebugName("12"), c10::Error);
}

TEST(IRTest, Attributes) {
  Graph g;
  Node* n = g.insertNode(g.create(prim::Constant));
  n->i_(attr::value, 3)->s_(attr::name, "nm")->tys_(attr::types, {IntType::get()});
  EXPECT_EQ(n->i(attr::value), 3);
  EXPECT_EQ(n->s(attr::name), "nm");
  EXPECT_EQ(n->kindOf(attr::types), AttributeKind::tys);
  EXPECT_EQ(n->attributeNames().size(), 3u);
  EXPECT_THROW(n->f(attr::value), c10::Error);
  EXPECT_THROW(n->i(attr::axis), c10::Error);
  n->removeAttribute(attr::value);
  EXPECT_FALSE(n->hasAttribute(attr::value));
}

TEST(IRTest, LintFindsFaults) {
  auto g = branchy();
  Node* branch = *g->nodes().begin();
  // A value of one block used in the other.
  Value* inner = branch->blocks()[0]->outputs()[0];
  branch->blocks()[1]->replaceOutput(0, inner);
  EXPECT_THROW(g->lint(), c10::Error);
}

TEST(IRTest, TupleUnpackSeesThroughConstruction) {
  Graph g;
  Value* a = g.addInput("a");
  Value* b = g.addInput("b")->setType(IntType::get());
  Value* t = g.insertNode(g.createTuple({a, b}))->output();
  EXPECT_EQ(t->type()->str(), "(Tensor, int)");
  EXPECT_EQ(createTupleUnpack(t).vec(), (std::vector<Value*>{a, b}));
  Value* in = g.addInput("t")->setType(t->type());
  auto unpacked = createTupleUnpack(in);
  EXPECT_EQ(unpacked.size(), 2u);
  EXPECT_EQ(unpacked[1]->type()->str(), "int");
  g.lint();
}

TEST(IRTest, RowIsFoundFromTypes) {
  Graph g;
  Value* a = g.addInput("a")->setType(IntType::get());
  Value* b = g.addInput("b")->setType(FloatType::get());
  Node* n = g.insertNode(g.create(aten::mul, {a, b}));
  ASSERT_TRUE(n->row());
  EXPECT_STREQ(n->row()->overload, "int_float");
  EXPECT_EQ(n->namedInput("b"), b);
  // Where only the result differs, its type decides.
  Value* e = g.addInput()->setType(EnumType::create(c10::QualifiedName("E"), IntType::get(), {{"A", IValue(1)}}, {}));
  EXPECT_STREQ(g.insertNode(g.createEnumValue(e))->row()->overload, "int");
  n->output()->setType(FloatType::get());
  EXPECT_TRUE(n->matches("aten::mul.int_float(int a, float b) -> float"));
  EXPECT_FALSE(n->hasSideEffects());
  Node* unknown = g.insertNode(g.create(Symbol::fromQualString("nowhere::nothing")));
  EXPECT_FALSE(unknown->row());
  EXPECT_THROW(unknown->schema(), c10::Error);
}

}  // namespace
}  // namespace torch::jit
