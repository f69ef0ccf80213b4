# SPDX-License-Identifier: BSD-2-Clause
"""Makes a layout plan for a class in a given order, by the rules of the Itanium and System V ABIs.

The description comes from `reorder describe`. Orders: `reversed`, `alphabetical`, `declared`,
`random:SEED`, or names of members separated by commas (of an item that moves as one, its first).
A name may carry `+N` for N bytes of padding before it, and `@N` for a smaller alignment.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Item = dict[str, Any]


@dataclass(frozen=True)
class Constraint:
    """An item in its new place."""

    item: Item
    padding: int = 0
    align: int = 0


def described(reorder: str, name: str, command: Sequence[str]) -> dict[str, Any]:
    """What `reorder describe` tells of a class; CalledProcessError if it refuses."""
    words = [reorder, "describe", "--class", name, "--", *command]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True)
    description: dict[str, Any] = json.loads(done.stdout)
    return description


def constraints_of(items: Sequence[Item], order: str) -> list[Constraint]:
    """The items in an order; those that are pinned stay where they are."""
    named = {item["members"][0]["name"]: item for item in items if item["members"]}
    if order == "declared":
        return [Constraint(item) for item in named.values()]
    if order in ("reversed", "alphabetical") or order.startswith("random:"):
        names = list(named)
        if order == "reversed":
            names.reverse()
        elif order == "alphabetical":
            names.sort()
        else:
            random.Random(int(order.removeprefix("random:"))).shuffle(names)
        names.sort(key=lambda name: _pinned_place(named[name]))
        return [Constraint(named[name]) for name in names]
    return [_constraint(named, word.strip()) for word in order.split(",")]


def _pinned_place(item: Item) -> int:
    return {"first": -1, "last": 1}.get(item.get("pinned", {}).get("place", ""), 0)


def _constraint(named: dict[str, Item], word: str) -> Constraint:
    word, _, align = word.partition("@")
    name, _, padding = word.partition("+")
    return Constraint(named[name], int(padding or 0), int(align or 0))


def planned_class(description: dict[str, Any], order: str) -> dict[str, Any]:
    """One class of a plan."""
    constraints = constraints_of(description["items"], order)
    end = description["begin"]
    align = description["align"] if not any(constraint.align for constraint in constraints) else 1
    members: list[dict[str, Any]] = []
    for constraint in constraints:
        item = constraint.item
        item_align = constraint.align or item["align"]
        align = max(align, item_align)
        begin = -(-(end + constraint.padding) // item_align) * item_align
        for index, member in enumerate(item["members"]):
            placed = {"name": member["name"], "offset": member["within"] + begin}
            if index == 0 and constraint.padding:
                placed["padding_before"] = constraint.padding
            if constraint.align:
                placed["align"] = constraint.align
            members.append(placed)
        end = begin + item["size"]
    size = max(-(-end // align) * align, 1)
    return {"name": description["name"], "size_bytes": size, "members": members}


def plan_of(classes: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """A plan file's contents."""
    return {"format": "flatland-layout", "version": 1, "line_bytes": 64, "classes": list(classes)}


def main() -> int:
    """Prints a plan."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reorder", required=True, help="the program")
    parser.add_argument("--class", dest="classes", action="append", required=True)
    parser.add_argument("--order", action="append", default=[], help="one for each class")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="-- COMPILER ARGUMENTS")
    options = parser.parse_args()
    command = [word for word in options.command if word != "--"]
    orders = [*options.order, *["reversed"] * len(options.classes)]
    classes = [
        planned_class(described(options.reorder, name, command), order)
        for name, order in zip(options.classes, orders, strict=False)
    ]
    json.dump(plan_of(classes), sys.stdout, indent=2)
    return 0


if __name__ == "__main__":
    sys.exit(main())
