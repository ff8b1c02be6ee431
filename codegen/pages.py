"""The operator pages: an index with a search box and a page for each name, made from the entries alone.

    python3 -m codegen.pages --out build/docs [--runner build/bin/wick-examples]

The runner executes the examples with the built library; without it a page shows what the entry says they print.
"""

from __future__ import annotations

import argparse
import html
import json
import os
import re
import subprocess
import sys
from typing import Optional

from . import dtypes
from .cpptypes import callables
from .entry import Check
from .faults import Faults
from .load import load
from .model import COMPOSITE, Group, build
from .sizes import kind_of

PROMOTION = {
    "default": "The tensors are converted to their common dtype, which is the result's.",
    "int_to_float": "The tensors are converted to their common dtype; integers and bool compute in the default floating-point dtype.",
    "always_bool": "The tensors are converted to their common dtype; the result is bool.",
    "complex_to_float": "The result of a complex input is real.",
    "bool_to_long": "Bool, in reductions every integer, computes in int64.",
    "none": "The tensors have one dtype, which is the result's.",
}
# What a check says to a reader. {0}, {1}: its operands.
WORDS = {
    "same_device": "{0} and {1} are on one device",
    "all_same_device": "all of {0} are on one device",
    "defined": "{0} is defined",
    "same_dtype": "{0} and {1} have one dtype",
    "all_same_dtype": "all of {0} have one dtype",
    "dtype": "{0} has one of the dtypes {rest}",
    "dim": "{0} has {1} dimensions",
    "dim_in": "{0} has {1} to {2} dimensions",
    "min_dim": "{0} has at least {1} dimensions",
    "same_dim": "{0} and {1} have as many dimensions",
    "in_dim": "{1} is a dimension of {0}",
    "size": "dimension {1} of {0} has size {2}",
    "same_size": "{0} and {1} have one shape",
    "all_same_size": "all of {0} have one shape",
    "numel": "{0} has {1} elements",
    "same_numel": "{0} and {1} have as many elements",
    "not_empty": "{0} has elements",
    "contiguous": "{0} is contiguous",
}
STYLE = """\
:root{color-scheme:light dark;--line:#8884;--soft:#8881}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
code,pre{font:14px/1.45 ui-monospace,monospace}
pre{background:var(--soft);padding:.7rem 1rem;border-radius:6px;overflow-x:auto}
h2{border-top:1px solid var(--line);padding-top:1.2rem;margin-top:2rem}
table{border-collapse:collapse}td,th{border-bottom:1px solid var(--line);padding:.2rem .8rem .2rem 0;text-align:left;vertical-align:top}
dt{font-weight:600;margin-top:.6rem}dd{margin-left:1rem}
a{text-decoration:none}a:hover{text-decoration:underline}
input{font:inherit;width:100%;padding:.4rem .6rem;box-sizing:border-box}
nav,.soft{color:#888}
"""
SEARCH = """\
const box=document.querySelector('input'),rows=[...document.querySelectorAll('tr[data-name]')];
box.addEventListener('input',()=>{const w=box.value.toLowerCase();for(const r of rows)r.hidden=!r.dataset.name.includes(w)});
"""


def page(title: str, body: str, script: str = "") -> str:
    tail = f"<script>{script}</script>\n" if script else ""
    return f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n{body}\n{tail}</html>\n'


def code(text: str) -> str:
    return f"<code>{html.escape(text)}</code>"


def check_in_words(check: Check) -> str:
    each = f"of {code(check.each.text.strip())}: each of " if check.each is not None else ""
    if check.message is not None:
        return f"{code(' '.join(check.text.text.split()))}, else: {html.escape(check.message.text)}"
    match = re.fullmatch(r"\s*(\w+)\((.*)\)\s*", check.text.text, re.S)
    if not match or match.group(1) not in WORDS:
        return code(check.text.text)
    operands = split_outside(match.group(2))
    return each + WORDS[match.group(1)].format(*(code(o) for o in operands), rest=", ".join(code(o) for o in operands[1:]))


def split_outside(text: str) -> list[str]:
    """At the outer commas."""
    parts, depth, begin = [], 0, 0
    for i, c in enumerate(text + ","):
        depth += (c in "([") - (c in ")]")
        if c == "," and depth <= 0:
            parts.append(text[begin:i].strip())
            begin = i + 1
    return parts


