#include <torch/csrc/jit/ir/ir.h>

#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/runtime/operator.h>

#include <ATen/core/schema_parser.h>

#include <algorithm>
#include <limits>
#include <ostream>

namespace torch::jit {

int schemaGenerality(const FunctionSchema& schema);  // schema_matching.cpp

// ---- Value

bool Value::isValidName(const std::string& name) {
  // A number would look like the name that every value has.
  return name.empty() || name.find_first_not_of("0123456789") != std::string::npos;
}

std::string Value::debugNameBase() const {
  const std::string name = debugName();
  const size_t dot = name.find_last_of('.');
  if (dot == std::string::npos || dot + 1 == name.size() || name.find_first_not_of("0123456789", dot + 1) != std::string::npos) return name;
  return name.substr(0, dot);
}

Value* Value::setDebugName(const std::string& name) {
  TORCH_CHECK(isValidName(name), "Invalid name: '", name, "'");
  Graph& graph = *owningGraph();
  if (!name_.empty()) {
    graph.unique_names_.erase(name_);
    name_.clear();
  }
  if (name.empty()) return this;
  auto [entry, is_new] = graph.unique_names_.try_emplace(name, this);
  if (!is_new) {
    // The value that had the name gets a numbered one: the newest definition of a variable carries its plain name.
    Value* other = entry->second;
    std::string base = name;
    size_t suffix = 1;
    const size_t dot = name.find_last_of('.');
    if (dot != std::string::npos && dot + 1 != name.size() && name.size() - dot < 18 && name.find_first_not_of("0123456789", dot + 1) == std::string::npos) {
      suffix = std::stoull(name.substr(dot + 1));
      base = name.substr(0, dot);
    }
    size_t& next = graph.name_base_suffix_[base];
    suffix = std::max(suffix, next + 1);
    std::string replacement;
    do replacement = base + "." + std::to_string(suffix++);
    while (graph.unique_names_.count(replacement));
    next = suffix - 1;
    graph.unique_names_[name] = this;
    other->name_ = replacement;
    graph.unique_names_.emplace(std::move(replacement), other);
  }
  name_ = name;
  return this;
}

Value* Value::inferTypeFrom(const at::Tensor&) { return setType(TensorType::get()); }

Value* Value::copyMetadata(Value* from) {
  setType(from->type());
  if (from->hasDebugName()) setDebugName(from->debugName());
  return this;
}

bool Value::node_is_none_constant() const { return node_->mustBeNone(); }

bool Value::mustNotBeNone() const {
  return node_->kind() != prim::AutogradAdd && type_->kind() != TypeKind::NoneType && type_->kind() != TypeKind::OptionalType &&
      !(type_->isUnionType() && type_->castRaw<UnionType>()->canHoldType(*NoneType::get())) && type_->kind() != TypeKind::AnyType;
}

void Value::replaceFirstUseWith(Value* new_value) {
  TORCH_INTERNAL_ASSERT(!uses_.empty() && owningGraph() == new_value->owningGraph());
  const Use use = uses_[0];
  use.user->inputs_[use.offset] = new_value;
  new_value->uses_.push_back(use);
  uses_.erase(uses_.begin());
}

void Value::replaceAllUsesWith(Value* new_value) {
  if (new_value == this) return;
  TORCH_INTERNAL_ASSERT(owningGraph() == new_value->owningGraph());
  for (const Use& use : uses_) {
    use.user->inputs_[use.offset] = new_value;
    new_value->uses_.push_back(use);
  }
  uses_.clear();
}

void Value::replaceAllUsesAfterNodeWith(const Node* node, Value* new_value) {
  use_list kept;
  for (const Use& use : uses_) {
    if (use.user->isAfter(node)) {
      use.user->inputs_[use.offset] = new_value;
      new_value->uses_.push_back(use);
    } else {
      kept.push_back(use);
    }
  }
  uses_ = std::move(kept);
}

void Value::replaceAllUsesDominatedByNodeWith(const Node* node, Value* new_value) {
  use_list kept;
  for (const Use& use : uses_) {
    if (use.user->isDominatedBy(node)) {
      use.user->inputs_[use.offset] = new_value;
      new_value->uses_.push_back(use);
    } else {
      kept.push_back(use);
    }
  }
  uses_ = std::move(kept);
}

// ---- Node: inputs, outputs, blocks

Value* Node::input() {
  TORCH_INTERNAL_ASSERT(inputs_.size() == 1, "one input is expected of ", kind_.toQualString(), ", it has ", inputs_.size());
  return inputs_[0];
}

Value* Node::output() {
  TORCH_INTERNAL_ASSERT(outputs_.size() == 1, "one output is expected of ", kind_.toQualString(), ", it has ", outputs_.size());
  return outputs_[0];
}

bool Node::hasUses() const {
  return std::any_of(outputs_.begin(), outputs_.end(), [](const Value* v) { return v->hasUses(); });
}

bool Node::hasNamedInput(const std::string& name) const {
  const FunctionSchema* schema = maybeSchema();
  return schema && schema->argumentIndexWithName(name).has_value();
}

Value* Node::namedInput(const std::string& name) const {
  const auto index = schema().argumentIndexWithName(name);
  TORCH_CHECK(index && static_cast<size_t>(*index) < inputs_.size(), schema(), " has no argument ", name);
  return inputs_[static_cast<size_t>(*index)];
}

std::optional<IValue> Node::get(Symbol name) const { return toIValue(namedInput(name)); }

bool Node::mustBeNone() const {
  return kind_ == prim::AutogradZero ||
      (outputs_.size() == 1 && outputs_[0]->type_->kind() == TypeKind::NoneType) ||
      (kind_ == prim::Constant && attributes_.empty() && outputs_.size() == 1 && outputs_[0]->type_->kind() == TypeKind::OptionalType);
}

bool Node::isNondeterministic() const {
  const c10::OperatorRow* r = row();
  return r && r->has(c10::kOpNondeterministic);
}

bool Node::hasSideEffects() const {
  switch (kind_) {
    case prim::RaiseException:
    case prim::SetAttr:
    case prim::Print:
    case prim::CallFunction:
    case prim::CallMethod:
    case prim::Enter:
    case prim::Exit:
    case prim::ReturnStmt:
    case prim::BreakStmt:
    case prim::ContinueStmt:
    case prim::Store:
    case aten::wait:
      return true;
    default:
      break;
  }
  const c10::OperatorRow* r = row();
  if (r) return r->has(c10::kOpSideEffect);
  // What is not known may do anything, except the JIT's own nodes.
  return !kind_.is_prim();
}

bool Node::notExecutedOp() const {
  return kind_ == prim::Constant || kind_ == prim::profile || kind_ == prim::profile_ivalue;
}

use_list::iterator Node::findUseForInput(size_t i) {
  auto& uses = inputs_[i]->uses_;
  // The newest use is the likeliest to go.
  for (auto it = uses.end(); it != uses.begin();) {
    --it;
    if (it->user == this && it->offset == i) return it;
  }
  TORCH_INTERNAL_ASSERT(false, "an input of ", kind_.toQualString(), " is not among its value's uses");
}

void Node::dropInput(size_t i) {
  auto use = findUseForInput(i);
  inputs_[i]->uses_.erase(use);
}

Value* Node::addInput(Value* value) {
  TORCH_INTERNAL_ASSERT(graph_ == value->owningGraph(), "a node of one graph cannot use a value of another");
  value->uses_.push_back(Use(this, inputs_.size()));
  inputs_.push_back(value);
  row_known_ = row_known_ && row_;
  return value;
}

Value* Node::insertInput(size_t i, Value* value) {
  TORCH_INTERNAL_ASSERT(graph_ == value->owningGraph() && i <= inputs_.size());
  for (size_t k = i; k < inputs_.size(); ++k) findUseForInput(k)->offset += 1 << 30;
  for (size_t k = i; k < inputs_.size(); ++k) {
    auto& uses = inputs_[k]->uses_;
    for (auto& use : uses)
      if (use.user == this && use.offset == k + (1 << 30)) use.offset = k + 1;
  }
  inputs_.insert(inputs_.begin() + static_cast<std::ptrdiff_t>(i), value);
  value->uses_.push_back(Use(this, i));
  return value;
}

Value* Node::replaceInput(size_t i, Value* new_value) {
  TORCH_INTERNAL_ASSERT(graph_ == new_value->owningGraph() && i < inputs_.size());
  Value* old = inputs_[i];
  dropInput(i);
  inputs_[i] = new_value;
  new_value->uses_.push_back(Use(this, i));
  return old;
}

void Node::replaceInputWith(Value* from, Value* to) {
  for (size_t i = 0; i < inputs_.size(); ++i)
    if (inputs_[i] == from) replaceInput(i, to);
}

void Node::removeInput(size_t i) {
  dropInput(i);
  for (size_t k = i + 1; k < inputs_.size(); ++k) findUseForInput(k)->offset = k - 1;
  inputs_.erase(inputs_.begin() + static_cast<std::ptrdiff_t>(i));
}

void Node::removeAllInputs() {
  for (size_t i = 0; i < inputs_.size(); ++i) dropInput(i);
  inputs_.clear();
}

void Node::permuteInputs(const std::vector<size_t>& order) {
  TORCH_INTERNAL_ASSERT(order.size() <= inputs_.size());
  std::vector<Value*> wanted;
  for (size_t i : order) {
    TORCH_INTERNAL_ASSERT(i < inputs_.size());
    wanted.push_back(inputs_[i]);
  }
  removeAllInputs();
  for (Value* v : wanted) addInput(v);
}

Value* Node::addOutput() {
  Value* v = graph_->newValue(this, outputs_.size());
  outputs_.push_back(v);
  return v;
}

Value* Node::insertOutput(size_t i) {
  Value* v = graph_->newValue(this, i);
  outputs_.insert(outputs_.begin() + static_cast<std::ptrdiff_t>(i), v);
  for (size_t k = i + 1; k < outputs_.size(); ++k) outputs_[k]->offset_ = k;
  return v;
}

void Node::eraseOutput(size_t i) {
  TORCH_INTERNAL_ASSERT(i < outputs_.size() && outputs_[i]->uses_.empty(), "an output that is used cannot be erased");
  Value* v = outputs_[i];
  outputs_.erase(outputs_.begin() + static_cast<std::ptrdiff_t>(i));
  graph_->freeValue(v);
  for (size_t k = i; k < outputs_.size(); ++k) outputs_[k]->offset_ = k;
}

void Node::removeAllOutputs() {
  while (!outputs_.empty()) eraseOutput(outputs_.size() - 1);
}

void Node::permuteOutputs(const std::vector<size_t>& order) {
  TORCH_INTERNAL_ASSERT(order.size() == outputs_.size());
  c10::SmallVector<Value*, 2> wanted;
  for (size_t i : order) {
    TORCH_INTERNAL_ASSERT(i < outputs_.size());
    outputs_[i]->offset_ = wanted.size();
    wanted.push_back(outputs_[i]);
  }
  outputs_ = std::move(wanted);
}

Block* Node::addBlock() {
  blocks_.push_back(graph_->newBlock(this));
  return blocks_.back();
}

Block* Node::insertBlock(size_t i) {
  Block* b = graph_->newBlock(this);
  blocks_.insert(blocks_.begin() + static_cast<std::ptrdiff_t>(i), b);
  return b;
}

void Node::eraseBlock(size_t i) {
  Block* b = blocks_[i];
  blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(i));
  b->destroy();
}

