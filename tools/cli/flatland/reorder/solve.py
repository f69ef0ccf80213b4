# SPDX-License-Identifier: BSD-2-Clause
"""Finds a layout of little cost, and says how far from the least it may be.

Two searches, both by annealing: over partitions of members into lines, for objects whose place in a
line is known; and over orders, which sees members that are larger than a line and objects that
begin anywhere. The bound counts the lines that the bytes of each footprint need by themselves.
"""

from __future__ import annotations

from flatland.errors import failure
from flatland.reorder.access import Access, accesses, bytes_bound, spans_cost
from flatland.reorder.anneal import anneal
from flatland.reorder.baselines import baselines
from flatland.reorder.check import check
from flatland.reorder.cost import cost
from flatland.reorder.layout import extent, placements, violations
from flatland.reorder.problem import Offsets, Problem
from flatland.reorder.realise import realise
from flatland.reorder.search import order_search
from flatland.reorder.solution import Options, Progress, Report, Solution
from flatland.reorder.units import build

_order_moves_share = 6  # a move of an order costs so many times what one between lines does


def solve(problem: Problem, options: Options, report: Report | None = None) -> Solution:
    """The best of all layouts that were tried; never worse than a baseline that may be used.

    Problems that make no sense, or for which no layout is found, raise FlatError (F1101 to F1108).
    """
    check(problem)
    sets = accesses(problem)
    bound = bytes_bound(problem, sets)
    candidates: dict[str, Offsets] = {}
    for name, offsets in _candidates(problem, sets, options).items():
        if violations(problem, offsets):
            continue
        candidates[name] = offsets
        if report:
            report(Progress(name, cost(problem, offsets), bound))
    if not candidates:
        raise failure(
            "F1108",
            "no layout was found that keeps all rules",
            help="drop a pin, a group, or what is to be kept apart",
        )
    costs = {name: cost(problem, offsets) for name, offsets in candidates.items()}
    best = min(costs, key=lambda name: (costs[name], name))
    return Solution(
        placements(problem, candidates[best]),
        candidates[best],
        extent(problem, candidates[best]),
        costs[best],
        bound,
        problem.cost_unit,
        best,
        baselines={name: costs[name] for name in baselines(problem) if name in costs},
    )


def _candidates(
    problem: Problem, sets: list[tuple[Access, int]], options: Options
) -> dict[str, Offsets]:
    """By their names; those that the rules forbid included."""
    found: dict[str, Offsets] = dict(baselines(problem))
    if len(problem.places) == 1:
        units = build(problem, {})
        lines = realise(problem, units, anneal(units, options.seed, options.moves), {})
        if lines:
            found["annealing of lines"] = lines
    start = min(found.values(), key=lambda offsets: spans_cost(problem, sets, offsets))
    moves = max(1, options.moves // _order_moves_share)
    ordered = order_search(problem, sets, start, seed=options.seed, moves=moves)
    if ordered:
        found["annealing of orders"] = ordered
    return found