def definition(group: Group, name: str, root: str) -> Optional[str]:
    """file:line of a function in the section's sources."""
    folder, stem = os.path.dirname(group.section.file), os.path.basename(group.section.file)[:-5]
    for file in sorted(os.listdir(folder)):
        if not file.startswith(stem) or not file.endswith((".cpp", ".h")):
            continue
        path = os.path.join(folder, file)
        with open(path, encoding="utf-8") as opened:
            for number, line in enumerate(opened, 1):
                if re.search(rf"^[\w:<>*&, ]*[\w>&*]\s+{name}\s*\(", line) and not line.rstrip().endswith(";") and not line.lstrip().startswith(("return", "//")):
                    return f"{os.path.relpath(path, root)}:{number}"
    return None


def where(group: Group, name: str, root: str) -> str:
    place = definition(group, name, root)
    return f"{code(name)} in {code(place)}" if place else f"{code(name)} of section {html.escape(group.section.name)}"


def dtype_rows(group: Group) -> list[tuple[str, str]]:
    """Device, dtypes in words."""
    if group.kind == "view":
        return [("every", "every dtype")]
    if "dtypes" not in group.entry.keys:
        composed = any(b in group.kernels for b in COMPOSITE)
        return [("every" if composed else "CPU", "those of the operators it calls" if composed else "every dtype")]
    rows = []
    for device in sorted(group.accepted, key=lambda d: (d not in ("", "CPU"), d)):
        names = dtypes.names_in(group.accepted[device])
        rows.append((device or "CPU", "every dtype" if len(names) == len(dtypes.DTYPES) else ", ".join(names)))
    return rows


def section_of(group: Group, root: str, outputs: dict[str, dict]) -> str:
    entry = group.entry
    base = group.base.schema
    parts = [f'<h2 id="{html.escape(base.full_name)}">{html.escape(base.full_name)}</h2>']
    if "doc" in entry.text:
        parts.append(f"<p>{html.escape(entry.text['doc'])}</p>")
    parts.append("<pre>" + "\n".join(html.escape(f"aten::{o.schema}") for o in group.operators) + "</pre>")
    if "example" in entry.text:
        example = entry.text["example"]
        ran = outputs.get(example)
        shows = entry.text.get("shows", "")
        # What was printed; in the entry's words where Python has its own for the same: torch.Size([2, 3]), torch.return_types.max(values=...), tuples.
        shown = shows
        if ran is not None and "output" in ran and not (same_output(ran["output"], shows) and shows.startswith(("torch.", "("))):
            shown = ran["output"]
        lines = example.split("\n")
        session = "\n".join((">>> " if i == 0 else "... ") + line for i, line in enumerate(lines))
        parts.append(f"<pre>{html.escape(session)}\n{html.escape(shown)}</pre>")
    facts: list[tuple[str, str]] = []
    rows = dtype_rows(group)
    facts.append(("Dtypes", "<table>" + "".join(f"<tr><th>{html.escape(d)}</th><td>{html.escape(n)}</td></tr>" for d, n in rows) + "</table>"))
    promotions = [f.promotion for f in group.formulas] or ([group.promotion] if group.promotion else [])
    if promotions:
        facts.append(("Promotion", " ".join(html.escape(PROMOTION[p]) for p in dict.fromkeys(promotions))))
    if entry.checks:
        facts.append(("Checks", "<ul>" + "".join(f"<li>{check_in_words(c)}</li>" for c in entry.checks) + "</ul>"))
    if entry.variants:
        formulas = [(code(" ".join(v.formula.text.split())) + (f" when {code(' '.join(v.when.text.split()))}" if v.when is not None else "")) for v in entry.variants]
        facts.append(("Formula", "<br>".join(formulas)))
    if entry.shapes:
        facts.append(("Shape", "<br>".join(code(" ".join(s.text.split())) for s in entry.shapes)))
    kernels = [f"{html.escape(backend)}: {where(group, kernel.name, root)}" for backend, kernel in group.kernels.items()]
    kernels += [f"geometry: {where(group, group.view.name, root)}"] if group.view else []
    kernels += [f"shape: {where(group, group.meta.name, root)}"] if group.meta else []
    kernels += [f"formula: {code(f'{entry.place.file}:{entry.variants[0].formula.place(0).line}')}"] if entry.variants else []
    if kernels:
        facts.append(("Kernel", "<br>".join(kernels)))
    if entry.formulas_of_derivative:
        facts.append(("Derivative", "<table>" + "".join(f"<tr><th>{code(a)}</th><td>{code(' '.join(t.text.split()))}</td></tr>" for a, t in entry.formulas_of_derivative.items()) + "</table>"))
    cpp = [f"at::{c.name}({', '.join(p.declared for p in c.parameters)})" for o in group.operators for c in (callables(o, False, group.no_defaults) if "function" in group.variants or o.is_copy else [])]
    cpp += [f"Tensor::{c.name}({', '.join(p.declared for p in c.parameters)})" for o in group.operators for c in (callables(o, True, group.no_defaults) if "method" in group.variants and not o.is_copy else [])]
    if cpp:
        facts.append(("C++", "<pre>" + "\n".join(html.escape(line) for line in cpp) + "</pre>"))
    facts.append(("Entry", code(f"{entry.place.file}:{entry.place.line}")))
    parts.append("<dl>" + "".join(f"<dt>{title}</dt><dd>{text}</dd>" for title, text in facts) + "</dl>")
    return "\n".join(parts)


