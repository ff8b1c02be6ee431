// Folds and extremes over every subset of dimensions, against loops.
#include "dense_reference.h"

using namespace dense;

namespace {

// Calls f(result index, element) for each element that goes into it.
void each_element(const Tensor& x, const std::vector<int64_t>& dims, bool keepdim, const std::function<void(const std::vector<int64_t>&, Value)>& f) {
  each(x.sizes(), [&](const std::vector<int64_t>& i) {
    std::vector<int64_t> r;
    for (int64_t d = 0; d < x.dim(); d++) {
      const bool reduced = dims.empty() || std::find(dims.begin(), dims.end(), d) != dims.end();
      if (!reduced) r.push_back(i[d]);
      else if (keepdim) r.push_back(0);
    }
    f(r, value_at(x, i));
  });
}

Tensor double_sums(const Tensor& x, const std::vector<int64_t>& dims, bool keepdim, const Tensor& like) {
  Tensor sums = at::empty(like.sizes(), at::TensorOptions().dtype(ScalarType::ComplexDouble));
  for (int64_t i = 0; i < sums.numel(); i++) write(sums, i, 0);
  each_element(x, dims, keepdim, [&](const std::vector<int64_t>& r, Value v) { write(sums, offset_of(sums, r), value_at(sums, r) + v); });
  return sums;
}

const std::vector<std::vector<int64_t>> kShapes = {{}, {1}, {7}, {40}, {3, 5}, {40, 130}, {2, 3, 4}, {5, 1, 6}, {0}, {3, 0}, {0, 4}, {2, 3, 4, 5}, {9000}, {5000, 3}};

TEST(Sum, EveryDimsDtypeLayout) {
  for (const ScalarType t : {ScalarType::Float, ScalarType::Double, ScalarType::Half, ScalarType::BFloat16, ScalarType::ComplexFloat, ScalarType::Int, ScalarType::Byte, ScalarType::Bool}) {
    for (const auto& s : kShapes) {
      if (t != ScalarType::Float && s.size() == 4) continue;
      const Tensor x = values(s, t);
      for (int mask = 0; mask < 1 << s.size(); mask++) {
        std::vector<int64_t> dims;
        for (size_t d = 0; d < s.size(); d++) {
          if (mask >> d & 1) dims.push_back(static_cast<int64_t>(d));
        }
        for (const bool keepdim : {false, true}) {
          const Tensor y = at::sum(x, dims, keepdim);
          EXPECT_EQ(y.scalar_type(), is_integer(t) ? ScalarType::Long : t);
          const Tensor want = double_sums(x, dims, keepdim, y);
          const double scale = t == ScalarType::Half || t == ScalarType::BFloat16 ? 60 : std::sqrt(static_cast<double>(x.numel()));
          expect_values(y, [&](const std::vector<int64_t>& i) { return value_at(want, i); }, scale, "sum");
          for (int layout = 1; layout < kLayouts; layout++) EXPECT_TRUE(same_bits(y, at::sum(laid_out(x, layout), dims, keepdim))) << "mask " << mask;
        }
      }
    }
  }
}

TEST(Sum, RowsAndColumnsAgree) {  // one definition, two walks
  for (const int64_t n : {1, 5, 33, 130, 5000, 20000}) {
    const Tensor rows = values({6, n});
    EXPECT_TRUE(same_bits(at::sum(rows, 1), at::sum(laid_out(rows, 1), 1)));
    EXPECT_TRUE(same_bits(at::sum(rows, 1), at::sum(rows.t().contiguous(), 0)));
  }
}

TEST(Sum, Precision) {  // a running float sum of this loses half its digits
  const int64_t n = 1 << 20;
  Tensor x = at::empty({n}, at::TensorOptions().dtype(ScalarType::Float));
  for (int64_t i = 0; i < n; i++) write(x, i, 0.1);
  EXPECT_NEAR(value_at(at::sum(x), {}).real(), static_cast<double>(0.1f) * static_cast<double>(n), 0.2);
}

TEST(Sum, DtypeAndDefaults) {
  const Tensor x = values({3, 4});
  EXPECT_TRUE(same_bits(at::sum(x), at::sum(x, at::IntArrayRef{})));
  EXPECT_TRUE(same_bits(at::sum(x), at::sum(x, at::OptionalIntArrayRef())));
  EXPECT_EQ(at::sum(x, ScalarType::Double).scalar_type(), ScalarType::Double);
  EXPECT_EQ(at::sum(values({3}, ScalarType::Int), ScalarType::Int).scalar_type(), ScalarType::Int);
  EXPECT_EQ(value_at(at::sum(values({0})), {}), Value(0));
  EXPECT_TRUE(same_bits(at::sum(x, -1), at::sum(x, 1)));
  Tensor out = at::empty({0}, x.options());
  at::sum_out(out, x, {1}, false);
  EXPECT_TRUE(same_bits(out, at::sum(x, 1)));
}

TEST(Sum, SameBitsForAnyNumberOfThreads) {
  const Tensor x = values({300, 700}), long_row = values({1 << 20}), tall = values({100000, 3});
  expect_same_bits_for_all_thread_counts([&] { return at::sum(x, 0); });
  expect_same_bits_for_all_thread_counts([&] { return at::sum(x, 1); });
  expect_same_bits_for_all_thread_counts([&] { return at::sum(long_row); });
  expect_same_bits_for_all_thread_counts([&] { return at::sum(tall, 0); });
}

TEST(Sum, Errors) {
  expect_error<c10::IndexError>([] { at::sum(values({2, 3}), 2); }, {"sum", "dim 2", "[2, 3]"});
  expect_error<c10::IndexError>([] { at::sum(values({2, 3}), -3); }, {"sum", "dim -3"});
  expect_error([] { at::sum(values({2, 3}), {0, -2}); }, {"sum", "dim 0", "multiple times"});
}

TEST(Mean, ValuesAndErrors) {
  for (const ScalarType t : {ScalarType::Float, ScalarType::Double, ScalarType::Half, ScalarType::BFloat16, ScalarType::ComplexFloat}) {
    const Tensor x = values({4, 5, 6}, t);
    for (const std::vector<int64_t>& dims : {std::vector<int64_t>{}, {0}, {1}, {2}, {0, 2}, {0, 1, 2}}) {
      const Tensor y = at::mean(x, dims, true);
      const Tensor want = double_sums(x, dims, true, y);
      const double count = static_cast<double>(x.numel() / y.numel());
      expect_values(y, [&](const std::vector<int64_t>& i) { return value_at(want, i) / count; }, 1, "mean");
    }
    EXPECT_TRUE(same_bits(at::mean(x), at::mean(x, std::vector<int64_t>{0, 1, 2})));
  }
  EXPECT_TRUE(std::isnan(value_at(at::mean(values({0})), {}).real()));
  EXPECT_EQ(at::mean(values({3}, ScalarType::Long), ScalarType::Float).scalar_type(), ScalarType::Float);
  expect_error([] { at::mean(values({3}, ScalarType::Long)); }, {"mean", "Long"});
  expect_error([] { at::mean(values({3}), ScalarType::Int); }, {"mean", "dtype", "Int"});
}

TEST(Extremes, ValuesNanAndErrors) {
  for (const ScalarType t : {ScalarType::Float, ScalarType::Double, ScalarType::Half, ScalarType::Long, ScalarType::Byte, ScalarType::Bool}) {
    const Tensor x = values({4, 5, 6}, t);
    for (const std::vector<int64_t>& dims : {std::vector<int64_t>{}, {0}, {1}, {2}, {0, 2}}) {
      const Tensor top = at::amax(x, dims, true), bottom = at::amin(x, dims, true);
      each_element(x, dims, true, [&](const std::vector<int64_t>& r, Value v) {
        EXPECT_LE(v.real(), value_at(top, r).real());
        EXPECT_GE(v.real(), value_at(bottom, r).real());
      });
      EXPECT_TRUE(same_bits(top, at::amax(laid_out(x, 1), dims, true)));
    }
  }
  Tensor x = values({2, 3});
  write(x, 1, NAN);
  EXPECT_TRUE(std::isnan(value_at(at::amax(x, 1), {0}).real()));
  EXPECT_TRUE(std::isnan(value_at(at::amin(x, 1), {0}).real()));
  EXPECT_FALSE(std::isnan(value_at(at::amax(x, 1), {1}).real()));
  expect_error<c10::IndexError>([] { at::amax(values({5, 0, 5}), 1); }, {"amax", "dim 1", "[5, 0, 5]"});
  expect_error([] { at::amin(values({5, 0, 5})); }, {"amin", "[5, 0, 5]"});
  expect_error([] { at::amax(values(std::vector<int64_t>(65, 1)), 1); }, {"amax", "65"});
}

TEST(ArgExtremes, FirstOneWins) {
  Tensor x = values({2, 4}, ScalarType::Int);
  const int data[] = {1, 7, 7, 0, -3, -9, -9, 2};
  for (int64_t i = 0; i < 8; i++) write(x, i, data[i]);
  EXPECT_EQ(value_at(at::argmax(x, 1), {0}), Value(1));
  EXPECT_EQ(value_at(at::argmin(x, 1), {1}), Value(1));
  EXPECT_EQ(value_at(at::argmax(x), {}), Value(1));
  EXPECT_EQ(value_at(at::argmin(x), {}), Value(5));
  EXPECT_EQ(shape(at::argmax(x, 0, true)), (std::vector<int64_t>{1, 4}));
  EXPECT_TRUE(same_bits(at::argmax(x), at::argmax(laid_out(x, 1))));
  Tensor f = values({3});
  write(f, 1, NAN);
  EXPECT_EQ(value_at(at::argmax(f), {}), Value(1));
  EXPECT_EQ(value_at(at::argmin(f), {}), Value(1));
  expect_error<c10::IndexError>([] { at::argmax(values({0})); }, {"argmax", "[0]"});
  expect_error<c10::IndexError>([] { at::argmax(values({2, 0}), 1); }, {"argmax", "dim 1"});
}

TEST(Prod, EveryDtypeAndLayout) {
  for (const ScalarType t : {ScalarType::Float, ScalarType::Double, ScalarType::Half, ScalarType::ComplexFloat, ScalarType::Int, ScalarType::Byte, ScalarType::Bool}) {
    for (const std::vector<int64_t>& s : {std::vector<int64_t>{7}, {3, 5}, {2, 3, 4}, {0, 4}}) {
      const Tensor x = values(s, t, 7);
      for (int64_t d = 0; d < x.dim(); d++) {
        const Tensor y = at::prod(x, d, true);
        EXPECT_EQ(y.scalar_type(), is_integer(t) ? ScalarType::Long : t);
        Tensor want = at::empty(y.sizes(), at::TensorOptions().dtype(ScalarType::ComplexDouble));
        for (int64_t i = 0; i < want.numel(); i++) write(want, i, 1);
        each_element(x, {d}, true, [&](const std::vector<int64_t>& r, Value v) { write(want, offset_of(want, r), value_at(want, r) * v); });
        expect_values(y, [&](const std::vector<int64_t>& i) { return value_at(want, i); }, 1, "prod");
        for (int layout = 1; layout < kLayouts; layout++) EXPECT_TRUE(same_bits(y, at::prod(laid_out(x, layout), d, true)));
      }
    }
  }
  EXPECT_EQ(value_at(at::prod(values({0})), {}), Value(1));
}

TEST(Nansum, NanCountsNothing) {
  Tensor x = values({40, 7});
  const Tensor plain = at::sum(x, 0);
  for (int layout = 0; layout < kLayouts; layout++) EXPECT_TRUE(same_bits(plain, at::nansum(laid_out(x, layout), 0)));
  write(x, 3, NAN), write(x, 10, NAN);
  EXPECT_TRUE(std::isnan(value_at(at::sum(x, 0), {3}).real()));
  const Tensor y = at::nansum(x, 0), m = at::nanmean(x, 0);
  double sum = 0;
  for (int64_t i = 1; i < 40; i++) sum += i == 1 ? 0 : value_at(x, {i, 3}).real();
  EXPECT_NEAR(value_at(y, {3}).real(), sum, 1e-5);
  EXPECT_NEAR(value_at(m, {3}).real(), sum / 38, 1e-6);
  EXPECT_EQ(at::nansum(values({3}, ScalarType::Int)).scalar_type(), ScalarType::Long);
  expect_error([] { at::nansum(values({3}, ScalarType::ComplexFloat)); }, {"nansum", "self"});
  expect_error([] { at::nanmean(values({3}, ScalarType::Int)); }, {"nanmean", "self"});
}

TEST(CountNonzero, EveryDtype) {
  for (const ScalarType t : {ScalarType::Float, ScalarType::Half, ScalarType::ComplexFloat, ScalarType::Long, ScalarType::Byte, ScalarType::Bool}) {
    Tensor x = values({6, 5}, t);
    for (const int64_t i : {0, 7, 12, 29}) write(x, i, 0);
    int64_t want = 0;
    each_element(x, {}, false, [&](const std::vector<int64_t>&, Value v) { want += v != Value(0); });
    EXPECT_EQ(value_at(at::count_nonzero(x), {}), Value(static_cast<double>(want)));
    const Tensor columns = at::count_nonzero(x, std::optional<int64_t>(0));
    EXPECT_EQ(value_at(at::sum(columns), {}), Value(static_cast<double>(want)));
    EXPECT_TRUE(same_bits(columns, at::count_nonzero(laid_out(x, 1), at::IntArrayRef{0})));
  }
}

// An element counts as 0 by value, not by bits; empty sets of elements decide as logic has it.
TEST(Truth, EveryDtypeLayoutAndEmpty) {
  for (const ScalarType t : {ScalarType::Float, ScalarType::Double, ScalarType::Half, ScalarType::BFloat16, ScalarType::ComplexFloat, ScalarType::ComplexDouble, ScalarType::Long, ScalarType::Int, ScalarType::Short,
                             ScalarType::Char, ScalarType::Byte, ScalarType::Bool}) {
    for (const std::vector<int64_t>& s : {std::vector<int64_t>{}, {9}, {300, 5}, {5, 300}, {2, 3, 4}, {0, 3}, {3, 0}}) {
      Tensor x = values(s, t);
      for (int64_t i = 0; i < x.numel(); i++) {
        if (i % 3 != 1) write(x, i, is_integer(t) ? Value(0) : Value(-0.0));
      }
      for (int64_t d = -1; d < x.dim(); d++) {
        const std::vector<int64_t> dims = d < 0 ? std::vector<int64_t>{} : std::vector<int64_t>{d};
        const Tensor any = d < 0 ? at::any(x) : at::any(x, d), all = d < 0 ? at::all(x) : at::all(x, d);
        EXPECT_EQ(any.scalar_type(), t == ScalarType::Byte ? t : ScalarType::Bool);
        Tensor some = at::empty(any.sizes(), at::TensorOptions().dtype(ScalarType::Bool)), every = at::empty(any.sizes(), some.options());
        for (int64_t i = 0; i < some.numel(); i++) write(some, i, 0), write(every, i, 1);
        each_element(x, dims, false, [&](const std::vector<int64_t>& r, Value v) {
          if (v != Value(0)) write(some, offset_of(some, r), 1);
          else write(every, offset_of(every, r), 0);
        });
        expect_values(any, [&](const std::vector<int64_t>& i) { return value_at(some, i); }, 1, "any");
        expect_values(all, [&](const std::vector<int64_t>& i) { return value_at(every, i); }, 1, "all");
        for (int layout = 1; layout < kLayouts && d >= 0; layout++) EXPECT_TRUE(same_bits(all, at::all(laid_out(x, layout), d)));
      }
    }
  }
  EXPECT_EQ(shape(at::any(values({2, 3}), at::OptionalIntArrayRef(at::IntArrayRef{}), false)), (std::vector<int64_t>{2, 3}));  // no dimension named: none goes
}

TEST(Equal, ValuesNotBits) {
  EXPECT_TRUE(at::equal(values({3, 4}), laid_out(values({3, 4}), 1)));
  EXPECT_FALSE(at::equal(values({3, 4}), values({4, 3})));
  Tensor a = values({2}), b = values({2});
  write(a, 0, 0.0), write(b, 0, -0.0);
  EXPECT_TRUE(at::equal(a, b));
  write(a, 0, NAN), write(b, 0, NAN);
  EXPECT_FALSE(at::equal(a, b));
  EXPECT_FALSE(at::allclose(a, b));
  EXPECT_TRUE(at::allclose(a, b, 1e-5, 1e-8, true));
  write(a, 0, INFINITY), write(b, 0, INFINITY);
  EXPECT_TRUE(at::allclose(a, b));
  write(b, 0, 1e30);
  EXPECT_FALSE(at::allclose(a, b, 1.0));
  expect_error([] { at::allclose(values({2}), values({3})); }, {"allclose", "other"});
  expect_error([] { at::is_nonzero(values({2})); }, {"is_nonzero", "self"});
  expect_error([] { at::is_nonzero(values({0})); }, {"is_nonzero", "no values"});
}

// A NaN anywhere in a vector, its tail, another lane: OPS-09.
TEST(ArgExtremes, NanEverywhereAndTies) {
  for (const ScalarType t : {ScalarType::Float, ScalarType::Double, ScalarType::Half}) {
    for (const int64_t n : {1, 3, 20, 70, 5000}) {
      for (const int64_t at_place : {int64_t{0}, n / 2, n - 1}) {
        Tensor x = values({n}, t);
        write(x, at_place, NAN);
        for (const Tensor& y : {x, laid_out(x, 2)}) {
          for (const bool rows : {true, false}) {
            // as one row, and as the last of several columns
            const Tensor z = rows ? y.reshape({1, n}) : y.reshape({n, 1}).expand({n, 37}).contiguous();
            const int64_t d = rows ? 1 : 0;
            EXPECT_EQ(value_at(at::argmax(z, d), {0}), Value(static_cast<double>(at_place)));
            EXPECT_EQ(value_at(std::get<1>(at::min(z, d)), {0}), Value(static_cast<double>(at_place)));
            EXPECT_TRUE(std::isnan(value_at(std::get<0>(at::max(z, d)), {0}).real()));
            EXPECT_TRUE(std::isnan(value_at(at::amax(z, d), {0}).real()));
            EXPECT_TRUE(std::isnan(value_at(std::get<0>(at::aminmax(z, d)), {0}).real()));
          }
        }
      }
    }
  }
  for (const int64_t n : {9, 4097, 9000}) {  // the first of equal elements, in whatever chunk
    const Tensor ones = at::ones({n, 3});
    EXPECT_EQ(value_at(at::argmax(ones, 0), {2}), Value(0));
    EXPECT_EQ(value_at(at::argmin(at::ones({n})), {}), Value(0));
    Tensor x = at::zeros({n});
    write(x, n - 1, 1), write(x, n - 2, 1);
    EXPECT_EQ(value_at(at::argmax(x), {}), Value(static_cast<double>(n - 2)));
  }
}

TEST(Folds, LongAxesDoNotSaturate) {  // OPS-14
  const Tensor ones = at::ones({1 << 25, 2});
  EXPECT_EQ(value_at(at::sum(ones, 0), {1}), Value(33554432));
  const Tensor tenth = at::full({1 << 24, 2}, 0.1);
  EXPECT_NEAR(value_at(at::mean(tenth, 0), {0}).real(), 0.1, 1e-6);
  const at::TensorOptions half = at::TensorOptions().dtype(ScalarType::Half);
  EXPECT_EQ(value_at(at::mean(at::ones({70000}, half)), {}), Value(1));
  EXPECT_EQ(value_at(at::mean(at::full({4}, 60000., half)), {}), Value(60000));
}

TEST(Folds, EmptyInput) {  // OPS-12
  const Tensor none = values({0, 3});
  EXPECT_EQ(value_at(at::sum(none, 0), {2}), Value(0));
  EXPECT_EQ(value_at(at::prod(none, 0), {2}), Value(1));
  EXPECT_TRUE(std::isnan(value_at(at::mean(none, 0), {2}).real()));
  EXPECT_TRUE(std::isnan(value_at(at::var(none), {}).real()));
  EXPECT_EQ(value_at(at::logsumexp(none, 0), {2}), Value(-INFINITY));
  EXPECT_EQ(shape(at::amax(none, 1)), (std::vector<int64_t>{0}));
  expect_error([] { at::max(values({0})); }, {"max", "self"});
  expect_error<c10::IndexError>([] { at::max(values({2, 0}), 1); }, {"max", "dim 1"});
  expect_error([] { at::amax(values({0})); }, {"amax", "self"});
}

}  // namespace
