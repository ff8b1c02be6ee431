// The scopes of names while a function is compiled: one frame a block, each with the names that were assigned in it. A name stands for a sugared
// value, or for a reason why it may not be used here (it has different types on two branches).
#pragma once
#include <torch/csrc/jit/frontend/sugared_value.h>
#include <torch/csrc/jit/ir/ir.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace torch::jit {

// How the end of a frame is left: it is reached, an exception was raised, or return, break or continue jumped.
enum class Exit : uint8_t { None, Raise, Jump };

struct Frame {
  struct Entry {
    SugaredValuePtr value;
    std::string error;          // why it cannot be used, if value is null
    TypePtr declared;           // a type that later assignments must keep: it is annotated, or carried by a loop
    bool assigned = false;      // by a statement, rather than refined or carried in
  };

  Frame(Block* block, Frame* parent) : block(block), parent(parent) {}

  Entry* find(std::string_view name) {
    auto it = table.find(name);
    return it == table.end() ? nullptr : &it->second;
  }
  Entry* findAnywhere(std::string_view name) {
    for (Frame* f = this; f; f = f->parent)
      if (Entry* e = f->find(name)) return e;
    return nullptr;
  }
  Entry* findInParent(std::string_view name) { return parent ? parent->findAnywhere(name) : nullptr; }

  Block* block;
  Frame* parent;
  Exit exit = Exit::None;
  bool maybe_jumped = false;  // a branch jumped: what follows runs only if @skip is false
  std::vector<std::pair<std::string_view, TypePtr>> pending_refinements;  // that hold where nothing jumped
  std::unordered_map<std::string_view, Entry> table;
};

}  // namespace torch::jit
