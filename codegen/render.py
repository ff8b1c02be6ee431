"""Groups to files: what the templates show is prepared here, the text around it stands in codegen/templates."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from types import SimpleNamespace as View

import jinja2

from . import cpptypes, dtypes
from .checks import cpp_string
from .cpptypes import callables, parameters
from .load import Section
from .model import COMPOSITE, PROMOTING, PROMOTIONS, Formula, Group, Kernel, Operator
from .sizes import cpp_name, kind_of

# Where a composite kernel or a view serves: every backend of the table. AutogradCPU and AutogradMeta stand for the backend's
# kernel until autograd has its own.
EVERYWHERE = ("CPU", "CUDA", "Meta", "PrivateUse1", "SparseCPU", "SparseCsrCPU", "QuantizedCPU", "MkldnnCPU", "AutogradCPU", "AutogradMeta")
SLOTS = {"CPU": ("CPU", "AutogradCPU"), "Meta": ("Meta", "AutogradMeta"), **{b: EVERYWHERE for b in COMPOSITE}}


@dataclass(frozen=True)
class Library:
    """Where generated code lives: our own tree, or a user's library of operators with a namespace of its own."""

    namespace: str = "aten"  # of the operators: aten::mm

    @property
    def ours(self) -> bool:
        return self.namespace == "aten"

    @property
    def cpp(self) -> str:
        """The C++ namespace of the functions."""
        return "at" if self.ours else self.namespace

    @property
    def headers(self) -> str:
        return "ATen/ops" if self.ours else f"{self.namespace}/ops"

    @property
    def stubs(self) -> str:
        return "ATen/native" if self.ours else self.namespace


def environment() -> jinja2.Environment:
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "templates")
    return jinja2.Environment(loader=jinja2.FileSystemLoader(folder), trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True, undefined=jinja2.StrictUndefined, autoescape=False)


def finish_lines(text: str, generated: str) -> str:
    """`//@line N FILE` becomes a #line into the YAML, `//@end` one back into the generated file."""
    out: list[str] = []
    for line in text.split("\n"):
        stripped = line.strip()
        if stripped.startswith("//@line "):
            _, number, file = stripped.split(" ", 2)
            out.append(f'#line {number} "{file}"')
        elif stripped == "//@end":
            out.append(f'#line {len(out) + 2} "{generated}"')
        else:
            out.append(line)
    return "\n".join(out)


def operator_view(operator: Operator, group: Group, library: Library) -> View:
    schema = operator.schema
    all_parameters = parameters(schema)
    variants = ("function",) if operator.is_copy else group.variants
    functions = callables(operator, False, group.no_defaults) if "function" in variants else []
    methods = callables(operator, True, group.no_defaults) if "method" in variants else []
    for c in functions + methods:
        c.declared = ", ".join(p.declared for p in c.parameters)
        c.plain = ", ".join(p.plain for p in c.parameters)
    names = ", ".join(p.name for p in all_parameters)
    outs = [p for p in all_parameters if p.argument in schema.outs]
    targets = [p.name for p in outs] if operator.writes_out else [all_parameters[0].name] if operator.form == "inplace" else []
    if operator.writes_out and not schema.returns:
        returned = ""
    elif len(schema.returns) > 1:
        returned = f"{cpptypes.return_type(schema)}({', '.join(targets)})"
    else:
        returned = targets[0] if targets else ""
    flags = []
    if any(r.type.any_alias and not r.type.any_alias.write for r in schema.returns):
        flags.append("c10::kOpView")
    if operator.form == "inplace":
        flags.append("c10::kOpInplace")
    if operator.writes_out:
        flags.append("c10::kOpOut")
    if any(t.startswith("nondeterministic") for t in group.tags):
        flags.append("c10::kOpNondeterministic")
    is_base = operator is group.base
    return View(
        id=operator.id,
        form=operator.form,
        schema=schema,
        function_type=cpptypes.function_type(schema),
        returns=cpptypes.return_type(schema),
        plain=", ".join(p.plain for p in all_parameters),
        names=names,
        inputs=", ".join(p.name for p in all_parameters if p not in outs),
        first=all_parameters[0].name if all_parameters else "",
        rest=[p.name for p in all_parameters[1:] if p not in outs],
        many_outs=any(p.argument.type.is_list for p in outs),
        comma_names=", " + names if names else "",
        schema_literal=cpp_string(str(schema)),
        row_schema_literal=cpp_string(f"{library.namespace}::{schema}"),
        functions=functions,
        methods=methods,
        outs=outs,
        targets=targets,
        # A list of tensors as out= is checked as a whole.
        out_tensors=[p for p in outs if not p.argument.type.is_list],
        target=targets[0] if targets else "",
        returned=returned,
        flags=" | ".join(flags) if flags else "0",
        samples=[cpp_string(" ".join(s.text.split())) for s in group.entry.samples] if is_base else [],
        doc=cpp_string(group.entry.text["doc"]) if is_base and "doc" in group.entry.text else "",
        slots=[],
        kernels=[],
        derived=False,
    )


