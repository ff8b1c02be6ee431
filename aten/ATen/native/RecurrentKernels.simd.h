// The gates of an LSTM cell for each instruction set: c' = sigmoid(f) c + sigmoid(i) tanh(g), h' = sigmoid(o) tanh(c').
// No include guard: foreach_target.h includes it again for each instruction set.
#include <ATen/native/RecurrentKernels.h>
#include <hwy/highway.h>
#include <ATen/native/cpu/TileMath.h>

HWY_BEFORE_NAMESPACE();
namespace at::native {
namespace HWY_NAMESPACE {
namespace {

template <class T>
HWY_INLINE void cell(Vec<T> i, Vec<T> f, Vec<T> g, Vec<T> o, Vec<T> c, Vec<T>& h_out, Vec<T>& c_out) {
  c_out = Add(Mul(Sigmoid(f), c), Mul(Sigmoid(i), Tanh(g)));
  h_out = Mul(Sigmoid(o), Tanh(c_out));
}

template <class T>
void lstm(const T* a, const T* b, const T* c, int64_t hidden, T* h_out, T* c_out) {
  const hn::ScalableTag<T> d;
  constexpr int64_t W = HWY_LANES(T);
  int64_t x = 0;
  for (; x + W <= hidden; x += W) {
    Vec<T> gate[4];
    for (int k = 0; k < 4; k++) gate[k].v = hn::Add(hn::LoadU(d, a + k * hidden + x), hn::LoadU(d, b + k * hidden + x));
    Vec<T> h, state;
    cell(gate[0], gate[1], gate[2], gate[3], Vec<T>{hn::LoadU(d, c + x)}, h, state);
    hn::StoreU(h.v, d, h_out + x);
    hn::StoreU(state.v, d, c_out + x);
  }
  if (x < hidden) {  // the same arithmetic on a vector of which only some lanes count
    HWY_ALIGN T lanes[5][W] = {};
    for (int64_t l = 0; x + l < hidden; l++) {
      for (int k = 0; k < 4; k++) lanes[k][l] = a[k * hidden + x + l] + b[k * hidden + x + l];
      lanes[4][l] = c[x + l];
    }
    Vec<T> h, state;
    cell(Vec<T>{hn::Load(d, lanes[0])}, Vec<T>{hn::Load(d, lanes[1])}, Vec<T>{hn::Load(d, lanes[2])}, Vec<T>{hn::Load(d, lanes[3])},
         Vec<T>{hn::Load(d, lanes[4])}, h, state);
    hn::Store(h.v, d, lanes[0]);
    hn::Store(state.v, d, lanes[1]);
    for (int64_t l = 0; x + l < hidden; l++) h_out[x + l] = lanes[0][l], c_out[x + l] = lanes[1][l];
  }
}

const RecurrentKernels<float>* recurrent_float() {
  static constexpr RecurrentKernels<float> table = {lstm<float>};
  return &table;
}
const RecurrentKernels<double>* recurrent_double() {
  static constexpr RecurrentKernels<double> table = {lstm<double>};
  return &table;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace at::native
HWY_AFTER_NAMESPACE();
