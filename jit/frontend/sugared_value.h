// What an expression means while code is compiled. Most expressions are a Value of the graph (SimpleValue); the others exist only in the
// compiler: a module like `torch`, an operator's name, a type, a function, a bound method, a range in a for loop. Each answers the questions that
// the emitter asks of it (attribute, call, index, iterate), and by default answers that it cannot, naming its kind.
#pragma once
#include <torch/csrc/jit/frontend/error_report.h>
#include <torch/csrc/jit/frontend/schema_matching.h>
#include <torch/csrc/jit/ir/ir.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace torch::jit {

struct SugaredValue;
using SugaredValuePtr = std::shared_ptr<SugaredValue>;

struct TORCH_API SugaredValue : std::enable_shared_from_this<SugaredValue> {
  virtual ~SugaredValue() = default;

  // For messages: "'x' is a <kind>".
  virtual std::string kind() const = 0;

  // This as a value of the graph.
  virtual Value* asValue(const SourceRange& loc, GraphFunction& m);
  // this.field
  virtual SugaredValuePtr attr(const SourceRange& loc, GraphFunction& m, const std::string& field);
  virtual bool hasAttr(const SourceRange& loc, GraphFunction& m, const std::string& field);
  // this.field = new_value
  virtual void setAttr(const SourceRange& loc, GraphFunction& m, const std::string& field, Value* new_value);
  // Its elements, when it is unpacked or iterated at compile time.
  virtual std::vector<SugaredValuePtr> asTuple(const SourceRange& loc, GraphFunction& m, const std::optional<size_t>& size_hint = {});
  virtual SugaredValuePtr asTupleValue(const SourceRange& loc, GraphFunction& m);
  // this(args, **kwargs)
  virtual SugaredValuePtr call(const SourceRange& loc, GraphFunction& m, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, size_t n_binders);
  // How it is iterated in a for loop; and then its length and elements.
  virtual SugaredValuePtr iter(const SourceRange& loc, GraphFunction& m);
  virtual bool shouldEmitUnrolled() { return false; }
  virtual std::optional<int64_t> staticLen() { return std::nullopt; }
  virtual Value* len(const SourceRange& loc, GraphFunction& m);
  // this[idx]
  virtual SugaredValuePtr getitem(const SourceRange& loc, GraphFunction& m, Value* idx, TypePtr type_hint = nullptr);
};

// A value of the graph.
struct TORCH_API SimpleValue : SugaredValue {
  explicit SimpleValue(Value* value) : value_(value) {}
  std::string kind() const override;
  Value* asValue(const SourceRange& loc, GraphFunction& m) override { return value_; }
  SugaredValuePtr attr(const SourceRange& loc, GraphFunction& m, const std::string& field) override;
  bool hasAttr(const SourceRange& loc, GraphFunction& m, const std::string& field) override;
  void setAttr(const SourceRange& loc, GraphFunction& m, const std::string& field, Value* new_value) override;
  std::vector<SugaredValuePtr> asTuple(const SourceRange& loc, GraphFunction& m, const std::optional<size_t>& size_hint = {}) override;
  SugaredValuePtr asTupleValue(const SourceRange& loc, GraphFunction& m) override { return shared_from_this(); }
  SugaredValuePtr call(const SourceRange& loc, GraphFunction& m, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, size_t n_binders) override;
  SugaredValuePtr iter(const SourceRange& loc, GraphFunction& m) override;
  Value* len(const SourceRange& loc, GraphFunction& m) override;
  SugaredValuePtr getitem(const SourceRange& loc, GraphFunction& m, Value* idx, TypePtr type_hint = nullptr) override;
  Value* getValue() const { return value_; }

 private:
  Value* value_;
};

// An operator, perhaps bound to its first argument: torch.relu, x.relu.
struct TORCH_API BuiltinFunction : SugaredValue {
  BuiltinFunction(Symbol symbol, std::optional<NamedValue> self) : symbol(symbol), self(std::move(self)) {}
  std::string kind() const override { return "builtin"; }
  SugaredValuePtr call(const SourceRange& loc, GraphFunction& m, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, size_t n_binders) override;
  Symbol symbol;
  std::optional<NamedValue> self;
};

// `torch`, `torch.nn.functional` and the like: names in it are operators. The version is that of the archive whose code is compiled.
struct TORCH_API BuiltinModule : SugaredValue {
  explicit BuiltinModule(std::string name, std::optional<int64_t> version = std::nullopt) : name(std::move(name)), version(version) {}
  std::string kind() const override { return "builtin module"; }
  SugaredValuePtr attr(const SourceRange& loc, GraphFunction& m, const std::string& field) override;
  std::string name;
  std::optional<int64_t> version;
};

// `ops`: names in it are namespaces of operators.
struct TORCH_API OpsValue : SugaredValue {
  explicit OpsValue(size_t version) : version_(version) {}
  std::string kind() const override { return "ops"; }
  SugaredValuePtr attr(const SourceRange& loc, GraphFunction& m, const std::string& field) override;

