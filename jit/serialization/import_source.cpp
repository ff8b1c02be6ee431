#include <torch/csrc/jit/serialization/import_source.h>

#include <torch/csrc/jit/frontend/parser.h>
#include <torch/csrc/jit/frontend/script_type_parser.h>
#include <torch/csrc/jit/frontend/sugared_value.h>
#include <torch/csrc/jit/ir/constants.h>

#include <ATen/core/ivalue.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

namespace torch::jit {

namespace {

// CONSTANTS: its attributes c0, c1, ... are the table's entries.
struct ConstantTableValue : SugaredValue {
  explicit ConstantTableValue(SourceImporterImpl* importer) : importer(importer) {}
  std::string kind() const override { return "CONSTANTS"; }
  SugaredValuePtr attr(const SourceRange& loc, GraphFunction& m, const std::string& field) override;
  SourceImporterImpl* importer;
};

// __torch__.a.b: looks further with every attribute.
struct ClassNamespaceValue : SugaredValue {
  ClassNamespaceValue(SourceImporterImpl* importer, std::string name) : importer(importer), name(std::move(name)) {}
  std::string kind() const override { return "Class Namespace"; }
  SugaredValuePtr attr(const SourceRange& loc, GraphFunction& m, const std::string& field) override;
  SourceImporterImpl* importer;
  std::string name;
};

struct ConstantValue : SugaredValue {
  explicit ConstantValue(IValue value) : value(std::move(value)) {}
  std::string kind() const override { return "constant"; }
  Value* asValue(const SourceRange& loc, GraphFunction& m) override { return m.graph()->insertConstant(value, loc); }
  IValue value;
};

}  // namespace

// The importer is the resolver of all code of its archive. The functions hold it until they are compiled, so it must not hold the unit that owns them.
struct SourceImporterImpl : Resolver, std::enable_shared_from_this<SourceImporterImpl> {
  SourceImporterImpl(const std::shared_ptr<CompilationUnit>& cu, const std::vector<IValue>* constants, SourceLoader loader, size_t version)
      : cu(cu.get()), weak_cu(cu), constants(constants), loader(std::move(loader)), version(version) {
    environment["torch"] = std::make_shared<BuiltinModule>("aten", static_cast<int64_t>(version));
    environment["ops"] = std::make_shared<OpsValue>(version);
    environment["CONSTANTS"] = std::make_shared<ConstantTableValue>(this);
    environment["inf"] = std::make_shared<ConstantValue>(IValue(static_cast<double>(INFINITY)));
    environment["nan"] = std::make_shared<ConstantValue>(IValue(static_cast<double>(NAN)));
    environment["infj"] = std::make_shared<ConstantValue>(IValue(c10::complex<double>(0, INFINITY)));
    environment["nanj"] = std::make_shared<ConstantValue>(IValue(c10::complex<double>(0, NAN)));
    environment["__torch__"] = std::make_shared<ClassNamespaceValue>(this, "__torch__");
  }

  // ---- Resolver

  SugaredValuePtr resolveValue(const std::string& name, GraphFunction&, const SourceRange&) override {
    std::lock_guard<std::recursive_mutex> guard(lock);
    auto it = environment.find(name);
    return it == environment.end() ? nullptr : it->second;
  }

  TypePtr resolveType(const std::string& name, const SourceRange&) override { return findNamedType(name); }

  // ---- names

  TypePtr findNamedType(const std::string& name) {
    std::lock_guard<std::recursive_mutex> guard(lock);
    auto known = types.find(name);
    if (known != types.end()) return known->second;
    const c10::QualifiedName qualified{std::string_view(name)};
    if (name.compare(0, 24, "__torch__.torch.classes.") == 0) return nullptr;  // classes that the process registers
    parseSourceIfNeeded(qualified.prefix());
    auto it = to_be_defined.find(name);
    if (it != to_be_defined.end() && it->second->kind() == TK_CLASS_DEF) {
      const ClassDef definition(it->second);
      to_be_defined.erase(it);
      importNamedType(qualified, definition);
    }
    TypePtr type = cu->get_type(qualified);
    if (type) types[name] = type;
    return type;
  }

  Function* findFunction(const c10::QualifiedName& name) {
    std::lock_guard<std::recursive_mutex> guard(lock);
    parseSourceIfNeeded(name.prefix());
    auto it = to_be_defined.find(name.qualifiedName());
    if (it != to_be_defined.end() && it->second->kind() == TK_DEF) {
      const Def definition(it->second);
      to_be_defined.erase(it);
      define(name, definition, nullptr);
    }
    return cu->find_function(name);
  }

