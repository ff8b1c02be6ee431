// gather and scatter, the index_ family, take and put, indexing with tensors, masks: against nested loops over elements.
#include "dense_reference.h"

using namespace dense;

namespace {

using Indices = c10::List<std::optional<Tensor>>;
using Place = std::vector<int64_t>;

constexpr ScalarType kDtypes[] = {ScalarType::Bool,  ScalarType::Byte, ScalarType::Short,    ScalarType::Int,          ScalarType::Long,         ScalarType::Half,
                                  ScalarType::Float, ScalarType::Double, ScalarType::BFloat16, ScalarType::ComplexFloat, ScalarType::ComplexDouble};

// Indices below `size`, of that shape.
Tensor indices(at::IntArrayRef sizes, int64_t size, ScalarType dtype = ScalarType::Long, uint64_t seed = 7) {
  Tensor t = at::empty(sizes, dtype);
  uint64_t state = seed;
  for (int64_t i = 0; i < t.numel(); i++) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    write(t, i, static_cast<double>((state >> 33) % static_cast<uint64_t>(size)));
  }
  return t;
}
int64_t index_at(const Tensor& t, const Place& i) { return static_cast<int64_t>(value_at(t, i).real()); }
Place with(Place i, int64_t d, int64_t v) {
  i[static_cast<size_t>(d)] = v;
  return i;
}
Tensor vector(std::initializer_list<int64_t> v) {
  Tensor t = at::empty({static_cast<int64_t>(v.size())}, ScalarType::Long);
  int64_t i = 0;
  for (const int64_t x : v) write(t, i++, static_cast<double>(x));
  return t;
}
Tensor bools(std::initializer_list<int> v) {
  Tensor t = at::empty({static_cast<int64_t>(v.size())}, ScalarType::Bool);
  int64_t i = 0;
  for (const int x : v) write(t, i++, x);
  return t;
}
Value sum_of(ScalarType t, Value a, Value b) {
  if (t == ScalarType::Bool) return a.real() != 0 || b.real() != 0 ? 1 : 0;
  return a + b;
}

// Sums: of half in float here, so the reference's, rounded at every step, may differ.
void expect_sums(const Tensor& have, const Tensor& want) {
  if (c10::isReducedFloatingType(want.scalar_type())) {
    expect_values(have, [&](const Place& i) { return value_at(want, i); }, 4);
  } else {
    EXPECT_TRUE(same_bits(have, want));
  }
}

TEST(Gather, EveryDimDtypeLayoutIndex) {
  for (const ScalarType t : kDtypes) {
    for (int64_t dim = 0; dim < 3; dim++) {
      const Tensor x = values({3, 4, 5}, t);
      const Tensor index = indices({2, 3, 4}, x.size(dim), dim == 1 ? ScalarType::Int : ScalarType::Long);
      for (int layout = 0; layout < kLayouts; layout++) {
        expect_values(at::gather(laid_out(x, layout), dim - 3, laid_out(index, 2 - layout)), [&](const Place& i) { return value_at(x, with(i, dim, index_at(index, i))); });
      }
    }
  }
}

TEST(Scatter, EveryDimDtypeLayout) {
  for (const ScalarType t : kDtypes) {
    for (int64_t dim = 0; dim < 3; dim++) {
      const Tensor x = values({3, 4, 5}, t), src = values({3, 4, 5}, t, 2);
      const Tensor index = indices({2, 3, 4}, x.size(dim));
      Tensor want = x.clone(), sum = x.clone();
      each(index.sizes(), [&](const Place& i) {
        const int64_t to = offset_of(want, with(i, dim, index_at(index, i)));
        write(want, to, value_at(src, i));
        write(sum, to, sum_of(t, read(sum, to), value_at(src, i)));
      });
      for (int layout = 0; layout < kLayouts; layout++) {
        const Tensor s = laid_out(src, 2 - layout), where = laid_out(index, layout);
        EXPECT_TRUE(same_bits(at::scatter(laid_out(x, layout), dim, where, s), want));
        expect_sums(at::scatter_add(laid_out(x, layout), dim, where, s), sum);
        Tensor place = laid_out(x.clone(), layout);
        at::scatter_(place, dim, where, s);
        EXPECT_TRUE(same_bits(place, want));
        place = laid_out(x.clone(), layout);
        at::scatter_add_(place, dim, where, s);
        expect_sums(place, sum);
      }
    }
  }
}

