#pragma once
// IValue: any value of TorchScript in 16 bytes: a payload word and a tag. Numbers stand in the payload; tensors, strings and
// containers are one counted reference. Moving is a bit copy that leaves None behind; copying is at most one atomic increment.
// Containers are shared: a copied list is the same list, as in Python. The holders behind the references (Tuple, Object, ...) are
// in ivalue_holders.h, conversions to and from C++ types in ivalue_inl.h.
#include <ATen/core/Dict.h>
#include <ATen/core/Generator.h>
#include <ATen/core/List.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/jit_type_base.h>
#include <c10/core/Storage.h>
#include <c10/util/complex.h>
#include <c10/util/intrusive_ptr.h>

#include <cstdint>
#include <array>
#include <cstring>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace torch {
// Base of C++ classes that programs put into capsules.
class C10_API CustomClassHolder : public c10::intrusive_ptr_target {
 public:
  ~CustomClassHolder() override;
};
} // namespace torch

namespace c10 {

using torch::CustomClassHolder;

namespace ivalue {
struct Tuple;
struct ConstantString;
struct Object;
struct EnumHolder;
struct ComplexHolder;
struct Future;
} // namespace ivalue
struct StrongTypePtr;
struct ClassType;

struct C10_API IValue final {
  enum class Tag : uint32_t {
    // without a reference
    None,
    Double,
    Int,
    Bool,
    Device,
    Uninitialized,
    // with one
    Tensor,
    Storage,
    ComplexDouble,
    Tuple,
    String,
    GenericList,
    GenericDict,
    Future,
    Object,
    Capsule,
    Enum,
    Generator,
  };

  IValue() noexcept : tag_(Tag::None) { payload_.u.as_int = 0; }
  IValue(const IValue& rhs) noexcept : tag_(rhs.tag_) {
    std::memcpy(static_cast<void*>(&payload_), static_cast<const void*>(&rhs.payload_), sizeof(payload_));
    retain();
  }
  IValue(IValue&& rhs) noexcept : tag_(rhs.tag_) {
    std::memcpy(static_cast<void*>(&payload_), static_cast<const void*>(&rhs.payload_), sizeof(payload_));
    rhs.clear_to_none();
  }
  ~IValue() {
    if (holds_reference()) {
      release();
    }
  }
  IValue& operator=(IValue&& rhs) & noexcept {
    if (this != &rhs) {
      // The old value goes last: its destruction may run code that looks here.
      IValue old(std::move(*this));
      std::memcpy(static_cast<void*>(&payload_), static_cast<const void*>(&rhs.payload_), sizeof(payload_));
      tag_ = rhs.tag_;
      rhs.clear_to_none();
    }
    return *this;
  }
  IValue& operator=(const IValue& rhs) & noexcept {
    *this = IValue(rhs);
    return *this;
  }
  void swap(IValue& rhs) noexcept {
    IValue t(std::move(rhs));
    rhs = std::move(*this);
    *this = std::move(t);
  }

  // ---- None
  IValue(std::nullopt_t) noexcept : IValue() {}
  bool isNone() const { return tag_ == Tag::None; }
  std::string toNone() const;
  // A value that must not be looked at; only the interpreter makes it.
  static IValue uninitialized() {
    IValue v;
    v.tag_ = Tag::Uninitialized;
    return v;
  }

  // ---- Tensor (an undefined one is a Tensor, not None)
  IValue(at::Tensor t) noexcept : tag_(Tag::Tensor) { new (&payload_.as_tensor) at::Tensor(std::move(t)); }
  bool isTensor() const { return tag_ == Tag::Tensor; }
  at::Tensor toTensor() &&;
  at::Tensor& toTensor() & {
    expect(Tag::Tensor);
    return payload_.as_tensor;
  }
  const at::Tensor& toTensor() const& {
    expect(Tag::Tensor);
    return payload_.as_tensor;
  }
  TensorImpl* unsafeToTensorImpl() const { return payload_.as_tensor.unsafeGetTensorImpl(); }

