"""The tables of docs/formulas.md and docs/operators.md from the generator's own lists, between marker lines.

    python3 -m codegen.document    rewrites them; a test sees that they agree.
"""

from __future__ import annotations

import os
import re

from . import checks, formula, sizes

_CLASSES = {"b": "bool", "i": "integral", "f": "floating", "c": "complex"}
_NAMES = "xyz"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def functions() -> list[str]:
    lines = ["| function | what it gives | dtypes |", "|---|---|---|"]
    for name, f in formula.FUNCTIONS.items():
        operands = ", ".join({"mask": "mask", "any": "c"}.get(kind, _NAMES[i] if len(f.operands) > 1 or kind == "value" else "x") for i, kind in enumerate(f.operands))
        if name == "where":
            operands = "c, x, y"
        result = " (a mask)" if f.result == formula.MASK else ""
        classes = "all" if f.classes == "bifc" else ", ".join(_CLASSES[c] for c in f.classes)
        lines.append(f"| `{name}({operands})` | {_cell(f.about)}{result} | {classes} |")
    return lines


def size_functions() -> list[str]:
    lines = ["| function | result | what it gives |", "|---|---|---|"]
    for name, (operands, result, _, about) in sizes.FUNCTIONS.items():
        lines.append(f"| `{name}({', '.join(operands)})` | {result} | {_cell(about)} |")
    return lines


def tensor_methods() -> list[str]:
    lines = ["| method | result |", "|---|---|"]
    for name, (operands, result, _) in sizes._METHODS.items():
        lines.append(f"| `x.{name}({', '.join(operands)})` | {sizes.described(result)} |")
    return lines


def check_rules() -> list[str]:
    lines = ["| check | holds when | runs among |", "|---|---|---|"]
    for name, rule in checks.RULES.items():
        lines.append(f"| `{name}({', '.join(rule.operands)})` | {_cell(rule.about)} | {rule.rank} |")
    return lines


TABLES = {"functions": functions, "size_functions": size_functions, "tensor_methods": tensor_methods, "checks": check_rules}
DOCUMENTS = ("docs/formulas.md", "docs/operators.md")


def filled(text: str) -> str:
    """The document with its tables made anew."""

    def table(match: re.Match) -> str:
        return f"<!-- table {match.group(1)} -->\n" + "\n".join(TABLES[match.group(1)]()) + "\n<!-- end -->"

    return re.sub(r"<!-- table (\w+) -->\n.*?<!-- end -->", table, text, flags=re.S)


def main() -> None:
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for name in DOCUMENTS:
        path = os.path.join(root, name)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        new = filled(text)
        if new != text:
            with open(path, "w", encoding="utf-8") as file:
                file.write(new)
            print(f"wrote {name}")


if __name__ == "__main__":
    main()
