// Unification, type variables, and the C++ to type map's out-of-line part.
#include <ATen/core/jit_type.h>

#include <ostream>

namespace c10 {

namespace {

std::optional<TypePtr> unify_plain(const TypePtr& a, const TypePtr& b, bool default_to_union, const TypePtr& hint) {
  if (hint && a->isSubtypeOf(*hint) && b->isSubtypeOf(*hint)) {
    return hint;
  }
  if (a->isSubtypeOf(*b)) {
    return b;
  }
  if (b->isSubtypeOf(*a)) {
    return a;
  }
  // int and float are not unified to Scalar: hardly any operator takes a Scalar result.
  if (a->kind() == TypeKind::TensorType && b->kind() == TypeKind::TensorType) {
    return TypePtr(TensorType::get());
  }
  if (a->kind() == TypeKind::NoneType) {
    return TypePtr(OptionalType::create(b));
  }
  if (b->kind() == TypeKind::NoneType) {
    return TypePtr(OptionalType::create(a));
  }
  // T? with U is (T with U)?.
  if (auto opt = a->castRaw<OptionalType>()) {
    if (auto inner = unifyTypes(opt->getElementType(), b)) {
      return TypePtr(OptionalType::create(*inner));
    }
  } else if (auto opt_b = b->castRaw<OptionalType>()) {
    if (auto inner = unifyTypes(a, opt_b->getElementType())) {
      return TypePtr(OptionalType::create(*inner));
    }
  }
  // Tuples and futures are only read, so their elements may be unified.
  if (auto ta = a->castRaw<TupleType>()) {
    if (auto tb = b->castRaw<TupleType>(); tb && ta->elements().size() == tb->elements().size()) {
      std::vector<TypePtr> elements;
      for (size_t i = 0; i < ta->elements().size(); ++i) {
        auto e = unifyTypes(ta->elements()[i], tb->elements()[i], default_to_union);
        if (!e) {
          return std::nullopt;
        }
        elements.push_back(*e);
      }
      return TypePtr(TupleType::create(std::move(elements)));
    }
  }
  if (auto fa = a->castRaw<FutureType>()) {
    if (auto fb = b->castRaw<FutureType>()) {
      if (auto e = unifyTypes(fa->getElementType(), fb->getElementType())) {
        return TypePtr(FutureType::create(*e));
      }
    }
  }
  // Lists of tensors that only differ in what is known of them.
  if (auto la = a->castRaw<ListType>()) {
    if (auto lb = b->castRaw<ListType>(); lb && la->getElementType()->kind() == TypeKind::TensorType && lb->getElementType()->kind() == TypeKind::TensorType) {
      return TypePtr(ListType::ofTensors());
    }
  }
  return std::nullopt;
}

} // namespace

std::optional<TypePtr> unifyTypes(const TypePtr& a, const TypePtr& b, bool default_to_union, const TypePtr& type_hint) {
  auto unified = unify_plain(a, b, default_to_union, type_hint);
  if (!unified && default_to_union) {
    return TypePtr(UnionType::create({a, b}));
  }
  return unified;
}

std::optional<TypePtr> unifyTypeList(ArrayRef<TypePtr> elements, std::ostream& why_not, bool default_to_union, const TypePtr& type_hint) {
  if (elements.empty()) {
    why_not << "Cannot get unified type from empty list";
    return std::nullopt;
  }
  TypePtr unified = elements.front();
  for (size_t i = 1; i < elements.size(); ++i) {
    auto next = unifyTypes(unified, elements[i], default_to_union, type_hint);
    if (!next) {
      why_not << "Could not unify type list since element " << i << " of type " << elements[i]->repr_str() << " did not match the types before it (" << unified->repr_str() << ")";
      return std::nullopt;
    }
    unified = *next;
  }
  return unified;
}

MatchTypeReturn matchTypeVariables(const TypePtr& formal, const TypePtr& actual, TypeEnv& env) {
  if (!formal->hasFreeVariables()) {
    return MatchTypeReturn::Success();
  }
  if (auto var = formal->castRaw<VarType>()) {
    auto it = env.find(var->name());
    if (it == env.end()) {
      env[var->name()] = actual;
      return MatchTypeReturn::Success();
    }
    if (auto unified = unifyTypes(it->second, actual)) {
      it->second = *unified;
      return MatchTypeReturn::Success();
    }
    return MatchTypeReturn("Variable '" + var->name() + "' previously had type " + it->second->repr_str() + " but is now being matched to type " + actual->repr_str());
  }
  if (auto list = formal->castRaw<ListType>()) {
    if (auto actual_list = actual->castRaw<ListType>()) {
      auto inner = matchTypeVariables(list->getElementType(), actual_list->getElementType(), env);
      return inner.success() ? inner : MatchTypeReturn(inner.reason() + " in a List");
    }
    if (auto tuple = actual->castRaw<TupleType>()) {
      detail::TextStream why;
      auto unified = unifyTypeList(tuple->elements(), why.stream());
      if (unified) {
        return matchTypeVariables(list->getElementType(), *unified, env);
      }
      return MatchTypeReturn("Cannot match List[" + list->getElementType()->repr_str() + "] to " + actual->repr_str() + ": " + why.str());
    }
    return MatchTypeReturn("Cannot match List[" + list->getElementType()->repr_str() + "] to " + actual->repr_str());
  }
  if (auto tuple = formal->castRaw<TupleType>()) {
    auto actual_tuple = actual->castRaw<TupleType>();
    if (actual_tuple == nullptr) {
      return MatchTypeReturn("Cannot match a tuple to " + actual->repr_str());
    }
    if (tuple->elements().size() != actual_tuple->elements().size()) {
      return MatchTypeReturn("Cannot match tuples of mismatched size");
    }
    for (size_t i = 0; i < tuple->elements().size(); ++i) {
      auto r = matchTypeVariables(tuple->elements()[i], actual_tuple->elements()[i], env);
      if (!r.success()) {
        return r;
      }
    }
    return MatchTypeReturn::Success();
  }
  if (auto future = formal->castRaw<FutureType>()) {
    if (auto actual_future = actual->castRaw<FutureType>()) {
      return matchTypeVariables(future->getElementType(), actual_future->getElementType(), env);
    }
    return MatchTypeReturn("Cannot match a future to " + actual->repr_str());
  }
  if (auto await = formal->castRaw<AwaitType>()) {
    if (auto actual_await = actual->castRaw<AwaitType>()) {
      return matchTypeVariables(await->getElementType(), actual_await->getElementType(), env);
    }
    return MatchTypeReturn("Cannot match an await to " + actual->repr_str());
  }
  if (auto opt = formal->castRaw<OptionalType>()) {
    if (auto actual_opt = actual->castRaw<OptionalType>()) {
      return matchTypeVariables(opt->getElementType(), actual_opt->getElementType(), env);
    }
    if (actual->kind() != TypeKind::NoneType) {
      return matchTypeVariables(opt->getElementType(), actual, env);
    }
    return MatchTypeReturn("Cannot match an Optional[T] to None, because there is no way to determine T from None");
  }
  if (auto dict = formal->castRaw<DictType>()) {
    if (auto actual_dict = actual->castRaw<DictType>()) {
      auto key = matchTypeVariables(dict->getKeyType(), actual_dict->getKeyType(), env);
      return key.success() ? matchTypeVariables(dict->getValueType(), actual_dict->getValueType(), env) : key;
    }
    return MatchTypeReturn("Cannot match a dict to " + actual->repr_str());
  }
  return MatchTypeReturn("Unhandled free variable container: " + formal->repr_str());
}

TypePtr tryEvalTypeVariables(const TypePtr& type, TypeEnv& env) {
  if (!type->hasFreeVariables()) {
    return type;
  }
  if (auto var = type->castRaw<VarType>()) {
    auto it = env.find(var->name());
    return it == env.end() ? nullptr : it->second;
  }
  std::vector<TypePtr> contained;
  for (const auto& t : type->containedTypes()) {
    auto r = tryEvalTypeVariables(t, env);
    if (!r) {
      return nullptr;
    }
    contained.push_back(std::move(r));
  }
  return type->withContained(std::move(contained));
}

bool elementTypeCanBeInferredFromMembers(const TypePtr& elem_type) {
  switch (elem_type->kind()) {
    case TypeKind::UnionType:
    case TypeKind::OptionalType:
    case TypeKind::NumberType:
    case TypeKind::InterfaceType:
    case TypeKind::AnyType:
      return false; // a member's own type is narrower
    default:
      return true;
  }
}

TypePtr typeFromScalarType(ScalarType dtype) {
  if (isComplexType(dtype)) {
    return ComplexType::get();
  }
  if (isFloatingType(dtype)) {
    return FloatType::get();
  }
  return dtype == ScalarType::Bool ? TypePtr(BoolType::get()) : TypePtr(IntType::get());
}
std::optional<ScalarType> tryScalarTypeFromJitType(const Type& type) {
  switch (type.kind()) {
    case TypeKind::FloatType: return ScalarType::Double;
    case TypeKind::IntType: return ScalarType::Long;
    case TypeKind::BoolType: return ScalarType::Bool;
    case TypeKind::ComplexType: return ScalarType::ComplexDouble;
    default: return std::nullopt;
  }
}

namespace detail {

namespace {
template <class T> const TypePtr& as_type_ptr() {
  static const TypePtr& t = *new TypePtr(T::get());
  return t;
}
} // namespace

const TypePtr& simple_type(TypeKind kind) {
  switch (kind) {
    case TypeKind::TensorType: return as_type_ptr<TensorType>();
    case TypeKind::NumberType: return as_type_ptr<NumberType>();
    case TypeKind::IntType: return as_type_ptr<IntType>();
    case TypeKind::FloatType: return as_type_ptr<FloatType>();
    case TypeKind::BoolType: return as_type_ptr<BoolType>();
    case TypeKind::ComplexType: return as_type_ptr<ComplexType>();
    case TypeKind::StringType: return as_type_ptr<StringType>();
    case TypeKind::DeviceObjType: return as_type_ptr<DeviceObjType>();
    case TypeKind::StorageType: return as_type_ptr<StorageType>();
    case TypeKind::GeneratorType: return as_type_ptr<GeneratorType>();
    case TypeKind::NoneType: return as_type_ptr<NoneType>();
    case TypeKind::AnyType: return as_type_ptr<AnyType>();
    default: TORCH_INTERNAL_ASSERT(false, "no simple type of kind ", typeKindToString(kind));
  }
}
TypePtr make_list_type(TypePtr element) { return ListType::create(std::move(element)); }
TypePtr make_optional_type(TypePtr element) { return OptionalType::create(std::move(element)); }
TypePtr make_dict_type(TypePtr key, TypePtr value) { return DictType::create(std::move(key), std::move(value)); }
TypePtr make_tuple_type(std::vector<TypePtr> elements) { return TupleType::create(std::move(elements)); }

} // namespace detail
} // namespace c10
