// Operators over sizes and layouts: ops SECONDS REGEX -> lines "case nanoseconds", the fastest pass of each case within SECONDS.
// The same source is built against Wick and against libtorch; run.py runs the two in turn and compares.
#include <ATen/Parallel.h>
#include <torch/script.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <regex>
#include <string>
#include <vector>

namespace {
using at::Tensor;
using Clock = std::chrono::steady_clock;

double seconds(Clock::time_point from) { return std::chrono::duration<double>(Clock::now() - from).count(); }

double fastest_ns(const std::function<void()>& work, double limit) {
  int64_t batch = 1;
  for (;;) {
    const auto t = Clock::now();
    for (int64_t i = 0; i < batch; ++i) work();
    if (seconds(t) > 1e-4 || batch > (int64_t(1) << 24)) break;
    batch *= 2;
  }
  double best = 1e30;
  for (const auto begin = Clock::now(); seconds(begin) < limit;) {
    const auto t = Clock::now();
    for (int64_t i = 0; i < batch; ++i) work();
    best = std::min(best, seconds(t) / double(batch));
  }
  return best * 1e9;
}

struct Runner {
  double limit;
  std::regex wanted;

  // Inputs are made only for cases that are wanted.
  void operator()(const std::string& name, const std::function<std::function<void()>()>& prepare) const {
    if (!std::regex_search(name, wanted)) return;
    std::printf("%s %.1f\n", name.c_str(), fastest_ns(prepare(), limit));
    std::fflush(stdout);
  }
};

std::string label(int64_t n) { return n >= (1 << 20) ? std::to_string(n >> 20) + "M" : std::to_string(n >> 10) + "k"; }

// Values between 0 and 1 in no order, the same everywhere.
Tensor noise(at::IntArrayRef sizes, at::ScalarType dtype = at::kFloat) {
  Tensor t = at::empty(sizes, at::kFloat);
  float* p = t.data_ptr<float>();
  uint64_t state = 88172645463325252ull;
  for (int64_t i = 0; i < t.numel(); ++i) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    p[i] = float(state >> 40) / float(1 << 24);
  }
  return dtype == at::kFloat ? t : at::isIntegralType(dtype, true) ? t.mul(100).to(dtype) : t.to(dtype);
}

// A square of n elements (rows and columns differ by a factor of two at most).
std::vector<int64_t> square(int64_t n) {
  int64_t rows = 1;
  while (rows * rows < n) rows *= 2;
  return {n / rows, rows};
}

struct Layout {
  const char* name;
  std::function<Tensor(int64_t)> first, second;
};

