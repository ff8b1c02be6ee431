// Calls the operator both ways, from C++ and from an archive: use_smooth model.pt
#include <ATen/core/dispatch/Dispatcher.h>
#include <demo/ops/smooth.h>
#include <torch/script.h>

#include <cstdio>

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: use_smooth model.pt\n");
    return 2;
  }
  try {
    const at::Tensor x = torch::arange(6).to(at::kFloat).view({2, 3});

    // An entry gives C++ functions. An operator that is registered by hand is found by its name.
    const at::Tensor a = demo::smooth(x, 0.25);
    const at::Tensor b = c10::Dispatcher::singleton().findSchemaOrThrow("byhand::smooth", "").typed<at::Tensor(const at::Tensor&, double)>().call(x, 0.25);
    std::printf("from C++\n%s\n", c10::str(a).c_str());
    std::printf("equal: %s\n", torch::sum(torch::abs(torch::sub(a, b))).item<float>() == 0 ? "yes" : "no");

    // The archive's code calls torch.ops.demo.smooth and torch.ops.byhand.smooth.
    torch::jit::Module model = torch::jit::load(argv[1]);
    std::printf("from an archive\n%s\n", c10::str(model.forward({x}).toTensor()).c_str());

    // The checks of the entry.
    try {
      demo::smooth(x, 2);
    } catch (const c10::Error& error) {
      std::printf("%s\n", error.what_without_backtrace());
    }
  } catch (const c10::Error& error) {
    std::fprintf(stderr, "use_smooth: %s\n", error.what_without_backtrace());
    return 1;
  }
  return 0;
}
