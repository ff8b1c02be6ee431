// The emitter's state and parts; internal to the front end. One Emitter compiles one function. Its parts are in files of their own:
// emit_statements.cpp, emit_control_flow.cpp, emit_expressions.cpp, emit_calls.cpp, emit_subscripts.cpp.
#pragma once
#include <torch/csrc/jit/frontend/environment.h>
#include <torch/csrc/jit/frontend/ir_emitter.h>
#include <torch/csrc/jit/frontend/script_type_parser.h>

#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace torch::jit {

// Thrown when a value is asked for that could not be made because an operator is missing (only while CollectMissingOperators lives).
struct PoisonedValue : std::exception {
  const char* what() const noexcept override { return "a value that depends on a missing operator"; }
};
SugaredValuePtr poisonValue();

// How a list of statements may leave its loop or function.
struct Jumps {
  bool returns = false, breaks = false, continues = false;
};

// What is known about names where a condition holds.
using Refinements = std::vector<std::pair<std::string_view, TypePtr>>;

// A condition: its value, what it teaches on each side, and its value if that is known while compiling.
struct Condition {
  Value* value = nullptr;
  Refinements if_true, if_false;
  std::optional<bool> known;
};

// The names of a sort of builtin in Python: print, int, range, annotate, ...; null if there is none.
SugaredValuePtr builtinName(std::string_view name);

class Emitter {
 public:
  Emitter(const Def& def, ResolverPtr resolver, const Self* self, GraphFunction& function, std::shared_ptr<Graph> graph);
  void run();

 private:
  friend struct ScopedFrame;

  // statements
  void emitDef();
  void emitBody(const List<Stmt>& statements, size_t first = 0);
  void emitJump(const SourceRange& loc, bool returns, bool stops);
  void setFlag(std::string_view name, Value* value);
  Value* flag(std::string_view name);
  void startFlags(const SourceRange& loc);
  void emitUnlessJumped(const SourceRange& loc, const std::function<void()>& rest);
  void finishReturns();
  void emitStatement(const Stmt& stmt);
  void emitStatementImpl(const Stmt& stmt);
  void emitReturn(const Return& stmt);
  void emitAssign(const Assign& stmt);
  void assignTo(const Expr& target, const SugaredValuePtr& value, const TypePtr& annotated);
  void assignTuple(const SourceRange& loc, const List<Expr>& targets, const SugaredValuePtr& value);
  void assignAttribute(const Select& target, Value* value);
  void emitAugAssign(const AugAssign& stmt);
  void emitRaise(const Raise& stmt);
  void emitAssert(const Assert& stmt);
  void emitDelete(const Delete& stmt);
  void emitWith(const With& stmt);
  void emitNestedDef(const Def& def);

  // control flow
  // `after(taken)` emits what follows in that branch.
  void emitIf(const If& stmt, const std::function<void(bool taken)>& after);
  void emitIfElse(const SourceRange& loc, const Condition& condition, const std::function<void()>& then, const std::function<void()>& otherwise);
  void joinBranches(const SourceRange& loc, Node* node, Frame& then, Frame& otherwise);
  void emitWhile(const While& stmt);
  void emitFor(const For& stmt);
  void emitForOver(const SourceRange& loc, const Expr& target, const SugaredValuePtr& iterable, const std::vector<std::string_view>& assigned, Jumps jumps, const std::function<void()>& body);
  void emitLoop(const SourceRange& loc, Value* trip_count, const std::function<Condition()>& condition, const std::vector<std::string_view>& assigned,
                Jumps jumps, const std::function<void(Value* trip)>& body);
  Condition emitCondition(const Expr& expr);
  Condition emitLogical(const Expr& expr, bool is_or);
  Condition emitNoneTest(const Expr& expr, bool is_not);
  Condition emitIsInstance(const Apply& apply);
  Condition recoverCondition(const Expr& expr);
  Value* emitToBool(const SourceRange& loc, Value* v);
  void refine(const SourceRange& loc, const Refinements& refinements);

