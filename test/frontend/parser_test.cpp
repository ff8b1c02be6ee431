#include <gtest/gtest.h>
#include <torch/csrc/jit/frontend/error_report.h>
#include <torch/csrc/jit/frontend/parser.h>

#include <chrono>

namespace torch::jit {
namespace {

std::string expr(const std::string& text) {
  Parser p(std::make_shared<Source>(text));
  return p.parseWholeExpression().dump();
}

std::string stmt(const std::string& text) {
  Parser p(std::make_shared<Source>(text));
  return p.parseStatement()->dump();
}

// What a parse of the whole text says.
std::string error(const std::string& text) {
  try {
    Parser p(std::make_shared<Source>(text));
    while (!p.atEnd()) p.parseStatement();
  } catch (const ErrorReport& e) {
    return e.message();
  }
  return "no error";
}

#define V(x) "(variable (ident " x "))"

TEST(ParserTest, Precedence) {
  EXPECT_EQ(expr("a + b * c"), "(+ " V("a") " (* " V("b") " " V("c") "))");
  EXPECT_EQ(expr("a - b - c"), "(- (- " V("a") " " V("b") ") " V("c") ")");
  EXPECT_EQ(expr("-a ** -b"), "(unary minus (pow operator " V("a") " (unary minus " V("b") ")))");
  EXPECT_EQ(expr("a ** b ** c"), "(pow operator " V("a") " (pow operator " V("b") " " V("c") "))");
  EXPECT_EQ(expr("not a == b and c or d"), "(or (and (not (eq " V("a") " " V("b") ")) " V("c") ") " V("d") ")");
  EXPECT_EQ(expr("a | b ^ c & d << e"), "(| " V("a") " (^ " V("b") " (& " V("c") " (<< " V("d") " " V("e") "))))");
  EXPECT_EQ(expr("a if b else c if d else e"), "(if_expr " V("b") " " V("a") " (if_expr " V("d") " " V("c") " " V("e") "))");
  EXPECT_EQ(expr("a not in b"), "(not in " V("a") " " V("b") ")");
  EXPECT_EQ(expr("a is not b"), "(is not " V("a") " " V("b") ")");
  EXPECT_EQ(expr("~a.b[0](c)"), "(~ (apply (subscript (. " V("a") " (ident b)) (list (const 0))) (list " V("c") ") (list)))");
}

TEST(ParserTest, ComparisonsChain) {
  EXPECT_EQ(expr("a < b <= c"), "(comparison chain " V("a") " (comparison operator (<)) " V("b") " (comparison operator (le)) " V("c") ")");
  EXPECT_EQ(expr("a < b"), "(< " V("a") " " V("b") ")");
}

TEST(ParserTest, Displays) {
  EXPECT_EQ(expr("()"), "(tuple-literal (list))");
  EXPECT_EQ(expr("(a)"), V("a"));
  EXPECT_EQ(expr("(a,)"), "(tuple-literal (list " V("a") "))");
  EXPECT_EQ(expr("[1, 2.,]"), "(list-literal (list (const 1) (const 2.)))");
  EXPECT_EQ(expr("{a: 1, 'b': 2}"), "(dict-literal (list " V("a") " (string_literal b)) (list (const 1) (const 2)))");
  EXPECT_EQ(expr("[x for x in y if z]"), "(list comprehension " V("x") " " V("x") " " V("y") " (list " V("z") "))");
  EXPECT_EQ(expr("True, False, None"), "(tuple-literal (list (True) (False) (None)))");
}

TEST(ParserTest, Calls) {
  EXPECT_EQ(expr("f(a, *b, k=c,)"), "(apply " V("f") " (list " V("a") " (starred " V("b") ")) (list (attribute (ident k) " V("c") ")))");
  EXPECT_EQ(expr("x[1:, ::2, None, ...]"),
            "(subscript " V("x") " (list (slice expr (option (const 1)) (option) (option)) (slice expr (option) (option) (option (const 2))) (None) (dots)))");
}

TEST(ParserTest, Strings) {
  EXPECT_EQ(expr("'a' \"b\" '''c'''"), "(string_literal abc)");
  EXPECT_EQ(expr(R"('\x41\101\u00e9\n\q')"), "(string_literal AA\xc3\xa9\n\\q)");
  EXPECT_EQ(expr(R"(r'\n')"), "(string_literal \\n)");
  EXPECT_EQ(expr(R"('\303\251')"), "(string_literal \xc3\xa9)");  // bytes, as old archives write them
  EXPECT_EQ(expr("f'a{x}b{{c}}{y + 1}'"), "(f-string (list (string_literal a) " V("x") " (string_literal b{c}) (+ " V("y") " (const 1))))");
  EXPECT_EQ(error("x = '\\x4'"), "truncated escape in a string: 2 hexadecimal digits are expected");
  EXPECT_EQ(error("x = '\\ud800'"), "the escape is no Unicode character");
  EXPECT_EQ(error("x = f'{a'"), "the expression in the f-string is not closed");
}

TEST(ParserTest, Statements) {
  EXPECT_EQ(stmt("a, b, = c\n"), "(assign (list (tuple-literal (list " V("a") " " V("b") "))) (option " V("c") ") (option))");
  EXPECT_EQ(stmt("a, = c\n"), "(assign (list (tuple-literal (list " V("a") "))) (option " V("c") ") (option))");
  EXPECT_EQ(stmt("x : List[int] = y\n"), "(assign (list " V("x") ") (option " V("y") ") (option (subscript " V("List") " (list " V("int") "))))");
  EXPECT_EQ(stmt("x : int\n"), "(assign (list " V("x") ") (option) (option " V("int") "))");
  EXPECT_EQ(stmt("a = b = c\n"), "(assign (list " V("a") " " V("b") ") (option " V("c") ") (option))");
  EXPECT_EQ(stmt("self.x //= 2\n"), "(aug_assign (. " V("self") " (ident x)) //= (const 2))");
  EXPECT_EQ(stmt("del a[0], b\n"), "(del (list (subscript " V("a") " (list (const 0))) " V("b") "))");
  EXPECT_EQ(stmt("return\n"), "(return (None))");
  EXPECT_EQ(stmt("raise E(a) from b\n"), "(raise (option (apply " V("E") " (list " V("a") ") (list))))");
  EXPECT_EQ(stmt("assert a, b\n"), "(assert " V("a") " (option " V("b") "))");
  EXPECT_EQ(stmt("if a:\n  pass\nelif b:\n  pass\nelse:\n  c\n"),
            "(if " V("a") " (list (pass)) (list (if " V("b") " (list (pass)) (list (expression statement " V("c") ")))))");
  EXPECT_EQ(stmt("for i, (j, k) in x: pass\n"),
            "(for (list (tuple-literal (list " V("i") " (tuple-literal (list " V("j") " " V("k") "))))) (list " V("x") ") (list (pass)))");
  EXPECT_EQ(stmt("with a as b, c:\n  pass\n"), "(with (list (withitem " V("a") " (option " V("b") ")) (withitem " V("c") " (option))) (list (pass)))");
}

TEST(ParserTest, Definitions) {
  EXPECT_EQ(stmt("def f(self: A, x: int=3, *, y) -> Tensor:\n  return x\n"),
            "(def (ident f) (decl (list (param (ident self) (option " V("A") ") (option) (option)) (param (ident x) (option " V("int") ") (option (const 3)) (option)) "
            "(param (ident y) (option) (option) (option (ident y)))) (option " V("Tensor") ")) (list (return " V("x") ")) (list))");
  EXPECT_EQ(stmt("class A(B):\n  x : int\n"), "(class (ident A) (option " V("B") ") (list (assign (list " V("x") ") (option) (option " V("int") "))))");
  EXPECT_EQ(stmt("class A:\n  pass\n"), "(class (ident A) (option) (list (pass)))");
}

TEST(ParserTest, Numbers) {
  auto c = [](const char* text) {
    auto p = std::make_shared<Parser>(std::make_shared<Source>(text));
    return std::make_pair(p, Const(p->parseWholeExpression()));
  };
  EXPECT_EQ(c("0xff").second.asIntegral(), 255);
  EXPECT_EQ(c("9223372036854775807").second.asIntegral(), INT64_MAX);
  EXPECT_EQ(c("1_000").second.asIntegral(), 1000);
  EXPECT_THROW(c("9223372036854775808").second.asIntegral(), ErrorReport);
  EXPECT_EQ(c("1e-05").second.asFloatingPoint(), 1e-05);
  EXPECT_EQ(c("1.").second.asFloatingPoint(), 1.0);
  EXPECT_EQ(c("1e999").second.asFloatingPoint(), std::numeric_limits<double>::infinity());
  EXPECT_EQ(c("1e-999").second.asFloatingPoint(), 0.0);
  EXPECT_EQ(c("3j").second.asImaginary(), 3.0);
}

// ---- errors show the source with the range marked

std::string report(const std::string& text) {
  try {
    Parser p(std::make_shared<Source>(text, "m.py", 10));
    while (!p.atEnd()) p.parseStatement();
  } catch (const ErrorReport& e) {
    return e.what();
  }
  return "no error";
}

TEST(ParserTest, ErrorsPointAtTheToken) {
  EXPECT_EQ(report("def f(x):\n  y = x +\n  return y\n"),
            "\nexpected an expression but found 'newline' here:\n"
            "  File \"m.py\", line 11\n"
            "def f(x):\n"
            "  y = x +\n"
            "         ~ <--- HERE\n"
            "  return y\n");
  EXPECT_EQ(report("x = [1, 2\ny = lambda z: z\n").substr(0, 63), "\nexpected ']' but found 'y' here:\n  File \"m.py\", line 11\nx = [1");
  EXPECT_EQ(report("y = lambda z: z\n"),
            "\nlambda expressions are not supported:\n"
            "  File \"m.py\", line 10\n"
            "y = lambda z: z\n"
            "    ~~~~~~ <--- HERE\n");
  // The columns of wide text are counted in characters.
  EXPECT_EQ(report("\xc3\xa9\xc3\xa9 = ?\n"),
            "\nunexpected character '?':\n"
            "  File \"m.py\", line 10\n"
            "\xc3\xa9\xc3\xa9 = ?\n"
            "     ~ <--- HERE\n");
}

TEST(ParserTest, WhatPythonHasAndTorchScriptHasNot) {
  EXPECT_EQ(error("yield x"), "generators are not supported: yield");
  EXPECT_EQ(error("try:\n  pass\n"), "try blocks are not supported");
  EXPECT_EQ(error("global x"), "global variables are not supported");
  EXPECT_EQ(error("def f(*args): pass"), "parameters by * are not supported");
  EXPECT_EQ(error("f(**a)"), "keyword arguments by ** are not supported");
  EXPECT_EQ(error("{1, 2}"), "set literals are not supported");
  EXPECT_EQ(error("async def f(): pass"), "async and await are not supported");
  EXPECT_EQ(error("f(a=1, 2)"), "a positional argument follows a keyword argument");
  EXPECT_EQ(error("class A(B, C): pass"), "a class with more than one base is not supported");
  EXPECT_EQ(error("while x:\n  pass\nelse:\n  pass\n"), "else after a while loop is not supported");
  EXPECT_EQ(error("if x:\npass\n"), "expected an indented block after the condition of if but found 'pass' here");
}

TEST(ParserTest, HighlightOfSeveralLines) {
  auto source = std::make_shared<Source>("a = 1\nb = f(c,\n      d)\ne = 2\n", "m.py", 1);
  EXPECT_EQ(SourceRange(source, 10, 23).highlighted(),
            "  File \"m.py\", line 2\n"
            "a = 1\n"
            "b = f(c,\n"
            "    ~~~~\n"
            "      d)\n"
            "      ~~ <--- HERE\n"
            "e = 2\n");
}

// ---- hostile texts

TEST(ParserTest, NestingIsBounded) {
  const std::string message = "The code is nested too deeply, at most 1000 levels are allowed";
  EXPECT_EQ(error("x = " + std::string(100000, '(') + std::string(100000, ')')), message);
  EXPECT_EQ(error("x = " + std::string(100000, '(')), message);
  EXPECT_EQ(error("x = " + std::string(100000, '[')), message);
  EXPECT_EQ(error("x = " + std::string(100000, '-') + "1"), message);
  EXPECT_EQ(error("x = " + std::string(100000, '~') + "1"), message);
  std::string nots, calls = "f", braces, sums = "1", ifs, chain = "x", elifs = "if a:\n  pass\n", conditional = "x = ", powers = "x = 1", fstring = "x";
  for (int i = 0; i < 5000; ++i) {
    nots += "not ";
    calls += "()";
    braces += "{1:";
    sums += "+1";
    chain += ".y";
    elifs += "elif b:\n  pass\n";
    conditional += "a if b else ";
    powers += "**1";
  }
  for (int i = 0; i < 1200; ++i) ifs += std::string(i, ' ') + "if a:\n";
  EXPECT_EQ(error("x = " + nots + "a"), message);
  EXPECT_EQ(error("x = " + braces), message);
  EXPECT_EQ(error("x = " + calls), message);
  EXPECT_EQ(error("x = " + sums), message);
  EXPECT_EQ(error("x = " + chain), message);
  EXPECT_EQ(error(elifs), message);
  EXPECT_EQ(error(conditional + "c"), message);
  EXPECT_EQ(error(powers), message);
  EXPECT_NE(error(ifs), "no error");
  for (int i = 0; i < 4; ++i) fstring = "f'{" + fstring + "}'";
  EXPECT_NE(error("x = " + fstring), "");  // whatever it says, it ends
  // What is just allowed is parsed.
  EXPECT_EQ(error("x = " + std::string(990, '(') + "1" + std::string(990, ')')), "no error");
}

TEST(ParserTest, TimeIsLinear) {
  auto seconds = [](size_t n) {
    std::string text;
    for (size_t i = 0; i < n; ++i) text += "x" + std::to_string(i) + " = f(a, b[1:2], 'text', 1.5e3) + {'k': [1, 2, 3]}\n";
    double best = 1e9;
    for (int k = 0; k < 3; ++k) {
      const auto begin = std::chrono::steady_clock::now();
      EXPECT_EQ(error(text), "no error");
      best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    return best;
  };
  const double small = seconds(2000), large = seconds(16000);
  EXPECT_LT(large, small * 8 * 4) << "8 times the text took " << large / small << " times as long";
}

TEST(ParserTest, LongLiterals) {
  EXPECT_EQ(error("x = '" + std::string(10000000, 'a') + "'"), "no error");
  EXPECT_EQ(error("x = " + std::string(1000000, '9')), "no error");  // refused when its value is asked for
  std::string list = "x = [";
  for (int i = 0; i < 100000; ++i) list += "1,";
  EXPECT_EQ(error(list + "]"), "no error");
}

TEST(ParserTest, CutAndMangledTextsEndInAnError) {
  const std::string text =
      "class M(Module):\n  __parameters__ = [\"w\", ]\n  k : Final[int] = 3\n  def forward(self: __torch__.M,\n    x: Tensor) -> Tensor:\n"
      "    if torch.gt(x, -1.5e-05):\n      y = f\"{x}\"\n    else:\n      y, z, = (self).g(x, )\n    return annotate(List[int], [])\n";
  for (size_t cut = 0; cut < text.size(); ++cut) error(text.substr(0, cut));
  uint32_t seed = 1;
  for (int i = 0; i < 20000; ++i) {
    std::string mangled = text;
    for (int k = 0; k < 3; ++k) {
      seed = seed * 1664525u + 1013904223u;
      mangled[(seed >> 8) % mangled.size()] = static_cast<char>(seed >> 24);
    }
    error(mangled);
  }
}

}  // namespace
}  // namespace torch::jit
