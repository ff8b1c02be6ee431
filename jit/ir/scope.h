// Where a node came from beyond its source range: the chain of inlined calls that it was copied through.
#pragma once
#include <torch/csrc/jit/frontend/source_range.h>

#include <memory>
#include <string>
#include <vector>

namespace torch::jit {

struct Function;
struct InlinedCallStack;
using InlinedCallStackPtr = std::shared_ptr<const InlinedCallStack>;

// One entry is a call that was inlined: the function called and the range of the call. callee() is the next call inside it; a node's chain
// starts at the outermost one.
struct TORCH_API InlinedCallStack {
  InlinedCallStack(std::string function_name, SourceRange call_site) : fn_name_(std::move(function_name)), source_range_(std::move(call_site)) {}
  InlinedCallStack(InlinedCallStackPtr callee, std::string function_name, SourceRange call_site)
      : callee_(std::move(callee)), fn_name_(std::move(function_name)), source_range_(std::move(call_site)) {}

  const InlinedCallStackPtr& callee() const { return callee_; }
  const std::string& function_name() const { return fn_name_; }
  const SourceRange& source_range() const { return source_range_; }
  // (function, call site), outermost first.
  std::vector<std::pair<std::string, SourceRange>> vec() const;

 private:
  InlinedCallStackPtr callee_;
  std::string fn_name_;
  SourceRange source_range_;
};

}  // namespace torch::jit
