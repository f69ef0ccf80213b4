# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""Tests of layouts around members that do not fit into a line."""

from __future__ import annotations

import pytest

from flatland.reorder.access import accesses
from flatland.reorder.clock import Clock
from flatland.reorder.cost import cost
from flatland.reorder.layout import violations
from flatland.reorder.phases import around_large
from flatland.reorder.problem import Footprint, Item, Problem


def problem(*before: tuple[str, str]) -> Problem:
    """Two large members, each hot at one end, and small ones that would share a line with it."""
    items = (
        Item("first", 176, 8),
        Item("second", 136, 8),
        *(Item(name, 8, 8) for name in ("a", "b", "c", "d", "e", "f", "g", "h")),
    )
    hot = {name: ((0, 8),) for name in ("a", "b", "c", "d", "e")}
    cold = {name: ((0, 8),) for name in ("f", "g", "h")}
    return Problem(
        items,
        (
            Footprint("often", 90, {**hot, "first": ((0, 24),)}),
            Footprint("seldom", 10, {**cold, "second": ((112, 136),)}),
        ),
        before=before,
    )


@pytest.mark.parametrize("seed", range(6))
def test_small_members_share_the_line_of_the_hot_end_of_a_large_one(seed: int) -> None:
    given = problem()
    found = around_large(given, accesses(given), seed, 6000, Clock())
    assert found is not None and not violations(given, found)
    assert cost(given, found) == given.touch_units * (90 + 10)


@pytest.mark.parametrize("seed", range(3))
def test_what_must_come_before_does(seed: int) -> None:
    given = problem(("h", "a"), ("g", "b"))
    found = around_large(given, accesses(given), seed, 6000, Clock())
    assert found is not None and not violations(given, found)


def test_without_large_members_there_is_nothing_to_do() -> None:
    given = Problem((Item("a", 8, 8),), (Footprint("often", 1, {"a": ((0, 8),)}),))
    assert around_large(given, accesses(given), 1, 600, Clock()) is None
