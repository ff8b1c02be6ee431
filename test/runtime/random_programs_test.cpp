// Random programs run twice: by the passes, the register compiler and the interpreter, and by a walker over the graph as it was emitted, which knows nothing
// of registers, lives or passes. Results must be the same, and errors.
#include "run_script.h"

#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/runtime/interpreter.h>

#include <cstdlib>
#include <random>
#include <unordered_map>

using namespace wick_test;
using namespace torch::jit;

namespace {

class Walker {
 public:
  std::vector<IValue> run(Graph& g, const std::vector<IValue>& args) {
    for (size_t i = 0; i < args.size(); ++i) values_[g.inputs()[i]] = args[i];
    block(g.block());
    return outputs(g.return_node());
  }

 private:
  std::vector<IValue> outputs(Node* ret) {
    std::vector<IValue> out;
    for (Value* v : ret->inputs()) out.push_back(values_.at(v));
    return out;
  }
  void block(Block* b) {
    for (Node* n : b->nodes()) node(n);
  }
  void node(Node* n) {
    switch (n->kind()) {
      case prim::Constant:
        if (auto v = toIValue(n->output())) values_[n->output()] = *v;
        return;
      case prim::If: {
        Block* side = n->blocks()[values_.at(n->input(0)).toBool() ? 0 : 1];
        block(side);
        set(n, outputs(side->return_node()));
        return;
      }
      case prim::Loop: {
        const int64_t trips = values_.at(n->input(0)).toInt();
        bool go = values_.at(n->input(1)).toBool();
        std::vector<IValue> carried;
        for (size_t i = 2; i < n->inputs().size(); ++i) carried.push_back(values_.at(n->input(i)));
        Block* body = n->blocks()[0];
        for (int64_t i = 0; i < trips && go; ++i) {
          values_[body->inputs()[0]] = i;
          for (size_t k = 0; k < carried.size(); ++k) values_[body->inputs()[k + 1]] = carried[k];
          block(body);
          std::vector<IValue> next = outputs(body->return_node());
          go = next[0].toBool();
          carried.assign(next.begin() + 1, next.end());
        }
        set(n, std::move(carried));
        return;
      }
      case prim::ListConstruct: {
        std::vector<IValue> v;
        for (Value* in : n->inputs()) v.push_back(values_.at(in));
        values_[n->output()] = list(std::move(v), n->output()->type()->expect<ListType>()->getElementType());
        return;
      }
      case prim::TupleConstruct: {
        std::vector<IValue> v;
        for (Value* in : n->inputs()) v.push_back(values_.at(in));
        values_[n->output()] = c10::ivalue::Tuple::create(std::move(v));
        return;
      }
      case prim::TupleUnpack:
        set(n, values_.at(n->input(0)).toTupleRef().elements());
        return;
      case prim::TupleIndex:
        values_[n->output()] = values_.at(n->input(0)).toTupleRef().elements().at(static_cast<size_t>(values_.at(n->input(1)).toInt()));
        return;
      case prim::Uninitialized: values_[n->output()] = IValue(); return;
      case prim::unchecked_cast: values_[n->output()] = values_.at(n->input(0)); return;
      case prim::CallFunction: {
        std::vector<IValue> args;
        for (size_t i = 1; i < n->inputs().size(); ++i) args.push_back(values_.at(n->input(i)));
        auto graph = toGraphFunction(*calledFunction(n)).graph();
        set(n, Walker().run(*graph, args));
        return;
      }
      default: {
        const auto* row = n->row();
        if (!row) throw std::runtime_error(std::string("the walker does not know ") + n->kind().toQualString());
        std::vector<IValue> args;
        for (Value* in : n->inputs()) args.push_back(values_.at(in));
        const size_t count = args.size();
        args.resize(std::max<size_t>({1, count, n->outputs().size()}));
        if (row->has(c10::kOpVarargs)) {
          row->boxed_var(*row, args.data(), count);
        } else {
          row->boxed(*row, args.data());
        }
        args.resize(n->outputs().size());
        set(n, std::move(args));
      }
    }
  }
  void set(Node* n, std::vector<IValue> v) {
    for (size_t i = 0; i < n->outputs().size(); ++i) values_[n->output(i)] = std::move(v[i]);
  }
  std::unordered_map<Value*, IValue> values_;
};

// Programs over ints a..d, floats x and y, bools p and q, int lists l and m, a string s.
class Writer {
 public:
  explicit Writer(uint32_t seed) : random_(seed) {}

