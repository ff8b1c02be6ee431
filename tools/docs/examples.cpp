// wick-examples: runs the examples of operator entries for the pages and their test. A JSON list of TorchScript expressions on stdin; a list of {"output": what print shows} or {"error": text} on stdout.
#include <ATen/core/Formatting.h>
#include <ATen/core/ivalue.h>
#include <c10/util/Exception.h>
#include <torch/csrc/jit/api/compilation_unit.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

namespace {

// As Python shows a value at its prompt.
std::string repr(const c10::IValue& value) {
  if (value.isTensor()) return at::tensor_repr(value.toTensor());
  if (!value.isList() && !value.isTuple()) return c10::str(value);
  std::string text;
  const auto items = value.isList() ? value.toListRef() : value.toTupleRef().elements();
  for (const c10::IValue& item : items) text += (text.empty() ? "" : ", ") + repr(item);
  return value.isList() ? "[" + text + "]" : "(" + text + (items.size() == 1 ? ",)" : ")");
}

std::string printed(const std::string& expression) {
  // Lines after the first belong to the expression, so they are inside its brackets.
  auto unit = torch::jit::compile("def f():\n    return (" + expression + ")\n");
  return repr(unit->get_function("f")({}));
}

} // namespace

int main() {
  nlohmann::json results = nlohmann::json::array();
  for (const std::string expression : nlohmann::json::parse(std::cin)) {
    try {
      results.push_back({{"output", printed(expression)}});
    } catch (const c10::Error& error) {
      results.push_back({{"error", error.what_without_backtrace()}});
    } catch (const std::exception& error) {
      results.push_back({{"error", error.what()}});
    }
  }
  std::cout << results.dump(1) << '\n';
  return 0;
}
