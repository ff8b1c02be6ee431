// The nodes of a block as a list: doubly linked through the nodes themselves, iterated both ways. Erasing the node an iterator stands on is
// done with iterator::destroyCurrent().
#pragma once
#include <cstddef>
#include <iterator>

namespace torch::jit {

struct Node;

constexpr int kNextDirection = 0;
constexpr int kPrevDirection = 1;

struct graph_node_list;

struct graph_node_list_iterator {
  using difference_type = std::ptrdiff_t;
  using value_type = Node*;
  using pointer = Node* const*;
  using reference = Node* const&;
  using iterator_category = std::bidirectional_iterator_tag;

  graph_node_list_iterator() = default;
  graph_node_list_iterator(Node* cur, int direction) : cur_(cur), direction_(direction) {}

  Node* operator*() const { return cur_; }
  Node* operator->() const { return cur_; }
  inline graph_node_list_iterator& operator++();
  inline graph_node_list_iterator& operator--();
  graph_node_list_iterator operator++(int) { auto old = *this; ++*this; return old; }
  graph_node_list_iterator operator--(int) { auto old = *this; --*this; return old; }
  // Destroys the node and steps to the one before it, so that ++ goes to its successor.
  inline void destroyCurrent();
  graph_node_list_iterator reverse() const { return {cur_, direction_ == kNextDirection ? kPrevDirection : kNextDirection}; }
  bool operator==(const graph_node_list_iterator& o) const { return cur_ == o.cur_; }
  bool operator!=(const graph_node_list_iterator& o) const { return cur_ != o.cur_; }

 private:
  Node* cur_ = nullptr;
  int direction_ = kNextDirection;
};

struct graph_node_list {
  using iterator = graph_node_list_iterator;
  using const_iterator = graph_node_list_iterator;

  graph_node_list(Node* head, int direction) : head_(head), direction_(direction) {}
  inline iterator begin() const;
  iterator end() const { return {head_, direction_}; }
  inline iterator rbegin() const;
  iterator rend() const { return {head_, direction_ == kNextDirection ? kPrevDirection : kNextDirection}; }
  graph_node_list reverse() const { return {head_, direction_ == kNextDirection ? kPrevDirection : kNextDirection}; }
  inline Node* front() const;
  inline Node* back() const;
  bool empty() const { return begin() == end(); }

 private:
  Node* head_;
  int direction_;
};

}  // namespace torch::jit
