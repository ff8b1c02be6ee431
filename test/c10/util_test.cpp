// Errors, text, arrays, small vectors, overflow checks.
#include <c10/util/ArrayRef.h>
#include <c10/util/Exception.h>
#include <c10/util/FunctionRef.h>
#include <c10/util/SmallVector.h>
#include <c10/util/StringUtil.h>
#include <c10/util/irange.h>
#include <c10/util/Half.h>
#include <c10/util/complex.h>
#include <c10/util/overflows.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <sstream>
#include <string>

namespace {

struct Printable {};
std::ostream& operator<<(std::ostream& out, const Printable&) {
  return out << "printable";
}
enum class Plain { A = 7 };

TEST(StringUtil, FormatsWhatStreamsWould) {
  EXPECT_EQ(c10::str("a", 1, ' ', -2L, true, 1.5, 2.0f, size_t{3}), "a1 -211.523");
  EXPECT_EQ(c10::str(std::string("s"), std::string_view("v")), "sv");
  EXPECT_EQ(c10::str(c10::IntArrayRef({1, 2}), std::vector<int>{}), "[1, 2][]");
  EXPECT_EQ(c10::str(Printable(), Plain::A), "printable7");
  EXPECT_EQ(c10::str(std::optional<int>(), std::optional<int>(4)), "None4");
  EXPECT_EQ(c10::str(static_cast<const char*>(nullptr)), "(null)");
  EXPECT_EQ(c10::str(), "");
  EXPECT_EQ(c10::str(1e10, " ", 1e-7), "1e+10 1e-07");
  EXPECT_EQ(c10::str(INT64_MIN, " ", UINT64_MAX), "-9223372036854775808 18446744073709551615");
  EXPECT_EQ(c10::Join(", ", std::vector<int>{1, 2, 3}), "1, 2, 3");
}

TEST(StringUtil, ReplaceSplitQuoteRepr) {
  std::string s = "aXbXXc";
  EXPECT_EQ(c10::ReplaceAll(s, "X", "--"), 3u);
  EXPECT_EQ(s, "a--b----c");
  EXPECT_EQ(c10::ReplaceAll(s, "", "y"), 0u);
  EXPECT_EQ(c10::split("a.b.", '.').size(), 3u);
  std::string q;
  c10::append_quoted(q, std::string_view("it's\n\x01\\", 7));
  EXPECT_EQ(q, "'it\\'s\\n\\x01\\\\'");
  EXPECT_EQ(c10::repr_double(1.0), "1.0");
  EXPECT_EQ(c10::repr_double(0.1), "0.1");
  EXPECT_EQ(c10::repr_double(1e16), "1e+16");
  EXPECT_EQ(c10::repr_double(123456789012345.0), "123456789012345.0");
  EXPECT_EQ(c10::repr_double(1e-5), "1e-05");
  EXPECT_EQ(c10::repr_double(0.0001), "0.0001");
  EXPECT_EQ(c10::repr_double(-0.0), "-0.0");
  EXPECT_EQ(c10::repr_double(-std::numeric_limits<double>::infinity()), "-inf");
}

TEST(Exception, MessageComesFirstAndClassesMatch) {
  const int v = 3;
  try {
    TORCH_CHECK(v == 4, "op: expected 4, got ", v);
    FAIL();
  } catch (const c10::Error& e) {
    EXPECT_STREQ(e.what(), "op: expected 4, got 3");
    EXPECT_STREQ(e.what_without_backtrace(), "op: expected 4, got 3");
    EXPECT_NE(e.backtrace().find("util_test.cpp"), std::string::npos);
  }
  auto plain = [&] { TORCH_CHECK(v == 4); };
  try {
    plain();
    FAIL();
  } catch (const c10::Error& e) {
    EXPECT_STREQ(e.what(), "Expected v == 4 to be true, but got false.");
  }
  EXPECT_THROW({ TORCH_CHECK_INDEX(false, "i"); }, c10::IndexError);
  EXPECT_THROW({ TORCH_CHECK_VALUE(false, "v"); }, c10::ValueError);
  EXPECT_THROW({ TORCH_CHECK_TYPE(false, "t"); }, c10::TypeError);
  EXPECT_THROW({ TORCH_CHECK_NOT_IMPLEMENTED(false); }, c10::NotImplementedError);
  EXPECT_THROW({ TORCH_CHECK_LINALG(false, "l"); }, c10::LinAlgError);
  EXPECT_THROW({ TORCH_CHECK_WITH(OutOfMemoryError, false, "m", 1); }, c10::OutOfMemoryError);
  try {
    TORCH_INTERNAL_ASSERT(1 == 2, "more ", 5);
    FAIL();
  } catch (const c10::Error& e) {
    EXPECT_NE(std::string(e.what()).find("1 == 2 INTERNAL ASSERT FAILED at \""), std::string::npos);
    EXPECT_NE(std::string(e.what()).find("more 5"), std::string::npos);
  }
  try {
    AT_ERROR("x", 1);
  } catch (const std::exception& e) {
    EXPECT_STREQ(e.what(), "x1");
  }
}

TEST(Exception, ContextAndCopies) {
  c10::IndexError e(c10::SourceLocation{"f", "file", 1}, "bad");
  e.add_context("while doing a");
  EXPECT_STREQ(e.what(), "bad (while doing a)");
  e.add_context("while doing b");
  EXPECT_STREQ(e.what(), "bad\n  while doing a\n  while doing b");
  c10::IndexError copy = e;
  EXPECT_STREQ(copy.what(), e.what());
  EXPECT_EQ(copy.msg(), "bad");
}

TEST(Exception, WarningsGoToTheHandler) {
  struct Keep : c10::WarningHandler {
    std::string last;
    int count = 0;
    void process(const c10::Warning& w) override {
      last = w.msg();
      ++count;
    }
  } keep;
  {
    c10::WarningUtils::WarningHandlerGuard guard(&keep);
    TORCH_WARN("w", 1);
    for (int i = 0; i < 3; ++i) {
      TORCH_WARN_ONCE("once");
    }
  }
  EXPECT_EQ(keep.count, 2);
  EXPECT_EQ(keep.last, "once");
  EXPECT_NE(c10::WarningUtils::get_warning_handler(), &keep);
}

TEST(ArrayRef, ViewsAndChecks) {
  const std::vector<int64_t> v{1, 2, 3};
  c10::IntArrayRef a = v;
  EXPECT_EQ(a.size(), 3u);
  EXPECT_EQ(a.slice(1, 2).vec(), (std::vector<int64_t>{2, 3}));
  EXPECT_THROW(a.slice(2, 2), c10::Error);
  EXPECT_THROW(a.slice(SIZE_MAX, 2), c10::Error);
  EXPECT_THROW(a.at(3), c10::Error);
  EXPECT_THROW(c10::IntArrayRef().front(), c10::Error);
  EXPECT_TRUE(a == v);
  EXPECT_TRUE(a.equals({1, 2, 3}));
  EXPECT_FALSE(a.equals({1, 2}));
  std::ostringstream out;
  out << a;
  EXPECT_EQ(out.str(), "[1, 2, 3]");
  c10::OptionalIntArrayRef none = std::nullopt, some = v;
  EXPECT_FALSE(none.has_value());
  EXPECT_EQ(some->size(), 3u);
  auto takes = [](c10::OptionalIntArrayRef o) { return o.has_value() ? o->size() : 99; };
  EXPECT_EQ(takes({1, 2}), 2u);
  EXPECT_EQ(takes(int64_t{5}), 1u);
  EXPECT_EQ(takes(v), 3u);
  auto first = [](c10::OptionalIntArrayRef o) { return (*o)[0]; };
  EXPECT_EQ(first(7), 7); // an int: the int64 it becomes must live as long as the call
  const std::optional<int64_t> eight = 8;
  EXPECT_EQ(first(eight), 8);
  EXPECT_FALSE((std::is_constructible_v<c10::OptionalIntArrayRef, std::optional<int>>));
}

TEST(SmallVector, GrowsMovesAndKeepsElements) {
  c10::SmallVector<std::string, 2> v;
  for (int i = 0; i < 20; ++i) {
    v.push_back("element number " + std::to_string(i));
  }
  v.push_back(v[0]); // an element of itself, while growing or not
  EXPECT_EQ(v.back(), "element number 0");
  auto copy = v;
  auto moved = std::move(v);
  EXPECT_TRUE(v.empty());
  v.push_back("again");
  EXPECT_EQ(v[0], "again");
  EXPECT_EQ(moved, copy);
  moved.erase(moved.begin());
  EXPECT_EQ(moved[0], "element number 1");
  moved.insert(moved.begin() + 1, "new");
  EXPECT_EQ(moved[1], "new");
  EXPECT_EQ(moved[2], "element number 2");
  moved.resize(3);
  EXPECT_EQ(moved.size(), 3u);
  c10::SmallVector<std::string, 2> small{"a"}, target{"x", "y", "z"};
  target = std::move(small);
  EXPECT_EQ(target.size(), 1u);
  EXPECT_EQ(target[0], "a");
  c10::SmallVector<std::string, 2> p{"1"}, q{"2", "3", "4"};
  p.swap(q);
  EXPECT_EQ(p.size(), 3u);
  EXPECT_EQ(q[0], "1");
  EXPECT_THROW(q.at(5), c10::Error);
}

TEST(SmallVector, PlainNumbers) {
  c10::DimVector d({1, 2, 3});
  EXPECT_EQ(d.size(), 3u);
  for (int64_t i = 0; i < 100; ++i) {
    d.push_back(i);
  }
  EXPECT_EQ(d[102], 99);
  d.resize(2);
  d.resize(4);
  EXPECT_EQ(d[3], 0);
  EXPECT_EQ(d[1], 2);
  c10::IntArrayRef a = d;
  EXPECT_EQ(a.size(), 4u);
  c10::DimVector e(a);
  EXPECT_EQ(e, d);
  e.assign(3, 7);
  EXPECT_TRUE(c10::IntArrayRef(e).equals({7, 7, 7}));
  e.erase(e.begin(), e.begin() + 2);
  EXPECT_EQ(e.size(), 1u);
  const int64_t more[] = {4, 5};
  e.insert(e.begin(), more, more + 2);
  EXPECT_TRUE(c10::IntArrayRef(e).equals({4, 5, 7}));
}

TEST(Irange, RunsOverTheRange) {
  int64_t sum = 0;
  for (const auto i : c10::irange(5)) {
    sum += i;
  }
  for (const auto i : c10::irange(int64_t{3}, int64_t{5})) {
    sum += i;
  }
  for ([[maybe_unused]] const auto i : c10::irange(-3)) {
    sum += 1000;
  }
  for ([[maybe_unused]] const auto i : c10::irange(5, 2)) {
    sum += 1000;
  }
  EXPECT_EQ(sum, 17);
}

int twice(int x) {
  return 2 * x;
}
TEST(FunctionRef, CallsWhateverItRefersTo) {
  int base = 10;
  auto add = [&](int x) { return base += x; };
  c10::FunctionRef<int(int)> f = add;
  EXPECT_EQ(f(5), 15);
  EXPECT_EQ(base, 15);
  c10::FunctionRef<int(int)> g = twice;
  EXPECT_EQ(g(4), 8);
  EXPECT_FALSE(static_cast<bool>(c10::FunctionRef<void()>()));
}

TEST(Overflows, Arithmetic) {
  EXPECT_EQ(c10::checked_add(2, 3), 5);
  EXPECT_THROW(c10::checked_add(INT64_MAX, 1, "sum"), c10::Error);
  EXPECT_THROW(c10::checked_mul(INT64_MAX, 2, "product"), c10::Error);
  uint64_t out;
  const int64_t big[] = {int64_t{1} << 40, int64_t{1} << 40}, zero[] = {int64_t{1} << 40, int64_t{1} << 40, 0}, fine[] = {3, 4};
  EXPECT_TRUE(c10::safe_multiplies_u64(big, big + 2, &out));
  EXPECT_FALSE(c10::safe_multiplies_u64(zero, zero + 3, &out));
  EXPECT_EQ(out, 0u);
  EXPECT_FALSE(c10::safe_multiplies_u64(fine, fine + 2, &out));
  EXPECT_EQ(out, 12u);
}

TEST(Overflows, Conversions) {
  EXPECT_FALSE((c10::overflows<int8_t>(127)));
  EXPECT_TRUE((c10::overflows<int8_t>(128)));
  EXPECT_TRUE((c10::overflows<int8_t>(-129)));
  EXPECT_FALSE((c10::overflows<uint8_t>(-1)));
  EXPECT_FALSE((c10::overflows<uint8_t>(int64_t{-255})));
  EXPECT_TRUE((c10::overflows<uint8_t>(int64_t{-256})));
  EXPECT_TRUE((c10::overflows<uint8_t>(int64_t{-1}, true)));
  EXPECT_TRUE((c10::overflows<uint8_t>(256)));
  EXPECT_FALSE((c10::overflows<int64_t>(9.2e18)));
  EXPECT_TRUE((c10::overflows<int64_t>(9.3e18)));
  EXPECT_TRUE((c10::overflows<int64_t>(0x1p63)));
  EXPECT_FALSE((c10::overflows<int64_t>(-0x1p63)));
  EXPECT_TRUE((c10::overflows<int>(std::nan(""))));
  EXPECT_TRUE((c10::overflows<int>(std::numeric_limits<double>::infinity())));
  EXPECT_FALSE((c10::overflows<float>(std::numeric_limits<double>::infinity())));
  EXPECT_TRUE((c10::overflows<float>(1e39)));
  EXPECT_TRUE((c10::overflows<c10::Half>(65536.0)));
  EXPECT_FALSE((c10::overflows<c10::Half>(65504.0)));
  EXPECT_TRUE((c10::overflows<c10::Half>(int64_t{70000})));
  EXPECT_TRUE((c10::overflows<double>(c10::complex<double>(1, 2))));
  EXPECT_FALSE((c10::overflows<double>(c10::complex<double>(1, 0))));
  EXPECT_FALSE((c10::overflows<bool>(5.0)));
  EXPECT_TRUE((c10::overflows<int64_t>(uint64_t{1} << 63)));
}

} // namespace
