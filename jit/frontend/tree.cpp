#include <torch/csrc/jit/frontend/tree.h>

#include <torch/csrc/jit/frontend/error_report.h>
#include <torch/csrc/jit/frontend/tree_views.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace torch::jit {

SourceRange Tree::range() const { return SourceRange(arena->source(), start_, end_); }

const Tree* Tree::expect(int kind) const {
  if (kind_ != kind) throw ErrorReport(range()) << "Expected " << kindToString(kind) << " but found " << kindToString(kind_);
  return this;
}

const Tree* Tree::expect(int kind, size_t n) const {
  expect(kind);
  if (size() != n) throw ErrorReport(range()) << "Expected " << n << " parts of " << kindToString(kind) << " but found " << size();
  return this;
}

namespace {
void dump_to(const Tree* tree, std::string& out) {
  if (tree->isAtom()) {
    out.append(tree->stringValue());
    return;
  }
  out.append("(").append(kindToString(tree->kind()));
  for (size_t i = 0; i < tree->size(); ++i) {
    out += ' ';
    dump_to(tree->tree(i), out);
  }
  out += ')';
}
}  // namespace

std::string Tree::dump() const {
  std::string out;
  dump_to(this, out);
  return out;
}

void* TreeArena::allocate(size_t bytes) {
  bytes = (bytes + 7) & ~size_t(7);
  if (static_cast<size_t>(end_ - at_) < bytes) {
    // Chunks grow with the tree; a large request gets one of its own size.
    const size_t size = std::max<size_t>(bytes, std::min<size_t>(4096u << std::min<size_t>(chunks_.size(), 6), 256 * 1024));
    chunks_.push_back(std::unique_ptr<char[]>(new char[size]));
    at_ = chunks_.back().get();
    end_ = at_ + size;
  }
  void* result = at_;
  at_ += bytes;
  return result;
}

const Tree* TreeArena::compound(int kind, uint32_t start, uint32_t end, const Tree* const* children, size_t n) {
  static_assert(sizeof(Tree) == 24);
  uint16_t depth = 0;
  for (size_t i = 0; i < n; ++i) depth = std::max(depth, children[i]->depth_);
  // Lists are no level of their own: a statement and the block in it count once.
  const bool level = kind != TK_LIST && kind != TK_OPTION && kind != TK_EXPR_STMT;
  if (depth >= kMaxNesting && level) throw ErrorReport(SourceRange(source_, start, end)) << "The code is nested too deeply, at most " << kMaxNesting << " levels are allowed";
  auto* tree = static_cast<Tree*>(allocate(sizeof(Tree) + n * sizeof(const Tree*)));
  tree->kind_ = static_cast<int16_t>(kind);
  tree->depth_ = static_cast<uint16_t>(depth + (level ? 1 : 0));
  tree->n_ = static_cast<uint32_t>(n);
  tree->start_ = start;
  tree->end_ = end;
  tree->arena = this;
  std::copy_n(children, n, reinterpret_cast<const Tree**>(tree + 1));
  return tree;
}

const Tree* TreeArena::atom(uint32_t start, uint32_t end, std::string_view text) {
  auto* tree = static_cast<Tree*>(allocate(sizeof(Tree) + sizeof(const char*)));
  tree->kind_ = TK_STRING;
  tree->depth_ = 1;
  tree->n_ = static_cast<uint32_t>(text.size());
  tree->start_ = start;
  tree->end_ = end;
  tree->arena = this;
  const char* data = text.data();
  std::memcpy(reinterpret_cast<void*>(tree + 1), &data, sizeof(data));
  return tree;
}

std::string_view TreeArena::keep(std::string_view text) {
  char* copy = static_cast<char*>(allocate(std::max<size_t>(1, text.size())));
  std::copy_n(text.data(), text.size(), copy);
  return {copy, text.size()};
}

bool Const::isFloatingPoint() const {
  const std::string_view t = text();
  if (t.size() > 1 && t[0] == '0' && (t[1] == 'x' || t[1] == 'X')) return false;
  return t.back() != 'j' && t.back() != 'J' && t.find_first_of(".eE") != std::string_view::npos;
}

int64_t Const::asIntegral() const {
  std::string digits;
  for (char c : text())
    if (c != '_') digits += c;
  int base = 10;
  size_t skip = 0;
  if (digits.size() > 2 && digits[0] == '0') {
    const char c = static_cast<char>(digits[1] | 0x20);
    base = c == 'x' ? 16 : c == 'o' ? 8 : c == 'b' ? 2 : 10;
    if (base != 10) skip = 2;
  }
  int64_t value = 0;
  const char* end = digits.data() + digits.size();
  auto [at, error] = std::from_chars(digits.data() + skip, end, value, base);
  if (error == std::errc::result_out_of_range) {
    throw ErrorReport(range()) << "The integer " << (digits.size() > 40 ? digits.substr(0, 40) + "..." : digits) << " does not fit in 64 bits";
  }
  if (error != std::errc() || at != end) throw ErrorReport(range()) << "invalid integer literal";
  return value;
}

namespace {
// strtod in the C locale; from_chars has no hexadecimal surprises and does not set errno.
double parse_double(std::string_view text, const SourceRange& range) {
  std::string digits;
  for (char c : text)
    if (c != '_') digits += c;
  double value = 0;
  const char* begin = digits.data();
  const char* end = begin + digits.size();
  auto [at, error] = std::from_chars(begin, end, value);
  if (error == std::errc::result_out_of_range) {
    // Too large is inf, too small is 0, as in Python: the sign of the exponent decides.
    const size_t e = digits.find_first_of("eE");
    return e != std::string::npos && digits[e + 1] == '-' ? 0.0 : HUGE_VAL;
  }
  if (error != std::errc() || at != end) throw ErrorReport(range) << "invalid floating point literal";
  return value;
}
}  // namespace

double Const::asFloatingPoint() const { return parse_double(text(), range()); }
double Const::asImaginary() const { return parse_double(text().substr(0, text().size() - 1), range()); }

}  // namespace torch::jit
