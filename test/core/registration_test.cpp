// Operators and kernels that programs add: TORCH_LIBRARY and friends.
#include "test_support.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/dispatch/RegisterRows.h>
#include <c10/core/InferenceMode.h>
#include <c10/core/impl/LocalDispatchKeySet.h>
#include <torch/library.h>

#include <algorithm>

using c10::Dispatcher;
using c10::IValue;
using core_test::meta_tensor;
using core_test::tensor;

namespace {

at::Tensor scale_cpu(const at::Tensor& x, double by) { return tensor<float>({static_cast<float>(x.item<float>() * by)}); }
at::Tensor scale_meta(const at::Tensor& x, double) { return x; }
at::Tensor scale_by_value(at::Tensor x, double by) { return scale_cpu(x, by + 1); }
std::string last_boxed;
void boxed_kernel(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  last_boxed = toString(op.operator_name());
  const auto n = op.schema().arguments().size();
  IValue first = (*stack)[stack->size() - n];
  torch::jit::drop(*stack, n);
  for (size_t i = 0; i < op.schema().returns().size(); ++i) {
    stack->push_back(first);
  }
}
void bad_boxed_kernel(const c10::OperatorHandle&, torch::jit::Stack* stack) { stack->push_back(1); }
c10::DispatchKeySet seen_keys;
at::Tensor autograd_kernel(c10::DispatchKeySet ks, const at::Tensor& x, double by) {
  seen_keys = ks;
  static auto op = Dispatcher::singleton().findSchemaOrThrow("core_ops::scale", "").typed<at::Tensor(const at::Tensor&, double)>();
  auto r = op.redispatch(ks & c10::after_autograd_keyset, x, by);
  return tensor<float>({r.item<float>() + 1000});
}

float call_scale(const at::Tensor& x, double by, const char* name = "core_ops::scale") {
  auto op = Dispatcher::singleton().findSchemaOrThrow(name, "").typed<at::Tensor(const at::Tensor&, double)>();
  const float unboxed = op.call(x, by).item<float>();
  torch::jit::Stack stack{x, by};
  Dispatcher::singleton().findSchemaOrThrow(name, "").callBoxed(stack);
  EXPECT_EQ(stack.size(), 1u);
  EXPECT_EQ(stack[0].toTensor().item<float>(), unboxed);
  return unboxed;
}

} // namespace

TORCH_LIBRARY(core_ops, m) {
  m.def("scale(Tensor x, float by) -> Tensor");
  m.def("twice", [](const at::Tensor& x) { return scale_cpu(x, 2); });
  m.def("count(Tensor[] l, int plus=1) -> int", [](const std::vector<at::Tensor>& l, int64_t plus) { return static_cast<int64_t>(l.size()) + plus; });
}
TORCH_LIBRARY_FRAGMENT(core_ops, m) { m.def("no_tensor(int a) -> int", [](int64_t a) { return a + 1; }); }
TORCH_LIBRARY_IMPL(core_ops, CPU, m) { m.impl("scale", &scale_cpu); }

TEST(RegistrationTest, MacrosMakeOperators) {
  EXPECT_EQ(call_scale(tensor<float>({2}), 3), 6.f);
  auto twice = Dispatcher::singleton().findSchemaOrThrow("core_ops::twice", "");
  EXPECT_EQ(toString(twice.schema()), "core_ops::twice(Tensor _0) -> Tensor");
  EXPECT_EQ(twice.typed<at::Tensor(const at::Tensor&)>().call(tensor<float>({4})).item<float>(), 8.f);
  torch::jit::Stack stack{std::vector<at::Tensor>{tensor<float>({1})}, 5};
  Dispatcher::singleton().findSchemaOrThrow("core_ops::count", "").callBoxed(stack);
  EXPECT_EQ(stack[0].toInt(), 6);
  EXPECT_EQ((Dispatcher::singleton().findSchemaOrThrow("core_ops::no_tensor", "").typed<int64_t(int64_t)>().call(1)), 2);
  EXPECT_EQ(Dispatcher::singleton().overloads("core_ops::scale").size(), 1u);
  EXPECT_FALSE(Dispatcher::singleton().findSchema(c10::OperatorName("core_ops::nope", "")));
  EXPECT_THROWS_WITH(Dispatcher::singleton().findSchemaOrThrow("core_ops::scale", "x"), "Could not find schema for core_ops::scale.x, there is core_ops::scale");
}