  // ---- Storage
  IValue(Storage s);
  bool isStorage() const { return tag_ == Tag::Storage; }
  Storage toStorage() const;

  // ---- numbers
  template <class T, std::enable_if_t<std::is_floating_point_v<T>, int> = 0> IValue(T d) noexcept : tag_(Tag::Double) { payload_.u.as_double = static_cast<double>(d); }
  template <class T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>, int> = 0> IValue(T i) noexcept : tag_(Tag::Int) { payload_.u.as_int = static_cast<int64_t>(i); }
  template <class T, std::enable_if_t<std::is_same_v<T, bool>, int> = 0> IValue(T b) noexcept : tag_(Tag::Bool) {
    payload_.u.as_int = 0;
    payload_.u.as_bool = b;
  }
  IValue(c10::complex<double> c);
  IValue(const at::Scalar& s);
  bool isDouble() const { return tag_ == Tag::Double; }
  bool isInt() const { return tag_ == Tag::Int; }
  bool isBool() const { return tag_ == Tag::Bool; }
  bool isComplexDouble() const { return tag_ == Tag::ComplexDouble; }
  bool isScalar() const { return isInt() || isDouble() || isBool() || isComplexDouble(); }
  double toDouble() const {
    if (C10_UNLIKELY(tag_ != Tag::Double)) {
      return toDoubleSlow();
    }
    return payload_.u.as_double;
  }
  int64_t toInt() const {
    expect(Tag::Int);
    return payload_.u.as_int;
  }
  bool toBool() const {
    expect(Tag::Bool);
    return payload_.u.as_bool;
  }
  c10::complex<double> toComplexDouble() const;
  at::Scalar toScalar() const;
  // SymInt is int.
  bool isSymInt() const { return isInt(); }
  int64_t toSymInt() const { return toInt(); }

  // ---- what is an int at run time
  IValue(ScalarType t) : IValue(static_cast<int64_t>(t)) {}
  IValue(Layout l) : IValue(static_cast<int64_t>(l)) {}
  IValue(MemoryFormat m) : IValue(static_cast<int64_t>(m)) {}
  IValue(QScheme q) : IValue(static_cast<int64_t>(q)) {}
  // A code that is none of the enumeration's is an error here, so that nothing behind has to doubt it.
  ScalarType toScalarType() const { return to_enum<ScalarType>("dtype", static_cast<int64_t>(ScalarType::NumOptions)); }
  Layout toLayout() const { return to_enum<Layout>("layout", static_cast<int64_t>(Layout::NumOptions)); }
  MemoryFormat toMemoryFormat() const { return to_enum<MemoryFormat>("memory format", static_cast<int64_t>(MemoryFormat::NumOptions)); }
  QScheme toQScheme() const { return to_enum<QScheme>("qscheme", static_cast<int64_t>(QScheme::COMPILE_TIME_NUM_QSCHEMES)); }

  // ---- Device
  IValue(c10::Device d) noexcept : tag_(Tag::Device) {
    payload_.u.as_int = 0;
    payload_.u.as_device.type = static_cast<int16_t>(d.type());
    payload_.u.as_device.index = static_cast<int16_t>(d.index());
  }
  bool isDevice() const { return tag_ == Tag::Device; }
  c10::Device toDevice() const {
    if (C10_UNLIKELY(tag_ != Tag::Device)) {
      return toDeviceSlow(); // a string such as "cpu" is accepted
    }
    return c10::Device(static_cast<c10::DeviceType>(payload_.u.as_device.type), static_cast<c10::DeviceIndex>(payload_.u.as_device.index));
  }

