#include <torch/csrc/jit/api/compilation_unit.h>

#include <c10/util/Exception.h>
#include <torch/csrc/jit/frontend/ir_emitter.h>
#include <torch/csrc/jit/frontend/parser.h>
#include <torch/csrc/jit/frontend/resolver.h>
#include <torch/csrc/jit/frontend/sugared_value.h>
#include <torch/csrc/jit/frontend/tree_views.h>

#include <unordered_map>
#include <vector>

namespace torch::jit {

namespace {

using Locked = std::lock_guard<std::recursive_mutex>;

// Names of one set of definitions, then of the unit, then what the caller's resolver knows.
struct UnitResolver final : Resolver {
  UnitResolver(CompilationUnit& cu, ResolverPtr next) : cu(&cu), next(std::move(next)) {}

  std::shared_ptr<SugaredValue> resolveValue(const std::string& name, GraphFunction& m, const SourceRange& loc) override {
    if (const auto it = functions.find(name); it != functions.end()) return std::make_shared<FunctionValue>(it->second);
    if (next) {
      if (auto value = next->resolveValue(name, m, loc)) return value;
    }
    if (Function* function = cu->find_function(name)) return std::make_shared<FunctionValue>(function);
    return nullptr;
  }
  c10::TypePtr resolveType(const std::string& name, const SourceRange& loc) override { return next ? next->resolveType(name, loc) : nullptr; }

