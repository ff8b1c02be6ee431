#pragma once
// The objects behind an IValue's reference: Tuple, ConstantString, ComplexHolder, EnumHolder, Object, Future.
// Releasing a value nested a million deep does not recurse: see detail::release_values.
#include <ATen/core/class_type.h>
#include <ATen/core/enum_type.h>
#include <ATen/core/ivalue.h>
#include <c10/core/impl/ThreadCache.h>

#include <atomic>
#include <exception>

namespace c10 {

struct TupleType;

namespace detail {
// Releases the values and empties the vector. Nesting beyond a bounded depth is put on a work list of the thread.
C10_API void release_values(std::vector<IValue>& values) noexcept;
} // namespace detail

namespace ivalue {

struct C10_API ConstantString final : intrusive_ptr_target {
  WICK_CACHED_NEW_DELETE
  explicit ConstantString(std::string s) : str_(std::move(s)) {}
  explicit ConstantString(std::string_view s) : str_(s) {}
  static intrusive_ptr<ConstantString> create(std::string s) { return make_intrusive<ConstantString>(std::move(s)); }
  const std::string& string() const { return str_; }
  std::string_view string_view() const { return str_; }
  operator const std::string&() const { return str_; }

 private:
  const std::string str_;
};

struct C10_API ComplexHolder final : intrusive_ptr_target {
  WICK_CACHED_NEW_DELETE
  explicit ComplexHolder(c10::complex<double> v) : val(v) {}
  c10::complex<double> val;
};

struct C10_API Tuple final : intrusive_ptr_target {
  WICK_CACHED_NEW_DELETE
  static intrusive_ptr<Tuple> create(std::vector<IValue> elements) { return make_intrusive<Tuple>(std::move(elements), nullptr); }
  static intrusive_ptr<Tuple> create(std::initializer_list<IValue> elements) { return create(std::vector<IValue>(elements)); }
  template <class... Args, std::enable_if_t<(std::is_constructible_v<IValue, Args&&> && ...), int> = 0> static intrusive_ptr<Tuple> create(Args&&... args) {
    std::vector<IValue> e;
    e.reserve(sizeof...(Args));
    (e.emplace_back(std::forward<Args>(args)), ...);
    return create(std::move(e));
  }
  static intrusive_ptr<Tuple> createNamed(std::vector<IValue> elements, std::shared_ptr<TupleType> type) { return make_intrusive<Tuple>(std::move(elements), std::move(type)); }
  Tuple(std::vector<IValue> elements, std::shared_ptr<TupleType> type) : elements_(std::move(elements)), type_(std::move(type)) {}
  ~Tuple() override { detail::release_values(elements_); }

  const std::vector<IValue>& elements() const& { return elements_; }
  std::vector<IValue> elements() && { return std::move(elements_); }
  const IValue& element(size_t i) const { return elements_.at(i); }
  size_t size() const { return elements_.size(); }
  void setElements(std::vector<IValue>&& elements) { elements_ = std::move(elements); }
  std::vector<IValue>& unsafe_elements() { return elements_; }
  // The declared type of a named tuple, else made from the elements.
  std::shared_ptr<TupleType> type() const;
  // Null unless it was given.
  const std::shared_ptr<TupleType>& declared_type() const { return type_; }

 private:
  std::vector<IValue> elements_;
  mutable std::shared_ptr<TupleType> type_;
};

struct C10_API EnumHolder final : intrusive_ptr_target {
  EnumHolder(std::shared_ptr<EnumType> type, std::string name, IValue value) : type_(std::move(type)), name_(std::move(name)), value_(std::move(value)) {}
  const std::shared_ptr<EnumType>& type() const { return type_; }
  const std::string& name() const { return name_; }
  const IValue& value() const { return value_; }
  std::string qualifiedClassName() const;
  std::string unqualifiedClassName() const;
  bool is(const EnumHolder& rhs) const { return this == &rhs; }
  friend C10_API bool operator==(const EnumHolder& a, const EnumHolder& b);

