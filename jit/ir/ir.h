// The intermediate representation: a Graph is a list of Nodes in blocks; a Node takes Values and gives Values; every Value has one producer
// and a list of uses (static single assignment). Control flow is nodes with blocks (prim::If, prim::Loop), which give values through their
// return nodes. Nodes, values and blocks belong to their graph and live in its arena; destroy() takes a node out and ends its life, its
// memory goes back with the graph's.
//
//     graph(%x : Tensor, %n : int):
//       %one : int = prim::Constant[value=1]()
//       %y : Tensor = aten::add(%x, %n, %one)
//       return (%y)
//
// Insertion happens at the graph's insert point (WithInsertPoint moves it for a scope).
#pragma once
#include <ATen/core/dispatch/OperatorRow.h>
#include <ATen/core/function_schema.h>
#include <ATen/core/interned_strings.h>
#include <ATen/core/ivalue.h>
#include <ATen/core/jit_type.h>
#include <c10/util/ArrayRef.h>
#include <c10/util/SmallVector.h>
#include <torch/csrc/jit/frontend/source_range.h>
#include <torch/csrc/jit/ir/attributes.h>
#include <torch/csrc/jit/ir/graph_node_list.h>
#include <torch/csrc/jit/ir/named_value.h>
#include <torch/csrc/jit/ir/scope.h>

#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace torch::jit {

using ::c10::Argument;
using ::c10::FunctionSchema;
using ::c10::IValue;
using ::c10::Symbol;
using ::c10::Type;
using ::c10::TypeKind;
using ::c10::TypePtr;
#define WICK_USING(T) \
  using ::c10::T;     \
  using T##Ptr = std::shared_ptr<::c10::T>;
WICK_USING(AnyType) WICK_USING(TensorType) WICK_USING(TupleType) WICK_USING(ListType) WICK_USING(DictType) WICK_USING(NumberType)
WICK_USING(FloatType) WICK_USING(ComplexType) WICK_USING(FutureType) WICK_USING(IntType) WICK_USING(NoneType) WICK_USING(StringType)
WICK_USING(BoolType) WICK_USING(OptionalType) WICK_USING(UnionType) WICK_USING(VarType) WICK_USING(DeviceObjType) WICK_USING(FunctionType)
WICK_USING(ClassType) WICK_USING(InterfaceType) WICK_USING(EnumType) WICK_USING(CapsuleType) WICK_USING(GeneratorType)
#undef WICK_USING

struct Function;
struct GraphFunction;
struct MatchedSchema;
struct Graph;
struct Block;
struct Node;
struct Value;
using NodeKind = Symbol;

// A place where a value is used: input `offset` of `user`.
struct Use {
  Use(Node* user, size_t offset) : user(user), offset(offset) {}
  Node* user;
  size_t offset;
  bool operator==(const Use& b) const { return user == b.user && offset == b.offset; }
};

using use_list = c10::SmallVector<Use, 2>;
using node_list = std::vector<Node*>;
using value_list = std::vector<Value*>;
using pyobj_list = std::vector<void*>;
using topo_position_t = int64_t;

struct TORCH_API Value {
  Value(const Value&) = delete;
  Value& operator=(const Value&) = delete;

  const TypePtr& type() const { return type_; }
  Value* setType(TypePtr type) { type_ = std::move(type); return this; }
  Value* inferTypeFrom(const at::Tensor& output);
  Value* copyMetadata(Value* from);   // type and name

  Node* node() const { return node_; }
  size_t offset() const { return offset_; }
  void setOffset(size_t offset) { offset_ = offset; }
  size_t unique() const { return unique_; }
  Graph* owningGraph();
  const Graph* owningGraph() const;

  bool hasDebugName() const { return !name_.empty(); }
  static bool isValidName(const std::string& name);
  Value* setDebugName(const std::string& name);   // made unique by a suffix .1, .2, ...
  std::string debugName() const { return name_.empty() ? std::to_string(unique_) : name_; }
  std::string debugNameBase() const;

  const use_list& uses() const { return uses_; }
  bool hasUses() const { return !uses_.empty(); }
  bool mustBeNone() const { return type_->kind() == TypeKind::NoneType || node_is_none_constant(); }
  bool mustNotBeNone() const;
  void replaceFirstUseWith(Value* new_value);
  void replaceAllUsesWith(Value* new_value);
  void replaceAllUsesAfterNodeWith(const Node* node, Value* new_value);
  void replaceAllUsesDominatedByNodeWith(const Node* node, Value* new_value);
  bool isCompleteTensor() const { return false; }
  bool requires_grad() const { return type_->requires_grad(); }

