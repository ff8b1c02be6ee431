#include <gtest/gtest.h>
#include <torch/csrc/jit/frontend/error_report.h>
#include <torch/csrc/jit/frontend/lexer.h>

namespace torch::jit {
namespace {

std::string tokens(const std::string& text) {
  Lexer lex(std::make_shared<Source>(text));
  std::string out;
  for (;;) {
    const Token t = lex.next();
    if (!out.empty()) out += ' ';
    const bool layout = t.kind == TK_NEWLINE || t.kind == TK_INDENT || t.kind == TK_DEDENT || t.kind == TK_EOF;
    out += layout ? kindToString(t.kind) : std::string(lex.text(t));
    if (t.kind == TK_EOF) return out;
  }
}

std::string error(const std::string& text) {
  try {
    tokens(text);
  } catch (const ErrorReport& e) {
    return e.message();
  }
  return "no error";
}

TEST(LexerTest, Operators) {
  EXPECT_EQ(tokens("a**=b//=c<<=d->e!=f...g:=h"), "a **= b //= c <<= d -> e != f ... g := h newline eof");
  EXPECT_EQ(tokens("x<=y>=z==w"), "x <= y >= z == w newline eof");
}

TEST(LexerTest, Numbers) {
  EXPECT_EQ(tokens("1 1. .5 1e-05 1E3 0x1F 0b101 1_000 2j"), "1 1. .5 1e-05 1E3 0x1F 0b101 1_000 2j newline eof");
  EXPECT_EQ(error("12abc"), "invalid number");
}

TEST(LexerTest, KeywordsAreNotPrefixesOfNames) {
  Lexer lex(std::make_shared<Source>("if iff is island not nothing None None_"));
  const int kinds[] = {TK_IF, TK_IDENT, TK_IS, TK_IDENT, TK_NOT, TK_IDENT, TK_NONE, TK_IDENT};
  for (int kind : kinds) EXPECT_EQ(lex.next().kind, kind);
}

TEST(LexerTest, Layout) {
  EXPECT_EQ(tokens("if a:\n  b\n  c\nd\n"), "if a : newline indent b newline c newline dedent d newline eof");
  // Two blocks end at once; the file ends without a newline.
  EXPECT_EQ(tokens("if a:\n  if b:\n    c"), "if a : newline indent if b : newline indent c newline dedent dedent eof");
  // Comments and empty lines are no lines; brackets and backslashes join lines.
  EXPECT_EQ(tokens("a # x\n\n   # y\nf(1,\n  2)\nb \\\n  c\n"), "a newline f ( 1 , 2 ) newline b c newline eof");
  EXPECT_EQ(tokens("if a:\n\tb\n        c\n"), "if a : newline indent b newline c newline dedent eof");  // a tab is eight columns
  EXPECT_EQ(tokens(""), "eof");
  EXPECT_EQ(tokens("\n\n"), "eof");
}

TEST(LexerTest, BadLayout) {
  EXPECT_EQ(error("if a:\n    b\n  c\n"), "invalid indent level, expected 0 but found 2");
}

TEST(LexerTest, Strings) {
  EXPECT_EQ(tokens("'a\\'b' \"c\" r'\\d' f\"{x}\" '''x\ny'''"), "'a\\'b' \"c\" r'\\d' f\"{x}\" '''x\ny''' newline eof");
  EXPECT_EQ(error("'abc"), "the string is not terminated");
  EXPECT_EQ(error("'abc\n'"), "the string is not terminated");
  EXPECT_EQ(error("'abc\\"), "the string is not terminated");
  EXPECT_EQ(error("b'abc'"), "bytes literals are not supported");
}

TEST(LexerTest, BadBytes) {
  EXPECT_EQ(error("a = \"\xff\""), "The source is not valid UTF-8");
  EXPECT_EQ(error("a\xc0\x80"), "The source is not valid UTF-8");       // an overlong null
  EXPECT_EQ(error("a\xed\xa0\x80"), "The source is not valid UTF-8");   // a surrogate
  EXPECT_EQ(error("abc\xe2\x82"), "The source is not valid UTF-8");     // cut
  EXPECT_EQ(error(std::string("a\0b", 3)), "The source contains a null byte");
  EXPECT_EQ(error("a ? b"), "unexpected character '?'");
  EXPECT_EQ(tokens("\xc3\xa9t\xc3\xa9 = 1"), "\xc3\xa9t\xc3\xa9 = 1 newline eof");
}

TEST(LexerTest, RangesAreExact) {
  auto source = std::make_shared<Source>("ab + cde");
  Lexer lex(source);
  lex.next();
  const Token plus = lex.next();
  EXPECT_EQ(plus.start, 3u);
  EXPECT_EQ(plus.end, 4u);
  EXPECT_EQ(lex.range(lex.cur()).text(), "cde");
}

}  // namespace
}  // namespace torch::jit