TEST(Scatter, ReductionsKeepOrLeaveTheOldElements) {
  const Tensor x = values({4}, ScalarType::Double), src = values({5}, ScalarType::Double, 2), index = vector({2, 0, 2, 2, 0});
  for (const char* reduce : {"sum", "prod", "mean", "amax", "amin"}) {
    for (const bool include : {true, false}) {
      const Tensor y = at::scatter_reduce(x, 0, index, src, reduce, include);
      for (int64_t k = 0; k < 4; k++) {
        std::vector<double> from;
        for (int64_t i = 0; i < 5; i++) {
          if (index_at(index, {i}) == k) from.push_back(value_at(src, {i}).real());
        }
        if (include || from.empty()) from.insert(from.begin(), value_at(x, {k}).real());
        double want = from[0];
        for (size_t i = 1; i < from.size(); i++) {
          const std::string_view r = reduce;
          want = r == "prod" ? want * from[i] : r == "amax" ? std::max(want, from[i]) : r == "amin" ? std::min(want, from[i]) : want + from[i];
        }
        if (std::string_view(reduce) == "mean") want /= static_cast<double>(from.size());
        EXPECT_NEAR(value_at(y, {k}).real(), want, 1e-12) << reduce << include << k;
      }
    }
  }
  // Means of integers round down, sums of half are made in float, a NaN stays an extreme.
  EXPECT_EQ(index_at(at::scatter_reduce(vector({0}), 0, vector({0, 0}), vector({-3, -2}), "mean", false), {0}), -3);
  EXPECT_EQ(value_at(at::scatter_add(at::zeros({1}, at::kHalf), 0, at::zeros({4096}, at::kLong), at::ones({4096}, at::kHalf)), {0}), Value(4096));
  EXPECT_EQ(value_at(at::index_add(at::zeros({1}, at::kBFloat16), 0, at::zeros({4096}, at::kLong), at::ones({4096}, at::kBFloat16)), {0}), Value(4096));
  EXPECT_TRUE(std::isnan(value_at(at::scatter_reduce(at::zeros({1}), 0, vector({0, 0}), at::full({2}, std::nan("")), "amax"), {0}).real()));
}

TEST(IndexSelect, EveryDimDtypeLayout) {
  for (const ScalarType t : kDtypes) {
    for (int64_t dim = 0; dim < 3; dim++) {
      const Tensor x = values({3, 4, 5}, t), index = indices({7}, x.size(dim), dim == 0 ? ScalarType::Int : ScalarType::Long);
      std::vector<int64_t> sizes = {3, 4, 5};
      sizes[static_cast<size_t>(dim)] = 7;
      const Tensor source = values(sizes, t, 2);
      Tensor copied = x.clone(), added = x.clone();
      each(sizes, [&](const Place& i) {
        const int64_t to = offset_of(x, with(i, dim, index_at(index, {i[static_cast<size_t>(dim)]})));
        write(copied, to, value_at(source, i));
        write(added, to, sum_of(t, read(added, to), value_at(source, i)));
      });
      const Tensor longs = index.to(at::kLong);
      for (int layout = 0; layout < kLayouts; layout++) {
        const Tensor y = laid_out(x, layout), s = laid_out(source, 2 - layout);
        expect_values(at::index_select(y, dim, laid_out(index, layout)), [&](const Place& i) { return value_at(x, with(i, dim, index_at(index, {i[static_cast<size_t>(dim)]}))); });
        EXPECT_TRUE(same_bits(at::index_copy(y, dim, longs, s), copied));
        expect_sums(at::index_add(y, dim, index, s), added);
        Tensor place = laid_out(x.clone(), layout);
        at::index_copy_(place, dim, longs, s);
        EXPECT_TRUE(same_bits(place, copied));
        // Accumulating index_put along the first dimensions is index_add.
        Indices at_dim;
        for (int64_t d = 0; d < dim; d++) at_dim.push_back(std::nullopt);
        at_dim.push_back(index);
        expect_sums(at::index_put(y, at_dim, s, true), added);
        EXPECT_TRUE(same_bits(at::index_put(y, at_dim, s), copied));
        expect_values(at::index(y, at_dim), [&](const Place& i) { return value_at(x, with(i, dim, index_at(index, {i[static_cast<size_t>(dim)]}))); });
      }
    }
  }
}

