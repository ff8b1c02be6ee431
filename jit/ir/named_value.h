// An argument of a call while it is matched to a schema: a value of the graph or a constant, with the keyword it was given under, if any, and
// where it stands.
#pragma once
#include <ATen/core/ivalue.h>
#include <torch/csrc/jit/frontend/source_range.h>

#include <optional>
#include <string>

namespace torch::jit {

struct Graph;
struct Value;

struct TORCH_API NamedValue {
  NamedValue(const SourceRange& loc, const std::string& name, Value* value) : loc_(loc), name_(name), value_(value) {}
  NamedValue(const SourceRange& loc, Value* value) : loc_(loc), value_(value) {}
  NamedValue(Value* value) : value_(value) {}
  NamedValue(const std::string& name, Value* value) : name_(name), value_(value) {}
  NamedValue(c10::IValue value) : ivalue_(std::move(value)) {}
  NamedValue(const std::string& name, c10::IValue value) : name_(name), ivalue_(std::move(value)) {}
  template <class T, class = std::enable_if_t<std::is_constructible_v<c10::IValue, T> && !std::is_convertible_v<T, Value*> && !std::is_same_v<std::decay_t<T>, NamedValue> && !std::is_same_v<std::decay_t<T>, c10::IValue>>>
  NamedValue(T&& t) : NamedValue(c10::IValue(std::forward<T>(t))) {}
  template <class T, class = std::enable_if_t<std::is_constructible_v<c10::IValue, T> && !std::is_convertible_v<T, Value*> && !std::is_same_v<std::decay_t<T>, c10::IValue>>>
  NamedValue(const std::string& name, T&& t) : NamedValue(name, c10::IValue(std::forward<T>(t))) {}

  const SourceRange& loc() const { return *loc_; }
  const SourceRange& locOr(const SourceRange& backup) const { return loc_ ? *loc_ : backup; }
  bool hasName() const { return name_.has_value(); }
  const std::string& name() const { return *name_; }
  // The value; a constant becomes a node at the graph's insert point.
  Value* value(Graph& graph) const;
  Value* valueOrNull() const { return value_; }
  const c10::IValue& ivalue() const { return ivalue_; }
  c10::TypePtr type() const;

 private:
  std::optional<SourceRange> loc_;
  std::optional<std::string> name_;
  Value* value_ = nullptr;
  c10::IValue ivalue_;
};

}  // namespace torch::jit
