#include <ATen/core/dispatch/OperatorRow.h>
#include <ATen/core/function_schema.h>
#include <ATen/core/schema_parser.h>

#include <memory>

namespace c10 {

const FunctionSchema& OperatorRow::function_schema() const {
  const FunctionSchema* have = parsed.load(std::memory_order_acquire);
  if (have == nullptr) {
    TORCH_INTERNAL_ASSERT(schema != nullptr, "operator ", name == nullptr ? "?" : name, " has no schema text");
    auto fresh = std::make_unique<FunctionSchema>(parseSchema(schema));
    // Several threads may parse; the first result stays, for good.
    if (parsed.compare_exchange_strong(have, fresh.get(), std::memory_order_acq_rel, std::memory_order_acquire)) {
      have = fresh.release();
    }
  }
  return *have;
}

std::string OperatorRow::qualified_overload() const { return *overload == '\0' ? std::string(name) : std::string(name) + "." + overload; }

} // namespace c10