TEST(Take, AndPutCountThroughTheTensor) {
  for (const ScalarType t : kDtypes) {
    for (int layout = 0; layout < kLayouts; layout++) {
      const Tensor x = values({3, 4}, t), index = vector({0, 11, -1, -12, 5}).view({5, 1});
      const auto place = [](int64_t i) { return i < 0 ? i + 12 : i; };
      expect_values(at::take(laid_out(x, layout), index), [&](const Place& i) { return read(x, place(index_at(index, i))); });
      const Tensor source = values({5}, t, 3);
      Tensor want = x.clone();
      for (int64_t i = 0; i < 5; i++) write(want, place(index_at(index, {i, 0})), value_at(source, {i}));
      Tensor self = laid_out(x.clone(), layout);
      at::put_(self, index, source);
      EXPECT_TRUE(same_bits(self, want));
      EXPECT_TRUE(same_bits(at::put(laid_out(x, layout), index, source), want));
    }
  }
  EXPECT_EQ(value_at(at::put(at::zeros({2}), vector({1, 1}), at::ones({2}), true), {1}), Value(2));
}

TEST(Index, MixturesOfNoneMasksAndBroadcastIndices) {
  const Tensor x = values({3, 4, 5});
  const Tensor a = vector({2, 0}), b = vector({1, -1, 3}).view({3, 1});
  for (int layout = 0; layout < kLayouts; layout++) {
    const Tensor y = laid_out(x, layout);
    const auto wrapped = [](int64_t i, int64_t n) { return i < 0 ? i + n : i; };
    // Neighbours: the common shape stands in their place.
    const Tensor neighbours = at::index(y, Indices({std::nullopt, b, a}));
    EXPECT_EQ(shape(neighbours), (Place{3, 3, 2}));
    expect_values(neighbours, [&](const Place& i) { return value_at(x, {i[0], wrapped(index_at(b, {i[1], 0}), 4), index_at(a, {i[2]})}); });
    // Apart: it comes first.
    const Tensor apart = at::index(y, Indices({a, std::nullopt, b}));
    EXPECT_EQ(shape(apart), (Place{3, 2, 4}));
    expect_values(apart, [&](const Place& i) { return value_at(x, {index_at(a, {i[1]}), i[2], wrapped(index_at(b, {i[0], 0}), 5)}); });
    // A mask over two dimensions is two indices.
    const Tensor mask = values({3, 4}, ScalarType::Bool, 5), places = at::nonzero(mask);
    for (const ScalarType t : {ScalarType::Bool, ScalarType::Byte}) {
      const Tensor masked = at::index(y, Indices({laid_out(mask.to(t), layout)}));
      EXPECT_EQ(shape(masked), (Place{places.size(0), 5}));
      expect_values(masked, [&](const Place& i) { return value_at(x, {index_at(places, {i[0], 0}), index_at(places, {i[0], 1}), i[1]}); });
    }
    // Writing what was read gives the tensor back, and a number goes everywhere.
    for (const Indices& at : {Indices({std::nullopt, b, a}), Indices({a, std::nullopt, b}), Indices({mask})}) {
      Tensor back = laid_out(x.clone(), layout);
      at::index_put_(back, at, at::index(y, at));
      EXPECT_TRUE(same_bits(back, x));
      at::index_put_(back, at, at::full({}, 9.f));
      const Tensor nines = at::index(back, at);
      expect_values(nines, [&](const Place&) { return Value(9); });
    }
  }
  EXPECT_EQ(shape(at::index(x, Indices({at::empty({0}, at::kLong)}))), (Place{0, 4, 5}));
  EXPECT_EQ(shape(at::index(at::zeros({3, 0}), Indices({a}))), (Place{2, 0}));
}

