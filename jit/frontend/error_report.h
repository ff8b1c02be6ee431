// The error of the compiler: a message, the source it is about with the range marked, and the chain of functions that were being compiled
// when it was found. It is a c10::Error, so a program that catches errors of the library catches these.
#pragma once
#include <c10/util/Exception.h>
#include <torch/csrc/jit/frontend/source_range.h>

#include <string>
#include <type_traits>
#include <vector>

namespace torch::jit {

struct Call {
  std::string fn_name;
  SourceRange caller_range;
};

// ErrorReport(range) << "message " << value;  throw it. what() = message, source, call stack.
struct TORCH_API ErrorReport : public c10::Error {
  explicit ErrorReport(const SourceRange& range);
  ~ErrorReport() override;

  const char* what() const noexcept override;
  const char* what_without_backtrace() const noexcept override { return what(); }
  const std::string& message() const { return message_; }
  const SourceRange& range() const { return range_; }

  // The functions that are being compiled on this thread; one lives while a function's body is emitted.
  struct TORCH_API CallStack {
    CallStack(const std::string& name, const SourceRange& range);
    ~CallStack();
    CallStack(const CallStack&) = delete;
    CallStack& operator=(const CallStack&) = delete;
    // The call at which the innermost function is now.
    static void update_pending_range(const SourceRange& range);
  };
  static std::string current_call_stack();

  void append(std::string_view text) { message_.append(text); what_.clear(); }
  void append(const SourceRange& range) { append(range.highlighted()); }

 private:
  SourceRange range_;
  std::string message_;
  std::vector<Call> stack_;
  mutable std::string what_;
};

namespace detail {
template <class T>
std::string error_text(const T& value) {
  if constexpr (std::is_convertible_v<const T&, std::string_view>) return std::string(std::string_view(value));
  else if constexpr (std::is_same_v<T, char>) return std::string(1, value);
  else return c10::str(value);
}
}  // namespace detail

// Keeps the static type, so that `throw MissingOperator(...) << "text"` throws a MissingOperator.
template <class R, class T, class = std::enable_if_t<std::is_base_of_v<ErrorReport, std::decay_t<R>>>>
std::decay_t<R>& operator<<(R&& report, const T& value) {
  if constexpr (std::is_same_v<T, SourceRange>) report.append(value);
  else report.append(detail::error_text(value));
  return report;
}

}  // namespace torch::jit
