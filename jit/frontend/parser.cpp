#include <torch/csrc/jit/frontend/parser.h>

#include <torch/csrc/jit/frontend/error_report.h>

#include <initializer_list>

namespace torch::jit {

namespace {

// Binding strength of binary operators, loosest first; 0 is no operator. Comparisons are one level and chain.
enum Precedence { kOr = 1, kAnd, kNot, kCompare, kBitOr, kBitXor, kBitAnd, kShift, kSum, kProduct, kUnary, kPower };

int precedence(int kind) {
  switch (kind) {
    case TK_OR: return kOr;
    case TK_AND: return kAnd;
    case '<': case '>': case TK_LE: case TK_GE: case TK_EQ: case TK_NE: case TK_IN: case TK_IS: case TK_NOT: return kCompare;
    case '|': return kBitOr;
    case '^': return kBitXor;
    case '&': return kBitAnd;
    case TK_LSHIFT: case TK_RSHIFT: return kShift;
    case '+': case '-': return kSum;
    case '*': case '/': case TK_FLOOR_DIV: case '%': case '@': return kProduct;
    default: return 0;
  }
}

const char* unsupported_keyword(int kind) {
  switch (kind) {
    case TK_LAMBDA: return "lambda expressions are not supported";
    case TK_YIELD: return "generators are not supported: yield";
    case TK_ASYNC: case TK_AWAIT: return "async and await are not supported";
    case TK_TRY: case TK_EXCEPT: case TK_FINALLY: return "try blocks are not supported";
    case TK_GLOBAL: return "global variables are not supported";
    case TK_NONLOCAL: return "nonlocal variables are not supported";
    default: return nullptr;
  }
}

void append_utf8(std::string& out, uint32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xc0 | (c >> 6));
    out += static_cast<char>(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xe0 | (c >> 12));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (c & 0x3f));
  } else {
    out += static_cast<char>(0xf0 | (c >> 18));
    out += static_cast<char>(0x80 | ((c >> 12) & 0x3f));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (c & 0x3f));
  }
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

struct Parser::Impl {
  explicit Impl(std::shared_ptr<Source> source) : lex(source), arena(std::make_shared<TreeArena>(source)) {}
  // A part of the same text and the same tree: an expression in an f-string.
  Impl(const std::shared_ptr<TreeArena>& arena, size_t start, size_t end, int depth) : lex(arena->source(), start, end), arena(arena), depth(depth) {}

  Lexer lex;
  std::shared_ptr<TreeArena> arena;
  std::vector<const Tree*> scratch;  // children of the nodes that are open, innermost last
  int depth = 0;
  uint32_t last_end = 0;             // where the last token taken ended

  struct Level {
    explicit Level(Impl& p) : p(p) {
      if (++p.depth > kMaxNesting) {
        --p.depth;
        p.lex.reportError("The code is nested too deeply, at most " + std::to_string(kMaxNesting) + " levels are allowed");
      }
    }
    ~Level() { --p.depth; }
    Impl& p;
  };

  const Token& cur() const { return lex.cur(); }
  bool at(int kind) const { return lex.cur().kind == kind; }
  Token take() {
    Token t = lex.next();
    last_end = t.end;
    return t;
  }
  bool accept(int kind) {
    if (!at(kind)) return false;
    take();
    return true;
  }
  Token expect(int kind) {
    if (!at(kind)) {
      refuse();
      lex.expect(kind);
    }
    return take();
  }
  // A keyword that Python has and TorchScript has not gets its own sentence.
  void refuse() {
    if (const char* what = unsupported_keyword(cur().kind)) lex.reportError(what);
  }

  const Tree* node(int kind, uint32_t start, std::initializer_list<const Tree*> children) { return arena->compound(kind, start, last_end, children); }
  const Tree* list(size_t base, uint32_t start, uint32_t end, int kind = TK_LIST) {
    const Tree* tree = arena->compound(kind, start, end, scratch.data() + base, scratch.size() - base);
    scratch.resize(base);
    return tree;
  }
  const Tree* empty(int kind) { return arena->compound(kind, cur().start, cur().start, {}); }
  const Tree* some(const Tree* tree) { return arena->compound(TK_OPTION, tree->start_, tree->end_, {tree}); }
  const Tree* none() { return empty(TK_OPTION); }