TEST(RegistrationTest, MissingKernel) {
  EXPECT_THROWS_WITH(call_scale(meta_tensor({1}), 2), "Could not run 'core_ops::scale' with arguments from the 'Meta' backend. 'core_ops::scale' is only available for these backends: [CPU].");
  torch::jit::Stack stack{meta_tensor({1}), 2.0};
  EXPECT_THROW(Dispatcher::singleton().findSchemaOrThrow("core_ops::scale", "").callBoxed(stack), c10::NotImplementedError);
}

TEST(RegistrationTest, KernelsComeAndGo) {
  const auto op = Dispatcher::singleton().findSchemaOrThrow("core_ops::scale", "");
  EXPECT_FALSE(op.hasKernelForDispatchKey(c10::DispatchKey::Meta));
  {
    auto lib = MAKE_TORCH_LIBRARY_IMPL(core_ops, Meta);
    lib.impl("scale", &scale_meta);
    EXPECT_TRUE(op.hasKernelForDispatchKey(c10::DispatchKey::Meta));
    EXPECT_TRUE((op.typed<at::Tensor(const at::Tensor&, double)>().call(meta_tensor({3}), 1).is_meta()));
  }
  EXPECT_FALSE(op.hasKernelForDispatchKey(c10::DispatchKey::Meta));
  {
    // The later kernel wins, and one with another C++ signature works too.
    auto lib = MAKE_TORCH_LIBRARY_IMPL(core_ops, CPU);
    lib.impl("scale", &scale_by_value);
    EXPECT_EQ(call_scale(tensor<float>({2}), 3), 8.f);
  }
  EXPECT_EQ(call_scale(tensor<float>({2}), 3), 6.f);
}

TEST(RegistrationTest, KernelsBeforeTheSchema) {
  auto impl = MAKE_TORCH_LIBRARY_IMPL(core_late, CPU);
  impl.impl("scale", &scale_cpu);
  EXPECT_FALSE(Dispatcher::singleton().findSchema(c10::OperatorName("core_late::scale", "")));
  {
    auto def = MAKE_TORCH_LIBRARY(core_late);
    def.def("scale(Tensor x, float by) -> Tensor");
    EXPECT_EQ(call_scale(tensor<float>({2}), 3, "core_late::scale"), 6.f);
  }
  EXPECT_FALSE(Dispatcher::singleton().findSchema(c10::OperatorName("core_late::scale", "")));
  EXPECT_TRUE(Dispatcher::singleton().overloads("core_late::scale").empty());
}