 private:
  size_t version_;
  std::vector<std::pair<std::string, SugaredValuePtr>> modules_;
};

// A TorchScript function.
struct TORCH_API FunctionValue : SugaredValue {
  explicit FunctionValue(Function* callee) : callee_(callee) {}
  std::string kind() const override { return "function"; }
  SugaredValuePtr call(const SourceRange& loc, GraphFunction& m, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, size_t n_binders) override;
  Function* function() const { return callee_; }

 private:
  Function* callee_;
};

// A method bound to an object of a class or an interface.
struct TORCH_API MethodValue : SugaredValue {
  MethodValue(Value* self, std::string method_name) : self_(self), method_name_(std::move(method_name)) {}
  std::string kind() const override { return "method"; }
  SugaredValuePtr call(const SourceRange& loc, GraphFunction& m, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, size_t n_binders) override;

 private:
  Value* self_;
  std::string method_name_;
};

// A class: calling it makes an object and runs __init__; `__new__` only makes it.
struct TORCH_API ClassValue : SugaredValue {
  explicit ClassValue(ClassTypePtr type) : type_(std::move(type)) {}
  std::string kind() const override { return type_->str(); }
  SugaredValuePtr call(const SourceRange& loc, GraphFunction& m, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, size_t n_binders) override;
  SugaredValuePtr attr(const SourceRange& loc, GraphFunction& m, const std::string& field) override;
  const ClassTypePtr& type() const { return type_; }

 private:
  ClassTypePtr type_;
};

struct TORCH_API ClassNewMethod : SugaredValue {
  explicit ClassNewMethod(ClassTypePtr type) : type_(std::move(type)) {}
  std::string kind() const override { return "class.__new__"; }
  SugaredValuePtr createObject(const SourceRange& loc, GraphFunction& m, const std::string& classname);
  SugaredValuePtr call(const SourceRange& loc, GraphFunction& m, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, size_t n_binders) override;

 private:
  ClassTypePtr type_;
};

struct TORCH_API NamedTupleConstructor : SugaredValue {
  explicit NamedTupleConstructor(TupleTypePtr type) : type_(std::move(type)) {}
  std::string kind() const override { return type_->str(); }
  SugaredValuePtr call(const SourceRange& loc, GraphFunction& m, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, size_t n_binders) override;
  const TupleTypePtr& type() const { return type_; }

 private:
  TupleTypePtr type_;
};

// An enum class: Color.RED is a constant.
struct TORCH_API SugaredEnumClass : SugaredValue {
  explicit SugaredEnumClass(EnumTypePtr type) : type_(std::move(type)) {}
  std::string kind() const override { return "EnumClass"; }
  SugaredValuePtr attr(const SourceRange& loc, GraphFunction& m, const std::string& field) override;

 private:
  EnumTypePtr type_;
};

// Several values at compile time.
struct TORCH_API SugaredTupleValue : SugaredValue {
  explicit SugaredTupleValue(std::vector<SugaredValuePtr> tup) : tup_(std::move(tup)) {}
  std::string kind() const override { return "Tuple"; }
  Value* asValue(const SourceRange& loc, GraphFunction& m) override;
  std::vector<SugaredValuePtr> asTuple(const SourceRange& loc, GraphFunction& m, const std::optional<size_t>& size_hint = {}) override { return tup_; }
  SugaredValuePtr getitem(const SourceRange& loc, GraphFunction& m, Value* idx, TypePtr type_hint = nullptr) override;
  SugaredValuePtr iter(const SourceRange& loc, GraphFunction& m) override { return shared_from_this(); }
  bool shouldEmitUnrolled() override { return true; }
  std::optional<int64_t> staticLen() override { return static_cast<int64_t>(tup_.size()); }

 private:
  std::vector<SugaredValuePtr> tup_;
};

// int(x), float(x), bool(x), str(x): a cast that is an operator, or nothing if x has the type already.
struct TORCH_API CastValue : BuiltinFunction {
  CastValue(TypePtr type, Symbol method) : BuiltinFunction(method, std::nullopt), type_(std::move(type)) {}
  SugaredValuePtr call(const SourceRange& loc, GraphFunction& m, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, size_t n_binders) override;

 private:
  TypePtr type_;
};

// len(x), abs(x), ...: a method __name__ of a class if there is one, else an operator.
struct TORCH_API MagicMethod : SugaredValue {
  MagicMethod(std::string desugared_name, SugaredValuePtr base) : base_value_(std::move(base)), desugared_name_(std::move(desugared_name)) {}
  std::string kind() const override { return desugared_name_; }
  SugaredValuePtr call(const SourceRange& loc, GraphFunction& m, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, size_t n_binders) override;

 private:
  SugaredValuePtr base_value_;
  std::string desugared_name_;
};