  const Tree* ident() {
    if (!at(TK_IDENT)) {
      refuse();
      lex.expected("ident");
    }
    Token t = take();
    return arena->compound(TK_IDENT, t.start, t.end, {arena->atom(t.start, t.end, lex.text(t))});
  }

  // ---- expressions

  const Tree* parseTuple(bool allow_starred = true) {
    const uint32_t start = cur().start;
    const Tree* first = parseElement(allow_starred);
    if (!at(',')) return first;
    const size_t base = scratch.size();
    scratch.push_back(first);
    while (accept(',')) {
      if (ends_list()) break;
      scratch.push_back(parseElement(allow_starred));
    }
    const Tree* items = list(base, start, last_end);
    return node(TK_TUPLE_LITERAL, start, {items});
  }

  bool ends_list() const {
    switch (cur().kind) {
      case TK_NEWLINE: case TK_EOF: case '=': case ')': case ']': case '}': case ':': case ';': case TK_IN:
      case TK_PLUS_EQ: case TK_MINUS_EQ: case TK_TIMES_EQ: case TK_DIV_EQ:
        return true;
      default:
        return false;
    }
  }

  const Tree* parseElement(bool allow_starred) {
    if (allow_starred && at('*')) {
      const uint32_t start = take().start;
      const Tree* value = parseBinary(kBitOr);
      return node(TK_STARRED, start, {value});
    }
    return parseExpr();
  }

  const Tree* parseExpr() {
    Level level(*this);
    const uint32_t start = cur().start;
    const Tree* value = parseBinary(kOr);
    if (at(TK_WALRUS)) lex.reportError("assignment expressions are not supported");
    if (!at(TK_IF)) return value;
    take();
    const Tree* condition = parseBinary(kOr);
    expect(TK_ELSE);
    const Tree* otherwise = parseExpr();
    return node(TK_IF_EXPR, start, {condition, value, otherwise});
  }

  const Tree* parseBinary(int lowest) {
    const uint32_t start = cur().start;
    const Tree* left;
    if (at(TK_NOT)) {
      Level level(*this);
      take();
      left = parseBinary(kNot);
      left = node(TK_NOT, start, {left});
      if (lowest > kNot) return left;
    } else {
      left = parseUnary();
    }
    for (;;) {
      const int level = precedence(cur().kind);
      if (level == 0 || level < lowest) return left;
      if (level == kCompare) {
        if (at(TK_NOT) && lex.lookahead().kind != TK_IN) return left;
        left = parseComparison(left, start);
        continue;
      }
      const int kind = take().kind;
      const Tree* right = parseBinary(level + 1);
      left = node(kind, start, {left, right});
    }
  }

  const Tree* parseComparison(const Tree* left, uint32_t start) {
    const size_t base = scratch.size();
    scratch.push_back(left);
    while (precedence(cur().kind) == kCompare) {
      Token t = cur();
      int kind = t.kind;
      if (kind == TK_NOT && lex.lookahead().kind != TK_IN) break;
      take();
      if (kind == TK_NOT) {
        take();
        kind = TK_NOTIN;
      } else if (kind == TK_IS && accept(TK_NOT)) {
        kind = TK_ISNOT;
      }
      const Tree* op = arena->compound(kind, t.start, last_end, {});
      scratch.push_back(arena->compound(TK_COMPARE_OP, t.start, last_end, {op}));
      scratch.push_back(parseBinary(kBitOr));
    }
    if (scratch.size() - base == 3) {
      const int kind = scratch[base + 1]->tree(0)->kind();
      const Tree* a = scratch[base];
      const Tree* b = scratch[base + 2];
      scratch.resize(base);
      return node(kind, start, {a, b});
    }
    return list(base, start, last_end, TK_COMPARE);
  }

  const Tree* parseUnary() {
    const int kind = cur().kind;
    if (kind != '-' && kind != '+' && kind != '~') return parsePower();
    Level level(*this);
    const uint32_t start = take().start;
    const Tree* operand = parseUnary();
    return node(kind == '-' ? int(TK_UNARY_MINUS) : kind == '+' ? int(TK_UNARY_PLUS) : '~', start, {operand});
  }

