#pragma once
// JITException: what a `raise` of a script becomes for the C++ caller. what() tells the traceback, the exception's class and its message.

#include <c10/macros/Macros.h>

#include <optional>
#include <stdexcept>
#include <string>

namespace torch::jit {

struct TORCH_API JITException : public std::runtime_error {
  explicit JITException(
      const std::string& msg,
      std::optional<std::string> python_class_name = std::nullopt,
      std::optional<std::string> original_msg = std::nullopt);
  ~JITException() override;

  // "builtins.ValueError", when the script named a class.
  const std::optional<std::string>& getPythonClassName() const {
    return python_class_name_;
  }
  // The message alone, without the traceback.
  const std::optional<std::string>& getOriginalMsg() const {
    return original_msg_;
  }

 private:
  std::optional<std::string> python_class_name_;
  std::optional<std::string> original_msg_;
};

} // namespace torch::jit
