"""Operator groups: what an entry means. A group is a base operator with its in-place and out= forms; all faults of meaning are found here."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from typing import Optional

from . import checks as checks_module
from . import dtypes as dtypes_module
from . import schema as schema_module
from .checks import Rendered, cpp_string
from .entry import Entry
from .expr import Name, children, parse
from .faults import Fault, Faults, Place, Text, suggestion
from .forms import FormReader, Operator, merge_copies, merge_structured
from .formula import MASK, VALUE, FormulaReader
from .load import Section
from .schema import Argument, Schema
from .sizes import SizeReader, cpp_name, kind_of

PROMOTIONS = {"default": "Default", "int_to_float": "IntToFloat", "always_bool": "AlwaysBool", "complex_to_float": "ComplexToFloat", "bool_to_long": "BoolToLong", "none": "None"}
PROMOTING = ("other", "exponent", "self", "min", "max")  # Scalars that take part in promotion, as the operand they stand for
COMPOSITE = ("CompositeImplicitAutograd", "CompositeExplicitAutograd", "CompositeExplicitAutogradNonFunctional")
# Backends whose kernels this library holds; CUDA's are in a library of its own, the others come in later waves.
OURS = ("CPU", "Meta", "SparseCPU", "SparseCsrCPU", "QuantizedCPU", "MkldnnCPU") + COMPOSITE
TAGS = (
    "core", "pointwise", "reduction", "view_copy", "inplace_view", "generated", "nondeterministic_seeded", "nondeterministic_bitwise", "data_dependent_output", "dynamic_output_shape",
    "needs_fixed_stride_order", "needs_exact_strides", "needs_contiguous_strides", "flexible_layout", "pt2_compliant_tag", "maybe_aliasing_or_mutating", "cudagraph_unsafe",
)  # fmt: skip


@dataclass
class Kernel:
    name: str
    template: bool  # name<scalar_t>
    place: Place


@dataclass
class Formula:
    when: Optional[str]  # C++ condition
    promotion: str
    mask: int
    body: str  # C++ of the formula; "" for a scalar template
    scalar_template: str
    result_is_bool: bool
    scalars: list[Argument]


@dataclass
class Group:
    entry: Entry
    section: Section
    operators: list[Operator]
    kind: str = "direct"  # pointwise | structured | view | direct
    variants: tuple[str, ...] = ("function",)
    mask: int = dtypes_module.ALL
    accepted: dict[str, int] = field(default_factory=dict)  # by device ("" when one set serves all): dtypes of inputs that are answered
    promotion: str = ""
    kernels: dict[str, Kernel] = field(default_factory=dict)
    formulas: list[Formula] = field(default_factory=list)
    checks: list[Rendered] = field(default_factory=list)
    shapes: list[str] = field(default_factory=list)
    meta: Optional[Kernel] = None
    view: Optional[Kernel] = None
    tags: list[str] = field(default_factory=list)
    no_defaults: tuple[str, ...] = ()  # cpp_no_default_args

    @property
    def base(self) -> Operator:
        return self.operators[0]


class GroupReader:
    def __init__(self, entry: Entry, section: Section, faults: Faults, symbols: Optional[frozenset[str]]):
        self.entry = entry
        self.section = section
        self.faults = faults
        self.symbols = symbols  # the words of the section's sources; None when there are none

    def add(self, place: Place, message: str) -> None:
        self.faults.add(place, message)

    def read(self) -> Optional[Group]:
        entry = self.entry
        try:
            base = schema_module.parse(entry.func)
        except Fault as fault:
            self.faults.take(fault)
            return None
        form = "out" if base.is_out else "inplace" if base.is_inplace else "functional"
        group = Group(entry, self.section, [Operator(base, form, base.place)])
        group.operators += FormReader(entry, group.base, self.faults).read()
        self._words(group)
        self._kind(group)
        arguments = {a.name: a for a in base.arguments}
        op = cpp_string(base.name)
        written: dict[tuple[str, str], int] = {}
        for check in entry.checks:
            key = ("".join(check.text.text.split()), check.each.text if check.each is not None else "")
            if key in written:
                self.add(check.place, f"this check stands on line {written[key]} already")
            written.setdefault(key, check.place.line)
            rendered = checks_module.render(check, base, op, self.faults)
            if rendered is not None:
                group.checks.append(rendered)
        group.checks.sort(key=lambda r: r.rank)
        try:
            getattr(self, "_" + group.kind)(group, arguments, op)
        except Fault as fault:
            self.faults.take(fault)
        self._derivative(base, arguments)
        self._accepted(group)
        for sample in entry.samples:
            self._sample(sample)
        if "shows" in entry.keys and "example" not in entry.keys:
            self.add(entry.keys["shows"], "`shows:` is what `example:` prints; there is no example")
        return group

    # ---- Words

    def _words(self, group: Group) -> None:
        entry = self.entry
        for word in entry.words.get("variants", []):
            if word.text not in ("function", "method"):
                self.add(word.place(0), f"unknown variant '{word.text}'{suggestion(word.text, ('function', 'method'))}")
        if "variants" in entry.words:
            group.variants = tuple(w.text for w in entry.words["variants"])
        if "method" in group.variants and not any(a.name == "self" for a in group.base.schema.positional):
            self.add(entry.keys["variants"], "a method needs an argument named self")
        promotion = entry.word("promotion")
        if promotion is not None:
            if promotion.text not in PROMOTIONS:
                self.add(promotion.place(0), f"unknown promotion '{promotion.text}'{suggestion(promotion.text, PROMOTIONS)}")
            else:
                group.promotion = promotion.text
        for tag in entry.words.get("tags", []):
            name = tag.text.strip("[] ")
            if name not in TAGS:
                self.add(tag.place(0), f"unknown tag '{name}'{suggestion(name, TAGS)}")
            group.tags.append(name)
        for word in entry.words.get("cpp_no_default_args", []):
            name = word.text.strip("[]'\" ")
            known = [a.name for a in group.base.schema.arguments if a.default is not None]
            if name not in known:
                self.add(word.place(0), f"no argument '{name}' with a default{suggestion(name, known)}")
            group.no_defaults += (name,)
        for backend in ("", "CPU"):
            if backend in entry.dtypes:
                group.mask = dtypes_module.mask_of(entry.dtypes[backend], self.faults)
        for backend, words in entry.dtypes.items():
            if backend not in ("", "CPU"):
                dtypes_module.mask_of(words, self.faults)
        for backend, kernel in entry.dispatch.items():
            found = self._kernel(kernel, check=backend in OURS)
            if found is not None:
                group.kernels[backend] = found
        composite = [b for b in COMPOSITE if b in group.kernels]
        if len(composite) > 1:
            self.add(entry.dispatch[composite[1]].place(0), f"both {composite[0]} and {composite[1]}: a composite kernel serves every backend, so there is one")

    def _derivative(self, base: Schema, arguments: dict[str, Argument]) -> None:
        """The formulas of gradients: their form and their names. What they call is known when autograd compiles them."""
        results = [r.name for r in base.returns if r.name] + [f"{word}{i}" for i in range(len(base.returns)) for word in ("result", "grad")]
        known = [*arguments, "grad", "result", *results]
        for name, place in self.entry.derivative.items():
            argument = arguments.get(name)
            if argument is None:
                self.add(place.place(0), f"`derivative` of '{name}', which is no argument{suggestion(name, arguments)}")
            elif argument.type.scalar_base not in ("Tensor", "Scalar", "float", "complex"):
                self.add(place.place(0), f"`derivative` of '{name}', which is {argument.type}: only tensors and numbers have one")
        checked: set[int] = set()
        for text in self.entry.formulas_of_derivative.values():
            if id(text) in checked:  # `self, other: ...` gives both one formula
                continue
            checked.add(id(text))
            try:
                todo = [parse(text)]
                while todo:
                    node = todo.pop()
                    if isinstance(node, Name) and node.name not in known and node.name not in ('True', 'False', 'None'):
                        raise text.fault(node.at, f"no argument or result named '{node.name}'{suggestion(node.name, [*known, 'True', 'False', 'None'])}")
                    todo += children(node)
            except Fault as fault:
                self.faults.take(fault)

    def _accepted(self, group: Group) -> None:
        """The inputs' dtypes: `dtypes` names those that are computed in, to which promotion brings others."""
        promotions = {f.promotion for f in group.formulas} or {group.promotion}
        reduces = group.kind == "structured" and group.promotion == "bool_to_long"
        # A number beside a tensor of bools makes them integers.
        numbers = any(a.name in PROMOTING and kind_of(a.type).rstrip("?") == "scalar" for f in group.formulas for a in f.scalars)
        refused = 0
        for check in self.entry.checks:
            match = re.fullmatch(r"\s*dtype\(\s*(\w+)\s*,(.*)\)\s*", check.text.text, re.S) if check.message is None and check.each is None else None
            if match and (match.group(1) in ("self", "input") or [a.name for a in group.base.schema.arguments if kind_of(a.type) == "tensor"] == [match.group(1)]):
                words = [Text(word, check.place) for word in match.group(2).split(",")]
                refused |= dtypes_module.ALL & ~dtypes_module.mask_of(words, Faults())
        for device, words in self.entry.dtypes.items():
            mask = dtypes_module.mask_of(words, Faults())
            if promotions == {"int_to_float"} and mask & dtypes_module.FLOAT32:
                mask |= dtypes_module.INTEGERS
            if promotions == {"bool_to_long"} and mask & dtypes_module.INT64:
                mask |= dtypes_module.INTEGERS if reduces else dtypes_module.BOOL
            if numbers and mask & dtypes_module.INT64:
                mask |= dtypes_module.BOOL
            group.accepted[device] = mask & ~refused

    def _kernel(self, text: Text, check: bool = True) -> Optional[Kernel]:
        match = re.fullmatch(r"([A-Za-z_][A-Za-z0-9_]*)(<\s*scalar_t\s*>)?", text.text.strip())
        if not match:
            self.add(text.place(0), f"a kernel is `name` or `name<scalar_t>`, not '{text.text}'")
            return None
        name = match.group(1)
        if check and self.symbols is not None and name not in self.symbols:
            self.add(text.place(0), f"kernel '{name}' is not in {os.path.splitext(self.section.path)[0]}.cpp")
            return None
        return Kernel(name, match.group(2) is not None, text.place(0))

    # ---- Kinds

    def _kind(self, group: Group) -> None:
        keys = self.entry.keys
        if group.base.schema.name in ("",):
            return
        given = [k for k in ("pointwise", "shape", "meta", "view") if k in keys]
        if len(given) > 1:
            self.add(keys[given[1]], f"`{given[0]}` and `{given[1]}` exclude each other: each alone says what the result is")
        if "structured_delegate" in keys:
            self.add(keys["structured_delegate"], "the operator this delegates to is not an entry with `structured: True` here")
        if "pointwise" in keys:
            group.kind = "pointwise"
        elif "view" in keys:
            group.kind = "view"
        elif "shape" in keys or "meta" in keys:
            group.kind = "structured"
        elif "structured" in keys:
            self.add(keys["structured"], "`structured: True` needs `shape:`, `meta:` or `pointwise:` here: what the result is, is said in the entry")

    def _direct(self, group: Group, arguments: dict[str, Argument], op: str) -> None:
        if not self.entry.dispatch:
            schema = group.base.schema
            name = schema.name + ("_out" if group.base.form == "out" else "")
            found = self._kernel(Text(name, group.base.place))
            if found is not None:
                group.kernels["CompositeImplicitAutograd"] = found
        for backend, kernel in group.kernels.items():
            if kernel.template:
                self.add(kernel.place, "`<scalar_t>` is the dtype switch of an entry with `shape:` or `meta:`; a kernel that makes its own result switches itself (AT_DISPATCH_*)")

    def _structured(self, group: Group, arguments: dict[str, Argument], op: str) -> None:
        entry = self.entry
        schema = group.base.schema
        if group.base.form == "inplace":
            self.add(group.base.place, "an entry with `shape:` or `meta:` starts from the functional operator; write this one under `forms:`")
            return
        results = [r for r in schema.returns]
        if not results or any(str(r.type.with_alias(None)) != "Tensor" for r in results):
            self.add(schema.place, "`shape:` and `meta:` are for operators whose results are tensors")
        if "CPU" not in group.kernels and not any(b in group.kernels for b in COMPOSITE) and "CPU" not in entry.dispatch:
            self.add(group.base.place, "an entry with `shape:` or `meta:` needs a kernel: `dispatch:` with `CPU: name<scalar_t>`")
        if "meta" in entry.keys and entry.word("meta") is not None:
            group.meta = self._kernel(entry.word("meta"))
            return
        if len(entry.shapes) != len(results):
            where = entry.shapes[0].place(0) if entry.shapes else entry.keys["shape"]
            self.add(where, f"{len(entry.shapes)} shape{'s' if len(entry.shapes) != 1 else ''} for {len(results)} result{'s' if len(results) != 1 else ''}: `shape:` is a list with one line for each")
        for shape in entry.shapes:
            try:
                reader = SizeReader(shape, arguments, op)
                group.shapes.append(reader.of_kind(parse(shape), "list", "shape"))
            except Fault as fault:
                self.faults.take(fault)

    def _view(self, group: Group, arguments: dict[str, Argument], op: str) -> None:
        schema = group.base.schema
        if not all(r.type.any_alias and not r.type.any_alias.write for r in schema.returns) or len(schema.returns) != 1:
            self.add(schema.place, "a view's schema says so: `Tensor(a) self ... -> Tensor(a)`")
        if self.entry.dispatch:
            self.add(self.entry.keys["dispatch"], "a view has no kernel: its geometry serves every backend")
        word = self.entry.word("view")
        if word is not None:
            group.view = self._kernel(word)

    def _pointwise(self, group: Group, arguments: dict[str, Argument], op: str) -> None:
        schema = group.base.schema
        if "CPU" in self.entry.dispatch or any(b in self.entry.dispatch for b in COMPOSITE):
            self.add(self.entry.keys["dispatch"], "a formula is its own kernel: no CPU or composite one beside it")
        if [str(r.type.with_alias(None)) for r in schema.returns] != ["Tensor"]:
            self.add(schema.place, "a formula has one tensor as result")
        inputs = [a for a in schema.arguments if kind_of(a.type) == "tensor" and a not in schema.outs]
        if not inputs:
            self.add(schema.place, "a formula needs a Tensor argument")
            return
        if len(inputs) > 4:
            self.add(schema.place, "a formula has at most 4 tensors")
        scalars = [a for a in schema.arguments if kind_of(a.type).rstrip("?") in ("scalar", "float", "int", "bool")]
        others = {a.name: str(a.type) for a in schema.arguments if a not in inputs and a not in scalars and a not in schema.outs}
        seen: set[str] = set()
        last_open = None
        for variant in self.entry.variants:
            try:
                if last_open is not None:
                    raise variant.formula.fault(0, "a formula without `when` above answers every case, so this one is never reached")
                if variant.when is None:
                    last_open = variant
                found = self._formula(group, variant, inputs, scalars, others, arguments, op)
                seen |= found[1]
                group.formulas.append(found[0])
            except Fault as fault:
                self.faults.take(fault)
        if group.formulas and len(group.formulas) == len(self.entry.variants):
            for argument in inputs:
                if argument.name not in seen and not group.formulas[0].scalar_template:
                    self.add(argument.place, f"no formula uses argument '{argument.name}'")

    def _formula(self, group: Group, variant, inputs, scalars, others, arguments, op):
        promotion = group.promotion or "default"
        if variant.promotion is not None:
            promotion = variant.promotion.text
            if promotion not in PROMOTIONS:
                raise variant.promotion.fault(0, f"unknown promotion '{promotion}'{suggestion(promotion, PROMOTIONS)}")
        mask = group.mask
        if promotion == "int_to_float":
            mask &= sum(1 << code for code, _, _, _, kind in dtypes_module.DTYPES if kind in "fc")
        classes = dtypes_module.classes_of(mask)
        when = None
        if variant.when is not None:
            when = SizeReader(variant.when, arguments, op).of_kind(parse(variant.when), "bool", "when")
        text = variant.formula
        names = [a.name for a in inputs]
        template = re.fullmatch(r"\s*([A-Za-z_]\w*)\s*<\s*scalar_t\s*>\s*", text.text)
        if template:
            kernel = self._kernel(text.slice(0, len(text.text)))
            if kernel is None:
                raise text.fault(0, f"scalar template '{template.group(1)}' is not in the section's .cpp")
            formula = Formula(when, promotion, mask, "", kernel.name, promotion == "always_bool", scalars)
            self._scalar_count(text, scalars)
            return formula, set(names)
        reader = FormulaReader(text, names, [a.name for a in scalars], others, classes)
        tree = parse(text)
        body, result = reader.cpp(tree)
        if result == MASK and promotion != "always_bool":
            raise text.fault(tree.at, "this formula gives bool: add `promotion: always_bool`, or a value with where(c, 1, 0)")
        if result == VALUE and promotion == "always_bool":
            raise text.fault(tree.at, "with `promotion: always_bool` a formula compares: write ... != 0")
        used = [a for a in scalars if a.name in reader.used]
        self._scalar_count(text, used)
        for name in reader.used:
            body = re.sub(rf"\b{name}\b(?!\()", cpp_name(name), body) if cpp_name(name) != name else body
        return Formula(when, promotion, mask, body, "", result == MASK, used), set(reader.used)

    def _scalar_count(self, text: Text, scalars: list[Argument]) -> None:
        if len(scalars) > 4:
            raise text.fault(0, "a formula uses at most 4 numbers")

    def _sample(self, sample: Text) -> None:
        """A sample is TorchScript; here only its brackets are looked at."""
        pairs = {")": "(", "]": "[", "}": "{"}
        stack: list[int] = []
        quote = ""
        for i, c in enumerate(sample.text):
            if quote:
                quote = "" if c == quote else quote
            elif c in "'\"":
                quote = c
            elif c in "([{":
                stack.append(i)
            elif c in pairs:
                if not stack or sample.text[stack.pop()] != pairs[c]:
                    self.faults.take(sample.fault(i, f"'{c}' closes nothing in this sample"))
                    return
        if stack:
            self.faults.take(sample.fault(stack[-1], f"'{sample.text[stack[-1]]}' is never closed in this sample"))


