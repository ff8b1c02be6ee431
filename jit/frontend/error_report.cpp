#include <torch/csrc/jit/frontend/error_report.h>

namespace torch::jit {

namespace {
// The functions being compiled on this thread, outermost first. Allocated by its first user.
thread_local std::vector<Call>* calls = nullptr;
struct FreeCalls {
  ~FreeCalls() { delete calls; calls = nullptr; }
};
std::vector<Call>& current_calls() {
  if (!calls) {
    calls = new std::vector<Call>();
    thread_local FreeCalls free_at_exit;
    (void)free_at_exit;
  }
  return *calls;
}

std::string describe(const std::vector<Call>& stack) {
  std::string text;
  if (stack.empty()) return text;
  const Call* previous = nullptr;
  for (size_t i = stack.size(); i-- > 0;) {
    const Call& call = stack[i];
    text += previous ? "'" + previous->fn_name + "' is being compiled since it was called from '" + call.fn_name + "'\n" : std::string();
    if (previous) call.caller_range.append_with_context(text, 0, true, "");
    previous = &call;
  }
  return text;
}
}  // namespace

ErrorReport::ErrorReport(const SourceRange& range) : c10::Error({__func__, __FILE__, __LINE__}, std::string()), range_(range) {
  if (calls) stack_ = *calls;
}
ErrorReport::~ErrorReport() = default;

const char* ErrorReport::what() const noexcept {
  if (!what_.empty()) return what_.c_str();
  try {
    what_ = "\n" + message_ + ":\n" + range_.highlighted();
    if (stack_.size() > 1) what_ += describe(stack_);
    for (const auto& line : context()) what_ += line + "\n";
    return what_.c_str();
  } catch (...) {
    return message_.c_str();
  }
}

ErrorReport::CallStack::CallStack(const std::string& name, const SourceRange& range) { current_calls().push_back({name, range}); }
ErrorReport::CallStack::~CallStack() { current_calls().pop_back(); }
void ErrorReport::CallStack::update_pending_range(const SourceRange& range) {
  if (calls && !calls->empty()) calls->back().caller_range = range;
}
std::string ErrorReport::current_call_stack() { return calls ? describe(*calls) : std::string(); }

}  // namespace torch::jit