  const Tree* parsePower() {
    const uint32_t start = cur().start;
    const Tree* base = parsePostfix();
    if (!at(TK_POW)) return base;
    Level level(*this);
    take();
    const Tree* exponent = parseUnary();  // right associative
    return node(TK_POW, start, {base, exponent});
  }

  const Tree* parsePostfix() {
    const uint32_t start = cur().start;
    const Tree* value = parsePrimary();
    for (;;) {
      if (at('.')) {
        take();
        const Tree* name = ident();
        value = node('.', start, {value, name});
      } else if (at('(')) {
        value = parseCall(value, start);
      } else if (at('[')) {
        value = parseSubscript(value, start);
      } else {
        return value;
      }
    }
  }

  const Tree* parseCall(const Tree* callee, uint32_t start) {
    const uint32_t open = take().start;
    const size_t base = scratch.size();
    std::vector<const Tree*> keywords;
    while (!at(')')) {
      if (at(TK_IDENT) && lex.lookahead().kind == '=') {
        const uint32_t at_name = cur().start;
        const Tree* name = ident();
        take();
        const Tree* value = parseExpr();
        keywords.push_back(node(TK_ATTRIBUTE, at_name, {name, value}));
      } else if (at(TK_POW)) {
        lex.reportError("keyword arguments by ** are not supported");
      } else {
        if (!keywords.empty() && !at('*')) lex.reportError("a positional argument follows a keyword argument");
        const Tree* value = parseElement(true);
        if (at(TK_FOR)) value = parseComprehension(value, nullptr, value->start_, ')');
        scratch.push_back(value);
      }
      if (!accept(',')) break;
    }
    const Tree* inputs = list(base, open, last_end);
    expect(')');
    const Tree* attributes = arena->compound(TK_LIST, open, last_end, keywords.data(), keywords.size());
    return node(TK_APPLY, start, {callee, inputs, attributes});
  }

  const Tree* parseSubscript(const Tree* value, uint32_t start) {
    const uint32_t open = take().start;
    const size_t base = scratch.size();
    bool comma = false;
    while (!at(']')) {
      scratch.push_back(parseIndex());
      if (!accept(',')) break;
      comma = true;
    }
    if (scratch.size() == base) lex.expected("an index");
    (void)comma;
    const Tree* indices = list(base, open, last_end);
    expect(']');
    return node(TK_SUBSCRIPT, start, {value, indices});
  }

  const Tree* parseIndex() {
    const uint32_t start = cur().start;
    const Tree* first = at(':') ? none() : nullptr;
    if (!first) {
      const Tree* value = parseElement(true);
      if (!at(':')) return value;
      first = some(value);
    }
    expect(':');
    const Tree* second = at(']') || at(',') || at(':') ? none() : some(parseExpr());
    const Tree* third = accept(':') && !at(']') && !at(',') ? some(parseExpr()) : none();
    return node(TK_SLICE_EXPR, start, {first, second, third});
  }

  const Tree* parsePrimary() {
    const Token t = cur();
    switch (t.kind) {
      case TK_IDENT: {
        const Tree* name = ident();
        return arena->compound(TK_VAR, t.start, t.end, {name});
      }
      case TK_NUMBER: {
        take();
        return arena->compound(TK_CONST, t.start, t.end, {arena->atom(t.start, t.end, lex.text(t))});
      }
      case TK_STRINGLITERAL: case TK_FSTRING:
        return parseStrings();
      case TK_TRUE: case TK_FALSE: case TK_NONE: case TK_DOTS:
        take();
        return arena->compound(t.kind, t.start, t.end, {});
      case '(':
        return parseParentheses();
      case '[':
        return parseListLiteral();
      case '{':
        return parseBraces();
      default:
        refuse();
        lex.expected("an expression");
    }
  }

