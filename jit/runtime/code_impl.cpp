#include <torch/csrc/jit/runtime/code_impl.h>

#include <c10/util/StringUtil.h>
#include <torch/csrc/jit/api/function.h>

namespace torch::jit {

const char* toString(Opcode op) {
  static const char* const names[] = {
#define WICK_NAME(name) #name,
      WICK_FORALL_INSTRUCTIONS(WICK_NAME)
#undef WICK_NAME
  };
  return names[static_cast<uint32_t>(op)];
}

namespace {
bool isCall(Opcode op) { return op >= Opcode::CallOp && op <= Opcode::Exit; }
bool isAttribute(Opcode op) { return op == Opcode::GetAttr || op == Opcode::SetAttr; }
bool isDivision(Opcode op) { return op == Opcode::FloorDivIK || op == Opcode::ModIK; }
}  // namespace

void CodeImpl::link() {
  const void* const* labels = instructionLabels();
  for (Instruction& i : instructions) {
    i.label = labels[static_cast<uint32_t>(i.op)];
    const size_t index = static_cast<size_t>(i.imm);
    if (isCall(i.op)) {
      i.call = &calls[index];
    } else if (isAttribute(i.op)) {
      i.attribute = &attributes[index];
    } else if (isDivision(i.op)) {
      i.divisor = &divisors[index];
    }
  }
}

std::string CodeImpl::dump() const {
  std::string out;
  const auto name = [](int64_t r) { return c10::str('r', r / static_cast<int64_t>(sizeof(c10::IValue))); };
  for (size_t at = 0; at < instructions.size(); ++at) {
    const Instruction& i = instructions[at];
    out += c10::str(at, ' ', toString(i.op), " a=", name(i.a), " b=", name(i.b), " c=", name(i.c), ' ');
    if (isCall(i.op)) {
      out += i.call->row ? i.call->row->schema : i.call->function ? i.call->function->qualname().qualifiedName() : i.call->method;
      static const char* const kinds[] = {"r", "copy r", "move r", "constant "};
      for (uint32_t k = 0; k < i.call->n_args; ++k) {
        const uint32_t o = operands[i.call->operands + k];
        out += c10::str(k ? ", " : " (", kinds[o & 3], operandIndex(o));
      }
      if (i.call->n_args) out += ')';
      for (uint32_t k = 0; k < i.call->n_results; ++k) out += c10::str(k ? ", " : " -> ", name(operands[i.call->operands + i.call->n_args + k]));
    } else if (isAttribute(i.op)) {
      out += c10::str('.', i.attribute->name);
    } else if (isDivision(i.op)) {
      out += c10::str(i.divisor->d);
    } else {
      out += c10::str(i.imm);
    }
    out += '\n';
  }
  return out;
}

}  // namespace torch::jit
