# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""Tests of column generation against all lines, and all partitions into lines, of few units."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

from flatland.reorder.anneal import LineCost, anneal
from flatland.reorder.clock import Clock
from flatland.reorder.generate import Generation
from flatland.reorder.master import Cut, Duals
from flatland.reorder.pricing import Pricing
from flatland.reorder.problem import Apart, Footprint, Item, Problem
from flatland.reorder.solution import Options
from flatland.reorder.solve import solve
from flatland.reorder.units import Units, build


def problem(seed: int, members: int, *, line: int = 16, ruled: bool = False) -> Problem:
    """Members of 1 to 8 bytes, of which some are written; rules if asked for."""
    generator = random.Random(seed)
    sizes = [generator.choice([1, 2, 4, 8]) for _ in range(members)]
    items = [Item(f"m{number}", size, size) for number, size in enumerate(sizes)]
    if ruled:
        items[0] = Item("m0", sizes[0], sizes[0], pinned=8)
    footprints = []
    for number in range(members):
        touched = generator.sample(items, generator.randint(2, 4))
        dirtied = generator.sample(touched, generator.randint(0, 2))
        footprints.append(
            Footprint(
                f"f{number}",
                generator.randint(1, 50),
                {item.name: ((0, item.size),) for item in touched},
                {item.name: ((0, item.size),) for item in dirtied},
            )
        )
    apart = (Apart(("m1",), ("m2", "m3")),) if ruled else ()
    return Problem(tuple(items), tuple(footprints), line, dirty_weight=Fraction(1, 4), apart=apart)


def partitions(units: Units, left: int) -> Iterator[list[int]]:
    """All ways to put these units into lines that fit."""
    if not left:
        yield []
        return
    first = left & -left
    rest = left ^ first
    more = rest
    while True:
        line = first | more
        if units.fits(line):
            for others in partitions(units, left ^ line):
                yield [line, *others]
        if not more:
            return
        more = (more - 1) & rest


@pytest.mark.parametrize("ruled", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_the_bound_is_close_to_the_best_partition_but_never_above(seed: int, ruled: bool) -> None:
    units = build(problem(seed, 8, ruled=ruled), {})
    least = min(map(units.cost, partitions(units, (1 << len(units.units)) - 1)))
    alone = [1 << bit for bit in range(len(units.units))]
    generation = Generation(units, alone, seed=1, moves=500, clock=Clock())
    generation.run(5)
    assert generation.bound + units.constant <= least <= units.cost(generation.lines)
    assert generation.bound >= 0.9 * (least - units.constant)


@pytest.mark.parametrize("seed", range(4))
def test_a_complete_search_finds_every_line_that_pays(seed: int) -> None:
    generator = random.Random(seed)
    units = build(problem(seed, 9), {})
    count = len(units.units)
    costs = LineCost(units)
    rows = tuple(costs.of_line(1 << bit) * generator.randint(5, 11) // 10 for bit in range(count))
    cuts = ((Cut(0b10110, 2, 1), rows[1] // 2), (Cut((1 << count) - 1, 1, 2), rows[0] // 4))
    duals = Duals(1, rows, cuts)
    pricing = Pricing(units, Clock())
    found = pricing.search(pricing.prices(duals), most=1 << count, work=1)
    paying = {
        mask
        for mask in range(1, 1 << count)
        if units.fits(mask) and duals.reduced_cost(mask, costs.of_line(mask)) < 0
    }
    assert found.complete
    assert paying
    assert paying <= set(found.masks)
    assert not pricing.search(pricing.prices(duals), most=1 << count, work=0).complete


def test_lines_like_known_ones_fit_and_leave_out_what_does_not_pay() -> None:
    units = build(problem(1, 12), {})
    start = anneal(units, 1, 200, Clock())
    costs = LineCost(units)
    rows = tuple(costs.of_line(1 << bit) for bit in range(len(units.units)))
    pricing = Pricing(units, Clock())
    prices = pricing.prices(Duals(1, rows, ()))
    near = pricing.near(prices, start, np.random.default_rng(1))
    assert near
    for mask in near:
        assert units.fits(mask)
        assert Duals(1, rows, ()).reduced_cost(mask, costs.of_line(mask)) < 0


def test_many_members_are_laid_out_with_a_small_gap() -> None:
    given = problem(5, 40, line=32)
    found = solve(given, Options(moves=1000, work=2.5))
    assert found.lower_bound <= found.cost <= min(found.baselines.values())
    assert found.gap <= Fraction(8, 100)
