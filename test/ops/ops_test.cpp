// The generic tests: for every entry with samples, what follows from the entry alone. One gtest an entry and a property, made from the table
// of operators when the program starts: `--gtest_filter=mm.*` runs those of mm, `wick-op test mm` builds and does that.

#include "sample.h"
#include "tensors.h"

#include <ATen/Parallel.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_strided.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/zeros.h>
#include <ATen/core/function_schema.h>
#include <ATen/native/OperatorFacts.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>

namespace {

using at::Tensor;
using at::native::OperatorFacts;
using at::native::OperatorKind;
using c10::IValue;
using c10::OperatorRow;
using namespace wick_test;

using Values = std::vector<IValue>;

// The results of a call; the arguments are left alone.
std::vector<Tensor> call(const OperatorRow& row, Values arguments) {
  arguments.resize(std::max<size_t>(row.n_args, row.n_returns));
  row.boxed(row, arguments.data());
  std::vector<Tensor> results;
  for (size_t i = 0; i < row.n_returns; ++i) {
    for (Tensor& t : tensors_in(arguments[i])) results.push_back(t);
  }
  return results;
}

Tensor clone(const Tensor& t) { return t.clone(); }

std::string all_names(const Values& values) {
  std::string text;
  for (const IValue& v : values) {
    text += text.empty() ? "" : ", ";
    text += v.isTensor() && v.toTensor().defined() ? c10::str(c10::toString(v.toTensor().scalar_type()), v.toTensor().sizes()) : c10::str(v.tagKind());
  }
  return text;
}

// Calls, and takes an error for an answer; anything but a c10::Error is a failure.
bool answers(const OperatorRow& row, const Values& arguments) {
  try {
    call(row, mapped(arguments, clone));
    return true;
  } catch (const c10::Error&) {
    return false;
  }
}

class EntryTest : public testing::Test {
 public:
  explicit EntryTest(const OperatorFacts& facts) : facts_(facts) {}

 protected:
  void TestBody() override {
    const OperatorRow& row = *facts_.base;
    for (size_t i = 0; i < row.n_samples; ++i) {
      SCOPED_TRACE(row.samples[i]);
      Values arguments;
      try {
        arguments = arguments_of(row, row.samples[i]);
      } catch (const std::exception& e) {
        FAIL() << e.what();
      }
      try {
        check(arguments);
      } catch (const std::exception& e) {
        FAIL() << "unexpected error: " << e.what();
      }
    }
  }
  virtual void check(const Values& arguments) = 0;

  std::vector<Tensor> base(const Values& arguments) { return call(*facts_.base, arguments); }
  bool writes() const { return facts_.base->has(c10::kOpInplace) || facts_.base->has(c10::kOpOut); }
  bool random() const { return facts_.base->has(c10::kOpNondeterministic); }

