# SPDX-License-Identifier: BSD-2-Clause
"""The layout plan as a file: what the native `reorder` writes classes by.

The plan names every data member in its new order with the place that the compiler will give it.
Where that is not what the rules of C and C++ make of the order, it says how much padding to write.
"""

from __future__ import annotations

from typing import Any

from flatland.reorder.layout import align_up
from flatland.reorder.problem import Offsets, Problem
from flatland.reorder.recorded import Recorded

plan_version = 1


def class_values(recorded: Recorded, problem: Problem, offsets: Offsets) -> dict[str, Any]:
    """One class of a plan."""
    align = max((item.align for item in problem.items), default=1)
    movable = {part["members"][0]: part for part in recorded.parts if not part["fixed"]}
    end = max((part["size_bytes"] for part in recorded.parts if part["fixed"]), default=0)
    members: list[dict[str, Any]] = []
    for name in sorted(movable, key=lambda name: (offsets[name], movable[name]["size_bytes"] > 0)):
        part, item, offset = movable[name], problem.by_name[name], offsets[name]
        own = [
            {"name": each, "offset": offset + recorded.offset_of(each) - part["offset"]}
            for each in part["members"]
        ]
        if offset > align_up(end, item.align):
            own[0]["padding_before"] = offset - end
        if item.align < part["align_bytes"]:
            own[0]["align"] = item.align
        members += own
        end = offset + part["size_bytes"]
    return {"name": recorded.name, "size_bytes": align_up(end, align), "members": members}


def plan_values(
    classes: list[dict[str, Any]], line_bytes: int = 64, *, reproducible: bool = True
) -> dict[str, Any]:
    """The whole file; it says so if a clock or an interrupt has decided when to stop."""
    values = {"format": "flatland-layout", "version": plan_version, "line_bytes": line_bytes}
    return {**values, **({} if reproducible else {"reproducible": False}), "classes": classes}
