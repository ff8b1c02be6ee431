#pragma once
// <torch/torch.h>: the tensor library under namespace torch, with TorchScript's parts beside it.

#include <torch/script.h>
