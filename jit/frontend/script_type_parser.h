// Reads types in Python's spelling (List[int], Optional[Tensor], __torch__.M) from syntax trees; names it does not know go to a Resolver.
#pragma once
#include <ATen/core/jit_type.h>
#include <ATen/core/function_schema.h>
#include <torch/csrc/jit/frontend/resolver.h>
#include <torch/csrc/jit/frontend/tree_views.h>

#include <memory>
#include <string>
#include <vector>

namespace torch::jit {

using ResolverPtr = std::shared_ptr<Resolver>;

class TORCH_API ScriptTypeParser {
 public:
  ScriptTypeParser() = default;
  explicit ScriptTypeParser(ResolverPtr resolver) : resolver_(std::move(resolver)) {}

  c10::TypePtr parseTypeFromExpr(const Expr& expr) const;
  c10::TypePtr parseType(const std::string& text) const;
  // The schema a def declares. With skip_self the first parameter is left out; a missing annotation is Tensor (parameters) or inferred (return).
  c10::FunctionSchema parseSchemaFromDef(const Def& def, bool skip_self) const;
  // The values of default expressions: literals, and what the resolver knows (CONSTANTS.c0).
  std::vector<c10::IValue> evaluateDefaults(const std::vector<Expr>& defaults, const std::vector<c10::TypePtr>& types) const;
  c10::IValue evaluateConstant(const Expr& expr, const c10::TypePtr& type) const;

 private:
  c10::TypePtr subscriptToType(std::string_view name, const Subscript& subscript) const;
  c10::TypePtr parseTypeFromExprImpl(const Expr& expr) const;

  ResolverPtr resolver_;
};

}  // namespace torch::jit
