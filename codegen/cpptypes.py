"""Schemas as C++: argument types, defaults, signatures, in libtorch's spelling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .checks import cpp_string
from .model import Operator
from .schema import Argument, Schema, Type
from .sizes import cpp_name

_VALUES = {
    "int": "int64_t", "SymInt": "int64_t", "DeviceIndex": "c10::DeviceIndex", "float": "double", "SymFloat": "double", "bool": "bool", "SymBool": "bool", "str": "::std::string_view", "Scalar": "at::Scalar",
    "ScalarType": "at::ScalarType", "Layout": "at::Layout", "Device": "at::Device", "MemoryFormat": "at::MemoryFormat", "QScheme": "at::QScheme", "Generator": "at::Generator", "Stream": "at::Stream",
    "Storage": "at::Storage", "Tensor": "at::Tensor", "complex": "c10::complex<double>", "Dimname": "at::Dimname",
}  # fmt: skip
_DEFAULT_WORDS = {
    "None": "std::nullopt", "True": "true", "False": "false", "Mean": "at::Reduction::Mean", "Sum": "at::Reduction::Sum", "long": "at::kLong", "float": "at::kFloat", "double": "at::kDouble",
    "contiguous_format": "c10::MemoryFormat::Contiguous", "preserve_format": "c10::MemoryFormat::Preserve", "strided": "at::kStrided",
}  # fmt: skip


def argument_type(argument: Argument) -> str:
    type_ = argument.type
    core = type_.core
    if core.kind == "list":
        element = core.element
        base = core.scalar_base
        if base == "Tensor" and element.is_optional:
            return "const c10::List<::std::optional<at::Tensor>> &"
        if base == "Tensor":
            return "::std::optional<at::TensorList>" if type_.is_optional else "at::TensorList"
        if base in ("int", "SymInt"):
            return "at::OptionalIntArrayRef" if type_.is_optional else "at::IntArrayRef"
        if base == "bool" and core.size is not None:
            return f"::std::array<bool, {core.size}>"
        view = f"at::ArrayRef<{_VALUES[base]}>"
        return f"::std::optional<{view}>" if type_.is_optional else view
    value = _VALUES[core.base]
    if type_.is_optional:
        optional = f"::std::optional<{value}>"
        return f"const {optional} &" if core.base in ("Tensor", "Scalar") else optional
    if core.base == "Tensor":
        return "at::Tensor &" if argument.written else "const at::Tensor &"
    return f"const {value} &" if core.base in ("Scalar",) else value


def _return_type(type_: Type) -> str:
    core = type_.core
    if core.kind == "list":
        inner = "::std::optional<at::Tensor>" if core.element.is_optional else _VALUES[core.scalar_base]
        return f"::std::vector<{inner}>"
    value = _VALUES[core.base]
    if core.base == "str":
        value = "::std::string"
    if type_.any_alias and type_.any_alias.write and core.base == "Tensor":
        return value + " &"
    return f"::std::optional<{value}>" if type_.is_optional else value


def return_type(schema: Schema) -> str:
    if not schema.returns:
        return "void"
    if len(schema.returns) == 1:
        return _return_type(schema.returns[0].type)
    return f"::std::tuple<{', '.join(_return_type(r.type) for r in schema.returns)}>"


def default_of(argument: Argument) -> Optional[str]:
    text = argument.default
    if text is None:
        return None
    if text == "None" and argument.type.is_optional and not argument.type.is_list and argument.type.core.base in ("Tensor", "Scalar"):
        return "{}"
    if text in _DEFAULT_WORDS:
        return _DEFAULT_WORDS[text]
    if text[0] in "'\"":
        return cpp_string(text[1:-1].replace("\\" + text[0], text[0]).replace("\\\\", "\\"))
    if text[0] == "[":
        inner = text[1:-1].strip()
        if argument.type.scalar_base == "bool":
            return "{{" + inner.lower() + "}}"
        return "{" + inner + "}"
    return text


@dataclass
class Parameter:
    type: str
    name: str
    default: Optional[str]
    argument: Optional[Argument]

    @property
    def declared(self) -> str:
        """With its default, as a declaration has it."""
        text = self.plain
        return text if self.default is None else f"{text} = {self.default}"

    @property
    def plain(self) -> str:
        return f"{self.type}{self.name}" if self.type.endswith("&") else f"{self.type} {self.name}"


def parameters(schema: Schema) -> list[Parameter]:
    return [Parameter(argument_type(a), cpp_name(a.name), default_of(a), a) for a in schema.arguments]


def function_type(schema: Schema) -> str:
    return f"{return_type(schema)} ({', '.join(p.type for p in parameters(schema))})"


# ---- What users call


@dataclass
class Callable:
    """One C++ overload of at::name or Tensor::name: its parameters and what it passes to _ops::X::call."""

    name: str
    returns: str
    parameters: list[Parameter]
    passed: list[str]


_OPTIONS = ("dtype", "layout", "device", "pin_memory")


def options_at(schema: Schema) -> Optional[int]:
    """Where the four factory arguments stand, if they do."""
    names = [a.name for a in schema.arguments]
    for i in range(len(names) - 3):
        if tuple(names[i : i + 4]) == _OPTIONS:
            return i
    return None


def callables(operator: Operator, method: bool, no_defaults: tuple[str, ...] = ()) -> list[Callable]:
    """`no_defaults`: arguments whose default the C++ declarations leave out (`cpp_no_default_args`)."""
    schema = operator.schema
    all_parameters = parameters(schema)
    for p in all_parameters:
        if p.argument.name in no_defaults:
            p.default = None
    returns = return_type(schema)
    if method:
        all_parameters = [p for p in all_parameters if p.name != "self"]
    pass_self = {"self": "const_cast<at::Tensor &>(*this)" if operator.form == "inplace" else "const_cast<at::Tensor &>(*this)"} if method else {}

    def passed(change: dict[str, str]) -> list[str]:
        return [change.get(cpp_name(a.name), pass_self.get(a.name, cpp_name(a.name))) for a in schema.arguments]

    if operator.writes_out:
        if method:
            return []
        outs = {cpp_name(a.name) for a in schema.outs}
        first = [p for p in all_parameters if p.name in outs]
        rest = [p for p in all_parameters if p.name not in outs]
        plain = [Parameter(p.type, p.name, None, p.argument) for p in rest]
        return [Callable(schema.name + "_out", returns, first + rest, passed({})), Callable(schema.name + "_outf", returns, plain + first, passed({}))]
    at = options_at(schema)
    if at is None:
        return [Callable(schema.name, returns, all_parameters, passed({}))]
    names = [p.name for p in all_parameters]
    begin = names.index("dtype")
    optional = all(p.default is not None for p in all_parameters[begin : begin + 4])
    options = Parameter("at::TensorOptions", "options", "{}" if optional else None, None)
    grouped = all_parameters[:begin] + [options] + all_parameters[begin + 4 :]
    exact = schema.arguments[at].type.is_optional
    change = {
        "dtype": "c10::optTypeMetaToScalarType(options.dtype_opt())" if exact else "c10::typeMetaToScalarType(options.dtype())",
        "layout": "options.layout_opt()" if schema.arguments[at + 1].type.is_optional else "options.layout()",
        "device": "options.device_opt()" if schema.arguments[at + 2].type.is_optional else "options.device()",
        "pin_memory": "options.pinned_memory_opt()" if schema.arguments[at + 3].type.is_optional else "options.pinned_memory()",
    }
    if "memory_format" in names:
        change["memory_format"] = "memory_format.has_value() ? memory_format : options.memory_format_opt()"
    bare = [Parameter(p.type, p.name, None, p.argument) for p in all_parameters]
    return [Callable(schema.name, returns, grouped, passed(change)), Callable(schema.name, returns, bare, passed({}))]
