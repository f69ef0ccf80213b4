# SPDX-License-Identifier: BSD-2-Clause
"""Chooses few rows of a table such that each pair of values that occurs in it still occurs.

Most faults need one or two circumstances to coincide, not all of them (Cohen, Dalal, Fredman,
Patton 1997). Rows are taken greedily, the one with the most new pairs first, ties in their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

Row = tuple[str, ...]
"""One value of each factor."""


def choose(rows: Sequence[Row]) -> list[Row]:
    """The chosen rows, in their order."""
    open_pairs = {pair for row in rows for pair in _pairs(row)}
    chosen: set[Row] = set()
    while open_pairs:
        best = max(rows, key=lambda row: len(_pairs(row) & open_pairs))
        chosen.add(best)
        open_pairs -= _pairs(best)
    return [row for row in rows if row in chosen]


def _pairs(row: Row) -> frozenset[tuple[int, str, int, str]]:
    return frozenset((i, row[i], k, row[k]) for i, k in combinations(range(len(row)), 2))