void pointwise(const Runner& run) {
  using Unary = Tensor (*)(const Tensor&);
  using Binary = Tensor (*)(const Tensor&, const Tensor&);
  const std::vector<Layout> layouts = {
      {"contiguous", [](int64_t n) { return noise(square(n)); }, [](int64_t n) { return noise(square(n)); }},
      {"strided", [](int64_t n) { return noise({square(n)[1], square(n)[0]}).t(); }, [](int64_t n) { return noise(square(n)); }},
      {"step2", [](int64_t n) { return noise({square(n)[0], square(n)[1] * 2}).slice(1, 0, 2 * square(n)[1], 2); }, [](int64_t n) { return noise(square(n)); }},
      {"broadcast", [](int64_t n) { return noise(square(n)); }, [](int64_t n) { return noise({square(n)[1]}); }},
      {"cast", [](int64_t n) { return noise(square(n), at::kInt); }, [](int64_t n) { return noise(square(n)); }},
      {"half", [](int64_t n) { return noise(square(n), at::kHalf); }, [](int64_t n) { return noise(square(n), at::kHalf); }},
      {"int64", [](int64_t n) { return noise(square(n), at::kLong); }, [](int64_t n) { return noise(square(n), at::kLong); }},
  };
  const std::vector<std::pair<const char*, Binary>> binary = {
      {"add", [](const Tensor& a, const Tensor& b) { return at::add(a, b); }},
      {"mul", [](const Tensor& a, const Tensor& b) { return at::mul(a, b); }},
      {"lt", [](const Tensor& a, const Tensor& b) { return at::lt(a, b); }},
      {"maximum", [](const Tensor& a, const Tensor& b) { return at::maximum(a, b); }},
      {"pow", [](const Tensor& a, const Tensor& b) { return at::pow(a, b); }},
      {"div", [](const Tensor& a, const Tensor& b) { return at::div(a, b); }},
      {"where", [](const Tensor& a, const Tensor& b) { return at::where(at::lt(a, b), a, b); }},
      {"lerp", [](const Tensor& a, const Tensor& b) { return at::lerp(a.is_floating_point() ? a : b, b, 0.25); }},
  };
  const std::vector<std::pair<const char*, Unary>> unary = {
      {"exp", [](const Tensor& a) { return at::exp(a); }},         {"log", [](const Tensor& a) { return at::log(a); }},
      {"tanh", [](const Tensor& a) { return at::tanh(a); }},       {"sigmoid", [](const Tensor& a) { return at::sigmoid(a); }},
      {"sin", [](const Tensor& a) { return at::sin(a); }},         {"sqrt", [](const Tensor& a) { return at::sqrt(a); }},
      {"neg", [](const Tensor& a) { return at::neg(a); }},         {"abs", [](const Tensor& a) { return at::abs(a); }},
      {"relu", [](const Tensor& a) { return at::relu(a); }},       {"clamp", [](const Tensor& a) { return at::clamp(a, 0, 1); }},
      {"erf", [](const Tensor& a) { return at::erf(a); }},         {"floor", [](const Tensor& a) { return at::floor(a); }},
  };
  for (const int64_t n : {int64_t(1) << 12, int64_t(1) << 16, int64_t(1) << 20, int64_t(1) << 24})
    for (const Layout& layout : layouts) {
      for (const auto& [name, f] : binary) {
        if (n == (1 << 24) && std::string(name) != "add") continue;
        if (std::string(name) == "lerp" && std::string(layout.name) == "int64") continue;
        run("pointwise/" + std::string(name) + "/" + layout.name + "/" + label(n), [&, f = f]() -> std::function<void()> {
          return [a = layout.first(n), b = layout.second(n), f] { auto t = f(a, b); };
        });
      }
      for (const auto& [name, f] : unary) {
        if (n == (1 << 24) && std::string(name) != "exp") continue;
        if (std::string(layout.name) == "broadcast") continue;
        run("pointwise/" + std::string(name) + "/" + layout.name + "/" + label(n), [&, f = f]() -> std::function<void()> { return [a = layout.first(n), f] { auto t = f(a); }; });
      }
    }
  for (const int64_t n : {int64_t(1) << 20}) {
    run("pointwise/gelu/contiguous/" + label(n), [&]() -> std::function<void()> { return [a = noise({n})] { auto t = at::gelu(a); }; });
    run("pointwise/silu/contiguous/" + label(n), [&]() -> std::function<void()> { return [a = noise({n})] { auto t = at::silu(a); }; });
    run("pointwise/add_/contiguous/" + label(n), [&]() -> std::function<void()> { return [a = noise({n}), b = noise({n})]() mutable { a.add_(b, 1e-9); }; });
    run("pointwise/add_number/contiguous/" + label(n), [&]() -> std::function<void()> { return [a = noise({n})] { auto t = at::add(a, 1); }; });
  }
}

