"""Reads native_functions.yaml and the section files it lists; collects the faults of all of them."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field

import yaml

from .entry import Entry, EntryReader, Source
from .faults import Faults, Place, suggestion

Loader = getattr(yaml, "CLoader", yaml.Loader)


@dataclass
class Section:
    """One YAML file of operators: `Softmax` is aten/ATen/native/Softmax.yaml, beside Softmax.cpp."""

    name: str
    about: str
    path: str  # as faults print it
    file: str  # as it is opened
    entries: list[Entry] = field(default_factory=list)

    @property
    def cpp(self) -> str:
        return os.path.splitext(self.file)[0] + ".cpp"


def _compose(name: str, text: str, first_line: int, faults: Faults) -> tuple[yaml.Node | None, bool]:
    try:
        return yaml.compose(text, Loader=Loader), True
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(name, mark.line + first_line, mark.column + 1) if mark else Place(name, first_line, 1)
        problem = error.problem or "cannot be read as YAML"
        mend = ""
        if "mapping values" in problem:
            mend = " (YAML takes ': ' for a mapping; quote the text or use a block scalar)"
        elif "alias" in problem or "anchor" in problem:
            mend = " (YAML takes a leading * or & for its own; use a block scalar)"
        faults.add(place, f"YAML: {problem}{mend}")
    except yaml.YAMLError as error:
        faults.add(Place(name, first_line, 1), f"YAML: {str(error).splitlines()[0]}")
    return None, False


def read_entries(name: str, text: str, section: str, faults: Faults) -> list[Entry]:
    """The entries of one file. Where YAML gives up, the file is read entry by entry, so that one fault hides no other."""
    attempt = Faults()
    node, good = _compose(name, text, 1, attempt)
    if good:
        if node is None:
            return []
        return _entries_of(Source(name, text), node, section, faults)
    found: list[Entry] = []
    lines = text.split("\n")
    begins = [i for i, line in enumerate(lines) if line.startswith("- ")]
    for begin, end in zip(begins, begins[1:] + [len(lines)]):
        chunk = "\n".join(lines[begin:end])
        node, good = _compose(name, chunk, begin + 1, faults)
        if good and node is not None:
            found += _entries_of(Source(name, chunk, begin + 1), node, section, faults)
    if not faults.found:
        faults.found += attempt.found
    return found


def _entries_of(source: Source, node: yaml.Node, section: str, faults: Faults) -> list[Entry]:
    if not isinstance(node, yaml.SequenceNode):
        faults.add(source.place(node.start_mark), "a section file is a list of entries: `- func: ...`")
        return []
    reader = EntryReader(source, section, faults)
    entries = [reader.read(item) for item in node.value]
    return [entry for entry in entries if entry is not None]


def read_index(index: str, root: str, faults: Faults) -> list[Section]:
    """The sections that native_functions.yaml lists, in its order, without their entries."""
    shown = os.path.relpath(index, root)
    with open(index, encoding="utf-8") as file:
        text = file.read()
    node, good = _compose(shown, text, 1, faults)
    if not good or node is None:
        return []
    source = Source(shown, text)
    if not isinstance(node, yaml.SequenceNode):
        faults.add(source.place(node.start_mark), "the index is a list of sections: `- Softmax: what it holds`")
        return []
    folder = os.path.join(os.path.dirname(index), "aten", "ATen", "native")
    sections: list[Section] = []
    for item in node.value:
        place = source.place(item.start_mark)
        if not isinstance(item, yaml.MappingNode) or len(item.value) != 1 or not isinstance(item.value[0][1], yaml.ScalarNode):
            faults.add(place, "a line of the index is `- Section: what it holds`")
            continue
        name, about = item.value[0][0].value, item.value[0][1].value
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_/]*", name):
            faults.add(place, f"'{name}' is no name of a section")
            continue
        if any(s.name == name for s in sections):
            faults.add(place, f"section {name} is listed twice")
            continue
        file = os.path.join(folder, name + ".yaml")
        if not os.path.exists(file):
            present = [f[:-5] for f in sorted(os.listdir(folder)) if f.endswith(".yaml")] if os.path.isdir(folder) else []
            faults.add(place, f"section {name} has no file {os.path.relpath(file, root)}{suggestion(name, present)}")
            continue
        sections.append(Section(name, about, os.path.relpath(file, root), file))
    return sections


def load_sections(files: list[str], root: str, faults: Faults) -> list[Section]:
    """Sections of a library outside the tree, by their files."""
    sections: list[Section] = []
    for path in files:
        file = os.path.abspath(path)
        shown = os.path.relpath(file, root)
        section = Section(os.path.splitext(os.path.basename(file))[0], "", shown, file)
        if any(s.name == section.name for s in sections):
            faults.add(Place(shown, 1, 1), f"two sections are named {section.name}: files of one library need names of their own")
        try:
            with open(file, encoding="utf-8") as opened:
                section.entries = read_entries(shown, opened.read(), section.name, faults)
        except OSError as error:
            faults.add(Place(shown, 1, 1), f"cannot be read: {error.strerror}")
        sections.append(section)
    return sections


def load(index: str, root: str, faults: Faults) -> list[Section]:
    """Everything: the index and all its sections."""
    sections = read_index(index, root, faults)
    for section in sections:
        with open(section.file, encoding="utf-8") as file:
            text = file.read()
        here = Faults()
        section.entries = read_entries(section.path, text, section.name, here)
        faults.found += here.found
    listed = {section.name for section in sections}
    folder = os.path.join(os.path.dirname(index), "aten", "ATen", "native")
    if os.path.isdir(folder):
        for name in sorted(os.listdir(folder)):
            if name.endswith(".yaml") and name[:-5] not in listed:
                faults.add(Place(os.path.relpath(os.path.join(folder, name), root), 1, 1), f"no line of native_functions.yaml lists this section: add `- {name[:-5]}: what it holds`")
    return sections
