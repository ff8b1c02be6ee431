#include <torch/csrc/jit/frontend/schema_matching.h>

#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/runtime/operator.h>

#include <algorithm>

namespace torch::jit {

namespace {

// A list literal without elements that nothing else uses yet takes the type that is asked for.
bool is_fresh_empty_list(const Value* v) {
  return v && v->node()->kind() == prim::ListConstruct && v->node()->inputs().empty() && !v->hasUses() && !v->hasDebugName();
}

bool tuple_fits_list(const TypePtr& actual, const TypePtr& list_type) {
  auto list = list_type->cast<ListType>();
  if (!list) return false;
  if (actual->isSubtypeOf(*list_type)) return true;
  auto tuple = actual->cast<TupleType>();
  if (!tuple) return false;
  return std::all_of(tuple->elements().begin(), tuple->elements().end(), [&](const TypePtr& t) { return t->isSubtypeOf(*list->getElementType()); });
}

bool is_optional(const TypePtr& t) { return t->kind() == TypeKind::OptionalType; }

// Whether tryConvertToType would give a value of `wanted`.
bool can_convert(const TypePtr& wanted, const TypePtr& actual, const Value* v, bool allow_conversions) {
  if (actual->isSubtypeOf(*wanted)) return true;
  if (is_optional(wanted) && !is_optional(actual) && actual->kind() != TypeKind::NoneType)
    return can_convert(wanted->castRaw<OptionalType>()->getElementType(), actual, v, allow_conversions);
  if (wanted->kind() == TypeKind::ListType && is_fresh_empty_list(v)) return true;
  if (auto tuple = actual->cast<TupleType>()) {
    if (tuple_fits_list(actual, wanted)) return true;
    if (auto wanted_tuple = wanted->cast<TupleType>()) {
      if (wanted_tuple->elements().size() != tuple->elements().size()) return false;
      for (size_t i = 0; i < tuple->elements().size(); ++i)
        if (!can_convert(wanted_tuple->elements()[i], tuple->elements()[i], nullptr, allow_conversions)) return false;
      return true;
    }
  }
  if (!allow_conversions) return false;
  const TypeKind to = wanted->kind();
  const bool to_number = to == TypeKind::FloatType || to == TypeKind::IntType || to == TypeKind::ComplexType || to == TypeKind::NumberType;
  switch (actual->kind()) {
    case TypeKind::TensorType: return to_number;
    case TypeKind::NumberType: return to == TypeKind::FloatType || to == TypeKind::IntType || to == TypeKind::ComplexType;
    case TypeKind::BoolType: return to == TypeKind::FloatType || to == TypeKind::IntType || to == TypeKind::NumberType;
    case TypeKind::StringType: return to == TypeKind::DeviceObjType;
    default: return false;
  }
}

// One argument of a match.
struct Slot {
  enum Kind { Given, Default, List } kind = Default;
  const NamedValue* given = nullptr;   // Given
  size_t first = 0;                    // List: args[first..]
  bool repeat = false;                 // one number for int[N]
  TypePtr type;                        // with its type variables replaced
};

struct Attempt {
  std::vector<Slot> slots;
  c10::TypeEnv env;
  size_t matched = 0;   // arguments that fitted: how near a failure was
};

bool int_or_float_as_list(const TypePtr& actual, const Argument& formal) {
  if (!formal.N()) return false;
  const TypePtr formal_type = c10::unwrapOptional(formal.type());
  auto list = formal_type->cast<ListType>();
  return list && ((actual->kind() == TypeKind::FloatType && list->getElementType()->kind() == TypeKind::FloatType) ||
                  (actual->kind() == TypeKind::IntType && list->getElementType()->kind() == TypeKind::IntType));
}

bool takes_rest_as_list(const FunctionSchema& schema, size_t i, const Argument& formal) {
  const bool last = i + 1 == schema.arguments().size() || schema.arguments()[i + 1].kwarg_only();
  const TypePtr formal_type = c10::unwrapOptional(formal.type());
  auto list = formal_type->cast<ListType>();
  return last && list && !formal.N() && list->getElementType()->kind() != TypeKind::VarType;
}

// Appends why the argument does not fit to `why`, if that is asked for.
bool match_argument(const Argument& formal, const NamedValue& given, bool allow_conversions, Slot& slot, c10::TypeEnv& env, std::string* why) {
  TypePtr actual = given.type();
  slot.kind = Slot::Given;
  slot.given = &given;
  if (int_or_float_as_list(actual, formal)) {
    slot.repeat = true;
    actual = ListType::create(actual);
  }
  const TypePtr& formal_type = formal.type();
  if (formal_type->hasFreeVariables()) {
    const auto matched = c10::matchTypeVariables(formal_type, actual, env);
    if (!matched.success()) {
      if (why) *why += c10::str("Could not match type ", actual->repr_str(), " to ", formal_type->repr_str(), " in argument '", formal.name(), "': ", matched.reason(), ".\n");
      return false;
    }
    slot.type = c10::tryEvalTypeVariables(formal_type, env);
    if (!slot.type) {
      if (why) *why += c10::str("Type variables in type ", formal_type->repr_str(), " could not be inferred from actual type ", actual->repr_str(), ".\n");
      return false;
    }
  } else {
    slot.type = formal_type;
  }
  if (can_convert(slot.type, actual, given.valueOrNull(), allow_conversions)) return true;
  if (why) {
    *why += formal.cloneWithType(slot.type).formatTypeMismatchMsg(actual->repr_str());
    c10::detail::TextStream reason;
    actual->isSubtypeOfExt(*slot.type, &reason.stream());
    const std::string text = reason.str();
    if (!text.empty()) *why += text + (text.back() == '\n' ? "" : "\n");
    if (auto list = actual->cast<ListType>(); list && list->getElementType()->kind() == TypeKind::TensorType && given.valueOrNull() &&
        given.valueOrNull()->node()->kind() == prim::ListConstruct && given.valueOrNull()->node()->inputs().empty())
      *why += "Empty lists default to List[Tensor]. Add a variable annotation to the assignment to create an empty list of another type.\n";
    if (actual->kind() == TypeKind::NumberType && given.valueOrNull() && given.valueOrNull()->node()->kind() == aten::item)
      *why += "Use int(tensor) or float(tensor) to retrieve item() from a tensor with the appropriate type.\n";
  }
  return false;
}

bool try_schema(const FunctionSchema& schema, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, const std::optional<NamedValue>& self,
                bool allow_conversions, Attempt& attempt, std::string* why) {
  attempt.slots.clear();
  attempt.slots.reserve(schema.arguments().size());
  attempt.env.clear();
  attempt.matched = 0;
  bool self_used = !self;
  size_t used_args = 0;
  uint64_t used_kwargs = 0;
  if (kwargs.size() > 64) {
    if (why) *why += "More than 64 keyword arguments are given.\n";
    return false;
  }
  for (size_t i = 0; i < schema.arguments().size(); ++i) {
    const Argument& formal = schema.arguments()[i];
    Slot slot;
    const NamedValue* given = nullptr;
    if (!self_used && formal.name() == "self") {
      given = &*self;
      self_used = true;
    } else if (!formal.kwarg_only() && used_args < args.size()) {
      if (allow_conversions && takes_rest_as_list(schema, i, formal)) {
        const TypePtr actual = args[used_args].type();
        const TypePtr list_type = c10::unwrapOptional(formal.type());
        if (actual->kind() != TypeKind::ListType && actual->kind() != TypeKind::NoneType && !tuple_fits_list(actual, list_type) && !is_optional(actual)) {
          const TypePtr element = list_type->castRaw<ListType>()->getElementType();
          for (size_t k = used_args; k < args.size(); ++k) {
            if (can_convert(element, args[k].type(), args[k].valueOrNull(), allow_conversions)) continue;
            if (why) *why += formal.formatTypeMismatchMsg(args[k].type()->repr_str());
            return false;
          }
          slot.kind = Slot::List;
          slot.first = used_args;
          slot.type = list_type;
          used_args = args.size();
          attempt.slots.push_back(std::move(slot));
          ++attempt.matched;
          continue;
        }
      }
      given = &args[used_args++];
    } else if (auto k = kwargs.empty() ? std::nullopt : findInputWithName(formal.name(), kwargs)) {
      given = &kwargs[*k];
      used_kwargs |= uint64_t(1) << *k;
    } else if (formal.default_value()) {
      slot.type = formal.type();
      attempt.slots.push_back(std::move(slot));
      continue;
    } else {
      if (why) *why += "Argument " + formal.name() + " not provided.\n";
      return false;
    }
    if (!match_argument(formal, *given, allow_conversions, slot, attempt.env, why)) return false;
    attempt.slots.push_back(std::move(slot));
    ++attempt.matched;
  }
  if (!self_used) {
    if (why) *why += "Provided self argument not used in schema.\n";
    return false;
  }
  if (schema.is_vararg()) {
    for (; used_args < args.size(); ++used_args) {
      Slot slot;
      slot.kind = Slot::Given;
      slot.given = &args[used_args];
      attempt.slots.push_back(std::move(slot));
    }
  }
  if (used_args < args.size()) {
    if (why) *why += c10::str("Expected at most ", used_args, " arguments but found ", args.size(), " positional arguments.\n");
    return false;
  }
  for (size_t k = 0; k < kwargs.size(); ++k) {
    if (used_kwargs >> k & 1) continue;
    if (why) *why += "Keyword argument " + kwargs[k].name() + (schema.argumentIndexWithName(kwargs[k].name()) ? " specified twice.\n" : " unknown.\n");
    return false;
  }
  return true;
}

// Puts what the attempt decided into the graph.
MatchedSchema commit(const FunctionSchema& schema, const SourceRange& loc, Graph& graph, at::ArrayRef<NamedValue> args, Attempt& attempt, bool allow_conversions) {
  MatchedSchema result;
  result.schema_name = schema.name();
  result.inputs.reserve(attempt.slots.size());
  for (size_t i = 0; i < attempt.slots.size(); ++i) {
    const Slot& slot = attempt.slots[i];
    switch (slot.kind) {
      case Slot::Default:
        result.inputs.push_back(graph.insertConstant(*schema.arguments()[i].default_value(), loc));
        break;
      case Slot::List: {
        const TypePtr element = slot.type->castRaw<ListType>()->getElementType();
        std::vector<Value*> elements;
        for (size_t k = slot.first; k < args.size(); ++k) elements.push_back(tryConvertToType(loc, graph, element, args[k].value(graph), true));
        result.inputs.push_back(graph.insertNode(graph.createList(element, elements))->output());
        break;
      }
      case Slot::Given: {
        Value* v = slot.given->value(graph);
        if (slot.repeat) {
          std::vector<Value*> repeated(static_cast<size_t>(*schema.arguments()[i].N()), v);
          v = graph.insertNode(graph.createList(v->type(), repeated))->output();
        }
        if (slot.type) v = tryConvertToType(loc, graph, slot.type, v, allow_conversions);
        result.inputs.push_back(v);
        break;
      }
    }
  }
  for (const Argument& r : schema.returns()) {
    TypePtr type = r.type();
    if (type->hasFreeVariables()) {
      type = c10::tryEvalTypeVariables(type, attempt.env);
      if (!type) throw ErrorReport(loc) << "The result type of " << schema.name() << " cannot be inferred from its arguments";
    }
    result.return_types.push_back(std::move(type));
  }
  const bool named = schema.returns().size() > 1 && std::all_of(schema.returns().begin(), schema.returns().end(), [](const Argument& r) { return !r.name().empty(); });
  if (named)
    for (const Argument& r : schema.returns()) result.return_field_names.push_back(r.name());
  return result;
}

}  // namespace

// How general an overload is: one that takes any number, or anything at all, stands after one that takes exactly the types given. Node::row() uses it too.
int schemaGenerality(const FunctionSchema& schema) {
  int score = 0;
  bool tensors = false;
  for (const Argument& a : schema.arguments()) {
    const TypePtr type = c10::unwrapOptional(a.type());
    switch (type->kind()) {
      case TypeKind::NumberType: ++score; break;
      case TypeKind::AnyType: score += 4; break;
      case TypeKind::VarType: score += 3; break;
      case TypeKind::TensorType: tensors = true; break;
      case TypeKind::ListType: case TypeKind::DictType: if (a.type()->hasFreeVariables()) ++score; break;
      default: break;
    }
  }
  return tensors ? 0 : score;
}

Value* tryConvertToType(const SourceRange& loc, Graph& graph, const TypePtr& wanted, Value* value, bool allow_conversions) {
  const TypePtr actual = value->type();
  if (actual->isSubtypeOf(*wanted)) return value;
  if (is_optional(wanted) && !is_optional(actual) && actual->kind() != TypeKind::NoneType)
    return tryConvertToType(loc, graph, wanted->castRaw<OptionalType>()->getElementType(), value, allow_conversions);
  if (wanted->kind() == TypeKind::ListType && is_fresh_empty_list(value))
    return graph.insertNode(graph.createList(wanted->castRaw<ListType>()->getElementType(), {}))->output();
  if (auto tuple = actual->cast<TupleType>()) {
    if (tuple_fits_list(actual, wanted)) {
      const std::vector<Value*> elements = createTupleUnpack(value).vec();
      return graph.insertNode(graph.createList(wanted->castRaw<ListType>()->getElementType(), elements))->output();
    }
    if (auto wanted_tuple = wanted->cast<TupleType>(); wanted_tuple && wanted_tuple->elements().size() == tuple->elements().size()) {
      std::vector<Value*> elements = createTupleUnpack(value).vec();
      for (size_t i = 0; i < elements.size(); ++i) elements[i] = tryConvertToType(loc, graph, wanted_tuple->elements()[i], elements[i], allow_conversions);
      return graph.insertNode(graph.createTuple(elements))->output();
    }
  }
  if (!allow_conversions || !can_convert(wanted, actual, value, true)) return value;
  auto call = [&](Symbol op) { return graph.insert(op, {NamedValue(value)}, {}, loc); };
  const TypeKind to = wanted->kind();
  switch (actual->kind()) {
    case TypeKind::TensorType:
      return call(to == TypeKind::FloatType ? aten::FloatImplicit : to == TypeKind::IntType ? aten::IntImplicit : to == TypeKind::ComplexType ? aten::ComplexImplicit : aten::ScalarImplicit);
    case TypeKind::NumberType:
      return call(to == TypeKind::FloatType ? aten::Float : to == TypeKind::IntType ? aten::Int : aten::Complex);
    case TypeKind::BoolType:
      return call(to == TypeKind::FloatType ? aten::Float : aten::Int);
    case TypeKind::StringType:
      return call(aten::device);
    default:
      return value;
  }
}

std::optional<size_t> findInputWithName(const std::string& name, at::ArrayRef<NamedValue> kwargs) {
  for (size_t i = 0; i < kwargs.size(); ++i)
    if (kwargs[i].name() == name) return i;
  return std::nullopt;
}

bool isBlockListedSchema(const FunctionSchema&) { return false; }

MatchedSchema matchSchema(const FunctionSchema& schema, const SourceRange& loc, Graph& graph, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs,
                          const std::optional<NamedValue>& self) {
  Attempt attempt;
  std::string why;
  WithCurrentRange range(graph, loc);
  if (try_schema(schema, args, kwargs, self, true, attempt, &why)) return commit(schema, loc, graph, args, attempt, true);
  throw ErrorReport(loc) << "\n" << schema << ":\n" << why;
}

std::pair<size_t, MatchedSchema> matchSchemas(const std::vector<const FunctionSchema*>& schemas, const SourceRange& loc, Graph& graph,
                                              at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, const std::optional<NamedValue>& self, bool) {
  TORCH_INTERNAL_ASSERT(!schemas.empty());
  if (schemas.size() == 1) return {0, matchSchema(*schemas[0], loc, graph, args, kwargs, self)};
  WithCurrentRange range(graph, loc);
  Attempt attempt;
  for (bool allow_conversions : {false, true}) {
    size_t best = schemas.size();
    int best_generality = 0;
    for (size_t i = 0; i < schemas.size(); ++i) {
      if (!try_schema(*schemas[i], args, kwargs, self, allow_conversions, attempt, nullptr)) continue;
      const int g = schemaGenerality(*schemas[i]);
      if (best == schemas.size() || g < best_generality) {
        best = i;
        best_generality = g;
      }
      if (g == 0) break;
    }
    if (best == schemas.size()) continue;
    try_schema(*schemas[best], args, kwargs, self, allow_conversions, attempt, nullptr);
    return {best, commit(*schemas[best], loc, graph, args, attempt, allow_conversions)};
  }
  // The reasons of the candidates that got furthest.
  struct Reason {
    size_t index, matched;
    std::string why;
  };
  std::vector<Reason> reasons;
  for (size_t i = 0; i < schemas.size(); ++i) {
    std::string why;
    try_schema(*schemas[i], args, kwargs, self, true, attempt, &why);
    reasons.push_back({i, attempt.matched, std::move(why)});
  }
  std::stable_sort(reasons.begin(), reasons.end(), [](const Reason& a, const Reason& b) { return a.matched > b.matched; });
  constexpr size_t kShown = 5;
  std::string text = "Arguments for call are not valid.\nThe following variants are available:\n";
  for (size_t i = 0; i < std::min(kShown, reasons.size()); ++i) {
    text += "  \n  " + c10::str(*schemas[reasons[i].index]) + ":\n";
    size_t begin = 0;
    const std::string& why = reasons[i].why;
    while (begin < why.size()) {
      const size_t end = std::min(why.find('\n', begin), why.size());
      text += "  " + why.substr(begin, end - begin) + "\n";
      begin = end + 1;
    }
  }
  if (reasons.size() > kShown) text += c10::str("  \n  and ", reasons.size() - kShown, " more that fit less.\n");
  throw ErrorReport(loc) << text << "\nThe original call is";
}

Value* packOutputs(Graph& g, at::ArrayRef<Value*> values, const std::vector<std::string>& field_names) {
  if (values.size() == 1) return values[0];
  TupleTypePtr named;
  if (!field_names.empty()) {
    std::vector<TypePtr> types;
    for (Value* v : values) types.push_back(v->type());
    named = TupleType::createNamed(std::nullopt, field_names, types);
  }
  return g.insertNode(g.createTuple(values, named))->output();
}

namespace {
std::string attempted_call(Symbol name, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, const std::optional<NamedValue>& self) {
  std::string text = std::string(name.toQualString()) + "(";
  bool first = true;
  auto add = [&](const std::string& part) {
    text += (first ? "" : ", ") + part;
    first = false;
  };
  if (self) add(self->type()->str());
  for (const auto& a : args) add(a.type()->str());
  for (const auto& k : kwargs) add(k.name() + "=" + k.type()->str());
  return text + ")";
}
}  // namespace

Value* emitBuiltinCall(const SourceRange& loc, Graph& graph, Symbol name, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs,
                       const std::optional<NamedValue>& self) {
  const auto& rows = operatorsFor(name);
  if (rows.empty()) {
    std::string suggestions;
    for (const auto& s : findSimilarOperators(name.toQualString())) suggestions += "\n\t" + s;
    throw MissingOperator(loc, name.toQualString(), attempted_call(name, args, kwargs, self))
        << "Unknown builtin op: " << name.toQualString() << ".\n"
        << (suggestions.empty() ? "There is no operator of a similar name" : "Here are some suggestions:" + suggestions + "\n\nThe original call is");
  }
  std::vector<const FunctionSchema*> schemas;
  schemas.reserve(rows.size());
  for (const auto* r : rows) schemas.push_back(&r->function_schema());
  std::pair<size_t, MatchedSchema> chosen;
  try {
    chosen = matchSchemas(schemas, loc, graph, args, kwargs, self);
  } catch (const ErrorReport& e) {
    throw MissingOperator(loc, name.toQualString(), attempted_call(name, args, kwargs, self)) << e.message();
  }
  const MatchedSchema& matched = chosen.second;
  Node* n = graph.create(name, matched.inputs, 0);
  n->setSourceRange(loc);
  n->setRow(rows[chosen.first]);
  for (const auto& type : matched.return_types) n->addOutput()->setType(type);
  graph.insertNode(n);
  if (matched.return_types.empty()) return graph.insertConstant(IValue(), loc);
  return packOutputs(graph, n->outputs(), matched.return_field_names);
}

}  // namespace torch::jit
