// Functions: from a def to a graph with a schema; names; and what happens when operators are missing.
#include <torch/csrc/jit/frontend/ir_emitter.h>

#include <torch/csrc/jit/frontend/emitter.h>
#include <torch/csrc/jit/frontend/parser.h>
#include <torch/csrc/jit/runtime/operator.h>

#include <algorithm>

namespace torch::jit {

Emitter::Emitter(const Def& def, ResolverPtr resolver, const Self* self, GraphFunction& function, std::shared_ptr<Graph> graph)
    : def_(def), resolver_(std::move(resolver)), self_(self), function_(function), graph_owner_(std::move(graph)), graph_(*graph_owner_), types_(resolver_) {}

void Emitter::run() {
  graph_.block()->clear();
  graph_.setInsertPoint(graph_.block());
  ErrorReport::CallStack call(function_.qualname().qualifiedName(), def_.range());
  for (int attempt = 0;; ++attempt) {
    try {
      emitDef();
      break;
    } catch (const ReturnTypeFound& found) {
      // A return type that was not written and is needed before the whole function is compiled.
      if (attempt == 3) throw ErrorReport(def_.range()) << "the return type cannot be inferred, please annotate it";
      graph_.block()->clear();
      graph_.setInsertPoint(graph_.block());
      declared_return_ = found.type;
      declared_return_inferred_ = true;
      returned_ = nullptr;
      frame_ = nullptr;
      missing_ = 0;
      block_depth_ = loop_depth_ = 0;
    }
  }
  if (missing_ > 0) {
    throw MissingOperator(def_.range(), "", "") << "Function " << function_.qualname().qualifiedName() << " calls " << missing_ << " operators that do not exist here";
  }
}

void Emitter::emitDef() {
  const bool method = self_ != nullptr;
  FunctionSchema schema = function_.has_schema() ? function_.getSchema() : types_.parseSchemaFromDef(def_, method);
  Frame frame(graph_.block(), nullptr);
  frame_ = &frame;
  const List<Param> params = def_.decl().params();
  // The schema set beforehand has self, the one just parsed has not.
  size_t formal = function_.has_schema() && method ? 1 : 0;
  bool first = true;
  for (Param param : params) {
    const std::string_view name = param.ident().view();
    Value* input = graph_.addInput(std::string(name));
    input->node()->setSourceRange(def_.range());
    SugaredValuePtr value;
    if (first && method) {
      value = self_->makeSugared(input);
    } else {
      const Argument& argument = schema.arguments().at(formal++);
      input->setType(argument.type());
      value = simple(input);
    }
    first = false;
    Frame::Entry& entry = frame.table[name];
    entry.value = value;
    entry.assigned = true;
    // A parameter keeps the type it was annotated with.
    if (param.type().present()) entry.declared = input->type();
  }
  if (method && params.empty()) throw ErrorReport(def_.decl().range()) << "methods must have a self argument";
  if (def_.decl().return_type().present()) declared_return_ = schema.returns().at(0).type();
  early_returns_ = hasEarlyReturn(def_.statements());
  if (early_returns_) startFlags(def_.range());
  emitBody(def_.statements());
  if (early_returns_) finishReturns();
  if (!returned_) {
    returned_ = constant(def_.range(), IValue());
    if (declared_return_ && missing_ == 0 && frame.exit == Exit::None && !NoneType::get()->isSubtypeOf(*declared_return_))
      throw ErrorReport(def_.range()) << "Function was annotated as returning " << declared_return_->repr_str() << ", but not all of its paths return a value";
    if (frame.exit != Exit::None && declared_return_) returned_ = graph_.insertNode(graph_.createUninitialized(declared_return_))->output();
  }
  graph_.registerOutput(returned_);
  frame_ = nullptr;
  if (!function_.has_schema()) {
    std::vector<Argument> arguments;
    if (method) arguments.emplace_back("self", graph_.inputs().at(0)->type());
    arguments.insert(arguments.end(), schema.arguments().begin(), schema.arguments().end());
    std::vector<Argument> returns;
    returns.emplace_back("", declared_return_ ? declared_return_ : returned_->type());
    function_.setSchema(FunctionSchema(function_.name(), "", std::move(arguments), std::move(returns)));
  }
}

// ---- names

SugaredValuePtr Emitter::lookUp(std::string_view name, const SourceRange& loc) {
  if (Frame::Entry* entry = frame_->findAnywhere(name)) {
    if (entry->value) return entry->value;
    throw ErrorReport(loc) << entry->error;
  }
  if (SugaredValuePtr builtin = builtinName(name)) return builtin;
  if (resolver_)
    if (SugaredValuePtr value = resolver_->resolveValue(std::string(name), function_, loc)) return value;
  throw ErrorReport(loc) << "undefined value " << name;
}

void Emitter::setVar(const SourceRange& loc, std::string_view name, SugaredValuePtr value, const TypePtr& annotated) {
  auto as_simple = [](const SugaredValuePtr& v) -> Value* {
    auto* s = dynamic_cast<SimpleValue*>(v.get());
    return s ? s->getValue() : nullptr;
  };
  Value* v = as_simple(value);
  Frame::Entry* here = frame_->find(name);
  Frame::Entry* outer = here && here->declared ? here : frame_->findInParent(name);
  TypePtr declared = annotated;
  if (outer && outer->value && value != poisonValue() && outer->value != poisonValue()) {
    if (annotated && outer != here)
      throw ErrorReport(loc) << "Attempting to declare and annotate the type of variable '" << name << "' that is already defined in an outer block";
    if (!v)
      throw ErrorReport(loc) << "Cannot re-assign '" << name << "' to a value of type " << value->kind() << " because " << name << " is not a first-class value.  Only reassignments to first-class values are allowed";
    Value* parent = as_simple(outer->value);
    if (!parent) throw ErrorReport(loc) << "Cannot re-assign '" << name << "' because it has type " << outer->value->kind() << " and " << name << " is not a first-class value.  Only reassignments to first-class values are allowed";
    const TypePtr parent_type = outer->declared ? outer->declared : parent->type();
    v = tryConvertToType(loc, graph_, parent_type, v, true);
    if (!v->type()->isSubtypeOf(*parent_type)) {
      c10::detail::TextStream why;
      v->type()->isSubtypeOfExt(*parent_type, &why.stream());
      throw ErrorReport(loc) << "Variable '" << name << "' previously had type " << parent_type->repr_str() << " but is now being assigned to a value of type " << v->type()->repr_str()
                             << (why.str().empty() ? "" : "\n" + why.str());
    }
    value = simple(v);
    if (outer == here) declared = here->declared;
  }
  if (annotated && v) {
    v = tryConvertToType(loc, graph_, annotated, v, true);
    if (!v->type()->isSubtypeOf(*annotated))
      throw ErrorReport(loc) << "Variable '" << name << "' is annotated with type " << annotated->repr_str() << " but is being assigned to a value of type " << v->type()->repr_str();
    // From here on the variable has the type that was written, also where its value is known better.
    if (*v->type() != *annotated) {
      WithCurrentRange range(graph_, loc);
      v = graph_.insertUncheckedCast(v, annotated);
    }
    value = simple(v);
  }
  if (v && !v->hasDebugName() && name != "_" && name[0] != '_' && v->node()->owningBlock() == frame_->block) v->setDebugName(std::string(name));
  Frame::Entry& entry = frame_->table[name];
  entry.value = std::move(value);
  entry.error.clear();
  entry.declared = declared;
  entry.assigned = true;
}

void Emitter::refine(const SourceRange& loc, const Refinements& refinements) {
  for (const auto& [name, type] : refinements) {
    Frame::Entry* entry = frame_->findAnywhere(name);
    if (!entry || !entry->value) continue;
    auto* s = dynamic_cast<SimpleValue*>(entry->value.get());
    if (!s || *s->getValue()->type() == *type) continue;
    WithCurrentRange range(graph_, loc);
    const TypePtr declared = entry->declared;
    Value* v = graph_.insertUncheckedCast(s->getValue(), type);
    Frame::Entry& refined = frame_->table[name];
    refined.value = simple(v);
    if (!refined.declared && &refined == entry) refined.declared = declared;
  }
}

// ---- missing operators

namespace {
thread_local CollectMissingOperators* current_collector = nullptr;

bool dotted_name(const Tree* tree, std::string& out) {
  if (tree->kind() == TK_VAR) {
    out += Var(tree).name().view();
    return true;
  }
  if (tree->kind() != '.') return false;
  if (!dotted_name(Select(tree).value(), out)) return false;
  out += '.';
  out += Select(tree).selector().view();
  return true;
}
}  // namespace

CollectMissingOperators::CollectMissingOperators() : previous_(current_collector) { current_collector = this; }
CollectMissingOperators::~CollectMissingOperators() { current_collector = previous_; }
CollectMissingOperators* CollectMissingOperators::current() { return current_collector; }
void CollectMissingOperators::add(MissingOperatorUse use) { uses_.push_back(std::move(use)); }

void Emitter::noteMissing(const MissingOperator& error) {
  ++missing_;
  if (error.name.empty()) return;
  for (const auto& [start, name] : reported_)
    if (start == error.range().start() && name == error.name) return;
  reported_.emplace_back(error.range().start(), error.name);
  CollectMissingOperators::current()->add({error.name, error.attempted, function_.qualname().qualifiedName(), error.range(), !operatorsFor(Symbol::fromQualString(error.name)).empty()});
}

// Finds calls of operators that do not exist in code that could not be compiled, by their names alone.
void Emitter::scanForMissing(const Tree* tree) {
  if (tree->kind() == TK_APPLY) {
    std::string name;
    if (dotted_name(Apply(tree).callee(), name)) {
      std::string op;
      if (name.compare(0, 6, "torch.") == 0) {
        const std::string rest = name.substr(name.compare(0, 15, "torch.autograd.") == 0 ? 15 : 6);
        if (rest.find('.') == std::string::npos) op = "aten::" + rest;
      } else if (name.compare(0, 4, "ops.") == 0) {
        const size_t dot = name.find('.', 4);
        if (dot != std::string::npos && name.find('.', dot + 1) == std::string::npos) op = name.substr(4, dot - 4) + "::" + name.substr(dot + 1);
      } else if (name == "fork") {
        op = "prim::fork";
      }
      if (!op.empty() && operatorsFor(Symbol::fromQualString(op)).empty()) {
        std::string text(tree->range().text());
        if (text.size() > 160) text = text.substr(0, 160) + "...";
        noteMissing(MissingOperator(tree->range(), op, text));
      }
    }
  }
  for (size_t i = 0; i < tree->size(); ++i) scanForMissing(tree->tree(i));
}

// After a statement could not be compiled: what it would have assigned is unusable.
void Emitter::poison(const Stmt& stmt) {
  scanForMissing(stmt);
  for (std::string_view name : assignedNames(stmt)) {
    Frame::Entry& entry = frame_->table[name];
    entry.value = poisonValue();
    entry.assigned = true;
  }
}

// ---- entry points

namespace {
// `self` of a method, kept by the function that is compiled later.
std::shared_ptr<const Self> keepSelf(const Self* self) {
  if (!self) return nullptr;
  return std::make_shared<SimpleSelf>(self->getClassType());
}
}  // namespace

void emitFunction(const Def& def, const ResolverPtr& resolver, const Self* self, GraphFunction& function, size_t) {
  Emitter(def, resolver, self, function, function.graph()).run();
}

std::unique_ptr<GraphFunction> makeFunction(c10::QualifiedName name, const Def& def, const ResolverPtr& resolver, const Self* self, size_t) {
  std::shared_ptr<TreeArena> tree = def.arena();
  std::shared_ptr<const Self> kept_self;
  if (self && typeid(*self) == typeid(SimpleSelf)) kept_self = keepSelf(self);
  const Self* the_self = kept_self ? kept_self.get() : self;
  const Tree* root = def.tree();
  auto creator = [tree, root, resolver, kept_self, the_self](GraphFunction& function) {
    Emitter(Def(root), resolver, the_self, function, function.graph()).run();
  };
  auto function = std::make_unique<GraphFunction>(name, nullptr, std::move(creator));
  if (def.decl().return_type().present()) {
    ScriptTypeParser types(resolver);
    FunctionSchema parsed = types.parseSchemaFromDef(def, self != nullptr);
    std::vector<Argument> arguments;
    if (self) {
      if (def.decl().params().empty()) throw ErrorReport(def.decl().range()) << "methods must have a self argument";
      arguments.emplace_back("self", self->getClassType());
    }
    arguments.insert(arguments.end(), parsed.arguments().begin(), parsed.arguments().end());
    function->setSchema(FunctionSchema(name.name(), "", std::move(arguments), parsed.returns()));
  }
  return function;
}

}  // namespace torch::jit
