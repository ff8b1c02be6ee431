#pragma once
// Where libtorch programs look for the class.
#include <ATen/core/Tensor.h>
