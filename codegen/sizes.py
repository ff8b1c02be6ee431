"""Sizes and conditions: the expressions of `shape`, `checks` and `when` as C++.

Values are typed (tensor, int, float, bool, str, dtype, list of int, ...), so a wrong use is a fault with its place and not a
message of the C++ compiler. Integer arithmetic is checked for overflow at run time (the helpers of OperatorStub.h).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Optional

from .expr import Binary, Call, Choice, IsNone, Item, ListOf, Method, Name, Node, Number, Slice, String, Unary
from .faults import Fault, Text, suggestion
from .schema import Argument, Type

DTYPE_NAMES = {
    "uint8": "Byte", "int8": "Char", "int16": "Short", "int32": "Int", "int64": "Long", "float16": "Half", "half": "Half", "float32": "Float",
    "float": "Float", "float64": "Double", "double": "Double", "complex32": "ComplexHalf", "complex64": "ComplexFloat", "complex128": "ComplexDouble", "bool": "Bool",
    "bfloat16": "BFloat16", "uint16": "UInt16", "uint32": "UInt32", "uint64": "UInt64",
}  # fmt: skip

_DESCRIBED = {"list": "a list of ints", "tensor": "a tensor", "tensors": "a list of tensors", "str": "a string", "dtype": "a dtype", "none": "None"}


def described(kind: str) -> str:
    if kind.endswith("?"):
        return described(kind[:-1]) + " or None"
    return _DESCRIBED.get(kind, f"a {kind}" if kind != "int" else "an int")


def kind_of(type_: Type) -> str:
    """The kind of an argument's values; `?` after it when it may be None."""
    mark = "?" if type_.is_optional else ""
    core = type_.core
    base = core.scalar_base
    if core.kind == "list":
        element = {"Tensor": "tensors", "int": "list", "SymInt": "list"}.get(base, f"list of {base}")
        if core.element.is_optional:
            element = f"list of {base}?"
        return element + mark
    return {
        "Tensor": "tensor", "SymInt": "int", "DeviceIndex": "int", "SymBool": "bool", "SymFloat": "float", "Scalar": "scalar", "ScalarType": "dtype",
        "Layout": "layout", "Device": "device", "MemoryFormat": "memory_format",
    }.get(base, base) + mark  # fmt: skip


@dataclass(frozen=True)
class Value:
    cpp: str
    kind: str


_METHODS: dict[str, tuple[tuple[str, ...], str, str]] = {
    # of tensors: operands, result, C++
    "dim": ((), "int", "{0}.dim()"),
    "size": (("int",), "int", "{0}.size({1})"),
    "sizes": ((), "list", "{0}.sizes()"),
    "stride": (("int",), "int", "{0}.stride({1})"),
    "strides": ((), "list", "{0}.strides()"),
    "numel": ((), "int", "{0}.numel()"),
    "dtype": ((), "dtype", "{0}.scalar_type()"),
    "scalar_type": ((), "dtype", "{0}.scalar_type()"),
    "device": ((), "device", "{0}.device()"),
    "storage_offset": ((), "int", "{0}.storage_offset()"),
    "is_contiguous": ((), "bool", "{0}.is_contiguous()"),
    "is_floating_point": ((), "bool", "c10::isFloatingType({0}.scalar_type())"),
    "is_complex": ((), "bool", "c10::isComplexType({0}.scalar_type())"),
    "is_integral": ((), "bool", "c10::isIntegralType({0}.scalar_type(), true)"),
}

FUNCTIONS: dict[str, tuple[tuple[str, ...], str, str, str]] = {
    # operands, result, C++, about
    "abs": (("int",), "int", "stub::absolute({0})", "the magnitude"),
    "broadcast": (("list", "list"), "list", "stub::broadcast({0}, {1}, {op})", "the sizes that both expand to"),
    "ceil_div": (("int", "int"), "int", "stub::ceil_div({0}, {1})", "a / b rounded up"),
    "insert": (("list", "int", "int"), "list", "stub::insert({0}, {1}, {2})", "the list with a new item before position i (from the end if negative)"),
    "is_complex": (("dtype",), "bool", "c10::isComplexType({0})", "a complex dtype"),
    "is_floating": (("dtype",), "bool", "c10::isFloatingType({0})", "a floating dtype"),
    "is_integral": (("dtype",), "bool", "c10::isIntegralType({0}, true)", "an integer dtype or bool"),
    "len": (("any list",), "int", "static_cast<int64_t>({0}.size())", "how many items a list has"),
    "max": (("int", "int"), "int", "std::max<int64_t>({0}, {1})", "the larger"),
    "min": (("int", "int"), "int", "std::min<int64_t>({0}, {1})", "the smaller"),
    "product": (("list",), "int", "stub::product({0})", "all items multiplied"),
    "reduced": (("list", "dims", "bool"), "list", "stub::reduced({0}, {1}, {2}, {op})", "the sizes after a reduction: (sizes, dim or dims, keepdim); no dims reduces all"),
    "remove": (("list", "int"), "list", "stub::remove({0}, {1})", "the list without item i"),
    "replace": (("list", "int", "int"), "list", "stub::replace({0}, {1}, {2})", "the list with item i set"),
    "wrap": (("int", "int"), "int", "stub::wrap({0}, {1}, {op})", "a dimension counted from 0: (dim, number of dimensions)"),
}

