# SPDX-License-Identifier: BSD-2-Clause
"""Layouts with members that do not fit into a line: each is tried at every place in its first line.

What hot members it shares its first and last line with depends on that place. So each large member
in turn, the most accessed first, is pinned at every place after the one before, and the rest is
partitioned around them.
"""

from __future__ import annotations

from dataclasses import replace

from flatland.reorder.access import Access
from flatland.reorder.anneal import anneal
from flatland.reorder.clock import Clock
from flatland.reorder.cost import cost
from flatland.reorder.layout import align_up, violations
from flatland.reorder.problem import Item, Offsets, Problem
from flatland.reorder.realise import realise
from flatland.reorder.units import build

_most_large = 4
_trial_moves_share = 30  # a place is judged by so much shorter a search


def around_large(
    problem: Problem,
    sets: list[tuple[Access, int]],
    seed: int,
    moves: int,
    clock: Clock,
) -> Offsets | None:
    """The best layout with the large members at the places that were found best for each.

    For objects whose place in a line is known. None if no member is large, or nothing was found.
    """
    trial_moves = max(1, moves // _trial_moves_share)
    pins: dict[str, int] = {}
    end = 0
    for item in _large(problem, sets):
        trials = {
            offset: _partitioned(problem, {**pins, item.name: offset}, seed, trial_moves, clock)
            for offset in _offsets(problem, item, end)
        }
        costs = {at: cost(problem, each) for at, each in trials.items() if each is not None}
        if not costs:
            continue
        pins[item.name] = min(costs, key=lambda at: (costs[at], at))
        end = pins[item.name] + item.size
    return _partitioned(problem, pins, seed, max(1, moves), clock) if pins else None


def _partitioned(
    problem: Problem, pins: dict[str, int], seed: int, moves: int, clock: Clock
) -> Offsets | None:
    """The better of two layouts by a partition into lines that keep all rules.

    In the second one members lie in one line with what has to be declared before them: the first
    one knows nothing of that order, and may break it.
    """
    found = []
    for attempt in (problem, replace(problem, together=(*problem.together, *problem.before))):
        units = build(attempt, pins)
        offsets = realise(attempt, units, anneal(units, seed, moves, clock), pins)
        if offsets and not violations(problem, offsets):
            found.append(offsets)
        if not problem.before:
            break
    return min(found, key=lambda each: cost(problem, each)) if found else None


def _large(problem: Problem, sets: list[tuple[Access, int]]) -> list[Item]:
    """Members that may lie anywhere and do not fit into a line, the most accessed first."""
    weights = {
        item.name: sum(weight for access, weight in sets if item.name in dict(access))
        for item in problem.items
        if item.size > problem.line_bytes and item.pinned is None and not item.last
    }
    names = sorted((name for name in weights if weights[name]), key=lambda name: -weights[name])
    return [problem.by_name[name] for name in names[:_most_large]]


def _offsets(problem: Problem, item: Item, end: int) -> range:
    first = align_up(end, item.align)
    return range(first, first + problem.line_bytes, item.align)
