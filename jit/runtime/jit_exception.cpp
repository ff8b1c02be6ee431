#include <torch/csrc/jit/runtime/jit_exception.h>

namespace torch::jit {

JITException::JITException(const std::string& msg, std::optional<std::string> python_class_name, std::optional<std::string> original_msg)
    : std::runtime_error(msg), python_class_name_(std::move(python_class_name)), original_msg_(std::move(original_msg)) {}
JITException::~JITException() = default;

}  // namespace torch::jit
