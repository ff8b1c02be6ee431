#include "test_support.h"

#include <ATen/core/jit_type.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

#include <limits>
#include <thread>

using c10::Dict;
using c10::IValue;
using c10::List;
using core_test::repr;
using core_test::tensor;
using core_test::text;

TEST(IValueTest, KindsAndConversions) {
  EXPECT_TRUE(IValue().isNone());
  EXPECT_EQ(IValue(3).toInt(), 3);
  EXPECT_EQ(IValue(int64_t{1} << 62).toInt(), int64_t{1} << 62);
  EXPECT_EQ(IValue(2.5).toDouble(), 2.5);
  EXPECT_EQ(IValue(3).toDouble(), 3.0);
  EXPECT_TRUE(IValue(true).isBool());
  EXPECT_TRUE(IValue("text").isString());
  EXPECT_EQ(IValue("text").toStringRef(), "text");
  EXPECT_EQ(IValue(c10::complex<double>(1, 2)).toComplexDouble(), c10::complex<double>(1, 2));
  EXPECT_EQ(IValue(c10::Device("cuda:1")).toDevice(), c10::Device("cuda:1"));
  EXPECT_EQ(IValue("cpu").toDevice(), c10::Device(c10::kCPU));
  EXPECT_EQ(IValue(c10::kHalf).toScalarType(), c10::kHalf);
  EXPECT_EQ(IValue(at::Scalar(2.5)).toDouble(), 2.5);
  EXPECT_TRUE(IValue(at::Scalar(true)).isBool());
  EXPECT_TRUE(IValue(std::optional<int64_t>()).isNone());
  EXPECT_EQ(IValue(std::optional<int64_t>(4)).toInt(), 4);
  EXPECT_EQ(IValue(7).toScalar().toLong(), 7);
  EXPECT_EQ(IValue(7).tagKind(), "Int");
}

TEST(IValueTest, WrongKindNamesBoth) {
  EXPECT_THROWS_WITH(IValue(3).toTensor(), "Expected Tensor but got Int");
  EXPECT_THROWS_WITH(IValue("x").toInt(), "Expected Int but got String");
  EXPECT_THROWS_WITH(IValue().toStringRef(), "Expected String but got None");
  EXPECT_THROWS_WITH(IValue("x").toScalar(), "not a Scalar");
  EXPECT_THROWS_WITH(IValue(std::vector<double>{1}).toIntList(), "List[float]");
  EXPECT_THROWS_WITH((IValue(std::make_tuple(1, 2)).to<std::tuple<int64_t, int64_t, int64_t>>()), "tuple of 3");
}

// dtypes, layouts and memory formats are ints in scripts, so any number may come.
TEST(IValueTest, CodesOfNoDtypeLayoutOrFormatAreErrors) {
  for (const int64_t code : {int64_t{-1}, int64_t{-5}, int64_t{120}, int64_t{262}, INT64_MAX, INT64_MIN}) {
    EXPECT_THROW(c10::IValue(code).toScalarType(), c10::ValueError) << code;
    EXPECT_THROW(c10::IValue(code).toLayout(), c10::ValueError) << code;
    EXPECT_THROW(c10::IValue(code).toMemoryFormat(), c10::ValueError) << code;
    EXPECT_THROW(c10::IValue(code).to<c10::ScalarType>(), c10::ValueError) << code;
  }
  EXPECT_EQ(c10::IValue(int64_t{6}).toScalarType(), c10::ScalarType::Float);
}

TEST(IValueTest, MoveLeavesNoneAndCopyCounts) {
  auto t = tensor<float>({1, 2});
  IValue a(t);
  EXPECT_EQ(t.use_count(), 2u);
  IValue b = a;
  EXPECT_EQ(t.use_count(), 3u);
  IValue c = std::move(a);
  EXPECT_TRUE(a.isNone());
  EXPECT_EQ(t.use_count(), 3u);
  b = IValue();
  EXPECT_EQ(t.use_count(), 2u);
  at::Tensor out = std::move(c).toTensor();
  EXPECT_TRUE(c.isNone());
  EXPECT_EQ(t.use_count(), 2u);
  EXPECT_TRUE(out.is_same(t));
  IValue self(t);
  self = static_cast<IValue&>(self);
  EXPECT_TRUE(self.toTensor().is_same(t));
}

