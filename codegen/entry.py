"""One YAML entry as it is written: keys, values and the place of each, checked for form only.

Expressions and schemas are taken raw from the file, never through YAML's idea of the text, so places are exact and nothing
that YAML would cut or join gets lost unseen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional

import yaml

from .faults import Fault, Faults, Place, Text, suggestion

# Keys that are ours, and PyTorch's with PyTorch's meaning.
OWN_KEYS = ("forms", "promotion", "dtypes", "checks", "shape", "meta", "view", "pointwise", "derivative", "doc", "example", "shows", "samples")
PYTORCH_KEYS = (
    "func", "variants", "dispatch", "structured", "structured_delegate", "structured_inherits", "autogen", "tags", "device_check", "device_guard",
    "manual_kernel_registration", "manual_cpp_binding", "python_module", "category_override", "precomputed", "cpp_no_default_args", "use_const_ref_for_mutable_tensors", "ufunc_inner_loop",
)  # fmt: skip
KEYS = OWN_KEYS + PYTORCH_KEYS

_DEVICES = ("CPU", "CUDA", "HIP", "XLA", "MTIA", "MPS", "IPU", "XPU", "HPU", "VE", "Lazy", "MAIA", "PrivateUse1", "PrivateUse2", "PrivateUse3", "Meta")
BACKENDS = tuple(layout + device for layout in ("", "Sparse", "SparseCsr", "Quantized", "NestedTensor") for device in _DEVICES) + (
    "MkldnnCPU", "ZeroTensor", "FPGA", "Vulkan", "Metal",
    "CompositeImplicitAutograd", "CompositeExplicitAutograd", "CompositeExplicitAutogradNonFunctional", "CompositeImplicitAutogradNestedTensor",
)  # fmt: skip


class Source:
    """A file's text with the raw slice under each YAML node."""

    def __init__(self, name: str, text: str, first_line: int = 1):
        self.name = name
        self.text = text
        self.first_line = first_line
        self._starts = [0]
        for i, c in enumerate(text):
            if c == "\n":
                self._starts.append(i + 1)

    def place(self, mark) -> Place:
        return Place(self.name, mark.line + self.first_line, mark.column + 1)

    def offset(self, mark) -> int:
        return self._starts[mark.line] + mark.column if mark.line < len(self._starts) else len(self.text)

    def line_end(self, offset: int) -> int:
        end = self.text.find("\n", offset)
        return len(self.text) if end < 0 else end

    def place_at(self, offset: int) -> Place:
        line = self.text.count("\n", 0, offset)
        return Place(self.name, line + self.first_line, offset - self._starts[line] + 1)

    def expression(self, node: yaml.Node, comment: bool = False) -> Text:
        """The raw text of a scalar or flow sequence that is an expression or a schema; throws Fault if YAML would change it.

        A comment after it looks like a cut expression and is refused, unless `comment`: PyTorch's keys, which hold words, often have one.
        """
        begin, end = self.offset(node.start_mark), self.offset(node.end_mark)
        if isinstance(node, yaml.MappingNode):
            if node.flow_style:
                raise Fault(self.place(node.start_mark), "an expression stands on a line of its own or in a block scalar, never inside {}")
            key = node.value[0][0]
            colon = self.text.find(":", self.offset(key.end_mark))
            raise Fault(self.place_at(max(colon, 0)), "YAML takes ': ' for a mapping and splits the expression here; write it without the space or in a block scalar (|)")
        if isinstance(node, yaml.SequenceNode) and not node.flow_style:
            raise Fault(self.place(node.start_mark), "one expression is wanted here, this is a list")
        if isinstance(node, yaml.ScalarNode) and node.style in ("|", ">"):
            body = self.text.find("\n", begin) + 1
            raw = self.text[body:end].rstrip()
            return Text(raw, self.place_at(body))
        if isinstance(node, yaml.ScalarNode) and node.style in ("'", '"'):
            raw = self.text[begin + 1 : end - 1]
            if ("\\" in raw and node.style == '"') or "''" in raw:
                raise Fault(self.place(node.start_mark), "no escapes in a quoted expression: use a block scalar (|)")
            return Text(raw, self.place_at(begin + 1))
        raw = self.text[begin:end]
        cut = raw.rstrip()
        line_end = self.line_end(begin + len(cut))
        rest = self.text[begin + len(cut) : line_end]
        if rest.strip().startswith("#") and not comment:
            at = begin + len(cut) + len(rest) - len(rest.lstrip())
            raise Fault(self.place_at(at), "YAML takes ' #' for a comment and cuts the expression here; put comments on a line of their own")
        return Text(cut, self.place_at(begin))


