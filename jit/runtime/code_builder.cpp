#include <torch/csrc/jit/runtime/code_builder.h>

#include <torch/csrc/jit/ir/constants.h>

#include <algorithm>
#include <bit>
#include <limits>

namespace torch::jit {

namespace {

constexpr int64_t kSlotBytes = sizeof(IValue);

bool isNumber(const Value* v) { return isNumberType(*v->type()); }

}  // namespace

Divisor Divisor::of(int64_t d) {
  const int l = 64 - std::countl_zero(static_cast<uint64_t>(d - 1));  // the smallest l with d <= 2^l
  const uint64_t magic = static_cast<uint64_t>((static_cast<unsigned __int128>(1) << (63 + l)) / static_cast<uint64_t>(d)) + 1;
  return {d, magic, l - 1};
}

CodeBuilder::CodeBuilder(Graph& graph, CodeImpl& code) : graph_(graph), code_(code), uses_(graph) {}

CodeImpl::CodeImpl(Graph& graph, std::string name) : function_name(std::move(name)) {
  CodeBuilder(graph, *this).build();
  link();
}

void CodeBuilder::build() {
  code_.debug.push_back({});
  for (Value* v : graph_.inputs()) {
    code_.input_registers.push_back(static_cast<uint32_t>(define(v)));
    code_.input_tags.push_back(tagOfType(*v->type()));
  }
  emitBlock(graph_.block());
  Node* ret = graph_.return_node();
  for (size_t i = 0; i < ret->inputs().size(); ++i) code_.outputs.push_back(operandFor(ret->input(i), ret, i));
  emit(Opcode::Ret);

  code_.instructions = std::move(prologue_);
  code_.debug_of.assign(code_.instructions.size(), 0);
  code_.instructions.insert(code_.instructions.end(), body_.begin(), body_.end());
  code_.debug_of.insert(code_.debug_of.end(), body_debug_.begin(), body_debug_.end());
  for (CallSite& call : code_.calls) call.window = static_cast<uint32_t>(n_registers_ * kSlotBytes);
  code_.n_registers = n_registers_ + window_;
}

// ---- registers ----

CodeBuilder::Register CodeBuilder::allocate() {
  if (!free_.empty()) {
    const Register r = free_.back();
    free_.pop_back();
    return r;
  }
  TORCH_CHECK(n_registers_ < (1u << 24), "function ", code_.function_name, " needs more than 2^24 registers");
  return static_cast<Register>(n_registers_++ * kSlotBytes);
}

CodeBuilder::Register CodeBuilder::define(Value* v) {
  const auto wanted = preferred_.find(v);
  const Register r = wanted != preferred_.end() ? wanted->second : allocate();
  register_[v] = r;
  return r;
}

std::optional<IValue> CodeBuilder::constant(const Value* v) const {
  if (v->node()->kind() != prim::Constant) return std::nullopt;
  return toIValue(v);
}

std::optional<int64_t> CodeBuilder::constantInt(const Value* v) const {
  if (v->node()->kind() != prim::Constant) return std::nullopt;
  const auto value = toIValue(v);
  if (!value || !value->isInt()) return std::nullopt;
  return value->toInt();
}

uint32_t CodeBuilder::addConstant(IValue value) {
  code_.constants.push_back(std::move(value));
  return static_cast<uint32_t>(code_.constants.size() - 1);
}

uint32_t CodeBuilder::operandFor(Value* v, const Node* user, size_t offset) {
  if (v->node()->kind() == prim::Constant) {
    auto it = constant_index_.find(v);
    if (it == constant_index_.end()) {
      auto value = constant(v);
      TORCH_CHECK(value, "a constant of type ", v->type()->repr_str(), " cannot be used as a value in ", code_.function_name);
      it = constant_index_.emplace(v, addConstant(std::move(*value))).first;
    }
    return operand(OperandKind::Const, it->second);
  }
  const uint32_t index = static_cast<uint32_t>(register_.at(v) / kSlotBytes);
  if (isNumber(v)) return operand(OperandKind::Bits, index);
  return operand(uses_.mayMove(user, offset) ? OperandKind::Move : OperandKind::Copy, index);
}

uint32_t CodeBuilder::addOperands(Node* n, size_t first_input) {
  const uint32_t at = static_cast<uint32_t>(code_.operands.size());
  // A value that is given twice is moved only by the last of its operands: LastUses marks the highest offset.
  for (size_t i = first_input; i < n->inputs().size(); ++i) code_.operands.push_back(operandFor(n->input(i), n, i));
  return at;
}

uint32_t CodeBuilder::addOutputRegisters(Node* n) {
  const uint32_t at = static_cast<uint32_t>(code_.operands.size());
  for (Value* v : n->outputs()) code_.operands.push_back(static_cast<uint32_t>(define(v)));
  return at;
}

int32_t CodeBuilder::addType(c10::TypePtr type) {
  code_.types.push_back(std::move(type));
  return static_cast<int32_t>(code_.types.size() - 1);
}

CodeBuilder::Register CodeBuilder::read(Value* v, Node* user) {
  if (v->node()->kind() != prim::Constant) return register_.at(v);
  const auto known = constant_register_.find(v);
  if (known != constant_register_.end()) return known->second;
  auto value = constant(v);
  TORCH_CHECK(value, "a constant of type ", v->type()->repr_str(), " cannot be used as a value in ", code_.function_name);
  if (value->holds_reference()) {
    const Register r = allocate();
    loadConstant(r, *value);
    temporaries_.push_back(r);
    loaded_.push_back(r);
    return r;
  }
  // A number stays in its register from the function's start on.
  const Register r = static_cast<Register>(n_registers_++ * kSlotBytes);
  body_.swap(prologue_);
  const uint32_t debug = std::exchange(current_debug_, 0);
  std::vector<uint32_t> keep;
  keep.swap(body_debug_);
  loadConstant(r, *value);
  keep.swap(body_debug_);
  current_debug_ = debug;
  body_.swap(prologue_);
  constant_register_[v] = r;
  return r;
}

void CodeBuilder::doneReading(Value* v, const Node* user, size_t offset) {
  if (v->node()->kind() != prim::Constant && !isNumber(v) && uses_.mayMove(user, offset)) emit(Opcode::Drop, register_.at(v));
}

// ---- instructions ----

int CodeBuilder::emit(Opcode op, int32_t a, int32_t b, int32_t c, int64_t imm) {
  Instruction i;
  i.op = op;
  i.a = a;
  i.b = b;
  i.c = c;
  i.imm = imm;
  body_.push_back(i);
  body_debug_.push_back(current_debug_);
  return static_cast<int>(body_.size() - 1);
}

namespace {
bool distanceInC(Opcode op) { return (op >= Opcode::JEqIK && op <= Opcode::JGeIK) || op == Opcode::LoopNextK; }
void setDistance(std::vector<Instruction>& body, int from, int to) {
  const int64_t distance = (static_cast<int64_t>(to) - from) * static_cast<int64_t>(sizeof(Instruction));
  TORCH_CHECK(distance >= std::numeric_limits<int32_t>::min() && distance <= std::numeric_limits<int32_t>::max(), "a function is too long to compile");
  if (distanceInC(body[from].op)) {
    body[from].c = static_cast<int32_t>(distance);
  } else {
    body[from].imm = distance;
  }
}
}  // namespace

void CodeBuilder::jump(Label& label, Opcode op, int32_t a, int32_t b) {
  const int at = emit(op, a, b);
  if (label.position >= 0) {
    setDistance(body_, at, label.position);
  } else {
    label.jumps.push_back(at);
  }
}

void CodeBuilder::jumpWithConstant(Label& label, Opcode op, int32_t a, int64_t imm) {
  const int at = emit(op, a, 0, 0, imm);
  if (label.position >= 0) {
    setDistance(body_, at, label.position);
  } else {
    label.jumps.push_back(at);
  }
}

void CodeBuilder::bind(Label& label) {
  label.position = static_cast<int>(body_.size());
  for (int at : label.jumps) setDistance(body_, at, label.position);
}

void CodeBuilder::loadConstant(Register to, const IValue& value) {
  if (value.isInt()) {
    emit(Opcode::LoadInt, 0, 0, to, value.toInt());
  } else if (value.isDouble()) {
    emit(Opcode::LoadDouble, 0, 0, to, std::bit_cast<int64_t>(value.toDouble()));
  } else if (value.isBool()) {
    emit(Opcode::LoadBool, 0, 0, to, value.toBool());
  } else if (value.isNone()) {
    emit(Opcode::LoadNone, 0, 0, to);
  } else {
    emit(Opcode::LoadConst, 0, 0, to, addConstant(value));
  }
}

void CodeBuilder::store(Register to, uint32_t from) {
  const Register r = static_cast<Register>(operandIndex(from) * kSlotBytes);
  switch (operandKind(from)) {
    case OperandKind::Const: loadConstant(to, IValue(code_.constants[operandIndex(from)])); break;
    case OperandKind::Bits: if (r != to) emit(Opcode::Bits, r, 0, to); break;
    case OperandKind::Copy: emit(Opcode::Copy, r, 0, to); break;
    case OperandKind::Move: if (r != to) emit(Opcode::Move, r, 0, to); break;
  }
}

// Moves that happen at once: one is done when its target is nobody's source any more; a ring is broken through a temporary. A source that goes to several
// targets is copied to all but the one done last.
void CodeBuilder::transfer(std::vector<Transfer> moves) {
  const auto source = [](const Transfer& t) -> Register {
    return operandKind(t.from) == OperandKind::Const ? -1 : static_cast<Register>(operandIndex(t.from) * kSlotBytes);
  };
  std::unordered_set<Register> dies;
  for (const Transfer& t : moves) {
    if (operandKind(t.from) == OperandKind::Move) dies.insert(source(t));
  }
  // A register that stays where it is may be copied from, never moved from.
  std::erase_if(moves, [&](const Transfer& t) {
    if (source(t) != t.to) return false;
    dies.erase(t.to);
    return true;
  });
  while (!moves.empty()) {
    size_t pick = moves.size();
    for (size_t i = 0; i < moves.size() && pick == moves.size(); ++i) {
      bool needed = false;
      for (size_t j = 0; j < moves.size(); ++j) needed |= j != i && source(moves[j]) == moves[i].to;
      if (!needed) pick = i;
    }
    if (pick == moves.size()) {  // only rings are left: take one source out of the way
      const Register from = source(moves[0]);
      const Register aside = allocate();
      temporaries_.push_back(aside);
      const bool number = operandKind(moves[0].from) == OperandKind::Bits;
      // In a ring every register is about to be overwritten, so its value moves.
      emit(number ? Opcode::Bits : Opcode::Move, from, 0, aside);
      for (Transfer& t : moves) {
        if (source(t) == from) t.from = operand(operandKind(t.from), static_cast<uint32_t>(aside / kSlotBytes));
      }
      if (!number) dies.insert(aside);
      continue;
    }
    const Transfer t = moves[pick];
    moves.erase(moves.begin() + static_cast<std::ptrdiff_t>(pick));
    const Register from = source(t);
    if (operandKind(t.from) == OperandKind::Copy || operandKind(t.from) == OperandKind::Move) {
      bool again = false;
      for (const Transfer& other : moves) again |= source(other) == from;
      const bool move = !again && dies.count(from) != 0;
      emit(move ? Opcode::Move : Opcode::Copy, from, 0, t.to);
    } else {
      store(t.to, t.from);
    }
  }
}

void CodeBuilder::checkTag(Value* v) {
  const int32_t tag = tagOfType(*v->type());
  if (tag != kAnyTag) emit(Opcode::CheckTag, register_.at(v), 0, 0, tag);
}

// ---- blocks ----

void CodeBuilder::emitBlock(Block* block) {
  if (const auto* dead = uses_.dropAtStart(block)) {
    for (Value* v : *dead) emit(Opcode::Drop, register_.at(v));
  }
  for (Node* n : block->nodes()) {
    if (n->kind() == prim::Constant) continue;
    if (fusesIntoNext(n)) {
      fused_[n->output()] = n;
      continue;
    }
    code_.debug.push_back({n->sourceRange(), n->callstack().value_or(nullptr)});
    current_debug_ = static_cast<uint32_t>(code_.debug.size() - 1);
    emitNode(n);
    finishNode(n);
  }
}

void CodeBuilder::finishNode(Node* n) {
  for (Register r : std::exchange(loaded_, {})) emit(Opcode::Drop, r);
  if (const auto* dead = uses_.dropAfter(n)) {
    for (Value* v : *dead) {
      if (!skip_drop_.count(v)) emit(Opcode::Drop, register_.at(v));
    }
  }
  for (Register r : std::exchange(temporaries_, {})) release(r);
  const auto free = [&](const Node* at) {
    if (const auto* gone = uses_.freeAfter(at)) {
      for (Value* v : *gone) {
        if (!shared_.count(v) && register_.count(v)) release(register_.at(v));
      }
    }
  };
  free(n);
  // A comparison that became part of this node ends with it.
  for (Value* v : n->inputs()) {
    const auto it = fused_.find(v);
    if (it == fused_.end()) continue;
    free(it->second);
    fused_.erase(it);
  }
}

void CodeBuilder::emitNode(Node* n) {
  switch (n->kind()) {
    case prim::If: return emitIf(n);
    case prim::Loop: return emitLoop(n);
    case prim::GetAttr:
    case prim::SetAttr:
    case prim::CreateObject:
    case prim::isinstance: return emitAttribute(n);
    case prim::CallFunction:
    case prim::CallMethod:
    case prim::Enter:
    case prim::Exit: return emitCall(n);
    case prim::TupleConstruct:
    case prim::TupleUnpack:
    case prim::TupleIndex:
    case prim::TupleSlice:
    case prim::ListConstruct:
    case prim::ListUnpack:
    case prim::DictConstruct: return emitStructure(n);
    case prim::Uninitialized:
      emit(Opcode::LoadNone, 0, 0, define(n->output()));
      return;
    case prim::unchecked_cast:
    case prim::unchecked_unwrap_optional: {
      const uint32_t from = operandFor(n->input(0), n, 0);
      store(define(n->output()), from);
      if (!isNumber(n->input(0)) || tagOfType(*n->input(0)->type()) != tagOfType(*n->output()->type())) checkTag(n->output());
      return;
    }
    default: return emitOperator(n);
  }
}

// ---- conditions ----

bool CodeBuilder::fusesIntoNext(Node* n) const {
  if (n->outputs().size() != 1 || n->output()->uses().size() != 1) return false;
  const InlineKind kind = inlineOp(n->row()).kind;
  const Use use = n->output()->uses()[0];
  const Node* next = n->next();
  while (next->kind() == prim::Constant) next = next->next();
  if (use.user != next) return false;
  if (kind == InlineKind::IntCompare || kind == InlineKind::FloatCompare || kind == InlineKind::MixedCompare) {
    if (next->kind() == prim::If) return true;
    // A loop's next condition: only where carried values are not moved over the operands, which emitLoop decides when it knows the moves.
    return next->kind() == prim::Loop ? use.offset == 1 : next == n->owningBlock()->return_node() && use.offset == 0 && n->owningBlock()->owningNode() && n->owningBlock()->owningNode()->kind() == prim::Loop;
  }
  if (kind == InlineKind::IsNone || kind == InlineKind::IsNotNone) {
    return next->kind() == prim::If && n->input(1)->type()->kind() == TypeKind::NoneType && n->input(0)->node()->kind() != prim::Constant && !uses_.mayMove(n, 0);
  }
  return false;
}

void CodeBuilder::jumpIf(Value* cond, bool when, Label& label) {
  if (const auto value = constant(cond)) {
    if (value->toBool() == when) jump(label, Opcode::Jmp);
    return;
  }
  const auto it = fused_.find(cond);
  if (it != fused_.end()) return jumpOnComparison(it->second, when, label);
  jump(label, when ? Opcode::JT : Opcode::JF, register_.at(cond));
}

CodeBuilder::Register CodeBuilder::asFloat(Value* v, Node* user, bool is_int) {
  const Register r = read(v, user);
  if (!is_int) return r;
  const Register t = allocate();
  temporaries_.push_back(t);
  emit(Opcode::IntToF, r, 0, t);
  return t;
}

namespace {
bool isInt(const Value* v) { return tagOfType(*v->type()) == static_cast<int32_t>(IValue::Tag::Int); }
Opcode offset(Opcode base, Relation r) { return static_cast<Opcode>(static_cast<uint32_t>(base) + static_cast<uint32_t>(r)); }
}  // namespace

void CodeBuilder::jumpOnComparison(Node* n, bool when, Label& label) {
  const InlineOp& op = inlineOp(n->row());
  if (op.kind == InlineKind::IsNone || op.kind == InlineKind::IsNotNone) {
    jump(label, (op.kind == InlineKind::IsNone) == when ? Opcode::JNone : Opcode::JNotNone, register_.at(n->input(0)));
    return;
  }
  Value* left = n->input(0);
  Value* right = n->input(1);
  if (op.kind == InlineKind::IntCompare) {
    Relation r = when ? op.relation : negated(op.relation);
    if (constantInt(left) && !constantInt(right)) {
      std::swap(left, right);
      r = mirrored(r);
    }
    if (const auto k = constantInt(right)) return jumpWithConstant(label, offset(Opcode::JEqIK, r), read(left, n), *k);
    if (r == Relation::Gt || r == Relation::Ge) {
      std::swap(left, right);
      r = mirrored(r);
    }
    const Register a = read(left, n), b = read(right, n);
    return jump(label, offset(Opcode::JEqI, r), a, b);
  }
  // Floats: "not less" is not "greater or equal" when a NaN is there.
  Relation r = op.relation;
  if (r == Relation::Gt || r == Relation::Ge) {
    std::swap(left, right);
    r = mirrored(r);
  }
  const Register a = asFloat(left, n, isInt(left)), b = asFloat(right, n, isInt(right));
  switch (r) {
    case Relation::Eq: return jump(label, when ? Opcode::JEqF : Opcode::JNeF, a, b);
    case Relation::Ne: return jump(label, when ? Opcode::JNeF : Opcode::JEqF, a, b);
    case Relation::Lt: return jump(label, when ? Opcode::JLtF : Opcode::JNotLtF, a, b);
    default: return jump(label, when ? Opcode::JLeF : Opcode::JNotLeF, a, b);
  }
}

// ---- control flow ----

void CodeBuilder::emitIf(Node* n) {
  for (Value* v : n->outputs()) define(v);
  Label otherwise, end;
  jumpIf(n->input(0), false, otherwise);
  emitSide(n->blocks()[0], n);
  const int before = static_cast<int>(body_.size());
  jump(end, Opcode::Jmp);
  bind(otherwise);
  const int start = static_cast<int>(body_.size());
  emitSide(n->blocks()[1], n);
  if (static_cast<int>(body_.size()) == start) {  // nothing on the other side: no need to jump over it
    body_.pop_back();
    body_debug_.pop_back();
    end.jumps.pop_back();
    for (int at : otherwise.jumps) setDistance(body_, at, before);
  }
  bind(end);
}

void CodeBuilder::emitSide(Block* block, Node* n) {
  Node* ret = block->return_node();
  for (size_t i = 0; i < ret->inputs().size(); ++i) {
    Value* v = ret->input(i);
    const Node* maker = v->node();
    const auto times = std::count(ret->inputs().begin(), ret->inputs().end(), v);
    if (maker->owningBlock() != block || maker == block->param_node() || maker->kind() == prim::Constant || times != 1) continue;
    preferred_[v] = register_.at(n->output(i));
    shared_.insert(v);
  }
  emitBlock(block);
  std::vector<Transfer> moves;
  for (size_t i = 0; i < ret->inputs().size(); ++i) moves.push_back({register_.at(n->output(i)), operandFor(ret->input(i), ret, i)});
  transfer(std::move(moves));
  endedBy(ret);
}

bool CodeBuilder::gathersInputs(const Node* n) const {
  // Whether all operands are taken before the result is written, so that the result may go where an operand was.
  if (!n->blocks().empty()) return false;
  switch (n->kind()) {
    case prim::GetAttr:
    case prim::TupleUnpack:
    case prim::TupleIndex:
    case prim::TupleSlice:
    case prim::ListUnpack:
    case prim::isinstance: return false;
    default: break;
  }
  switch (inlineOp(n->row()).kind) {
    case InlineKind::ListLen:
    case InlineKind::ListGet:
    case InlineKind::ListAppend:
    case InlineKind::IsNone:
    case InlineKind::IsNotNone: return false;
    default: return true;
  }
}

// A carried value's next value is made right in its register when the present one is dead by then.
void CodeBuilder::preferForLoop(Block* body, Node* loop, const std::vector<Register>& carried) {
  Node* ret = body->return_node();
  for (size_t k = 0; k < carried.size(); ++k) {
    Value* next = ret->input(k + 1);
    Value* now = body->inputs()[k + 1];
    Node* maker = next->node();
    if (maker->owningBlock() != body || maker == body->param_node() || maker->kind() == prim::Constant) continue;
    if (std::count(ret->inputs().begin(), ret->inputs().end(), next) != 1) continue;
    const int end = uses_.end(now) == body->param_node() ? -1 : uses_.order(uses_.end(now));
    const int made = uses_.order(maker);
    if (end > made || (end == made && !gathersInputs(maker))) continue;
    // A comparison that is put off to the block's end still reads its operands there.
    if (end >= 0 && fusesIntoNext(uses_.end(now)) && uses_.end(now)->output()->uses()[0].user == ret) continue;
    preferred_[next] = carried[k];
    shared_.insert(next);
  }
}

void CodeBuilder::emitLoop(Node* n) {
  Block* body = n->blocks()[0];
  Node* ret = body->return_node();
  Value* counter = body->inputs()[0];
  const auto trips = constantInt(n->input(0));
  // A while loop has no real limit; then nobody counts unless the body wants to know.
  const bool counted = counter->hasUses() || !trips || *trips < std::numeric_limits<int64_t>::max();
  Label head, exit;

  std::vector<Register> carried;
  for (size_t k = 0; k < n->outputs().size(); ++k) {
    Value* out = n->output(k);
    const Register r = define(out);
    carried.push_back(r);
    register_[body->inputs()[k + 1]] = r;
    shared_.insert(body->inputs()[k + 1]);
  }
  for (size_t k = 0; k < carried.size(); ++k) store(carried[k], operandFor(n->input(k + 2), n, k + 2));

  Register t = -1;
  if (counted) {
    t = allocate();
    register_[counter] = t;
    emit(Opcode::LoadInt, 0, 0, t, 0);
    if (trips) {
      if (*trips <= 0) jump(exit, Opcode::Jmp);
    } else {
      jumpWithConstant(exit, Opcode::JLeIK, register_.at(n->input(0)), 0);
    }
  }
  shared_.insert(counter);
  jumpIf(n->input(1), false, exit);
  preferForLoop(body, n, carried);
  // What was put aside for the entry is free again inside.
  for (Register r : std::exchange(loaded_, {})) emit(Opcode::Drop, r);
  std::vector<Register> temporaries = std::exchange(temporaries_, {});
  const uint32_t loop_debug = current_debug_;
  bind(head);
  emitBlock(body);
  current_debug_ = loop_debug;

  std::vector<Transfer> moves;
  for (size_t k = 0; k < carried.size(); ++k) moves.push_back({carried[k], operandFor(ret->input(k + 1), ret, k + 1)});
  Value* again = ret->input(0);
  const auto always = constant(again);
  std::unordered_set<Register> overwritten;
  for (const Transfer& m : moves) {
    const bool stays = operandKind(m.from) != OperandKind::Const && static_cast<Register>(operandIndex(m.from) * kSlotBytes) == m.to;
    if (!stays) overwritten.insert(m.to);
  }
  // The condition is looked at after the moves; if they would overwrite what it reads, it is computed before.
  if (!always) {
    const auto it = fused_.find(again);
    bool clash = false;
    if (it != fused_.end()) {
      for (Value* v : it->second->inputs()) clash |= v->node()->kind() != prim::Constant && overwritten.count(register_.at(v)) != 0;
      if (clash) {
        Node* comparison = it->second;
        fused_.erase(it);
        const Register r = allocate();
        temporaries_.push_back(r);
        preferred_[again] = r;
        shared_.insert(again);
        emitNode(comparison);
      }
    } else if (overwritten.count(register_.at(again))) {
      const Register r = allocate();
      temporaries_.push_back(r);
      emit(Opcode::Bits, register_.at(again), 0, r);
      register_[again] = r;
      shared_.insert(again);
    }
  }
  transfer(std::move(moves));

  const auto next = [&] {
    if (trips) {
      jumpWithConstant(head, Opcode::LoopNextK, t, *trips);
    } else {
      jump(head, Opcode::LoopNext, t, register_.at(n->input(0)));
    }
  };
  if (always && always->toBool()) {
    counted ? next() : jump(head, Opcode::Jmp);
  } else if (!always) {
    if (counted) {
      jumpIf(again, false, exit);
      next();
    } else {
      jumpIf(again, true, head);
    }
  }
  bind(exit);
  if (const auto it = fused_.find(again); it != fused_.end()) {
    endedBy(it->second);
    fused_.erase(it);
  }
  endedBy(ret);
  if (counted) temporaries_.push_back(t);
  temporaries_.insert(temporaries_.end(), temporaries.begin(), temporaries.end());
}

// The registers of values that die with this node of a block that is done are free when the block's owner is finished.
void CodeBuilder::endedBy(const Node* node) {
  if (const auto* gone = uses_.freeAfter(node)) {
    for (Value* v : *gone) {
      if (!shared_.count(v) && register_.count(v)) temporaries_.push_back(register_.at(v));
    }
  }
}

}  // namespace torch::jit