  const Tree* parseParentheses() {
    const uint32_t start = take().start;
    if (at(')')) {
      take();
      const Tree* items = arena->compound(TK_LIST, start, last_end, {});
      return node(TK_TUPLE_LITERAL, start, {items});
    }
    refuse();
    const Tree* value = parseTuple();
    if (at(TK_FOR)) lex.reportError("generator expressions are not supported here");
    expect(')');
    if (value->kind() != TK_TUPLE_LITERAL) return value;
    // The tuple's range has its parentheses.
    if (value->start_ > start) return arena->compound(TK_TUPLE_LITERAL, start, last_end, {value->tree(0)});
    return value;
  }

  const Tree* parseListLiteral() {
    const uint32_t start = take().start;
    const size_t base = scratch.size();
    while (!at(']')) {
      const Tree* value = parseElement(true);
      if (at(TK_FOR) && scratch.size() == base) {
        const Tree* comprehension = parseComprehension(value, nullptr, start, ']');
        expect(']');
        return comprehension;
      }
      scratch.push_back(value);
      if (!accept(',')) break;
    }
    const Tree* items = list(base, start, last_end);
    expect(']');
    return node(TK_LIST_LITERAL, start, {items});
  }

  const Tree* parseBraces() {
    const uint32_t start = take().start;
    const size_t base = scratch.size();
    std::vector<const Tree*> values;
    while (!at('}')) {
      const Tree* key = parseExpr();
      if (!at(':')) {
        if (values.empty()) lex.reportError("set literals are not supported");
        lex.expected("':'");
      }
      take();
      const Tree* value = parseExpr();
      if (at(TK_FOR) && values.empty()) {
        const Tree* comprehension = parseComprehension(key, value, start, '}');
        expect('}');
        return comprehension;
      }
      scratch.push_back(key);
      values.push_back(value);
      if (!accept(',')) break;
    }
    const Tree* keys = list(base, start, last_end);
    const Tree* value_list = arena->compound(TK_LIST, start, last_end, values.data(), values.size());
    expect('}');
    return node(TK_DICT_LITERAL, start, {keys, value_list});
  }

  const Tree* parseComprehension(const Tree* element, const Tree* value, uint32_t start, int) {
    expect(TK_FOR);
    const Tree* target = parseTargets();
    expect(TK_IN);
    const Tree* iterator = parseBinary(kOr);
    const size_t base = scratch.size();
    const uint32_t at_conditions = cur().start;
    while (accept(TK_IF)) scratch.push_back(parseBinary(kOr));
    if (at(TK_FOR)) lex.reportError("a comprehension with more than one for is not supported");
    const Tree* conditions = list(base, at_conditions, last_end);
    return value ? node(TK_DICT_COMP, start, {element, value, target, iterator, conditions}) : node(TK_LIST_COMP, start, {element, target, iterator, conditions});
  }

  // What stands between `for` and `in`: names, tuples of them.
  const Tree* parseTargets() {
    const uint32_t start = cur().start;
    const Tree* first = parsePostfix();
    if (!at(',')) return first;
    const size_t base = scratch.size();
    scratch.push_back(first);
    while (accept(',') && !at(TK_IN)) scratch.push_back(parsePostfix());
    const Tree* items = list(base, start, last_end);
    return node(TK_TUPLE_LITERAL, start, {items});
  }

  // ---- strings

  const Tree* parseStrings() {
    const Token first = cur();
    if (first.kind == TK_STRINGLITERAL && lex.lookahead().kind != TK_STRINGLITERAL && lex.lookahead().kind != TK_FSTRING) {
      take();
      return literal(first.start, first.end, unescape(first));
    }
    bool formatted = false;
    std::string text;  // of the literal parts since the last expression
    const size_t base = scratch.size();
    while (at(TK_STRINGLITERAL) || at(TK_FSTRING)) {
      Token t = take();
      if (t.kind == TK_STRINGLITERAL) {
        text += unescape(t);
      } else {
        formatted = true;
        parseFString(t, text);
      }
    }
    if (!formatted) return literal(first.start, last_end, arena->keep(text));
    if (!text.empty()) scratch.push_back(literal(first.start, last_end, arena->keep(text)));
    const Tree* parts = list(base, first.start, last_end);
    return arena->compound(TK_FSTRING, first.start, last_end, {parts});
  }

