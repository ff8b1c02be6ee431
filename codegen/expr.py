"""The expression language of `pointwise`, `shape` and `checks`: text to a syntax tree.

A subset of Python's expressions with Python's precedence, read by a hand-written Pratt parser; each node knows the offset
it came from. What names and functions mean is decided by the two readers of the tree: formula.py (elements) and
sizes.py (sizes and conditions).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Union

from .faults import Fault, Text

MAX_DEPTH = 64


@dataclass(frozen=True)
class Node:
    at: int  # offset in the text of the expression


@dataclass(frozen=True)
class Number(Node):
    text: str

    @property
    def is_float(self) -> bool:
        return any(c in self.text for c in ".eE")


@dataclass(frozen=True)
class String(Node):
    value: str


@dataclass(frozen=True)
class Name(Node):
    name: str


@dataclass(frozen=True)
class Unary(Node):
    op: str  # - not
    operand: Node


@dataclass(frozen=True)
class Binary(Node):
    op: str  # + - * / // % ** == != < <= > >= and or
    left: Node
    right: Node


@dataclass(frozen=True)
class IsNone(Node):
    operand: Node
    negated: bool


@dataclass(frozen=True)
class Choice(Node):
    """`then if condition else other`"""

    condition: Node
    then: Node
    other: Node


@dataclass(frozen=True)
class Call(Node):
    function: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True)
class Method(Node):
    object: Node
    name: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True)
class ListOf(Node):
    items: tuple[Node, ...]


@dataclass(frozen=True)
class Item(Node):
    object: Node
    index: Node


@dataclass(frozen=True)
class Slice(Node):
    object: Node
    begin: Optional[Node]
    end: Optional[Node]


# ---- Tokens


@dataclass(frozen=True)
class Token:
    kind: str  # number string name op end
    text: str
    at: int


OPERATORS = ["//", "**", "==", "!=", "<=", ">=", "+", "-", "*", "/", "%", "<", ">", "(", ")", "[", "]", ",", ".", ":"]
KEYWORDS = {"and", "or", "not", "if", "else", "is", "in"}


def tokens(source: Text) -> list[Token]:
    text = source.text
    found: list[Token] = []
    at = 0
    while at < len(text):
        c = text[at]
        if c in " \t\r\n":
            at += 1
        elif c == "#":  # only in block scalars: YAML keeps the text there
            end = text.find("\n", at)
            at = len(text) if end < 0 else end
        elif c.isdigit() or (c == "." and text[at + 1 : at + 2].isdigit()):
            begin = at
            while at < len(text) and (text[at].isalnum() or text[at] == "." or (text[at] in "+-" and text[at - 1] in "eE")):
                at += 1
            word = text[begin:at]
            try:
                float(word)
            except ValueError:
                raise source.fault(begin, f"'{word}' is no number") from None
            found.append(Token("number", word, begin))
        elif c.isalpha() or c == "_":
            begin = at
            while at < len(text) and (text[at].isalnum() or text[at] == "_"):
                at += 1
            found.append(Token("name", text[begin:at], begin))
        elif c in "\"'":
            end = text.find(c, at + 1)
            if end < 0:
                raise source.fault(at, "this string never ends")
            found.append(Token("string", text[at + 1 : end], at))
            at = end + 1
        else:
            for op in OPERATORS:
                if text.startswith(op, at):
                    found.append(Token("op", op, at))
                    at += len(op)
                    break
            else:
                mend = _foreign_operator(text, at)
                raise source.fault(at, f"'{c}' has no meaning in an expression{mend}")
    found.append(Token("end", "", len(text)))
    return found


def _foreign_operator(text: str, at: int) -> str:
    for foreign, own in (("&&", "and"), ("||", "or"), ("!", "not"), ("?", "where(c, a, b)"), ("&", "bitwise_and(a, b)"), ("|", "bitwise_or(a, b)"), ("^", "bitwise_xor(a, b), or a ** b for a power")):
        if text.startswith(foreign, at):
            return f"; write {own}"
    return ""


# ---- Parser

_BINDING = {
    "or": 10, "and": 20, "==": 40, "!=": 40, "<": 40, "<=": 40, ">": 40, ">=": 40,
    "+": 50, "-": 50, "*": 60, "/": 60, "//": 60, "%": 60, "**": 80,
}  # fmt: skip
_CHOICE = 5
_NOT = 30
_IS = 40
_NEGATE = 70
_COMPARISONS = {"==", "!=", "<", "<=", ">", ">="}


class Parser:
    def __init__(self, source: Text):
        self.source = source
        self.tokens = tokens(source)
        self.next = 0
        self.depth = 0

    @property
    def token(self) -> Token:
        return self.tokens[self.next]

    def take(self) -> Token:
        token = self.token
        self.next += 1
        return token

    def fault(self, at: int, message: str) -> Fault:
        return self.source.fault(at, message)

    def is_op(self, text: str) -> bool:
        return self.token.kind == "op" and self.token.text == text

    def is_word(self, text: str) -> bool:
        return self.token.kind == "name" and self.token.text == text

    def expect(self, text: str, what: str) -> Token:
        if not self.is_op(text) and not self.is_word(text):
            raise self.fault(self.token.at, f"expected '{text}' {what}, found {self.shown()}")
        return self.take()

    def shown(self) -> str:
        return "the end" if self.token.kind == "end" else f"'{self.token.text}'"

    def whole(self) -> Node:
        if self.token.kind == "end":
            raise self.fault(0, "an expression is missing here")
        node = self.expression(0)
        if self.token.kind != "end":
            raise self.fault(self.token.at, f"the expression ends here, but {self.shown()} follows")
        return node

    def expression(self, limit: int) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.fault(self.token.at, f"expressions nest at most {MAX_DEPTH} deep")
        left = self.prefix()
        while True:
            token = self.token
            if token.kind not in ("op", "name"):
                break
            op = token.text
            if op == "if" and _CHOICE > limit:
                self.take()
                condition = self.expression(_CHOICE)
                self.expect("else", "in `a if c else b`")
                left = Choice(token.at, condition, left, self.expression(_CHOICE - 1))
            elif op == "is" and _IS > limit:
                self.take()
                negated = self.is_word("not")
                if negated:
                    self.take()
                if not self.is_word("None"):
                    raise self.fault(self.token.at, "only None may follow 'is'")
                self.take()
                left = IsNone(token.at, left, negated)
            elif op in _BINDING and _BINDING[op] > limit:
                self.take()
                # ** is the one operator that binds to the right.
                right = self.expression(_BINDING[op] - 1 if op == "**" else _BINDING[op])
                if op in _COMPARISONS and self.token.text in _COMPARISONS:
                    raise self.fault(self.token.at, "comparisons do not chain; write `a < b and b < c`")
                left = Binary(token.at, op, left, right)
            else:
                break
        self.depth -= 1
        return left

    def prefix(self) -> Node:
        token = self.take()
        if token.kind == "number":
            return self.postfix(Number(token.at, token.text))
        if token.kind == "string":
            return self.postfix(String(token.at, token.text))
        if token.kind == "name":
            if token.text == "not":
                return Unary(token.at, "not", self.expression(_NOT))
            if token.text in KEYWORDS:
                raise self.fault(token.at, f"'{token.text}' cannot begin an expression")
            if self.is_op("("):
                return self.postfix(Call(token.at, token.text, self.arguments()))
            return self.postfix(Name(token.at, token.text))
        if token.kind == "op":
            if token.text == "-":
                return Unary(token.at, "-", self.expression(_NEGATE))
            if token.text == "+":
                return self.expression(_NEGATE)
            if token.text == "(":
                node = self.expression(0)
                self.expect(")", "to close the parenthesis")
                return self.postfix(node)
            if token.text == "[":
                items: list[Node] = []
                while not self.is_op("]"):
                    if items:
                        self.expect(",", "between list items")
                        if self.is_op("]"):
                            break
                    items.append(self.expression(0))
                self.take()
                return self.postfix(ListOf(token.at, tuple(items)))
        self.next -= 1
        raise self.fault(token.at, f"an expression cannot begin with {self.shown()}" if token.kind != "end" else "the expression ends too early")

    def arguments(self) -> tuple[Node, ...]:
        self.expect("(", "before arguments")
        found: list[Node] = []
        while not self.is_op(")"):
            if found:
                self.expect(",", "between arguments")
            if self.token.kind == "end":
                raise self.fault(self.token.at, "this '(' is never closed")
            found.append(self.expression(0))
        self.take()
        return tuple(found)

    def postfix(self, node: Node) -> Node:
        while True:
            token = self.token
            if self.is_op("."):
                self.take()
                if self.token.kind != "name":
                    raise self.fault(self.token.at, f"expected a method name after '.', found {self.shown()}")
                name = self.take()
                if not self.is_op("("):
                    raise self.fault(name.at, f"'{name.text}' is called as a method: write `.{name.text}()`")
                node = Method(name.at, node, name.text, self.arguments())
            elif self.is_op("["):
                self.take()
                begin = None if self.is_op(":") else self.expression(0)
                if self.is_op(":"):
                    self.take()
                    end = None if self.is_op("]") else self.expression(0)
                    self.expect("]", "to close the slice")
                    node = Slice(token.at, node, begin, end)
                else:
                    self.expect("]", "to close the index")
                    node = Item(token.at, node, begin)
            else:
                return node


def parse(source: Text) -> Node:
    """Reads one expression; throws Fault."""
    return Parser(source).whole()


def parse_list(source: Text) -> tuple[Node, ...]:
    """Reads `a, b, c` (the arguments of a check)."""
    parser = Parser(source)
    found = [parser.expression(0)]
    while parser.is_op(","):
        parser.take()
        found.append(parser.expression(0))
    if parser.token.kind != "end":
        raise parser.fault(parser.token.at, f"the expression ends here, but {parser.shown()} follows")
    return tuple(found)


def names(node: Union[Node, None]) -> list[Name]:
    """The names in a tree, in reading order."""
    if node is None:
        return []
    if isinstance(node, Name):
        return [node]
    found: list[Name] = []
    for child in children(node):
        found += names(child)
    return found


def children(node: Node) -> list[Node]:
    if isinstance(node, Unary):
        return [node.operand]
    if isinstance(node, Binary):
        return [node.left, node.right]
    if isinstance(node, IsNone):
        return [node.operand]
    if isinstance(node, Choice):
        return [node.condition, node.then, node.other]
    if isinstance(node, Call):
        return list(node.arguments)
    if isinstance(node, Method):
        return [node.object, *node.arguments]
    if isinstance(node, ListOf):
        return list(node.items)
    if isinstance(node, Item):
        return [node.object, node.index]
    if isinstance(node, Slice):
        return [n for n in (node.object, node.begin, node.end) if n is not None]
    return []
