// Errors. TORCH_CHECK is for the caller's faults, TORCH_INTERNAL_ASSERT for ours; both throw a c10::Error whose message comes first and
// names operator, argument and value. Subclasses map to Python's exception of the same name. Warnings go to a handler that the host may replace.
#pragma once

#include <c10/macros/Macros.h>
#include <c10/util/StringUtil.h>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace c10 {

class C10_API Error : public std::exception {
 public:
  Error(SourceLocation source_location, std::string msg);
  // For code that writes `throw c10::Error("text", "")` in libtorch's older form.
  Error(std::string msg, std::string backtrace, const void* caller = nullptr);
  explicit Error(std::string msg);
  ~Error() override;
  Error(const Error&);
  Error& operator=(const Error&);

  // Adds a line that says what was being done when the error arose; printed after the message.
  void add_context(std::string msg);

  const std::string& msg() const {
    return msg_;
  }
  const std::vector<std::string>& context() const {
    return context_;
  }
  // Where it was thrown ("file:line in function"); empty if unknown. Not part of what().
  const std::string& backtrace() const {
    return backtrace_;
  }
  const void* caller() const noexcept {
    return caller_;
  }
  const char* what() const noexcept override {
    return what_.c_str();
  }
  virtual const char* what_without_backtrace() const noexcept {
    return what_.c_str();
  }

 private:
  void refresh_what();
  std::string msg_, backtrace_, what_;
  std::vector<std::string> context_;
  const void* caller_ = nullptr;
};

#define WICK_ERROR_CLASS(Name)         \
  class C10_API Name : public Error {  \
    using Error::Error;                \
                                       \
   public:                             \
    Name(const Name&) = default;       \
    Name& operator=(const Name&) = default; \
    ~Name() override;                  \
  };
WICK_ERROR_CLASS(IndexError)
WICK_ERROR_CLASS(ValueError)
WICK_ERROR_CLASS(TypeError)
WICK_ERROR_CLASS(NotImplementedError)
WICK_ERROR_CLASS(BufferError)
WICK_ERROR_CLASS(EnforceFiniteError)
WICK_ERROR_CLASS(OnnxfiBackendSystemError)
WICK_ERROR_CLASS(LinAlgError)
WICK_ERROR_CLASS(SyntaxError)
WICK_ERROR_CLASS(OutOfMemoryError)
WICK_ERROR_CLASS(DistError)
#undef WICK_ERROR_CLASS

class C10_API Warning {
 public:
  enum class Kind : uint8_t { User, Deprecation };
  Warning(Kind kind, SourceLocation where, std::string msg, bool verbatim = false)
      : kind_(kind), verbatim_(verbatim), where_(where), msg_(std::move(msg)) {}
  Kind kind() const {
    return kind_;
  }
  const SourceLocation& source_location() const {
    return where_;
  }
  const std::string& msg() const {
    return msg_;
  }
  bool verbatim() const {
    return verbatim_;
  }

 private:
  Kind kind_;
  bool verbatim_;
  SourceLocation where_;
  std::string msg_;
};

class C10_API WarningHandler {
 public:
  virtual ~WarningHandler();
  // The default prints to stderr.
  virtual void process(const Warning& warning);
};

namespace WarningUtils {
// The handler of this thread if it set one, else the process's default one. Handlers are not owned.
C10_API WarningHandler* get_warning_handler() noexcept;
C10_API void set_warning_handler(WarningHandler* handler) noexcept;
C10_API void set_warnAlways(bool value) noexcept;
C10_API bool get_warnAlways() noexcept;

class C10_API WarningHandlerGuard {
 public:
  explicit WarningHandlerGuard(WarningHandler* handler) : previous_(current()) {
    set_warning_handler(handler);
  }
  ~WarningHandlerGuard() {
    set_warning_handler(previous_);
  }
  WarningHandlerGuard(const WarningHandlerGuard&) = delete;
  WarningHandlerGuard& operator=(const WarningHandlerGuard&) = delete;

 private:
  static WarningHandler* current() noexcept;
  WarningHandler* previous_;
};
} // namespace WarningUtils

C10_API void warn(const Warning& warning);
C10_API std::string GetExceptionString(const std::exception& e);

namespace detail {

[[noreturn]] C10_API C10_COLD void torchCheckFail(const char* func, const char* file, uint32_t line, const std::string& msg);
[[noreturn]] C10_API C10_COLD void torchCheckFail(const char* func, const char* file, uint32_t line, const char* msg);
[[noreturn]] C10_API C10_COLD void torchInternalAssertFail(
    const char* func, const char* file, uint32_t line, const char* cond, const std::string& user_msg);
C10_API C10_COLD void warn_user(const char* func, const char* file, uint32_t line, Warning::Kind kind, std::string msg);

// With no message of the caller the condition's own text stands in.
inline const char* torchCheckMsgImpl(const char* fallback) {
  return fallback;
}
inline const char* torchCheckMsgImpl(const char*, const char* msg) {
  return msg;
}
template <typename... Args>
C10_COLD std::string torchCheckMsgImpl(const char*, const Args&... args) {
  return ::c10::str(args...);
}

} // namespace detail
} // namespace c10