  Function* define(const c10::QualifiedName& name, const Def& definition, const Self* self) {
    std::unique_ptr<GraphFunction> function = makeFunction(name, definition, shared_from_this(), self, version);
    GraphFunction* raw = function.get();
    cu->register_function(std::move(function));
    pending.push_back(raw);
    return raw;
  }

  SugaredValuePtr lookUp(const std::string& name) {
    std::lock_guard<std::recursive_mutex> guard(lock);
    auto it = values.find(name);
    if (it != values.end()) return it->second;
    SugaredValuePtr value;
    if (TypePtr type = findNamedType(name)) {
      if (auto cls = type->cast<ClassType>()) value = std::make_shared<ClassValue>(cls);
      else if (auto tuple = type->cast<TupleType>()) value = std::make_shared<NamedTupleConstructor>(tuple);
      else if (auto e = type->cast<EnumType>()) value = std::make_shared<SugaredEnumClass>(e);
    }
    if (!value) {
      if (Function* f = findFunction(c10::QualifiedName(std::string_view(name)))) value = std::make_shared<FunctionValue>(f);
      else value = std::make_shared<ClassNamespaceValue>(this, name);
    }
    values[name] = value;
    return value;
  }

  // ---- files

  void parseSourceIfNeeded(const std::string& qualifier) {
    if (qualifier.empty() || !loaded.insert(qualifier).second) return;
    std::shared_ptr<Source> source = loader(qualifier);
    if (!source) return;
    Parser parser(source);
    Lexer& lex = parser.lexer();
    arenas.push_back(parser.arena());
    while (!parser.atEnd()) {
      switch (lex.cur().kind) {
        case TK_CLASS_DEF: {
          ClassDef definition(parser.parseClass());
          add(qualifier, definition.name(), definition.tree());
          break;
        }
        case TK_DEF: case '@': {
          Def definition(parser.parseFunction());
          add(qualifier, definition.name(), definition.tree());
          break;
        }
        case TK_IMPORT: case TK_FROM:  // old archives have such lines at the top
          while (lex.cur().kind != TK_NEWLINE && lex.cur().kind != TK_EOF) lex.next();
          break;
        case TK_IDENT:
          if (lex.text(lex.cur()) == "op_version_set") {
            while (lex.cur().kind != TK_NEWLINE && lex.cur().kind != TK_EOF) lex.next();
            break;
          }
          [[fallthrough]];
        default:
          lex.expected("a class or a function");
      }
    }
  }

  void add(const std::string& qualifier, const Ident& name, TreeRef tree) {
    if (!to_be_defined.emplace(qualifier + "." + name.name(), tree).second) throw ErrorReport(name.range()) << "'" << name.view() << "' is defined twice in this file";
  }

  // ---- definitions

  ScriptTypeParser typeParser() { return ScriptTypeParser(shared_from_this()); }

  void importNamedType(const c10::QualifiedName& name, const ClassDef& definition) {
    if (!definition.superclass().present()) return importClass(name, definition, false);
    const Expr base = definition.superclass().get();
    const std::string_view kind = base.kind() == TK_VAR ? Var(base).name().view() : std::string_view();
    if (kind == "Module") return importClass(name, definition, true);
    if (kind == "NamedTuple") return importNamedTuple(name, definition);
    if (kind == "Enum") return importEnum(name, definition);
    if (kind == "Interface") return importInterface(name, definition, false);
    if (kind == "ModuleInterface") return importInterface(name, definition, true);
    throw ErrorReport(base.range()) << "Torchscript does not support class inheritance";
  }

  static std::unordered_set<std::string> stringSet(const Assign& assign) {
    std::unordered_set<std::string> result;
    if (!assign.rhs().present()) return result;
    for (Expr e : ListLiteral(assign.rhs().get()).inputs()) result.insert(StringLiteral(e).text());
    return result;
  }

  static bool isFinal(const Expr& type) {
    if (type.kind() != TK_SUBSCRIPT) return false;
    const Expr name = Subscript(type).value();
    return name.kind() == TK_VAR && Var(name).name().view() == "Final";
  }

