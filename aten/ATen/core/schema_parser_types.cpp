// Types of the schema parser: `Dict(str, t)(a!)[]?`.
#include <ATen/core/schema_parser_impl.h>

#include <charconv>

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

ParsedSchemaType same(const TypePtr& t) { return {t, t, std::nullopt, std::nullopt}; }

} // namespace

std::vector<std::string> SchemaParser::alias_sets() {
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

std::optional<AliasInfo> SchemaParser::alias_annotation() {
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

ParsedSchemaType SchemaParser::base_type(int depth) {
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

ParsedSchemaType SchemaParser::in_parentheses(int depth) {
  expect("(");
  ParsedType e = type(depth + 1);
  expect(")");
  return e;
}

ParsedSchemaType SchemaParser::type(int depth) {
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

int32_t SchemaParser::list_size() {
  skip_space();
  int32_t n = 0;
  auto r = std::from_chars(text_.data() + pos_, text_.data() + text_.size(), n);
  if (r.ec != std::errc() || n < 1 || n > kMaxListSize) {
    fail("expected a list size between 1 and " + std::to_string(kMaxListSize));
  }
  pos_ = static_cast<size_t>(r.ptr - text_.data());
  return n;
}
} // namespace c10
