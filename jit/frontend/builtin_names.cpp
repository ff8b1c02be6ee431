// The names that every function sees: Python's builtins and the compiler's own forms.
#include <torch/csrc/jit/frontend/emitter.h>

#include <unordered_map>

namespace torch::jit {

namespace {

struct PoisonSugared : SugaredValue {
  std::string kind() const override { return "value of a missing operator"; }
  Value* asValue(const SourceRange&, GraphFunction&) override { throw PoisonedValue(); }
  SugaredValuePtr attr(const SourceRange&, GraphFunction&, const std::string&) override { throw PoisonedValue(); }
  bool hasAttr(const SourceRange&, GraphFunction&, const std::string&) override { throw PoisonedValue(); }
  void setAttr(const SourceRange&, GraphFunction&, const std::string&, Value*) override { throw PoisonedValue(); }
  std::vector<SugaredValuePtr> asTuple(const SourceRange&, GraphFunction&, const std::optional<size_t>&) override { throw PoisonedValue(); }
  SugaredValuePtr asTupleValue(const SourceRange&, GraphFunction&) override { throw PoisonedValue(); }
  SugaredValuePtr call(const SourceRange&, GraphFunction&, at::ArrayRef<NamedValue>, at::ArrayRef<NamedValue>, size_t) override { throw PoisonedValue(); }
  SugaredValuePtr iter(const SourceRange&, GraphFunction&) override { throw PoisonedValue(); }
  Value* len(const SourceRange&, GraphFunction&) override { throw PoisonedValue(); }
  SugaredValuePtr getitem(const SourceRange&, GraphFunction&, Value*, TypePtr) override { throw PoisonedValue(); }
};

using Table = std::unordered_map<std::string_view, SugaredValuePtr>;

Table make_table() {
  Table t;
  auto op = [](Symbol s) { return std::make_shared<BuiltinFunction>(s, std::nullopt); };
  auto form = [&](const char* name, Symbol s) { t[name] = SpecialFormValue::create(s, name); };
  auto magic = [&](const char* name, const char* method, Symbol s) { t[name] = std::make_shared<MagicMethod>(method, op(s)); };
  t["int"] = std::make_shared<CastValue>(IntType::get(), aten::Int);
  t["float"] = std::make_shared<CastValue>(FloatType::get(), aten::Float);
  t["bool"] = std::make_shared<CastValue>(BoolType::get(), aten::Bool);
  t["complex"] = std::make_shared<CastValue>(ComplexType::get(), aten::Complex);
  t["str"] = std::make_shared<CastValue>(StringType::get(), Symbol::aten("str"));
  form("print", prim::Print);
  form("range", prim::range);
  form("annotate", prim::annotate);
  form("unchecked_cast", prim::unchecked_cast);
  form("uninitialized", prim::Uninitialized);
  form("isinstance", prim::isinstance);
  form("getattr", prim::GetAttr);
  form("hasattr", prim::HasAttr);
  form("zip", prim::zip);
  form("enumerate", prim::enumerate);
  form("list", prim::list);
  form("dict", prim::dict);
  form("tuple", prim::tuple);
  form("fork", prim::fork);
  form("awaitable", prim::awaitable);
  form("rpc_async", prim::rpc_async);
  magic("len", "__len__", aten::len);
  magic("abs", "__abs__", prim::abs);
  magic("hex", "__hex__", aten::hex);
  magic("oct", "__oct__", aten::oct);
  magic("round", "__round__", aten::round);
  magic("hash", "__hash__", aten::hash);
  magic("divmod", "__divmod__", aten::divmod);
  magic("pow", "__pow__", aten::pow);
  t["min"] = op(prim::min);
  t["max"] = op(prim::max);
  t["any"] = op(aten::any);
  t["all"] = op(aten::all);
  t["sum"] = op(aten::sum);
  t["id"] = op(prim::id);
  t["ord"] = op(aten::ord);
  t["chr"] = op(aten::chr);
  t["bin"] = op(aten::bin);
  t["sorted"] = op(aten::sorted);
  for (const char* name : {"Exception", "AssertionError", "ArithmeticError", "AttributeError", "IndexError", "KeyError", "NotImplementedError", "RuntimeError", "StopIteration", "TypeError",
                           "ValueError", "ZeroDivisionError", "OverflowError"})
    t[name] = std::make_shared<ExceptionValue>(std::string("builtins.") + name);
  return t;
}

}  // namespace

SugaredValuePtr poisonValue() {
  static const SugaredValuePtr poison = std::make_shared<PoisonSugared>();
  return poison;
}

SugaredValuePtr builtinName(std::string_view name) {
  static const Table* table = new Table(make_table());
  auto it = table->find(name);
  return it == table->end() ? nullptr : it->second;
}

}  // namespace torch::jit