void Node::replaceAllUsesWith(Node* n) {
  TORCH_INTERNAL_ASSERT(outputs_.size() == n->outputs_.size());
  for (size_t i = 0; i < outputs_.size(); ++i) outputs_[i]->replaceAllUsesWith(n->outputs_[i]);
}

Node* Node::replaceWithNewSymbol(Symbol new_symbol) {
  WithInsertPoint guard(this);
  Node* n = graph_->insertNode(graph_->create(new_symbol, 0));
  for (Value* v : inputs_) n->addInput(v);
  for (Value* v : outputs_) v->replaceAllUsesWith(n->addOutput()->copyMetadata(v));
  n->copyMetadata(this);
  n->copyAttributes(*this);
  TORCH_INTERNAL_ASSERT(blocks_.empty());
  return n;
}

bool Node::isDominatedBy(const Node* dominator) const {
  for (const Node* n = this; n; n = n->owningBlock() ? n->owningBlock()->owningNode() : nullptr)
    if (n->owningBlock() == dominator->owningBlock()) return dominator->isBefore(n);
  return false;
}

Node* Node::copyMetadata(Node* from) {
  source_range_ = from->source_range_;
  callstack_ = from->callstack_;
  return this;
}

// ---- Node: the list

namespace {
constexpr topo_position_t kFirst = std::numeric_limits<topo_position_t>::min();
constexpr topo_position_t kLast = std::numeric_limits<topo_position_t>::max();
constexpr topo_position_t kGap = topo_position_t(1) << 40;  // 2^24 appends before positions are dealt anew
}  // namespace