TEST(RegistrationTest, CapturesBoxedFunctionsAndCompositesWork) {
  auto def = MAKE_TORCH_LIBRARY(core_kinds);
  const double add = 0.5;
  def.def("captured(Tensor x, float by) -> Tensor", [add](const at::Tensor& x, double by) { return scale_cpu(x, by + add); });
  EXPECT_EQ(call_scale(tensor<float>({2}), 1, "core_kinds::captured"), 3.f);
  def.def("boxed(Tensor x, float by) -> Tensor", torch::CppFunction::makeFromBoxedFunction<&boxed_kernel>());
  EXPECT_EQ(call_scale(tensor<float>({7}), 1, "core_kinds::boxed"), 7.f);
  EXPECT_EQ(last_boxed, "core_kinds::boxed");
  def.def("bad(Tensor x) -> Tensor", torch::CppFunction::makeFromBoxedFunction<&bad_boxed_kernel>());
  torch::jit::Stack stack{tensor<float>({1})};
  EXPECT_THROWS_WITH(Dispatcher::singleton().findSchemaOrThrow("core_kinds::bad", "").callBoxed(stack), "left 2 values on the stack");
  // A kernel for one backend goes before the composite one.
  def.def("both(Tensor x, float by) -> Tensor", &scale_by_value);
  auto cpu = MAKE_TORCH_LIBRARY_IMPL(core_kinds, CPU);
  cpu.impl("both", &scale_cpu);
  EXPECT_EQ(call_scale(tensor<float>({2}), 3, "core_kinds::both"), 6.f);
  auto meta = Dispatcher::singleton().findSchemaOrThrow("core_kinds::both", "").typed<at::Tensor(at::Tensor, double)>();
  EXPECT_THROWS_WITH(meta.call(meta_tensor({1}), 1), "item() cannot be called on meta"); // it ran the composite
}

TEST(RegistrationTest, AutogradKernelsWrapAndRedispatch) {
  auto lib = MAKE_TORCH_LIBRARY_IMPL(core_ops, Autograd);
  lib.impl("scale", &autograd_kernel);
  EXPECT_EQ(call_scale(tensor<float>({2}), 3), 1006.f);
  EXPECT_TRUE(seen_keys.has(c10::DispatchKey::AutogradCPU));
  {
    c10::InferenceMode guard;
    EXPECT_EQ(call_scale(tensor<float>({2}), 3), 6.f);
  }
  lib.reset();
  EXPECT_EQ(call_scale(tensor<float>({2}), 3), 6.f);
}

TEST(RegistrationTest, Fallthrough) {
  auto lib = MAKE_TORCH_LIBRARY_IMPL(core_ops, AutogradCPU);
  lib.impl("scale", torch::CppFunction::makeFallthrough());
  EXPECT_EQ(call_scale(tensor<float>({2}), 3), 6.f);
  auto backend = MAKE_TORCH_LIBRARY_IMPL(core_ops, CPU);
  backend.impl("scale", torch::CppFunction::makeFallthrough());
  EXPECT_THROWS_WITH(call_scale(tensor<float>({2}), 3), "Could not run 'core_ops::scale'");
}

TEST(RegistrationTest, BackendFallbackServesOperatorsWithoutKernel) {
  auto lib = MAKE_TORCH_LIBRARY_IMPL(_, Meta);
  lib.fallback(torch::CppFunction::makeFromBoxedFunction<&boxed_kernel>());
  EXPECT_TRUE(Dispatcher::singleton().hasBackendFallbackForDispatchKey(c10::DispatchKey::Meta));
  auto x = meta_tensor({5});
  auto op = Dispatcher::singleton().findSchemaOrThrow("core_ops::scale", "").typed<at::Tensor(const at::Tensor&, double)>();
  EXPECT_TRUE(op.call(x, 2).is_same(x));
  EXPECT_EQ(last_boxed, "core_ops::scale");
  EXPECT_EQ(call_scale(tensor<float>({2}), 3), 6.f);
  auto again = MAKE_TORCH_LIBRARY_IMPL(_, Meta);
  EXPECT_THROWS_WITH(again.fallback(torch::CppFunction::makeFromBoxedFunction<&boxed_kernel>()), "multiple backend fallbacks");
  lib.reset();
  EXPECT_THROWS_WITH(op.call(x, 2), "'Meta' backend");
}