def _section_symbols(section: Section) -> Optional[frozenset[str]]:
    """The words of Section*.cpp and Section*.h, to see whether a kernel exists."""
    folder, stem = os.path.dirname(section.file), os.path.basename(section.file)[:-5]
    if not os.path.isdir(folder):
        return None
    texts = []
    for name in sorted(os.listdir(folder)):
        if name.startswith(stem) and name.endswith((".cpp", ".h")):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                texts.append(re.sub(r"//[^\n]*", "", file.read()))
    return frozenset(re.findall(r"\w+", "\n".join(texts))) if texts else None


def build(sections: list[Section], faults: Faults, need_sources: bool = True, library: str = "aten") -> list[Group]:
    """The groups of all sections; an entry with a fault gives none. A section without a .cpp has no kernels, unless sources are not needed."""
    groups: list[Group] = []
    owners: dict[str, Operator] = {}
    for section in sections:
        symbols = _section_symbols(section)
        if symbols is None and need_sources:
            symbols = frozenset()
        for entry in merge_copies(merge_structured(section.entries)):
            here = Faults()
            group = GroupReader(entry, section, here, symbols).read()
            if group is not None and "method" in group.variants and library != "aten":
                here.add(entry.keys["variants"], "a method is part of class Tensor, so only the library's own operators have one: `variants: function`")
            if group is not None:
                for operator in group.operators:
                    name = operator.schema.full_name
                    if name in owners:
                        here.add(operator.place, f"operator {name} is defined twice; the first is at {owners[name].place}")
                    else:
                        owners[name] = operator
            if group is not None and not here.found:
                groups.append(group)
            faults.found += here.found
    return groups