  void importClass(const c10::QualifiedName& name, const ClassDef& definition, bool is_module) {
    // The type exists before its members' types are looked up: they may refer to it.
    auto type = ClassType::create(name, weak_cu, is_module);
    cu->register_type(type);
    types[name.qualifiedName()] = type;
    ScriptTypeParser parser = typeParser();
    std::unordered_set<std::string> parameters, buffers, pre_hooks, hooks;
    std::vector<Def> methods;
    auto attribute = [&](const std::string& attr, const Expr& type_expr) {
      const bool is_parameter = parameters.count(attr) != 0;
      const bool is_buffer = buffers.count(attr) != 0;
      TypePtr attr_type = parser.parseTypeFromExpr(type_expr);
      try {
        type->addAttribute(attr, std::move(attr_type), is_parameter, is_buffer);
      } catch (const ErrorReport&) {
        throw;
      } catch (const c10::Error& e) {
        throw ErrorReport(type_expr.range()) << e.msg();
      }
    };
    for (Stmt stmt : definition.body()) {
      switch (stmt.kind()) {
        case TK_ASSIGN: {
          Assign assign(stmt);
          const Expr target = assign.lhs();
          if (target.kind() == TK_VAR) {
            const std::string attr = Var(target).name().name();
            if (assign.type().present()) {
              const Expr type_expr = assign.type().get();
              if (!isFinal(type_expr)) {
                attribute(attr, type_expr);
                break;
              }
              if (!assign.rhs().present()) throw ErrorReport(stmt.range()) << "the constant '" << attr << "' has no value";
              const TypePtr constant_type = parser.parseTypeFromExpr(type_expr);
              type->addConstant(attr, parser.evaluateConstant(assign.rhs().get(), constant_type));
              break;
            }
            if (attr == "__parameters__") parameters = stringSet(assign);
            else if (attr == "__buffers__") buffers = stringSet(assign);
            else if (attr == "__forward_pre_hooks__") pre_hooks = stringSet(assign);
            else if (attr == "__forward_hooks__") hooks = stringSet(assign);
            else if (attr != "__annotations__" && attr != "__constants__") throw ErrorReport(stmt.range()) << "Unexpected assignment in a class: '" << attr << "' has no type";
            break;
          }
          if (target.kind() == TK_SUBSCRIPT) {  // __annotations__["0"] = T
            Subscript subscript(target);
            const bool annotations = subscript.value().kind() == TK_VAR && Var(subscript.value()).name().view() == "__annotations__";
            if (!annotations || subscript.subscript_exprs().size() != 1 || subscript.subscript_exprs()[0].kind() != TK_STRINGLITERAL || !assign.rhs().present())
              throw ErrorReport(stmt.range()) << "Unexpected assignment in a class";
            attribute(StringLiteral(subscript.subscript_exprs()[0]).text(), assign.rhs().get());
            break;
          }
          throw ErrorReport(stmt.range()) << "Unexpected assignment in a class";
        }
        case TK_DEF:
          methods.emplace_back(stmt.tree());
          break;
        case TK_PASS: case TK_EXPR_STMT:
          break;
        default:
          throw ErrorReport(stmt.range()) << "Unexpected statement in a class: " << kindToString(stmt.kind());
      }
    }
    SimpleSelf self(type);
    for (const Def& method : methods) {
      const std::string method_name = method.name().name();
      Function* function = define(c10::QualifiedName(name, method_name), method, &self);
      if (hooks.count(method_name)) type->addForwardHook(function);
      else if (pre_hooks.count(method_name)) type->addForwardPreHook(function);
      else type->addMethod(function);
    }
  }

  void importNamedTuple(const c10::QualifiedName& name, const ClassDef& definition) {
    ScriptTypeParser parser = typeParser();
    std::vector<std::string> fields;
    std::vector<TypePtr> field_types;
    std::vector<IValue> defaults;
    for (Stmt stmt : definition.body()) {
      if (stmt.kind() == TK_PASS || stmt.kind() == TK_EXPR_STMT) continue;
      if (stmt.kind() != TK_ASSIGN) throw ErrorReport(stmt.range()) << "Unexpected statement in NamedTuple body: only attribute annotations are currently supported";
      Assign assign(stmt);
      if (assign.lhs().kind() == TK_SUBSCRIPT) {
        Subscript subscript(assign.lhs());
        if (subscript.subscript_exprs()[0].kind() != TK_STRINGLITERAL || !assign.rhs().present()) throw ErrorReport(stmt.range()) << "Unexpected statement in NamedTuple body";
        fields.push_back(StringLiteral(subscript.subscript_exprs()[0]).text());
        field_types.push_back(parser.parseTypeFromExpr(assign.rhs().get()));
        continue;
      }
      if (assign.lhs().kind() == TK_VAR && Var(assign.lhs()).name().view() == "__annotations__") continue;
      if (assign.lhs().kind() != TK_VAR || !assign.type().present()) throw ErrorReport(stmt.range()) << "a field of a NamedTuple needs a name and a type";
      fields.push_back(Var(assign.lhs()).name().name());
      field_types.push_back(parser.parseTypeFromExpr(assign.type().get()));
      if (assign.rhs().present()) defaults.push_back(parser.evaluateConstant(assign.rhs().get(), field_types.back()));
      else if (!defaults.empty()) throw ErrorReport(stmt.range()) << "a field without a default follows one with a default";
    }
    auto type = defaults.empty() ? TupleType::createNamed(name, fields, field_types) : TupleType::createNamed(name, fields, field_types, defaults);
    cu->register_type(type);
  }

