// DimVector: a SmallVector of sizes or strides that holds five without the heap.
#pragma once
#include <c10/util/SmallVector.h>