void Node::assignTopoPosition() {
  const Node* before = prev();
  const Node* after = next();
  const bool first = before == owning_block_->return_node();
  const bool last = after == owning_block_->return_node();
  if (first && last) {
    topo_position_ = 0;
  } else if (last) {
    if (before->topo_position_ >= kLast - kGap) return owning_block_->reIndexTopology();
    topo_position_ = before->topo_position_ + kGap;
  } else if (first) {
    if (after->topo_position_ <= kFirst + kGap) return owning_block_->reIndexTopology();
    topo_position_ = after->topo_position_ - kGap;
  } else {
    const uint64_t space = static_cast<uint64_t>(after->topo_position_) - static_cast<uint64_t>(before->topo_position_);
    if (space < 2) return owning_block_->reIndexTopology();
    topo_position_ = static_cast<topo_position_t>(static_cast<uint64_t>(before->topo_position_) + space / 2);
  }
}

void Block::reIndexTopology() {
  topo_position_t at = kFirst;
  for (Node* n : nodes()) {
    at += kGap;
    n->topo_position_ = at;
  }
}

Node* Node::insertAfter(Node* n) {
  TORCH_INTERNAL_ASSERT(!inBlockList() && n->inBlockList() && n->owning_block_ && graph_ == n->graph_);
  owning_block_ = n->owning_block_;
  Node* following = n->next();
  n->next_in_graph[kNextDirection] = this;
  next_in_graph[kPrevDirection] = n;
  next_in_graph[kNextDirection] = following;
  following->next_in_graph[kPrevDirection] = this;
  assignTopoPosition();
  return this;
}

