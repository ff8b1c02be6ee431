#pragma once
// What the interpreter does off its fast path: making structures, checking kinds, frames of calls, and turning an exception into one with a traceback.

#include <c10/util/SmallVector.h>
#include <torch/csrc/jit/runtime/code_impl.h>
#include <torch/csrc/jit/runtime/frame_arena.h>

#include <vector>

namespace torch::jit {

using Stack = std::vector<c10::IValue>;

// A script may call this deep; beyond, it is a RecursionError.
constexpr size_t kMaxCallDepth = 5000;
// Runs of the interpreter inside one another on the C++ stack (operators written outside that call back).
constexpr size_t kMaxNesting = 100;

[[noreturn]] C10_COLD void wrongKind(const c10::IValue& v, const char* wanted);
[[noreturn]] C10_COLD void wrongTag(const c10::IValue& v, int32_t tag);
[[noreturn]] C10_COLD void wrongLength(const char* what, size_t found, size_t wanted);
[[noreturn]] C10_COLD void listIndexOutOfRange(int64_t index, int64_t size);
[[noreturn]] C10_COLD void tupleIndexOutOfRange(int64_t index, int64_t size);

c10::IValue makeTuple(std::vector<c10::IValue> elements, const c10::TypePtr* named_type);
c10::IValue makeList(std::vector<c10::IValue> elements, const c10::TypePtr& element_type);
c10::IValue makeDict(std::vector<c10::IValue> keys_and_values, const c10::TypePtr& type);
c10::IValue makeObject(const c10::TypePtr& type);
c10::IValue sliceTuple(const c10::IValue& tuple, int64_t begin, int64_t count);
bool isInstance(const c10::IValue& v, const std::vector<c10::TypePtr>& types);
const c10::IValue& attributeByName(const c10::ivalue::Object& object, const AttributeAccess& access);
void setAttribute(c10::IValue& object, const AttributeAccess& access, c10::IValue value);

// The frames of one run. The innermost frame is in the interpreter's locals; here are those that wait for it.
struct Run {
  struct Caller {
    const CodeImpl* code;
    const Instruction* pc;  // the call
    c10::IValue* regs;
  };
  struct Entered {
    c10::IValue object;
    size_t depth;  // callers when it was entered
  };

  explicit Run(const CodeImpl& code);
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  c10::IValue* enterFirst(Stack& stack);
  c10::IValue* push(const CodeImpl& callee, const CodeImpl* code, const Instruction* pc, c10::IValue* regs);
  bool outermost() const { return callers.empty(); }
  Caller caller() const { return callers.back(); }
  void pop(const CodeImpl& code, c10::IValue* regs) {
    arena.give(regs, code.n_registers);
    --arena.depth;
    callers.pop_back();
  }
  void finish(const CodeImpl& code, c10::IValue* regs) { arena.give(regs, code.n_registers); }
  void checkInputs(const CodeImpl& code, c10::IValue* regs);

  // The method that a CallMethod, Enter or Exit calls, looked up in its object's class.
  Function* findMethod(const Instruction& i, c10::IValue* regs, const c10::IValue* constants, const CodeImpl& code);
  // After the call at this instruction came back.
  void left(const Instruction& i) {
    if (C10_UNLIKELY(i.op == Opcode::Exit)) exited();
  }
  void exited();

  // Inside a catch block: runs __exit__ of what is entered, releases all frames, throws what was caught with the traceback before it.
  [[noreturn]] C10_COLD void fail(const CodeImpl* code, const Instruction* pc, c10::IValue* regs);

  FrameArena& arena;
  const CodeImpl& first;
  c10::SmallVector<Caller, 4> callers;
  std::vector<Entered> entered;
};

}  // namespace torch::jit
