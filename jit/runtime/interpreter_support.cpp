#include <torch/csrc/jit/runtime/interpreter_support.h>

#include <c10/util/Exception.h>
#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/runtime/jit_exception.h>

#include <sstream>

namespace torch::jit {

using c10::IValue;
using c10::TypeKind;
using Tag = IValue::Tag;

namespace {

const char* tagName(int32_t tag) {
  switch (static_cast<Tag>(tag)) {
    case Tag::Int: return "int";
    case Tag::Double: return "float";
    case Tag::Bool: return "bool";
    case Tag::None: return "None";
    default: return "another kind of value";
  }
}

}  // namespace

void wrongKind(const IValue& v, const char* wanted) {
  throw c10::TypeError(c10::str("expected a ", wanted, " but found a value of kind ", v.tagKind()));
}
void wrongTag(const IValue& v, int32_t tag) {
  throw c10::TypeError(c10::str("expected a value of type ", tagName(tag), " but found one of kind ", v.tagKind()));
}
void wrongLength(const char* what, size_t found, size_t wanted) {
  throw c10::ValueError(c10::str("expected a ", what, " of ", wanted, " values but found ", found));
}
void listIndexOutOfRange(int64_t, int64_t) { throw c10::IndexError("list index out of range"); }
void tupleIndexOutOfRange(int64_t index, int64_t size) {
  throw c10::IndexError(c10::str("tuple index out of range: ", index, " of a tuple of ", size));
}

IValue makeTuple(std::vector<IValue> elements, const c10::TypePtr* named_type) {
  if (named_type) return c10::ivalue::Tuple::createNamed(std::move(elements), std::static_pointer_cast<c10::TupleType>(*named_type));
  return c10::ivalue::Tuple::create(std::move(elements));
}

IValue makeList(std::vector<IValue> elements, const c10::TypePtr& element_type) {
  return c10::List<IValue>(c10::make_intrusive<c10::detail::ListImpl>(std::move(elements), element_type));
}

IValue makeDict(std::vector<IValue> kv, const c10::TypePtr& type) {
  const auto& dict_type = static_cast<const c10::DictType&>(*type);
  auto dict = c10::make_intrusive<c10::detail::DictImpl>(dict_type.getKeyType(), dict_type.getValueType());
  dict->reserve(kv.size() / 2);
  for (size_t i = 0; i + 1 < kv.size(); i += 2) {
    const auto [at, fresh] = dict->insert(kv[i], kv[i + 1]);
    if (!fresh) dict->value_at(at) = std::move(kv[i + 1]);
  }
  return c10::Dict<IValue, IValue>(std::move(dict));
}

IValue makeObject(const c10::TypePtr& type) {
  auto class_type = std::static_pointer_cast<c10::ClassType>(type);
  const size_t slots = class_type->numAttributes();
  return c10::ivalue::Object::create(std::move(class_type), slots);
}

IValue sliceTuple(const IValue& tuple, int64_t begin, int64_t count) {
  if (!tuple.isTuple()) wrongKind(tuple, "tuple");
  const auto& elements = tuple.unsafe_tuple().elements();
  const int64_t n = static_cast<int64_t>(elements.size());
  if (begin < 0 || count < 0 || begin > n || count > n - begin) tupleIndexOutOfRange(begin + count, n);
  return c10::ivalue::Tuple::create(std::vector<IValue>(elements.begin() + begin, elements.begin() + begin + count));
}

namespace {
bool isInstanceOf(const IValue& v, const c10::Type& type) {
  switch (type.kind()) {
    case TypeKind::AnyType: return true;
    case TypeKind::NoneType: return v.isNone();
    case TypeKind::IntType: return v.isInt();
    case TypeKind::FloatType: return v.isDouble();
    case TypeKind::BoolType: return v.isBool();
    case TypeKind::ComplexType: return v.isComplexDouble();
    case TypeKind::NumberType: return v.isInt() || v.isDouble() || v.isComplexDouble();
    case TypeKind::StringType: return v.isString();
    case TypeKind::TensorType: return v.isTensor();
    case TypeKind::DeviceObjType: return v.isDevice();
    case TypeKind::AnyListType: return v.isList();
    case TypeKind::AnyTupleType: return v.isTuple();
    case TypeKind::AnyClassType: return v.isObject();
    case TypeKind::AnyEnumType: return v.isEnum();
    case TypeKind::OptionalType:
    case TypeKind::UnionType:
      for (const auto& member : type.containedTypes()) {
        if (isInstanceOf(v, *member)) return true;
      }
      return type.kind() == TypeKind::OptionalType && v.isNone();
    default: return v.type()->isSubtypeOf(type);
  }
}
}  // namespace

bool isInstance(const IValue& v, const std::vector<c10::TypePtr>& types) {
  for (const auto& t : types) {
    if (isInstanceOf(v, *t)) return true;
  }
  return false;
}

const IValue& attributeByName(const c10::ivalue::Object& object, const AttributeAccess& access) {
  const auto slot = object.type()->findAttributeSlot(access.name);
  TORCH_CHECK(slot && *slot < object.num_slots(), "an object of class ", object.name(), " has no attribute '", access.name, "'");
  return object.getSlot(*slot);
}

void setAttribute(IValue& object, const AttributeAccess& access, IValue value) {
  if (!object.isObject()) wrongKind(object, "object");
  c10::ivalue::Object& o = object.unsafe_object();
  if (C10_LIKELY(&o.type_ref() == access.type)) {
    o.setSlot(access.slot, std::move(value));
    return;
  }
  const auto slot = o.type()->findAttributeSlot(access.name);
  TORCH_CHECK(slot, "an object of class ", o.name(), " has no attribute '", access.name, "'");
  TORCH_CHECK_TYPE(
      value.type()->isSubtypeOf(*o.type()->getAttribute(*slot)), "attribute '", access.name, "' of class ", o.name(), " is a ",
      o.type()->getAttribute(*slot)->repr_str(), " and cannot hold a ", value.type()->repr_str());
  o.setSlot(*slot, std::move(value));
}

// ---- frames ----

Run::Run(const CodeImpl& code) : arena(FrameArena::ofThread()), first(code) {
  TORCH_CHECK(arena.nesting < kMaxNesting, "RecursionError: the interpreter was entered ", kMaxNesting, " times inside itself");
  ++arena.nesting;
}

Run::~Run() { --arena.nesting; }

IValue* Run::enterFirst(Stack& stack) {
  const size_t n = first.input_registers.size();
  TORCH_CHECK(stack.size() >= n, "function ", first.function_name, " takes ", n, " arguments but the stack holds ", stack.size());
  IValue* regs = arena.take(first.n_registers);
  IValue* args = stack.data() + (stack.size() - n);
  for (size_t i = 0; i < n; ++i) {
    const int32_t tag = first.input_tags[i];
    if (tag != kAnyTag && args[i].raw_tag() != static_cast<uint32_t>(tag)) {
      for (size_t k = 0; k < i; ++k) regs[first.input_registers[k] / sizeof(IValue)] = IValue();
      arena.give(regs, first.n_registers);
      wrongTag(args[i], tag);
    }
    new (&regs[first.input_registers[i] / sizeof(IValue)]) IValue(std::move(args[i]));
  }
  stack.resize(stack.size() - n);
  return regs;
}

IValue* Run::push(const CodeImpl& callee, const CodeImpl* code, const Instruction* pc, IValue* regs) {
  TORCH_CHECK(arena.depth < kMaxCallDepth, "RecursionError: maximum recursion depth (", kMaxCallDepth, ") exceeded in ", callee.function_name);
  IValue* frame = arena.take(callee.n_registers);
  callers.push_back({code, pc, regs});
  ++arena.depth;
  return frame;
}

void Run::checkInputs(const CodeImpl& code, IValue* regs) {
  for (size_t i = 0; i < code.input_tags.size(); ++i) {
    const int32_t tag = code.input_tags[i];
    if (tag == kAnyTag) continue;
    const IValue& v = regs[code.input_registers[i] / sizeof(IValue)];
    if (C10_UNLIKELY(v.raw_tag() != static_cast<uint32_t>(tag))) wrongTag(v, tag);
  }
}

Function* Run::findMethod(const Instruction& i, IValue* regs, const IValue* constants, const CodeImpl& code) {
  const CallSite& call = *i.call;
  TORCH_CHECK(call.n_args > 0, "a method is called without an object");
  const uint32_t self = code.operands[call.operands];
  const IValue& object = operandKind(self) == OperandKind::Const ? constants[operandIndex(self)] : regs[operandIndex(self)];
  if (!object.isObject()) wrongKind(object, "object");
  const char* name = i.op == Opcode::Enter ? "__enter__" : i.op == Opcode::Exit ? "__exit__" : call.method.c_str();
  Function* method = object.unsafe_object().type_ref().findMethod(name);
  TORCH_CHECK(method, "an object of class ", object.unsafe_object().name(), " has no method '", name, "'");
  if (i.op == Opcode::Enter) entered.push_back({object, callers.size()});
  return method;
}

void Run::exited() {
  if (!entered.empty() && entered.back().depth == callers.size()) entered.pop_back();
}

// ---- failure ----

namespace {

constexpr std::string_view kHeading = "The following operation failed in the TorchScript interpreter.\n";

void addFrames(std::vector<StackEntry>& entries, const CodeImpl& code, const Instruction* pc) {
  const DebugInfo& info = code.debug[code.debug_of[static_cast<size_t>(pc - code.instructions.data())]];
  std::string function = code.function_name;
  for (const InlinedCallStack* call = info.callstack.get(); call; call = call->callee().get()) {
    entries.push_back({std::move(function), call->source_range()});
    function = call->function_name();
  }
  entries.push_back({std::move(function), info.range});
}

template <class E>
[[noreturn]] void rethrowAs(const E&, std::string text) {
  throw E(std::move(text));
}

}  // namespace

void Run::fail(const CodeImpl* code, const Instruction* pc, IValue* regs) {
  const std::exception_ptr caught = std::current_exception();
  std::string traceback;
  try {
    std::vector<StackEntry> entries;
    for (const Caller& c : callers) addFrames(entries, *c.code, c.pc);
    addFrames(entries, *code, pc);
    std::ostringstream out;
    out << kHeading;
    // Of a deep recursion both ends are told.
    constexpr size_t kFirst = 20, kLast = 40;
    const size_t hidden = entries.size() > kFirst + kLast ? entries.size() - kFirst - kLast : 0;
    if (hidden) entries.erase(entries.begin() + kFirst, entries.end() - kLast);
    format_stack_trace(out, entries);
    if (hidden) out << "(" << hidden << " calls in the middle are not shown)\n";
    traceback = std::move(out).str();
  } catch (...) {
    traceback = std::string(kHeading);  // the traceback could not be told; the error still is
  }

  // Innermost frame first: leave what it has entered, release its registers.
  while (true) {
    while (!entered.empty() && entered.back().depth >= callers.size()) {
      IValue object = std::move(entered.back().object);
      entered.pop_back();
      try {
        if (Function* exit = object.unsafe_object().type_ref().findMethod("__exit__")) {
          Stack args{object, IValue(), IValue(), IValue()};
          exit->run(args);
        }
      } catch (...) {
        // The first error is the one to tell.
      }
    }
    for (size_t i = 0; i < code->n_registers; ++i) {
      if (regs[i].holds_reference()) regs[i] = IValue();
    }
    arena.give(regs, code->n_registers);
    if (callers.empty()) break;
    --arena.depth;
    code = callers.back().code;
    regs = callers.back().regs;
    callers.pop_back();
  }

  try {
    std::rethrow_exception(caught);
  } catch (const JITException& e) {
    if (std::string_view(e.what()).substr(0, kHeading.size()) == kHeading) throw;
    const std::string original = e.getOriginalMsg().value_or(e.what());
    throw JITException(traceback + e.getPythonClassName().value_or("RuntimeError") + ": " + original + "\n", e.getPythonClassName(), original);
  } catch (const c10::Error& e) {
    const std::string_view message = e.what_without_backtrace();
    if (message.substr(0, kHeading.size()) == kHeading) throw;
    std::string text = traceback;
    text.append("RuntimeError: ").append(message);
    if (const auto* index = dynamic_cast<const c10::IndexError*>(&e)) rethrowAs(*index, std::move(text));
    if (const auto* value = dynamic_cast<const c10::ValueError*>(&e)) rethrowAs(*value, std::move(text));
    if (const auto* type = dynamic_cast<const c10::TypeError*>(&e)) rethrowAs(*type, std::move(text));
    if (const auto* missing = dynamic_cast<const c10::NotImplementedError*>(&e)) rethrowAs(*missing, std::move(text));
    if (const auto* memory = dynamic_cast<const c10::OutOfMemoryError*>(&e)) rethrowAs(*memory, std::move(text));
    if (const auto* linalg = dynamic_cast<const c10::LinAlgError*>(&e)) rethrowAs(*linalg, std::move(text));
    throw c10::Error(std::move(text));
  } catch (const std::bad_alloc&) {
    throw c10::OutOfMemoryError(traceback + "RuntimeError: out of memory");
  } catch (const std::exception& e) {
    throw c10::Error(traceback + "RuntimeError: " + e.what());
  }
}

}  // namespace torch::jit