void reductions(const Runner& run) {
  using Over = std::function<Tensor(const Tensor&, int64_t)>;
  const std::vector<std::pair<const char*, Over>> over_dim = {
      {"sum", [](const Tensor& a, int64_t d) { return at::sum(a, {d}); }},
      {"mean", [](const Tensor& a, int64_t d) { return at::mean(a, {d}); }},
      {"amax", [](const Tensor& a, int64_t d) { return at::amax(a, {d}); }},
      {"max", [](const Tensor& a, int64_t d) { return std::get<0>(at::max(a, d)); }},
      {"argmax", [](const Tensor& a, int64_t d) { return at::argmax(a, d); }},
      {"prod", [](const Tensor& a, int64_t d) { return at::prod(a, d); }},
      {"var", [](const Tensor& a, int64_t d) { return at::var(a, {d}, true); }},
      {"norm", [](const Tensor& a, int64_t d) { return at::norm(a, 2, {d}); }},
      {"logsumexp", [](const Tensor& a, int64_t d) { return at::logsumexp(a, {d}); }},
      {"cumsum", [](const Tensor& a, int64_t d) { return at::cumsum(a, d); }},
      {"softmax", [](const Tensor& a, int64_t d) { return at::softmax(a, d); }},
      {"log_softmax", [](const Tensor& a, int64_t d) { return at::log_softmax(a, d); }},
      {"any", [](const Tensor& a, int64_t d) { return at::any(at::lt(a, 0), d); }},
  };
  struct Shape {
    const char* name;
    std::vector<int64_t> sizes;
    int64_t dim;
  };
  const std::vector<Shape> shapes = {
      {"rows/64x64", {64, 64}, 1},           {"columns/64x64", {64, 64}, 0},           {"rows/1024x1024", {1024, 1024}, 1},   {"columns/1024x1024", {1024, 1024}, 0},
      {"middle/64x128x128", {64, 128, 128}, 1}, {"long/16x65536", {16, 65536}, 1},     {"short/65536x16", {65536, 16}, 1},    {"rows/4096x4096", {4096, 4096}, 1},
      {"columns/4096x4096", {4096, 4096}, 0},
  };
  for (const Shape& shape : shapes)
    for (const auto& [name, f] : over_dim) {
      if (shape.sizes[0] == 4096 && std::string(name) != "sum" && std::string(name) != "softmax" && std::string(name) != "amax") continue;
      run("reduction/" + std::string(name) + "/" + shape.name, [&, f = f]() -> std::function<void()> { return [a = noise(shape.sizes), d = shape.dim, f] { auto t = f(a, d); }; });
    }
  for (const auto& [name, f] : std::vector<std::pair<const char*, std::function<Tensor(const Tensor&)>>>{
           {"sum", [](const Tensor& a) { return at::sum(a); }},
           {"max", [](const Tensor& a) { return at::max(a); }},
           {"argmax", [](const Tensor& a) { return at::argmax(a); }},
           {"prod", [](const Tensor& a) { return at::prod(a); }},
           {"norm", [](const Tensor& a) { return at::norm(a); }},
           {"std", [](const Tensor& a) { return at::std(a); }}})
    for (const int64_t n : {int64_t(1) << 12, int64_t(1) << 20, int64_t(1) << 24})
      run("reduction/" + std::string(name) + "/all/" + label(n), [&, f = f]() -> std::function<void()> { return [a = noise({n}), f] { auto t = f(a); }; });
  for (const int64_t n : {int64_t(64), int64_t(1024)})
    run("reduction/layer_norm/rows/" + std::to_string(n) + "x" + std::to_string(n), [&]() -> std::function<void()> { return [a = noise({n, n}), w = noise({n}), n] { auto t = at::layer_norm(a, {n}, w, w); }; });
  run("reduction/sum/strided/1024x1024", []() -> std::function<void()> { return [a = noise({1024, 1024}).t()] { auto t = at::sum(a, {1}); }; });
  run("reduction/sum/half/1024x1024", []() -> std::function<void()> { return [a = noise({1024, 1024}, at::kHalf)] { auto t = at::sum(a, {1}); }; });
  run("reduction/sum/int64/1024x1024", []() -> std::function<void()> { return [a = noise({1024, 1024}, at::kLong)] { auto t = at::sum(a, {1}); }; });
}

void copies(const Runner& run) {
  for (const int64_t side : {int64_t(64), int64_t(1024), int64_t(4096)}) {
    const std::string size = std::to_string(side) + "x" + std::to_string(side);
    const auto add = [&](const char* name, std::function<Tensor(const Tensor&)> f) {
      run("copy/" + std::string(name) + "/" + size, [&]() -> std::function<void()> { return [a = noise({side, side}), f] { auto t = f(a); }; });
    };
    add("clone", [](const Tensor& a) { return a.clone(); });
    add("transpose", [](const Tensor& a) { return a.t().contiguous(); });
    add("to_half", [](const Tensor& a) { return a.to(at::kHalf); });
    add("to_double", [](const Tensor& a) { return a.to(at::kDouble); });
    add("to_int64", [](const Tensor& a) { return a.to(at::kLong); });
    add("flip", [](const Tensor& a) { return at::flip(a, {1}); });
    add("roll", [](const Tensor& a) { return at::roll(a, {3}, {0}); });
    add("repeat", [](const Tensor& a) { return a.slice(0, 0, a.size(0) / 2).repeat({2, 1}); });
    add("cat0", [](const Tensor& a) { return at::cat({a.slice(0, 0, 32), a}, 0); });
    add("cat1", [](const Tensor& a) { return at::cat({a, a}, 1); });
    add("stack", [](const Tensor& a) { return at::stack({a, a}, 0); });
    add("tril", [](const Tensor& a) { return at::tril(a); });
    add("permute", [side](const Tensor& a) { return a.view({side / 16, 16, side}).permute({2, 0, 1}).contiguous(); });
  }
}

