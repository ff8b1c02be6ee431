"""Operator schemas: `add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor`.

A hand-written recursive-descent parser with exact columns. A schema prints back as it was read: defaults keep their
spelling, everything else has one spelling.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Optional

from .faults import Fault, Place, Text, suggestion

BASE_TYPES = (
    "Tensor Scalar int SymInt float bool SymBool SymFloat str complex number ScalarType Layout Device DeviceIndex "
    "MemoryFormat QScheme Generator Stream Storage Dimname ConstQuantizerPtr t Any"
).split()

MAX_DEPTH = 32


@dataclass(frozen=True)
class Alias:
    """What follows a type in parentheses: `(a)`, `(a!)`, `(a -> *)`, `(a|b)`."""

    before: tuple[str, ...]
    write: bool
    after: Optional[str] = None

    def __str__(self) -> str:
        inner = "|".join(self.before) + ("!" if self.write else "")
        if self.after is not None:
            inner += f" -> {self.after}"
        return f"({inner})"


@dataclass(frozen=True)
class Type:
    """`Tensor(a!)?`, `int[2]?`: a base name or an element type with the marks applied to it, innermost first."""

    base: str = ""
    element: Optional["Type"] = None
    kind: str = "base"  # base | list | optional
    size: Optional[int] = None  # of a list
    alias: Optional[Alias] = None

    def __str__(self) -> str:
        alias = str(self.alias) if self.alias else ""
        if self.kind == "base":
            return self.base + alias
        if self.kind == "optional":
            return f"{self.element}?"
        size = "" if self.size is None else str(self.size)
        return f"{self.element}[{size}]{alias}"

    @property
    def core(self) -> "Type":
        """The type without optional marks."""
        return self.element.core if self.kind == "optional" else self

    @property
    def is_optional(self) -> bool:
        return self.kind == "optional"

    @property
    def is_list(self) -> bool:
        return self.core.kind == "list"

    @property
    def scalar_base(self) -> str:
        """The base name under all marks."""
        return self.base if self.kind == "base" else self.element.scalar_base

    @property
    def any_alias(self) -> Optional[Alias]:
        if self.alias:
            return self.alias
        return self.element.any_alias if self.element else None

    def with_alias(self, alias: Optional[Alias]) -> "Type":
        """The same type with this alias on its base."""
        if self.kind == "base":
            return replace(self, alias=alias)
        return replace(self, element=self.element.with_alias(alias), alias=None)

    def unaliased(self) -> "Type":
        """The same type without alias sets, also after list brackets."""
        return replace(self, element=self.element.unaliased() if self.element else None, alias=None)


@dataclass(frozen=True)
class Argument:
    type: Type
    name: str
    default: Optional[str]  # as written
    place: Place

    def __str__(self) -> str:
        text = f"{self.type} {self.name}"
        return text if self.default is None else f"{text}={self.default}"

    @property
    def written(self) -> bool:
        alias = self.type.any_alias
        return alias is not None and alias.write


@dataclass(frozen=True)
class Return:
    type: Type
    name: Optional[str]

    def __str__(self) -> str:
        return str(self.type) if self.name is None else f"{self.type} {self.name}"


@dataclass(frozen=True)
class Schema:
    name: str
    overload: str
    positional: tuple[Argument, ...]
    keyword: tuple[Argument, ...]  # after `*`, out arguments among them
    returns: tuple[Return, ...]
    returns_in_parentheses: bool
    place: Place

    @property
    def arguments(self) -> tuple[Argument, ...]:
        return self.positional + self.keyword

    @property
    def full_name(self) -> str:
        return f"{self.name}.{self.overload}" if self.overload else self.name

    @property
    def outs(self) -> tuple[Argument, ...]:
        """The out= arguments: written keyword arguments at the end of the list."""
        found: list[Argument] = []
        for argument in reversed(self.keyword):
            if not argument.written:
                break
            found.insert(0, argument)
        return tuple(found)

    @property
    def is_inplace(self) -> bool:
        """`add_`, but not `__and__`; a dunder in-place name is `__iand__`."""
        if self.name.startswith("__"):
            return self.name.startswith("__i") and self.name.endswith("__") and bool(self.positional) and self.positional[0].written
        return self.name.endswith("_") and bool(self.positional) and self.positional[0].written

    @property
    def is_out(self) -> bool:
        return bool(self.outs)

    @property
    def is_view(self) -> bool:
        """Results that share an argument's memory without being written: `Tensor(a)`."""
        aliases = [r.type.any_alias for r in self.returns]
        return bool(aliases) and all(a is not None and not a.write for a in aliases)

    def __str__(self) -> str:
        arguments = [str(a) for a in self.positional]
        if self.keyword:
            arguments.append("*")
            arguments += [str(a) for a in self.keyword]
        if self.returns_in_parentheses:
            returns = "(" + ", ".join(str(r) for r in self.returns) + ")"
        else:
            returns = str(self.returns[0])
        return f"{self.full_name}({', '.join(arguments)}) -> {returns}"


