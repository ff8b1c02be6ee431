#include <torch/csrc/jit/serialization/type_tag.h>

#include <c10/util/Exception.h>
#include <torch/csrc/jit/serialization/limits.h>

#include <unordered_set>
#include <vector>

namespace torch::jit {
namespace {

using c10::IValue;
using c10::TypeKind;
using c10::TypePtr;

class TagParser {
 public:
  TagParser(std::string_view text, const TypeResolver& resolve) : text_(text), resolve_(resolve) {}

  TypePtr parse() {
    TORCH_CHECK(text_.size() <= limits::kMaxTypeTag, "a type of ", text_.size(), " characters is longer than is allowed");
    TypePtr type = type_of(0);
    skip();
    check(at_ == text_.size(), "something follows the type");
    return type;
  }

 private:
  void check(bool ok, const char* what) const {
    TORCH_CHECK(ok, "the type '", text_, "' is not understood: ", what, " at column ", at_);
  }
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') {
      ++at_;
    }
  }
  bool accept(char c) {
    skip();
    if (at_ < text_.size() && text_[at_] == c) {
      ++at_;
      return true;
    }
    return false;
  }
  std::string name() {
    skip();
    const size_t start = at_;
    const auto part_of_name = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.'; };
    while (at_ < text_.size() && part_of_name(text_[at_])) {
      ++at_;
    }
    check(at_ != start, "a name is expected");
    return std::string(text_.substr(start, at_ - start));
  }
  std::vector<TypePtr> arguments(size_t depth) {
    std::vector<TypePtr> types;
    check(accept('['), "'[' is expected");
    if (accept('(')) { // Tuple[()]
      check(accept(')') && accept(']'), "'()]' is expected");
      return types;
    }
    do {
      types.push_back(type_of(depth + 1));
    } while (accept(','));
    check(accept(']'), "']' is expected");
    return types;
  }
  TypePtr one(size_t depth) {
    auto types = arguments(depth);
    check(types.size() == 1, "one type in brackets is expected");
    return types[0];
  }

  TypePtr type_of(size_t depth) {
    check(depth <= limits::kMaxTypeDepth, "it is nested too deep");
    const std::string word = name();
    if (word == "List") {
      return c10::ListType::create(one(depth));
    }
    if (word == "Optional") {
      return c10::OptionalType::create(one(depth));
    }
    if (word == "Future") {
      return c10::FutureType::create(one(depth));
    }
    if (word == "Tuple") {
      return c10::TupleType::create(arguments(depth));
    }
    if (word == "Union") {
      auto types = arguments(depth);
      check(!types.empty(), "a union of nothing");
      return c10::UnionType::create(std::move(types));
    }
    if (word == "Dict") {
      auto types = arguments(depth);
      check(types.size() == 2, "two types in brackets are expected");
      return c10::DictType::create(types[0], types[1]);
    }
    if (TypePtr simple = singleton(word)) {
      return simple;
    }
    TypePtr found = resolve_ ? resolve_(word) : nullptr;
    TORCH_CHECK(found, "unknown type '", word, "' in '", text_, "'");
    return found;
  }
  static TypePtr singleton(const std::string& word) {
    struct Row {
      const char* name;
      TypePtr (*get)();
    };
    static constexpr Row rows[] = {
        {"int", [] { return TypePtr(c10::IntType::get()); }},
        {"float", [] { return TypePtr(c10::FloatType::get()); }},
        {"bool", [] { return TypePtr(c10::BoolType::get()); }},
        {"complex", [] { return TypePtr(c10::ComplexType::get()); }},
        {"str", [] { return TypePtr(c10::StringType::get()); }},
        {"Tensor", [] { return TypePtr(c10::TensorType::get()); }},
        {"NoneType", [] { return TypePtr(c10::NoneType::get()); }},
        {"None", [] { return TypePtr(c10::NoneType::get()); }},
        {"Any", [] { return TypePtr(c10::AnyType::get()); }},
        {"Scalar", [] { return TypePtr(c10::NumberType::get()); }},
        {"number", [] { return TypePtr(c10::NumberType::get()); }},
        {"Device", [] { return TypePtr(c10::DeviceObjType::get()); }},
        {"device", [] { return TypePtr(c10::DeviceObjType::get()); }},
        {"torch.device", [] { return TypePtr(c10::DeviceObjType::get()); }},
        {"Storage", [] { return TypePtr(c10::StorageType::get()); }},
        {"QScheme", [] { return TypePtr(c10::IntType::get()); }},
    };
    for (const Row& row : rows) {
      if (word == row.name) {
        return row.get();
      }
    }
    return nullptr;
  }

