// sort, topk, kthvalue, median, mode, unique, searchsorted, isin, bincount, embedding_bag: against std::stable_sort and plain loops.
#include "dense_reference.h"

#include <limits>
#include <map>
#include <numeric>
#include <set>

using namespace dense;

namespace {

using Place = std::vector<int64_t>;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInf = std::numeric_limits<double>::infinity();
constexpr ScalarType kOrdered[] = {ScalarType::Bool, ScalarType::Byte, ScalarType::Char, ScalarType::Short, ScalarType::Int, ScalarType::Long, ScalarType::Half, ScalarType::BFloat16, ScalarType::Float, ScalarType::Double};

Tensor of(std::initializer_list<double> v, ScalarType t = ScalarType::Double) {
  Tensor out = at::empty({static_cast<int64_t>(v.size())}, t);
  int64_t i = 0;
  for (const double x : v) write(out, i++, x);
  return out;
}
std::vector<double> list(const Tensor& t) {
  std::vector<double> v;
  each(t.sizes(), [&](const Place& i) { v.push_back(value_at(t, i).real()); });
  return v;
}
bool less(double a, double b) { return a < b || (!std::isnan(a) && std::isnan(b)); } // NaN last
// The places of v in order; equal elements keep theirs.
std::vector<int64_t> order(const std::vector<double>& v, bool descending) {
  std::vector<int64_t> places(v.size());
  std::iota(places.begin(), places.end(), 0);
  std::stable_sort(places.begin(), places.end(), [&](int64_t a, int64_t b) { return descending ? less(v[b], v[a]) : less(v[a], v[b]); });
  return places;
}
// Values with ties, zeros of both signs, infinities and NaN where the dtype has them.
Tensor mixed(at::IntArrayRef sizes, ScalarType t, uint64_t seed = 1) {
  Tensor x = values(sizes, t, seed);
  for (int64_t i = 0; c10::isFloatingType(t) && i < x.numel(); i++) {
    if (i % 7 == 3) write(x, i, i % 2 ? 0.0 : -0.0);
    if (i % 11 == 5) write(x, i, kNan);
    if (i % 13 == 6) write(x, i, i % 2 ? kInf : -kInf);
  }
  return x;
}
bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

TEST(Sort, EveryDimDtypeLayoutOrder) {
  for (const ScalarType t : kOrdered) {
    for (const Place& sizes : {Place{3, 40, 5}, Place{700}, Place{2, 1, 3}}) {
      const Tensor x = mixed(sizes, t);
      for (int64_t dim = 0; dim < x.dim(); dim++) {
        for (const bool descending : {false, true}) {
          for (int layout = 0; layout < kLayouts; layout++) {
            const auto [v, places] = at::sort(laid_out(x, layout), dim, descending);
            EXPECT_TRUE(same_bits(places, at::argsort(laid_out(x, layout), dim - x.dim(), descending)));
            for (int64_t line = 0; line < x.numel() / x.size(dim); line++) {
              const Tensor from = x.transpose(dim, -1).reshape({-1, x.size(dim)}).select(0, line);
              const std::vector<int64_t> want = order(list(from), descending);
              const std::vector<double> have = list(places.transpose(dim, -1).reshape({-1, x.size(dim)}).select(0, line));
              const std::vector<double> sorted = list(v.transpose(dim, -1).reshape({-1, x.size(dim)}).select(0, line)), given = list(from);
              for (size_t i = 0; i < want.size(); i++) {
                ASSERT_EQ(static_cast<int64_t>(have[i]), want[i]) << c10::toString(t) << " dim " << dim << " layout " << layout << " at " << i;
                ASSERT_TRUE(same(sorted[i], given[static_cast<size_t>(want[i])]));
              }
            }
          }
        }
      }
    }
  }
}

// Every pair of bit patterns of 16 bits, and the extremes of the wider dtypes.
TEST(Sort, Extremes) {
  for (const ScalarType t : {ScalarType::Half, ScalarType::BFloat16, ScalarType::Short}) {
    Tensor x = at::empty({65536}, t);
    uint16_t* const bits = static_cast<uint16_t*>(x.mutable_data_ptr());
    for (int i = 0; i < 65536; i++) bits[i] = static_cast<uint16_t>(i * 40503);
    const std::vector<double> sorted = list(std::get<0>(at::sort(x)));
    for (size_t i = 1; i < sorted.size(); i++) ASSERT_FALSE(less(sorted[i], sorted[i - 1])) << i;
  }
  const double denormal = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(list(std::get<0>(at::sort(of({kInf, denormal, -kInf, 0, -denormal, 1e308, -1e308})))), (std::vector<double>{-kInf, -1e308, -denormal, 0, denormal, 1e308, kInf}));
  const Tensor longs = at::empty({3}, at::kLong);
  int64_t* const p = longs.mutable_data_ptr<int64_t>();
  p[0] = std::numeric_limits<int64_t>::max(), p[1] = std::numeric_limits<int64_t>::min(), p[2] = -1;
  EXPECT_EQ(list(at::argsort(longs)), (std::vector<double>{1, 2, 0}));
}

// OPS-19: NaN is last and larger than anything, in every operator; ties keep their order, the middle is the lower one.
TEST(Sort, NanAndTies) {
  for (const ScalarType t : {ScalarType::Float, ScalarType::Double, ScalarType::Half, ScalarType::BFloat16}) {
    const Tensor x = of({2, kNan, -kInf, 5}, t);
    const auto [top, places] = at::topk(x, 2);
    EXPECT_TRUE(std::isnan(list(top)[0]) && list(top)[1] == 5);
    EXPECT_EQ(list(places), (std::vector<double>{1, 3}));
    EXPECT_EQ(list(std::get<1>(at::sort(x, 0, true))), (std::vector<double>{1, 3, 0, 2}));
    EXPECT_TRUE(std::isnan(list(std::get<0>(at::kthvalue(x, 4)))[0]));
    EXPECT_TRUE(std::isnan(list(at::median(x))[0]));
    EXPECT_EQ(list(at::nanmedian(x)), (std::vector<double>{2}));
    const Tensor y = of({3, kNan, 1, kInf, -kInf, kNan, 2}, t);
    const std::vector<double> different = list(std::get<0>(at::_unique2(y)));
    ASSERT_EQ(different.size(), 7u);
    EXPECT_EQ(std::vector<double>(different.begin(), different.begin() + 5), (std::vector<double>{-kInf, 1, 2, 3, kInf}));
  }
  EXPECT_EQ(list(at::median(of({1, 2, 3, 4}))), (std::vector<double>{2}));
  Tensor ties = at::empty({36});
  for (int64_t i = 0; i < 36; i++) write(ties, i, i % 2 == 0 ? 1 : 0);
  const std::vector<double> places = list(std::get<1>(at::sort(ties, std::optional<bool>(true), 0)));
  for (size_t i = 0; i < 36; i++) EXPECT_EQ(places[i], i < 18 ? 2 * static_cast<double>(i) + 1 : 2 * static_cast<double>(i - 18));
}

TEST(Topk, TheFirstOfASort) {
  for (const ScalarType t : kOrdered) {
    if (t == ScalarType::Bool) continue;
    for (const int64_t n : {1, 5, 100, 5000}) {
      const Tensor x = mixed({2, n}, t);
      for (const int64_t k : {int64_t{0}, int64_t{1}, n / 100, n / 2, n}) {
        if (k > n) continue;
        for (const bool largest : {true, false}) {
          const auto [v, places] = at::topk(laid_out(x, 1), k, 1, largest);
          const Tensor want = std::get<0>(at::sort(x, 1, largest)).narrow(1, 0, k);
          ASSERT_EQ(shape(v), (Place{2, k}));
          each(v.sizes(), [&](const Place& i) {
            EXPECT_TRUE(same(value_at(v, i).real(), value_at(want, i).real()));
            EXPECT_TRUE(same(value_at(x, {i[0], static_cast<int64_t>(value_at(places, i).real())}).real(), value_at(v, i).real()));
          });
          for (int64_t row = 0; row < 2; row++) {
            const std::vector<double> p = list(places.select(0, row));
            EXPECT_EQ(std::set<double>(p.begin(), p.end()).size(), p.size()) << "places come once";
          }
        }
      }
    }
  }
}

TEST(Kthvalue, AndMediansAreRanksOfASort) {
  for (const ScalarType t : kOrdered) {
    if (t == ScalarType::Bool) continue;
    const Tensor x = mixed({5, 37, 2}, t);
    const Tensor sorted = std::get<0>(at::sort(x, 1));
    for (const int64_t k : {1, 2, 19, 37}) {
      for (const bool keep : {false, true}) {
        const auto [v, places] = at::kthvalue(laid_out(x, 2), k, 1, keep);
        EXPECT_EQ(shape(v), keep ? (Place{5, 1, 2}) : (Place{5, 2}));
        for (int64_t a = 0; a < 5; a++) {
          for (int64_t b = 0; b < 2; b++) {
            const Place i = keep ? Place{a, 0, b} : Place{a, b};
            EXPECT_TRUE(same(value_at(v, i).real(), value_at(sorted, {a, k - 1, b}).real()));
            EXPECT_TRUE(same(value_at(x, {a, static_cast<int64_t>(value_at(places, i).real()), b}).real(), value_at(v, i).real()));
          }
        }
      }
    }
    const Tensor median = std::get<0>(at::median(x, 1)), numbers = std::get<0>(at::nanmedian(x, 1));
    each(median.sizes(), [&](const Place& i) {
      std::vector<double> line = list(sorted.select(2, i[1]).select(0, i[0]));
      const bool nan = std::isnan(line.back());
      EXPECT_TRUE(nan ? std::isnan(value_at(median, i).real()) : same(value_at(median, i).real(), line[18]));
      line.erase(std::remove_if(line.begin(), line.end(), [](double v) { return std::isnan(v); }), line.end());
      EXPECT_TRUE(same(value_at(numbers, i).real(), line[(line.size() - 1) / 2]));
    });
  }
}

TEST(Mode, MostFrequentSmallestLast) {
  const auto [v, places] = at::mode(of({3, 1, 1, 2, 1, 3, 3}));
  EXPECT_EQ(list(v)[0], 1);
  EXPECT_EQ(list(places)[0], 4);
  EXPECT_TRUE(std::isnan(list(std::get<0>(at::mode(of({kNan, kNan}))))[0]));
  EXPECT_EQ(list(std::get<0>(at::mode(of({3, kNan, kNan}))))[0], 3);
}

TEST(Unique, ElementsAndSlices) {
  for (const ScalarType t : kOrdered) {
    for (int layout = 0; layout < kLayouts; layout++) {
      const Tensor x = values({30, 40}, t);
      const auto [v, inverse, counts] = at::_unique2(laid_out(x, layout), true, true, true);
      std::map<double, double> count;
      for (const double e : list(x)) count[e]++;
      ASSERT_EQ(v.numel(), static_cast<int64_t>(count.size()));
      int64_t k = 0;
      for (const auto& [e, n] : count) {
        EXPECT_EQ(read(v, k).real(), e);
        EXPECT_EQ(read(counts, k++).real(), n);
      }
      each(x.sizes(), [&](const Place& i) { EXPECT_EQ(read(v, static_cast<int64_t>(value_at(inverse, i).real())), value_at(x, i)); });
    }
  }
  const Tensor rows = of({3, 1, 0, 2, 3, 1, 0, 1}).view({4, 2});
  for (int64_t dim = 0; dim < 2; dim++) {
    const Tensor x = dim == 0 ? rows : rows.t();
    const auto [v, inverse, counts] = at::unique_dim(x, dim, true, true, true);
    EXPECT_EQ(list(dim == 0 ? v : v.t()), (std::vector<double>{0, 1, 0, 2, 3, 1}));
    EXPECT_EQ(list(inverse), (std::vector<double>{2, 1, 2, 0}));
    EXPECT_EQ(list(counts), (std::vector<double>{1, 1, 2}));
  }
  const auto [v, inverse, counts] = at::unique_consecutive(of({3, 3, 1, 1, 3}), true, true);
  EXPECT_EQ(list(v), (std::vector<double>{3, 1, 3}));
  EXPECT_EQ(list(inverse), (std::vector<double>{0, 0, 1, 1, 2}));
  EXPECT_EQ(list(counts), (std::vector<double>{2, 2, 1}));
}

TEST(Searchsorted, IsABoundOfEachLine) {
  for (const ScalarType t : kOrdered) {
    if (t == ScalarType::Bool) continue;
    const Tensor sequence = std::get<0>(at::sort(values({3, 21}, t, 1), 1)), x = values({3, 50}, t, 2);
    for (const bool right : {false, true}) {
      for (const bool narrow : {false, true}) {
        const Tensor y = at::searchsorted(laid_out(sequence, 1), laid_out(x, 2), narrow, right);
        EXPECT_EQ(y.scalar_type(), narrow ? ScalarType::Int : ScalarType::Long);
        expect_values(y, [&](const Place& i) {
          const std::vector<double> line = list(sequence.select(0, i[0]));
          const double v = value_at(x, i).real();
          const auto at = right ? std::upper_bound(line.begin(), line.end(), v) : std::lower_bound(line.begin(), line.end(), v);
          return Value(static_cast<double>(at - line.begin()));
        });
      }
    }
  }
  const Tensor three = of({1, 3, 5});
  EXPECT_EQ(list(at::bucketize(of({0, 1, 3, 6}), three)), (std::vector<double>{0, 0, 1, 3}));
  EXPECT_EQ(list(at::bucketize(of({0, 1, 3, 6}, ScalarType::Int), three, false, true)), (std::vector<double>{0, 1, 2, 3}));
  EXPECT_EQ(list(at::searchsorted(three, 3, false, false, "right")), (std::vector<double>{2}));
  EXPECT_EQ(list(at::searchsorted(of({5, 1, 3}), of({3}), false, false, std::nullopt, of({1, 2, 0}, ScalarType::Long))), (std::vector<double>{1}));
  expect_error([&] { at::searchsorted(three, of({1}), false, true, "left"); }, {"searchsorted", "side"});
  expect_error([&] { at::searchsorted(three, of({1}), false, false, "middle"); }, {"searchsorted", "side", "middle"});
  expect_error([&] { at::searchsorted(three, of({1}), false, false, std::nullopt, of({1, 2, 3}, ScalarType::Long)); }, {"searchsorted", "sorter", "3"});
  expect_error([&] { at::searchsorted(values({2, 3}), values({3, 2})); }, {"searchsorted", "[2, 3]", "[3, 2]"});
  expect_error([&] { at::bucketize(three, values({2, 2})); }, {"bucketize", "boundaries", "[2, 2]"});
}

TEST(Isin, FewAndMany) {
  for (const ScalarType t : kOrdered) {
    if (t == ScalarType::Bool) continue;
    for (const int64_t m : {0, 1, 3, 40, 500}) {
      const Tensor x = mixed({7, 100}, t, 1), tests = mixed({m}, t, 2).add(t == ScalarType::Byte ? 1 : 0);
      const std::vector<double> among = list(tests);
      for (const bool invert : {false, true}) {
        expect_values(at::isin(laid_out(x, 1), tests, false, invert), [&](const Place& i) { return Value((std::find(among.begin(), among.end(), value_at(x, i).real()) != among.end()) != invert); });
      }
    }
  }
  EXPECT_EQ(list(at::isin(of({1, 2}), 2)), (std::vector<double>{0, 1}));
  EXPECT_EQ(list(at::isin(2, of({1, 2}))), (std::vector<double>{1}));
  EXPECT_EQ(list(at::isin(of({1, 2}, ScalarType::Long), of({1.5, 2}))), (std::vector<double>{0, 1}));
}

TEST(Bincount, CountsAndWeights) {
  const Tensor x = of({1, 3, 1}, ScalarType::Byte);
  EXPECT_EQ(list(at::bincount(x)), (std::vector<double>{0, 2, 0, 1}));
  EXPECT_EQ(list(at::bincount(x, of({.5, 1, 2}), 6)), (std::vector<double>{0, 2.5, 0, 1, 0, 0}));
  EXPECT_EQ(at::bincount(x, of({.5, 1, 2}, ScalarType::Float)).scalar_type(), ScalarType::Float);
  expect_error([&] { at::bincount(of({1, -1}, ScalarType::Long)); }, {"bincount", "-1"});
  expect_error([&] { at::bincount(x, of({1})); }, {"bincount", "weights", "[1]"});
  expect_error([&] { at::bincount(x, {}, -1); }, {"bincount", "minlength"});
  expect_error([&] { at::bincount(at::full({1}, int64_t{1} << 60, at::kLong)); }, {"overflow"});
  expect_error([&] { at::bincount(at::full({1}, std::numeric_limits<int64_t>::max(), at::kLong)); }, {"bincount"});
}

// OPS-07: weights of any strides. OPS-25: offsets, indices and weights of the samples are checked.
TEST(EmbeddingBag, LayoutsAndBadArguments) {
  const Tensor table = of({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19}, ScalarType::Float).view({5, 4});
  const Tensor w = table.narrow(1, 1, 2), index = of({4, 0, 2, 2}, ScalarType::Long), offsets = of({0, 3}, ScalarType::Int);
  EXPECT_EQ(list(std::get<0>(at::embedding_bag(w, index, offsets))), (std::vector<double>{27, 30, 9, 10}));
  for (const ScalarType t : {ScalarType::Float, ScalarType::Double, ScalarType::Half, ScalarType::BFloat16}) {
    for (int64_t mode = 0; mode < 3; mode++) {
      const Tensor x = values({5, 7}, t);
      const Tensor want = std::get<0>(at::embedding_bag(x, index, offsets, false, mode));
      for (int layout = 0; layout < kLayouts; layout++) {
        EXPECT_TRUE(same_bits(std::get<0>(at::embedding_bag(laid_out(x, layout), laid_out(index, layout), laid_out(offsets, layout), false, mode)), want));
      }
      expect_values(want, [&](const Place& i) {
        const Place rows = i[0] == 0 ? Place{4, 0, 2} : Place{2};
        double sum = mode == 2 ? -kInf : 0;
        for (const int64_t r : rows) sum = mode == 2 ? std::max(sum, value_at(x, {r, i[1]}).real()) : sum + value_at(x, {r, i[1]}).real();
        return Value(mode == 1 ? sum / static_cast<double>(rows.size()) : sum);
      });
    }
  }
  expect_error([&] { at::embedding_bag(values({3, 2}), of({0, 1}, ScalarType::Long), of({0, 9, 1}, ScalarType::Long)); }, {"embedding_bag", "offsets", "9"});
  expect_error([&] { at::embedding_bag(w, index, of({1, 2}, ScalarType::Long)); }, {"embedding_bag", "offsets", "1"});
  expect_error([&] { at::embedding_bag(w, of({5}, ScalarType::Long), of({0}, ScalarType::Long)); }, {"embedding_bag", "indices", "5"});
  expect_error([&] { at::embedding_bag(w, index, offsets, false, 0, false, values({3})); }, {"embedding_bag", "per_sample_weights", "[3]"});
  expect_error([&] { at::embedding_bag(w, index, offsets, false, 3); }, {"embedding_bag", "mode", "3"});
  expect_error([&] { at::embedding_bag(w.select(0, 0), index, offsets); }, {"embedding_bag", "weight"});
}

// OPS-12: no elements, and none along the dimension.
TEST(Sorting, EmptyAndZeroDim) {
  EXPECT_EQ(shape(std::get<0>(at::sort(at::zeros({0, 3}), 0))), (Place{0, 3}));
  EXPECT_EQ(shape(std::get<1>(at::sort(at::zeros({3, 0})))), (Place{3, 0}));
  EXPECT_EQ(shape(std::get<0>(at::topk(at::zeros({0, 3}), 0, 0))), (Place{0, 3}));
  EXPECT_EQ(shape(std::get<0>(at::topk(at::zeros({0, 3}), 2, 1))), (Place{0, 2}));
  EXPECT_EQ(shape(std::get<0>(at::kthvalue(at::zeros({0, 3}), 1, 1))), (Place{0}));
  EXPECT_EQ(shape(std::get<0>(at::mode(at::zeros({0, 3}), 1))), (Place{0}));
  EXPECT_TRUE(std::isnan(list(at::median(at::zeros({0})))[0]));
  EXPECT_EQ(shape(std::get<0>(at::sort(at::ones({})))), (Place{}));
  EXPECT_EQ(shape(std::get<0>(at::topk(at::ones({}), 1))), (Place{}));
  EXPECT_EQ(shape(std::get<0>(at::median(at::ones({}), 0, true))), (Place{}));
  EXPECT_EQ(shape(std::get<0>(at::_unique2(at::zeros({0}), true, true, true))), (Place{0}));
  EXPECT_EQ(shape(at::isin(at::zeros({0}), at::ones({2}))), (Place{0}));
  EXPECT_EQ(shape(at::searchsorted(at::zeros({0}), at::ones({2}))), (Place{2}));
  EXPECT_EQ(shape(at::bincount(at::zeros({0}, at::kLong))), (Place{0}));
  expect_error<c10::IndexError>([] { at::median(at::zeros({0, 3}), 0); }, {"median", "dim 0"});
  expect_error<c10::IndexError>([] { at::mode(at::zeros({0})); }, {"mode"});
  expect_error<c10::IndexError>([] { at::sort(at::zeros({3}), 1); }, {"sort", "1"});
  expect_error([] { at::topk(at::zeros({3}), 4); }, {"topk", "k", "4"});
  expect_error([] { at::topk(at::zeros({3}), -1); }, {"topk", "k"});
  expect_error([] { at::kthvalue(at::zeros({3}), 0); }, {"kthvalue", "k"});
  expect_error<c10::TypeError>([] { at::sort(at::zeros({3}, at::kComplexFloat)); }, {"sort", "Complex"});
  expect_error([] { at::unique_dim(at::zeros({2, 0}), 0); }, {"unique_dim", "[2, 0]"});
}

TEST(Sorting, Large) {
  for (const ScalarType t : {ScalarType::Float, ScalarType::Long, ScalarType::Byte}) {
    const Tensor x = mixed({300, 1000}, t), line = x.view({-1});
    expect_same_bits_for_all_thread_counts([&] { return std::get<1>(at::sort(x, 0)); });
    expect_same_bits_for_all_thread_counts([&] { return std::get<1>(at::topk(x, 5)); });
    expect_same_bits_for_all_thread_counts([&] { return at::isin(x, x.narrow(0, 0, 1)); });
    const std::vector<int64_t> want = order(list(line), false);
    const std::vector<double> have = list(at::argsort(line));
    for (size_t i = 0; i < want.size(); i++) ASSERT_EQ(static_cast<int64_t>(have[i]), want[i]);
  }
}

} // namespace
