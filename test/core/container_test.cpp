// List and Dict.
#include "test_support.h"

#include <ATen/core/jit_type.h>

using c10::Dict;
using c10::IValue;
using c10::List;
using core_test::tensor;

TEST(ListTest, SharesAndCopies) {
  List<int64_t> a{1, 2, 3};
  List<int64_t> b = a;
  b.push_back(4);
  EXPECT_EQ(a.size(), 4u);
  EXPECT_TRUE(a.is(b));
  auto c = a.copy();
  c.set(0, 9);
  EXPECT_EQ(a.get(0), 1);
  EXPECT_EQ(c.vec(), (std::vector<int64_t>{9, 2, 3, 4}));
  EXPECT_FALSE(a == c);
}

TEST(ListTest, ElementReferences) {
  List<std::string> l{"a", "b"};
  l[0] = "c";
  std::string s = l[0];
  EXPECT_EQ(s, "c");
  swap(l[0], l[1]);
  EXPECT_EQ(l.vec(), (std::vector<std::string>{"b", "c"}));
  l[0] = l[1];
  EXPECT_EQ(l.get(0), "c");
}

TEST(ListTest, InsertEraseResize) {
  List<int64_t> l{1, 3};
  l.insert(l.begin() + 1, 2);
  l.erase(l.begin());
  EXPECT_EQ(l.vec(), (std::vector<int64_t>{2, 3}));
  l.resize(4, 7);
  EXPECT_EQ(l.vec(), (std::vector<int64_t>{2, 3, 7, 7}));
  l.erase(l.begin() + 1, l.begin() + 3);
  EXPECT_EQ(l.vec(), (std::vector<int64_t>{2, 7}));
  l.pop_back();
  l.append(l); // itself
  EXPECT_EQ(l.vec(), (std::vector<int64_t>{2, 2}));
  l.clear();
  EXPECT_TRUE(l.empty());
}

TEST(ListTest, OutOfRangeThrows) {
  List<int64_t> l{1};
  EXPECT_THROW(l.get(1), c10::IndexError);
  EXPECT_THROW(l.set(5, 1), c10::IndexError);
  EXPECT_THROW(l.erase(l.end()), c10::IndexError);
  EXPECT_THROW(*l.end(), c10::IndexError);
  l.clear();
  EXPECT_THROW(l.pop_back(), c10::IndexError);
}

TEST(ListTest, ShrinkingWhileIteratingIsSafe) {
  List<int64_t> l{1, 2, 3};
  EXPECT_THROW(
      {
        for (int64_t x : l) {
          (void)x;
          l.clear();
        }
      },
      c10::IndexError);
}

TEST(ListTest, MovedFromIsEmptyAndUsable) {
  List<int64_t> a{1};
  List<int64_t> b = std::move(a);
  EXPECT_TRUE(a.empty());
  a.push_back(2);
  EXPECT_EQ(b.vec(), std::vector<int64_t>{1});
}

TEST(ListTest, TypesAreChecked) {
  const IValue ints(std::vector<int64_t>{1});
  EXPECT_THROWS_WITH(ints.to<List<std::string>>(), "Tried to cast a List[int] to a List[str]");
  // A wider element type is only a view.
  EXPECT_EQ(IValue(std::vector<at::Tensor>{tensor<float>({1})}).toOptionalTensorList().size(), 1u);
  EXPECT_EQ((*List<List<double>>().elementType()).annotation_str(), "List[float]");
}

TEST(DictTest, KeepsInsertionOrder) {
  Dict<int64_t, std::string> d;
  for (int64_t i = 0; i < 1000; ++i) {
    EXPECT_TRUE(d.insert((i * 7919) % 1000, std::to_string(i)).second);
  }
  EXPECT_FALSE(d.insert(5, "other").second);
  for (int64_t i = 0; i < 1000; i += 2) {
    EXPECT_EQ(d.erase((i * 7919) % 1000), 1u);
  }
  EXPECT_EQ(d.erase(0), 0u);
  EXPECT_EQ(d.size(), 500u);
  d.insert(0, "again"); // at the end
  int64_t i = 1;
  for (const auto& e : d) {
    if (i < 1000) {
      EXPECT_EQ(e.key(), (i * 7919) % 1000);
    } else {
      EXPECT_EQ(e.value(), "again");
    }
    i += 2;
  }
  EXPECT_EQ(i, 1003);
}

TEST(DictTest, FindAtAssign) {
  Dict<std::string, int64_t> d;
  d.insert("a", 1);
  d.insert_or_assign("a", 2);
  EXPECT_EQ(d.at("a"), 2);
  EXPECT_TRUE(d.contains("a"));
  EXPECT_FALSE(d.contains("b"));
  EXPECT_EQ(d.find("b"), d.end());
  d.find("a")->setValue(5);
  EXPECT_EQ(d.at("a"), 5);
  EXPECT_THROWS_WITH(d.at("b"), "KeyError: b");
  EXPECT_THROWS_WITH(d.begin()->value(); d.erase(d.begin()); d.begin()->value(), "erased");
  d.clear();
  d.insert("z", 1);
  EXPECT_EQ(d.size(), 1u);
}

TEST(DictTest, ErasingWhileIterating) {
  Dict<int64_t, int64_t> d;
  for (int64_t i = 0; i < 10; ++i) {
    d.insert(i, i);
  }
  int64_t seen = 0;
  for (auto it = d.begin(); it != d.end(); ++it) {
    ++seen;
    d.erase(it->key());
  }
  EXPECT_EQ(seen, 10);
  EXPECT_TRUE(d.empty());
}

TEST(DictTest, GrowingWhileIteratingStaysInside) {
  Dict<int64_t, int64_t> d;
  d.insert(0, 0);
  int64_t n = 0;
  for (auto it = d.begin(); it != d.end() && n < 1000; ++it) {
    d.insert(++n, n);
  }
  EXPECT_EQ(d.size(), 1001u);
}

TEST(DictTest, KeysOfEveryKind) {
  Dict<IValue, IValue> d(c10::AnyType::get(), c10::IntType::get());
  auto t = tensor<float>({1});
  auto same_values = tensor<float>({1});
  const std::vector<IValue> keys{1, 2.5, true, "s", c10::complex<double>(1, 2), t, c10::Device("cpu"), IValue(std::make_tuple(1, std::string("x")))};
  int64_t n = 0;
  for (const auto& k : keys) {
    d.insert(k, IValue(n++));
  }
  n = 0;
  for (const auto& k : keys) {
    EXPECT_EQ(d.at(k).toInt(), n++);
  }
  EXPECT_FALSE(d.contains(IValue(same_values))); // tensors are keys by identity
  EXPECT_THROWS_WITH(d.insert(IValue(std::vector<int64_t>{1}), IValue(1)), "unhashable");
  EXPECT_THROWS_WITH(d.contains(IValue(std::vector<int64_t>{1})), "unhashable");
}

TEST(DictTest, CopyIsIndependentAndTyped) {
  Dict<std::string, int64_t> d;
  d.insert("a", 1);
  auto c = d.copy();
  c.insert("b", 2);
  EXPECT_EQ(d.size(), 1u);
  EXPECT_FALSE(d == c);
  EXPECT_THROWS_WITH((IValue(d).to<Dict<int64_t, int64_t>>()), "Tried to cast a Dict[str, int] to a Dict[int, int]");
}
