#include "test_support.h"

#include <ATen/core/interned_strings.h>
#include <ATen/core/operator_name.h>
#include <ATen/core/qualified_name.h>

#include <set>
#include <thread>

using c10::Symbol;
namespace aten = c10::aten;
namespace prim = c10::prim;
namespace attr = c10::attr;

TEST(SymbolTest, KnownTableIsSorted) {
  std::string previous;
  for (c10::unique_t i = 0; i < c10::_keys::num_symbols; ++i) {
    const std::string name = Symbol(i).toQualString();
    EXPECT_LT(previous, name);
    EXPECT_EQ(static_cast<c10::unique_t>(Symbol::fromQualString(name)), i) << name;
    previous = name;
  }
}

TEST(SymbolTest, KnownOnesAreConstants) {
  static_assert(prim::Loop != prim::If, "");
  switch (Symbol::fromQualString("prim::Loop")) {
    case prim::Loop: break;
    default: FAIL();
  }
  EXPECT_EQ(Symbol::aten("add"), aten::add);
  EXPECT_EQ(Symbol::attr("value"), attr::value);
  EXPECT_STREQ(aten::add.toQualString(), "aten::add");
  EXPECT_STREQ(aten::add.toUnqualString(), "add");
  EXPECT_TRUE(aten::add.is_aten());
  EXPECT_TRUE(prim::Constant.is_prim());
  EXPECT_FALSE(prim::Constant.is_attr());
  EXPECT_EQ(aten::add.ns(), Symbol::fromQualString("namespaces::aten"));
  EXPECT_EQ(aten::add.domainString(), "org.pytorch.aten");
  EXPECT_EQ(Symbol::fromDomainAndUnqualString("org.pytorch.aten", "add"), aten::add);
}

TEST(SymbolTest, UnknownOnesAreInterned) {
  const Symbol a = Symbol::fromQualString("myops::fancy");
  EXPECT_EQ(a, Symbol::fromQualString(std::string("myops::") + "fancy"));
  EXPECT_NE(a, Symbol::fromQualString("myops::fancy2"));
  EXPECT_STREQ(a.toUnqualString(), "fancy");
  EXPECT_EQ(a.namespaceString(), "myops");
  EXPECT_STREQ(Symbol::user("x::y").toUnqualString(), "x::y");
}

TEST(SymbolTest, BadNamesThrow) {
  EXPECT_THROWS_WITH(Symbol::fromQualString("add"), "qualified name");
  EXPECT_THROWS_WITH(Symbol::fromQualString("::add"), "qualified name");
  EXPECT_THROWS_WITH(Symbol().toQualString(), "no symbol");
}

TEST(SymbolTest, ThreadsAgree) {
  constexpr int kThreads = 8, kNames = 500;
  std::vector<std::vector<c10::unique_t>> got(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&got, t] {
      for (int i = 0; i < kNames; ++i) {
        got[static_cast<size_t>(t)].push_back(Symbol::fromQualString("threads::n" + std::to_string(i)));
      }
    });
  }
  for (auto& t : threads) {
    t.join();
  }
  for (const auto& g : got) {
    EXPECT_EQ(g, got[0]);
  }
  EXPECT_EQ(std::set<c10::unique_t>(got[0].begin(), got[0].end()).size(), static_cast<size_t>(kNames));
}

TEST(QualifiedNameTest, Parts) {
  const c10::QualifiedName n("__torch__.models.Net");
  EXPECT_EQ(n.name(), "Net");
  EXPECT_EQ(n.prefix(), "__torch__.models");
  EXPECT_EQ(n.atoms().size(), 3u);
  EXPECT_TRUE(c10::QualifiedName("__torch__.models").isPrefixOf(n));
  EXPECT_FALSE(c10::QualifiedName("__torch__.model").isPrefixOf(n));
  EXPECT_EQ(c10::QualifiedName(c10::QualifiedName("__torch__.models"), "Net"), n);
  EXPECT_EQ(c10::QualifiedName(std::vector<std::string>{"__torch__", "models", "Net"}), n);
  EXPECT_EQ(c10::QualifiedName("x").prefix(), "");
  EXPECT_THROWS_WITH(c10::QualifiedName("a..b"), "empty part");
  EXPECT_THROWS_WITH(c10::QualifiedName(""), "empty");
  EXPECT_THROWS_WITH(c10::QualifiedName(c10::QualifiedName("a"), "b.c"), "dot");
}