 private:
  friend struct Node;
  friend struct Graph;
  friend struct Block;
  Value(Node* node, size_t offset, size_t unique, TypePtr type) : node_(node), offset_(offset), unique_(unique), type_(std::move(type)) {}
  bool node_is_none_constant() const;

  Node* node_;
  size_t offset_;
  size_t unique_;
  use_list uses_;
  std::string name_;
  TypePtr type_;
};

struct TORCH_API Node {
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  NodeKind kind() const { return kind_; }
  Node* setSourceRange(SourceRange r) { source_range_ = std::move(r); return this; }
  const SourceRange& sourceRange() const { return source_range_; }
  Graph* owningGraph() { return graph_; }
  const Graph* owningGraph() const { return graph_; }
  Block* owningBlock() { return owning_block_; }
  const Block* owningBlock() const { return owning_block_; }
  std::optional<InlinedCallStackPtr> callstack() const { return callstack_ ? std::optional(callstack_) : std::nullopt; }
  void setCallStack(InlinedCallStackPtr stack) { callstack_ = std::move(stack); }
  Node* copyMetadata(Node* from);     // range and call stack

  at::ArrayRef<Value*> inputs() { return {inputs_.data(), inputs_.size()}; }
  at::ArrayRef<const Value*> inputs() const { return {const_cast<const Value* const*>(inputs_.data()), inputs_.size()}; }
  at::ArrayRef<Value*> outputs() { return {outputs_.data(), outputs_.size()}; }
  at::ArrayRef<const Value*> outputs() const { return {const_cast<const Value* const*>(outputs_.data()), outputs_.size()}; }
  at::ArrayRef<Block*> blocks() { return {blocks_.data(), blocks_.size()}; }
  at::ArrayRef<const Block*> blocks() const { return {const_cast<const Block* const*>(blocks_.data()), blocks_.size()}; }
  Value* input();                     // the only one
  const Value* input() const { return const_cast<Node*>(this)->input(); }
  Value* output();
  const Value* output() const { return const_cast<Node*>(this)->output(); }
  Value* input(size_t i) { return inputs_[i]; }
  const Value* input(size_t i) const { return inputs_[i]; }
  Value* output(size_t i) { return outputs_[i]; }
  const Value* output(size_t i) const { return outputs_[i]; }
  bool hasUses() const;
  bool hasNamedInput(const std::string& unqual_name) const;
  Value* namedInput(const std::string& unqual_name) const;
  Value* namedInput(Symbol name) const { return namedInput(std::string(name.toUnqualString())); }
  std::optional<IValue> get(Symbol name) const;    // a constant input, by its name in the schema
  bool is_constant(Symbol name) const { return get(name).has_value(); }
  bool mustBeNone() const;
  bool isNondeterministic() const;
  bool hasSideEffects() const;
  bool notExecutedOp() const;

  Value* addInput(Value* value);
  Value* insertInput(size_t i, Value* value);
  Value* replaceInput(size_t i, Value* new_value);   // gives the old one
  void replaceInputWith(Value* from, Value* to);
  void removeInput(size_t i);
  void removeAllInputs();
  void permuteInputs(const std::vector<size_t>& order);
  Value* addOutput();
  Value* insertOutput(size_t i);
  void eraseOutput(size_t i);
  void removeAllOutputs();
  void permuteOutputs(const std::vector<size_t>& order);
  Block* addBlock();
  void eraseBlock(size_t i);
  Block* insertBlock(size_t i);

  void replaceAllUsesWith(Node* n);
  Node* replaceWithNewSymbol(Symbol new_symbol);
  bool isDominatedBy(const Node* dominator) const;

  Node* insertBefore(Node* n);
  Node* insertAfter(Node* n);
  void moveBefore(Node* n);
  void moveAfter(Node* n);
  bool isBefore(const Node* n) const;   // in program order; also across blocks
  bool isAfter(const Node* n) const { return this != n && !isBefore(n); }
  bool inBlockList() const { return next() != nullptr; }
  void destroy();                       // all outputs must be unused
  graph_node_list_iterator iterator() { return {this, kNextDirection}; }
  graph_node_list_iterator reverseIterator() { return iterator().reverse(); }
  Node* next() { return next_in_graph[kNextDirection]; }
  const Node* next() const { return next_in_graph[kNextDirection]; }
  Node* prev() { return next_in_graph[kPrevDirection]; }
  const Node* prev() const { return next_in_graph[kPrevDirection]; }

