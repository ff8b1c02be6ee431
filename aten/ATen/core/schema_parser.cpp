// A recursive-descent parser over the schema's characters.
#include <ATen/core/Reduction.h>
#include <ATen/core/schema_parser.h>

#include <cctype>
#include <charconv>
#include <cstring>

namespace c10 {

namespace {

constexpr int kMaxTypeDepth = 64;
constexpr int32_t kMaxListSize = 1 << 16;

// `DeviceIndex` and the like: an int at run time with a name of its own in schemas.
struct SpelledType final : Type {
  explicit SpelledType(std::string name) : Type(TypeKind::DynamicType), name_(std::move(name)) {}
  bool equals(const Type& rhs) const override { return rhs.kind() == kind() && static_cast<const SpelledType&>(rhs).name_ == name_; }
  std::string str() const override { return name_; }

 private:
  std::string name_;
};

// The type at run time and the one written.
struct ParsedType {
  TypePtr fake;
  TypePtr real;
  std::optional<AliasInfo> alias;
  std::optional<int32_t> N; // of the outermost list
};

ParsedType same(const TypePtr& t) { return {t, t, std::nullopt, std::nullopt}; }

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  OperatorName name() {
    std::string qualified(identifier("an operator name"));
    while (accept("::")) {
      qualified += "::";
      qualified += identifier("a name after '::'");
    }
    std::string overload;
    if (accept(".")) {
      overload = std::string(identifier("an overload name after '.'"));
    }
    return OperatorName(std::move(qualified), std::move(overload));
  }

  FunctionSchema schema() {
    OperatorName n = name();
    return schema_after(std::move(n));
  }

  FunctionSchema schema_after(OperatorName n) {
    std::vector<Argument> arguments;
    std::vector<Argument> returns;
    bool is_vararg = false;
    bool is_varret = false;
    bool kwarg_only = false;
    expect("(");
    if (!accept(")")) {
      do {
        if (is_vararg) {
          fail("'...' must be the last argument");
        }
        if (accept("...")) {
          is_vararg = true;
        } else if (accept("*")) {
          if (kwarg_only) {
            fail("a second '*'");
          }
          kwarg_only = true;
        } else {
          arguments.push_back(argument(false, kwarg_only));
        }
      } while (accept(","));
      expect(")");
    }
    expect("->");
    if (accept("...")) {
      is_varret = true;
    } else if (accept("(")) {
      if (!accept(")")) {
        do {
          if (is_varret) {
            fail("'...' must be the last result");
          }
          if (accept("...")) {
            is_varret = true;
          } else {
            returns.push_back(argument(true, false));
          }
        } while (accept(","));
        expect(")");
      }
    } else {
      returns.push_back(argument(true, false));
    }
    finish();
    return FunctionSchema(std::move(n.name), std::move(n.overload_name), std::move(arguments), std::move(returns), is_vararg, is_varret);
  }

  std::variant<OperatorName, FunctionSchema> schema_or_name() {
    OperatorName n = name();
    skip_space();
    if (pos_ == text_.size()) {
      return n;
    }
    return schema_after(std::move(n));
  }

  TypePtr whole_type() {
    ParsedType t = type(0);
    finish();
    return t.fake;
  }

  void finish() {
    skip_space();
    if (pos_ != text_.size()) {
      fail("text after the end of the schema");
    }
  }

