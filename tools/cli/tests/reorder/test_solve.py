# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""Tests of the solver against all orders of small classes, and of its promises for large ones."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations

import pytest

from flatland.diagnostics import FlatError
from flatland.reorder.access import accesses, spans_cost
from flatland.reorder.cost import cost
from flatland.reorder.layout import sequential, violations
from flatland.reorder.problem import Apart, Base, Footprint, Item, Problem
from flatland.reorder.solution import Options
from flatland.reorder.solve import solve


def problem(generator: random.Random, members: int, footprints: int, base: Base) -> Problem:
    """Random members of 1 to 32 bytes, and sets of them that are touched and dirtied."""
    items = []
    for number in range(members):
        align = generator.choice([1, 2, 4, 8])
        items.append(Item(f"m{number}", align * generator.choice([1, 1, 2]), align))
    found = []
    for number in range(footprints):
        touched = generator.sample(items, generator.randint(1, members))
        dirtied = generator.sample(touched, generator.randint(0, len(touched)))
        found.append(
            Footprint(
                f"f{number}",
                generator.randint(1, 99),
                {item.name: ((0, item.size),) for item in touched},
                {item.name: ((0, item.size),) for item in dirtied},
            )
        )
    return Problem(tuple(items), tuple(found), 32, base, Fraction(1, 4))


@pytest.mark.parametrize(
    ("base", "moves"),
    [(Base(), 4000), (Base(), 4), (Base(offset=8), 4000), (Base(anywhere=8), 4000)],
)
@pytest.mark.parametrize("seed", range(4))
def test_no_order_of_few_members_is_better_and_the_bound_is_one(
    seed: int, base: Base, moves: int
) -> None:
    given = problem(random.Random(seed), 6, 5, base)
    names = [item.name for item in given.items]
    least = min(cost(given, sequential(given, order)) for order in permutations(names))
    found = solve(given, Options(moves=moves))
    if moves == 4:
        assert found.lower_bound <= min(least, found.cost)
        assert not found.proven or found.cost <= least
        return
    assert found.lower_bound <= found.cost <= least
    assert found.cost == cost(given, found.offsets)
    assert not violations(given, found.offsets)


@pytest.mark.parametrize("seed", range(2))
def test_no_order_of_eight_members_is_better(seed: int) -> None:
    given = problem(random.Random(seed), 8, 6, Base())
    sets = accesses(given)
    orders = permutations(item.name for item in given.items)
    least = min(spans_cost(given, sets, sequential(given, order)) for order in orders)
    found = solve(given, Options(moves=8000))
    assert found.lower_bound <= found.cost <= least


@pytest.mark.parametrize("seed", range(6))
def test_the_result_is_never_worse_than_a_baseline_and_always_the_same(seed: int) -> None:
    given = problem(random.Random(seed), 40, 30, Base())
    found = solve(given, Options(moves=1000, work=0.3))
    assert set(found.baselines) == {"declared", "alphabetical", "greedy"}
    assert found.lower_bound <= found.cost <= min(found.baselines.values())
    assert solve(given, Options(moves=1000, work=0.3)) == found


@pytest.mark.parametrize("seed", range(3))
def test_members_that_cannot_lie_in_two_lines_are_laid_out_with_proof(seed: int) -> None:
    generator = random.Random(seed)
    sizes = [generator.choice([4, 8]) for _ in range(16)]
    items = tuple(Item(f"m{n}", size, size) for n, size in enumerate(sizes))
    sets = [generator.sample(items, 6) for _ in range(20)]
    footprints = tuple(
        Footprint(f"f{n}", n + 1, {item.name: ((0, item.size),) for item in chosen})
        for n, chosen in enumerate(sets)
    )
    found = solve(Problem(items, footprints, 32), Options(moves=6000))
    assert found.proven
    assert found.method in ("partition with proof", "annealing of lines", "annealing of orders")


@pytest.mark.parametrize("seed", range(5))
def test_what_a_member_needs_lies_before_it(seed: int) -> None:
    given = problem(random.Random(seed), 9, 6, Base())
    order = (("m7", "m1"), ("m8", "m0"), ("m0", "m7"))
    ruled = Problem(given.items, given.footprints, 32, before=order)
    offsets = solve(ruled, Options(moves=1500)).offsets
    assert all(offsets[first] < offsets[second] for first, second in order)


@pytest.mark.parametrize("seed", range(3))
def test_the_bound_of_members_that_may_lie_in_two_lines_is_one(seed: int) -> None:
    generator = random.Random(seed)
    items = tuple(Item(f"m{n}", generator.choice([4, 12, 20, 40]), 4) for n in range(6))
    footprints = tuple(
        Footprint(f"f{n}", n + 1, {item.name: ((0, min(item.size, 12)),) for item in chosen})
        for n, chosen in enumerate(generator.sample(items, 3) for _ in range(8))
    )
    given = Problem(items, footprints, 32)
    names = [item.name for item in items]
    least = min(cost(given, sequential(given, order)) for order in permutations(names))
    found = solve(given, Options(moves=2000, work=1))
    assert found.lower_bound <= found.cost <= least
    assert found.gap <= Fraction(1, 3)


def test_constraints_hold_or_are_refused() -> None:
    items = (Item("a", 8, 8), Item("b", 8, 8), Item("c", 8, 8), Item("d", 0, 1, last=True))
    touched = {"a": ((0, 8),), "b": ((0, 8),)}
    footprints = (Footprint("f", 1, touched),)
    apart = Problem(items, footprints, 32, apart=(Apart(("a",), ("c",)),))
    found = solve(apart, Options(moves=500))
    assert not violations(apart, found.offsets)
    assert found.offsets["a"] // 32 != found.offsets["c"] // 32
    wide = Problem((Item("a", 40, 8),), (), 32, together=(("a",),))
    pinned = Problem((Item("a", 8, 8, pinned=4),), (), 32)
    for bad in (wide, pinned):
        with pytest.raises(FlatError):
            solve(bad, Options(moves=10))