TEST(RegistrationTest, BadRegistrationsThrow) {
  auto def = MAKE_TORCH_LIBRARY(core_bad);
  def.def("f(Tensor x) -> Tensor");
  EXPECT_THROWS_WITH(def.def("f(Tensor y) -> Tensor"), "same name and overload name multiple times");
  EXPECT_THROWS_WITH(MAKE_TORCH_LIBRARY(core_bad), "Only a single TORCH_LIBRARY");
  EXPECT_THROWS_WITH(def.def("other::g(Tensor x) -> Tensor"), "in a block for namespace core_bad");
  EXPECT_THROWS_WITH(def.def("g(Tensr x) -> Tensor"), "unknown type 'Tensr'");
  EXPECT_THROWS_WITH(def.def("g", torch::CppFunction::makeFromBoxedFunction<&boxed_kernel>()), "does not say the schema");
  auto impl = MAKE_TORCH_LIBRARY_IMPL(core_bad, CPU);
  EXPECT_THROWS_WITH(impl.impl("f", &scale_cpu), "signature does not fit the operator's schema");
  EXPECT_THROWS_WITH(impl.def("h(Tensor x) -> Tensor"), "TORCH_LIBRARY_IMPL block");
  EXPECT_THROWS_WITH(impl.impl("f", torch::dispatch(c10::DispatchKey::Meta, &scale_cpu)), "the kernel is for Meta but the block for CPU");
  EXPECT_THROWS_WITH(impl.fallback(torch::CppFunction::makeFallthrough()), "TORCH_LIBRARY_IMPL(_, Key, m)");
  EXPECT_THROWS_WITH(
      (Dispatcher::singleton().findSchemaOrThrow("core_ops::scale", "").typed<at::Tensor(const at::Tensor&, int64_t)>()), "does not fit the operator's schema");
  torch::jit::Stack few{tensor<float>({1})};
  EXPECT_THROWS_WITH(Dispatcher::singleton().findSchemaOrThrow("core_ops::scale", "").callBoxed(few), "takes 2 arguments, the stack holds 1");
}

// The library's own operators can be given kernels, and get theirs back.
TEST(RegistrationTest, GeneratedOperatorsCanBeOverridden) {
  const c10::OperatorRow* neg = Dispatcher::singleton().findRow("aten::neg", "");
  if (neg == nullptr || neg->table == nullptr) {
    GTEST_SKIP() << "aten::neg is not in this build";
  }
  auto op = Dispatcher::singleton().findSchemaOrThrow("aten::neg", "").typed<at::Tensor(const at::Tensor&)>();
  auto x = tensor<float>({2});
  EXPECT_EQ(op.call(x).item<float>(), -2.f);
  {
    auto lib = MAKE_TORCH_LIBRARY_IMPL(aten, CPU);
    lib.impl("neg", [](const at::Tensor&) { return tensor<float>({77}); });
    EXPECT_EQ(op.call(x).item<float>(), 77.f);
    torch::jit::Stack stack{x};
    op.callBoxed(stack);
    EXPECT_EQ(stack[0].toTensor().item<float>(), 77.f);
  }
  EXPECT_EQ(op.call(x).item<float>(), -2.f);
  {
    auto lib = MAKE_TORCH_LIBRARY_IMPL(aten, CPU);
    lib.impl("neg", torch::CppFunction::makeFromBoxedFunction<&boxed_kernel>());
    EXPECT_TRUE(op.call(x).is_same(x));
    EXPECT_EQ(last_boxed, "aten::neg");
  }
  EXPECT_EQ(op.call(x).item<float>(), -2.f);
  auto fragment = MAKE_TORCH_LIBRARY_FRAGMENT(aten);
  EXPECT_THROWS_WITH(fragment.def("neg(Tensor self) -> Tensor"), "already registered");
}

