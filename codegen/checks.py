"""The vocabulary of `checks`: each check is C++ inlined into the stub, its sentence is in Checks.cpp."""

from __future__ import annotations

import re
from dataclasses import dataclass

from . import dtypes
from .entry import Check
from .expr import Call, Item, Name, Node, Number, parse
from .faults import Fault, Faults, Text, suggestion
from .schema import Argument, Schema
from .sizes import SizeReader, Value, cpp_name, kind_of

RANKS = ("device", "defined", "dtype", "dim", "size", "require")  # the order in which checks run


@dataclass(frozen=True)
class Rule:
    rank: str
    operands: tuple[str, ...]  # tensor, int, dtypes...
    condition: str  # C++ that holds when all is well: {0}, {1} operands
    failure: str  # a function of Checks.h: (op, argument name, ...)
    about: str


RULES: dict[str, Rule] = {
    "same_device": Rule("device", ("tensor", "tensor"), "{0}.device() == {1}.device()", "fail_same_device({op}, {n0}, {0}.device(), {n1}, {1}.device())", "both are on one device"),
    "all_same_device": Rule("device", ("tensors",), "{0}.device() == {1}.device()", "fail_same_device({op}, {n0}, {0}.device(), {n1}, {1}.device())", "all are on one device"),
    "defined": Rule("defined", ("tensor",), "{0}.defined()", "fail_defined({op}, {n0})", "the tensor is not an undefined one (checked of every Tensor argument anyway)"),
    "same_dtype": Rule("dtype", ("tensor", "tensor"), "{0}.scalar_type() == {1}.scalar_type()", "fail_same_dtype({op}, {n0}, {0}.scalar_type(), {n1}, {1}.scalar_type())", "both have one dtype"),
    "all_same_dtype": Rule("dtype", ("tensors",), "{0}.scalar_type() == {1}.scalar_type()", "fail_same_dtype({op}, {n0}, {0}.scalar_type(), {n1}, {1}.scalar_type())", "all have one dtype"),
    "dtype": Rule("dtype", ("tensor", "dtypes"), "((0x{1:x}u >> static_cast<int>({0}.scalar_type())) & 1) != 0", "fail_dtype({op}, {n0}, {0}.scalar_type(), 0x{1:x}u)", "the dtype is one of those listed: names or classes"),
    "dim": Rule("dim", ("tensor", "int"), "{0}.dim() == {1}", "fail_dim({op}, {n0}, {0}.sizes(), {1})", "the tensor has n dimensions"),
    "dim_in": Rule("dim", ("tensor", "int", "int"), "{0}.dim() >= {1} && {0}.dim() <= {2}", "fail_dim_in({op}, {n0}, {0}.sizes(), {1}, {2})", "the tensor has from m to n dimensions"),
    "min_dim": Rule("dim", ("tensor", "int"), "{0}.dim() >= {1}", "fail_min_dim({op}, {n0}, {0}.sizes(), {1})", "the tensor has n dimensions or more"),
    "same_dim": Rule("dim", ("tensor", "tensor"), "{0}.dim() == {1}.dim()", "fail_same_dim({op}, {n0}, {0}.sizes(), {n1}, {1}.sizes())", "both have as many dimensions"),
    "in_dim": Rule("dim", ("tensor", "int"), "stub::in_dim({0}, {1})", "fail_in_dim({op}, {n0}, {0}.sizes(), {1})", "the dimension exists (a 0-dim tensor has dimensions 0 and -1)"),
    "size": Rule("size", ("tensor", "int", "int"), "{0}.size({1}) == {2}", "fail_size({op}, {n0}, {0}.sizes(), {1}, {2})", "dimension d has size n"),
    "same_size": Rule("size", ("tensor", "tensor"), "{0}.sizes() == {1}.sizes()", "fail_same_size({op}, {n0}, {0}.sizes(), {n1}, {1}.sizes())", "both have the same sizes"),
    "all_same_size": Rule("size", ("tensors",), "{0}.sizes() == {1}.sizes()", "fail_same_size({op}, {n0}, {0}.sizes(), {n1}, {1}.sizes())", "all have the same sizes"),
    "numel": Rule("size", ("tensor", "int"), "{0}.numel() == {1}", "fail_numel({op}, {n0}, {0}.sizes(), {1})", "the tensor has n elements"),
    "same_numel": Rule("size", ("tensor", "tensor"), "{0}.numel() == {1}.numel()", "fail_same_numel({op}, {n0}, {0}.sizes(), {n1}, {1}.sizes())", "both have as many elements"),
    "not_empty": Rule("size", ("tensor",), "{0}.numel() != 0", "fail_empty({op}, {n0}, {0}.sizes())", "the tensor has elements"),
    "contiguous": Rule("size", ("tensor",), "{0}.is_contiguous()", "fail_contiguous({op}, {n0})", "the elements lie one after another"),
}


