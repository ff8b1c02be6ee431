#include <c10/util/Exception.h>

#include <atomic>
#include <cstdio>

namespace c10 {

Error::Error(std::string msg, std::string backtrace, const void* caller)
    : msg_(std::move(msg)), backtrace_(std::move(backtrace)), caller_(caller) {
  refresh_what();
}
Error::Error(std::string msg) : Error(std::move(msg), std::string()) {}
Error::Error(SourceLocation where, std::string msg) : Error(std::move(msg), str(where.function, " at ", where.file, ":", where.line)) {}
Error::Error(const Error&) = default;
Error& Error::operator=(const Error&) = default;
Error::~Error() = default;
IndexError::~IndexError() = default;
ValueError::~ValueError() = default;
TypeError::~TypeError() = default;
NotImplementedError::~NotImplementedError() = default;
BufferError::~BufferError() = default;
EnforceFiniteError::~EnforceFiniteError() = default;
OnnxfiBackendSystemError::~OnnxfiBackendSystemError() = default;
LinAlgError::~LinAlgError() = default;
SyntaxError::~SyntaxError() = default;
OutOfMemoryError::~OutOfMemoryError() = default;
DistError::~DistError() = default;

void Error::add_context(std::string msg) {
  context_.push_back(std::move(msg));
  refresh_what();
}
void Error::refresh_what() {
  what_ = msg_;
  if (context_.size() == 1) {
    what_ += " (" + context_[0] + ")";
  } else {
    for (const auto& line : context_) {
      what_ += "\n  " + line;
    }
  }
}

WarningHandler::~WarningHandler() = default;
void WarningHandler::process(const Warning& w) {
  std::fprintf(
      stderr, "[W %s:%u] Warning: %s (function %s)\n", w.source_location().file, w.source_location().line, w.msg().c_str(), w.source_location().function);
}

namespace {
WICK_FAST_THREAD_LOCAL WarningHandler* thread_handler = nullptr;
constinit std::atomic<bool> warn_always{false};
} // namespace

namespace WarningUtils {
WarningHandler* get_warning_handler() noexcept {
  if (thread_handler != nullptr) {
    return thread_handler;
  }
  static WarningHandler* const to_stderr = new WarningHandler; // Never destroyed: warnings may come from other static objects' ends.
  return to_stderr;
}
void set_warning_handler(WarningHandler* handler) noexcept {
  thread_handler = handler;
}
WarningHandler* WarningHandlerGuard::current() noexcept {
  return thread_handler;
}
void set_warnAlways(bool value) noexcept {
  warn_always.store(value, std::memory_order_relaxed);
}
bool get_warnAlways() noexcept {
  return warn_always.load(std::memory_order_relaxed);
}
} // namespace WarningUtils

void warn(const Warning& w) {
  WarningUtils::get_warning_handler()->process(w);
}
std::string GetExceptionString(const std::exception& e) {
  return e.what();
}

namespace detail {
void torchCheckFail(const char* func, const char* file, uint32_t line, const std::string& msg) {
  throw Error(SourceLocation{func, file, line}, msg);
}
void torchCheckFail(const char* func, const char* file, uint32_t line, const char* msg) {
  throw Error(SourceLocation{func, file, line}, std::string(msg));
}
void torchInternalAssertFail(const char* func, const char* file, uint32_t line, const char* cond, const std::string& user_msg) {
  throw Error(
      SourceLocation{func, file, line},
      str(cond, " INTERNAL ASSERT FAILED at \"", file, "\":", line, ", please report a bug to Wick.", user_msg.empty() ? "" : " ", user_msg));
}
void warn_user(const char* func, const char* file, uint32_t line, Warning::Kind kind, std::string msg) {
  warn(Warning(kind, SourceLocation{func, file, line}, std::move(msg)));
}
} // namespace detail

} // namespace c10
