// A layout together with a kind of device, as one word: what at::checkBackend asks for.
#pragma once

#include <c10/core/DeviceType.h>
#include <c10/core/Layout.h>

namespace c10 {

enum class Backend { CPU, CUDA, SparseCPU, SparseCUDA, SparseCsrCPU, SparseCsrCUDA, Meta, MkldnnCPU, PrivateUse1, Undefined, NumOptions };

constexpr Backend backendOf(Layout layout, DeviceType device) {
  const bool cuda = device == DeviceType::CUDA;
  if (!cuda && device != DeviceType::CPU) {
    return device == DeviceType::Meta ? Backend::Meta : device == DeviceType::PrivateUse1 ? Backend::PrivateUse1 : Backend::Undefined;
  }
  switch (layout) {
    case Layout::Strided: return cuda ? Backend::CUDA : Backend::CPU;
    case Layout::Sparse: return cuda ? Backend::SparseCUDA : Backend::SparseCPU;
    case Layout::SparseCsr: return cuda ? Backend::SparseCsrCUDA : Backend::SparseCsrCPU;
    case Layout::Mkldnn: return cuda ? Backend::Undefined : Backend::MkldnnCPU;
    default: return Backend::Undefined;
  }
}

constexpr const char* toString(Backend b) {
  switch (b) {
    case Backend::CPU: return "CPU";
    case Backend::CUDA: return "CUDA";
    case Backend::SparseCPU: return "SparseCPU";
    case Backend::SparseCUDA: return "SparseCUDA";
    case Backend::SparseCsrCPU: return "SparseCsrCPU";
    case Backend::SparseCsrCUDA: return "SparseCsrCUDA";
    case Backend::Meta: return "Meta";
    case Backend::MkldnnCPU: return "Mkldnn";
    case Backend::PrivateUse1: return "PrivateUse1";
    default: return "Undefined";
  }
}

} // namespace c10