  std::string program() {
    out_ = "def g(k: int, l: List[int]) -> Tuple[int, List[int]]:\n    l.append(k)\n    r = k + len(l)\n    if r % 2 == 0:\n        m = l\n    else:\n        m = l + [r]\n    return (r, m)\n\n";
    out_ += "def f(a: int, b: int, x: float, l: List[int]) -> Tuple[int, int, int, int, float, float, bool, List[int], List[int], str]:\n";
    for (const char* line : {"c = 1", "d = a", "y = 0.5", "p = a < b", "q = True", "m = [a, b]", "s = 'z'"}) put(1, line);
    statements(1, 6 + pick(6), 3);
    put(1, "return (a, b, c, d, x, y, p, l, m, s)");
    return out_;
  }

 private:
  int pick(int n) { return static_cast<int>(random_() % static_cast<uint32_t>(n)); }
  template <size_t N>
  std::string any(const char* const (&options)[N]) { return options[pick(N)]; }
  void put(int indent, const std::string& text) { out_ += std::string(static_cast<size_t>(indent) * 4, ' ') + text + "\n"; }

  std::string integer(int depth = 2) {
    if (depth == 0 || pick(3) == 0) return pick(2) ? any({"a", "b", "c", "d"}) : std::to_string(pick(20) - 6);
    switch (pick(9)) {
      case 0: return "(" + integer(depth - 1) + " + " + integer(depth - 1) + ")";
      case 1: return "(" + integer(depth - 1) + " - " + integer(depth - 1) + ")";
      case 2: return "(" + integer(depth - 1) + " * " + integer(depth - 1) + ")";
      case 3: return "(" + integer(depth - 1) + " % " + std::to_string(1 + pick(9)) + ")";
      case 4: return "(" + integer(depth - 1) + " // " + std::to_string(1 + pick(9)) + ")";
      case 5: return "len(" + lists() + ")";
      case 6: return "(" + integer(depth - 1) + " % " + integer(depth - 1) + ")";  // may divide by zero
      case 7: return lists() + "[" + integer(depth - 1) + " % 3]";                // may be out of range
      default: return "-" + integer(depth - 1);
    }
  }
  std::string number() {
    switch (pick(6)) {
      case 0: return "x";
      case 1: return "y";
      case 2: return "(x * 0.5)";
      case 3: return "(y - x)";
      case 4: return "(x + " + integer(1) + ")";
      default: return "1.25";
    }
  }
  std::string lists() { return any({"l", "m"}); }
  std::string boolean(int depth = 2) {
    switch (pick(depth ? 8 : 6)) {
      case 0: return any({"p", "q"});
      case 1: return integer(1) + " " + any({"<", "<=", ">", ">=", "==", "!="}) + " " + integer(1);
      case 2: return any({"a", "b", "c", "d"}) + " " + any({"<", ">=", "==", "!="}) + " " + std::to_string(pick(9) - 3);
      case 3: return number() + " " + any({"<", "<=", ">", ">=", "==", "!="}) + " " + number();
      case 4: return "s == 'z'";
      case 5: return "len(" + lists() + ") < " + std::to_string(pick(12));
      case 6: return "not (" + boolean(depth - 1) + ")";
      default: return "(" + boolean(depth - 1) + ") and (" + boolean(depth - 1) + ")";
    }
  }
  std::string fresh(const char* base) { return base + std::to_string(next_++); }

