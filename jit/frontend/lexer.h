// Turns a script's text into tokens, one at a time: numbers, strings, names, keywords, operators, and the NEWLINE, INDENT and DEDENT that
// Python's layout stands for. A token is a kind and a range; its text is in the source. Kinds below 256 are the characters themselves, and
// the same numbers name the nodes of the syntax tree.
#pragma once
#include <torch/csrc/jit/frontend/source_range.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace torch::jit {

// name, text in messages and tree dumps, keyword ("" if it is none)
#define TC_FORALL_TOKEN_KINDS(_)                      \
  _(TK_EOF, "eof", "")                                \
  _(TK_WHITESPACE, "whitespace", "")                  \
  _(TK_WHITESPACE_EOF, "whitespace_eof", "")          \
  _(TK_NUMBER, "number", "")                          \
  _(TK_NEWLINE, "newline", "")                        \
  _(TK_INDENT, "indent", "")                          \
  _(TK_DEDENT, "dedent", "")                          \
  _(TK_DEF, "def", "def")                             \
  _(TK_EQUIVALENT, "equivalent", "<=>")               \
  _(TK_IDENT, "ident", "")                            \
  _(TK_STRING, "string", "")                          \
  _(TK_STRINGLITERAL, "string_literal", "")           \
  _(TK_FSTRING, "f-string", "")                       \
  _(TK_CONST, "const", "")                            \
  _(TK_LIST, "list", "")                              \
  _(TK_DICT, "dict", "")                              \
  _(TK_OPTION, "option", "")                          \
  _(TK_APPLY, "apply", "")                            \
  _(TK_COMPREHENSION, "comprehension", "")            \
  _(TK_RANGE_CONSTRAINT, "range_constraint", "")      \
  _(TK_PARAM, "param", "")                            \
  _(TK_INFERRED, "inferred", "")                      \
  _(TK_ACCESS, "access", "")                          \
  _(TK_ASSIGN, "assign", "")                          \
  _(TK_AUG_ASSIGN, "aug_assign", "")                  \
  _(TK_ATTRIBUTE, "attribute", "")                    \
  _(TK_IF, "if", "if")                                \
  _(TK_ELSE, "else", "else")                          \
  _(TK_ELIF, "elif", "elif")                          \
  _(TK_WHILE, "while", "while")                       \
  _(TK_EXPR_STMT, "expression statement", "")         \
  _(TK_RETURN, "return", "return")                    \
  _(TK_IS, "is", "is")                                \
  _(TK_ISNOT, "is not", "")                           \
  _(TK_NE, "ne", "!=")                                \
  _(TK_EQ, "eq", "==")                                \
  _(TK_LE, "le", "<=")                                \
  _(TK_GE, "ge", ">=")                                \
  _(TK_FLOOR_DIV, "floordiv", "//")                   \
  _(TK_IF_EXPR, "if_expr", "")                        \
  _(TK_TRUE, "True", "True")                          \
  _(TK_FALSE, "False", "False")                       \
  _(TK_NONE, "None", "None")                          \
  _(TK_AND, "and", "and")                             \
  _(TK_OR, "or", "or")                                \
  _(TK_NOT, "not", "not")                             \
  _(TK_LSHIFT, "<<", "<<")                            \
  _(TK_RSHIFT, ">>", ">>")                            \
  _(TK_CAST, "cast", "")                              \
  _(TK_PLUS_EQ, "+=", "+=")                           \
  _(TK_MINUS_EQ, "-=", "-=")                          \
  _(TK_TIMES_EQ, "*=", "*=")                          \
  _(TK_DIV_EQ, "/=", "/=")                            \
  _(TK_MOD_EQ, "%=", "%=")                            \
  _(TK_BIT_OR_EQ, "|=", "|=")                         \
  _(TK_BIT_AND_EQ, "&=", "&=")                        \
  _(TK_BIT_XOR_EQ, "^=", "^=")                        \
  _(TK_LSHIFT_EQ, "<<=", "<<=")                       \
  _(TK_RSHIFT_EQ, ">>=", ">>=")                       \
  _(TK_POW_EQ, "**=", "**=")                          \
  _(TK_FLOOR_DIV_EQ, "//=", "//=")                    \
  _(TK_MATMUL_EQ, "@=", "@=")                         \
  _(TK_GLOBAL, "global", "global")                    \
  _(TK_NONLOCAL, "nonlocal", "nonlocal")              \
  _(TK_BUILT_IN, "built-in", "")                      \
  _(TK_SUBSCRIPT, "subscript", "")                    \
  _(TK_VAR, "variable", "")                           \
  _(TK_NOTHING, "nothing", "")                        \
  _(TK_DICT_LITERAL, "dict-literal", "")              \
  _(TK_LIST_LITERAL, "list-literal", "")              \
  _(TK_TUPLE_LITERAL, "tuple-literal", "")            \
  _(TK_SET_LITERAL, "set-literal", "")                \
  _(TK_FOR, "for", "for")                             \
  _(TK_IN, "in", "in")                                \
  _(TK_NOTIN, "not in", "")                           \
  _(TK_STARRED, "starred", "")                        \
  _(TK_UNARY_MINUS, "unary minus", "")                \
  _(TK_UNARY_PLUS, "unary plus", "")                  \
  _(TK_POW, "pow operator", "**")                     \
  _(TK_ARROW, "arrow", "->")                          \
  _(TK_DECL, "decl", "")                              \
  _(TK_SLICE_EXPR, "slice expr", "")                  \
  _(TK_TYPE_COMMENT, "type comment", "")              \
  _(TK_RAISE, "raise", "raise")                       \
  _(TK_ASSERT, "assert", "assert")                    \
  _(TK_DOTS, "dots", "...")                           \
  _(TK_LIST_COMP, "list comprehension", "")           \
  _(TK_DICT_COMP, "dict comprehension", "")           \
  _(TK_BREAK, "break", "break")                       \
  _(TK_CONTINUE, "continue", "continue")              \
  _(TK_DELETE, "del", "del")                          \
  _(TK_PASS, "pass", "pass")                          \
  _(TK_CLASS_DEF, "class", "class")                   \
  _(TK_IMPORT, "import", "import")                    \
  _(TK_FROM, "from", "from")                          \
  _(TK_WITH, "with", "with")                          \
  _(TK_WITH_ITEM, "withitem", "")                     \
  _(TK_AS, "as", "as")                                \
  _(TK_TRY, "try", "try")                             \
  _(TK_EXCEPT, "except", "except")                    \
  _(TK_FINALLY, "finally", "finally")                 \
  _(TK_YIELD, "yield", "yield")                       \
  _(TK_LAMBDA, "lambda", "lambda")                    \
  _(TK_ASYNC, "async", "async")                       \
  _(TK_AWAIT, "await", "await")                       \
  _(TK_WALRUS, ":=", ":=")                            \
  _(TK_PROP, "property", "")                          \
  _(TK_COMPARE, "comparison chain", "")                \
  _(TK_COMPARE_OP, "comparison operator", "")          \
  _(TK_BLOCK, "block", "")