@dataclass
class Rendered:
    rank: int
    line: int
    cpp: list[str]


def render(check: Check, schema: Schema, operator_cpp: str, faults: Faults) -> Rendered | None:
    """The C++ of one check, or a fault."""
    try:
        return _render(check, schema, operator_cpp, faults)
    except Fault as fault:
        faults.take(fault)
        return None


def _render(check: Check, schema: Schema, op: str, faults: Faults) -> Rendered:
    arguments = {a.name: a for a in schema.arguments}
    local: dict[str, Value] = {}
    lines: list[str] = []
    each = None
    if check.each is not None:
        each = check.each.text.strip()
        argument = arguments.get(each)
        if argument is None:
            raise check.each.fault(0, f"no argument named '{each}'{suggestion(each, arguments)}")
        if kind_of(argument.type) not in ("tensors", "list of Tensor?"):
            raise check.each.fault(0, f"each() ranges over a list of tensors, '{each}' is {argument.type}")
        local[each] = Value("tensor_i", "tensor")
    guards: list[str] = []
    if check.message is not None:
        reader = SizeReader(check.text, arguments, op, local)
        node = parse(check.text)
        condition = reader.of_kind(node, "bool", "require")
        message = _message(check.message, arguments, op, local)
        guards = _guards(node, arguments, local)
        rank = RANKS.index("require")
        failure = f"at::native::checks::fail_require({op}, {message})"
    else:
        node = parse(check.text)
        if not isinstance(node, Call):
            raise check.text.fault(node.at, "a check is a call, e.g. dim(self, 2); a condition goes under `require:` with a `message:`")
        rule = RULES.get(node.function)
        if rule is None:
            raise check.text.fault(node.at, f"unknown check '{node.function}'{suggestion(node.function, RULES)}")
        rank = RANKS.index(rule.rank)
        if rule.operands == ("tensors",):
            return _over_list(node, rule, rank, check, arguments, op)
        operands, names = _operands(node, rule, check.text, arguments, op, local, faults)
        guards = _guards(node, arguments, local)
        values = {"op": op}
        values.update({f"n{i}": name for i, name in enumerate(names)})
        condition = rule.condition.format(*operands)
        failure = "at::native::checks::" + rule.failure.format(*operands, **values)
    if guards:
        test = " && ".join(f"stub::has({g})" for g in guards)
        condition = f"!({test}) || ({condition})"
    body = f"if (C10_UNLIKELY(!({condition}))) {failure};"
    if each is not None:
        lines.append(f"for (size_t i = 0; i < {cpp_name(each)}.size(); ++i) {{")
        lines.append(f"  const at::Tensor& tensor_i = {cpp_name(each)}[i];")
        lines.append("  " + body)
        lines.append("}")
    else:
        lines.append(body)
    return Rendered(rank, check.place.line, lines)


def _over_list(node: Call, rule: Rule, rank: int, check: Check, arguments: dict[str, Argument], op: str) -> Rendered:
    """A check of all tensors of a list, each against the first."""
    item = node.arguments[0] if len(node.arguments) == 1 else None
    argument = arguments.get(item.name) if isinstance(item, Name) else None
    if argument is None or kind_of(argument.type) != "tensors":
        raise check.text.fault(item.at if item is not None else node.at, f"{node.function} takes one list of tensors")
    name = cpp_name(argument.name)
    named = f'at::native::checks::Argument("{argument.name}", %s)'
    failure = rule.failure.format("tensor_i", f"{name}[0]", op=op, n0=named % "i", n1=named % "0")
    lines = [
        f"for (size_t i = 1; i < {name}.size(); ++i) {{",
        f"  const at::Tensor& tensor_i = {name}[i];",
        f"  if (C10_UNLIKELY(!({rule.condition.format('tensor_i', f'{name}[0]')}))) at::native::checks::{failure};",
        "}",
    ]
    return Rendered(rank, check.place.line, lines)