  void statements(int indent, int count, int depth) {
    for (int i = 0; i < count; ++i) statement(indent, depth);
  }
  void statement(int indent, int depth) {
    switch (pick(depth ? 15 : 11)) {
      case 0: case 1: put(indent, any({"a", "b", "c", "d"}) + " = " + integer()); break;
      case 2: put(indent, any({"a", "b", "c", "d"}) + " += " + integer(1)); break;
      case 3: put(indent, any({"x", "y"}) + " = " + number()); break;
      case 4: put(indent, any({"p", "q"}) + " = " + boolean()); break;
      case 5: put(indent, lists() + ".append(" + integer(1) + ")"); break;
      case 6: put(indent, any({"l = m", "m = l", "l = l + [a]", "m = [b, c, d]", "l = m + l"})); break;
      case 7: put(indent, any({"a, b = b, a", "c, d = d, a", "l, m = m, l", "a, b, c = c, a, b", "x, y = y, x"})); break;
      case 8: put(indent, "s = s + 'q'"); break;
      case 9: put(indent, any({"a", "b", "c"}) + ", " + lists() + " = g(" + integer(1) + ", " + lists() + ")"); break;
      case 10: {
        const std::string t = fresh("t");
        put(indent, t + " = (" + integer(1) + ", " + lists() + ")");
        put(indent, any({"a", "d"}) + ", " + lists() + " = " + t);
        break;
      }
      case 11: case 12:
        put(indent, "if " + boolean() + ":");
        statements(indent + 1, 1 + pick(3), depth - 1);
        if (pick(2)) {
          put(indent, "else:");
          statements(indent + 1, 1 + pick(3), depth - 1);
        }
        break;
      case 13: {
        const std::string i = fresh("i");
        put(indent, "for " + i + " in range(" + std::to_string(pick(5)) + "):");
        if (pick(2)) put(indent + 1, any({"a", "c"}) + " = " + i + " + " + any({"b", "d"}));
        statements(indent + 1, 1 + pick(4), depth - 1);
        break;
      }
      default: {
        const std::string k = fresh("k");
        put(indent, k + " = 0");
        put(indent, "while " + k + " < " + std::to_string(pick(5)) + (pick(2) ? "" : " and len(l) < 20") + ":");
        statements(indent + 1, 1 + pick(3), depth - 1);
        put(indent + 1, k + " += 1");
        break;
      }
    }
  }

  std::mt19937 random_;
  std::string out_;
  int next_ = 0;
};

// The last line of an error: what failed, without where.
std::string cause(const std::exception& e) {
  std::string text = e.what();
  while (!text.empty() && text.back() == '\n') text.pop_back();
  text = text.substr(text.rfind('\n') + 1);
  if (text.rfind("RuntimeError: ", 0) == 0) text = text.substr(14);
  return text;
}

TEST(RandomPrograms, CompiledCodeDoesWhatTheGraphSays) {
  int errors = 0, values = 0, elsewhere = 0;
  const char* more = std::getenv("WICK_RANDOM_PROGRAMS");  // for a longer hunt
  const uint32_t programs = more ? static_cast<uint32_t>(std::atoi(more)) : 300;
  for (uint32_t seed = 0; seed < programs; ++seed) {
    const std::string source = Writer(seed).program();
    std::shared_ptr<CompilationUnit> cu;
    ASSERT_NO_THROW(cu = compile(source)) << source;
    auto& f = toGraphFunction(cu->get_function("f"));
    for (int64_t a : {3, -8}) {
      const auto arguments = [&] { return std::vector<IValue>{a, 5, 0.75, ints({1, 2, 3})}; };
      std::string expected, got;
      try {
        expected = show(Walker().run(*f.graph(), arguments()).at(0));
        ++values;
      } catch (const std::exception& e) {
        expected = "error: " + cause(e);
        ++errors;
      }
      try {
        const auto args = arguments();
        got = show(f(args));
        EXPECT_LE(args[3].use_count(), 2u);
      } catch (const std::exception& e) {
        got = "error: " + cause(e);
      }
      // What fails but is not used may be gone: then there is a value, or a later error, where the walker found an error.
      if (expected.rfind("error", 0) == 0 && got != expected) {
        ++elsewhere;
        continue;
      }
      ASSERT_EQ(got, expected) << "seed " << seed << "\n" << source << *f.optimized_graph() << Code(f.optimized_graph(), "f").dump();
    }
  }
  EXPECT_GT(values, 200);
  EXPECT_GT(errors, 10);
  EXPECT_LT(elsewhere, errors / 2);
}

}  // namespace