TEST(IValueTest, UndefinedTensorIsATensor) {
  IValue v((at::Tensor()));
  EXPECT_TRUE(v.isTensor());
  EXPECT_FALSE(v.isNone());
  EXPECT_TRUE(v.is(IValue()));
  IValue copy = v;
  EXPECT_FALSE(copy.toTensor().defined());
}

TEST(IValueTest, ToOfCompositeTypes) {
  const IValue v(std::make_tuple(tensor<float>({1}), int64_t{2}, std::string("x")));
  const auto t = v.to<std::tuple<at::Tensor, int64_t, std::string>>();
  EXPECT_EQ(std::get<1>(t), 2);
  EXPECT_EQ(std::get<2>(t), "x");
  const IValue nested(std::vector<std::vector<int64_t>>{{1, 2}, {3}});
  EXPECT_EQ((nested.to<std::vector<std::vector<int64_t>>>()), (std::vector<std::vector<int64_t>>{{1, 2}, {3}}));
  EXPECT_EQ((IValue(std::vector<bool>{true, false}).to<std::array<bool, 2>>()), (std::array<bool, 2>{true, false}));
  EXPECT_THROWS_WITH((IValue(std::vector<bool>{true}).to<std::array<bool, 2>>()), "list of 2");
  EXPECT_FALSE(IValue().to<std::optional<double>>().has_value());
  EXPECT_EQ((IValue(std::unordered_map<std::string, int64_t>{{"a", 1}}).to<std::unordered_map<std::string, int64_t>>().at("a")), 1);
}

TEST(IValueTest, Identity) {
  List<int64_t> l{1};
  EXPECT_TRUE(IValue(l).is(IValue(l)));
  EXPECT_FALSE(IValue(l).is(IValue(l.copy())));
  EXPECT_TRUE(IValue(3).is(IValue(3)));
  EXPECT_FALSE(IValue(3).is(IValue(3.0)));
  EXPECT_TRUE(IValue().is(IValue()));
  EXPECT_FALSE(IValue().is(IValue(0)));
}

TEST(IValueTest, Equality) {
  EXPECT_EQ(IValue(std::vector<int64_t>{1, 2}), IValue(std::vector<int64_t>{1, 2}));
  EXPECT_NE(IValue(std::vector<int64_t>{1, 2}), IValue(std::vector<int64_t>{1}));
  EXPECT_EQ(IValue(std::make_tuple(1, std::string("a"))), IValue(std::make_tuple(1, std::string("a"))));
  EXPECT_NE(IValue(1), IValue("1"));
  EXPECT_NE(IValue(), IValue(0));
  Dict<std::string, int64_t> a, b;
  a.insert("x", 1);
  a.insert("y", 2);
  b.insert("y", 2);
  b.insert("x", 1);
  EXPECT_EQ(IValue(a), IValue(b));
  b.insert_or_assign("x", 3);
  EXPECT_NE(IValue(a), IValue(b));
  // The same tensor inside containers needs no comparison of elements.
  auto t = tensor<float>({1, 2});
  EXPECT_EQ(IValue(std::vector<at::Tensor>{t}), IValue(std::vector<at::Tensor>{t}));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(IValue(nan), IValue(nan));
}

TEST(IValueTest, Hash) {
  EXPECT_EQ(IValue::hash(IValue("a")), IValue::hash(IValue(std::string("a"))));
  EXPECT_EQ(IValue::hash(IValue(0.0)), IValue::hash(IValue(-0.0)));
  EXPECT_EQ(IValue::hash(IValue(std::make_tuple(1, 2))), IValue::hash(IValue(std::make_tuple(1, 2))));
  EXPECT_NE(IValue::hash(IValue(std::make_tuple(1, 2))), IValue::hash(IValue(std::make_tuple(2, 1))));
  EXPECT_THROWS_WITH(IValue::hash(IValue(std::vector<int64_t>{1})), "unhashable type: 'List[int]'");
}

