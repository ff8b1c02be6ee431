#pragma once
// The register instructions. A register is a 16-byte IValue of the frame, named by its byte offset; instructions on numbers read and write the payload without
// looking at the tag, because the compiler knows the type and whatever comes from outside (attributes, elements, casts) is checked where it comes in. A register
// that is not alive holds no reference, so writing one never releases anything.
//
// Fields: a and b are read, c is written, imm is a constant, a jump distance in bytes or an index; what an instruction means by them stands beside its name.
// Operands of calls and constructors are entries of CodeImpl::operands: index << 2 | OperandKind.

#include <cstdint>

namespace torch::jit {

#define WICK_FORALL_INSTRUCTIONS(_)                                                        \
  /* data */                                                                               \
  _(Bits)          /* c = a, a number: both stay */                                         \
  _(Move)          /* c = a, a becomes None */                                              \
  _(Copy)          /* c = a, one more reference */                                          \
  _(LoadConst)     /* c = constants[imm] */                                                 \
  _(LoadInt)       /* c = imm */                                                            \
  _(LoadDouble)    /* c = imm as a double */                                                \
  _(LoadBool)      /* c = imm != 0 */                                                       \
  _(LoadNone)      /* c = None */                                                           \
  _(Drop)          /* release a */                                                          \
  _(CheckTag)      /* throw unless a has tag imm; it is released then */                    \
  /* int */                                                                                \
  _(AddI) _(SubI) _(MulI) _(FloorDivI) _(ModI) _(AndI) _(OrI) _(XorI) /* c = a op b */       \
  _(AddIK) _(MulIK)                                                   /* c = a op imm */     \
  _(RSubIK)        /* c = imm - a */                                                        \
  _(IncI)          /* a += imm */                                                           \
  _(FloorDivIK) _(ModIK) /* c = a op divisors[imm] */                                       \
  _(NegI)          /* c = -a */                                                             \
  _(EqI) _(NeI) _(LtI) _(LeI)                                         /* c = a op b */       \
  _(EqIK) _(NeIK) _(LtIK) _(LeIK) _(GtIK) _(GeIK)                     /* c = a op imm */     \
  /* float */                                                                              \
  _(AddF) _(SubF) _(MulF) _(DivF) _(EqF) _(NeF) _(LtF) _(LeF)         /* c = a op b */       \
  _(NegF) _(IntToF) _(FToInt)                                         /* c = op a */         \
  /* bool */                                                                               \
  _(NotB) _(IntToBool) _(IsNone) _(IsNotNone)                         /* c = op a */         \
  _(AndB) _(OrB)                                                      /* c = a op b */       \
  /* jumps: by imm bytes; those with a constant by c bytes */                              \
  _(Jmp)                                                                                   \
  _(JT) _(JF) _(JNone) _(JNotNone)                                    /* on a */             \
  _(JEqI) _(JNeI) _(JLtI) _(JLeI)                                     /* on a op b */        \
  _(JEqIK) _(JNeIK) _(JLtIK) _(JLeIK) _(JGtIK) _(JGeIK)               /* on a op imm */      \
  _(JEqF) _(JNeF) _(JLtF) _(JLeF) _(JNotLtF) _(JNotLeF)               /* on a op b */        \
  _(LoopNext)      /* a += 1, jump while a < b */                                           \
  _(LoopNextK)     /* a += 1, jump by c while a < imm */                                    \
  /* lists */                                                                              \
  _(ListLen)       /* c = len(a) */                                                         \
  _(ListGet)       /* c = a[b], an element with tag imm or any if imm is -1 */              \
  _(ListGetK)      /* c = a[imm], element tag b */                                          \
  _(AppendBits) _(AppendMove) _(AppendCopy) /* a.append(b) */                               \
  _(AppendConst)   /* a.append(constants[imm]) */                                           \
  /* structures: b operands from operands[imm] on; c is written */                         \
  _(TupleConstruct) /* a: index of the named tuple's type, or -1 */                         \
  _(ListConstruct) _(DictConstruct) /* a: index of the list's or dict's type */             \
  _(TupleUnpack) _(ListUnpack) /* a is taken apart into the registers operands[imm..+b); it is released if c */ \
  _(TupleIndex)    /* c = a[imm], element tag b */                                          \
  _(TupleSlice)    /* c = a[imm : imm + b] */                                               \
  /* objects: imm is the index of an AttributeAccess */                                    \
  _(GetAttr)       /* c = a.slot */                                                         \
  _(SetAttr)       /* a.slot = operand b */                                                 \
  _(CreateObject)  /* c = an object of class types[imm] */                                  \
  _(IsInstance)    /* c = whether a is of one of type_lists[imm] */                         \
  /* calls: imm is the index of a CallSite */                                              \
  _(CallOp) _(CallOp1) _(CallVar) _(CallFunction) _(CallMethod)                             \
  _(Enter) _(Exit)                                                                         \
  _(Ret)                                                                                   \
  _(Unreachable)

enum class Opcode : uint32_t {
#define WICK_OPCODE(name) name,
  WICK_FORALL_INSTRUCTIONS(WICK_OPCODE)
#undef WICK_OPCODE
};

enum class OperandKind : uint32_t {
  Bits,   // a register with a number
  Copy,   // a register that lives on
  Move,   // a register's last use
  Const,  // a constant
};
constexpr uint32_t operand(OperandKind kind, uint32_t index) { return index << 2 | static_cast<uint32_t>(kind); }
constexpr OperandKind operandKind(uint32_t operand) { return static_cast<OperandKind>(operand & 3); }
constexpr uint32_t operandIndex(uint32_t operand) { return operand >> 2; }

struct CallSite;
struct AttributeAccess;
struct Divisor;

struct Instruction {
  const void* label = nullptr;  // where the interpreter's code for it is
  Opcode op = Opcode::Unreachable;
  int32_t a = 0, b = 0, c = 0;
  union {
    int64_t imm = 0;
    // What the index became when the code was linked.
    const CallSite* call;
    const AttributeAccess* attribute;
    const Divisor* divisor;
  };
};

const char* toString(Opcode op);

}  // namespace torch::jit