Node* Node::insertBefore(Node* n) { return insertAfter(n->prev()); }

void Node::removeFromList() {
  TORCH_INTERNAL_ASSERT(inBlockList());
  owning_block_ = nullptr;
  next()->next_in_graph[kPrevDirection] = prev();
  prev()->next_in_graph[kNextDirection] = next();
  next_in_graph[0] = next_in_graph[1] = nullptr;
}

void Node::moveAfter(Node* n) {
  if (n == this) return;
  removeFromList();
  insertAfter(n);
}

void Node::moveBefore(Node* n) {
  if (n == this) return;
  removeFromList();
  insertBefore(n);
}

bool Node::isBefore(const Node* n) const {
  if (this == n) return false;
  auto depth = [](const Node* at) {
    size_t d = 0;
    while ((at = at->owning_block_ ? at->owning_block_->owningNode() : nullptr)) ++d;
    return d;
  };
  auto position = [](const Node* at) {
    return at == at->owning_block_->return_node() ? kLast : at == at->owning_block_->param_node() ? kFirst : at->topo_position_;
  };
  const Node* a = this;
  const Node* b = n;
  if (a->owning_block_ == b->owning_block_) return position(a) < position(b);
  size_t da = depth(a), db = depth(b);
  // A node is before what its own blocks hold.
  const bool a_deeper = da > db;
  while (da > db) a = a->owning_block_->owningNode(), --da;
  while (db > da) b = b->owning_block_->owningNode(), --db;
  if (a == b) return !a_deeper;
  while (a->owning_block_ != b->owning_block_) {
    const Node* ua = a->owning_block_->owningNode();
    const Node* ub = b->owning_block_->owningNode();
    if (ua == ub) {  // different blocks of one node: in the order of the blocks
      for (const Block* block : ua->blocks()) {
        if (block == a->owning_block_) return true;
        if (block == b->owning_block_) return false;
      }
    }
    a = ua;
    b = ub;
    TORCH_INTERNAL_ASSERT(a && b, "the nodes are of different graphs");
  }
  return position(a) < position(b);
}

