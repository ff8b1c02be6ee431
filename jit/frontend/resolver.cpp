#include <torch/csrc/jit/frontend/resolver.h>

#include <torch/csrc/jit/frontend/ir_emitter.h>
#include <torch/csrc/jit/frontend/sugared_value.h>

namespace torch::jit {

SugaredValuePtr Resolver::resolveValue(const std::string&, GraphFunction&, const SourceRange&) { return nullptr; }
c10::TypePtr Resolver::resolveType(const std::string&, const SourceRange&) { return nullptr; }

namespace {
struct NativeResolver : Resolver {
  SugaredValuePtr resolveValue(const std::string& name, GraphFunction&, const SourceRange&) override {
    if (name == "torch") return std::make_shared<BuiltinModule>("aten");
    if (name == "ops") return std::make_shared<OpsValue>(kMaxOperatorVersion);
    return nullptr;
  }
};
}  // namespace

std::shared_ptr<Resolver> nativeResolver() { return std::make_shared<NativeResolver>(); }

}  // namespace torch::jit
