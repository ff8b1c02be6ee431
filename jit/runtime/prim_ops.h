#pragma once
// How the operators of this folder are written down: a constant list of {schema, function} per file, a captureless lambda as the function. The C++ types of
// its parameters and result say how arguments are read from IValues and the result is put back. PrimTable makes the registry's rows from the list at compile
// time: names are cut out of the schema text, `%` in it stands for the key type of the line (dict operators are one function for six schemas).

#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/OperatorRow.h>
#include <ATen/core/ivalue.h>
#include <ATen/core/jit_type.h>
#include <c10/core/Device.h>
#include <c10/core/Scalar.h>
#include <c10/util/ArrayRef.h>
#include <c10/util/complex.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace torch::jit::prim_ops {

using c10::IValue;
using c10::OperatorRow;
using complexd = c10::complex<double>;
using ListImpl = c10::detail::ListImpl;
using DictImpl = c10::detail::DictImpl;

constexpr uint32_t kSideEffect = c10::kOpSideEffect;
constexpr uint32_t kRandom = c10::kOpNondeterministic;

// ---- reading arguments ----

ListImpl& listOf(const IValue& v);  // throws TypeError when v is no list
DictImpl& dictOf(const IValue& v);

template <class T>
struct Arg;
template <>
struct Arg<int64_t> {
  static int64_t get(IValue& v) { return v.toInt(); }
};
template <>
struct Arg<double> {
  static double get(IValue& v) { return v.toDouble(); }
};
template <>
struct Arg<bool> {
  static bool get(IValue& v) { return v.toBool(); }
};
template <>
struct Arg<complexd> {
  static complexd get(IValue& v) { return v.toComplexDouble(); }
};
template <>
struct Arg<c10::Scalar> {
  static c10::Scalar get(IValue& v) { return v.toScalar(); }
};
template <>
struct Arg<std::string_view> {
  static std::string_view get(IValue& v) { return v.toStringView(); }
};
template <>
struct Arg<const at::Tensor&> {
  static const at::Tensor& get(IValue& v) { return v.toTensor(); }
};
template <>
struct Arg<c10::Device> {
  static c10::Device get(IValue& v) { return v.toDevice(); }
};
template <>
struct Arg<ListImpl&> {
  static ListImpl& get(IValue& v) { return listOf(v); }
};
template <>
struct Arg<DictImpl&> {
  static DictImpl& get(IValue& v) { return dictOf(v); }
};
template <>
struct Arg<const IValue&> {
  static const IValue& get(IValue& v) { return v; }
};
template <>
struct Arg<IValue> {
  static IValue get(IValue& v) { return std::move(v); }
};
template <class T>
struct Arg<std::optional<T>> {
  static std::optional<T> get(IValue& v) {
    if (v.isNone()) return std::nullopt;
    return Arg<T>::get(v);
  }
};

// ---- putting results back ----

template <class T>
IValue box(T&& value) {
  using U = std::decay_t<T>;
  if constexpr (std::is_same_v<U, IValue>) {
    return std::forward<T>(value);
  } else if constexpr (std::is_same_v<U, std::string_view>) {
    return IValue(std::string(value));
  } else {
    return IValue(std::forward<T>(value));
  }
}

// A std::tuple is several results.
template <class R>
struct Results {
  static constexpr bool tuple = false;
  static constexpr uint16_t count = std::is_void_v<R> ? 0 : 1;
};
template <class... T>
struct Results<std::tuple<T...>> {
  static constexpr bool tuple = true;
  static constexpr uint16_t count = sizeof...(T);
};

template <class F, class R, class C, class... A>
struct ThunkImpl {
  static constexpr uint16_t n_args = sizeof...(A);
  static constexpr uint16_t n_returns = Results<R>::count;
  static void call(const OperatorRow&, IValue* args) { run(args, std::index_sequence_for<A...>{}); }

 private:
  template <size_t... I>
  static void run(IValue* args, std::index_sequence<I...>) {
    if constexpr (std::is_void_v<R>) {
      F{}(Arg<A>::get(args[I])...);
      ((args[I] = IValue()), ...);
    } else if constexpr (Results<R>::tuple) {
      R results = F{}(Arg<A>::get(args[I])...);
      ((args[I] = IValue()), ...);
      std::apply([&](auto&&... r) { size_t at = 0; ((args[at++] = box(std::move(r))), ...); }, std::move(results));
    } else {
      IValue result = box(F{}(Arg<A>::get(args[I])...));
      ((args[I] = IValue()), ...);
      args[0] = std::move(result);
    }
  }
};
template <class C, class R, class... A>
ThunkImpl<C, R, C, A...> thunkOf(R (C::*)(A...) const);
template <class F>
struct Thunk : decltype(thunkOf(&F::operator())) {};

// ---- the constant lists ----

struct PrimOp {
  const char* schema;
  c10::BoxedThunk boxed = nullptr;
  c10::BoxedVarThunk boxed_var = nullptr;
  uint16_t n_args = 0;
  uint16_t n_returns = 0;
  uint32_t flags = 0;
  const char* key = "";
};

