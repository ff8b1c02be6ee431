"""Positions and faults.

Everything the generator reads keeps the place it came from, and every fault is collected instead of raised, so that one
run reports all faults of all files as `file:line:col: message`.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field
from typing import Iterable


@dataclass(frozen=True, order=True)
class Place:
    """A position in a file; line and column count from 1."""

    file: str
    line: int
    col: int

    def shifted(self, columns: int) -> "Place":
        return Place(self.file, self.line, self.col + columns)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.col}"


class Fault(Exception):
    """One fault of the input: where it is, and what to write instead."""

    def __init__(self, place: Place, message: str):
        super().__init__(f"{place}: {message}")
        self.place = place
        self.message = message


@dataclass
class Faults:
    """The faults of one run."""

    found: list[Fault] = field(default_factory=list)

    def add(self, place: Place, message: str) -> None:
        self.found.append(Fault(place, message))

    def take(self, fault: Fault) -> None:
        self.found.append(fault)

    def lines(self) -> list[str]:
        unique = {(f.place, f.message) for f in self.found}
        return [f"{place}: {message}" for place, message in sorted(unique)]


class Text:
    """A piece of an expression or schema with the place of each of its characters.

    The text is taken raw from the file, over several lines where YAML allows that, so an offset into it is an exact place.
    """

    def __init__(self, text: str, place: Place):
        self.text = text
        self._start = place

    def place(self, offset: int) -> Place:
        before = self.text[:offset]
        newline = before.rfind("\n")
        if newline < 0:
            return self._start.shifted(offset)
        return Place(self._start.file, self._start.line + before.count("\n"), offset - newline)

    def slice(self, begin: int, end: int) -> "Text":
        return Text(self.text[begin:end], self.place(begin))

    def fault(self, offset: int, message: str) -> Fault:
        return Fault(self.place(offset), message)


def suggestion(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'x'?` when a known word is near, else the whole list if it is short."""
    known = sorted(set(known))
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    if near:
        return f"; did you mean '{near[0]}'?"
    if known and len(known) <= 12:
        return f"; known: {', '.join(known)}"
    return ""