// Calls that the emitter treats by their syntax: annotate(T, e), unchecked_cast(T, e), isinstance(x, T), getattr(m, "0"), ...
struct TORCH_API SpecialFormValue : SugaredValue {
  SpecialFormValue(Symbol form, std::string name) : form_(form), name_(std::move(name)) {}
  static std::shared_ptr<SpecialFormValue> create(Symbol form, std::string name = "") { return std::make_shared<SpecialFormValue>(form, std::move(name)); }
  std::string kind() const override { return "special form"; }
  Symbol form() const { return form_; }
  const std::string& name() const { return name_; }

 private:
  Symbol form_;
  std::string name_;
};

// range(start, end, step) in a for loop or comprehension.
struct TORCH_API RangeValue : SugaredValue {
  RangeValue(const SourceRange& loc, GraphFunction& m, std::vector<Value*> inputs, std::optional<int64_t> static_len = std::nullopt);
  std::string kind() const override { return "range"; }
  SugaredValuePtr iter(const SourceRange& loc, GraphFunction& m) override { return shared_from_this(); }
  Value* len(const SourceRange& loc, GraphFunction& m) override;
  SugaredValuePtr getitem(const SourceRange& loc, GraphFunction& m, Value* idx, TypePtr type_hint = nullptr) override;
  std::optional<int64_t> staticLen() override { return static_len_; }

 private:
  Value* start_ = nullptr;
  Value* end_ = nullptr;
  Value* step_ = nullptr;
  bool has_only_end_ = false;
  std::optional<int64_t> static_len_;
};

// enumerate and zip over other iterables.
struct TORCH_API IterableTree : SugaredValue {
  std::string kind() const override { return "iterabletree"; }
  SugaredValuePtr iter(const SourceRange& loc, GraphFunction& m) override { return shared_from_this(); }
  Value* len(const SourceRange& loc, GraphFunction& m) override;
  SugaredValuePtr getitem(const SourceRange& loc, GraphFunction& m, Value* idx, TypePtr type_hint = nullptr) override;
  std::optional<int64_t> staticLen() override { return unroll_length_; }
  bool shouldEmitUnrolled() override { return emit_unrolled_; }
  void addChild(const SourceRange& loc, GraphFunction& m, const SugaredValuePtr& iter_value);

 private:
  std::vector<SugaredValuePtr> children_;
  std::optional<int64_t> unroll_length_;
  bool emit_unrolled_ = false;
};

// A nested def before it is called or forked: it sees the values around it.
struct TORCH_API ClosureValue : SugaredValue {
  explicit ClosureValue(std::function<Value*(const SourceRange&, at::ArrayRef<NamedValue>, at::ArrayRef<NamedValue>)> emit) : emit_(std::move(emit)) {}
  std::string kind() const override { return "closure"; }
  SugaredValuePtr call(const SourceRange& loc, GraphFunction& m, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, size_t n_binders) override;

 private:
  std::function<Value*(const SourceRange&, at::ArrayRef<NamedValue>, at::ArrayRef<NamedValue>)> emit_;
};

// What `raise` takes: an exception's class, and the class with its message.
struct TORCH_API ExceptionMessageValue : SugaredValue {
  explicit ExceptionMessageValue(Value* value, Value* qualified_class_name = nullptr) : value_(value), qualified_class_name_(qualified_class_name) {}
  std::string kind() const override { return "exception message"; }
  Value* getValue() const { return value_; }
  Value* getQualifiedClassName() const { return qualified_class_name_; }

 private:
  Value* value_;
  Value* qualified_class_name_;
};

struct TORCH_API ExceptionValue : SugaredValue {
  explicit ExceptionValue(std::string message) : message_(std::move(message)) {}
  std::string kind() const override { return "exception"; }
  SugaredValuePtr call(const SourceRange& loc, GraphFunction& m, at::ArrayRef<NamedValue> args, at::ArrayRef<NamedValue> kwargs, size_t n_binders) override;

 private:
  std::string message_;
};

// What `self` is inside a method.
struct TORCH_API Self {
  virtual ~Self() = default;
  virtual SugaredValuePtr makeSugared(Value* v) const = 0;
  virtual ClassTypePtr getClassType() const = 0;
};

struct TORCH_API SimpleSelf : Self {
  explicit SimpleSelf(ClassTypePtr class_type) : class_type_(std::move(class_type)) {}
  SugaredValuePtr makeSugared(Value* v) const override {
    v->setType(class_type_);
    return std::make_shared<SimpleValue>(v);
  }
  ClassTypePtr getClassType() const override { return class_type_; }

 private:
  ClassTypePtr class_type_;
};

inline SugaredValuePtr toSimple(Value* v) { return std::make_shared<SimpleValue>(v); }
inline SugaredValuePtr toSugaredValue(Value* v) { return std::make_shared<SimpleValue>(v); }

}  // namespace torch::jit
