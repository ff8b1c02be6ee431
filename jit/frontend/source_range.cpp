#include <torch/csrc/jit/frontend/source_range.h>

#include <algorithm>
#include <atomic>
#include <ostream>

namespace torch::jit {

Source::Source(std::string text, std::optional<std::string> filename, size_t starting_line_no, std::shared_ptr<SourceRangeUnpickler> gen_ranges)
    : owned_(std::move(text)), text_(owned_), filename_(std::move(filename)), starting_line_no_(starting_line_no), gen_ranges_(std::move(gen_ranges)) {}

Source::Source(std::string_view text, CopiesString copies, std::optional<std::string> filename, size_t starting_line_no,
               std::shared_ptr<SourceRangeUnpickler> gen_ranges)
    : owned_(copies == COPIES_STRING ? std::string(text) : std::string()), text_(copies == COPIES_STRING ? std::string_view(owned_) : text),
      filename_(std::move(filename)), starting_line_no_(starting_line_no), gen_ranges_(std::move(gen_ranges)) {}

const std::vector<size_t>& Source::line_starts() const {
  auto lines = std::atomic_load(&lines_);
  if (!lines) {
    auto made = std::make_shared<std::vector<size_t>>();
    made->push_back(0);
    for (size_t i = text_.find('\n'); i != std::string_view::npos; i = text_.find('\n', i + 1)) made->push_back(i + 1);
    lines = made;
    // Another thread may have been first; its vector stays, since someone may hold a reference to it.
    std::shared_ptr<const std::vector<size_t>> none;
    std::shared_ptr<const std::vector<size_t>> wanted = lines;
    if (!std::atomic_compare_exchange_strong(&lines_, &none, wanted)) lines = none;
  }
  return *lines;
}

size_t Source::num_lines() const { return line_starts().size(); }

size_t Source::lineno_for_offset(size_t offset) const {
  const auto& starts = line_starts();
  return static_cast<size_t>(std::upper_bound(starts.begin(), starts.end(), offset) - starts.begin()) - 1;
}

size_t Source::offset_for_line(size_t line) const { return line_starts().at(line); }

std::string_view Source::get_line(size_t lineno) const {
  const auto& starts = line_starts();
  const size_t begin = starts.at(lineno);
  size_t end = lineno + 1 < starts.size() ? starts[lineno + 1] - 1 : text_.size();
  if (end > begin && text_[end - 1] == '\r') --end;
  return text_.substr(begin, end - begin);
}

std::optional<SourceRange> Source::findSourceRangeThatGenerated(const SourceRange& range) const {
  return gen_ranges_ ? gen_ranges_->findSourceRangeThatGenerated(range) : std::nullopt;
}

namespace {

bool continuation_byte(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// Columns that `text` takes, with tabs kept so that what follows lines up.
void append_padding(std::string& out, std::string_view text) {
  for (char c : text) {
    if (continuation_byte(c)) continue;
    out += c == '\t' ? '\t' : ' ';
  }
}

size_t code_points(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return !continuation_byte(c); }));
}

}  // namespace

void SourceRange::append_with_context(std::string& out, size_t context, bool highlight, std::string_view funcname) const {
  if (!source_) return;
  const size_t size = source_->size();
  const size_t start = std::min(start_, size);
  const size_t end = std::min(std::max(end_, start), size);
  if (auto place = file_line_col()) {
    out += "  File \"" + std::get<0>(*place) + "\", line " + std::to_string(std::get<1>(*place));
    if (!funcname.empty()) out.append(", in ").append(funcname);
    out += '\n';
  }
  const size_t first = source_->lineno_for_offset(start);
  const size_t last = source_->lineno_for_offset(end > start ? end - 1 : end);
  const size_t from = first > context ? first - context : 0;
  const size_t to = std::min(source_->num_lines(), last + context + 1);
  for (size_t i = from; i < to; ++i) {
    const std::string_view line = source_->get_line(i);
    if (i > last && i + 1 == source_->num_lines() && line.empty()) break;  // what follows the last newline
    out.append(line).push_back('\n');
    if (!highlight || i < first || i > last) continue;
    const size_t offset = source_->offset_for_line(i);
    size_t mark = start > offset ? start - offset : 0;
    if (i > first) mark = std::min(line.size(), line.find_first_not_of(" \t"));
    const size_t mark_end = std::min(line.size(), end - offset);
    const std::string_view marked = mark_end > mark ? line.substr(mark, mark_end - mark) : std::string_view();
    if (marked.empty() && i != first && i != last) continue;
    append_padding(out, line.substr(0, std::min(mark, line.size())));
    out.append(std::max<size_t>(1, code_points(marked)), '~');
    out.append(i == last ? " <--- HERE\n" : "\n");
  }
}

void SourceRange::print_with_context(std::ostream& out, size_t context, bool highlight, const std::string& funcname) const {
  std::string text;
  append_with_context(text, context, highlight, funcname);
  out << text;
}

void SourceRange::highlight(std::ostream& out) const { out << highlighted(); }

std::string SourceRange::highlighted() const {
  std::string text;
  append_with_context(text, CONTEXT, true, "");
  if (auto original = findSourceRangeThatGenerated()) {
    text += "The code was made from:\n";
    original->append_with_context(text, CONTEXT, true, "");
  }
  return text;
}

std::string SourceRange::str() const {
  if (!source_) return "<unknown>";
  const size_t line = source_->lineno_for_offset(std::min(start_, source_->size()));
  const size_t column = start_ - source_->offset_for_line(line);
  if (auto place = file_line_col())
    return std::get<0>(*place) + ":" + std::to_string(std::get<1>(*place)) + ":" + std::to_string(std::get<2>(*place));
  return "<string>:" + std::to_string(line + 1) + ":" + std::to_string(column);
}

std::optional<std::tuple<std::string, size_t, size_t>> SourceRange::file_line_col() const {
  if (!source_ || !source_->filename()) return std::nullopt;
  const size_t line = source_->lineno_for_offset(std::min(start_, source_->size()));
  return std::make_tuple(*source_->filename(), source_->lineno_to_source_lineno(line), start_ - source_->offset_for_line(line));
}

std::ostream& operator<<(std::ostream& out, const SourceRange& range) { return out << range.str(); }

void format_stack_trace(std::ostream& out, const std::vector<StackEntry>& entries) {
  std::vector<SourceRange> originals;
  for (const auto& entry : entries)
    if (auto original = entry.range.findSourceRangeThatGenerated()) originals.push_back(*original);
  out << "Traceback of TorchScript" << (originals.empty() ? "" : ", serialized code") << " (most recent call last):\n";
  for (const auto& entry : entries) entry.range.print_with_context(out, SourceRange::CONTEXT, true, entry.filename);
  if (originals.empty()) return;
  out << "\nTraceback of TorchScript, original code (most recent call last):\n";
  for (const auto& entry : entries)
    if (auto original = entry.range.findSourceRangeThatGenerated()) original->print_with_context(out, SourceRange::CONTEXT, true, "");
}

}  // namespace torch::jit
