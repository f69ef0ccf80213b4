# SPDX-License-Identifier: BSD-2-Clause
"""Simulated annealing over orders, for objects without lines of their own and split members."""

from __future__ import annotations

import math
import random

from flatland.reorder.access import Access, spans_cost
from flatland.reorder.clock import Clock
from flatland.reorder.layout import by_offset, in_order, sequential, violations
from flatland.reorder.problem import Offsets, Problem

_MOVES_A_LOOK = 100  # at the clock


def order_search(
    problem: Problem,
    sets: list[tuple[Access, int]],
    start: Offsets,
    *,
    seed: int,
    moves: int,
    clock: Clock,
) -> dict[str, int] | None:
    """The best layout without holes that moves of one hot member or swaps of two lead to.

    None if no order that was met keeps the rules of the problem.
    """
    generator = random.Random(seed)
    hot = {name for access, _ in sets for name, _ in access}
    names = [item.name for item in by_offset(problem, start)]
    last = [name for name in names if problem.by_name[name].last]
    order = [name for name in names if name in hot and name not in last]
    tail = [name for name in names if name not in hot and name not in last] + last
    ruled = bool(problem.together or problem.apart or last)
    best: tuple[int, dict[str, int]] | None = None
    current = math.inf
    for step in range(moves):
        if not step % _MOVES_A_LOOK and clock.over:
            break
        candidate = _moved(order, generator) if step else order
        offsets = sequential(problem, in_order([*candidate, *tail], problem))
        value = spans_cost(problem, sets, offsets)
        heat = max(value, 1) / 50 * (1 - step / moves) ** 2 + 1e-9
        if value > current and generator.random() >= math.exp((current - value) / heat):
            continue
        order, current = candidate, value
        if (best is None or value < best[0]) and not (ruled and violations(problem, offsets)):
            best = (value, offsets)
    return best[1] if best else None


def _moved(order: list[str], generator: random.Random) -> list[str]:
    """The order with two exchanged, or with one somewhere else."""
    if len(order) < 2:
        return order
    changed = list(order)
    one, other = generator.randrange(len(order)), generator.randrange(len(order))
    if generator.random() < 0.5:
        changed[one], changed[other] = changed[other], changed[one]
    else:
        changed.insert(other, changed.pop(one))
    return changed