// Constant rows of a library outside the tree: found, called, given kernels, refused when they exist, gone with the handle.
TEST(RegistrationTest, RowsOfALibrary) {
  using Sig = at::Tensor(const at::Tensor&, double);
  static c10::DispatchTable tables[2];
  tables[0].kernel[static_cast<int>(c10::DispatchSlot::CPU)].store(reinterpret_cast<void*>(&scale_cpu));
  static const c10::OperatorRow rows[] = {
      {.name = "core_rows::scale", .schema = "core_rows::scale(Tensor x, float by) -> Tensor", .boxed = &c10::boxed_thunk<Sig>, .table = &tables[0], .n_args = 2, .n_returns = 1},
      {.name = "core_rows::scale", .overload = "twice", .schema = "core_rows::scale.twice(Tensor x, float by) -> Tensor", .boxed = &c10::boxed_thunk<Sig>, .table = &tables[1], .n_args = 2, .n_returns = 1},
  };
  static const c10::OperatorRow* const table[] = {&rows[0], &rows[1]};
  Dispatcher& dispatcher = Dispatcher::singleton();
  // A kernel may be registered before its operator.
  auto early = MAKE_TORCH_LIBRARY_IMPL(core_rows, CPU);
  early.impl("scale.twice", [](const at::Tensor& x, double by) { return scale_cpu(x, 2 * by); });
  EXPECT_EQ(dispatcher.findRow("core_rows::scale", ""), nullptr);
  {
    const c10::RegistrationHandleRAII handle = c10::register_rows(table);
    EXPECT_EQ(dispatcher.findRow("core_rows::scale", ""), &rows[0]);
    EXPECT_EQ(dispatcher.overloads("core_rows::scale"), (std::vector<const c10::OperatorRow*>{&rows[0], &rows[1]}));
    const auto names = dispatcher.getAllOpNames();
    EXPECT_EQ(std::count(names.begin(), names.end(), c10::OperatorName("core_rows::scale", "twice")), 1);
    const at::Tensor x = tensor<float>({3});
    EXPECT_EQ(dispatcher.findSchemaOrThrow("core_rows::scale", "").typed<Sig>().call(x, 2).item<float>(), 6.f);
    EXPECT_EQ(dispatcher.findSchemaOrThrow("core_rows::scale", "twice").typed<Sig>().call(x, 2).item<float>(), 12.f);
    torch::jit::Stack stack{x, 2.0};
    dispatcher.findSchemaOrThrow("core_rows::scale", "").callBoxed(stack);
    EXPECT_EQ(stack[0].toTensor().item<float>(), 6.f);
    {
      auto meta = MAKE_TORCH_LIBRARY_IMPL(core_rows, Meta);
      meta.impl("scale", &scale_meta);
      EXPECT_TRUE(dispatcher.findSchemaOrThrow("core_rows::scale", "").typed<Sig>().call(meta_tensor({2}), 2).is_meta());
    }
    EXPECT_THROWS_WITH(dispatcher.findSchemaOrThrow("core_rows::scale", "").typed<Sig>().call(meta_tensor({2}), 2), "'Meta' backend");
    EXPECT_THROWS_WITH(c10::register_rows(table), "multiple times");
    auto fragment = MAKE_TORCH_LIBRARY_FRAGMENT(core_rows);
    EXPECT_THROWS_WITH(fragment.def("scale(Tensor x) -> Tensor"), "already registered");
  }
  EXPECT_EQ(dispatcher.findRow("core_rows::scale", ""), nullptr);
  EXPECT_TRUE(dispatcher.overloads("core_rows::scale").empty());
}

TEST(DispatcherTest, GeneratedTableIsSorted) {
  const auto rows = at::generated_operators();
  for (size_t i = 1; i < rows.size(); ++i) {
    const std::string a = rows[i - 1]->name, b = rows[i]->name;
    EXPECT_TRUE(a < b || (a == b && std::string(rows[i - 1]->overload) < rows[i]->overload)) << a << " " << b;
  }
  for (const auto* row : rows) {
    EXPECT_EQ(Dispatcher::singleton().findRow(row->name, row->overload), row);
    EXPECT_EQ(row->function_schema().arguments().size(), row->n_args) << row->schema;
    EXPECT_EQ(toString(row->function_schema()), row->schema);
  }
}