@dataclass
class Check:
    """`dim(self, 2)`, or `require:` with `message:`; under `each(list)` possibly."""

    text: Text
    each: Optional[Text] = None
    message: Optional[Text] = None

    @property
    def place(self) -> Place:
        return self.text.place(0)


@dataclass
class Variant:
    """One formula; of several, `when` chooses."""

    formula: Text
    when: Optional[Text] = None
    promotion: Optional[Text] = None


@dataclass
class Entry:
    section: str
    place: Place
    end_line: int = 0
    func: Optional[Text] = None
    keys: dict[str, Place] = field(default_factory=dict)
    words: dict[str, list[Text]] = field(default_factory=dict)  # keys whose value is a list of words
    forms: list[Text] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    shapes: list[Text] = field(default_factory=list)
    variants: list[Variant] = field(default_factory=list)
    dtypes: dict[str, list[Text]] = field(default_factory=dict)  # by backend; "" for all
    dispatch: dict[str, Text] = field(default_factory=dict)
    derivative: dict[str, Text] = field(default_factory=dict)  # the arguments' names as written
    formulas_of_derivative: dict[str, Text] = field(default_factory=dict)
    samples: list[Text] = field(default_factory=list)
    text: dict[str, str] = field(default_factory=dict)  # doc, example, shows

    def word(self, key: str) -> Optional[Text]:
        found = self.words.get(key)
        return found[0] if found else None