def group_view(group: Group, library: Library) -> View:
    base = group.base.schema
    entry = group.entry
    base_parameters = parameters(base)
    if group.base.form == "out" and group.kind == "structured":
        base_parameters = [p for p in base_parameters if p.argument not in base.outs]
    tensors = [p for p in base_parameters if kind_of(p.argument.type) == "tensor"]
    view = View(
        id=group.base.id,
        kind=group.kind,
        op=cpp_string(base.name),
        base=group.base,
        tensors=[p for p in tensors if p.argument not in base.outs],
        checks=group.checks,
        parameters=base_parameters,
        names=", ".join(p.name for p in base_parameters),
        unused_plain=", ".join(f"[[maybe_unused]] {p.plain}" for p in base_parameters),
        all=[operator_view(o, group, library) for o in group.operators],
        base_many=bool(base.returns) and base.returns[0].type.is_list,
    )
    rows = {o.form: f"&{o.id}" for o in group.operators[1:]}
    view.inplace_row = rows.get("inplace", "nullptr")
    view.out_row = rows.get("out", "nullptr")
    view.copy_row = rows.get("copy", "nullptr")
    view.copy_out_row = rows.get("copy_out", "nullptr")
    view.facts_mask = f"0x{group.accepted.get('CPU', group.accepted.get('', 0)):x}u"
    view.needs_check = bool(view.checks or view.tensors)
    {"pointwise": _pointwise, "structured": _structured, "view": _view, "direct": _direct}[group.kind](group, view, entry)
    return view


# ---- Kinds


def formula_id(group: Group, index: int) -> str:
    return group.base.id if len(group.formulas) == 1 else f"{group.base.id}_{index}"


def _pointwise(group: Group, view: View, entry) -> None:
    base = group.base.schema
    inputs = [p for p in view.tensors]
    view.formulas = []
    for i, formula in enumerate(group.formulas):
        setup, numbers = [], []
        for argument in formula.scalars:
            name = cpp_name(argument.name)
            kind = kind_of(argument.type)
            text = f"stub::present({name}, {view.op})" if kind.endswith("?") else name
            if kind.rstrip("?") == "scalar":
                numbers.append(f"&{text}")
            else:
                setup.append(f"const at::Scalar number_{argument.name}({text});")
                numbers.append(f"&number_{argument.name}")
        variant = entry.variants[i]
        view.formulas.append(
            View(
                id=formula_id(group, i),
                when=formula.when,
                when_line=variant.when.place(0).line if variant.when is not None else 0,
                setup=setup,
                inputs=", ".join(f"&{p.name}" for p in inputs),
                numbers=", ".join(numbers),
            )
        )
    view.when_arguments = ", ".join(a.name for a in base.arguments if kind_of(a.type).rstrip("?") in ("str", "bool", "int", "dtype"))
    for o in view.all:
        o.slots = [(slot, f"stub_{o.id}") for slot in SLOTS["CPU"] + SLOTS["Meta"]]


