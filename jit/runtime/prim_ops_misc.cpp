// Identity, errors, printing, warnings, gradient mode, devices, enums.
#include <c10/core/GradMode.h>
#include <c10/util/Exception.h>
#include <torch/csrc/jit/runtime/jit_exception.h>
#include <torch/csrc/jit/runtime/prim_format.h>
#include <torch/csrc/jit/runtime/prim_ops.h>
#include <torch/csrc/jit/runtime/print_handler.h>

#include <atomic>
#include <chrono>
#include <cstdio>

namespace torch::jit {

namespace {
void printToStdout(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }
std::atomic<PrintHandler> print_handler{&printToStdout};
}  // namespace

PrintHandler getDefaultPrintHandler() { return &printToStdout; }
PrintHandler getPrintHandler() { return print_handler.load(); }
void setPrintHandler(PrintHandler handler) { print_handler.store(handler ? handler : &printToStdout); }

namespace prim_ops {
namespace {

using sv = std::string_view;

void print(const OperatorRow&, IValue* args, size_t n) {
  std::string text;
  for (size_t i = 0; i < n; ++i) {
    if (i) text.push_back(' ');
    text.append(printed(args[i]));
    args[i] = IValue();
  }
  text.push_back('\n');
  getPrintHandler()(text);
}

void noTorchFunction(const OperatorRow&, IValue* args, size_t n) {
  for (size_t i = 0; i < n; ++i) args[i] = IValue();
  args[0] = IValue(false);
}

void raise(sv message, std::optional<sv> cls) {
  throw JITException(std::string(message), cls ? std::optional<std::string>(std::string(*cls)) : std::nullopt, std::string(message));
}

c10::Device deviceOf(sv type, int64_t index) {
  const c10::Device base{std::string(type)};
  TORCH_CHECK_VALUE(!base.has_index(), "device type '", type, "' has an index already");
  TORCH_CHECK_VALUE(index >= 0 && index < 128, "there is no device ", type, ":", index);
  return c10::Device(base.type(), static_cast<c10::DeviceIndex>(index));
}

constexpr std::array kOps = {
    op("aten::__is__(t1 self, t2 obj) -> bool", [](const IValue& a, const IValue& b) { return a.is(b); }),
    op("aten::__isnot__(t1 self, t2 obj) -> bool", [](const IValue& a, const IValue& b) { return !a.is(b); }),
    op("aten::warn(str message, int stacklevel=2) -> ()",
       [](sv message, int64_t) { c10::warn(c10::Warning(c10::Warning::Kind::User, {"", "", 0}, std::string(message), /*verbatim=*/true)); }, kSideEffect),
    op("prim::RaiseException(str msg, str? cls=None) -> ()", [](sv message, std::optional<sv> cls) { raise(message, cls); }, kSideEffect),
    varargs("prim::Print(...) -> ()", &print, 0, kSideEffect),
    varargs("aten::has_torch_function(...) -> bool", &noTorchFunction, 1),
    op("aten::_unwrap_optional(t(a)? optional) -> t(a)",
       [](IValue v) {
         TORCH_CHECK_VALUE(!v.isNone(), "Unwrapping null optional");
         return v;
       }),
    op("aten::is_scripting() -> bool", [] { return true; }),
    op("aten::_get_tracing_state() -> bool", [] { return false; }),
    op("aten::_is_tracing() -> bool", [] { return false; }),
    op("aten::is_autocast_enabled() -> bool", [] { return false; }),
    op("aten::is_autocast_cpu_enabled() -> bool", [] { return false; }),
    op("aten::is_grad_enabled() -> bool", [] { return c10::GradMode::is_enabled(); }, kSideEffect),
    op("aten::set_grad_enabled(bool val) -> ()", [](bool on) { c10::GradMode::set_enabled(on); }, kSideEffect),
    op("aten::hash.generic(t value) -> int", [](const IValue& v) { return static_cast<int64_t>(IValue::hash(v)); }),
    op("prim::id(AnyClassType? x) -> int", [](const IValue& v) { return static_cast<int64_t>(reinterpret_cast<intptr_t>(v.internalToPointer())); }),
    op("prim::TimePoint() -> int",
       [] { return static_cast<int64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count()); },
       kSideEffect),
    op("aten::device(str a) -> Device", [](sv text) { return c10::Device(std::string(text)); }),
    op("aten::device.with_index(str type, int index) -> Device", [](sv type, int64_t index) { return deviceOf(type, index); }),
    op("aten::eq.device(Device a, Device b) -> bool", [](c10::Device a, c10::Device b) { return a == b; }),
    op("aten::ne.device(Device a, Device b) -> bool", [](c10::Device a, c10::Device b) { return a != b; }),
    op("prim::type(Device self) -> str",
       [](c10::Device d) {
         std::string text = d.str();
         return text.substr(0, text.find(':'));
       }),
    op("prim::index(Device self) -> int?", [](c10::Device d) { return d.has_index() ? IValue(static_cast<int64_t>(d.index())) : IValue(); }),
    op("aten::eq.enum(AnyEnumType a, AnyEnumType b) -> bool", [](const IValue& a, const IValue& b) { return a == b; }),
    op("aten::ne.enum(AnyEnumType a, AnyEnumType b) -> bool", [](const IValue& a, const IValue& b) { return a != b; }),
    op("prim::EnumName(AnyEnumType enum) -> str", [](const IValue& e) { return e.toEnumHolder()->name(); }),
    op("prim::EnumValue.int(AnyEnumType enum) -> int", [](const IValue& e) { return e.toEnumHolder()->value().toInt(); }),
    op("prim::EnumValue.float(AnyEnumType enum) -> float", [](const IValue& e) { return e.toEnumHolder()->value().toDouble(); }),
    op("prim::EnumValue.str(AnyEnumType enum) -> str", [](const IValue& e) { return e.toEnumHolder()->value().toStringRef(); }),
};

}  // namespace

c10::ArrayRef<OperatorRow> miscOps() { return PrimTable<kOps>::rows(); }

}  // namespace prim_ops
}  // namespace torch::jit