_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "//": "floor_div", "%": "remainder"}


class SizeReader:
    """Turns trees over the arguments of one schema into C++."""

    def __init__(self, source: Text, arguments: dict[str, Argument], operator_cpp: str, local: Optional[dict[str, Value]] = None):
        self.source = source
        self.arguments = arguments
        self.operator_cpp = operator_cpp  # the operator's name as a C++ expression, for messages
        self.local = local or {}

    def fault(self, node: Node, message: str) -> Fault:
        return self.source.fault(node.at, message)

    def value(self, node: Node) -> Value:
        """The value of a tree, optional arguments as they are."""
        method = getattr(self, "_" + type(node).__name__.lower())
        return method(node)

    def of_kind(self, node: Node, wanted: str, user: str) -> str:
        """The C++ of a value of this kind; an optional argument is unwrapped with a check."""
        value = self.value(node)
        kind = value.kind
        if kind == wanted or (wanted == "any list" and (kind in ("list", "tensors") or kind.startswith("list of"))):
            return value.cpp
        if wanted == "float" and kind == "int":
            return f"static_cast<double>({value.cpp})"
        if wanted == "dims" and kind in ("int", "list", "list?", "int?"):
            return value.cpp
        if wanted == "dtype" and kind == "tensor":
            return f"{value.cpp}.scalar_type()"
        if wanted == "list" and kind == "tensor":
            raise self.fault(node, f"{user} wants sizes, not the tensor: write .sizes()")
        if kind == "scalar" and wanted == "float":
            return f"{value.cpp}.to<double>()"
        if kind == wanted + "?":
            return f"stub::present({value.cpp}, {self.operator_cpp})"
        raise self.fault(node, f"{user} wants {described(wanted)}, this is {described(kind)}")

    # One method a node.
    def _number(self, node: Number) -> Value:
        if node.is_float:
            return Value(repr(float(node.text)), "float")
        if int(node.text) >= 2**63:
            raise self.fault(node, f"{node.text} does not fit 64 bits")
        return Value(f"int64_t{{{int(node.text)}}}", "int")

    def _string(self, node: String) -> Value:
        quoted = node.value.replace("\\", "\\\\").replace('"', '\\"')
        return Value(f'std::string_view("{quoted}")', "str")

    def _name(self, node: Name) -> Value:
        name = node.name
        if name in self.local:
            return self.local[name]
        if name in self.arguments:
            return Value(cpp_name(name), kind_of(self.arguments[name].type))
        if name in ("True", "False"):
            return Value(name.lower(), "bool")
        if name == "None":
            raise self.fault(node, "None is only asked for: `x is None`")
        if name in DTYPE_NAMES:
            return Value(f"c10::ScalarType::{DTYPE_NAMES[name]}", "dtype")
        if name in FUNCTIONS:
            raise self.fault(node, f"'{name}' is a function: write {name}(...)")
        raise self.fault(node, f"no argument named '{name}'{suggestion(name, self.arguments)}")

    def _unary(self, node: Unary) -> Value:
        if node.op == "not":
            return Value(f"!({self.of_kind(node.operand, 'bool', 'not')})", "bool")
        value = self.value(node.operand)
        if value.kind == "float":
            return Value(f"-({value.cpp})", "float")
        if isinstance(node.operand, Number):
            return Value(f"int64_t{{-{node.operand.text}}}", "int")
        return Value(f"stub::sub(int64_t{{0}}, {self.of_kind(node.operand, 'int', '-')})", "int")

    def _binary(self, node: Binary) -> Value:
        op = node.op
        if op in ("and", "or"):
            left, right = (self.of_kind(n, "bool", op) for n in (node.left, node.right))
            return Value(f"({left} {'&&' if op == 'and' else '||'} {right})", "bool")
        left, right = self.value(node.left), self.value(node.right)
        if op in ("==", "!="):
            return Value(self._equal(node, left, right), "bool")
        if op == "+" and left.kind.startswith("list") and right.kind.startswith("list"):
            return Value(f"stub::concat({self.of_kind(node.left, 'list', '+')}, {self.of_kind(node.right, 'list', '+')})", "list")
        # A number of either kind (Scalar) is compared as a float.
        numeric = "float" if {"float", "scalar"} & {left.kind.rstrip("?"), right.kind.rstrip("?")} else "int"
        a, b = self.of_kind(node.left, numeric, f"'{op}'"), self.of_kind(node.right, numeric, f"'{op}'")
        if op in ("<", "<=", ">", ">="):
            return Value(f"({a} {op} {b})", "bool")
        if op == "/" and numeric == "int":
            raise self.fault(node, "'/' on integers is refused: write a // b (rounds down) or ceil_div(a, b)")
        if op == "**":
            raise self.fault(node, "sizes have no powers")
        if numeric == "float":
            if op in ("//", "%"):
                raise self.fault(node, f"'{op}' wants ints")
            return Value(f"({a} {op} {b})", "float")
        return Value(f"stub::{_ARITHMETIC[op]}({a}, {b})", "int")

    def _equal(self, node: Binary, left: Value, right: Value) -> str:
        pair = {left.kind, right.kind}
        bases = {k.rstrip("?") for k in pair}
        if bases == {"int", "float"} or len(bases) == 1 and not bases & {"tensor", "tensors", "scalar"}:
            return f"({left.cpp} {node.op} {right.cpp})"
        if len(bases) == 1:
            raise self.fault(node, f"'{node.op}' does not compare {described(left.kind)} with {described(right.kind)}: compare sizes or dtypes")
        raise self.fault(node, f"'{node.op}' compares {described(left.kind)} with {described(right.kind)}")

    def _isnone(self, node: IsNone) -> Value:
        value = self.value(node.operand)
        if not value.kind.endswith("?"):
            raise self.fault(node, f"this is never None: it is {described(value.kind)}")
        absent = f"!stub::has({value.cpp})"
        return Value(f"stub::has({value.cpp})" if node.negated else absent, "bool")

    def _choice(self, node: Choice) -> Value:
        condition = self.of_kind(node.condition, "bool", "if")
        then, other = self.value(node.then), self.value(node.other)
        kinds = {then.kind.rstrip("?"), other.kind.rstrip("?")}
        if len(kinds) != 1:
            raise self.fault(node, f"the two outcomes differ: {described(then.kind)} and {described(other.kind)}")
        kind = kinds.pop()
        a, b = self.of_kind(node.then, kind, "if"), self.of_kind(node.other, kind, "if")
        if kind == "list":
            a, b = f"c10::DimVector({a})", f"c10::DimVector({b})"
        return Value(f"({condition} ? {a} : {b})", kind)

    def _call(self, node: Call) -> Value:
        if node.function not in FUNCTIONS:
            if node.function in self.arguments:
                raise self.fault(node, f"'{node.function}' is an argument, not a function")
            raise self.fault(node, f"no function named '{node.function}' for sizes{suggestion(node.function, FUNCTIONS)}")
        operands, result, cpp, _ = FUNCTIONS[node.function]
        self._count(node, node.function, node.arguments, operands)
        texts = [self.of_kind(a, k, node.function) for a, k in zip(node.arguments, operands)]
        return Value(cpp.format(*texts, op=self.operator_cpp), result)

    def _method(self, node: Method) -> Value:
        object_ = self.value(node.object)
        text = object_.cpp
        if object_.kind == "tensor?":
            text = f"stub::present({text}, {self.operator_cpp})"
        elif object_.kind != "tensor":
            if object_.kind.startswith("list") or object_.kind == "tensors":
                raise self.fault(node, f"a list has no method '{node.name}': write len(x), x[i] or x[a:b]")
            raise self.fault(node, f"{described(object_.kind)} has no methods")
        if node.name not in _METHODS:
            raise self.fault(node, f"no method '{node.name}' of a tensor in sizes{suggestion(node.name, _METHODS)}")
        operands, result, cpp = _METHODS[node.name]
        self._count(node, node.name, node.arguments, operands)
        texts = [self.of_kind(a, k, node.name) for a, k in zip(node.arguments, operands)]
        return Value(cpp.format(text, *texts), result)

    def _count(self, node: Node, name: str, given: tuple[Node, ...], wanted: tuple[str, ...]) -> None:
        if len(given) != len(wanted):
            raise self.fault(node, f"{name} takes {len(wanted)} argument{'s' if len(wanted) != 1 else ''}, not {len(given)}")

    def _listof(self, node: ListOf) -> Value:
        items = ", ".join(self.of_kind(item, "int", "a list of sizes") for item in node.items)
        return Value(f"c10::DimVector{{{items}}}", "list")

    def _item(self, node: Item) -> Value:
        object_ = self.value(node.object)
        index = self.of_kind(node.index, "int", "an index")
        if object_.kind.rstrip("?") == "list":
            return Value(f"stub::item({self.of_kind(node.object, 'list', 'an index')}, {index}, {self.operator_cpp})", "int")
        if object_.kind == "tensors":
            return Value(f"stub::tensor_item({object_.cpp}, {index}, {self.operator_cpp})", "tensor")
        raise self.fault(node, f"{described(object_.kind)} has no items")

    def _slice(self, node: Slice) -> Value:
        text = self.of_kind(node.object, "list", "a slice")
        begin = "int64_t{0}" if node.begin is None else self.of_kind(node.begin, "int", "a slice")
        end = "INT64_MAX" if node.end is None else self.of_kind(node.end, "int", "a slice")
        return Value(f"stub::slice({text}, {begin}, {end})", "list")


_RESERVED = set("default int float double bool char long short signed unsigned void new delete template class struct union enum operator this register export namespace using out_".split()) - {"out_"}


def cpp_name(name: str) -> str:
    """An argument's C++ name."""
    return name + "_" if name in _RESERVED else name
