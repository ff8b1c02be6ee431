// Tuple (with NamedTuple), Interface and Enum.
#include <ATen/core/function_schema.h>
#include <ATen/core/ivalue.h>
#include <ATen/core/jit_type.h>

#include <algorithm>
#include <ostream>

namespace c10 {

// ---- Tuple

TupleType::TupleType(std::optional<QualifiedName> name, std::vector<TypePtr> elements, std::shared_ptr<FunctionSchema> schema)
    : NamedType(Kind, std::move(name)), elements_(std::move(elements)), schema_(std::move(schema)) {
  for (const auto& t : elements_) {
    TORCH_CHECK(t, "Can not create tuple with None type");
  }
  has_free_ = std::any_of(elements_.begin(), elements_.end(), [](const TypePtr& t) { return t->hasFreeVariables(); });
  if (schema_) {
    TORCH_CHECK(schema_->arguments().size() == elements_.size(), "NamedTuple with ", elements_.size(), " types but ", schema_->arguments().size(), " fields");
  }
}

TupleTypePtr TupleType::create(std::optional<QualifiedName> name, std::vector<TypePtr> types, std::shared_ptr<FunctionSchema> schema) {
  return TupleTypePtr(new TupleType(std::move(name), std::move(types), std::move(schema)));
}
TupleTypePtr TupleType::createNamed(const std::optional<QualifiedName>& name, const std::vector<std::string>& field_names, const std::vector<TypePtr>& field_types) {
  std::vector<IValue> no_defaults;
  return createNamed(name, field_names, field_types, no_defaults);
}
TupleTypePtr TupleType::createNamed(const std::optional<QualifiedName>& name, const std::vector<std::string>& field_names, const std::vector<TypePtr>& field_types,
                                    std::vector<IValue>& field_defaults) {
  TORCH_CHECK(field_names.size() == field_types.size(), "NamedTuple with ", field_names.size(), " names but ", field_types.size(), " types");
  TORCH_CHECK(field_defaults.size() <= field_names.size(), "NamedTuple with more defaults than fields");
  const size_t first_default = field_names.size() - field_defaults.size();
  std::vector<Argument> arguments;
  for (size_t i = 0; i < field_names.size(); ++i) {
    arguments.emplace_back(field_names[i], field_types[i], std::nullopt, i < first_default ? std::nullopt : std::optional<IValue>(field_defaults[i - first_default]));
  }
  auto schema = std::make_shared<FunctionSchema>(name ? name->name() : std::string(), std::string(), std::move(arguments), std::vector<Argument>());
  return create(name, field_types, std::move(schema));
}

std::optional<std::vector<std::string>> TupleType::names() const {
  if (!schema_) {
    return std::nullopt;
  }
  std::vector<std::string> out;
  for (const auto& arg : schema_->arguments()) {
    out.push_back(arg.name());
  }
  return out;
}
TypePtr TupleType::createWithContained(std::vector<TypePtr> contained) const { return create(name(), std::move(contained), schema_); }

namespace {
bool same_field_names(const TupleType& a, const TupleType& b) {
  const auto& x = a.schema()->arguments();
  const auto& y = b.schema()->arguments();
  return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](const Argument& p, const Argument& q) { return p.name() == q.name(); });
}
} // namespace

bool TupleType::equals(const Type& rhs) const {
  auto r = rhs.castRaw<TupleType>();
  if (r == nullptr || elements_.size() != r->elements_.size() || (schema_ != nullptr) != (r->schema_ != nullptr)) {
    return false;
  }
  if (schema_ && (name() != r->name() || !same_field_names(*this, *r))) {
    return false;
  }
  return std::equal(elements_.begin(), elements_.end(), r->elements_.begin(), [](const TypePtr& a, const TypePtr& b) { return *a == *b; });
}
bool TupleType::isSubtypeOfExt(const Type& rhs, std::ostream* why_not) const {
  if (rhs.kind() == TypeKind::AnyTupleType || Type::isSubtypeOfExt(rhs, why_not)) {
    return true;
  }
  auto r = rhs.castRaw<TupleType>();
  if (r == nullptr || elements_.size() != r->elements_.size()) {
    return false;
  }
  // A named tuple is a tuple; a tuple becomes no named one by itself.
  if (r->schema_ && !(schema_ && same_field_names(*this, *r))) {
    return false;
  }
  return std::equal(elements_.begin(), elements_.end(), r->elements_.begin(), [&](const TypePtr& a, const TypePtr& b) { return a->isSubtypeOfExt(*b, why_not); });
}
std::string TupleType::str() const {
  if (schema_ && name()) {
    return name()->qualifiedName();
  }
  std::string out = "(";
  for (size_t i = 0; i < elements_.size(); ++i) {
    out += (i == 0 ? "" : ", ") + elements_[i]->str();
  }
  return out + ")";
}
std::string TupleType::annotation_str_impl(const TypePrinter& printer) const {
  if (schema_ && name()) {
    return name()->qualifiedName();
  }
  if (elements_.empty()) {
    return "Tuple[()]";
  }
  std::string out = "Tuple[";
  for (size_t i = 0; i < elements_.size(); ++i) {
    out += (i == 0 ? "" : ", ") + elements_[i]->annotation_str(printer);
  }
  return out + "]";
}

