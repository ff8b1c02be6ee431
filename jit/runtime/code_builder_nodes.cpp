// The nodes that are no control flow: operators, structures, objects, calls.
#include <torch/csrc/jit/api/function.h>
#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/runtime/code_builder.h>

namespace torch::jit {

namespace {
constexpr int64_t kSlotBytes = sizeof(IValue);
bool isInt(const Value* v) { return tagOfType(*v->type()) == static_cast<int32_t>(IValue::Tag::Int); }

// Whether what the operator gives may be something else than the schema's type says: type variables, unions, Any, Scalar.
bool looseResult(const c10::Type& declared) { return tagOfType(declared) == kAnyTag; }
}  // namespace

void CodeBuilder::emitOperator(Node* n) {
  const c10::OperatorRow* row = n->row();
  TORCH_CHECK(row, "the interpreter has no instruction and no operator for ", n->kind().toQualString(), " in function ", code_.function_name);
  if (emitInline(n)) return;
  emitCallOp(n, row);
}

bool CodeBuilder::emitInline(Node* n) {
  const InlineOp& op = inlineOp(n->row());
  switch (op.kind) {
    case InlineKind::None: return false;
    case InlineKind::IntBinary: {
      Value* left = n->input(0);
      Value* right = n->input(1);
      auto k = constantInt(right);
      if (op.commutes && !k && constantInt(left)) {
        std::swap(left, right);
        k = constantInt(right);
      }
      if (k && !constantInt(left)) {
        const Register a = read(left, n);
        Opcode code = op.with_constant;
        if (op.op == Opcode::SubI) {  // a - k is a + -k, also where it wraps
          code = Opcode::AddIK;
          k = static_cast<int64_t>(uint64_t{0} - static_cast<uint64_t>(*k));
        }
        if (code == Opcode::FloorDivIK || code == Opcode::ModIK) {
          if (*k < 2) code = Opcode::Unreachable;
        }
        if (code != Opcode::Unreachable) {
          const Register c = define(n->output());
          if (code == Opcode::AddIK && a == c) {
            emit(Opcode::IncI, a, 0, 0, *k);
          } else if (code == Opcode::FloorDivIK || code == Opcode::ModIK) {
            code_.divisors.push_back(Divisor::of(*k));
            emit(code, a, 0, c, static_cast<int64_t>(code_.divisors.size() - 1));
          } else {
            emit(code, a, 0, c, *k);
          }
          return true;
        }
      }
      if (op.op == Opcode::SubI && constantInt(left)) {
        const Register b = read(right, n);
        emit(Opcode::RSubIK, b, 0, define(n->output()), *constantInt(left));
        return true;
      }
      const Register a = read(left, n), b = read(right, n);
      emit(op.op, a, b, define(n->output()));
      return true;
    }
    case InlineKind::IntCompare: {
      Value* left = n->input(0);
      Value* right = n->input(1);
      Relation r = op.relation;
      if (constantInt(left) && !constantInt(right)) {
        std::swap(left, right);
        r = mirrored(r);
      }
      if (const auto k = constantInt(right)) {
        const Register a = read(left, n);
        emit(static_cast<Opcode>(static_cast<uint32_t>(Opcode::EqIK) + static_cast<uint32_t>(r)), a, 0, define(n->output()), *k);
        return true;
      }
      if (r == Relation::Gt || r == Relation::Ge) {
        std::swap(left, right);
        r = mirrored(r);
      }
      const Register a = read(left, n), b = read(right, n);
      emit(static_cast<Opcode>(static_cast<uint32_t>(Opcode::EqI) + static_cast<uint32_t>(r)), a, b, define(n->output()));
      return true;
    }
    case InlineKind::FloatBinary:
    case InlineKind::MixedBinary: {
      const Register a = asFloat(n->input(0), n, isInt(n->input(0))), b = asFloat(n->input(1), n, isInt(n->input(1)));
      emit(op.op, a, b, define(n->output()));
      return true;
    }
    case InlineKind::FloatCompare:
    case InlineKind::MixedCompare: {
      Value* left = n->input(0);
      Value* right = n->input(1);
      if (op.relation == Relation::Gt || op.relation == Relation::Ge) std::swap(left, right);
      const Register a = asFloat(left, n, isInt(left)), b = asFloat(right, n, isInt(right));
      emit(op.op, a, b, define(n->output()));
      return true;
    }
    case InlineKind::Unary: {
      const Register a = read(n->input(0), n);
      emit(op.op, a, 0, define(n->output()));
      return true;
    }
    case InlineKind::BoolBinary: {
      const Register a = read(n->input(0), n), b = read(n->input(1), n);
      emit(op.op, a, b, define(n->output()));
      return true;
    }
    case InlineKind::IsNone:
    case InlineKind::IsNotNone: {
      if (n->input(1)->type()->kind() != TypeKind::NoneType || n->input(0)->node()->kind() == prim::Constant) return false;
      const Register a = read(n->input(0), n);
      emit(op.kind == InlineKind::IsNone ? Opcode::IsNone : Opcode::IsNotNone, a, 0, define(n->output()));
      doneReading(n->input(0), n, 0);
      return true;
    }
    case InlineKind::ListLen: {
      const Register a = read(n->input(0), n);
      emit(Opcode::ListLen, a, 0, define(n->output()));
      doneReading(n->input(0), n, 0);
      return true;
    }
    case InlineKind::ListGet: {
      const Register a = read(n->input(0), n);
      const int32_t tag = tagOfType(*n->output()->type());
      if (const auto k = constantInt(n->input(1))) {
        emit(Opcode::ListGetK, a, tag, define(n->output()), *k);
      } else {
        const Register b = read(n->input(1), n);
        emit(Opcode::ListGet, a, b, define(n->output()), tag);
      }
      doneReading(n->input(0), n, 0);
      return true;
    }
    case InlineKind::ListAppend: {
      if (n->output()->hasUses()) return false;
      const Register a = read(n->input(0), n);
      const uint32_t element = operandFor(n->input(1), n, 1);
      const Register r = static_cast<Register>(operandIndex(element) * kSlotBytes);
      switch (operandKind(element)) {
        case OperandKind::Bits: emit(Opcode::AppendBits, a, r); break;
        case OperandKind::Copy: emit(Opcode::AppendCopy, a, r); break;
        case OperandKind::Move: emit(Opcode::AppendMove, a, r); break;
        case OperandKind::Const: emit(Opcode::AppendConst, a, 0, 0, operandIndex(element)); break;
      }
      doneReading(n->input(0), n, 0);
      // The result is the list again; nobody wants it, so its register is only given back.
      register_[n->output()] = allocate();
      skip_drop_.insert(n->output());
      return true;
    }
  }
  return false;
}

void CodeBuilder::emitCallOp(Node* n, const c10::OperatorRow* row) {
  CallSite call;
  call.row = row;
  call.operands = addOperands(n, 0);
  call.n_args = static_cast<uint16_t>(n->inputs().size());
  call.n_results = static_cast<uint16_t>(n->outputs().size());
  TORCH_CHECK(n->inputs().size() < 60000, row->name, " is called with ", n->inputs().size(), " arguments");
  const bool varargs = row->has(c10::kOpVarargs);
  if (!varargs) {
    TORCH_CHECK(
        n->inputs().size() == row->n_args && n->outputs().size() == row->n_returns, "a node of ", row->schema, " has ", n->inputs().size(), " inputs and ",
        n->outputs().size(), " outputs");
  }
  window_ = std::max<uint32_t>(window_, std::max<uint32_t>(1, std::max(call.n_args, call.n_results)));
  addOutputRegisters(n);
  code_.calls.push_back(std::move(call));
  const Opcode op = varargs ? Opcode::CallVar : n->outputs().size() == 1 ? Opcode::CallOp1 : Opcode::CallOp;
  emit(op, 0, 0, op == Opcode::CallOp1 ? register_.at(n->output()) : 0, static_cast<int64_t>(code_.calls.size() - 1));
  if (varargs) {
    for (Value* v : n->outputs()) checkTag(v);
    return;
  }
  const auto& returns = row->function_schema().returns();
  for (size_t i = 0; i < n->outputs().size(); ++i) {
    if (i >= returns.size() || looseResult(*returns[i].type())) checkTag(n->output(i));
  }
}

void CodeBuilder::emitStructure(Node* n) {
  const int32_t size = static_cast<int32_t>(n->inputs().size());
  switch (n->kind()) {
    case prim::TupleConstruct: {
      const auto type = n->output()->type()->cast<TupleType>();
      const int32_t named = type && type->schema() ? addType(type) : -1;
      const uint32_t at = addOperands(n, 0);
      emit(Opcode::TupleConstruct, named, size, define(n->output()), at);
      return;
    }
    case prim::ListConstruct: {
      const int32_t type = addType(n->output()->type()->expect<ListType>()->getElementType());
      const uint32_t at = addOperands(n, 0);
      emit(Opcode::ListConstruct, type, size, define(n->output()), at);
      return;
    }
    case prim::DictConstruct: {
      TORCH_CHECK(size % 2 == 0, "prim::DictConstruct needs a value for each key");
      const int32_t type = addType(n->output()->type()->expect<DictType>());
      const uint32_t at = addOperands(n, 0);
      emit(Opcode::DictConstruct, type, size, define(n->output()), at);
      return;
    }
    case prim::TupleUnpack:
    case prim::ListUnpack: {
      const Register a = read(n->input(0), n);
      const uint32_t at = addOutputRegisters(n);
      const bool last = n->input(0)->node()->kind() != prim::Constant && uses_.mayMove(n, 0);
      emit(n->kind() == prim::TupleUnpack ? Opcode::TupleUnpack : Opcode::ListUnpack, a, static_cast<int32_t>(n->outputs().size()), last, at);
      for (Value* v : n->outputs()) checkTag(v);
      return;
    }
    case prim::TupleIndex: {
      const auto index = constantInt(n->input(1));
      TORCH_CHECK(index, "prim::TupleIndex needs a constant index");
      const Register a = read(n->input(0), n);
      emit(Opcode::TupleIndex, a, tagOfType(*n->output()->type()), define(n->output()), *index);
      doneReading(n->input(0), n, 0);
      return;
    }
    default: {  // prim::TupleSlice
      const int64_t begin = n->i(attr::beg), end = n->i(Symbol::attr("end"));
      TORCH_CHECK(begin >= 0 && end >= begin && end < std::numeric_limits<int32_t>::max(), "prim::TupleSlice from ", begin, " to ", end);
      const Register a = read(n->input(0), n);
      emit(Opcode::TupleSlice, a, static_cast<int32_t>(end - begin), define(n->output()), begin);
      doneReading(n->input(0), n, 0);
      return;
    }
  }
}

void CodeBuilder::emitAttribute(Node* n) {
  if (n->kind() == prim::CreateObject) {
    emit(Opcode::CreateObject, 0, 0, define(n->output()), addType(n->output()->type()->expect<ClassType>()));
    return;
  }
  if (n->kind() == prim::isinstance) {
    code_.type_lists.push_back(n->tys(attr::types));
    const Register a = read(n->input(0), n);
    emit(Opcode::IsInstance, a, 0, define(n->output()), static_cast<int64_t>(code_.type_lists.size() - 1));
    doneReading(n->input(0), n, 0);
    return;
  }
  Value* object = n->input(0);
  const auto type = object->type()->cast<ClassType>();
  TORCH_CHECK(type, n->kind().toQualString(), " on a value of type ", object->type()->repr_str());
  AttributeAccess access;
  access.type = type.get();
  access.name = n->s(attr::name);
  access.slot = static_cast<uint32_t>(type->getAttributeSlot(access.name));
  access.tag = tagOfType(*type->getAttribute(access.slot));
  code_.types.push_back(type);  // keeps it alive
  code_.attributes.push_back(std::move(access));
  const int64_t index = static_cast<int64_t>(code_.attributes.size() - 1);
  const Register a = read(object, n);
  if (n->kind() == prim::GetAttr) {
    emit(Opcode::GetAttr, a, 0, define(n->output()), index);
    if (code_.attributes.back().tag == kAnyTag) checkTag(n->output());
    doneReading(object, n, 0);
  } else {
    const uint32_t value = operandFor(n->input(1), n, 1);
    emit(Opcode::SetAttr, a, static_cast<int32_t>(value), 0, index);
    doneReading(object, n, 0);
  }
}

void CodeBuilder::emitCall(Node* n) {
  CallSite call;
  call.n_results = static_cast<uint16_t>(n->outputs().size());
  TORCH_CHECK(n->inputs().size() < 60000, "a function is called with ", n->inputs().size(), " arguments");
  Opcode op;
  size_t first = 0;
  if (n->kind() == prim::Enter || n->kind() == prim::Exit) {
    op = n->kind() == prim::Enter ? Opcode::Enter : Opcode::Exit;
  } else if (Function* function = calledFunction(n)) {
    op = Opcode::CallFunction;
    call.function = function;
    first = n->kind() == prim::CallFunction ? 1 : 0;
  } else {
    TORCH_CHECK(n->kind() == prim::CallMethod, "prim::CallFunction of an unknown function in ", code_.function_name);
    op = Opcode::CallMethod;
    call.method = n->s(attr::name);
  }
  call.operands = addOperands(n, first);
  call.n_args = static_cast<uint16_t>(n->inputs().size() - first);
  if (n->kind() == prim::Exit && n->inputs().size() == 1) {
    // __exit__(self, None, None, None)
    call.n_args = 4;
    const uint32_t none = operand(OperandKind::Const, addConstant(IValue()));
    for (int i = 0; i < 3; ++i) code_.operands.push_back(none);
  }
  addOutputRegisters(n);
  code_.calls.push_back(std::move(call));
  emit(op, 0, 0, 0, static_cast<int64_t>(code_.calls.size() - 1));
  for (Value* v : n->outputs()) checkTag(v);
}

}  // namespace torch::jit
