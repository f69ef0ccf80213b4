# SPDX-License-Identifier: BSD-2-Clause
"""Partitions from fractions of lines: lines drawn by their fractions, then annealed.

What the linear program uses in parts is mostly what good partitions hold, so that starts made of
it lead further than any others do.
"""

from __future__ import annotations

import random

from flatland.reorder.anneal import Annealer, LineCost, merge_lines
from flatland.reorder.clock import Clock
from flatland.reorder.units import Units, bits

_COOLER = 4  # times, than a chain from a start that nothing is known of


def rounded(
    units: Units,
    costs: LineCost,
    used: list[tuple[int, float]],
    *,
    seed: int,
    moves: int,
    clock: Clock,
) -> list[int]:
    """A partition; `used` are lines with their fractions."""
    start = merge_lines(units, _drawn(units, used, random.Random(seed)))
    cooler = _COOLER if seed % 2 else 1
    chain = Annealer(units, costs, start, seed, clock=clock, cooler=cooler)
    return merge_lines(units, chain.run(moves))


def _drawn(units: Units, used: list[tuple[int, float]], generator: random.Random) -> list[int]:
    """Line after line, by its fraction, by the bytes it still covers, and by chance."""
    left = (1 << len(units.units)) - 1
    lines = []
    pool = [(mask, value) for mask, value in used if units.fits(mask)]
    while pool and left:
        weighted = [
            (value * (0.75 + generator.random() / 2) * _bytes(units, mask), mask)
            for mask, value in pool
        ]
        line = max(weighted)[1]
        lines.append(line)
        left &= ~line
        pool = [(mask & left, value) for mask, value in pool if mask & left]
    return [*lines, *(1 << bit for bit in bits(left))]


def _bytes(units: Units, mask: int) -> int:
    return sum(max(1, units.units[bit].size) for bit in bits(mask))