// ---- Interface

InterfaceType::InterfaceType(QualifiedName name, bool is_module) : NamedType(Kind, std::move(name)), methods_(std::make_shared<std::vector<FunctionSchema>>()), is_module_(is_module) {}
InterfaceType::~InterfaceType() = default;
InterfaceTypePtr InterfaceType::create(QualifiedName name, bool is_module) { return InterfaceTypePtr(new InterfaceType(std::move(name), is_module)); }
void InterfaceType::addMethod(FunctionSchema schema) {
  TORCH_CHECK(getMethod(schema.name()) == nullptr, "method '", schema.name(), "' is already defined in interface ", str());
  methods_->push_back(std::move(schema));
}
const FunctionSchema* InterfaceType::getMethod(const std::string& name) const {
  for (const auto& m : *methods_) {
    if (m.name() == name) {
      return &m;
    }
  }
  return nullptr;
}
const std::vector<FunctionSchema>& InterfaceType::methods() const { return *methods_; }
bool InterfaceType::equals(const Type& rhs) const {
  auto r = rhs.castRaw<InterfaceType>();
  return r != nullptr && isSubTypeImpl(*this, *r, nullptr) && isSubTypeImpl(*r, *this, nullptr);
}
bool InterfaceType::isSubTypeImpl(const InterfaceType& lhs, const InterfaceType& rhs, std::ostream* why_not) {
  if (&lhs == &rhs) {
    return true;
  }
  if (!lhs.is_module() && rhs.is_module()) {
    if (why_not) {
      *why_not << "Interface '" << lhs.str() << "' is not a subtype of the module interface '" << rhs.str() << "'.\n";
    }
    return false;
  }
  for (const auto& schema : rhs.methods()) {
    const FunctionSchema* own = lhs.getMethod(schema.name());
    if (own == nullptr) {
      if (why_not) {
        *why_not << "Interface '" << lhs.str() << "' does not have method '" << schema.name() << "' but interface '" << rhs.str() << "' does.\n";
      }
      return false;
    }
    if (!own->isSubtypeOf(schema, /*as_method=*/true, why_not)) {
      if (why_not) {
        *why_not << "Method on interface '" << lhs.str() << "' (1) is not compatible with interface '" << rhs.str() << "' (2)\n  (1) " << toString(*own) << "\n  (2) " << toString(schema) << "\n";
      }
      return false;
    }
  }
  return true;
}
bool InterfaceType::isSubtypeOfExt(const Type& rhs, std::ostream* why_not) const {
  if (auto r = rhs.castRaw<InterfaceType>()) {
    return isSubTypeImpl(*this, *r, why_not);
  }
  return Type::isSubtypeOfExt(rhs, why_not);
}
std::string InterfaceType::str() const { return "InterfaceType<" + name()->name() + ">"; }

// ---- Enum

EnumType::EnumType(const QualifiedName& name, TypePtr value, std::vector<EnumNameValue> members, std::weak_ptr<torch::jit::CompilationUnit> cu)
    : NamedType(Kind, name), value_type_(std::move(value)), members_(std::make_shared<std::vector<EnumNameValue>>(std::move(members))), cu_(std::move(cu)) {}
EnumType::~EnumType() = default;
EnumTypePtr EnumType::create(const QualifiedName& name, TypePtr value, std::vector<EnumNameValue> members, std::weak_ptr<torch::jit::CompilationUnit> cu) {
  switch (value->kind()) {
    case TypeKind::IntType:
    case TypeKind::FloatType:
    case TypeKind::StringType:
      return EnumTypePtr(new EnumType(name, std::move(value), std::move(members), std::move(cu)));
    default:
      TORCH_CHECK(false, "Cannot create Enum with value type '", value->str(), "', only int, float and string are supported");
  }
}
ArrayRef<EnumNameValue> EnumType::enumNamesValues() const { return *members_; }
bool EnumType::equals(const Type& rhs) const {
  auto r = rhs.castRaw<EnumType>();
  return r != nullptr && name()->qualifiedName() == r->name()->qualifiedName() && *value_type_ == *r->value_type_ && cu_.lock() == r->cu_.lock();
}
bool EnumType::isSubtypeOfExt(const Type& rhs, std::ostream* why_not) const { return rhs.kind() == TypeKind::AnyEnumType || Type::isSubtypeOfExt(rhs, why_not); }
std::string EnumType::str() const { return "Enum<" + annotation_str() + ">"; }

} // namespace c10
