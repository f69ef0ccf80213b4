# SPDX-License-Identifier: BSD-2-Clause
"""Chooses few rows of a table: some of each first value, some of each pair of the others.

Most faults need one or two circumstances to coincide, not all of them (Cohen, Dalal, Fredman,
Patton 1997). Rows are taken greedily, the one that brings most first. Which of equals is taken is
by chance, so that runs with other seeds try other rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

Row = tuple[str, ...]
"""One value of each factor."""
_Pair = tuple[int, str, int, str]
"""Two values, by their factors."""


def one_of_each(rows: Sequence[Row], seed: int, preferred: str = "") -> list[Row]:
    """A row for each first value, and rows for each pair of values of the others that occurs.

    Of rows that bring the same, one with the `preferred` value is taken.
    """
    source = Random(seed)
    shuffled = source.sample(rows, len(rows))
    firsts = list(dict.fromkeys(row[0] for row in shuffled))
    open_pairs = {pair for row in rows for pair in _pairs(row)}
    chosen: set[Row] = set()
    for first in firsts:
        own = [row for row in shuffled if row[0] == first]
        _take(own, open_pairs, chosen, preferred)
    while open_pairs:
        _take(shuffled, open_pairs, chosen, preferred)
    return [row for row in rows if row in chosen]


def _take(rows: Sequence[Row], open_pairs: set[_Pair], chosen: set[Row], preferred: str) -> None:
    """Chooses the row that brings most of what is open, the first of equals."""
    best = max(rows, key=lambda row: (len(_pairs(row) & open_pairs), preferred in row))
    chosen.add(best)
    open_pairs -= _pairs(best)


def _pairs(row: Row) -> frozenset[_Pair]:
    """The pairs of values but the first."""
    return frozenset((i, row[i], k, row[k]) for i, k in combinations(range(1, len(row)), 2))
