// Calls and the special forms.
#include <torch/csrc/jit/frontend/emitter.h>

#include <torch/csrc/jit/ir/constants.h>

namespace torch::jit {

void Emitter::checkCount(const Apply& apply, size_t at_least, size_t at_most) {
  const size_t n = apply.inputs().size();
  if (n >= at_least && n <= at_most && apply.attributes().empty()) return;
  const std::string name = apply.callee().kind() == TK_VAR ? Var(apply.callee()).name().name() : std::string("the call");
  if (!apply.attributes().empty()) throw ErrorReport(apply.range()) << name << " takes no keyword arguments";
  throw ErrorReport(apply.range()) << name << " expected " << (at_least == at_most ? "" : n < at_least ? "at least " : "at most ") << (n < at_least ? at_least : at_most) << " arguments but found " << n;
}

std::vector<NamedValue> Emitter::emitArguments(const List<Expr>& inputs) {
  std::vector<NamedValue> values;
  values.reserve(inputs.size());
  for (Expr e : inputs) {
    if (e.kind() == TK_STARRED) {
      for (const auto& v : emitSugared(Starred(e).expr())->asTuple(e.range(), function_)) values.emplace_back(e.range(), v->asValue(e.range(), function_));
      continue;
    }
    values.emplace_back(e.range(), emitExpr(e));
  }
  return values;
}

std::vector<NamedValue> Emitter::emitKeywords(const List<Attribute>& attributes) {
  std::vector<NamedValue> values;
  for (Attribute a : attributes) {
    for (const auto& v : values)
      if (v.name() == a.name().view()) throw ErrorReport(a.range()) << "keyword argument repeated: " << a.name().view();
    values.emplace_back(a.range(), a.name().name(), emitExpr(a.value()));
  }
  return values;
}

SugaredValuePtr Emitter::emitApply(const Apply& apply, const TypePtr& hint) {
  SugaredValuePtr callee = emitSugared(apply.callee());
  if (auto* form = dynamic_cast<SpecialFormValue*>(callee.get())) return emitSpecialForm(*form, apply, hint);
  // Cls.__new__(Cls) takes a class, which is no value.
  if (dynamic_cast<ClassNewMethod*>(callee.get())) {
    if (apply.inputs().size() != 1) throw ErrorReport(apply.range()) << "Only one argument to __new__ allowed";
    SugaredValuePtr argument = emitSugared(apply.inputs()[0]);
    auto* cls = dynamic_cast<ClassValue*>(argument.get());
    if (!cls) throw ErrorReport(apply.range()) << "Expected class value as argument to __new__, got " << argument->kind() << " instead";
    return static_cast<ClassNewMethod*>(callee.get())->createObject(apply.range(), function_, cls->type()->repr_str());
  }
  std::vector<NamedValue> args = emitArguments(apply.inputs());
  std::vector<NamedValue> kwargs = emitKeywords(apply.attributes());
  return callee->call(apply.range(), function_, args, kwargs, 1);
}

// annotate(T, e): e, of the static type T.
Value* Emitter::emitAnnotate(const Apply& apply) {
  checkCount(apply, 2, 2);
  const SourceRange loc = apply.range();
  const TypePtr type = parseType(apply.inputs()[0]);
  Value* v = tryConvertToType(loc, graph_, type, emitExpr(apply.inputs()[1], type), true);
  if (!v->type()->isSubtypeOf(*type)) {
    c10::detail::TextStream why;
    v->type()->isSubtypeOfExt(*type, &why.stream());
    throw ErrorReport(apply.inputs()[1].range()) << "expected an expression of type " << type->repr_str() << " but found " << v->type()->repr_str() << (why.str().empty() ? "" : "\n" + why.str());
  }
  // None is remembered as an Optional of its type.
  if (v->type()->kind() == TypeKind::NoneType && type->kind() == TypeKind::OptionalType) {
    Value* none = insert(graph_.createNone(), loc);
    return none->setType(type);
  }
  return v;
}

SugaredValuePtr Emitter::emitSpecialForm(const SpecialFormValue& form, const Apply& apply, const TypePtr& hint) {
  const SourceRange loc = apply.range();
  switch (form.form()) {
    case prim::annotate:
      return simple(emitAnnotate(apply));
    case prim::unchecked_cast: {
      checkCount(apply, 2, 2);
      const TypePtr type = parseType(apply.inputs()[0]);
      Value* v = emitExpr(apply.inputs()[1]);
      if (*v->type() == *type) return simple(v);
      WithCurrentRange range(graph_, loc);
      return simple(graph_.insertUncheckedCast(v, type));
    }
    case prim::Uninitialized: {
      checkCount(apply, 1, 1);
      return simple(insert(graph_.createUninitialized(parseType(apply.inputs()[0])), loc));
    }
    case prim::isinstance:
      return simple(emitIsInstance(apply).value);
    case prim::GetAttr: {
      checkCount(apply, 2, 3);
      SugaredValuePtr object = emitSugared(apply.inputs()[0]);
      if (apply.inputs()[1].kind() != TK_STRINGLITERAL) throw ErrorReport(loc) << "getattr's second argument must be a string literal";
      const std::string name = StringLiteral(apply.inputs()[1]).text();
      if (apply.inputs().size() == 3 && !object->hasAttr(loc, function_, name)) return emitSugared(apply.inputs()[2]);
      return object->attr(loc, function_, name);
    }
    case prim::HasAttr: {
      checkCount(apply, 2, 2);
      SugaredValuePtr object = emitSugared(apply.inputs()[0]);
      if (apply.inputs()[1].kind() != TK_STRINGLITERAL) throw ErrorReport(loc) << "hasattr's second argument must be a string literal";
      return simple(constant(loc, IValue(object->hasAttr(loc, function_, StringLiteral(apply.inputs()[1]).text()))));
    }
    case prim::Print: {
      if (!apply.attributes().empty()) throw ErrorReport(loc) << "print doesn't accept any keyword arguments";
      std::vector<NamedValue> args = emitArguments(apply.inputs());
      Node* n = graph_.create(prim::Print, 0);
      for (const auto& a : args) n->addInput(a.value(graph_));
      n->setSourceRange(loc);
      graph_.insertNode(n);
      return simple(constant(loc, IValue()));
    }
    case prim::range: {
      if (!apply.attributes().empty()) throw ErrorReport(loc) << "range doesn't accept any keyword arguments";
      std::vector<Value*> inputs;
      for (const auto& a : emitArguments(apply.inputs())) inputs.push_back(a.value(graph_));
      return std::make_shared<RangeValue>(loc, function_, inputs);
    }
    case prim::zip: case prim::enumerate: {
      auto tree = std::make_shared<IterableTree>();
      if (form.form() == prim::enumerate) {
        checkCount(apply, 1, 2);
        Expr e = apply.inputs()[0];
        SugaredValuePtr inner = emitSugared(e)->iter(e.range(), function_);
        Value* start = apply.inputs().size() == 2 ? emitExpr(apply.inputs()[1]) : constant(loc, IValue(0));
        if (inner->shouldEmitUnrolled()) {
          std::vector<SugaredValuePtr> pairs;
          for (int64_t i = 0; i < *inner->staticLen(); ++i) {
            Value* index = constant(loc, IValue(i));
            Value* number = apply.inputs().size() == 2 ? call(loc, aten::add, {index, start}) : index;
            pairs.push_back(std::make_shared<SugaredTupleValue>(std::vector<SugaredValuePtr>{simple(number), inner->getitem(loc, function_, index)}));
          }
          return std::make_shared<SugaredTupleValue>(std::move(pairs));
        }
        // The counter is as long as what is counted.
        Value* length = inner->len(loc, function_);
        if (apply.inputs().size() == 2) length = call(loc, aten::add, {length, start});
        std::vector<Value*> bounds = apply.inputs().size() == 2 ? std::vector<Value*>{start, length} : std::vector<Value*>{length};
        tree->addChild(loc, function_, std::make_shared<RangeValue>(loc, function_, bounds));
        tree->addChild(loc, function_, inner);
        return tree;
      }
      if (apply.inputs().empty()) throw ErrorReport(loc) << "zip expected at least 1 argument";
      for (Expr e : apply.inputs()) tree->addChild(loc, function_, emitSugared(e)->iter(e.range(), function_));
      return tree;
    }
    case prim::list: {
      checkCount(apply, 0, 1);
      if (apply.inputs().empty()) {
        auto* list = hint ? c10::unwrapOptional(hint)->castRaw<ListType>() : nullptr;
        return simple(insert(graph_.createList(list ? list->getElementType() : TypePtr(TensorType::get()), {}), loc));
      }
      Expr e = apply.inputs()[0];
      SugaredValuePtr source = emitSugared(e);
      if (auto* s = dynamic_cast<SimpleValue*>(source.get()); s && (s->getValue()->type()->kind() == TypeKind::ListType || s->getValue()->type()->kind() == TypeKind::StringType))
        return simple(call(loc, Symbol::aten("list"), {s->getValue()}));
      SugaredValuePtr iterable = source->iter(e.range(), function_);
      if (iterable->shouldEmitUnrolled()) {
        std::vector<Value*> values;
        for (const auto& v : iterable->asTuple(loc, function_)) values.push_back(v->asValue(loc, function_));
        if (values.empty()) throw ErrorReport(loc) << "list of an empty tuple has no type";
        return simple(insert(graph_.createList(unifyElements(loc, values, "the elements of a list"), values), loc));
      }
      Node* list = graph_.create(prim::ListConstruct, 1);
      insert(list, loc);
      Value* trips = iterable->len(loc, function_);
      emitLoop(loc, trips, nullptr, {}, {}, [&](Value* trip) {
        Value* v = iterable->getitem(loc, function_, trip)->asValue(loc, function_);
        list->output()->setType(ListType::create(v->type()));
        call(loc, aten::append, {list->output(), v});
      });
      return simple(list->output());
    }
    case prim::tuple: {
      checkCount(apply, 0, 1);
      if (apply.inputs().empty()) return simple(insert(graph_.createTuple({}), loc));
      return std::make_shared<SugaredTupleValue>(emitSugared(apply.inputs()[0])->asTuple(loc, function_));
    }
    case prim::dict: {
      checkCount(apply, 0, 1);
      if (!apply.inputs().empty()) {
        Value* v = emitExpr(apply.inputs()[0]);
        return simple(call(loc, Symbol::aten("dict"), {v}));
      }
      auto* dict = hint ? c10::unwrapOptional(hint)->castRaw<DictType>() : nullptr;
      return simple(insert(graph_.createDict(dict ? dict->getKeyType() : TypePtr(StringType::get()), dict ? dict->getValueType() : TypePtr(TensorType::get()), {}, {}), loc));
    }
    case prim::fork:
      throw MissingOperator(loc, "prim::fork", "prim::fork(...)") << "Unknown builtin op: prim::fork.\nTasks cannot be forked yet";
    default:
      throw MissingOperator(loc, form.form().toQualString(), std::string(form.form().toQualString()) + "(...)") << "Unknown builtin op: " << form.form().toQualString();
  }
}

}  // namespace torch::jit