  // ---- String
  IValue(std::string v);
  IValue(const char* v) : IValue(std::string(v)) {}
  IValue(std::string_view v) : IValue(std::string(v)) {}
  IValue(intrusive_ptr<ivalue::ConstantString> v) noexcept;
  bool isString() const { return tag_ == Tag::String; }
  intrusive_ptr<ivalue::ConstantString> toString() &&;
  intrusive_ptr<ivalue::ConstantString> toString() const&;
  const std::string& toStringRef() const;
  std::optional<std::reference_wrapper<const std::string>> toOptionalStringRef() const;
  std::string_view toStringView() const { return toStringRef(); }

  // ---- Tuple
  IValue(intrusive_ptr<ivalue::Tuple> v) noexcept;
  template <typename... Args, std::enable_if_t<!std::disjunction_v<std::is_lvalue_reference<Args>..., std::negation<std::is_constructible<IValue, Args>>...>, int> = 0> IValue(const std::tuple<Args...>& t);
  template <typename A, typename B> IValue(const std::pair<A, B>& p) : IValue(std::tuple<A, B>(p)) {}
  bool isTuple() const { return tag_ == Tag::Tuple; }
  intrusive_ptr<ivalue::Tuple> toTuple() &&;
  intrusive_ptr<ivalue::Tuple> toTuple() const&;
  ivalue::Tuple& toTupleRef() const;

  // ---- List
  IValue(c10::List<IValue> v) noexcept;
  template <class T> IValue(c10::List<T> v) noexcept;
  template <class T> IValue(const std::vector<T>& v);
  template <class T> IValue(at::ArrayRef<T> v);
  template <class T, size_t N> IValue(const std::array<T, N>& v);
  // Any List.
  bool isList() const { return tag_ == Tag::GenericList; }
  bool isTensorList() const;
  bool isOptionalTensorList() const;
  bool isIntList() const;
  bool isDoubleList() const;
  bool isBoolList() const;
  bool isComplexDoubleList() const;
  bool isStringList() const;
  bool isSymIntList() const { return isIntList(); }
  c10::List<IValue> toList() &&;
  c10::List<IValue> toList() const&;
  // The elements in place; valid while the list is not changed.
  ArrayRef<IValue> toListRef() const;
  c10::List<int64_t> toIntList() const;
  c10::List<double> toDoubleList() const;
  c10::List<bool> toBoolList() const;
  c10::List<c10::complex<double>> toComplexDoubleList() const;
  c10::List<at::Tensor> toTensorList() const;
  c10::List<std::optional<at::Tensor>> toOptionalTensorList() const;
  std::vector<int64_t> toIntVector() const;
  std::vector<int64_t> toDimVector() const { return toIntVector(); }
  std::vector<double> toDoubleVector() const;
  std::vector<c10::complex<double>> toComplexDoubleVector() const;
  std::vector<at::Tensor> toTensorVector() const;
  std::vector<std::optional<at::Tensor>> toOptionalTensorVector() const;

  // ---- Dict
  IValue(c10::Dict<IValue, IValue> v) noexcept;
  template <class K, class V> IValue(c10::Dict<K, V> v) noexcept;
  template <class K, class V> IValue(const std::unordered_map<K, V>& v);
  bool isGenericDict() const { return tag_ == Tag::GenericDict; }
  c10::Dict<IValue, IValue> toGenericDict() &&;
  c10::Dict<IValue, IValue> toGenericDict() const&;

  // ---- Object, Enum, Future, Capsule
  IValue(intrusive_ptr<ivalue::Object> v) noexcept;
  bool isObject() const { return tag_ == Tag::Object; }
  intrusive_ptr<ivalue::Object> toObject() &&;
  intrusive_ptr<ivalue::Object> toObject() const&;
  ivalue::Object& toObjectRef() const;
  bool isModule() const;
  // torch::jit::Module is constructed from this.
  intrusive_ptr<ivalue::Object> toModuleObject() const;

