"""Formulas: the expression of `pointwise` as C++ over the value wrappers of <ATen/native/cpu/TileMath.h>.

One table lists every function: its C++ name, its operands and the classes of dtypes it is defined for. A value is an
element of the compute dtype, a mask is the outcome of a comparison.
"""

from __future__ import annotations

from dataclasses import dataclass

from .expr import Binary, Call, Choice, IsNone, Item, ListOf, Method, Name, Node, Number, Slice, String, Unary
from .faults import Fault, Text, suggestion

VALUE, MASK = "value", "mask"


@dataclass(frozen=True)
class Function:
    cpp: str
    operands: tuple[str, ...]
    result: str
    classes: str  # of compute dtypes: b(ool) i(ntegral) f(loating) c(omplex)
    about: str


def _value(cpp: str, count: int, classes: str, about: str, result: str = VALUE) -> Function:
    return Function(cpp, (VALUE,) * count, result, classes, about)


FUNCTIONS: dict[str, Function] = {
    "abs": _value("Abs", 1, "bifc", "magnitude"),
    "acos": _value("Acos", 1, "fc", "arc cosine"),
    "acosh": _value("Acosh", 1, "fc", "inverse hyperbolic cosine"),
    "add": _value("Add", 2, "bifc", "x + y; `or` of bools"),
    "asin": _value("Asin", 1, "fc", "arc sine"),
    "asinh": _value("Asinh", 1, "fc", "inverse hyperbolic sine"),
    "atan": _value("Atan", 1, "fc", "arc tangent"),
    "atan2": _value("Atan2", 2, "f", "angle of the point (y=first, x=second)"),
    "atanh": _value("Atanh", 1, "fc", "inverse hyperbolic tangent"),
    "bitwise_and": _value("And", 2, "bi", "bit by bit"),
    "bitwise_not": _value("Not", 1, "bi", "bit by bit; `not` of a bool"),
    "bitwise_or": _value("Or", 2, "bi", "bit by bit"),
    "bitwise_xor": _value("Xor", 2, "bi", "bit by bit"),
    "ceil": _value("Ceil", 1, "if", "the next integer above"),
    "conj": _value("Conj", 1, "bifc", "complex conjugate"),
    "copysign": _value("CopySign", 2, "f", "the magnitude of x with the sign of y"),
    "cos": _value("Cos", 1, "fc", "cosine"),
    "cosh": _value("Cosh", 1, "fc", "hyperbolic cosine"),
    "div": _value("Div", 2, "fc", "x / y"),
    "eq": _value("Eq", 2, "bifc", "x == y", MASK),
    "erf": _value("Erf", 1, "f", "error function"),
    "erfc": _value("Erfc", 1, "f", "1 - erf(x), exact for large x"),
    "erfinv": _value("Erfinv", 1, "f", "the x whose erf it is"),
    "exp": _value("Exp", 1, "fc", "e to the x"),
    "exp2": _value("Exp2", 1, "fc", "2 to the x"),
    "expm1": _value("Expm1", 1, "fc", "exp(x) - 1, exact near 0"),
    "floor": _value("Floor", 1, "if", "the next integer below"),
    "floor_div": _value("FloorDiv", 2, "if", "x / y rounded down; an error for an integer y of 0"),
    "fmax": _value("Fmax", 2, "bif", "the larger; the other if one is NaN"),
    "fmin": _value("Fmin", 2, "bif", "the smaller; the other if one is NaN"),
    "fmod": _value("Fmod", 2, "if", "remainder with the sign of x"),
    "gcd": _value("Gcd", 2, "i", "greatest common divisor"),
    "ge": _value("Ge", 2, "bif", "x >= y", MASK),
    "gelu": _value("Gelu", 1, "f", "x times the normal distribution's probability below x"),
    "gt": _value("Gt", 2, "bif", "x > y", MASK),
    "hypot": _value("Hypot", 2, "f", "sqrt(x^2 + y^2) without overflow"),
    "is_finite": _value("IsFinite", 1, "bifc", "neither infinite nor NaN", MASK),
    "is_inf": _value("IsInf", 1, "bifc", "plus or minus infinity", MASK),
    "is_nan": _value("IsNan", 1, "bifc", "not a number", MASK),
    "is_real": _value("IsReal", 1, "bifc", "without an imaginary part", MASK),
    "lcm": _value("Lcm", 2, "i", "least common multiple"),
    "le": _value("Le", 2, "bif", "x <= y", MASK),
    "lerp": _value("Lerp", 3, "fc", "x + z (y - x), exact at both ends"),
    "log": _value("Log", 1, "fc", "natural logarithm"),
    "log10": _value("Log10", 1, "fc", "decimal logarithm"),
    "log1p": _value("Log1p", 1, "fc", "log(1 + x), exact near 0"),
    "log2": _value("Log2", 1, "fc", "binary logarithm"),
    "logaddexp": _value("LogAddExp", 2, "fc", "log(exp(x) + exp(y)) without overflow"),
    "logit": _value("Logit", 1, "f", "log(x / (1 - x))"),
    "lt": _value("Lt", 2, "bif", "x < y", MASK),
    "max": _value("Max", 2, "bif", "the larger; NaN if one is NaN"),
    "min": _value("Min", 2, "bif", "the smaller; NaN if one is NaN"),
    "mul": _value("Mul", 2, "bifc", "x * y; `and` of bools"),
    "ne": _value("Ne", 2, "bifc", "x != y", MASK),
    "neg": _value("Neg", 1, "ifc", "-x"),
    "nextafter": _value("NextAfter", 2, "f", "the next number from x towards y"),
    "normal_cdf": _value("NormalCdf", 1, "f", "the normal distribution's probability below x"),
    "pow": _value("Pow", 2, "ifc", "x to the y"),
    "pow_scalar": _value("PowScalar", 2, "ifc", "x to the y, which is the same for all elements; an error for an integer x and y < 0"),
    "reciprocal": _value("Reciprocal", 1, "fc", "1 / x"),
    "relu": _value("Relu", 1, "if", "max(x, 0)"),
    "remainder": _value("Remainder", 2, "if", "remainder with the sign of y"),
    "round": _value("Round", 1, "if", "the nearest integer, halves to the even one"),
    "round_decimals": _value("RoundDecimals", 2, "f", "x to so many decimals, the same for all elements"),
    "rsqrt": _value("Rsqrt", 1, "fc", "1 / sqrt(x)"),
    "shift_left": _value("ShiftLeft", 2, "i", "x * 2^y"),
    "shift_right": _value("ShiftRight", 2, "i", "x / 2^y rounded down"),
    "sigmoid": _value("Sigmoid", 1, "fc", "1 / (1 + exp(-x))"),
    "sign": _value("Sign", 1, "bifc", "-1, 0 or 1; x / |x| of complex numbers"),
    "sign_bit": _value("SignBit", 1, "bif", "a minus sign, of zeros and NaN too", MASK),
    "sin": _value("Sin", 1, "fc", "sine"),
    "sinh": _value("Sinh", 1, "fc", "hyperbolic sine"),
    "sqrt": _value("Sqrt", 1, "fc", "square root"),
    "square": _value("Square", 1, "ifc", "x * x"),
    "sub": _value("Sub", 2, "ifc", "x - y"),
    "tan": _value("Tan", 1, "fc", "tangent"),
    "tanh": _value("Tanh", 1, "fc", "hyperbolic tangent"),
    "to_value": Function("ToValue", (MASK,), VALUE, "bifc", "1 where the mask holds, else 0"),
    "trunc": _value("Trunc", 1, "if", "the integer nearer to 0"),
    "trunc_div": _value("TruncDiv", 2, "if", "x / y rounded towards 0"),
    "where": Function("Where", ("any", VALUE, VALUE), VALUE, "bifc", "the second where the first holds (is not 0), else the third"),
    "xor": Function("Xor", (MASK, MASK), MASK, "bifc", "one of two masks, not both"),
}