  const Tree* literal(uint32_t start, uint32_t end, std::string_view text) {
    return arena->compound(TK_STRINGLITERAL, start, end, {arena->atom(start, end, text)});
  }

  // Pushes the parts of one f-string; literal text goes to `text` until an expression ends it.
  void parseFString(const Token& t, std::string& text) {
    size_t begin, end;
    bool raw;
    body(t, begin, end, raw);
    const std::string_view all = arena->source()->text();
    size_t i = begin;
    while (i < end) {
      const char c = all[i];
      if ((c == '{' || c == '}') && i + 1 < end && all[i + 1] == c) {
        text += c;
        i += 2;
        continue;
      }
      if (c == '}') fail(i, i + 1, "a single '}' is not allowed in an f-string");
      if (c != '{') {
        size_t stop = i;
        while (stop < end && all[stop] != '{' && all[stop] != '}') ++stop;
        unescapeTo(text, i, stop, raw);
        i = stop;
        continue;
      }
      // The expression goes to the matching brace; strings in it may hold braces.
      size_t stop = i + 1;
      int nesting = 0;
      char quote = 0;
      for (; stop < end; ++stop) {
        const char s = all[stop];
        if (quote) {
          if (s == quote) quote = 0;
        } else if (s == '"' || s == '\'') {
          quote = s;
        } else if (s == '(' || s == '[' || s == '{') {
          ++nesting;
        } else if (nesting > 0 && (s == ')' || s == ']' || s == '}')) {
          --nesting;
        } else if (nesting == 0 && (s == '}' || (s == ':' ) || (s == '!' && stop + 1 < end && all[stop + 1] != '='))) {
          break;
        }
      }
      if (stop >= end) fail(i, i + 1, "the expression in the f-string is not closed");
      if (!text.empty()) scratch.push_back(literal(static_cast<uint32_t>(begin), static_cast<uint32_t>(i), arena->keep(text)));
      text.clear();
      if (all[stop] != '}') fail(stop, stop + 1, "format specifications and conversions in f-strings are not supported");
      Level level(*this);
      Impl inner(arena, i + 1, stop, depth);
      scratch.push_back(inner.parseTuple());
      if (!inner.at(TK_EOF) && !inner.at(TK_NEWLINE)) inner.lex.expected("'}'");
      i = stop + 1;
    }
  }

  [[noreturn]] void fail(size_t start, size_t end, const std::string& what) { throw ErrorReport(SourceRange(arena->source(), start, end)) << what; }

  // The characters between a string token's quotes.
  void body(const Token& t, size_t& begin, size_t& end, bool& raw) const {
    const std::string_view text = arena->source()->text();
    raw = false;
    begin = t.start;
    while (text[begin] != '"' && text[begin] != '\'') {
      raw = raw || text[begin] == 'r' || text[begin] == 'R';
      ++begin;
    }
    const char quote = text[begin];
    const bool triple = t.end - begin >= 6 && text[begin + 1] == quote && text[begin + 2] == quote;
    begin += triple ? 3 : 1;
    end = t.end - (triple ? 3 : 1);
  }

  std::string_view unescape(const Token& t) {
    size_t begin, end;
    bool raw;
    body(t, begin, end, raw);
    const std::string_view text = arena->source()->text().substr(begin, end - begin);
    if (raw || text.find('\\') == std::string_view::npos) return text;
    std::string out;
    unescapeTo(out, begin, end, false);
    return arena->keep(out);
  }