class _Parser:
    def __init__(self, source: Text):
        self.source = source
        self.text = source.text
        self.at = 0

    # Characters and words.
    def fault(self, message: str, at: Optional[int] = None) -> Fault:
        return self.source.fault(self.at if at is None else at, message)

    def space(self) -> None:
        while self.at < len(self.text) and self.text[self.at] in " \t\n\r":
            self.at += 1

    def peek(self, word: str) -> bool:
        self.space()
        return self.text.startswith(word, self.at)

    def accept(self, word: str) -> bool:
        if self.peek(word):
            self.at += len(word)
            return True
        return False

    def found(self) -> str:
        self.space()
        return f"'{self.text[self.at]}'" if self.at < len(self.text) else "the end"

    def expect(self, word: str, where: str) -> None:
        if not self.accept(word):
            raise self.fault(f"expected '{word}' {where}, found {self.found()}")

    def word(self, what: str) -> str:
        self.space()
        begin = self.at
        text = self.text
        while self.at < len(text) and (text[self.at].isalnum() or text[self.at] == "_"):
            self.at += 1
        if begin == self.at:
            raise self.fault(f"expected {what}, found {self.found()}")
        return text[begin : self.at]

    # Grammar.
    def alias(self) -> Alias:
        self.expect("(", "before an alias set")
        names: list[str] = []
        write = False
        after = None
        while not self.peek("!") and not self.peek(")") and not self.peek("->"):
            names.append("*" if self.accept("*") else self.word("an alias name"))
            if not self.accept("|"):
                break
        if self.accept("!"):
            write = True
        if self.accept("->"):
            after = "*" if self.accept("*") else self.word("an alias name")
        self.expect(")", "after an alias set")
        return Alias(tuple(names), write, after)

    def type(self) -> Type:
        self.space()
        begin = self.at
        name = self.word("a type")
        if name not in BASE_TYPES:
            raise self.fault(f"unknown type '{name}'{suggestion(name, BASE_TYPES)}", begin)
        type_ = Type(base=name)
        if self.at < len(self.text) and self.text[self.at] == "(":
            type_ = replace(type_, alias=self.alias())
        for _ in range(MAX_DEPTH):
            here = self.text[self.at : self.at + 1]
            if here == "[":
                self.at += 1
                size = None
                if not self.peek("]"):
                    at = self.at
                    digits = self.word("a list size or ']'")
                    if not digits.isdigit():
                        raise self.fault(f"a list size is a number, not '{digits}'", at)
                    size = int(digits)
                self.expect("]", "after a list size")
                type_ = Type(kind="list", element=type_, size=size)
                if self.text[self.at : self.at + 1] == "(":
                    type_ = replace(type_, alias=self.alias())
            elif here == "?":
                self.at += 1
                type_ = Type(kind="optional", element=type_)
            else:
                return type_
        raise self.fault("a type with this many marks is not sensible")

    def default(self) -> str:
        self.space()
        begin = self.at
        text = self.text
        if self.at < len(text) and text[self.at] in "\"'":
            quote = text[self.at]
            self.at += 1
            while self.at < len(text) and text[self.at] != quote:
                self.at += 2 if text[self.at] == "\\" else 1
            if self.at >= len(text):
                raise self.fault("the string of this default never ends", begin)
            self.at += 1
        elif self.accept("["):
            while self.at < len(text) and text[self.at] not in "])":
                self.at += 1
            self.expect("]", "at the end of a list default")
        else:
            while self.at < len(text) and (text[self.at].isalnum() or text[self.at] in "_.+-"):
                self.at += 1
        if begin == self.at:
            raise self.fault(f"expected a default value, found {self.found()}")
        return text[begin : self.at]

    def argument(self) -> Argument:
        self.space()
        begin = self.at
        type_ = self.type()
        name = self.word("an argument name")
        default = self.default() if self.accept("=") else None
        return Argument(type_, name, default, self.source.place(begin))

    def returns(self) -> tuple[tuple[Return, ...], bool]:
        if not self.accept("("):
            return (self.one_return(),), False
        found: list[Return] = []
        while not self.accept(")"):
            if found:
                self.expect(",", "between returns")
            found.append(self.one_return())
        return tuple(found), True

    def one_return(self) -> Return:
        type_ = self.type()
        self.space()
        name = None
        if self.at < len(self.text) and (self.text[self.at].isalnum() or self.text[self.at] == "_"):
            name = self.word("a name")
        return Return(type_, name)

    def schema(self) -> Schema:
        self.space()
        place = self.source.place(self.at)
        if self.accept("aten::"):
            pass
        name = self.word("an operator name")
        overload = self.word("an overload name") if self.accept(".") else ""
        self.expect("(", "after the operator name")
        positional: list[Argument] = []
        keyword: list[Argument] = []
        seen: dict[str, Place] = {}
        star = False
        while not self.accept(")"):
            if positional or keyword or star:
                self.expect(",", "between arguments")
            self.space()
            at = self.at
            if self.accept("*"):
                if star:
                    raise self.fault("a second '*' in the argument list", at)
                star = True
                continue
            argument = self.argument()
            if argument.name in seen:
                raise self.fault(f"a second argument named '{argument.name}'", at)
            seen[argument.name] = argument.place
            (keyword if star else positional).append(argument)
        if star and not keyword:
            raise self.fault("'*' with no keyword argument after it")
        self.expect("->", "after the arguments")
        returns, parentheses = self.returns()
        self.space()
        if self.at != len(self.text):
            raise self.fault(f"the schema ends here, but {self.found()} follows")
        defaulted = None
        for argument in positional:
            if argument.default is not None:
                defaulted = argument
            elif defaulted is not None and not argument.type.is_optional and not argument.written:
                raise Fault(argument.place, f"argument '{argument.name}' without a default follows '{defaulted.name}', which has one")
        return Schema(name, overload, tuple(positional), tuple(keyword), returns, parentheses, place)


