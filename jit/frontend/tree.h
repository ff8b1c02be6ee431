// The syntax tree. A node is a kind (a TokenKind), a range, and either children or a text. All nodes of one parse live in a TreeArena, which
// also owns the source: a node is 24 bytes and its children, costs a pointer bump, and is passed as a plain pointer. Whoever keeps a tree
// after its parser is gone keeps tree->arena->shared_from_this().
#pragma once
#include <torch/csrc/jit/frontend/lexer.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace torch::jit {

class TreeArena;

// How deep a tree, or the nesting of brackets and blocks while it is parsed, may get.
constexpr int kMaxNesting = 1000;

struct TORCH_API Tree {
  int16_t kind_;
  uint16_t depth_;    // of the tree below, bounded by kMaxNesting: recursion over a tree needs no other bound
  uint32_t n_;        // children, or bytes of text
  uint32_t start_;
  uint32_t end_;
  TreeArena* arena;

  int kind() const { return kind_; }
  SourceRange range() const;
  bool isAtom() const { return kind_ == TK_STRING; }
  std::string_view stringValue() const { return {*reinterpret_cast<const char* const*>(this + 1), n_}; }
  const Tree* const* trees() const { return reinterpret_cast<const Tree* const*>(this + 1); }
  size_t size() const { return isAtom() ? 0 : n_; }
  const Tree* tree(size_t i) const { return trees()[i]; }
  // Throws if the node is not of this kind with so many children.
  const Tree* expect(int kind) const;
  const Tree* expect(int kind, size_t n) const;
  // (+ (variable (ident x)) (const 1)), for tests.
  std::string dump() const;
};
using TreeRef = const Tree*;

class TORCH_API TreeArena : public std::enable_shared_from_this<TreeArena> {
 public:
  explicit TreeArena(std::shared_ptr<Source> source) : source_(std::move(source)) {}
  TreeArena(const TreeArena&) = delete;
  TreeArena& operator=(const TreeArena&) = delete;

  const std::shared_ptr<Source>& source() const { return source_; }
  const Tree* compound(int kind, uint32_t start, uint32_t end, const Tree* const* children, size_t n);
  const Tree* compound(int kind, uint32_t start, uint32_t end, std::initializer_list<const Tree*> children) {
    return compound(kind, start, end, children.begin(), children.size());
  }
  // The text must live in the source or in keep().
  const Tree* atom(uint32_t start, uint32_t end, std::string_view text);
  std::string_view keep(std::string_view text);

 private:
  void* allocate(size_t bytes);

  std::shared_ptr<Source> source_;
  std::vector<std::unique_ptr<char[]>> chunks_;
  char* at_ = nullptr;
  char* end_ = nullptr;
};

}  // namespace torch::jit
