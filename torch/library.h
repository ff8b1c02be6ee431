#pragma once
// Registering operators and kernels from C++:
//   TORCH_LIBRARY(myops, m) { m.def("scale(Tensor x, float by) -> Tensor", &scale); }
//   TORCH_LIBRARY_IMPL(myops, CPU, m) { m.impl("scale", &scale_cpu); }
// A program's registrations run when it is loaded and are undone when it is unloaded. The library itself uses none of this.
#include <ATen/core/library.h>

// A namespace's one definition block.
#define TORCH_LIBRARY(ns, m) \
  static void TORCH_LIBRARY_init_##ns(torch::Library&); \
  static const torch::detail::TorchLibraryInit TORCH_LIBRARY_static_init_##ns(torch::Library::DEF, &TORCH_LIBRARY_init_##ns, #ns, std::nullopt, __FILE__, __LINE__); \
  void TORCH_LIBRARY_init_##ns(torch::Library& m)

// More definitions for a namespace; any number of blocks.
#define TORCH_LIBRARY_FRAGMENT(ns, m) WICK_TORCH_LIBRARY_FRAGMENT(ns, m, __COUNTER__)
#define WICK_TORCH_LIBRARY_FRAGMENT(ns, m, uid) \
  static void C10_CONCATENATE(TORCH_LIBRARY_FRAGMENT_init_##ns##_, uid)(torch::Library&); \
  static const torch::detail::TorchLibraryInit C10_CONCATENATE(TORCH_LIBRARY_FRAGMENT_static_init_##ns##_, uid)(torch::Library::FRAGMENT, &C10_CONCATENATE(TORCH_LIBRARY_FRAGMENT_init_##ns##_, uid), #ns, std::nullopt, __FILE__, __LINE__); \
  void C10_CONCATENATE(TORCH_LIBRARY_FRAGMENT_init_##ns##_, uid)(torch::Library & m)

// Kernels for one dispatch key: CPU, Meta, PrivateUse1, Autograd, CompositeImplicitAutograd ...
#define TORCH_LIBRARY_IMPL(ns, k, m) WICK_TORCH_LIBRARY_IMPL(ns, k, m, __COUNTER__)
#define WICK_TORCH_LIBRARY_IMPL(ns, k, m, uid) \
  static void C10_CONCATENATE(TORCH_LIBRARY_IMPL_init_##ns##_##k##_, uid)(torch::Library&); \
  static const torch::detail::TorchLibraryInit C10_CONCATENATE(TORCH_LIBRARY_IMPL_static_init_##ns##_##k##_, uid)( \
      torch::Library::IMPL, &C10_CONCATENATE(TORCH_LIBRARY_IMPL_init_##ns##_##k##_, uid), #ns, std::make_optional(c10::DispatchKey::k), __FILE__, __LINE__); \
  void C10_CONCATENATE(TORCH_LIBRARY_IMPL_init_##ns##_##k##_, uid)(torch::Library & m)

// Blocks made by hand, for registrations that end before the program does.
#define MAKE_TORCH_LIBRARY(ns) torch::Library(torch::Library::DEF, #ns, std::nullopt, __FILE__, __LINE__)
#define MAKE_TORCH_LIBRARY_FRAGMENT(ns) torch::Library(torch::Library::FRAGMENT, #ns, std::nullopt, __FILE__, __LINE__)
#define MAKE_TORCH_LIBRARY_IMPL(ns, k) torch::Library(torch::Library::IMPL, #ns, std::make_optional(c10::DispatchKey::k), __FILE__, __LINE__)

#define TORCH_SELECTIVE_NAME(name) name
#define TORCH_SELECTIVE_SCHEMA(schema) schema
#define TORCH_FN(fn) (&fn)