def _structured(group: Group, view: View, entry) -> None:
    base = group.base.schema
    p = view.parameters
    results = len(base.returns)
    view.n_results = results
    view.kernel = group.kernels.get("CPU") or next(group.kernels[b] for b in COMPOSITE if b in group.kernels)
    view.kernel_line = view.kernel.place.line
    tensors = [q for q in p if kind_of(q.argument.type) == "tensor"]
    optional_tensors = [q for q in p if kind_of(q.argument.type) == "tensor?"]
    lists = [q for q in p if kind_of(q.argument.type) == "tensors"]
    dtype_argument = next((q for q in p if q.argument.name == "dtype" and kind_of(q.argument.type) == "dtype?"), None)
    rule = PROMOTIONS[group.promotion] if group.promotion and group.promotion != "none" else ""
    lines = []
    if dtype_argument is not None:
        lines.append("if (dtype.has_value()) return {*dtype, *dtype};")
    if rule:
        pointers = ", ".join(f"&{q.name}" for q in tensors)
        extra = f", {lists[0].name}" if lists else ""
        lines.append(f"return stub::promoted(stub::Rule::{rule}, {{{pointers}}}{extra});")
    elif tensors:
        lines.append(f"return {{{tensors[0].name}.scalar_type(), {tensors[0].name}.scalar_type()}};")
    elif lists:
        lines.append(f"return stub::promoted(stub::Rule::Default, {{}}, {lists[0].name});")
    else:
        lines.append("return {c10::get_default_dtype_as_scalartype(), c10::get_default_dtype_as_scalartype()};")
    view.dtype_lines = lines
    converts = view.kernel.template and (bool(rule) or dtype_argument is not None or (not tensors and bool(lists)))
    view.conversions, renamed = [], {}
    if converts:
        for q in tensors + optional_tensors:
            view.conversions.append(f"const auto& {q.name}_converted = stub::converted({q.name}, compute);" if False else f"const auto {q.name}_converted = stub::converted({q.name}, compute);")
            renamed[q.name] = f"{q.name}_converted"
        for q in lists:
            view.conversions.append(f"const stub::ConvertedList {q.name}_converted({q.name}, compute);")
            renamed[q.name] = f"{q.name}_converted.list()"
    outs = [f"out{i}_" for i in range(results)]
    view.result_parameters = "".join(f", at::Tensor& {o}" for o in outs) if view.unused_plain else ", ".join(f"at::Tensor& {o}" for o in outs)
    if not view.unused_plain:
        view.result_parameters = ", " + view.result_parameters
    view.kernel_arguments = ", ".join([renamed.get(q.name, q.name) for q in p] + outs)
    view.switch = dtypes.members(group.mask)
    view.mask_text = f"0x{group.mask:x}u"
    comma = ", " if view.names else ""
    view.result_names = "".join(f"{', ' if i or view.names else ''}result{i}" for i in range(results))
    view.target_names = "".join(f"{', ' if i or view.names else ''}target{i}.target()" for i in range(results))
    result_lines = []
    if group.meta is not None:
        result_lines.append(f"//@line {group.meta.place.line} {entry.place.file}")
        if results == 1:
            result_lines.append(f"const OutputMeta meta0 = at::native::{group.meta.name}({view.names});")
        else:
            result_lines.append(f"const std::array<OutputMeta, {results}> metas = at::native::{group.meta.name}({view.names});")
            result_lines += [f"const OutputMeta& meta{i} = metas[{i}];" for i in range(results)]
        result_lines.append("//@end")
    else:
        for i, shape in enumerate(group.shapes):
            result_lines.append(f"//@line {entry.shapes[i].place(0).line} {entry.place.file}")
            result_lines.append(f"const OutputMeta meta{i}{{c10::DimVector({shape}), dtypes.result, {{}}}};")
            result_lines.append("//@end")
    view.result_lines = result_lines
    view.returned = "result0" if results == 1 else f"{cpptypes.return_type(base)}({', '.join(f'std::move(result{i})' for i in range(results))})"
    view.input_pointers = ", ".join([f"&{q.name}" for q in tensors] + [f"stub::pointer({q.name})" for q in optional_tensors])
    view.input_list = lists[0].name if lists else "{}"
    for o in view.all:
        o.slots = [(slot, f"stub_{o.id}<false>") for slot in SLOTS["CPU"]] + [(slot, f"stub_{o.id}<true>") for slot in SLOTS["Meta"]]
    del comma


def _view(group: Group, view: View, entry) -> None:
    view.view = group.view
    view.kernel_line = group.view.place.line
    for o in view.all:
        o.slots = [(slot, f"stub_{o.id}") for slot in EVERYWHERE]


def _direct(group: Group, view: View, entry) -> None:
    distinct: dict[str, Kernel] = {}
    for kernel in group.kernels.values():
        distinct.setdefault(kernel.name, kernel)
    for o, operator in zip(view.all, group.operators):
        o.kernels = list(distinct.values())
        o.derived = operator is not group.base
        slots: dict[str, str] = {}
        # Kernels of one backend first: they win over a composite one.
        ordered = sorted(group.kernels.items(), key=lambda item: item[0] in COMPOSITE)
        for backend, kernel in ordered:
            for slot in SLOTS.get(backend, (backend,)):
                if slot in EVERYWHERE:
                    slots.setdefault(slot, f"stub_{o.id}__{kernel.name}")
        order = list(EVERYWHERE)
        o.slots = sorted(slots.items(), key=lambda item: order.index(item[0]))


# ---- Files


