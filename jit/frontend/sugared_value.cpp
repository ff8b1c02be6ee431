#include <torch/csrc/jit/frontend/sugared_value.h>

#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/frontend/upgraders.h>
#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/runtime/operator.h>

#include <cmath>

namespace torch::jit {

// ---- SugaredValue: what a kind does not say it can do, it cannot

Value* SugaredValue::asValue(const SourceRange& loc, GraphFunction&) { throw ErrorReport(loc) << kind() << " cannot be used as a value"; }
SugaredValuePtr SugaredValue::attr(const SourceRange& loc, GraphFunction&, const std::string& field) {
  throw ErrorReport(loc) << "attribute lookup is not defined on " << kind() << ": '" << field << "'";
}
bool SugaredValue::hasAttr(const SourceRange& loc, GraphFunction&, const std::string&) { throw ErrorReport(loc) << "attribute lookup is not defined on " << kind(); }
void SugaredValue::setAttr(const SourceRange& loc, GraphFunction&, const std::string&, Value*) { throw ErrorReport(loc) << "attribute assignment is not defined on " << kind(); }
std::vector<SugaredValuePtr> SugaredValue::asTuple(const SourceRange& loc, GraphFunction&, const std::optional<size_t>&) {
  throw ErrorReport(loc) << kind() << " cannot be used as a tuple";
}
SugaredValuePtr SugaredValue::asTupleValue(const SourceRange& loc, GraphFunction&) { throw ErrorReport(loc) << kind() << " cannot be used as a tuple"; }
SugaredValuePtr SugaredValue::call(const SourceRange& loc, GraphFunction&, at::ArrayRef<NamedValue>, at::ArrayRef<NamedValue>, size_t) {
  throw ErrorReport(loc) << "cannot call a " << kind();
}
SugaredValuePtr SugaredValue::iter(const SourceRange& loc, GraphFunction&) { throw ErrorReport(loc) << kind() << " cannot be used as an iterable"; }
Value* SugaredValue::len(const SourceRange& loc, GraphFunction&) { throw ErrorReport(loc) << "'" << kind() << "' object is not iterable"; }
SugaredValuePtr SugaredValue::getitem(const SourceRange& loc, GraphFunction&, Value*, TypePtr) { throw ErrorReport(loc) << "'" << kind() << "' object is not subscriptable"; }

// ---- SimpleValue

std::string SimpleValue::kind() const { return "value of type '" + value_->type()->annotation_str() + "'"; }

namespace {

// Attributes of tensors and devices that are operators of the namespace prim.
const char* property_of(TypeKind kind, std::string_view field) {
  struct Property {
    TypeKind kind;
    std::string_view field;
    const char* op;
  };
  static constexpr Property table[] = {
      {TypeKind::TensorType, "dtype", "prim::dtype"}, {TypeKind::TensorType, "device", "prim::device"}, {TypeKind::TensorType, "grad", "prim::grad"},
      {TypeKind::TensorType, "data", "prim::data"}, {TypeKind::TensorType, "shape", "aten::size"}, {TypeKind::TensorType, "is_cuda", "prim::is_cuda"},
      {TypeKind::TensorType, "is_cpu", "prim::is_cpu"}, {TypeKind::TensorType, "is_xla", "prim::is_xla"}, {TypeKind::TensorType, "is_xpu", "prim::is_xpu"},
      {TypeKind::TensorType, "is_sparse", "prim::is_sparse"}, {TypeKind::TensorType, "is_sparse_csr", "prim::is_sparse_csr"},
      {TypeKind::TensorType, "is_mkldnn", "prim::is_mkldnn"}, {TypeKind::TensorType, "is_mps", "prim::is_mps"}, {TypeKind::TensorType, "is_quantized", "prim::is_quantized"},
      {TypeKind::TensorType, "is_vulkan", "prim::is_vulkan"}, {TypeKind::TensorType, "is_ipu", "prim::is_ipu"}, {TypeKind::TensorType, "is_meta", "prim::is_meta"},
      {TypeKind::TensorType, "is_leaf", "aten::is_leaf"}, {TypeKind::TensorType, "is_nested", "prim::is_nested"}, {TypeKind::TensorType, "requires_grad", "prim::requires_grad"},
      {TypeKind::TensorType, "layout", "prim::layout"}, {TypeKind::TensorType, "T", "aten::numpy_T"}, {TypeKind::TensorType, "H", "aten::matrix_H"},
      {TypeKind::TensorType, "mT", "aten::mT"}, {TypeKind::TensorType, "mH", "aten::mH"}, {TypeKind::TensorType, "ndim", "prim::ndim"},
      {TypeKind::TensorType, "name", "prim::name"}, {TypeKind::TensorType, "real", "aten::real"}, {TypeKind::TensorType, "imag", "aten::imag"},
      {TypeKind::TensorType, "retains_grad", "aten::retains_grad"}, {TypeKind::TensorType, "itemsize", "prim::itemsize"}, {TypeKind::TensorType, "nbytes", "prim::nbytes"},
      {TypeKind::DeviceObjType, "type", "prim::type"}, {TypeKind::DeviceObjType, "index", "prim::index"}};
  for (const auto& p : table)
    if (p.kind == kind && p.field == field) return p.op;
  return nullptr;
}

}  // namespace

SugaredValuePtr SimpleValue::attr(const SourceRange& loc, GraphFunction& m, const std::string& field) {
  Graph& g = *m.graph();
  const TypePtr type = value_->type();
  switch (type->kind()) {
    case TypeKind::ClassType: {
      auto* cls = type->castRaw<ClassType>();
      if (cls->findMethod(field)) return std::make_shared<MethodValue>(value_, field);
      if (cls->findStaticMethod(field)) return std::make_shared<FunctionValue>(cls->findStaticMethod(field));
      if (cls->hasAttribute(field)) {
        WithCurrentRange range(g, loc);
        return toSimple(g.insertGetAttr(value_, field));
      }
      if (auto constant = cls->findConstant(field)) return toSimple(g.insertConstant(*constant, loc));
      if (auto property = cls->getProperty(field)) return MethodValue(value_, property->getter->name()).call(loc, m, {}, {}, 1);
      break;
    }
    case TypeKind::InterfaceType:
      if (type->castRaw<InterfaceType>()->getMethod(field)) return std::make_shared<MethodValue>(value_, field);
      break;
    case TypeKind::TupleType: {
      auto tuple = type->expect<TupleType>();
      if (!tuple->schema()) break;
      const auto& fields = tuple->schema()->arguments();
      for (size_t i = 0; i < fields.size(); ++i) {
        if (fields[i].name() != field) continue;
        Value* index = g.insertConstant(IValue(static_cast<int64_t>(i)), loc);
        Node* n = g.createTupleIndex(value_, index, tuple->elements()[i]);
        n->setSourceRange(loc);
        return toSimple(g.insertNode(n)->output());
      }
      break;
    }
    case TypeKind::EnumType:
      if (field == "name" || field == "value") {
        Node* n = field == "name" ? g.createEnumName(value_) : g.createEnumValue(value_);
        n->setSourceRange(loc);
        return toSimple(g.insertNode(n)->output());
      }
      break;
    case TypeKind::TensorType:
    case TypeKind::DeviceObjType:
      if (const char* op = property_of(type->kind(), field)) return toSimple(emitBuiltinCall(loc, g, Symbol::fromQualString(op), {NamedValue(loc, value_)}, {}));
      break;
    case TypeKind::OptionalType:
      throw ErrorReport(loc) << "'" << type->repr_str() << "' object has no attribute or method '" << field << "'. Did you forget to check for None?";
    default:
      break;
  }
  // Methods of tensors, lists, dicts, strings and futures are operators with the value as `self`.
  if (type->kind() == TypeKind::ClassType || type->kind() == TypeKind::InterfaceType)
    throw ErrorReport(loc) << "Tried to access nonexistent attribute or method '" << field << "' of type '" << type->str() << "'";
  const Symbol op = Symbol::aten(field);
  if (!operatorsFor(op).empty()) return std::make_shared<BuiltinFunction>(op, NamedValue(loc, "self", value_));
  if (type->kind() == TypeKind::TensorType || type->kind() == TypeKind::FutureType)
    throw MissingOperator(loc, op.toQualString(), std::string(op.toQualString()) + "(" + type->str() + ", ...)")
        << "'" << type->repr_str() << "' object has no attribute or method '" << field << "'";
  throw ErrorReport(loc) << "'" << type->repr_str() << "' object has no attribute or method '" << field << "'";
}

bool SimpleValue::hasAttr(const SourceRange& loc, GraphFunction&, const std::string& field) {
  auto* cls = value_->type()->castRaw<ClassType>();
  if (!cls) throw ErrorReport(loc) << "hasattr's first argument must be an object or NamedTuple, but got a normal Tensor or value instead";
  return cls->hasMethod(field) || cls->hasAttribute(field) || cls->hasConstant(field);
}

void SimpleValue::setAttr(const SourceRange& loc, GraphFunction& m, const std::string& field, Value* new_value) {
  auto* cls = value_->type()->castRaw<ClassType>();
  if (!cls) throw ErrorReport(loc) << "Tried to set an attribute: " << field << " on a non-class: " << value_->type()->repr_str();
  Graph& g = *m.graph();
  TypePtr expected = cls->findAttribute(field);
  if (!expected) {
    // In __init__ of a class compiled from source a first assignment makes the attribute.
    if (auto property = cls->getProperty(field)) {
      if (!property->setter) throw ErrorReport(loc) << "Tried to set read-only attribute: " << field;
      MethodValue(value_, property->setter->name()).call(loc, m, {NamedValue(loc, new_value)}, {}, 0);
      return;
    }
    if (m.name() == "__init__" && !cls->is_module() && value_ == g.inputs().at(0)) {
      cls->addAttribute(field, new_value->type());
      expected = new_value->type();
    } else {
      throw ErrorReport(loc) << "Tried to set nonexistent attribute: " << field << ". Did you forget to initialize it in __init__()?";
    }
  }
  new_value = tryConvertToType(loc, g, expected, new_value, true);
  if (!new_value->type()->isSubtypeOf(*expected))
    throw ErrorReport(loc) << "Wrong type for attribute assignment. Expected " << expected->repr_str() << " but got " << new_value->type()->repr_str();
  Node* n = g.createSetAttr(value_, field, new_value);
  n->setSourceRange(loc);
  g.insertNode(n);
}

std::vector<SugaredValuePtr> SimpleValue::asTuple(const SourceRange& loc, GraphFunction& m, const std::optional<size_t>& size_hint) {
  Graph& g = *m.graph();
  WithCurrentRange range(g, loc);
  std::vector<SugaredValuePtr> result;
  switch (value_->type()->kind()) {
    case TypeKind::TupleType:
      for (Value* v : createTupleUnpack(value_)) result.push_back(toSimple(v));
      return result;
    case TypeKind::ListType:
      if (!size_hint) throw ErrorReport(loc) << "cannot statically infer the expected size of a list in this context";
      for (Value* v : g.insertNode(g.createListUnpack(value_, *size_hint))->outputs()) result.push_back(toSimple(v));
      return result;
    case TypeKind::TensorType:
      if (!size_hint) break;
      {  // a, b = tensor
        Value* list = emitBuiltinCall(loc, g, Symbol::aten("unbind"), {NamedValue(loc, value_)}, {});
        for (Value* v : g.insertNode(g.createListUnpack(list, *size_hint))->outputs()) result.push_back(toSimple(v));
        return result;
      }
    case TypeKind::AnyTupleType:
      throw ErrorReport(loc) << "Provided tuple type is too generic: its elements have no known types";
    default:
      break;
  }
  throw ErrorReport(loc) << value_->type()->repr_str() << " cannot be used as a tuple";
}

SugaredValuePtr SimpleValue::call(const SourceRange& loc, GraphFunction& m, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, size_t n_binders) {
  if (auto* cls = value_->type()->castRaw<ClassType>()) {
    if (cls->findMethod("__call__")) return MethodValue(value_, "__call__").call(loc, m, args, kwargs, n_binders);
    if (cls->is_module() && cls->findMethod("forward")) return MethodValue(value_, "forward").call(loc, m, args, kwargs, n_binders);
  }
  if (auto* interface = value_->type()->castRaw<InterfaceType>())
    if (interface->getMethod("forward")) return MethodValue(value_, "forward").call(loc, m, args, kwargs, n_binders);
  return SugaredValue::call(loc, m, args, kwargs, n_binders);
}

SugaredValuePtr SimpleValue::iter(const SourceRange& loc, GraphFunction& m) {
  switch (value_->type()->kind()) {
    case TypeKind::ListType: case TypeKind::StringType: case TypeKind::TensorType:
      return shared_from_this();
    case TypeKind::DictType:  // over its keys
      return toSimple(emitBuiltinCall(loc, *m.graph(), Symbol::aten("keys"), {NamedValue(loc, value_)}, {}));
    case TypeKind::TupleType:
      return std::make_shared<SugaredTupleValue>(asTuple(loc, m));
    default:
      throw ErrorReport(loc) << "'" << value_->type()->repr_str() << "' object is not iterable";
  }
}

Value* SimpleValue::len(const SourceRange& loc, GraphFunction& m) {
  switch (value_->type()->kind()) {
    case TypeKind::ListType: case TypeKind::StringType: case TypeKind::TensorType: case TypeKind::DictType:
      return emitBuiltinCall(loc, *m.graph(), aten::len, {NamedValue(loc, value_)}, {});
    case TypeKind::TupleType:
      return m.graph()->insertConstant(IValue(static_cast<int64_t>(value_->type()->castRaw<TupleType>()->elements().size())), loc);
    default:
      throw ErrorReport(loc) << "'" << value_->type()->repr_str() << "' object is not iterable";
  }
}

SugaredValuePtr SimpleValue::getitem(const SourceRange& loc, GraphFunction& m, Value* idx, TypePtr) {
  Graph& g = *m.graph();
  const TypePtr type = value_->type();
  switch (type->kind()) {
    case TypeKind::ListType: case TypeKind::StringType: case TypeKind::DictType:
      return toSimple(emitBuiltinCall(loc, g, aten::__getitem__, {NamedValue(loc, value_), NamedValue(loc, idx)}, {}));
    case TypeKind::TensorType: {
      Value* dim = g.insertConstant(IValue(0), loc);
      return toSimple(emitBuiltinCall(loc, g, aten::select, {NamedValue(loc, value_), NamedValue(loc, dim), NamedValue(loc, idx)}, {}));
    }
    case TypeKind::ClassType:
      return attr(loc, m, "__getitem__")->call(loc, m, {NamedValue(loc, idx)}, {}, 1);
    default:
      throw ErrorReport(loc) << "'" << type->repr_str() << "' object is not subscriptable";
  }
}

// ---- operators and modules of operators

SugaredValuePtr BuiltinFunction::call(const SourceRange& loc, GraphFunction& m, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, size_t) {
  return toSimple(emitBuiltinCall(loc, *m.graph(), symbol, args, kwargs, self));
}

namespace {

// torch.float32 and the like.
std::optional<IValue> torch_constant(std::string_view field) {
  struct Named {
    std::string_view name;
    int64_t value;
  };
  static constexpr Named table[] = {
      {"uint8", 0}, {"int8", 1}, {"int16", 2}, {"short", 2}, {"int32", 3}, {"int", 3}, {"int64", 4}, {"long", 4}, {"float16", 5}, {"half", 5}, {"float32", 6}, {"float", 6},
      {"float64", 7}, {"double", 7}, {"complex32", 8}, {"chalf", 8}, {"complex64", 9}, {"cfloat", 9}, {"complex128", 10}, {"cdouble", 10}, {"bool", 11}, {"qint8", 12},
      {"quint8", 13}, {"qint32", 14}, {"bfloat16", 15}, {"strided", 0}, {"sparse_coo", 1}, {"sparse_csr", 2}, {"contiguous_format", 0}, {"preserve_format", 1},
      {"channels_last", 2}, {"channels_last_3d", 3}};
  for (const auto& n : table)
    if (n.name == field) return IValue(n.value);
  if (field == "inf") return IValue(static_cast<double>(INFINITY));
  if (field == "nan") return IValue(static_cast<double>(NAN));
  if (field == "pi") return IValue(3.141592653589793);
  if (field == "e") return IValue(2.718281828459045);
  return std::nullopt;
}

}  // namespace

SugaredValuePtr BuiltinModule::attr(const SourceRange& loc, GraphFunction& m, const std::string& field) {
  if (name == "aten") {
    if (field == "autograd")
      return std::make_shared<BuiltinModule>("aten", version);
    if (auto constant = torch_constant(field))
      if (operatorsFor(Symbol::aten(field)).empty()) return toSimple(m.graph()->insertConstant(*constant, loc));
    if (version)
      if (auto upgraded = upgradedOperator(field, static_cast<size_t>(*version))) return upgraded;
  }
  return std::make_shared<BuiltinFunction>(Symbol::fromQualString(name + "::" + field), std::nullopt);
}

SugaredValuePtr OpsValue::attr(const SourceRange&, GraphFunction&, const std::string& field) {
  for (const auto& [name, module] : modules_)
    if (name == field) return module;
  modules_.emplace_back(field, std::make_shared<BuiltinModule>(field, static_cast<int64_t>(version_)));
  return modules_.back().second;
}

// ---- functions, methods, classes

SugaredValuePtr FunctionValue::call(const SourceRange& loc, GraphFunction& m, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, size_t) {
  ErrorReport::CallStack::update_pending_range(loc);
  if (auto* f = tryToGraphFunction(*callee_); f && !f->has_schema()) callee_->ensure_defined();
  Graph& g = *m.graph();
  MatchedSchema match = matchSchema(callee_->getSchema(), loc, g, args, kwargs);
  WithCurrentRange range(g, loc);
  return toSimple(g.insertFunctionCall(callee_, match));
}

SugaredValuePtr MethodValue::call(const SourceRange& loc, GraphFunction& m, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, size_t) {
  ErrorReport::CallStack::update_pending_range(loc);
  std::vector<NamedValue> with_self;
  with_self.reserve(args.size() + 1);
  with_self.emplace_back(loc, self_);
  with_self.insert(with_self.end(), args.begin(), args.end());
  Graph& g = *m.graph();
  const FunctionSchema* schema = nullptr;
  if (auto* cls = self_->type()->castRaw<ClassType>()) {
    Function& method = cls->getMethod(method_name_);
    if (auto* f = tryToGraphFunction(method); f && !f->has_schema()) method.ensure_defined();
    schema = &method.getSchema();
  } else if (auto* interface = self_->type()->castRaw<InterfaceType>()) {
    schema = interface->getMethod(method_name_);
  }
  TORCH_INTERNAL_ASSERT(schema, "method '", method_name_, "' of ", self_->type()->str());
  MatchedSchema match = matchSchema(*schema, loc, g, with_self, kwargs);
  WithCurrentRange range(g, loc);
  return toSimple(g.insertMethodCall(method_name_, match));
}

SugaredValuePtr ClassValue::call(const SourceRange& loc, GraphFunction& m, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, size_t n_binders) {
  if (type_->is_module()) throw ErrorReport(loc) << "Cannot instantiate the module class " << type_->repr_str() << " in TorchScript";
  Graph& g = *m.graph();
  Node* create = g.createObject(type_);
  create->setSourceRange(loc);
  Value* self = g.insertNode(create)->output();
  if (!type_->findMethod("__init__")) throw ErrorReport(loc) << "Class " << type_->name()->name() << " does not have an __init__ function defined";
  MethodValue(self, "__init__").call(loc, m, args, kwargs, n_binders);
  return toSimple(self);
}

SugaredValuePtr ClassValue::attr(const SourceRange& loc, GraphFunction&, const std::string& field) {
  if (field == "__new__") return std::make_shared<ClassNewMethod>(type_);
  if (Function* f = type_->findStaticMethod(field)) return std::make_shared<FunctionValue>(f);
  if (Function* f = type_->findMethod(field)) return std::make_shared<FunctionValue>(f);
  throw ErrorReport(loc) << "Tried to lookup unknown attribute on class " << type_->repr_str() << ": " << field;
}

SugaredValuePtr ClassNewMethod::call(const SourceRange& loc, GraphFunction& m, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, size_t) {
  if (args.size() > 1 || !kwargs.empty()) throw ErrorReport(loc) << "__new__ takes the class only";
  return createObject(loc, m, type_->repr_str());
}

SugaredValuePtr ClassNewMethod::createObject(const SourceRange& loc, GraphFunction& m, const std::string& classname) {
  if (classname != type_->repr_str()) throw ErrorReport(loc) << "Argument to __new__() must match the class you are calling __new__() on. Got: " << classname << ", expected: " << type_->repr_str();
  Graph& g = *m.graph();
  Node* create = g.createObject(type_);
  create->setSourceRange(loc);
  return toSimple(g.insertNode(create)->output());
}

SugaredValuePtr NamedTupleConstructor::call(const SourceRange& loc, GraphFunction& m, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, size_t) {
  Graph& g = *m.graph();
  TORCH_INTERNAL_ASSERT(type_->schema());
  MatchedSchema match = matchSchema(*type_->schema(), loc, g, args, kwargs);
  Node* n = g.createTuple(match.inputs, type_);
  n->setSourceRange(loc);
  return toSimple(g.insertNode(n)->output());
}

SugaredValuePtr SugaredEnumClass::attr(const SourceRange& loc, GraphFunction& m, const std::string& field) {
  const auto members = type_->enumNamesValues();
  for (const auto& [name, value] : members) {
    if (name != field) continue;
    return toSimple(m.graph()->insertConstant(IValue(c10::make_intrusive<c10::ivalue::EnumHolder>(type_, name, value)), loc));
  }
  throw ErrorReport(loc) << type_->repr_str() << " '" << type_->qualifiedClassName().qualifiedName() << "' has no attribute '" << field << "'";
}

SugaredValuePtr ClosureValue::call(const SourceRange& loc, GraphFunction&, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, size_t) {
  return toSimple(emit_(loc, args, kwargs));
}

SugaredValuePtr ExceptionValue::call(const SourceRange& loc, GraphFunction& m, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue>, size_t) {
  Graph& g = *m.graph();
  Value* text = g.insertConstant(IValue(""), loc);
  if (!args.empty()) {
    std::vector<NamedValue> all;
    std::string format;
    for (size_t i = 0; i < args.size(); ++i) format += i ? " {}" : "{}";
    if (args.size() == 1 && args[0].type()->kind() == TypeKind::StringType) {
      text = args[0].value(g);
    } else {
      all.emplace_back(g.insertConstant(IValue(format), loc));
      all.insert(all.end(), args.begin(), args.end());
      text = emitBuiltinCall(loc, g, aten::format, all, {});
    }
  }
  return std::make_shared<ExceptionMessageValue>(text, g.insertConstant(IValue(message_), loc));
}

// ---- tuples, casts, iteration

Value* SugaredTupleValue::asValue(const SourceRange& loc, GraphFunction& m) {
  std::vector<Value*> values;
  for (const auto& v : tup_) values.push_back(v->asValue(loc, m));
  Graph& g = *m.graph();
  Node* n = g.createTuple(values);
  n->setSourceRange(loc);
  return g.insertNode(n)->output();
}

SugaredValuePtr SugaredTupleValue::getitem(const SourceRange& loc, GraphFunction&, Value* idx, TypePtr) {
  auto index = toIValue(idx);
  if (!index || !index->isInt()) throw ErrorReport(loc) << "Expected integer literal for index of a tuple";
  int64_t i = index->toInt();
  const int64_t n = static_cast<int64_t>(tup_.size());
  if (i < -n || i >= n) throw ErrorReport(loc) << "Tuple index out of range: " << i << " for " << n << " elements";
  return tup_[static_cast<size_t>(i < 0 ? i + n : i)];
}

SugaredValuePtr CastValue::call(const SourceRange& loc, GraphFunction& m, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, size_t n_binders) {
  if (args.size() == 1 && kwargs.empty()) {
    Graph& g = *m.graph();
    Value* v = args[0].value(g);
    if (v->type()->isSubtypeOf(*type_) && v->type()->kind() != TypeKind::NoneType) return toSimple(v);
    if (auto* cls = v->type()->castRaw<ClassType>()) {
      const char* method = type_->kind() == TypeKind::IntType ? "__int__" : type_->kind() == TypeKind::FloatType ? "__float__" : type_->kind() == TypeKind::BoolType ? "__bool__" : "__str__";
      if (cls->findMethod(method)) return MethodValue(v, method).call(loc, m, {}, {}, 1);
    }
  }
  if (args.empty() && kwargs.empty()) {
    Graph& g = *m.graph();
    switch (type_->kind()) {
      case TypeKind::IntType: return toSimple(g.insertConstant(IValue(0), loc));
      case TypeKind::FloatType: return toSimple(g.insertConstant(IValue(0.0), loc));
      case TypeKind::BoolType: return toSimple(g.insertConstant(IValue(false), loc));
      case TypeKind::StringType: return toSimple(g.insertConstant(IValue(""), loc));
      default: break;
    }
  }
  return BuiltinFunction::call(loc, m, args, kwargs, n_binders);
}

SugaredValuePtr MagicMethod::call(const SourceRange& loc, GraphFunction& m, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, size_t n_binders) {
  if (!args.empty()) {
    Value* self = args[0].value(*m.graph());
    if (auto* cls = self->type()->castRaw<ClassType>())
      if (cls->findMethod(desugared_name_)) return MethodValue(self, desugared_name_).call(loc, m, args.slice(1), kwargs, n_binders);
    if (desugared_name_ == "__len__" && self->type()->kind() == TypeKind::TupleType && args.size() == 1) return toSimple(SimpleValue(self).len(loc, m));
  }
  return base_value_->call(loc, m, args, kwargs, n_binders);
}

RangeValue::RangeValue(const SourceRange& loc, GraphFunction& m, std::vector<Value*> inputs, std::optional<int64_t> static_len) : static_len_(static_len) {
  Graph& g = *m.graph();
  if (inputs.empty() || inputs.size() > 3) throw ErrorReport(loc) << "range expected 1 to 3 arguments, got " << inputs.size();
  for (Value*& v : inputs) {
    if (v->type()->kind() != TypeKind::IntType) v = tryConvertToType(loc, g, IntType::get(), v, true);
    if (v->type()->kind() != TypeKind::IntType) throw ErrorReport(loc) << "all inputs of range must be ints, found " << v->type()->repr_str();
  }
  if (inputs.size() == 1) {
    end_ = inputs[0];
    start_ = g.insertConstant(IValue(0), loc);
    step_ = g.insertConstant(IValue(1), loc);
    has_only_end_ = true;
  } else {
    start_ = inputs[0];
    end_ = inputs[1];
    step_ = inputs.size() == 3 ? inputs[2] : g.insertConstant(IValue(1), loc);
  }
}

Value* RangeValue::len(const SourceRange& loc, GraphFunction& m) {
  if (static_len_) return m.graph()->insertConstant(IValue(*static_len_), loc);
  if (has_only_end_) return end_;
  return m.graph()->insert(aten::__range_length, {start_, end_, step_}, {}, loc);
}

SugaredValuePtr RangeValue::getitem(const SourceRange& loc, GraphFunction& m, Value* idx, TypePtr) {
  if (has_only_end_) return toSimple(idx);
  return toSimple(m.graph()->insert(aten::__derive_index, {idx, start_, step_}, {}, loc));
}

void IterableTree::addChild(const SourceRange& loc, GraphFunction& m, const SugaredValuePtr& iter_value) {
  const auto child_len = iter_value->staticLen();
  if (children_.empty()) {
    emit_unrolled_ = iter_value->shouldEmitUnrolled();
    unroll_length_ = emit_unrolled_ ? child_len : std::nullopt;
  } else if (iter_value->shouldEmitUnrolled() != emit_unrolled_ && (emit_unrolled_ || iter_value->shouldEmitUnrolled())) {
    throw ErrorReport(loc) << "Can not iterate over a tuple together with a value whose length is not known while compiling";
  } else if (unroll_length_ && child_len) {
    unroll_length_ = std::min(*unroll_length_, *child_len);
  }
  (void)m;
  children_.push_back(iter_value);
}

Value* IterableTree::len(const SourceRange& loc, GraphFunction& m) {
  Graph& g = *m.graph();
  if (unroll_length_) return g.insertConstant(IValue(*unroll_length_), loc);
  TORCH_INTERNAL_ASSERT(!children_.empty());
  std::vector<Value*> lengths;
  for (const auto& child : children_) lengths.push_back(child->len(loc, m));
  if (lengths.size() == 1) return lengths[0];
  Value* list = g.insertNode(g.createList(IntType::get(), lengths))->output();
  return g.insert(prim::min, {list}, {}, loc);
}

SugaredValuePtr IterableTree::getitem(const SourceRange& loc, GraphFunction& m, Value* idx, TypePtr) {
  std::vector<SugaredValuePtr> elements;
  for (const auto& child : children_) elements.push_back(child->getitem(loc, m, idx));
  return std::make_shared<SugaredTupleValue>(std::move(elements));
}

}  // namespace torch::jit
