#include <torch/csrc/jit/frontend/lexer.h>

#include <torch/csrc/jit/frontend/error_report.h>
#include <torch/csrc/jit/frontend/tree.h>

#include <cstring>

namespace torch::jit {

namespace {

struct Keyword {
  std::string_view text;
  int kind;
};

// The words, by length, so that a name is compared to a handful.
constexpr Keyword kWords[] = {
    {"if", TK_IF},           {"in", TK_IN},           {"is", TK_IS},           {"or", TK_OR},         {"as", TK_AS},         {"and", TK_AND},
    {"def", TK_DEF},         {"del", TK_DELETE},      {"for", TK_FOR},         {"not", TK_NOT},       {"try", TK_TRY},       {"None", TK_NONE},
    {"True", TK_TRUE},       {"elif", TK_ELIF},       {"else", TK_ELSE},       {"from", TK_FROM},     {"pass", TK_PASS},     {"with", TK_WITH},
    {"False", TK_FALSE},     {"async", TK_ASYNC},     {"await", TK_AWAIT},     {"break", TK_BREAK},   {"class", TK_CLASS_DEF}, {"raise", TK_RAISE},
    {"while", TK_WHILE},     {"yield", TK_YIELD},     {"assert", TK_ASSERT},   {"except", TK_EXCEPT}, {"global", TK_GLOBAL}, {"import", TK_IMPORT},
    {"lambda", TK_LAMBDA},   {"return", TK_RETURN},   {"finally", TK_FINALLY}, {"continue", TK_CONTINUE}, {"nonlocal", TK_NONLOCAL}};

constexpr int kMaxWord = 8;

struct WordIndex {
  uint8_t first[kMaxWord + 2] = {};  // words of length n are kWords[first[n] .. first[n + 1])
};
constexpr WordIndex make_index() {
  WordIndex index;
  size_t at = 0;
  for (int n = 0; n <= kMaxWord + 1; ++n) {
    while (at < std::size(kWords) && static_cast<int>(kWords[at].text.size()) < n) ++at;
    index.first[n] = static_cast<uint8_t>(at);
  }
  return index;
}
constexpr WordIndex kWordIndex = make_index();

int word_kind(std::string_view text) {
  if (text.size() > kMaxWord) return TK_IDENT;
  for (size_t i = kWordIndex.first[text.size()]; i < kWordIndex.first[text.size() + 1]; ++i)
    if (kWords[i].text == text) return kWords[i].kind;
  return TK_IDENT;
}

bool ident_start(unsigned char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80; }
bool digit(unsigned char c) { return c >= '0' && c <= '9'; }
bool ident_char(unsigned char c) { return ident_start(c) || digit(c); }

// The offset of the first byte that breaks UTF-8, or npos.
size_t invalid_utf8(std::string_view s) {
  size_t i = 0;
  const size_t n = s.size();
  auto byte = [&](size_t at) { return static_cast<unsigned char>(s[at]); };
  while (i < n) {
    if (i + 8 <= n) {
      uint64_t word;
      std::memcpy(&word, s.data() + i, 8);
      if (!(word & 0x8080808080808080ull)) {
        i += 8;
        continue;
      }
    }
    const unsigned char c = byte(i);
    if (c < 0x80) {
      ++i;
      continue;
    }
    const size_t length = c >= 0xc2 && c <= 0xdf ? 2 : c >= 0xe0 && c <= 0xef ? 3 : c >= 0xf0 && c <= 0xf4 ? 4 : 0;
    if (length == 0 || i + length > n) return i;
    for (size_t k = 1; k < length; ++k)
      if ((byte(i + k) & 0xc0) != 0x80) return i;
    const unsigned char second = byte(i + 1);
    if ((c == 0xe0 && second < 0xa0) || (c == 0xed && second > 0x9f) || (c == 0xf0 && second < 0x90) || (c == 0xf4 && second > 0x8f)) return i;
    i += length;
  }
  return std::string_view::npos;
}

}  // namespace

std::string kindToString(int kind) {
  if (kind > 0 && kind < 256) return std::string(1, static_cast<char>(kind));
  switch (kind) {
#define WICK_CASE(name, text, keyword) \
  case name:                           \
    return text;
    TC_FORALL_TOKEN_KINDS(WICK_CASE)
#undef WICK_CASE
    default:
      return "unknown kind " + std::to_string(kind);
  }
}

Lexer::Lexer(std::shared_ptr<Source> source) : source_(std::move(source)), text_(source_->text()) {
  if (text_.size() >= (size_t(1) << 31))
    throw ErrorReport(SourceRange(source_, 0, 0)) << "A source of " << text_.size() << " bytes is too large, at most 2 GiB can be compiled";
  const size_t bad = invalid_utf8(text_);
  if (bad != std::string_view::npos) fail(bad, bad + 1, "The source is not valid UTF-8");
  if (const void* nul = text_.empty() ? nullptr : std::memchr(text_.data(), 0, text_.size())) {
    const size_t at = static_cast<size_t>(static_cast<const char*>(nul) - text_.data());
    fail(at, at + 1, "The source contains a null byte");
  }
  cur_ = lex();
}

Lexer::Lexer(std::shared_ptr<Source> source, size_t start, size_t end)
    : source_(std::move(source)), text_(source_->text().substr(0, end)), pos_(start), nesting_(1), at_line_start_(false) {
  cur_ = lex();
}

void Lexer::fail(size_t start, size_t end, const std::string& what) const { throw ErrorReport(SourceRange(source_, start, end)) << what; }

void Lexer::reportError(const std::string& what, const Token& token) const { throw ErrorReport(range(token)) << what; }

void Lexer::expected(const std::string& what, const Token& token) const {
  std::string found = token.kind == TK_EOF || token.kind == TK_NEWLINE || token.kind == TK_INDENT || token.kind == TK_DEDENT
      ? kindToString(token.kind)
      : std::string(text(token));
  if (found.size() > 40) found = found.substr(0, 40) + "...";
  throw ErrorReport(range(token)) << "expected " << what << " but found '" << found << "' here";
}

Token Lexer::next() {
  Token token = cur_;
  if (has_ahead_) {
    cur_ = ahead_;
    has_ahead_ = false;
  } else {
    cur_ = lex();
  }
  return token;
}

bool Lexer::nextIf(int kind) {
  if (cur_.kind != kind) return false;
  next();
  return true;
}

Token Lexer::expect(int kind) {
  if (cur_.kind != kind) expected("'" + kindToString(kind) + "'");
  return next();
}

const Token& Lexer::lookahead() {
  if (!has_ahead_) {
    ahead_ = lex();
    has_ahead_ = true;
  }
  return ahead_;
}

Token Lexer::make(int kind, size_t start, size_t end) {
  pos_ = end;
  Token token;
  token.kind = kind;
  token.start = static_cast<uint32_t>(start);
  token.end = static_cast<uint32_t>(end);
  return token;
}

// At the start of a line that has code: compares its indentation to the open blocks'.
void Lexer::startLine() {
  uint32_t column = 0;
  size_t line = pos_;
  for (;;) {
    column = 0;
    while (pos_ < text_.size() && (text_[pos_] == ' ' || text_[pos_] == '\t' || text_[pos_] == '\f')) {
      column = text_[pos_] == '\t' ? (column / 8 + 1) * 8 : text_[pos_] == '\f' ? 0 : column + 1;
      ++pos_;
    }
    if (pos_ < text_.size() && text_[pos_] == '#')
      while (pos_ < text_.size() && text_[pos_] != '\n') ++pos_;
    if (pos_ < text_.size() && text_[pos_] == '\r') ++pos_;
    if (pos_ < text_.size() && text_[pos_] == '\n') {
      line = ++pos_;
      continue;
    }
    break;
  }
  if (pos_ >= text_.size()) column = 0;
  at_line_start_ = false;
  any_on_line_ = false;
  if (column > indents_.back()) {
    if (indents_.size() > static_cast<size_t>(kMaxNesting)) fail(line, pos_, "The code is nested too deeply");
    indents_.push_back(column);
    pending_indent_ = true;
  } else {
    while (column < indents_.back()) {
      indents_.pop_back();
      ++pending_dedents_;
    }
    if (column != indents_.back()) fail(line, pos_, "invalid indent level, expected " + std::to_string(indents_.back()) + " but found " + std::to_string(column));
  }
}

Token Lexer::lex() {
  for (;;) {
    if (at_line_start_ && nesting_ == 0) startLine();
    if (pending_indent_) {
      pending_indent_ = false;
      return make(TK_INDENT, pos_, pos_);
    }
    if (pending_dedents_ > 0) {
      --pending_dedents_;
      return make(TK_DEDENT, pos_, pos_);
    }
    Token token = lexRaw();
    if (token.kind == TK_WHITESPACE) continue;
    if (token.kind == TK_NEWLINE) {
      if (nesting_ > 0) continue;
      at_line_start_ = true;
      if (!any_on_line_) continue;
    } else if (token.kind == TK_EOF) {
      if (any_on_line_) {  // the last line has no newline
        any_on_line_ = false;
        at_line_start_ = true;
        return make(TK_NEWLINE, pos_, pos_);
      }
      if (indents_.size() > 1) {
        indents_.pop_back();
        return make(TK_DEDENT, pos_, pos_);
      }
    } else {
      any_on_line_ = true;
    }
    return token;
  }
}

Token Lexer::lexRaw() {
  const size_t n = text_.size();
  for (;;) {
    while (pos_ < n && (text_[pos_] == ' ' || text_[pos_] == '\t' || text_[pos_] == '\r' || text_[pos_] == '\f')) ++pos_;
    if (pos_ >= n) return make(TK_EOF, n, n);
    if (text_[pos_] == '#') {
      while (pos_ < n && text_[pos_] != '\n') ++pos_;
      continue;
    }
    if (text_[pos_] == '\\') {  // a line goes on
      size_t at = pos_ + 1;
      if (at < n && text_[at] == '\r') ++at;
      if (at < n && text_[at] == '\n') {
        pos_ = at + 1;
        continue;
      }
      fail(pos_, pos_ + 1, "unexpected character after line continuation character");
    }
    break;
  }
  const size_t start = pos_;
  const unsigned char c = static_cast<unsigned char>(text_[start]);
  if (c == '\n') return make(TK_NEWLINE, start, start + 1);
  if (ident_start(c)) {
    size_t end = start + 1;
    while (end < n && ident_char(static_cast<unsigned char>(text_[end]))) ++end;
    if (end < n && (text_[end] == '"' || text_[end] == '\'') && end - start <= 2) {
      bool prefix = true;
      for (size_t i = start; i < end; ++i) prefix = prefix && std::strchr("rRfFuUbB", text_[i]);
      if (prefix) return lexString(end - start);
    }
    return make(word_kind(text_.substr(start, end - start)), start, end);
  }
  if (digit(c) || (c == '.' && start + 1 < n && digit(static_cast<unsigned char>(text_[start + 1])))) return lexNumber();
  if (c == '"' || c == '\'') return lexString(0);

  auto at = [&](size_t i) { return start + i < n ? text_[start + i] : '\0'; };
  const char c1 = at(1), c2 = at(2);
  switch (c) {
    case '(': case '[': case '{':
      ++nesting_;
      return make(c, start, start + 1);
    case ')': case ']': case '}':
      if (nesting_ > 0) --nesting_;
      return make(c, start, start + 1);
    case '.':
      return c1 == '.' && c2 == '.' ? make(TK_DOTS, start, start + 3) : make('.', start, start + 1);
    case ',': case ';': case '~':
      return make(c, start, start + 1);
    case ':':
      return c1 == '=' ? make(TK_WALRUS, start, start + 2) : make(':', start, start + 1);
    case '+':
      return c1 == '=' ? make(TK_PLUS_EQ, start, start + 2) : make('+', start, start + 1);
    case '-':
      return c1 == '=' ? make(TK_MINUS_EQ, start, start + 2) : c1 == '>' ? make(TK_ARROW, start, start + 2) : make('-', start, start + 1);
    case '*':
      if (c1 == '*') return c2 == '=' ? make(TK_POW_EQ, start, start + 3) : make(TK_POW, start, start + 2);
      return c1 == '=' ? make(TK_TIMES_EQ, start, start + 2) : make('*', start, start + 1);
    case '/':
      if (c1 == '/') return c2 == '=' ? make(TK_FLOOR_DIV_EQ, start, start + 3) : make(TK_FLOOR_DIV, start, start + 2);
      return c1 == '=' ? make(TK_DIV_EQ, start, start + 2) : make('/', start, start + 1);
    case '%':
      return c1 == '=' ? make(TK_MOD_EQ, start, start + 2) : make('%', start, start + 1);
    case '@':
      return c1 == '=' ? make(TK_MATMUL_EQ, start, start + 2) : make('@', start, start + 1);
    case '&':
      return c1 == '=' ? make(TK_BIT_AND_EQ, start, start + 2) : make('&', start, start + 1);
    case '|':
      return c1 == '=' ? make(TK_BIT_OR_EQ, start, start + 2) : make('|', start, start + 1);
    case '^':
      return c1 == '=' ? make(TK_BIT_XOR_EQ, start, start + 2) : make('^', start, start + 1);
    case '<':
      if (c1 == '<') return c2 == '=' ? make(TK_LSHIFT_EQ, start, start + 3) : make(TK_LSHIFT, start, start + 2);
      return c1 == '=' ? make(TK_LE, start, start + 2) : make('<', start, start + 1);
    case '>':
      if (c1 == '>') return c2 == '=' ? make(TK_RSHIFT_EQ, start, start + 3) : make(TK_RSHIFT, start, start + 2);
      return c1 == '=' ? make(TK_GE, start, start + 2) : make('>', start, start + 1);
    case '=':
      return c1 == '=' ? make(TK_EQ, start, start + 2) : make('=', start, start + 1);
    case '!':
      if (c1 == '=') return make(TK_NE, start, start + 2);
      break;
    default:
      break;
  }
  fail(start, start + 1, "unexpected character '" + std::string(1, static_cast<char>(c)) + "'");
}

Token Lexer::lexNumber() {
  const size_t start = pos_, n = text_.size();
  size_t i = start;
  auto at = [&](size_t k) { return k < n ? text_[k] : '\0'; };
  if (at(i) == '0' && std::strchr("xXoObB", at(i + 1)) && at(i + 1)) {
    i += 2;
    while (i < n && (ident_char(static_cast<unsigned char>(text_[i])))) ++i;
    return make(TK_NUMBER, start, i);
  }
  auto digits = [&] {
    while (i < n && (digit(static_cast<unsigned char>(text_[i])) || text_[i] == '_')) ++i;
  };
  digits();
  if (at(i) == '.') {
    ++i;
    digits();
  }
  if (at(i) == 'e' || at(i) == 'E') {
    size_t k = i + 1;
    if (at(k) == '+' || at(k) == '-') ++k;
    if (digit(static_cast<unsigned char>(at(k)))) {
      i = k;
      digits();
    }
  }
  if (at(i) == 'j' || at(i) == 'J') ++i;
  if (i < n && ident_char(static_cast<unsigned char>(text_[i]))) fail(start, i + 1, "invalid number");
  return make(TK_NUMBER, start, i);
}

// The token has the prefix and the quotes; the parser takes it apart.
Token Lexer::lexString(size_t prefix) {
  const size_t start = pos_, n = text_.size();
  bool fstring = false;
  for (size_t i = start; i < start + prefix; ++i) {
    fstring = fstring || text_[i] == 'f' || text_[i] == 'F';
    if (text_[i] == 'b' || text_[i] == 'B') fail(start, start + prefix + 1, "bytes literals are not supported");
  }
  size_t i = start + prefix;
  const char quote = text_[i];
  const bool triple = i + 2 < n && text_[i + 1] == quote && text_[i + 2] == quote;
  i += triple ? 3 : 1;
  for (;; ++i) {
    if (i >= n || (!triple && text_[i] == '\n')) fail(start, std::min(i, n), "the string is not terminated");
    if (text_[i] == '\\') {
      ++i;
      continue;
    }
    if (text_[i] != quote) continue;
    if (!triple) return make(fstring ? TK_FSTRING : TK_STRINGLITERAL, start, i + 1);
    if (i + 2 < n && text_[i + 1] == quote && text_[i + 2] == quote) return make(fstring ? TK_FSTRING : TK_STRINGLITERAL, start, i + 3);
  }
}

}  // namespace torch::jit
