#pragma once
// Helpers of the runtime's tests: compile a script and call a function of it, or call one operator row by its qualified name.

#include <gtest/gtest.h>
#include <torch/csrc/jit/api/compilation_unit.h>
#include <torch/csrc/jit/runtime/operator.h>

#include <sstream>
#include <string>
#include <vector>

namespace wick_test {

using c10::IValue;

inline IValue run(const std::string& source, std::vector<IValue> args = {}) {
  auto cu = torch::jit::compile(source);
  return cu->get_function("f")(std::move(args));
}

// What a failing call says; empty when it does not fail.
template <class F>
std::string errorOf(F f) {
  try {
    f();
  } catch (const std::exception& e) {
    return std::string("!") + e.what();
  }
  return "";
}
inline std::string runError(const std::string& source, std::vector<IValue> args = {}) {
  auto cu = torch::jit::compile(source);
  return errorOf([&] { cu->get_function("f")(std::move(args)); });
}
#define EXPECT_SAYS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

inline std::string show(const IValue& v) {
  std::ostringstream out;
  out << v;
  return out.str();
}

inline IValue list(std::vector<IValue> values, c10::TypePtr type) {
  return c10::List<IValue>(c10::make_intrusive<c10::detail::ListImpl>(std::move(values), std::move(type)));
}
inline IValue ints(std::vector<int64_t> v) { return IValue(v); }
inline IValue floats(std::vector<double> v) { return IValue(v); }
inline IValue strs(std::vector<std::string> v) { return IValue(v); }

// "aten::add.int"
inline std::vector<IValue> callAll(const std::string& op, std::vector<IValue> args) {
  const size_t dot = op.find('.');
  const auto* row = torch::jit::findOperator(op.substr(0, dot), dot == std::string::npos ? "" : op.substr(dot + 1));
  if (!row) throw std::runtime_error("no operator " + op);
  const size_t n = args.size();
  if (row->has(c10::kOpVarargs)) {
    if (args.empty()) args.emplace_back();
    row->boxed_var(*row, args.data(), n);
  } else {
    if (n != row->n_args) throw std::runtime_error(op + " takes " + std::to_string(row->n_args) + " arguments");
    if (args.size() < row->n_returns) args.resize(row->n_returns);
    if (args.empty()) args.emplace_back();
    row->boxed(*row, args.data());
  }
  for (size_t i = row->n_returns; i < args.size(); ++i) {
    if (!args[i].isNone()) throw std::runtime_error(op + " left something in slot " + std::to_string(i));
  }
  args.resize(row->n_returns);
  return args;
}
inline IValue call(const std::string& op, std::vector<IValue> args) {
  auto results = callAll(op, std::move(args));
  return results.empty() ? IValue() : results[0];
}
inline std::string callError(const std::string& op, std::vector<IValue> args) {
  return errorOf([&] { call(op, args); });
}

}  // namespace wick_test
