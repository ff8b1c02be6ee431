// One benchmark case for one second: cases CASE [MODEL.pt] -> nanoseconds of the fastest pass.
// The same source is built against Wick and against libtorch; run.py runs the two in turn and compares.
#include <ATen/Parallel.h>
#include <torch/script.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>
#ifdef __SSE2__
#include <immintrin.h>
#endif

namespace {
using Clock = std::chrono::steady_clock;

double seconds(Clock::time_point from) { return std::chrono::duration<double>(Clock::now() - from).count(); }

// The fastest of many batches within a second, per call of `work`. Batches are long enough for the clock.
template <class F>
double fastest_ns(F work) {
  int64_t batch = 1;
  for (;;) {
    const auto t = Clock::now();
    for (int64_t i = 0; i < batch; ++i) work();
    if (seconds(t) > 2e-4 || batch > (int64_t(1) << 24)) break;
    batch *= 2;
  }
  double best = 1e30;
  for (const auto begin = Clock::now(); seconds(begin) < 1.0;) {
    const auto t = Clock::now();
    for (int64_t i = 0; i < batch; ++i) work();
    best = std::min(best, seconds(t) / double(batch));
  }
  return best * 1e9;
}

double call(const std::string& name) {
  const auto a = torch::ones({1}), b = torch::ones({1}), m = torch::ones({64, 64});
  if (name == "empty") return fastest_ns([] { auto t = at::empty({1}); });
  if (name == "add") return fastest_ns([&] { auto t = at::add(a, b); });
  if (name == "relu") return fastest_ns([&] { auto t = at::relu(a); });
  if (name == "sum") return fastest_ns([&] { auto t = a.sum(); });
  if (name == "view") return fastest_ns([&] { auto t = m.view({4096}); });
  if (name == "select") return fastest_ns([&] { auto t = m.select(0, 3); });
  if (name == "transpose") return fastest_ns([&] { auto t = m.transpose(0, 1); });
  const auto underscore = name.rfind('_');
  const int64_t n = std::atoll(name.c_str() + underscore + 1);
  const std::string op = name.substr(0, underscore);
  const auto x = torch::full({n}, 0.75), y = torch::full({n}, 0.5);
  if (op == "plainadd") {  // the bound: a plain loop over three arrays
    auto z = torch::zeros({n});
    const float *px = x.data_ptr<float>(), *py = y.data_ptr<float>();
    float* pz = z.data_ptr<float>();
    return fastest_ns([&] {
      for (int64_t i = 0; i < n; ++i) pz[i] = px[i] + py[i];
      asm volatile("" ::: "memory");
    });
  }
#ifdef __SSE2__
  if (op == "streamadd") {  // the same with stores that bypass the cache
    auto z = torch::zeros({n});
    const float *px = x.data_ptr<float>(), *py = y.data_ptr<float>();
    float* pz = z.data_ptr<float>();
    return fastest_ns([&] {
      for (int64_t i = 0; i + 4 <= n; i += 4) _mm_stream_ps(pz + i, _mm_add_ps(_mm_loadu_ps(px + i), _mm_loadu_ps(py + i)));
      _mm_sfence();
    });
  }
#endif
  if (op == "add") return fastest_ns([&] { auto t = x + y; });
  if (op == "exp") return fastest_ns([&] { auto t = x.exp(); });
  if (op == "tanh") return fastest_ns([&] { auto t = x.tanh(); });
  if (op == "sigmoid") return fastest_ns([&] { auto t = x.sigmoid(); });
  if (op == "gelu") return fastest_ns([&] { auto t = at::gelu(x); });
  std::fprintf(stderr, "no case %s\n", name.c_str());
  std::exit(2);
}

// What the archive's forward is called with, by the case's name.
std::vector<c10::IValue> inputs(const std::string& name) {
  if (name == "int_loop" || name == "list_loop") return {int64_t(1000)};
  if (name == "tensor_loop") return {torch::ones({4}), int64_t(1000)};
  if (name == "mlp") return {torch::full({1, 16}, 0.5)};
  if (name == "silero") return {torch::full({1, 512}, 0.01), int64_t(16000)};
  if (name == "linear") return {torch::ones({1, 4})};
  std::fprintf(stderr, "no case %s\n", name.c_str());
  std::exit(2);
}

double archive(const std::string& name, const char* path, bool once) {
  const auto in = inputs(name);
  const auto begin = Clock::now();
  auto module = torch::jit::load(path);
  module.eval();
  module.forward(in);
  if (once) return seconds(begin) * 1e9;
  for (int i = 0; i < 5; ++i) module.forward(in);  // libtorch profiles and compiles in its first calls
  const double ns = fastest_ns([&] { module.forward(in); });
  return name.size() > 5 && name.substr(name.size() - 5) == "_loop" ? ns / 1000 : ns;
}

}  // namespace

// cases MODE CASE [MODEL.pt [once]]; MODE: plain, nograd, inference
int main(int argc, char** argv) {
  if (argc < 3) return 2;
  at::set_num_threads(1);
  const std::string mode = argv[1], name = argv[2];
  auto run = [&] { return argc > 3 ? archive(name, argv[3], argc > 4) : call(name); };
  double ns;
  if (mode == "nograd") {
    c10::NoGradGuard guard;
    ns = run();
  } else if (mode == "inference") {
    c10::InferenceMode guard;
    ns = run();
  } else {
    ns = run();
  }
  std::printf("%.2f\n", ns);
}
