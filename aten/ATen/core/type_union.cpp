// Union and Optional.
#include <ATen/core/jit_type.h>

#include <algorithm>
#include <ostream>

namespace c10 {

namespace {

void flatten(const TypePtr& type, std::vector<TypePtr>& out) {
  if (type->kind() == TypeKind::UnionType || type->kind() == TypeKind::OptionalType) {
    for (const auto& member : static_cast<const UnionType&>(*type).getTypes()) {
      flatten(member, out);
    }
  } else {
    out.push_back(type);
  }
}

// Members that another member covers are dropped; of equal ones the first stays.
std::vector<TypePtr> without_covered(const std::vector<TypePtr>& members) {
  std::vector<TypePtr> out;
  for (const auto& candidate : members) {
    if (std::any_of(out.begin(), out.end(), [&](const TypePtr& kept) { return candidate->isSubtypeOf(*kept); })) {
      continue;
    }
    out.erase(std::remove_if(out.begin(), out.end(), [&](const TypePtr& kept) { return kept->isSubtypeOf(*candidate); }), out.end());
    out.push_back(candidate);
  }
  return out;
}

bool same_set(ArrayRef<TypePtr> a, ArrayRef<TypePtr> b) {
  auto covers = [](ArrayRef<TypePtr> all, const TypePtr& t) { return std::any_of(all.begin(), all.end(), [&](const TypePtr& u) { return *t == *u; }); };
  return a.size() == b.size() && std::all_of(a.begin(), a.end(), [&](const TypePtr& t) { return covers(b, t); });
}

} // namespace

UnionType::UnionType(std::vector<TypePtr> members, TypeKind kind) : Type(kind), members_(std::move(members)) {
  has_free_ = std::any_of(members_.begin(), members_.end(), [](const TypePtr& t) { return t->hasFreeVariables(); });
}

UnionTypePtr UnionType::create(std::vector<TypePtr> members) {
  TORCH_CHECK(!members.empty(), "Cannot create an empty Union");
  std::vector<TypePtr> flat;
  for (const auto& m : members) {
    TORCH_CHECK(m, "Cannot create a Union with a member that is no type");
    flatten(m, flat);
  }
  flat = without_covered(flat);
  if (flat.size() == 2) {
    for (size_t i = 0; i < 2; ++i) {
      if (flat[i]->kind() == TypeKind::NoneType) {
        return OptionalType::create(flat[1 - i]);
      }
    }
  }
  return UnionTypePtr(new UnionType(std::move(flat)));
}

bool UnionType::equals(const Type& rhs) const {
  if (rhs.kind() == TypeKind::UnionType || rhs.kind() == TypeKind::OptionalType) {
    return same_set(getTypes(), static_cast<const UnionType&>(rhs).getTypes());
  }
  return members_.size() == 1 && *members_[0] == rhs;
}

bool UnionType::isSubtypeOfExt(const Type& rhs, std::ostream* why_not) const {
  if (rhs.kind() == TypeKind::AnyType || equals(rhs)) {
    return true;
  }
  return std::all_of(members_.begin(), members_.end(), [&](const TypePtr& m) { return m->isSubtypeOfExt(rhs, why_not); });
}

bool UnionType::canHoldType(const Type& type) const {
  if (type.kind() == TypeKind::UnionType || type.kind() == TypeKind::OptionalType) {
    const auto inner = static_cast<const UnionType&>(type).getTypes();
    return std::all_of(inner.begin(), inner.end(), [&](const TypePtr& t) { return canHoldType(*t); });
  }
  return std::any_of(members_.begin(), members_.end(), [&](const TypePtr& m) { return type.isSubtypeOf(*m); });
}

std::optional<TypePtr> UnionType::toOptional() const {
  if (members_.size() != 2) {
    return std::nullopt;
  }
  for (size_t i = 0; i < 2; ++i) {
    if (members_[i]->kind() == TypeKind::NoneType) {
      return TypePtr(OptionalType::create(members_[1 - i]));
    }
  }
  return std::nullopt;
}

std::optional<TypePtr> UnionType::subtractTypeSet(const std::vector<TypePtr>& to_subtract) const {
  std::vector<TypePtr> left;
  for (const auto& m : members_) {
    if (std::none_of(to_subtract.begin(), to_subtract.end(), [&](const TypePtr& t) { return m->isSubtypeOf(*t); })) {
      left.push_back(m);
    }
  }
  if (left.empty()) {
    return std::nullopt;
  }
  return left.size() == 1 ? left[0] : TypePtr(create(std::move(left)));
}

std::string UnionType::str() const {
  std::string out = "Union[";
  for (size_t i = 0; i < members_.size(); ++i) {
    out += (i == 0 ? "" : ", ") + members_[i]->str();
  }
  return out + "]";
}
std::string UnionType::annotation_str_impl(const TypePrinter& printer) const {
  std::string out = "Union[";
  for (size_t i = 0; i < members_.size(); ++i) {
    out += (i == 0 ? "" : ", ") + members_[i]->annotation_str(printer);
  }
  return out + "]";
}

OptionalType::OptionalType(TypePtr contained) : UnionType({contained, NoneType::get()}, TypeKind::OptionalType), elem_(std::move(contained)) {}

OptionalTypePtr OptionalType::create(TypePtr contained) {
  TORCH_CHECK(contained, "Optional needs an element type");
  if (auto already = contained->cast<OptionalType>()) {
    return already;
  }
  return OptionalTypePtr(new OptionalType(std::move(contained)));
}
const OptionalTypePtr& OptionalType::ofTensor() {
  static const OptionalTypePtr& t = *new OptionalTypePtr(create(TensorType::get()));
  return t;
}
bool OptionalType::equals(const Type& rhs) const {
  if (auto r = rhs.castRaw<OptionalType>()) {
    return *elem_ == *r->elem_;
  }
  return rhs.kind() == TypeKind::UnionType && UnionType::equals(rhs);
}
bool OptionalType::isSubtypeOfExt(const Type& rhs, std::ostream* why_not) const {
  if (auto r = rhs.castRaw<OptionalType>()) {
    return elem_->isSubtypeOfExt(*r->elem_, why_not) || elem_->isSubtypeOfExt(rhs, why_not);
  }
  return UnionType::isSubtypeOfExt(rhs, why_not);
}
std::string OptionalType::str() const { return elem_->str() + "?"; }
std::string OptionalType::annotation_str_impl(const TypePrinter& printer) const { return "Optional[" + elem_->annotation_str(printer) + "]"; }

TypePtr unwrapOptional(TypePtr type) {
  while (auto opt = type->cast<OptionalType>()) {
    type = opt->getElementType();
  }
  return type;
}

} // namespace c10