void indexing(const Runner& run) {
  const int64_t n = 1 << 20;
  const auto rows = [] { return noise({1024, 1024}); };
  const auto places = [](at::IntArrayRef sizes, int64_t below) { return noise(sizes).mul(double(below)).to(at::kLong).clamp(0, below - 1); };
  run("index/index_select/rows/1M", [&]() -> std::function<void()> { return [a = rows(), i = places({1024}, 1024)] { auto t = at::index_select(a, 0, i); }; });
  run("index/index_select/columns/1M", [&]() -> std::function<void()> { return [a = rows(), i = places({1024}, 1024)] { auto t = at::index_select(a, 1, i); }; });
  run("index/gather/rows/1M", [&]() -> std::function<void()> { return [a = rows(), i = places({1024, 1024}, 1024)] { auto t = at::gather(a, 1, i); }; });
  run("index/gather/columns/1M", [&]() -> std::function<void()> { return [a = rows(), i = places({1024, 1024}, 1024)] { auto t = at::gather(a, 0, i); }; });
  run("index/scatter_add/columns/1M", [&]() -> std::function<void()> { return [a = rows(), i = places({1024, 1024}, 1024)] { auto t = at::scatter_add(a, 0, i, a); }; });
  run("index/index_add/rows/1M", [&]() -> std::function<void()> { return [a = rows(), i = places({1024}, 1024)] { auto t = at::index_add(a, 0, i, a); }; });
  run("index/index/1M", [&]() -> std::function<void()> {
    return [a = noise({n}), i = places({n}, n)] {
      c10::List<std::optional<Tensor>> list;
      list.push_back(i);
      auto t = at::index(a, list);
    };
  });
  run("index/masked_select/1M", [&]() -> std::function<void()> { return [a = noise({n}), m = noise({n}).lt(0.5)] { auto t = at::masked_select(a, m); }; });
  run("index/masked_fill/1M", [&]() -> std::function<void()> { return [a = noise({n}), m = noise({n}).lt(0.5)] { auto t = at::masked_fill(a, m, 0); }; });
  run("index/nonzero/1M", [&]() -> std::function<void()> { return [m = noise({n}).lt(0.5)] { auto t = at::nonzero(m); }; });
  run("index/sort/1M", [&]() -> std::function<void()> { return [a = noise({n})] { auto t = at::sort(a); }; });
  run("index/sort/rows/1M", [&]() -> std::function<void()> { return [a = rows()] { auto t = at::sort(a, 1); }; });
  run("index/sort/int64/1M", [&]() -> std::function<void()> { return [a = places({n}, n)] { auto t = at::sort(a); }; });
  run("index/topk/rows/1M", [&]() -> std::function<void()> { return [a = rows()] { auto t = at::topk(a, 10, 1); }; });
  run("index/kthvalue/1M", [&]() -> std::function<void()> { return [a = noise({n}), n] { auto t = at::kthvalue(a, n / 3); }; });
  run("index/median/1M", [&]() -> std::function<void()> { return [a = noise({n})] { auto t = at::median(a); }; });
  run("index/unique/1M", [&]() -> std::function<void()> { return [a = places({n}, 1000)] { auto t = at::_unique2(a); }; });
  run("index/searchsorted/1M", [&]() -> std::function<void()> { return [s = std::get<0>(at::sort(noise({1024}))), a = noise({n})] { auto t = at::searchsorted(s, a); }; });
  run("index/bincount/1M", [&]() -> std::function<void()> { return [a = places({n}, 1000)] { auto t = at::bincount(a); }; });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  at::set_num_threads(1);
  c10::InferenceMode guard;
  const Runner run{std::atof(argv[1]), std::regex(argv[2])};
  pointwise(run);
  reductions(run);
  copies(run);
  indexing(run);
}