template <class F>
constexpr PrimOp op(const char* schema, F, uint32_t flags = 0) {
  return {schema, &Thunk<F>::call, nullptr, Thunk<F>::n_args, Thunk<F>::n_returns, flags, ""};
}
template <class F>
constexpr PrimOp keyed(const char* key, const char* schema, F, uint32_t flags = 0) {
  return {schema, &Thunk<F>::call, nullptr, Thunk<F>::n_args, Thunk<F>::n_returns, flags, key};
}
// The function gets the argument slots themselves.
constexpr PrimOp raw(const char* schema, c10::BoxedThunk f, uint16_t n_args, uint16_t n_returns, uint32_t flags = 0, const char* key = "") {
  return {schema, f, nullptr, n_args, n_returns, flags, key};
}
constexpr PrimOp varargs(const char* schema, c10::BoxedVarThunk f, uint16_t n_returns, uint32_t flags = 0) {
  return {schema, nullptr, f, 0, n_returns, flags | c10::kOpVarargs, ""};
}

template <size_t... N>
constexpr auto concat(const std::array<PrimOp, N>&... lists) {
  std::array<PrimOp, (N + ...)> all{};
  size_t at = 0;
  const auto put = [&](const auto& list) {
    for (const PrimOp& o : list) all[at++] = o;
  };
  (put(lists), ...);
  return all;
}

constexpr size_t textSize(const char* s) {
  size_t n = 0;
  while (s[n]) ++n;
  return n;
}

// Three texts a row, each ended by a zero: schema, name, overload.
template <size_t N>
constexpr size_t totalText(const std::array<PrimOp, N>& ops) {
  size_t total = 0;
  for (const PrimOp& o : ops) {
    const size_t key = textSize(o.key);
    for (size_t i = 0; o.schema[i]; ++i) total += o.schema[i] == '%' ? key : 1;
    for (size_t i = 0; o.schema[i] != '('; ++i) total += o.schema[i] == '%' ? key : 1;
    total += 4;
  }
  return total;
}

// The texts of a list, one after the other, and where each begins.
template <const auto& Ops>
struct PrimText {
  static constexpr size_t size = Ops.size();
  std::array<char, totalText(Ops)> chars{};
  std::array<uint32_t, size> schema{}, name{}, overload{};
};
template <const auto& Ops>
constexpr PrimText<Ops> makeText() {
  PrimText<Ops> t;
  uint32_t at = 0;
  for (size_t r = 0; r < Ops.size(); ++r) {
    const PrimOp& o = Ops[r];
    const auto put = [&](char c) {
      if (c != '%') {
        t.chars[at++] = c;
      } else {
        for (size_t k = 0; o.key[k]; ++k) t.chars[at++] = o.key[k];
      }
    };
    t.schema[r] = at;
    for (size_t i = 0; o.schema[i]; ++i) put(o.schema[i]);
    t.chars[at++] = 0;
    t.name[r] = at;
    bool in_name = true;
    for (size_t i = 0; o.schema[i] != '('; ++i) {
      if (o.schema[i] == '.' && in_name) {
        t.chars[at++] = 0;
        t.overload[r] = at;
        in_name = false;
      } else {
        put(o.schema[i]);
      }
    }
    t.chars[at++] = 0;
    if (in_name) {
      t.overload[r] = at;
      t.chars[at++] = 0;
    }
  }
  return t;
}
template <const auto& Ops>
constexpr PrimText<Ops> primText = makeText<Ops>();

template <const auto& Ops>
constexpr OperatorRow primRow(size_t r) {
  const PrimOp& o = Ops[r];
  const PrimText<Ops>& text = primText<Ops>;
  return OperatorRow{
      .name = &text.chars[text.name[r]],
      .overload = &text.chars[text.overload[r]],
      .schema = &text.chars[text.schema[r]],
      .boxed = o.boxed,
      .boxed_var = o.boxed_var,
      .n_args = o.n_args,
      .n_returns = o.n_returns,
      .flags = o.flags};
}

template <const auto& Ops, class Indices>
struct PrimRows;
template <const auto& Ops, size_t... I>
struct PrimRows<Ops, std::index_sequence<I...>> {
  static constinit inline OperatorRow rows[] = {primRow<Ops>(I)...};
};

template <const auto& Ops>
struct PrimTable {
  static c10::ArrayRef<OperatorRow> rows() {
    return {PrimRows<Ops, std::make_index_sequence<Ops.size()>>::rows, Ops.size()};
  }
};

// One list a family.
c10::ArrayRef<OperatorRow> scalarOps();
c10::ArrayRef<OperatorRow> mathOps();
c10::ArrayRef<OperatorRow> complexOps();
c10::ArrayRef<OperatorRow> listOps();
c10::ArrayRef<OperatorRow> dictOps();
c10::ArrayRef<OperatorRow> stringOps();
c10::ArrayRef<OperatorRow> tensorOps();
c10::ArrayRef<OperatorRow> miscOps();

}  // namespace torch::jit::prim_ops
