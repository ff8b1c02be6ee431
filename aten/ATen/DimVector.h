#pragma once
// at::DimVector, a list of sizes with room for five in place.
#include <c10/core/DimVector.h>
