#pragma once
// Forward declarations of the common names, for headers that only mention them.
#include <c10/util/ArrayRef.h>
#include <c10/util/intrusive_ptr.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace c10 {
struct IValue;
class Scalar;
struct Type;
struct ClassType;
struct FunctionSchema;
struct OperatorRow;
using TypePtr = std::shared_ptr<Type>;
template <class T> class List;
template <class K, class V> class Dict;
template <class T> class IListRef;
} // namespace c10

namespace at {
class Tensor;
class TensorBase;
using TensorList = c10::ArrayRef<Tensor>;
using c10::Scalar;
} // namespace at

namespace torch {
using at::Tensor;
namespace jit {
struct Function;
struct CompilationUnit;
using Stack = std::vector<c10::IValue>;
} // namespace jit
} // namespace torch