  // expressions
  Value* emitExpr(const Expr& expr, const TypePtr& hint = nullptr);
  SugaredValuePtr emitSugared(const Expr& expr, const TypePtr& hint = nullptr);
  Value* emitSimple(const Expr& expr, const TypePtr& hint);
  Value* emitConst(const Const& c, bool negative, const SourceRange& loc);
  Value* emitBinary(const SourceRange& loc, int kind, Value* a, Value* b);
  Value* emitUnary(const Expr& expr, int kind);
  Value* emitCompareChain(const CompareChain& chain);
  Value* emitTernary(const TernaryIf& expr, const TypePtr& hint);
  Value* emitListLiteral(const ListLiteral& literal, const TypePtr& hint);
  Value* emitDictLiteral(const DictLiteral& literal, const TypePtr& hint);
  Value* emitTupleLiteral(const TupleLiteral& literal, const TypePtr& hint);
  Value* emitListComp(const ListComp& comp, const TypePtr& hint);
  Value* emitDictComp(const DictComp& comp, const TypePtr& hint);
  Value* emitFString(const FString& f);
  Value* emitBool(const Expr& expr);
  TypePtr unifyElements(const SourceRange& loc, const std::vector<Value*>& values, const char* what);

  // calls
  SugaredValuePtr emitApply(const Apply& apply, const TypePtr& hint);
  SugaredValuePtr emitSpecialForm(const SpecialFormValue& form, const Apply& apply, const TypePtr& hint);
  std::vector<NamedValue> emitArguments(const List<Expr>& inputs);
  std::vector<NamedValue> emitKeywords(const List<Attribute>& attributes);
  Value* emitAnnotate(const Apply& apply);
  void checkCount(const Apply& apply, size_t at_least, size_t at_most);

  // subscripts
  SugaredValuePtr emitSubscript(const Subscript& subscript, const TypePtr& hint);
  Value* emitTensorSubscript(const SourceRange& loc, Value* tensor, const List<Expr>& indices, std::vector<Value*>* tensor_indices);
  Value* emitSlice(const SourceRange& loc, Value* sequence, std::optional<int64_t> dim, const SliceExpr& slice);
  Value* emitTupleSlice(const SourceRange& loc, Value* tuple, const SliceExpr& slice);
  Value* emitTupleIndex(const SourceRange& loc, Value* tuple, Value* index);
  void assignSubscript(const Subscript& target, Value* value);

  // names
  SugaredValuePtr lookUp(std::string_view name, const SourceRange& loc);
  void setVar(const SourceRange& loc, std::string_view name, SugaredValuePtr value, const TypePtr& annotated = nullptr);
  TypePtr parseType(const Expr& expr) { return types_.parseTypeFromExpr(expr); }

  // missing operators
  void noteMissing(const MissingOperator& error);
  void scanForMissing(const Tree* tree);
  void poison(const Stmt& stmt);

  Value* call(const SourceRange& loc, Symbol op, std::initializer_list<Value*> args);
  Value* constant(const SourceRange& loc, IValue v) { return graph_.insertConstant(v, loc); }
  Value* insert(Node* n, const SourceRange& loc) { n->setSourceRange(loc); return graph_.insertNode(n)->output(); }
  SugaredValuePtr simple(Value* v) { return std::make_shared<SimpleValue>(v); }

  Def def_;
  ResolverPtr resolver_;
  const Self* self_;
  GraphFunction& function_;
  std::shared_ptr<Graph> graph_owner_;
  Graph& graph_;
  ScriptTypeParser types_;
  Frame* frame_ = nullptr;
  TypePtr declared_return_;
  bool declared_return_inferred_ = false;  // from a first return, not from the annotation
  Value* returned_ = nullptr;
  bool early_returns_ = false;  // some return is not the function's last statement: the flags @skip, @ret, @val are used
  int loop_depth_ = 0;          // loops around the statement being compiled
  int block_depth_ = 0;         // blocks of control flow around it
  int depth_ = 0;            // of expressions
  size_t missing_ = 0;       // operators found missing in this function
  std::vector<std::pair<size_t, std::string>> reported_;
};

// Emits into a block in a scope of its own, both left again at the end.
struct ScopedFrame {
  ScopedFrame(Emitter& emitter, Block* block) : emitter(emitter), frame(block, emitter.frame_), insert_point(block) { emitter.frame_ = &frame; }
  ~ScopedFrame() { emitter.frame_ = frame.parent; }
  ScopedFrame(const ScopedFrame&) = delete;
  Emitter& emitter;
  Frame frame;
  WithInsertPoint insert_point;
};

// Thrown when a function without a return annotation returns early: it is compiled again with the type of that value.
struct ReturnTypeFound {
  TypePtr type;
};

// The jumps out of the statements, those of inner loops and functions not counted except returns out of inner loops.
Jumps jumpsOf(const Tree* statements);
bool hasEarlyReturn(const List<Stmt>& statements);
// The list always ends by return, break or continue.
bool alwaysJumps(const List<Stmt>& statements);

// The names that the statements assign, in order, each once.
std::vector<std::string_view> assignedNames(const Tree* statements);

}  // namespace torch::jit