TEST(Index, UnderAMask) {
  const Tensor x = values({4}), mask = bools({1, 0, 1}), index = vector({3, 99, 0});
  const Tensor y = at::_unsafe_masked_index(x, mask, Indices({index}), 7);
  expect_values(y, [&](const Place& i) { return i[0] == 1 ? Value(7) : value_at(x, {index_at(index, i)}); });
  const Tensor z = at::_unsafe_masked_index_put_accumulate(x, mask, Indices({index}), at::ones({3}));
  expect_values(z, [&](const Place& i) { return value_at(x, i) + (i[0] == 3 || i[0] == 0 ? 1.0 : 0.0); });
}

TEST(Masked, SelectScatterFillNonzero) {
  for (const ScalarType t : kDtypes) {
    for (int layout = 0; layout < kLayouts; layout++) {
      const Tensor x = values({5, 70}, t), mask = values({5, 70}, ScalarType::Bool, 3);
      const Tensor y = laid_out(x, layout), m = laid_out(mask, 2 - layout);
      std::vector<Value> held;
      std::vector<Place> places;
      each(x.sizes(), [&](const Place& i) {
        if (value_at(mask, i).real() != 0) held.push_back(value_at(x, i)), places.push_back(i);
      });
      const Tensor selected = at::masked_select(y, m), where = at::nonzero(m);
      ASSERT_EQ(selected.numel(), static_cast<int64_t>(held.size()));
      ASSERT_EQ(shape(where), (Place{selected.numel(), 2}));
      for (size_t k = 0; k < held.size(); k++) {
        EXPECT_EQ(read(selected, static_cast<int64_t>(k)), held[k]);
        EXPECT_EQ((Place{index_at(where, {static_cast<int64_t>(k), 0}), index_at(where, {static_cast<int64_t>(k), 1})}), places[k]);
      }
      EXPECT_TRUE(same_bits(at::masked_scatter(at::zeros_like(x), m, selected), at::masked_scatter(at::zeros_like(y), m, selected).contiguous()));
      Tensor back = laid_out(x.clone(), layout);
      at::masked_scatter_(back, m, selected);
      EXPECT_TRUE(same_bits(back, x));
      at::masked_fill_(back, m, 1);
      expect_values(back, [&](const Place& i) { return value_at(mask, i).real() != 0 ? Value(1) : value_at(x, i); });
      EXPECT_EQ(at::nonzero(y).size(0), at::nonzero(x.ne(0)).size(0));
    }
  }
  EXPECT_EQ(shape(at::nonzero(at::ones({}))), (Place{1, 0}));
  EXPECT_EQ(shape(at::nonzero(at::zeros({}))), (Place{0, 0}));
  EXPECT_EQ(at::where(at::ones({2, 3})).size(), 2u);
  EXPECT_EQ(at::nonzero_numpy(at::ones({})).size(), 1u);
  EXPECT_EQ(at::nonzero(at::full({3}, std::nan(""))).size(0), 3);
}

// Empty and 0-dim tensors in every place where they are allowed.
TEST(Indexing, EmptyAndZeroDim) {
  const Tensor none = at::empty({0}, at::kLong), x = values({3, 4});
  EXPECT_EQ(shape(at::gather(x, 1, none)), (Place{0}));
  EXPECT_TRUE(same_bits(at::scatter(x, 1, none, at::ones({3})), x));
  EXPECT_TRUE(same_bits(at::index_add(x, 0, none, at::zeros({0, 4})), x));
  EXPECT_EQ(shape(at::index_select(x, 1, none)), (Place{3, 0}));
  EXPECT_EQ(shape(at::take(at::zeros({0}), none)), (Place{0}));
  EXPECT_EQ(shape(at::gather(at::ones({}), 0, at::zeros({2}, at::kLong))), (Place{2}));
  EXPECT_EQ(shape(at::index_select(at::ones({}), 0, at::zeros({}, at::kLong))), (Place{}));
  EXPECT_EQ(shape(at::scatter(at::ones({}), 0, at::zeros({}, at::kLong), at::zeros({}))), (Place{}));
  EXPECT_EQ(shape(at::masked_select(at::zeros({0, 3}), at::zeros({0, 3}, at::kBool))), (Place{0}));
  EXPECT_EQ(shape(at::nonzero(at::zeros({0, 3}))), (Place{0, 2}));
  EXPECT_EQ(shape(at::embedding(x, at::zeros({}, at::kLong))), (Place{4}));
  EXPECT_EQ(shape(at::embedding(x, at::empty({2, 0}, at::kInt))), (Place{2, 0, 4}));
}

