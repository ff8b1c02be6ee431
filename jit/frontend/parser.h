// Recursive descent over the tokens of Lexer: a script's text becomes a syntax tree. Nesting is bounded (kMaxNesting), so no text overflows
// the stack, and the time is linear in the text's length. Errors are ErrorReports with the exact range.
#pragma once
#include <torch/csrc/jit/frontend/tree_views.h>

#include <memory>

namespace torch::jit {

class TORCH_API Parser {
 public:
  explicit Parser(std::shared_ptr<Source> source);
  ~Parser();

  // Each parses one construct from where the parser stands.
  TreeRef parseFunction(bool is_method = false);   // [decorators] def ...
  TreeRef parseClass();                            // class ...
  TreeRef parseStatement();
  Expr parseExp();                                 // a, b is a tuple
  // A whole text that is one expression; anything after it is an error. Type strings are parsed with it.
  Expr parseWholeExpression();
  bool atEnd();                                    // skips empty lines

  Lexer& lexer();
  const std::shared_ptr<TreeArena>& arena() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace torch::jit
