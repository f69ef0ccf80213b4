# SPDX-License-Identifier: BSD-2-Clause
"""What the source says of a class and DWARF does not: what the native `reorder describe` prints."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flatland.errors import failure, shown

_format = {"format": "flatland-class", "version": 1}


@dataclass(frozen=True)
class Facts:
    """What binds the members of one class; each is named by any member that moves with it."""

    name: str
    offsets: Mapping[str, int]
    before: tuple[tuple[str, str], ...] = ()  # the first has to stay before the second
    first: str | None = None
    last: str | None = None

    def check(self, file: Path, offsets: Mapping[str, int]) -> None:
        """Raises a FlatError unless the class lies in memory as it was recorded."""
        other = [name for name, offset in self.offsets.items() if offsets.get(name) != offset]
        if other:
            raise failure(
                "F1129",
                f"{shown(file)} is of another layout of `{self.name}` than the profile",
                notes=[f"`{name}` lies elsewhere, or is not there" for name in other[:3]],
                help="describe the class with the flags that the recorded program was built with",
            )


def read_facts(file: Path) -> Facts:
    """Reads a description; a FlatError if it is none, or if the class cannot be laid out."""
    try:
        values = json.loads(file.read_text(encoding="utf-8"))
        if any(values.get(key) != value for key, value in _format.items()):
            raise ValueError(f"it is not {_format}")
        obstacles = [_told(each) for each in values["obstacles"]]
        facts = _facts(values)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        raise failure(
            "F1128",
            f"{shown(file)} is no description of a class",
            notes=[str(problem)],
            help="reorder describe --class NAME -o FILE SOURCE -- FLAGS",
        ) from problem
    if obstacles:
        raise failure(
            "F1127",
            f"no other layout of `{facts.name}` can be built",
            notes=obstacles,
            help="mend these places, or leave the class out; `reorder explain CODE` says more",
        )
    return facts


def _facts(values: Mapping[str, Any]) -> Facts:
    items = [each for each in values["items"] if each["members"]]
    names = {
        place: item["members"][0]["name"]
        for item in items
        for place in [item.get("pinned", {}).get("place")]
        if place is not None
    }
    return Facts(
        name=values["name"],
        offsets={each["name"]: each["offset"] for item in items for each in item["members"]},
        before=tuple((each["before"], each["after"]) for each in values["order"]),
        first=names.get("first"),
        last=names.get("last"),
    )


def _told(obstacle: Mapping[str, Any]) -> str:
    place = f"{obstacle['file']}:{obstacle['line']}:{obstacle['column']}"
    return f"{obstacle['code']} {place}: {obstacle['message']}"