#define WICK_CHECK_FALLBACK(cond) "Expected " #cond " to be true, but got false."

#define TORCH_CHECK(cond, ...)                                                         \
  if (C10_UNLIKELY(!(cond))) {                                                         \
    ::c10::detail::torchCheckFail(                                                     \
        __func__, __FILE__, static_cast<uint32_t>(__LINE__),                           \
        ::c10::detail::torchCheckMsgImpl(WICK_CHECK_FALLBACK(cond), ##__VA_ARGS__));   \
  }
#define TORCH_CHECK_WITH(error_t, cond, ...) TORCH_CHECK_WITH_MSG(error_t, cond, "", ##__VA_ARGS__)
#define TORCH_CHECK_WITH_MSG(error_t, cond, type, ...)                                 \
  if (C10_UNLIKELY(!(cond))) {                                                         \
    throw ::c10::error_t(                                                              \
        ::c10::SourceLocation{__func__, __FILE__, static_cast<uint32_t>(__LINE__)},    \
        ::c10::detail::torchCheckMsgImpl(WICK_CHECK_FALLBACK(cond), ##__VA_ARGS__));   \
  }
#define TORCH_CHECK_INDEX(cond, ...) TORCH_CHECK_WITH_MSG(IndexError, cond, "INDEX", ##__VA_ARGS__)
#define TORCH_CHECK_VALUE(cond, ...) TORCH_CHECK_WITH_MSG(ValueError, cond, "VALUE", ##__VA_ARGS__)
#define TORCH_CHECK_TYPE(cond, ...) TORCH_CHECK_WITH_MSG(TypeError, cond, "TYPE", ##__VA_ARGS__)
#define TORCH_CHECK_LINALG(cond, ...) TORCH_CHECK_WITH_MSG(LinAlgError, cond, "LINALG", ##__VA_ARGS__)
#define TORCH_CHECK_NOT_IMPLEMENTED(cond, ...) TORCH_CHECK_WITH_MSG(NotImplementedError, cond, "NOT_IMPLEMENTED", ##__VA_ARGS__)

#define TORCH_INTERNAL_ASSERT(cond, ...)                                               \
  if (C10_UNLIKELY(!(cond))) {                                                         \
    ::c10::detail::torchInternalAssertFail(                                            \
        __func__, __FILE__, static_cast<uint32_t>(__LINE__), #cond, ::c10::str(__VA_ARGS__)); \
  }
#ifdef NDEBUG
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY(...) \
  while (false)                               \
  TORCH_INTERNAL_ASSERT(__VA_ARGS__)
#else
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY(...) TORCH_INTERNAL_ASSERT(__VA_ARGS__)
#endif

#define TORCH_WARN(...)                                             \
  ::c10::detail::warn_user(                                         \
      __func__, __FILE__, static_cast<uint32_t>(__LINE__), ::c10::Warning::Kind::User, ::c10::str(__VA_ARGS__))
#define TORCH_WARN_DEPRECATION(...)                                 \
  ::c10::detail::warn_user(                                         \
      __func__, __FILE__, static_cast<uint32_t>(__LINE__), ::c10::Warning::Kind::Deprecation, ::c10::str(__VA_ARGS__))
#define TORCH_WARN_ONCE(...)                                        \
  do {                                                              \
    static bool wick_warned_once = [&] {                            \
      TORCH_WARN(__VA_ARGS__);                                      \
      return true;                                                  \
    }();                                                            \
    (void)wick_warned_once;                                         \
  } while (false)

// libtorch's older names.
#define AT_ERROR(...)                                               \
  ::c10::detail::torchCheckFail(__func__, __FILE__, static_cast<uint32_t>(__LINE__), ::c10::str(__VA_ARGS__))
#define AT_ASSERT(...) TORCH_INTERNAL_ASSERT(__VA_ARGS__)
#define AT_ASSERTM(cond, ...) TORCH_INTERNAL_ASSERT(cond, ##__VA_ARGS__)
#define AT_WARN(...) TORCH_WARN(__VA_ARGS__)
#define TORCH_RETHROW(e, ...)                    \
  do {                                           \
    e.add_context(::c10::str(__VA_ARGS__));      \
    throw;                                       \
  } while (false)