// OPS-20: every index is checked in every lane, whatever its dtype; messages name index, dimension and size.
TEST(Indexing, EveryIndexIsChecked) {
  for (const int64_t n : {1, 7, 64, 5000}) {
    for (const ScalarType t : {ScalarType::Long, ScalarType::Int}) {
      for (const int64_t bad : {int64_t{-1}, int64_t{3}, int64_t{1} << 31}) {
        if (t == ScalarType::Int && bad > 3) continue;
        for (const int64_t at : {int64_t{0}, n / 2, n - 1}) {
          Tensor index = at::zeros({n}, t);
          write(index, at, static_cast<double>(bad));
          const std::string shown = std::to_string(bad);
          const Tensor x = values({3}), src = at::ones({n});
          const std::initializer_list<std::string> said = {"index " + shown, "dimension 0", "size 3"};
          expect_error([&] { at::gather(x, 0, index); }, said);
          expect_error([&] { at::scatter(x, 0, index, src); }, said);
          expect_error([&] { at::scatter_add(x, 0, index, src); }, said);
          expect_error<c10::IndexError>([&] { at::index_select(x, 0, index); }, said);
          expect_error<c10::IndexError>([&] { at::index_add(x, 0, index, src); }, said);
          expect_error<c10::IndexError>([&] { at::index_copy(x, 0, index.to(at::kLong), src); }, said);
          expect_error<c10::IndexError>([&] { at::embedding(values({3, 2}), index); }, said);
          if (bad != -1) {
            expect_error<c10::IndexError>([&] { at::index(x, Indices({index})); }, said);
            expect_error<c10::IndexError>([&] { at::index_put(x, Indices({index}), src); }, said);
            expect_error<c10::IndexError>([&] { at::take(x, index.to(at::kLong)); }, said);
          }
        }
      }
    }
  }
  const Tensor x = values({2, 3});
  expect_error<c10::IndexError>([&] { at::index(x, Indices({vector({-3})})); }, {"index -3", "dimension 0", "size 2"});
  expect_error<c10::IndexError>([&] { at::index(x, Indices({vector({0}), vector({3})})); }, {"index 3", "dimension 1", "size 3"});
  expect_error<c10::IndexError>([&] { at::index_select(at::zeros({3, 0}), 0, vector({7})); }, {"index 7"});
  EXPECT_EQ(value_at(at::take(x, vector({-1})), {0}), value_at(x, {1, 2}));
}

