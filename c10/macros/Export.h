// Where libtorch programs look for the export macros.
#pragma once
#include <c10/macros/Macros.h>
