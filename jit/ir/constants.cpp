#include <torch/csrc/jit/ir/constants.h>

#include <torch/csrc/jit/frontend/error_report.h>

namespace torch::jit {

namespace {

// Values that are only numbers, strings, None, devices, tensors and containers of these can be written down; so can objects of classes that are no
// modules, which the table of an archive's constants holds.
bool can_be_constant(const IValue& v) {
  if (v.isObject()) return !v.isModule();
  if (v.isFuture() || v.isGenerator() || v.isStorage()) return false;
  return true;
}

}  // namespace

std::optional<Value*> tryInsertConstant(Graph& g, const IValue& val, std::optional<SourceRange> loc) {
  if (!can_be_constant(val)) return std::nullopt;
  Node* n = g.create(prim::Constant);
  if (val.isNone()) {
    n->output()->setType(NoneType::get());
  } else if (val.isTensor()) {
    n->t_(attr::value, val.toTensor());
  } else if (val.isInt()) {
    n->i_(attr::value, val.toInt());
    n->output()->setType(IntType::get());
  } else if (val.isDouble()) {
    n->f_(attr::value, val.toDouble());
    n->output()->setType(FloatType::get());
  } else if (val.isBool()) {
    n->i_(attr::value, val.toBool());
    n->output()->setType(BoolType::get());
  } else if (val.isComplexDouble()) {
    n->c_(attr::value, val.toComplexDouble());
    n->output()->setType(ComplexType::get());
  } else if (val.isString()) {
    n->s_(attr::value, val.toStringRef());
    n->output()->setType(StringType::get());
  } else if (val.isDevice()) {
    n->s_(attr::value, val.toDevice().str());
    n->output()->setType(DeviceObjType::get());
  } else {
    n->ival_(attr::value, val);
    n->output()->setType(val.type());
  }
  if (loc) n->setSourceRange(*loc);
  return g.insertNode(n)->output();
}

Value* insertConstant(Graph& g, const IValue& val, std::optional<SourceRange> loc) {
  auto value = tryInsertConstant(g, val, loc);
  if (!value) throw ErrorReport(loc ? *loc : g.currentRange()) << "A value of type " << val.type()->repr_str() << " cannot be a constant of a graph";
  return *value;
}

std::optional<IValue> toIValue(const Value* v) {
  const Node* n = v->node();
  if (n->kind() != prim::Constant || v->type()->kind() == TypeKind::FunctionType) return std::nullopt;
  if (!n->hasAttribute(attr::value)) return IValue();
  switch (n->kindOf(attr::value)) {
    case AttributeKind::i:
      if (v->type()->kind() == TypeKind::BoolType) return IValue(n->i(attr::value) != 0);
      if (v->type()->kind() == TypeKind::FloatType) return IValue(static_cast<double>(n->i(attr::value)));
      return IValue(n->i(attr::value));
    case AttributeKind::f:
      return IValue(n->f(attr::value));
    case AttributeKind::c:
      return IValue(n->c(attr::value));
    case AttributeKind::s:
      if (v->type()->kind() == TypeKind::DeviceObjType) return IValue(c10::Device(n->s(attr::value)));
      return IValue(n->s(attr::value));
    case AttributeKind::t:
      return IValue(n->t(attr::value));
    case AttributeKind::ival:
      return n->ival(attr::value);
    case AttributeKind::is:
      return IValue(n->is(attr::value));
    case AttributeKind::fs:
      return IValue(n->fs(attr::value));
    default:
      TORCH_INTERNAL_ASSERT(false, "a constant has a value of kind ", toString(n->kindOf(attr::value)));
  }
}

}  // namespace torch::jit