void Node::destroy() {
  while (!outputs_.empty()) eraseOutput(outputs_.size() - 1);
  while (!blocks_.empty()) eraseBlock(blocks_.size() - 1);
  removeAllInputs();
  if (inBlockList()) removeFromList();
  graph_->freeNode(this);
}

// ---- Node: attributes

const AttributeValue* Node::find(Symbol name) const {
  for (const auto& a : attributes_)
    if (a.name == name) return &a;
  return nullptr;
}

const AttributeValue& Node::get_attr(Symbol name) const {
  const AttributeValue* a = find(name);
  TORCH_CHECK(a, "required keyword attribute '", name.toUnqualString(), "' is undefined in ", kind_.toQualString());
  return *a;
}

void Node::wrong_kind(const AttributeValue& value, AttributeKind wanted) const {
  TORCH_CHECK(false, "attribute '", value.name.toUnqualString(), "' of ", kind_.toQualString(), " is of kind ", toString(value.kind()), ", not ", toString(wanted));
}

void Node::set_payload(Symbol name, AttributePayload value) {
  TORCH_INTERNAL_ASSERT(name.is_attr());
  for (auto& a : attributes_) {
    if (a.name == name) {
      a.value = std::move(value);
      return;
    }
  }
  attributes_.push_back({name, std::move(value)});
}

std::vector<Symbol> Node::attributeNames() const {
  std::vector<Symbol> names;
  for (const auto& a : attributes_) names.push_back(a.name);
  return names;
}

Node* Node::removeAttribute(Symbol name) {
  attributes_.erase(std::remove_if(attributes_.begin(), attributes_.end(), [&](const AttributeValue& a) { return a.name == name; }), attributes_.end());
  return this;
}

void Node::copyAttributes(const Node& from) { attributes_ = from.attributes_; }

const char* toString(AttributeKind kind) {
  static constexpr const char* names[] = {"f", "fs", "c", "cs", "i", "is", "s", "ss", "t", "ts", "g", "gs", "ty", "tys", "ival"};
  return names[static_cast<size_t>(kind)];
}

// ---- Node: the operator

const c10::OperatorRow* Node::row() const {
  if (!row_known_) {
    row_ = findRow();
    row_known_ = true;
  }
  return row_;
}

const c10::OperatorRow* Node::findRow() const {
  switch (kind_) {
    case prim::Constant: case prim::If: case prim::Loop: case prim::Param: case prim::Return: case prim::GetAttr: case prim::SetAttr:
    case prim::CallFunction: case prim::CallMethod: case prim::TupleConstruct: case prim::TupleUnpack: case prim::ListConstruct: case prim::DictConstruct:
      return nullptr;
    default:
      break;
  }
  // Of the overloads that take these types the one that gives the outputs' types, then the most special.
  const c10::OperatorRow* best = nullptr;
  int best_score = 0;
  for (const c10::OperatorRow* candidate : operatorsFor(kind_)) {
    const FunctionSchema& schema = candidate->function_schema();
    const auto& formals = schema.arguments();
    if (schema.is_vararg() ? inputs_.size() < formals.size() : inputs_.size() != formals.size()) continue;
    c10::TypeEnv env;
    bool fits = true;
    for (size_t i = 0; fits && i < formals.size(); ++i) {
      fits = c10::matchTypeVariables(formals[i].type(), inputs_[i]->type(), env).success();
      if (!fits) break;
      const TypePtr type = c10::tryEvalTypeVariables(formals[i].type(), env);
      fits = type && inputs_[i]->type()->isSubtypeOf(*type);
    }
    if (!fits) continue;
    int score = schemaGenerality(schema);
    for (size_t i = 0; i < schema.returns().size() && i < outputs_.size(); ++i) {
      const TypePtr type = c10::tryEvalTypeVariables(schema.returns()[i].type(), env);
      if (!type || *type != *outputs_[i]->type()) score += 1000;
    }
    if (!best || score < best_score) {
      best = candidate;
      best_score = score;
    }
  }
  return best;
}

