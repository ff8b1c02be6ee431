// Statements.
#include <torch/csrc/jit/frontend/emitter.h>

#include <torch/csrc/jit/ir/constants.h>

#include <algorithm>
#include <unordered_set>

namespace torch::jit {

void Emitter::emitBody(const List<Stmt>& statements, size_t first) {
  for (size_t i = first; i < statements.size(); ++i) {
    if (frame_->exit != Exit::None) return;  // not reached
    const Stmt stmt = statements[i];
    if (frame_->maybe_jumped) {
      emitUnlessJumped(stmt.range(), [&] { emitBody(statements, i); });
      return;
    }
    if (stmt.kind() == TK_IF && i + 1 < statements.size()) {
      // if c: return x -- what follows is the other branch.
      const If branch(stmt);
      const bool then = alwaysJumps(branch.trueBranch()), otherwise = alwaysJumps(branch.falseBranch());
      if (then != otherwise) {
        emitIf(branch, [&](bool taken) {
          if (taken != then) emitBody(statements, i + 1);
        });
        return;
      }
    }
    emitStatement(stmt);
  }
}

// ---- jumps. A return that is not the function's last statement, and every break and continue, set flags in the environment:
//   @skip  what follows in this loop's or function's body does not run
//   @stop  the loop ends
//   @ret, @val  the function has returned, and what
// Flags are variables like others: branches join them, loops carry @ret and @val.

void Emitter::setFlag(std::string_view name, Value* value) {
  Frame::Entry& entry = frame_->table[name];
  entry.value = simple(value);
  entry.assigned = true;
}

Value* Emitter::flag(std::string_view name) {
  Frame::Entry* entry = frame_->findAnywhere(name);
  TORCH_INTERNAL_ASSERT(entry && entry->value, "no flag ", name);
  return entry->value->asValue(def_.range(), function_);
}

void Emitter::startFlags(const SourceRange& loc) {
  Value* no = constant(loc, IValue(false));
  setFlag("@skip", no);
  setFlag("@ret", no);
  if (declared_return_) setFlag("@val", insert(graph_.createUninitialized(declared_return_), loc));
}

void Emitter::emitJump(const SourceRange& loc, bool returns, bool stops) {
  Value* yes = constant(loc, IValue(true));
  setFlag("@skip", yes);
  if (stops && loop_depth_ > 0) setFlag("@stop", yes);
  if (returns) setFlag("@ret", yes);
  frame_->exit = Exit::Jump;
}

// After a statement that jumped on some of its paths: `rest` runs on the others, where what they know about types holds.
void Emitter::emitUnlessJumped(const SourceRange& loc, const std::function<void()>& rest) {
  Condition skip;
  skip.if_false = std::move(frame_->pending_refinements);
  frame_->pending_refinements.clear();
  frame_->maybe_jumped = false;
  skip.value = flag("@skip");
  emitIfElse(loc, skip, [&] { frame_->exit = Exit::Jump; }, rest);
}

// At the end of a function with early returns.
void Emitter::finishReturns() {
  const SourceRange loc = def_.range();
  if (frame_->exit == Exit::Jump) {
    returned_ = flag("@val");
    return;
  }
  if (frame_->exit == Exit::Raise && !frame_->maybe_jumped) return;
  if (declared_return_ && missing_ == 0 && !NoneType::get()->isSubtypeOf(*declared_return_)) {
    if (declared_return_inferred_) throw ErrorReport(loc) << "Function returns a value of type " << declared_return_->repr_str() << " on some paths and nothing on others";
    throw ErrorReport(loc) << "Function was annotated as returning " << declared_return_->repr_str() << ", but not all of its paths return a value";
  }
  if (!declared_return_ || !frame_->maybe_jumped) return;
  Node* node = graph_.create(prim::If, {flag("@ret")}, 1);
  node->output()->setType(declared_return_);
  insert(node, loc);
  node->addBlock()->registerOutput(flag("@val"));
  {
    WithInsertPoint guard(node->addBlock());
    node->blocks()[1]->registerOutput(constant(loc, IValue()));
  }
  returned_ = node->output();
}

void Emitter::emitStatement(const Stmt& stmt) {
  if (!CollectMissingOperators::current()) {
    emitStatementImpl(stmt);
    return;
  }
  try {
    emitStatementImpl(stmt);
  } catch (const MissingOperator& e) {
    noteMissing(e);
    poison(stmt);
  } catch (const PoisonedValue&) {
    poison(stmt);
  }
}

void Emitter::emitStatementImpl(const Stmt& stmt) {
  switch (stmt.kind()) {
    case TK_ASSIGN: return emitAssign(Assign(stmt));
    case TK_AUG_ASSIGN: return emitAugAssign(AugAssign(stmt));
    case TK_EXPR_STMT: {
      Expr expr = ExprStmt(stmt).expr();
      if (expr.kind() == TK_STRINGLITERAL || expr.kind() == TK_DOTS) return;  // a docstring
      emitSugared(expr);
      return;
    }
    case TK_RETURN: return emitReturn(Return(stmt));
    case TK_IF: return emitIf(If(stmt), [](bool) {});
    case TK_WHILE: return emitWhile(While(stmt));
    case TK_FOR: return emitFor(For(stmt));
    case TK_WITH: return emitWith(With(stmt));
    case TK_RAISE: return emitRaise(Raise(stmt));
    case TK_ASSERT: return emitAssert(Assert(stmt));
    case TK_DELETE: return emitDelete(Delete(stmt));
    case TK_DEF: return emitNestedDef(Def(stmt));
    case TK_PASS: return;
    case TK_BREAK: case TK_CONTINUE:
      if (loop_depth_ == 0) throw ErrorReport(stmt.range()) << kindToString(stmt.kind()) << " outside of a loop, or in a loop over a tuple, which is unrolled";
      return emitJump(stmt.range(), false, stmt.kind() == TK_BREAK);
    default: throw ErrorReport(stmt.range()) << "a statement of kind " << kindToString(stmt.kind()) << " is not supported here";
  }
}

void Emitter::emitReturn(const Return& stmt) {
  Value* value = emitExpr(stmt.expr(), declared_return_);
  if (declared_return_) {
    value = tryConvertToType(stmt.range(), graph_, declared_return_, value, true);
    if (!value->type()->isSubtypeOf(*declared_return_)) {
      if (declared_return_inferred_) {
        if (auto unified = c10::unifyTypes(declared_return_, value->type())) throw ReturnTypeFound{*unified};
        throw ErrorReport(stmt.range()) << "Previous return statement returned a value of type " << declared_return_->repr_str() << " but this return statement returns a value of type "
                                        << value->type()->repr_str();
      }
      c10::detail::TextStream why;
      value->type()->isSubtypeOfExt(*declared_return_, &why.stream());
      throw ErrorReport(stmt.range()) << "Return value was annotated as having type " << declared_return_->repr_str() << " but is actually of type " << value->type()->repr_str()
                                      << (why.str().empty() ? "" : "\n" + why.str());
    }
  }
  if (!early_returns_) {
    returned_ = value;
    frame_->exit = Exit::Jump;
    return;
  }
  if (!declared_return_) throw ReturnTypeFound{value->type()};
  setFlag("@val", value);
  emitJump(stmt.range(), true, true);
}

void Emitter::emitAssign(const Assign& stmt) {
  TypePtr annotated = stmt.type().present() ? parseType(stmt.type().get()) : nullptr;
  if (!stmt.rhs().present()) {
    if (!annotated) throw ErrorReport(stmt.range()) << "an assignment needs a value";
    return;  // x : int alone declares nothing in a function
  }
  const List<Expr> targets = stmt.lhs_list();
  Expr rhs = stmt.rhs().get();
  if (annotated && targets[0].kind() == TK_TUPLE_LITERAL) throw ErrorReport(stmt.range()) << "a tuple of targets cannot be annotated";
  // a, b = c, d: the values need not become a tuple.
  if (targets.size() == 1 && targets[0].kind() == TK_TUPLE_LITERAL && rhs.kind() == TK_TUPLE_LITERAL) {
    const List<Expr> left = TupleLiteral(targets[0]).inputs();
    const List<Expr> right = TupleLiteral(rhs).inputs();
    const bool plain = std::none_of(left.begin(), left.end(), [](Expr e) { return e.kind() == TK_STARRED; }) &&
        std::none_of(right.begin(), right.end(), [](Expr e) { return e.kind() == TK_STARRED; });
    if (plain && left.size() == right.size()) {
      std::vector<SugaredValuePtr> values;
      for (Expr e : right) values.push_back(emitSugared(e));
      for (size_t i = 0; i < left.size(); ++i) assignTo(left[i], values[i], nullptr);
      return;
    }
  }
  SugaredValuePtr value = emitSugared(rhs, annotated);
  for (Expr target : targets) assignTo(target, value, annotated);
}

void Emitter::assignTo(const Expr& target, const SugaredValuePtr& value, const TypePtr& annotated) {
  switch (target.kind()) {
    case TK_VAR:
      setVar(target.range(), Var(target).name().view(), value, annotated);
      return;
    case TK_TUPLE_LITERAL:
      assignTuple(target.range(), TupleLiteral(target).inputs(), value);
      return;
    case TK_LIST_LITERAL:
      assignTuple(target.range(), ListLiteral(target).inputs(), value);
      return;
    case '.': {
      Value* v = value->asValue(target.range(), function_);
      if (annotated) v = tryConvertToType(target.range(), graph_, annotated, v, true);
      assignAttribute(Select(target), v);
      return;
    }
    case TK_SUBSCRIPT:
      assignSubscript(Subscript(target), value->asValue(target.range(), function_));
      return;
    default:
      throw ErrorReport(target.range()) << "a value cannot be assigned to an expression of kind " << kindToString(target.kind());
  }
}

void Emitter::assignTuple(const SourceRange& loc, const List<Expr>& targets, const SugaredValuePtr& value) {
  size_t starred = targets.size();
  for (size_t i = 0; i < targets.size(); ++i) {
    if (targets[i].kind() != TK_STARRED) continue;
    if (starred != targets.size()) throw ErrorReport(loc) << "Only one starred expression is allowed on the lhs";
    starred = i;
  }
  const bool has_star = starred < targets.size();
  std::vector<SugaredValuePtr> values = value->asTuple(loc, function_, has_star ? std::optional<size_t>() : std::optional<size_t>(targets.size()));
  const size_t n = values.size();
  if (has_star ? n + 1 < targets.size() : n != targets.size())
    throw ErrorReport(loc) << (n < targets.size() ? "need more values to unpack: found " : "too many values to unpack: need ") << (n < targets.size() ? n : targets.size())
                           << (n < targets.size() ? " but expected " : " but found ") << (n < targets.size() ? targets.size() : n);
  for (size_t i = 0; i < std::min(starred, targets.size()); ++i) assignTo(targets[i], values[i], nullptr);
  if (!has_star) return;
  const size_t tail = targets.size() - starred - 1;
  std::vector<Value*> rest;
  for (size_t i = starred; i < n - tail; ++i) rest.push_back(values[i]->asValue(loc, function_));
  assignTo(Starred(targets[starred]).expr(), simple(insert(graph_.createTuple(rest), loc)), nullptr);
  for (size_t i = 0; i < tail; ++i) assignTo(targets[starred + 1 + i], values[n - tail + i], nullptr);
}

void Emitter::assignAttribute(const Select& target, Value* value) {
  SugaredValuePtr object = emitSugared(target.value());
  object->setAttr(target.range(), function_, target.selector().name(), value);
}

void Emitter::emitAugAssign(const AugAssign& stmt) {
  static constexpr struct {
    std::string_view text;
    int kind;
    const char* inplace;
  } ops[] = {{"+=", '+', "add_"},           {"-=", '-', "sub_"},    {"*=", '*', "mul_"},    {"/=", '/', "div_"},   {"%=", '%', "remainder_"},
             {"|=", '|', "bitwise_or_"},    {"&=", '&', "bitwise_and_"}, {"^=", '^', "bitwise_xor_"}, {"<<=", TK_LSHIFT, "__ilshift__"}, {">>=", TK_RSHIFT, "__irshift__"},
             {"**=", TK_POW, "pow_"},       {"//=", TK_FLOOR_DIV, "floor_divide_"}, {"@=", '@', nullptr}};
  const auto* op = &ops[0];
  for (const auto& o : ops)
    if (o.text == stmt.aug_op()) op = &o;
  const SourceRange loc = stmt.range();
  auto compute = [&](Value* old, const TypePtr& hint) {
    Value* rhs = emitExpr(stmt.rhs(), hint);
    // Tensors and lists are changed in place, as PyTorch does; numbers get a new value.
    const TypeKind kind = old->type()->kind();
    if (kind == TypeKind::TensorType && op->inplace) return call(loc, Symbol::aten(op->inplace), {old, rhs});
    if (kind == TypeKind::ListType && op->kind == '+') return call(loc, Symbol::aten("add_"), {old, rhs});
    if (auto* cls = old->type()->castRaw<ClassType>()) {
      static constexpr std::pair<int, const char*> methods[] = {{'+', "__iadd__"}, {'-', "__isub__"}, {'*', "__imul__"}, {'/', "__itruediv__"}, {'%', "__imod__"},
                                                                {'|', "__ior__"},  {'&', "__iand__"}, {'^', "__ixor__"}, {TK_POW, "__ipow__"},  {TK_FLOOR_DIV, "__ifloordiv__"}};
      for (const auto& [k, method] : methods)
        if (k == op->kind && cls->findMethod(method)) return MethodValue(old, method).call(loc, function_, {NamedValue(loc, rhs)}, {}, 1)->asValue(loc, function_);
    }
    return emitBinary(loc, op->kind, old, rhs);
  };
  Expr target = stmt.lhs();
  switch (target.kind()) {
    case TK_VAR: {
      Value* old = emitExpr(target);
      setVar(target.range(), Var(target).name().view(), simple(compute(old, nullptr)));
      return;
    }
    case '.': {
      SugaredValuePtr object = emitSugared(Select(target).value());
      const std::string field = Select(target).selector().name();
      Value* old = object->attr(target.range(), function_, field)->asValue(target.range(), function_);
      Value* result = compute(old, old->type());
      object->setAttr(target.range(), function_, field, result);
      return;
    }
    case TK_SUBSCRIPT: {
      Subscript subscript(target);
      Value* container = emitExpr(subscript.value());
      if (container->type()->kind() == TypeKind::TensorType) {
        std::vector<Value*> indices;
        Value* view = emitTensorSubscript(target.range(), container, subscript.subscript_exprs(), &indices);
        if (indices.empty()) {
          compute(view, nullptr);
          return;
        }
        Value* list = insert(graph_.createList(OptionalType::ofTensor(), indices), loc);
        Value* gathered = call(loc, aten::index, {view, list});
        Value* rhs = emitExpr(stmt.rhs());
        Value* result = emitBinary(loc, op->kind, gathered, rhs);
        call(loc, Symbol::aten("index_put_"), {view, list, result});
        return;
      }
      if (subscript.subscript_exprs().size() != 1 || subscript.subscript_exprs()[0].kind() == TK_SLICE_EXPR)
        throw ErrorReport(target.range()) << "augmented assignment to a slice of " << container->type()->repr_str() << " is not supported";
      Value* index = emitExpr(subscript.subscript_exprs()[0]);
      Value* old = call(loc, aten::__getitem__, {container, index});
      call(loc, aten::_set_item, {container, index, compute(old, nullptr)});
      return;
    }
    default:
      throw ErrorReport(target.range()) << "left-hand side of augmented assignment must be a variable, an attribute or a subscript";
  }
}

void Emitter::emitRaise(const Raise& stmt) {
  const SourceRange loc = stmt.range();
  Value* message = nullptr;
  Value* class_name = nullptr;
  if (stmt.expr().present()) {
    SugaredValuePtr value = emitSugared(stmt.expr().get());
    if (dynamic_cast<ExceptionValue*>(value.get())) value = value->call(loc, function_, {}, {}, 0);
    if (auto* exception = dynamic_cast<ExceptionMessageValue*>(value.get())) {
      message = exception->getValue();
      class_name = exception->getQualifiedClassName();
    } else {
      Value* v = value->asValue(loc, function_);
      if (auto* cls = v->type()->castRaw<ClassType>(); cls && cls->findMethod("__str__")) {
        message = MethodValue(v, "__str__").call(loc, function_, {}, {}, 1)->asValue(loc, function_);
      } else {
        message = CastValue(StringType::get(), Symbol::aten("str")).call(loc, function_, {NamedValue(loc, v)}, {}, 1)->asValue(loc, function_);
      }
    }
  }
  if (!message) message = constant(loc, IValue(""));
  if (!class_name) class_name = constant(loc, IValue());
  call(loc, prim::RaiseException, {message, class_name});
  frame_->exit = Exit::Raise;
}

void Emitter::emitAssert(const Assert& stmt) {
  const SourceRange loc = stmt.range();
  Condition condition = emitCondition(stmt.test());
  emitIfElse(loc, condition, [] {}, [&] {
    Value* text = stmt.msg().present() ? emitExpr(stmt.msg().get()) : constant(loc, IValue(""));
    Value* prefix = constant(loc, IValue("AssertionError: "));
    if (text->type()->kind() != TypeKind::StringType) text = call(loc, Symbol::aten("str"), {text});
    text = call(loc, aten::add, {prefix, text});
    Value* none = constant(loc, IValue());
    call(loc, prim::RaiseException, {text, none});
    frame_->exit = Exit::Raise;
  });
}

void Emitter::emitDelete(const Delete& stmt) {
  for (Expr target : stmt.targets()) {
    switch (target.kind()) {
      case TK_VAR: {
        Frame::Entry& entry = frame_->table[Var(target).name().view()];
        entry.value = nullptr;
        entry.error = "variable '" + Var(target).name().name() + "' was deleted";
        break;
      }
      case TK_SUBSCRIPT: {
        Subscript subscript(target);
        Value* container = emitExpr(subscript.value());
        if (subscript.subscript_exprs().size() != 1 || subscript.subscript_exprs()[0].kind() == TK_SLICE_EXPR) throw ErrorReport(target.range()) << "del statements only support deletion of single items";
        Value* index = emitExpr(subscript.subscript_exprs()[0]);
        if (auto* cls = container->type()->castRaw<ClassType>()) {
          if (!cls->findMethod("__delitem__")) throw ErrorReport(target.range()) << "Class does not define __delitem__";
          MethodValue(container, "__delitem__").call(target.range(), function_, {NamedValue(target.range(), index)}, {}, 0);
        } else {
          call(target.range(), aten::Delete, {container, index});
        }
        break;
      }
      default:
        throw ErrorReport(target.range()) << "del statements are only supported for deleting variables, list and dict items";
    }
  }
}

void Emitter::emitWith(const With& stmt) {
  std::vector<Value*> entered;
  for (WithItem item : stmt.targets()) {
    const SourceRange loc = item.range();
    Value* object = emitExpr(item.target());
    auto* cls = object->type()->castRaw<ClassType>();
    if (!cls) throw ErrorReport(loc) << "With item expression must return an object";
    Function* enter = cls->findMethod("__enter__");
    Function* exit = cls->findMethod("__exit__");
    if (!enter || !exit) throw ErrorReport(loc) << "Object returned by with item expression does not define __enter__ and __exit__ methods";
    const FunctionSchema& schema = enter->getSchema();
    if (schema.arguments().size() != 1 || schema.returns().size() != 1) throw ErrorReport(loc) << "__enter__ must have only one argument and one return value";
    if (exit->getSchema().arguments().size() != 4) throw ErrorReport(loc) << "__exit__ must have four arguments";
    Node* n = graph_.create(prim::Enter, {object});
    n->output()->setType(schema.returns()[0].type());
    Value* value = insert(n, loc);
    entered.push_back(object);
    if (item.var().present()) {
      Expr var = item.var().get();
      if (var.kind() != TK_VAR) throw ErrorReport(var.range()) << "with ... as must name a variable";
      setVar(var.range(), Var(var).name().view(), simple(value));
    }
  }
  emitBody(stmt.body());
  while (!entered.empty()) {
    Node* n = graph_.create(prim::Exit, {entered.back()});
    n->output()->setType(NoneType::get());
    insert(n, stmt.range());
    entered.pop_back();
  }
}

// A def inside a function is compiled to see that it can be; only fork takes one, and fork is not an operator here yet.
void Emitter::emitNestedDef(const Def& def) {
  Node* closure = graph_.create(prim::Closure, 0);
  closure->setSourceRange(def.range());
  graph_.insertNode(closure);
  {
    ScopedFrame scope(*this, closure->addBlock());
    for (Param param : def.decl().params()) {
      Value* input = scope.frame.block->addInput();
      if (param.type().present()) input->setType(parseType(param.type().get()));
      setVar(param.range(), param.ident().view(), simple(input));
    }
    if (hasEarlyReturn(def.statements())) throw ErrorReport(def.range()) << "a nested function that returns early is not supported yet";
    struct Outer {
      Emitter& e;
      Value* returned;
      TypePtr declared;
      bool early, inferred;
      int loops;
      ~Outer() { e.returned_ = returned, e.declared_return_ = declared, e.early_returns_ = early, e.declared_return_inferred_ = inferred, e.loop_depth_ = loops; }
    } outer{*this, returned_, declared_return_, early_returns_, declared_return_inferred_, loop_depth_};
    returned_ = nullptr;
    declared_return_ = def.decl().return_type().present() ? parseType(def.decl().return_type().get()) : nullptr;
    early_returns_ = declared_return_inferred_ = false;
    loop_depth_ = 0;
    emitBody(def.statements());
    scope.frame.block->registerOutput(returned_ ? returned_ : constant(def.range(), IValue()));
  }
  setVar(def.range(), def.name().view(), std::make_shared<ClosureValue>([](const SourceRange& loc, at::ArrayRef<NamedValue>, at::ArrayRef<NamedValue>) -> Value* {
    throw ErrorReport(loc) << "calling a nested function is not supported yet";
  }));
}

// ---- what statements assign

namespace {

struct Assigned {
  std::vector<std::string_view> names;
  std::unordered_set<std::string_view> seen;

