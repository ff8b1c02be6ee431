"""The operators of a group: what `forms` and PyTorch's `autogen` add to an entry's `func`, and PyTorch's groups of several entries as one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from . import schema as schema_module
from .entry import Entry
from .faults import Fault, Faults, Place, suggestion
from .schema import Schema

FORMS = ("inplace", "out", "copy")


@dataclass
class Operator:
    """One overload: a schema and its part in the group."""

    schema: Schema
    form: str  # functional | inplace | out; of a view also copy | copy_out
    place: Place

    @property
    def writes_out(self) -> bool:
        return self.form in ("out", "copy_out")

    @property
    def is_copy(self) -> bool:
        return self.form in ("copy", "copy_out")

    @property
    def id(self) -> str:
        """Its name in C++: add_Tensor, add__Tensor, add_out."""
        return f"{self.schema.name}_{self.schema.overload}" if self.schema.overload else self.schema.name


class FormReader:
    """Reads `forms` and `autogen` of one entry, whose `func` is the base."""

    def __init__(self, entry: Entry, base: Operator, faults: Faults):
        self.entry = entry
        self.base = base
        self.faults = faults
        self.operators = [base]

    def read(self) -> list[Operator]:
        """The operators beside the base."""
        self._forms()
        self._autogen()
        return self.operators[1:]

    def _forms(self) -> None:
        base = self.base.schema
        for text in self.entry.forms:
            if text.text in FORMS:
                problem = self._no_form(base, self.base.form, text.text)
                if problem:
                    self.faults.add(text.place(0), problem)
                    continue
                if text.text == "copy":
                    copy = schema_module.copy_of(base)
                    out = schema_module.list_out_of(copy) if base.returns[0].type.is_list else schema_module.out_of(copy)
                    self.operators += [Operator(copy, "copy", text.place(0)), Operator(out, "copy_out", text.place(0))]
                else:
                    derived = schema_module.inplace_of(base) if text.text == "inplace" else schema_module.out_of(base)
                    self.operators.append(Operator(derived, text.text, text.place(0)))
            elif "(" in text.text:
                try:
                    irregular = schema_module.parse(text)
                except Fault as fault:
                    self.faults.take(fault)
                    continue
                form = "out" if irregular.is_out else "inplace" if irregular.is_inplace else ""
                if base.is_view and form != "inplace":
                    form = "copy_out" if form else "copy"
                problem = self._not_of_group(base, irregular, form)
                if problem:
                    self.faults.add(text.place(0), problem)
                    continue
                self.operators.append(Operator(irregular, form, text.place(0)))
            else:
                self.faults.add(text.place(0), f"unknown form '{text.text}'{suggestion(text.text, FORMS)}; an irregular name is written as a full schema")

    def _autogen(self) -> None:
        """PyTorch's `autogen: add.Scalar_out`: what it names is a form that follows from the group's others."""
        for word in self.entry.words.get("autogen", []):
            if any(word.text == o.schema.full_name for o in self.operators):
                continue
            derived = next((o for o in self._derivable() if o.schema.full_name == word.text), None)
            if derived is None:
                known = [o.schema.full_name for o in self._derivable()]
                self.faults.add(word.place(0), f"`autogen` of '{word.text}', which does not follow from {self.base.schema.full_name}{suggestion(word.text, known)}; write its schema under `forms:`")
                continue
            self.operators.append(Operator(derived.schema, derived.form, word.place(0)))

    def _derivable(self) -> list[Operator]:
        found: list[Operator] = []
        base = self.base
        functional = [o for o in self.operators if o.form in ("functional", "copy") and not o.schema.is_view]
        if base.form == "inplace" and str(base.schema.positional[0].type.with_alias(None)) == "Tensor":
            functional.append(Operator(schema_module.functional_of(base.schema), "functional", base.place))
            found += functional[-1:]
        for o in functional:
            tensors = [r.type.unaliased() for r in o.schema.returns]
            if tensors and all(str(t) == "Tensor" for t in tensors):
                found.append(Operator(schema_module.out_of(o.schema, numbered=True), "copy_out" if o.is_copy else "out", o.place))
            elif len(tensors) == 1 and str(tensors[0]) == "Tensor[]":
                found.append(Operator(schema_module.list_out_of(o.schema), "copy_out" if o.is_copy else "out", o.place))
        return found

    def _no_form(self, base: Schema, form: str, wanted: str) -> str:
        if form != "functional":
            return f"`forms:` belongs to the functional operator; this one is {'in-place' if form == 'inplace' else 'an out= form'} itself"
        if wanted == "copy":
            return "" if base.is_view and len(base.returns) == 1 else "copy is the twin of a view, whose schema says so: `Tensor(a) self ... -> Tensor(a)`"
        if not base.returns or any(str(r.type.scalar_base) != "Tensor" or r.type.is_list for r in base.returns):
            return f"{wanted} needs tensors as results"
        if wanted == "inplace":
            first = base.positional[0] if base.positional else None
            if first is None or str(first.type) != "Tensor" or len(base.returns) != 1:
                return "inplace needs a Tensor as first argument and one Tensor as result"
        elif any(r.type.any_alias for r in base.returns):
            return "a view has no out= form; its copying twin has one: `forms: copy`"
        return ""

    def _not_of_group(self, base: Schema, other: Schema, form: str) -> str:
        if form in ("copy", "copy_out"):
            return self._not_a_copy(base, other, form)
        if not form:
            return "this schema is neither in-place (name_ with Tensor(a!) first) nor an out= form (written keyword arguments last)"
        outs = {a.name for a in other.outs}
        mine = [(a.name, str(a.type.with_alias(None))) for a in other.arguments if a.name not in outs]
        wanted = [(a.name, str(a.type.with_alias(None))) for a in base.arguments]
        # In place the tensor comes first, also where it does not otherwise: polygamma(int n, Tensor self), polygamma_(Tensor(a!) self, int n).
        if mine != wanted and not (form == "inplace" and sorted(mine) == sorted(wanted)):
            differing = next((b for a, b in zip(mine, wanted) if a != b), None) or (wanted[len(mine)] if len(wanted) > len(mine) else mine[len(wanted)])
            return f"the arguments of {other.full_name} differ from {base.full_name}'s at '{differing[1]} {differing[0]}'"
        if form == "out" and len(outs) != len(base.returns):
            return f"{other.full_name} has {len(outs)} out arguments, {base.full_name} has {len(base.returns)} results"
        return ""

    def _not_a_copy(self, base: Schema, other: Schema, form: str) -> str:
        outs = {a.name for a in other.outs}
        mine = [str(a.type) for a in other.arguments if a.name not in outs]
        wanted = [str(a.type.unaliased()) for a in base.arguments]
        if mine != wanted:
            return f"{other.full_name} takes ({', '.join(mine)}), its view {base.full_name} ({', '.join(wanted)})"
        result = str(base.returns[0].type.unaliased())
        given = [str(a.type.unaliased()) for a in other.outs] if form == "copy_out" else [str(r.type) for r in other.returns]
        return "" if given == [result] else f"{other.full_name} gives ({', '.join(given)}), its view {base.full_name} ({result})"


def merge_structured(entries: list[Entry]) -> list[Entry]:
    """PyTorch's way of a group (`structured_delegate: add.out` in add.Tensor and add_.Tensor, `structured: True` in add.out) becomes one entry."""
    heads: dict[str, Entry] = {}
    for entry in entries:
        structured = entry.word("structured")
        if structured is not None and structured.text == "True" and entry.func is not None:
            heads[entry.func.text.split("(")[0].strip()] = entry
    merged: list[Entry] = []
    bases: dict[str, Entry] = {}
    for entry in entries:
        delegate = entry.word("structured_delegate")
        head = heads.get(delegate.text) if delegate is not None else None
        if head is None:
            merged.append(entry)
            continue
        name = delegate.text
        if name not in bases:
            bases[name] = entry
            entry.forms.append(head.func)
            for key, place in head.keys.items():
                if key != "func" and key not in entry.keys:
                    entry.keys[key] = place
            for part in ("checks", "shapes", "variants", "dtypes", "dispatch", "samples"):
                if not getattr(entry, part):
                    setattr(entry, part, getattr(head, part))
            for word, value in head.words.items():
                if word not in ("structured",):
                    entry.words.setdefault(word, value)
            entry.keys.pop("structured_delegate")
            entry.words.pop("structured_delegate")
            merged.append(entry)
        else:
            bases[name].forms.append(entry.func)
    taken = {id(heads[name]) for name in bases}
    return [entry for entry in merged if id(entry) not in taken]


def merge_copies(entries: list[Entry]) -> list[Entry]:
    """PyTorch's way of a view's twin (an entry of its own with `tags: view_copy`) becomes a form of the view's entry here."""
    twins: dict[str, Entry] = {}
    for entry in entries:
        if any(tag.text.strip("[] ") == "view_copy" for tag in entry.words.get("tags", [])):
            twins[str(_schema_or_none(entry))] = entry
    if not twins:
        return entries
    taken: set[int] = set()
    for entry in entries:
        base = _schema_or_none(entry)
        twin = twins.get(str(schema_module.copy_of(base))) if base is not None and base.is_view else None
        if twin is None:
            continue
        taken.add(id(twin))
        entry.forms.append(twin.func)
        entry.words.setdefault("autogen", [])
        entry.words["autogen"] = entry.words["autogen"] + twin.words.get("autogen", [])
    return [entry for entry in entries if id(entry) not in taken]


def _schema_or_none(entry: Entry) -> Optional[Schema]:
    try:
        return schema_module.parse(entry.func)
    except Fault:
        return None
