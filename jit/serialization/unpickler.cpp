#include <torch/csrc/jit/serialization/unpickler.h>

#include <c10/util/Exception.h>
#include <torch/csrc/jit/serialization/limits.h>
#include <torch/csrc/jit/serialization/pickle_opcodes.h>
#include <torch/csrc/jit/serialization/unpickler_globals.h>
#include <torch/csrc/jit/serialization/value_shape.h>
#include <torch/csrc/jit/serialization/zip_format.h>

#include <cstring>
#include <vector>

namespace torch::jit {
namespace {

using c10::IValue;
using namespace detail;

class Unpickler {
 public:
  Unpickler(std::string_view bytes, const PickleContext& context)
      : in_(reinterpret_cast<const uint8_t*>(bytes.data())), size_(bytes.size()), context_(context), storages_(context) {}

  IValue run() {
    try {
      TORCH_CHECK(size_ <= limits::kMaxPickle, "its ", size_, " bytes are more than are allowed for a pickle (", limits::kMaxPickle, ")");
      TORCH_CHECK(size_ >= 2 && in_[0] == pickle_op::PROTO, "is not a pickle");
      TORCH_CHECK(in_[1] == 2, "is a pickle of protocol ", int(in_[1]), "; only protocol 2 is supported");
      at_ = 2;
      do {
        start_ = at_;
      } while (step(byte()));
      TORCH_CHECK(stack_.size() == 1 && marks_.empty(), "ends with ", stack_.size(), " values and ", marks_.size(), " open marks instead of one value");
      IValue result = std::move(stack_.back());
      stack_.clear();
      checkValueShape(result, "", limits::kExpandedAllowance + limits::kExpandedRatio * size_);
      return result;
    } catch (const c10::Error& error) {
      cutCycles();
      throw c10::Error(c10::str(context_.where, ": at byte ", start_, ": ", error.what_without_backtrace()));
    } catch (...) {
      cutCycles();
      throw;
    }
  }

 private:
  // Reading.
  void need(uint64_t n) const {
    TORCH_CHECK(n <= size_ - at_, "the pickle ends in the middle of an instruction that needs ", n, " more bytes");
  }
  uint8_t byte() {
    need(1);
    return in_[at_++];
  }
  const uint8_t* take(uint64_t n) {
    need(n);
    const uint8_t* from = in_ + at_;
    at_ += n;
    return from;
  }
  std::string_view line() {
    const void* end = std::memchr(in_ + at_, '\n', size_ - at_);
    TORCH_CHECK(end != nullptr, "the pickle ends inside a name");
    const auto length = static_cast<size_t>(static_cast<const uint8_t*>(end) - (in_ + at_));
    TORCH_CHECK(length <= limits::kMaxGlobalName, "a name of ", length, " bytes is longer than is allowed");
    std::string_view text(reinterpret_cast<const char*>(in_ + at_), length);
    at_ += length + 1;
    return text;
  }
  int64_t longInteger() {
    const size_t n = byte();
    const uint8_t* bytes = take(n);
    if (n == 0) {
      return 0;
    }
    const bool negative = (bytes[n - 1] & 0x80) != 0;
    uint64_t value = negative ? ~uint64_t(0) : 0;
    for (size_t i = n; i-- > 0;) {
      const uint8_t fill = negative ? 0xff : 0;
      TORCH_CHECK(i < 8 || bytes[i] == fill, "an integer of ", n, " bytes does not fit 64 bits");
      if (i < 8) {
        value = value << 8 | bytes[i];
      }
    }
    TORCH_CHECK(n <= 8 || ((value >> 63) != 0) == negative, "an integer of ", n, " bytes does not fit 64 bits");
    return static_cast<int64_t>(value);
  }

  // The stack. Values below the innermost mark are out of reach.
  size_t floor() const {
    return marks_.empty() ? 0 : marks_.back();
  }
  void push(IValue value) {
    stack_.push_back(std::move(value));
  }
  IValue& top() {
    TORCH_CHECK(stack_.size() > floor(), "needs a value, but the stack is empty");
    return stack_.back();
  }
  IValue pop() {
    IValue value = std::move(top());
    stack_.pop_back();
    return value;
  }
  std::vector<IValue> popN(size_t n) {
    TORCH_CHECK(stack_.size() - floor() >= n, "needs ", n, " values, but the stack has ", stack_.size() - floor());
    std::vector<IValue> values(std::make_move_iterator(stack_.end() - n), std::make_move_iterator(stack_.end()));
    stack_.resize(stack_.size() - n);
    return values;
  }
  std::vector<IValue> popToMark() {
    TORCH_CHECK(!marks_.empty(), "needs a mark, but there is none");
    const size_t mark = marks_.back();
    std::vector<IValue> values = popN(stack_.size() - mark);
    marks_.pop_back();
    return values;
  }
  void memoise(uint64_t id) {
    // Writers count up from 0, one for each instruction, so an id can never pass the size.
    TORCH_CHECK(id < size_, "stores into memo entry ", id, ", more than a pickle of ", size_, " bytes can have");
    if (id >= memo_.size()) {
      memo_.resize(id + 1);
      memo_set_.resize(id + 1);
    }
    memo_[id] = top();
    memo_set_[id] = true;
  }
  void recall(uint64_t id) {
    TORCH_CHECK(id < memo_.size() && memo_set_[id], "reads memo entry ", id, ", which was never stored");
    push(memo_[id]);
  }