  IValue(intrusive_ptr<ivalue::EnumHolder> v) noexcept;
  bool isEnum() const { return tag_ == Tag::Enum; }
  intrusive_ptr<ivalue::EnumHolder> toEnumHolder() &&;
  intrusive_ptr<ivalue::EnumHolder> toEnumHolder() const&;

  IValue(intrusive_ptr<ivalue::Future> v) noexcept;
  bool isFuture() const { return tag_ == Tag::Future; }
  intrusive_ptr<ivalue::Future> toFuture() &&;
  intrusive_ptr<ivalue::Future> toFuture() const&;

  static IValue make_capsule(intrusive_ptr<CustomClassHolder> blob);
  bool isCapsule() const { return tag_ == Tag::Capsule; }
  intrusive_ptr<CustomClassHolder> toCapsule() const;

  IValue(at::Generator g) noexcept;
  bool isGenerator() const { return tag_ == Tag::Generator; }
  at::Generator toGenerator() const { return at::Generator(share<GeneratorImpl>(Tag::Generator)); }

  // ---- optional, and any C++ type
  template <class T> IValue(const std::optional<T>& v);
  template <class T> IValue(std::optional<T>&& v);
  template <typename T> T to() &&;
  template <typename T> decltype(auto) to() const&;
  template <typename T> std::optional<T> toOptional() const;

  // ---- meaning
  std::string tagKind() const; // "Int"
  TypePtr type() const; // the dynamic type
  template <typename T> bool isType() const;
  // x is y.
  bool is(const IValue& rhs) const;
  // x == y as Python decides; tensors compare element by element to a tensor.
  IValue equals(const IValue& rhs) const;
  friend C10_API bool operator==(const IValue& a, const IValue& b);
  friend bool operator!=(const IValue& a, const IValue& b) { return !(a == b); }
  // Throws for what cannot be a key.
  IValue hash() const { return static_cast<int64_t>(IValue::hash(*this)); }
  static size_t hash(const IValue& v);
  // One level is copied; containers inside are shared.
  IValue copy() const;
  // Everything is copied; what was shared inside stays shared.
  using DeepCopyMemo = std::unordered_map<const void*, IValue>;
  IValue deepcopy(std::optional<Device> device = std::nullopt) const;
  IValue deepcopy(DeepCopyMemo& memo, std::optional<Device> device = std::nullopt) const;
  // The containers and tensors inside, this value first, each once. False stops.
  void visit(const std::function<bool(const IValue&)>& visitor) const;

  // Text: operator<< prints as print() in TorchScript does; repr as source that makes the value again. A formatter may print a
  // value its own way by returning true.
  std::ostream& repr(std::ostream& stream, const std::function<bool(std::ostream&, const IValue& v)>& customFormatter) const;
  friend C10_API std::ostream& operator<<(std::ostream& out, const IValue& v);

  bool isPtrType() const { return holds_reference() && reference() != nullptr; }
  // The object behind the reference, for identity.
  const void* internalToPointer() const { return isPtrType() ? reference() : nullptr; }
  size_t use_count() const noexcept { return isPtrType() ? raw::intrusive_ptr::use_count(reference()) : 1; }
  bool unique() const { return use_count() == 1; }

