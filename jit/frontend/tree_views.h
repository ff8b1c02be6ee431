// Typed views of the syntax tree: one small class a construct, with named accessors. A view is a pointer; making one checks the kind.
// The comment above a view shows its node as Tree::dump() writes it.
#pragma once
#include <torch/csrc/jit/frontend/tree.h>

#include <optional>
#include <string>
#include <string_view>

namespace torch::jit {

struct TreeView {
  explicit TreeView(TreeRef tree) : tree_(tree) {}
  TreeRef tree() const { return tree_; }
  TreeRef get() const { return tree_; }
  operator TreeRef() const { return tree_; }
  int kind() const { return tree_->kind(); }
  SourceRange range() const { return tree_->range(); }
  // Keeps the tree alive.
  std::shared_ptr<TreeArena> arena() const { return tree_->arena->shared_from_this(); }
  std::string dump() const { return tree_->dump(); }

 protected:
  TreeRef subtree(size_t i) const { return tree_->tree(i); }
  TreeRef tree_;
};

// (list x y ...)
template <class T>
struct List : TreeView {
  explicit List(TreeRef tree) : TreeView(tree->expect(TK_LIST)) {}
  struct iterator {
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using reference = T;
    using pointer = const T*;
    using iterator_category = std::input_iterator_tag;
    const Tree* const* at;
    T operator*() const { return T(*at); }
    iterator& operator++() { ++at; return *this; }
    bool operator==(iterator o) const { return at == o.at; }
    bool operator!=(iterator o) const { return at != o.at; }
  };
  iterator begin() const { return {tree_->trees()}; }
  iterator end() const { return {tree_->trees() + tree_->size()}; }
  bool empty() const { return tree_->size() == 0; }
  size_t size() const { return tree_->size(); }
  T operator[](size_t i) const { return T(subtree(i)); }
};

// (option) or (option x)
template <class T>
struct Maybe : TreeView {
  explicit Maybe(TreeRef tree) : TreeView(tree->expect(TK_OPTION)) {}
  bool present() const { return tree_->size() > 0; }
  T get() const { return T(subtree(0)); }
};

// (ident name)
struct Ident : TreeView {
  explicit Ident(TreeRef tree) : TreeView(tree->expect(TK_IDENT, 1)) {}
  std::string_view view() const { return subtree(0)->stringValue(); }
  std::string name() const { return std::string(view()); }
};

struct Stmt : TreeView {
  explicit Stmt(TreeRef tree) : TreeView(tree) {}
};

struct Expr : TreeView {
  explicit Expr(TreeRef tree) : TreeView(tree) {}
};

// (variable (ident x))
struct Var : Expr {
  explicit Var(TreeRef tree) : Expr(tree->expect(TK_VAR, 1)) {}
  Ident name() const { return Ident(subtree(0)); }
};

// (. value (ident field))
struct Select : Expr {
  explicit Select(TreeRef tree) : Expr(tree->expect('.', 2)) {}
  Expr value() const { return Expr(subtree(0)); }
  Ident selector() const { return Ident(subtree(1)); }
};

// (const 1.5): the literal's text
struct TORCH_API Const : Expr {
  explicit Const(TreeRef tree) : Expr(tree->expect(TK_CONST, 1)) {}
  std::string_view text() const { return subtree(0)->stringValue(); }
  bool isFloatingPoint() const;
  bool isIntegral() const { return !isFloatingPoint() && !isComplex(); }
  bool isComplex() const { return text().back() == 'j'; }
  int64_t asIntegral() const;          // throws if it does not fit
  double asFloatingPoint() const;
  double asImaginary() const;
};

// (string_literal text): unescaped
struct StringLiteral : Expr {
  explicit StringLiteral(TreeRef tree) : Expr(tree->expect(TK_STRINGLITERAL, 1)) {}
  std::string_view view() const { return subtree(0)->stringValue(); }
  std::string text() const { return std::string(view()); }
};

// (f-string (list part...)): parts are string literals and expressions
struct FString : Expr {
  explicit FString(TreeRef tree) : Expr(tree->expect(TK_FSTRING, 1)) {}
  List<Expr> parts() const { return List<Expr>(subtree(0)); }
};

// (attribute (ident name) value): a keyword argument
struct Attribute : TreeView {
  explicit Attribute(TreeRef tree) : TreeView(tree->expect(TK_ATTRIBUTE, 2)) {}
  Ident name() const { return Ident(subtree(0)); }
  Expr value() const { return Expr(subtree(1)); }
};

// (apply callee (list input...) (list attribute...))
struct Apply : Expr {
  explicit Apply(TreeRef tree) : Expr(tree->expect(TK_APPLY, 3)) {}
  Expr callee() const { return Expr(subtree(0)); }
  List<Expr> inputs() const { return List<Expr>(subtree(1)); }
  List<Attribute> attributes() const { return List<Attribute>(subtree(2)); }
};

// (slice expr (option start) (option end) (option step))
struct SliceExpr : Expr {
  explicit SliceExpr(TreeRef tree) : Expr(tree->expect(TK_SLICE_EXPR, 3)) {}
  Maybe<Expr> start() const { return Maybe<Expr>(subtree(0)); }
  Maybe<Expr> end() const { return Maybe<Expr>(subtree(1)); }
  Maybe<Expr> step() const { return Maybe<Expr>(subtree(2)); }
};

// (subscript value (list index...))
struct Subscript : Expr {
  explicit Subscript(TreeRef tree) : Expr(tree->expect(TK_SUBSCRIPT, 2)) {}
  Expr value() const { return Expr(subtree(0)); }
  List<Expr> subscript_exprs() const { return List<Expr>(subtree(1)); }
};

struct BinOp : Expr {
  explicit BinOp(TreeRef tree) : Expr(tree) {}
  Expr lhs() const { return Expr(subtree(0)); }
  Expr rhs() const { return Expr(subtree(1)); }
};

struct UnaryOp : Expr {
  explicit UnaryOp(TreeRef tree) : Expr(tree) {}
  Expr operand() const { return Expr(subtree(0)); }
};

// (comparison chain a (comparison operator <) b (comparison operator <) c): a < b < c, each operand evaluated once
struct CompareChain : Expr {
  explicit CompareChain(TreeRef tree) : Expr(tree->expect(TK_COMPARE)) {}
  size_t num_operators() const { return tree_->size() / 2; }
  Expr operand(size_t i) const { return Expr(subtree(2 * i)); }
  int op(size_t i) const { return subtree(2 * i + 1)->tree(0)->kind(); }  // (comparison operator (<))
};

// (if_expr condition then else)
struct TernaryIf : Expr {
  explicit TernaryIf(TreeRef tree) : Expr(tree->expect(TK_IF_EXPR, 3)) {}
  Expr cond() const { return Expr(subtree(0)); }
  Expr true_expr() const { return Expr(subtree(1)); }
  Expr false_expr() const { return Expr(subtree(2)); }
};

// (list comprehension element target iterator (list condition...))
struct ListComp : Expr {
  explicit ListComp(TreeRef tree) : Expr(tree->expect(TK_LIST_COMP, 4)) {}
  Expr elt() const { return Expr(subtree(0)); }
  Expr target() const { return Expr(subtree(1)); }
  Expr iter() const { return Expr(subtree(2)); }
  List<Expr> conditions() const { return List<Expr>(subtree(3)); }
};

// (dict comprehension key value target iterator (list condition...))
struct DictComp : Expr {
  explicit DictComp(TreeRef tree) : Expr(tree->expect(TK_DICT_COMP, 5)) {}
  Expr key() const { return Expr(subtree(0)); }
  Expr value() const { return Expr(subtree(1)); }
  Expr target() const { return Expr(subtree(2)); }
  Expr iter() const { return Expr(subtree(3)); }
  List<Expr> conditions() const { return List<Expr>(subtree(4)); }
};

struct ListLiteral : Expr {
  explicit ListLiteral(TreeRef tree) : Expr(tree->expect(TK_LIST_LITERAL, 1)) {}
  List<Expr> inputs() const { return List<Expr>(subtree(0)); }
};

struct TupleLiteral : Expr {
  explicit TupleLiteral(TreeRef tree) : Expr(tree->expect(TK_TUPLE_LITERAL, 1)) {}
  List<Expr> inputs() const { return List<Expr>(subtree(0)); }
};

struct DictLiteral : Expr {
  explicit DictLiteral(TreeRef tree) : Expr(tree->expect(TK_DICT_LITERAL, 2)) {}
  List<Expr> key_inputs() const { return List<Expr>(subtree(0)); }
  List<Expr> value_inputs() const { return List<Expr>(subtree(1)); }
};

struct Starred : Expr {
  explicit Starred(TreeRef tree) : Expr(tree->expect(TK_STARRED, 1)) {}
  Expr expr() const { return Expr(subtree(0)); }
};

// (param (ident name) (option type) (option default) (option kwarg_only))
struct Param : TreeView {
  explicit Param(TreeRef tree) : TreeView(tree->expect(TK_PARAM, 4)) {}
  Ident ident() const { return Ident(subtree(0)); }
  Maybe<Expr> type() const { return Maybe<Expr>(subtree(1)); }
  Maybe<Expr> defaultValue() const { return Maybe<Expr>(subtree(2)); }
  bool kwarg_only() const { return subtree(3)->size() > 0; }
};

// (decl (list param...) (option return_type))
struct Decl : TreeView {
  explicit Decl(TreeRef tree) : TreeView(tree->expect(TK_DECL, 2)) {}
  List<Param> params() const { return List<Param>(subtree(0)); }
  Maybe<Expr> return_type() const { return Maybe<Expr>(subtree(1)); }
};

// (def (ident name) decl (list statement...) (list decorator...))
struct Def : Stmt {
  explicit Def(TreeRef tree) : Stmt(tree->expect(TK_DEF, 4)) {}
  Ident name() const { return Ident(subtree(0)); }
  Decl decl() const { return Decl(subtree(1)); }
  List<Stmt> statements() const { return List<Stmt>(subtree(2)); }
  List<Expr> decorators() const { return List<Expr>(subtree(3)); }
};

// (class (ident name) (option superclass) (list statement...))
struct ClassDef : Stmt {
  explicit ClassDef(TreeRef tree) : Stmt(tree->expect(TK_CLASS_DEF, 3)) {}
  Ident name() const { return Ident(subtree(0)); }
  Maybe<Expr> superclass() const { return Maybe<Expr>(subtree(1)); }
  List<Stmt> body() const { return List<Stmt>(subtree(2)); }
};

// (if condition (list then...) (list else...))
struct If : Stmt {
  explicit If(TreeRef tree) : Stmt(tree->expect(TK_IF, 3)) {}
  Expr cond() const { return Expr(subtree(0)); }
  List<Stmt> trueBranch() const { return List<Stmt>(subtree(1)); }
  List<Stmt> falseBranch() const { return List<Stmt>(subtree(2)); }
};

// (while condition (list statement...))
struct While : Stmt {
  explicit While(TreeRef tree) : Stmt(tree->expect(TK_WHILE, 2)) {}
  Expr cond() const { return Expr(subtree(0)); }
  List<Stmt> body() const { return List<Stmt>(subtree(1)); }
};

// (for (list target...) (list iterator...) (list statement...))
struct For : Stmt {
  explicit For(TreeRef tree) : Stmt(tree->expect(TK_FOR, 3)) {}
  List<Expr> targets() const { return List<Expr>(subtree(0)); }
  List<Expr> itrs() const { return List<Expr>(subtree(1)); }
  List<Stmt> body() const { return List<Stmt>(subtree(2)); }
};

// (withitem target (option variable))
struct WithItem : Expr {
  explicit WithItem(TreeRef tree) : Expr(tree->expect(TK_WITH_ITEM, 2)) {}
  Expr target() const { return Expr(subtree(0)); }
  Maybe<Expr> var() const { return Maybe<Expr>(subtree(1)); }
};

// (with (list withitem...) (list statement...))
struct With : Stmt {
  explicit With(TreeRef tree) : Stmt(tree->expect(TK_WITH, 2)) {}
  List<WithItem> targets() const { return List<WithItem>(subtree(0)); }
  List<Stmt> body() const { return List<Stmt>(subtree(1)); }
};

// (assign (list lhs...) (option rhs) (option type)); several lhs: a = b = c
struct Assign : Stmt {
  explicit Assign(TreeRef tree) : Stmt(tree->expect(TK_ASSIGN, 3)) {}
  List<Expr> lhs_list() const { return List<Expr>(subtree(0)); }
  Expr lhs() const { return lhs_list()[0]; }
  Maybe<Expr> rhs() const { return Maybe<Expr>(subtree(1)); }
  Maybe<Expr> type() const { return Maybe<Expr>(subtree(2)); }
};

// (aug_assign lhs op rhs): op is an atom, "+=" and so on
struct AugAssign : Stmt {
  explicit AugAssign(TreeRef tree) : Stmt(tree->expect(TK_AUG_ASSIGN, 3)) {}
  Expr lhs() const { return Expr(subtree(0)); }
  std::string_view aug_op() const { return subtree(1)->stringValue(); }
  Expr rhs() const { return Expr(subtree(2)); }
};

struct Return : Stmt {
  explicit Return(TreeRef tree) : Stmt(tree->expect(TK_RETURN, 1)) {}
  Expr expr() const { return Expr(subtree(0)); }  // None when nothing is written
};

struct Raise : Stmt {
  explicit Raise(TreeRef tree) : Stmt(tree->expect(TK_RAISE, 1)) {}
  Maybe<Expr> expr() const { return Maybe<Expr>(subtree(0)); }
};

// (assert test (option message))
struct Assert : Stmt {
  explicit Assert(TreeRef tree) : Stmt(tree->expect(TK_ASSERT, 2)) {}
  Expr test() const { return Expr(subtree(0)); }
  Maybe<Expr> msg() const { return Maybe<Expr>(subtree(1)); }
};

struct ExprStmt : Stmt {
  explicit ExprStmt(TreeRef tree) : Stmt(tree->expect(TK_EXPR_STMT, 1)) {}
  Expr expr() const { return Expr(subtree(0)); }
};

struct Delete : Stmt {
  explicit Delete(TreeRef tree) : Stmt(tree->expect(TK_DELETE, 1)) {}
  List<Expr> targets() const { return List<Expr>(subtree(0)); }
};

}  // namespace torch::jit
