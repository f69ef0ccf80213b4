# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""Tests of footprints that lie within others."""

from __future__ import annotations

from flatland.reorder.inclusions import inclusions
from flatland.reorder.problem import Footprint, Item, Problem


def test_a_footprint_lies_within_the_heaviest_that_touches_all_of_it() -> None:
    whole = {"a": ((0, 8),), "b": ((0, 4), (4, 8))}
    problem = Problem(
        (Item("a", 8, 8), Item("b", 8, 8), Item("c", 8, 8)),
        (
            Footprint("all", 5, {**whole, "c": ((0, 8),)}),
            Footprint("most", 9, whole),
            Footprint("a part", 2, {"b": ((2, 6),)}),
            Footprint("written", 1, {}, {"c": ((7, 8),)}),
            Footprint("heavy", 10, {"a": ((0, 1),)}),
            Footprint("same", 9, whole),
        ),
    )
    assert inclusions(problem) == {"a part": "most", "written": "all", "same": "most"}
