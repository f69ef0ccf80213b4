# SPDX-License-Identifier: BSD-2-Clause
"""A class of a profile, small enough to know everything about it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from flatland.profile.members import Layout, Member, Part
from flatland.profile.sequences import Access, ClassSequences, Sequence
from flatland.profile.values import class_values, profile_values


def part(*names: str, at: int, size: int, align: int = 8, **more: bool) -> dict[str, Any]:
    """A part as profiles have it."""
    values = {"members": list(names), "offset": at, "size_bytes": size, "align_bytes": align}
    return {**values, "fixed": False, "last": False, "needs": [], **more}


def access(object_: int, offset: int, size: int, mode: str = "read") -> dict[str, Any]:
    """An access as profiles have it."""
    return {"object": object_, "offset": offset, "size_bytes": size, "mode": mode, "members": []}


def sequence(times: int, objects: int, *accesses: dict[str, Any]) -> dict[str, Any]:
    """A sequence; `weight` is right if all of the class come to 100 times."""
    roles = [{"lines": 0, "dirty_lines": 0}] * objects
    values = {"entry": "enter", "times": times, "weight": times / 100, "cut": False}
    return {**values, "objects": roles, "accesses": list(accesses)}


def request() -> dict[str, Any]:
    """160 bytes: `head` and `tail` are hot and far apart, `flags` is a run of bit-fields."""
    members = [
        ("Base::id", 8, 8, [8]),
        ("head", 16, 8, [8]),
        ("low", 24, 4, [1]),
        ("high", 24, 4, [1]),
        ("body", 32, 112, [8]),
        ("tail", 144, 8, [4]),
        ("bytes", 152, 0, []),
    ]
    return {
        "name": "Request",
        "size_bytes": 152,
        "layout": "0",
        "members": [
            {"name": name, "offset": offset, "size_bytes": size, "align_bytes": 8, "widths": widths}
            for name, offset, size, widths in members
        ],
        "parts": [
            part("Base::id", at=0, size=16, align=1, fixed=True),
            part("head", at=16, size=8),
            part("low", "high", at=24, size=1, align=4),
            part("body", at=32, size=112),
            part("tail", at=144, size=8),
            part("bytes", at=152, size=0, align=1, last=True),
        ],
        "sequences": [
            sequence(
                90,
                2,
                access(0, 16, 8),
                access(0, 144, 4, "write"),
                access(1, 24, 1),
                access(1, 8, 8),
            ),
            sequence(10, 1, access(0, 40, 8), access(0, 136, 8)),
        ],
    }


def profile(folder: Path) -> Path:
    """Of a class whose two members lie in one line."""
    places = [("first", 0, 8, 8), ("between", 8, 16, 1), ("second", 24, 8, 8)]
    layout = Layout(
        [Member(*place) for place in places], [Part((place[0],), *place[1:]) for place in places]
    )
    accesses = (Access(0, 0, 8, False), Access(0, 24, 8, False))
    found = ClassSequences("Pair", 32, (Sequence(0, 100, False, accesses),))
    whole = profile_values([class_values(found, layout, hex)], {"invocations": 100})
    file = folder / "profile.json"
    file.write_text(json.dumps(whole), encoding="utf-8")
    return file
