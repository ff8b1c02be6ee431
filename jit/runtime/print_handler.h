#pragma once
// Where prim::Print writes: standard output unless the host sets another handler.

#include <c10/macros/Macros.h>

#include <string>

namespace torch::jit {

using PrintHandler = void (*)(const std::string&);
TORCH_API PrintHandler getDefaultPrintHandler();
TORCH_API PrintHandler getPrintHandler();
TORCH_API void setPrintHandler(PrintHandler handler);

}  // namespace torch::jit