def _tile_views(group: Group) -> list[View]:
    base = group.base.schema
    inputs = [a for a in base.arguments if kind_of(a.type) == "tensor" and a not in base.outs]
    found = []
    for i, formula in enumerate(group.formulas):
        promotes = sum(1 << k for k, a in enumerate(formula.scalars) if kind_of(a.type).rstrip("?") == "scalar" and a.name in PROMOTING)
        operands = [*inputs, *formula.scalars]
        used = re.findall(r"\w+", formula.body)
        found.append(
            View(
                id=formula_id(group, i),
                name=base.name,
                line=group.entry.variants[i].formula.place(0).line,
                values=", ".join(("V " if cpp_name(a.name) in used else "[[maybe_unused]] V ") + cpp_name(a.name) for a in operands),
                body=formula.body,
                n_inputs=len(inputs),
                n_scalars=len(formula.scalars),
                promotion=PROMOTIONS[formula.promotion],
                bool_result="true" if formula.result_is_bool else "false",
                mask=f"0x{formula.mask:x}u",
                scalar_promotes=promotes,
                argument_names=",".join(a.name for a in operands),
                scalar_template=formula.scalar_template,
                # Half and bfloat16 are computed in float.
                compute_switch=[(e, "float" if e in ("Half", "BFloat16") else t) for e, t in dtypes.members(formula.mask)],
                result_template="boolean" if formula.result_is_bool else "real_of" if formula.promotion == "complex_to_float" else "same",
                call_operands=", ".join([f"in{k}[i]" for k in range(len(inputs))] + [f"number{k}" for k in range(len(formula.scalars))]),
            )
        )
    return found


def header_name(operator: Operator) -> str:
    name = operator.schema.name
    return name[:-1] if name.endswith("_") and not name.startswith("__") and len(name) > 1 else name


def render(sections: list[Section], groups: list[Group], library: Library = Library()) -> dict[str, str]:
    """Every generated file: path below the include folder -> text. OperatorTable.cpp stands beside."""
    env = environment()
    files: dict[str, str] = {}
    by_header: dict[str, list[tuple[Section, View]]] = {}
    methods: list[View] = []
    table: list[View] = []
    all_groups: list[View] = []
    has_copy = library.ours and any(header_name(g.base) == "copy" for g in groups)
    of_section: dict[int, list[Group]] = {}
    for group in groups:
        of_section.setdefault(id(group.section), []).append(group)
    for section in sections:
        mine = of_section.get(id(section), [])
        views = [group_view(g, library) for g in mine]
        tiles = [t for g in mine if g.kind == "pointwise" for t in _tile_views(g)]
        operators = [o for v in views for o in v.all]
        for group, view in zip(mine, views):
            for operator, shown in zip(group.operators, view.all):
                by_header.setdefault(header_name(operator), []).append((section, shown))
        methods += operators
        table += operators
        all_groups += views
        includes = {f"{library.headers}/{header_name(o)}.h" for g in mine for o in g.operators}
        if has_copy:
            includes.add("ATen/ops/copy.h")
        includes = sorted(includes)
        if tiles:
            includes.append("ATen/native/cpu/Pointwise.h")
        if any(g.kind == "view" for g in mine):
            includes.append("ATen/native/ViewGeometry.h")
        for kind, template in (("tiles", "tiles.inc.j2"), ("stubs", "stubs.inc.j2")):
            path = f"{library.stubs}/{section.name}.{kind}.inc"
            if kind == "tiles" and not any("pointwise" in e.keys for e in section.entries):
                continue
            text = env.get_template(template).render(library=library, section=section, groups=views, operators=operators, formulas=tiles, includes=includes)
            files[path] = finish_lines(text, path)
    for name in sorted(by_header):
        pairs = by_header[name]
        sources = ", ".join(sorted({section.path for section, _ in pairs}))
        operators = [o for _, o in pairs]
        types = " ".join(o.function_type for o in operators)
        includes = []
        for mark, header in (("at::Generator", "ATen/core/Generator.h"), ("c10::List", "ATen/core/List.h")):
            if mark in types:
                includes.append(header)
        if any("Reduction::" in c.declared for o in operators for c in o.functions):
            includes.append("ATen/core/Reduction.h")
        files[f"{library.headers}/{name}.h"] = env.get_template("op.h.j2").render(library=library, name=name, sources=sources, operators=operators, includes=includes)
    table.sort(key=lambda o: (o.schema.name, o.schema.overload))
    if not library.ours:
        files["OperatorTable.cpp"] = env.get_template("LibraryTable.cpp.j2").render(library=library, operators=table)
        return files
    files["ATen/Functions.h"] = env.get_template("Functions.h.j2").render(names=sorted(by_header))
    files["ATen/core/TensorMethods.inc"] = env.get_template("TensorMethods.inc.j2").render(operators=sorted(methods, key=lambda o: (o.schema.name, o.schema.overload)))
    files["OperatorTable.cpp"] = env.get_template("OperatorTable.cpp.j2").render(operators=table, groups=all_groups)
    return files