  // The operator this node calls, or null (prim::If, prim::Constant, calls of functions, ...). Emission sets it; for a node that a pass made
  // it is found from the kind and the inputs' types, once.
  const c10::OperatorRow* row() const;
  Node* setRow(const c10::OperatorRow* row) { row_ = row; row_known_ = true; return this; }
  const c10::OperatorRow* maybeOperator() const { return row(); }
  const FunctionSchema* maybeSchema() const { auto* r = row(); return r ? &r->function_schema() : nullptr; }
  const FunctionSchema& schema() const;   // throws if there is none
  // Whether this is the operator with this schema text.
  bool matches(const char* signature_literal, at::ArrayRef<Symbol> const_inputs = {}) const;
  bool isMemberOf(const std::unordered_set<Symbol>& kinds) const { return kinds.count(kind_) != 0; }

  // Attributes.
  bool hasAttributes() const { return !attributes_.empty(); }
  bool hasAttribute(Symbol name) const { return find(name) != nullptr; }
  bool hasAttributeS(const std::string& name) const { return hasAttribute(Symbol::attr(name)); }
  AttributeKind kindOf(Symbol name) const { return get_attr(name).kind(); }
  AttributeKind kindOfS(const std::string& name) const { return kindOf(Symbol::attr(name)); }
  size_t numAttributes() const { return attributes_.size(); }
  std::vector<Symbol> attributeNames() const;
  Node* removeAttribute(Symbol name);
  void copyAttributes(const Node& from);
#define WICK_ATTRIBUTE(T, method)                                                     \
  Node* method##_(Symbol name, T v) { return set_attr<T>(name, std::move(v)); }       \
  const T& method(Symbol name) const { return *attr_as<T>(name, AttributeKind::method); }
  WICK_ATTRIBUTE(double, f) WICK_ATTRIBUTE(std::vector<double>, fs) WICK_ATTRIBUTE(c10::complex<double>, c)
  WICK_ATTRIBUTE(std::vector<c10::complex<double>>, cs) WICK_ATTRIBUTE(int64_t, i) WICK_ATTRIBUTE(std::vector<int64_t>, is)
  WICK_ATTRIBUTE(std::string, s) WICK_ATTRIBUTE(std::vector<std::string>, ss) WICK_ATTRIBUTE(at::Tensor, t)
  WICK_ATTRIBUTE(std::vector<at::Tensor>, ts) WICK_ATTRIBUTE(std::shared_ptr<Graph>, g) WICK_ATTRIBUTE(std::vector<std::shared_ptr<Graph>>, gs)
  WICK_ATTRIBUTE(TypePtr, ty) WICK_ATTRIBUTE(std::vector<TypePtr>, tys) WICK_ATTRIBUTE(IValue, ival)
#undef WICK_ATTRIBUTE

  void print(std::ostream& out, size_t level, bool print_source_locations = true, bool print_attributes = true) const;
  void dump() const;
  void lint() const;

  Node* next_in_graph[2] = {nullptr, nullptr};

 private:
  friend struct Graph;
  friend struct Block;
  friend struct Value;
  friend struct GraphPrinter;
  Node(Graph* graph, NodeKind kind) : kind_(kind), graph_(graph) {}

  const AttributeValue* find(Symbol name) const;
  const AttributeValue& get_attr(Symbol name) const;
  template <class T>
  Node* set_attr(Symbol name, T v) {
    set_payload(name, AttributePayload(std::in_place_type<T>, std::move(v)));
    return this;
  }
  template <class T>
  const T* attr_as(Symbol name, AttributeKind kind) const {
    const AttributeValue& value = get_attr(name);
    if (value.kind() != kind) wrong_kind(value, kind);
    return std::get_if<T>(&value.value);
  }
  [[noreturn]] void wrong_kind(const AttributeValue& value, AttributeKind wanted) const;
  void set_payload(Symbol name, AttributePayload value);
  void removeFromList();
  void assignTopoPosition();
  void dropInput(size_t i);
  use_list::iterator findUseForInput(size_t i);
  const c10::OperatorRow* findRow() const;

