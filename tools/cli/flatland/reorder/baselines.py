# SPDX-License-Identifier: BSD-2-Clause
"""Layouts to compare with: as declared, sorted by name, packed greedily by heat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from flatland.reorder.layout import in_order, sequential
from flatland.reorder.problem import Item, Problem


def baselines(problem: Problem) -> dict[str, dict[str, int]]:
    """The offsets of each layout by its name. What must be last comes last in all of them."""
    heat: dict[str, int] = defaultdict(int)
    for footprint in problem.footprints:
        for name in footprint.touched.keys() | footprint.dirtied.keys():
            heat[name] += footprint.weight
    items = problem.items
    orders = {
        "declared": list(items),
        "alphabetical": sorted(items, key=lambda item: item.name),
        "greedy": sorted(items, key=lambda item: (-heat[item.name], -item.align)),
    }
    return {
        name: sequential(problem, in_order(_last_at_the_end(order), problem))
        for name, order in orders.items()
    }


def _last_at_the_end(order: Iterable[Item]) -> Iterator[str]:
    return (item.name for item in sorted(order, key=lambda item: item.last))
