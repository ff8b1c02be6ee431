#pragma once
// register_rows: operators of a library outside this tree, generated from its entries as constant rows. Its one static constructor calls this when it is loaded.
#include <ATen/core/dispatch/Dispatcher.h>

namespace c10 {

// The rows, sorted by (name, overload), become part of the table of operators until the handle goes; they must live as long as anyone may hold an OperatorHandle of them.
// Throws when one of the operators exists.
C10_API RegistrationHandleRAII register_rows(ArrayRef<const OperatorRow* const> rows);

} // namespace c10
