#include <torch/csrc/jit/frontend/upgraders.h>

#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/ir/constants.h>

#include <functional>

namespace torch::jit {

namespace {

using Args = std::vector<NamedValue>;
using Emit = Value* (*)(const SourceRange& loc, Graph& g, Symbol op, Args args, Args kwargs);

struct UpgradedOperator : SugaredValue {
  UpgradedOperator(Symbol op, Emit emit) : op(op), emit(emit) {}
  std::string kind() const override { return "builtin"; }
  SugaredValuePtr call(const SourceRange& loc, GraphFunction& m, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, size_t) override {
    return toSimple(emit(loc, *m.graph(), op, args.vec(), kwargs.vec()));
  }
  Symbol op;
  Emit emit;
};

bool has_keyword(const Args& kwargs, const char* name) { return findInputWithName(name, kwargs).has_value(); }

// A bool: whether the divisor or the dividend is floating, constant where the type says it.
Value* is_floating(const SourceRange& loc, Graph& g, const NamedValue& v) {
  const TypePtr type = v.type();
  if (type->kind() == TypeKind::TensorType) return g.insert(aten::is_floating_point, {v}, {}, loc);
  if (type->kind() == TypeKind::NumberType) {
    Node* n = g.createIsInstance(v.value(g), {FloatType::get()});
    n->setSourceRange(loc);
    return g.insertNode(n)->output();
  }
  return g.insertConstant(IValue(type->kind() == TypeKind::FloatType), loc);
}

Value* old_div(const SourceRange& loc, Graph& g, Symbol op, Args args, Args kwargs) {
  const bool tensors = !args.empty() && args[0].type()->kind() == TypeKind::TensorType;
  if (!tensors || args.size() != 2 || has_keyword(kwargs, "rounding_mode")) return emitBuiltinCall(loc, g, op, args, kwargs);
  WithCurrentRange range(g, loc);
  Value* floating = is_floating(loc, g, args[0]);
  Value* other = is_floating(loc, g, args[1]);
  Args parts{args[0], args[1]};
  if (auto out = findInputWithName("out", kwargs)) {
    Value* out_floating = is_floating(loc, g, kwargs[*out]);
    other = g.insert(aten::__or__, {NamedValue(other), NamedValue(out_floating)}, {}, loc);
  }
  floating = g.insert(aten::__or__, {NamedValue(floating), NamedValue(other)}, {}, loc);
  Node* branch = g.insertNode(g.create(prim::If, {floating}, 1));
  {
    WithInsertPoint guard(branch->addBlock());
    branch->blocks()[0]->registerOutput(emitBuiltinCall(loc, g, op, args, kwargs));
  }
  {
    WithInsertPoint guard(branch->addBlock());
    Args truncating = kwargs;
    truncating.emplace_back("rounding_mode", g.insertConstant(IValue("trunc"), loc));
    branch->blocks()[1]->registerOutput(emitBuiltinCall(loc, g, op, args, truncating));
  }
  return branch->output()->setType(TensorType::get());
}

Value* old_full(const SourceRange& loc, Graph& g, Symbol op, Args args, Args kwargs) {
  auto dtype = findInputWithName("dtype", kwargs);
  const bool given = (dtype && kwargs[*dtype].type()->kind() != TypeKind::NoneType) || args.size() > 3 || has_keyword(kwargs, "out");
  if (!given && args.size() >= 2) {
    const TypeKind kind = args[1].type()->kind();
    if (kind == TypeKind::IntType || kind == TypeKind::BoolType || kind == TypeKind::NumberType) args[1] = NamedValue(g.insert(aten::Float, {args[1]}, {}, loc));
  }
  return emitBuiltinCall(loc, g, op, args, kwargs);
}

// linspace and logspace: start, end, steps.
Value* old_space(const SourceRange& loc, Graph& g, Symbol op, Args args, Args kwargs) {
  auto keyword = findInputWithName("steps", kwargs);
  auto hundred = [&] { return NamedValue(g.insertConstant(IValue(100), loc)); };
  if (args.size() == 2 && !keyword) args.push_back(hundred());
  else if (args.size() > 2 && args[2].type()->kind() == TypeKind::NoneType) args[2] = hundred();
  else if (keyword && kwargs[*keyword].type()->kind() == TypeKind::NoneType) kwargs[*keyword] = NamedValue("steps", g.insertConstant(IValue(100), loc));
  return emitBuiltinCall(loc, g, op, args, kwargs);
}

}  // namespace

SugaredValuePtr upgradedOperator(const std::string& name, size_t version) {
  struct Upgrade {
    const char* name;
    size_t last;
    Emit emit;
  };
  static constexpr Upgrade table[] = {{"div", 3, old_div}, {"div_", 3, old_div}, {"full", 4, old_full}, {"linspace", 7, old_space}, {"logspace", 8, old_space}};
  if (version >= 9) return nullptr;
  for (const auto& u : table)
    if (version <= u.last && name == u.name) return std::make_shared<UpgradedOperator>(Symbol::aten(name), u.emit);
  return nullptr;
}

}  // namespace torch::jit
