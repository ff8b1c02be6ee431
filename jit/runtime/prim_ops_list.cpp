// Operators on lists.
#include <torch/csrc/jit/api/function.h>
#include <torch/csrc/jit/runtime/prim_format.h>
#include <torch/csrc/jit/runtime/prim_ops.h>
#include <torch/csrc/jit/runtime/python_arith.h>

#include <algorithm>
#include <cmath>

namespace torch::jit::prim_ops {
namespace {

using Values = std::vector<IValue>;

IValue makeList(Values values, const c10::TypePtr& element_type) { return c10::List<IValue>(c10::make_intrusive<ListImpl>(std::move(values), element_type)); }
int64_t ssize(const ListImpl& l) { return static_cast<int64_t>(l.list.size()); }

size_t at(const ListImpl& l, int64_t index) {
  const int64_t n = ssize(l), i = index < 0 ? index + n : index;
  TORCH_CHECK_INDEX(i >= 0 && i < n, "list index out of range");
  return static_cast<size_t>(i);
}

bool truth(const IValue& v) {
  if (v.isBool()) return v.toBool();
  if (v.isInt()) return v.toInt() != 0;
  if (v.isDouble()) return v.toDouble() != 0;
  if (v.isString()) return !v.toStringRef().empty();
  return v.toTensor().item<bool>();
}
bool same(const IValue& a, const IValue& b) {
  if (a.isTensor() && b.isTensor()) return truth(a.equals(b));
  return a == b;
}
bool sameLists(const ListImpl& a, const ListImpl& b) {
  if (a.list.size() != b.list.size()) return false;
  for (size_t i = 0; i < a.list.size(); ++i) {
    if (!same(a.list[i], b.list[i])) return false;
  }
  return true;
}

// a < b for what can be ordered. NaNs come last so that sorting is well defined.
bool less(const IValue& a, const IValue& b) {
  if (a.isInt() && b.isInt()) return a.toInt() < b.toInt();
  if (a.isDouble() && b.isDouble()) {
    const double x = a.toDouble(), y = b.toDouble();
    return x < y || (std::isnan(y) && !std::isnan(x));
  }
  if (a.isBool() && b.isBool()) return a.toBool() < b.toBool();
  if (a.isString() && b.isString()) return a.toStringRef() < b.toStringRef();
  if (a.isTuple() && b.isTuple()) {
    const auto &x = a.toTupleRef().elements(), &y = b.toTupleRef().elements();
    for (size_t i = 0; i < x.size() && i < y.size(); ++i) {
      if (less(x[i], y[i])) return true;
      if (less(y[i], x[i])) return false;
    }
    return x.size() < y.size();
  }
  if (a.isObject()) {
    Function* f = a.toObjectRef().type_ref().findMethod("__lt__");
    TORCH_CHECK_TYPE(f, "objects of class ", a.toObjectRef().name(), " have no order: there is no method __lt__");
    std::vector<IValue> stack{a, b};
    f->run(stack);
    return stack.size() == 1 && stack[0].toBool();
  }
  throw c10::TypeError(c10::str("values of kinds ", a.tagKind(), " and ", b.tagKind(), " have no order"));
}

// A stable merge sort that stays inside the list whatever the order says (a script's __lt__ may be no order at all).
void mergeSort(IValue* v, IValue* scratch, size_t n, bool reverse) {
  if (n < 2) return;
  const size_t half = n / 2;
  mergeSort(v, scratch, half, reverse);
  mergeSort(v + half, scratch, n - half, reverse);
  size_t i = 0, j = half, k = 0;
  while (i < half && j < n) {
    const bool right = reverse ? less(v[i], v[j]) : less(v[j], v[i]);
    scratch[k++] = std::move(right ? v[j++] : v[i++]);
  }
  while (i < half) scratch[k++] = std::move(v[i++]);
  while (j < n) scratch[k++] = std::move(v[j++]);
  for (size_t m = 0; m < n; ++m) v[m] = std::move(scratch[m]);
}
Values sortedValues(Values values, bool reverse) {
  if (values.size() > 1) {
    // A script's __lt__ may look at the list or throw: work on copies.
    Values scratch(values.size());
    mergeSort(values.data(), scratch.data(), values.size(), reverse);
  }
  return values;
}
void sortInPlace(ListImpl& l, bool reverse) { l.list = sortedValues(l.list, reverse); }

IValue slice(const ListImpl& l, std::optional<int64_t> start, std::optional<int64_t> end, int64_t step) {
  const SliceRange r = sliceRange(ssize(l), start, end, step, "List slice");
  Values out;
  out.reserve(static_cast<size_t>(r.count));
  for (int64_t i = 0; i < r.count; ++i) out.push_back(l.list[static_cast<size_t>(r.start + i * step)]);
  return makeList(std::move(out), l.elementType);
}

IValue repeated(const ListImpl& l, int64_t n) {
  Values out;
  if (n > 0 && !l.list.empty()) {
    TORCH_CHECK_VALUE(n <= (int64_t{1} << 40) / ssize(l), "a list of ", ssize(l), " repeated ", n, " times is too long");
    out.reserve(l.list.size() * static_cast<size_t>(n));
    for (int64_t i = 0; i < n; ++i) out.insert(out.end(), l.list.begin(), l.list.end());
  }
  return makeList(std::move(out), l.elementType);
}

void extend(ListImpl& l, const ListImpl& other) {
  const size_t n = other.list.size();
  l.list.reserve(l.list.size() + n);
  for (size_t i = 0; i < n; ++i) l.list.push_back(other.list[i]);  // the two may be one list
}

IValue pop(ListImpl& l, int64_t index) {
  TORCH_CHECK_INDEX(!l.list.empty(), "pop from empty list");
  const size_t i = at(l, index);
  IValue v = std::move(l.list[i]);
  l.list.erase(l.list.begin() + static_cast<std::ptrdiff_t>(i));
  return v;
}

void insert(ListImpl& l, int64_t index, IValue v) {
  const int64_t n = ssize(l);
  if (index < 0) index = std::max<int64_t>(0, index + n);
  l.list.insert(l.list.begin() + std::min(index, n), std::move(v));
}

std::optional<size_t> position(const ListImpl& l, const IValue& v) {
  for (size_t i = 0; i < l.list.size(); ++i) {
    if (same(l.list[i], v)) return i;
  }
  return std::nullopt;
}
int64_t indexOf(const ListImpl& l, const IValue& v) {
  const auto i = position(l, v);
  TORCH_CHECK_VALUE(i, "'", printed(v), "' is not in list");
  return static_cast<int64_t>(*i);
}
void removeValue(ListImpl& l, const IValue& v) {
  const auto i = position(l, v);
  TORCH_CHECK_VALUE(i, "list.remove(x): x not in list");
  l.list.erase(l.list.begin() + static_cast<std::ptrdiff_t>(*i));
}
int64_t countOf(const ListImpl& l, const IValue& v) {
  int64_t n = 0;
  for (size_t i = 0; i < l.list.size(); ++i) n += same(l.list[i], v);
  return n;
}

// append and _set_item give the list itself back.
void append(const OperatorRow&, IValue* args) {
  listOf(args[0]).list.push_back(std::move(args[1]));
  args[1] = IValue();
}
void setItem(const OperatorRow&, IValue* args) {
  ListImpl& l = listOf(args[0]);
  const size_t i = at(l, args[1].toInt());
  IValue old = std::exchange(l.list[i], std::move(args[2]));
  args[1] = IValue();
  args[2] = IValue();
}
void addInPlace(const OperatorRow&, IValue* args) {
  extend(listOf(args[0]), listOf(args[1]));
  args[1] = IValue();
}
void mulInPlace(const OperatorRow&, IValue* args) {
  ListImpl& l = listOf(args[0]);
  l.list = listOf(repeated(l, args[1].toInt())).list;
  args[1] = IValue();
}

template <class T, bool Max>
T extreme(const ListImpl& l) {
  TORCH_CHECK_VALUE(!l.list.empty(), Max ? "max" : "min", "() arg is an empty sequence");
  T best = Arg<T>::get(const_cast<IValue&>(l.list[0]));
  for (size_t i = 1; i < l.list.size(); ++i) {
    const T v = Arg<T>::get(const_cast<IValue&>(l.list[i]));
    if (Max ? v > best : v < best) best = v;
  }
  return best;
}
template <bool Max>
IValue extremeList(const IValue& l, const IValue& r) {
  const auto &a = listOf(l).list, &b = listOf(r).list;
  bool first_less = a.size() < b.size();
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (less(a[i], b[i]) || less(b[i], a[i])) {
      first_less = less(a[i], b[i]);
      break;
    }
  }
  return first_less == Max ? r : l;
}

int64_t sumInts(const ListImpl& l) {
  int64_t s = 0;
  for (const IValue& v : l.list) s = arith::add(s, v.isBool() ? v.toBool() : v.toInt());
  return s;
}

std::vector<int64_t> ints(const ListImpl& l) {
  std::vector<int64_t> out;
  out.reserve(l.list.size());
  for (const IValue& v : l.list) out.push_back(v.toInt());
  return out;
}
IValue broadcastShapes(const ListImpl& la, const ListImpl& lb) {
  const std::vector<int64_t> a = ints(la), b = ints(lb);
  const size_t n = std::max(a.size(), b.size());
  Values out(n);
  for (size_t i = 0; i < n; ++i) {
    const int64_t x = i < a.size() ? a[a.size() - 1 - i] : 1, y = i < b.size() ? b[b.size() - 1 - i] : 1;
    TORCH_CHECK(x == y || x == 1 || y == 1, "The size of tensor a (", x, ") must match the size of tensor b (", y, ") at non-singleton dimension ", n - 1 - i);
    out[n - 1 - i] = IValue(x == 1 ? y : x);
  }
  return makeList(std::move(out), c10::IntType::get());
}

template <class T>
constexpr std::array<PrimOp, 1> contains(const char* type) {
  return {keyed(type, "aten::__contains__.%_list(%[] l, % item) -> bool", [](ListImpl& l, const IValue& v) { return position(l, v).has_value(); })};
}

// What exists once for each element type.
constexpr std::array<PrimOp, 4> searches(const char* type) {
  return {
      keyed(type, "aten::count.%(%[] self, % el) -> int", [](ListImpl& l, const IValue& v) { return countOf(l, v); }),
      keyed(type, "aten::index.list_%(%[] self, % el) -> int", [](ListImpl& l, const IValue& v) { return indexOf(l, v); }),
      keyed(type, "aten::remove.%(%[](a!) self, % el) -> ()", [](ListImpl& l, const IValue& v) { removeValue(l, v); }),
      keyed(type, "aten::sort.%(%[](a!) self, bool reverse=False) -> ()", [](ListImpl& l, bool reverse) { sortInPlace(l, reverse); })};
}
constexpr std::array<PrimOp, 3> comparisons(const char* type) {
  return {
      keyed(type, "aten::eq.%_list(%[] a, %[] b) -> bool", [](ListImpl& a, ListImpl& b) { return sameLists(a, b); }),
      keyed(type, "aten::ne.%_list(%[] a, %[] b) -> bool", [](ListImpl& a, ListImpl& b) { return !sameLists(a, b); }),
      keyed(type, "aten::sorted.%(%[](a) input) -> %[]", [](ListImpl& l) { return makeList(sortedValues(l.list, false), l.elementType); })};
}
template <class T>
constexpr std::array<PrimOp, 6> reductions(const char* type) {
  return {
      keyed(type, "aten::any.%(%[] self) -> bool", [](ListImpl& l) { return std::any_of(l.list.begin(), l.list.end(), truth); }),
      keyed(type, "aten::all.%(%[] self) -> bool", [](ListImpl& l) { return std::all_of(l.list.begin(), l.list.end(), truth); }),
      keyed(type, "prim::max.self_%(%[] self) -> %", [](ListImpl& l) { return extreme<T, true>(l); }),
      keyed(type, "prim::min.self_%(%[] self) -> %", [](ListImpl& l) { return extreme<T, false>(l); }),
      keyed(type, "prim::max.%_list(%[] l, %[] r) -> %[]", [](const IValue& l, const IValue& r) { return extremeList<true>(l, r); }),
      keyed(type, "prim::min.%_list(%[] l, %[] r) -> %[]", [](const IValue& l, const IValue& r) { return extremeList<false>(l, r); })};
}

constexpr std::array single = {
    raw("aten::append.t(t[](a!) self, t(c -> *) el) -> t[](a!)", &append, 2, 1),
    raw("aten::_set_item.t(t[](a!) l, int idx, t(b -> *) el) -> t[](a!)", &setItem, 3, 1),
    raw("aten::add_.t(t[](a!) self, t[] b) -> t[]", &addInPlace, 2, 1),
    raw("aten::mul_.t(t[](a!) l, int n) -> t[](a!)", &mulInPlace, 2, 1),
    op("aten::__getitem__.t(t[](a) list, int idx) -> t(*)", [](ListImpl& l, int64_t i) { return l.list[at(l, i)]; }),
    op("aten::select.t(t[](a) list, int idx) -> t(*)", [](ListImpl& l, int64_t i) { return l.list[at(l, i)]; }),
    op("aten::slice.t(t[] l, int? start=None, int? end=None, int step=1) -> t[]",
       [](ListImpl& l, std::optional<int64_t> start, std::optional<int64_t> end, int64_t step) { return slice(l, start, end, step); }),
    op("aten::len.t(t[] a) -> int", [](ListImpl& l) { return ssize(l); }),
    op("aten::len.any(Any[] a) -> int", [](ListImpl& l) { return ssize(l); }),
    op("aten::list.t(t[] l) -> t[]", [](ListImpl& l) { return makeList(l.list, l.elementType); }),
    op("aten::copy.t(t[](a) self) -> t[]", [](ListImpl& l) { return makeList(l.list, l.elementType); }),
    op("aten::add.t(t[] a, t[] b) -> t[]",
       [](ListImpl& a, ListImpl& b) {
         Values out;
         out.reserve(a.list.size() + b.list.size());
         out.insert(out.end(), a.list.begin(), a.list.end());
         out.insert(out.end(), b.list.begin(), b.list.end());
         return makeList(std::move(out), a.elementType);
       }),
    op("aten::mul.left_t(t[] l, int n) -> t[]", [](ListImpl& l, int64_t n) { return repeated(l, n); }),
    op("aten::mul.right_(int n, t[] l) -> t[]", [](int64_t n, ListImpl& l) { return repeated(l, n); }),
    op("aten::extend.t(t[](a!) self, t[] other) -> ()", [](ListImpl& l, ListImpl& other) { extend(l, other); }),
    op("aten::insert.t(t[](a!) self, int idx, t(b -> *) el) -> ()", [](ListImpl& l, int64_t i, IValue v) { insert(l, i, std::move(v)); }),
    op("aten::pop.t(t[](a!) self, int idx=-1) -> t(*)", [](ListImpl& l, int64_t i) { return pop(l, i); }),
    op("aten::Delete.t(t[](a!) self, int idx) -> ()", [](ListImpl& l, int64_t i) { pop(l, at(l, i)); }),
    op("aten::clear.t(t[](a!) self) -> ()",
       [](ListImpl& l) {
         Values old;
         old.swap(l.list);
         c10::detail::release_values(old);
       }),
    op("aten::reverse.t(t[](a!) self) -> ()", [](ListImpl& l) { std::reverse(l.list.begin(), l.list.end()); }),
    op("aten::sort.any(t[](a!) self, bool reverse=False) -> ()", [](ListImpl& l, bool reverse) { sortInPlace(l, reverse); }),
    op("aten::sorted.any(t[](a) self) -> t[]", [](ListImpl& l) { return makeList(sortedValues(l.list, false), l.elementType); }),
    op("aten::any.str(str[] self) -> bool", [](ListImpl& l) { return std::any_of(l.list.begin(), l.list.end(), truth); }),
    op("aten::sum.int(int[] self) -> int", [](ListImpl& l) { return sumInts(l); }),
    op("aten::sum.bool(bool[] self) -> int", [](ListImpl& l) { return sumInts(l); }),
    op("aten::sum.float(float[] self) -> float",
       [](ListImpl& l) {
         double s = 0;
         for (const IValue& v : l.list) s += v.toDouble();
         return s;
       }),
    op("aten::sum.complex(complex[] self) -> complex",
       [](ListImpl& l) {
         complexd s(0, 0);
         for (const IValue& v : l.list) s = s + v.toComplexDouble();
         return s;
       }),
    op("prim::rangelist(int n) -> int[]",
       [](int64_t n) {
         checkLength(std::max<int64_t>(0, n), "range length");
         Values out;
         out.reserve(static_cast<size_t>(std::max<int64_t>(0, n)));
         for (int64_t i = 0; i < n; ++i) out.emplace_back(i);
         return makeList(std::move(out), c10::IntType::get());
       }),
    op("aten::Size(int[] sizes) -> int[]", [](IValue sizes) { return sizes; }),
    op("aten::_infer_size(int[] a, int[] b) -> int[]", [](ListImpl& a, ListImpl& b) { return broadcastShapes(a, b); }),
    op("aten::broadcast_shapes(int[] a, int[] b) -> int[]", [](ListImpl& a, ListImpl& b) { return broadcastShapes(a, b); }),
};

constexpr auto kOps = concat(
    contains<int64_t>("int"), contains<double>("float"), contains<std::string_view>("str"), searches("int"), searches("float"), searches("bool"), searches("str"),
    searches("Tensor"), comparisons("int"), comparisons("float"), comparisons("bool"), comparisons("str"),
    std::array{comparisons("Tensor")[0], comparisons("Tensor")[1]}, reductions<int64_t>("int"), reductions<double>("float"), reductions<bool>("bool"), single);

}  // namespace

c10::ArrayRef<OperatorRow> listOps() { return PrimTable<kOps>::rows(); }

}  // namespace torch::jit::prim_ops
