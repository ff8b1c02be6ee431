#include "run_script.h"

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

#include <cmath>
#include <limits>
#include <set>

using namespace wick_test;
using c10::complex;

namespace {

constexpr int64_t kLow = std::numeric_limits<int64_t>::min(), kHigh = std::numeric_limits<int64_t>::max();
const double kNaN = std::nan("");
const double kInf = std::numeric_limits<double>::infinity();

// Every row must have a schema that parses, prints back, and fits its thunk.
TEST(PrimOps, SchemasFitTheRows) {
  std::set<std::string> seen;
  for (const auto* row : torch::jit::runtimeOperators()) {
    const auto& schema = row->function_schema();
    EXPECT_EQ(toString(schema), row->schema);
    EXPECT_EQ(schema.name(), row->name);
    EXPECT_EQ(schema.overload_name(), row->overload);
    EXPECT_TRUE(seen.insert(row->qualified_overload()).second) << row->schema << " is there twice";
    EXPECT_EQ(torch::jit::findOperator(row->name, row->overload), row);
    if (row->has(c10::kOpVarargs)) {
      EXPECT_NE(row->boxed_var, nullptr) << row->schema;
    } else {
      EXPECT_EQ(schema.arguments().size(), row->n_args) << row->schema;
      EXPECT_EQ(schema.returns().size(), row->n_returns) << row->schema;
      EXPECT_NE(row->boxed, nullptr) << row->schema;
    }
  }
  EXPECT_GT(seen.size(), 450u);
}

TEST(PrimOps, OperatorsForMergesBothTables) {
  bool tensor = false, ints = false;
  for (const auto* row : torch::jit::operatorsFor("aten::add")) {
    tensor |= std::string(row->overload) == "Tensor";
    ints |= std::string(row->overload) == "int";
  }
  EXPECT_TRUE(tensor && ints);
  EXPECT_TRUE(torch::jit::operatorsFor("aten::no_such_thing").empty());
  const auto near = torch::jit::findSimilarOperators("aten::appendd");
  EXPECT_NE(std::find(near.begin(), near.end(), "aten::append"), near.end());
}

TEST(PrimOps, Arithmetic) {
  EXPECT_EQ(call("aten::add.int", {2, 3}).toInt(), 5);
  EXPECT_EQ(call("aten::add.int_float", {2, 0.5}).toDouble(), 2.5);
  EXPECT_EQ(call("aten::sub.float_int", {0.5, 2}).toDouble(), -1.5);
  EXPECT_EQ(call("aten::mul", {3, 0.5}).toDouble(), 1.5);
  EXPECT_EQ(call("aten::add", {3, 4}).toInt(), 7);
  EXPECT_EQ(call("aten::floordiv.int", {-7, 2}).toInt(), -4);
  EXPECT_EQ(call("aten::remainder.int", {-7, 2}).toInt(), 1);
  EXPECT_EQ(call("aten::remainder.int", {7, -2}).toInt(), -1);
  EXPECT_EQ(call("aten::floordiv.int", {kLow, -1}).toInt(), kLow);
  EXPECT_EQ(call("aten::remainder.int", {kLow, -1}).toInt(), 0);
  EXPECT_EQ(call("aten::floordiv.float", {-7.0, 2.0}).toDouble(), -4);
  EXPECT_EQ(call("aten::remainder.float", {-1.0, 3.0}).toDouble(), 2);
  EXPECT_TRUE(std::isnan(call("aten::remainder.float", {1.0, 0.0}).toDouble()));
  EXPECT_EQ(call("aten::div.int", {1, 2}).toDouble(), 0.5);
  EXPECT_EQ(call("aten::div.int", {1, 0}).toDouble(), kInf);
  EXPECT_EQ(call("aten::__round_to_zero_floordiv.int", {-7, 2}).toInt(), -3);
  EXPECT_EQ(call("aten::pow.int_to_int", {3, 40}).toInt(), 12157665459056928801u);
  EXPECT_EQ(call("aten::pow.int", {2, -1}).toDouble(), 0.5);
  EXPECT_EQ(call("aten::neg.int", {kLow}).toInt(), kLow);
  EXPECT_EQ(call("prim::abs.int", {-3}).toInt(), 3);
  EXPECT_EQ(call("prim::abs.Scalar", {-3.5}).toDouble(), 3.5);
  EXPECT_EQ(call("aten::__lshift__.int", {1, 4}).toInt(), 16);
  EXPECT_EQ(call("aten::__rshift__.int", {-16, 2}).toInt(), -4);
  EXPECT_EQ(call("aten::__xor__.int", {6, 3}).toInt(), 5);
  const auto dm = callAll("aten::divmod.int", {-7, 2});
  EXPECT_EQ(dm[0].toInt(), -4);
  EXPECT_EQ(dm[1].toInt(), 1);
  for (const char* op : {"aten::floordiv.int", "aten::remainder.int", "aten::divmod.int", "aten::__round_to_zero_floordiv.int"}) {
    EXPECT_SAYS(callError(op, {1, 0}), "ZeroDivisionError");
  }
  EXPECT_SAYS(callError("aten::divmod.float", {1.0, 0.0}), "ZeroDivisionError");
  EXPECT_SAYS(callError("aten::pow.int_to_int", {2, -1}), "negative power");
  EXPECT_NE(callError("aten::add.int", {IValue("a"), 1}), "");
}

TEST(PrimOps, ComparisonMinMax) {
  EXPECT_TRUE(call("aten::lt.int_float", {1, 1.5}).toBool());
  EXPECT_FALSE(call("aten::eq.float", {kNaN, kNaN}).toBool());
  EXPECT_TRUE(call("aten::ne.float", {kNaN, kNaN}).toBool());
  EXPECT_TRUE(call("aten::ge", {2, 2.0}).toBool());
  EXPECT_TRUE(call("aten::lt.str", {"a", "b"}).toBool());
  EXPECT_TRUE(call("aten::ne.bool", {true, false}).toBool());
  EXPECT_EQ(call("prim::max.int", {1, 2}).toInt(), 2);
  EXPECT_EQ(call("prim::min.float_int", {0.5, 2}).toDouble(), 0.5);
  EXPECT_EQ(call("prim::min.float", {kNaN, 1.0}).toDouble(), 1);
  EXPECT_TRUE(std::isnan(call("prim::min.float", {1.0, kNaN}).toDouble()));
  EXPECT_NE(callError("aten::lt", {IValue(complex<double>(1, 1)), 1}), "");
}

TEST(PrimOps, Conversions) {
  EXPECT_EQ(call("aten::Int.float", {-2.7}).toInt(), -2);
  EXPECT_EQ(call("aten::Int.float", {kNaN}).toInt(), kLow);
  EXPECT_EQ(call("aten::Int.float", {1e300}).toInt(), kLow);
  EXPECT_EQ(call("aten::Int.str", {" -12 "}).toInt(), -12);
  EXPECT_EQ(call("aten::Int.str", {"-9223372036854775808"}).toInt(), kLow);
  for (const char* bad : {"", "1.5", "abc", "9223372036854775808", "-", "1 2", "0x1"}) EXPECT_SAYS(callError("aten::Int.str", {bad}), "ValueError");
  EXPECT_EQ(call("aten::Float.str", {"1e3"}).toDouble(), 1000);
  EXPECT_EQ(call("aten::Float.str", {" inf "}).toDouble(), kInf);
  for (const char* bad : {"", "abc", "1x", "0x10"}) EXPECT_SAYS(callError("aten::Float.str", {bad}), "ValueError");
  EXPECT_TRUE(call("aten::Bool.int", {-1}).toBool());
  EXPECT_EQ(call("aten::Int.bool", {true}).toInt(), 1);
  EXPECT_EQ(call("aten::str", {1.0}).toStringRef(), "1.");
  EXPECT_EQ(call("aten::str", {1e20}).toStringRef(), "1e+20");
  EXPECT_EQ(call("aten::str", {strs({"a", "b"})}).toStringRef(), "[a, b]");
}

TEST(PrimOps, Math) {
  EXPECT_EQ(call("aten::ceil.float", {2.1}).toInt(), 3);
  EXPECT_EQ(call("aten::floor.float", {-2.1}).toInt(), -3);
  EXPECT_EQ(call("aten::round.float", {2.5}).toDouble(), 2);
  EXPECT_EQ(call("aten::sqrt.int", {16}).toDouble(), 4);
  EXPECT_EQ(call("aten::log.int_int", {8, 2}).toDouble(), 3);
  EXPECT_EQ(call("aten::gcd.int", {-12, 18}).toInt(), 6);
  EXPECT_EQ(call("aten::gcd.int", {kLow, 0}).toInt(), kLow);
  EXPECT_EQ(call("aten::factorial.int", {10}).toInt(), 3628800);
  EXPECT_SAYS(callError("aten::factorial.int", {-1}), "factorial");
  EXPECT_EQ(call("aten::copysign.int_float", {3, -0.0}).toDouble(), -3);
  EXPECT_SAYS(callError("aten::fmod.float", {1.0, 0.0}), "ZeroDivisionError");
  EXPECT_TRUE(call("aten::isnan.float", {kNaN}).toBool());
  EXPECT_EQ(call("aten::frexp", {8.0}).toDouble(), 0.5);
  EXPECT_EQ(call("aten::ldexp", {1.0, int64_t{1} << 62}).toDouble(), kInf);
  EXPECT_EQ(call("aten::exp.complex", {IValue(complex<double>(0, 0))}).toComplexDouble(), complex<double>(1, 0));
  EXPECT_EQ(call("aten::mul.complex_int", {IValue(complex<double>(1, 2)), 3}).toComplexDouble(), complex<double>(3, 6));
  EXPECT_EQ(call("prim::abs.complex", {IValue(complex<double>(3, 4))}).toDouble(), 5);
}

TEST(PrimOps, Ranges) {
  EXPECT_EQ(call("aten::__range_length", {0, 10, 3}).toInt(), 4);
  EXPECT_EQ(call("aten::__range_length", {10, 0, -3}).toInt(), 4);
  EXPECT_EQ(call("aten::__range_length", {0, 10, -1}).toInt(), 0);
  EXPECT_EQ(call("aten::__range_length", {kLow, kHigh, kLow}).toInt(), 0);
  EXPECT_EQ(call("aten::__range_length", {kHigh, kLow, kLow}).toInt(), 2);
  EXPECT_SAYS(callError("aten::__range_length", {0, 10, 0}), "range() arg 3 must not be zero");
  EXPECT_EQ(call("aten::__derive_index", {2, 5, -3}).toInt(), -1);
}

TEST(PrimOps, Lists) {
  IValue l = ints({1, 2, 3});
  EXPECT_TRUE(call("aten::append.t", {l, 4}).is(l));
  EXPECT_EQ(call("aten::len.t", {l}).toInt(), 4);
  EXPECT_EQ(call("aten::__getitem__.t", {l, -1}).toInt(), 4);
  EXPECT_SAYS(callError("aten::__getitem__.t", {l, 4}), "list index out of range");
  EXPECT_SAYS(callError("aten::__getitem__.t", {l, -5}), "list index out of range");
  call("aten::_set_item.t", {l, 0, 9});
  EXPECT_EQ(l.toIntVector(), (std::vector<int64_t>{9, 2, 3, 4}));
  EXPECT_SAYS(callError("aten::_set_item.t", {l, 4, 9}), "list index out of range");
  EXPECT_EQ(call("aten::pop.t", {l, 1}).toInt(), 2);
  EXPECT_SAYS(callError("aten::pop.t", {ints({}), -1}), "pop from empty list");
  call("aten::insert.t", {l, -100, 7});
  call("aten::insert.t", {l, 100, 8});
  EXPECT_EQ(l.toIntVector(), (std::vector<int64_t>{7, 9, 3, 4, 8}));
  call("aten::Delete.t", {l, -1});
  call("aten::extend.t", {l, l});
  EXPECT_EQ(l.toIntVector(), (std::vector<int64_t>{7, 9, 3, 4, 7, 9, 3, 4}));
  EXPECT_EQ(call("aten::count.int", {l, 9}).toInt(), 2);
  EXPECT_EQ(call("aten::index.list_int", {l, 3}).toInt(), 2);
  EXPECT_SAYS(callError("aten::index.list_int", {l, 5}), "'5' is not in list");
  call("aten::remove.int", {l, 9});
  EXPECT_SAYS(callError("aten::remove.int", {l, 55}), "x not in list");
  call("aten::reverse.t", {l});
  EXPECT_EQ(l.toIntVector(), (std::vector<int64_t>{4, 3, 9, 7, 4, 3, 7}));
  call("aten::sort.int", {l, true});
  EXPECT_EQ(l.toIntVector(), (std::vector<int64_t>{9, 7, 7, 4, 4, 3, 3}));
  EXPECT_EQ(call("aten::sorted.float", {floats({3, kNaN, 1})}).toDoubleVector()[1], 3);
  EXPECT_TRUE(call("aten::__contains__.int_list", {l, 3}).toBool());
  EXPECT_TRUE(call("aten::eq.int_list", {ints({1}), ints({1})}).toBool());
  EXPECT_TRUE(call("aten::ne.str_list", {strs({"a"}), strs({"b"})}).toBool());
  EXPECT_EQ(call("aten::add.t", {ints({1}), ints({2})}).toIntVector(), (std::vector<int64_t>{1, 2}));
  EXPECT_EQ(call("aten::mul.left_t", {ints({1, 2}), 2}).toIntVector(), (std::vector<int64_t>{1, 2, 1, 2}));
  EXPECT_EQ(call("aten::mul.right_", {-1, ints({1, 2})}).toIntVector().size(), 0u);
  EXPECT_NE(callError("aten::mul.left_t", {ints({1, 2}), int64_t{1} << 62}), "");
  IValue copy = call("aten::list.t", {l});
  EXPECT_FALSE(copy.is(l));
  call("aten::clear.t", {l});
  EXPECT_EQ(l.toIntVector().size(), 0u);
  EXPECT_EQ(copy.toIntVector().size(), 7u);
  EXPECT_EQ(call("aten::sum.int", {ints({1, 2})}).toInt(), 3);
  EXPECT_TRUE(call("aten::any.bool", {IValue(std::vector<bool>{false, true})}).toBool());
  EXPECT_EQ(call("prim::max.self_float", {floats({1, 3, 2})}).toDouble(), 3);
  EXPECT_SAYS(callError("prim::max.self_int", {ints({})}), "max() arg is an empty sequence");
  EXPECT_EQ(call("prim::max.int_list", {ints({1, 3}), ints({2})}).toIntVector(), (std::vector<int64_t>{2}));
}

TEST(PrimOps, Slices) {
  const IValue l = ints({0, 1, 2, 3, 4});
  const auto slice = [&](IValue a, IValue b, int64_t s) { return call("aten::slice.t", {l, a, b, s}).toIntVector(); };
  using V = std::vector<int64_t>;
  EXPECT_EQ(slice({}, {}, 1), (V{0, 1, 2, 3, 4}));
  EXPECT_EQ(slice({}, {}, -1), (V{4, 3, 2, 1, 0}));
  EXPECT_EQ(slice(1, -1, 2), (V{1, 3}));
  EXPECT_EQ(slice(-100, 100, 3), (V{0, 3}));
  EXPECT_EQ(slice(100, -100, -2), (V{4, 2, 0}));
  EXPECT_EQ(slice(3, 1, 1), (V{}));
  EXPECT_EQ(slice(kLow, kHigh, kHigh), (V{0}));
  EXPECT_EQ(slice(kHigh, kLow, kLow), (V{4}));
  EXPECT_SAYS(callError("aten::slice.t", {l, IValue(), IValue(), 0}), "non-zero step");
  EXPECT_EQ(call("aten::slice.str", {"abcdef", 1, 5, 2}).toStringRef(), "bd");
  EXPECT_EQ(call("aten::slice.str", {"abc", IValue(), IValue(), -1}).toStringRef(), "cba");
}

IValue dict() {
  auto d = c10::make_intrusive<c10::detail::DictImpl>(c10::StringType::get(), c10::IntType::get());
  d->insert(IValue("a"), IValue(1));
  d->insert(IValue("b"), IValue(2));
  return c10::Dict<IValue, IValue>(std::move(d));
}

TEST(PrimOps, Dicts) {
  IValue d = dict();
  EXPECT_EQ(call("aten::__getitem__.Dict_str", {d, "b"}).toInt(), 2);
  EXPECT_SAYS(callError("aten::__getitem__.Dict_str", {d, "z"}), "KeyError: z");
  call("aten::_set_item.str", {d, "a", 5});
  call("aten::_set_item.str", {d, "c", 6});
  EXPECT_EQ(show(d), "{a: 5, b: 2, c: 6}");
  EXPECT_EQ(call("aten::len.Dict_str", {d}).toInt(), 3);
  EXPECT_TRUE(call("aten::__contains__.str", {d, "c"}).toBool());
  EXPECT_TRUE(call("aten::get.str", {d, "z"}).isNone());
  EXPECT_EQ(call("aten::get.default_str", {d, "z", 8}).toInt(), 8);
  EXPECT_EQ(call("aten::get.default_str", {d, "a", 8}).toInt(), 5);
  EXPECT_EQ(call("aten::setdefault.str", {d, "a", 1}).toInt(), 5);
  EXPECT_EQ(call("aten::setdefault.str", {d, "q", 1}).toInt(), 1);
  EXPECT_EQ(show(call("aten::keys.str", {d})), "[a, b, c, q]");
  EXPECT_EQ(show(call("aten::values.str", {d})), "[5, 2, 6, 1]");
  EXPECT_EQ(show(call("aten::items.str", {d})), "[(a, 5), (b, 2), (c, 6), (q, 1)]");
  EXPECT_EQ(call("aten::pop.Dict_str", {d, "q"}).toInt(), 1);
  EXPECT_SAYS(callError("aten::pop.Dict_str", {d, "q"}), "KeyError: q");
  EXPECT_EQ(call("aten::pop.Dict_default_str", {d, "q", 3}).toInt(), 3);
  call("aten::Delete.Dict_str", {d, "c"});
  EXPECT_SAYS(callError("aten::Delete.Dict_str", {d, "c"}), "KeyError");
  EXPECT_EQ(show(call("aten::popitem.str", {d})), "(a, 5)");
  call("aten::update.str", {d, dict()});
  EXPECT_EQ(show(d), "{b: 2, a: 1}");
  IValue copy = call("aten::copy.Dict_str", {d});
  call("aten::clear.str", {d});
  EXPECT_EQ(call("aten::len.Dict_str", {copy}).toInt(), 2);
  EXPECT_SAYS(callError("aten::popitem.str", {d}), "dictionary is empty");
  IValue pairs = call("aten::items.str", {copy});
  EXPECT_EQ(show(call("aten::dict.str", {pairs})), "{b: 2, a: 1}");
}

TEST(PrimOps, Strings) {
  EXPECT_EQ(call("aten::add.str", {"ab", "c"}).toStringRef(), "abc");
  EXPECT_EQ(call("aten::__getitem__.str", {"abc", -1}).toStringRef(), "c");
  EXPECT_SAYS(callError("aten::__getitem__.str", {"abc", 3}), "out of range");
  EXPECT_EQ(show(call("aten::split.str", {"  a b  c\nd ", IValue(), -1})), "[a, b, c, d]");
  EXPECT_EQ(show(call("aten::split.str", {"  a b  c ", IValue(), 1})), "[a, b  c]");
  EXPECT_EQ(show(call("aten::split.str", {"a,b,,c", ",", -1})), "[a, b, , c]");
  EXPECT_EQ(show(call("aten::rsplit", {"a,b,c", ",", 1})), "[a,b, c]");
  EXPECT_SAYS(callError("aten::split.str", {"a", "", -1}), "empty separator");
  EXPECT_EQ(show(call("aten::splitlines", {"a\nb\r\nc", false})), "[a, b, c]");
  EXPECT_EQ(call("aten::join", {"-", strs({"x", "y"})}).toStringRef(), "x-y");
  EXPECT_EQ(call("aten::replace", {"aaa", "a", "bc", 2}).toStringRef(), "bcbca");
  EXPECT_EQ(call("aten::replace", {"ab", "", "-", -1}).toStringRef(), "-a-b-");
  EXPECT_EQ(call("aten::find", {"abcab", "ab", 1, -1}).toInt(), 3);
  EXPECT_EQ(call("aten::rfind", {"abcab", "ab", 0, -1}).toInt(), 3);
  EXPECT_EQ(call("aten::find", {"abc", "z", 0, -1}).toInt(), -1);
  EXPECT_SAYS(callError("aten::index.str", {"abc", "z", 0, -1}), "substring not found");
  EXPECT_EQ(call("aten::count", {"aaaa", "aa", 0, -1}).toInt(), 2);
  EXPECT_EQ(call("aten::count", {"abc", "", 0, -1}).toInt(), 4);
  EXPECT_TRUE(call("aten::startswith", {"abc", "ab", 0, -1}).toBool());
  EXPECT_TRUE(call("aten::endswith", {"abc", "bc", 0, -1}).toBool());
  EXPECT_FALSE(call("aten::startswith", {"abc", "abcd", 5, -1}).toBool());
  EXPECT_EQ(call("aten::strip", {" \ta ", " \n\t\f\v"}).toStringRef(), "a");
  EXPECT_EQ(call("aten::title", {"hello wORLD"}).toStringRef(), "Hello World");
  EXPECT_EQ(call("aten::capitalize", {"hELLO"}).toStringRef(), "Hello");
  EXPECT_EQ(call("aten::swapcase", {"aB1"}).toStringRef(), "Ab1");
  EXPECT_EQ(call("aten::center", {"abc", 6, "*"}).toStringRef(), "*abc**");
  EXPECT_EQ(call("aten::zfill", {"-5", 4}).toStringRef(), "-005");
  EXPECT_NE(callError("aten::center", {"a", 5, "ab"}), "");
  EXPECT_NE(callError("aten::zfill", {"a", int64_t{1} << 62}), "");
  EXPECT_EQ(call("aten::expandtabs", {"a\tb", 4}).toStringRef(), "a   b");
  EXPECT_TRUE(call("aten::isidentifier", {"_a1"}).toBool());
  EXPECT_FALSE(call("aten::isidentifier", {"1a"}).toBool());
  EXPECT_TRUE(call("aten::istitle", {"Ab Cd"}).toBool());
  EXPECT_FALSE(call("aten::isupper", {"12"}).toBool());
  EXPECT_EQ(call("aten::hex", {-10}).toStringRef(), "-0xa");
  EXPECT_EQ(call("aten::bin", {kLow}).toStringRef(), "-0b1" + std::string(63, '0'));
  EXPECT_EQ(call("aten::ord", {"a"}).toInt(), 97);
  EXPECT_NE(callError("aten::ord", {"ab"}), "");
  EXPECT_NE(callError("aten::chr", {-1}), "");
  const auto parts = callAll("aten::partition", {"a=b=c", "="});
  EXPECT_EQ(parts[2].toStringRef(), "b=c");
  EXPECT_EQ(callAll("aten::rpartition", {"a=b=c", "="})[0].toStringRef(), "a=b");
  EXPECT_EQ(show(call("aten::list", {"ab"})), "[a, b]");
}

TEST(PrimOps, Format) {
  EXPECT_EQ(call("aten::format", {"{} and {}", 1, 2.5}).toStringRef(), "1 and 2.5");
  EXPECT_EQ(call("aten::format", {"{}:{:.2f}", "it", 7.0}).toStringRef(), "it:{:.2f}") << "what recorded archives expect";
  EXPECT_EQ(call("aten::format", {"plain", 1}).toStringRef(), "plain");
  EXPECT_SAYS(callError("aten::format", {"{} {}", 1}), "Too few arguments for format string");
  EXPECT_EQ(call("aten::percentFormat", {"%s %d %5.2f|%%", "a", 3, 2.5}).toStringRef(), "a 3  2.50|%");
  EXPECT_SAYS(callError("aten::percentFormat", {"%s %s", "a"}), "Too few");
  EXPECT_SAYS(callError("aten::percentFormat", {"%s", "a", "b"}), "Too many");
  EXPECT_NE(callError("aten::percentFormat", {"%d", "a"}), "");
  EXPECT_NE(callError("aten::percentFormat", {"%99999999d", 1}), "");
  EXPECT_NE(callError("aten::percentFormat", {"%n", 1}), "");
  EXPECT_NE(callError("aten::percentFormat", {"%", 1}), "");
}

TEST(PrimOps, TensorQueries) {
  const at::Tensor t = at::ones({2, 3});
  EXPECT_EQ(call("aten::size", {t}).toIntVector(), (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(call("aten::dim", {t}).toInt(), 2);
  EXPECT_EQ(call("aten::numel", {t}).toInt(), 6);
  EXPECT_EQ(call("aten::len.Tensor", {t}).toInt(), 2);
  EXPECT_NE(callError("aten::len.Tensor", {at::ones({})}), "");
  EXPECT_EQ(call("prim::dtype", {t}).toInt(), 6);
  EXPECT_TRUE(call("prim::device", {t}).toDevice().is_cpu());
  EXPECT_FALSE(call("prim::is_cuda", {t}).toBool());
  EXPECT_TRUE(call("prim::data", {t}).toTensor().is_alias_of(t));
  EXPECT_EQ(call("aten::Int.Tensor", {at::full({1}, 2.7)}).toInt(), 2);
  EXPECT_TRUE(call("aten::Bool.Tensor", {at::ones({})}).toBool());
  EXPECT_NE(callError("aten::Float.Tensor", {t}), "");
  EXPECT_NE(callError("aten::FloatImplicit", {t}), "");
  EXPECT_NE(callError("aten::dim", {IValue(3)}), "");
}

TEST(PrimOps, TensorFromValues) {
  const IValue none;
  at::Tensor t = call("aten::tensor", {list({ints({1, 2}), ints({3, 4})}, c10::ListType::ofInts()), none, none, false}).toTensor();
  EXPECT_EQ(t.scalar_type(), at::kLong);
  EXPECT_EQ(t.sizes(), (at::IntArrayRef{2, 2}));
  EXPECT_EQ(t.const_data_ptr<int64_t>()[3], 4);
  EXPECT_EQ(call("aten::tensor.float", {1.5, none, none, false}).toTensor().scalar_type(), at::kFloat);
  EXPECT_EQ(call("aten::tensor.int", {1, 6, none, false}).toTensor().scalar_type(), at::kFloat);
  EXPECT_EQ(call("aten::tensor", {list({}, c10::FloatType::get()), none, none, false}).toTensor().numel(), 0);
  EXPECT_SAYS(callError("aten::tensor", {list({ints({1, 2}), ints({3})}, c10::ListType::ofInts()), none, none, false}), "Expected sequence of length 2");
  EXPECT_NE(callError("aten::tensor", {strs({"a"}), none, none, false}), "");
  EXPECT_NE(callError("aten::tensor.int", {1, 12345, none, false}), "");
}

TEST(PrimOps, Misc) {
  EXPECT_TRUE(call("aten::__is__", {IValue(), IValue()}).toBool());
  EXPECT_TRUE(call("aten::__isnot__", {1, IValue()}).toBool());
  EXPECT_SAYS(callError("prim::RaiseException", {"boom", "builtins.ValueError"}), "boom");
  EXPECT_SAYS(callError("aten::_unwrap_optional", {IValue()}), "Unwrapping null optional");
  const bool before = c10::GradMode::is_enabled();
  call("aten::set_grad_enabled", {false});
  EXPECT_FALSE(call("aten::is_grad_enabled", {}).toBool());
  call("aten::set_grad_enabled", {before});
  EXPECT_EQ(call("prim::type", {call("aten::device", {"cuda:1"})}).toStringRef(), "cuda");
  EXPECT_EQ(call("prim::index", {call("aten::device", {"cuda:1"})}).toInt(), 1);
  EXPECT_NE(callError("aten::device", {"nonsense"}), "");
}

TEST(PrimOps, WarnGoesToTheHandler) {
  struct Handler : c10::WarningHandler {
    std::string text;
    void process(const c10::Warning& w) override { text = w.msg(); }
  } handler;
  c10::WarningUtils::WarningHandlerGuard guard(&handler);
  call("aten::warn", {"careful", 2});
  EXPECT_SAYS(handler.text, "careful");
}

}  // namespace
