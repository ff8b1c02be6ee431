#pragma once
// Debug records (`code/....py.debug_pkl`): for ranges of a code file of an archive, the place in the program that the author wrote. They are read when an error
// needs them. Both forms are understood: rows with their own text (PyTorch 1.9) and rows that point into a table of lines (1.10 and later). A damaged or
// missing record means that the original source is not shown.

#include <torch/csrc/jit/frontend/source_range.h>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace torch::jit {

class TORCH_API ConcreteSourceRangeUnpickler : public SourceRangeUnpickler {
 public:
  // `read` gives the bytes of the record; it is called once, at the first question.
  explicit ConcreteSourceRangeUnpickler(std::function<std::string()> read);
  explicit ConcreteSourceRangeUnpickler(std::string bytes);
  ~ConcreteSourceRangeUnpickler() override;
  std::optional<SourceRange> findSourceRangeThatGenerated(const SourceRange& range) override;

 private:
  struct Records;
  std::function<std::string()> read_;
  std::once_flag once_;
  std::unique_ptr<const Records> records_; // null when damaged
};

} // namespace torch::jit