  std::string_view text_;
  const TypeResolver& resolve_;
  size_t at_ = 0;
};

bool isPlainAny(const c10::Type& type) {
  return type.kind() == TypeKind::AnyType;
}

// The type of a value for messages and comparison, without walking into it.
std::string shortName(const IValue& value) {
  return value.isObject() ? value.toObjectRef().type_ref().annotation_str() : value.tagKind();
}

// Puts types onto values; keeps the reason of a failure.
class Adopter {
 public:
  explicit Adopter(std::string* why) : why_(why) {}

  bool adopt(IValue& value, const TypePtr& type) {
    switch (type->kind()) {
      case TypeKind::AnyType:
        return accept(!value.isCapsule(), value, *type);
      case TypeKind::TensorType:
        return accept(value.isTensor(), value, *type);
      case TypeKind::IntType:
      case TypeKind::SymIntType:
      case TypeKind::ScalarTypeType:
      case TypeKind::LayoutType:
      case TypeKind::MemoryFormatType:
      case TypeKind::QSchemeType:
        return accept(value.isInt(), value, *type);
      case TypeKind::FloatType:
        if (value.isInt()) {
          value = static_cast<double>(value.toInt());
        }
        return accept(value.isDouble(), value, *type);
      case TypeKind::ComplexType:
        return accept(value.isComplexDouble(), value, *type);
      case TypeKind::BoolType:
        return accept(value.isBool(), value, *type);
      case TypeKind::NumberType:
        return accept(value.isInt() || value.isDouble() || value.isComplexDouble(), value, *type);
      case TypeKind::StringType:
        return accept(value.isString(), value, *type);
      case TypeKind::NoneType:
        return accept(value.isNone(), value, *type);
      case TypeKind::DeviceObjType:
        return accept(value.isDevice(), value, *type);
      case TypeKind::OptionalType:
        return value.isNone() || adopt(value, type->expectRef<c10::OptionalType>().getElementType());
      case TypeKind::UnionType:
        return adoptUnion(value, *type);
      case TypeKind::TupleType:
        return adoptTuple(value, type);
      case TypeKind::ListType:
        return adoptList(value, *type);
      case TypeKind::DictType:
        return adoptDict(value, *type);
      case TypeKind::AnyListType:
        return accept(value.isList(), value, *type);
      case TypeKind::AnyTupleType:
        return accept(value.isTuple(), value, *type);
      case TypeKind::ClassType:
      case TypeKind::InterfaceType:
      case TypeKind::AnyClassType:
        return accept(value.isObject() && value.toObjectRef().type_ref().isSubtypeOf(type), value, *type);
      case TypeKind::EnumType:
        return accept(value.isEnum() && *value.toEnumHolder()->type() == *type, value, *type);
      case TypeKind::AnyEnumType:
        return accept(value.isEnum(), value, *type);
      default:
        return accept(false, value, *type);
    }
  }

 private:
  bool accept(bool ok, const IValue& value, const c10::Type& type) {
    if (!ok && why_ != nullptr) {
      *why_ = c10::str(shortName(value), " where ", type.annotation_str(), " is declared");
    }
    return ok;
  }

  bool adoptUnion(IValue& value, const c10::Type& type) {
    for (const TypePtr& member : type.containedTypes()) {
      if (adopt(value, member)) { // an int does not become a float if int is a member: members come in the order of declaration
        return true;
      }
    }
    return accept(false, value, type);
  }

  bool adoptTuple(IValue& value, const TypePtr& type) {
    const auto& tuple = type->expectRef<c10::TupleType>();
    const auto types = tuple.elements();
    if (!accept(value.isTuple() && value.toTupleRef().size() == types.size(), value, *type)) {
      return false;
    }
    std::vector<IValue> elements = value.toTupleRef().elements();
    bool changed = tuple.schema() != nullptr; // a named one
    for (size_t i = 0; i < elements.size(); ++i) {
      const auto before = elements[i].tag();
      const void* identity = elements[i].internalToPointer();
      if (!adopt(elements[i], types[i])) {
        return false;
      }
      changed |= elements[i].tag() != before || elements[i].internalToPointer() != identity;
    }
    if (changed) {
      value = c10::ivalue::Tuple::createNamed(std::move(elements), tuple.schema() ? type->expect<c10::TupleType>() : nullptr);
    }
    return true;
  }

