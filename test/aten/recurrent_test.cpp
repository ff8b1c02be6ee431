// lstm_cell against the equations of the cell.
#include "dense_reference.h"

using namespace dense;

namespace {

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

void check(int64_t batch, int64_t features, int64_t hidden, bool with_bias, ScalarType t) {
  const Tensor x = values({batch, features}, t, 1), h = values({batch, hidden}, t, 2), c = values({batch, hidden}, t, 3);
  const Tensor w_ih = values({4 * hidden, features}, t, 4), w_hh = values({4 * hidden, hidden}, t, 5);
  std::optional<Tensor> b_ih, b_hh;
  if (with_bias) b_ih = values({4 * hidden}, t, 6), b_hh = values({4 * hidden}, t, 7);
  const auto [h_new, c_new] = at::lstm_cell(x, {h, c}, w_ih, w_hh, b_ih, b_hh);
  const auto gate = [&](int64_t b, int64_t g, int64_t j) {
    const int64_t row = g * hidden + j;
    double sum = with_bias ? value_at(*b_ih, {row}).real() + value_at(*b_hh, {row}).real() : 0;
    for (int64_t k = 0; k < features; k++) sum += (value_at(x, {b, k}) * value_at(w_ih, {row, k})).real();
    for (int64_t k = 0; k < hidden; k++) sum += (value_at(h, {b, k}) * value_at(w_hh, {row, k})).real();
    return sum;
  };
  const auto state = [&](int64_t b, int64_t j) {
    return sigmoid(gate(b, 1, j)) * value_at(c, {b, j}).real() + sigmoid(gate(b, 0, j)) * std::tanh(gate(b, 2, j));
  };
  ASSERT_EQ(shape(h_new), (std::vector<int64_t>{batch, hidden}));
  expect_values(c_new, [&](const std::vector<int64_t>& i) { return state(i[0], i[1]); }, 4, "c");
  expect_values(h_new, [&](const std::vector<int64_t>& i) { return sigmoid(gate(i[0], 3, i[1])) * std::tanh(state(i[0], i[1])); }, 4, "h");
  const auto [h_other, c_other] = at::lstm_cell(laid_out(x, 2), {laid_out(h, 1), laid_out(c, 2)}, laid_out(w_ih, 1), laid_out(w_hh, 2), b_ih, b_hh);
  EXPECT_TRUE(same_bits(h_new, h_other));
  EXPECT_TRUE(same_bits(c_new, c_other));
}

TEST(LstmCell, AgainstItsEquations) {
  for (const ScalarType t : {ScalarType::Float, ScalarType::Double, ScalarType::Half, ScalarType::BFloat16}) {
    for (const int64_t batch : {0, 1, 3, 20}) {
      for (const int64_t hidden : {1, 5, 8, 33}) check(batch, 7, hidden, hidden != 5, t);
    }
  }
  check(1, 128, 128, true, ScalarType::Float);
}

TEST(LstmCell, SameBitsForAnyNumberOfThreads) {
  const Tensor x = values({40, 100}), h = values({40, 200}), c = values({40, 200}), w = values({800, 100}), u = values({800, 200});
  expect_same_bits_for_all_thread_counts([&] { return std::get<0>(at::lstm_cell(x, {h, c}, w, u)); });
}

TEST(LstmCell, Errors) {
  const Tensor x = values({2, 3}), h = values({2, 4}), c = values({2, 4}), w = values({16, 3}), u = values({16, 4});
  expect_error([&] { at::lstm_cell(x, {h}, w, u); }, {"lstm_cell", "hx"});
  expect_error([&] { at::lstm_cell(values({3}), {h, c}, w, u); }, {"lstm_cell", "input", "[3]"});
  expect_error([&] { at::lstm_cell(x, {values({3, 4}), c}, w, u); }, {"lstm_cell", "hx[0]", "[3, 4]"});
  expect_error([&] { at::lstm_cell(x, {h, values({2, 5})}, w, u); }, {"lstm_cell", "hx[1]", "[2, 5]"});
  expect_error([&] { at::lstm_cell(x, {h, c}, values({16, 4}), u); }, {"lstm_cell", "w_ih", "[16, 4]"});
  expect_error([&] { at::lstm_cell(x, {h, c}, w, values({12, 4})); }, {"lstm_cell", "w_hh", "[12, 4]"});
  expect_error([&] { at::lstm_cell(x, {h, c}, w, u, values({15})); }, {"lstm_cell", "b_ih", "[15]"});
  expect_error([&] { at::lstm_cell(x, {h, c}, w, values({16, 4}, ScalarType::Double)); }, {"lstm_cell", "w_hh", "Double"});
}

}  // namespace