  const OperatorFacts& facts_;
};

// A second call gives the same bits.
struct Repeats : EntryTest {
  using EntryTest::EntryTest;
  static constexpr const char* name = "repeats";
  static bool applies(const OperatorFacts& f) { return !f.base->has(c10::kOpNondeterministic); }
  void check(const Values& arguments) override { EXPECT_EQ(difference(base(mapped(arguments, clone)), base(mapped(arguments, clone))), ""); }
};

// Other strides of an argument change nothing.
struct Strides : EntryTest {
  using EntryTest::EntryTest;
  static constexpr const char* name = "strides";
  // What asks for strides itself: these refuse other ones, or read them.
  static bool applies(const OperatorFacts& f) {
    for (const char* name : {"aten::view", "aten::_unsafe_view", "aten::as_strided", "aten::as_strided_", "aten::as_strided_scatter", "aten::_reshape_alias", "aten::view_as_complex"}) {
      if (std::string_view(f.base->name) == name) return false;
    }
    return !f.base->has(c10::kOpNondeterministic);
  }
  void check(const Values& arguments) override {
    const std::vector<Tensor> expected = base(mapped(arguments, clone));
    for (size_t i = 0; i < arguments.size(); ++i) {
      if (!arguments[i].isTensor()) continue;
      for (const Tensor& other : other_layouts(arguments[i].toTensor())) {
        Values changed = mapped(arguments, clone);
        changed[i] = other;
        EXPECT_EQ(difference(base(changed), expected), "") << "argument " << i << " with strides " << other.strides();
      }
    }
  }
};

// Meta tensors give the result's dtype and shape.
struct Meta : EntryTest {
  using EntryTest::EntryTest;
  static constexpr const char* name = "meta";
  static bool applies(const OperatorFacts& f) { return f.kind != OperatorKind::Direct; }
  void check(const Values& arguments) override {
    const std::vector<Tensor> expected = base(mapped(arguments, clone));
    const std::vector<Tensor> found = base(mapped(arguments, [](const Tensor& t) { return at::empty_strided(t.sizes(), t.strides(), t.options().device(at::kMeta)); }));
    ASSERT_EQ(found.size(), expected.size());
    for (size_t i = 0; i < found.size(); ++i) {
      EXPECT_TRUE(found[i].is_meta());
      EXPECT_EQ(found[i].sizes(), expected[i].sizes());
      EXPECT_EQ(found[i].scalar_type(), expected[i].scalar_type());
      EXPECT_EQ(found[i].strides(), expected[i].strides());
    }
  }
};

// out= holds what the functional form gives: of the right shape, of a wrong one, strided, one of the inputs.
struct Out : EntryTest {
  using EntryTest::EntryTest;
  static constexpr const char* name = "out";
  static bool applies(const OperatorFacts& f) { return f.out != nullptr && !f.base->has(c10::kOpNondeterministic); }
  void check(const Values& arguments) override {
    const std::vector<Tensor> expected = base(mapped(arguments, clone));
    into(arguments, expected, "the right shape", [](const Tensor& t) { return at::zeros(t.sizes(), t.options()); });
    into(arguments, expected, "a wrong shape", [](const Tensor& t) { return at::zeros({0}, t.options()); });
    into(arguments, expected, "a larger shape", [](const Tensor& t) { return at::zeros({7, 5, 3}, t.options()); });
    into(arguments, expected, "other strides", [](const Tensor& t) {
      const std::vector<Tensor> others = other_layouts(at::zeros(t.sizes(), t.options()));
      return others.empty() ? at::zeros(t.sizes(), t.options()) : others.back();
    });
    for (size_t i = 0; expected.size() == 1 && i < arguments.size(); ++i) {
      if (!arguments[i].isTensor() || !arguments[i].toTensor().defined()) continue;
      const Tensor& input = arguments[i].toTensor();
      if (input.sizes() != expected[0].sizes() || input.scalar_type() != expected[0].scalar_type()) continue;
      Values copies = mapped(arguments, clone);
      const Tensor out = copies[i].toTensor();
      copies.push_back(out);
      EXPECT_EQ(difference(call(*facts_.out, copies), expected), "") << "out is argument " << i;
    }
    if (expected.size() == 1) {
      // A dtype that cannot hold the result is refused.
      if (c10::isFloatingType(expected[0].scalar_type())) {
        Values copies = mapped(arguments, clone);
        copies.push_back(at::zeros(expected[0].sizes(), at::kLong));
        EXPECT_FALSE(answers(*facts_.out, copies)) << "out of int64 takes a result of floating point";
      }
    }
  }
  template <class Make>
  void into(const Values& arguments, const std::vector<Tensor>& expected, const char* what, Make make) {
    SCOPED_TRACE(what);
    Values copies = mapped(arguments, clone);
    std::vector<Tensor> outs;
    for (const Tensor& t : expected) {
      outs.push_back(make(t));
      copies.push_back(outs.back());
    }
    std::vector<uint32_t> versions;
    for (const Tensor& t : outs) versions.push_back(t.current_version());
    const std::vector<Tensor> returned = call(*facts_.out, copies);
    EXPECT_EQ(difference(outs, expected), "");
    for (size_t i = 0; i < outs.size(); ++i) {
      EXPECT_TRUE(i < returned.size() && returned[i].is_same(outs[i])) << "out= returns its argument";
      EXPECT_GT(outs[i].current_version(), versions[i]) << "writing raises the version";
    }
  }
};

// In place: the first argument holds what the functional form gives, or it is refused.
struct Inplace : EntryTest {
  using EntryTest::EntryTest;
  static constexpr const char* name = "inplace";
  static bool applies(const OperatorFacts& f) { return f.inplace != nullptr && !f.base->has(c10::kOpNondeterministic); }
  void check(const Values& arguments) override {
    const std::vector<Tensor> expected = base(mapped(arguments, clone));
    const Tensor& first = arguments[0].toTensor();
    // A view in place gives the tensor itself another shape.
    const bool fits = facts_.kind == OperatorKind::View || (expected[0].sizes() == first.sizes() && c10::canCast(expected[0].scalar_type(), first.scalar_type()));
    std::vector<Tensor> starts{first.clone()};
    for (const Tensor& other : other_layouts(first.clone())) starts.push_back(other);
    for (const Tensor& self : starts) {
      Values copies = mapped(arguments, clone);
      copies[0] = self;
      if (!fits) {
        EXPECT_FALSE(answers(*facts_.inplace, copies)) << "a result of another shape is refused";
        continue;
      }
      const uint32_t version = self.current_version();
      const std::vector<Tensor> returned = call(*facts_.inplace, copies);
      EXPECT_EQ(difference(self, expected[0].to(self.scalar_type())), "");
      EXPECT_TRUE(returned.size() == 1 && returned[0].is_same(self)) << "it returns its argument";
      EXPECT_GT(self.current_version(), version) << "writing raises the version";
    }
  }
};

// The copying twin of a view: the same values in new, contiguous memory, also into out=.
struct Copy : EntryTest {
  using EntryTest::EntryTest;
  static constexpr const char* name = "copy";
  static bool applies(const OperatorFacts& f) { return f.copy != nullptr; }
  void check(const Values& arguments) override {
    const std::vector<Tensor> expected = base(arguments);
    const std::vector<Tensor> copies = call(*facts_.copy, arguments);
    EXPECT_EQ(difference(copies, expected), "");
    for (const Tensor& t : copies) {
      EXPECT_TRUE(t.is_contiguous());
      EXPECT_FALSE(t.is_alias_of(arguments[0].toTensor())) << "a copy has memory of its own";
    }
    if (facts_.copy_out == nullptr) return;
    for (const std::vector<int64_t>& sizes : std::vector<std::vector<int64_t>>{{0}, {7, 5}}) {
      std::vector<Tensor> outs;
      for (const Tensor& t : expected) outs.push_back(at::zeros(sizes, t.options()));
      call(*facts_.copy_out, with_outs(arguments, outs));
      EXPECT_EQ(difference(outs, expected), "");
    }
    // out= may be what is viewed.
    if (!is_list() && expected[0].scalar_type() == arguments[0].toTensor().scalar_type()) {
      const Values own = mapped(arguments, clone);
      call(*facts_.copy_out, with_outs(own, {own[0].toTensor()}));
      EXPECT_EQ(difference(own[0].toTensor(), expected[0]), "");
    }
    std::vector<Tensor> wrong;
    for (const Tensor& t : expected) wrong.push_back(at::zeros(t.sizes(), t.options().dtype(t.scalar_type() == at::kLong ? at::kFloat : at::kLong)));
    EXPECT_FALSE(expected.size() != 0 && answers(*facts_.copy_out, with_outs(arguments, wrong))) << "out of another dtype is accepted";
    if (is_list()) {
      wrong = expected;
      wrong.push_back(at::zeros({1}));
      EXPECT_FALSE(answers(*facts_.copy_out, with_outs(arguments, wrong))) << "out of another number of tensors is accepted";
    }
  }
  bool is_list() const { return facts_.copy_out->n_returns == 0; }
  Values with_outs(Values arguments, const std::vector<Tensor>& outs) const {
    if (is_list()) {
      arguments.push_back(IValue(c10::List<Tensor>(outs)));
    } else {
      arguments.push_back(outs[0]);
    }
    return arguments;
  }
};

// A formula of empty and of 0-dim tensors, and of ones that broadcast.
struct Shapes : EntryTest {
  using EntryTest::EntryTest;
  static constexpr const char* name = "shapes";
  static bool applies(const OperatorFacts& f) { return f.kind == OperatorKind::Pointwise; }
  void check(const Values& arguments) override {
    for (const std::vector<int64_t>& sizes : std::vector<std::vector<int64_t>>{{}, {0}, {0, 3}, {1}, {2, 1, 3}, {1025}}) {
      const std::vector<Tensor> results = base(mapped(arguments, [&](const Tensor& t) { return fixed_values(sizes, 7).to(t.scalar_type()); }));
      ASSERT_EQ(results.size(), 1u);
      EXPECT_EQ(results[0].sizes(), at::IntArrayRef(sizes));
    }
    // One row against the whole: each row of the result is the row's own result.
    size_t tensors = 0;
    const Values wide = mapped(arguments, [&](const Tensor& t) {
      const std::vector<int64_t> sizes = tensors == 0 ? std::vector<int64_t>{4, 5} : std::vector<int64_t>{5};
      return fixed_values(sizes, ++tensors).to(t.scalar_type());
    });
    if (tensors < 2) return;
    const Tensor whole = base(wide)[0];
    for (int64_t r = 0; r < 4; ++r) {
      bool seen = false;
      const Values row = mapped(wide, [&](const Tensor& t) { return std::exchange(seen, true) ? t : t.select(0, r); });
      EXPECT_EQ(difference(base(row)[0], whole.select(0, r)), "") << "row " << r;
    }
  }
};

// The cells of the operator's page: every dtype the entry accepts runs, every other is refused in words that name it.
struct DtypesOf : EntryTest {
  using EntryTest::EntryTest;
  static constexpr const char* name = "dtypes";
  static bool applies(const OperatorFacts& f) { return f.dtypes != 0 && !f.base->has(c10::kOpInplace); }
  void check(const Values& arguments) override {
    bool floating = false;
    for (const IValue& v : arguments) {
      for (const Tensor& t : tensors_in(v)) floating = floating || t.scalar_type() == at::kFloat;
    }
    if (!floating) return;
    const std::vector<Tensor> expected = base(mapped(arguments, clone));
    for (const at::ScalarType dtype : {at::kFloat, at::kDouble, at::kHalf, at::kBFloat16, at::kLong, at::kInt, at::kShort, at::kChar, at::kByte, at::kBool, at::kComplexFloat, at::kComplexDouble}) {
      const Values converted = mapped(arguments, [&](const Tensor& t) { return t.scalar_type() == at::kFloat ? t.to(dtype) : t; });
      const bool named = (facts_.dtypes >> static_cast<int>(dtype) & 1) != 0;
      std::vector<Tensor> found;
      try {
        found = base(converted);
      } catch (const c10::Error& e) {
        const std::string text = e.what_without_backtrace();
        const bool names_it = text.find(c10::toString(dtype)) != std::string::npos || text.find(c10::str(dtype)) != std::string::npos;
        if (named) {
          // Numbers that do not suit the dtype (a fraction for integers) are a reason too, but not for floating point.
          EXPECT_FALSE(c10::isFloatingType(dtype) || names_it) << c10::toString(dtype) << " is accepted by the entry: " << text;
        } else {
          EXPECT_TRUE(names_it) << "the error for " << c10::toString(dtype) << " does not name it: " << text;
        }
        continue;
      }
      EXPECT_TRUE(named) << c10::toString(dtype) << " is not accepted by the entry, and answered";
      ASSERT_EQ(found.size(), expected.size());
      for (size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i].sizes(), expected[i].sizes()) << c10::toString(dtype);
    }
  }
};

