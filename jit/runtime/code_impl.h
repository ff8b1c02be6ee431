#pragma once
// CodeImpl: what the interpreter runs: instructions, constants, call sites, and for each instruction where in the source it came from. Immutable once built.

#include <ATen/core/dispatch/OperatorRow.h>
#include <ATen/core/interned_strings.h>
#include <ATen/core/ivalue.h>
#include <ATen/core/jit_type.h>
#include <torch/csrc/jit/frontend/source_range.h>
#include <torch/csrc/jit/ir/scope.h>
#include <torch/csrc/jit/runtime/instruction.h>

#include <memory>
#include <string>
#include <vector>

namespace torch::jit {

struct Function;
struct Graph;

// Any tag will do.
constexpr int32_t kAnyTag = -1;

// A division by a positive constant d >= 2 as a multiplication: for 0 <= n < 2^63, n / d = high64(n * magic) >> shift.
struct Divisor {
  int64_t d;
  uint64_t magic;
  int shift;
  static Divisor of(int64_t d);
  int64_t floordiv(int64_t n) const {
    const int64_t sign = n >> 63;  // for n < 0 divide ~n, which is not negative: floor(n / d) = ~(~n / d)
    const uint64_t positive = static_cast<uint64_t>(n ^ sign);
    const uint64_t high = static_cast<uint64_t>((static_cast<unsigned __int128>(positive) * magic) >> 64);
    return static_cast<int64_t>(high >> shift) ^ sign;
  }
  int64_t mod(int64_t n) const {
    return static_cast<int64_t>(static_cast<uint64_t>(n) - static_cast<uint64_t>(floordiv(n)) * static_cast<uint64_t>(d));
  }
};

struct AttributeAccess {
  const c10::ClassType* type;  // the class the compiler saw; another class is looked up by name
  uint32_t slot;
  int32_t tag;                 // of the value, when its type is a number
  std::string name;
};

struct CallSite {
  const c10::OperatorRow* row = nullptr;  // CallOp, CallVar
  Function* function = nullptr;           // CallFunction
  std::string method;                     // CallMethod
  uint32_t operands = 0;                  // index of the first argument in CodeImpl::operands; the results' registers follow the arguments
  uint16_t n_args = 0;
  uint16_t n_results = 0;
  uint32_t window = 0;                    // byte offset of the slots that the operator gets
};

struct DebugInfo {
  SourceRange range;
  InlinedCallStackPtr callstack;
};

struct CodeImpl {
  CodeImpl(Graph& graph, std::string function_name);
  CodeImpl(const CodeImpl&) = delete;
  CodeImpl& operator=(const CodeImpl&) = delete;

  std::vector<Instruction> instructions;
  std::vector<uint32_t> debug_of;  // one an instruction
  std::vector<DebugInfo> debug;
  std::vector<c10::IValue> constants;
  std::vector<uint32_t> operands;
  std::vector<CallSite> calls;
  std::vector<AttributeAccess> attributes;
  std::vector<Divisor> divisors;
  std::vector<c10::TypePtr> types;
  std::vector<std::vector<c10::TypePtr>> type_lists;
  std::vector<int32_t> input_tags;      // of inputs that are numbers
  std::vector<uint32_t> input_registers;
  std::vector<uint32_t> outputs;        // operands
  uint32_t n_registers = 0;             // windows included
  std::string function_name;

  std::string dump() const;

 private:
  // Indices become pointers, opcodes addresses.
  void link();
};

// Runs code on the arguments at the end of the stack, which its results replace.
void runCode(const CodeImpl& code, std::vector<c10::IValue>& stack);

// The addresses of the interpreter's code for each Opcode.
const void* const* instructionLabels();

}  // namespace torch::jit
