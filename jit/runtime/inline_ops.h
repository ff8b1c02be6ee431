#pragma once
// The operators that are instructions of their own, by qualified name with overload.

#include <torch/csrc/jit/runtime/instruction.h>

#include <cstdint>
#include <string_view>

namespace c10 {
struct OperatorRow;
}

namespace torch::jit {

enum class InlineKind : uint8_t {
  None,
  IntBinary,    // c = a op b; `constant` with a constant on the right
  IntCompare,
  FloatBinary,
  FloatCompare,
  MixedBinary,  // one operand is an int: converted first
  MixedCompare,
  Unary,
  BoolBinary,
  IsNone,
  IsNotNone,
  ListLen,
  ListGet,
  ListAppend,
};

enum class Relation : uint8_t { Eq, Ne, Lt, Le, Gt, Ge };
Relation negated(Relation r);
Relation mirrored(Relation r);  // a r b == b mirrored(r) a

struct InlineOp {
  std::string_view name;  // "aten::add.int"
  InlineKind kind = InlineKind::None;
  Opcode op = Opcode::Unreachable;
  Opcode with_constant = Opcode::Unreachable;
  Relation relation = Relation::Eq;
  bool commutes = false;
};

// The entry of this row, or one of kind None.
const InlineOp& inlineOp(const c10::OperatorRow* row);

}  // namespace torch::jit