  void add(std::string_view name) {
    if (seen.insert(name).second) names.push_back(name);
  }

  void target(const Tree* t) {
    switch (t->kind()) {
      case TK_VAR: add(Var(t).name().view()); break;
      case TK_TUPLE_LITERAL: case TK_LIST_LITERAL: case TK_STARRED: case TK_LIST:
        for (size_t i = 0; i < t->size(); ++i) target(t->tree(i));
        break;
      default: break;
    }
  }

  void statement(const Tree* t) {
    switch (t->kind()) {
      case TK_LIST: case TK_OPTION:
        for (size_t i = 0; i < t->size(); ++i) statement(t->tree(i));
        break;
      case TK_ASSIGN: target(t->tree(0)); break;
      case TK_AUG_ASSIGN: target(t->tree(0)); break;
      case TK_IF: statement(t->tree(1)); statement(t->tree(2)); break;
      case TK_WHILE: statement(t->tree(1)); break;
      case TK_FOR: target(t->tree(0)); statement(t->tree(2)); break;
      case TK_WITH:
        for (WithItem item : With(t).targets())
          if (item.var().present()) target(item.var().get());
        statement(t->tree(1));
        break;
      case TK_DEF: add(Def(t).name().view()); break;
      default: break;
    }
  }
};

}  // namespace

Jumps jumpsOf(const Tree* t) {
  Jumps jumps;
  switch (t->kind()) {
    case TK_RETURN: jumps.returns = true; break;
    case TK_BREAK: jumps.breaks = true; break;
    case TK_CONTINUE: jumps.continues = true; break;
    case TK_LIST: case TK_IF: case TK_WITH: case TK_WHILE: case TK_FOR:
      for (size_t i = 0; i < t->size(); ++i) {
        if (t->kind() != TK_LIST && t->tree(i)->kind() != TK_LIST) continue;  // a condition
        const Jumps inner = jumpsOf(t->tree(i));
        jumps.returns |= inner.returns;
        if (t->kind() == TK_WHILE || t->kind() == TK_FOR) continue;
        jumps.breaks |= inner.breaks;
        jumps.continues |= inner.continues;
      }
      break;
    default: break;
  }
  return jumps;
}

bool hasEarlyReturn(const List<Stmt>& statements) {
  for (size_t i = 0; i < statements.size(); ++i)
    if (statements[i].kind() != TK_RETURN && jumpsOf(statements[i]).returns) return true;
  return false;
}

bool alwaysJumps(const List<Stmt>& statements) {
  if (statements.empty()) return false;
  const Stmt last = statements[statements.size() - 1];
  switch (last.kind()) {
    case TK_RETURN: case TK_BREAK: case TK_CONTINUE: return true;
    case TK_IF: return alwaysJumps(If(last).trueBranch()) && alwaysJumps(If(last).falseBranch());
    case TK_WITH: return alwaysJumps(With(last).body());
    default: return false;
  }
}

std::vector<std::string_view> assignedNames(const Tree* statements) {
  Assigned assigned;
  assigned.statement(statements);
  return std::move(assigned.names);
}

}  // namespace torch::jit
