// Debug records lead from the archive's code to the author's source, in both of their forms; damaged ones lead nowhere and do no harm.
#include <c10/util/Exception.h>
#include <torch/csrc/jit/frontend/source_range.h>
#include <torch/csrc/jit/serialization/source_range_serialization.h>

#include "support.h"

using namespace testing_support;
using namespace torch::jit;

namespace {

SourceRange rangeAt(size_t offset) {
  return SourceRange(std::make_shared<Source>(std::string(1000, 'x')), offset, offset + 1);
}

// (offset, ((text, file, line), start, end))
std::string oldRow(int offset, const std::string& source, int start, int end) {
  return small(offset) + source + small(start) + small(end) + "\x87\x86";
}

std::string oldForm() {
  const std::string source = text("def f(x):\n  return x\n") + text("net.py") + small(30) + "\x87";
  return pickle("(" + oldRow(10, source, 0, 3) + oldRow(40, source, 12, 18) + "t");
}

std::string tableForm() {
  const std::string lines = "(" + text("") + text("  return x\n") + text("def f(x):\n") + text("net.py") + "t";
  const std::string source = name("torch.jit._pickle", "build_intlist") + "](" + small(2) + small(1) + "e\x85R" + small(3) + small(30) + "\x87";
  const std::string row = small(10) + source + small(12) + small(18) + "\x87" + small(0) + "\x87";
  return pickle(text("FORMAT_WITH_STRING_TABLE") + lines + "(" + row + "t\x87");
}

} // namespace

TEST(DebugRecord, RowsWithText) {
  ConcreteSourceRangeUnpickler record(oldForm());
  EXPECT_FALSE(record.findSourceRangeThatGenerated(rangeAt(9)).has_value());
  EXPECT_EQ(record.findSourceRangeThatGenerated(rangeAt(10))->text(), "def");
  EXPECT_EQ(record.findSourceRangeThatGenerated(rangeAt(39))->text(), "def");
  const auto range = record.findSourceRangeThatGenerated(rangeAt(41));
  ASSERT_TRUE(range.has_value());
  EXPECT_EQ(range->text(), "return");
  const auto place = range->file_line_col();
  ASSERT_TRUE(place.has_value());
  EXPECT_EQ(std::get<0>(*place), "net.py");
  EXPECT_EQ(std::get<1>(*place), 31u);
}

TEST(DebugRecord, RowsWithATableOfLines) {
  ConcreteSourceRangeUnpickler record(tableForm());
  const auto range = record.findSourceRangeThatGenerated(rangeAt(11));
  ASSERT_TRUE(range.has_value());
  EXPECT_EQ(range->text(), "return");
  EXPECT_EQ(std::get<1>(*range->file_line_col()), 31u);
}

TEST(DebugRecord, DamagedOnesSayNothing) {
  for (const std::string& good : {oldForm(), tableForm()}) {
    for (size_t size = 0; size < good.size(); ++size) {
      EXPECT_FALSE(ConcreteSourceRangeUnpickler(good.substr(0, size)).findSourceRangeThatGenerated(rangeAt(50)).has_value());
    }
    uint32_t state = 7;
    const auto next = [&] { return state = state * 1664525u + 1013904223u, state >> 8; };
    for (int i = 0; i < 5000; ++i) {
      std::string bytes = good;
      bytes[next() % bytes.size()] = static_cast<char>(next());
      const auto range = ConcreteSourceRangeUnpickler(bytes).findSourceRangeThatGenerated(rangeAt(50));
      if (range) {
        EXPECT_LE(range->end(), range->source()->size());
      }
    }
  }
  ConcreteSourceRangeUnpickler failing([]() -> std::string { TORCH_CHECK(false, "the record is damaged"); });
  EXPECT_FALSE(failing.findSourceRangeThatGenerated(rangeAt(5)).has_value());
  EXPECT_FALSE(failing.findSourceRangeThatGenerated(rangeAt(5)).has_value());
}