def examples(groups: list[Group]) -> list[tuple[Group, str]]:
    return [(g, g.entry.text["example"]) for g in groups if "example" in g.entry.text]


def run_examples(texts: list[str], runner: str) -> list[dict]:
    """What each prints, in order: {"output": text} or {"error": text}."""
    done = subprocess.run([runner], input=json.dumps(texts), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def same_output(printed: str, shows: str) -> bool:
    """Whether an example printed what its entry says: the same up to layout and the names that Python has for tuples of results."""

    def plain(text: str) -> str:
        text = re.sub(r"torch\.return_types\.\w+|torch\.Size(?=\()", "", text)
        text = re.sub(r"\(\[([-\d, ]*)\]\)", r"[\1]", text) if "tensor" not in text else text
        text = re.sub(r"\b\w+=(?=tensor|None)", "", text)
        text = re.sub(r"\s+", "", text)
        return f"[{text[1:-1]}]" if text.startswith("(tensor") and text.endswith(")") else text  # Python has tuples where TorchScript has lists

    return plain(printed) == plain(shows)


def render_pages(groups: list[Group], root: str, outputs: dict[str, dict]) -> dict[str, str]:
    """File -> HTML. The operators' pages stand in a folder of their own: one of them is called index."""
    by_name: dict[str, list[Group]] = {}
    for group in groups:
        by_name.setdefault(group.base.schema.name, []).append(group)
    files: dict[str, str] = {}
    rows = []
    for name in sorted(by_name, key=lambda n: (n.startswith("_"), n)):
        mine = by_name[name]
        body = "\n".join(section_of(g, root, outputs) for g in mine)
        section = mine[0].section
        files[f"ops/{name}.html"] = page(name, f'<nav><a href="../index.html">Operators</a> / {html.escape(section.name)}</nav>\n<h1>{html.escape(name)}</h1>\n{body}')
        doc = next((g.entry.text["doc"] for g in mine if "doc" in g.entry.text), "")
        words = " ".join([name, doc] + [o.schema.full_name for g in mine for o in g.operators]).lower()
        rows.append(f'<tr data-name="{html.escape(words, quote=True)}"><td><a href="ops/{html.escape(name)}.html">{code(name)}</a></td><td>{html.escape(doc)}</td><td class="soft">{html.escape(section.name)}</td></tr>')
    operators = sum(len(g.operators) for g in groups)
    head = f'<h1>Operators</h1>\n<p>{operators} operators of {len(by_name)} names.</p>\n<input type="search" placeholder="Name or word" aria-label="Search" autofocus>'
    files["index.html"] = page("Operators", f"{head}\n<table>\n" + "\n".join(rows) + "\n</table>", SEARCH)
    return files


def main(argv: Optional[list[str]] = None) -> int:
    from .__main__ import write_if_changed

    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser = argparse.ArgumentParser(prog="codegen.pages", description="Makes the operator pages.")
    parser.add_argument("--out", required=True, help="the folder for the pages")
    parser.add_argument("--runner", help="the program that executes examples")
    options = parser.parse_args(argv)
    faults = Faults()
    groups = build(load(os.path.join(root, "native_functions.yaml"), root, faults), faults)
    for line in faults.lines():
        print(line, file=sys.stderr)
    if faults.found:
        return 1
    outputs: dict[str, dict] = {}
    if options.runner:
        texts = [text for _, text in examples(groups)]
        outputs = dict(zip(texts, run_examples(texts, options.runner)))
        failed = [(g, outputs[text]["error"]) for g, text in examples(groups) if "error" in outputs[text]]
        for group, error in failed:
            print(f"{group.entry.keys['example']}: the example fails: {error}", file=sys.stderr)
        if failed:
            return 1
    files = render_pages(groups, root, outputs)
    for name, text in files.items():
        write_if_changed(os.path.join(options.out, name), text)
    pages_folder = os.path.join(options.out, "ops")
    for name in os.listdir(pages_folder):
        if name.endswith(".html") and f"ops/{name}" not in files:
            os.remove(os.path.join(pages_folder, name))
    print(f"{len(files)} pages in {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