  const NodeKind kind_;
  mutable bool row_known_ = false;
  bool destroyed_ = false;
  c10::SmallVector<Value*, 4> inputs_;
  c10::SmallVector<Value*, 2> outputs_;
  c10::SmallVector<Block*, 2> blocks_;
  Graph* graph_;
  Block* owning_block_ = nullptr;
  Node* next_allocated_ = nullptr;
  topo_position_t topo_position_ = 0;
  mutable const c10::OperatorRow* row_ = nullptr;
  SourceRange source_range_;
  InlinedCallStackPtr callstack_;
  std::vector<AttributeValue> attributes_;
};

struct TORCH_API Block {
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  at::ArrayRef<Value*> inputs() { return input_->outputs(); }
  at::ArrayRef<const Value*> inputs() const { return static_cast<const Node*>(input_)->outputs(); }
  at::ArrayRef<Value*> outputs() { return output_->inputs(); }
  at::ArrayRef<const Value*> outputs() const { return static_cast<const Node*>(output_)->inputs(); }
  graph_node_list nodes() { return {output_, kNextDirection}; }
  graph_node_list nodes() const { return {output_, kNextDirection}; }
  Node* return_node() { return output_; }
  const Node* return_node() const { return output_; }
  Node* param_node() { return input_; }
  const Node* param_node() const { return input_; }
  Node* owningNode() { return owning_node_; }
  const Node* owningNode() const { return owning_node_; }
  Graph* owningGraph() { return graph_; }
  const Graph* owningGraph() const { return graph_; }
  Block* owningBlock() const { return owning_node_ ? owning_node_->owningBlock() : nullptr; }

  Value* addInput(const std::string& name = "");
  Value* insertInput(size_t i, const std::string& name = "");
  void eraseInput(size_t i) { input_->eraseOutput(i); }
  void removeAllInputs() { input_->removeAllOutputs(); }
  size_t registerOutput(Value* v);
  size_t insertOutput(size_t i, Value* v);
  void eraseOutput(size_t i) { output_->removeInput(i); }
  void removeAllOutputs() { output_->removeAllInputs(); }
  void replaceOutput(size_t i, Value* v) { output_->replaceInput(i, v); }
  void permuteOutputs(const std::vector<size_t>& order) { output_->permuteInputs(order); }
  void permuteInputs(const std::vector<size_t>& order) { input_->permuteOutputs(order); }
  Node* appendNode(Node* n);
  Node* prependNode(Node* n);
  // Copies src's nodes, inputs and outputs to the end of this block; value_map says what its outer values become here.
  void cloneFrom(Block* src, const std::function<Value*(Value*)>& value_map);
  void remapTypes(const std::function<TypePtr(TypePtr)>& type_map);
  void clear();
  void destroy();

 private:
  friend struct Graph;
  friend struct Node;
  Block(Graph* graph, Node* owner);
  void reIndexTopology();

  Graph* graph_;
  Node* output_;   // closes the ring of nodes; its inputs are the block's outputs
  Node* input_;    // first before all nodes, not in the list; its outputs are the block's inputs
  Node* owning_node_;
  Block* next_allocated_ = nullptr;
};

struct TORCH_API Graph : std::enable_shared_from_this<Graph> {
  Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph();

  at::ArrayRef<Value*> inputs() { return block_->inputs(); }
  at::ArrayRef<const Value*> inputs() const { return static_cast<const Block*>(block_)->inputs(); }
  at::ArrayRef<Value*> outputs() { return block_->outputs(); }
  at::ArrayRef<const Value*> outputs() const { return static_cast<const Block*>(block_)->outputs(); }
  graph_node_list nodes() { return block_->nodes(); }
  graph_node_list nodes() const { return static_cast<const Block*>(block_)->nodes(); }
  Node* param_node() { return block_->param_node(); }
  const Node* param_node() const { return static_cast<const Block*>(block_)->param_node(); }
  Node* return_node() { return block_->return_node(); }
  const Node* return_node() const { return static_cast<const Block*>(block_)->return_node(); }
  Block* block() { return block_; }
  const Block* block() const { return block_; }

  Value* addInput(const std::string& name = "") { return block_->addInput(name); }
  Value* insertInput(size_t i, const std::string& name = "") { return block_->insertInput(i, name); }
  void eraseInput(size_t i) { block_->eraseInput(i); }
  size_t registerOutput(Value* v) { return block_->registerOutput(v); }
  void eraseOutput(size_t i) { block_->eraseOutput(i); }