  // Containers. One that has its type is complete: its elements were checked against it.
  void appendTo(IValue& list, std::vector<IValue> values) {
    TORCH_CHECK(list.isList(), "appends to ", describe(list), " instead of a list");
    auto to = list.toList();
    TORCH_CHECK(to.elementType()->kind() == c10::TypeKind::AnyType, "appends to a list that is already complete");
    to.reserve(to.size() + values.size());
    for (IValue& value : values) {
      to.push_back(std::move(value));
    }
  }
  void setItems(IValue& dict, std::vector<IValue> pairs) {
    TORCH_CHECK(dict.isGenericDict(), "sets items of ", describe(dict), " instead of a dict");
    TORCH_CHECK(pairs.size() % 2 == 0, "sets items of a dict, but a key has no value");
    auto to = dict.toGenericDict();
    TORCH_CHECK(to.valueType()->kind() == c10::TypeKind::AnyType && to.keyType()->kind() == c10::TypeKind::AnyType, "sets items of a dict that is already complete");
    for (size_t i = 0; i < pairs.size(); i += 2) {
      const IValue& key = pairs[i];
      TORCH_CHECK(
          key.isString() || key.isInt() || key.isDouble() || key.isBool() || key.isComplexDouble() || key.isTensor() || key.isDevice() || key.isNone(),
          "uses ", describe(key), " as the key of a dict; keys are strings, numbers, tensors, devices or None");
      to.insert_or_assign(key, std::move(pairs[i + 1]));
    }
  }
  static std::string describe(const IValue& value) {
    if (const auto* global = capsuleAs<PickleGlobal>(value)) {
      return c10::str("the name '", global->name, "'");
    }
    if (capsuleAs<PendingObject>(value) != nullptr) {
      return "an unfinished object";
    }
    return value.isCapsule() ? std::string("a storage") : c10::str("a value of type ", value.tagKind());
  }
  void tuple(std::vector<IValue> values) {
    push(c10::ivalue::Tuple::create(std::move(values)));
  }

  // Names and what they do.
  void global() {
    const std::string_view module = line(), name = line();
    const std::string full = module.empty() ? std::string(name) : c10::str(module, ".", name);
    auto made = c10::make_intrusive<PickleGlobal>();
    made->name = full;
    if (module == "__torch__" || module.substr(0, 10) == "__torch__.") {
      made->type = context_.resolve_type ? context_.resolve_type(full) : nullptr;
      TORCH_CHECK(made->type, "refers to the class '", full, "', which is not in the archive's code");
      made->kind = made->type->kind() == c10::TypeKind::EnumType ? GlobalKind::Enum : GlobalKind::Class;
      TORCH_CHECK(made->kind == GlobalKind::Enum || made->type->kind() == c10::TypeKind::ClassType, "refers to '", full, "', which is neither a class nor an enum");
    } else {
      const KnownGlobal* known = findGlobal(module, name);
      TORCH_CHECK(known != nullptr, "refers to '", full, "'; only tensors and plain values are read from pickles, no other Python objects");
      TORCH_CHECK(known->kind != GlobalKind::Refused, "refers to '", full, "', which is not supported");
      if (known->kind == GlobalKind::Value) {
        push(known->code);
        return;
      }
      made->kind = known->kind;
      made->code = known->code;
    }
    push(IValue::make_capsule(std::move(made)));
  }
  void newObject() {
    IValue args = pop();
    IValue callee = pop();
    const auto* global = capsuleAs<PickleGlobal>(callee);
    TORCH_CHECK(global != nullptr && args.isTuple(), "makes an object of ", describe(callee), " instead of a class");
    if (global->kind == GlobalKind::Text) {
      push(callGlobal(*global, std::move(args), context_));
      return;
    }
    TORCH_CHECK(global->kind == GlobalKind::Class, "makes an object of ", describe(callee), ", which is not a class");
    TORCH_CHECK(args.toTupleRef().elements().empty(), "makes an object of '", global->name, "' with arguments");
    auto pending = c10::make_intrusive<PendingObject>();
    pending->type = global->type;
    push(IValue::make_capsule(std::move(pending)));
  }
  void reduce() {
    IValue args = pop();
    IValue callee = pop();
    const auto* global = capsuleAs<PickleGlobal>(callee);
    TORCH_CHECK(global != nullptr, "calls ", describe(callee), ", which is not a name");
    push(callGlobal(*global, std::move(args), context_));
  }
  void build() {
    IValue state = pop();
    IValue object = pop();
    if (const auto* pending = capsuleAs<PendingObject>(object)) {
      TORCH_CHECK(context_.make_object, "makes an object of '", pending->type->annotation_str(), "', but objects are not read here");
      TORCH_CHECK(!state.isCapsule(), "gives an object ", describe(state), " as its state");
      push(context_.make_object(pending->type, std::move(state)));
      return;
    }
    // Python attributes of an OrderedDict (_metadata of a state_dict) or of a tensor: nothing to us.
    TORCH_CHECK(object.isGenericDict() || object.isTensor(), "sets the state of ", describe(object), ", which has none");
    push(std::move(object));
  }