  void importEnum(const c10::QualifiedName& name, const ClassDef& definition) {
    std::vector<c10::EnumNameValue> members;
    TypePtr value_type;
    ScriptTypeParser parser = typeParser();
    for (Stmt stmt : definition.body()) {
      if (stmt.kind() == TK_PASS || stmt.kind() == TK_EXPR_STMT) continue;
      if (stmt.kind() != TK_ASSIGN || Assign(stmt).lhs().kind() != TK_VAR || !Assign(stmt).rhs().present())
        throw ErrorReport(stmt.range()) << "Unexpected statement in Enum class body: only enum attribute definitions are currently supported";
      Assign assign(stmt);
      IValue value = parser.evaluateConstant(assign.rhs().get(), nullptr);
      const TypePtr type = value.type();
      if (!value.isInt() && !value.isDouble() && !value.isString()) throw ErrorReport(assign.rhs().range()) << "an enum's values must be ints, floats or strings";
      if (value_type && *value_type != *type) throw ErrorReport(stmt.range()) << "Enum class with varying value types are not supported.";
      value_type = type;
      members.emplace_back(Var(assign.lhs()).name().name(), std::move(value));
    }
    if (!value_type) throw ErrorReport(definition.range()) << "No enum values defined for " << name.qualifiedName();
    cu->register_type(EnumType::create(name, value_type, std::move(members), weak_cu));
  }

  void importInterface(const c10::QualifiedName& name, const ClassDef& definition, bool is_module) {
    auto type = InterfaceType::create(name, is_module);
    cu->register_type(type);
    types[name.qualifiedName()] = type;
    ScriptTypeParser parser = typeParser();
    for (Stmt stmt : definition.body()) {
      if (stmt.kind() == TK_PASS || stmt.kind() == TK_EXPR_STMT) continue;
      if (stmt.kind() != TK_DEF) throw ErrorReport(stmt.range()) << "interface declarations can only contain method definitions";
      Def method(stmt.tree());
      if (!method.decl().return_type().present()) throw ErrorReport(method.range()) << "interface declarations must have a return type annotated.";
      FunctionSchema schema = parser.parseSchemaFromDef(method, true);
      // Any, not the interface: a type whose schemas name it would keep itself alive. Comparing methods leaves self out.
      std::vector<Argument> arguments{Argument("self", c10::AnyType::get())};
      arguments.insert(arguments.end(), schema.arguments().begin(), schema.arguments().end());
      type->addMethod(FunctionSchema(method.name().name(), "", std::move(arguments), schema.returns()));
    }
  }

  // ---- compilation

  void compilePending(CollectMissingOperators& collect) {
    for (size_t i = 0; i < pending.size(); ++i) {  // bodies may add to it
      try {
        pending[i]->ensure_defined();
      } catch (const MissingOperator& e) {
        if (!e.name.empty() && collect.uses().empty()) collect.add({e.name, e.attempted, pending[i]->qualname().qualifiedName(), e.range(), true});
      }
    }
    pending.clear();
  }

  const std::vector<IValue>& constantTable() const { return constants ? *constants : owned_constants; }

  // The caller's table goes away; functions may still be compiled.
  void detach() {
    if (!constants) return;
    owned_constants = *constants;
    constants = nullptr;
  }