  // Nodes that are not in a block yet. create(kind, n): n outputs of type Tensor.
  Node* create(NodeKind kind, size_t num_outputs = 1);
  Node* create(NodeKind kind, at::ArrayRef<Value*> inputs, size_t num_outputs = 1);
  Node* createNone();
  Node* createUninitialized(TypePtr type);
  Node* createWithSubgraph(Symbol kind);
  Node* createTuple(at::ArrayRef<Value*> values, TupleTypePtr optional_named_tuple = nullptr);
  Node* createTupleUnpack(Value* v);
  Node* createTupleIndex(Value* tup, Value* idx, const TypePtr& output_type);
  Node* createTupleSlice(Value* tup, int64_t beg, int64_t step_size, int64_t num_values);
  Node* createEnumName(Value* e);
  Node* createEnumValue(Value* e);
  Node* createList(const TypePtr& contained_type, at::ArrayRef<Value*> values);
  Node* createListUnpack(Value* v, size_t size);
  Node* createDict(const TypePtr& key_type, const TypePtr& value_type, at::ArrayRef<Value*> keys, at::ArrayRef<Value*> values);
  Node* createNumToTensor(Value* value);
  Node* createObject(const ClassTypePtr& type);
  Node* createSetAttr(Value* obj, const std::string& field, Value* new_value);
  Node* createGetAttr(Value* obj, const std::string& field);
  Node* createIsInstance(Value* v, std::vector<TypePtr> types);
  Node* createClone(Node* n, const std::function<Value*(Value*)>& value_map, bool copy_blocks = true);
  Node* createLoad(const std::string& name, const TypePtr& type);
  Node* createStore(const std::string& name, Value* v);

  // These insert.
  Value* insertGetAttr(Value* obj, const std::string& field) { return insertNode(createGetAttr(obj, field))->output(); }
  Value* insertUncheckedCast(Value* v, TypePtr type);
  Value* insertToList(Value* v, TypePtr type);
  Value* insertFunctionCall(Function* callee, const MatchedSchema& matched);
  Value* insertMethodCall(std::string method_name, const MatchedSchema& matched);
  Value* insertConstant(const IValue& val, std::optional<SourceRange> loc = std::nullopt);
  // Picks the overload as the compiler does, converts, inserts.
  Value* insert(Symbol opname, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs = {}, const std::optional<SourceRange>& range = {});

  Node* appendNode(Node* n) { return block_->appendNode(n); }
  Node* prependNode(Node* n) { return block_->prependNode(n); }
  Node* insertNode(Node* n);
  void setInsertPoint(Block* b) { insert_before_ = b->return_node(); }
  void setInsertPoint(Node* n) { insert_before_ = n; }
  Node* insertPoint() { return insert_before_; }
  // The range that nodes get when they are created.
  void setCurrentRange(const SourceRange& range) { current_range_ = range; }
  const SourceRange& currentRange() const { return current_range_; }

  std::shared_ptr<Graph> copy();
  std::unique_ptr<Graph> copyUnique();
  void remapTypes(const std::function<TypePtr(TypePtr)>& type_map) { block_->remapTypes(type_map); }
  // All constant and other nodes that were allocated and not destroyed.
  size_t countNodes() const;

  // Throws an internal error that names the broken rule.
  void lint() const;
  void dump() const;
  std::string toString(bool print_source_locations = true) const;
  std::ostream& print(std::ostream& out, bool print_source_locations = true) const;

 private:
  friend struct Node;
  friend struct Value;
  friend struct Block;
  void cloneFrom(Graph& src);
  void* allocate(size_t bytes);
  Node* newNode(NodeKind kind);
  Value* newValue(Node* node, size_t offset);
  Block* newBlock(Node* owner);
  void freeNode(Node* n);
  void freeValue(Value* v);

  std::vector<std::unique_ptr<char[]>> chunks_;
  char* arena_at_ = nullptr;
  char* arena_end_ = nullptr;
  Node* all_nodes_ = nullptr;      // live and destroyed ones, linked by next_allocated_
  Block* all_blocks_ = nullptr;
  std::vector<Value*> all_values_;
  size_t next_unique_ = 0;
  std::unordered_map<std::string, Value*> unique_names_;
  std::unordered_map<std::string, size_t> name_base_suffix_;
  SourceRange current_range_;
  Block* block_ = nullptr;
  Node* insert_before_ = nullptr;
};

inline Graph* Value::owningGraph() { return node_->owningGraph(); }
inline const Graph* Value::owningGraph() const { return node_->owningGraph(); }

