#include <torch/csrc/jit/frontend/script_type_parser.h>

#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/frontend/error_report.h>
#include <torch/csrc/jit/frontend/parser.h>
#include <torch/csrc/jit/frontend/sugared_value.h>
#include <torch/csrc/jit/ir/constants.h>

#include <cmath>

namespace torch::jit {

using namespace c10;

namespace {

template <class T>
TypePtr get() { return T::get(); }

struct NamedBaseType {
  std::string_view name;
  TypePtr (*type)();
};

constexpr NamedBaseType kBaseTypes[] = {
    {"Tensor", get<c10::TensorType>}, {"int", get<c10::IntType>}, {"float", get<c10::FloatType>}, {"bool", get<c10::BoolType>}, {"str", get<c10::StringType>},
    {"NoneType", get<c10::NoneType>}, {"None", get<c10::NoneType>}, {"complex", get<c10::ComplexType>}, {"Any", get<c10::AnyType>}, {"Device", get<c10::DeviceObjType>},
    {"number", get<c10::NumberType>}, {"Scalar", get<c10::NumberType>}, {"Generator", get<c10::GeneratorType>}, {"Stream", get<c10::StreamObjType>},
    {"Storage", get<c10::StorageType>}, {"Capsule", get<c10::CapsuleType>}, {"list", get<c10::AnyListType>}, {"tuple", get<c10::AnyTupleType>},
    {"AnyClassType", get<c10::AnyClassType>}, {"AnyEnumType", get<c10::AnyEnumType>}, {"torch.Tensor", get<c10::TensorType>}, {"torch.device", get<c10::DeviceObjType>},
    {"torch.dtype", get<c10::IntType>}, {"torch.layout", get<c10::IntType>}, {"torch.memory_format", get<c10::IntType>}, {"torch.qscheme", get<c10::IntType>},
    {"torch.Generator", get<c10::GeneratorType>}, {"torch.Size", [] { return TypePtr(c10::ListType::ofInts()); }}, {"Layout", get<c10::IntType>},
    {"ScalarType", get<c10::IntType>}, {"MemoryFormat", get<c10::IntType>}, {"QScheme", get<c10::QSchemeType>},
    {"t", [] { return TypePtr(c10::VarType::create("t")); }}, {"NoReturn", get<c10::NoneType>}};

TypePtr find_base(std::string_view name) {
  for (const auto& base : kBaseTypes)
    if (base.name == name) return base.type();
  return nullptr;
}

// `a.b.c` as text, or nothing if the expression is no dotted name.
bool dotted(const Tree* tree, std::string& out) {
  if (tree->kind() == TK_VAR) {
    out += Var(tree).name().view();
    return true;
  }
  if (tree->kind() == '.') {
    if (!dotted(Select(tree).value(), out)) return false;
    out += '.';
    out += Select(tree).selector().view();
    return true;
  }
  return false;
}

std::string_view last_atom(std::string_view name) {
  // typing.List is List, torch.jit.Final is Final.
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return name;
  const std::string_view head = name.substr(0, dot);
  return head == "typing" || head == "torch.jit" || head == "torch" || head == "builtins" ? name.substr(dot + 1) : name;
}

}  // namespace

TypePtr ScriptTypeParser::subscriptToType(std::string_view name, const Subscript& subscript) const {
  const auto args = subscript.subscript_exprs();
  auto one = [&]() -> TypePtr {
    if (args.size() != 1) throw ErrorReport(subscript.range()) << name << " must have exactly one element type";
    return parseTypeFromExprImpl(args[0]);
  };
  if (name == "Optional") return OptionalType::create(one());
  if (name == "List" || name == "list") return ListType::create(one());
  if (name == "Final") return one();
  if (name == "Future") return FutureType::create(one());
  if (name == "Await") return AwaitType::create(one());
  if (name == "Tuple" || name == "tuple") {
    std::vector<TypePtr> types;
    // Tuple[()] is the empty tuple.
    if (args.size() == 1 && args[0].kind() == TK_TUPLE_LITERAL && TupleLiteral(args[0]).inputs().empty()) return TupleType::create(types);
    for (Expr e : args) types.push_back(parseTypeFromExprImpl(e));
    return TupleType::create(std::move(types));
  }
  if (name == "Union") {
    std::vector<TypePtr> types;
    for (Expr e : args) types.push_back(parseTypeFromExprImpl(e));
    return UnionType::create(std::move(types));
  }
  if (name == "Dict" || name == "dict") {
    if (args.size() != 2) throw ErrorReport(subscript.range()) << name << " must have exactly two element types";
    TypePtr key = parseTypeFromExprImpl(args[0]);
    TypePtr value = parseTypeFromExprImpl(args[1]);
    try {
      return DictType::create(std::move(key), std::move(value));
    } catch (const ErrorReport&) {
      throw;
    } catch (const c10::Error& e) {
      throw ErrorReport(subscript.range()) << e.msg();
    }
  }
  if (name.substr(0, 16) == "BroadcastingList" && name.size() == 17) return ListType::create(one());
  throw ErrorReport(subscript.value().range()) << "Unknown type constructor " << name;
}

TypePtr ScriptTypeParser::parseTypeFromExprImpl(const Expr& expr) const {
  switch (expr.kind()) {
    case TK_VAR: {
      const std::string_view name = Var(expr).name().view();
      if (TypePtr base = find_base(name)) return base;
      if (resolver_)
        if (TypePtr type = resolver_->resolveType(std::string(name), expr.range())) return type;
      throw ErrorReport(expr.range()) << "Unknown type name '" << name << "'";
    }
    case TK_NONE:
      return NoneType::get();
    case '.': {
      std::string name;
      if (!dotted(expr, name)) throw ErrorReport(expr.range()) << "Expression of kind " << kindToString(expr.kind()) << " cannot be used in a type expression";
      if (TypePtr base = find_base(name)) return base;
      if (resolver_)
        if (TypePtr type = resolver_->resolveType(name, expr.range())) return type;
      const std::string_view last = last_atom(name);
      if (last.size() != name.size())
        if (TypePtr base = find_base(last)) return base;
      throw ErrorReport(expr.range()) << "Unknown type name '" << name << "'";
    }
    case TK_SUBSCRIPT: {
      Subscript subscript(expr);
      std::string name;
      if (!dotted(subscript.value(), name)) throw ErrorReport(subscript.range()) << "Subscripted type must be a type identifier";
      return subscriptToType(last_atom(name), subscript);
    }
    case '|': {  // X | None
      BinOp op(expr);
      return UnionType::create({parseTypeFromExprImpl(op.lhs()), parseTypeFromExprImpl(op.rhs())});
    }
    case TK_STRINGLITERAL:
      return parseType(StringLiteral(expr).text());
    default:
      throw ErrorReport(expr.range()) << "Expression of kind " << kindToString(expr.kind()) << " cannot be used in a type expression";
  }
}

TypePtr ScriptTypeParser::parseTypeFromExpr(const Expr& expr) const { return parseTypeFromExprImpl(expr); }

TypePtr ScriptTypeParser::parseType(const std::string& text) const {
  Parser parser(std::make_shared<Source>(text));
  return parseTypeFromExprImpl(parser.parseWholeExpression());
}

// ---- defaults

IValue ScriptTypeParser::evaluateConstant(const Expr& expr, const TypePtr& type) const {
  auto number = [&](const Const& c, double sign) -> IValue {
    if (c.isComplex()) return IValue(c10::complex<double>(0, sign * c.asImaginary()));
    if (c.isFloatingPoint()) return IValue(sign * c.asFloatingPoint());
    if (sign < 0 && c.text() == "9223372036854775808") return IValue(INT64_MIN);
    return IValue(static_cast<int64_t>(sign) * c.asIntegral());
  };
  auto coerce = [&](IValue v) {
    if (type && v.isInt() && unwrapOptional(type)->kind() == TypeKind::FloatType) return IValue(static_cast<double>(v.toInt()));
    return v;
  };
  const TypePtr wanted = type ? unwrapOptional(type) : nullptr;
  switch (expr.kind()) {
    case TK_CONST:
      return coerce(number(Const(expr), 1));
    case TK_UNARY_MINUS: {
      Expr operand = UnaryOp(expr).operand();
      if (operand.kind() == TK_CONST) return coerce(number(Const(operand), -1));
      IValue v = evaluateConstant(operand, type);
      if (v.isDouble()) return IValue(-v.toDouble());
      break;
    }
    case TK_TRUE: return IValue(true);
    case TK_FALSE: return IValue(false);
    case TK_NONE: return IValue();
    case TK_STRINGLITERAL: return IValue(StringLiteral(expr).text());
    case TK_TUPLE_LITERAL: {
      std::vector<IValue> elements;
      auto tuple = wanted ? wanted->cast<TupleType>() : nullptr;
      size_t i = 0;
      for (Expr e : TupleLiteral(expr).inputs()) {
        elements.push_back(evaluateConstant(e, tuple && i < tuple->elements().size() ? tuple->elements()[i] : nullptr));
        ++i;
      }
      return IValue(ivalue::Tuple::create(std::move(elements)));
    }
    case TK_LIST_LITERAL: {
      auto list = wanted ? wanted->cast<ListType>() : nullptr;
      std::vector<IValue> elements;
      for (Expr e : ListLiteral(expr).inputs()) elements.push_back(evaluateConstant(e, list ? list->getElementType() : nullptr));
      TypePtr element = list ? list->getElementType() : elements.empty() ? TypePtr(TensorType::get()) : elements[0].type();
      c10::List<IValue> values(element);
      for (auto& e : elements) values.push_back(std::move(e));
      return IValue(std::move(values));
    }
    case TK_DICT_LITERAL: {
      auto dict = wanted ? wanted->cast<DictType>() : nullptr;
      DictLiteral literal(expr);
      c10::Dict<IValue, IValue> values(dict ? dict->getKeyType() : TypePtr(StringType::get()), dict ? dict->getValueType() : TypePtr(TensorType::get()));
      for (size_t i = 0; i < literal.key_inputs().size(); ++i)
        values.insert_or_assign(evaluateConstant(literal.key_inputs()[i], dict ? dict->getKeyType() : nullptr),
                                evaluateConstant(literal.value_inputs()[i], dict ? dict->getValueType() : nullptr));
      return IValue(std::move(values));
    }
    case TK_APPLY: {
      Apply apply(expr);
      std::string name;
      if (dotted(apply.callee(), name)) {
        if (name == "annotate" && apply.inputs().size() == 2) {
          const TypePtr annotated = parseTypeFromExprImpl(apply.inputs()[0]);
          return evaluateConstant(apply.inputs()[1], annotated);
        }
        if (name == "torch.device" && apply.inputs().size() == 1 && apply.inputs()[0].kind() == TK_STRINGLITERAL)
          return IValue(c10::Device(StringLiteral(apply.inputs()[0]).text()));
      }
      break;
    }
    case TK_VAR: case '.': {
      std::string name;
      if (!dotted(expr, name)) break;
      if (name == "inf") return IValue(static_cast<double>(INFINITY));
      if (name == "nan") return IValue(static_cast<double>(NAN));
      if (!resolver_) break;
      // Through the resolver, in a graph that is thrown away.
      GraphFunction scratch(c10::QualifiedName("defaults"), std::make_shared<Graph>(), nullptr);
      std::vector<std::string_view> atoms;
      for (std::string_view rest = name;;) {
        const size_t dot = rest.find('.');
        atoms.push_back(rest.substr(0, dot));
        if (dot == std::string_view::npos) break;
        rest = rest.substr(dot + 1);
      }
      SugaredValuePtr value = resolver_->resolveValue(std::string(atoms[0]), scratch, expr.range());
      for (size_t i = 1; value && i < atoms.size(); ++i) value = value->attr(expr.range(), scratch, std::string(atoms[i]));
      if (!value) break;
      if (auto constant = toIValue(value->asValue(expr.range(), scratch))) return *constant;
      break;
    }
    default:
      break;
  }
  throw ErrorReport(expr.range()) << "Default values must be constants";
}

std::vector<IValue> ScriptTypeParser::evaluateDefaults(const std::vector<Expr>& defaults, const std::vector<TypePtr>& types) const {
  std::vector<IValue> values;
  for (size_t i = 0; i < defaults.size(); ++i) values.push_back(evaluateConstant(defaults[i], i < types.size() ? types[i] : nullptr));
  return values;
}

FunctionSchema ScriptTypeParser::parseSchemaFromDef(const Def& def, bool skip_self) const {
  std::vector<Argument> arguments;
  bool skip = skip_self;
  for (Param param : def.decl().params()) {
    if (skip) {
      skip = false;
      continue;
    }
    TypePtr type;
    std::optional<int32_t> n;
    if (param.type().present()) {
      Expr expr = param.type().get();
      type = parseTypeFromExprImpl(expr);
      Expr inner = expr;
      if (expr.kind() == TK_SUBSCRIPT && Subscript(expr).value().kind() == TK_VAR) {
        const std::string_view name = Var(Subscript(expr).value()).name().view();
        if (name.substr(0, 16) == "BroadcastingList" && name.size() == 17) n = name[16] - '0';
      }
      (void)inner;
    } else {
      type = TensorType::getInferred();
    }
    std::optional<IValue> value;
    if (param.defaultValue().present()) value = evaluateConstant(param.defaultValue().get(), type);
    if (value && !value->isNone() && !value->type()->isSubtypeOf(*type) && !(value->isTensor() && type->kind() == TypeKind::TensorType))
      throw ErrorReport(param.range()) << "Expected a default value of type " << type->repr_str() << " on parameter \"" << param.ident().view() << "\"";
    arguments.emplace_back(param.ident().name(), type, n, std::move(value), param.kwarg_only());
  }
  std::vector<Argument> returns;
  if (def.decl().return_type().present()) {
    TypePtr type = parseTypeFromExprImpl(def.decl().return_type().get());
    returns.emplace_back("", type);
  }
  return FunctionSchema(def.name().name(), "", std::move(arguments), std::move(returns), false, returns.empty());
}

}  // namespace torch::jit