 private:
  std::shared_ptr<EnumType> type_;
  std::string name_;
  IValue value_;
};

// An instance of a ClassType: a slot for each attribute. Keeps the compilation unit of its type alive, unless made from a
// WeakTypePtr (an object that is a constant in the unit's own code).
struct C10_API Object final : intrusive_ptr_target {
  Object(StrongTypePtr type, size_t num_slots) : type_(std::move(type.type_)), cu_(std::move(type.cu_)) { slots_.resize(num_slots); }
  Object(WeakTypePtr type, size_t num_slots) : type_(std::move(type.type_)), weak_cu_(std::move(type.cu_)) { slots_.resize(num_slots); }
  static intrusive_ptr<Object> create(StrongTypePtr type, size_t num_slots) { return make_intrusive<Object>(std::move(type), num_slots); }
  static intrusive_ptr<Object> create(WeakTypePtr type, size_t num_slots) { return make_intrusive<Object>(std::move(type), num_slots); }
  static intrusive_ptr<Object> create(std::shared_ptr<ClassType> type, size_t num_slots);
  ~Object() override { detail::release_values(slots_); }

  const std::vector<IValue>& slots() const { return slots_; }
  const IValue& getSlot(size_t slot) const {
    TORCH_CHECK(slot < slots_.size(), "attribute slot ", slot, " of an object with ", slots_.size());
    return slots_[slot];
  }
  // For a caller that knows the type.
  const IValue& unsafe_slot(size_t slot) const { return slots_[slot]; }
  size_t num_slots() const { return slots_.size(); }
  void setSlot(size_t slot, IValue v) {
    if (slot >= slots_.size()) {
      resizeObject(slot); // attributes may be added to the type after the object was made
    }
    slots_[slot] = std::move(v);
    // No locked instruction: two writers at once may raise it by one only, which is still a change.
    epoch_.store(epoch_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }
  void unsafeRemoveSlot(size_t slot);
  IValue getAttr(const std::string& name) const;
  void setAttr(const std::string& name, IValue v);
  void unsafeRemoveAttr(const std::string& name);

  std::string name() const;
  std::shared_ptr<ClassType> type() const { return std::static_pointer_cast<ClassType>(type_); }
  ClassType& type_ref() const { return static_cast<ClassType&>(*type_); }
  std::shared_ptr<torch::jit::CompilationUnit> compilation_unit() { return cu_ ? cu_ : weak_cu_.lock(); }
  bool is_weak_compilation_ref() const { return cu_ == nullptr; }
  bool is_empty_strong_compilation_ref() const { return cu_ == nullptr; }
  intrusive_ptr<Object> copy_to_weak_compilation_ref() const;

  intrusive_ptr<Object> copy() const;
  intrusive_ptr<Object> deepcopy(std::optional<Device> device = std::nullopt) const;
  intrusive_ptr<Object> deepcopy(IValue::DeepCopyMemo& memo, std::optional<Device> device = std::nullopt) const;

  // Raised by every attribute that is set: what was folded from the attributes watches it.
  uint64_t attribute_epoch() const { return epoch_.load(std::memory_order_acquire); }

 private:
  void resizeObject(size_t slot);

  std::vector<IValue> slots_;
  TypePtr type_;
  std::shared_ptr<torch::jit::CompilationUnit> cu_;
  std::weak_ptr<torch::jit::CompilationUnit> weak_cu_;
  std::atomic<uint64_t> epoch_{0};
};

// The result of a call that may still run.
struct C10_API Future final : intrusive_ptr_target {
  explicit Future(TypePtr type);
  ~Future() override;
  const TypePtr& elementType() const { return type_; }
  bool completed() const;
  bool hasValue() const;
  bool hasError() const;
  // Blocks until completed; wait() rethrows the error.
  void wait();
  IValue value();
  std::exception_ptr exception_ptr() const;
  void markCompleted(IValue value);
  void markCompleted() { markCompleted(IValue()); }
  void setError(std::exception_ptr error);
  // Runs when completed, at once if it is already.
  void addCallback(std::function<void(Future&)> callback);

 private:
  struct State;
  TypePtr type_;
  std::unique_ptr<State> state_;
};

} // namespace ivalue


} // namespace c10