// Moves the insert point for a scope.
struct WithInsertPoint {
  explicit WithInsertPoint(Node* n) : graph_(n->owningGraph()), prev_(graph_->insertPoint()) { graph_->setInsertPoint(n); }
  explicit WithInsertPoint(Block* b) : WithInsertPoint(b->return_node()) {}
  WithInsertPoint(const WithInsertPoint&) = delete;
  WithInsertPoint& operator=(const WithInsertPoint&) = delete;
  ~WithInsertPoint() { graph_->setInsertPoint(prev_); }

 private:
  Graph* graph_;
  Node* prev_;
};

// Nodes made in its scope have this source range.
struct WithCurrentRange {
  WithCurrentRange(Graph& graph, const SourceRange& range) : graph_(graph), prev_(graph.currentRange()) { graph.setCurrentRange(range); }
  WithCurrentRange(const WithCurrentRange&) = delete;
  ~WithCurrentRange() { graph_.setCurrentRange(prev_); }

 private:
  Graph& graph_;
  SourceRange prev_;
};

inline graph_node_list_iterator& graph_node_list_iterator::operator++() { cur_ = cur_->next_in_graph[direction_]; return *this; }
inline graph_node_list_iterator& graph_node_list_iterator::operator--() { cur_ = cur_->next_in_graph[!direction_]; return *this; }
inline void graph_node_list_iterator::destroyCurrent() {
  Node* n = cur_;
  cur_ = cur_->next_in_graph[!direction_];
  n->destroy();
}
inline graph_node_list::iterator graph_node_list::begin() const { return {head_->next_in_graph[direction_], direction_}; }
inline graph_node_list::iterator graph_node_list::rbegin() const { return reverse().begin(); }
inline Node* graph_node_list::front() const { return head_->next_in_graph[direction_]; }
inline Node* graph_node_list::back() const { return head_->next_in_graph[!direction_]; }

// The inputs of the tuple's construction if it is known, else a new prim::TupleUnpack.
TORCH_API at::ArrayRef<Value*> createTupleUnpack(Value* v);

// Copies callee's body to the insert point with these values as its inputs; gives what its outputs became.
TORCH_API std::vector<Value*> insertGraph(Graph& g, Graph& callee, at::ArrayRef<Value*> inputs);
TORCH_API std::vector<Value*> insertGraph(Graph& g, Graph& callee, at::ArrayRef<Value*> inputs, std::unordered_map<Value*, Value*>& value_map);

TORCH_API std::ostream& operator<<(std::ostream& out, const Graph& g);
TORCH_API std::ostream& operator<<(std::ostream& out, const Node& n);

// The function a prim::CallFunction node's first input names, or a prim::CallMethod node calls.
TORCH_API Function* calledFunction(const Node* n);

// A typed reading of prim::If.
struct IfView {
  explicit IfView(Node* node) : node_(node) {}
  Value* cond() const { return node_->input(0); }
  Block* thenBlock() const { return node_->blocks()[0]; }
  Block* elseBlock() const { return node_->blocks()[1]; }
  at::ArrayRef<Value*> thenOutputs() const { return thenBlock()->outputs(); }
  at::ArrayRef<Value*> elseOutputs() const { return elseBlock()->outputs(); }
  at::ArrayRef<Value*> outputs() const { return node_->outputs(); }
  Node* node() const { return node_; }

 private:
  Node* node_;
};

// And of prim::Loop: inputs (max trip count, first condition, carried...), block (trip, carried...) -> (condition, carried...).
struct LoopView {
  explicit LoopView(Node* node) : node_(node) {}
  Value* maxTripCount() const { return node_->input(0); }
  Value* inputCond() const { return node_->input(1); }
  Block* bodyBlock() const { return node_->blocks()[0]; }
  Value* nextCond() const { return bodyBlock()->outputs()[0]; }
  Value* currentTripCount() const { return bodyBlock()->inputs()[0]; }
  at::ArrayRef<Value*> carriedInputs() const { return node_->inputs().slice(2); }
  at::ArrayRef<Value*> carriedOutputs() const { return node_->outputs(); }
  at::ArrayRef<Value*> bodyCarriedInputs() const { return bodyBlock()->inputs().slice(1); }
  at::ArrayRef<Value*> bodyCarriedOutputs() const { return bodyBlock()->outputs().slice(1); }
  Node* node() const { return node_; }

 private:
  Node* node_;
};

}  // namespace torch::jit
