#pragma once
// <torch/script.h>: everything a program needs that loads and runs TorchScript: tensors and their operators, IValue, Module, load, and the interpreter's
// exception.

#include <ATen/ATen.h>
#include <ATen/core/ivalue.h>
#include <torch/csrc/jit/api/compilation_unit.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/runtime/jit_exception.h>
#include <torch/csrc/jit/serialization/import.h>
#include <torch/csrc/jit/serialization/pickle.h>
#include <torch/library.h>

namespace torch {
using namespace at; // NOLINT
using c10::IValue;
} // namespace torch
