// The interpreter: direct threading over register instructions. Calls of script functions take a frame on the thread's arena and need no C++ stack.
#include <torch/csrc/jit/runtime/interpreter.h>

#include <c10/util/SmallVector.h>
#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/runtime/code_impl.h>
#include <torch/csrc/jit/runtime/frame_arena.h>
#include <torch/csrc/jit/runtime/interpreter_support.h>
#include <torch/csrc/jit/runtime/python_arith.h>

#include <bit>
#include <cstring>

namespace torch::jit {

namespace {

using Tag = IValue::Tag;

C10_ALWAYS_INLINE void bits(IValue& to, const IValue& from) { std::memcpy(static_cast<void*>(&to), static_cast<const void*>(&from), sizeof(IValue)); }
C10_ALWAYS_INLINE void moveInto(IValue& to, IValue& from) {
  bits(to, from);
  from.unsafe_forget();
}
C10_ALWAYS_INLINE void copyInto(IValue& to, const IValue& from) { new (&to) IValue(from); }
C10_ALWAYS_INLINE void drop(IValue& v) {
  if (v.holds_reference()) v.~IValue();
  v.unsafe_forget();
}

// An operand into a slot that holds no reference.
C10_ALWAYS_INLINE void put(IValue& slot, uint32_t operand, IValue* regs, const IValue* constants) {
  const uint32_t index = operandIndex(operand);
  switch (operandKind(operand)) {
    case OperandKind::Bits: bits(slot, regs[index]); break;
    case OperandKind::Copy: copyInto(slot, regs[index]); break;
    case OperandKind::Move: moveInto(slot, regs[index]); break;
    case OperandKind::Const: copyInto(slot, constants[index]); break;
  }
}

std::vector<IValue> collect(const uint32_t* operands, size_t n, IValue* regs, const IValue* constants) {
  std::vector<IValue> values(n);
  for (size_t i = 0; i < n; ++i) put(values[i], operands[i], regs, constants);
  return values;
}

C10_ALWAYS_INLINE c10::detail::ListImpl& listAt(IValue& v) {
  if (C10_UNLIKELY(!v.isList())) wrongKind(v, "list");
  return v.unsafe_list();
}

C10_ALWAYS_INLINE void element(IValue& to, const IValue& from, int32_t tag) {
  if (tag == kAnyTag) {
    copyInto(to, from);
  } else {
    if (C10_UNLIKELY(from.raw_tag() != static_cast<uint32_t>(tag))) wrongTag(from, tag);
    bits(to, from);
  }
}

// A computed goto leaves a scope without running destructors: what has one lives in braces that end before NEXT.
// Runs from code's first instruction to the Ret of the outermost frame. With code == nullptr it gives the table of labels.
const void* const* interpret(const CodeImpl* code, Stack* stack) {
  static const void* const labels[] = {
#define WICK_LABEL(name) &&L_##name,
      WICK_FORALL_INSTRUCTIONS(WICK_LABEL)
#undef WICK_LABEL
  };
  if (code == nullptr) return labels;

  Run run(*code);
  IValue* regs = run.enterFirst(*stack);
  const Instruction* pc = code->instructions.data();
  const uint32_t* operands = code->operands.data();
  const IValue* constants = code->constants.data();

#define R(offset) (*reinterpret_cast<IValue*>(reinterpret_cast<char*>(regs) + (offset)))
#define NEXT() \
  do {         \
    ++pc;      \
    goto* pc->label; \
  } while (0)
#define JUMP(distance)                                                                                    \
  do {                                                                                                    \
    pc = reinterpret_cast<const Instruction*>(reinterpret_cast<const char*>(pc) + (distance));            \
    goto* pc->label;                                                                                      \
  } while (0)
#define INT(r) (R(r).unsafe_int())
#define DBL(r) (R(r).unsafe_double())
#define BOOL(r) (R(r).unsafe_bool())
#define SET_INT(value) R(pc->c).unsafe_set_int(value)
#define SET_DBL(value) R(pc->c).unsafe_set_double(value)
#define SET_BOOL(value) R(pc->c).unsafe_set_bool(value)
#define BRANCH(condition, distance) \
  do {                              \
    if (condition) JUMP(distance);  \
    NEXT();                         \
  } while (0)

  try {
    goto* pc->label;

  L_Bits: bits(R(pc->c), R(pc->a)); NEXT();
  L_Move: moveInto(R(pc->c), R(pc->a)); NEXT();
  L_Copy: copyInto(R(pc->c), R(pc->a)); NEXT();
  L_LoadConst: copyInto(R(pc->c), constants[pc->imm]); NEXT();
  L_LoadInt: SET_INT(pc->imm); NEXT();
  L_LoadDouble: SET_DBL(std::bit_cast<double>(pc->imm)); NEXT();
  L_LoadBool: SET_BOOL(pc->imm != 0); NEXT();
  L_LoadNone: R(pc->c).unsafe_forget(); NEXT();
  L_Drop: drop(R(pc->a)); NEXT();
  L_CheckTag:
    if (C10_UNLIKELY(R(pc->a).raw_tag() != static_cast<uint32_t>(pc->imm))) wrongTag(R(pc->a), static_cast<int32_t>(pc->imm));
    NEXT();

  L_AddI: SET_INT(arith::add(INT(pc->a), INT(pc->b))); NEXT();
  L_SubI: SET_INT(arith::sub(INT(pc->a), INT(pc->b))); NEXT();
  L_MulI: SET_INT(arith::mul(INT(pc->a), INT(pc->b))); NEXT();
  L_FloorDivI: SET_INT(arith::floordiv(INT(pc->a), INT(pc->b))); NEXT();
  L_ModI: SET_INT(arith::mod(INT(pc->a), INT(pc->b))); NEXT();
  L_AndI: SET_INT(INT(pc->a) & INT(pc->b)); NEXT();
  L_OrI: SET_INT(INT(pc->a) | INT(pc->b)); NEXT();
  L_XorI: SET_INT(INT(pc->a) ^ INT(pc->b)); NEXT();
  L_AddIK: SET_INT(arith::add(INT(pc->a), pc->imm)); NEXT();
  L_MulIK: SET_INT(arith::mul(INT(pc->a), pc->imm)); NEXT();
  L_RSubIK: SET_INT(arith::sub(pc->imm, INT(pc->a))); NEXT();
  L_IncI: INT(pc->a) = arith::add(INT(pc->a), pc->imm); NEXT();
  L_FloorDivIK: SET_INT(pc->divisor->floordiv(INT(pc->a))); NEXT();
  L_ModIK: SET_INT(pc->divisor->mod(INT(pc->a))); NEXT();
  L_NegI: SET_INT(arith::neg(INT(pc->a))); NEXT();
  L_EqI: SET_BOOL(INT(pc->a) == INT(pc->b)); NEXT();
  L_NeI: SET_BOOL(INT(pc->a) != INT(pc->b)); NEXT();
  L_LtI: SET_BOOL(INT(pc->a) < INT(pc->b)); NEXT();
  L_LeI: SET_BOOL(INT(pc->a) <= INT(pc->b)); NEXT();
  L_EqIK: SET_BOOL(INT(pc->a) == pc->imm); NEXT();
  L_NeIK: SET_BOOL(INT(pc->a) != pc->imm); NEXT();
  L_LtIK: SET_BOOL(INT(pc->a) < pc->imm); NEXT();
  L_LeIK: SET_BOOL(INT(pc->a) <= pc->imm); NEXT();
  L_GtIK: SET_BOOL(INT(pc->a) > pc->imm); NEXT();
  L_GeIK: SET_BOOL(INT(pc->a) >= pc->imm); NEXT();

  L_AddF: SET_DBL(DBL(pc->a) + DBL(pc->b)); NEXT();
  L_SubF: SET_DBL(DBL(pc->a) - DBL(pc->b)); NEXT();
  L_MulF: SET_DBL(DBL(pc->a) * DBL(pc->b)); NEXT();
  L_DivF: SET_DBL(DBL(pc->a) / DBL(pc->b)); NEXT();
  L_EqF: SET_BOOL(DBL(pc->a) == DBL(pc->b)); NEXT();
  L_NeF: SET_BOOL(DBL(pc->a) != DBL(pc->b)); NEXT();
  L_LtF: SET_BOOL(DBL(pc->a) < DBL(pc->b)); NEXT();
  L_LeF: SET_BOOL(DBL(pc->a) <= DBL(pc->b)); NEXT();
  L_NegF: SET_DBL(-DBL(pc->a)); NEXT();
  L_IntToF: SET_DBL(static_cast<double>(INT(pc->a))); NEXT();
  L_FToInt: SET_INT(arith::toInt(DBL(pc->a))); NEXT();

  L_NotB: SET_BOOL(!BOOL(pc->a)); NEXT();
  L_IntToBool: SET_BOOL(INT(pc->a) != 0); NEXT();
  L_IsNone: SET_BOOL(R(pc->a).isNone()); NEXT();
  L_IsNotNone: SET_BOOL(!R(pc->a).isNone()); NEXT();
  L_AndB: SET_BOOL(BOOL(pc->a) & BOOL(pc->b)); NEXT();
  L_OrB: SET_BOOL(BOOL(pc->a) | BOOL(pc->b)); NEXT();

  L_Jmp: JUMP(pc->imm);
  L_JT: BRANCH(BOOL(pc->a), pc->imm);
  L_JF: BRANCH(!BOOL(pc->a), pc->imm);
  L_JNone: BRANCH(R(pc->a).isNone(), pc->imm);
  L_JNotNone: BRANCH(!R(pc->a).isNone(), pc->imm);
  L_JEqI: BRANCH(INT(pc->a) == INT(pc->b), pc->imm);
  L_JNeI: BRANCH(INT(pc->a) != INT(pc->b), pc->imm);
  L_JLtI: BRANCH(INT(pc->a) < INT(pc->b), pc->imm);
  L_JLeI: BRANCH(INT(pc->a) <= INT(pc->b), pc->imm);
  L_JEqIK: BRANCH(INT(pc->a) == pc->imm, pc->c);
  L_JNeIK: BRANCH(INT(pc->a) != pc->imm, pc->c);
  L_JLtIK: BRANCH(INT(pc->a) < pc->imm, pc->c);
  L_JLeIK: BRANCH(INT(pc->a) <= pc->imm, pc->c);
  L_JGtIK: BRANCH(INT(pc->a) > pc->imm, pc->c);
  L_JGeIK: BRANCH(INT(pc->a) >= pc->imm, pc->c);
  L_JEqF: BRANCH(DBL(pc->a) == DBL(pc->b), pc->imm);
  L_JNeF: BRANCH(DBL(pc->a) != DBL(pc->b), pc->imm);
  L_JLtF: BRANCH(DBL(pc->a) < DBL(pc->b), pc->imm);
  L_JLeF: BRANCH(DBL(pc->a) <= DBL(pc->b), pc->imm);
  L_JNotLtF: BRANCH(!(DBL(pc->a) < DBL(pc->b)), pc->imm);
  L_JNotLeF: BRANCH(!(DBL(pc->a) <= DBL(pc->b)), pc->imm);
  L_LoopNext: BRANCH(++INT(pc->a) < INT(pc->b), pc->imm);
  L_LoopNextK: BRANCH(++INT(pc->a) < pc->imm, pc->c);

  L_ListLen: SET_INT(static_cast<int64_t>(listAt(R(pc->a)).list.size())); NEXT();
  L_ListGet: {
    const auto& list = listAt(R(pc->a)).list;
    const int64_t n = static_cast<int64_t>(list.size());
    int64_t i = INT(pc->b);
    if (i < 0) i += n;
    if (C10_UNLIKELY(static_cast<uint64_t>(i) >= static_cast<uint64_t>(n))) listIndexOutOfRange(INT(pc->b), n);
    element(R(pc->c), list[static_cast<size_t>(i)], static_cast<int32_t>(pc->imm));
    NEXT();
  }
  L_ListGetK: {
    const auto& list = listAt(R(pc->a)).list;
    const int64_t n = static_cast<int64_t>(list.size());
    const int64_t i = pc->imm < 0 ? pc->imm + n : pc->imm;
    if (C10_UNLIKELY(static_cast<uint64_t>(i) >= static_cast<uint64_t>(n))) listIndexOutOfRange(pc->imm, n);
    element(R(pc->c), list[static_cast<size_t>(i)], pc->b);
    NEXT();
  }
  L_AppendBits: {
    {
      IValue value;
      bits(value, R(pc->b));
      listAt(R(pc->a)).list.push_back(std::move(value));
    }
    NEXT();
  }
  L_AppendMove: listAt(R(pc->a)).list.push_back(std::move(R(pc->b))); NEXT();
  L_AppendCopy: listAt(R(pc->a)).list.push_back(R(pc->b)); NEXT();
  L_AppendConst: listAt(R(pc->a)).list.push_back(constants[pc->imm]); NEXT();

  L_TupleConstruct: {
    {
      IValue tuple = makeTuple(collect(operands + pc->imm, static_cast<size_t>(pc->b), regs, constants), pc->a < 0 ? nullptr : &code->types[static_cast<size_t>(pc->a)]);
      moveInto(R(pc->c), tuple);
    }
    NEXT();
  }
  L_ListConstruct: {
    {
      IValue list = makeList(collect(operands + pc->imm, static_cast<size_t>(pc->b), regs, constants), code->types[static_cast<size_t>(pc->a)]);
      moveInto(R(pc->c), list);
    }
    NEXT();
  }
  L_DictConstruct: {
    {
      IValue dict = makeDict(collect(operands + pc->imm, static_cast<size_t>(pc->b), regs, constants), code->types[static_cast<size_t>(pc->a)]);
      moveInto(R(pc->c), dict);
    }
    NEXT();
  }
  L_TupleUnpack: {
    {
      IValue& tuple = R(pc->a);
      if (C10_UNLIKELY(!tuple.isTuple())) wrongKind(tuple, "tuple");
      std::vector<IValue>& elements = tuple.unsafe_tuple().unsafe_elements();
      const uint32_t* to = operands + pc->imm;
      const size_t n = static_cast<size_t>(pc->b);
      if (C10_UNLIKELY(elements.size() != n)) wrongLength("tuple", elements.size(), n);
      IValue last;
      if (pc->c) moveInto(last, tuple);
      if (pc->c && last.unique()) {
        for (size_t i = 0; i < n; ++i) moveInto(R(to[i]), elements[i]);
      } else {
        for (size_t i = 0; i < n; ++i) copyInto(R(to[i]), elements[i]);
      }
    }
    NEXT();
  }
  L_ListUnpack: {
    {
      IValue& list = R(pc->a);
      const std::vector<IValue>& elements = listAt(list).list;
      const uint32_t* to = operands + pc->imm;
      const size_t n = static_cast<size_t>(pc->b);
      if (C10_UNLIKELY(elements.size() != n)) wrongLength("list", elements.size(), n);
      IValue last;
      if (pc->c) moveInto(last, list);
      for (size_t i = 0; i < n; ++i) copyInto(R(to[i]), elements[i]);
    }
    NEXT();
  }
  L_TupleIndex: {
    IValue& tuple = R(pc->a);
    if (C10_UNLIKELY(!tuple.isTuple())) wrongKind(tuple, "tuple");
    const std::vector<IValue>& elements = tuple.unsafe_tuple().elements();
    const int64_t n = static_cast<int64_t>(elements.size());
    const int64_t i = pc->imm < 0 ? pc->imm + n : pc->imm;
    if (C10_UNLIKELY(i < 0 || i >= n)) tupleIndexOutOfRange(pc->imm, n);
    element(R(pc->c), elements[static_cast<size_t>(i)], pc->b);
    NEXT();
  }
  L_TupleSlice: {
    {
      IValue part = sliceTuple(R(pc->a), pc->imm, pc->b);
      moveInto(R(pc->c), part);
    }
    NEXT();
  }

  L_GetAttr: {
    const AttributeAccess& access = *pc->attribute;
    IValue& object = R(pc->a);
    if (C10_UNLIKELY(!object.isObject())) wrongKind(object, "object");
    const c10::ivalue::Object& o = object.unsafe_object();
    if (C10_LIKELY(&const_cast<c10::ivalue::Object&>(o).type_ref() == access.type && access.slot < o.num_slots())) {
      element(R(pc->c), o.unsafe_slot(access.slot), access.tag);
    } else {
      element(R(pc->c), attributeByName(o, access), access.tag);
    }
    NEXT();
  }
  L_SetAttr: {
    {
      IValue value;
      put(value, static_cast<uint32_t>(pc->b), regs, constants);
      setAttribute(R(pc->a), *pc->attribute, std::move(value));
    }
    NEXT();
  }
  L_CreateObject: {
    {
      IValue object = makeObject(code->types[static_cast<size_t>(pc->imm)]);
      moveInto(R(pc->c), object);
    }
    NEXT();
  }
  L_IsInstance: SET_BOOL(isInstance(R(pc->a), code->type_lists[static_cast<size_t>(pc->imm)])); NEXT();

  L_CallOp1: {
    const CallSite& call = *pc->call;
    IValue* window = &R(call.window);
    const uint32_t* from = operands + call.operands;
    for (uint32_t i = 0, n = call.n_args; i < n; ++i) put(window[i], from[i], regs, constants);
    call.row->boxed(*call.row, window);
    moveInto(R(pc->c), window[0]);
    NEXT();
  }
  L_CallOp: {
    const CallSite& call = *pc->call;
    IValue* window = &R(call.window);
    const uint32_t* from = operands + call.operands;
    for (uint32_t i = 0, n = call.n_args; i < n; ++i) put(window[i], from[i], regs, constants);
    call.row->boxed(*call.row, window);
    const uint32_t* to = from + call.n_args;
    for (uint32_t i = 0, n = call.n_results; i < n; ++i) moveInto(R(to[i]), window[i]);
    NEXT();
  }
  L_CallVar: {
    const CallSite& call = *pc->call;
    IValue* window = &R(call.window);
    const uint32_t* from = operands + call.operands;
    for (uint32_t i = 0, n = call.n_args; i < n; ++i) put(window[i], from[i], regs, constants);
    call.row->boxed_var(*call.row, window, call.n_args);
    for (uint32_t i = call.n_results; i < call.n_args; ++i) drop(window[i]);
    const uint32_t* to = from + call.n_args;
    for (uint32_t i = 0, n = call.n_results; i < n; ++i) moveInto(R(to[i]), window[i]);
    NEXT();
  }
  L_CallFunction:
  L_CallMethod:
  L_Enter:
  L_Exit: {
    const CallSite& call = *pc->call;
    Function* function = call.function;
    if (function == nullptr) function = run.findMethod(*pc, regs, constants, *code);
    if (C10_UNLIKELY(!function->isGraphFunction())) {
      {
        std::vector<IValue> values = collect(operands + call.operands, call.n_args, regs, constants);
        function->run(values);
        if (C10_UNLIKELY(values.size() != call.n_results)) wrongLength("result", values.size(), call.n_results);
        const uint32_t* to = operands + call.operands + call.n_args;
        for (uint32_t i = 0; i < call.n_results; ++i) moveInto(R(to[i]), values[i]);
      }
      run.left(*pc);
      NEXT();
    }
    const CodeImpl* callee = &static_cast<GraphFunction*>(function)->code();
    if (C10_UNLIKELY(callee->input_registers.size() != call.n_args)) wrongLength("argument list", call.n_args, callee->input_registers.size());
    if (C10_UNLIKELY(callee->outputs.size() != call.n_results)) wrongLength("result", callee->outputs.size(), call.n_results);
    IValue* frame = run.push(*callee, code, pc, regs);
    const uint32_t* from = operands + call.operands;
    for (uint32_t i = 0; i < call.n_args; ++i) put(frame[callee->input_registers[i] / sizeof(IValue)], from[i], regs, constants);
    code = callee;
    regs = frame;
    pc = callee->instructions.data();
    operands = callee->operands.data();
    constants = callee->constants.data();
    run.checkInputs(*callee, regs);
    goto* pc->label;
  }
  L_Ret: {
    if (run.outermost()) {
      for (uint32_t o : code->outputs) {
        IValue value;
        put(value, o, regs, constants);
        stack->push_back(std::move(value));
      }
      run.finish(*code, regs);
      return nullptr;
    }
    const Run::Caller caller = run.caller();
    const CallSite& call = *caller.pc->call;
    const uint32_t* to = caller.code->operands.data() + call.operands + call.n_args;
    for (uint32_t i = 0; i < call.n_results; ++i) {
      put(*reinterpret_cast<IValue*>(reinterpret_cast<char*>(caller.regs) + to[i]), code->outputs[i], regs, constants);
    }
    run.pop(*code, regs);
    code = caller.code;
    regs = caller.regs;
    pc = caller.pc;
    operands = code->operands.data();
    constants = code->constants.data();
    run.left(*pc);
    NEXT();
  }
  L_Unreachable:
    TORCH_INTERNAL_ASSERT(false, "the interpreter came to an instruction that cannot be reached");
  } catch (...) {
    run.fail(code, pc, regs);
  }
  return nullptr;
#undef R
#undef NEXT
#undef JUMP
#undef INT
#undef DBL
#undef BOOL
#undef SET_INT
#undef SET_DBL
#undef SET_BOOL
#undef BRANCH
}

}  // namespace

const void* const* instructionLabels() { return interpret(nullptr, nullptr); }

void runCode(const CodeImpl& code, Stack& stack) { interpret(&code, &stack); }

Code::Code(const std::shared_ptr<Graph>& graph, std::string function_name) : impl_(std::make_shared<const CodeImpl>(*graph, std::move(function_name))) {}
size_t Code::num_inputs() const { return impl_->input_registers.size(); }
size_t Code::num_outputs() const { return impl_->outputs.size(); }
size_t Code::register_size() const { return impl_->n_registers; }
std::string Code::dump() const { return impl_->dump(); }

InterpreterState::InterpreterState(const Code& code) : code_(code) {}
void InterpreterState::run(Stack& stack) { runCode(code_.impl(), stack); }

}  // namespace torch::jit
