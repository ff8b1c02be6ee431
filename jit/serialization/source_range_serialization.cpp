#include <torch/csrc/jit/serialization/source_range_serialization.h>

#include <ATen/core/ivalue.h>
#include <c10/util/Exception.h>
#include <torch/csrc/jit/serialization/limits.h>
#include <torch/csrc/jit/serialization/unpickler.h>

#include <algorithm>

namespace torch::jit {
namespace {

using c10::IValue;

constexpr const char* kTableForm = "FORMAT_WITH_STRING_TABLE";

const std::vector<IValue>& tupleOf(const IValue& value, size_t least) {
  TORCH_CHECK(value.isTuple() && value.toTupleRef().size() >= least, "a debug record has a row that is not a tuple of ", least);
  return value.toTupleRef().elements();
}

size_t countOf(const IValue& value) {
  TORCH_CHECK(value.isInt() && value.toInt() >= 0, "a debug record has a number that is no position");
  return static_cast<size_t>(value.toInt());
}

const std::string& lookUp(const std::vector<IValue>& table, const IValue& index) {
  const size_t i = countOf(index);
  TORCH_CHECK(i < table.size() && table[i].isString(), "a debug record refers to line ", i, " of ", table.size());
  return table[i].toStringRef();
}

} // namespace

struct ConcreteSourceRangeUnpickler::Records {
  struct Row {
    size_t offset;
    IValue range; // (source, start, end)
  };
  bool table_form = false;
  IValue table;
  std::vector<Row> rows; // by offset

  explicit Records(std::string_view bytes) {
    PickleContext context;
    context.where = "debug record";
    const IValue value = unpickle(bytes, context);
    const auto* top = &tupleOf(value, 0);
    if (!top->empty() && top->front().isString() && top->front().toStringRef() == kTableForm) {
      tupleOf(value, 3);
      table_form = true;
      table = (*top)[1];
      tupleOf(table, 0);
      top = &tupleOf((*top)[2], 0);
    }
    rows.reserve(top->size());
    for (const IValue& row : *top) {
      const auto& parts = tupleOf(row, 2);
      rows.push_back({countOf(parts[0]), parts[1]});
    }
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.offset < b.offset; });
  }

  // The last row at or before the offset.
  std::optional<SourceRange> find(size_t offset) const {
    auto row = std::upper_bound(rows.begin(), rows.end(), offset, [](size_t at, const Row& r) { return at < r.offset; });
    if (row == rows.begin()) {
      return std::nullopt;
    }
    const auto& range = tupleOf((--row)->range, 3);
    const size_t start = countOf(range[1]), end = countOf(range[2]);
    const auto& source = tupleOf(range[0], 3);
    std::string text;
    std::optional<std::string> file;
    if (table_form) {
      const auto& lines = table.toTupleRef().elements();
      TORCH_CHECK(source[0].isList(), "a debug record has a source without lines");
      for (const IValue& line : source[0].toListRef()) {
        text += lookUp(lines, line);
        TORCH_CHECK(text.size() <= limits::kMaxCodeFile, "a debug record has a source that is too long");
      }
      file = lookUp(lines, source[1]);
    } else {
      TORCH_CHECK(source[0].isString(), "a debug record has a source without text");
      text = source[0].toStringRef();
      if (source[1].isString()) {
        file = source[1].toStringRef();
      }
    }
    if (start > end || end > text.size() || text.empty()) {
      return std::nullopt;
    }
    if (file && file->empty()) {
      file.reset();
    }
    return SourceRange(std::make_shared<Source>(std::move(text), std::move(file), countOf(source[2])), start, end);
  }
};

ConcreteSourceRangeUnpickler::ConcreteSourceRangeUnpickler(std::function<std::string()> read) : read_(std::move(read)) {}
ConcreteSourceRangeUnpickler::ConcreteSourceRangeUnpickler(std::string bytes)
    : read_([bytes = std::move(bytes)] { return bytes; }) {}
ConcreteSourceRangeUnpickler::~ConcreteSourceRangeUnpickler() = default;

std::optional<SourceRange> ConcreteSourceRangeUnpickler::findSourceRangeThatGenerated(const SourceRange& range) {
  // It is asked while an error is being reported: a damaged record must not replace that error by its own.
  try {
    std::call_once(once_, [&] {
      try {
        records_ = std::make_unique<Records>(read_());
      } catch (const c10::Error&) {
      }
      read_ = nullptr; // lets go of the archive
    });
    return records_ == nullptr ? std::nullopt : records_->find(range.start());
  } catch (const c10::Error&) {
    return std::nullopt;
  }
}

} // namespace torch::jit