  // Python's escapes. \x and octal give bytes, as archives of PyTorch use them for text that is not ASCII.
  void unescapeTo(std::string& out, size_t begin, size_t end, bool raw) {
    const std::string_view text = arena->source()->text();
    for (size_t i = begin; i < end; ++i) {
      const char c = text[i];
      if (c != '\\' || raw) {
        out += c;
        continue;
      }
      const size_t escape = i;
      const char e = text[++i];  // there is one: a backslash never ends a string
      auto hex = [&](size_t digits) {
        uint32_t value = 0;
        for (size_t k = 0; k < digits; ++k) {
          const int v = i + 1 < end ? hex_value(text[i + 1]) : -1;
          if (v < 0) fail(escape, i + 1, "truncated escape in a string: " + std::to_string(digits) + " hexadecimal digits are expected");
          value = value * 16 + static_cast<uint32_t>(v);
          ++i;
        }
        return value;
      };
      switch (e) {
        case 'n': out += '\n'; break;
        case 't': out += '\t'; break;
        case 'r': out += '\r'; break;
        case 'b': out += '\b'; break;
        case 'f': out += '\f'; break;
        case 'v': out += '\v'; break;
        case 'a': out += '\a'; break;
        case '\\': case '\'': case '"': out += e; break;
        case '\n': break;
        case '\r': if (i + 1 < end && text[i + 1] == '\n') ++i; break;
        case 'x': out += static_cast<char>(hex(2)); break;
        case 'u': case 'U': {
          const uint32_t value = hex(e == 'u' ? 4 : 8);
          if (value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) fail(escape, i + 1, "the escape is no Unicode character");
          append_utf8(out, value);
          break;
        }
        case 'N': fail(escape, i + 1, "escapes by character name are not supported");
        case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7': {
          int value = e - '0';
          for (int k = 0; k < 2 && i + 1 < end && text[i + 1] >= '0' && text[i + 1] <= '7'; ++k) value = value * 8 + (text[++i] - '0');
          if (value > 255) fail(escape, i + 1, "the octal escape is larger than 255");
          out += static_cast<char>(value);
          break;
        }
        default:
          out += '\\';
          out += e;
      }
    }
  }

  // ---- statements

  // One logical line may have several simple statements; they are pushed onto scratch.
  void parseStatementsOfLine() {
    switch (cur().kind) {
      case TK_IF: scratch.push_back(parseIf()); return;
      case TK_WHILE: scratch.push_back(parseWhile()); return;
      case TK_FOR: scratch.push_back(parseFor()); return;
      case TK_WITH: scratch.push_back(parseWith()); return;
      case TK_DEF: case '@': scratch.push_back(parseDef()); return;
      case TK_CLASS_DEF: scratch.push_back(parseClassDef()); return;
      default: break;
    }
    for (;;) {
      scratch.push_back(parseSimple());
      if (!accept(';') || at(TK_NEWLINE)) break;
    }
    if (!at(TK_EOF)) expect(TK_NEWLINE);
  }

  const Tree* parseSimple() {
    const uint32_t start = cur().start;
    switch (cur().kind) {
      case TK_RETURN: {
        take();
        const Tree* value = at(TK_NEWLINE) || at(';') || at(TK_EOF) ? arena->compound(TK_NONE, start, last_end, {}) : parseTuple();
        return node(TK_RETURN, start, {value});
      }
      case TK_RAISE: {
        take();
        const Tree* value = at(TK_NEWLINE) || at(';') || at(TK_EOF) ? none() : some(parseExpr());
        if (accept(TK_FROM)) parseExpr();
        return node(TK_RAISE, start, {value});
      }
      case TK_ASSERT: {
        take();
        const Tree* test = parseExpr();
        const Tree* message = accept(',') ? some(parseExpr()) : none();
        return node(TK_ASSERT, start, {test, message});
      }
      case TK_PASS: case TK_BREAK: case TK_CONTINUE: {
        const int kind = take().kind;
        return node(kind, start, {});
      }
      case TK_DELETE: {
        take();
        const size_t base = scratch.size();
        do scratch.push_back(parsePostfix());
        while (accept(','));
        const Tree* targets = list(base, start, last_end);
        return node(TK_DELETE, start, {targets});
      }
      case TK_IMPORT: case TK_FROM:
        lex.reportError("imports are not supported here");
      default:
        return parseAssignment();
    }
  }

  const Tree* parseAssignment() {
    refuse();
    const uint32_t start = cur().start;
    const Tree* first = parseTuple();
    switch (cur().kind) {
      case ':': {
        take();
        const Tree* type = some(parseExpr());
        const Tree* value = accept('=') ? some(parseTuple()) : none();
        const Tree* targets = arena->compound(TK_LIST, first->start_, first->end_, {first});
        return node(TK_ASSIGN, start, {targets, value, type});
      }
      case '=': {
        const size_t base = scratch.size();
        const Tree* value = first;
        while (accept('=')) {
          scratch.push_back(value);
          value = parseTuple();
        }
        const Tree* targets = list(base, start, value->start_);
        const Tree* rhs = some(value);
        const Tree* type = none();
        return node(TK_ASSIGN, start, {targets, rhs, type});
      }
      case TK_PLUS_EQ: case TK_MINUS_EQ: case TK_TIMES_EQ: case TK_DIV_EQ: case TK_MOD_EQ: case TK_BIT_OR_EQ: case TK_BIT_AND_EQ: case TK_BIT_XOR_EQ:
      case TK_LSHIFT_EQ: case TK_RSHIFT_EQ: case TK_POW_EQ: case TK_FLOOR_DIV_EQ: case TK_MATMUL_EQ: {
        Token t = take();
        const Tree* op = arena->atom(t.start, t.end, lex.text(t));
        const Tree* value = parseTuple();
        return node(TK_AUG_ASSIGN, start, {first, op, value});
      }
      default:
        return node(TK_EXPR_STMT, start, {first});
    }
  }

  // `: NEWLINE INDENT statements DEDENT`, or statements on the same line.
  const Tree* parseBlock(const char* after) {
    Level level(*this);
    const uint32_t start = cur().start;
    if (!at(':')) lex.expected(std::string("':' after ") + after);
    take();
    const size_t base = scratch.size();
    if (at(TK_NEWLINE)) {
      take();
      if (!at(TK_INDENT)) lex.expected(std::string("an indented block after ") + after);
      take();
      while (!accept(TK_DEDENT)) parseStatementsOfLine();
    } else {
      for (;;) {
        scratch.push_back(parseSimple());
        if (!accept(';') || at(TK_NEWLINE)) break;
      }
      if (!at(TK_EOF)) expect(TK_NEWLINE);
    }
    const uint32_t end = scratch.size() > base ? scratch.back()->end_ : start;
    return list(base, start, end);
  }

  const Tree* parseIf() {
    const uint32_t start = take().start;
    const Tree* condition = parseExpr();
    const Tree* then = parseBlock("the condition of if");
    const Tree* otherwise;
    if (at(TK_ELIF)) {
      Level level(*this);
      const Tree* inner = parseIf();
      otherwise = arena->compound(TK_LIST, inner->start_, inner->end_, {inner});
    } else if (accept(TK_ELSE)) {
      otherwise = parseBlock("else");
    } else {
      otherwise = arena->compound(TK_LIST, then->end_, then->end_, {});
    }
    const uint32_t end = otherwise->size() ? otherwise->end_ : then->end_;
    return arena->compound(TK_IF, start, end, {condition, then, otherwise});
  }

  const Tree* parseWhile() {
    const uint32_t start = take().start;
    const Tree* condition = parseExpr();
    const Tree* body = parseBlock("the condition of while");
    if (at(TK_ELSE)) lex.reportError("else after a while loop is not supported");
    return arena->compound(TK_WHILE, start, body->end_, {condition, body});
  }

  const Tree* parseFor() {
    const uint32_t start = take().start;
    const Tree* target = parseTargets();
    const Tree* targets = arena->compound(TK_LIST, target->start_, target->end_, {target});
    expect(TK_IN);
    const Tree* iterator = parseTuple();
    const Tree* iterators = arena->compound(TK_LIST, iterator->start_, iterator->end_, {iterator});
    const Tree* body = parseBlock("the iterator of for");
    if (at(TK_ELSE)) lex.reportError("else after a for loop is not supported");
    return arena->compound(TK_FOR, start, body->end_, {targets, iterators, body});
  }

  const Tree* parseWith() {
    const uint32_t start = take().start;
    const size_t base = scratch.size();
    do {
      const uint32_t at_item = cur().start;
      const Tree* target = parseExpr();
      const Tree* variable = accept(TK_AS) ? some(parsePostfix()) : none();
      scratch.push_back(node(TK_WITH_ITEM, at_item, {target, variable}));
    } while (accept(','));
    const Tree* items = list(base, start, last_end);
    const Tree* body = parseBlock("with");
    return arena->compound(TK_WITH, start, body->end_, {items, body});
  }

  const Tree* parseDef() {
    const uint32_t start = cur().start;
    std::vector<const Tree*> decorators;
    while (at('@')) {
      take();
      decorators.push_back(parseExpr());
      expect(TK_NEWLINE);
    }
    if (at(TK_CLASS_DEF)) {
      if (!decorators.empty()) lex.reportError("decorators of classes are not supported");
      return parseClassDef();
    }
    const uint32_t at_def = cur().start;
    expect(TK_DEF);
    const Tree* name = ident();
    const Tree* params = parseParams();
    const Tree* returns = accept(TK_ARROW) ? some(parseExpr()) : none();
    const Tree* decl = arena->compound(TK_DECL, params->start_, last_end, {params, returns});
    const Tree* body = parseBlock("the signature of def");
    const Tree* decorator_list = arena->compound(TK_LIST, start, at_def, decorators.data(), decorators.size());
    return arena->compound(TK_DEF, at_def, body->end_, {name, decl, body, decorator_list});
  }

  const Tree* parseParams() {
    const uint32_t start = expect('(').start;
    const size_t base = scratch.size();
    bool keyword_only = false;
    while (!at(')')) {
      if (at('*')) {
        take();
        if (!at(',')) lex.reportError("parameters by * are not supported");
        if (keyword_only) lex.reportError("* may stand once in a list of parameters");
        keyword_only = true;
      } else if (at(TK_POW)) {
        lex.reportError("parameters by ** are not supported");
      } else if (at('/')) {
        lex.reportError("positional-only parameters are not supported");
      } else {
        const uint32_t at_param = cur().start;
        const Tree* name = ident();
        const Tree* type = accept(':') ? some(parseExpr()) : none();
        const Tree* value = accept('=') ? some(parseExpr()) : none();
        const Tree* flag = keyword_only ? some(name) : none();
        scratch.push_back(node(TK_PARAM, at_param, {name, type, value, flag}));
      }
      if (!accept(',')) break;
    }
    const Tree* params = list(base, start, last_end);
    expect(')');
    return params;
  }

  const Tree* parseClassDef() {
    const uint32_t start = expect(TK_CLASS_DEF).start;
    const Tree* name = ident();
    const Tree* base = nullptr;
    if (accept('(')) {
      if (!at(')')) base = some(parseExpr());
      if (at(',')) lex.reportError("a class with more than one base is not supported");
      expect(')');
    }
    if (!base) base = none();
    const Tree* body = parseBlock("the name of class");
    return arena->compound(TK_CLASS_DEF, start, body->end_, {name, base, body});
  }
};