  CompilationUnit* cu;  // owns the functions that hold this
  ResolverPtr next;
  std::unordered_map<std::string, Function*> functions;
};

}  // namespace

CompilationUnit::CompilationUnit() = default;
CompilationUnit::CompilationUnit(const std::string& source) { define(std::nullopt, source, nativeResolver(), nullptr); }

// A class whose attributes lead back to it would keep itself alive for ever: types are held by shared pointers. Objects keep their unit, so
// when the unit goes nothing looks at the attributes any more, and the edge that closes each ring is cut.
CompilationUnit::~CompilationUnit() {
  enum class State { Open, Done };
  std::unordered_map<const c10::Type*, State> seen;
  struct Step {
    c10::TypePtr type;
    size_t next;
  };
  std::vector<c10::ClassTypePtr> rings;
  for (const auto& root : types_) {
    if (!seen.emplace(root.get(), State::Open).second) continue;
    std::vector<Step> path{{root, 0}};
    while (!path.empty()) {
      Step& step = path.back();
      if (step.next == step.type->containedTypeSize()) {
        seen[step.type.get()] = State::Done;
        path.pop_back();
        continue;
      }
      const c10::TypePtr child = step.type->containedType(step.next++);
      const auto [found, is_new] = seen.emplace(child.get(), State::Open);
      if (is_new) {
        path.push_back({child, 0});
      } else if (found->second == State::Open) {
        for (size_t i = path.size(); i-- > 0;) {
          if (path[i].type->kind() != c10::TypeKind::ClassType) continue;
          rings.push_back(std::static_pointer_cast<c10::ClassType>(path[i].type));
          break;
        }
      }
    }
  }
  for (const auto& type : rings) {
    while (type->numAttributes() > 0) type->unsafeRemoveAttribute(type->getAttributeName(type->numAttributes() - 1));
  }
}

Function* CompilationUnit::find_function(const c10::QualifiedName& name) const {
  Locked locked(lock_);
  const auto it = function_index_.find(name);
  return it == function_index_.end() ? nullptr : functions_[it->second].get();
}

Function& CompilationUnit::get_function(const c10::QualifiedName& name) const {
  Function* function = find_function(name);
  TORCH_CHECK(function, "there is no function '", name.qualifiedName(), "' in this compilation unit");
  return *function;
}

std::vector<Function*> CompilationUnit::get_functions() const {
  Locked locked(lock_);
  std::vector<Function*> all;
  for (const auto& f : functions_) {
    if (f) all.push_back(f.get());
  }
  return all;
}

Function& CompilationUnit::register_function(std::unique_ptr<Function> function) {
  Locked locked(lock_);
  TORCH_CHECK(!function_index_.count(function->qualname()), "method '", function->qualname().qualifiedName(), "' already defined.");
  function_index_.emplace(function->qualname(), functions_.size());
  functions_.push_back(std::move(function));
  return *functions_.back();
}

Function* CompilationUnit::create_function(c10::QualifiedName name, std::shared_ptr<Graph> graph, bool shouldMangle) {
  if (shouldMangle && find_function(name)) name = mangle(name);
  return &register_function(std::make_unique<GraphFunction>(std::move(name), std::move(graph), nullptr));
}

std::vector<Function*> CompilationUnit::define(
    const std::optional<c10::QualifiedName>& prefix,
    const std::vector<Def>& definitions,
    const std::vector<ResolverPtr>& resolvers,
    const Self* self,
    bool shouldMangle,
    std::optional<size_t> operator_set_version) {
  TORCH_CHECK(definitions.size() == resolvers.size(), definitions.size(), " definitions need as many resolvers, not ", resolvers.size());
  std::vector<Function*> defined;
  std::vector<std::shared_ptr<UnitResolver>> scopes;
  for (size_t i = 0; i < definitions.size(); ++i) {
    const Def& def = definitions[i];
    c10::QualifiedName name = prefix ? c10::QualifiedName(*prefix, def.name().name()) : c10::QualifiedName(def.name().name());
    if (shouldMangle && find_function(name)) name = mangle(name);
    auto scope = std::make_shared<UnitResolver>(*this, resolvers[i]);
    auto function = makeFunction(std::move(name), def, scope, self, operator_set_version.value_or(kMaxOperatorVersion));
    Function& registered = register_function(std::move(function));
    if (self) {
      self->getClassType()->addMethod(&registered);
    } else {
      for (const auto& s : scopes) s->functions[def.name().name()] = &registered;
      for (size_t k = 0; k < defined.size(); ++k) scope->functions[definitions[k].name().name()] = defined[k];
      scope->functions[def.name().name()] = &registered;
    }
    scopes.push_back(std::move(scope));
    defined.push_back(&registered);
  }
  try {
    for (Function* f : defined) f->ensure_defined();
  } catch (...) {
    // All or nothing: the names are free again, so that a second attempt tells the same error.
    for (Function* f : defined) {
      if (self) self->getClassType()->unsafeRemoveMethod(f->name());
    }
    Locked locked(lock_);
    for (Function* f : defined) unsafeRemoveMethod(c10::QualifiedName(f->qualname()));
    throw;
  }
  return defined;
}

std::vector<Function*> CompilationUnit::define(
    const std::optional<c10::QualifiedName>& prefix,
    const std::string& source,
    const ResolverPtr& resolver,
    const Self* self) {
  Parser parser(std::make_shared<Source>(source, "<string>", 1));
  std::vector<Def> definitions;
  std::vector<ResolverPtr> resolvers;
  while (!parser.atEnd()) {
    definitions.push_back(Def(parser.parseFunction(self != nullptr)));
    resolvers.push_back(resolver ? resolver : nativeResolver());
  }
  return define(prefix, definitions, resolvers, self);
}

void CompilationUnit::unsafeRemoveMethod(const c10::QualifiedName& method_name) {
  Locked locked(lock_);
  const auto it = function_index_.find(method_name);
  TORCH_CHECK(it != function_index_.end(), "method '", method_name.qualifiedName(), "' does not exist.");
  functions_[it->second] = nullptr;
  function_index_.erase(it);
}

void CompilationUnit::register_type(c10::NamedTypePtr type) {
  Locked locked(lock_);
  TORCH_CHECK(type && type->name(), "a type without a name cannot be registered");
  TORCH_CHECK(!type_index_.count(*type->name()), "class '", type->name()->qualifiedName(), "' already defined.");
  type_index_.emplace(*type->name(), types_.size());
  types_.push_back(std::move(type));
}

c10::NamedTypePtr CompilationUnit::get_type(const c10::QualifiedName& name) const {
  Locked locked(lock_);
  const auto it = type_index_.find(name);
  return it == type_index_.end() ? nullptr : types_[it->second];
}

namespace {
template <class T>
std::shared_ptr<T> as(const c10::NamedTypePtr& type) {
  return type ? type->cast<T>() : nullptr;
}
}  // namespace

c10::ClassTypePtr CompilationUnit::get_class(const c10::QualifiedName& name) const { return as<c10::ClassType>(get_type(name)); }
c10::InterfaceTypePtr CompilationUnit::get_interface(const c10::QualifiedName& name) const { return as<c10::InterfaceType>(get_type(name)); }
c10::TupleTypePtr CompilationUnit::get_named_tuple(const c10::QualifiedName& name) const { return as<c10::TupleType>(get_type(name)); }
c10::EnumTypePtr CompilationUnit::get_enum(const c10::QualifiedName& name) const { return as<c10::EnumType>(get_type(name)); }

std::vector<c10::NamedTypePtr> CompilationUnit::get_types() const {
  Locked locked(lock_);
  return types_;
}

// __torch__.a.B becomes __torch__.a.___torch_mangle_0.B; a name that is mangled already gets another number.
c10::QualifiedName CompilationUnit::mangle(const c10::QualifiedName& name) const {
  Locked locked(lock_);
  constexpr std::string_view kPrefix = "___torch_mangle_";
  std::vector<std::string> atoms = name.atoms();
  size_t place = atoms.size() - 1;
  bool there = false;
  for (size_t i = 0; i + 1 < atoms.size(); ++i) {
    if (std::string_view(atoms[i]).substr(0, kPrefix.size()) == kPrefix) {
      place = i;
      there = true;
    }
  }
  if (!there) atoms.insert(atoms.begin() + static_cast<std::ptrdiff_t>(place), "");
  while (true) {
    atoms[place] = std::string(kPrefix) + std::to_string(mangle_index_++);
    c10::QualifiedName candidate(atoms);
    if (!function_index_.count(candidate) && !type_index_.count(candidate)) return candidate;
  }
}

std::shared_ptr<CompilationUnit> compile(const std::string& source) {
  auto cu = std::make_shared<CompilationUnit>();
  cu->define(std::nullopt, source, nativeResolver(), nullptr);
  return cu;
}

}  // namespace torch::jit