// The same bits whatever the layout, the place in a tile and the number of threads, on tensors large enough that threads share the work.
struct SameBits : EntryTest {
  using EntryTest::EntryTest;
  static constexpr const char* name = "same_bits";
  static bool applies(const OperatorFacts& f) { return f.kind != OperatorKind::View && Strides::applies(f) && !f.base->has(c10::kOpOut) && !f.base->has(c10::kOpInplace); }
  void check(const Values& arguments) override {
    compare(arguments);
    const bool formula = facts_.kind == OperatorKind::Pointwise;
    for (const int64_t numel : {int64_t{4000}, int64_t{120000}}) {
      const Values large = mapped(arguments, [&](const Tensor& t) { return formula ? fixed_values({numel / 250, 250}, 3 + t.numel()).to(t.scalar_type()) : grown(t, numel); });
      const auto begin = std::chrono::steady_clock::now();
      int64_t results = 0;
      try {
        for (const Tensor& t : base(mapped(large, clone))) results += t.numel();
      } catch (const c10::Error&) {
        return; // numbers among the arguments fit the small tensors only
      }
      // What takes long already (a convolution whose kernel has grown too) or gives more than it takes (an outer product) is not tried on more.
      const bool slow = std::chrono::steady_clock::now() - begin > std::chrono::milliseconds(20) || results > 10 * numel;
      if (results > 1000 * numel) return;
      compare(large);
      if (formula) positions(large);
      if (slow) return;
    }
  }