  CompilationUnit* cu;
  std::weak_ptr<CompilationUnit> weak_cu;
  const std::vector<IValue>* constants;
  std::vector<IValue> owned_constants;
  SourceLoader loader;
  size_t version;
  std::recursive_mutex lock;
  std::unordered_map<std::string, SugaredValuePtr> environment;
  std::unordered_map<std::string, SugaredValuePtr> values;   // what dotted names stand for
  std::unordered_map<std::string, TypePtr> types;
  std::unordered_map<std::string, TreeRef> to_be_defined;
  std::unordered_set<std::string> loaded;
  std::vector<std::shared_ptr<TreeArena>> arenas;
  std::vector<GraphFunction*> pending;
};

namespace {

SugaredValuePtr ConstantTableValue::attr(const SourceRange& loc, GraphFunction& m, const std::string& field) {
  const auto& table = importer->constantTable();
  size_t index = 0;
  bool ok = field.size() > 1 && field.size() < 10 && field[0] == 'c' && std::all_of(field.begin() + 1, field.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (ok) index = std::stoul(field.substr(1));
  if (!ok || index >= table.size()) throw ErrorReport(loc) << "constant index " << field << " is out of bounds (constant table has " << table.size() << " entries)";
  return toSimple(m.graph()->insertConstant(table[index], loc));
}

SugaredValuePtr ClassNamespaceValue::attr(const SourceRange&, GraphFunction&, const std::string& field) { return importer->lookUp(name + "." + field); }

}  // namespace

SourceImporter::SourceImporter(std::shared_ptr<CompilationUnit> cu, const std::vector<at::IValue>* constant_table, SourceLoader source_loader, size_t version)
    : pImpl(std::make_shared<SourceImporterImpl>(cu, constant_table, std::move(source_loader), version)), cu_(std::move(cu)) {}

SourceImporter::~SourceImporter() {
  if (pImpl) pImpl->detach();
}

c10::TypePtr SourceImporter::loadType(const c10::QualifiedName& name) const {
  c10::TypePtr type = pImpl->findNamedType(name.qualifiedName());
  TORCH_CHECK(type, "Unknown type '", name.qualifiedName(), "': the archive's code does not define it",
              name.qualifiedName().compare(0, 24, "__torch__.torch.classes.") == 0 ? " (it is a class that the program must register)" : "");
  return type;
}

Function* SourceImporter::findFunction(const c10::QualifiedName& name) const { return pImpl->findFunction(name); }
c10::TypePtr SourceImporter::parseType(const std::string& text) const { return pImpl->typeParser().parseType(text); }

std::vector<MissingOperatorUse> SourceImporter::compileAllCollecting() {
  CollectMissingOperators collect;
  pImpl->compilePending(collect);
  return collect.uses();
}

void SourceImporter::compileAll() {
  const auto missing = compileAllCollecting();
  if (!missing.empty()) throw c10::NotImplementedError({__func__, __FILE__, __LINE__}, formatMissing(missing));
}

std::string SourceImporter::formatMissing(const std::vector<MissingOperatorUse>& uses) {
  constexpr size_t kSitesShown = 4;
  std::vector<std::string> order;
  std::unordered_map<std::string, std::vector<const MissingOperatorUse*>> by_name;
  for (const auto& use : uses) {
    auto& sites = by_name[use.name];
    if (sites.empty()) order.push_back(use.name);
    sites.push_back(&use);
  }
  std::sort(order.begin(), order.end());
  std::string text = c10::str("The archive needs ", order.size(), order.size() == 1 ? " operator" : " operators", " that this library does not have:\n");
  for (const auto& name : order) {
    const auto& sites = by_name[name];
    text += "  " + name + (sites[0]->known_name ? " (it exists, but not with these arguments)" : "") + "\n";
    size_t shown = 0;
    for (const auto* use : sites) {
      if (shown++ == kSitesShown) {
        text += c10::str("    and ", sites.size() - kSitesShown, " more\n");
        break;
      }
      text += "    " + use->attempted + "\n      at ";
      auto place = use->range.file_line_col();
      text += place ? c10::str(std::get<0>(*place), ":", std::get<1>(*place)) : use->range.str();
      text += " in " + use->function;
      if (use->range.source()) {
        const size_t line = use->range.source()->lineno_for_offset(use->range.start());
        std::string_view source_line = use->range.source()->get_line(line);
        source_line.remove_prefix(std::min(source_line.find_first_not_of(' '), source_line.size()));
        text += ": " + std::string(source_line.substr(0, 200));
      }
      if (auto original = use->range.findSourceRangeThatGenerated())
        if (auto from = original->file_line_col()) text += c10::str(" (from ", std::get<0>(*from), ":", std::get<1>(*from), ")");
      text += "\n";
    }
  }
  return text;
}

}  // namespace torch::jit