  bool step(uint8_t code);

  // A list or dict that contains itself would never be freed. It can only come about through the memo.
  void cutCycles() noexcept {
    for (IValue& value : memo_) {
      if (value.isList()) {
        auto list = value.toList();
        list.clear();
      } else if (value.isGenericDict()) {
        auto dict = value.toGenericDict();
        dict.clear();
      }
    }
  }

  const uint8_t* in_;
  size_t size_, at_ = 0, start_ = 0;
  const PickleContext& context_;
  StorageTable storages_;
  std::vector<IValue> stack_, memo_;
  std::vector<bool> memo_set_;
  std::vector<size_t> marks_;
};

bool Unpickler::step(uint8_t code) {
  using namespace pickle_op;
  switch (code) {
    case MARK:
      marks_.push_back(stack_.size());
      break;
    case STOP:
      return false;
    case POP:
      pop();
      break;
    case POP_MARK:
      popToMark();
      break;
    case DUP:
      push(IValue(top()));
      break;
    case NONE:
      push(IValue());
      break;
    case NEWTRUE:
      push(true);
      break;
    case NEWFALSE:
      push(false);
      break;
    case BININT1:
      push(int64_t(byte()));
      break;
    case BININT2:
      push(int64_t(zip::get16(take(2))));
      break;
    case BININT:
      push(int64_t(static_cast<int32_t>(zip::get32(take(4)))));
      break;
    case LONG1:
      push(longInteger());
      break;
    case BINFLOAT: {
      const uint8_t* bytes = take(8);
      uint64_t bits = 0;
      for (int i = 0; i < 8; ++i) {
        bits = bits << 8 | bytes[i];
      }
      double value;
      std::memcpy(&value, &bits, 8);
      push(value);
      break;
    }
    case BINUNICODE: {
      const uint32_t length = zip::get32(take(4));
      const uint8_t* text = take(length);
      push(std::string(reinterpret_cast<const char*>(text), length));
      break;
    }
    case BINPUT:
      memoise(byte());
      break;
    case LONG_BINPUT:
      memoise(zip::get32(take(4)));
      break;
    case BINGET:
      recall(byte());
      break;
    case LONG_BINGET:
      recall(zip::get32(take(4)));
      break;
    case EMPTY_TUPLE:
      tuple({});
      break;
    case TUPLE1:
    case TUPLE2:
    case TUPLE3:
      tuple(popN(code - TUPLE1 + 1));
      break;
    case TUPLE:
      tuple(popToMark());
      break;
    case EMPTY_LIST:
      push(c10::impl::GenericList(c10::AnyType::get()));
      break;
    case LIST: {
      IValue list = c10::impl::GenericList(c10::AnyType::get());
      appendTo(list, popToMark());
      push(std::move(list));
      break;
    }
    case APPEND: {
      std::vector<IValue> one = popN(1);
      appendTo(top(), std::move(one));
      break;
    }
    case APPENDS: {
      std::vector<IValue> values = popToMark();
      appendTo(top(), std::move(values));
      break;
    }
    case EMPTY_DICT:
      push(c10::impl::GenericDict(c10::AnyType::get(), c10::AnyType::get()));
      break;
    case DICT: {
      IValue dict = c10::impl::GenericDict(c10::AnyType::get(), c10::AnyType::get());
      setItems(dict, popToMark());
      push(std::move(dict));
      break;
    }
    case SETITEM: {
      std::vector<IValue> pair = popN(2);
      setItems(top(), std::move(pair));
      break;
    }
    case SETITEMS: {
      std::vector<IValue> pairs = popToMark();
      setItems(top(), std::move(pairs));
      break;
    }
    case GLOBAL:
      global();
      break;
    case NEWOBJ:
      newObject();
      break;
    case REDUCE:
      reduce();
      break;
    case BUILD:
      build();
      break;
    case BINPERSID: {
      const IValue id = pop();
      push(IValue::make_capsule(storages_.fromPersistentId(id)));
      break;
    }
    default: {
      constexpr char digits[] = "0123456789abcdef";
      const char hex[] = {'0', 'x', digits[code >> 4], digits[code & 15], 0};
      TORCH_CHECK(false, "unknown instruction ", static_cast<const char*>(hex));
    }
  }
  return true;
}

} // namespace

IValue unpickle(std::string_view bytes, const PickleContext& context) {
  return Unpickler(bytes, context).run();
}

} // namespace torch::jit
