#include <torch/csrc/jit/runtime/operator.h>

#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/csrc/jit/runtime/prim_ops.h>

#include <algorithm>

namespace torch::jit {

namespace {

bool before(const c10::OperatorRow* a, const c10::OperatorRow* b) {
  const std::string_view x(a->name), y(b->name);
  return x != y ? x < y : std::string_view(a->overload) < b->overload;
}

const std::vector<const c10::OperatorRow*>& sortedRuntimeOperators() {
  static const std::vector<const c10::OperatorRow*> rows = [] {
    std::vector<const c10::OperatorRow*> all;
    for (const auto list : {prim_ops::scalarOps(), prim_ops::mathOps(), prim_ops::complexOps(), prim_ops::listOps(), prim_ops::dictOps(), prim_ops::stringOps(),
                            prim_ops::tensorOps(), prim_ops::miscOps()}) {
      for (const auto& row : list) all.push_back(&row);
    }
    std::sort(all.begin(), all.end(), before);
    return all;
  }();
  return rows;
}

template <class F>
void eachNamed(std::string_view name, F f) {
  const auto& rows = sortedRuntimeOperators();
  auto it = std::lower_bound(rows.begin(), rows.end(), name, [](const c10::OperatorRow* r, std::string_view n) { return std::string_view(r->name) < n; });
  for (; it != rows.end() && (*it)->name == name; ++it) f(*it);
}

size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t keep = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, keep});
    }
  }
  return row[b.size()];
}

}  // namespace

c10::ArrayRef<const c10::OperatorRow*> runtimeOperators() { return sortedRuntimeOperators(); }

std::vector<const c10::OperatorRow*> operatorsFor(std::string_view name) {
  std::vector<const c10::OperatorRow*> rows = c10::Dispatcher::singleton().overloads(name);
  eachNamed(name, [&](const c10::OperatorRow* r) { rows.push_back(r); });
  return rows;
}

std::vector<const c10::OperatorRow*> operatorsFor(c10::Symbol name) { return operatorsFor(std::string_view(name.toQualString())); }

const c10::OperatorRow* findOperator(std::string_view name, std::string_view overload) {
  if (const auto* row = c10::Dispatcher::singleton().findRow(name, overload)) return row;
  const c10::OperatorRow* found = nullptr;
  eachNamed(name, [&](const c10::OperatorRow* r) {
    if (r->overload == overload) found = r;
  });
  return found;
}

std::vector<const c10::OperatorRow*> allOperators() {
  std::vector<const c10::OperatorRow*> all(sortedRuntimeOperators());
  for (const c10::OperatorName& name : c10::Dispatcher::singleton().getAllOpNames()) {
    if (const auto* row = c10::Dispatcher::singleton().findRow(name.name, name.overload_name)) all.push_back(row);
  }
  std::sort(all.begin(), all.end(), before);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::vector<std::string> findSimilarOperators(std::string_view name) {
  std::vector<std::pair<size_t, std::string>> near;
  for (const c10::OperatorRow* row : allOperators()) {
    const std::string_view other(row->name);
    if (!near.empty() && near.back().second == other) continue;
    if (other.size() > name.size() + 2 || name.size() > other.size() + 2) continue;
    const size_t distance = editDistance(name, other);
    if (distance > 0 && distance <= 2) near.emplace_back(distance, std::string(other));
  }
  std::sort(near.begin(), near.end());
  std::vector<std::string> names;
  for (auto& n : near) {
    if (names.size() < 5) names.push_back(std::move(n.second));
  }
  return names;
}

}  // namespace torch::jit
