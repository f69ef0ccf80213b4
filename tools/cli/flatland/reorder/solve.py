# SPDX-License-Identifier: BSD-2-Clause
"""Finds a layout of little cost, and says how far from the least it may be.

Two searches by annealing: over partitions of members into lines, for objects whose place in a line
is known; and over orders, which sees members that are larger than a line and objects that begin
anywhere. Up to 24 members that matter are then partitioned with proof (`explicit`). The bound is
that proof's, or the lines that the bytes of each footprint need by themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flatland.errors import failure
from flatland.reorder.access import Access, accesses, bytes_bound, spans_cost
from flatland.reorder.anneal import anneal
from flatland.reorder.baselines import baselines
from flatland.reorder.check import check
from flatland.reorder.cost import cost
from flatland.reorder.layout import extent, placements, violations
from flatland.reorder.phases import around_large
from flatland.reorder.problem import Offsets, Problem
from flatland.reorder.realise import realise
from flatland.reorder.search import order_search
from flatland.reorder.solution import Options, Progress, Report, Solution
from flatland.reorder.units import Units, build

if TYPE_CHECKING:
    from flatland.reorder.explicit import Explicit

_most_units = 24  # whose lines fit into a table
_most_pieces = 16  # pieces of one member are all alike, which makes proofs slow,
_pieces_work_share = 20  # and not worth more

_order_moves_share = 6  # a move of an order costs so many times what one between lines does


def solve(problem: Problem, options: Options, report: Report | None = None) -> Solution:
    """The best of all layouts that were tried; never worse than a baseline that may be used.

    Problems that make no sense, or for which no layout is found, raise FlatError (F1101 to F1108).
    """
    check(problem)
    sets = accesses(problem)
    found, bound = _candidates(problem, sets, options)
    candidates: dict[str, Offsets] = {}
    for name, offsets in found.items():
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
) -> tuple[dict[str, Offsets], int]:
    """Layouts by their names, those that the rules forbid included, and a bound for all layouts."""
    found: dict[str, Offsets] = dict(baselines(problem))
    bound = bytes_bound(problem, sets)
    if len(problem.places) == 1:
        lines, proven = _lines(problem, options)
        found |= lines
        bound = max(bound, proven)
        around = around_large(problem, sets, options.seed, options.moves)
        if around:
            found["partition around large members"] = around
    start = min(found.values(), key=lambda offsets: spans_cost(problem, sets, offsets))
    if spans_cost(problem, sets, start) > bound:
        moves = max(1, options.moves // _order_moves_share)
        ordered = order_search(problem, sets, start, seed=options.seed, moves=moves)
        if ordered:
            found["annealing of orders"] = ordered
    return found, bound


def _lines(problem: Problem, options: Options) -> tuple[dict[str, Offsets], int]:
    """Layouts from partitions into lines, and a bound.

    For the bound, members that could lie in two lines fall into pieces: it can only get lower.
    """
    units = build(problem, {})
    partition = anneal(units, options.seed, options.moves)
    found = {"annealing of lines": realise(problem, units, partition, {})}
    bound = 0
    pieces = build(problem, {}, pieces=True)
    if not pieces.terms:
        bound = pieces.constant
    elif pieces == units and len(units.units) <= _most_units:
        exact = _partitioned(units, partition, options.seed, options.work)
        found["partition with proof"] = realise(problem, units, exact.lines, {})
        bound = exact.bound + units.constant
    elif len(pieces.units) <= _most_pieces:
        alone = [1 << bit for bit in range(len(pieces.units))]
        exact = _partitioned(pieces, alone, options.seed, options.work / _pieces_work_share)
        bound = exact.bound + pieces.constant
    return {name: offsets for name, offsets in found.items() if offsets}, bound


def _partitioned(units: Units, start: list[int], seed: int, work: float) -> Explicit:
    from flatland.reorder.explicit import Explicit

    exact = Explicit(units, start, seed)
    exact.run(work)
    return exact
