// Boxed thunks: arguments by reference, results, key sets, and the way back from unboxed to boxed.
#include "test_support.h"

#include <ATen/core/boxing.h>
#include <ATen/core/dispatch/Dispatcher.h>

using c10::BoxedThunk;
using c10::IValue;
using c10::OperatorRow;
using core_test::meta_tensor;
using core_test::tensor;

namespace {

// A row whose CPU kernel is f. Kernels for other keys are set by hand.
template <class R, class... Args> struct Row {
  c10::DispatchTable table{};
  OperatorRow row;
  Row(const char* name, const char* schema, R (*f)(Args...), c10::DispatchKey key = c10::DispatchKey::CPU) {
    row.name = name;
    row.schema = schema;
    row.boxed = &c10::boxed_thunk<R(Args...)>;
    row.table = &table;
    row.n_args = sizeof...(Args);
    row.n_returns = static_cast<uint16_t>(c10::impl::result_count<R>());
    set(key, f);
  }
  ~Row() { delete row.parsed.load(); } // rows of the library live for good, this one does not
  void set(c10::DispatchKey key, R (*f)(Args...)) { table.kernel[static_cast<int>(c10::toDispatchSlot(key))].store(reinterpret_cast<void*>(f)); }
  void call(std::vector<IValue>& args) {
    args.resize(std::max<size_t>({args.size(), row.n_returns, 1}));
    row.boxed(row, args.data());
  }
};

const at::Tensor* seen = nullptr;
at::Tensor take(const at::Tensor& x, int64_t n) {
  seen = &x;
  EXPECT_EQ(n, 3);
  EXPECT_EQ(x.use_count(), 2u); // the test's and the slot's: nothing was counted for the call
  return x;
}
at::Tensor& overwrite(at::Tensor& self, const at::Scalar& v) {
  *self.mutable_data_ptr<float>() = v.toFloat();
  return self;
}
std::tuple<at::Tensor, int64_t> two(const std::optional<at::Tensor>& a, at::TensorList l) {
  EXPECT_EQ(a.has_value() ? a->use_count() : 0u, a.has_value() ? 2u : 0u);
  for (const auto& t : l) {
    EXPECT_EQ(t.use_count(), 2u); // borrowed from the list
  }
  return {l.empty() ? at::Tensor() : l[0], static_cast<int64_t>(l.size())};
}
std::tuple<at::Tensor&, at::Tensor&> out2(const at::Tensor&, at::Tensor& a, at::Tensor& b) { return {a, b}; }
int64_t many(at::IntArrayRef s, at::OptionalIntArrayRef o, std::optional<at::ScalarType> dtype, std::string_view text, std::array<bool, 2> mask, std::optional<c10::ArrayRef<double>> f, bool flag,
             double d, std::optional<double> od, at::ArrayRef<at::Scalar> sc, const c10::List<std::optional<at::Tensor>>& idx, std::optional<std::string_view> os) {
  EXPECT_EQ(s.vec(), (std::vector<int64_t>{1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_FALSE(o.has_value());
  EXPECT_EQ(dtype, at::ScalarType::Long);
  EXPECT_EQ(text, "hi");
  EXPECT_EQ(mask, (std::array<bool, 2>{true, false}));
  EXPECT_EQ((*f)[1], 2.5);
  EXPECT_TRUE(flag);
  EXPECT_EQ(d, 1.5);
  EXPECT_FALSE(od.has_value());
  EXPECT_EQ(sc[0].toLong(), 4);
  EXPECT_EQ(idx.size(), 2u);
  EXPECT_EQ(*os, "there");
  return 42;
}
void nothing(at::TensorList) {}
std::vector<at::Tensor> pieces(const at::Tensor& x) { return {x, x}; }
at::Tensor fail(const at::Tensor&) { TORCH_CHECK(false, "kernel says no"); }
at::Tensor meta_kernel(const at::Tensor& x, int64_t) { return x; }
at::Tensor factory(int64_t, std::optional<at::Device>) { return tensor<float>({1}); }

} // namespace

TEST(BoxingTest, TensorsAreReferences) {
  Row row("t::take", "t::take(Tensor x, int n) -> Tensor", &take);
  auto t = tensor<float>({1});
  std::vector<IValue> args{t, 3};
  row.call(args);
  EXPECT_EQ(seen, &args[0].toTensor()); // the slot itself
  EXPECT_TRUE(args[0].toTensor().is_same(t));
  EXPECT_TRUE(args[1].isNone());
  EXPECT_EQ(t.use_count(), 2u);
}

TEST(BoxingTest, InPlaceResultIsTheArgument) {
  Row row("t::write", "t::write(Tensor(a!) self, Scalar v) -> Tensor(a!)", &overwrite);
  auto t = tensor<float>({1});
  std::vector<IValue> args{t, 2.5};
  row.call(args);
  EXPECT_TRUE(args[0].toTensor().is_same(t));
  EXPECT_EQ(t.item<float>(), 2.5f);
  EXPECT_EQ(t.use_count(), 2u);
}

TEST(BoxingTest, OptionalsListsAndTuples) {
  Row row("t::two", "t::two(Tensor? a, Tensor[] l) -> (Tensor, int)", &two);
  auto a = tensor<float>({1});
  std::vector<IValue> args{a, std::vector<at::Tensor>{tensor<float>({2}), tensor<float>({3})}};
  // Besides the list the results vector's temporaries are gone by now.
  auto first = args[1].toListRef()[0].toTensor();
  std::vector<IValue> none{IValue(), std::vector<at::Tensor>{}};
  row.call(none);
  EXPECT_FALSE(none[0].toTensor().defined());
  EXPECT_EQ(none[1].toInt(), 0);
  auto b = tensor<float>({1});
  std::vector<IValue> only{b, std::vector<at::Tensor>{}};
  row.call(only);
  EXPECT_EQ(b.use_count(), 1u);
}

TEST(BoxingTest, SeveralOutArguments) {
  Row row("t::out2", "t::out2(Tensor x, *, Tensor(a!) a, Tensor(b!) b) -> (Tensor(a!), Tensor(b!))", &out2);
  auto x = tensor<float>({1}), a = tensor<float>({2}), b = tensor<float>({3});
  std::vector<IValue> args{x, a, b};
  row.call(args);
  EXPECT_TRUE(args[0].toTensor().is_same(a));
  EXPECT_TRUE(args[1].toTensor().is_same(b));
  EXPECT_TRUE(args[2].isNone());
  EXPECT_EQ(x.use_count(), 1u);
}

TEST(BoxingTest, EveryKindOfArgument) {
  Row row("t::many", "", &many);
  c10::List<std::optional<at::Tensor>> idx{tensor<float>({1}), std::nullopt};
  std::vector<IValue> args{std::vector<int64_t>{1, 2, 3, 4, 5, 6, 7, 8, 9}, IValue(), 4, "hi", std::vector<bool>{true, false}, std::vector<double>{1, 2.5}, true, 1.5, IValue(), std::vector<int64_t>{4}, idx, "there"};
  row.call(args);
  EXPECT_EQ(args[0].toInt(), 42);
  for (size_t i = 1; i < args.size(); ++i) {
    EXPECT_TRUE(args[i].isNone());
  }
}

TEST(BoxingTest, NoResultAndListResult) {
  Row none("t::nothing", "", &nothing);
  std::vector<IValue> args{std::vector<at::Tensor>{tensor<float>({1})}};
  none.call(args);
  EXPECT_TRUE(args[0].isNone());
  Row list("t::pieces", "", &pieces);
  std::vector<IValue> x{tensor<float>({1})};
  list.call(x);
  EXPECT_EQ(x[0].toTensorVector().size(), 2u);
}

TEST(BoxingTest, ErrorsLeaveValidSlots) {
  Row row("t::fail", "", &fail);
  std::vector<IValue> args{tensor<float>({1})};
  EXPECT_THROWS_WITH(row.call(args), "kernel says no");
  std::vector<IValue> wrong{IValue(3)};
  EXPECT_THROWS_WITH(row.call(wrong), "Expected Tensor but got Int");
}

TEST(BoxingTest, MissingKernelNamesBackends) {
  Row row("t::take", "t::take(Tensor x, int n) -> Tensor", &take);
  row.row.overload = "over";
  std::vector<IValue> args{meta_tensor({1}), 3};
  EXPECT_THROW(row.call(args), c10::NotImplementedError);
  std::vector<IValue> again{meta_tensor({1}), 3};
  EXPECT_THROWS_WITH(row.call(again), "Could not run 't::take.over' with arguments from the 'Meta' backend. 't::take.over' is only available for these backends: [CPU].");
  row.set(c10::DispatchKey::Meta, &meta_kernel);
  std::vector<IValue> fine{meta_tensor({1}), 3};
  row.call(fine);
  EXPECT_TRUE(fine[0].toTensor().is_meta());
}

TEST(BoxingTest, FactoriesGoByDevice) {
  Row row("t::factory", "t::factory(int n, Device? device) -> Tensor", &factory);
  std::vector<IValue> args{1, IValue()};
  row.call(args);
  EXPECT_TRUE(args[0].isTensor());
  std::vector<IValue> meta{1, c10::Device(c10::kMeta)};
  EXPECT_THROWS_WITH(row.call(meta), "'Meta' backend");
}

TEST(BoxingTest, TheThunkAnswersForItsSignature) {
  Row row("t::take", "t::take(Tensor x, int n) -> Tensor", &take);
  EXPECT_TRUE(c10::impl::check_signature(row.row, typeid(at::Tensor(const at::Tensor&, int64_t)), c10::impl::infer_schema<at::Tensor(const at::Tensor&, int64_t)>()));
  EXPECT_FALSE(c10::impl::check_signature(row.row, typeid(at::Tensor(at::Tensor, int64_t)), c10::impl::infer_schema<at::Tensor(at::Tensor, int64_t)>()));
  EXPECT_THROWS_WITH(c10::impl::check_signature(row.row, typeid(int), c10::impl::infer_schema<at::Tensor(at::Tensor)>()), "does not fit");
}

TEST(OperatorRowTest, ParsesOnceAndNamesItself) {
  static constinit const OperatorRow table[] = {
      {.name = "t::f", .overload = "x", .schema = "t::f.x(int a) -> int", .n_args = 1, .n_returns = 1, .flags = c10::kOpNondeterministic},
  };
  EXPECT_EQ(table[0].qualified_overload(), "t::f.x");
  EXPECT_EQ(&table[0].function_schema(), &table[0].function_schema());
  EXPECT_TRUE(table[0].has(c10::kOpNondeterministic));
  EXPECT_FALSE(table[0].has(c10::kOpInplace));
}