const FunctionSchema& Node::schema() const {
  const FunctionSchema* s = maybeSchema();
  TORCH_CHECK(s, "there is no operator ", kind_.toQualString(), " for these inputs: ", *this);
  return *s;
}

bool Node::matches(const char* signature_literal, at::ArrayRef<Symbol> const_inputs) const {
  const c10::OperatorRow* r = row();
  if (!r) return false;
  const FunctionSchema wanted = c10::parseSchema(signature_literal);
  const FunctionSchema& have = r->function_schema();
  if (have.name() != wanted.name() || have.overload_name() != wanted.overload_name()) return false;
  return std::all_of(const_inputs.begin(), const_inputs.end(), [&](Symbol s) { return is_constant(s); });
}

// ---- Block

Block::Block(Graph* graph, Node* owner) : graph_(graph), owning_node_(owner) {
  output_ = graph->newNode(prim::Return);
  input_ = graph->newNode(prim::Param);
  output_->owning_block_ = this;
  input_->owning_block_ = this;
  output_->topo_position_ = kLast;
  input_->topo_position_ = kFirst;
  output_->next_in_graph[kNextDirection] = output_;
  output_->next_in_graph[kPrevDirection] = output_;
}

Value* Block::addInput(const std::string& name) { return input_->addOutput()->setDebugName(name); }
Value* Block::insertInput(size_t i, const std::string& name) { return input_->insertOutput(i)->setDebugName(name); }

size_t Block::registerOutput(Value* v) {
  output_->addInput(v);
  return outputs().size() - 1;
}

size_t Block::insertOutput(size_t i, Value* v) {
  output_->insertInput(i, v);
  return i;
}

Node* Block::appendNode(Node* n) {
  TORCH_INTERNAL_ASSERT(n->graph_ == graph_ && !n->inBlockList());
  return n->insertBefore(output_);
}

Node* Block::prependNode(Node* n) {
  TORCH_INTERNAL_ASSERT(n->graph_ == graph_ && !n->inBlockList());
  return n->insertAfter(output_);
}

void Block::cloneFrom(Block* src, const std::function<Value*(Value*)>& outer) {
  std::unordered_map<Value*, Value*> local;
  auto env = [&](Value* v) {
    auto it = local.find(v);
    return it != local.end() ? it->second : outer(v);
  };
  for (Value* input : src->inputs()) local[input] = addInput()->copyMetadata(input);
  for (Node* node : src->nodes()) {
    Node* copy = appendNode(graph_->createClone(node, env));
    for (size_t i = 0; i < node->outputs().size(); ++i) local[node->outputs()[i]] = copy->outputs()[i]->copyMetadata(node->outputs()[i]);
  }
  for (Value* output : src->outputs()) registerOutput(env(output));
}

void Block::remapTypes(const std::function<TypePtr(TypePtr)>& type_map) {
  for (Value* v : inputs()) v->setType(type_map(v->type()));
  for (Node* node : nodes()) {
    for (Value* v : node->outputs()) v->setType(type_map(v->type()));
    for (Block* b : node->blocks()) b->remapTypes(type_map);
    for (auto& a : node->attributes_) {
      if (auto* type = std::get_if<TypePtr>(&a.value)) *type = type_map(*type);
      else if (auto* types = std::get_if<std::vector<TypePtr>>(&a.value)) for (auto& t : *types) t = type_map(t);
      else if (auto* graph = std::get_if<std::shared_ptr<Graph>>(&a.value)) (*graph)->remapTypes(type_map);
    }
  }
}

void Block::clear() {
  removeAllOutputs();
  for (auto it = nodes().rbegin(); it != nodes().rend(); ++it) it.destroyCurrent();
  removeAllInputs();
}

void Block::destroy() {
  output_->removeAllInputs();
  for (auto it = nodes().rbegin(); it != nodes().rend(); ++it) it.destroyCurrent();
  input_->removeAllOutputs();
  graph_->freeNode(output_);
  graph_->freeNode(input_);
  output_ = input_ = nullptr;
}

}  // namespace torch::jit