 private:
  void compare(const Values& arguments) {
    at::set_num_threads(1);
    const std::vector<Tensor> expected = base(mapped(arguments, clone));
    for (const int threads : {2, 8}) {
      at::set_num_threads(threads);
      EXPECT_EQ(difference(base(mapped(arguments, clone)), expected), "") << threads << " threads, " << all_names(arguments);
    }
    at::set_num_threads(3);
    for (size_t i = 0; i < arguments.size(); ++i) {
      if (!arguments[i].isTensor() || !arguments[i].toTensor().defined()) continue;
      std::vector<Tensor> others = other_layouts(arguments[i].toTensor());
      others.push_back(shifted(arguments[i].toTensor()));
      for (const Tensor& other : others) {
        Values changed = mapped(arguments, clone);
        changed[i] = other;
        EXPECT_EQ(difference(base(changed), expected), "") << "argument " << i << " with strides " << other.strides() << " and offset " << other.storage_offset() << ", " << all_names(arguments);
      }
    }
  }
  // A part of a formula's operands gives that part of its result.
  void positions(const Values& arguments) {
    const Tensor whole = base(arguments)[0].view({-1});
    for (const int64_t begin : {int64_t{1}, int64_t{7}, int64_t{1023}}) {
      const Values part = mapped(arguments, [&](const Tensor& t) { return t.view({-1}).slice(0, begin, begin + 2050); });
      EXPECT_EQ(difference(base(part)[0], whole.slice(0, begin, begin + 2050)), "") << "from element " << begin;
    }
  }
  // Each dimension repeated until there are about that many elements; of floating point, new values.
  static Tensor grown(Tensor t, int64_t numel) {
    if (t.dim() == 0 || t.numel() == 0) return t;
    const auto times = static_cast<int64_t>(std::ceil(std::pow(static_cast<double>(numel) / static_cast<double>(t.numel()), 1.0 / static_cast<double>(t.dim()))));
    std::vector<int64_t> sizes = t.sizes().vec();
    for (int64_t& s : sizes) s *= times;
    if (c10::isFloatingType(t.scalar_type())) return fixed_values(sizes, 5).to(t.scalar_type());
    for (int64_t d = 0; d < t.dim(); ++d) t = at::cat(std::vector<Tensor>(static_cast<size_t>(times), t), d);
    return t;
  }
  // The same in memory that begins one element later.
  static Tensor shifted(const Tensor& t) {
    Tensor to = at::empty({t.numel() + 1}, t.options()).slice(0, 1).view(t.sizes());
    to.copy_(t);
    return to;
  }
};