// OPS-25: ranks, sizes and dtypes of every argument are checked before use.
TEST(Indexing, BadArguments) {
  const Tensor x = values({3, 4}), i2 = vector({0, 1}), d = values({2, 4}, ScalarType::Double);
  expect_error([&] { at::gather(x, 1, at::zeros({4, 2}, at::kLong)); }, {"gather", "index", "[4, 2]", "[3, 4]"});
  expect_error([&] { at::gather(x, 1, i2); }, {"gather", "index", "[2]"});
  expect_error([&] { at::gather(x, 1, at::zeros({3, 4}, at::kShort)); }, {"gather", "index", "Short"});
  expect_error<c10::IndexError>([&] { at::gather(x, 2, at::zeros({3, 4}, at::kLong)); }, {"gather", "2"});
  expect_error([&] { at::scatter(x, 1, at::zeros({3, 2}, at::kLong), at::ones({3, 1})); }, {"scatter", "src", "[3, 1]"});
  expect_error([&] { at::scatter(x, 0, at::zeros({2, 4}, at::kLong), d); }, {"scatter", "src", "Double"});
  expect_error([&] { at::scatter(x, 0, at::zeros({2, 4}, at::kLong), 1, "amax"); }, {"scatter", "reduce", "amax"});
  expect_error([&] { at::scatter_reduce(x, 0, at::zeros({2, 4}, at::kLong), x, "median"); }, {"scatter_reduce", "reduce", "median"});
  expect_error([&] { at::index_add(x, 0, i2, at::ones({2, 3})); }, {"index_add", "source", "[2, 3]"});
  expect_error([&] { at::index_add(x, 0, i2, at::ones({3, 4})); }, {"index_add", "index"});
  expect_error([&] { at::index_add(x, 0, i2, d); }, {"index_add", "source", "Double"});
  expect_error<c10::IndexError>([&] { at::index_select(x, 0, i2.view({1, 2})); }, {"index_select", "index", "[1, 2]"});
  expect_error<c10::IndexError>([&] { at::index(x, Indices({i2, i2, i2})); }, {"index", "too many"});
  expect_error<c10::IndexError>([&] { at::index(x, Indices({i2, vector({0, 1, 2})})); }, {"index", "broadcast"});
  expect_error<c10::IndexError>([&] { at::index(x, Indices({bools({1, 0})})); }, {"index", "mask", "[2]", "[3, 4]"});
  expect_error<c10::IndexError>([&] { at::index(x, Indices({at::ones({2})})); }, {"index", "indices"});
  expect_error<c10::IndexError>([&] { at::index(x, Indices()); }, {"index", "at least one"});
  expect_error([&] { at::index_put(x, Indices({i2}), at::ones({3})); }, {"index_put", "values", "[3]", "[2, 4]"});
  expect_error([&] { at::index_put(x, Indices({i2}), d); }, {"index_put", "values", "Double"});
  expect_error([&] { at::masked_fill(x, at::ones({4}, at::kByte), 1); }, {"masked_fill", "mask"});
  expect_error([&] { at::masked_fill(x, at::ones({3}, at::kBool), 1); }, {"4", "3"});
  expect_error([&] { at::masked_scatter(x, at::ones({4}, at::kBool), at::ones({11})); }, {"masked_scatter", "source", "11", "12"});
  expect_error([&] { at::embedding(values({3}), i2); }, {"embedding", "weight", "[3]"});
  // What is written lies in no place twice.
  Tensor row = values({1, 4}).expand({3, 4});
  expect_error([&] { at::scatter_(row, 0, at::zeros({1, 4}, at::kLong), 1); }, {"scatter_"});
  expect_error([&] { at::index_put_(row, Indices({i2}), at::ones({4})); }, {"index_put_"});
  Tensor y = values({4});
  expect_error([&] { at::index_copy_(y, 0, vector({0, 1}), y.narrow(0, 1, 2)); }, {"index_copy_"});
}

// The same bits for every number of threads, duplicates included.
TEST(Indexing, Large) {
  const Tensor x = values({700, 100}), rows = indices({900}, 700), everywhere = indices({900, 100}, 700), source = values({900, 100}, ScalarType::Float, 4);
  const Tensor line = values({100'000}), many = indices({300'000}, 100'000), mask = values({100'000}, ScalarType::Bool, 9);
  expect_same_bits_for_all_thread_counts([&] { return at::gather(x, 0, everywhere); });
  expect_same_bits_for_all_thread_counts([&] { return at::index_select(line, 0, many); });
  expect_same_bits_for_all_thread_counts([&] { return at::scatter(x, 0, everywhere, source); });
  expect_same_bits_for_all_thread_counts([&] { return at::scatter_add(x, 0, everywhere, source); });
  expect_same_bits_for_all_thread_counts([&] { return at::scatter_add(x.t(), 1, everywhere.t(), source.t()); });
  expect_same_bits_for_all_thread_counts([&] { return at::index_add(x, 0, rows, source); });
  expect_same_bits_for_all_thread_counts([&] { return at::index_put(line, Indices({many}), at::ones({300'000}), true); });
  expect_same_bits_for_all_thread_counts([&] { return at::masked_select(line, mask); });
  expect_same_bits_for_all_thread_counts([&] { return at::nonzero(mask.view({100, 1000})); });
  expect_values(at::gather(x, 0, everywhere), [&](const Place& i) { return value_at(x, {index_at(everywhere, i), i[1]}); });
}

} // namespace
