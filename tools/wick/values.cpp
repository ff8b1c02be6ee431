#include "values.h"

#include <ATen/core/Dict.h>
#include <ATen/core/Formatting.h>
#include <ATen/core/List.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>
#include <c10/util/Exception.h>
#include <c10/util/StringUtil.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/frontend/parser.h>
#include <torch/csrc/jit/serialization/import.h>
#include <torch/csrc/jit/serialization/torch_save.h>
#include <torch/csrc/jit/serialization/type_tag.h>

#include <cstdio>
#include <limits>

namespace wick {
namespace {

using namespace torch::jit;

// A Python literal as a value; `type` decides what a nested list of numbers means.
class LiteralReader {
 public:
  explicit LiteralReader(std::string name) : name_(std::move(name)) {}

  c10::IValue read(Expr e, const c10::TypePtr& type) const {
    if (auto optional = type->cast<c10::OptionalType>()) return e.kind() == TK_NONE ? c10::IValue() : read(e, optional->getElementType());
    if (type->kind() == c10::TypeKind::TensorType && e.kind() != TK_NONE) return tensor(e);
    switch (e.kind()) {
      case TK_LIST_LITERAL: {
        auto list = type->cast<c10::ListType>();
        const auto element = list ? list->getElementType() : c10::TypePtr(c10::AnyType::get());
        c10::impl::GenericList values(c10::AnyType::get());
        for (Expr x : ListLiteral(e).inputs()) values.push_back(read(x, element));
        return values;
      }
      case TK_TUPLE_LITERAL: {
        auto tuple = type->cast<c10::TupleType>();
        std::vector<c10::IValue> values;
        for (Expr x : TupleLiteral(e).inputs()) values.push_back(read(x, tuple && values.size() < tuple->elements().size() ? tuple->elements()[values.size()] : c10::TypePtr(c10::AnyType::get())));
        return c10::ivalue::Tuple::create(std::move(values));
      }
      case TK_DICT_LITERAL: {
        auto dict = type->cast<c10::DictType>();
        const auto any = c10::TypePtr(c10::AnyType::get());
        c10::impl::GenericDict values(dict ? dict->getKeyType() : any, dict ? dict->getValueType() : any);
        const auto keys = DictLiteral(e).key_inputs(), items = DictLiteral(e).value_inputs();
        for (size_t i = 0; i < keys.size(); ++i) values.insert_or_assign(read(keys[i], dict ? dict->getKeyType() : any), read(items[i], dict ? dict->getValueType() : any));
        return values;
      }
      case TK_STRINGLITERAL: return StringLiteral(e).text();
      case TK_NONE: return {};
      default: return scalar(e);
    }
  }

 private:
  c10::IValue scalar(Expr e) const {
    switch (e.kind()) {
      case TK_TRUE: return true;
      case TK_FALSE: return false;
      case TK_CONST: {
        const Const c(e);
        if (c.isIntegral()) return c.asIntegral();
        if (c.isFloatingPoint()) return c.asFloatingPoint();
        break;
      }
      case TK_UNARY_MINUS: {
        const auto value = scalar(UnaryOp(e).operand());
        if (value.isInt()) return int64_t(-uint64_t(value.toInt()));
        if (value.isDouble()) return -value.toDouble();
        break;
      }
      case TK_VAR: {
        const auto word = Var(e).name().name();
        if (word == "inf") return std::numeric_limits<double>::infinity();
        if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
        break;
      }
    }
    TORCH_CHECK_VALUE(false, "--arg for '", name_, "': a literal is wanted (a number, \"text\", True, None, [..], (..), {..}), found '", e.range().text(), "'");
  }

  // Nested lists of numbers: float unless all are integers (int64) or booleans.
  at::Tensor tensor(Expr e) const {
    std::vector<int64_t> sizes;
    for (Expr x = e; x.kind() == TK_LIST_LITERAL;) {
      const auto inner = ListLiteral(x).inputs();
      sizes.push_back(int64_t(inner.size()));
      if (inner.empty()) break;
      x = inner[0];
    }
    std::vector<c10::IValue> flat;
    flatten(e, sizes, 0, flat);
    bool any_float = flat.empty(), all_bool = !flat.empty();
    for (const auto& v : flat) {
      any_float |= v.isDouble();
      all_bool &= v.isBool();
    }
    const auto dtype = any_float ? at::kFloat : all_bool ? at::kBool : at::kLong;
    auto result = at::empty(sizes, at::TensorOptions().dtype(dtype));
    for (size_t i = 0; i < flat.size(); ++i) {
      const auto& v = flat[i];
      const double d = v.isDouble() ? v.toDouble() : v.isInt() ? double(v.toInt()) : double(v.toBool());
      if (dtype == at::kFloat) result.mutable_data_ptr<float>()[i] = float(d);
      else if (dtype == at::kBool) result.mutable_data_ptr<bool>()[i] = v.toBool();
      else result.mutable_data_ptr<int64_t>()[i] = v.isInt() ? v.toInt() : int64_t(v.toBool());
    }
    return result;
  }

  void flatten(Expr e, const std::vector<int64_t>& sizes, size_t depth, std::vector<c10::IValue>& out) const {
    if (depth == sizes.size()) {
      out.push_back(scalar(e));
      return;
    }
    TORCH_CHECK_VALUE(e.kind() == TK_LIST_LITERAL && int64_t(ListLiteral(e).inputs().size()) == sizes[depth], "--arg for '", name_,
                      "': the lists of a tensor must have equal lengths; at depth ", depth, " ", sizes[depth], " elements are wanted, found '", e.range().text(), "'");
    for (Expr x : ListLiteral(e).inputs()) flatten(x, sizes, depth + 1, out);
  }

  std::string name_;
};

}  // namespace

std::unique_ptr<torch::jit::Module> load_or_report(const std::string& path) {
  try {
    auto module = std::make_unique<torch::jit::Module>(torch::jit::load(path));
    module->eval();
    return module;
  } catch (const c10::Error& error) {
    std::fprintf(stderr, "wick: %s\n", error.what_without_backtrace());
    return nullptr;
  }
}

std::optional<c10::IValue> lookup(const c10::impl::GenericDict& dict, const char* key) {
  const auto found = dict.find(c10::IValue(std::string(key)));
  if (found == dict.end()) return std::nullopt;
  return found->value();
}

c10::IValue as_argument(c10::IValue value, const c10::TypePtr& type, const std::string& name) {
  std::string why;
  TORCH_CHECK_TYPE(torch::jit::adoptType(value, type, &why), "argument '", name, "': ", type->annotation_str(), " is wanted: ", why);
  return value;
}

c10::IValue parse_argument(const std::string& text, const c10::TypePtr& type, const std::string& name) {
  if (!text.empty() && text[0] == '@') return as_argument(torch::jit::readTorchSave(text.substr(1)), type, name);
  torch::jit::Parser parser(std::make_shared<torch::jit::Source>(text, "--arg " + name, 1));
  return as_argument(LiteralReader(name).read(parser.parseWholeExpression(), type), type, name);
}

std::string show(const c10::IValue& value) { return c10::str(value); }

}  // namespace wick