// No argument crashes the library: undefined tensors, other ranks, sizes and dtypes, extreme numbers give an error or a result.
struct BadInput : EntryTest {
  using EntryTest::EntryTest;
  static constexpr const char* name = "bad_input";
  static bool applies(const OperatorFacts&) { return true; }
  void check(const Values& arguments) override {
    const OperatorRow& row = *facts_.base;
    for (size_t i = 0; i < arguments.size(); ++i) {
      const IValue& value = arguments[i];
      Values changed = arguments;
      auto with = [&](IValue v) {
        changed[i] = std::move(v);
        SCOPED_TRACE(all_names(changed));
        answers(row, changed);
        if (facts_.inplace != nullptr) answers(*facts_.inplace, changed);
      };
      if (value.isTensor() && value.toTensor().defined()) {
        const Tensor& t = value.toTensor();
        changed[i] = Tensor();
        EXPECT_FALSE(answers(row, changed) && row.function_schema().arguments()[i].type()->kind() == c10::TypeKind::TensorType) << "an undefined tensor is accepted as argument " << i;
        for (const std::vector<int64_t>& sizes : std::vector<std::vector<int64_t>>{{}, {0}, {1}, {3}, {7, 2}, {0, 4}, {2, 3, 4}, {1, 1, 1, 1, 1}, {2, 2, 2, 2, 2, 2}}) {
          with(at::ones(sizes, t.options()));
        }
        for (const at::ScalarType dtype : {at::kBool, at::kLong, at::kByte, at::kHalf, at::kDouble, at::kComplexFloat}) with(t.to(dtype));
        with(at::empty(t.sizes(), t.options().device(at::kMeta)));
      } else if (value.isInt()) {
        for (const int64_t x : {std::numeric_limits<int64_t>::min(), int64_t{-5}, int64_t{-1}, int64_t{0}, int64_t{5}, std::numeric_limits<int64_t>::max()}) with(x);
      } else if (value.isDouble()) {
        for (const double x : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), -1.0, 1e300}) with(x);
      } else if (value.isIntList()) {
        for (const std::vector<int64_t>& x : std::vector<std::vector<int64_t>>{{}, {-1}, {-1, -1}, {std::numeric_limits<int64_t>::max(), 2}, {std::numeric_limits<int64_t>::min()}, {0, 0, 0, 0, 0, 0, 0}}) with(x);
      } else if (value.isTensorList()) {
        with(c10::List<Tensor>());
        c10::List<Tensor> bad;
        bad.push_back(Tensor());
        with(bad);
        c10::List<Tensor> mixed;
        mixed.push_back(at::ones({2, 3}));
        mixed.push_back(at::ones({4}, at::kLong));
        with(mixed);
      } else if (value.isString()) {
        with(IValue(std::string("no such mode")));
        with(IValue(std::string()));
      }
    }
  }
};

