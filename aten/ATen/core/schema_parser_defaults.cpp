// Default values of the schema parser, each of the type of its argument.
#include <ATen/core/Reduction.h>
#include <ATen/core/schema_parser_impl.h>

#include <charconv>
#include <limits>

namespace c10 {

IValue SchemaParser::default_value(const Type& type, std::optional<int32_t> N) {
  switch (type.kind()) {
    case TypeKind::OptionalType:
      if (accept_word("None")) {
        return IValue();
      }
      return default_value(*type.expectRef<OptionalType>().getElementType(), N);
    case TypeKind::NoneType:
    case TypeKind::TensorType:
    case TypeKind::GeneratorType:
    case TypeKind::QuantizerType:
    case TypeKind::StreamObjType:
      if (accept_word("None")) {
        return type.kind() == TypeKind::TensorType ? IValue(at::Tensor()) : IValue();
      }
      fail("only None can be the default of a " + type.str());
    case TypeKind::ListType:
      return default_list(type.expectRef<ListType>(), N);
    case TypeKind::TupleType:
    case TypeKind::DictType:
    case TypeKind::VarType:
      fail("a " + type.str() + " can have no default");
    default:
      return constant(type);
  }
}

IValue SchemaParser::default_list(const ListType& type, std::optional<int32_t> N) {
  const Type& element = *type.getElementType();
  List<IValue> list(type.getElementType());
  if (accept("[")) {
    if (!accept("]")) {
      do {
        list.push_back(default_value(element, std::nullopt));
      } while (accept(","));
      expect("]");
    }
    if (N && !list.empty() && list.size() != static_cast<size_t>(*N)) {
      // PyTorch repeats a list of one; other lengths are taken as they are (`int[1] dim=[0,1]`).
      if (list.size() == 1) {
        const IValue one = list.get(0);
        for (int32_t i = 1; i < *N; ++i) {
          list.push_back(one);
        }
      }
    }
    return list;
  }
  if (!N) {
    fail("expected '['");
  }
  const IValue one = default_value(element, std::nullopt);
  for (int32_t i = 0; i < *N; ++i) {
    list.push_back(one);
  }
  return list;
}

IValue SchemaParser::constant(const Type& type) {
  skip_space();
  const size_t start = pos_;
  if (pos_ < text_.size() && (text_[pos_] == '"' || text_[pos_] == '\'')) {
    if (type.kind() == TypeKind::StringType || type.kind() == TypeKind::AnyType) {
      return string_literal();
    }
    if (type.kind() == TypeKind::DeviceObjType) {
      return Device(string_literal());
    }
    fail("a string cannot be the default of a " + type.str());
  }
  IValue v;
  if (accept_word("True")) {
    v = true;
  } else if (accept_word("False")) {
    v = false;
  } else if (accept_word("None")) {
    v = IValue();
  } else if (at_name()) {
    v = named_constant(identifier("a value"), start, type);
    if (v.isDevice()) {
      return v;
    }
  } else {
    v = number();
  }
  switch (type.kind()) {
    case TypeKind::IntType:
      if (v.isInt()) {
        return v;
      }
      break;
    case TypeKind::FloatType:
      if (v.isInt()) {
        return static_cast<double>(v.toInt());
      }
      if (v.isDouble()) {
        return v;
      }
      break;
    case TypeKind::ComplexType:
      if (v.isInt() || v.isDouble()) {
        return c10::complex<double>(v.isInt() ? static_cast<double>(v.toInt()) : v.toDouble());
      }
      break;
    case TypeKind::BoolType:
      if (v.isBool()) {
        return v;
      }
      break;
    case TypeKind::NumberType:
      if (v.isScalar()) {
        return v;
      }
      break;
    case TypeKind::AnyType:
      return v;
    default:
      break;
  }
  pos_ = start;
  fail("this cannot be the default of a " + type.str());
}

IValue SchemaParser::named_constant(std::string_view id, size_t start, const Type& type) {
  struct Named {
    std::string_view name;
    int64_t value;
  };
  static constexpr Named kNamed[] = {
      {"Mean", at::Reduction::Mean},
      {"Sum", at::Reduction::Sum},
      {"contiguous_format", static_cast<int64_t>(MemoryFormat::Contiguous)},
      {"preserve_format", static_cast<int64_t>(MemoryFormat::Preserve)},
      {"channels_last", static_cast<int64_t>(MemoryFormat::ChannelsLast)},
      {"strided", static_cast<int64_t>(Layout::Strided)},
      {"long", static_cast<int64_t>(ScalarType::Long)},
      {"int", static_cast<int64_t>(ScalarType::Int)},
      {"float", static_cast<int64_t>(ScalarType::Float)},
      {"double", static_cast<int64_t>(ScalarType::Double)},
      {"bool", static_cast<int64_t>(ScalarType::Bool)},
  };
  if (type.kind() == TypeKind::DeviceObjType) {
    return Device(std::string(id));
  }
  if (type.kind() == TypeKind::FloatType || type.kind() == TypeKind::NumberType) {
    if (id == "inf") {
      return std::numeric_limits<double>::infinity();
    }
    if (id == "nan") {
      return std::numeric_limits<double>::quiet_NaN();
    }
  }
  for (const Named& n : kNamed) {
    if (n.name == id) {
      return n.value;
    }
  }
  pos_ = start;
  fail("unknown value '" + std::string(id) + "'");
}

IValue SchemaParser::number() {
  const size_t start = pos_;
  size_t end = pos_;
  bool is_float = false;
  if (end < text_.size() && text_[end] == '-') {
    ++end;
  }
  if (text_.substr(end, 3) == "inf") {
    pos_ = end + 3;
    return -std::numeric_limits<double>::infinity();
  }
  while (end < text_.size()) {
    const char c = text_[end];
    if (c == '.' || c == 'e' || c == 'E') {
      is_float = true;
    } else if (!std::isdigit(static_cast<unsigned char>(c)) && !((c == '-' || c == '+') && (text_[end - 1] == 'e' || text_[end - 1] == 'E'))) {
      break;
    }
    ++end;
  }
  const char* first = text_.data() + start;
  const char* last = text_.data() + end;
  if (is_float) {
    double d = 0;
    auto r = std::from_chars(first, last, d);
    if (r.ec == std::errc() && r.ptr == last) {
      pos_ = end;
      return d;
    }
  } else {
    int64_t i = 0;
    auto r = std::from_chars(first, last, i);
    if (r.ec == std::errc() && r.ptr == last) {
      pos_ = end;
      return i;
    }
  }
  fail("expected a value");
}

std::string SchemaParser::string_literal() {
  const char quote = text_[pos_];
  const size_t start = pos_++;
  std::string out;
  while (pos_ < text_.size() && text_[pos_] != quote) {
    char c = text_[pos_++];
    if (c == '\\' && pos_ < text_.size()) {
      c = text_[pos_++];
      switch (c) {
        case 'n': c = '\n'; break;
        case 't': c = '\t'; break;
        case 'r': c = '\r'; break;
        case '0': c = '\0'; break;
        default: break; // the character itself
      }
    }
    out += c;
  }
  if (pos_ == text_.size()) {
    pos_ = start;
    fail("a string without end");
  }
  ++pos_;
  return out;
}
} // namespace c10
