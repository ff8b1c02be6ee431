// Source text and ranges in it. A Source is one text with a file name, the line its first line has in that file, and, for code of an
// archive, the records that lead back to the text it was generated from. A SourceRange is [start, end) in a Source; every token, tree and
// node has one, and every error shows it through highlight(): the lines around it and `~~~ <--- HERE` under the range.
#pragma once
#include <c10/macros/Macros.h>

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace torch::jit {

struct SourceRange;

// Finds, for a range of generated code, the range of the original program (debug records of archives).
struct TORCH_API SourceRangeUnpickler {
  virtual ~SourceRangeUnpickler() = default;
  virtual std::optional<SourceRange> findSourceRangeThatGenerated(const SourceRange& range) = 0;
};

struct TORCH_API Source {
  enum CopiesString { COPIES_STRING, DONT_COPY };

  explicit Source(std::string text, std::optional<std::string> filename = std::nullopt, size_t starting_line_no = 0,
                  std::shared_ptr<SourceRangeUnpickler> gen_ranges = nullptr);
  // DONT_COPY: the caller keeps the text alive as long as the Source.
  Source(std::string_view text, CopiesString copies, std::optional<std::string> filename = std::nullopt, size_t starting_line_no = 0,
         std::shared_ptr<SourceRangeUnpickler> gen_ranges = nullptr);
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  std::string_view text() const { return text_; }
  std::string_view text_str() const { return text_; }
  size_t size() const { return text_.size(); }
  const std::optional<std::string>& filename() const { return filename_; }
  size_t starting_line_no() const { return starting_line_no_; }

  size_t num_lines() const;
  size_t lineno_for_offset(size_t offset) const;   // counted from 0 in this text
  size_t offset_for_line(size_t line) const;
  size_t lineno_to_source_lineno(size_t lineno) const { return filename_ ? lineno + starting_line_no_ : lineno; }
  std::string_view get_line(size_t lineno) const;  // without its newline

  std::optional<SourceRange> findSourceRangeThatGenerated(const SourceRange& range) const;
  const std::shared_ptr<SourceRangeUnpickler>& gen_ranges() const { return gen_ranges_; }

 private:
  const std::vector<size_t>& line_starts() const;

  std::string owned_;
  std::string_view text_;
  std::optional<std::string> filename_;
  size_t starting_line_no_;
  std::shared_ptr<SourceRangeUnpickler> gen_ranges_;
  mutable std::shared_ptr<const std::vector<size_t>> lines_;  // made on first use, exchanged atomically
};

struct TORCH_API SourceRange {
  SourceRange() = default;
  SourceRange(std::shared_ptr<Source> source, size_t start, size_t end) : source_(std::move(source)), start_(start), end_(end) {}

  size_t start() const { return start_; }
  size_t end() const { return end_; }
  size_t size() const { return end_ - start_; }
  const std::shared_ptr<Source>& source() const { return source_; }
  std::string_view text() const { return source_ ? source_->text().substr(start_, end_ - start_) : std::string_view(); }

  static constexpr size_t CONTEXT = 3;  // lines shown before and after the range

  void highlight(std::ostream& out) const;
  std::string highlighted() const;
  // The same with another file heading or less context; str() is "file:line:column".
  void print_with_context(std::ostream& out, size_t context, bool highlight, const std::string& funcname) const;
  void append_with_context(std::string& out, size_t context, bool highlight, std::string_view funcname) const;
  std::string str() const;

  // (file name, line counted from 1, column counted from 0) if the source has a file name.
  std::optional<std::tuple<std::string, size_t, size_t>> file_line_col() const;
  std::optional<SourceRange> findSourceRangeThatGenerated() const { return source_ ? source_->findSourceRangeThatGenerated(*this) : std::nullopt; }

  bool operator==(const SourceRange& other) const { return start_ == other.start_ && end_ == other.end_ && source_ == other.source_; }
  bool operator!=(const SourceRange& other) const { return !(*this == other); }

 private:
  std::shared_ptr<Source> source_;
  size_t start_ = 0;
  size_t end_ = 0;
};

inline SourceRange fakeRange() { return SourceRange(); }

// One frame of a script's call stack: where in `filename`/function.
struct TORCH_API StackEntry {
  std::string filename;
  SourceRange range;
};
TORCH_API void format_stack_trace(std::ostream& out, const std::vector<StackEntry>& entries);

TORCH_API std::ostream& operator<<(std::ostream& out, const SourceRange& range);

// A range of generated code and the range it came from; the unit of an archive's debug records.
struct TaggedRange {
  TaggedRange(size_t bytes, SourceRange range) : bytes(bytes), range(std::move(range)) {}
  size_t bytes;
  SourceRange range;
};
using SourceRangeRecords = std::vector<TaggedRange>;

}  // namespace torch::jit
