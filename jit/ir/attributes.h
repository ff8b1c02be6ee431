// The attributes of a node: a name and a value of one of a few kinds. The kind's short names (i, fs, ty, ...) are those of the accessors
// Node::i(name), Node::i_(name, value).
#pragma once
#include <ATen/core/Tensor.h>
#include <ATen/core/interned_strings.h>
#include <ATen/core/ivalue.h>
#include <ATen/core/jit_type.h>

#include <complex>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace torch::jit {

struct Graph;

enum class AttributeKind : uint8_t { f, fs, c, cs, i, is, s, ss, t, ts, g, gs, ty, tys, ival };

TORCH_API const char* toString(AttributeKind kind);

using AttributePayload = std::variant<
    double, std::vector<double>, c10::complex<double>, std::vector<c10::complex<double>>, int64_t, std::vector<int64_t>, std::string,
    std::vector<std::string>, at::Tensor, std::vector<at::Tensor>, std::shared_ptr<Graph>, std::vector<std::shared_ptr<Graph>>, c10::TypePtr,
    std::vector<c10::TypePtr>, c10::IValue>;

struct AttributeValue {
  c10::Symbol name;
  AttributePayload value;  // the alternatives stand in the order of AttributeKind
  AttributeKind kind() const { return static_cast<AttributeKind>(value.index()); }
};

}  // namespace torch::jit
