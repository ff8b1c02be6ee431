// Expressions without calls and subscripts.
#include <torch/csrc/jit/frontend/emitter.h>

#include <torch/csrc/jit/ir/constants.h>

#include <algorithm>

namespace torch::jit {

Value* Emitter::call(const SourceRange& loc, Symbol op, std::initializer_list<Value*> args) {
  c10::SmallVector<NamedValue, 4> named;
  for (Value* v : args) named.emplace_back(loc, v);
  return emitBuiltinCall(loc, graph_, op, at::ArrayRef<NamedValue>(named.data(), named.size()), {});
}

Value* Emitter::emitExpr(const Expr& expr, const TypePtr& hint) { return emitSugared(expr, hint)->asValue(expr.range(), function_); }

SugaredValuePtr Emitter::emitSugared(const Expr& expr, const TypePtr& hint) {
  switch (expr.kind()) {
    case TK_VAR:
      return lookUp(Var(expr).name().view(), expr.range());
    case '.': {
      Select select(expr);
      return emitSugared(select.value())->attr(expr.range(), function_, select.selector().name());
    }
    case TK_APPLY:
      return emitApply(Apply(expr), hint);
    case TK_SUBSCRIPT:
      return emitSubscript(Subscript(expr), hint);
    default:
      return simple(emitSimple(expr, hint));
  }
}

Value* Emitter::emitSimple(const Expr& expr, const TypePtr& hint) {
  const SourceRange loc = expr.range();
  switch (expr.kind()) {
    case TK_CONST: return emitConst(Const(expr), false, loc);
    case TK_TRUE: return constant(loc, IValue(true));
    case TK_FALSE: return constant(loc, IValue(false));
    case TK_NONE: return constant(loc, IValue());
    case TK_STRINGLITERAL: return constant(loc, IValue(std::string(StringLiteral(expr).view())));
    case TK_FSTRING: return emitFString(FString(expr));
    case TK_UNARY_MINUS: case TK_UNARY_PLUS: case '~': return emitUnary(expr, expr.kind());
    case TK_NOT: case TK_AND: case TK_OR: case TK_IS: case TK_ISNOT: return emitCondition(expr).value;
    case TK_COMPARE: return emitCompareChain(CompareChain(expr));
    case TK_IF_EXPR: return emitTernary(TernaryIf(expr), hint);
    case TK_LIST_LITERAL: return emitListLiteral(ListLiteral(expr), hint);
    case TK_TUPLE_LITERAL: return emitTupleLiteral(TupleLiteral(expr), hint);
    case TK_DICT_LITERAL: return emitDictLiteral(DictLiteral(expr), hint);
    case TK_LIST_COMP: return emitListComp(ListComp(expr), hint);
    case TK_DICT_COMP: return emitDictComp(DictComp(expr), hint);
    case TK_STARRED: throw ErrorReport(loc) << "Unexpected starred expansion. File a bug report";
    case TK_DOTS: throw ErrorReport(loc) << "an ellipsis can only be used in a subscript of a tensor";
    case '+': case '-': case '*': case '/': case '%': case '@': case '&': case '|': case '^': case '<': case '>':
    case TK_POW: case TK_FLOOR_DIV: case TK_LSHIFT: case TK_RSHIFT: case TK_LE: case TK_GE: case TK_EQ: case TK_NE: case TK_IN: case TK_NOTIN: {
      BinOp op(expr);
      Value* a = emitExpr(op.lhs(), expr.kind() == '+' ? hint : nullptr);
      Value* b = emitExpr(op.rhs(), expr.kind() == '+' ? hint : nullptr);
      return emitBinary(loc, expr.kind(), a, b);
    }
    default:
      throw ErrorReport(loc) << "an expression of kind " << kindToString(expr.kind()) << " is not supported";
  }
}

Value* Emitter::emitConst(const Const& c, bool negative, const SourceRange& loc) {
  if (c.isComplex()) return constant(loc, IValue(c10::complex<double>(0, negative ? -c.asImaginary() : c.asImaginary())));
  if (c.isFloatingPoint()) return constant(loc, IValue(negative ? -c.asFloatingPoint() : c.asFloatingPoint()));
  if (negative && c.text() == "9223372036854775808") return constant(loc, IValue(INT64_MIN));
  return constant(loc, IValue(negative ? -c.asIntegral() : c.asIntegral()));
}

Value* Emitter::emitUnary(const Expr& expr, int kind) {
  Expr operand = UnaryOp(expr).operand();
  const SourceRange loc = expr.range();
  if (operand.kind() == TK_CONST && kind != '~') return emitConst(Const(operand), kind == TK_UNARY_MINUS, loc);
  Value* v = emitExpr(operand);
  if (auto* cls = v->type()->castRaw<ClassType>()) {
    const char* method = kind == TK_UNARY_MINUS ? "__neg__" : kind == '~' ? "__invert__" : "__pos__";
    if (cls->findMethod(method)) return MethodValue(v, method).call(loc, function_, {}, {}, 1)->asValue(loc, function_);
  }
  if (kind == TK_UNARY_PLUS) return v;
  return call(loc, kind == '~' ? aten::bitwise_not : aten::neg, {v});
}

namespace {
struct BinaryOperator {
  int kind;
  const char* op;
  const char* method;
  const char* reflected;
};
constexpr BinaryOperator kBinary[] = {
    {'+', "aten::add", "__add__", "__radd__"},          {'-', "aten::sub", "__sub__", "__rsub__"},       {'*', "aten::mul", "__mul__", "__rmul__"},
    {'/', "aten::div", "__truediv__", "__rtruediv__"},  {'%', "aten::remainder", "__mod__", "__rmod__"}, {'@', "aten::matmul", "__matmul__", "__rmatmul__"},
    {'&', "aten::__and__", "__and__", "__rand__"},      {'|', "aten::__or__", "__or__", "__ror__"},      {'^', "aten::__xor__", "__xor__", "__rxor__"},
    {TK_LSHIFT, "aten::__lshift__", "__lshift__", ""},  {TK_RSHIFT, "aten::__rshift__", "__rshift__", ""}, {TK_POW, "aten::pow", "__pow__", "__rpow__"},
    {TK_FLOOR_DIV, "aten::floordiv", "__floordiv__", "__rfloordiv__"}, {'<', "aten::lt", "__lt__", ""},  {'>', "aten::gt", "__gt__", ""},
    {TK_LE, "aten::le", "__le__", ""},                  {TK_GE, "aten::ge", "__ge__", ""},               {TK_EQ, "aten::eq", "__eq__", ""},
    {TK_NE, "aten::ne", "__ne__", ""},                  {TK_IS, "aten::__is__", "", ""},                 {TK_ISNOT, "aten::__isnot__", "", ""},
    {TK_IN, "aten::__contains__", "", ""}};
}  // namespace

Value* Emitter::emitBinary(const SourceRange& loc, int kind, Value* a, Value* b) {
  if (kind == TK_NOTIN) return call(loc, aten::__not__, {emitBinary(loc, TK_IN, a, b)});
  const BinaryOperator* op = nullptr;
  for (const auto& o : kBinary)
    if (o.kind == kind) op = &o;
  TORCH_INTERNAL_ASSERT(op, "no operator for ", kindToString(kind));
  auto method = [&](Value* self, Value* other, const char* name) {
    return MethodValue(self, name).call(loc, function_, {NamedValue(loc, other)}, {}, 1)->asValue(loc, function_);
  };
  if (kind == TK_IN) {
    if (auto* cls = b->type()->castRaw<ClassType>(); cls && cls->findMethod("__contains__")) return method(b, a, "__contains__");
    return call(loc, aten::__contains__, {b, a});
  }
  if (auto* cls = a->type()->castRaw<ClassType>(); cls && *op->method && cls->findMethod(op->method)) return method(a, b, op->method);
  if (auto* cls = b->type()->castRaw<ClassType>(); cls && *op->reflected && cls->findMethod(op->reflected)) return method(b, a, op->reflected);
  const bool tensors = a->type()->kind() == TypeKind::TensorType || b->type()->kind() == TypeKind::TensorType;
  if (kind == TK_FLOOR_DIV && tensors) return call(loc, aten::floor_divide, {a, b});
  // Tuples are compared and joined element by element where the types are known.
  if (auto ta = a->type()->cast<TupleType>(), tb = b->type()->cast<TupleType>(); ta && tb && kind == '+') {
    std::vector<Value*> elements = createTupleUnpack(a).vec();
    for (Value* v : createTupleUnpack(b).vec()) elements.push_back(v);
    return insert(graph_.createTuple(elements), loc);
  }
  if (kind == '%' && a->type()->kind() == TypeKind::StringType) {
    std::vector<NamedValue> args{NamedValue(loc, a)};
    if (b->type()->kind() == TypeKind::TupleType) for (Value* v : createTupleUnpack(b).vec()) args.emplace_back(loc, v);
    else args.emplace_back(loc, b);
    return emitBuiltinCall(loc, graph_, aten::percentFormat, args, {});
  }
  return call(loc, Symbol::fromQualString(op->op), {a, b});
}

// a < b < c: b once, c only if a < b.
Value* Emitter::emitCompareChain(const CompareChain& chain) {
  const SourceRange loc = chain.range();
  Value* left = emitExpr(chain.operand(0));
  std::function<Value*(size_t, Value*)> rest = [&](size_t i, Value* a) -> Value* {
    Value* b = emitExpr(chain.operand(i + 1));
    Value* result = emitToBool(loc, emitBinary(loc, chain.op(i), a, b));
    if (i + 1 == chain.num_operators()) return result;
    Node* node = graph_.create(prim::If, {result}, 1);
    node->setSourceRange(loc);
    graph_.insertNode(node);
    node->output()->setType(BoolType::get());
    node->addBlock();
    node->addBlock();
    {
      WithInsertPoint guard(node->blocks()[0]);
      node->blocks()[0]->registerOutput(rest(i + 1, b));
    }
    {
      WithInsertPoint guard(node->blocks()[1]);
      node->blocks()[1]->registerOutput(constant(loc, IValue(false)));
    }
    return node->output();
  };
  if (chain.num_operators() > 100) throw ErrorReport(loc) << "a chain of more than 100 comparisons is not supported";
  return rest(0, left);
}

Value* Emitter::emitTernary(const TernaryIf& expr, const TypePtr& hint) {
  const SourceRange loc = expr.range();
  Condition condition = emitCondition(expr.cond());
  if (condition.known) return emitExpr(*condition.known ? expr.true_expr() : expr.false_expr(), hint);
  Node* node = graph_.create(prim::If, {condition.value}, 0);
  node->setSourceRange(loc);
  graph_.insertNode(node);
  node->addBlock();
  node->addBlock();
  Value* values[2];
  for (int i = 0; i < 2; ++i) {
    ScopedFrame scope(*this, node->blocks()[i]);
    refine(loc, i == 0 ? condition.if_true : condition.if_false);
    values[i] = emitExpr(i == 0 ? expr.true_expr() : expr.false_expr(), hint);
  }
  auto type = c10::unifyTypes(values[0]->type(), values[1]->type(), false, hint);
  if (!type && hint && values[0]->type()->isSubtypeOf(*hint) && values[1]->type()->isSubtypeOf(*hint)) type = hint;
  if (!type)
    throw ErrorReport(loc) << "if-expression's true branch has type " << values[0]->type()->repr_str() << " but false branch has type " << values[1]->type()->repr_str();
  for (int i = 0; i < 2; ++i) node->blocks()[i]->registerOutput(values[i]);
  return node->addOutput()->setType(*type);
}

TypePtr Emitter::unifyElements(const SourceRange& loc, const std::vector<Value*>& values, const char* what) {
  TypePtr type = values[0]->type();
  for (Value* v : values) {
    auto unified = c10::unifyTypes(type, v->type());
    if (!unified) throw ErrorReport(loc) << what << " must be of one type, but found " << type->repr_str() << " and " << v->type()->repr_str();
    type = *unified;
  }
  return type;
}

Value* Emitter::emitListLiteral(const ListLiteral& literal, const TypePtr& hint) {
  const SourceRange loc = literal.range();
  TypePtr element;
  if (hint) {
    TypePtr wanted = c10::unwrapOptional(hint);
    if (auto* list = wanted->castRaw<ListType>()) element = list->getElementType();
    else if (auto* u = wanted->castRaw<UnionType>(); u && hint->kind() == TypeKind::UnionType) {
      for (const auto& t : u->getTypes())
        if (auto* l = t->castRaw<ListType>()) element = l->getElementType();
    }
  }
  std::vector<Value*> values;
  for (Expr e : literal.inputs()) {
    if (e.kind() == TK_STARRED) {
      for (const auto& v : emitSugared(Starred(e).expr())->asTuple(e.range(), function_)) values.push_back(v->asValue(e.range(), function_));
      continue;
    }
    values.push_back(emitExpr(e, element));
  }
  if (values.empty()) return insert(graph_.createList(element ? element : TypePtr(TensorType::get()), {}), loc);
  if (element && element->kind() != TypeKind::AnyType) {
    for (size_t i = 0; i < values.size(); ++i) {
      values[i] = tryConvertToType(loc, graph_, element, values[i], true);
      if (!values[i]->type()->isSubtypeOf(*element))
        throw ErrorReport(loc) << "List type annotation `" << hint->repr_str() << "` did not match the types of the given list elements: " << values[i]->type()->repr_str();
    }
  } else if (!element) {
    element = unifyElements(loc, values, "the elements of a list");
  }
  return insert(graph_.createList(element, values), loc);
}

Value* Emitter::emitDictLiteral(const DictLiteral& literal, const TypePtr& hint) {
  const SourceRange loc = literal.range();
  TypePtr key_type, value_type;
  if (hint) {
    TypePtr wanted = c10::unwrapOptional(hint);
    if (auto* dict = wanted->castRaw<DictType>()) {
      key_type = dict->getKeyType();
      value_type = dict->getValueType();
    }
  }
  std::vector<Value*> keys, values;
  for (size_t i = 0; i < literal.key_inputs().size(); ++i) {
    keys.push_back(emitExpr(literal.key_inputs()[i], key_type));
    values.push_back(emitExpr(literal.value_inputs()[i], value_type));
  }
  if (keys.empty()) {
    if (!key_type) key_type = StringType::get(), value_type = TensorType::get();
  } else if (!key_type) {
    key_type = unifyElements(loc, keys, "the keys of a dict");
    value_type = unifyElements(loc, values, "the values of a dict");
  } else {
    for (size_t i = 0; i < keys.size(); ++i) {
      keys[i] = tryConvertToType(loc, graph_, key_type, keys[i], true);
      values[i] = tryConvertToType(loc, graph_, value_type, values[i], true);
      if (!keys[i]->type()->isSubtypeOf(*key_type) || !values[i]->type()->isSubtypeOf(*value_type))
        throw ErrorReport(loc) << "Dict type annotation `" << hint->repr_str() << "` did not match the type of an actual entry: " << keys[i]->type()->repr_str() << ": " << values[i]->type()->repr_str();
    }
  }
  try {
    return insert(graph_.createDict(key_type, value_type, keys, values), loc);
  } catch (const ErrorReport&) {
    throw;
  } catch (const c10::Error& e) {
    throw ErrorReport(loc) << e.msg();
  }
}

Value* Emitter::emitTupleLiteral(const TupleLiteral& literal, const TypePtr& hint) {
  std::vector<Value*> values;
  std::shared_ptr<TupleType> wanted = hint ? c10::unwrapOptional(hint)->cast<TupleType>() : nullptr;
  size_t i = 0;
  for (Expr e : literal.inputs()) {
    if (e.kind() == TK_STARRED) {
      for (const auto& v : emitSugared(Starred(e).expr())->asTuple(e.range(), function_)) values.push_back(v->asValue(e.range(), function_));
      continue;
    }
    const TypePtr element = wanted && i < wanted->elements().size() ? wanted->elements()[i] : nullptr;
    values.push_back(emitExpr(e, element));
    ++i;
  }
  return insert(graph_.createTuple(values), literal.range());
}

Value* Emitter::emitListComp(const ListComp& comp, const TypePtr& hint) {
  const SourceRange loc = comp.range();
  TypePtr element;
  if (hint)
    if (auto* list = c10::unwrapOptional(hint)->castRaw<ListType>()) element = list->getElementType();
  SugaredValuePtr iterable = emitSugared(comp.iter())->iter(comp.iter().range(), function_);
  // The list's type is known when its first element has been compiled.
  Node* list = graph_.create(prim::ListConstruct, 1);
  list->output()->setType(ListType::create(element ? element : TypePtr(TensorType::get())));
  insert(list, loc);
  const bool unrolled = iterable->shouldEmitUnrolled();
  bool typed = element != nullptr;
  auto body = [&] {
    std::function<void(size_t)> filtered = [&](size_t i) {
      if (i < comp.conditions().size()) {
        Condition c = emitCondition(comp.conditions()[i]);
        if (c.known) {
          if (*c.known) filtered(i + 1);
          return;
        }
        emitIfElse(loc, c, [&] { filtered(i + 1); }, [] {});
        return;
      }
      Value* v = emitExpr(comp.elt(), element);
      if (!typed) {
        element = v->type();
        list->output()->setType(ListType::create(element));
        typed = true;
      }
      v = tryConvertToType(loc, graph_, element, v, true);
      if (!v->type()->isSubtypeOf(*element)) throw ErrorReport(loc) << "the elements of a list must be of one type, but found " << element->repr_str() << " and " << v->type()->repr_str();
      call(loc, aten::append, {list->output(), v});
    };
    filtered(0);
  };
  if (unrolled) {
    Frame scope(frame_->block, frame_);
    frame_ = &scope;
    struct Restore {
      Emitter& e;
      Frame* f;
      ~Restore() { e.frame_ = f; }
    } restore{*this, scope.parent};
    emitForOver(loc, comp.target(), iterable, {}, {}, body);
  } else {
    emitForOver(loc, comp.target(), iterable, {}, {}, body);
  }
  return list->output();
}

Value* Emitter::emitDictComp(const DictComp& comp, const TypePtr& hint) {
  const SourceRange loc = comp.range();
  TypePtr key_type, value_type;
  if (hint)
    if (auto* dict = c10::unwrapOptional(hint)->castRaw<DictType>()) key_type = dict->getKeyType(), value_type = dict->getValueType();
  SugaredValuePtr iterable = emitSugared(comp.iter())->iter(comp.iter().range(), function_);
  if (iterable->shouldEmitUnrolled()) throw ErrorReport(loc) << "a dict comprehension over a tuple is not supported";
  Node* dict = graph_.create(prim::DictConstruct, 1);
  dict->output()->setType(DictType::create(key_type ? key_type : TypePtr(StringType::get()), value_type ? value_type : TypePtr(TensorType::get())));
  insert(dict, loc);
  emitForOver(loc, comp.target(), iterable, {}, {}, [&] {
    std::function<void(size_t)> filtered = [&](size_t i) {
      if (i < comp.conditions().size()) {
        Condition c = emitCondition(comp.conditions()[i]);
        emitIfElse(loc, c, [&] { filtered(i + 1); }, [] {});
        return;
      }
      Value* key = emitExpr(comp.key(), key_type);
      Value* value = emitExpr(comp.value(), value_type);
      if (!key_type) {
        key_type = key->type();
        value_type = value->type();
        dict->output()->setType(DictType::create(key_type, value_type));
      }
      call(loc, aten::_set_item, {dict->output(), key, value});
    };
    filtered(0);
  });
  return dict->output();
}

Value* Emitter::emitFString(const FString& f) {
  const SourceRange loc = f.range();
  std::string format;
  std::vector<NamedValue> args;
  args.emplace_back(static_cast<Value*>(nullptr));
  for (Expr part : f.parts()) {
    if (part.kind() == TK_STRINGLITERAL) {
      // aten::format knows no escape for braces: a text with some is an argument.
      const std::string_view text = StringLiteral(part).view();
      if (text.find_first_of("{}") == std::string_view::npos) {
        format += text;
      } else {
        format += "{}";
        args.emplace_back(part.range(), constant(part.range(), IValue(std::string(text))));
      }
    } else {
      format += "{}";
      args.emplace_back(part.range(), emitExpr(part));
    }
  }
  args[0] = NamedValue(loc, constant(loc, IValue(format)));
  return emitBuiltinCall(loc, graph_, aten::format, args, {});
}

}  // namespace torch::jit