  bool adoptList(IValue& value, const c10::Type& type) {
    const TypePtr& element = type.expectRef<c10::ListType>().getElementType();
    if (!accept(value.isList(), value, type)) {
      return false;
    }
    auto list = value.toList();
    if (!isPlainAny(*list.elementType())) {
      if (*list.elementType() == *element) {
        return true; // its elements were checked when it got its type
      }
      if (why_ != nullptr) {
        *why_ = c10::str("List[", list.elementType()->annotation_str(), "] where ", type.annotation_str(), " is declared");
      }
      return false;
    }
    if (isPlainAny(*element)) {
      return true;
    }
    for (size_t i = 0; i < list.size(); ++i) {
      IValue item = list.get(i);
      if (!adopt(item, element)) {
        return false;
      }
      list.set(i, std::move(item));
    }
    list.unsafeSetElementType(element);
    return true;
  }

  bool adoptDict(IValue& value, const c10::Type& type) {
    const auto& declared = type.expectRef<c10::DictType>();
    if (!accept(value.isGenericDict(), value, type)) {
      return false;
    }
    auto dict = value.toGenericDict();
    if (!isPlainAny(*dict.keyType()) || !isPlainAny(*dict.valueType())) {
      if (*dict.keyType() == *declared.getKeyType() && *dict.valueType() == *declared.getValueType()) {
        return true;
      }
      if (why_ != nullptr) {
        *why_ = c10::str("Dict[", dict.keyType()->annotation_str(), ", ", dict.valueType()->annotation_str(), "] where ", type.annotation_str(), " is declared");
      }
      return false;
    }
    for (const auto& entry : dict) {
      IValue key = entry.key(), item = entry.value();
      const auto before = key.tag();
      if (!adopt(key, declared.getKeyType()) || !accept(key.tag() == before, entry.key(), *declared.getKeyType()) || !adopt(item, declared.getValueType())) {
        return false;
      }
      entry.setValue(std::move(item));
    }
    dict.unsafeSetKeyType(declared.getKeyType());
    dict.unsafeSetValueType(declared.getValueType());
    return true;
  }

  std::string* why_;
};

// The one type that all values have, Optional if some are None; null when there is none.
class CommonType {
 public:
  void add(const IValue& value) {
    if (mixed_) {
      return;
    }
    if (value.isNone()) {
      some_none_ = true;
    } else if (last_ == value.tag() && (value.isTensor() || value.isInt() || value.isDouble() || value.isBool() || value.isString())) {
      // as the one before
    } else {
      TypePtr type = value.type();
      if (type_ == nullptr) {
        type_ = std::move(type);
      } else if (*type_ != *type) {
        mixed_ = true;
      }
      last_ = value.tag();
    }
  }
  TypePtr get() const {
    if (mixed_ || type_ == nullptr) {
      return nullptr;
    }
    return some_none_ ? TypePtr(c10::OptionalType::create(type_)) : type_;
  }

 private:
  TypePtr type_;
  IValue::Tag last_ = IValue::Tag::None;
  bool some_none_ = false, mixed_ = false;
};

void infer(const IValue& value, std::unordered_set<const void*>& seen) {
  if (value.isTuple()) {
    if (seen.insert(value.internalToPointer()).second) {
      for (const IValue& element : value.toTupleRef().elements()) {
        infer(element, seen);
      }
    }
  } else if (value.isList()) {
    auto list = value.toList();
    if (!isPlainAny(*list.elementType()) || !seen.insert(value.internalToPointer()).second) {
      return;
    }
    CommonType common;
    for (const IValue& element : value.toListRef()) {
      infer(element, seen);
      common.add(element);
    }
    if (TypePtr type = common.get()) {
      list.unsafeSetElementType(type);
    }
  } else if (value.isGenericDict()) {
    auto dict = value.toGenericDict();
    if (!isPlainAny(*dict.keyType()) || !isPlainAny(*dict.valueType()) || !seen.insert(value.internalToPointer()).second) {
      return;
    }
    CommonType keys, values;
    for (const auto& entry : dict) {
      infer(entry.value(), seen);
      keys.add(entry.key());
      values.add(entry.value());
    }
    if (TypePtr type = keys.get()) {
      dict.unsafeSetKeyType(type);
      if (TypePtr item = values.get()) {
        dict.unsafeSetValueType(item);
      }
    }
  }
}

} // namespace

TypePtr parseTypeTag(std::string_view text, const TypeResolver& resolve) {
  return TagParser(text, resolve).parse();
}

bool adoptType(IValue& value, const TypePtr& type, std::string* why) {
  return Adopter(why).adopt(value, type);
}

void inferContainerTypes(const IValue& value) {
  std::unordered_set<const void*> seen;
  infer(value, seen);
}

} // namespace torch::jit