Parser::Parser(std::shared_ptr<Source> source) : impl_(std::make_unique<Impl>(std::move(source))) {}
Parser::~Parser() = default;

TreeRef Parser::parseFunction(bool) { return impl_->parseDef(); }
TreeRef Parser::parseClass() { return impl_->parseClassDef(); }

TreeRef Parser::parseStatement() {
  const size_t base = impl_->scratch.size();
  const uint32_t start = impl_->cur().start;
  impl_->parseStatementsOfLine();
  if (impl_->scratch.size() == base + 1) {
    const Tree* tree = impl_->scratch.back();
    impl_->scratch.resize(base);
    return tree;
  }
  return impl_->list(base, start, impl_->last_end);
}

Expr Parser::parseExp() { return Expr(impl_->parseTuple()); }

Expr Parser::parseWholeExpression() {
  const Tree* tree = impl_->parseTuple();
  impl_->accept(TK_NEWLINE);
  if (!impl_->at(TK_EOF)) impl_->lex.expected("the end of the text");
  return Expr(tree);
}

bool Parser::atEnd() {
  while (impl_->at(TK_NEWLINE)) impl_->take();
  return impl_->at(TK_EOF);
}

Lexer& Parser::lexer() { return impl_->lex; }
const std::shared_ptr<TreeArena>& Parser::arena() const { return impl_->arena; }

}  // namespace torch::jit