 private:
  // ---- characters
  void skip_space() {
    while (pos_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[pos_]))) {
      ++pos_;
    }
  }
  bool accept(std::string_view token) {
    skip_space();
    if (text_.substr(pos_, token.size()) != token) {
      return false;
    }
    if (token == "." && text_.substr(pos_, 3) == "...") {
      return false;
    }
    pos_ += token.size();
    return true;
  }
  void expect(std::string_view token) {
    if (!accept(token)) {
      fail("expected '" + std::string(token) + "'");
    }
  }
  static bool starts_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
  static bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
  bool at_name() {
    skip_space();
    return pos_ < text_.size() && starts_name(text_[pos_]);
  }
  std::string_view identifier(const char* what) {
    skip_space();
    const size_t start = pos_;
    if (pos_ < text_.size() && in_name(text_[pos_])) { // overloads may start with a digit
      while (pos_ < text_.size() && in_name(text_[pos_])) {
        ++pos_;
      }
      return text_.substr(start, pos_ - start);
    }
    fail(std::string("expected ") + what);
  }
  [[noreturn]] void fail(const std::string& what) const {
    // The line with the fault and a caret under it.
    const size_t at = std::min(pos_, text_.size());
    size_t begin = text_.rfind('\n', at == 0 ? 0 : at - 1);
    begin = begin == std::string_view::npos || at == 0 ? 0 : begin + 1;
    const size_t end = std::min(text_.find('\n', at), text_.size());
    constexpr size_t kContext = 200;
    if (at - begin > kContext) {
      begin = at - kContext;
    }
    std::string_view line = text_.substr(begin, std::min(end - begin, at - begin + kContext));
    throw Error("schema: " + what + " at position " + std::to_string(at) + ":\n" + std::string(line) + "\n" + std::string(at - begin, ' ') + "^ HERE");
  }

  // ---- types
  std::vector<std::string> alias_sets() {
    std::vector<std::string> sets;
    do {
      if (accept("*")) {
        sets.emplace_back("*");
      } else {
        sets.emplace_back(identifier("an alias set"));
      }
    } while (accept("|"));
    return sets;
  }
  std::optional<AliasInfo> alias_annotation() {
    const size_t before = pos_;
    if (!accept("(")) {
      pos_ = before;
      return std::nullopt;
    }
    AliasInfo info;
    std::vector<std::string> first = alias_sets();
    const bool write = accept("!");
    std::vector<std::string> then = accept("->") ? alias_sets() : first;
    expect(")");
    return AliasInfo(write, first, then);
  }

  ParsedType base_type(int depth) {
    if (depth > kMaxTypeDepth) {
      fail("types nested more than " + std::to_string(kMaxTypeDepth) + " deep");
    }
    if (accept("(")) {
      std::vector<TypePtr> fake;
      std::vector<TypePtr> real;
      if (!accept(")")) {
        do {
          ParsedType t = type(depth + 1);
          fake.push_back(std::move(t.fake));
          real.push_back(std::move(t.real));
          if (at_name()) {
            identifier("a field name");
          }
        } while (accept(","));
        expect(")");
      }
      return {TupleType::create(std::move(fake)), TupleType::create(std::move(real)), std::nullopt, std::nullopt};
    }
    const size_t start = (skip_space(), pos_);
    if (!at_name()) {
      fail("expected a type");
    }
    std::string_view id = identifier("a type");
    if (id == "Dict") {
      expect("(");
      ParsedType k = type(depth + 1);
      expect(",");
      ParsedType v = type(depth + 1);
      expect(")");
      return {DictType::create(k.fake, v.fake), DictType::create(k.real, v.real), std::nullopt, std::nullopt};
    }
    if (id == "Future") {
      ParsedType e = in_parentheses(depth);
      return {FutureType::create(e.fake), FutureType::create(e.real), std::nullopt, std::nullopt};
    }
    if (id == "Await") {
      ParsedType e = in_parentheses(depth);
      return {AwaitType::create(e.fake), AwaitType::create(e.real), std::nullopt, std::nullopt};
    }
    if (id == "Union") {
      std::vector<TypePtr> fake;
      std::vector<TypePtr> real;
      expect("[");
      do {
        ParsedType t = type(depth + 1);
        fake.push_back(t.fake);
        real.push_back(t.real);
      } while (accept(","));
      expect("]");
      return {UnionType::create(std::move(fake)), UnionType::create(std::move(real)), std::nullopt, std::nullopt};
    }
    struct Simple {
      std::string_view name;
      TypePtr fake;
      TypePtr real;
    };
    static const std::vector<Simple>& simple = *new std::vector<Simple>{
        {"Tensor", TensorType::get(), TensorType::get()},
        {"int", IntType::get(), IntType::get()},
        {"float", FloatType::get(), FloatType::get()},
        {"bool", BoolType::get(), BoolType::get()},
        {"complex", ComplexType::get(), ComplexType::get()},
        {"str", StringType::get(), StringType::get()},
        {"Scalar", NumberType::get(), NumberType::get()},
        {"number", NumberType::get(), NumberType::get()},
        {"SymInt", IntType::get(), SymIntType::get()},
        {"SymFloat", FloatType::get(), SymFloatType::get()},
        {"SymBool", BoolType::get(), SymBoolType::get()},
        {"ScalarType", IntType::get(), ScalarTypeType::get()},
        {"Layout", IntType::get(), LayoutType::get()},
        {"MemoryFormat", IntType::get(), MemoryFormatType::get()},
        {"QScheme", IntType::get(), QSchemeType::get()},
        {"DeviceIndex", IntType::get(), TypePtr(new SpelledType("DeviceIndex"))},
        {"Device", DeviceObjType::get(), DeviceObjType::get()},
        {"Stream", StreamObjType::get(), StreamObjType::get()},
        {"Generator", GeneratorType::get(), GeneratorType::get()},
        {"Storage", StorageType::get(), StorageType::get()},
        {"Quantizer", QuantizerType::get(), QuantizerType::get()},
        {"ConstQuantizerPtr", IntType::get(), TypePtr(new SpelledType("ConstQuantizerPtr"))},
        {"Dimname", StringType::get(), TypePtr(new SpelledType("Dimname"))},
        {"Any", AnyType::get(), AnyType::get()},
        {"AnyClassType", AnyClassType::get(), AnyClassType::get()},
        {"AnyEnumType", AnyEnumType::get(), AnyEnumType::get()},
        {"AnyListType", AnyListType::get(), AnyListType::get()},
        {"AnyTupleType", AnyTupleType::get(), AnyTupleType::get()},
        {"list", AnyListType::get(), AnyListType::get()},
        {"tuple", AnyTupleType::get(), AnyTupleType::get()},
        {"Capsule", CapsuleType::get(), CapsuleType::get()},
        {"PyObject", PyObjectType::get(), PyObjectType::get()},
        {"NoneType", NoneType::get(), NoneType::get()},
        {"None", NoneType::get(), NoneType::get()},
    };
    for (const Simple& s : simple) {
      if (s.name == id) {
        return {s.fake, s.real, std::nullopt, std::nullopt};
      }
    }
    // Other lower-case names are type variables.
    if (std::islower(static_cast<unsigned char>(id[0]))) {
      return same(VarType::create(std::string(id)));
    }
    pos_ = start;
    fail("unknown type '" + std::string(id) + "'");
  }
  ParsedType in_parentheses(int depth) {
    expect("(");
    ParsedType e = type(depth + 1);
    expect(")");
    return e;
  }

  ParsedType type(int depth) {
    ParsedType t = base_type(depth);
    t.alias = alias_annotation();
    for (int suffixes = 0;; ++suffixes) {
      if (suffixes > kMaxTypeDepth) {
        fail("types nested more than " + std::to_string(kMaxTypeDepth) + " deep");
      }
      if (accept("[")) {
        t.N = std::nullopt;
        if (!accept("]")) {
          t.N = list_size();
          expect("]");
        }
        t.fake = ListType::create(t.fake);
        t.real = ListType::create(t.real);
        std::optional<AliasInfo> of_list = alias_annotation();
        if (t.alias) {
          if (!of_list) {
            of_list.emplace();
            of_list->setIsWrite(t.alias->isWrite());
          }
          of_list->addContainedType(std::move(*t.alias));
        }
        t.alias = std::move(of_list);
      } else if (accept("?")) {
        t.fake = OptionalType::create(t.fake);
        t.real = OptionalType::create(t.real);
      } else {
        return t;
      }
    }
  }
  int32_t list_size() {
    skip_space();
    int32_t n = 0;
    auto r = std::from_chars(text_.data() + pos_, text_.data() + text_.size(), n);
    if (r.ec != std::errc() || n < 1 || n > kMaxListSize) {
      fail("expected a list size between 1 and " + std::to_string(kMaxListSize));
    }
    pos_ = static_cast<size_t>(r.ptr - text_.data());
    return n;
  }

  // ---- arguments
  Argument argument(bool is_return, bool kwarg_only) {
    ParsedType t = type(0);
    std::string name;
    std::optional<IValue> value;
    std::string default_text;
    if (is_return) {
      if (at_name()) {
        name = std::string(identifier("a name"));
      }
    } else {
      if (!at_name()) {
        fail("expected an argument name");
      }
      name = std::string(identifier("an argument name"));
      if (accept("=")) {
        skip_space();
        const size_t start = pos_;
        value = default_value(*t.fake, t.N);
        default_text = std::string(text_.substr(start, pos_ - start));
      }
    }
    Argument arg(std::move(name), std::move(t.fake), std::move(t.real), t.N, std::move(value), kwarg_only, std::move(t.alias));
    arg.set_default_text(std::move(default_text));
    return arg;
  }

  bool accept_word(std::string_view word) {
    skip_space();
    if (text_.substr(pos_, word.size()) == word && (pos_ + word.size() >= text_.size() || !in_name(text_[pos_ + word.size()]))) {
      pos_ += word.size();
      return true;
    }
    return false;
  }

  IValue default_value(const Type& type, std::optional<int32_t> N) {
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

  IValue default_list(const ListType& type, std::optional<int32_t> N) {
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

  IValue constant(const Type& type) {
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

  IValue named_constant(std::string_view id, size_t start, const Type& type) {
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

  IValue number() {
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

  std::string string_literal() {
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

  std::string_view text_;
  size_t pos_ = 0;
};

} // namespace

FunctionSchema parseSchema(std::string_view schema) { return Parser(schema).schema(); }
OperatorName parseName(std::string_view name) {
  Parser p(name);
  OperatorName n = p.name();
  p.finish();
  return n;
}
std::variant<OperatorName, FunctionSchema> parseSchemaOrName(std::string_view schema_or_name) { return Parser(schema_or_name).schema_or_name(); }
TypePtr parseSchemaType(std::string_view type) { return Parser(type).whole_type(); }

} // namespace c10
