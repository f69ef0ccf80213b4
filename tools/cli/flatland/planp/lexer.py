# SPDX-License-Identifier: BSD-2-Clause
"""Takes a PlanP program apart into words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from flatland.diagnostics import Diagnostic, FlatError, Span, error, replacement

Kind = Literal["mac", "host", "int", "name", "word", "sign", "end"]

words = frozenset(
    "and andalso channel else end exception false fun handle if in initstate is let mod orelse "
    "protostate raise then true try val".split()
)
_pattern = re.compile(
    r"""(?P<space>\s+|--[^\n]*)
    |(?P<mac>[0-9a-fA-F]{2}(?::[0-9a-fA-F]{2}){5})
    |(?P<host>\d+\.\d+\.\d+\.\d+)
    |(?P<int>0x[0-9a-fA-F]+|\d+)
    |(?P<name>[A-Za-z_][A-Za-z0-9_]*)
    |(?P<sign>=>|<>|<=|>=|[=<>+\-*/#():;,|])""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class Word:
    """A word of a program, and where it stands."""

    kind: Kind
    text: str
    span: Span


def refusal(
    code: str, message: str, span: Span, label: str = "", *, help: str | None = None, fix: str = ""
) -> FlatError:
    """An error at a place; `fix` is what should stand there instead."""
    edit = replacement(span, fix) if fix else None
    found: Diagnostic = error(code, message, span, label, help=help, edit=edit)
    return FlatError([found])


def split(text: str, file: Path) -> list[Word]:
    """The words of a program, and one that is its end."""
    found = []
    place, line, line_start = 0, 1, 0
    while place < len(text):
        column = place - line_start + 1
        match = _pattern.match(text, place)
        if not match:
            span = Span(file, line, column, column + 1)
            raise refusal("F1301", f"`{text[place]}` does not belong to the language", span)
        piece = match[0]
        if match.lastgroup == "space":
            if "\n" in piece:
                line += piece.count("\n")
                line_start = place + piece.rindex("\n") + 1
        else:
            kind: Kind = match.lastgroup  # type: ignore[assignment]
            if piece in words:
                kind = "word"
            found.append(Word(kind, piece, Span(file, line, column, column + len(piece))))
        place = match.end()
    column = place - line_start + 1
    found.append(Word("end", "the end of the file", Span(file, line, column, column)))
    return found
