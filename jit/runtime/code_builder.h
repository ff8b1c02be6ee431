#pragma once
// Compiles a graph to CodeImpl. One walk over the blocks in order: each value gets a register when it is made and gives it back where it dies (last_uses.h);
// a branch's results and a loop's carried values are made directly in the register where they are wanted when nothing else needs it; a comparison whose only use
// is the branch behind it becomes a jump. inline_ops.h says which operators are instructions; all others are calls of their thunk.

#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/runtime/code_impl.h>
#include <torch/csrc/jit/runtime/inline_ops.h>
#include <torch/csrc/jit/runtime/last_uses.h>

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace torch::jit {

class CodeBuilder {
 public:
  CodeBuilder(Graph& graph, CodeImpl& code);
  void build();

 private:
  using Register = int32_t;  // byte offset
  struct Label {
    int position = -1;
    std::vector<int> jumps;
  };
  // One of the simultaneous moves at the end of a block.
  struct Transfer {
    Register to;
    uint32_t from;  // operand
  };

  // registers
  Register allocate();
  void release(Register r) { free_.push_back(r); }
  Register define(Value* v);
  Register read(Value* v, Node* user);    // for an instruction that looks at v in place
  void doneReading(Value* v, const Node* user, size_t offset);
  std::optional<IValue> constant(const Value* v) const;
  std::optional<int64_t> constantInt(const Value* v) const;
  uint32_t addConstant(IValue value);
  uint32_t operandFor(Value* v, const Node* user, size_t offset);
  uint32_t addOperands(Node* n, size_t first_input);
  uint32_t addOutputRegisters(Node* n);
  int32_t addType(c10::TypePtr type);

  // instructions
  int emit(Opcode op, int32_t a = 0, int32_t b = 0, int32_t c = 0, int64_t imm = 0);
  void jump(Label& label, Opcode op, int32_t a = 0, int32_t b = 0);
  void jumpWithConstant(Label& label, Opcode op, int32_t a, int64_t imm);
  void bind(Label& label);
  void loadConstant(Register to, const IValue& value);
  void store(Register to, uint32_t operand);
  void transfer(std::vector<Transfer> moves);
  void checkTag(Value* v);

  // nodes
  void emitBlock(Block* block);
  void emitNode(Node* n);
  void finishNode(Node* n);
  void endedBy(const Node* node);
  void emitIf(Node* n);
  void emitSide(Block* block, Node* n);
  void emitLoop(Node* n);
  void preferForLoop(Block* body, Node* loop, const std::vector<Register>& carried);
  void emitOperator(Node* n);
  bool emitInline(Node* n);
  void emitCallOp(Node* n, const c10::OperatorRow* row);
  void emitStructure(Node* n);
  void emitAttribute(Node* n);
  void emitCall(Node* n);
  bool gathersInputs(const Node* n) const;

  // conditions
  bool fusesIntoNext(Node* n) const;
  void jumpIf(Value* cond, bool when, Label& label);
  void jumpOnComparison(Node* n, bool when, Label& label);
  Register asFloat(Value* v, Node* user, bool is_int);

  Graph& graph_;
  CodeImpl& code_;
  LastUses uses_;
  std::vector<Instruction> prologue_;
  std::vector<Instruction> body_;
  std::vector<uint32_t> body_debug_;
  uint32_t current_debug_ = 0;
  std::vector<Register> free_;
  uint32_t n_registers_ = 0;
  uint32_t window_ = 1;
  std::unordered_map<const Value*, Register> register_;
  std::unordered_map<const Value*, Register> preferred_;
  std::unordered_set<const Value*> shared_;  // their register belongs to an output of an enclosing branch or loop
  std::unordered_map<const Value*, uint32_t> constant_index_;
  std::unordered_map<const Value*, Register> constant_register_;
  std::unordered_map<const Value*, Node*> fused_;
  std::vector<Register> temporaries_;  // released with the node
  std::unordered_set<const Value*> skip_drop_;  // made, unused and never written
  std::vector<Register> loaded_;       // temporaries that hold a reference
};

}  // namespace torch::jit