std::string suite_of(const OperatorRow& row) {
  const std::string full = row.qualified_overload();
  return full.substr(full.find("::") + 2);
}

template <class Check>
void add(const OperatorFacts& facts) {
  if (facts.base->n_samples == 0 || !Check::applies(facts)) return;
  testing::RegisterTest(suite_of(*facts.base).c_str(), Check::name, nullptr, nullptr, __FILE__, __LINE__, [&facts]() -> EntryTest* { return new Check(facts); });
}

} // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (const OperatorFacts* facts : at::native::operator_facts()) {
    add<Repeats>(*facts);
    add<Strides>(*facts);
    add<Meta>(*facts);
    add<Out>(*facts);
    add<Inplace>(*facts);
    add<Copy>(*facts);
    add<Shapes>(*facts);
    add<DtypesOf>(*facts);
    add<SameBits>(*facts);
    add<BadInput>(*facts);
  }
  if (argc > 1) { // operators by name: `test_ops mm add.Tensor`
    std::string filter;
    for (int i = 1; i < argc; ++i) {
      const std::string wanted = argv[i];
      bool found = false;
      for (const OperatorFacts* facts : at::native::operator_facts()) {
        const std::string full = suite_of(*facts->base);
        if (facts->base->n_samples == 0 || (full != wanted && full.substr(0, full.find('.')) != wanted)) continue;
        filter += full + ".*:";
        found = true;
      }
      if (!found) {
        fprintf(stderr, "no entry of %s has samples\n", wanted.c_str());
        return 2;
      }
    }
    testing::GTEST_FLAG(filter) = filter;
  }
  return RUN_ALL_TESTS();
}