TEST(IValueTest, PrintsLikePrint) {
  EXPECT_EQ(text(IValue()), "None");
  EXPECT_EQ(text(IValue(true)), "True");
  EXPECT_EQ(text(IValue(2.0)), "2.");
  EXPECT_EQ(text(IValue(-0.0)), "-0.");
  EXPECT_EQ(text(IValue(2.5)), "2.5");
  EXPECT_EQ(text(IValue(0.1)), "0.10000000000000001");
  EXPECT_EQ(text(IValue(1e300)), "1.0000000000000001e+300");
  EXPECT_EQ(text(IValue(std::numeric_limits<double>::infinity())), "inf");
  EXPECT_EQ(text(IValue(c10::complex<double>(1, -2))), "1.-2.j");
  EXPECT_EQ(text(IValue("word")), "word");
  EXPECT_EQ(text(IValue(std::vector<int64_t>{1, 2})), "[1, 2]");
  EXPECT_EQ(text(IValue(std::vector<int64_t>{})), "[]");
  EXPECT_EQ(text(IValue(std::make_tuple(1))), "(1,)");
  EXPECT_EQ(text(IValue(c10::ivalue::Tuple::create(std::vector<IValue>{}))), "()");
  EXPECT_EQ(text(IValue(std::make_tuple(std::string("a"), 2.5))), "(a, 2.5)");
  Dict<std::string, int64_t> d;
  d.insert("k", 1);
  EXPECT_EQ(text(IValue(d)), "{k: 1}");
  EXPECT_EQ(text(IValue(c10::Device("cpu"))), "cpu");
}

TEST(IValueTest, ReprIsSource) {
  EXPECT_EQ(repr(IValue("a\"b\n")), "\"a\\\"b\\n\"");
  EXPECT_EQ(repr(IValue(std::vector<int64_t>{})), "annotate(List[int], [])");
  EXPECT_EQ(repr(IValue(std::vector<std::string>{"a", "b"})), "[\"a\", \"b\"]");
  EXPECT_EQ(repr(IValue(std::vector<std::optional<int64_t>>{1})), "annotate(List[Optional[int]], [1])");
  EXPECT_EQ(repr(IValue(std::make_tuple(std::string("a"), true))), "(\"a\", True)");
  EXPECT_EQ(repr(IValue(c10::Device("cuda:0"))), "torch.device(\"cuda:0\")");
  EXPECT_EQ(repr(IValue(-std::numeric_limits<double>::infinity())), "float('-inf')");
  EXPECT_THROWS_WITH(repr(IValue(tensor<float>({1}))), "repr() is not defined on: Tensor");
}

TEST(IValueTest, DynamicType) {
  EXPECT_EQ(IValue(std::make_tuple(1, 2.0, std::vector<int64_t>{})).type()->annotation_str(), "Tuple[int, float, List[int]]");
  EXPECT_EQ((IValue(Dict<std::string, at::Tensor>()).type()->annotation_str()), "Dict[str, Tensor]");
  EXPECT_EQ(IValue(tensor<float>({1})).type()->annotation_str(), "Tensor");
}

namespace {
IValue nested_list(int depth) {
  IValue v(std::vector<int64_t>{1});
  for (int i = 0; i < depth; ++i) {
    List<IValue> outer(c10::AnyType::get());
    outer.push_back(std::move(v));
    v = IValue(std::move(outer));
  }
  return v;
}
IValue nested_tuple(int depth) {
  IValue v(1);
  for (int i = 0; i < depth; ++i) {
    v = c10::ivalue::Tuple::create(std::vector<IValue>{std::move(v)});
  }
  return v;
}
} // namespace