def _guards(node: Node, arguments: dict[str, Argument], local: dict[str, Value]) -> list[str]:
    """The optional tensors that a check speaks of: absent ones make it hold."""
    from .expr import IsNone, children

    found: list[str] = []

    def walk(n: Node) -> None:
        if isinstance(n, IsNone):
            return
        if isinstance(n, Name) and n.name in arguments and n.name not in local and kind_of(arguments[n.name].type) == "tensor?":
            if cpp_name(n.name) not in found:
                found.append(cpp_name(n.name))
        for child in children(n):
            walk(child)

    walk(node)
    return found


def _operands(node: Call, rule: Rule, source: Text, arguments: dict[str, Argument], op: str, local: dict[str, Value], faults: Faults):
    reader = SizeReader(source, arguments, op, local)
    given = list(node.arguments)
    open_ended = rule.operands[-1] == "dtypes"
    if len(given) < len(rule.operands) or (len(given) > len(rule.operands) and not open_ended):
        count = len(rule.operands)
        raise source.fault(node.at, f"{node.function} takes {count}{' or more' if open_ended else ''} argument{'s' if count != 1 else ''}, not {len(given)}")
    operands: list = []
    names: list[str] = []
    for i, kind in enumerate(rule.operands):
        if kind == "dtypes":
            words = []
            for item in given[i:]:
                if not isinstance(item, Name):
                    raise source.fault(item.at, "dtypes are named: floating, integral, int64, ...")
                words.append(source.slice(item.at, item.at + len(item.name)))
            here = Faults()
            operands.append(dtypes.mask_of(words, here))
            faults.found += here.found
        elif kind == "tensor":
            item = given[i]
            value = reader.value(item)
            if value.kind == "tensors":
                raise source.fault(item.at, f"this is a list of tensors: write `each({getattr(item, 'name', 'list')}): {node.function}(...)`")
            if value.kind not in ("tensor", "tensor?"):
                raise source.fault(item.at, f"{node.function} checks a tensor here")
            operands.append(f"(*{value.cpp})" if value.kind == "tensor?" else value.cpp)
            names.append(_named(item, local))
        else:
            operands.append(reader.of_kind(given[i], kind, node.function))
    return operands, names


def _named(item: Node, local: dict[str, Value]) -> str:
    """How messages name an operand: `self`, or `tensors[i]` under each()."""
    if isinstance(item, Item) and isinstance(item.object, Name) and isinstance(item.index, Number):
        return f'at::native::checks::Argument("{item.object.name}", {item.index.text})'
    if not isinstance(item, Name):
        return '"a tensor"'
    return f'at::native::checks::Argument("{item.name}", i)' if item.name in local else f'"{item.name}"'


def _message(message: Text, arguments: dict[str, Argument], op: str, local: dict[str, Value]) -> str:
    """`"shapes {self.sizes()} ..."` as c10::str(...)."""
    text = message.text
    parts: list[str] = []
    at = 0
    while at < len(text):
        begin = text.find("{", at)
        if begin < 0:
            parts.append(cpp_string(text[at:]))
            break
        if begin > at:
            parts.append(cpp_string(text[at:begin]))
        depth, end = 0, begin
        while end < len(text):
            depth += (text[end] == "{") - (text[end] == "}")
            if depth == 0:
                break
            end += 1
        if end >= len(text):
            raise message.fault(begin, "this '{' is never closed")
        inner = message.slice(begin + 1, end)
        reader = SizeReader(inner, arguments, op, local)
        value = reader.value(parse(inner))
        if value.kind in ("tensor", "tensor?", "tensors"):
            raise inner.fault(0, "a message shows sizes or dtypes of a tensor, not the tensor: write .sizes()")
        parts.append(f"stub::shown({value.cpp})" if value.kind.endswith("?") else value.cpp)
        at = end + 1
    return f"c10::str({', '.join(parts)})" if parts else '""'


_PLAIN = re.compile(r"[ !#-\[\]-~]*")  # printable ASCII but quote and backslash


def cpp_string(text: str) -> str:
    """A C++ literal of the text."""
    if _PLAIN.fullmatch(text):
        return f'"{text}"'
    out = []
    for byte in text.encode("utf-8"):
        c = chr(byte)
        if c == "\\" or c == '"':
            out.append("\\" + c)
        elif c == "\n":
            out.append("\\n")
        elif 32 <= byte < 127:
            out.append(c)
        else:
            out.append(f"\\{byte:03o}")
    return '"' + "".join(out) + '"'
