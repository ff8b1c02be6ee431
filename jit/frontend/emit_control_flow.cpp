// Branches, loops, conditions. A branch is emitted in a scope of its own; afterwards each name that either branch assigned becomes an output
// of the prim::If. The names that a loop assigns are known before its body is compiled (from its syntax): those that exist become values the loop carries.
#include <torch/csrc/jit/frontend/emitter.h>

#include <torch/csrc/jit/ir/constants.h>

#include <algorithm>
#include <limits>

namespace torch::jit {

void Emitter::emitIf(const If& stmt, const std::function<void(bool)>& after) {
  Condition condition = recoverCondition(stmt.cond());
  if (condition.known) {  // while compiling: the other branch is not compiled at all
    refine(stmt.range(), *condition.known ? condition.if_true : condition.if_false);
    emitBody(*condition.known ? stmt.trueBranch() : stmt.falseBranch());
    if (frame_->exit == Exit::None) after(*condition.known);
    return;
  }
  auto branch = [&](bool taken) {
    emitBody(taken ? stmt.trueBranch() : stmt.falseBranch());
    if (frame_->exit != Exit::None) return;
    if (frame_->maybe_jumped) emitUnlessJumped(stmt.range(), [&] { after(taken); });
    else after(taken);
  };
  emitIfElse(stmt.range(), condition, [&] { branch(true); }, [&] { branch(false); });
}

// The condition; if it needs a missing operator, any bool, so that the branches are looked at too.
Condition Emitter::recoverCondition(const Expr& expr) {
  if (!CollectMissingOperators::current()) return emitCondition(expr);
  try {
    return emitCondition(expr);
  } catch (const MissingOperator& e) {
    noteMissing(e);
  } catch (const PoisonedValue&) {
  }
  scanForMissing(expr);
  Condition any;
  any.value = insert(graph_.createUninitialized(BoolType::get()), expr.range());
  return any;
}

void Emitter::emitIfElse(const SourceRange& loc, const Condition& condition, const std::function<void()>& then, const std::function<void()>& otherwise) {
  Node* node = graph_.create(prim::If, {condition.value}, 0);
  node->setSourceRange(loc);
  graph_.insertNode(node);
  node->addBlock();
  node->addBlock();
  if (++block_depth_ > kMaxNesting) {
    --block_depth_;
    throw ErrorReport(loc) << "The code is nested too deeply, at most " << kMaxNesting << " levels are allowed";
  }
  Frame then_frame(node->blocks()[0], frame_);
  Frame else_frame(node->blocks()[1], frame_);
  Frame* outer = frame_;
  struct Restore {
    Emitter& e;
    Frame* frame;
    int depth;
    ~Restore() { e.frame_ = frame; e.block_depth_ = depth; }
  } restore{*this, outer, block_depth_ - 1};
  {
    frame_ = &then_frame;
    WithInsertPoint guard(then_frame.block);
    refine(loc, condition.if_true);
    then();
  }
  {
    frame_ = &else_frame;
    WithInsertPoint guard(else_frame.block);
    refine(loc, condition.if_false);
    otherwise();
  }
  frame_ = outer;
  joinBranches(loc, node, then_frame, else_frame);
  if (then_frame.exit != Exit::None && else_frame.exit != Exit::None) {
    frame_->exit = then_frame.exit == Exit::Jump || else_frame.exit == Exit::Jump ? Exit::Jump : Exit::Raise;
    return;
  }
  // Where only one branch comes out, what it knew about types goes on to hold. After a jump that is so only behind the test of @skip.
  auto goes_on = [&](const Frame& left, const Refinements& known) {
    if (left.exit == Exit::Raise) refine(loc, known);
    else if (left.exit == Exit::Jump) frame_->pending_refinements.insert(frame_->pending_refinements.end(), known.begin(), known.end());
  };
  goes_on(then_frame, condition.if_false);
  goes_on(else_frame, condition.if_true);
  frame_->maybe_jumped = then_frame.exit == Exit::Jump || else_frame.exit == Exit::Jump || then_frame.maybe_jumped || else_frame.maybe_jumped;
}

void Emitter::joinBranches(const SourceRange& loc, Node* node, Frame& then, Frame& otherwise) {
  std::vector<std::string_view> names;
  auto collect = [&](Frame& f) {
    for (const auto& [name, entry] : f.table)
      if (entry.assigned || !entry.value) names.push_back(name);
  };
  if (then.exit != Exit::Raise) collect(then);
  if (otherwise.exit != Exit::Raise) collect(otherwise);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  for (std::string_view name : names) {
    Frame::Entry* a = then.findAnywhere(name);
    Frame::Entry* b = otherwise.findAnywhere(name);
    auto unusable = [&](std::string why) {
      Frame::Entry& entry = frame_->table[name];
      entry.value = nullptr;
      entry.error = std::move(why);
      entry.assigned = true;
    };
    auto set = [&](SugaredValuePtr value) {
      Frame::Entry& entry = frame_->table[name];
      entry.value = std::move(value);
      entry.error.clear();
      entry.assigned = true;
    };
    bool have_a = a && a->value && then.exit != Exit::Raise;
    bool have_b = b && b->value && otherwise.exit != Exit::Raise;
    if (!have_a && !have_b) {
      if (a && !a->error.empty()) unusable(a->error);
      else if (b && !b->error.empty()) unusable(b->error);
      continue;
    }
    if ((have_a && a->value == poisonValue()) || (have_b && b->value == poisonValue())) {
      set(poisonValue());
      continue;
    }
    if (!have_a && then.exit == Exit::None) {
      unusable(a ? a->error : std::string(name) + " is not defined in the true branch");
      continue;
    }
    if (!have_b && otherwise.exit == Exit::None) {
      unusable(b ? b->error : std::string(name) + " is not defined in the false branch");
      continue;
    }
    auto* sa = have_a ? dynamic_cast<SimpleValue*>(a->value.get()) : nullptr;
    auto* sb = have_b ? dynamic_cast<SimpleValue*>(b->value.get()) : nullptr;
    if ((have_a && !sa) || (have_b && !sb)) {
      // No value of the graph (a function, a module): fine if both sides agree.
      if (have_a && have_b && a->value == b->value) set(a->value);
      else if (have_a != have_b) set(have_a ? a->value : b->value);
      else if (then.exit != Exit::None) set(b->value);
      else if (otherwise.exit != Exit::None) set(a->value);
      else unusable(std::string(name) + " is not the same first-class value on both branches");
      continue;
    }
    Value* va = sa ? sa->getValue() : nullptr;
    Value* vb = sb ? sb->getValue() : nullptr;
    TypePtr type;
    if (va && vb) {
      Frame::Entry* outer = frame_->findAnywhere(name);
      if (outer && outer->declared && va->type()->isSubtypeOf(*outer->declared) && vb->type()->isSubtypeOf(*outer->declared)) {
        type = outer->declared;
      }
      if (!type || (*va->type() == *vb->type())) {
        auto unified = c10::unifyTypes(va->type(), vb->type());
        if (unified) type = *unified;
      }
      // A branch that jumped does not come to where the name is used again.
      if (!type && then.exit == Exit::Jump) va = nullptr, type = vb->type();
      if (!type && otherwise.exit == Exit::Jump) vb = nullptr, type = va->type();
      if (!type) {
        unusable(c10::str("Type mismatch: ", name, " is set to type ", va->type()->repr_str(), " in the true branch and type ", vb->type()->repr_str(), " in the false branch"));
        continue;
      }
    } else {
      type = (va ? va : vb)->type();
    }
    auto output_of = [&](Frame& f, Value* v) {
      WithInsertPoint guard(f.block);
      if (!v) v = insert(graph_.createUninitialized(type), loc);
      f.block->registerOutput(v);
    };
    output_of(then, va);
    output_of(otherwise, vb);
    Value* result = node->addOutput()->setType(type);
    if (name[0] != '_' && name[0] != '@') result->setDebugName(std::string(name));
    Frame::Entry* outer = frame_->findAnywhere(name);
    TypePtr declared = outer ? outer->declared : nullptr;
    set(simple(result));
    if (declared) frame_->table[name].declared = declared;
  }
}

void Emitter::emitWhile(const While& stmt) {
  Value* trips = constant(stmt.range(), IValue(std::numeric_limits<int64_t>::max()));
  emitLoop(stmt.range(), trips, [&] { return recoverCondition(stmt.cond()); }, assignedNames(stmt.tree()), jumpsOf(stmt.body()), [&](Value*) { emitBody(stmt.body()); });
}

void Emitter::emitFor(const For& stmt) {
  if (stmt.itrs().size() != 1 || stmt.targets().size() != 1) throw ErrorReport(stmt.range()) << "a for loop over several iterators is not supported";
  Expr itr = stmt.itrs()[0];
  SugaredValuePtr iterable = emitSugared(itr)->iter(itr.range(), function_);
  emitForOver(stmt.range(), stmt.targets()[0], iterable, assignedNames(stmt.tree()), jumpsOf(stmt.body()), [&] { emitBody(stmt.body()); });
}

void Emitter::emitForOver(const SourceRange& loc, const Expr& target, const SugaredValuePtr& iterable, const std::vector<std::string_view>& assigned, Jumps jumps, const std::function<void()>& body) {
  if (iterable->shouldEmitUnrolled()) {
    const auto length = iterable->staticLen();
    TORCH_INTERNAL_ASSERT(length);
    struct Loops {
      int& depth;
      int outer;
      ~Loops() { depth = outer; }
    } loops{loop_depth_, loop_depth_};
    if (jumps.breaks || jumps.continues) loop_depth_ = 0;  // refused where they stand
    if (jumps.returns) throw ErrorReport(loc) << "a return in a loop over a tuple, which is unrolled, is not supported yet";
    for (int64_t i = 0; i < *length; ++i) {
      Value* index = constant(loc, IValue(i));
      assignTo(target, iterable->getitem(loc, function_, index), nullptr);
      body();
    }
    return;
  }
  Value* trips = iterable->len(loc, function_);
  emitLoop(loc, trips, nullptr, assigned, jumps, [&](Value* trip) {
    if (!trip->hasDebugName() && target.kind() == TK_VAR && Var(target).name().view()[0] != '_' && dynamic_cast<RangeValue*>(iterable.get())) trip->setDebugName(Var(target).name().name());
    assignTo(target, iterable->getitem(target.range(), function_, trip), nullptr);
    body();
  });
}

void Emitter::emitLoop(const SourceRange& loc, Value* trip_count, const std::function<Condition()>& condition, const std::vector<std::string_view>& assigned,
                       Jumps jumps, const std::function<void(Value*)>& body) {
  Value* first_condition = condition ? condition().value : constant(loc, IValue(true));
  Node* node = graph_.create(prim::Loop, {trip_count, first_condition}, 0);
  node->setSourceRange(loc);
  graph_.insertNode(node);
  Block* block = node->addBlock();
  Value* trip = block->addInput()->setType(IntType::get());
  std::vector<std::string_view> names = assigned;
  if (jumps.returns) names.insert(names.end(), {"@ret", "@val"});
  std::vector<std::string_view> carried;
  {
    ScopedFrame scope(*this, block);
    struct Depth {
      int& d;
      ~Depth() { --d; }
    } blocks{++block_depth_}, loops{++loop_depth_};
    if (block_depth_ > kMaxNesting) throw ErrorReport(loc) << "The code is nested too deeply, at most " << kMaxNesting << " levels are allowed";
    const bool stops = jumps.breaks || jumps.returns;
    if (stops || jumps.continues) {
      Value* no = constant(loc, IValue(false));
      setFlag("@skip", no);
      setFlag("@stop", no);
    }
    for (std::string_view name : names) {
      Frame::Entry* outer = frame_->findInParent(name);
      if (!outer || !outer->value) continue;
      auto* s = dynamic_cast<SimpleValue*>(outer->value.get());
      if (!s) continue;
      const TypePtr type = outer->declared ? outer->declared : s->getValue()->type();
      node->addInput(s->getValue());
      Value* input = block->addInput()->setType(type);
      if (name[0] != '_' && name[0] != '@') input->setDebugName(std::string(name));
      Frame::Entry& entry = frame_->table[name];
      entry.value = simple(input);
      entry.declared = type;
      carried.push_back(name);
    }
    body(trip);
    Value* next_condition;
    if (frame_->exit == Exit::Raise) {
      next_condition = constant(loc, IValue(false));
    } else if (!stops) {
      next_condition = condition ? condition().value : constant(loc, IValue(true));
    } else {
      // After a break the condition is not looked at.
      Node* next = graph_.create(prim::If, {flag("@stop")}, 1);
      next->output()->setType(BoolType::get());
      insert(next, loc);
      next->addBlock();
      next->addBlock();
      {
        WithInsertPoint guard(next->blocks()[0]);
        next->blocks()[0]->registerOutput(constant(loc, IValue(false)));
      }
      {
        ScopedFrame inner(*this, next->blocks()[1]);
        next->blocks()[1]->registerOutput(condition ? condition().value : constant(loc, IValue(true)));
      }
      next_condition = next->output();
    }
    block->registerOutput(next_condition);
    for (size_t i = 0; i < carried.size(); ++i) {
      Frame::Entry* entry = frame_->find(carried[i]);
      auto* s = entry ? dynamic_cast<SimpleValue*>(entry->value.get()) : nullptr;
      Value* before = block->inputs()[i + 1];
      // A variable that was deleted or depends on a missing operator is carried unchanged; reading it afterwards is refused below.
      block->registerOutput(s ? s->getValue() : before);
      Value* output = node->addOutput()->setType(before->type());
      if (carried[i][0] != '_' && carried[i][0] != '@') output->setDebugName(std::string(carried[i]));
      Frame::Entry& outer = frame_->parent->table[carried[i]];
      Frame::Entry* known = frame_->parent->findAnywhere(carried[i]);
      const TypePtr declared = known ? known->declared : nullptr;
      outer.assigned = true;
      outer.declared = declared;
      if (entry->value == poisonValue()) outer.value = poisonValue();
      else outer.value = simple(output);
    }
  }
  if (jumps.returns) {
    setFlag("@skip", flag("@ret"));
    if (loop_depth_ > 0) setFlag("@stop", flag("@ret"));
    frame_->maybe_jumped = true;
  }
  // A name that exists only inside is unusable afterwards: the loop may not have run.
  for (std::string_view name : assigned) {
    if (std::find(carried.begin(), carried.end(), name) != carried.end()) continue;
    if (frame_->findAnywhere(name)) continue;
    Frame::Entry& entry = frame_->table[name];
    entry.value = nullptr;
    entry.error = std::string(name) + " is only defined inside a loop, which may not run";
  }
}

// ---- conditions

namespace {
Refinements both(const Refinements& a, const Refinements& b) {
  Refinements result = a;
  result.insert(result.end(), b.begin(), b.end());
  return result;
}
}  // namespace

Condition Emitter::emitCondition(const Expr& expr) {
  switch (expr.kind()) {
    case TK_AND: return emitLogical(expr, false);
    case TK_OR: return emitLogical(expr, true);
    case TK_NOT: {
      Condition c = emitCondition(UnaryOp(expr).operand());
      std::swap(c.if_true, c.if_false);
      if (c.known) {
        c.known = !*c.known;
        c.value = constant(expr.range(), IValue(*c.known));
      } else {
        c.value = call(expr.range(), aten::__not__, {c.value});
      }
      return c;
    }
    case TK_IS: return emitNoneTest(expr, false);
    case TK_ISNOT: return emitNoneTest(expr, true);
    case TK_APPLY: {
      Apply apply(expr);
      if (apply.callee().kind() == TK_VAR && Var(apply.callee()).name().view() == "isinstance") return emitIsInstance(apply);
      break;
    }
    default:
      break;
  }
  Condition c;
  c.value = emitToBool(expr.range(), emitExpr(expr));
  if (c.value->node()->kind() == prim::Constant)
    if (auto known = toIValue(c.value); known && known->isBool()) c.known = known->toBool();
  return c;
}

Condition Emitter::emitLogical(const Expr& expr, bool is_or) {
  BinOp op(expr);
  Condition left = emitCondition(op.lhs());
  if (left.known) {
    if (*left.known == is_or) return left;  // the right side is not evaluated
    Condition right = emitCondition(op.rhs());
    right.if_true = both(left.if_true, right.if_true);
    return right;
  }
  Condition right;
  Condition result;
  Node* node = graph_.create(prim::If, {left.value}, 1);
  node->setSourceRange(expr.range());
  graph_.insertNode(node);
  node->output()->setType(BoolType::get());
  node->addBlock();
  node->addBlock();
  ++block_depth_;
  {
    ScopedFrame scope(*this, node->blocks()[is_or ? 1 : 0]);
    refine(expr.range(), is_or ? left.if_false : left.if_true);
    right = emitCondition(op.rhs());
    scope.frame.block->registerOutput(right.value);
  }
  {
    ScopedFrame scope(*this, node->blocks()[is_or ? 0 : 1]);
    scope.frame.block->registerOutput(constant(expr.range(), IValue(is_or)));
  }
  --block_depth_;
  result.value = node->output();
  // a and b holds: both taught something; it does not hold: nothing is known which of them failed.
  if (is_or) result.if_false = both(left.if_false, right.if_false);
  else result.if_true = both(left.if_true, right.if_true);
  return result;
}

Condition Emitter::emitNoneTest(const Expr& expr, bool is_not) {
  BinOp op(expr);
  Value* left = emitExpr(op.lhs());
  Value* right = emitExpr(op.rhs());
  Condition c;
  auto is_none = [](Value* v) { return v->type()->kind() == TypeKind::NoneType; };
  auto never_none = [](Value* v) { return v->mustNotBeNone(); };
  if (is_none(left) && is_none(right)) c.known = !is_not;
  else if ((is_none(left) && never_none(right)) || (is_none(right) && never_none(left))) c.known = is_not;
  if (c.known) {
    c.value = constant(expr.range(), IValue(*c.known));
    return c;
  }
  c.value = call(expr.range(), is_not ? aten::__isnot__ : aten::__is__, {left, right});
  Value* tested = is_none(right) ? left : is_none(left) ? right : nullptr;
  const Expr tested_expr = is_none(right) ? op.lhs() : op.rhs();
  if (!tested || tested_expr.kind() != TK_VAR) return c;
  const std::string_view name = Var(tested_expr).name().view();
  TypePtr not_none;
  if (auto* optional = tested->type()->castRaw<OptionalType>()) not_none = optional->getElementType();
  else if (auto* u = tested->type()->castRaw<UnionType>()) not_none = u->subtractTypeSet({NoneType::get()}).value_or(nullptr);
  auto& when_none = is_not ? c.if_false : c.if_true;
  auto& when_not = is_not ? c.if_true : c.if_false;
  when_none.emplace_back(name, NoneType::get());
  if (not_none) when_not.emplace_back(name, not_none);
  return c;
}

Condition Emitter::emitIsInstance(const Apply& apply) {
  checkCount(apply, 2, 2);
  const SourceRange loc = apply.range();
  Value* v = emitExpr(apply.inputs()[0]);
  std::vector<TypePtr> types;
  std::function<void(const Expr&)> gather = [&](const Expr& e) {
    if (e.kind() == TK_TUPLE_LITERAL) {
      for (Expr inner : TupleLiteral(e).inputs()) gather(inner);
      return;
    }
    types.push_back(parseType(e));
  };
  gather(apply.inputs()[1]);
  // list and tuple without elements stand for any of them.
  auto covers = [](const TypePtr& have, const TypePtr& asked) { return have->isSubtypeOf(*asked); };
  const TypePtr have = v->type();
  Condition c;
  std::vector<TypePtr> members;
  if (auto* optional = have->castRaw<OptionalType>()) members = {optional->getElementType(), NoneType::get()};
  else if (auto* u = have->castRaw<UnionType>()) members = u->getTypes().vec();
  else members = {have};
  std::vector<TypePtr> yes, no;
  bool maybe = false;
  for (const TypePtr& member : members) {
    const bool is = std::any_of(types.begin(), types.end(), [&](const TypePtr& t) { return covers(member, t); });
    const bool could = !is && std::any_of(types.begin(), types.end(), [&](const TypePtr& t) { return t->isSubtypeOf(*member) && !covers(member, t); });
    maybe = maybe || could;
    (is ? yes : no).push_back(member);
  }
  if (!maybe && no.empty()) c.known = true;
  else if (!maybe && yes.empty()) c.known = false;
  if (c.known) {
    c.value = constant(loc, IValue(*c.known));
    return c;
  }
  Node* n = graph_.createIsInstance(v, types);
  c.value = insert(n, loc);
  if (apply.inputs()[0].kind() == TK_VAR) {
    const std::string_view name = Var(apply.inputs()[0]).name().view();
    auto as_type = [](const std::vector<TypePtr>& list) -> TypePtr { return list.size() == 1 ? list[0] : TypePtr(UnionType::create(list)); };
    if (maybe) {
      if (types.size() == 1) c.if_true.emplace_back(name, types[0]);
    } else {
      if (!yes.empty()) c.if_true.emplace_back(name, as_type(yes));
      if (!no.empty()) c.if_false.emplace_back(name, as_type(no));
    }
  }
  return c;
}

Value* Emitter::emitToBool(const SourceRange& loc, Value* v) {
  if (v->type()->kind() == TypeKind::BoolType) return v;
  switch (v->type()->kind()) {
    case TypeKind::IntType: case TypeKind::FloatType: case TypeKind::TensorType: case TypeKind::NumberType: case TypeKind::ComplexType:
      return call(loc, aten::Bool, {v});
    case TypeKind::ClassType:
      if (v->type()->castRaw<ClassType>()->findMethod("__bool__")) return MethodValue(v, "__bool__").call(loc, function_, {}, {}, 1)->asValue(loc, function_);
      break;
    default:
      break;
  }
  throw ErrorReport(loc) << "Could not cast value of type " << v->type()->repr_str() << " to bool";
}

}  // namespace torch::jit
