// Graph: its arena, the makers of nodes, copying.
#include <torch/csrc/jit/ir/ir.h>

#include <torch/csrc/jit/api/function.h>
#include <torch/csrc/jit/frontend/schema_matching.h>
#include <torch/csrc/jit/ir/constants.h>

#include <algorithm>
#include <new>

namespace torch::jit {

// ---- memory

Graph::Graph() {
  block_ = newBlock(nullptr);
  insert_before_ = block_->return_node();
}

Graph::~Graph() {
  for (Value* v : all_values_) v->~Value();
  for (Node* n = all_nodes_; n;) {
    Node* next = n->next_allocated_;
    n->~Node();
    n = next;
  }
  // A Block has nothing to release.
}

void* Graph::allocate(size_t bytes) {
  bytes = (bytes + 15) & ~size_t(15);
  if (static_cast<size_t>(arena_end_ - arena_at_) < bytes) {
    const size_t size = std::max<size_t>(bytes, size_t(2048) << std::min<size_t>(chunks_.size(), 6));
    chunks_.push_back(std::unique_ptr<char[]>(new char[size]));
    arena_at_ = chunks_.back().get();
    arena_end_ = arena_at_ + size;
  }
  void* result = arena_at_;
  arena_at_ += bytes;
  return result;
}

Node* Graph::newNode(NodeKind kind) {
  Node* n = new (allocate(sizeof(Node))) Node(this, kind);
  n->next_allocated_ = all_nodes_;
  all_nodes_ = n;
  return n;
}

Value* Graph::newValue(Node* node, size_t offset) {
  Value* v = new (allocate(sizeof(Value))) Value(node, offset, next_unique_++, TensorType::get());
  all_values_.push_back(v);
  return v;
}

Block* Graph::newBlock(Node* owner) {
  Block* b = new (allocate(sizeof(Block))) Block(this, owner);
  b->next_allocated_ = all_blocks_;
  all_blocks_ = b;
  return b;
}

// What a node or value holds is let go at once; the object itself stays in the arena.
void Graph::freeNode(Node* n) {
  n->destroyed_ = true;
  n->attributes_ = {};
  n->source_range_ = SourceRange();
  n->callstack_ = nullptr;
  n->owning_block_ = nullptr;
}

void Graph::freeValue(Value* v) {
  if (!v->name_.empty()) {
    unique_names_.erase(v->name_);
    v->name_ = std::string();
  }
  v->type_ = nullptr;
}

size_t Graph::countNodes() const {
  size_t count = 0;
  for (Node* n = all_nodes_; n; n = n->next_allocated_) count += !n->destroyed_ && n->kind() != prim::Param && n->kind() != prim::Return;
  return count;
}

// ---- makers

Node* Graph::create(NodeKind kind, size_t num_outputs) {
  Node* n = newNode(kind);
  if (current_range_.source()) n->source_range_ = current_range_;
  for (size_t i = 0; i < num_outputs; ++i) n->addOutput();
  return n;
}

Node* Graph::create(NodeKind kind, at::ArrayRef<Value*> inputs, size_t num_outputs) {
  Node* n = create(kind, num_outputs);
  for (Value* v : inputs) n->addInput(v);
  return n;
}

Node* Graph::createNone() {
  Node* n = create(prim::Constant);
  n->output()->setType(NoneType::get());
  return n;
}

Node* Graph::createUninitialized(TypePtr type) {
  Node* n = create(prim::Uninitialized);
  n->output()->setType(std::move(type));
  return n;
}

Node* Graph::createWithSubgraph(Symbol kind) {
  Node* n = create(kind, 0);
  n->g_(attr::Subgraph, std::make_shared<Graph>());
  return n;
}

Node* Graph::createTuple(at::ArrayRef<Value*> values, TupleTypePtr named) {
  Node* n = create(prim::TupleConstruct, values);
  if (!named) {
    std::vector<TypePtr> types;
    types.reserve(values.size());
    for (Value* v : values) types.push_back(v->type());
    named = TupleType::create(std::move(types));
  }
  n->output()->setType(std::move(named));
  return n;
}

Node* Graph::createTupleUnpack(Value* v) {
  auto type = v->type()->expect<TupleType>();
  Node* n = create(prim::TupleUnpack, v, 0);
  for (const auto& element : type->elements()) n->addOutput()->setType(element);
  return n;
}

Node* Graph::createTupleIndex(Value* tup, Value* idx, const TypePtr& output_type) {
  Node* n = create(prim::TupleIndex, {tup, idx});
  n->output()->setType(output_type);
  return n;
}

Node* Graph::createTupleSlice(Value* tup, int64_t beg, int64_t step_size, int64_t num_values) {
  std::vector<Value*> values;
  auto type = tup->type()->expect<TupleType>();
  int64_t i = beg;
  for (int64_t k = 0; k < num_values; ++k, i += step_size) {
    Value* index = insertConstant(IValue(i));
    values.push_back(insertNode(createTupleIndex(tup, index, type->elements()[static_cast<size_t>(i)]))->output());
  }
  return createTuple(values);
}

Node* Graph::createEnumName(Value* e) {
  Node* n = create(prim::EnumName, e);
  n->output()->setType(StringType::get());
  return n;
}

Node* Graph::createEnumValue(Value* e) {
  Node* n = create(prim::EnumValue, e);
  n->output()->setType(e->type()->expect<EnumType>()->getValueType());
  return n;
}

Node* Graph::createList(const TypePtr& contained_type, at::ArrayRef<Value*> values) {
  Node* n = create(prim::ListConstruct, values);
  for (Value* v : values)
    TORCH_CHECK(v->type()->isSubtypeOf(*contained_type), "Expected a list element that subtypes '", contained_type->repr_str(), "' but got an element of type '", v->type()->repr_str(), "'");
  n->output()->setType(ListType::create(contained_type));
  return n;
}

Node* Graph::createListUnpack(Value* v, size_t size) {
  auto type = v->type()->expect<ListType>();
  Node* n = create(prim::ListUnpack, v, 0);
  for (size_t i = 0; i < size; ++i) n->addOutput()->setType(type->getElementType());
  return n;
}

Node* Graph::createDict(const TypePtr& key_type, const TypePtr& value_type, at::ArrayRef<Value*> keys, at::ArrayRef<Value*> values) {
  TORCH_INTERNAL_ASSERT(keys.size() == values.size());
  Node* n = create(prim::DictConstruct, 1);
  for (size_t i = 0; i < keys.size(); ++i) {
    TORCH_CHECK(keys[i]->type()->isSubtypeOf(*key_type), "a key of type ", keys[i]->type()->repr_str(), " is no ", key_type->repr_str());
    TORCH_CHECK(values[i]->type()->isSubtypeOf(*value_type), "a value of type ", values[i]->type()->repr_str(), " is no ", value_type->repr_str());
    n->addInput(keys[i]);
    n->addInput(values[i]);
  }
  n->output()->setType(DictType::create(key_type, value_type));
  return n;
}

Node* Graph::createNumToTensor(Value* value) { return create(prim::NumToTensor, value); }

Node* Graph::createObject(const ClassTypePtr& type) {
  Node* n = create(prim::CreateObject);
  n->output()->setType(type);
  return n;
}

Node* Graph::createSetAttr(Value* obj, const std::string& field, Value* new_value) {
  Node* n = create(prim::SetAttr, {obj, new_value}, 0);
  n->s_(attr::name, field);
  return n;
}

Node* Graph::createGetAttr(Value* obj, const std::string& field) {
  auto type = obj->type()->expect<ClassType>();
  Node* n = create(prim::GetAttr, obj);
  n->s_(attr::name, field);
  n->output()->setType(type->getAttribute(field));
  return n;
}

Node* Graph::createIsInstance(Value* v, std::vector<TypePtr> types) {
  Node* n = create(prim::isinstance, v);
  n->tys_(attr::types, std::move(types));
  n->output()->setType(BoolType::get());
  return n;
}

Node* Graph::createLoad(const std::string& name, const TypePtr& type) {
  Node* n = create(prim::Load);
  n->s_(attr::name, name);
  n->output()->setType(type);
  return n;
}

Node* Graph::createStore(const std::string& name, Value* v) {
  Node* n = create(prim::Store, v, 0);
  n->s_(attr::name, name);
  return n;
}

Node* Graph::createClone(Node* src, const std::function<Value*(Value*)>& value_map, bool copy_blocks) {
  Node* n = newNode(src->kind());
  n->source_range_ = src->source_range_;
  n->callstack_ = src->callstack_;
  n->row_ = src->row_;
  n->row_known_ = src->row_known_ && src->row_;
  n->attributes_ = src->attributes_;
  for (auto& a : n->attributes_) {  // a graph belongs to one node
    if (auto* g = std::get_if<std::shared_ptr<Graph>>(&a.value)) *g = (*g)->copy();
    else if (auto* gs = std::get_if<std::vector<std::shared_ptr<Graph>>>(&a.value)) for (auto& g : *gs) g = g->copy();
  }
  for (Value* output : src->outputs()) n->addOutput()->setType(output->type());
  for (Value* input : src->inputs()) {
    Value* mapped = value_map(input);
    mapped->uses_.push_back(Use(n, n->inputs_.size()));
    n->inputs_.push_back(mapped);
  }
  if (copy_blocks)
    for (Block* b : src->blocks()) n->addBlock()->cloneFrom(b, value_map);
  return n;
}

Node* Graph::insertNode(Node* n) {
  TORCH_INTERNAL_ASSERT(insert_before_->inBlockList(), "the insert point is not in a block");
  return n->insertBefore(insert_before_);
}

Value* Graph::insertUncheckedCast(Value* v, TypePtr type) {
  Node* n = create(prim::unchecked_cast, v);
  n->output()->setType(std::move(type));
  return insertNode(n)->output();
}

Value* Graph::insertToList(Value* v, TypePtr type) {
  int dims = 0;
  TypePtr element = type;
  while (auto list = element->cast<ListType>()) {
    ++dims;
    element = list->getElementType();
  }
  int64_t code = 0;
  if (element->kind() == TypeKind::FloatType) code = 1;
  else if (element->kind() == TypeKind::BoolType) code = 2;
  else if (element->kind() == TypeKind::ComplexType) code = 3;
  else TORCH_CHECK(element->kind() == TypeKind::IntType, element->repr_str(), " is not one of the supported element types for tolist: int, float, complex, bool");
  Value* dims_value = insertConstant(IValue(dims));
  Value* code_value = insertConstant(IValue(code));
  Node* n = create(prim::tolist, {v, dims_value, code_value});
  n->output()->setType(std::move(type));
  return insertNode(n)->output();
}

Value* Graph::insertFunctionCall(Function* callee, const MatchedSchema& matched) {
  Node* fn = insertNode(create(prim::Constant));
  fn->s_(attr::name, callee->name());
  fn->output()->setType(FunctionType::create(callee, callee->qualname()));
  std::vector<Value*> inputs{fn->output()};
  inputs.insert(inputs.end(), matched.inputs.begin(), matched.inputs.end());
  return insertNode(create(prim::CallFunction, inputs))->output()->setType(matched.return_types.at(0));
}

Value* Graph::insertMethodCall(std::string method_name, const MatchedSchema& matched) {
  Node* n = insertNode(create(prim::CallMethod, matched.inputs));
  n->s_(attr::name, std::move(method_name));
  return n->output()->setType(matched.return_types.at(0));
}

Value* Graph::insertConstant(const IValue& val, std::optional<SourceRange> loc) { return torch::jit::insertConstant(*this, val, std::move(loc)); }

Value* Graph::insert(Symbol opname, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, const std::optional<SourceRange>& range) {
  return emitBuiltinCall(range ? *range : fakeRange(), *this, opname, args, kwargs);
}

// ---- copies

void Graph::cloneFrom(Graph& src) {
  auto no_outer = [](Value* v) -> Value* { TORCH_INTERNAL_ASSERT(false, "the graph uses a value from outside: %", v->debugName()); };
  block()->cloneFrom(src.block(), no_outer);
}

std::shared_ptr<Graph> Graph::copy() {
  auto result = std::make_shared<Graph>();
  result->cloneFrom(*this);
  return result;
}

std::unique_ptr<Graph> Graph::copyUnique() {
  auto result = std::make_unique<Graph>();
  result->cloneFrom(*this);
  return result;
}

std::vector<Value*> insertGraph(Graph& g, Graph& callee, at::ArrayRef<Value*> inputs, std::unordered_map<Value*, Value*>& value_map) {
  TORCH_INTERNAL_ASSERT(callee.inputs().size() == inputs.size(), "the callee has ", callee.inputs().size(), " inputs, ", inputs.size(), " values are given");
  for (size_t i = 0; i < inputs.size(); ++i) value_map[callee.inputs()[i]] = inputs[i];
  auto map = [&](Value* v) { return value_map.at(v); };
  for (Node* node : callee.nodes()) {
    Node* copy = g.insertNode(g.createClone(node, map));
    for (size_t i = 0; i < node->outputs().size(); ++i) value_map[node->outputs()[i]] = copy->outputs()[i]->copyMetadata(node->outputs()[i]);
  }
  std::vector<Value*> outputs;
  for (Value* output : callee.outputs()) outputs.push_back(map(output));
  return outputs;
}

std::vector<Value*> insertGraph(Graph& g, Graph& callee, at::ArrayRef<Value*> inputs) {
  std::unordered_map<Value*, Value*> value_map;
  return insertGraph(g, callee, inputs, value_map);
}

at::ArrayRef<Value*> createTupleUnpack(Value* v) {
  if (v->node()->kind() == prim::TupleConstruct) return v->node()->inputs();
  Graph& g = *v->owningGraph();
  return g.insertNode(g.createTupleUnpack(v))->outputs();
}

Function* calledFunction(const Node* n) {
  if (n->kind() == prim::CallFunction) {
    auto type = n->input(0)->type()->cast<FunctionType>();
    return type ? type->function() : nullptr;
  }
  if (n->kind() == prim::CallMethod) {
    auto type = n->input(0)->type()->cast<ClassType>();
    return type ? type->findMethod(n->s(attr::name)) : nullptr;
  }
  return nullptr;
}

// ---- NamedValue

Value* NamedValue::value(Graph& graph) const { return value_ ? value_ : insertConstant(graph, ivalue_); }
c10::TypePtr NamedValue::type() const { return value_ ? value_->type() : ivalue_.type(); }

std::vector<std::pair<std::string, SourceRange>> InlinedCallStack::vec() const {
  std::vector<std::pair<std::string, SourceRange>> result;
  for (const InlinedCallStack* at = this; at; at = at->callee_.get()) result.emplace_back(at->fn_name_, at->source_range_);
  return result;
}

}  // namespace torch::jit