enum TokenKind : int {
  TK_DUMMY_START = 256,
#define DEFINE_TOKEN(name, text, keyword) name,
  TC_FORALL_TOKEN_KINDS(DEFINE_TOKEN)
#undef DEFINE_TOKEN
};

// "'+'" for a character, "ident" and the like for the others.
TORCH_API std::string kindToString(int kind);

struct Token {
  int kind = TK_EOF;
  uint32_t start = 0;
  uint32_t end = 0;
};

class TORCH_API Lexer {
 public:
  // Throws if the text is not valid UTF-8 or larger than 2 GiB.
  explicit Lexer(std::shared_ptr<Source> source);
  // Only [start, end) of the text, as if inside brackets; for the expressions in an f-string. The text has been checked already.
  Lexer(std::shared_ptr<Source> source, size_t start, size_t end);

  const Token& cur() const { return cur_; }
  Token next();                        // gives the current token and moves on
  bool nextIf(int kind);               // moves on if the current token is of that kind
  Token expect(int kind);              // moves on, or throws "expected X but found Y here"
  const Token& lookahead();            // the token after the current one

  std::string_view text(const Token& token) const { return text_.substr(token.start, token.end - token.start); }
  SourceRange range(const Token& token) const { return SourceRange(source_, token.start, token.end); }
  const std::shared_ptr<Source>& source() const { return source_; }

  [[noreturn]] void reportError(const std::string& what) const { reportError(what, cur_); }
  [[noreturn]] void reportError(const std::string& what, const Token& token) const;
  [[noreturn]] void expected(const std::string& what) const { expected(what, cur_); }
  [[noreturn]] void expected(const std::string& what, const Token& token) const;

 private:
  Token lex();
  Token lexRaw();
  Token lexNumber();
  Token lexString(size_t prefix);
  Token make(int kind, size_t start, size_t end);
  [[noreturn]] void fail(size_t start, size_t end, const std::string& what) const;
  void startLine();

  std::shared_ptr<Source> source_;
  std::string_view text_;
  size_t pos_ = 0;
  int nesting_ = 0;                   // open brackets: newlines inside are white space
  bool at_line_start_ = true;
  bool any_on_line_ = false;          // the current line has had a token
  int pending_dedents_ = 0;
  bool pending_indent_ = false;
  std::vector<uint32_t> indents_{0};
  Token cur_;
  Token ahead_;
  bool has_ahead_ = false;
};

}  // namespace torch::jit
