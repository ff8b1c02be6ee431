// Where libtorch programs look for OptionalArrayRef.
#pragma once
#include <c10/util/ArrayRef.h>