_BINARY = {"+": "add", "-": "sub", "*": "mul", "/": "div", "//": "floor_div", "%": "remainder", "**": "pow", "==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_CLASS_NAMES = {"b": "bool", "i": "integral", "f": "floating", "c": "complex"}


class FormulaReader:
    """Turns a tree into C++; reports the first fault of the formula by throwing it."""

    def __init__(self, source: Text, tensors: list[str], scalars: list[str], others: dict[str, str], classes: str):
        self.source = source
        self.tensors = tensors
        self.scalars = scalars
        self.others = others  # arguments that are no operands, with their types
        self.classes = classes
        self.used: list[str] = []

    def fault(self, node: Node, message: str) -> Fault:
        return self.source.fault(node.at, message)

    def cpp(self, node: Node) -> tuple[str, str]:
        """The C++ text and whether it is a value or a mask."""
        if isinstance(node, Number):
            like = self.tensors[0]
            if node.is_float:
                if "i" in self.classes or "b" in self.classes:
                    raise self.fault(node, f"{node.text} in a formula on integers would be cut to a whole number: compute in floating point with `promotion: int_to_float`, or narrow `dtypes`")
                return f"Const({like}, {float(node.text)!r})", VALUE
            if abs(int(node.text)) >= 2**63:
                raise self.fault(node, f"{node.text} does not fit 64 bits")
            return f"Const({like}, int64_t{{{int(node.text)}}})", VALUE
        if isinstance(node, Name):
            return self.name(node)
        if isinstance(node, Unary):
            if node.op == "not":
                return f"Not({self.operand(node.operand, MASK, 'not')})", MASK
            if isinstance(node.operand, Number):
                text, kind = self.cpp(node.operand)
                inner = text[text.index(", ") + 2 : -1]
                inner = inner.replace("int64_t{", "int64_t{-") if inner.startswith("int64_t") else "-" + inner
                return f"Const({self.tensors[0]}, {inner})", kind
            return self.call(node, "neg", (node.operand,))
        if isinstance(node, Binary):
            if node.op in ("and", "or"):
                name = "And" if node.op == "and" else "Or"
                return f"{name}({self.operand(node.left, MASK, node.op)}, {self.operand(node.right, MASK, node.op)})", MASK
            if node.op == "/" and ("i" in self.classes or "b" in self.classes):
                raise self.fault(node, "'/' on integers is refused: write floor_div(a, b) or trunc_div(a, b), or compute in floating point with `promotion: int_to_float`")
            return self.call(node, _BINARY[node.op], (node.left, node.right))
        if isinstance(node, Call):
            return self.call(node, node.function, node.arguments)
        if isinstance(node, Choice):
            return self.call(node, "where", (node.condition, node.then, node.other))
        if isinstance(node, Method):
            raise self.fault(node, f"a formula has no methods: write {node.name}(x)")
        if isinstance(node, IsNone):
            raise self.fault(node, "a formula cannot ask for None: write one formula for each case with `when`")
        if isinstance(node, String):
            raise self.fault(node, "a formula has no strings: write one formula for each case with `when`")
        if isinstance(node, (ListOf, Item, Slice)):
            raise self.fault(node, "a formula has no lists: it computes one element")
        raise AssertionError(node)

    def name(self, node: Name) -> tuple[str, str]:
        name = node.name
        if name in self.tensors or name in self.scalars:
            if name not in self.used:
                self.used.append(name)
            return name, VALUE
        if name in ("True", "False"):
            return f"Const({self.tensors[0]}, int64_t{{{int(name == 'True')}}})", VALUE
        if name in self.others:
            raise self.fault(node, f"argument '{name}' has type {self.others[name]}, which is no operand; write one formula for each case with `when`")
        if name in FUNCTIONS:
            raise self.fault(node, f"'{name}' is a function: write {name}(x)")
        raise self.fault(node, f"no argument named '{name}'{suggestion(name, self.tensors + self.scalars)}")

    def operand(self, node: Node, wanted: str, user: str) -> str:
        text, kind = self.cpp(node)
        if wanted == MASK and kind == VALUE:
            raise self.fault(node, f"{user} wants a comparison here: write x != 0")
        if wanted == VALUE and kind == MASK:
            return f"ToValue({self.tensors[0]}, {text})"
        return text

    def call(self, node: Node, name: str, arguments: tuple[Node, ...]) -> tuple[str, str]:
        function = FUNCTIONS.get(name)
        if function is None:
            if name in self.tensors or name in self.scalars or name in self.others:
                raise self.fault(node, f"'{name}' is an argument, not a function")
            raise self.fault(node, f"no function named '{name}' in formulas{suggestion(name, FUNCTIONS)}")
        if len(arguments) != len(function.operands):
            raise self.fault(node, f"{name} takes {len(function.operands)} operand{'s' if len(function.operands) != 1 else ''}, not {len(arguments)}")
        missing = [c for c in self.classes if c not in function.classes]
        if missing:
            named = " and ".join(_CLASS_NAMES[c] for c in missing)
            mend = "; `promotion: int_to_float` computes in floating point" if missing[0] in "bi" and "f" in function.classes else "; narrow `dtypes`"
            raise self.fault(node, f"{name} is not defined for {named} dtypes{mend}")
        texts = [self.operand(a, w, name) for a, w in zip(arguments, function.operands)]
        if function.cpp == "ToValue":
            texts.insert(0, self.tensors[0])
        return f"{function.cpp}({', '.join(texts)})", function.result
