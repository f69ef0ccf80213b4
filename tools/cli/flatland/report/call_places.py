# SPDX-License-Identifier: BSD-2-Clause
"""Finds in a component's source where it calls through a port, and where it passes the port on."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

_hidden = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n]){1,4}'""", re.DOTALL
)
_macro = re.compile(r"\b[A-Z][A-Z0-9_]+\s*\(")


@dataclass(frozen=True)
class CallPlace:
    """One call as it is written; a compiler gives it one of several columns."""

    line: int
    columns: frozenset[int]
    method: str


@dataclass(frozen=True)
class PortUses:
    """What a source does with a port: calls, and lines on which it hands the port to others."""

    calls: tuple[CallPlace, ...]
    passed_on: tuple[int, ...]


def find_uses(text: str, port: str, methods: Collection[str]) -> PortUses:
    """The uses of a port in a source; without `methods`, any function may be called through it."""
    visible = _hidden.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    call = re.compile(
        rf"(?<![\w:])(?P<port>{port})\s*(?P<arrow>->|\[[^\]]*\]\s*\.)\s*"
        r"(?P<method>\w+)\s*(?P<open>\()"
    )
    calls = []
    for match in call.finditer(visible):
        if not methods or match["method"] in methods:
            line = visible.count("\n", 0, match.start("method")) + 1
            columns = {_column(visible, match.start(group)) for group in match.groupdict()}
            columns |= _macros_before(visible, match.start())
            calls.append(CallPlace(line, frozenset(columns), match["method"]))
    handed = re.compile(rf"(?:[(,=&{{<;!?:]|\breturn)\s*\*\s*{port}\b|(?<!:):\s*{port}\s*\)")
    passed = [visible.count("\n", 0, match.end()) + 1 for match in handed.finditer(visible)]
    return PortUses(tuple(calls), tuple(passed))


def _macros_before(text: str, offset: int) -> set[int]:
    """The columns of macros on the line, before a place: what they expand to gets theirs."""
    begin = text.rfind("\n", 0, offset) + 1
    return {match.start() + 1 for match in _macro.finditer(text[begin:offset])}


def _column(text: str, offset: int) -> int:
    """The column of a place, from 1."""
    return offset - text.rfind("\n", 0, offset)
