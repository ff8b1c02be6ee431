// libtorch's assertion spellings that older code uses.
#pragma once
#include <c10/util/Exception.h>

#define CAFFE_ENFORCE(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