  // ---- unchecked access for the interpreter and boxing
  Tag tag() const { return tag_; }
  uint32_t raw_tag() const { return static_cast<uint32_t>(tag_); }
  int64_t& unsafe_int() { return payload_.u.as_int; }
  int64_t unsafe_int() const { return payload_.u.as_int; }
  double& unsafe_double() { return payload_.u.as_double; }
  double unsafe_double() const { return payload_.u.as_double; }
  bool& unsafe_bool() { return payload_.u.as_bool; }
  bool unsafe_bool() const { return payload_.u.as_bool; }
  at::Tensor& unsafe_tensor() { return payload_.as_tensor; }
  const at::Tensor& unsafe_tensor() const { return payload_.as_tensor; }
  detail::ListImpl& unsafe_list() const { return *static_cast<detail::ListImpl*>(payload_.u.as_target); }
  detail::DictImpl& unsafe_dict() const { return *static_cast<detail::DictImpl*>(payload_.u.as_target); }
  ivalue::Tuple& unsafe_tuple() const;
  ivalue::Object& unsafe_object() const;
  const std::string& unsafe_string() const;
  // Overwrite without releasing what was there.
  void unsafe_set_int(int64_t v) {
    payload_.u.as_int = v;
    tag_ = Tag::Int;
  }
  void unsafe_set_double(double v) {
    payload_.u.as_double = v;
    tag_ = Tag::Double;
  }
  void unsafe_set_bool(bool v) {
    payload_.u.as_int = v;
    tag_ = Tag::Bool;
  }
  // Forget the value without releasing it (its bits were moved elsewhere).
  void unsafe_forget() { clear_to_none(); }
  bool holds_reference() const { return tag_ >= Tag::Tensor; }

 private:
  friend struct IValueAccess;
  template <class T> friend class List;
  template <class K, class V> friend class Dict;

  union Plain {
    int64_t as_int;
    double as_double;
    bool as_bool;
    intrusive_ptr_target* as_target;
    struct {
      int16_t type, index;
    } as_device;
  };
  union Payload {
    Payload() : u{0} {}
    ~Payload() {}
    Plain u;
    at::Tensor as_tensor; // same bits as u.as_target: one pointer
  };

  template <class T> IValue(intrusive_ptr<T> p, Tag tag) noexcept : tag_(tag) { payload_.u.as_target = p.release(); }
  template <class T> intrusive_ptr<T> take(Tag tag) {
    expect(tag);
    auto r = intrusive_ptr<T>::reclaim(static_cast<T*>(payload_.u.as_target));
    clear_to_none();
    return r;
  }
  template <class T> intrusive_ptr<T> share(Tag tag) const {
    expect(tag);
    return intrusive_ptr<T>::reclaim_copy(static_cast<T*>(payload_.u.as_target));
  }
  template <class T> T& ref(Tag tag) const {
    expect(tag);
    return *static_cast<T*>(payload_.u.as_target);
  }

  intrusive_ptr_target* reference() const { return tag_ == Tag::Tensor ? static_cast<intrusive_ptr_target*>(payload_.as_tensor.unsafeGetTensorImpl()) : payload_.u.as_target; }
  void retain() const {
    if (holds_reference()) {
      raw::intrusive_ptr::incref(reference());
    }
  }
  void release() {
    if (tag_ == Tag::Tensor) {
      payload_.as_tensor.~Tensor(); // the static type saves the virtual call
    } else {
      raw::intrusive_ptr::decref(payload_.u.as_target);
    }
  }
  void clear_to_none() {
    payload_.u.as_int = 0;
    tag_ = Tag::None;
  }
  void expect(Tag tag) const {
    if (C10_UNLIKELY(tag_ != tag)) {
      wrong_kind(tag);
    }
  }
  [[noreturn]] C10_COLD void wrong_kind(Tag expected) const;
  [[noreturn]] C10_COLD static void wrong_code(const char* what, int64_t code);
  template <class Enum>
  Enum to_enum(const char* what, int64_t count) const {
    const int64_t code = toInt();
    if (C10_UNLIKELY(code < 0 || code >= count)) {
      wrong_code(what, code);
    }
    return static_cast<Enum>(code);
  }
  double toDoubleSlow() const;
  c10::Device toDeviceSlow() const;

  Payload payload_;
  Tag tag_;
};

static_assert(sizeof(IValue) == 16, "an IValue is a payload word and a tag");

} // namespace c10

namespace at {
using c10::IValue;
}
namespace torch {
using c10::IValue;
}

#include <ATen/core/ivalue_holders.h>
#include <ATen/core/ivalue_inl.h>
#include <ATen/core/List_inl.h>
#include <ATen/core/Dict_inl.h>
