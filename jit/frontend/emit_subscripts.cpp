// x[i], x[a:b], and assignments to them.
#include <torch/csrc/jit/frontend/emitter.h>

#include <torch/csrc/jit/ir/constants.h>

#include <algorithm>

namespace torch::jit {

Value* Emitter::emitSlice(const SourceRange& loc, Value* sequence, std::optional<int64_t> dim, const SliceExpr& slice) {
  std::vector<NamedValue> args{NamedValue(loc, sequence)};
  if (dim) args.emplace_back(loc, constant(loc, IValue(*dim)));
  auto bound = [&](const Maybe<Expr>& e) { return NamedValue(loc, e.present() ? emitExpr(e.get()) : constant(loc, IValue())); };
  args.push_back(bound(slice.start()));
  args.push_back(bound(slice.end()));
  args.emplace_back(loc, slice.step().present() ? emitExpr(slice.step().get()) : constant(loc, IValue(1)));
  return emitBuiltinCall(loc, graph_, aten::slice, args, {});
}

Value* Emitter::emitTupleIndex(const SourceRange& loc, Value* tuple, Value* index) {
  auto type = tuple->type()->expect<TupleType>();
  const int64_t n = static_cast<int64_t>(type->elements().size());
  auto constant_index = toIValue(index);
  if (!constant_index || !constant_index->isInt()) {
    // An index known only at run time needs elements of one type.
    if (index->type()->kind() != TypeKind::IntType) throw ErrorReport(loc) << "tuple index must be an integer";
    TypePtr element = n ? type->elements()[0] : nullptr;
    for (const auto& t : type->elements())
      if (!element || *t != *element) throw ErrorReport(loc) << "Cannot index into a tuple with a non-integer literal because we cannot resolve the output type";
    if (!element) throw ErrorReport(loc) << "an empty tuple cannot be indexed";
    return insert(graph_.createTupleIndex(tuple, index, element), loc);
  }
  int64_t i = constant_index->toInt();
  if (i < -n || i >= n) throw ErrorReport(loc) << "Tuple index " << i << " is out of range for " << n << " elements";
  if (i < 0) i += n;
  Value* at = constant_index->toInt() == i ? index : constant(loc, IValue(i));
  return insert(graph_.createTupleIndex(tuple, at, type->elements()[static_cast<size_t>(i)]), loc);
}

Value* Emitter::emitTupleSlice(const SourceRange& loc, Value* tuple, const SliceExpr& slice) {
  const int64_t n = static_cast<int64_t>(tuple->type()->expect<TupleType>()->elements().size());
  auto bound = [&](const Maybe<Expr>& e, std::optional<int64_t> fallback) -> std::optional<int64_t> {
    if (!e.present()) return fallback;
    auto v = toIValue(emitExpr(e.get()));
    if (v && v->isNone()) return fallback;
    if (!v || !v->isInt()) throw ErrorReport(loc) << "the bounds of a tuple's slice must be integer literals";
    return v->toInt();
  };
  const int64_t step = *bound(slice.step(), 1);
  if (step == 0) throw ErrorReport(loc) << "slice step cannot be zero";
  // Python's rules for a slice of n elements.
  auto clamp = [&](int64_t v, int64_t low, int64_t high) { return v < 0 ? std::max(v + n, low) : std::min(v, high); };
  int64_t begin = step > 0 ? 0 : n - 1, end = step > 0 ? n : -1;
  if (auto b = bound(slice.start(), std::nullopt)) begin = step > 0 ? clamp(*b, 0, n) : clamp(*b, -1, n - 1);
  if (auto e = bound(slice.end(), std::nullopt)) end = step > 0 ? clamp(*e, 0, n) : clamp(*e, -1, n - 1);
  int64_t count = 0;
  if (step > 0 && end > begin) count = (end - begin - 1) / step + 1;
  if (step < 0 && begin > end) count = (begin - end - 1) / -step + 1;
  WithCurrentRange range(graph_, loc);
  return graph_.insertNode(graph_.createTupleSlice(tuple, begin, step, count))->output();
}

// Applies the indices that give a view; tensors among the indices are left for aten::index, one entry a dimension, in tensor_indices.
Value* Emitter::emitTensorSubscript(const SourceRange& loc, Value* tensor, const List<Expr>& indices, std::vector<Value*>* tensor_indices) {
  struct Index {
    Expr expr;
    Value* value;   // null for a slice or an ellipsis
  };
  std::vector<Index> list;
  bool ellipsis = false;
  size_t consumed = 0;  // dimensions of the tensor that the indices name
  for (Expr e : indices) {
    if (e.kind() == TK_DOTS) {
      if (ellipsis) throw ErrorReport(e.range()) << "an index can only have a single ellipsis ('...')";
      ellipsis = true;
      list.push_back({e, nullptr});
      continue;
    }
    if (e.kind() == TK_SLICE_EXPR) {
      list.push_back({e, nullptr});
      ++consumed;
      continue;
    }
    Value* v = emitExpr(e, OptionalType::ofTensor());
    if (v->type()->kind() == TypeKind::TupleType || v->type()->kind() == TypeKind::ListType) {
      // x[[0, 2]] is an index by a tensor.
      if (v->type()->kind() == TypeKind::TupleType) v = tryConvertToType(loc, graph_, ListType::ofInts(), v, true);
      v = call(e.range(), aten::tensor, {v});
    }
    if (v->type()->kind() != TypeKind::NoneType) ++consumed;
    list.push_back({e, v});
  }
  int64_t dim = 0;
  bool after_ellipsis = false;
  auto insert_tensor = [&](Value* v) {
    while (static_cast<int64_t>(tensor_indices->size()) < dim) tensor_indices->push_back(insert(graph_.createNone(), loc));
    tensor_indices->push_back(v);
  };
  if (ellipsis) {
    // Dimensions after the ellipsis are counted from the end; with tensors or None among them that would need the tensor's rank.
    bool seen = false;
    for (const auto& i : list) {
      if (i.expr.kind() == TK_DOTS) seen = true;
      else if (seen && i.value && i.value->type()->kind() != TypeKind::IntType) throw ErrorReport(i.expr.range()) << "an index of type " << i.value->type()->repr_str() << " after an ellipsis is not supported yet";
    }
  }
  size_t left = consumed;
  for (const auto& i : list) {
    if (i.expr.kind() == TK_DOTS) {
      after_ellipsis = true;
      dim = -static_cast<int64_t>(left);
      continue;
    }
    if (!i.value) {
      tensor = emitSlice(loc, tensor, dim, SliceExpr(i.expr));
      ++dim;
      --left;
      continue;
    }
    switch (i.value->type()->kind()) {
      case TypeKind::NoneType: {
        Value* d = constant(loc, IValue(dim));
        tensor = call(loc, aten::unsqueeze, {tensor, d});
        ++dim;
        break;
      }
      case TypeKind::IntType: {
        Value* d = constant(loc, IValue(dim));
        tensor = call(loc, aten::select, {tensor, d, i.value});
        --left;
        if (after_ellipsis) ++dim;  // one fewer after it: the others keep their place from the end
        break;
      }
      case TypeKind::TensorType: case TypeKind::OptionalType: {
        insert_tensor(i.value);
        ++dim;
        --left;
        break;
      }
      default:
        throw ErrorReport(i.expr.range()) << "Unsupported operation: attempted to use multidimensional indexing with unsupported index type '" << i.value->type()->repr_str()
                                          << "'. Only ints, slices, lists and tensors are supported";
    }
  }
  return tensor;
}

SugaredValuePtr Emitter::emitSubscript(const Subscript& subscript, const TypePtr&) {
  const SourceRange loc = subscript.range();
  SugaredValuePtr sugared = emitSugared(subscript.value());
  const List<Expr> indices = subscript.subscript_exprs();
  auto* s = dynamic_cast<SimpleValue*>(sugared.get());
  if (!s) {
    if (indices.size() != 1 || indices[0].kind() == TK_SLICE_EXPR) throw ErrorReport(loc) << "Only single indices are supported for a " << sugared->kind();
    return sugared->getitem(loc, function_, emitExpr(indices[0]));
  }
  Value* value = s->getValue();
  if (value->type()->kind() == TypeKind::TensorType) {
    std::vector<Value*> tensors;
    Value* view = emitTensorSubscript(loc, value, indices, &tensors);
    if (tensors.empty()) return simple(view);
    Value* list = insert(graph_.createList(OptionalType::ofTensor(), tensors), loc);
    return simple(call(loc, aten::index, {view, list}));
  }
  if (indices.size() != 1) {
    if (value->type()->kind() == TypeKind::DictType) {
      std::vector<Value*> parts;
      for (Expr e : indices) parts.push_back(emitExpr(e));
      return simple(call(loc, aten::__getitem__, {value, insert(graph_.createTuple(parts), loc)}));
    }
    throw ErrorReport(loc) << "Only single indices are supported for a " << value->type()->repr_str();
  }
  Expr index = indices[0];
  if (index.kind() == TK_SLICE_EXPR) {
    switch (value->type()->kind()) {
      case TypeKind::TupleType: return simple(emitTupleSlice(loc, value, SliceExpr(index)));
      case TypeKind::ListType: case TypeKind::StringType: return simple(emitSlice(loc, value, std::nullopt, SliceExpr(index)));
      default: throw ErrorReport(loc) << "'" << value->type()->repr_str() << "' cannot be sliced";
    }
  }
  if (index.kind() == TK_DOTS) throw ErrorReport(index.range()) << "an ellipsis can only be used in a subscript of a tensor";
  Value* i = emitExpr(index);
  if (value->type()->kind() == TypeKind::TupleType) return simple(emitTupleIndex(loc, value, i));
  return s->getitem(loc, function_, i);
}

void Emitter::assignSubscript(const Subscript& target, Value* value) {
  const SourceRange loc = target.range();
  Value* container = emitExpr(target.value());
  const List<Expr> indices = target.subscript_exprs();
  switch (container->type()->kind()) {
    case TypeKind::TensorType: {
      std::vector<Value*> tensors;
      Value* view = emitTensorSubscript(loc, container, indices, &tensors);
      const bool number = value->type()->kind() != TypeKind::TensorType;
      if (tensors.empty()) {
        if (number) call(loc, aten::fill_, {view, value});
        else call(loc, aten::copy_, {view, value});
        return;
      }
      if (number) {
        std::vector<NamedValue> kwargs;
        kwargs.emplace_back(loc, "dtype", call(loc, prim::dtype, {view}));
        kwargs.emplace_back(loc, "device", call(loc, prim::device, {view}));
        value = emitBuiltinCall(loc, graph_, aten::tensor, {NamedValue(loc, value)}, kwargs);
      }
      Value* list = insert(graph_.createList(OptionalType::ofTensor(), tensors), loc);
      call(loc, Symbol::aten("index_put_"), {view, list, value});
      return;
    }
    case TypeKind::ClassType: {
      if (indices.size() != 1 || indices[0].kind() == TK_SLICE_EXPR) throw ErrorReport(loc) << "Only single indices are supported for a " << container->type()->repr_str();
      Value* index = emitExpr(indices[0]);
      SimpleValue(container).attr(loc, function_, "__setitem__")->call(loc, function_, {NamedValue(loc, index), NamedValue(loc, value)}, {}, 0);
      return;
    }
    case TypeKind::ListType: case TypeKind::DictType: {
      if (indices.size() != 1) throw ErrorReport(loc) << "Only single indices are supported for a " << container->type()->repr_str();
      if (indices[0].kind() == TK_SLICE_EXPR) throw ErrorReport(loc) << "Sliced expression not yet supported for a subscripted assignment to a list";
      Value* index = emitExpr(indices[0]);
      call(loc, aten::_set_item, {container, index, value});
      return;
    }
    default:
      throw ErrorReport(loc) << "'" << container->type()->repr_str() << "' object does not support item assignment";
  }
}

}  // namespace torch::jit