TEST(IValueDepthTest, AMillionNestedListsAreReleased) {
  auto t = tensor<float>({1});
  {
    IValue v(t);
    for (int i = 0; i < 1000000; ++i) {
      List<IValue> outer(c10::AnyType::get());
      outer.push_back(std::move(v));
      v = IValue(std::move(outer));
    }
    EXPECT_EQ(t.use_count(), 2u);
  }
  EXPECT_EQ(t.use_count(), 1u); // all of it, not only the outer part
}
TEST(IValueDepthTest, AMillionNestedTuplesAreReleased) { nested_tuple(1000000); }
TEST(IValueDepthTest, AMillionNestedDictsAreReleased) {
  IValue v(1);
  for (int i = 0; i < 1000000; ++i) {
    Dict<IValue, IValue> outer(c10::IntType::get(), c10::AnyType::get());
    outer.insert(IValue(0), std::move(v));
    v = IValue(std::move(outer));
  }
}
TEST(IValueDepthTest, AWideAndDeepTreeIsReleasedOnAnotherThread) {
  IValue v = nested_list(100000);
  for (int i = 0; i < 100; ++i) {
    v = c10::ivalue::Tuple::create(std::vector<IValue>{v, nested_tuple(1000), std::move(v)});
  }
  std::thread([moved = std::move(v)]() mutable { moved = IValue(); }).join();
}
TEST(IValueDepthTest, RecursiveOperationsAreBounded) {
  const IValue deep = nested_list(5000);
  const IValue deep2 = nested_list(5000);
  EXPECT_THROWS_WITH((void)(deep == deep2), "nested more than");
  EXPECT_THROWS_WITH(deep.deepcopy(), "nested more than");
  EXPECT_THROWS_WITH(IValue::hash(nested_tuple(5000)), "nested more than");
  EXPECT_THROWS_WITH(nested_tuple(5000).type(), "nested more than");
  EXPECT_NE(text(deep).find("[..."), std::string::npos);
}
TEST(IValueDepthTest, AListThatContainsItself) {
  List<IValue> l(c10::AnyType::get());
  l.push_back(IValue(l));
  EXPECT_FALSE(text(IValue(l)).empty());
  EXPECT_TRUE(IValue(l) == IValue(l));
  const IValue copy = IValue(l).deepcopy();
  EXPECT_TRUE(copy.toListRef()[0].is(copy));
  int visited = 0;
  IValue(l).visit([&](const IValue&) { return ++visited < 100; });
  EXPECT_EQ(visited, 1);
  copy.toList().clear();
  l.clear(); // breaks the cycle, which counting cannot
}

TEST(IValueTest, DeepCopyKeepsSharing) {
  List<int64_t> shared{1, 2};
  const IValue v(std::make_tuple(shared, shared));
  const IValue copy = v.deepcopy();
  const auto& e = copy.toTupleRef().elements();
  EXPECT_TRUE(e[0].is(e[1]));
  EXPECT_FALSE(e[0].is(IValue(shared)));
  EXPECT_EQ(copy, v);
}

TEST(ObjectTest, AttributesAndEpoch) {
  auto cls = c10::ClassType::create(c10::QualifiedName("__torch__.Thing"), {});
  cls->addAttribute("x", c10::IntType::get());
  auto object = c10::ivalue::Object::create(cls, 1);
  const auto before = object->attribute_epoch();
  object->setAttr("x", 5);
  EXPECT_GT(object->attribute_epoch(), before);
  EXPECT_EQ(object->getAttr("x").toInt(), 5);
  EXPECT_THROWS_WITH(object->getAttr("y"), "does not have an attribute with name 'y'");
  cls->addAttribute("y", c10::StringType::get());
  object->setAttr("y", "late"); // the object grows with its class
  EXPECT_EQ(object->getAttr("y").toStringRef(), "late");
  EXPECT_THROWS_WITH(object->setSlot(7, 1), "attribute slot 7");
  const auto copy = object->deepcopy();
  copy->setAttr("x", 6);
  EXPECT_EQ(object->getAttr("x").toInt(), 5);
  EXPECT_EQ(text(IValue(object)).substr(0, 28), "<__torch__.Thing object at 0");
}

TEST(FutureTest, ValueErrorCallback) {
  auto f = c10::make_intrusive<c10::ivalue::Future>(c10::IntType::get());
  EXPECT_FALSE(f->completed());
  EXPECT_THROWS_WITH(f->value(), "not completed");
  int called = 0;
  f->addCallback([&](c10::ivalue::Future& g) { called += static_cast<int>(g.value().toInt()); });
  std::thread([&] { f->markCompleted(3); }).join();
  f->wait();
  EXPECT_EQ(called, 3);
  f->addCallback([&](c10::ivalue::Future&) { ++called; });
  EXPECT_EQ(called, 4);
  EXPECT_THROWS_WITH(f->markCompleted(4), "again");
  auto g = c10::make_intrusive<c10::ivalue::Future>(c10::IntType::get());
  g->setError(std::make_exception_ptr(c10::Error("broken")));
  EXPECT_TRUE(g->hasError());
  EXPECT_THROWS_WITH(g->wait(), "broken");
}
