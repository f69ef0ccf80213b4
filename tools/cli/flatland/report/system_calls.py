# SPDX-License-Identifier: BSD-2-Clause
"""The system calls of Linux, and what a UNIX kernel makes of each: out of its table."""

from __future__ import annotations

import re
from pathlib import Path

from flatland.grid import grid

_row = re.compile(r"FLAT_(CALL|LACK|QUIET)\((\d+), (\w+)(?:,\s*([^\n]*))?\)$", re.MULTILINE)
_method = re.compile(r"self\.(\w+)->(\w+)")
_states = {"LACK": "lacking", "QUIET": "lacking, and nobody is told"}

Call = dict[str, str | int]


def system_calls(table: Path) -> list[Call]:
    """Each call of a table (system_calls.inc), in the order of numbers."""
    text = table.read_text(encoding="utf-8")
    return [
        {"number": int(number), "name": name, "state": _state(kind, expression)}
        for kind, number, name, expression in _row.findall(text)
    ]


def _state(kind: str, expression: str) -> str:
    """What becomes of it, by a method of which interface."""
    if kind in _states:
        return _states[kind]
    if method := _method.match(expression):
        return f"{method[1]}.{method[2]}"
    return "always 0" if expression == "0" else "by the entry itself"


def text_of(calls: list[Call]) -> str:
    """A table, and how many there are."""
    rows = [[str(each["number"]), str(each["name"]), str(each["state"])] for each in calls]
    there = sum(not str(each["state"]).startswith("lacking") for each in calls)
    lines = [f"{there} of {len(calls)} system calls of Linux on x86_64", ""]
    return "\n".join([*lines, *grid(["number", "name", "carried out by"], rows)])