def parse(text: Text | str, place: Place | None = None) -> Schema:
    """Reads one schema; throws Fault."""
    if isinstance(text, str):
        text = Text(text, place or Place("<schema>", 1, 1))
    return _Parser(text).schema()


# ---- The other forms of a group.


def _aliased(type_: Type, letter: str) -> Type:
    return type_.with_alias(Alias((letter,), True))


def inplace_of(schema: Schema) -> Schema:
    """`sigmoid(Tensor self) -> Tensor` gives `sigmoid_(Tensor(a!) self) -> Tensor(a!)`."""
    first = schema.positional[0]
    written = replace(first, type=_aliased(first.type, "a"))
    return replace(
        schema,
        name=schema.name + "_",
        positional=(written,) + schema.positional[1:],
        returns=(Return(written.type, None),),
        returns_in_parentheses=False,
    )


def functional_of(schema: Schema) -> Schema:
    """`bernoulli_.Tensor(Tensor(a!) self, Tensor p) -> Tensor(a!)` gives `bernoulli.Tensor(Tensor self, Tensor p) -> Tensor`."""
    name = f"__{schema.name[3:]}" if schema.name.startswith("__i") else schema.name.rstrip("_")
    first = schema.positional[0]
    plain = replace(first, type=first.type.unaliased())
    return replace(schema, name=name, positional=(plain,) + schema.positional[1:], returns=(Return(plain.type, None),), returns_in_parentheses=False)


def out_of(schema: Schema, numbered: bool = False) -> Schema:
    """`sigmoid(Tensor self) -> Tensor` gives `sigmoid.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)`.

    The overload X gives X_out, no overload gives out. Several results take the names of the returns, or out0, out1, ...; those
    always where PyTorch derives the form itself (`numbered`).
    """
    letters = "abcdefghijklmnopqrstuvwxyz"
    outs = []
    returns = []
    several = len(schema.returns) > 1
    for i, result in enumerate(schema.returns):
        name = (None if numbered else result.name) or (f"out{i}" if several else "out")
        type_ = _aliased(result.type, letters[i])
        outs.append(Argument(type_, name, None, schema.place))
        returns.append(Return(type_, result.name if several and not numbered else None))
    return replace(
        schema,
        overload=out_overload(schema),
        keyword=tuple(a for a in schema.keyword if a.name not in ("dtype", "layout", "device", "pin_memory") or not _is_factory_options(schema)) + tuple(outs),
        returns=tuple(returns),
        returns_in_parentheses=several,
    )


def copy_of(schema: Schema) -> Schema:
    """A view's twin that copies: `squeeze.dim(Tensor(a) self, int dim) -> Tensor(a)` gives `squeeze_copy.dim(Tensor self, int dim) -> Tensor`."""
    return replace(
        schema,
        name=schema.name + "_copy",
        positional=tuple(replace(a, type=a.type.unaliased()) for a in schema.positional),
        keyword=tuple(replace(a, type=a.type.unaliased()) for a in schema.keyword),
        returns=tuple(replace(r, type=r.type.unaliased()) for r in schema.returns),
    )


def list_out_of(schema: Schema) -> Schema:
    """`unbind_copy.int(...) -> Tensor[]` gives `unbind_copy.int_out(..., *, Tensor(a!)[] out) -> ()`."""
    out = Argument(_aliased(schema.returns[0].type, "a"), "out", None, schema.place)
    return replace(schema, overload=out_overload(schema), keyword=schema.keyword + (out,), returns=(), returns_in_parentheses=True)


def out_overload(schema: Schema) -> str:
    return f"{schema.overload}_out" if schema.overload else "out"


def _is_factory_options(schema: Schema) -> bool:
    names = [a.name for a in schema.arguments]
    return all(n in names for n in ("dtype", "layout", "device", "pin_memory"))
