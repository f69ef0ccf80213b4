# SPDX-License-Identifier: BSD-2-Clause
"""A profile as text: the most frequent sequences of each class, and its members."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flatland.grid import grid

_sequence_titles = ("entry", "times", "weight %", "accesses", "lines of each object", "dirty")
_member_titles = ("member", "offset", "bytes", "line", "reads", "writes", "widths")


def summary(profile: dict[str, Any], most: int) -> Iterator[str]:
    """Lines of text; of each class at most so many sequences."""
    for each in profile["classes"]:
        yield from _class(each, most, profile["line_bytes"])


def _class(values: dict[str, Any], most: int, line_bytes: int) -> Iterator[str]:
    sequences = values["sequences"]
    times = sum(each["times"] for each in sequences)
    yield f"{values['name']}: {values['size_bytes']} bytes, accessed in {times} invocations"
    yield ""
    if not sequences:
        return
    yield from grid(_sequence_titles, [_sequence_row(each) for each in sequences[:most]])
    rest = sequences[most:]
    if rest:
        share = sum(each["weight"] for each in rest)
        yield f"and {len(rest)} more with {100 * share:.1f} % of the weight"
    yield ""
    used = [each for each in values["members"] if each["widths"]]
    if used:
        yield from grid(_member_titles, [_member_row(each, line_bytes) for each in used])
        cold = len(values["members"]) - len(used)
        yield from [f"{cold} members are never accessed."] if cold else []
        yield ""


def _sequence_row(values: dict[str, Any]) -> list[str]:
    return [
        values["entry"],
        str(values["times"]),
        f"{100 * values['weight']:.1f}",
        f"{len(values['accesses'])}{' (cut)' if values['cut'] else ''}",
        " + ".join(str(each["lines"]) for each in values["objects"]),
        " + ".join(str(each["dirty_lines"]) for each in values["objects"]),
    ]


def _member_row(values: dict[str, Any], line_bytes: int) -> list[str]:
    return [
        values["name"],
        str(values["offset"]),
        str(values["size_bytes"]),
        str(values["offset"] // line_bytes),
        str(values["reads"]),
        str(values["writes"]),
        " ".join(map(str, values["widths"])),
    ]