class EntryReader:
    """Reads the mapping of one entry; faults go to `faults` and the rest of the entry is read all the same."""

    def __init__(self, source: Source, section: str, faults: Faults):
        self.source = source
        self.section = section
        self.faults = faults

    def read(self, node: yaml.Node) -> Optional[Entry]:
        place = self.source.place(node.start_mark)
        if not isinstance(node, yaml.MappingNode):
            self.faults.add(place, "an entry is a mapping that starts with `func:`")
            return None
        end = self.source.text.rstrip().count("\n") if node.end_mark.line >= self.source.text.count("\n") else node.end_mark.line - 1
        entry = Entry(self.section, place, end_line=end + self.source.first_line)
        for key, value in node.value:
            self._key(entry, key, value)
        if "func" not in entry.keys:
            self.faults.add(place, "an entry needs `func:`, the operator's schema")
            return None
        return entry if entry.func is not None else None

    def _key(self, entry: Entry, key: yaml.Node, value: yaml.Node) -> None:
        place = self.source.place(key.start_mark)
        name = key.value if isinstance(key, yaml.ScalarNode) else None
        if name not in KEYS:
            self.faults.add(place, f"unknown key '{name}'{suggestion(str(name), KEYS)}")
            return
        if name in entry.keys:
            self.faults.add(place, f"a second `{name}` in this entry; the first is on line {entry.keys[name].line}")
            return
        entry.keys[name] = place
        if isinstance(value, yaml.ScalarNode) and value.value == "" and not value.style:
            self.faults.add(place, f"`{name}:` has no value")
            return
        try:
            getattr(self, "_read_" + name, self._read_words)(entry, name, value)
        except Fault as fault:
            self.faults.take(fault)

    def _list(self, value: yaml.Node) -> list[yaml.Node]:
        return value.value if isinstance(value, yaml.SequenceNode) else [value]

    def _split(self, text: Text) -> list[Text]:
        """`a, b(c, d)` at its outer commas."""
        parts: list[Text] = []
        depth = begin = 0
        for i, c in enumerate(text.text + ","):
            depth += (c in "([") - (c in ")]")
            if c == "," and depth <= 0:
                piece = text.text[begin:i]
                lead = len(piece) - len(piece.lstrip())
                if not piece.strip():
                    raise text.fault(min(begin, len(text.text)), "a word is missing between commas")
                parts.append(text.slice(begin + lead, begin + len(piece.rstrip())))
                begin = i + 1
        return parts

    def _words_of(self, value: yaml.Node, comment: bool = False) -> list[Text]:
        if isinstance(value, yaml.SequenceNode):
            return [part for item in value.value for part in self._split(self.source.expression(item, comment))]
        return self._split(self.source.expression(value, comment))

    # Keys.
    def _read_words(self, entry: Entry, name: str, value: yaml.Node) -> None:
        if name in ("precomputed", "ufunc_inner_loop"):  # about PyTorch's own C++
            entry.words[name] = []
            return
        entry.words[name] = self._words_of(value, comment=True)

    def _read_func(self, entry: Entry, name: str, value: yaml.Node) -> None:
        entry.func = self.source.expression(value)

    def _read_forms(self, entry: Entry, name: str, value: yaml.Node) -> None:
        entry.forms = self._words_of(value)

    def _read_promotion(self, entry: Entry, name: str, value: yaml.Node) -> None:
        entry.words[name] = [self.source.expression(value)]

    def _read_meta(self, entry: Entry, name: str, value: yaml.Node) -> None:
        entry.words[name] = [self.source.expression(value)]

    _read_view = _read_meta

    def _read_shape(self, entry: Entry, name: str, value: yaml.Node) -> None:
        if isinstance(value, yaml.SequenceNode) and not value.flow_style:
            entry.shapes = [self.source.expression(item) for item in value.value]
        else:
            entry.shapes = [self.source.expression(value)]

    def _read_checks(self, entry: Entry, name: str, value: yaml.Node) -> None:
        for item in self._list(value):
            try:
                entry.checks.append(self._check(item))
            except Fault as fault:
                self.faults.take(fault)

    def _check(self, node: yaml.Node) -> Check:
        if not isinstance(node, yaml.MappingNode):
            return Check(self.source.expression(node))
        if node.flow_style:
            raise Fault(self.source.place(node.start_mark), "a check stands on a line of its own, never inside {}")
        pairs = {}
        for key, value in node.value:
            pairs[key.value if isinstance(key, yaml.ScalarNode) else ""] = (key, value)
        first, first_value = node.value[0]
        word = first.value if isinstance(first, yaml.ScalarNode) else ""
        if word.startswith("each(") and word.endswith(")") and len(pairs) == 1:
            begin = self.source.offset(first.start_mark)
            each = Text(word[5:-1], self.source.place_at(begin + 5))
            return Check(self.source.expression(first_value), each=each)
        if "require" in pairs:
            for other, (key, _) in pairs.items():
                if other not in ("require", "message"):
                    raise Fault(self.source.place(key.start_mark), f"unknown key '{other}' of a check; known: message, require")
            if "message" not in pairs:
                raise Fault(self.source.place(first.start_mark), "`require:` needs a `message:` that says what is wrong, with values in braces")
            message = pairs["message"][1]
            if not isinstance(message, yaml.ScalarNode):
                raise Fault(self.source.place(message.start_mark), "a message is one text: quote it when it has braces")
            begin = self.source.offset(message.start_mark) + (1 if message.style in ("'", '"') else 0)
            return Check(self.source.expression(pairs["require"][1]), message=Text(message.value, self.source.place_at(begin)))
        if "message" in pairs:
            raise Fault(self.source.place(first.start_mark), "`message:` belongs to `require:`; the other checks have their sentence")
        self.source.expression(node)  # says where YAML split it
        raise AssertionError

    def _read_pointwise(self, entry: Entry, name: str, value: yaml.Node) -> None:
        if not isinstance(value, yaml.SequenceNode) or value.flow_style:
            entry.variants = [Variant(self.source.expression(value))]
            return
        for item in value.value:
            place = self.source.place(item.start_mark)
            if not isinstance(item, yaml.MappingNode) or item.flow_style:
                self.faults.add(place, "a formula of several is a block of `when:`, `formula:` and perhaps `promotion:`, each on its line")
                continue
            parts: dict[str, Text] = {}
            for key, part in item.value:
                if key.value not in ("when", "promotion", "formula"):
                    self.faults.add(self.source.place(key.start_mark), f"unknown key '{key.value}' of a formula; known: formula, promotion, when")
                    continue
                try:
                    parts[key.value] = self.source.expression(part)
                except Fault as fault:
                    self.faults.take(fault)
            if "formula" not in parts:
                if all(key.value != "formula" for key, _ in item.value):
                    self.faults.add(place, "a formula of several needs `formula:`")
                continue
            entry.variants.append(Variant(parts["formula"], parts.get("when"), parts.get("promotion")))

    def _read_dtypes(self, entry: Entry, name: str, value: yaml.Node) -> None:
        if isinstance(value, yaml.MappingNode):
            for key, part in value.value:
                if key.value not in BACKENDS:
                    self.faults.add(self.source.place(key.start_mark), f"unknown backend '{key.value}'{suggestion(str(key.value), BACKENDS)}")
                    continue
                entry.dtypes[key.value] = self._words_of(part)
        else:
            entry.dtypes[""] = self._words_of(value)

    def _read_dispatch(self, entry: Entry, name: str, value: yaml.Node) -> None:
        if not isinstance(value, yaml.MappingNode):
            raise Fault(self.source.place(value.start_mark), "`dispatch:` is a mapping from backends to kernels, e.g. `CPU: mm_cpu<scalar_t>`")
        for key, part in value.value:
            place = self.source.place(key.start_mark)
            kernel = self.source.expression(part, comment=True)
            begin = self.source.offset(key.start_mark)
            for backend in self._split(Text(key.value, self.source.place_at(begin))):
                if backend.text not in BACKENDS:
                    self.faults.add(backend.place(0), f"unknown backend '{backend.text}'{suggestion(backend.text, BACKENDS)}")
                elif backend.text in entry.dispatch:
                    self.faults.add(place, f"a second kernel for {backend.text}")
                else:
                    entry.dispatch[backend.text] = kernel

    def _read_derivative(self, entry: Entry, name: str, value: yaml.Node) -> None:
        if not isinstance(value, yaml.MappingNode) or value.flow_style:
            raise Fault(self.source.place(value.start_mark), "`derivative:` is a block mapping from arguments to formulas, each on its line")
        for key, part in value.value:
            try:
                begin = self.source.offset(key.start_mark)
                formula = self.source.expression(part)
                for argument in self._split(Text(key.value, self.source.place_at(begin))):
                    entry.derivative[argument.text] = Text(argument.text, argument.place(0))
                    entry.formulas_of_derivative[argument.text] = formula
            except Fault as fault:
                self.faults.take(fault)

    def _read_samples(self, entry: Entry, name: str, value: yaml.Node) -> None:
        for item in self._list(value):
            try:
                entry.samples.append(self.source.expression(item))
            except Fault as fault:
                self.faults.take(fault)

    def _read_doc(self, entry: Entry, name: str, value: yaml.Node) -> None:
        if not isinstance(value, yaml.ScalarNode):
            raise Fault(self.source.place(value.start_mark), f"`{name}:` is text: quote it or use a block scalar (|)")
        if not value.style:
            self.source.expression(value)
        entry.text[name] = value.value.strip()

    _read_example = _read_doc
    _read_shows = _read_doc
